"""A position is judged once: it remembers its facts and its report, and a changed one is judged anew."""

from __future__ import annotations

import copy
import pickle
import sys
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

import attrs
import pytest
from hypothesis import given

from granada_rules import Game, Kind, Level, Report, ViolationError, read_position, testing, validate
from granada_rules.position import Facts, facts_of
from tests.helpers import ROOT
from tests.helpers.noted import but, changed, late, noted, three, two

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import FrameType

    from granada_rules import Position

EXAMPLES = sorted((ROOT / "examples" / "positions").glob("*legal-*"))


def facts_computed(act: Callable[[], object]) -> Counter[tuple[str, object]]:
    """Count how often each fact is computed, for each game that is tried, and how often a report is made."""
    computed: Counter[tuple[str, object]] = Counter()

    def count(frame: FrameType, event: str, _argument: object) -> None:
        module, name = frame.f_globals.get("__name__"), frame.f_code.co_name
        # What has arguments is no fact: it looks at some.
        is_alone = frame.f_code.co_varnames[: frame.f_code.co_argcount] == ("self",)
        facts = frame.f_locals.get("self") if is_alone else None
        if event == "call" and isinstance(facts, Facts):
            computed[name, facts.kinds] += 1
        elif event == "call" and (module, name) == ("granada_rules.position.validation", "_report"):
            computed[name, None] += 1

    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(None)
    return computed


def judged_again_and_again(data: bytes) -> None:
    """Read a file, judge it several times and, if that can be done, play on from it."""
    position = read_position(data)
    for _ in range(2):
        if validate(position).level is Level.COMPLETE:
            Game.from_position(position)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_a_file_is_judged_once_and_no_fact_is_computed_twice(path: Path) -> None:
    computed = facts_computed(partial(judged_again_and_again, path.read_bytes()))
    assert {name for name, _ in computed} >= {
        "_report",
        "names",
        "named",
        "cards",
        "open_tiles",
        "open_faces",
    }
    assert set(computed.values()) == {1}


def test_a_fact_that_is_computed_twice_would_be_seen() -> None:
    position = three()
    granada, together = (Kind.GRANADA,), tuple(Kind)
    computed = facts_computed(lambda: [Facts(position, granada).cards, Facts(position, granada).cards])
    assert computed["cards", granada] == 2
    # Of two games that it may be of, each has its own.
    computed = facts_computed(lambda: [Facts(position, granada).cards, Facts(position, together).cards])
    assert set(computed.values()) == {1}


@given(testing.positions())
def test_a_remembered_report_is_the_one_that_is_made_anew(position: Position) -> None:
    report = validate(position)
    assert validate(position) is report
    assert facts_of(position) is facts_of(position)
    assert copy.copy(position) is position is copy.deepcopy(position)
    for again in (
        attrs.evolve(position),
        pickle.loads(pickle.dumps(position)),  # noqa: S301 - its own pickle
    ):
        assert again == position
        assert hash(again) == hash(position)
        assert repr(again) == repr(position)
        assert validate(again) == report
        assert facts_of(again) is not facts_of(position)


def test_what_is_remembered_is_no_part_of_the_value() -> None:
    judged, other = attrs.evolve(three()), attrs.evolve(three())
    before = pickle.dumps(judged), repr(judged), hash(judged)
    validate(judged)
    Game.from_position(judged)
    assert (pickle.dumps(judged), repr(judged), hash(judged)) == before
    assert judged == other
    assert attrs.asdict(judged, recurse=False) == attrs.asdict(other, recurse=False)


def test_a_changed_position_is_judged_anew() -> None:
    legal = three()
    assert validate(legal).level is Level.COMPLETE
    wrong = changed(legal, 0, reserve=noted("BA4"))
    assert validate(wrong).level is Level.WELL_FORMED
    with pytest.raises(ViolationError):
        Game.from_position(wrong)
    lacking = but(legal, marker=None)
    assert validate(lacking).missing == ("marker",)
    with pytest.raises(ValueError, match="marker missing"):
        Game.from_position(lacking)
    assert validate(but(wrong, players=legal.players)).level is Level.COMPLETE


@pytest.mark.parametrize("position", [two, late])
def test_no_report_that_somebody_made_makes_a_game(position: Callable[[], Position]) -> None:
    wrong = changed(position(), 0, points=-1)
    forged = Report(Level.COMPLETE, (), ())
    assert validate(wrong) != forged
    with pytest.raises(ViolationError):
        Game.from_position(wrong)
    with pytest.raises(AttributeError):
        wrong.report = forged  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        attrs.evolve(wrong, findings={})  # type: ignore[call-arg]
