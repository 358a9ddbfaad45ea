"""Where a tile can be built in a legal city, or lie in the place of another, on bit sets.

In the layout of `granada_rules.grid`, the set of cells whose *north* neighbour is in ``cells`` is
``cells << WIDTH``; south: ``>> WIDTH``; west: ``<< 1``; east: ``>> 1``. And ``(a | b) ^ b`` is ``a`` without
``b``, at half the cost of ``a & ~b``.
"""

from __future__ import annotations

from granada_rules.city import START, City, reachable
from granada_rules.grid import WIDTH, Cell, bit, cells_at
from granada_rules.sealed import remembered

__all__ = ["fitting", "listed", "removable"]


def fitting(city: City, moats: int) -> int:
    """Return the empty cells where a tile with these moats may be built, by BUILD-2 to BUILD-6."""
    sites, *planes = _sites(city)
    unlike = _unlike(planes, moats)
    return (sites | unlike) ^ unlike


def listed(city: City, moats: int) -> tuple[list[Cell], list[Cell]]:
    """Return the cells where a tile with these moats may be built, and those whose tiles it may replace.

    Presumes a legal city. The lists are remembered, and not to be changed.
    """
    known = _listed(city)
    if moats not in known:
        sites, *planes = _sites(city)
        # REBUILD-5: the start tile stays.
        tiles = city.occupied ^ bit(START, city.top, city.left)
        unlike = _unlike(planes, moats)
        top, left = city.top, city.left
        # REBUILD-1, REBUILD-3: the same moats fit beside the neighbours, whether a tile lies there or not.
        known[moats] = (
            cells_at((sites | unlike) ^ unlike, top, left),
            cells_at((tiles | unlike) ^ unlike, top, left),
        )
    return known[moats]


@remembered(City)
def _listed(_city: City) -> dict[int, tuple[list[Cell], list[Cell]]]:
    """By the moats of a tile, what was listed for it."""
    return {}


def _unlike(planes: list[int], moats: int) -> int:
    """Return the cells whose neighbours a tile with these moats does not match."""
    wet_north, wet_east, wet_south, wet_west, dry_north, dry_east, dry_south, dry_west = planes
    # BUILD-2, BUILD-6: a moat wants a moat on the other side, no moat wants none.
    unlike = dry_north if moats & 1 else wet_north
    unlike |= dry_east if moats & 2 else wet_east
    unlike |= dry_south if moats & 4 else wet_south
    return unlike | (dry_west if moats & 8 else wet_west)


@remembered(City)
def _sites(city: City) -> tuple[int, ...]:
    """Return the empty cells that a legal city can fill without enclosing others (BUILD-5), and reach.

    Around such a cell the tiles form one run, so there is one gap between them. Two runs are joined elsewhere
    in the city, and the new tile would close a ring around one of the gaps. Clockwise, a gap ends where an
    empty side is followed by a tile at the corner or on the next side.

    Followed by eight more sets: the cells with a moat of another tile to their north, east, south and west,
    and those with a side without a moat there.
    """
    tiles = city.occupied
    north, east, south, west = tiles << WIDTH, tiles >> 1, tiles >> WIDTH, tiles << 1
    first = (north >> 1 | east | north) ^ north
    second = (south >> 1 | south | east) ^ east
    third = (south << 1 | west | south) ^ south
    fourth = (north << 1 | north | west) ^ west
    one_or_three = first ^ second ^ third ^ fourth
    unfit = first & second | third & fourth | tiles
    sites = ((one_or_three | unfit) ^ unfit) & reachable(city)
    wet = city.south << WIDTH, city.west >> 1, city.north >> WIDTH, city.east << 1
    dry = north ^ wet[0], east ^ wet[1], south ^ wet[2], west ^ wet[3]
    # BUILD-3, BUILD-4: one can walk there from some side without a moat, which a tile that fits leaves open.
    return sites & (dry[0] | dry[1] | dry[2] | dry[3]), *wet, *dry


@remembered(City)
def removable(city: City) -> list[Cell] | None:
    """Return the cells of the tiles that a legal city can miss; None if one has to walk to find out.

    Around a tile, the neighbours one can walk to form groups: two consecutive ones are in the same group if
    one can walk between them by way of the tile at the corner. With one group, they do not need the tile in
    the middle. With two, they need it, unless another way leads around: but then it leads around a moat that
    is closed in by tiles. There is no such moat if tiles - ways + open squares is 1 (Euler).
    """
    tiles = city.occupied
    _, _, _, _, _, dry_north, dry_east, dry_south, dry_west = _sites(city)
    north, east, south, west = tiles & dry_north, tiles & dry_east, tiles & dry_south, tiles & dry_west
    # Squares of four tiles in which one can walk around, each by its tile in the south west.
    squares = north & east & east << WIDTH & north >> 1
    if tiles.bit_count() - north.bit_count() - east.bit_count() + squares.bit_count() != 1:
        return None
    # Clockwise, a group begins at a neighbour without a square between it and the previous one.
    before_north, before_south = squares << 1, squares >> WIDTH
    before_west = before_north >> WIDTH
    first = (north | before_north) ^ before_north
    second = (east | squares) ^ squares
    third = (south | before_south) ^ before_south
    fourth = (west | before_west) ^ before_west
    needed = first & second | third & fourth | (first | second) & (third | fourth)
    # BUILD-5: with a tile on every side the place itself would be enclosed. REBUILD-5: the start tile stays.
    needed |= tiles << WIDTH & tiles >> WIDTH & tiles << 1 & tiles >> 1 | bit(START, city.top, city.left)
    return cells_at((tiles | needed) ^ needed, city.top, city.left)
