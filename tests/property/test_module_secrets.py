"""With all modules at once nobody is told what is hidden: hands, exchange cards, bonus cards, the deck."""

from __future__ import annotations

import random
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from granada_rules import (
    Dealer,
    DrawBonus,
    Game,
    Kind,
    Module,
    Pass,
    Phase,
    Referee,
    Ruleset,
    Seat,
    ShowBonus,
    TakeMoney,
    alhambra,
    apply,
    chance,
    check,
    complete,
    draw,
    legal_actions,
    setup,
    view,
    write_json,
    write_news,
    write_view,
)
from granada_rules.game import by_kind
from granada_rules.play import way, ways
from granada_rules.referee import with_fields
from granada_rules.testing import assert_sends_no_secrets
from tests.helpers.games import altered
from tests.helpers.positions import PLAYERS, others_shows
from tests.helpers.samples import every
from tests.kit.test_services import Values
from tests.property.test_secrets import both_may, is_secret, look_alike, lookers

if TYPE_CHECKING:
    from granada_rules import Event, ExchangeCard, View

DEALER = Dealer(b"nobody knows what is in the hands")
ALL = (
    Ruleset(kinds=(Kind.ALHAMBRA,), modules=Module),
    Ruleset(kinds=Kind, modules=Module, house_rules=True),
)
TEN = [face for face in alhambra().faces if not face.walls]


def sent_and_drawn(seen: View) -> tuple[object, ...]:
    """Return a view as it is sent, and its drawings."""
    return write_json(write_view(seen)), draw.text(seen, colour=True), str(draw.svg(seen))


def is_alike(one: Game, other: Game, seat: Seat | None) -> None:
    """Compare everything that a seat gets to know of two games, and what it may try."""
    shows: list[Event] = [ShowBonus(Seat(who), face) for who in range(len(one.hands)) for face in TEN]
    look_alike(one, other, seat, shows)
    assert sent_and_drawn(view(one, seat)) == sent_and_drawn(view(other, seat))
    # VIZ-9, BON-4: who is asked, and in which order.
    assert one.table.to_act == other.table.to_act


def with_shows(one: Game, other: Game) -> list[Event]:
    """Return what can happen next in both games, cards that others show included."""
    return [*both_may(one, other), *(show for show in others_shows(one) if not check(other, show))]


def exchange_cards(game: Game) -> list[tuple[ExchangeCard, ...]]:
    """Return the exchange cards of each hand."""
    return [hand.exchange_cards for hand in game.hands]


def hoarded(players: int, rng: random.Random) -> Game:
    """Return a game with all modules in which somebody has taken an exchange card."""
    game = setup(players, ALL[players % 2])
    while not any(hand.exchange_cards for hand in game.hands) or game.is_chance:
        if number := ways(game):
            game = apply(game, way(game, rng.randrange(number)))
            continue
        actions = [*legal_actions(game, minimal_payments=True)]
        takings = [action for action in actions if isinstance(action, TakeMoney)]
        helpful = [action for action in takings if action.cards.exchange_cards]
        # Nobody uses a pawn, so that offers go on.
        declined = [action for action in actions if isinstance(action, Pass)]
        game = apply(game, rng.choice(helpful or (takings if rng.random() < 0.7 else declined) or actions))
    return game


@pytest.mark.accepts("SETUP-7", "MOD-6", "VIZ-9", "BON-4")
@pytest.mark.parametrize("players", PLAYERS)
def test_what_looks_alike_goes_on_to_look_alike_with_all_modules(players: int) -> None:
    """Other hands, with other exchange cards, other bonus cards, others left out, another deck."""
    rng = random.Random(players)
    one = hoarded(players, rng)
    owner = next(Seat(seat) for seat, hand in enumerate(one.hands) if hand.exchange_cards)
    # Everybody but the one with the exchange card, and a spectator.
    seat = rng.choice([looker for looker in lookers(one) if looker != owner])
    different, exchanged, phases = 0, 0, set()
    for number in range(60):
        # From now and then on other cards are hidden, the left out ones among them.
        if number % 20 == 0:
            other = complete(view(one, seat), DEALER, number)
        if number % 4 == 0:
            is_alike(one, other, seat)
            phases.add(one.table.phase)
        assert view(one, seat) == view(other, seat)
        different += one.hands != other.hands and one.bonus != other.bonus
        exchanged += exchange_cards(one) != exchange_cards(other)
        events = with_shows(one, other)
        if not events or not is_secret(one):
            break
        event = rng.choice(rng.choice(list(by_kind(events).values())))
        one, other = apply(one, event), apply(other, event)
    assert different > 20
    assert exchanged > 5
    assert len(phases) > 1


