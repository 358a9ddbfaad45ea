"""Where cards and tiles are in a position, as facts for the program on effects."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from granada_rules.box import Phase
from tests.oracle.action_facts import counted, played
from tests.oracle.bridge import face

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from granada_rules.box import Face, Tile
    from granada_rules.position import NotedTile, Position
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
    for hut in position.open_huts or ():
        if hut is not None:
            yield f"lies({face(hut)},pile({hut.building.code.lower()}))"


def huts_below(huts: Iterable[Face]) -> Iterator[str]:
    """Yield how many huts lie face down in the piles that are not empty."""
    for building, many in Counter(hut.building for hut in huts).items():
        yield f"below({building.code.lower()},{many})"


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
        yield f"phase({position.phase.value.replace(' ', '_')})"
    if position.tile_set is not None:
        bought = {tile.face for tile in position.bought or ()}
        for tile in position.tile_set.tiles:
            front, back = tile.front, tile.back
            if back is not None and {front, back} & bought:
                yield f"back({face(front)},{face(back)})"
                yield f"back({face(back)},{face(front)})"


def refill(position: Position, bag: Iterable[Tile], drawn: Sequence[Face]) -> Iterator[str]:
    """Yield the spaces of the yard, how many tiles are in each bag, those drawn, and where the marker is."""
    yield from played(position)
    if position.ruleset is not None:
        many = Counter(tile.kind for tile in bag)
        yield from (f"bag({kind.value},{many[kind]})" for kind in position.ruleset.kinds)
    yield from ["laying"] * (position.phase is Phase.SETUP)
    yield from (f"space({space})" for space, _ in enumerate(position.yard or (), 1))
    for number, shown in enumerate(drawn, 1):
        yield f"draws({number},{face(shown)})"
        for tile in position.tile_set.tiles if position.tile_set is not None else ():
            if shown in {tile.front, tile.back}:
                yield from (f"printed({face(shown)},{side})" for side in str(tile.moats).lower())
    if position.marker is not None:
        yield f"marker({position.marker.value})"


def in_bag(bag: Iterable[Tile]) -> Iterator[str]:
    """Yield the faces of the tiles that are in a bag, and where these have moats."""
    for tile in bag:
        for shown in filter(None, (tile.front, tile.back)):
            yield f"in_bag({face(shown)})"
            yield from (f"printed({face(shown)},{side})" for side in str(tile.moats).lower())


def ended(position: Position, turn: int) -> Iterator[str]:
    """Yield who plays, and whose turn is over."""
    yield from (f"seat({seat})" for seat, _ in enumerate(position.players))
    yield f"ended({turn})"


def ages(position: Position, given: Sequence[int] | None) -> Iterator[str]:
    """Yield by seat how many ages are lower; the same for everybody if none are given."""
    for seat, _ in enumerate(position.players):
        lower = 0 if given is None else sum(age < given[seat] for age in set(given))
        yield f"rank({seat},{lower})"
