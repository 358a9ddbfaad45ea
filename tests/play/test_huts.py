"""Builders' huts: turned up, taken, placed with the bought tiles, rebuilt, and never bought or given away."""

from __future__ import annotations

import random
from fractions import Fraction

import attrs
import pytest

import granada_rules as g
from granada_rules.box import Module
from granada_rules.play import way, ways
from granada_rules.records import Progress
from tests.helpers.favours import window
from tests.helpers.games import (
    BLUE,
    GREEN,
    RED,
    altered,
    buy,
    cheap,
    clauses,
    drawn,
    faces,
    played,
    refused,
    until,
)
from tests.helpers.invariants import Watcher
from tests.helpers.positions import alike, some_event
from tests.helpers.samples import every

WITH_HUTS = attrs.evolve(g.ALHAMBRA, modules=[Module.HUTS])
BOTH_WITH_HUTS = attrs.evolve(g.BOTH, modules=[Module.HUTS], house_rules=True)
OPEN = "PV*:N SE*:S AC*:N CH*:E GA*:N TO*:E"
"""The huts that lie open in these tests."""
ARCADES_HUT, GARDEN_HUT, TOWER_HUT = faces("AC*:N GA*:N TO*:E")


def with_huts(players: int = 3, rules: g.Ruleset = WITH_HUTS) -> g.Game:
    return cheap(rules, players, huts=OPEN)


def hut(building: g.Building = g.Building.ARCADES, seat: g.Seat = RED) -> g.TakeHut:
    return g.TakeHut(seat, building)


def stored(game: g.Game, building: g.Building) -> g.Game:
    """Have the player to act take a hut and store it, and go on to the next decision."""
    seat = game.table.to_act
    assert seat is not None
    game = drawn(g.apply(game, g.TakeHut(seat, building)), huts="")
    return drawn(g.apply(game, g.Store(seat, game.table.bought[0])))


def three_taken() -> g.Game:
    """Return a game in which Red has taken three huts, in three turns."""
    game = with_huts()
    for building in (g.Building.ARCADES, g.Building.GARDEN, g.Building.TOWER):
        game = until(stored(game, building), RED)
    return game


# Setup.


@pytest.mark.accepts("HUT-1", "HUT-3")
@pytest.mark.parametrize("rules", [WITH_HUTS, BOTH_WITH_HUTS], ids=["alhambra", "both"])
@pytest.mark.parametrize("players", range(2, 7))
def test_one_hut_of_each_type_is_turned_up_after_the_yard_and_before_the_hands(
    players: int, rules: g.Ruleset
) -> None:
    game, order = g.setup(players, rules), []
    assert game.table.modules.open_huts == (None,) * 6
    assert game.table.modules.huts_below == g.reference_huts().huts
    while (due := game.table.draw_for) is not None:
        order.append(due)
        if due is g.DrawFor.HUT:
            building = game.table.modules.hut_to_draw
            assert building is not None
            assert game.table.waits_for == f"a hut for {building.label} is to be drawn"
            assert {draw.face.building for draw, _ in g.chance(game) if isinstance(draw, g.DrawHut)} == {
                building
            }
        game = g.apply(game, g.chance(game)[0][0])
    kinds = [g.DrawFor.DIRK, g.DrawFor.YARD, g.DrawFor.HUT, g.DrawFor.HAND, g.DrawFor.DISPLAY]
    assert order == sorted(order, key=kinds.index)
    assert order.count(g.DrawFor.HUT) == 6
    opened = [one.building for one in game.table.modules.open_huts if one is not None]
    assert opened == list(g.ALHAMBRA.kind.buildings)
    assert len(game.table.modules.huts_below) == 18


@pytest.mark.rejects("HUT-3")
def test_no_other_hut_and_nothing_else_is_turned_up_in_the_setup() -> None:
    game = g.setup(3, WITH_HUTS)
    assert clauses(refused(game, g.DrawHut(faces("PV*:N")[0]))) == ["A-SETUP-2"]
    while game.table.draw_for is not g.DrawFor.HUT:
        game = g.apply(game, g.chance(game)[0][0])
    assert clauses(refused(game, g.DrawHut(faces("SE*:S")[0]))) == ["HUT-3"]
    assert clauses(refused(game, g.DrawHut(faces("PV2:NEW")[0]))) == ["HUT-3"]
    assert clauses(refused(game, g.DrawHut(faces("PV*:S")[0]))) == ["A-BOX-2"]
    assert clauses(refused(game, g.DrawHut(faces("AR2")[0]))) == ["A-BOX-2"]
    assert clauses(refused(game, g.DrawTile(game.table.bag[0].front))) == ["HUT-3"]
    assert clauses(refused(game, g.DrawCard(game.deck[0]))) == ["HUT-3"]
    assert clauses(refused(game, g.Pass(RED))) == ["HUT-3"]


