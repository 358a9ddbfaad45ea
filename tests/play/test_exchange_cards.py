"""Currency exchange: cards that pay for a tile in two currencies (EXC-1 … EXC-9)."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import islice, pairwise
from typing import Any

import attrs
import pytest

import granada_rules as g
from granada_rules.box import EXCHANGE_CARDS, ExchangeCard, parse_card
from granada_rules.game import EXCHANGE, Build, Buy
from granada_rules.play import way, ways
from granada_rules.testing import assert_consistent
from tests.helpers.games import (
    BLUE,
    CHEAP,
    NAMES,
    OTHERS,
    RED,
    altered,
    at_random,
    buy,
    clauses,
    drawn,
    faces,
    laid,
    money,
    played,
    refused,
    take,
)
from tests.helpers.samples import every, fewer

EXCHANGED = g.Ruleset(kinds=(g.Kind.ALHAMBRA,), modules=[g.Module.EXCHANGE])
WITH_MONEY = g.Ruleset(kinds=(g.Kind.ALHAMBRA,), modules=[g.Module.EXCHANGE], exchange_cards_with_money=True)
EXACTLY = g.Ruleset(kinds=(g.Kind.ALHAMBRA,), modules=[g.Module.EXCHANGE], exchange_pays_exactly=True)
IN_GRANADA = g.Ruleset(modules=[g.Module.EXCHANGE], house_rules=True)
OF_BOTH = g.Ruleset(kinds=g.Kind, modules=[g.Module.EXCHANGE], house_rules=True)

YARD = "PV2:NEW GA11:- SE4:NE AC4:NES"
"""For 2 yellow, 11 green, 4 blue and 4 orange."""


def moved(game: g.Game, display: str = "", hand: str = "") -> g.Game:
    """Let exchange cards have come: on the display in place of its first cards, or into Red's hand."""
    come, shown = money(hand) + money(display), len(money(display))
    piles = list(game.piles)
    for _ in come:
        place = next(place for place, pile in enumerate(piles) if pile.exchange)
        pile = piles[place]
        piles[place] = g.Pile(pile.size - 1, pile.scoring, pile.exchange - 1)
    back = g.Purse(islice(game.table.display, shown))
    piles[0] = g.Pile(piles[0].size + shown)
    held = game.hands[RED] + money(hand)
    players = [attrs.evolve(game.table.players[RED], hand_size=len(held)), *game.table.players[1:]]
    table = altered(
        game.table,
        display=game.table.display - back + money(display),
        deck_size=sum(pile.size for pile in piles),
        players=tuple(players),
    )
    hands = (held, *game.hands[1:])
    return altered(game, table=table, hands=hands, deck=game.deck - come + back, piles=tuple(piles))


def begun(
    rules: g.Ruleset = EXCHANGED, display: str = "", hand: str = "", red: str = "y2 y9 b2 b7"
) -> g.Game:
    """Lay out a game in which Red begins, with these exchange cards on the display or in Red's hand."""
    yard = YARD if rules.kind is g.Kind.ALHAMBRA else CHEAP[g.Kind.GRANADA]
    return moved(laid([red, *OTHERS], "y1 g3 b3 o9", yard, ruleset=rules), display, hand)


def exchange_card(code: str) -> ExchangeCard:
    return ExchangeCard.parse(code)


# The cards.


@pytest.mark.accepts("EXC-1")
def test_there_is_one_exchange_card_for_each_pair_of_currencies() -> None:
    assert " ".join(map(str, EXCHANGE_CARDS)) == "yg yb yo gb go bo"
    assert g.Purse(begun().deck.exchange_cards) == EXCHANGE
    assert all(card.first is not card.second for card in EXCHANGE_CARDS)


@pytest.mark.rejects("EXC-1")
@pytest.mark.parametrize("code", ["yy", "by", "y", "ybo", "", "yx", "y1"])
def test_no_exchange_card_has_another_pair(code: str) -> None:
    with pytest.raises(ValueError, match=r"exchange card .*: expected one of yg yb yo gb go bo"):
        ExchangeCard.parse(code)


def test_currencies_of_an_exchange_card_are_in_order() -> None:
    with pytest.raises(ValueError, match="in the order y g b o, got blue and yellow"):
        ExchangeCard(g.Currency.BLUE, g.Currency.YELLOW)
    with pytest.raises(ValueError, match="got blue and blue"):
        ExchangeCard(g.Currency.BLUE, g.Currency.BLUE)
    with pytest.raises(TypeError, match="second: expected Currency"):
        ExchangeCard(g.Currency.BLUE, "o")  # type: ignore[arg-type] # on purpose
    assert exchange_card("yb").currencies == (g.Currency.YELLOW, g.Currency.BLUE)


