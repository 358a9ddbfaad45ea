"""Cells, edges and sets of cells."""

from __future__ import annotations

import pickle
import re
from typing import Any, cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from granada_rules.box import REACH, WIDTH, Cell, Cells, Edge, Edges, bit, within_reach

EDGES = st.integers(0, 15).map(Edges)
SIDES = st.sampled_from(list(Edges))
MARGIN = REACH + 1
CELLS = st.builds(Cell, st.integers(-MARGIN, MARGIN), st.integers(-MARGIN, MARGIN))
SOME = st.frozensets(CELLS) | st.frozensets(st.builds(Cell, st.integers(-2, 2), st.integers(-2, 2)))
ANYWHERE = st.builds(Cell, st.integers(-9999, 9999), st.integers(-9999, 9999))


# Edges.


@pytest.mark.parametrize(
    ("code", "edges"),
    [
        ("", Edges(0)),
        ("-", Edges(0)),
        ("N", Edges.N),
        ("NE", Edges.N | Edges.E),
        ("WSEN", Edges.N | Edges.E | Edges.S | Edges.W),
    ],
)
def test_edges_are_read(code: str, edges: Edges) -> None:
    assert Edges.parse(code) == edges


@pytest.mark.parametrize("code", ["NN", "n", "N-", "--", "NE ", "NORTH", "0"])
def test_edges_that_cannot_be_read(code: str) -> None:
    with pytest.raises(ValueError, match="expected any of N E S W, each at most once, or -") as refused:
        Edges.parse(code)
    assert str(refused.value).startswith(f"edges {code!r}: ")


def test_long_edges_are_shown_shortly() -> None:
    with pytest.raises(ValueError, match=r"^edges .{30}: ") as refused:
        Edges.parse("N" * 10_000)
    assert len(str(refused.value)) < 100


@given(EDGES)
def test_edges_are_written_as_they_are_read(edges: Edges) -> None:
    assert Edges.parse(str(edges)) == edges
    assert list(str(edges)) == sorted(str(edges), key="NESW".index)
    assert eval(repr(edges)) == edges  # noqa: S307 # our own text


def test_opposites_and_mirrors_of_the_sides() -> None:
    assert [str(side.opposite) for side in Edges] == ["S", "W", "N", "E"]
    assert [str(side.mirrored_left_right) for side in Edges] == ["N", "W", "S", "E"]
    assert [str(side.mirrored_top_bottom) for side in Edges] == ["S", "E", "N", "W"]


@given(EDGES, EDGES)
def test_opposites_and_mirrors_go_side_by_side_and_back_again(one: Edges, other: Edges) -> None:
    for turn in (Edges.opposite, Edges.mirrored_left_right, Edges.mirrored_top_bottom):
        assert turn.__get__(turn.__get__(one)) == one
        assert turn.__get__(one | other) == turn.__get__(one) | turn.__get__(other)
    assert one.mirrored_left_right.mirrored_top_bottom == one.opposite


@pytest.mark.parametrize(
    ("roof", "seen", "back"),
    [("N", "NE", "NE"), ("E", "ES", "NW"), ("S", "SW", "SW"), ("W", "NW", "ES")],
)
def test_edges_turn_with_the_roof_and_back_again(roof: str, seen: str, back: str) -> None:
    north_and_east, points = Edges.parse("NE"), Edges.parse(roof)
    assert north_and_east.turned(points) == Edges.parse(seen)
    assert north_and_east.turned_back(points) == Edges.parse(back)


@pytest.mark.parametrize("nowhere", ["", "NE"])
def test_a_roof_points_to_one_side(nowhere: str) -> None:
    for turn in (Edges.N.turned, Edges.N.turned_back):
        with pytest.raises(ValueError, match=r"^expected a single side, N E S or W, got "):
            turn(Edges.parse(nowhere))


@given(EDGES, EDGES, SIDES, SIDES)
def test_turning_goes_side_by_side_and_quarter_by_quarter(
    one: Edges, other: Edges, roof: Edges, next_roof: Edges
) -> None:
    # The side with the roof is north before it is turned.
    assert Edges.N.turned(roof) == roof
    assert one.turned(Edges.N) == one
    assert one.turned(Edges.S) == one.opposite
    assert (one | other).turned(roof) == one.turned(roof) | other.turned(roof)
    assert one.turned(roof).turned_back(roof) == one.turned_back(roof).turned(roof) == one
    assert one.turned(roof).turned(next_roof) == one.turned(roof.turned(next_roof))


# Cells and their sides.


def test_a_cell_is_read() -> None:
    assert Cell.parse("1,-2") == Cell(1, -2)
    assert Cell.parse("0,0") == Cell(0, 0)


@pytest.mark.parametrize(
    "code", ["", "1", "1,", "1, 2", "01,2", "-0,1", "+1,2", "1,2,3", "12345,0", "1,2\n", "\u0661,1"]
)
def test_cells_that_cannot_be_read(code: str) -> None:
    with pytest.raises(ValueError, match=r"expected two integers such as 1,-2$") as refused:
        Cell.parse(code)
    assert str(refused.value).startswith(f"cell {code!r}: ")


