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
    laid: Iterable[tuple[Built, str]],
    *,
    colour: bool = False,
    ascii_lines: bool = False,
    width: int | None = None,
) -> str:
    r"""Draw tiles side by side as lines of text, each with its name and a short caption below it.

    There are six in a row, or as many as are at most ``width`` wide, but at least one; ``colour`` and
    ``ascii_lines`` are as in `text`.

    >>> from granada_rules import Face, alhambra, draw
    >>> tile = alhambra().built(Face.parse("TO9:NE"))
    >>> print(draw.tiles([(tile, "the first")], ascii_lines=True), end="")
    +%%/\%%+
    | TO9  %
    +------+
    TO9:NE
    the first
    """
    rows: list[list[tuple[Built, str]]] = []
    per_row = _PER_ROW if width is None else max(1, width // _COLUMN)
    for number, (tile, caption) in enumerate(laid):
        expect(tile, Built)
        expect(caption, str)
        if number % per_row == 0:
            rows.append([])
        rows[-1].append((tile, caption))
    canvas = Canvas(None)
    for row in rows:
        with canvas.part():
            _put_row(canvas, row)
    return "".join(f"{line}\n" for line in canvas.lines(colour=colour, ascii_lines=ascii_lines))


def _put_row(canvas: Canvas, row: list[tuple[Built, str]]) -> None:
    top = canvas.height
    for number, (tile, caption) in enumerate(row):
        column = number * _COLUMN
        put_box(canvas, top, column, Box.of(SeenTile.of(tile), tile.face.kind))
        canvas.put(top + HIGH, column, written_tile(tile.face, tile.moats, tile.roof))
        if shown := words.clean(caption, _LONGEST_CAPTION):
            canvas.put(top + HIGH + 1, column, shown, Style.FAINT)
