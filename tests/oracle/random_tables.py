"""Random tables to be scored: cities of all kinds, with ties and crowds, bonus cards and huts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from granada_rules import (
    Cell,
    City,
    Edges,
    Face,
    Kind,
    Scoring,
    alhambra,
    reference,
)
from tests.helpers.cities import Tables
from tests.oracle import scoring_facts
from tests.oracle.random_cities import (
    LIKELY_WALLS,
    legal_city,
    legal_layout,
    spoiled_city,
    spoiled_layout,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from granada_rules import Building, Ruleset

NAMES = ["Red", "Blue", "Green", "Yellow", "White", "Orange"]


@attrs.frozen
class Case:
    """A table to be scored."""

    table: Tables
    which: Scoring
    simplified: bool
    kinds: tuple[Kind, ...] = (Kind.GRANADA,)
    shown: tuple[tuple[Face, ...], ...] = ()
    """By seat, the bonus cards that are shown."""

    def facts(self) -> Iterator[str]:
        """Yield the case in the terms of the oracle."""
        yield from scoring_facts.scored(self.which.value, simplified=self.simplified)
        yield from scoring_facts.built(self.table.cities.values())
        yield from scoring_facts.shown(self.shown)
        if self.table.dirk is not None:
            yield from scoring_facts.dirk(self.table.dirk)


def some_case(random: Random) -> Case:
    """Return a table with faces of few types or of many, so that there are ties and crowds."""
    few = list(Kind.GRANADA.buildings)[: random.choice((1, 2, 4, 9))]
    chosen = [random.choice((tile.even, tile.odd)) for tile in reference().tiles]
    faces = [face for face in chosen if face.building in few]
    random.shuffle(faces)
    players = random.randint(1, 6)
    most = len(faces) // players
    cities = {}
    for name in random.sample(NAMES, players):
        city = spoiled_city(random) if random.random() < 0.03 else legal_city(random, most)
        cities[name] = showing(city, faces)
    dirk = tuple(faces.pop() for _ in range(min(len(faces), random.randint(0, 9))))
    table = Tables(cities, dirk if random.random() < 0.5 else None)
    return Case(table, random.choice(list(Scoring)), random.random() < 0.3)


def showing(city: City, faces: list[Face]) -> City:
    """Return the city with other faces, taken from these; without tiles if there are too few."""
    if len(city.tiles) > len(faces):
        return City.of()
    return City.of({cell: attrs.evolve(tile, face=faces.pop()) for cell, tile in city.tiles.items()})


def some_alhambra_case(random: Random) -> Case:
    """Return a table of Alhambra; cities have the same number of a type so often that there are many ties."""
    tiles = [tile.front for tile in alhambra().tiles]
    few = random.sample(Kind.ALHAMBRA.buildings, random.choice((1, 2, 3, 6, 6)))
    left = Left({one: [face.value for face in tiles if face.building is one] for one in few})
    for values in left.prices.values():
        random.shuffle(values)
    players = random.randint(1, 6)
    most = random.choice((left.many // players, min(left.many // players, 4)))
    same = legal_city(random, most, Kind.ALHAMBRA) if random.random() < 0.2 else None
    cities = {}
    for name in random.sample(NAMES, players):
        make = spoiled_city if random.random() < 0.03 else legal_city
        cities[name] = left.showing(same or make(random, most, Kind.ALHAMBRA))
    dirk = [left.some_face(number, random.choice(LIKELY_WALLS)) for number in range(random.randint(0, 9))]
    table = Tables(cities, tuple(filter(None, dirk)) if random.random() < 0.5 else None)
    return Case(table, random.choice(list(Scoring)), simplified=False, kinds=(Kind.ALHAMBRA,))


def some_case_of_both(random: Random) -> Case:
    """Return a table with tiles of both kinds, of few types or of many, with many ties."""
    few = [random.sample(kind.buildings, random.choice((1, 2, 4, len(kind.buildings)))) for kind in Kind]
    chosen = [random.choice((tile.even, tile.odd)) for tile in reference().tiles]
    granadas = [face for face in chosen if face.building in few[1]]
    prices = {
        one: [tile.front.value for tile in alhambra().tiles if tile.front.building is one] for one in few[0]
    }
    random.shuffle(granadas)
    for values in prices.values():
        random.shuffle(values)
    left, players = Left(prices), random.randint(1, 6)
    same = legal_layout(random, 4) if random.random() < 0.2 else None
    cities = {}
    for name in random.sample(NAMES, players):
        make = spoiled_layout if random.random() < 0.03 else legal_layout
        city = left.showing(same or make(random, random.choice((1, 10))), granadas)
        # Some have nothing of Granada.
        cities[name] = city if random.random() < 0.9 else City.of(start=Kind.ALHAMBRA)
    dirk = [left.some_face(number, random.choice(LIKELY_WALLS)) for number in range(random.randint(0, 6))]
    dirk += [granadas.pop() for _ in range(min(len(granadas), random.randint(0, 6)))]
    table = Tables(cities, tuple(filter(None, dirk)) if random.random() < 0.5 else None)
    return Case(table, random.choice(list(Scoring)), random.random() < 0.3, (Kind.ALHAMBRA, Kind.GRANADA))


def around_a_hut(random: Random) -> Case:
    """Return a table with a hut among buildings of its type, which may have no wall at all (HUT-9)."""
    types = random.sample(Kind.ALHAMBRA.buildings, 2)
    left = Left(
        {one: [tile.front.value for tile in alhambra().tiles if tile.front.building is one] for one in types}
    )
    middle, walls = Cell(2, 1), random.choice((Edges(0), *random.choices(LIKELY_WALLS, k=2)))
    lying: dict[Cell, Face | None] = {middle: Face(types[0], 0, walls)}
    other = random.choice([*Edges, *[None] * 6])
    # Each beside the hut, perhaps another hut, faces it with a wall or none; one walks around the corners.
    for side in Edges:
        if random.random() < 0.9:
            facing = side.opposite if side in walls else Edges(0)
            face = Face(types[0], 0, facing) if side is other else left.some_face(0, facing)
            lying[middle.neighbour(side)] = face
    for x, y in ((1, 0), (1, 2), (3, 0), (3, 2)):
        lying[Cell(x, y)] = left.some_face(1, Edges(0))
    built = {cell: (face, face.walls or Edges(0)) for cell, face in lying.items() if face is not None}
    city = City.of(built, start=Kind.ALHAMBRA)
    dirk = [left.some_face(0, Edges(0)) for _ in range(random.randint(0, 3))]
    table = Tables({"Red": city}, tuple(filter(None, dirk)))
    return Case(table, random.choice(list(Scoring)), simplified=False, kinds=(Kind.ALHAMBRA,))


def some_shown(city: City, rules: Ruleset, random: Random) -> tuple[Face, ...]:
    """Return bonus cards that may be shown, most of those whose tiles lie in the city (BON-4)."""
    built = {tile.face for tile in city.tiles.values()}
    cards = [face for face in rules.bonus_faces if face in built and random.random() < 0.8]
    return tuple(cards)


@attrs.define
class Left:
    """What is left of the tiles of Alhambra: prices by type. Walls are as they are needed."""

    prices: dict[Building, list[int]]
    used: set[Face] = attrs.field(factory=set)

    @property
    def many(self) -> int:
        """How many tiles are left."""
        return sum(map(len, self.prices.values()))

    def some_face(self, number: int, walls: Edges) -> Face | None:
        """Take a face with these walls of the type with that number, or of the next; None if none is left."""
        types = list(self.prices)
        for building in types[number % len(types) :] + types[: number % len(types)]:
            for value in self.prices[building]:
                face = Face(building, value, walls)
                if face not in self.used:
                    self.prices[building].remove(value)
                    self.used.add(face)
                    return face
        return None

    def showing(self, city: City, granadas: list[Face] | None = None) -> City:
        """Return the city with faces that are left; without tiles if there are too few.

        Tiles of Granada get these faces, which are used up.
        """
        tiles, others = {}, list(granadas or ())
        for number, (cell, tile) in enumerate(city.tiles.items()):
            if tile.face.kind is Kind.GRANADA:
                face = others.pop() if others else None
            else:
                face = self.some_face(number, tile.moats.turned_back(tile.roof))
            if face is None:
                return City.of(start=city.start)
            tiles[cell] = attrs.evolve(tile, face=face)
        if granadas is not None:
            granadas[:] = others
        return City.of(tiles, city.start, city.second)
