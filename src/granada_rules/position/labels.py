"""What players are called: names by which they can be told apart, and what they are called without one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.names import labels

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.position.model import NotedPlayer, Position

__all__ = ["named"]


def named(position: Position) -> Iterator[tuple[str, NotedPlayer]]:
    """Yield the players with what they are called in reports."""
    return zip(labels([player.name for player in position.players]), position.players, strict=True)
