"""What holds in Alhambra as in Granada: turns, money, rebuilding, placing, scorings, the end, Dirk.

Everything here is played in both games, with tiles that have the same prices and, where they are built, the
same moats or walls.
"""

from __future__ import annotations

import random
from collections import Counter

import attrs
import pytest

import granada_rules as g
from tests.helpers.endings import at_pile, bag_emptied, ended, idle, stored
from tests.helpers.games import (
    BLUE,
    CHEAP,
    DIRKS,
    GREEN,
    OTHERS,
    RED,
    YELLOW,
    at_random,
    buy,
    cheap,
    clauses,
    drawn,
    each_game,
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
from tests.helpers.samples import fewer

EAST, FAR_EAST, NORTH, SOUTH, WEST = g.Cell(1, 0), g.Cell(2, 0), g.Cell(0, 1), g.Cell(0, -1), g.Cell(-1, 0)

OPEN = {g.Kind.ALHAMBRA: "PV8:- AC10:- CH10:- TO12:-", g.Kind.GRANADA: "HS8 HS10 HP10 AR12"}
"""Tiles for 8, 10, 10 and 12 without moats or walls."""


def yard(game: g.Game) -> list[g.Face]:
    return [face for face in game.table.yard if face is not None]


def opened(rules: g.Ruleset, *cells: g.Cell | None) -> g.Game:
    """Let Red buy the tiles for 8 and 10 without barriers, build them there or store them; Red is to act."""
    game = laid(["y8 g1 g9 b9", *OTHERS], "y1 g8 b3 o9", OPEN[rules.kind], ruleset=rules)
    game = played(game, buy(1, "y8"), buy(2, "g1 g9"), take("b3"))
    for face, cell in zip(faces(OPEN[rules.kind]), cells, strict=False):
        game = g.apply(game, g.Store(RED, face) if cell is None else g.Build(RED, face, cell))
    return until(drawn(game), RED)


def city(game: g.Game, seat: g.Seat = RED) -> dict[g.Cell, g.Face]:
    return {cell: tile.face for cell, tile in game.table.players[seat].city.tiles.items()}


# The box.


@every_game
@pytest.mark.accepts("BOX-11")
def test_each_tile_and_each_card_is_in_one_place_all_the_time(rules: g.Ruleset) -> None:
    for number in range(2, fewer(3, 5), 2):
        game = g.setup(number, rules)
        cards = Counter(game.deck)
        for before, event in at_random(game, random.Random(number)):
            after = g.apply(before, event)
            table = after.table
            lying = [face for face in table.yard if face is not None] + list(table.bought)
            lying += table.dirk.faces if table.dirk is not None else ()
            for player in table.players:
                lying += [*player.reserve, *(tile.face for tile in player.city.tiles.values())]
            open_tiles = [rules.tiles.tile(face) for face in lying]
            assert Counter([*table.bag, *open_tiles]) == Counter(rules.tiles.tiles)
            everywhere = Counter([*after.deck, *table.display, *table.discards])
            assert sum(map(Counter, after.hands), everywhere) == cards


@each_game
@pytest.mark.accepts("BOX-7", "BUY-1")
@pytest.mark.rejects("BOX-7", "BUY-1")
def test_each_space_is_paid_in_its_own_currency_and_there_are_four(rules: g.Ruleset) -> None:
    for currencies in (rules.yard, tuple(reversed(rules.yard))):
        game = cheap(attrs.evolve(rules, yard=currencies))
        for space, currency in enumerate(currencies, 1):
            own = game.hands[RED].only(currency)
            assert g.apply(game, g.Buy(RED, g.Space(space), own)).table.discards == own
            other = game.hands[RED].only(currencies[space % 4])
            assert clauses(refused(game, g.Buy(RED, g.Space(space), other))) == ["BUY-1", "BUY-1"]
        assert clauses(refused(game, buy(5, "y5"))) == clauses(refused(game, buy(0, "y5"))) == ["BOX-7"]


# Turns.


@every_game
@pytest.mark.accepts("TURN-2", "TURN-6", "PLACE-1", "MONEY-1")
def test_money_is_taken_or_a_tile_bought_or_the_city_rebuilt(rules: g.Ruleset) -> None:
    game = cheap(rules)
    first, *_ = yard(game)
    assert {type(action) for action in g.legal_actions(game)} == {g.TakeMoney, g.Buy}
    assert g.apply(game, take("y1")).table.phase is g.Phase.END_OF_TURN
    bought = g.apply(game, buy(1, "y5"))
    assert (bought.table.phase, bought.table.bought) == (g.Phase.PLACE, (first,))
    stored = until(drawn(g.apply(bought, g.Store(RED, first))), RED)
    assert {type(action) for action in g.legal_actions(stored)} == {g.TakeMoney, g.Buy, g.Extend}
    rebuilt = g.apply(stored, g.Extend(RED, first, NORTH))
    assert (rebuilt.table.to_act, city(rebuilt)) == (BLUE, {NORTH: first})


@every_game
@pytest.mark.rejects("TURN-2")
def test_the_first_action_is_a_must(rules: g.Ruleset) -> None:
    there_is_money, there_are_tiles = refused(cheap(rules), g.Pass(RED))
    assert (there_is_money.clause, there_are_tiles.clause) == ("TURN-2", "TURN-2")
    assert there_are_tiles.faces == (faces(CHEAP[rules.kind])[0],)


@every_game
@pytest.mark.accepts("TURN-2")
@pytest.mark.rejects("TURN-2")
def test_the_extra_action_is_a_must_or_may_be_declined_as_the_ruleset_says(rules: g.Ruleset) -> None:
    # A must in Granada's books, and none in the one of Alhambra and of both together.
    assert rules.extra_action_is_a_must == (rules == g.GRANADA)
    for is_a_must in (False, True):
        ruleset = attrs.evolve(rules, extra_action_is_a_must=is_a_must)
        game = g.apply(cheap(ruleset), buy(1, "y2"))
        if is_a_must:
            assert {violation.clause for violation in refused(game, g.Pass(RED))} == {"TURN-2"}
        else:
            assert g.apply(game, g.Pass(RED)).table.phase is g.Phase.PLACE


@each_game
@pytest.mark.accepts("TURN-3", "TURN-4", "TURN-5")
@pytest.mark.rejects("TURN-3", "TURN-4", "TURN-5", "TURN-6")
def test_four_exact_purchases_and_one_more_action_while_the_yard_stays_empty(rules: g.Ruleset) -> None:
    game = cheap(rules)
    tiles = yard(game)
    for number, payment in enumerate(("y2", "g4", "b4", "o4"), 1):
        game = g.apply(game, buy(number, payment))
        assert (game.table.phase, game.table.extra, len(game.table.bought)) == (g.Phase.ACT, True, number)
        assert game.table.yard == (*[None] * number, *tiles[number:])
        assert clauses(refused(game, g.Store(RED, tiles[0]))) == ["TURN-6"]
        assert clauses(refused(game, buy(number, "g9")))[-1] == "TURN-5"
        assert clauses(refused(game, g.DrawTile(game.table.bag[0].front))) == ["TURN-5"]
    assert {type(action) for action in g.legal_actions(game)} - {g.Pass} == {g.TakeMoney}
    game = g.apply(game, take("o9"))
    assert game.table.phase is g.Phase.PLACE
    for action in (take("y1"), buy(1, "y5")):
        assert clauses(refused(game, action)) == ["TURN-3"]


@every_game
@pytest.mark.rejects("TURN-3")
def test_no_other_action_follows_money_or_a_purchase_that_was_not_exact(rules: g.Ruleset) -> None:
    game = cheap(rules)
    assert clauses(refused(g.apply(game, buy(1, "y5")), take("y1"))) == ["TURN-3"]
    assert clauses(refused(g.apply(game, take("y1")), take("b3"))) == ["TURN-7"]


@every_game
@pytest.mark.accepts("TURN-6", "PLACE-1")
def test_bought_tiles_are_placed_in_any_order(rules: g.Ruleset) -> None:
    game = played(cheap(rules), buy(1, "y2"), buy(3, "b4"), take("o9"))
    first, _, third, _ = faces(CHEAP[rules.kind])
    ends = [
        played(game, g.Build(RED, first, NORTH), g.Build(RED, third, EAST)),
        played(game, g.Build(RED, third, EAST), g.Build(RED, first, NORTH)),
    ]
    assert ends[0] == ends[1]
    assert city(ends[0]) == {NORTH: first, EAST: third}


@every_game
@pytest.mark.rejects("PLACE-1")
def test_only_what_was_bought_is_placed_once_and_legally_and_nothing_is_left_over(rules: g.Ruleset) -> None:
    game = played(cheap(rules), buy(1, "y2"), buy(3, "b4"), take("o9"))
    first, second, third, _ = faces(CHEAP[rules.kind])
    assert clauses(refused(game, g.Pass(RED))) == ["PLACE-1"]
    for face in (second, game.table.bag[0].front):
        assert clauses(refused(game, g.Store(RED, face))) == ["PLACE-1"]
    once = g.apply(game, g.Store(RED, first))
    assert clauses(refused(once, g.Store(RED, first))) == ["PLACE-1"]
    assert clauses(refused(once, g.Build(RED, third, WEST))) == ["BUILD-2", "BUILD-3"]


@each_game
@pytest.mark.accepts("TURN-7", "SCORE-1", "SCORE-2")
@pytest.mark.rejects("TURN-7")
def test_all_that_happens_at_the_end_of_a_turn_in_order(rules: g.Ruleset) -> None:
    game = until(at_pile(cheap(rules, players=2), g.Scoring.A), RED)
    _, _, third, _ = faces(CHEAP[rules.kind])
    game = played(game, buy(1, "y2"), buy(3, "b4"), g.TakeMoney(RED, [game.table.display[0]]))
    game = played(game, g.Build(RED, third, EAST), g.Store(RED, game.table.bought[0]))
    assert clauses(refused(game, g.DrawTile(game.table.bag[0].front)))[0] == "TURN-7"
    assert clauses(refused(game, g.TakeMoney(BLUE, [game.table.display[0]]))) == ["TURN-7"]
    happened = []
    while (due := game.table.draw_for) is not None:
        # The scoring card as soon as it can come, then the first card or tile.
        draw = g.chance(game)[0][0]
        game = g.apply(game, draw)
        happened.append((due, type(draw), [sheet.scoring for sheet in game.sheets]))
    assert happened == [
        (g.DrawFor.DISPLAY, g.DrawScoring, []),
        (g.DrawFor.DISPLAY, g.DrawCard, []),
        (g.DrawFor.YARD, g.DrawTile, []),
        (g.DrawFor.YARD, g.DrawTile, [g.Scoring.A]),
        *[(g.DrawFor.DIRK, g.DrawTile, [g.Scoring.A])] * 6,
    ]
    assert (game.table.phase, game.table.to_act) == (g.Phase.ACT, BLUE)


@each_game
@pytest.mark.accepts("TURN-8")
@pytest.mark.rejects("TURN-8")
@pytest.mark.parametrize("moment", ["when a card is needed", "at once"])
def test_the_discards_become_the_deck_when_it_is_used_up_and_not_before(
    rules: g.Ruleset, moment: str
) -> None:
    at_once = moment == "at once"
    game = cheap(attrs.evolve(rules, discards_return_at_once=at_once), players=2)
    game = drawn(played(game, buy(1, "y5"), g.Store(RED, faces(CHEAP[rules.kind])[0])))
    # y5 was paid; its other copy is still to come, and a third is not in the game.
    fives = 0
    for left in range(len(game.deck), 0, -1):
        assert (len(game.deck), game.table.discards) == (left, money("y5"))
        game = taken(game)
        five = g.DrawCard(g.Card.parse("y5"))
        possible = [draw for draw, _ in g.chance(game)]
        fives += five in possible
        if five not in possible:
            assert check_refused(game, five) <= {"BOX-11", "SETUP-6"}
        game = drawn(game)
    assert fives > 0
    assert (len(game.deck), game.table.discards) == ((1, money("")) if at_once else (0, money("y5")))
    game = taken(game)
    assert (game.table.discards, [draw for draw, _ in g.chance(game)]) == (
        money(""),
        [g.DrawCard(g.Card.parse("y5"))],
    )
    assert clauses(refused(game, g.DrawScoring(g.Scoring.B))) == ["SCORE-2"]


def check_refused(game: g.Game, event: g.Event) -> set[str]:
    """Have an event refused, and return the clauses."""
    return set(clauses(refused(game, event)))


# Money.


@every_game
@pytest.mark.accepts("MONEY-1")
@pytest.mark.rejects("MONEY-1")
def test_one_card_or_several_worth_five(rules: g.Ruleset) -> None:
    game = cheap(rules, display="y2 g3 o5 o7")
    taking = [action.cards for action in g.legal_actions(game) if isinstance(action, g.TakeMoney)]
    assert taking == list(map(money, ["y2", "g3", "o5", "o7", "y2 g3"]))
    for cards in ("", "y2 o5", "y2 g3 o5", "o9", "y2 y2"):
        assert clauses(refused(game, take(cards))) == ["MONEY-1"]


@each_game
@pytest.mark.accepts("BUY-1", "BUY-2")
@pytest.mark.rejects("BUY-1", "BUY-2")
def test_at_least_the_price_is_paid_to_the_discards_and_there_is_no_change(rules: g.Ruleset) -> None:
    game = cheap(rules)
    for payment in ("g4", "g9", "g4 g9"):
        bought = g.apply(game, buy(2, payment))
        assert bought.table.discards == money(payment)
        assert bought.hands[RED] == game.hands[RED] - money(payment)
        assert bought.table.display == game.table.display
    (too_little,) = refused(game, buy(2, ""))
    second = faces(CHEAP[rules.kind])[1]
    assert (too_little.clause, too_little.faces) == ("BUY-1", (second,))
    assert too_little.message == f"{second} costs 4 green, and 0 is paid"
    assert clauses(refused(game, buy(2, "g8"))) == ["BUY-1"]
    # What was paid is gone.
    paid = g.apply(game, buy(1, "y2"))
    (gone,) = refused(paid, buy(2, "y2 g4"))[:1]
    assert (gone.clause, gone.message) == ("BUY-1", "not in the hand: y2")


# Rebuilding.


@every_game
@pytest.mark.accepts("REBUILD-1", "REBUILD-2", "REBUILD-3", "REBUILD-4", "REBUILD-5")
def test_a_city_is_extended_exchanged_and_reduced_down_to_the_start_tile(rules: g.Ruleset) -> None:
    one, other, *_ = faces(OPEN[rules.kind])
    game = opened(rules, EAST, None)
    extended = g.apply(game, g.Extend(RED, other, FAR_EAST))
    assert (city(extended), extended.table.players[RED].reserve) == ({EAST: one, FAR_EAST: other}, ())
    exchanged = g.apply(game, g.Exchange(RED, other, EAST))
    assert (city(exchanged), exchanged.table.players[RED].reserve) == ({EAST: other}, (one,))
    reduced = g.apply(game, g.Reduce(RED, EAST))
    assert (city(reduced), reduced.table.players[RED].reserve) == ({}, tuple(sorted([one, other])))
    for rebuilt in (extended, exchanged, reduced):
        assert (rebuilt.table.phase, rebuilt.table.to_act) == (g.Phase.ACT, BLUE)
        assert g.START in rebuilt.table.players[RED].city.cells
    # In an exchange the moment between does not count.
    between = until(extended, RED)
    third = faces(OPEN[rules.kind])[2]
    between = drawn(played(between, *got(between, third)))
    between = until(between, RED)
    assert city(g.apply(between, g.Exchange(RED, third, EAST))) == {EAST: third, FAR_EAST: other}


def got(game: g.Game, face: g.Face) -> list[g.Event]:
    """Return how Red gets the tile on space 3 on the reserve: for all the blue money there is."""
    assert game.table.yard[2] == face
    return [g.Buy(RED, g.Space(3), game.hands[RED].only(game.table.ruleset.yard[2])), g.Store(RED, face)]


@every_game
@pytest.mark.rejects("REBUILD-1", "REBUILD-2", "REBUILD-3", "REBUILD-4", "REBUILD-5")
def test_only_with_the_own_reserve_never_the_start_tile_and_never_into_an_illegal_city(
    rules: g.Ruleset,
) -> None:
    one, other, third, _ = faces(OPEN[rules.kind])
    game = opened(rules, EAST, FAR_EAST)
    assert clauses(refused(game, g.Extend(RED, third, NORTH))) == ["REBUILD-1"]
    assert clauses(refused(game, g.Reduce(RED, WEST))) == ["REBUILD-2"]
    assert clauses(refused(game, g.Exchange(RED, third, EAST))) == ["REBUILD-3"]
    assert clauses(refused(game, g.Reduce(RED, g.START))) == ["REBUILD-5"]
    # Without the tile in the middle the other one cannot be reached.
    unreachable, *_ = refused(game, g.Reduce(RED, EAST))
    assert (unreachable.clause, unreachable.cells, unreachable.faces) == ("BUILD-3", (FAR_EAST,), (other,))
    stored = opened(rules, None, None)
    assert clauses(refused(stored, g.Extend(RED, one, g.Cell(1, 1)))) == ["BUILD-3", "BUILD-4", "BUILD-4"]
    assert clauses(refused(stored, g.Exchange(RED, one, g.START))) == ["REBUILD-5"]


@every_game
@pytest.mark.accepts("REBUILD-6", "TURN-3")
@pytest.mark.rejects("REBUILD-6")
def test_after_an_exact_purchase_one_rebuilds_with_the_reserve_but_not_with_that_tile(
    rules: g.Ruleset,
) -> None:
    game = cheap(rules)
    first, _, third, _ = faces(CHEAP[rules.kind])
    game = until(drawn(played(game, buy(3, "b4"), take("o9"), g.Store(RED, third))), RED)
    bought = g.apply(game, buy(1, "y2"))
    for action in (g.Extend(RED, first, NORTH), g.Exchange(RED, first, NORTH)):
        assert clauses(refused(bought, action))[0] == "REBUILD-6"
    extended = g.apply(bought, g.Extend(RED, third, EAST))
    assert (extended.table.phase, city(extended)) == (g.Phase.PLACE, {EAST: third})


# Scorings.


def built_then_scored(rules: g.Ruleset) -> g.Game:
    """Let Red build the third cheap tile and store the first, and scoring A come in the same turn."""
    game = until(at_pile(cheap(rules), g.Scoring.A), RED)
    first, _, third, _ = faces(CHEAP[rules.kind])
    game = played(game, buy(1, "y2"), buy(3, "b4"), g.TakeMoney(RED, [game.table.display[0]]))
    return g.apply(played(game, g.Build(RED, third, EAST), g.Store(RED, first)), g.DrawScoring(g.Scoring.A))


@each_game
@pytest.mark.accepts("SCORE-1", "SCORE-2", "SCORE-4", "SCORE-9")
@pytest.mark.rejects("SCORE-1", "SCORE-9")
def test_points_come_from_the_cities_when_the_card_has_come_and_reserves_count_nothing(
    rules: g.Ruleset,
) -> None:
    due = built_then_scored(rules)
    assert (due.sheets, set(due.table.points.values())) == ((), {0})
    game = drawn(due)
    cities = {player.name: player.city for player in game.table.players}
    assert game.sheets == (g.scoring.score(cities, g.Scoring.A),)
    barrier, majority = game.sheets[0].lines
    assert (barrier.clause, barrier.player, barrier.points) == ("SCORE-4", "Red", 2)
    # Of the two tiles only one lies in the city.
    assert (majority.player, majority.faces) == ("Red", (faces(CHEAP[rules.kind])[2],))
    assert game.table.points == {"Red": 2 + majority.points, "Blue": 0, "Green": 0}


@every_game
@pytest.mark.rejects("SCORE-2")
def test_a_scoring_card_does_not_come_again_and_nobody_acts_before_the_scoring(rules: g.Ruleset) -> None:
    game = built_then_scored(rules)
    assert clauses(refused(game, g.DrawScoring(g.Scoring.A))) == ["SCORE-2"]
    assert clauses(refused(game, g.TakeMoney(BLUE, [game.table.display[0]]))) == ["TURN-7"]


# The end.


@each_game
@pytest.mark.accepts("END-1")
def test_with_the_bag_empty_and_the_yard_full_the_game_goes_on_until_a_space_stays_empty(
    rules: g.Ruleset,
) -> None:
    game = bag_emptied(4, rules)
    assert (game.table.bag, None in game.table.yard) == ((), False)
    for turn in range(8):
        assert (game.table.phase, game.table.to_act) == (g.Phase.ACT, (1 + turn) % 4)
        game = drawn(g.apply(game, idle(game)) if turn % 2 else taken(game))
    over = stored(ended("g3", "", "b3", "o3", ruleset=rules))
    assert (over.table.phase, over.table.to_act) == (g.Phase.OVER, None)


@each_game
@pytest.mark.rejects("END-1", "END-5")
def test_after_the_end_there_are_no_turns_and_no_draws(rules: g.Ruleset) -> None:
    over = ended("", "", "", "", ruleset=rules)
    assert over.table.phase is g.Phase.OVER
    for seat in range(4):
        for action in (g.TakeMoney(g.Seat(seat), [over.table.display[0]]), g.Pass(g.Seat(seat))):
            assert clauses(refused(over, action)) == ["END-5"]
    for draw in (g.DrawTile(rules.tiles.faces[0]), g.DrawCard(over.deck[0]), g.DrawScoring(g.Scoring.B)):
        assert clauses(refused(over, draw)) == ["END-1"]


@each_game
@pytest.mark.accepts("END-2")
@pytest.mark.parametrize(
    ("hands", "owners"),
    [
        # To each the tile of the own currency; all to one; to the player who ended the game.
        (["g3", "", "b3", "o3"], {2: 0, 3: 2, 4: 3}),
        (["g3 b2 o1", "", "y5", ""], {2: 0, 3: 0, 4: 0}),
        (["", "g1 o1", "", "b1"], {2: 1, 3: 3, 4: 1}),
        # The sum counts; on a tie nobody gets the tile, nor does the next richest.
        (["g2 g2", "", "g3", ""], {2: 0}),
        (["g3", "", "g3", "g2 b1"], {3: 3}),
        (["", "", "", ""], {}),
    ],
)
def test_each_tile_goes_to_the_one_with_the_most_money_of_its_currency(
    rules: g.Ruleset, hands: list[str], owners: dict[int, int]
) -> None:
    before = bag_emptied(4, rules).table.yard
    game = ended(*hands, ruleset=rules)
    over = stored(game)
    for space, face in enumerate(before, 1):
        assert face is not None
        receivers = [seat for seat, player in enumerate(over.table.players) if face in player.reserve]
        if space > 1:
            assert receivers == ([owners[space]] if space in owners else [])
            assert (over.table.yard[space - 1] == face) == (space not in owners)
    # Nothing is paid.
    assert over.hands == game.hands == tuple(map(money, hands))


@each_game
@pytest.mark.rejects("END-2", "END-4")
def test_nobody_else_gets_the_tile_nothing_is_paid_and_it_is_not_left_lying(rules: g.Ruleset) -> None:
    game = ended("g3", "", "b3", "o3", ruleset=rules)
    (face,) = game.table.bought
    assert game.table.to_act == RED
    for seat in (BLUE, GREEN, YELLOW):
        assert clauses(refused(game, g.Store(seat, face))) == ["TURN-1"]
    cell = next(action.cell for action in g.legal_actions(game) if isinstance(action, g.Build))
    (paid,) = refused(game, g.Build(RED, face, cell, money("g3")))
    assert (paid.clause, paid.cards) == ("END-2", tuple(money("g3")))
    assert clauses(refused(game, g.Pass(RED))) == [{"alhambra": "A-END-3"}.get(rules.kind.value, "END-3")]


@each_game
@pytest.mark.accepts("END-4")
def test_a_tile_that_is_given_may_go_to_the_reserve_also_if_it_could_be_built(rules: g.Ruleset) -> None:
    game = ended("g3", "", "b3", "o3", ruleset=rules)
    (face,) = game.table.bought
    assert {type(action) for action in g.legal_actions(game)} == {g.Build, g.Store}
    assert face in g.apply(game, g.Store(RED, face)).table.players[RED].reserve


@each_game
@pytest.mark.accepts("END-5", "SCORE-1")
@pytest.mark.rejects("END-5", "SCORE-1")
def test_scoring_c_comes_last_and_most_points_win(rules: g.Ruleset) -> None:
    game = ended("g3", "", "b3", "o3", ruleset=rules)
    (face,) = game.table.bought
    cell = next(action.cell for action in g.legal_actions(game) if isinstance(action, g.Build))
    over = stored(g.apply(game, g.Build(RED, face, cell)))
    # B did not come, so it is left out.
    assert [sheet.scoring for sheet in over.sheets] == [g.Scoring.A, g.Scoring.C]
    cities = {player.name: player.city for player in over.table.players}
    assert over.sheets[-1] == g.scoring.score(cities, g.Scoring.C)
    assert any(face in line.faces for line in over.sheets[-1].lines)
    points = over.table.points
    assert {row.player for row in g.standings(points) if row.wins} == {
        name for name in points if points[name] == max(points.values())
    }
    assert list(g.legal_actions(over)) == []


# Dirk.


@every_game
@pytest.mark.accepts("DIRK-1", "DIRK-2", "BOX-1")
@pytest.mark.rejects("DIRK-1", "DIRK-2")
def test_two_play_with_72_cards_and_dirk_who_takes_no_turn(rules: g.Ruleset) -> None:
    new = g.setup(2, rules)
    assert (len(new.deck), set(Counter(new.deck).values())) == (72, {2})
    game = cheap(rules, players=2)
    assert game.table.dirk is not None
    assert game.table.dirk.faces == tuple(face for kind in rules.kinds for face in sorted(faces(DIRKS[kind])))
    # Both o9 are out, and a third is left in the box.
    second = g.apply(drawn(g.apply(game, take("y1")), "o9"), take("g8", BLUE))
    assert clauses(refused(second, g.DrawCard(g.Card.parse("o9")))) == ["BOX-11"]
    assert clauses(refused(game, take("y1", g.Seat(2)))) == ["TURN-1"]
    three = g.apply(cheap(rules), buy(1, "y5"))
    assert clauses(refused(three, g.GiveToDirk(RED, three.table.bought[0]))) == ["DIRK-2"]
    assert three.table.dirk is None


@each_game
@pytest.mark.accepts("DIRK-4")
@pytest.mark.rejects("DIRK-4")
def test_dirk_scores_majorities_but_no_moats_or_walls(rules: g.Ruleset) -> None:
    game = until(at_pile(cheap(rules, players=2), g.Scoring.A), RED)
    game = drawn(played(game, g.TakeMoney(RED, [game.table.display[0]]), g.DrawScoring(g.Scoring.A)))
    (line,) = game.sheets[0].lines
    # Six Schools, each counts one; or the first place of the Towers.
    assert (line.player, line.points, line.edges) == ("Dirk", 6, ())
    assert game.table.points == {"Red": 0, "Blue": 0, "Dirk": 6}
    assert not any(row.wins for row in g.standings({"Red": 5, "Blue": 4, "Dirk": 90}) if row.player == "Dirk")


@every_game
@pytest.mark.accepts("BUILD-2", "BUILD-3", "BUILD-4", "BUILD-5", "BUILD-6")
def test_what_can_be_built_in_a_game_leaves_a_legal_city(rules: g.Ruleset) -> None:
    built = 0
    for before, event in at_random(g.setup(3, rules), random.Random(7)):
        if isinstance(event, g.Build | g.Extend):
            after = g.apply(before, event).table.players[event.seat].city
            assert g.placement.violations(after) == ()
            built += 1
    assert built > 20


@each_game
def test_a_face_of_the_other_game_is_refused_by_clauses_of_this_one(rules: g.Ruleset) -> None:
    game = g.apply(cheap(rules), buy(1, "y2 y5"))
    (foreign,) = (kind for kind in g.Kind if kind is not rules.kind)
    paid = g.Build(RED, faces(DIRKS[foreign])[0], g.Cell(1, 0), money("g4"))
    assert [rules.kind in violation.clause.kinds for violation in refused(game, paid)] == [True, True]
