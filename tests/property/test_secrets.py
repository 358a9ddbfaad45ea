"""What a seat may not know never reaches it: games that differ in that alone are the same to it."""

from __future__ import annotations

import gc
import pickle
import random
from collections import Counter
from enum import Enum
from itertools import islice
from math import sqrt
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import granada_rules as g
from granada_rules import draw
from granada_rules.game import by_kind
from granada_rules.play import way, ways
from granada_rules.referee import with_fields
from granada_rules.testing import assert_sends_no_secrets, events, rulesets
from granada_rules.testing.invariants import everything_is_in_one_place
from tests.helpers.games import altered, laid
from tests.helpers.positions import PLAYERS, WITHOUT_SHRINKING, others_shows, positions, rngs, stages
from tests.helpers.samples import every, fewer
from tests.testing.test_services import Values

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


DEALER = g.Dealer(b"nobody knows what is in the hands")
MANY = 300
"""So many actions are compared; hands of misers allow more."""

SECRET = (g.Phase.ACT, g.Phase.PLACE, g.Phase.END_OF_TURN, g.Phase.FAVOUR, g.Phase.PLACE_FAVOUR)


def is_secret(game: g.Game) -> bool:
    """Tell whether hands are secret (SETUP-7); before scoring C they lie open (END-2)."""
    table = game.table
    return table.phase in SECRET or (table.phase is g.Phase.REVEAL and table.due is not g.Scoring.C)


numbers = st.integers(0, 10**6)


def moment(number: int) -> g.Game:
    return positions()[number % len(positions())]


def lookers(game: g.Game) -> list[g.Seat | None]:
    return [*map(g.Seat, range(len(game.hands))), None]


def told(seen: g.View) -> tuple[object, ...]:
    """Return all that can be had from a view, as far as it can be compared byte by byte."""
    listed = [
        list(islice(g.legal_actions(seen, minimal_payments=minimal), MANY)) for minimal in (False, True)
    ]
    return seen, hash(seen), repr(seen), pickle.dumps(seen), repr(listed), pickle.dumps(listed)


def look_alike(one: g.Game, other: g.Game, seat: g.Seat | None, events: Iterable[g.Event] = ()) -> None:
    """Compare what that seat gets to know of two games."""
    here, there = g.view(one, seat), g.view(other, seat)
    assert told(here) == told(there)
    for event in events:
        assert repr(g.check(here, event)) == repr(g.check(there, event))
        # Who asks a referee with the whole game in hand learns no more than from the own view.
        if isinstance(event, g.Action) and event.seat == seat:
            assert repr(g.check(one, event)) == repr(g.check(other, event)) == repr(g.check(here, event))
    if one.table.to_act == seat:
        listed = [list(islice(g.legal_actions(game), MANY)) for game in (one, other)]
        assert repr(listed[0]) == repr(listed[1])


@pytest.mark.accepts("SETUP-7")
@given(numbers, st.integers(0, 6), st.integers(0, 1000), st.data())
def test_games_that_differ_in_secrets_alone_look_alike(
    number: int, looker: int, sample: int, data: st.DataObject
) -> None:
    game = moment(number)
    seat = lookers(game)[looker % (len(game.hands) + 1)]
    other = g.complete(g.view(game, seat), DEALER, sample)
    look_alike(game, other, seat, data.draw(st.lists(events(game), max_size=5)))


def both_may(one: g.Game, other: g.Game) -> Iterator[g.Event]:
    """Generate what can happen next in both of two games."""
    there = {draw for draw, _ in g.chance(other)}
    yield from (draw for draw, _ in g.chance(one) if draw in there)
    for action in islice(g.legal_actions(one, minimal_payments=True), 300):
        if not g.check(other, action):
            yield action


def play_in_step(one: g.Game, other: g.Game, seat: g.Seat | None, rng: random.Random) -> int:
    """Let the same happen in both games until hands are laid open; return how long they were different."""
    different = 0
    while is_secret(one):
        look_alike(one, other, seat)
        different += one != other
        kinds = list(by_kind(both_may(one, other)).values())
        if not kinds:
            break
        event = rng.choice(rng.choice(kinds))
        one, other = g.apply(one, event), g.apply(other, event)
    return different


