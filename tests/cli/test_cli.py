"""The command line: verdicts, exit codes, and that nothing ends in a traceback."""

from __future__ import annotations

import io
import json
import multiprocessing
import os
import runpy
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import click
import pytest
from click.shell_completion import ShellComplete
from hypothesis import example, given
from hypothesis import strategies as st

import granada_rules as g
from granada_rules.cli import main
from granada_rules.cli.files import contents
from granada_rules.notation import read_event
from granada_rules.records import read_position
from tests.helpers import ROOT
from tests.helpers.program import run

if TYPE_CHECKING:
    from collections.abc import Callable


EXAMPLES = ROOT / "examples" / "positions"

LEVELS = {
    "legal-alhambra-city.toml": "consistent",
    "legal-alhambra-gift.toml": "complete",
    "legal-alhambra-table.toml": "complete",
    "legal-alhambra-two-players.toml": "complete",
    "legal-bonus-reveal.toml": "complete",
    "legal-both-city.toml": "consistent",
    "legal-both-gift.toml": "complete",
    "legal-both-table.toml": "complete",
    "legal-both-two-players.toml": "complete",
    "legal-city.json": "consistent",
    "legal-city.toml": "consistent",
    "legal-exchange-table.toml": "complete",
    "legal-gift.toml": "complete",
    "legal-table.toml": "complete",
    "legal-huts.toml": "complete",
    "legal-modules-both-two-players.toml": "complete",
    "legal-modules-table.toml": "complete",
    "legal-two-players.toml": "complete",
    "legal-vizier-favour.toml": "complete",
    "legal-vizier-placing.toml": "complete",
}
BROKEN = {
    "illegal-alhambra-face-of-granada.toml": "A-BOX-2",
    "illegal-alhambra-marker.toml": "A-BOX-2",
    "illegal-alhambra-turned-tile.toml": "BUILD-1",
    "illegal-alhambra-wall.toml": "BUILD-2",
    "illegal-alhambra-walls.toml": "A-BOX-2",
    "illegal-backs.toml": "BOX-3",
    "illegal-bonus-cards.toml": "BON-2 BON-4",
    "illegal-bonus-due.toml": "SCORE-2",
    "illegal-bonus-walls.toml": "BON-1",
    "illegal-both-first-tile.toml": "MIX-17 MIX-19",
    "illegal-both-gift.toml": "MIX-35",
    "illegal-both-hole.toml": "MIX-23",
    "illegal-both-moat.toml": "MIX-17",
    "illegal-both-yard.toml": "MIX-5 MIX-5 MIX-7 MIX-9",
    "illegal-corner.toml": "BUILD-3 BUILD-4",
    "illegal-dirk.toml": "DIRK-5",
    "illegal-end.toml": "END-1 END-3",
    "illegal-exchange-cards.toml": "EXC-1 BOX-11",
    "illegal-exchange-piles.toml": "EXC-2",
    "illegal-gift.toml": "END-2",
    "illegal-hole.toml": "BUILD-5",
    "illegal-moat.toml": "BUILD-2",
    "illegal-money.toml": "BOX-1 BOX-1 BOX-8",
    "illegal-out-of-reach.toml": "BUILD-3",
    "illegal-paid.toml": "TURN-3 TURN-10",
    "illegal-placing.toml": "SETUP-6 TURN-6 DIRK-3",
    "illegal-table.toml": "BOX-12 DIRK-2 BOX-7 BOX-6 SCORE-7",
    "illegal-tiles.toml": "BOX-2 BOX-2 BOX-11 BOX-4 BOX-4",
    "illegal-turn.toml": "TURN-1 BOX-11 TURN-9 TURN-7 SCORE-1",
    "illegal-turned-tile.toml": "BUILD-1",
    "illegal-huts-four.toml": "HUT-7",
    "illegal-huts-no-open-one.toml": "HUT-5",
    "illegal-huts-walls.toml": "HUT-2 BUILD-2 BUILD-3",
    "illegal-modules-house-rules.toml": "MOD-3 MOD-3 MOD-3",
    "illegal-modules-table.toml": "HUT-7 EXC-2 VIZ-3 BON-4",
    "illegal-two-players.toml": "DIRK-1",
    "illegal-vizier-asked.toml": "VIZ-3 VIZ-7",
    "illegal-vizier-paid.toml": "VIZ-4 VIZ-5",
}
UNREADABLE = {
    "unreadable-alhambra-face-of-granada.toml": "Red, city, row 2, SC10 is of Granada, and the start tile",
    "unreadable-alhambra-no-walls.toml": "Red, city, row 1, TO13: expected its walls too, such as TO13:N",
    "unreadable-alhambra-ruleset.toml": "tiles: 'alhambra' is of Alhambra, and the ruleset is of Granada",
    "unreadable-alhambra-unclear-tile.toml": "yard, entry 2, GA10: expected its walls too, 3 tiles are",
    "unreadable-bonus-unclear-tile.toml": "Red, bonus, entry 1, GA10: expected its walls too, 3 tiles are",
    "unreadable-both-moats.toml": "Red, city, row 1, LI5 does not say its moats (LI5:- for none), and",
    "unreadable-both-second.toml": "Red, city, second: no tile of the other kind lies at 1,0",
    "unreadable-building.toml": "Red, city, row 1, 'SX10': no building has the code SX",
    "unreadable-entry.toml": "'markr': no such entry",
    "unreadable-exchange-card.toml": "display, entry 1, exchange card 'yy': expected one of yg yb yo gb",
    "unreadable-game.toml": "ruleset, game: expected one of alhambra, granada, both, got 'atlantis'",
    "unreadable-moats.toml": "Red, city, row 1, SC10 does not say its moats",
    "unreadable-rows.toml": "Red, city, row 2: 1 columns, and row 1 has 2",
    "unreadable-start.toml": "Red, city, expected one start tile",
    "unreadable-huts-price.toml": "Red, city, row 1, 'AC0': no tile costs 0; a hut is written AC*:N",
    "unreadable-toml.toml": "not TOML",
    "unreadable-version.toml": "got 'granada-position/9'",
    "unreadable-vizier-pawn.toml": "Red, pawn: expected one of active, inactive, got 'asleep'",
}
CITY, TABLE, TWO = (str(EXAMPLES / f"legal-{name}.toml") for name in ("city", "table", "two-players"))
BACKS = str(EXAMPLES / "illegal-backs.toml")
HOLE, SPOILED = (str(EXAMPLES / name) for name in ("illegal-hole.toml", "unreadable-building.toml"))
TABLES = {"illegal-tiles.toml", "illegal-turn.toml"}


