"""Events for tests: all that lie close to what is legal in a game."""

from __future__ import annotations

from itertools import combinations, islice, product
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

import granada_rules as g
from granada_rules.box import EXCHANGE_CARDS
from tests.helpers.positions import other_walls

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable, Iterator


ALL_FACES = list(
    dict.fromkeys(face for tiles in (g.reference(), g.alhambra(), other_walls()) for face in tiles.faces)
)
ALL_CARDS = [g.Card(currency, value) for currency in g.Currency for value in range(1, 10)]

ALL_DRAWS: list[g.Draw] = [
    *map(g.DrawTile, ALL_FACES),
    *map(g.DrawCard, ALL_CARDS),
    *map(g.DrawCard, EXCHANGE_CARDS),
    *map(g.DrawScoring, g.Scoring),
    *map(g.DrawBonus, ALL_FACES),
    g.DrawBonus(None),
    g.DrawTile(g.Face(g.Building.PARK, 1)),
    g.DrawTile(g.Face(g.Building.PARK, 14)),
    g.DrawTile(g.Face(g.Building.PAVILION, 14, g.Edges(0))),
    g.DrawTile(g.Face(g.Building.TOWER, 13, g.Edges(15))),
    g.DrawCard(g.Card(g.Currency.BLUE, 0)),
    g.DrawCard(g.Card(g.Currency.BLUE, 10)),
]
"""Every draw that any game of `OPTIONS` knows, and some that none does."""


Thing = TypeVar("Thing")


def some_of(rng: random.Random, things: Iterable[Thing], most: int) -> list[Thing]:
    """Return all of them, or if there are too many just some."""
    every = list(things)
    return every if len(every) <= most else rng.sample(every, most)


def choices(purse: g.Purse) -> list[g.Purse]:
    """Return all cards that can be chosen together, from none to all."""
    chosen = (g.Purse.of(some) for size in range(len(purse) + 1) for some in combinations(purse, size))
    return list(dict.fromkeys(chosen))


def payments(rng: random.Random, hand: g.Purse, most: int = 64) -> list[g.Purse]:
    """Return payments out of a hand, and some with cards that are not there, or not so often."""
    own = choices(hand) if len(hand) <= 8 else [g.Purse(), hand]
    while len(own) < most and len(hand) > 8:
        own.append(g.Purse.of(rng.sample(list(hand), rng.randint(1, len(hand)))))
    chosen = some_of(rng, own, most)
    foreign = [g.Purse.of([card]) for card in (*some_of(rng, ALL_CARDS, 3), *some_of(rng, hand, 2))]
    return [*chosen, *(rng.choice(chosen) + card for card in foreign), *foreign]


def cells_around(table: g.Table, seat: g.Seat) -> list[g.Cell]:
    """Return the cells of a city's bounding box, and two more on each side."""
    taken = [g.START, *table.players[seat].city.tiles]
    xs, ys = [cell.x for cell in taken], [cell.y for cell in taken]
    columns, rows = range(min(xs) - 2, max(xs) + 3), range(min(ys) - 2, max(ys) + 3)
    return [g.Cell(x, y) for x, y in product(columns, rows)]


def faces_around(rng: random.Random, table: g.Table, own: Iterable[g.Face]) -> list[g.Face]:
    """Return faces, their backs, and some strangers."""
    tiles = table.ruleset.tiles
    strangers = [
        *some_of(rng, (face for face in table.yard if face is not None), 1),
        *some_of(rng, (face for player in table.players for face in player.reserve), 2),
        *some_of(rng, table.bought, 1),
        *some_of(rng, tiles.faces, 2),
        *some_of(rng, ALL_FACES, 1),
        *some_of(rng, (hut for hut in table.modules.open_huts if hut is not None), 1),
        *some_of(rng, g.reference_huts().huts, 1),
        g.Face(g.Building.PARK, 14),
    ]
    both = [face for front in own for face in (front, tiles.back(front)) if face is not None]
    return list(dict.fromkeys(both + strangers))