def test_a_game_without_the_module_has_no_huts() -> None:
    game = cheap(g.ALHAMBRA)
    assert game.table.modules == g.ModuleState()
    assert game.table.ruleset.tiles.huts is None
    assert clauses(refused(game, hut())) == ["HUT-3"]
    assert not any(isinstance(action, g.TakeHut) for action in g.legal_actions(game))


@pytest.mark.accepts("HUT-3")
def test_equal_huts_are_as_likely_as_they_are_many() -> None:
    walls = ["N", "N", "N", "E", "E"]
    gardens = [g.Face.parse(f"GA*:{wall}") for wall in walls]
    others = [one for one in g.reference_huts().huts if one.building is not g.Building.GARDEN]
    ours = g.HutSet.of([*gardens, *others], name="ours")
    game = g.setup(3, attrs.evolve(WITH_HUTS, tile_set=g.TileSets([g.alhambra()], ours)))
    while game.table.modules.hut_to_draw is not g.Building.GARDEN or game.table.draw_for is not g.DrawFor.HUT:
        game = g.apply(game, g.chance(game)[0][0])
    north, east = faces("GA*:N GA*:E")
    assert g.chance(game) == ((g.DrawHut(north), Fraction(3, 5)), (g.DrawHut(east), Fraction(2, 5)))
    assert ways(game) == 5
    assert [way(game, number) for number in range(5)] == [g.DrawHut(north)] * 3 + [g.DrawHut(east)] * 2
    # MOD-5: of three equal huts two are left below.
    assert g.apply(game, g.DrawHut(north)).table.modules.huts_below.count(north) == 2


# Taking.


@pytest.mark.accepts("HUT-4", "HUT-5", "MOD-4")
def test_taking_a_hut_costs_nothing_turns_up_the_next_and_ends_the_actions() -> None:
    game = with_huts()
    after = g.apply(game, hut())
    table = after.table
    assert (table.bought, table.modules.open_huts[2]) == ((ARCADES_HUT,), None)
    assert (after.hands, table.discards, table.yard) == (game.hands, game.table.discards, game.table.yard)
    # HUT-5: at once, before anything is placed.
    assert (table.phase, table.draw_for, table.to_act) == (g.Phase.END_OF_TURN, g.DrawFor.HUT, None)
    assert [str(draw.face) for draw, _ in g.chance(after) if isinstance(draw, g.DrawHut)] == [
        "AC*:S",
        "AC*:NW",
        "AC*:ESW",
    ]
    assert list(g.legal_actions(after)) == []
    placing = g.apply(after, g.DrawHut(faces("AC*:S")[0]))
    assert placing.table.modules.open_huts[2] == faces("AC*:S")[0]
    assert (placing.table.phase, placing.table.to_act, placing.table.draw_for) == (g.Phase.PLACE, RED, None)
    assert placing.draws == game.draws + 1


@pytest.mark.accepts("HUT-5")
@pytest.mark.rejects("HUT-5")
def test_an_empty_pile_stays_empty() -> None:
    game = with_huts()
    for _ in range(3):
        game = stored(game, g.Building.PAVILION)
    assert game.table.modules.open_huts[0] is None
    assert not any(one.building is g.Building.PAVILION for one in game.table.modules.huts_below)
    assert clauses(refused(game, g.TakeHut(RED, g.Building.PAVILION))) == ["HUT-5"]
    assert g.TakeHut(RED, g.Building.PAVILION) not in list(g.legal_actions(game))


def test_with_the_last_hut_of_a_pile_placing_follows_at_once() -> None:
    game = with_huts()
    for _ in range(2):
        game = stored(game, g.Building.PAVILION)
    seat = game.table.to_act
    assert seat is not None
    after = g.apply(game, g.TakeHut(seat, g.Building.PAVILION))
    assert (after.table.phase, after.table.to_act, after.table.draw_for) == (g.Phase.PLACE, seat, None)


