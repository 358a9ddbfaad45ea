"""A city as text: every tile is a box, moats are double lines, walls heavy ones, the roof is where it points.

::

           0       1
        ╔══╱╲══╕┌──╱╲──┐
      1 ║ AR8  ││ PA6  │
        ╙──────┘└──────┘
        ┌──────┐
      0 │START │
        └──────┘
"""  # noqa: RUF002 - a roof is no slash

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, final

import attrs

from granada_rules.base import Entries
from granada_rules.box import Cell, Edge, Edges, Kind
from granada_rules.city import START
from granada_rules.draw import words
from granada_rules.draw.canvas import BUILDINGS, Style
from granada_rules.draw.plan import line, tile_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from granada_rules.city import City, SeenCity, SeenTile
    from granada_rules.draw.canvas import Canvas
    from granada_rules.draw.plan import Numbers, Plan

__all__ = ["HIGH", "TEXT_BARRIERS", "Box", "TextBarrier", "put_box", "put_city"]


_MARGIN = 4
"""Width of the row numbers at the left."""

_WIDE = 8
"""Width of a tile; its height is `HIGH`, and one more if violations are marked."""

HIGH = 3

_GAP = 3

_INSIDE = _WIDE - 2

_NONE = Edges(0)

_LYING = Edges.N | Edges.S

_STANDING = Edges.E | Edges.W

# Sides of a tile, and of an empty place, without a barrier.
_OPEN = {Edges.N: "─", Edges.S: "─", Edges.E: "│", Edges.W: "│"}

_EMPTY = {Edges.N: "╌", Edges.S: "╌", Edges.E: "╎", Edges.W: "╎"}

_ROOFS = {Edges.N: "╱╲", Edges.S: "╲╱", Edges.E: ">", Edges.W: "<"}  # noqa: RUF001 - a roof is no slash


@attrs.frozen(kw_only=True)
class Box:
    """What a cell shows."""

    label: str
    style: Style = Style.PLAIN
    kind: Kind = Kind.GRANADA
    """Whether it has moats or walls."""
    moats: Edges = _NONE
    """Sides with a moat or wall."""
    roof: Edges = _NONE
    """Where the roof points; empty without a roof."""
    is_tile: bool = True
    """Whether the frame is a line; dashed if nothing lies there, or nothing is known of moats and walls."""
    longest: Edges = _NONE
    """Sides that belong to the longest moat or wall."""
    wrong: Edges = _NONE
    """Sides that break a clause."""
    numbers: Numbers = ()
    """Violations of the cell."""

    @classmethod
    def of(cls, tile: SeenTile, kind: Kind) -> Box:
        """Return the box of a tile of that kind; with a dashed frame if its moats or walls are not seen."""
        style = Style.FAINT if tile.building is None else BUILDINGS[tile.building]
        is_seen = tile.sides is not None
        moats = tile.sides or _NONE
        return cls(label=tile.name, style=style, kind=kind, moats=moats, roof=tile.roof, is_tile=is_seen)


def put_box(canvas: Canvas, row: int, column: int, box: Box, high: int = HIGH) -> None:
    """Put a box on a canvas; ``row`` and ``column`` are its upper left corner."""
    bottom, right = row + high - 1, column + _WIDE - 1
    barrier = TEXT_BARRIERS[box.kind]
    for corner, letters in barrier.corners.items():
        style = barrier.style if corner & box.moats else Style.PLAIN if box.is_tile else Style.FAINT
        letter = letters[bool(corner & box.moats & _LYING), bool(corner & box.moats & _STANDING)]
        canvas.put(
            row if Edges.N in corner else bottom, column if Edges.W in corner else right, letter, style
        )
    for side in Edges:
        letter, style = _side(box, side)
        if side in _LYING:
            canvas.put(row if side is Edges.N else bottom, column + 1, letter * _INSIDE, style)
        else:
            for inside in range(row + 1, bottom):
                canvas.put(inside, column if side is Edges.W else right, letter, style)
    _put_roof(canvas, row, column, box.roof, high)
    canvas.put(row + 1, column + 1, f"{box.label:^{_INSIDE}}", box.style)
    if box.numbers:
        marks = f"!{words.listed(box.numbers, ',', _INSIDE - 1)}"
        canvas.put(row + 2, column + 1, f"{marks:^{_INSIDE}}", Style.WRONG)
    # Marks of a side leave its middle free, so that barrier and roof stay visible.
    for side in box.wrong:
        if side in _LYING:
            for place in (column + 1, right - 1):
                canvas.put(row if side is Edges.N else bottom, place, "!", Style.WRONG)
        else:
            canvas.put(bottom - 1, column if side is Edges.W else right, "!", Style.WRONG)


def _side(box: Box, side: Edges) -> tuple[str, Style]:
    barrier = TEXT_BARRIERS[box.kind]
    if side in box.longest:
        return barrier.longest[side], barrier.longest_style
    if side in box.moats:
        return barrier.lines[side], barrier.style
    return (_OPEN[side], Style.PLAIN) if box.is_tile else (_EMPTY[side], Style.FAINT)


