"""Which rows and columns of a city are drawn, and what is pointed out where: the same for text and pages."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, TypeVar, final

import attrs

from granada_rules import moats, placement
from granada_rules.grid import MARGIN, Cell, Cells, Edge, Edges

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from granada_rules.city import City
    from granada_rules.clauses import Violation
    from granada_rules.draw.show import Show

__all__ = ["Numbered", "Numbers", "Plan", "line", "numbered", "plan"]

Numbers = tuple[int, ...]
"""The violations that concern a place, by their numbers from 1 on."""

Numbered = tuple[tuple[int, "Violation"], ...]
"""Violations with their numbers."""

_Place = TypeVar("_Place", Cell, Edge)

_LONGEST_EMPTY_RUN = 2
"""So many empty rows or columns in a row are drawn; more of them become one gap."""


@final
@attrs.frozen
class Plan:
    """How a city is drawn: rows from north to south, columns from west to east, ``None`` for a gap."""

    rows: tuple[int | None, ...]
    columns: tuple[int | None, ...]
    cells: Mapping[Cell, Numbers]
    """Violations of cells; one that has an edge beside the cell is shown at the edge instead."""
    edges: Mapping[Edge, Numbers]
    """Violations of edges, each edge named as `line` names it."""
    moat: moats.Moat
    """The longest moat, if it is to be shown."""
    legal: Cells
    """Where a tile with the moats ``legal_for`` may be built."""
    legal_for: Edges | None
    """The moats of that tile; nothing if none is asked for."""

    def numbers(self, cell: Cell) -> Numbers:
        """Return the violations that concern a cell or one of its edges."""
        found = set(self.cells.get(cell, ()))
        return tuple(sorted(found.union(*(self.edges.get(line(Edge(cell, side)), ()) for side in Edges))))


def line(edge: Edge) -> Edge:
    """Return the one name of an edge that two cells share: as a north or an east side."""
    return edge.across if edge.side in Edges.S | Edges.W else edge


def numbered(violations: Iterable[Violation]) -> Numbered:
    """Count violations from 1 on."""
    return tuple(enumerate(violations, 1))


def plan(city: City, show: Show, violations: Numbered, *, with_legal_cells: bool = True) -> Plan:
    """Return how a city is drawn with these of the violations marked."""
    cells: dict[Cell, Numbers] = {}
    edges: dict[Edge, Numbers] = {}
    for number, violation in violations:
        lines = [line(edge) for edge in violation.edges if _is_near(edge.cell)]
        beside = {cell for edge in lines for cell in (edge.cell, edge.across.cell)}
        for edge in lines:
            _note(edges, edge, number)
        for cell in violation.cells:
            if _is_near(cell) and cell not in beside:
                _note(cells, cell, number)
    is_legal = not placement.violations(city)
    moat, legal = moats.Moat(()), Cells.of()
    if show.longest_moat and is_legal:
        moat = moats.longest_moat(city)
    legal_for = show.legal_for if with_legal_cells else None
    if legal_for is not None and is_legal:
        legal = placement.legal_cells(city, legal_for)
    drawn = {*city.cells, *cells, *legal, *(edge.cell for edge in edges)}
    rows = _without_long_gaps({-cell.y for cell in drawn})
    return Plan(
        rows=tuple(None if row is None else -row for row in rows),
        columns=_without_long_gaps({cell.x for cell in drawn}),
        cells=cells,
        edges=edges,
        moat=moat,
        legal=legal,
        legal_for=legal_for,
    )


def _is_near(cell: Cell) -> bool:
    # No city leads further, so there is nothing to be seen; and a drawing stays within bounds.
    return max(abs(cell.x), abs(cell.y)) <= MARGIN


def _note(marks: dict[_Place, Numbers], place: _Place, number: int) -> None:
    if number not in marks.get(place, ()):
        marks[place] = (*marks.get(place, ()), number)


def _without_long_gaps(used: Collection[int]) -> tuple[int | None, ...]:
    """Return all numbers from the least to the greatest, but one ``None`` for a long run of unused ones."""
    kept: list[int | None] = []
    for is_used, run in groupby(range(min(used), max(used) + 1), used.__contains__):
        numbers: Sequence[int] = list(run)
        kept += numbers if is_used or len(numbers) <= _LONGEST_EMPTY_RUN else [None]
    return tuple(kept)