def started(
    *arguments: str, data: bytes | None = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the program as a process of its own."""
    return subprocess.run(  # noqa: S603 - this interpreter
        [sys.executable, "-m", "granada_rules", *arguments],
        input=data,
        capture_output=True,
        check=False,
        timeout=60,
        env={**os.environ, **environment},
    )


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the program believe that it runs in a terminal."""
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _stream: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("COLUMNS", "60")


def test_every_example_has_its_expected_report() -> None:
    # The page of the table shows what is said of what families write.
    known = LEVELS.keys() | BROKEN.keys() | UNREADABLE.keys() | {"undecided-photo.toml"}
    assert {path.name for path in EXAMPLES.iterdir() if not path.name.startswith("family-")} == known


@pytest.mark.parametrize(("name", "level"), LEVELS.items())
def test_a_legal_position_ends_with_0(name: str, level: str) -> None:
    result = run("validate", str(EXAMPLES / name))
    assert result.exit_code == 0
    lost = "  not noted, so lost when played on: draws, sheets\n" * (level == "complete")
    assert result.stdout == f"{EXAMPLES / name}: legal ({level})\n{lost}"
    (report,) = json.loads(run("validate", "--json", str(EXAMPLES / name)).stdout)
    assert report.get("lost") == (["draws", "sheets"] if lost else None)


def test_of_a_position_that_says_everything_nothing_is_lost(tmp_path: Path) -> None:
    game = g.replay(g.read_game((EXAMPLES.parent / "games" / "stopped-early.toml").read_bytes())).game
    file = tmp_path / "whole.toml"
    file.write_text(g.write_toml(g.write_position(game.to_position())), "utf-8")
    assert run("validate", str(file)).stdout == f"{file}: legal (complete)\n"
    (report,) = json.loads(run("validate", "--json", str(file)).stdout)
    assert report.keys() == {"file", "level", "violations"}


@pytest.mark.parametrize(("name", "clauses"), BROKEN.items())
def test_an_illegal_position_ends_with_1_and_all_clauses_that_it_breaks(name: str, clauses: str) -> None:
    result = run("validate", "--json", str(EXAMPLES / name))
    assert result.exit_code == 1
    (report,) = json.loads(result.stdout)
    assert report.keys() - {"notes"} == {"file", "level", "violations"}
    assert report["level"] == "well-formed"
    assert [violation["clause"] for violation in report["violations"]] == clauses.split()
    printed = run("validate", str(EXAMPLES / name)).stdout
    for violation in report["violations"]:
        assert violation.keys() == {"clause", "player", "cells", "edges", "faces", "cards", "message"}
        assert g.write_violation(g.read_violation(violation)) == violation
        whose = f"{violation['player']}: " if violation["player"] else ""
        assert printed.count(f"{violation['clause']}: {whose}{violation['message']}\n") == 1


@pytest.mark.parametrize(("name", "reason"), UNREADABLE.items())
def test_an_unreadable_position_ends_with_2_and_says_where_and_why(name: str, reason: str) -> None:
    file = str(EXAMPLES / name)
    result = run("validate", file)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"{file}: ")
    assert reason in result.stderr
    (report,) = json.loads(run("validate", "--json", file).stdout)
    assert report.keys() - {"left_out"} == {"file", "level", "violations", "error", "slips", "more_slips"}
    assert (report["level"], report["violations"]) == ("unreadable", [])
    assert reason in report["error"]
    assert ([slip["message"] for slip in report["slips"]], report["more_slips"]) == ([report["error"]], 0)
    rest = f"{file}, as far as it can be read: no violations\n"
    if left_out := report.get("left_out"):
        rest += f"  left out: {'; '.join(left_out)}\n"
    assert result.stdout == rest * ("left_out" in report)


