"""Drawings for terminals: box characters, with colour or plain."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from granada_rules.arguments import expect
from granada_rules.city import City
from granada_rules.draw import words
from granada_rules.draw.canvas import Canvas, Style
from granada_rules.draw.plan import numbered, plan
from granada_rules.draw.show import Show, seen
from granada_rules.draw.text_city import put_city
from granada_rules.draw.text_table import put_table

if TYPE_CHECKING:
    from typing import TextIO

    from granada_rules.draw.show import Thing

__all__ = ["text", "wants_colour"]

_NARROWEST = 48
"""What the yard takes; a drawing is never made narrower."""

_NOTHING = Show()


def text(thing: Thing, *, colour: bool = False, width: int | None = None, show: Show = _NOTHING) -> str:
    """Draw a city, a table, a view or a game in box characters, with a line break at the end of each line.

    Of a game only the table is drawn, of a view the hands that it knows, too. No line is wider than
    ``width``, though never narrower than 48; without it there is no bound. Only with ``colour`` are there
    escape sequences for it: `wants_colour` tells whether a stream wants them.
    """
    expect(show, Show)
    canvas = Canvas(None if width is None else max(width, _NARROWEST))
    violations = numbered(show.violations)
    if title := words.title_of(show.title or ""):
        canvas.paragraph(title, Style.STRONG)
        canvas.add()
    if isinstance(thing, City):
        whole = plan(thing, show, violations)
        put_city(canvas, thing, whole)
        for said in words.captions(whole, longest_moat=show.longest_moat):
            canvas.paragraph(said, indent=2)
    else:
        put_table(canvas, seen(thing), show, violations)
    for number, message in words.legend(violations):
        canvas.paragraph(f"!{number} {message}", indent=4)
    if more := words.others(violations):
        canvas.paragraph(more)
    return "".join(f"{line}\n" for line in canvas.lines(colour=colour))


def wants_colour(stream: TextIO) -> bool:
    """Tell whether to draw with colour: not into a file or a pipe, nor if ``NO_COLOR`` says something."""
    return not os.environ.get("NO_COLOR") and hasattr(stream, "isatty") and stream.isatty()