def test_cards_of_both_kinds_are_in_one_order() -> None:
    cards = [parse_card(code) for code in ["y1", "y9", "g2", "o9", "yg", "yb", "yo", "gb", "go", "bo"]]
    shuffled = cards[:]
    random.Random(1).shuffle(shuffled)
    assert sorted(shuffled) == cards == list(g.Purse(shuffled))
    several: list[Any] = cards
    for lower, higher in pairwise(several):
        assert lower < higher
        assert lower <= higher
        assert not lower > higher
        assert not lower >= higher
    with pytest.raises(TypeError):
        assert several[-1] < "yo"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("by", "exchange card 'by': expected one of yg yb yo gb go bo"),
        ("b", "card 'b': expected a currency and a value from 0 to 99, such as b3"),
        ("xy", "card 'xy': expected a currency and a value from 0 to 99, such as b3"),
        ("x3", "card 'x3': no currency has the code x"),
    ],
)
def test_what_is_no_card_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_card(text)


def test_purses_hold_both_kinds_of_cards_and_count_money_only() -> None:
    purse = money("bo yg b3 o9 yg")
    assert str(purse) == "b3 o9 yg yg bo"
    assert (len(purse), purse.total(), purse.total(g.Currency.ORANGE)) == (5, 12, 9)
    assert (purse.money, purse.only(g.Currency.ORANGE)) == (money("b3 o9"), money("o9"))
    assert purse.money_cards == (g.Card.parse("b3"), g.Card.parse("o9"))
    assert purse.exchange_cards == tuple(map(exchange_card, ["yg", "yg", "bo"]))
    assert (purse.count(exchange_card("yg")), exchange_card("yb") in purse) == (2, False)
    assert purse - money("yg o9") == money("b3 yg bo")
    assert money("b3").money == money("b3")
    assert g.Purse().exchange_cards == ()


# The deck.


@pytest.mark.accepts("EXC-2")
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("rules", [EXCHANGED, IN_GRANADA, OF_BOTH])
def test_two_exchange_cards_are_in_each_of_three_piles(players: int, rules: g.Ruleset) -> None:
    game = g.deal(g.setup(NAMES[:players], rules), g.Dealer(b"sixteen bytes or more"))
    assert [pile.exchange for pile in game.piles] == [0, 2, 2, 2, 0]
    scorings = [pile.scoring for pile in game.piles]
    inner = [None, g.Scoring.A, None] if rules is OF_BOTH else [g.Scoring.A, None, g.Scoring.B]
    assert scorings == [None, *inner, None]
    piled = [pile.size - pile.exchange - (pile.scoring is not None) for pile in game.piles]
    # SETUP-6: the piles of money are equal.
    assert max(piled) - min(piled) <= 1
    assert sum(piled) == len(game.deck.money)
    assert sum(pile.size for pile in game.piles) == game.table.deck_size
    assert not any(cards.exchange_cards for cards in [*game.hands, game.table.display])
    assert_consistent(game)


@pytest.mark.rejects("EXC-2")
def test_no_starting_hand_holds_an_exchange_card() -> None:
    game = g.setup(3, EXCHANGED)
    while len(game.hands[0]) < 2:
        assert not any(card in game.deck for card in EXCHANGE_CARDS)
        game = g.apply(game, g.chance(game)[0][0])
    (violation,) = refused(game, g.DrawCard(exchange_card("yb")))
    assert (violation.clause, violation.cards) == ("EXC-2", (exchange_card("yb"),))
    assert violation.message == "the exchange cards are set aside until the deck is made"
    assert clauses(g.check(g.view(game, None), g.DrawCard(exchange_card("yb")))) == ["EXC-2"]
    # Without the module there is no such card anywhere.
    plain = g.setup(3, g.Ruleset(kinds=(g.Kind.ALHAMBRA,)))
    while not plain.hands[0]:
        plain = g.apply(plain, g.chance(plain)[0][0])
    assert clauses(refused(plain, g.DrawCard(exchange_card("yb")))) == ["BOX-11"]


@pytest.mark.rejects("EXC-2")
def test_no_exchange_card_comes_before_its_pile() -> None:
    game = g.apply(begun(), take("y1"))
    assert [str(pile) for pile in game.piles][1:4] == ["20A+2", "19+2", "20B+2"]
    (violation,) = refused(game, g.DrawCard(exchange_card("yb")))
    assert (violation.clause, violation.message) == ("EXC-2", "yb is in a lower pile")
    assert not any(
        isinstance(draw, g.DrawCard) and not isinstance(draw.card, g.Card) for draw, _ in g.chance(game)
    )
    # Nobody at the table knows that for certain, as far as a snapshot tells.
    assert g.check(g.view(game, RED), g.DrawCard(exchange_card("yb"))) == ()