@pytest.mark.parametrize("players", PLAYERS)
@settings(max_examples=fewer(1, 2), phases=WITHOUT_SHRINKING)
@given(rulesets(), rngs, st.booleans())
def test_what_looks_alike_goes_on_to_look_alike(
    players: int,
    ruleset: g.Ruleset,
    rng: random.Random,
    is_seated: bool,  # noqa: FBT001 - Hypothesis draws it
) -> None:
    seat = g.Seat(rng.randrange(players)) if is_seated else None
    one = g.deal(g.setup(players, ruleset), g.Dealer(rng.randbytes(16)))
    other = g.complete(g.view(one, seat), DEALER, rng.randrange(1000))
    assert play_in_step(one, other, seat, rng) > 10


def offers(game: g.Game) -> list[g.Seat | None]:
    """Return who is asked, one after the other, if everybody declines; and whose turn follows."""
    asked = []
    while game.table.phase is g.Phase.FAVOUR and game.table.to_act is not None:
        asked.append(game.table.to_act)
        game = g.apply(game, g.Pass(game.table.to_act))
    return [*asked, game.table.turn if game.table.phase is g.Phase.ACT else None]


@pytest.mark.accepts("MOD-6")
@pytest.mark.accepts("VIZ-9")
def test_who_is_asked_to_use_the_pawn_tells_nothing_about_hands() -> None:
    asked = [game for game in positions() if game.table.phase is g.Phase.FAVOUR and not game.is_chance]
    able = set()
    for number, game in enumerate(asked):
        seat = lookers(game)[number % (len(game.hands) + 1)]
        table = game.table
        assert table.turn is not None
        # VIZ-9: it follows from the pawns, which everybody sees, and from nothing else.
        order = [g.Seat((table.turn + step) % len(game.hands)) for step in range(1, len(game.hands) + 1)]
        now = order.index(table.to_act or g.Seat(0))
        active = [one for one in order[now:] if table.modules.pawns[one]]
        for sample in range(3):
            other = g.complete(g.view(game, seat), DEALER, sample)
            # END-1: if the game ends, hands are laid open.
            ends = not all(any(table.yard[space::4]) for space in range(4))
            assert offers(other)[:-1] == offers(game)[:-1] == active
            assert offers(other)[-1] == offers(game)[-1] == (None if ends else order[0])
            able |= {len(list(g.legal_actions(one))) > 1 for one in (game, other)}
    assert able == {True, False}
    assert len(asked) > 30


def test_two_deals_that_look_alike_are_alike_until_hands_are_laid_open() -> None:
    """Blue has other cards in each deal, and as many; so has the deck."""
    red, display = "y9 g9 b2", "y1 y2 g1 g2"
    one = laid([red, "o9 b9 o1 y5"], display)
    other = laid([red, "o8 g8 b1 b5"], display)
    assert one != other
    assert one.hands[0] == other.hands[0]
    rng = random.Random(0)
    assert play_in_step(one, other, g.Seat(0), rng) > 20
    # To Blue they are as different as they are.
    assert g.view(one, g.Seat(1)) != g.view(other, g.Seat(1))


# What a view is made of.

UNINTERESTING = (type, ModuleType, FunctionType, BuiltinFunctionType, Enum)


def reachable(*things: object) -> list[object]:
    """Return every object that can be reached from these, through whatever holds it."""
    found: dict[int, object] = {}
    ahead = list(things)
    while ahead:
        thing = ahead.pop()
        if id(thing) not in found and not isinstance(thing, UNINTERESTING):
            found[id(thing)] = thing
            ahead += gc.get_referents(thing)
    return list(found.values())


def test_the_search_finds_what_is_there() -> None:
    game = positions()[-1]
    begun = (seat for seat in range(len(game.hands)) if seat < len(game.deck))
    next(begun, None)
    for thing in (game, [{"game": (game,)}], g.legal_actions(g.view(game, None)), begun):
        found = reachable(thing)
        assert any(purse is game.table.display for purse in found)
        assert any(other is game for other in found) == (not isinstance(thing, g.LegalActions))


