"""Properties of standard output: colour, box characters, width."""

from __future__ import annotations

import shutil
import sys
from textwrap import fill
from typing import TYPE_CHECKING, final

import attrs
import click

from granada_rules import draw

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO

    from granada_rules.box import Built
    from granada_rules.sheet import ScoreSheet

__all__ = ["Paper", "is_terminal"]


def is_terminal(stream: TextIO | None) -> bool:
    """Tell whether a stream is a terminal; ``None`` is a closed stream."""
    return stream is not None and stream.isatty()


_NOTHING = draw.Show()

_NARROWEST = 30


@final
@attrs.frozen
class Paper:
    """How to print: with colour or not, with box characters or ASCII lines, in which width if any."""

    colour: bool = False
    ascii_lines: bool = False
    width: int | None = None

    @classmethod
    def of_output(cls) -> Paper:
        """Return the properties of standard output; colour and width are for terminals only."""
        ascii_lines = draw.wants_ascii(sys.stdout)
        if not is_terminal(sys.stdout):
            return cls(ascii_lines=ascii_lines)
        return cls(draw.wants_colour(sys.stdout), ascii_lines, shutil.get_terminal_size().columns)

    def drawn(self, thing: draw.Thing, show: draw.Show = _NOTHING) -> str:
        """Draw a thing as text."""
        return draw.text(thing, colour=self.colour, ascii_lines=self.ascii_lines, width=self.width, show=show)

    def tiles(self, laid: Iterable[Built], captions: Iterable[str]) -> str:
        """Draw single tiles as text, each with a caption."""
        return draw.tiles(
            laid, captions=captions, colour=self.colour, ascii_lines=self.ascii_lines, width=self.width
        )

    def scored(self, sheet: ScoreSheet, *, why: bool) -> str:
        """Draw a score pad and, with ``why``, list the awards."""
        if not why:
            return self.drawn(sheet)
        awards = "\n".join(self.wrapped(line, "  ") for line in str(sheet).split("\n"))
        return f"{self.drawn(sheet)}\n{awards}\n"

    def wrapped(self, text: str, indent: str) -> str:
        """Return a line wrapped to the width, if there is one; lines after the first are indented."""
        return (
            text if self.width is None else fill(text, max(self.width, _NARROWEST), subsequent_indent=indent)
        )

    def stressed(self, text: str, colour: str) -> str:
        """Return a text in bold colour, or unchanged without colour."""
        return click.style(text, fg=colour, bold=True) if self.colour else text
