"""The two roads to legality lead to the same place: what is listed is what `check` lets pass."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from granada_rules import (
    Action,
    Build,
    Building,
    Buy,
    Card,
    Cell,
    Edges,
    Exchange,
    Extend,
    Face,
    GiveToDirk,
    Kind,
    Pass,
    Phase,
    Purse,
    Reduce,
    Seat,
    ShowBonus,
    Space,
    TakeMoney,
    ViolationError,
    apply,
    check,
    legal_actions,
    view,
)
from granada_rules.testing import events
from tests.helpers.candidates import cells_around, mutations, neighbourhood
from tests.helpers.positions import OPTIONS, decisions, penniless, positions
from tests.helpers.samples import fewer

if TYPE_CHECKING:
    from granada_rules import Event, Game, Table, View

MANY = 2000
"""So many actions are listed and compared; hands of misers allow more."""

PARTS = 4
"""The games are tried in so many tests, so that processes can share the work."""

numbers = st.integers(0, 10**6)


def moment(number: int) -> Game:
    return positions()[number % len(positions())]


def lookers(game: Game) -> list[Game | View]:
    """Return all from which a game can be judged: itself, and the views of all seats and of a spectator."""
    seats = [*map(Seat, range(len(game.hands))), None]
    return [game, *(view(game, seat) for seat in seats)]


def wastes(table: Table, action: Action) -> bool:
    """Tell whether a card could have been left out of the payment."""
    match action:
        case Buy(space=space, payment=payment):
            face = table.yard[space - 1]
            assert face is not None
            price = face.value
        case Build(payment=payment) | GiveToDirk(payment=payment):
            # PLACE-2, DIRK-7: turning a tile over costs 3.
            price = 3
        case _:
            return False
    if isinstance(action, Buy) and payment.exchange_cards:
        # EXC-5: an exchange card is needed to pay in another currency than that of the space.
        currency = table.ruleset.spaces[action.space - 1][0]
        if all(card.currency is currency for card in payment.money_cards):
            return True
    return any(payment.total() - card.value >= price for card in payment.money_cards)


def both_roads_agree(game: Game, rng: random.Random) -> int:
    """Compare them over everything near at hand, and return how many candidates there were."""
    table, seat = game.table, game.table.to_act
    assert seat is not None
    every, minimal = legal_actions(game), legal_actions(game, minimal_payments=True)
    listed, needed = list(islice(every, MANY)), list(islice(minimal, MANY))
    legal, sparing = set(listed), set(needed)

    assert bool(every)
    assert bool(minimal)
    assert len(legal) == len(listed)
    assert [action for action in listed if check(game, action)] == []
    if len(listed) < MANY:
        assert [action for action in listed if not wastes(table, action)] == needed
    else:
        assert all(not wastes(table, action) and not check(game, action) for action in needed)

    candidates = list(neighbourhood(game, seat, rng, most=200))
    for action in [*rng.sample(listed, min(len(listed), 12)), *rng.sample(needed, min(len(needed), 4))]:
        candidates += mutations(game, action, rng)
    for action in candidates:
        passes = not check(game, action)
        if len(listed) < MANY:
            assert passes == (action in legal)
        assert (passes and not wastes(table, action)) == (action in sparing)
    for action in candidates[:: len(candidates) // 40]:
        assert (action in every) == (not check(game, action))
        assert (action in minimal) == (action in sparing)
    return len(candidates)


@pytest.mark.parametrize("part", range(PARTS))
def test_what_is_listed_is_what_passes(part: int) -> None:
    rng = random.Random(part)
    games = decisions()[part :: fewer(24, 6) * PARTS]
    compared = [both_roads_agree(game, rng) for game in games]
    assert sum(compared) > 200 * len(games) > fewer(1_200, 5_000)


def spread(game: Game) -> int:
    """Return how much there is to try in a game."""
    seat = game.table.to_act
    assert seat is not None
    player = game.table.players[seat]
    tiles = len(player.reserve) + len(game.table.bought)
    return (1 << player.hand_size) * (tiles + 1) * len(cells_around(game.table, seat))


@pytest.mark.parametrize(
    ("phase", "many"),
    [
        (Phase.ACT, 20),
        (Phase.PLACE, 6),
        (Phase.FAVOUR, 12),
        (Phase.PLACE_FAVOUR, 4),
        (Phase.REVEAL, 6),
        (Phase.GIFT, 1),
    ],
)
def test_in_small_games_nothing_else_passes_near_at_hand(phase: Phase, many: int) -> None:
    rng = random.Random(phase.value)
    there = [game for game in decisions() if game.table.phase is phase and game.table.players[0].city.tiles]
    for game in sorted(there, key=spread)[: fewer(-(-many // 3), many)]:
        seat = game.table.to_act
        assert seat is not None
        everything = neighbourhood(game, seat, rng, most=10**6)
        passing = {action for action in everything if not check(game, action)}
        assert passing == set(legal_actions(game))


@given(numbers, st.data())
def test_no_event_makes_check_stumble_and_apply_obeys_it(number: int, data: st.DataObject) -> None:
    game = moment(number)
    event: Event = data.draw(events(game))
    before = hash(game), repr(game), pickle.dumps(game)
    if found := check(game, event):
        with pytest.raises(ViolationError) as refused:
            apply(game, event)
        assert refused.value.violations == found
    else:
        assert apply(game, event) != game
    assert (hash(game), repr(game), pickle.dumps(game)) == before


@given(numbers, st.data())
def test_a_view_judges_as_the_game_does(number: int, data: st.DataObject) -> None:
    game = moment(number)
    event: Event = data.draw(events(game))
    verdict = check(game, event)
    for seat in (*map(Seat, range(len(game.hands))), None):
        seen = view(game, seat)
        found = check(seen, event)
        # BON-4: who shows a card knows whether it is there.
        knows = event.seat if isinstance(event, ShowBonus) else game.table.to_act
        if isinstance(event, Action) and seat == knows:
            assert found == verdict
        else:
            # A view does not know the deck and other hands; but it never refuses what is possible.
            assert verdict or not found
        is_own = isinstance(event, Action) and event.seat == seat
        assert (event in legal_actions(seen)) == (is_own and not found)


def test_only_who_is_to_act_has_legal_actions_but_for_bonus_cards() -> None:
    rng, compared = random.Random(0), Counter[bool]()
    with_cards = [game for game in positions() if game.bonus]
    for game in (*with_cards[:: fewer(36, 12)], *positions()[:: fewer(60, 20)]):
        for seat in map(Seat, range(len(game.hands))):
            if seat == game.table.to_act:
                assert next(iter(legal_actions(view(game, seat)))) == next(iter(legal_actions(game)))
                continue
            # BON-4: others may show a card, and nothing else.
            listed = list(legal_actions(view(game, seat)))
            assert bool(legal_actions(view(game, seat))) == bool(listed)
            assert all(isinstance(action, ShowBonus) for action in listed)
            if not game.bonus:
                assert listed == []
                continue
            candidates = [*neighbourhood(game, seat, rng, most=30)]
            candidates += [ShowBonus(seat, face) for face in game.table.ruleset.bonus_faces]
            assert {action for action in candidates if not check(game, action)} == set(listed)
            assert all(action in legal_actions(view(game, seat)) for action in listed)
            compared[bool(listed)] += len(candidates)
        assert not legal_actions(view(game, None))
        assert bool(legal_actions(game)) == (game.table.to_act is not None)
    assert compared[False] > fewer(700, 2_000)
    assert compared[True] > fewer(5, 20)


def test_what_is_no_action_is_not_among_them() -> None:
    game = decisions()[0]
    for stranger in (None, "pass", 0, Seat, object(), game):
        assert stranger not in legal_actions(game)


def test_a_single_pass_is_left_to_who_can_do_nothing() -> None:
    game = penniless()
    assert list(legal_actions(game)) == [Pass(Seat(0))]
    assert len(game.table.display) == 0


HUGE = 10**5000
"""Longer than Python writes out."""


@pytest.mark.parametrize(
    "absurd",
    [
        TakeMoney(Seat(HUGE), ()),
        TakeMoney(Seat(-HUGE), ()),
        Pass(Seat(HUGE)),
        Buy(Seat(0), Space(HUGE), ()),
        Buy(Seat(0), Space(-HUGE), ()),
        Extend(Seat(0), Face(Building.PARK, 2), Cell(HUGE, -HUGE)),
        Reduce(Seat(0), Cell(-HUGE, HUGE)),
        Exchange(Seat(0), Face(Building.PARK, 99), Cell(0, HUGE)),
        Build(Seat(0), Face(Building.PARK, 2), Cell(HUGE, 0)),
        Build(Seat(0), Face(Building.TOWER, 9, Edges(15)), Cell(HUGE, 0)),
        Build(Seat(0), Face(Building.PARK, 0), Cell(0, HUGE), Purse.parse("b99 b0 " * 500)),
        GiveToDirk(Seat(0), Face(Building.PARK, 0), Purse.parse("b99 b0 " * 500)),
        TakeMoney(Seat(0), Purse.parse("b1 g99 " * 1000)),
    ],
    ids=lambda action: type(action).__name__,
)
def test_absurd_numbers_are_refused_like_any_others(absurd: Action) -> None:
    for game in positions()[::15]:
        for seen in lookers(game):
            assert check(seen, absurd)
            assert absurd not in legal_actions(seen)
        with pytest.raises(ViolationError):
            apply(game, absurd)


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
    game = apply(penniless(), Pass(Seat(0)))
    table, hand = game.table, game.hands[1]
    assert len(hand) == 60
    expected = [
        ways_to_pay(
            [*range(1, 10)], [hand.count(Card(currency, value)) for value in range(1, 10)], face.value
        )
        for face, currency in zip(table.yard, table.ruleset.yard, strict=True)
        if face is not None
    ]
    listed = list(legal_actions(game))
    spaces = Counter(action.space for action in listed if isinstance(action, Buy))
    assert [spaces[Space(number)] for number in range(1, 5)] == expected
    assert len(set(listed)) == len(listed) > 20_000


def test_the_games_are_of_all_kinds() -> None:
    """Whatever can be waited for, listed or turned up is there, or the tests above would be blind to it."""
    games = positions()
    assert {game.table.phase for game in games} == set(Phase)
    kinds = {type(action) for game in decisions() for action in islice(legal_actions(game), MANY)}
    assert kinds == {*get_args(Action)}
    assert {len(game.hands) for game in decisions()} == {2, 3, 4, 5, 6}
    assert {game.table.ruleset for game in decisions()} == set(OPTIONS.values())
    assert {len(game.table.bought) for game in decisions()} >= {0, 1, 2, 3}
    assert {game.table.ruleset.kind for game in decisions() if game.table.phase is Phase.GIFT} == set(Kind)
    assert any(game.table.phase is Phase.GIFT and len(game.table.bought) > 1 for game in decisions())
    assert max(len(game.hands[game.table.to_act or 0]) for game in decisions()) > 15
    assert any(
        wastes(game.table, action) for game in decisions() for action in islice(legal_actions(game), MANY)
    )
    of_windows = [game for game in decisions() if game.table.phase in {Phase.FAVOUR, Phase.PLACE_FAVOUR}]
    assert {game.table.ruleset.kinds for game in of_windows} == {
        (Kind.ALHAMBRA,),
        (Kind.GRANADA,),
        tuple(Kind),
    }
    # Who is asked is sometimes the player whose turn it was, and can pay exactly or not.
    assert {game.table.to_act == game.table.turn for game in of_windows} == {True, False}
    assert {len(list(legal_actions(game))) > 1 for game in of_windows} == {True, False}
    by_turning = [
        game.table.ruleset.turning_takes_one_card
        for game in decisions()
        for action in islice(legal_actions(game), MANY)
        if isinstance(action, Build | GiveToDirk) and action.payment
    ]
    assert set(by_turning) == {True, False}
