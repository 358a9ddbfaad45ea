"""The oracle on actions: both sides agree about decisions of all kinds, and a missing rule is noticed."""

from __future__ import annotations

from ast import literal_eval
from collections import Counter
from random import Random

import pytest

from granada_rules import Backs, Clause, Exchange, Game, Pass, TileSet, legal_actions, read_position
from tests.oracle.comparing_actions import Case, compare, compare_legal
from tests.oracle.making_decisions import spiral
from tests.oracle.teeth import WATCHED, difference, of_clause, rules
from tests.positions import PLAYERS, penniless

CASES = 45

FEWEST = {
    "decisions": 110,
    "legal actions": 1_500,
    "actions tried": 4_000,
    # Decisions in which such an action is legal.
    "TakeMoney legal": 20,
    "TakeMoney several legal": 4,
    "Buy exactly legal": 8,
    "Buy overpaid legal": 12,
    "Extend legal": 20,
    "Reduce legal": 20,
    "Exchange legal": 10,
    "Pass extra legal": 4,
    "Pass where nothing is possible legal": 3,
    "Build as it was legal": 12,
    "Build turned legal": 10,
    "Build turned for several cards legal": 3,
    "Build given legal": 8,
    "Store as it was legal": 12,
    "Store turned legal": 12,
    "Store given legal": 8,
    "GiveToDirk as it was legal": 2,
    "GiveToDirk turned legal": 2,
    # Decisions by all kinds of rules.
    **{f"{players} players": 8 for players in PLAYERS},
    **{f"backs {backs.code}": 20 for backs in Backs},
    "turning takes one card": 25,
    "the extra action is no must": 25,
    # Decisions in which something is used up.
    "empty display": 8,
    "empty yard": 4,
    "empty bag": 8,
    "empty hand": 2,
    "empty reserve": 8,
    # Purchases that gave another action, and tiles that were given away, or to nobody.
    "TURN-3 kept": 10,
    "END-2 kept": 6,
    "END-2 tie": 1,
    # Actions that a clause forbids.
    "BOX-2 broken": 100,
    "BOX-7 broken": 50,
    "TURN-1 broken": 200,
    "TURN-2 broken": 10,
    "TURN-3 broken": 60,
    "TURN-5 broken": 20,
    "TURN-6 broken": 100,
    "MONEY-1 broken": 30,
    "BUY-1 broken": 60,
    "REBUILD-1 broken": 100,
    "REBUILD-2 broken": 30,
    "REBUILD-3 broken": 100,
    "REBUILD-5 broken": 25,
    "REBUILD-6 broken": 50,
    "PLACE-1 broken": 100,
    "PLACE-2 broken": 100,
    "PLACE-5 broken": 80,
    "BUILD-2 broken": 200,
    "BUILD-3 broken": 400,
    "BUILD-4 broken": 300,
    "BUILD-5 broken": 6,
    "DIRK-2 broken": 30,
    "DIRK-7 broken": 30,
    "END-2 broken": 60,
    "END-3 broken": 150,
}
"""What the sample has to show, how often at least: a generator that misses it would be noticed."""


@pytest.fixture(scope="module")
def seen() -> Counter[str]:
    """Compare a fair sample: what is legal, what forbids the rest, who gets the last tiles."""
    return sum((compare(Random(seed)) for seed in range(CASES)), Counter())


@pytest.mark.parametrize("what", FEWEST)
def test_both_sides_agree_on_enough_of_everything(what: str, seen: Counter[str]) -> None:
    assert seen[what] >= FEWEST[what]


def test_nothing_is_forbidden_that_the_sample_is_not_asked_for(seen: Counter[str]) -> None:
    assert {what for what in seen if what.endswith("broken")} <= FEWEST.keys()


def test_whoever_can_do_nothing_passes() -> None:
    assert compare_legal(penniless())["Pass where nothing is possible legal"] == 1


def test_a_city_may_be_such_that_an_exchange_is_all_there_is_to_do_or_nothing() -> None:
    kinds = set()
    for seed in range(8):
        game = spiral(Random(seed))
        compare_legal(game)
        kinds.add(tuple(type(action) for action in legal_actions(game)))
    assert kinds == {(Exchange,), (Pass,)}


def test_the_case_of_a_difference_can_be_pasted_back() -> None:
    game = spiral(Random(1))
    position, tiles = literal_eval(repr(Case(game)))
    assert Game.from_position(read_position(position, [TileSet.parse(tiles)])) == game


def test_without_a_missing_rule_there_is_no_difference() -> None:
    assert difference([], [compare], range(2)) is None


@pytest.mark.parametrize(
    "clause", [Clause.MONEY_1, Clause.BUY_1, Clause.REBUILD_5, Clause.PLACE_2, Clause.DIRK_2, Clause.END_3]
)
def test_a_clause_that_is_switched_off_makes_a_difference(clause: Clause) -> None:
    assert difference(of_clause(clause, ["actions.lp"]), [compare], range(20)) is not None


@pytest.mark.parametrize(("program", "every"), [("actions.lp", 16), ("choosing.lp", 6), ("gifts.lp", 3)])
def test_a_missing_rule_makes_a_difference(program: str, every: int) -> None:
    for rule in rules(program)[::every]:
        assert difference([rule], WATCHED[program], range(40)) is not None, rule
