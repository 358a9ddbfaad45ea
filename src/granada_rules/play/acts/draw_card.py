"""Drawing a card from the deck: money or an exchange card for a hand or the display, or a scoring card."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from granada_rules.base import count, maker, stamp_of, stamper
from granada_rules.box import (
    Clause,
    DrawFor,
    ExchangeCard,
    Phase,
    Pile,
    Purse,
    Scoring,
    Violation,
    exchange_codes,
    single,
)
from granada_rules.game import DrawCard, DrawScoring, Game, unseen
from granada_rules.play.flow import reshuffle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from granada_rules.base import Stamp
    from granada_rules.box import AnyCard
    from granada_rules.game import Table, View
    from granada_rules.play.draft import Draft

__all__ = [
    "card_way",
    "card_ways",
    "do_draw_card",
    "do_draw_scoring",
    "legal_card_draws",
    "wrong_card_draw",
    "wrong_scoring_draw",
]

_card_draws: Callable[[Stamp, Iterable[AnyCard]], list[DrawCard]] = stamper(DrawCard, "card")
_scoring_draws: Callable[[Stamp, Iterable[Scoring]], list[DrawScoring]] = stamper(DrawScoring, "scoring")
_pile = maker(Pile, Pile.__init__)

_FOR_A_HAND = DrawFor.HAND


def legal_card_draws(game: Game | Draft) -> Iterator[tuple[DrawCard | DrawScoring, int]]:
    """Generate the cards that can be drawn, in order, each with the number of ways to draw it."""
    # SETUP-6: a scoring card is in each place of its pile equally likely. EXC-2: so are exchange cards.
    pile, (free, bound) = game.piles[0], _free_and_bound(game)
    exchange, others = bound if pile.exchange else _NONE, pile.size - pile.exchange
    each = len(exchange) or 1
    if pile.scoring is not None:
        yield _scoring_draws(stamp_of(game), (pile.scoring,))[0], (len(free) or 1) * each
        others -= 1
    if exchange:
        many = pile.exchange * (len(free) or 1)
        yield from [(draw, many) for draw in _card_draws(stamp_of(game), exchange)]
    if others:
        ways = others * each if pile.hides else 1
        cards = Counter(free)
        many_ways = [count * ways for count in cards.values()]
        yield from zip(_card_draws(stamp_of(game), cards), many_ways, strict=True)


_NONE = Purse()


def _free_and_bound(game: Game | Draft) -> tuple[Purse, Purse]:
    """Return the cards of the deck that may be in any pile, and those that are in certain piles (EXC-2)."""
    deck = game.deck
    # EXC-8: exchange cards that were shuffled with the discards are where chance has it.
    if exchange_codes(deck) and any(pile.exchange for pile in game.piles):
        return deck.money, Purse(deck.exchange_cards)
    return deck, _NONE


def card_ways(game: Game | Draft) -> int:
    """Return how many equally likely ways there are to draw a card."""
    pile, deck = game.piles[0], game.deck
    # MIX-11: the scoring card may be the last card of all.
    if not exchange_codes(deck):
        return (len(deck) or 1) * (1 if pile.scoring is None else pile.size)
    free, bound = _free_and_bound(game)
    many = len(free) or 1
    if pile.exchange:
        many *= len(bound)
    return many * pile.size if pile.hides else many


def card_way(game: Game | Draft, number: int) -> DrawCard | DrawScoring:
    """Return what is drawn in the way of that number, counted from 0.

    If a pile of k cards hides a scoring card, and there are m money cards, the first m of the k * m ways
    bring the scoring card, and then each money card has k - 1 ways. Without any money card there is one way.

    If e of the k cards are exchange cards, of x that are in the deck, there are k * m * x ways: the first
    m * x for the scoring card if there is one, then e * m for each exchange card, and then x for each money
    card and each card of the pile that is neither. A factor that is 0 counts 1.
    """
    pile, (free, bound) = game.piles[0], _free_and_bound(game)
    if pile.scoring is None and not pile.exchange:
        return _card_draws(stamp_of(game), (free[number],))[0]
    money, exchange = len(free) or 1, len(bound) if pile.exchange else 1
    others = pile.size - pile.exchange
    if pile.scoring is not None:
        if number < money * exchange:
            return _scoring_draws(stamp_of(game), (pile.scoring,))[0]
        number -= money * exchange
        others -= 1
    if pile.exchange:
        if number < pile.exchange * money * exchange:
            return _card_draws(stamp_of(game), (bound[number // (pile.exchange * money)],))[0]
        number -= pile.exchange * money * exchange
    return _card_draws(stamp_of(game), (free[number // (others * exchange)],))[0]


def wrong_card_draw(game: Game | View, card: AnyCard) -> Iterator[Violation]:
    """Yield why that money card or exchange card cannot come off the deck."""
    is_exchange = isinstance(card, ExchangeCard)
    # EXC-2: no hand and no first display can hold an exchange card.
    if is_exchange and game.table.phase is Phase.SETUP and game.table.ruleset.has_exchange:
        message = "the exchange cards are set aside until the deck is made"
        yield Violation(Clause.EXC_2, message, cards=(card,))
        return
    # BOX-11: a card that is elsewhere is not in the deck.
    if card not in (game.deck if isinstance(game, Game) else unseen(game)):
        yield Violation(Clause.BOX_11, f"{card} is not in the deck", cards=(card,))
    if not isinstance(game, Game):
        return
    pile, is_bound = game.piles[0], any(pile.exchange for pile in game.piles)
    # EXC-2: the exchange cards are in lower piles.
    if is_exchange and is_bound and not pile.exchange:
        yield Violation(Clause.EXC_2, f"{card} is in a lower pile", cards=(card,))
    # SETUP-6, MIX-11: of a pile nothing but its scoring card is left.
    if pile.scoring is not None and pile.size == 1:
        message = f"the last card of this pile is the scoring card {pile.scoring.value}"
        yield Violation(_hiding(game.table, pile.scoring), message, cards=(card,))
    # EXC-2: or nothing but exchange cards, and perhaps the scoring card.
    elif not is_exchange and pile.exchange and pile.size == pile.exchange + (pile.scoring is not None):
        message = f"{count(pile.exchange, 'exchange card')} of this pile and no money card are left"
        yield Violation(Clause.EXC_2, message, cards=(card,))


def wrong_scoring_draw(game: Game | View, scoring: Scoring) -> Iterator[Violation]:
    """Yield why that scoring card cannot come off the deck."""
    table = game.table
    # BOX-6: two scoring cards, A and B.
    if scoring is Scoring.C:
        yield Violation(Clause.BOX_6, "there is no card for scoring C, which takes place at the end")
    # SETUP-3: no hand and no first display can hold one.
    if table.phase is Phase.SETUP:
        yield Violation(Clause.SETUP_3, "the scoring cards are set aside until the deck is made")
    # SCORE-2: it has left the game.
    elif scoring in table.turned_up:
        yield Violation(Clause.SCORE_2, f"the scoring card {scoring.value} has left the game")
    # MIX-7: it does not come before the discards are shuffled.
    elif scoring in table.aside:
        message = f"the scoring card {scoring.value} is set aside until the discards are shuffled"
        yield Violation(Clause.MIX_7, message)
    # SETUP-6, MIX-7, MIX-11: it is further down.
    elif scoring is not Scoring.C and scoring is not _next_scoring(game):
        yield Violation(_hiding(table, scoring), f"the scoring card {scoring.value} is in a lower pile")


def _hiding(table: Table, scoring: Scoring) -> Clause:
    """Return the clause by which that scoring card is in its pile: of the first deck, or of a later one."""
    is_in_first = scoring in table.ruleset.deck_plan[0].scorings
    return (Clause.SETUP_6 if is_in_first else Clause.TURN_8).of(*table.ruleset.kinds)


def _next_scoring(game: Game | View) -> Scoring | None:
    """Return which scoring card may be next: that of the uppermost pile or, for a view, A before B."""
    if isinstance(game, Game):
        return game.piles[0].scoring
    return Scoring.B if game.table.turned_up else Scoring.A


def do_draw_card(draft: Draft, draw: DrawCard) -> None:
    """Take the money card or exchange card off the deck."""
    card, top = single(draw.card), draft.piles[0]
    draft.deck -= card
    # EXC-2: an exchange card of this pile; or, shuffled with the discards, of none.
    is_bound = top.exchange and type(draw.card) is ExchangeCard
    _uncover(draft, top.scoring, top.exchange - 1 if is_bound else top.exchange)
    if draft.draw_for is _FOR_A_HAND:
        # SETUP-3: into a hand.
        assert draft.turn is not None
        draft.change_hand(draft.turn, draft.hands[draft.turn] + card)
    else:
        # SETUP-5, TURN-7: on the display. EXC-3: an exchange card, too.
        draft.display += card
    # TURN-8: by agreement the discards come back with the last card.
    if not draft.piles and draft.ruleset.discards_return_at_once:
        reshuffle(draft)


def do_draw_scoring(draft: Draft, draw: DrawScoring) -> None:
    """Take the scoring card off the deck."""
    # SCORE-2: it leaves the game, and a money card is drawn in its place.
    _uncover(draft, None, draft.piles[0].exchange)
    draft.turned_up += (draw.scoring,)
    draft.due = draw.scoring


def _uncover(draft: Draft, scoring_left: Scoring | None, exchange_left: int) -> None:
    """Take a card from the uppermost pile, in which this scoring card and these exchange cards are left."""
    draft.draws += 1
    draft.deck_size -= 1
    top, lower = draft.piles[0], draft.piles[1:]
    draft.piles = (_pile(top.size - 1, scoring_left, exchange_left), *lower) if top.size > 1 else lower
