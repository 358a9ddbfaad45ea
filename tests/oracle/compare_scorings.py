"""Compare scorings: places, ties, points, totals, and who has won."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import attrs

from granada_rules import (
    DIRK,
    Cell,
    City,
    Clause,
    Edges,
    Face,
    Kind,
    Module,
    Scoring,
    ViolationError,
    alhambra,
    reference,
    scoring,
)
from granada_rules.bonus_cards import most_cards
from tests.helpers.cities import Tables
from tests.oracle import bridge, scoring_facts
from tests.oracle.bridge import Value
from tests.oracle.difference import agree
from tests.oracle.random_cities import (
    LIKELY_WALLS,
    legal_city,
    legal_layout,
    spoiled_city,
    spoiled_layout,
)
from tests.oracle.random_decisions import played
from tests.oracle.random_modules import some_rules_with

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from random import Random

    from granada_rules import Building, Game, Line, Ruleset, ScoreSheet
    from tests.oracle.bridge import Model

NAMES = ["Red", "Blue", "Green", "Yellow", "White", "Orange"]

PROGRAMS = ["cities.lp", "moats.lp", "scoring.lp"]

WANTED = ["illegal/1", "has/3", "award/5", "sharing/3", "total/2"]

BARRIERS = {Kind.ALHAMBRA: "wall", Kind.GRANADA: "moat"}

FIRST = {Kind.ALHAMBRA: 0, Kind.GRANADA: 10}
"""The number of what is scored first of each kind; the types of its buildings come next."""

Award = tuple[Value, ...]
"""The number of what is scored, what it is, the place, who gets points, and how many."""


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


def compare(random: Random) -> Counter[str]:
    """Compare what both sides say about one scoring and one end of a game; return what there was to see."""
    return compare_scoring(some_case(random)) + compare_end(random)


def compare_modules(random: Random) -> Counter[str]:
    """Compare scorings with huts and shown bonus cards, in the middle and at the end of a game."""
    rules = some_rules_with(
        random, random.choice(([Module.HUTS], [Module.BONUS], [Module.BONUS, Module.HUTS]))
    )
    course = played(random, ruleset=rules)
    seen: Counter[str] = Counter()
    for game in (course[len(course) // 2], course[-1]):
        cities = {player.name: player.city for player in game.table.players}
        dirk = None if game.table.dirk is None else game.table.dirk.faces
        shown = [some_shown(city, rules, random)[: most_cards(len(cities))] for city in cities.values()]
        for which in Scoring:
            table = Tables(cities, dirk)
            case = Case(table, which, rules.simplified, rules.kinds, tuple(shown))
            seen += compare_scoring(case)
    return seen + compare_scoring(around_a_hut(random))


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


def compare_alhambra(random: Random) -> Counter[str]:
    """Compare what both sides say about one scoring of Alhambra; return what there was to see."""
    return compare_scoring(some_alhambra_case(random))


def compare_both(random: Random) -> Counter[str]:
    """Compare what both sides say about one scoring of both games; return what there was to see."""
    return compare_scoring(some_case_of_both(random))


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


def compare_scoring(case: Case) -> Counter[str]:
    """SCORE-3 … SCORE-9, SIMPLE-1, SIMPLE-2, DIRK-4, A-SCORE-3 … A-SCORE-8: the same awards and totals.

    MIX-26 … MIX-32: for both games, too.
    """
    names = [*case.table.cities, DIRK]
    (model,) = bridge.models(PROGRAMS, case.facts(), WANTED)
    illegal = {names[index(seat)] for (seat,) in model["illegal"]}
    try:
        sheet = scoring.score(
            case.table.cities,
            case.which,
            dirk=case.table.dirk,
            simplified=case.simplified,
            kinds=case.kinds,
            shown=dict(zip(names, case.shown, strict=False)),
        )
    except ViolationError as refused:
        agree("illegal cities", case, {violation.player for violation in refused.violations}, illegal)
        return Counter({"SCORE-4 illegal city": 1})
    agree("illegal cities", case, set(), illegal)
    compare_sheet(case, sheet, model)
    return seen_in(sheet)


def compare_sheet(case: object, sheet: ScoreSheet, model: Model) -> None:
    """Compare the awards of a sheet, in their order, and the totals with what the oracle has found."""
    names = list(sheet.players)
    totals = {(number_of(name, names), points) for name, points in sheet.totals.items()}
    agree("totals", case, totals, model["total"])
    awards = [award_of(line, names) for line in sheet.lines]
    agree("awards in their order", case, awards, in_order(model))
    owned = {
        (number_of(line.player, names), line.building.code.lower(), line.owned)
        for line in sheet.lines
        if line.building is not None
    }
    agree("how many buildings they have, if not so many", case, owned - model["has"], set())
    agree("who shares with whom", case, set(sharing(sheet.lines, names)), model["sharing"])


def index(seat: Value) -> int:
    """Return the number of a seat; Dirk comes after the players."""
    return seat if isinstance(seat, int) else -1


def number_of(name: str, names: list[str]) -> Value:
    """Return how the oracle calls a player."""
    return "dirk" if name == DIRK else names.index(name)


def award_of(line: Line, names: list[str]) -> Award:
    """Return an award in the terms of the oracle."""
    player = number_of(line.player, names)
    if line.building is None:
        number, barrier = (20, "border") if line.is_border else (FIRST[line.kind], BARRIERS[line.kind])
        return number, barrier, 0, player, line.points
    number = FIRST[line.kind] + line.kind.buildings.index(line.building) + 1
    return number, line.building.code.lower(), line.place or 0, player, line.points


def sharing(lines: Iterable[Line], names: list[str]) -> Iterator[Award]:
    """Yield who shares the points of a type with whom (A-SCORE-8)."""
    for line in lines:
        if line.building is not None and (line.shares > 1 or line.clause is Clause.A_SCORE_8):
            others = [player for player, _ in line.tied if player != line.player]
            agree("how many share", line, line.shares, len(others) + 1)
            player = number_of(line.player, names)
            yield from ((line.building.code.lower(), player, number_of(other, names)) for other in others)


def in_order(model: Model) -> list[Award]:
    """Return the awards as the sheet has them: by what is scored, then by place, then by seat."""
    return sorted(model["award"], key=lambda award: (award[0], award[2], str(award[3])))


def seen_in(sheet: ScoreSheet) -> Counter[str]:
    """Return what the scoring had to show."""
    kind = "simplified" if sheet.simplified else "regular"
    seen = Counter({"scorings": 1, f"scoring {sheet.scoring.value} {kind}": 1})
    for line in sheet.lines:
        seen["BON-5 shown cards"] += len(line.shown)
        seen["HUT-9 open sides"] += len(line.hut_edges)
        if line.building is None:
            seen[f"{line.clause} {'border' if line.is_border else BARRIERS[line.kind]}s"] += 1
            seen["SIMPLE-2 moats"] += sheet.simplified
            continue
        if line.kind is Kind.ALHAMBRA:
            seen += seen_shared(sheet, line)
            continue
        seen["SCORE-8 ties" if line.tied else "SCORE-6 no tie"] += 1
        seen[f"{line.clause} place {line.place}"] += 1
        seen["DIRK-4 awards"] += line.player == DIRK
    return +seen


def seen_shared(sheet: ScoreSheet, line: Line) -> Counter[str]:
    """Return what an award of Alhambra had to show."""
    assert line.building is not None
    assert line.place is not None
    which, last = sheet.scoring.value, "ABC".index(sheet.scoring.value) + 1
    after_a_tie = any(
        other.building is line.building and other.shares > 1 and (other.place or 0) < (line.place or 0)
        for other in sheet.lines
    )
    dirks = "Dirk shares" if line.shares > 1 else "Dirk alone"
    if line.shares == 1:
        seen = [f"A-SCORE-7 {which} place {line.place} {line.building.code}"]
    else:
        seen = [f"A-SCORE-8 {which} shared by {line.shares} from place {line.place}"]
    holds = {
        "a share of nothing": line.points == 0,
        "a share rounded down": line.factor % line.shares != 0,
        "places without points": line.place + line.shares - 1 > last,
        "alone after a tie": after_a_tie and line.shares == 1,
        "another tie after a tie": after_a_tie and line.shares > 1,
        dirks: line.player == DIRK,
    }
    return Counter([*seen, *(f"A-SCORE-8 {what}" for what, is_so in holds.items() if is_so)])


def compare_scored(case: object, before: Game, due: list[Scoring], after: Game) -> Counter[str]:
    """Between these two games such scorings take place, and none else, with the same points for everybody.

    What lies where is told as it is afterwards, reserves and a tile just given away included (SCORE-9): a
    scoring changes points only.
    """
    sheets = after.sheets[len(before.sheets) :]
    agree("which scorings take place", case, [sheet.scoring for sheet in sheets], due)
    ruleset = after.table.ruleset
    points = Counter(called(before.table.points))
    seen: Counter[str] = Counter()
    for which, sheet in zip(due, sheets, strict=True):
        facts = [
            *scoring_facts.scored(which.value, simplified=ruleset.simplified),
            *scoring_facts.whole(after.to_position()),
        ]
        (model,) = bridge.models(PROGRAMS, facts, WANTED)
        compare_sheet(case, sheet, model)
        # SCORE-10: points are added up, also beyond 100.
        points.update({str(player): bridge.number(number) for player, number in model["total"]})
        kind = "simplified" if ruleset.simplified else "regular"
        seen[f"{which.value} {kind} in a game"] += 1
        seen["DIRK-4 scoring with Dirk"] += DIRK in sheet.players
        seen["A-SCORE-8 shared places in a game"] += sum(line.shares > 1 for line in sheet.lines)
        seen["BON-5 shown cards in a game"] += sum(len(line.shown) for line in sheet.lines)
        seen["HUT-9 open sides in a game"] += sum(len(line.hut_edges) for line in sheet.lines)
    agree("points", case, called(after.table.points), points)
    if sheets:
        seen["SCORE-9 tiles on reserves"] += sum(len(player.reserve) for player in after.table.players)
        seen["SCORE-9 tiles given and not placed"] += len(after.table.bought)
    return +seen


def called(points: Mapping[str, int]) -> dict[str, int]:
    """Return points with players called as the oracle does."""
    return {str(number_of(name, list(points))): number for name, number in points.items()}


def compare_end(random: Random) -> Counter[str]:
    """END-5, DIRK-4: the same final table for any points."""
    names = [*NAMES[: random.randint(1, 6)], *random.choice(([], [DIRK]))]
    most = random.choice((1, 3, 150))
    return compare_final_table({name: random.randint(0, most) for name in names})


def compare_final_table(points: dict[str, int]) -> Counter[str]:
    """END-5, DIRK-4: the same places and the same winners."""
    names = list(points)
    facts = scoring_facts.ended(called(points))
    (model,) = bridge.models(PROGRAMS, facts, ["rank/2", "winner/1"])
    table = scoring.standings(points)
    ranks = {(number_of(row.player, names), row.rank) for row in table}
    agree("final table", points, ranks, model["rank"])
    winners = {(number_of(row.player, names),) for row in table if row.wins}
    agree("winners", points, winners, model["winner"])
    return +Counter(
        {
            "END-5 alone": len(winners) == 1,
            "END-5 shared": len(winners) > 1,
            "DIRK-4 most points": DIRK in points and points[DIRK] == max(points.values()),
        }
    )
