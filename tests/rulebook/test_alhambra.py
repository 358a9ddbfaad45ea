"""The book's examples of Alhambra: dealing, buying, refilling, forbidden buildings, walls, points, Dirk."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pytest

import granada_rules as g
from granada_rules.box import Box
from tests.helpers.endings import at_pile
from tests.helpers.games import (
    BLUE,
    CHEAP,
    OTHERS,
    RED,
    buy,
    clauses,
    drawn,
    faces,
    laid,
    money,
    played,
    refused,
    until,
)

if TYPE_CHECKING:
    from collections.abc import Mapping


EAST, NORTH, SOUTH = g.Cell(1, 0), g.Cell(0, 1), g.Cell(0, -1)


def red(hand: str, display: str, yard: str) -> g.Game:
    """Lay out a game for three in which Red has this hand, and begins."""
    game = laid([hand, *OTHERS], display, yard, ruleset=g.ALHAMBRA)
    assert game.table.to_act == RED
    return game


@pytest.mark.accepts("BUY-1", "BUY-2", game="alhambra")
@pytest.mark.rejects("TURN-3", game="alhambra")
def test_a_garden_for_10_blue_is_paid_with_11_and_there_is_neither_change_nor_another_action() -> None:
    garden = g.Face.parse("GA10:N")
    game = red("b5 b6 g4 g9", "y2 g8 b3 o7", "PV2:NEW PV4:ES GA10:N AC4:NES")
    bought = g.apply(game, buy(3, "b5 b6"))
    assert bought.table.bought == (garden,)
    assert bought.hands[RED] == money("g4 g9")
    assert bought.table.discards == money("b5 b6")
    assert clauses(refused(bought, g.TakeMoney(RED, money("y2")))) == ["TURN-3"]
    assert clauses(refused(bought, buy(2, "g4"))) == ["TURN-3"]
    assert g.apply(bought, g.Store(RED, garden)).table.phase is g.Phase.END_OF_TURN


@pytest.mark.accepts("TURN-3", "REBUILD-3", "TURN-6", game="alhambra")
def test_two_exact_purchases_then_an_exchange_then_the_tiles_are_built_or_stored() -> None:
    pavilion, chambers, seraglio, arcades = faces("PV2:NEW CH6:ES SE4:NE AC6:NE")
    # In an earlier turn a Seraglio was built, and the Arcades stored.
    game = red("y2 g6 b4 o6 y9", "y1 g8 b3 o9", "PV2:NEW CH6:ES SE4:NE AC6:NE")
    game = played(game, buy(3, "b4"), buy(4, "o6"), g.TakeMoney(RED, money("y1")))
    game = until(drawn(played(game, g.Build(RED, seraglio, EAST), g.Store(RED, arcades))), RED)
    game = played(game, buy(1, "y2"), buy(2, "g6"), g.Exchange(RED, arcades, EAST))
    assert (game.table.phase, game.table.bought) == (g.Phase.PLACE, (pavilion, chambers))
    assert game.table.players[RED].reserve == (seraglio,)
    game = played(game, g.Build(RED, chambers, SOUTH), g.Store(RED, pavilion))
    player = game.table.players[RED]
    assert {cell: tile.face for cell, tile in player.city.tiles.items()} == {EAST: arcades, SOUTH: chambers}
    assert player.reserve == (pavilion, seraglio)


@pytest.mark.accepts("A-TURN-9")
@pytest.mark.rejects("A-TURN-9")
def test_of_the_free_spaces_2_and_4_the_second_is_filled_first() -> None:
    game = red("y2 g4 b4 o4 y5 g9", "y1 g8 b3 o9", CHEAP[g.Kind.ALHAMBRA])
    game = played(game, buy(2, "g4"), buy(4, "o4"), g.TakeMoney(RED, money("y1")))
    game = played(game, g.Store(RED, g.Face.parse("PV4:ES")), g.Store(RED, g.Face.parse("AC4:NES")))
    assert clauses(refused(game, g.DrawTile(g.Face.parse("TO13:E")))) == ["TURN-7"]
    game = g.apply(game, g.DrawCard(game.deck[0]))
    game = g.apply(game, g.DrawTile(g.Face.parse("TO13:E")))
    assert game.table.yard == (*faces("PV2:NEW TO13:E SE4:NE"), None)
    assert clauses(refused(game, g.TakeMoney(BLUE, [game.table.display[0]]))) == ["A-TURN-9"]
    game = g.apply(game, g.DrawTile(g.Face.parse("GA12:S")))
    assert game.table.yard == tuple(faces("PV2:NEW TO13:E SE4:NE GA12:S"))


# The forbidden pictures.


def lay(tiles: Mapping[g.Cell, str]) -> g.City:
    """Lay tiles of Alhambra, with the walls of their names."""
    named = {cell: g.Face.parse(code) for cell, code in tiles.items()}
    return g.City.of(
        {cell: (face, face.walls or g.Edges(0)) for cell, face in named.items()}, start=g.Kind.ALHAMBRA
    )


@pytest.mark.rejects("BUILD-5", game="alhambra")
def test_arcades_that_leave_an_empty_place_enclosed() -> None:
    around = [g.Cell(1, 0), g.Cell(2, 0), g.Cell(2, 1), g.Cell(2, 2), g.Cell(1, 2), g.Cell(0, 2)]
    codes = ["PV8:-", "SE9:-", "CH10:-", "CH11:-", "GA10:-", "GA11:-"]
    city = lay(dict(zip(around, codes, strict=True)))
    assert g.placement.violations(city) == ()
    (violation,) = g.placement.violations(lay({**dict(zip(around, codes, strict=True)), NORTH: "AC9:-"}))
    assert (violation.clause, violation.cells) == ("BUILD-5", (g.Cell(1, 1),))
    assert NORTH not in g.placement.legal_cells(city, g.Edges(0))


# Points.


@pytest.mark.accepts("SCORE-4", "SCORE-5", game="alhambra")
def test_an_outer_wall_of_eight_edges_scores_eight_and_all_else_nothing() -> None:
    # It runs from the west around the north to the east; the inner double wall and the single edge in the
    # south are of no account.
    city = lay(
        {
            g.Cell(-1, 1): "PV5:NW",
            g.Cell(0, 1): "PV6:N",
            g.Cell(1, 1): "AC4:NES",
            g.Cell(-1, 0): "SE7:W",
            g.Cell(1, 0): "SE4:NE",
            g.Cell(1, -1): "PV7:E",
            g.Cell(0, -1): "SE8:S",
        }
    )
    wall = g.moats.longest_wall(city)
    codes = "-1,0:W -1,1:W -1,1:N 0,1:N 1,1:N 1,1:E 1,0:E 1,-1:E"
    assert " ".join(map(str, wall.edges)) == codes
    line = g.scoring.score({"Red": city}, g.Scoring.A).lines[0]
    assert (line.clause, line.points, line.edges) == ("SCORE-4", 8, wall.edges)


def majorities(building: g.Building, which: g.Scoring, *numbers: int) -> list[int]:
    """Return the points of players with so many buildings of that type."""
    prices = [price for one, price in Box.of(g.Kind.ALHAMBRA).many if one is building]
    left = (g.Face(building, price, g.Edges(0)) for price in prices)
    cities = {
        str(seat): g.City.of(
            {g.Cell(x, 0): (face, g.Edges(0)) for x, face in enumerate(islice(left, many), 1)},
            start=g.Kind.ALHAMBRA,
        )
        for seat, many in enumerate(numbers)
    }
    return list(g.scoring.score(cities, which).totals.values())


@pytest.mark.accepts("A-SCORE-7")
def test_most_chambers_in_a_get_4() -> None:
    assert majorities(g.Building.CHAMBERS, g.Scoring.A, 3, 2, 1) == [4, 0, 0]


@pytest.mark.accepts("A-SCORE-7")
def test_most_towers_in_b_get_13_and_the_second_6() -> None:
    assert majorities(g.Building.TOWER, g.Scoring.B, 3, 2, 1) == [13, 6, 0]


@pytest.mark.accepts("A-SCORE-7")
def test_most_pavilions_in_c_get_16_the_second_8_the_third_1() -> None:
    assert majorities(g.Building.PAVILION, g.Scoring.C, 4, 2, 1) == [16, 8, 1]


# Two players.


@pytest.mark.accepts("DIRK-1", "A-DIRK-3", "A-DIRK-5", "A-DIRK-6", game="alhambra")
def test_72_cards_six_tiles_for_dirk_six_more_after_a_and_a_third_of_the_bag_after_b() -> None:
    game = g.setup(2, g.ALHAMBRA)
    assert len(game.deck) == 72
    game = drawn(game)
    assert game.table.dirk is not None
    assert (len(game.table.dirk.faces), len(game.table.bag)) == (6, 54 - 6 - 4)
    for which, tiles in ((g.Scoring.A, 12), (g.Scoring.B, 12 + 38 // 3)):
        game = at_pile(game, which)
        assert game.table.to_act is not None
        game = g.apply(game, g.TakeMoney(game.table.to_act, [game.table.display[0]]))
        game = drawn(g.apply(game, g.DrawScoring(which)))
        assert game.table.dirk is not None
        assert len(game.table.dirk.faces) == tiles
    assert (len(game.table.bag), game.table.draw_for) == (38 - 12, None)


# Bonus cards.


@pytest.mark.accepts("BON-1")
@pytest.mark.accepts("BON-5")
def test_the_garden_for_10_without_walls_and_its_card_are_two_gardens() -> None:
    garden = g.Face.parse("GA10:-")
    red = g.City.of({g.Cell(1, 0): (garden, g.Edges(0))}, start=g.Kind.ALHAMBRA)
    sheet = g.scoring.score({"Red": red}, g.Scoring.A, shown={"Red": [garden]})
    assert [(line.building, line.owned) for line in sheet.lines] == [(g.Building.GARDEN, 2)]


@pytest.mark.accepts("BON-2")
@pytest.mark.accepts("BON-3")
def test_3_3_2_2_1_bonus_cards_each_and_the_others_leave_the_game() -> None:
    rules = g.Ruleset(kinds=(g.Kind.ALHAMBRA,), modules=(g.Module.BONUS,))
    dealt = [drawn(g.setup(players, rules)).table.modules.hidden for players in range(2, 7)]
    assert [hidden[0] for hidden in dealt] == [3, 3, 2, 2, 1]
    assert [10 - sum(hidden) for hidden in dealt] == [4, 1, 2, 0, 4]
