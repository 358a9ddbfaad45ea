"""Small worlds as facts: what can lie in a few cells, and what can be built with a few tiles."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import attrs

from granada_rules.grid import Cell, Edges

if TYPE_CHECKING:
    from collections.abc import Iterator


@attrs.frozen
class Area:
    """A rectangle of cells, and what the tiles in it may be like besides dry and roof up."""

    wide: int
    high: int
    start: tuple[int, int]
    """Where in the rectangle the start tile lies, counted from the south-west."""
    moats: bool = False
    turned: bool = False
    first: str | None = None
    """What lies at the first cell, if that is settled: nothing, or a tile with these moats (- for none)."""

    def __attrs_post_init__(self) -> None:
        if self.turned and self.first is not None:
            raise ValueError("the first tile of a part lies roof up, and those of this area are turned")

    def __str__(self) -> str:
        kind = f"{', with every moat' * self.moats}{', turned every way' * self.turned}"
        part = "" if self.first is None else f", first {self.first or 'empty'}"
        return f"area {self.wide} x {self.high} with the start tile at {self.start}{kind}{part}"

    @property
    def cells(self) -> list[Cell]:
        """The cells where a tile may lie, all but that of the start tile."""
        west, south = (-steps for steps in self.start)
        places = product(range(west, west + self.wide), range(south, south + self.high))
        return [Cell(x, y) for x, y in places if (x, y) != (0, 0)]

    @property
    def cases(self) -> int:
        """How many cities there are: each cell is empty, or has a tile with any moats, turned anyhow."""
        ways = 1 + (16 if self.moats else 1) * (4 if self.turned else 1)
        return int(ways ** (len(self.cells) - (self.first is not None)))

    def parts(self) -> list[Area]:
        """Return the area in parts, by the moats of the tile at the first cell; tiles lie roof up."""
        return [
            attrs.evolve(self, first=first) for first in ("", "-", *(str(Edges(n)) for n in range(1, 16)))
        ]

    def facts(self) -> Iterator[str]:
        """Yield the area in the terms of the oracle."""
        settled, free = (self.cells[0], self.cells[1:]) if self.first is not None else (None, self.cells)
        yield from (f"area({cell.x},{cell.y})" for cell in free)
        if settled and self.first:
            yield f"tile(c,{settled.x},{settled.y})"
            sides = str(Edges.parse(self.first)).lower()
            yield from (f"moat(c,{settled.x},{settled.y},{side})" for side in sides)
        yield from ["moats"] * self.moats
        yield from (f"turned({side})" for side in "esw" if self.turned)


@attrs.frozen
class Handful:
    """A few tiles, given by their moats, of which some are built."""

    tiles: tuple[str, ...]
    most: int
    cases: int
    """How many cities there are, the start tile alone included; equal tiles are interchangeable."""
    anyhow: bool = False
    """Whether illegal ones count, too: all within two steps of the start tile. Then no tiles are equal."""

    def __str__(self) -> str:
        kind = "legal or not" if self.anyhow else "legal"
        return f"handful of {' '.join(self.tiles)}, at most {self.most} built, {kind}"

    @property
    def cells(self) -> list[Cell]:
        """The cells where tiles may lie: those that so many can reach, or near ones."""
        steps = 2 if self.anyhow else self.most
        reach = range(-steps, steps + 1)
        return [Cell(x, y) for x, y in product(reach, reach) if 0 < abs(x) + abs(y) <= steps]

    def facts(self) -> Iterator[str]:
        """Yield the handful in the terms of the oracle, where a tile is a number."""
        yield f"most({self.most})"
        yield from ["anyhow"] * self.anyhow
        yield from (f"area({cell.x},{cell.y})" for cell in self.cells)
        for number, tile in enumerate(self.tiles):
            yield f"given({number})"
            yield from (f"wet_side({number},{side.lower()})" for side in str(Edges.parse(tile)))
