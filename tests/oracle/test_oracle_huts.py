"""The oracle on huts: both sides agree about taking, placing and rebuilding them, and what they count."""

from __future__ import annotations

from collections import Counter
from random import Random

from granada_rules import NotedPlayer, Position, Scoring, scoring, setup
from tests.helpers.games import NAMES
from tests.helpers.positions import stages
from tests.oracle import bridge, compare_actions, scoring_facts
from tests.oracle.compare_scorings import PROGRAMS
from tests.oracle.difference import agree
from tests.oracle.random_decisions import some_rules_with_huts

CASES = 8

FEWEST = {
    "decisions": 20,
    "legal actions": 400,
    "actions tried": 2_000,
    "TakeHut legal": 3,
    "TakeHut, then place": 10,
    "HUT-5 alone": 5,
    "HUT-7 alone": 3,
    "HUT-4 broken": 1,
}
"""What the sample has to show, how often at least: a generator that misses it would be noticed."""


def test_both_sides_agree_on_decisions_with_huts() -> None:
    seen: Counter[str] = Counter()
    for seed in range(CASES):
        seen += compare_actions.compare_huts(Random(seed))
    assert {what: (seen[what], least) for what, least in FEWEST.items() if seen[what] < least} == {}


def test_both_sides_agree_on_what_huts_count() -> None:
    counted = 0
    for seed in range(12):
        rng = Random(seed)
        rules = some_rules_with_huts(rng)
        course = list(stages(setup(NAMES[: rng.choice((2, 3, 4))], rules), rng))
        for game in (course[len(course) // 2], course[-1]):
            cities = {player.name: player.city for player in game.table.players}
            players = tuple(NotedPlayer(name=name, city=city) for name, city in cities.items())
            dirk = None if game.table.dirk is None else game.table.dirk.faces
            for which in Scoring:
                sheet = scoring.score(cities, which, dirk=dirk, kinds=rules.kinds)
                facts = [*scoring_facts.scored(which.value, simplified=False)]
                facts += scoring_facts.built(cities.values())
                facts += [] if dirk is None else scoring_facts.dirk(dirk)
                (model,) = bridge.models(PROGRAMS, facts, ["total/2"])
                totals = {str(player): points for player, points in model["total"]}
                ours = {
                    "dirk" if name not in cities else str(list(cities).index(name)): points
                    for name, points in sheet.totals.items()
                }
                agree("totals", Position(players=players), ours, totals)
                counted += sum(len(line.hut_edges) for line in sheet.lines)
    assert counted >= 10
