"""Buying a tile of the yard (BUY-1, BUY-2, BUY-3), perhaps with an exchange card (EXC-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.base import short, stamper
from granada_rules.box import (
    SPACE_NUMBERS,
    Clause,
    Phase,
    Violation,
    exchange_codes,
    mixed_ways_to_pay,
    parts_of,
    some,
    ways_to_pay,
)
from granada_rules.game import Buy
from granada_rules.play.acts.favour import do_use_pawn, legal_favours, wrong_favour
from granada_rules.play.acts.pay import do_pay, wrong_payment
from granada_rules.play.draft import replaced, with_face
from granada_rules.play.flow import end_actions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from granada_rules.base import Stamp
    from granada_rules.box import Currency, Face, Purse, Seat, Space
    from granada_rules.game import Player, Table
    from granada_rules.play.decision import Decision
    from granada_rules.play.draft import Draft

__all__ = ["can_mix", "do_buy", "legal_buys", "legal_mixes", "paid_currencies", "wrong_buy", "wrong_mix"]


_FAVOUR = Phase.FAVOUR

_buys: Callable[[Stamp, Seat, Space, Iterable[Purse]], list[Buy]] = stamper(Buy, "payment")


def legal_buys(decision: Decision) -> list[Iterable[Buy]]:
    """Return the purchases, a group for each space where there are some; very many are made one by one."""
    table, hand, stamp, seat = decision.table, decision.hand, decision.stamp, decision.seat
    # VIZ-4: with the pawn no card too many, and nothing overpaid with an exchange card.
    exactly, can_mix = table.phase is _FAVOUR, table.ruleset.has_exchange and bool(exchange_codes(hand))
    (cards, worth), minimal = parts_of(hand), decision.minimal_payments or exactly
    purchases: list[Iterable[Buy]] = []
    for space, face, place in zip(SPACE_NUMBERS, table.yard, table.ruleset.currency_places):  # noqa: B905 - slower
        if face is not None:
            # BUY-1, MIX-5, MIX-8: buy one tile for at least its visible price in the currency of the space.
            if face.value <= worth[place]:
                payments = ways_to_pay(cards[place], face.value, minimal=minimal)
                listed = _buys if type(payments) is tuple else _buys_one_by_one
                purchases.append(listed(stamp, seat, space, payments))
            # EXC-5: or with an exchange card, in its two currencies.
            if can_mix:
                mixes = legal_mixes(decision, space - 1, exactly=exactly)
                purchases += [_buys_one_by_one(stamp, seat, space, mix) for mix in mixes]
    return [legal_favours(table, purchases)] if exactly else purchases


def _buys_one_by_one(stamp: Stamp, seat: Seat, space: Space, payments: Iterable[Purse]) -> Iterator[Buy]:
    for payment in payments:
        yield from _buys(stamp, seat, space, (payment,))


def wrong_buy(table: Table, player: Player, hand: Purse, action: Buy) -> Iterator[Violation]:
    """Yield what is wrong with a purchase."""
    yield from wrong_payment(table, player, hand, action.payment, Clause.BUY_1)
    # BOX-7: four spaces. MIX-5: each with room for two tiles, which have numbers of their own.
    if not 1 <= action.space <= len(table.yard):
        message = f"the yard has spaces 1 to {len(table.yard)}, not {short(action.space)}"
        yield Violation(Clause.BOX_7.of(*table.ruleset.kinds), message)
        return
    number, yard = action.space - 1, table.ruleset.yard
    face, currency = table.yard[number], yard[number % len(yard)]
    yield from wrong_mix(table, face, currency, action.payment)
    # BUY-1, MIX-5: in the currency of the space. EXC-5: or in the two of an exchange card.
    allowed = paid_currencies(table, currency, action.payment)
    if foreign := tuple(card for card in action.payment.money_cards if card.currency not in allowed):
        labels = " or ".join(one.label for one in allowed)
        message = f"space {action.space} is paid in {labels}, not with {some(foreign)}"
        yield Violation(Clause.BUY_1.of(*table.ruleset.kinds), message, cards=foreign)
    # TURN-5: a space stays empty while the turn lasts. VIZ-8: or for good, if the bag has no tile for it.
    if face is None:
        is_turn = table.phase is Phase.ACT
        clause = Clause.TURN_5 if is_turn else Clause.VIZ_8
        until = "until the turn is over" if is_turn else "and cannot be refilled"
        yield Violation(clause, f"space {action.space} of the yard is empty {until}")
    # BUY-1, MIX-5: at least the visible price.
    elif (paid := sum(action.payment.total(one) for one in allowed)) < face.value:
        message = f"{face} costs {face.value} {currency.label}, and {paid} is paid"
        shown = tuple(card for one in allowed for card in action.payment.only(one))
        yield Violation(Clause.BUY_1.of(*table.ruleset.kinds), message, faces=(face,), cards=shown)
    if table.phase is _FAVOUR:
        yield from wrong_favour(table, action)


def do_buy(draft: Draft, action: Buy) -> None:
    """Buy the tile."""
    face = draft.yard[action.space - 1]
    assert face is not None
    do_pay(draft, action.seat, action.payment)
    # TURN-6, BUY-3: it lies beside the city, as it lay in the yard.
    draft.yard = replaced(draft.yard, action.space - 1, None)
    draft.bought = with_face(draft.bought, face)
    if draft.phase is _FAVOUR:
        do_use_pawn(draft, action.seat)
    # TURN-3: only a purchase paid exactly gives another action. EXC-7: also with an exchange card, which is
    # worth nothing. TURN-4, MIX-9: the yard is not refilled.
    elif action.payment.total() != face.value:
        end_actions(draft)


def legal_mixes(decision: Decision, space: int, *, exactly: bool) -> Iterator[Iterator[Purse]]:
    """Generate for each exchange card all payments with it for the tile on a space, counted from 0."""
    table, minimal = decision.table, decision.minimal_payments
    face, (currency, _) = table.yard[space], table.ruleset.spaces[space]
    assert face is not None
    # EXC-5: one exchange card that shows the currency of the space, and any mix of its two currencies; by
    # agreement worth the price exactly.
    exactly = exactly or table.ruleset.exchange_pays_exactly
    return mixed_ways_to_pay(decision.hand, currency, face.value, minimal=minimal, exactly=exactly)


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
