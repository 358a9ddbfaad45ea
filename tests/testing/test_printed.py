"""What Hypothesis prints of a value when a test fails: what can be pasted back, and not its insides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis.vendor.pretty import pretty

import granada_rules
from granada_rules import Cell, Cells, City, Game, Phase, Seat, alhambra, reference, testing, view
from tests.helpers.games import laid

DECISIONS = [Phase.ACT, Phase.PLACE, Phase.FAVOUR, Phase.PLACE_FAVOUR, Phase.REVEAL, Phase.GIFT]
"""In the window of vizier's favour there are draws, too."""


def pasted(printed: str) -> object:
    names = {name: getattr(granada_rules, name) for name in granada_rules.__all__}
    return eval(printed, names)  # noqa: S307 - our own text


@given(testing.cities())
def test_a_city_is_printed_as_what_makes_it(city: City) -> None:
    assert pretty(city) == repr(city)
    assert pasted(pretty(city)) == city


def test_cells_tiles_and_tile_sets_are_printed_as_what_makes_them() -> None:
    cells = Cells.of([Cell(1, 0), Cell(0, -1)])
    for value in (cells, reference().tiles[0], alhambra().tiles[0], reference(), alhambra()):
        assert pretty(value) == repr(value)
        assert pasted(pretty(value)) == value


@given(testing.games(phases=DECISIONS).filter(lambda game: not game.is_chance))
def test_a_game_in_which_somebody_decides_is_printed_as_what_makes_it(game: Game) -> None:
    printed = pretty(game)
    assert printed.startswith("Game.from_position(Position(")
    assert pasted(printed) == pasted(repr(game)) == game


@given(
    testing.games(phases=[phase for phase in Phase if phase not in DECISIONS])
    | testing.games(phases=Phase.FAVOUR).filter(lambda game: game.is_chance)
)
def test_any_other_game_is_printed_as_its_position(game: Game) -> None:
    printed = pretty(game)
    assert printed.startswith("<Game at Position(")
    assert printed.endswith(")>")
    for shown in (printed, repr(game)):
        assert pasted(shown.removeprefix("<Game at ").removesuffix(">")) == game.to_position()


def test_what_is_printed_fits_on_a_page() -> None:
    game = laid(["y9 y9 y2", "b9 b9 b3", "g9 g9 g4"], display="o1 o2 o3 o4")
    assert pretty(game).count("\n") < 90
    assert pretty(view(game, Seat(0))).count("\n") < 110


def test_a_failing_test_tells_what_can_be_pasted() -> None:
    @given(testing.legal_cities())
    def no_city_has_a_tile(city: City) -> None:
        assert not city.tiles

    with pytest.raises(AssertionError) as failure:
        no_city_has_a_tile()
    told = "\n".join(failure.value.__notes__)
    (line,) = (line.strip() for line in told.splitlines() if "city=" in line)
    city = pasted(line.removeprefix("city=").removesuffix(","))
    assert isinstance(city, City)
    assert len(city.tiles) == 1
