"""Games on the command line: ``replay`` judges a record, ``play`` writes one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import granada_rules as g
from tests.helpers.example_games import EXAMPLES, PLAYED
from tests.helpers.program import run
from tests.helpers.samples import every

RIGHT = list(PLAYED)
STOPPED = [
    "alhambra-stopped-early",
    "alhambra-walls-left-out",
    "both-stopped-early",
    "modules-stopped-early",
    "other-behaviour",
    "stopped-early",
    "stopped-in-the-setup",
]
WRONG = {
    "exchange-card-of-other-currencies": "EXC-5",
    "exchange-card-too-early": "EXC-2",
    "exchange-card-with-money": "EXC-4",
    "after-the-end": "END-5",
    "alhambra-face-of-granada": "A-BOX-2",
    "alhambra-turned-over": "PLACE-1",
    "alhambra-walls-that-no-tile-has": "A-BOX-2",
    "bonus-dealt-twice": "MOD-5",
    "bonus-hidden": "BON-2",
    "bonus-without-its-tile": "BON-4",
    "both-b-from-the-first-deck": "MIX-7",
    "both-first-tile-removed": "MIX-20",
    "both-first-tile-without-moat": "MIX-6",
    "both-granada-before-a-wall": "MIX-17 MIX-19",
    "both-tile-of-the-other-kind": "MIX-6",
    "built-apart": "BUILD-3 BUILD-4 BUILD-4",
    "card-drawn-for-a-tile": "SETUP-2",
    "changed-line": "",
    "huts-a-fourth-one": "HUT-7",
    "huts-of-another-pile": "HUT-5",
    "huts-placed-too-early": "HUT-5",
    "modules-hut-given-to-dirk": "HUT-4",
    "modules-hut-with-the-pawn": "VIZ-13",
    "not-their-turn": "TURN-1",
    "paid-too-little": "BUY-1",
    "tile-drawn-twice": "BOX-11",
    "vizier-active-pawn": "VIZ-11",
    "vizier-out-of-order": "VIZ-9",
    "vizier-overpaid": "VIZ-4",
    "wrong-result": "",
}
UNREADABLE = {
    "alhambra-unclear-tile": "event 1: GA10: expected its walls too, 3 tiles are called so",
    "alhambra-without-ruleset": "tiles: 'alhambra' is of Alhambra, and without a ruleset this is Granada",
    "both-one-tile-set": "tiles: a game of Alhambra and Granada needs a listed tile set of each",
    "both-tiles-of-one-kind": "tiles: a game of Alhambra and Granada needs a listed tile set of each",
    "both-without-tiles": "tiles is missing",
    "modules-without-house-rules": "MOD-3: no book adds vizier's favour to Alhambra and Granada",
    "one-player": "BOX-12: the game is for 2 to 6 players",
    "unknown-game": "ruleset, game: expected one of alhambra, granada, both, got 'atlantis'",
    "unlisted-tiles": "tiles: a game needs a listed tile set",
    "unreadable-line": "event 28: 'Red tkaes b4': expected one of",
}


SHIPPED = {g.Kind.ALHAMBRA: {"reference"}, g.Kind.GRANADA: {"alhambra"}}
"""What a game of both takes beside own tiles of one kind."""


def said(*arguments: str) -> str:
    """Return what a command prints that succeeds."""
    result = run(*arguments)
    assert result.exit_code == 0
    return result.stdout


def file(name: str) -> str:
    """Return where an example is."""
    return str(EXAMPLES / f"{name}.toml")


def test_every_example_has_its_expected_report() -> None:
    assert {path.stem for path in EXAMPLES.iterdir()} == {*RIGHT, *STOPPED, *WRONG, *UNREADABLE}


@pytest.mark.parametrize("name", every(3, [*RIGHT, *STOPPED]))
def test_a_record_in_which_nothing_is_wrong_ends_with_0(name: str) -> None:
    record = g.read_game((EXAMPLES / f"{name}.toml").read_bytes())
    end = "the game is over" if name in RIGHT else "the game is not over"
    result = run("replay", file(name))
    assert result.exit_code == 0
    first = result.stdout.split("\n", 1)[0]
    assert first == f"{file(name)}: right ({len(record.events)} legal events, {end})"
    found = json.loads(run("replay", file(name), "--json").stdout)
    assert (found["level"], found["violations"], found["bad_event"]) == ("consistent", [], None)
    assert (found["right"], found["over"], found["events"]) == (True, name in RIGHT, len(record.events))
    assert found["points"] == dict(g.replay(record).game.table.points)
    if name in RIGHT:
        assert [sheet["scoring"] for sheet in found["sheets"]] == ["A", "B", "C"]
        assert found["points"] == record.result
        for player, points in found["points"].items():
            assert sum(sheet["totals"].get(player, 0) for sheet in found["sheets"]) == points
            assert f". {player}: {points}" in result.stdout
        assert " wins\n" in result.stdout


@pytest.mark.parametrize(("name", "clauses"), WRONG.items())
def test_a_record_in_which_something_is_wrong_ends_with_1(name: str, clauses: str) -> None:
    result = run("replay", file(name))
    assert result.exit_code == 1
    assert result.stdout.startswith(f"{file(name)}: wrong (")
    found = json.loads(run("replay", file(name), "--json").stdout)
    assert [violation["clause"] for violation in found["violations"]] == clauses.split()
    assert (found["level"], found["right"]) == ("well-formed", False)
    if clauses:
        bad = found["bad_event"]
        assert bad["number"] == found["events"] + 1
        assert (
            f"  event {bad['number']} (line {bad['file_line']} of the file), {bad['line']}\n" in result.stdout
        )
        lines = (EXAMPLES / f"{name}.toml").read_text("utf-8").split("\n")
        assert lines[bad["file_line"] - 1].startswith(bad["line"])
        assert len(bad["reasons"]) == len(clauses.split())
        for reason in bad["reasons"]:
            assert f"    {reason}\n" in result.stdout


@pytest.mark.parametrize(("name", "why"), UNREADABLE.items())
def test_a_record_that_cannot_be_read_ends_with_2_and_says_why(name: str, why: str) -> None:
    result = run("replay", file(name))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"{file(name)}: {why}")
    found = json.loads(run("replay", file(name), "--json").stdout)
    assert found["level"] == "unreadable"
    assert found["error"].startswith(why)


def test_every_line_that_cannot_be_read_is_told_with_its_line_of_the_file() -> None:
    text = (EXAMPLES / "3-players.toml").read_text("utf-8")
    # A tile is not paid for, and two lines are no events.
    for line, wrong in (
        ("Blue buys 3 for b9", "Blue buys 3 for b1"),
        ("tile DI3", "tiel DI3"),
        ("card y6", "crad y6"),
    ):
        text = text.replace(line, wrong, 1)
    result = run("replay", "-", data=text)
    assert result.exit_code == 2
    assert "\n  event 24 (line 31 of the file), tiel DI3\n    'tiel DI3': a line begins with" in result.stdout
    assert "\n  event 29 (line 36 of the file), crad y6\n    'crad y6': a line begins with" in result.stdout
    assert [line[:14] for line in result.stderr.splitlines()] == ["-: event 24: '", "  event 29: 'c"]
    for program in (("replay",), ("audit", "--seed", "00" * 16)):
        result = run(*program, "--json", "-", data=text)
        found = json.loads(result.stdout)
        assert (result.exit_code, found["level"], found["more_unreadable"]) == (2, "unreadable", 0)
        assert [violation["clause"] for violation in found["violations"]] == ["BUY-1", "BUY-1"]
        assert [(event["number"], event["file_line"]) for event in found["unreadable"]] == [
            (24, 31),
            (29, 36),
        ]
        assert [event["line"] for event in found["unreadable"]] == ["tiel DI3", "crad y6"]
    assert "\n  event 29: 'crad y6'" in run("audit", "--seed", "00" * 16, "-", data=text).stdout


def test_of_very_many_lines_that_cannot_be_read_40_are_told() -> None:
    head = 'format = "granada-game/1"\ntiles = "reference"\nplayers = ["A", "B"]\n'
    lines = "x\n" * 42
    result = run("replay", "-", data=f'{head}events = """\n{lines}"""')
    assert result.stdout.count("of the file), x") == 40
    assert "\n  and 2 more lines that cannot be read\n" in result.stdout
    assert result.stderr.splitlines()[-1] == "  and 2 more"


def test_the_bad_event_is_shown_in_a_drawing_of_the_table() -> None:
    drawing = run("replay", file("built-apart")).stdout
    assert "╎ !1,2 ╎" in drawing
    assert "!1 BUILD-3: Red: DI2 at 2,2 cannot be reached on foot" in drawing
    assert "Red is to act" in run("replay", file("unreadable-line")).stdout
    assert "START" not in run("replay", file("wrong-result")).stdout


def test_a_changed_line_a_wrong_result_and_another_behaviour_are_said() -> None:
    assert "  event 5: digest mismatch" in run("replay", file("changed-line")).stdout
    assert json.loads(run("replay", file("changed-line"), "--json").stdout)["changed_line"] == 5
    said = "  result: 'Red': 136 points stated, 126 scored\n"
    assert said in run("replay", file("wrong-result")).stdout
    found = json.loads(run("replay", file("wrong-result"), "--json").stdout)
    assert found["wrong_results"] == {"Red": {"stated": 136, "real": 126}}
    assert "another version of the behaviour" in run("replay", file("other-behaviour")).stdout
    assert json.loads(run("replay", file("other-behaviour"), "--json").stdout)["behaviour_differs"]
    stated = (EXAMPLES / "2-players.toml").read_text("utf-8").replace("result = {", "result = { Nobody = 3,")
    assert "'Nobody': 3 points stated, but no such player" in run("replay", "-", data=stated).stdout


def test_of_very_many_wrong_results_few_are_told() -> None:
    document = g.write_game(g.read_game((EXAMPLES / "stopped-early.toml").read_bytes()))
    stated = g.write_json(document | {"result": {letter * 900: 1 for letter in "abcdefghij"}})
    result = run("replay", "-", data=stated)
    assert result.exit_code == 1
    assert "  result: and 3 more\n" in result.stdout
    assert len(result.stdout) < 2000


@pytest.mark.parametrize("players", range(2, 7))
def test_a_random_game_is_legal_from_the_first_draw_to_the_last(players: int) -> None:
    result = run("play", "--players", str(players), "--seed", "a rainy evening")
    record = g.read_game(result.stdout)
    assert (result.exit_code, result.stderr) == (
        0,
        f"commitment: {record.commitment}\nseed: a rainy evening\n",
    )
    assert record.seed == sha256(b"a rainy evening").digest()
    found = g.replay(record)
    assert found.is_right
    assert found.is_over
    assert record.result == found.game.table.points
    assert [player.name for player in found.game.table.players] == [
        f"Player {number}" for number in range(1, players + 1)
    ]
    programs = run("play", "--players", str(players), "--seed", "a rainy evening", "--json").stdout
    assert g.read_game(programs) == record
    assert run("replay", "-", data=programs).exit_code == 0


def test_a_game_is_repeated_by_its_seed_and_its_options(our_box: Path) -> None:
    first = run("play")
    seed = first.stderr.splitlines()[1].removeprefix("seed: ")
    assert bytes.fromhex(seed) == g.read_game(first.stdout).seed
    assert len(bytes.fromhex(seed)) == 32
    again = run("play", "--seed", seed)
    assert (again.stdout, again.stderr) == (first.stdout, first.stderr)
    assert run("play").stdout != first.stdout
    known = g.read_game(run("play", "--seed", "a rainy evening").stdout)
    assert known.result == {"Player 1": 26, "Player 2": 55, "Dirk": 163}
    own = run("play", "--seed", "x", "--simplified", "--tiles", str(our_box)).stdout
    assert 'tiles = "our box"' in own
    again = run("replay", "-", "--tiles", str(our_box), data=own)
    assert again.exit_code == 0
    assert run("audit", "-", "--tiles", str(our_box), data=own).exit_code == 0
    assert "Scoring A, fixed points (SIMPLE-1)\n" in again.stdout
    assert "SIMPLE-1: " not in again.stdout
    assert "SIMPLE-1: " in run("replay", "-", "--why", "--tiles", str(our_box), data=own).stdout
    both = run("play", "--tiles", str(our_box), "--tiles", str(our_box))
    assert "Granada takes 1 tile set" in both.stderr


def test_a_seed_that_could_not_be_typed_again_is_refused() -> None:
    result = run("play", "--seed", "caf\udce9")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Invalid value for --seed: expected UTF-8, got caf\\xe9\n" in result.stderr


def test_a_record_is_utf_8_whatever_the_terminal_writes() -> None:
    program = [sys.executable, "-m", "granada_rules", "play", "--name", "René", "--name", "Ann"]
    latin = {**os.environ, "PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "1"}
    written = subprocess.run(program, env=latin, capture_output=True, check=True, timeout=60)  # noqa: S603 - ours
    assert g.read_game(written.stdout).players == ("René", "Ann")


def test_players_are_as_many_and_called_as_wanted() -> None:
    named = g.read_game(run("play", "--name", "Ann", "--name", "Bo", "--players", "2").stdout)
    assert named.players == ("Ann", "Bo")
    for options, why in (
        ("--players 7", "7 is not in the range 2<=x<=6"),
        ("--players 3 --name Ann --name Bo", "3 players, and 2 names"),
        ("--players 3 --name Ann", "3 players, and 1 name\n"),
        ("--name Ann", "BOX-12: the game is for 2 to 6 players"),
        ("--name Ann --name Dirk", "DIRK-2"),
        ("--name Ann --name Ann", "players: these names look alike"),
    ):
        result = run("play", *options.split())
        assert (result.exit_code, result.stdout) == (2, "")
        assert why in result.stderr


def test_a_script_says_what_the_players_do_and_the_seed_what_is_drawn() -> None:
    names = ("--name", "Ann", "--name", "Bo", "--seed", "x")
    begun = g.read_game(run("play", *names, "--script", "-", data="").stdout)
    found = g.replay(begun)
    assert found.is_right
    assert found.game.table.phase is g.Phase.ACT
    name = begun.players[found.game.table.turn or 0]
    action = f"{name} takes {max(found.game.table.display.money_cards, key=lambda card: card.value)}"
    more = g.read_game(run("play", *names, "--script", "-", data=f"\n  {action}\n\n").stdout)
    assert more.events[: len(begun.events)] == begun.events
    assert more.events[len(begun.events)] == action
    assert g.replay(more).is_right
    assert g.replay(more).game.table.turn != found.game.table.turn


def test_the_events_of_a_record_are_a_script() -> None:
    whole = run("play", "--seed", "x").stdout
    script = whole.split('"""')[1]
    assert run("play", "--seed", "x", "--script", "-", data=script).stdout == whole
    first, rest = script.strip().split("\n", 1)
    # A draw that the script has is not drawn again.
    other = g.read_game(run("play", "--seed", "x", "--script", "-", data=f"{first}\n").stdout)
    assert first.startswith(other.events[0])
    assert rest.startswith(other.events[1])