def test_nothing_hidden_can_be_reached_from_a_view() -> None:
    for game in positions()[::12]:
        for seat in lookers(game):
            seen = g.view(game, seat)
            listed = g.legal_actions(seen)
            begun = iter(listed)
            refused = [g.check(seen, action) for action in islice(begun, 3)]
            known = [game.table.display, game.table.discards, *filter(None, seen.hands)]
            for thing in reachable(seen, listed, refused):
                assert not isinstance(thing, g.Game | g.Pile | g.Dealer)
                if isinstance(thing, g.Purse):
                    assert any(thing is purse for purse in known) or not thing
            others_cards = [cards for owner, cards in enumerate(game.bonus) if owner != seat and cards]
            assert all(thing is not cards for thing in reachable(seen) for cards in others_cards)
            if is_secret(game):
                others = [hand for owner, hand in enumerate(game.hands) if owner != seat]
                assert all(
                    thing is not hand for thing in reachable(seen) for hand in [*others, game.deck] if hand
                )


def test_legal_actions_keep_no_game() -> None:
    for game in positions()[::5]:
        listed = g.legal_actions(game)
        begun = iter(listed)
        next(begun, None)
        assert not any(isinstance(thing, g.Game) for thing in reachable(listed, begun))


@pytest.mark.accepts("SETUP-7")
def test_a_view_shows_the_own_hand_and_others_when_they_lie_open() -> None:
    for game in positions():
        for seat in lookers(game):
            seen = g.view(game, seat)
            is_open = not is_secret(game)
            expected = [hand if is_open or owner == seat else None for owner, hand in enumerate(game.hands)]
            assert list(seen.hands) == expected
            assert seen.hand == (None if seat is None else game.hands[seat])
            assert seen.table == game.table
            # BON-2, MOD-6: bonus cards are secret at all times.
            assert seen.bonus == (game.bonus[seat] if game.bonus and seat is not None else ())


# Completing a view to a whole game.


def test_a_completed_view_is_a_sound_game_that_looks_the_same() -> None:
    for number, game in enumerate(positions()):
        seat = lookers(game)[number % (len(game.hands) + 1)]
        whole = g.complete(g.view(game, seat), DEALER, number)
        everything_is_in_one_place(whole)
        assert g.view(whole, seat) == g.view(game, seat)
        assert whole == g.complete(g.view(game, seat), DEALER, number)


def test_piles_of_a_completed_game_are_as_the_deck_allows() -> None:
    """SETUP-6: A is in the second pile and B in the fourth, so there are always others behind them.

    MIX-7, MIX-11: A is in the third pile, and B in the second of the next deck, which may be small.
    """
    for game in positions()[::2]:
        if is_secret(game):
            whole = g.complete(g.view(game, None), DEALER)
            behind = [len(whole.piles) - place for place, pile in enumerate(whole.piles) if pile.scoring]
            if len(game.table.ruleset.kinds) == 1:
                assert behind == [
                    {"A": 4, "B": 2}[each.scoring.value] for each in whole.piles if each.scoring
                ]
            else:
                places = {"A": {3}, "B": {1, 2, 3, 4}}
                scorings = [pile.scoring.value for pile in whole.piles if pile.scoring]
                assert len(scorings) < 2
                assert all(place in places[each] for place, each in zip(behind, scorings, strict=True))


def test_samples_differ() -> None:
    game = g.deal(g.setup(4), DEALER)
    seen = g.view(game, g.Seat(2))
    samples = [g.complete(seen, DEALER, sample) for sample in range(30)]
    assert len(set(samples)) == 30
    assert len({sample.hands for sample in samples}) == 30
    assert g.complete(seen, g.Dealer(b"another dealer..")) not in samples


def test_where_nothing_is_unknown_all_samples_are_the_game() -> None:
    for game in positions():
        if game.table.phase in {g.Phase.SETUP, g.Phase.OVER}:
            for sample in range(3):
                whole = g.complete(g.view(game, None), DEALER, sample)
                assert (whole.table, whole.hands, whole.deck) == (game.table, game.hands, game.deck)


