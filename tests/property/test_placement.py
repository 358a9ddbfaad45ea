"""What holds for all cities: the bits judge as plain searches do."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import granada_rules
import granada_rules as g
from granada_rules.box import Box, shipped_tiles
from granada_rules.testing.cities import laid
from tests.helpers import plain
from tests.helpers.cities import (
    PICTURES,
    all_edges,
    any_cities,
    cells,
    legal_cities,
    moved,
    near_cells,
    spoiled_cities,
    tiles,
    with_tile,
)
from tests.helpers.samples import reaches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def some_face(city: g.City) -> g.Face:
    """Return a face of the city's kind."""
    return shipped_tiles(city.start).faces[0]


def places(found: Iterable[g.Cell]) -> set[plain.Place]:
    return {(cell.x, cell.y) for cell in found}


def verdict(city: g.City) -> set[tuple[str, plain.Group]]:
    return {
        (violation.clause, frozenset(places(violation.cells))) for violation in g.placement.violations(city)
    }


@given(any_cities)
def test_violations_are_those_of_plain_searches(city: g.City) -> None:
    found = g.placement.violations(city)
    expected = plain.verdict(city)
    assert verdict(city) == expected
    assert len(found) == len(expected), "no violation is reported twice"


@pytest.mark.parametrize("clause", ["BUILD-1", "BUILD-2", "BUILD-3", "BUILD-4", "BUILD-5"])
def test_the_generator_is_not_blind(clause: str) -> None:
    found = reaches(
        any_cities, lambda city: any(violation.clause == clause for violation in g.placement.violations(city))
    )
    assert g.placement.violations(found)


@given(legal_cities())
def test_legally_grown_cities_have_no_violations(city: g.City) -> None:
    assert g.placement.violations(city) == ()


@given(any_cities)
def test_violations_are_in_the_order_of_clauses_and_then_of_reading(city: g.City) -> None:
    found = g.placement.violations(city)
    order = [(str(violation.clause), violation.cells) for violation in found]
    assert order == sorted(order)
    assert all(list(violation.cells) == sorted(violation.cells) for violation in found)


@given(legal_cities(), all_edges)
def test_legal_cells_are_those_where_everything_holds_afterwards(city: g.City, edges: g.Edges) -> None:
    assert places(g.placement.legal_cells(city, edges)) == plain.legal_cells(city, str(edges))


@given(legal_cities())
def test_removable_cells_are_those_where_everything_holds_afterwards(city: g.City) -> None:
    assert places(g.placement.removable_cells(city)) == plain.removable_cells(city)


@given(legal_cities(), all_edges)
def test_exchangeable_cells_are_those_where_everything_holds_afterwards(city: g.City, edges: g.Edges) -> None:
    assert places(g.placement.exchangeable_cells(city, edges)) == plain.exchangeable_cells(city, str(edges))


@given(with_tile(legal_cities()), st.one_of(near_cells, cells))
def test_why_not_gives_no_reason_exactly_at_legal_cells(there: tuple[g.City, g.Built], cell: g.Cell) -> None:
    city, tile = there
    legal = cell in g.placement.legal_cells(city, tile.moats) and tile.roof is g.Edges.N
    assert (g.placement.why_not(city, cell, tile) == ()) == legal


@given(with_tile(any_cities), near_cells)
def test_why_not_gives_all_reasons(there: tuple[g.City, g.Built], cell: g.Cell) -> None:
    city, tile = there
    assume(cell not in city.cells)
    assert g.placement.why_not(city, cell, tile) == g.placement.violations(city.extended(cell, tile))


@given(legal_cities())
def test_one_run_of_tiles_around_is_no_hole(city: g.City) -> None:
    laid = plain.read(city)
    for place in plain.empty_beside(laid):
        no_hole = not plain.enclosed({**laid, place: ""})
        assert (plain.runs_around(laid, place) == 1) == no_hole


@given(legal_cities())
def test_the_outline_of_a_legal_city_is_one_simple_closed_loop(city: g.City) -> None:
    """Every corner on the outline joins exactly two of its edges, and from any edge one gets to all."""
    corners: dict[plain.Place, list[int]] = {}
    outline = plain.outline(plain.read(city))
    offsets = {"N": ((0, 1), (1, 1)), "E": ((1, 0), (1, 1)), "S": ((0, 0), (1, 0)), "W": ((0, 0), (0, 1))}
    ends = [[(x + dx, y + dy) for dx, dy in offsets[side]] for (x, y), side in outline]
    for number, corner_pair in enumerate(ends):
        for corner in corner_pair:
            corners.setdefault(corner, []).append(number)
    assert all(len(edges) == 2 for edges in corners.values())
    joined = plain.search(
        ends[0][0], lambda corner: [end for number in corners[corner] for end in ends[number]]
    )
    assert joined == corners.keys()


