"""Mutable working copy of a `Game`; used inside `apply` only."""

from __future__ import annotations

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
@attrs.define(eq=False, repr=False)
class Draft:
    """The fields of a game and its table; sizes that follow from others are not among them."""

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
    discards: Purse
    turned_up: tuple[Scoring, ...]
    due: Scoring | None
    age_ranks: tuple[int, ...]
    hands: list[Purse]
    deck: Purse
    piles: tuple[Pile, ...]
    draws: int
    sheets: tuple[ScoreSheet, ...]

    @classmethod
    def of(cls, game: Game) -> Draft:
        """Begin to change a game."""
        table = game.table
        return cls(
            ruleset=table.ruleset,
            phase=table.phase,
            turn=table.turn,
            draw_for=table.draw_for,
            players=list(table.players),
            yard=list(table.yard),
            display=table.display,
            marker=table.marker,
            bought=table.bought,
            dirk=table.dirk,
            bag=table.bag,
            discards=table.discards,
            turned_up=table.turned_up,
            due=table.due,
            age_ranks=table.age_ranks,
            hands=list(game.hands),
            deck=game.deck,
            piles=game.piles,
            draws=game.draws,
            sheets=game.sheets,
        )

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
        self.players[seat] = _player(
            name=old.name,
            city=old.city if city is None else city,
            reserve=old.reserve if reserve is None else reserve,
            points=old.points if points is None else points,
            hand_size=old.hand_size if hand is None else len(hand),
        )
        if hand is not None:
            self.hands[seat] = hand

    def game(self) -> Game:
        """Return the game that it has become."""
        table = new_table(
            ruleset=self.ruleset,
            phase=self.phase,
            turn=self.turn,
            draw_for=self.draw_for,
            players=tuple(self.players),
            yard=tuple(self.yard),
            display=self.display,
            marker=self.marker,
            bought=self.bought,
            dirk=self.dirk,
            bag=self.bag,
            deck_size=sum([pile.size for pile in self.piles]),
            discards=self.discards,
            turned_up=self.turned_up,
            due=self.due,
            age_ranks=self.age_ranks,
        )
        return new_game(
            table=table,
            hands=tuple(self.hands),
            deck=self.deck,
            piles=self.piles,
            draws=self.draws,
            sheets=self.sheets,
        )


_rank = attrgetter("rank")


def with_face(faces: tuple[Face, ...], face: Face) -> tuple[Face, ...]:
    """Return faces and one more, in order."""
    return tuple(sorted((*faces, face), key=_rank))


def without_face(faces: tuple[Face, ...], face: Face) -> tuple[Face, ...]:
    """Return faces without that one."""
    return tuple([other for other in faces if other != face])
