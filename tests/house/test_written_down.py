"""Positions of random games are accepted: a few of those of ``make verify``. A refusal is noticed."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from granada_rules import BOTH, GRANADA, Clause, Phase, Position, Ruleset, Violation
from granada_rules.position import CHECKS, Facts
from tests.helpers.combinations import Combination
from tests.helpers.written_down import TIMES, rarely_seen, with_things_left_out, write_down
from verification.parts import GAMES, PARTS


@pytest.mark.parametrize(("rules", "players", "seed"), [(GRANADA, 2, 3), (BOTH, 3, 1)])
def test_no_position_of_a_game_is_refused(rules: Ruleset, players: int, seed: int) -> None:
    seen = write_down(Combination(rules, players), Random(seed))
    assert seen["positions"] >= 15
    assert seen["positions with entries left out"] == TIMES * seen["positions"]
    assert seen["positions in the phase 'over'"] == 1


def test_a_position_that_is_refused_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(facts: Facts) -> list[Violation]:
        is_over = facts.position.phase is Phase.OVER
        return [Violation(Clause.END_1, "games never end")] if is_over else []

    monkeypatch.setattr("granada_rules.position.validation.CHECKS", (*CHECKS, never))
    with pytest.raises(AssertionError, match=r"^END-1: games never end: Position\("):
        write_down(Combination(GRANADA, 3), Random(0))


def test_what_is_seen_too_rarely_is_told() -> None:
    assert "positions" in PARTS
    assert PARTS["positions"].portions(GAMES + 1) == 2
    missing = list(rarely_seen(Counter({"positions": 199}), 10))
    assert missing[:2] == [
        "positions: expected 200, seen 199",
        "positions before the first purchase: expected 20, seen 0",
    ]
    assert list(rarely_seen(Counter(), 0)) == []


def test_some_positions_lose_entries_and_players() -> None:
    parts = [with_things_left_out(Position(phase=Phase.ACT, draws=3), Random(seed)) for seed in range(20)]
    assert {part.phase for part in parts} == {None, Phase.ACT}
    assert {part.draws for part in parts} == {3}