def test_every_hidden_card_is_equally_likely_to_be_anywhere() -> None:
    game = laid(["y9 g9 b2", "o9 b9 o1 y5", "y8 g8 b5"], "y1 y2 g1 g2")
    seen = g.view(game, g.Seat(0))
    hidden = Counter([*game.hands[1], *game.hands[2], *game.deck])
    samples = fewer(100, 400)
    blues: Counter[g.AnyCard] = Counter()
    for sample in range(samples):
        blues.update(g.complete(seen, DEALER, sample).hands[1])
    for card, copies in hidden.items():
        expected = samples * len(game.hands[1]) * copies / hidden.total()
        # Within five standard deviations: with this dealer it always is or never.
        assert abs(blues[card] - expected) < 5 * sqrt(expected)


@settings(max_examples=fewer(3, 8), phases=WITHOUT_SHRINKING)
@given(numbers, st.integers(0, 6), rngs)
def test_a_completed_game_can_be_played_to_its_end(number: int, looker: int, rng: random.Random) -> None:
    game = moment(number)
    seat = lookers(game)[looker % (len(game.hands) + 1)]
    *_, last = stages(g.complete(g.view(game, seat), DEALER, number), rng)
    assert last.table.phase is g.Phase.OVER
    everything_is_in_one_place(last)


# With all modules at once nobody is told what is hidden: hands, exchange cards, bonus cards, the deck.

ALL = (
    g.Ruleset(kinds=(g.Kind.ALHAMBRA,), modules=g.Module),
    g.Ruleset(kinds=g.Kind, modules=g.Module, house_rules=True),
)
TEN = [face for face in g.alhambra().faces if not face.walls]


def sent_and_drawn(seen: g.View) -> tuple[object, ...]:
    """Return a view as it is sent, and its drawings."""
    return g.write_json(g.write_view(seen)), draw.text(seen, colour=True), str(draw.svg(seen))


def is_alike(one: g.Game, other: g.Game, seat: g.Seat | None) -> None:
    """Compare everything that a seat gets to know of two games, and what it may try."""
    shows: list[g.Event] = [g.ShowBonus(g.Seat(who), face) for who in range(len(one.hands)) for face in TEN]
    look_alike(one, other, seat, shows)
    assert sent_and_drawn(g.view(one, seat)) == sent_and_drawn(g.view(other, seat))
    # VIZ-9, BON-4: who is asked, and in which order.
    assert one.table.to_act == other.table.to_act


def with_shows(one: g.Game, other: g.Game) -> list[g.Event]:
    """Return what can happen next in both games, cards that others show included."""
    return [*both_may(one, other), *(show for show in others_shows(one) if not g.check(other, show))]


def exchange_cards(game: g.Game) -> list[tuple[g.ExchangeCard, ...]]:
    """Return the exchange cards of each hand."""
    return [hand.exchange_cards for hand in game.hands]


def hoarded(players: int, rng: random.Random) -> g.Game:
    """Return a game with all modules in which somebody has taken an exchange card."""
    game = g.setup(players, ALL[players % 2])
    while not any(hand.exchange_cards for hand in game.hands) or game.is_chance:
        if number := ways(game):
            game = g.apply(game, way(game, rng.randrange(number)))
            continue
        actions = [*g.legal_actions(game, minimal_payments=True)]
        takings = [action for action in actions if isinstance(action, g.TakeMoney)]
        helpful = [action for action in takings if action.cards.exchange_cards]
        # Nobody uses a pawn, so that offers go on.
        declined = [action for action in actions if isinstance(action, g.Pass)]
        game = g.apply(game, rng.choice(helpful or (takings if rng.random() < 0.7 else declined) or actions))
    return game


@pytest.mark.accepts("SETUP-7", "MOD-6", "VIZ-9", "BON-4")
@pytest.mark.parametrize("players", PLAYERS)
def test_what_looks_alike_goes_on_to_look_alike_with_all_modules(players: int) -> None:
    """Other hands, with other exchange cards, other bonus cards, others left out, another deck."""
    rng = random.Random(players)
    one = hoarded(players, rng)
    owner = next(g.Seat(seat) for seat, hand in enumerate(one.hands) if hand.exchange_cards)
    # Everybody but the one with the exchange card, and a spectator.
    seat = rng.choice([looker for looker in lookers(one) if looker != owner])
    different, exchanged, phases = 0, 0, set()
    for number in range(60):
        # From now and then on other cards are hidden, the left out ones among them.
        if number % 20 == 0:
            other = g.complete(g.view(one, seat), DEALER, number)
        if number % 4 == 0:
            is_alike(one, other, seat)
            phases.add(one.table.phase)
        assert g.view(one, seat) == g.view(other, seat)
        different += one.hands != other.hands and one.bonus != other.bonus
        exchanged += exchange_cards(one) != exchange_cards(other)
        events = with_shows(one, other)
        if not events or not is_secret(one):
            break
        event = rng.choice(rng.choice(list(by_kind(events).values())))
        one, other = g.apply(one, event), g.apply(other, event)
    assert different > 20
    assert exchanged > 5
    assert len(phases) > 1


