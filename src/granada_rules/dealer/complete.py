"""`complete`: whole games that a view may stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import attrs

from granada_rules.base import expect
from granada_rules.box import DISPLAY, STARTING_MONEY, Phase, Pile, Purse
from granada_rules.dealer.dealer import Dealer
from granada_rules.game import (
    AFTER_ACTIONS,
    DRAWS_OF_A_SAMPLE,
    Game,
    View,
    are_as_dealt,
    are_bound,
    is_first_deck,
    may_have_begun,
    money,
    most_exchange_cards,
    most_reshuffled,
    new_game,
    nobody_paid,
    piles,
    possible_decks,
    unseen,
    unseen_bonus,
    without_top,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from granada_rules.box import Face, Scoring

__all__ = ["complete"]


_Thing = TypeVar("_Thing")

_NONE = Purse()


def complete(seen: View, dealer: Dealer, sample: int = 0) -> Game:
    """Return a whole game that looks like this view from its seat; the dealer draws what is unknown.

    The unseen cards are dealt to the hands and the deck, all ways equally likely. As long as nobody can have
    paid anything, a hand is dealt anew until it is worth what SETUP-3 gives; and all are dealt anew if the
    first turn of all would be that of somebody who cannot begin (SETUP-4) or did nothing in it (TURN-2). The
    piles are those of a setup by chance that fits the table; of a deck that was shuffled for the first time
    in a game of both kinds, every number of cards is equally likely (MIX-11). Exchange cards that are not in
    their piles any more, and not seen, are in hands (EXC-2); if the discards may have been shuffled or not,
    both are equally likely. The bonus cards that others hide are any that are not seen (BON-2). Each
    ``sample``, counted from 0, gives another completion.

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
    if seen.table.ruleset.has_exchange:
        guessed = _guessed_piles(seen, numbers)
        hands, deck = _hands_that_fit(seen, numbers, _guessed_exchange_cards(seen, guessed, numbers))
    else:
        hands, deck = _hands_that_fit(seen, numbers, {})
        guessed = _guessed_piles(seen, numbers)
    return new_game(
        table=seen.table,
        hands=hands,
        bonus=_guessed_bonus(seen, numbers),
        deck=deck,
        piles=guessed,
        draws=sample * DRAWS_OF_A_SAMPLE,
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

    def taken(self, things: list[_Thing]) -> _Thing:
        return things.pop(self.below(len(things)))


def _guessed_exchange_cards(
    seen: View, piles: tuple[Pile, ...], numbers: _Numbers
) -> Mapping[int, Purse] | None:
    """Return which exchange cards are in unknown hands, by seat; None if they may be anywhere in the deck."""
    if seen.table.phase is Phase.SETUP or not are_bound(seen, piles):
        return None
    left = list(unseen(seen).exchange_cards)
    most = most_exchange_cards(seen)
    in_hands = [numbers.taken(left) for _ in range(len(left) - sum(pile.exchange for pile in piles))]
    places = [seat for seat, many in most.items() for _ in range(many)]
    seats = [numbers.taken(places) for _ in in_hands]
    held = list(zip(seats, in_hands, strict=True))
    return {seat: Purse(card for other, card in held if other == seat) for seat in most}


def _hands_that_fit(
    seen: View, numbers: _Numbers, exchange: Mapping[int, Purse] | None
) -> tuple[tuple[Purse, ...], Purse]:
    """Return hands that fit the first turn of all, if it may be that, and the cards for the deck."""
    table = seen.table
    tiles = [tile for player in table.players for tile in (*player.reserve, *player.city.tiles)]
    is_untouched = table.phase is not Phase.SETUP and nobody_paid(table) and not (tiles or table.bought)
    for _ in range(_TRIES):
        hands, left = _guessed_hands(seen, numbers, exchange)
        if not is_untouched or table.turn is None:
            break
        # TURN-2: after a turn somebody has taken a card. SETUP-4: before, who has the turn has to be first.
        is_after = table.phase in AFTER_ACTIONS
        if not are_as_dealt(hands) if is_after else may_have_begun(hands, table.turn):
            break
    return hands, left


def _guessed_hands(
    seen: View, numbers: _Numbers, exchange: Mapping[int, Purse] | None
) -> tuple[tuple[Purse, ...], Purse]:
    """Return hands, and the cards that are left for the deck; these exchange cards are in hands, by seat."""
    table = seen.table
    # SETUP-3: whoever has paid nothing has 20 or more.
    least = STARTING_MONEY if nobody_paid(table) else 0
    left, hands = unseen(seen), list[Purse]()
    for seat, (known, player) in enumerate(zip(seen.hands, table.players, strict=True)):
        if known is not None:
            hands.append(known)
            continue
        held = exchange.get(seat, _NONE) if exchange is not None else _NONE
        others = left if exchange is None else left.money
        hand = held + _guessed_hand(others, player.hand_size - len(held), least, numbers)
        left -= hand
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


def _guessed_piles(seen: View, numbers: _Numbers) -> tuple[Pile, ...]:
    """Return piles that fit the table: those of a random setup, without the cards that are gone."""
    table = seen.table
    if table.phase is Phase.SETUP:
        return (Pile(table.deck_size),)
    players, plan, aside = len(table.players), table.ruleset.deck_plan, table.aside
    layouts = list(possible_decks(seen))
    is_first = is_first_deck(table.turned_up, aside, plan)
    if len(layouts) > 1 and not is_first and len(plan) == 1:
        # EXC-2, EXC-8: exchange cards are in what is left of their pile, or the discards were shuffled.
        is_first = numbers.below(2) == 0
        layouts = [one for one in layouts if are_bound(seen, one) == is_first]
    if len(layouts) > 1:
        shuffle, most = plan[0 if is_first else 1], most_reshuffled(players, plan)
        gone_before = tuple(scoring for scoring in table.turned_up if scoring not in shuffle.scorings)
        for _ in range(_TRIES):
            # MIX-11: nobody remembers how many cards were shuffled, so any number may be.
            cards = _cards_not_dealt(players, numbers) if is_first else 1 + numbers.below(most)
            whole = piles(cards, shuffle)
            gone = sum(pile.size for pile in whole) - table.deck_size
            # SETUP-6: each scoring card is in each place of its pile equally likely.
            turned_up, above = [], 0
            for pile in whole:
                if pile.scoring is not None and above + numbers.below(pile.size) < gone:
                    turned_up.append(pile.scoring)
                above += pile.size
            if gone >= 0 and (*gone_before, *turned_up) == table.turned_up:
                exchanged = _guessed_exchanged(whole, gone, turned_up, numbers)
                guessed = without_top(whole, gone, table.turned_up, exchanged)
                if not shuffle.exchange or guessed in layouts:
                    return guessed
    return layouts[numbers.below(len(layouts))]


def _guessed_exchanged(
    whole: tuple[Pile, ...], gone: int, turned_up: Sequence[Scoring], numbers: _Numbers
) -> int:
    """Return how many exchange cards of the pile in use are gone, with that number of cards (EXC-2)."""
    for pile in whole:
        if gone < pile.size:
            # EXC-2: each is in each place of its pile equally likely.
            places = list(range(pile.size - (pile.scoring is not None)))
            others_gone = gone - (pile.scoring in turned_up)
            return sum(numbers.taken(places) < others_gone for _ in range(pile.exchange))
        gone -= pile.size
    return 0


def _cards_not_dealt(players: int, numbers: _Numbers) -> int:
    """Deal random hands and a display, and return how many money cards are left (SETUP-3, SETUP-5)."""
    cards = list(money(players).money_cards)
    for _ in range(players):
        worth = 0
        while worth < STARTING_MONEY:
            worth += numbers.taken(cards).value
    return len(cards) - DISPLAY
