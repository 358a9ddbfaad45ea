"""Mutants are made and judged as they should be; all of them by ``python -m verification.mutation``."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import pytest

from verification import ROOT
from verification.mutants import mutants
from verification.mutation import REVIEWED, compared, reviewed, wanted
from verification.trials import SURVIVED, TESTS

if TYPE_CHECKING:
    from verification.mutants import Mutant

PACKAGE = ROOT / "src" / "granada_rules"

# In a process of its own: here the package is loaded already.
_JUDGE = """
import sys
from verification import trials
trials.TESTS["moats.py"] = (("rules/test_moats.py",),)
sys.exit(trials.verdict("moats.py", sys.stdin.read(), trials.Clock({})))
"""


@cache
def made(module: str) -> list[Mutant]:
    """Return the mutants of a module of the package."""
    return wanted(module, (PACKAGE / module).read_text("utf-8"))


def mistakes(source: str) -> set[tuple[str, str, str]]:
    return {mutant.change for mutant in mutants(source)}


def test_every_mutant_is_one_small_mistake() -> None:
    source = "class C:\n    def f(self, a, b):\n        return [x for x in a if x + 1 and b]\n"
    line = "return [x for x in a if x + 1 and b]"
    assert mistakes(source) == {
        ("C.f", line, changed)
        for changed in (
            "pass",
            "return [x for x in a if (not (x + 1 and b))]",
            "return [x for x in a if (not (x + 1)) and b]",
            "return [x for x in a if x - 1 and b]",
            "return [x for x in a if x + 2 and b]",
            "return [x for x in a if x + 0 and b]",
            "return [x for x in a if x + 1 or b]",
            "return [x for x in a if x + 1 and (not (b))]",
        )
    }


def test_what_only_type_checkers_and_readers_look_at_has_no_mutants() -> None:
    source = '''
"""What it is."""
if TYPE_CHECKING:
    from collections.abc import Iterable
__all__ = ["f"]
@final
class C:
    a: int | None
    """What it is for."""
def f(a: int | None, b: str | None) -> int | None:
    """Tell nothing."""
    assert a is not None
    assert_never(b)
'''
    assert mistakes(source) == {("C", "a: int | None", "pass")}


def test_a_mutant_is_the_same_as_long_as_its_function_is() -> None:
    def keys(source: str) -> dict[str, set[str]]:
        found = list(mutants(source))
        return {name: {each.key for each in found if each.function == name} for name in ("", "f", "g")}

    source = "x = 1\ndef f():\n    return x + 1\ndef g():\n    return 2\n"
    before = keys(source)
    assert len(set.union(*before.values())) == len(list(mutants(source)))
    assert before == keys(
        '"""What."""\nimport y\n__all__ = ["x"]\n' + source.replace(":\n", ':\n    """Tell."""\n')
    )
    after = keys(source.replace("2", "3"))
    assert (after[""], after["f"]) == (before[""], before["f"])
    assert after["g"] != before["g"]
    assert keys(source.replace("x = 1", "x = 5"))[""] != before[""]


@pytest.mark.parametrize("module", [module for module in TESTS if reviewed(module)][::8])
def test_what_was_reviewed_is_a_mutant_of_the_code_as_it_is(module: str) -> None:
    assert reviewed(module) - Counter(mutant.change for mutant in made(module)) == Counter()


def test_every_module_of_play_is_mutated_and_its_tests_exist() -> None:
    play = {path.relative_to(PACKAGE).as_posix() for path in (PACKAGE / "play").rglob("[!_]*.py")}
    assert play <= set(TESTS)
    for module, stages in TESTS.items():
        assert (PACKAGE / module).is_file()
        files = {test.partition("::")[0] for stage in stages for test in stage}
        assert all((ROOT / "tests" / file).is_file() for file in files), module


def test_the_commands_of_the_page_name_modules_that_are_mutated() -> None:
    page = (ROOT / "docs" / "verification.md").read_text("utf-8")
    commands = re.findall(r"`python -m verification\.mutation ([^`]+)`(?:, later `([^`]+)`)?", page)
    assert len(commands) >= 2
    assert [name for command in commands for name in " ".join(command).split() if name not in TESTS] == []


def test_each_reviewed_mutant_has_its_module_and_a_reason() -> None:
    groups = tomllib.loads(REVIEWED.read_text("utf-8"))["survivors"]
    assert {group["module"] for group in groups} <= set(TESTS)
    assert all(group["reason"].endswith(".") and group["changes"] for group in groups)


def test_of_games_only_what_is_public_and_what_is_seen_is_mutated() -> None:
    functions = {mutant.function for mutant in made("game/game.py")}
    assert {"", "view", "View.hands"} <= functions
    assert not any(function.startswith(("Game", "_from")) for function in functions)


def test_a_survivor_that_was_not_reviewed_and_one_that_is_none_are_told() -> None:
    known = list(reviewed("city/reasons.py").elements())
    found = made("city/reasons.py")
    survivors = [mutant for mutant in found if (mutant.function, mutant.before, mutant.after) in known]
    assert compared("city/reasons.py", survivors) == 0
    assert compared("city/reasons.py", survivors[1:]) == 1
    stranger = next(mutant for mutant in found if mutant not in survivors)
    assert compared("city/reasons.py", [*survivors, stranger]) == 1


@pytest.mark.thorough
@pytest.mark.parametrize(("before", "is_noticed"), [("len(self.edges)", True), ('"""How many', False)])
def test_a_mistake_is_noticed_and_what_is_none_is_not(before: str, is_noticed: bool) -> None:  # noqa: FBT001
    source = (PACKAGE / "moats.py").read_text("utf-8")
    assert source.count(before) == 1
    run = subprocess.run(  # noqa: S603 - this interpreter
        [sys.executable, "-c", _JUDGE],
        cwd=ROOT,
        input=source.replace(before, "1 + len(self.edges)" if is_noticed else '"""So many'),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == (pytest.ExitCode.TESTS_FAILED if is_noticed else SURVIVED), run.stdout
