"""`possible_decks`: the piles that the deck of a view may have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.box import Seat
from granada_rules.game.deck import EXCHANGE, FEWEST_DEALT, is_first_deck, possible_piles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.box import Pile
    from granada_rules.game.game import View
    from granada_rules.game.table import Table

__all__ = ["are_bound", "most_exchange_cards", "nobody_paid", "possible_decks"]


def possible_decks(seen: View) -> Iterator[tuple[Pile, ...]]:
    """Generate the piles that the deck may have, once it is made (SETUP-6, EXC-2)."""
    table = seen.table
    left = possible_piles(
        len(table.players), table.deck_size, table.turned_up, table.aside, table.ruleset.deck_plan
    )
    if not table.ruleset.has_exchange:
        return left
    known = [table.display, table.discards, *(hand for hand in seen.hands if hand is not None)]
    shown = sum(len(cards.exchange_cards) for cards in known)
    # EXC-2: what is not in its pile any more has been seen, or is in a hand.
    come = range(shown, shown + sum(most_exchange_cards(seen).values()) + 1)
    return (piles for piles in left if not are_bound(seen, piles) or len(EXCHANGE) - _bound(piles) in come)


def most_exchange_cards(seen: View) -> dict[Seat, int]:
    """Return how many cards of each unknown hand can be exchange cards, once the deck is made."""
    # SETUP-3, EXC-2: a hand is dealt without exchange cards, and who has paid nothing still has that money.
    money = FEWEST_DEALT if nobody_paid(seen.table) else 0
    players = enumerate(zip(seen.table.players, seen.hands, strict=True))
    return {Seat(seat): max(0, player.hand_size - money) for seat, (player, hand) in players if hand is None}


def nobody_paid(table: Table) -> bool:
    """Tell whether nobody can have paid anything."""
    # What was paid is among the discards, until these are shuffled.
    return not table.discards and is_first_deck(table.turned_up, table.aside, table.ruleset.deck_plan)


def are_bound(seen: View, piles: tuple[Pile, ...]) -> bool:
    """Tell whether exchange cards in these piles are where EXC-2 puts them, not shuffled with discards."""
    table = seen.table
    is_first = is_first_deck(table.turned_up, table.aside, table.ruleset.deck_plan)
    return table.ruleset.has_exchange and (is_first or _bound(piles) > 0)


def _bound(piles: tuple[Pile, ...]) -> int:
    return sum(pile.exchange for pile in piles)
