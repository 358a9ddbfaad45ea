"""Positions of Alhambra: what is played, which tiles there are, what was paid, what Dirk has."""

from __future__ import annotations

import random
from functools import cache

import pytest

import granada_rules as g
from granada_rules.box import Tile
from granada_rules.position import NotedPlayer, NotedTile, Position, facts_of
from tests.helpers.games import NAMES, at_decisions, clauses, faces, laid, money
from tests.helpers.noted import (
    alhambra_of,
    but,
    changed,
    found,
    is_complete,
    is_consistent,
    noted,
    only,
    players,
    three,
    three_of_alhambra,
    two_of_alhambra,
)

TABLE = Position(ruleset=g.ALHAMBRA)
"""A table of which nothing but the game is known."""


# What is played.


def kind_of(position: Position) -> g.Kind:
    return facts_of(position).kind


def test_the_game_is_what_the_first_of_these_says_ruleset_tile_set_city_tile_sheet() -> None:
    red = NotedPlayer(name="Red", city=g.City.of(start=g.Kind.ALHAMBRA))
    sheet = g.scoring.score({"Red": alhambra_of(), "Blue": alhambra_of()}, g.Scoring.A)
    for position in (
        TABLE,
        Position(tile_set=g.alhambra()),
        Position(players=(red,)),
        Position(yard=noted("PV2:NEW")),
        Position(dirk=noted("PV2:NEW")),
        Position(players=(NotedPlayer(reserve=noted("PV2:NEW")),)),
        Position(sheets=(sheet,)),
    ):
        assert kind_of(position) is g.Kind.ALHAMBRA
    for position in (
        Position(),
        Position(ruleset=g.GRANADA, tile_set=g.alhambra()),
        Position(tile_set=g.reference(), players=(red,)),
        Position(players=(NotedPlayer(city=g.City.of()), red)),
        Position(yard=noted("AR2 PV2:NEW"), sheets=(sheet,)),
        Position(players=(NotedPlayer(city=g.City.of()),), bag=noted("PV2:NEW")),
    ):
        assert kind_of(position) is g.Kind.GRANADA


@pytest.mark.accepts("BOX-5")
@pytest.mark.rejects("BOX-5")
def test_everybody_has_a_start_tile_of_the_game_that_is_played() -> None:
    red, blue = NotedPlayer(name="Red", city=alhambra_of()), NotedPlayer(name="Blue", city=g.City.of())
    for position in (but(TABLE, players=(red,)), Position(players=(red,)), Position(players=(blue,))):
        assert is_consistent(position)
    for position in (but(TABLE, players=(red, blue)), Position(players=(red, blue))):
        violation = only(position)
        assert (violation.clause, violation.player) == ("BOX-5", "Blue")
        assert violation.message == "a start tile of Granada, and this is Alhambra"
    assert only(Position(players=(blue, red))).message == "a start tile of Alhambra, and this is Granada"


@pytest.mark.rejects("A-BOX-2", "BOX-2")
def test_the_tile_set_is_of_the_game_that_is_played() -> None:
    violation = only(but(TABLE, tile_set=g.reference()))
    assert violation.clause == "A-BOX-2"
    assert violation.message == "the tile set is of Granada, and this is Alhambra"
    violation = only(Position(ruleset=g.GRANADA, tile_set=g.alhambra()))
    assert violation.clause == "BOX-2"
    assert violation.message == "the tile set is of Alhambra, and this is Granada"
    # Its tiles are then not asked for.
    assert clauses(found(but(TABLE, tile_set=g.reference(), bag=noted("PV2:NEW")))) == ["A-BOX-2"]


# The marker.


@pytest.mark.accepts("A-SETUP-2")
def test_no_marker_is_missing() -> None:
    assert three_of_alhambra().marker is None
    assert is_complete(three_of_alhambra())
    assert is_complete(two_of_alhambra())
    assert "marker" not in g.validate(TABLE).missing
    assert "marker" in g.validate(Position(ruleset=g.GRANADA)).missing
    assert "marker" in g.validate(Position()).missing
    assert g.validate(but(three(), marker=None)).missing == ("marker",)


@pytest.mark.rejects("A-BOX-2")
@pytest.mark.parametrize("marker", g.Marker)
def test_there_is_no_marker(marker: g.Marker) -> None:
    violation = only(but(three_of_alhambra(), marker=marker))
    assert violation.clause == "A-BOX-2"
    assert violation.message == (
        f"a marker on {marker.value}, and Alhambra has none: its tiles have one face"
    )
    assert only(Position(tile_set=g.alhambra(), bag=noted("PV2:NEW"), marker=marker)).clause == "A-BOX-2"
    # If nobody says what is played, it may be both.
    assert is_consistent(Position(bag=noted("PV2:NEW"), marker=marker))
    # Nothing is asked of the prices in the yard.
    for yard in ("PV2:NEW SE4:NE AC8:N GA10:N", "PV3:SW SE5:SW AC9:- GA11:-"):
        assert only(but(three_of_alhambra(), marker=marker, yard=noted(yard))).clause == "A-BOX-2"


