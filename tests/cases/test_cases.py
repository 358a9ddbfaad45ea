"""The rows of cases: each moment, position and city is as it says, clause by clause and word for word."""

from __future__ import annotations

from itertools import chain

import pytest

from tests.helpers.cases import FILES, Case, read_cases, told, witnesses

CASES = [
    pytest.param(case, id=f"{path.parent.name}/{path.stem}: {case.clause} {case.title}")
    for path in FILES
    for case in read_cases(path)
]


@pytest.mark.parametrize("case", CASES)
def test_a_case_is_as_it_says(case: Case) -> None:
    found = list(case.judged())
    for violations, expected in zip(found, case.expected(), strict=True):
        assert told(violations, expected) == expected
    if case.about is not None:
        assert witnesses(list(chain.from_iterable(found))) == case.about
