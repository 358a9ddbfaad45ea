"""The version of behaviour changes when a verdict or a score does."""

from __future__ import annotations

import re

import pytest

from granada_rules import BEHAVIOUR
from tests.helpers.answers import digests, noted, renewed

BEFORE = (3, {"a": "1", "b": "2"})


def test_whoever_changes_a_verdict_or_a_score_changes_the_version_of_behaviour() -> None:
    number, known = noted()
    found = digests()
    assert renewed((number, known), (BEHAVIOUR, found)) == found
    # What is new, or of another version, has to be noted: python -m tests.helpers.answers
    assert (BEHAVIOUR, found) == (number, known)
    assert len(known) >= 50


@pytest.mark.parametrize(
    "now", [(3, {"a": "1", "b": "2", "c": "3"}), (4, {"a": "4"}), (3, {"a": "1", "b": "2"})]
)
def test_new_answers_are_noted_and_changed_ones_with_a_new_number(now: tuple[int, dict[str, str]]) -> None:
    assert renewed(BEFORE, now) == now[1]


@pytest.mark.parametrize(
    ("now", "reason"),
    [
        ((3, {"a": "1", "b": "3"}), "BEHAVIOUR is still 3, but other answers are given to b"),
        ((3, {"b": "2"}), "BEHAVIOUR is still 3, but other answers are given to a"),
        ((2, {"a": "1", "b": "2"}), "behaviour 2 is older than 3, which is noted"),
    ],
)
def test_changed_answers_under_an_old_number_are_refused(
    now: tuple[int, dict[str, str]], reason: str
) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(reason)}$"):
        renewed(BEFORE, now)
