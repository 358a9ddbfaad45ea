"""Game records in files, ``granada-game/1``: a header and one event a line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, final

import attrs
from attrs.validators import and_, deep_iterable, deep_mapping, optional

from granada_rules.arguments import count, expect, of_kind, short, whole
from granada_rules.entries import Entries
from granada_rules.fields import LARGEST, MOST_LISTED, Fields, expected, good_name
from granada_rules.game import Game
from granada_rules.lines import FORMAT, MOST_EVENTS, digests, event_lines, file_lines, read_line, write_line
from granada_rules.names import is_printable
from granada_rules.notation import write_event
from granada_rules.records.documents import read_document
from granada_rules.records.ruleset_record import (
    read_ruleset,
    read_tile_set,
    refuse_other_tiles,
    written_ruleset,
)
from granada_rules.ruleset import BEHAVIOUR, GRANADA, Ruleset
from granada_rules.sealed import made_once
from granada_rules.toml import RecordError, read_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada_rules.events import Event
    from granada_rules.tile_set import TileSet

    _Field = attrs.Attribute[Any]

__all__ = ["GameRecord", "read_game", "write_game"]

_COMMITMENT = re.compile(r"[0-9a-f]{64}")


# A record holds only what can be written and read back the same.


def _names(_record: GameRecord, _field: _Field, names: tuple[str, ...]) -> None:
    for number, name in enumerate(names, 1):
        good_name(name, f"players, entry {number}")


def _few(_record: object, field: _Field, things: tuple[object, ...] | Mapping[str, object]) -> None:
    if len(things) > MOST_LISTED:
        raise RecordError(f"{field.name}: more than {MOST_LISTED} entries")


def _number(_record: object, field: _Field, number: int) -> None:
    whole(_record, field, number)
    if abs(number) > LARGEST:
        raise RecordError(f"{field.name}: numbers go from {-LARGEST} to {LARGEST}")


def _version(_record: object, field: _Field, version: int | None) -> None:
    optional(_number)(_record, field, version)
    if version is not None and version < 1:
        raise RecordError("behaviour: versions are counted from 1")


def _committed(_record: object, _field: _Field, commitment: str) -> None:
    if not _COMMITMENT.fullmatch(commitment):
        raise RecordError("commitment: expected 64 digits, 0 to 9 and a to f")


def _printable(_record: object, field: _Field, name: str) -> None:
    if not is_printable(name):
        raise RecordError(f"{field.name}: expected a printable name, got {short(name)}")


def _lines(record: GameRecord, _field: _Field, noted: tuple[str | None, ...]) -> None:
    if noted and len(noted) != len(record.events):
        raise RecordError(f"{count(len(noted), 'digest')} for {count(len(record.events), 'event')}")
    if len(record.events) > MOST_EVENTS:
        raise RecordError(f"events: more than {MOST_EVENTS}")
    for number, (event, digest) in enumerate(record.lines, 1):
        if not event or read_line(write_line(event, digest), number) != (event, digest):
            given = f"{short(event)} with the digest {short(digest)}"
            raise RecordError(f"events, line {number}: {given} would be read as something else")


def _unless_none(noted: tuple[str | None, ...]) -> tuple[str | None, ...]:
    # A record without digests has one form only, so that equal records are equal values.
    return noted if any(digest is not None for digest in noted) else ()


def _unchanging(result: Mapping[str, int] | None) -> Mapping[str, int] | None:
    return Entries(result) if isinstance(result, Mapping) else result


_text, _tuple = of_kind(str), of_kind(tuple)
_file_line = deep_iterable(whole, _tuple)


@final
@made_once(kw_only=True)
class GameRecord:
    """A game as it was written down; `replay` says whether it is a legal one.

    Raises ``RecordError`` if it could not be written and read back the same.
    """

    players: tuple[str, ...] = attrs.field(validator=[deep_iterable(_text, _tuple), _names, _few])
    """The names, seat by seat."""
    ruleset: Ruleset = attrs.field(default=GRANADA, validator=of_kind(Ruleset))
    """The rules of the game, with the tile set."""
    ages: tuple[int, ...] | None = attrs.field(
        default=None, validator=optional([deep_iterable(_number, _tuple), _few])
    )
    """By seat, smaller for the younger (SETUP-4); ``None`` if they are not given."""
    behaviour: int | None = attrs.field(default=BEHAVIOUR, validator=_version)
    """The version of the verdicts that the writer knew; ``None`` if it is not noted."""
    commitment: str | None = attrs.field(default=None, validator=optional([_text, _committed]))
    """What the dealer committed to before the game."""
    events: tuple[str, ...] = attrs.field(default=(), validator=deep_iterable(_text, _tuple))
    """One a line, as written."""
    digests: tuple[str | None, ...] = attrs.field(
        default=(), converter=_unless_none, validator=[deep_iterable(optional(_text), _tuple), _lines]
    )
    """The digest behind each line, ``None`` where there is none; empty if no line has one."""
    result: Mapping[str, int] | None = attrs.field(
        default=None,
        converter=_unchanging,
        validator=optional([of_kind(Mapping), deep_mapping(and_(_text, _printable), _number), _few]),
    )
    """The stated points after the last event; players left out are not judged."""
    file_lines: tuple[int, ...] = attrs.field(default=(), eq=False, repr=False, validator=_file_line)
    """The file line of each event, counted from 1; empty if not known. Not compared."""

    @classmethod
    def of(
        cls,
        start: Game,
        events: Iterable[Event],
        *,
        result: Mapping[str, int] | None = None,
        commitment: str | None = None,
    ) -> GameRecord:
        """Return the record of a game: as `setup` began it, and its events.

        >>> from granada_rules import Dealer, GameRecord, draws, setup
        >>> start = setup(["Red", "Blue"])
        >>> record = GameRecord.of(start, draws(start, Dealer(b"sixteen bytes or more")))
        >>> record.players
        ('Red', 'Blue')

        Raises ``ValueError`` if ``start`` is a game after its first draw.
        """
        expect(start, Game)
        if start.draws:
            raise ValueError("expected a game as `setup` returns it, before the first draw")
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

    @property
    def lines(self) -> Iterator[tuple[str, str | None]]:
        """The events with the digests behind them."""
        return zip(self.events, self.digests or (None,) * len(self.events), strict=True)


def read_game(data: str | bytes, tile_sets: Iterable[TileSet] = ()) -> GameRecord:
    """Read a game record from TOML or JSON.

    ``tile_sets`` are those that a file may name besides the shipped ones; no other file is opened.

    >>> from granada_rules import Dealer, GameRecord, draws, read_game, setup, write_game, write_toml
    >>> start = setup(["Red", "Blue"])
    >>> record = GameRecord.of(start, draws(start, Dealer(b"sixteen bytes or more")))
    >>> again = read_game(write_toml(write_game(record)))
    >>> again.events == record.events
    True

    Raises ``RecordError`` if it cannot be read, with the place and the reason.
    """
    text = read_text(data)
    table = Fields(read_document(text), "")
    table.expect_format(FORMAT, "a game record")
    for key in ("tiles", "players"):
        if key not in table.entries:
            raise RecordError(f"{key} is missing")
    tile_set = read_tile_set(table, tile_sets)
    if tile_set is None:
        raise RecordError("tiles: a game needs a listed tile set")
    ruleset = read_ruleset(table)
    # Tiles of another game do not make a record without a ruleset one of that game: nothing is guessed.
    if ruleset is None:
        refuse_other_tiles(tile_set, ruleset := GRANADA, "without a ruleset this is")
    refuse_other_tiles(tile_set, ruleset)
    is_text = isinstance(table.entries.get("events"), str)
    given = table.optional("events", str if is_text else list, "a text or a list") or []
    entries = given.split("\n") if isinstance(given, str) else given
    lines = event_lines(entries)
    record = GameRecord(
        players=table.listed("players", lambda name: expected(str, name, "a name")) or (),
        ruleset=attrs.evolve(ruleset, tile_set=tile_set),
        ages=table.listed("ages", lambda age: expected(int, age, "an age")),
        behaviour=table.optional("behaviour", int),
        commitment=table.optional("commitment", str),
        events=tuple(line for line, _ in lines),
        digests=tuple(digest for _, digest in lines),
        result=_result(table),
        file_lines=file_lines(text, entries),
    )
    table.no_others()
    return record


def _result(table: Fields) -> dict[str, int] | None:
    entries = table.optional("result", dict)
    if entries is None:
        return None
    return {name: expected(int, points, f"result, {short(name)}") for name, points in entries.items()}


def write_game(record: GameRecord) -> dict[str, object]:
    """Return a record as plain data in its canonical form.

    >>> from granada_rules import Dealer, GameRecord, draws, setup, write_game
    >>> start = setup(["Red", "Blue"])
    >>> record = GameRecord.of(start, draws(start, Dealer(b"sixteen bytes or more")))
    >>> written = write_game(record)
    >>> written["format"], written["players"]
    ('granada-game/1', ['Red', 'Blue'])

    Raises ``RecordError`` if the tile set has the name of another.
    """
    if not isinstance(record, GameRecord):
        wanted = "expected GameRecord, such as GameRecord.of(start, events)"
        raise TypeError(f"{wanted}, got {type(record).__name__}")
    tile_set = record.ruleset.tiles
    document: dict[str, object | None] = {
        "format": FORMAT,
        "tiles": tile_set.name,
        "ruleset": written_ruleset(record.ruleset) or None,
        "players": list(record.players),
        "ages": None if record.ages is None else list(record.ages),
        "behaviour": record.behaviour,
        "commitment": record.commitment,
        "result": None if record.result is None else dict(record.result),
        "events": "".join(f"{write_line(*line)}\n" for line in record.lines),
    }
    written = {key: value for key, value in document.items() if value is not None}
    # No other set can be meant by its name.
    read_tile_set(Fields(written, ""), [tile_set])
    return written
