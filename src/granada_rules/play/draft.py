"""A game while an event changes it; nobody sees it before it is a game again."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import attrs

from granada_rules.game import Game, Player, Table

if TYPE_CHECKING:
    from granada_rules.city import City
    from granada_rules.events import Seat
    from granada_rules.game import DirksTiles, DrawFor, Marker, Phase, Pile
    from granada_rules.money import Purse
    from granada_rules.ruleset import Ruleset
    from granada_rules.scoring import ScoreSheet, Scoring
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
    players: tuple[Player, ...]
    """As they were; what changes about them is in the next four, by seat."""
    cities: list[City]
    reserves: list[tuple[Face, ...]]
    points: list[int]
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
    ages: tuple[float, ...]
    deck: Purse
    piles: tuple[Pile, ...]
    draws: int
    sheets: tuple[ScoreSheet, ...]

    @classmethod
    def of(cls, game: Game) -> Draft:
        """Begin to change a game."""
        table = game.table
        players = table.players
        return cls(
            table.ruleset,
            table.phase,
            table.turn,
            table.draw_for,
            players,
            [player.city for player in players],
            [player.reserve for player in players],
            [player.points for player in players],
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
            table.ages,
            game.deck,
            game.piles,
            game.draws,
            game.sheets,
        )

    def game(self) -> Game:
        """Return the game that it has become."""
        table = Table.__new__(Table)
        table.__attrs_init__(
            self.ruleset,
            self.phase,
            self.turn,
            self.draw_for,
            tuple(map(_player, self.players, self.cities, self.reserves, self.points, self.hands)),
            tuple(self.yard),
            self.display,
            self.marker,
            self.bought,
            self.dirk,
            self.bag,
            sum([pile.cards for pile in self.piles]),
            self.discards,
            self.turned_up,
            self.due,
            self.ages,
        )
        game = Game.__new__(Game)
        game.__attrs_init__(table, tuple(self.hands), self.deck, self.piles, self.draws, self.sheets)
        return game


def _player(old: Player, city: City, reserve: tuple[Face, ...], points: int, hand: Purse) -> Player:
    """Return the player; the same as before if nothing has changed, so that games share what they can."""
    is_same = old.city is city and old.reserve is reserve and old.points == points and old.cards == len(hand)
    return old if is_same else Player(old.name, city, reserve, points, len(hand))
