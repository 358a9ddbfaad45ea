"""Random decisions for comparisons: from random games, some changed so that rare things occur."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

import attrs

import granada_rules as g
from granada_rules import alhambra
from tests.helpers.games import NAMES
from tests.helpers.noted import changed as with_player
from tests.helpers.plain import RING
from tests.helpers.positions import PLAYERS, stages

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    Change = Callable[[g.Game, Random], g.Position]

MOST_ACTIONS = 500
"""With more legal actions than that the hand loses cards: there are so many ways to overpay."""

MOATS = [edges for edges in map(g.Edges, range(16)) if len(edges) <= 3]
"""All that a tile can have (BOX-4)."""


@attrs.frozen
class Decision:
    """A game in which somebody decides, and what was changed in it, if anything."""

    game: g.Game
    change: str = "unchanged"


def played(random: Random, *kinds: g.Kind, ruleset: g.Ruleset | None = None) -> list[g.Game]:
    """Play a game by this ruleset, or of these kinds by any, to the end; return it after each event."""
    beginning = g.setup(NAMES[: random.choice(PLAYERS)], ruleset or some_rules(random, *kinds))
    return list(stages(beginning, random, thrift=random.choice((0, 0.4, 0.8))))


def some_decisions(course: list[g.Game], random: Random, number: int) -> list[Decision]:
    """Return some decisions of a game, of all kinds alike, a few of them changed."""
    if course[0].table.ruleset.kinds == (g.Kind.GRANADA,) and random.random() < 0.12:
        return [Decision(spiral(random), "spiral")]
    moments: dict[object, list[g.Game]] = {}
    for game in course:
        if game.table.to_act is not None:
            # Gifts of several tiles are rare.
            several = game.table.phase is g.Phase.GIFT and len(game.table.bought) > 1
            moments.setdefault((game.table.phase, game.table.extra, several), []).append(game)
    chosen = [random.choice(random.choice(list(moments.values()))) for _ in range(number)]
    return [with_few_actions(changed(game, random), random) for game in chosen]


def last_placement(course: list[g.Game], random: Random) -> Decision:
    """Return the decision that ends the last turn, perhaps with players level in some currencies."""
    last = [game for game in course if game.table.phase is g.Phase.PLACE][-1]
    return attempt(last, random.choice((None, levelled)), random)


def placement_halfway(course: list[g.Game]) -> g.Game:
    """Return a decision that may end a turn, long before the game ends."""
    placements = [game for game in course if game.table.phase is g.Phase.PLACE]
    return placements[len(placements) // 2]


def some_rules(random: Random, *kinds: g.Kind) -> g.Ruleset:
    """Return a ruleset for these kinds, or for Granada, with any options and with moats anywhere."""
    if len(kinds) > 1:
        return _rules_of_both(random)
    return _rules_of_alhambra(random) if kinds == (g.Kind.ALHAMBRA,) else _rules_of_granada(random)


def _rules_of_both(random: Random) -> g.Ruleset:
    alhambra, granada = _rules_of_alhambra(random), _rules_of_granada(random, driest=0.5)
    return attrs.evolve(
        granada,
        kinds=g.Kind,
        tile_set=g.TileSets([alhambra.tiles.sets[0], granada.tiles.sets[0]]),
        gifts_one_by_one=alhambra.gifts_one_by_one,
    )


def _rules_of_granada(random: Random, driest: float = 0.1) -> g.Ruleset:
    tiles = g.reference().tiles
    if random.random() < 0.5:
        wet = random.choice((driest, 0.5, 1))
        chosen = (random.choice(MOATS) if random.random() < wet else g.Edges(0) for _ in tiles)
        tiles = tuple(g.Tile(tile.even, tile.odd, moats) for tile, moats in zip(tiles, chosen, strict=True))
    simplified, one_card, is_a_must, at_once = random.choices((False, True), k=4)
    return g.Ruleset(
        tile_set=g.TileSet.of(tiles, name="any", backs=random.choice(list(g.Backs))),
        yard=random.sample(list(g.Currency), 4),
        simplified=simplified,
        turning_takes_one_card=one_card,
        extra_action_is_a_must=is_a_must,
        discards_return_at_once=at_once,
    )


def _rules_of_alhambra(random: Random) -> g.Ruleset:
    is_a_must, at_once, one_by_one = random.choices((False, True), k=3)
    return g.Ruleset(
        kinds=(g.Kind.ALHAMBRA,),
        tile_set=random.choice((None, _other_walls(random))),
        yard=random.sample(list(g.Currency), 4),
        extra_action_is_a_must=is_a_must,
        discards_return_at_once=at_once,
        gifts_one_by_one=one_by_one,
    )


def _other_walls(random: Random) -> g.TileSet:
    """Return tiles of Alhambra with walls exchanged, as far as no two become alike (A-BOX-2)."""
    faces = [tile.front for tile in alhambra().tiles]
    for _ in range(200):
        one, other = random.sample(range(len(faces)), 2)
        first, second = faces[one], faces[other]
        swapped = [attrs.evolve(first, walls=second.walls), attrs.evolve(second, walls=first.walls)]
        if not set(swapped) & set(faces):
            faces[one], faces[other] = swapped
    return g.TileSet.of(map(g.Tile.of, faces), name="other-walls")


SPIRAL = {
    g.Cell(1, 0): "NS",
    g.Cell(2, 0): "NS",
    g.Cell(3, 0): "NE",
    g.Cell(3, -1): "EW",
    g.Cell(3, -2): "ES",
    g.Cell(2, -2): "NS",
    g.Cell(1, -2): "SW",
    g.Cell(1, -1): "NW",
    g.Cell(2, -1): "NES",
}
"""One long way, moats on both sides, from the start tile to the middle: no tile can be taken out of it.

