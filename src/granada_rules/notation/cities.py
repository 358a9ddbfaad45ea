"""Cities as people draw them: rows of tiles from north to south."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import attrs

from granada_rules.base import expect
from granada_rules.box import REACH, TILES, Built, Cell, Kind, Tiles, TileSet, TileSets, kinds_in_order
from granada_rules.city import HIDDEN, START, WHICH_KIND, City, SeenCity, SeenTile
from granada_rules.notation.tiles import (
    WrittenTile,
    named,
    read_seen_tile,
    read_tile,
    seen_moats,
    write_seen_tile,
    write_tile,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

__all__ = ["read_city", "read_seen_city", "write_city", "write_seen_city"]


_Tile = TypeVar("_Tile")

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
    allowed = _allowed(drawing, tile_set, start, kinds, second)
    tiles = _tiles(drawing, lambda text: _built(text, tile_set, allowed))
    return City.of(tiles, start or _start(allowed, (tile.face.kind for tile in tiles.values())), second)


def read_seen_city(
    drawing: str,
    tile_set: Tiles | None = None,
    start: Kind | None = None,
    *,
    kinds: Iterable[Kind] | None = None,
    second: Cell | None = None,
) -> SeenCity:
    r"""Read a city of which not everything is seen: as `read_city`, with tiles as from `read_seen_tile`.

    Where tiles of both kinds may lie, a covered tile says its kind, ``A?`` or ``G?``.

    >>> from granada_rules import notation
    >>> print(*notation.read_seen_city("? @ SC4:E PA?:W").unknown)
    -1,0 2,0

    Raises ``ValueError`` as `read_city` does.
    """
    allowed = _allowed(drawing, tile_set, start, kinds, second)
    tiles = _tiles(drawing, lambda text: _seen(text, tile_set, allowed))
    lying = {tile.kind for tile in tiles.values()}
    if lying >= {None, *Kind}:
        raise ValueError(WHICH_KIND)
    told = (kind for kind in lying if kind is not None)
    return SeenCity(tiles, start or _start(allowed, told), second)


def _allowed(
    drawing: str,
    tile_set: Tiles | None,
    start: Kind | None,
    kinds: Iterable[Kind] | None,
    second: Cell | None,
) -> tuple[Kind, ...] | None:
    """Check what a city is read with, and return the kinds of tiles that may lie in it, if something says it.

    Raises ``ValueError`` if the start tile is of another kind.
    """
    expect(drawing, str)
    if tile_set is not None:
        expect(tile_set, TileSet, TileSets)
    if start is not None:
        expect(start, Kind)
    allowed = _kinds_said(tile_set, start, kinds, second)
    if allowed is not None and start not in {None, allowed[0]}:
        raise ValueError(f"start: expected {allowed[0]!r}, with which these kinds are played, got {start!r}")
    return allowed


def _kinds_said(
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


def _start(allowed: tuple[Kind, ...] | None, lying: Iterable[Kind]) -> Kind:
    """Return the kind of the start tile of a city where tiles of these kinds may lie, and where some do."""
    # MIX-15: tiles of both kinds lie around a start tile of Alhambra.
    return (allowed or kinds_in_order({*lying} or {Kind.GRANADA}))[0]


def _tiles(drawing: str, read: Callable[[str], _Tile]) -> dict[Cell, _Tile]:
    """Read the tiles of a drawing, by their cells."""
    tiles = {}
    for cell, row, text in _places(drawing):
        try:
            tiles[cell] = read(text)
        except ValueError as error:
            raise ValueError(f"row {row}, {error}") from None
    return tiles


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
    _refuse_other_kind(tile.face.kind, named(tile), allowed)
    return Built(tile.face, seen_moats(tile, tile_set), tile.roof)


def _seen(text: str, tile_set: Tiles | None, allowed: tuple[Kind, ...] | None) -> SeenTile:
    """Read what is seen of a tile in a city, of one of these kinds, if they are known.

    Raises ``ValueError`` if it is no tile, of another kind, or covered and of any of them.
    """
    if HIDDEN not in text:
        return SeenTile.of(_built(text, tile_set, allowed))
    tile = read_seen_tile(text, tile_set)
    if tile.kind is not None:
        _refuse_other_kind(tile.kind, str(tile), allowed)
    elif allowed is not None and len(allowed) > 1:
        raise ValueError(WHICH_KIND)
    return tile


def _refuse_other_kind(kind: Kind, tile: str, allowed: tuple[Kind, ...] | None) -> None:
    if allowed is not None and kind not in allowed:
        raise ValueError(f"{tile} is of {kind.label}, and the start tile of {allowed[0].label}")


def write_city(city: City, tile_set: Tiles | None = None) -> str:
    """Draw a city in its canonical form; moats that the tile set gives as well are left out.

    Walls are always written: they belong to the name of a tile.

    >>> print(write_city(read_city("@ SC4:N")), end="")
    @  SC4:N
    """
    expect(city, City)
    if tile_set is not None:
        expect(tile_set, TileSet, TileSets)
    return _drawn({cell: _token(tile, tile_set) for cell, tile in city.tiles.items()})


def write_seen_city(city: SeenCity, tile_set: Tiles | None = None) -> str:
    """Draw a city of which not everything is seen in its canonical form, as `write_city` does.

    >>> print(write_seen_city(read_seen_city("@ sc?:n  g?")), end="")
    @  SC?:N  G?
    """
    expect(city, SeenCity)
    if tile_set is not None:
        expect(tile_set, TileSet, TileSets)
    tokens = {}
    for cell, tile in city.tiles.items():
        built = tile.built
        tokens[cell] = write_seen_tile(tile) if built is None else _token(built, tile_set)
    return _drawn(tokens)


def _token(tile: Built, tile_set: Tiles | None) -> str:
    """Write a tile as it lies in a city, without moats that the tile set gives as well."""
    plain = WrittenTile(tile.face, None, tile.roof)
    is_said = tile.face.walls is not None or (
        tile_set is not None
        and tile.face.kind in tile_set.kinds
        and seen_moats(plain, tile_set) == tile.moats
    )
    return write_tile(plain if is_said else attrs.evolve(plain, moats=tile.moats))


def _drawn(tiles: Mapping[Cell, str]) -> str:
    tokens = {START: "@", **tiles}
    xs, ys = [cell.x for cell in tokens], [cell.y for cell in tokens]
    rows, columns = range(max(ys), min(ys) - 1, -1), range(min(xs), max(xs) + 1)
    widths = {x: max(len(tokens.get(Cell(x, y), ".")) for y in rows) for x in columns}
    lines = ("  ".join(tokens.get(Cell(x, y), ".").ljust(widths[x]) for x in columns) for y in rows)
    return "".join(f"{line.rstrip()}\n" for line in lines)
