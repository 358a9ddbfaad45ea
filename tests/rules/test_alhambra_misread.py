"""What is easily misread in Alhambra: shared places, walls, tiles without backs, the end of the game."""

from __future__ import annotations

from itertools import product

import pytest

import granada_rules as g
from tests.helpers.games import altered, clauses, drawn, faces, laid, money, refused

NAMES = ["Red", "Blue", "Green", "Yellow"]


def points(which: g.Scoring, *owned: str, dirk: str | None = None) -> list[int]:
    """Return what everybody gets for buildings; all tiles of a player lie in a row."""
    cities = {}
    for name, codes in zip(NAMES, owned, strict=False):
        row = {g.Cell(x, 0): (face, face.walls or g.Edges(0)) for x, face in enumerate(faces(codes), 1)}
        cities[name] = g.City.of(row, start=g.Kind.ALHAMBRA)
    sheet = g.scoring.score(cities, which, dirk=None if dirk is None else faces(dirk))
    everybody = [*cities, *([] if dirk is None else [g.DIRK])]
    lines = [line for line in sheet.lines if line.building is not None]
    return [sum(line.points for line in lines if line.player == name) for name in everybody]


# Shared places.


@pytest.mark.accepts("A-SCORE-8")
def test_players_who_are_level_share_whatever_their_dearest_building_costs() -> None:
    assert points(g.Scoring.A, "TO13:N", "TO7:-") == [3, 3]


@pytest.mark.accepts("A-SCORE-8")
def test_each_share_is_rounded_down_if_need_be_to_nothing() -> None:
    assert points(g.Scoring.B, "SE3:- SE4:-", "SE5:- SE6:-", "SE7:-") == [5, 5, 0]
    assert points(g.Scoring.A, "PV2:-", "PV3:-") == [0, 0]


@pytest.mark.accepts("A-SCORE-8")
def test_the_next_player_takes_the_place_after_those_who_are_level() -> None:
    towers = "TO7:- TO8:- TO9:- TO10:-", "TO11:- TO12:- TO13:- TO9:N", "TO9:S TO11:N", "TO11:S"
    assert points(g.Scoring.C, *towers) == [17, 17, 6, 0]


@pytest.mark.accepts("A-SCORE-8")
def test_players_who_are_level_for_a_later_place_share_it_with_places_without_points() -> None:
    assert points(g.Scoring.C, "PV2:- PV3:-", "PV4:-", "PV5:-", "PV6:-") == [16, 3, 3, 3]
    assert points(g.Scoring.C, "PV2:-", "PV3:-", "PV4:-") == [8, 8, 8]


@pytest.mark.accepts("A-SCORE-8", "DIRK-4")
def test_dirk_shares_like_a_player() -> None:
    assert points(g.Scoring.A, "TO13:N", dirk="TO7:-") == [3, 3]


@pytest.mark.accepts("A-SCORE-7")
def test_there_is_no_third_place_in_b_and_no_second_in_a() -> None:
    towers = "TO7:- TO8:- TO9:-", "TO10:- TO11:-", "TO12:-"
    assert points(g.Scoring.A, *towers) == [6, 0, 0]
    assert points(g.Scoring.B, *towers) == [13, 6, 0]
    assert points(g.Scoring.C, *towers) == [21, 13, 6]


@pytest.mark.accepts("A-BOX-2")
def test_tiles_with_the_same_type_and_price_are_two_buildings() -> None:
    assert points(g.Scoring.A, "TO9:N TO9:S", "TO13:N") == [6, 0]


# Walls.


@pytest.mark.accepts("SCORE-4")
def test_a_ring_of_walls_counts_every_edge() -> None:
    tiles = {}
    for x, y in product((-1, 0, 1), repeat=2):
        walls = g.Edges.parse("N" * (y == 1) + "E" * (x == 1) + "S" * (y == -1) + "W" * (x == -1) or "-")
        tiles[g.Cell(x, y)] = g.Face.parse(f"TO9:{walls or '-'}"), walls
    del tiles[g.Cell(0, 0)]
    wall = g.moats.longest_wall(g.City.of(tiles, start=g.Kind.ALHAMBRA))
    assert (wall.length, wall.is_ring) == (12, True)


