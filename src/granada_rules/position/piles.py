"""The money deck: how it is made up, and what can be left of it (SETUP-6)."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from granada_rules import box
from granada_rules.position.values import Pile
from granada_rules.scoring import Scoring

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = [
    "SCORING_CARDS",
    "STARTING_MONEY",
    "can_be_left",
    "piles",
    "possible_piles",
    "without_top",
]

STARTING_MONEY = 20
"""With less than this another card is dealt (SETUP-3)."""

SCORING_CARDS = (Scoring.A, Scoring.B)
"""The scoring cards that there are (BOX-6)."""

_PILES = 5
_SCORING_IN_PILE = dict(zip((1, 3), SCORING_CARDS, strict=True))


def piles(cards: int) -> tuple[Pile, ...]:
    """Split money cards into five piles, larger ones first, A in the second, B in the fourth (SETUP-6)."""
    sizes = [(cards + _PILES - 1 - number) // _PILES for number in range(_PILES)]
    return tuple(
        Pile(size + (number in _SCORING_IN_PILE), _SCORING_IN_PILE.get(number))
        for number, size in enumerate(sizes)
    )


def possible_piles(players: int, deck: int, turned_up: Sequence[Scoring]) -> Iterator[tuple[Pile, ...]]:
    """Generate the ways in which a deck of so many cards, scoring cards included, may lie in piles."""
    if len(turned_up) == len(SCORING_CARDS):
        # Without a scoring card piles make no difference.
        yield (Pile(deck),) if deck else ()
    else:
        yield from _left_of_deals(players, deck, turned_up)


def can_be_left(left: tuple[Pile, ...], players: int, turned_up: Sequence[Scoring]) -> bool:
    """Tell whether this can be a deck when these scoring cards have left it."""
    # TURN-8: one pile is made of the discards, but not before both scoring cards are gone.
    if len(turned_up) == len(SCORING_CARDS) and len(left) <= 1:
        return True
    return left in _left_of_deals(players, sum(pile.size for pile in left), turned_up)


def _left_of_deals(players: int, deck: int, turned_up: Sequence[Scoring]) -> Iterator[tuple[Pile, ...]]:
    money = sorted(card.value for card in box.money(players))
    # SETUP-3: everybody gets at least three cards; and all but one of a hand are worth less than 20.
    most = sum(worth <= players * (STARTING_MONEY - 1) for worth in accumulate(money)) + players
    for dealt in range(players * 3, most + 1):
        whole = piles(len(money) - dealt - box.DISPLAY)
        gone = sum(pile.size for pile in whole) - deck
        if gone >= 0 and _may_be_up(whole, gone, turned_up):
            yield without_top(whole, gone, turned_up)


def _may_be_up(whole: tuple[Pile, ...], gone: int, turned_up: Sequence[Scoring]) -> bool:
    """Tell whether these and no other scoring cards can have been among so many cards from the top."""
    above = 0
    for pile in whole:
        if pile.scoring is not None and not (
            above < gone if pile.scoring in turned_up else gone < above + pile.size
        ):
            return False
        above += pile.size
    return True


def without_top(whole: tuple[Pile, ...], gone: int, turned_up: Sequence[Scoring]) -> tuple[Pile, ...]:
    """Return what is left of piles without so many cards from the top, these scoring cards among them."""
    left = []
    for pile in whole:
        taken = min(gone, pile.size)
        gone -= taken
        if taken < pile.size:
            left.append(Pile(pile.size - taken, None if pile.scoring in turned_up else pile.scoring))
    return tuple(left)
