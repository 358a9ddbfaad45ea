"""Cities as values: what can be laid, what cannot, and that nothing changes afterwards."""

from __future__ import annotations

import copy
from itertools import count
from typing import Any, cast

import attrs
import pytest

from granada_rules import START, Building, Built, Cell, City, Edges, Face, moats, placement

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
