"""Random games and decisions with modules, some changed so that rare things occur."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from granada_rules import City, Currency, Kind, Module, Phase, Purse
from tests.helpers.noted import changed as with_player
from tests.oracle.random_decisions import (
    attempt,
    changed,
    hoarded,
    some_rules,
    with_few_actions,
    without_money,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from granada_rules import Face, Game, Position, Ruleset
    from tests.oracle.random_decisions import Change, Decision

WITH_GRANADA = frozenset({Module.VIZIER, Module.EXCHANGE})
"""The modules that need no tiles of Alhambra (MOD-3)."""


def some_rules_with(random: Random, modules: Iterable[Module]) -> Ruleset:
    """Return a ruleset with these modules and any options, mostly of Alhambra."""
    chosen = frozenset(modules)
    games = [(Kind.ALHAMBRA,), (Kind.ALHAMBRA,), tuple(Kind)]
    games += [(Kind.GRANADA,)] * 2 if chosen <= WITH_GRANADA else []
    until_short, with_money, exactly = random.choices((False, True), k=3)
    return attrs.evolve(
        some_rules(random, *random.choice(games)),
        modules=chosen,
        house_rules=True,
        favour_until_yard_short=until_short and Module.VIZIER in chosen,
        exchange_cards_with_money=with_money and Module.EXCHANGE in chosen,
        exchange_pays_exactly=exactly and Module.EXCHANGE in chosen,
    )


def some_modules(random: Random) -> list[Module]:
    """Return one module, or several, or all of them."""
    return random.sample(list(Module), random.choice((1, 2, 2, 3, 4)))


# Exchange cards.


def helped(game: Game, random: Random) -> Position:
    """Let the one to act have the exchange cards of others, and have swapped some money with them (EXC-5)."""
    seat, hands = game.table.turn or 0, list(game.hands)
    for other, hand in enumerate(game.hands):
        if other != seat:
            got = Purse(hand.exchange_cards)
            got += Purse(random.sample(list(hand.money), min(len(hand.money), random.randint(0, 2))))
            hands[other], hands[seat] = hands[other] - got, hands[seat] + got
    # Little of one currency, so that the card is needed.
    lost = hands[seat].only(random.choice(list(Currency)))
    heir = (seat + 1) % len(hands)
    hands[seat], hands[heir] = hands[seat] - lost, hands[heir] + lost
    position = game.to_position()
    for other, hand in enumerate(hands):
        position = with_player(position, other, hand=hand)
    return position


def laid_open(game: Game, random: Random) -> Position:
    """Let exchange cards of hands lie on the display (EXC-4)."""
    display, position = game.table.display, game.to_position()
    for seat, hand in enumerate(game.hands):
        for card in hand.exchange_cards:
            if display.money and random.random() < 0.7:
                money = Purse([random.choice(display.money_cards)])
                display = display - money + Purse([card])
                hand = hand - Purse([card]) + money  # noqa: PLW2901 - it changes
        position = with_player(position, seat, hand=hand)
    return attrs.evolve(position, display=display)


def stranded(game: Game, random: Random) -> Position:
    """Let the one to act have no tiles, one exchange card, and what just makes a price with it (EXC-5)."""
    table, seat = game.table, game.table.turn or 0
    heir = (seat + 1) % len(game.hands)
    back = Purse() if table.bought else table.discards
    money = game.hands[seat] + game.hands[heir] + game.deck + table.display + back
    kept = Purse()
    for _ in range(200 if money.exchange_cards else 0):
        card = random.choice(money.exchange_cards)
        spaces = zip(table.yard, table.ruleset.spaces, strict=True)
        prices = {
            face.value for face, (currency, _) in spaces if face is not None and currency in card.currencies
        }
        paid = random.sample(money.money_cards, 2)
        if all(one.currency in card.currencies for one in paid) and Purse(paid).total() in prices:
            kept = Purse([card, *paid])
    position = with_player(
        game.to_position(), seat, hand=kept, city=City.of(start=table.ruleset.kind), reserve=()
    )
    position = with_player(position, heir, hand=money - kept)
    return without_money(position, game, table.discards - back)


def with_exchange_cards(course: list[Game], random: Random, number: int) -> list[Decision]:
    """Return some decisions of a game in which somebody holds exchange cards, most of them changed."""
    there = [
        game
        for game in course
        if game.table.phase in {Phase.ACT, Phase.PLACE}
        and any(cards.exchange_cards for cards in (*game.hands, game.table.display))
    ]
    chosen = random.sample(there, min(number, len(there)))
    changes: list[Change | None] = [None, helped, helped, laid_open, hoarded, stranded]
    return [with_few_actions(attempt(game, random.choice(changes), random), random) for game in chosen]


# Bonus cards.


def rightly_dealt(game: Game, random: Random) -> Position:
    """Let those hide bonus cards who have built the tiles, as far as they hide any (BON-4)."""
    table, position = game.table, game.to_position()
    open_cards = {face for cards in table.modules.shown for face in cards}
    left = [face for face in table.ruleset.bonus_faces if face not in open_cards]
    random.shuffle(left)
    for seat in random.sample(range(len(game.bonus)), len(game.bonus)):
        built = {tile.face for tile in table.players[seat].city.tiles.values()}
        # First the cards for own tiles; false comes before true.
        left.sort(key=lambda face: face not in built)
        number = table.modules.hidden[seat]
        dealt: list[Face] = left[:number]
        left = left[number:]
        position = with_player(position, seat, bonus=tuple(sorted(dealt)))
    return position


def with_bonus_cards(course: list[Game], random: Random, number: int) -> list[Decision]:
    """Return some decisions of a game with bonus cards, of all kinds alike, most of them with other cards."""
    moments: dict[object, list[Game]] = {}
    for game in course:
        if game.table.to_act is not None:
            moments.setdefault((game.table.phase, any(game.table.modules.shown)), []).append(game)
    chosen = [random.choice(random.choice(list(moments.values()))) for _ in range(number)]
    changes: list[Change | None] = [None, rightly_dealt, rightly_dealt]
    return [with_few_actions(attempt(game, random.choice(changes), random), random) for game in chosen]


# Huts.


def with_huts(course: list[Game], random: Random, number: int) -> list[Decision]:
    """Return some decisions of a game with huts, most of them about huts, a few of them changed."""
    moments: dict[object, list[Game]] = {}
    for game in course:
        table, seat = game.table, game.table.to_act
        if seat is not None and table.phase is not Phase.GIFT:
            player = table.players[seat]
            built = [tile.face for tile in player.city.tiles.values()]
            kind = tuple(
                min(sum(face.is_hut for face in own), 2) for own in (table.bought, built, player.reserve)
            )
            moments.setdefault((table.phase, kind), []).append(game)
    chosen = [random.choice(random.choice(list(moments.values()))) for _ in range(number)]
    return [with_few_actions(changed(game, random), random) for game in chosen]
