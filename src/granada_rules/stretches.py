"""The longest stretches of moat, wall and border of legal cities, which are not judged again.

The outline of such a city is one closed line that never touches itself (BUILD-5). In a layout of both kinds
the outline of each part is taken alone, and may be several such lines (MIX-28, MIX-30).
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple, final

from granada_rules.base import made_once, remembered
from granada_rules.box import WIDTH, Cell, Edge, Edges, places
from granada_rules.city import City

if TYPE_CHECKING:
    from collections.abc import Container

    from granada_rules.box import Kind

__all__ = ["Moat", "around", "border", "longest"]


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
        stretch = self._stretch
        return len(self.edges) if stretch is None else stretch.length

    @cached_property
    def _stretch(self) -> _Stretch | None:
        # No field. `_longest_stretch` fills it, and leaves the edges out: Python asks `__getattr__` for them
        # when somebody first looks, also to compare, to print or to pickle.
        return None

    if not TYPE_CHECKING:  # pragma: no branch - a type checker would let every name pass

        def __getattr__(self, name: str) -> object:
            if name != "edges" or self._stretch is None:
                return object.__getattribute__(self, name)
            edges = _walked(self._stretch)
            object.__setattr__(self, name, edges)
            return edges


class _Stretch(NamedTuple):
    """The longest stretch along the outline of a city: counted, but its edges are not made yet."""

    tiles: int
    """The bits of the tiles."""
    firsts: int
    """The corners where the stretches of this length begin, as bits."""
    length: int
    top: int
    left: int
    numbers: list[int]
    """The numbers of its edges, if it had to be walked along to count them."""


_NONE = Moat(())


def longest(city: City, kind: Kind) -> Moat:
    """Return the longest moat or wall, as the kind says."""
    if city.start is kind:
        return _longest_of_start(city)
    return _longest_of_other(city) if city.other else _NONE


def around(city: City) -> Moat:
    """Return the outline, of a layout of both kinds as a whole."""
    # It is the moat of a city with moats on all edges.
    tiles = city.occupied
    return _longest_stretch(city, tiles, (tiles, tiles, tiles, tiles))


@remembered(City)
def _longest_of_start(city: City) -> Moat:
    if city.other:
        return _longest_of_part(city, city.occupied ^ city.other)
    return _longest_stretch(city, city.occupied, (city.north, city.east, city.south, city.west))


@remembered(City)
def _longest_of_other(city: City) -> Moat:
    return _longest_of_part(city, city.other)


@remembered(City)
def border(city: City) -> Moat:
    """Return the longest stretch along which wall and moat lie side by side."""
    wall, moat = city.occupied ^ city.other, city.other
    # MIX-17, MIX-31: where the kinds touch there is a wall on one side and a moat on the other.
    planes = wall & moat << WIDTH, wall & moat >> 1, wall & moat >> WIDTH, wall & moat << 1
    return _longest_along(city, planes, -1)


def _longest_of_part(city: City, part: int) -> Moat:
    # MIX-28, MIX-30: as if other tiles were not there. SCORE-5: a moat against a tile of the part counts
    # nothing.
    beside = part << WIDTH, part >> 1, part >> WIDTH, part << 1
    planes = (
        (city.north & part | beside[0]) ^ beside[0],
        (city.east & part | beside[1]) ^ beside[1],
        (city.south & part | beside[2]) ^ beside[2],
        (city.west & part | beside[3]) ^ beside[3],
    )
    return _longest_along(city, planes, part)


_AHEAD = (1, WIDTH, -1, -WIDTH)
"""From a tile to the next one, clockwise along its north, east, south and west side."""


def _longest_along(city: City, planes: _Planes, joining: int) -> Moat:
    """Return the longest stretch of edges, which may lie on several closed lines.

    A stretch that turns inward goes on if a tile of ``joining`` lies ahead, between the two edges.
    """
    left = {place << 2 | side for side, plane in enumerate(planes) for place in places(plane)}
    after: dict[int, int] = {}
    for edge in left:
        place, side = edge >> 2, edge & 3
        ahead = place + _AHEAD[side]
        outward, onward = place << 2 | side + 1 & 3, ahead << 2 | side
        inward = ahead + _AHEAD[side - 1] << 2 | side - 1 & 3
        if outward in left:
            after[edge] = outward
        elif onward in left:
            after[edge] = onward
        # MIX-28: where the part meets itself at a corner only, the line stays with its tile.
        elif inward in left and joining >> ahead & 1:
            after[edge] = inward
    stretches = []
    # From edges that none leads to; what is left then are rings.
    begins = left.difference(after.values())
    while left:
        stretch = [begins.pop() if begins else min(left)]
        for edge in stretch:
            left.remove(edge)
            stretch += [after[edge]] if after.get(edge) in left else []
        stretches.append(stretch)
    longest = min(stretches, key=lambda stretch: (-len(stretch), stretch), default=[])
    rows_and_columns = [(divmod(edge >> 2, WIDTH), _SIDES[edge & 3]) for edge in longest]
    edges = [Edge(Cell(column + city.left, city.top - row), side) for (row, column), side in rows_and_columns]
    return Moat(tuple(edges), is_ring=bool(longest) and after.get(longest[-1]) == longest[0])


_Planes = tuple[int, int, int, int]
"""For each side, north first, the bits of the tiles with a moat there."""


def _longest_stretch(city: City, tiles: int, moats: _Planes) -> Moat:
    """Return the longest moat of a city with these moats; nobody has looked at its edges yet."""
    north, east, south, west = moats
    # SCORE-5: a moat against another tile does not count.
    beside = tiles << WIDTH, tiles >> 1, tiles >> WIDTH, tiles << 1
    firsts, length, is_ring, lasts = _longest_walks(
        (north | beside[0]) ^ beside[0],
        (east | beside[1]) ^ beside[1],
        (south | beside[2]) ^ beside[2],
        (west | beside[3]) ^ beside[3],
    )
    if not length:
        return _NONE
    moat = object.__new__(Moat)
    object.__setattr__(moat, "is_ring", is_ring)
    numbers = _longest_on_foot(tiles, firsts, lasts, length) if lasts else []
    # A ring begins where the outline does, at the first tile.
    firsts = firsts or tiles & -tiles
    stretch = _Stretch(tiles, firsts, len(numbers) or length, city.top, city.left, numbers)
    object.__setattr__(moat, "_stretch", stretch)
    return moat


_MOST_STEPS, _MOST_BITS = 16, 20_000
"""The most steps back, and the most bits that they may have together."""


def _longest_walks(north: int, east: int, south: int, west: int) -> tuple[int, int, bool, int]:
    """Return the corners where the longest clockwise walks along these edges begin, and their length.

    And whether it is a ring, which begins nowhere. A corner has the bit of the tile to its south east. No two
    edges lead to the same corner, nor away from it. So one can go back from the ends of all walks at once,
    edge by edge, until only the longest are left.

    That takes long if several are long. Then it stops, and returns where those begin that are left, how many
    edges they have together, and also where walks end.
    """
    # Clockwise, the edge in the north leads from the corner in the north west to that in the north east.
    from_west, from_north, from_east, from_south = north << 1, east << WIDTH + 1, south << WIDTH, west
    begins = north | (east | from_east) << 1 | west << WIDTH
    ends = from_west | from_north | from_east | from_south
    lasts = corners = (ends | begins) ^ begins
    is_ring = ends != 0 and corners == 0
    rest, length, before = begins, 0, 0
    most = min(_MOST_STEPS, _MOST_BITS // (ends.bit_length() + 1))
    while corners & corners - 1:
        if length == most:
            together = rest.bit_count() + length * corners.bit_count()
            return (rest | corners | ends) ^ ends, together, False, lasts
        before, length = corners, length + 1
        corners = (
            (corners & from_west) >> 1
            | (corners & from_north) >> WIDTH
            | (corners & from_east) << 1
            | (corners & from_south) << WIDTH
        )
        rest ^= corners
    if before and not corners:
        return before, length - 1, is_ring, 0
    # Of a single walk that is left one need not count the edges one by one.
    return (rest | corners | ends) ^ ends, length + rest.bit_count(), is_ring, 0


# A walk reads bits as digits, the first bit last: bit n is digit ~n, and so it numbers corners, too. Around
# a corner, clockwise from the south east, lie these tiles. The edges that lead away from it are the north
# side of the first, the east side of the second, and so on; and these are the steps along them.
_AROUND = (0, 1, WIDTH + 1, WIDTH)
_WAYS = tuple((step, _AROUND[side], _AROUND[side - 1]) for side, step in enumerate((-1, -WIDTH, 1, WIDTH)))
_SIDES = tuple(Edges)
_MARGIN = "0" * 2 * WIDTH


def _longest_on_foot(tiles: int, firsts: int, lasts: int, left: int) -> list[int]:
    """Return the numbers of the edges of the longest walk: of several, of the first along the outline.

    Given are the corners where walks begin and end, and how many edges there are together.
    """
    digits = _digits(tiles)
    begins, ends, start = _corners(firsts), _corners(lasts), _first_corner(tiles)
    longest: list[int] = []
    # The outline may begin within a walk.
    tail, corner, side = _walk(digits, start, 0, begins | ends)
    if tail:
        ends.add(start)
    while left > len(longest):
        _, corner, side = _walk(digits, corner, side, begins)
        numbers, corner, side = _walk(digits, corner, side, ends)
        if corner == start:
            numbers += tail
        left -= len(numbers)
        if len(numbers) > len(longest):
            longest = numbers
    return longest


def _walked(stretch: _Stretch) -> tuple[Edge, ...]:
    """Return the edges of the stretch; of several that one which begins first in the outline."""
    tiles, firsts, length, top, left, numbers = stretch
    if not numbers:
        digits, corner, side = _digits(tiles), -firsts.bit_length(), 0
        if firsts & firsts - 1:
            # Where several begin, look for the first of them from where the outline begins.
            _, corner, side = _walk(digits, _first_corner(tiles), side, _corners(firsts))
        else:
            while digits[corner + _AROUND[side]] == "0" or digits[corner + _AROUND[side - 1]] == "1":
                side += 1
        numbers, _, _ = _walk(digits, corner, side, (), length)
    known, above = _edges_by_number(left), 4 * WIDTH * top
    return tuple([known[number + above] for number in numbers])


def _digits(tiles: int) -> str:
    """Return the tiles as digits, because a string is faster to index than an integer."""
    return f"{_MARGIN}{tiles:b}"


def _corners(bits: int) -> set[int]:
    return {~place for place in places(bits)}


def _first_corner(tiles: int) -> int:
    """Return the corner where the outline begins, at the first tile."""
    return -(tiles & -tiles).bit_length()


def _walk(
    digits: str, corner: int, side: int, stops: Container[int], length: int = WIDTH * WIDTH
) -> tuple[list[int], int, int]:
    """Walk along the outline, clockwise, up to one of the corners to stop at; or for so many edges.

    Return the numbers of the edges, and the corner and the side to go on with.
    """
    step, beside, across = _WAYS[side]
    numbers: list[int] = []
    for _ in range(length):
        if corner in stops:
            break
        numbers.append(corner << 2 | side)
        corner += step
        if digits[corner + beside] == "0":
            side = side + 1 & 3
            step, beside, across = _WAYS[side]
        elif digits[corner + across] == "1":
            side = side - 1 & 3
            step, beside, across = _WAYS[side]
    return numbers, corner, side


class _EdgesByNumber(dict[int, Edge]):
    """The edges that a walk meets in a city whose top row is 0, by corner and side; made on first use."""

    def __init__(self, left: int) -> None:
        self._left = left

    def __missing__(self, number: int) -> Edge:
        corner, side = number >> 2, number & 3
        row, column = divmod(~(corner + _AROUND[side]), WIDTH)
        edge = self[number] = Edge(Cell(column + self._left, -row), _SIDES[side])
        return edge


# For few first columns at a time, because cities that reach far have many. The grid bounds each.
_edges_by_number = lru_cache(maxsize=2)(_EdgesByNumber)
