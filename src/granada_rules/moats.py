"""The outline of a city, the moats along it, and the longest of them (SCORE-4, SCORE-5).

All of it is for legal cities: only there is the outline one closed line that nowhere touches itself
(BUILD-5). An illegal city has no longest moat, and is refused with its violations.
"""

from __future__ import annotations

from functools import lru_cache
from typing import final

import attrs

from granada_rules import placement
from granada_rules.arguments import expect
from granada_rules.city import START, City, remembered
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
    """Return the walk around a legal city, as sides of its tiles; an illegal one is a ``ViolationError``.

    Clockwise, from the north side of the first tile in reading order.
    """
    expect(city, City)
    # It is the moat of a city that has one on every edge.
    (whole,), _ = _stretches(city, (city.occupied,) * 4)
    return _edges(city, whole)


def outer_moats(city: City) -> tuple[Edge, ...]:
    """Return the edges of the outline of a legal city that have a moat, in the order of the outline.

    SCORE-5: moats between two tiles are not among them. An illegal city is a ``ViolationError``.
    """
    return tuple(
        edge for edge in outline(city) if edge.cell != START and edge.side in city.tiles[edge.cell].moats
    )


@remembered
def longest_moat(city: City) -> Moat:
    """Return the longest continuous moat of a legal city (SCORE-4); without any it has no edges.

    Continuous are edges that follow one another along the outline, around its corners too. A moat along the
    whole outline is a ring, and every edge counts. Of equally long ones it is the one whose first edge,
    clockwise, comes first in the outline. An illegal city is a ``ViolationError``.
    """
    stretches, is_ring = _stretches(city, (city.north, city.east, city.south, city.west))
    return Moat(_edges(city, max(stretches, key=len, default=[])), is_ring)


_Step = tuple[int, int]
"""A place among the bits of a city, and the number of a side: 0 north, 1 east, 2 south, 3 west."""

_Planes = tuple[int, ...]
"""For each side, as bits, the tiles that have a moat there."""

_SIDES = tuple(Edges)

# Walking clockwise along a side, for each side: the place diagonally ahead to the left, and the place ahead.
_AHEAD = ((1 - WIDTH, 1), (WIDTH + 1, WIDTH), (WIDTH - 1, -1), (-WIDTH - 1, -WIDTH))


def _stretches(city: City, moats: _Planes) -> tuple[list[list[_Step]], bool]:
    """Walk around a legal city and collect the stretches of moat; tell whether there is nothing else.

    They come in the order of their first edges. One that runs across the start of the walk begins before it,
    and so is the last.
    """
    if violations := placement.violations(city):
        raise ViolationError(violations)
    # Digits and bytes are faster to look at than bits. With two rows more than the city has, and one row free
    # above it, looking ahead never leads outside.
    size = city.occupied.bit_length() + 2 * WIDTH
    tiles = f"{city.occupied:0{size}b}"[::-1]
    wet = [plane.to_bytes(size // 8 + 1, "little") for plane in moats]
    start = place = tiles.index("1")
    side = 0
    stretches: list[list[_Step]] = []
    stretch: list[_Step] = []
    walking, is_dry_somewhere = True, False
    while walking:
        left, ahead = _AHEAD[side]
        wet_here = wet[side]
        while True:
            if wet_here[place >> 3] >> (place & 7) & 1:
                stretch.append((place, side))
            else:
                is_dry_somewhere = True
                if stretch:
                    stretches.append(stretch)
                    stretch = []
            if tiles[place + left] == "1":
                place += left
                side = side - 1 & 3
                break
            if tiles[place + ahead] == "0":
                side = side + 1 & 3
                break
            place += ahead
        walking = place != start or side != 0
    if stretch and is_dry_somewhere and wet[0][start >> 3] >> (start & 7) & 1:
        stretch += stretches.pop(0)
    return [*stretches, stretch] if stretch else stretches, not is_dry_somewhere


def _edges(city: City, steps: list[_Step]) -> tuple[Edge, ...]:
    return tuple([_edge(city.top, *step) for step in steps])


@lru_cache(maxsize=1 << 16)
def _edge(top: int, place: int, side: int) -> Edge:
    row, column = divmod(place, WIDTH)
    return Edge(Cell(column - MARGIN, top - row), _SIDES[side])
