"""Games with vizier's favour, before, in and after the window between turns."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import attrs

from granada_rules import Game, Module, Pass, Phase, Ruleset, Seat, Space, Store, apply
from tests.helpers.endings import bag_emptied, enriched, finished
from tests.helpers.games import BLUE, RED, buy, cheap, drawn, take

if TYPE_CHECKING:
    from collections.abc import Iterable

    from granada_rules import Buy


def favoured(rules: Ruleset, *, short: bool = False) -> Ruleset:
    """Return a ruleset with vizier's favour; of both kinds by house rules, and perhaps with its option."""
    is_both = len(rules.kinds) > 1
    return attrs.evolve(rules, modules=[Module.VIZIER], house_rules=is_both, favour_until_yard_short=short)


def begun(rules: Ruleset, players: int = 3, *, short: bool = False) -> Game:
    """Lay out a game in which Red begins, and all can pay exactly: Red for all tiles, Blue 4 in green."""
    return cheap(favoured(rules, short=short), players)


def window(rules: Ruleset, players: int = 3, *, short: bool = False) -> Game:
    """Return the same after Red's first turn: Blue is asked, then Green, then Red."""
    game = drawn(apply(begun(rules, players, short=short), take("y1")), "o8")
    assert (game.table.phase, game.table.turn, game.table.to_act) == (Phase.FAVOUR, RED, BLUE)
    return game


def used(rules: Ruleset, players: int = 3, *, short: bool = False) -> Game:
    """Return the same after Blue bought the tile on the green space, which is to be placed."""
    game = apply(window(rules, players, short=short), buy(2, "g1 g3", BLUE))
    assert (game.table.phase, game.table.to_act) == (Phase.PLACE_FAVOUR, BLUE)
    return game


def stored(game: Game) -> Game:
    """Lay the tile that is to be placed on the reserve."""
    assert game.table.to_act is not None
    return apply(game, Store(game.table.to_act, game.table.bought[0]))


def with_pawns(game: Game, pawns: Iterable[bool], *, short: bool = False) -> Game:
    """Return a game as one with vizier's favour, in which these pawns are active."""
    position = game.to_position()
    assert position.ruleset is not None
    players = [attrs.evolve(player, pawn=pawn) for player, pawn in zip(position.players, pawns, strict=True)]
    rules = favoured(position.ruleset, short=short)
    return Game.from_position(attrs.evolve(position, players=tuple(players), ruleset=rules))


def asked(game: Game) -> list[Seat | None]:
    """Return who is asked, one after the other, if everybody declines; then whose turn it is."""
    seats: list[Seat | None] = []
    while game.table.phase is Phase.FAVOUR:
        assert game.table.to_act is not None
        seats.append(game.table.to_act)
        game = apply(game, Pass(game.table.to_act))
    return [*seats, game.table.turn]


EVERYBODY = (True, True, True, True)
HANDS = ("g3", "", "b3", "o3")
"""With these Red can pay for the tile on the green space, which costs 3 in both games."""


@cache
def last_turn(rules: Ruleset) -> tuple[Game, Buy]:
    """Return a turn of Blue, of four players, with an empty bag, and how Blue can buy a tile."""
    return enriched(bag_emptied(4, rules), Space(1), *HANDS)


def last_window(rules: Ruleset, pawns: Iterable[bool] = EVERYBODY, *, short: bool = False) -> Game:
    """Return the game after Blue bought the tile on the first space, which cannot be refilled."""
    game, purchase = last_turn(rules)
    game = finished(apply(with_pawns(game, pawns, short=short), purchase))
    assert (game.table.bag, game.table.yard[0]) == ((), None)
    return game