@given(legal_cities(), all_edges)
def test_exchanging_never_changes_what_can_be_reached(city: g.City, edges: g.Edges) -> None:
    before = plain.split(plain.read(city), plain.on_foot(plain.read(city)))
    tile = next(iter(city.tiles.values()), None)
    for cell in g.placement.exchangeable_cells(city, edges):
        assert tile is not None
        after = plain.read(city.exchanged(cell, laid(tile.face, edges)))
        assert plain.split(after, plain.on_foot(after)) == before


@pytest.mark.parametrize(("move", "flip"), PICTURES)
@given(city=any_cities, edges=all_edges)
def test_verdicts_are_the_same_in_a_mirror_and_turned_by_a_quarter(
    city: g.City, edges: g.Edges, move: Callable[[g.Cell], g.Cell], flip: Callable[[g.Edges], g.Edges]
) -> None:
    after = moved(city, move, flip)
    expected = {(v.clause, frozenset(map(move, v.cells))) for v in g.placement.violations(city)}
    assert {(v.clause, frozenset(v.cells)) for v in g.placement.violations(after)} == expected
    if not expected:
        legal = g.placement.legal_cells(after, flip(edges))
        assert legal == set(map(move, g.placement.legal_cells(city, edges)))
        assert g.placement.removable_cells(after) == set(map(move, g.placement.removable_cells(city)))
        exchangeable = g.placement.exchangeable_cells(after, flip(edges))
        assert exchangeable == set(map(move, g.placement.exchangeable_cells(city, edges)))


@given(any_cities, all_edges, st.data())
def test_verdicts_are_the_same_when_the_picture_is_shifted(
    city: g.City, edges: g.Edges, data: st.DataObject
) -> None:
    """Any upright tile without moats can be the start tile of the same picture."""
    fit = [cell for cell, tile in city.tiles.items() if not tile.moats and tile.roof is g.Edges.N]
    start = data.draw(st.sampled_from([g.START, *sorted(fit)]))
    face = city.tiles[start].face if start in city.tiles else some_face(city)

    def move(cell: g.Cell) -> g.Cell:
        return g.Cell(cell.x - start.x, cell.y - start.y)

    tiles = {g.START: laid(face, g.Edges(0)), **city.tiles}
    assume(all(max(abs(move(cell).x), abs(move(cell).y)) < 53 for cell in (*tiles, start)))
    shifted = g.City.of({move(cell): tile for cell, tile in tiles.items() if cell != start}, city.start)

    def moved(one: g.City) -> set[tuple[str, frozenset[g.Cell]]]:
        """Return what does not depend on which tile one starts from."""
        return {(v.clause, frozenset(v.cells)) for v in g.placement.violations(one) if v.clause != "BUILD-3"}

    assert moved(shifted) == {(clause, frozenset(map(move, found))) for clause, found in moved(city)}
    groups = plain.split(plain.read(city), plain.on_foot(plain.read(city)))
    unreached = {frozenset(places(v.cells)) for v in g.placement.violations(shifted) if v.clause == "BUILD-3"}
    expected = {frozenset(places(move(g.Cell(*place)) for place in group)) for group in groups}
    assert unreached == {group for group in expected if plain.START not in group}
    if not g.placement.violations(city):
        legal = {move(cell) for cell in g.placement.legal_cells(city, edges)}
        assert legal == g.placement.legal_cells(shifted, edges)
        kept = {g.START, move(g.START)}
        removable = set(map(move, g.placement.removable_cells(city)))
        assert removable - kept == g.placement.removable_cells(shifted) - kept
        exchangeable = set(map(move, g.placement.exchangeable_cells(city, edges)))
        assert exchangeable - kept == g.placement.exchangeable_cells(shifted, edges) - kept


