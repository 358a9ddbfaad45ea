"""The oracle on actions: both sides agree about decisions of all kinds, and a missing rule is noticed."""

from __future__ import annotations

import re
from ast import literal_eval
from importlib import import_module
from random import Random

import pytest

import granada_rules as g
from tests.helpers import ROOT
from tests.helpers.positions import PLAYERS, decisions, penniless
from tests.helpers.samples import SHARE, lacking, seen_in
from tests.oracle.bridge import Difference
from tests.oracle.compare_actions import compare, compare_judged, compare_legal
from tests.oracle.plain_actions import Case
from tests.oracle.random_decisions import played, some_decisions, spiral
from tests.oracle.switched_off import (
    NAMED_BESIDES,
    SWITCHED_OFF,
    WATCHED,
    SwitchedOff,
    difference,
    noticed,
    rules,
)

CASES = 45

FEWEST = {
    "decisions": 110,
    "legal actions": 1_500,
    "actions tried": 9_000,
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
    **{f"backs {backs.code}": 20 for backs in g.Backs},
    "turning takes one card": 25,
    "the extra action is no must": 25,
    # Decisions in which something is used up, or there is much of it.
    "empty display": 8,
    "empty yard": 4,
    "empty bag": 8,
    "empty hand": 2,
    "empty reserve": 8,
    "15 tiles in the city": 15,
    "25 tiles in the city": 6,
    # Decisions that were changed, and are legal still.
    "decisions unchanged": 25,
    "decisions hoarded": 6,
    "decisions enriched": 6,
    "decisions sold": 4,
    "decisions grown": 20,
    "decisions spiral": 2,
    # What comes after legal actions (TURN-3, TURN-6, PLACE-3).
    "TakeMoney, then place": 25,
    "TakeMoney, then end": 25,
    "Buy, then act": 8,
    "Buy, then place": 80,
    "Extend, then place": 80,
    "Extend, then end": 80,
    "Reduce, then place": 25,
    "Reduce, then end": 25,
    "Exchange, then place": 40,
    "Exchange, then end": 40,
    "Pass, then place": 6,
    "Pass, then end": 1,
    "Build, then place": 80,
    "Build, then end": 120,
    "Store, then place": 6,
    "Store, then end": 12,
    "GiveToDirk, then end": 6,
    # Last turns, and tiles that were given away, or to nobody.
    "last turn unchanged": 12,
    "last turn levelled": 12,
    "END-1 ended": CASES,
    "END-2 given": 50,
    "END-2 nobody has money": 6,
    "END-2 tie": 1,
    "END-2 tie above somebody poorer": 10,
    "END-2 nobody gets any": 2,
    # Actions that one clause alone forbids.
    "BOX-2 alone": 30,
    "BOX-7 alone": 50,
    "TURN-1 alone": 800,
    "TURN-2 alone": 20,
    "TURN-3 alone": 80,
    "TURN-5 alone": 15,
    "TURN-6 alone": 120,
    "MONEY-1 alone": 150,
    "BUY-1 alone": 200,
    "REBUILD-1 alone": 12,
    "REBUILD-2 alone": 120,
    "REBUILD-3 alone": 100,
    "REBUILD-5 alone": 6,
    "REBUILD-6 alone": 6,
    "PLACE-1 alone": 80,
    "PLACE-2 alone": 60,
    "PLACE-5 alone": 12,
    "BUILD-2 alone": 80,
    "BUILD-3 alone": 120,
    "BUILD-4 alone": 80,
    "BUILD-5 alone": 20,
    "DIRK-2 alone": 15,
    "DIRK-7 alone": 10,
    "END-2 alone": 15,
    "END-3 alone": 250,
    # There are no modules here.
    "VIZ-2 alone": 30,
    "BON-2 alone": 50,
    "HUT-3 alone": 150,
    "HUT-4 broken": 5,
    # Actions that several clauses forbid.
    "BOX-2 broken": 80,
    "BOX-7 broken": 8,
    "TURN-5 broken": 8,
    "BUY-1 broken": 20,
    "REBUILD-1 broken": 50,
    "REBUILD-3 broken": 50,
    "REBUILD-5 broken": 1,
    "REBUILD-6 broken": 15,
    "PLACE-1 broken": 40,
    "PLACE-2 broken": 50,
    "PLACE-5 broken": 50,
    "BUILD-2 broken": 500,
    "BUILD-3 broken": 900,
    "BUILD-4 broken": 400,
    "BUILD-5 broken": 25,
    "DIRK-2 broken": 50,
    "DIRK-7 broken": 50,
    "END-2 broken": 25,
    "END-3 broken": 60,
}
"""What the sample has to show, how often at least: a generator that misses it would be noticed."""