@given(ANYWHERE)
def test_a_cell_is_written_as_it_is_read(cell: Cell) -> None:
    assert Cell.parse(str(cell)) == cell
    assert eval(repr(cell)) == cell  # noqa: S307 # our own text


@given(CELLS, SIDES)
def test_the_neighbour_beyond_a_side_has_the_cell_beyond_the_opposite_side(cell: Cell, side: Edges) -> None:
    neighbour = cell.neighbour(side)
    assert abs(neighbour.x - cell.x) + abs(neighbour.y - cell.y) == 1
    assert neighbour.neighbour(side.opposite) == cell
    assert len({cell.neighbour(each) for each in Edges}) == 4


def test_north_is_up_and_east_is_right() -> None:
    assert [Cell(3, 5).neighbour(side) for side in Edges] == [Cell(3, 6), Cell(4, 5), Cell(3, 4), Cell(2, 5)]


def test_cells_sort_in_reading_order() -> None:
    mixed = [Cell(0, 0), Cell(1, 1), Cell(-2, -1), Cell(0, 1), Cell(-1, 1), Cell(-1, 0)]
    assert sorted(mixed) == [Cell(-1, 1), Cell(0, 1), Cell(1, 1), Cell(-1, 0), Cell(0, 0), Cell(-2, -1)]


@given(CELLS, SIDES)
def test_an_edge_is_one_line_from_two_cells(cell: Cell, side: Edges) -> None:
    edge = Edge(cell, side)
    assert edge.across == Edge(cell.neighbour(side), side.opposite)
    assert edge.across.across == edge
    assert Edge.parse(str(edge)) == edge
    assert eval(repr(edge)) == edge  # noqa: S307 # our own text


def test_an_edge_is_written_with_its_cell() -> None:
    assert str(Edge(Cell(1, -2), Edges.N)) == "1,-2:N"


@pytest.mark.parametrize("code", ["1,2:", "1,2", "1,2:NE"])
def test_an_edge_has_one_side(code: str) -> None:
    with pytest.raises(ValueError, match=r"^expected a single side, N E S or W, got Edges.parse\('(|NE)'\)$"):
        Edge.parse(code)


def test_an_edge_has_a_cell() -> None:
    with pytest.raises(ValueError, match=r"^cell '': expected two integers"):
        Edge.parse(":N")


# Sets of cells.


@given(SOME)
@example(frozenset())
@example(frozenset({Cell(-55, 55), Cell(55, 55), Cell(-55, -55), Cell(55, -55)}))
def test_a_set_of_cells_is_a_set(cells: frozenset[Cell]) -> None:
    ours = Cells.of(cells)
    assert ours == cells
    assert cells == ours
    assert hash(ours) == hash(cells)
    assert len(ours) == len(cells)
    assert bool(ours) == bool(cells)
    assert list(ours) == sorted(cells)
    assert eval(repr(ours)) == ours  # noqa: S307 # our own text
    assert pickle.loads(pickle.dumps(ours)) == ours  # noqa: S301 # our own bytes


@given(SOME, CELLS)
def test_membership(cells: frozenset[Cell], cell: Cell) -> None:
    ours = Cells.of(cells)
    assert (cell in ours) == (cell in cells)
    assert all(each in ours for each in cells)
    assert cell in Cells.of(cells | {cell})


@given(SOME, SOME)
@example(frozenset({Cell(0, 3)}), frozenset({Cell(0, -3)}))
@example(frozenset({Cell(0, -3)}), frozenset({Cell(0, 3), Cell(0, -3)}))
def test_operations_agree_with_those_of_a_frozenset(one: frozenset[Cell], other: frozenset[Cell]) -> None:
    ours, theirs = Cells.of(one), Cells.of(other)
    for mine, yours in ((ours, theirs), (ours, other), (one, theirs)):
        for result, expected in (
            (mine | yours, one | other),
            (mine & yours, one & other),
            (mine - yours, one - other),
            (mine ^ yours, one ^ other),
        ):
            assert result == expected
            assert hash(result) == hash(expected)
            assert isinstance(result, type(mine))
            if isinstance(result, Cells):
                assert result.bits == Cells.of(expected).bits
                assert result.top == Cells.of(expected).top
        assert (mine == yours) == (one == other)
        assert (mine <= yours) == (one <= other)
        assert (mine < yours) == (one < other)
        assert (mine >= yours) == (one >= other)
        assert (mine > yours) == (one > other)
    assert ours.isdisjoint(theirs) == one.isdisjoint(other)
    assert ours == one
    assert theirs == other


