"""Builders' huts: turned up, taken, placed with the bought tiles, rebuilt, and never bought or given away."""

from __future__ import annotations

import random
from fractions import Fraction

import attrs
import pytest

from granada_rules import (
    ALHAMBRA,
    BOTH,
    DIRK,
    GRANADA,
    Build,
    Building,
    Cell,
    Dealer,
    DrawCard,
    DrawFor,
    DrawHut,
    DrawTile,
    Edges,
    Event,
    Exchange,
    Extend,
    Face,
    Game,
    GiveToDirk,
    HutSet,
    ModuleState,
    Pass,
    Phase,
    Purse,
    Reduce,
    Ruleset,
    Seat,
    Store,
    TakeHut,
    TakeMoney,
    TileSets,
    ViolationError,
    alhambra,
    apply,
    chance,
    check,
    complete,
    deal,
    legal_actions,
    placement,
    reference_huts,
    setup,
    view,
)
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

WITH_HUTS = attrs.evolve(ALHAMBRA, modules=[Module.HUTS])
BOTH_WITH_HUTS = attrs.evolve(BOTH, modules=[Module.HUTS], house_rules=True)
OPEN = "PV*:N SE*:S AC*:N CH*:E GA*:N TO*:E"
"""The huts that lie open in these tests."""
ARCADES_HUT, GARDEN_HUT, TOWER_HUT = faces("AC*:N GA*:N TO*:E")


def with_huts(players: int = 3, rules: Ruleset = WITH_HUTS) -> Game:
    return cheap(rules, players, huts=OPEN)


def hut(building: Building = Building.ARCADES, seat: Seat = RED) -> TakeHut:
    return TakeHut(seat, building)


def stored(game: Game, building: Building) -> Game:
    """Have the player to act take a hut and store it, and go on to the next decision."""
    seat = game.table.to_act
    assert seat is not None
    game = drawn(apply(game, TakeHut(seat, building)), huts="")
    return drawn(apply(game, Store(seat, game.table.bought[0])))


def three_taken() -> Game:
    """Return a game in which Red has taken three huts, in three turns."""
    game = with_huts()
    for building in (Building.ARCADES, Building.GARDEN, Building.TOWER):
        game = until(stored(game, building), RED)
    return game


# Setup.


@pytest.mark.accepts("HUT-1", "HUT-3")
@pytest.mark.parametrize("rules", [WITH_HUTS, BOTH_WITH_HUTS], ids=["alhambra", "both"])
@pytest.mark.parametrize("players", range(2, 7))
def test_one_hut_of_each_type_is_turned_up_after_the_yard_and_before_the_hands(
    players: int, rules: Ruleset
) -> None:
    game, order = setup(players, rules), []
    assert game.table.modules.open_huts == (None,) * 6
    assert game.table.modules.huts_below == reference_huts().huts
    while (due := game.table.draw_for) is not None:
        order.append(due)
        if due is DrawFor.HUT:
            building = game.table.modules.hut_to_draw
            assert building is not None
            assert game.table.waits_for == f"a hut for {building.label} is to be drawn"
            assert {draw.face.building for draw, _ in chance(game) if isinstance(draw, DrawHut)} == {building}
        game = apply(game, chance(game)[0][0])
    kinds = [DrawFor.DIRK, DrawFor.YARD, DrawFor.HUT, DrawFor.HAND, DrawFor.DISPLAY]
    assert order == sorted(order, key=kinds.index)
    assert order.count(DrawFor.HUT) == 6
    opened = [one.building for one in game.table.modules.open_huts if one is not None]
    assert opened == list(ALHAMBRA.kind.buildings)
    assert len(game.table.modules.huts_below) == 18


@pytest.mark.rejects("HUT-3")
def test_no_other_hut_and_nothing_else_is_turned_up_in_the_setup() -> None:
    game = setup(3, WITH_HUTS)
    assert clauses(refused(game, DrawHut(faces("PV*:N")[0]))) == ["A-SETUP-2"]
    while game.table.draw_for is not DrawFor.HUT:
        game = apply(game, chance(game)[0][0])
    assert clauses(refused(game, DrawHut(faces("SE*:S")[0]))) == ["HUT-3"]
    assert clauses(refused(game, DrawHut(faces("PV2:NEW")[0]))) == ["HUT-3"]
    assert clauses(refused(game, DrawHut(faces("PV*:S")[0]))) == ["A-BOX-2"]
    assert clauses(refused(game, DrawHut(faces("AR2")[0]))) == ["A-BOX-2"]
    assert clauses(refused(game, DrawTile(game.table.bag[0].front))) == ["HUT-3"]
    assert clauses(refused(game, DrawCard(game.deck[0]))) == ["HUT-3"]
    assert clauses(refused(game, Pass(RED))) == ["HUT-3"]


