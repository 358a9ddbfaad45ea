"""Cities for tests and benchmarks: grown by building as plain searches allow it, then spoiled; or any."""

from __future__ import annotations

from itertools import cycle, islice
from typing import TYPE_CHECKING

import attrs
from hypothesis import strategies as st

from granada_rules import Built, Cell, City, Edges, Face, Kind, reference, testing
from granada_rules.testing.cities import spoiled
from tests.helpers import plain

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Iterator

FACES = [Face(building, value) for building in Kind.GRANADA.buildings for value in range(2, 14)]


def lay(tiles: Iterable[tuple[plain.Place, str]], faces: Iterable[Face] = FACES) -> City:
    """Make a city of tiles with these moats; by default the faces are of no account, and may come again."""
    face = cycle(faces)
    return City.of((Cell(*place), (next(face), Edges.parse(moats))) for place, moats in tiles)


def grow(choices: Iterable[tuple[int, str]]) -> Iterator[plain.Tiles]:
    """Build one legal tile after the other, as plain searches judge it, and show the tiles after each.

    A choice is a place and moats. The place counts through the empty places beside the city or, if negative,
    through those beside the newest tile; where a neighbour decides about a moat, the choice does not.
    """
    tiles = {plain.START: ""}
    for where, wet in choices:
        newest = dict([list(tiles.items())[-1]])
        places = sorted(plain.empty_beside(tiles if where >= 0 else newest) - tiles.keys())
        if not places:
            continue
        place = places[where % len(places)]
        moats = ""
        for side, opposite in plain.OPPOSITE.items():
            other = plain.beside(place, side)
            if opposite in tiles[other] if other in tiles else side in wet:
                moats += side
        if plain.is_legal({**tiles, place: moats}):
            tiles[place] = moats
            yield tiles


def grown_at_random(rng: random.Random, size: int) -> City:
    """Grow a city of that many tiles; moats are as frequent as in the reference set."""

    def choices() -> Iterator[tuple[int, str]]:
        while True:
            yield rng.randrange(1000), "".join(side for side in "NESW" if rng.random() < 80 / 216)

    return _last(islice(grow(choices()), size))


def _last(stages: Iterator[plain.Tiles]) -> City:
    """Return the city at the end of its growth."""
    tiles = {plain.START: ""}
    for stage in stages:
        tiles = stage
    return lay((place, moats) for place, moats in tiles.items() if place != plain.START)


cells = st.builds(Cell, st.integers(-54, 54), st.integers(-54, 54))
near_cells = st.builds(Cell, st.integers(-4, 4), st.integers(-4, 4))
all_edges = testing.edges()
roofs = st.sampled_from(list(Edges))
tiles = st.builds(Built, testing.faces(), all_edges, roofs)
upright_tiles = st.builds(Built, testing.faces(), all_edges)


@st.composite
def legal_cities(draw: st.DrawFn, max_size: int = 54) -> City:
    """Cities of any size and shape, compact or winding, wet or dry, that plain searches call legal."""
    size = draw(st.integers(0, max_size))
    where = draw(st.sampled_from([st.integers(0, 60), st.integers(-3, -1), st.integers(-3, 60)]))
    wet = draw(st.sampled_from([st.just(Edges(0)), st.sampled_from(list(Edges)), all_edges]))
    choices = st.lists(st.tuples(where, wet.map(str)), min_size=size, max_size=size)
    return _last(grow(draw(choices)))


spoiled_cities = legal_cities().flatmap(spoiled)
any_cities = st.one_of(legal_cities(), spoiled_cities, testing.cities())


@attrs.frozen
class Tables:
    """Cities of some players, and Dirk's faces if he takes part; no face is there twice."""

    cities: dict[str, City]
    dirk: tuple[Face, ...] | None

    def owned(self) -> dict[str, dict[str, list[int]]]:
        """Return the prices of everybody's buildings by type, as plain searches take them."""
        faces = {name: [tile.face for tile in city.tiles.values()] for name, city in self.cities.items()}
        if self.dirk is not None:
            faces["Dirk"] = list(self.dirk)
        return {
            name: {
                building.code: [face.value for face in own if face.building is building]
                for building in Kind.GRANADA.buildings
            }
            for name, own in faces.items()
        }


@st.composite
def tables(draw: st.DrawFn) -> Tables:
    """Cities of 1 to 6 players, with faces of few or of many types so that there are ties and crowds.

    The faces are those of a box, one of each tile.
    """
    few = list(Kind.GRANADA.buildings)[: draw(st.sampled_from([2, 4, 9]))]
    chosen = [draw(st.sampled_from([tile.even, tile.odd])) for tile in reference().tiles]
    faces = draw(st.permutations([face for face in chosen if face.building in few]))
    players = draw(st.permutations(["Red", "Blue", "Green", "Yellow", "White", "Orange"]))
    cities = {}
    for player in players[: draw(st.integers(1, 6))]:
        city = draw(legal_cities(max_size=min(20, len(faces))))
        own, faces = faces[: len(city.tiles)], faces[len(city.tiles) :]
        built = zip(city.tiles.items(), own, strict=True)
        cities[player] = City.of({cell: (face, tile.moats) for (cell, tile), face in built})
    dirk = tuple(faces[: draw(st.integers(0, 8))]) if draw(st.booleans()) else None
    return Tables(cities, dirk)
