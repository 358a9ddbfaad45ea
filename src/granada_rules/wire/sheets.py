"""Score sheets as objects: those of positions, with all keys and the totals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.base import Given, RecordError, an_object, expect, expected, short
from granada_rules.records import noted_sheet, written_sheet
from granada_rules.sheet import ScoreSheet

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["read_sheet", "write_sheet"]


_FORMAT = "granada-sheet/1"


def read_sheet(data: Given) -> ScoreSheet:
    """Read a score sheet from an object of JSON: as text, or as plain data.

    Points and totals are compared with what the awards make; whether these are right is not judged here.

    >>> from granada_rules import City, Scoring, read_sheet, scoring, write_json, write_sheet
    >>> sheet = scoring.score({"Red": City.of()}, Scoring.A)
    >>> read_sheet(write_json(write_sheet(sheet))) == sheet
    True

    Raises ``RecordError`` if it cannot be read, with the place and the reason.
    """
    fields = an_object(data, _FORMAT, "a score sheet")
    stated = fields.optional("totals", dict)
    fields.entries = _without_nulls(fields.entries)
    sheet = noted_sheet(fields)
    if stated is not None:
        for player, points in sheet.totals.items():
            there = expected(int, stated.get(player), f"totals, {short(player)}")
            if there != points:
                raise RecordError(f"totals, {short(player)}: expected {points}, got {there}")
        for player in stated:
            if player not in sheet.totals:
                raise RecordError(f"totals, {short(player)}: no such player")
    return sheet


def _without_nulls(entries: Mapping[str, object]) -> Mapping[str, object]:
    """Leave out what an award of a moat does not have, as positions do."""
    lines = entries.get("lines")
    if not isinstance(lines, list):
        return entries
    return {**entries, "lines": [_noted(line) if isinstance(line, dict) else line for line in lines]}


def _noted(line: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in line.items() if value is not None or key not in _NULL}


_NULL = {"building", "place"}
"""What an award of a moat has not."""


def write_sheet(sheet: ScoreSheet) -> dict[str, object]:
    """Return a score sheet as plain data for JSON.

    >>> from granada_rules import City, Scoring, scoring, write_sheet
    >>> write_sheet(scoring.score({"Red": City.of()}, Scoring.A))["totals"]
    {'Red': 0}

    Raises ``RecordError`` if it could not be read back, with the place and the reason.
    """
    expect(sheet, ScoreSheet)
    written = written_sheet(sheet)
    # A sheet may have any numbers, names and clauses.
    read_sheet(written)
    return written
