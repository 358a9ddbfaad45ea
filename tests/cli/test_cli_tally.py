"""The command ``score`` with points written down: which scoring it is, and who wins."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import granada_rules as g
from tests.helpers import ROOT
from tests.helpers.program import run

EXAMPLES = ROOT / "examples"
TABLE, TWO, GIFT, REVEAL = (
    (EXAMPLES / "positions" / f"legal-{name}.toml").read_text("utf-8")
    for name in ("table", "two-players", "gift", "bonus-reveal")
)
LAID = g.write_toml(g.write_position(g.deal(g.setup(3), g.Dealer(bytes(16))).to_position()))

DIRK = 'dirk = ["AR2", "BA2", "LI2", "SC4", "SC6", "SC8"]'


def position(entries: str = "", **points: int | None) -> str:
    """Return a position: somebody has a Market for 3, and somebody one for 4, and nobody else has a tile."""
    cities = [f'"@ MA{price}:-"' for price in (3, 4)] + ['"@"'] * len(points)
    players = [
        f'[[player]]\nname = "{name}"\ncity = {city}\n' + ("" if had is None else f"points = {had}\n")
        for (name, had), city in zip(points.items(), cities, strict=False)
    ]
    return f'format = "granada-position/1"\n{entries}\n{"".join(players)}'


def test_before_this_scoring_total_and_place_stand_below_the_pad() -> None:
    result = run("score", "-", "--scoring", "C", data=position(Red=40, Blue=41, Green=2))
    assert (result.exit_code, result.stderr) == (0, "")
    pad, points = result.stdout.split("\nPoints\n")
    assert pad == run("score", "-", "--scoring", "C", data=position(Red=None, Blue=None, Green=None)).stdout
    assert (
        points
        == """
            Red       Blue      Green
