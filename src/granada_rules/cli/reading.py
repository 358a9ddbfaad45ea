"""What a command reads: positions and tile sets, from files or from standard input."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, final

import attrs

from granada_rules.box import TileSet
from granada_rules.clauses import Violation, ViolationError
from granada_rules.position import Level, Position, validate
from granada_rules.records import read_position
from granada_rules.toml import MOST_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "STANDARD_INPUT",
    "Noted",
    "Verdict",
    "contents",
    "contents_here",
    "judged_tiles",
    "printable",
    "read",
    "reason",
]

STANDARD_INPUT = "-"


@final
@attrs.frozen
class Verdict:
    """What a file was found to be, and everything that is wrong with it."""

    file: str
    level: Level
    violations: tuple[Violation, ...] = ()
    error: str | None = None
    """Why it cannot be read, or not be used for what was asked."""

    @property
    def exit_code(self) -> int:
        """0 if it is legal, 1 if it breaks a clause, 2 if it cannot be read or used."""
        return 2 if self.error is not None else 1 if self.violations else 0

    @property
    def document(self) -> dict[str, object]:
        """The report for programs."""
        found: dict[str, object] = {
            "file": self.file,
            "level": self.level.value,
            "violations": [
                {
                    "clause": str(violation.clause),
                    "player": violation.player,
                    "cells": [[cell.x, cell.y] for cell in violation.cells],
                    "message": violation.message,
                }
                for violation in self.violations
            ],
        }
        return found if self.error is None else {**found, "error": self.error}


@final
@attrs.frozen
class Noted:
    """A file as it was judged, and the position in it; of one that cannot be read an empty position."""

    verdict: Verdict
    position: Position = attrs.field(factory=Position)
    missing: tuple[str, ...] = ()
    """What it lacks to be played on."""


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


def read(file: str, tile_sets: Iterable[TileSet] = (), data: bytes | OSError | None = None) -> Noted:
    """Read and judge a position; ``data`` is what `contents_here` returned of the file."""
    try:
        if isinstance(data, OSError):
            raise data
        position = read_position(contents(file) if data is None else data, tile_sets)
    except (OSError, ValueError) as error:
        return Noted(Verdict(file, Level.UNREADABLE, error=reason(error)))
    report = validate(position)
    return Noted(Verdict(file, report.level, report.violations), position, report.missing)


def judged_tiles(file: str) -> Verdict:
    """Read and judge a tile file (BOX-2, BOX-3, BOX-4)."""
    try:
        TileSet.parse(contents(file))
    except ViolationError as error:
        return Verdict(file, Level.WELL_FORMED, error.violations)
    except (OSError, ValueError) as error:
        return Verdict(file, Level.UNREADABLE, error=reason(error))
    return Verdict(file, Level.CONSISTENT)


def reason(error: Exception) -> str:
    """Say why something could not be read."""
    said = error.strerror if isinstance(error, OSError) else None
    return said or str(error)


def printable(text: str) -> str:
    """Return a text that does nothing to a terminal but to be read, whatever a file is called."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "\ufffd" for letter in text)
