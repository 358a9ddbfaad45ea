"""Mutable working copy of a `Game`; used inside `apply` only."""

from __future__ import annotations

from bisect import bisect_left
from operator import attrgetter
from typing import TYPE_CHECKING, final

import attrs

from granada_rules.game import Player, new_game, new_table
from granada_rules.sealed import maker

if TYPE_CHECKING:
    from granada_rules.city import City
    from granada_rules.game import DirksTiles, Game
    from granada_rules.money import Purse
    from granada_rules.ruleset import Ruleset
    from granada_rules.sheet import ScoreSheet
    from granada_rules.state import DrawFor, Marker, Phase, Pile, Scoring, Seat
    from granada_rules.tiles import Face, Tile

__all__ = ["Draft", "with_face", "without_face"]


_player = maker(Player, Player.__init__)


@final
@attrs.define(eq=False, repr=False, init=False)
class Draft:
    """The fields of a game and its table."""

    ruleset: Ruleset
    phase: Phase
    turn: Seat | None
    draw_for: DrawFor | None
    players: list[Player]
    yard: list[Face | None]
    display: Purse
    marker: Marker | None
    bought: tuple[Face, ...]
    dirk: DirksTiles | None
    bag: tuple[Tile, ...]
    deck_size: int
    discards: Purse
    turned_up: tuple[Scoring, ...]
    due: Scoring | None
    age_ranks: tuple[int, ...]
    hands: list[Purse]
    deck: Purse
    piles: tuple[Pile, ...]
    draws: int
    sheets: tuple[ScoreSheet, ...]

    def __init__(self, game: Game) -> None:
        table = game.table
        self.ruleset = table.ruleset
        self.phase = table.phase
        self.turn = table.turn
        self.draw_for = table.draw_for
        self.players = list(table.players)
        self.yard = list(table.yard)
        self.display = table.display
        self.marker = table.marker
        self.bought = table.bought
        self.dirk = table.dirk
        self.bag = table.bag
        self.deck_size = table.deck_size
        self.discards = table.discards
        self.turned_up = table.turned_up
        self.due = table.due
        self.age_ranks = table.age_ranks
        self.hands = list(game.hands)
        self.deck = game.deck
        self.piles = game.piles
        self.draws = game.draws
        self.sheets = game.sheets

    def change(
        self,
        seat: Seat,
        *,
        city: City | None = None,
        reserve: tuple[Face, ...] | None = None,
        points: int | None = None,
        hand: Purse | None = None,
    ) -> None:
        """Change what is given about a player."""
        old = self.players[seat]
        size = old.hand_size
        if hand is not None:
            self.hands[seat] = hand
            size = len(hand)
        self.players[seat] = _player(
            old.name,
            old.city if city is None else city,
            old.reserve if reserve is None else reserve,
            old.points if points is None else points,
            size,
        )

    def stack(self, piles: tuple[Pile, ...]) -> None:
        """Make these piles the deck."""
        self.piles = piles
        self.deck_size = sum([pile.size for pile in piles])

    def game(self) -> Game:
        """Return the game that it has become."""
        # In the order of the fields: names would take longer.
        table = new_table(
            self.ruleset,
            self.phase,
            self.turn,
            self.draw_for,
            tuple(self.players),
            tuple(self.yard),
            self.display,
            self.marker,
            self.bought,
            self.dirk,
            self.bag,
            self.deck_size,
            self.discards,
            self.turned_up,
            self.due,
            self.age_ranks,
        )
        return new_game(table, tuple(self.hands), self.deck, self.piles, self.draws, self.sheets)


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