@pytest.mark.rejects("BUILD-1")
def test_a_tile_of_alhambra_does_not_lie_sideways() -> None:
    tower = g.Face.parse("TO9:N")
    city = g.City.of({g.Cell(1, 0): (tower, g.Edges.E, g.Edges.E)}, start=g.Kind.ALHAMBRA)
    assert clauses(g.placement.violations(city)) == ["BUILD-1"]


@pytest.mark.rejects("A-BOX-2")
def test_a_cell_is_too_far_away_where_no_tile_of_both_games_could_lie() -> None:
    tower = g.Face.parse("TO9:N")
    for steps, told in ((111, []), (112, ["A-BOX-2"])):
        found = g.placement.why_not(g.City.of(start=g.Kind.ALHAMBRA), g.Cell(steps, 0), (tower, g.Edges.N))
        assert [clause for clause in clauses(found) if not clause.startswith("BUILD")] == told
    with pytest.raises(ValueError, match=r"^cell 112,0: more than 111 away from the start"):
        g.City.of({g.Cell(112, 0): (tower, g.Edges.N)}, start=g.Kind.ALHAMBRA)


# Games.


def last_purchase(bag: int) -> g.Game:
    """Return a game with so many tiles in the bag, after Blue has bought the tile on space 2.

    Red has the most yellow and blue money, Green the most orange, and nobody any green.
    """
    hands, yard = ["y9 b9 y8", "g9 g8 g7", "o9 o8 o7"], "PV8:- SE8:S AC9:- TO13:E"
    game = laid(hands, "y1 g1 b1 o1", yard, ruleset=g.ALHAMBRA)
    game = altered(game, table=altered(game.table, bag=game.table.bag[:bag]))
    return g.apply(game, g.Buy(g.Seat(1), g.Space(2), money("g9")))


def stored(game: g.Game, *codes: str) -> g.Game:
    """Let the player who has to store these tiles."""
    for code in codes:
        assert game.table.turn is not None
        game = g.apply(game, g.Store(game.table.turn, g.Face.parse(code)))
    return game


@pytest.mark.accepts("END-1")
def test_with_an_empty_bag_and_a_full_yard_the_game_of_alhambra_goes_on() -> None:
    game = drawn(stored(last_purchase(1), "SE8:S"))
    assert (game.table.bag, game.table.phase, game.table.turn) == ((), g.Phase.ACT, 2)


@pytest.mark.accepts("A-END-3")
def test_a_player_who_gets_several_tiles_places_them_in_any_order_and_others_wait() -> None:
    game = stored(last_purchase(0), "SE8:S")
    assert (game.table.phase, game.table.turn) == (g.Phase.GIFT, 0)
    assert set(game.table.bought) == set(faces("PV8:- AC9:-"))
    assert game.table.yard == (None, None, None, g.Face.parse("TO13:E"))
    for order in ("PV8:-", "AC9:-"), ("AC9:-", "PV8:-"):
        after = stored(game, *order)
        assert (after.table.turn, after.table.bought) == (2, (g.Face.parse("TO13:E"),))


@pytest.mark.accepts("SCORE-9")
def test_tiles_of_alhambra_on_reserves_score_nothing() -> None:
    game = stored(last_purchase(0), "SE8:S", "PV8:-", "AC9:-", "TO13:E")
    assert game.table.phase is g.Phase.OVER
    assert game.sheets[-1].lines == ()


@pytest.mark.accepts("A-SETUP-2", "A-TURN-9")
def test_there_is_no_marker_at_any_time() -> None:
    game = laid(["y9 b9 y8", "g9 g8 g7", "o9 o8 o7"], ruleset=g.ALHAMBRA)
    assert game.table.marker is None
    assert drawn(stored(last_purchase(9), "SE8:S")).table.marker is None


@pytest.mark.rejects("PLACE-1")
def test_nothing_is_paid_for_building_a_tile_without_a_back() -> None:
    game = last_purchase(9)
    building = g.Build(g.Seat(1), g.Face.parse("SE8:S"), g.Cell(1, 0), money("g7"))
    assert clauses(refused(game, building)) == ["PLACE-1"]
