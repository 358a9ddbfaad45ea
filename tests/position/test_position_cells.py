"""What is wrong with tiles is said city by city, at the cells where they lie (BOX-2, BOX-4, BOX-11)."""

from __future__ import annotations

import pytest

import granada_rules as g
from granada_rules import draw, notation
from granada_rules.position import NotedPlayer, Position, validate
from tests.helpers.games import NAMES
from tests.helpers.noted import noted

ALHAMBRA, GRANADA = g.Kind
LISTS = {ALHAMBRA: g.alhambra(), GRANADA: g.reference()}
OF_TILES = ("BOX-2", "A-BOX-2", "BOX-11", "A-BOX-4")


def table(*cities: str, kind: g.Kind, tiles: g.TileSet | None, reserve: str = "", yard: str = "") -> Position:
    """Return a position with these cities, which are drawings; the last player has the reserve."""
    return Position(
        tile_set=tiles,
        ruleset=g.GRANADA if kind is GRANADA else g.ALHAMBRA,
        players=tuple(
            NotedPlayer(
                name=name,
                city=notation.read_city(city, tiles, start=kind),
                reserve=noted(reserve if number == len(cities) else ""),
            )
            for number, (name, city) in enumerate(zip(NAMES, cities, strict=False), 1)
        ),
        yard=(*noted(yard), None, None, None) if yard else None,
    )


def told(position: Position) -> list[str]:
    """Return what is said of tiles, with the cells in front."""
    return [
        f"{' '.join(map(str, violation.cells))} | {violation}"
        for violation in validate(position).violations
        if violation.clause in OF_TILES
    ]


@pytest.mark.rejects("A-BOX-2")
@pytest.mark.parametrize(
    ("tile", "wrong"),
    [
        ("TO9:W", "no such tile; TO9 has walls on NE, on ES, or on NW"),
        ("TO13:N", "no such tile; TO13 has a wall on E"),
        ("GA10:S", "no such tile; GA10 has no walls, a wall on N, or on W"),
        ("AC6:N", "no such tile; AC6 has walls on NE or on SW"),
        ("PV8:N", "no such tile; PV8 has no walls"),
        ("PV9:N", "no such tile; prices of Pavilion are 2 to 8"),
    ],
)
def test_a_tile_that_does_not_exist_is_marked_where_it_lies(tile: str, wrong: str) -> None:
    position = table(f"{tile} @", kind=ALHAMBRA, tiles=g.alhambra())
    assert told(position) == [f"-1,0 | A-BOX-2: Red: {tile} at -1,0: {wrong}"]


@pytest.mark.rejects("BOX-2")
@pytest.mark.parametrize("tiles", [g.reference(), None], ids=["listed", "unlisted"])
def test_a_price_that_does_not_exist_is_marked_where_it_lies(tiles: g.TileSet | None) -> None:
    position = table("@ SC14:-", "SC1:- @ SC14:-", kind=GRANADA, tiles=tiles, reserve="SC14 HP1 HP1")
    assert told(position) == [
        " | BOX-2: HP1 in Blue's reserve 2 times: no such face; prices are 2 to 13",
        "-1,0 | BOX-2: Blue: SC1 at -1,0: no such face; prices are 2 to 13",
        # It is wrong in each city by itself.
        "1,0 | BOX-2: Red: SC14 at 1,0 and in Blue's reserve: no such face; prices are 2 to 13",
        "1,0 | BOX-2: Blue: SC14 at 1,0 and in Blue's reserve: no such face; prices are 2 to 13",
    ]


@pytest.mark.rejects("A-BOX-2")
@pytest.mark.parametrize("tiles", [g.alhambra(), None], ids=["listed", "unlisted"])
def test_a_turned_tile_is_named_as_it_was_written(tiles: g.TileSet | None) -> None:
    position = table("@ TO9:ES>\n. TO9:NE", kind=ALHAMBRA, tiles=tiles, reserve="TO9:NE")
    (violation,) = told(position)
    assert violation == (
        "1,0 1,-1 | A-BOX-2: Red: TO9:ES> at 1,0 and TO9:NE at 1,-1 and in Red's reserve: the box has it once"
    )


@pytest.mark.rejects("A-BOX-2")
def test_a_face_in_two_cities_is_marked_in_both() -> None:
    city = "@ TO9:NE"
    assert told(table(city, "@", city, kind=ALHAMBRA, tiles=g.alhambra())) == [
        "1,0 | A-BOX-2: Red: TO9:NE at 1,0 and at 1,0 in Green's Alhambra: the box has it once",
        "1,0 | A-BOX-2: Green: TO9:NE at 1,0 and at 1,0 in Red's Alhambra: the box has it once",
    ]
    # Where one of the two is elsewhere, the cell in the city is marked.
    assert told(table(city, "@", kind=ALHAMBRA, tiles=g.alhambra(), yard="TO9:NE")) == [
        "1,0 | A-BOX-2: Red: TO9:NE at 1,0 and in the yard: the box has it once"
    ]
    every = [f"{name}'s Alhambra" for name in NAMES]
    # Four places are all named.
    assert told(table(*[city] * 4, kind=ALHAMBRA, tiles=None))[3] == (
        f"1,0 | A-BOX-2: Yellow: TO9:NE at 1,0 and at 1,0 in {every[0]} and at 1,0 in {every[1]}"
        f" and at 1,0 in {every[2]}: the box has it once"
    )
    assert told(table(*[city] * 6, kind=ALHAMBRA, tiles=None))[1] == (
        f"1,0 | A-BOX-2: Blue: TO9:NE at 1,0 and at 1,0 in {every[0]} and at 1,0 in {every[2]}"
        f" and at 1,0 in {every[3]} and 2 more: the box has it once"
    )


