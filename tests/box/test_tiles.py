"""Building types, faces and tiles."""

from __future__ import annotations

from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from granada_rules.box import Building, Edges, Face, Kind, Tile

FACES = st.builds(Face, st.sampled_from(Kind.GRANADA.buildings), st.integers(0, 99))
TILES = st.builds(Tile, FACES, FACES, st.integers(0, 15).map(Edges))


def test_the_types_are_in_scoring_order_under_their_codes() -> None:
    assert " ".join(building.code for building in Kind.GRANADA.buildings) == "AR BA LI HS HP MA PA SC DI"
    assert Building.BATH_HOUSE.label == "Bath House"
    assert Building.ARENA.label == "Arena"
    assert repr(Building.BATH_HOUSE) == "Building.BATH_HOUSE"


@given(FACES)
def test_a_face_is_written_as_it_is_read(face: Face) -> None:
    assert Face.parse(str(face)) == face
    assert eval(repr(face)) == face  # noqa: S307 # our own text


def test_a_face_is_read() -> None:
    assert Face.parse("SC10") == Face(Building.SCHOOL, 10)
    assert Face.parse("HP0") == Face(Building.HOSPITAL, 0)


@given(FACES, FACES)
def test_faces_sort_by_type_and_then_by_price(one: Face, other: Face) -> None:
    types = list(Kind.GRANADA.buildings)
    places = [(types.index(face.building), face.value) for face in (one, other)]
    assert (one < other) == (places[0] < places[1])
    assert (one <= other) == (places[0] <= places[1])


@pytest.mark.parametrize(
    "code", ["", "SC", "10", "sc10", "SC100", "SC07", f"SC-{1}", "SC 1", "SC1 ", "SC1\n", "SCX1"]
)
def test_faces_that_cannot_be_read(code: str) -> None:
    with pytest.raises(ValueError, match=r"expected a building and a price such as SC10$") as refused:
        Face.parse(code)
    assert str(refused.value).startswith(f"face {code!r}: ")


def test_a_code_that_no_building_has() -> None:
    with pytest.raises(ValueError, match="code") as refused:
        Face.parse("SX10")
    codes = "PV SE AC CH GA TO AR BA LI HS HP MA PA SC DI"
    assert str(refused.value) == f"face 'SX10': no building has the code SX ({codes})"


@pytest.mark.parametrize("value", [-1, 100])
def test_prices_that_cannot_be_written_down(value: int) -> None:
    with pytest.raises(ValueError, match="value"):
        Face(Building.ARENA, value)


@given(TILES)
def test_a_tile_is_written_as_it_is_read(tile: Tile) -> None:
    assert Tile.parse(str(tile)) == tile
    assert eval(repr(tile)) == tile  # noqa: S307 # our own text


@pytest.mark.parametrize(
    ("code", "moats", "written"),
    [
        ("AR8/HP9:EN", Edges.N | Edges.E, "AR8/HP9:NE"),
        ("AR8/HP9:-", Edges(0), "AR8/HP9:-"),
    ],
)
def test_a_tile_is_read(code: str, moats: Edges, written: str) -> None:
    tile = Tile.parse(code)
    assert tile == Tile(Face(Building.ARENA, 8), Face(Building.HOSPITAL, 9), moats)
    assert str(tile) == written


@pytest.mark.parametrize("code", ["", "AR8", "AR8/HP9", "AR8/HP9:", "AR8:N", "/:", "AR8:NE/HP9"])
def test_tiles_that_cannot_be_read(code: str) -> None:
    with pytest.raises(ValueError, match=r"expected two faces and moats such as AR8/HP9:NE$") as refused:
        Tile.parse(code)
    assert str(refused.value).startswith(f"tile {code!r}: ")


@pytest.mark.parametrize(
    ("code", "where"),
    [
        ("AR8/:N", "face ''"),
        ("/HP9:N", "face ''"),
        ("AR8/HP9/DI3:N", "face 'HP9/DI3'"),
        ("AR8/HP9:N:E", "edges 'N:E'"),
    ],
)
def test_a_part_of_a_tile_that_cannot_be_read(code: str, where: str) -> None:
    with pytest.raises(ValueError, match=f"^{where}: "):
        Tile.parse(code)


@pytest.mark.parametrize("code", ["GA10/TO11:N", "GA10:N/TO11:N", "GA10:X", "GA10:", "GA", "GA100:-"])
def test_what_is_no_face_of_alhambra_says_how_one_is_written(code: str) -> None:
    for parse in (Face.parse, Tile.parse):
        with pytest.raises(ValueError, match=r": expected one face with its walls, any of N E S W, such as"):
            parse(code)


@pytest.mark.parametrize("value", [True, 2.0, "2", None])
def test_a_face_has_a_whole_number(value: object) -> None:
    with pytest.raises(TypeError, match="value: expected int"):
        Face(Building.SCHOOL, cast("Any", value))


def test_a_face_is_made_of_the_right_things() -> None:
    with pytest.raises(TypeError, match="building"):
        Face(cast("Any", "x"), 2)
    with pytest.raises(TypeError, match="front"):
        Tile(cast("Any", "AR2"), Face.parse("BA3"), Edges.N)
    with pytest.raises(TypeError, match="back"):
        Tile(Face.parse("AR2"), cast("Any", "BA3"), Edges.N)
    with pytest.raises(TypeError, match="moats"):
        Tile(Face.parse("AR2"), Face.parse("BA3"), cast("Any", "N"))


def test_a_tile_of_granada_has_a_back_and_a_tile_of_alhambra_has_none() -> None:
    garden = Face.parse("GA10:N")
    assert Tile.of(garden) == Tile(garden, None, Edges.N) == Tile.parse("GA10:N")
    assert str(Tile.of(garden)) == "GA10:N"
    with pytest.raises(ValueError, match=r"^back: expected the other face of SC10, got None$"):
        Tile.of(Face.parse("SC10"))
    for back, walls in ((Face.parse("GA12:S"), Edges.N), (None, Edges.S)):
        with pytest.raises(ValueError, match=r"without a back, with the walls of GA10:N$"):
            Tile(garden, back, walls)
    with pytest.raises(ValueError, match=r"^GA10:N has no back$"):
        _ = Tile.of(garden).odd