────────────────────────────────────────
Before       40        41         2
Scoring C     4         6         0
────────────────────────────────────────
Total        44 2nd    47 1st     2 3rd
Blue wins by 3 points
"""
    )


def test_programs_get_the_standings() -> None:
    data = position(f"{DIRK}\ndirks_points = 90", Red=42, Blue=40)
    found = json.loads(run("score", "-", "--scoring", "C", "--json", data=data).stdout)
    assert found["before"] == {"Red": 42, "Blue": 40, "Dirk": 90}
    assert [(row["rank"], row["player"], row["points"], row["wins"]) for row in found["standings"]] == [
        (1, "Dirk", 108, False),
        (2, "Red", 46, True),
        (2, "Blue", 46, True),
    ]
    shown = run("score", "-", "--scoring", "C", data=data).stdout
    assert shown.endswith("\nRed and Blue share the win; Dirk has more points, and never wins (DIRK-4)\n")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (position(Red=None, Blue=None, Green=None), ""),
        (
            position(Red=None, Blue=1, Green=None),
            "the points of Red and Green are not written down, so there are no sums\n",
        ),
        (
            position('phase = "over"', Red=40, Blue=5, Green=2),
            "the game is over, and its points do not hold such a scoring C, so there are no sums\n",
        ),
        (
            position('phase = "over"\nruleset = { simplified = true }', Red=40, Blue=41, Green=2),
            "the game is over, and its points do not hold such a scoring C, so there are no sums\n",
        ),
    ],
)
def test_without_all_points_there_are_no_sums(data: str, said: str) -> None:
    options = ("--scoring", "C", "--regular")
    result = run("score", "-", *options, data=data)
    assert (result.exit_code, result.stderr) == (0, said)
    assert "Points" not in result.stdout
    found = json.loads(run("score", "-", *options, "--json", data=data).stdout)
    assert "standings" not in found
    assert "before" not in found


def test_after_the_end_the_points_hold_scoring_c() -> None:
    result = run("score", "-", data=position('phase = "over"', Red=44, Blue=47, Green=2))
    assert result.stderr == "the game is over, so the points that are written down hold scoring C\n"
    assert "\nBefore       40        41         2\n" in result.stdout
    assert result.stdout.endswith("\nTotal        44 2nd    47 1st     2 3rd\nBlue wins by 3 points\n")


def test_without_dirks_points_the_players_are_ranked() -> None:
    result = run("score", "-", "--scoring", "C", data=position(DIRK, Red=1, Blue=2))
    assert result.stderr == "Dirk's points are not written down, so he is not ranked\n"
    assert result.stdout.endswith("Total         5 2nd     8 1st\nBlue wins by 3 points\n")


@pytest.mark.parametrize(
    ("data", "letter", "said"),
    [
        (position('phase = "act"\npiles = [17]', Red=1, Blue=1, Green=1), "C", ""),
        (position('phase = "act"\npiles = [6, "18B", 17]', Red=1, Blue=1, Green=1), "B", ""),
        (
            position('piles = [6, "18B", 17]', Red=1, Blue=1, Green=1),
            "B",
            "card A was turned up, so scoring B is next; if A is yet to be scored, give --scoring A\n",
        ),
        (LAID, "A", ""),
        (position("turned_up = []", Red=1, Blue=1, Green=1), "A", ""),
        (TABLE, "B", ""),
        (TWO, "C", ""),
        (GIFT, "C", "a tile that is given away is yet to be placed, and does not count\n"),
        (REVEAL, "C", ""),
    ],
)
def test_a_position_can_say_which_scoring_is_next(data: str, letter: str, said: str) -> None:
    result = run("score", "-", data=data)
    assert (result.exit_code, result.stderr) == (0, said)
    assert result.stdout.startswith(f"Scoring {letter}\n")
    assert result.stdout == run("score", "-", "--scoring", letter, data=data).stdout


@pytest.mark.parametrize(
    "entries", ["", 'phase = "act"', 'phase = "reveal"', 'phase = "end of turn"\npiles = [6, "18B", 17]']
)
def test_who_has_to_say_which_scoring_it_is_is_told_so(entries: str) -> None:
    data = position(entries, Red=1, Blue=2, Green=3)
    result = run("score", "-", data=data)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "-: cannot be scored: the position does not say which scoring is next; give --scoring A, B or C, or "
        'write down piles (with their scoring cards), turned_up, or phase = "gift"\n'
    )
    assert "which scoring" in json.loads(run("score", "-", "--json", data=data).stdout)["error"]


@pytest.mark.parametrize(("letter", "is_next"), [("A", None), ("B", True), ("C", False)])
def test_another_scoring_than_the_next_one_says_so(letter: str, is_next: bool | None) -> None:  # noqa: FBT001 - drawn from a table
    result = run("score", "-", "--scoring", letter, data=TABLE)
    assert (result.exit_code, "Before" in result.stdout) == (0, is_next is not None)
    assert (
        result.stderr
        == {
            None: "scoring A has taken place, so the points hold it, and there are no sums\n",
            True: "",
            False: "scoring C is not the next one: the sums are those if it were\n",
        }[is_next]
    )


def test_of_several_scorings_none_is_chosen() -> None:
    result = run("score", "-", "--scoring", "B", "--scoring", "c", data=TABLE)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "'--scoring': one scoring at a time, got B, C: run score once for each\n" in result.stderr


@pytest.mark.parametrize("name", ["2-players", "stopped-early"])
def test_a_replay_ends_with_the_points_of_all_scorings(name: str) -> None:
    file = EXAMPLES / "games" / f"{name}.toml"
    game = g.replay(g.read_game(Path(file).read_bytes())).game
    shown = run("replay", str(file)).stdout
    assert ("\nPoints\n\n" in shown) == (name == "2-players")
    for sheet in game.sheets:
        cells = "".join(f"{points:>6}    " for points in sheet.totals.values()).rstrip()
        assert f"\nScoring {sheet.scoring.value}{cells}\n" in shown
    if game.sheets:
        assert (
            "\nRed wins by 7 points; Dirk has more points, and never wins (DIRK-4)\n\n1. Dirk: 193\n" in shown
        )


@pytest.mark.accepts("DIRK-4")
def test_of_a_game_for_two_it_is_said_that_dirks_tiles_are_not_written_down() -> None:
    said = "Dirk's tiles are not written down, so they are not judged"
    lone, two, three = position(Red=None), position(Red=None, Blue=None), position(R=None, G=None, B=None)
    assert run("validate", "-", data=two).stdout == f"-: legal (consistent)\nnote: {said}\n"
    assert json.loads(run("validate", "-", "--json", data=two).stdout)[0]["notes"] == [said]
    for data in (lone, three, position(DIRK, Red=None, Blue=None), two.replace('city = "@ MA4:-"', "")):
        assert run("validate", "-", data=data).stdout == "-: legal (consistent)\n"
        assert "notes" not in json.loads(run("validate", "-", "--json", data=data).stdout)[0]
    wrong = run("validate", "-", data=two.replace("MA4", "MA3")).stdout
    assert wrong.startswith("-: 2 violations\n")
    assert wrong.endswith(f"\nnote: {said}\n")
