"""Taking money from the display (MONEY-1)."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from granada_rules.clauses import Clause, Violation, some
from granada_rules.events import TakeMoney
from granada_rules.play.flow import end_actions
from granada_rules.sealed import stamper
from granada_rules.state import MOST_TOGETHER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from granada_rules.game import Table
    from granada_rules.money import Card, Purse
    from granada_rules.play.draft import Draft
    from granada_rules.sealed import Stamp
    from granada_rules.state import Seat

__all__ = ["do_take_money", "legal_takings", "wrong_taking"]

_takings: Callable[[Stamp, Seat, Iterable[Purse]], list[TakeMoney]] = stamper(TakeMoney, "cards")


def legal_takings(table: Table, seat: Seat, stamp: Stamp) -> list[TakeMoney]:
    """Return every way to take money."""
    # MONEY-1: take any one card, or several that are worth at most 5 together.
    return _takings(stamp, seat, table.display.takings(MOST_TOGETHER))


def wrong_taking(table: Table, action: TakeMoney) -> Iterator[Violation]:
    """Yield what is wrong with taking these cards."""
    cards = action.cards
    # MONEY-1: at least one card.
    if not cards:
        yield Violation(Clause.MONEY_1, "no card is taken")
    # MONEY-1: cards of the display.
    if missing := cards.missing_from(table.display):
        yield Violation(Clause.MONEY_1, f"not on the display: {some(missing)}", cards=tuple(missing))
    # MONEY-1: several only if they are worth at most 5 together.
    if len(cards) > 1 and cards.total() > MOST_TOGETHER:
        message = f"several cards may be worth {MOST_TOGETHER} together, not {cards.total()}"
        yield Violation(Clause.MONEY_1, message, cards=_too_much(cards))


def do_take_money(draft: Draft, action: TakeMoney) -> None:
    """Take the cards."""
    # MONEY-1: from the display into the hand.
    draft.display -= action.cards
    draft.change(action.seat, hand=draft.hands[action.seat] + action.cards)
    end_actions(draft)


def _too_much(cards: Purse) -> tuple[Card, ...]:
    """Return as few of the cards as are worth too much together: the dearest, and at least two."""
    dearest = sorted(cards, key=attrgetter("value"), reverse=True)
    few = next(few for few in range(2, len(dearest) + 1) if _worth(dearest[:few]) > MOST_TOGETHER)
    return tuple(sorted(dearest[:few]))


def _worth(cards: Iterable[Card]) -> int:
    return sum(card.value for card in cards)
