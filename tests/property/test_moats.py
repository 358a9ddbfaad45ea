"""What holds for the moats and walls of all cities."""

from __future__ import annotations

import pytest
from hypothesis import assume, given

from granada_rules import City, Edge, Edges, Kind, ViolationError, moats, placement
from tests.helpers import plain
from tests.helpers.cities import any_cities, lay, legal_cities
from tests.helpers.samples import reaches


def longest(city: City) -> moats.Moat:
    """Return the longest moat or wall, whichever the city has."""
    found = {Kind.GRANADA: moats.longest_moat(city), Kind.ALHAMBRA: moats.longest_wall(city)}
    own = found.pop(city.start)
    # There is none of what the other kind has.
    assert list(found.values()) == [moats.Moat(())]
    return own


def plainly(edge: Edge) -> tuple[plain.Place, str]:
    return (edge.cell.x, edge.cell.y), str(edge.side)


@given(legal_cities())
def test_the_longest_moat_is_that_of_a_plain_search_over_chains_of_edges(city: City) -> None:
    assert longest(city).length == max(plain.moat_lengths(plain.read(city)), default=0)


@given(legal_cities())
def test_the_outline_is_a_clockwise_walk_over_every_outer_edge_once(city: City) -> None:
    walk = [plainly(edge) for edge in moats.outline(city)]
    assert sorted(walk) == sorted(plain.outline(plain.read(city)))
    for edge, following in zip(walk, [*walk[1:], walk[0]], strict=True):
        assert plain.ends(edge)[1] == plain.ends(following)[0]
    assert moats.outline(city)[0] == Edge(min(city.cells), Edges.N)


@given(legal_cities())
def test_outer_moats_are_the_wet_edges_of_the_outline(city: City) -> None:
    wet = moats.outer_moats(city)
    assert sorted(map(plainly, wet)) == sorted(plain.outer_moats(plain.read(city)))
    assert [edge for edge in moats.outline(city) if edge in set(wet)] == list(wet)


@given(legal_cities())
def test_the_witness_is_a_whole_stretch_of_the_outline_and_the_first_of_its_length(city: City) -> None:
    moat, walk, wet = longest(city), moats.outline(city), set(moats.outer_moats(city))
    stretches = []
    for first in range(len(walk)):
        around = walk[first:] + walk[:first]
        dry = [number for number, edge in enumerate(around) if edge not in wet]
        if walk[first - 1] not in wet or (not dry and first == 0):
            stretches.append(around[: dry[0]] if dry else around)
    most = max(map(len, stretches), default=0)
    expected = next((stretch for stretch in stretches if len(stretch) == most), ())
    assert moat.edges == expected
    assert moat.is_ring == (set(walk) == wet)


@given(any_cities)
def test_an_illegal_city_has_no_moat_but_its_violations(city: City) -> None:
    violations = placement.violations(city)
    assume(violations)
    for ask in (moats.longest_moat, moats.longest_wall, moats.outline, moats.outer_moats):
        with pytest.raises(ViolationError) as refused:
            ask(city)
        assert refused.value.violations == violations


@given(legal_cities())
def test_with_a_moat_all_around_every_edge_counts(city: City) -> None:
    """The start tile has no moats, so it has to lie inside."""
    laid = plain.read(city)
    assume(all(place in laid for place in plain.neighbours(plain.START)))
    walled = dict(laid)
    for place, side in plain.outline(laid):
        walled[place] = walled[place] + side if side not in walled[place] else walled[place]
    around = ((place, wet) for place, wet in walled.items() if place != plain.START)
    moat = longest(lay(around, kind=city.start))
    assert moat.is_ring
    assert moat.length == len(plain.outline(laid))


def test_the_generator_knows_inner_moats_and_several_stretches() -> None:
    def has_both(city: City) -> bool:
        wet = sum(len(tile.moats) for tile in city.tiles.values())
        return len(plain.moat_lengths(plain.read(city))) > 2 and wet > len(
            plain.outer_moats(plain.read(city))
        )

    assert reaches(legal_cities(), has_both).tiles
