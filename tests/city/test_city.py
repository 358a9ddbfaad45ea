"""Cities as values: what can be laid, what cannot, and that nothing changes afterwards."""

from __future__ import annotations

import copy
from itertools import count
from typing import Any, cast

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from granada_rules import START, Building, Built, Cell, Cells, City, Edges, Face, Kind, moats, placement
from granada_rules.box import LEFT, SPAN

SCHOOL = Face(Building.SCHOOL, 10)
ARENA = Face(Building.ARENA, 4)
DRY = Edges.parse("")
EAST = Cell(1, 0)


@pytest.mark.accepts("BOX-5")
def test_a_city_begins_with_the_start_tile_alone() -> None:
    city = City.of()
    assert city.tiles == {}
    assert city.cells == {START}
    assert placement.violations(city) == ()
    assert moats.outer_moats(city) == ()


@pytest.mark.rejects("BOX-5")
def test_nothing_else_lies_where_the_start_tile_is() -> None:
    with pytest.raises(ValueError, match=r"^BOX-5: the start tile lies at 0,0"):
        City.of({START: (SCHOOL, Edges.N)})
    with pytest.raises(ValueError, match=r"^BOX-5: the start tile lies at 0,0"):
        City.of().extended(START, Built(SCHOOL, DRY))


def test_tiles_are_given_in_short_or_in_full_as_a_mapping_or_in_pairs() -> None:
    full = City.of({EAST: Built(SCHOOL, Edges.N), Cell(2, 0): Built(ARENA, DRY, Edges.W)})
    assert City.of({EAST: (SCHOOL, Edges.N), Cell(2, 0): (ARENA, DRY, Edges.W)}) == full
    assert City.of([(Cell(2, 0), (ARENA, DRY, Edges.W)), (EAST, (SCHOOL, Edges.N))]) == full
    assert full.tiles == {EAST: Built(SCHOOL, Edges.N, Edges.N), Cell(2, 0): Built(ARENA, DRY, Edges.W)}
    assert full.cells == {START, EAST, Cell(2, 0)}


def test_two_tiles_at_one_place_are_refused() -> None:
    with pytest.raises(ValueError, match="cell 1,0: two tiles at one cell"):
        City.of([(EAST, (SCHOOL, DRY)), (EAST, (ARENA, DRY))])
    with pytest.raises(ValueError, match="cell 1,0: two tiles at one cell"):
        City.of((EAST, (SCHOOL, DRY)) for _ in count())
    with pytest.raises(ValueError, match="cell 1,0: two tiles at one cell"):
        City.of({EAST: (SCHOOL, DRY)}).extended(EAST, Built(ARENA, DRY))


@pytest.mark.parametrize("cell", [Cell(55, 0), Cell(0, -55), Cell(-55, 3), Cell(10**30, 0), Cell(2, 10**30)])
def test_cells_where_no_tile_can_lead_are_refused(cell: Cell) -> None:
    with pytest.raises(ValueError, match="more than 54 away from the start"):
        City.of({cell: (SCHOOL, DRY)})
    with pytest.raises(ValueError, match="more than 54 away from the start"):
        City.of().extended(cell, Built(SCHOOL, DRY))


@pytest.mark.parametrize("side", list(Edges))
def test_54_tiles_in_one_line_work_in_any_direction(side: Edges) -> None:
    cell, city = START, City.of()
    for _ in range(54):
        cell = cell.neighbour(side)
        assert cell in placement.legal_cells(city, DRY)
        assert placement.why_not(city, cell, (SCHOOL, DRY)) == ()
        city = city.extended(cell, Built(SCHOOL, DRY))
    assert len(city.cells) == 55
    assert placement.violations(city) == ()
    assert placement.removable_cells(city) == {cell}
    assert cell.neighbour(side) not in placement.legal_cells(city, DRY), "no city can hold a tile there"
    assert City.of(city.tiles) == city