def neighbourhood(game: g.Game, seat: g.Seat, rng: random.Random, most: int) -> Iterator[g.Action]:
    """Generate what somebody might try: everything near at hand of each kind, or so many if that is too much.

    Cards that lie there and a few that do not, all spaces and those beside, all cells around the city, the
    tiles one has, their backs, and others.
    """
    table, hand = game.table, game.hands[seat]
    reserve, bought = (faces_around(rng, table, own) for own in (table.players[seat].reserve, table.bought))
    taken, paid, cells_there = payments(rng, table.display), payments(rng, hand), cells_around(table, seat)
    numbers = [g.Space(number) for number in range(len(table.yard) + 2)]
    stored = [*bought, *table.ruleset.tiles.faces]
    # Less of what is untimely anyhow.
    act, place = (most, most // 10) if table.phase in {g.Phase.ACT, g.Phase.FAVOUR} else (most // 10, most)
    yield g.Pass(seat)
    yield g.Reactivate(seat)
    yield from (g.TakeHut(seat, building) for building in g.Building)
    built = [tile.face for tile in table.players[seat].city.tiles.values()]
    cards = {*built, *(face for faces in (*game.bonus, *table.modules.shown) for face in faces)}
    yield from (g.ShowBonus(seat, face) for face in some_of(rng, [*sorted(cards), *reserve], most // 10))
    yield from (g.TakeMoney(seat, cards) for cards in some_of(rng, taken, act))
    yield from (g.Buy(seat, space, paying) for space, paying in some_of(rng, product(numbers, paid), act))
    yield from (g.Reduce(seat, cell) for cell in some_of(rng, cells_there, act))
    for face, cell in some_of(rng, product(reserve, cells_there), act):
        yield g.Extend(seat, face, cell)
        yield g.Exchange(seat, face, cell)
    yield from (g.Build(seat, *what) for what in some_of(rng, product(bought, cells_there), place))
    yield from (g.Build(seat, *what) for what in some_of(rng, product(bought, cells_there, paid), place))
    yield from (g.Store(seat, face) for face in some_of(rng, stored, place))
    yield from (g.GiveToDirk(seat, *what) for what in some_of(rng, product(bought, paid), place))


def mutations(game: g.Game, action: g.Action, rng: random.Random) -> Iterator[g.Action]:
    """Generate actions that differ from another in one thing: another seat, card, space, cell or face."""
    change: dict[str, Callable[[Any], Iterable[Any]]] = {
        "seat": lambda seat: [other for other in range(-1, 7) if other != seat],
        "space": lambda space: [other for other in range(len(game.table.yard) + 2) if other != space],
        "cards": lambda cards: _other_cards(cards, rng),
        "payment": lambda cards: _other_cards(cards, rng),
        "cell": _other_cells,
        "building": lambda building: [other for other in g.Building if other is not building],
        "face": lambda face: _other_faces(game, face, rng),
    }
    for field in attrs.fields(type(action)):
        for other in change[field.name](getattr(action, field.name)):
            fields: dict[str, Any] = {field.name: other}
            yield attrs.evolve(action, **fields)


def _other_cards(cards: g.Purse, rng: random.Random) -> Iterator[g.Purse]:
    for card in dict.fromkeys(cards):
        less = cards - g.Purse.of([card])
        yield less
        yield cards + g.Purse.of([card])
        yield less + g.Purse.of([rng.choice(ALL_CARDS)])
    yield cards + g.Purse.of([rng.choice(ALL_CARDS)])


def _other_cells(cell: g.Cell) -> Iterator[g.Cell]:
    for x, y in product((-1, 0, 1), repeat=2):
        if x or y:
            yield g.Cell(cell.x + x, cell.y + y)


def _other_faces(game: g.Game, face: g.Face, rng: random.Random) -> Iterator[g.Face]:
    tiles = game.table.ruleset.tiles
    yield from filter(None, [tiles.back(face)])
    yield attrs.evolve(face, value=face.value + 1)
    if face.walls is not None:
        yield attrs.evolve(face, walls=face.walls ^ rng.choice(list(g.Edges)))
    yield from (rng.choice(tiles.faces), rng.choice(ALL_FACES))
    yield from islice(game.table.bought, 4)
