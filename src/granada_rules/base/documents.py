"""Reading untrusted texts and TOML within bounds, with errors that say where.

Sizes are bounded before anything is parsed. Strings may be long; what makes the parser slow is outside of
strings: many small entries, keys with many dots, very long numbers.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from math import isfinite
from typing import TYPE_CHECKING, final

import attrs

from granada_rules.base.arguments import expect, short
from granada_rules.base.cures import STRING, UNCLOSED, json_cure, pointed, toml_cure
from granada_rules.base.slips import RecordError, Slip

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "LONGEST_WORD",
    "MOST_BYTES",
    "MOST_DOTS",
    "MOST_ENTRIES",
    "Flaw",
    "canonical_json",
    "framed",
    "labelled",
    "line_of",
    "read_document",
    "read_json",
    "read_text",
    "read_toml",
    "refuse_entries",
    "write_json",
    "write_simple",
    "write_toml",
]


MOST_BYTES = 1024 * 1024

MOST_ENTRIES = 30_000

MOST_DOTS = 20

LONGEST_WORD = 100

_LONGEST_REASON = 160

_PARSED_AGAIN = MOST_BYTES // 4
"""How many characters are parsed once more at most to find all slips."""

_FIRST_BYTES = 16
"""By how many bytes UTF-16 is told from UTF-8."""

_COSTLY = re.compile(
    rf"{STRING}|#[^\n]*+|(?P<dot>\.)|(?P<entry>[,=\[{{])|(?<![\w+-])(?P<word>[\w+-]{{{LONGEST_WORD + 1}}})",
    re.DOTALL | re.ASCII,
)

_PLAIN = re.compile(
    rf"(?<!')\"{{3}}(?P<plain>[^\"'\\]*+)\"{{3}}(?![\"'])|{STRING}|(?:#[^\n]*+\s*+)++", re.DOTALL
)
"""A string, or comments; ``plain`` is what stands between quotes that may as well be apostrophes."""


def read_text(data: str | bytes) -> str:
    """Return a text without byte order marks, decoded from UTF-8 if it is given as bytes.

    Raises ``RecordError`` if it is too long, or not UTF-8.
    """
    expect(data, str, bytes)
    if len(data) > MOST_BYTES:
        raise RecordError(f"longer than {MOST_BYTES // 1024 // 1024} MiB")
    text = data if isinstance(data, str) else _decoded(data)
    # All of them, so that a text that is read twice stays the same.
    return text.lstrip("\ufeff")


_SAVE = "save the file as UTF-8: editors have that under Save As or Encoding"


def _decoded(data: bytes) -> str:
    if (encoding := _wide_encoding(data)) is not None:
        raise RecordError(f"line 1: not UTF-8 but {encoding}\n  {_SAVE}")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        place, line = error.start, data.count(b"\n", 0, error.start) + 1
        # Old encodings of the west of Europe have a byte for each letter.
        letters = data.decode("cp1252", "replace")
        said = f"line {line}: not UTF-8 (byte 0x{data[place]:02x})"
        raise RecordError(said + pointed(letters, place, _SAVE)) from None


def _wide_encoding(data: bytes) -> str | None:
    """Return the name of an encoding in which letters take two bytes or four, if this is one."""
    if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "UTF-32"
    # Formats begin with plain letters; of those every second byte is zero there.
    first = data[:_FIRST_BYTES]
    zeros, others = first.count(0), (first[::2], first[1::2])
    is_wide = zeros > 1 and zeros == len(first) // 2 and b"\0" * zeros in others
    return "UTF-16" if is_wide or data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else None


def read_toml(text: str) -> Mapping[str, object]:
    """Read a table of TOML.

    Raises ``RecordError`` if it is not TOML, or too large.
    """
    import tomllib

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
    import tomllib

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise RecordError("not TOML: nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        if "\n" not in text and text.lower().endswith((".toml", ".json")):
            raise RecordError(f"expected the content of a file, got its name: {short(text)}") from None
        slips, is_all = _told(text, str(error))
        lines = [slip.message for slip in slips]
        raise RecordError("\n".join(lines if is_all else [*lines, "and more"]), slips=slips) from None


_MOST_TOLD = 10
"""So that an error has about as many lines as one of other slips."""

_ENTRY = re.compile(r"[ \t]*[A-Za-z0-9_-]+[ \t]*[=:][^\n]*")
"""An entry on a line of its own."""


def _told(text: str, error: str) -> tuple[list[Slip], bool]:
    """Return what is wrong on the first line that a parser complains about, and on entries behind it.

    An entry with a slip is left out to find the next one. Nothing is told that may follow from that. Also
    return whether these are all.
    """
    import tomllib

    lines, last = text.split("\n"), 0
    slips: list[Slip] = []
    for _ in range(rounds := min(_MOST_TOLD, 1 + _PARSED_AGAIN // len(text))):
        found = re.search(r"\(at line ([0-9]+), [^)]*\)$", error)
        number = int(found[1]) if found else 0
        is_entry = number > last and _ENTRY.fullmatch(lines[number - 1].rstrip("\r")) is not None
        if last and not is_entry:
            return slips, True
        # The reason may quote a whole key; the place is at its end.
        reason, _, where = error.rpartition(" (at ")
        said = f"{reason[:_LONGEST_REASON]} (at {where}"
        message = f"not TOML: {said}{toml_cure(text, said)}"
        place, given = (f"line {number}", short(lines[number - 1].strip())) if number else ("", "")
        slips.append(Slip(place, given, message))
        if not is_entry or message.endswith(UNCLOSED):
            return slips, True
        lines[number - 1], last = "", number
        text = "\n".join(lines)
        try:
            tomllib.loads(text)
        except tomllib.TOMLDecodeError as other:
            error = str(other)
        else:
            return slips, True
    return slips, rounds < _MOST_TOLD


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
    import json

    if isinstance(value, float) and not isfinite(value):
        raise RecordError(f"expected a finite number, got {value}")
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


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


def _refuse_costly_json(text: str) -> None:
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
    import json

    _refuse_costly_json(text)
    try:
        document: dict[str, object] = json.loads(
            text,
            object_pairs_hook=_once_each,
            parse_int=_whole_number,
            parse_float=_no_whole_number,
            parse_constant=_no_whole_number,
        )
    except json.JSONDecodeError as error:
        said = f"not JSON: line {error.lineno}, column {error.colno}: {error.msg}"
        said += json_cure(text, error.msg, error.pos)
        given = short(text.split("\n")[error.lineno - 1].strip())
        raise RecordError(said, slips=[Slip(f"line {error.lineno}", given, said)]) from None
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
    import json

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


_LENGTH = 8
"""How many bytes a length or a number takes, most significant first."""


def canonical_json(document: object) -> str:
    """Return the only form of plain data: keys sorted, no blanks, ASCII."""
    import json

    return json.dumps(document, ensure_ascii=True, sort_keys=True, separators=(",", ":"), allow_nan=False)


def framed(*parts: bytes) -> bytes:
    """Return the parts one after the other, each behind its length, so that they have borders."""
    return b"".join(len(part).to_bytes(_LENGTH, "big") + part for part in parts)


def labelled(label: str, content: bytes, length: int = 32) -> bytes:
    """Return bytes of SHAKE-256: of a label, a line feed, and the content."""
    import hashlib

    return hashlib.shake_256(f"{label}\n".encode() + content).digest(length)


@final
@attrs.frozen
class Flaw:
    """Stands for a bad value in JSON until it is taken, when the place of the error is known."""

    reason: str
