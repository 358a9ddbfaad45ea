"""Events for tests: all that lie close to what is legal in a game."""

from __future__ import annotations

from itertools import combinations, islice, product
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from granada_rules import (
    START,
    Build,
    Building,
    Buy,
    Card,
    Cell,
    Currency,
    DrawBonus,
    DrawCard,
    DrawScoring,
    DrawTile,
    Edges,
    Exchange,
    Extend,
    Face,
    GiveToDirk,
    Pass,
    Phase,
    Purse,
    Reactivate,
    Reduce,
    Scoring,
    Seat,
    ShowBonus,
    Space,
    Store,
    TakeHut,
    TakeMoney,
    alhambra,
    reference,
    reference_huts,
)
from granada_rules.box import EXCHANGE_CARDS
from tests.helpers.positions import other_walls

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable, Iterator

    from granada_rules import Action, Draw, Game, Table

ALL_FACES = list(
    dict.fromkeys(face for tiles in (reference(), alhambra(), other_walls()) for face in tiles.faces)
)
ALL_CARDS = [Card(currency, value) for currency in Currency for value in range(1, 10)]

ALL_DRAWS: list[Draw] = [
    *map(DrawTile, ALL_FACES),
    *map(DrawCard, ALL_CARDS),
    *map(DrawCard, EXCHANGE_CARDS),
    *map(DrawScoring, Scoring),
    *map(DrawBonus, ALL_FACES),
    DrawBonus(None),
    DrawTile(Face(Building.PARK, 1)),
    DrawTile(Face(Building.PARK, 14)),
    DrawTile(Face(Building.PAVILION, 14, Edges(0))),
    DrawTile(Face(Building.TOWER, 13, Edges(15))),
    DrawCard(Card(Currency.BLUE, 0)),
    DrawCard(Card(Currency.BLUE, 10)),
]
"""Every draw that any game of `OPTIONS` knows, and some that none does."""


Thing = TypeVar("Thing")


def some_of(rng: random.Random, things: Iterable[Thing], most: int) -> list[Thing]:
    """Return all of them, or if there are too many just some."""
    every = list(things)
    return every if len(every) <= most else rng.sample(every, most)


def choices(purse: Purse) -> list[Purse]:
    """Return all cards that can be chosen together, from none to all."""
    chosen = (Purse.of(some) for size in range(len(purse) + 1) for some in combinations(purse, size))
    return list(dict.fromkeys(chosen))


def payments(rng: random.Random, hand: Purse, most: int = 64) -> list[Purse]:
    """Return payments out of a hand, and some with cards that are not there, or not so often."""
    own = choices(hand) if len(hand) <= 8 else [Purse(), hand]
    while len(own) < most and len(hand) > 8:
        own.append(Purse.of(rng.sample(list(hand), rng.randint(1, len(hand)))))
    chosen = some_of(rng, own, most)
    foreign = [Purse.of([card]) for card in (*some_of(rng, ALL_CARDS, 3), *some_of(rng, hand, 2))]
    return [*chosen, *(rng.choice(chosen) + card for card in foreign), *foreign]


def cells_around(table: Table, seat: Seat) -> list[Cell]:
    """Return the cells of a city's bounding box, and two more on each side."""
    taken = [START, *table.players[seat].city.tiles]
    xs, ys = [cell.x for cell in taken], [cell.y for cell in taken]
    columns, rows = range(min(xs) - 2, max(xs) + 3), range(min(ys) - 2, max(ys) + 3)
    return [Cell(x, y) for x, y in product(columns, rows)]


def faces_around(rng: random.Random, table: Table, own: Iterable[Face]) -> list[Face]:
    """Return faces, their backs, and some strangers."""
    tiles = table.ruleset.tiles
    strangers = [
        *some_of(rng, (face for face in table.yard if face is not None), 1),
        *some_of(rng, (face for player in table.players for face in player.reserve), 2),
        *some_of(rng, table.bought, 1),
        *some_of(rng, tiles.faces, 2),
        *some_of(rng, ALL_FACES, 1),
        *some_of(rng, (hut for hut in table.modules.open_huts if hut is not None), 1),
        *some_of(rng, reference_huts().huts, 1),
        Face(Building.PARK, 14),
    ]
    both = [face for front in own for face in (front, tiles.back(front)) if face is not None]
    return list(dict.fromkeys(both + strangers))


