"""Scorings by small tables: places, ties, Dirk, bad input, questions about what would be, the final table."""

from __future__ import annotations

from itertools import repeat
from typing import Any, cast

import pytest

import granada_rules as g

DRY = g.Edges(0)


def row(codes: str, moats: str = "") -> g.City:
    """Lay faces in a row to the east."""
    faces = map(g.Face.parse, codes.split())
    return g.City.of({g.Cell(x, 0): (face, g.Edges.parse(moats)) for x, face in enumerate(faces, 1)})


def faces(codes: str) -> tuple[g.Face, ...]:
    return tuple(map(g.Face.parse, codes.split()))


def refusal(*args: object, **kwargs: object) -> list[tuple[str, str | None, str]]:
    with pytest.raises(g.ViolationError) as refused:
        g.scoring.score(*args, **kwargs)  # type: ignore[arg-type] # whatever the test gives
    return [(v.clause, v.player, v.message) for v in refused.value.violations]


@pytest.mark.accepts("SCORE-3")
def test_lines_come_moats_first_and_then_by_type_and_place() -> None:
    cities = {
        "Red": row("DI2 SC3 PA4 MA5 HP6 HS7 LI8 BA9 AR10", "N"),
        "Blue": row("AR2 BA3 DI4", "S"),
    }
    sheet = g.scoring.score(cities, g.Scoring.C)
    assert [line.clause for line in sheet.lines[:2]] == ["SCORE-4", "SCORE-4"]
    assert [line.player for line in sheet.lines[:2]] == ["Red", "Blue"]
    order = [(line.building, line.place) for line in sheet.lines[2:] if line.building and line.place]
    assert order == sorted(order, key=lambda key: (list(g.Kind.GRANADA.buildings).index(key[0]), key[1]))
    assert " ".join(building.code for building, place in order if place == 1) == "AR BA LI HS HP MA PA SC DI"


@pytest.mark.rejects("SCORE-3")
def test_the_order_of_building_or_of_players_changes_no_order_of_types() -> None:
    sheet = g.scoring.score({"Red": row("DI2"), "Blue": row("AR3")}, g.Scoring.A)
    assert [line.building for line in sheet.lines] == [g.Building.ARENA, g.Building.DISTRICT]


@pytest.mark.accepts("SCORE-4")
def test_each_player_scores_the_longest_moat() -> None:
    sheet = g.scoring.score(
        {"Red": row("SC2 SC3", "N"), "Blue": row("SC4", "NES"), "Green": row("PA5")}, g.Scoring.A
    )
    moat_lines = [line for line in sheet.lines if line.clause == "SCORE-4"]
    assert [(line.player, line.points, len(line.edges)) for line in moat_lines] == [
        ("Red", 2, 2),
        ("Blue", 3, 3),
    ]


@pytest.mark.rejects("SCORE-6")
def test_who_has_no_such_building_gets_no_place() -> None:
    sheet = g.scoring.score({"Red": row("SC2"), "Blue": row("PA3"), "Green": g.City.of()}, g.Scoring.C)
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
    assert g.scoring.score(cities, g.Scoring.A).totals == {"Red": 10, "Blue": 0, "Green": 0, "White": 0}
    assert g.scoring.score(cities, g.Scoring.B).totals == {"Red": 20, "Blue": 10, "Green": 0, "White": 0}
    assert g.scoring.score(cities, g.Scoring.C).totals == {"Red": 30, "Blue": 20, "Green": 10, "White": 0}


@pytest.mark.rejects("SCORE-8")
def test_neither_the_sum_of_prices_nor_the_order_of_players_breaks_a_tie() -> None:
    cities = {"Red": row("SC10 SC11 SC12"), "Blue": row("SC2 SC3 SC13")}
    (first, second) = g.scoring.score(cities, g.Scoring.B).lines
    assert (first.player, second.player) == ("Blue", "Red")
    assert first.tied == second.tied == (("Blue", g.Face.parse("SC13")), ("Red", g.Face.parse("SC12")))


