"""The grid that cities are built on: cells, sides, edges, and sets of cells kept as bits.

North is up: north is +y, east is +x, and the start tile of every city lies at ``Cell(0, 0)``.

A set of cells is one integer. Rows run from north to south and, within a row, columns from west to
east, so the lowest bit is the first cell in reading order; ``top`` says which row the lowest bits are, and
``left`` which column::

    bit of Cell(x, y)  =  (top - y) * WIDTH + (x - left)

One step east is one bit up, one step south is ``WIDTH`` bits up. A city spans at most ``SPAN`` columns, and
a column is free on either side of it, so a step beyond them never leads to a tile of the next row. The first
column is ``LEFT`` unless a city reaches further.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import cache, total_ordering
from operator import attrgetter
from typing import final

import attrs

from granada_rules.base import (
    FARTHEST,
    NUMBER,
    expect,
    made_once,
    maker,
    of_kind,
    print_repr,
    short,
    whole,
)

__all__ = [
    "LEFT",
    "NO_O",
    "REACH",
    "SPAN",
    "WIDTH",
    "Cell",
    "Cells",
    "Edge",
    "Edges",
    "bit",
    "cells_at",
    "cells_of",
    "edge_bits",
    "places",
    "says_o",
    "within_reach",
    "written_cell",
]


REACH = 54
"""How far from the start a cell can be, in x and in y, with the 54 building tiles of one kind (BOX-2)."""

SPAN = 112
"""The most rows and columns of a city with the tiles of both kinds, three more tiles, and the start tile."""

WIDTH = SPAN + 2

LEFT = -REACH - 1
"""The column of the lowest bits, as long as all cells are near the start."""


NO_O = "O is not read: it is east in German and Dutch, and west in French"
"""Why sides are N E S W only."""


def says_o(sides: str) -> bool:
    """Tell whether letters say sides in one of these languages, with an O among them."""
    return "O" in sides.upper() and not sides.upper().strip("NESWO")


class Edges(enum.Flag):
    """Edges of a tile as seen: any of north, east, south and west; also used for a single side."""

    N = 1
    E = 2
    S = 4
    W = 8

    @classmethod
    def parse(cls, text: str) -> Edges:
        """Read letters such as ``"NE"``; an empty text, or ``"-"``, is no edge.

        Raises ``ValueError`` if a letter is not one of N, E, S, W, or comes twice.
        """
        expect(text, str)
        edges = cls(0)
        for letter in "" if text == "-" else text:
            side = cls.__members__.get(letter)
            if side is None or side in edges:
                no_o = f"; {NO_O}" if says_o(text) else ""
                raise ValueError(
                    f"edges {short(text)}: expected any of N E S W, each at most once, or -{no_o}"
                )
            edges |= side
        return edges

    @property
    def opposite(self) -> Edges:
        """The opposite edges: north for south, east for west, and the reverse."""
        return Edges((self.value << 2 | self.value >> 2) & 15)

    @property
    def mirrored_left_right(self) -> Edges:
        """The edges mirrored left to right: east and west change places."""
        return Edges(self.value & 5 | self.value << 2 & 8 | self.value >> 2 & 2)

    @property
    def mirrored_top_bottom(self) -> Edges:
        """The edges mirrored top to bottom: north and south change places."""
        return Edges(self.value & 10 | self.value << 2 & 4 | self.value >> 2 & 1)

    def turned(self, roof: Edges) -> Edges:
        """Return the edges as seen when the tile is turned from roof up to that roof.

        Raises ``ValueError`` if the roof is not a single side.
        """
        _one_side(self, None, roof)
        quarters = _QUARTERS[roof]
        return Edges((self.value << quarters | self.value >> (4 - quarters)) & 15)

    def turned_back(self, roof: Edges) -> Edges:
        """Return the edges as seen when the tile is turned from that roof to roof up.

        Raises ``ValueError`` if the roof is not a single side.
        """
        _one_side(self, None, roof)
        return self.turned(_BACK[roof])

    def __str__(self) -> str:
        return "".join(side.name or "" for side in self)

    def __repr__(self) -> str:
        return f"Edges.parse({str(self)!r})"


edge_bits: Callable[[Edges], int] = attrgetter("_value_")
"""Returns the number of some edges: ``edges.value``, without the property of `enum`, which is slow."""

_QUARTERS = {Edges.N: 0, Edges.E: 1, Edges.S: 2, Edges.W: 3}
"""Clockwise quarter turns from north."""

_BACK = {Edges.N: Edges.N, Edges.E: Edges.W, Edges.S: Edges.S, Edges.W: Edges.E}

_STEP = {Edges.N: (0, 1), Edges.E: (1, 0), Edges.S: (0, -1), Edges.W: (-1, 0)}

_CELL_CODE = re.compile(f"(0|-?{NUMBER}),(0|-?{NUMBER})")


@final
@total_ordering
@made_once(cache_hash=True)
class Cell:
    """A cell of the grid. Cells sort in reading order: north to south, then west to east."""

    x: int = attrs.field(validator=whole, repr=short)
    y: int = attrs.field(validator=whole, repr=short)

    @classmethod
    def parse(cls, text: str) -> Cell:
        """Read a code such as ``"1,-2"``.

        Raises ``ValueError`` if it is anything else.
        """
        match = _CELL_CODE.fullmatch(text)
        if match is None:
            raise ValueError(f"cell {short(text)}: expected two integers such as 1,-2")
        return cls(int(match[1]), int(match[2]))

    def neighbour(self, side: Edges) -> Cell:
        """Return the cell on that side.

        Raises ``ValueError`` if it is not a single side.
        """
        _one_side(self, None, side)
        dx, dy = _STEP[side]
        return Cell(self.x + dx, self.y + dy)

    def __lt__(self, other: object) -> bool:
        return (-self.y, self.x) < (-other.y, other.x) if isinstance(other, Cell) else NotImplemented

    def __str__(self) -> str:
        return ",".join("?" if abs(number) > FARTHEST else str(number) for number in (self.x, self.y))


def written_cell(cell: Cell | None) -> list[int] | None:
    """Return a cell as files and objects have it, such as ``[1, -2]``."""
    return None if cell is None else [cell.x, cell.y]


def _one_side(_value: object, _field: object, side: Edges) -> None:
    if side not in _STEP:
        raise ValueError(f"expected a single side, N E S or W, got {side!r}")


@final
@made_once(order=True)
class Edge:
    """One side of one cell.

    The same line seen from the neighbouring cell is ``across``.

    Raises ``ValueError`` if it is not a single side.
    """

    cell: Cell = attrs.field(validator=of_kind(Cell))
    side: Edges = attrs.field(validator=_one_side, order=attrgetter("value"))

    @classmethod
    def parse(cls, text: str) -> Edge:
        """Read a code such as ``"1,-2:N"``.

        Raises ``ValueError`` if it is anything else.
        """
        expect(text, str)
        cell, _, side = text.partition(":")
        return cls(Cell.parse(cell), Edges.parse(side))

    @property
    def across(self) -> Edge:
        """The same line as a side of the neighbouring cell."""
        return Edge(self.cell.neighbour(self.side), self.side.opposite)

    def __str__(self) -> str:
        return f"{self.cell}:{self.side}"


_CELLS: dict[int, Cell] = {}
"""Cells by their bit number in a set whose top row is 0; made on first use.

