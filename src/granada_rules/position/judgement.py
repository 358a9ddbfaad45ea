"""`judgements`: what is wrong with cities of which not everything is seen, certainly or perhaps.

Only sides are unknown here: where tiles lie, their kinds and their roofs are seen. So BUILD-1, BUILD-4 and
BUILD-5 are judged as in any city; BUILD-2 edge by edge, from what the two sides may be; BUILD-3 tile by tile,
by `Reach`.
"""

from __future__ import annotations

import re
from functools import cached_property, reduce
from itertools import product
from operator import and_
from typing import TYPE_CHECKING, NamedTuple, final

import attrs

from granada_rules import placement
from granada_rules.base import remembered
from granada_rules.box import Box, Built, Cell, Clause, Edge, Edges, Face, Kind, Violation, cells_of, some
from granada_rules.city import HIDDEN, START, City, SeenCity, changed, reasons, tile_at
from granada_rules.position.facts import Facts
from granada_rules.position.fillings import unknown_tiles
from granada_rules.position.reach import Reach

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["Judgement", "fitting_sides", "judgements"]

_MOST_TRIED = 256
"""How many sides are tried one by one to find those that it takes together."""

_NAMED = re.compile(r"\S+ at (-?\d+,-?\d+)")
"""How violations name a tile."""

_FIRST = Edges.N | Edges.E
"""By these sides edges are named."""

_BOTH = frozenset({True, False})


class Judgement(NamedTuple):
    """What is wrong with a city of which not everything is seen."""

    certain: tuple[Violation, ...]
    """Broken whatever its unknown tiles are; BUILD-3 tile by tile."""
    undecided: tuple[Violation, ...]
    """Broken by some of what they may be, each with the cells to look at."""


@remembered(Facts)
def judgements(facts: Facts) -> Mapping[str, Judgement]:
    """Return by player what is wrong with the cities of which not everything is seen."""
    cities = {name: player.seen_city for name, player in facts.named if player.seen_city is not None}
    could: dict[str, dict[Cell, frozenset[Edges]]] = {name: {} for name in cities}
    for unknown in unknown_tiles(facts):
        if unknown.player is not None and unknown.cell is not None:
            could[unknown.player][unknown.cell] = unknown.sides
    return {name: _judged(_Seen(city, could[name])) for name, city in cities.items()}


def _judged(city: _Seen) -> Judgement:
    broken, undecided = [*_sure(city)], list[Violation]()
    for found in (_unlike(city), _unreached(city), _apart(city)):
        for violation, is_certain in found:
            (broken if is_certain else undecided).append(violation)
    return Judgement(tuple(sorted(broken, key=_in_order)), tuple(undecided))


def fitting_sides(city: SeenCity, could: Mapping[Cell, frozenset[Edges]], cell: Cell) -> frozenset[Edges]:
    """Return what the sides of an unknown tile may be beside its neighbours (BUILD-2, MIX-16, MIX-17)."""

    def fits(sides: Edges) -> bool:
        seen = _Seen(city, {**could, cell: frozenset({sides})})
        return all(any(fit for _, fit in _pairs(seen, edge)) for edge in seen.neighbours(cell))

    return frozenset(filter(fits, could[cell]))


def _in_order(violation: Violation) -> tuple[str, tuple[Cell, ...]]:
    return str(violation.clause), violation.cells


_Found = tuple[Violation, bool]
"""A violation, and whether it is certain."""


