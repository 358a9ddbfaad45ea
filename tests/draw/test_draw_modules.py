"""Drawings of games with modules: pawns, huts, and what is waited for between turns."""

from __future__ import annotations

import pytest

from granada_rules import (
    ALHAMBRA,
    GRANADA,
    Game,
    Pass,
    Position,
    Ruleset,
    Scoring,
    apply,
    draw,
    notation,
    scoring,
    view,
)
from tests.helpers.favours import begun, favoured, stored, used, window
from tests.helpers.games import BLUE, GREEN, RED, cheap, every_game
from tests.helpers.noted import but, changed
from tests.play.test_huts import OPEN, WITH_HUTS, hut
from tests.play.test_huts import stored as with_hut_stored

# Vizier's favour.


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


# Huts.

CITY = notation.read_city("@ AC9:- AC*:N")


def test_a_hut_is_drawn_with_a_star_and_told_in_words() -> None:
    text = draw.text(CITY)
    assert "AC*" in text
    assert "AC9" in text
    svg = str(draw.svg(CITY))
    assert "AC hut" in svg
    assert "1 Arcades, 1 hut for Arcades" in svg


def test_open_huts_and_how_many_lie_below_are_shown() -> None:
    game = cheap(WITH_HUTS, huts=OPEN)
    for thing in (game, game.table, view(game, RED)):
        text = draw.text(thing)
        assert f"Open huts {OPEN}" in text
        assert "huts below 18" in text
        svg = str(draw.svg(thing))
        assert "Open huts: PV*:N, SE*:S, AC*:N, CH*:E, GA*:N, TO*:E." in svg
        assert "Huts below: 18" in svg
    assert f"Open huts {OPEN}" in draw.text(game.to_position())
    assert "Open huts" in str(draw.svg(game.to_position()))


def test_a_hut_that_is_drawn_or_to_be_placed_is_told() -> None:
    game = apply(cheap(WITH_HUTS, huts=OPEN), hut())
    text = draw.text(game)
    assert "End of the turn of Red: a hut for Arcades is drawn" in text
    assert "Open huts PV*:N SE*:S CH*:E GA*:N TO*:E" in text
    assert "To be placed AC*:N" in text
    assert "Open huts" in draw.text(with_hut_stored(cheap(WITH_HUTS, huts=OPEN), hut().building))


def test_without_huts_nothing_is_said_of_them() -> None:
    assert "uts" not in draw.text(cheap(ALHAMBRA))
    assert "Open huts" not in str(draw.svg(cheap(ALHAMBRA)))


def test_a_score_pad_says_who_counts_more_by_huts() -> None:
    sheet = scoring.score({"Red": CITY, "Blue": notation.read_city("@ AC10:-")}, Scoring.B)
    said = "Arcades: Red has 2: 1 built, 1 by huts (HUT-9)"
    assert said in draw.text(sheet)
    assert said in str(draw.svg(sheet))
