"""Games played to where rare things happen, by choosing what everybody does and what chance brings."""

from __future__ import annotations

from functools import cache
from itertools import cycle, islice
from typing import TYPE_CHECKING

import granada_rules as g
from tests.helpers.games import RED, drawn, faces, laid, money, played, taken, until

if TYPE_CHECKING:
    from collections.abc import Callable, Collection


KEPT = frozenset(faces("BA2 LI3 LI2 HS3 HS2 HP3 MA2 PA3 PV2:NEW PV3:SW SE3:ESW SE4:NE"))
"""The faces of four cheap tiles of each shipped set, which come last and are left in the yard."""

Worth = tuple[int, ...]
"""The larger, the sooner it is chosen."""


def idle(game: g.Game) -> g.Action:
    """Return what somebody does who would rather wait and has a tile: rebuild to and fro."""
    seat = game.table.to_act
    assert seat is not None
    player = game.table.players[seat]
    for cell in g.placement.removable_cells(player.city):
        return g.Reduce(seat, cell)
    face = player.reserve[0]
    cells = g.placement.legal_cells(player.city, game.table.ruleset.tiles.moats(face))
    return g.Extend(seat, face, next(iter(cells)))


def at_pile(game: g.Game, scoring: g.Scoring) -> g.Game:
    """Let everybody take money until that scoring card is in the uppermost pile, and somebody is to act."""
    while game.piles[0].scoring is not scoring or game.table.to_act is None:
        game = drawn(game) if game.table.to_act is None else taken(game)
    return game


def best_card(game: g.Game, worth: Callable[[g.Card], Worth]) -> g.Draw:
    """Return the draw of the best card; a scoring card only where no other can come."""
    possible = [draw for draw, _ in g.chance(game)]
    cards = [draw for draw in possible if isinstance(draw, g.DrawCard)]
    return max(cards, key=lambda draw: worth(draw.card), default=possible[0])


def _use(game: g.Game, hand: g.Purse) -> Callable[[g.Card], Worth]:
    """Judge cards by how well they complete a hand of one currency to the price of a tile in the yard."""
    spaces = zip(game.table.ruleset.yard, game.table.yard, strict=True)
    prices = {currency: face.value for currency, face in spaces if face is not None and face not in KEPT}
    held = hand.money_cards[0].currency if hand else None
    if held in prices and prices[held] <= hand.total():
        # That tile will be bought with the whole hand.
        held, hand = None, g.Purse()

    def use(card: g.Card) -> Worth:
        over = card.value + hand.total() - prices.get(card.currency, 0)
        left = game.deck.total(card.currency)
        return (
            card.value > 1 and card.currency in prices and held in {None, card.currency},
            over >= 0,
            -over if over >= 0 else left,
            left,
            card.value,
        )

    return use


def _fit(game: g.Game) -> Callable[[g.Draw], Worth]:
    """Judge tiles for the yard by how well a single card of the deck would pay for them."""
    cards = game.deck.only(game.table.ruleset.yard[game.table.yard.index(None)]).money_cards

    def fit(draw: g.Draw) -> Worth:
        assert isinstance(draw, g.DrawTile)
        if draw.face in KEPT:
            return (-999,)
        price = draw.face.value
        over = min((card.value - price for card in cards if card.value >= price), default=None)
        return (-99, price) if over is None else (-over, price)

    return fit


@cache
def bag_emptied(players: int, ruleset: g.Ruleset = g.GRANADA, *, left: int = 0) -> g.Game:
    """Play until the bag is empty, or so many are left, and the yard full.

    All hands are empty, seat 1 is to act, and the uppermost pile of the deck is the one with scoring card B.

    Everybody buys a tile for all they have. From then on the others rebuild to and fro, and only the first
    seat takes money and buys, thriftily, so that few cards are drawn. Of yellow, green and blue a 1 stays on
    the display.
    """
    colours = islice(cycle("ygbo"), players)
    game = laid([f"{colour}9 {colour}8 {colour}7" for colour in colours], "y1 g1 b1 o9", ruleset=ruleset)
    while len(game.table.bag) > left or game.table.phase is not g.Phase.ACT:
        game = g.apply(game, _thrifty(game))
    assert None not in game.table.yard
    assert not any(game.hands)
    assert game.table.to_act == 1
    assert game.piles[0].scoring is not None
    assert money("y1 g1 b1") <= game.table.display
    return game


def _thrifty(game: g.Game) -> g.Event:
    table, seat = game.table, game.table.to_act
    if seat is not None and table.phase is g.Phase.REVEAL:
        return g.Pass(seat)
    if seat is not None:
        return g.Store(seat, table.bought[0]) if table.phase is g.Phase.PLACE else _thrifty_action(game, seat)
    if table.draw_for is g.DrawFor.DISPLAY:
        return best_card(game, _use(game, game.hands[0]))
    if table.draw_for is g.DrawFor.YARD:
        return max((draw for draw, _ in g.chance(game)), key=_fit(game))
    return g.chance(game)[-1][0]


def _thrifty_action(game: g.Game, seat: g.Seat) -> g.Action:
    table, hand = game.table, game.hands[seat]
    if not hand and (seat or table.extra):
        return idle(game)
    if hand:
        space = table.ruleset.yard.index(hand.money_cards[0].currency)
        face = table.yard[space]
        if face is not None and face not in KEPT and hand.total() >= face.value:
            return g.Buy(seat, g.Space(space + 1), hand)
    return g.TakeMoney(seat, [max(table.display.money_cards, key=_use(game, hand))])


