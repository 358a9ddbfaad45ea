"""What can be counted in a position: who plays, where tiles lie, what is in the bag and in the deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules import box
from granada_rules.deck import money
from granada_rules.money import Purse
from granada_rules.position.labels import named
from granada_rules.state import DIRK, FEWEST_PLAYERS, MOST_PLAYERS, SCORING_CARDS, SPACES, Phase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada_rules.position.model import NotedTile, Position
    from granada_rules.state import Scoring
    from granada_rules.tiles import Face

__all__ = [
    "deck_money",
    "empty_spaces",
    "has_begun",
    "has_dirk",
    "in_bag",
    "is_for_two",
    "lie_all_open",
    "money_of_the_game",
    "noted_scorings",
    "open_faces",
    "open_tiles",
]


def has_dirk(position: Position) -> bool:
    """Tell whether something of Dirk's was written down."""
    return position.dirk is not None or position.dirks_points is not None


def is_for_two(position: Position) -> bool:
    """Tell whether two play: they are noted, or Dirk is, who plays with two (DIRK-2)."""
    many = len(position.players)
    return many == FEWEST_PLAYERS or (has_dirk(position) and many < FEWEST_PLAYERS)


def has_begun(position: Position) -> bool:
    """Tell whether the setup is over for certain: the phase says so, or what only a turn can bring."""
    if position.phase is not None:
        return position.phase is not Phase.SETUP
    brought: list[object] = [position.bought, position.discards, position.dirks_points]
    for player in position.players:
        brought += [player.reserve, player.points, player.city is not None and player.city.tiles]
    return any(brought)


# Tiles.


def open_tiles(position: Position) -> Iterator[tuple[str, Iterable[NotedTile]]]:
    """Yield the tiles that were written down, cities aside, with where they are."""
    yield "the yard", (tile for tile in position.yard or () if tile is not None)
    yield "the bought tiles", position.bought or ()
    yield f"{DIRK}'s tiles", position.dirk or ()
    yield "the bag", position.bag or ()
    for name, player in named(position):
        yield f"{name}'s reserve", player.reserve or ()


def open_faces(position: Position) -> Iterator[tuple[str, Face]]:
    """Yield every face that was written down, with where it is."""
    for name, player in named(position):
        for built in player.city.tiles.values() if player.city is not None else ():
            yield f"{name}'s city", built.face
    for where, tiles in open_tiles(position):
        for tile in tiles:
            yield where, tile.face


def lie_all_open(position: Position) -> bool:
    """Tell whether all was written down that lies outside the bag."""
    places: list[object] = [position.yard, position.bought]
    places += [place for player in position.players for place in (player.city, player.reserve)]
    if is_for_two(position):
        places.append(position.dirk)
    return len(position.players) >= FEWEST_PLAYERS and all(place is not None for place in places)


def in_bag(position: Position) -> int | None:
    """Return how many tiles are in the bag, if that is known: what is nowhere else (BOX-11)."""
    if position.bag is not None:
        return len(position.bag)
    return max(0, box.TILES - len(list(open_faces(position)))) if lie_all_open(position) else None


def empty_spaces(position: Position) -> tuple[int, ...] | None:
    """Return the empty spaces of the yard, counted from 0, if it is known and has its four (BOX-7)."""
    if position.yard is None or len(position.yard) != SPACES:
        return None
    return tuple(space for space, tile in enumerate(position.yard) if tile is None)


# Money.


def money_of_the_game(position: Position) -> Purse:
    """Return the money that is played with; all of the box as long as nothing says that two play (DIRK-1)."""
    return money(FEWEST_PLAYERS if is_for_two(position) else MOST_PLAYERS)


def deck_money(position: Position) -> Purse:
    """Return the money that was written down nowhere: if all else is known, that of the deck (BOX-11)."""
    elsewhere = (position.display or Purse()) + (position.discards or Purse())
    for player in position.players:
        elsewhere += player.hand or Purse()
    return money_of_the_game(position).missing_from(elsewhere)


def noted_scorings(position: Position) -> tuple[Scoring, ...] | None:
    """Return the scoring cards in the piles, if those are known, and these cards can be in them (BOX-6)."""
    if position.piles is None:
        return None
    noted = tuple(pile.scoring for pile in position.piles if pile.scoring is not None)
    return noted if noted in {SCORING_CARDS, SCORING_CARDS[1:], ()} else None
