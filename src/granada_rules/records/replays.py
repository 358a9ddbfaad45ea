"""`replay`: a game record played again, how far it goes, and what is wrong with it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, final

import attrs

from granada_rules.base import MOST_SLIPS, Entries, RecordError, count, expect, made_once, short, write_json
from granada_rules.box import BEHAVIOUR, MOST_PLAYERS, ViolationError
from granada_rules.game import OUTSIDE, End, read_end, result_of, setup_as_written
from granada_rules.notation import digests, read_event
from granada_rules.play import apply
from granada_rules.records.games import GameRecord, write_game
from granada_rules.records.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from granada_rules.box import Violation
    from granada_rules.game import Event, Game, Result

__all__ = ["BadEvent", "Replay", "replay"]


@final
@made_once
class BadEvent:
    """An event of a record that is illegal, or that cannot be read."""

    number: int
    """Counted from 1."""
    line: str
    """As it was written."""
    reasons: tuple[str, ...]
    """One line each."""
    violations: tuple[Violation, ...] = ()
    """The reasons as values; empty if the line cannot be read."""
    file_line: int | None = None
    """The line of the file, counted from 1, if it is known."""


@final
@made_once
class Replay:
    """What a record gives: the game after its legal events, and what is wrong with the rest."""

    game: Game
    """The game after the last legal event."""
    events: tuple[Event, ...]
    """The events up to the first bad one."""
    bad_event: BadEvent | None
    """The first bad event; ``None`` if all are legal."""
    changed_line: int | None
    """The first event, counted from 1, whose digest does not fit it and the events before."""
    wrong_results: Mapping[str, tuple[int, int | None]]
    """Whose stated points are wrong: what was stated, and the points; ``None`` if there is no such player.

    Not judged if there is a bad event: what would have followed is not known.
    """
    behaviour_differs: bool
    """Whether the writer had another version of behaviour, which may explain what is wrong."""
    wrong_end: str | None = None
    """Why the game did not end as the record states, in words; ``None`` if that is right or cannot be known.

    Judged are the words of a referee (`Result`). Whether somebody resigned, or a table was abandoned, no
    event can tell.
    """
    result: Result | None = None
    """How the game ended and who stands where: by the rules, or as a referee stated it; else ``None``."""
    unreadable: tuple[BadEvent, ...] = ()
    """All lines that are no events, also those behind the first bad event; at most 40."""
    more_unreadable: int = 0
    """How many more lines are no events."""

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong."""
        return not self.complaints

    @property
    def is_over(self) -> bool:
        """Whether the game was played to its end; a record may stop before it."""
        return self.game.is_over

    @property
    def bad_events(self) -> tuple[BadEvent, ...]:
        """The first bad event, and what is told of the lines behind it that are no events."""
        if self.bad_event is None:
            return ()
        return (self.bad_event, *(event for event in self.unreadable if event != self.bad_event))

    @property
    def complaints(self) -> tuple[str, ...]:
        """In words, everything that is wrong, bad events first; empty if the record is right."""
        return tuple(self._complaints())

    def _complaints(self) -> Iterator[str]:
        for event in self.bad_events:
            yield f"event {event.number}: {'; '.join(event.reasons)}"
        if self.more_unreadable:
            yield f"and {count(self.more_unreadable, 'more line')} that cannot be read"
        if self.changed_line is not None:
            yield f"event {self.changed_line}: digest mismatch, so this line or an earlier one was changed"
        wrong = self.wrong_results.items()
        for name, (stated, real) in islice(wrong, MOST_PLAYERS + 1):
            actual = "but no such player" if real is None else f"{real} scored"
            yield f"result: {short(name)}: {stated} points stated, {actual}"
        if len(wrong) > MOST_PLAYERS + 1:
            yield f"result: and {len(wrong) - MOST_PLAYERS - 1} more"
        if self.wrong_end is not None:
            yield self.wrong_end


