"""The building rules, BUILD-1 to BUILD-6: violations, and where a tile may be built, removed or exchanged.

All of it is shifts and masks over the bit sets of a city. In the layout of `granada_rules.grid`, the set
of cells whose *north* neighbour is in ``cells`` is ``cells << WIDTH``; south: ``>> WIDTH``; west: ``<< 1``;
east: ``>> 1``. And ``(a | b) ^ b`` is ``a`` without ``b``, at half the cost of ``a & ~b``.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from granada_rules.arguments import expect, short
from granada_rules.box import Box
from granada_rules.city import START, Built, City, Laid, built, can_be_laid, tile_at
from granada_rules.clauses import Clause, Violation, some
from granada_rules.grid import SPAN, WIDTH, Cell, Cells, Edge, Edges, bit, cells_of, edge_bits
from granada_rules.sealed import remembered
from granada_rules.sites import sites
from granada_rules.tiles import Face

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["exchangeable_cells", "legal_cells", "removable_cells", "violations", "why_not"]


@remembered(City)
def violations(city: City) -> tuple[Violation, ...]:
    """Return all violations of the building rules, for any arrangement of tiles; empty if the city is legal.

    In the order of the clauses, and for each clause in reading order. BUILD-6 has no violations of its
    own: the start tile has no moats, so a moat against it breaks BUILD-2.

    >>> from granada_rules.tiles import Face
    >>> city = City.of({Cell(1, 0): (Face.parse("SC10"), Edges.W)})
    >>> for violation in violations(city):
    ...     print(violation)
    BUILD-2: SC10 at 1,0 has a moat to the west against the start tile, which never has one (BUILD-6)
    BUILD-3: SC10 at 1,0 cannot be reached on foot from the start tile
    """
    tiles = city.occupied
    has_north, has_east, north, east = _neighbours(city)

    # BUILD-1: all roofs point north.
    turned = city.turned

    # BUILD-2: touching edges match. BUILD-6: no set of moats ever holds the start tile.
    unlike_north = (city.north ^ city.south << WIDTH) & has_north
    unlike_east = (city.east ^ city.west >> 1) & has_east

    # BUILD-3: every tile can be reached on foot from the start tile.
    unreached = tiles ^ _flood(bit(START, city.top, city.left), north, east, everything=tiles)

    # BUILD-4: every tile touches another. It does if one can walk to it; and the start tile may be alone.
    alone = 0
    if unreached:
        alone = tiles & ~(has_north | has_north >> WIDTH | has_east | has_east << 1)

    # BUILD-5: no empty area is enclosed. In one connected piece the holes can simply be counted.
    may_have_holes = unreached or _holes_if_connected(tiles)

    if not (turned or unlike_north or unlike_east or may_have_holes):
        return ()

    def cells(bits: int) -> Cells:
        return cells_of(bits, city.top, city.left)

    unlike = [_unlike(city, Edge(cell, Edges.N)) for cell in cells(unlike_north)]
    unlike += [_unlike(city, Edge(cell, Edges.E)) for cell in cells(unlike_east)]
    return (
        *(_turned(cell, tile_at(city, cell)) for cell in cells(turned)),
        *sorted(unlike, key=attrgetter("cells")),
        *(_unreachable(*_witness(city, cells(group))) for group in _groups(unreached, north, east)),
        *(_alone(*_witness(city, [cell])) for cell in cells(alone)),
        *(_enclosed(cells(area)) for area in (_enclosed_areas(tiles) if may_have_holes else ())),
    )


def legal_cells(city: City, edges: Edges) -> Cells:
    """Return where a tile with these moats may be built, by BUILD-2 to BUILD-6. Presumes a legal city.

    It looks only at the eight cells around each cell, which is enough in a legal city. For an illegal city
    the answer is still "edges match, a neighbour can be walked to, the tiles around leave one gap", but that
    does not prove anything: use `why_not`, which judges the whole city afterwards.

    >>> print(*legal_cells(City.of({}), Edges.S))
    -1,0 1,0 0,-1
    """
    if type(edges) is not Edges:
        raise _no_edges(edges)
    return cells_of(sites(city).fitting(edge_bits(edges)), city.top, city.left)


@remembered(City)
def removable_cells(city: City) -> Cells:
    """Return which tiles may be removed (REBUILD-2, REBUILD-4, REBUILD-5). Presumes a legal city.

    For an illegal city the answer is the tiles that can be reached, that lie beside an empty cell and that no
    other reachable tile needs, but that does not prove anything: use `violations` of the reduced city.

    >>> from granada_rules.tiles import Face
    >>> tiles = {Cell(1, 0): (Face.parse("SC4"), Edges.N), Cell(2, 0): (Face.parse("SC6"), Edges.N)}
    >>> print(*removable_cells(City.of(tiles)))
    2,0
    """
    tiles = city.occupied
    _, _, north, east = _neighbours(city)
    # BUILD-3: nobody needs to walk across it. REBUILD-5: the start tile stays.
    removable = _dispensable(bit(START, city.top, city.left), tiles, north, east)
    # BUILD-5: with a tile on every side the place itself would be enclosed.
    surrounded = tiles << WIDTH & tiles >> WIDTH & tiles << 1 & tiles >> 1
    return cells_of((removable | surrounded) ^ surrounded, city.top, city.left)


def exchangeable_cells(city: City, edges: Edges) -> Cells:
    """Return which tiles may be exchanged for one with these moats (REBUILD-3 … REBUILD-5).

    Presumes a legal city. Only touching edges matter: if they match before and after, the same ways are open.
    For an illegal city the answer is the tiles whose touching edges equal those given.

    >>> from granada_rules.tiles import Face
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
    # REBUILD-5: the start tile stays.
    unlike |= bit(START, city.top, city.left)
    return cells_of((city.occupied | unlike) ^ unlike, city.top, city.left)


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

    >>> from granada_rules.tiles import Face
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
    turned = [] if tile.roof is Edges.N else [_turned(cell, tile)]
    if cell in city.cells:
        # BUILD-4: tiles touch edge to edge, they do not lie on one another.
        reason = f"{_name(city, cell)} lies there already, and tiles touch edge to edge only"
        return (*turned, Violation(Clause.BUILD_4, reason, cells=(cell,), faces=(tile.face,)))
    # BOX-2, A-BOX-2: there are 54 tiles.
    reach = Box.of(city.start).reach
    reason = (
        f"{cell} is further from the start tile than {reach}"
        if max(abs(cell.x), abs(cell.y)) > reach
        else f"with {cell} tiles lie in more than {SPAN} rows or columns"
    )
    message = f"{reason}, where the tiles of the box cannot lead"
    too_far = Violation(Clause.BOX_2.of(city.start), message, cells=(cell,), faces=(tile.face,))
    witness: _Witness = [f"{tile.face} at {cell}"], (cell,), (tile.face,)
    touches = any(cell.neighbour(side) in city.cells for side in Edges)
    lost = [] if touches else [_unreachable(*witness), _alone(*witness)]
    return (too_far, *turned, *lost)


