"""Strategies for cities: legal ones, legal ones with mistakes, and arbitrary ones."""

from __future__ import annotations

from functools import cache, partial

import attrs
from hypothesis import strategies as st

from granada_rules import placement
from granada_rules.arguments import short
from granada_rules.box import TILES, Box
from granada_rules.city import START, Built, City
from granada_rules.grid import REACH, Cell, Edges
from granada_rules.testing.values import edges, faces, kinds_of
from granada_rules.tile_set import TileSet
from granada_rules.tiles import Face, Kind

__all__ = ["cities", "laid", "legal_cities", "spoiled"]


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
    return st.one_of(*(_legal_cities(one, tile_set, max_size) for one in wanted))


def cities(kind: Kind | None = None) -> st.SearchStrategy[City]:
    """Generate any cities: legal ones, legal ones with one to three changes, and tiles anywhere.

    Most cities with one change are near misses: they break one rule in one place. They are of that kind of
    tiles, or of both. Shrinks to a small legal city.
    """
    legal = legal_cities(kind=kind)
    thrown = st.one_of(*map(_thrown_cities, kinds_of(kind)))
    return st.one_of(legal, legal.flatmap(partial(spoiled, most=1)), legal.flatmap(spoiled), thrown)


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
def _legal_cities(draw: st.DrawFn, kind: Kind, tile_set: TileSet | None, max_size: int) -> City:
    city, newest = City.of(start=kind), START
    supply = _any_moats(kind) if tile_set is None else _listed(tile_set)
    shape = draw(st.sampled_from(["anywhere", "compact", "winding"]))
    wet = [moats for moats in draw(st.sampled_from(_WET)) if moats in _patterns(kind)]
    # Hypothesis prefers short lists.
    least = draw(st.sampled_from([0, max_size // 4, max_size // 2, max_size * 9 // 10]))
    # The numbers of a face, of its moats and of its cell; the last two wrap around.
    choices = st.tuples(st.integers(0, len(supply) - 1), st.integers(0, 14), st.integers(0, 4 * TILES))
    each_once = st.lists(
        choices, min_size=least, max_size=max_size, unique_by=lambda choice: supply[choice[0]][1]
    )
    built = set()
    for which, around, place in draw(each_once):
        shown = supply[which][0]
        tile = shown if isinstance(shown, Built) else laid(shown, wet[around % len(wet)])
        legal = list(placement.legal_cells(city, tile.moats))
        if shape == "winding":
            legal = [cell for cell in legal if newest in _beside(cell)] or legal
        elif shape == "compact":
            touching = [len(city.cells & _beside(cell)) for cell in legal]
            legal = [cell for cell, many in zip(legal, touching, strict=True) if many == max(touching)]
        # A-BOX-2: of tiles with the same type and price no two have the same walls.
        if legal and tile.face not in built:
            newest = legal[place % len(legal)]
            city = city.extended(newest, tile)
            built.add(tile.face)
    return city


_Supply = list[tuple[Face | Built, object]]
"""Tiles, or faces for tiles with any moats, each with what can be chosen only once."""


@cache
def _listed(tile_set: TileSet) -> _Supply:
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
def spoiled(draw: st.DrawFn, city: City, *, most: int = 3) -> City:
    """Generate cities with up to ``most`` changes: a tile added, removed, exchanged or turned, or a moat."""
    for _ in range(draw(st.integers(1, most))):
        change = draw(st.sampled_from([_added, _taken, _exchanged, _turned, _with_another_edge]))
        city = draw((change if city.tiles else _added)(city))
    return city


@st.composite
def _added(draw: st.DrawFn, city: City) -> City:
    beside = sorted({other for cell in city.cells for other in _beside(cell)} - set(city.cells))
    cell = draw(st.sampled_from(beside) | _near | _far)
    tile = _upright_tiles(city.start) | _any_tiles(city.start)
    return city if cell in city.cells else city.extended(cell, draw(tile))


def _taken(city: City) -> st.SearchStrategy[City]:
    return st.sampled_from(sorted(city.tiles)).map(city.reduced)


def _exchanged(city: City) -> st.SearchStrategy[City]:
    other = _upright_tiles(city.start) | _any_tiles(city.start)
    return st.builds(city.exchanged, st.sampled_from(sorted(city.tiles)), other)


@st.composite
def _turned(draw: st.DrawFn, city: City) -> City:
    """Generate cities in which one roof points elsewhere; moats stay as they are."""
    cell, roof = draw(st.sampled_from(sorted(city.tiles))), draw(st.sampled_from(_SIDES[1:]))
    return city.exchanged(cell, laid(city.tiles[cell].face, city.tiles[cell].moats, roof))


@st.composite
def _with_another_edge(draw: st.DrawFn, city: City) -> City:
    """Generate cities with one moat added or removed, where possible on an edge between tiles."""
    inner = [
        (cell, side) for cell in sorted(city.tiles) for side in _SIDES if cell.neighbour(side) in city.cells
    ]
    # A tile that lies alone has only outer edges.
    cell, side = draw(st.sampled_from(inner or [(min(city.tiles), Edges.N)]))
    tile = city.tiles[cell]
    return city.exchanged(cell, laid(tile.face, tile.moats ^ side, tile.roof))


@st.composite
def _thrown_cities(draw: st.DrawFn, kind: Kind) -> City:
    """Generate any arrangement: dense and near the start tile, or scattered."""
    if draw(st.booleans()):
        strewn = draw(st.dictionaries(_far, _any_tiles(kind), max_size=TILES))
        return City.of({cell: tile for cell, tile in strewn.items() if cell != START}, kind)
    wide, high = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    tile = draw(st.sampled_from([_dry_tiles, _upright_tiles, _any_tiles]))(kind)
    frame = [Cell(x, y) for x in range(-1, wide + 1) for y in range(-1, high + 1) if (x, y) != (0, 0)]
    return City.of([(cell, draw(tile)) for cell in frame if draw(st.integers(0, 3)) > 0], kind)
