"""Layouts of both kinds: bits agree with plain searches, and laws that hold for all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from granada_rules import Cell, City, Edges, Kind, moats, placement
from granada_rules.city import sites
from tests.helpers import plain, plain_layouts
from tests.helpers.cities import all_edges
from tests.helpers.layouts import KINDS, any_layouts, chances, lay, legal_layouts, mirrored
from tests.helpers.plain_layouts import A, G

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

letters = st.sampled_from([A, G])
LONGEST = {A: moats.longest_wall, G: moats.longest_moat}


def places(cells: Iterable[Cell]) -> frozenset[plain.Place]:
    return frozenset((cell.x, cell.y) for cell in cells)


@given(any_layouts)
def test_violations_are_those_of_plain_searches(city: City) -> None:
    found = placement.violations(city)
    assert {(str(one.clause), places(one.cells)) for one in found} == plain_layouts.verdict(city)
    assert len(set(found)) == len(found)
    assert [one.clause for one in found] == sorted(one.clause for one in found)


@pytest.mark.accepts("MIX-16", "MIX-17", "MIX-18", "MIX-19", "MIX-23")
@pytest.mark.rejects("MIX-16", "MIX-17", "MIX-18", "MIX-19", "MIX-23")
@given(legal_layouts, all_edges, letters)
def test_legal_cells_are_found_by_trying_each(city: City, edges: Edges, kind: str) -> None:
    layout = plain_layouts.read(city)
    legal = placement.legal_cells(city, edges, KINDS[kind])
    assert places(legal) == plain_layouts.legal_cells(layout, str(edges), kind)
    dead = plain.empty_beside(layout.barriers)
    assert not any(plain_layouts.can_never_be_built_on(layout, place) for place in dead & places(legal))


@pytest.mark.accepts("MIX-20", "MIX-24", "MIX-25")
@pytest.mark.rejects("MIX-20", "MIX-24", "MIX-25")
@given(legal_layouts, all_edges, letters)
def test_tiles_are_rebuilt_as_trying_each_shows(city: City, edges: Edges, kind: str) -> None:
    layout = plain_layouts.read(city)
    exchangeable = placement.exchangeable_cells(city, edges, KINDS[kind])
    assert places(exchangeable) == plain_layouts.exchangeable_cells(layout, str(edges), kind)
    assert all(city.tiles[cell].face.kind is KINDS[kind] for cell in exchangeable)
    assert sites(city, KINDS[kind]).listed(edges.value)[1] == tuple(exchangeable)
    assert places(placement.removable_cells(city)) == plain_layouts.removable_cells(layout)


@pytest.mark.accepts("MIX-28", "MIX-30")
@given(legal_layouts, letters)
def test_the_longest_wall_and_moat_are_those_of_a_walk_along_each(city: City, kind: str) -> None:
    layout = plain_layouts.read(city)
    longest = LONGEST[kind](city)
    assert longest.length == len(longest.edges) == max(plain_layouts.lengths(layout, kind), default=0)
    sides = [((edge.cell.x, edge.cell.y), str(edge.side)) for edge in longest.edges]
    part = layout.part(kind)
    assert set(sides) <= set(plain_layouts.outer_barriers(layout, kind))
    # In a city of one kind the edges follow one another as well, though nothing meets itself there.
    following = [plain_layouts.following(part, side) for side in sides]
    assert following[:-1] == sides[1:]
    assert longest.is_ring is (following[-1:] == sides[:1] != [])


@pytest.mark.accepts("MIX-31")
@given(legal_layouts)
def test_all_edges_between_the_kinds_are_one_border_no_longer_than_wall_or_moat(city: City) -> None:
    layout = plain_layouts.read(city)
    border = moats.longest_border(city)
    assert plain_layouts.border_lengths(layout) == [border.length] * (layout.part(G) != set())
    assert border.length <= min(moats.longest_wall(city).length, moats.longest_moat(city).length)
    between = {frozenset((edge, edge.across)) for edge in border.edges}
    assert len(between) == border.length == len(plain_layouts.contacts(layout))
    for edge in border.edges:
        assert city.tiles[edge.cell].face.kind is Kind.ALHAMBRA
        assert city.tiles[edge.across.cell].face.kind is Kind.GRANADA


@given(any_layouts, all_edges, letters)
def test_a_mirror_changes_nothing(city: City, edges: Edges, kind: str) -> None:
    layout = plain_layouts.read(city)
    one, other = lay(layout), lay(mirrored(layout))
    # If it is not known where Granada began, the reading order decides which group is reached.
    if layout.first is not None or not placement.violations(one):
        assert _broken(one) == {(clause, _mirrored(cells)) for clause, cells in _broken(other)}
    if not placement.violations(one):
        for longest in (*LONGEST.values(), moats.longest_border):
            assert longest(one).length == longest(other).length
        seen = placement.legal_cells(other, edges.mirrored_left_right, KINDS[kind])
        assert places(placement.legal_cells(one, edges, KINDS[kind])) == _mirrored(places(seen))


def _broken(city: City) -> set[tuple[str, plain.Group]]:
    return {(violation.clause, places(violation.cells)) for violation in placement.violations(city)}


def _mirrored(group: plain.Group) -> plain.Group:
    return frozenset((-x, y) for x, y in group)


@given(any_layouts, chances)
def test_the_order_of_building_changes_nothing(city: City, rng: random.Random) -> None:
    cells = list(city.tiles)
    rng.shuffle(cells)
    # Only which tile of Granada is the first matters.
    cells.sort(key=lambda cell: cell != city.second)
    again = City.of({}, start=city.start)
    for cell in cells:
        again = again.extended(cell, city.tiles[cell])
    again = City.of(again.tiles, again.start, city.second)
    assert (again, again.other, again.second) == (city, city.other, city.second)
    assert placement.violations(again) == placement.violations(city)


@given(legal_layouts)
def test_without_its_tiles_of_granada_an_alhambra_has_holes_at_most_where_they_lay(city: City) -> None:
    alhambra = {cell: tile for cell, tile in city.tiles.items() if tile.face.kind is Kind.ALHAMBRA}
    for violation in placement.violations(City.of(alhambra, Kind.ALHAMBRA)):
        assert violation.clause == "BUILD-5"
        assert set(violation.cells) <= city.tiles.keys() - alhambra.keys()
