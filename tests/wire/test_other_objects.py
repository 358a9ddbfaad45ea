"""Violations, score sheets and standings as JSON objects, and the published schemas of all."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import attrs
import pytest

import granada_rules as g
from tests.helpers import example_objects, schemas

if TYPE_CHECKING:
    from collections.abc import Callable

# Violations.

VIOLATION = g.Violation(
    g.Clause.BUILD_2,
    "moats do not match",
    player="Red",
    cells=(g.Cell(0, 0), g.Cell(1, 0)),
    edges=(g.Edge.parse("0,0:E"),),
    faces=(g.Face.parse("SC4"), g.Face.parse("GA10:N")),
    cards=(g.Card.parse("b3"),),
)


def test_what_a_violation_looks_like() -> None:
    document = g.write_violation(VIOLATION)
    assert document == {
        "clause": "BUILD-2",
        "player": "Red",
        "cells": [[0, 0], [1, 0]],
        "edges": ["0,0:E"],
        "faces": ["SC4", "GA10:N"],
        "cards": ["b3"],
        "message": "moats do not match",
    }
    schemas.VIOLATION.validate(document)
    assert g.read_violation(g.write_json(document)) == VIOLATION


def test_what_a_violation_does_not_have_may_be_missing() -> None:
    assert g.read_violation('{"clause": "TURN-1", "message": "not now"}') == g.Violation(
        g.Clause.TURN_1, "not now"
    )
    assert g.write_violation(g.Violation(g.Clause.TURN_1, "not now"))["player"] is None


@pytest.mark.parametrize("clause", g.Clause)
def test_every_clause_is_in_the_schema(clause: g.Clause) -> None:
    schemas.VIOLATION.validate(g.write_violation(g.Violation(clause, "wrong")))


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"clause": "BUILD"}, "clause: expected one of BOX-1, "),
        ({"message": ""}, "message: expected one printable line of 1 to 2000 characters, got ''"),
        ({"message": "a\nb"}, "message: expected one printable line"),
        ({"message": "\ud800"}, "message: expected one printable line"),
        ({"message": "x" * 2001}, "message: expected one printable line"),
        ({"player": 3}, "player: expected a string, got 3"),
        ({"player": "\x1b[2J"}, "player: expected one printable line"),
        ({"cells": [[0]]}, "cells, entry 1, a cell: expected x and y, such as [1, -2]"),
        ({"cells": [[0, 0]] * 12_001}, "cells: more than 12000 entries"),
        ({"edges": ["0,0"]}, "edges, entry 1, "),
        ({"faces": ["SX4"]}, "faces, entry 1, face 'SX4': no building has the code SX"),
        ({"cards": [3]}, "cards, entry 1, a card: expected a string, got 3"),
        ({"witness": []}, "'witness': no such entry (cards cells clause edges faces format message player)"),
    ],
)
def test_what_is_no_violation_is_refused_with_its_place(entries: dict[str, Any], message: str) -> None:
    with pytest.raises(g.RecordError) as refusal:
        g.read_violation({**g.write_violation(VIOLATION), **entries})
    assert str(refusal.value).startswith(message)


def test_a_violation_that_would_be_read_as_something_else_is_not_written() -> None:
    with pytest.raises(g.RecordError, match=r"^the violation would be read as something else$"):
        g.write_violation(attrs.evolve(VIOLATION, cells=[g.Cell(0, 0)]))  # type: ignore[arg-type] # on purpose
    with pytest.raises(g.RecordError, match=r"^message: expected one printable line"):
        g.write_violation(attrs.evolve(VIOLATION, message=""))


# Score sheets.

CITIES = {"Red": g.notation.read_city("@ SC4:N"), "Blue": g.notation.read_city("@ SC8:S AR2:-")}
SHEET = g.scoring.score(CITIES, g.Scoring.B)


def test_what_a_score_sheet_looks_like() -> None:
    document: dict[str, Any] = g.write_sheet(SHEET)
    assert document["totals"] == SHEET.totals
    assert (document["scoring"], document["kinds"], document["players"]) == (
        "B",
        ["granada"],
        ["Red", "Blue"],
    )
    moat, *_, school = document["lines"]
    assert (moat["clause"], moat["building"], moat["place"], moat["edges"]) == (
        *("SCORE-4", None, None),
        ["1,0:N"],
    )
    assert (school["building"], school["kind"], school["edges"]) == ("SC", "granada", [])
    schemas.SHEET.validate(document)
    schemas.SHEET.validate({"format": "granada-sheet/1", **document})
    assert g.read_sheet(g.write_json(document)) == SHEET


def test_points_are_shared_in_alhambra() -> None:
    cities = {"Red": g.notation.read_city("@ GA10:-"), "Blue": g.notation.read_city("@ GA10:N")}
    sheet = g.scoring.score(cities, g.Scoring.C)
    document: dict[str, Any] = g.write_sheet(sheet)
    assert [line.get("shares") for line in document["lines"]][-2:] == [2, 2]
    schemas.SHEET.validate(document)
    assert g.read_sheet(document) == sheet


def test_what_positions_leave_out_may_be_left_out() -> None:
    document: dict[str, Any] = g.write_sheet(SHEET)
    short = {key: value for key, value in document.items() if key not in {"totals", "kinds"}}
    short["lines"] = [
        {key: value for key, value in line.items() if value not in (None, [])} for line in document["lines"]
    ]
    assert g.read_sheet(short) == SHEET


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"totals": {"Red": 0}}, f"totals, 'Red': expected {SHEET.totals['Red']}, got 0"),
        ({"totals": {**SHEET.totals, "Dirk": 0}}, "totals, 'Dirk': no such player"),
        ({"totals": {}}, "totals, 'Red': expected an integer, got null"),
        ({"totals": []}, "totals: expected a table, got a list"),
        ({"scoring": "D"}, "scoring: expected one of A, B, C, got 'D'"),
        ({"lines": None}, "lines: expected a list, got null"),
        ({"lines": [3]}, "lines, entry 1, an award: expected a table, got 3"),
        ({"lines": [{"clause": None}]}, "lines, entry 1, clause: expected a string, got null"),
        ({"winner": "Red"}, "'winner': no such entry"),
    ],
)
def test_what_is_no_sheet_is_refused_with_its_place(entries: dict[str, Any], message: str) -> None:
    with pytest.raises(g.RecordError) as refusal:
        g.read_sheet({**g.write_sheet(SHEET), **entries})
    assert str(refusal.value).startswith(message)


def test_a_sheet_that_could_not_be_read_back_is_not_written() -> None:
    big = g.Line(g.Clause.SCORE_4, "Red", 1, 10**9 + 1)
    with pytest.raises(g.RecordError, match=r"^lines, entry 1, count: numbers go from "):
        g.write_sheet(g.ScoreSheet(g.Scoring.A, False, ("Red",), (big,)))  # noqa: FBT003 - as its fields come
    with pytest.raises(TypeError, match=r"^expected ScoreSheet, got dict$"):
        g.write_sheet({})  # type: ignore[arg-type] # on purpose


# Standings.


def test_what_a_standing_looks_like() -> None:
    first, second = map(g.write_standing, g.standings({"Ann": 98, "Bo": 126}))
    assert first == {"rank": 1, "player": "Bo", "points": 126, "wins": True}
    assert g.read_standing(g.write_json(second)) == g.Standing(2, "Ann", 98, wins=False)
    schemas.STANDING.validate(first)


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"rank": 0}, "rank: expected 1 to 1000000000, got 0"),
        ({"wins": 1}, "wins: expected true or false, got 1"),
        ({"points": "3"}, "points: expected an integer, got '3'"),
        ({"player": ""}, "player: expected one printable line"),
        ({"place": 1}, "'place': no such entry (format player points rank wins)"),
    ],
)
def test_what_is_no_standing_is_refused_with_its_place(entries: dict[str, Any], message: str) -> None:
    document = {"rank": 1, "player": "Bo", "points": 126, "wins": True, **entries}
    assert not schemas.STANDING.is_valid(document)
    with pytest.raises(g.RecordError) as refusal:
        g.read_standing(document)
    assert str(refusal.value).startswith(message)


def test_only_what_is_asked_for_is_written() -> None:
    violation = g.placement.violations(g.notation.read_city("@ SC4:W"))[0]
    with pytest.raises(TypeError, match=r"^expected Standing, got Violation$"):
        g.write_standing(violation)  # type: ignore[arg-type] # on purpose
    with pytest.raises(TypeError, match=r"^expected Violation, got str$"):
        g.write_violation(str(violation))  # type: ignore[arg-type] # on purpose
    with pytest.raises(g.RecordError, match=r"^expected a violation as an object, got \[\]$"):
        g.read_violation([])  # type: ignore[arg-type] # on purpose


# Examples, and the published schemas.


@pytest.mark.parametrize("name", example_objects.texts())
def test_examples_are_as_they_are_written_now(name: str) -> None:
    path = example_objects.EXAMPLES / name
    assert path.read_text("utf-8") == example_objects.texts()[name]
    read: dict[str, Callable[[bytes], object]] = {
        "news": g.read_news,
        "result": g.read_result,
        "view": g.read_view,
        "action": g.read_action,
        "draw": g.wire.read_event,
        "violation": g.read_violation,
        "sheet": g.read_sheet,
        "standing": g.read_standing,
    }
    assert read[re.split(r"[.-]", name)[0]](path.read_bytes())


def test_there_are_no_other_examples() -> None:
    assert {path.name for path in example_objects.EXAMPLES.iterdir()} == example_objects.texts().keys()


def test_schemas_say_the_same_about_the_same_things() -> None:
    parts = schemas.POSITION.schema["$defs"]
    for schema in (schemas.VIEW, schemas.EVENT, schemas.VIOLATION, schemas.SHEET):
        own = schema.schema["$defs"]
        for name in own.keys() & parts.keys() - {"player", "award", "laid", "sheet"}:
            assert own[name] == parts[name], name
        if "cell" in own:
            assert own["cell"] == schemas.EVENT.schema["$defs"]["cell"]
    position, sheet = json.loads(json.dumps([parts["award"], schemas.SHEET.schema["$defs"]["award"]]))
    assert position["properties"].keys() == sheet["properties"].keys()
