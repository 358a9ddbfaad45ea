"""The tiles of Alhambra, and what is no box of them."""

from __future__ import annotations

from collections import Counter

import pytest

from granada_rules import Building, Edges, Face, Kind, Tile, TileSet, ViolationError, alhambra, reference
from granada_rules.box import face_violations, tile_violations
from tests.helpers.games import clauses, faces

TILES = alhambra().tiles


def swapped(old: str, new: str) -> list[Tile]:
    """Return the tiles of the box with one replaced."""
    assert Tile.parse(old) in TILES
    return [Tile.parse(new) if tile == Tile.parse(old) else tile for tile in TILES]


@pytest.mark.accepts("A-BOX-2")
def test_six_types_with_their_numbers_and_prices() -> None:
    assert len(TILES) == 54
    assert tile_violations(TILES) == ()
    by_type: dict[Building, list[int]] = {building: [] for building in Kind.ALHAMBRA.buildings}
    for tile in TILES:
        by_type[tile.front.building].append(tile.front.value)
    assert {
        building.label: (len(prices), min(prices), max(prices)) for building, prices in by_type.items()
    } == {
        "Pavilion": (7, 2, 8),
        "Seraglio": (7, 3, 9),
        "Arcades": (9, 4, 10),
        "Chambers": (9, 5, 11),
        "Garden": (11, 6, 12),
        "Tower": (11, 7, 13),
    }


@pytest.mark.accepts("A-BOX-2")
def test_twenty_tiles_need_their_walls_to_be_named_and_no_two_agree_in_all() -> None:
    assert len({tile.front for tile in TILES}) == 54
    named = Counter((tile.front.building.code, tile.front.value) for tile in TILES)
    assert {f"{code}{price}": many for (code, price), many in named.items() if many > 1} == {
        "AC6": 2,
        "AC8": 2,
        "CH7": 2,
        "CH9": 2,
        "GA8": 3,
        "GA10": 3,
        "TO9": 3,
        "TO11": 3,
    }
    assert alhambra().called(Building.GARDEN, 10) == tuple(faces("GA10:- GA10:N GA10:W"))


@pytest.mark.accepts("A-BOX-2")
def test_a_tile_has_one_face() -> None:
    assert {tile.back for tile in TILES} == {None}
    assert {alhambra().back(face) for face in alhambra().faces} == {None}
    assert alhambra().faces == tuple(tile.front for tile in TILES)


@pytest.mark.rejects("A-BOX-2")
@pytest.mark.parametrize(
    ("old", "new", "problems"),
    [
        # A price that the type does not have, one that it has elsewhere, and the same tile again.
        ("PV2:NEW", "PV9:NEW", ["the box has no tile PV9:NEW: prices of Pavilion are 2 to 8"]),
        ("GA12:S", "GA11:S", ["Garden 11 is there 2 times, not 1", "Garden 12 is there 0 times, not 1"]),
        ("GA10:N", "GA10:W", ["the face GA10:W is there 2 times, and the box has it once"]),
        ("TO13:E", "AR2/BA3:E", ["AR2 is of Granada, and this is Alhambra"]),
    ],
)
def test_other_tiles_are_no_box(old: str, new: str, problems: list[str]) -> None:
    found = tile_violations(swapped(old, new))
    assert [violation.message for violation in found][: len(problems)] == problems
    assert set(clauses(found)) == {"A-BOX-2"}
    with pytest.raises(ViolationError):
        TileSet.of(swapped(old, new), name="own")


@pytest.mark.rejects("A-BOX-2")
def test_a_tile_more_or_less_is_no_box() -> None:
    assert tile_violations(TILES[1:])[0].message == "the box has 54 building tiles, not 53"
    more = tile_violations([*TILES, Tile.parse("PV2:-")])
    assert more[0].message == "the box has 54 building tiles, not 55"
    assert set(clauses(more)) == {"A-BOX-2"}


@pytest.mark.accepts("A-BOX-2")
@pytest.mark.rejects("A-BOX-2")
def test_no_more_tiles_of_a_type_and_price_lie_open_than_the_box_has() -> None:
    def judged(codes: str) -> list[str]:
        lying = [("the yard", face) for face in faces(codes)]
        return [violation.message for violation in face_violations(lying, Kind.ALHAMBRA)]

    assert judged("GA10:- GA10:N GA10:W TO13:E") == []
    assert judged("PV2:N PV2:E") == ["2 tiles Pavilion 2 with different walls, and the box has 1"]
    assert judged("GA10:N GA10:N") == ["the face GA10:N is among the yard 2 times, and the box has it once"]
    assert judged("SC10") == ["SC10 is of Granada, and this is Alhambra (among the yard)"]


