"""The end of the game: tiles of the yard are given away, then the last scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.play.flow.score_table import score_table
from granada_rules.state import Phase, Scoring, Seat

if TYPE_CHECKING:
    from granada_rules.play.draft import Draft

__all__ = ["give_away"]


def give_away(draft: Draft) -> None:
    """Give away the next tile of the yard that somebody gets; after the last one the game is over."""
    for number, currency in enumerate(draft.ruleset.yard):
        face = draft.yard[number]
        money = [hand.total(currency) for hand in draft.hands]
        # END-2: to the one with the most money of its currency; on a tie to nobody.
        if face is not None and money.count(max(money)) == 1:
            draft.yard[number] = None
            draft.bought = (face,)
            draft.phase, draft.turn = Phase.GIFT, Seat(money.index(max(money)))
            return
    # END-5: scoring C, and that is all.
    draft.phase, draft.turn = Phase.OVER, None
    score_table(draft, Scoring.C)
