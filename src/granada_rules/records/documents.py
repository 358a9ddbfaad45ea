"""Files as plain data: TOML for people, JSON for programs. Any bytes give data, or an error that says where.

JSON readers descend as deep as a file says, take a key that is there twice without a word, and numbers that
no record holds; so depth is bounded before anything is parsed, and the others are marked as flaws.
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

__all__ = ["read_document", "write_json", "write_toml"]

_DEEPEST = 12
_MOST_DIGITS = 15


def read_document(data: str | bytes) -> Mapping[str, object]:
    """Read a table of TOML or JSON; what begins with ``{`` is JSON."""
    text = read_text(data)
    return _from_json(text) if _is_json(text) else read_toml(text)


def _is_json(text: str) -> bool:
    """Tell whether a text is read as JSON."""
    return text.lstrip(" \t\r\n").startswith("{")


# A string without an end is taken up to the end of its line, so that nothing is looked at twice; and nothing
# is remembered for going back, which would take far more memory than the text.
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
                raise RecordError(f"line {where}: more than {_DEEPEST} brackets within one another")
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
        raise RecordError(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    return document


def _once_each(pairs: Iterable[tuple[str, object]]) -> dict[str, object]:
    document: dict[str, object] = {}
    for key, value in pairs:
        document[key] = Flaw("it is there twice") if key in document else value
    return document


def _whole_number(digits: str) -> int | Flaw:
    if len(digits) > _MOST_DIGITS:
        return Flaw(f"a number of {len(digits)} digits, which nothing here can be")
    return int(digits)


def _no_whole_number(text: str) -> Flaw:
    return Flaw(f"{short(text)[1:-1]} is no whole number")


def write_json(document: Mapping[str, object]) -> str:
    """Write plain data as JSON, always in the same way; what is too long to be read is a ``RecordError``."""
    return _readable(json.dumps(document, ensure_ascii=False, indent=2) + "\n")


def write_toml(document: Mapping[str, object]) -> str:
    """Write plain data as TOML, always in the same way: tables in a list come last.

    What is too long to be read is a ``RecordError``.
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
