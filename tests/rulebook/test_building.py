"""The pictures of forbidden buildings that all the books show, and what is wrong in each."""

from __future__ import annotations

import pytest

from granada_rules import Building, Cell, City, Edges, Face, Violation, placement

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
