"""`complete`: whole games that a view may stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import attrs

from granada_rules.arguments import expect
from granada_rules.dealer import Dealer
from granada_rules.deck import is_first_deck, money, piles, possible_piles, without_top
from granada_rules.game import Game, View, new_game, unseen, unseen_bonus
from granada_rules.money import Purse
from granada_rules.state import DISPLAY, STARTING_MONEY, Phase, Pile

if TYPE_CHECKING:
    from granada_rules.game import Table
    from granada_rules.tiles import Face

__all__ = ["complete"]

_Thing = TypeVar("_Thing")


def complete(seen: View, dealer: Dealer, sample: int = 0) -> Game:
    """Return a whole game that looks like this view from its seat; the dealer draws what is unknown.

    The unseen cards are dealt to the hands and the deck, all ways equally likely. As long as nobody can have
    paid anything, a hand is dealt anew until it is worth what SETUP-3 gives. The piles are those of a setup
    by chance that fits the table; of a deck that was shuffled for the first time in a game of both kinds,
    every number of cards is equally likely (MIX-11). The bonus cards that others hide are any that are not
    seen (BON-2). Each ``sample``, counted from 0, gives another completion.

    The numbers used here are independent of those for the draws of a game. The completed game counts its
    draws from ``sample * 2**32``, so that one dealer can deal on all samples, each differently. Do not use
    the dealer of the real game, whose draws a bot must not know.

    >>> from granada_rules import Dealer, Seat, complete, deal, setup, view
    >>> game = deal(setup(["Red", "Blue"]), Dealer(b"sixteen bytes or more"))
    >>> guess = complete(view(game, Seat(0)), Dealer(b"sixteen bytes of a bot"))
    >>> view(guess, Seat(0)) == view(game, Seat(0)), guess.hands[1] == game.hands[1]
    (True, False)

    Raises ``ValueError`` if ``sample`` is negative, or ``2**32`` or more.
    """
    expect(seen, View)
    expect(dealer, Dealer)
    if type(sample) is not int or not 0 <= sample < _MOST_SAMPLES:
        raise ValueError(f"sample: expected 0 to {_MOST_SAMPLES - 1}")
    numbers = _Numbers(dealer, sample * _MOST_SAMPLES)
    hands, deck = _guessed_hands(seen, numbers)
    piles = _guessed_piles(seen.table, numbers)
    return new_game(
        table=seen.table,
        hands=hands,
        bonus=_guessed_bonus(seen, numbers),
        deck=deck,
        piles=piles,
        draws=sample * _MOST_SAMPLES,
        sheets=(),
    )


_MOST_SAMPLES = 1 << 32

_TRIES = 1000
"""How often to guess again before giving up a condition on the guess."""


@attrs.define(eq=False, repr=False)
class _Numbers:
    """The numbers of a dealer for one completion, in order."""

    dealer: Dealer
    next: int

    def below(self, number: int) -> int:
        self.next += 1
        return self.dealer.number(self.next - 1, number, purpose="completion")

    def taken(self, cards: list[_Thing]) -> _Thing:
        return cards.pop(self.below(len(cards)))


def _guessed_hands(seen: View, numbers: _Numbers) -> tuple[tuple[Purse, ...], Purse]:
    """Return hands, and the cards that are left for the deck."""
    table = seen.table
    # SETUP-3: whoever has paid nothing has 20 or more. What was paid is among the discards, until these are
    # shuffled.
    nobody_paid = not table.discards and is_first_deck(table.turned_up, table.aside, table.ruleset.deck_plan)
    least = STARTING_MONEY if nobody_paid else 0
    left, hands = unseen(seen), []
    for known, player in zip(seen.hands, table.players, strict=True):
        hand = _guessed_hand(left, player.hand_size, least, numbers) if known is None else known
        left -= hand if known is None else Purse()
        hands.append(hand)
    return tuple(hands), left


def _guessed_hand(cards: Purse, size: int, least: int, numbers: _Numbers) -> Purse:
    for _ in range(_TRIES):
        left = list(cards)
        hand = Purse(numbers.taken(left) for _ in range(size))
        if hand.total() >= least:
            break
    return hand


def _guessed_bonus(seen: View, numbers: _Numbers) -> tuple[tuple[Face, ...], ...]:
    """Return hidden bonus cards by seat: one's own, and for the others any that are not seen (BON-2)."""
    left = unseen_bonus(seen)
    return tuple(
        seen.bonus if seat == seen.seat else tuple(sorted(numbers.taken(left) for _ in range(many)))
        for seat, many in enumerate(seen.table.modules.hidden)
    )


def _guessed_piles(table: Table, numbers: _Numbers) -> tuple[Pile, ...]:
    """Return piles that fit the table: those of a random setup, without the cards that are gone."""
    if table.phase is Phase.SETUP:
        return (Pile(table.deck_size),)
    players, plan, aside = len(table.players), table.ruleset.deck_plan, table.aside
    layouts = list(possible_piles(players, table.deck_size, table.turned_up, aside, plan))
    if len(layouts) > 1:
        is_first = is_first_deck(table.turned_up, aside, plan)
        hidden = plan[0 if is_first else 1]
        gone_before = tuple(scoring for scoring in table.turned_up if scoring not in hidden.values())
        for _ in range(_TRIES):
            # MIX-11: nobody remembers how many cards were shuffled, so any number may be.
            cards = _cards_not_dealt(players, numbers) if is_first else 1 + numbers.below(len(money(players)))
            whole = piles(cards, hidden)
            gone = sum(pile.size for pile in whole) - table.deck_size
            # SETUP-6: each scoring card is in each place of its pile equally likely.
            turned_up, above = [], 0
            for pile in whole:
                if pile.scoring is not None and above + numbers.below(pile.size) < gone:
                    turned_up.append(pile.scoring)
                above += pile.size
            if gone >= 0 and (*gone_before, *turned_up) == table.turned_up:
                return without_top(whole, gone, table.turned_up)
    return layouts[numbers.below(len(layouts))]


def _cards_not_dealt(players: int, numbers: _Numbers) -> int:
    """Deal random hands and a display, and return how many money cards are left (SETUP-3, SETUP-5)."""
    cards = list(money(players))
    for _ in range(players):
        worth = 0
        while worth < STARTING_MONEY:
            worth += numbers.taken(cards).value
    return len(cards) - DISPLAY