@pytest.mark.accepts("MOD-4", "HUT-6")
@pytest.mark.rejects("MOD-4")
def test_a_hut_may_follow_exact_purchases_and_is_the_last_action() -> None:
    game = played(with_huts(), buy(1, "y2"), buy(2, "g4"))
    assert game.table.extra
    after = drawn(g.apply(game, hut(g.Building.TOWER)), huts="TO*:S")
    assert after.table.phase is g.Phase.PLACE
    assert list(map(str, after.table.bought)) == ["PV2:NEW", "PV4:ES", "TO*:E"]
    for action in (hut(g.Building.GARDEN), buy(3, "b4"), g.TakeMoney(RED, g.Purse.parse("y1"))):
        assert clauses(refused(after, action)) == ["TURN-3"]
    # HUT-6: in any order.
    for order in ("PV2:NEW TO*:E PV4:ES", "TO*:E PV4:ES PV2:NEW", "PV4:ES PV2:NEW TO*:E"):
        placed = played(after, *(g.Store(RED, face) for face in faces(order)))
        assert placed.table.bought == ()
        assert placed.table.phase is g.Phase.END_OF_TURN


@pytest.mark.rejects("HUT-6")
def test_a_hut_that_was_not_taken_or_is_placed_already_is_not_placed() -> None:
    after = drawn(g.apply(with_huts(), hut()))
    assert clauses(refused(after, g.Store(RED, GARDEN_HUT))) == ["PLACE-1"]
    assert clauses(refused(after, g.Pass(RED))) == ["PLACE-1"]
    assert clauses(refused(with_huts(), g.Store(RED, ARCADES_HUT))) == ["TURN-6"]
    # HUT-6: nor does it take part in rebuilding in the turn in which it was taken.
    game = g.apply(with_huts(), buy(1, "y2"))
    assert clauses(refused(game, g.Extend(RED, TOWER_HUT, g.Cell(1, 0)))) == ["REBUILD-1"]


@pytest.mark.accepts("HUT-7")
@pytest.mark.rejects("HUT-7")
def test_with_three_huts_no_more_can_be_taken() -> None:
    game = three_taken()
    assert [str(face)[:3] for face in game.table.players[RED].reserve] == ["AC*", "GA*", "TO*"]
    found = refused(game, hut(g.Building.PAVILION))
    assert clauses(found) == ["HUT-7"]
    assert found[0].faces == game.table.players[RED].reserve
    assert not any(isinstance(action, g.TakeHut) for action in g.legal_actions(game))
    # Others still can.
    others = until(game, BLUE)
    assert g.TakeHut(BLUE, g.Building.PAVILION) in g.legal_actions(others)
    # HUT-7: those in the city count, too, and are told in the same order.
    for face in game.table.players[RED].reserve:
        built = next(
            action for action in g.legal_actions(game) if isinstance(action, g.Extend) and action.face == face
        )
        again = refused(until(drawn(g.apply(game, built)), RED), hut(g.Building.PAVILION))
        assert [(one.clause, one.message, one.faces) for one in again] == [
            (found[0].clause, found[0].message, found[0].faces)
        ]


@pytest.mark.accepts("HUT-7")
def test_two_huts_and_a_purchase_leave_room_for_a_third() -> None:
    game = with_huts()
    for building in (g.Building.GARDEN, g.Building.TOWER):
        game = until(stored(game, building), RED)
    third = drawn(g.apply(game, hut(g.Building.SERAGLIO)))
    assert third.table.phase is g.Phase.PLACE


@pytest.mark.accepts("VIZ-13", game="any")
@pytest.mark.rejects("VIZ-13", game="any")
@pytest.mark.parametrize("rules", [g.ALHAMBRA, g.GRANADA], ids=["alhambra", "granada"])
def test_the_pawn_buys_a_tile_and_takes_no_hut(rules: g.Ruleset) -> None:
    game = window(rules)
    assert clauses(refused(game, hut(seat=BLUE))) == ["VIZ-13"]
    assert g.check(game, buy(2, "g1 g3", BLUE)) == ()
    both = attrs.evolve(WITH_HUTS, modules=[Module.VIZIER, Module.HUTS])
    with_both = drawn(g.apply(cheap(both, huts=OPEN), g.TakeMoney(RED, g.Purse.parse("y1"))))
    assert (with_both.table.phase, with_both.table.to_act) == (g.Phase.FAVOUR, BLUE)
    assert clauses(refused(with_both, hut(seat=BLUE))) == ["VIZ-13"]
    # MOD-4: a hut is taken in a turn, and the window follows when it is placed.
    game = drawn(g.apply(cheap(both, huts=OPEN), hut()))
    assert g.apply(game, g.Store(RED, ARCADES_HUT)).table.phase is g.Phase.FAVOUR


# Passing.


