"""Single tiles as text, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.base import expect
from granada_rules.box import Built, written_tile
from granada_rules.city import SeenTile
from granada_rules.draw import words
from granada_rules.draw.canvas import Canvas, Style
from granada_rules.draw.text_city import HIGH, Box, put_box

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["tiles"]

_COLUMN = 12

_PER_ROW = 6
"""How many tiles stand side by side if there is no width."""

_LONGEST_CAPTION = _COLUMN - 1


def tiles(
    laid: Iterable[Built],
    *,
    captions: Iterable[str] = (),
    colour: bool = False,
    ascii_lines: bool = False,
    width: int | None = None,
) -> str:
    r"""Draw tiles side by side as lines of text, each with its name and, if given, a short caption below it.

    There are six in a row, or as many as are at most ``width`` wide, but at least one; ``colour`` and
    ``ascii_lines`` are as in `text`.

    >>> from granada_rules import Face, alhambra, draw
    >>> tile = alhambra().built(Face.parse("TO9:NE"))
    >>> print(draw.tiles([tile], captions=["the first"], ascii_lines=True), end="")
    +%%/\%%+
    | TO9  %
    +------+
    TO9:NE
    the first
    """
    if width is not None:
        expect(width, int)
    drawn, below = tuple(laid), list(captions)
    for tile in drawn:
        expect(tile, Built)
    for caption in below:
        expect(caption, str)
    below += [""] * (len(drawn) - len(below))
    per_row = _PER_ROW if width is None else max(1, width // _COLUMN)
    canvas = Canvas(None)
    for first in range(0, len(drawn), per_row):
        row = slice(first, first + per_row)
        with canvas.part():
            _put_row(canvas, zip(drawn[row], below[row], strict=False))
    return "".join(f"{line}\n" for line in canvas.lines(colour=colour, ascii_lines=ascii_lines))


def _put_row(canvas: Canvas, row: Iterable[tuple[Built, str]]) -> None:
    top = canvas.height
    for number, (tile, caption) in enumerate(row):
        column = number * _COLUMN
        put_box(canvas, top, column, Box.of(SeenTile.of(tile), tile.face.kind))
        canvas.put(top + HIGH, column, written_tile(tile.face, tile.moats, tile.roof))
        if shown := words.clean(caption, _LONGEST_CAPTION):
            canvas.put(top + HIGH + 1, column, shown, Style.FAINT)
