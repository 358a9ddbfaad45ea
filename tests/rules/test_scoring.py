"""Scorings by small tables: places, ties, Dirk, bad input, questions about what would be, the final table."""

from __future__ import annotations

from itertools import repeat
from typing import Any, cast

import pytest

from granada_rules import (
    DIRK,
    Building,
    Built,
    Cell,
    City,
    Clause,
    Edges,
    Face,
    Kind,
    Line,
    Scoring,
    Standing,
    ViolationError,
    reference,
    scoring,
    standings,
)

DRY = Edges(0)


def row(codes: str, moats: str = "") -> City:
    """Lay faces in a row to the east."""
    faces = map(Face.parse, codes.split())
    return City.of({Cell(x, 0): (face, Edges.parse(moats)) for x, face in enumerate(faces, 1)})


def faces(codes: str) -> tuple[Face, ...]:
    return tuple(map(Face.parse, codes.split()))


def refusal(*args: object, **kwargs: object) -> list[tuple[str, str | None, str]]:
    with pytest.raises(ViolationError) as refused:
        scoring.score(*args, **kwargs)  # type: ignore[arg-type] # whatever the test gives
    return [(v.clause, v.player, v.message) for v in refused.value.violations]


@pytest.mark.accepts("SCORE-3")
def test_lines_come_moats_first_and_then_by_type_and_place() -> None:
    cities = {
        "Red": row("DI2 SC3 PA4 MA5 HP6 HS7 LI8 BA9 AR10", "N"),
        "Blue": row("AR2 BA3 DI4", "S"),
    }
    sheet = scoring.score(cities, Scoring.C)
    assert [line.clause for line in sheet.lines[:2]] == ["SCORE-4", "SCORE-4"]
    assert [line.player for line in sheet.lines[:2]] == ["Red", "Blue"]
    order = [(line.building, line.place) for line in sheet.lines[2:] if line.building and line.place]
    assert order == sorted(order, key=lambda key: (list(Kind.GRANADA.buildings).index(key[0]), key[1]))
    assert " ".join(building.code for building, place in order if place == 1) == "AR BA LI HS HP MA PA SC DI"


@pytest.mark.rejects("SCORE-3")
def test_the_order_of_building_or_of_players_changes_no_order_of_types() -> None:
    sheet = scoring.score({"Red": row("DI2"), "Blue": row("AR3")}, Scoring.A)
    assert [line.building for line in sheet.lines] == [Building.ARENA, Building.DISTRICT]


@pytest.mark.accepts("SCORE-4")
def test_each_player_scores_the_longest_moat() -> None:
    sheet = scoring.score(
        {"Red": row("SC2 SC3", "N"), "Blue": row("SC4", "NES"), "Green": row("PA5")}, Scoring.A
    )
    moat_lines = [line for line in sheet.lines if line.clause == "SCORE-4"]
    assert [(line.player, line.points, len(line.edges)) for line in moat_lines] == [
        ("Red", 2, 2),
        ("Blue", 3, 3),
    ]


@pytest.mark.rejects("SCORE-6")
def test_who_has_no_such_building_gets_no_place() -> None:
    sheet = scoring.score({"Red": row("SC2"), "Blue": row("PA3"), "Green": City.of()}, Scoring.C)
    assert sheet.totals == {"Red": 3, "Blue": 3, "Green": 0}
    assert len(sheet.lines) == 2


@pytest.mark.rejects("SCORE-7")
def test_places_behind_the_last_one_that_counts_get_nothing() -> None:
    cities = {
        "Red": row("SC2 SC3 SC4 SC5"),
        "Blue": row("SC6 SC7 SC8"),
        "Green": row("SC9 SC10"),
        "White": row("SC11"),
    }
    assert scoring.score(cities, Scoring.A).totals == {"Red": 10, "Blue": 0, "Green": 0, "White": 0}
    assert scoring.score(cities, Scoring.B).totals == {"Red": 20, "Blue": 10, "Green": 0, "White": 0}
    assert scoring.score(cities, Scoring.C).totals == {"Red": 30, "Blue": 20, "Green": 10, "White": 0}


