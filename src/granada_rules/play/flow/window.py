"""Windows: players are asked one after the other, and may pass (VIZ-9, BON-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from granada_rules.box import Phase, Seat

if TYPE_CHECKING:
    from granada_rules.play.draft import Draft

__all__ = ["ask", "ask_nobody"]


def ask(draft: Draft, window: Phase, after: Seat | None = None) -> bool:
    """Ask the first player who may be asked in this window, or the next one after a player who declined.

    The window is open then; otherwise nobody is left to be asked.
    """
    assert draft.turn is not None
    many = len(draft.players)
    # VIZ-9, BON-4: first the player whose turn is next, then clockwise, last the one whose turn is over.
    order = [Seat((draft.turn + step) % many) for step in range(1, many + 1)]
    for seat in order[0 if after is None else order.index(after) + 1 :]:
        # VIZ-9: everybody with an active pawn, able to pay or not. BON-4: with hidden cards, whichever.
        if (draft.modules.hidden if window is Phase.REVEAL else draft.modules.pawns)[seat]:
            draft.phase, draft.draw_for = window, None
            draft.modules = attrs.evolve(draft.modules, asked=seat)
            return True
    ask_nobody(draft)
    return False


def ask_nobody(draft: Draft) -> None:
    """Close the window, or interrupt it for a draw."""
    draft.modules = attrs.evolve(draft.modules, asked=None)