def neighbourhood(game: Game, seat: Seat, rng: random.Random, most: int) -> Iterator[Action]:
    """Generate what somebody might try: everything near at hand of each kind, or so many if that is too much.

    Cards that lie there and a few that do not, all spaces and those beside, all cells around the city, the
    tiles one has, their backs, and others.
    """
    table, hand = game.table, game.hands[seat]
    reserve, bought = (faces_around(rng, table, own) for own in (table.players[seat].reserve, table.bought))
    taken, paid, cells_there = payments(rng, table.display), payments(rng, hand), cells_around(table, seat)
    numbers = [Space(number) for number in range(len(table.yard) + 2)]
    stored = [*bought, *table.ruleset.tiles.faces]
    # Less of what is untimely anyhow.
    act, place = (most, most // 10) if table.phase in {Phase.ACT, Phase.FAVOUR} else (most // 10, most)
    yield Pass(seat)
    yield Reactivate(seat)
    yield from (TakeHut(seat, building) for building in Building)
    built = [tile.face for tile in table.players[seat].city.tiles.values()]
    cards = {*built, *(face for faces in (*game.bonus, *table.modules.shown) for face in faces)}
    yield from (ShowBonus(seat, face) for face in some_of(rng, [*sorted(cards), *reserve], most // 10))
    yield from (TakeMoney(seat, cards) for cards in some_of(rng, taken, act))
    yield from (Buy(seat, space, paying) for space, paying in some_of(rng, product(numbers, paid), act))
    yield from (Reduce(seat, cell) for cell in some_of(rng, cells_there, act))
    for face, cell in some_of(rng, product(reserve, cells_there), act):
        yield Extend(seat, face, cell)
        yield Exchange(seat, face, cell)
    yield from (Build(seat, *what) for what in some_of(rng, product(bought, cells_there), place))
    yield from (Build(seat, *what) for what in some_of(rng, product(bought, cells_there, paid), place))
    yield from (Store(seat, face) for face in some_of(rng, stored, place))
    yield from (GiveToDirk(seat, *what) for what in some_of(rng, product(bought, paid), place))


def mutations(game: Game, action: Action, rng: random.Random) -> Iterator[Action]:
    """Generate actions that differ from another in one thing: another seat, card, space, cell or face."""
    change: dict[str, Callable[[Any], Iterable[Any]]] = {
        "seat": lambda seat: [other for other in range(-1, 7) if other != seat],
        "space": lambda space: [other for other in range(len(game.table.yard) + 2) if other != space],
        "cards": lambda cards: _other_cards(cards, rng),
        "payment": lambda cards: _other_cards(cards, rng),
        "cell": _other_cells,
        "building": lambda building: [other for other in Building if other is not building],
        "face": lambda face: _other_faces(game, face, rng),
    }
    for field in attrs.fields(type(action)):
        for other in change[field.name](getattr(action, field.name)):
            fields: dict[str, Any] = {field.name: other}
            yield attrs.evolve(action, **fields)


def _other_cards(cards: Purse, rng: random.Random) -> Iterator[Purse]:
    for card in dict.fromkeys(cards):
        less = cards - Purse.of([card])
        yield less
        yield cards + Purse.of([card])
        yield less + Purse.of([rng.choice(ALL_CARDS)])
    yield cards + Purse.of([rng.choice(ALL_CARDS)])


def _other_cells(cell: Cell) -> Iterator[Cell]:
    for x, y in product((-1, 0, 1), repeat=2):
        if x or y:
            yield Cell(cell.x + x, cell.y + y)


def _other_faces(game: Game, face: Face, rng: random.Random) -> Iterator[Face]:
    tiles = game.table.ruleset.tiles
    yield from filter(None, [tiles.back(face)])
    yield attrs.evolve(face, value=face.value + 1)
    if face.walls is not None:
        yield attrs.evolve(face, walls=face.walls ^ rng.choice(list(Edges)))
    yield from (rng.choice(tiles.faces), rng.choice(ALL_FACES))
    yield from islice(game.table.bought, 4)
