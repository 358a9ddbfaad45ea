"""What holds in all games from the box to the winner, after each event."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

import granada_rules as g
from granada_rules.play import way, ways
from granada_rules.testing import events, rulesets
from tests.helpers.games import NAMES, at_random
from tests.helpers.invariants import Watcher
from tests.helpers.positions import (
    MOST_EVENTS,
    OPTIONS,
    PLAYERS,
    WITHOUT_SHRINKING,
    ages,
    beginning,
    rngs,
    some_event,
    stages,
)
from tests.helpers.samples import every, fewer


def play_watched(game: g.Game, rng: random.Random, thrift: float) -> None:
    """Play on to the end, watching."""
    watcher = Watcher(game)
    kept: list[tuple[g.Game, int, str, bytes]] = []
    while (event := some_event(game, rng, thrift)) is not None:
        if len(kept) * 50 < watcher.events:
            kept.append((game, hash(game), repr(game), pickle.dumps(game)))
        game = g.apply(game, event)
        watcher.sees(event, game)
    # Old games are what they were, also after all that came later.
    for old, hashed, written, stored in kept:
        assert hash(old) == hashed
        assert repr(old) == written
        again = pickle.loads(stored)  # noqa: S301 - its own pickle
        assert again == old
        assert hash(again) == hashed
        assert repr(again) == written
        assert old != game
    assert game.table.phase is g.Phase.OVER
    assert len(kept) > 3


@pytest.mark.accepts(
    *("BOX-11", "TURN-1", "TURN-4", "TURN-7", "TURN-8", "TURN-9", "TURN-10", "SCORE-1", "PLACE-5"),
    *("A-SETUP-2", "A-TURN-9", "A-SCORE-7", "A-SCORE-8", "A-END-3", "A-DIRK-3", "A-DIRK-5", "A-DIRK-6"),
    *(
        "MIX-3",
        "MIX-6",
        "MIX-9",
        "MIX-11",
        "MIX-13",
        "MIX-14",
        "MIX-20",
        "MIX-33",
        "MIX-34",
        "MIX-35",
        "MIX-37",
    ),
)
@pytest.mark.parametrize("players", PLAYERS)
@settings(max_examples=fewer(1, 2), phases=WITHOUT_SHRINKING)
@given(rulesets(), ages, rngs, st.sampled_from([0, 0.4, 0.8]))
def test_every_game_is_sound_after_each_event(
    players: int, ruleset: g.Ruleset, ages: list[float] | None, rng: random.Random, thrift: float
) -> None:
    play_watched(beginning(players, ruleset, ages), rng, thrift)


@pytest.mark.parametrize("option", every(9, OPTIONS))
def test_every_option_leads_to_a_sound_game(option: str) -> None:
    seed = list(OPTIONS).index(option)
    rng = random.Random(option)
    play_watched(g.setup(NAMES[: 2 + seed % 5], OPTIONS[option]), rng, thrift=0.5)


@pytest.mark.accepts("END-1")
@pytest.mark.parametrize("ruleset", [g.GRANADA, g.ALHAMBRA, g.BOTH], ids=["Granada", "Alhambra", "both"])
@pytest.mark.parametrize("players", PLAYERS)
def test_games_at_random_come_to_an_end(players: int, ruleset: g.Ruleset) -> None:
    for seed in range(3 - len(ruleset.kinds)):
        rng = random.Random(f"{players} players, game {seed}")
        *_, (before, last) = at_random(g.setup(players, ruleset), rng, most=MOST_EVENTS)
        assert g.apply(before, last).table.phase is g.Phase.OVER


def test_an_event_leaves_the_game_before_it_as_it_was() -> None:
    rng = random.Random(0)
    for game in islice(stages(g.setup(3), rng, thrift=0.5), 0, None, fewer(4, 1)):
        before = hash(game), repr(game), pickle.dumps(game)
        if (event := some_event(game, rng)) is not None:
            g.apply(game, event)
            assert (hash(game), repr(game), pickle.dumps(game)) == before


def test_equal_events_lead_to_equal_games() -> None:
    rng = random.Random(1)
    events = [event for _, event in at_random(g.setup(4), rng)]
    again = pickle.loads(pickle.dumps(events))  # noqa: S301 - its own pickle
    one = other = g.setup(4)
    for event, equal in zip(events, again, strict=True):
        one, other = g.apply(one, event), g.apply(other, equal)
        assert one == other
        assert hash(one) == hash(other)
    assert (one.sheets, one.draws) == (other.sheets, other.draws)


PLAYS_ON = """
import pickle, sys
from granada_rules import apply
for game, event, after in pickle.load(sys.stdin.buffer):
    assert apply(game, event) == after
    assert hash(apply(game, event)) == hash(after)
"""


def test_a_game_goes_on_in_another_process() -> None:
    """Hashes differ between processes, so none may travel with a game."""
    rng = random.Random(2)
    steps = []
    for game in stages(g.setup(2, OPTIONS["all of them"]), rng, thrift=0.5):
        if (event := some_event(game, rng)) is not None:
            after = g.apply(game, event)
            assert len({game, after}) == 2
            steps.append((game, event, after))
    there = subprocess.run(  # noqa: S603 - this very Python
        [sys.executable, "-c", PLAYS_ON],
        input=pickle.dumps(steps[::20]),
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        check=False,
    )
    assert there.stderr == b""


class Play(RuleBasedStateMachine):
    """Chance and the players do anything they may, and try anything at all."""

    game: g.Game
    watcher: Watcher

    @initialize(players=st.sampled_from(PLAYERS), ruleset=rulesets(), ages=ages)
    def begins(self, players: int, ruleset: g.Ruleset, ages: list[float] | None) -> None:
        self.game = beginning(players, ruleset, ages)
        self.watcher = Watcher(self.game)

    def goes_on(self, event: g.Event) -> None:
        self.game = g.apply(self.game, event)
        self.watcher.sees(event, self.game)

    @rule(number=st.integers(0, 10_000))
    @precondition(lambda self: self.game.table.draw_for is not None)
    def draws(self, number: int) -> None:
        self.goes_on(way(self.game, number % ways(self.game)))

    @rule(number=st.integers(0, 10_000), minimal=st.booleans())
    @precondition(lambda self: self.game.table.to_act is not None)
    def acts(self, number: int, minimal: bool) -> None:  # noqa: FBT001 - Hypothesis draws it
        actions: list[g.Action] = []
        for action in g.legal_actions(self.game, minimal_payments=minimal):
            actions.append(action)
            if len(actions) == 500:
                break
        self.goes_on(actions[number % len(actions)])

    @rule(rng=rngs, most=st.integers(1, 400), thrift=st.sampled_from([0, 0.5]))
    def goes_on_for_a_while(self, rng: random.Random, most: int, thrift: float) -> None:
        for _ in range(most):
            if (event := some_event(self.game, rng, thrift)) is not None:
                self.goes_on(event)

    @rule(event=events())
    def tries(self, event: g.Event) -> None:
        before = hash(self.game), repr(self.game)
        if found := g.check(self.game, event):
            with pytest.raises(g.ViolationError) as refused:
                g.apply(self.game, event)
            assert refused.value.violations == found
            assert (hash(self.game), repr(self.game)) == before
        else:
            self.goes_on(event)


Play.TestCase.settings = settings(max_examples=fewer(4, 8), stateful_step_count=20)
TestPlay = Play.TestCase
