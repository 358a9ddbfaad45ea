"""Scorings of Alhambra and Granada together: walls, moats, all fifteen types, and borders."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import granada_rules as g
from granada_rules.box import face_violations
from granada_rules.sheet import sheet
from tests.helpers.games import clauses
from tests.helpers.layouts import both
from tests.rules.test_layouts import AROUND, PAIR, SCHOOL, WALLED

A, B, C = g.Scoring
BARE = g.City.of(start=g.Kind.ALHAMBRA)
"""A start tile of Alhambra, with nothing around it."""


def faces(codes: str) -> list[g.Face]:
    return [g.Face.parse(code) for code in codes.split()]


def awards(scored: g.ScoreSheet) -> list[tuple[str, str, int]]:
    """Return the clause, the player and the points of every award that is for no building."""
    return [(str(line.clause), line.player, line.points) for line in scored.lines if line.building is None]


def majorities(scored: g.ScoreSheet) -> list[tuple[str, str, str, int]]:
    """Return the clause, the type, the player and the points of every award for buildings."""
    return [
        (str(line.clause), line.building.code, line.player, line.points)
        for line in scored.lines
        if line.building is not None
    ]


# What is scored.


@pytest.mark.accepts("MIX-28", "MIX-30", "MIX-31")
def test_a_wall_a_moat_and_two_points_for_each_edge_where_they_meet() -> None:
    assert awards(g.scoring.score({"Red": PAIR}, A)) == [
        ("MIX-28", "Red", 4),
        ("MIX-30", "Red", 3),
        ("MIX-31", "Red", 4),
    ]


@pytest.mark.accepts("MIX-28", "MIX-30", "MIX-31", "MIX-23")
@pytest.mark.parametrize(
    ("layout", "points"),
    [
        (AROUND, [6, 6, 12]),
        (AROUND.reduced(g.Cell(0, 2)), [6, 6, 12]),
        (
            AROUND.reduced(g.Cell(0, 2)).exchanged(
                g.Cell(0, 1), (g.Face.parse("AC8:NE"), g.Edges.parse("NE"))
            ),
            [7, 6, 12],
        ),
    ],
    ids=["closed", "opened", "around the corner"],
)
def test_granada_inside_alhambra(layout: g.City, points: list[int]) -> None:
    assert [each for _, _, each in awards(g.scoring.score({"Red": layout}, B))] == points


@pytest.mark.accepts("MIX-26")
@pytest.mark.parametrize("which", list(g.Scoring))
def test_every_scoring_awards_all_of_it(which: g.Scoring) -> None:
    scored = g.scoring.score({"Red": PAIR, "Blue": BARE}, which)
    assert [str(line.clause) for line in scored.lines] == [
        *("MIX-28", "A-SCORE-7", "MIX-30", "SCORE-7", "SCORE-7", "MIX-31"),
    ]
    assert scored.kinds == (g.Kind.ALHAMBRA, g.Kind.GRANADA)
    # Three Pavilions, a Library, a School.
    first = {A: (1, 1), B: (8, 2), C: (16, 3)}[which]
    assert scored.totals == {"Red": 4 + first[0] + 3 + 2 * first[1] + 4, "Blue": 0}


@pytest.mark.rejects("MIX-26")
@pytest.mark.parametrize("which", list(g.Scoring))
def test_walls_moats_and_borders_do_not_grow_from_scoring_to_scoring(which: g.Scoring) -> None:
    assert [points for _, _, points in awards(g.scoring.score({"Red": PAIR}, which))] == [4, 3, 4]


@pytest.mark.accepts("MIX-27", "MIX-29", "SCORE-7", "SCORE-8", "A-SCORE-7", "A-SCORE-8", game="both")
def test_buildings_score_by_the_rules_of_their_kind() -> None:
    cities = {
        "Red": both("@ PV2:N PV3:N PV4:NE", ". LI5:SW SC4:S\n@ . ."),
        "Blue": both("@ PV5:N PV6:N PV7:-", ". LI8:S .\n@ . ."),
    }
    # Level in Pavilions they share 8 and 1; level in Libraries the dearer one has the first place.
    assert majorities(g.scoring.score(cities, B)) == [
        ("A-SCORE-8", "PV", "Red", 4),
        ("A-SCORE-8", "PV", "Blue", 4),
        ("SCORE-7", "LI", "Blue", 4),
        ("SCORE-7", "LI", "Red", 2),
        ("SCORE-7", "SC", "Red", 2),
    ]


@pytest.mark.rejects("MIX-27", "MIX-29", "SCORE-7", "SCORE-8", "A-SCORE-7", "A-SCORE-8", game="both")
def test_neither_kind_scores_by_the_rules_of_the_other() -> None:
    cities = {
        "Red": both("@ PV2:N PV8:N", ". LI5:SW SC4:S\n@ . ."),
        "Blue": both("@ PV5:N PV6:N", ". LI8:S .\n@ . ."),
    }
    scored = {(line.building, line.player): line for line in g.scoring.score(cities, C).lines}
    # The dearest Pavilion decides nothing, and the number of Pavilions multiplies nothing.
    assert scored[g.Building.PAVILION, "Red"].points == scored[g.Building.PAVILION, "Blue"].points == 12
    # Nobody shares the places for Libraries, and there are two of these.
    assert scored[g.Building.LIBRARY, "Blue"].points == 3 * 2
    assert scored[g.Building.LIBRARY, "Red"].points == 2 * 2


@pytest.mark.accepts("MIX-29", "SIMPLE-1", "SIMPLE-2", game="both")
@pytest.mark.rejects("SIMPLE-1", "SIMPLE-2", game="both")
def test_fixed_points_can_be_agreed_on_for_the_buildings_of_granada() -> None:
    scored = g.scoring.score({"Red": PAIR, "Blue": BARE}, B, simplified=True)
    assert majorities(scored) == [
        ("A-SCORE-7", "PV", "Red", 8),
        ("SIMPLE-1", "LI", "Red", 10),
        ("SIMPLE-1", "SC", "Red", 10),
    ]
    # SIMPLE-2: all else as always.
    assert [points for _, _, points in awards(scored)] == [4, 3, 4]


@pytest.mark.rejects("MIX-31")
def test_without_wall_beside_moat_there_is_no_border() -> None:
    cities = {"Red": PAIR, "Blue": both("@ PV5:N PV6:NE", "@"), "Green": BARE}
    scored = g.scoring.score(cities, A)
    assert [(clause, player) for clause, player, _ in awards(scored)] == [
        ("MIX-28", "Red"),
        ("MIX-28", "Blue"),
        ("MIX-30", "Red"),
        ("MIX-31", "Red"),
    ]


@pytest.mark.rejects("MIX-28", "MIX-30")
def test_a_wall_is_no_longer_by_its_moat_nor_a_moat_by_its_wall() -> None:
    # Four edges of wall, then three of moat along two of them: neither is seven.
    (wall, moat, _) = (line for line in g.scoring.score({"Red": PAIR}, A).lines if line.building is None)
    assert (wall.count, moat.count) == (4, 3)
    assert (wall.kind, moat.kind) == (g.Kind.ALHAMBRA, g.Kind.GRANADA)
    assert {edge.cell.y for edge in wall.edges} == {0}
    assert {edge.cell.y for edge in moat.edges} == {1}


# The order.


@pytest.mark.accepts("MIX-32")
@pytest.mark.rejects("MIX-32")
def test_walls_alhambras_types_moats_granadas_types_borders() -> None:
    red = both("@ TO9:N TO8:N PV2:NE", ". SC5:SW LI4:S\n@ . .")
    blue = both("@ GA8:N GA9:N SE3:NE", ". DI5:SW AR4:S\n@ . .")
    scored = g.scoring.score({"Red": red, "Blue": blue}, A)
    assert [(str(line.clause), line.building and line.building.code) for line in scored.lines] == [
        ("MIX-28", None),
        ("MIX-28", None),
        *(("A-SCORE-7", code) for code in ("PV", "SE", "GA", "TO")),
        ("MIX-30", None),
        ("MIX-30", None),
        *(("SCORE-7", code) for code in ("AR", "LI", "SC", "DI")),
        ("MIX-31", None),
        ("MIX-31", None),
    ]
    assert [line.player for line in scored.lines if line.is_border] == ["Red", "Blue"]


def test_a_sheet_tells_walls_moats_and_borders_apart() -> None:
    assert str(g.scoring.score({"Red": PAIR}, A)).splitlines() == [
        "MIX-28: Red, longest wall (1,0:N to 3,0:E): 4",
        "A-SCORE-7: Pavilion, first is Red (PV4:NE PV3:N PV2:N): 1",
        "MIX-30: Red, longest moat (2,1:S to 1,1:W): 3",
        "SCORE-7: Library, first is Red (LI5): 1 x 1 = 1",
        "SCORE-7: School, first is Red (SC4): 1 x 1 = 1",
        "MIX-31: Red, longest border (1,0:N to 2,0:N): 2 x 2 = 4",
        "total: Red 14",
    ]


def test_a_border_is_told_by_its_clause_and_has_no_building() -> None:
    border = g.scoring.score({"Red": PAIR}, A).lines[-1]
    assert (border.is_border, border.factor, border.count, border.kind) == (True, 2, 2, g.Kind.ALHAMBRA)
    assert list(map(str, border.edges)) == ["1,0:N", "2,0:N"]
    assert not g.Line(g.Clause.MIX_28, "Red", 1, 4, kind=g.Kind.ALHAMBRA).is_border
    assert not g.Line(g.Clause.MIX_31, "Red", 2, 1, g.Building.TOWER, 1, kind=g.Kind.ALHAMBRA).is_border


# Dirk.


@pytest.mark.accepts("MIX-37")
def test_dirk_takes_part_in_all_fifteen_types() -> None:
    one_each = [
        *(g.Face(building, 7, g.Edges(0)) for building in g.Kind.ALHAMBRA.buildings),
        *(g.Face(building, 2) for building in g.Kind.GRANADA.buildings),
    ]
    scored = g.scoring.score({"Red": BARE, "Blue": BARE}, A, dirk=one_each)
    assert [line.building for line in scored.lines] == list(g.Building)
    assert scored.totals == {"Red": 0, "Blue": 0, g.DIRK: 1 + 2 + 3 + 4 + 5 + 6 + 9}


@pytest.mark.rejects("MIX-37")
def test_dirk_has_no_walls_moats_or_borders() -> None:
    scored = g.scoring.score({"Red": PAIR, "Blue": BARE}, C, dirk=faces("TO9:NES LI12"))
    assert {player for _, player, _ in awards(scored)} == {"Red"}
    assert [line.player for line in scored.lines if line.building is g.Building.LIBRARY] == [g.DIRK, "Red"]


# What is played.


def test_both_kinds_are_played_as_soon_as_tiles_of_granada_lie_beside_alhambra() -> None:
    assert g.scoring.score({"Red": BARE, "Blue": both(WALLED, "@")}, A).kinds == (g.Kind.ALHAMBRA,)
    assert g.scoring.score({"Red": BARE, "Blue": PAIR}, A).kinds == tuple(g.Kind)
    assert g.scoring.score({"Red": BARE, "Blue": BARE}, A, dirk=faces("TO9:N LI12")).kinds == tuple(g.Kind)
    assert g.scoring.score({"Red": g.City.of()}, A, dirk=faces("LI12")).kinds == (g.Kind.GRANADA,)


@pytest.mark.accepts("MIX-28")
def test_the_kinds_can_be_given_before_there_is_a_tile_of_granada() -> None:
    scored = g.scoring.score({"Red": both(WALLED, "@")}, A, kinds=[g.Kind.GRANADA, g.Kind.ALHAMBRA])
    assert scored.kinds == tuple(g.Kind)
    assert awards(scored) == [("MIX-28", "Red", 4)]
    simplified = g.scoring.score({"Red": both(WALLED, "@")}, A, kinds=g.Kind, simplified=True)
    assert simplified == attrs.evolve(scored, simplified=True)
    with pytest.raises(ValueError, match=r"^simplified: this means nothing in Alhambra$"):
        g.scoring.score({"Red": both(WALLED, "@")}, A, simplified=True)


@pytest.mark.parametrize(
    ("kinds", "error", "message"),
    [
        ([], ValueError, r"kinds: expected one kind of tiles, or both, got \(\)"),
        ([g.Kind.GRANADA] * 2, ValueError, "kinds: expected one kind of tiles, or both"),
        (g.Kind.GRANADA, TypeError, r"kinds: expected a list of kinds, such as \[Kind.GRANADA\]"),
        (["both"], TypeError, "kinds: expected Kind, got 'both'"),
    ],
)
def test_kinds_are_one_or_both(kinds: Any, error: type[Exception], message: str) -> None:  # noqa: ANN401 - or wrong
    with pytest.raises(error, match=message):
        g.scoring.score({"Red": BARE}, A, kinds=kinds)


def test_the_game_says_which_kinds_are_scored_whatever_lies_there() -> None:
    scored = sheet({"Red": both(WALLED, "@")}, A, None, simplified=False, kinds=tuple(g.Kind))
    assert [str(line.clause) for line in scored.lines] == ["MIX-28", "A-SCORE-7"]


@pytest.mark.rejects("MIX-2")
def test_everybody_has_a_start_tile_of_alhambra() -> None:
    with pytest.raises(g.ViolationError) as refusal:
        g.scoring.score({"Red": PAIR, "Blue": g.City.of()}, A)
    (violation,) = refusal.value.violations
    assert str(violation) == "MIX-2: Blue: a start tile of Granada, and this is Alhambra and Granada"


@pytest.mark.rejects("BOX-5", "BOX-2")
def test_beside_a_start_tile_of_granada_no_tiles_of_alhambra_are_scored() -> None:
    with pytest.raises(g.ViolationError) as refusal:
        g.scoring.score({"Red": g.City.of(), "Blue": both(WALLED, "@")}, A)
    assert clauses(refusal.value.violations) == ["BOX-5", *["BOX-2"] * 3]
    with pytest.raises(g.ViolationError, match="TO9:N is of Alhambra, and this is Granada"):
        g.scoring.score({"Red": g.City.of()}, A, dirk=faces("TO9:N"))


@pytest.mark.rejects("A-BOX-2")
def test_in_alhambra_alone_tiles_of_granada_are_not_scored() -> None:
    with pytest.raises(g.ViolationError) as refusal:
        g.scoring.score({"Red": PAIR}, A, kinds=[g.Kind.ALHAMBRA])
    assert clauses(refusal.value.violations) == ["A-BOX-2"] * 2


@pytest.mark.rejects("MIX-17", "BOX-2", "A-BOX-2")
def test_all_that_is_wrong_is_told_by_the_box_of_each_kind() -> None:
    wrong = both("@ PV2:-", ". LI5:S\n@ .")
    with pytest.raises(g.ViolationError) as refusal:
        g.scoring.score({"Red": wrong}, A, dirk=faces("PV2:- PV9:N LI5 SC14"))
    assert list(map(str, refusal.value.violations)) == [
        "A-BOX-2: the face PV2:- is among Red's tiles and among Dirk's tiles, and the box has it once",
        "A-BOX-2: the box has no tile PV9:N: prices of Pavilion are 2 to 8 (among Dirk's tiles)",
        "BOX-2: the face LI5 is among Red's tiles and among Dirk's tiles, and the box has it once",
        "BOX-2: the box has no face SC14: prices are 2 to 13 (among Dirk's tiles)",
        *(str(attrs.evolve(found, player="Red")) for found in g.placement.violations(wrong)),
    ]


@pytest.mark.accepts("BOX-2", "A-BOX-2")
@pytest.mark.rejects("BOX-2", "A-BOX-2")
def test_each_box_has_its_own_54_tiles() -> None:
    granada = [
        ("the bag", g.Face(building, 2 * half))
        for building in g.Kind.GRANADA.buildings
        for half in range(1, 7)
    ]
    others = [("the bag", face) for face in g.alhambra().faces]
    assert face_violations([*others, *granada], *g.Kind) == ()
    more = [("the yard", g.Face.parse("SC13"))]
    (found,) = face_violations([*others, *granada, *more], *g.Kind)
    assert str(found) == "BOX-2: 55 faces lie open, and the box has 54 building tiles"


# What a tile would be worth.


@pytest.mark.accepts("MIX-31")
def test_what_a_tile_of_granada_would_be_worth() -> None:
    before = g.scoring.score({"Red": PAIR}, A).totals["Red"]
    tile = g.Face.parse("MA6"), g.Edges.parse("S")
    after = g.scoring.score_if_built({"Red": PAIR}, A, "Red", g.Cell(3, 1), tile)
    # An edge more of moat and of border, and a Market.
    assert after.totals["Red"] == before + 1 + 2 + 1
    first = g.scoring.score_if_built({"Red": both(WALLED, "@")}, A, "Red", g.Cell(2, 1), SCHOOL)
    assert awards(first) == [("MIX-28", "Red", 4), ("MIX-30", "Red", 1), ("MIX-31", "Red", 2)]


@pytest.mark.rejects("MIX-17", "BOX-2")
def test_a_tile_that_may_not_be_built_is_refused_by_the_clauses_of_both() -> None:
    with pytest.raises(g.ViolationError) as refusal:
        g.scoring.score_if_built(
            {"Red": both(WALLED, "@")}, A, "Red", g.Cell(0, 1), SCHOOL, dirk=faces("SC4")
        )
    assert clauses(refusal.value.violations)[:2] == ["BOX-2", "MIX-17"]
