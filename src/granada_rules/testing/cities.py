"""Strategies for cities: legal ones, legal ones with mistakes, and arbitrary ones."""

from __future__ import annotations

from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, TypeVar

import attrs
from hypothesis import strategies as st

from granada_rules import placement
from granada_rules.base import short
from granada_rules.box import REACH, TILES, Box, Built, Cell, Edges, Face, Kind, TileSet, TileSets
from granada_rules.city import START, City
from granada_rules.testing.values import edges, faces, kinds_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from granada_rules.box import Tiles

__all__ = ["cities", "laid", "layouts", "legal_cities", "legal_layouts", "spoiled"]


def legal_cities(
    tile_set: TileSet | None = None, *, max_size: int = TILES, kind: Kind | None = None
) -> st.SearchStrategy[City]:
    """Generate cities that obey the building rules, of any size and shape, with many moats, few or none.

    With a tile set, its tiles are built, each at most once. Without one, the faces of the box are built, each
    at most once, with any moats or walls that a tile can have (BOX-4, A-BOX-4). They are of that kind of
    tiles; by default of the tile set's, or of both. ``max_size`` does not count the start tile. Shrinks to
    the start tile of Granada alone.

    >>> from hypothesis import given
    >>> from granada_rules import placement
    >>> from granada_rules.testing import legal_cities
    >>> @given(legal_cities(max_size=20))
    ... def test_nothing_is_wrong(city):
    ...     assert not placement.violations(city)

    Raises ``ValueError`` if ``max_size`` is not 0 to 54, or if the tile set is of another kind.
    """
    if tile_set is not None and not isinstance(tile_set, TileSet):
        raise TypeError(f"tile_set: expected TileSet, or None for any moats, got {short(tile_set)}")
    if type(max_size) is not int or not 0 <= max_size <= TILES:
        raise ValueError(f"max_size: expected 0 to {TILES}, got {short(max_size)}")
    wanted = kinds_of(kind)
    if tile_set is not None:
        if tile_set.kind not in wanted:
            raise ValueError(
                f"tile_set: expected tiles of {wanted[0].label}, got those of {tile_set.kind.label}"
            )
        wanted = (tile_set.kind,)
    return st.one_of(*(_legal_cities((one,), tile_set, max_size) for one in wanted))


def legal_layouts(tile_sets: TileSets | None = None, *, max_size: int = 2 * TILES) -> st.SearchStrategy[City]:
    """Generate layouts of both kinds that obey the building rules, around a start tile of Alhambra (MIX-15).

    With tile sets, their tiles are built, each at most once. Without them, the faces of both boxes are built,
    each at most once, with any moats or walls that a tile can have. In most layouts tiles of both kinds lie,
    in the others those of Alhambra alone. ``max_size`` does not count the start tile. Shrinks to the start
    tile alone.

    >>> from hypothesis import given
    >>> from granada_rules import moats
    >>> from granada_rules.testing import legal_layouts
    >>> @given(legal_layouts(max_size=20))
    ... def test_a_border_is_no_longer_than_the_wall(layout):
    ...     assert moats.longest_border(layout).length <= moats.longest_wall(layout).length

    Raises ``ValueError`` if ``max_size`` is not 0 to 108.
    """
    if tile_sets is not None and not isinstance(tile_sets, TileSets):
        raise TypeError(f"tile_sets: expected TileSets, or None for any moats, got {short(tile_sets)}")
    if type(max_size) is not int or not 0 <= max_size <= 2 * TILES:
        raise ValueError(f"max_size: expected 0 to {2 * TILES}, got {short(max_size)}")
    return _legal_cities(tuple(Kind), tile_sets, max_size)


def cities(kind: Kind | None = None) -> st.SearchStrategy[City]:
    """Generate any cities: legal ones, legal ones with one to three changes, and tiles anywhere.

    Most cities with one change are near misses: they break one rule in one place. They are of that kind of
    tiles, or of both. Shrinks to a small legal city.
    """
    legal = legal_cities(kind=kind)
    thrown = st.one_of(*map(_thrown_cities, kinds_of(kind)))
    return st.one_of(legal, legal.flatmap(partial(spoiled, most=1)), legal.flatmap(spoiled), thrown)


