"""The program with builders' huts: games, moves, scores, lists of huts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from granada_rules import HutSet, TakeHut, read_game, reference_huts, replay
from tests.helpers import ROOT
from tests.helpers.program import run

if TYPE_CHECKING:
    from pathlib import Path

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
