"""Reading files and standard input, and showing their names."""

from __future__ import annotations

import os
import re
import shlex
import sys
from pathlib import Path

from granada_rules.base import MOST_BYTES, RecordError, read_document

__all__ = [
    "GAME",
    "POSITION",
    "STANDARD_INPUT",
    "contents",
    "contents_here",
    "has_format",
    "is_same_file",
    "printable",
    "readable",
    "reason",
    "use_instead",
]

STANDARD_INPUT = "-"

POSITION, GAME = "granada-position/1", "granada-game/1"
"""The formats of positions and game records."""

_INSTEAD = {POSITION: ("a position", "validate"), GAME: ("a game record", "replay")}

_BYTES_OF_NO_TEXT = re.compile("[\udc80-\udcff]")


def contents(file: str) -> bytes:
    """Return the bytes of a file or of standard input, at most one more than a reader accepts."""
    if file == STANDARD_INPUT:
        if sys.stdin is None:
            raise OSError("standard input is closed")
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with Path(file).open("rb") as stream:
        return stream.read(MOST_BYTES + 1)


def contents_here(file: str) -> bytes | OSError | None:
    """Return the bytes of standard input or of a pipe, or the error; ``None`` for an ordinary file.

    Other processes can read ordinary files themselves.
    """
    if file != STANDARD_INPUT and (Path(file).is_file() or not Path(file).exists()):
        return None
    try:
        return contents(file)
    except OSError as error:
        return error


def has_format(data: bytes, name: str) -> bool:
    """Tell whether a file can be read as TOML or JSON, and states this format."""
    # To look for the word is faster than to read the file.
    if name.partition("/")[0].encode() not in data:
        return False
    try:
        return read_document(data).get("format") == name
    except RecordError:
        return False


def use_instead(file: str, data: bytes, other: str) -> str | None:
    """Return the error for a file of the other format, with the command that takes it; else None."""
    if not has_format(data, other):
        return None
    what, command = _INSTEAD[other]
    return f"this is {what}; use {command}: granada-rules {command} {shlex.quote(readable(file))}"


def is_same_file(file: str, other: str) -> bool:
    """Tell whether two names, or standard input and a name, lead to the same file."""
    try:
        read = os.fstat(sys.stdin.fileno()) if file == STANDARD_INPUT else Path(file).stat()
        return os.path.samestat(read, Path(other).stat())
    except OSError:
        # One of the two does not exist, or is no file.
        return False


def reason(error: Exception) -> str:
    """Return the message of an error, without its number."""
    said = error.strerror if isinstance(error, OSError) else None
    return said or str(error)


def printable(text: str) -> str:
    """Return a text without control characters, safe to print on a terminal."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "\ufffd" for letter in text)


def readable(name: str) -> str:
    r"""Return a name with bytes that are not UTF-8 written as ``\xe9``, so that JSON can hold it."""
    escaped = _BYTES_OF_NO_TEXT.sub(lambda byte: f"\\x{ord(byte[0]) - 0xDC00:x}", name)
    return escaped.encode("utf-8", "backslashreplace").decode()
