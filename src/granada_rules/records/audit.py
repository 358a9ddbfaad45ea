"""`audit_record`: whether a game record is right, and its draws are those that its dealer committed to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeVar, final

from granada_rules.base import RecordError, expect, made_once, short
from granada_rules.dealer import Audit, Dealer, audit, joint_seed
from granada_rules.game import DEALER_2, OUTSIDE, Draw, Terms, read_end, setup_as_written
from granada_rules.notation import read_event
from granada_rules.records.games import GameRecord
from granada_rules.records.replays import Replay, replay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.game import Event

__all__ = ["RecordAudit", "audit_record"]


_Value = TypeVar("_Value", str, bytes)


@final
@made_once
class RecordAudit:
    """What an audit of a record gives: whether it is right, as a replay judges it, and its draws are fair."""

    record: GameRecord
    """What was audited."""
    replay: Replay
    """The record played again."""
    audit: Audit
    """Its events compared with the seed, up to the first bad one."""
    commitment: str
    """What seed and terms were compared with."""
    terms: Terms | None
    """What the commitment is to cover besides the seed; ``None`` with ``granada-dealer/1``."""
    other_entries: tuple[str, ...] = ()
    """Which entries of the record, such as ``seed`` or ``commitment``, are not those that were given."""
    seed_commitments: tuple[str, ...] | None = None
    """What the parts of a joint seed were compared with; ``None`` if the dealer alone chose the seed."""
    wrong_parts: str | None = None
    """Why the parts do not make the seed, or are not those that were committed to; ``None`` if they do."""

    @property
    def seed_by(self) -> Literal["all", "dealer"] | None:
        """Who made the seed: ``"all"`` players and the dealer, or the ``"dealer"`` alone.

        ``None`` if the parts of a joint seed do not make it, or are not those that were committed to.
        """
        if self.seed_commitments is None:
            return "dealer"
        return "all" if self.wrong_parts is None else None

    @property
    def fair(self) -> bool:
        """Whether nothing is wrong: events, points and end are right, and all draws as committed to."""
        return not self.complaints

    @property
    def unproven_end(self) -> str | None:
        """How the game ended as the record states it, if nothing can prove that; else ``None``.

        That somebody resigned or a table was abandoned is taken as stated, and so are other words.
        """
        words = self.record.ended
        if words is None or self.replay.wrong_end is not None:
            return None
        stated = read_end(words, self.record.players)
        return words if stated is None or stated[0] in OUTSIDE else None

    @property
    def complaints(self) -> tuple[str, ...]:
        """In words, everything that is wrong; empty if the game is fair."""
        return tuple(self._complaints())

    def _complaints(self) -> Iterator[str]:
        for key in self.other_entries:
            yield f"{key}: the record has another than the one given"
        if self.wrong_parts is not None:
            yield self.wrong_parts
        yield from self.audit.complaints
        found = iter(self.replay.complaints)
        if self.replay.bad_event is not None:
            bad = next(found)
            # A draw that is not the dealer's is told already, legal or not.
            if self.audit.foreign_draw is None:
                yield f"{bad}; what follows was not compared"
        yield from found


def audit_record(
    record: GameRecord,
    seed: bytes | None = None,
    *,
    commitment: str | None = None,
    terms: Terms | None = None,
    seed_commitments: Sequence[str] | None = None,
) -> RecordAudit:
    """Judge a record as `replay` does, and compare it with the opened seed and the commitment.

    These are those of the record unless they are given. Give the commitment that was published before the
    game: the writer of a record can put any into it. The terms, too, are those of the record unless they are
    given, and so are ``seed_commitments``: what players and dealer published before they made a joint seed.

    >>> from granada_rules import Dealer, GameRecord, Terms, audit_record, draws, setup
    >>> start, dealer = setup(["Ann", "Bo"]), Dealer(b"sixteen bytes or more")
    >>> published = dealer.commitment_to(Terms.of(start, table="table 7"))
    >>> record = GameRecord.of(start, draws(start, dealer), table="table 7", commitment=published)
    >>> audit_record(record, dealer.seed, commitment=published).fair
    True
    >>> for complaint in audit_record(record, b"a seed made up later").complaints:
    ...     print(complaint)
    seed: this is not the seed that was committed to
    event 1: the seed does not give this draw

    Raises ``RecordError`` if seed or commitment is missing, if there are ``seed_commitments`` and no parts,
    so that nobody can tell who made the seed, or if the record cannot even begin; ``ValueError`` if the seed
    given does not have 16 to 1024 bytes.
    """
    expect(record, GameRecord)
    expect(terms, Terms, type(None))
    if isinstance(seed_commitments, str) or not isinstance(seed_commitments, Sequence | None):
        raise TypeError(f"seed_commitments: expected a list of str, got {short(seed_commitments)}")
    given = None if seed_commitments is None else tuple(seed_commitments)
    found = replay(record)
    dealer = Dealer(_known("seed", seed, record.seed))
    published = _known("commitment", commitment, record.commitment)
    start = setup_as_written(record.players, record.ruleset, record.ages)
    if terms is None and record.table is not None and record.dealer == DEALER_2:
        terms = Terms.of(start, table=record.table)
    noted = (
        ("seed", record.seed, dealer.seed),
        ("commitment", record.commitment, published),
        ("table", record.table, None if terms is None else terms.table),
        ("seed_commitments", record.seed_commitments, given),
    )
    others = tuple(key for key, own, used in noted if None not in {own, used} and own != used)
    judged = audit(start, _comparable(record, found), dealer, published, terms)
    promised = record.seed_commitments if given is None else given
    wrong_parts = None if promised is None else _wrong_parts(record, dealer, terms, promised)
    return RecordAudit(record, found, judged, published, terms, others, promised, wrong_parts)


def _wrong_parts(
    record: GameRecord, dealer: Dealer, terms: Terms | None, promised: tuple[str, ...]
) -> str | None:
    """Return why this is not the joint seed of parts that were committed to so.

    Raises ``RecordError`` if there are no parts.
    """
    if terms is None:
        return f"seed_commitments: joint seeds are of {DEALER_2}, not of {record.dealer}"
    if record.seed_parts is None:
        who = "there are seed_commitments, and without the parts nobody can tell who made the seed"
        raise RecordError(f"seed_parts is missing: {who}")
    try:
        seed = joint_seed(terms, record.seed_parts, promised)
    except ValueError as error:
        return f"seed_parts: {error}"
    return None if seed == dealer.seed else "seed: this is not the joint seed that the parts make"


def _known(key: str, given: _Value | None, noted: _Value | None) -> _Value:
    """Return what was given, or else what the record has."""
    value = noted if given is None else given
    if value is None:
        raise RecordError(f"{key} is missing: the record has none, and none was given")
    return value


def _comparable(record: GameRecord, found: Replay) -> Iterator[Event]:
    """Yield the legal events and, if that is a draw, the first illegal one: it is not the dealer's."""
    yield from found.events
    if found.bad_event is not None and found.bad_event.violations:
        event = read_event(found.bad_event.line, record.players, record.ruleset.tiles)
        if isinstance(event, Draw):
            yield event
