"""Game records in files, ``granada-game/1``: a header and one event a line; and how they are replayed."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, final

import attrs

from granada_rules.clauses import ViolationError
from granada_rules.grid import short
from granada_rules.notation import read_event, write_event
from granada_rules.play import apply
from granada_rules.position import Phase
from granada_rules.records.documents import RecordError, read_document
from granada_rules.records.fields import Fields, of_kind
from granada_rules.records.positions import read_ruleset, read_tile_set, written_ruleset
from granada_rules.ruleset import BEHAVIOUR, GRANADA, Ruleset
from granada_rules.setup import setup

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from granada_rules.box import TileSet
    from granada_rules.clauses import Violation
    from granada_rules.events import Event
    from granada_rules.game import Game

__all__ = ["BadEvent", "GameRecord", "Replay", "event_lines", "read_game", "replay", "write_game"]

FORMAT = "granada-game/1"
MOST_EVENTS = 20_000

LONGEST_LINE = 1000
"""More than a name of 60 characters, all cards of the box and a digest."""

_DIGEST = re.compile(r"[0-9a-fA-F]{8}")
_COMMITMENT = re.compile(r"[0-9a-f]{64}")
_NOT_IN_A_LINE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def _one_for_each_line(record: GameRecord, _field: object, noted: tuple[str | None, ...]) -> None:
    if noted and len(noted) != len(record.events):
        raise ValueError(f"{len(noted)} digests for {len(record.events)} events")


def _unless_none(noted: tuple[str | None, ...]) -> tuple[str | None, ...]:
    # A record without digests has one form only, so that equal records are equal values.
    return noted if any(digest is not None for digest in noted) else ()


@final
@attrs.frozen(kw_only=True)
class GameRecord:
    """A game as it was written down; whether it is one, `replay` says."""

    players: tuple[str, ...]
    ruleset: Ruleset = GRANADA
    """What is played by, the tile set included."""
    ages: tuple[int, ...] | None = None
    behaviour: int | None = BEHAVIOUR
    """The version of the verdicts that the writer knew; nothing if it was not noted."""
    commitment: str | None = None
    """What the dealer committed to before the game."""
    events: tuple[str, ...] = ()
    """One a line, as written."""
    digests: tuple[str | None, ...] = attrs.field(
        default=(), converter=_unless_none, validator=_one_for_each_line
    )
    """The digest behind each line, if there was one; nothing at all if there was none."""
    result: Mapping[str, int] | None = attrs.field(default=None, hash=False)
    """The points after the last event, as somebody stated them; who is left out is not judged."""

    @classmethod
    def of(
        cls,
        start: Game,
        events: Iterable[Event],
        *,
        result: Mapping[str, int] | None = None,
        commitment: str | None = None,
    ) -> GameRecord:
        """Write down a game, given as `setup` began it and as its events."""
        if start.draws:
            raise ValueError("a record begins with the game as `setup` gave it, before the first draw")
        names = tuple(player.name for player in start.table.players)
        lines = tuple(write_event(event, names) for event in events)
        return cls(
            players=names,
            ruleset=start.table.ruleset,
            ages=start.table.age_ranks or None,
            events=lines,
            digests=digests(lines),
            result=result,
            commitment=commitment,
        )


def digests(lines: Iterable[str]) -> tuple[str, ...]:
    """Return for each line eight digits that depend on it and on all lines before."""
    chain, found = hashlib.sha256(FORMAT.encode()), []
    for line in lines:
        chain.update(f"\n{line}".encode())
        found.append(chain.hexdigest()[:8])
    return tuple(found)


@final
@attrs.frozen
class BadEvent:
    """The first event of a record that cannot be, or cannot be read."""

    number: int
    """Counted from 1."""
    line: str
    reasons: tuple[str, ...]
    violations: tuple[Violation, ...] = ()


@final
@attrs.frozen
class Replay:
    """What a record gives: the game after all events that can be, and what is wrong with the rest."""

    game: Game
    events: tuple[Event, ...]
    """The events up to the first bad one."""
    bad_event: BadEvent | None
    changed_line: int | None
    """The first event, counted from 1, whose digest does not fit it and the events before."""
    wrong_results: Mapping[str, tuple[int, int | None]] = attrs.field(hash=False)
    """Whose stated points are wrong: what was stated, and what it is; nothing if nobody is called so.

    Not judged where there is a bad event: what would have followed is not known.
    """
    behaviour_differs: bool
    """Whether the writer knew another version of the verdicts, which may explain what is wrong."""

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong."""
        return self.bad_event is None and self.changed_line is None and not self.wrong_results

    @property
    def is_over(self) -> bool:
        """Whether the game was played to its end; a record may stop before it."""
        return self.game.table.phase is Phase.OVER


