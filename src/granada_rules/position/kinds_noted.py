"""Which kinds of tiles a position notes, and so of which game it may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.box import SPACES, Kind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from granada_rules.city import City
    from granada_rules.position.position import Position

__all__ = ["kinds_noted", "may_be_of_both"]


def kinds_noted(position: Position, cities: Iterable[City]) -> tuple[Kind, ...]:
    """Return the kind of the first city, the first tile or the first sheet; empty if there is none.

    It is both if one of these cities, a sheet or a yard of eight spaces has both.
    """
    built, yard, sheets = tuple(cities), position.yard or (), position.sheets or ()
    noted = _noted(position, built)
    mixed = [frozenset(sheet.kinds) for sheet in sheets]
    # MIX-5: four spaces for each kind.
    if len(yard) == SPACES * len(Kind):
        mixed.append(frozenset(tile.face.kind for tile in yard if tile is not None))
    # MIX-15: tiles of both kinds lie around a start tile of Alhambra.
    if any(city.other for city in built) or frozenset(Kind) in mixed:
        has_granadas_start = any(city.start is Kind.GRANADA for city in built[:1])
        return (Kind.GRANADA,) if has_granadas_start else tuple(Kind)
    return tuple(noted[:1])


def may_be_of_both(position: Position, cities: Iterable[City]) -> bool:
    """Tell whether something of Alhambra is noted and something that it lacks, but no other start tile."""
    built = tuple(cities)
    noted = {*_noted(position, built)}
    # MIX-2: both kinds are played with start tiles of Alhambra, and with the marker.
    has_start = all(city.start is Kind.ALHAMBRA for city in built)
    return has_start and Kind.ALHAMBRA in noted and (Kind.GRANADA in noted or position.marker is not None)


def _noted(position: Position, cities: tuple[City, ...]) -> list[Kind]:
    """Return the kinds of start tiles, of tiles outside the cities and of sheets, in this order."""
    places = [position.yard, position.bought, position.dirk, position.bag]
    places += [player.reserve for player in position.players]
    noted = [city.start for city in cities]
    noted += [tile.face.kind for tiles in places for tile in tiles or () if tile is not None]
    noted += [hut.kind for hut in position.open_huts or () if hut is not None]
    return noted + [kind for sheet in position.sheets or () for kind in sheet.kinds]
