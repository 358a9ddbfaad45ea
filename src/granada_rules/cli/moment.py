"""A position, or a moment of a game record: what ``score``, ``draw`` and ``moves`` are asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, final

import attrs
import click

from granada_rules import records
from granada_rules.cli.files import GAME, contents, has_format, printable, reason
from granada_rules.cli.noted import Noted, read, refuse
from granada_rules.cli.replay import event_lines, game_verdict, written_events
from granada_rules.cli.verdict import Verdict, say
from granada_rules.game import Game
from granada_rules.position import Level, validate

if TYPE_CHECKING:
    from granada_rules.box import Listed, Scoring
    from granada_rules.records import GameRecord, Replay

__all__ = ["Moment", "read_moment"]


@final
@attrs.frozen
class _Played:
    """How far a game record was played again."""

    found: Replay
    """The replay up to this moment, or to the first event that is illegal or cannot be read."""
    events: int
    """How many events the record has."""

    @property
    def event(self) -> int:
        """After how many events it is."""
        return len(self.found.events)

    @property
    def when(self) -> str:
        """Which moment it is, in words."""
        return f"after event {self.event} of {self.events}" if self.event else "at the beginning"


@final
@attrs.frozen
class Moment:
    """What a file says at a moment: a position; or a game, if the file is a record."""

    noted: Noted
    played: _Played | None = None
    """None if the file is a position."""

    @property
    def game(self) -> Game | None:
        """The game, if it can be played on or is of a record; else None."""
        if self.played is not None:
            return self.played.found.game
        is_complete = self.noted.verdict.level is Level.COMPLETE
        return Game.from_position(self.noted.position) if is_complete else None

    @property
    def scored(self) -> tuple[Scoring, ...] | None:
        """Of a record, the scorings that have taken place; None for a position."""
        sheets = None if self.played is None else self.played.found.game.sheets
        return None if sheets is None else tuple(sheet.scoring for sheet in sheets)

    @property
    def said(self) -> str:
        """Of a record, which moment it is; empty for a position."""
        if self.played is None:
            return ""
        waits_for = self.played.found.game.table.waits_for
        return printable(f"{self.noted.verdict.file}: {self.played.when}, {waits_for}\n")

    def title(self, heading: str | None = None) -> str | None:
        """Return the line above a drawing: of a record with the moment that is drawn."""
        return heading if self.played is None else ", ".join(filter(None, (heading, self.played.when)))

    @property
    def document(self) -> dict[str, object]:
        """The JSON document: the verdict and, of a record, which moment it is."""
        played, document = self.played, self.noted.verdict.document
        if played is None:
            return document
        return {
            **document,
            "event": played.event,
            "events": played.events,
            "waits_for": played.found.game.table.waits_for,
            **written_events(played.found),
        }

    def finish(self, *, as_json: bool, err: bool = False) -> NoReturn:
        """Exit as the verdict says; first print the report on an event that is wrong, unless JSON has it."""
        verdict, played = self.noted.verdict, self.played
        for event in () if as_json or played is None else played.found.bad_events:
            click.echo("\n".join(map(printable, event_lines(event))), err=err)
        if verdict.error is not None:
            say(verdict, "")
        click.get_current_context().exit(verdict.exit_code)


def read_moment(
    file: str, tile_sets: tuple[Listed, ...], at: int | None, *, as_json: bool, is_legal: bool = True
) -> Moment:
    """Read a position, or a game record up to an event; by default up to its end.

    The report is printed, and the program ends, if the file cannot be read, if there is no such event and,
    with ``is_legal``, if a position is illegal. A record goes no further than to its first event that is
    illegal or cannot be read.
    """
    try:
        data: bytes | OSError = contents(file)
    except OSError as error:
        data = error
    if isinstance(data, bytes) and has_format(data, GAME):
        return _of_record(file, data, tile_sets, at, as_json=as_json)
    noted = read(file, tile_sets, data)
    if noted.verdict.error is not None or (is_legal and noted.verdict.exit_code):
        refuse(noted, as_json=as_json)
    if at is not None:
        refuse(noted, as_json=as_json, error="--at is for game records, and this is a position")
    return Moment(noted)


def _of_record(
    file: str, data: bytes, tile_sets: tuple[Listed, ...], at: int | None, *, as_json: bool
) -> Moment:
    try:
        record = records.read_game(data, tile_sets)
        found = records.replay(_cut(record, at))
    except (OSError, ValueError) as error:
        refuse(Noted(Verdict(file, Level.UNREADABLE, error=reason(error))), as_json=as_json)
    position = found.game.to_position()
    report = validate(position)
    verdict = Verdict(file, report.level)
    if found.bad_event is not None:
        verdict = game_verdict(file, found, is_right=False)
    noted = Noted(verdict, position, report.missing)
    if at is not None and at > len(record.events):
        refuse(noted, as_json=as_json, error=f"--at {at}: the record has {len(record.events)} events")
    return Moment(noted, _Played(found, len(record.events)))


def _cut(record: GameRecord, at: int | None) -> GameRecord:
    """Return a record without the events after that one, and without what is said about its end."""
    return attrs.evolve(
        record,
        events=record.events[:at],
        digests=record.digests[:at],
        file_lines=record.file_lines[:at],
        result=None,
        ended=None,
    )
