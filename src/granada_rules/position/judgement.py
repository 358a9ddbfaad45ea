"""`judgement`: what is wrong with a city of which not everything is seen, certainly or perhaps.

Only sides are unknown here: where tiles lie, their kinds and their roofs are seen. So BUILD-1, BUILD-4 and
BUILD-5 are judged as in any city; BUILD-2 edge by edge, from what the two sides may be; BUILD-3 tile by tile,
by `Reach`.
"""

from __future__ import annotations

import re
from functools import cached_property, reduce
from itertools import product
from operator import and_
from typing import TYPE_CHECKING, final

import attrs

from granada_rules import placement
from granada_rules.box import Box, Built, Cell, Clause, Edge, Edges, Face, Kind, Violation, cells_of, some
from granada_rules.city import HIDDEN, START, City, SeenCity, changed, reasons, tile_at
from granada_rules.position.reach import Reach

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["Judgement", "judgement"]

_MOST_TRIED = 256
"""How many sides are tried one by one to find those that it takes together."""

_EDGES = {Clause.BUILD_2, Clause.MIX_16, Clause.MIX_17}
"""What is judged edge by edge."""

_ON_FOOT = {Clause.BUILD_3, Clause.MIX_21}
"""What is judged tile by tile."""

_NAMED = re.compile(r"\S+ at (-?\d+,-?\d+)")
"""How violations name a tile."""

_TOWARDS = {Edges.N: "north", Edges.E: "east", Edges.S: "south", Edges.W: "west"}

_FIRST = Edges.N | Edges.E
"""By these sides edges are named."""

_Sides = frozenset[Edges]

_BOTH = frozenset({True, False})


@final
@attrs.frozen
class Judgement:
    """What is wrong with a city of which not everything is seen."""

    certain: tuple[Violation, ...]
    """Broken whatever its unknown tiles are: BUILD-3 tile by tile."""
    undecided: tuple[Violation, ...]
    """Broken by some of what they may be, each with the cells to look at."""


def judgement(seen: SeenCity, could: Mapping[Cell, Iterable[Edges]]) -> Judgement:
    """Judge a city, given for each unknown tile all sides that may be seen on it."""
    city = _Seen(seen, {cell: frozenset(sides) for cell, sides in could.items()})
    broken, undecided = [*city.sure], list[Violation]()
    for found in (city.unlike(), city.unreached(), city.apart()):
        for violation, is_certain in found:
            (broken if is_certain else undecided).append(violation)
    return Judgement(tuple(sorted(broken, key=_in_order)), tuple(undecided))


def _in_order(violation: Violation) -> tuple[str, tuple[Cell, ...]]:
    return str(violation.clause), violation.cells


_Found = tuple[Violation, bool]
"""A violation, and whether it is certain."""


