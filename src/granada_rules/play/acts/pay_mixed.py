"""Paying for a tile in two currencies, with an exchange card (EXC-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.clauses import Clause, Violation, some
from granada_rules.money import mixed_ways_to_pay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.card import Currency
    from granada_rules.desk import Desk
    from granada_rules.game import Table
    from granada_rules.money import Purse
    from granada_rules.tiles import Face

__all__ = ["can_mix", "legal_mixes", "paid_currencies", "wrong_mix"]


def legal_mixes(
    table: Desk, hand: Purse, space: int, *, minimal: bool, exactly: bool
) -> Iterator[Iterator[Purse]]:
    """Generate for each exchange card all payments with it for the tile on a space, counted from 0."""
    face, (currency, _) = table.yard[space], table.ruleset.spaces[space]
    assert face is not None
    # EXC-5: one exchange card that shows the currency of the space, and any mix of its two currencies; by
    # agreement worth the price exactly.
    exactly = exactly or table.ruleset.exchange_pays_exactly
    return mixed_ways_to_pay(hand, currency, face.value, minimal=minimal, exactly=exactly)


def wrong_mix(table: Table, face: Face | None, currency: Currency, payment: Purse) -> Iterator[Violation]:
    """Yield what is wrong with the exchange cards of a payment in the currency of a space."""
    played = payment.exchange_cards
    # Where no exchange cards are played with, no hand has one.
    if not played or not table.ruleset.has_exchange:
        return
    # EXC-5: one of them.
    if len(played) > 1:
        message = f"one exchange card helps to pay, not {some(played)}"
        yield Violation(Clause.EXC_5, message, cards=played[:2])
    # EXC-5: one that shows the currency of the space.
    if strange := tuple(card for card in played if currency not in card.currencies):
        message = f"the space is paid in {currency.label}, which {some(strange)} does not show"
        yield Violation(Clause.EXC_5, message, cards=strange)
    # EXC-5: by agreement the price has to be paid exactly.
    if table.ruleset.exchange_pays_exactly and face is not None and payment.total() > face.value:
        message = f"{face} costs {face.value}, and with an exchange card exactly that is paid"
        yield Violation(Clause.EXC_5, message, faces=(face,), cards=tuple(payment))


def paid_currencies(table: Table, currency: Currency, payment: Purse) -> tuple[Currency, ...]:
    """Return the currencies that pay for a tile: that of its space, and what exchange cards add to it."""
    if not table.ruleset.has_exchange:
        return (currency,)
    # EXC-5: those of the card that shows the currency of the space.
    shown = [card.currencies for card in payment.exchange_cards if currency in card.currencies]
    others = {one: None for pair in shown for one in pair if one is not currency}
    return (currency, *others)


def can_mix(table: Table, hand: Purse, currency: Currency, price: int) -> bool:
    """Tell whether some exchange card of a hand helps to pay a price: the second road, by plain sums."""
    for card in hand.exchange_cards:
        if currency in card.currencies:
            values = [one.value for one in hand.money_cards if one.currency in card.currencies]
            sums = {0}
            for value in values:
                sums |= {total + value for total in sums if total < price}
            # EXC-5: at least the price; by agreement just that.
            if price in sums or (not table.ruleset.exchange_pays_exactly and max(sums) >= price):
                return True
    return False
