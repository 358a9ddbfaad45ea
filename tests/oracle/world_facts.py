"""Small worlds as facts: what can lie in a few cells, and what can be built with a few tiles."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import attrs

from granada_rules.box import Cell, Edges, Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Piece = tuple[Kind, str]
"""A tile: its kind, and its moats or walls; - for none."""

BOTH = (Kind.ALHAMBRA, Kind.GRANADA)


def every_piece(kinds: Iterable[Kind]) -> list[Piece]:
    """Return all tiles that there can be of these kinds."""
    return [(kind, str(Edges(number)) or "-") for kind in kinds for number in range(16)]


@attrs.frozen
class Area:
    """A rectangle of cells, and what the tiles in it may be like besides dry and roof up."""

    wide: int
    high: int
    start: tuple[int, int]
    """Where in the rectangle the start tile lies, counted from the south-west."""
    moats: bool = False
    turned: bool = False
    kinds: tuple[Kind, ...] = (Kind.GRANADA,)
    """The kinds of tiles; the start tile is of the first one."""
    fenced: str = ""
    """Where tiles have moats or walls that need not be chosen: between the kinds, or around each part."""
    legal: int | None = None
    """How many cities are legal, if that is known: it shows that walls and moats are where they should be."""
    remembered: bool = False
    """Whether any tile of the second kind may have been the first; or else that is not known."""
    first: Piece | tuple[()] | None = None
    """What lies at the first cell, if that is settled: nothing or a tile."""

    def __attrs_post_init__(self) -> None:
        if self.first is not None and (self.turned or self.remembered):
            raise ValueError("the first tile of a part lies roof up, and nobody knows when it was laid")

    def __str__(self) -> str:
        kind = f"{', with every moat' * self.moats}{', turned every way' * self.turned}"
        kind += f", fenced {self.fenced}" if self.fenced else ""
        kind += f"{', of both kinds' * (self.kinds == BOTH)}{', any tile the first' * self.remembered}"
        part = ""
        if self.first is not None:
            part = f", first {f'{self.first[0].value} {self.first[1]}' if self.first else 'empty'}"
        return f"area {self.wide} x {self.high} with the start tile at {self.start}{kind}{part}"

    @property
    def cells(self) -> list[Cell]:
        """The cells where a tile may lie, all but that of the start tile."""
        west, south = (-steps for steps in self.start)
        places = product(range(west, west + self.wide), range(south, south + self.high))
        return [Cell(x, y) for x, y in places if (x, y) != (0, 0)]

    @property
    def cases(self) -> int:
        """How many cities there are: a cell is empty, or has a tile of any kind and moats, turned anyhow."""
        cells, tiles = len(self.cells) - (self.first is not None), self._tiles
        ways = 1 + len(self.kinds) * tiles
        # Each cell in turn may hold the first tile of the second kind.
        return int(ways**cells + (cells * tiles * ways ** (cells - 1) if self.remembered else 0))

    @property
    def _tiles(self) -> int:
        return (16 if self.moats else 1) * (4 if self.turned else 1)

    def parts(self) -> list[Area]:
        """Return the area in parts, by the tile at the first cell; tiles lie roof up."""
        firsts: list[Piece | tuple[()]] = [(), *every_piece(self.kinds)]
        return [attrs.evolve(self, first=first) for first in firsts]

    def facts(self) -> Iterator[str]:
        """Yield the area in the terms of the oracle."""
        settled, free = (self.cells[0], self.cells[1:]) if self.first is not None else (None, self.cells)
        yield f"start({self.kinds[0].value})"
        yield from (f"kinds({kind.value})" for kind in self.kinds)
        yield from (f"area({cell.x},{cell.y})" for cell in free)
        if settled and self.first:
            kind, moats = self.first
            here = f"c,{settled.x},{settled.y}"
            yield from (f"tile({here})", f"of({here},{kind.value})")
            yield from (f"moat({here},{side})" for side in str(Edges.parse(moats)).lower())
        yield from ["moats"] * self.moats + ["remembered"] * self.remembered
        yield from [self.fenced] * bool(self.fenced)
        yield from (f"turned({side})" for side in "esw" if self.turned)


@attrs.frozen
class Handful:
    """A few tiles, given by their moats, of which some are built."""

    tiles: tuple[str, ...]
    """Those of Granada, or of Alhambra if there are others."""
    most: int
    cases: int
    """How many cities there are, the start tile alone included; equal tiles are interchangeable."""
    anyhow: bool = False
    """Whether illegal ones count, too: all within two steps of the start tile. Then no tiles are equal."""
    others: tuple[str, ...] = ()
    """Those of Granada beside tiles of Alhambra."""

    def __str__(self) -> str:
        kind = "legal or not" if self.anyhow else "legal"
        others = f" and, of Granada, {' '.join(self.others)}" if self.others else ""
        return f"handful of {' '.join(self.tiles)}{others}, at most {self.most} built, {kind}"

    @property
    def start(self) -> Kind:
        """The kind of the start tile."""
        return Kind.ALHAMBRA if self.others else Kind.GRANADA

    @property
    def pieces(self) -> list[Piece]:
        """All tiles with their kinds."""
        return [
            *((self.start, tile) for tile in self.tiles),
            *((Kind.GRANADA, tile) for tile in self.others),
        ]

    @property
    def cells(self) -> list[Cell]:
        """The cells where tiles may lie: those that so many can reach, or near ones."""
        steps = 2 if self.anyhow else self.most
        reach = range(-steps, steps + 1)
        return [Cell(x, y) for x, y in product(reach, reach) if 0 < abs(x) + abs(y) <= steps]

    def facts(self) -> Iterator[str]:
        """Yield the handful in the terms of the oracle, where a tile is a number."""
        yield f"start({self.start.value})"
        yield f"most({self.most})"
        yield from ["anyhow"] * self.anyhow
        yield from (f"area({cell.x},{cell.y})" for cell in self.cells)
        for number, (kind, tile) in enumerate(self.pieces):
            yield f"given({number},{kind.value})"
            yield from (f"wet_side({number},{side.lower()})" for side in str(Edges.parse(tile)))