@final
@attrs.frozen(eq=False, slots=False)
class _Seen:
    """A city with what the sides of its unknown tiles may be."""

    seen: SeenCity
    could: Mapping[Cell, _Sides]

    @cached_property
    def open(self) -> City:
        """The city with the moats or walls that it has in any case."""
        return self.with_sides({cell: reduce(and_, sides) for cell, sides in self.could.items()})

    def with_sides(self, shown: Mapping[Cell, Edges]) -> City:
        """Return the city with these sides on its unknown tiles."""
        city = self.seen.shape
        for cell, sides in shown.items():
            tile = tile_at(city, cell)
            face, roof = tile.face, tile.roof
            # A-BOX-2: a tile of Alhambra is named with its walls.
            if face.walls is not None:
                face = Face(face.building, face.value, sides.turned_back(roof))
            city = changed(city, cell, Built(face, sides, roof))
        return city

    # What does not depend on what is unknown.

    @property
    def sure(self) -> Iterator[Violation]:
        """What is broken whatever the sides of unknown tiles are."""
        for violation in placement.violations(self.open):
            is_of_edges = violation.clause in _EDGES and not {*violation.cells}.isdisjoint(self.could)
            # MIX-19: whether a wall lies against a moat is seen at an edge, too.
            if not is_of_edges and violation.clause not in {*_ON_FOOT, Clause.MIX_19}:
                yield self.renamed(violation)

    def renamed(self, violation: Violation) -> Violation:
        """Return a violation in which tiles are called what is seen of them."""
        message = _NAMED.sub(lambda found: self.name(Cell.parse(found[1])), violation.message)
        tiles = (self.seen.tiles.get(cell) for cell in violation.cells)
        faces = (tile.face for tile in tiles if tile is not None)
        known = tuple(face for face in faces if face is not None)
        return attrs.evolve(violation, message=message, faces=known)

    def name(self, cell: Cell) -> str:
        """Return what messages call a tile."""
        if cell == START:
            return "the start tile"
        tile, kind = self.seen.tiles[cell], self.kind(cell)
        if tile.building is None:
            called = f"{kind.name[0]}{HIDDEN}" if self.seen.shape.other else HIDDEN
        elif kind is Kind.GRANADA:
            # BOX-2: its moats are no part of its name.
            called = f"{tile.building.code}{HIDDEN if tile.price is None else tile.price}"
        else:
            called = str(tile.face or tile)
        return f"{called} at {cell}"

    def kind(self, cell: Cell) -> Kind:
        """Return the kind of a tile."""
        return self.seen.start if cell == START else tile_at(self.seen.shape, cell).face.kind

    def neighbours(self, cell: Cell) -> Iterator[Edge]:
        """Yield the sides of a tile on which another lies."""
        for side in Edges:
            if cell.neighbour(side) in self.seen.shape.cells:
                yield Edge(cell, side)

    def is_across(self, edge: Edge) -> bool:
        """Tell whether tiles of two kinds touch at an edge."""
        return self.kind(edge.cell) is not self.kind(edge.across.cell)

    def sides(self, cell: Cell) -> _Sides:
        """Return what the sides of a tile may be."""
        # BUILD-6: the start tile has no moats.
        seen = Edges(0) if cell == START else tile_at(self.seen.shape, cell).moats
        return self.could.get(cell, frozenset({seen}))

    def may_bar(self, edge: Edge) -> frozenset[bool]:
        """Return whether this side has a moat or wall: True, False, or both if it may."""
        return frozenset(edge.side in sides for sides in self.sides(edge.cell))

    # Words.

    def barrier(self, side: Edge) -> str:
        """Return ``moat`` or ``wall``."""
        return Box.of(self.kind(side.cell)).barrier

    def has(self, side: Edge, *, is_barred: bool) -> str:
        """Return that a tile has a moat or wall on a side, or none."""
        number = "a" if is_barred else "no"
        return f"{self.name(side.cell)} has {number} {self.barrier(side)} to the {_TOWARDS[side.side]}"

    def has_all(self, sides: Iterable[Edge]) -> str:
        """Return that tiles have a moat or wall on all of these sides."""
        by_cell: dict[Cell, list[Edge]] = {}
        for side in sides:
            by_cell.setdefault(side.cell, []).append(side)
        told = []
        for cell, own in by_cell.items():
            *others, last = (_TOWARDS[side.side] for side in own)
            barriers = f"{self.barrier(own[0])}s" if others else f"a {self.barrier(own[0])}"
            towards = f"{', '.join(others)} and {last}" if others else last
            told.append(f"{self.name(cell)} has {barriers} to the {towards}")
        return " and ".join(told)

    def perhaps(self, clause: Clause, condition: str, sides: Iterable[Edge]) -> Violation:
        """Return that a clause is open, and at which sides of unknown tiles one has to look."""
        edges = tuple(sides)
        cells = tuple(sorted({edge.cell for edge in edges}))
        return Violation(clause, f"open: broken if {condition}", cells=cells, edges=edges)

    # BUILD-2, MIX-16, MIX-17: edges.

    def unlike(self) -> Iterator[_Found]:
        """Yield the edges of unknown tiles whose sides do not go together, or may not."""
        touching = (edge for cell in self.could for edge in self.neighbours(cell))
        for edge in sorted({edge if edge.side in _FIRST else edge.across for edge in touching}):
            sides = edge, edge.across
            is_across = self.is_across(edge)
            may_be = [*product(*map(self.may_bar, sides))]
            # BUILD-2, MIX-16: both or none. MIX-17: where kinds touch both.
            broken = [
                (one, other) for one, other in may_be if not (one and other) and (is_across or one or other)
            ]
            if len(broken) == len(may_be):
                yield self.certainly_unlike(edge), True
            elif broken:
                yield self.perhaps_unlike(edge, broken), False

    def certainly_unlike(self, edge: Edge) -> Violation:
        """Return that the sides of an edge do not go together."""
        for side, other in (edge, edge.across), (edge.across, edge):
            # MIX-17: without a wall or moat here, nothing that the other tile may have is right.
            if self.may_bar(other) == _BOTH:
                message = f"{self.has(side, is_barred=False)} against {self.name(other.cell)}"
                message += f", which is of {self.kind(other.cell).label}"
                cells = tuple(sorted((edge.cell, edge.across.cell)))
                return self.renamed(Violation(Clause.MIX_17, message, cells=cells, edges=(edge,)))
        return self.renamed(reasons.unlike(self.open, edge))

    def perhaps_unlike(self, edge: Edge, broken: Iterable[tuple[bool, ...]]) -> Violation:
        """Return with which sides an edge does not go together."""
        is_across = self.is_across(edge)
        clause = Clause.MIX_17 if is_across else Clause.MIX_16 if self.seen.shape.other else Clause.BUILD_2
        unknown = [side for side in (edge, edge.across) if self.may_bar(side) == _BOTH]
        if len(unknown) == 1:
            (side,) = unknown
            (is_barred,) = {pair[side is not edge] for pair in broken}
            condition = self.has(side, is_barred=is_barred)
        elif is_across:
            condition = " or ".join(self.has(side, is_barred=False) for side in unknown)
        else:
            names = " and ".join(self.name(side.cell) for side in unknown)
            condition = f"only one of {names} has a {self.barrier(edge)} between them"
        return self.perhaps(clause, condition, unknown)

    # BUILD-3, MIX-21: on foot.

    def unreached(self) -> Iterator[_Found]:
        """Yield the tiles that cannot be reached on foot, or may not be."""
        reach = Reach(
            self.seen.shape,
            {cell: frozenset(one.value for one in sides) for cell, sides in self.could.items()},
        )
        certain = reach.certain(reach.could)
        for cell in certain:
            yield self.renamed(reasons.unreachable(self.open, [cell])), True
        told, unknown = set(certain), self.unknown_sides
        # A moat on one side may be enough.
        for side in unknown:
            if lost := reach.certain(reach.narrowed([side])) - certain:
                told |= lost
                yield self.perhaps(self.on_foot, self.has_all([side]), [side]), False
        # Or it takes several.
        number = 0
        for shown, lost in reach.perhaps():
            for cell in sorted(lost):
                if cell in told:
                    continue
                if (number := number + len(unknown)) > _MOST_TRIED:
                    names = some(self.name(cell) for cell in sorted({side.cell for side in unknown}))
                    yield (
                        self.perhaps(self.on_foot, f"{names} have moats or walls on some sides", unknown),
                        False,
                    )
                    return
                sides = [side for side in unknown if side.side.value & shown[side.cell]]
                sides = reach.needed(cell, sides)
                told |= reach.certain(reach.narrowed(sides))
                yield self.perhaps(self.on_foot, self.has_all(sides), sides), False

    @property
    def on_foot(self) -> Clause:
        """The clause that says what has to be reached."""
        return Clause.MIX_21 if self.seen.shape.other else Clause.BUILD_3

    @cached_property
    def unknown_sides(self) -> tuple[Edge, ...]:
        """The sides of unknown tiles that may have a moat or not, against another tile of their kind."""
        return tuple(
            edge
            for cell in sorted(self.could)
            for edge in self.neighbours(cell)
            if self.may_bar(edge) == _BOTH and not self.is_across(edge)
        )

    # MIX-19: the first tile of Granada.

    def apart(self) -> Iterator[_Found]:
        """Yield that the first tile of Granada touches no wall with a moat, or perhaps none."""
        other = self.seen.shape.other
        if not other or other & other - 1:
            return
        (cell,) = cells_of(other, self.seen.shape.top, self.seen.shape.left)
        contacts = [(side, self.may_bar(side.across)) for side in self.neighbours(cell)]
        walls = [[bars for side, bars in contacts if side.side in moats] for moats in self.sides(cell)]
        if not any(True in bars for along in walls for bars in along):
            yield self.renamed(reasons.apart(self.open, [cell])), True
        elif not all(frozenset({True}) in along for along in walls):
            sides = [
                one
                for side in self.neighbours(cell)
                for one in (side, side.across)
                if self.may_bar(one) == _BOTH
            ]
            yield self.perhaps(Clause.MIX_19, f"{self.name(cell)} touches no wall with a moat", sides), False
