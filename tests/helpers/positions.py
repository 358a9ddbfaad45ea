"""Games at all kinds of moments, by any rules: for tests that try something on each of them."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

import attrs
from hypothesis import Phase as Step
from hypothesis import strategies as st

import granada_rules as g
from granada_rules.game import by_kind
from granada_rules.play import way, ways
from granada_rules.testing.games import is_exact
from granada_rules.testing.values import mirrored
from tests.helpers.games import NAMES, otherwise

if TYPE_CHECKING:
    from collections.abc import Iterator


PLAYERS = range(2, 7)
"""How many can play (BOX-12)."""

MOST_EVENTS = 3_000
"""Within so many events games at random end.

Of 500 games, a hundred for each number of players, all legal actions with minimal payments equally likely,
the longest had 813 events.
"""

RED = g.Seat(0)

rngs = st.randoms(use_true_random=True)

WITHOUT_SHRINKING = [Step.explicit, Step.reuse, Step.generate]
"""For whole games: none is simpler than another just because its seed is."""


@cache
def other_walls() -> g.TileSet:
    """Return the tiles of Alhambra as another box might have them: in a mirror."""
    tiles = [
        g.Tile.of(attrs.evolve(tile.front, walls=tile.moats.mirrored_left_right))
        for tile in g.alhambra().tiles
    ]
    return g.TileSet.of(tiles, name="other walls")


@cache
def alike() -> g.HutSet:
    """Return huts as another box might have them: all of a type are alike."""
    walls = {hut.building: hut.walls for hut in g.reference_huts().huts}
    huts = [attrs.evolve(hut, walls=walls[hut.building]) for hut in g.reference_huts().huts]
    return g.HutSet.of(huts, name="alike")


ANOTHER_YARD = (g.Currency.GREEN, g.Currency.YELLOW, g.Currency.ORANGE, g.Currency.BLUE)

OPTIONS = {
    "as in the English book": g.Ruleset(),
    "another yard": g.Ruleset(yard=(g.Currency.ORANGE, g.Currency.BLUE, g.Currency.YELLOW, g.Currency.GREEN)),
    "simplified": g.Ruleset(simplified=True),
    "turning takes one card": g.Ruleset(turning_takes_one_card=True),
    "the extra action is no must": g.Ruleset(extra_action_is_a_must=False),
    "discards return at once": g.Ruleset(discards_return_at_once=True),
    "backs mirrored left-right": g.Ruleset(tile_set=mirrored(g.Backs.MIRRORED_LEFT_RIGHT)),
    "backs mirrored top-bottom": g.Ruleset(tile_set=mirrored(g.Backs.MIRRORED_TOP_BOTTOM)),
    "all of them": otherwise(g.GRANADA, tile_set=mirrored(g.Backs.MIRRORED_LEFT_RIGHT), yard=ANOTHER_YARD),
    "Alhambra": g.ALHAMBRA,
    "Alhambra, gifts one by one": g.Ruleset(kinds=(g.Kind.ALHAMBRA,), gifts_one_by_one=True),
    # Tiles that somebody gets at once are to be seen with it.
    "Alhambra, all of them": otherwise(
        g.ALHAMBRA, tile_set=other_walls(), yard=ANOTHER_YARD, gifts_one_by_one=False
    ),
    "both": g.BOTH,
    "both, all of them": otherwise(
        g.BOTH, tile_set=g.TileSets([other_walls(), mirrored(g.Backs.MIRRORED_TOP_BOTTOM)]), yard=ANOTHER_YARD
    ),
    "vizier's favour": g.Ruleset(modules=[g.Module.VIZIER]),
    "Alhambra with vizier's favour": g.Ruleset(kinds=(g.Kind.ALHAMBRA,), modules=[g.Module.VIZIER]),
    "vizier's favour until the yard is short": g.Ruleset(
        modules=[g.Module.VIZIER], favour_until_yard_short=True, turning_takes_one_card=True
    ),
    "both with vizier's favour": g.Ruleset(kinds=g.Kind, modules=[g.Module.VIZIER], house_rules=True),
    "exchange": g.Ruleset(kinds=(g.Kind.ALHAMBRA,), modules=[g.Module.EXCHANGE]),
    "exchange, all of them": g.Ruleset(
        kinds=(g.Kind.ALHAMBRA,),
        modules=[g.Module.EXCHANGE],
        yard=ANOTHER_YARD,
        discards_return_at_once=True,
        exchange_cards_with_money=True,
        exchange_pays_exactly=True,
    ),
    "exchange in Granada": g.Ruleset(modules=[g.Module.EXCHANGE], house_rules=True),
    "exchange with both": g.Ruleset(kinds=g.Kind, modules=[g.Module.EXCHANGE], house_rules=True),
    "Alhambra, bonus cards": g.Ruleset(kinds=(g.Kind.ALHAMBRA,), modules=(g.Module.BONUS,)),
    "Alhambra, bonus cards, all of them": g.Ruleset(
        kinds=(g.Kind.ALHAMBRA,),
        modules=(g.Module.BONUS,),
        tile_set=other_walls(),
        extra_action_is_a_must=True,
        gifts_one_by_one=True,
    ),
    "both, bonus cards": g.Ruleset(kinds=g.Kind, modules=(g.Module.BONUS,), house_rules=True),
    "Alhambra, bonus cards with vizier's favour": g.Ruleset(
        kinds=(g.Kind.ALHAMBRA,), modules=[g.Module.VIZIER, g.Module.BONUS]
    ),
    "Alhambra with huts": g.Ruleset(kinds=(g.Kind.ALHAMBRA,), modules=[g.Module.HUTS]),
    "Alhambra with huts that are alike": g.Ruleset(
        kinds=(g.Kind.ALHAMBRA,), modules=[g.Module.HUTS], tile_set=g.TileSets([other_walls()], alike())
    ),
    "both with huts": g.Ruleset(kinds=g.Kind, modules=[g.Module.HUTS], house_rules=True),
    "Alhambra with vizier's favour and huts": g.Ruleset(
        kinds=(g.Kind.ALHAMBRA,), modules=[g.Module.VIZIER, g.Module.HUTS]
    ),
    "Alhambra with all modules": g.Ruleset(kinds=(g.Kind.ALHAMBRA,), modules=g.Module),
    "both with all modules": g.Ruleset(kinds=g.Kind, modules=g.Module, house_rules=True),
}
"""Each option alone, and all at once, of all games, and modules."""

ages = st.none() | st.lists(st.integers(0, 9) | st.floats(0, 120), min_size=6, max_size=6)


def beginning(players: int, ruleset: g.Ruleset, ages: list[float] | None) -> g.Game:
    """Set up a game; as many of the six ages are used as there are players."""
    return g.setup(NAMES[:players], ruleset, ages=None if ages is None else ages[:players])


def some_event(game: g.Game, rng: random.Random, thrift: float = 0) -> g.Event | None:
    """Choose a draw as chance does, or an action, first its kind, then one of it; None when the game is over.

    Now and then a card is paid that was not needed. The thrifty rather take money, and then pay exactly.
    """
    if number := ways(game):
        return way(game, rng.randrange(number))
    actions = list(g.legal_actions(game, minimal_payments=True))
    if rng.random() < 0.2:
        actions += islice(g.legal_actions(game), 300)
    actions += others_shows(game)
    thrifty = [
        action for action in actions if isinstance(action, g.TakeMoney) or is_exact(game.table, action)
    ]
    if thrifty and rng.random() < thrift:
        return rng.choice(thrifty)
    kinds = list(by_kind(actions).values())
    return rng.choice(rng.choice(kinds)) if kinds else None


def others_shows(game: g.Game) -> list[g.ShowBonus]:
    """Return which bonus cards can be shown by those who are not to act (BON-4)."""
    to_act, seats = game.table.to_act, map(g.Seat, range(len(game.bonus)))
    lists = [g.legal_actions(g.view(game, seat)) for seat in seats if to_act is not None and seat != to_act]
    return [action for listed in lists for action in listed if isinstance(action, g.ShowBonus)]


def stages(game: g.Game, rng: random.Random, thrift: float = 0) -> Iterator[g.Game]:
    """Play on at random to the end, and show each game on the way, the first and the last included."""
    yield game
    while (event := some_event(game, rng, thrift)) is not None:
        game = g.apply(game, event)
        yield game


@cache
def penniless() -> g.Game:
    """Return a game in which one has hoarded all money, and the other can do nothing at all but pass.

    Red spends whatever he can and gives the tiles to Dirk, so that there is no city to rebuild.
    """
    game = g.setup(NAMES[:2])
    while g.Pass(RED) not in g.legal_actions(game):
        game = g.apply(game, _spent_or_hoarded(game))
    return game


def _spent_or_hoarded(game: g.Game) -> g.Event:
    table, seat = game.table, game.table.to_act
    if seat is None:
        return g.chance(game)[-1][0]
    actions = list(g.legal_actions(game, minimal_payments=True))
    if table.phase is g.Phase.PLACE:
        return next(action for action in actions if isinstance(action, g.GiveToDirk))
    takings = [action for action in actions if isinstance(action, g.TakeMoney)]
    if seat != RED:
        return max(takings, key=lambda taking: (len(taking.cards), taking.cards.total()))
    if buy := next((action for action in actions if isinstance(action, g.Buy)), None):
        return g.Buy(seat, buy.space, game.hands[seat].only(table.ruleset.yard[buy.space - 1]))
    return min(takings, key=lambda taking: taking.cards.total())


OFTEN = {
    (g.Phase.ACT, None, False),
    (g.Phase.SETUP, g.DrawFor.HAND, False),
    (g.Phase.END_OF_TURN, g.DrawFor.DISPLAY, False),
    (g.Phase.END_OF_TURN, g.DrawFor.YARD, False),
    (g.Phase.FAVOUR, None, False),
}


@cache
def positions() -> tuple[g.Game, ...]:
    """Return games by all kinds of rules, stopped at all kinds of moments."""
    found = [penniless()]
    for number, ruleset in enumerate(OPTIONS.values()):
        game = g.setup(NAMES[: 2 + number % 5], ruleset)
        seen: Counter[object] = Counter()
        rng = random.Random(number)
        for stage in stages(game, rng, thrift=number % 3 * 0.4):
            several_gifts = stage.table.phase is g.Phase.GIFT and len(stage.table.bought) > 1
            is_rare = stage.table.extra or several_gifts or bool(others_shows(stage))
            moment = stage.table.phase, stage.table.draw_for, is_rare
            # Games of both kinds are twice as long, and there are many with modules.
            often = len(ruleset.kinds) * (3 if ruleset.modules else 1)
            if seen[moment] % ((16 if moment in OFTEN else 4) * often) == 0:
                found.append(stage)
            seen[moment] += 1
    return tuple(found)


def decisions() -> list[g.Game]:
    """Return those in which somebody has to decide."""
    return [game for game in positions() if game.table.to_act is not None]


def draws_due() -> list[g.Game]:
    """Return those in which chance has to draw."""
    return [game for game in positions() if game.table.draw_for is not None]
