"""Vizier's favour on the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from granada_rules import (
    Phase,
    Reactivate,
    read_game,
    read_position,
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
    expected = "MOD-3: no book adds vizier's favour to Alhambra and Granada; house_rules allows it"
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