@pytest.mark.rejects("SCORE-8")
def test_neither_the_sum_of_prices_nor_the_order_of_players_breaks_a_tie() -> None:
    cities = {"Red": row("SC10 SC11 SC12"), "Blue": row("SC2 SC3 SC13")}
    (first, second) = scoring.score(cities, Scoring.B).lines
    assert (first.player, second.player) == ("Blue", "Red")
    assert first.tied == second.tied == (("Blue", Face.parse("SC13")), ("Red", Face.parse("SC12")))


@pytest.mark.accepts("SCORE-8")
def test_a_tie_is_told_with_all_who_take_part_also_for_third_place() -> None:
    cities = {"Red": row("SC2 SC3"), "Blue": row("SC4"), "Green": row("SC5"), "White": row("SC6")}
    lines = scoring.score(cities, Scoring.C).lines
    assert [line.player for line in lines] == ["Red", "White", "Green"]
    assert lines[0].tied == ()
    everyone = tuple(zip(("White", "Green", "Blue"), faces("SC6 SC5 SC4"), strict=True))
    assert lines[1].tied == lines[2].tied == everyone


@pytest.mark.accepts("SCORE-9")
def test_what_lies_in_a_city_counts() -> None:
    assert scoring.score({"Red": row("SC2 SC3")}, Scoring.A).totals == {"Red": 2}


@pytest.mark.rejects("SCORE-9")
def test_a_tile_taken_out_of_the_city_counts_no_more() -> None:
    on_the_reserve = row("SC2 SC3").reduced(Cell(2, 0))
    assert scoring.score({"Red": on_the_reserve}, Scoring.A).totals == {"Red": 1}


@pytest.mark.accepts("DIRK-4")
def test_dirk_takes_part_in_majorities_and_ties() -> None:
    cities = {"Red": row("SC2 SC3"), "Blue": row("SC4")}
    sheet = scoring.score(cities, Scoring.C, dirk=faces("SC13 SC5 PA2"))
    assert sheet.players == ("Red", "Blue", DIRK)
    assert sheet.totals == {"Dirk": 15 + 3, "Red": 10, "Blue": 5}
    assert sheet.lines[1].tied == (("Dirk", Face.parse("SC13")), ("Red", Face.parse("SC3")))


@pytest.mark.rejects("DIRK-4")
def test_dirk_scores_no_moats() -> None:
    sheet = scoring.score({"Red": row("SC2", "NES"), "Blue": row("SC4")}, Scoring.A, dirk=iter(faces("PA2")))
    assert [line.player for line in sheet.lines if line.clause == "SCORE-4"] == ["Red"]
    assert sheet.totals["Dirk"] == 1


def test_dirk_without_tiles_takes_part_with_nothing() -> None:
    assert scoring.score({"Red": City.of()}, Scoring.A, dirk=()).totals == {"Red": 0, "Dirk": 0}
    assert scoring.score({"Red": City.of()}, Scoring.A).totals == {"Red": 0}


@pytest.mark.rejects("SIMPLE-1")
def test_simplified_points_do_not_grow_with_the_number_of_buildings() -> None:
    few = scoring.score({"Red": row("SC2")}, Scoring.C, simplified=True)
    many = scoring.score({"Red": row("SC2 SC3 SC4 SC5")}, Scoring.C, simplified=True)
    assert few.totals == many.totals == {"Red": 18}
    (line,) = few.lines
    assert (line.clause, line.factor, line.count, line.points) == ("SIMPLE-1", 18, 1, 18)


@pytest.mark.accepts("SIMPLE-2")
def test_moats_score_in_a_simplified_scoring_as_always() -> None:
    cities = {"Red": row("SC2 SC3", "NS")}
    simplified, regular = (scoring.score(cities, Scoring.B, simplified=simple) for simple in (True, False))
    assert simplified.lines[0] == regular.lines[0]
    assert simplified.lines[0].points == 2


@pytest.mark.rejects("SIMPLE-2")
def test_moats_have_no_fixed_points() -> None:
    lines = [
        scoring.score({"Red": row("SC2", wet)}, Scoring.C, simplified=True).lines for wet in ("N", "NES")
    ]
    assert [line[0].points for line in lines] == [1, 3]