def at_pile(game: g.Game, *piles: g.Pile) -> g.Game:
    """Let the deck be in these piles, with as many cards as they have."""
    bound = sum(pile.exchange for pile in piles)
    many = sum(pile.size - (pile.scoring is not None) for pile in piles) - bound
    exchange = g.Purse(islice(game.deck.exchange_cards, bound))
    deck = g.Purse(islice(game.deck.money, many)) + exchange
    table = altered(game.table, deck_size=sum(pile.size for pile in piles))
    return altered(game, table=table, deck=deck, piles=piles)


@pytest.mark.accepts("EXC-2")
@pytest.mark.parametrize(
    "piles",
    [
        [g.Pile(5, g.Scoring.A, 2), g.Pile(4, None, 2)],
        [g.Pile(5, None, 2), g.Pile(4, g.Scoring.B, 2)],
        [g.Pile(5, g.Scoring.B, 1), g.Pile(3)],
        [g.Pile(5, g.Scoring.B), g.Pile(3, None, 1)],
        [g.Pile(5), g.Pile(3, g.Scoring.B, 1)],
        [g.Pile(3, g.Scoring.A, 2), g.Pile(2, None, 2)],
        [g.Pile(2, g.Scoring.A, 1), g.Pile(4, None, 2)],
        [g.Pile(2, None, 2), g.Pile(4)],
        [g.Pile(1, None, 1)],
        [g.Pile(3, g.Scoring.B, 2)],
    ],
    ids=lambda piles: " ".join(map(str, piles)),
)
def test_odds_are_those_of_counting_all_orders(piles: list[g.Pile]) -> None:
    game = at_pile(g.apply(begun(), take("y1")), *piles)
    top = piles[0]
    scorings = int(top.scoring is not None)
    others = top.size - scorings - top.exchange
    expected: dict[g.Draw, Fraction] = {}
    if top.scoring is not None:
        expected[g.DrawScoring(top.scoring)] = Fraction(1, top.size)
    if top.exchange:
        for card in game.deck.exchange_cards:
            odds = Fraction(top.exchange, top.size * len(game.deck.exchange_cards))
            expected[g.DrawCard(card)] = odds
    if others:
        for one, copies in Counter(game.deck.money).items():
            expected[g.DrawCard(one)] = Fraction(others * copies, top.size * len(game.deck.money))
    assert dict(g.chance(game)) == expected
    assert sum(odds for _, odds in g.chance(game)) == 1
    # The ways are as many as the plan says, and in the order in which they are listed.
    money_cards, exchange = len(game.deck.money) or 1, len(game.deck.exchange_cards) or 1
    hides = top.size * money_cards * (exchange if top.exchange else 1)
    assert ways(game) == (hides if top.hides else money_cards)
    found = [way(game, number) for number in range(ways(game))]
    assert Counter(found) == Counter({draw: int(odds * ways(game)) for draw, odds in expected.items()})
    assert list(dict.fromkeys(found)) == [draw for draw, _ in g.chance(game)]
    assert all(g.check(game, draw) == () for draw in expected)
    with pytest.raises(ValueError, match="number of a way to draw: expected 0 to"):
        way(game, ways(game))


@pytest.mark.rejects("EXC-2")
def test_a_pile_of_which_only_exchange_cards_are_left_has_no_money() -> None:
    game = at_pile(g.apply(begun(), take("y1")), g.Pile(2, None, 2), g.Pile(4))
    (violation,) = refused(game, g.DrawCard(game.deck.money[0]))
    assert violation.clause == "EXC-2"
    assert violation.message == "2 exchange cards of this pile and no money card are left"
    game = at_pile(g.apply(begun(), take("y1")), g.Pile(2, g.Scoring.A, 1), g.Pile(4, None, 2))
    assert clauses(refused(game, g.DrawCard(game.deck.money[0]))) == ["EXC-2"]


def test_draws_take_cards_out_of_their_pile() -> None:
    game = at_pile(g.apply(begun(), take("y1")), g.Pile(5, g.Scoring.A, 2), g.Pile(4, None, 2))
    assert g.apply(game, g.DrawScoring(g.Scoring.A)).piles[0] == g.Pile(4, None, 2)
    assert g.apply(game, g.DrawCard(game.deck.money[0])).piles[0] == g.Pile(4, g.Scoring.A, 2)
    assert g.apply(game, g.DrawCard(game.deck.exchange_cards[0])).piles[0] == g.Pile(4, g.Scoring.A, 1)