# Tiles.


@pytest.mark.rejects("A-BOX-2", "BOX-2")
def test_a_face_of_the_other_game_is_found_wherever_it_lies() -> None:
    foreign = noted("AR2")
    for position in (
        but(three_of_alhambra(), bought=foreign, phase=g.Phase.END_OF_TURN),
        but(TABLE, yard=(*foreign, None, None, None)),
        but(TABLE, dirk=foreign),
        but(TABLE, bag=foreign),
        changed(three_of_alhambra(), 1, reserve=foreign),
    ):
        violation = found(position)[0]
        assert (violation.clause, violation.faces) == ("A-BOX-2", tuple(faces("AR2")))
        assert violation.message.startswith(("AR2 in ", "AR2 among "))
        assert violation.message.endswith(": a tile of Granada, and this is Alhambra")
    violation = only(Position(ruleset=g.GRANADA, bag=noted("AR2 PV2:NEW")))
    assert violation.message == "PV2:NEW in the bag: a tile of Alhambra, and this is Granada"


@pytest.mark.accepts("A-BOX-2")
@pytest.mark.rejects("A-BOX-2")
def test_without_a_list_there_are_so_many_tiles_of_a_type_and_a_price() -> None:
    assert is_consistent(but(TABLE, bag=noted("GA10:E GA10:S GA10:NE PV2:- PV8:N")))
    for tiles, message in {
        "GA10:E GA10:E": "the face GA10:E is among the bag 2 times, and the box has it once",
        "GA13:E": "GA13:E in the bag: no such tile; prices of Garden are 6 to 12",
        "PV2:- PV2:N": "2 tiles Pavilion 2 with different walls, and the box has 1",
        "GA10:E GA10:S GA10:NE GA10:-": "4 tiles Garden 10 with different walls, and the box has 3",
    }.items():
        violation = only(but(TABLE, bag=noted(tiles)))
        assert (violation.clause, violation.message) == ("A-BOX-2", message)


@pytest.mark.accepts("A-BOX-4")
@pytest.mark.rejects("A-BOX-4")
def test_without_a_list_there_are_so_many_tiles_with_each_pattern_of_walls() -> None:
    four = "PV2:N PV3:N PV4:N PV5:N"
    assert is_consistent(but(TABLE, bag=noted(four)))
    assert is_consistent(but(TABLE, bag=noted("PV2:ESW SE3:ESW")))
    for tiles, message in {
        f"{four} PV6:N": "5 tiles with walls N, and the box has 4",
        "PV2:ESW SE3:ESW AC4:ESW": "3 tiles with walls ESW, and the box has 2",
        "PV2:NS": "PV2:NS in the bag: the box has no tile with walls NS",
        "PV2:EW": "PV2:EW in the bag: the box has no tile with walls EW",
        "PV2:NESW": "PV2:NESW in the bag: the box has no tile with walls NESW",
        " ".join(f"GA{price}:-" for price in range(6, 13)) + " PV2:- PV3:- PV4:- PV5:-": (
            "11 tiles with walls -, and the box has 10"
        ),
    }.items():
        violation = only(but(TABLE, bag=noted(tiles)))
        assert (violation.clause, violation.message) == ("A-BOX-4", message)
        assert violation.faces == tuple(sorted(tile.face for tile in noted(tiles)))


def test_a_tile_that_the_box_does_not_have_is_blamed_for_that_alone() -> None:
    assert clauses(found(but(TABLE, bag=noted("GA13:NS AR2 PV2:NEW PV2:NEW")))) == ["A-BOX-2"] * 3


