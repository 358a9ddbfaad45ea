"""What is seen of tiles and cities of which not everything is seen."""

from __future__ import annotations

import copy
from typing import Any

import attrs
import pytest

from granada_rules import (
    Building,
    Built,
    Cell,
    City,
    Edges,
    Face,
    Kind,
    SeenCity,
    SeenTile,
    ViolationError,
)

COVERED = SeenTile()
SCHOOL = SeenTile.of(Built(Face(Building.SCHOOL, 4), Edges.E))


@pytest.mark.parametrize(
    ("tile", "text", "face"),
    [
        (COVERED, "?", None),
        (SeenTile(Kind.ALHAMBRA), "A?", None),
        (SeenTile(building=Building.SCHOOL), "SC?:?", None),
        (SeenTile(building=Building.SCHOOL, sides=Edges.N), "SC?:N", None),
        (SeenTile(building=Building.SCHOOL, price=10), "SC10:?", "SC10"),
        (SeenTile(building=Building.SCHOOL, price=0, sides=Edges(0)), "SC0:-", "SC0"),
        (SeenTile(building=Building.GARDEN, price=10), "GA10:?", None),
        (SeenTile(building=Building.GARDEN, price=0), "GA*:?", None),
        (SeenTile(building=Building.GARDEN, price=10, sides=Edges.N, roof=Edges.E), "GA10:N>", "GA10:W"),
    ],
)
def test_a_face_is_certain_with_building_and_price_and_in_alhambra_with_walls(
    tile: SeenTile, text: str, face: str | None
) -> None:
    assert str(tile) == text
    assert tile.face == (None if face is None else Face.parse(face))
    assert (tile.built is None) == ("?" in text)


@pytest.mark.parametrize("code", ["SC4", "GA10:N", "AC*:NE"])
def test_a_tile_that_is_seen_as_a_whole_is_built(code: str) -> None:
    face = Face.parse(code)
    for roof in Edges:
        tile = Built(face, (face.walls or Edges.E).turned(roof), roof)
        assert SeenTile.of(tile).built == tile
        assert SeenTile.of(tile).kind is face.kind


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"price": 4}, "building: expected it beside a price, moats or walls, got None"),
        ({"sides": Edges.N}, "building: expected it beside a price, moats or walls, got None"),
        (
            {"kind": Kind.ALHAMBRA, "building": Building.PARK},
            "kind: Park is of Granada, got Kind.ALHAMBRA",
        ),
        ({"building": Building.PARK, "price": 100}, "price: expected a number from 0 to 99, got 100"),
        ({"roof": Edges(0)}, "roof: expected one of N E S W, got Edges.parse('')"),
    ],
)
def test_what_cannot_be_seen_of_a_tile_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011 - the message is compared
        SeenTile(**given)
    assert str(error.value) == message


def test_a_city_names_the_cells_that_are_unknown_in_reading_order() -> None:
    tiles = {Cell(1, 0): SCHOOL, Cell(2, 0): COVERED, Cell(0, 1): attrs.evolve(SCHOOL, price=None)}
    city = SeenCity(tiles)
    assert [*city.tiles] == [Cell(0, 1), Cell(1, 0), Cell(2, 0)]
    assert city.unknown == (Cell(0, 1), Cell(2, 0))
    assert city.city is None
    assert city == SeenCity(dict(reversed(tiles.items())))
    assert copy.copy(city) is city
    assert hash(city) == hash(SeenCity(tiles))


def test_a_city_is_made_when_nothing_is_unknown() -> None:
    city = SeenCity({Cell(1, 0): SCHOOL})
    assert city.unknown == ()
    assert city.city == City.of({Cell(1, 0): (Face(Building.SCHOOL, 4), Edges.E)})


def test_the_shape_of_a_city_has_the_sides_that_are_seen() -> None:
    tower = SeenTile(building=Building.TOWER, sides=Edges.N, roof=Edges.W)
    shape = SeenCity({Cell(1, 0): COVERED, Cell(0, 1): tower}, Kind.ALHAMBRA).shape
    assert {cell: (tile.moats, tile.roof) for cell, tile in shape.tiles.items()} == {
        Cell(1, 0): (Edges(0), Edges.N),
        Cell(0, 1): (Edges.N, Edges.W),
    }
    # A tile whose price is not seen is no hut.
    assert not any(tile.face.is_hut for tile in shape.tiles.values())


def test_where_the_other_kind_began_is_known_if_one_tile_is_of_it() -> None:
    tiles = {Cell(1, 0): COVERED, Cell(0, 1): SeenTile(Kind.GRANADA)}
    assert SeenCity(tiles, Kind.ALHAMBRA).second == Cell(0, 1)
    assert SeenCity(tiles).second is None


def test_a_city_has_the_bounds_of_a_city() -> None:
    with pytest.raises(ValueError, match=r"cell 55,0: more than 54 away from the start"):
        SeenCity({Cell(55, 0): COVERED})
    with pytest.raises(ViolationError, match=r"BOX-5: the start tile lies at 0,0"):
        SeenCity({Cell(0, 0): COVERED})
    with pytest.raises(ViolationError, match=r"BOX-2: GA\?:N is of Alhambra, and the start tile of Granada"):
        SeenCity({Cell(1, 0): SeenTile(building=Building.GARDEN, sides=Edges.N)})
    with pytest.raises(ValueError, match=r"second: no tile of the other kind lies at 1,0"):
        SeenCity({Cell(1, 0): COVERED}, Kind.ALHAMBRA, Cell(1, 0))
    with pytest.raises(ValueError, match=r"^cell 1,0: two tiles at one cell$"):
        SeenCity([(Cell(1, 0), COVERED), (Cell(1, 0), COVERED)])
    wrong: list[Any] = [7, {1: COVERED}, {Cell(1, 0): 1}]
    for tiles in wrong:
        with pytest.raises(TypeError, match="expected"):
            SeenCity(tiles)