@pytest.mark.accepts("BOX-12")
def test_one_to_six_cities_can_be_scored() -> None:
    for players in range(1, 7):
        cities = {f"player {n}": row(f"SC{n + 2}") for n in range(players)}
        assert scoring.score(cities, Scoring.A).totals[f"player {players - 1}"] == players


@pytest.mark.rejects("BOX-12")
def test_no_player_and_a_seventh_are_refused() -> None:
    assert refusal({}, Scoring.A) == [("BOX-12", None, "0 players, where 1 to 6 can be scored")]
    seven = {f"player {n}": City.of() for n in range(7)}
    assert refusal(seven, Scoring.A) == [("BOX-12", None, "7 players, where 1 to 6 can be scored")]


def test_an_illegal_city_is_refused_and_never_scored() -> None:
    island = City.of({Cell(3, 3): (Face.parse("SC2"), DRY)})
    assert [clause for clause, _, _ in refusal({"Red": island}, Scoring.C)] == [
        "BUILD-3",
        "BUILD-4",
        "BUILD-4",
    ]


def test_what_a_scoring_would_give_if_a_tile_were_built() -> None:
    cities = {"Red": row("SC2"), "Blue": row("SC3")}
    tile = Built(Face.parse("SC4"), Edges.parse("NES"))
    sheet = scoring.score_if_built(cities, Scoring.B, "Red", Cell(2, 0), tile, dirk=faces("SC5"))
    assert sheet.totals == {"Red": 3 + 8, "Blue": 0, "Dirk": 4}
    assert (
        scoring.score_if_built(cities, Scoring.B, "Red", Cell(2, 0), tile, simplified=True).totals["Red"]
        == 13
    )
    assert cities == {"Red": row("SC2"), "Blue": row("SC3")}


def test_what_could_not_be_built_is_refused_with_the_reasons() -> None:
    tile = Built(Face.parse("SC4"), Edges.parse("W"))
    with pytest.raises(ViolationError) as refused:
        scoring.score_if_built({"Red": row("SC2")}, Scoring.B, "Red", Cell(2, 0), tile)
    assert [(v.clause, v.player) for v in refused.value.violations] == [
        ("BUILD-2", "Red"),
        ("BUILD-3", "Red"),
    ]


@pytest.mark.parametrize(
    ("names", "told"), [([], "none"), (["Red"], "'Red'"), (["Red", "Green"], "'Red', 'Green'")]
)
def test_where_somebody_has_no_city_it_is_told_who_has(names: list[str], told: str) -> None:
    with pytest.raises(ValueError, match=rf"^'Blue' has no city here \(cities: {told}\)$"):
        scoring.score_if_built(
            dict.fromkeys(names, City.of()), Scoring.B, "Blue", Cell(2, 0), (Face.parse("SC4"), DRY)
        )


@pytest.mark.parametrize("half", [{"building": Building.PARK}, {"place": 1}])
def test_a_line_has_a_building_and_a_place_or_neither(half: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="a majority has a building and a place, a moat or wall has neither"):
        Line(Clause.SCORE_7, "Red", 1, 1, **half)


def test_a_line_reads_well() -> None:
    cities = {"Blue": row("SC2 SC9", "N"), "Green": row("SC3 SC12")}
    moat, green, blue = map(str, scoring.score(cities, Scoring.C).lines)
    assert moat == "SCORE-4: Blue, longest moat (1,0:N to 2,0:N): 2"
    tie = "tie: Green with SC12 before Blue with SC9"
    assert green == f"SCORE-7: School, first is Green (SC12 SC3; {tie}): 3 x 4 = 12"
    assert blue == f"SCORE-7: School, second is Blue (SC9 SC2; {tie}): 2 x 4 = 8"
    (alone,) = scoring.score({"Red": row("PA2")}, Scoring.A).lines
    assert str(alone) == "SCORE-7: Park, first is Red (PA2): 1 x 1 = 1"
    assert isinstance(alone, Line)
    (fixed,) = scoring.score({"Red": row("PA2")}, Scoring.C, simplified=True).lines
    assert str(fixed) == "SIMPLE-1: Park, first is Red (PA2): 18"
    third = scoring.score({"a": row("PA2 PA3"), "b": row("PA4"), "c": row("PA5")}, Scoring.C).lines[-1]
    assert str(third).startswith("SCORE-7: Park, third is b (PA4; tie: c with PA5 before b with PA4)")
    assert repr(Scoring.A) == "Scoring.A"


