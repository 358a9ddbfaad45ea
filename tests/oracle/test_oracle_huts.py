"""The oracle on huts: both sides agree about taking, placing and rebuilding them, and what they count."""

from __future__ import annotations

from collections import Counter
from random import Random

from tests.oracle import compare_actions, compare_scorings

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
    seen: Counter[str] = Counter()
    for seed in range(12):
        seen += compare_scorings.compare_huts(Random(seed))
    assert seen["HUT-9 open sides"] >= 10
    assert seen["scorings with huts"] == 12 * 6
