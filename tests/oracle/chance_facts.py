"""How many cards are shuffled, and what Dirk draws from, as facts for the program on chance."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tests.oracle.action_facts import bonus_cards, modules, open_huts, played
from tests.oracle.bridge import face

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada_rules.box import Face, Tile
    from granada_rules.position import Position


def shuffled(position: Position, number: int, cards: int) -> Iterator[str]:
    """Yield that so many money cards are shuffled: for the first deck, or the discards for the n-th time."""
    yield from played(position)
    yield from modules(position)
    yield f"shuffled({number},{cards})"


def dirk(position: Position, occasion: str, bag: Iterable[Tile], drawn: Iterable[Face]) -> Iterator[str]:
    """Yield when Dirk draws, how many tiles are in each bag then, what he draws, and where the marker is."""
    yield from played(position)
    yield f"occasion({occasion})"
    if position.ruleset is not None:
        many = Counter(tile.kind for tile in bag)
        yield from (f"bag({kind.value},{many[kind]})" for kind in position.ruleset.kinds)
    yield from (f"drawn({number},{face(shown)})" for number, shown in enumerate(drawn, 1))
    if position.marker is not None:
        yield f"marker({position.marker.value})"


def bonus(position: Position) -> Iterator[str]:
    """Yield who plays, the tiles of Alhambra, and which bonus cards are dealt already."""
    yield from modules(position)
    yield from bonus_cards(position)
    yield from (f"seat({seat})" for seat, _ in enumerate(position.players))
    for tile in position.tile_set.tiles if position.tile_set is not None else ():
        if tile.back is None:
            yield f"front({face(tile.front)})"


def huts(position: Position) -> Iterator[str]:
    """Yield all huts, those that lie open on their piles, and those that were taken."""
    if position.tile_set is not None and position.tile_set.huts is not None:
        yield from (f"hut({face(hut)})" for hut in position.tile_set.huts.huts)
    yield from open_huts(position)
    taken = [tile.face for tile in position.bought or ()]
    for player in position.players:
        taken += [tile.face for tile in player.reserve or ()]
        taken += [] if player.city is None else [tile.face for tile in player.city.tiles.values()]
    yield from (f"built_or_kept({face(tile)})" for tile in taken if not tile.value)
