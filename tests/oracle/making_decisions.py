"""Decisions to ask both sides about: out of games at random, some changed so that rare things occur."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import attrs

from granada_rules import (
    Backs,
    Currency,
    Edges,
    Game,
    NotedTile,
    Phase,
    Purse,
    Ruleset,
    Tile,
    TileSet,
    ViolationError,
    legal_actions,
    reference,
    setup,
)
from tests.games import NAMES
from tests.positions import PLAYERS, stages

if TYPE_CHECKING:
    from random import Random

    from granada_rules import Position

MOST_ACTIONS = 250
"""With more legal actions than that the hand loses cards: there are so many ways to overpay."""

MOATS = [edges for edges in map(Edges, range(16)) if len(edges) <= 3]
"""All that a tile can have (BOX-4)."""


def some_decisions(random: Random, number: int) -> list[Game]:
    """Play a game by any rules to the end, and return some of its decisions, of all kinds alike."""
    beginning = setup(NAMES[: random.choice(PLAYERS)], some_rules(random))
    moments: dict[object, list[Game]] = {}
    for game in stages(beginning, random, thrift=random.choice((0, 0.4, 0.8))):
        if game.table.to_act is not None:
            moments.setdefault((game.table.phase, game.table.extra), []).append(game)
    chosen = [random.choice(random.choice(list(moments.values()))) for _ in range(number)]
    return [_with_few_actions(_changed(game, random), random) for game in chosen]


def some_rules(random: Random) -> Ruleset:
    """Return a ruleset with any options, and tiles that may have their moats anywhere."""
    tiles = reference().tiles
    if random.random() < 0.5:
        tiles = tuple(Tile(tile.even, tile.odd, random.choice(MOATS)) for tile in tiles)
    simplified, one_card, is_a_must, at_once = random.choices((False, True), k=4)
    return Ruleset(
        tile_set=TileSet.of(tiles, name="any", backs=random.choice(list(Backs))),
        yard=random.sample(list(Currency), 4),
        simplified=simplified,
        turning_takes_one_card=one_card,
        extra_action_is_a_must=is_a_must,
        discards_return_at_once=at_once,
    )


def _changed(game: Game, random: Random) -> Game:
    """Return the game as it is, or with a change after which it is a legal one still."""
    change = random.choice((None, None, _hoarded, _sold))
    if change is None or game.table.phase is Phase.GIFT:
        return game
    try:
        return Game.from_position(change(game, random))
    except ViolationError:
        return game


def _hoarded(game: Game, random: Random) -> Position:
    """Let the next player have all the money, but for a card or two of the one to act (TURN-2)."""
    hand = game.hands[game.table.turn or 0]
    kept = random.sample(list(hand), min(len(hand), random.choice((0, 0, 0, 1, 2))))
    lying = game.deck + game.table.display + game.table.discards
    position = _handed_on(game, hand - Purse(kept), lying)
    return attrs.evolve(position, display=Purse(), discards=Purse(), piles=())


def _sold(game: Game, random: Random) -> Position:
    """Let more tiles of the yard be bought, all of them sometimes (TURN-4)."""
    position = game.to_position()
    yard, bought = list(position.yard or ()), list(position.bought or ())
    for space in random.sample(range(4), random.randint(1, 4)):
        bought += [tile for tile in (yard[space],) if tile is not None]
        yard[space] = None
    phase = random.choice((Phase.ACT, Phase.PLACE))
    return attrs.evolve(position, yard=tuple(yard), bought=tuple(bought), phase=phase)


def _handed_on(game: Game, lost: Purse, more: Purse = Purse()) -> Position:  # noqa: B008 - it never changes
    """Let the one to act give cards to the next player, who gets more besides."""
    seat, position = game.table.turn or 0, game.to_position()
    heir = (seat + 1) % len(position.players)
    players = list(position.players)
    players[seat] = attrs.evolve(players[seat], hand=game.hands[seat] - lost)
    players[heir] = attrs.evolve(players[heir], hand=game.hands[heir] + lost + more)
    return attrs.evolve(position, players=tuple(players))


def _with_few_actions(game: Game, random: Random) -> Game:
    while game.table.phase is not Phase.GIFT and sum(1 for _ in islice(legal_actions(game), MOST_ACTIONS + 1)) > MOST_ACTIONS:
        lost = random.choice(list(game.hands[game.table.turn or 0]))
        game = Game.from_position(_handed_on(game, Purse([lost])))
    return game