def stuck(*, has_huts: bool) -> g.Game:
    """Return a game in which Red has no money, no tile, no city, and nothing lies on display."""
    game = with_huts()
    state = game.table.modules
    state = state if has_huts else attrs.evolve(state, open_huts=(None,) * 6)
    poor = attrs.evolve(game.table.players[RED], hand_size=0)
    players = (poor, *game.table.players[1:])
    table = altered(game.table, display=g.Purse(), players=players, modules=state)
    hands = (g.Purse(), *game.hands[1:])
    return altered(game, table=table, hands=hands)


@pytest.mark.rejects("HUT-4", "MOD-4")
def test_nobody_passes_who_can_take_a_hut() -> None:
    game = stuck(has_huts=True)
    found = g.check(game, g.Pass(RED))
    assert [str(one) for one in found] == ["TURN-2: Red: PV*:N can be taken"]
    assert list(g.legal_actions(game)) == [g.TakeHut(RED, one.building) for one in faces(OPEN)]


@pytest.mark.accepts("MOD-4")
def test_who_can_take_no_hut_may_pass() -> None:
    game = stuck(has_huts=False)
    assert list(g.legal_actions(game)) == [g.Pass(RED)]
    assert g.check(game, g.Pass(RED)) == ()
    full = three_taken()
    poor = attrs.evolve(full.table.players[RED], hand_size=0)
    table = altered(full.table, display=g.Purse(), players=(poor, *full.table.players[1:]))
    again = altered(full, table=table, hands=(g.Purse(), *full.hands[1:]))
    found = g.check(again, g.Pass(RED))
    assert not any("taken" in str(one) for one in found)


# Dirk.


@pytest.mark.accepts("HUT-4")
@pytest.mark.rejects("HUT-4")
def test_a_hut_is_not_given_to_dirk() -> None:
    game = played(with_huts(players=2), buy(1, "y2"))
    game = drawn(g.apply(game, hut()))
    assert clauses(refused(game, g.GiveToDirk(RED, ARCADES_HUT))) == ["HUT-4"]
    gifts = [action for action in g.legal_actions(game) if isinstance(action, g.GiveToDirk)]
    assert gifts == [g.GiveToDirk(RED, faces("PV2:NEW")[0])]
    assert game.table.points.keys() >= {g.DIRK}


# Building and rebuilding.


@pytest.mark.accepts("HUT-8")
@pytest.mark.rejects("HUT-8")
def test_huts_are_built_and_rebuilt_by_the_rules_for_tiles() -> None:
    game = drawn(g.apply(with_huts(), hut()))
    cells = [action.cell for action in g.legal_actions(game) if isinstance(action, g.Build)]
    city = game.table.players[RED].city
    assert set(cells) == set(g.placement.legal_cells(city, g.Edges.N))
    # BUILD-2: the wall of the hut would lie against the start tile.
    assert clauses(refused(game, g.Build(RED, ARCADES_HUT, g.Cell(0, -1)))) == ["BUILD-2", "BUILD-3"]
    assert {*clauses(refused(game, g.Build(RED, ARCADES_HUT, g.Cell(5, 0))))} == {"BUILD-3", "BUILD-4"}
    built = until(drawn(g.apply(game, g.Build(RED, ARCADES_HUT, g.Cell(1, 0)))), RED)
    assert built.table.players[RED].city.tiles[g.Cell(1, 0)].face == ARCADES_HUT
    # One walks over it: a tile beside it is reached through it.
    second = drawn(g.apply(built, hut(g.Building.GARDEN)))
    through = until(drawn(g.apply(second, g.Build(RED, GARDEN_HUT, g.Cell(2, 0)))), RED)
    assert len(through.table.players[RED].city.tiles) == 2
    assert {*clauses(refused(through, g.Reduce(RED, g.Cell(1, 0))))} == {"BUILD-3", "BUILD-4"}
    # REBUILD-2: back to the reserve.
    reduced = until(drawn(g.apply(through, g.Reduce(RED, g.Cell(2, 0)))), RED)
    assert reduced.table.players[RED].reserve == (GARDEN_HUT,)
    # REBUILD-3: and in the place of the other one.
    exchanged = drawn(g.apply(reduced, g.Exchange(RED, GARDEN_HUT, g.Cell(1, 0))))
    assert exchanged.table.players[RED].reserve == (ARCADES_HUT,)
    assert exchanged.table.players[RED].city.tiles[g.Cell(1, 0)].face == GARDEN_HUT


