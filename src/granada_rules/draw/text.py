"""Drawings as text for terminals, with box characters or ASCII, with colour or without."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, get_args

from granada_rules.base import expect
from granada_rules.city import City, SeenCity
from granada_rules.draw import words
from granada_rules.draw.canvas import BOX_CHARACTERS, Canvas, Style
from granada_rules.draw.pad import NARROWEST, pad, put_sheet
from granada_rules.draw.plan import numbered, plan
from granada_rules.draw.scene import scene
from granada_rules.draw.show import Show, Thing
from granada_rules.draw.text_city import put_city
from granada_rules.draw.text_table import put_table
from granada_rules.scoring import Tally
from granada_rules.sheet import ScoreSheet

if TYPE_CHECKING:
    from typing import TextIO

__all__ = ["text", "wants_ascii", "wants_colour"]

_NARROWEST = 48
"""The width of the yard; cities and tables are never drawn narrower."""

_NOTHING = Show()


def text(
    thing: Thing,
    *,
    colour: bool = False,
    ascii_lines: bool = False,
    width: int | None = None,
    show: Show = _NOTHING,
) -> str:
    r"""Draw a city, a table, a view, a game, a position, a score sheet or a tally as lines of text.

    A game is drawn without hands, a view with the hands that it knows, a position with everything noted.
    Lines are at most ``width`` wide; widths below 48 (24 for a score sheet or tally) count as that.
    ``colour`` adds escape sequences (see `wants_colour`). ``ascii_lines`` replaces box characters by ASCII,
    for streams that cannot encode them (see `wants_ascii`); names stay as they are.

    >>> from granada_rules import draw, notation
    >>> print(draw.text(notation.read_city("@ SC4:N"), ascii_lines=True), end="")
           0       1
        +------++==/\==+
      0 |START || SC4  |
        +------++------+
    """
    expect(thing, *get_args(Thing))
    expect(show, Show)
    if width is not None:
        expect(width, int)
    narrowest = NARROWEST if isinstance(thing, ScoreSheet | Tally) else _NARROWEST
    canvas = Canvas(None if width is None else max(width, narrowest))
    violations = numbered(show.violations)
    if title := words.title_of(show.title or ""):
        canvas.paragraph(title, Style.STRONG)
        canvas.add()
    if isinstance(thing, City | SeenCity):
        whole = plan(thing, show, violations)
        put_city(canvas, thing, whole)
        for said in words.captions(whole, longest_moat=show.longest_moat):
            canvas.paragraph(said, indent=2)
    elif isinstance(thing, ScoreSheet | Tally):
        put_sheet(canvas, pad(thing))
    else:
        put_table(canvas, scene(thing), show, violations)
    for number, message in words.legend(violations):
        canvas.paragraph(f"!{number} {message}", indent=4)
    if more := words.others(violations):
        canvas.paragraph(more)
    return "".join(f"{line}\n" for line in canvas.lines(colour=colour, ascii_lines=ascii_lines))


def wants_ascii(stream: TextIO) -> bool:
    """Tell whether the encoding of a stream lacks box characters, so that ``ascii_lines`` is needed."""
    try:
        BOX_CHARACTERS.encode(getattr(stream, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def wants_colour(stream: TextIO) -> bool:
    """Tell whether a stream is a terminal and ``NO_COLOR`` is not set, so that ``colour`` can be used."""
    return not os.environ.get("NO_COLOR") and hasattr(stream, "isatty") and stream.isatty()
