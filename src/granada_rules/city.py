"""`City`: tiles on the grid around the start tile, as an immutable value with bit sets beside its tiles.

A city holds any arrangement, legal or not; `granada_rules.placement` judges it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, final, overload

import attrs

from granada_rules.arguments import expect, of_kind, print_repr, short
from granada_rules.clauses import Clause, Violation, ViolationError
from granada_rules.grid import REACH, WIDTH, Cell, Cells, Edges, bit
from granada_rules.sealed import Sealed, made_once, maker, remembered
from granada_rules.tiles import Face, Kind

__all__ = ["START", "Built", "City", "Laid", "built", "can_be_laid", "one_way", "tile_at"]

START = Cell(0, 0)
"""Where the start tile of every city lies."""


def one_way(_tile: object, _field: attrs.Attribute[Edges], roof: Edges) -> None:
    """Refuse a roof that does not point to one side."""
    if not isinstance(roof, Edges):
        raise TypeError(f"roof: expected Edges, got {short(roof)}")
    if roof.value.bit_count() != 1:
        raise ValueError(f"roof: expected one of N E S W, got {roof!r}")


@final
@made_once
class Built:
    """A tile as it lies in a city: the face that is up, its moats or walls as seen, where its roof points.

    Raises ``ValueError`` if the roof does not point to one side, or if the walls seen are not those of an
    Alhambra tile.
    """

    face: Face = attrs.field(validator=of_kind(Face))
    moats: Edges = attrs.field(validator=of_kind(Edges))
    roof: Edges = attrs.field(default=Edges.N, validator=one_way)

    def __attrs_post_init__(self) -> None:
        walls = self.face.walls
        if walls is not None and self.moats is not walls.turned(self.roof):
            raise ValueError(f"{self.face}: expected these walls as they are seen, got {self.moats or '-'}")


Laid = Built | tuple[Face, Edges] | tuple[Face, Edges, Edges]
"""A built tile: a `Built`, or a tuple of face, moats and, if the tile lies turned, its roof."""


def built(tile: Laid) -> Built:
    """Return a tile as a `Built`."""
    if type(tile) is Built:
        return tile
    given: object = tile
    if not isinstance(given, tuple) or len(given) not in (2, 3):
        raise TypeError(f"expected Built or a tuple (face, moats) or (face, moats, roof), got {short(given)}")
    return Built(*tile)


@final
@attrs.frozen(eq=False, repr=False, init=False, getstate_setstate=False)
class City(Sealed):
    """Tiles on a grid. `City.of` makes one; `extended`, `reduced` and `exchanged` make others from it.

    Two cities are equal if the same tiles lie at the same cells, whatever the order in which they were built.
    The bit sets are laid out as in `Cells`, with at least one empty row on top; they always agree with the
    tiles.
    """

    _tiles: dict[Cell, Built]
    top: int
    """The row of the lowest bits."""
    occupied: int
    """Cells with a tile, the start tile included."""
    north: int
    """Cells with a moat to the north."""
    east: int
    """Cells with a moat to the east."""
    south: int
    """Cells with a moat to the south."""
    west: int
    """Cells with a moat to the west."""
    turned: int
    """Cells with a tile whose roof does not point north."""
    start: Kind
    """The kind of the start tile."""
    _memory: dict[object, Any] = attrs.field(factory=dict, init=False)

    _made_by = "use City.of, and extended, reduced and exchanged of a city"

    @overload
    @classmethod
    def of(cls, tiles: Mapping[Cell, Laid] = ..., start: Kind = ...) -> City: ...
    @overload
    @classmethod
    def of(cls, tiles: Iterable[tuple[Cell, Laid]], start: Kind = ...) -> City: ...
    @classmethod
    def of(
        cls, tiles: Mapping[Cell, Laid] | Iterable[tuple[Cell, Laid]] = (), start: Kind = Kind.GRANADA
    ) -> City:
        """Lay tiles around the start tile, at ``Cell(0, 0)``; building rules are not judged here.

        ``start`` says whose start tile it is: all tiles are of the same kind.

        >>> from granada_rules import Building, Cell, City, Edges, Face
        >>> city = City.of({Cell(1, 0): (Face(Building.SCHOOL, 4), Edges.parse("NE"))})
        >>> Cell(1, 0) in city.tiles, len(city.cells)
        (True, 2)

        Raises ``ViolationError`` if a tile lies on the start tile (BOX-5) or is of the other kind (BOX-2,
        A-BOX-2); ``ValueError`` if two tiles lie at one cell, or if a cell is more than 54 away from the
        start in x or y, which the tiles of the box cannot reach.
        """
        expect(start, Kind)
        laid: dict[Cell, Built] = {}
        for cell, tile in tiles.items() if isinstance(tiles, Mapping) else tiles:
            _refuse_unbuildable(cell, laid)
            laid[cell] = _of_kind(start, built(tile))
        top = max(cell.y for cell in (START, *laid)) + 1
        occupied, turned = bit(START, top), 0
        north = east = south = west = 0
        for cell, tile_there in laid.items():
            here, moats = bit(cell, top), tile_there.moats.value
            occupied |= here
            north |= here if moats & 1 else 0
            east |= here if moats & 2 else 0
            south |= here if moats & 4 else 0
            west |= here if moats & 8 else 0
            turned |= here if tile_there.roof is not Edges.N else 0
        return _city(
            tiles=laid,
            top=top,
            occupied=occupied,
            north=north,
            east=east,
            south=south,
            west=west,
            turned=turned,
            start=start,
        )

    @property
    def tiles(self) -> Mapping[Cell, Built]:
        """The tiles by cell, without the start tile, in the order in which they were laid."""
        # Of a copy: a proxy hands its dict to the `__eq__` of whatever it is compared with.
        return MappingProxyType(self._tiles.copy())

    @property
    def cells(self) -> Cells:
        """The cells with a tile, the start tile included."""
        return Cells(self.occupied, self.top)

    def extended(self, cell: Cell, tile: Laid) -> City:
        """Return the city with one more tile; building rules are not judged here.

        Raises ``ViolationError`` or ``ValueError`` as `City.of` does.
        """
        _refuse_unbuildable(cell, self._tiles)
        return self._changed(cell, _of_kind(self.start, built(tile)))

    def reduced(self, cell: Cell) -> City:
        """Return the city without the tile at that cell.

        Raises ``ViolationError`` at the start tile (REBUILD-5); ``ValueError`` if no tile lies there.
        """
        self._refuse_missing(cell)
        return self._changed(cell, None)

    def exchanged(self, cell: Cell, tile: Laid) -> City:
        """Return the city with another tile in the place of the one at that cell (REBUILD-3).

        Raises ``ViolationError`` at the start tile (REBUILD-5); ``ValueError`` if no tile lies there.
        """
        self._refuse_missing(cell)
        return self._changed(cell, _of_kind(self.start, built(tile)))

    def _refuse_missing(self, cell: Cell) -> None:
        _refuse_other_than_cell(cell)
        # REBUILD-5: the start tile is never moved or removed.
        if cell == START:
            stays = "the start tile is never moved or removed"
            raise ViolationError([Violation(Clause.REBUILD_5, stays, cells=(START,))])
        if cell not in self._tiles:
            raise ValueError(f"cell {cell}: no tile lies there")

    def _changed(self, cell: Cell, tile: Built | None) -> City:
        tiles = self._tiles.copy()
        if tile is None:
            del tiles[cell]
        else:
            tiles[cell] = tile
        top = max(self.top, cell.y + 1)
        here, down = bit(cell, top), (top - self.top) * WIDTH
        # Set the cell in every set, whatever it was before; then take it out where it does not belong.
        occupied, turned = self.occupied << down | here, self.turned << down | here
        north, east = self.north << down | here, self.east << down | here
        south, west = self.south << down | here, self.west << down | here
        moats = 0 if tile is None else tile.moats.value
        return _city(
            tiles=tiles,
            top=top,
            occupied=occupied if tile is not None else occupied ^ here,
            north=north if moats & 1 else north ^ here,
            east=east if moats & 2 else east ^ here,
            south=south if moats & 4 else south ^ here,
            west=west if moats & 8 else west ^ here,
            turned=turned if tile is not None and tile.roof is not Edges.N else turned ^ here,
            start=self.start,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, City):
            return NotImplemented
        return self.start is other.start and self._tiles == other._tiles

    def __hash__(self) -> int:
        return _hash(self)

    def __repr__(self) -> str:
        tiles = (f"{cell!r}: {self._tiles[cell]!r}" for cell in sorted(self._tiles))
        start = "" if self.start is Kind.GRANADA else f", start={self.start!r}"
        return f"City.of({{{', '.join(tiles)}}}{start})"

    _repr_pretty_ = print_repr

    def __reduce__(self) -> tuple[object, ...]:
        # Sorted, so that equal cities have equal pickles.
        return City.of, (dict(sorted(self._tiles.items())), self.start)


def _of_kind(start: Kind, tile: Built) -> Built:
    # Only faces of Alhambra have walls of their own.
    if (tile.face.walls is None) is not (start is Kind.GRANADA):
        message = f"{tile.face} is of {tile.face.kind.label}, and the start tile of {start.label}"
        raise ViolationError([Violation(Clause.BOX_2.of(start), message, faces=(tile.face,))])
    return tile


_city = maker(City, City.__attrs_init__)


def _refuse_other_than_cell(cell: Cell) -> None:
    if type(cell) is not Cell:
        raise TypeError(f"expected Cell, such as Cell(1, 0), got {short(cell)}")


def _refuse_unbuildable(cell: Cell, tiles: Mapping[Cell, Built]) -> None:
    _refuse_other_than_cell(cell)
    # BOX-5: the start tile lies there, and has no moats.
    if cell == START:
        lies = f"the start tile lies at {START}, no other tile can"
        raise ViolationError([Violation(Clause.BOX_5, lies, cells=(START,))])
    if not (-REACH <= cell.x <= REACH and -REACH <= cell.y <= REACH):
        raise ValueError(
            f"cell {cell}: more than {REACH} away from the start, which the tiles of the box cannot reach"
        )
    if cell in tiles:
        raise ValueError(f"cell {cell}: two tiles at one cell")


def can_be_laid(city: City, cell: Cell) -> bool:
    """Tell whether a tile can be laid there at all, legal or not."""
    return (
        -REACH <= cell.x <= REACH and -REACH <= cell.y <= REACH and cell != START and cell not in city._tiles  # noqa: SLF001 - of its own module
    )


def tile_at(city: City, cell: Cell) -> Built:
    """Return the tile at that cell, without a copy of all tiles."""
    return city._tiles[cell]  # noqa: SLF001 - of its own module


@remembered(City)
def _hash(city: City) -> int:
    return hash((city.start, frozenset(city._tiles.items())))  # noqa: SLF001 - of its own module
