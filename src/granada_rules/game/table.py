"""`Table`: all that is public of a game, and what a working copy of one has by the same names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

import attrs

from granada_rules.base import Hashed, Sealed, hashed_once, made_once, maker, print_repr
from granada_rules.box import (
    DECISIONS,
    DIRK,
    OPEN_HANDS,
    DrawFor,
    Kind,
    Marker,
    Module,
    Phase,
    Purse,
    Scoring,
    Seat,
)
from granada_rules.city import City
from granada_rules.game.deck import space_to_fill

if TYPE_CHECKING:
    from collections.abc import Iterable

    from granada_rules.box import Building, Face, Ruleset, Tile

__all__ = ["MADE_BY", "Desk", "DirksTiles", "ModuleState", "Player", "Table", "module_state", "new_table"]


@final
@made_once
class Player:
    """What all can see of a player (SETUP-1)."""

    name: str
    city: City = attrs.field(factory=City.of)
    reserve: tuple[Face, ...] = ()
    """In order, with the faces that lie up."""
    points: int = 0
    hand_size: int = 0
    """How many cards the hand holds."""


@final
@made_once
class DirksTiles:
    """What Dirk has (DIRK-2)."""

    faces: tuple[Face, ...] = ()
    """In order, with the faces that lie up."""
    points: int = 0
    owed_by_kind: tuple[int, ...] = (0,)
    """How many tiles of each kind that is played he is about to draw, in this order (MIX-37)."""

    @property
    def owed(self) -> int:
        """How many tiles he is about to draw (DIRK-3, DIRK-5, DIRK-6)."""
        return sum(self.owed_by_kind)


@final
@made_once
class ModuleState:
    """What modules add to a table; a field is empty if its module is not played."""

    asked: Seat | None = None
    """Who is asked, in a window, or gets tiles at the end; ``None`` if the one whose turn it is decides.

    Pawns are used between turns (VIZ-9), bonus cards are shown before a scoring (BON-4), and in games with
    bonus cards somebody gets tiles while the table keeps whose turn was last (END-2, BON-4).
    """
    pawns: tuple[bool, ...] = attrs.field(default=(), metadata={"needs": Module.VIZIER})
    """By seat, whether the pawn is active (VIZ-1)."""
    shown: tuple[tuple[Face, ...], ...] = attrs.field(default=(), metadata={"needs": Module.BONUS})
    """By seat, the bonus cards that are shown, in order (BON-4)."""
    hidden: tuple[int, ...] = attrs.field(default=(), metadata={"needs": Module.BONUS})
    """By seat, how many bonus cards are hidden (BON-2)."""
    open_huts: tuple[Face | None, ...] = attrs.field(default=(), metadata={"needs": Module.HUTS})
    """By type, the open hut of each pile; ``None`` if there is none (HUT-3, HUT-5)."""
    huts_below: tuple[Face, ...] = attrs.field(default=(), metadata={"needs": Module.HUTS})
    """The huts below these, in order: which ones they are everybody knows, not how they lie (MOD-6)."""

    @property
    def hut_to_draw(self) -> Building | None:
        """The type of the hut that is turned up next; ``None`` if every pile has an open hut or is empty."""
        # HUT-3, HUT-5: the first type without an open hut whose pile is not empty.
        for building, hut in zip(Kind.ALHAMBRA.buildings, self.open_huts, strict=False):
            if hut is None and any(one.building is building for one in self.huts_below):
                return building
        return None


_NO_MODULES = ModuleState()
"""What all games without modules share."""


def module_state(ruleset: Ruleset, asked: Seat | None = None, **parts: Iterable[Any]) -> ModuleState:
    """Return what the modules of a ruleset add to a table; parts of other modules are not looked at."""
    if not ruleset.modules:
        return _NO_MODULES
    fields, modules = attrs.fields_dict(ModuleState), ruleset.modules
    played = {name: part for name, part in parts.items() if fields[name].metadata["needs"] in modules}
    return ModuleState(asked, **{name: tuple(part) for name, part in played.items()})


_LAST, _OVER = Scoring.C, Phase.OVER


@attrs.define(eq=False, repr=False, getstate_setstate=False)
class Desk(Hashed):
    """The fields of a `Table`, which the working copy that the rules change has as well."""

    ruleset: Ruleset
    """What is played by."""
    phase: Phase
    """What the game waits for."""
    turn: Seat | None
    """Whose turn it is; also who is dealt cards in the setup, and who gets a tile at the end.

    With bonus cards it is at the end whose turn was last (BON-4), and `to_act` says who gets a tile.
    """
    draw_for: DrawFor | None
    """What the next draw is for; ``None`` while somebody decides, and when the game is over."""
    players: tuple[Player, ...]
    """By seat."""
    yard: tuple[Face | None, ...]
    """What lies on the spaces, the first one first (BOX-7)."""
    display: Purse
    marker: Marker | None
    """Which face of new tiles lies up (BOX-9); None if tiles have no backs."""
    bought: tuple[Face, ...]
    """Tiles bought in this turn, or given at the end, yet to be placed (TURN-6, END-3, A-END-3, MIX-35)."""
    dirk: DirksTiles | None
    """Dirk's part, if two play."""
    bag: tuple[Tile, ...]
    """The tiles that lie nowhere else, in order; BOX-13 makes them known to everybody."""
    deck_size: int
    """How many cards the deck holds, scoring cards included."""
    discards: Purse
    turned_up: tuple[Scoring, ...]
    """Scoring cards that have left the deck, and the game (SCORE-2)."""
    aside: tuple[Scoring, ...]
    """Scoring cards that are set aside until a shuffle brings them into the deck (SETUP-3, MIX-7)."""
    due: Scoring | None
    """A scoring that has not taken place yet: its card came in this refill, or it is the last one."""
    age_ranks: tuple[int, ...]
    """By seat, 0 for the youngest; empty if no ages were given, and once it is known who begins (SETUP-4)."""
    modules: ModuleState
    """What modules add (MOD-6)."""

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


MADE_BY = "use setup, apply, view, complete or Game.from_position"


@final
@attrs.frozen(init=False, repr=False, getstate_setstate=False)
class Table(Sealed, Desk):
    """All that is public (SETUP-7). Of tiles both faces are, wherever they lie open (BOX-13)."""

    _made_by = MADE_BY

    @property
    def points(self) -> dict[str, int]:
        """The points of everyone by name; Dirk, if he takes part, is the last."""
        points = {player.name: player.points for player in self.players}
        return points if self.dirk is None else {**points, DIRK: self.dirk.points}

    def __hash__(self) -> int:
        return hashed_once(self)

    def __repr__(self) -> str:
        return f"<Table of {', '.join(self.points)}: {self.waits_for}>"

    _repr_pretty_ = print_repr


new_table: Final = maker(Table, Table.__attrs_init__)
"""Makes a table of proven fields; for the rules alone."""