@given(script=st.binary(max_size=80))
def test_any_bytes_are_a_script_or_a_reason_why_not(script: bytes) -> None:
    result = run("play", "--script", "-", data=script)
    assert result.exit_code in {0, 1, 2}
    assert len(result.stderr) < 2000
    assert (result.exit_code == 2) == (not result.stdout)


def test_a_script_that_cannot_be_ends_with_the_line_and_why(tmp_path: Path) -> None:
    names = ("play", "--name", "Ann", "--name", "Bo", "--seed", "x", "--script")
    illegal = run(*names, "-", data="\n\n  Ann passes\nAnn passes")
    assert illegal.exit_code == 1
    assert illegal.stdout == "-: line 3, 'Ann passes'\n  TURN-1: Ann: Bo is to act, not Ann\n"
    found = json.loads(run(*names, "-", "--json", data="\nAnn passes").stdout)
    assert (found["level"], found["line"]) == ("well-formed", 2)
    assert [violation["clause"] for violation in found["violations"]] == ["TURN-1"]
    for data, why in (
        ("\nAnn  psses", "-: line 2, 'Ann psses': expected one of takes"),
        ("\nAnn takes x3", "-: line 2, 'Ann takes x3': card 'x3': no currency"),
        (b"\xff", "-: line 1: not UTF-8"),
        ("\n" + "x" * 2000, "-: events, line 2: longer than 1000 characters"),
        ("tile DI8  #00000000", "-: line 1, 'tile DI8': digest #00000000 does not match"),
    ):
        unreadable = run(*names, "-", data=data)
        assert (unreadable.exit_code, unreadable.stdout) == (2, "")
        # The commitment is printed before the game.
        assert unreadable.stderr.partition("\n")[2].startswith(why)
    assert "No such file" in run(*names, str(tmp_path / "none.txt")).stderr


