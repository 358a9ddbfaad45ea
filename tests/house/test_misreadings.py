"""Misreadings of the rules are noticed: a few here, all by ``python -m verification.misreadings``."""

from __future__ import annotations

import attrs
import pytest

import verification.misreadings
from tests.helpers.samples import every
from verification import ROOT
from verification.misreadings import Misreading, copied, misreadings, passes, survives

PACKAGE = ROOT / "src" / "granada_rules"

KNOWN = {misreading.name: misreading for misreading in misreadings()}

TRIED = ["only a single empty cell is a hole", "the total price decides a tie", "change is given"]


def test_there_are_many_and_each_has_a_name_of_its_own() -> None:
    assert len(KNOWN) == len(misreadings()) >= 20


@pytest.mark.parametrize("misreading", KNOWN.values(), ids=list(KNOWN))
def test_a_misreading_is_a_change_of_the_code_as_it_is(misreading: Misreading) -> None:
    as_it_is = {change.file: (PACKAGE / change.file).read_text("utf-8") for change in misreading.changes}
    misread = dict(as_it_is)
    for change in misreading.changes:
        misread[change.file] = change.applied(misread[change.file])
    for file, source in misread.items():
        assert source != as_it_is[file]
        compile(source, file, "exec")


def test_their_tests_exist() -> None:
    with copied() as package:
        assert passes(package, {misreading.test for misreading in KNOWN.values()}, "--collect-only")


@pytest.mark.parametrize("name", every(3, TRIED))
def test_a_misreading_is_noticed_by_its_test(name: str) -> None:
    assert not survives(KNOWN[name])


def test_a_test_that_fails_anyhow_notices_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification.misreadings, "passes", lambda *_arguments: False)
    with pytest.raises(RuntimeError, match="fails without any misreading"):
        survives(KNOWN[TRIED[0]])


def evolved(known: Misreading, **fields: str) -> Misreading:
    return attrs.evolve(known, changes=tuple(attrs.evolve(change, **fields) for change in known.changes))


def test_a_change_that_changes_nothing_survives() -> None:
    known = KNOWN[TRIED[0]]
    assert survives(evolved(known, after=known.changes[0].before))


def test_a_change_that_has_no_place_is_refused() -> None:
    misplaced = evolved(KNOWN[TRIED[0]], before="words that no file has")
    with copied() as package, pytest.raises(ValueError, match="0 places"):
        misplaced.apply_to(package)


def test_a_test_that_is_not_there_gives_no_verdict() -> None:
    with copied() as package, pytest.raises(RuntimeError, match="no verdict"):
        passes(package, ["tests/rules/test_moats.py::test_nothing"])
