"""What a service that referees games has to do, as assertions: keep secrets, refuse, restore."""

from __future__ import annotations

import pickle
from base64 import b64encode
from contextlib import suppress
from copy import deepcopy
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol, TypeVar

import attrs

from granada_rules.base import expect, short
from granada_rules.box import Seat
from granada_rules.dealer import Dealer
from granada_rules.game import Action, Pass
from granada_rules.notation import write_event
from granada_rules.play import legal_actions
from granada_rules.referee import Referee
from granada_rules.testing.invariants import difference
from granada_rules.testing.twins import twins

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from granada_rules.records import GameRecord

__all__ = ["Service", "assert_refuses", "assert_restores", "assert_sends_no_secrets"]

_Kept = TypeVar("_Kept")

_UNUSUAL = 8
"""How many different bytes a seed has that is looked for."""


class Service(Protocol[_Kept]):
    """What these assertions need of a service: five functions. A class has them, or a module.

    What it keeps of a table may be anything. It may change, or be a value as a referee is.
    """

    def begin(self, referee: Referee, /) -> _Kept:
        """Return a new table with this very referee, which may be in the middle of a game."""

    def hear(self, kept: _Kept, seat: Seat, line: str, /) -> _Kept:
        """Return the table after a line that came from a seat.

        Raises ``ValueError`` if that is refused.
        """

    def send(self, kept: _Kept, seat: Seat | None, /) -> object:
        """Return what a seat, or a spectator, would be sent now: a page, a message, anything to compare."""

    def log(self, kept: _Kept, /) -> Sequence[object]:
        """Return what has been stored of a table, entry by entry."""

    def restore(self, kept: _Kept, log: Sequence[object], /) -> _Kept:
        """Return the table as it was after these entries, the first of its log; header and seed are known."""


def assert_sends_no_secrets(service: Service[_Kept], referee: Referee) -> None:
    """Check that what a seat is sent, refusals included, does not depend on what it may not know (SETUP-7).

    Tables are compared that differ for the seat in hidden cards only, in the draws to come, or in cards that
    were taken or paid before the last round (`granada_rules.Referee.told_from`). Nor is the seed in what is
    sent, or the dealer's part of a joint one. When a game is over there are no secrets left.

    Raises ``AssertionError`` with the first difference, if there is one.
    """
    expect(referee, Referee)
    if referee.is_over:
        return
    for seat in _lookers(referee):
        who = _called(referee, seat)
        lines = () if seat is None else tuple(_wrong_lines(referee, seat))
        shown = _told(service, referee, seat, lines)
        for secret, called in _secrets(referee):
            for what, told in shown.items():
                if _is_in(told, secret):
                    raise AssertionError(f"{who} finds {called} in {what}")
        for unknown, how, other in twins(referee, seat):
            told_there = _told(service, other, seat, lines)
            for what, told in shown.items():
                if told != told_there.get(what):
                    found = difference(told, told_there.get(what), how)
                    raise AssertionError(f"{who} can tell {unknown} from {what}: {found}")


def _secrets(referee: Referee) -> Iterator[tuple[bytes, str]]:
    """Yield what decides all draws, and what it is called."""
    yield _dealer(referee).seed, "the seed"
    parts = _opened(referee).seed_parts
    if parts is not None:
        yield parts[-1].secret, "the dealer's part of the seed"


def _opened(referee: Referee) -> GameRecord:
    """Return the record, which is opened when a game is over."""
    return (referee if referee.is_over else referee.abandon()).record()


def _dealer(referee: Referee) -> Dealer:
    return Dealer(_opened(referee).seed or b"")


def _lookers(referee: Referee) -> list[Seat | None]:
    return [*map(Seat, range(len(referee.players))), None]


def _called(referee: Referee, seat: Seat | None) -> str:
    return "a spectator" if seat is None else f"seat {seat}, {referee.players[seat]},"


def _told(
    service: Service[_Kept], referee: Referee, seat: Seat | None, lines: tuple[str, ...]
) -> dict[str, object]:
    """Return all that a seat is told: what it is sent, and why these lines are refused."""
    told = {"what is sent": deepcopy(service.send(service.begin(referee), seat))}
    if seat is not None:
        for line in lines:
            try:
                service.hear(service.begin(referee), seat, line)
            except ValueError as error:
                told[f"the refusal of {short(line)}"] = str(error)
    return told


def _is_in(told: object, seed: bytes) -> bool:
    """Tell whether a seed can be found in what is told, in one of its usual forms."""
    forms = (seed, repr(seed)[2:-1].encode(), seed.hex().encode(), b64encode(seed).rstrip(b"="))
    texts = [told.encode("utf-8", "surrogatepass") if isinstance(told, str) else repr(told).encode()]
    # What cannot be pickled is judged by its repr.
    with suppress(AttributeError, TypeError, pickle.PicklingError):
        texts.append(pickle.dumps(told))
    # Sixteen zeros are found in many a pickle.
    is_unusual = len(set(seed)) >= _UNUSUAL
    return is_unusual and any(form.lower() in text.lower() for form in forms for text in texts)


