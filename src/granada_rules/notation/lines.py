"""Events as lines, each followed by its digest, and their line numbers in a file."""

from __future__ import annotations

import hashlib
import re
from itertools import takewhile
from typing import TYPE_CHECKING

import attrs

from granada_rules.base import STRING, RecordError, Slip, Slips, expected, line_of, short

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

__all__ = [
    "FORMAT",
    "LONGEST_LINE",
    "MOST_EVENTS",
    "digests",
    "event_lines",
    "file_lines",
    "read_line",
    "write_line",
]


FORMAT = "granada-game/1"

MOST_EVENTS = 20_000

LONGEST_LINE = 1000
"""Enough for a name of 60 characters and all cards of the box."""

_BLANKS = " \t\r\xa0"
"""The blanks that are dropped at both ends of every line."""

_DIGEST = re.compile(r"[0-9a-fA-F]{8}")

_NOT_IN_A_LINE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def digests(lines: Iterable[str]) -> tuple[str, ...]:
    """Return for each line eight hexadecimal digits that depend on it and all lines before."""
    chain, found = hashlib.sha256(FORMAT.encode()), []
    for line in lines:
        chain.update(f"\n{line}".encode())
        found.append(chain.hexdigest()[:8])
    return tuple(found)


def event_lines(
    given: Iterable[object], read: Callable[[str], object], places: Sequence[int] = ()
) -> list[tuple[str, str | None]]:
    """Return the events and digests of a list of lines, without blank lines.

    ``places`` are their lines in the file, if they are known. If there are some that no record can hold, the
    error tells also those that cannot be read as an event.
    """
    lines: list[tuple[str, str | None]] = []
    wrong: dict[int, Slip] = {}
    for entry in given:
        number = len(lines) + 1
        try:
            line = read_line(entry, number)
        except RecordError as error:
            wrong[number], line = _slip(number, entry, str(error)), ("-", None)
        if line[0]:
            lines.append(line)
        if len(lines) > MOST_EVENTS:
            raise RecordError(f"events: more than {MOST_EVENTS}")
    if wrong:
        _refuse(wrong | _no_events(lines, wrong, read), places if len(places) == len(lines) else ())
    return lines


def _no_events(
    lines: Iterable[tuple[str, str | None]], others: Container[int], read: Callable[[str], object]
) -> dict[int, Slip]:
    """Return the lines that are no events, by number, but for others."""
    wrong = {}
    for number, (line, _) in enumerate(lines, 1):
        try:
            if number not in others:
                read(line)
        except ValueError as error:
            wrong[number] = _slip(number, line, f"{_place(number)}: {error}")
    return wrong


def _slip(number: int, given: object, message: str) -> Slip:
    shown = short(given)
    return Slip(_place(number), shown[1:-1] if isinstance(given, str) else shown, message)


def _refuse(wrong: Mapping[int, Slip], places: Sequence[int]) -> None:
    """Raise ``RecordError`` with the lines that cannot be read, by number, in their order."""
    slips = Slips()
    for number, slip in wrong.items():
        where = f"line {places[number - 1]} of the file: " if places and len(wrong) > 1 else ""
        slips.note((number,), attrs.evolve(slip, message=f"{where}{slip.message}"))
    slips.refuse()


def read_line(entry: object, number: int) -> tuple[str, str | None]:
    """Return the event of a line, empty if the line is blank, and its digest, if there is one."""
    text = entry if isinstance(entry, str) else expected(str, entry, _place(number))
    # Not `strip()`: some of the characters that it removes are refused below.
    line = text.strip(_BLANKS)
    # Nothing printable is refused, and most lines are.
    if not line.isprintable() and (stray := _NOT_IN_A_LINE.search(line)):
        raise RecordError(f"{_place(number)}: U+{ord(stray[0]):04X} is not allowed in a line")
    before, _, behind = line.rpartition("#")
    event, digest = before.strip(), behind.strip()
    if not (event and _DIGEST.fullmatch(digest)):
        event, digest = line, ""
    if len(event) > LONGEST_LINE:
        raise RecordError(f"{_place(number)}: longer than {LONGEST_LINE} characters")
    return event, digest.lower() or None


def _place(number: int) -> str:
    return f"events, line {number}"


def write_line(event: str, digest: str | None) -> str:
    """Return an event followed by its digest, if there is one."""
    return event if digest is None else f"{event}  #{digest}"


_EVENTS = re.compile(
    rf"(?P<key>^[ \t]*(?:events|\"events\"|'events')[ \t]*=[ \t]*)|{STRING}|#[^\n]*+",
    re.DOTALL | re.MULTILINE,
)

_LISTED = re.compile(rf"(?P<string>{STRING})|#[^\n]*+|(?P<end>\])", re.DOTALL)

_STRING = re.compile(STRING, re.DOTALL)


def file_lines(text: str, entries: Sequence[str]) -> tuple[int, ...]:
    """Return the line number of each event in a TOML file, without blank lines.

    Empty if the lines cannot be found, and for JSON.
    """
    key = next((match for match in _EVENTS.finditer(text) if match["key"] is not None), None)
    if key is None:
        return ()
    is_list = text.startswith("[", key.end())
    places = list(_listed(text, key.end()) if is_list else _of_string(text, key.end()))
    if len(places) != len(entries):
        return ()
    return tuple(place for place, entry in zip(places, entries, strict=True) if entry.strip(_BLANKS))


def _listed(text: str, start: int) -> Iterator[int]:
    """Yield the line number of each string in a list."""
    place, counted = 1, 0
    for match in takewhile(lambda match: not match["end"], _LISTED.finditer(text, start)):
        place, counted = place + text.count("\n", counted, match.start()), match.start()
        if match["string"]:
            yield place


# Escapes, and what makes a new line in a string.
_BREAKS = re.compile(r"\\[ \t]*\r?\n\s*|(?P<new>\n|\\n|\\u000[aA]|\\U0000000[aA])|\\.", re.DOTALL)


def _of_string(text: str, start: int) -> Iterable[int]:
    """Return the line number of each line in a string."""
    string = _STRING.match(text, start)
    if string is None:
        return ()
    # A newline right after the opening quotes is not part of the string.
    body = re.sub(r'^("""|\'\'\')\r?\n', "", string[0])
    first = line_of(text, string) + string[0].count("\n") - body.count("\n")
    if string[0].startswith("'") or "\\" not in body:
        return range(first, first + body.count("\n") + 1)
    return _of_escaped(body, first)


def _of_escaped(body: str, place: int) -> Iterator[int]:
    yield place
    for match in _BREAKS.finditer(body):
        place += match[0].count("\n")
        if match["new"]:
            yield place