@pytest.mark.parametrize(
    ("sides", "stretch"), [("N", "1,0:N"), ("NE", "1,0:N to 1,0:E"), ("NES", "1,0:N to 1,0:S")]
)
def test_a_moat_is_told_by_its_first_and_last_edge(sides: str, stretch: str) -> None:
    moat = scoring.score({"Red": row("SC2", sides)}, Scoring.A).lines[0]
    assert str(moat) == f"SCORE-4: Red, longest moat ({stretch}): {len(sides)}"


def test_the_final_table_and_shared_wins() -> None:
    table = standings({"Red": 90, "Blue": 120, "Green": 120, "White": 7})
    assert table == (
        Standing(1, "Blue", 120, wins=True),
        Standing(1, "Green", 120, wins=True),
        Standing(3, "Red", 90, wins=False),
        Standing(4, "White", 7, wins=False),
    )


def test_equal_points_share_a_rank_wherever_they_are() -> None:
    table = standings({"Red": 5, "Anna": 9, "Blue": 3, "Green": 5, "White": 3, "Yellow": 1})
    assert [(row.rank, row.player) for row in table] == [
        (1, "Anna"),
        (2, "Red"),
        (2, "Green"),
        (4, "Blue"),
        (4, "White"),
        (6, "Yellow"),
    ]
    assert [row.player for row in table if row.wins] == ["Anna"]


@pytest.mark.parametrize(("anna", "zoe"), [(9, 5), (5, 9)])
def test_who_wins_has_nothing_to_do_with_names(anna: int, zoe: int) -> None:
    table = standings({"Anna": anna, DIRK: 12, "Zoe": zoe})
    assert [row.player for row in table if row.wins] == ["Anna" if anna > zoe else "Zoe"]


def test_dirk_is_ranked_but_never_wins() -> None:
    table = standings({"Red": 90, "Blue": 80, DIRK: 100})
    assert [(row.rank, row.player, row.wins) for row in table] == [
        (1, "Dirk", False),
        (2, "Red", True),
        (3, "Blue", False),
    ]
    level = standings({"Red": 90, "Blue": 80, DIRK: 90})
    assert [(row.rank, row.player, row.wins) for row in level][:2] == [(1, "Red", True), (1, "Dirk", False)]
    assert standings({DIRK: 3}) == (Standing(1, DIRK, 3, wins=False),)
    assert standings({}) == ()


def test_every_reason_is_given_also_for_what_would_be() -> None:
    cities = {"Red": row("SC2"), "Blue": City.of({Cell(3, 3): (Face.parse("PA4"), DRY)})}
    with pytest.raises(ViolationError) as refused:
        scoring.score_if_built(
            cities, Scoring.A, "Red", Cell(9, 0), (Face.parse("SC2"), DRY), dirk=faces("PA4 AR99")
        )
    assert [(violation.clause, violation.player) for violation in refused.value.violations] == [
        ("BOX-2", None),
        ("BOX-2", None),
        ("BOX-2", None),
        ("BUILD-3", "Blue"),
        ("BUILD-4", "Blue"),
        ("BUILD-4", "Blue"),
        ("BUILD-3", "Red"),
        ("BUILD-4", "Red"),
    ]


def test_the_other_cities_are_judged_as_they_are_and_the_own_one_as_it_would_be() -> None:
    lost = {
        name: City.of({Cell(3, 0): (face, DRY)})
        for name, face in zip("ABC", faces("SC2 SC3 SC4"), strict=True)
    }
    with pytest.raises(ViolationError) as refused:
        scoring.score_if_built(lost, Scoring.A, "B", Cell(9, 0), (Face.parse("SC5"), DRY))
    lonely = [(v.player, v.cells) for v in refused.value.violations if v.clause == "BUILD-4"]
    assert lonely == [
        ("A", (Cell(0, 0),)),
        ("A", (Cell(3, 0),)),
        ("C", (Cell(0, 0),)),
        ("C", (Cell(3, 0),)),
        ("B", (Cell(0, 0),)),
        ("B", (Cell(3, 0),)),
        ("B", (Cell(9, 0),)),
    ]


