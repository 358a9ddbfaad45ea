"""`City`: tiles on the grid around the start tile, as an immutable value with bit sets beside its tiles.

A city holds any arrangement, legal or not; `granada_rules.placement` judges it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, final, overload

import attrs

from granada_rules.base import Sealed, expect, maker, print_repr, remembered, short
from granada_rules.box import (
    LEFT,
    REACH,
    SPAN,
    WIDTH,
    Box,
    Built,
    Cell,
    Cells,
    Clause,
    Edges,
    Face,
    Kind,
    Laid,
    Violation,
    ViolationError,
    bit,
    built,
    edge_bits,
    tile_name,
    within_reach,
)

__all__ = [
    "START",
    "START_STAYS",
    "City",
    "can_be_laid",
    "changed",
    "faces_of",
    "of_another_kind",
    "of_one_kind",
    "reachable",
    "second_bit",
    "start_bit",
    "staying",
    "tile_at",
]


START = Cell(0, 0)
"""Where the start tile of every city lies."""


class _Kept(Sealed):
    """What is no field of a city: fields are handed out by ``match`` and by functions of attrs."""

    __slots__ = ("_memory", "_tiles")

    # Not a `functools.cached_property` for each fact: that would bring functions of other rooms in here.
    if TYPE_CHECKING:
        _memory: dict[object, Any]
        _tiles: dict[Cell, Built]


_write_tiles, _write_memory = _Kept.__dict__["_tiles"].__set__, _Kept.__dict__["_memory"].__set__


@final
@attrs.frozen(eq=False, repr=False, init=False, getstate_setstate=False)
class City(_Kept):
    """Tiles on a grid. `City.of` makes one; `extended`, `reduced` and `exchanged` make others from it.

    Two cities are equal if the same tiles lie at the same cells, whatever the order in which they were built,
    and if their tiles of the other kind began at the same cell. The bit sets are laid out as in `Cells`, with
    at least one empty row on top; they always agree with the tiles.
    """

    top: int
    """The row of the lowest bits."""
    left: int
    """The column of the lowest bits."""
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
    other: int
    """Cells with a tile of the other kind than the start tile (MIX-15)."""
    second: Cell | None
    """Where the tiles of the other kind began (MIX-20); None if there are none, or if it is not known."""

    _made_by = "use City.of, and extended, reduced and exchanged of a city"

    @overload
    @classmethod
    def of(cls, tiles: Mapping[Cell, Laid] = ..., start: Kind = ..., second: Cell | None = ...) -> City: ...
    @overload
    @classmethod
    def of(cls, tiles: Iterable[tuple[Cell, Laid]], start: Kind = ..., second: Cell | None = ...) -> City: ...
    @classmethod
    def of(
        cls,
        tiles: Mapping[Cell, Laid] | Iterable[tuple[Cell, Laid]] = (),
        start: Kind = Kind.GRANADA,
        second: Cell | None = None,
    ) -> City:
        """Lay tiles around the start tile, at ``Cell(0, 0)``; building rules are not judged here.

        ``start`` says whose start tile it is. Around that of Alhambra tiles of both kinds can lie; ``second``
        is then the cell where those of Granada began, or None if that is not known. If there is only one of
        them they began with it.

        >>> from granada_rules import Building, Cell, City, Edges, Face
        >>> city = City.of({Cell(1, 0): (Face(Building.SCHOOL, 4), Edges.parse("NE"))})
        >>> Cell(1, 0) in city.tiles, len(city.cells)
        (True, 2)

        Raises ``ViolationError`` if a tile lies on the start tile (BOX-5), or is of Alhambra while the start
        tile is of Granada (BOX-2); ``ValueError`` if two tiles lie at one cell, if a cell is more than 54
        away from the start in x or y (with a start tile of Alhambra 111, and all tiles within 112 rows and
        columns), or if ``second`` is no cell with a tile of the other kind.
        """
        expect(start, Kind)
        pairs = tiles.items() if isinstance(tiles, Mapping) else tiles
        if not hasattr(pairs, "__iter__"):
            expect(tiles, Mapping, Iterable)
        laid: dict[Cell, Built] = {}
        reach = _REACHES[start]
        for cell, tile in pairs:
            _refuse_unbuildable(cell, laid, reach)
            laid[cell] = _can_lie_with(start, built(tile))
        top = max(cell.y for cell in (START, *laid)) + 1
        left = LEFT if reach == REACH else _first_column_of(laid)
        occupied, turned = bit(START, top, left), 0
        north = east = south = west = other = 0
        for cell, tile_there in laid.items():
            here, moats = bit(cell, top, left), tile_there.moats.value
            occupied |= here
            north |= here if moats & 1 else 0
            east |= here if moats & 2 else 0
            south |= here if moats & 4 else 0
            west |= here if moats & 8 else 0
            turned |= here if tile_there.roof is not Edges.N else 0
            other |= here if tile_there.face.walls is None and start is not _GRANADA else 0
        if second is None:
            second = _beginning(laid, other)
        else:
            _refuse_unsound_second(second, laid, start)
        city = _bare(top, left, occupied, north, east, south, west, turned, start, other, second)
        return _filled(city, laid)

    @property
    def tiles(self) -> Mapping[Cell, Built]:
        """The tiles by cell, without the start tile, in the order in which they were laid."""
        # Of a copy: a proxy hands its dict to the `__eq__` of whatever it is compared with.
        return MappingProxyType(self._tiles.copy())

    @property
    def cells(self) -> Cells:
        """The cells with a tile, the start tile included."""
        return Cells(self.occupied, self.top, self.left)

    def extended(self, cell: Cell, tile: Laid) -> City:
        """Return the city with one more tile; building rules are not judged here.

        Raises ``ViolationError`` or ``ValueError`` as `City.of` does.
        """
        _refuse_unbuildable(cell, self._tiles, _REACHES[self.start])
        if _becomes_too_wide(self, cell):
            raise _too_wide()
        return changed(self, cell, _can_lie_with(self.start, built(tile)))

    def reduced(self, cell: Cell) -> City:
        """Return the city without the tile at that cell.

        Raises ``ViolationError`` at the start tile (REBUILD-5) and where the other kind began (MIX-20);
        ``ValueError`` if no tile lies there.
        """
        self._refuse_missing(cell)
        return changed(self, cell, None)

    def exchanged(self, cell: Cell, tile: Laid) -> City:
        """Return the city with another tile in the place of the one at that cell (REBUILD-3).

        Raises ``ViolationError`` at the start tile (REBUILD-5) and where the other kind began (MIX-20);
        ``ValueError`` if no tile lies there.
        """
        self._refuse_missing(cell)
        return changed(self, cell, _can_lie_with(self.start, built(tile)))

    def _refuse_missing(self, cell: Cell) -> None:
        _refuse_other_than_cell(cell)
        # REBUILD-5: the start tile is never moved or removed.
        if cell == START:
            raise ViolationError([START_STAYS])
        if cell not in self._tiles:
            raise ValueError(f"cell {cell}: no tile lies there")
        # MIX-20: nor is the first tile of the other kind.
        if cell == self.second:
            face = self._tiles[cell].face
            stays = (
                f"{face} at {cell} is the first tile of {face.kind.label}, which is never moved or removed"
            )
            raise ViolationError([Violation(Clause.MIX_20, stays, cells=(cell,), faces=(face,))])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, City):
            return NotImplemented
        return self.start is other.start and self._tiles == other._tiles and self.second == other.second

    def __hash__(self) -> int:
        return _hash(self)

    def __repr__(self) -> str:
        tiles = (f"{cell!r}: {self._tiles[cell]!r}" for cell in sorted(self._tiles))
        start = "" if self.start is Kind.GRANADA else f", start={self.start!r}"
        second = "" if self.second is None else f", second={self.second!r}"
        return f"City.of({{{', '.join(tiles)}}}{start}{second})"

    _repr_pretty_ = print_repr

    def __reduce__(self) -> tuple[object, ...]:
        # Sorted, so that equal cities have equal pickles.
        return City.of, (dict(sorted(self._tiles.items())), self.start, self.second)


_GRANADA = Kind.GRANADA

_NORTH = Edges.N


def _can_lie_with(start: Kind, tile: Built) -> Built:
    # BOX-2: around the start tile of Granada all tiles are of Granada. Only faces of Alhambra have walls.
    return tile if start is not _GRANADA or tile.face.walls is None else of_one_kind(start, tile)


def of_another_kind(tile: str, kind: Kind, start: Kind) -> str:
    """Return that a tile is of another kind than the start tile, for messages."""
    return f"{tile} is of {kind.label}, and the start tile of {start.label}"


def of_one_kind(start: Kind, tile: Built) -> Built:
    """Return a tile of the kind of the start tile, for games with tiles of one kind.

    Raises ``ViolationError`` if it is of the other kind (BOX-2, A-BOX-2).
    """
    if tile.face.kind is not start:
        message = of_another_kind(tile_name(tile), tile.face.kind, start)
        raise ViolationError([Violation(Clause.BOX_2.of(start), message, faces=(tile.face,))])
    return tile


def _beginning(tiles: Mapping[Cell, Built], other: int) -> Cell | None:
    """Return where the tiles of Granada began in an Alhambra, if that can be seen."""
    # MIX-20: the first one is never taken away, so a single one is the first.
    if other == 0 or other & other - 1:
        return None
    return next(cell for cell, tile in tiles.items() if tile.face.walls is None)


def _refuse_unsound_second(second: Cell, tiles: Mapping[Cell, Built], start: Kind) -> None:
    _refuse_other_than_cell(second)
    if second not in tiles or tiles[second].face.kind is start:
        raise ValueError(f"second: no tile of the other kind lies at {second}")


_bare = maker(City, City.__attrs_init__)
"""Makes a city that has its bit sets, and no tiles yet."""


def _filled(city: City, tiles: dict[Cell, Built]) -> City:
    """Give a city its tiles, with which its bits agree."""
    _write_tiles(city, tiles)
    _write_memory(city, {})
    return city


def changed(city: City, cell: Cell, tile: Built | None) -> City:
    """Return the city with that tile, or none, at that cell, whatever lay there; nothing is checked."""
    tiles = city._tiles.copy()  # noqa: SLF001 - of its own module
    old = tiles.pop(cell, None) if tile is None else tiles.get(cell)
    if tile is not None:
        tiles[cell] = tile
    top, left = city.top, city.left
    if not 0 < cell.x - left <= SPAN:
        return City.of(tiles, city.start, city.second)
    occupied, turned = city.occupied, city.turned
    north, east, south, west = city.north, city.east, city.south, city.west
    if cell.y >= top:
        down = (cell.y + 1 - top) * WIDTH
        top = cell.y + 1
        occupied, turned = occupied << down, turned << down
        north, east, south, west = north << down, east << down, south << down, west << down
    here = 1 << (top - cell.y) * WIDTH + cell.x - left
    if old is None or tile is None:
        occupied ^= here
    # Where the old tile and the new one differ, with no tile as one without moats, roof up.
    moats = (0 if old is None else edge_bits(old.moats)) ^ (0 if tile is None else edge_bits(tile.moats))
    if moats & 1:
        north ^= here
    if moats & 2:
        east ^= here
    if moats & 4:
        south ^= here
    if moats & 8:
        west ^= here
    if (old is None or old.roof is _NORTH) is not (tile is None or tile.roof is _NORTH):
        turned ^= here
    start = city.start
    other, second = 0, None
    if start is not _GRANADA and (city.other or _is_of_granada(tile)):
        exchanged = here if _is_of_granada(old) is not _is_of_granada(tile) else 0
        other = city.other << (top - city.top) * WIDTH ^ exchanged
        second = _beginning(tiles, other) if city.second is None else city.second
    new = _bare(top, left, occupied, north, east, south, west, turned, start, other, second)
    return _filled(new, tiles)


def _is_of_granada(tile: Built | None) -> bool:
    return tile is not None and tile.face.walls is None


def _refuse_other_than_cell(cell: Cell) -> None:
    if type(cell) is not Cell:
        raise TypeError(f"expected Cell, such as Cell(1, 0), got {short(cell)}")


_REACHES = {kind: Box.of(kind).reach for kind in Kind}


def _is_within(reach: int, cell: Cell) -> bool:
    return -reach <= cell.x <= reach and -reach <= cell.y <= reach


def _refuse_unbuildable(cell: Cell, tiles: Mapping[Cell, Built], reach: int) -> None:
    _refuse_other_than_cell(cell)
    # BOX-5: the start tile lies there, and has no moats.
    if cell == START:
        lies = f"the start tile lies at {START}, no other tile can"
        raise ViolationError([Violation(Clause.BOX_5, lies, cells=(START,))])
    if not _is_within(reach, cell):
        raise ValueError(
            f"cell {cell}: more than {reach} away from the start, which the tiles of the box cannot reach"
        )
    if cell in tiles:
        raise ValueError(f"cell {cell}: two tiles at one cell")


def _too_wide() -> ValueError:
    return ValueError(f"tiles in more than {SPAN} rows or columns, which the tiles of the box cannot reach")


def _first_column_of(cells: Iterable[Cell]) -> int:
    """Return the column of the lowest bits for these tiles and the start tile.

    Raises ``ValueError`` if they are too far apart.
    """
    columns, rows = [0], [0]
    for cell in cells:
        columns.append(cell.x)
        rows.append(cell.y)
    first, last = min(columns), max(columns)
    if last - first >= SPAN or max(rows) - min(rows) >= SPAN:
        raise _too_wide()
    return LEFT if first > LEFT and last <= LEFT + SPAN else first - 1


def _becomes_too_wide(city: City, cell: Cell) -> bool:
    """Tell whether a city with one more tile would span too many rows or columns."""
    if _REACHES[city.start] == REACH:
        return False
    # A cell and tiles that are all near the start are never too far apart.
    is_low = city.occupied.bit_length() > (city.top + REACH + 3) * WIDTH
    if _is_within(REACH, cell) and city.left == LEFT and city.top <= REACH + 2 and not is_low:
        return False
    try:
        _first_column_of([*city._tiles, cell])  # noqa: SLF001 - of its own module
    except ValueError:
        return True
    return False


def can_be_laid(city: City, cell: Cell) -> bool:
    """Tell whether a tile can be laid there at all, legal or not."""
    return (
        _is_within(_REACHES[city.start], cell)
        and cell != START
        and cell not in city._tiles  # noqa: SLF001 - of its own module
        and not _becomes_too_wide(city, cell)
    )


def tile_at(city: City, cell: Cell) -> Built:
    """Return the tile at that cell, without a copy of all tiles."""
    return city._tiles[cell]  # noqa: SLF001 - of its own module


def faces_of(city: City) -> list[Face]:
    """Return the faces of the tiles, without a copy of all tiles."""
    return [tile.face for tile in city._tiles.values()]  # noqa: SLF001 - of its own module


START_STAYS: Final = Violation(Clause.REBUILD_5, "the start tile is never moved or removed", cells=(START,))
"""What is wrong with moving it."""


def start_bit(city: City) -> int:
    """Return the bit of the start tile."""
    return bit(START, city.top, city.left)


def second_bit(city: City) -> int:
    """Return the bit of the cell where the other kind began (MIX-20); 0 if it did not, or is not known."""
    return 0 if city.second is None else bit(city.second, city.top, city.left)


def staying(city: City) -> int:
    """Return the bits of the tiles that are never moved or removed."""
    # REBUILD-5: the start tile. MIX-20: the first tile of the other kind.
    return start_bit(city) | second_bit(city)


def reachable(city: City) -> int:
    """Return the bits of the cells where a tile can lie beside this city, if it is legal; -1 if all can."""
    if _REACHES[city.start] == REACH:
        return within_reach(city.top)
    # Fewer tiles in one piece, and one more, span less than a city may.
    if len(city._tiles) < SPAN - 1:  # noqa: SLF001 - of its own module
        return -1
    tiles = city.occupied
    rows = tiles.bit_length() // WIDTH + 2
    columns, too_far = _first_column(rows), 0
    # With a tile in the last column of the span the free one before the first is too far, and the reverse.
    if tiles & columns << SPAN:
        too_far |= columns
    if tiles & columns << 1:
        too_far |= columns << SPAN + 1
    if rows > SPAN:
        highest, lowest = ((tiles & -tiles).bit_length() - 1) // WIDTH, rows - 2
        if lowest - highest + 1 == SPAN:
            row = (1 << WIDTH) - 1
            too_far |= row << (lowest + 1) * WIDTH | (row << (highest - 1) * WIDTH)
    return ~too_far


@cache
def _first_column(rows: int) -> int:
    """Return the bits of the first column."""
    return sum(1 << row * WIDTH for row in range(rows))


@remembered(City)
def _hash(city: City) -> int:
    return hash((city.start, city.second, frozenset(city._tiles.items())))  # noqa: SLF001 - of its own module
