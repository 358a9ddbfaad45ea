"""Game records in files, ``granada-game/1``: a header and one event a line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, final

import attrs
from attrs.validators import and_, deep_iterable, deep_mapping, optional

from granada_rules.arguments import count, expect, of_kind, short, tuple_of, whole
from granada_rules.dealer import DEALER_1, good_seed
from granada_rules.documents import read_document
from granada_rules.entries import Entries
from granada_rules.fields import Fields, expected
from granada_rules.game import Game
from granada_rules.joint_seed import SeedPart
from granada_rules.lines import FORMAT, MOST_EVENTS, digests, event_lines, file_lines, read_line, write_line
from granada_rules.notation import write_event
from granada_rules.records.entry_checks import (
    digits,
    few,
    good_names,
    known_dealer,
    one_of_each_party,
    printable,
    same_tiles,
    sentence,
    small_number,
    table_id,
    version,
)
from granada_rules.ruleset import BEHAVIOUR, GRANADA, Ruleset, written_ruleset
from granada_rules.ruleset_record import read_played, written_tiles
from granada_rules.sealed import made_once
from granada_rules.terms import DEALER_2
from granada_rules.toml import RecordError, read_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada_rules.events import Event
    from granada_rules.tile_sets import Listed

    _Field = attrs.Attribute[Any]

__all__ = ["GameRecord", "read_game", "write_game"]

_SEED = re.compile(r"(?:[0-9a-f]{2}){16,1024}")


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

    players: tuple[str, ...] = attrs.field(validator=[deep_iterable(_text, _tuple), good_names, few])
    """The names, seat by seat."""
    ruleset: Ruleset = attrs.field(default=GRANADA, validator=of_kind(Ruleset))
    """The rules of the game, with the tile set."""
    ages: tuple[int, ...] | None = attrs.field(
        default=None, validator=optional([deep_iterable(small_number, _tuple), few])
    )
    """By seat, smaller for the younger (SETUP-4); ``None`` if they are not given."""
    behaviour: int | None = attrs.field(default=BEHAVIOUR, validator=version)
    """The version of the verdicts that the writer knew; ``None`` if it is not noted."""
    dealer: str = attrs.field(default=DEALER_1, validator=[_text, known_dealer])
    """The version of the dealer, ``granada-dealer/1`` or ``granada-dealer/2``."""
    table: str | None = attrs.field(default=None, validator=optional([_text, table_id]))
    """The id of the table; ``granada-dealer/2`` needs it."""
    tiles_digest: str | None = attrs.field(default=None, validator=optional([_text, digits, same_tiles]))
    """That of the tile set in the ruleset; ``granada-dealer/2`` needs it."""
    commitment: str | None = attrs.field(default=None, validator=optional([_text, digits]))
    """What the dealer committed to before the game."""
    seed_commitments: tuple[str, ...] | None = attrs.field(
        default=None, validator=optional([tuple_of(str), one_of_each_party])
    )
    """What all parties of a joint seed committed to, players by seat, then the dealer."""
    seed: bytes | None = attrs.field(default=None, repr=False, validator=optional(good_seed))
    """The dealer's seed, 16 to 1024 bytes, once it is opened: anybody who has it knows every draw."""
    seed_parts: tuple[SeedPart, ...] | None = attrs.field(
        default=None, validator=optional([tuple_of(SeedPart), one_of_each_party])
    )
    """The parts of a joint seed, once they are all revealed, in the order of their commitments."""
    events: tuple[str, ...] = attrs.field(default=(), validator=deep_iterable(_text, _tuple))
    """One a line, as written."""
    digests: tuple[str | None, ...] = attrs.field(
        default=(), converter=_unless_none, validator=[deep_iterable(optional(_text), _tuple), _lines]
    )
    """The digest behind each line, ``None`` where there is none; empty if no line has one."""
    result: Mapping[str, int] | None = attrs.field(
        default=None,
        converter=_unchanging,
        validator=optional([of_kind(Mapping), deep_mapping(and_(_text, printable), small_number), few]),
    )
    """The stated points after the last event; players left out are not judged."""
    ended: str | None = attrs.field(default=None, validator=optional([_text, sentence]))
    """Why the game stopped before its end, such as ``Ann resigned``; the words of a referee are judged."""
    file_lines: tuple[int, ...] = attrs.field(default=(), eq=False, repr=False, validator=_file_line)
    """The file line of each event, counted from 1; empty if not known. Not compared."""

    def __attrs_post_init__(self) -> None:
        for key in ("table", "tiles_digest"):
            if self.dealer == DEALER_2 and getattr(self, key) is None:
                raise RecordError(f"{key} is missing: {DEALER_2} commits to it")
        if self.seed_commitments is not None and self.dealer != DEALER_2:
            raise RecordError(f"seed_commitments: joint seeds are of {DEALER_2}, not of {self.dealer}")
        if self.seed_parts is not None and self.seed_commitments is None:
            raise RecordError("seed_commitments is missing: there are seed_parts")

    @classmethod
    def of(  # noqa: PLR0913 - what a header has
        cls,
        start: Game,
        events: Iterable[Event],
        *,
        result: Mapping[str, int] | None = None,
        commitment: str | None = None,
        table: str | None = None,
        seed_commitments: tuple[str, ...] | None = None,
        seed: bytes | None = None,
        seed_parts: tuple[SeedPart, ...] | None = None,
        ended: str | None = None,
    ) -> GameRecord:
        """Return the record of a game: as `setup` began it, and its events.

        With the id of a table it is one of ``granada-dealer/2``: the commitment is one to the seed and to
        ``Terms.of(start, table=table)``. Give the seed, and the parts of a joint seed, once the game is over,
        and not before.

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
            dealer=DEALER_1 if table is None else DEALER_2,
            table=table,
            tiles_digest=None if table is None else start.table.ruleset.tiles.digest,
            commitment=commitment,
            seed_commitments=seed_commitments,
            seed=seed,
            seed_parts=seed_parts,
            ended=ended,
        )

    @property
    def lines(self) -> Iterator[tuple[str, str | None]]:
        """The events with the digests behind them."""
        return zip(self.events, self.digests or (None,) * len(self.events), strict=True)


def read_game(data: str | bytes, tile_sets: Iterable[Listed] = ()) -> GameRecord:
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
    ruleset = read_played(table, tile_sets)
    if "players" not in table.entries:
        raise RecordError("players is missing")
    is_text = isinstance(table.entries.get("events"), str)
    given = table.optional("events", str if is_text else list, "a text or a list") or []
    entries = given.split("\n") if isinstance(given, str) else given
    lines = event_lines(entries)
    record = GameRecord(
        players=table.listed("players", lambda name: expected(str, name, "a name")) or (),
        ruleset=ruleset,
        ages=table.listed("ages", lambda age: expected(int, age, "an age")),
        behaviour=table.optional("behaviour", int),
        dealer=DEALER_1 if (dealer := table.optional("dealer", str)) is None else dealer,
        table=table.optional("table", str),
        tiles_digest=table.optional("tiles_digest", str),
        commitment=table.optional("commitment", str),
        seed_commitments=table.listed("seed_commitments", lambda entry: expected(str, entry, "a commitment")),
        seed=_secret(table.entries["seed"], "seed") if "seed" in table.entries else None,
        seed_parts=table.listed("seed_parts", lambda entry: SeedPart(_secret(entry, "a part"))),
        events=tuple(line for line, _ in lines),
        digests=tuple(digest for _, digest in lines),
        result=_result(table),
        ended=table.optional("ended", str),
        file_lines=file_lines(text, entries),
    )
    table.taken.add("seed")
    table.no_others()
    return record


def _secret(entry: object, place: str) -> bytes:
    # Somebody may write down a seed too early, so no message shows it.
    if not isinstance(entry, str) or not _SEED.fullmatch(entry):
        wanted = "a string of 32 to 2048 digits, 0 to 9 and a to f, two for each byte"
        raise RecordError(f"{place}: expected {wanted}")
    return bytes.fromhex(entry)


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
    document: dict[str, object | None] = {
        "format": FORMAT,
        "tiles": written_tiles(record.ruleset.tiles),
        "ruleset": written_ruleset(record.ruleset) or None,
        "players": list(record.players),
        "ages": None if record.ages is None else list(record.ages),
        "behaviour": record.behaviour,
        "dealer": None if record.dealer == DEALER_1 else record.dealer,
        "table": record.table,
        "tiles_digest": record.tiles_digest,
        "commitment": record.commitment,
        "seed_commitments": None if record.seed_commitments is None else list(record.seed_commitments),
        "seed": None if record.seed is None else record.seed.hex(),
        "seed_parts": None
        if record.seed_parts is None
        else [part.secret.hex() for part in record.seed_parts],
        "result": None if record.result is None else dict(record.result),
        "ended": record.ended,
        "events": "".join(f"{write_line(*line)}\n" for line in record.lines),
    }
    return {key: value for key, value in document.items() if value is not None}
