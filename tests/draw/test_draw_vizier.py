"""Drawings of games with vizier's favour: pawns, and what is waited for between turns."""

from __future__ import annotations

import pytest

from granada_rules import GRANADA, Game, Pass, Position, Ruleset, apply, draw, view
from tests.helpers.favours import begun, favoured, stored, used, window
from tests.helpers.games import BLUE, GREEN, cheap, every_game
from tests.helpers.noted import but, changed


@every_game
def test_a_drawing_says_whose_pawns_are_active(rules: Ruleset) -> None:
    for thing in (used(rules), view(used(rules), BLUE), used(rules).table, used(rules).to_position()):
        for drawing in (draw.text(thing), draw.text(thing, ascii_lines=True)):
            lines = [line for line in drawing.splitlines() if "pawn" in line]
            assert [line.partition(":")[0] for line in lines[-3:]] == ["Red", "Blue", "Green"]
            assert ["pawn inactive" in line for line in lines[-3:]] == [False, True, False]
            assert ["pawn active" in line for line in lines[-3:]] == [True, False, True]
        svg = str(draw.svg(thing))
        assert (svg.count("pawn active"), svg.count("pawn inactive")) == (2, 1)


def test_without_the_module_no_pawn_is_drawn() -> None:
    for drawing in (draw.text(cheap(GRANADA)), str(draw.svg(cheap(GRANADA)))):
        assert "pawn" not in drawing


def state(thing: Game | Position) -> str:
    """Return what is said above a table: what the game waits for."""
    return draw.text(thing).splitlines()[0]


def test_a_drawing_says_who_may_use_the_pawn() -> None:
    game = window(GRANADA)
    assert state(game) == state(game.to_position())
    assert state(game) == "After the turn of Red: Blue may use the pawn"
    assert state(apply(game, Pass(BLUE))) == "After the turn of Red: Green may use the pawn"
    placing = used(GRANADA)
    assert state(placing) == state(placing.to_position())
    assert state(placing) == "After the turn of Red: Blue is to place the tile bought with the pawn"
    refilled = stored(placing)
    assert state(refilled) == "After the turn of Red: a tile for the yard is drawn"
    assert state(refilled.to_position()) == "After the turn of Red: a tile for the yard is drawn"
    assert game.table.waits_for == "Blue is to act"
    unknown = but(placing.to_position(), turn=None, to_act=None)
    assert state(unknown) == "Phase: place favour"


def test_a_position_of_which_less_is_noted_is_drawn_as_far_as_it_is() -> None:
    position = changed(begun(GRANADA).to_position(), 1, pawn=None)
    lines = [line for line in draw.text(position).splitlines() if line.startswith("Blue:")]
    assert "pawn" not in lines[0]
    assert draw.text(Position(ruleset=favoured(GRANADA))).startswith("Ruleset: EN, with vizier's favour\n")


@pytest.mark.parametrize("named", [True, False])
def test_legal_cells_are_marked_for_who_places_the_tile(named: bool) -> None:  # noqa: FBT001 - a parameter
    game = used(GRANADA)
    thing = game.to_position() if named else game
    moats = GRANADA.tiles.moats(game.table.bought[0])
    drawn = draw.text(thing, show=draw.Show(legal_for=moats)).split("\nGreen:")[0]
    red, blue = drawn.split("\nBlue:")
    assert "may be built at" in blue
    assert "may be built at" not in red
    assert game.table.players[GREEN].city.tiles == {}