def test_games_with_other_borders_between_piles_are_equal_if_nothing_is_bound() -> None:
    game = g.apply(begun(), take("y1"))
    plain = at_pile(game, g.Pile(3), g.Pile(4))
    assert plain == at_pile(game, g.Pile(7))
    bound = at_pile(game, g.Pile(3, None, 1), g.Pile(4))
    assert bound != altered(bound, piles=(g.Pile(7, None, 1),))
    assert bound != altered(bound, piles=(g.Pile(3), g.Pile(4, None, 1)))


def test_a_pile_says_what_it_hides() -> None:
    piles = [g.Pile(12), g.Pile(12, g.Scoring.A), g.Pile(14, g.Scoring.A, 2), g.Pile(13, None, 2)]
    assert list(map(str, piles)) == ["12", "12A", "14A+2", "13+2"]
    assert [pile.hides for pile in piles] == [False, True, True, True]
    with pytest.raises(ValueError, match="exchange: expected 1 or fewer in a pile of 2"):
        g.Pile(2, g.Scoring.A, 2)
    with pytest.raises(ValueError, match="exchange: expected 0 or more"):
        g.Pile(2, None, -1)


# The display.


@pytest.mark.accepts("EXC-3")
def test_an_exchange_card_takes_a_place_of_the_display() -> None:
    game = at_pile(g.apply(begun(), take("y1")), g.Pile(5, g.Scoring.A, 2), g.Pile(4, None, 2))
    after = g.apply(game, g.DrawCard(exchange_card("yg")))
    assert after.table.display == money("g3 b3 o9 yg")
    assert (after.table.phase, after.table.turn) == (g.Phase.ACT, BLUE)


@pytest.mark.rejects("EXC-3")
def test_there_is_no_fifth_card_beside_an_exchange_card() -> None:
    game = at_pile(g.apply(begun(), take("y1")), g.Pile(5, g.Scoring.A, 2), g.Pile(4, None, 2))
    after = g.apply(game, g.DrawCard(exchange_card("yg")))
    assert clauses(refused(after, g.DrawCard(after.deck[0]))) == ["TURN-7"]


@pytest.mark.accepts("EXC-4")
def test_one_exchange_card_is_taken_instead_of_money() -> None:
    game = begun(display="yb go")
    takings = [str(action.cards) for action in g.legal_actions(game) if isinstance(action, g.TakeMoney)]
    assert takings == ["b3", "o9", "yb", "go"]
    after = g.apply(game, take("go"))
    assert after.hands[RED] == money("y2 y9 b2 b7 go")
    assert after.table.players[RED].hand_size == 5
    assert after.table.phase is g.Phase.END_OF_TURN
    # A hand may hold any number.
    holding = begun(display="go", hand="yg yb yo gb bo")
    assert g.apply(holding, take("go")).hands[RED].exchange_cards == EXCHANGE_CARDS


@pytest.mark.rejects("EXC-4")
@pytest.mark.parametrize(
    ("cards", "witness", "named"),
    [
        ("b3 yb", "b3 yb", ["EXC-4"]),
        ("o9 yb", "o9 yb", ["EXC-4"]),
        ("yb go", "yb go", ["EXC-4"]),
        ("b3 yb go", "b3 go", ["EXC-4"]),
        ("b3 o9 yb", "b3 yb", ["MONEY-1", "EXC-4"]),
    ],
)
def test_an_exchange_card_is_taken_alone(cards: str, witness: str, named: list[str]) -> None:
    found = refused(begun(display="yb go"), take(cards))
    assert clauses(found) == named
    assert found[-1].cards == tuple(money(witness))


@pytest.mark.accepts("EXC-4")
def test_by_agreement_an_exchange_card_counts_0() -> None:
    game = begun(WITH_MONEY, display="yb go")
    takings = [str(action.cards) for action in g.legal_actions(game) if isinstance(action, g.TakeMoney)]
    assert takings == ["b3", "o9", "yb", "go", "b3 yb", "b3 go", "yb go", "b3 yb go"]
    assert g.apply(game, take("b3 yb go")).hands[RED] == money("y2 y9 b2 b3 b7 yb go")


@pytest.mark.rejects("EXC-4")
def test_by_agreement_too_an_exchange_card_makes_several() -> None:
    (violation,) = refused(begun(WITH_MONEY, display="yb go"), take("o9 yb"))
    assert (violation.clause, violation.cards) == ("MONEY-1", tuple(money("o9 yb")))


def test_without_the_module_an_exchange_card_is_nowhere() -> None:
    game = laid(["y2 y9 b2 b7", *OTHERS], "y1 g3 b3 o9", YARD, ruleset=g.Ruleset(kinds=(g.Kind.ALHAMBRA,)))
    assert clauses(refused(game, take("y1 yb"))) == ["MONEY-1"]
    assert clauses(refused(game, buy(3, "b2 y2 yb"))) == ["BUY-1", "BUY-1", "BUY-1"]