def test_all_slips_are_told_and_the_rest_is_judged(tmp_path: Path) -> None:
    file = tmp_path / "slips.toml"
    players = """
        [[player]]
        name = "Red"
        points = "12"
        city = "@ SX10:N"
        [[player]]
        name = "Blue"
        city = "@ SC4:W"
    """
    file.write_text(f'format = "granada-position/1"\nmarker = "blue"\ndirk = [5]\n{players}', "utf-8")
    result = run("validate", str(file))
    codes = " ".join(building.code for building in g.Building)
    told = [
        "marker: expected one of even, odd, got 'blue'",
        "dirk, entry 1, a tile: expected a string, got 5",
        "Red, points: expected an integer, got '12'",
        f"Red, city, row 1, 'SX10': no building has the code SX ({codes})",
    ]
    assert result.exit_code == 2
    assert result.stderr == f"{file}: " + "\n  ".join(told) + "\n"
    first = (
        f"{file}, as far as it can be read: 2 violations\n  left out: marker; dirk; Red, points; Red, city\n"
    )
    assert result.stdout.startswith(f"{first}\nBlue's city\n")
    (report,) = json.loads(run("validate", "--json", str(file)).stdout)
    assert [slip["message"] for slip in report["slips"]] == told
    assert report["left_out"] == ["marker", "dirk", "Red, points", "Red, city"]
    assert [violation["clause"] for violation in report["violations"]] == ["BUILD-2", "BUILD-3"]
    assert "notes" not in report
    for command in (("score", "--scoring", "A"), ("draw",), ("moves",)):
        other = run(*command, str(file))
        assert (other.exit_code, other.stdout, other.stderr) == (2, "", result.stderr)


def test_the_witness_is_marked_in_a_drawing() -> None:
    result = run("validate", HOLE)
    assert "Red's city\n" in result.stdout
    assert "│╎  !1  ╎│" in result.stdout
    assert "!1 BUILD-5: Red: tiles enclose the empty cell 1,0" in result.stdout
    (report,) = json.loads(run("validate", "--json", HOLE).stdout)
    assert report["violations"][0]["cells"] == [[1, 0]]


REFERENCE_CONDEMNS = (
    'format = "granada-position/1"\ntiles = "reference"\n[[player]]\nname = "Red"\ncity = "@ SC10 MA3"'
)


@pytest.mark.parametrize("command", [["validate"], ["draw"], ["moves"], ["score", "--scoring", "A"]])
def test_a_verdict_that_rests_on_the_reference_set_says_that_it_is_not_the_printed_one(
    command: list[str],
) -> None:
    notes = [
        'BUILD-2, BUILD-3: moats that are not written are those of the tile list "reference"',
        '"reference" is not the printed set; without tiles no list is used',
    ]
    result = run(*command, "-", data=REFERENCE_CONDEMNS)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-2:] == [f"note: {note}" for note in notes]
    document = json.loads(run(*command, "-", "--json", data=REFERENCE_CONDEMNS).stdout)
    report = document[0] if isinstance(document, list) else document
    assert report["notes"] == notes
    # Without the list the moats have to be written, and then nothing rests on it.
    own = REFERENCE_CONDEMNS.replace('tiles = "reference"\n', "").replace("SC10 MA3", "SC10:E MA3:-")
    assert "note:" not in run(*command, "-", data=own).stdout
    assert '"notes"' not in run(*command, "-", "--json", data=own).stdout


def test_a_picture_has_the_notes_beside_it() -> None:
    result = run("draw", "-", "--svg", "-", data=REFERENCE_CONDEMNS)
    assert "note" not in result.stdout
    assert result.stderr.count("note: ") == 2


def test_a_heading_says_what_players_of_the_game_call_their_city() -> None:
    alhambra = str(EXAMPLES / "illegal-alhambra-wall.toml")
    assert "Red's Alhambra\n" in run("validate", alhambra).stdout
    assert run("draw", alhambra, "--player", "Red").stdout.startswith("Red's Alhambra\n")
    (drawing,) = json.loads(run("draw", alhambra, "--json").stdout)["drawings"]
    assert drawing["text"].startswith("Red's Alhambra\n")


def test_a_city_in_which_nothing_is_wrong_is_not_drawn() -> None:
    data = Path(CITY).read_text("utf-8").replace('name = "Red"', 'name = "Red"\npoints = -1')
    result = run("validate", "-", data=data)
    assert result.stdout == "-: 1 violation\n  SCORE-7: Red: points are never less than 0\n"


def test_of_very_many_violations_each_is_listed_once() -> None:
    row = "  ".join(f"SC{value}:->" for value in range(2, 14))
    data = f'format = "granada-position/1"\n[[player]]\ncity = """\n@  {"  ".join([row] * 4)}\n"""'
    for command in ("validate", "draw"):
        printed = run(command, "-", data=data).stdout
        listed = [line for line in printed.splitlines() if "BUILD-1: player 1: " in line]
        assert len(listed) == len(set(listed)) == 48


def test_several_files_end_with_the_worst_of_them() -> None:
    assert run("validate", CITY, TABLE).exit_code == 0
    assert run("validate", CITY, HOLE).exit_code == 1
    result = run("validate", HOLE, SPOILED, CITY)
    assert result.exit_code == 2
    assert "1 violation\n" in result.stdout
    assert result.stdout.endswith(f"{CITY}: legal (consistent)\n")


def test_a_bar_says_how_far_it_is_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    assert run("validate", CITY, TABLE).stderr == ""
    request.getfixturevalue("terminal")
    assert "Validating" in run("validate", CITY, TABLE).stderr
    assert run("validate", CITY).stderr == ""
    assert "\x1b[" in run("validate", CITY).stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in run("validate", CITY, HOLE).stdout


@pytest.mark.usefixtures("terminal")
def test_no_line_is_wider_than_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "50")
    for command in (["draw", TABLE], ["explain", "all"], ["score", TABLE, "--scoring", "C", "--why"]):
        assert max(map(len, run(*command).stdout.splitlines())) <= 50


