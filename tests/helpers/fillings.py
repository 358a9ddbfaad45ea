"""Cities of which not everything is seen, filled in every way.

Judged and scored so, `validate` and `score_position` have to agree.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from itertools import product
from typing import TYPE_CHECKING

import granada_rules as g
from granada_rules import (
    Cell,
    Clause,
    Edges,
    Kind,
    NotedPlayer,
    Position,
    SeenCity,
    SeenTile,
    placement,
    validate,
)
from granada_rules.box import Box
from granada_rules.position import noted
from granada_rules.testing.cities import laid
from tests.helpers import layouts
from tests.helpers.cities import grown_at_random

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from random import Random

    from granada_rules import Built, City, Face, Tile, Violation
    from granada_rules.box import Tiles

Atom = tuple[Clause, object]
"""A broken clause and where: BUILD-2 edge by edge, BUILD-3 tile by tile."""

ON_FOOT = {Clause.BUILD_3, Clause.MIX_21}
AT_EDGES = {Clause.BUILD_2, Clause.MIX_16, Clause.MIX_17}

SETS: dict[tuple[Kind, ...], Tiles] = {
    (Kind.GRANADA,): g.reference(),
    (Kind.ALHAMBRA,): g.alhambra(),
    tuple(Kind): g.TileSets([g.alhambra(), g.reference()]),
}

CASES = 120

FEWEST = {
    **{
        f"{clause} {how}": least
        for clause, many, some in (
            ("BUILD-2", 30, 45),
            ("BUILD-3", 35, 35),
            ("MIX-16", 50, 30),
            ("MIX-17", 50, 12),
            ("MIX-19", 5, 2),
            ("MIX-21", 150, 25),
        )
        for how, least in (("certain", many), ("open", some))
    },
    "one unknown tile": 60,
    "several unknown tiles": 35,
    "nothing left": 40,
    "listed": 50,
    "not listed": 50,
    "points certain": 50,
    "points open": 25,
}
"""How often each thing has to be seen in ``CASES`` cases."""


def compare(random: Random) -> Counter[str]:
    """Judge a position with unknown tiles, and score another; return what there was to see."""
    return compare_cities(random) + compare_scores(random)


def compare_cities(random: Random) -> Counter[str]:
    """Judge a position with unknown tiles both ways; return what there was to see."""
    position = _some_position(random)
    (player,) = position.players
    assert player.seen_city is not None
    city, report = player.seen_city, validate(position)
    could = {cell: _could_be(position, city, cell) for cell in city.unknown}
    lost = {cell for cell, tiles in could.items() if not tiles}
    endings = "no such tile", "lies elsewhere"
    told = {cell for each in report.violations if each.message.endswith(endings) for cell in each.cells}
    assert told == lost, (position, report)
    # Then it is judged as if anything could lie there.
    for cell in lost:
        seen = city.tiles[cell].sides
        any_sides = ANY_SIDES if seen is None else [seen]
        could[cell] = [_showing(city.shape.tiles[cell], sides) for sides in any_sides]
    verdicts = _verdicts(position.tile_set, city, could)
    found = Counter({"nothing left": len(lost)})
    found["one unknown tile" if len(could) == 1 else "several unknown tiles"] += 1
    found["not listed" if position.tile_set is None else "listed"] += 1
    if not verdicts:
        return found
    certain, some = frozenset.intersection(*verdicts.values()), frozenset.union(*verdicts.values())
    broken = [each for each in report.violations if str(each.clause).startswith(("BUILD", "MIX"))]
    told_certain = {atom for each in broken for atom in _atoms(each)}
    told_open = {atom for each in report.undecided for atom in _opened(each, verdicts, certain)}
    if len(could) == 1:
        assert told_certain == certain, (position, told_certain ^ certain)
        assert told_open == some - certain, (position, told_open ^ (some - certain))
    else:
        assert told_certain <= certain, (position, told_certain - certain)
        assert some - certain <= told_open, (position, some - certain - told_open)
    found.update(f"{clause} certain" for clause, _ in told_certain)
    found.update(f"{clause} open" for clause, _ in told_open)
    return found


def compare_scores(random: Random) -> Counter[str]:
    """Score a position with unknown tiles both ways; return what there was to see."""
    position = _some_table(random)
    if validate(position).violations:
        return Counter()
    seen = [player.seen_city for player in position.players if player.seen_city is not None]
    could = {(city, cell): _could_be(position, city, cell) for city in seen for cell in city.unknown}
    results = {}
    for tiles in product(*could.values()):
        if len({_tile(position.tile_set, tile) for tile in tiles}) < len(tiles):
            continue
        cities = _filled_in(position, dict(zip(could, tiles, strict=True)))
        # What breaks a clause does not count: the building rules, or that there are so many such tiles.
        with suppress(g.ViolationError):
            sheet = g.scoring.score(cities, g.Scoring.B)
            awards = tuple((line.player, line.building, line.place, line.points) for line in sheet.lines)
            results[awards] = sheet.totals
    try:
        totals = g.score_position(position, g.Scoring.B).totals
    except g.UndecidedError:
        assert len(results) > 1 or len(could) > 1, position
        return Counter({"points open": 1})
    except ValueError:
        assert not results, position
        return Counter()
    assert [*results.values()] == [totals], (position, results)
    return Counter({"points certain": 1})


def _filled_in(position: Position, filling: Mapping[tuple[SeenCity, Cell], Built]) -> dict[str, City]:
    cities = {}
    for player in position.players:
        city, own = player.city, player.seen_city
        if own is not None:
            new = {cell: tile for (there, cell), tile in filling.items() if there is own}
            city = g.City.of({**own.shape.tiles, **new}, own.start, own.second)
        cities[str(player.name)] = city or g.City.of()
    return cities


# Positions.


def _some_table(random: Random) -> Position:
    """Return two legal cities of listed tiles, of which one or two are not seen as a whole."""
    kind = random.choice([*Kind])
    tile_set = SETS[(kind,)]
    left = random.sample(tile_set.tiles, 12)
    hidden = random.choice([1, 1, 2])
    players = []
    for name in ("Red", "Blue"):
        city = g.City.of({}, kind)
        for _ in range(random.randint(1, 5)):
            tile = left.pop()
            built = tile_set.built(random.choice([tile.front, tile.back or tile.front]))
            if cells := [*placement.legal_cells(city, built.moats)]:
                city = city.extended(random.choice(cells), built)
        cells = random.sample(sorted(city.tiles), min(hidden, len(city.tiles)))
        hidden -= len(cells)
        tiles = {cell: SeenTile.of(tile) for cell, tile in city.tiles.items()}
        tiles |= {cell: _hidden(random, city.tiles[cell], is_alone=False) for cell in cells}
        if cells:
            players.append(NotedPlayer(name=name, seen_city=SeenCity(tiles, kind)))
        else:
            players.append(NotedPlayer(name=name, city=city))
    return Position(tile_set=random.choice([None, tile_set]), players=tuple(players))


def _some_position(random: Random) -> Position:
    city = _some_city(random)
    number = min(len(city.tiles), random.choice([1, 1, 1, 2, 3]))
    tiles = {cell: SeenTile.of(tile) for cell, tile in city.tiles.items()}
    for cell in random.sample(sorted(tiles), number):
        tiles[cell] = _hidden(random, city.tiles[cell], is_alone=number == 1)
    kinds = tuple(Kind) if city.other else (city.start,)
    own = {tile.face for tile in city.tiles.values()}
    others = [face for each in SETS[kinds].sets for face in each.faces if face not in own]
    reserve = random.sample(others, random.choice([0, 0, len(others) // 3, len(others) * 9 // 10]))
    red = NotedPlayer(name="Red", seen_city=SeenCity(tiles, city.start, city.second), reserve=noted(reserve))
    tile_set = random.choice([None, SETS[kinds]])
    return Position(tile_set=tile_set, players=(red,), ruleset=g.Ruleset(kinds=kinds))


def _some_city(random: Random) -> City:
    """Return a city that is legal, or in which a tile has other moats or walls, or one thrown together."""
    size = random.randint(1, 12)
    makers: list[Callable[[], City]] = [
        lambda: grown_at_random(random, size),
        lambda: grown_at_random(random, size, Kind.ALHAMBRA),
        lambda: layouts.grown(random, size),
        lambda: layouts.spoiled(random, layouts.grown(random, size)),
        lambda: layouts.thrown(random),
    ]
    city = random.choice(makers)()
    if not city.tiles:
        return _some_city(random)
    cell = random.choice([None, *sorted(city.tiles)])
    tiles = dict(city.tiles)
    if cell is not None:
        tiles[cell] = _showing(tiles[cell], Edges(random.randrange(16)))
    return g.City.of(tiles, city.start, city.second)


def _showing(tile: Built, sides: Edges) -> Built:
    return laid(tile.face, sides, tile.roof)


def _hidden(random: Random, tile: Built, *, is_alone: bool) -> SeenTile:
    """Hide something of a tile; of several only as much as can be tried together."""
    face = tile.face
    hidden = [
        SeenTile(face.kind, face.building, face.value, None, tile.roof),
        SeenTile(face.kind, face.building, None, tile.moats, tile.roof),
    ]
    if is_alone:
        hidden.append(SeenTile(face.kind, face.building, None, None, tile.roof))
        hidden.append(SeenTile(face.kind, roof=tile.roof))
    return random.choice(hidden)


# Fillings.


ANY_SIDES = [Edges(number) for number in range(15)]
"""BOX-4, A-BOX-4: moats or walls on at most three sides."""


def _could_be(position: Position, city: SeenCity, cell: Cell) -> list[Built]:
    """Return what the box still has that shows what is seen."""
    tile = city.tiles[cell]
    kind = tile.kind or city.start
    lying = [each.face for there, each in city.tiles.items() if there != cell and each.face is not None]
    for other in position.players:
        lying += [each.face for each in other.reserve or ()]
        lying += [each.face for each in (other.city.tiles if other.city else {}).values()]
        if other.seen_city is not None and other.seen_city is not city:
            lying += [each.face for each in other.seen_city.tiles.values() if each.face is not None]
    tiles = [laid(face, moats, tile.roof) for face, moats in _box(position.tile_set, kind, lying, tile)]
    return [
        each
        for each in tiles
        if tile.building in {None, each.face.building}
        and tile.price in {None, each.face.value}
        and tile.sides in {None, each.moats}
    ]


def _box(
    tile_set: Tiles | None, kind: Kind, lying: list[Face], tile: SeenTile
) -> Iterator[tuple[Face, Edges]]:
    """Yield the faces that the box still has, each with moats or walls as seen."""
    # A face that is seen is there, whatever else lies.
    gone = {*lying} - {tile.face}
    if tile_set is not None:
        for listed in tile_set.tiles:
            faces = [face for face in (listed.front, listed.back) if face is not None]
            for face in faces if listed.kind is kind else ():
                if face == tile.face or not gone.intersection(faces):
                    yield face, tile_set.moats(face).turned(tile.roof)
        return
    box, pairs = Box.of(kind), Counter(face.value // 2 for face in gone if face.kind is kind)
    for building, value in box.many:
        if kind is Kind.GRANADA:
            face = g.Face(building, value)
            # BOX-2: each face once, nine tiles of two prices.
            if face == tile.face or (face not in gone and pairs[value // 2] < 9):
                yield from ((face, sides) for sides in ANY_SIDES)
            continue
        # A-BOX-2, A-BOX-4: so many of a type and a price, and with a pattern of walls.
        alike = [face for face in gone if (face.building, face.value) == (building, value)]
        for walls, most in (box.patterns or {}).items():
            face = g.Face(building, value, walls)
            are_like = [each for each in gone if each.walls == walls]
            if face not in gone and len(alike) < box.many[building, value] and len(are_like) < most:
                yield face, walls.turned(tile.roof)


Shown = tuple[tuple[Cell, Edges], ...]
"""The sides that unknown tiles show in a filling."""


def _verdicts(
    tile_set: Tiles | None, city: SeenCity, could: Mapping[Cell, list[Built]]
) -> dict[Shown, frozenset[Atom]]:
    """Judge every filling; equal ones once."""
    verdicts: dict[Shown, frozenset[Atom]] = {}
    for tiles in product(*could.values()):
        # BOX-11: a tile lies in one place.
        if len({_tile(tile_set, tile) for tile in tiles}) < len(tiles):
            continue
        shown = tuple(zip(could, (tile.moats for tile in tiles), strict=True))
        if shown not in verdicts:
            filled = g.City.of(
                {**city.shape.tiles, **dict(zip(could, tiles, strict=True))}, city.start, city.second
            )
            broken = placement.violations(filled)
            verdicts[shown] = frozenset(atom for each in broken for atom in _atoms(each))
    return verdicts


def _tile(tile_set: Tiles | None, tile: Built) -> Tile | Face:
    is_listed = tile_set is not None and tile.face in tile_set
    return tile_set.tile(tile.face) if tile_set is not None and is_listed else tile.face


def _atoms(violation: Violation) -> Iterator[Atom]:
    if violation.clause in ON_FOOT:
        yield from ((violation.clause, cell) for cell in violation.cells)
    elif violation.clause in AT_EDGES:
        (edge,) = violation.edges
        yield violation.clause, min(edge, edge.across)
    else:
        yield violation.clause, violation.cells


def _opened(
    violation: Violation, verdicts: Mapping[Shown, frozenset[Atom]], certain: frozenset[Atom]
) -> Iterator[Atom]:
    """Yield what an open violation says that may be broken."""
    if violation.clause in AT_EDGES:
        edge = violation.edges[0]
        yield violation.clause, min(edge, edge.across)
    elif violation.clause is Clause.MIX_19:
        yield from {atom for verdict in verdicts.values() for atom in verdict if atom[0] is Clause.MIX_19}
    else:
        # What is broken whenever there are moats or walls on these sides.
        wet = [
            verdict
            for shown, verdict in verdicts.items()
            if all(edge.side in dict(shown)[edge.cell] for edge in violation.edges)
        ]
        if wet:
            yield from (
                atom for atom in frozenset.intersection(*wet) - certain if atom[0] is violation.clause
            )
