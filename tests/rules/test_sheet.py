"""Lines of score sheets: what they take, and how they are told where places are shared."""

from __future__ import annotations

from typing import Any

import pytest

from granada_rules import Building, Cell, City, Clause, Edges, Face, Kind, Line, Scoring, scoring

TOWER = Face.parse("TO9:N")


def line(**fields: Any) -> Line:  # noqa: ANN401 - any of its fields
    """Return an award for Towers in which something is different."""
    award: dict[str, Any] = {
        "clause": Clause.A_SCORE_8,
        "player": "Red",
        "factor": 6,
        "count": 1,
        "building": Building.TOWER,
        "place": 1,
        "faces": (TOWER,),
        "tied": (("Red", TOWER), ("Blue", TOWER)),
        "shares": 2,
        "kind": Kind.ALHAMBRA,
    }
    return Line(**award | fields)


@pytest.mark.parametrize(
    "tied",
    [
        [("Red", TOWER)],
        ("Red", TOWER),
        (["Red", TOWER],),
        (("Red",),),
        (("Red", TOWER, TOWER),),
        ((TOWER, "Red"),),
        (("Red", "TO9:N"),),
        (("Red", TOWER), (TOWER, TOWER)),
    ],
    ids=str,
)
def test_a_tie_is_pairs_of_a_name_and_a_face(tied: object) -> None:
    with pytest.raises(TypeError, match="tied: expected"):
        line(tied=tied)


@pytest.mark.parametrize(("shares", "points"), [(1, 6), (2, 3), (4, 1), (5, 1), (7, 0)])
def test_points_are_divided_by_the_shares_and_rounded_down(shares: int, points: int) -> None:
    assert line(shares=shares).points == points


def test_nobody_shares_unless_it_is_said() -> None:
    wall = Line(Clause.SCORE_4, "Red", 1, 7)
    assert (wall.shares, wall.points) == (1, 7)


@pytest.mark.parametrize(("shares", "error"), [(0, ValueError), (-1, ValueError), ("2", TypeError)])
def test_at_least_one_player_has_a_share(shares: object, error: type[Exception]) -> None:
    with pytest.raises(error, match="shares"):
        line(shares=shares)


def test_a_building_of_the_other_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="kind: Tower is of Alhambra"):
        line(kind=Kind.GRANADA)


@pytest.mark.parametrize(
    ("place", "told"), [(0, "place 0"), (1, "first"), (2, "second"), (6, "sixth"), (7, "place 7")]
)
def test_places_have_names_as_far_as_players_go(place: int, told: str) -> None:
    alone = line(place=place, shares=1, tied=())
    assert str(alone) == f"A-SCORE-8: Tower, {told} is Red (TO9:N): 6"


@pytest.mark.accepts("A-SCORE-8")
def test_a_sheet_tells_who_shares_which_places() -> None:
    towers = {"Red": "TO13:- TO12:N", "Blue": "TO11:- TO10:-", "Green": "TO7:-"}
    cities = {}
    for player, codes in towers.items():
        row = enumerate(map(Face.parse, codes.split()), 1)
        tiles = {Cell(x, 0): (face, face.walls or Edges(0)) for x, face in row}
        cities[player] = City.of(tiles, start=Kind.ALHAMBRA)
    assert str(scoring.score(cities, Scoring.C)).splitlines() == [
        "SCORE-4: Red, longest wall (2,0:N): 1",
        "A-SCORE-8: Tower, first to second are shared by Red and Blue, Red (TO13:- TO12:N): 34 / 2 = 17",
        "A-SCORE-8: Tower, first to second are shared by Red and Blue, Blue (TO11:- TO10:-): 34 / 2 = 17",
        "A-SCORE-7: Tower, third is Green (TO7:-): 6",
        "total: Red 18, Blue 17, Green 6",
    ]


@pytest.mark.accepts("SIMPLE-1", "SCORE-8")
def test_in_a_simplified_scoring_the_dearest_building_decides_a_tie_and_nobody_shares() -> None:
    cities = {
        player: City.of({Cell(1, 0): (Face.parse(code), Edges(0))})
        for player, code in {"Red": "SC2", "Blue": "SC9"}.items()
    }
    assert scoring.score(cities, Scoring.B, simplified=True).totals == {"Red": 3, "Blue": 10}


@pytest.mark.accepts("A-BOX-2")
def test_tiles_of_the_same_price_are_told_in_one_order_however_they_lie() -> None:
    told = set()
    for codes in (["TO9:N", "TO9:S", "TO11:-"], ["TO9:S", "TO11:-", "TO9:N"]):
        row = enumerate(map(Face.parse, codes), 1)
        tiles = {Cell(x, 0): (face, face.walls or Edges(0)) for x, face in row}
        sheet = scoring.score({"Red": City.of(tiles, start=Kind.ALHAMBRA)}, Scoring.A)
        told.add(sheet.lines[-1].faces)
    assert [len(faces) for faces in told] == [3]
    assert [face.value for face in min(told)] == [11, 9, 9]