def test_a_full_square_of_tiles_as_far_as_cells_go_is_judged() -> None:
    everywhere = {Cell(x, y): (SCHOOL, DRY) for x in range(-54, 55) for y in range(-54, 55)}
    del everywhere[START]
    assert placement.violations(City.of(everywhere)) == ()
    assert placement.legal_cells(City.of(everywhere), DRY) == set()
    del everywhere[Cell(54, 53)], everywhere[Cell(-54, -54)], everywhere[Cell(3, 3)]
    (hole,) = placement.violations(City.of(everywhere))
    assert hole.cells == (Cell(3, 3),)


def test_a_roof_points_one_way() -> None:
    for roof in (Edges.parse("NE"), DRY):
        with pytest.raises(ValueError, match="roof: expected one of N E S W"):
            Built(SCHOOL, DRY, roof)


def test_reducing_and_exchanging_need_a_tile() -> None:
    city = City.of({EAST: (SCHOOL, DRY)})
    assert city.reduced(EAST) == City.of()
    assert city.exchanged(EAST, Built(ARENA, Edges.N)) == City.of({EAST: (ARENA, Edges.N)})
    for cell, reason in (
        (START, r"^REBUILD-5: the start tile is never moved"),
        (Cell(5, 5), "no tile lies there"),
    ):
        with pytest.raises(ValueError, match=reason):
            city.reduced(cell)
        with pytest.raises(ValueError, match=reason):
            city.exchanged(cell, Built(ARENA, DRY))


def test_a_city_never_changes() -> None:
    tiles = {EAST: (SCHOOL, DRY)}
    city = City.of(tiles)
    before = hash(city)
    tiles[Cell(2, 0)] = (ARENA, DRY)
    city.extended(Cell(2, 0), Built(ARENA, DRY))
    city.reduced(EAST)
    with pytest.raises(TypeError):
        cast("Any", city.tiles)[EAST] = Built(ARENA, DRY)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        cast("Any", city).occupied = 0
    assert city == City.of({EAST: (SCHOOL, DRY)})
    assert hash(city) == before


def test_equality_is_by_face_moats_roof_and_cell() -> None:
    city = City.of({EAST: (SCHOOL, DRY)})
    others = [
        City.of(),
        City.of({EAST: (ARENA, DRY)}),
        City.of({EAST: (SCHOOL, Edges.E)}),
        City.of({EAST: (SCHOOL, DRY, Edges.S)}),
        City.of({Cell(2, 0): (SCHOOL, DRY)}),
    ]
    assert all(city != other for other in others)
    assert city != "a city"
    assert len({city, City.of({EAST: (SCHOOL, DRY)}), *others}) == 6
    assert copy.deepcopy(city) == city


@pytest.mark.parametrize("nothing", [None, (), 0, "", [], False, SCHOOL, (SCHOOL,)])
def test_what_is_no_tile_is_refused_and_never_laid(nothing: object) -> None:
    tile = cast("Any", nothing)
    city = City.of({EAST: (SCHOOL, DRY)})
    for lay in (
        lambda: City.of({Cell(0, 1): tile}),
        lambda: city.extended(Cell(0, 1), tile),
        lambda: city.exchanged(EAST, tile),
        lambda: placement.why_not(city, Cell(0, 1), tile),
        lambda: placement.why_not(city, Cell(99, 1), tile),
    ):
        with pytest.raises(TypeError, match="expected Built or a tuple"):
            lay()


def test_face_and_moats_cannot_change_places() -> None:
    with pytest.raises(TypeError, match="face"):
        Built(cast("Any", Edges.N), cast("Any", SCHOOL))
    with pytest.raises(TypeError, match="moats"):
        Built(SCHOOL, cast("Any", SCHOOL))
    with pytest.raises(TypeError, match="roof"):
        Built(SCHOOL, DRY, cast("Any", "N"))


