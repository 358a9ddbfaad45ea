"""Cities for tests and benchmarks: grown by building as plain searches allow it, then spoiled; or any."""

from __future__ import annotations

from itertools import cycle, islice
from typing import TYPE_CHECKING

import attrs
from hypothesis import assume
from hypothesis import strategies as st

from granada_rules import Building, Built, Cell, City, Edges, Face, Kind, testing
from granada_rules.box import shipped_tiles
from granada_rules.testing.cities import laid, spoiled
from tests.helpers import plain

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable, Iterator

FACES = [Face(building, value) for building in Kind.GRANADA.buildings for value in range(2, 14)]


def lay(
    tiles: Iterable[tuple[plain.Place, str]],
    faces: Iterable[Face] | None = None,
    kind: Kind = Kind.GRANADA,
) -> City:
    """Make a city of tiles with these moats or walls.

    By default the faces are of no account, and may come again.
    """
    face = cycle(shipped_tiles(kind).faces if faces is None else faces)
    return City.of(
        ((Cell(*place), laid(next(face), Edges.parse(moats))) for place, moats in tiles), start=kind
    )


PICTURES: list[tuple[Callable[[Cell], Cell], Callable[[Edges], Edges]]] = [
    (lambda cell: Cell(-cell.x, cell.y), lambda edges: edges.mirrored_left_right),
    (lambda cell: Cell(cell.x, -cell.y), lambda edges: edges.mirrored_top_bottom),
    (lambda cell: Cell(cell.y, -cell.x), lambda edges: edges.turned(Edges.E)),
]
"""Where cells and sides lie when a picture is mirrored, either way, or turned clockwise by a quarter."""


def moved(city: City, move: Callable[[Cell], Cell], flip: Callable[[Edges], Edges]) -> City:
    """Return a city as it is in another picture. Roofs are not moved with it: up stays up."""
    return City.of(
        {move(cell): laid(tile.face, flip(tile.moats), tile.roof) for cell, tile in city.tiles.items()},
        city.start,
    )


def grow(choices: Iterable[tuple[int, str]]) -> Iterator[plain.Tiles]:
    """Build one legal tile after the other, as plain searches judge it, and show the tiles after each.

    A choice is a place and moats. The place counts through the empty places beside the city or, if negative,
    through those beside the newest tile; where a neighbour decides about a moat, the choice does not. It ends
    when no tile can be built any more.
    """
    tiles, misses = {plain.START: ""}, 0
    for where, wet in choices:
        newest = dict([list(tiles.items())[-1]])
        places = sorted(plain.empty_beside(tiles if where >= 0 else newest) - tiles.keys())
        if not places:
            continue
        place = places[where % len(places)]
        moats = _matching(tiles, place, wet)
        if plain.is_legal({**tiles, place: moats}):
            tiles[place], misses = moats, 0
            yield tiles
        else:
            misses += 1
            # Not after each miss, because it is slow.
            if misses % 100 == 0 and not _can_grow(tiles):
                return


def _matching(tiles: plain.Tiles, place: plain.Place, wet: str) -> str:
    """Return the moats of a tile there: those of its neighbours and, where it has none, the wanted ones."""
    moats = ""
    for side, opposite in plain.OPPOSITE.items():
        other = plain.beside(place, side)
        if opposite in tiles[other] if other in tiles else side in wet:
            moats += side
    return moats


def _can_grow(tiles: plain.Tiles) -> bool:
    beside = plain.empty_beside(tiles)
    return any(plain.is_legal({**tiles, place: _matching(tiles, place, "")}) for place in beside)


def grown_at_random(rng: random.Random, size: int, kind: Kind = Kind.GRANADA) -> City:
    """Grow a city of that many tiles; moats are as frequent as in the reference set.

    One that moats close in before is given up for another.
    """

    def choices() -> Iterator[tuple[int, str]]:
        while True:
            yield rng.randrange(1000), "".join(side for side in "NESW" if rng.random() < 80 / 216)

    while True:
        city = _last(islice(grow(choices()), size), kind)
        if len(city.tiles) == size:
            return city


