"""Files and standard input: what is in them, and how their names are shown."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from granada_rules.toml import MOST_BYTES

__all__ = [
    "STANDARD_INPUT",
    "contents",
    "contents_here",
    "is_same_file",
    "printable",
    "readable",
    "reason",
]

STANDARD_INPUT = "-"

_BYTES_OF_NO_TEXT = re.compile("[\udc80-\udcff]")


def contents(file: str) -> bytes:
    """Return the bytes of a file or of standard input; of endless ones only too many."""
    if file == STANDARD_INPUT:
        if sys.stdin is None:
            raise OSError("standard input is closed")
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with Path(file).open("rb") as stream:
        return stream.read(MOST_BYTES + 1)


def contents_here(file: str) -> bytes | OSError | None:
    """Return what another process could not read, or why it cannot be read; ``None`` for an ordinary file."""
    if file != STANDARD_INPUT and (Path(file).is_file() or not Path(file).exists()):
        return None
    try:
        return contents(file)
    except OSError as error:
        return error


def is_same_file(file: str, other: str) -> bool:
    """Tell whether what is read from a file, or from standard input, is in another file, by whatever name."""
    try:
        read = os.fstat(sys.stdin.fileno()) if file == STANDARD_INPUT else Path(file).stat()
        return os.path.samestat(read, Path(other).stat())
    except OSError:
        # One of them is no file (yet).
        return False


def reason(error: Exception) -> str:
    """Say why something could not be read."""
    said = error.strerror if isinstance(error, OSError) else None
    return said or str(error)


def printable(text: str) -> str:
    """Return a text that does nothing to a terminal but to be read, whatever a file is called."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "\ufffd" for letter in text)


def readable(name: str) -> str:
    r"""Return a name in which bytes that are no UTF-8 are written as ``\xe9``: JSON has no other way."""
    escaped = _BYTES_OF_NO_TEXT.sub(lambda byte: f"\\x{ord(byte[0]) - 0xDC00:x}", name)
    return escaped.encode("utf-8", "backslashreplace").decode()
