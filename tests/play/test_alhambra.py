"""What is different when Alhambra is played: no marker, no turning, gifts at once, Dirk's tiles."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any, cast

import attrs
import pytest

import granada_rules as g
from granada_rules.play.draft import Draft
from tests.helpers.endings import at_pile, ended, given, with_card
from tests.helpers.games import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    at_random,
    buy,
    cheap,
    clauses,
    dirk,
    drawn,
    faces,
    money,
    played,
    refused,
    take,
    until,
)

NORTH, SOUTH, EAST, WEST = g.Cell(0, 1), g.Cell(0, -1), g.Cell(1, 0), g.Cell(-1, 0)

ONE_BY_ONE = attrs.evolve(g.ALHAMBRA, gifts_one_by_one=True)


# The first yard.


@pytest.mark.accepts("A-SETUP-2")
@pytest.mark.parametrize("players", range(3, 7))
def test_four_tiles_to_the_spaces_in_order_and_there_is_no_marker(players: int) -> None:
    game = g.setup(players, g.ALHAMBRA)
    for number, face in enumerate(faces("GA10:N TO13:E GA10:- PV2:NEW"), 1):
        assert (game.table.draw_for, game.table.marker) == (g.DrawFor.YARD, None)
        # Every tile of the bag is as likely as another.
        assert [draw for draw, _ in g.chance(game)] == [g.DrawTile(tile.front) for tile in game.table.bag]
        assert len({odds for _, odds in g.chance(game)}) == 1
        game = g.apply(game, g.DrawTile(face))
        assert game.table.yard.index(face) + 1 == number
        assert game.table.yard.count(None) == 4 - number
    assert (game.table.draw_for, game.table.marker, len(game.table.bag)) == (g.DrawFor.HAND, None, 50)


@pytest.mark.rejects("A-SETUP-2")
def test_nothing_comes_before_the_yard_is_laid_and_no_tile_twice() -> None:
    game = g.apply(g.setup(3, g.ALHAMBRA), g.DrawTile(g.Face.parse("GA10:N")))
    early: list[g.Event] = [
        g.DrawCard(g.Card.parse("y1")),
        g.DrawScoring(g.Scoring.A),
        take(""),
        g.Pass(BLUE),
    ]
    for event in early:
        (violation,) = refused(game, event)
        assert (violation.clause, violation.message) == ("A-SETUP-2", "a tile for the yard is drawn first")
    assert clauses(refused(game, g.DrawTile(g.Face.parse("GA10:N")))) == ["BOX-11"]
    # Another Garden for 10 is another tile; one with other walls is none.
    assert g.check(game, g.DrawTile(g.Face.parse("GA10:W"))) == ()
    for code in ("GA10:E", "GA13:-", "SC10"):
        assert clauses(refused(game, g.DrawTile(g.Face.parse(code)))) == ["A-BOX-2"]


@pytest.mark.accepts("A-SETUP-2", "A-DIRK-3")
@pytest.mark.parametrize("players", range(2, 7))
def test_a_dealer_numbers_the_tiles_in_their_order(players: int) -> None:
    # docs/dealer.md: a draw is the number of a way, and the ways of a tile are those of the bag in order.
    dealer = g.Dealer(f"a deal of Alhambra for {players}".encode())
    game, bag = g.setup(players, g.ALHAMBRA), list(g.alhambra().tiles)
    for draw in g.draws(game, dealer):
        if isinstance(draw, g.DrawTile):
            chosen = bag.pop(dealer.number(game.draws, len(bag)))
            assert draw.face == chosen.front
        game = g.apply(game, draw)
    assert len(bag) == 50 - 6 * (players == 2)
    assert game == g.deal(g.setup(players, g.ALHAMBRA), dealer)


# The yard at the end of a turn.


def two_bought() -> g.Game:
    """Have the tiles of the spaces 2 and 4 bought and stored, and the display refilled."""
    game = played(cheap(g.ALHAMBRA), buy(4, "o4"), buy(2, "g4"), take("y1"))
    return g.apply(
        played(game, *[g.Store(RED, face) for face in game.table.bought]), g.DrawCard(g.Card.parse("y1"))
    )


@pytest.mark.accepts("A-TURN-9")
def test_the_lowest_free_space_is_filled_first() -> None:
    game = two_bought()
    assert game.table.yard == (g.Face.parse("PV2:NEW"), None, g.Face.parse("SE4:NE"), None)
    game = g.apply(game, g.DrawTile(g.Face.parse("TO13:E")))
    assert game.table.yard == (*faces("PV2:NEW TO13:E SE4:NE"), None)
    game = g.apply(game, g.DrawTile(g.Face.parse("GA6:ESW")))
    assert game.table.yard == tuple(faces("PV2:NEW TO13:E SE4:NE GA6:ESW"))
    assert (game.table.to_act, game.table.marker) == (BLUE, None)


@pytest.mark.rejects("A-TURN-9")
def test_nobody_acts_before_the_yard_is_full_and_no_tile_comes_that_is_elsewhere() -> None:
    game = two_bought()
    for early in (g.TakeMoney(BLUE, [game.table.display[0]]), g.Pass(BLUE), g.DrawCard(game.deck[0])):
        (violation,) = refused(game, early)
        assert (violation.clause, violation.message) == ("A-TURN-9", "a tile for the yard is drawn first")
    # In the yard, on a reserve; and a tile of the other game.
    assert clauses(refused(game, g.DrawTile(g.Face.parse("PV2:NEW")))) == ["BOX-11"]
    assert clauses(refused(game, g.DrawTile(g.Face.parse("PV4:ES")))) == ["BOX-11"]
    assert clauses(refused(game, g.DrawTile(g.Face.parse("AR2")))) == ["A-BOX-2"]
    full = played(game, *map(g.DrawTile, faces("TO13:E GA6:ESW")))
    assert clauses(refused(full, g.DrawTile(g.Face.parse("GA11:-")))) == ["TURN-5"]


# What falls away: the marker, turning over, payments while placing, simplified scoring.


def in_force(game: g.Game, event: g.Event) -> set[str]:
    """Have an event refused; return the clauses, all of which are in force in Alhambra."""
    found = refused(game, event)
    for violation in found:
        assert g.Kind.ALHAMBRA in violation.clause.kinds
        assert "moat" not in violation.message
        assert "marker" not in violation.message
    return set(clauses(found))


@pytest.mark.rejects("PLACE-1", "A-DIRK-7", game="alhambra")
def test_no_tile_is_placed_with_another_face_or_for_money() -> None:
    game = g.apply(cheap(g.ALHAMBRA, 2), buy(1, "y5"))
    bought = g.Face.parse("PV2:NEW")
    # Other walls, another price, another tile of the box, a tile of Granada.
    for code in ("PV2:N", "PV3:SW", "TO12:-", "BA3", "AR2"):
        face = g.Face.parse(code)
        expected = {"PLACE-1"} if face in g.alhambra() else {"A-BOX-2"}
        to_dirk = {"A-DIRK-7"} if face in g.alhambra() else {"A-BOX-2"}
        assert in_force(game, g.Store(RED, face)) == expected
        assert in_force(game, g.Build(RED, face, NORTH)) >= expected
        assert in_force(game, g.GiveToDirk(RED, face)) == to_dirk
    for payment in ("y2", "g4", "g9 g4"):
        (paid,) = refused(game, g.Build(RED, bought, NORTH, money(payment)))
        assert (paid.clause, paid.cards) == ("PLACE-1", tuple(money(payment)))
        assert in_force(game, g.GiveToDirk(RED, bought, money(payment))) == {"A-DIRK-7"}
    assert in_force(game, g.Build(RED, bought, NORTH, money("b9"))) == {"PLACE-1"}
    assert set(g.legal_actions(game)) == {
        g.Build(RED, bought, NORTH),
        g.Store(RED, bought),
        g.GiveToDirk(RED, bought),
    }


@pytest.mark.rejects("REBUILD-1", game="alhambra")
def test_no_tile_comes_from_the_reserve_with_other_walls() -> None:
    game = until(drawn(played(cheap(g.ALHAMBRA), buy(1, "y5"), g.Store(RED, g.Face.parse("PV2:NEW")))), RED)
    for code, clause in (("PV2:N", "A-BOX-2"), ("PV3:SW", "REBUILD-1"), ("AR2", "A-BOX-2")):
        assert clause in in_force(game, g.Extend(RED, g.Face.parse(code), NORTH))
    assert g.Extend(RED, g.Face.parse("PV2:NEW"), NORTH) in g.legal_actions(game)


@pytest.mark.parametrize("option", ["simplified", "turning_takes_one_card"])
def test_options_about_what_falls_away_mean_nothing(option: str) -> None:
    with pytest.raises(ValueError, match=f"^{option}: this means nothing in Alhambra$"):
        g.Ruleset(kinds=[g.Kind.ALHAMBRA], **cast("Any", {option: True}))


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("ruleset", [g.ALHAMBRA, ONE_BY_ONE], ids=["at once", "one by one"])
def test_in_whole_games_there_is_no_marker_no_payment_for_placing_and_no_clause_of_granada_alone(
    players: int, ruleset: g.Ruleset
) -> None:
    for game, event in at_random(g.setup(players, ruleset), random.Random(players)):
        assert game.table.marker is None
        if isinstance(event, g.Build | g.GiveToDirk):
            assert not event.payment
        # Everything else that was just possible is refused by clauses that are in force.
        after = g.apply(game, event)
        assert all(g.Kind.ALHAMBRA in violation.clause.kinds for violation in g.check(after, event))
        if after.table.phase is g.Phase.OVER:
            cited = {line.clause for sheet in after.sheets for line in sheet.lines}
            assert cited <= {g.Clause.SCORE_4, g.Clause.A_SCORE_7, g.Clause.A_SCORE_8}


# Gifts.


PV3, PV2, SE3 = faces("PV3:SW PV2:NEW SE3:ESW")


@pytest.mark.accepts("A-END-3")
@pytest.mark.parametrize("order", list(permutations([PV2, PV3, SE3])))
def test_who_gets_several_builds_or_stores_them_in_any_order(order: tuple[g.Face, ...]) -> None:
    game = ended("", "", "g3 b3 o3", "", ruleset=g.ALHAMBRA)
    assert (game.table.to_act, game.table.bought) == (GREEN, (PV2, PV3, SE3))
    assert game.table.yard == (None,) * 4
    for number, face in enumerate(order, 1):
        assert (game.table.phase, game.table.to_act) == (g.Phase.GIFT, GREEN)
        builds = [action for action in g.legal_actions(game) if isinstance(action, g.Build)]
        cells = [action.cell for action in builds if action.face == face]
        game = g.apply(game, g.Build(GREEN, face, cells[0]) if cells else g.Store(GREEN, face))
        assert len(game.table.bought) == 3 - number
    assert game.table.phase is g.Phase.OVER
    green = game.table.players[GREEN]
    assert {*green.reserve, *(tile.face for tile in green.city.tiles.values())} >= set(order)


@pytest.mark.accepts("A-END-3")
def test_one_tile_may_be_built_beside_another_that_was_just_given() -> None:
    game = ended("", "", "g3 b3 o3", "", ruleset=g.ALHAMBRA)

    def cells(game: g.Game, face: g.Face) -> set[g.Cell]:
        return {
            action.cell
            for action in g.legal_actions(game)
            if isinstance(action, g.Build) and action.face == face
        }

    gained = [
        (first, second)
        for first, second in permutations([PV2, PV3, SE3], 2)
        for cell in cells(game, first)
        if cells(g.apply(game, g.Build(GREEN, first, cell)), second) - cells(game, second)
    ]
    assert gained


@pytest.mark.accepts("A-END-3")
def test_receivers_come_in_the_order_of_their_lowest_space_each_with_all_their_tiles() -> None:
    # Yellow gets the spaces 2 and 4, Red the space 3.
    game = ended("b3", "", "", "g3 o3", ruleset=g.ALHAMBRA)
    assert (game.table.to_act, game.table.bought) == (YELLOW, (PV3, SE3))
    # What others get stays on its space meanwhile.
    assert game.table.yard == (None, None, PV2, None)
    game = g.apply(game, g.Store(YELLOW, SE3))
    assert (game.table.to_act, game.table.bought) == (YELLOW, (PV3,))
    game = g.apply(game, g.Store(YELLOW, PV3))
    assert (game.table.to_act, game.table.bought, game.table.yard) == (RED, (PV2,), (None,) * 4)
    game = g.apply(game, g.Store(RED, PV2))
    assert game.table.phase is g.Phase.OVER
    assert game.sheets[-1].scoring is g.Scoring.C


@pytest.mark.accepts("A-END-3")
def test_a_tile_that_nobody_gets_stays_between_others() -> None:
    game = ended("g3", "b3", "b3", "o3", ruleset=g.ALHAMBRA)
    assert (game.table.to_act, game.table.bought) == (RED, (PV3,))
    game = g.apply(game, g.Store(RED, PV3))
    assert (game.table.to_act, game.table.bought) == (YELLOW, (SE3,))
    over = g.apply(game, g.Store(YELLOW, SE3))
    assert (over.table.phase, over.table.yard) == (g.Phase.OVER, (None, None, PV2, None))


@pytest.mark.accepts("A-END-3")
def test_by_agreement_tiles_are_given_one_by_one() -> None:
    game = ended("", "", "g3 b3 o3", "", ruleset=ONE_BY_ONE)
    given = []
    while game.table.phase is g.Phase.GIFT:
        assert game.table.to_act == GREEN
        (face,) = game.table.bought
        given.append(face)
        game = g.apply(game, g.Store(GREEN, face))
    assert given == [PV3, PV2, SE3]
    mixed = ended("b3", "", "", "g3 o3", ruleset=ONE_BY_ONE)
    assert (mixed.table.to_act, mixed.table.bought, mixed.table.yard) == (
        YELLOW,
        (PV3,),
        (None, None, PV2, SE3),
    )
    mixed = g.apply(mixed, g.Store(YELLOW, PV3))
    assert (mixed.table.to_act, mixed.table.bought) == (RED, (PV2,))


@pytest.mark.rejects("A-END-3")
def test_one_by_one_the_next_tile_does_not_come_first() -> None:
    game = ended("", "", "g3 b3 o3", "", ruleset=ONE_BY_ONE)
    (violation,) = refused(game, g.Store(GREEN, PV2))
    assert (violation.clause, violation.faces) == ("A-END-3", (PV2,))
    assert violation.message == "PV3:SW was given, not PV2:NEW"


@pytest.mark.rejects("A-END-3")
def test_only_what_was_given_is_placed_once_for_nothing_and_by_the_building_rules() -> None:
    game = ended("b3", "", "", "g3 o3", ruleset=g.ALHAMBRA)
    # What another gets, what lies on a reserve.
    for face in (PV2, game.table.players[RED].reserve[0]):
        (violation,) = refused(game, g.Store(YELLOW, face))
        assert (violation.clause, violation.faces) == ("A-END-3", (face,))
        assert violation.message == f"PV3:SW; SE3:ESW were given, not {face}"
    once = g.apply(game, g.Store(YELLOW, PV3))
    assert clauses(refused(once, g.Store(YELLOW, PV3))) == ["A-END-3"]
    assert clauses(refused(game, g.Store(RED, PV2))) == ["TURN-1"]
    assert in_force(game, g.Build(YELLOW, PV3, g.Cell(7, 7))) == {"BUILD-3", "BUILD-4"}
    build = next(action for action in g.legal_actions(game) if isinstance(action, g.Build))
    assert in_force(game, attrs.evolve(build, payment=money("g3"))) == {"END-2"}


@pytest.mark.rejects("A-END-3")
def test_nothing_else_is_done_before_all_gifts_are_placed() -> None:
    game = g.apply(ended("b3", "", "", "g3 o3", ruleset=g.ALHAMBRA), g.Store(YELLOW, SE3))
    others: list[g.Event] = [
        g.TakeMoney(YELLOW, [game.table.display[0]]),
        buy(3, "b3", YELLOW),
        g.Extend(YELLOW, SE3, EAST),
        g.Pass(YELLOW),
        g.GiveToDirk(YELLOW, PV3),
    ]
    for event in others:
        assert in_force(game, event) == {"A-END-3"}


# Dirk.


@pytest.mark.accepts("A-DIRK-3")
def test_dirk_gets_six_tiles_before_the_yard() -> None:
    game = g.setup(2, g.ALHAMBRA)
    for number, face in enumerate(faces("GA10:N PV2:NEW GA10:- TO13:E AC6:SW AC6:NE")):
        assert (game.table.draw_for, len(dirk(game).faces)) == (g.DrawFor.DIRK, number)
        game = g.apply(game, g.DrawTile(face))
    assert dirk(game).faces == tuple(faces("PV2:NEW AC6:NE AC6:SW GA10:- GA10:N TO13:E"))
    assert (game.table.draw_for, game.table.yard, len(game.table.bag)) == (g.DrawFor.YARD, (None,) * 4, 48)


@pytest.mark.rejects("A-DIRK-3")
def test_nothing_comes_before_dirks_first_tiles_and_with_three_he_gets_none() -> None:
    game = g.apply(g.setup(2, g.ALHAMBRA), g.DrawTile(PV2))
    for event in (g.DrawCard(g.Card.parse("y1")), g.TakeMoney(RED, []), g.DrawScoring(g.Scoring.A)):
        (violation,) = refused(game, event)
        assert (violation.clause, violation.message) == ("A-DIRK-3", "a tile for Dirk is drawn first")
    assert clauses(refused(game, g.DrawTile(PV2))) == ["BOX-11"]
    assert g.setup(3, g.ALHAMBRA).table.draw_for is g.DrawFor.YARD


@pytest.mark.accepts("A-DIRK-5")
@pytest.mark.parametrize(("purchases", "left"), [([], 44), ([buy(1, "y2")], 43)])
def test_after_a_dirk_gets_six_tiles_of_what_is_left_after_the_refill(
    purchases: list[g.Event], left: int
) -> None:
    game = with_card(cheap(g.ALHAMBRA, 2), g.Scoring.A, *purchases)
    assert [sheet.scoring for sheet in game.sheets] == [g.Scoring.A]
    assert (dirk(game).owed, len(game.table.bag), None in game.table.yard) == (6, left, False)
    # What he gets now does not count in the scoring before.
    points = dirk(game).points
    all_given = given(game)
    assert (len(dirk(all_given).faces), len(all_given.table.bag)) == (12, left - 6)
    assert (dirk(all_given).points, all_given.table.to_act) == (points, BLUE)


@pytest.mark.accepts("A-DIRK-5")
@pytest.mark.parametrize("left", [6, 5, 1])
def test_if_the_bag_holds_no_more_dirk_gets_what_there_is_and_the_game_goes_on(left: int) -> None:
    game = until(at_pile(cheap(g.ALHAMBRA, 2), g.Scoring.A), RED)
    draft = Draft(game)
    draft.bag, others = game.table.bag[:left], game.table.bag[left:]
    draft.change_tiles(RED, draft.players[RED].city, tuple(sorted(tile.front for tile in others)))
    emptied = given(with_card(draft.game(), g.Scoring.A))
    assert len(dirk(emptied).faces) == 6 + left
    assert (emptied.table.bag, emptied.table.phase, emptied.table.to_act) == ((), g.Phase.ACT, BLUE)


@pytest.mark.rejects("A-DIRK-5")
def test_nobody_acts_before_dirks_tiles_he_gets_no_seventh_and_with_three_none() -> None:
    game = with_card(cheap(g.ALHAMBRA, 2), g.Scoring.A)
    for event in (g.TakeMoney(BLUE, [game.table.display[0]]), g.DrawCard(game.deck[0])):
        (violation,) = refused(game, event)
        assert (violation.clause, violation.message) == ("TURN-7", "a tile for Dirk is drawn first")
    all_given = given(game)
    assert clauses(refused(all_given, g.DrawTile(all_given.table.bag[0].front))) == ["TURN-5"]
    three = with_card(cheap(g.ALHAMBRA), g.Scoring.A)
    assert (three.table.draw_for, len(three.table.bag)) == (None, 50)


PAYMENTS = {"1": "y2", "2": "g4", "3": "b4", "4": "o4"}


@pytest.mark.accepts("A-DIRK-6")
@pytest.mark.parametrize(
    ("spaces", "bag", "third"),
    [("", 38, 12), ("1", 37, 12), ("12", 36, 12), ("123", 35, 11), ("1234", 34, 11)],
)
def test_after_b_dirk_gets_a_third_of_the_bag_as_it_is_after_the_refill_rounded_down(
    spaces: str, bag: int, third: int
) -> None:
    game = given(with_card(cheap(g.ALHAMBRA, 2), g.Scoring.A))
    purchases = [buy(int(space), PAYMENTS[space]) for space in spaces]
    game = with_card(game, g.Scoring.B, *purchases)
    assert [sheet.scoring for sheet in game.sheets] == [g.Scoring.A, g.Scoring.B]
    assert (len(game.table.bag), dirk(game).owed) == (bag, third)
    all_given = given(game)
    assert (len(dirk(all_given).faces), len(all_given.table.bag)) == (12 + third, bag - third)
    assert all_given.table.to_act == BLUE


@pytest.mark.rejects("A-DIRK-6")
def test_after_b_no_tile_comes_beyond_the_third_and_of_two_none() -> None:
    game = with_card(given(with_card(cheap(g.ALHAMBRA, 2), g.Scoring.A)), g.Scoring.B)
    assert clauses(refused(game, g.TakeMoney(BLUE, [game.table.display[0]]))) == ["TURN-7"]
    all_given = given(game)
    assert clauses(refused(all_given, g.DrawTile(all_given.table.bag[0].front))) == ["TURN-5"]
    few = until(at_pile(given(with_card(cheap(g.ALHAMBRA, 2), g.Scoring.A)), g.Scoring.B), RED)
    draft = Draft(few)
    draft.bag, others = few.table.bag[:2], few.table.bag[2:]
    draft.change_tiles(RED, draft.players[RED].city, tuple(sorted(tile.front for tile in others)))
    after = with_card(draft.game(), g.Scoring.B)
    assert (after.table.draw_for, len(after.table.bag), after.table.to_act) == (None, 2, BLUE)


@pytest.mark.accepts("A-DIRK-7")
def test_each_bought_tile_goes_to_dirk_or_not() -> None:
    game = played(cheap(g.ALHAMBRA, 2), buy(1, "y2"), buy(2, "g4"), take("b3"))
    hand = game.hands[RED]
    first, second = faces("PV2:NEW PV4:ES")
    game = played(game, g.GiveToDirk(RED, second), g.Build(RED, first, NORTH))
    assert second in dirk(game).faces
    assert len(dirk(game).faces) == 7
    assert game.hands[RED] == hand
    assert set(game.table.players[RED].city.tiles) == {NORTH}


@pytest.mark.rejects("A-DIRK-7")
def test_only_tiles_bought_in_this_turn_go_to_dirk_for_nothing_and_as_they_are() -> None:
    game = played(cheap(g.ALHAMBRA, 2), buy(1, "y5"))
    first, second = faces("PV2:NEW PV4:ES")
    for face in (second, g.Face.parse("TO13:E")):
        assert in_force(game, g.GiveToDirk(RED, face)) == {"A-DIRK-7"}
    assert in_force(game, g.GiveToDirk(RED, first, money("g4"))) == {"A-DIRK-7"}
    assert in_force(game, g.GiveToDirk(RED, first, money("y5"))) == {"A-DIRK-7"}
    assert in_force(game, g.GiveToDirk(RED, g.Face.parse("PV2:N"))) == {"A-BOX-2"}
    stored = until(drawn(g.apply(game, g.Store(RED, first))), RED)
    stored = g.apply(stored, buy(2, "g4 g9"))
    assert in_force(stored, g.GiveToDirk(RED, first)) == {"A-DIRK-7"}
    # With three there is no Dirk.
    assert in_force(g.apply(cheap(g.ALHAMBRA), buy(1, "y5")), g.GiveToDirk(RED, first)) == {"DIRK-2"}