def _no_edges(given: object) -> TypeError:
    return TypeError(f"expected Edges, such as Edges.parse('NE'), got {short(given)}")


def _touching(cells: int) -> tuple[int, int]:
    """Return the cells with a neighbour to the north, and those with one to the east."""
    return cells & cells << WIDTH, cells & cells >> 1


@remembered(City)
def _neighbours(city: City) -> tuple[int, int, int, int]:
    """Return the tiles with a neighbour to the north and to the east, and those where one can walk to it.

    BUILD-3: one can if neither side has a moat.
    """
    has_north, has_east = _touching(city.occupied)
    moats_north, moats_east = city.north | city.south << WIDTH, city.east | city.west >> 1
    return has_north, has_east, (has_north | moats_north) ^ moats_north, (has_east | moats_east) ^ moats_east


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


def _dispensable(start: int, tiles: int, north: int, east: int) -> int:
    """Return the tiles that one can reach from the start tile and that no other such tile needs.

    ``north`` and ``east`` are the tiles from which ways lead there. Clockwise around a tile, there is a gap
    between two ways unless they belong to a square of four tiles in which one can walk around. A tile is
    needed if two of its gaps lead to one area without ways: a line from one gap through that area to the
    other, and back across the tile, has other tiles on both sides.
    """
    tiles = _flood(start, north, east, everything=tiles)
    north, east = north & tiles, east & tiles
    south, west = north >> WIDTH, east << 1
    # REBUILD-5: the start tile stays.
    needed = start
    for area in _areas(tiles, north, west):
        # A gap begins at the corner behind a way.
        first, second = north & area >> 1, east & area >> WIDTH + 1
        third, fourth = south & area >> WIDTH, west & area
        needed |= first & second | third & fourth | (first | second) & (third | fourth)
    return (tiles | needed) ^ needed


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
    outside = 0 if _holes_if_connected(tiles) else _flood((corners | inner) ^ inner, *along)
    yield outside
    yield from _groups(corners ^ outside, *along)


