"""Game records in files, ``granada-game/1``: a header and one event a line; and how they are replayed."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Any, final

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

__all__ = ["BadEvent", "GameRecord", "Replay", "read_game", "replay", "write_game"]

FORMAT = "granada-game/1"
MOST_EVENTS = 20_000

_DIGEST = re.compile(r"(.*?)\s*#\s*([0-9a-fA-F]{8})\s*")
_COMMITMENT = re.compile(r"[0-9a-f]{64}")


@final
@attrs.frozen(kw_only=True)
class GameRecord:
    """A game as it was written down; whether it is one, `replay` says."""

    players: tuple[str, ...]
    ruleset: Ruleset = GRANADA
    """What is played by, the tile set included."""
    ages: tuple[int, ...] | None = None
    behaviour: int = BEHAVIOUR
    """The version of the verdicts that the writer knew."""
    commitment: str | None = None
    """What the dealer committed to before the game."""
    events: tuple[str, ...] = ()
    """One a line, as written."""
    digests: tuple[str | None, ...] = ()
    """The digest behind each line, if there was one."""
    result: Mapping[str, int] | None = None
    """The points at the end, as somebody stated them."""

    @classmethod
    def of(cls, start: Game, events: Iterable[Event], **header: Any) -> GameRecord:  # noqa: ANN401 - as above
        """Write down a game, given as `setup` began it and as its events."""
        names = tuple(player.name for player in start.table.players)
        lines = tuple(write_event(event, names) for event in events)
        return cls(
            players=names,
            ruleset=start.table.ruleset,
            ages=start.table.age_ranks or None,
            events=lines,
            digests=digests(lines),
            **header,
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
    """The first line, counted from 1, that is not what was written when its digest was made."""
    wrong_results: Mapping[str, tuple[int | None, int]]
    """Whose stated points are wrong: what was stated, and what it is."""

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
        raise RecordError(f"players: {error}") from None
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
    expected = digests(record.events)
    pairs = zip(record.digests, expected, strict=True) if record.digests else ()
    changed = next((n for n, (noted, real) in enumerate(pairs, 1) if noted not in {None, real}), None)
    points = game.table.points
    stated = record.result or {}
    wrong = {
        name: (stated.get(name), points[name])
        for name in points
        if stated and stated.get(name) != points[name]
    }
    return Replay(game, tuple(events), bad, changed, wrong)


def read_game(data: str | bytes, tile_sets: Iterable[TileSet] = ()) -> GameRecord:
    """Read a game record from TOML or JSON; a ``RecordError`` says where and why it cannot be read."""
    table = Fields(read_document(data), "")
    if table.optional("format", str) != FORMAT:
        raise RecordError(f'format: "{FORMAT}" is wanted, not {short(table.entries.get("format"))}')
    tile_set = read_tile_set(table, tile_sets)
    if tile_set is None:
        raise RecordError("tiles: a game needs a listed tile set")
    ruleset = attrs.evolve(read_ruleset(table) or GRANADA, tile_set=tile_set)
    commitment = table.optional("commitment", str)
    if commitment is not None and not _COMMITMENT.fullmatch(commitment):
        raise RecordError("commitment: 64 hexadecimal digits are wanted")
    lines = _lines(table)
    split = [_split(line) for line in lines]
    record = GameRecord(
        players=table.listed("players", lambda name: of_kind(str, name, "a name")) or (),
        ruleset=ruleset,
        ages=table.listed("ages", lambda age: of_kind(int, age, "an age")),
        behaviour=table.optional("behaviour", int) or BEHAVIOUR,
        commitment=commitment,
        events=tuple(line for line, _ in split),
        digests=tuple(digest for _, digest in split),
        result=_result(table),
    )
    table.no_others()
    return record


def _lines(table: Fields) -> list[str]:
    """Return the lines of the events, blank ones left out."""
    given = table.entries.get("events")
    if isinstance(given, str):
        lines = (table.optional("events", str) or "").splitlines()
    else:
        entries = table.optional("events", list) or []
        lines = [of_kind(str, entry, f"events, entry {number}") for number, entry in enumerate(entries, 1)]
    lines = [line.strip() for line in lines if line.strip()]
    if len(lines) > MOST_EVENTS:
        raise RecordError(f"events: more than {MOST_EVENTS}")
    return lines


def _split(line: str) -> tuple[str, str | None]:
    match = _DIGEST.fullmatch(line)
    return (line, None) if match is None else (match[1], match[2].lower())


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
        "ruleset": written_ruleset(record.ruleset),
        "players": list(record.players),
        "ages": None if record.ages is None else list(record.ages),
        "behaviour": record.behaviour,
        "commitment": record.commitment,
        "result": None if record.result is None else dict(record.result),
        "events": "".join(f"{line}\n" for line in lines),
    }
    return {key: value for key, value in document.items() if value is not None}
