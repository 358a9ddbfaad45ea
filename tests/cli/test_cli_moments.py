"""Moments of game records on the command line: ``score``, ``draw`` and ``moves`` take them like positions."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import granada_rules as g
from tests.helpers import ROOT
from tests.helpers.example_games import EXAMPLES
from tests.helpers.program import run

RECORD = str(EXAMPLES / "2-players.toml")
POSITION = str(ROOT / "examples" / "positions" / "legal-table.toml")
ILLEGAL = str(EXAMPLES / "paid-too-little.toml")
UNREADABLE = str(EXAMPLES / "unreadable-line.toml")
ASKED = [["draw"], ["moves"], ["score", "--scoring", "A"]]


@cache
def games(file: str) -> list[g.Game]:
    """Return the game of a record at its beginning, and after each event."""
    record = g.read_game(Path(file).read_bytes())
    found = [g.setup(record.players, ruleset=record.ruleset, ages=record.ages)]
    g.replay(record, watch=lambda _event, game: found.append(game))
    return found


def last(file: str) -> int:
    return len(games(file)) - 1


@pytest.mark.parametrize("command", ASKED)
def test_a_record_is_asked_about_its_end_or_a_moment_and_it_is_said_which(command: list[str]) -> None:
    for at, when in (
        ([], f"after event {last(RECORD)} of {last(RECORD)}"),
        (["--at", "40"], f"after event 40 of {last(RECORD)}"),
        (["--at", "0"], "at the beginning"),
    ):
        result = run(command[0], RECORD, *command[1:], *at)
        assert result.exit_code == 0
        first = result.stdout.splitlines()[0]
        assert first.removeprefix(f"{RECORD}: ").partition(", ")[0] == when
        document = json.loads(run(command[0], RECORD, *command[1:], *at, "--json").stdout)
        moment = games(RECORD)[document["event"]]
        assert document["event"] == (int(at[1]) if at else last(RECORD))
        assert document["events"] == last(RECORD)
        assert document["waits_for"] == moment.table.waits_for
        assert document["bad_event"] is None
        assert document["violations"] == []


@given(at=st.integers(0, 357))
def test_the_moves_at_a_moment_are_the_legal_actions_of_the_game_there(at: int) -> None:
    game = games(RECORD)[at]
    names = [player.name for player in game.table.players]
    document = json.loads(run("moves", RECORD, "--at", str(at), "--json").stdout)
    actions = g.legal_actions(game, minimal_payments=True)
    assert document["actions"] == [g.notation.write_event(action, names) for action in actions]
    assert (document["level"] == "complete") == (game.table.to_act is not None)


def test_a_game_that_is_over_or_waits_for_a_draw_has_no_moves_and_says_why() -> None:
    over = run("moves", RECORD)
    assert over.stdout == f"{RECORD}: after event {last(RECORD)} of {last(RECORD)}, the game is over\n"
    first = run("moves", RECORD, "--at", "0")
    assert first.stdout == f"{RECORD}: at the beginning, a tile for Dirk is to be drawn\n"
    assert over.exit_code == first.exit_code == 0


def test_the_sheet_at_a_moment_is_that_of_its_cities() -> None:
    position = games(RECORD)[100].to_position()
    sheet = json.loads(run("score", RECORD, "--at", "100", "--scoring", "B", "--json").stdout)
    cities = {player.name: player.city for player in position.players}
    dirk = [tile.face for tile in position.dirk or ()]
    expected = g.scoring.score(cities, g.Scoring.B, dirk=dirk)  # type: ignore[arg-type] # all are noted
    assert sheet["totals"] == dict(expected.totals)
    assert sheet["dirk"]


def test_a_record_tells_which_scoring_is_next_and_which_have_taken_place() -> None:
    """Also where the piles do not: card A is turned up, and then it is scored."""
    next_ones = {}
    for at in range(100, 112):
        result = run("score", RECORD, "--at", str(at), "--json")
        assert result.exit_code == 0, result.stderr
        document = json.loads(result.stdout)
        next_ones[at] = document["scoring"], result.stderr
        again = run("score", RECORD, "--at", str(at), "--scoring", "A")
        has_sums = "A has taken place" not in again.stderr
        assert has_sums == (document["scoring"] == "A") == ("Before" in again.stdout)
    assert {scoring for scoring, _ in next_ones.values()} == {"A", "B"}
    assert not any(said for _, said in next_ones.values())


def test_a_moment_is_drawn_as_everybody_may_see_it() -> None:
    game = games(RECORD)[100]
    drawn = g.draw.text(game, show=g.draw.Show(title=f"after event 100 of {last(RECORD)}"))
    assert run("draw", RECORD, "--at", "100").stdout == drawn
    assert "Hand" not in drawn
    (table,) = json.loads(run("draw", RECORD, "--at", "100", "--json").stdout)["drawings"]
    assert table == {"player": None, "text": drawn}


def test_the_city_of_one_player_is_drawn_with_the_moment_above_it(tmp_path: Path) -> None:
    name = games(RECORD)[100].table.players[0].name
    title = f"{name}'s city, after event 100 of {last(RECORD)}"
    drawn = run("draw", RECORD, "--at", "100", "--player", name, "--longest-moat").stdout
    assert drawn.startswith(f"{title}\n")
    picture = tmp_path / "city.svg"
    assert run("draw", RECORD, "--at", "100", "--player", name, "--svg", str(picture)).stdout == ""
    assert title in picture.read_text("utf-8")


@pytest.mark.parametrize("command", ASKED)
def test_a_record_goes_no_further_than_to_its_first_illegal_event(command: list[str]) -> None:
    count = last(ILLEGAL)
    for at in ([], ["--at", str(count + 1)]):
        result = run(command[0], ILLEGAL, *command[1:], *at)
        assert result.exit_code == 1
        assert f"after event {count} of {count + 1}" in result.stdout
        said = f"event {count + 1} (line 27 of the file), Blue buys 3 for nothing\n"
        assert result.stdout.endswith(f"{said}  BUY-1: Blue: MA4 costs 4 blue, and 0 is paid\n")
    document = json.loads(run(command[0], ILLEGAL, *command[1:], "--json").stdout)
    assert [each["clause"] for each in document["violations"]] == ["BUY-1"]
    assert (document["event"], document["bad_event"]["number"]) == (count, count + 1)
    # Nobody asked about what comes later.
    assert run(command[0], ILLEGAL, *command[1:], "--at", str(count)).exit_code == 0


@pytest.mark.parametrize("command", ASKED)
def test_an_event_that_cannot_be_read_ends_with_2_and_what_comes_before_is_told(command: list[str]) -> None:
    result = run(command[0], UNREADABLE, *command[1:])
    assert result.exit_code == 2
    assert "after event 27 of 28" in result.stdout
    assert result.stderr.startswith(f"{UNREADABLE}: event 28: 'Red tkaes b4': expected one of takes")
    with_json = run(command[0], UNREADABLE, *command[1:], "--json")
    document = json.loads(with_json.stdout)
    assert (with_json.exit_code, document["level"]) == (2, "unreadable")
    assert document["error"] in with_json.stderr
    assert run(command[0], UNREADABLE, *command[1:], "--at", "27").exit_code == 0


def test_a_picture_of_an_illegal_event_leaves_standard_output_to_the_picture() -> None:
    result = run("draw", ILLEGAL, "--svg", "-")
    assert result.stdout.startswith("<svg")
    assert result.stdout.rstrip().endswith("</svg>")
    assert "BUY-1: Blue: MA4 costs 4 blue, and 0 is paid" in result.stderr


@pytest.mark.parametrize("command", ASKED)
def test_a_moment_is_one_of_the_record(command: list[str]) -> None:
    late = run(command[0], RECORD, *command[1:], "--at", str(last(RECORD) + 1))
    error = f"--at {last(RECORD) + 1}: the record has {last(RECORD)} events"
    assert (late.exit_code, late.stdout, late.stderr) == (2, "", f"{RECORD}: {error}\n")
    document = json.loads(run(command[0], RECORD, *command[1:], "--at", "9" * 30, "--json").stdout)
    assert document["error"] == f"--at {'9' * 30}: the record has {last(RECORD)} events"
    assert run(command[0], RECORD, *command[1:], "--at", "-1").exit_code == 2
    of_a_position = run(command[0], POSITION, *command[1:], "--at", "1")
    error = "--at is for game records, and this is a position"
    assert (of_a_position.exit_code, of_a_position.stderr) == (2, f"{POSITION}: {error}\n")


@pytest.mark.parametrize("command", ASKED)
def test_a_record_that_cannot_be_read_gets_its_report(command: list[str], tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    for content, error in (
        ('format = "granada-game/1"', "tiles is missing"),
        ('{"format": "granada-game/1", "players": ["Red"], "tiles": "reference"}', "BOX-12: "),
        ('format = "granada-game/1"\nplayers = [', "not TOML: "),
        ('format = "granada-game/2"', 'format: expected "granada-position/1"'),
    ):
        file.write_text(content)
        result = run(command[0], str(file), *command[1:])
        assert (result.exit_code, result.stdout) == (2, "")
        assert error in result.stderr
    missing = run(command[0], str(tmp_path / "none.toml"), *command[1:], "--at", "3")
    assert (missing.exit_code, missing.stdout) == (2, "")
    assert "No such file" in missing.stderr


def test_a_record_in_json_or_on_standard_input_is_a_record_too() -> None:
    record = g.write_json(g.write_game(g.read_game(Path(RECORD).read_bytes())))
    # Others escape the slash.
    for data in (record, record.replace("granada-game/1", "granada-game\\/1")):
        assert run("moves", "-", "--at", "40", data=data).stdout.startswith("-: after event 40 of ")


# Which command takes the other kind of file.


def test_validate_of_a_record_says_use_replay() -> None:
    said = f"{RECORD}: this is a game record; use replay: granada-rules replay {RECORD}\n"
    result = run("validate", RECORD)
    assert (result.exit_code, result.stderr) == (2, said)
    both = run("validate", POSITION, RECORD, "--json")
    assert [report.get("error") for report in json.loads(both.stdout)] == [None, said[len(RECORD) + 2 : -1]]
    in_processes = run("validate", "--jobs", "2", POSITION, RECORD)
    assert (in_processes.exit_code, in_processes.stderr) == (2, said)


@pytest.mark.parametrize("command", ["replay", "audit"])
def test_replay_of_a_position_says_use_validate(command: str) -> None:
    said = f"{POSITION}: this is a position; use validate: granada-rules validate {POSITION}\n"
    result = run(command, POSITION)
    assert (result.exit_code, result.stderr) == (2, said)
    assert json.loads(run(command, POSITION, "--json").stdout)["error"] == said[len(POSITION) + 2 : -1]


def test_the_name_of_a_file_can_be_copied_into_a_shell(tmp_path: Path) -> None:
    file = tmp_path / "our game's end.toml"
    file.write_bytes(Path(RECORD).read_bytes())
    assert (
        f"granada-rules replay '{tmp_path}/our game'\"'\"'s end.toml'\n" in run("validate", str(file)).stderr
    )
