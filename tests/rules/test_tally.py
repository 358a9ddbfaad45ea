"""Tallies: the points of several scorings, added to those from before, and who stands where then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import granada_rules as g
from granada_rules.scoring import Tally, tally
from tests.helpers.drawn import all_games

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def sheet(scoring: g.Scoring, **points: int) -> g.ScoreSheet:
    """Return a sheet that gives these points."""
    lines = tuple(g.Line(g.Clause.SCORE_4, player, 1, given) for player, given in points.items())
    return g.ScoreSheet(scoring, simplified=False, players=tuple(points), lines=lines)


def last(before: Mapping[str, int] | None = None, **points: int) -> Tally:
    """Return the tally after a scoring C."""
    return tally(sheet(g.Scoring.C, **points), before=before or dict.fromkeys(points, 0))


def winners(found: Tally) -> list[str]:
    """Return who wins."""
    return [row.player for row in found.standings if row.wins]


@pytest.mark.accepts("END-5")
def test_points_from_before_and_those_of_a_scoring_are_added_and_ranked() -> None:
    found = last({"Red": 60, "Blue": 72, "Green": 3}, Red=8, Blue=3, Green=65)
    assert found.totals == {"Red": 68, "Blue": 75, "Green": 68}
    assert found.standings == (
        g.Standing(1, "Blue", 75, wins=True),
        g.Standing(2, "Red", 68, wins=False),
        g.Standing(2, "Green", 68, wins=False),
    )
    assert (
        str(found)
        == "1. Blue: 72 + 3 = 75\n2. Red: 60 + 8 = 68\n2. Green: 3 + 65 = 68\nBlue wins by 7 points"
    )


@pytest.mark.accepts("END-5")
@pytest.mark.parametrize(
    ("points", "outcome"),
    [
        ({"Red": 3, "Blue": 2}, "Red wins by 1 point"),
        ({"Red": 2, "Blue": 2}, "Red and Blue share the win"),
        ({"Red": 0, "Blue": 0}, "Red and Blue share the win"),
        ({"Red": 2, "Blue": 2, "Green": 2, "White": 1}, "Red, Blue and Green share the win"),
        ({"Red": 9}, ""),
    ],
)
def test_it_is_said_who_wins_and_by_how_much_or_who_shares_the_win(
    points: dict[str, int], outcome: str
) -> None:
    found = tally(sheet(g.Scoring.C, **points), before=dict.fromkeys(points, 0))
    assert found.outcome == outcome


@pytest.mark.accepts("DIRK-4")
@pytest.mark.parametrize(
    ("points", "outcome"),
    [
        ((5, 3, 9), "Red wins by 2 points; Dirk has more points, and never wins (DIRK-4)"),
        ((3, 3, 9), "Red and Blue share the win; Dirk has more points, and never wins (DIRK-4)"),
        ((5, 3, 5), "Red wins by 2 points"),
        ((5, 3, 4), "Red wins by 2 points"),
    ],
)
def test_dirk_is_ranked_and_never_wins(points: tuple[int, int, int], outcome: str) -> None:
    red, blue, dirk = points
    found = last(Red=red, Blue=blue, Dirk=dirk)
    assert found.outcome == outcome
    assert len(found.standings) == 3
    assert "Dirk" not in winners(found)


def test_dirk_is_not_ranked_if_his_points_from_before_are_not_known() -> None:
    found = last({"Red": 1, "Blue": 2}, Red=1, Blue=1, Dirk=50)
    assert found.players == ("Red", "Blue")
    assert str(found) == "1. Blue: 2 + 1 = 3\n2. Red: 1 + 1 = 2\nBlue wins by 1 point"


@pytest.mark.rejects("END-5")
def test_nobody_wins_before_scoring_c() -> None:
    before = {"Red": 4, "Blue": 4}
    assert tally(sheet(g.Scoring.B, Red=4, Blue=1), before=before).outcome == "Red leads by 3 points"
    together = tally(sheet(g.Scoring.A, Red=4, Blue=4))
    assert together.outcome == "Red and Blue lead together"
    assert winners(together) == []
    # What was before scoring C is not said.
    assert tally(sheet(g.Scoring.C, Red=4, Blue=1)).outcome == "Red leads by 3 points"
    assert tally(sheet(g.Scoring.A, Red=1, Blue=1), sheet(g.Scoring.C, Red=4, Blue=1)).outcome == (
        "Red wins by 3 points"
    )


def test_a_name_twice_on_a_sheet_is_one_player() -> None:
    twice = attrs.evolve(sheet(g.Scoring.A, Red=4, Blue=1), players=("Red", "Red", "Blue"))
    assert str(tally(twice)) == "1. Red: 4 = 4\n2. Blue: 1 = 1\nRed leads by 3 points"


def test_who_resigned_is_not_passed_by_points() -> None:
    resigned = (g.Standing(1, "Blue", 3, wins=True), g.Standing(2, "Red", 9, wins=False))
    assert attrs.evolve(last(Red=9, Blue=3), standings=resigned).outcome == "Blue wins"


def test_the_tally_of_a_game_has_its_points_and_its_winners() -> None:
    for game in all_games()[::9]:
        if game.sheets:
            found = tally(*game.sheets)
            assert found.totals == dict(game.table.points)
            ranked = g.standings(game.table.points)
            assert [(row.rank, row.player) for row in found.standings] == [
                (row.rank, row.player) for row in ranked
            ]
            if game.is_over:
                assert found.standings == ranked


_names = st.lists(st.sampled_from(["Red", "Blue", "Green", "Dirk"]), min_size=1, unique=True)
_number = st.integers(0, 40)


@given(_names, st.data())
def test_scorings_one_by_one_give_the_points_of_all_at_once(names: list[str], data: st.DataObject) -> None:
    sheets = [sheet(scoring, **{name: data.draw(_number) for name in names}) for scoring in g.Scoring]
    points = {name: data.draw(_number) for name in names}
    at_once = tally(*sheets, before=points)
    for one in sheets:
        points = tally(one, before=points).totals
    assert at_once.totals == points
    assert at_once.standings == g.standings(points)


_A, _C = sheet(g.Scoring.A, Red=1), sheet(g.Scoring.C, Red=1)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (tally, "sheets: expected scorings in their order, each once, got none"),
        (lambda: tally(_C, _A), "in their order, each once, got C, A"),
        (lambda: tally(_A, _A), "in their order, each once, got A, A"),
        (lambda: tally(_A, sheet(g.Scoring.B, Blue=1)), "sheets: one is of 'Red', another of 'Blue'"),
        (lambda: tally(_A, before={}), "before: expected the points of 'Red', got nobody"),
        (lambda: tally(_A, before={"Red": 1, "Dirk": 1}), "of 'Red', got 'Red', 'Dirk'"),
        (lambda: tally(_A, before={"Red": cast("Any", 2.5)}), "points of 'Red': expected int, got 2.5"),
        (lambda: tally(_A, before=cast("Any", 5)), "expected Mapping, got int"),
        (lambda: tally(cast("Any", 5)), "expected ScoreSheet, got int"),
    ],
)
def test_what_cannot_be_added_is_refused(wrong: Callable[[], Tally], message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        wrong()
