"""The program and what is not seen: what may be wrong is told, never taken for legal."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.helpers import ROOT
from tests.helpers.program import run

if TYPE_CHECKING:
    from pathlib import Path

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


def test_the_example_is_undecided() -> None:
    result = run("validate", str(ROOT / "examples" / "positions" / "undecided-photo.toml"))
    assert result.exit_code == 3
    assert result.stdout.endswith(
        "!3 BUILD-3: Red: open: broken if ? at 1,1 has moats to the south and west\n\n"
    )


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
def test_of_several_files_the_worst_code_counts(names: list[str], code: int, tmp_path: Path) -> None:
    contents = {"open": OPEN, "wrong": WRONG, "legal": PLAYER}
    files = []
    for name in names:
        file = tmp_path / name
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


PRICE = PLAYER + 'city = "@ SC?:N"\n[[player]]\nname = "Blue"\ncity = "@ SC{}:N"\n'


def test_what_is_certain_is_scored_although_not_everything_is_seen() -> None:
    """SCORE-8: whatever it costs, it is dearer than SC2."""
    result = run("score", "-", "--scoring", "A", data=PRICE.format(2))
    assert result.exit_code == 0
    assert result.stdout.split()[-3:] == ["Total", "3", "1"]
    assert "not everything is seen, but the points are certain" in result.stderr
    document = json.loads(run("score", "-", "--scoring", "A", "--json", data=PRICE.format(2)).stdout)
    assert document["totals"] == {"Red": 3, "Blue": 1}
    assert document["dirk"] is False


def test_of_points_that_are_not_certain_the_cells_to_look_at_are_named() -> None:
    result = run("score", "-", "--scoring", "A", data=PRICE.format(8))
    assert result.stdout == "-: undecided: the points depend on SC?:N at 1,0 in Red's city\n"
    assert result.exit_code == 3
    result = run("score", "-", "--scoring", "A", "--json", data=PRICE.format(8))
    assert json.loads(result.stdout)["look_at"] == [{"player": "Red", "cell": [1, 0]}]
    assert result.exit_code == 3
    assert run("score", "-", "--scoring", "A", data=OPEN).exit_code == 3


def test_a_city_that_is_scored_may_be_undecided_but_not_wrong() -> None:
    # A moat to the west would cut it off: then it is not legal, and does not count.
    around = [
        "AR4:-  LI4:-  HS4:-",
        "BA4:-  SC10:?  HP4:-",
        "@      MA4:-  PA4:-",
    ]
    city = 'city = """\n' + "\n".join(around) + '\n"""'
    result = run("validate", "-", data=PLAYER + city)
    assert result.exit_code == 3
    result = run("score", "-", "--scoring", "A", data=PLAYER + city)
    assert result.exit_code == 0
    wrong = run("score", "-", "--scoring", "A", data=WRONG)
    assert wrong.exit_code == 1
    assert "BUILD-1" in wrong.stdout
