"""The oracle on what happens before a scoring: who is asked to show a bonus card."""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING

import attrs
import pytest

from granada_rules import Module, apply, setup
from tests.helpers.games import NAMES
from tests.oracle.compare_effects import walk
from tests.oracle.compare_modules import compare_reveal, some_reveals
from tests.oracle.difference import Difference
from tests.oracle.random_modules import some_rules_with
from tests.oracle.switched_off import rules, survivors

if TYPE_CHECKING:
    from tests.oracle.compare_modules import Reveal


@cache
def reveals() -> list[Reveal]:
    """Return what happens before scorings in a few games with bonus cards."""
    rules = some_rules_with(Random(0), [Module.BONUS])
    return [
        reveal
        for seed in range(4)
        for reveal in some_reveals(list(walk(setup(NAMES[:3], rules), Random(seed))), Random(seed))
    ]


def reveal_again() -> Counter[str]:
    """Do what happened before these scorings again, and compare who is asked to show a bonus card."""
    again = [(attrs.evolve(step, after=apply(step.before, step.event)), told) for step, told in reveals()]
    return sum((compare_reveal(step, answers) for step, answers in again), Counter())


def compared(reveal: Reveal, _random: Random) -> Counter[str]:
    """Compare one step."""
    return compare_reveal(*reveal)


def test_no_rule_on_who_is_asked_to_show_a_card_can_be_left_out() -> None:
    comparisons = [partial(compared, reveal) for reveal in reveals()]
    assert list(map(str, survivors(rules("reveals.lp"), comparisons, [0]))) == []


def test_somebody_else_who_is_asked_to_show_a_card_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    assert reveal_again()["BON-4 asked anew"] > 0
    turn = import_module("granada_rules.play.flow.turn")
    ask = vars(turn)["_ask"]
    # As if everybody had declined up to the one who had the last turn.
    monkeypatch.setattr(turn, "_ask", lambda draft, phase, _after=None: ask(draft, phase, draft.turn))
    with pytest.raises(Difference, match="who is asked to show a card"):
        reveal_again()