def layouts(*, max_size: int = 2 * TILES) -> st.SearchStrategy[City]:
    """Generate any layouts of both kinds: legal ones, legal ones with one to three changes, tiles anywhere.

    Of those that are not legal some do not tell where the tiles of Granada began. Legal ones have up to
    ``max_size`` tiles besides the start tile. Shrinks to a small legal layout.

    Raises ``ValueError`` if ``max_size`` is not 0 to 108.
    """
    legal, kinds = legal_layouts(max_size=max_size), tuple(Kind)
    near_miss, several = partial(spoiled, most=1, kinds=kinds), partial(spoiled, kinds=kinds)
    return st.one_of(legal, legal.flatmap(near_miss), legal.flatmap(several), _thrown_cities(*kinds))


def laid(face: Face, moats: Edges, roof: Edges = Edges.N) -> Built:
    """Return a tile with that face on which these moats are seen; of Alhambra another one if need be.

    The walls of an Alhambra tile are part of its name, so the one with these walls lies there.
    """
    if face.walls is not None:
        face = attrs.evolve(face, walls=moats.turned_back(roof))
    return Built(face, moats, roof)


_SIDES = tuple(Edges)
_WET = ((Edges(0),), _SIDES, tuple(map(Edges, range(15))))


@st.composite
def _legal_cities(draw: st.DrawFn, kinds: tuple[Kind, ...], tile_set: Tiles | None, max_size: int) -> City:
    city, newest = City.of(start=kinds[0]), START
    supply = [one for kind in kinds for one in _any_moats(kind)] if tile_set is None else _listed(tile_set)
    are_both = len(kinds) > 1
    shape = draw(st.sampled_from(["anywhere", "compact", "winding", *["side by side"] * are_both]))
    # MIX-17: where kinds meet there are walls and moats.
    wet = draw(st.sampled_from(_WET[are_both:]))
    fitting = {kind: [moats for moats in wet if moats in _patterns(kind)] for kind in kinds}
    # Hypothesis prefers short lists.
    least = draw(st.sampled_from([0, max_size // 4, max_size // 2, max_size * 9 // 10]))
    # The numbers of a face, of its moats and of its cell; the last two wrap around.
    choices = st.tuples(st.integers(0, len(supply) - 1), st.integers(0, 14), st.integers(0, 4 * TILES))
    each_once = st.lists(
        choices, min_size=least, max_size=max_size, unique_by=lambda choice: supply[choice[0]][1]
    )
    built = set[Face]()
    for which, around, place in draw(each_once):
        shown = supply[which][0]
        tile = shown if isinstance(shown, Built) else laid(shown, _chosen(fitting[shown.kind], around))
        kind = tile.face.kind
        legal = list(placement.legal_cells(city, tile.moats, kind))
        if shape == "winding":
            legal = [cell for cell in legal if newest in _beside(cell)] or legal
        elif shape == "compact":
            legal = _touching_most(city.cells, legal)
        elif shape == "side by side":
            legal = _touching_most({cell for cell in city.tiles if _kind_at(city, cell) is not kind}, legal)
        # A-BOX-2: of tiles with the same type and price no two have the same walls. BOX-2: 54 of each kind.
        if legal and tile.face not in built and sum(face.kind is kind for face in built) < TILES:
            newest = _chosen(legal, place)
            city = city.extended(newest, tile)
            built.add(tile.face)
    return city


_Thing = TypeVar("_Thing")


def _chosen(things: Sequence[_Thing], number: int) -> _Thing:
    return things[number % len(things)]


def _touching_most(tiles: Collection[Cell], cells: list[Cell]) -> list[Cell]:
    """Return those of these cells that have most of the tiles beside them."""
    touching = [sum(other in tiles for other in _beside(cell)) for cell in cells]
    return [cell for cell, many in zip(cells, touching, strict=True) if many == max(touching)]


def _kind_at(city: City, cell: Cell) -> Kind:
    return city.tiles[cell].face.kind


_Supply = list[tuple[Face | Built, object]]
"""Tiles, or faces for tiles with any moats, each with what can be chosen only once."""


@lru_cache(maxsize=8)
def _listed(tile_set: Tiles) -> _Supply:
    return [(Built(face, tile_set.moats(face)), tile_set.tile(face)) for face in tile_set.faces]


@cache
def _any_moats(kind: Kind) -> _Supply:
    box = Box.of(kind)
    walls = None if box.has_backs else Edges(0)
    return [
        (Face(building, value, walls), (building, value, copy))
        for (building, value), many in box.many.items()
        for copy in range(many)
    ]


@cache
def _patterns(kind: Kind) -> frozenset[Edges]:
    """Return what moats or walls a tile can have (BOX-4, A-BOX-4)."""
    known = Box.of(kind).patterns
    return frozenset(_WET[-1] if known is None else known)


def _beside(cell: Cell) -> set[Cell]:
    return {cell.neighbour(side) for side in _SIDES}


def _upright_tiles(kind: Kind) -> st.SearchStrategy[Built]:
    return st.builds(laid, faces(kind), edges())


def _any_tiles(kind: Kind) -> st.SearchStrategy[Built]:
    return st.builds(laid, faces(kind), edges(), st.sampled_from(_SIDES))


def _dry_tiles(kind: Kind) -> st.SearchStrategy[Built]:
    return st.builds(laid, faces(kind), st.just(Edges(0)))


_near = st.builds(Cell, st.integers(-4, 4), st.integers(-4, 4))
_far = st.builds(Cell, st.integers(-REACH, REACH), st.integers(-REACH, REACH))


@st.composite
def spoiled(draw: st.DrawFn, city: City, *, most: int = 3, kinds: tuple[Kind, ...] | None = None) -> City:
    """Generate cities with up to ``most`` changes: a tile added, removed, exchanged or turned, or a moat.

    New tiles are of these kinds, by default of that of the start tile.
    """
    new = st.one_of(
        *(tiles(kind) for kind in kinds or (city.start,) for tiles in (_upright_tiles, _any_tiles))
    )
    for _ in range(draw(st.integers(1, most))):
        change = draw(st.sampled_from([_added, _taken, _exchanged, _turned, _with_another_edge]))
        city = draw((change if city.tiles else _added)(city, new))
    return city


_Tiles = st.SearchStrategy[Built]


def _with(city: City, cell: Cell, tile: Built | None) -> City:
    """Return the city with that tile, or none, at that cell, also where the other kind began."""
    tiles = {other: there for other, there in city.tiles.items() if other != cell}
    is_gone = cell == city.second and (tile is None or tile.face.kind is city.start)
    second = None if is_gone else city.second
    return City.of(tiles if tile is None else {**tiles, cell: tile}, city.start, second)


@st.composite
def _added(draw: st.DrawFn, city: City, new: _Tiles) -> City:
    beside = sorted({other for cell in city.cells for other in _beside(cell)} - set(city.cells))
    cell = draw(st.sampled_from(beside) | _near | _far)
    return city if cell in city.cells else city.extended(cell, draw(new))


def _taken(city: City, _new: _Tiles) -> st.SearchStrategy[City]:
    return st.sampled_from(sorted(city.tiles)).map(lambda cell: _with(city, cell, None))


def _exchanged(city: City, new: _Tiles) -> st.SearchStrategy[City]:
    return st.builds(partial(_with, city), st.sampled_from(sorted(city.tiles)), new)


@st.composite
def _turned(draw: st.DrawFn, city: City, _new: _Tiles) -> City:
    """Generate cities in which one roof points elsewhere; moats stay as they are."""
    cell, roof = draw(st.sampled_from(sorted(city.tiles))), draw(st.sampled_from(_SIDES[1:]))
    return _with(city, cell, laid(city.tiles[cell].face, city.tiles[cell].moats, roof))


@st.composite
def _with_another_edge(draw: st.DrawFn, city: City, _new: _Tiles) -> City:
    """Generate cities with one moat added or removed, where possible on an edge between tiles."""
    inner = [
        (cell, side) for cell in sorted(city.tiles) for side in _SIDES if cell.neighbour(side) in city.cells
    ]
    # A tile that lies alone has only outer edges.
    cell, side = draw(st.sampled_from(inner or [(min(city.tiles), Edges.N)]))
    tile = city.tiles[cell]
    return _with(city, cell, laid(tile.face, tile.moats ^ side, tile.roof))


@st.composite
def _thrown_cities(draw: st.DrawFn, *kinds: Kind) -> City:
    """Generate any arrangement of tiles of these kinds: dense and near the start tile, or scattered."""
    if draw(st.booleans()):
        strewn = draw(st.dictionaries(_far, st.one_of(*map(_any_tiles, kinds)), max_size=TILES))
        return City.of({cell: tile for cell, tile in strewn.items() if cell != START}, kinds[0])
    wide, high = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    tile = st.one_of(*map(draw(st.sampled_from([_dry_tiles, _upright_tiles, _any_tiles])), kinds))
    frame = [Cell(x, y) for x in range(-1, wide + 1) for y in range(-1, high + 1) if (x, y) != (0, 0)]
    return City.of([(cell, draw(tile)) for cell in frame if draw(st.integers(0, 3)) > 0], kinds[0])
