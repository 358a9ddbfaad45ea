"""Rebuilding a city: extending, reducing and exchanging, with the own reserve."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import granada_rules as g
from tests.helpers.endings import bag_emptied, idle
from tests.helpers.games import clauses, drawn, faces, laid, money, other_face, played, refused, until

if TYPE_CHECKING:
    from collections.abc import Mapping


RED, BLUE = g.Seat(0), g.Seat(1)
EAST, FAR_EAST, NORTH, SOUTH, WEST = g.Cell(1, 0), g.Cell(2, 0), g.Cell(0, 1), g.Cell(0, -1), g.Cell(-1, 0)
SOUTH_EAST = g.Cell(1, -1)

HOSTEL, PARK, DISTRICT = faces("HS8 PA8 DI10")
"""Tiles without moats."""

OTHERS = ["g1 g2 g3 g4 g4 g5 g9", "b1 b2 b3 b4 b4 b5 b9"]


def dry(*placing: g.Action) -> g.Game:
    """Let Red buy three tiles without moats and place them, and the turn come round."""
    game = laid(["y8 g8 b1 b9", *OTHERS], "y1 g8 b3 o9", "HS8 PA8 DI10 AR12")
    for space, payment in enumerate(("y8", "g8", "b1 b9"), 1):
        game = g.apply(game, g.Buy(RED, g.Space(space), money(payment)))
    game = g.apply(game, g.TakeMoney(RED, money("o9")))
    return until(drawn(played(game, *placing)), RED)


def wet(*placing: g.Action, ruleset: g.Ruleset = g.GRANADA) -> g.Game:
    """Let Red buy four tiles with moats and place them, and the turn come round.

    Beside the start tile, PA2 can lie to the south, BA2 to the west, LI2 to the east or the north, and HS2 to
    the east or the south.
    """
    game = laid(["y2 g2 b2 o2 y9 g9", *OTHERS], "y1 g8 b3 o9", "PA2 BA2 LI2 HS2", ruleset=ruleset)
    for space, payment in enumerate(("y2", "g2", "b2", "o2"), 1):
        game = g.apply(game, g.Buy(RED, g.Space(space), money(payment)))
    game = g.apply(game, g.TakeMoney(RED, money("o9")))
    return until(drawn(played(game, *placing)), RED)


def stored(codes: str) -> list[g.Action]:
    return [g.Store(RED, face) for face in faces(codes)]


def city(game: g.Game, seat: g.Seat = RED) -> Mapping[g.Cell, g.Face]:
    return {cell: tile.face for cell, tile in game.table.players[seat].city.tiles.items()}


def rebuilding(game: g.Game) -> list[g.Action]:
    return [
        action for action in g.legal_actions(game) if isinstance(action, g.Extend | g.Reduce | g.Exchange)
    ]


# Extending.


@pytest.mark.accepts("REBUILD-1")
def test_a_tile_of_the_reserve_is_added_to_the_city() -> None:
    game = dry(*stored("HS8 PA8 DI10"))
    extended = g.apply(game, g.Extend(RED, PARK, EAST))
    assert city(extended) == {EAST: PARK}
    assert extended.table.players[RED].reserve == (HOSTEL, DISTRICT)
    assert extended.hands == game.hands
    assert (extended.table.phase, extended.table.to_act) == (g.Phase.ACT, BLUE)


@pytest.mark.rejects("REBUILD-1")
def test_only_tiles_of_the_own_reserve_are_added() -> None:
    game = dry(*stored("HS8 PA8"), g.Build(RED, DISTRICT, EAST))
    blues = until(drawn(g.apply(game, g.TakeMoney(RED, [game.table.display[0]]))), BLUE)
    blues = played(blues, g.Buy(BLUE, g.Space(2), blues.hands[BLUE].only(g.GRANADA.yard[1])))
    blues_tile = blues.table.bought[0]
    game = until(drawn(g.apply(blues, g.Store(BLUE, blues_tile))), RED)
    in_yard, in_bag = game.table.yard[0], game.table.bag[0].even
    assert in_yard is not None
    for face in (blues_tile, in_yard, in_bag, DISTRICT):
        violation = refused(game, g.Extend(RED, face, NORTH))[0]
        assert (violation.clause, violation.faces, violation.player) == ("REBUILD-1", (face,), "Red")
        assert violation.message == f"{face} is not on the own reserve"


@pytest.mark.rejects("REBUILD-1", "DIRK-2")
def test_what_dirk_has_is_no_reserve() -> None:
    game = laid(["y8 y9 y7", "g8 g9 g7"], dirk="PA8 HS8 AR2 AR4 AR6 AR8", yard="PA2 BA2 LI2 HS2")
    assert clauses(refused(game, g.Extend(RED, PARK, EAST))) == ["REBUILD-1"]


@pytest.mark.rejects("REBUILD-1")
def test_a_face_that_the_box_does_not_have_is_not_added() -> None:
    game = dry(*stored("HS8 PA8 DI10"))
    for event in (g.Extend(RED, g.Face.parse("SC99"), EAST), g.Exchange(RED, g.Face.parse("SC1"), EAST)):
        violation = refused(game, event)[0]
        assert (violation.clause, violation.faces) == ("BOX-2", (event.face,))


@pytest.mark.rejects("REBUILD-3")
def test_a_face_that_the_box_does_not_have_is_not_exchanged_and_nothing_else_is_said_of_it() -> None:
    game = dry(*stored("HS8 PA8"), g.Build(RED, DISTRICT, EAST))
    assert clauses(refused(game, g.Exchange(RED, g.Face.parse("SC1"), EAST))) == ["BOX-2"]


# Reducing.


@pytest.mark.accepts("REBUILD-2", "PLACE-5")
def test_a_tile_of_the_city_goes_to_the_reserve_as_it_lies() -> None:
    # One lies with its back up.
    game = dry(
        g.Build(RED, HOSTEL, EAST), g.Store(RED, PARK), g.Build(RED, g.Face.parse("MA11"), NORTH, money("o9"))
    )
    for cell, face in ((EAST, HOSTEL), (NORTH, g.Face.parse("MA11"))):
        reduced = g.apply(game, g.Reduce(RED, cell))
        assert cell not in city(reduced)
        assert reduced.table.players[RED].reserve == tuple(sorted([PARK, face]))
        assert reduced.table.to_act == BLUE


@pytest.mark.rejects("REBUILD-2")
@pytest.mark.parametrize("cell", [WEST, g.Cell(2, 2), g.Cell(55, 0), g.Cell(10**30, 0), g.Cell(0, -(10**30))])
def test_where_no_tile_of_the_own_city_lies_nothing_is_taken(cell: g.Cell) -> None:
    game = dry(g.Build(RED, HOSTEL, EAST), *stored("PA8 DI10"))
    (violation,) = refused(game, g.Reduce(RED, cell))
    assert (violation.clause, violation.cells, violation.player) == ("REBUILD-2", (cell,), "Red")


# Exchanging.


@pytest.mark.accepts("REBUILD-3", "PLACE-5")
def test_the_new_tile_takes_the_place_of_the_old_one_which_goes_to_the_reserve() -> None:
    game = dry(g.Build(RED, g.Face.parse("SC9"), EAST, money("o9")), *stored("PA8 MA11"))
    exchanged = g.apply(game, g.Exchange(RED, PARK, EAST))
    assert city(exchanged) == {EAST: PARK}
    assert exchanged.table.players[RED].reserve == tuple(faces("MA11 SC9"))
    again = g.apply(until(exchanged, RED), g.Exchange(RED, g.Face.parse("SC9"), EAST))
    assert (city(again), again.table.players[RED].reserve) == (
        {EAST: g.Face.parse("SC9")},
        tuple(faces("MA11 PA8")),
    )


@pytest.mark.rejects("REBUILD-3")
def test_an_exchange_takes_a_tile_of_the_own_reserve_and_one_of_the_own_city() -> None:
    game = dry(g.Build(RED, HOSTEL, EAST), *stored("PA8 DI10"))
    (no_tile,) = refused(game, g.Exchange(RED, PARK, WEST))
    assert (no_tile.clause, no_tile.cells) == ("REBUILD-3", (WEST,))
    # With itself, and with a tile that lies elsewhere.
    for face in (HOSTEL, g.Face.parse("BA12")):
        (no_reserve,) = refused(game, g.Exchange(RED, face, EAST))
        assert (no_reserve.clause, no_reserve.faces) == ("REBUILD-3", (face,))
    both = refused(game, g.Exchange(RED, HOSTEL, g.Cell(10**30, 0)))
    assert clauses(both) == ["REBUILD-3", "REBUILD-3"]
    assert (both[0].faces, both[1].cells) == ((HOSTEL,), (g.Cell(10**30, 0),))


# The city afterwards.


@pytest.mark.accepts("REBUILD-4")
def test_what_is_possible_is_what_leaves_a_legal_city() -> None:
    game = wet(g.Build(RED, g.Face.parse("LI2"), EAST), *stored("PA2 BA2 HS2"))
    assert rebuilding(game) == [
        g.Extend(RED, g.Face.parse("BA2"), WEST),
        g.Extend(RED, g.Face.parse("HS2"), SOUTH),
        g.Extend(RED, g.Face.parse("HS2"), SOUTH_EAST),
        g.Extend(RED, g.Face.parse("PA2"), SOUTH),
        g.Extend(RED, g.Face.parse("PA2"), SOUTH_EAST),
        g.Reduce(RED, EAST),
        g.Exchange(RED, g.Face.parse("HS2"), EAST),
    ]
    for action in rebuilding(game):
        assert g.placement.violations(g.apply(game, action).table.players[RED].city) == ()


@pytest.mark.rejects("REBUILD-4")
def test_moats_that_do_not_match_are_refused_with_the_building_rules_they_break() -> None:
    game = wet(g.Build(RED, g.Face.parse("LI2"), EAST), *stored("PA2 BA2 HS2"))
    unlike, unreachable = refused(game, g.Extend(RED, g.Face.parse("PA2"), WEST))
    assert (unlike.clause, unlike.cells, unlike.player) == ("BUILD-2", (WEST, g.START), "Red")
    assert (unreachable.clause, unreachable.cells) == ("BUILD-3", (WEST,))
    unlike, unreachable = refused(game, g.Exchange(RED, g.Face.parse("BA2"), EAST))
    assert (unlike.clause, unlike.cells) == ("BUILD-2", (g.START, EAST))
    assert (unreachable.clause, unreachable.cells) == ("BUILD-3", (EAST,))


@pytest.mark.rejects("REBUILD-4")
def test_tiles_at_a_corner_on_others_or_far_away_are_refused() -> None:
    game = dry(g.Build(RED, HOSTEL, EAST), *stored("PA8 DI10"))
    assert clauses(refused(game, g.Extend(RED, PARK, g.Cell(-1, 1)))) == ["BUILD-3", "BUILD-4"]
    for taken in (g.START, EAST):
        (violation,) = refused(game, g.Extend(RED, PARK, taken))
        assert (violation.clause, violation.cells) == ("BUILD-4", (taken,))
    for far in (g.Cell(55, 0), g.Cell(10**30, -(10**30))):
        assert clauses(refused(game, g.Extend(RED, PARK, far))) == ["BOX-2", "BUILD-3", "BUILD-4"]


@pytest.mark.accepts("REBUILD-4")
def test_in_an_exchange_the_moment_between_does_not_count() -> None:
    game = dry(g.Build(RED, HOSTEL, EAST), g.Build(RED, PARK, FAR_EAST), g.Store(RED, DISTRICT))
    # Without the tile in the middle the other one could not be reached.
    assert city(g.apply(game, g.Exchange(RED, DISTRICT, EAST))) == {EAST: DISTRICT, FAR_EAST: PARK}


@pytest.mark.rejects("REBUILD-4")
def test_a_tile_that_others_need_is_not_taken_out() -> None:
    game = dry(g.Build(RED, HOSTEL, EAST), g.Build(RED, PARK, FAR_EAST), g.Store(RED, DISTRICT))
    unreachable, *alone = refused(game, g.Reduce(RED, EAST))
    assert (unreachable.clause, unreachable.cells, unreachable.faces) == ("BUILD-3", (FAR_EAST,), (PARK,))
    assert [(violation.clause, violation.cells) for violation in alone] == [
        ("BUILD-4", (g.START,)),
        ("BUILD-4", (FAR_EAST,)),
    ]
    assert g.apply(game, g.Reduce(RED, FAR_EAST)).table.players[RED].reserve == tuple(
        sorted([PARK, DISTRICT])
    )


@pytest.mark.rejects("REBUILD-4")
def test_neither_extending_nor_reducing_leaves_a_hole() -> None:
    game = bag_emptied(3)
    without_moats = [
        face for face in game.table.players[RED].reserve if not game.table.ruleset.tiles.moats(face)
    ]
    ring = [
        g.Cell(1, 0),
        g.Cell(2, 0),
        g.Cell(2, 1),
        g.Cell(2, 2),
        g.Cell(1, 2),
        g.Cell(0, 2),
        g.Cell(1, 1),
        g.Cell(0, 1),
    ]
    for cell in ring:
        face = without_moats.pop()
        while game.table.to_act != RED:
            game = g.apply(game, idle(game))
        if cell == g.Cell(1, 1):
            (violation,) = refused(game, g.Extend(RED, face, g.Cell(0, 1)))
            assert (violation.clause, violation.cells) == ("BUILD-5", (g.Cell(1, 1),))
        if cell not in city(game):
            game = g.apply(game, g.Extend(RED, face, cell))
    while game.table.to_act != RED:
        game = g.apply(game, idle(game))
    (violation,) = refused(game, g.Reduce(RED, g.Cell(1, 1)))
    assert (violation.clause, violation.cells) == ("BUILD-5", (g.Cell(1, 1),))


@pytest.mark.accepts("REBUILD-4")
@pytest.mark.parametrize(
    ("backs", "cells"),
    [
        # On the even face the moats are in the north and the east.
        (g.Backs.AS_SEEN, {EAST, NORTH}),
        (g.Backs.MIRRORED_LEFT_RIGHT, {WEST, NORTH}),
        (g.Backs.MIRRORED_TOP_BOTTOM, {EAST, SOUTH}),
    ],
)
def test_moats_are_those_of_the_face_that_lies_up(backs: g.Backs, cells: set[g.Cell]) -> None:
    own = g.Ruleset(tile_set=g.TileSet.of(g.reference().tiles, name="own", backs=backs))
    game = wet(*stored("PA2 BA2 HS3 HS2"), ruleset=own)
    turned = g.Face.parse("HS3")
    assert {
        action.cell
        for action in g.legal_actions(game)
        if isinstance(action, g.Extend) and action.face == turned
    } == cells
    for cell in (EAST, NORTH, SOUTH, WEST):
        if cell in cells:
            assert city(g.apply(game, g.Extend(RED, turned, cell))) == {cell: turned}
        else:
            assert clauses(refused(game, g.Extend(RED, turned, cell))) == ["BUILD-2", "BUILD-3"]


# The start tile.


@pytest.mark.accepts("REBUILD-5")
def test_every_other_tile_can_go_and_the_start_tile_is_left() -> None:
    game = dry(g.Build(RED, HOSTEL, EAST), *stored("PA8 DI10"))
    assert [action for action in rebuilding(game) if isinstance(action, g.Reduce)] == [g.Reduce(RED, EAST)]
    assert g.apply(game, g.Reduce(RED, EAST)).table.players[RED].city.cells == {g.START}


@pytest.mark.rejects("REBUILD-5")
def test_the_start_tile_is_neither_taken_nor_exchanged() -> None:
    game = dry(g.Build(RED, HOSTEL, EAST), *stored("PA8 DI10"))
    for action in (g.Reduce(RED, g.START), g.Exchange(RED, PARK, g.START)):
        (violation,) = refused(game, action)
        assert (violation.clause, violation.cells, violation.player) == ("REBUILD-5", (g.START,), "Red")
    both = refused(game, g.Exchange(RED, HOSTEL, g.START))
    assert clauses(both) == ["REBUILD-3", "REBUILD-5"]


# Tiles just bought.


def exactly_bought(game: g.Game) -> g.Game:
    """Have Red take orange money until a tile on space 4 can be paid exactly, and buy it."""
    while True:
        face = game.table.yard[3]
        assert face is not None
        for payment in game.hands[RED].payments(g.GRANADA.yard[3], face.value):
            if payment.total() == face.value:
                return g.apply(game, g.Buy(RED, g.Space(4), payment))
        orange = game.table.display.only(g.GRANADA.yard[3])
        game = until(drawn(g.apply(game, g.TakeMoney(RED, [orange[0]]))), RED)


@pytest.mark.accepts("REBUILD-6", "TURN-3")
def test_after_an_exact_purchase_one_rebuilds_with_the_reserve() -> None:
    game = dry(g.Build(RED, PARK, EAST), *stored("HS8 DI10"))
    bought = exactly_bought(game)
    assert g.apply(bought, g.Extend(RED, HOSTEL, NORTH)).table.phase is g.Phase.PLACE
    exchanged = g.apply(bought, g.Exchange(RED, HOSTEL, EAST))
    assert (city(exchanged), exchanged.table.bought) == ({EAST: HOSTEL}, bought.table.bought)


@pytest.mark.rejects("REBUILD-6")
def test_tiles_bought_in_this_turn_take_no_part() -> None:
    game = exactly_bought(dry(g.Build(RED, PARK, EAST), *stored("HS8 DI10")))
    (face,) = game.table.bought
    for side in (face, other_face(game.table.ruleset.tiles, face)):
        for action in (g.Extend(RED, side, NORTH), g.Exchange(RED, side, EAST)):
            violation = refused(game, action)[0]
            assert (violation.clause, violation.faces, violation.player) == ("REBUILD-6", (side,), "Red")
    assert all(
        not isinstance(action, g.Extend | g.Exchange) or action.face != face for action in rebuilding(game)
    )
