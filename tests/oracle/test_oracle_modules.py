"""The oracle on modules: both sides agree on pawns, on who is asked between turns, and on what follows."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

from granada_rules import GRANADA, Pass, Phase, apply, chance
from granada_rules.state import Marker
from tests.helpers.favours import stored, used, window
from tests.helpers.games import BLUE, buy, every_game
from tests.oracle import compare_favours
from tests.oracle.compare_favours import compare_favour_refill, compare_window
from tests.oracle.compare_games import Step
from tests.oracle.difference import Difference

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from granada_rules import Game, Ruleset
    from granada_rules.play.draft import Draft

FEWEST_FAVOURS = {
    "games of alhambra": 2,
    "games of granada": 2,
    "games of alhambra and granada": 2,
    "decisions in favour": 20,
    "decisions in place favour": 8,
    "decisions in act": 20,
    "VIZ-4 can pay": 8,
    "VIZ-8 refills of alhambra": 8,
    "VIZ-8 refills of both": 8,
    "VIZ-8 refills of granada": 8,
    "VIZ-9 asked anew": 6,
    "VIZ-9 asked before": 8,
    "VIZ-9 asked last": 4,
    "VIZ-9 cannot pay": 4,
    "VIZ-11 can be reactivated": 8,
    "VIZ-12 a short yard": 3,
    # What is legal, and what is done.
    "Buy exactly legal": 8,
    "Buy exactly done": 20,
    "Reactivate legal": 8,
    "Reactivate, then end": 2,
    "Pass, then end": 20,
    "Buy, then place_favour": 8,
    # What follows a turn, and a window.
    "after a turn: favour": 60,
    "after a turn: a turn begins": 20,
    "after a window: favour": 60,
    "after a window: place favour": 30,
    "after a window: a turn begins": 40,
    "after a window: the game ends": 4,
    "Reactivate, within a turn": 4,
    # Actions that one clause alone forbids.
    "VIZ-4 alone": 200,
    "VIZ-5 alone": 8,
    "VIZ-6 alone": 40,
    "VIZ-8 alone": 2,
    "VIZ-9 alone": 100,
    "VIZ-11 alone": 4,
}

SAMPLES: dict[str, tuple[Callable[[Random], Counter[str]], Mapping[str, int], int]] = {
    "vizier": (compare_favours.compare, FEWEST_FAVOURS, 12),
}
"""The comparisons, what they have to show how often at least, and in how many cases."""


@pytest.mark.parametrize(("compare", "fewest", "cases"), SAMPLES.values(), ids=list(SAMPLES))
def test_both_sides_agree_on_modules_and_see_enough_of_everything(
    compare: Callable[[Random], Counter[str]], fewest: Mapping[str, int], cases: int
) -> None:
    seen = sum((compare(Random(seed)) for seed in range(cases)), Counter[str]())
    assert {what: (seen[what], least) for what, least in fewest.items() if seen[what] < least} == {}


# Once more, after something has gone wrong.


def pawn_stays_active(draft: Draft, _seat: int) -> None:
    draft.phase = Phase.PLACE_FAVOUR


def asks_the_same_again(draft: Draft, after: int | None = None) -> None:
    del after
    draft.phase, draft.draw_for = Phase.FAVOUR, None


def both_ways(game: Game) -> None:
    """Let Blue use the pawn, or decline, and compare what follows."""
    for event in (buy(2, "g1 g3", BLUE), Pass(BLUE)):
        compare_window(Step(game, event, apply(game, event)))


@pytest.mark.parametrize(
    ("what", "wrong"),
    [("acts.buy.do_use_pawn", pawn_stays_active), ("acts.favour.offer_favours", asks_the_same_again)],
)
@every_game
def test_a_window_that_goes_wrong_is_a_difference(
    monkeypatch: pytest.MonkeyPatch, rules: Ruleset, what: str, wrong: Callable[..., None]
) -> None:
    game = window(rules)
    both_ways(game)
    monkeypatch.setattr(f"granada_rules.play.{what}", wrong)
    with pytest.raises(Difference, match=r"^(pawns|who is asked)\n"):
        both_ways(game)


def test_a_marker_that_does_not_move_after_a_use_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    game = stored(used(GRANADA))
    draw = chance(game)[0][0]
    assert compare_favour_refill(Step(game, draw, apply(game, draw))) == {"VIZ-8 refills of granada": 1}
    monkeypatch.setattr(Marker, "moved", property(lambda marker: marker))
    with pytest.raises(Difference, match="the marker after a use"):
        compare_favour_refill(Step(game, draw, apply(game, draw)))
