"""Names of players: which `setup` takes, which records hold, and what a player without one is called."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = [
    "CLEAR_NAME",
    "GOOD_NAME",
    "JOINERS",
    "LONGEST_NAME",
    "as_seen",
    "as_written",
    "columns_of",
    "is_clear_name",
    "is_good_name",
    "is_printable",
    "namesakes",
]


LONGEST_NAME = 60
"""How many characters a name has at most."""

GOOD_NAME = f"1 to {LONGEST_NAME} printable characters without blanks around them"
"""What a name in a record has, for messages."""

CLEAR_NAME = "a visible character, and variation selectors only after one"
"""What the name of a player has besides, for messages."""

JOINERS = "\u200c\u200d"
"""Zero width non-joiner and joiner: part of the spelling of Persian or Hindi words, and of many emoji."""

_SELECTOR = r"\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef"

# Unicode's Default_Ignorable_Code_Point.
_IGNORABLE = (
    r"\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    r"\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)

# Two symbols look like blanks: braille without dots, and a note without a head.
_BLANK = r"\s\u2800\U0001d159"

# Strings, because few who import the package ask for names: `re` compiles them when they are used.
_STRAY_JOINER = rf"(?<![^{_BLANK}{JOINERS}])[{JOINERS}]|[{JOINERS}](?![^{_BLANK}{JOINERS}])"

_STRAY_SELECTOR = rf"(?<![^{_BLANK}{_IGNORABLE}])[{_SELECTOR}]"

_WITHOUT_JOINERS = str.maketrans("", "", JOINERS)

_VISIBLE_CATEGORIES = "LNPS"


def columns_of(letter: str) -> int:
    """Estimate how many columns a character takes: two if it is wide, none if it goes with the one before.

    That is enough for a caret and for SVG. Drawings as text ask `wcwidth`, which knows what terminals do.
    """
    if letter in JOINERS or unicodedata.category(letter) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def is_printable(text: str) -> bool:
    """Tell whether a text is printable: joiners inside words are, others are not."""
    if text.isascii():
        return text.isprintable()
    return re.search(_STRAY_JOINER, text) is None and text.translate(_WITHOUT_JOINERS).isprintable()


def is_good_name(name: str) -> bool:
    """Tell whether a record can hold a name: it is readable in one line."""
    return 1 <= len(name) <= LONGEST_NAME and name == name.strip() and is_printable(name)


def is_clear_name(name: str) -> bool:
    """Tell whether `setup` takes a name: it is good, and can be seen."""
    visible = re.sub(f"[{_BLANK}{_IGNORABLE}]", "", name)
    return (
        is_good_name(name)
        and re.search(_STRAY_SELECTOR, name) is None
        and any(unicodedata.category(letter)[0] in _VISIBLE_CATEGORIES for letter in visible)
    )


def as_written(name: str) -> str:
    """Return a name in one form, however its letters are composed; records tell names apart by it."""
    return unicodedata.normalize("NFC", name)


def as_seen(name: str) -> str:
    """Return what people see of a name, capitals aside; `setup` tells names apart by it."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    seen = unicodedata.normalize("NFKC", re.sub(f"[{_IGNORABLE}]", "", folded))
    return re.sub(f"[{_BLANK}]+", " ", seen).strip()


def namesakes(given: Sequence[str], look: Callable[[str], str] = as_written) -> tuple[str, ...]:
    """Return the names that look like another one."""
    looks = list(map(look, given))
    often = Counter(looks)
    return tuple(name for name, one in zip(given, looks, strict=True) if often[one] > 1)