def test_a_process_that_is_ended_from_outside_is_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object, **_options: object) -> None:
        raise BrokenProcessPool

    monkeypatch.setattr("concurrent.futures.process.ProcessPoolExecutor.map", fail)
    result = run("validate", "--jobs", "2", CITY, CITY)
    assert result.exit_code == 2
    assert result.stderr == "Error: a worker process was killed\n"


def test_who_interrupts_ends_the_other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(judged: object, _length: int) -> None:
        next(iter(judged))  # type: ignore[call-overload]
        assert len(multiprocessing.active_children()) == 2
        raise KeyboardInterrupt

    monkeypatch.setattr("granada_rules.cli.validate._with_progress", interrupt)
    before = signal.getsignal(signal.SIGINT)
    result = run("validate", "--jobs", "2", *[CITY] * 100)
    assert (result.exit_code, result.output) == (130, "")
    assert multiprocessing.active_children() == []
    assert signal.getsignal(signal.SIGINT) is before


def test_who_interrupts_while_processes_start_is_heard_when_they_have_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupt(*_arguments: object, **_options: object) -> None:
        # To this thread: another one of the test runner might hear a signal to the process later.
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("concurrent.futures.process.ProcessPoolExecutor.map", interrupt)
    before = signal.getsignal(signal.SIGINT)
    result = run("validate", "--jobs", "2", CITY, CITY)
    assert (result.exit_code, result.output) == (130, "")
    assert signal.getsignal(signal.SIGINT) is before


def test_the_help_of_the_program_is_that_of_its_commands() -> None:
    context = click.Context(main)
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        assert f" {name} {command.get_short_help_str(100)} " in f"{' '.join(run('--help').stdout.split())} "
    assert main.get_command(context, "nonsense") is None


def test_many_processes_find_what_one_finds() -> None:
    files = [str(path) for path in sorted(EXAMPLES.iterdir())]
    alone, together = (run("validate", "--jobs", jobs, *files) for jobs in ("1", "2"))
    assert together.exit_code == alone.exit_code == 2
    assert (together.stdout, together.stderr) == (alone.stdout, alone.stderr)


def test_standard_input_is_a_file_like_any_other() -> None:
    data = Path(HOLE).read_bytes()
    alone = run("validate", "-", data=data)
    assert alone.stdout == run("validate", HOLE).stdout.replace(HOLE, "-")
    assert run("validate", "--jobs", "2", "-", CITY, data=data).stdout.startswith(alone.stdout)
    twice = run("validate", "-", "-", data=data)
    assert twice.exit_code == 2
    assert "standard input can be read only once" in twice.stderr


def test_who_else_judges_does_not_matter_to_pipes_and_closed_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    text = Path(CITY).read_bytes()
    with ThreadPoolExecutor(1) as writer:
        writer.submit(pipe.write_bytes, text)
        assert run("validate", "--jobs", "2", str(pipe), CITY).exit_code == 0
    monkeypatch.setattr("granada_rules.cli.files.contents", _closed)
    result = run("validate", "--json", "-", CITY)
    assert result.exit_code == 2
    closed, _ = json.loads(result.stdout)
    assert closed["error"] == "standard input is closed"


def _closed(_file: str) -> bytes:
    raise OSError("standard input is closed")


def test_what_is_no_file_is_unreadable(tmp_path: Path) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text("")
    secret.chmod(0)
    for path, reason in ((tmp_path, "Is a directory"), (tmp_path / "none.toml", "No such file or directory")):
        result = run("validate", str(path), CITY)
        assert result.exit_code == 2
        assert result.stderr == f"{path}: {reason}\n"
        assert "legal (consistent)" in result.stdout
        assert run("tiles", "check", str(path)).stderr == f"{path}: {reason}\n"
    if os.geteuid():
        assert run("validate", str(secret)).stderr == f"{secret}: Permission denied\n"


def test_the_name_of_a_file_does_nothing_to_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "\x1b[31m\n.toml"
    path.write_bytes(Path(CITY).read_bytes())
    for result in (run("validate", str(path)), run("validate", f"{path}?")):
        assert "\x1b" not in result.output


def test_an_endless_file_is_refused() -> None:
    result = run("validate", "/dev/zero")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "longer than" in result.stderr