@given(any_cities)
def test_the_bit_sets_say_what_the_tiles_say_however_they_were_built(city: g.City) -> None:
    one_by_one = g.City.of(start=city.start)
    for cell, tile in city.tiles.items():
        one_by_one = one_by_one.extended(cell, tile)
    for built in (
        city,
        one_by_one,
        one_by_one.extended(g.Cell(54, 54), laid(some_face(city), g.Edges.N)).reduced(g.Cell(54, 54)),
    ):
        tiles = built.tiles.items()
        planes = {
            built.occupied: {g.START, *built.tiles},
            built.north: {cell for cell, tile in tiles if g.Edges.N in tile.moats},
            built.east: {cell for cell, tile in tiles if g.Edges.E in tile.moats},
            built.south: {cell for cell, tile in tiles if g.Edges.S in tile.moats},
            built.west: {cell for cell, tile in tiles if g.Edges.W in tile.moats},
            built.turned: {cell for cell, tile in tiles if tile.roof is not g.Edges.N},
        }
        for bits, expected in planes.items():
            assert g.Cells(bits, built.top) == expected


@given(any_cities, st.data())
def test_the_order_of_building_does_not_matter(city: g.City, data: st.DataObject) -> None:
    order = data.draw(st.permutations(sorted(city.tiles)))
    one_by_one = g.City.of(start=city.start)
    for cell in order:
        one_by_one = one_by_one.extended(cell, city.tiles[cell])
    assert one_by_one == city
    assert hash(one_by_one) == hash(city)
    assert repr(one_by_one) == repr(city)
    assert g.placement.violations(one_by_one) == g.placement.violations(city)


@given(any_cities, st.data())
def test_there_and_back_is_the_same_city(city: g.City, data: st.DataObject) -> None:
    cell, tile = data.draw(near_cells), data.draw(tiles(city.start))
    assume(cell not in city.cells)
    extended = city.extended(cell, tile)
    assert extended.reduced(cell) == city
    assert g.placement.violations(extended.reduced(cell)) == g.placement.violations(city)
    other = data.draw(tiles(city.start))
    assert extended.exchanged(cell, other) == city.extended(cell, other)
    assert verdict(extended.exchanged(cell, other)) == plain.verdict(city.extended(cell, other))


def proves(violation: g.Violation, city: g.City, shown: set[plain.Place]) -> bool:
    """Judge a witness from outside: whether these places show the violation."""
    laid = plain.read(city)
    match violation.clause:
        case g.Clause.BUILD_1:
            return any(
                place != plain.START and city.tiles[g.Cell(*place)].roof is not g.Edges.N for place in shown
            )
        case g.Clause.BUILD_2:
            return bool(plain.unlike({place: laid[place] for place in shown}))
        case g.Clause.BUILD_3:
            # A group proves it if it has a tile, lacks the start tile, and no step leads out of it.
            steps = plain.on_foot(laid)
            return bool(shown) and plain.START not in shown and all(set(steps(p)) <= shown for p in shown)
        case g.Clause.BUILD_4:
            return any(not any(other in laid for other in plain.neighbours(place)) for place in shown)
        case _:
            # An area proves it if it is empty and every step out of it meets a tile.
            around = {other for place in shown for other in plain.neighbours(place)} - shown
            return bool(shown) and not shown & laid.keys() and around <= laid.keys()


@given(spoiled_cities)
def test_witnesses_are_minimal(city: g.City) -> None:
    for violation in g.placement.violations(city):
        shown = places(violation.cells)
        assert proves(violation, city, shown)
        for place in shown:
            assert not proves(violation, city, shown - {place})


@given(any_cities)
def test_witnesses_name_the_faces_at_their_cells_and_the_edge_between(city: g.City) -> None:
    for violation in g.placement.violations(city):
        faces = tuple(city.tiles[cell].face for cell in violation.cells if cell in city.tiles)
        assert violation.faces == faces
        if violation.clause == "BUILD-2":
            (edge,) = violation.edges
            assert {edge.cell, edge.across.cell} == set(violation.cells)
        else:
            assert violation.edges == ()
        assert len(violation.message) < 200


def unlike(kind: g.Kind) -> g.Kind:
    """Return the other kind."""
    return g.Kind.GRANADA if kind is g.Kind.ALHAMBRA else g.Kind.ALHAMBRA


@given(any_cities, all_edges)
def test_walls_are_judged_as_moats_are_and_called_by_their_name(city: g.City, edges: g.Edges) -> None:
    # BOX-2, A-BOX-2: there is room for more tiles beside a start tile of Alhambra.
    assume(all(max(abs(cell.x), abs(cell.y)) < 54 for cell in city.tiles))
    face = shipped_tiles(unlike(city.start)).faces[0]
    other = g.City.of(
        {cell: laid(face, tile.moats, tile.roof) for cell, tile in city.tiles.items()}, unlike(city.start)
    )
    assert other != city
    assert verdict(other) == verdict(city)
    assert g.placement.legal_cells(other, edges) == g.placement.legal_cells(city, edges)
    assert g.placement.exchangeable_cells(other, edges) == g.placement.exchangeable_cells(city, edges)
    assert g.placement.removable_cells(other) == g.placement.removable_cells(city)
    for one in (city, other):
        for violation in g.placement.violations(one):
            own, foreign = Box.of(one.start).barrier, Box.of(unlike(one.start)).barrier
            assert foreign not in violation.message
            assert (own in violation.message) == (violation.clause == "BUILD-2")


