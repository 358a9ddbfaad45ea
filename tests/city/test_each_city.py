"""Cities with walls obey the rules of cities with moats: every test is run for both kinds of tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import granada_rules as g
from granada_rules.box import Box
from tests.helpers import plain
from tests.helpers.games import clauses, each_game, every_game

if TYPE_CHECKING:
    from collections.abc import Mapping


SCORED = {g.Kind.ALHAMBRA: g.Building.GARDEN, g.Kind.GRANADA: g.Building.SCHOOL}


def face(kind: g.Kind, walls: str, price: int = 10) -> g.Face:
    """Return a face: of Alhambra with these walls, of Granada one whose moats are said elsewhere."""
    own = g.Edges.parse(walls) if kind is g.Kind.ALHAMBRA else None
    return g.Face(SCORED[kind], price, own)


def lay(kind: g.Kind, tiles: Mapping[tuple[int, int], str]) -> g.City:
    """Lay tiles with these moats or walls."""
    laid = {g.Cell(*place): (face(kind, sides), g.Edges.parse(sides)) for place, sides in tiles.items()}
    return g.City.of(laid, start=kind)


def found(city: g.City) -> list[tuple[str, set[g.Cell]]]:
    return [(violation.clause, set(violation.cells)) for violation in g.placement.violations(city)]


RING = [(1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)]


@every_game
@pytest.mark.accepts("BOX-5", "BUILD-6")
@pytest.mark.rejects("BOX-5", "BUILD-6")
@pytest.mark.parametrize("side", list(g.Edges))
def test_the_start_tile_has_no_barrier_and_none_lies_against_it(rules: g.Ruleset, side: g.Edges) -> None:
    alone = g.City.of(start=rules.kind)
    assert alone.cells == {g.START}
    assert (g.placement.violations(alone), alone.start) == ((), rules.kind)
    beside = g.START.neighbour(side)
    # With barriers everywhere but towards the start tile there is one place.
    assert g.placement.legal_cells(alone, ~side.opposite) == {beside}
    assert beside not in g.placement.legal_cells(alone, side.opposite)
    city = lay(rules.kind, {(beside.x, beside.y): str(side.opposite)})
    assert found(city) == [("BUILD-2", {g.START, beside}), ("BUILD-3", {beside})]
    barrier = Box.of(rules.kind).barrier
    assert f"has a {barrier} to the" in g.placement.violations(city)[0].message


@each_game
@pytest.mark.rejects("BOX-5")
def test_nobody_has_the_start_tile_of_the_other_game(rules: g.Ruleset) -> None:
    (other,) = set(g.Kind) - set(rules.kinds)
    with pytest.raises(g.ViolationError) as refusal:
        g.scoring.score({"Red": g.City.of(start=rules.kind), "Blue": g.City.of(start=other)}, g.Scoring.A)
    (violation,) = refusal.value.violations
    assert (violation.clause, violation.player) == ("BOX-5", "Blue")


@every_game
@pytest.mark.accepts("BUILD-1", "BUILD-2", "BUILD-3", "BUILD-4", "BUILD-5", "BUILD-6")
def test_a_city_with_barriers_outside_and_inside_is_legal(rules: g.Ruleset) -> None:
    tiles = {(1, 0): "S", (0, 1): "NE", (1, 1): "W", (-1, 0): "", (0, -1): "ESW"}
    assert g.placement.violations(lay(rules.kind, tiles)) == ()


@every_game
@pytest.mark.rejects("BUILD-1")
@pytest.mark.parametrize("roof", [g.Edges.E, g.Edges.S, g.Edges.W])
def test_a_turned_tile_is_reported(rules: g.Ruleset, roof: g.Edges) -> None:
    tile = face(rules.kind, "")
    city = g.City.of({g.Cell(1, 0): (tile, g.Edges(0), roof)}, start=rules.kind)
    assert found(city) == [("BUILD-1", {g.Cell(1, 0)})]


@every_game
@pytest.mark.rejects("BUILD-2")
@pytest.mark.parametrize(("x", "y"), [(1, 1), (-1, 1), (1, -1), (-1, -1)])
@pytest.mark.parametrize("side", list(g.Edges))
def test_an_edge_that_does_not_match_is_found_also_if_another_way_leads_there(
    rules: g.Ruleset, x: int, y: int, side: g.Edges
) -> None:
    corner = g.Cell(x, y)
    city = lay(rules.kind, {(0, y): "", (x, 0): "", (x, y): str(side)})
    beside = corner.neighbour(side)
    assert found(city) == ([("BUILD-2", {corner, beside})] if beside in city.cells else [])


@every_game
@pytest.mark.rejects("BUILD-3")
def test_who_cannot_walk_there_has_no_tile_there(rules: g.Ruleset) -> None:
    city = lay(rules.kind, {(1, 0): "E", (2, 0): "W", (3, 0): ""})
    assert found(city) == [("BUILD-3", {g.Cell(2, 0), g.Cell(3, 0)})]
    around = lay(rules.kind, {(1, 0): "E", (2, 0): "W", (1, 1): "", (2, 1): ""})
    assert found(around) == []


@every_game
@pytest.mark.rejects("BUILD-4")
def test_a_corner_is_not_enough_and_no_tile_lies_on_another(rules: g.Ruleset) -> None:
    assert found(lay(rules.kind, {(1, 0): "", (2, 1): ""})) == [
        ("BUILD-3", {g.Cell(2, 1)}),
        ("BUILD-4", {g.Cell(2, 1)}),
    ]
    city = lay(rules.kind, {(1, 0): ""})
    legal = g.placement.legal_cells(city, g.Edges(0))
    assert not legal & {g.START, g.Cell(1, 0), g.Cell(2, 1)}


@every_game
@pytest.mark.accepts("BUILD-5")
@pytest.mark.rejects("BUILD-5")
def test_a_bay_is_no_hole_and_a_hole_is_none_to_build(rules: g.Ruleset) -> None:
    bay = lay(rules.kind, dict.fromkeys(RING[:-1], ""))
    assert found(bay) == []
    assert g.Cell(0, 1) not in g.placement.legal_cells(bay, g.Edges(0))
    assert found(lay(rules.kind, dict.fromkeys(RING, ""))) == [("BUILD-5", {g.Cell(1, 1)})]


def longest(city: g.City) -> g.moats.Moat:
    return g.moats.longest_wall(city) if city.start is g.Kind.ALHAMBRA else g.moats.longest_moat(city)


@every_game
@pytest.mark.accepts("SCORE-4")
def test_a_stretch_goes_around_corners_and_past_inner_barriers_and_a_ring_counts_every_edge(
    rules: g.Ruleset,
) -> None:
    assert " ".join(map(str, longest(lay(rules.kind, {(1, 0): "NES"})).edges)) == "1,0:N 1,0:E 1,0:S"
    inward = lay(rules.kind, {(0, 1): "NE", (1, 0): "NE"})
    assert " ".join(map(str, longest(inward).edges)) == "0,1:N 0,1:E 1,0:N 1,0:E"
    past = lay(rules.kind, {(0, 1): "NE", (1, 1): "NW", (1, 0): ""})
    assert " ".join(map(str, longest(past).edges)) == "0,1:N 1,1:N"
    around = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    outside = {
        place: "".join(side for side in "NESW" if plain.beside(place, side) not in around)
        for place in around
        if place != (0, 0)
    }
    ring = longest(lay(rules.kind, outside))
    assert (ring.length, ring.is_ring) == (12, True)
    assert longest(lay(rules.kind, outside | {(-1, 1): "W"})).length == 11


@every_game
@pytest.mark.rejects("SCORE-4")
def test_an_open_edge_interrupts_and_an_illegal_city_has_no_longest_stretch(rules: g.Ruleset) -> None:
    tiles = {(0, 1): "N", (1, 1): "", (2, 1): "N", (1, 0): "", (2, 0): ""}
    assert " ".join(map(str, longest(lay(rules.kind, tiles)).edges)) == "0,1:N"
    assert longest(g.City.of(start=rules.kind)).length == 0
    with pytest.raises(g.ViolationError) as refusal:
        longest(lay(rules.kind, dict.fromkeys(RING, "")))
    assert clauses(refusal.value.violations) == ["BUILD-5"]


@every_game
@pytest.mark.accepts("SCORE-5")
@pytest.mark.rejects("SCORE-5")
def test_barriers_side_by_side_count_nothing_and_one_with_nothing_beside_it_counts(rules: g.Ruleset) -> None:
    assert longest(lay(rules.kind, {(0, 1): "E", (1, 1): "W", (1, 0): ""})).length == 0
    assert longest(lay(rules.kind, {(0, 1): "E", (1, 0): ""})).length == 1


def row(kind: g.Kind, *prices: int) -> g.City:
    """Lay buildings of one type in a row, without barriers."""
    tiles = {g.Cell(x, 0): (face(kind, "", price), g.Edges(0)) for x, price in enumerate(prices, 1)}
    return g.City.of(tiles, start=kind)


@every_game
@pytest.mark.accepts("SCORE-6")
@pytest.mark.rejects("SCORE-6")
def test_places_go_by_the_number_of_buildings_and_who_has_none_gets_no_place(rules: g.Ruleset) -> None:
    cities = {
        "Red": row(rules.kind, 12),
        "Blue": row(rules.kind, 6, 7, 8),
        "Green": row(rules.kind, 10, 11),
        "Yellow": g.City.of(start=rules.kind),
    }
    lines = g.scoring.score(cities, g.Scoring.C).lines
    assert [(line.place, line.player) for line in lines] == [(1, "Blue"), (2, "Green"), (3, "Red")]
    alone = g.scoring.score({"Red": cities["Red"], "Yellow": cities["Yellow"]}, g.Scoring.C)
    assert [line.player for line in alone.lines] == ["Red"]
    assert alone.totals["Yellow"] == 0
