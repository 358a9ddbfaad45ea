"""Files as plain data: TOML for people, JSON for programs. Any bytes give data, or an error that says where.

Sizes, depth and numbers are bounded before anything is parsed: readers take long for many small entries, for
TOML the longer the more dots its keys have, and JSON readers descend as deep as a file says.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NoReturn, final

from granada_rules.grid import short

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["RecordError", "read_document", "read_text", "write_json", "write_toml"]

MOST_BYTES = 3 * 1024 * 1024
MOST_ENTRIES = 60_000
MOST_IN_LINE = 4000
MOST_DOTS = 40
DEEPEST = 12
MOST_DIGITS = 15
LONGEST_REASON = 160


@final
class RecordError(ValueError):
    """A record that cannot be read: one line for each reason, with where it is."""


def read_document(data: str | bytes) -> Mapping[str, object]:
    """Read a table of TOML or JSON; what begins with ``{`` is JSON."""
    if not isinstance(data, str | bytes):
        raise TypeError(f"a text or bytes are wanted, not {short(data)}")
    text = read_text(data)
    # An entry takes one of these, in TOML as in JSON.
    if sum(map(text.count, ",=[{")) > MOST_ENTRIES:
        raise RecordError(f"more than {MOST_ENTRIES} entries, which no record needs")
    is_json = text.lstrip(" \t\r\n").startswith("{")
    return _from_json(text) if is_json else _from_toml(text)


def read_text(data: str | bytes) -> str:
    """Return a text that is not too long, and UTF-8 where it is given as bytes."""
    if len(data) > MOST_BYTES:
        raise RecordError(f"longer than {MOST_BYTES // 1024 // 1024} MiB, which no record needs")
    try:
        text = data if isinstance(data, str) else data.decode()
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise RecordError(f"line {line}: not UTF-8 (byte 0x{error.object[error.start]:02x})") from None
    if text.startswith("\ufeff"):
        raise RecordError("line 1: begins with a byte order mark, which UTF-8 does without")
    return text


# A string without an end is taken up to the end of its line, so that nothing is looked at twice; and nothing
# is remembered for going back, which would take far more memory than the text.
_NESTING = re.compile(r'"(?:[^"\\\n]++|\\.)*+"?|[\[\]{}]')


def _refuse_depth(text: str) -> None:
    depth = 0
    for match in _NESTING.finditer(text):
        bracket = match[0]
        if bracket in "[{":
            depth += 1
            if depth > DEEPEST:
                line = text.count("\n", 0, match.start()) + 1
                raise RecordError(f"line {line}: more than {DEEPEST} brackets within one another")
        elif bracket in "]}" and depth:
            depth -= 1


def _from_json(text: str) -> Mapping[str, object]:
    _refuse_depth(text)
    try:
        document: dict[str, object] = json.loads(
            text,
            object_pairs_hook=_once_each,
            parse_int=_whole_number,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
    except json.JSONDecodeError as error:
        raise RecordError(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    return document


def _once_each(pairs: Iterable[tuple[str, object]]) -> dict[str, object]:
    document: dict[str, object] = {}
    for key, value in pairs:
        if key in document:
            raise RecordError(f"{short(key)} is there twice")
        document[key] = value
    return document


def _whole_number(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise RecordError(f"a number of {len(digits)} digits, which nothing here can be")
    return int(digits)


def _no_number(text: str) -> NoReturn:
    raise RecordError(f"{short(text)[1:-1]}: whole numbers are wanted")


def _from_toml(text: str) -> Mapping[str, object]:
    import tomllib  # noqa: PLC0415 - only who reads TOML waits for it

    dots = 0
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MOST_IN_LINE:
            raise RecordError(f"line {number}: longer than {MOST_IN_LINE} characters")
        # Where keys are; in drawings there are many dots, and none of these.
        dots += line.count(".") if "=" in line or "[" in line else 0
        if dots > MOST_DOTS:
            raise RecordError(f"line {number}: more than {MOST_DOTS} dots beside keys")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise RecordError("not TOML: brackets within one another without end") from None
    except tomllib.TOMLDecodeError as error:
        # The reason may hold a whole key; where it is stands at the end.
        reason, _, where = str(error).rpartition(" (at ")
        raise RecordError(f"not TOML: {reason[:LONGEST_REASON]} (at {where}") from None


def write_json(document: Mapping[str, object]) -> str:
    """Write plain data as JSON, always in the same way."""
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def write_toml(document: Mapping[str, object]) -> str:
    """Write plain data as TOML, always in the same way: tables in a list come last."""
    simple = {key: value for key, value in document.items() if not _is_tables(value)}
    lines = [f"{key} = {_toml(value)}" for key, value in simple.items()]
    for key, value in document.items():
        if _is_tables(value) and isinstance(value, list):
            for entry in value:
                lines += ["", f"[[{key}]]", *(f"{name} = {_toml(part)}" for name, part in entry.items())]
    return "\n".join(lines) + "\n"


def _is_tables(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(entry, dict) for entry in value)


_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def _toml(value: object) -> str:
    if isinstance(value, dict):
        entries = (f"{_toml_key(key)} = {_toml(part)}" for key, part in value.items())
        return f"{{ {', '.join(entries)} }}" if value else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, str) and "\n" in value:
        lines = "\n".join(_simple(line)[1:-1] for line in value.split("\n"))
        return f'"""\n{lines}"""'
    return _simple(value)


def _simple(value: object) -> str:
    # TOML's strings are JSON's, but for one more character that has to be escaped.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _toml_key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _simple(key)
