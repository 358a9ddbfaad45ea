"""A score pad as text, in blocks of players that fit the width.

::

    Scoring B
                Red       Blue
    ──────────────────────────
    Moats         7         4
    Arena         6 1st     3 2nd
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import attrs

from granada_rules.draw import words
from granada_rules.draw.canvas import BUILDINGS, Style

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.draw.canvas import Canvas
    from granada_rules.draw.pad import Entry, Pad

__all__ = ["NARROWEST", "put_sheet"]

_LABEL = 10
"""Width of the row names."""

_BETWEEN = 2
_LONGEST_PLACE = 4
_WIDEST_NAME = 12
"""Wider names are wrapped."""

NARROWEST = _LABEL + _BETWEEN + _WIDEST_NAME
"""The width of a block with one player."""


@final
@attrs.frozen
class _Column:
    """The column of a player."""

    seat: int
    begin: int
    name: tuple[str, ...]


def put_sheet(canvas: Canvas, pad: Pad) -> None:
    """Add a score pad to a canvas."""
    with canvas.part():
        canvas.paragraph(pad.title, Style.STRONG)
    points = [entry.points for row in pad.rows for entry in row.entries]
    digits = max(len(str(number)) for number in (*points, *pad.totals, 100) if number is not None)
    for columns, end in _blocks(pad, digits, canvas.width):
        with canvas.part():
            _put_block(canvas, pad, columns, digits, end)
    for note in pad.notes:
        canvas.paragraph(note, Style.FAINT, indent=2)


def _blocks(pad: Pad, digits: int, width: int | None) -> Iterator[tuple[list[_Column], int]]:
    """Split the players into blocks that fit, each with its width."""
    columns: list[_Column] = []
    end = _LABEL
    for seat, player in enumerate(pad.players):
        name = tuple(words.wrapped(player, _WIDEST_NAME))
        wide = max(digits + 1 + _LONGEST_PLACE, *map(words.width_of, name))
        if columns and width is not None and end + _BETWEEN + wide > width:
            yield columns, end
            columns, end = [], _LABEL
        columns.append(_Column(seat, end + _BETWEEN, name))
        end += _BETWEEN + wide
    yield columns, end


def _put_block(canvas: Canvas, pad: Pad, columns: list[_Column], digits: int, end: int) -> None:
    top = canvas.height
    bottom = top + max((len(column.name) for column in columns), default=0)
    for column in columns:
        for line, text in enumerate(column.name, bottom - len(column.name)):
            canvas.put(line, column.begin, text, Style.STRONG)
    canvas.put(bottom, 0, "─" * end, Style.FAINT)
    for row in pad.rows:
        line = canvas.height
        canvas.put(line, 0, row.name, Style.PLAIN if row.building is None else BUILDINGS[row.building])
        for column in columns:
            _put_entry(canvas, line, column.begin, row.entries[column.seat], digits)
    canvas.put(canvas.height, 0, "─" * end, Style.FAINT)
    line = canvas.height
    canvas.put(line, 0, "Total", Style.STRONG)
    for column in columns:
        canvas.put(line, column.begin, f"{pad.totals[column.seat]:>{digits}}", Style.STRONG)


def _put_entry(canvas: Canvas, line: int, begin: int, entry: Entry, digits: int) -> None:
    if entry.points is None:
        canvas.put(line, begin + digits - 1, "-", Style.FAINT)
    else:
        canvas.put(line, begin, f"{entry.points:>{digits}}")
    canvas.put(line, begin + digits + 1, words.clean(entry.place, _LONGEST_PLACE), Style.FAINT)
