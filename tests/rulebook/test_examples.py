"""The books' examples of dealing, taking money, buying, rebuilding, turning over and refilling."""

from __future__ import annotations

import pytest

import granada_rules as g
from tests.helpers.games import (
    BLUE,
    CHEAP,
    OTHERS,
    RED,
    buy,
    clauses,
    drawn,
    each_game,
    faces,
    laid,
    money,
    played,
    refused,
    until,
)

EAST, NORTH, SOUTH, WEST = g.Cell(1, 0), g.Cell(0, 1), g.Cell(0, -1), g.Cell(-1, 0)


def red(hand: str, display: str, yard: str, rules: g.Ruleset = g.GRANADA) -> g.Game:
    """Lay out a game for three in which Red has this hand, and begins."""
    game = laid([hand, *OTHERS], display, yard, ruleset=rules)
    assert game.table.to_act == RED
    return game


@pytest.mark.accepts("SETUP-3")
@pytest.mark.parametrize("players", range(2, 7))
@each_game
def test_nobody_starts_with_less_than_20_or_more_than_28(rules: g.Ruleset, players: int) -> None:
    for dearest_first in (False, True):
        game = g.setup(players, rules)
        while game.table.phase is g.Phase.SETUP:
            # Always the cheapest or always the dearest card: as far as hands can get apart.
            draws = [draw for draw, _ in g.chance(game)]
            cards = sorted(
                (draw for draw in draws if isinstance(draw, g.DrawCard)),
                key=lambda draw: draw.card.value,
                reverse=dearest_first,
            )
            game = g.apply(game, cards[0] if cards else draws[0])
        assert all(20 <= hand.total() <= 28 for hand in game.hands)
    extreme = laid(["y9 g9 b1 o9", "y8 g8 b2 o2"], ruleset=rules)
    assert [hand.total() for hand in extreme.hands] == [28, 20]


@pytest.mark.accepts("TURN-4")
@pytest.mark.rejects("TURN-4", "TURN-5")
@each_game
def test_after_four_exact_purchases_money_or_rebuilding_only_because_the_yard_is_empty(
    rules: g.Ruleset,
) -> None:
    # In an earlier turn a tile was bought and stored, so that there is something to rebuild with.
    game = red("y3 g4 b4 o4 y4 g9", "y1 g8 b3 o9", CHEAP[rules.kind], rules)
    stored, refill = game.table.yard[0], {g.Kind.GRANADA: "LI3", g.Kind.ALHAMBRA: "SE3:ESW"}[rules.kind]
    assert stored is not None
    game = until(drawn(played(game, buy(1, "y4"), g.Store(RED, stored)), tiles=refill), RED)
    game = played(game, buy(1, "y3"), buy(2, "g4"), buy(3, "b4"), buy(4, "o4"))
    assert game.table.yard == (None,) * 4
    may_pass = {g.Pass} if rules.kind is g.Kind.ALHAMBRA else set()
    assert {type(action) for action in g.legal_actions(game)} == {g.TakeMoney, g.Extend} | may_pass
    for space in range(1, 5):
        assert refused(game, g.Buy(RED, g.Space(space), game.hands[RED]))[-1].clause == "TURN-5"
    for action in (g.TakeMoney(RED, [game.table.display[0]]), g.Extend(RED, stored, NORTH)):
        assert g.apply(game, action).table.phase is g.Phase.PLACE


@pytest.mark.accepts("MONEY-1")
@pytest.mark.rejects("MONEY-1")
@each_game
def test_two_cards_worth_five_together_and_of_the_others_one_at_a_time(rules: g.Ruleset) -> None:
    game = red("y9 g9 b9", "y2 g3 o5 o7", CHEAP[rules.kind], rules)
    taking = [action.cards for action in g.legal_actions(game) if isinstance(action, g.TakeMoney)]
    assert taking == list(map(money, ["y2", "g3", "o5", "o7", "y2 g3"]))
    assert g.apply(game, g.TakeMoney(RED, money("y2 g3"))).hands[RED] == money("y9 g9 b9 y2 g3")
    for cards in ("o5 o7", "y2 o5", "g3 o5", "y2 g3 o5"):
        assert clauses(refused(game, g.TakeMoney(RED, money(cards)))) == ["MONEY-1"]


@pytest.mark.accepts("BUY-1", "BUY-2")
@pytest.mark.rejects("TURN-3")
def test_a_school_for_10_is_paid_with_11_and_there_is_neither_change_nor_another_action() -> None:
    game = red("g5 g6 b3 b9", "y2 g3 b4 o7", "PA2 SC10 LI2 HS2")
    bought = g.apply(game, buy(2, "g5 g6"))
    assert bought.table.bought == (g.Face.parse("SC10"),)
    assert bought.hands[RED] == money("b3 b9")
    assert bought.table.discards == money("g5 g6")
    assert clauses(refused(bought, g.TakeMoney(RED, money("y2")))) == ["TURN-3"]
    assert clauses(refused(bought, buy(3, "b3"))) == ["TURN-3"]
    assert g.apply(bought, g.Store(RED, g.Face.parse("SC10"))).table.phase is g.Phase.END_OF_TURN


