"""What holds for all purses and payments."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.vendor.pretty import pretty

from granada_rules import Card, Currency, Purse

cards = st.builds(Card, st.sampled_from(Currency), st.integers(1, 9))
cards_of_any_worth = cards | st.builds(Card, st.sampled_from(Currency), st.integers(0, 2))
purses = st.lists(cards, max_size=9).map(Purse.of)
blue_and_green = st.builds(Card, st.sampled_from([Currency.BLUE, Currency.GREEN]), st.integers(1, 4))
currencies = st.sampled_from(Currency)


def every_choice(purse: Purse) -> set[Purse]:
    """Return all sub-multisets, by trying all combinations."""
    return {Purse.of(some) for size in range(len(purse) + 1) for some in combinations(purse, size)}


@given(st.lists(blue_and_green, max_size=9).map(Purse.of), currencies, st.integers(-2, 14))
def test_payments_are_all_choices_of_one_currency_worth_the_price(
    purse: Purse, currency: Currency, price: int
) -> None:
    payments = list(purse.payments(currency, price))
    assert len(set(payments)) == len(payments)
    assert set(payments) == {
        choice
        for choice in every_choice(purse)
        if choice.total() >= price > 0 and choice == choice.only(currency)
    }


@given(st.lists(blue_and_green, max_size=9).map(Purse.of), currencies, st.integers(1, 14))
def test_minimal_payments_are_those_without_a_card_that_was_not_needed(
    purse: Purse, currency: Currency, price: int
) -> None:
    payments = list(purse.payments(currency, price))
    minimal = list(purse.payments(currency, price, minimal=True))
    needed = [
        payment
        for payment in payments
        if all(payment.total() - card.value < price for card in payment.money_cards)
    ]
    # Also in the same order.
    assert minimal == needed


@given(st.lists(cards_of_any_worth, max_size=7).map(Purse.of), st.integers(-1, 12))
def test_takings_are_single_cards_and_then_all_choices_worth_no_more_than_that(
    purse: Purse, most: int
) -> None:
    takings = list(purse.takings(most))
    assert len(set(takings)) == len(takings)
    assert set(takings) == {
        choice
        for choice in every_choice(purse)
        if len(choice) == 1 or (len(choice) > 1 and choice.total() <= most)
    }
    assert takings == sorted(takings, key=lambda taking: (len(taking), list(taking)))


@given(purses, currencies)
def test_payments_come_with_the_dearest_cards_first_and_more_before_fewer(
    purse: Purse, currency: Currency
) -> None:
    payments = [
        [payment.count(Card(currency, value)) for value in range(9, 0, -1)]
        for payment in purse.payments(currency, 1)
    ]
    assert payments == sorted(payments, reverse=True)


@given(purses, purses)
def test_a_purse_is_a_multiset(one: Purse, other: Purse) -> None:
    both = one + other
    assert Counter(both) == Counter(one) + Counter(other)
    assert both - other == one
    assert one <= both
    assert (one <= other) == (Counter(one) <= Counter(other))
    assert both.total() == one.total() + other.total()
    assert sum(both.total(currency) for currency in Currency) == both.total()
    assert len(both) == len(one) + len(other)
    assert list(both) == sorted(both)
    if not other <= one:
        with pytest.raises(ValueError, match=r"^fewer than \d+ of"):
            _ = one - other


@given(purses)
def test_a_purse_is_written_and_read(purse: Purse) -> None:
    assert Purse.parse(str(purse)) == purse
    assert eval(repr(purse), {"Purse": Purse}) == purse  # noqa: S307 - a repr can be pasted back
    # Also by Hypothesis, when a test fails.
    assert pretty(purse) == repr(purse)
    assert hash(Purse.of(reversed(list(purse)))) == hash(purse)
    assert Purse.of(purse) is purse


def test_a_purse_may_hold_what_no_box_has() -> None:
    strange = Purse.of([Card(Currency.BLUE, 77)] * 5)
    assert strange.count(Card(Currency.BLUE, 77)) == 5
    assert Card(Currency.BLUE, 77) in strange
    assert Card(Currency.BLUE, 7) not in strange
    code: object = "b77"
    assert code not in strange
    assert strange.only(Currency.GREEN) == Purse()


def test_the_first_of_very_many_payments_come_at_once() -> None:
    hand = Purse.of(Card(Currency.BLUE, value) for value in range(1, 10) for _ in range(3))
    first = list(islice(hand.payments(Currency.BLUE, 2), 3))
    assert first[0] == hand
    assert len(first) == 3
    assert list(hand.payments(Currency.BLUE, 136)) == list(hand.payments(Currency.GREEN, 1)) == []
    assert list(hand.payments(Currency.BLUE, 0)) == []


def test_of_all_cards_of_the_box_the_takings_are_found_at_once() -> None:
    box = Purse.of(Card(currency, value) for currency in Currency for value in range(1, 10) for _ in range(3))
    takings = list(box.takings(5))
    assert [len(taking) for taking in takings[:36]] == [1] * 36
    several = Counter(map(len, takings[36:]))
    # By how the worth is made up: 1+1, 1+2, 1+3, 1+4, 2+2, 2+3; 1+1+1, 1+1+2, 1+1+3, 1+2+2; four; five.
    assert several[2] == 10 + 16 + 16 + 16 + 10 + 16
    assert several[3] == 20 + 40 + 40 + 40
    # Not four or five of the same card: there are three.
    assert several[4] == 31 + (20 * 4)
    assert several[5] == 40
    assert several.total() == len(takings) - 36 == 84 + 140 + 111 + 40
    # However much they may be worth, the first come before all are known.
    first = list(islice(box.takings(10**9), 1000))
    assert [len(taking) for taking in first] == sorted(len(taking) for taking in first)
    assert len(set(first)) == 1000


def test_of_many_cards_worth_nothing_each_number_is_taken_once() -> None:
    nothing = Purse.of([Card(Currency.BLUE, 0)] * 100 + [Card(Currency.GREEN, 0)] * 2)
    # Up to 100 blue and up to 2 green, but not none at all.
    assert len(list(nothing.takings(0))) == 101 * 3 - 1
