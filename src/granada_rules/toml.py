"""Reading untrusted texts and TOML within bounds, with errors that say where.

Sizes are bounded before anything is parsed. Strings may be long; what makes the parser slow is outside of
strings: many small entries, keys with many dots, very long numbers.
"""

from __future__ import annotations

import re
from math import isfinite
from typing import TYPE_CHECKING, final

from granada_rules.arguments import expect, short

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "LONGEST_WORD",
    "MOST_BYTES",
    "MOST_DOTS",
    "MOST_ENTRIES",
    "STRING",
    "RecordError",
    "line_of",
    "read_text",
    "read_toml",
    "refuse_entries",
    "write_simple",
]

MOST_BYTES = 1024 * 1024
MOST_ENTRIES = 30_000
MOST_DOTS = 20
LONGEST_WORD = 100
_LONGEST_REASON = 160

STRING = (
    r'"""(?:[^"\\]++|\\.|"(?!""))*+"{0,5}'
    r"|'''(?:[^']++|'(?!''))*+'{0,5}"
    r'|"(?:[^"\\\n]++|\\.)*+"?'
    r"|'[^'\n]*+'?"
)
"""A pattern for a TOML string, also an unterminated one; compile it with ``re.DOTALL``.

Up to the first syntax error it matches exactly the strings that the parser sees. It is possessive: it never
backtracks, which would take far more memory than the text.
"""

_COSTLY = re.compile(
    rf"{STRING}|#[^\n]*+|(?P<dot>\.)|(?P<entry>[,=\[{{])|(?<![\w+-])(?P<word>[\w+-]{{{LONGEST_WORD + 1}}})",
    re.DOTALL | re.ASCII,
)

_PLAIN = re.compile(
    rf"(?<!')\"{{3}}(?P<plain>[^\"'\\]*+)\"{{3}}(?![\"'])|{STRING}|(?:#[^\n]*+\s*+)++", re.DOTALL
)
"""A string, or comments; ``plain`` is what stands between quotes that may as well be apostrophes."""


@final
class RecordError(ValueError):
    """Raised if a file cannot be read: one line for each reason, with the place."""


def read_text(data: str | bytes) -> str:
    """Return a text, decoded from UTF-8 if it is given as bytes.

    Raises ``RecordError`` if it is too long, not UTF-8, or begins with a byte order mark.
    """
    expect(data, str, bytes)
    if len(data) > MOST_BYTES:
        raise RecordError(f"longer than {MOST_BYTES // 1024 // 1024} MiB")
    try:
        text = data if isinstance(data, str) else data.decode()
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise RecordError(f"line {line}: not UTF-8 (byte 0x{error.object[error.start]:02x})") from None
    if text.startswith("\ufeff"):
        raise RecordError("line 1: begins with a byte order mark; save it as UTF-8 without one")
    return text


def read_toml(text: str) -> Mapping[str, object]:
    """Read a table of TOML.

    Raises ``RecordError`` if it is not TOML, or too large.
    """
    import tomllib  # noqa: PLC0415 - to keep the import of the package fast

    _refuse_costly(text)
    try:
        # The parser reads what is in """ one character at a time, and what is in ''' at once.
        return tomllib.loads(_PLAIN.sub(_with_apostrophes, text))
    except (RecursionError, tomllib.TOMLDecodeError):
        return _as_written(text)


def _with_apostrophes(match: re.Match[str]) -> str:
    plain = match["plain"]
    return match[0] if plain is None else f"'''{plain}'''"


def _as_written(text: str) -> Mapping[str, object]:
    """Read a table of TOML as it is, so that an error has its own reason and place."""
    import tomllib  # noqa: PLC0415 - as above

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise RecordError("not TOML: nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        if "\n" not in text and text.lower().endswith((".toml", ".json")):
            raise RecordError(f"expected the content of a file, got its name: {short(text)}") from None
        # The reason may quote a whole key; the place is at its end.
        reason, _, where = str(error).rpartition(" (at ")
        raise RecordError(f"not TOML: {reason[:_LONGEST_REASON]} (at {where}") from None


def _refuse_costly(text: str) -> None:
    entries = dots = 0
    for match in _COSTLY.finditer(text):
        found = match.lastgroup
        if found == "entry":
            entries += 1
            refuse_entries(entries)
        elif found == "dot":
            dots += 1
            if dots > MOST_DOTS:
                raise RecordError(f"line {line_of(text, match)}: more than {MOST_DOTS} dots in keys")
        elif found == "word":
            raise RecordError(f"line {line_of(text, match)}: a word of more than {LONGEST_WORD} characters")


def refuse_entries(number: int) -> None:
    """Raise ``RecordError`` if a file has too many entries."""
    if number > MOST_ENTRIES:
        raise RecordError(f"more than {MOST_ENTRIES} entries")


def line_of(text: str, match: re.Match[str]) -> int:
    """Return the line of a match, counted from 1."""
    return text.count("\n", 0, match.start()) + 1


def write_simple(value: object) -> str:
    """Write a string, a number or a boolean: as JSON, with DEL escaped too, which TOML requires.

    Raises ``RecordError`` if a number is not finite.
    """
    import json  # noqa: PLC0415 - to keep the import of the package fast

    if isinstance(value, float) and not isfinite(value):
        raise RecordError(f"expected a finite number, got {value}")
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
