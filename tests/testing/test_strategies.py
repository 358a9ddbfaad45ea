"""What the strategies of the kit promise: nothing else comes of them, and all of it does."""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeVar, cast

import attrs
import pytest
from hypothesis import Phase as Step
from hypothesis import find, given, seed, settings
from hypothesis import strategies as st

import granada_rules as g
from granada_rules.base import as_seen, is_clear_name
from granada_rules.box import OPTIONS, Box, shipped_tiles
from granada_rules.testing import (
    assert_consistent,
    cards,
    cells,
    cities,
    edges,
    events,
    faces,
    games,
    layouts,
    legal_cities,
    legal_events,
    legal_layouts,
    names,
    positions,
    purses,
    rulesets,
    tile_sets,
)
from granada_rules.testing.positions import _near
from tests.helpers import plain, plain_layouts
from tests.helpers.games import laid
from tests.helpers.positions import PLAYERS, WITHOUT_SHRINKING, others_shows
from tests.helpers.positions import positions as all_moments
from tests.helpers.samples import every, reaches
from tests.property.test_box import obeys

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada_rules.box import Tiles

EVENTS = {g.TakeMoney, g.Buy, g.Extend, g.Reduce, g.Exchange, g.Pass, g.Build, g.Store, g.GiveToDirk}
EVENTS |= {
    g.DrawTile,
    g.DrawCard,
    g.DrawScoring,
    g.Reactivate,
    g.ShowBonus,
    g.TakeHut,
    g.DrawBonus,
    g.DrawHut,
}
CLAUSES = {"BUILD-1", "BUILD-2", "BUILD-3", "BUILD-4", "BUILD-5"}
OF_MODULES = {g.Phase.FAVOUR, g.Phase.PLACE_FAVOUR, g.Phase.REVEAL}
PLAIN = rulesets(modules=())
"""Games without modules are shorter, and so are tests that are not about modules."""
GOES_ON: list[g.Phase] = [phase for phase in g.Phase if phase is not g.Phase.OVER]

Value = TypeVar("Value")


