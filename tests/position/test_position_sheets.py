"""Score sheets that a position holds: what they keep of a game, and what cannot be so."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import granada_rules as g
from granada_rules.box import Box
from granada_rules.scoring import Line, ScoreSheet
from tests.helpers.games import NAMES, clauses, faces
from tests.helpers.noted import (
    after_a,
    after_b,
    but,
    changed,
    is_complete,
    is_consistent,
    late,
    lone,
    only,
    piled,
    spoiled,
    three,
    tied,
    two,
)
from tests.helpers.positions import decisions, positions, stages
from tests.helpers.samples import fewer

# What is lost.


@cache
def over() -> g.Position:
    """Return the end of a game of three."""
    *_, last = stages(g.setup(NAMES[:3]), random.Random(0))
    return last.to_position()


def test_a_position_without_draws_and_sheets_says_that_they_would_be_lost() -> None:
    assert g.validate(three()).lost == ()
    assert g.validate(but(three(), draws=0)).lost == ("draws",)
    assert g.validate(late()).lost == ()
    assert g.validate(but(late(), sheets=None)).lost == ("sheets",)
    assert g.validate(but(late(), sheets=(), draws=0)).lost == ("draws", "sheets")
    # A sheet of the first scoring is not there.
    assert g.validate(but(late(), sheets=(late().sheets or ())[1:])).lost == ("sheets",)


def test_what_would_be_lost_is_told_beside_the_level_which_stays_what_it_is() -> None:
    report = g.validate(but(late(), sheets=None, draws=0))
    assert report.level is g.Level.COMPLETE
    assert str(report) == "complete (not noted: draws, sheets)"
    assert str(g.validate(late())) == "complete"


def test_nothing_is_lost_where_nobody_can_play_on() -> None:
    lacking, wrong = but(late(), sheets=None, marker=None), changed(but(late(), sheets=None), 0, points=-1)
    for position in (lacking, wrong, but(over(), sheets=None), g.Position()):
        assert g.validate(position).level is not g.Level.COMPLETE
        assert g.validate(position).lost == ()


# What is kept.


def test_a_game_that_is_written_down_keeps_its_sheets() -> None:
    scored = [game for game in decisions() if game.sheets]
    assert {len(game.sheets) for game in scored} == {1, 2}
    for game in scored[:: fewer(15, 5)]:
        position = game.to_position()
        assert position.sheets == game.sheets
        for text in (g.write_toml(g.write_position(position)), g.write_json(g.write_position(position))):
            again = g.read_position(text, [game.table.ruleset.tiles])
            assert again == position
            assert g.Game.from_position(again).sheets == game.sheets


def test_before_the_first_scoring_there_is_no_entry() -> None:
    for game in (game for game in positions() if not game.sheets):
        assert game.to_position().sheets is None
        assert "sheets" not in g.write_position(game.to_position())


def test_a_game_without_the_first_sheets_has_those_of_later_scorings() -> None:
    start = g.Game.from_position(but(after_a(), sheets=None))
    assert start.sheets == ()
    for game in islice(stages(start, random.Random(3)), None, None, 7):
        assert [sheet.scoring.value for sheet in game.sheets] in ([], ["B"], ["B", "C"], ["C"])
        assert g.validate(game.to_position()).violations == ()


def test_sheets_are_written_like_those_of_the_score_command_one_award_a_line() -> None:
    a = (after_a().sheets or ())[0]
    sheet = ScoreSheet(a.scoring, a.simplified, a.players, (a.lines[0], a.lines[-2]))
    edges = ", ".join(f'"{edge}"' for edge in a.lines[0].edges)
    assert g.write_toml(g.write_position(g.Position(sheets=(sheet,)))) == (
        'format = "granada-position/1"\nplayer = []\n\n'
        '[[sheets]]\nscoring = "A"\nsimplified = false\nplayers = ["Red", "Blue", "Dirk"]\nlines = [\n'
        '  { clause = "SCORE-4", player = "Red", factor = 1, count = 3, points = 3, '
        f"edges = [{edges}] }},\n"
        '  { clause = "SCORE-7", player = "Dirk", building = "SC", place = 1, factor = 1, count = 2, '
        'points = 2, faces = ["SC13"], tied = [["Dirk", "SC13"], ["Blue", "SC9"]] },\n]\n'
    )


# Which scorings.


def lettered(letters: str) -> tuple[ScoreSheet, ...]:
    """Return sheets without an award of three players."""
    return tuple(ScoreSheet(g.Scoring(letter), False, ("Red", "Blue", "Green"), ()) for letter in letters)  # noqa: FBT003 - not simplified


A_AND_B, B, NONE = "18A 18 17B", "18 17B", "9"


@pytest.mark.accepts("SCORE-1", "SCORE-2")
@pytest.mark.parametrize(
    ("phase", "piles", "letters"),
    [
        (None, None, ["", "A", "B", "C", "AB", "BC", "ABC", "AC"]),
        (None, A_AND_B, ["", "C"]),
        (None, B, ["", "A", "C", "AC"]),
        (g.Phase.SETUP, None, [""]),
        (g.Phase.SETUP, NONE, [""]),
        (g.Phase.ACT, None, ["", "A", "B", "AB"]),
        (g.Phase.ACT, A_AND_B, [""]),
        (g.Phase.PLACE, B, ["", "A"]),
        (g.Phase.GIFT, NONE, ["", "B", "AB"]),
        # The card is up, and the scoring may be yet to take place.
        (g.Phase.END_OF_TURN, A_AND_B, [""]),
        (g.Phase.END_OF_TURN, B, ["", "A"]),
        (g.Phase.END_OF_TURN, NONE, ["", "A", "B", "AB"]),
        (g.Phase.OVER, None, ["", "C", "BC", "ABC", "AC"]),
        (g.Phase.OVER, A_AND_B, ["", "C"]),
        (g.Phase.OVER, B, ["", "C", "AC"]),
        (g.Phase.OVER, NONE, ["", "C", "BC", "ABC"]),
    ],
)
def test_sheets_are_those_of_the_last_scorings(
    phase: g.Phase | None, piles: str | None, letters: list[str]
) -> None:
    every = {"", *"ABC", "AB", "BC", "AC", "ABC", "BA", "CA", "CB", "AA", "BB", "CC", "ABB", "CBA", "ABCC"}
    position = g.Position(phase=phase, piles=None if piles is None else piled(piles))
    fine = {told for told in every if is_consistent(but(position, sheets=lettered(told)))}
    assert fine == set(letters)
    for told in every - fine:
        assert clauses(g.validate(but(position, sheets=lettered(told))).violations)[-1] == "SCORE-1"


@pytest.mark.accepts("SIMPLE-1")
@pytest.mark.rejects("SIMPLE-1")
def test_fixed_points_are_agreed_on_for_the_whole_game() -> None:
    a, b = lettered("AB")
    fixed_a, fixed_b = (attrs.evolve(sheet, simplified=True) for sheet in (a, b))
    simple = g.Ruleset(simplified=True)
    for position in (
        g.Position(sheets=(a, b)),
        g.Position(sheets=(fixed_a, fixed_b)),
        g.Position(sheets=(a, b), ruleset=g.Ruleset()),
        g.Position(sheets=(fixed_a,), ruleset=simple),
        g.Position(sheets=(), ruleset=simple),
    ):
        assert is_consistent(position)
    for position in (
        g.Position(sheets=(a, fixed_b)),
        g.Position(sheets=(a,), ruleset=simple),
        g.Position(sheets=(fixed_a,), ruleset=g.Ruleset()),
    ):
        assert only(position).clause == "SIMPLE-1"


# Who takes part.


def scored(*names: str) -> ScoreSheet:
    return ScoreSheet(g.Scoring.A, False, names, ())  # noqa: FBT003 - not simplified


@pytest.mark.parametrize(
    ("names", "clause"),
    [
        ([], "BOX-12"),
        (["Red"], "BOX-12"),
        (["Red", "Dirk"], "BOX-12"),
        (["Red", "Blue"], "DIRK-4"),
        (["Red", "Dirk", "Blue"], "DIRK-4"),
        (["Red", "Blue", "Dirk"], None),
        (["Red", "Blue", "Green"], None),
        (["Red", "Blue", "Green", "Dirk"], "DIRK-4"),
        (["Red", "Blue", "Blue"], "BOX-12"),
        (["Red", "Blue", ""], "BOX-12"),
        (["Red", "Blue", "Gr\neen"], "BOX-12"),
        (list(NAMES), None),
        ([*NAMES, "Pink"], "BOX-12"),
    ],
)
@pytest.mark.accepts("BOX-12", "DIRK-4")
@pytest.mark.rejects("BOX-12", "DIRK-4")
def test_two_to_six_are_scored_and_dirk_if_they_are_two(names: list[str], clause: str | None) -> None:
    position = g.Position(sheets=(scored(*names),))
    if clause is None:
        assert is_consistent(position)
    else:
        assert only(position).clause == clause


@pytest.mark.rejects("SCORE-1")
def test_those_are_scored_who_play() -> None:
    red, blue, green = (g.NotedPlayer(name=name) for name in NAMES[:3])
    unnamed = g.NotedPlayer()

    def noted(*players: g.NotedPlayer, of: str, **fields: Any) -> g.Position:  # noqa: ANN401 - any of its fields
        return g.Position(players=players, sheets=(scored(*of.split()),), **fields)

    for fine in (
        noted(red, blue, green, of="Red Blue Green"),
        noted(red, blue, of="Red Blue Dirk"),
        noted(blue, of="Red Blue Green"),
        noted(unnamed, of="Red Blue Green"),
        noted(red, unnamed, green, of="Red Blue Green"),
        noted(of="Red Blue Green"),
        noted(red, of="Red Blue Dirk", dirk=()),
    ):
        assert is_consistent(fine)
    for wrong in (
        noted(red, blue, green, of="Red Green Blue"),
        noted(red, blue, green, of="Red Blue Pink"),
        noted(red, blue, of="Red Blue Green"),
        noted(red, blue, green, of="Red Blue Dirk"),
        noted(g.NotedPlayer(name="Pink"), of="Red Blue Green"),
        noted(unnamed, unnamed, of="Red Blue Green"),
        noted(red, unnamed, of="Red Blue Green"),
        noted(red, of="Red Blue Green", dirk=()),
    ):
        assert only(wrong).clause == "SCORE-1"
        assert only(wrong).message.startswith("sheet A: ")


# Awards.


def edges(text: str) -> tuple[g.Edge, ...]:
    return tuple(map(g.Edge.parse, text.split()))


def sheet_of(position: g.Position, letter: str) -> ScoreSheet:
    return next(sheet for sheet in position.sheets or () if sheet.scoring.value == letter)


def test_the_sheets_that_are_spoiled_below_are_fine() -> None:
    for position in (late(), after_b()):
        for letter in "AB":
            assert is_consistent(lone(sheet_of(position, letter)))
    assert sheet_of(late(), "B").players == ("Red", "Blue", "Green")
    assert sheet_of(after_b(), "B").players == ("Red", "Blue", "Dirk")


SPOILED: list[tuple[str, str, str, dict[str, Any]]] = [
    # One point for each edge of a continuous moat.
    ("SCORE-4", "B", "Red", {"clause": g.Clause.SCORE_7}),
    ("SCORE-4", "B", "Red", {"factor": 2}),
    ("SCORE-4", "B", "Red", {"count": 4}),
    ("SCORE-4", "B", "Red", {"count": 0, "edges": ()}),
    ("SCORE-4", "B", "Red", {"count": 2, "edges": edges("1,0:N 1,0:N")}),
    ("SCORE-4", "B", "Red", {"count": 2, "edges": edges("1,0:E 1,0:N")}),
    ("SCORE-4", "B", "Red", {"count": 2, "edges": edges("1,0:N 3,0:N")}),
    ("SCORE-4", "B", "Red", {"count": 1, "edges": edges("0,0:N")}),
    ("SCORE-4", "B", "Red", {"count": 1, "edges": edges("0,55:N")}),
    ("SCORE-4", "B", "Red", {"count": 4, "edges": edges("1,0:N 1,0:E 1,0:S 1,0:W")}),
    ("SCORE-4", "B", "Red", {"faces": tuple(faces("SC6"))}),
    ("SCORE-4", "B", "Red", {"tied": tied("Red SC6 Blue SC5")}),
    # Places and factors of the scoring.
    ("SCORE-7", "B", "AR 1", {"clause": g.Clause.SCORE_4}),
    ("SCORE-7", "B", "AR 1", {"clause": g.Clause.SIMPLE_1}),
    ("SCORE-7", "B", "AR 1", {"factor": 1}),
    ("SCORE-7", "B", "AR 1", {"factor": 3}),
    ("SCORE-7", "B", "AR 1", {"place": 2, "factor": 1}),
    ("SCORE-7", "B", "AR 1", {"place": 3}),
    ("SCORE-7", "B", "AR 1", {"place": 0}),
    ("SCORE-7", "B", "AR 1", {"edges": edges("1,0:N")}),
    # Buildings of the type.
    ("SCORE-6", "B", "AR 1", {"faces": ()}),
    ("SCORE-6", "B", "AR 1", {"faces": tuple(faces("AR4 AR10"))}),
    ("SCORE-6", "B", "AR 1", {"faces": tuple(faces("AR10 AR10"))}),
    ("SCORE-6", "B", "AR 1", {"faces": tuple(faces("AR10 LI4"))}),
    ("SCORE-6", "B", "AR 1", {"player": "Pink"}),
    # Places by their number, and by the dearest.
    ("SCORE-6", "B", "PA 2", {"faces": tuple(faces("PA12 PA9 PA8"))}),
    ("SCORE-6", "B", "PA 2", {"faces": tuple(faces("PA12 PA9"))}),
    ("SCORE-6", "B", "PA 2", {"player": "Red"}),
    # Ties of all who have as many.
    ("SCORE-8", "B", "LI 1", {"tied": ()}),
    ("SCORE-8", "B", "LI 2", {"tied": ()}),
    ("SCORE-8", "B", "LI 2", {"tied": tied("Green LI11 Blue LI7 Red LI2")}),
    ("SCORE-8", "B", "LI 1", {"tied": tied("Blue LI7 Green LI11")}),
    ("SCORE-8", "B", "LI 1", {"tied": tied("Green LI11 Blue LI6")}),
    ("SCORE-8", "B", "AR 1", {"tied": tied("Red AR10")}),
    ("SCORE-8", "B", "AR 1", {"tied": tied("Red AR10 Blue AR9")}),
    ("SCORE-8", "A", "DI 1", {"tied": tied("Red DI9 Pink DI5")}),
    ("SCORE-8", "A", "DI 1", {"tied": tied("Red DI9 Blue DI5 Blue DI4")}),
    ("SCORE-8", "A", "DI 1", {"tied": tied("Red DI9 Blue DI11")}),
    ("SCORE-8", "A", "DI 1", {"tied": tied("Red DI9 Blue AR5")}),
    ("SCORE-8", "A", "DI 1", {"tied": tied("Blue DI5 Red DI9")}),
    # All such buildings count.
    ("SCORE-7", "B", "AR 1", {"count": 1}),
    ("SCORE-7", "B", "AR 1", {"count": 3}),
    ("SCORE-7", "B", "PA 1", {"count": 4}),
    ("SCORE-7", "B", "PA 2", {"count": 4}),
    ("SCORE-7", "A", "DI 1", {"count": 1}),
    ("SCORE-7", "A", "DI 1", {"count": 3}),
    ("SCORE-7", "A", "DI 1", {"count": 10**5000}),
    # Faces of the box, each once.
    ("BOX-2", "B", "BA 1", {"faces": tuple(faces("BA14"))}),
    ("BOX-2", "B", "PA 2", {"faces": tuple(faces("PA10"))}),
]


@pytest.mark.rejects("SCORE-4", "SCORE-6", "SCORE-7", "SCORE-8", "BOX-2")
@pytest.mark.parametrize(("clause", "letter", "which", "fields"), SPOILED)
def test_an_award_that_no_scoring_gives_is_found(
    clause: str, letter: str, which: str, fields: dict[str, Any]
) -> None:
    violation = only(lone(spoiled(sheet_of(late(), letter), which, **fields)))
    assert violation.clause == clause
    assert violation.message.startswith(f"sheet {letter}")
    assert len(violation.message) < 200


@pytest.mark.accepts("SCORE-4", "SCORE-7", "SCORE-8")
@pytest.mark.parametrize(
    ("letter", "which", "fields"),
    [
        ("B", "Red", {"count": 1, "edges": edges("0,54:N")}),
        ("B", "Red", {"count": 4, "edges": edges("1,0:W 1,0:N 2,0:N 2,0:E")}),
        ("A", "DI 1", {"tied": tied("Red DI9 Blue DI5 Green DI2"), "count": 3}),
        ("A", "DI 1", {"tied": (), "count": 1}),
        # Every other player has fewer Districts.
        ("A", "DI 1", {"tied": (), "faces": tuple(faces("DI9 DI4 DI3")), "count": 7}),
        ("A", "DI 1", {"tied": tied("Red DI9 Green DI8"), "faces": tuple(faces("DI9 DI4")), "count": 5}),
    ],
)
def test_another_award_that_a_scoring_can_give_is_fine(
    letter: str, which: str, fields: dict[str, Any]
) -> None:
    assert is_consistent(lone(spoiled(sheet_of(late(), letter), which, **fields)))


@pytest.mark.rejects("SCORE-7")
def test_no_more_buildings_are_counted_than_the_box_has_or_others_can_have() -> None:
    many = {"tied": (), "faces": tuple(faces("DI13 DI9 DI7 DI5 DI4 DI3"))}
    for count, is_fine in ((6, True), (12, True), (13, False), (5, False)):
        position = lone(spoiled(sheet_of(late(), "A"), "DI 1", count=count, **many))
        assert (g.validate(position).violations == ()) == is_fine
    few = {"tied": (), "faces": tuple(faces("DI9 DI4 DI3"))}
    for count, is_fine in ((3, True), (7, True), (8, False)):
        position = lone(spoiled(sheet_of(late(), "A"), "DI 1", count=count, **few))
        assert (g.validate(position).violations == ()) == is_fine


@pytest.mark.rejects("SCORE-3")
def test_awards_come_in_the_order_of_scoring_and_once() -> None:
    sheet = sheet_of(late(), "B")
    lines = sheet.lines
    for other in (lines[::-1], (lines[1], lines[0], *lines[2:]), (*lines, lines[-1]), (lines[0], *lines)):
        assert only(lone(attrs.evolve(sheet, lines=other))).clause == "SCORE-3"
    assert is_consistent(lone(attrs.evolve(sheet, lines=lines[:5])))


@pytest.mark.rejects("DIRK-4")
def test_dirk_has_no_moat() -> None:
    sheet = sheet_of(after_b(), "A")
    violation = only(lone(spoiled(sheet, "Red", player="Dirk")))
    assert (violation.clause, violation.player) == ("DIRK-4", "Dirk")


@pytest.mark.accepts("SIMPLE-1")
@pytest.mark.rejects("SIMPLE-1")
def test_fixed_points_have_their_own_factors() -> None:
    game = next(game for game in decisions() if game.sheets and game.sheets[0].simplified)
    sheet = next(sheet for sheet in game.sheets if any(line.place for line in sheet.lines))
    assert is_consistent(lone(sheet))
    which = next(f"{line.building.code} 1" for line in sheet.lines if line.building is not None)
    for fields in ({"factor": 1}, {"count": 2}, {"clause": g.Clause.SCORE_7}):
        assert only(lone(spoiled(sheet, which, **fields))).clause == "SIMPLE-1"


@pytest.mark.accepts("SCORE-3", "SCORE-4", "SCORE-6", "SCORE-7", "SCORE-8", "SIMPLE-1", "DIRK-4")
@pytest.mark.accepts("A-SCORE-3", "A-SCORE-7", "A-SCORE-8")
@given(st.deferred(lambda: st.sampled_from(positions())), st.sampled_from(g.Scoring), st.booleans())
def test_whatever_is_scored_is_a_sheet_that_can_be(game: g.Game, which: g.Scoring, simplified: bool) -> None:  # noqa: FBT001 - Hypothesis draws it
    cities = {player.name: player.city for player in game.table.players}
    dirk = None if game.table.dirk is None else game.table.dirk.faces
    fixed = simplified and Box.of(game.table.ruleset.kind).simplified is not None
    sheet = g.scoring.score(cities, which, dirk=dirk, simplified=fixed)
    assert g.validate(lone(sheet)).violations == ()


# Points.


def with_points(position: g.Position, **points: int | None) -> g.Position:
    for seat, player in enumerate(position.players):
        if player.name in points:
            position = changed(position, seat, points=points[player.name])
    return position


@pytest.mark.accepts("SCORE-7")
@pytest.mark.rejects("SCORE-7")
def test_points_are_the_sum_of_the_sheets() -> None:
    position = late()
    assert [player.points for player in position.players] == [25, 17, 20]
    assert is_complete(position)
    for points in (24, 26, 0, 10**5000):
        violation = only(with_points(position, Red=points))
        assert (violation.clause, violation.player) == ("SCORE-7", "Red")
    assert is_consistent(with_points(position, Red=None))
    # Of the first scoring nothing is known: there may be more points, but not fewer.
    only_b = but(position, sheets=(position.sheets or ())[1:])
    for points in (18, 25, 1000):
        assert is_complete(with_points(only_b, Red=points))
    assert only(with_points(only_b, Red=17)).clause == "SCORE-7"
    # Nor where it is not known which scorings there were.
    assert is_consistent(but(with_points(only_b, Red=1000), piles=None, phase=None))
    # Someone without a name is not judged.
    assert is_consistent(changed(position, 0, name=None, points=3))


@pytest.mark.rejects("SCORE-7")
def test_dirks_points_are_those_of_the_sheets() -> None:
    assert is_complete(after_b())
    assert after_b().dirks_points == 49
    violation = only(but(after_b(), dirks_points=48))
    assert (violation.clause, violation.player) == ("SCORE-7", "Dirk")
    assert is_consistent(but(after_b(), dirks_points=None))


def test_the_end_of_a_game_is_judged_with_all_its_sheets() -> None:
    assert [sheet.scoring.value for sheet in over().sheets or ()] == ["A", "B", "C"]
    assert is_consistent(over())
    assert only(but(over(), sheets=(over().sheets or ())[:2])).clause == "SCORE-1"
    assert clauses(g.validate(but(three(), sheets=late().sheets)).violations) == ["SCORE-1"]
    assert clauses(g.validate(but(two(), sheets=())).violations) == []


# What is no sheet.


@pytest.mark.parametrize(
    "fields",
    [
        {"clause": "SCORE-4"},
        {"player": 1},
        {"factor": True},
        {"factor": 1.0},
        {"count": None},
        {"building": "AR", "place": 1},
        {"place": 1.5, "building": g.Building.ARENA},
        {"faces": ["AR2"]},
        {"faces": ("AR2",)},
        {"tied": (("Red", "AR2"),)},
        {"tied": (["Red", g.Face(g.Building.ARENA, 2)],)},
        {"tied": (("Red",),)},
        {"tied": None},
        {"edges": ("1,0:N",)},
    ],
)
def test_an_award_with_something_of_another_kind_is_refused(fields: dict[str, Any]) -> None:
    line = Line(g.Clause.SCORE_4, "Red", 1, 1, edges=edges("1,0:N"))
    with pytest.raises(TypeError, match=rf"^{next(iter(fields))}: expected "):
        attrs.evolve(line, **fields)


def test_an_award_for_somebody_who_does_not_take_part_counts_nothing() -> None:
    stranger = Line(g.Clause.SCORE_4, "Pink", 1, 1, edges=edges("1,0:N"))
    (sheet,) = lettered("A")
    assert attrs.evolve(sheet, lines=(stranger,)).totals == {"Red": 0, "Blue": 0, "Green": 0}


@pytest.mark.parametrize(
    "fields",
    [
        {"scoring": "A"},
        {"simplified": 0},
        {"players": ["Red", "Blue"]},
        {"players": (1, 2)},
        {"lines": None},
        {"lines": ("SCORE-4",)},
    ],
)
def test_a_sheet_with_something_of_another_kind_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=rf"^{next(iter(fields))}: expected "):
        attrs.evolve(*lettered("A"), **fields)


@pytest.mark.parametrize("sheets", [[], ("A",), *lettered("A"), 1])
def test_what_is_no_tuple_of_sheets_is_refused(sheets: Any) -> None:  # noqa: ANN401 - anything else
    with pytest.raises(TypeError, match=r"^sheets: expected tuple of ScoreSheet"):
        g.Position(sheets=sheets)


def test_a_name_that_is_no_name_is_shown_as_text_in_one_line() -> None:
    game = next(
        game for game in decisions() if game.sheets and any(line.faces for line in game.sheets[0].lines)
    )
    (sheet, *others) = game.sheets
    number = next(number for number, line in enumerate(sheet.lines) if line.faces)
    line = sheet.lines[number]
    strange = attrs.evolve(line, tied=(*line.tied, ("Red\n", line.faces[0])))
    told = attrs.evolve(sheet, lines=(*sheet.lines[:number], strange, *sheet.lines[number + 1 :]))
    position = attrs.evolve(game.to_position(), sheets=(told, *others))
    messages = [violation.message for violation in g.validate(position).violations]
    assert any("'Red\\n''s tiles" in message for message in messages)
    assert all(message.isprintable() for message in messages)