# Paying.


def payments(game: g.Game, space: int, *, minimal: bool = False) -> list[str]:
    actions = g.legal_actions(game, minimal_payments=minimal)
    return [str(one.payment) for one in actions if isinstance(one, Buy) and one.space == space]


@pytest.mark.accepts("EXC-5")
def test_an_exchange_card_pays_in_any_mix_of_its_currencies() -> None:
    game = begun(hand="yb", red="y2 y9 b2 b7")
    # For 4 blue: first without the card, then with it, dearest cards first.
    assert payments(game, 3) == [
        *["b2 b7", "b7"],
        *["y2 y9 b2 b7 yb", "y2 y9 b7 yb", "y9 b2 b7 yb", "y9 b7 yb"],
        *["y2 y9 b2 yb", "y2 y9 yb", "y9 b2 yb", "y9 yb"],
        *["y2 b2 b7 yb", "y2 b7 yb", "b2 b7 yb", "b7 yb", "y2 b2 yb"],
    ]
    assert payments(game, 3, minimal=True) == ["b7", "y9 yb", "y2 b2 yb"]
    # Wholly in the other currency.
    after = g.apply(game, buy(3, "y9 yb"))
    assert after.table.bought == tuple(faces("SE4:NE"))
    # The space of an exchange card's other currency, too; and no other.
    assert payments(game, 1, minimal=True) == ["y9", "y2", "b7 yb", "b2 yb"]
    assert payments(game, 2) == payments(game, 4) == []


@pytest.mark.accepts("EXC-5")
def test_payments_come_by_exchange_card() -> None:
    game = begun(hand="bo yb", red="y2 y9 b2 b7")
    assert payments(game, 3, minimal=True) == ["b7", "y9 yb", "y2 b2 yb"]
    assert payments(game, 3)[-3:] == ["y2 b2 yb", "b2 b7 bo", "b7 bo"]
    listed = payments(game, 3)
    assert [text.split()[-1] for text in listed] == sorted(
        (text.split()[-1] for text in listed), key=["b7", "yb", "bo"].index
    )


@pytest.mark.rejects("EXC-5")
@pytest.mark.parametrize(
    ("space", "payment", "named", "message"),
    [
        (3, "y2 b2 yb bo", ["EXC-5"], "one exchange card helps to pay, not yb; bo"),
        (3, "y2 b2 yg", ["EXC-5", "BUY-1", "BUY-1"], "the space is paid in blue, which yg does not show"),
        (3, "b7 yg", ["EXC-5"], "the space is paid in blue, which yg does not show"),
        (3, "y2 yb", ["BUY-1"], "SE4:NE costs 4 blue, and 2 is paid"),
        (3, "g9 b7 yb", ["BUY-1"], "space 3 is paid in blue or yellow, not with g9"),
        (3, "y2 b2", ["BUY-1", "BUY-1"], "space 3 is paid in blue, not with y2"),
        (3, "y9 gb", ["BUY-1", "BUY-1", "BUY-1"], "not in the hand: gb"),
        (3, "yb", ["BUY-1"], "SE4:NE costs 4 blue, and 0 is paid"),
        (9, "y2 yb", ["BOX-7"], "the yard has spaces 1 to 4, not 9"),
    ],
)
def test_other_mixes_do_not_pay(space: int, payment: str, named: list[str], message: str) -> None:
    game = begun(hand="yg yb bo", red="y2 b2 b7 g9")
    if payment == "y9 gb":
        game = begun(hand="yg yb bo", red="y2 y9 b2 b7")
    found = refused(game, buy(space, payment))
    assert (clauses(found), found[0].message) == (named, message)


def test_an_empty_space_is_not_paid_with_an_exchange_card() -> None:
    game = g.apply(begun(EXACTLY, hand="yb"), buy(1, "y2"))
    assert clauses(refused(game, buy(1, "y9 yb"))) == ["TURN-5"]


@pytest.mark.accepts("EXC-5")
@pytest.mark.rejects("EXC-5")
def test_by_agreement_the_price_is_paid_exactly() -> None:
    game = begun(EXACTLY, hand="yb")
    assert payments(game, 3) == ["b2 b7", "b7", "y2 b2 yb"]
    assert payments(game, 3, minimal=True) == ["b7", "y2 b2 yb"]
    (violation,) = refused(game, buy(3, "y9 yb"))
    assert violation.clause == "EXC-5"
    assert violation.message == "SE4:NE costs 4, and with an exchange card exactly that is paid"
    assert clauses(refused(game, buy(3, "y2 yb"))) == ["BUY-1"]
    # For 11: no mix of these cards.
    assert payments(begun(EXACTLY, hand="yg", red="y2 y9 b2 b7"), 2) == ["y2 y9 yg"]
    assert payments(begun(EXACTLY, hand="yg", red="y1 y9 b2 b8"), 2) == []


