"""`ModuleState`: what modules add to a table, all of it public (MOD-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from granada_rules.sealed import made_once

if TYPE_CHECKING:
    from granada_rules.state import Seat
    from granada_rules.tiles import Face

__all__ = ["NO_MODULES", "ModuleState"]


@final
@made_once
class ModuleState:
    """What modules add to a table; a field is empty if its module is not played."""

    asked: Seat | None = None
    """Who is asked, in a window, or gets tiles at the end; ``None`` if the one whose turn it is decides.

    Pawns are used between turns (VIZ-9), bonus cards are shown before a scoring (BON-4), and in games with
    bonus cards somebody gets tiles while the table keeps whose turn was last (END-2, BON-4).
    """
    pawns: tuple[bool, ...] = ()
    """By seat, whether the pawn is active (VIZ-1)."""
    shown: tuple[tuple[Face, ...], ...] = ()
    """By seat, the bonus cards that are shown, in order (BON-4)."""
    hidden: tuple[int, ...] = ()
    """By seat, how many bonus cards are hidden (BON-2)."""


NO_MODULES: Final = ModuleState()
"""That of a game without modules."""
