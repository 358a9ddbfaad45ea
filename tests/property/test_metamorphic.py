"""What stays as it is, or changes in a known way, when a city or a table is changed in a known way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import granada_rules as g
from granada_rules.box import Box
from granada_rules.testing.cities import laid
from tests.helpers.cities import PICTURES, Tables, all_edges, any_cities, legal_cities, moved, tables
from tests.property.test_moats import longest

if TYPE_CHECKING:
    from collections.abc import Callable


def verdict(city: g.City) -> set[tuple[g.Clause, frozenset[g.Cell]]]:
    """Return which clauses are broken where."""
    return {(broken.clause, frozenset(broken.cells)) for broken in g.placement.violations(city)}


def with_moats(city: g.City, edges: dict[g.Cell, g.Edges]) -> g.City:
    """Return the city in which these edges of tiles have changed between moat and no moat."""
    return g.City.of(
        {
            cell: laid(tile.face, tile.moats ^ edges.get(cell, g.Edges(0)), tile.roof)
            for cell, tile in city.tiles.items()
        },
        city.start,
    )


def edges_of(city: g.City, *, inner: bool) -> list[g.Edge]:
    """Return the edges of tiles, but the start tile, with another tile beyond, or with none."""
    return [
        g.Edge(cell, side)
        for cell in sorted(city.tiles)
        for side in g.Edges
        if (cell.neighbour(side) in city.cells) is inner
    ]


@st.composite
def moated_cities(draw: st.DrawFn) -> g.City:
    """Legal cities with any of their outer edges changed between moat and no moat."""
    city = draw(legal_cities(max_size=20))
    outer = edges_of(city, inner=False)
    changed = dict.fromkeys(city.tiles, g.Edges(0))
    for edge, change in zip(
        outer, draw(st.lists(st.booleans(), min_size=len(outer), max_size=len(outer))), strict=True
    ):
        if change:
            changed[edge.cell] |= edge.side
    return with_moats(city, changed)


# A moat more.


@given(any_cities, all_edges, st.data())
def test_a_moat_on_an_outer_edge_changes_no_verdict(
    city: g.City, edges: g.Edges, data: st.DataObject
) -> None:
    outer = edges_of(city, inner=False)
    assume(outer)
    edge = data.draw(st.sampled_from(outer))
    changed = with_moats(city, {edge.cell: edge.side})
    assert verdict(changed) == verdict(city)
    if not verdict(city):
        assert g.placement.removable_cells(changed) == g.placement.removable_cells(city)
        assert g.placement.exchangeable_cells(changed, edges) == g.placement.exchangeable_cells(city, edges)
        # Where the moat lies a tile may have to be another one now, elsewhere not.
        beyond = {edge.across.cell}
        assert (
            g.placement.legal_cells(changed, edges) - beyond == g.placement.legal_cells(city, edges) - beyond
        )


@given(moated_cities(), st.data())
def test_a_moat_more_on_an_outer_edge_never_shortens_the_longest(city: g.City, data: st.DataObject) -> None:
    dry = [edge for edge in edges_of(city, inner=False) if edge.side not in city.tiles[edge.cell].moats]
    assume(dry)
    edge = data.draw(st.sampled_from(dry))
    before = longest(city).length
    after = longest(with_moats(city, {edge.cell: edge.side}))
    assert before <= after.length <= 2 * before + 1
    # It is longer only by way of the new moat.
    assert after.length == before or edge in after.edges


@given(moated_cities(), st.data())
def test_moats_inside_the_city_count_nothing(city: g.City, data: st.DataObject) -> None:
    inner = [edge for edge in edges_of(city, inner=True) if edge.across.cell != g.START]
    assume(inner)
    edge = data.draw(st.sampled_from(inner))
    changed = with_moats(city, {edge.cell: edge.side, edge.across.cell: edge.across.side})
    assume(not verdict(changed))
    assert longest(changed) == longest(city)
    assert g.moats.outline(changed) == g.moats.outline(city)


# Counting.


@given(legal_cities())
def test_the_outline_has_four_edges_for_each_tile_less_two_for_each_inner_edge(city: g.City) -> None:
    inner = sum(cell.neighbour(side) in city.cells for cell in city.cells for side in (g.Edges.N, g.Edges.E))
    assert len(g.moats.outline(city)) == 4 * len(city.cells) - 2 * inner


# Other pictures; how they are judged is beside the other laws of placement.


@pytest.mark.parametrize(("move", "flip"), PICTURES)
@given(city=moated_cities())
def test_a_mirror_and_a_quarter_turn_keep_the_moats(
    city: g.City, move: Callable[[g.Cell], g.Cell], flip: Callable[[g.Edges], g.Edges]
) -> None:
    before, after = longest(city), longest(moved(city, move, flip))
    assert after.length == before.length
    assert after.is_ring == before.is_ring
    outer = {(move(edge.cell), flip(edge.side)) for edge in g.moats.outer_moats(city)}
    assert {(edge.cell, edge.side) for edge in g.moats.outer_moats(moved(city, move, flip))} == outer


# Scorings.


def renamed(table: Tables, name: Callable[[g.Face], g.Face]) -> Tables:
    """Return the table with other faces in the same places."""
    cities = {
        player: g.City.of(
            {cell: laid(name(tile.face), tile.moats) for cell, tile in city.tiles.items()}, city.start
        )
        for player, city in table.cities.items()
    }
    return Tables(cities, None if table.dirk is None else tuple(map(name, table.dirk)))


@settings(max_examples=50)
@given(tables(), st.sampled_from(g.Scoring), st.booleans(), st.data())
def test_types_are_worth_the_same_where_their_points_are(
    table: Tables,
    which: g.Scoring,
    fixed: bool,  # noqa: FBT001
    data: st.DataObject,
) -> None:
    """In Granada all types are; in Alhambra each is worth a point more than the one before at a place."""
    simplified = fixed and Box.of(table.kind).simplified is not None
    worth = Box.of(table.kind).scored_by(simplified=simplified).points[which]
    alike = [[one for one in table.kind.buildings if worth[one] == points] for points in worth.values()]
    assert {len(types) for types in alike} == ({9} if table.kind is g.Kind.GRANADA else {1})
    order = data.draw(st.permutations(alike[0]))
    other = {**{one: one for one in table.kind.buildings}, **dict(zip(alike[0], order, strict=True))}
    changed = renamed(table, lambda face: attrs.evolve(face, building=other[face.building]))
    before, after = (
        g.scoring.score(one.cities, which, dirk=one.dirk, simplified=simplified) for one in (table, changed)
    )
    assert after.totals == before.totals


@settings(max_examples=50)
@given(tables(), st.sampled_from(g.Scoring), st.data())
def test_players_who_change_seats_or_names_take_their_points_along(
    table: Tables, which: g.Scoring, data: st.DataObject
) -> None:
    called = dict(zip(table.cities, data.draw(st.permutations(list(table.cities))), strict=True))
    before = g.scoring.score(table.cities, which, dirk=table.dirk)
    renamed = {called[player]: city for player, city in table.cities.items()}
    reseated = {player: renamed[player] for player in data.draw(st.permutations(list(renamed)))}
    after = g.scoring.score(reseated, which, dirk=table.dirk)
    assert list(after.totals)[: len(reseated)] == list(reseated)
    assert after.totals == {called.get(player, player): points for player, points in before.totals.items()}


def awards(
    table: Tables, which: g.Scoring, *, simplified: bool
) -> dict[tuple[g.Building, str], tuple[int, int]]:
    """Return the place and the points of everyone who gets something for a type."""
    return {
        (line.building, line.player): (line.place, line.points)
        for line in g.scoring.score(table.cities, which, dirk=table.dirk, simplified=simplified).lines
        if line.building is not None and line.place is not None
    }


@settings(max_examples=50)
@given(tables(), st.booleans())
def test_a_later_scoring_gives_the_same_places_and_more_for_each(table: Tables, fixed: bool) -> None:  # noqa: FBT001
    simplified = fixed and Box.of(table.kind).simplified is not None
    first, second, third = (awards(table, which, simplified=simplified) for which in g.Scoring)
    for earlier, later in ((first, second), (second, third)):
        for whose, (place, points) in earlier.items():
            assert later[whose][0] == place
            assert later[whose][1] > points


@settings(max_examples=50)
@given(tables(g.Kind.ALHAMBRA), st.sampled_from(g.Scoring))
def test_prices_play_no_part_where_ties_share(table: Tables, which: g.Scoring) -> None:
    """Each tile is given the price that mirrors its own between those of its type (A-SCORE-8)."""
    prices = {
        building: [value for one, value in Box.of(table.kind).many if one is building]
        for building in table.kind.buildings
    }
    changed = renamed(
        table,
        lambda face: attrs.evolve(
            face, value=prices[face.building][0] + prices[face.building][-1] - face.value
        ),
    )
    before, after = (g.scoring.score(one.cities, which, dirk=one.dirk).totals for one in (table, changed))
    assert after == before
