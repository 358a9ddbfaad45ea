"""Where cards and tiles are in a position, as facts for the program on effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracle.action_facts import counted, played
from tests.oracle.bridge import face

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from granada_rules.position import NotedTile, Position
    from granada_rules.tiles import Face
    from tests.oracle.bridge import Lying


def cards(position: Position) -> Iterator[str]:
    """Yield which cards are where, but for the deck."""
    for seat, player in enumerate(position.players):
        yield from (f"cards(hand({seat}),{held})" for held in counted(player.hand))
    yield from (f"cards(display,{lying})" for lying in counted(position.display))
    yield from (f"cards(discards,{paid})" for paid in counted(position.discards))


def tiles(position: Position) -> Iterator[str]:
    """Yield which face lies up where, but for the bag."""
    for seat, player in enumerate(position.players):
        yield from lying(f"reserve({seat})", player.reserve)
        if player.city is not None:
            for cell, built in player.city.tiles.items():
                yield from lying(f"city({seat},{cell.x},{cell.y})", [built])
    yield from yard(position)
    yield from lying("bought", position.bought)
    yield from lying("dirk", position.dirk)


def yard(position: Position) -> Iterator[str]:
    """Yield what lies on the spaces of the yard."""
    for space, tile in enumerate(position.yard or (), 1):
        yield from lying(f"yard({space})", [] if tile is None else [tile])


def lying(where: str, those: Iterable[NotedTile | Lying] | None) -> Iterator[str]:
    """Yield that tiles lie somewhere."""
    yield from (f"lies({face(tile.face)},{where})" for tile in those or ())


def waiting(position: Position) -> Iterator[str]:
    """Yield what is due, and both faces of the tiles that wait."""
    if position.phase is not None:
        yield f"phase({position.phase.value})"
    if position.tile_set is not None:
        bought = {tile.face for tile in position.bought or ()}
        for tile in position.tile_set.tiles:
            front, back = tile.front, tile.back
            if back is not None and {front, back} & bought:
                yield f"back({face(front)},{face(back)})"
                yield f"back({face(back)},{face(front)})"


def refill(position: Position, bag: int, drawn: Iterable[Face]) -> Iterator[str]:
    """Yield the spaces of the yard, how many tiles are in the bag, those drawn, and where the marker is."""
    yield from played(position)
    yield f"bag({bag})"
    yield from (f"space({space})" for space, _ in enumerate(position.yard or (), 1))
    yield from (f"draws({number},{face(shown)})" for number, shown in enumerate(drawn, 1))
    if position.marker is not None:
        yield f"marker({position.marker.value})"


def ended(position: Position, turn: int) -> Iterator[str]:
    """Yield who plays, and whose turn is over."""
    yield from (f"seat({seat})" for seat, _ in enumerate(position.players))
    yield f"ended({turn})"


def ages(position: Position, given: Sequence[int] | None) -> Iterator[str]:
    """Yield by seat how many ages are lower; the same for everybody if none are given."""
    for seat, _ in enumerate(position.players):
        lower = 0 if given is None else sum(age < given[seat] for age in set(given))
        yield f"rank({seat},{lower})"
