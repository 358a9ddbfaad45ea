"""How many columns of a terminal a text takes, and where it can be broken.

Names may have wide letters, accents, emoji that are joined of several, and letters of India that combine.
What a terminal does with these is in no module of the standard library, so `wcwidth` is asked, and loaded
only when there is such a text.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate, takewhile
from typing import TYPE_CHECKING

from granada_rules.draw import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["is_plain", "width_of", "wrapped"]

_DRAWN = frozenset(map(chr, [*range(0x2500, 0x25A0), ord("⋮"), ord("…")]))
"""Box characters, and what else drawings have that is not ASCII."""


def is_plain(text: str) -> bool:
    """Tell whether each character of a text certainly takes one column."""
    return text.isascii() or all(letter.isascii() or letter in _DRAWN for letter in text)


@lru_cache(maxsize=1024)
def width_of(text: str) -> int:
    """Return the number of terminal columns that a text takes between blanks."""
    if is_plain(text):
        return len(text)
    from wcwidth import wcswidth

    # Some letters combine with a blank before or behind them, and then take more room than alone.
    return wcswidth(f" {text} ") - 2


def _fitting(text: str, room: float) -> int:
    """Return how many characters of a text fit, at least one: what is joined stays so, if there is room."""
    if width_of(text) <= room:
        return len(text)
    if is_plain(text):
        return max(int(room), 1)
    from wcwidth import iter_graphemes

    return _whole(text, room, iter_graphemes(text)) or _whole(text, room, text) or 1


def _whole(text: str, room: float, parts: Iterable[str]) -> int:
    """Return how many characters the first parts of a text have that fit."""
    ends = accumulate(map(len, parts))
    return max(takewhile(lambda end: width_of(text[:end]) <= room, ends), default=0)


def wrapped(text: str, width: int, indent: int = 0) -> Iterator[str]:
    """Wrap a text to a number of columns, between words where possible; indent the lines after the first."""
    return words.wrapped(text, width, indent, measure=width_of, fitting=_fitting)