def test_minimal_payments_waste_no_exchange_card() -> None:
    game = begun(hand="yb")
    minimal = g.legal_actions(game, minimal_payments=True)
    assert buy(3, "b7 yb") in g.legal_actions(game)
    assert buy(3, "b7 yb") not in minimal
    assert buy(3, "y9 b2 yb") not in minimal
    assert buy(3, "y9 yb") in minimal
    for action in g.legal_actions(game):
        assert (action in minimal) == (action in list(minimal))


def test_very_many_payments_are_listed_one_by_one() -> None:
    game = begun(hand="yb")
    hand = g.Purse([*begun().deck.only(g.Currency.YELLOW), *begun().deck.only(g.Currency.BLUE)]) + money("yb")
    rich = altered(game, hands=(hand, *game.hands[1:]))
    first = list(islice(g.legal_actions(rich), 30_000))
    assert len(set(first)) == 30_000
    assert len(list(hand.mixed_payments(g.Currency.YELLOW, 13, exactly=True))) == 554
    # Nothing is listed, and that is known at once.
    even = g.Purse([card for card in hand.money_cards if card.value % 2 == 0]) + money("yb")
    assert list(even.mixed_payments(g.Currency.YELLOW, 13, exactly=True)) == []
    assert list(even.mixed_payments(g.Currency.GREEN, 12)) == []
    with pytest.raises(TypeError, match="price: expected int"):
        even.mixed_payments(g.Currency.YELLOW, "12")  # type: ignore[arg-type] # on purpose


def test_mixed_payments_are_all_that_plain_choosing_finds() -> None:
    rng = random.Random(5)
    for _ in range(150):
        cards = [g.Card(rng.choice(list(g.Currency)), rng.randint(0, 9)) for _ in range(rng.randint(0, 7))]
        hand = g.Purse([*cards, *rng.sample(EXCHANGE_CARDS, rng.randint(0, 3))])
        price, currency = rng.randint(-1, 14), rng.choice(list(g.Currency))
        choices = {hand.money - hand.money} | {g.Purse()}
        for card in hand.money_cards:
            choices |= {one + g.Purse([card]) for one in choices if (one + g.Purse([card])) <= hand}
        found = {
            chosen + g.Purse([card])
            for card in hand.exchange_cards
            if currency in card.currencies
            for chosen in choices
            if all(one.currency in card.currencies for one in chosen.money_cards)
            if chosen.total() >= price > 0
        }
        listed = list(hand.mixed_payments(currency, price))
        assert (len(listed), set(listed)) == (len(found), found)
        exactly = list(hand.mixed_payments(currency, price, exactly=True))
        worthy = [one for one in found if all(card.value for card in one.money_cards)]
        assert set(exactly) == {one for one in worthy if one.total() == price}
        assert len(exactly) == len(set(exactly))
        assert exactly == [one for one in listed if one in set(exactly)]
        minimal = list(hand.mixed_payments(currency, price, minimal=True))
        assert minimal == [
            one
            for one in listed
            if all(one.total() - card.value < price for card in one.money_cards)
            and any(card.currency is not currency for card in one.money_cards)
        ]


@pytest.mark.accepts("EXC-6")
def test_an_exchange_card_goes_to_the_discards_with_the_money() -> None:
    after = g.apply(begun(hand="yb"), buy(3, "y2 b2 yb"))
    assert after.table.discards == money("y2 b2 yb")
    assert after.hands[RED] == money("y9 b7")


@pytest.mark.rejects("EXC-6")
def test_an_exchange_card_serves_for_one_purchase() -> None:
    after = g.apply(begun(hand="yb", red="y2 y2 b7 b9"), buy(3, "y2 y2 yb"))
    assert after.table.extra
    (violation,) = g.check(after, buy(1, "b7 yb"))[:1]
    assert (violation.clause, violation.message) == ("BUY-1", "not in the hand: yb")
    assert payments(after, 1) == []


@pytest.mark.accepts("EXC-7")
def test_an_exact_payment_with_an_exchange_card_gives_another_action() -> None:
    after = g.apply(begun(hand="yb"), buy(3, "y2 b2 yb"))
    assert (after.table.phase, after.table.turn, after.table.extra) == (g.Phase.ACT, RED, True)


@pytest.mark.rejects("EXC-7")
def test_overpaying_with_an_exchange_card_gives_none() -> None:
    after = g.apply(begun(hand="yb"), buy(3, "y9 yb"))
    assert after.table.phase is g.Phase.PLACE
    assert clauses(refused(after, take("y1"))) == ["TURN-3"]


