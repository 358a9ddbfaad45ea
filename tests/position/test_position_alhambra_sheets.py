"""Score sheets of Alhambra in a position: shared places, walls, and what cannot be so."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import granada_rules as g
from granada_rules.scoring import Line, ScoreSheet
from tests.helpers.games import NAMES, clauses, faces
from tests.helpers.noted import (
    alhambra_of,
    award,
    but,
    changed,
    found,
    is_consistent,
    lone,
    only,
    spoiled,
    tied,
)
from tests.helpers.positions import stages


def owners(**towers: str) -> dict[str, g.City]:
    """Return rows of buildings to the east, by name, such as ``Red="TO11:- TO12:-"``."""
    return {
        name: alhambra_of(*(f"{x},0 {face}" for x, face in enumerate(row.split(), 1)))
        for name, row in towers.items()
    }


@cache
def example(letter: str = "C") -> ScoreSheet:
    """Return a scoring with a wall, a tie for the first two places, and one for a place of its own."""
    cities = owners(
        Red="TO11:- TO12:- CH10:- PV6:N",
        Blue="GA10:- GA11:- TO11:N TO11:S",
        Green="CH11:- AC9:- TO13:E",
    )
    return g.scoring.score(cities, g.Scoring(letter))


@pytest.mark.accepts("A-SCORE-3", "A-SCORE-7", "A-SCORE-8", "SCORE-4")
def test_the_sheets_that_are_spoiled_below_are_fine() -> None:
    keys = [(line.player, line.building and line.building.code, line.points) for line in example().lines]
    assert keys == [
        ("Red", None, 1),
        ("Blue", None, 1),
        ("Green", None, 1),
        ("Red", "PV", 16),
        ("Green", "AC", 18),
        ("Red", "CH", 15),
        ("Green", "CH", 15),
        ("Blue", "GA", 20),
        ("Red", "TO", 17),
        ("Blue", "TO", 17),
        ("Green", "TO", 6),
    ]
    for letter in "ABC":
        assert is_consistent(lone(example(letter)))
        assert is_consistent(but(lone(example(letter)), ruleset=g.ALHAMBRA))


TIE = tied("Red TO12:- Blue TO11:S")

SPOILED: list[tuple[str, str, dict[str, Any]]] = [
    # One point for each edge of a continuous wall, and nobody shares it.
    ("SCORE-4", "Red", {"clause": g.Clause.A_SCORE_7}),
    ("SCORE-4", "Red", {"factor": 2}),
    ("SCORE-4", "Red", {"count": 2}),
    ("SCORE-4", "Red", {"shares": 2}),
    ("SCORE-4", "Red", {"count": 2, "edges": (g.Edge.parse("1,0:N"), g.Edge.parse("3,0:N"))}),
    # The points of the place.
    ("A-SCORE-7", "PV Red", {"clause": g.Clause.SCORE_7}),
    ("A-SCORE-7", "PV Red", {"clause": g.Clause.A_SCORE_8}),
    ("A-SCORE-7", "PV Red", {"factor": 17}),
    ("A-SCORE-7", "PV Red", {"factor": 8}),
    ("A-SCORE-7", "PV Red", {"factor": 8, "place": 2}),
    ("A-SCORE-7", "PV Red", {"place": 4}),
    ("A-SCORE-7", "PV Red", {"place": 0}),
    ("A-SCORE-7", "PV Red", {"count": 2}),
    ("A-SCORE-7", "PV Red", {"edges": (g.Edge.parse("1,0:N"),)}),
    ("A-SCORE-7", "TO Green", {"factor": 13, "place": 3}),
    # The points of the places that are shared.
    ("A-SCORE-8", "PV Red", {"shares": 2}),
    ("A-SCORE-8", "TO Red", {"clause": g.Clause.A_SCORE_7}),
    ("A-SCORE-8", "TO Red", {"factor": 21}),
    ("A-SCORE-8", "TO Red", {"factor": 42}),
    ("A-SCORE-8", "TO Blue", {"factor": 35}),
    ("A-SCORE-8", "TO Red", {"shares": 1}),
    ("A-SCORE-8", "TO Red", {"shares": 3}),
    ("A-SCORE-8", "TO Red", {"count": 2}),
    # The place after a tie: the third, not the second.
    ("A-SCORE-7", "TO Green", {"place": 2, "factor": 13}),
    # Buildings of the type.
    ("SCORE-6", "PV Red", {"faces": ()}),
    ("SCORE-6", "PV Red", {"faces": tuple(faces("TO9:NE"))}),
    ("SCORE-6", "PV Red", {"faces": tuple(faces("PV6:N PV6:N"))}),
    ("SCORE-6", "PV Red", {"faces": tuple(faces("PV6:N PV8:-"))}),
    ("SCORE-6", "PV Red", {"player": "Pink"}),
    # Places by the number of buildings.
    ("SCORE-6", "TO Green", {"faces": tuple(faces("TO13:E TO10:W TO7:NEW"))}),
    ("SCORE-6", "TO Green", {"player": "Red"}),
    # Those who have as many share, and nobody else.
    ("A-SCORE-8", "TO Green", {"faces": tuple(faces("TO13:E TO10:W"))}),
    ("A-SCORE-8", "TO Red", {"faces": tuple(faces("TO12:- TO11:- TO7:NEW"))}),
    ("A-SCORE-8", "TO Red", {"tied": ()}),
    ("A-SCORE-8", "TO Red", {"tied": TIE[::-1]}),
    ("A-SCORE-8", "TO Red", {"tied": tied("Red TO12:- Blue TO11:N")}),
    ("A-SCORE-8", "TO Red", {"tied": tied("Red TO12:- Blue TO11:S Green TO13:E")}),
    ("A-SCORE-8", "TO Green", {"tied": tied("Green TO13:E")}),
    ("A-SCORE-8", "TO Green", {"tied": tied("Green TO13:E Dirk TO7:NEW")}),
    # Tiles of the box, each once.
    ("A-BOX-2", "PV Red", {"faces": tuple(faces("PV9:N"))}),
    ("A-BOX-2", "AC Green", {"faces": tuple(faces("AC9:- AC9:N"))}),
    ("A-BOX-2", "TO Green", {"faces": tuple(faces("TO12:-"))}),
    ("A-BOX-4", "PV Red", {"faces": tuple(faces("PV6:NS"))}),
]


@pytest.mark.rejects("SCORE-4", "SCORE-6", "A-SCORE-7", "A-SCORE-8", "A-BOX-2", "A-BOX-4")
@pytest.mark.parametrize(("clause", "which", "fields"), SPOILED)
def test_an_award_that_no_scoring_gives_is_found(clause: str, which: str, fields: dict[str, Any]) -> None:
    violation = only(lone(spoiled(example(), which, **fields)))
    assert violation.clause == clause
    assert violation.message.startswith("sheet C")
    assert len(violation.message) < 200


def test_the_tie_above_is_the_one_of_the_example() -> None:
    line = example().lines[award(example(), "TO Red")]
    assert line.tied == TIE
    assert (line.factor, line.shares, line.points) == (34, 2, 17)


@pytest.mark.accepts("A-SCORE-7", "A-SCORE-8")
@pytest.mark.parametrize(
    ("which", "fields"),
    [
        ("PV Red", {"faces": tuple(faces("PV8:- PV6:N"))}),
        ("PV Red", {"player": "Blue"}),
        # Of equally dear buildings any may come first.
        ("AC Green", {"faces": tuple(faces("AC8:N AC8:E"))}),
        ("AC Green", {"faces": tuple(faces("AC8:E AC8:N"))}),
    ],
)
def test_another_award_that_a_scoring_can_give_is_fine(which: str, fields: dict[str, Any]) -> None:
    assert is_consistent(lone(spoiled(example(), which, **fields)))


@pytest.mark.rejects("A-SCORE-7")
@pytest.mark.parametrize(
    ("which", "message"),
    [
        ("PV Red", "sheet C, Pavilion: expected 16 points for place 1, not shared (A-SCORE-7)"),
        ("TO Green", "sheet C, Tower: expected 6 points for place 3, not shared (A-SCORE-7)"),
    ],
)
def test_a_wrong_award_says_what_is_expected(which: str, message: str) -> None:
    assert only(lone(spoiled(example(), which, factor=7))).message == message


@pytest.mark.rejects("A-SCORE-8")
def test_a_wrong_share_says_what_is_expected() -> None:
    expected = "sheet C, Tower: expected 34 points for the places 1 to 2, shared by 2 (A-SCORE-8)"
    assert only(lone(spoiled(example(), "TO Red", factor=7))).message == expected
    assert only(lone(spoiled(example(), "TO Red", shares=3))).message == expected
    assert only(lone(spoiled(example(), "TO Red", clause=g.Clause.A_SCORE_7))).message == expected


@pytest.mark.rejects("A-SCORE-7", "A-SCORE-8")
@pytest.mark.parametrize(
    ("fields", "clause", "message"),
    [
        ({"shares": 2}, "A-SCORE-8", "expected 16 points for place 1, not shared (A-SCORE-7)"),
        (
            {"clause": g.Clause.A_SCORE_8},
            "A-SCORE-7",
            "expected 16 points for place 1, not shared (A-SCORE-7)",
        ),
        ({"edges": (g.Edge.parse("1,0:N"),)}, "A-SCORE-7", "expected no edges"),
    ],
)
def test_an_award_with_the_right_points_says_what_else_is_expected(
    fields: dict[str, Any], clause: str, message: str
) -> None:
    violation = only(lone(spoiled(example(), "PV Red", **fields)))
    assert (violation.clause, violation.message) == (clause, f"sheet C, Pavilion: {message}")


@pytest.mark.rejects("A-SCORE-7")
def test_there_are_no_awards_after_the_last_place_with_points() -> None:
    sheet = example("A")
    line = sheet.lines[award(sheet, "PV Red")]
    second = attrs.evolve(line, player="Blue", place=2, factor=0, faces=tuple(faces("PV8:-")))
    first = attrs.evolve(line, faces=tuple(faces("PV7:E PV6:N")))
    number = award(sheet, "PV Red")
    lines = (*sheet.lines[:number], first, second, *sheet.lines[number + 1 :])
    violation = only(lone(attrs.evolve(sheet, lines=lines)))
    assert (violation.clause, violation.message) == (
        "A-SCORE-7",
        "sheet A, Pavilion: expected no award after place 1",
    )


@pytest.mark.rejects("A-SCORE-3")
def test_awards_come_in_the_order_of_scoring_and_shared_ones_by_seat() -> None:
    sheet, tower = example(), award(example(), "TO Red")
    lines = sheet.lines
    by_seat = (*lines[:tower], lines[tower + 1], lines[tower], *lines[tower + 2 :])
    for other in (lines[::-1], (lines[1], lines[0], *lines[2:]), (*lines, lines[-1]), by_seat):
        violation = only(lone(attrs.evolve(sheet, lines=other)))
        assert violation.clause == "A-SCORE-3"
        assert violation.message == "sheet C: awards in another order, or one of them twice"


@pytest.mark.rejects("A-SCORE-3", "SCORE-3")
def test_a_sheet_is_of_the_game_that_is_played() -> None:
    granada = ScoreSheet(g.Scoring.C, False, NAMES[:3], ())  # noqa: FBT003 - not simplified
    for position, clause in (
        (but(lone(example()), ruleset=g.GRANADA), "SCORE-3"),
        (but(lone(granada), ruleset=g.ALHAMBRA), "A-SCORE-3"),
        (but(lone(attrs.evolve(example(), kinds=tuple(g.Kind))), ruleset=g.ALHAMBRA), "A-SCORE-3"),
        (lone(attrs.evolve(granada, kinds=())), "SCORE-3"),
        (lone(attrs.evolve(granada, lines=example().lines)), "SCORE-3"),
    ):
        violation = only(position)
        assert violation.clause == clause
        label = "Granada" if clause == "SCORE-3" else "Alhambra"
        assert violation.message == f"sheet C: expected awards of {label} and nothing else"


@pytest.mark.rejects("A-SCORE-7")
def test_there_are_no_fixed_points_by_agreement() -> None:
    violation = only(lone(attrs.evolve(example(), simplified=True)))
    assert violation.clause == "A-SCORE-7"
    assert violation.message == "sheets with fixed points by agreement, which Alhambra does not have"


@pytest.mark.rejects("SCORE-4", "SCORE-7")
def test_nobody_shares_points_in_granada() -> None:
    moat = Line(g.Clause.SCORE_4, "Red", 1, 2, edges=(g.Edge.parse("1,0:N"), g.Edge.parse("1,0:E")))
    arenas = Line(g.Clause.SCORE_7, "Red", 3, 1, g.Building.ARENA, 1, tuple(faces("AR2")))
    for line in (moat, arenas):
        sheet = ScoreSheet(g.Scoring.C, False, NAMES[:3], (line,))  # noqa: FBT003 - not simplified
        assert is_consistent(lone(sheet))
        shared = attrs.evolve(line, shares=2)
        assert only(lone(attrs.evolve(sheet, lines=(shared,)))).clause == line.clause


@pytest.mark.accepts("DIRK-4", "A-SCORE-8")
@pytest.mark.rejects("DIRK-4")
def test_dirk_shares_places_and_has_no_wall() -> None:
    cities = owners(Red="TO11:- TO12:- PV6:N", Blue="GA10:-")
    sheet = g.scoring.score(cities, g.Scoring.B, dirk=faces("TO13:E TO9:NE"))
    assert sheet.totals == {"Red": 1 + 8 + 9, "Blue": 12, "Dirk": 9}
    assert is_consistent(lone(sheet))
    violation = only(lone(spoiled(sheet, "Red", player="Dirk")))
    assert (violation.clause, violation.player) == ("DIRK-4", "Dirk")
    assert violation.message == "sheet B: Dirk builds no Alhambra, so he has no wall"


@pytest.mark.rejects("A-BOX-2")
def test_buildings_of_a_sheet_are_tiles_of_the_list() -> None:
    sheet = spoiled(example(), "PV Red", faces=tuple(faces("PV6:S")))
    assert is_consistent(lone(sheet))
    violation = only(but(lone(sheet), tile_set=g.alhambra()))
    assert violation.clause == "A-BOX-2"
    assert violation.message == (
        "sheet C: the box has no tile PV6:S: none of this type and price has these walls (among Red's tiles)"
    )


@cache
def over() -> g.Position:
    """Return the end of a game of three."""
    *_, last = stages(g.setup(NAMES[:3], g.ALHAMBRA), random.Random(2))
    return last.to_position()


@pytest.mark.accepts("A-SCORE-7")
@pytest.mark.rejects("A-SCORE-7")
def test_points_are_the_sum_of_the_sheets() -> None:
    assert [sheet.scoring.value for sheet in over().sheets or ()] == ["A", "B", "C"]
    assert is_consistent(over())
    points = over().players[0].points
    assert points is not None
    violation = only(changed(over(), 0, points=points + 1))
    assert (violation.clause, violation.player) == ("A-SCORE-7", "Red")
    assert clauses(found(but(over(), sheets=(over().sheets or ())[:2]))) == ["SCORE-1"]


# All sheets there can be.


@cache
def scored() -> tuple[ScoreSheet, ...]:
    """Return scorings of games of two to six at many moments."""
    sheets = []
    for many in range(2, 7):
        rng = random.Random(many)
        for game in list(stages(g.setup(NAMES[:many], g.ALHAMBRA), rng))[::40]:
            cities = {player.name: player.city for player in game.table.players}
            dirk = None if game.table.dirk is None else game.table.dirk.faces
            sheets.append(g.scoring.score(cities, rng.choice([*g.Scoring]), dirk=dirk))
    return tuple(sheet for sheet in sheets if any(line.building for line in sheet.lines))


@pytest.mark.accepts("A-SCORE-3", "A-SCORE-7", "A-SCORE-8", "SCORE-4", "SCORE-6", "DIRK-4")
def test_whatever_is_scored_is_a_sheet_that_can_be() -> None:
    for sheet in scored():
        assert g.validate(but(lone(sheet), tile_set=g.alhambra())).violations == ()
    assert {line.shares for sheet in scored() for line in sheet.lines} >= {1, 2, 3}


POINTS = {"A": [1], "B": [8, 1], "C": [16, 8, 1]}
"""The points of Pavilions by place; each type after that has one more."""


def shared_plainly(sheet: ScoreSheet, building: g.Building) -> list[Line]:
    """Award the places of a type to those who have a line, by A-SCORE-7 and A-SCORE-8, read literally."""
    lines = [line for line in sheet.lines if line.building is building]
    worth, more = POINTS[sheet.scoring.value], g.Kind.ALHAMBRA.buildings.index(building)
    awards = []
    for line in sorted(lines, key=lambda line: sheet.players.index(line.player)):
        ahead = [other for other in lines if len(other.faces) > len(line.faces)]
        equal = [other for other in lines if len(other.faces) == len(line.faces)]
        equal.sort(key=lambda other: sheet.players.index(other.player))
        places = range(len(ahead), len(ahead) + len(equal))
        points = sum(worth[place] + more for place in places if place < len(worth))
        told = attrs.evolve(
            line,
            clause=g.Clause.A_SCORE_7 if len(equal) == 1 else g.Clause.A_SCORE_8,
            factor=points,
            count=1,
            place=places[0] + 1,
            shares=len(equal),
            tied=tuple((other.player, other.faces[0]) for other in equal) if len(equal) > 1 else (),
            edges=(),
        )
        if places[0] < len(worth):
            awards.append(told)
    return sorted(awards, key=lambda line: line.place or 0)


OTHER: dict[str, st.SearchStrategy[Any]] = {
    "clause": st.sampled_from([g.Clause.A_SCORE_7, g.Clause.A_SCORE_8, g.Clause.SCORE_7, g.Clause.SCORE_4]),
    "factor": st.integers(0, 30),
    "count": st.integers(0, 3),
    "place": st.integers(0, 4),
    "shares": st.integers(1, 4),
}


@pytest.mark.accepts("A-SCORE-7", "A-SCORE-8")
@pytest.mark.rejects("A-SCORE-7", "A-SCORE-8")
@given(st.data(), st.sampled_from(scored()))
def test_a_sheet_is_fine_exactly_if_its_buildings_lead_to_it(data: st.DataObject, sheet: ScoreSheet) -> None:
    """One thing about an award is changed, or it is left out."""
    majorities = [number for number, line in enumerate(sheet.lines) if line.building]
    number = data.draw(st.sampled_from(majorities))
    lines, line = list(sheet.lines), sheet.lines[number]
    field = data.draw(st.sampled_from([*OTHER, "one face less", "left out", "player"]))
    if field == "one face less":
        lines[number] = attrs.evolve(line, faces=line.faces[:-1])
    elif field == "left out":
        del lines[number]
    elif field == "player":
        lines[number] = attrs.evolve(line, player=data.draw(st.sampled_from(sheet.players)))
    else:
        lines[number] = attrs.evolve(line, **{field: data.draw(OTHER[field])})
    other = attrs.evolve(sheet, lines=tuple(lines))
    told = [each for each in lines if each.building is line.building]
    is_fine = (
        all(each.faces for each in told)
        and len({each.player for each in told}) == len(told)
        and told == (shared_plainly(other, line.building) if line.building and told else [])
    )
    assert (g.validate(lone(other)).violations == ()) == is_fine


@pytest.mark.accepts("A-SCORE-7")
def test_equal_alhambras_have_equal_sheets_whatever_was_built_first() -> None:
    row = "1,0 GA10:-", "2,0 GA10:N", "3,0 GA11:-"
    one, other = alhambra_of(*row), alhambra_of(*reversed(row))
    assert one == other
    sheet = g.scoring.score({"Red": one, "Blue": alhambra_of()}, g.Scoring.A)
    assert g.scoring.score({"Red": other, "Blue": alhambra_of()}, g.Scoring.A) == sheet
    assert sheet.lines[-1].faces == tuple(faces("GA11:- GA10:N GA10:-"))
