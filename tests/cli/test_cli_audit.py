"""The command ``audit``: whether the draws of a record are those that were committed to."""

from __future__ import annotations

import json

import pytest

from granada_rules import Dealer, Terms, read_game, setup, write_game, write_json
from tests.helpers.example_games import EXAMPLES
from tests.helpers.program import run

NAMES = ("--name", "Ann", "--name", "Bo", "--name", "Cy")
EVENING = run("play", *NAMES, "--seed", "x", "--table", "evening 1").stdout
RECORD = read_game(EVENING)
OLD = str(EXAMPLES / "3-players.toml")
OLD_SEED = b"playthrough 3-players".hex()
COMPARE = "  compare with what was published before the game: "


def test_a_game_that_was_played_here_is_fair() -> None:
    assert RECORD.table == "evening 1"
    result = run("audit", "-", data=EVENING)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        f"-: fair (granada-dealer/2, 179 draws compared, the game is over)\n{COMPARE}{RECORD.commitment}\n"
    )
    terms = Terms.of(setup(["Ann", "Bo", "Cy"]), table="evening 1")
    assert RECORD.commitment == Dealer(RECORD.seed or b"").commitment_to(terms)


def test_what_was_published_is_not_asked_for_if_it_is_given() -> None:
    result = run("audit", "-", "--commitment", RECORD.commitment or "", data=EVENING)
    assert (result.exit_code, result.stdout.count("\n")) == (0, 1)
    other = run("audit", "-", "--commitment", "0" * 64, data=EVENING)
    assert other.exit_code == 1
    assert "  commitment: the record has another than the one given\n" in other.stdout
    assert "  commitment: the seed gives every draw, but not this commitment" in other.stdout


def test_a_record_of_the_first_dealer_is_audited_with_its_seed() -> None:
    result = run("audit", OLD, "--seed", OLD_SEED)
    assert result.exit_code == 0
    assert "3-players.toml: fair (granada-dealer/1, 179 draws compared, the game is over)\n" in result.stdout
    assert (
        "  this commitment covers the seed only: not names, seats, ages, ruleset or tiles\n" in result.stdout
    )
    wrong = run("audit", OLD, "--seed", "00" * 16)
    assert wrong.exit_code == 1
    assert ": not fair (granada-dealer/1, 0 draws compared, the game is over)\n" in wrong.stdout
    assert "  seed: this is not the seed that was committed to\n" in wrong.stdout
    assert "  event 1: the seed does not give this draw\n" in wrong.stdout


def test_seats_that_were_changed_are_told() -> None:
    changed = EVENING.replace('["Ann", "Bo", "Cy"]', '["Bo", "Ann", "Cy"]')
    result = run("audit", "-", data=changed)
    assert result.exit_code == 1
    assert '  players: another order of seats: ["Ann","Bo","Cy"] was agreed, not ["Bo","Ann","Cy"]\n' in (
        result.stdout
    )


def test_programs_get_json() -> None:
    result = run("audit", "--json", "-", data=write_json(write_game(RECORD)))
    assert json.loads(result.stdout) == {
        "file": "-",
        "level": "consistent",
        "violations": [],
        "fair": True,
        "dealer": "granada-dealer/2",
        "table": "evening 1",
        "commitment": RECORD.commitment,
        "commitment_kept": True,
        "foreign_draw": None,
        "draws": 179,
        "over": True,
        "complaints": [],
    }
    wrong = run("audit", "--json", OLD, "--seed", "00" * 16)
    document = json.loads(wrong.stdout)
    assert wrong.exit_code == 1
    assert (document["fair"], document["level"], document["table"]) == (False, "well-formed", None)
    assert (document["commitment_kept"], document["foreign_draw"], len(document["complaints"])) == (
        False,
        1,
        2,
    )


def test_an_illegal_event_is_told_with_its_clause() -> None:
    result = run("audit", "--json", "-", data=_with(_first_action(), "Ann takes o9 o9 o9"))
    document = json.loads(result.stdout)
    assert result.exit_code == 1
    assert document["violations"]
    assert "; what follows was not compared" in document["complaints"][0]


def test_an_event_that_cannot_be_read_is_an_error() -> None:
    result = run("audit", "-", data=_with(_first_action(), "Ann sings"))
    assert result.exit_code == 2
    assert f"-: event {_first_action() + 1}: 'Ann sings'" in result.stderr


def _first_action() -> int:
    return next(number for number, line in enumerate(RECORD.events) if line.startswith(("Ann", "Bo", "Cy")))


def _with(number: int, line: str) -> str:
    events = [*RECORD.events[:number], line]
    return write_json({**write_game(RECORD), "events": events})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([OLD], "seed is missing: the record has none, and none was given"),
        (
            [OLD, "--seed", "secret"],
            "Invalid value for '--seed': expected 32 to 2048 digits, 0 to 9 and a to f",
        ),
        (
            [OLD, "--seed", OLD_SEED, "--commitment", "X" * 64],
            "'--commitment': expected 64 digits, 0 to 9 and",
        ),
        (["missing.toml"], "missing.toml: No such file or directory"),
    ],
)
def test_what_cannot_be_audited_is_no_verdict(arguments: list[str], message: str) -> None:
    result = run("audit", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert "secret" not in result.stderr


def test_as_long_as_a_game_can_go_on_its_seed_is_not_in_the_record() -> None:
    begun = run("play", "--seed", "x", "--script", "-", data="").stdout
    assert read_game(begun).seed is None
    assert run("audit", "-", data=begun).exit_code == 2
    seed = Dealer(RECORD.seed or b"").seed.hex()
    opened = run("audit", "-", "--seed", seed, data=begun)
    assert opened.exit_code == 0
    assert "the game is not over" in opened.stdout


def test_a_table_has_an_id_that_can_be_written() -> None:
    result = run("play", "--table", " ")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Invalid value for --table: table: expected 1 to 60 printable characters" in result.stderr
