"""`Player` and `DirksTiles`: what all can see of a player, and of Dirk."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import attrs

from granada_rules.city import City
from granada_rules.sealed import made_once

if TYPE_CHECKING:
    from granada_rules.tiles import Face

__all__ = ["DirksTiles", "Player"]


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