@given(with_tile(any_cities), near_cells)
def test_only_beside_a_start_tile_of_alhambra_lie_tiles_of_both_kinds(
    there: tuple[g.City, g.Built], cell: g.Cell
) -> None:
    city, tile = there
    assume(cell not in city.cells)
    foreign = laid(shipped_tiles(unlike(city.start)).faces[0], tile.moats, tile.roof)
    extended = city.extended(cell, tile)
    ways: list[Callable[[], g.City]] = [
        lambda: city.extended(cell, foreign),
        lambda: extended.exchanged(cell, foreign),
        lambda: g.City.of({**extended.tiles, cell: foreign}, city.start),
    ]
    for lay in ways:
        if city.start is g.Kind.ALHAMBRA:
            assert lay().tiles[cell] == foreign
            continue
        with pytest.raises(g.ViolationError) as refused:
            lay()
        (violation,) = refused.value.violations
        assert (violation.clause, violation.faces) == (g.Clause.BOX_2, (foreign.face,))


@given(with_tile(any_cities), all_edges, st.builds(g.Cell, st.integers(), st.integers()))
def test_nothing_raises_on_any_city(there: tuple[g.City, g.Built], edges: g.Edges, cell: g.Cell) -> None:
    city, tile = there
    g.placement.legal_cells(city, edges)
    g.placement.removable_cells(city)
    g.placement.exchangeable_cells(city, edges)
    assert (
        g.placement.why_not(city, cell, tile)
        or cell in g.placement.legal_cells(city, tile.moats)
        or (g.placement.violations(city))
    )


@given(any_cities, all_edges)
def test_of_an_illegal_city_the_answers_are_what_is_documented(city: g.City, edges: g.Edges) -> None:
    laid = plain.read(city)
    moats = str(edges)

    def matches(place: plain.Place) -> bool:
        touching = [side for side in plain.SIDES if plain.beside(place, side) in laid]
        return all(
            (side in moats) == (plain.OPPOSITE[side] in laid[plain.beside(place, side)]) for side in touching
        )

    def gaps(place: plain.Place) -> int:
        ring = [(place[0] + dx, place[1] + dy) in laid for dx, dy in plain.RING]
        return sum(not ring[i] and (ring[i + 1] or ring[(i + 2) % 8]) for i in range(0, 8, 2))

    legal = {
        place
        for place in plain.empty_beside(laid)
        if max(map(abs, place)) <= (54 if city.start is g.Kind.GRANADA else 111)
        and matches(place)
        and any(plain.on_foot({**laid, place: moats})(place))
        and gaps(place) == 1
    }
    assert places(g.placement.legal_cells(city, edges)) == legal

    exchangeable = {
        place
        for place, own in laid.items()
        if place != plain.START
        and all((side in moats) == (side in own) for side in plain.SIDES if plain.beside(place, side) in laid)
    }
    assert places(g.placement.exchangeable_cells(city, edges)) == exchangeable

    reachable = plain.search(plain.START, plain.on_foot(laid))

    def needed(place: plain.Place) -> bool:
        rest = {other: laid[other] for other in laid if other != place}
        return bool(reachable - {place} - plain.search(plain.START, plain.on_foot(rest)))

    removable = {
        place
        for place in reachable - {plain.START}
        if not needed(place) and any(other not in laid for other in plain.neighbours(place))
    }
    assert places(g.placement.removable_cells(city)) == removable


@given(with_tile(any_cities))
def test_cities_survive_pickling_and_repr(there: tuple[g.City, g.Built]) -> None:
    city, tile = there
    g.placement.violations(city)
    copy = pickle.loads(pickle.dumps(city))  # noqa: S301 - its own pickle
    assert copy == city
    assert hash(copy) == hash(city)
    assert eval(repr(city), vars(granada_rules)) == city  # noqa: S307 - a repr can be pasted back
    assert eval(repr(tile), vars(granada_rules)) == tile  # noqa: S307 - likewise
