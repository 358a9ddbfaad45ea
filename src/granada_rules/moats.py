"""The outline of a city, the moats or walls along it, and the longest of them (SCORE-4, SCORE-5).

Only the outline of a legal city is one closed line that never touches itself (BUILD-5), so every function
judges the city first, and refuses an illegal one with its violations. In a layout of both kinds the outline
of each part is taken alone, and may be several closed lines (MIX-28, MIX-30).

An edge is a number here: four times the place of its tile among the bits, plus its side, north first.
"""

from __future__ import annotations

from itertools import groupby
from typing import final

from granada_rules import placement
from granada_rules.base import expect, made_once, maker, remembered
from granada_rules.box import WIDTH, Edge, Edges, Kind, ViolationError, cells_at, places
from granada_rules.city import START, City, tile_at

__all__ = [
    "Moat",
    "longest_barrier",
    "longest_border",
    "longest_moat",
    "longest_wall",
    "outer_moats",
    "outline",
]


@final
@made_once
class Moat:
    """A continuous stretch of outer moat or wall, or of wall beside moat.

    It has its edges, clockwise around the tiles whose sides they are, and says whether they form a ring.
    """

    edges: tuple[Edge, ...]
    is_ring: bool = False

    @property
    def length(self) -> int:
        """How many edges it has."""
        return len(self.edges)


def outline(city: City) -> tuple[Edge, ...]:
    """Return the outline of a legal city, of a layout of both kinds as a whole, as sides of its tiles.

    Clockwise, from the north side of the first tile in reading order.

    >>> print(*outline(City.of({})))
    0,0:N 0,0:E 0,0:S 0,0:W

    Raises ``ViolationError`` if the city is illegal.
    """
    expect(city, City)
    return _edges(city, _outline(_legal(city)))


def outer_moats(city: City) -> tuple[Edge, ...]:
    """Return the edges of the outline of a legal city that have a moat or wall, in the order of the outline.

    SCORE-5: moats between two tiles are not among them; nor are, in a layout of both kinds, those along the
    other kind, which count for the longest moat and wall (MIX-28, MIX-30).

    >>> from granada_rules import Cell, Edges, Face
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

    In a layout of both kinds it is the longest moat of the Granada part, as if there were no other tiles: a
    moat along a wall counts (MIX-30). Around a corner where two tiles of the part meet, and no others, it
    stays with its tile. Of equally long ones it is the one that begins first in reading order.

    >>> from granada_rules import Cell, Edges, Face
    >>> moat = longest_moat(City.of({Cell(1, 0): (Face.parse("SC10"), Edges.parse("NE"))}))
    >>> moat.length, [str(edge) for edge in moat.edges]
    (2, ['1,0:N', '1,0:E'])

    Raises ``ViolationError`` if the city is illegal.
    """
    return longest_barrier(city, Kind.GRANADA)


def longest_wall(city: City) -> Moat:
    """Return the longest continuous wall of a legal city of Alhambra, in the same way as `longest_moat`.

    A city of Granada has moats and no wall. In a layout of both kinds it is the longest wall of the Alhambra
    part (MIX-28).

    >>> from granada_rules import Cell, Edges, Face
    >>> tower = Face.parse("TO9:NE")
    >>> longest_wall(City.of({Cell(1, 0): (tower, Edges.parse("NE"))}, start=Kind.ALHAMBRA)).length
    2

    Raises ``ViolationError`` if the city is illegal.
    """
    return longest_barrier(city, Kind.ALHAMBRA)


def longest_border(city: City) -> Moat:
    """Return the longest continuous stretch of a legal layout along which wall and moat lie side by side.

    MIX-31: edges are continuous if they share an end. They are sides of the tiles of Alhambra, clockwise; a
    ring is complete. Without tiles of both kinds there is none. Of equally long ones it is the one that
    begins first in reading order.

    >>> from granada_rules import Cell, Edges, Face
    >>> tower, school = Face.parse("TO9:NE"), Face.parse("SC4")
    >>> tiles = {Cell(1, 0): (tower, Edges.parse("NE")), Cell(1, 1): (school, Edges.S)}
    >>> print(*longest_border(City.of(tiles, start=Kind.ALHAMBRA)).edges)
    1,0:N

    Raises ``ViolationError`` if the layout is illegal.
    """
    return _border(_legal(city))