def with_other_bonus(game: Game, seat: Seat | None, sample: int) -> Game:
    """Return a game that differs in what others hide of bonus cards, and in nothing else."""
    return altered(game, bonus=complete(view(game, seat), DEALER, sample).bonus)


@pytest.mark.accepts("MOD-6", "BON-2")
@pytest.mark.parametrize("players", every(2, PLAYERS))
def test_hidden_bonus_cards_are_secret_from_the_deal_to_the_end(players: int) -> None:
    """Also while hands lie open. Who is asked, and in which order, tells nothing either."""
    rng, rules = random.Random(players), Ruleset(kinds=(Kind.ALHAMBRA,), modules=[Module.BONUS, Module.HUTS])
    one = other = setup(players, rules)
    seat, different, phases = rng.choice(lookers(one)), 0, set()
    while not one.is_over:
        if one.table != other.table or one == other:
            other = with_other_bonus(one, seat, rng.randrange(1000))
        phase = one.table.phase
        if phase not in phases or rng.random() < (0.4 if phase in {Phase.REVEAL, Phase.GIFT} else 0.04):
            is_alike(one, other, seat)
            different += one != other
            phases.add(phase)
        assert view(one, seat) == view(other, seat)
        if phase is Phase.SETUP:
            # What one draws the other may hold already.
            one = apply(one, rng.choice(chance(one))[0])
            continue
        event = rng.choice(rng.choice(list(by_kind(with_shows(one, other)).values())))
        one, other = apply(one, event), apply(other, event)
    is_alike(one, other, seat)
    assert different > 10
    assert phases >= {Phase.SETUP, Phase.ACT, Phase.REVEAL}


def with_others_dealt(table: Referee, seat: Seat | None) -> Referee:
    """Return a table at which others were dealt other bonus cards, of those that the seat has not seen."""
    dealt = [place for place, event in enumerate(table.events) if isinstance(event, DrawBonus)]
    # BON-2: they were dealt seat by seat.
    each = len(dealt) // len(table.players)
    others = [place for number, place in enumerate(dealt) if number // each != seat]
    own = {table.events[place] for place in dealt if place not in others}
    unseen: list[Event] = [DrawBonus(face) for face in TEN if DrawBonus(face) not in own]
    events = [*table.events]
    for place in others:
        events[place] = unseen[unseen.index(table.events[place]) - 1]
    return with_fields(table, events=tuple(events))


@pytest.mark.accepts("MOD-6")
@pytest.mark.parametrize("players", PLAYERS)
def test_what_a_referee_sends_tells_no_secrets_with_all_modules(players: int) -> None:
    """News, views, lists of actions and refusals."""
    rng = random.Random(players)
    table = Referee.open(players, ALL[players % 2], dealer=Dealer(rng.randbytes(16)), table_id="secrets")
    # The deal is told in the first round.
    assert_sends_no_secrets(Values(), table)
    for seat in lookers(table.game):
        other = with_others_dealt(table, seat)
        assert other.log != table.log
        assert write_news(other.news(seat, since=0)) == write_news(table.news(seat, since=0))
    for _ in range(30):
        assert table.to_act is not None
        actions = [*islice(legal_actions(table.view(table.to_act), minimal_payments=True), 100)]
        table = table.hear(table.to_act, rng.choice(rng.choice([*by_kind(actions).values()])))
    assert_sends_no_secrets(Values(), table)