@final
class _Seen:
    """A city with what the sides of its unknown tiles may be, and the words for it."""

    def __init__(self, seen: SeenCity, could: Mapping[Cell, frozenset[Edges]]) -> None:
        self.tiles = seen.tiles
        self.shape = seen.shape
        self.could = could

    @cached_property
    def open(self) -> City:
        """The city with the moats or walls that it has in any case."""
        city = self.shape
        for cell, sides in self.could.items():
            tile, shown = tile_at(city, cell), reduce(and_, sides)
            face, roof = tile.face, tile.roof
            # A-BOX-2: a tile of Alhambra is named with its walls.
            if face.walls is not None:
                face = Face(face.building, face.value, shown.turned_back(roof))
            city = changed(city, cell, Built(face, shown, roof))
        return city

    def kind(self, cell: Cell) -> Kind:
        """Return the kind of a tile."""
        return self.shape.start if cell == START else tile_at(self.shape, cell).face.kind

    def neighbours(self, cell: Cell) -> Iterator[Edge]:
        """Yield the sides of a tile on which another lies."""
        for side in Edges:
            if cell.neighbour(side) in self.shape.cells:
                yield Edge(cell, side)

    def is_across(self, edge: Edge) -> bool:
        """Tell whether tiles of two kinds touch at an edge."""
        return self.kind(edge.cell) is not self.kind(edge.across.cell)

    def sides(self, cell: Cell) -> frozenset[Edges]:
        """Return what the sides of a tile may be."""
        # BUILD-6: the start tile has no moats.
        seen = Edges(0) if cell == START else tile_at(self.shape, cell).moats
        return self.could.get(cell, frozenset({seen}))

    def may_bar(self, edge: Edge) -> frozenset[bool]:
        """Return whether this side has a moat or wall: True, False, or both if it may."""
        return frozenset(edge.side in sides for sides in self.sides(edge.cell))

    # Words.

    def name(self, cell: Cell) -> str:
        """Return what messages call a tile."""
        if cell == START:
            return "the start tile"
        tile, kind = self.tiles[cell], self.kind(cell)
        if tile.building is None:
            called = f"{kind.name[0]}{HIDDEN}" if self.shape.other else HIDDEN
        elif kind is Kind.GRANADA:
            # BOX-2: its moats are no part of its name.
            called = f"{tile.building.code}{HIDDEN if tile.price is None else tile.price}"
        else:
            called = str(tile.face or tile)
        return f"{called} at {cell}"

    def barrier(self, side: Edge) -> str:
        """Return ``moat`` or ``wall``."""
        return Box.of(self.kind(side.cell)).barrier

    def has(self, side: Edge, *, is_barred: bool) -> str:
        """Return that a tile has a moat or wall on a side, or none."""
        number = "a" if is_barred else "no"
        return f"{self.name(side.cell)} has {number} {self.barrier(side)} to the {reasons.TOWARDS[side.side]}"

    def has_all(self, sides: Iterable[Edge]) -> str:
        """Return that tiles have a moat or wall on all of these sides."""
        by_cell: dict[Cell, list[Edge]] = {}
        for side in sides:
            by_cell.setdefault(side.cell, []).append(side)
        told = []
        for cell, own in by_cell.items():
            *others, last = (reasons.TOWARDS[side.side] for side in own)
            barriers = f"{self.barrier(own[0])}s" if others else f"a {self.barrier(own[0])}"
            towards = f"{', '.join(others)} and {last}" if others else last
            told.append(f"{self.name(cell)} has {barriers} to the {towards}")
        return " and ".join(told)

    def renamed(self, violation: Violation) -> Violation:
        """Return a violation in which tiles are called what is seen of them."""
        message = _NAMED.sub(lambda found: self.name(Cell.parse(found[1])), violation.message)
        tiles = (self.tiles.get(cell) for cell in violation.cells)
        faces = (tile.face for tile in tiles if tile is not None)
        known = tuple(face for face in faces if face is not None)
        return attrs.evolve(violation, message=message, faces=known)


def _perhaps(clause: Clause, condition: str, sides: Iterable[Edge]) -> _Found:
    """Return that a clause is open, and at which sides of unknown tiles one has to look."""
    edges = tuple(sides)
    cells = tuple(sorted({edge.cell for edge in edges}))
    return Violation(clause, f"open: broken if {condition}", cells=cells, edges=edges), False


def _sure(city: _Seen) -> Iterator[Violation]:
    """Yield what is broken whatever the sides of unknown tiles are."""
    at_edges = {Clause.BUILD_2, Clause.MIX_16, Clause.MIX_17}
    for violation in placement.violations(city.open):
        is_of_edges = violation.clause in at_edges and not {*violation.cells}.isdisjoint(city.could)
        # MIX-19: whether a wall lies against a moat is seen at an edge, too.
        if not is_of_edges and violation.clause not in {Clause.BUILD_3, Clause.MIX_19, Clause.MIX_21}:
            yield city.renamed(violation)


def _unlike(city: _Seen) -> Iterator[_Found]:
    """Yield the edges of unknown tiles whose sides do not go together, or may not."""
    touching = (edge for cell in city.could for edge in city.neighbours(cell))
    for edge in sorted({edge if edge.side in _FIRST else edge.across for edge in touching}):
        pairs = _pairs(city, edge)
        broken = [pair for pair, fits in pairs if not fits]
        if len(broken) == len(pairs):
            yield _certainly_unlike(city, edge), True
        elif broken:
            yield _perhaps_unlike(city, edge, broken)


