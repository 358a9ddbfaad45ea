"""The score pad: a score sheet as a table, moats, walls, borders and buildings down, players across.

As text it is in blocks of players that fit the width::

    Scoring B
                Red       Blue
    ──────────────────────────
    Moats         7         4
    Arena         6 1st     3 2nd
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import attrs

from granada_rules.base import count, short
from granada_rules.box import Building, Kind
from granada_rules.draw import words
from granada_rules.draw.canvas import BUILDINGS, Style
from granada_rules.draw.columns import width_of, wrapped
from granada_rules.draw.glyphs import EMBLEMS
from granada_rules.draw.markup import Drawing, Markup, class_of, element, group, joined, label, lines, rect
from granada_rules.draw.svg_city import barrier_icon
from granada_rules.scoring import Tally

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.draw.canvas import Canvas
    from granada_rules.sheet import Line, ScoreSheet

__all__ = ["NARROWEST", "Pad", "pad", "put_sheet", "sheet_drawing"]

_TIED, _SHARED = "=", "&"
"""Mark players who are tied in number of buildings: the dearest decides, or they share."""

_PLACES = {1: "1st", 2: "2nd", 3: "3rd"}


@final
@attrs.frozen
class _Entry:
    """A cell of the table."""

    points: int | None
    """``None`` without an award."""
    place: str = ""
    """The place, such as ``1st``, or the places shared, such as ``1-2``; then ``=`` or ``&`` in a tie."""


@final
@attrs.frozen
class _Row:
    """The moats, the walls, the borders, or a building type; of a tally a scoring, or what was before."""

    name: str
    kinds: tuple[Kind, ...]
    """The kind of the moats, walls or buildings; both for the borders between them; none for a scoring."""
    building: Building | None
    entries: tuple[_Entry, ...]
    """By player."""


@final
@attrs.frozen
class Pad:
    """A score sheet or a tally as a table."""

    heading: str
    """What it is, such as ``A score sheet of Granada``."""
    title: str
    players: tuple[str, ...]
    """Names, cleaned; Dirk is the last, if he takes part."""
    rows: tuple[_Row, ...]
    totals: tuple[_Entry, ...]
    """The points of each player, in a tally with the place."""
    kinds: tuple[Kind, ...]
    """The kinds of tiles that are scored."""
    notes: tuple[str, ...]
    """What ``=`` and ``&`` mean, who shares how many points, and who counts more by huts."""
    description: str
    """A summary in words."""
    outcome: str = ""
    """Of a tally, who wins or leads."""


def pad(thing: ScoreSheet | Tally) -> Pad:
    """Return a score sheet or a tally as a table."""
    return _pad_of_tally(thing) if isinstance(thing, Tally) else _pad_of_sheet(thing)


_LONGEST_OUTCOME = 600
"""Enough for six names."""


def _pad_of_tally(tally: Tally) -> Pad:
    parts = [(f"Scoring {sheet.scoring.value}", sheet.totals) for sheet in tally.sheets]
    if tally.before is not None:
        parts.insert(0, ("Before", dict(zip(tally.players, tally.before, strict=True))))
    rows = (
        _Row(name, (), None, tuple(_Entry(points[player]) for player in tally.players))
        for name, points in parts
    )
    ranks = {row.player: _ordinal(row.rank) for row in tally.standings}
    players = tuple(map(words.name_of, tally.players))
    said = (f"{words.name_of(row.player)} {count(row.points, 'point')}" for row in tally.standings)
    return Pad(
        heading="A tally",
        title="Points",
        players=players,
        rows=tuple(rows),
        totals=tuple(_Entry(points, ranks[player]) for player, points in tally.totals.items()),
        kinds=(),
        notes=(),
        description=f"A tally: {', '.join(said)}.",
        outcome=words.clean(tally.outcome, _LONGEST_OUTCOME),
    )


def _pad_of_sheet(sheet: ScoreSheet) -> Pad:
    awards = {(*_subject(line), line.player): line for line in sheet.lines}
    ties = {
        (line.building, player): _SHARED if line.shares > 1 else _TIED
        for line in sheet.lines
        for player, _ in line.tied
    }
    kinds = tuple(kind for kind in Kind if kind in {*sheet.kinds, *(line.kind for line in sheet.lines)})

    def row(name: str, of: tuple[Kind, ...], building: Building | None) -> _Row:
        entries = []
        for player in sheet.players:
            line = awards.get((of, building, player))
            tied = ties.get((building, player), "")
            # Who gets nothing has no place.
            entries.append(_Entry(None) if line is None else _Entry(line.points, f"{_place(line)}{tied}"))
        return _Row(name, of, building, tuple(entries))

    rows = []
    for kind in kinds:
        # SCORE-3, A-SCORE-3: moats or walls first, then the building types in their order.
        rows.append(row(words.barriers(kind).capitalize(), (kind,), None))
        rows += [row(building.label, (kind,), building) for building in kind.buildings]
    # MIX-32: the borders come last.
    if len(kinds) > 1 or any(line.is_border for line in sheet.lines):
        rows.append(row("Borders", _BORDER, None))
    fixed = ", fixed points (SIMPLE-1)" if sheet.simplified else ""
    totals = sheet.totals
    heading = f"A score sheet of {words.games(kinds)}" if kinds else "A score sheet"
    players = tuple(map(words.name_of, sheet.players))
    said = (f"{name} {count(points, 'point')}" for name, points in zip(players, totals.values(), strict=True))
    return Pad(
        heading=heading,
        title=f"Scoring {sheet.scoring.value}{fixed}",
        players=players,
        rows=tuple(rows),
        totals=tuple(map(_Entry, totals.values())),
        kinds=kinds,
        notes=tuple(_notes(sheet)),
        description=f"{heading}, scoring {sheet.scoring.value}{fixed}: {', '.join(said)}.",
    )


_BORDER = tuple(Kind)


def _subject(line: Line) -> tuple[tuple[Kind, ...], Building | None]:
    """Return what the row of an award is about."""
    return _BORDER if line.is_border else (line.kind,), line.building


def _place(line: Line) -> str:
    if line.place is None:
        return ""
    if line.shares > 1:
        return f"{short(line.place)}-{short(line.place + line.shares - 1)}"
    return _ordinal(line.place)


def _ordinal(place: int) -> str:
    return _PLACES.get(place, f"{short(place)}th")


def _notes(sheet: ScoreSheet) -> Iterator[str]:
    """Say what else counted as a building, what a tie means, and who shares how many points."""
    for line in sheet.lines:
        if line.shown or line.hut_edges:
            what = "" if line.building is None else f"{line.building.label}: "
            counted = [f"{len(line.faces)} built"]
            if line.shown:
                cards = "bonus card" if len(line.shown) == 1 else "bonus cards"
                counted.append(f"{len(line.shown)} by the {cards} {words.cards(line.shown)} (BON-5)")
            if line.hut_edges:
                counted.append(f"{len(line.hut_edges)} by huts (HUT-9)")
            yield f"{what}{words.name_of(line.player)} has {short(line.owned)}: {', '.join(counted)}"
    tied = [line for line in sheet.lines if line.tied]
    if any(line.shares == 1 for line in tied):
        yield f"{_TIED} as many buildings as another: the dearest decides (SCORE-8)"
    shared = {(line.building, line.place): line for line in tied if line.shares > 1}
    if shared:
        yield f"{_SHARED} as many buildings as another: they share the points of their places (A-SCORE-8)"
    for (building, _), line in shared.items():
        *first, last = (words.name_of(player) for player, _ in line.tied)
        who = f"{', '.join(first)} and {last}" if first else last
        what = "" if building is None else f"{building.label}: "
        yield f"{what}{who} share {count(line.factor * line.count, 'point')}, {short(line.points)} each"


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
    entries = (*(entry for row in pad.rows for entry in row.entries), *pad.totals, _Entry(100))
    digits = max(len(str(entry.points)) for entry in entries if entry.points is not None)
    for columns, end in _blocks(pad, digits, canvas.width):
        with canvas.part():
            _put_block(canvas, pad, columns, digits, end)
    for note in pad.notes:
        canvas.paragraph(note, Style.FAINT, indent=2)
    if pad.outcome:
        canvas.paragraph(pad.outcome, Style.STRONG, indent=2)


def _blocks(pad: Pad, digits: int, width: int | None) -> Iterator[tuple[list[_Column], int]]:
    """Split the players into blocks that fit, each with its width."""
    columns: list[_Column] = []
    end = _LABEL
    for seat, player in enumerate(pad.players):
        name = tuple(wrapped(player, _WIDEST_NAME))
        wide = max(digits + 1 + _LONGEST_PLACE, *map(width_of, name))
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
            _put_entry(canvas, (line, column.begin), row.entries[column.seat], digits)
    canvas.put(canvas.height, 0, "─" * end, Style.FAINT)
    line = canvas.height
    canvas.put(line, 0, "Total", Style.STRONG)
    for column in columns:
        _put_entry(canvas, (line, column.begin), pad.totals[column.seat], digits, Style.STRONG)


def _put_entry(
    canvas: Canvas, at: tuple[int, int], entry: _Entry, digits: int, style: Style = Style.PLAIN
) -> None:
    line, begin = at
    if entry.points is None:
        canvas.put(line, begin + digits - 1, "-", Style.FAINT)
    else:
        canvas.put(line, begin, f"{entry.points:>{digits}}", style)
    canvas.put(line, begin + digits + 1, words.clean(entry.place, _LONGEST_PLACE), Style.FAINT)


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
    outcome = [lines(pad.outcome, width, 14, "strong")] if pad.outcome else []
    for note in (*(lines(said, width, 13, "muted") for said in pad.notes), *outcome):
        pieces.append(group(note.markup, 0, y + 4))
        y += note.height + 4
    return Drawing(joined(pieces), width, y)


def _left(seat: int) -> float:
    return _NAMES + _COLUMN * seat + 8


def _row(row: _Row) -> Iterator[Markup]:
    if row.building is None and row.kinds:
        yield barrier_icon(row.kinds)
    elif row.building is not None:
        shape = {"d": EMBLEMS[row.building], "fill-rule": "evenodd"}
        yield group(element("path", shape, classes=class_of(row.building)), 7, 3)
    yield label(40, 20, row.name, 14)
    for seat, entry in enumerate(row.entries):
        yield from _entry(entry, _left(seat), "end")


def _entry(entry: _Entry, left: float, classes: str) -> Iterator[Markup]:
    if entry.points is None:
        yield label(left + _POINTS, 20, "–", 15, "end muted")  # noqa: RUF001 - a dash
    else:
        yield label(left + _POINTS, 20, str(entry.points), 15, classes)
    if entry.place:
        yield label(left + _POINTS + 6, 20, entry.place, 11, "muted")


def _totals(pad: Pad) -> Iterator[Markup]:
    yield label(40, 20, "Total", 14, "strong")
    for seat, entry in enumerate(pad.totals):
        yield from _entry(entry, _left(seat), "end strong")
