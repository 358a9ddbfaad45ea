"""The pages of clauses show all of them, with pictures that are true."""

from __future__ import annotations

import re
import sys
from functools import cache
from typing import Any

import attrs
import pytest

from granada_rules import Clause
from tests.helpers import ROOT, rule_pages
from tests.helpers.cases import FILES, Case, read_cases

sys.path.insert(0, str(ROOT / "docs"))

from clause_pages import HEADING


@cache
def rules() -> dict[str, str]:
    return {page.name: page.read_text("utf-8") for page in ROOT.glob("docs/rules/*.md")}


def test_each_clause_stands_on_one_page_with_text_ruling_and_books() -> None:
    shown = [found[2] for page in rules().values() for found in HEADING.finditer(page)]
    assert sorted(shown) == sorted(Clause)
    everything = "".join(rules().values())
    for clause in Clause:
        assert clause.text in everything
        assert clause.editions in everything
        assert (clause.ruling or "") in everything


@pytest.mark.parametrize("clause", [clause for clause in Clause if clause.startswith("BUILD-")])
def test_each_building_rule_has_a_legal_and_an_illegal_picture(clause: Clause) -> None:
    pictures = [case for case in rule_pages.cases() if case.clause is clause]
    assert {bool(case.breaks) for case in pictures} == {True, False}
    # BUILD-6 is broken by an edge that does not match.
    broken = Clause.BUILD_2 if clause is Clause.BUILD_6 else clause
    assert all(broken in case.breaks for case in pictures if case.breaks)


NEVER_BROKEN = ("MOD-1", "MOD-2", "VIZ-2", "EXC-3", "EXC-7", "EXC-8", "BON-5", "HUT-9", "HUT-10")
"""Clauses of modules that say what there is, what follows and what counts."""
NEVER_LEGAL = ("MOD-6", "VIZ-13", "EXC-6", "BON-3")
"""Those that say what cannot be done."""
NOT_SHOWN = ("VIZ-1", "HUT-1", "HUT-11")
"""What the box holds, and what counts nothing."""


@pytest.mark.parametrize(
    "clause", [clause for clause in Clause if clause.startswith(("MOD-", "VIZ-", "EXC-", "BON-", "HUT-"))]
)
def test_each_clause_of_a_module_has_a_legal_and_an_illegal_case(clause: Clause) -> None:
    told = [bool(case.breaks) for case in rule_pages.cases() if case.clause is clause]
    assert (False in told) == (clause not in NEVER_LEGAL + NOT_SHOWN)
    assert (True in told) == (clause not in NEVER_BROKEN + NOT_SHOWN)


def test_a_clause_stands_beside_its_formal_rules() -> None:
    blocks = list(rule_pages.formally(Clause.BUILD_2))
    assert any("broken(C,build(2)," in block for block in blocks if block.startswith("% cities.lp"))
    assert all(block in rules()["building.md"] for block in blocks)


def test_facts_and_choices_are_formal_rules_too() -> None:
    (factors,) = [block for block in rule_pages.formally(Clause.SCORE_7) if "factor(a,1,1)" in block]
    assert factors.startswith("% scoring.lp")
    assert any("{" in block for block in rule_pages.formally(Clause.REBUILD_1))


@pytest.mark.parametrize("change", [{"moat": 99}, {"awards": ["Arena"]}])
def test_a_picture_that_is_not_true_is_refused(change: dict[str, Any]) -> None:
    case = next(case for case in rule_pages.pictures().values() if not case.breaks)
    with pytest.raises(ValueError, match=re.escape(case.title)):
        rule_pages.drawn(attrs.evolve(case, **change))


def told(**row: Any) -> str:  # noqa: ANN401 - as rows are read
    return "\n".join(rule_pages.told_case(Case(clause="HUT-4", title="A title.", **row)))


@pytest.mark.parametrize(
    ("where", "shown"),
    [
        (
            {"position": "legal-huts"},
            "In [positions/legal-huts.toml](../../examples/positions/legal-huts.toml).",
        ),
        ({"position": "legal-huts", "says": ["Blue takes the AC hut", "hut AC*:N"]}, "hut AC*:N\n  ```"),
        ({"game": "huts-alhambra-3-players", "after": 4, "says": ["hut PV*:SW"]}, ", after 4 events:\n"),
    ],
)
def test_a_moment_of_an_example_is_told(where: dict[str, Any], shown: str) -> None:
    assert told(**where).startswith("- **Legal.** A title.")
    assert shown in told(**where)


def test_a_moment_that_is_laid_out_is_told() -> None:
    (case,) = [case for case in rule_pages.cases() if case.clause is Clause.TURN_3 and case.laid]
    paragraphs = list(rule_pages.told_case(case))
    assert paragraphs[0] == f"- **Not legal.** {case.title}"
    lines = paragraphs[1].replace("\n  ", "\n").splitlines()
    assert "# display: y1 g8 b3 o9" in lines
    assert lines[-5:-2] == case.says
    assert lines[-2].startswith("-> TURN-3: Red: the actions of this turn are over")


def test_of_many_things_said_only_some_are_shown() -> None:
    (case,) = [case for case in rule_pages.cases() if case.title == "Nobody acts out of turn."]
    assert len(case.each) > rule_pages.MOST_SHOWN
    assert "\n".join(rule_pages.told_case(case)).count("-> ") == rule_pages.MOST_SHOWN


def test_a_case_is_not_left_out() -> None:
    everything = "".join(rules().values())
    assert [case.title for case in rule_pages.cases() if f".** {case.title}" not in everything] == []
    shown = {case.title for case in rule_pages.cases()}
    for path in FILES:
        of_pages = path.parent.name == "rules"
        assert {case.title for case in read_cases(path) if of_pages or case.laid is not None} <= shown


def test_sections_are_written_anew_and_the_rest_is_kept() -> None:
    written = rule_pages.written("# Page\n\nBy hand.\n\n### END-2\n\nOld.\n\n## By hand, too\n\nText.\n")
    assert written.startswith("# Page\n\nBy hand.\n\n### END-1\n\n" + Clause.END_1.text)
    assert "Old." not in written
    assert written.endswith("\n\n## By hand, too\n\nText.\n")
    assert rule_pages.written(written) == written
    assert len(HEADING.findall(written)) == sum(clause.startswith("END-") for clause in Clause)
