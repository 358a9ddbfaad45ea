"""Taking money from the display (MONEY-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.base import stamper
from granada_rules.box import MOST_TOGETHER, Card, Clause, Purse, Violation, some, ways_to_take
from granada_rules.game import TakeMoney
from granada_rules.play.flow import end_actions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from granada_rules.base import Stamp
    from granada_rules.box import AnyCard, Seat
    from granada_rules.game import Table
    from granada_rules.play.decision import Decision
    from granada_rules.play.draft import Draft

__all__ = ["do_take_money", "legal_takings", "wrong_taking"]


_takings: Callable[[Stamp, Seat, Iterable[Purse]], list[TakeMoney]] = stamper(TakeMoney, "cards")


def legal_takings(decision: Decision) -> list[TakeMoney]:
    """Return every way to take money, or an exchange card."""
    table = decision.table
    # MONEY-1: take any one card, or several that are worth at most 5 together. EXC-4: or one exchange card;
    # by agreement it counts 0.
    with_exchange_cards = table.ruleset.exchange_cards_with_money
    ways = ways_to_take(table.display, MOST_TOGETHER, with_exchange_cards=with_exchange_cards)
    return _takings(decision.stamp, decision.seat, ways)


def wrong_taking(table: Table, action: TakeMoney) -> Iterator[Violation]:
    """Yield what is wrong with taking these cards."""
    cards = action.cards
    # MONEY-1: at least one card.
    if not cards:
        yield Violation(Clause.MONEY_1, "no card is taken")
    # MONEY-1: cards of the display.
    if missing := cards.missing_from(table.display):
        yield Violation(Clause.MONEY_1, f"not on the display: {some(missing)}", cards=tuple(missing))
    # EXC-4: an exchange card alone; by agreement it is one of several, and counts 0.
    counted = cards if table.ruleset.exchange_cards_with_money else cards.money
    # MONEY-1: several only if they are worth at most 5 together.
    if len(counted) > 1 and counted.total() > MOST_TOGETHER:
        message = f"several cards may be worth {MOST_TOGETHER} together, not {counted.total()}"
        yield Violation(Clause.MONEY_1, message, cards=_too_much(counted))
    # EXC-4: an exchange card alone.
    if len(cards) > 1 and len(counted) < len(cards) and table.ruleset.has_exchange:
        message = f"an exchange card is taken alone, not {some(cards)}"
        yield Violation(Clause.EXC_4, message, cards=(cards[0], cards[len(cards) - 1]))


def do_take_money(draft: Draft, action: TakeMoney) -> None:
    """Take the cards."""
    # MONEY-1: from the display into the hand.
    draft.display -= action.cards
    draft.change_hand(action.seat, draft.hands[action.seat] + action.cards)
    end_actions(draft)


def _too_much(cards: Purse) -> tuple[AnyCard, ...]:
    """Return as few of the cards as are worth too much together: the dearest, and at least two."""
    dearest = sorted(cards, key=_value, reverse=True)
    few = next(few for few in range(2, len(dearest) + 1) if Purse(dearest[:few]).total() > MOST_TOGETHER)
    return tuple(sorted(dearest[:few]))


def _value(card: AnyCard) -> int:
    # EXC-9: an exchange card has no value.
    return card.value if isinstance(card, Card) else 0
