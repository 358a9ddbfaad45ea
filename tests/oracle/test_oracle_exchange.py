"""The oracle on exchange cards: both sides agree about taking them, paying with them, and where they are."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from granada_rules.deck import piles
from granada_rules.module import Module
from granada_rules.position import Position
from granada_rules.ruleset import Ruleset
from granada_rules.tiles import Kind
from tests.oracle import bridge, chance_facts, compare_actions, compare_chance, compare_games

CASES = 16

FEWEST = {
    "decisions": 40,
    "legal actions": 1_500,
    "actions tried": 6_000,
    # Decisions in which such an action is legal.
    "TakeMoney exchange card legal": 10,
    "TakeMoney several with exchange card legal": 4,
    "Buy exactly with exchange card legal": 6,
    "Buy overpaid with exchange card legal": 2,
    # What actions do.
    "TakeMoney exchange card done": 15,
    "Buy exactly with exchange card done": 10,
    "Buy overpaid with exchange card done": 3,
    # Decisions by all kinds of rules, some of them changed.
    "exchange cards with money": 10,
    "exchange pays exactly": 10,
    "decisions unchanged": 6,
    "decisions helped": 8,
    "decisions shown": 4,
    # Decks.
    "SETUP-6 decks of 5 piles": CASES,
    "TURN-8 decks of 1 piles": 4,
    # Actions that one clause alone forbids, or several.
    "EXC-4 alone": 15,
    "EXC-5 alone": 5,
    "EXC-5 broken": 200,
}
"""What the sample has to show, how often at least: a generator that misses it would be noticed."""


def test_both_sides_agree_on_enough_of_everything() -> None:
    seen: Counter[str] = Counter()
    for seed in range(CASES):
        seen += compare_actions.compare_exchange(Random(seed))
        seen += compare_games.compare_exchange(Random(seed))
    assert {what: (seen[what], least) for what, least in FEWEST.items() if seen[what] < least} == {}


@pytest.mark.parametrize("kinds", [(Kind.ALHAMBRA,), (Kind.GRANADA,), tuple(Kind)], ids=str)
@pytest.mark.parametrize("number", [0, 1])
def test_decks_of_any_size_have_the_same_piles(kinds: tuple[Kind, ...], number: int) -> None:
    rules = Ruleset(kinds=kinds, modules=[Module.EXCHANGE], house_rules=True)
    plan = [*rules.deck_plan, None]
    for cards in range(1, 115):
        facts = chance_facts.shuffled(Position(ruleset=rules), number, cards)
        (model,) = bridge.models(["chance.lp"], facts, ["pile/3", "bound/2"])
        bound = {place: many for place, many in model["bound"]}  # noqa: C416 - of any length
        oracle = [(*pile[1:], bound.get(pile[0], 0)) for pile in sorted(model["pile"])]
        shuffle = plan[number]
        package = (
            [(cards, "none", 0)] if shuffle is None else list(map(compare_chance.told, piles(cards, shuffle)))
        )
        assert package == oracle
