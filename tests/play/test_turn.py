"""Turns: whose they are, what is done in them, taking money, buying, refilling, and scorings on the way."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any, cast

import pytest

import granada_rules as g
from tests.helpers.endings import at_pile, bag_emptied, enriched, finished, money_used_up
from tests.helpers.games import (
    BLUE,
    GREEN,
    RED,
    buy,
    clauses,
    drawn,
    every_game,
    faces,
    laid,
    money,
    played,
    refused,
    take,
    taken,
    until,
)

MANY_GREEN, MANY_BLUE = "g1 g2 g3 g4 g4 g5 g9", "b1 b2 b3 b4 b4 b5 b9"
"""Hands of so many cards that Red begins."""

MAY_PASS = g.Ruleset(extra_action_is_a_must=False)


def begun(
    hand: str = "y2 g2 b2 o2 y9 g9",
    display: str = "y1 g8 b3 o9",
    yard: str = "AR2 BA2 LI2 HS2",
    ruleset: g.Ruleset = g.GRANADA,
) -> g.Game:
    """Lay out a game for three in which Red has this hand, and begins."""
    game = laid([hand, MANY_GREEN, MANY_BLUE], display, yard, ruleset=ruleset)
    assert game.table.to_act == RED
    return game


def begun_by_two(ruleset: g.Ruleset = g.GRANADA) -> g.Game:
    """Lay out the same for two."""
    game = laid(["y2 g2 b2 o2 y9 g9", MANY_GREEN], "y1 g8 b3 o9", "PA2 BA2 LI2 HS2", ruleset=ruleset)
    assert game.table.to_act == RED
    return game


def kinds(game: g.Game) -> set[type[object]]:
    return {type(action) for action in g.legal_actions(game)}


# Whose turn it is.


@pytest.mark.accepts("TURN-1")
@pytest.mark.parametrize("players", range(2, 7))
@every_game
def test_play_goes_clockwise_from_the_first_player(rules: g.Ruleset, players: int) -> None:
    # The second seat has the fewest cards.
    hands = [
        "y9 y1 y2 y9",
        *["g9 g8 g7", "b9 b1 b2 b9", "o9 o1 o2 o9", "y8 y1 y2 y9", "g8 g1 g2 g9"][: players - 1],
    ]
    game = laid(hands, ruleset=rules)
    seats = []
    for _ in range(2 * players):
        assert game.table.to_act is not None
        seats.append(game.table.to_act)
        game = drawn(g.apply(game, g.TakeMoney(seats[-1], [game.table.display[0]])))
    assert seats == [(1 + turn) % players for turn in range(2 * players)]


@pytest.mark.rejects("TURN-1")
@pytest.mark.parametrize("seat", [3, 99, -1, -3, 10**30, -(10**30)])
def test_nobody_sits_at_a_seat_that_is_none(seat: int) -> None:
    (violation,) = refused(begun(), take("y1", g.Seat(seat)))
    assert (violation.clause, violation.player) == ("TURN-1", None)
    assert "nobody sits at seat" in violation.message
    assert len(violation.message) < 100


def test_a_seat_however_large_is_refused_and_not_written_out() -> None:
    seat = g.Seat(10**5000)
    assert clauses(refused(begun(), g.Pass(seat))) == ["TURN-1"]


# What is done in a turn.


@pytest.mark.accepts("TURN-2", "MONEY-1", "BUY-1")
def test_money_is_taken_or_a_tile_bought_or_the_city_rebuilt() -> None:
    game = begun()
    assert kinds(game) == {g.TakeMoney, g.Buy}
    assert g.legal_actions(game)
    assert not g.legal_actions(g.setup(3))
    richer = g.apply(game, take("y1"))
    assert (richer.table.phase, richer.hands[RED]) == (g.Phase.END_OF_TURN, money("y1 y2 g2 b2 o2 y9 g9"))
    bought = g.apply(game, buy(1, "y9"))
    assert (bought.table.phase, bought.table.bought) == (g.Phase.PLACE, (g.Face.parse("AR2"),))
    with_reserve = until(drawn(g.apply(bought, g.Store(RED, g.Face.parse("AR2")))), RED)
    assert kinds(with_reserve) == {g.TakeMoney, g.Buy, g.Extend}
    rebuilt = g.apply(with_reserve, g.Extend(RED, g.Face.parse("AR2"), g.Cell(0, 1)))
    assert (rebuilt.table.phase, rebuilt.table.to_act) == (g.Phase.ACT, BLUE)


@pytest.mark.rejects("TURN-2")
def test_nobody_passes_who_can_rebuild() -> None:
    game = begun("y8 g8 b1 b9", yard="HS8 PA8 DI10 AR12")
    game = played(game, buy(1, "y8"), buy(2, "g8"), buy(3, "b1 b9"), take("y1"))
    stored = until(drawn(played(game, *[g.Store(RED, face) for face in faces("HS8 PA8 DI10")])), RED)
    assert refused(stored, g.Pass(RED))[-1].message == "the city can be rebuilt, such as with HS8"
    built = until(drawn(g.apply(stored, g.Extend(RED, g.Face.parse("HS8"), g.Cell(1, 0)))), RED)
    reasons = refused(built, g.Pass(RED))
    assert {violation.clause for violation in reasons} == {"TURN-2"}
    assert [violation.cells for violation in reasons if violation.cells] == [(g.Cell(1, 0),)]
    assert reasons[-1].faces == (g.Face.parse("PA8"),)


@pytest.mark.rejects("TURN-2")
def test_the_refusal_names_the_first_tile_that_can_go_and_what_can_only_be_exchanged() -> None:
    game = begun(yard="AR2 BA2 HP2 PA2")
    game = played(game, buy(1, "y2"), buy(2, "g2"), buy(3, "b2"), buy(4, "o2"), take("y1"))
    # Around the start tile, with a moat on every outer edge: nothing can be added.
    around = {"AR2": g.Cell(0, 1), "BA2": g.Cell(-1, 0), "HP2": g.Cell(1, 0), "PA2": g.Cell(0, -1)}
    game = played(game, *[g.Build(RED, g.Face.parse(code), cell) for code, cell in around.items()])
    game = until(drawn(game, tiles="AR5 HP5 PA7 HS9"), RED)
    game = until(drawn(played(game, buy(1, "y9"), g.Store(RED, g.Face.parse("AR5")))), RED)
    assert kinds(game) == {g.TakeMoney, g.Buy, g.Reduce, g.Exchange}
    *_, reduced, rebuilt = refused(game, g.Pass(RED))
    assert reduced.message == "the city can be reduced, such as at 0,1"
    assert reduced.cells == (g.Cell(0, 1),)
    assert (rebuilt.message, rebuilt.faces) == (
        "the city can be rebuilt, such as with AR5",
        (g.Face.parse("AR5"),),
    )


@pytest.mark.rejects("TURN-2")
def test_a_tile_that_fits_nowhere_is_no_reason_against_passing() -> None:
    game = begun(yard="AR2 MA2 LI2 HS2")
    game = played(
        game, buy(1, "y2"), buy(2, "g2"), buy(3, "b2"), take("y1"), g.Store(RED, g.Face.parse("AR2"))
    )
    # North of the start tile and east of that, with a moat along the north: AR2 is dry to the south only.
    game = played(
        game, *[g.Build(RED, g.Face.parse(code), g.Cell(x, 1)) for x, code in enumerate(("MA2", "LI2"))]
    )
    game = until(drawn(game), RED)
    assert not kinds(game) & {g.Extend, g.Exchange}
    assert refused(game, g.Pass(RED))[-1].message == "the city can be reduced, such as at 1,1"


@pytest.mark.accepts("TURN-2")
def test_whoever_can_do_nothing_at_all_passes_and_the_turn_ends_as_usual() -> None:
    game = money_used_up()
    assert not game.table.display
    assert list(g.legal_actions(game)) == [g.Pass(RED)]
    passed = g.apply(game, g.Pass(RED))
    assert (passed.table.phase, passed.table.to_act) == (g.Phase.ACT, BLUE)
    assert (passed.table.yard, passed.table.marker) == (game.table.yard, game.table.marker)
    assert passed.hands == game.hands


@pytest.mark.rejects("TURN-2")
def test_with_an_empty_display_nobody_passes_who_can_buy() -> None:
    game = g.apply(money_used_up(), g.Pass(RED))
    (violation,) = refused(game, g.Pass(BLUE))
    assert (violation.clause, violation.cards, violation.player) == ("TURN-2", (), "Blue")
    affordable = [
        face
        for face, currency in zip(game.table.yard, g.GRANADA.yard, strict=True)
        if face is not None and game.hands[BLUE].total(currency) >= 12
    ]
    assert violation.faces == (affordable[0],)


@pytest.mark.accepts("TURN-2", "TURN-3")
def test_the_extra_action_may_be_declined_by_agreement() -> None:
    game = g.apply(begun(ruleset=MAY_PASS), buy(1, "y2"))
    assert game.table.extra
    assert list(g.legal_actions(game))[-1] == g.Pass(RED)
    declined = g.apply(game, g.Pass(RED))
    assert (declined.table.phase, declined.table.to_act) == (g.Phase.PLACE, RED)
    assert clauses(refused(declined, take("y1"))) == ["TURN-3"]


@pytest.mark.rejects("TURN-2")
def test_without_that_agreement_the_extra_action_is_a_must() -> None:
    game = g.apply(begun(), buy(1, "y2"))
    assert {violation.clause for violation in refused(game, g.Pass(RED))} == {"TURN-2"}
    assert g.Pass not in kinds(game)


@pytest.mark.accepts("TURN-2", "TURN-8")
def test_also_of_the_extra_action_whoever_can_do_nothing_passes() -> None:
    # Twelve yellow pay exactly for the tile on space 1; of the other currencies there is too little.
    game = money_used_up("y1 y1 y2 y3 g1 g1 g1 g2 b1 b1 b1 b2 o1 o1")
    assert kinds(game) == {g.Buy}
    (can_be_bought,) = refused(game, g.Pass(RED))
    assert (can_be_bought.clause, can_be_bought.faces) == ("TURN-2", game.table.yard[:1])
    game = g.apply(game, buy(1, "y1 y1 y2 y3 y5"))
    assert game.table.extra
    assert list(g.legal_actions(game)) == [g.Pass(RED)]
    assert clauses(refused(game, g.Extend(RED, game.table.bought[0], g.Cell(1, 0)))) == ["REBUILD-6"]
    placed = played(game, g.Pass(RED), g.Store(RED, game.table.bought[0]))
    # The money just paid is all there is to refill the display with.
    assert (placed.table.draw_for, placed.deck) == (g.DrawFor.DISPLAY, money("y1 y1 y2 y3 y5"))
    assert placed.table.discards == money("")
    refilled = drawn(placed)
    assert (len(refilled.table.display), refilled.table.deck_size) == (4, 1)


@pytest.mark.rejects("TURN-2")
@pytest.mark.parametrize(("where", "only"), [("reserve", g.Extend), ("city", g.Reduce)])
def test_nobody_passes_who_can_do_nothing_but_rebuild(where: str, only: type[g.Extend | g.Reduce]) -> None:
    game = g.apply(money_used_up("y1 y1 y2 y3 g1 g1 g1 g2 b1 b1 b1 b2 o1 o1"), buy(1, "y1 y1 y2 y3 y5"))
    (face,) = game.table.bought
    cell = next(iter(g.placement.legal_cells(g.City.of(), g.GRANADA.tiles.moats(face))))
    place = g.Store(RED, face) if where == "reserve" else g.Build(RED, face, cell)
    game = drawn(played(game, g.Pass(RED), place))
    # The five others take the five cards that were paid.
    while game.table.to_act != RED:
        assert game.table.to_act is not None
        game = drawn(g.apply(game, g.TakeMoney(game.table.to_act, [game.table.display[0]])))
    assert not game.table.display
    assert kinds(game) == {only}
    assert clauses(refused(game, g.Pass(RED))) == ["TURN-2"]


@pytest.mark.accepts("TURN-3")
def test_a_purchase_paid_exactly_gives_an_action_of_any_kind() -> None:
    once = begun("y8 g8 b2 o1 o9", yard="HS8 PA8 LI2 HS2")
    stored = until(drawn(played(once, buy(1, "y8"), take("y1"), g.Store(RED, g.Face.parse("HS8")))), RED)
    bought = g.apply(stored, buy(2, "g8"))
    assert (bought.table.phase, bought.table.to_act) == (g.Phase.ACT, RED)
    assert {g.TakeMoney, g.Buy, g.Extend} == kinds(bought)
    for action in (
        g.TakeMoney(RED, [bought.table.display[0]]),
        g.Extend(RED, g.Face.parse("HS8"), g.Cell(1, 0)),
    ):
        assert g.apply(bought, action).table.phase is g.Phase.PLACE
    assert g.apply(bought, buy(3, "b2")).table.phase is g.Phase.ACT


@pytest.mark.accepts("TURN-3")
def test_exactly_is_by_the_sum_whatever_the_cards() -> None:
    game = begun("y1 y1 y2 y3 y4 y9", yard="AR10 BA2 LI2 HS2")
    for payment in ("y1 y9", "y1 y2 y3 y4"):
        assert g.apply(game, buy(1, payment)).table.extra
    for payment in ("y2 y9", "y1 y1 y9", "y1 y1 y2 y3 y4", "y1 y1 y2 y3 y4 y9"):
        assert g.apply(game, buy(1, payment)).table.phase is g.Phase.PLACE


@pytest.mark.rejects("TURN-3")
def test_after_any_other_purchase_there_is_no_action() -> None:
    game = g.apply(begun(), buy(1, "y9"))
    face, cell = g.Face.parse("AR2"), g.Cell(0, 1)
    for action in (
        take("y1"),
        buy(2, "g2"),
        g.Extend(RED, face, cell),
        g.Reduce(RED, cell),
        g.Exchange(RED, face, cell),
    ):
        (violation,) = refused(game, action)
        assert (violation.clause, violation.player) == ("TURN-3", "Red")
    assert kinds(game) == {g.Build, g.Store}


@pytest.mark.rejects("TURN-3")
def test_neither_money_nor_rebuilding_gives_another_action() -> None:
    richer = g.apply(begun(), take("y1"))
    assert richer.table.to_act is None
    assert clauses(refused(richer, take("b3"))) == ["TURN-7"]
    stored = until(drawn(played(begun(), buy(1, "y9"), g.Store(RED, g.Face.parse("AR2")))), RED)
    extended = g.apply(stored, g.Extend(RED, g.Face.parse("AR2"), g.Cell(0, 1)))
    assert clauses(refused(extended, g.Reduce(RED, g.Cell(0, 1)))) == ["TURN-1"]


@pytest.mark.accepts("TURN-4")
def test_five_actions_in_one_turn() -> None:
    game = begun()
    for space, payment in enumerate(("y2", "g2", "b2", "o2"), 1):
        game = g.apply(game, buy(space, payment))
        assert (game.table.phase, len(game.table.bought)) == (g.Phase.ACT, space)
    assert game.table.yard == (None,) * 4
    assert kinds(game) == {g.TakeMoney}
    assert g.apply(game, take("o9")).table.phase is g.Phase.PLACE


@pytest.mark.rejects("TURN-4")
def test_there_is_no_sixth_action_and_no_fifth_purchase() -> None:
    game = played(begun(), buy(1, "y2"), buy(2, "g2"), buy(3, "b2"), buy(4, "o2"))
    for space, payment in enumerate(("y9", "g9", "", ""), 1):
        assert "TURN-5" in clauses(refused(game, buy(space, payment)))
    game = g.apply(game, take("y1"))
    for action in (take("g8"), buy(1, "y9"), g.Pass(RED)):
        assert clauses(refused(game, action)) in (["TURN-3"], ["PLACE-1"])


@pytest.mark.accepts("TURN-5")
def test_spaces_stay_empty_while_the_turn_lasts() -> None:
    game = begun()
    bag = game.table.bag
    for action in (buy(1, "y2"), buy(3, "b2"), take("y1"), g.Store(RED, g.Face.parse("AR2"))):
        game = g.apply(game, action)
        assert game.table.yard[0] is None
        assert game.table.bag == bag
    assert game.table.yard == (None, g.Face.parse("BA2"), None, g.Face.parse("HS2"))


@pytest.mark.rejects("TURN-5")
def test_an_empty_space_has_nothing_to_buy_and_is_not_refilled_yet() -> None:
    game = g.apply(begun(), buy(1, "y2"))
    (empty,) = refused(game, buy(1, "y9"))
    assert (empty.clause, empty.player) == ("TURN-5", "Red")
    assert empty.message == "space 1 of the yard is empty until the turn is over"
    tile = g.DrawTile(game.table.bag[0].odd)
    placing = g.apply(game, take("y1"))
    for unfinished in (begun(), game, placing):
        (violation,) = refused(unfinished, tile)
        assert (violation.clause, violation.message) == ("TURN-5", "Red is to act first")
        assert clauses(refused(unfinished, g.DrawCard(game.deck[0]))) == ["TURN-7"]
        assert clauses(refused(unfinished, g.DrawScoring(g.Scoring.A))) == ["TURN-7"]
        assert g.chance(unfinished) == ()


@pytest.mark.accepts("TURN-6")
def test_bought_tiles_wait_and_are_placed_in_any_order() -> None:
    game = played(begun(), buy(1, "y2"), buy(2, "g2"), take("y1"))
    assert game.table.bought == tuple(faces("AR2 BA2"))
    assert game.table.players[RED].city.tiles == {}
    assert game.table.players[RED].reserve == ()
    ends = []
    for order in ("AR2 BA2", "BA2 AR2"):
        first, second = faces(order)
        between = g.apply(game, g.Store(RED, first))
        assert (between.table.phase, between.table.to_act, between.table.bought) == (
            g.Phase.PLACE,
            RED,
            (second,),
        )
        ends.append(g.apply(between, g.Store(RED, second)))
    assert ends[0] == ends[1]
    assert ends[0].table.players[RED].reserve == tuple(faces("AR2 BA2"))


@pytest.mark.rejects("TURN-6", "TURN-7")
def test_the_turn_does_not_end_before_the_last_tile_is_placed() -> None:
    game = played(begun(), buy(1, "y2"), buy(2, "g2"), take("y1"), g.Store(RED, g.Face.parse("AR2")))
    assert clauses(refused(game, take("g8", BLUE))) == ["TURN-1"]
    assert clauses(refused(game, g.DrawCard(game.deck[0]))) == ["TURN-7"]
    assert game.table.draw_for is None
    assert g.apply(game, g.Store(RED, g.Face.parse("BA2"))).table.draw_for is g.DrawFor.DISPLAY


# The end of a turn.


@pytest.mark.accepts("TURN-7", "BOX-8", "SETUP-5")
def test_the_display_is_refilled_to_four_before_the_yard() -> None:
    game = begun(display="y1 g1 b1 o1")
    game = played(game, buy(2, "g2"), take("y1 g1 b1 o1"), g.Store(RED, g.Face.parse("BA2")))
    for missing in (4, 3, 2, 1):
        assert game.table.draw_for is g.DrawFor.DISPLAY
        assert len(game.table.display) == 4 - missing
        game = g.apply(game, g.DrawCard(game.deck[0]))
    assert game.table.draw_for is g.DrawFor.YARD
    assert len(game.table.display) == 4
    assert g.apply(game, g.DrawTile(game.table.bag[0].odd)).table.to_act == BLUE


@pytest.mark.accepts("TURN-7", "SCORE-1", "SCORE-2", "DIRK-5", "BOX-9")
def test_all_that_happens_at_the_end_of_a_turn_in_order() -> None:
    game = until(at_pile(begun_by_two(), g.Scoring.A), RED)
    marker = game.table.marker
    game = played(game, buy(1, "y2"), buy(3, "b2"), g.TakeMoney(RED, [game.table.display[0]]))
    game = played(game, g.Build(RED, g.Face.parse("LI2"), g.Cell(1, 0)), g.Store(RED, g.Face.parse("PA2")))
    happened = []
    while (due := game.table.draw_for) is not None:
        # The scoring card as soon as it can come, then the first card or tile.
        draw = g.chance(game)[0][0]
        game = g.apply(game, draw)
        scored = [sheet.scoring for sheet in game.sheets]
        happened.append((due, type(draw).__name__, game.table.marker is marker, scored))
    assert happened == [
        (g.DrawFor.DISPLAY, "DrawScoring", True, []),
        (g.DrawFor.DISPLAY, "DrawCard", True, []),
        (g.DrawFor.YARD, "DrawTile", True, []),
        (g.DrawFor.YARD, "DrawTile", False, [g.Scoring.A]),
        *[(g.DrawFor.DIRK, "DrawTile", False, [g.Scoring.A])] * 6,
    ]
    assert (game.table.phase, game.table.to_act) == (g.Phase.ACT, BLUE)
    # Red has a Library and two moats around it, and Dirk six Arenas.
    assert game.table.points == {"Red": 3, "Blue": 0, "Dirk": 6}


# Used-up money.


def deck_used_up(ruleset: g.Ruleset = g.GRANADA) -> g.Game:
    """Have Red pay 9 yellow, and then money taken until the last card is drawn; Red is to act."""
    game = drawn(played(begun_by_two(ruleset), buy(1, "y9"), g.Store(RED, g.Face.parse("PA2"))))
    for _ in range(len(game.deck)):
        assert game.table.to_act is not None
        game = drawn(g.apply(game, g.TakeMoney(game.table.to_act, [game.table.display[-1]])))
    assert game.table.to_act == RED
    assert len(game.table.display) == 4
    return game


@pytest.mark.accepts("TURN-8")
def test_discards_stay_until_a_card_is_needed_and_those_just_paid_are_among_them() -> None:
    game = deck_used_up()
    assert (game.table.deck_size, game.deck, game.table.discards) == (0, money(""), money("y9"))
    game = played(game, buy(2, "g2"), g.TakeMoney(RED, [game.table.display[0]]))
    assert (game.table.deck_size, game.table.discards) == (0, money("y9 g2"))
    game = g.apply(game, g.Store(RED, g.Face.parse("BA2")))
    assert (game.table.deck_size, game.table.discards) == (2, money(""))
    likely = Fraction(1, 2)
    assert g.chance(game) == (
        (g.DrawCard(g.Card.parse("y9")), likely),
        (g.DrawCard(g.Card.parse("g2")), likely),
    )
    assert [pile.scoring for pile in game.piles] == [None]


@pytest.mark.accepts("TURN-8")
def test_by_agreement_discards_return_with_the_last_card() -> None:
    game = deck_used_up(g.Ruleset(discards_return_at_once=True))
    assert (game.table.deck_size, game.deck, game.table.discards) == (1, money("y9"), money(""))
    game = played(
        game, buy(2, "g2"), g.TakeMoney(RED, [game.table.display[0]]), g.Store(RED, g.Face.parse("BA2"))
    )
    # What was paid since then is not among them, but the last one is drawn now.
    assert g.chance(game) == ((g.DrawCard(g.Card.parse("y9")), Fraction(1)),)
    game = g.apply(game, g.DrawCard(g.Card.parse("y9")))
    assert (game.table.deck_size, game.deck, game.table.discards) == (1, money("g2"), money(""))


@pytest.mark.rejects("TURN-8", "BUY-2")
def test_no_discard_is_drawn_before_the_deck_is_used_up() -> None:
    # Three orange 9 are on the display, in the hand and among the discards.
    game = begun("o9 o9 o9", display="y1 g8 b3 o1")
    game = drawn(played(game, buy(4, "o9"), g.Store(RED, g.Face.parse("HS2"))))
    game = g.apply(game, g.TakeMoney(BLUE, money("y1")))
    assert game.table.discards == money("o9")
    (violation,) = refused(game, g.DrawCard(g.Card.parse("o9")))
    assert (violation.clause, violation.cards) == ("BOX-11", (g.Card.parse("o9"),))


@pytest.mark.rejects("TURN-8")
def test_both_scoring_cards_are_gone_by_the_first_shuffle() -> None:
    for ruleset in (g.GRANADA, g.Ruleset(discards_return_at_once=True)):
        game = played(deck_used_up(ruleset), buy(2, "g2"))
        game = played(game, g.TakeMoney(RED, [game.table.display[0]]), g.Store(RED, g.Face.parse("BA2")))
        assert game.table.turned_up == (g.Scoring.A, g.Scoring.B)
        for card in (g.Scoring.A, g.Scoring.B):
            assert clauses(refused(game, g.DrawScoring(card))) == ["SCORE-2"]


@pytest.mark.accepts("TURN-8", "TURN-7")
def test_without_discards_the_display_stays_short_until_the_next_end_of_a_turn() -> None:
    game = g.apply(money_used_up(), g.Pass(RED))
    assert (len(game.table.display), game.table.deck_size, len(game.table.discards)) == (0, 0, 0)
    twelve = next(action for action in g.legal_actions(game) if isinstance(action, g.Buy))
    game = g.apply(game, twelve)
    assert not game.table.display
    refilled = finished(game)
    assert refilled.table.to_act == GREEN
    assert refilled.table.display + refilled.deck == twelve.payment
    assert len(refilled.table.display) == min(4, len(twelve.payment))


@pytest.mark.accepts("TURN-8")
@pytest.mark.parametrize("ruleset", [g.GRANADA, g.Ruleset(discards_return_at_once=True)])
def test_while_all_money_is_in_hands_the_display_gets_shorter(ruleset: g.Ruleset) -> None:
    game = begun_by_two(ruleset)
    lengths = []
    while game.table.display:
        assert game.table.to_act is not None
        game = drawn(g.apply(game, g.TakeMoney(game.table.to_act, [game.table.display[0]])))
        if not game.table.deck_size:
            lengths.append(len(game.table.display))
    assert lengths == [4, 3, 2, 1, 0]
    assert sum(map(len, game.hands)) == 72


# The yard and the marker.


@pytest.mark.accepts("TURN-9", "TURN-10", "BOX-9")
def test_the_lowest_free_space_is_filled_first_and_then_the_marker_moves() -> None:
    game = played(begun(), buy(4, "o2"), buy(2, "g2"), buy(1, "y2"), take("y1"))
    game = played(game, *[g.Store(RED, face) for face in game.table.bought], g.DrawCard(game.deck[0]))
    for number, face in ((1, "SC5"), (2, "SC3"), (4, "SC7")):
        assert (game.table.draw_for, game.table.marker) == (g.DrawFor.YARD, g.Marker.ODD)
        assert game.table.yard.index(None) + 1 == number
        assert all(isinstance(draw, g.DrawTile) and draw.face.value % 2 for draw, _ in g.chance(game))
        game = g.apply(game, g.DrawTile(g.Face.parse(face)))
    assert game.table.yard == tuple(faces("SC5 SC3 LI2 SC7"))
    assert (game.table.marker, game.table.to_act) == (g.Marker.EVEN, BLUE)


@pytest.mark.rejects("TURN-9", "BOX-11")
def test_what_is_drawn_for_the_yard_was_in_the_bag() -> None:
    game = played(begun(), buy(2, "g9"), g.Store(RED, g.Face.parse("BA2")))
    # Both faces of what lies on a reserve and in the yard, the face that the marker shows or the other.
    assert clauses(refused(game, g.DrawTile(g.Face.parse("LI3")))) == ["BOX-11"]
    assert clauses(refused(game, g.DrawTile(g.Face.parse("BA2")))) == ["BOX-11", "BOX-9"]
    assert clauses(refused(game, g.DrawTile(g.Face.parse("BA3")))) == ["BOX-11"]
    assert clauses(refused(game, g.DrawTile(g.Face.parse("SC99")))) == ["BOX-2"]


@pytest.mark.rejects("TURN-10")
def test_without_a_new_tile_the_marker_stays() -> None:
    game = begun()
    for _ in range(5):
        assert game.table.to_act is not None
        game = drawn(g.apply(game, g.TakeMoney(game.table.to_act, [game.table.display[0]])))
        assert game.table.marker is g.Marker.ODD


@pytest.mark.rejects("TURN-10")
def test_the_marker_stays_too_if_the_bag_has_no_tile_to_add() -> None:
    game, purchase = enriched(bag_emptied(4), g.Space(1), "", "", "", "")
    marker = game.table.marker
    ended = finished(g.apply(game, purchase))
    assert ended.table.yard[0] is None
    assert ended.table.marker is marker


# Taking money.


@pytest.mark.accepts("MONEY-1")
@pytest.mark.parametrize(
    "display", ["y1 g1 b1 o1", "y1 y1 y1 y2", "y9 g9 b9 o9", "y2 g2 b2 o2", "y2 g3 b3 o4", "y5 g1 b4 o4"]
)
def test_any_one_card_or_several_worth_at_most_five(display: str) -> None:
    cards = list(money(display))
    subsets = [g.Purse.of(some) for number in range(1, 5) for some in combinations(cards, number)]
    legal = {some for some in subsets if len(some) == 1 or some.total() <= 5}
    game = begun("o5 o6 o7 o7", display)
    taking = [action for action in g.legal_actions(game) if isinstance(action, g.TakeMoney)]
    assert {action.cards for action in taking} == legal
    assert len(taking) == len(legal)
    for subset in subsets:
        if subset in legal:
            richer = g.apply(game, g.TakeMoney(RED, subset))
            assert richer.hands[RED] == money("o5 o6 o7 o7") + subset
            assert richer.table.display == money(display) - subset
            assert richer.table.players[RED].hand_size == 4 + len(subset)
        else:
            (violation,) = refused(game, g.TakeMoney(RED, subset))
            assert violation.clause == "MONEY-1"
            # The witness is worth too much, and would not be without any one of its cards.
            witness = g.Purse.of(violation.cards)
            assert witness <= subset
            assert witness.total() > 5
            assert len(witness) == 2 or all(witness.total() - card.value <= 5 for card in witness.money_cards)


@pytest.mark.accepts("MONEY-1")
def test_a_single_card_may_be_worth_more_than_five() -> None:
    assert g.apply(begun(), take("o9")).hands[RED] == money("y2 g2 b2 o2 y9 g9 o9")


# Buying.


@pytest.mark.accepts("BUY-1", "BUY-2")
@pytest.mark.parametrize("payment", ["y9 y1", "y9 y3", "y9 y1 y1 y3", "y9 y3 y6"])
def test_at_least_the_price_in_the_currency_of_the_space_with_cards_needed_or_not(payment: str) -> None:
    game = begun("y9 y1 y1 y3 y5 y6", yard="AR10 BA2 LI2 HS2")
    bought = g.apply(game, buy(1, payment))
    assert bought.hands[RED] == game.hands[RED] - money(payment)
    assert bought.table.players[RED].hand_size == len(bought.hands[RED])
    assert bought.table.discards == money(payment)
    assert bought.table.yard == (None, *faces("BA2 LI2 HS2"))
    assert bought.table.bought == (g.Face.parse("AR10"),)


@pytest.mark.accepts("BUY-1")
def test_payments_are_minimal_if_each_card_is_needed() -> None:
    game = begun("y9 y1 y1 y3 y5 y6", yard="AR10 BA2 LI2 HS2")
    actions, minimal = g.legal_actions(game), g.legal_actions(game, minimal_payments=True)
    cards = list(game.hands[RED])
    subsets = {g.Purse.of(some) for number in range(7) for some in combinations(cards, number)}
    for payment in subsets:
        purchase = g.Buy(RED, g.Space(1), payment)
        over = payment.total() - 10
        assert (purchase in actions) == (over >= 0)
        assert (purchase in minimal) == (over >= 0 and all(card.value > over for card in payment.money_cards))
        assert (purchase in minimal) == (purchase in list(minimal))
    assert all(action in minimal for action in minimal)
    assert g.LegalActions(g.view(game, RED)) == actions != minimal
    last_space = g.legal_actions(begun("o2 o9 o9"), minimal_payments=True)
    assert [buy(4, payment) in last_space for payment in ("o2", "o9", "o2 o9")] == [True, True, False]
    assert g.Buy(RED, g.Space(0), money("y9")) not in minimal
    assert g.Buy(RED, g.Space(5), money("y9")) not in minimal


@pytest.mark.accepts("BUY-1")
def test_each_space_in_its_own_currency() -> None:
    yards = (g.GRANADA.yard, (g.Currency.ORANGE, g.Currency.BLUE, g.Currency.GREEN, g.Currency.YELLOW))
    for yard in yards:
        game = begun(ruleset=g.Ruleset(yard=yard))
        for number, currency in enumerate(yard, 1):
            payment = game.hands[RED].only(currency)
            assert g.apply(game, g.Buy(RED, g.Space(number), payment)).hands[RED] == game.hands[RED] - payment


@pytest.mark.rejects("BUY-1")
@pytest.mark.parametrize("space", [0, -5, 5, 999_999, -999_999, 10**6, 10**30, -(10**30)])
def test_the_yard_has_four_spaces(space: int) -> None:
    not_there, no_space = refused(begun(), buy(space, "y8"))
    assert (not_there.clause, no_space.clause) == ("BUY-1", "BOX-7")
    assert no_space.message == f"the yard has spaces 1 to 4, not {space}"
    assert clauses(refused(begun(), buy(space, "y9"))) == ["BOX-7"]


@pytest.mark.rejects("BUY-2")
def test_no_change_is_given() -> None:
    game = begun("y9 y1 y1 y3 y5 y6", yard="AR2 BA2 LI2 HS2")
    everything = g.apply(game, buy(1, "y9 y1 y1 y3 y5 y6"))
    assert everything.hands[RED] == money("")
    assert (everything.table.discards.total(), everything.table.phase) == (25, g.Phase.PLACE)
    assert everything.table.display == game.table.display


@pytest.mark.accepts("BUY-3", "BOX-13")
def test_a_bought_tile_lies_as_it_lay_in_the_yard() -> None:
    game = g.apply(begun(), buy(1, "y9"))
    assert game.table.bought == (g.Face.parse("AR2"),)
    assert game.table.ruleset.tiles.back(g.Face.parse("AR2")) == g.Face.parse("BA3")


@pytest.mark.rejects("BUY-3", "PLACE-2")
def test_a_bought_tile_is_not_built_with_its_back_up_for_nothing() -> None:
    game = g.apply(begun(), buy(1, "y9"))
    (violation,) = refused(game, g.Build(RED, g.Face.parse("BA3"), g.Cell(0, 1)))
    assert (violation.clause, violation.faces) == ("PLACE-2", (g.Face.parse("BA3"),))


# Scorings on the way.


@pytest.mark.accepts("SCORE-1", "SCORE-2")
def test_a_scoring_card_leaves_the_game_and_a_money_card_takes_its_place() -> None:
    game = at_pile(begun(), g.Scoring.A)
    seat = game.table.to_act
    assert seat is not None
    game = g.apply(game, g.TakeMoney(seat, [game.table.display[0]]))
    drawn_a = g.apply(game, g.DrawScoring(g.Scoring.A))
    assert (drawn_a.table.turned_up, drawn_a.table.due) == ((g.Scoring.A,), g.Scoring.A)
    assert (drawn_a.table.deck_size, drawn_a.deck) == (game.table.deck_size - 1, game.deck)
    assert (drawn_a.table.draw_for, len(drawn_a.table.display)) == (g.DrawFor.DISPLAY, 3)
    assert drawn_a.sheets == ()
    replaced = g.apply(drawn_a, g.DrawCard(drawn_a.deck[0]))
    assert len(replaced.table.display) == 4
    assert [sheet.scoring for sheet in replaced.sheets] == [g.Scoring.A]
    assert (replaced.table.due, replaced.table.to_act) == (None, (seat + 1) % 3)


@pytest.mark.rejects("SCORE-2")
def test_a_scoring_card_does_not_come_again_and_nobody_acts_before_the_scoring() -> None:
    game = at_pile(begun(), g.Scoring.A)
    seat = game.table.to_act
    assert seat is not None
    game = played(game, g.TakeMoney(seat, [game.table.display[0]]), g.DrawScoring(g.Scoring.A))
    assert clauses(refused(game, g.DrawScoring(g.Scoring.A))) == ["SCORE-2"]
    following = g.Seat((seat + 1) % 3)
    assert clauses(refused(game, g.TakeMoney(following, [game.table.display[0]]))) == ["TURN-7"]
    later = at_pile(drawn(game), g.Scoring.B)
    assert later.table.turned_up == (g.Scoring.A,)
    assert clauses(refused(taken(later), g.DrawScoring(g.Scoring.A))) == ["SCORE-2"]


def built_then_scored(ruleset: g.Ruleset = g.GRANADA) -> g.Game:
    """Let Red build a Library with two moats and store a Park, and scoring A come in the same turn."""
    game = until(at_pile(begun(yard="PA2 BA2 LI2 HS2", ruleset=ruleset), g.Scoring.A), RED)
    game = played(game, buy(1, "y2"), buy(3, "b2"), g.TakeMoney(RED, [game.table.display[0]]))
    game = played(game, g.Build(RED, g.Face.parse("LI2"), g.Cell(1, 0)), g.Store(RED, g.Face.parse("PA2")))
    return drawn(g.apply(game, g.DrawScoring(g.Scoring.A)))


@pytest.mark.accepts("SCORE-1", "SCORE-9")
def test_points_come_from_the_cities_as_they_are_after_the_turn() -> None:
    game = built_then_scored()
    cities = {player.name: player.city for player in game.table.players}
    assert game.sheets == (g.scoring.score(cities, g.Scoring.A),)
    assert game.table.points == {"Red": 3, "Blue": 0, "Green": 0}


@pytest.mark.accepts("SIMPLE-1", "SIMPLE-2")
def test_points_by_simplified_scoring() -> None:
    game = built_then_scored(g.Ruleset(simplified=True))
    assert game.sheets[0].simplified
    # Three points for the Library, and two for the moat as always.
    assert game.table.points == {"Red": 5, "Blue": 0, "Green": 0}


@pytest.mark.accepts("SCORE-1")
def test_b_is_scored_after_a_and_points_add_up() -> None:
    game = built_then_scored()
    game = taken(at_pile(game, g.Scoring.B))
    game = drawn(g.apply(game, g.DrawScoring(g.Scoring.B)))
    assert [sheet.scoring for sheet in game.sheets] == [g.Scoring.A, g.Scoring.B]
    # The moat again, and twice the one Library.
    assert game.table.points == {"Red": 3 + 4, "Blue": 0, "Green": 0}
    assert game.table.turned_up == (g.Scoring.A, g.Scoring.B)


@pytest.mark.rejects("SCORE-1")
def test_nothing_is_scored_while_no_scoring_card_comes() -> None:
    game = at_pile(begun(), g.Scoring.A)
    assert game.sheets == ()
    assert set(game.table.points.values()) == {0}
    third_pile = drawn(g.apply(taken(game), g.DrawScoring(g.Scoring.A)))
    assert len(at_pile(third_pile, g.Scoring.B).sheets) == 1
    assert clauses(refused(taken(third_pile), g.DrawScoring(g.Scoring.C))) == ["BOX-6"]


# What may be paid or drawn, as far as a view can know.


@pytest.mark.accepts("BUY-1", "SETUP-7")
@pytest.mark.rejects("BUY-1", "SETUP-7")
@pytest.mark.parametrize("seat", [BLUE, GREEN, None])
def test_a_view_knows_of_an_unseen_hand_only_how_many_cards_it_can_pay(seat: g.Seat | None) -> None:
    seen = g.view(begun(), seat)
    assert seen.table.players[RED].hand_size == 6
    assert g.check(seen, buy(1, "y3 y3 y4 y4 y5 y5")) == ()
    (violation,) = g.check(seen, buy(1, "y3 y3 y4 y4 y5 y5 y6"))
    assert (violation.clause, violation.cards) == ("BUY-1", tuple(money("y3 y3 y4 y4 y5 y5 y6")))
    assert violation.message == "7 cards are paid, and the hand has 6"


@pytest.mark.rejects("BOX-11", "SETUP-7")
@pytest.mark.parametrize("seat", [RED, BLUE, None])
def test_a_view_knows_that_a_card_is_not_drawn_whose_copies_all_lie_open_or_were_paid(
    seat: g.Seat | None,
) -> None:
    game = laid(["y9 y9 b2", MANY_GREEN], "y1 y1 b3 o9", "PA2 BA2 LI2 HS2")
    game = drawn(played(game, buy(1, "y9 y9"), g.Store(RED, g.Face.parse("PA2"))))
    seen = g.view(g.apply(game, take("b3", BLUE)), seat)
    for code in ("y1", "y9"):
        assert clauses(g.check(seen, g.DrawCard(g.Card.parse(code)))) == ["BOX-11"]
    assert g.check(seen, g.DrawCard(g.Card.parse("y8"))) == ()


@pytest.mark.accepts("SETUP-6", "SETUP-7")
@pytest.mark.parametrize("seat", [RED, BLUE, None])
def test_a_view_knows_of_a_scoring_card_only_that_a_comes_before_b(seat: g.Seat | None) -> None:
    game = taken(begun())
    assert clauses(g.check(game, g.DrawScoring(g.Scoring.A))) == ["SETUP-6"]
    assert g.check(g.view(game, seat), g.DrawScoring(g.Scoring.A)) == ()
    assert clauses(g.check(g.view(game, seat), g.DrawScoring(g.Scoring.B))) == ["SETUP-6"]
    later = taken(drawn(g.apply(taken(at_pile(begun(), g.Scoring.A)), g.DrawScoring(g.Scoring.A))))
    assert g.check(g.view(later, seat), g.DrawScoring(g.Scoring.B)) == ()
    assert clauses(g.check(g.view(later, seat), g.DrawScoring(g.Scoring.A))) == ["SCORE-2"]


# Absurd things.

MANY = g.Purse.of([g.Card.parse("y9")] * 500)
NO_CARDS = g.Purse.of(map(g.Card.parse, ["y0", "g99", "b10", "o0"]))
FACES = faces("AR2 BA3 LI4 SC99 DI0 DI12")
CELLS = [g.Cell(0, 0), g.Cell(0, 1), g.Cell(-55, 3), g.Cell(10**30, 0), g.Cell(-(10**30), -(10**30))]
SEATS = [RED, BLUE, g.Seat(99), g.Seat(-1), g.Seat(10**30)]


def absurd() -> list[g.Event]:
    events: list[g.Event] = [
        g.DrawTile(g.Face.parse("SC99")),
        g.DrawCard(g.Card.parse("y99")),
        g.DrawScoring(g.Scoring.C),
    ]
    for seat in SEATS:
        for cards in (MANY, NO_CARDS):
            events += [g.TakeMoney(seat, cards)]
            events += [g.Buy(seat, g.Space(space), cards) for space in (-5, 0, 1, 4, 5, 10**30)]
            events += [g.GiveToDirk(seat, face, cards) for face in FACES]
            events += [g.Build(seat, face, cell, cards) for face in FACES for cell in CELLS]
        events += [g.Extend(seat, face, cell) for face in faces("SC99 DI0 DI12") for cell in CELLS]
        events += [g.Exchange(seat, face, cell) for face in faces("SC99 DI0 DI12") for cell in CELLS]
        events += [g.Build(seat, face, cell) for face in FACES for cell in CELLS if cell != g.Cell(0, 1)]
        events += [g.Reduce(seat, cell) for cell in CELLS]
        events += [g.Store(seat, face) for face in faces("LI4 SC99 DI0 DI12")]
        events += [g.Pass(seat)]
    return events


MOMENTS = (
    "Dirk's first tiles",
    "the first yard",
    "dealing",
    "acting",
    "extra",
    "placing",
    "drawing cards",
    "drawing tiles",
    "acting with Dirk",
    "placing with Dirk",
    "giving",
    "over",
)


@cache
def moments() -> dict[str, g.Game]:
    """Return a game at every kind of moment, made when the first of them is asked for."""
    acting = begun()
    placing = g.apply(acting, buy(1, "y9"))
    two = begun_by_two()
    ending, purchase = enriched(bag_emptied(3), g.Space(1), "g3", "", "b3")
    giving = finished(g.apply(ending, purchase))
    over = giving
    while over.table.phase is g.Phase.GIFT and over.table.turn is not None:
        over = g.apply(over, g.Store(over.table.turn, over.table.bought[0]))
    dealing = g.setup(3)
    while dealing.table.draw_for is g.DrawFor.YARD:
        dealing = g.apply(dealing, g.chance(dealing)[0][0])
    games = (
        g.setup(2),
        g.setup(3),
        dealing,
        acting,
        g.apply(acting, buy(1, "y2")),
        placing,
        g.apply(acting, take("y1")),
        g.apply(placing, g.Store(RED, g.Face.parse("AR2"))),
        two,
        g.apply(two, buy(2, "g9")),
        giving,
        over,
    )
    return dict(zip(MOMENTS, games, strict=True))


@pytest.mark.parametrize("moment", MOMENTS)
def test_what_is_absurd_is_refused_at_every_moment(moment: str) -> None:
    game = moments()[moment]
    before = hash(game)
    for event in absurd():
        found = g.check(game, event)
        assert found, event
        assert all(len(str(violation)) < 300 for violation in found)
        assert event not in g.legal_actions(game)
    assert hash(game) == before
    for event in absurd()[::40]:
        refused(game, event)


def test_the_phases_of_these_moments() -> None:
    games = moments()
    assert Counter(game.table.phase for game in games.values()) == {
        g.Phase.SETUP: 3,
        g.Phase.ACT: 3,
        g.Phase.PLACE: 2,
        g.Phase.END_OF_TURN: 2,
        g.Phase.GIFT: 1,
        g.Phase.OVER: 1,
    }


@pytest.mark.parametrize(
    "nonsense", ["take y1", None, 5, (RED, "y1"), g.Pass, g.Scoring.A, g.Face.parse("AR2")]
)
def test_what_is_no_event_is_a_mistake_of_the_caller(nonsense: object) -> None:
    game = begun()
    for judge in (g.check, g.apply):
        with pytest.raises(TypeError, match="expected an event, got "):
            judge(game, cast("Any", nonsense))
    assert nonsense not in g.legal_actions(game)


def test_what_is_no_game_is_a_mistake_of_the_caller() -> None:
    game = begun()
    for nonsense in ("game", None, 5, game.table):
        with pytest.raises(TypeError, match="expected Game or View"):
            g.check(cast("Any", nonsense), g.Pass(RED))
        with pytest.raises(TypeError, match="expected Game or View"):
            g.legal_actions(cast("Any", nonsense))
    for no_game in ("game", None, 5, game.table, g.view(game, RED)):
        with pytest.raises(TypeError, match="expected Game"):
            g.apply(cast("Any", no_game), g.Pass(RED))
        with pytest.raises(TypeError, match="expected Game"):
            g.chance(cast("Any", no_game))
