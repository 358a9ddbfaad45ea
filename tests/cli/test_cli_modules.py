"""Modules at the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from granada_rules import (
    HutSet,
    Phase,
    Reactivate,
    TakeHut,
    read_game,
    read_position,
    reference_huts,
    replay,
    write_json,
    write_position,
)
from tests.helpers import ROOT, schemas
from tests.helpers.favours import used, window
from tests.helpers.games import every_game
from tests.helpers.program import run
from tests.helpers.samples import every

if TYPE_CHECKING:
    from pathlib import Path

    from granada_rules import Ruleset


FAVOUR = str(ROOT / "examples" / "positions" / "legal-vizier-favour.toml")
PLACING = str(ROOT / "examples" / "positions" / "legal-vizier-placing.toml")


@pytest.mark.parametrize("game", every(2, ["alhambra", "granada", "both"]))
def test_a_game_with_vizier_is_played_and_replayed(game: str, tmp_path: Path) -> None:
    rules = ["--house-rules"] if game == "both" else []
    played = run("play", "--game", game, "--with", "vizier", *rules, "--players", "3", "--seed", "x")
    assert played.exit_code == 0
    record = read_game(played.stdout)
    assert [module.value for module in record.ruleset.modules] == ["vizier"]
    phases = set()
    found = replay(record, watch=lambda _event, after: phases.add(after.table.phase))
    assert found.game.is_over
    assert any(isinstance(event, Reactivate) for event in found.events)
    assert phases == set(Phase) - {Phase.REVEAL}
    file = tmp_path / "game.toml"
    file.write_bytes(played.stdout_bytes)
    assert run("replay", str(file)).exit_code == 0
    assert run("audit", str(file)).exit_code == 0


def test_no_book_adds_it_to_both() -> None:
    refused = run("play", "--game", "both", "--with", "vizier")
    assert refused.exit_code == 2
    expected = "MOD-3: no book adds vizier's favour to Alhambra and Granada; house_rules allows it: "
    expected += "ruleset = { …, house_rules = true }"
    assert expected in " ".join(refused.output.split())


def test_the_moves_of_who_is_asked_are_listed() -> None:
    listed = run("moves", FAVOUR)
    assert (listed.exit_code, listed.stdout) == (0, "Green buys 1 for y7\nGreen passes\n")
    words = ("stores", "builds", "gives")
    placed = run("moves", PLACING).stdout.splitlines()
    assert all(any(line.startswith(f"Blue {word} ") for word in words) for line in placed)
    assert all(any(line.startswith(f"Blue {word} ") for line in placed) for word in words)


@every_game
def test_positions_are_validated_scored_and_drawn(rules: Ruleset, tmp_path: Path) -> None:
    for game in (window(rules), used(rules)):
        file = tmp_path / "position.json"
        document = write_position(game.to_position())
        schemas.POSITION.validate(document)
        assert [player["pawn"] for player in json.loads(write_json(document))["player"]] == [
            "active" if pawn else "inactive" for pawn in game.table.modules.pawns
        ]
        file.write_text(write_json(document), "utf-8")
        assert read_position(file.read_bytes()) == game.to_position()
        assert "complete" in run("validate", str(file)).stdout
        assert run("score", str(file), "--scoring", "A").exit_code == 0
        drawing = run("draw", str(file)).stdout
        assert "After the turn of Red: Blue " in drawing


# The program with builders' huts: games, moves, scores, lists of huts.

POSITION = str(ROOT / "examples" / "positions" / "legal-huts.toml")


@pytest.fixture
def our_huts(tmp_path: Path) -> Path:
    path = tmp_path / "our-huts.toml"
    path.write_text(str(HutSet.of(reference_huts().huts, name="our huts")), "utf-8")
    return path


@pytest.mark.parametrize("game", ["alhambra", "both"])
def test_a_game_with_huts_is_played_replayed_and_audited(game: str, tmp_path: Path) -> None:
    rules = ["--house-rules"] if game == "both" else []
    played = run("play", "--game", game, "--with", "huts", *rules, "--players", "3", "--seed", "x")
    assert played.exit_code == 0
    found = replay(read_game(played.stdout))
    assert found.game.is_over
    assert any(isinstance(event, TakeHut) for event in found.events)
    file = tmp_path / "game.toml"
    file.write_bytes(played.stdout_bytes)
    assert run("replay", str(file)).exit_code == 0
    assert run("audit", str(file)).exit_code == 0


def test_huts_of_ones_own_are_played_with(our_huts: Path, tmp_path: Path) -> None:
    game = ("play", "--game", "alhambra", "--with", "huts", "--seed", "x", "--tiles", str(our_huts))
    played = run(*game)
    assert played.exit_code == 0
    assert 'huts = "our huts"' in played.stdout
    file = tmp_path / "game.toml"
    file.write_bytes(played.stdout_bytes)
    assert run("replay", str(file), "--tiles", str(our_huts)).exit_code == 0
    assert run("replay", str(file)).exit_code == 2
    twice = run(*game, "--tiles", str(our_huts))
    assert (twice.exit_code, "a game takes one list of huts" in twice.output) == (2, True)
    without = run("play", "--game", "alhambra", "--seed", "x", "--tiles", str(our_huts))
    assert without.exit_code == 2
    assert "expected tiles alone, got huts" in " ".join(without.output.split())


def test_a_list_of_huts_is_checked(our_huts: Path) -> None:
    good = run("tiles", "check", str(our_huts))
    assert (good.exit_code, good.stdout) == (0, f"{our_huts}: legal (consistent)\n")
    text = our_huts.read_text("utf-8")
    our_huts.write_text(text.replace("AC*:ESW", "AC*:NESW").replace("PV*:SW", "SE*:SW"), "utf-8")
    bad = run("tiles", "check", "--json", str(our_huts))
    (report,) = json.loads(bad.stdout)
    assert bad.exit_code == 1
    assert [violation["clause"] for violation in report["violations"]] == ["HUT-1", "HUT-1", "HUT-2"]


def test_moves_scores_and_drawings_know_huts() -> None:
    moves = run("moves", POSITION)
    assert moves.exit_code == 0
    assert " takes the AC hut" in moves.stdout
    drawn = run("draw", POSITION)
    assert "Open huts" in drawn.stdout
    assert run("score", POSITION, "--scoring", "A").exit_code == 0
