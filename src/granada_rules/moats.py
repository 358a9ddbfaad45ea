"""The outline of a city, the moats along it, and the longest of them (SCORE-4, SCORE-5).

All of it is for legal cities: only there is the outline one closed line that nowhere touches itself
(BUILD-5). An illegal city has no longest moat, and is refused with its violations.
"""

from __future__ import annotations

from functools import lru_cache
from typing import final

import attrs

from granada_rules import placement
from granada_rules.city import City, remembered
from granada_rules.clauses import ViolationError
from granada_rules.grid import MARGIN, WIDTH, Cell, Edge, Edges

__all__ = ["Moat", "longest_moat", "outer_moats", "outline"]


@final
@attrs.frozen
class Moat:
    """A continuous stretch of outer moat: its edges clockwise, and whether it closes into a ring."""

    edges: tuple[Edge, ...]
    is_ring: bool = False

    @property
    def length(self) -> int:
        """How many edges it has, each worth one point."""
        return len(self.edges)


def outline(city: City) -> tuple[Edge, ...]:
    """Return the walk around a legal city, as sides of its tiles.

    Clockwise, from the north side of the first tile in reading order.
    """
    return tuple(_edge(city.top, *step) for step in _walk(city)[0])


def outer_moats(city: City) -> tuple[Edge, ...]:
    """Return the edges of the outline of a legal city that have a moat, in the order of the outline.

    SCORE-5: moats between two tiles are not among them.
    """
    return tuple(_edge(city.top, *step) for step, wet in zip(*_walk(city), strict=True) if wet)


@remembered
def longest_moat(city: City) -> Moat:
    """Return the longest continuous moat of a legal city (SCORE-4); without any it has no edges.

    Continuous are edges that follow one another along the outline, around its corners too. A moat along the
    whole outline is a ring, and every edge counts. Of equally long ones it is the one whose first edge,
    clockwise, comes first in the outline.
    """
    steps, wet = _walk(city)
    if DRY not in wet:
        return Moat(tuple(_edge(city.top, *step) for step in steps), is_ring=True)
    # The walk begins again where it ends, so a stretch may run on from there.
    from_a_dry_edge = wet[wet.index(DRY) :] + wet
    length = max(map(len, from_a_dry_edge.split(DRY)))
    first = (wet + wet).index(WET * length)
    return Moat(tuple([_edge(city.top, *step) for step in (steps + steps)[first : first + length]]))


Step = tuple[int, int]
"""A place among the bits of a city, and the number of a side: 0 north, 1 east, 2 south, 3 west."""

WET, DRY = b"\1", b"\0"

_SIDES = tuple(Edges)

# Walking clockwise along a side, for each side: the place diagonally ahead to the left, and the place ahead.
_AHEAD = ((1 - WIDTH, 1), (WIDTH + 1, WIDTH), (WIDTH - 1, -1), (-WIDTH - 1, -WIDTH))


@remembered
def _walk(city: City) -> tuple[list[Step], bytes]:
    """Walk around a legal city: every step of the outline, and for each whether there is a moat."""
    if violations := placement.violations(city):
        raise ViolationError(violations)
    # Digits are faster to look at than bits; two rows more than the city has, so that looking ahead is safe.
    tiles = f"{city.occupied:0{city.occupied.bit_length() + 2 * WIDTH}b}"[::-1]
    start = place = tiles.index("1")
    side = 0
    steps: list[Step] = []
    wet: list[int] = []
    while not steps or place != start or side:
        moats = (city.north, city.east, city.south, city.west)[side]
        left, ahead = _AHEAD[side]
        while True:
            steps.append((place, side))
            wet.append(moats >> place & 1)
            if tiles[place + left] == "1":
                place += left
                side = side - 1 & 3
                break
            if tiles[place + ahead] == "0":
                side = side + 1 & 3
                break
            place += ahead
    return steps, bytes(wet)


@lru_cache(maxsize=1 << 16)
def _edge(top: int, place: int, side: int) -> Edge:
    row, column = divmod(place, WIDTH)
    return Edge(Cell(column - MARGIN, top - row), _SIDES[side])
