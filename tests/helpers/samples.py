"""How much of a sample ordinary tests try; the long verification tries all of it."""

from __future__ import annotations

import warnings
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, TypeVar

import pytest
from hypothesis import Phase as Step
from hypothesis import find, settings
from hypothesis.errors import HypothesisWarning

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from _pytest.mark import ParameterSet
    from hypothesis.strategies import SearchStrategy

Value = TypeVar("Value")

SHARE = 4
"""Ordinary tests compare so many times fewer cases than those that the least numbers are meant for."""


RARE = 24
"""What may be seen less often than this is not demanded of ordinary tests: they may miss it by chance."""


def seen_in(compare: Callable[[Random], Counter[str]], cases: int) -> Counter[str]:
    """Compare so many cases, by their seeds; return what there was to see in all together."""
    return sum(map(compare, map(Random, range(cases))), Counter())


def lacking(seen: Counter[str], fewest: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    """Return what was seen too seldom in the cases of an ordinary test: how often, and the least number.

    As in the long verification half as often, for each case, is enough.
    """
    wanted = {what: least // (2 * SHARE) for what, least in fewest.items() if least >= RARE}
    return {what: (seen[what], least) for what, least in wanted.items() if seen[what] < least}


def fewer(few: int, many: int) -> int:
    """Return the first number in ordinary tests, and the second in the long verification."""
    return few if settings.get_current_profile_name() == "granada" else many


def every(step: int, cases: Iterable[object]) -> list[ParameterSet]:
    """Return cases to parametrize with, of which ordinary tests try the first and then every so many."""
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)),
            marks=[pytest.mark.thorough] if number % step else [],
        )
        for number, case in enumerate(cases)
    ]


def reaches(strategy: SearchStrategy[Value], condition: Callable[[Value], bool]) -> Value:
    """Return an example for which something is true that is seldom so; it is a failure if there is none.

    It is not made small, which takes far longer.
    """
    looking = settings(max_examples=1000, database=None, phases=[Step.generate])
    with warnings.catch_warnings():
        # Late games are long to print.
        warnings.simplefilter("ignore", HypothesisWarning)
        return find(strategy, condition, settings=looking)