def test_both_sides_agree_on_enough_of_everything() -> None:
    seen = seen_in(compare, CASES // SHARE)
    assert lacking(seen, FEWEST) == {}
    assert {what for what in seen if what.endswith((" broken", " alone"))} <= FEWEST.keys()


def at(phase: g.Phase, *, bought: int) -> tuple[g.Game, g.Seat]:
    """Return a game in that phase, so many tiles waiting, money on the display; and who is to act."""
    for game in decisions():
        table = game.table
        if (
            table.phase is phase
            and len(table.bought) == bought
            and table.display
            and table.to_act is not None
        ):
            return game, table.to_act
    raise AssertionError("there is no such game")


def test_an_action_more_that_taking_money_gives_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    game, seat = at(g.Phase.ACT, bought=0)
    taking = g.TakeMoney(seat, [game.table.display[0]])
    compare_judged(game, [taking])
    monkeypatch.setattr("granada_rules.play.acts.money.end_actions", lambda _draft: None)
    with pytest.raises(Difference, match="what comes after"):
        compare_judged(game, [taking])


def test_an_action_after_the_last_tile_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    game, seat = at(g.Phase.PLACE, bought=1)
    storing = g.Store(seat, game.table.bought[0])
    compare_judged(game, [storing])
    module = import_module("granada_rules.play.flow.turn")
    monkeypatch.setattr(module, "end_turn", lambda draft: setattr(draft, "phase", g.Phase.ACT))
    with pytest.raises(Difference, match="what comes after"):
        compare_judged(game, [storing])


def test_a_tile_accepted_where_none_may_lie_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    game, seat = at(g.Phase.PLACE, bought=1)
    building = g.Build(seat, game.table.bought[0], g.Cell(9, 9))
    compare_judged(game, [building])
    monkeypatch.setattr(g.placement, "violations", lambda _city: ())
    with pytest.raises(Difference, match="is legal"):
        compare_judged(game, [building])


def test_a_cell_further_away_than_all_tiles_lead_is_named() -> None:
    game, seat = at(g.Phase.PLACE, bought=1)
    tried: list[g.Action] = [g.Build(seat, game.table.bought[0], g.Cell(x, 0)) for x in (54, 55, -60)]
    assert compare_judged(game, tried)["BOX-2 broken"] == 2


def test_whoever_can_do_nothing_passes() -> None:
    assert compare_legal(penniless())["Pass where nothing is possible legal"] == 1


def test_a_city_may_be_such_that_an_exchange_is_all_there_is_to_do_or_nothing() -> None:
    kinds = set()
    for seed in range(8):
        game = spiral(Random(seed))
        compare_legal(game)
        kinds.add(tuple(type(action) for action in g.legal_actions(game)))
    assert kinds == {(g.Exchange,), (g.Pass,)}


def test_the_case_of_a_difference_can_be_pasted_back() -> None:
    of_both = some_decisions(played(Random(1), *g.Kind), Random(1), 3)
    for game in (spiral(Random(1)), *(decision.game for decision in of_both)):
        position, tiles = literal_eval(repr(Case(game)))
        assert g.Game.from_position(g.read_position(position, map(g.TileSet.parse, tiles))) == game


def test_without_a_missing_rule_there_is_no_difference() -> None:
    assert difference([], [compare], range(2)) is None


@pytest.mark.parametrize("off", SWITCHED_OFF, ids=str)
def test_what_is_left_out_to_switch_a_clause_off_is_there(off: SwitchedOff) -> None:
    assert len(off.dropped) == len(off.out)
    assert off.out or off.add


def test_every_clause_that_the_oracle_names_is_switched_off_or_only_named_besides() -> None:
    named = {clause for program in WATCHED for rule in rules(program) for clause in rule.clauses}
    off = {off.clause for off in SWITCHED_OFF}
    assert off | {g.Clause(name) for name in NAMED_BESIDES} == named
    assert not off & NAMED_BESIDES.keys()


def test_the_clauses_that_the_oracle_does_not_cover_are_listed() -> None:
    page = (ROOT / "docs/verification.md").read_text("utf-8")
    _, _, section = page.partition("## What the oracle does not cover")
    listed = re.findall(r"(?:A-)?[A-Z]+-[0-9]+", section.partition("\n## ")[0])
    named = {clause for program in WATCHED for rule in rules(program) for clause in rule.clauses}
    assert sorted(listed) == sorted(set(g.Clause) - named)


@pytest.mark.parametrize("off", SWITCHED_OFF[::40], ids=str)
def test_a_clause_that_is_switched_off_makes_a_difference(off: SwitchedOff) -> None:
    assert noticed(off, range(60))


def test_a_clause_that_is_not_switched_off_makes_none() -> None:
    nothing = SwitchedOff(g.Clause.BUILD_3, means="nothing", program="cities.lp")
    with pytest.raises(AssertionError, match="nothing notices BUILD-3 off: nothing"):
        noticed(nothing, range(1))


@pytest.mark.parametrize(
    ("program", "every"),
    [
        pytest.param("actions.lp", 200, marks=pytest.mark.thorough),
        ("legal_actions.lp", 25),
        ("gifts.lp", 9),
    ],
)
def test_a_missing_rule_makes_a_difference(program: str, every: int) -> None:
    for rule in rules(program)[::every]:
        assert difference([rule], WATCHED[program], range(40)) is not None, rule
