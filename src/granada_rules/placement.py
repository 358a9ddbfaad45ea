"""The building rules, BUILD-1 to BUILD-6: violations, and where a tile may be built, removed or exchanged.

A layout of both kinds of tiles has two parts: that of the start tile, and that of the other kind. MIX-15 to
MIX-25 say how they lie together.

All of it is shifts and masks over the bit sets of a city. In the layout of `granada_rules.box.grid`, the set
of cells whose *north* neighbour is in ``cells`` is ``cells << WIDTH``; south: ``>> WIDTH``; west: ``<< 1``;
east: ``>> 1``.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from granada_rules.base import expect, remembered, short
from granada_rules.box import WIDTH, Cell, Cells, Edge, Edges, Kind, Laid, built, cells_of, edge_bits
from granada_rules.city import (
    City,
    can_be_laid,
    reasons,
    second_bit,
    sites,
    start_bit,
    staying,
    surrounded,
    tile_at,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.box import Violation

__all__ = ["exchangeable_cells", "legal_cells", "removable_cells", "violations", "why_not"]


@remembered(City)
def violations(city: City) -> tuple[Violation, ...]:
    """Return all violations of the building rules, for any arrangement of tiles; empty if the city is legal.

    In the order of the clauses, and for each clause in reading order. BUILD-6 has no violations of its
    own: the start tile has no moats, so a moat against it breaks BUILD-2.

    >>> from granada_rules import Face
    >>> city = City.of({Cell(1, 0): (Face.parse("SC10"), Edges.W)})
    >>> for violation in violations(city):
    ...     print(violation)
    BUILD-2: SC10 at 1,0 has a moat to the west against the start tile, which never has one (BUILD-6)
    BUILD-3: SC10 at 1,0 cannot be reached on foot from the start tile
    """
    tiles, other = city.occupied, city.other
    has_north, has_east, north, east = _neighbours(city)

    # BUILD-1, MIX-15: all roofs point north.
    turned = city.turned

    # BUILD-2, MIX-16: touching edges match. BUILD-6: no set of moats ever holds the start tile.
    unlike_north = (city.north ^ city.south << WIDTH) & has_north
    unlike_east = (city.east ^ city.west >> 1) & has_east

    firsts, is_apart = start_bit(city), False
    if other:
        across_north, across_east = _across(city)
        # MIX-17: a wall on one side of an edge between the kinds, and a moat on the other. MIX-18: the start
        # tile has none.
        barred_north, barred_east = city.north | city.south << WIDTH, city.east | city.west >> 1
        unlike_north |= across_north & ~barred_north
        unlike_east |= across_east & ~barred_east
        # MIX-19: the first tile of the other kind touches so at least once.
        if other & other - 1 == 0:
            across_north, across_east = across_north & ~unlike_north, across_east & ~unlike_east
        # MIX-22: later the two parts touch.
        is_apart = not (across_north or across_east)
        # MIX-21: one walks through each part from its own first tile.
        firsts |= _first_of_other(city)

    # BUILD-3, MIX-21: every tile can be reached on foot from the start tile.
    unreached = tiles ^ _flood(firsts, north, east, everything=tiles)

    # BUILD-4, MIX-22: every tile touches another. It does if one can walk to it; and the start tile may be
    # alone.
    alone = 0
    if unreached or is_apart:
        alone = tiles & ~(has_north | has_north >> WIDTH | has_east | has_east << 1)

    # BUILD-5, MIX-23: no empty area is enclosed. In one connected piece the holes can simply be counted.
    may_have_holes = unreached or is_apart or _holes_if_connected(tiles)

    if not (turned or unlike_north or unlike_east or may_have_holes):
        return ()

    holes = _enclosed_areas(tiles) if may_have_holes else ()
    return (
        *(reasons.turned(cell, tile_at(city, cell)) for cell in _cells(city, turned)),
        *_unlike(city, unlike_north, unlike_east),
        *_unconnected(city, unreached, alone, is_apart=is_apart),
        *(reasons.enclosed(city, _cells(city, hole)) for hole in holes),
    )


def _unlike(city: City, north: int, east: int) -> list[Violation]:
    """Return that edges do not go together, given the tiles to whose north and east they are."""
    edges = [Edge(cell, Edges.N) for cell in _cells(city, north)]
    edges += [Edge(cell, Edges.E) for cell in _cells(city, east)]
    return sorted((reasons.unlike(city, edge) for edge in edges), key=_by_clause)


def _unconnected(city: City, unreached: int, alone: int, *, is_apart: bool) -> list[Violation]:
    """Return that tiles cannot be reached, or touch no others, or the parts not each other."""
    _, _, north, east = _neighbours(city)
    lost = [reasons.unreachable(city, _cells(city, group)) for group in _groups(unreached, north, east)]
    if is_apart:
        other = city.other
        # MIX-19 is about a single tile, and says it all.
        alone = alone & ~other if other & other - 1 == 0 else alone
        lost.append(reasons.apart(city, _cells(city, other)))
    lost += [reasons.alone(city, cell) for cell in _cells(city, alone)]
    return sorted(lost, key=_by_clause)


def _cells(city: City, bits: int) -> Cells:
    return cells_of(bits, city.top, city.left)


_by_clause = attrgetter("clause", "cells")


def legal_cells(city: City, edges: Edges, kind: Kind | None = None) -> Cells:
    """Return where a tile with these moats may be built, by BUILD-2 to BUILD-6. Presumes a legal city.

    ``kind`` is the kind of the tile; None is that of the start tile. In a layout of both kinds, and for the
    first tile of Granada beside an Alhambra, MIX-16 to MIX-23 decide.

    It looks only at the eight cells around each cell, which is enough in a legal city. For an illegal city
    the answer is still "edges match, a neighbour can be walked to, the tiles around leave one gap", but that
    does not prove anything: use `why_not`, which judges the whole city afterwards.

    >>> print(*legal_cells(City.of({}), Edges.S))
    -1,0 1,0 0,-1
    """
    if type(edges) is not Edges:
        raise _no_edges(edges)
    if type(city) is not City:
        raise _no_city(city)
    places = sites(city, _sound_kind(city, kind))
    return _cells(city, places.fitting(edge_bits(edges)))


@remembered(City)
def removable_cells(city: City) -> Cells:
    """Return which tiles may be removed (REBUILD-2, REBUILD-4, REBUILD-5). Presumes a legal city.

    For an illegal city the answer is the tiles that can be reached, that lie beside an empty cell and that no
    other reachable tile needs, but that does not prove anything: use `violations` of the reduced city.

    >>> from granada_rules import Face
    >>> tiles = {Cell(1, 0): (Face.parse("SC4"), Edges.N), Cell(2, 0): (Face.parse("SC6"), Edges.N)}
    >>> print(*removable_cells(City.of(tiles)))
    2,0
    """
    tiles, other = city.occupied, city.other
    _, _, north, east = _neighbours(city)
    # BUILD-3: nobody needs to walk across it.
    removable = _dispensable(start_bit(city), tiles ^ other, north, east)
    # REBUILD-5, MIX-20: some are never removed.
    kept = staying(city)
    # BUILD-5, MIX-23: with a tile on every side the place itself would be enclosed.
    kept |= surrounded(tiles)
    if other:
        # MIX-21: the same in the part of the other kind.
        removable |= _dispensable(_first_of_other(city), other, north, east)
        # MIX-22: without some the parts would not touch.
        kept |= _only_contacts(city)
    return _cells(city, removable & ~kept)


def exchangeable_cells(city: City, edges: Edges, kind: Kind | None = None) -> Cells:
    """Return which tiles may be exchanged for one with these moats (REBUILD-3 … REBUILD-5, MIX-24).

    Presumes a legal city. Only touching edges matter: if they match before and after, the same ways are open.
    ``kind`` is the kind of the new tile; None is that of the start tile. The old one is of the same kind
    (MIX-25).
    For an illegal city the answer is the tiles whose touching edges equal those given.

    >>> from granada_rules import Face
    >>> tiles = {Cell(1, 0): (Face.parse("SC4"), Edges.N), Cell(2, 0): (Face.parse("SC6"), Edges.N)}
    >>> print(*exchangeable_cells(City.of(tiles), Edges.E))
    2,0
    """
    if type(edges) is not Edges:
        raise _no_edges(edges)
    moats = edges.value
    wet_north, wet_east, wet_south, wet_west, dry_north, dry_east, dry_south, dry_west = _touching_edges(city)
    # BUILD-2: where the old tile has a moat against another the new one has, too, and where not, not.
    unlike = dry_north if moats & 1 else wet_north
    unlike |= dry_east if moats & 2 else wet_east
    unlike |= dry_south if moats & 4 else wet_south
    unlike |= dry_west if moats & 8 else wet_west
    # REBUILD-5, MIX-20: some are never exchanged.
    unlike |= staying(city)
    tiles = city.occupied
    if kind is not None or city.other:
        # MIX-25: where a tile of one kind has an open edge to another, none of the other kind fits.
        tiles = tiles ^ city.other if _sound_kind(city, kind) is city.start else city.other
    return _cells(city, tiles & ~unlike)


@remembered(City)
def _touching_edges(city: City) -> tuple[int, ...]:
    """Return the tiles that touch another with a moat to the north, east, south, west; and those without."""
    tiles = city.occupied
    north, south = tiles << WIDTH & tiles, tiles >> WIDTH & tiles
    east, west = tiles >> 1 & tiles, tiles << 1 & tiles
    wet = city.north & north, city.east & east, city.south & south, city.west & west
    return *wet, north ^ wet[0], east ^ wet[1], south ^ wet[2], west ^ wet[3]


def why_not(city: City, cell: Cell, tile: Laid) -> tuple[Violation, ...]:
    """Return all reasons why that tile may not be built at that cell; empty if it may.

    The city is judged as it would be afterwards, whatever it was before (REBUILD-4). On another tile, or too
    far away, the edges are not compared.

    >>> from granada_rules import Face
    >>> park = (Face.parse("PA6"), Edges.E)
    >>> why_not(City.of({}), Cell(1, 0), park)
    ()
    >>> for violation in why_not(City.of({}), Cell(1, 1), park):
    ...     print(violation)
    BUILD-3: PA6 at 1,1 cannot be reached on foot from the start tile
    BUILD-4: PA6 at 1,1 touches no other tile edge to edge
    BUILD-4: the start tile touches no other tile edge to edge
    """
    expect(city, City)
    expect(cell, Cell)
    tile = built(tile)
    if can_be_laid(city, cell):
        return violations(city.extended(cell, tile))
    turned = [] if tile.roof is Edges.N else [reasons.turned(cell, tile)]
    if cell in city.cells:
        return (*turned, reasons.lies_on(city, cell, tile))
    too_far, *lost = reasons.too_far(city, cell, tile)
    return (too_far, *turned, *lost)


def _no_city(given: object) -> TypeError:
    return TypeError(f"expected City, got {short(given)}")


def _no_edges(given: object) -> TypeError:
    return TypeError(f"expected Edges, such as Edges.parse('NE'), got {short(given)}")


def _sound_kind(city: City, kind: Kind | None) -> Kind:
    """Return the kind of a tile, which is that of the start tile unless it is given."""
    if kind is None:
        return city.start
    expect(kind, Kind)
    return kind


def _touching(cells: int) -> tuple[int, int]:
    """Return the cells with a neighbour to the north, and those with one to the east."""
    return cells & cells << WIDTH, cells & cells >> 1


@remembered(City)
def _neighbours(city: City) -> tuple[int, int, int, int]:
    """Return the tiles with a neighbour to the north and to the east, and those where one can walk to it.

    BUILD-3: one can if neither side has a moat. MIX-21: and if both tiles are of one kind.
    """
    has_north, has_east = _touching(city.occupied)
    moats_north, moats_east = city.north | city.south << WIDTH, city.east | city.west >> 1
    if city.other:
        across_north, across_east = _across(city)
        moats_north, moats_east = moats_north | across_north, moats_east | across_east
    return has_north, has_east, has_north & ~moats_north, has_east & ~moats_east


@remembered(City)
def _across(city: City) -> tuple[int, int]:
    """Return the tiles with a neighbour of another kind to the north, and those with one to the east."""
    other = city.other
    has_north, has_east = _touching(city.occupied)
    return (other ^ other << WIDTH) & has_north, (other ^ other >> 1) & has_east


def _first_of_other(city: City) -> int:
    """Return the bit of a tile from which one walks through the other part (MIX-21)."""
    return second_bit(city) or city.other & -city.other


def _only_contacts(city: City) -> int:
    """Return the tiles that touch all tiles of the other part that touch theirs."""
    other, (north, east) = city.other, _across(city)
    touching = north | north >> WIDTH | east | east << 1
    parts = touching & other, touching & ~other
    return sum(contacts for contacts in parts if contacts & contacts - 1 == 0)


def _flood(seed: int, north: int, east: int, everything: int = -1) -> int:
    """Return all that can be reached from a seed, given where one can go north and east (and back).

    ``everything`` lets the flood stop as soon as all tiles are reached.
    """
    # In a tall city take two rows at a time: each row makes the bit sets longer, so this is the slow case.
    row, two_rows = WIDTH, 2 * WIDTH
    north_twice = north & north << row if north.bit_length() > 20 * row else 0
    before = 0
    while seed != before:
        before = seed
        seed |= (seed & east) << 1
        seed |= seed >> 1 & east
        seed |= (seed & north) >> row
        seed |= seed << row & north
        if north_twice:
            seed |= (seed & north_twice) >> two_rows
            seed |= seed << two_rows & north_twice
        if seed == everything:
            break
    return seed


def _groups(cells: int, north: int, east: int) -> Iterator[int]:
    """Split cells into connected groups."""
    while cells:
        group = _flood(cells & -cells, north, east)
        yield group
        cells ^= group


def _holes_if_connected(cells: int) -> int:
    """Count the enclosed areas among connected cells: by Euler, corners - edges + cells + holes = 1."""
    horizontal = cells | cells << WIDTH
    edges = horizontal.bit_count() + (cells | cells << 1).bit_count()
    corners = (horizontal | horizontal << 1).bit_count()
    return 1 - (corners - edges + cells.bit_count())


def _enclosed_areas(tiles: int) -> Iterator[int]:
    """Yield the empty areas that are not connected, edge to edge, with the outside (BUILD-5)."""
    rows = tiles.bit_length() // WIDTH + 2
    empty = (1 << rows * WIDTH) - 1 & ~tiles
    ways = _touching(empty)
    # The first bit is outside: the margin to the west is always empty.
    yield from _groups(empty ^ _flood(1, *ways), *ways)


def _dispensable(first: int, tiles: int, north: int, east: int) -> int:
    """Return the tiles that one can reach from a first tile and that no other such tile needs.

    ``north`` and ``east`` are the tiles from which ways lead there. Clockwise around a tile, there is a gap
    between two ways unless they belong to a square of four tiles in which one can walk around. A tile is
    needed if two of its gaps lead to one area without ways: a line from one gap through that area to the
    other, and back across the tile, has other tiles on both sides.
    """
    tiles = _flood(first, north, east, everything=tiles)
    north, east = north & tiles, east & tiles
    south, west = north >> WIDTH, east << 1
    needed = 0
    for area in _areas(tiles, north, west):
        # A gap begins at the corner behind a way.
        first, second = north & area >> 1, east & area >> WIDTH + 1
        third, fourth = south & area >> WIDTH, west & area
        needed |= first & second | third & fourth | (first | second) & (third | fourth)
    return tiles & ~needed


def _areas(tiles: int, north: int, west: int) -> Iterator[int]:
    """Yield the areas without ways, outside connected tiles and between them, each by its corners.

    A corner has the bit of the tile to its south east. ``north`` and ``west`` are the tiles from which ways
    lead there.
    """
    columns, rows = tiles | tiles << WIDTH, tiles | tiles << 1
    squares = north & north << 1 & west & west << WIDTH
    corners = (columns | columns << 1) ^ squares
    # By Euler, tiles - ways + squares + areas between tiles = 1.
    if tiles.bit_count() - north.bit_count() - west.bit_count() + squares.bit_count() == 1:
        yield corners
        return
    # One gets from corner to corner of an area along the sides of tiles that no way leads across.
    along = (rows ^ west) << WIDTH, columns ^ north
    # All corners of empty cells are outside, unless an illegal city encloses some.
    inner = tiles & tiles << 1
    inner &= inner << WIDTH
    outside = 0 if _holes_if_connected(tiles) else _flood(corners & ~inner, *along)
    yield outside
    yield from _groups(corners ^ outside, *along)