def test_an_exchange_card_that_helps_to_pay_forbids_to_pass() -> None:
    game = begun(hand="yg", red="y9 y9 b1 b1")
    table = altered(game.table, display=g.Purse(), yard=(None, *faces("GA11:-"), None, None))
    stuck = altered(game, table=table)
    assert list(g.legal_actions(stuck, minimal_payments=True)) == [buy(2, "y9 y9 yg")]
    (violation,) = refused(stuck, g.Pass(RED))
    assert (violation.clause, violation.message) == ("TURN-2", "the hand can pay for GA11:-")
    # By agreement exactly: 9 and 9 make no 11.
    exactly = altered(stuck, table=altered(table, ruleset=EXACTLY))
    assert list(g.legal_actions(exactly)) == [g.Pass(RED)]
    assert g.check(exactly, g.Pass(RED)) == ()
    other = altered(stuck, hands=(money("y9 y9 b1 b1 yb"), *stuck.hands[1:]))
    assert list(g.legal_actions(other)) == [g.Pass(RED)]
    assert g.check(other, g.Pass(RED)) == ()


# Shuffled, and no money.


def reshuffled(game: g.Game, discards: str) -> g.Game:
    """Let the last card of the deck be drawn while another one is needed, and these be the discards."""
    due = g.apply(game, take("y1 g3"))
    table = altered(due.table, deck_size=1, turned_up=(g.Scoring.A, g.Scoring.B)[: 2 - len(game.table.aside)])
    table = altered(table, discards=money(discards))
    last = altered(due, table=table, deck=money("o1"), piles=(g.Pile(1),))
    return g.apply(last, g.DrawCard(g.Card.parse("o1")))


@pytest.mark.accepts("EXC-8")
def test_exchange_cards_come_back_with_the_discards() -> None:
    back = reshuffled(begun(), "y9 y9 yb go")
    assert (back.piles, back.deck, back.table.discards) == ((g.Pile(4),), money("y9 y9 yb go"), g.Purse())
    # They are free now, like money.
    odds = {str(draw.card): odds for draw, odds in g.chance(back) if isinstance(draw, g.DrawCard)}
    assert odds == {"y9": Fraction(1, 2), "yb": Fraction(1, 4), "go": Fraction(1, 4)}
    assert [way(back, number) for number in range(ways(back))] == [
        g.DrawCard(card) for card in money("y9 y9 yb go")
    ]
    assert g.apply(back, g.DrawCard(exchange_card("go"))).piles == (g.Pile(3),)


@pytest.mark.rejects("EXC-8")
def test_an_exchange_card_among_the_discards_cannot_be_drawn() -> None:
    game = begun(hand="yb gb")
    due = played(game, buy(3, "y2 b2 yb"), take("y1"))
    due = g.apply(due, next(iter(g.legal_actions(due))))
    assert due.table.discards == money("y2 b2 yb")
    assert "BOX-11" in clauses(g.check(due, g.DrawCard(exchange_card("yb"))))


def test_in_a_game_of_both_free_exchange_cards_may_be_in_any_pile() -> None:
    back = reshuffled(begun(OF_BOTH), "y1 y2 y3 y4 y5 y6 yb go")
    assert back.piles == (g.Pile(2), g.Pile(3, g.Scoring.B), g.Pile(2), g.Pile(1), g.Pile(1))
    assert {odds for _, odds in g.chance(back)} == {Fraction(1, 8)}
    second = altered(back, piles=back.piles[1:])
    assert dict(g.chance(second))[g.DrawScoring(g.Scoring.B)] == Fraction(1, 3)
    assert dict(g.chance(second))[g.DrawCard(exchange_card("yb"))] == Fraction(2, 24)


@pytest.mark.accepts("EXC-9")
def test_an_exchange_card_is_worth_nothing_at_the_end() -> None:
    game = begun(hand="yg yb yo", red="y2 y9 b2 b7")
    assert [game.hands[RED].total(currency) for currency in g.Currency] == [11, 0, 9, 0]
    # MONEY-1: several money cards beside it are judged by themselves.
    assert take("g3 b1") not in g.legal_actions(game)


@pytest.mark.rejects("EXC-9")
def test_a_tile_is_not_turned_over_for_an_exchange_card() -> None:
    game = g.apply(begun(IN_GRANADA, hand="yb", red="y3 y9 b2 b7"), buy(1, "y3"))
    assert game.table.phase is g.Phase.PLACE
    back = game.table.ruleset.tiles.back(game.table.bought[0])
    assert back is not None
    found = refused(game, Build(RED, back, g.Cell(0, -1), money("y9 yb")))
    assert "EXC-9" in clauses(found)
    (violation,) = [one for one in found if one.clause == "EXC-9"]
    assert violation.cards == (exchange_card("yb"),)
    alone = refused(game, Build(RED, back, g.Cell(0, -1), money("yb")))
    assert {"EXC-9", "PLACE-2"} <= set(clauses(alone))
    builds = [action.payment for action in g.legal_actions(game) if isinstance(action, Build)]
    assert not any(payment.exchange_cards for payment in builds)


