"""The entries of an object that somebody sent, each of one form, with errors that say where."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from types import NoneType
from typing import TYPE_CHECKING, TypeVar

from granada_rules.arguments import expect, short
from granada_rules.card import parse_card
from granada_rules.documents import read_json
from granada_rules.fields import MOST_LISTED, Fields, expected
from granada_rules.grid import Cell
from granada_rules.money import Purse
from granada_rules.names import is_printable
from granada_rules.toml import RecordError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "Given",
    "a_cell",
    "a_purse",
    "a_text",
    "an_object",
    "cell_of",
    "coded",
    "is_null",
    "number",
    "one_of",
    "several",
    "there",
]

Given = str | bytes | Mapping[str, object]
"""An object of JSON: as text, or as plain data that was read already."""

_Thing = TypeVar("_Thing")

_FARTHEST = 9999
"""The largest number of a cell, as in lines."""

_LONGEST_TEXT = 2000

_MOST_NAMED = 20
"""Of more choices an error names only so many."""


def an_object(data: Given, form: str, what: str) -> Fields:
    """Return the entries of an object; if it names its format, that has to be this one."""
    # What was parsed already may be anything that JSON can say.
    if isinstance(data, NoneType | bool | int | float | list):
        raise RecordError(f"expected {what} as an object, got {short(data)}")
    expect(data, str, bytes, Mapping)
    fields = Fields(data if isinstance(data, Mapping) else read_json(data), "")
    fields.taken.add("format")
    if "format" in fields.entries:
        fields.expect_format(form, what)
    return fields


def is_null(fields: Fields, key: str) -> bool:
    """Tell whether an entry, which may not be missing, is null; then it is taken."""
    if key not in fields.entries:
        raise RecordError(f"{fields.place(key)} is missing")
    fields.taken.add(key)
    return fields.entries[key] is None


def there(fields: Fields, key: str, kind: type[_Thing]) -> _Thing:
    """Take an entry of that kind, which may not be missing."""
    value = fields.optional(key, kind)
    if value is None:
        raise RecordError(f"{fields.place(key)} is missing")
    return value


def number(fields: Fields, key: str, lowest: int, highest: int) -> int:
    """Take a number from the lowest to the highest."""
    value = there(fields, key, int)
    if not lowest <= value <= highest:
        raise RecordError(f"{fields.place(key)}: expected {lowest} to {highest}, got {value}")
    return value


def one_of(fields: Fields, key: str, choices: Mapping[str, _Thing]) -> _Thing:
    """Take one of these words, spelled exactly so."""
    word = there(fields, key, str)
    if word not in choices:
        more = f" and {len(choices) - _MOST_NAMED} more" if len(choices) > _MOST_NAMED else ""
        listed = ", ".join(islice(choices, _MOST_NAMED)) + more
        raise RecordError(f"{fields.place(key)}: expected one of {listed}, got {short(word)}")
    return choices[word]


def coded(fields: Fields, key: str, parse: Callable[[str], _Thing]) -> _Thing:
    """Take a code such as that of a face."""
    code = there(fields, key, str)
    try:
        return parse(code)
    except ValueError as error:
        raise RecordError(f"{fields.place(key)}, {error}") from None


def several(
    fields: Fields, key: str, what: str, parse: Callable[[str], _Thing], most: int = MOST_LISTED
) -> tuple[_Thing, ...]:
    """Take a list of codes; none if it is missing."""
    return fields.listed(key, lambda entry: parse(expected(str, entry, what)), most) or ()


def a_purse(fields: Fields, key: str) -> Purse:
    """Take a list of cards, which may not be missing."""
    there(fields, key, list)
    return Purse.of(several(fields, key, "a card", parse_card))


def a_cell(entry: object) -> Cell:
    """Read a cell such as ``[1, -2]``."""
    match expected(list, entry, "a cell"):
        case [x, y]:
            return Cell(_coordinate(x), _coordinate(y))
        case _:
            raise RecordError("a cell: expected x and y, such as [1, -2]")


def cell_of(fields: Fields, key: str) -> Cell:
    """Take a cell."""
    cell = there(fields, key, list)
    try:
        return a_cell(cell)
    except RecordError as error:
        raise RecordError(f"{fields.place(key)}, {error}") from None


def _coordinate(entry: object) -> int:
    value = expected(int, entry, "a cell")
    if abs(value) > _FARTHEST:
        raise RecordError(f"a cell: expected {-_FARTHEST} to {_FARTHEST}, got {value}")
    return value


def a_text(fields: Fields, key: str) -> str:
    """Take a printable line that is not empty."""
    text = there(fields, key, str)
    if not text or len(text) > _LONGEST_TEXT or not is_printable(text):
        form = f"one printable line of 1 to {_LONGEST_TEXT} characters"
        raise RecordError(f"{fields.place(key)}: expected {form}, got {short(text)}")
    return text
