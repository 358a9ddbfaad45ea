"""`Module`: what can be added to a game (MOD-1)."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Module"]


class Module(enum.Enum):
    """A module of the big box, which can be added to a game (MOD-1)."""

    VIZIER = "vizier"
    """A pawn lets players buy a tile between turns."""
    EXCHANGE = "exchange"
    """Cards let players pay a tile in two currencies."""
    BONUS = "bonus"
    """Secret cards count as one more building."""
    HUTS = "huts"
    """Tiles without a price count as the buildings beside them."""

    @property
    def label(self) -> str:
        """The name for people, such as ``bonus cards``."""
        return _LABELS[self]

    def __repr__(self) -> str:
        return f"Module.{self.name}"

    # Members are singletons, and hashing by name would be slower.
    __hash__: ClassVar[Callable[[object], int]] = object.__hash__


_LABELS = {
    Module.VIZIER: "vizier's favour",
    Module.EXCHANGE: "currency exchange",
    Module.BONUS: "bonus cards",
    Module.HUTS: "builders' huts",
}