def test_a_game_without_the_module_has_no_huts() -> None:
    game = cheap(ALHAMBRA)
    assert game.table.modules == ModuleState()
    assert game.table.ruleset.tiles.huts is None
    assert clauses(refused(game, hut())) == ["HUT-3"]
    assert not any(isinstance(action, TakeHut) for action in legal_actions(game))


@pytest.mark.accepts("HUT-3")
def test_equal_huts_are_as_likely_as_they_are_many() -> None:
    walls = ["N", "N", "N", "E", "E"]
    gardens = [Face.parse(f"GA*:{wall}") for wall in walls]
    others = [one for one in reference_huts().huts if one.building is not Building.GARDEN]
    ours = HutSet.of([*gardens, *others], name="ours")
    game = setup(3, attrs.evolve(WITH_HUTS, tile_set=TileSets([alhambra()], ours)))
    while game.table.modules.hut_to_draw is not Building.GARDEN or game.table.draw_for is not DrawFor.HUT:
        game = apply(game, chance(game)[0][0])
    north, east = faces("GA*:N GA*:E")
    assert chance(game) == ((DrawHut(north), Fraction(3, 5)), (DrawHut(east), Fraction(2, 5)))
    assert ways(game) == 5
    assert [way(game, number) for number in range(5)] == [DrawHut(north)] * 3 + [DrawHut(east)] * 2
    # MOD-5: of three equal huts two are left below.
    assert apply(game, DrawHut(north)).table.modules.huts_below.count(north) == 2


# Taking.


@pytest.mark.accepts("HUT-4", "HUT-5", "MOD-4")
def test_taking_a_hut_costs_nothing_turns_up_the_next_and_ends_the_actions() -> None:
    game = with_huts()
    after = apply(game, hut())
    table = after.table
    assert (table.bought, table.modules.open_huts[2]) == ((ARCADES_HUT,), None)
    assert (after.hands, table.discards, table.yard) == (game.hands, game.table.discards, game.table.yard)
    # HUT-5: at once, before anything is placed.
    assert (table.phase, table.draw_for, table.to_act) == (Phase.END_OF_TURN, DrawFor.HUT, None)
    assert [str(draw.face) for draw, _ in chance(after) if isinstance(draw, DrawHut)] == [
        "AC*:S",
        "AC*:NW",
        "AC*:ESW",
    ]
    assert list(legal_actions(after)) == []
    placing = apply(after, DrawHut(faces("AC*:S")[0]))
    assert placing.table.modules.open_huts[2] == faces("AC*:S")[0]
    assert (placing.table.phase, placing.table.to_act, placing.table.draw_for) == (Phase.PLACE, RED, None)
    assert placing.draws == game.draws + 1


@pytest.mark.accepts("HUT-5")
@pytest.mark.rejects("HUT-5")
def test_an_empty_pile_stays_empty() -> None:
    game = with_huts()
    for _ in range(3):
        game = stored(game, Building.PAVILION)
    assert game.table.modules.open_huts[0] is None
    assert not any(one.building is Building.PAVILION for one in game.table.modules.huts_below)
    assert clauses(refused(game, TakeHut(RED, Building.PAVILION))) == ["HUT-5"]
    assert TakeHut(RED, Building.PAVILION) not in list(legal_actions(game))


def test_with_the_last_hut_of_a_pile_placing_follows_at_once() -> None:
    game = with_huts()
    for _ in range(2):
        game = stored(game, Building.PAVILION)
    seat = game.table.to_act
    assert seat is not None
    after = apply(game, TakeHut(seat, Building.PAVILION))
    assert (after.table.phase, after.table.to_act, after.table.draw_for) == (Phase.PLACE, seat, None)