@pytest.mark.rejects("BOX-11")
def test_both_faces_of_a_tile_are_marked() -> None:
    assert told(table("@ AR2 BA3", kind=GRANADA, tiles=g.reference())) == [
        "1,0 2,0 | BOX-11: Red: AR2 at 1,0 and BA3 at 2,0: the two faces of one tile"
    ]
    assert told(table("@ AR2", "BA3 @", kind=GRANADA, tiles=g.reference())) == [
        "1,0 | BOX-11: Red: AR2 at 1,0 and BA3 at -1,0 in Blue's city: the two faces of one tile",
        "-1,0 | BOX-11: Blue: BA3 at -1,0 and AR2 at 1,0 in Red's city: the two faces of one tile",
    ]


@pytest.mark.rejects("BOX-2")
def test_too_many_tiles_of_two_prices_are_marked() -> None:
    twos = " ".join(f"{building.code}2:-" for building in GRANADA.buildings)
    first, second = told(table(f"@ {twos}", "@ AR3:-", kind=GRANADA, tiles=None))
    wrong = "10 tiles of the prices 2 and 3, and the box has 9"
    cells = " ".join(f"{x},0" for x in range(1, 10))
    named = "AR2 at 1,0 and BA2 at 2,0 and LI2 at 3,0 and HS2 at 4,0 and 6 more"
    assert first == f"{cells} | BOX-2: Red: {named}: {wrong}"
    assert second.startswith("1,0 | BOX-2: Blue: AR3 at 1,0 and AR2 at 1,0 in Red's city and ")


@pytest.mark.rejects("A-BOX-2", "A-BOX-4")
def test_without_a_list_too_many_tiles_of_a_sort_are_marked() -> None:
    two = "2 tiles Pavilion 8 with different walls, and the box has 1"
    assert told(table("@ PV8:-", "@ PV8:N", kind=ALHAMBRA, tiles=None)) == [
        f"1,0 | A-BOX-2: Red: PV8:- at 1,0 and PV8:N at 1,0 in Blue's Alhambra: {two}",
        f"1,0 | A-BOX-2: Blue: PV8:N at 1,0 and PV8:- at 1,0 in Red's Alhambra: {two}",
    ]
    three = "3 tiles with walls ESW, and the box has 2"
    reds, blues = told(table("@ PV8:ESW . SE3:ESW", "@ AC4:ESW", kind=ALHAMBRA, tiles=None))
    own = "PV8:ESW at 1,0 and SE3:ESW at 3,0"
    assert reds == f"1,0 3,0 | A-BOX-4: Red: {own} and AC4:ESW at 1,0 in Blue's Alhambra: {three}"
    others = "PV8:ESW at 1,0 in Red's Alhambra and SE3:ESW at 3,0 in Red's Alhambra"
    assert blues == f"1,0 | A-BOX-4: Blue: AC4:ESW at 1,0 and {others}: {three}"
    assert told(table("@ PV2:NS SE3:NS", kind=ALHAMBRA, tiles=None)) == [
        "1,0 2,0 | A-BOX-4: Red: PV2:NS at 1,0 and SE3:NS at 2,0: the box has no tile with walls NS"
    ]


def test_a_tile_whose_moats_are_hidden_is_marked_by_its_face() -> None:
    seen = g.SeenCity(
        {g.Cell(1, 0): g.SeenTile(building=g.Building.SCHOOL, price=14), g.Cell(2, 0): g.SeenTile()}
    )
    position = Position(players=(NotedPlayer(name="Red", seen_city=seen),))
    assert told(position) == ["1,0 | BOX-2: Red: SC14 at 1,0: no such face; prices are 2 to 13"]
    turned = g.SeenTile(building=g.Building.TOWER, price=9, sides=g.Edges.parse("ES"), roof=g.Edges.E)
    half = g.SeenTile(building=g.Building.TOWER, price=9)
    alhambra = g.SeenCity({g.Cell(1, 0): turned, g.Cell(2, 0): half}, ALHAMBRA)
    owner = NotedPlayer(name="Red", seen_city=alhambra, reserve=noted("TO9:NE"))
    assert told(Position(players=(owner,))) == [
        "1,0 | A-BOX-2: Red: TO9:ES> at 1,0 and TO9:NE in Red's reserve: the box has it once"
    ]


def test_the_drawing_has_the_number_of_what_is_wrong_with_a_tile() -> None:
    position = table("TO9:W @", kind=ALHAMBRA, tiles=g.alhambra())
    city, wrong = position.players[0].city, validate(position).violations
    assert city is not None
    text = draw.text(city, show=draw.Show(violations=wrong))
    assert "!1" in text.splitlines()[3]
    assert text.splitlines()[-1] == (
        "!1 A-BOX-2: Red: TO9:W at -1,0: no such tile; TO9 has walls on NE, on ES, or on NW"
    )
    assert "-1,0: TO9, wall W, violation 1" in str(draw.svg(city, show=draw.Show(violations=wrong)))
