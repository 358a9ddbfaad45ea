"""Cities as people draw them: rows of tiles from north to south."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from granada_rules.base import expect
from granada_rules.box import Built, Cell, Kind, Tiles, TileSet, TileSets, kinds_in_order
from granada_rules.city import START, WHICH_KIND, City, SeenCity
from granada_rules.notation.drawings import drawn_built, drawn_seen, drawn_tiles, kinds_said
from granada_rules.notation.tiles import WrittenTile, seen_moats, write_seen_tile, write_tile

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["read_city", "read_seen_city", "write_city", "write_seen_city"]


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
    tiles = drawn_tiles(drawing, lambda text: drawn_built(text, tile_set, allowed))
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
    tiles = drawn_tiles(drawing, lambda text: drawn_seen(text, tile_set, allowed))
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
    allowed = kinds_said(tile_set, start, kinds, second)
    if allowed is not None and start not in {None, allowed[0]}:
        raise ValueError(f"start: expected {allowed[0]!r}, with which these kinds are played, got {start!r}")
    return allowed


def _start(allowed: tuple[Kind, ...] | None, lying: Iterable[Kind]) -> Kind:
    """Return the kind of the start tile of a city where tiles of these kinds may lie, and where some do."""
    # MIX-15: tiles of both kinds lie around a start tile of Alhambra.
    return (allowed or kinds_in_order({*lying} or {Kind.GRANADA}))[0]


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