@pytest.mark.accepts("MOD-5")
def test_equal_huts_are_listed_once_and_counted_each() -> None:
    rules = attrs.evolve(WITH_HUTS, tile_set=g.TileSets([g.alhambra()], alike()))
    game = cheap(rules)
    for _ in range(2):
        game = until(stored(game, g.Building.GARDEN), RED)
    one, other = game.table.players[RED].reserve
    assert one == other
    listed = list(g.legal_actions(game, minimal_payments=True))
    assert len(set(listed)) == len(listed)
    extend = next(action for action in listed if isinstance(action, g.Extend))
    after = until(drawn(g.apply(game, extend)), RED)
    assert after.table.players[RED].reserve == (other,)
    assert g.Game.from_position(after.to_position()) == after
    # The other one in its place: nothing changes.
    swap = g.Exchange(RED, other, extend.cell)
    assert swap in list(g.legal_actions(after))
    assert g.apply(after, swap).table.players[RED] == after.table.players[RED]


# Views.


@pytest.mark.accepts("MOD-6")
def test_everybody_knows_the_open_huts_and_which_lie_below_but_not_how() -> None:
    game = drawn(g.apply(with_huts(), hut()))
    for seat in (None, RED, BLUE, GREEN):
        seen = g.view(game, seat).table.modules
        assert seen == game.table.modules
        assert seen.huts_below == tuple(sorted(seen.huts_below))
    guess = g.complete(g.view(game, BLUE), g.Dealer(b"sixteen bytes of a bot"))
    assert guess.table.modules == game.table.modules


@pytest.mark.rejects("MOD-6")
def test_a_view_judges_huts_as_the_game_does() -> None:
    game = g.apply(with_huts(), hut())
    for draw in (*(draw for draw, _ in g.chance(game)), g.DrawHut(TOWER_HUT)):
        assert g.check(g.view(game, None), draw) == g.check(game, draw)


# Turns without a purchase.


def idle_after(game: g.Game, *events: g.Event) -> int:
    """Return how many turns are counted as turns without a purchase, from 5 on."""
    progress = Progress(0, idle_turns=5)
    for event in events:
        before, game = game.table, g.apply(game, event)
        progress.count(before, event, game.table, "")
    return progress.idle_turns


@pytest.mark.parametrize("is_last", [False, True])
def test_a_turn_with_a_hut_is_one_without_a_purchase_unless_something_was_bought(*, is_last: bool) -> None:
    game = with_huts()
    modules = game.table.modules
    others = tuple(face for face in modules.huts_below if face.building is not g.Building.ARCADES)
    if is_last:
        game = altered(game, table=altered(game.table, modules=attrs.evolve(modules, huts_below=others)))
    turned_up = [g.DrawHut(face) for face in modules.huts_below if face not in others and not is_last][:1]
    assert idle_after(game, hut(), *turned_up) == 6
    assert idle_after(game, hut(), *turned_up, g.Store(RED, ARCADES_HUT)) == 6
    assert idle_after(game, buy(1, "y2"), hut(), *turned_up) == 0
    assert idle_after(game, buy(1, "y2"), hut(), *turned_up, g.Store(RED, ARCADES_HUT)) == 0


# Whole games.


@pytest.mark.accepts("MOD-5", "HUT-7")
@pytest.mark.parametrize(
    ("players", "rules"),
    every(3, [(2, WITH_HUTS), (3, BOTH_WITH_HUTS), (4, WITH_HUTS), (5, BOTH_WITH_HUTS), (6, WITH_HUTS)]),
)
def test_whole_games_with_huts_keep_everything_in_one_place(players: int, rules: g.Ruleset) -> None:
    rng = random.Random(players)
    game = g.setup(players, rules)
    watcher, happened = Watcher(game), set[type[g.Event]]()
    while (event := some_event(game, rng, thrift=0.5)) is not None:
        game = g.apply(game, event)
        watcher.sees(event, game)
        happened.add(type(event))
    assert {g.TakeHut, g.DrawHut} <= happened
    assert game.is_over


@pytest.mark.rejects("MOD-5")
def test_a_hut_in_two_places_is_noticed() -> None:
    game = with_huts()
    twice = attrs.evolve(game.table.modules, huts_below=(ARCADES_HUT, *game.table.modules.huts_below))
    with pytest.raises(AssertionError, match=r"^MOD-5, huts: too often AC\*:N$"):
        Watcher(game).sees(hut(), altered(game, table=altered(game.table, modules=twice)))


def test_the_dealer_turns_up_huts_too() -> None:
    dealer = g.Dealer(b"sixteen bytes or more")
    game = g.deal(g.setup(3, WITH_HUTS), dealer)
    assert all(game.table.modules.open_huts)
    assert game == g.deal(g.setup(3, WITH_HUTS), dealer)
    with pytest.raises(g.ViolationError):
        g.apply(game, g.DrawHut(game.table.modules.huts_below[0]))