def _last(stages: Iterator[plain.Tiles], kind: Kind) -> City:
    """Return the city at the end of its growth."""
    tiles = {plain.START: ""}
    for stage in stages:
        tiles = stage
    return lay(((place, moats) for place, moats in tiles.items() if place != plain.START), kind=kind)


cells = st.builds(Cell, st.integers(-54, 54), st.integers(-54, 54))
near_cells = st.builds(Cell, st.integers(-4, 4), st.integers(-4, 4))
all_edges = testing.edges()
roofs = st.sampled_from(list(Edges))
kinds = st.sampled_from([Kind.GRANADA, Kind.ALHAMBRA])


def tiles(kind: Kind) -> st.SearchStrategy[Built]:
    """Tiles of that kind, with any moats or walls, lying any way."""
    return st.builds(laid, testing.faces(kind), all_edges, roofs)


def with_tile(cities: st.SearchStrategy[City]) -> st.SearchStrategy[tuple[City, Built]]:
    """Cities, each with a tile of its kind."""
    return cities.flatmap(lambda city: st.tuples(st.just(city), tiles(city.start)))


@st.composite
def legal_cities(draw: st.DrawFn, max_size: int = 54, kind: Kind | None = None) -> City:
    """Cities of any size and shape, compact or winding, wet or dry, that plain searches call legal."""
    of_kind = draw(kinds) if kind is None else kind
    size = draw(st.integers(0, max_size))
    where = draw(st.sampled_from([st.integers(0, 60), st.integers(-3, -1), st.integers(-3, 60)]))
    wet = draw(st.sampled_from([st.just(Edges(0)), st.sampled_from(list(Edges)), all_edges]))
    choices = st.lists(st.tuples(where, wet.map(str)), min_size=size, max_size=size)
    return _last(grow(draw(choices)), of_kind)


spoiled_cities = legal_cities().flatmap(spoiled)
any_cities = st.one_of(legal_cities(), spoiled_cities, testing.cities())


@attrs.frozen
class Tables:
    """Cities of some players, and Dirk's faces if he takes part; no face is there twice."""

    cities: dict[str, City]
    dirk: tuple[Face, ...] | None

    @property
    def kind(self) -> Kind:
        """The kind of the tiles."""
        return next(iter(self.cities.values())).start

    def owned(self) -> dict[str, dict[str, list[int]]]:
        """Return the prices of everybody's buildings by type, as plain searches take them."""
        faces = {name: [tile.face for tile in city.tiles.values()] for name, city in self.cities.items()}
        if self.dirk is not None:
            faces["Dirk"] = list(self.dirk)
        return {
            name: {
                building.code: [face.value for face in own if face.building is building]
                for building in Building
            }
            for name, own in faces.items()
        }


@st.composite
def tables(draw: st.DrawFn, kind: Kind | None = None) -> Tables:
    """Cities of 1 to 6 players, with faces of few or of many types so that there are ties and crowds.

    The faces are those of a box, one of each tile; tiles of Alhambra may have other walls than there.
    """
    of_kind = draw(kinds) if kind is None else kind
    few = of_kind.buildings[: draw(st.sampled_from([2, 4, 9]))]
    sides = [[tile.front, *filter(None, [tile.back])] for tile in shipped_tiles(of_kind).tiles]
    chosen = [draw(st.sampled_from(both)) for both in sides]
    faces = draw(st.permutations([face for face in chosen if face.building in few]))
    players = draw(st.permutations(["Red", "Blue", "Green", "Yellow", "White", "Orange"]))
    cities, lying = {}, set[Face]()
    for player in players[: draw(st.integers(1, 6))]:
        city = draw(legal_cities(min(20, len(faces)), of_kind))
        for cell, tile in city.tiles.items():
            fits = [face for face in faces if laid(face, tile.moats).face not in lying]
            assume(fits)
            city = city.exchanged(cell, laid(fits[0], tile.moats))
            faces.remove(fits[0])
            lying.add(city.tiles[cell].face)
        cities[player] = city
    faces = [face for face in faces if face not in lying]
    dirk = tuple(faces[: draw(st.integers(0, 8))]) if draw(st.booleans()) else None
    return Tables(cities, dirk)
