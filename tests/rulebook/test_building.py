"""The pictures of forbidden buildings that all the books show, and what is wrong in each."""

from __future__ import annotations

import pytest

from granada_rules import Building, Cell, City, Edges, Face, Violation, placement
from granada_rules.box import reference
from tests.helpers.games import other_face

ARENA = Face(Building.ARENA, 4)
HOSPITAL = Face(Building.HOSPITAL, 7)
SCHOOL = Face(Building.SCHOOL, 10)
NO_MOAT = Edges.parse("")


def clauses(violations: tuple[Violation, ...]) -> list[str]:
    return [violation.clause for violation in violations]


@pytest.mark.rejects("BUILD-5")
def test_a_hospital_that_closes_off_an_empty_space() -> None:
    around = [Cell(1, 0), Cell(2, 0), Cell(2, 1), Cell(2, 2), Cell(1, 2), Cell(0, 2)]
    city = City.of({cell: (Face(Building.PARK, value), NO_MOAT) for value, cell in enumerate(around, 2)})
    assert placement.violations(city) == ()
    closed = City.of({**city.tiles, Cell(0, 1): (HOSPITAL, NO_MOAT)})
    (violation,) = placement.violations(closed)
    assert violation.clause == "BUILD-5"
    assert violation.cells == (Cell(1, 1),)
    assert Cell(0, 1) not in placement.legal_cells(city, NO_MOAT)


# What the books' examples say about the tiles.


@pytest.mark.accepts("BOX-3")
def test_a_face_of_price_2_has_3_on_its_back() -> None:
    cheapest = [face for face in reference().faces if face.value == 2]
    assert len(cheapest) == 9
    assert {other_face(reference(), face).value for face in cheapest} == {3}


@pytest.mark.accepts("BOX-3")
def test_an_arena_turned_is_a_hospital_and_a_library_turned_is_a_district() -> None:
    turned = {(tile.even.building, tile.odd.building) for tile in reference().tiles}
    assert (Building.ARENA, Building.HOSPITAL) in turned
    assert (Building.LIBRARY, Building.DISTRICT) in turned
