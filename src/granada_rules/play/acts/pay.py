"""Payments: for tiles of the yard, and for turning a tile over (BUY-2, PLACE-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.box import TURNING, Clause, Currency, Phase, Violation, parts_of, some, ways_to_pay
from granada_rules.game import Build, Buy, GiveToDirk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.box import Face, Purse, Seat
    from granada_rules.game import Action, Player, Table
    from granada_rules.play.decision import Decision
    from granada_rules.play.draft import Draft

__all__ = ["do_pay", "legal_turnings", "wastes", "wrong_payment", "wrong_turning"]


def legal_turnings(decision: Decision) -> Iterator[Purse]:
    """Generate every payment for turning a tile over."""
    # PLACE-2: at least 3 money of one currency; by agreement in one card.
    takes_one_card = decision.table.ruleset.turning_takes_one_card
    for cards, worth in zip(*parts_of(decision.hand), strict=True):
        if worth >= TURNING:
            ways = ways_to_pay(cards, TURNING, minimal=takes_one_card or decision.minimal_payments)
            yield from (way for way in ways if len(way) == 1) if takes_one_card else ways


def wrong_payment(
    table: Table, player: Player, hand: Purse, payment: Purse, clause: Clause
) -> Iterator[Violation]:
    """Yield why the hand cannot pay with these cards, by that clause as it is in this game."""
    if missing := payment.missing_from(hand):
        clause = clause.of(*table.ruleset.kinds)
        yield Violation(clause, f"not in the hand: {some(missing)}", cards=tuple(missing))
    # The size of a hand is known to everybody, also where its cards are not.
    elif len(payment) > player.hand_size:
        clause = clause.of(*table.ruleset.kinds)
        message = f"{len(payment)} cards are paid, and the hand has {player.hand_size}"
        yield Violation(clause, message, cards=tuple(payment))


def wrong_turning(table: Table, face: Face, payment: Purse, clause: Clause) -> Iterator[Violation]:
    """Yield what is wrong with the payment for turning a tile over, or for not turning it."""
    tiles = table.ruleset.tiles
    back = tiles.back(face) if face in tiles else None
    is_turned = back is not None and back in table.bought and table.phase is not Phase.GIFT
    if not is_turned:
        # PLACE-2, END-2: only turning costs something.
        if payment:
            reason = "is not turned over" if face.walls is None else "has no back to turn over to"
            message = f"{some(payment)} paid for nothing: {face} {reason}"
            yield Violation(clause, message, cards=tuple(payment))
        return
    # EXC-9: an exchange card is no money.
    if table.ruleset.has_exchange and (others := payment.exchange_cards):
        message = f"a tile is turned over for money, and {some(others)} is none"
        yield Violation(Clause.EXC_9, message, faces=(face,), cards=others)
    # PLACE-2: one currency; by agreement one card. Two cards prove that it is not so.
    a_card_of_each = tuple({card.currency: card for card in payment.money_cards}.values())
    if len(a_card_of_each) > 1:
        message = f"a tile is turned over for one currency, not for {some(payment)}"
        yield Violation(clause, message, faces=(face,), cards=a_card_of_each[:2])
    if table.ruleset.turning_takes_one_card and len(payment.money) > 1:
        message = f"a tile is turned over for one card, not for {some(payment)}"
        yield Violation(clause, message, faces=(face,), cards=tuple(payment)[:2])
    # PLACE-2: at least 3 money.
    most = max(payment.total(currency) for currency in Currency)
    if most < TURNING:
        message = f"turning {back} to {face} costs {TURNING} of one currency, and {most} is paid"
        yield Violation(clause, message, faces=(face,), cards=tuple(payment))


def wastes(table: Table, action: Action) -> bool:
    """Tell whether an action pays with a card that was not needed."""
    match action:
        case Buy(space=space, payment=payment) if 1 <= space <= len(table.yard):
            face = table.yard[space - 1]
            price = face.value if face is not None else 0
        case Build(payment=payment) | GiveToDirk(payment=payment):
            price = TURNING
        case _:
            return False
    values = [card.value for card in payment.money_cards]
    return bool(values) and (sum(values) - min(values) >= price or _wastes_exchange_card(table, action))


def _wastes_exchange_card(table: Table, action: Action) -> bool:
    """Tell whether an exchange card was played, and all money is of the currency of the space (EXC-5)."""
    if not isinstance(action, Buy) or not action.payment.exchange_cards:
        return False
    currency, _ = table.ruleset.spaces[action.space - 1]
    return action.payment.only(currency) == action.payment.money


def do_pay(draft: Draft, seat: Seat, payment: Purse) -> None:
    """Pay with these cards."""
    # BUY-2, PLACE-2: no change is given, and the cards go to the discards. EXC-6: exchange cards, too.
    if payment:
        draft.change_hand(seat, draft.hands[seat] - payment)
        draft.discards += payment
