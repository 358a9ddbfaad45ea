"""`mixed_sites`: where tiles of one kind can be built in a legal layout of both kinds, on bit sets.

The bits are those of `granada_rules.sites`.
"""

from __future__ import annotations

from granada_rules.base import remembered
from granada_rules.box import WIDTH, Kind, bit
from granada_rules.city.city import START, City, reachable
from granada_rules.city.sites import Sites, fillable, sites

__all__ = ["mixed_sites"]


def mixed_sites(city: City, kind: Kind) -> Sites:
    """Look at a layout for places for tiles of that kind, also for the first one of the other kind."""
    if kind is not city.start:
        return _for_other_kind(city)
    return _for_start_kind(city) if city.other else sites(city)


@remembered(City)
def _for_start_kind(city: City) -> Sites:
    return _sites(city, city.other)


@remembered(City)
def _for_other_kind(city: City) -> Sites:
    return _sites(city, city.occupied ^ city.other)


def _sites(city: City, foreign: int) -> Sites:
    """Look at a layout for places to build, given the tiles of the other kind than the new one."""
    tiles = city.occupied
    around = tiles << WIDTH, tiles >> 1, tiles >> WIDTH, tiles << 1
    wet = city.south << WIDTH, city.west >> 1, city.north >> WIDTH, city.east << 1
    dry = around[0] ^ wet[0], around[1] ^ wet[1], around[2] ^ wet[2], around[3] ^ wet[3]
    # MIX-21, MIX-22: one can walk there from some side, where a tile that fits is of the same kind.
    reached = dry[0] | dry[1] | dry[2] | dry[3]
    if foreign == tiles:
        # MIX-19: the first tile of a kind lies beside a wall. BOX-2: in Granada there is none of Alhambra.
        reached = 0 if city.start is Kind.GRANADA else wet[0] | wet[1] | wet[2] | wet[3]
    # MIX-23: nothing empty is enclosed.
    free = fillable(tiles, *around) & reachable(city) & reached
    # MIX-16: without a moat the tile matches none of its kind that has one. MIX-17, MIX-18: and none of the
    # other kind.
    wet = (
        wet[0] | foreign << WIDTH,
        wet[1] | foreign >> 1,
        wet[2] | foreign >> WIDTH,
        wet[3] | foreign << 1,
    )
    # REBUILD-5, MIX-20: the start tile stays, and the first of the other kind.
    movable = tiles ^ bit(START, city.top, city.left)
    movable ^= 0 if city.second is None else bit(city.second, city.top, city.left)
    return Sites(city.top, city.left, tiles, movable, free, (*wet, *dry))
