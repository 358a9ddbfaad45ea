"""`ModuleState`: what modules add to a table, all of it public (MOD-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from granada_rules.sealed import made_once

if TYPE_CHECKING:
    from granada_rules.state import Seat

__all__ = ["NO_MODULES", "ModuleState"]


@final
@made_once
class ModuleState:
    """What modules add to a table; a field is empty if its module is not played."""

    asked: Seat | None = None
    """Who is asked, in a window between turns; ``None`` if the player whose turn it is decides (VIZ-9)."""
    pawns: tuple[bool, ...] = ()
    """By seat, whether the pawn is active (VIZ-1)."""


NO_MODULES: Final = ModuleState()
"""That of a game without modules."""
