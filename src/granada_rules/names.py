"""Names of players: which can be read and told apart, and what players are called without one."""

from __future__ import annotations

import unicodedata
from collections import Counter
from typing import TYPE_CHECKING

from granada_rules.state import DIRK

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["GOOD_NAME", "LONGEST_NAME", "is_good_name", "labels", "names", "namesakes"]

LONGEST_NAME = 60
"""How many characters a name has at most."""

GOOD_NAME = f"1 to {LONGEST_NAME} printable characters without blanks around them"
"""What a name is, in a message."""


def is_good_name(name: str) -> bool:
    """Tell whether a name can be read in one line."""
    return name.isprintable() and name == name.strip() and 1 <= len(name) <= LONGEST_NAME


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
