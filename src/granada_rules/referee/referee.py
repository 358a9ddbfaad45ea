"""`Referee`: one table as a value. It deals, hears the players, and tells each seat what it may know."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast, final, get_args

import attrs

from granada_rules.base import Hashed, Sealed, expect, hashed_once, maker, print_repr, short, write_json
from granada_rules.box import GRANADA, ViolationError
from granada_rules.dealer import Dealer, joint_seed, part_commitments
from granada_rules.game import (
    OUTSIDE,
    Action,
    Draw,
    End,
    Game,
    Terms,
    result_of,
    setup,
    setup_as_written,
    view,
)
from granada_rules.notation import LONGEST_LINE, read_event, write_event
from granada_rules.records import GameRecord, Progress, write_game
from granada_rules.referee.ledger import Ledger, written
from granada_rules.referee.news import as_told, new_news, told_from

if TYPE_CHECKING:
    from collections.abc import Sequence

    from granada_rules.box import Ruleset, Seat, Tiles, Violation
    from granada_rules.dealer import SeedPart
    from granada_rules.game import Event, Result, Table, View
    from granada_rules.referee.ledger import Turns
    from granada_rules.referee.news import News

__all__ = ["Referee", "RefusedError", "with_fields"]


@final
class RefusedError(ValueError):
    """Raised if a referee refuses what a seat says; nothing has changed. The text has a line a reason."""

    __module__ = "granada_rules"  # where users find it, for tracebacks

    reasons: tuple[str, ...]
    """All reasons, one line each. They may be sent to the seat that was refused."""
    violations: tuple[Violation, ...]
    """The reasons as values, if the rules forbid it; else empty."""

    def __init__(self, *reasons: str, violations: Iterable[Violation] = ()) -> None:
        self.violations = tuple(violations)
        self.reasons = (*reasons, *map(str, self.violations))
        super().__init__(*self.reasons)

    def __str__(self) -> str:
        return "\n".join(self.reasons)


@final
@attrs.frozen(init=False, repr=False, getstate_setstate=False)
class Referee(Sealed, Hashed):
    """One table: who sits there, what happened, and what each seat may know of it.

    A value: `hear`, `resign` and `abandon` return another referee, or raise and change nothing. All draws
    that are due have been made. There is no clock, and nothing is sent or stored: that is up to the caller.

    >>> from granada_rules import Dealer, Referee
    >>> referee = Referee.open(["Ann", "Bo"], dealer=Dealer(b"sixteen bytes or more"), table_id="table 7")
    >>> referee
    <Referee of Ann, Bo, version 22: Ann is to act>
    """

    start: Game
    """The game before its first draw."""
    terms: Terms
    """What the commitment covers: the id of the table, the players, their ages, the rules."""
    commitment: str
    """To be published before the game: it binds the dealer and tells nothing about draws."""
    _dealer: Dealer
    _seed_parts: tuple[SeedPart, ...]
    events: tuple[Event, ...]
    """All events so far, draws included. They tell all hands, so do not send them; use `since`."""
    game: Game
    """The game as it is, with all hands, so do not send it; use `view`."""
    idle_turns: int
    """How many turns there were since the last purchase."""
    size: int
    """How many bytes the record has so far as JSON, without the result and the seed."""
    _turns: Turns
    end: End | None
    """How the game ended; ``None`` if it goes on."""
    _resigned: Seat | None

    _made_by = "use Referee.open or Referee.restore"

    @classmethod
    def open(  # noqa: PLR0913 - what a table has
        cls,
        players: int | Iterable[str],
        ruleset: Ruleset = GRANADA,
        *,
        dealer: Dealer,
        table_id: str,
        ages: Iterable[float] | None = None,
        seed_parts: Sequence[SeedPart] | None = None,
    ) -> Referee:
        """Return a new table, dealt, at which somebody is to act.

        ``players``, ``ruleset`` and ``ages`` are those of `setup`. The ``dealer`` has a seed of its own for
        each table: `Dealer.fresh`. ``table_id`` tells this table from all others, past and future. If the
        seed is a `joint_seed`, give its ``seed_parts``: the record opens them at the end.

        Raises ``ViolationError`` or ``ValueError`` as `setup` does; ``ValueError`` if the table id is not 1
        to 60 printable characters, or if the parts do not make the seed; ``RecordError`` if two tile sets
        have one name.
        """
        expect(dealer, Dealer)
        start = setup(players, ruleset, ages=ages)
        table: Referee = _begun(start, Terms.of(start, table=table_id), dealer, seed_parts)
        return table._kept()

    @classmethod
    def restore(
        cls,
        header: GameRecord,
        log: Iterable[str],
        dealer: Dealer,
        *,
        seed_parts: Sequence[SeedPart] | None = None,
    ) -> Referee:
        """Return a table again from its header, its log and its dealer, and from the parts of a joint seed.

        Any beginning of the log will do: what it leaves out has not happened, except draws that are due.

        >>> from granada_rules import Dealer, Referee
        >>> dealer = Dealer(b"sixteen bytes or more")
        >>> referee = Referee.open(["Ann", "Bo"], dealer=dealer, table_id="table 7")
        >>> Referee.restore(referee.header, referee.log[:5], dealer) == referee
        True

        Raises ``ValueError`` with the entry if the log is not one of this table and this dealer.
        """
        expect(header, GameRecord)
        expect(dealer, Dealer)
        if isinstance(log, str | bytes) or not isinstance(log, Iterable):
            raise TypeError(f"log: expected lines, got {type(log).__name__}")
        if header.events:
            raise ValueError("header: expected a record without events; the log has them")
        if header.table is None or header.commitment is None:
            raise ValueError("header: expected a record with the id of the table and a commitment")
        start = setup_as_written(header.players, header.ruleset, header.ages)
        terms = Terms.of(start, table=header.table)
        if not dealer.keeps(header.commitment, terms):
            raise ValueError("header: the commitment is not one of this dealer to this table")
        table: Referee = _begun(start, terms, dealer, seed_parts)
        if table.header.seed_commitments != header.seed_commitments:
            raise ValueError("seed_parts: expected those that the header has commitments to")
        ledger = table._ledger()
        ledger.enter(log, dealer)
        return table._kept(ledger)

    @property
    def players(self) -> tuple[str, ...]:
        """The names, seat by seat."""
        return self.terms.players

    @property
    def table(self) -> Table:
        """What everybody can see."""
        return self.game.table

    @property
    def to_act(self) -> Seat | None:
        """Who has to decide something; ``None`` when the game is over."""
        return None if self.is_over else self.game.table.to_act

    @property
    def version(self) -> int:
        """How many entries the log has: it grows whenever something happens."""
        return len(self.events) + (self.end in OUTSIDE)

    @property
    def result(self) -> Result | None:
        """How the game ended, and who stands where; ``None`` if it goes on."""
        if self.end is None:
            return None
        resigned = None if self._resigned is None else self.players[self._resigned]
        return result_of(self.game.table, self.end, resigned)

    @property
    def is_over(self) -> bool:
        """Whether the game is over, by the rules or not."""
        return self.end is not None

    @property
    def header(self) -> GameRecord:
        """The record before its first event. Public; store it with the log, for `restore`."""
        return self._written()

    @property
    def log(self) -> tuple[str, ...]:
        """What happened, a line an entry: events as in a record, ``Ann resigns``, ``abandoned``.

        To be stored, for `restore`. It tells all hands, so do not send it; use `since`.
        """
        return self._lines(0)

    def view(self, seat: Seat | None) -> View:
        """Return what a seat may know; for ``None``, what a spectator may know.

        If the game ended outside the rules, it is the table as it was then; `news` says that it is over.

        Raises ``ValueError`` if nobody sits there.
        """
        return view(self.game, seat)

    @property
    def told_from(self) -> int:
        """The first version that `since` takes: a round ago; 0 in the first round, and when it is over.

        All events together tell all hands, also to those who did not pay attention (SETUP-7).
        """
        return 0 if self.is_over else told_from(self._turns, len(self.players))

    def since(self, version: int, seat: Seat | None) -> tuple[str, ...]:
        """Return what happened after that version, as the seat may be told: a line for each entry.

        Tiles and money are drawn, taken and paid in the open, so all seats are told the same, but for bonus
        cards: of these each seat is told its own, and of others only that one was dealt (BON-2). As long as
        the game goes on, what happened before `told_from` is not told again.

        Raises ``ValueError`` if nobody sits there, or if the version is none of this table, or too long ago.
        """
        self.view(seat)
        self._refuse_version(version)
        if version < self.told_from:
            raise ValueError(
                f"version: expected {self.told_from} to {self.version}, got {version}: "
                "only the last round is told, as long as the game goes on"
            )
        return self._lines(version, seat_told=(seat,))

    def news(self, seat: Seat | None, since: int | None = None) -> News:
        """Return all that a seat may be told now: what it sees, who is to act, what happened, the result.

        ``since`` is the version that the player knows; without it there are no lines. If that is before
        `told_from`, the lines begin there, and ``since`` of the news says so.

        Raises ``ValueError`` if nobody sits there, or if the version is none of this table.
        """
        known = self.version if since is None else since
        self._refuse_version(known)
        seen, first = self.view(seat), max(known, self.told_from)
        # Nothing to judge: they are made of a game that is proven.
        return new_news(
            table_id=self.terms.table,
            version=self.version,
            since=first,
            lines=self._lines(first, seat_told=(seat,)),
            view=seen,
            result=self.result,
        )

    def hear(self, seat: Seat, said: str | Action, *, version: int | None = None) -> Referee:
        """Return the table after an action of a seat, and after all draws that are due then.

        ``said`` is an action or its line, such as ``Ann takes g3``. With a ``version`` the action counts only
        if nothing has happened since: so one that is sent twice is heard once.

        Raises ``RefusedError`` with all reasons if the seat cannot do that; ``ValueError`` if nobody sits
        there.
        """
        name = self._name(seat)
        self._refuse_if_over()
        if version is not None and (type(version) is not int or version != self.version):
            raise RefusedError(f"{name} acts on version {short(version)}, and this is {self.version}")
        action = _own_action(seat, said, self.players, self.table.ruleset.tiles)
        ledger = self._ledger()
        try:
            ledger.happen(action)
        except ViolationError as error:
            raise RefusedError(violations=error.violations) from None
        return self._kept(ledger)

    def resign(self, seat: Seat) -> Referee:
        """Return the table after a player resigned, in turn or not: the game is over for all.

        Raises ``RefusedError`` if the game is over; ``ValueError`` if nobody sits there.
        """
        self._name(seat)
        return self._left(End.RESIGNED, seat)

    def abandon(self) -> Referee:
        """Return the table given up: the game is over, and nobody wins.

        Raises ``RefusedError`` if the game is over.
        """
        return self._left(End.ABANDONED)

    def record(self) -> GameRecord:
        """Return the record of a game that is over, with the points, the seed, and the parts of a joint seed.

        Raises ``ValueError`` before: a record tells all hands, and the seed all draws to come.
        """
        if not self.is_over:
            raise ValueError(
                "the game goes on, and its record tells all hands: "
                "store header and log, send news, or end it with resign or abandon"
            )
        return self._written(
            self.events,
            result=self.table.points,
            seed=self._dealer.seed,
            seed_parts=self._seed_parts or None,
            ended=None if self.end is End.RULES else str(self.result),
        )

    def _written(self, events: tuple[Event, ...] = (), **at_the_end: Any) -> GameRecord:  # noqa: ANN401 - of a record
        parts = self._seed_parts
        return GameRecord.of(
            self.start,
            events,
            commitment=self.commitment,
            table=self.terms.table,
            seed_commitments=part_commitments(self.terms, parts) if parts else None,
            **at_the_end,
        )

    def _name(self, seat: Seat) -> str:
        if type(seat) is not int or not 0 <= seat < len(self.players):
            raise ValueError(f"seat: expected 0 to {len(self.players) - 1}")
        return self.players[seat]

    def _refuse_if_over(self) -> None:
        if self.result is not None:
            raise RefusedError(f"the game is over: {self.result}")

    def _refuse_version(self, version: int) -> None:
        if type(version) is not int or not 0 <= version <= self.version:
            raise ValueError(f"version: expected 0 to {self.version}, got {short(version)}")

    def _left(self, end: End, resigned: Seat | None = None) -> Referee:
        self._refuse_if_over()
        ledger = self._ledger()
        ledger.leave(end, resigned)
        return self._kept(ledger)

    def _ledger(self) -> Ledger:
        progress = Progress(self.size, self.idle_turns, len(self.events))
        return Ledger(self.game, [*self.events], progress, self._turns)

    def _kept(self, ledger: Ledger | None = None) -> Referee:
        """Return the table after what is in the ledger, and after all draws that are due."""
        ledger = self._ledger() if ledger is None else ledger
        if ledger.end is None:
            ledger.deal(self._dealer)
        return with_fields(
            self,
            events=tuple(ledger.events),
            game=ledger.game,
            idle_turns=ledger.progress.idle_turns,
            size=ledger.progress.size,
            turns=ledger.turns,
            end=ledger.end,
            resigned=ledger.resigned,
        )

    def _lines(self, first: int, seat_told: tuple[Seat | None] | None = None) -> tuple[str, ...]:
        names, events = self.players, self.events
        last = written(self.end, self._resigned, names)
        if seat_told is not None:
            events = as_told(events, *seat_told, players=len(names))
        lines = [write_event(event, names) for event in events[first:]]
        if last is not None and first < self.version:
            lines.append(last)
        return tuple(lines)

    def __hash__(self) -> int:
        return hashed_once(self)

    def __repr__(self) -> str:
        waits_for = self.result or self.game.table.waits_for
        return f"<Referee of {', '.join(self.players)}, version {self.version}: {waits_for}>"

    _repr_pretty_ = print_repr


_new_referee = maker(Referee, Referee.__attrs_init__)


def _begun(start: Game, terms: Terms, dealer: Dealer, parts: Sequence[SeedPart] | None) -> Referee:
    """Return a table at which nothing has happened, not even a draw."""
    if parts is not None and joint_seed(terms, parts, part_commitments(terms, parts)) != dealer.seed:
        raise ValueError("seed_parts: expected those that make the seed of the dealer")
    table = _new_referee(
        start=start,
        terms=terms,
        commitment=dealer.commitment_to(terms),
        dealer=dealer,
        seed_parts=() if parts is None else tuple(parts),
        events=(),
        game=start,
        idle_turns=0,
        size=0,
        turns=(),
        end=None,
        resigned=None,
    )
    size = len(write_json(write_game(table.header)).encode())
    return with_fields(table, size=size)


def _own_action(seat: Seat, said: object, names: tuple[str, ...], tiles: Tiles) -> Action:
    """Return the action that a seat says, as a value or as a line.

    Raises ``RefusedError`` if it is none, or not one of that seat.
    """
    name = names[seat]
    event = said
    if isinstance(said, str):
        if len(said) > LONGEST_LINE:
            raise RefusedError(f"a line has at most {LONGEST_LINE} characters")
        try:
            event = read_event(said, names, tiles)
        except ValueError as error:
            raise RefusedError(str(error)) from None
    if isinstance(event, Draw):
        raise RefusedError(f"{name} cannot draw: draws are the dealer's")
    # Not `isinstance`: a subclass may say one thing now and another later.
    if type(event) not in get_args(Action):
        raise RefusedError(f"expected an action or its line, got {type(event).__name__}")
    action = cast("Action", event)
    if action.seat != seat:
        raise RefusedError(f"{name} acts for {name}, and for nobody else")
    return action


def with_fields(referee: Referee, **changes: object) -> Referee:
    """Return a table of which some fields are others; tests of services change what is hidden.

    The fields need not fit one another, so no method of a referee does this.
    """
    fields = attrs.fields(Referee)
    same: dict[str, Any] = {str(field.alias): getattr(referee, field.name) for field in fields}
    return _new_referee(**{**same, **changes})