@pytest.mark.accepts("SCORE-8")
def test_a_tie_is_told_with_all_who_take_part_also_for_third_place() -> None:
    cities = {"Red": row("SC2 SC3"), "Blue": row("SC4"), "Green": row("SC5"), "White": row("SC6")}
    lines = g.scoring.score(cities, g.Scoring.C).lines
    assert [line.player for line in lines] == ["Red", "White", "Green"]
    assert lines[0].tied == ()
    everyone = tuple(zip(("White", "Green", "Blue"), faces("SC6 SC5 SC4"), strict=True))
    assert lines[1].tied == lines[2].tied == everyone


@pytest.mark.accepts("SCORE-9")
def test_what_lies_in_a_city_counts() -> None:
    assert g.scoring.score({"Red": row("SC2 SC3")}, g.Scoring.A).totals == {"Red": 2}


@pytest.mark.rejects("SCORE-9")
def test_a_tile_taken_out_of_the_city_counts_no_more() -> None:
    on_the_reserve = row("SC2 SC3").reduced(g.Cell(2, 0))
    assert g.scoring.score({"Red": on_the_reserve}, g.Scoring.A).totals == {"Red": 1}


@pytest.mark.accepts("DIRK-4")
def test_dirk_takes_part_in_majorities_and_ties() -> None:
    cities = {"Red": row("SC2 SC3"), "Blue": row("SC4")}
    sheet = g.scoring.score(cities, g.Scoring.C, dirk=faces("SC13 SC5 PA2"))
    assert sheet.players == ("Red", "Blue", g.DIRK)
    assert sheet.totals == {"Dirk": 15 + 3, "Red": 10, "Blue": 5}
    assert sheet.lines[1].tied == (("Dirk", g.Face.parse("SC13")), ("Red", g.Face.parse("SC3")))


@pytest.mark.rejects("DIRK-4")
def test_dirk_scores_no_moats() -> None:
    sheet = g.scoring.score(
        {"Red": row("SC2", "NES"), "Blue": row("SC4")}, g.Scoring.A, dirk=iter(faces("PA2"))
    )
    assert [line.player for line in sheet.lines if line.clause == "SCORE-4"] == ["Red"]
    assert sheet.totals["Dirk"] == 1


def test_dirk_without_tiles_takes_part_with_nothing() -> None:
    assert g.scoring.score({"Red": g.City.of()}, g.Scoring.A, dirk=()).totals == {"Red": 0, "Dirk": 0}
    assert g.scoring.score({"Red": g.City.of()}, g.Scoring.A).totals == {"Red": 0}


@pytest.mark.rejects("SIMPLE-1")
def test_simplified_points_do_not_grow_with_the_number_of_buildings() -> None:
    few = g.scoring.score({"Red": row("SC2")}, g.Scoring.C, simplified=True)
    many = g.scoring.score({"Red": row("SC2 SC3 SC4 SC5")}, g.Scoring.C, simplified=True)
    assert few.totals == many.totals == {"Red": 18}
    (line,) = few.lines
    assert (line.clause, line.factor, line.count, line.points) == ("SIMPLE-1", 18, 1, 18)


@pytest.mark.accepts("SIMPLE-2")
def test_moats_score_in_a_simplified_scoring_as_always() -> None:
    cities = {"Red": row("SC2 SC3", "NS")}
    simplified, regular = (
        g.scoring.score(cities, g.Scoring.B, simplified=simple) for simple in (True, False)
    )
    assert simplified.lines[0] == regular.lines[0]
    assert simplified.lines[0].points == 2


@pytest.mark.rejects("SIMPLE-2")
def test_moats_have_no_fixed_points() -> None:
    lines = [
        g.scoring.score({"Red": row("SC2", wet)}, g.Scoring.C, simplified=True).lines for wet in ("N", "NES")
    ]
    assert [line[0].points for line in lines] == [1, 3]


