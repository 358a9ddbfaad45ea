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


@pytest.mark.rejects("BUILD-1")
def test_a_tile_turned_sideways() -> None:
    (violation,) = placement.violations(City.of({Cell(1, 0): (SCHOOL, NO_MOAT, Edges.E)}))
    assert violation.clause == "BUILD-1"
    assert violation.cells == (Cell(1, 0),)


@pytest.mark.rejects("BUILD-2")
def test_a_moat_against_no_moat() -> None:
    # A third tile leads around, so that the edge is all that is wrong.
    city = City.of(
        {
            Cell(1, 0): (ARENA, Edges.parse("N")),
            Cell(0, 1): (HOSPITAL, NO_MOAT),
            Cell(1, 1): (SCHOOL, NO_MOAT),
        }
    )
    (violation,) = placement.violations(city)
    assert violation.clause == "BUILD-2"
    assert set(violation.cells) == {Cell(1, 0), Cell(1, 1)}


@pytest.mark.rejects("BUILD-3")
def test_an_arena_behind_a_moat() -> None:
    city = City.of({Cell(1, 0): (SCHOOL, Edges.parse("E")), Cell(2, 0): (ARENA, Edges.parse("W"))})
    (violation,) = placement.violations(city)
    assert violation.clause == "BUILD-3"
    assert violation.cells == (Cell(2, 0),)
    assert violation.faces == (ARENA,)


@pytest.mark.rejects("BUILD-4")
def test_a_tile_that_touches_only_at_a_corner() -> None:
    violations = placement.violations(City.of({Cell(1, 1): (SCHOOL, NO_MOAT)}))
    # Nobody can walk there either, and the start tile itself touches nothing.
    assert clauses(violations) == ["BUILD-3", "BUILD-4", "BUILD-4"]
    assert [violation.cells for violation in violations] == [(Cell(1, 1),), (Cell(1, 1),), (Cell(0, 0),)]


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
