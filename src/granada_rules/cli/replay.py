"""The command ``replay``: whether a game record is right, and if not, the first error."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import attrs
import click

from granada_rules import draw, records, scoring
from granada_rules.cli.files import POSITION, contents, printable, reason, use_instead
from granada_rules.cli.options import FILE, JSON, TILES, WHY
from granada_rules.cli.paper import Paper
from granada_rules.cli.verdict import Verdict, leave, say, say_json
from granada_rules.position import Level
from granada_rules.wire import write_result, write_sheet, write_standing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada_rules.box import Listed
    from granada_rules.records import BadEvent, GameRecord, Replay
    from granada_rules.scoring import Standing

__all__ = [
    "OTHER_BEHAVIOUR",
    "event_lines",
    "game_verdict",
    "how_it_ended",
    "read_record",
    "replay",
    "written_events",
    "written_unreadable",
]

OTHER_BEHAVIOUR = "the record was written for another version of the behaviour, which may explain differences"


@click.command()
@FILE
@TILES
@WHY
@JSON
def replay(file: str, tile_sets: tuple[Listed, ...], *, why: bool, as_json: bool) -> None:
    """Replay a game record, and show the first error and all lines that cannot be read.

    FILE is a game record in TOML or JSON; - is standard input.

    Exit code: 0 if everything is right, even if the game stops early; 1 if an event is illegal, a line was
    changed, or stated points or a stated end are wrong; 2 if the record or an event cannot be read.

    \b
    Examples:
      granada-rules replay game.toml
      granada-rules play | granada-rules replay --json -
    """
    record = read_record(file, tile_sets, as_json=as_json)
    try:
        found = records.replay(record)
    except ValueError as error:
        leave(Verdict(file, Level.UNREADABLE, error=reason(error)), "", as_json=as_json)
    again = _Again(file, record.ended, found)
    if as_json:
        say_json(again.document, [again.verdict])
    else:
        click.echo("\n".join(again.lines(Paper.of_output(), why=why)))
        say(again.verdict, "")
    click.get_current_context().exit(again.exit_code)


@final
@attrs.frozen
class _Again:
    """The outcome of a replay, for people and for programs."""

    file: str
    ended: str | None
    found: Replay

    @property
    def exit_code(self) -> int:
        """That of the verdict; 1 also for a changed line, a wrong result or a wrong end."""
        return self.verdict.exit_code or int(not self.found.is_right)

    @property
    def verdict(self) -> Verdict:
        """The verdict on the record."""
        return game_verdict(self.file, self.found, is_right=self.found.is_right)

    @property
    def ranking(self) -> tuple[Standing, ...]:
        """The final table; no rows if the game goes on."""
        return () if self.found.result is None else self.found.result.standings

    @property
    def document(self) -> dict[str, object]:
        """The JSON document."""
        found = self.found
        return {
            **self.verdict.document,
            "right": found.is_right,
            "over": found.is_over,
            "events": len(found.events),
            **written_events(found),
            "changed_line": found.changed_line,
            "wrong_results": {
                name: {"stated": stated, "real": real} for name, (stated, real) in found.wrong_results.items()
            },
            "ended": self.ended,
            "wrong_end": found.wrong_end,
            "result": None if found.result is None else write_result(found.result),
            "behaviour_differs": found.behaviour_differs,
            "sheets": [write_sheet(sheet) for sheet in found.game.sheets],
            "points": found.game.table.points,
            "standings": [write_standing(row) for row in self.ranking],
        }

    def lines(self, paper: Paper, *, why: bool) -> Iterator[str]:
        """Yield the report: errors, the table before a bad event, all scorings, the final ranking."""
        found = self.found
        word, colour = ("right", "green") if found.is_right else ("wrong", "red")
        end = how_it_ended(found, self.ended)
        many = f"{len(found.events)} legal event{'s' * (len(found.events) != 1)}"
        yield f"{printable(self.file)}: {paper.stressed(word, colour)} ({many}, {end})"
        yield from (f"  {printable(complaint)}" for complaint in self._complaints())
        if found.bad_event is not None:
            yield "\n" + paper.drawn(found.game, draw.Show(violations=found.bad_event.violations))
        for sheet in found.game.sheets:
            yield "\n" + paper.scored(sheet, why=why).removesuffix("\n")
        if found.game.sheets:
            added = scoring.tally(*found.game.sheets)
            # Outside the rules a result ranks otherwise.
            added = attrs.evolve(added, standings=self.ranking or added.standings)
            yield "\n" + paper.drawn(added).removesuffix("\n")
        if self.ranking:
            yield ""
            for row in self.ranking:
                yield f"{row.rank}. {row.player}: {row.points}{' wins' * row.wins}"

    def _complaints(self) -> Iterator[str]:
        found, told = self.found, self.found.bad_events
        for event in told:
            yield from event_lines(event)
        # Bad events are the first of them.
        yield from found.complaints[len(told) :]
        if found.behaviour_differs:
            yield OTHER_BEHAVIOUR


def read_record(file: str, tile_sets: Iterable[Listed], *, as_json: bool) -> GameRecord:
    """Return the game record of a file; print the report and exit if it cannot be read."""
    data = b""
    try:
        data = contents(file)
        return records.read_game(data, tile_sets)
    except (OSError, ValueError) as error:
        wrong = use_instead(file, data, POSITION) or reason(error)
        leave(Verdict(file, Level.UNREADABLE, error=wrong), "", as_json=as_json)


def event_lines(event: BadEvent) -> Iterator[str]:
    """Yield the report on an event that is illegal or cannot be read, for people."""
    place = "" if event.file_line is None else f" (line {event.file_line} of the file)"
    yield f"event {event.number}{place}, {event.line}"
    yield from (f"  {each}" for each in event.reasons)


def _written(event: BadEvent) -> dict[str, object]:
    return {
        "number": event.number,
        "file_line": event.file_line,
        "line": event.line,
        "reasons": list(event.reasons),
    }


def written_events(found: Replay) -> dict[str, object]:
    """Return what the JSON document says of the events that are wrong."""
    bad = found.bad_event
    return {"bad_event": None if bad is None else _written(bad), **written_unreadable(found)}


def written_unreadable(found: Replay) -> dict[str, object]:
    """Return what the JSON document says of lines that are no events."""
    return {
        "unreadable": [_written(event) for event in found.unreadable],
        "more_unreadable": found.more_unreadable,
    }


def game_verdict(file: str, found: Replay, *, is_right: bool) -> Verdict:
    """Return the verdict on a record."""
    bad = found.bad_event
    violations = () if bad is None else bad.violations
    if found.unreadable:
        lines = [f"event {event.number}: {'; '.join(event.reasons)}" for event in found.unreadable]
        lines += [f"and {found.more_unreadable} more"] if found.more_unreadable else []
        return Verdict(file, Level.UNREADABLE, violations, error="\n".join(lines))
    return Verdict(file, Level.CONSISTENT if is_right else Level.WELL_FORMED, violations)


def how_it_ended(found: Replay, stated: str | None) -> str:
    """Return in a few words whether the game is over, by the rules or as the record states."""
    if found.is_over:
        return "the game is over"
    if stated is None or found.wrong_end is not None or found.bad_event is not None:
        return "the game is not over"
    return f"the game ended: {printable(stated)}"
