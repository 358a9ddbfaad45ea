"""The score pad: a score sheet as a table, moats, walls, borders and buildings down, players across."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import attrs

from granada_rules.base import count, short
from granada_rules.box import Building, Kind
from granada_rules.draw import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.sheet import Line, ScoreSheet

__all__ = ["Entry", "Pad", "PadRow", "pad"]

_TIED, _SHARED = "=", "&"
"""Mark players who are tied in number of buildings: the dearest decides, or they share."""

_PLACES = {1: "1st", 2: "2nd", 3: "3rd"}


@final
@attrs.frozen
class Entry:
    """A cell of the table."""

    points: int | None
    """``None`` without an award."""
    place: str = ""
    """The place, such as ``1st``, or the places shared, such as ``1-2``; then ``=`` or ``&`` in a tie."""


@final
@attrs.frozen
class PadRow:
    """The moats, the walls, the borders, or a building type."""

    name: str
    kinds: tuple[Kind, ...]
    """The kind of the moats, walls or buildings; both for the borders between them."""
    building: Building | None
    entries: tuple[Entry, ...]
    """By player."""


@final
@attrs.frozen
class Pad:
    """A score sheet as a table."""

    heading: str
    """What it is, such as ``A score sheet of Granada``."""
    title: str
    players: tuple[str, ...]
    """Names, cleaned; Dirk is the last, if he takes part."""
    rows: tuple[PadRow, ...]
    totals: tuple[int, ...]
    kinds: tuple[Kind, ...]
    """The kinds of tiles that are scored."""
    notes: tuple[str, ...]
    """What ``=`` and ``&`` mean, who shares how many points, and who counts more by huts."""
    description: str
    """A summary in words."""


def pad(sheet: ScoreSheet) -> Pad:
    """Return a score sheet as a table."""
    awards = {(*_subject(line), line.player): line for line in sheet.lines}
    ties = {
        (line.building, player): _SHARED if line.shares > 1 else _TIED
        for line in sheet.lines
        for player, _ in line.tied
    }
    kinds = tuple(kind for kind in Kind if kind in {*sheet.kinds, *(line.kind for line in sheet.lines)})

    def row(name: str, of: tuple[Kind, ...], building: Building | None) -> PadRow:
        entries = []
        for player in sheet.players:
            line = awards.get((of, building, player))
            tied = ties.get((building, player), "")
            entries.append(Entry(None, tied) if line is None else Entry(line.points, f"{_place(line)}{tied}"))
        return PadRow(name, of, building, tuple(entries))

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
        totals=tuple(totals.values()),
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
    return _PLACES.get(line.place, f"{short(line.place)}th")


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