def with_other_bonus(game: g.Game, seat: g.Seat | None, sample: int) -> g.Game:
    """Return a game that differs in what others hide of bonus cards, and in nothing else."""
    return altered(game, bonus=g.complete(g.view(game, seat), DEALER, sample).bonus)


@pytest.mark.accepts("MOD-6", "BON-2")
@pytest.mark.parametrize("players", every(2, PLAYERS))
def test_hidden_bonus_cards_are_secret_from_the_deal_to_the_end(players: int) -> None:
    """Also while hands lie open. Who is asked, and in which order, tells nothing either."""
    rng, rules = (
        random.Random(players),
        g.Ruleset(kinds=(g.Kind.ALHAMBRA,), modules=[g.Module.BONUS, g.Module.HUTS]),
    )
    one = other = g.setup(players, rules)
    seat, different, phases = rng.choice(lookers(one)), 0, set()
    while not one.is_over:
        if one.table != other.table or one == other:
            other = with_other_bonus(one, seat, rng.randrange(1000))
        phase = one.table.phase
        if phase not in phases or rng.random() < (0.4 if phase in {g.Phase.REVEAL, g.Phase.GIFT} else 0.04):
            is_alike(one, other, seat)
            different += one != other
            phases.add(phase)
        assert g.view(one, seat) == g.view(other, seat)
        if phase is g.Phase.SETUP:
            # What one draws the other may hold already.
            one = g.apply(one, rng.choice(g.chance(one))[0])
            continue
        event = rng.choice(rng.choice(list(by_kind(with_shows(one, other)).values())))
        one, other = g.apply(one, event), g.apply(other, event)
    is_alike(one, other, seat)
    assert different > 10
    assert phases >= {g.Phase.SETUP, g.Phase.ACT, g.Phase.REVEAL}


def with_others_dealt(table: g.Referee, seat: g.Seat | None) -> g.Referee:
    """Return a table at which others were dealt other bonus cards, of those that the seat has not seen."""
    dealt = [place for place, event in enumerate(table.events) if isinstance(event, g.DrawBonus)]
    # BON-2: they were dealt seat by seat.
    each = len(dealt) // len(table.players)
    others = [place for number, place in enumerate(dealt) if number // each != seat]
    own = {table.events[place] for place in dealt if place not in others}
    unseen: list[g.Event] = [g.DrawBonus(face) for face in TEN if g.DrawBonus(face) not in own]
    events = [*table.events]
    for place in others:
        events[place] = unseen[unseen.index(table.events[place]) - 1]
    return with_fields(table, events=tuple(events))


@pytest.mark.accepts("MOD-6")
@pytest.mark.parametrize("players", PLAYERS)
def test_what_a_referee_sends_tells_no_secrets_with_all_modules(players: int) -> None:
    """News, views, lists of actions and refusals."""
    rng = random.Random(players)
    table = g.Referee.open(players, ALL[players % 2], dealer=g.Dealer(rng.randbytes(16)), table_id="secrets")
    # The deal is told in the first round.
    assert_sends_no_secrets(Values(), table)
    for seat in lookers(table.game):
        other = with_others_dealt(table, seat)
        assert other.log != table.log
        assert g.write_news(other.news(seat, since=0)) == g.write_news(table.news(seat, since=0))
    for _ in range(30):
        assert table.to_act is not None
        actions = [*islice(g.legal_actions(table.view(table.to_act), minimal_payments=True), 100)]
        table = table.hear(table.to_act, rng.choice(rng.choice([*by_kind(actions).values()])))
    assert_sends_no_secrets(Values(), table)
