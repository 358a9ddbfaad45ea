"""The building rules one by one, by small cities that obey or break them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest

from granada_rules import START, Building, Built, Cell, City, Edges, Face, placement
from tests.helpers import plain

if TYPE_CHECKING:
    from collections.abc import Callable

SCHOOL = Face(Building.SCHOOL, 10)
DRY = Edges.parse("")


def dry(*cells: tuple[int, int]) -> dict[Cell, tuple[Face, Edges]]:
    """Tiles without moats at these cells."""
    return {Cell(x, y): (SCHOOL, DRY) for x, y in cells}


def found(city: City) -> list[tuple[str, set[Cell]]]:
    return [(violation.clause, set(violation.cells)) for violation in placement.violations(city)]


def ring(side: int, west: int, south: int) -> list[tuple[int, int]]:
    """Return the outermost places of a square."""
    last = side - 1
    inside = [(x, y) for x in range(side) for y in range(side)]
    return [(west + x, south + y) for x, y in inside if x in (0, last) or y in (0, last)]


@pytest.mark.accepts("BUILD-1", "BUILD-2", "BUILD-3", "BUILD-4", "BUILD-5", "BUILD-6")
def test_a_city_with_moats_outside_and_inside_is_legal() -> None:
    city = City.of(
        {
            Cell(1, 0): (SCHOOL, Edges.parse("S")),
            Cell(0, 1): (SCHOOL, Edges.parse("NE")),
            Cell(1, 1): (SCHOOL, Edges.parse("W")),
            Cell(-1, 0): (SCHOOL, DRY),
            Cell(0, -1): (SCHOOL, Edges.parse("ESW")),
        }
    )
    assert placement.violations(city) == ()


def test_moats_of_a_turned_tile_are_read_as_seen() -> None:
    city = City.of({Cell(1, 0): (SCHOOL, Edges.parse("W"), Edges.E)})
    assert [clause for clause, _ in found(city)] == ["BUILD-1", "BUILD-2", "BUILD-3"]


@pytest.mark.rejects("BUILD-2")
@pytest.mark.parametrize(("x", "y"), [(1, 1), (-1, 1), (1, -1), (-1, -1)])
@pytest.mark.parametrize("side", list(Edges))
def test_an_edge_that_does_not_match_is_found_also_if_another_way_leads_there(
    x: int, y: int, side: Edges
) -> None:
    corner = Cell(x, y)
    city = City.of(dry((0, y), (x, 0)) | {corner: (SCHOOL, side)})
    beside = corner.neighbour(side)
    assert found(city) == ([("BUILD-2", {corner, beside})] if beside in city.cells else [])
    assert all(violation.message.endswith("which has none there") for violation in placement.violations(city))


@pytest.mark.accepts("BUILD-4")
@pytest.mark.parametrize(("x", "y"), [(1, 1), (-1, 1), (1, -1), (-1, -1)])
def test_a_tile_joins_two_that_touch_at_a_corner(x: int, y: int) -> None:
    city = City.of(dry((x, y)))
    between = {Cell(x, 0), Cell(0, y)}
    assert between <= placement.legal_cells(city, DRY)
    assert all(placement.why_not(city, cell, (SCHOOL, DRY)) == () for cell in between)


@pytest.mark.rejects("BUILD-4")
@pytest.mark.parametrize("side", list(Edges))
def test_whatever_lies_around_no_tile_is_built_on_another(side: Edges) -> None:
    # A neighbour on one side, and tiles at the corners of the other: three gaps around the start tile.
    x, y = START.neighbour(side).x, START.neighbour(side).y
    city = City.of(dry((x, y), (-x - y, -y - x), (-x + y, -y + x)))
    assert START not in placement.legal_cells(city, DRY)


@pytest.mark.rejects("BUILD-6", "BOX-5")
@pytest.mark.parametrize("side", list(Edges))
def test_a_moat_against_the_start_tile_does_not_match(side: Edges) -> None:
    beside = START.neighbour(side)
    city = City.of({beside: (SCHOOL, side.opposite)})
    assert found(city) == [("BUILD-2", {START, beside}), ("BUILD-3", {beside})]
    assert "the start tile, which never has one (BUILD-6)" in placement.violations(city)[0].message
    assert beside not in placement.legal_cells(City.of(), side.opposite)


@pytest.mark.accepts("BUILD-6")
@pytest.mark.parametrize("side", list(Edges))
def test_a_tile_may_stand_beside_the_start_tile_with_moats_elsewhere(side: Edges) -> None:
    elsewhere = ~side.opposite
    assert placement.legal_cells(City.of(), elsewhere) == {START.neighbour(side)}


@pytest.mark.rejects("BUILD-3")
def test_a_moat_on_one_side_of_an_edge_stops_walking() -> None:
    for near, far in ((Edges.E, DRY), (DRY, Edges.W), (Edges.E, Edges.W)):
        city = City.of({Cell(1, 0): (SCHOOL, near), Cell(2, 0): (SCHOOL, far)})
        assert ("BUILD-3", {Cell(2, 0)}) in found(city)


@pytest.mark.rejects("BUILD-4")
def test_the_start_tile_too_wants_a_neighbour() -> None:
    city = City.of(dry((3, 0), (4, 0)))
    assert found(city) == [("BUILD-3", {Cell(3, 0), Cell(4, 0)}), ("BUILD-4", {START})]
    assert placement.violations(city)[1].message == "the start tile touches no other tile edge to edge"


@pytest.mark.accepts("BUILD-4")
def test_the_start_tile_alone_needs_no_neighbour() -> None:
    assert placement.violations(City.of()) == ()


@pytest.mark.rejects("BUILD-5")
@pytest.mark.parametrize("side", [3, 4, 7, 30])
def test_an_enclosed_area_of_any_size_is_one_violation(side: int) -> None:
    places = ring(side, 0, 0)
    places.remove((0, 0))
    inside = {Cell(x, y) for x in range(1, side - 1) for y in range(1, side - 1)}
    city = City.of(dry(*places))
    assert found(city) == [("BUILD-5", inside)]
    assert ("the empty cells 1," in placement.violations(city)[0].message) == (side > 3)


LEGAL_SHAPES = {
    "alone": [],
    "row": [(x, 0) for x in range(1, 9)],
    "column": [(0, y) for y in range(-4, 0)],
    "square": [(x, y) for x in range(3) for y in range(3)],
    "bay": [(1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2)],
    "stairs": [(1, 0), (1, 1), (2, 1), (2, 2), (-1, 0), (-1, -1)],
    "cross": [(1, 0), (-1, 0), (0, 1), (0, -1), (2, 0), (-2, 0), (0, 2), (0, -2)],
}


@pytest.mark.accepts("BUILD-5")
@pytest.mark.parametrize("shape", LEGAL_SHAPES)
def test_only_where_there_is_a_hole_is_it_looked_for(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placement, "_enclosed_areas", None)
    assert placement.violations(City.of(dry(*({*LEGAL_SHAPES[shape]} - {(0, 0)})))) == ()


@pytest.mark.rejects("BUILD-5")
def test_empty_areas_that_meet_at_a_corner_are_two() -> None:
    places = [(x, y) for x in range(4) for y in range(4) if (x, y) not in ((0, 0), (1, 2), (2, 1))]
    assert found(City.of(dry(*places))) == [("BUILD-5", {Cell(1, 2)}), ("BUILD-5", {Cell(2, 1)})]


@pytest.mark.accepts("BUILD-5")
def test_a_bay_that_is_open_to_one_side_is_no_hole() -> None:
    places = ring(3, 0, 0)
    places.remove((0, 0))
    places.remove((1, 2))
    assert placement.violations(City.of(dry(*places))) == ()


@pytest.mark.rejects("BUILD-5")
def test_a_gap_at_a_corner_lets_nobody_out() -> None:
    places = ring(3, 0, 0)
    places.remove((0, 0))
    places.remove((2, 2))
    (violation,) = placement.violations(City.of(dry(*places)))
    assert (violation.clause, violation.cells) == ("BUILD-5", (Cell(1, 1),))
    assert violation.message == "tiles enclose the empty cell 1,1"


@pytest.mark.rejects("BUILD-5")
def test_holes_within_islands_and_islands_within_holes() -> None:
    far_ring = ring(5, 10, 10)
    lake = {Cell(x, y) for x in range(11, 14) for y in range(11, 14)} - {Cell(12, 12)}
    city = City.of(dry(*far_ring, (12, 12)))
    assert [clause for clause, _ in found(city)] == ["BUILD-3", "BUILD-3", "BUILD-4", "BUILD-4", "BUILD-5"]
    assert found(city)[-1] == ("BUILD-5", lake)


def test_a_long_message_names_a_few_and_counts_the_rest() -> None:
    city = City.of(dry(*((x, 5) for x in range(10))))
    assert "; SC10 at 5,5 and 4 more cannot be reached" in placement.violations(city)[0].message
    six = City.of(dry(*((x, 5) for x in range(6))))
    assert "SC10 at 4,5; SC10 at 5,5 cannot be reached" in placement.violations(six)[0].message
    seven = City.of(dry(*((x, 5) for x in range(7))))
    assert "SC10 at 5,5 and 1 more cannot be reached" in placement.violations(seven)[0].message


@pytest.mark.parametrize("cell", [Cell(55, 0), Cell(0, -(10**20))])
def test_why_not_answers_for_cells_where_no_tile_can_lead(cell: Cell) -> None:
    reasons = placement.why_not(City.of(), cell, (SCHOOL, DRY, Edges.E))
    assert [reason.clause for reason in reasons] == ["BOX-2", "BUILD-1", "BUILD-3", "BUILD-4"]
    assert all(reason.cells == (cell,) and reason.faces == (SCHOOL,) for reason in reasons)


def test_beyond_the_end_of_the_longest_line_only_the_distance_is_wrong() -> None:
    line = City.of(dry(*((x, 0) for x in range(1, 55))))
    assert [reason.clause for reason in placement.why_not(line, Cell(55, 0), (SCHOOL, DRY))] == ["BOX-2"]


@pytest.mark.parametrize("pattern", range(256))
def test_a_tile_goes_where_those_around_leave_one_gap_and_touch_it(pattern: int) -> None:
    around = {(5 + dx, 5 + dy): bool(pattern >> place & 1) for place, (dx, dy) in enumerate(plain.RING)}
    city = City.of(dry(*(place for place, is_taken in around.items() if is_taken)))
    sides = [around[place] for place in plain.neighbours((5, 5))]

    def empty_beside(place: plain.Place) -> list[plain.Place]:
        return [other for other in plain.neighbours(place) if around.get(other) is False]

    # Empty places around the cell that are connected, edge to edge, with one another and with the cell.
    gaps = {
        frozenset(plain.search(place, empty_beside))
        for place in plain.neighbours((5, 5))
        if not around[place]
    }
    assert (Cell(5, 5) in placement.legal_cells(city, Edges(0))) == (any(sides) and len(gaps) == 1)


def test_why_not_answers_for_places_already_taken() -> None:
    city = City.of(dry((1, 0)))
    for cell, name in ((START, "the start tile"), (Cell(1, 0), "SC10 at 1,0")):
        (taken,) = placement.why_not(city, cell, Built(SCHOOL, DRY))
        assert taken.clause == "BUILD-4"
        assert taken.message.startswith(f"{name} lies there already")
        assert (taken.cells, taken.faces) == ((cell,), (SCHOOL,))
        both = placement.why_not(city, cell, Built(SCHOOL, DRY, Edges.W))
        assert [violation.clause for violation in both] == ["BUILD-1", "BUILD-4"]


def test_why_not_gives_several_reasons_at_once() -> None:
    places = ring(3, 0, 0)
    places.remove((0, 0))
    places.remove((1, 2))
    city = City.of(dry(*places))
    reasons = placement.why_not(city, Cell(1, 2), Built(SCHOOL, Edges.parse("EW"), Edges.E))
    assert [violation.clause for violation in reasons] == [
        "BUILD-1",
        "BUILD-2",
        "BUILD-2",
        "BUILD-3",
        "BUILD-5",
    ]


def test_a_tile_filling_a_hole_is_judged_by_the_city_afterwards() -> None:
    places = ring(3, 0, 0)
    places.remove((0, 0))
    city = City.of(dry(*places))
    assert placement.violations(city) != ()
    assert placement.why_not(city, Cell(1, 1), Built(SCHOOL, DRY)) == ()


def test_the_only_way_to_a_tile_cannot_be_removed() -> None:
    city = City.of(dry((1, 0), (2, 0)))
    assert placement.removable_cells(city) == {Cell(2, 0)}


def test_a_surrounded_tile_cannot_be_removed() -> None:
    places = [(x, y) for x in range(3) for y in range(3) if (x, y) != (0, 0)]
    city = City.of(dry(*places))
    assert placement.removable_cells(city) == {Cell(*place) for place in places if place != (1, 1)}


@pytest.mark.accepts("REBUILD-4")
@pytest.mark.parametrize("shape", LEGAL_SHAPES)
def test_a_tile_can_go_if_the_city_is_legal_without_it(shape: str) -> None:
    city = City.of(dry(*({*LEGAL_SHAPES[shape]} - {(0, 0)})))
    can_go = {cell for cell in city.tiles if not placement.violations(city.reduced(cell))}
    assert placement.removable_cells(city) == can_go


@pytest.mark.accepts("REBUILD-4")
@pytest.mark.parametrize(
    ("moats", "needed"),
    [
        ({(1, 1): "N", (1, 2): "S"}, []),
        ({(1, 1): "N", (1, 2): "SE", (2, 2): "W"}, []),
        ({(1, 3): "S", (1, 2): "NS", (1, 1): "N", (2, 2): "S", (2, 1): "N"}, [(0, 1), (0, 2)]),
        ({(1, 1): "NEW", (1, 2): "S", (0, 1): "E", (2, 1): "W"}, [(1, 0)]),
    ],
    ids=["straight", "bent", "another from outside", "around a tile"],
)
def test_around_moats_between_tiles_lead_other_ways(
    moats: dict[tuple[int, int], str], needed: list[tuple[int, int]]
) -> None:
    places = {(x, y) for x in range(3) for y in range(4)} - {(0, 0)}
    city = City.of({Cell(*place): (SCHOOL, Edges.parse(moats.get(place, ""))) for place in places})
    surrounded = [(1, 1), (1, 2)]
    assert placement.removable_cells(city) == {
        Cell(*place) for place in places.difference(surrounded, needed)
    }


def test_of_a_ring_and_an_island_each_tile_of_the_ring_can_be_missed() -> None:
    around = set(ring(3, 0, 0)) - {(0, 0)}
    city = City.of(dry(*around, (9, 9)))
    assert placement.removable_cells(city) == {Cell(x, y) for x, y in around}


def test_an_exchange_looks_at_touching_edges_only() -> None:
    city = City.of({Cell(1, 0): (SCHOOL, Edges.parse("E")), Cell(-1, 0): (SCHOOL, DRY)})
    assert placement.exchangeable_cells(city, Edges.parse("NES")) == {Cell(1, 0)}
    assert placement.exchangeable_cells(city, DRY) == {Cell(1, 0), Cell(-1, 0)}
    assert placement.exchangeable_cells(city, Edges.parse("EW")) == set()


def test_unlike_edges_are_told_in_reading_order() -> None:
    tiles = dry((-1, 0), (-2, 0), (0, 1)) | {Cell(-3, 0): (SCHOOL, Edges.E), Cell(1, 1): (SCHOOL, Edges.W)}
    city = City.of(tiles | {Cell(0, -1): (SCHOOL, Edges.N)})
    unlike = [violation.cells for violation in placement.violations(city) if violation.clause == "BUILD-2"]
    assert unlike == [
        (Cell(0, 1), Cell(1, 1)),
        (Cell(-3, 0), Cell(-2, 0)),
        (Cell(0, 0), Cell(0, -1)),
    ]


def test_what_was_found_out_is_remembered() -> None:
    city = City.of(dry((1, 0), (3, 0)))
    for ask in (placement.violations, placement.removable_cells):
        assert ask(city) is ask(city)


@pytest.mark.rejects("BUILD-3")
@pytest.mark.parametrize("side", [Edges.N, Edges.S])
@pytest.mark.parametrize("cut", [1, 2, 19, 20, 21, 27, 52, 53])
def test_a_moat_cuts_a_tall_line_wherever_it_is(side: Edges, cut: int) -> None:
    line = [START]
    for _ in range(54):
        line.append(line[-1].neighbour(side))
    moats = {line[cut]: side, line[cut + 1]: side.opposite}
    city = City.of({cell: (SCHOOL, moats.get(cell, DRY)) for cell in line[1:]})
    assert found(city) == [("BUILD-3", set(line[cut + 1 :]))]


@pytest.mark.parametrize("ask", [placement.legal_cells, placement.exchangeable_cells])
def test_edges_are_wanted_not_their_letters(ask: Callable[[City, Edges], object]) -> None:
    with pytest.raises(TypeError, match=r"^expected Edges, such as Edges\.parse\('NE'\), got 'NE'$"):
        ask(City.of(), cast("Any", "NE"))


@pytest.mark.parametrize(
    "ask",
    [
        placement.violations,
        placement.removable_cells,
        lambda city: placement.legal_cells(city, DRY),
        lambda city: placement.exchangeable_cells(city, DRY),
    ],
)
@pytest.mark.parametrize("thing", [None, {Cell(1, 0): (SCHOOL, DRY)}])
def test_a_city_is_wanted(ask: Callable[..., object], thing: object) -> None:
    with pytest.raises(TypeError, match=r"^expected City, got "):
        ask(thing)