def examples(strategy: st.SearchStrategy[Value], many: int) -> list[Value]:
    """Return so many examples, of many runs: those of one run resemble each other.

    They are the same in each run, and others where the package is installed elsewhere. So what is demanded
    of them is at most a quarter of the least that several seeds gave; what is too rare for that, `reaches`.
    """
    found: list[Value] = []
    for number in range(many // 20):

        @seed(number)
        @settings(max_examples=20, database=None, phases=WITHOUT_SHRINKING)
        @given(strategy)
        def collect(value: Value) -> None:
            found.append(value)

        collect()
    assert len(found) > many / 2
    return found


def smallest(strategy: st.SearchStrategy[Value], **wanted: Any) -> Value:  # noqa: ANN401 - see find
    """Return what an example shrinks to."""
    return find(strategy, settings=settings(database=None, phases=[Step.generate, Step.shrink]), **wanted)


# Small values.


def test_cells_are_near_and_far() -> None:
    far = [max(abs(cell.x), abs(cell.y)) for cell in examples(cells(), 200)]
    assert sum(reach <= 3 for reach in far) > 8
    assert sum(reach > 54 for reach in far) > 8


def test_edges_are_none_to_all() -> None:
    assert {edge.value for edge in examples(edges(), 200)} == set(range(16))


@pytest.mark.parametrize("kind", g.Kind)
def test_faces_are_those_of_the_box_and_others(kind: g.Kind) -> None:
    found = examples(faces(kind), 200)
    assert {face.building for face in found} == set(kind.buildings)
    assert {face in shipped_tiles(kind) for face in found} == {True, False}
    assert {2 <= face.value <= 13 for face in found} == {True, False}
    # A-BOX-2: the walls are part of the name, also four of them, which no tile has.
    many = {None if face.walls is None else len(face.walls) for face in found}
    assert many == ({None} if Box.of(kind).has_backs else {0, 1, 2, 3, 4})
    assert smallest(faces(kind), condition=bool) == shipped_tiles(kind).faces[0]


@pytest.mark.parametrize("strategy", every(3, [faces, tile_sets, cities]))
def test_whatever_has_a_kind_is_of_both_unless_one_is_asked_for(
    strategy: Callable[..., st.SearchStrategy[Any]],
) -> None:
    for kind in (None, *g.Kind):
        found = Counter(kind_of(value) for value in examples(strategy(kind), 60))
        assert found.keys() == ({*g.Kind} if kind is None else {kind})
        assert min(found.values()) > 5
    assert kind_of(smallest(strategy(), condition=lambda _: True)) is g.Kind.GRANADA


def kind_of(value: g.Face | g.TileSet | g.City) -> g.Kind:
    return value.start if isinstance(value, g.City) else value.kind


def test_cards_are_those_of_the_box_and_others() -> None:
    some_cards = g.Purse(examples(cards(), 200))
    assert {card.currency for card in some_cards.money_cards} == set(g.Currency)
    assert {1 <= card.value <= 9 for card in some_cards.money_cards} == {True, False}
    assert len(set(some_cards.exchange_cards)) > 1
    sizes = [len(purse) for purse in examples(purses(), 200)]
    assert min(sizes) == 0
    assert max(sizes) > 3


def test_names_can_be_those_of_players() -> None:
    found = examples(names(), 300)
    for one, other in zip(found[::2], found[1::2], strict=False):
        assert is_clear_name(one)
        if as_seen(one) != as_seen(other):
            g.setup([one, other])
    assert len(set(found)) > 12
    assert sum(not name.isascii() for name in found) > 4
    assert sum("\u200c" in name or "\u200d" in name for name in found) > 4
    assert "Red" in found
    assert set(found) & {"tile", "card", "scoring", "takes", "passes", "nothing", "for", "at 1", "to Dirk"}
    assert set(found) & {'"', "\\", '"""', "'", "#", "=", "[[player]]", "<b>&amp;", "{name}", "%s"}


# Tile sets and rulesets.


@settings(max_examples=50)
@given(tile_sets())
def test_tile_sets_obey_the_clauses(tile_set: g.TileSet) -> None:
    assert obeys(list(tile_set.tiles))


def test_tile_sets_of_granada_are_the_reference_set_and_any_other() -> None:
    found = examples(tile_sets(g.Kind.GRANADA), 100)
    assert {tile_set.backs for tile_set in found} == set(g.Backs)
    assert len({tile_set.tiles for tile_set in found}) > 3
    assert {tile.moats for tile_set in found for tile in tile_set.tiles} == set(map(g.Edges, range(15)))
    # No back belongs to a front.
    backs = {(tile.even.building, tile.odd.building) for tile_set in found for tile in tile_set.tiles}
    assert len(backs) == 9 * 8


def test_tile_sets_of_alhambra_are_its_own_and_any_other() -> None:
    found = examples(tile_sets(g.Kind.ALHAMBRA), 100)
    assert g.alhambra() in found
    assert len({tile_set.tiles for tile_set in found}) > 3
    # No walls belong to a type and a price.
    assert len({face for tile_set in found for face in tile_set.faces}) > 4 * 54


@pytest.mark.parametrize("usual", every(3, [g.BOTH, g.ALHAMBRA, g.GRANADA]), ids=lambda usual: usual.game)
def test_rulesets_have_every_option_that_means_something(usual: g.Ruleset) -> None:
    found = examples(rulesets(*usual.kinds), 100)
    # MOD-3: bonus cards and huts need tiles of Alhambra.
    modules = {*g.Module} if g.Kind.ALHAMBRA in usual.kinds else {g.Module.VIZIER, g.Module.EXCHANGE}
    for option, needed in OPTIONS.items():
        both = {True, False} if needed in {None, *usual.kinds, *modules} else {getattr(usual, option)}
        assert {getattr(ruleset, option) for ruleset in found} == both
    for module in modules:
        assert {module in ruleset.modules for ruleset in found} == {True, False}
    assert {module for ruleset in found for module in ruleset.modules} == modules
    together = {ruleset.modules for ruleset in found}
    assert {(), tuple(module for module in g.Module if module in modules)} <= together
    assert 2 ** len(modules) >= len(together) > 2 ** len(modules) / 4
    for option in ("tile_set", "yard"):
        assert len({getattr(ruleset, option) for ruleset in found}) > 3
    assert {ruleset.kinds for ruleset in found} == {usual.kinds}
    assert smallest(rulesets(*usual.kinds), condition=bool) == usual


def test_rulesets_have_every_field_and_are_of_every_game() -> None:
    fields = {field.name for field in attrs.fields(g.Ruleset)}
    assert fields == {"kinds", "modules", "tile_set", "yard", *OPTIONS}
    found = Counter(ruleset.game for ruleset in examples(rulesets(), 100))
    assert min(found[game] for game in ("granada", "alhambra", "both")) > 5
    assert smallest(rulesets(), condition=bool) == g.GRANADA


@pytest.mark.thorough
def test_rulesets_have_the_modules_that_are_wanted() -> None:
    assert {ruleset.modules for ruleset in examples(rulesets(modules=()), 40)} == {()}
    wanted = [g.Module.HUTS, g.Module.VIZIER]
    found = {ruleset.modules for ruleset in examples(rulesets(g.Kind.ALHAMBRA, modules=wanted), 60)}
    assert found == {(), (g.Module.VIZIER,), (g.Module.HUTS,), (g.Module.VIZIER, g.Module.HUTS)}


def test_rulesets_of_both_have_tiles_that_any_number_can_play_with() -> None:
    found = [ruleset.tiles for ruleset in examples(rulesets(*g.Kind), 60)]
    for kind in range(2):
        assert {one.sets[kind].is_shipped for one in found} == {True, False}
    # MIX-6: the yard begins with four tiles that have a moat, and Dirk may have got six before.
    wet = [sum(bool(tile.moats) for tile in one.sets[1].tiles) for one in found]
    assert min(wet) >= 10
    for players in PLAYERS:
        assert g.setup(players, found_with(wet, found)).table.ruleset.game == "both"


def found_with(wet: list[int], found: list[Tiles]) -> g.Ruleset:
    """Return a ruleset with the tiles of which the fewest have a moat."""
    return g.Ruleset(kinds=g.Kind, tile_set=found[wet.index(min(wet))])


# Cities.


@pytest.mark.accepts("BUILD-1", "BUILD-2", "BUILD-3", "BUILD-4", "BUILD-5")
@given(legal_cities())
def test_legal_cities_are_legal_also_to_plain_searches(city: g.City) -> None:
    assert plain.verdict(city) == set()
    assert len({tile.face for tile in city.tiles.values()}) == len(city.tiles)
    assert all(2 <= tile.face.value <= 13 for tile in city.tiles.values())
    named = Counter((tile.face.building, tile.face.value) for tile in city.tiles.values())
    assert named <= Counter(Box.of(city.start).many)
    patterns = Box.of(city.start).patterns
    assert patterns is None or all(tile.moats in patterns for tile in city.tiles.values())


@given(st.data(), tile_sets(), st.integers(0, 54))
def test_legal_cities_of_a_tile_set_have_its_tiles_each_once(
    data: st.DataObject, tile_set: g.TileSet, most: int
) -> None:
    city = data.draw(legal_cities(tile_set, max_size=most))
    assert city.start is tile_set.kind
    assert plain.verdict(city) == set()
    assert len(city.tiles) <= most
    assert len({tile_set.tile(tile.face) for tile in city.tiles.values()}) == len(city.tiles)
    assert all(tile.moats == tile_set.moats(tile.face) for tile in city.tiles.values())


@pytest.mark.parametrize("kind", every(2, g.Kind))
@pytest.mark.parametrize("is_listed", [False, True], ids=["any moats", "a tile set"])
def test_legal_cities_are_of_all_sizes_and_shapes(kind: g.Kind, *, is_listed: bool) -> None:
    tile_set = shipped_tiles(kind) if is_listed else None
    found = examples(legal_cities(tile_set, kind=kind), 150)
    sizes = [len(city.tiles) for city in found]
    assert min(sizes) == 0
    assert sum(size > 40 for size in sizes) > 1
    built = {tile.face.building for city in found for tile in city.tiles.values()}
    assert built == set(kind.buildings)
    assert {city.start for city in found} == {kind}
    # Compact ones have many inner edges for their size, winding ones few.
    large = [city for city in found if len(city.tiles) > 15]
    inner = [
        sum(cell.neighbour(side) in city.cells for cell in city.cells for side in g.Edges) / len(city.cells)
        for city in large
    ]
    assert min(inner) < 2.4
    assert max(inner) > 3.0
    if tile_set is None:
        many = {len(tile.moats) for city in found for tile in city.tiles.values()}
        assert many == {0, 1, 2, 3}
        assert sum(not any(tile.moats for tile in city.tiles.values()) for city in large) > 0


def test_cities_are_legal_and_break_each_rule() -> None:
    found = examples(cities(), 200)
    assert {str(violation.clause) for city in found for violation in g.placement.violations(city)} == CLAUSES
    legal = [city for city in found if not g.placement.violations(city)]
    assert sum(bool(city.tiles) for city in legal) > 8
    # Near misses: one rule is broken, in one place.
    assert sum(len(g.placement.violations(city)) == 1 for city in found) > 3


@pytest.mark.thorough
def test_cities_shrink_to_few_tiles() -> None:
    wet = smallest(legal_cities(), condition=lambda city: any(tile.moats for tile in city.tiles.values()))
    assert len(wet.tiles) == 1
    assert wet.start is g.Kind.GRANADA
    assert smallest(legal_cities(), condition=lambda city: city.start is g.Kind.ALHAMBRA).tiles == {}
    alone = smallest(cities(), condition=lambda city: any(g.placement.violations(city)))
    assert len(alone.tiles) <= 2


@given(legal_layouts())
def test_legal_layouts_are_legal_also_to_plain_searches(city: g.City) -> None:
    assert city.start is g.Kind.ALHAMBRA
    assert plain_layouts.verdict(city) == set()
    for kind in g.Kind:
        faces_of = [tile.face for tile in city.tiles.values() if tile.face.kind is kind]
        assert len(set(faces_of)) == len(faces_of) <= 54
        assert Counter((face.building, face.value) for face in faces_of) <= Counter(Box.of(kind).many)
    # MIX-20: it is known where Granada began.
    assert (city.second is None) is (city.other == 0)


@given(legal_layouts(g.TileSets([g.reference(), g.alhambra()]), max_size=30))
def test_legal_layouts_of_tile_sets_have_their_tiles_each_once(city: g.City) -> None:
    tiles = g.TileSets([g.reference(), g.alhambra()])
    assert plain_layouts.verdict(city) == set()
    assert len({tiles.tile(tile.face) for tile in city.tiles.values()}) == len(city.tiles) <= 30
    assert all(tile.moats == tiles.moats(tile.face) for tile in city.tiles.values())


@pytest.mark.thorough
def test_legal_layouts_are_of_all_sizes_and_most_of_both_kinds() -> None:
    found = examples(legal_layouts(), 150)
    sizes = [len(city.tiles) for city in found]
    assert min(sizes) == 0
    assert sum(size > 60 for size in sizes) > 1
    assert sum(city.other == 0 for city in found) > 5
    assert sum(city.other != 0 for city in found) > 20
    assert {tile.face.building for city in found for tile in city.tiles.values()} == set(g.Building)
    assert sum(g.moats.longest_border(city).length > 1 for city in found) > 5


@pytest.mark.thorough
def test_layouts_are_legal_and_break_each_rule() -> None:
    found = examples(layouts(), 300)
    broken = {str(violation.clause) for city in found for violation in g.placement.violations(city)}
    assert broken >= {"BUILD-1", "MIX-16", "MIX-17", "MIX-19", "MIX-21", "MIX-22", "MIX-23"}
    legal = [city for city in found if not g.placement.violations(city)]
    assert sum(city.other != 0 for city in legal) > 8
    assert sum(len(g.placement.violations(city)) == 1 for city in found) > 3
    # It need not be known where Granada began.
    assert {city.second is None for city in found if city.other} == {True, False}


@pytest.mark.thorough
def test_layouts_shrink_to_few_tiles() -> None:
    both = smallest(legal_layouts(), condition=lambda city: city.other != 0)
    assert len(both.tiles) == 2
    assert smallest(legal_layouts(), condition=lambda _: True) == g.City.of(start=g.Kind.ALHAMBRA)
    assert len(smallest(layouts(), condition=lambda city: bool(g.placement.violations(city))).tiles) <= 2


# Games.


@settings(max_examples=30)
@given(games())
def test_games_are_consistent(game: g.Game) -> None:
    assert_consistent(game)


@cache
def some_games() -> list[g.Game]:
    return examples(games(), 120)


def is_in(phase: g.Phase, game: g.Game) -> bool:
    return game.table.phase is phase


@pytest.mark.thorough
def test_games_are_of_all_kinds() -> None:
    found = some_games()
    phases = Counter(game.table.phase for game in found)
    assert min(phases[phase] for phase in g.Phase if phase not in OF_MODULES) > 3
    # Half of the games have a pawn, a third have bonus cards.
    missing = OF_MODULES - phases.keys()
    assert len(missing) < 2
    for phase in missing:
        reaches(games(), partial(is_in, phase))
    assert min(Counter(len(game.hands) for game in found)[players] for players in PLAYERS) > 3
    tables = [game.table for game in found]
    assert {None, *g.DrawFor} - {table.draw_for for table in tables} <= {g.DrawFor.HUT, g.DrawFor.BONUS}
    reaches(games(phases=g.Phase.END_OF_TURN), lambda game: game.table.draw_for is g.DrawFor.HUT)
    reaches(games(phases=g.Phase.SETUP), lambda game: game.table.draw_for is g.DrawFor.BONUS)
    for usual in (g.GRANADA, g.ALHAMBRA, g.BOTH):
        there = [table for table in tables if table.ruleset.kinds == usual.kinds]
        assert len({table.phase for table in there}) > 4
        markers = {*g.Marker} if usual.has_marker else {None}
        assert {table.marker for table in there} == markers
    assert {len(table.turned_up) for table in tables} == {0, 1, 2}
    assert sum(table.ruleset != g.GRANADA for table in tables) > 25
    assert len({player.name for table in tables for player in table.players}) > 15
    built = [tile for table in tables for player in table.players for tile in player.city.tiles.values()]
    assert {tile.face.building for tile in built} == set(g.Building)
    assert max(len(player.city.tiles) for table in tables for player in table.players) > 12
    assert max(len(player.reserve) for table in tables for player in table.players) > 3


def test_games_in_the_setup_come_to_the_last_hand_and_the_display() -> None:
    in_setup = games(6, phases=g.Phase.SETUP)
    reaches(in_setup, lambda game: game.table.turn == 5)
    reaches(in_setup, lambda game: len(game.table.display) == 3)
    reaches(in_setup, lambda game: bool(game.table.age_ranks))


@pytest.mark.thorough
def test_games_come_to_the_placement_that_ends_them_and_to_those_before() -> None:
    placing = games(3, PLAIN, g.Phase.PLACE)
    reaches(placing, lambda game: not game.table.bag)
    reaches(placing, lambda game: 20 < len(game.table.bag) < 30)
    reaches(placing, lambda game: len(game.table.bag) > 45)


@pytest.mark.thorough
def test_games_have_extra_actions_and_several_tiles_to_place() -> None:
    reaches(games(ruleset=PLAIN, phases=g.Phase.ACT), lambda game: game.table.extra)
    reaches(games(ruleset=PLAIN, phases=g.Phase.PLACE), lambda game: len(game.table.bought) > 1)


def test_games_of_alhambra_have_several_gifts_at_once_and_one_by_one() -> None:
    given = games(phases=g.Phase.GIFT, ruleset=rulesets(g.Kind.ALHAMBRA, modules=()))
    reaches(given, lambda game: len(game.table.bought) > 1)
    reaches(given, lambda game: game.table.ruleset.gifts_one_by_one and any(game.table.yard))


@pytest.mark.thorough
def test_games_of_both_have_layouts_of_both_kinds_and_come_to_the_second_deck() -> None:
    of_both = rulesets(*g.Kind, modules=())
    acting = games(phases=g.Phase.ACT, ruleset=of_both)
    reaches(acting, lambda game: any(player.city.second for player in game.table.players))
    reaches(acting, lambda game: bool(game.table.aside and game.table.turned_up))
    reaches(acting, lambda game: any(pile.scoring is g.Scoring.B for pile in game.piles))
    # MIX-33: a space that lacks one kind ends nothing.
    reaches(acting, lambda game: None in game.table.yard)
    # MIX-35: both tiles of a space.
    reaches(games(phases=g.Phase.GIFT, ruleset=of_both), lambda game: len(game.table.bought) > 1)
    placing = games(phases=g.Phase.PLACE, ruleset=of_both)
    reaches(placing, lambda game: len({face.kind for face in game.table.bought}) == 2)


@pytest.mark.thorough
def test_games_of_alhambra_have_shared_places() -> None:
    over = games(phases=g.Phase.OVER, ruleset=rulesets(g.Kind.ALHAMBRA, modules=()))
    lines = [line for game in examples(over, 40) for sheet in game.sheets for line in sheet.lines]
    assert {line.shares for line in lines} >= {1, 2, 3}
    # A-SCORE-8: of the first places, and of those behind them; also with Dirk.
    assert {line.place for line in lines if line.shares > 1} >= {1, 2}
    assert any(g.DIRK in dict(line.tied) for line in lines if line.shares > 1)


@given(
    st.data(), st.sets(st.sampled_from(PLAYERS), min_size=1), st.sets(st.sampled_from(g.Phase), min_size=1)
)
def test_games_are_those_that_were_asked_for(
    data: st.DataObject, players: set[int], phases: set[g.Phase]
) -> None:
    game = data.draw(games(players, g.Ruleset(simplified=True), phases))
    assert len(game.hands) in players
    assert game.table.phase in phases
    assert game.table.ruleset == g.Ruleset(simplified=True)


def test_games_by_rulesets_of_a_strategy() -> None:
    wanted = [g.GRANADA, g.Ruleset(simplified=True)]
    found = examples(games(3, st.sampled_from(wanted), [g.Phase.SETUP]), 40)
    assert {game.table.ruleset for game in found} == set(wanted)


def test_games_shrink_to_two_players_by_the_books_at_an_early_moment() -> None:
    assert smallest(games(), condition=lambda game: bool(game.hands)) == g.setup(2)
    first = smallest(games(), condition=lambda game: game.table.to_act is not None)
    assert len(first.hands) == 2
    assert first.table.ruleset == g.GRANADA
    assert first.sheets == ()
    assert not any(player.city.tiles for player in first.table.players)


# Events.


@given(st.data(), games(phases=GOES_ON))
def test_legal_events_can_happen(data: st.DataObject, game: g.Game) -> None:
    event = data.draw(legal_events(game))
    assert g.check(game, event) == ()
    assert g.apply(game, event) != game


def kinds(game: g.Game) -> set[type[g.Event]]:
    """Return what kinds of events can happen next."""
    draws = (draw for draw, _ in g.chance(game))
    actions = g.legal_actions(game, minimal_payments=True)
    return {type(event) for event in (*draws, *actions, *others_shows(game))}


@cache
def varied_games() -> list[g.Game]:
    """Return each game in each phase, so that as many kinds of events can happen as possible; each draw."""
    found = [
        max(
            (game for game in all_moments() if (game.table.phase, game.table.ruleset.game) == (phase, name)),
            key=lambda game: len(kinds(game)),
        )
        for phase in g.Phase
        for name in ("alhambra", "granada", "both")
        # MOD-3: Granada alone has no bonus cards.
        if (phase, name) != (g.Phase.REVEAL, "granada")
    ]
    dues = {game.table.draw_for for game in found}
    missing = [due for due in g.DrawFor if due not in dues]
    return [*found, *(next(game for game in all_moments() if game.table.draw_for is due) for due in missing)]


def with_events(which: Any, there: list[g.Game]) -> st.SearchStrategy[tuple[g.Game, g.Event]]:  # noqa: ANN401
    """Games, each with one of its events."""
    return st.sampled_from(there).flatmap(lambda game: st.tuples(st.just(game), which(game)))


@pytest.mark.thorough
def test_legal_events_are_of_all_kinds_that_are_possible() -> None:
    going_on = [game for game in varied_games() if game.table.phase is not g.Phase.OVER]
    seen: set[type[g.Event]] = set()
    for game in going_on:
        # Some have few events; with a number beside them they come as often as wanted.
        found = {type(event) for event, _ in examples(st.tuples(legal_events(game), st.integers()), 100)}
        assert found == kinds(game)
        seen |= found
    assert seen >= EVENTS - {g.Pass, g.DrawScoring}


@pytest.mark.thorough
def test_all_that_is_legal_comes_also_when_more_is_paid_than_needed() -> None:
    game = laid(["y2 y5 y4 y1 y9", "b3 b4 b3 b4 b5 b2"], "o1 o2 o3 o4", "AR6 BA4 LI6 HS8")
    every = set(g.legal_actions(game))
    payments = {g.Purse.of(some) for size in range(1, 6) for some in combinations(game.hands[0], size)}
    assert {event.payment for event in every if isinstance(event, g.Buy)} == {
        payment for payment in payments if payment.total() >= 6
    }
    found = set(examples(legal_events(game), 1000))
    assert found <= every
    assert len(found) > 0.8 * len(every)


def test_events_of_a_game_are_legal_and_not_and_of_all_kinds() -> None:
    found = examples(with_events(events, varied_games()), 400)
    illegal = Counter(type(event) for game, event in found if g.check(game, event))
    assert illegal.keys() == EVENTS
    assert sum(not g.check(game, event) for game, event in found) > 15
    assert sum(illegal.values()) > 15
    # Near misses: just one thing is wrong.
    assert sum(len(g.check(game, event)) == 1 for game, event in found) > 8
    assert any(game.table.phase is g.Phase.OVER for game, _ in found)


def test_events_without_a_game_are_of_all_kinds() -> None:
    assert {type(event) for event in examples(events(), 400)} == EVENTS


# Positions.


@pytest.mark.thorough
def test_positions_are_of_all_levels() -> None:
    found = examples(positions(), 120)
    reports = [g.validate(position) for position in found]
    levels = Counter(report.level for report in reports)
    assert min(levels[level] for level in (g.Level.WELL_FORMED, g.Level.CONSISTENT, g.Level.COMPLETE)) > 1
    clauses = {str(violation.clause) for report in reports for violation in report.violations}
    assert clauses >= {"BOX-1", "BOX-2", "BOX-7", "BOX-11", "BUILD-2"}
    # Near misses: just one thing is wrong.
    assert any(len(report.violations) == 1 for report in reports)
    for field in attrs.fields(g.Position):
        told = Counter(bool(getattr(position, field.name)) for position in found)
        assert min(told[True], told[False]) > 0


@pytest.mark.parametrize(
    ("value", "others"),
    [
        (True, {False}),
        (3, {2, 4}),
        (0, {1}),
        ((1, 2), {(1,), (2,), (1, 2, 1), (1, 2, 2)}),
        ((), set()),
        (None, set()),
    ],
)
def test_what_is_told_otherwise_is_near(value: object, others: set[object]) -> None:
    near = _near(value)
    drawn = [] if near is None else examples(st.tuples(near, st.integers()), 60)
    assert {other for other, _ in drawn} == others


def test_money_and_cities_that_are_told_otherwise_are_near() -> None:
    near, city = _near(g.Purse.parse("y1 b2")), _near(g.City.of())
    assert near is not None
    assert city is not None
    assert {len(cast("g.Purse", purse)) for purse in examples(near, 60)} == {1, 3}
    assert _near(g.Purse()) is not None
    assert all(isinstance(other, g.City) for other in examples(city, 20))


def test_positions_have_sheets_with_one_line_that_cannot_be() -> None:
    def is_near_miss(position: g.Position) -> bool:
        wrong = g.validate(position).violations if position.sheets else ()
        return len(wrong) == 1 and ": sheet " in str(wrong[0])

    assert reaches(positions(), is_near_miss).sheets


def test_positions_shrink_to_nothing_told() -> None:
    assert smallest(positions(), condition=lambda position: isinstance(position, g.Position)) == g.Position()
