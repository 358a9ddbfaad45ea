"""The program and what is not seen: what may be wrong is told, never taken for legal."""

from __future__ import annotations

import json

import pytest

from tests.helpers.program import run

PLAYER = 'format = "granada-position/1"\n[[player]]\nname = "Red"\n'
OPEN = PLAYER + 'city = "@ SC10:?"'
SURE = PLAYER + 'city = "@ SC10:- ?"\ncards = 7'
WRONG = PLAYER + 'city = "@ SC10:? SC4:? PA4:N>"'

TOLD = """\
-: undecided (consistent)

Red's city

       0       1
    ┌──────┐┌╌╌╱╲╌╌┐
  0 │START │╎ SC10 ╎
    │ !1,2 !! !1,2 ╎
    └──────┘└╌╌╌╌╌╌┘
!1 BUILD-2: Red: open: broken if SC10 at 1,0 has a moat to the west
!2 BUILD-3: Red: open: broken if SC10 at 1,0 has a moat to the west

"""  # noqa: RUF001 - a roof is no slash


def test_what_may_be_broken_is_undecided_and_exits_with_3() -> None:
    result = run("validate", "-", data=OPEN)
    assert (result.stdout, result.exit_code) == (TOLD, 3)
    drawn = run("draw", "-", data=OPEN)
    assert drawn.exit_code == 3
    assert "!2 BUILD-3: Red: open: broken if SC10 at 1,0 has a moat to the west" in drawn.stdout


def test_programs_get_what_is_undecided() -> None:
    (document,) = json.loads(run("validate", "--json", "-", data=OPEN).stdout)
    assert (document["level"], document["violations"]) == ("consistent", [])
    assert [(told["clause"], told["cells"]) for told in document["undecided"]] == [
        ("BUILD-2", [[1, 0]]),
        ("BUILD-3", [[1, 0]]),
    ]
    drawn = json.loads(run("draw", "--json", "-", data=OPEN).stdout)
    assert "!2 BUILD-3" in drawn["drawings"][0]["text"]


def test_what_breaks_nothing_whatever_it_is_is_legal() -> None:
    result = run("validate", "-", data=PLAYER + "cards = 7")
    assert (result.stdout, result.exit_code) == ("-: legal (consistent)\n", 0)
    (document,) = json.loads(run("validate", "--json", "-", data=PLAYER + "cards = 7").stdout)
    assert "undecided" not in document


def test_what_is_broken_for_certain_comes_first() -> None:
    result = run("validate", "-", data=WRONG)
    assert result.exit_code == 1
    assert result.stdout.startswith("-: 1 violation, ")
    assert "undecided" in result.stdout.split("\n")[0]
    assert result.stdout.index("BUILD-1: Red") < result.stdout.index("BUILD-2: Red: open:")


@pytest.mark.parametrize(
    ("names", "code"), [(["open", "legal"], 3), (["open", "wrong"], 1), (["open", "wrong", "none"], 2)]
)
def test_of_several_files_the_worst_code_counts(names: list[str], code: int, tmp_path: object) -> None:
    contents = {"open": OPEN, "wrong": WRONG, "legal": PLAYER}
    files = []
    for name in names:
        file = tmp_path / name  # type: ignore[operator]
        if name in contents:
            file.write_text(contents[name])
        files.append(str(file))
    assert run("validate", *files).exit_code == code


def test_moves_need_a_position_that_is_decided() -> None:
    result = run("moves", "-", data=OPEN)
    assert (result.stdout, result.exit_code) == (TOLD, 3)
    result = run("moves", "-", data=PLAYER + "cards = 7")
    assert result.exit_code == 2
    assert "hand of Red (not seen: 7 cards)" in result.stderr
