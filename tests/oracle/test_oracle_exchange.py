"""The oracle on exchange cards: both sides agree about where they are in a deck, whatever its size."""

from __future__ import annotations

import pytest

from granada_rules.box import Kind, Module, Ruleset
from granada_rules.game import piles
from granada_rules.position import Position
from tests.oracle import bridge, chance_facts, compare_chance


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
