"""Drawings for terminals: box characters or ASCII, with colour or plain."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, get_args

from granada_rules.arguments import expect
from granada_rules.city import City
from granada_rules.draw import words
from granada_rules.draw.canvas import BOX_CHARACTERS, Canvas, Style
from granada_rules.draw.pad import pad
from granada_rules.draw.plan import numbered, plan
from granada_rules.draw.scene import scene
from granada_rules.draw.show import Show, Thing
from granada_rules.draw.text_city import put_city
from granada_rules.draw.text_sheet import NARROWEST, put_sheet
from granada_rules.draw.text_table import put_table
from granada_rules.sheet import ScoreSheet

if TYPE_CHECKING:
    from typing import TextIO

__all__ = ["text", "wants_ascii", "wants_colour"]

_NARROWEST = 48
"""What the yard takes; a drawing of cities or tables is never made narrower."""

_NOTHING = Show()


def text(
    thing: Thing,
    *,
    colour: bool = False,
    ascii_lines: bool = False,
    width: int | None = None,
    show: Show = _NOTHING,
) -> str:
    """Draw a city, a table, a view, a game, a position or a score sheet, with a line break after each line.

    Of a game only the table is drawn, of a view also the hands that it knows, of a position all that was
    written down. No line is wider than ``width``, though never narrower than 48, and 24 for a score sheet;
    without it there is no bound. Only with ``colour`` are there escape sequences for it: `wants_colour` tells
    whether a stream wants them. With ``ascii_lines`` box characters are replaced by ASCII, for streams that
    cannot take them, as `wants_ascii` tells; names stay as they are.
    """
    expect(thing, *get_args(Thing))
    expect(show, Show)
    narrowest = NARROWEST if isinstance(thing, ScoreSheet) else _NARROWEST
    canvas = Canvas(None if width is None else max(width, narrowest))
    violations = numbered(show.violations)
    if title := words.title_of(show.title or ""):
        canvas.paragraph(title, Style.STRONG)
        canvas.add()
    if isinstance(thing, City):
        whole = plan(thing, show, violations)
        put_city(canvas, thing, whole)
        for said in words.captions(whole, longest_moat=show.longest_moat):
            canvas.paragraph(said, indent=2)
    elif isinstance(thing, ScoreSheet):
        put_sheet(canvas, pad(thing))
    else:
        put_table(canvas, scene(thing), show, violations)
    for number, message in words.legend(violations):
        canvas.paragraph(f"!{number} {message}", indent=4)
    if more := words.others(violations):
        canvas.paragraph(more)
    return "".join(f"{line}\n" for line in canvas.lines(colour=colour, ascii_lines=ascii_lines))


def wants_ascii(stream: TextIO) -> bool:
    """Tell whether to draw lines in ASCII: if the encoding of the stream cannot take box characters."""
    try:
        BOX_CHARACTERS.encode(getattr(stream, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def wants_colour(stream: TextIO) -> bool:
    """Tell whether to draw with colour: not into a file or a pipe, nor if ``NO_COLOR`` says something."""
    return not os.environ.get("NO_COLOR") and hasattr(stream, "isatty") and stream.isatty()