def test_endlessly_many_faces_are_refused() -> None:
    with pytest.raises(ViolationError) as refused:
        scoring.score({"Red": City.of()}, Scoring.A, dirk=repeat(Face.parse("SC2")))
    too_many, violation = refused.value.violations
    assert too_many.message == "109 faces lie open, and the box has 54 building tiles"
    assert violation.message == "the face SC2 is among Dirk's tiles 109 times, and the box has it once"


def test_of_a_crowd_only_one_city_too_many_is_judged() -> None:
    island = City.of({Cell(3, 3): (Face.parse("SC2"), DRY, Edges.E)})
    crowd: dict[str, City] = {f"player {n}": City.of() for n in range(6)} | {"x": island, "y": island}
    assert [clause for clause, _, _ in refusal(crowd, Scoring.A)] == [
        "BOX-12",
        "BUILD-1",
        "BUILD-3",
        "BUILD-4",
        "BUILD-4",
    ]


@pytest.mark.parametrize(
    ("cities", "which", "dirk", "simplified", "reason"),
    [
        ({"Red": City.of()}, "A", None, False, "scoring: expected Scoring, got 'A'"),
        ({"Red": City.of()}, Scoring.A, None, "no", "simplified: expected bool, got 'no'"),
        ({"Red": {}}, Scoring.A, None, False, "cities: expected City, got {}"),
        ({1: City.of()}, Scoring.A, None, False, "a player's name: expected str, got 1"),
        ({"Red": City.of()}, Scoring.A, ["SC4"], False, "dirk: expected Face, got 'SC4'"),
    ],
)
def test_what_is_of_the_wrong_kind_is_refused(
    cities: object, which: object, dirk: object, simplified: object, reason: str
) -> None:
    with pytest.raises(TypeError, match=reason):
        scoring.score(
            cast("Any", cities),
            cast("Any", which),
            dirk=cast("Any", dirk),
            simplified=cast("Any", simplified),
        )


@pytest.mark.parametrize("name", ["", "  ", "Red\nBlue", "\x1b[2J"])
def test_a_name_can_be_read_in_one_line(name: str) -> None:
    with pytest.raises(ValueError, match="a player's name: expected one printable line"):
        scoring.score({name: City.of()}, Scoring.A)


def test_a_sheet_reads_well() -> None:
    sheet = scoring.score({"Red": row("SC2", "N"), "Blue": City.of()}, Scoring.A)
    assert str(sheet).splitlines() == [
        "SCORE-4: Red, longest moat (1,0:N): 1",
        "SCORE-7: School, first is Red (SC2): 1 x 1 = 1",
        "total: Red 2, Blue 0",
    ]


@pytest.mark.parametrize("points", [1.5, True, "7", None, float("nan")])
def test_points_are_whole_numbers(points: object) -> None:
    with pytest.raises(TypeError, match="points of 'Red': expected int, got"):
        standings({"Red": cast("Any", points)})


@pytest.mark.accepts("BOX-2")
def test_all_tiles_of_the_box_can_lie_open_at_once() -> None:
    open_faces = [tile.even for tile in reference().tiles]
    sheet = scoring.score({"Red": City.of(), "Blue": City.of()}, Scoring.A, dirk=open_faces)
    assert sheet.totals["Dirk"] == 54


@pytest.mark.rejects("BOX-2")
def test_more_tiles_than_the_box_has_cannot() -> None:
    open_faces = [*(tile.even for tile in reference().tiles), Face.parse("AR3")]
    problems = refusal({"Red": City.of()}, Scoring.A, dirk=open_faces)
    assert problems == [("BOX-2", None, "55 faces lie open, and the box has 54 building tiles")]


# Lines of score sheets: what they take, and how they are told where places are shared.

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
