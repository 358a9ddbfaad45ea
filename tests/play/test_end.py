"""The end of a game: when it comes, who gets what is left, and who wins. And Dirk, from the first tile on."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import granada_rules as g
from granada_rules.play.draft import Draft
from tests.helpers.endings import (
    at_pile,
    bag_emptied,
    ended,
    enriched,
    finished,
    given,
    idle,
    stored,
    with_card,
)
from tests.helpers.games import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    at_random,
    clauses,
    dirk,
    drawn,
    faces,
    laid,
    money,
    played,
    refused,
    until,
)

NORTH, SOUTH, EAST, WEST = g.Cell(0, 1), g.Cell(0, -1), g.Cell(1, 0), g.Cell(-1, 0)


def gifts(game: g.Game) -> list[tuple[str, int]]:
    """Return which faces are given to which seats, in order."""
    given = []
    while game.table.phase is g.Phase.GIFT:
        assert game.table.to_act is not None
        given.append((str(game.table.bought[0]), int(game.table.to_act)))
        game = g.apply(game, g.Store(game.table.to_act, game.table.bought[0]))
    return given


# When the game ends.


@pytest.mark.accepts("END-1")
def test_with_the_bag_empty_and_the_yard_full_the_game_goes_on_however_long_nobody_buys() -> None:
    game = bag_emptied(4)
    assert (game.table.bag, game.table.phase) == ((), g.Phase.ACT)
    for turn in range(12):
        assert game.table.to_act == (1 + turn) % 4
        taking = g.TakeMoney(g.Seat((1 + turn) % 4), [game.table.display[0]])
        game = drawn(g.apply(game, idle(game) if turn % 3 == 0 else taking))
        assert (game.table.phase, game.table.draw_for) == (g.Phase.ACT, None)


@pytest.mark.accepts("END-1")
def test_the_game_ends_after_the_turn_in_which_the_yard_cannot_be_refilled() -> None:
    game = ended("g3", "", "b3", "o3")
    assert game.table.yard[0] is None
    assert (game.table.phase, game.table.bag) == (g.Phase.GIFT, ())
    over = stored(game)
    assert (over.table.phase, over.table.turn, over.table.to_act) == (g.Phase.OVER, None, None)


@pytest.mark.rejects("END-1")
def test_there_are_no_further_turns_to_even_things_out() -> None:
    # Blue was the second of four to have a turn in this round.
    over = ended("", "", "", "")
    assert over.table.phase is g.Phase.OVER
    for seat in range(4):
        for action in (g.TakeMoney(g.Seat(seat), [over.table.display[0]]), g.Pass(g.Seat(seat))):
            assert clauses(refused(over, action)) == ["END-5"]


def last_tile_but_one() -> tuple[g.Game, g.Buy]:
    """Leave one tile in the bag, and Blue with what buys exactly the tiles on the spaces 2 and 3."""
    game, purchase = enriched(bag_emptied(4, left=1), g.Space(2), "", "b3", "", "")
    assert purchase.payment.total() == 3
    return game, purchase


@pytest.mark.accepts("END-1")
def test_the_yard_is_refilled_as_far_as_possible() -> None:
    game, purchase = last_tile_but_one()
    last = game.table.bag[0]
    both = finished(played(game, purchase, g.Buy(BLUE, g.Space(3), money("b3"))))
    assert both.table.phase is g.Phase.OVER
    assert both.table.yard == (game.table.yard[0], last.even, None, game.table.yard[3])
    assert (game.table.marker, both.table.marker) == (g.Marker.EVEN, g.Marker.ODD)


@pytest.mark.rejects("END-1")
def test_the_game_does_not_end_if_the_last_tiles_fill_the_yard() -> None:
    game, purchase = last_tile_but_one()
    goes_on = finished(g.apply(game, purchase))
    assert (goes_on.table.phase, goes_on.table.to_act) == (g.Phase.ACT, GREEN)
    assert None not in goes_on.table.yard
    assert goes_on.table.bag == ()


@pytest.mark.rejects("END-1")
def test_nothing_is_drawn_after_the_end() -> None:
    giving = ended("g3", "", "b3", "o3")
    draws: list[g.Event] = [
        g.DrawTile(g.Face.parse("AR2")),
        g.DrawCard(giving.deck[0]),
        g.DrawScoring(g.Scoring.B),
    ]
    for game in (giving, stored(giving)):
        assert g.chance(game) == ()
        for draw in draws:
            (violation,) = refused(game, draw)
            assert violation.clause == "END-1"


# Who gets what is left.


@pytest.mark.accepts("END-2")
@pytest.mark.parametrize(
    ("hands", "space", "given"),
    [
        # To each the tile of the own currency, in the order of the spaces.
        (["g3", "", "b3", "o3"], 1, [("LI3", 0), ("HP3", 2), ("LI2", 3)]),
        (["o3", "", "y2", "g3"], 3, [("MA2", 2), ("LI3", 3), ("LI2", 0)]),
        # The sum counts, not the dearest card and not how many there are.
        (["g2 g2", "", "g3", ""], 1, [("LI3", 0)]),
        (["g5", "", "g1 g1 g1", ""], 1, [("LI3", 0)]),
        # All to one, and not to the richest in other currencies.
        (["g3 b2 o1", "", "y5", ""], 1, [("LI3", 0), ("HP3", 0), ("LI2", 0)]),
        # To the player who ended the game; that the price could not be paid does not matter.
        (["", "g1 o1", "", "b1"], 1, [("LI3", 1), ("HP3", 3), ("LI2", 1)]),
    ],
)
def test_each_tile_goes_to_the_one_with_the_most_money_of_its_currency(
    hands: list[str], space: int, given: list[tuple[str, int]]
) -> None:
    game = ended(*hands, space=space)
    assert game.hands == tuple(map(money, hands))
    assert gifts(game) == given
    assert stored(game).table.yard.count(None) == 1 + len(given)


@pytest.mark.accepts("END-2")
@pytest.mark.parametrize(
    ("hands", "given", "stay"),
    [
        # A tie, and a third with less: nobody gets the Library, the others go on.
        (["g3", "", "g3", "g2 b1"], [("HP3", 3)], ["-", "LI3", "-", "LI2"]),
        # A tie of three by different cards; zero against zero.
        (["g3", "g2 g1", "g1 g2", "b1"], [("HP3", 3)], ["-", "LI3", "-", "LI2"]),
        (["o3", "", "", "o1 o1 o1"], [], ["-", "LI3", "HP3", "LI2"]),
        (["", "", "", ""], [], ["-", "LI3", "HP3", "LI2"]),
    ],
)
def test_on_a_tie_nobody_gets_the_tile_and_it_stays_in_the_yard(
    hands: list[str], given: list[tuple[str, int]], stay: list[str]
) -> None:
    game = ended(*hands)
    assert gifts(game) == given
    assert ["-" if face is None else str(face) for face in stored(game).table.yard] == stay


@pytest.mark.accepts("END-2")
def test_nothing_is_paid_and_hands_are_open() -> None:
    game = ended("g3", "", "b3", "o3")
    over = stored(game)
    assert over.hands == game.hands
    assert over.table.discards == game.table.discards
    for seen in (game, over):
        assert g.view(seen, None).hands == seen.hands


@pytest.mark.accepts("END-2", "BOX-7")
def test_the_currency_is_that_of_the_space_by_the_ruleset() -> None:
    reversed_yard = g.Ruleset(yard=reversed(g.GRANADA.yard))
    game = ended("g3", "", "y2", "o3", space=2, ruleset=reversed_yard)
    # Orange, blue, green, yellow; the blue one was bought.
    assert gifts(game) == [("LI2", 3), ("LI3", 0), ("MA2", 2)]


@pytest.mark.rejects("END-2")
def test_nobody_else_gets_the_tile() -> None:
    game = ended("g3", "", "b3", "o3")
    assert (game.table.bought, game.table.to_act) == ((g.Face.parse("LI3"),), RED)
    for seat in (BLUE, GREEN, YELLOW):
        for action in (g.Store(seat, g.Face.parse("LI3")), g.Build(seat, g.Face.parse("LI3"), WEST)):
            (violation,) = refused(game, action)
            assert violation.clause == "TURN-1"
    assert clauses(refused(game, g.Store(g.Seat(10**30), g.Face.parse("LI3")))) == ["TURN-1"]


@pytest.mark.rejects("END-2")
def test_a_tile_that_is_given_costs_nothing_and_buys_nothing() -> None:
    game = ended("g3", "", "b3", "o3")
    (paid,) = refused(game, g.Build(RED, g.Face.parse("LI3"), free_place(game), money("g3")))
    assert (paid.clause, paid.cards) == ("END-2", (g.Card.parse("g3"),))
    assert clauses(refused(game, g.Buy(RED, g.Space(2), money("g3")))) == ["END-3"]


def free_place(game: g.Game) -> g.Cell:
    """Return a cell where the one who is given a tile may build it."""
    return next(action.cell for action in g.legal_actions(game) if isinstance(action, g.Build))


def richest(game: g.Game, space: int) -> int | None:
    """Return who gets a tile of that space, by the words of the clause."""
    totals = [hand.total(game.table.ruleset.yard[space]) for hand in game.hands]
    first, second, *_ = sorted(totals, reverse=True)
    return None if first == second else totals.index(first)


@pytest.mark.accepts("END-2")
@pytest.mark.rejects("END-2")
def test_in_any_game_the_gifts_are_those_that_the_clause_says() -> None:
    how_many = Counter[int]()
    for number in range(40):
        rng = random.Random(number)
        games = [g.apply(game, event) for game, event in at_random(bag_emptied(rng.randint(2, 6)), rng)]
        # The bag is empty all the time, so the yard before the end is what is left to give away.
        ending = next(
            index for index, game in enumerate(games) if game.table.phase in {g.Phase.GIFT, g.Phase.OVER}
        )
        expected = [
            (str(face), seat)
            for space, face in enumerate(games[ending - 1].table.yard)
            if face is not None and (seat := richest(games[ending], space)) is not None
        ]
        assert gifts(games[ending]) == expected
        how_many[len(expected)] += 1
    assert set(how_many) >= {1, 2, 3}


# What becomes of it.


@pytest.mark.accepts("END-3")
def test_a_tile_is_built_at_once_before_the_next_is_given() -> None:
    # Green gets two, and the second lies beside the first.
    game = ended("", "", "g3 b3", "o3")
    assert (game.table.bought, game.table.to_act) == ((g.Face.parse("LI3"),), GREEN)
    assert game.table.yard == (None, None, *faces("HP3 LI2"))
    cells = {action.cell for action in g.legal_actions(game) if isinstance(action, g.Build)}
    assert WEST in cells
    second = g.apply(game, g.Build(GREEN, g.Face.parse("LI3"), WEST))
    assert second.table.players[GREEN].city.tiles[WEST].face == g.Face.parse("LI3")
    assert (second.table.bought, second.table.to_act) == ((g.Face.parse("HP3"),), GREEN)
    assert second.table.yard == (None, None, None, g.Face.parse("LI2"))
    third = g.apply(second, g.Build(GREEN, g.Face.parse("HP3"), EAST))
    assert third.table.players[GREEN].city.cells >= {WEST, EAST}
    assert (third.table.bought, third.table.to_act) == ((g.Face.parse("LI2"),), YELLOW)


@pytest.mark.rejects("END-3")
def test_a_tile_that_is_given_obeys_the_building_rules() -> None:
    game = ended("", "", "g3 b3", "o3")
    face = g.Face.parse("LI3")
    for cell, broken in (
        (EAST, {"BUILD-2", "BUILD-3"}),
        (g.START, {"BUILD-4"}),
        (g.Cell(7, 7), {"BUILD-3", "BUILD-4"}),
        (g.Cell(10**30, 0), {"BOX-2", "BUILD-3", "BUILD-4"}),
    ):
        found = refused(game, g.Build(GREEN, face, cell))
        assert set(clauses(found)) == broken
        assert all(violation.player == "Green" for violation in found)


@pytest.mark.rejects("END-3", "PLACE-4")
def test_a_tile_that_is_given_is_not_turned_over_not_even_for_money_or_on_the_reserve() -> None:
    game = ended("", "", "g3 b3", "o3")
    back = g.Face.parse("BA2")
    assert game.table.ruleset.tiles.back(g.Face.parse("LI3")) == back
    (on_reserve,) = refused(game, g.Store(GREEN, back))
    assert (on_reserve.clause, on_reserve.faces, on_reserve.player) == ("END-3", (back,), "Green")
    assert on_reserve.message == "LI3 was given, and is not turned over to BA2"
    for payment in ("", "b3", "g3"):
        assert refused(game, g.Build(GREEN, back, WEST, money(payment)))[0].clause == "END-3"
    assert {action.face for action in g.legal_actions(game) if isinstance(action, g.Build | g.Store)} == {
        g.Face.parse("LI3")
    }


@pytest.mark.rejects("END-3")
def test_nothing_else_is_done_with_a_tile_that_is_given_and_nothing_beside_it() -> None:
    game = ended("g3", "", "b3", "o3")
    own = game.table.players[RED].reserve[0]
    actions: list[g.Event] = [
        g.TakeMoney(RED, [game.table.display[0]]),
        g.Buy(RED, g.Space(2), money("g3")),
        g.Extend(RED, own, EAST),
        g.Reduce(RED, EAST),
        g.Exchange(RED, own, EAST),
        g.Pass(RED),
        g.GiveToDirk(RED, g.Face.parse("LI3")),
    ]
    for action in actions:
        (violation,) = refused(game, action)
        assert (violation.clause, violation.player) == ("END-3", "Red")
    # Neither the tile that comes next nor one of the reserve is placed instead.
    for face in (g.Face.parse("HP3"), own):
        (violation,) = refused(game, g.Store(RED, face))
        assert (violation.clause, violation.faces) == ("END-3", (face,))
    assert clauses(refused(game, g.Store(RED, g.Face.parse("SC99")))) == ["BOX-2"]


@pytest.mark.rejects("END-3", "DIRK-7")
def test_a_tile_that_is_given_does_not_go_to_dirk() -> None:
    game = ended("b3", "", space=2)
    assert (game.table.phase, game.table.to_act) == (g.Phase.GIFT, RED)
    (face,) = game.table.bought
    for payment in ("", "b3"):
        assert clauses(refused(game, g.GiveToDirk(RED, face, money(payment)))) == ["END-3"]
    assert {type(action) for action in g.legal_actions(game)} == {g.Build, g.Store}


@pytest.mark.accepts("END-4")
def test_a_tile_may_go_to_the_reserve_also_if_it_could_be_built() -> None:
    game = ended("", "", "g3 b3", "o3")
    assert g.Build(GREEN, g.Face.parse("LI3"), WEST) in g.legal_actions(game)
    before = game.table.players[GREEN]
    after = g.apply(game, g.Store(GREEN, g.Face.parse("LI3"))).table.players[GREEN]
    assert after.reserve == tuple(sorted([*before.reserve, g.Face.parse("LI3")]))
    assert after.city == before.city


@pytest.mark.accepts("END-4")
def test_a_tile_that_cannot_be_built_goes_to_the_reserve() -> None:
    # The Library has moats everywhere but in the east, so it needs something that is open to the west. Red
    # has nothing but a tile west of the start tile, with a moat to the west.
    game = bag_emptied(4)
    tiles = game.table.ruleset.tiles
    game = reds_turn(game)
    for cell in game.table.players[RED].city.tiles:
        game = reds_turn(g.apply(game, g.Reduce(RED, cell)))
    closed = next(face for face in game.table.players[RED].reserve if str(tiles.moats(face)) == "W")
    game = g.apply(game, g.Extend(RED, closed, WEST))
    # Red takes 3 green, and Blue buys with two times 1 yellow.
    game = played(game, g.TakeMoney(BLUE, money("y1")), g.DrawCard(g.Card.parse("g3")))
    game = played(reds_turn(game), g.TakeMoney(RED, money("g3")), g.DrawCard(g.Card.parse("y1")))
    game = played(game, g.TakeMoney(BLUE, money("y1")), g.DrawCard(g.Card.parse("g3")))
    game = reds_turn(game)
    game = played(game, g.TakeMoney(RED, money("g3")), g.DrawCard(g.Card.parse("y1")))
    game = finished(g.apply(game, g.Buy(BLUE, g.Space(1), money("y1 y1"))))
    assert (game.table.bought, game.table.to_act) == ((g.Face.parse("LI3"),), RED)
    assert list(g.legal_actions(game)) == [g.Store(RED, g.Face.parse("LI3"))]
    for cell in (NORTH, SOUTH, EAST, g.Cell(-2, 0), g.Cell(-1, 1)):
        assert refused(game, g.Build(RED, g.Face.parse("LI3"), cell))[0].clause == "BUILD-2"
    assert g.Face.parse("LI3") in g.apply(game, g.Store(RED, g.Face.parse("LI3"))).table.players[RED].reserve


def reds_turn(game: g.Game) -> g.Game:
    """Let the others rebuild to and fro until Red is to act."""
    while game.table.to_act != RED:
        game = g.apply(game, idle(game))
    return game


@pytest.mark.rejects("END-4")
def test_a_tile_that_is_given_is_not_left_lying() -> None:
    game = ended("g3", "", "b3", "o3")
    assert clauses(refused(game, g.Pass(RED))) == ["END-3"]
    assert clauses(refused(game, g.Store(GREEN, g.Face.parse("HP3")))) == ["TURN-1"]


# The last scoring, and who wins.


@pytest.mark.accepts("END-5", "SCORE-1")
def test_scoring_c_comes_last_and_counts_what_was_built_of_the_gifts() -> None:
    game = ended("", "", "g3 b3", "o3")
    built = played(game, g.Build(GREEN, g.Face.parse("LI3"), WEST), g.Build(GREEN, g.Face.parse("HP3"), EAST))
    assert g.Scoring.C not in [sheet.scoring for sheet in built.sheets]
    over = g.apply(built, g.Store(YELLOW, g.Face.parse("LI2")))
    cities = {player.name: player.city for player in over.table.players}
    assert over.sheets[-1] == g.scoring.score(cities, g.Scoring.C)
    assert [sheet.scoring for sheet in over.sheets] == [g.Scoring.A, g.Scoring.C]
    for player in over.table.players:
        assert player.points == sum(sheet.totals[player.name] for sheet in over.sheets)
    # The stored Library of Yellow counts for nothing, and Green is the only one with a Library in the city.
    (libraries,) = [line for line in over.sheets[-1].lines if line.building is g.Building.LIBRARY]
    assert (libraries.player, libraries.points) == ("Green", 3)


@pytest.mark.accepts("END-5")
def test_most_points_win_and_the_tied_share_the_win() -> None:
    over = stored(ended("", "", "", ""))
    table = g.standings(over.table.points)
    most = max(over.table.points.values())
    assert {row.player for row in table if row.wins} == {
        name for name, points in over.table.points.items() if points == most
    }
    shared = g.standings({"Red": 40, "Blue": 41, "Green": 41, "Dirk": 90})
    assert [row.player for row in shared if row.wins] == ["Blue", "Green"]


@pytest.mark.rejects("END-5")
def test_nobody_wins_with_fewer_points() -> None:
    over = stored(ended("g3", "", "b3", "o3"))
    most = max(over.table.points.values())
    assert all(row.points == most for row in g.standings(over.table.points) if row.wins)
    assert [row.player for row in g.standings({"Red": 40, "Blue": 41}) if row.wins] == ["Blue"]


@pytest.mark.rejects("END-5")
def test_after_the_last_scoring_nothing_happens_any_more() -> None:
    over = stored(ended("g3", "", "b3", "o3"))
    assert list(g.legal_actions(over)) == []
    for seat in (RED, GREEN):
        actions: list[g.Event] = [
            g.TakeMoney(seat, [over.table.display[0]]),
            g.Buy(seat, g.Space(1), []),
            g.Reduce(seat, EAST),
            g.Store(seat, g.Face.parse("LI3")),
            g.Build(seat, g.Face.parse("LI3"), WEST),
            g.Pass(seat),
        ]
        for action in actions:
            (violation,) = refused(over, action)
            assert (violation.clause, violation.message) == ("END-5", "the game is over")


# Scorings that come late, or not at all.


@pytest.mark.accepts("SCORE-1")
def test_a_scoring_whose_card_does_not_come_before_the_end_is_left_out() -> None:
    over = stored(ended("g3", "", "b3", "o3"))
    assert over.table.turned_up == (g.Scoring.A,)
    assert [sheet.scoring for sheet in over.sheets] == [g.Scoring.A, g.Scoring.C]


@pytest.mark.rejects("SCORE-1", "DIRK-6")
def test_dirk_does_not_get_the_tiles_that_would_follow_it() -> None:
    game = ended("b3", "", space=2)
    assert game.table.turned_up == (g.Scoring.A,)
    over = stored(game)
    assert [sheet.scoring for sheet in over.sheets] == [g.Scoring.A, g.Scoring.C]
    assert len(dirk(over).faces) == 6 + 6


def b_with_the_last_refill(*hands: str) -> g.Game:
    """End a game with a purchase that is paid exactly; then Blue takes a card, and B comes in its place."""
    game, purchase = enriched(bag_emptied(4), g.Space(2), *hands)
    game = g.apply(game, purchase)
    assert game.table.extra
    assert game.table.to_act is not None
    game = g.apply(game, g.TakeMoney(BLUE, money("y6")))
    game = g.apply(game, g.Store(BLUE, g.Face.parse("LI3")))
    game = g.apply(game, g.DrawScoring(g.Scoring.B))
    assert [sheet.scoring for sheet in game.sheets] == [g.Scoring.A]
    return drawn(game)


@pytest.mark.accepts("SCORE-2", "END-1")
def test_a_scoring_whose_card_comes_with_the_last_refill_takes_place_before_the_gifts() -> None:
    game = b_with_the_last_refill("", "", "b3", "o3")
    assert [sheet.scoring for sheet in game.sheets] == [g.Scoring.A, g.Scoring.B]
    # Blue has taken yellow money.
    assert (game.table.phase, game.table.to_act, game.table.bought) == (
        g.Phase.GIFT,
        BLUE,
        (g.Face.parse("MA2"),),
    )
    points = game.table.points
    built = g.apply(game, g.Build(BLUE, g.Face.parse("MA2"), free_place(game)))
    assert built.table.points == points
    over = stored(built)
    assert [sheet.scoring for sheet in over.sheets] == [g.Scoring.A, g.Scoring.B, g.Scoring.C]


@pytest.mark.rejects("SCORE-2")
def test_what_is_given_at_the_end_does_not_count_for_a_scoring_that_came_before() -> None:
    game = b_with_the_last_refill("", "", "b3", "o3")
    b = game.sheets[-1]
    assert not any(g.Face.parse("MA2") in line.faces for line in b.lines)
    over = stored(g.apply(game, g.Build(BLUE, g.Face.parse("MA2"), free_place(game))))
    assert over.sheets[1] == b
    assert any(g.Face.parse("MA2") in line.faces for line in over.sheets[-1].lines)


@pytest.mark.accepts("SIMPLE-1", "SIMPLE-2", "END-5")
def test_by_agreement_all_scorings_are_simplified() -> None:
    over = stored(ended("g3", "", "b3", "o3", ruleset=g.Ruleset(simplified=True)))
    assert all(sheet.simplified for sheet in over.sheets)
    majorities = [line for line in over.sheets[-1].lines if line.building is not None]
    assert majorities
    assert {line.points for line in majorities} <= {18, 10, 3}
    cities = {player.name: player.city for player in over.table.players}
    assert over.sheets[-1] == g.scoring.score(cities, g.Scoring.C, simplified=True)


@pytest.mark.rejects("SIMPLE-1")
def test_without_that_agreement_no_scoring_is() -> None:
    over = stored(ended("g3", "", "b3", "o3"))
    assert not any(sheet.simplified for sheet in over.sheets)


# Dirk.


def two(ruleset: g.Ruleset = g.GRANADA) -> g.Game:
    """Lay out a game for two in which Red begins, with money for cheap tiles."""
    hands = ["y2 g2 b2 o2 y9 g9", "g1 g2 g3 g4 g4 g5 g9"]
    game = laid(hands, "y1 g8 b3 o9", "PA2 BA2 LI2 HS2", dirk="AR2 AR4 AR6 AR8 AR10 AR12", ruleset=ruleset)
    assert game.table.to_act == RED
    return game


@pytest.mark.accepts("DIRK-1", "BOX-1")
def test_two_play_with_72_cards_one_copy_of_each_less() -> None:
    game = g.setup(2)
    assert (len(game.deck), game.table.deck_size) == (72, 72)
    assert set(Counter(game.deck).values()) == {2}
    assert set(game.deck) == set(g.setup(3).deck)
    laid_out = two()
    assert sum(map(len, laid_out.hands)) + len(laid_out.table.display) + len(laid_out.deck) == 72


@pytest.mark.rejects("DIRK-1")
def test_the_copies_left_in_the_box_never_come() -> None:
    game = drawn(g.apply(two(), g.TakeMoney(RED, money("y1"))), "o9")
    game = g.apply(game, g.TakeMoney(BLUE, money("g8")))
    (violation,) = refused(game, g.DrawCard(g.Card.parse("o9")))
    assert (violation.clause, violation.cards) == ("BOX-11", (g.Card.parse("o9"),))
    three = drawn(
        g.apply(laid(["y9 y8 y7", "g9 g8 g7", "b9 b8 b7"], "o9 o9 y1 g1"), g.TakeMoney(RED, money("y1"))),
        "o9",
    )
    assert three.table.display.count(g.Card.parse("o9")) == 3


@pytest.mark.accepts("DIRK-2")
def test_dirk_collects_tiles_and_has_nothing_else() -> None:
    game = two()
    assert dirk(game).faces == tuple(faces("AR2 AR4 AR6 AR8 AR10 AR12"))
    assert [player.name for player in game.table.players] == ["Red", "Blue"]
    assert len(game.hands) == 2
    turns = []
    for _ in range(6):
        assert game.table.to_act is not None
        turns.append(game.table.to_act)
        game = drawn(g.apply(game, g.TakeMoney(turns[-1], [game.table.display[0]])))
    assert turns == [0, 1] * 3


@pytest.mark.rejects("DIRK-2")
def test_dirk_takes_no_turn_and_is_only_there_for_two() -> None:
    for action in (g.TakeMoney(g.Seat(2), money("y1")), g.Pass(g.Seat(2))):
        (violation,) = refused(two(), action)
        assert (violation.clause, violation.player) == ("TURN-1", None)
    for players in range(3, 7):
        assert g.setup(players).table.dirk is None
        assert "Dirk" not in g.setup(players).table.points


@pytest.mark.accepts("DIRK-3")
def test_dirk_gets_six_tiles_even_faces_up_before_the_yard() -> None:
    game = g.setup(2)
    for number, face in enumerate(faces("SC10 AR2 DI4 PA6 LI8 HS12")):
        assert (game.table.draw_for, game.table.marker) == (g.DrawFor.DIRK, g.Marker.EVEN)
        assert len(dirk(game).faces) == number
        game = g.apply(game, g.DrawTile(face))
    assert dirk(game).faces == tuple(faces("AR2 LI8 HS12 PA6 SC10 DI4"))
    assert (game.table.draw_for, game.table.marker) == (g.DrawFor.YARD, g.Marker.EVEN)
    assert game.table.yard == (None,) * 4
    assert len(game.table.bag) == 48


@pytest.mark.rejects("DIRK-3")
def test_dirks_first_tiles_do_not_lie_with_the_odd_face_up_and_nothing_comes_before_them() -> None:
    game = g.setup(2)
    assert clauses(refused(game, g.DrawTile(g.Face.parse("HP11")))) == ["BOX-9"]
    for event in (g.DrawCard(g.Card.parse("y1")), g.TakeMoney(RED, []), g.DrawScoring(g.Scoring.A)):
        (violation,) = refused(game, event)
        assert (violation.clause, violation.message) == ("DIRK-3", "a tile for Dirk is drawn first")
    assert g.setup(3).table.draw_for is g.DrawFor.YARD


@pytest.mark.accepts("DIRK-4")
def test_dirk_scores_majorities() -> None:
    game = until(at_pile(two(), g.Scoring.A), RED)
    game = drawn(played(game, g.TakeMoney(RED, [game.table.display[0]]), g.DrawScoring(g.Scoring.A)))
    (line,) = game.sheets[0].lines
    assert (line.player, line.building, line.points) == ("Dirk", g.Building.ARENA, 6)
    assert dirk(game).points == game.table.points["Dirk"] == 6


@pytest.mark.rejects("DIRK-4")
def test_dirk_scores_no_moats_and_does_not_win() -> None:
    game = stored(ended("b3", "", space=2))
    moats = [line.player for sheet in game.sheets for line in sheet.lines if line.building is None]
    assert "Dirk" not in moats
    assert moats
    assert game.table.points["Dirk"] > 0
    assert not any(row.wins for row in g.standings(game.table.points) if row.player == "Dirk")


@pytest.mark.accepts("DIRK-5")
@pytest.mark.parametrize(
    ("purchases", "marker", "left"),
    [([], g.Marker.ODD, 44), ([g.Buy(RED, g.Space(1), money("y2"))], g.Marker.EVEN, 43)],
)
def test_after_a_dirk_gets_six_tiles_as_the_marker_shows_after_it_has_moved(
    purchases: list[g.Event], marker: g.Marker, left: int
) -> None:
    game = with_card(two(), g.Scoring.A, *purchases)
    assert [sheet.scoring for sheet in game.sheets] == [g.Scoring.A]
    assert (game.table.marker, len(game.table.bag)) == (marker, left)
    all_given = given(game)
    new = set(dirk(all_given).faces) - set(dirk(game).faces)
    assert len(new) == 6
    assert {g.Marker.ODD if face.value % 2 else g.Marker.EVEN for face in new} == {marker}
    # Drawing for Dirk does not move it.
    assert all_given.table.marker is marker
    assert (all_given.table.phase, all_given.table.to_act) == (g.Phase.ACT, BLUE)
    assert len(all_given.table.bag) == left - 6


@pytest.mark.rejects("DIRK-5")
def test_after_a_dirks_tiles_show_no_other_face_and_nobody_acts_before_them() -> None:
    game = with_card(two(), g.Scoring.A)
    tile = game.table.bag[0]
    (violation,) = refused(game, g.DrawTile(tile.even))
    assert (violation.clause, violation.faces) == ("BOX-9", (tile.even,))
    for event in (g.TakeMoney(BLUE, [game.table.display[0]]), g.DrawCard(game.deck[0])):
        (violation,) = refused(game, event)
        assert (violation.clause, violation.message) == ("TURN-7", "a tile for Dirk is drawn first")
    assert clauses(refused(game, g.DrawTile(g.Face.parse("AR2")))) == ["BOX-11", "BOX-9"]


@pytest.mark.rejects("DIRK-5")
def test_with_three_nobody_gets_tiles_after_a() -> None:
    game = at_pile(laid(["y9 y8 y7", "g9 g8 g7", "b9 b8 b7"]), g.Scoring.A)
    assert game.table.to_act is not None
    game = played(game, g.TakeMoney(game.table.to_act, [game.table.display[0]]), g.DrawScoring(g.Scoring.A))
    game = g.apply(game, g.DrawCard(game.deck[0]))
    assert len(game.sheets) == 1
    assert (game.table.phase, len(game.table.bag)) == (g.Phase.ACT, 50)


@pytest.mark.accepts("DIRK-5", "END-1")
@pytest.mark.parametrize("left", [6, 5, 1])
def test_if_the_bag_holds_no_more_dirk_gets_what_there_is_and_the_game_goes_on(left: int) -> None:
    # Nobody can have paid for so many tiles before A comes, but a game may be taken up from a position: here
    # the others lie on Red's reserve.
    game = until(at_pile(two(), g.Scoring.A), RED)
    draft = Draft(game)
    draft.bag, others = game.table.bag[:left], game.table.bag[left:]
    draft.change_tiles(RED, draft.players[RED].city, tuple(sorted(tile.even for tile in others)))
    game = played(draft.game(), g.TakeMoney(RED, [game.table.display[0]]), g.DrawScoring(g.Scoring.A))
    game = g.apply(game, g.DrawCard(game.deck[0]))
    assert (game.table.draw_for, dirk(game).owed) == (g.DrawFor.DIRK, left)
    emptied = given(game)
    assert len(dirk(emptied).faces) == 6 + left
    assert (emptied.table.bag, emptied.table.phase, emptied.table.to_act) == ((), g.Phase.ACT, BLUE)


@pytest.mark.accepts("DIRK-6")
@pytest.mark.parametrize(
    ("spaces", "bag", "third"),
    [("", 38, 12), ("1", 37, 12), ("12", 36, 12), ("123", 35, 11), ("1234", 34, 11)],
)
def test_after_b_dirk_gets_a_third_of_the_bag_as_it_is_after_the_refill_rounded_down(
    spaces: str, bag: int, third: int
) -> None:
    game = until(at_pile(given(with_card(two(), g.Scoring.A)), g.Scoring.B), RED)
    marker = game.table.marker
    payments = {"1": "y2", "2": "g2", "3": "b2", "4": "o2"}
    purchases = [g.Buy(RED, g.Space(int(space)), money(payments[space])) for space in spaces]
    game = played(game, *purchases, g.TakeMoney(RED, [game.table.display[0]]))
    while game.table.phase is g.Phase.PLACE:
        game = g.apply(game, g.Store(RED, game.table.bought[0]))
    game = g.apply(game, g.DrawScoring(g.Scoring.B))
    while game.table.draw_for is not g.DrawFor.DIRK:
        game = g.apply(game, g.chance(game)[-1][0])
    moved = marker.moved if spaces and marker is not None else marker
    assert [sheet.scoring for sheet in game.sheets] == [g.Scoring.A, g.Scoring.B]
    assert (len(game.table.bag), dirk(game).owed, game.table.marker) == (bag, third, moved)
    all_given = given(game)
    new = set(dirk(all_given).faces) - set(dirk(game).faces)
    assert len(new) == third
    assert {g.Marker.ODD if face.value % 2 else g.Marker.EVEN for face in new} == {moved}
    assert (all_given.table.marker, all_given.table.to_act) == (moved, BLUE)


@pytest.mark.rejects("DIRK-6")
def test_after_b_dirks_tiles_show_no_other_face_and_no_tile_comes_beyond_the_third() -> None:
    game = until(at_pile(given(with_card(two(), g.Scoring.A)), g.Scoring.B), RED)
    game = played(game, g.TakeMoney(RED, [game.table.display[0]]), g.DrawScoring(g.Scoring.B))
    game = g.apply(game, g.DrawCard(game.deck[0]))
    assert clauses(refused(game, g.DrawTile(game.table.bag[0].even))) == ["BOX-9"]
    assert clauses(refused(game, g.TakeMoney(BLUE, [game.table.display[0]]))) == ["TURN-7"]
    all_given = given(game)
    assert clauses(refused(all_given, g.DrawTile(all_given.table.bag[0].odd))) == ["TURN-5"]


@pytest.mark.accepts("DIRK-6")
@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_of_fewer_than_three_tiles_a_third_is_nothing(left: int) -> None:
    game = bag_emptied(2, left=left)
    game = played(game, g.TakeMoney(BLUE, [game.table.display[0]]), g.DrawScoring(g.Scoring.B))
    before = len(dirk(game).faces)
    game = g.apply(game, g.DrawCard(game.deck[0]))
    assert [sheet.scoring for sheet in game.sheets] == [g.Scoring.A, g.Scoring.B]
    assert (game.table.to_act is None) == (left == 3)
    assert len(dirk(given(game)).faces) == before + left // 3
    assert given(game).table.to_act == RED
