"""What a scoring and the end of a game depend on, as facts; a player is the number of the seat, or dirk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracle.action_facts import bonus_cards
from tests.oracle.bridge import city, face

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from granada_rules.box import Face
    from granada_rules.position import NotedTile, Position
    from tests.oracle.bridge import Layout


def scored(scoring: str, *, simplified: bool) -> Iterator[str]:
    """Yield which scoring takes place, by its letter, and how."""
    yield f"scoring({scoring.lower()})"
    if simplified:
        yield "simplified"


def shown(cards: Iterable[Iterable[Face]]) -> Iterator[str]:
    """Yield the bonus cards that are shown, seat by seat."""
    for seat, faces in enumerate(cards):
        yield from (f"bonus({seat},{face(card)},shown)" for card in faces)


def built(cities: Iterable[Layout]) -> Iterator[str]:
    """Yield the cities of the players, seat by seat."""
    for seat, layout in enumerate(cities):
        yield f"plays({seat})"
        yield from city(seat, layout)
        yield from lying(f"city({seat})", (tile.face for tile in layout.tiles.values()))
        for cell, tile in layout.tiles.items():
            yield f"at({seat},{face(tile.face)},{cell.x},{cell.y})"


def lying(where: str, faces: Iterable[Face]) -> Iterator[str]:
    """Yield which faces lie up somewhere: in a city, on a reserve, bought, with Dirk."""
    yield from (f"lies({face(shown)},{where})" for shown in faces)


def whole(position: Position) -> Iterator[str]:
    """Yield all that lies open in a position: in cities, on reserves, bought or given, with Dirk."""
    yield from built(player.city for player in position.players if player.city is not None)
    yield from bonus_cards(position)
    for seat, player in enumerate(position.players):
        yield from lying(f"reserve({seat})", _faces(player.reserve))
        if player.name == position.turn:
            yield from lying(f"bought({seat})", _faces(position.bought))
    if position.dirk is not None:
        yield from dirk(_faces(position.dirk))


def dirk(faces: Iterable[Face]) -> Iterator[str]:
    """Yield that Dirk takes part, and his tiles."""
    yield "plays(dirk)"
    yield from lying("dirk", faces)


def ended(points: Mapping[str, int]) -> Iterator[str]:
    """Yield with how many points everybody ends."""
    yield from (f"points({player},{number})" for player, number in points.items())


def _faces(tiles: Iterable[NotedTile] | None) -> Iterator[Face]:
    return (tile.face for tile in tiles or ())
