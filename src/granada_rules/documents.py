"""TOML and JSON as plain data. Any bytes give data, or an error that names the place.

Python's JSON reader accepts any depth, duplicate keys, and numbers that no record holds. So depth is limited
before parsing, and the others become flaws, which are refused where they are used.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from granada_rules.arguments import expect, short
from granada_rules.fields import Flaw
from granada_rules.toml import (
    RecordError,
    line_of,
    read_text,
    read_toml,
    refuse_entries,
    write_simple,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["read_document", "read_json", "write_json", "write_toml"]

_DEEPEST = 12
_MOST_DIGITS = 15


def read_document(data: str | bytes) -> Mapping[str, object]:
    """Read a table of TOML or JSON; a text that begins with ``{`` is JSON.

    Raises ``RecordError`` if it cannot be read.
    """
    text = read_text(data)
    return _from_json(text) if _is_json(text) else read_toml(text)


def read_json(data: str | bytes) -> Mapping[str, object]:
    """Read an object of JSON.

    Raises ``RecordError`` if it cannot be read.
    """
    text = read_text(data)
    if not _is_json(text):
        raise RecordError("not JSON: expected an object, which begins with {")
    return _from_json(text)


def _is_json(text: str) -> bool:
    """Tell whether a text is read as JSON."""
    return text.lstrip(" \t\r\n").startswith("{")


# An unclosed string ends with its line, so that no text is scanned twice. Possessive quantifiers keep no
# positions to go back to, which would take far more memory than the text.
_ENTRIES = re.compile(r'"(?:[^"\\\n]++|\\.)*+"?|[\[\]{},]')


def _refuse_costly(text: str) -> None:
    depth = entries = 0
    for match in _ENTRIES.finditer(text):
        found = match[0]
        if found in "[{,":
            entries += 1
            refuse_entries(entries)
        if found in "[{":
            depth += 1
            if depth > _DEEPEST:
                where = line_of(text, match)
                raise RecordError(f"line {where}: more than {_DEEPEST} nested brackets")
        elif found in "]}" and depth:
            depth -= 1


def _from_json(text: str) -> Mapping[str, object]:
    _refuse_costly(text)
    try:
        document: dict[str, object] = json.loads(
            text,
            object_pairs_hook=_once_each,
            parse_int=_whole_number,
            parse_float=_no_whole_number,
            parse_constant=_no_whole_number,
        )
    except json.JSONDecodeError as error:
        raise RecordError(f"not JSON: line {error.lineno}, column {error.colno}: {error.msg}") from None
    return document


def _once_each(pairs: Iterable[tuple[str, object]]) -> dict[str, object]:
    document: dict[str, object] = {}
    for key, value in pairs:
        document[key] = Flaw("duplicate key") if key in document else value
    return document


def _whole_number(digits: str) -> int | Flaw:
    if len(digits) > _MOST_DIGITS:
        return Flaw(f"a number of {len(digits)} digits, at most {_MOST_DIGITS} are read")
    return int(digits)


def _no_whole_number(text: str) -> Flaw:
    return Flaw(f"expected a whole number, got {short(text)[1:-1]}")


def write_json(document: Mapping[str, object]) -> str:
    """Return plain data as JSON, always in the same form.

    >>> from granada_rules import Marker, Position, write_json, write_position
    >>> print(write_json(write_position(Position(marker=Marker.EVEN))), end="")
    {
      "format": "granada-position/1",
      "marker": "even",
      "player": []
    }

    Raises ``RecordError`` if JSON cannot hold it, as with NaN, or if the text is too long to be read back.
    """
    try:
        text = json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False)
    except ValueError as error:
        raise RecordError(f"cannot be written as JSON: {error}") from None
    return _readable(f"{text}\n")


def write_toml(document: Mapping[str, object]) -> str:
    """Return plain data as TOML, always in the same form: lists of tables come last.

    >>> from granada_rules import Marker, Position, write_position, write_toml
    >>> print(write_toml(write_position(Position(marker=Marker.EVEN))), end="")
    format = "granada-position/1"
    marker = "even"
    player = []

    Raises ``RecordError`` if a number is not finite, or if the text is too long to be read back.
    """
    expect(document, Mapping)
    simple = {key: value for key, value in document.items() if not _is_tables(value)}
    lines = [f"{key} = {_toml(value)}" for key, value in simple.items()]
    for key, value in document.items():
        if _is_tables(value) and isinstance(value, list):
            for entry in value:
                lines += ["", f"[[{key}]]", *(f"{name} = {_toml(part)}" for name, part in entry.items())]
    return _readable("\n".join(lines) + "\n")


def _readable(text: str) -> str:
    read_text(text.encode("utf-8", "surrogatepass"))
    return text


def _is_tables(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(entry, dict) for entry in value)


_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def _toml(value: object) -> str:
    if isinstance(value, dict):
        entries = (f"{_toml_key(key)} = {_toml(part)}" for key, part in value.items())
        return f"{{ {', '.join(entries)} }}" if value else "{}"
    if _is_tables(value) and isinstance(value, list):
        # One a line, so that people can read them.
        return "".join(["[\n", *(f"  {_toml(entry)},\n" for entry in value), "]"])
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, str) and "\n" in value:
        lines = "\n".join(write_simple(line)[1:-1] for line in value.split("\n"))
        return f'"""\n{lines}"""'
    return write_simple(value)


def _toml_key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else write_simple(key)
