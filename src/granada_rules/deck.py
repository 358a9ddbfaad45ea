"""The money deck: its cards, its piles, and what can be left of them (SETUP-6)."""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

from granada_rules.money import Card, Currency, Purse
from granada_rules.state import DISPLAY, PLAYERS_WITH_DIRK, SCORING_CARDS, STARTING_MONEY, Pile, Scoring

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from granada_rules.state import DeckPlan

__all__ = [
    "CARD_VALUES",
    "aside_after",
    "can_be_left",
    "is_first_deck",
    "money",
    "piles",
    "possible_piles",
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


def piles(cards: int, hidden: Mapping[int, Scoring]) -> tuple[Pile, ...]:
    """Return the five piles of that number of money cards, larger first, with their scoring cards (SETUP-6).

    MIX-11: of fewer than five cards some piles are empty; a scoring card may be alone in its pile.
    """
    sizes = [(cards + _PILES - number) // _PILES for number in range(1, _PILES + 1)]
    whole = [(size + (number in hidden), hidden.get(number)) for number, size in enumerate(sizes, 1)]
    return tuple(Pile(size, scoring) for size, scoring in whole if size)


def aside_after(shuffles: int, plan: DeckPlan) -> tuple[Scoring, ...]:
    """Return the scoring cards that are still set aside after that number of shuffles (SETUP-3, MIX-7)."""
    return tuple(scoring for later in plan[shuffles:] for scoring in later.values())


def is_first_deck(turned_up: Sequence[Scoring], aside: Sequence[Scoring], plan: DeckPlan) -> bool:
    """Tell whether the discards have certainly not been shuffled yet (TURN-8, MIX-11).

    By the first reshuffle the scoring cards of the first deck are gone, and those set aside come back then.
    """
    return bool(aside) or not {*plan[0].values()} <= {*turned_up}


def possible_piles(
    players: int, deck: int, turned_up: Sequence[Scoring], aside: Sequence[Scoring], plan: DeckPlan
) -> Iterator[tuple[Pile, ...]]:
    """Generate the possible piles of a deck of that size, scoring cards included."""
    if len(turned_up) == len(SCORING_CARDS):
        # Without a scoring card piles make no difference.
        yield (Pile(deck),) if deck else ()
    else:
        yield from _left(players, deck, turned_up, aside, plan)


def can_be_left(
    left: tuple[Pile, ...],
    players: int,
    turned_up: Sequence[Scoring],
    aside: Sequence[Scoring],
    plan: DeckPlan,
) -> bool:
    """Tell whether this can be the deck after these scoring cards were turned up."""
    # TURN-8, MIX-12: one pile is made of the discards, but not before both scoring cards are gone.
    if len(turned_up) == len(SCORING_CARDS) and len(left) <= 1:
        return True
    return left in _left(players, sum(pile.size for pile in left), turned_up, aside, plan)


def _left(
    players: int, deck: int, turned_up: Sequence[Scoring], aside: Sequence[Scoring], plan: DeckPlan
) -> Iterator[tuple[Pile, ...]]:
    """Generate what can be left of the last shuffle into five piles."""
    shuffles = sum(not {*hidden.values()} & {*aside} for hidden in plan)
    hidden = plan[shuffles - 1]
    sizes = _not_dealt(players) if shuffles == 1 else range(1, len(money(players)) + 1)
    for cards in sizes:
        whole = piles(cards, hidden)
        gone = sum(pile.size for pile in whole) - deck
        if gone >= 0 and _may_be_up(whole, gone, turned_up):
            yield without_top(whole, gone, turned_up)


def _not_dealt(players: int) -> Iterator[int]:
    """Generate how many money cards can be left for the first deck, most first."""
    values = sorted(card.value for card in money(players))
    # SETUP-3: everybody gets at least three cards; and all but one of a hand are worth less than 20.
    most = sum(worth <= players * (STARTING_MONEY - 1) for worth in accumulate(values)) + players
    return (len(values) - dealt - DISPLAY for dealt in range(players * _FEWEST_DEALT, most + 1))


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