def _any_of(wanted: Collection[g.AnyCard], else_of: g.Currency | None = None) -> Callable[[g.Card], Worth]:
    return lambda card: (card in wanted, card.currency is else_of)


def enriched(game: g.Game, space: g.Space, *hands: str) -> tuple[g.Game, g.Buy]:
    """Play on, all hands being empty, until everybody holds this money, by seat, and the one to act more.

    That is for the tile on the space; the purchase is returned too.
    """
    buyer, face = game.table.to_act, game.table.yard[space - 1]
    assert buyer is not None
    assert face is not None
    currency = game.table.ruleset.yard[space - 1]
    wishes = list(map(money, hands))
    for _ in range(300):
        missing = list(map(g.Purse.missing_from, wishes, game.hands))
        payment = game.hands[buyer].missing_from(wishes[buyer])
        seat = game.table.to_act
        if seat is None:
            wanted = {card for cards in missing for card in cards}
            game = g.apply(game, best_card(game, _any_of(wanted, currency)))
        elif seat == buyer and payment.total() >= face.value and not any(missing):
            return game, g.Buy(buyer, space, payment)
        else:
            useful = [card for card in missing[seat] if card in game.table.display]
            if seat == buyer and payment.total() < face.value:
                useful += game.table.display.only(currency)
            game = g.apply(game, g.TakeMoney(seat, useful[:1]) if useful else idle(game))
    raise AssertionError(f"{hands} cannot be had")


def finished(game: g.Game) -> g.Game:
    """Do what is left of a turn: rebuild, if an action is, store what was bought, draw what is due."""
    turn = game.table.turn
    if game.table.phase is g.Phase.ACT:
        game = g.apply(game, idle(game))
    while game.table.phase is g.Phase.PLACE and turn is not None and game.table.turn == turn:
        game = g.apply(game, g.Store(turn, game.table.bought[0]))
    return drawn(game)


def ended(*hands: str, space: int = 1, ruleset: g.Ruleset = g.GRANADA) -> g.Game:
    """End a game of as many as there are hands: everybody has this money, and Blue buys the last tile.

    With four, the yard holds MA2, LI3, HP3 and LI2 before; SE4:NE, PV3:SW, PV2:NEW and SE3:ESW in Alhambra.
    """
    game, purchase = enriched(bag_emptied(len(hands), ruleset), g.Space(space), *hands)
    return finished(g.apply(game, purchase))


def stored(game: g.Game) -> g.Game:
    """Let everybody lay what they are given on their reserves, until the game is over."""
    while game.table.phase is g.Phase.GIFT:
        assert game.table.to_act is not None
        game = g.apply(game, g.Store(game.table.to_act, game.table.bought[0]))
    return game


def with_card(game: g.Game, which: g.Scoring, *actions: g.Event) -> g.Game:
    """Let Red do this in a turn at the end of which that card comes; stop before Dirk's first tile."""
    game = taken(played(until(at_pile(game, which), RED), *actions))
    while game.table.phase is g.Phase.PLACE:
        game = g.apply(game, g.Store(RED, game.table.bought[0]))
    game = g.apply(game, g.DrawScoring(which))
    sheets = game.sheets
    while game.table.draw_for not in {g.DrawFor.DIRK, None}:
        assert game.sheets == sheets
        game = g.apply(game, g.chance(game)[-1][0])
    return game


def given(game: g.Game) -> g.Game:
    """Draw all of Dirk's tiles, and nothing else."""
    while game.table.draw_for is g.DrawFor.DIRK:
        game = g.apply(game, g.chance(game)[0][0])
    return game


def _dearest_but(wishes: g.Purse) -> Callable[[g.Card], Worth]:
    return lambda card: (card not in wishes, card.value)


@cache
def money_used_up(cheap: str = "y1 y1 y1 y2 g1 g1 g1 g2 b1 b1 b1 b2 o1 o1") -> g.Game:
    """Play until all the money is in hands, and the display is empty when Red, at seat 0, is to act.

    Six play, and nobody ever buys: four tiles of price 12 lie in the yard. Red has 5 of each currency at
    first, and then takes these fourteen cheap cards; the others take what is dearest.
    """
    others = ["y9 y8 y7", "g9 g8 g7", "b9 b8 b7", "o9 o8 o7", "y9 y8 y7"]
    game = laid(["y5 g5 b5 o5", *others], "y9 g9 b9 o9", "BA12 LI12 MA12 PA12")
    pauper = g.Seat(0)
    while game.table.display or game.table.to_act != pauper:
        seat, display = game.table.to_act, game.table.display
        wishes = money(cheap).missing_from(game.hands[pauper])
        if seat == pauper:
            game = g.apply(game, g.TakeMoney(seat, [card for card in display if card in wishes][:1]))
        elif seat is not None:
            game = g.apply(game, g.TakeMoney(seat, [max(display.money_cards, key=_dearest_but(g.Purse()))]))
        else:
            # What Red wishes for comes right before Red's turn, or somebody else would take it.
            is_red_next = game.table.turn == len(others)
            game = g.apply(game, best_card(game, _any_of(wishes) if is_red_next else _dearest_but(wishes)))
    return game