_TOWARDS = {Edges.N: "north", Edges.E: "east", Edges.S: "south", Edges.W: "west"}


def _turned(cell: Cell, tile: Built) -> Violation:
    message = f"{tile.face} at {cell} lies turned: its roof points {_TOWARDS[tile.roof]}, not north"
    return Violation(Clause.BUILD_1, message, cells=(cell,), faces=(tile.face,))


def _unlike(city: City, edge: Edge) -> Violation:
    cells = tuple(sorted((edge.cell, edge.across.cell)))
    wet, dry = sorted((edge, edge.across), key=lambda side: not _has_moat(city, side))
    has_none = "which never has one (BUILD-6)" if dry.cell == START else "which has none there"
    barrier = Box.of(city.start).barrier
    moat = f"{_name(city, wet.cell)} has a {barrier} to the {_TOWARDS[wet.side]}"
    message = f"{moat} against {_name(city, dry.cell)}, {has_none}"
    return Violation(Clause.BUILD_2, message, cells=cells, edges=(edge,), faces=_faces(city, cells))


_Witness = tuple[list[str], tuple[Cell, ...], tuple[Face, ...]]
"""The names of tiles, their cells, and their faces; the start tile has no face."""


def _witness(city: City, cells: Iterable[Cell]) -> _Witness:
    where = tuple(cells)
    return [_name(city, cell) for cell in where], where, _faces(city, where)


def _unreachable(names: list[str], cells: tuple[Cell, ...], faces: tuple[Face, ...]) -> Violation:
    message = f"{some(names)} cannot be reached on foot from the start tile"
    return Violation(Clause.BUILD_3, message, cells=cells, faces=faces)


def _alone(names: list[str], cells: tuple[Cell, ...], faces: tuple[Face, ...]) -> Violation:
    message = f"{names[0]} touches no other tile edge to edge"
    return Violation(Clause.BUILD_4, message, cells=cells, faces=faces)


def _enclosed(cells: Cells) -> Violation:
    message = f"tiles enclose the empty {'cell' if len(cells) == 1 else 'cells'} {some(map(str, cells))}"
    return Violation(Clause.BUILD_5, message, cells=tuple(cells))


def _has_moat(city: City, edge: Edge) -> bool:
    return edge.cell != START and edge.side in tile_at(city, edge.cell).moats


def _faces(city: City, cells: Iterable[Cell]) -> tuple[Face, ...]:
    return tuple(tile_at(city, cell).face for cell in cells if cell != START)


def _name(city: City, cell: Cell) -> str:
    return "the start tile" if cell == START else f"{tile_at(city, cell).face} at {cell}"