@pytest.mark.accepts("BOX-12")
def test_one_to_six_cities_can_be_scored() -> None:
    for players in range(1, 7):
        cities = {f"player {n}": row(f"SC{n + 2}") for n in range(players)}
        assert g.scoring.score(cities, g.Scoring.A).totals[f"player {players - 1}"] == players


@pytest.mark.rejects("BOX-12")
def test_no_player_and_a_seventh_are_refused() -> None:
    assert refusal({}, g.Scoring.A) == [("BOX-12", None, "0 players, where 1 to 6 can be scored")]
    seven = {f"player {n}": g.City.of() for n in range(7)}
    assert refusal(seven, g.Scoring.A) == [("BOX-12", None, "7 players, where 1 to 6 can be scored")]


@pytest.mark.rejects("BOX-2")
def test_every_problem_is_listed_with_its_clause() -> None:
    cities = {
        "Red": row("SC2 SC14"),
        "Blue": g.City.of({g.Cell(1, 0): (g.Face.parse("SC2"), DRY, g.Edges.E)}),
        "Dirk": row("PA3 PA3 SC14"),
    }
    thrice = "Red's tiles and among Blue's tiles and among Dirk's tiles"
    assert refusal(cities, g.Scoring.A, dirk=faces("SC2 DI1")) == [
        ("DIRK-2", "Dirk", "Dirk builds no city, so no player can have his name"),
        ("BOX-2", None, "the face PA3 is among Dirk's tiles 2 times, and the box has it once"),
        ("BOX-2", None, f"the face SC2 is among {thrice}, and the box has it once"),
        (
            "BOX-2",
            None,
            "the box has no face SC14: prices are 2 to 13 (among Red's tiles and among Dirk's tiles)",
        ),
        ("BOX-2", None, "the box has no face DI1: prices are 2 to 13 (among Dirk's tiles)"),
        ("BUILD-1", "Blue", "SC2:-> at 1,0 lies turned: its roof points east, not north"),
    ]


def test_an_illegal_city_is_refused_and_never_scored() -> None:
    island = g.City.of({g.Cell(3, 3): (g.Face.parse("SC2"), DRY)})
    assert [clause for clause, _, _ in refusal({"Red": island}, g.Scoring.C)] == [
        "BUILD-3",
        "BUILD-4",
        "BUILD-4",
    ]


def test_what_a_scoring_would_give_if_a_tile_were_built() -> None:
    cities = {"Red": row("SC2"), "Blue": row("SC3")}
    tile = g.Built(g.Face.parse("SC4"), g.Edges.parse("NES"))
    sheet = g.scoring.score_if_built(cities, g.Scoring.B, "Red", g.Cell(2, 0), tile, dirk=faces("SC5"))
    assert sheet.totals == {"Red": 3 + 8, "Blue": 0, "Dirk": 4}
    assert (
        g.scoring.score_if_built(cities, g.Scoring.B, "Red", g.Cell(2, 0), tile, simplified=True).totals[
            "Red"
        ]
        == 13
    )
    assert cities == {"Red": row("SC2"), "Blue": row("SC3")}


def test_what_could_not_be_built_is_refused_with_the_reasons() -> None:
    tile = g.Built(g.Face.parse("SC4"), g.Edges.parse("W"))
    with pytest.raises(g.ViolationError) as refused:
        g.scoring.score_if_built({"Red": row("SC2")}, g.Scoring.B, "Red", g.Cell(2, 0), tile)
    assert [(v.clause, v.player) for v in refused.value.violations] == [
        ("BUILD-2", "Red"),
        ("BUILD-3", "Red"),
    ]


