"""The book's examples of modules."""

from __future__ import annotations

import pytest

from granada_rules import Kind, Module, Phase, Pile, Purse, Ruleset, apply, legal_actions
from granada_rules.game import Buy
from tests.helpers.games import OTHERS, RED, altered, buy, faces, laid, money, refused

EXCHANGED = Ruleset(kinds=(Kind.ALHAMBRA,), modules=[Module.EXCHANGE])


@pytest.mark.accepts("EXC-5", "EXC-6", "EXC-7")
@pytest.mark.rejects("EXC-6")
def test_with_the_card_for_yellow_and_blue_either_the_garden_or_the_pavilion() -> None:
    # The Pavilion lies on the space of yellow, the Garden on that of blue.
    yard = "PV7:E SE3:ESW GA11:- AC4:NES"
    game = laid(["b2 b7 y9 y2", *OTHERS], "y1 g8 b3 o9", yard, ruleset=EXCHANGED)
    hand = money("b2 b7 y9 yb")
    deck = game.deck - money("yb") + money("y2")
    piles = (game.piles[0], Pile(game.piles[1].size, game.piles[1].scoring, 1), *game.piles[2:])
    game = altered(game, hands=(hand, *game.hands[1:]), deck=deck, piles=piles)
    garden, pavilion = buy(3, "y9 b2 yb"), buy(1, "b7 yb")
    exact = [
        action
        for action in legal_actions(game, minimal_payments=True)
        if isinstance(action, Buy) and action.payment.total() in {7, 11}
    ]
    assert exact == [pavilion, garden]
    for purchase, other in ((garden, pavilion), (pavilion, garden)):
        after = apply(game, purchase)
        assert after.table.discards == purchase.payment
        # Paid exactly, so there is another action; but the card serves once.
        assert (after.table.phase, after.table.turn) == (Phase.ACT, RED)
        assert refused(after, other)[0].message.startswith("not in the hand")
        assert not after.hands[RED].exchange_cards
    # Without the card neither can be bought.
    without = altered(game, hands=(Purse(hand.money), *game.hands[1:]))
    assert not any(isinstance(action, Buy) and action.space == 3 for action in legal_actions(without))
    assert faces("PV7:E GA11:-") == [game.table.yard[0], game.table.yard[2]]
