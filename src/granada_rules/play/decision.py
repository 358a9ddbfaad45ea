"""`Decision`: what the one who decides may know, for the listings."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import attrs

if TYPE_CHECKING:
    from granada_rules.base import Stamp
    from granada_rules.box import Face, Purse, Seat
    from granada_rules.game import Desk

__all__ = ["Decision"]


@final
@attrs.define(eq=False)
class Decision:
    """What somebody may know who decides what to do, and how the actions are to be listed."""

    table: Desk
    seat: Seat
    """Who decides."""
    hand: Purse
    hidden: tuple[Face, ...]
    """The bonus cards that this player hides (BON-2)."""
    stamp: Stamp
    """What marks the actions that are listed."""
    minimal_payments: bool
    """Whether to leave out payments with a card that is not needed."""