def test_tiles_are_given_in_short_wherever_one_is_wanted() -> None:
    city = City.of().extended(EAST, (SCHOOL, DRY))
    assert city == City.of({EAST: Built(SCHOOL, DRY)})
    assert city.exchanged(EAST, (ARENA, DRY, Edges.S)) == City.of({EAST: Built(ARENA, DRY, Edges.S)})
    assert [v.clause for v in placement.why_not(city, Cell(2, 0), (ARENA, DRY, Edges.S))] == ["BUILD-1"]


def test_a_cell_with_more_digits_than_python_prints_is_answered_too() -> None:
    endless = Cell(10**5000, 0)
    with pytest.raises(ValueError, match="more than 54 away from the start"):
        City.of({endless: (SCHOOL, DRY)})
    too_far, *_ = placement.why_not(City.of(), endless, (SCHOOL, DRY))
    assert too_far.clause == "BOX-2"


# Cities with a start tile of Alhambra: how far they reach, and where their bits begin.

PLAIN = Face.parse("TO12:-"), Edges(0)
TOWER = Face.parse("TO9:NE"), Edges.parse("NE")
FAR = SPAN - 1


def city(*cells: Cell) -> City:
    """Lay tiles without walls."""
    return City.of(dict.fromkeys(cells, PLAIN), start=Kind.ALHAMBRA)


def line(x: int, y: int) -> City:
    """Lay tiles in a line from the start tile, as far as these steps go, to the last column or row."""
    return city(*(Cell(x * step, y * step) for step in range(1, FAR + 1)))


STEPS = [(1, 0), (-1, 0), (0, 1), (0, -1)]


@pytest.mark.parametrize(("x", "y"), STEPS)
def test_a_line_may_be_as_long_as_the_tiles_of_both_games(x: int, y: int) -> None:
    long = line(x, y)
    assert placement.violations(long) == ()
    assert {*long.cells} == {Cell(x * step, y * step) for step in range(FAR + 1)}
    assert Cell(FAR * x, FAR * y) in long.cells
    assert {*placement.removable_cells(long)} == {Cell(FAR * x, FAR * y)}
    legal = {*placement.legal_cells(long, Edges(0))}
    beside = {Cell(x * step + side * y, y * step + side * x) for step in range(FAR + 1) for side in (-1, 1)}
    # Beyond either end it would be too long.
    assert legal == beside


@pytest.mark.parametrize(("x", "y"), STEPS)
def test_beyond_the_span_nothing_can_be_laid(x: int, y: int) -> None:
    for cell in (Cell(-x, -y), Cell((FAR + 1) * x, (FAR + 1) * y)):
        with pytest.raises(ValueError, match=r"which the tiles of the box cannot reach$"):
            line(x, y).extended(cell, PLAIN)
        (reason,) = placement.why_not(line(x, y), cell, PLAIN)
        assert reason.clause == "A-BOX-2"
        is_far = cell != Cell(-x, -y)
        assert ("is further from the start tile than 111, where" in reason.message) is is_far
        assert ("tiles lie in more than 112 rows or columns, where" in reason.message) is not is_far
    reason, *_ = placement.why_not(city(Cell(-x, -y)), Cell(FAR * x, FAR * y), PLAIN)
    assert "tiles lie in more than 112" in reason.message
    with pytest.raises(ValueError, match=r"^tiles in more than 112 rows or columns, which"):
        city(Cell(60 * x, 60 * y), Cell(-60 * x, -60 * y))


def test_a_shorter_line_can_be_made_longer_on_both_ends() -> None:
    shorter = city(*(Cell(x, 0) for x in range(1, FAR)))
    legal = placement.legal_cells(shorter, Edges(0))
    assert Cell(-1, 0) in legal
    assert Cell(FAR, 0) in legal
    assert placement.violations(shorter.extended(Cell(-1, 0), PLAIN)) == ()


def test_a_shorter_column_can_be_made_longer_on_both_ends() -> None:
    shorter = city(*(Cell(0, -y) for y in range(1, FAR)), Cell(1, 0))
    legal = placement.legal_cells(shorter, Edges(0))
    assert Cell(0, 1) in legal
    assert Cell(0, -FAR) in legal
    assert placement.violations(shorter.extended(Cell(0, 1), PLAIN)) == ()


