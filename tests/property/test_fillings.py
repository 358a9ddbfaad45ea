"""Cities of which not everything is seen: what is certain and what is open, and what it is worth."""

from __future__ import annotations

from tests.helpers.fillings import CASES, FEWEST, compare
from tests.helpers.samples import SHARE, lacking, seen_in


def test_what_all_fillings_break_is_certain_and_what_some_break_is_open() -> None:
    assert lacking(seen_in(compare, CASES // SHARE), FEWEST) == {}