@pytest.mark.parametrize("rules", [g.ALHAMBRA, g.GRANADA, g.BOTH], ids=lambda rules: rules.game)
def test_each_game_can_be_played(rules: g.Ruleset) -> None:
    record = g.read_game(said("play", "--game", rules.game, "--players", "3", "--seed", "x"))
    assert record.ruleset == rules
    assert g.replay(record).game.is_over


def test_modules_are_given_one_by_one_or_together() -> None:
    for options in (["--with", "huts", "--with", "vizier"], ["--with", "Huts, vizier"]):
        record = g.read_game(said("play", "--game", "alhambra", *options, "--seed", "x"))
        assert record.ruleset.modules == (g.Module.VIZIER, g.Module.HUTS)


@pytest.mark.parametrize(
    ("clause", "books"), [("VIZ-4", "Alhambra and in Granada"), ("EXC-5", "Alhambra"), ("HUT-9", "Alhambra")]
)
def test_a_clause_of_a_module_says_where_the_books_have_it(clause: str, books: str) -> None:
    where = f"by a book in {books}, elsewhere by house rule (MOD-3)"
    assert where in " ".join(said("explain", clause).split())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--game chess", "'chess' is not one of 'alhambra', 'granada', 'both'"),
        ("--with viziers", "'viziers': no such module (vizier exchange bonus huts)"),
        ("--with vizier,", "'': no such module (vizier exchange bonus huts)"),
        ("--with huts", "MOD-3: builders' huts need tiles of Alhambra, which Granada lacks"),
        ("--game alhambra --simplified", "simplified: this means nothing in Alhambra"),
    ],
)
def test_what_cannot_be_played_is_refused(options: str, message: str) -> None:
    result = run("play", *options.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_alhambras_tiles_are_for_alhambra(tmp_path: Path) -> None:
    ours = g.TileSet.of(g.alhambra().tiles, name="ours")
    file = tmp_path / "ours.toml"
    file.write_text(ours.to_toml(), "utf-8")
    refused = run("play", "--tiles", str(file))
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "tile_set: expected tiles of Granada, got those of Alhambra" in refused.stderr
    record = g.read_game(said("play", "--game", "alhambra", "--tiles", str(file), "--seed", "x"), [ours])
    assert record.ruleset.tiles == ours


def test_both_together_takes_tiles_of_each_kind_or_of_one(tmp_path: Path) -> None:
    ours = [g.TileSet.of(one.tiles, name=f"our {one.kind.value}") for one in g.BOTH.tiles.sets]
    files = [str(tmp_path / f"{one.kind.value}.toml") for one in ours]
    for tiles, name in zip(ours, files, strict=True):
        Path(name).write_text(tiles.to_toml(), "utf-8")
    of_both = ("play", "--game", "both", "--seed", "x")
    record = g.read_game(said(*of_both, "--tiles", files[1], "--tiles", files[0]), ours)
    assert record.ruleset.tiles == g.TileSets(ours)
    for tiles, name in zip(ours, files, strict=True):
        record = g.read_game(said(*of_both, "--tiles", name), ours)
        assert {one.name for one in record.ruleset.tiles.sets} == {tiles.name, *SHIPPED[tiles.kind]}
    twice = ("--tiles", files[0], "--tiles", files[0])
    for options, why in (
        ((*of_both, *twice), "sets: expected one of Alhambra and one of Granada, got Alhambra and Alhambra"),
        ((*of_both, *twice, "--tiles", files[1]), "Alhambra and Granada takes 2 tile sets"),
        (("play", "--game", "alhambra", *twice), "Alhambra takes 1 tile set\n"),
    ):
        refused = run(*options)
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert why in refused.stderr


def test_a_clause_of_alhambra_says_what_it_replaces() -> None:
    assert "In Alhambra, instead of SCORE-8" in said("explain", "a-score-8")
    (entry,) = json.loads(said("explain", "A-SCORE-8", "--json"))
    assert entry["replaces"] == "SCORE-8"
    assert "\n  In Granada, and for its tiles if both are played together\n" in said("explain", "BOX-9")
    (new,) = json.loads(said("explain", "A-BOX-14", "--json"))
    assert "replaces" not in new


@pytest.mark.parametrize(
    ("clause", "where", "in_both"),
    [
        ("END-2", "If both are played together, MIX-34 instead", "MIX-34"),
        ("A-END-3", "In Alhambra, instead of END-3; if both are played together, MIX-35 instead", "MIX-35"),
        ("TURN-8", "If both are played together, MIX-11 and MIX-12 instead", "MIX-11 MIX-12"),
        ("TURN-10", "In Granada; if both are played together, MIX-14 instead", "MIX-14"),
        ("BUY-1", "If both are played together, MIX-5 and MIX-8 instead", "MIX-5 MIX-8"),
        ("BUILD-2", "In layouts of both kinds, MIX-16 and MIX-17 instead", "MIX-16 MIX-17"),
        ("A-SCORE-8", "In Alhambra, instead of SCORE-8, and for its tiles if both are played together", ""),
        ("MIX-35", "Only if both are played together, instead of END-3, A-END-3", ""),
        ("MIX-17", "Only if both are played together, instead of BUILD-2", ""),
        ("MIX-18", "Only if both are played together", ""),
        ("BUILD-1", "", ""),
    ],
)
def test_a_clause_says_in_which_games_it_holds(clause: str, where: str, in_both: str) -> None:
    lines = [line.removeprefix("  ") for line in said("explain", clause).splitlines()]
    told = [line for line in lines if "played together" in line or "layouts of" in line]
    assert told == [where] * bool(where)
    (entry,) = json.loads(said("explain", clause, "--json"))
    assert entry.get("in_both", []) == in_both.split()


def test_fixed_points_of_an_alhambra_are_refused_without_a_traceback() -> None:
    position = str(EXAMPLES.parent / "positions" / "legal-alhambra-table.toml")
    refused = run("score", position, "--scoring", "A", "--simplified")
    assert refused.exit_code == 2
    assert "cannot be scored: simplified: this means nothing in Alhambra" in refused.output