Nor can a tile with moats NES be added to it; it can only take the place of the last.
"""


def spiral(random: Random) -> g.Game:
    """Return a game in which somebody with such a city has no money, and one tile on the reserve or none."""
    moats = [*SPIRAL.values(), "NES"]
    tiles = [
        attrs.evolve(tile, moats=g.Edges.parse(moats[number])) if number < len(moats) else tile
        for number, tile in enumerate(g.reference().tiles)
    ]
    ruleset = g.Ruleset(tile_set=g.TileSet.of(tiles, name="spiral"))
    game = g.deal(g.setup(NAMES[:3], ruleset), g.Dealer(random.randbytes(16)))
    lying = [g.NotedTile(tile.even) for tile in ruleset.tiles.tiles]
    city = g.City.of(
        {cell: (tile.face, g.Edges.parse(SPIRAL[cell])) for cell, tile in zip(SPIRAL, lying, strict=False)}
    )
    seat = game.table.turn or 0
    position = _handed_on(game, game.hands[seat], game.deck + game.table.display)
    position = with_player(
        without_money(position, game), seat, city=city, reserve=tuple(lying[9 : random.choice((9, 10))])
    )
    return g.Game.from_position(attrs.evolve(position, yard=tuple(lying[10:14])))


def changed(game: g.Game, random: Random) -> Decision:
    """Return the game as it is, or with a change after which it is a legal one still."""
    is_gift = game.table.phase is g.Phase.GIFT
    changes = (None, grown) if is_gift else (None, hoarded, enriched, sold, grown, grown)
    return attempt(game, random.choice(changes), random)


def attempt(game: g.Game, change: Change | None, random: Random) -> Decision:
    """Return the changed game if it is a legal one; otherwise, or if nothing changes, the game as it was."""
    if change is None:
        return Decision(game)
    try:
        changed = g.Game.from_position(change(game, random))
    except g.ViolationError:
        return Decision(game)
    return Decision(game) if changed == game else Decision(changed, change.__name__)


def hoarded(game: g.Game, random: Random) -> g.Position:
    """Let the next player have all money but some of the hand, and take tiles away, too (TURN-2)."""
    seat, table = game.table.turn or 0, game.table
    hand = game.hands[seat]
    kept = random.sample(list(hand), min(len(hand), random.choice((0, 0, 1, 2, 9))))
    # What was paid in this turn stays where it is (BUY-2).
    back = g.Purse() if table.bought else table.discards
    position = _handed_on(game, hand - g.Purse(kept), game.deck + table.display + back)
    position = without_money(position, game, table.discards - back)
    bare = g.City.of(start=table.ruleset.kind)
    without = random.choice(({}, {"reserve": ()}, {"city": bare}, {"reserve": (), "city": bare}))
    return with_player(position, seat, **without)


def enriched(game: g.Game, random: Random) -> g.Position:
    """Let the one to act have more cards, out of the discards, and so more ways to pay (BUY-1, PLACE-2)."""
    seat, discards = game.table.turn or 0, game.table.discards
    got = g.Purse(random.sample(list(discards), min(len(discards), random.randint(3, 10))))
    position = with_player(game.to_position(), seat, hand=game.hands[seat] + got)
    return attrs.evolve(position, discards=discards - got)


def sold(game: g.Game, random: Random) -> g.Position:
    """Let more tiles of the yard be bought, all of them sometimes (TURN-4), if somebody has the money."""
    position, discards, hands = game.to_position(), game.table.discards, list(game.hands)
    yard, bought = list(position.yard or ()), list(position.bought or ())
    for space in random.sample(range(len(yard)), random.randint(1, len(yard))):
        for seat, hand in enumerate(hands):
            tile, (currency, _) = yard[space], game.table.ruleset.spaces[space]
            price = 0 if tile is None else tile.face.value
            payments = islice(hand.payments(currency, price, minimal=True), MOST_ACTIONS)
            exact = next((payment for payment in payments if payment.total() == price), None)
            if tile is not None and exact is not None:
                hands[seat], discards = hand - exact, discards + exact
                yard[space] = None
                bought.append(tile)
    for seat, hand in enumerate(hands):
        position = with_player(position, seat, hand=hand)
    phase = random.choice((g.Phase.ACT, g.Phase.PLACE))
    return attrs.evolve(position, yard=tuple(yard), bought=tuple(bought), phase=phase, discards=discards)


def grown(game: g.Game, random: Random) -> g.Position:
    """Let the one to act have the tiles of all cities, and some of the bag: so there are holes to be made."""
    table, seat = game.table, game.table.turn or 0
    moats, city = table.ruleset.tiles.moats, table.players[seat].city
    others = [player for player in table.players if player is not table.players[seat]]
    inherited = [tile.face for player in others for tile in player.city.tiles.values()]
    bag = random.sample(table.bag, min(len(table.bag), random.randint(0, 30)))
    position, left = game.to_position(), list[g.NotedTile]()
    for face in [*inherited, *(random.choice([tile.front, tile.back or tile.front]) for tile in bag)]:
        if cells := list(g.placement.legal_cells(city, moats(face), face.kind)):
            # Where few tiles are around, so that the city winds.
            cell = min(random.choices(cells, k=3), key=partial(_tiles_around, city))
            city = city.extended(cell, (face, moats(face)))
        elif face in inherited:
            left.append(g.NotedTile(face))
    for other, player in enumerate(position.players):
        heir = (seat + 1) % len(position.players)
        reserve = (*(player.reserve or ()), *(left if other == heir else ()))
        own = {"city": city} if other == seat else {"city": g.City.of(start=city.start), "reserve": reserve}
        position = with_player(position, other, **own)
    return position


def _tiles_around(city: g.City, cell: g.Cell) -> int:
    return sum(g.Cell(cell.x + dx, cell.y + dy) in city.cells for dx, dy in RING)


def levelled(game: g.Game, random: Random) -> g.Position:
    """Let two have the same of some currencies and the others less, or everybody nothing (END-2)."""
    hands, discards = list(game.hands), game.table.discards
    for currency in random.sample(list(g.Currency), random.choice((1, 2, 4))):
        pool = sum((hand.only(currency) for hand in hands), g.Purse())
        hands = [hand - hand.only(currency) for hand in hands]
        twice = [card for card, number in Counter(pool.money_cards).items() if number > 1]
        if twice and random.random() < 0.7:
            card = random.choice(twice)
            less = [other for other in pool.money_cards if other.value < card.value]
            shares = [[card], [card], less[:1]]
            for seat, share in zip(random.sample(range(len(hands)), len(hands)), shares, strict=False):
                hands[seat] += g.Purse(share)
                pool -= g.Purse(share)
        discards += pool
    position = attrs.evolve(game.to_position(), discards=discards)
    for seat, hand in enumerate(hands):
        position = with_player(position, seat, hand=hand)
    return position


def _handed_on(game: g.Game, lost: g.Purse, more: g.Purse = g.Purse()) -> g.Position:  # noqa: B008 - it never changes
    """Let the one to act give cards to the next player, who gets more besides."""
    seat = game.table.turn or 0
    heir = (seat + 1) % len(game.hands)
    position = with_player(game.to_position(), seat, hand=game.hands[seat] - lost)
    return with_player(position, heir, hand=game.hands[heir] + lost + more)


def without_money(position: g.Position, game: g.Game, discards: g.Purse = g.Purse()) -> g.Position:  # noqa: B008 - as above
    """Return the position without display and deck, and with these discards."""
    position = attrs.evolve(position, display=g.Purse(), discards=discards, piles=())
    if len(game.table.ruleset.deck_plan) > 1:
        # MIX-7: without piles it has to be told which scoring cards are gone, and so which are set aside.
        position = attrs.evolve(position, turned_up=game.table.turned_up)
    return position


def with_few_actions(decision: Decision, random: Random) -> Decision:
    """Return the decision with so few cards in the hand that there are not too many actions."""
    game = decision.game
    while sum(1 for _ in islice(g.legal_actions(game), MOST_ACTIONS + 1)) > MOST_ACTIONS:
        hand = game.hands[game.table.turn or 0]
        if not hand or game.table.phase is g.Phase.GIFT:
            break
        game = g.Game.from_position(_handed_on(game, g.Purse([random.choice(list(hand))])))
    return attrs.evolve(decision, game=game)
