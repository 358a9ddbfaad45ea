"""What players are called: names by which they can be told apart, and what they are called without one."""

from __future__ import annotations

import unicodedata
from collections import Counter
from typing import TYPE_CHECKING

from granada_rules.kinds import is_good_name
from granada_rules.scoring import DIRK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from granada_rules.position.values import NotedPlayer, Position

__all__ = ["labels", "named", "names", "namesakes"]


def namesakes(given: Sequence[str]) -> tuple[str, ...]:
    """Return the names that somebody else bears, too, however their letters are put together."""
    read = [unicodedata.normalize("NFC", name) for name in given]
    often = Counter(read)
    return tuple(name for name, one in zip(given, read, strict=True) if often[one] > 1)


def names(given: Sequence[str | None]) -> tuple[str | None, ...]:
    """Return the names by which players can be told apart; any other is none.

    It can be read in one line, nobody else bears it, and it is not Dirk's (DIRK-2).
    """
    good = [name for name in given if name is not None and is_good_name(name)]
    usable = set(good) - {DIRK, *namesakes(good)}
    return tuple(name if name in usable else None for name in given)


def labels(given: Sequence[str | None]) -> tuple[str, ...]:
    """Return what players of these names, by seat, are called in reports: each something else."""
    called = []
    for number, name in enumerate(names(given), 1):
        label = name or f"player {number}"
        while name is None and label in given:
            label = f"unnamed {label}"
        called.append(label)
    return tuple(called)


def named(position: Position) -> Iterator[tuple[str, NotedPlayer]]:
    """Yield the players with what they are called in reports."""
    return zip(labels([player.name for player in position.players]), position.players, strict=True)
