"""The layout of a city drawing, for text and SVG: rows, columns and marks."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, TypeVar, final

import attrs

from granada_rules import moats, placement
from granada_rules.box import SPAN, Box, Cell, Cells, Clause, Edge, Edges, Kind
from granada_rules.city import SeenCity, SeenTile

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from granada_rules.box import Violation
    from granada_rules.city import City
    from granada_rules.draw.show import Show

__all__ = [
    "Longest",
    "Numbered",
    "Numbers",
    "Plan",
    "kinds_in",
    "line",
    "numbered",
    "plan",
    "shape_of",
    "tile_in",
]

Numbers = tuple[int, ...]
"""Numbers of the violations at a place, from 1."""

Numbered = tuple[tuple[int, "Violation"], ...]
"""Violations with their numbers, from 1."""

_Place = TypeVar("_Place", Cell, Edge)

_LONGEST_EMPTY_RUN = 2
"""A longer run of empty rows or columns is drawn as one gap."""


@final
@attrs.frozen
class Longest:
    """The longest moat or wall, or stretch of both side by side: what it is called, and where."""

    name: str
    clause: Clause
    moat: moats.Moat
    is_border: bool = False
    """Whether it is a stretch of both side by side, where each of them has its own mark."""


@final
@attrs.frozen
class Plan:
    """Rows from north to south and columns from west to east, ``None`` for a gap; and all marks."""

    rows: tuple[int | None, ...]
    columns: tuple[int | None, ...]
    cells: Mapping[Cell, Numbers]
    """Violations by cell, except those shown at an edge of the cell."""
    edges: Mapping[Edge, Numbers]
    """Violations by edge, normalised by `line`."""
    kind: Kind
    """The kind of the tile that ``legal_for`` is about."""
    longest: tuple[Longest, ...]
    """The longest moat or wall, of both kinds each, and the border; without edges if not shown."""
    legal: Cells
    """Where a tile with the moats or walls ``legal_for`` may be built."""
    legal_for: Edges | None
    """The moats or walls of that tile; ``None`` if legal cells are not shown."""
    unknown: tuple[Cell, ...] = ()
    """The cells of tiles of which something is not seen: what follows from them is not certain."""

    def numbers(self, cell: Cell) -> Numbers:
        """Return the violations of a cell and its edges."""
        found = set(self.cells.get(cell, ()))
        return tuple(sorted(found.union(*(self.edges.get(line(Edge(cell, side)), ()) for side in Edges))))


def line(edge: Edge) -> Edge:
    """Return the edge as a north or east side: both cells that share it get the same value."""
    return edge.across if edge.side in Edges.S | Edges.W else edge


def numbered(violations: Iterable[Violation]) -> Numbered:
    """Return violations with numbers from 1."""
    return tuple(enumerate(violations, 1))


def plan(city: City | SeenCity, show: Show, violations: Numbered, *, with_legal_cells: bool = True) -> Plan:
    """Lay out a city with these violations marked."""
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
    shape = shape_of(city)
    unknown = city.unknown if isinstance(city, SeenCity) else ()
    is_legal = not unknown and not placement.violations(shape)
    legal = Cells.of()
    legal_for = show.legal_for if with_legal_cells else None
    if legal_for is not None and is_legal:
        legal = placement.legal_cells(shape, legal_for, show.legal_kind)
    drawn = {*shape.cells, *cells, *legal, *(edge.cell for edge in edges)}
    rows = _without_long_gaps({-cell.y for cell in drawn})
    return Plan(
        rows=tuple(None if row is None else -row for row in rows),
        columns=_without_long_gaps({cell.x for cell in drawn}),
        cells=cells,
        edges=edges,
        kind=show.legal_kind or city.start,
        longest=_longest(shape, is_shown=show.longest_moat and is_legal),
        legal=legal,
        legal_for=legal_for,
        unknown=unknown,
    )


def shape_of(city: City | SeenCity) -> City:
    """Return a city with the tiles that are drawn, whatever is seen of them."""
    return city.shape if isinstance(city, SeenCity) else city


def tile_in(city: City | SeenCity, cell: Cell) -> SeenTile | None:
    """Return what is seen of the tile at a cell; None if there is none but the start tile."""
    if isinstance(city, SeenCity):
        return city.tiles.get(cell)
    return SeenTile.of(city.tiles[cell]) if cell in city.tiles else None


def kinds_in(city: City | SeenCity) -> frozenset[Kind]:
    """Return the kinds of the tiles of a city."""
    return frozenset(Kind) if shape_of(city).other else frozenset({city.start})


def _longest(city: City, *, is_shown: bool) -> tuple[Longest, ...]:
    kinds = tuple(kind for kind in Kind if kind in kinds_in(city))
    none = moats.Moat(())
    found = [
        Longest(
            box.barrier,
            box.barrier_clause(kinds),
            moats.longest_barrier(city, box.kind) if is_shown else none,
        )
        for box in map(Box.of, kinds)
    ]
    if city.other:
        border = moats.longest_border(city) if is_shown else none
        found.append(Longest("border", Clause.MIX_31, border, is_border=True))
    return tuple(found)


def _is_near(cell: Cell) -> bool:
    # No city reaches further; and drawings stay small.
    return max(abs(cell.x), abs(cell.y)) <= SPAN


def _note(marks: dict[_Place, Numbers], place: _Place, number: int) -> None:
    if number not in marks.get(place, ()):
        marks[place] = (*marks.get(place, ()), number)


def _without_long_gaps(used: Collection[int]) -> tuple[int | None, ...]:
    """Return all numbers from least to greatest, with one ``None`` for each long run of unused ones."""
    kept: list[int | None] = []
    for is_used, run in groupby(range(min(used), max(used) + 1), used.__contains__):
        numbers: Sequence[int] = list(run)
        kept += numbers if is_used or len(numbers) <= _LONGEST_EMPTY_RUN else [None]
    return tuple(kept)
