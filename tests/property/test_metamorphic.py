"""What stays as it is, or changes in a known way, when a city or a table is changed in a known way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from granada_rules import (
    START,
    Building,
    Built,
    Cell,
    City,
    Edge,
    Edges,
    Face,
    Kind,
    Scoring,
    moats,
    placement,
    scoring,
)
from tests.helpers.cities import Tables, all_edges, any_cities, legal_cities, tables

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada_rules import Clause


def verdict(
    city: City, move: Callable[[Cell], Cell] = lambda cell: cell
) -> set[tuple[Clause, frozenset[Cell]]]:
    """Return which clauses are broken where, after a move."""
    return {(broken.clause, frozenset(map(move, broken.cells))) for broken in placement.violations(city)}


def with_moats(city: City, edges: dict[Cell, Edges]) -> City:
    """Return the city in which these edges of tiles have changed between moat and no moat."""
    return City.of(
        {
            cell: attrs.evolve(tile, moats=tile.moats ^ edges.get(cell, Edges(0)))
            for cell, tile in city.tiles.items()
        }
    )


def edges_of(city: City, *, inner: bool) -> list[Edge]:
    """Return the edges of tiles, but the start tile, with another tile beyond, or with none."""
    return [
        Edge(cell, side)
        for cell in sorted(city.tiles)
        for side in Edges
        if (cell.neighbour(side) in city.cells) is inner
    ]


@st.composite
def moated_cities(draw: st.DrawFn) -> City:
    """Legal cities with any of their outer edges changed between moat and no moat."""
    city = draw(legal_cities(max_size=20))
    outer = edges_of(city, inner=False)
    changed = dict.fromkeys(city.tiles, Edges(0))
    for edge, change in zip(
        outer, draw(st.lists(st.booleans(), min_size=len(outer), max_size=len(outer))), strict=True
    ):
        if change:
            changed[edge.cell] |= edge.side
    return with_moats(city, changed)


# A moat more.


@given(any_cities, all_edges, st.data())
def test_a_moat_on_an_outer_edge_changes_no_verdict(city: City, edges: Edges, data: st.DataObject) -> None:
    outer = edges_of(city, inner=False)
    assume(outer)
    edge = data.draw(st.sampled_from(outer))
    changed = with_moats(city, {edge.cell: edge.side})
    assert verdict(changed) == verdict(city)
    if not verdict(city):
        assert placement.removable_cells(changed) == placement.removable_cells(city)
        assert placement.exchangeable_cells(changed, edges) == placement.exchangeable_cells(city, edges)
        # Where the moat lies a tile may have to be another one now, elsewhere not.
        beyond = {edge.across.cell}
        assert placement.legal_cells(changed, edges) - beyond == placement.legal_cells(city, edges) - beyond


@given(moated_cities(), st.data())
def test_a_moat_more_on_an_outer_edge_never_shortens_the_longest(city: City, data: st.DataObject) -> None:
    dry = [edge for edge in edges_of(city, inner=False) if edge.side not in city.tiles[edge.cell].moats]
    assume(dry)
    edge = data.draw(st.sampled_from(dry))
    before = moats.longest_moat(city).length
    after = moats.longest_moat(with_moats(city, {edge.cell: edge.side}))
    assert before <= after.length <= 2 * before + 1
    # It is longer only by way of the new moat.
    assert after.length == before or edge in after.edges


@given(moated_cities(), st.data())
def test_moats_inside_the_city_count_nothing(city: City, data: st.DataObject) -> None:
    inner = [edge for edge in edges_of(city, inner=True) if edge.across.cell != START]
    assume(inner)
    edge = data.draw(st.sampled_from(inner))
    changed = with_moats(city, {edge.cell: edge.side, edge.across.cell: edge.across.side})
    assume(not verdict(changed))
    assert moats.longest_moat(changed) == moats.longest_moat(city)
    assert moats.outline(changed) == moats.outline(city)


# Counting.


@given(legal_cities())
def test_the_outline_has_four_edges_for_each_tile_less_two_for_each_inner_edge(city: City) -> None:
    inner = sum(cell.neighbour(side) in city.cells for cell in city.cells for side in (Edges.N, Edges.E))
    assert len(moats.outline(city)) == 4 * len(city.cells) - 2 * inner


# The whole picture turned; mirrors and shifts are beside the other laws of placement.


def quarter(cell: Cell) -> Cell:
    """Return where a cell comes to lie when the picture is turned clockwise by a quarter."""
    return Cell(cell.y, -cell.x)


def turned(city: City) -> City:
    """Return the city turned clockwise by a quarter. Roofs are not turned with it: up stays up."""
    return City.of(
        {
            quarter(cell): Built(tile.face, tile.moats.turned(Edges.E), tile.roof)
            for cell, tile in city.tiles.items()
        }
    )


@given(any_cities, all_edges)
def test_a_picture_turned_by_a_quarter_is_judged_the_same(city: City, edges: Edges) -> None:
    after, also = turned(city), edges.turned(Edges.E)
    assert verdict(after) == verdict(city, quarter)
    if not verdict(city):
        assert placement.legal_cells(after, also) == set(map(quarter, placement.legal_cells(city, edges)))
        assert placement.removable_cells(after) == set(map(quarter, placement.removable_cells(city)))
        exchangeable = set(map(quarter, placement.exchangeable_cells(city, edges)))
        assert placement.exchangeable_cells(after, also) == exchangeable


@given(moated_cities())
def test_a_picture_turned_by_a_quarter_keeps_the_moat(city: City) -> None:
    before, after = moats.longest_moat(city), moats.longest_moat(turned(city))
    assert after.length == before.length
    assert after.is_ring == before.is_ring


# Scorings.


def renamed(table: Tables, name: Callable[[Face], Face]) -> Tables:
    """Return the table with other faces in the same places."""
    cities = {
        player: City.of({cell: attrs.evolve(tile, face=name(tile.face)) for cell, tile in city.tiles.items()})
        for player, city in table.cities.items()
    }
    return Tables(cities, None if table.dirk is None else tuple(map(name, table.dirk)))


@settings(max_examples=50)
@given(tables(), st.sampled_from(Scoring), st.booleans(), st.permutations(list(Kind.GRANADA.buildings)))
def test_all_types_are_worth_the_same(
    table: Tables,
    which: Scoring,
    simplified: bool,  # noqa: FBT001
    order: list[Building],
) -> None:
    other = dict(zip(Kind.GRANADA.buildings, order, strict=True))
    changed = renamed(table, lambda face: Face(other[face.building], face.value))
    before, after = (
        scoring.score(one.cities, which, dirk=one.dirk, simplified=simplified) for one in (table, changed)
    )
    assert after.totals == before.totals


@settings(max_examples=50)
@given(tables(), st.booleans())
def test_a_later_scoring_gives_the_same_places_and_more_for_each(table: Tables, simplified: bool) -> None:  # noqa: FBT001
    first, second, third = (
        {
            (line.building, line.place): (line.player, line.points)
            for line in scoring.score(table.cities, which, dirk=table.dirk, simplified=simplified).lines
            if line.building is not None
        }
        for which in Scoring
    )
    for earlier, later in ((first, second), (second, third)):
        for place, (player, points) in earlier.items():
            assert later[place][0] == player
            assert later[place][1] > points