@pytest.mark.parametrize(
    ("names", "told"), [([], "none"), (["Red"], "'Red'"), (["Red", "Green"], "'Red', 'Green'")]
)
def test_where_somebody_has_no_city_it_is_told_who_has(names: list[str], told: str) -> None:
    with pytest.raises(ValueError, match=rf"^'Blue' has no city here \(cities: {told}\)$"):
        g.scoring.score_if_built(
            dict.fromkeys(names, g.City.of()), g.Scoring.B, "Blue", g.Cell(2, 0), (g.Face.parse("SC4"), DRY)
        )


@pytest.mark.parametrize("half", [{"building": g.Building.PARK}, {"place": 1}])
def test_a_line_has_a_building_and_a_place_or_neither(half: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="a majority has a building and a place, a moat or wall has neither"):
        g.Line(g.Clause.SCORE_7, "Red", 1, 1, **half)


def test_a_line_reads_well() -> None:
    cities = {"Blue": row("SC2 SC9", "N"), "Green": row("SC3 SC12")}
    moat, green, blue = map(str, g.scoring.score(cities, g.Scoring.C).lines)
    assert moat == "SCORE-4: Blue, longest moat (1,0:N to 2,0:N): 2"
    tie = "tie: Green with SC12 before Blue with SC9"
    assert green == f"SCORE-7: School, first is Green (SC12 SC3; {tie}): 3 x 4 = 12"
    assert blue == f"SCORE-7: School, second is Blue (SC9 SC2; {tie}): 2 x 4 = 8"
    (alone,) = g.scoring.score({"Red": row("PA2")}, g.Scoring.A).lines
    assert str(alone) == "SCORE-7: Park, first is Red (PA2): 1 x 1 = 1"
    assert isinstance(alone, g.Line)
    (fixed,) = g.scoring.score({"Red": row("PA2")}, g.Scoring.C, simplified=True).lines
    assert str(fixed) == "SIMPLE-1: Park, first is Red (PA2): 18"
    third = g.scoring.score({"a": row("PA2 PA3"), "b": row("PA4"), "c": row("PA5")}, g.Scoring.C).lines[-1]
    assert str(third).startswith("SCORE-7: Park, third is b (PA4; tie: c with PA5 before b with PA4)")
    assert repr(g.Scoring.A) == "Scoring.A"


@pytest.mark.parametrize(
    ("sides", "stretch"), [("N", "1,0:N"), ("NE", "1,0:N to 1,0:E"), ("NES", "1,0:N to 1,0:S")]
)
def test_a_moat_is_told_by_its_first_and_last_edge(sides: str, stretch: str) -> None:
    moat = g.scoring.score({"Red": row("SC2", sides)}, g.Scoring.A).lines[0]
    assert str(moat) == f"SCORE-4: Red, longest moat ({stretch}): {len(sides)}"


def test_the_final_table_and_shared_wins() -> None:
    table = g.standings({"Red": 90, "Blue": 120, "Green": 120, "White": 7})
    assert table == (
        g.Standing(1, "Blue", 120, wins=True),
        g.Standing(1, "Green", 120, wins=True),
        g.Standing(3, "Red", 90, wins=False),
        g.Standing(4, "White", 7, wins=False),
    )


def test_equal_points_share_a_rank_wherever_they_are() -> None:
    table = g.standings({"Red": 5, "Anna": 9, "Blue": 3, "Green": 5, "White": 3, "Yellow": 1})
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
    table = g.standings({"Anna": anna, g.DIRK: 12, "Zoe": zoe})
    assert [row.player for row in table if row.wins] == ["Anna" if anna > zoe else "Zoe"]


def test_dirk_is_ranked_but_never_wins() -> None:
    table = g.standings({"Red": 90, "Blue": 80, g.DIRK: 100})
    assert [(row.rank, row.player, row.wins) for row in table] == [
        (1, "Dirk", False),
        (2, "Red", True),
        (3, "Blue", False),
    ]
    level = g.standings({"Red": 90, "Blue": 80, g.DIRK: 90})
    assert [(row.rank, row.player, row.wins) for row in level][:2] == [(1, "Red", True), (1, "Dirk", False)]
    assert g.standings({g.DIRK: 3}) == (g.Standing(1, g.DIRK, 3, wins=False),)
    assert g.standings({}) == ()