A plain dict: one with ``__missing__`` takes twice as long to look into.
"""


def _new_cell(number: int) -> Cell:
    row, column = divmod(number, WIDTH)
    cell = Cell(column + LEFT, -row)
    # Others are in no city, and there is no end to them.
    if -SPAN - 1 <= row <= SPAN + 1:
        _CELLS[number] = cell
    return cell


@cache
def within_reach(top: int) -> int:
    """Return the bits of all cells within ``REACH``, for a set with that top row."""
    first, last = max(0, top - REACH), top + REACH
    row = ((1 << (2 * REACH + 1)) - 1) << (-REACH - LEFT)
    return sum(row << y * WIDTH for y in range(first, last + 1))


def bit(cell: Cell, top: int, left: int = LEFT) -> int:
    """Return the bit of a cell, for a set with that top row and first column."""
    return 1 << (top - cell.y) * WIDTH + cell.x - left


def places(bits: int) -> list[int]:
    """Return the numbers of the bits that are set, lowest first."""
    # Highest first, because the remaining integer becomes shorter each time.
    found = []
    while bits:
        place = bits.bit_length() - 1
        found.append(place)
        bits ^= 1 << place
    found.reverse()
    return found


def cells_at(bits: int, top: int, left: int) -> list[Cell]:
    """Return the cells of these bits in reading order."""
    if left != LEFT:
        rows_and_columns = [divmod(place, WIDTH) for place in places(bits)]
        return [Cell(column + left, top - row) for row, column in rows_and_columns]
    # Highest first, as in `places`.
    above, found = top * WIDTH, []
    while bits:
        place = bits.bit_length() - 1
        try:
            found.append(_CELLS[place - above])
        except KeyError:
            found.append(_new_cell(place - above))
        bits ^= 1 << place
    found.reverse()
    return found


def cells_of(bits: int, top: int, left: int) -> Cells:
    """Return the set of these bits; for the rules, faster than ``Cells(...)``, which checks them."""
    if not bits or left != LEFT:
        return Cells(bits, top, left)
    if empty_rows := ((bits & -bits).bit_length() - 1) // WIDTH:
        bits >>= empty_rows * WIDTH
        top -= empty_rows
    return _cells(bits, top, LEFT)


@final
@made_once(eq=False)
class Cells(AbstractSet[Cell]):
    """An immutable set of cells, stored as bits; iteration is in reading order.

    Made with `Cells.of`. It equals any other set of the same cells, and can hold cells up to one step beyond
    the reach of a city.

    Raises ``ValueError`` if the bits are negative.
    """

    bits: int
    """One bit for each cell, the lowest for the first in reading order."""
    top: int
    """The row of the lowest bits."""
    left: int = LEFT
    """The column of the lowest bits."""

    def __attrs_post_init__(self) -> None:
        """Normalise: the lowest row has a cell in it, and the first column is ``LEFT`` if that can be."""
        if not (type(self.bits) is type(self.top) is type(self.left) is int):
            given = next(one for one in (self.bits, self.top, self.left) if type(one) is not int)
            raise TypeError(f"bits, top and left: expected int, got {short(given)}")
        if self.left != LEFT:
            self._settle()
        if self.bits <= 0:
            if self.bits < 0:
                raise ValueError("bits: expected a number from 0 up, got a negative one")
            object.__setattr__(self, "top", 0)
        elif empty_rows := ((self.bits & -self.bits).bit_length() - 1) // WIDTH:
            object.__setattr__(self, "bits", self.bits >> empty_rows * WIDTH)
            object.__setattr__(self, "top", self.top - empty_rows)

    def _settle(self) -> None:
        """Count columns from ``LEFT`` or, if cells are too far for that, from the first cell."""
        columns, rest = 0, self.bits
        while rest > 0:
            columns |= rest & (1 << WIDTH) - 1
            rest >>= WIDTH
        first, last = ((columns & -columns).bit_length() - 1, columns.bit_length() - 1) if columns else (0, 0)
        is_near = first + self.left >= LEFT and last + self.left < LEFT + WIDTH
        left = LEFT if is_near else first + self.left
        east = self.left - left
        object.__setattr__(self, "bits", self.bits << east if east > 0 else self.bits >> -east)
        object.__setattr__(self, "left", left)

    @classmethod
    def of(cls, cells: Iterable[Cell] = ()) -> Cells:
        """Collect cells.

        Raises ``ValueError`` if a cell is more than 112 away from the start, in x or in y, or if cells are
        more than 113 columns apart.
        """
        collected = []
        for cell in cells:
            expect(cell, Cell)
            if max(abs(cell.x), abs(cell.y)) > SPAN:
                raise ValueError(f"cell {cell}: more than {SPAN} away from the start tile")
            collected.append(cell)
        left = min((cell.x for cell in collected), default=LEFT)
        if any(cell.x - left >= WIDTH for cell in collected):
            raise ValueError(f"cells more than {WIDTH - 1} columns apart")
        bits = 0
        for cell in collected:
            bits |= bit(cell, SPAN, left)
        return cls(bits, SPAN, left)

    _from_iterable = of  # type: ignore[assignment] # sets of cells only

    def __contains__(self, cell: object) -> bool:
        return (
            isinstance(cell, Cell)
            and 0 <= cell.x - self.left < WIDTH
            and -SPAN <= cell.y <= self.top
            and self.bits & bit(cell, self.top, self.left) != 0
        )

    def __iter__(self) -> Iterator[Cell]:
        return iter(cells_at(self.bits, self.top, self.left))

    def __len__(self) -> int:
        return self.bits.bit_count()

    def _aligned(self, top: int) -> int:
        return self.bits << (top - self.top) * WIDTH

    def __or__(self, other: AbstractSet[Cell]) -> Cells:  # type: ignore[override] # cells only
        others = other if isinstance(other, Cells) else Cells.of(other)
        if self.left != others.left:
            return Cells.of({*self, *others})
        top = max(self.top, others.top)
        return Cells(self._aligned(top) | others._aligned(top), top, self.left)

    def __and__(self, other: AbstractSet[object]) -> Cells:
        if not isinstance(other, Cells) or self.left != other.left:
            return Cells.of(cell for cell in self if cell in other)
        top = max(self.top, other.top)
        return Cells(self._aligned(top) & other._aligned(top), top, self.left)

    def __sub__(self, other: AbstractSet[object]) -> Cells:
        common = self & other
        if self.left != common.left:
            return Cells.of(cell for cell in self if cell not in common)
        top = max(self.top, common.top)
        return Cells(self._aligned(top) ^ common._aligned(top), top, self.left)

    # With another kind of set on the left the result is of that kind: after `found |= cells` a set is a set.
    def __ror__(self, other: AbstractSet[Cell]) -> AbstractSet[Cell]:
        return other | frozenset(self)

    def __rand__(self, other: AbstractSet[Cell]) -> AbstractSet[Cell]:
        return other & frozenset(self)

    def __rsub__(self, other: AbstractSet[Cell]) -> AbstractSet[Cell]:
        return other - frozenset(self)

    def __rxor__(self, other: AbstractSet[Cell]) -> AbstractSet[Cell]:
        return other ^ frozenset(self)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Cells):
            return self.bits == other.bits and self.top == other.top and self.left == other.left
        return super().__eq__(other)

    def __hash__(self) -> int:
        return self._hash()

    def __repr__(self) -> str:
        return f"Cells.of([{', '.join(map(repr, self))}])"

    _repr_pretty_ = print_repr


_cells = maker(Cells, Cells.__init__)
