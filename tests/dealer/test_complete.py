"""Games that a view may stand for."""

from __future__ import annotations

import random
from fractions import Fraction
from importlib import import_module
from itertools import pairwise

import pytest

import granada_rules as g
from granada_rules.game import may_have_begun, possible_piles
from tests.helpers.games import at_random, every_game, laid, money
from tests.helpers.samples import every

DEALER = g.Dealer(b"the seed of a bot")


@pytest.mark.parametrize("players", every(4, range(2, 7)))
@every_game
def test_the_true_piles_are_among_the_possible_ones(rules: g.Ruleset, players: int) -> None:
    for game, _ in at_random(g.setup(players, rules), random.Random(players)):
        if len(game.table.turned_up) == 2:
            return
        if game.table.phase is not g.Phase.SETUP:
            table = game.table
            plan = table.ruleset.deck_plan
            layouts = possible_piles(players, table.deck_size, table.turned_up, table.aside, plan)
            assert game.piles in set(layouts)


@pytest.mark.accepts("EXC-2")
def test_where_no_card_is_left_no_exchange_card_is() -> None:
    rules = g.Ruleset(kinds=g.Kind, modules=[g.Module.EXCHANGE], house_rules=True)
    emptied = 0
    for game, _ in at_random(g.setup(3, rules), random.Random(0)):
        if game.table.phase is g.Phase.ACT and game.table.deck_size == 0:
            emptied += 1
            assert not any(g.complete(g.view(game, None), DEALER, sample).piles for sample in range(10))
    assert emptied


@pytest.mark.accepts("SETUP-3")
@every_game
def test_as_long_as_nobody_can_have_paid_all_hands_are_worth_twenty(rules: g.Ruleset) -> None:
    game = laid(["y9 y9 y2", "b9 b8 b1 g1 g2", "o9 o9 o3"], ruleset=rules)
    for sample in range(50):
        assert all(hand.total() >= 20 for hand in g.complete(g.view(game, g.Seat(0)), DEALER, sample).hands)


def test_hands_that_may_have_paid_may_be_worth_anything() -> None:
    game = laid(["y9 y9 y2", "b9 b8 b1 g1 g2", "o9 o9 o3"], yard="AR2 BA2 LI2 HS2")
    buy = next(action for action in g.legal_actions(game) if type(action).__name__ == "Buy")
    game = g.apply(game, buy)
    worth = [g.complete(g.view(game, None), DEALER, sample).hands[2].total() for sample in range(50)]
    assert min(worth) < 20


@every_game
def test_samples_have_different_futures_with_one_dealer(rules: g.Ruleset) -> None:
    game = laid(["y9 y9 y2", "b9 b9 b3", "g9 g9 g4"], display="o1 o2 o3 o4", ruleset=rules)
    take = next(iter(g.legal_actions(game)))
    seen = g.view(game, game.table.to_act)
    futures = {
        g.deal(g.apply(g.complete(seen, DEALER, sample), take), DEALER).table.display for sample in range(40)
    }
    assert len(futures) > 10


@every_game
def test_samples_share_no_numbers(rules: g.Ruleset) -> None:
    game = laid(["y9 y9 y2", "b9 b9 b3", "g9 g9 g4"], ruleset=rules)
    hands = [g.complete(g.view(game, None), DEALER, sample).hands for sample in range(60)]
    assert len(set(hands)) == 60
    # By chance two may have a hand in common; shifted by some numbers they would have more.
    shifted = [one for one, other in pairwise(hands) if len(set(one) & set(other)) > 1]
    assert not shifted


def test_bots_see_a_scoring_card_about_as_often_as_it_comes() -> None:
    guessed = true = Fraction(0)
    for seed in range(12):
        for game, _ in at_random(g.setup(3), random.Random(seed)):
            if game.table.turned_up:
                break
            if game.table.phase is g.Phase.END_OF_TURN and game.table.draw_for is g.DrawFor.DISPLAY:
                world = g.complete(g.view(game, None), DEALER, seed)
                for summand, piles in ((0, game.piles), (1, world.piles)):
                    odds = Fraction(piles[0].scoring is g.Scoring.A, piles[0].size)
                    guessed, true = (guessed + odds, true) if summand else (guessed, true + odds)
    assert Fraction(1, 2) < guessed / true < 2


@every_game
def test_both_scoring_cards_gone_the_deck_is_one_pile(rules: g.Ruleset) -> None:
    for game, _ in at_random(g.setup(2, rules), random.Random(1)):
        if len(game.table.turned_up) == 2 and game.table.to_act is not None:
            world = g.complete(g.view(game, game.table.to_act), DEALER)
            assert [pile.size for pile in world.piles] == [game.table.deck_size]
            return
    pytest.fail("both scorings take place in this game")


def test_what_no_guess_fits_is_given_up_at_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("granada_rules.dealer.complete"), "_TRIES", 1)
    game = laid(["y9 y9 y2", "b9 b8 b1 g1 g2", "o9 o9 o3"])
    seen = g.view(game, g.Seat(0))
    worlds = [g.complete(seen, DEALER, sample) for sample in range(30)]
    assert all(g.view(world, g.Seat(0)) == seen for world in worlds)
    assert any(hand.total() < 20 for world in worlds for hand in world.hands)
    assert len({world.piles for world in worlds}) > 1


@pytest.mark.rejects("SETUP-7")
def test_nobody_pays_with_more_cards_than_all_know_are_in_the_hand() -> None:
    game = laid(["y9 y9 y2", "b9 b9 b3", "g9 g9 g4"], yard="AR2 BA2 LI2 HS2")
    for seat in (g.Seat(1), None):
        payments = [money("y1 y3"), money("y1 y3 y4 y5")]
        few, many = (
            g.check(g.view(game, seat), g.Buy(g.Seat(0), g.Space(1), payment)) for payment in payments
        )
        assert few == ()
        assert [(violation.clause, violation.player) for violation in many] == [("BUY-1", "Red")]


@pytest.mark.accepts("SETUP-4")
def test_hands_with_which_nobody_else_could_begin_are_tried_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = g.view(laid(["g5 g6 g4 g8", "y5 y6 y4 y8"]), g.Seat(0))
    assert seen.table.turn == 0

    def begin() -> set[bool]:
        worlds = (g.complete(seen, DEALER, sample) for sample in range(60))
        return {may_have_begun(world.hands, g.Seat(0)) for world in worlds}

    assert begin() == {True}
    monkeypatch.setattr(import_module("granada_rules.dealer.complete"), "_TRIES", 1)
    assert begin() == {True, False}


@pytest.mark.accepts("TURN-2")
def test_after_the_first_turn_somebody_has_taken_a_card() -> None:
    """Hands that could all have been dealt are guessed anew: then nobody would have done anything."""
    game = laid(["g5 g6 g4 g8", "y5 b5 o5 y4 b4"])
    game = g.apply(game, next(iter(g.legal_actions(game))))
    assert game.table.phase is g.Phase.END_OF_TURN
    for sample in range(60):
        world = g.complete(g.view(game, g.Seat(1)), DEALER, sample)
        assert g.validate(world.to_position()).violations == ()
