"""Cities in files of positions: a drawing, or a list of tiles and where they lie."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar, final

import attrs

from granada_rules.base import RecordError, expected
from granada_rules.box import Built, Cell, Kind, kinds_in_order
from granada_rules.city import HIDDEN, WHICH_KIND, City, SeenCity, SeenTile, of_another_kind, of_one_kind
from granada_rules.notation import read_city, read_seen_city, read_seen_tile, unread

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from granada_rules.base import Fields
    from granada_rules.box import Ruleset, Tiles
    from granada_rules.notation import Unread

__all__ = ["TileReader", "read_city_of"]


_Thing = TypeVar("_Thing")


@final
@attrs.frozen
class TileReader:
    """By what the tiles of a position are read."""

    tile_set: Tiles | None
    ruleset: Ruleset | None
    is_sure: bool = True
    """Whether neither of them is written down in a way that cannot be read."""

    @property
    def kinds(self) -> tuple[Kind, ...] | None:
        """The kinds of the tiles; None if neither ruleset nor tile set say it."""
        if not self.is_sure:
            return tuple(Kind)
        said = self.ruleset or self.tile_set
        return None if said is None else said.kinds

    def read(self, read: Callable[[str, Tiles | None], _Thing], text: str) -> _Thing:
        """Read a tile. If its tile set cannot be read, that may have said its moats or walls."""
        try:
            return read(text, self.tile_set)
        except ValueError:
            if self.is_sure or self.tile_set is not None:
                raise
            with suppress(ValueError):
                return read(f"{text}:-", None)
            with suppress(ValueError):
                return read(f"{text[:-1]}:-{text[-1:]}", None)
            raise

    def may_have(self, text: str) -> bool:
        """Tell whether a tile of a city can be read if ruleset or tile set are what cannot be read."""
        try:
            self.read(read_seen_tile, text)
        except ValueError:
            return False
        return not self.is_sure


def read_city_of(fields: Fields, tiles: TileReader) -> dict[str, Any]:
    """Read the city of a player, and return the field that has it."""
    second = _cell(fields, "second")
    is_drawn = isinstance(fields.entries.get("city"), str)
    read = _drawn_city if is_drawn else _listed_city
    city = fields.attempt("city", lambda: read(fields, tiles, second))
    return {"seen_city" if isinstance(city, SeenCity) else "city": city}


def _drawn_city(fields: Fields, tiles: TileReader, second: Cell | None) -> City | SeenCity | None:
    """Return a city that is drawn."""
    drawing, place = fields.optional("city", str) or "", fields.place("city")
    read = read_seen_city if HIDDEN in drawing else read_city
    try:
        return read(drawing, tiles.tile_set, kinds=tiles.kinds, second=second)
    except ValueError as error:
        wrong: list[Unread] = []
        with suppress(ValueError):
            wrong += unread(drawing, tiles.tile_set, kinds=tiles.kinds, second=second)
        for one in wrong:
            # With column 0 it is the whole row.
            if not (one.column and tiles.may_have(one.given)):
                part, at = f", row {one.row}" if one.row else "", (one.row, one.column)
                fields.refuse("city", f"{place}, {one.message}", part, at, one.given)
        if not wrong:
            raise RecordError(f"{place}, {error}") from None
        return None


def _listed_city(fields: Fields, tiles: TileReader, second: Cell | None) -> City | SeenCity | None:
    """Return a city whose tiles are listed."""
    wanted, place = "a drawing or a list of tiles", fields.place("city")
    what = "a tile and where it lies"
    laid = fields.tables("city", lambda entry: _laid(entry, tiles), what, wanted=wanted)
    if laid is None or not tiles.is_sure:
        return None
    # MIX-15: tiles of both kinds lie around a start tile of Alhambra.
    told = (tile.face.kind if isinstance(tile, Built) else tile.kind for _, tile in laid)
    lying = {kind for kind in told if kind is not None} if second is None else {*Kind}
    kinds = tiles.kinds or kinds_in_order(lying or {Kind.GRANADA})
    try:
        return _city_of(laid, kinds, second)
    except ValueError as error:
        # Each entry that cannot lie there whatever else does.
        for number, (cell, tile) in enumerate(laid, 1):
            try:
                _city_of([(cell, tile)], kinds)
            except ValueError as wrong:
                given = str(tile.face if isinstance(tile, Built) else tile)
                fields.refuse("city", f"{place}, {wrong}", f", entry {number}", (number,), given)
        if "city" not in fields.lost:
            raise RecordError(f"{place}, {error}") from None
        return None


def _city_of(
    laid: Sequence[tuple[Cell, Built | SeenTile]], kinds: tuple[Kind, ...], second: Cell | None = None
) -> City | SeenCity:
    lying_so = [(cell, _of_these(tile, kinds)) for cell, tile in laid]
    built = [(cell, tile) for cell, tile in lying_so if isinstance(tile, Built)]
    if len(built) < len(laid):
        return SeenCity(lying_so, kinds[0], second)
    return City.of(built, kinds[0], second)


def _of_these(tile: Built | SeenTile, kinds: tuple[Kind, ...]) -> Built | SeenTile:
    """Return a tile that lies in a city with tiles of these kinds.

    Raises ``ValueError`` if it is of another kind, or covered and of any of them.
    """
    if isinstance(tile, Built):
        return tile if len(kinds) > 1 else of_one_kind(kinds[0], tile)
    if tile.kind is None and len(kinds) > 1:
        raise ValueError(WHICH_KIND)
    if tile.kind is not None and tile.kind not in kinds:
        raise ValueError(of_another_kind(str(tile), tile.kind, kinds[0]))
    return tile


def _cell(fields: Fields, key: str) -> Cell | None:
    """Read a cell; None if it is missing."""
    where = fields.listed(key, lambda number: expected(int, number, "a number"))
    if where is None:
        return None
    if len(where) != 2:
        fields.refuse(key, f"{fields.place(key)}: expected two numbers such as [1, 0], got {len(where)}")
        return None
    return Cell(*where)


def _laid(fields: Fields, tiles: TileReader) -> tuple[Cell, Built | SeenTile]:
    where = fields.listed("at", lambda number: expected(int, number, "a number"))
    text = fields.optional("tile", str)
    fields.no_others()
    if fields.lost:
        return fields.made(tuple)
    if where is None or len(where) != 2 or text is None:
        raise RecordError('expected at and tile, such as { at = [1, 0], tile = "AR8:N" }')
    tile = tiles.read(read_seen_tile, text)
    return Cell(*where), tile.built or tile
