"""`ModuleState`: what modules add to a table, all of it public (MOD-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from granada_rules.sealed import made_once
from granada_rules.tiles import Kind

if TYPE_CHECKING:
    from granada_rules.state import Seat
    from granada_rules.tiles import Building, Face

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
    open_huts: tuple[Face | None, ...] = ()
    """By type, the open hut of each pile; ``None`` if there is none (HUT-3, HUT-5)."""
    huts_below: tuple[Face, ...] = ()
    """The huts below these, in order: which ones they are everybody knows, not how they lie (MOD-6)."""

    @property
    def hut_to_draw(self) -> Building | None:
        """The type of the hut that is turned up next; ``None`` if every pile has an open hut or is empty."""
        # HUT-3, HUT-5: the first type without an open hut whose pile is not empty.
        for building, hut in zip(Kind.ALHAMBRA.buildings, self.open_huts, strict=False):
            if hut is None and any(one.building is building for one in self.huts_below):
                return building
        return None


NO_MODULES: Final = ModuleState()
"""That of a game without modules."""
