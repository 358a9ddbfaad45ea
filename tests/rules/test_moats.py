"""The outline and the longest moat, by small cities."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING

import attrs
import pytest

from granada_rules import (
    Building,
    Cell,
    City,
    Edge,
    Edges,
    Face,
    Kind,
    Laid,
    Moat,
    ViolationError,
    moats,
)
from tests.helpers import plain
from tests.helpers.layouts import both
from tests.rules.test_layouts import AROUND, PAIR, WALLED

if TYPE_CHECKING:
    from collections.abc import Callable


SCHOOL = Face(Building.SCHOOL, 10)


def wet(tiles: dict[tuple[int, int], str]) -> City:
    """Lay tiles with these moats."""
    return City.of({Cell(*place): (SCHOOL, Edges.parse(sides)) for place, sides in tiles.items()})


def edges(*codes: str) -> tuple[Edge, ...]:
    return tuple(map(Edge.parse, codes))


def test_the_outline_of_the_start_tile_alone() -> None:
    assert moats.outline(City.of()) == edges("0,0:N", "0,0:E", "0,0:S", "0,0:W")
    assert moats.outer_moats(City.of()) == ()


@pytest.mark.rejects("SCORE-4")
def test_without_moats_there_is_nothing_to_score() -> None:
    assert moats.longest_moat(City.of()) == Moat(())
    assert moats.longest_moat(wet({(1, 0): ""})).length == 0
    assert not moats.longest_moat(wet({(1, 0): ""})).is_ring


@pytest.mark.accepts("SCORE-4")
def test_a_moat_goes_around_corners_outward_and_inward() -> None:
    assert moats.longest_moat(wet({(1, 0): "NES"})).edges == edges("1,0:N", "1,0:E", "1,0:S")
    inward = wet({(0, 1): "NE", (1, 0): "NE"})
    assert moats.longest_moat(inward).edges == edges("0,1:N", "0,1:E", "1,0:N", "1,0:E")


@pytest.mark.accepts("SCORE-4")
def test_an_inner_double_moat_does_not_interrupt() -> None:
    city = wet({(0, 1): "NE", (1, 1): "NW", (1, 0): ""})
    assert moats.longest_moat(city).edges == edges("0,1:N", "1,1:N")


@pytest.mark.rejects("SCORE-4")
def test_a_dry_edge_interrupts() -> None:
    city = wet({(0, 1): "N", (1, 1): "", (2, 1): "N", (1, 0): "", (2, 0): ""})
    assert moats.longest_moat(city).edges == edges("0,1:N")


@pytest.mark.rejects("SCORE-5")
def test_moats_side_by_side_count_nothing() -> None:
    city = wet({(0, 1): "E", (1, 1): "W", (1, 0): ""})
    assert moats.outer_moats(city) == ()
    assert moats.longest_moat(city).length == 0


@pytest.mark.accepts("SCORE-5")
def test_a_moat_with_nothing_beside_it_counts() -> None:
    assert moats.outer_moats(wet({(0, 1): "E", (1, 0): ""})) == edges("0,1:E")


@pytest.mark.accepts("SCORE-4")
def test_a_ring_counts_every_edge() -> None:
    around = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    outside = {
        place: "".join(side for side in "NESW" if plain.beside(place, side) not in around) for place in around
    }
    del outside[0, 0]
    ring = moats.longest_moat(wet(outside))
    assert ring.is_ring
    assert ring.length == 12
    assert ring.edges == moats.outline(wet(outside))
    open_at_one = moats.longest_moat(wet(outside | {(-1, 1): "W"}))
    assert not open_at_one.is_ring
    assert open_at_one.length == 11
    assert open_at_one.edges == (*ring.edges[1:],)


def test_a_stretch_runs_on_where_the_outline_begins() -> None:
    city = wet({(0, 1): "NW", (1, 1): "N", (1, 0): ""})
    assert moats.longest_moat(city).edges == edges("0,1:W", "0,1:N", "1,1:N")


def test_of_equally_long_ones_the_first_in_the_outline_is_the_witness() -> None:
    city = wet({(0, 1): "N", (1, 0): "E", (-1, 0): "W"})
    assert moats.longest_moat(city).edges == edges("0,1:N")
    # The one that runs across the beginning of the outline begins last.
    city = wet({(0, 1): "NW", (1, 0): "ES", (0, -1): ""})
    assert moats.longest_moat(city).edges == edges("1,0:E", "1,0:S")


@pytest.mark.parametrize("side", list(Edges))
def test_the_longest_moat_of_a_line_as_long_as_can_be(side: Edges) -> None:
    beside = Edges.parse("EW" if side in Edges.parse("NS") else "NS")
    cell, tiles = Cell(0, 0), {}
    for number in range(54):
        cell = cell.neighbour(side)
        tiles[cell] = (SCHOOL, beside | side if number == 53 else beside)
    assert moats.longest_moat(City.of(tiles)).length == 109


def found_along_the_outline(city: City) -> tuple[Edge, ...]:
    """Return the longest moat by going along the outline once for each edge where a moat begins."""
    line, wet_edges = moats.outline(city), set(moats.outer_moats(city))
    longest: list[Edge] = []
    for place, edge in enumerate(line):
        if edge in wet_edges and line[place - 1] not in wet_edges:
            onward = [*line[place:], *line[:place]]
            moat = onward[: [one in wet_edges for one in onward].index(False)]
            longest = max(longest, moat, key=len)
    return tuple(longest)


@pytest.mark.parametrize("dry", [(), (0,), (5, 80), (13, 27, 54), (3, 30, 31, 60), (10, 20, 40, 70, 90)])
@pytest.mark.parametrize("first", [0, 1, 14, 27, 28, 40, 54])
@pytest.mark.parametrize("step", [(0, 1), (1, 0), (1, 1)], ids=["tall", "wide", "stairs"])
def test_several_long_moats(step: tuple[int, int], first: int, dry: tuple[int, ...]) -> None:
    across, up = step
    line = range(-first, 55 - first)
    places = [((n + 1) // 2, n // 2) if across and up else (n * across, n * up) for n in line]
    # A moat along the whole outline, but for the start tile, and for some edges.
    around = moats.outline(wet(dict.fromkeys([place for place in places if any(place)], "")))
    tiles = {place: "" for place in places if any(place)}
    for number, edge in enumerate(around):
        if edge.cell != Cell(0, 0) and number not in dry:
            tiles[edge.cell.x, edge.cell.y] += str(edge.side)
    city = wet(tiles)
    moat = moats.longest_moat(city)
    expected = found_along_the_outline(city)
    assert moat.length == len(expected)
    assert moat.edges == expected


@pytest.mark.rejects("SCORE-4")
@pytest.mark.parametrize("ask", [moats.longest_moat, moats.outline, moats.outer_moats])
@pytest.mark.parametrize(
    ("tiles", "clauses"),
    [
        (["1,0", "2,0", "2,1", "2,2", "1,2", "0,2", "0,1"], ["BUILD-5"]),
        (["1,0", "4,0", "4,1"], ["BUILD-3"]),
        (["1,0", "2,1"], ["BUILD-3", "BUILD-4"]),
    ],
    ids=["hole", "island", "corner"],
)
def test_an_illegal_city_is_refused(
    ask: Callable[[City], object], tiles: list[str], clauses: list[str]
) -> None:
    city = City.of({Cell.parse(code): (SCHOOL, Edges(0)) for code in tiles})
    with pytest.raises(ViolationError) as refused:
        ask(city)
    assert [violation.clause for violation in refused.value.violations] == clauses


def test_the_outline_is_that_of_a_city() -> None:
    with pytest.raises(TypeError, match=r"^expected City, got str$"):
        moats.outline("@")  # type: ignore[arg-type]


def test_a_barrier_is_that_of_a_kind() -> None:
    assert moats.longest_barrier(wet({(1, 0): "NES"}), Kind.ALHAMBRA) == Moat(())
    with pytest.raises(TypeError, match=r"^expected Kind, got str$"):
        moats.longest_barrier(wet({(1, 0): "NES"}), "granada")  # type: ignore[arg-type]


def test_the_longest_moat_is_remembered() -> None:
    city = wet({(1, 0): "NES"})
    assert moats.longest_moat(city) is moats.longest_moat(city)


def test_a_moat_is_a_value() -> None:
    moat = moats.longest_moat(wet({(1, 0): "NES"}))
    assert moat == Moat(edges("1,0:N", "1,0:E", "1,0:S")) == copy.copy(moat)
    assert pickle.loads(pickle.dumps(moat)) == moat  # noqa: S301 - made just now
    assert repr(Moat(edges("1,0:N"))) == f"Moat(edges=({Edge.parse('1,0:N')!r},), is_ring=False)"


def test_a_moat_has_no_other_attributes() -> None:
    assert [field.name for field in attrs.fields(Moat)] == ["edges", "is_ring"]
    for moat in (Moat(()), moats.longest_moat(City.of())):
        with pytest.raises(AttributeError, match=r"'Moat' object has no attribute 'legnth'"):
            moat.legnth  # type: ignore[attr-defined] # noqa: B018


def test_cities_that_reach_far_in_many_ways_have_their_own_edges() -> None:
    for first in (-60, -70, -80, 0):
        tower = Face(Building.TOWER, 9, Edges.parse("W"))
        tiles = {Cell(x, 0): (Face(Building.TOWER, 9, Edges(0)), Edges(0)) for x in range(first, 0)}
        tiles[Cell(first - 1, 0)] = (tower, Edges.parse("W"))
        wall = moats.longest_wall(City.of(tiles, start=Kind.ALHAMBRA))
        assert wall.edges == edges(f"{first - 1},0:W")


# The longest wall, moat and border of layouts of both kinds (MIX-28 … MIX-31).


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
