"""The rules of layouts of both kinds once more, MIX-15 to MIX-31, by plain searches: slow and obvious.

As in `tests.helpers.plain`, places are pairs of numbers and barriers are letters; a kind is a letter, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from granada_rules import Kind
from tests.helpers import plain
from tests.helpers.plain import OPPOSITE, SIDES, START, Group, Place, beside, neighbours

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada_rules import City

A, G = "A", "G"
Side = tuple[Place, str]


@attrs.frozen
class Layout:
    """The barriers and the kind of the tile at each place, and where Granada began, if that is known."""

    barriers: dict[Place, str]
    kinds: dict[Place, str]
    first: Place | None = None

    def part(self, kind: str) -> set[Place]:
        """Return the places of a kind."""
        return {place for place, one in self.kinds.items() if one == kind}

    def with_tile(self, place: Place, barriers: str, kind: str) -> Layout:
        """Lay a tile there, whatever lay there before."""
        layout = Layout({**self.barriers, place: barriers}, {**self.kinds, place: kind}, self.first)
        (only, *others) = layout.part(G) or [None]
        return layout if others or self.first else attrs.evolve(layout, first=only)

    def without(self, taken: Place) -> Layout:
        """Take a tile away."""
        barriers = {place: one for place, one in self.barriers.items() if place != taken}
        return Layout(barriers, {place: self.kinds[place] for place in barriers}, self.first)

    def touching(self) -> Iterator[tuple[Side, Side]]:
        """Yield the edges between tiles, each once, by its two sides."""
        for place in self.barriers:
            for side in "NE":
                other = beside(place, side)
                if other in self.barriers:
                    yield (place, side), (other, OPPOSITE[side])

    def is_barred(self, side: Side) -> bool:
        """Tell whether there is a wall or a moat."""
        return side[1] in self.barriers[side[0]]


def read(city: City) -> Layout:
    """Return where the tiles of a city lie, their barriers and their kinds."""
    barriers = {START: ""} | {(cell.x, cell.y): str(tile.moats) for cell, tile in city.tiles.items()}
    granada = {
        (cell.x, cell.y) for cell, tile in city.tiles.items() if tile.face.building.kind is Kind.GRANADA
    }
    first = None if city.second is None else (city.second.x, city.second.y)
    return Layout(barriers, {place: G if place in granada else A for place in barriers}, first)


def unlike(layout: Layout) -> set[Group]:
    """MIX-16: the pairs of one kind whose common edge has a barrier on one side only."""
    return {
        frozenset({one[0], other[0]})
        for one, other in layout.touching()
        if layout.kinds[one[0]] == layout.kinds[other[0]] and layout.is_barred(one) != layout.is_barred(other)
    }


def unlike_kinds(layout: Layout) -> set[Group]:
    """MIX-17: the pairs of two kinds whose common edge lacks the wall or the moat."""
    return {
        frozenset({one[0], other[0]})
        for one, other in layout.touching()
        if layout.kinds[one[0]] != layout.kinds[other[0]]
        and not (layout.is_barred(one) and layout.is_barred(other))
    }


def unreachable(layout: Layout) -> set[Group]:
    """MIX-21: the groups of a kind, connected on foot, without the first tile of the kind."""
    groups = set()
    for kind in (A, G):
        part = {place: layout.barriers[place] for place in layout.part(kind)}
        # If it is not known where Granada began: in the group that comes first in reading order.
        first = START if kind == A else layout.first or min(part, key=_reading, default=None)
        groups |= {group for group in plain.split(part, plain.on_foot(part)) if first not in group}
    return groups


def _reading(place: Place) -> tuple[int, int]:
    return -place[1], place[0]


def contacts(layout: Layout) -> list[tuple[Side, Side]]:
    """Return the edges between tiles of different kinds."""
    return [pair for pair in layout.touching() if layout.kinds[pair[0][0]] != layout.kinds[pair[1][0]]]


def unjoined(layout: Layout) -> set[Group]:
    """MIX-19: a single tile of Granada that touches no wall with a moat."""
    granada = layout.part(G)
    if len(granada) != 1 or any(all(map(layout.is_barred, pair)) for pair in contacts(layout)):
        return set()
    return {frozenset(granada)}


def apart(layout: Layout) -> set[Group]:
    """MIX-22: tiles that touch none, but for that of MIX-19; and parts that do not touch."""
    granada = layout.part(G)
    found = plain.alone(layout.barriers) - unjoined(layout)
    if len(granada) > 1 and not contacts(layout):
        found.add(frozenset(granada))
    return found


def verdict(city: City) -> set[tuple[str, Group]]:
    """Return every broken clause with the places concerned."""
    layout = read(city)
    if not layout.part(G):
        return plain.verdict(city)
    turned = {frozenset({(cell.x, cell.y)}) for cell, tile in city.tiles.items() if str(tile.roof) != "N"}
    by_clause = {
        "BUILD-1": turned,
        "MIX-16": unlike(layout),
        "MIX-17": unlike_kinds(layout),
        "MIX-19": unjoined(layout),
        "MIX-21": unreachable(layout),
        "MIX-22": apart(layout),
        "MIX-23": plain.enclosed(layout.barriers),
    }
    return {(clause, group) for clause, groups in by_clause.items() for group in groups}


def is_legal(layout: Layout) -> bool:
    """Tell whether a layout, all roofs up, obeys the building rules."""
    return not (
        unlike(layout)
        or unlike_kinds(layout)
        or unjoined(layout)
        or unreachable(layout)
        or apart(layout)
        or plain.enclosed(layout.barriers)
    )


def legal_cells(layout: Layout, barriers: str, kind: str) -> set[Place]:
    """Put the tile on every place beside the layout, and check everything."""
    free = plain.empty_beside(layout.barriers)
    return {place for place in free if is_legal(layout.with_tile(place, barriers, kind))}


def fixed(layout: Layout) -> set[Place]:
    """REBUILD-5, MIX-20: what is never moved or removed."""
    granada = layout.part(G)
    return {START, layout.first or START} | (granada if len(granada) == 1 else set())


def removable_cells(layout: Layout) -> set[Place]:
    """Take every tile away in turn, and check everything."""
    return {place for place in layout.barriers.keys() - fixed(layout) if is_legal(layout.without(place))}


def exchangeable_cells(layout: Layout, barriers: str, kind: str) -> set[Place]:
    """Exchange every tile in turn, of whatever kind, and check everything."""
    tried = layout.barriers.keys() - fixed(layout)
    return {place for place in tried if is_legal(layout.with_tile(place, barriers, kind))}


def outer_barriers(layout: Layout, kind: str) -> list[Side]:
    """MIX-28, MIX-30: the walls or moats of a part that do not lie between two tiles of it."""
    part = layout.part(kind)
    return [
        (place, side) for place in part for side in layout.barriers[place] if beside(place, side) not in part
    ]


CLOCKWISE = "NESW"


def following(part: Iterable[Place], edge: Side) -> Side:
    """MIX-28: the next edge of a part's outline, clockwise; at a corner, around the own tile."""
    place, side = edge
    clockwise = CLOCKWISE[(CLOCKWISE.index(side) + 1) % 4]
    ahead = beside(place, clockwise)
    if ahead not in part:
        return place, clockwise
    outside = beside(ahead, side)
    return (outside, OPPOSITE[clockwise]) if outside in part else (ahead, side)


