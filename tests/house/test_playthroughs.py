"""Whole games happen as printed; ``python -m tests.helpers.playthroughs`` prints them anew."""

from __future__ import annotations

from difflib import unified_diff
from typing import get_args

import pytest

import granada_rules as g
from tests.helpers.games import NAMES
from tests.helpers.playthroughs import (
    ALHAMBRAS,
    BOTHS,
    GOLDEN,
    PLAYTHROUGHS,
    WHOLE_GAMES,
    WITH_MODULES,
    Playthrough,
    told,
)
from tests.helpers.samples import every

LINES_OF_DIFFERENCE = 60
OF_MODULES = {g.TakeHut, g.Reactivate, g.ShowBonus, g.DrawBonus, g.DrawHut}
"""Events that happen in games with modules only."""

LONGEST = 350_000
"""For each kind of tiles that is played with."""

each = pytest.mark.parametrize("playthrough", WHOLE_GAMES, ids=lambda playthrough: playthrough.name)


def test_there_are_as_many_playthroughs_as_files_and_enough_of_them() -> None:
    assert len({playthrough.name for playthrough in WHOLE_GAMES}) == 28
    assert {playthrough.path for playthrough in WHOLE_GAMES} == set(GOLDEN.iterdir())
    for ruleset in (g.GRANADA, g.ALHAMBRA, g.BOTH):
        by_the_book = {playthrough.players for playthrough in WHOLE_GAMES if playthrough.ruleset == ruleset}
        assert by_the_book == {2, 3, 4, 6}


@each
def test_a_game_happens_as_it_was_printed(playthrough: Playthrough) -> None:
    printed, now = playthrough.path.read_text("utf-8").splitlines(), list(playthrough.lines())
    if printed != now:
        difference = list(unified_diff(printed, now, "as printed", "now", lineterm="", n=2))
        left_out = len(difference) - LINES_OF_DIFFERENCE
        shown = [*difference[:LINES_OF_DIFFERENCE], f"... and {left_out} more lines" if left_out > 0 else ""]
        pytest.fail("\n".join([playthrough.name, *shown]), pytrace=False)


@pytest.mark.parametrize("playthrough", every(7, WHOLE_GAMES), ids=lambda playthrough: playthrough.name)
def test_a_printed_game_is_whole_and_not_too_long_to_read(playthrough: Playthrough) -> None:
    text = playthrough.path.read_text("utf-8")
    assert len(text) < LONGEST * len(playthrough.ruleset.kinds)
    sections = [line.removeprefix("=== ") for line in text.splitlines() if line.startswith("=== ")]
    assert sections[0] == "setup"
    assert [name for name in sections if name.startswith("scoring")] == [
        "scoring A",
        "scoring B",
        "scoring C",
    ]
    assert sections[-1] == "over"
    assert " wins\n" in text.partition("=== over\n")[2]
    *_, (game, event) = playthrough.events()
    assert g.apply(game, event).table.phase is g.Phase.OVER


def test_everything_that_can_happen_happens_in_some_playthrough() -> None:
    for playthroughs in (PLAYTHROUGHS, ALHAMBRAS, BOTHS):
        happened = {type(event) for playthrough in playthroughs for _, event in playthrough.events()}
        assert happened == set(get_args(g.Event)) - OF_MODULES
    happened = {type(event) for playthrough in WITH_MODULES for _, event in playthrough.events()}
    assert happened == set(get_args(g.Event))


@pytest.mark.parametrize("playthrough", every(7, WHOLE_GAMES), ids=lambda playthrough: playthrough.name)
def test_no_action_is_listed_twice_and_each_has_words_of_its_own(playthrough: Playthrough) -> None:
    decisions = 0
    for game, _ in playthrough.events():
        actions = [told(action, NAMES) for action in g.legal_actions(game, minimal_payments=True)]
        assert len(set(actions)) == len(actions)
        decisions += bool(actions)
    assert decisions > 100
