"""Reading files and standard input, within bounds, and showing their names."""

from __future__ import annotations

import sys
from pathlib import Path

from granada_rules.toml import MOST_BYTES

__all__ = ["STANDARD_INPUT", "contents", "contents_here", "printable", "reason"]

STANDARD_INPUT = "-"


def contents(file: str) -> bytes:
    """Return the bytes of a file or of standard input; of endless ones only too many."""
    if file == STANDARD_INPUT:
        if sys.stdin is None:
            raise OSError("standard input is closed")
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with Path(file).open("rb") as stream:
        return stream.read(MOST_BYTES + 1)


def contents_here(file: str) -> bytes | OSError | None:
    """Return what another process could not read, or why it cannot be read; nothing of an ordinary file."""
    if file != STANDARD_INPUT and (Path(file).is_file() or not Path(file).exists()):
        return None
    try:
        return contents(file)
    except OSError as error:
        return error


def reason(error: Exception) -> str:
    """Say why something could not be read."""
    said = error.strerror if isinstance(error, OSError) else None
    return said or str(error)


def printable(text: str) -> str:
    """Return a text that does nothing to a terminal but to be read, whatever a file is called."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "\ufffd" for letter in text)