def _pairs(city: _Seen, edge: Edge) -> list[tuple[tuple[bool, ...], bool]]:
    """Return in all ways whether the sides of an edge have a moat or wall, and whether these go together."""
    is_across, may_be = city.is_across(edge), product(*map(city.may_bar, (edge, edge.across)))
    # BUILD-2, MIX-16: both or none. MIX-17: where kinds touch both.
    return [(pair, all(pair) or not (is_across or any(pair))) for pair in may_be]


def _certainly_unlike(city: _Seen, edge: Edge) -> Violation:
    """Return that the sides of an edge do not go together."""
    for side, other in (edge, edge.across), (edge.across, edge):
        # MIX-17: without a wall or moat here, nothing that the other tile may have is right.
        if city.may_bar(other) == _BOTH:
            against = f"{city.name(other.cell)}, which is of {city.kind(other.cell).label}"
            message = f"{city.has(side, is_barred=False)} against {against}"
            cells = tuple(sorted((edge.cell, edge.across.cell)))
            return city.renamed(Violation(Clause.MIX_17, message, cells=cells, edges=(edge,)))
    return city.renamed(reasons.unlike(city.open, edge))


def _perhaps_unlike(city: _Seen, edge: Edge, broken: Iterable[tuple[bool, ...]]) -> _Found:
    """Return with which sides an edge does not go together."""
    is_across = city.is_across(edge)
    clause = Clause.MIX_17 if is_across else Clause.MIX_16 if city.shape.other else Clause.BUILD_2
    unknown = [side for side in (edge, edge.across) if city.may_bar(side) == _BOTH]
    if len(unknown) == 1:
        (side,) = unknown
        (is_barred,) = {pair[side is not edge] for pair in broken}
        condition = city.has(side, is_barred=is_barred)
    elif is_across:
        condition = " or ".join(city.has(side, is_barred=False) for side in unknown)
    else:
        names = " and ".join(city.name(side.cell) for side in unknown)
        condition = f"only one of {names} has a {city.barrier(edge)} between them"
    return _perhaps(clause, condition, unknown)


def _unreached(city: _Seen) -> Iterator[_Found]:
    """Yield the tiles that cannot be reached on foot, or may not be."""
    # BUILD-3, MIX-21: from the first tile of each kind.
    clause = Clause.MIX_21 if city.shape.other else Clause.BUILD_3
    could = {cell: frozenset(one.value for one in sides) for cell, sides in city.could.items()}
    reach = Reach(city.shape, could)
    certain = reach.certain(could)
    for cell in certain:
        yield city.renamed(reasons.unreachable(city.open, [cell])), True
    unknown = [edge for cell in sorted(could) for edge in city.neighbours(cell)]
    unknown = [edge for edge in unknown if city.may_bar(edge) == _BOTH and not city.is_across(edge)]
    told = set(certain)
    # A moat on one side may be enough.
    for side in unknown:
        if lost := reach.certain(reach.narrowed([side])) - certain:
            told |= lost
            yield _perhaps(clause, city.has_all([side]), [side])
    # Or it takes several.
    number = 0
    for shown, lost in reach.perhaps():
        for cell in sorted(lost):
            if cell in told:
                continue
            if (number := number + len(unknown)) > _MOST_TRIED:
                names = some(city.name(cell) for cell in sorted({side.cell for side in unknown}))
                yield _perhaps(clause, f"{names} have moats or walls on some sides", unknown)
                return
            sides = reach.needed(cell, [side for side in unknown if side.side.value & shown[side.cell]])
            told |= reach.certain(reach.narrowed(sides))
            yield _perhaps(clause, city.has_all(sides), sides)


def _apart(city: _Seen) -> Iterator[_Found]:
    """Yield that the first tile of Granada touches no wall with a moat, or perhaps none."""
    other = city.shape.other
    # MIX-19: later nothing depends on it.
    if not other or other & other - 1:
        return
    (cell,) = cells_of(other, city.shape.top, city.shape.left)
    contacts = [*city.neighbours(cell)]
    walls = [
        [city.may_bar(side.across) for side in contacts if side.side in moats] for moats in city.sides(cell)
    ]
    if not any(True in bars for along in walls for bars in along):
        yield city.renamed(reasons.apart(city.open, [cell])), True
    elif not all(frozenset({True}) in along for along in walls):
        sides = [one for side in contacts for one in (side, side.across) if city.may_bar(one) == _BOTH]
        yield _perhaps(Clause.MIX_19, f"{city.name(cell)} touches no wall with a moat", sides)
