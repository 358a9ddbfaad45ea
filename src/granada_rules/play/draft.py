"""A game while an event changes it; nobody sees it before it is a game again."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import attrs

from granada_rules.game import Game, Player, Table

if TYPE_CHECKING:
    from granada_rules.city import City
    from granada_rules.game import DirksTiles
    from granada_rules.money import Purse
    from granada_rules.ruleset import Ruleset
    from granada_rules.sheet import ScoreSheet
    from granada_rules.state import DrawFor, Marker, Phase, Pile, Scoring, Seat
    from granada_rules.tiles import Face, Tile

__all__ = ["Draft"]


@final
@attrs.define
class Draft:
    """The fields of a game and its table, to be changed; what follows from others is not among them."""

    ruleset: Ruleset
    phase: Phase
    turn: Seat | None
    draw_for: DrawFor | None
    players: list[Player]
    hands: list[Purse]
    yard: list[Face | None]
    display: Purse
    marker: Marker
    bought: tuple[Face, ...]
    dirk: DirksTiles | None
    bag: tuple[Tile, ...]
    discards: Purse
    turned_up: tuple[Scoring, ...]
    due: Scoring | None
    age_ranks: tuple[int, ...]
    deck: Purse
    piles: tuple[Pile, ...]
    draws: int
    sheets: tuple[ScoreSheet, ...]

    @classmethod
    def of(cls, game: Game) -> Draft:
        """Begin to change a game."""
        table = game.table
        return cls(
            table.ruleset,
            table.phase,
            table.turn,
            table.draw_for,
            list(table.players),
            list(game.hands),
            list(table.yard),
            table.display,
            table.marker,
            table.bought,
            table.dirk,
            table.bag,
            table.discards,
            table.turned_up,
            table.due,
            table.age_ranks,
            game.deck,
            game.piles,
            game.draws,
            game.sheets,
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
        self.players[seat] = Player(
            old.name,
            old.city if city is None else city,
            old.reserve if reserve is None else reserve,
            old.points if points is None else points,
            old.hand_size if hand is None else len(hand),
        )
        if hand is not None:
            self.hands[seat] = hand

    def game(self) -> Game:
        """Return the game that it has become."""
        table = Table.__new__(Table)
        table.__attrs_init__(
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
            sum([pile.size for pile in self.piles]),
            self.discards,
            self.turned_up,
            self.due,
            self.age_ranks,
        )
        game = Game.__new__(Game)
        game.__attrs_init__(table, tuple(self.hands), self.deck, self.piles, self.draws, self.sheets)
        return game