# Secrets, and whole games.


def test_an_unknown_hand_may_hold_any_exchange_card_that_is_not_seen() -> None:
    game = begun(display="go", hand="yb")
    seen = g.view(game, BLUE)
    assert g.check(seen, buy(3, "y9 yb")) == g.check(seen, buy(3, "o9 bo")) == ()
    # It lies on the display.
    assert clauses(g.check(seen, buy(4, "g8 go"))) == ["BUY-1"]


@pytest.mark.parametrize(
    ("players", "rules"),
    every(2, [(2, EXACTLY), (3, EXCHANGED), (4, OF_BOTH), (5, IN_GRANADA), (6, WITH_MONEY)]),
)
def test_completed_games_respect_where_exchange_cards_can_be(players: int, rules: g.Ruleset) -> None:
    dealer = g.Dealer(b"sixteen bytes or more")
    rng = random.Random(players)
    sums: Counter[tuple[bool, int]] = Counter()
    for number, (game, _) in enumerate(at_random(g.setup(NAMES[:players], rules), rng)):
        if number % fewer(27, 9) == 0:
            for seat in (None, g.Seat(number % players)):
                guess = g.complete(g.view(game, seat), dealer, number)
                assert g.view(guess, seat) == g.view(game, seat)
                assert_consistent(guess)
                in_hands = sum(len(hand.exchange_cards) for hand in guess.hands)
                sums[any(pile.exchange for pile in guess.piles), in_hands] += 1
    # Some are in hands, while others are in their piles.
    assert len(sums) > 2


def test_before_an_exchange_card_has_come_no_hand_is_thought_to_hold_one() -> None:
    game = drawn(g.apply(begun(), take("y1")), "y3")
    for sample in range(20):
        guess = g.complete(g.view(game, BLUE), g.Dealer(b"sixteen bytes or more"), sample)
        assert not any(hand.exchange_cards for hand in guess.hands)
        assert [pile.exchange for pile in guess.piles] == [0, 2, 2, 2, 0]


def test_a_hand_of_three_cards_that_paid_nothing_is_not_thought_to_hold_an_exchange_card() -> None:
    rules = attrs.evolve(EXCHANGED, modules=[g.Module.EXCHANGE, g.Module.HUTS])
    game = drawn(laid(["y9 y9 y2", OTHERS[0]], ruleset=rules))
    dealer, sample = g.Dealer(b"sixteen bytes or more"), 0
    while len(game.piles) > 3:
        # Red takes huts and rebuilds with them, and Blue takes money, so that nobody pays.
        kinds = (g.TakeHut, g.Store, g.Extend, g.Reduce) if game.table.to_act == RED else (g.TakeMoney,)
        actions = [action for action in g.legal_actions(game) if isinstance(action, kinds)]
        game = drawn(g.apply(game, min(actions, key=lambda action: kinds.index(type(action)))))
        for seat in (BLUE, None):
            guess = g.complete(g.view(game, seat), dealer, sample := sample + 1)
            assert g.view(guess, seat) == g.view(game, seat)
            assert guess.hands[RED].exchange_cards == ()
            assert_consistent(guess)
    assert game.table.players[RED].hand_size == 3
    assert game.table.discards == g.Purse()


def test_a_whole_game_takes_and_plays_exchange_cards() -> None:
    happened: Counter[str] = Counter()
    for seed in range(3):
        for game, event in at_random(g.setup(NAMES[:4], EXCHANGED), random.Random(seed)):
            match event:
                case g.TakeMoney(cards=cards) if cards.exchange_cards:
                    happened["taken"] += 1
                case Buy(payment=payment) if payment.exchange_cards:
                    happened["paid"] += 1
                    assert len(payment.exchange_cards) == 1
                case g.DrawCard(card=ExchangeCard()):
                    happened["drawn"] += 1
                    assert game.piles[0].exchange or not any(pile.exchange for pile in game.piles)
                case _:
                    pass
    assert min(happened["taken"], happened["paid"]) > 0
    assert happened["drawn"] >= happened["taken"] >= happened["paid"]


def test_played_is_what_is_applied() -> None:
    game = played(begun(hand="yb"), buy(3, "y2 b2 yb"), take("g3"))
    assert game.hands[RED] == money("y9 b7 g3")
