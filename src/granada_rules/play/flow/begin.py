"""The setup: what is drawn next, and who begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.box import BONUS_CARDS, DISPLAY, STARTING_MONEY, DrawFor, Phase, Seat
from granada_rules.game import EXCHANGE, aside_after, first_player, piles

if TYPE_CHECKING:
    from granada_rules.play.draft import Draft

__all__ = ["lay_table"]


def lay_table(draft: Draft) -> None:
    """Say what is drawn next, or begin the first turn."""
    # DIRK-3, A-DIRK-3, MIX-37: Dirk's tiles first.
    if draft.dirk is not None and draft.dirk.owed:
        draft.draw_for = DrawFor.DIRK
        return
    # SETUP-2, A-SETUP-2, MIX-6: a tile on every space of the yard.
    if not all(draft.yard):
        draft.draw_for = DrawFor.YARD
        return
    # HUT-3: the top hut of each pile.
    if draft.modules.hut_to_draw is not None:
        draft.draw_for = DrawFor.HUT
        return
    # SETUP-3: cards for one player after the other, until everybody has 20 or more.
    for seat, hand in enumerate(draft.hands):
        if hand.total() < STARTING_MONEY:
            draft.draw_for, draft.turn = DrawFor.HAND, Seat(seat)
            return
    # BON-2: bonus cards for one player after the other.
    for seat, cards in enumerate(draft.bonus):
        if len(cards) < BONUS_CARDS[len(draft.bonus)]:
            draft.draw_for, draft.turn = DrawFor.BONUS, Seat(seat)
            return
    # SETUP-5: four cards on the display.
    if len(draft.display) < DISPLAY:
        draft.draw_for, draft.turn = DrawFor.DISPLAY, None
        return
    # SETUP-6, MIX-7: the others become the deck.
    plan = draft.ruleset.deck_plan
    draft.stack(piles(len(draft.deck), plan[0]))
    # EXC-2: with the exchange cards, which were set aside until now.
    if draft.ruleset.has_exchange:
        draft.deck += EXCHANGE
    draft.aside = aside_after(1, plan)
    # SETUP-4: who begins.
    draft.turn, draft.age_ranks = first_player(draft.hands, draft.age_ranks), ()
    # SETUP-7: with the first turn hands become secret.
    draft.phase, draft.draw_for = Phase.ACT, None
