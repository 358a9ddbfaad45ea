"""What is printed on: a terminal of some width, with or without colour and box characters."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, final

import attrs
import click

from granada_rules import draw

if TYPE_CHECKING:
    from typing import TextIO

__all__ = ["Paper", "is_terminal"]


def is_terminal(stream: TextIO | None) -> bool:
    """Tell whether somebody looks at a stream, which may be closed."""
    return stream is not None and stream.isatty()


_NOTHING = draw.Show()


@final
@attrs.frozen
class Paper:
    """What is drawn on: whether it takes colour and box characters, and how wide it is, if that matters."""

    colour: bool = False
    ascii_lines: bool = False
    width: int | None = None

    @classmethod
    def of_output(cls) -> Paper:
        """Return what standard output is: a terminal, or plain where it is piped or ``NO_COLOR`` is set."""
        ascii_lines = draw.wants_ascii(sys.stdout)
        if not is_terminal(sys.stdout):
            return cls(ascii_lines=ascii_lines)
        return cls(draw.wants_colour(sys.stdout), ascii_lines, shutil.get_terminal_size().columns)

    def drawn(self, thing: draw.Thing, show: draw.Show = _NOTHING) -> str:
        """Return a drawing."""
        return draw.text(thing, colour=self.colour, ascii_lines=self.ascii_lines, width=self.width, show=show)

    def stressed(self, text: str, colour: str) -> str:
        """Return a text in a colour, if there is any."""
        return click.style(text, fg=colour, bold=True) if self.colour else text