COMMANDS = (
    ["validate", "-"],
    ["score", "-", "--scoring", "C"],
    ["moves", "-"],
    ["draw", "-"],
    ["replay", "-"],
    ["audit", "-"],
    ["tiles", "check", "-"],
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@given(data=st.binary(max_size=80))
@example(b'{"format": "granada-position/1", "draws": -1}')
@example(b'format = "granada-position/1"\nruleset = { yard = ["y", "y", "y", "y"] }')
@example(b'format = "granada-position/1"\npiles = [0]')
@example(b"\xff\xfe")
@example(b"[" * 5000)
def test_any_bytes_give_a_report(command: list[str], data: bytes) -> None:
    result = run(*command, data=data)
    assert result.exit_code == 2
    assert result.stderr.startswith("-: ")
    assert len(result.stderr) < 2000


@pytest.mark.parametrize("command", COMMANDS[:4], ids=lambda command: command[0])
@given(place=st.integers(min_value=0), length=st.integers(0, 30), put=st.binary(max_size=6))
def test_a_spoiled_file_gives_a_report(command: list[str], place: int, length: int, put: bytes) -> None:
    data = Path(TABLE).read_bytes()
    place %= len(data)
    result = run(*command, data=data[:place] + put + data[place + length :])
    assert result.exit_code in {0, 1, 2}


def test_a_sheet_says_award_by_award_who_gets_what() -> None:
    result = run("score", CITY, "--scoring", "a", "--why")
    assert result.exit_code == 0
    table = run("score", CITY, "--scoring", "a").stdout
    assert result.stdout.startswith(f"{table}\nSCORE-4: ")
    assert "SCORE-4: Red, longest moat (-1,1:W to 1,-1:E): 7\n" in result.stdout
    assert result.stdout.endswith("total: Red 13\n")
    sheet = json.loads(run("score", CITY, "--scoring", "B", "--json").stdout)
    assert sheet["totals"] == {"Red": 19}
    assert (sheet["scoring"], sheet["simplified"], sheet["level"]) == ("B", False, "consistent")
    assert sum(line["points"] for line in sheet["lines"]) == 19
    assert sheet["lines"][0]["edges"][0] == "-1,1:W"
    assert sheet["lines"][1]["faces"] == ["AR8"]


def test_a_scoring_is_asked_for_by_its_letter_large_or_small() -> None:
    for letter in "ABC":
        shown = run("score", CITY, "--scoring", letter).stdout
        assert shown == run("score", CITY, "--scoring", letter.lower()).stdout
    refused = run("score", CITY, "--scoring", "D")
    assert refused.exit_code == 2
    assert "'D' is not one of 'A', 'B', 'C'" in refused.stderr
    assert "--scoring [A|B|C]" in run("score", "--help").stdout


def test_dirk_takes_part_where_his_tiles_are_written_down() -> None:
    assert "Dirk" in json.loads(run("score", TWO, "--scoring", "B", "--json").stdout)["totals"]
    assert run("score", TWO, "--scoring", "C").stderr == ""
    start = '[[player]]\ncity = "@"\n'
    lonely = run("score", "-", "--scoring", "B", data='format = "granada-position/1"\n' + start * 2)
    assert "player 1  player 2\n" in lonely.stdout
    assert lonely.stdout.endswith("Total         0         0\n")
    assert "so he is left out" in lonely.stderr
    told = run("score", "-", "--scoring", "B", "--json", data='format = "granada-position/1"\n' + start * 2)
    assert not json.loads(told.stdout)["dirk"]
    assert json.loads(run("score", TWO, "--scoring", "B", "--json").stdout)["dirk"]


def test_points_are_fixed_if_the_option_or_the_ruleset_says_so() -> None:
    totals: Callable[..., Any] = lambda *options, data: json.loads(  # noqa: E731 - short
        run("score", "-", "--scoring", "A", "--json", *options, data=data).stdout
    )["totals"]["Red"]
    regular = Path(CITY).read_text("utf-8")
    simplified = regular.replace("[[player]]", "ruleset = { simplified = true }\n[[player]]")
    assert totals(data=regular) == totals("--regular", data=simplified) == 7 + 6
    assert totals(data=simplified) == totals("--simplified", data=regular) == 7 + 6 * 3


@pytest.mark.parametrize(
    "players", ["", '[[player]]\nname = "Red"\n', '[[player]]\nname = "Red"\ncity = "@"\n[[player]]\n']
)
def test_places_need_all_cities(players: str) -> None:
    result = run("score", "-", "--scoring", "B", data=f'format = "granada-position/1"\n{players}')
    assert result.exit_code == 2
    assert "the city of every player is needed" in result.stderr


@pytest.mark.parametrize("command", [["score", "--scoring", "C"], ["moves"], ["draw"]])
def test_every_question_about_an_illegal_or_unreadable_position_gets_its_report(command: list[str]) -> None:
    for file, code in ((HOLE, 1), (SPOILED, 2)):
        (report,) = json.loads(run("validate", "--json", file).stdout)
        asked = run(*command, "--json", file)
        assert asked.exit_code == code
        assert json.loads(asked.stdout) | report == json.loads(asked.stdout)
        plain = run(*command, file)
        assert plain.exit_code == code
        assert ("BUILD-5: Red: tiles enclose" in plain.stdout) == (code == 1)
        assert ("no building has the code SX" in plain.stderr) == (code == 2)


def test_moves_are_the_legal_actions_in_their_order() -> None:
    dealer = g.Dealer(b"a seed for a position")
    game = g.deal(g.setup(["Red", "Blue", "Green"]), dealer)
    for _ in range(9):
        game = g.deal(g.apply(game, next(iter(g.legal_actions(game)))), dealer)
    data = g.write_toml(g.write_position(game.to_position()))
    minimal, every = (list(g.legal_actions(game, minimal_payments=minimal)) for minimal in (True, False))
    assert len(minimal) < len(every)
    for options, wanted in (([], minimal), (["--all"], every)):
        result = run("moves", "-", "--most", "100000", *options, data=data)
        assert result.exit_code == 0
        actions = [read_event(line, ["Red", "Blue", "Green"]) for line in result.stdout.splitlines()]
        assert actions == wanted


def test_of_very_many_moves_it_is_said_how_many_more_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run("moves", TABLE)
    lines = whole.stdout.splitlines()
    assert whole.stderr == ""
    bounded = run("moves", TABLE, "--most", "5")
    assert bounded.stdout.splitlines() == lines[:5]
    assert bounded.stderr == f"and {len(lines) - 5} more\n"
    found = json.loads(run("moves", TABLE, "--most", "5", "--json").stdout)
    assert (found["actions"], found["more"], found["level"]) == (lines[:5], len(lines) - 5, "complete")
    monkeypatch.setattr("granada_rules.cli.moves._MOST_COUNTED", 10)
    assert run("moves", TABLE, "--most", "5").stderr == "and more than 10 more\n"
    assert json.loads(run("moves", TABLE, "--most", "5", "--json").stdout)["more"] is None


def test_what_is_not_complete_has_no_moves() -> None:
    result = run("moves", CITY)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        f"{CITY}: not complete, so it cannot be played on; missing: two players or more; a listed tile set; "
        "ruleset; marker; yard; display; discards; piles; bought; a phase in which somebody decides; turn; "
        "reserve of Red; hand of Red; points of Red\n"
    )
    report = json.loads(run("moves", CITY, "--json").stdout)
    assert report["level"] == "consistent"
    assert "missing" in report["error"]


