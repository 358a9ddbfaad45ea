"""Mutable working copy of a `Game`, for `apply` and `Playout`."""

from __future__ import annotations

from bisect import bisect_left
from operator import attrgetter
from typing import TYPE_CHECKING, TypeVar, final

import attrs

from granada_rules.base import freezer, maker
from granada_rules.game import Desk, Player, Table, new_game

if TYPE_CHECKING:
    from granada_rules.box import Face, Pile, Purse, Seat
    from granada_rules.city import City
    from granada_rules.game import Game
    from granada_rules.sheet import ScoreSheet

__all__ = ["Draft", "replaced", "with_face", "without_face"]

_player = maker(Player, Player.__init__)
_table = freezer(Table)


@final
@attrs.define(eq=False, repr=False, init=False)
class Draft(Desk):
    """The fields of a game and of its table, by the same names, so that it can be looked at as either."""

    hands: tuple[Purse, ...]
    bonus: tuple[tuple[Face, ...], ...]
    deck: Purse
    piles: tuple[Pile, ...]
    draws: int
    sheets: tuple[ScoreSheet, ...]

    def __init__(self, game: Game | Draft) -> None:
        _lay(self, game.table)
        self.hands = game.hands
        self.bonus = game.bonus
        self.deck = game.deck
        self.piles = game.piles
        self.draws = game.draws
        self.sheets = game.sheets

    @property
    def table(self) -> Draft:
        """The draft itself, which has the fields of a table."""
        return self

    def change_hand(self, seat: Seat, hand: Purse) -> None:
        """Give a player another hand."""
        old = self.players[seat]
        new = _player(old.name, old.city, old.reserve, old.points, len(hand))
        self.hands = replaced(self.hands, seat, hand)
        _seat(self, seat, new)

    def change_tiles(self, seat: Seat, city: City, reserve: tuple[Face, ...]) -> None:
        """Give a player another city, or another reserve, or both."""
        old = self.players[seat]
        new = _player(old.name, city, reserve, old.points, old.hand_size)
        _seat(self, seat, new)

    def add_points(self, seat: Seat, points: int) -> None:
        """Give a player points."""
        old = self.players[seat]
        new = _player(old.name, old.city, old.reserve, old.points + points, old.hand_size)
        _seat(self, seat, new)

    def stack(self, piles: tuple[Pile, ...]) -> None:
        """Make these piles the deck."""
        self.piles = piles
        _count(self, piles)

    def game(self) -> Game:
        """Return the game that it has become."""
        return new_game(_table(self), self.hands, self.bonus, self.deck, self.piles, self.draws, self.sheets)


# Not methods: what a method assigns to is, for type checkers, a field of its class, here without a type.


def _lay(desk: Desk, table: Desk) -> None:
    """Lay out all that is on a table."""
    desk.ruleset = table.ruleset
    desk.phase = table.phase
    desk.turn = table.turn
    desk.draw_for = table.draw_for
    desk.players = table.players
    desk.yard = table.yard
    desk.display = table.display
    desk.marker = table.marker
    desk.bought = table.bought
    desk.dirk = table.dirk
    desk.bag = table.bag
    desk.deck_size = table.deck_size
    desk.discards = table.discards
    desk.turned_up = table.turned_up
    desk.aside = table.aside
    desk.due = table.due
    desk.age_ranks = table.age_ranks
    desk.modules = table.modules


def _seat(desk: Desk, seat: Seat, player: Player) -> None:
    desk.players = replaced(desk.players, seat, player)


def _count(desk: Desk, piles: tuple[Pile, ...]) -> None:
    desk.deck_size = sum([pile.size for pile in piles])


_Thing = TypeVar("_Thing")


def replaced(things: tuple[_Thing, ...], place: int, new: _Thing) -> tuple[_Thing, ...]:
    """Return things with another one at that place."""
    several = list(things)
    several[place] = new
    return tuple(several)


_rank = attrgetter("rank")


def with_face(faces: tuple[Face, ...], face: Face) -> tuple[Face, ...]:
    """Return faces and one more, in order."""
    if not faces:
        return (face,)
    place = bisect_left(faces, face.rank, key=_rank)
    return (*faces[:place], face, *faces[place:])


def without_face(faces: tuple[Face, ...], face: Face) -> tuple[Face, ...]:
    """Return faces without that one."""
    place = faces.index(face)
    return faces[:place] + faces[place + 1 :]
