"""Vizier's favour paid with an exchange card: exactly, in a mix of two currencies (VIZ-4, EXC-5)."""

from __future__ import annotations

from itertools import combinations

import attrs
import pytest

import granada_rules as g
from tests.helpers.games import BLUE, GREEN, RED, buy, clauses, drawn, money, played, refused, take
from tests.helpers.noted import but, is_consistent, only
from tests.play.test_exchange_cards import begun

RULES = g.Ruleset(kinds=(g.Kind.ALHAMBRA,), modules=[g.Module.VIZIER, g.Module.EXCHANGE])
EXACTLY = attrs.evolve(RULES, exchange_pays_exactly=True)
each_reading = pytest.mark.parametrize("rules", [RULES, EXACTLY], ids=["overpaying", "exactly"])
"""EXC-5 has two readings; of a favour both say the same, because VIZ-4 wants the price exactly."""


def asked(rules: g.Ruleset = RULES, hand: str = "yb go") -> g.Game:
    """Return the offer to Red, who holds y1 y2 y9 b2 b7 and exchange cards.

    Tiles for 2, 11, 4 and 4 lie on the spaces of yellow, green, blue and orange.
    """
    game = drawn(g.apply(begun(rules, hand=hand), take("y1")), "o8")
    game = played(game, g.Pass(BLUE), g.Pass(GREEN))
    assert (game.table.phase, game.table.to_act) == (g.Phase.FAVOUR, RED)
    return game


@pytest.mark.accepts("VIZ-4", "EXC-5", "EXC-6")
@each_reading
@pytest.mark.parametrize(
    ("space", "payment"), [(3, "y2 b2 yb"), (1, "y2"), (1, "y2 yb"), (1, "b2 yb")], ids=str
)
def test_the_price_is_paid_exactly_in_a_mix_of_two_currencies(
    rules: g.Ruleset, space: int, payment: str
) -> None:
    game = asked(rules)
    favour = buy(space, payment)
    assert g.check(game, favour) == g.check(g.view(game, RED), favour) == ()
    assert favour in g.legal_actions(game)
    after = g.apply(game, favour)
    # EXC-6: the card goes to the discards with the money. VIZ-5, VIZ-6, VIZ-7: the tile is placed at once.
    assert after.table.discards == money(payment)
    assert (after.table.phase, after.table.modules.pawns) == (g.Phase.PLACE_FAVOUR, (False, True, True))
    assert is_consistent(but(after.to_position(), piles=None))
    stored = drawn(g.apply(after, g.Store(RED, after.table.bought[0])))
    assert g.Pass(RED) not in g.legal_actions(stored)


@pytest.mark.rejects("VIZ-4", "EXC-5")
@pytest.mark.parametrize(
    ("space", "payment", "named"),
    [
        (3, "y9 b2 yb", ["VIZ-4"]),
        (3, "b7 yb", ["VIZ-4"]),
        (3, "b7", ["VIZ-4"]),
        (3, "y1 b2 yb", ["BUY-1"]),
        (3, "y2 b2", ["BUY-1"]),
        (3, "y2 b2 go", ["EXC-5", "BUY-1"]),
        (3, "y2 b2 yb go", ["EXC-5", "EXC-5"]),
        (2, "y9 b2 yb", ["EXC-5", "BUY-1"]),
    ],
)
def test_more_or_less_or_another_mix_does_not_pay(space: int, payment: str, named: list[str]) -> None:
    game = asked()
    found = refused(game, buy(space, payment))
    assert [clause for clause in named if clause in clauses(found)] == named
    assert {*clauses(found)} <= {*named, "BUY-1"}
    assert g.check(g.view(game, RED), buy(space, payment)) == found


@pytest.mark.rejects("VIZ-4")
def test_in_a_turn_the_same_overpays_and_by_agreement_it_does_not() -> None:
    """What is forbidden with the pawn is allowed in a turn, unless exactness was agreed on."""
    payment = buy(3, "y9 b2 yb")
    assert g.check(begun(RULES, hand="yb go"), payment) == ()
    assert clauses(g.check(begun(EXACTLY, hand="yb go"), payment)) == ["EXC-5"]
    assert clauses(g.check(asked(), payment)) == ["VIZ-4"]
    assert clauses(g.check(asked(EXACTLY), payment)) == ["EXC-5", "VIZ-4"]


@each_reading
@pytest.mark.parametrize("hand", ["yb go", "yb yg yo", "gb", ""])
def test_what_is_listed_is_what_passes_of_all_choices_of_cards(rules: g.Ruleset, hand: str) -> None:
    game = asked(rules, hand)
    cards = [*game.hands[RED]]
    tried = [
        g.Buy(RED, g.Space(space), g.Purse(chosen))
        for space in range(1, 5)
        for many in range(1, len(cards) + 1)
        for chosen in combinations(cards, many)
    ]
    passing = {favour for favour in tried if not g.check(game, favour)}
    listed = [action for action in g.legal_actions(game) if isinstance(action, g.Buy)]
    assert len(listed) == len({*listed})
    assert {*listed} == passing
    minimal = [action for action in g.legal_actions(game, minimal_payments=True) if isinstance(action, g.Buy)]
    assert {*minimal} <= passing
    assert {action.space for action in minimal} == {action.space for action in passing}


# Positions.


def placing(cards: str, rules: g.Ruleset = RULES) -> g.Position:
    """Return a position in which Red has bought SE4:NE on the space of blue, with these cards as discards."""
    position = g.apply(asked(rules), buy(3, "y2 b2 yb")).to_position()
    red, *others = position.players
    paid = money("y2 b2 yb")
    assert position.discards == paid
    assert red.hand is not None
    back = attrs.evolve(red, hand=red.hand + paid - money(cards))
    # The exchange cards have come early, so that the piles would not fit.
    return but(position, players=(back, *others), discards=money(cards), piles=None)


@pytest.mark.accepts("VIZ-4", "EXC-5")
@each_reading
@pytest.mark.parametrize("cards", ["y2 b2 yb", "y1 y2 b2 yb", "y2 b2 b7 yb go"])
def test_the_discards_hold_an_exact_payment_with_an_exchange_card(rules: g.Ruleset, cards: str) -> None:
    assert is_consistent(placing(cards, rules))


@pytest.mark.rejects("VIZ-4", "EXC-5")
@pytest.mark.parametrize(
    "cards", ["y2 b2", "y2 b2 go", "y9 b2 yb", "b7", "b7 yb", "y1 y2 yb", "y9 y2 yb"], ids=str
)
def test_without_one_the_tile_cannot_have_been_bought_with_the_pawn(cards: str) -> None:
    violation = only(placing(cards))
    assert violation.clause == "VIZ-4"
    assert violation.message == "the discards do not hold an exact payment for the tile bought with the pawn"
