"""The score pad: a score sheet as a table, moats and buildings down, players across."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import attrs

from granada_rules.arguments import count
from granada_rules.draw import words
from granada_rules.tiles import Building, Kind

if TYPE_CHECKING:
    from granada_rules.sheet import Line, ScoreSheet

__all__ = ["TIED", "Entry", "Pad", "PadRow", "pad"]

TIED = "="
"""Marks players who are tied in number of buildings."""

_PLACES = ("1st", "2nd", "3rd")


@final
@attrs.frozen
class Entry:
    """A cell of the table."""

    points: int | None
    """``None`` without an award."""
    place: str = ""
    """The place, and `TIED` in a tie; may be empty."""


@final
@attrs.frozen
class PadRow:
    """The moats, or a building type."""

    name: str
    building: Building | None
    entries: tuple[Entry, ...]
    """By player."""


@final
@attrs.frozen
class Pad:
    """A score sheet as a table."""

    title: str
    players: tuple[str, ...]
    """Names, cleaned; Dirk is the last, if he takes part."""
    rows: tuple[PadRow, ...]
    totals: tuple[int, ...]
    note: str
    """What `TIED` means; empty without ties."""
    description: str
    """A summary in words."""


def pad(sheet: ScoreSheet) -> Pad:
    """Return a score sheet as a table."""
    awards = {(line.building, line.player): line for line in sheet.lines}
    ties = {(line.building, player) for line in sheet.lines for player, _ in line.tied}

    def entry(building: Building | None, player: str) -> Entry:
        line = awards.get((building, player))
        tied = TIED if (building, player) in ties else ""
        return Entry(None, tied) if line is None else Entry(line.points, f"{_place(line)}{tied}")

    rows = tuple(
        PadRow(
            "Moats" if building is None else building.label,
            building,
            tuple(entry(building, player) for player in sheet.players),
        )
        # SCORE-3: moats first, then the building types in their order.
        for building in (None, *Kind.GRANADA.buildings)
    )
    fixed = ", fixed points (SIMPLE-1)" if sheet.simplified else ""
    totals = sheet.totals
    players = tuple(map(words.name_of, sheet.players))
    said = (f"{name} {count(points, 'point')}" for name, points in zip(players, totals.values(), strict=True))
    return Pad(
        title=f"Scoring {sheet.scoring.value}{fixed}",
        players=players,
        rows=rows,
        totals=tuple(totals.values()),
        note=f"{TIED} as many buildings as another: the dearest decides (SCORE-8)" if ties else "",
        description=f"A score sheet of Granada, scoring {sheet.scoring.value}{fixed}: {', '.join(said)}.",
    )


def _place(line: Line) -> str:
    return "" if line.place is None else _PLACES[line.place - 1]
