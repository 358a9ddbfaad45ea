"""The deck: its cards, its piles, and what can be left (SETUP-6, EXC-2); the space that is filled next."""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from granada_rules.box import (
    DISPLAY,
    EXCHANGE_CARDS,
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    PLAYERS_WITH_DIRK,
    SCORING_CARDS,
    SPACES,
    STARTING_MONEY,
    Card,
    Currency,
    Phase,
    Pile,
    Purse,
    Scoring,
    Seat,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from granada_rules.box import DeckPlan, Face, Kind, Ruleset, Shuffle, Tile

__all__ = [
    "CARD_VALUES",
    "EXCHANGE",
    "FEWEST_DEALT",
    "all_cards",
    "aside_after",
    "can_be_left",
    "fewest_undealt",
    "has_empty_space",
    "is_first_deck",
    "kinds_in",
    "money",
    "most_reshuffled",
    "piles",
    "possible_piles",
    "richest",
    "space_to_fill",
    "without_top",
]


CARD_VALUES = range(1, 10)
"""The values of the money cards (BOX-1)."""

_COPIES = 3
"""Copies of each money card (BOX-1)."""

FEWEST_DEALT = 3
"""Two cards are worth 18 at most, so a hand of 20 has one more (SETUP-3)."""

_PILES = 5

_PLAYERS = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)


@cache
def money(players: int) -> Purse:
    """Return all money cards in a game with that number of players."""
    # BOX-1: three copies of each card. DIRK-1: with two players one of them is left out.
    copies = _COPIES - (players == PLAYERS_WITH_DIRK)
    each = [Card(currency, value) for currency in Currency for value in CARD_VALUES]
    return Purse.of(each * copies)


# EXC-1: six cards.
EXCHANGE: Final = Purse(EXCHANGE_CARDS)
"""All exchange cards."""


def all_cards(players: int, ruleset: Ruleset, phase: Phase | None = None) -> Purse:
    """Return all cards that are played with; in the setup those that have a place by then."""
    # EXC-2: exchange cards are set aside until the deck is made.
    has_exchange = ruleset.has_exchange and phase is not Phase.SETUP
    return money(players) + EXCHANGE if has_exchange else money(players)


def piles(cards: int, shuffle: Shuffle) -> tuple[Pile, ...]:
    """Return the five piles of that number of cards, larger first, with what is hidden in them (SETUP-6).

    MIX-11: of fewer than five cards some piles are empty; a scoring card may be alone in its pile. EXC-2:
    exchange cards that are put into certain piles come on top of the number given.
    """
    whole = []
    for number in range(1, _PILES + 1):
        scoring, exchange = shuffle.scoring.get(number), shuffle.exchange.get(number, 0)
        size = (cards + _PILES - number) // _PILES + (scoring is not None) + exchange
        whole.append((size, scoring, exchange))
    return tuple(Pile(*pile) for pile in whole if pile[0])


def aside_after(shuffles: int, plan: DeckPlan) -> tuple[Scoring, ...]:
    """Return the scoring cards that are still set aside after that number of shuffles (SETUP-3, MIX-7)."""
    return tuple(scoring for later in plan[shuffles:] for scoring in later.scorings)


def is_first_deck(turned_up: Sequence[Scoring], aside: Sequence[Scoring], plan: DeckPlan) -> bool:
    """Tell whether the discards have certainly not been shuffled yet (TURN-8, MIX-11).

    By the first reshuffle the scoring cards of the first deck are gone, and those set aside come back then.
    """
    return bool(aside) or not {*plan[0].scorings} <= {*turned_up}


def possible_piles(
    players: int, deck: int, turned_up: Sequence[Scoring], aside: Sequence[Scoring], plan: DeckPlan
) -> Iterator[tuple[Pile, ...]]:
    """Generate the possible piles of a deck of that size, scoring and exchange cards included."""
    if len(turned_up) == len(SCORING_CARDS):
        # Without a scoring card piles make no difference, except to exchange cards.
        yield (Pile(deck),) if deck else ()
        if len(plan) == 1 and plan[0].exchange:
            lefts = _left(players, deck, turned_up, aside, plan)
            yield from (left for left in lefts if any(pile.exchange for pile in left))
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
    # TURN-8, MIX-12, EXC-8: one pile is made of the discards, but not before both scoring cards are gone.
    if len(turned_up) == len(SCORING_CARDS) and (not left or (len(left) == 1 and not left[0].exchange)):
        return True
    return left in _left(players, sum(pile.size for pile in left), turned_up, aside, plan)


