"""A score pad as SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.draw.glyphs import EMBLEMS
from granada_rules.draw.markup import Drawing, Markup, element, group, joined, label, lines, rect
from granada_rules.draw.style import class_of
from granada_rules.draw.svg_city import barrier_icon

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.draw.pad import Entry, Pad, PadRow

__all__ = ["sheet_drawing"]

_NAMES, _COLUMN, _ROW = 142, 100, 30
"""Width of the row names, width of a player's column, height of a row."""

_POINTS = 46
"""Right end of the points in a column; the place follows."""


def sheet_drawing(pad: Pad) -> Drawing:
    """Return a score pad."""
    width = _NAMES + _COLUMN * len(pad.players)
    heading = lines(pad.title, width, 18, "strong")
    names = [lines(name, _COLUMN - 14, 14, "strong") for name in pad.players]
    head = max((name.height for name in names), default=0) + 12
    pieces = [heading.markup]
    top = heading.height + 8
    for seat, name in enumerate(names):
        pieces.append(group(name.markup, _left(seat), top + head - 8 - name.height))
    y = top + head
    for number, row in enumerate(pad.rows):
        if number % 2 == 0:
            pieces.append(rect((0, y, width, _ROW), "panel"))
        pieces.append(group(joined(_row(row)), 0, y))
        y += _ROW
    pieces.append(rect((0, y, width, 2), "muted"))
    pieces.append(group(joined(_totals(pad)), 0, y + 2))
    y += _ROW + 2
    for said in pad.notes:
        note = lines(said, width, 13, "muted")
        pieces.append(group(note.markup, 0, y + 4))
        y += note.height + 4
    return Drawing(joined(pieces), width, y)


def _left(seat: int) -> float:
    return _NAMES + _COLUMN * seat + 8


def _row(row: PadRow) -> Iterator[Markup]:
    if row.building is None:
        yield barrier_icon(row.kinds)
    else:
        shape = {"d": EMBLEMS[row.building], "fill-rule": "evenodd"}
        yield group(element("path", shape, classes=class_of(row.building)), 7, 3)
    yield label(40, 20, row.name, 14)
    for seat, entry in enumerate(row.entries):
        yield from _entry(entry, _left(seat))


def _entry(entry: Entry, left: float) -> Iterator[Markup]:
    if entry.points is None:
        yield label(left + _POINTS, 20, "–", 15, "end muted")  # noqa: RUF001 - a dash
    else:
        yield label(left + _POINTS, 20, str(entry.points), 15, "end")
    if entry.place:
        yield label(left + _POINTS + 6, 20, entry.place, 11, "muted")


def _totals(pad: Pad) -> Iterator[Markup]:
    yield label(40, 20, "Total", 14, "strong")
    for seat, points in enumerate(pad.totals):
        yield label(_left(seat) + _POINTS, 20, str(points), 15, "end strong")