def replay(record: GameRecord, *, watch: Callable[[Event, Game], object] | None = None) -> Replay:
    """Play a record again, as far as it goes.

    ``watch`` is called after each legal event, with the event and the game after it: for viewers that show a
    game step by step.

    >>> from granada_rules import Dealer, GameRecord, draws, replay, setup
    >>> start = setup(["Red", "Blue"])
    >>> record = GameRecord.of(start, draws(start, Dealer(b"sixteen bytes or more")))
    >>> events = []
    >>> replayed = replay(record, watch=lambda event, game: events.append(event))
    >>> replayed.bad_event is None, len(events) == replayed.game.draws
    (True, True)

    Raises ``RecordError`` if the record cannot even begin.
    """
    expect(record, GameRecord)
    if watch is not None and not callable(watch):
        raise TypeError(f"watch: expected a function, got {short(watch)}")
    try:
        game = setup_as_written(record.players, record.ruleset, record.ages)
    except ValueError as error:
        raise RecordError(str(error)) from None
    events: list[Event] = []
    bad, names, tiles = None, record.players, record.ruleset.tiles
    stated = None if record.ended is None else read_end(record.ended, names)
    # Only what a referee states is compared with what a referee does, and counted for it.
    progress = None if stated is None else Progress(_header_size(record))
    for number, line in enumerate(record.events, 1):
        try:
            event = read_event(line, names, tiles)
            before, game = game, apply(game, event)
        except ValueError as error:
            bad = _bad(record, number, error)
            break
        events.append(event)
        if progress is not None and progress.end is None:
            progress.count(before.table, event, game.table, line)
        if watch is not None:
            watch(event, game)
    wrong_end = None
    if bad is None and stated is not None and progress is not None:
        wrong_end = _wrong_end(record, game, stated[0], progress)
    result = None
    if bad is None and game.is_over:
        result = result_of(game.table, End.RULES)
    elif bad is None and stated is not None and wrong_end is None:
        result = result_of(game.table, *stated)
    unreadable, more = _unreadable(record, bad)
    return Replay(
        game,
        tuple(events),
        bad,
        _changed_line(record),
        Entries(_wrong_results(record, game) if bad is None else {}),
        behaviour_differs=record.behaviour not in {None, BEHAVIOUR},
        wrong_end=wrong_end,
        result=result,
        unreadable=unreadable,
        more_unreadable=more,
    )


def _header_size(record: GameRecord) -> int:
    """Return how many bytes the record had before its first event."""
    header = attrs.evolve(
        record, events=(), digests=(), result=None, ended=None, seed=None, seed_parts=None, file_lines=()
    )
    return len(write_json(write_game(header)).encode())


def _wrong_end(record: GameRecord, game: Game, stated: End, progress: Progress) -> str | None:
    """Return why a referee would not have ended the game so, in words."""
    said = f"ended: {short(record.ended)} is stated, but"
    if progress.end is not None:
        if progress.events == len(record.events) and stated is progress.end:
            return None
        return f"{said} a referee ends this game after event {progress.events}: {progress.end.value}"
    if game.is_chance:
        return f"{said} {game.table.waits_for}"
    return None if stated in OUTSIDE else f"{said} there were {progress}"


def _bad(record: GameRecord, number: int, error: ValueError) -> BadEvent:
    violations = error.violations if isinstance(error, ViolationError) else ()
    reasons = tuple(map(str, violations)) or (str(error),)
    # If a record was changed after it was read, its lines are no longer known.
    is_known = len(record.file_lines) == len(record.events)
    file_line = record.file_lines[number - 1] if is_known else None
    return BadEvent(number, record.events[number - 1], reasons, violations, file_line)


def _unreadable(record: GameRecord, bad: BadEvent | None) -> tuple[tuple[BadEvent, ...], int]:
    """Return the first lines that are no events, of those from the bad event on, and how many more."""
    if bad is None:
        return (), 0
    found, more = [] if bad.violations else [bad], 0
    for number, line in enumerate(record.events[bad.number :], bad.number + 1):
        try:
            read_event(line, record.players, record.ruleset.tiles)
        except ValueError as error:
            if len(found) < MOST_SLIPS:
                found.append(_bad(record, number, error))
            else:
                more += 1
    return tuple(found), more


def _changed_line(record: GameRecord) -> int | None:
    pairs = enumerate(zip(record.digests, digests(record.events), strict=False), 1)
    return next((number for number, (noted, real) in pairs if noted not in {None, real}), None)


def _wrong_results(record: GameRecord, game: Game) -> dict[str, tuple[int, int | None]]:
    points = game.table.points
    stated = (record.result or {}).items()
    return {name: (number, points.get(name)) for name, number in stated if number != points.get(name)}
