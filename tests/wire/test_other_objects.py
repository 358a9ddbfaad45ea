"""Violations, score sheets and standings as JSON objects, and the published schemas of all."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from granada_rules import (
    Card,
    Cell,
    Clause,
    Edge,
    Face,
    Line,
    RecordError,
    ScoreSheet,
    Scoring,
    Standing,
    Violation,
    notation,
    placement,
    read_action,
    read_news,
    read_result,
    read_sheet,
    read_standing,
    read_view,
    read_violation,
    scoring,
    standings,
    wire,
    write_json,
    write_sheet,
    write_standing,
    write_violation,
)
from tests.helpers import example_objects, schemas

if TYPE_CHECKING:
    from collections.abc import Callable

# Violations.

VIOLATION = Violation(
    Clause.BUILD_2,
    "moats do not match",
    player="Red",
    cells=(Cell(0, 0), Cell(1, 0)),
    edges=(Edge.parse("0,0:E"),),
    faces=(Face.parse("SC4"), Face.parse("GA10:N")),
    cards=(Card.parse("b3"),),
)


def test_what_a_violation_looks_like() -> None:
    document = write_violation(VIOLATION)
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
    assert read_violation(write_json(document)) == VIOLATION


def test_what_a_violation_does_not_have_may_be_missing() -> None:
    assert read_violation('{"clause": "TURN-1", "message": "not now"}') == Violation(Clause.TURN_1, "not now")
    assert write_violation(Violation(Clause.TURN_1, "not now"))["player"] is None


@pytest.mark.parametrize("clause", Clause)
def test_every_clause_is_in_the_schema(clause: Clause) -> None:
    schemas.VIOLATION.validate(write_violation(Violation(clause, "wrong")))


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
    with pytest.raises(RecordError) as refusal:
        read_violation({**write_violation(VIOLATION), **entries})
    assert str(refusal.value).startswith(message)


def test_a_violation_that_would_be_read_as_something_else_is_not_written() -> None:
    with pytest.raises(RecordError, match=r"^the violation would be read as something else$"):
        write_violation(attrs.evolve(VIOLATION, cells=[Cell(0, 0)]))  # type: ignore[arg-type] # on purpose
    with pytest.raises(RecordError, match=r"^message: expected one printable line"):
        write_violation(attrs.evolve(VIOLATION, message=""))


# Score sheets.

CITIES = {"Red": notation.read_city("@ SC4:N"), "Blue": notation.read_city("@ SC8:S AR2:-")}
SHEET = scoring.score(CITIES, Scoring.B)


def test_what_a_score_sheet_looks_like() -> None:
    document: dict[str, Any] = write_sheet(SHEET)
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
    assert read_sheet(write_json(document)) == SHEET


def test_points_are_shared_in_alhambra() -> None:
    cities = {"Red": notation.read_city("@ GA10:-"), "Blue": notation.read_city("@ GA10:N")}
    sheet = scoring.score(cities, Scoring.C)
    document: dict[str, Any] = write_sheet(sheet)
    assert [line.get("shares") for line in document["lines"]][-2:] == [2, 2]
    schemas.SHEET.validate(document)
    assert read_sheet(document) == sheet


def test_what_positions_leave_out_may_be_left_out() -> None:
    document: dict[str, Any] = write_sheet(SHEET)
    short = {key: value for key, value in document.items() if key not in {"totals", "kinds"}}
    short["lines"] = [
        {key: value for key, value in line.items() if value not in (None, [])} for line in document["lines"]
    ]
    assert read_sheet(short) == SHEET


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
    with pytest.raises(RecordError) as refusal:
        read_sheet({**write_sheet(SHEET), **entries})
    assert str(refusal.value).startswith(message)


def test_a_sheet_that_could_not_be_read_back_is_not_written() -> None:
    big = Line(Clause.SCORE_4, "Red", 1, 10**9 + 1)
    with pytest.raises(RecordError, match=r"^lines, entry 1, count: numbers go from "):
        write_sheet(ScoreSheet(Scoring.A, False, ("Red",), (big,)))  # noqa: FBT003 - as its fields come
    with pytest.raises(TypeError, match=r"^expected ScoreSheet, got dict$"):
        write_sheet({})  # type: ignore[arg-type] # on purpose


# Standings.


def test_what_a_standing_looks_like() -> None:
    first, second = map(write_standing, standings({"Ann": 98, "Bo": 126}))
    assert first == {"rank": 1, "player": "Bo", "points": 126, "wins": True}
    assert read_standing(write_json(second)) == Standing(2, "Ann", 98, wins=False)
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
    with pytest.raises(RecordError) as refusal:
        read_standing(document)
    assert str(refusal.value).startswith(message)


def test_only_what_is_asked_for_is_written() -> None:
    violation = placement.violations(notation.read_city("@ SC4:W"))[0]
    with pytest.raises(TypeError, match=r"^expected Standing, got Violation$"):
        write_standing(violation)  # type: ignore[arg-type] # on purpose
    with pytest.raises(TypeError, match=r"^expected Violation, got str$"):
        write_violation(str(violation))  # type: ignore[arg-type] # on purpose
    with pytest.raises(RecordError, match=r"^expected a violation as an object, got \[\]$"):
        read_violation([])  # type: ignore[arg-type] # on purpose


# Examples, and the published schemas.


@pytest.mark.parametrize("name", example_objects.texts())
def test_examples_are_as_they_are_written_now(name: str) -> None:
    path = example_objects.EXAMPLES / name
    assert path.read_text("utf-8") == example_objects.texts()[name]
    read: dict[str, Callable[[bytes], object]] = {
        "news": read_news,
        "result": read_result,
        "view": read_view,
        "action": read_action,
        "draw": wire.read_event,
        "violation": read_violation,
        "sheet": read_sheet,
        "standing": read_standing,
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
