"""The money deck: its cards, its piles, and what can be left of them (SETUP-6)."""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

from granada_rules.money import Card, Currency, Purse
from granada_rules.state import DISPLAY, PLAYERS_WITH_DIRK, SCORING_CARDS, STARTING_MONEY, Pile, Scoring

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from granada_rules.state import DeckPlan

__all__ = [
    "CARD_VALUES",
    "can_be_left",
    "money",
    "piles",
    "possible_piles",
    "turned_up",
    "without_top",
]

CARD_VALUES = range(1, 10)
"""The values of the money cards (BOX-1)."""

_COPIES = 3
"""Copies of each money card (BOX-1)."""

_FEWEST_DEALT = 3
"""Two cards are worth 18 at most, so a hand of 20 has one more (SETUP-3)."""

_PILES = 5


@cache
def money(players: int) -> Purse:
    """Return all money cards in a game with that number of players."""
    # BOX-1: three copies of each card. DIRK-1: with two players one of them is left out.
    copies = _COPIES - (players == PLAYERS_WITH_DIRK)
    each = [Card(currency, value) for currency in Currency for value in CARD_VALUES]
    return Purse.of(each * copies)


def piles(cards: int, plan: DeckPlan) -> tuple[Pile, ...]:
    """Return the five piles of a first deck with that number of money cards: larger first (SETUP-6)."""
    hidden = plan[0]
    sizes = [(cards + _PILES - number) // _PILES for number in range(1, _PILES + 1)]
    return tuple(Pile(size + (number in hidden), hidden.get(number)) for number, size in enumerate(sizes, 1))


def possible_piles(
    players: int, deck: int, turned_up: Sequence[Scoring], plan: DeckPlan
) -> Iterator[tuple[Pile, ...]]:
    """Generate the possible piles of a deck of that size, scoring cards included."""
    if len(turned_up) == len(SCORING_CARDS):
        # Without a scoring card piles make no difference.
        yield (Pile(deck),) if deck else ()
    else:
        yield from _left_of_deals(players, deck, turned_up, plan)


def can_be_left(left: tuple[Pile, ...], players: int, turned_up: Sequence[Scoring], plan: DeckPlan) -> bool:
    """Tell whether this can be the deck after these scoring cards were turned up."""
    # TURN-8: one pile is made of the discards, but not before both scoring cards are gone.
    if len(turned_up) == len(SCORING_CARDS) and len(left) <= 1:
        return True
    return left in _left_of_deals(players, sum(pile.size for pile in left), turned_up, plan)


def _left_of_deals(
    players: int, deck: int, turned_up: Sequence[Scoring], plan: DeckPlan
) -> Iterator[tuple[Pile, ...]]:
    values = sorted(card.value for card in money(players))
    # SETUP-3: everybody gets at least three cards; and all but one of a hand are worth less than 20.
    most = sum(worth <= players * (STARTING_MONEY - 1) for worth in accumulate(values)) + players
    for dealt in range(players * _FEWEST_DEALT, most + 1):
        whole = piles(len(values) - dealt - DISPLAY, plan)
        gone = sum(pile.size for pile in whole) - deck
        if gone >= 0 and _may_be_up(whole, gone, turned_up):
            yield without_top(whole, gone, turned_up)


def _may_be_up(whole: tuple[Pile, ...], gone: int, turned_up: Sequence[Scoring]) -> bool:
    """Tell whether exactly these scoring cards can have been among that number of cards from the top."""
    above = 0
    for pile in whole:
        if pile.scoring is not None and not (
            above < gone if pile.scoring in turned_up else gone < above + pile.size
        ):
            return False
        above += pile.size
    return True


def without_top(whole: tuple[Pile, ...], gone: int, turned_up: Sequence[Scoring]) -> tuple[Pile, ...]:
    """Return the piles without that number of cards from the top, these scoring cards among them."""
    left = []
    for pile in whole:
        taken = min(gone, pile.size)
        gone -= taken
        if taken < pile.size:
            left.append(Pile(pile.size - taken, None if pile.scoring in turned_up else pile.scoring))
    return tuple(left)


def turned_up(piles: Iterable[Pile]) -> tuple[Scoring, ...]:
    """Return the scoring cards that are no longer in these piles."""
    hidden = [pile.scoring for pile in piles]
    return tuple(scoring for scoring in SCORING_CARDS if scoring not in hidden)