def test_every_reason_is_given_also_for_what_would_be() -> None:
    cities = {"Red": row("SC2"), "Blue": g.City.of({g.Cell(3, 3): (g.Face.parse("PA4"), DRY)})}
    with pytest.raises(g.ViolationError) as refused:
        g.scoring.score_if_built(
            cities, g.Scoring.A, "Red", g.Cell(9, 0), (g.Face.parse("SC2"), DRY), dirk=faces("PA4 AR99")
        )
    assert [(violation.clause, violation.player) for violation in refused.value.violations] == [
        ("BOX-2", None),
        ("BOX-2", None),
        ("BOX-2", "Red"),
        ("BUILD-3", "Blue"),
        ("BUILD-4", "Blue"),
        ("BUILD-4", "Blue"),
        ("BUILD-3", "Red"),
        ("BUILD-4", "Red"),
    ]


@pytest.mark.rejects("BOX-2")
def test_it_is_said_in_which_city_the_tile_to_be_built_lies_already() -> None:
    cities = {"Red": row("SC2"), "Blue": row("SC3 SC4"), "Green": row("SC14 AR5")}
    for built, said in {
        "SC4": [
            ("Blue", (g.Cell(2, 0),), "SC4 lies in Blue's city already, at 2,0, and the box has it once")
        ],
        "SC2": [("Red", (g.Cell(1, 0),), "SC2 lies in Red's city already, at 1,0, and the box has it once")],
        "AR6": [("Dirk", (), "AR6 is among Dirk's tiles already, and the box has it once")],
        # A face that does not exist is not once in the box.
        "SC14": [],
        "SC5": [],
    }.items():
        for cell in (g.Cell(2, 0), g.Cell(9, 0)):
            with pytest.raises(g.ViolationError) as refused:
                g.scoring.score_if_built(
                    cities, g.Scoring.A, "Red", cell, (g.Face.parse(built), DRY), dirk=faces("AR6")
                )
            first, *more = refused.value.violations
            # What is wrong without the tile comes first.
            assert (first.clause, first.faces) == ("BOX-2", (g.Face.parse("SC14"),))
            boxed = [violation for violation in more if violation.clause == "BOX-2"]
            assert [(each.player, each.cells, each.message) for each in boxed] == said
            assert [each.faces for each in boxed] == [(g.Face.parse(built),)] * len(said)


@pytest.mark.rejects("A-BOX-2")
def test_a_turned_tile_that_lies_already_is_named_as_it_was_written() -> None:
    blue = g.notation.read_city("TO9:ES> @", start=g.Kind.ALHAMBRA)
    cities = {"Red": g.City.of({}, g.Kind.ALHAMBRA), "Blue": blue}
    tile = g.Face.parse("TO9:NE"), g.Edges.parse("NE")
    with pytest.raises(g.ViolationError) as refused:
        g.scoring.score_if_built(cities, g.Scoring.A, "Red", g.Cell(0, -1), tile)
    assert str(refused.value.violations[0]) == (
        "A-BOX-2: Blue: TO9:ES> lies in Blue's Alhambra already, at -1,0, and the box has it once"
    )