def test_a_position_is_drawn_whole_for_people_and_city_by_city_for_programs() -> None:
    for file in (CITY, TABLE, HOLE, BACKS, str(EXAMPLES / "illegal-turn.toml")):
        position = read_position(Path(file).read_bytes())
        show = g.draw.Show(violations=g.validate(position).violations)
        assert run("draw", file).stdout == g.draw.text(position, show=show)
    assert run("draw", TABLE).stdout.startswith("Green is to act\n")
    assert "\n  Hand g1 o9\n" in run("draw", TABLE).stdout
    assert run("draw", CITY, "--longest-moat").stdout.endswith("Longest moat (SCORE-4): 7 edges\n")
    assert run("draw", TABLE, "--player", "Blue").stdout.startswith("Blue's city\n")
    report = json.loads(run("draw", TABLE, "--json").stdout)
    assert [drawing["player"] for drawing in report["drawings"]] == [None]
    game = g.Game.from_position(read_position(Path(TABLE).read_bytes()))
    assert report["drawings"][0]["text"] == g.draw.text(game)
    several = json.loads(run("draw", str(EXAMPLES / "illegal-turn.toml"), "--json").stdout)
    assert [drawing["player"] for drawing in several["drawings"]] == ["Red", "Blue", "Green"]
    assert several["drawings"][0]["text"].startswith("Red's city\n")


def test_legal_cells_are_marked() -> None:
    assert "A tile with moats N E may be built nowhere" in run("draw", CITY, "--legal-for", "ne").stdout
    assert "may be built at" in run("draw", CITY, "--legal-for", "-").stdout
    of_alhambra = run("draw", CITY, "--legal-for", "-", "--legal-kind", "alhambra").stdout
    assert "A tile with no walls may be built nowhere" in of_alhambra
    wrong = run("draw", CITY, "--legal-for", "X")
    assert wrong.exit_code == 2
    assert "expected any of N E S W, each at most once" in wrong.stderr


@pytest.mark.parametrize("name", sorted(TABLES))
def test_a_drawing_tells_all_that_is_wrong_also_outside_the_cities(name: str) -> None:
    result = run("draw", str(EXAMPLES / name))
    assert result.exit_code == 1
    for clause in BROKEN[name].split():
        assert f"{clause}: " in result.stdout


def test_what_is_not_written_down_cannot_be_drawn() -> None:
    for arguments, reason in (
        (("-",), "the position is empty"),
        (("-", "--json"), "the position is empty"),
        ((TABLE, "--player", "Pink"), "no city of Pink is written down"),
        ((BACKS, "--player", "Pink"), "no city of Pink is written down"),
    ):
        result = run("draw", *arguments, data='format = "granada-position/1"\n')
        assert (result.exit_code, "--json" in arguments or not result.stdout) == (2, True)
        assert reason in result.stderr


def test_where_there_is_no_city_programs_are_told_so() -> None:
    data = 'format = "granada-position/1"\nmarker = "odd"\n'
    assert run("draw", "-", data=data).stdout == "Marker odd\n"
    result = run("draw", "-", "--json", data=data)
    assert (result.exit_code, json.loads(result.stdout)["error"]) == (
        2,
        "cannot be drawn: no city is written down",
    )


def test_where_there_is_no_city_programs_get_the_report() -> None:
    (report,) = json.loads(run("validate", BACKS, "--json").stdout)
    drawn = run("draw", BACKS, "--json")
    assert (drawn.exit_code, json.loads(drawn.stdout)) == (1, report)


def test_a_picture_is_written_where_it_is_wanted(tmp_path: Path) -> None:
    out = tmp_path / "city.svg"
    result = run("draw", CITY, "--svg", str(out))
    assert (result.exit_code, result.output) == (0, "")
    source = out.read_text("utf-8")
    assert ET.fromstring(source).tag.endswith("svg")  # noqa: S314 - our own picture
    assert run("draw", CITY, "--svg", "-").stdout == f"{source}\n"
    assert run("draw", HOLE, "--svg", str(out)).exit_code == 1
    assert "BUILD-5" in out.read_text("utf-8")
    report = json.loads(run("draw", TABLE, "--svg", str(out), "--json").stdout)
    assert report["level"] == "complete"


def test_a_picture_does_not_replace_what_was_read(tmp_path: Path, our_box: Path) -> None:
    position = tmp_path / "city.toml"
    position.write_bytes(Path(CITY).read_bytes())
    for out in (position, our_box):
        before = out.read_bytes()
        result = run("draw", str(position), "--tiles", str(our_box), "--svg", str(out))
        assert (result.exit_code, out.read_bytes()) == (2, before)
        assert f"{out}: the picture would replace what was read" in result.stderr


