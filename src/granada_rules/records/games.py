"""Game records in files, ``granada-game/1``: a header and one event a line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, final

import attrs
from attrs.validators import and_, deep_iterable, deep_mapping, optional

from granada_rules.base import (
    LARGEST,
    MOST_LISTED,
    Entries,
    Fields,
    RecordError,
    count,
    expect,
    expected,
    good_name,
    is_printable,
    made_once,
    of_kind,
    read_document,
    read_text,
    short,
    tuple_of,
    whole,
)
from granada_rules.box import BEHAVIOUR, GRANADA, Ruleset, written_ruleset
from granada_rules.dealer import DEALER_1, SeedPart, good_seed
from granada_rules.game import DEALER_2, Game
from granada_rules.notation import (
    FORMAT,
    MOST_EVENTS,
    digests,
    event_lines,
    file_lines,
    read_event,
    read_line,
    write_event,
    write_line,
)
from granada_rules.records.rulesets import IN_RULESET, read_played, written_tiles

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada_rules.box import Listed
    from granada_rules.game import Event

__all__ = [
    "GameRecord",
    "read_game",
    "write_game",
]


if TYPE_CHECKING:
    _Field = attrs.Attribute[Any]

_COMMITMENT = re.compile(r"[0-9a-f]{64}")

_DEALERS = (DEALER_1, DEALER_2)

_LONGEST_END = 100


def _good_names(_record: object, _field: _Field, names: tuple[str, ...]) -> None:
    """Validate names of players."""
    for number, name in enumerate(names, 1):
        good_name(name, f"players, entry {number}")


def _few(_record: object, field: _Field, things: tuple[object, ...] | Mapping[str, object]) -> None:
    """Validate that there are not too many entries."""
    if len(things) > MOST_LISTED:
        raise RecordError(f"{field.name}: more than {MOST_LISTED} entries")


def _small_number(_record: object, field: _Field, number: int) -> None:
    """Validate a whole number that a file can hold."""
    whole(_record, field, number)
    if abs(number) > LARGEST:
        raise RecordError(f"{field.name}: numbers go from {-LARGEST} to {LARGEST}")


def _version(_record: object, field: _Field, given: int | None) -> None:
    """Validate a version of behaviour, if there is one."""
    optional(_small_number)(_record, field, given)
    if given is not None and given < 1:
        raise RecordError("behaviour: versions are counted from 1")


def _digits(_record: object, field: _Field, given: str) -> None:
    """Validate a digest or a commitment."""
    if not _COMMITMENT.fullmatch(given):
        raise RecordError(f"{field.name}: expected 64 digits, 0 to 9 and a to f")


def _known_dealer(_record: object, field: _Field, given: str) -> None:
    """Validate the version of a dealer."""
    if given not in _DEALERS:
        raise RecordError(f"{field.name}: expected one of {', '.join(_DEALERS)}, got {short(given)}")


def _table_id(_record: object, field: _Field, table: str) -> None:
    """Validate the id of a table."""
    good_name(table, field.name)


def _same_tiles(record: GameRecord, field: _Field, digest: str) -> None:
    """Validate that the tiles are those of the digest."""
    tiles = record.ruleset.tiles
    # Records identify a set by its name, and the digest tells whether that set is still the same.
    if digest != tiles.digest:
        named = [one.name for one in tiles.sets]
        named += [] if tiles.huts is None else [tiles.huts.name]
        names = " and ".join(map(short, named))
        raise RecordError(
            f"{field.name}: the tiles of {names} are not those of the record: their digest is {tiles.digest}"
        )


def _printable(_record: object, field: _Field, name: str) -> None:
    """Validate a name that can be printed."""
    if not is_printable(name):
        raise RecordError(f"{field.name}: expected a printable name, got {short(name)}")


def _sentence(_record: object, field: _Field, text: str) -> None:
    """Validate a few words."""
    if not 1 <= len(text) <= _LONGEST_END or text != text.strip() or not is_printable(text):
        wanted = f"1 to {_LONGEST_END} printable characters without blanks around them"
        raise RecordError(f"{field.name}: expected {wanted}, got {short(text)}")


def _one_of_each_party(record: GameRecord, field: _Field, given: tuple[object, ...]) -> None:
    """Validate that every player and the dealer have one: a commitment to a part of the seed, or a part."""
    if len(given) != len(record.players) + 1:
        wanted = f"{len(record.players) + 1} entries, of the players and of the dealer"
        raise RecordError(f"{field.name}: expected {wanted}, got {len(given)}")
    for number, entry in enumerate(given, 1):
        if isinstance(entry, str) and not _COMMITMENT.fullmatch(entry):
            raise RecordError(f"{field.name}, entry {number}: expected 64 digits, 0 to 9 and a to f")


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

    players: tuple[str, ...] = attrs.field(validator=[deep_iterable(_text, _tuple), _good_names, _few])
    """The names, seat by seat."""
    ruleset: Ruleset = attrs.field(default=GRANADA, validator=of_kind(Ruleset))
    """The rules of the game, with the tile set."""
    ages: tuple[int, ...] | None = attrs.field(
        default=None, validator=optional([deep_iterable(_small_number, _tuple), _few])
    )
    """By seat, smaller for the younger (SETUP-4); ``None`` if they are not given."""
    behaviour: int | None = attrs.field(default=BEHAVIOUR, validator=_version)
    """The version of the verdicts that the writer knew; ``None`` if it is not noted."""
    dealer: str = attrs.field(default=DEALER_1, validator=[_text, _known_dealer])
    """The version of the dealer, ``granada-dealer/1`` or ``granada-dealer/2``."""
    table: str | None = attrs.field(default=None, validator=optional([_text, _table_id]))
    """The id of the table; ``granada-dealer/2`` needs it."""
    tiles_digest: str | None = attrs.field(default=None, validator=optional([_text, _digits, _same_tiles]))
    """That of the tile set in the ruleset; ``granada-dealer/2`` needs it."""
    commitment: str | None = attrs.field(default=None, validator=optional([_text, _digits]))
    """What the dealer committed to before the game."""
    seed_commitments: tuple[str, ...] | None = attrs.field(
        default=None, validator=optional([tuple_of(str), _one_of_each_party])
    )
    """What all parties of a joint seed committed to, players by seat, then the dealer."""
    seed: bytes | None = attrs.field(default=None, repr=False, validator=optional(good_seed))
    """The dealer's seed, 16 to 1024 bytes, once it is opened: anybody who has it knows every draw."""
    seed_parts: tuple[SeedPart, ...] | None = attrs.field(
        default=None, validator=optional([tuple_of(SeedPart), _one_of_each_party])
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
        validator=optional([of_kind(Mapping), deep_mapping(and_(_text, _printable), _small_number), _few]),
    )
    """The stated points after the last event; players left out are not judged."""
    ended: str | None = attrs.field(default=None, validator=optional([_text, _sentence]))
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
    players = table.listed("players", lambda name: expected(str, name, "a name")) or ()
    # Lines that are no strings have no place.
    places = file_lines(text, entries) if all(isinstance(entry, str) for entry in entries) else ()
    lines = event_lines(entries, lambda line: read_event(line, players, ruleset.tiles), places)
    record = GameRecord(
        players=players,
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
        file_lines=places,
    )
    table.taken.add("seed")
    table.elsewhere = IN_RULESET
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
