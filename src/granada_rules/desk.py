"""`Desk`: what a table and a working copy of one have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.state import DECISIONS, OPEN_HANDS, DrawFor, Phase, Scoring
from granada_rules.yard import space_to_fill

if TYPE_CHECKING:
    from granada_rules.module_state import ModuleState
    from granada_rules.money import Purse
    from granada_rules.player import DirksTiles, Player
    from granada_rules.ruleset import Ruleset
    from granada_rules.state import Marker, Seat
    from granada_rules.tiles import Face, Kind, Tile

__all__ = ["Desk"]

# On Python 3.11 a constant takes a tenth of the time of an enum member.
_LAST, _OVER = Scoring.C, Phase.OVER


class Desk:
    """Base of `Table`, and of the working copy that the rules change: both have these fields."""

    __slots__ = ()

    if TYPE_CHECKING:
        ruleset: Ruleset
        phase: Phase
        turn: Seat | None
        draw_for: DrawFor | None
        players: tuple[Player, ...]
        yard: tuple[Face | None, ...]
        display: Purse
        marker: Marker | None
        bought: tuple[Face, ...]
        dirk: DirksTiles | None
        bag: tuple[Tile, ...]
        due: Scoring | None
        modules: ModuleState

    @property
    def to_act(self) -> Seat | None:
        """Who has to decide something; ``None`` while chance is due, and when the game is over."""
        if self.draw_for is not None or self.phase not in DECISIONS:
            return None
        # VIZ-9: between turns somebody else may be asked.
        asked = self.modules.asked
        return self.turn if asked is None else asked

    @property
    def is_chance(self) -> bool:
        """Whether a draw is due: `deal` makes it, `chance` says what it can be."""
        return self.draw_for is not None

    @property
    def hands_are_open(self) -> bool:
        """Whether all may know all hands (SETUP-7, END-2); hidden bonus cards stay hidden (BON-2)."""
        # BON-4: when cards are shown before scoring C, the last tiles have been given away.
        return self.phase in OPEN_HANDS or self.due is _LAST

    @property
    def tile_to_draw(self) -> Kind | None:
        """The kind of the tile that is drawn next; ``None`` if none is (MIX-3)."""
        kinds, dirk = self.ruleset.kinds, self.dirk
        if self.draw_for is DrawFor.DIRK and dirk is not None:
            # MIX-37: first tiles of Alhambra, then those of Granada.
            return kinds[0] if dirk.owed_by_kind[0] else kinds[-1]
        if self.draw_for is DrawFor.YARD:
            space = space_to_fill(self.yard, self.bag, self.ruleset)
            return None if space is None else self.ruleset.spaces[space][1]
        return None

    @property
    def is_over(self) -> bool:
        """Whether the game is over (END-5)."""
        return self.phase is _OVER

    @property
    def waits_for(self) -> str:
        """What has to happen next, in a few words."""
        if self.draw_for is not None:
            what = self.draw_for.value
            if self.modules.hut_to_draw is not None and self.draw_for is DrawFor.HUT:
                what = f"{what} for {self.modules.hut_to_draw.label}"
            if len(self.ruleset.kinds) > 1 and self.tile_to_draw is not None:
                what = what.replace("a tile", f"a tile of {self.tile_to_draw.label}")
            return f"{what} is to be drawn"
        return "the game is over" if self.to_act is None else f"{self.players[self.to_act].name} is to act"

    @property
    def extra(self) -> bool:
        """Whether the next action is an extra one, given by an exact payment (TURN-3).

        Only after an exact payment does a turn go on with an action while bought tiles wait.
        """
        return self.phase is Phase.ACT and bool(self.bought)