def test_what_a_picture_does_not_show_is_told_beside_it(tmp_path: Path) -> None:
    data = 'format = "granada-position/1"\ndisplay = ["y10"]\n[[player]]\ncity = "@ AR8:-"\n'
    picture, only = tmp_path / "city.svg", ("--player", "player 1")
    result = run("draw", "-", *only, "--svg", str(picture), data=data)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("BOX-1: the box has no card y10")
    assert "BOX-1" not in picture.read_text("utf-8")
    assert run("draw", "-", *only, data=data).stdout.endswith(result.stderr)
    whole = run("draw", "-", "--svg", str(picture), data=data)
    assert (whole.exit_code, whole.output) == (1, "")
    assert "BOX-1" in picture.read_text("utf-8")


def test_a_picture_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    several = str(EXAMPLES / "illegal-turn.toml")
    for arguments, reason in (
        ((CITY, "--svg", str(tmp_path)), "Is a directory"),
        ((CITY, "--json", "--svg", "-"), "would both go to standard output"),
    ):
        result = run("draw", *arguments)
        assert result.exit_code == 2
        assert reason in result.stderr
    assert run("draw", several, "--player", "Red", "--svg", str(tmp_path / "x.svg")).exit_code == 1


@pytest.mark.parametrize("clause", g.Clause)
def test_every_clause_is_explained(clause: g.Clause) -> None:
    printed = run("explain", clause.lower()).stdout
    assert printed.startswith(f"{clause}\n")
    told = " ".join(printed.split())
    assert f"{clause.text} Editions: {clause.editions}" in told
    assert ("Ruling: " in told) == (clause.ruling is not None)
    (entry,) = json.loads(run("explain", "--json", clause.replace("-", "_")).stdout)
    assert entry == {
        "clause": str(clause),
        "text": clause.text,
        "editions": clause.editions,
        "ruling": clause.ruling,
        **({} if clause.replaces is None else {"replaces": str(clause.replaces)}),
        **({"in_both": list(map(str, clause.in_both))} if clause.in_both else {}),
    }


def test_a_chapter_or_all_clauses_can_be_explained() -> None:
    chapter = json.loads(run("explain", "--json", "build", "BUILD-2", "moNEY-1").stdout)
    names = [f"BUILD-{number}" for number in range(1, 7)]
    assert [entry["clause"] for entry in chapter] == [*names, "MONEY-1"]
    everything = json.loads(run("explain", "--json", "all").stdout)
    assert [entry["clause"] for entry in everything] == [*map(str, g.Clause), "all"]
    assert everything[-1]["ruling"] == g.general_ruling()
    assert "\nAll clauses\n  Ruling: " in run("explain", "all").stdout


@pytest.mark.parametrize("building", g.Building)
def test_a_building_is_explained_by_its_code_and_its_names(building: g.Building) -> None:
    names = [name for names in g.notation.building_names(building).values() for name in names]
    (entry,) = json.loads(run("explain", building.code.lower(), "--json").stdout)
    for name in names:
        assert json.loads(run("explain", name, "--json").stdout) == [entry]
    assert (entry["building"], entry["label"]) == (building.code, building.label)
    assert entry["colour"] == building.colour
    assert [name for given in entry["names"].values() for name in given] == names
    text = run("explain", names[0]).stdout
    assert text.startswith(f"{building.code} {building.label}\n  Of {building.kind.label}: ")
    assert f"prices {entry['prices'][0]} to {entry['prices'][-1]} (" in text
    assert all(name in " ".join(text.split()) for name in names)


def test_no_building_is_called_like_a_clause_or_a_chapter() -> None:
    known = {*g.Clause, *(clause.partition("-")[0] for clause in g.Clause), "ALL"}
    names = [
        name.upper()
        for one in g.Building
        for each in g.notation.building_names(one).values()
        for name in each
    ]
    assert not known & {*names, *(building.code for building in g.Building)}


def test_clauses_and_buildings_are_explained_together() -> None:
    both = run("explain", "Garten", "build-1", "TO", "gärten").stdout
    assert [part.split("\n")[0] for part in both.split("\n\n")] == ["GA Garden", "BUILD-1", "TO Tower"]
    assert "  Of Alhambra: 11 tiles, prices 6 to 12 (A-BOX-2); its huts are green (A-BOX-14)\n" in both
    assert "All clauses" not in run("explain", "box", "GA").stdout
    assert "All clauses" in run("explain", "GA", "all").stdout


def test_who_asks_for_no_clause_is_told_of_near_ones() -> None:
    typo = run("explain", "bulid-3")
    assert (typo.exit_code, typo.stdout) == (2, "")
    assert "did you mean BUILD-3" in typo.stderr
    assert "chapters are BOX SETUP TURN" in run("explain", "12345").stderr


def test_a_shell_completes_clauses() -> None:
    completed = ShellComplete(main, {}, "granada-rules", "_X").get_completions(["explain"], "build-")
    assert [item.value for item in completed] == [f"BUILD-{number}" for number in range(1, 7)]


def test_a_tile_file_is_judged_like_a_position(our_box: Path) -> None:
    good = run("tiles", "check", str(our_box))
    assert (good.exit_code, good.stdout) == (0, f"{our_box}: legal (consistent)\n")
    text = our_box.read_text("utf-8")
    our_box.write_text(text.replace('  "AR2/', '  "AR4/'), "utf-8")
    bad = run("tiles", "check", "--json", str(our_box), "-", data=text)
    assert bad.exit_code == 1
    wrong, right = json.loads(bad.stdout)
    assert {violation["clause"] for violation in wrong["violations"]} == {"BOX-2", "BOX-3"}
    assert right == {"file": "-", "level": "consistent", "violations": []}
    our_box.write_text(text.replace("AR2/", "SX2/"), "utf-8")
    unreadable = run("tiles", "check", str(our_box))
    assert unreadable.exit_code == 2
    assert "no building has the code SX" in unreadable.stderr