def test_the_other_cities_are_judged_as_they_are_and_the_own_one_as_it_would_be() -> None:
    lost = {
        name: g.City.of({g.Cell(3, 0): (face, DRY)})
        for name, face in zip("ABC", faces("SC2 SC3 SC4"), strict=True)
    }
    with pytest.raises(g.ViolationError) as refused:
        g.scoring.score_if_built(lost, g.Scoring.A, "B", g.Cell(9, 0), (g.Face.parse("SC5"), DRY))
    lonely = [(v.player, v.cells) for v in refused.value.violations if v.clause == "BUILD-4"]
    assert lonely == [
        ("A", (g.Cell(0, 0),)),
        ("A", (g.Cell(3, 0),)),
        ("C", (g.Cell(0, 0),)),
        ("C", (g.Cell(3, 0),)),
        ("B", (g.Cell(0, 0),)),
        ("B", (g.Cell(3, 0),)),
        ("B", (g.Cell(9, 0),)),
    ]


def test_endlessly_many_faces_are_refused() -> None:
    with pytest.raises(g.ViolationError) as refused:
        g.scoring.score({"Red": g.City.of()}, g.Scoring.A, dirk=repeat(g.Face.parse("SC2")))
    too_many, violation = refused.value.violations
    assert too_many.message == "109 faces lie open, and the box has 54 building tiles"
    assert violation.message == "the face SC2 is among Dirk's tiles 109 times, and the box has it once"


def test_of_a_crowd_only_one_city_too_many_is_judged() -> None:
    island = g.City.of({g.Cell(3, 3): (g.Face.parse("SC2"), DRY, g.Edges.E)})
    crowd: dict[str, g.City] = {f"player {n}": g.City.of() for n in range(6)} | {"x": island, "y": island}
    assert [clause for clause, _, _ in refusal(crowd, g.Scoring.A)] == [
        "BOX-12",
        "BUILD-1",
        "BUILD-3",
        "BUILD-4",
        "BUILD-4",
    ]


@pytest.mark.parametrize(
    ("cities", "which", "dirk", "simplified", "reason"),
    [
        ({"Red": g.City.of()}, "A", None, False, "scoring: expected Scoring, got 'A'"),
        ({"Red": g.City.of()}, g.Scoring.A, None, "no", "simplified: expected bool, got 'no'"),
        ({"Red": {}}, g.Scoring.A, None, False, "cities: expected City, got {}"),
        ({1: g.City.of()}, g.Scoring.A, None, False, "a player's name: expected str, got 1"),
        ({"Red": g.City.of()}, g.Scoring.A, ["SC4"], False, "dirk: expected Face, got 'SC4'"),
    ],
)
def test_what_is_of_the_wrong_kind_is_refused(
    cities: object, which: object, dirk: object, simplified: object, reason: str
) -> None:
    with pytest.raises(TypeError, match=reason):
        g.scoring.score(
            cast("Any", cities),
            cast("Any", which),
            dirk=cast("Any", dirk),
            simplified=cast("Any", simplified),
        )


@pytest.mark.parametrize("name", ["", "  ", "Red\nBlue", "\x1b[2J"])
def test_a_name_can_be_read_in_one_line(name: str) -> None:
    with pytest.raises(ValueError, match="a player's name: expected one printable line"):
        g.scoring.score({name: g.City.of()}, g.Scoring.A)


def test_a_sheet_reads_well() -> None:
    sheet = g.scoring.score({"Red": row("SC2", "N"), "Blue": g.City.of()}, g.Scoring.A)
    assert str(sheet).splitlines() == [
        "SCORE-4: Red, longest moat (1,0:N): 1",
        "SCORE-7: School, first is Red (SC2): 1 x 1 = 1",
        "total: Red 2, Blue 0",
    ]


@pytest.mark.parametrize("points", [1.5, True, "7", None, float("nan")])
def test_points_are_whole_numbers(points: object) -> None:
    with pytest.raises(TypeError, match="points of 'Red': expected int, got"):
        g.standings({"Red": cast("Any", points)})


@pytest.mark.accepts("BOX-2")
def test_all_tiles_of_the_box_can_lie_open_at_once() -> None:
    open_faces = [tile.even for tile in g.reference().tiles]
    sheet = g.scoring.score({"Red": g.City.of(), "Blue": g.City.of()}, g.Scoring.A, dirk=open_faces)
    assert sheet.totals["Dirk"] == 54


