"""Drawings with huts: cities, tables, positions, score sheets."""

from __future__ import annotations

from granada_rules import ALHAMBRA, Scoring, apply, draw, notation, scoring, view
from tests.helpers.games import RED, cheap
from tests.play.test_huts import OPEN, WITH_HUTS, hut, stored

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
    for _ in range(3):
        game = stored(cheap(WITH_HUTS, huts=OPEN), hut().building)
    assert "Open huts" in draw.text(game)


def test_without_huts_nothing_is_said_of_them() -> None:
    assert "uts" not in draw.text(cheap(ALHAMBRA))
    assert "Open huts" not in str(draw.svg(cheap(ALHAMBRA)))


def test_a_score_pad_says_who_counts_more_by_huts() -> None:
    sheet = scoring.score({"Red": CITY, "Blue": notation.read_city("@ AC10:-")}, Scoring.B)
    said = "Arcades: Red has 2: 1 built, 1 by huts (HUT-9)"
    assert said in draw.text(sheet)
    assert said in str(draw.svg(sheet))
