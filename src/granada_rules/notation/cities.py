"""Cities as people draw them: rows of tiles from north to south."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from granada_rules.base import expect
from granada_rules.box import REACH, TILES, Built, Cell, Kind, Tiles, TileSet, TileSets, kinds_in_order
from granada_rules.city import START, City
from granada_rules.notation.tiles import WrittenTile, named, read_tile, seen_moats, write_tile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["read_city", "write_city"]


_WIDEST = 2 * REACH + 1
"""How many rows and columns a city can have."""

_LONGEST_DRAWING = 150_000
"""More characters than any drawing that `write_city` returns."""

_MOST_DRAWN = 200
"""How many tiles a drawing may have; more than the box has (BOX-2)."""


def read_city(
    drawing: str,
    tile_set: Tiles | None = None,
    start: Kind | None = None,
    *,
    kinds: Iterable[Kind] | None = None,
    second: Cell | None = None,
) -> City:
    r"""Read a city: ``@`` is the start tile, ``.`` an empty place, rows from north to south.

    Moats that are not written are those of the tile set; without a set every tile has to say them. A face
    that the set does not have is taken without moats. ``start`` is the kind of the start tile, and ``kinds``
    are the kinds of tiles that may lie there. If neither is given, they are those of the tile set; without a
    set, those of the tiles. Tiles of both kinds lie around a start tile of Alhambra (MIX-15); ``second`` is
    where those of Granada began (MIX-20).

    >>> from granada_rules import notation
    >>> print(*notation.read_city("@ SC4:E").tiles)
    1,0
    >>> notation.read_city("@ GA10:N").start
    Kind.ALHAMBRA
    >>> notation.read_city(". SC4:S\n@ GA10:N").second
    Cell(x=1, y=1)

    Raises ``ValueError`` if it is no such drawing, if a tile is of a kind that may not lie there, or if
    ``second`` is no cell with a tile of the other kind.
    """
    expect(drawing, str)
    if tile_set is not None:
        expect(tile_set, TileSet, TileSets)
    if start is not None:
        expect(start, Kind)
    allowed = _allowed(tile_set, start, kinds, second)
    if allowed is not None and start not in {None, allowed[0]}:
        raise ValueError(f"start: expected {allowed[0]!r}, with which these kinds are played, got {start!r}")
    tiles: dict[Cell, Built] = {}
    for cell, row, text in _places(drawing):
        try:
            tiles[cell] = _built(text, tile_set, allowed)
        except ValueError as error:
            raise ValueError(f"row {row}, {error}") from None
    # MIX-15: tiles of both kinds lie around a start tile of Alhambra.
    lying = {tile.face.kind for tile in tiles.values()} or {Kind.GRANADA}
    start = start or (allowed[0] if allowed else kinds_in_order(lying)[0])
    return City.of(tiles, start, second)


def _allowed(
    tile_set: Tiles | None, start: Kind | None, kinds: Iterable[Kind] | None, second: Cell | None
) -> tuple[Kind, ...] | None:
    """Return the kinds of tiles that may lie in a city; None if nothing says it."""
    if kinds is not None:
        return kinds_in_order(kinds)
    if tile_set is not None and (start is None or len(tile_set.kinds) > 1):
        return tile_set.kinds
    if start is not None:
        return (start,)
    # MIX-20: if Granada began somewhere, it began in an Alhambra.
    return None if second is None else tuple(Kind)


def _places(drawing: str) -> Iterator[tuple[Cell, int, str]]:
    """Yield the tiles of a drawing, each with its cell and its row."""
    if len(drawing) > _LONGEST_DRAWING:
        raise ValueError(f"a drawing of more than {_LONGEST_DRAWING} characters")
    rows = [line.split() for line in drawing.strip().split("\n")]
    if len(rows) > _WIDEST or any(len(row) > _WIDEST for row in rows):
        raise ValueError(f"more than {_WIDEST} rows or columns, which no city can have")
    if sum(tile not in {"@", "."} for row in rows for tile in row) > _MOST_DRAWN:
        raise ValueError(f"more than {_MOST_DRAWN} tiles; the box has {TILES}")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise ValueError(f"row {number}: {len(row)} columns, and row 1 has {len(rows[0])}")
    grid = {(x, y): tile for y, row in enumerate(rows) for x, tile in enumerate(row)}
    starts = [place for place, tile in grid.items() if tile == "@"]
    if len(starts) != 1:
        raise ValueError(f"expected one start tile (@), got {len(starts)}")
    east, south = starts[0]
    for (x, y), text in grid.items():
        if text not in {"@", "."}:
            yield Cell(x - east, south - y), y + 1, text


def _built(text: str, tile_set: Tiles | None, allowed: tuple[Kind, ...] | None) -> Built:
    """Read a tile as it lies in a city, of one of these kinds, if they are known.

    Raises ``ValueError`` if it is no tile, or of another kind.
    """
    tile = read_tile(text, tile_set)
    kind = tile.face.kind
    if allowed is not None and kind not in allowed:
        raise ValueError(f"{named(tile)} is of {kind.label}, and the start tile of {allowed[0].label}")
    return Built(tile.face, seen_moats(tile, tile_set), tile.roof)


def write_city(city: City, tile_set: Tiles | None = None) -> str:
    """Draw a city in its canonical form; moats that the tile set gives as well are left out.

    Walls are always written: they belong to the name of a tile.

    >>> print(write_city(read_city("@ SC4:N")), end="")
    @  SC4:N
    """
    expect(city, City)
    if tile_set is not None:
        expect(tile_set, TileSet, TileSets)
    tokens = {START: "@"}
    for cell, tile in city.tiles.items():
        plain = WrittenTile(tile.face, None, tile.roof)
        is_said = tile.face.walls is not None or (
            tile_set is not None
            and tile.face.kind in tile_set.kinds
            and seen_moats(plain, tile_set) == tile.moats
        )
        tokens[cell] = write_tile(plain if is_said else attrs.evolve(plain, moats=tile.moats))
    xs, ys = [cell.x for cell in tokens], [cell.y for cell in tokens]
    rows, columns = range(max(ys), min(ys) - 1, -1), range(min(xs), max(xs) + 1)
    widths = {x: max(len(tokens.get(Cell(x, y), ".")) for y in rows) for x in columns}
    lines = ("  ".join(tokens.get(Cell(x, y), ".").ljust(widths[x]) for x in columns) for y in rows)
    return "".join(f"{line.rstrip()}\n" for line in lines)
