"""The command ``audit``: whether the draws of a record are those that were committed to."""

from __future__ import annotations

import json

import attrs
import pytest

import granada_rules as g
from granada_rules.dealer import part_commitments
from tests.helpers.example_games import EXAMPLES
from tests.helpers.program import run

NAMES = ("--name", "Ann", "--name", "Bo", "--name", "Cy")
EVENING = run("play", *NAMES, "--seed", "x", "--table", "evening 1").stdout
RECORD = g.read_game(EVENING)
OLD = str(EXAMPLES / "3-players.toml")
OLD_SEED = b"playthrough 3-players".hex()
ALONE = "  the dealer alone chose the seed\n"
TOGETHER = "  the seed was made by all players and the dealer\n"
COMPARE = "  compare with what was published before the game: "


def test_a_game_that_was_played_here_is_fair() -> None:
    assert RECORD.table == "evening 1"
    result = run("audit", "-", data=EVENING)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        "-: fair (granada-dealer/2, 179 draws compared, the game is over)\n"
        f"{ALONE}{COMPARE}{RECORD.commitment}\n"
    )
    terms = g.Terms.of(g.setup(["Ann", "Bo", "Cy"]), table="evening 1")
    assert RECORD.commitment == g.Dealer(RECORD.seed or b"").commitment_to(terms)


def test_what_was_published_is_not_asked_for_if_it_is_given() -> None:
    result = run("audit", "-", "--commitment", RECORD.commitment or "", data=EVENING)
    assert (result.exit_code, result.stdout.count("\n")) == (0, 2)
    assert result.stdout.endswith(ALONE)
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
    assert ALONE in result.stdout
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
    result = run("audit", "--json", "-", data=g.write_json(g.write_game(RECORD)))
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
        "seed_by": "dealer",
        "seed_commitments": None,
        "over": True,
        "ended": None,
        "unproven_end": None,
        "result": result_document(RECORD),
        "unreadable": [],
        "more_unreadable": 0,
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
    return g.write_json({**g.write_game(RECORD), "events": events})


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
    assert g.read_game(begun).seed is None
    assert run("audit", "-", data=begun).exit_code == 2
    seed = g.Dealer(RECORD.seed or b"").seed.hex()
    opened = run("audit", "-", "--seed", seed, data=begun)
    assert opened.exit_code == 0
    assert "the game is not over" in opened.stdout


def result_document(record: g.GameRecord) -> dict[str, object]:
    """Return how a game ended, as replay knows it."""
    result = g.replay(record).result
    assert result is not None
    return g.write_result(result)


# What a record states besides.


def table(dealer: g.Dealer, parts: list[g.SeedPart] | None = None) -> g.Referee:
    return g.Referee.open(["Ann", "Bo", "Cy"], dealer=dealer, table_id="evening 2", seed_parts=parts)


SECRET = g.Dealer(b"a secret of at least 16 bytes")


def text(record: g.GameRecord, **changes: object) -> str:
    return g.write_json({**g.write_game(record), **changes})


def test_points_that_were_not_scored_are_not_fair() -> None:
    points = {**(RECORD.result or {}), "Ann": 999}
    result = run("audit", "-", data=text(RECORD, result=points))
    assert result.exit_code == 1
    assert result.stdout.startswith("-: not fair (")
    real = (RECORD.result or {})["Ann"]
    assert f"  result: 'Ann': 999 points stated, {real} scored\n" in result.stdout
    assert json.loads(run("audit", "--json", "-", data=text(RECORD, result=points)).stdout)["level"] == (
        "well-formed"
    )


def test_an_end_that_nothing_proves_is_said_to_be_as_stated() -> None:
    record = table(SECRET).resign(g.Seat(1)).record()
    fair = run("audit", "-", data=text(record))
    assert fair.exit_code == 0
    assert fair.stdout.startswith(
        "-: fair (granada-dealer/2, 19 draws compared, the game ended: Bo resigned)\n"
    )
    assert "  taken as stated, for no event can prove it: Bo resigned\n" in fair.stdout
    document = json.loads(run("audit", "--json", "-", data=text(record)).stdout)
    assert (document["ended"], document["unproven_end"], document["over"]) == ("Bo resigned",) * 2 + (False,)
    assert (document["result"]["end"], document["result"]["resigned"]) == ("resigned", "Bo")
    forged = text(record, ended="60 turns without a purchase")
    for command in ("audit", "replay"):
        result = run(command, "-", data=forged)
        assert result.exit_code == 1
        assert ", the game is not over)\n" in result.stdout
        assert (
            "  ended: '60 turns without a purchase' is stated, but there were 0 turns without a purchase, "
            "19 events and 0 KiB of record\n"
        ) in result.stdout