def replay(record: GameRecord) -> Replay:
    """Play a record again, as far as it goes; a ``RecordError`` says if it cannot even begin."""
    try:
        game = setup(record.players, record.ruleset, ages=record.ages)
    except ValueError as error:
        raise RecordError(str(error)) from None
    events: list[Event] = []
    bad = None
    for number, line in enumerate(record.events, 1):
        try:
            event = read_event(line, record.players)
            game = apply(game, event)
        except ViolationError as error:
            bad = BadEvent(number, line, tuple(map(str, error.violations)), error.violations)
            break
        except ValueError as error:
            bad = BadEvent(number, line, (str(error),))
            break
        events.append(event)
    return Replay(
        game,
        tuple(events),
        bad,
        _changed_line(record),
        _wrong_results(record, game) if bad is None else {},
        behaviour_differs=record.behaviour not in {None, BEHAVIOUR},
    )


def _changed_line(record: GameRecord) -> int | None:
    pairs = enumerate(zip(record.digests, digests(record.events), strict=False), 1)
    return next((number for number, (noted, real) in pairs if noted not in {None, real}), None)


def _wrong_results(record: GameRecord, game: Game) -> dict[str, tuple[int, int | None]]:
    points = game.table.points
    stated = (record.result or {}).items()
    return {name: (number, points.get(name)) for name, number in stated if number != points.get(name)}


def read_game(data: str | bytes, tile_sets: Iterable[TileSet] = ()) -> GameRecord:
    """Read a game record from TOML or JSON; a ``RecordError`` says where and why it cannot be read."""
    table = Fields(read_document(data), "")
    if table.optional("format", str) != FORMAT:
        raise RecordError(f'format: "{FORMAT}" is wanted, not {short(table.entries.get("format"))}')
    tile_set = read_tile_set(table, tile_sets)
    if tile_set is None:
        raise RecordError("tiles: a game needs a listed tile set")
    commitment = table.optional("commitment", str)
    if commitment is not None and not _COMMITMENT.fullmatch(commitment):
        raise RecordError("commitment: 64 digits, 0 to 9 and a to f, are wanted")
    behaviour = table.optional("behaviour", int)
    if behaviour is not None and behaviour < 1:
        raise RecordError("behaviour: versions are counted from 1")
    is_text = isinstance(table.entries.get("events"), str)
    lines = event_lines(table.optional("events", str if is_text else list) or [])
    record = GameRecord(
        players=table.listed("players", lambda name: of_kind(str, name, "a name")) or (),
        ruleset=attrs.evolve(read_ruleset(table) or GRANADA, tile_set=tile_set),
        ages=table.listed("ages", lambda age: of_kind(int, age, "an age")),
        behaviour=behaviour,
        commitment=commitment,
        events=tuple(line for line, _ in lines),
        digests=tuple(digest for _, digest in lines),
        result=_result(table),
    )
    table.no_others()
    return record


def event_lines(given: str | Iterable[object]) -> list[tuple[str, str | None]]:
    """Return events and the digests behind them: of a text or a list of lines, blank ones left out."""
    lines: list[tuple[str, str | None]] = []
    for entry in given.split("\n") if isinstance(given, str) else given:
        where = f"events, line {len(lines) + 1}"
        line = of_kind(str, entry, where).strip()
        if len(line) > LONGEST_LINE:
            raise RecordError(f"{where}: longer than {LONGEST_LINE} characters")
        if stray := _NOT_IN_A_LINE.search(line):
            raise RecordError(f"{where}: U+{ord(stray[0]):04X} is nothing that a line can hold")
        if line:
            lines.append(_split(line))
        if len(lines) > MOST_EVENTS:
            raise RecordError(f"events: more than {MOST_EVENTS}")
    return lines


def _split(line: str) -> tuple[str, str | None]:
    """Return an event, and the digest behind it."""
    event, _, digest = line.rpartition("#")
    is_digest = event.strip() and _DIGEST.fullmatch(digest.strip())
    return (event.strip(), digest.strip().lower()) if is_digest else (line, None)


def _result(table: Fields) -> dict[str, int] | None:
    entries = table.optional("result", dict)
    if entries is None:
        return None
    return {name: of_kind(int, points, f"result, {short(name)}") for name, points in entries.items()}


def write_game(record: GameRecord) -> dict[str, object]:
    """Return a record as plain data, in its one form."""
    marks = record.digests or (None,) * len(record.events)
    lines = [
        line if digest is None else f"{line}  #{digest}"
        for line, digest in zip(record.events, marks, strict=True)
    ]
    document: dict[str, object | None] = {
        "format": FORMAT,
        "tiles": record.ruleset.tiles.name,
        "ruleset": written_ruleset(record.ruleset) or None,
        "players": list(record.players),
        "ages": None if record.ages is None else list(record.ages),
        "behaviour": record.behaviour,
        "commitment": record.commitment,
        "result": None if record.result is None else dict(record.result),
        "events": "".join(f"{line}\n" for line in lines),
    }
    return {key: value for key, value in document.items() if value is not None}
