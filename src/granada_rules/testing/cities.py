"""Strategies for cities: legal ones, legal ones with mistakes, and arbitrary ones."""

from __future__ import annotations

from functools import partial

import attrs
from hypothesis import strategies as st

from granada_rules import placement
from granada_rules.arguments import short
from granada_rules.box import TILES, VALUES
from granada_rules.city import START, Built, City
from granada_rules.grid import REACH, Cell, Edges
from granada_rules.testing.values import edges, faces
from granada_rules.tile_set import TileSet
from granada_rules.tiles import Face, Kind

__all__ = ["cities", "legal_cities", "spoiled"]


def legal_cities(tile_set: TileSet | None = None, *, max_size: int = TILES) -> st.SearchStrategy[City]:
    """Generate cities that obey the building rules, of any size and shape, with many moats, few or none.

    With a tile set, its tiles are built, each at most once. Without one, the faces of the box are built, each
    at most once, with any moats that a tile can have (BOX-4). ``max_size`` does not count the start tile.
    Shrinks to the start tile alone.

    >>> from hypothesis import given
    >>> from granada_rules import placement
    >>> from granada_rules.testing import legal_cities
    >>> @given(legal_cities(max_size=20))
    ... def test_nothing_is_wrong(city):
    ...     assert not placement.violations(city)

    Raises ``ValueError`` if ``max_size`` is not 0 to 54.
    """
    if tile_set is not None and not isinstance(tile_set, TileSet):
        raise TypeError(f"tile_set: expected TileSet, or None for any moats, got {short(tile_set)}")
    if type(max_size) is not int or not 0 <= max_size <= TILES:
        raise ValueError(f"max_size: expected 0 to {TILES}, got {short(max_size)}")
    return _legal_cities(tile_set, max_size)


def cities() -> st.SearchStrategy[City]:
    """Generate any cities: legal ones, legal ones with one to three changes, and tiles anywhere.

    Most cities with one change are near misses: they break one rule in one place. Shrinks to a small legal
    city.
    """
    legal = legal_cities()
    return st.one_of(legal, legal.flatmap(partial(spoiled, most=1)), legal.flatmap(spoiled), _thrown_cities())


_SIDES = tuple(Edges)
_WET = ((Edges(0),), _SIDES, tuple(map(Edges, range(15))))
_ALL_FACES = tuple(Face(building, value) for building in Kind.GRANADA.buildings for value in VALUES)
_choices = st.tuples(st.integers(0, len(_ALL_FACES) - 1), st.integers(0, 14), st.integers(0, 4 * TILES))
"""A tile: the numbers of its face, of its moats and of its cell; they wrap around."""


@st.composite
def _legal_cities(draw: st.DrawFn, tile_set: TileSet | None, max_size: int) -> City:
    city, newest = City.of(), START
    shape = draw(st.sampled_from(["anywhere", "compact", "winding"]))
    wet = draw(st.sampled_from(_WET))
    # Hypothesis prefers short lists.
    least = draw(st.sampled_from([0, max_size // 4, max_size // 2, max_size * 9 // 10]))
    each_once = partial(_tile, tile_set)
    for choice in draw(st.lists(_choices, min_size=least, max_size=max_size, unique_by=each_once)):
        which, around, place = choice
        face = _ALL_FACES[which]
        moats = wet[around % len(wet)] if tile_set is None else tile_set.moats(face)
        legal = list(placement.legal_cells(city, moats))
        if shape == "winding":
            legal = [cell for cell in legal if newest in _beside(cell)] or legal
        elif shape == "compact":
            touching = [len(city.cells & _beside(cell)) for cell in legal]
            legal = [cell for cell, many in zip(legal, touching, strict=True) if many == max(touching)]
        if legal:
            newest = legal[place % len(legal)]
            city = city.extended(newest, Built(face, moats))
    return city


def _tile(tile_set: TileSet | None, choice: tuple[int, int, int]) -> object:
    """Return what can be chosen only once: the tile, or without a tile set the face."""
    face = _ALL_FACES[choice[0]]
    return face if tile_set is None else tile_set.tile(face)


def _beside(cell: Cell) -> set[Cell]:
    return {cell.neighbour(side) for side in _SIDES}


_any_tiles = st.builds(Built, faces(), edges(), st.sampled_from(_SIDES))
_upright_tiles = st.builds(Built, faces(), edges())
_dry_tiles = st.builds(Built, faces(), st.just(Edges(0)))
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
    return city if cell in city.cells else city.extended(cell, draw(_upright_tiles | _any_tiles))


def _taken(city: City) -> st.SearchStrategy[City]:
    return st.sampled_from(sorted(city.tiles)).map(city.reduced)


def _exchanged(city: City) -> st.SearchStrategy[City]:
    return st.builds(city.exchanged, st.sampled_from(sorted(city.tiles)), _upright_tiles | _any_tiles)


@st.composite
def _turned(draw: st.DrawFn, city: City) -> City:
    """Generate cities in which one roof points elsewhere; moats stay as they are."""
    cell, roof = draw(st.sampled_from(sorted(city.tiles))), draw(st.sampled_from(_SIDES[1:]))
    return city.exchanged(cell, attrs.evolve(city.tiles[cell], roof=roof))


@st.composite
def _with_another_edge(draw: st.DrawFn, city: City) -> City:
    """Generate cities with one moat added or removed, where possible on an edge between tiles."""
    inner = [
        (cell, side) for cell in sorted(city.tiles) for side in _SIDES if cell.neighbour(side) in city.cells
    ]
    # A tile that lies alone has only outer edges.
    cell, side = draw(st.sampled_from(inner or [(min(city.tiles), Edges.N)]))
    tile = city.tiles[cell]
    return city.exchanged(cell, attrs.evolve(tile, moats=tile.moats ^ side))


@st.composite
def _thrown_cities(draw: st.DrawFn) -> City:
    """Generate any arrangement: dense and near the start tile, or scattered."""
    if draw(st.booleans()):
        strewn = draw(st.dictionaries(_far, _any_tiles, max_size=TILES))
        return City.of({cell: tile for cell, tile in strewn.items() if cell != START})
    wide, high = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    tile = draw(st.sampled_from([_dry_tiles, _upright_tiles, _any_tiles]))
    frame = [Cell(x, y) for x in range(-1, wide + 1) for y in range(-1, high + 1) if (x, y) != (0, 0)]
    return City.of([(cell, draw(tile)) for cell in frame if draw(st.integers(0, 3)) > 0])