def test_other_tiles_under_the_name_of_the_reference_set_are_refused(our_box: Path) -> None:
    ours = our_box.read_text("utf-8")
    false = ours.replace("AR2/BA3:NEW", "AR2/BA3:NE").replace("our box", "reference")
    our_box.write_text(false, "utf-8")
    for command in (["tiles", "check"], ["play", "--seed", "x", "--tiles"]):
        refused = run(*command, str(our_box))
        assert refused.exit_code == 2
        assert "name: 'reference' is reserved for a set that ships with the library" in refused.stderr


def test_a_position_can_name_a_tile_set_of_ones_own(our_box: Path) -> None:
    data = Path(TABLE).read_text("utf-8").replace('"reference"', '"our box"')
    assert "no tile set is called 'our box'" in run("validate", "-", data=data).stderr
    assert run("validate", "--tiles", str(our_box), "-", data=data).exit_code == 0
    both = run("validate", "--jobs", "2", "--tiles", str(our_box), "-", CITY, data=data)
    assert both.exit_code == 0
    our_box.write_text("format = 3", "utf-8")
    refused = run("validate", "--tiles", str(our_box), "-", data=data)
    assert refused.exit_code == 2
    assert "format: expected a string, got 3" in refused.stderr
    assert "No such file" in run("validate", "--tiles", "none.toml", "-", data=data).stderr


def commands(group: click.Group, *path: str) -> list[tuple[str, ...]]:
    """Return the commands of the program."""
    found: list[tuple[str, ...]] = []
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        found += commands(command, *path, name) if isinstance(command, click.Group) else [(*path, name)]
    return found


@pytest.mark.parametrize("command", commands(main), ids=" ".join)
def test_every_command_has_help_with_examples_and_json(command: tuple[str, ...]) -> None:
    result = run(*command, "--help")
    assert result.exit_code == 0
    assert f"\n    granada-rules {' '.join(command)}" in result.stdout
    assert "--json" in result.stdout
    (first, *_) = command
    assert f"  {first} " in run("--help").stdout
    page = (ROOT / "docs" / "commands.md").read_text("utf-8")
    assert f"`{' '.join(command)} " in page or f"`{' '.join(command)}`" in page


@pytest.mark.parametrize(
    ("failure", "code", "said"),
    [
        (KeyboardInterrupt(), 130, ""),
        (BrokenPipeError(32, "Broken pipe"), 141, ""),
        (OSError(28, "No space left on device"), 2, "Error: No space left on device\n"),
        (OSError("something else"), 2, "Error: something else\n"),
    ],
)
def test_what_goes_wrong_around_the_program_is_no_verdict(
    monkeypatch: pytest.MonkeyPatch, failure: BaseException, code: int, said: str
) -> None:
    def fail(*_arguments: object, **_options: object) -> None:
        raise failure

    monkeypatch.setattr("granada_rules.cli.verdict.say", fail)
    result = run("validate", CITY)
    assert (result.exit_code, result.stderr) == (code, said)


def test_standard_input_may_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("granada_rules.cli.files.sys.stdin", None)
    with pytest.raises(OSError, match="standard input is closed"):
        contents("-")


def test_output_may_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    for files in ([CITY, TABLE], [HOLE], [SPOILED]):
        monkeypatch.setattr("sys.stdout", None)
        monkeypatch.setattr("sys.stderr", None)
        with pytest.raises(SystemExit) as end:
            main(["validate", *files])
        assert end.value.code == 2
        sys.stdout.close()
        sys.stderr.close()


def test_the_output_may_be_any_stream() -> None:
    with redirect_stdout(io.StringIO()) as output, pytest.raises(SystemExit) as end:
        main(["validate", CITY])
    assert end.value.code == 0
    assert output.getvalue() == f"{CITY}: legal (consistent)\n"


def test_the_module_is_the_same_program() -> None:
    result = started("validate", "-", data=Path(HOLE).read_bytes())
    assert result.returncode == 1
    assert result.stdout.decode() == run("validate", "-", data=Path(HOLE).read_bytes()).stdout
    assert b"\x1b[" not in started("draw", TABLE, NO_COLOR="1").stdout
    assert started("validate", "none.toml").stderr == b"none.toml: No such file or directory\n"
    assert started("--version").stdout.startswith(b"granada-rules, version ")


def test_a_reader_may_go_away() -> None:
    program = [sys.executable, "-m", "granada_rules", "validate", *[HOLE] * 300]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:  # noqa: S603
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_a_sheet_names_every_building_that_earned_points() -> None:
    position = read_position(Path(CITY).read_bytes())
    (city,) = (player.city for player in position.players)
    assert city is not None
    lines = json.loads(run("score", CITY, "--scoring", g.Scoring.C.value, "--json").stdout)["lines"]
    faces = {g.Face.parse(face) for line in lines for face in line["faces"]}
    assert faces == {tile.face for tile in city.tiles.values()}


def test_the_package_is_the_same_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["granada-rules", "--version"])
    for handler in (signal.default_int_handler, signal.SIG_IGN):
        before = signal.signal(signal.SIGINT, handler)
        with pytest.raises(SystemExit) as ended:
            runpy.run_module("granada_rules", run_name="__main__")
        changed = signal.signal(signal.SIGINT, before)
        assert ended.value.code == 0
        assert (changed is handler) == (handler is signal.SIG_IGN)
    assert "granada-rules" in capsys.readouterr().out