def test_the_longest_wall_lies_where_its_tiles_do() -> None:
    long = line(1, 0).exchanged(Cell(FAR, 0), TOWER)
    assert [str(edge) for edge in moats.longest_wall(long).edges] == [f"{FAR},0:N", f"{FAR},0:E"]


def test_near_the_start_the_bits_are_those_of_granada() -> None:
    near = City.of({Cell(54, -54): PLAIN, Cell(-54, 54): PLAIN}, start=Kind.ALHAMBRA)
    school = Face.parse("SC4"), Edges(0)
    granada = City.of({Cell(54, -54): school, Cell(-54, 54): school})
    assert near.left == granada.left == LEFT
    assert (near.top, near.occupied) == (granada.top, granada.occupied)
    assert near.cells == granada.cells


NEAR = st.builds(Cell, st.integers(-55, 55), st.integers(-55, 55)).filter(lambda cell: cell != Cell(0, 0))
ALL_NEAR = st.lists(NEAR, unique=True, max_size=8)
WEST = st.integers(-FAR, -50).map(lambda x: Cell(x, 0))


@given(ALL_NEAR, WEST)
def test_where_the_bits_begin_changes_no_answer(cells: list[Cell], west: Cell) -> None:
    cells = [cell for cell in cells if cell != west and cell.x - west.x < SPAN]
    near, wide = city(*cells), city(*cells, west)
    one_by_one = City.of(start=Kind.ALHAMBRA)
    for cell in (west, *cells):
        one_by_one = one_by_one.extended(cell, PLAIN)
    assert one_by_one == wide
    assert one_by_one.cells == wide.cells == {Cell(0, 0), *cells, west}
    assert placement.violations(one_by_one) == placement.violations(wide)
    without = one_by_one.reduced(west)
    assert without == near
    assert without.cells == near.cells
    assert placement.violations(without) == placement.violations(near)
    assert placement.legal_cells(without, Edges(0)) == placement.legal_cells(near, Edges(0))


@given(ALL_NEAR, WEST, WEST)
def test_sets_of_far_cells_are_sets(cells: list[Cell], one: Cell, other: Cell) -> None:
    mine, yours = {*cells[:4], one}, {*cells[4:], other}
    mine, yours = ({cell for cell in some if cell.x < 0} for some in (mine, yours))
    ours, theirs = Cells.of(mine), Cells.of(yours)
    for result, expected in (
        (ours | theirs, mine | yours),
        (ours & theirs, mine & yours),
        (ours - theirs, mine - yours),
        (ours | Cells.of(), mine),
    ):
        assert result == expected == Cells.of(expected)
        assert [*result] == sorted(expected)
    assert (ours == theirs) == (mine == yours)


def test_cells_are_not_too_far_apart() -> None:
    with pytest.raises(ValueError, match=r"^cells more than 113 columns apart$"):
        Cells.of([Cell(-60, 0), Cell(60, 0)])


def test_many_tiles_in_few_rows_and_columns_leave_all_cells_around_them() -> None:
    block = city(*(Cell(x, -y) for x in range(11) for y in range(11) if (x, y) != (0, 0)))
    legal = placement.legal_cells(block, Edges(0))
    assert legal == {Cell(x, y) for x in range(11) for y in (1, -11)} | {
        Cell(x, -y) for x in (-1, 11) for y in range(11)
    }


def test_what_is_no_edges_is_refused() -> None:
    with pytest.raises(TypeError, match=r"^moats: expected Edges, got 'N'$"):
        Built(Face.parse("GA10:N"), cast("Any", "N"))
    with pytest.raises(ValueError, match=r"^GA10:N: expected these walls as they are seen, got S$"):
        Built(Face.parse("GA10:N"), Edges.S)
    assert Built(Face.parse("GA10:N"), Edges.E, Edges.E).moats == Edges.E
