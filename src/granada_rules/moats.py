"""The outline of a city, the moats or walls along it, and the longest of them (SCORE-4, SCORE-5).

Only the outline of a legal city is one closed line that never touches itself (BUILD-5), so an illegal city
is refused with its violations.
"""

from __future__ import annotations

from functools import lru_cache
from typing import final

from granada_rules import placement
from granada_rules.arguments import expect
from granada_rules.city import START, City, tile_at
from granada_rules.clauses import ViolationError
from granada_rules.grid import WIDTH, Cell, Edge, Edges
from granada_rules.sealed import made_once, remembered
from granada_rules.tiles import Kind

__all__ = ["Moat", "longest_barrier", "longest_moat", "longest_wall", "outer_moats", "outline"]


@final
@made_once
class Moat:
    """A continuous stretch of outer moat or wall: its edges, clockwise, and whether they form a ring."""

    edges: tuple[Edge, ...]
    is_ring: bool = False

    @property
    def length(self) -> int:
        """How many edges it has, each worth one point."""
        return len(self.edges)


def outline(city: City) -> tuple[Edge, ...]:
    """Return the outline of a legal city as sides of its tiles.

    Clockwise, from the north side of the first tile in reading order.

    >>> print(*outline(City.of({})))
    0,0:N 0,0:E 0,0:S 0,0:W

    Raises ``ViolationError`` if the city is illegal.
    """
    expect(city, City)
    # It is the moat of a city with moats on all edges.
    (whole,), _ = _stretches(city, (city.occupied,) * 4)
    return _edges(city, whole)


def outer_moats(city: City) -> tuple[Edge, ...]:
    """Return the edges of the outline of a legal city that have a moat, in the order of the outline.

    SCORE-5: moats between two tiles are not among them.

    >>> from granada_rules.tiles import Face
    >>> print(*outer_moats(City.of({Cell(1, 0): (Face.parse("SC4"), Edges.parse("NE"))})))
    1,0:N 1,0:E

    Raises ``ViolationError`` if the city is illegal.
    """
    return tuple(
        edge for edge in outline(city) if edge.cell != START and edge.side in tile_at(city, edge.cell).moats
    )


def longest_moat(city: City) -> Moat:
    """Return the longest continuous moat of a legal city (SCORE-4); it has no edges if there is no moat.

    Edges are continuous if they are consecutive in the outline, also around corners. A moat along the whole
    outline is a ring, and every edge counts. Of equally long moats it is the one whose first edge, clockwise,
    comes first in the outline. An Alhambra has walls, found by `longest_wall`, and no moat.

    >>> from granada_rules.tiles import Face
    >>> moat = longest_moat(City.of({Cell(1, 0): (Face.parse("SC10"), Edges.parse("NE"))}))
    >>> moat.length, [str(edge) for edge in moat.edges]
    (2, ['1,0:N', '1,0:E'])

    Raises ``ViolationError`` if the city is illegal.
    """
    return _longest(city, Kind.GRANADA)


def longest_wall(city: City) -> Moat:
    """Return the longest continuous wall of a legal city of Alhambra, in the same way as `longest_moat`.

    A city of Granada has moats and no wall.

    >>> from granada_rules.tiles import Face
    >>> tower = Face.parse("TO9:NE")
    >>> longest_wall(City.of({Cell(1, 0): (tower, Edges.parse("NE"))}, start=Kind.ALHAMBRA)).length
    2

    Raises ``ViolationError`` if the city is illegal.
    """
    return _longest(city, Kind.ALHAMBRA)


def longest_barrier(city: City, kind: Kind) -> Moat:
    """Return the longest continuous moat or wall, as the kind says, of a legal city.

    >>> longest_barrier(City.of({}), Kind.GRANADA).length
    0

    Raises ``ViolationError`` if the city is illegal.
    """
    expect(kind, Kind)
    return _longest(city, kind)


_NONE = Moat(())


def _longest(city: City, kind: Kind) -> Moat:
    longest = _longest_of_all(city)
    return longest if city.start is kind else _NONE


@remembered(City)
def _longest_of_all(city: City) -> Moat:
    stretches, is_ring = _stretches(city, (city.north, city.east, city.south, city.west))
    return Moat(_edges(city, max(stretches, key=len, default=[])), is_ring)


_Step = tuple[int, int]
"""The number of a bit of a city, and of a side: 0 north, 1 east, 2 south, 3 west."""

_Planes = tuple[int, ...]
"""For each side the bits of the tiles with a moat there."""

_SIDES = tuple(Edges)

# Steps for a clockwise walk along each side: to the bit diagonally ahead on the left, and to the bit ahead.
_AHEAD = ((1 - WIDTH, 1), (WIDTH + 1, WIDTH), (WIDTH - 1, -1), (-WIDTH - 1, -WIDTH))


def _stretches(city: City, moats: _Planes) -> tuple[list[list[_Step]], bool]:
    """Walk around a legal city; return the stretches of moat, and whether they are the whole outline.

    They are in the order of their first edges. A stretch across the start of the walk begins before it, so
    it comes last.
    """
    if violations := placement.violations(city):
        raise ViolationError(violations)
    # Strings and bytes are faster to index than integers. With two more rows than the city has, and one row
    # free above it, every index is valid.
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
    return tuple([_edge(city.top, city.left, *step) for step in steps])


@lru_cache(maxsize=1 << 16)
def _edge(top: int, left: int, place: int, side: int) -> Edge:
    row, column = divmod(place, WIDTH)
    return Edge(Cell(column + left, top - row), _SIDES[side])