@pytest.mark.accepts("TURN-3", "REBUILD-3", "TURN-6")
def test_two_exact_purchases_then_an_exchange_then_both_tiles_are_placed() -> None:
    # In an earlier turn a Library was built, and a Hostel stored.
    game = red("y2 g2 b2 o2 y9 g9", "y1 g8 b3 o9", "PA2 BA2 LI2 HS2")
    game = played(game, buy(3, "b2"), buy(4, "o2"), g.TakeMoney(RED, money("y1")))
    game = played(game, g.Build(RED, g.Face.parse("LI2"), EAST), g.Store(RED, g.Face.parse("HS2")))
    game = until(drawn(game), RED)
    game = played(game, buy(1, "y2"), buy(2, "g2"), g.Exchange(RED, g.Face.parse("HS2"), EAST))
    assert (game.table.phase, game.table.bought) == (g.Phase.PLACE, tuple(faces("BA2 PA2")))
    assert game.table.players[RED].reserve == (g.Face.parse("LI2"),)
    game = played(game, g.Build(RED, g.Face.parse("PA2"), SOUTH), g.Build(RED, g.Face.parse("BA2"), WEST))
    city = game.table.players[RED].city.tiles
    assert {cell: str(tile.face) for cell, tile in city.items()} == {EAST: "HS2", SOUTH: "PA2", WEST: "BA2"}
    assert game.table.draw_for is g.DrawFor.YARD


@pytest.mark.accepts("PLACE-2", "PLACE-3", "PLACE-6")
@pytest.mark.rejects("PLACE-3")
def test_an_arena_and_a_library_are_turned_over_to_a_hospital_and_a_district() -> None:
    game = red("y8 o3 g5 b1 b9", "y2 g8 b3 o7", "AR8 BA2 LI10 HS2")
    game = played(game, buy(1, "y8"), buy(3, "b1 b9"), g.TakeMoney(RED, money("y2")))
    assert game.table.bought == tuple(faces("AR8 LI10"))
    # Exactly 3 orange for the Arena; for the Library no exact 3 can be paid, and 5 green are.
    hospital = g.apply(game, g.Build(RED, g.Face.parse("HP9"), EAST, money("o3")))
    assert clauses(refused(hospital, g.TakeMoney(RED, money("b3")))) == ["TURN-3"]
    district = g.apply(hospital, g.Build(RED, g.Face.parse("DI11"), WEST, money("g5")))
    city = district.table.players[RED].city.tiles
    assert {cell: str(tile.face) for cell, tile in city.items()} == {EAST: "HP9", WEST: "DI11"}
    assert district.hands[RED] == money("y2")
    assert district.table.discards == money("y8 b1 b9 o3 g5")
    assert district.table.phase is g.Phase.END_OF_TURN


@pytest.mark.accepts("TURN-9", "TURN-10", "BOX-9")
@pytest.mark.rejects("TURN-9")
def test_spaces_2_and_4_are_refilled_in_order_even_faces_up_and_the_marker_goes_to_odd() -> None:
    game = laid(["y9 y8 y3", "g2 o9 o9", "b9 b8 b7"], "y1 g8 b3 o7", "PA2 BA2 LI2 HS2")
    game = drawn(played(game, buy(1, "y9"), g.Store(RED, g.Face.parse("PA2"))), tiles="AR5")
    game = played(game, g.Buy(BLUE, g.Space(2), money("g2")), g.Buy(BLUE, g.Space(4), money("o9")))
    game = played(game, g.Store(BLUE, g.Face.parse("BA2")), g.Store(BLUE, g.Face.parse("HS2")))
    assert game.table.yard == (g.Face.parse("AR5"), None, g.Face.parse("LI2"), None)
    assert (game.table.draw_for, game.table.marker) == (g.DrawFor.YARD, g.Marker.EVEN)
    assert clauses(refused(game, g.DrawTile(g.Face.parse("HP9")))) == ["BOX-9"]
    game = g.apply(game, g.DrawTile(g.Face.parse("AR8")))
    assert game.table.yard == (*faces("AR5 AR8 LI2"), None)
    assert game.table.marker is g.Marker.EVEN
    game = g.apply(game, g.DrawTile(g.Face.parse("DI6")))
    assert game.table.yard == tuple(faces("AR5 AR8 LI2 DI6"))
    assert game.table.marker is g.Marker.ODD