@pytest.mark.accepts("A-BOX-2")
@pytest.mark.rejects("A-BOX-2")
def test_with_a_list_tiles_have_the_walls_that_it_says() -> None:
    listed = but(TABLE, tile_set=g.alhambra())
    assert is_consistent(but(listed, bag=tuple(map(NotedTile, g.alhambra().faces))))
    for code, walls in {
        "GA10:E": "no walls, a wall on N, or on W",
        "PV2:-": "walls on NEW",
        "TO13:NS": "a wall on E",
        "TO13:NESW": "a wall on E",
        "TO9:W": "walls on NE, on ES, or on NW",
        "AC6:-": "walls on NE or on SW",
        "PV8:S": "no walls",
    }.items():
        violation = only(but(listed, bag=noted(code)))
        assert (violation.clause, violation.faces) == ("A-BOX-2", tuple(faces(code)))
        (face,) = faces(code)
        assert violation.message == f"{code} in the bag: no such tile; {face.name} has {walls}"
    # An owner's list may have other tiles.
    others = [tile for tile in g.alhambra().tiles if str(tile) not in {"PV8:-", "GA12:S"}]
    ours = g.TileSet.of([*others, Tile.parse("PV8:S"), Tile.parse("GA12:-")], name="ours")
    assert is_consistent(but(TABLE, tile_set=ours, bag=noted("PV8:S GA12:-")))
    assert clauses(found(but(TABLE, tile_set=ours, bag=noted("PV8:- GA12:S")))) == ["A-BOX-2"] * 2


@pytest.mark.accepts("A-BOX-4")
@pytest.mark.rejects("A-BOX-4")
def test_noted_walls_are_those_of_the_name() -> None:
    face = g.Face.parse("GA10:N")
    assert is_consistent(but(TABLE, bag=(NotedTile(face, g.Edges.N),)))
    for tile_set in (None, g.alhambra()):
        violation = only(but(TABLE, tile_set=tile_set, bag=(NotedTile(face, g.Edges.E),)))
        assert (violation.clause, violation.faces) == ("A-BOX-4", (face,))
        assert violation.message == "GA10:N with walls E, and it is named with N (among the bag)"
    bare = only(but(TABLE, bag=(NotedTile(face, g.Edges(0)),)))
    assert bare.message == "GA10:N with walls -, and it is named with N (among the bag)"
    walled = only(but(TABLE, bag=(NotedTile(g.Face.parse("GA10:-"), g.Edges.E),)))
    assert walled.message == "GA10:- with walls E, and it is named with - (among the bag)"
    # Of a tile that does not belong here, nothing else is said.
    assert clauses(found(Position(ruleset=g.GRANADA, bag=(NotedTile(face, g.Edges.E),)))) == ["BOX-2"]
    foreign = NotedTile(g.Face.parse("AR2"), g.Edges.parse("NESW"))
    assert clauses(found(but(TABLE, bag=(foreign,)))) == ["A-BOX-2"]


@pytest.mark.accepts("BUILD-1")
@pytest.mark.rejects("BUILD-1")
def test_a_tile_that_lies_turned_has_the_walls_of_its_name_all_the_same() -> None:
    turned = g.Face.parse("GA10:N"), g.Edges.E, g.Edges.E
    city = g.City.of({g.Cell(1, 0): turned}, g.Kind.ALHAMBRA)
    position = but(TABLE, tile_set=g.alhambra(), players=(NotedPlayer(name="Red", city=city),))
    assert clauses(found(position)) == ["BUILD-1"]


# In a turn.


def paid(cards: str, phase: g.Phase = g.Phase.ACT, tile: str = "PV2:NEW", price: str = "y2") -> Position:
    """Return a turn in which Red bought the tile on the space of yellow for these cards."""
    hands = ["y9 y9 y2" if price == "y2" else f"y9 y8 {price}", "b9 b9 b3", "g9 g9 g4"]
    yard = f"{tile} SE3:ESW AC5:NW GA10:N"
    start = laid(hands, "o1 o2 o3 o4", yard, ruleset=g.ALHAMBRA).to_position()
    spent = money(cards)
    hand = start.players[0].hand
    assert hand is not None
    left = changed(start, 0, hand=hand - spent if spent <= hand else hand)
    return but(left, yard=(None, *(start.yard or ())[1:]), bought=noted(tile), discards=spent, phase=phase)


@pytest.mark.accepts("BUY-1", "TURN-3", "A-TURN-9")
def test_what_was_bought_was_paid_in_the_currency_of_its_space() -> None:
    assert is_complete(paid("y2"))
    assert g.Game.from_position(paid("y2")).table.extra
    assert is_complete(paid("y9", g.Phase.PLACE))


@pytest.mark.rejects("BUY-1", "TURN-3")
def test_a_tile_was_bought_at_the_price_that_it_shows() -> None:
    assert clauses(found(paid("y3", tile="PV4:ES", price="y3"))) == ["BUY-1"]
    assert clauses(found(paid("y9"))) == ["TURN-3"]
    assert is_complete(paid("y5", tile="PV5:NW", price="y5"))
    assert clauses(found(paid("y5", tile="PV4:ES", price="y5"))) == ["TURN-3"]


def test_a_tile_with_a_price_that_its_type_does_not_have_may_have_cost_anything() -> None:
    position = but(paid("y2"), bought=noted("PV13:NEW"), tile_set=None)
    assert clauses(found(position)) == ["A-BOX-2"]


