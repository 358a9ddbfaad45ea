"""Currencies and money cards."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from granada_rules.box import Card, Currency, Purse

if TYPE_CHECKING:
    from collections.abc import Callable

CARDS = st.builds(Card, st.sampled_from(Currency), st.integers(0, 99))


def test_the_currencies_under_their_codes() -> None:
    assert " ".join(currency.code for currency in Currency) == "y g b o"
    assert " ".join(currency.label for currency in Currency) == "yellow green blue orange"
    assert repr(Currency.BLUE) == "Currency.BLUE"


@given(CARDS)
def test_a_card_is_written_as_it_is_read(card: Card) -> None:
    assert Card.parse(str(card)) == card
    assert eval(repr(card)) == card  # noqa: S307 # our own text


def test_a_card_is_read() -> None:
    assert Card.parse("b3") == Card(Currency.BLUE, 3)


@given(CARDS, CARDS)
def test_cards_sort_by_currency_and_then_by_value(one: Card, other: Card) -> None:
    currencies = list(Currency)
    places = [(currencies.index(card.currency), card.value) for card in (one, other)]
    assert (one < other) == (places[0] < places[1])
    assert (one <= other) == (places[0] <= places[1])


@pytest.mark.parametrize("code", ["", "b", "3", "B3", "b03", "b100", "b-1", "b 3", "b3\n", "bb3"])
def test_cards_that_cannot_be_read(code: str) -> None:
    with pytest.raises(
        ValueError, match=r"expected a currency and a value from 0 to 99, such as b3$"
    ) as refused:
        Card.parse(code)
    assert str(refused.value).startswith(f"card {code!r}: ")


def test_a_code_that_no_currency_has() -> None:
    with pytest.raises(ValueError, match="code") as refused:
        Card.parse("x3")
    assert str(refused.value) == "card 'x3': no currency has the code x (y g b o)"


@pytest.mark.parametrize("value", [-1, 100])
def test_values_that_cannot_be_written_down(value: int) -> None:
    with pytest.raises(ValueError, match="value"):
        Card(Currency.BLUE, value)


@pytest.mark.parametrize("value", [True, 2.0, "2", None])
def test_a_card_has_a_whole_number(value: object) -> None:
    with pytest.raises(TypeError, match="value: expected int"):
        Card(Currency.BLUE, cast("Any", value))


def test_a_card_is_made_of_the_right_things() -> None:
    with pytest.raises(TypeError, match="currency"):
        Card(cast("Any", "x"), 2)


def test_a_purse_holds_ten_thousand_cards_and_no_more() -> None:
    card = Card(Currency.BLUE, 3)
    assert len(Purse(repeat(card, 10_000))) == 10_000
    # Nothing after the first card too many is looked at.
    nonsense = cast("Any", "no card")
    for cards in (repeat(card, 10_001), repeat(card), [*repeat(card, 10_001), nonsense]):
        with pytest.raises(ValueError, match=r"^expected at most 10000 cards$"):
            Purse(cards)


@pytest.mark.parametrize("thing", ["b3", 3, None])
def test_nothing_but_cards_is_in_a_purse(thing: object) -> None:
    with pytest.raises(TypeError, match=f"^expected Card or ExchangeCard, got {type(thing).__name__}$"):
        Purse([cast("Any", thing)])


@pytest.mark.parametrize(
    "ask", [Purse.total, Purse.only, lambda purse, currency: purse.payments(currency, 3)]
)
def test_a_currency_is_wanted_not_its_code(ask: Callable[..., object]) -> None:
    with pytest.raises(TypeError, match=r"^expected Currency, such as Currency\.BLUE, got 'b'$"):
        ask(Purse.parse("b3"), "b")


def test_a_card_is_counted_not_its_code() -> None:
    assert Purse.parse("b3 b3").count(Card.parse("b3")) == 2
    with pytest.raises(TypeError, match=r"^expected Card or ExchangeCard, got str$"):
        Purse.parse("b3").count(cast("Any", "b3"))


@pytest.mark.parametrize("price", [0, -1])
def test_nothing_is_paid_for_nothing(price: int) -> None:
    assert list(Purse.parse("b3 b4").payments(Currency.BLUE, price)) == []


def test_the_cards_of_one_currency_are_told_from_their_neighbours_in_value() -> None:
    purse = Purse.parse("y0 y99 g0 g99 b0 b99 o0 o99")
    for currency in Currency:
        code = currency.code
        assert purse.only(currency) == Purse.parse(f"{code}0 {code}99")
        assert purse.total(currency) == 99


@pytest.mark.parametrize(
    ("purse", "price", "payments", "minimal"),
    [
        ("b1", 1, ["b1"], ["b1"]),
        ("b3 b3 b3", 6, ["b3 b3 b3", "b3 b3"], ["b3 b3"]),
        # A card worth nothing is never needed.
        ("b0 b5", 5, ["b0 b5", "b5"], ["b5"]),
    ],
)
def test_payments_of_a_price(purse: str, price: int, payments: list[str], minimal: list[str]) -> None:
    cards = Purse.parse(purse)
    assert list(map(str, cards.payments(Currency.BLUE, price))) == payments
    assert list(map(str, cards.payments(Currency.BLUE, price, minimal=True))) == minimal


@pytest.mark.parametrize(
    ("purse", "most", "takings"),
    [
        ("o1 o1", 2, ["o1", "o1 o1"]),
        ("b0 b5", 5, ["b0", "b5", "b0 b5"]),
    ],
)
def test_takings_of_several_cards(purse: str, most: int, takings: list[str]) -> None:
    assert list(map(str, Purse.parse(purse).takings(most))) == takings


def test_no_cards_are_taken_out_that_are_not_there() -> None:
    assert Purse.parse("b3 b3 y5") - Purse.parse("b3 y5") == Purse.parse("b3")
    with pytest.raises(ValueError, match=r"^fewer than 2 of b3$"):
        _ = Purse.parse("b3 y5") - Purse.parse("b3 b3")


@pytest.mark.parametrize("most", ["5", 5.0, True, None])
def test_what_cards_may_be_worth_is_a_whole_number(most: Any) -> None:  # noqa: ANN401
    with pytest.raises(TypeError, match=r"^most: expected int, got "):
        list(Purse.parse("y1").takings(most))


def test_no_sum_of_purses_is_too_large() -> None:
    half = Purse([Card(Currency.BLUE, 3)] * 5_000)
    assert len(half + half) == 10_000
    with pytest.raises(ValueError, match=r"^expected at most 10000 cards$"):
        half + half + Purse.parse("b3")


def test_a_price_is_an_int_whatever_was_asked_before() -> None:
    hand = Purse.parse("b2 b3")
    assert list(hand.payments(Currency.BLUE, 2, minimal=True))
    strange: Any = 2.0
    with pytest.raises(TypeError, match=r"price: expected int, got 2\.0"):
        hand.payments(Currency.BLUE, strange, minimal=True)


@pytest.mark.parametrize("strange", [1, None, [], "no"])
def test_whether_payments_are_minimal_is_a_bool(strange: Any) -> None:  # noqa: ANN401 - anything
    for hand in map(Purse.parse, ("b2", "b2 b3", "b2 b3 b3 b4 b5 b6", "b2 yb")):
        for named in ("minimal", "exactly"):
            with pytest.raises(TypeError, match=f"^{named}: expected bool, got "):
                hand.mixed_payments(Currency.BLUE, 2, **{named: strange})
        with pytest.raises(TypeError, match=r"^minimal: expected bool, got "):
            hand.payments(Currency.BLUE, 2, minimal=strange)
        with pytest.raises(TypeError, match=r"^with_exchange_cards: expected bool, got "):
            hand.takings(5, with_exchange_cards=strange)


@pytest.mark.parametrize("cards", ["y1 y2", "y1 y1 y1 y1 y1 y1 y1 y1"])
def test_payments_and_takings_come_one_by_one(cards: str) -> None:
    purse = Purse.parse(cards)
    assert next(purse.takings(5)) == Purse.parse("y1")
    assert next(purse.payments(Currency.YELLOW, 1)) == purse
