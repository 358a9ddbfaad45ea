"""The two roads to legality lead to the same place: what is listed is what `check` lets pass."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from itertools import islice
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import granada_rules as g
from granada_rules.testing import events
from tests.helpers.candidates import cells_around, mutations, neighbourhood
from tests.helpers.positions import OPTIONS, decisions, penniless, positions
from tests.helpers.samples import fewer

MANY = 2000
"""So many actions are listed and compared; hands of misers allow more."""

PARTS = 4
"""The games are tried in so many tests, so that processes can share the work."""

numbers = st.integers(0, 10**6)


def moment(number: int) -> g.Game:
    return positions()[number % len(positions())]


def lookers(game: g.Game) -> list[g.Game | g.View]:
    """Return all from which a game can be judged: itself, and the views of all seats and of a spectator."""
    seats = [*map(g.Seat, range(len(game.hands))), None]
    return [game, *(g.view(game, seat) for seat in seats)]


def wastes(table: g.Table, action: g.Action) -> bool:
    """Tell whether a card could have been left out of the payment."""
    match action:
        case g.Buy(space=space, payment=payment):
            face = table.yard[space - 1]
            assert face is not None
            price = face.value
        case g.Build(payment=payment) | g.GiveToDirk(payment=payment):
            # PLACE-2, DIRK-7: turning a tile over costs 3.
            price = 3
        case _:
            return False
    if isinstance(action, g.Buy) and payment.exchange_cards:
        # EXC-5: an exchange card is needed to pay in another currency than that of the space.
        currency = table.ruleset.spaces[action.space - 1][0]
        if all(card.currency is currency for card in payment.money_cards):
            return True
    return any(payment.total() - card.value >= price for card in payment.money_cards)


def both_roads_agree(game: g.Game, rng: random.Random) -> int:
    """Compare them over everything near at hand, and return how many candidates there were."""
    table, seat = game.table, game.table.to_act
    assert seat is not None
    every, minimal = g.legal_actions(game), g.legal_actions(game, minimal_payments=True)
    listed, needed = list(islice(every, MANY)), list(islice(minimal, MANY))
    legal, sparing = set(listed), set(needed)

    assert bool(every)
    assert bool(minimal)
    assert len(legal) == len(listed)
    assert [action for action in listed if g.check(game, action)] == []
    if len(listed) < MANY:
        assert [action for action in listed if not wastes(table, action)] == needed
    else:
        assert all(not wastes(table, action) and not g.check(game, action) for action in needed)

    candidates = list(neighbourhood(game, seat, rng, most=200))
    for action in [*rng.sample(listed, min(len(listed), 12)), *rng.sample(needed, min(len(needed), 4))]:
        candidates += mutations(game, action, rng)
    for action in candidates:
        passes = not g.check(game, action)
        if len(listed) < MANY:
            assert passes == (action in legal)
        assert (passes and not wastes(table, action)) == (action in sparing)
    for action in candidates[:: len(candidates) // 40]:
        assert (action in every) == (not g.check(game, action))
        assert (action in minimal) == (action in sparing)
    return len(candidates)


@pytest.mark.parametrize("part", range(PARTS))
def test_what_is_listed_is_what_passes(part: int) -> None:
    rng = random.Random(part)
    games = decisions()[part :: fewer(24, 6) * PARTS]
    compared = [both_roads_agree(game, rng) for game in games]
    assert sum(compared) > 200 * len(games) > fewer(1_200, 5_000)


def spread(game: g.Game) -> int:
    """Return how much there is to try in a game."""
    seat = game.table.to_act
    assert seat is not None
    player = game.table.players[seat]
    tiles = len(player.reserve) + len(game.table.bought)
    return (1 << player.hand_size) * (tiles + 1) * len(cells_around(game.table, seat))


@pytest.mark.parametrize(
    ("phase", "many"),
    [
        (g.Phase.ACT, 20),
        (g.Phase.PLACE, 6),
        (g.Phase.FAVOUR, 12),
        (g.Phase.PLACE_FAVOUR, 4),
        (g.Phase.REVEAL, 6),
        (g.Phase.GIFT, 1),
    ],
)
def test_in_small_games_nothing_else_passes_near_at_hand(phase: g.Phase, many: int) -> None:
    rng = random.Random(phase.value)
    there = [game for game in decisions() if game.table.phase is phase and game.table.players[0].city.tiles]
    for game in sorted(there, key=spread)[: fewer(-(-many // 3), many)]:
        seat = game.table.to_act
        assert seat is not None
        everything = neighbourhood(game, seat, rng, most=10**6)
        passing = {action for action in everything if not g.check(game, action)}
        assert passing == set(g.legal_actions(game))


@given(numbers, st.data())
def test_no_event_makes_check_stumble_and_apply_obeys_it(number: int, data: st.DataObject) -> None:
    game = moment(number)
    event: g.Event = data.draw(events(game))
    before = hash(game), repr(game), pickle.dumps(game)
    if found := g.check(game, event):
        with pytest.raises(g.ViolationError) as refused:
            g.apply(game, event)
        assert refused.value.violations == found
    else:
        assert g.apply(game, event) != game
    assert (hash(game), repr(game), pickle.dumps(game)) == before


@given(numbers, st.data())
def test_a_view_judges_as_the_game_does(number: int, data: st.DataObject) -> None:
    game = moment(number)
    event: g.Event = data.draw(events(game))
    verdict = g.check(game, event)
    for seat in (*map(g.Seat, range(len(game.hands))), None):
        seen = g.view(game, seat)
        found = g.check(seen, event)
        # BON-4: who shows a card knows whether it is there.
        knows = event.seat if isinstance(event, g.ShowBonus) else game.table.to_act
        if isinstance(event, g.Action) and seat == knows:
            assert found == verdict
        else:
            # A view does not know the deck and other hands; but it never refuses what is possible.
            assert verdict or not found
        is_own = isinstance(event, g.Action) and event.seat == seat
        assert (event in g.legal_actions(seen)) == (is_own and not found)


def test_only_who_is_to_act_has_legal_actions_but_for_bonus_cards() -> None:
    rng, compared = random.Random(0), Counter[bool]()
    with_cards = [game for game in positions() if game.bonus]
    for game in (*with_cards[:: fewer(36, 12)], *positions()[:: fewer(60, 20)]):
        for seat in map(g.Seat, range(len(game.hands))):
            if seat == game.table.to_act:
                assert next(iter(g.legal_actions(g.view(game, seat)))) == next(iter(g.legal_actions(game)))
                continue
            # BON-4: others may show a card, and nothing else.
            listed = list(g.legal_actions(g.view(game, seat)))
            assert bool(g.legal_actions(g.view(game, seat))) == bool(listed)
            assert all(isinstance(action, g.ShowBonus) for action in listed)
            if not game.bonus:
                assert listed == []
                continue
            candidates = [*neighbourhood(game, seat, rng, most=30)]
            candidates += [g.ShowBonus(seat, face) for face in game.table.ruleset.bonus_faces]
            assert {action for action in candidates if not g.check(game, action)} == set(listed)
            assert all(action in g.legal_actions(g.view(game, seat)) for action in listed)
            compared[bool(listed)] += len(candidates)
        assert not g.legal_actions(g.view(game, None))
        assert bool(g.legal_actions(game)) == (game.table.to_act is not None)
    assert compared[False] > fewer(700, 2_000)
    assert compared[True] > fewer(5, 20)


def test_what_is_no_action_is_not_among_them() -> None:
    game = decisions()[0]
    for stranger in (None, "pass", 0, g.Seat, object(), game):
        assert stranger not in g.legal_actions(game)


def test_a_single_pass_is_left_to_who_can_do_nothing() -> None:
    game = penniless()
    assert list(g.legal_actions(game)) == [g.Pass(g.Seat(0))]
    assert len(game.table.display) == 0


HUGE = 10**5000
"""Longer than Python writes out."""


@pytest.mark.parametrize(
    "absurd",
    [
        g.TakeMoney(g.Seat(HUGE), ()),
        g.TakeMoney(g.Seat(-HUGE), ()),
        g.Pass(g.Seat(HUGE)),
        g.Buy(g.Seat(0), g.Space(HUGE), ()),
        g.Buy(g.Seat(0), g.Space(-HUGE), ()),
        g.Extend(g.Seat(0), g.Face(g.Building.PARK, 2), g.Cell(HUGE, -HUGE)),
        g.Reduce(g.Seat(0), g.Cell(-HUGE, HUGE)),
        g.Exchange(g.Seat(0), g.Face(g.Building.PARK, 99), g.Cell(0, HUGE)),
        g.Build(g.Seat(0), g.Face(g.Building.PARK, 2), g.Cell(HUGE, 0)),
        g.Build(g.Seat(0), g.Face(g.Building.TOWER, 9, g.Edges(15)), g.Cell(HUGE, 0)),
        g.Build(g.Seat(0), g.Face(g.Building.PARK, 0), g.Cell(0, HUGE), g.Purse.parse("b99 b0 " * 500)),
        g.GiveToDirk(g.Seat(0), g.Face(g.Building.PARK, 0), g.Purse.parse("b99 b0 " * 500)),
        g.TakeMoney(g.Seat(0), g.Purse.parse("b1 g99 " * 1000)),
    ],
    ids=lambda action: type(action).__name__,
)
def test_absurd_numbers_are_refused_like_any_others(absurd: g.Action) -> None:
    for game in positions()[::15]:
        for seen in lookers(game):
            assert g.check(seen, absurd)
            assert absurd not in g.legal_actions(seen)
        with pytest.raises(g.ViolationError):
            g.apply(game, absurd)


def ways_to_pay(worths: list[int], counts: list[int], price: int) -> int:
    """Count how many cards of each worth can be chosen, so that they are worth the price together."""
    totals = Counter({0: 1})
    for worth, count in zip(worths, counts, strict=True):
        more: Counter[int] = Counter()
        for total, number in totals.items():
            for taken in range(count + 1):
                more[total + taken * worth] += number
        totals = more
    return sum(number for total, number in totals.items() if total >= price)


@pytest.mark.accepts("BUY-1")
def test_a_miser_can_pay_in_very_many_ways() -> None:
    game = g.apply(penniless(), g.Pass(g.Seat(0)))
    table, hand = game.table, game.hands[1]
    assert len(hand) == 60
    expected = [
        ways_to_pay(
            [*range(1, 10)], [hand.count(g.Card(currency, value)) for value in range(1, 10)], face.value
        )
        for face, currency in zip(table.yard, table.ruleset.yard, strict=True)
        if face is not None
    ]
    listed = list(g.legal_actions(game))
    spaces = Counter(action.space for action in listed if isinstance(action, g.Buy))
    assert [spaces[g.Space(number)] for number in range(1, 5)] == expected
    assert len(set(listed)) == len(listed) > 20_000


def test_the_games_are_of_all_kinds() -> None:
    """Whatever can be waited for, listed or turned up is there, or the tests above would be blind to it."""
    games = positions()
    assert {game.table.phase for game in games} == set(g.Phase)
    kinds = {type(action) for game in decisions() for action in islice(g.legal_actions(game), MANY)}
    assert kinds == {*get_args(g.Action)}
    assert {len(game.hands) for game in decisions()} == {2, 3, 4, 5, 6}
    assert {game.table.ruleset for game in decisions()} == set(OPTIONS.values())
    assert {len(game.table.bought) for game in decisions()} >= {0, 1, 2, 3}
    assert {game.table.ruleset.kind for game in decisions() if game.table.phase is g.Phase.GIFT} == set(
        g.Kind
    )
    assert any(game.table.phase is g.Phase.GIFT and len(game.table.bought) > 1 for game in decisions())
    assert max(len(game.hands[game.table.to_act or 0]) for game in decisions()) > 15
    assert any(
        wastes(game.table, action) for game in decisions() for action in islice(g.legal_actions(game), MANY)
    )
    of_windows = [game for game in decisions() if game.table.phase in {g.Phase.FAVOUR, g.Phase.PLACE_FAVOUR}]
    assert {game.table.ruleset.kinds for game in of_windows} == {
        (g.Kind.ALHAMBRA,),
        (g.Kind.GRANADA,),
        tuple(g.Kind),
    }
    # Who is asked is sometimes the player whose turn it was, and can pay exactly or not.
    assert {game.table.to_act == game.table.turn for game in of_windows} == {True, False}
    assert {len(list(g.legal_actions(game))) > 1 for game in of_windows} == {True, False}
    by_turning = [
        game.table.ruleset.turning_takes_one_card
        for game in decisions()
        for action in islice(g.legal_actions(game), MANY)
        if isinstance(action, g.Build | g.GiveToDirk) and action.payment
    ]
    assert set(by_turning) == {True, False}
