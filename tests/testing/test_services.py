"""The kit for services: it passes on the referee itself, and finds every planted fault."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import attrs
import pytest

import granada_rules as g
from granada_rules.dealer import part_commitments
from granada_rules.testing import (
    assert_refuses,
    assert_restores,
    assert_sends_no_secrets,
    referees,
)
from tests.helpers.samples import every, reaches
from tests.testing.test_strategies import smallest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from granada_rules.testing import Service

DEALER = g.Dealer(b"a secret of at least 16 bytes")


@cache
def begun(players: int = 3, ruleset: g.Ruleset = g.GRANADA, actions: int = 12) -> g.Referee:
    """Return a table after some actions."""
    referee = g.Referee.open(players, ruleset, dealer=DEALER, table_id="table 7")
    for number in range(actions):
        assert referee.to_act is not None
        listed = list(g.legal_actions(referee.view(referee.to_act), minimal_payments=True))
        bought = [action for action in listed if isinstance(action, g.Buy)]
        referee = referee.hear(referee.to_act, (bought or listed)[number % len(bought or listed)])
    return referee


class Values:
    """A service that keeps referees as they are."""

    def begin(self, referee: g.Referee) -> g.Referee:
        return referee

    def hear(self, kept: g.Referee, seat: g.Seat, line: str) -> g.Referee:
        return kept.hear(seat, line)

    def send(self, kept: g.Referee, seat: g.Seat | None) -> object:
        seen = kept.view(seat)
        actions = list(g.legal_actions(seen, minimal_payments=True))
        live = kept.since(kept.told_from, seat)
        news = g.write_news(kept.news(seat, since=0))
        return seen, actions, live, news, kept.header, kept.commitment, str(kept.result)

    def log(self, kept: g.Referee) -> Sequence[object]:
        return kept.log

    def restore(self, kept: g.Referee, log: Sequence[Any]) -> g.Referee:
        return g.Referee.restore(kept.header, log, DEALER)


@attrs.define
class KeptTable:
    """What a service keeps of a table: something that changes."""

    referee: g.Referee
    stored: list[str]


class KeptTables:
    """A service with tables that change; what is stored is what was said."""

    def begin(self, referee: g.Referee) -> KeptTable:
        return KeptTable(referee, list(referee.log))

    def hear(self, kept: KeptTable, seat: g.Seat, line: str) -> KeptTable:
        after = kept.referee.hear(seat, line)
        kept.stored += after.log[len(kept.stored) :]
        kept.referee = after
        return kept

    def send(self, kept: KeptTable, seat: g.Seat | None) -> object:
        return {"news": kept.referee.news(seat, since=0)}

    def log(self, kept: KeptTable) -> Sequence[object]:
        return kept.stored

    def restore(self, kept: KeptTable, log: Sequence[Any]) -> KeptTable:
        referee = g.Referee.restore(kept.referee.header, log, DEALER)
        return KeptTable(referee, list(referee.log))


SERVICES: list[Service[Any]] = [Values(), KeptTables()]
ASSERTIONS: list[Callable[[Service[Any], g.Referee], None]] = [
    assert_sends_no_secrets,
    assert_refuses,
    assert_restores,
]


@pytest.mark.parametrize("service", SERVICES, ids=lambda service: type(service).__name__)
@pytest.mark.parametrize(
    "ruleset", every(2, [g.GRANADA, g.ALHAMBRA, g.BOTH]), ids=lambda ruleset: ruleset.game
)
@pytest.mark.parametrize("players", every(2, [2, 4]))
def test_a_service_on_top_of_the_referee_passes(
    service: Service[Any], ruleset: g.Ruleset, players: int
) -> None:
    for actions in (0, 5):
        for check in ASSERTIONS:
            check(service, begun(players, ruleset, actions))


def test_when_a_game_is_over_nothing_is_heard_and_nothing_is_secret() -> None:
    class Open(Values):
        def send(self, kept: g.Referee, seat: g.Seat | None) -> object:
            return g.write_game(kept.record()) if kept.is_over else super().send(kept, seat)

    for over in (begun().resign(g.Seat(1)), begun().abandon()):
        for check in ASSERTIONS:
            check(Open(), over)


def test_at_the_end_there_may_be_no_tile_left_to_draw() -> None:
    late = begun()
    while late.to_act is not None and late.table.bag:
        listed = list(g.legal_actions(late.view(late.to_act), minimal_payments=True))
        wanted = [action for action in listed if isinstance(action, g.Buy)]
        late = late.hear(late.to_act, (wanted or listed)[0])
    assert_refuses(Values(), late)


class ShowsHands(Values):
    def send(self, kept: g.Referee, seat: g.Seat | None) -> object:
        return kept.view(seat), kept.game.hands[0]


class ShowsDeck(Values):
    def send(self, kept: g.Referee, seat: g.Seat | None) -> object:
        return f"seat {seat}\nto come: {kept.game.deck}"


class SendsGame(Values):
    def send(self, kept: g.Referee, seat: g.Seat | None) -> object:
        return kept.game if seat is None else kept.view(seat)


class SendsSeed(Values):
    def send(self, kept: g.Referee, seat: g.Seat | None) -> object:
        return {"seed": DEALER.seed.hex().upper(), "version": kept.version, "seat": seat}


class SendsReferee(Values):
    def send(self, kept: g.Referee, seat: g.Seat | None) -> object:
        return [kept, seat]


class SendsNextTile(Values):
    """Looks at the next tile with a seed of its own, which the referee does not know."""

    def send(self, kept: g.Referee, seat: g.Seat | None) -> object:
        bag = kept.table.bag
        return kept.news(seat), bag[DEALER.number(kept.game.draws, len(bag))].front


class SendsNextCard(Values):
    def send(self, kept: g.Referee, seat: g.Seat | None) -> object:
        action = next(iter(g.legal_actions(kept.game)))
        after = kept.hear(action.seat, action)
        return kept.news(seat), after.log[kept.version + 1 :]


class SendsNumbers(Values):
    """Sends nothing but a number from the seed."""

    def send(self, kept: g.Referee, seat: g.Seat | None) -> object:
        return kept.version, seat, hash(kept._dealer) % 1000  # noqa: SLF001 - a service that pries


class WarnsOfDraws(Values):
    def hear(self, kept: g.Referee, seat: g.Seat, line: str) -> g.Referee:
        try:
            return super().hear(kept, seat, line)
        except ValueError as error:
            number = DEALER.number(kept.game.draws, 1000)
            raise ValueError(f"{error}; the dealer thinks of {number}") from None


class SendsLog(Values):
    def send(self, kept: g.Referee, seat: g.Seat | None) -> object:
        return kept.news(seat), kept.log


class SendsRecord(Values):
    """Writes the record that the referee does not give out yet."""

    def send(self, kept: g.Referee, seat: g.Seat | None) -> object:
        return kept.version, seat, g.write_json(g.write_game(g.GameRecord.of(kept.start, kept.events)))


class SendsMemory(Values):
    """Counts cards, so that players need not remember them."""

    def send(self, kept: g.Referee, seat: g.Seat | None) -> object:
        taken = Counter(
            card for event in kept.events if isinstance(event, g.TakeMoney) for card in event.cards
        )
        return kept.news(seat), taken


class TellsInRefusals(Values):
    def hear(self, kept: g.Referee, seat: g.Seat, line: str) -> g.Referee:
        try:
            return super().hear(kept, seat, line)
        except ValueError as error:
            raise ValueError(f"{error}; others have {kept.game.hands[:seat]}") from None


class HearsForAll(Values):
    def hear(self, kept: g.Referee, seat: g.Seat, line: str) -> g.Referee:
        event = g.notation.read_event(line, kept.players)
        return kept.hear(getattr(event, "seat", seat), event)  # type: ignore[arg-type] # a draw is refused


class HearsDraws(Values):
    def hear(self, kept: g.Referee, seat: g.Seat, line: str) -> g.Referee:
        return kept if line.startswith("card") else super().hear(kept, seat, line)


class Crashes(Values):
    def hear(self, kept: g.Referee, seat: g.Seat, line: str) -> g.Referee:
        verb = {"takes": 1, "buys": 2}[line.split()[-3]] if line.endswith("nothing") else 0
        return super().hear(kept, seat, line[verb:])


class RefusesAll(Values):
    def hear(self, kept: g.Referee, seat: g.Seat, line: str) -> g.Referee:
        raise ValueError(f"no {line!r} from {seat} at {kept.terms.table}")


class HearsAndForgets(Values):
    def hear(self, kept: g.Referee, seat: g.Seat, line: str) -> g.Referee:
        super().hear(kept, seat, line)
        return kept


class StoresFirst(KeptTables):
    def hear(self, kept: KeptTable, seat: g.Seat, line: str) -> KeptTable:
        kept.stored.append(line)
        kept.stored.remove(line) if "buys" in line else None
        return super().hear(kept, seat, line)


class SendsMessages(KeptTables):
    """Shows the last line, refused or not, to a spectator."""

    last = ""

    def hear(self, kept: KeptTable, seat: g.Seat, line: str) -> KeptTable:
        self.last = line
        return super().hear(kept, seat, line)

    def send(self, kept: KeptTable, seat: g.Seat | None) -> object:
        return (super().send(kept, seat), self.last) if seat is None else super().send(kept, seat)


class LosesEvents(KeptTables):
    def hear(self, kept: KeptTable, seat: g.Seat, line: str) -> KeptTable:
        after = super().hear(kept, seat, line)
        if "buys" in line:
            after.stored.remove(line)
        return after


class LosesTheLast(Values):
    def restore(self, kept: g.Referee, log: Sequence[Any]) -> g.Referee:
        return super().restore(kept, log[:-1])


class RewritesTheLog(Values):
    def log(self, kept: g.Referee) -> Sequence[object]:
        return kept.log[::-1]


class StoresActionsOnly(KeptTables):
    """Stores no draws, which it could make again; but it cannot restore that."""

    def begin(self, referee: g.Referee) -> KeptTable:
        return KeptTable(referee, [])

    def hear(self, kept: KeptTable, seat: g.Seat, line: str) -> KeptTable:
        kept.referee = kept.referee.hear(seat, line)
        kept.stored.append(line)
        return kept

    def restore(self, kept: KeptTable, log: Sequence[Any]) -> KeptTable:
        return KeptTable(super().restore(kept, log).referee, list(log))


OF_THE_PAST = "seat 0, Player 1, can tell what happened before the last round from what is sent: "

FAULTS: list[tuple[Service[Any], Callable[[Service[Any], g.Referee], None], str]] = [
    (ShowsHands(), assert_sends_no_secrets, "seat 1, Player 2, can tell what is hidden from what is sent: "),
    (ShowsDeck(), assert_sends_no_secrets, "seat 0, Player 1, can tell what is hidden from what is sent: "),
    (SendsGame(), assert_sends_no_secrets, "a spectator can tell what is hidden from what is sent: "),
    (SendsSeed(), assert_sends_no_secrets, "seat 0, Player 1, finds the seed in what is sent"),
    (SendsReferee(), assert_sends_no_secrets, "seat 0, Player 1, finds the seed in what is sent"),
    (SendsNextTile(), assert_sends_no_secrets, "seat 0, Player 1, can tell what will be drawn from what is "),
    (SendsNextCard(), assert_sends_no_secrets, "seat 0, Player 1, can tell what "),
    (SendsNumbers(), assert_sends_no_secrets, "seat 0, Player 1, can tell what will be drawn from what is "),
    (
        WarnsOfDraws(),
        assert_sends_no_secrets,
        "seat 0, Player 1, can tell what will be drawn from the refusal of '': ",
    ),
    (SendsLog(), assert_sends_no_secrets, OF_THE_PAST),
    (SendsRecord(), assert_sends_no_secrets, OF_THE_PAST),
    (SendsMemory(), assert_sends_no_secrets, OF_THE_PAST),
    (
        TellsInRefusals(),
        assert_sends_no_secrets,
        "seat 1, Player 2, can tell what is hidden from the refusal of '': ",
    ),
    (HearsForAll(), assert_refuses, " and is heard"),
    (HearsDraws(), assert_refuses, "seat 0, Player 1, says 'card b3' and is heard"),
    (Crashes(), assert_refuses, "expected a ValueError, got KeyError"),
    (RefusesAll(), assert_refuses, "which is legal, and is refused: no 'Player"),
    (HearsAndForgets(), assert_refuses, "which is legal: seat 0, Player 1, is sent "),
    (StoresFirst(), assert_refuses, "seat 0, Player 1, says '' and is refused: the log is another one, of "),
    (SendsMessages(), assert_refuses, "and is refused: a spectator is sent "),
    (LosesEvents(), assert_restores, "did not add to the log: entries were changed or lost"),
    (LosesTheLast(), assert_restores, "entries: the log is another one, of "),
    (RewritesTheLog(), assert_restores, "action 1 did not add to the log: entries were changed or lost"),
    (StoresActionsOnly(), assert_restores, "restored from 1 of 12 entries: log, entry 1: "),
]


@pytest.mark.parametrize(
    ("service", "check", "message"), FAULTS, ids=[type(fault[0]).__name__ for fault in FAULTS]
)
def test_a_planted_fault_is_found(
    service: Service[Any], check: Callable[[Service[Any], g.Referee], None], message: str
) -> None:
    with pytest.raises(AssertionError, match=re.escape(message)):
        check(service, begun())


def test_in_the_first_round_everything_may_be_told() -> None:
    """Everybody is at the table and sees it; to look further back there is nothing."""
    table = begun(actions=0)
    assert table.told_from == 0
    assert_sends_no_secrets(SendsLog(), table)


def test_the_dealers_part_of_a_joint_seed_is_as_secret_as_the_seed() -> None:
    parts = [g.SeedPart(f"the part of number {number}".encode()) for number in range(3)]
    terms = g.Terms.of(g.setup(["Ann", "Bo"]), table="table 7")
    dealer = g.Dealer(g.joint_seed(terms, parts, part_commitments(terms, parts)))
    table = g.Referee.open(["Ann", "Bo"], dealer=dealer, table_id="table 7", seed_parts=parts)

    class Sends(Values):
        def __init__(self, *parts: g.SeedPart) -> None:
            self.parts = [part.secret.hex() for part in parts]

        def send(self, kept: g.Referee, seat: g.Seat | None) -> object:
            return kept.news(seat), self.parts

    assert_sends_no_secrets(Sends(*parts[:2]), table)
    with pytest.raises(AssertionError, match="finds the dealer's part of the seed in what is sent"):
        assert_sends_no_secrets(Sends(*parts), table)


def test_a_seed_of_zeros_is_not_looked_for() -> None:
    class Zeros(Values):
        def send(self, kept: g.Referee, seat: g.Seat | None) -> object:
            return bytes(99), kept.version, seat

    assert_sends_no_secrets(Zeros(), g.Referee.open(2, dealer=g.Dealer(bytes(16)), table_id="table 7"))


def test_what_cannot_be_pickled_is_judged_by_its_repr() -> None:
    class Pages(Values):
        def send(self, kept: g.Referee, seat: g.Seat | None) -> object:
            return Page(str(kept.view(seat).hand))

    @attrs.frozen
    class Page:
        text: str

        def __reduce__(self) -> str:
            raise TypeError("a page is not pickled")

        def __deepcopy__(self, _memo: object) -> Page:
            return self

    assert_sends_no_secrets(Pages(), begun())


@pytest.mark.parametrize("check", ASSERTIONS)
def test_the_kit_wants_a_referee(check: Callable[[Service[Any], Any], None]) -> None:
    with pytest.raises(TypeError, match="expected Referee, got Game"):
        check(Values(), begun().game)


@pytest.mark.parametrize("max_actions", [-1, 401, True, None, "x"])
def test_the_strategy_wants_a_number_of_actions(max_actions: Any) -> None:  # noqa: ANN401
    with pytest.raises(ValueError, match=r"^max_actions: expected 0 to 400, got "):
        referees(max_actions=max_actions)


def has_ended(end: g.End | None, referee: g.Referee) -> bool:
    return referee.end is end and referee.version > 30


def test_there_are_tables_that_ended_in_every_usual_way_and_others_that_go_on() -> None:
    for end in (None, g.End.RESIGNED, g.End.ABANDONED):
        assert reaches(referees(), partial(has_ended, end)).version > 30
    whole = referees(players=2, ruleset=g.ALHAMBRA, max_actions=400)
    assert reaches(whole, lambda referee: referee.game.is_over).is_over


def test_the_smallest_table_is_one_of_two_at_which_nobody_has_acted() -> None:
    table = smallest(referees(), condition=lambda _: True)
    assert (len(table.players), table.end, table.start.table.ruleset) == (2, None, g.Ruleset())
    assert not any(isinstance(event, g.Action) for event in table.events)


def test_the_strategy_takes_what_games_take() -> None:
    with pytest.raises(ValueError, match="players: expected 2 to 6"):
        referees(players=7)
    with pytest.raises(TypeError, match="ruleset: expected Ruleset"):
        referees(ruleset="EN")  # type: ignore[arg-type]


def test_a_game_that_looks_alike_is_another_to_those_who_see_more() -> None:
    """Or the comparisons would prove nothing."""
    seen: set[g.Game] = set()

    class Spy(Values):
        def send(self, kept: g.Referee, seat: g.Seat | None) -> object:
            seen.add(kept.game)
            return g.view(kept.game, seat)

    assert_sends_no_secrets(Spy(), begun())
    assert len(seen) > 10
