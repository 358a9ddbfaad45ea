"""Compare scorings: places, ties, points, totals, and who has won."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from granada_rules import (
    DIRK,
    Clause,
    Kind,
    Module,
    Scoring,
    ViolationError,
    scoring,
)
from granada_rules.box import most_cards
from tests.helpers.cities import Tables
from tests.oracle import bridge, scoring_facts
from tests.oracle.bridge import Value, agree
from tests.oracle.random_decisions import played
from tests.oracle.random_modules import some_rules_with
from tests.oracle.random_tables import (
    NAMES,
    Case,
    around_a_hut,
    some_alhambra_case,
    some_case,
    some_case_of_both,
    some_shown,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from random import Random

    from granada_rules import Game, Line, ScoreSheet
    from tests.oracle.bridge import Model

PROGRAMS = ["cities.lp", "moats.lp", "scoring.lp"]

WANTED = ["illegal/1", "has/3", "award/5", "sharing/3", "total/2"]

BARRIERS = {Kind.ALHAMBRA: "wall", Kind.GRANADA: "moat"}

FIRST = {Kind.ALHAMBRA: 0, Kind.GRANADA: 10}
"""The number of what is scored first of each kind; the types of its buildings come next."""

Award = tuple[Value, ...]
"""The number of what is scored, what it is, the place, who gets points, and how many."""


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


def compare_alhambra(random: Random) -> Counter[str]:
    """Compare what both sides say about one scoring of Alhambra; return what there was to see."""
    return compare_scoring(some_alhambra_case(random))


def compare_both(random: Random) -> Counter[str]:
    """Compare what both sides say about one scoring of both games; return what there was to see."""
    return compare_scoring(some_case_of_both(random))


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