def most_reshuffled(players: int, plan: DeckPlan) -> int:
    """Return how many cards the discards have at most when they are shuffled (TURN-8, EXC-8)."""
    return len(money(players)) + sum(plan[0].exchange.values())


def _left(
    players: int, deck: int, turned_up: Sequence[Scoring], aside: Sequence[Scoring], plan: DeckPlan
) -> Iterator[tuple[Pile, ...]]:
    """Generate what can be left of the last shuffle into five piles."""
    shuffles = sum(not {*shuffle.scorings} & {*aside} for shuffle in plan)
    sizes = _not_dealt(players) if shuffles == 1 else range(1, most_reshuffled(players, plan) + 1)
    for cards in sizes:
        whole = piles(cards, plan[shuffles - 1])
        gone = sum(pile.size for pile in whole) - deck
        if gone >= 0 and _may_be_up(whole, gone, turned_up):
            for exchanged in _may_be_exchanged(whole, gone, turned_up):
                yield without_top(whole, gone, turned_up, exchanged)


def _not_dealt(players: int) -> Iterator[int]:
    """Generate how many money cards can be left for the first deck, most first."""
    values = sorted(card.value for card in money(players).money_cards)
    # SETUP-3: everybody gets at least three cards; and all but one of a hand are worth less than 20.
    most = sum(worth <= players * (STARTING_MONEY - 1) for worth in accumulate(values)) + players
    return (len(values) - dealt - DISPLAY for dealt in range(players * FEWEST_DEALT, most + 1))


@cache
def fewest_undealt(players: int) -> int:
    """Return how many money cards are left at least when all are dealt; of any other number, the fewest."""
    numbers = [players] if players in _PLAYERS else _PLAYERS
    return min(min(_not_dealt(number)) for number in numbers)


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


def _may_be_exchanged(whole: tuple[Pile, ...], gone: int, turned_up: Sequence[Scoring]) -> range:
    """Return how many exchange cards of the pile in use can be gone, with that number of cards."""
    for pile in whole:
        if gone < pile.size:
            others_gone = gone - (pile.scoring in turned_up)
            others_left = pile.size - (pile.scoring is not None) - others_gone
            return range(max(0, pile.exchange - others_left), min(pile.exchange, others_gone) + 1)
        gone -= pile.size
    return range(1)


def without_top(
    whole: tuple[Pile, ...], gone: int, turned_up: Sequence[Scoring], exchanged: int = 0
) -> tuple[Pile, ...]:
    """Return the piles without that number of cards from the top, these scoring cards among them.

    Of the exchange cards of the pile in use that number is gone, too.
    """
    left: list[Pile] = []
    for pile in whole:
        taken = min(gone, pile.size)
        gone -= taken
        if taken < pile.size:
            scoring = None if pile.scoring in turned_up else pile.scoring
            left.append(Pile(pile.size - taken, scoring, pile.exchange - (exchanged if not left else 0)))
    return tuple(left)


def kinds_in(bag: Sequence[Tile]) -> set[Kind]:
    """Return the kinds of the tiles in a bag, which is sorted by kind."""
    return {bag[0].kind, bag[-1].kind} if bag else set()


def space_to_fill(yard: Sequence[Face | None], bag: Sequence[Tile], ruleset: Ruleset) -> int | None:
    """Return the space that is filled next, counted from 0; None if none can be.

    TURN-9, A-TURN-9: the lowest free space. MIX-13: for the tile of Alhambra before that of Granada, as far
    as there are any.
    """
    if all(yard):
        return None
    left = kinds_in(bag)
    for space in ruleset.filling:
        if yard[space] is None and ruleset.spaces[space][1] in left:
            return space
    return None


def has_empty_space(yard: Sequence[object]) -> bool:
    """Tell whether some space has no tile at all: of both kinds one is enough (END-1, MIX-33)."""
    return not all(yard) and any(not any(yard[space::SPACES]) for space in range(SPACES))


def richest(hands: Sequence[Purse], currency: Currency) -> Seat | None:
    """Return the seat with the most money of a currency; None on a tie (END-2, MIX-34)."""
    worth = [hand.total(currency) for hand in hands]
    most = max(worth)
    return None if worth.count(most) > 1 else Seat(worth.index(most))