@pytest.mark.rejects("A-BOX-2")
def test_of_all_that_lies_open_only_those_of_which_there_are_too_many_are_shown() -> None:
    lying = faces("PV2:N SE3:E SE3:ESW SE4:NE TO13:E")
    (found,) = face_violations((("the yard", face) for face in lying), Kind.ALHAMBRA)
    assert found.faces == tuple(faces("SE3:E SE3:ESW"))


@pytest.mark.accepts("A-BOX-2")
@pytest.mark.rejects("A-BOX-2")
def test_a_face_of_alhambra_is_named_with_its_walls_and_one_of_granada_without() -> None:
    assert str(Face(Building.GARDEN, 10, Edges.parse("N"))) == "GA10:N"
    assert Face.parse("GA10:-") == Face(Building.GARDEN, 10, Edges(0))
    with pytest.raises(ValueError, match=r"walls: a tile of Alhambra is named with its walls"):
        Face(Building.GARDEN, 10)
    with pytest.raises(ValueError, match=r"walls: a face of Granada has none of its own"):
        Face(Building.SCHOOL, 10, Edges(0))
    for code, reason in (("GA10", "expected its walls too, such as GA10:N"), ("SC10:N", "such as SC10")):
        with pytest.raises(ValueError, match=reason):
            Face.parse(code)


@pytest.mark.rejects("A-BOX-2")
@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("GA10:E", "the box has no tile GA10:E: none of this type and price has these walls"),
        ("GA13:-", "the box has no tile GA13:-: prices of Garden are 6 to 12"),
        ("SC10", "SC10 is of Granada, and this is Alhambra"),
    ],
)
def test_a_tile_that_the_box_does_not_have_has_no_walls_to_look_up(code: str, reason: str) -> None:
    with pytest.raises(ViolationError) as refusal:
        alhambra().moats(Face.parse(code))
    (violation,) = refusal.value.violations
    assert (violation.clause, violation.message) == ("A-BOX-2", reason)


@pytest.mark.accepts("A-BOX-4")
def test_no_wall_ten_times_each_side_four_times_each_corner_five_times_each_three_sides_twice() -> None:
    patterns = Counter(str(tile.moats) for tile in TILES)
    assert patterns == {
        "": 10,
        **dict.fromkeys(["N", "E", "S", "W"], 4),
        **dict.fromkeys(["NE", "ES", "SW", "NW"], 5),
        **dict.fromkeys(["NES", "ESW", "NSW", "NEW"], 2),
    }
    assert all(sum(side in tile.moats for tile in TILES) == 20 for side in Edges)
    assert all(alhambra().moats(face) is face.walls for face in alhambra().faces)


@pytest.mark.rejects("A-BOX-4")
def test_four_walls_or_other_numbers_of_patterns_are_no_box() -> None:
    (four,) = [found for found in tile_violations(swapped("PV8:-", "PV8:NESW")) if found.faces]
    assert (four.clause, four.faces) == ("A-BOX-4", tuple(faces("PV8:NESW")))
    assert four.message == "tile PV8:NESW: 4 walls, and a tile has at most 3"
    other = tile_violations(swapped("PV8:-", "PV8:N"))
    assert [(found.clause, found.message) for found in other] == [
        ("A-BOX-4", "9 tiles with no walls, and the box has 10"),
        ("A-BOX-4", "5 tiles with walls N, and the box has 4"),
    ]
    opposite = tile_violations(swapped("PV7:E", "PV7:EW"))
    assert "1 tile with walls EW, and the box has none" in [found.message for found in opposite]


@pytest.mark.accepts("A-BOX-4")
def test_an_owner_may_have_the_walls_on_other_tiles_if_the_numbers_are_right() -> None:
    # Two tiles with their walls exchanged.
    others = [tile for tile in swapped("PV8:-", "PV8:E") if tile != Tile.parse("PV7:E")]
    own = TileSet.of([*others, Tile.parse("PV7:-")], name="own")
    assert own.kind is Kind.ALHAMBRA
    assert own.called(Building.PAVILION, 8) == tuple(faces("PV8:E"))
    assert own != alhambra() != reference()
