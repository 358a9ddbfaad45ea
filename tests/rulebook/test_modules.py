"""The book's examples of the modules, and ours that follow from their clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from granada_rules import GRANADA, Marker, Pass, Phase
from tests.helpers.favours import asked, stored, used, window
from tests.helpers.games import BLUE, GREEN, RED, clauses, drawn, each_game, played, refused

if TYPE_CHECKING:
    from granada_rules import Ruleset


@pytest.mark.accepts("VIZ-9")
@each_game
def test_who_is_next_comes_first_and_who_has_just_played_last(rules: Ruleset) -> None:
    game = window(rules)
    assert game.table.turn == RED
    assert asked(game) == [BLUE, GREEN, RED, BLUE]
    assert clauses(refused(game, Pass(RED))) == ["VIZ-9"]


@pytest.mark.accepts("VIZ-8")
def test_the_new_tile_lies_odd_face_up_and_then_the_marker_is_on_even() -> None:
    """Ours: the marker is on odd, and a use empties space 2."""
    game = used(GRANADA)
    assert (game.table.marker, game.table.yard[1]) == (Marker.ODD, None)
    game = drawn(stored(game))
    face = game.table.yard[1]
    assert face is not None
    assert (face.value % 2, game.table.marker) == (1, Marker.EVEN)
    # The turn is still the one that is over, until nobody is left to be asked.
    assert (game.table.phase, game.table.turn) == (Phase.FAVOUR, RED)
    assert played(game, Pass(GREEN), Pass(RED)).table.turn == BLUE