@pytest.mark.accepts("MOD-4", "HUT-6")
@pytest.mark.rejects("MOD-4")
def test_a_hut_may_follow_exact_purchases_and_is_the_last_action() -> None:
    game = played(with_huts(), buy(1, "y2"), buy(2, "g4"))
    assert game.table.extra
    after = drawn(apply(game, hut(Building.TOWER)), huts="TO*:S")
    assert after.table.phase is Phase.PLACE
    assert list(map(str, after.table.bought)) == ["PV2:NEW", "PV4:ES", "TO*:E"]
    for action in (hut(Building.GARDEN), buy(3, "b4"), TakeMoney(RED, Purse.parse("y1"))):
        assert clauses(refused(after, action)) == ["TURN-3"]
    # HUT-6: in any order.
    for order in ("PV2:NEW TO*:E PV4:ES", "TO*:E PV4:ES PV2:NEW", "PV4:ES PV2:NEW TO*:E"):
        placed = played(after, *(Store(RED, face) for face in faces(order)))
        assert placed.table.bought == ()
        assert placed.table.phase is Phase.END_OF_TURN


@pytest.mark.rejects("HUT-6")
def test_a_hut_that_was_not_taken_or_is_placed_already_is_not_placed() -> None:
    after = drawn(apply(with_huts(), hut()))
    assert clauses(refused(after, Store(RED, GARDEN_HUT))) == ["PLACE-1"]
    assert clauses(refused(after, Pass(RED))) == ["PLACE-1"]
    assert clauses(refused(with_huts(), Store(RED, ARCADES_HUT))) == ["TURN-6"]
    # HUT-6: nor does it take part in rebuilding in the turn in which it was taken.
    game = apply(with_huts(), buy(1, "y2"))
    assert clauses(refused(game, Extend(RED, TOWER_HUT, Cell(1, 0)))) == ["REBUILD-1"]


@pytest.mark.accepts("HUT-7")
@pytest.mark.rejects("HUT-7")
def test_with_three_huts_no_more_can_be_taken() -> None:
    game = three_taken()
    assert [str(face)[:3] for face in game.table.players[RED].reserve] == ["AC*", "GA*", "TO*"]
    found = refused(game, hut(Building.PAVILION))
    assert clauses(found) == ["HUT-7"]
    assert found[0].faces == game.table.players[RED].reserve
    assert not any(isinstance(action, TakeHut) for action in legal_actions(game))
    # Others still can.
    others = until(game, BLUE)
    assert TakeHut(BLUE, Building.PAVILION) in legal_actions(others)
    # HUT-7: those in the city count, too, and are told in the same order.
    for face in game.table.players[RED].reserve:
        built = next(
            action for action in legal_actions(game) if isinstance(action, Extend) and action.face == face
        )
        again = refused(until(drawn(apply(game, built)), RED), hut(Building.PAVILION))
        assert [(one.clause, one.message, one.faces) for one in again] == [
            (found[0].clause, found[0].message, found[0].faces)
        ]


@pytest.mark.accepts("HUT-7")
def test_two_huts_and_a_purchase_leave_room_for_a_third() -> None:
    game = with_huts()
    for building in (Building.GARDEN, Building.TOWER):
        game = until(stored(game, building), RED)
    third = drawn(apply(game, hut(Building.SERAGLIO)))
    assert third.table.phase is Phase.PLACE


@pytest.mark.accepts("VIZ-13", game="any")
@pytest.mark.rejects("VIZ-13", game="any")
@pytest.mark.parametrize("rules", [ALHAMBRA, GRANADA], ids=["alhambra", "granada"])
def test_the_pawn_buys_a_tile_and_takes_no_hut(rules: Ruleset) -> None:
    game = window(rules)
    assert clauses(refused(game, hut(seat=BLUE))) == ["VIZ-13"]
    assert check(game, buy(2, "g1 g3", BLUE)) == ()
    both = attrs.evolve(WITH_HUTS, modules=[Module.VIZIER, Module.HUTS])
    with_both = drawn(apply(cheap(both, huts=OPEN), TakeMoney(RED, Purse.parse("y1"))))
    assert (with_both.table.phase, with_both.table.to_act) == (Phase.FAVOUR, BLUE)
    assert clauses(refused(with_both, hut(seat=BLUE))) == ["VIZ-13"]
    # MOD-4: a hut is taken in a turn, and the window follows when it is placed.
    game = drawn(apply(cheap(both, huts=OPEN), hut()))
    assert apply(game, Store(RED, ARCADES_HUT)).table.phase is Phase.FAVOUR


# Passing.


