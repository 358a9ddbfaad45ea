"""Texts that may be anything at all, and TOML within bounds: data, or an error that says where.

Sizes are bounded before anything is parsed. A string may be long; what is outside of strings decides how long
the parser takes: many small entries, keys with many dots, numbers without end.
"""

from __future__ import annotations

import re
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
"""A string of TOML, also one without an end; to be compiled so that a dot is any character.

Up to the first error in a text these are the strings that the parser sees, and after that it sees nothing.
Nothing is looked at twice, and nothing is remembered for going back, which would take far more memory than
the text.
"""

_COSTLY = re.compile(
    rf"{STRING}|#[^\n]*+|(?P<dot>\.)|(?P<entry>[,=\[{{])|(?<![\w+-])(?P<word>[\w+-]{{{LONGEST_WORD + 1}}})",
    re.DOTALL | re.ASCII,
)


@final
class RecordError(ValueError):
    """A file that cannot be read: one line for each reason, with where it is."""


def read_text(data: str | bytes) -> str:
    """Return a text that is not too long, and UTF-8 where it is given as bytes."""
    expect(data, str, bytes)
    if len(data) > MOST_BYTES:
        raise RecordError(f"longer than {MOST_BYTES // 1024 // 1024} MiB, which no file of ours needs")
    try:
        text = data if isinstance(data, str) else data.decode()
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise RecordError(f"line {line}: not UTF-8 (byte 0x{error.object[error.start]:02x})") from None
    if text.startswith("\ufeff"):
        raise RecordError("line 1: begins with a byte order mark, which UTF-8 does without")
    return text


def read_toml(text: str) -> Mapping[str, object]:
    """Read a table."""
    import tomllib  # noqa: PLC0415 - who only imports the package does not wait for it

    _refuse_costly(text)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise RecordError("not TOML: brackets within one another without end") from None
    except tomllib.TOMLDecodeError as error:
        if "\n" not in text and text.lower().endswith((".toml", ".json")):
            wanted = "the content of a file is wanted, and this looks like its name"
            raise RecordError(f"{wanted}: {short(text)}") from None
        # The reason may hold a whole key; where it is stands at the end.
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
                raise RecordError(f"line {line_of(text, match)}: more than {MOST_DOTS} dots beside keys")
        elif found == "word":
            raise RecordError(f"line {line_of(text, match)}: a word of more than {LONGEST_WORD} characters")


def refuse_entries(number: int) -> None:
    """Refuse more entries than a reader takes."""
    if number > MOST_ENTRIES:
        raise RecordError(f"more than {MOST_ENTRIES} entries, which no file of ours needs")


def line_of(text: str, match: re.Match[str]) -> int:
    """Return the line, counted from 1, in which something was found."""
    return text.count("\n", 0, match.start()) + 1


def write_simple(value: object) -> str:
    """Write a text, a number, true or false: as JSON does, but for one more character to be escaped."""
    import json  # noqa: PLC0415 - who only imports the package does not wait for it

    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