def longest_barrier(city: City, kind: Kind) -> Moat:
    """Return the longest continuous moat or wall, as the kind says, of a legal city.

    >>> longest_barrier(City.of({}), Kind.GRANADA).length
    0

    Raises ``ViolationError`` if the city is illegal.
    """
    expect(kind, Kind)
    if _legal(city).start is kind:
        return _longest_of_start(city)
    return _longest_of_other(city)


def _legal(city: City) -> City:
    if violations := placement.violations(city):
        raise ViolationError(violations)
    return city


@remembered(City)
def _longest_of_start(city: City) -> Moat:
    part = city.occupied ^ city.other
    if city.other:
        return _longest_around(city, part, _outer(city, part))
    line = _outline(city)
    # SCORE-4: of equally long ones the first along the outline.
    longest = max(_along(line, _outer(city, part)), key=len, default=[])
    return Moat(_edges(city, longest), is_ring=longest == line)


@remembered(City)
def _longest_of_other(city: City) -> Moat:
    return _longest_around(city, city.other, _outer(city, city.other))


@remembered(City)
def _border(city: City) -> Moat:
    wall, moat = city.occupied ^ city.other, city.other
    # MIX-17, MIX-31: where the kinds touch there is a wall on one side and a moat on the other.
    sides = wall & moat << WIDTH, wall & moat >> 1, wall & moat >> WIDTH, wall & moat << 1
    # It goes on at a shared end, so the line is that of all that is not Granada, whether tiles or empty.
    return _longest_around(city, ~moat, _numbers(*sides))


def _outer(city: City, part: int) -> set[int]:
    """Return the edges of the moats or walls of a part, also along the other part (MIX-28, MIX-30)."""
    # SCORE-5: a moat against a tile of the part counts nothing.
    north, east = city.north & part & ~(part << WIDTH), city.east & part & ~(part >> 1)
    south, west = city.south & part & ~(part >> WIDTH), city.west & part & ~(part << 1)
    return _numbers(north, east, south, west)


def _longest_around(city: City, tiles: int, edges: set[int]) -> Moat:
    """Return the longest stretch of these edges of tiles, which may lie on several closed lines."""
    longest: list[int] = []
    is_ring = False
    while edges:
        line = _line(tiles, min(edges))
        for stretch in _along(line, edges):
            if (-len(stretch), stretch) < (-len(longest), longest):
                longest, is_ring = stretch, stretch == line
        edges.difference_update(line)
    return Moat(_edges(city, longest), is_ring=is_ring)


_SIDES = tuple(Edges)

_AHEAD = (1, WIDTH, -1, -WIDTH)
"""From a tile to the next one, clockwise along its north, east, south and west side."""

_edge = maker(Edge, Edge.__init__)


def _numbers(*sides: int) -> set[int]:
    """Return the edges of tiles on their north, east, south and west sides."""
    return {place << 2 | side for side, tiles in enumerate(sides) for place in places(tiles)}


def _edges(city: City, numbers: list[int]) -> tuple[Edge, ...]:
    top, left = city.top, city.left
    return tuple(
        [_edge(cells_at(1 << (number >> 2), top, left)[0], _SIDES[number & 3]) for number in numbers]
    )


def _outline(city: City) -> list[int]:
    """Walk along the outline, from the north side of the first tile in reading order."""
    tiles = city.occupied
    return _line(tiles, (tiles & -tiles).bit_length() - 1 << 2)


def _line(tiles: int, first: int) -> list[int]:
    """Walk clockwise around tiles, from an edge until it comes again."""
    line, place, side = [first], first >> 2, first & 3
    while True:
        ahead = place + _AHEAD[side]
        # MIX-28: where tiles meet at a corner only, the line stays with its tile.
        if not tiles >> ahead & 1:
            side = side + 1 & 3
        elif tiles >> (inward := ahead + _AHEAD[side - 1]) & 1:
            place, side = inward, side - 1 & 3
        else:
            place = ahead
        if (edge := place << 2 | side) == first:
            return line
        line.append(edge)


def _along(line: list[int], edges: set[int]) -> list[list[int]]:
    """Return the stretches of these edges along a closed line, in order."""
    stretches = [list(stretch) for is_one, stretch in groupby(line, edges.__contains__) if is_one]
    # The last one goes on where the line begins, unless it is a ring.
    if len(stretches) > 1 and {line[0], line[-1]} <= edges:
        stretches.append(stretches.pop() + stretches.pop(0))
    return stretches