def stuck(*, has_huts: bool) -> Game:
    """Return a game in which Red has no money, no tile, no city, and nothing lies on display."""
    game = with_huts()
    state = game.table.modules
    state = state if has_huts else attrs.evolve(state, open_huts=(None,) * 6)
    poor = attrs.evolve(game.table.players[RED], hand_size=0)
    players = (poor, *game.table.players[1:])
    table = altered(game.table, display=Purse(), players=players, modules=state)
    hands = (Purse(), *game.hands[1:])
    return altered(game, table=table, hands=hands)


@pytest.mark.rejects("HUT-4", "MOD-4")
def test_nobody_passes_who_can_take_a_hut() -> None:
    game = stuck(has_huts=True)
    found = check(game, Pass(RED))
    assert [str(one) for one in found] == ["TURN-2: Red: PV*:N can be taken"]
    assert list(legal_actions(game)) == [TakeHut(RED, one.building) for one in faces(OPEN)]


@pytest.mark.accepts("MOD-4")
def test_who_can_take_no_hut_may_pass() -> None:
    game = stuck(has_huts=False)
    assert list(legal_actions(game)) == [Pass(RED)]
    assert check(game, Pass(RED)) == ()
    full = three_taken()
    poor = attrs.evolve(full.table.players[RED], hand_size=0)
    table = altered(full.table, display=Purse(), players=(poor, *full.table.players[1:]))
    again = altered(full, table=table, hands=(Purse(), *full.hands[1:]))
    found = check(again, Pass(RED))
    assert not any("taken" in str(one) for one in found)


# Dirk.


@pytest.mark.accepts("HUT-4")
@pytest.mark.rejects("HUT-4")
def test_a_hut_is_not_given_to_dirk() -> None:
    game = played(with_huts(players=2), buy(1, "y2"))
    game = drawn(apply(game, hut()))
    assert clauses(refused(game, GiveToDirk(RED, ARCADES_HUT))) == ["HUT-4"]
    gifts = [action for action in legal_actions(game) if isinstance(action, GiveToDirk)]
    assert gifts == [GiveToDirk(RED, faces("PV2:NEW")[0])]
    assert game.table.points.keys() >= {DIRK}


# Building and rebuilding.


@pytest.mark.accepts("HUT-8")
@pytest.mark.rejects("HUT-8")
def test_huts_are_built_and_rebuilt_by_the_rules_for_tiles() -> None:
    game = drawn(apply(with_huts(), hut()))
    cells = [action.cell for action in legal_actions(game) if isinstance(action, Build)]
    city = game.table.players[RED].city
    assert set(cells) == set(placement.legal_cells(city, Edges.N))
    # BUILD-2: the wall of the hut would lie against the start tile.
    assert clauses(refused(game, Build(RED, ARCADES_HUT, Cell(0, -1)))) == ["BUILD-2", "BUILD-3"]
    assert {*clauses(refused(game, Build(RED, ARCADES_HUT, Cell(5, 0))))} == {"BUILD-3", "BUILD-4"}
    built = until(drawn(apply(game, Build(RED, ARCADES_HUT, Cell(1, 0)))), RED)
    assert built.table.players[RED].city.tiles[Cell(1, 0)].face == ARCADES_HUT
    # One walks over it: a tile beside it is reached through it.
    second = drawn(apply(built, hut(Building.GARDEN)))
    through = until(drawn(apply(second, Build(RED, GARDEN_HUT, Cell(2, 0)))), RED)
    assert len(through.table.players[RED].city.tiles) == 2
    assert {*clauses(refused(through, Reduce(RED, Cell(1, 0))))} == {"BUILD-3", "BUILD-4"}
    # REBUILD-2: back to the reserve.
    reduced = until(drawn(apply(through, Reduce(RED, Cell(2, 0)))), RED)
    assert reduced.table.players[RED].reserve == (GARDEN_HUT,)
    # REBUILD-3: and in the place of the other one.
    exchanged = drawn(apply(reduced, Exchange(RED, GARDEN_HUT, Cell(1, 0))))
    assert exchanged.table.players[RED].reserve == (ARCADES_HUT,)
    assert exchanged.table.players[RED].city.tiles[Cell(1, 0)].face == GARDEN_HUT


