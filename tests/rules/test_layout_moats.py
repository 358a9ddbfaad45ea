"""The longest wall, moat and border of layouts of both kinds (MIX-28 … MIX-31)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from granada_rules import Cell, City, Edges, Face, Kind, Laid, ViolationError, moats
from tests.helpers.layouts import both
from tests.rules.test_layouts import AROUND, PAIR, WALLED

if TYPE_CHECKING:
    from collections.abc import Callable


def lengths(city: City) -> tuple[int, int, int]:
    return (
        moats.longest_wall(city).length,
        moats.longest_moat(city).length,
        moats.longest_border(city).length,
    )


def shown(moat: moats.Moat) -> list[str]:
    return list(map(str, moat.edges))


@pytest.mark.accepts("MIX-28", "MIX-30", "MIX-31")
def test_each_barrier_counts_also_along_the_other() -> None:
    assert lengths(PAIR) == (4, 3, 2)
    assert shown(moats.longest_wall(PAIR)) == ["1,0:N", "2,0:N", "3,0:N", "3,0:E"]
    assert shown(moats.longest_moat(PAIR)) == ["2,1:S", "1,1:S", "1,1:W"]
    assert shown(moats.longest_border(PAIR)) == ["1,0:N", "2,0:N"]
    assert moats.longest_barrier(PAIR, Kind.GRANADA) == moats.longest_moat(PAIR)


def test_the_edges_are_those_of_a_layout_that_reaches_far() -> None:
    row: dict[Cell, Laid] = {Cell(-x, 0): tile("CH5:-") for x in range(1, 81)}
    row |= {Cell(-81, 0): tile("TO9:N"), Cell(-81, 1): (Face.parse("LI5"), Edges.S)}
    city = City.of(row, start=Kind.ALHAMBRA)
    assert city.left < -80
    assert (shown(moats.longest_wall(city)), shown(moats.longest_border(city))) == (["-81,0:N"], ["-81,0:N"])
    assert shown(moats.longest_moat(city)) == ["-81,1:S"]


@pytest.mark.accepts("MIX-28", "MIX-30", "MIX-31")
def test_one_part_around_the_other_has_an_inner_line() -> None:
    assert lengths(AROUND) == (6, 6, 6)
    for moat in (moats.longest_wall(AROUND), moats.longest_moat(AROUND), moats.longest_border(AROUND)):
        assert moat.is_ring
        assert len(set(moat.edges)) == 6
    # A ring begins with its first edge in reading order, and goes clockwise around the tiles.
    assert shown(moats.longest_moat(AROUND)) == ["1,1:N", "2,1:N", "2,1:E", "2,1:S", "1,1:S", "1,1:W"]
    border = moats.longest_border(AROUND)
    assert shown(border) == ["1,2:S", "0,1:E", "1,0:N", "2,0:N", "3,1:W", "2,2:S"]
    assert border == moats.longest_wall(AROUND)


@pytest.mark.accepts("MIX-28", "MIX-31")
def test_without_a_corner_tile_the_two_lines_are_one_and_the_points_the_same() -> None:
    opened = AROUND.reduced(Cell(0, 2))
    assert lengths(opened) == (6, 6, 6)
    # The wall stays with its tile at the corner, so it is no ring; wall beside moat is.
    wall, border = moats.longest_wall(opened), moats.longest_border(opened)
    assert (wall.is_ring, border.is_ring) == (False, True)
    assert shown(wall) == ["0,1:E", "1,0:N", "2,0:N", "3,1:W", "2,2:S", "1,2:S"]
    assert set(wall.edges) == set(border.edges)


@pytest.mark.accepts("MIX-28")
@pytest.mark.rejects("MIX-28")
def test_around_a_corner_the_wall_stays_with_its_tile() -> None:
    opened = AROUND.reduced(Cell(0, 2))
    before = opened.exchanged(Cell(0, 1), tile("AC8:NE"))
    assert lengths(before) == (7, 6, 6)
    assert shown(moats.longest_wall(before))[:2] == ["0,1:N", "0,1:E"]
    behind = opened.exchanged(Cell(1, 2), tile("PV6:SW"))
    assert lengths(behind) == (7, 6, 6)
    assert shown(moats.longest_wall(behind))[-2:] == ["1,2:S", "1,2:W"]
    assert lengths(before.exchanged(Cell(1, 2), tile("PV6:SW"))) == (8, 6, 6)


def tile(name: str) -> tuple[Face, Edges]:
    """Return a tile of Alhambra with the walls of its name."""
    face = Face.parse(name)
    return face, face.walls or Edges(0)


@pytest.mark.rejects("MIX-28", "MIX-30")
def test_barriers_between_two_tiles_of_one_kind_count_nothing() -> None:
    inner = both("@ PV2:NE PV3:NW\n. CH5:- CH6:-", ". BA2:- MA3:-\n. LI5:SE SC4:SW\n@ . .", (1, 1))
    assert lengths(inner) == (2, 2, 2)
    inner_sides = {"1,0:E", "2,0:W", "1,1:E", "2,1:W"}
    assert not inner_sides & {*shown(moats.longest_wall(inner)), *shown(moats.longest_moat(inner))}
    # Nor where an outer wall leads away from them, or to them.
    assert lengths(both("CH5:- PV3:S .\n@ PV2:NE .", ". . .\n@ . LI5:W")) == (1, 1, 1)
    assert lengths(both("CH5:- PV3:SE .\n@ PV2:N .", ". . LI5:W\n@ . .")) == (1, 1, 1)


@pytest.mark.rejects("MIX-31")
def test_a_border_ends_where_wall_or_moat_goes_on_alone() -> None:
    # The wall goes on to the east, the moat to the west, and both are longer than what they share.
    city = both(WALLED, ". LI5:NSW .\n@ . .")
    assert lengths(city) == (4, 3, 1)


def test_of_equally_long_ones_the_first_in_reading_order_counts() -> None:
    city = both("@ PV2:N\nCH5:- PV3:S", ". LI5:SN\n@ .")
    assert shown(moats.longest_moat(city)) == ["1,1:N"]
    assert shown(moats.longest_wall(city)) == ["1,0:N"]


def test_a_city_of_one_kind_has_one_barrier_and_no_border() -> None:
    alhambra, granada = both(WALLED, "@"), City.of(start=Kind.GRANADA)
    assert lengths(alhambra) == (4, 0, 0)
    assert lengths(granada) == (0, 0, 0)
    assert moats.longest_border(alhambra) == moats.Moat(())
    assert not moats.longest_border(alhambra).is_ring


@pytest.mark.parametrize("ask", [moats.longest_wall, moats.longest_moat, moats.longest_border, moats.outline])
def test_an_illegal_layout_is_refused_with_all_violations(ask: Callable[[City], object]) -> None:
    city = both("@ PV2:-", ". LI5:S\n@ .")
    with pytest.raises(ViolationError, match=r"^MIX-17: .*\nMIX-19: "):
        ask(city)


def test_the_outline_is_that_of_the_whole_layout() -> None:
    assert len(moats.outline(AROUND)) == 14
    assert moats.outer_moats(AROUND) == ()
    assert list(map(str, moats.outer_moats(PAIR))) == ["3,0:N", "3,0:E", "1,1:W"]
