"""Drawings of games with modules: pawns, huts, and what is waited for between turns."""

from __future__ import annotations

import pytest

import granada_rules as g
from tests.helpers.favours import begun, favoured, stored, used, window
from tests.helpers.games import BLUE, GREEN, RED, cheap, every_game
from tests.helpers.noted import but, changed
from tests.play.test_huts import OPEN, WITH_HUTS, hut
from tests.play.test_huts import stored as with_hut_stored

# Vizier's favour.


@every_game
def test_a_drawing_says_whose_pawns_are_active(rules: g.Ruleset) -> None:
    for thing in (used(rules), g.view(used(rules), BLUE), used(rules).table, used(rules).to_position()):
        for drawing in (g.draw.text(thing), g.draw.text(thing, ascii_lines=True)):
            lines = [line for line in drawing.splitlines() if "pawn" in line]
            assert [line.partition(":")[0] for line in lines[-3:]] == ["Red", "Blue", "Green"]
            assert ["pawn inactive" in line for line in lines[-3:]] == [False, True, False]
            assert ["pawn active" in line for line in lines[-3:]] == [True, False, True]
        svg = str(g.draw.svg(thing))
        assert (svg.count("pawn active"), svg.count("pawn inactive")) == (2, 1)


def test_without_the_module_no_pawn_is_drawn() -> None:
    for drawing in (g.draw.text(cheap(g.GRANADA)), str(g.draw.svg(cheap(g.GRANADA)))):
        assert "pawn" not in drawing


def state(thing: g.Game | g.Position) -> str:
    """Return what is said above a table: what the game waits for."""
    return g.draw.text(thing).splitlines()[0]


def test_a_drawing_says_who_may_use_the_pawn() -> None:
    game = window(g.GRANADA)
    assert state(game) == state(game.to_position())
    assert state(game) == "After the turn of Red: Blue may use the pawn"
    assert state(g.apply(game, g.Pass(BLUE))) == "After the turn of Red: Green may use the pawn"
    placing = used(g.GRANADA)
    assert state(placing) == state(placing.to_position())
    assert state(placing) == "After the turn of Red: Blue is to place the tile bought with the pawn"
    refilled = stored(placing)
    assert state(refilled) == "After the turn of Red: a tile for the yard is drawn"
    assert state(refilled.to_position()) == "After the turn of Red: a tile for the yard is drawn"
    assert game.table.waits_for == "Blue is to act"
    unknown = but(placing.to_position(), turn=None, to_act=None)
    assert state(unknown) == "Phase: place favour"


def test_a_position_of_which_less_is_noted_is_drawn_as_far_as_it_is() -> None:
    position = changed(begun(g.GRANADA).to_position(), 1, pawn=None)
    lines = [line for line in g.draw.text(position).splitlines() if line.startswith("Blue:")]
    assert "pawn" not in lines[0]
    assert g.draw.text(g.Position(ruleset=favoured(g.GRANADA))).startswith(
        "Ruleset: EN, with vizier's favour\n"
    )


@pytest.mark.parametrize("named", [True, False])
def test_legal_cells_are_marked_for_who_places_the_tile(named: bool) -> None:  # noqa: FBT001 - a parameter
    game = used(g.GRANADA)
    thing = game.to_position() if named else game
    moats = g.GRANADA.tiles.moats(game.table.bought[0])
    drawn = g.draw.text(thing, show=g.draw.Show(legal_for=moats)).split("\nGreen:")[0]
    red, blue = drawn.split("\nBlue:")
    assert "may be built at" in blue
    assert "may be built at" not in red
    assert game.table.players[GREEN].city.tiles == {}


# Huts.

CITY = g.notation.read_city("@ AC9:- AC*:N")


def test_a_hut_is_drawn_with_a_star_and_told_in_words() -> None:
    text = g.draw.text(CITY)
    assert "AC*" in text
    assert "AC9" in text
    svg = str(g.draw.svg(CITY))
    assert "AC hut" in svg
    assert "1 Arcades, 1 hut for Arcades" in svg


def test_open_huts_and_how_many_lie_below_are_shown() -> None:
    game = cheap(WITH_HUTS, huts=OPEN)
    for thing in (game, game.table, g.view(game, RED)):
        text = g.draw.text(thing)
        assert f"Open huts {OPEN}" in text
        assert "huts below 18" in text
        svg = str(g.draw.svg(thing))
        assert "Open huts: PV*:N, SE*:S, AC*:N, CH*:E, GA*:N, TO*:E." in svg
        assert "Huts below: 18" in svg
    assert f"Open huts {OPEN}" in g.draw.text(game.to_position())
    assert "Open huts" in str(g.draw.svg(game.to_position()))


def test_a_hut_that_is_drawn_or_to_be_placed_is_told() -> None:
    game = g.apply(cheap(WITH_HUTS, huts=OPEN), hut())
    text = g.draw.text(game)
    assert "End of the turn of Red: a hut for Arcades is drawn" in text
    assert "Open huts PV*:N SE*:S CH*:E GA*:N TO*:E" in text
    assert "To be placed AC*:N" in text
    assert "Open huts" in g.draw.text(with_hut_stored(cheap(WITH_HUTS, huts=OPEN), hut().building))


def test_without_huts_nothing_is_said_of_them() -> None:
    assert "uts" not in g.draw.text(cheap(g.ALHAMBRA))
    assert "Open huts" not in str(g.draw.svg(cheap(g.ALHAMBRA)))


def test_a_score_pad_says_who_counts_more_by_huts() -> None:
    sheet = g.scoring.score({"Red": CITY, "Blue": g.notation.read_city("@ AC10:-")}, g.Scoring.B)
    said = "Arcades: Red has 2: 1 built, 1 by huts (HUT-9)"
    assert said in g.draw.text(sheet)
    assert said in str(g.draw.svg(sheet))