@pytest.mark.accepts("MOD-5")
def test_equal_huts_are_listed_once_and_counted_each() -> None:
    rules = attrs.evolve(WITH_HUTS, tile_set=TileSets([alhambra()], alike()))
    game = cheap(rules)
    for _ in range(2):
        game = until(stored(game, Building.GARDEN), RED)
    one, other = game.table.players[RED].reserve
    assert one == other
    listed = list(legal_actions(game, minimal_payments=True))
    assert len(set(listed)) == len(listed)
    extend = next(action for action in listed if isinstance(action, Extend))
    after = until(drawn(apply(game, extend)), RED)
    assert after.table.players[RED].reserve == (other,)
    assert Game.from_position(after.to_position()) == after
    # The other one in its place: nothing changes.
    swap = Exchange(RED, other, extend.cell)
    assert swap in list(legal_actions(after))
    assert apply(after, swap).table.players[RED] == after.table.players[RED]


# Views.


@pytest.mark.accepts("MOD-6")
def test_everybody_knows_the_open_huts_and_which_lie_below_but_not_how() -> None:
    game = drawn(apply(with_huts(), hut()))
    for seat in (None, RED, BLUE, GREEN):
        seen = view(game, seat).table.modules
        assert seen == game.table.modules
        assert seen.huts_below == tuple(sorted(seen.huts_below))
    guess = complete(view(game, BLUE), Dealer(b"sixteen bytes of a bot"))
    assert guess.table.modules == game.table.modules


@pytest.mark.rejects("MOD-6")
def test_a_view_judges_huts_as_the_game_does() -> None:
    game = apply(with_huts(), hut())
    for draw in (*(draw for draw, _ in chance(game)), DrawHut(TOWER_HUT)):
        assert check(view(game, None), draw) == check(game, draw)


# Turns without a purchase.


def idle_after(game: Game, *events: Event) -> int:
    """Return how many turns are counted as turns without a purchase, from 5 on."""
    progress = Progress(0, idle_turns=5)
    for event in events:
        before, game = game.table, apply(game, event)
        progress.count(before, event, game.table, "")
    return progress.idle_turns


@pytest.mark.parametrize("is_last", [False, True])
def test_a_turn_with_a_hut_is_one_without_a_purchase_unless_something_was_bought(*, is_last: bool) -> None:
    game = with_huts()
    modules = game.table.modules
    others = tuple(face for face in modules.huts_below if face.building is not Building.ARCADES)
    if is_last:
        game = altered(game, table=altered(game.table, modules=attrs.evolve(modules, huts_below=others)))
    turned_up = [DrawHut(face) for face in modules.huts_below if face not in others and not is_last][:1]
    assert idle_after(game, hut(), *turned_up) == 6
    assert idle_after(game, hut(), *turned_up, Store(RED, ARCADES_HUT)) == 6
    assert idle_after(game, buy(1, "y2"), hut(), *turned_up) == 0
    assert idle_after(game, buy(1, "y2"), hut(), *turned_up, Store(RED, ARCADES_HUT)) == 0


# Whole games.


@pytest.mark.accepts("MOD-5", "HUT-7")
@pytest.mark.parametrize(
    ("players", "rules"),
    every(3, [(2, WITH_HUTS), (3, BOTH_WITH_HUTS), (4, WITH_HUTS), (5, BOTH_WITH_HUTS), (6, WITH_HUTS)]),
)
def test_whole_games_with_huts_keep_everything_in_one_place(players: int, rules: Ruleset) -> None:
    rng = random.Random(players)
    game = setup(players, rules)
    watcher, happened = Watcher(game), set[type[Event]]()
    while (event := some_event(game, rng, thrift=0.5)) is not None:
        game = apply(game, event)
        watcher.sees(event, game)
        happened.add(type(event))
    assert {TakeHut, DrawHut} <= happened
    assert game.is_over


@pytest.mark.rejects("MOD-5")
def test_a_hut_in_two_places_is_noticed() -> None:
    game = with_huts()
    twice = attrs.evolve(game.table.modules, huts_below=(ARCADES_HUT, *game.table.modules.huts_below))
    with pytest.raises(AssertionError, match=r"^MOD-5, huts: too often AC\*:N$"):
        Watcher(game).sees(hut(), altered(game, table=altered(game.table, modules=twice)))


def test_the_dealer_turns_up_huts_too() -> None:
    dealer = Dealer(b"sixteen bytes or more")
    game = deal(setup(3, WITH_HUTS), dealer)
    assert all(game.table.modules.open_huts)
    assert game == deal(setup(3, WITH_HUTS), dealer)
    with pytest.raises(ViolationError):
        apply(game, DrawHut(game.table.modules.huts_below[0]))