@pytest.mark.rejects("BOX-2")
def test_more_tiles_than_the_box_has_cannot() -> None:
    open_faces = [*(tile.even for tile in g.reference().tiles), g.Face.parse("AR3")]
    problems = refusal({"Red": g.City.of()}, g.Scoring.A, dirk=open_faces)
    assert problems == [("BOX-2", None, "55 faces lie open, and the box has 54 building tiles")]


# Lines of score sheets: what they take, and how they are told where places are shared.

TOWER = g.Face.parse("TO9:N")


def line(**fields: Any) -> g.Line:  # noqa: ANN401 - any of its fields
    """Return an award for Towers in which something is different."""
    award: dict[str, Any] = {
        "clause": g.Clause.A_SCORE_8,
        "player": "Red",
        "factor": 6,
        "count": 1,
        "building": g.Building.TOWER,
        "place": 1,
        "faces": (TOWER,),
        "tied": (("Red", TOWER), ("Blue", TOWER)),
        "shares": 2,
        "kind": g.Kind.ALHAMBRA,
    }
    return g.Line(**award | fields)


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
    wall = g.Line(g.Clause.SCORE_4, "Red", 1, 7)
    assert (wall.shares, wall.points) == (1, 7)


@pytest.mark.parametrize(("shares", "error"), [(0, ValueError), (-1, ValueError), ("2", TypeError)])
def test_at_least_one_player_has_a_share(shares: object, error: type[Exception]) -> None:
    with pytest.raises(error, match="shares"):
        line(shares=shares)


def test_a_building_of_the_other_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="kind: Tower is of Alhambra"):
        line(kind=g.Kind.GRANADA)


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
        row = enumerate(map(g.Face.parse, codes.split()), 1)
        tiles = {g.Cell(x, 0): (face, face.walls or g.Edges(0)) for x, face in row}
        cities[player] = g.City.of(tiles, start=g.Kind.ALHAMBRA)
    assert str(g.scoring.score(cities, g.Scoring.C)).splitlines() == [
        "SCORE-4: Red, longest wall (2,0:N): 1",
        "A-SCORE-8: Tower, first to second are shared by Red and Blue, Red (TO13:- TO12:N): 34 / 2 = 17",
        "A-SCORE-8: Tower, first to second are shared by Red and Blue, Blue (TO11:- TO10:-): 34 / 2 = 17",
        "A-SCORE-7: Tower, third is Green (TO7:-): 6",
        "total: Red 18, Blue 17, Green 6",
    ]


@pytest.mark.accepts("SIMPLE-1", "SCORE-8")
def test_in_a_simplified_scoring_the_dearest_building_decides_a_tie_and_nobody_shares() -> None:
    cities = {
        player: g.City.of({g.Cell(1, 0): (g.Face.parse(code), g.Edges(0))})
        for player, code in {"Red": "SC2", "Blue": "SC9"}.items()
    }
    assert g.scoring.score(cities, g.Scoring.B, simplified=True).totals == {"Red": 3, "Blue": 10}


@pytest.mark.accepts("A-BOX-2")
def test_tiles_of_the_same_price_are_told_in_one_order_however_they_lie() -> None:
    told = set()
    for codes in (["TO9:N", "TO9:S", "TO11:-"], ["TO9:S", "TO11:-", "TO9:N"]):
        row = enumerate(map(g.Face.parse, codes), 1)
        tiles = {g.Cell(x, 0): (face, face.walls or g.Edges(0)) for x, face in row}
        sheet = g.scoring.score({"Red": g.City.of(tiles, start=g.Kind.ALHAMBRA)}, g.Scoring.A)
        told.add(sheet.lines[-1].faces)
    assert [len(faces) for faces in told] == [3]
    assert [face.value for face in min(told)] == [11, 9, 9]
