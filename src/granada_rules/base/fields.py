"""The entries of a table that was read, taken one by one, with errors that say where they are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from itertools import islice
from types import NoneType
from typing import TYPE_CHECKING, TypeVar, cast, final

import attrs

from granada_rules.base.arguments import expect, short
from granada_rules.base.documents import Flaw, read_json
from granada_rules.base.names import GOOD_NAME, is_good_name, is_printable
from granada_rules.base.slips import MOST_SLIPS, RecordError, Slip, Slips

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = [
    "FARTHEST",
    "LARGEST",
    "MOST_LISTED",
    "NUMBER",
    "Fields",
    "Given",
    "a_text",
    "an_object",
    "by_word",
    "chosen",
    "coded",
    "expected",
    "good_name",
    "is_null",
    "nearest",
    "number",
    "one_of",
    "several",
    "there",
]


MOST_LISTED = 200
"""The most entries of a list in a position."""

LARGEST = 10**9
"""The largest number in a position."""

FARTHEST = 9999
"""The largest number of a cell or a space in lines and objects."""

NUMBER = f"[1-9][0-9]{{0,{len(str(FARTHEST)) - 1}}}"
"""Such a number as text, unless it is 0: without plus sign and leading zeros."""

_KINDS: dict[type, str] = {
    str: "a string",
    int: "an integer",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}

_Kind = TypeVar("_Kind")

_Thing = TypeVar("_Thing")

_Word = TypeVar("_Word", bound=Enum)

_A_FORMAT = re.compile(r"[a-z]+(?:-[a-z]+)+/[0-9]+")


@final
@attrs.define
class Fields:
    """A table that was read, and where it is.

    Raises ``RecordError``, with the place, for an entry of another kind. With ``slips`` it is noted there
    instead, and the entry counts as missing; its key is in ``lost``.
    """

    entries: Mapping[str, object]
    where: str
    taken: set[str] = attrs.field(factory=set)
    slips: Slips | None = None
    order: tuple[int, ...] = ()
    """Where the table stands in the file: of all tables around it the number of the entry."""
    inside: str = ""
    """What stands before places in messages, if this table is inside of another."""
    lost: set[str] = attrs.field(factory=set)
    elsewhere: Mapping[str, str] = attrs.field(factory=dict)
    """What to do with entries that belong somewhere else."""
    _ranks: dict[str, int] = attrs.field(factory=dict, init=False)

    def place(self, key: str) -> str:
        """Return the place of an entry, for messages."""
        return f"{self.where}, {key}" if self.where else key

    def inner(self, entries: Mapping[str, object], where: str, key: str, number: int = 0) -> Fields:
        """Return a table that stands in an entry of this one, there as an entry of a list."""
        if self.slips is None:
            return Fields(entries, where)
        return Fields(entries, where, slips=self.slips, order=(*self._order(key), number), inside=self.inside)

    def optional(self, key: str, kind: type[_Kind], wanted: str = "") -> _Kind | None:
        """Take an entry of that kind; None if it is missing. ``wanted`` names all kinds that are read."""
        self.taken.add(key)
        if key not in self.entries:
            return None
        return self.attempt(key, lambda: expected(kind, self.entries[key], self.place(key), wanted))

    def attempt(self, key: str, read: Callable[[], _Thing]) -> _Thing | None:
        """Return what is read of an entry; None if slips are noted, and one is in it."""
        if self.slips is None:
            return read()
        before = self.slips.number
        try:
            found = read()
        except ValueError as error:
            self.refuse(key, str(error))
            return None
        if self.slips.number == before:
            return found
        self.lost.add(key)
        return None

    def refuse(
        self,
        key: str,
        message: str,
        part: str = "",
        at: tuple[int, ...] = (),
        given: object = None,
    ) -> None:
        """Note why an entry cannot be read.

        ``part`` says where in the entry, ``at`` is that in numbers, and ``given`` what stands there.

        Raises ``RecordError`` if slips are not noted.
        """
        if self.slips is None:
            raise RecordError(message) from None
        shown = _written(self.entries.get(key, "") if given is None else given)
        place = f"{self.inside}{self.place(key)}{part}"
        self.slips.note((*self._order(key), *at), Slip(place, shown, f"{self.inside}{message}"))
        self.lost.add(key)

    def _order(self, key: str) -> tuple[int, ...]:
        """Return where an entry stands in the file; what is missing comes first."""
        if not self._ranks:
            self._ranks.update((entry, number) for number, entry in enumerate(self.entries))
        return (*self.order, self._ranks.get(key, -1))

    def expect_format(self, name: str, what: str) -> None:
        """Check the entry ``format``; a file of another format is refused at once, and its slips are not."""
        form = self.optional("format", str)
        if form is None and "format" not in self.lost:
            self.refuse("format", f'format is missing: {what} says format = "{name}"')
        elif form not in {None, name}:
            message = f'format: expected "{name}", got {short(form)}'
            if _A_FORMAT.fullmatch(form or ""):
                raise RecordError(message)
            self.refuse("format", message)

    def listed(
        self, key: str, read: Callable[[object], _Thing], most: int = MOST_LISTED, wanted: str = ""
    ) -> tuple[_Thing, ...] | None:
        """Take a list and read its entries one by one; None if it is missing."""
        return self._each(key, lambda _, entry: read(entry), most, wanted)

    def tables(
        self, key: str, read: Callable[[Fields], _Thing], what: str, most: int = MOST_LISTED, wanted: str = ""
    ) -> tuple[_Thing, ...] | None:
        """Take a list of tables and read them one by one; None if it is missing."""

        def one(number: int, entry: object) -> _Thing:
            fields = self.inner(expected(dict, entry, what), "", key, number)
            # Errors get the place of the table when they leave it.
            fields.inside = "" if self.slips is None else f"{self.inside}{self.place(key)}, entry {number}, "
            return read(fields)

        return self._each(key, one, most, wanted)

    def _each(
        self, key: str, read: Callable[[int, object], _Thing], most: int, wanted: str
    ) -> tuple[_Thing, ...] | None:
        entries = self.items(key, most, wanted)
        return None if entries is None else self.attempt(key, lambda: (*self._items(key, entries, read),))

    def items(self, key: str, most: int = MOST_LISTED, wanted: str = "") -> list[object] | None:
        """Take a list; None if it is missing."""
        entries = self.optional(key, list, wanted)
        if entries is not None and len(entries) > most:
            self.refuse(key, f"{self.place(key)}: more than {most} entries")
            return None
        return entries

    def _items(
        self, key: str, entries: list[object], read: Callable[[int, object], _Thing]
    ) -> Iterator[_Thing]:
        for number, entry in enumerate(entries, 1):
            try:
                yield read(number, entry)
            except ValueError as error:
                part = f", entry {number}"
                self.refuse(key, f"{self.place(key)}{part}, {error}", part, (number,), entry)

    def one_of(self, key: str, choices: Mapping[str, _Thing]) -> _Thing | None:
        """Take one of these words, in capitals or not; None if it is missing."""
        word = self.optional(key, str)
        if word is None:
            return None
        return self.attempt(key, lambda: chosen(word, choices, f"{self.place(key)}: "))

    def name(self, key: str) -> str | None:
        """Take a name; None if it is missing."""
        name = self.optional(key, str)
        return None if name is None else self.attempt(key, lambda: good_name(name, self.place(key)))

    def needed(self, key: str, value: _Thing | None) -> _Thing:
        """Return what was taken, which may not be missing; None, as for `made`, if it is lost."""
        if value is None and key not in self.lost:
            self.refuse(key, f"{self.place(key)} is missing")
        return cast("_Thing", value)

    def made(self, make: Callable[..., _Thing], **given: object) -> _Thing:
        """Return what is made of the entries; None, which nobody gets to see, if one of them is lost."""
        return cast("_Thing", None) if self.lost else make(**given)

    def no_others(self) -> None:
        """Refuse entries that were not taken."""
        unknown = [key for key in self.entries if key not in self.taken]
        # Of very many only as many are looked at as are told.
        for key, problem in islice(zip(unknown, self.others(), strict=True), MOST_SLIPS):
            self.refuse(key, problem)
        if self.slips is not None:
            self.slips.number += max(0, len(unknown) - MOST_SLIPS)

    def others(self) -> Iterator[str]:
        """Yield a message for each entry that was not taken."""
        for key in self.entries:
            if key in self.taken:
                continue
            if key in self.elsewhere:
                yield f"{self.place(short(key))}: no such entry here; {self.elsewhere[key]}"
            else:
                near = nearest(key, self.taken)
                meant = "" if near is None else f"; did you mean {near}?"
                yield f"{self.place(short(key))}: no such entry{meant} ({' '.join(sorted(self.taken))})"


_LONGEST_MEANT = 40

_NEAR = 0.75
"""How like each other two words are of which one was meant: markr and marker, but not place and player."""


def nearest(word: object, known: Iterable[str]) -> str | None:
    """Return the known word that was probably meant, capitals or not; None if no word is near."""
    from difflib import get_close_matches

    # Short plain words only: comparing takes longer the longer they are.
    if not isinstance(word, str) or len(word) > _LONGEST_MEANT or not word.isascii():
        return None
    return next(iter(get_close_matches(word.lower(), sorted(known), 1, _NEAR)), None)


def expected(kind: type[_Kind], value: object, place: str, wanted: str = "") -> _Kind:
    """Return a value of that kind; ``true`` is not an integer. ``wanted`` is what to say instead of the kind.

    Raises ``RecordError`` if it is of another kind, or too large a number.
    """
    if isinstance(value, Flaw):
        raise RecordError(f"{place}: {value.reason}")
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise RecordError(f"{place}: expected {wanted or _KINDS[kind]}, got {_given(value)}")
    if isinstance(value, int) and abs(value) > LARGEST:
        raise RecordError(f"{place}: numbers go from {-LARGEST} to {LARGEST}")
    return value


def chosen(word: str, choices: Mapping[str, _Thing], place: str = "") -> _Thing:
    """Return what a word stands for, in capitals or not.

    Raises ``RecordError`` if it is none of the choices.
    """
    by_small_letters = {name.lower(): choice for name, choice in choices.items()}
    choice = by_small_letters.get(word.strip().lower())
    if choice is None:
        raise RecordError(f"{place}expected one of {', '.join(choices)}, got {short(word)}")
    return choice


def _given(value: object) -> str:
    """Show a value in the words of TOML and JSON, not of Python."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    # A list or a table may be large.
    if isinstance(value, list | dict):
        return _KINDS[type(value)]
    from datetime import date, time

    return str(value) if isinstance(value, date | time) else short(value)


def _written(value: object) -> str:
    """Show a value as it is written: a string without quotes."""
    if isinstance(value, Flaw):
        return ""
    return short(value)[1:-1] if isinstance(value, str) else _given(value)


def good_name(name: object, place: str) -> str:
    """Return a name that a record can hold.

    Raises ``RecordError`` if it is not one.
    """
    text = expected(str, name, place)
    if not is_good_name(text):
        raise RecordError(f"{place}: expected {GOOD_NAME}, got {short(text)}")
    return text


Given = str | bytes | Mapping[str, object]
"""An object of JSON: as text, or as plain data that was read already."""

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


def by_word(words: type[_Word]) -> dict[str, _Word]:
    """Return words by their values, as which they are written."""
    return {word.value: word for word in words}


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


def a_text(fields: Fields, key: str) -> str:
    """Take a printable line that is not empty."""
    text = there(fields, key, str)
    if not text or len(text) > _LONGEST_TEXT or not is_printable(text):
        form = f"one printable line of 1 to {_LONGEST_TEXT} characters"
        raise RecordError(f"{fields.place(key)}: expected {form}, got {short(text)}")
    return text