def _wrong_lines(referee: Referee, seat: Seat) -> Iterator[str]:
    """Generate lines that a seat cannot say now."""
    own, to_act, names = referee.players[seat], referee.to_act, referee.players
    yield from ("", "nonsense", own, f"{own} takes everything", f"{own} buys 99 for nothing")
    # Draws are the dealer's, also those that could come next.
    yield from ("card b3", "scoring A", *(f"tile {tile.front}" for tile in referee.table.bag[:1]))
    # Others speak for themselves, now and in the past.
    acted = [event for event in referee.events if isinstance(event, Action) and event.seat != seat]
    yield from (write_event(event, names) for event in (*map(Pass, _others(referee, seat)), *acted[-1:]))
    if to_act is not None and to_act != seat:
        line = _legal_line(referee, to_act)
        yield from (line, f"{own} passes", f"{own}{line.removeprefix(names[to_act])}")


def _others(referee: Referee, seat: Seat) -> list[Seat]:
    return [other for other in map(Seat, range(len(referee.players))) if other != seat]


def _legal_line(referee: Referee, seat: Seat) -> str:
    return write_event(next(iter(legal_actions(referee.view(seat)))), referee.players)


@attrs.frozen
class _Seen:
    """Everything that can be seen of a table from outside."""

    log: list[object]
    sent: dict[str, object]

    @classmethod
    def of(cls, service: Service[_Kept], kept: _Kept, referee: Referee) -> _Seen:
        # Copied, because what is kept may change.
        sent = {_called(referee, seat): deepcopy(service.send(kept, seat)) for seat in _lookers(referee)}
        return cls(deepcopy(list(service.log(kept))), sent)

    def expect(self, expected: _Seen, when: str) -> None:
        """Raise ``AssertionError`` if it is not what was expected."""
        if self.log != expected.log:
            found = f"{len(self.log)} entries, expected {len(expected.log)}"
            raise AssertionError(f"{when}: the log is another one, of {found}")
        self.expect_sent(expected, when)

    def expect_sent(self, expected: _Seen, when: str) -> None:
        """Raise ``AssertionError`` if somebody is not sent what was expected."""
        for who, sent in self.sent.items():
            if sent != expected.sent[who]:
                wanted = short(expected.sent[who])
                raise AssertionError(f"{when}: {who} is sent {short(sent)}, expected {wanted}")


def assert_refuses(service: Service[_Kept], referee: Referee) -> None:
    """Check that a service refuses what a seat cannot say, and that nothing changes then.

    Each seat says lines of others, lines out of turn, draws, what is illegal and what cannot be read. After
    that a legal line is heard, as the referee hears it.

    Raises ``AssertionError`` if something is heard that should not be, if a refusal is not a ``ValueError``,
    if something has changed after one, or if a legal line is refused.
    """
    expect(referee, Referee)
    kept = service.begin(referee)
    before = _Seen.of(service, kept, referee)
    for seat in map(Seat, range(len(referee.players))):
        for line in _wrong_lines(referee, seat):
            says = f"{_called(referee, seat)} says {short(line)}"
            try:
                service.hear(kept, seat, line)
            except ValueError:
                _Seen.of(service, kept, referee).expect(before, f"{says} and is refused")
            except Exception as error:
                raise AssertionError(f"{says}: expected a ValueError, got {error!r}") from error
            else:
                raise AssertionError(f"{says} and is heard")
    if referee.to_act is not None:
        _hears(service, kept, referee, referee.to_act)


def _hears(service: Service[_Kept], kept: _Kept, referee: Referee, seat: Seat) -> None:
    """Check that the next legal line is heard."""
    line = _legal_line(referee, seat)
    says = f"{_called(referee, seat)} says {short(line)}, which is legal"
    try:
        after = service.hear(kept, seat, line)
    except ValueError as error:
        raise AssertionError(f"{says}, and is refused: {error}") from error
    expected = _Seen.of(service, service.begin(referee.hear(seat, line)), referee)
    _Seen.of(service, after, referee).expect_sent(expected, says)


def assert_restores(service: Service[_Kept], referee: Referee) -> None:
    """Check that a service restores a table from every beginning of its log.

    The game of the referee is played at a new table. The log may only grow; from each beginning of it, the
    table is restored as it was when that had been stored. Draws that are due may be made again. This takes as
    many restarts as the log has entries, so let games be short.

    Raises ``AssertionError`` if an entry was changed or lost, or if a restored table is another one.
    """
    expect(referee, Referee)
    opened = _opened(referee)
    new = Referee.restore(referee.header, (), _dealer(referee), seed_parts=opened.seed_parts)
    kept = service.begin(new)
    stages = [_Seen.of(service, kept, referee)]
    for event in referee.events:
        if isinstance(event, Action):
            kept = service.hear(kept, event.seat, write_event(event, referee.players))
            stages.append(_Seen.of(service, kept, referee))
    log = stages[-1].log
    for number, (stage, after) in enumerate(pairwise(stages), 1):
        if after.log[: len(stage.log)] != stage.log or len(after.log) == len(stage.log):
            raise AssertionError(f"action {number} did not add to the log: entries were changed or lost")
    for many in range(len(log) + 1):
        when = f"restored from {many} of {len(log)} entries"
        expected = next(stage for stage in stages if len(stage.log) >= many)
        try:
            again = service.restore(kept, log[:many])
        except ValueError as error:
            raise AssertionError(f"{when}: {error}") from error
        _Seen.of(service, again, referee).expect(expected, when)
