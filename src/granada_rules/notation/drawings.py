"""Drawings of cities, row by row: their tiles, or everything in them that cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, final

import attrs

from granada_rules.box import REACH, TILES, Built, Cell, Kind, Tiles, kinds_in_order
from granada_rules.city import HIDDEN, WHICH_KIND, SeenTile, of_another_kind
from granada_rules.notation.tiles import named, read_seen_tile, read_tile, seen_moats

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["Unread", "drawn_built", "drawn_seen", "drawn_tiles", "kinds_said", "unread"]


_Tile = TypeVar("_Tile")

_WIDEST = 2 * REACH + 1
"""How many rows and columns a city can have."""

_LONGEST_DRAWING = 150_000
"""More characters than any drawing that `write_city` returns."""

_MOST_DRAWN = 200
"""How many tiles a drawing may have; more than the box has (BOX-2)."""


@final
@attrs.frozen
class Unread:
    """What cannot be read in a drawing."""

    row: int
    """Counted from 1; 0 if it is the whole drawing."""
    column: int
    """Counted from 1; 0 if it is the whole row."""
    given: str
    """What is written there."""
    message: str
    """Why it cannot be read, with the row."""


def drawn_tiles(drawing: str, read: Callable[[str], _Tile]) -> dict[Cell, _Tile]:
    """Read the tiles of a drawing, by their cells.

    Raises ``ValueError`` if it is no such drawing, or if ``read`` does.
    """
    rows = _rows(drawing)
    for wrong in _wrong_form(rows):
        raise ValueError(wrong.message)
    east, south = next((x, y) for y, row in enumerate(rows) for x, text in enumerate(row) if text == "@")
    tiles = {}
    for x, y, text in _tokens(rows):
        try:
            tiles[Cell(x - east, south - y)] = read(text)
        except ValueError as error:
            raise ValueError(f"row {y + 1}, {error}") from None
    return tiles


def unread(
    drawing: str,
    tile_set: Tiles | None = None,
    *,
    kinds: Iterable[Kind] | None = None,
    second: Cell | None = None,
) -> Iterator[Unread]:
    """Yield everything that cannot be read in a drawing, if something in its rows cannot.

    Raises ``ValueError`` if it is too large.
    """
    allowed, rows = kinds_said(tile_set, None, kinds, second), _rows(drawing)
    yield from _wrong_form(rows)
    for x, y, text in _tokens(rows):
        try:
            drawn_seen(text, tile_set, allowed)
        except ValueError as error:
            yield Unread(y + 1, x + 1, text, f"row {y + 1}, {error}")


def _rows(drawing: str) -> list[list[str]]:
    """Return the rows of a drawing, of which there are not too many."""
    if len(drawing) > _LONGEST_DRAWING:
        raise ValueError(f"a drawing of more than {_LONGEST_DRAWING} characters")
    rows = [line.split() for line in drawing.strip().split("\n")]
    if len(rows) > _WIDEST or any(len(row) > _WIDEST for row in rows):
        raise ValueError(f"more than {_WIDEST} rows or columns, which no city can have")
    if sum(tile not in {"@", "."} for row in rows for tile in row) > _MOST_DRAWN:
        raise ValueError(f"more than {_MOST_DRAWN} tiles; the box has {TILES}")
    return rows


def _wrong_form(rows: list[list[str]]) -> Iterator[Unread]:
    """Yield each row that has too few or too many columns, and whether there is not one start tile."""
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            message = f"row {number}: {len(row)} columns, and row 1 has {len(rows[0])}"
            yield Unread(number, 0, " ".join(row), message)
    starts = sum(row.count("@") for row in rows)
    if starts != 1:
        yield Unread(0, 0, "", f"expected one start tile (@), got {starts}")


def _tokens(rows: list[list[str]]) -> Iterator[tuple[int, int, str]]:
    """Yield what is written for each tile, with its column and its row from 0."""
    for y, row in enumerate(rows):
        for x, text in enumerate(row):
            if text not in {"@", "."}:
                yield x, y, text


def kinds_said(
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


def drawn_built(text: str, tile_set: Tiles | None, allowed: tuple[Kind, ...] | None) -> Built:
    """Read a tile as it lies in a city, of one of these kinds, if they are known.

    Raises ``ValueError`` if it is no tile, or of another kind.
    """
    tile = read_tile(text, tile_set)
    _refuse_other_kind(tile.face.kind, named(tile), allowed)
    return Built(tile.face, seen_moats(tile, tile_set), tile.roof)


def drawn_seen(text: str, tile_set: Tiles | None, allowed: tuple[Kind, ...] | None) -> SeenTile:
    """Read what is seen of a tile in a city, of one of these kinds, if they are known.

    Raises ``ValueError`` if it is no tile, of another kind, or covered and of any of them.
    """
    if HIDDEN not in text:
        return SeenTile.of(drawn_built(text, tile_set, allowed))
    tile = read_seen_tile(text, tile_set)
    if tile.kind is not None:
        _refuse_other_kind(tile.kind, str(tile), allowed)
    elif allowed is not None and len(allowed) > 1:
        raise ValueError(WHICH_KIND)
    return tile


def _refuse_other_kind(kind: Kind, tile: str, allowed: tuple[Kind, ...] | None) -> None:
    if allowed is not None and kind not in allowed:
        raise ValueError(of_another_kind(tile, kind, allowed[0]))