def _put_roof(canvas: Canvas, row: int, column: int, roof: Edges, high: int) -> None:
    # BUILD-1: a roof that does not point up is plain to see.
    if roof in _LYING and roof:
        canvas.put(
            row if roof is Edges.N else row + high - 1, column + _WIDE // 2 - 1, _ROOFS[roof], Style.STRONG
        )
    elif roof:
        canvas.put(row + 1, column if roof is Edges.W else column + _WIDE - 1, _ROOFS[roof], Style.STRONG)


def put_city(canvas: Canvas, city: City | SeenCity, plan: Plan) -> None:
    """Add a city to a canvas; if it is too wide, in bands from west to east."""
    high = HIGH + bool(plan.cells or plan.edges)
    longest = frozenset(
        edge for longest in plan.longest if not longest.is_border for edge in longest.moat.edges
    )
    for band in _bands(plan.columns, canvas.width):
        top = canvas.height
        for column, x in band:
            label = "…" if x is None else str(x)
            wide = _GAP if x is None else _WIDE
            canvas.put(top, column, f"{label:^{wide}}".rstrip(), Style.FAINT)
        row = top + 1
        for y in plan.rows:
            if y is None:
                canvas.put(row, 0, f"{'⋮':>{_MARGIN - 1}}", Style.FAINT)
                row += 1
                continue
            canvas.put(row + 1, 0, f"{y:>{_MARGIN - 1}}", Style.FAINT)
            canvas.put(row + high - 1, 0, "")
            for column, x in band:
                if x is not None and (box := _box(city, plan, Cell(x, y), longest)) is not None:
                    put_box(canvas, row, column, box, high)
            row += high


def _bands(columns: Sequence[int | None], width: int | None) -> Iterator[list[tuple[int, int | None]]]:
    """Split columns into bands that fit; each column comes with its place on the canvas."""
    band: list[tuple[int, int | None]] = []
    end = _MARGIN
    for x in columns:
        wide = _GAP if x is None else _WIDE
        if width is not None and end + wide > width:
            yield band
            band, end = [], _MARGIN
        band.append((end, x))
        end += wide
    yield band


def _box(city: City | SeenCity, plan: Plan, cell: Cell, longest: frozenset[Edge]) -> Box | None:
    """Return the box of a cell; ``None`` for an empty cell without marks."""
    if (tile := tile_in(city, cell)) is not None:
        box = Box.of(tile, tile.kind or city.start)
    elif cell == START:
        box = Box(label="START", style=Style.STRONG)
    elif cell in plan.legal:
        moats = plan.legal_for or _NONE
        box = Box(label="+", style=Style.LEGAL, kind=plan.kind, moats=moats, is_tile=False)
    elif cell in plan.cells or any(edge.cell == cell for edge in plan.edges):
        box = Box(label="", is_tile=False)
    else:
        return None
    sides = {side: Edge(cell, side) for side in Edges}
    return attrs.evolve(
        box,
        numbers=plan.numbers(cell),
        longest=_union(side for side, edge in sides.items() if edge in longest),
        wrong=_union(side for side, edge in sides.items() if line(edge) in plan.edges),
    )


def _union(sides: Iterator[Edges]) -> Edges:
    union = _NONE
    for side in sides:
        union |= side
    return union


_Corners = dict[Edges, dict[tuple[bool, bool], str]]


@final
@attrs.frozen(kw_only=True)
class TextBarrier:
    """The characters of a kind of barrier."""

    corners: _Corners
    """By corner, then by whether the lying side and the standing side there have the barrier."""
    lines: Mapping[Edges, str]
    """Sides with the barrier."""
    longest: Mapping[Edges, str]
    """Sides of the longest one."""
    style: Style
    longest_style: Style


def _sides(letters: str) -> dict[Edges, str]:
    return dict(zip(Edges, letters, strict=True))


def _corners(*letters: str) -> _Corners:
    """Return corners: upper left, upper right, lower left, lower right; none, standing, lying, both."""
    corners = (Edges.N | Edges.W, Edges.N | Edges.E, Edges.S | Edges.W, Edges.S | Edges.E)
    sides = list(product([False, True], [False, True]))
    return {
        corner: dict(zip(sides, four, strict=True)) for corner, four in zip(corners, letters, strict=True)
    }


TEXT_BARRIERS: Mapping[Kind, TextBarrier] = Entries(
    {
        Kind.ALHAMBRA: TextBarrier(
            corners=_corners("┌┎┍┏", "┐┒┑┓", "└┖┕┗", "┘┚┙┛"),
            lines=_sides("━┃━┃"),
            longest=_sides("▓▓▓▓"),
            style=Style.BRICK,
            longest_style=Style.LONGEST_BRICK,
        ),
        Kind.GRANADA: TextBarrier(
            corners=_corners("┌╓╒╔", "┐╖╕╗", "└╙╘╚", "┘╜╛╝"),
            lines=_sides("═║═║"),
            longest=_sides("▄▌▀▐"),
            style=Style.WATER,
            longest_style=Style.LONGEST,
        ),
    }
)
"""Walls are heavy lines, moats are double ones."""
