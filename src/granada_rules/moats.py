"""The outline of a city, the moats or walls along it, and the longest of them (SCORE-4, SCORE-5).

Only the outline of a legal city is one closed line that never touches itself (BUILD-5), so an illegal city
is refused with its violations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules import placement, stretches
from granada_rules.base import expect
from granada_rules.box import Kind, ViolationError
from granada_rules.city import START, City, tile_at
from granada_rules.stretches import Moat

if TYPE_CHECKING:
    from granada_rules.box import Edge

__all__ = [
    "Moat",
    "longest_barrier",
    "longest_border",
    "longest_moat",
    "longest_wall",
    "outer_moats",
    "outline",
]


def outline(city: City) -> tuple[Edge, ...]:
    """Return the outline of a legal city, of a layout of both kinds as a whole, as sides of its tiles.

    Clockwise, from the north side of the first tile in reading order.

    >>> print(*outline(City.of({})))
    0,0:N 0,0:E 0,0:S 0,0:W

    Raises ``ViolationError`` if the city is illegal.
    """
    expect(city, City)
    return stretches.around(_legal(city)).edges


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
    return stretches.longest(_legal(city), Kind.GRANADA)


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
    return stretches.longest(_legal(city), Kind.ALHAMBRA)


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
    return stretches.border(_legal(city))


def longest_barrier(city: City, kind: Kind) -> Moat:
    """Return the longest continuous moat or wall, as the kind says, of a legal city.

    >>> longest_barrier(City.of({}), Kind.GRANADA).length
    0

    Raises ``ViolationError`` if the city is illegal.
    """
    expect(kind, Kind)
    return stretches.longest(_legal(city), kind)


def _legal(city: City) -> City:
    if violations := placement.violations(city):
        raise ViolationError(violations)
    return city