@given(CELLS)
def test_far_cells_are_in_no_set(cell: Cell) -> None:
    full = within_reach(REACH)
    everywhere = Cells(full, REACH)
    assert len(everywhere) == (2 * REACH + 1) ** 2
    assert (cell in everywhere) == (max(abs(cell.x), abs(cell.y)) <= REACH)
    for far in (
        Cell(cell.x + WIDTH, cell.y),
        Cell(cell.x - WIDTH, cell.y),
        Cell(cell.x, 56),
        Cell(cell.x, -(10**9)),
    ):
        assert far not in everywhere
        assert far not in Cells.of([cell])
    others: list[object] = [(cell.x, cell.y), str(cell), None]
    for other in others:
        assert other not in everywhere


@pytest.mark.parametrize("cell", [Cell(113, 0), Cell(-113, 0), Cell(0, 113), Cell(0, -113), Cell(10**30, 0)])
def test_a_set_refuses_cells_that_no_city_can_reach(cell: Cell) -> None:
    with pytest.raises(
        ValueError,
        match=rf"^cell {re.escape(str(cell))}: more than 112 away from the start tile$",
    ):
        Cells.of([cell])
    with pytest.raises(ValueError, match="away from the start"):
        Cells.of([Cell(0, 0)]) | {cell}
    assert Cells.of([Cell(0, 0)]) & {cell} == set()
    assert Cells.of([Cell(0, 0)]) - {cell} == {Cell(0, 0)}


def test_a_set_has_one_form() -> None:
    assert Cells(1 << MARGIN + 2 * WIDTH, 5) == {Cell(0, 3)}
    assert Cells(1 << MARGIN + 2 * WIDTH, 5).top == 3
    assert Cells(0, 5).top == 0
    assert Cells.of() == frozenset()
    assert repr(Cells.of([Cell(1, 2)])) == "Cells.of([Cell(x=1, y=2)])"


def test_only_cells_that_a_city_can_reach_are_remembered() -> None:
    for top, is_remembered in ((0, True), (113, True), (-113, True), (114, False), (-114, False)):
        first, second = next(iter(Cells(1, top))), next(iter(Cells(1, top)))
        assert first == second == Cell(-55, top)
        assert (first is second) is is_remembered


def test_a_negative_number_is_no_set() -> None:
    with pytest.raises(ValueError, match=r"^bits: expected a number from 0 up"):
        Cells(-1, 0)


def test_a_set_does_not_change() -> None:
    with pytest.raises(AttributeError):
        Cells.of().bits = 1  # type: ignore[misc] # what is tested


@given(CELLS, SIDES, st.integers(-MARGIN, MARGIN))
def test_one_step_is_one_shift(cell: Cell, side: Edges, top: int) -> None:
    neighbour = cell.neighbour(side)
    if max(cell.y, neighbour.y) <= top and abs(neighbour.x) <= MARGIN:
        step = {Edges.N: -WIDTH, Edges.E: 1, Edges.S: WIDTH, Edges.W: -1}[side]
        assert bit(neighbour, top).bit_length() - bit(cell, top).bit_length() == step
        assert list(Cells(bit(cell, top), top)) == [cell]


@pytest.mark.parametrize("top", [-60, -55, -54, -53, -1, 0, 1, 53, 54, 55, 60])
def test_the_cells_within_reach(top: int) -> None:
    reach = range(-REACH, REACH + 1)
    expected = sum(bit(Cell(x, y), top) for y in reach if y <= top for x in reach)
    assert within_reach(top) == expected


def test_a_set_that_is_extended_by_cells_stays_a_set() -> None:
    found = {Cell(1, 1)}
    found |= Cells.of([Cell(2, 2)])
    found.add(Cell(3, 3))
    assert found == {Cell(1, 1), Cell(2, 2), Cell(3, 3)}
    found ^= Cells.of([Cell(3, 3), Cell(4, 4)])
    found &= Cells.of([Cell(2, 2), Cell(4, 4)])
    found -= Cells.of([Cell(4, 4)])
    found.add(Cell(5, 5))
    assert found == {Cell(2, 2), Cell(5, 5)}


@pytest.mark.parametrize("number", [True, 1.0, "1", None])
def test_a_cell_has_whole_numbers(number: object) -> None:
    with pytest.raises(TypeError, match="x: expected int"):
        Cell(cast("Any", number), 0)
    with pytest.raises(TypeError, match="y: expected int"):
        Cell(0, cast("Any", number))


def test_cells_and_edges_are_in_order() -> None:
    assert Cell(5, 1) < Cell(-5, 0) <= Cell(-5, 0) < Cell(-4, 0)
    assert Cell(-4, 0) > Cell(5, 1)
    with pytest.raises(TypeError):
        assert Cell(0, 0) < cast("Any", (0, 0))
    codes = ["0,1:N", "0,1:W", "0,0:N", "0,0:E", "0,0:S"]
    assert [str(edge) for edge in sorted(map(Edge.parse, reversed(codes)))] == codes


@pytest.mark.parametrize("side", [Edges(0), Edges.N | Edges.E])
def test_a_neighbour_is_on_one_side(side: Edges) -> None:
    with pytest.raises(ValueError, match="expected a single side"):
        Cell(0, 0).neighbour(side)
