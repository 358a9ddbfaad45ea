"""The table tests itself with the kit: ``pytest examples/undo``."""
# ruff: noqa: S101, D103 - tests assert, and are named after their laws

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from examples.undo.history import OPEN_HANDS, History
from granada_rules import Draw, Game, Phase, ViolationError, check
from granada_rules.testing import assert_consistent, assert_keeps_secrets, events, games, legal_events

# Whole games take their time to be played, and a busy machine is no failure.
patient = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])

under_way = games(phases=[phase for phase in Phase if phase is not Phase.OVER])


@patient
@given(under_way, st.data())
def test_what_was_done_can_be_taken_back_and_done_again(game: Game, data: st.DataObject) -> None:
    event = data.draw(legal_events(game))
    done = History(game).done(event)
    if isinstance(event, Draw) or done.game.table.phase in OPEN_HANDS:
        assert done.undone() == done
    else:
        assert done.undone().game == game
        assert done.undone().redone() == done


@patient
@given(games(), st.data())
def test_whatever_is_tried_the_game_stays_one_of_the_rules(game: Game, data: st.DataObject) -> None:
    history = History(game)
    for _ in range(data.draw(st.integers(1, 8))):
        event = data.draw(events(history.game))
        if check(history.game, event):
            with pytest.raises(ViolationError):
                history.done(event)
        else:
            history = history.done(event)
        assert_consistent(history.game)
    while history.before:
        history = history.undone()
        assert_consistent(history.game)


@patient
@given(games())
def test_no_page_tells_a_secret(game: Game) -> None:
    assert_keeps_secrets(lambda other, seat: History(other).page(seat), game)
