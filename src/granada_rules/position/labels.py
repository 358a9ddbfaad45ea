"""What reports call players, with or without a usable name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.names import labels

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.position.model import NotedPlayer, Position

__all__ = ["named"]


def named(position: Position) -> Iterator[tuple[str, NotedPlayer]]:
    """Yield the players, each with what reports call them."""
    return zip(labels([player.name for player in position.players]), position.players, strict=True)