def test_how_a_game_ended_is_not_told_after_a_bad_event() -> None:
    record = table(SECRET).resign(g.Seat(1)).record()
    spoiled = text(record, events=[*record.events, "Ann passes"])
    result = run("audit", "-", data=spoiled)
    assert result.exit_code == 1
    assert result.stdout.startswith(
        "-: not fair (granada-dealer/2, 19 draws compared, the game is not over)\n"
    )


def test_a_replay_ranks_players_of_a_game_that_ended_outside_the_rules() -> None:
    record = table(SECRET).resign(g.Seat(1)).record()
    result = run("replay", "-", data=text(record))
    assert result.exit_code == 0
    assert result.stdout == (
        "-: right (19 legal events, the game ended: Bo resigned)\n\n1. Ann: 0 wins\n1. Cy: 0 wins\n3. Bo: 0\n"
    )
    document = json.loads(run("replay", "--json", "-", data=text(record)).stdout)
    assert (document["ended"], document["wrong_end"], document["over"]) == ("Bo resigned", None, False)
    assert document["result"]["standings"] == document["standings"]


def test_another_version_of_behaviour_is_told() -> None:
    result = run("audit", "-", data=text(RECORD, behaviour=99))
    assert result.exit_code == 0
    assert "  the record was written for another version of the behaviour, which may explain" in result.stdout


def test_a_joint_seed_is_verified_by_commit_and_reveal() -> None:
    parts = [g.SeedPart(bytes([number]) * 32) for number in range(4)]
    terms = g.Terms.of(g.setup(["Ann", "Bo", "Cy"]), table="evening 2")
    committed = part_commitments(terms, parts)
    dealer = g.Dealer(g.joint_seed(terms, parts, committed))
    record = table(dealer, parts).abandon().record()
    fair = run("audit", "-", data=text(record))
    assert fair.exit_code == 0
    listed = [
        f"    {one} {party}\n"
        for one, party in zip(committed, ("Ann", "Bo", "Cy", "the dealer"), strict=True)
    ]
    told = "  the seed is a joint one; compare with what was published for its parts:\n" + "".join(listed)
    assert fair.stdout.endswith(told)
    assert TOGETHER in fair.stdout
    published = [word for one in committed for word in ("--seed-commitment", one)]
    given = run("audit", "-", *published, data=text(record))
    assert (given.exit_code, "joint one" in given.stdout, TOGETHER in given.stdout) == (0, False, True)
    document = json.loads(run("audit", "--json", "-", data=text(record)).stdout)
    assert (document["seed_commitments"], document["seed_by"]) == ([*committed], "all")
    swapped = text(record, seed_parts=[part.secret.hex() for part in parts[::-1]])
    wrong = run("audit", "-", data=swapped)
    assert wrong.exit_code == 1
    assert "  seed_parts: the seed is not complete: 'Ann' has revealed another part than was " in wrong.stdout
    assert "  who made the seed is not proven\n" in wrong.stdout
    assert json.loads(run("audit", "--json", "-", data=swapped).stdout)["seed_by"] is None
    for arguments in ([], published):
        hidden = run("audit", "-", *arguments, data=text(attrs.evolve(record, seed_parts=None)))
        assert (hidden.exit_code, hidden.stdout) == (2, "")
        assert hidden.stderr == (
            "-: seed_parts is missing: there are seed_commitments, and without the parts nobody can tell "
            "who made the seed\n"
        )
    unknown = run("audit", "-", "--seed-commitment", "x", data=text(record))
    assert unknown.exit_code == 2
    assert "Invalid value for '--seed-commitment': expected 64 digits, 0 to 9 and a to f" in unknown.stderr


def test_a_table_has_an_id_that_can_be_written() -> None:
    result = run("play", "--table", " ")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Invalid value for --table: table: expected 1 to 60 printable characters" in result.stderr