def lengths(layout: Layout, kind: str) -> list[int]:
    """Return how long the continuous walls or moats of a part are: walk along each."""
    part, left = layout.part(kind), set(outer_barriers(layout, kind))
    after = {edge: following(part, edge) for edge in left}
    found = []
    while left:
        # One that nothing leads to; if there is none, only rings are left.
        edge = min(left - set(after.values()) or left)
        length = 0
        while edge in left:
            left.remove(edge)
            length += 1
            edge = after.pop(edge)
        found.append(length)
    return sorted(found)


def border_lengths(layout: Layout) -> list[int]:
    """MIX-31: how long the stretches of wall beside moat are: edges joined by common ends."""
    left = [one for one, other in contacts(layout) if layout.is_barred(one) and layout.is_barred(other)]
    found = []
    while left:
        chain = [left.pop()]
        for edge in chain:
            joined = [other for other in left if set(plain.ends(other)) & set(plain.ends(edge))]
            chain += joined
            left = [other for other in left if other not in joined]
        found.append(len(chain))
    return sorted(found)


def can_never_be_built_on(layout: Layout, place: Place) -> bool:
    """MIX-18: whether a place lies beside an open edge of Alhambra and an open edge of Granada."""
    open_to = {
        layout.kinds[other]
        for side in SIDES
        if (other := beside(place, side)) in layout.barriers and OPPOSITE[side] not in layout.barriers[other]
    }
    return len(open_to) == 2 and any(other in layout.barriers for other in neighbours(place))
