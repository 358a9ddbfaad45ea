"""`Sites`: where tiles can be built in a legal city, or lie in the place of others, on bit sets.

In the layout of `granada_rules.box.grid`, the set of cells whose *north* neighbour is in ``cells`` is
``cells << WIDTH``; south: ``>> WIDTH``; west: ``<< 1``; east: ``>> 1``.
"""

from __future__ import annotations

from typing import final

import attrs

from granada_rules.base import remembered
from granada_rules.box import WIDTH, Cell, Kind, cells_at
from granada_rules.city.city import City, reachable, staying

__all__ = ["Sites", "sites", "surrounded"]


@final
@attrs.define(eq=False, repr=False)
class Sites:
    """What is known of a city that is presumed to be legal."""

    _top: int
    _left: int
    _tiles: int
    _movable: int
    """Tiles that may be exchanged (REBUILD-5, MIX-20)."""
    _sites: int
    """Empty cells that can be filled without enclosing others (BUILD-5), and reached."""
    _beside: tuple[int, ...]
    """Eight sets: cells with a tile to the north, east, south and west that has a moat on this side, and
    cells with one that has none."""
    _listed: dict[int, tuple[tuple[Cell, ...], tuple[Cell, ...]]] = attrs.field(factory=dict, init=False)
    _removable: tuple[Cell, ...] | None = attrs.field(default=None, init=False)

    def fitting(self, moats: int) -> int:
        """Return the empty cells where a tile with these moats may be built, by BUILD-2 to BUILD-6."""
        unlike = self._unlike(moats)
        return self._sites & ~unlike

    def listed(self, moats: int) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
        """Return where a tile with these moats may be built, and the cells whose tiles it may replace."""
        known = self._listed.get(moats)
        if known is None:
            unlike, top, left = self._unlike(moats), self._top, self._left
            # REBUILD-1, REBUILD-3: the same moats fit beside the neighbours, with a tile there or without.
            free, taken = self._sites & ~unlike, self._movable & ~unlike
            known = self._listed[moats] = (
                tuple(cells_at(free, top, left)) if free else (),
                tuple(cells_at(taken, top, left)) if taken else (),
            )
        return known

    def _unlike(self, moats: int) -> int:
        """Return the cells whose neighbours a tile with these moats does not match."""
        wet_north, wet_east, wet_south, wet_west, dry_north, dry_east, dry_south, dry_west = self._beside
        # BUILD-2, BUILD-6: a moat wants a moat on the other side, no moat wants none.
        unlike = dry_north if moats & 1 else wet_north
        unlike |= dry_east if moats & 2 else wet_east
        unlike |= dry_south if moats & 4 else wet_south
        return unlike | (dry_west if moats & 8 else wet_west)

    # Beside `placement.removable_cells`: with that alone random play is 0.88 times as fast.
    def removable(self) -> tuple[Cell, ...] | None:
        """Return the cells of the tiles that the city can do without; None if one has to walk to find out.

        Around a tile, the neighbours one can walk to form groups: two consecutive ones are in the same group
        if one can walk between them by way of the tile at the corner. With one group, they do not need the
        tile in the middle. With two, they need it, unless another way leads around: but then it leads around
        a moat that is closed in by tiles. There is no such moat if tiles - ways + open squares is 1 (Euler).
        """
        if self._removable is not None:
            return self._removable
        tiles = self._tiles
        _, _, _, _, north, east, south, west = self._beside
        north, east, south, west = tiles & north, tiles & east, tiles & south, tiles & west
        # Squares of four tiles in which one can walk around, each by its tile in the south west.
        squares = north & east & east << WIDTH & north >> 1
        if tiles.bit_count() - north.bit_count() - east.bit_count() + squares.bit_count() != 1:
            return None
        # Clockwise, a group begins at a neighbour without a square between it and the previous one.
        before_north, before_south = squares << 1, squares >> WIDTH
        before_west = before_north >> WIDTH
        first = north & ~before_north
        second = east & ~squares
        third = south & ~before_south
        fourth = west & ~before_west
        needed = first & second | third & fourth | (first | second) & (third | fourth)
        # BUILD-5: with a tile on every side the place itself would be enclosed.
        needed |= surrounded(tiles)
        self._removable = tuple(cells_at(self._movable & ~needed, self._top, self._left))
        return self._removable


def surrounded(tiles: int) -> int:
    """Return the cells with a tile on every side."""
    return tiles << WIDTH & tiles >> WIDTH & tiles << 1 & tiles >> 1


def _fillable(tiles: int, north: int, east: int, south: int, west: int) -> int:
    """Return the empty cells that can be filled without enclosing others, given those beside tiles.

    Around such a cell the tiles form one run, so there is one gap between them. Two runs are joined elsewhere
    in the city, and the new tile would close a ring around one of the gaps. Clockwise, a gap ends where an
    empty side is followed by a tile at the corner or on the next side.
    """
    first = (north >> 1 | east) & ~north
    second = (south >> 1 | south) & ~east
    third = (south << 1 | west) & ~south
    fourth = (north << 1 | north) & ~west
    one_or_three = first ^ second ^ third ^ fourth
    unfit = first & second | third & fourth | tiles
    return one_or_three & ~unfit


def sites(city: City, kind: Kind) -> Sites:
    """Look at a legal city for places for tiles of that kind, also for the first one of the other kind."""
    return _for_start_kind(city) if kind is city.start else _for_other_kind(city)


@remembered(City)
def _for_start_kind(city: City) -> Sites:
    return _sites(city, city.other)


@remembered(City)
def _for_other_kind(city: City) -> Sites:
    return _sites(city, city.occupied ^ city.other)


def _sites(city: City, foreign: int) -> Sites:
    """Look at a city for places to build, given the tiles of the other kind than the new one."""
    tiles = city.occupied
    north, east, south, west = tiles << WIDTH, tiles >> 1, tiles >> WIDTH, tiles << 1
    wet = city.south << WIDTH, city.west >> 1, city.north >> WIDTH, city.east << 1
    dry = north ^ wet[0], east ^ wet[1], south ^ wet[2], west ^ wet[3]
    # BUILD-3, BUILD-4, MIX-21, MIX-22: one can walk there from some side without a moat, which a tile that
    # fits leaves open.
    reached = dry[0] | dry[1] | dry[2] | dry[3]
    if foreign == tiles:
        # MIX-19: the first tile of a kind lies beside a wall. BOX-2: in Granada there is none of Alhambra.
        reached = 0 if city.start is Kind.GRANADA else wet[0] | wet[1] | wet[2] | wet[3]
    # BUILD-5, MIX-23: nothing empty is enclosed.
    free = _fillable(tiles, north, east, south, west) & reachable(city) & reached
    if foreign:
        # MIX-17, MIX-18: without a moat the tile matches none of the other kind, as if all had one.
        around = foreign << WIDTH, foreign >> 1, foreign >> WIDTH, foreign << 1
        wet = wet[0] | around[0], wet[1] | around[1], wet[2] | around[2], wet[3] | around[3]
    return Sites(city.top, city.left, tiles, tiles ^ staying(city), free, (*wet, *dry))