@pytest.mark.accepts("BUY-2")
@pytest.mark.rejects("BUY-2")
def test_for_all_tiles_their_own_prices_were_paid() -> None:
    """There is no back that a tile may have shown instead: these cost 3 and 5, not 2 and 4."""
    few = Position(
        ruleset=g.ALHAMBRA,
        players=players(NotedPlayer(name="Red", reserve=noted("PV3:SW SE5:SW")), of=3),
        phase=g.Phase.ACT,
        piles=three_of_alhambra().piles,
    )
    assert is_consistent(but(few, discards=money("o7 o1")))
    violation = only(but(few, discards=money("o5 o2")))
    assert violation.clause == "BUY-2"
    assert violation.message == "2 tiles bought for at least 8, and in the discards 2 cards worth 7"
    # A price that the type does not have is not counted.
    unknown = changed(few, 0, reserve=noted("PV13:SW"))
    assert clauses(found(but(unknown, discards=g.Purse()))) == ["A-BOX-2"]


@pytest.mark.rejects("A-SCORE-7")
def test_nobody_loses_points() -> None:
    for position in (changed(three_of_alhambra(), 0, points=-1), but(two_of_alhambra(), dirks_points=-1)):
        assert only(position).clause == "A-SCORE-7"


# Dirk.


@cache
def after(scorings: int) -> Position:
    """Return a decision of two players after so many scorings, with tiles in the bag."""
    for game in at_decisions(g.setup(NAMES[:2], g.ALHAMBRA), random.Random(4)):
        if len(game.table.turned_up) == scorings:
            assert game.table.bag
            return game.to_position()
    raise AssertionError("the scoring takes place in this game")


def with_dirks(position: Position, many: int) -> Position:
    """Leave Dirk so many tiles; Red has the others."""
    dirk = position.dirk or ()
    reserve = (*(position.players[0].reserve or ()), *dirk[many:])
    return but(changed(position, 0, reserve=reserve), dirk=dirk[:many])


def of_dirk(position: Position) -> g.Violation:
    """Return what is wrong with Dirk's tiles; those of Red may not have been paid."""
    return next(violation for violation in found(position) if violation.clause != "BUY-2")


@pytest.mark.accepts("A-DIRK-3", "A-DIRK-7")
@pytest.mark.rejects("A-DIRK-3", "BUY-2")
def test_dirk_has_six_tiles_from_the_start_whatever_their_prices() -> None:
    odd = noted("PV3:SW PV5:NW PV7:E SE3:ESW SE5:SW SE7:W")
    assert is_consistent(but(TABLE, players=players(), dirk=odd, phase=g.Phase.ACT))
    violation = only(but(TABLE, players=players(), dirk=odd[:5], phase=g.Phase.ACT))
    assert (violation.clause, violation.player) == ("A-DIRK-3", "Dirk")
    assert violation.message == "5 tiles, and he got 6 at the start"
    seventh = but(two_of_alhambra(), dirk=(*(two_of_alhambra().dirk or ()), *noted("PV3:SW")))
    assert only(seventh).message == "1 tile bought for at least 3, and in the discards 0 cards worth 0"


@pytest.mark.accepts("A-DIRK-5", "A-DIRK-6")
@pytest.mark.rejects("A-DIRK-5", "A-DIRK-6")
def test_dirk_gets_tiles_after_the_scorings() -> None:
    assert is_complete(after(1))
    violation = of_dirk(with_dirks(after(1), 11))
    assert (violation.clause, violation.player) == ("A-DIRK-5", "Dirk")
    bag = len(g.Game.from_position(after(2)).table.bag)
    third = min(before // 3 for before in range(54) if before - before // 3 >= bag)
    assert third > 1
    assert is_complete(with_dirks(after(2), 12 + third))
    assert of_dirk(with_dirks(after(2), 11 + third)).clause == "A-DIRK-6"
    assert of_dirk(with_dirks(after(2), 11)).clause == "A-DIRK-5"
    assert of_dirk(with_dirks(after(2), 5)).clause == "A-DIRK-3"


# Whole games.


@pytest.mark.accepts("BOX-11", "A-TURN-9", "A-SETUP-2", "A-END-3")
@pytest.mark.parametrize("many", range(2, 7))
def test_a_game_is_read_back_at_its_decisions(many: int) -> None:
    for game in list(at_decisions(g.setup(NAMES[:many], g.ALHAMBRA), random.Random(many)))[::9]:
        position = game.to_position()
        assert g.validate(position).level is g.Level.COMPLETE
        assert g.Game.from_position(position) == game
        assert g.Game.from_position(position).table.marker is None
