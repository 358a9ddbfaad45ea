"""Score sheets as the score pad has them: every award in its place, in any width, for any names."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from granada_rules import (
    Cell,
    City,
    Edges,
    Face,
    Kind,
    ScoreSheet,
    Scoring,
    draw,
    scoring,
    testing,
)
from granada_rules.draw import Show, words
from tests.helpers.drawn import shows
from tests.helpers.positions import positions


def city(*faces: str) -> City:
    """Return a city with a row of tiles, the easternmost with a moat."""
    edges = [Edges(0)] * (len(faces) - 1) + [Edges.parse("E")]
    return City.of(
        {
            Cell(x, 0): (Face.parse(face), moats)
            for x, (face, moats) in enumerate(zip(faces, edges, strict=True), 1)
        }
    )


CITIES = {"Red": city("AR8", "PA6"), "Blue": city("AR9", "LI5"), "Green": City.of()}
DIRK = [Face.parse("PA12"), Face.parse("PA10")]


def sheets() -> list[ScoreSheet]:
    """Return sheets of all kinds."""
    return [sheet for game in positions()[::17] for sheet in game.sheets]


def test_a_sheet() -> None:
    sheet = scoring.score(CITIES, Scoring.B, dirk=DIRK)
    assert (
        draw.text(sheet)
        == """\
Scoring B

            Red       Blue      Green     Dirk
──────────────────────────────────────────────────
Moats         1         1         -         -
Arena         2 2nd=    4 1st=    -         -
Bath House    -         -         -         -
Library       -         2 1st     -         -
Hostel        -         -         -         -
Hospital      -         -         -         -
Market        -         -         -         -
Park          3 2nd     -         -         6 1st
School        -         -         -         -
District      -         -         -         -
──────────────────────────────────────────────────
Total         6         7         0         6
= as many buildings as another: the dearest decides (SCORE-8)
"""
    )


def test_who_loses_a_tie_is_marked_though_there_is_nothing_for_it() -> None:
    drawing = draw.text(scoring.score(CITIES, Scoring.A, simplified=True), show=Show(title="Ours"))
    assert drawing.startswith("Ours\n\nScoring A, fixed points (SIMPLE-1)\n\n")
    assert "\nArena         - =       3 1st=    -\n" in drawing
    assert "SCORE-8" not in draw.text(scoring.score({"Red": CITIES["Red"]}, Scoring.C))


ROWS = {"Moats", "Total", *(building.label for building in Kind.GRANADA.buildings)}


def entries(drawing: str) -> dict[str, dict[str, tuple[int, str]]]:
    """Read a sheet with names of one short word back: by player and row, points and place."""
    found: dict[str, dict[str, tuple[int, str]]] = {}
    header: list[tuple[int, str]] = []
    for line in drawing.splitlines()[1:]:
        if line.startswith(" " * 12):
            header = [(line.index(f" {name}") + 1, name) for name in line.split()]
        elif line[:10].strip() in ROWS:
            for begin, name in header:
                points, _, place = line[begin : begin + 8].strip().partition(" ")
                found.setdefault(name, {})[line[:10].strip()] = (0 if points == "-" else int(points), place)
    return found


def renamed(sheet: ScoreSheet, names: list[str]) -> ScoreSheet:
    """Return a sheet of players with other names."""
    called = dict(zip(sheet.players, names, strict=False))
    return ScoreSheet(
        sheet.scoring,
        sheet.simplified,
        tuple(called[player] for player in sheet.players),
        tuple(
            attrs.evolve(
                line,
                player=called[line.player],
                tied=tuple((called[player], face) for player, face in line.tied),
            )
            for line in sheet.lines
        ),
    )


@pytest.mark.parametrize("width", [None, 80, 40, 24, 1])
def test_every_award_can_be_read_back(width: int | None) -> None:
    for sheet in sheets():
        short = renamed(sheet, list("UVWXYZ"))
        found = entries(draw.text(short, width=width))
        assert {name: rows["Total"][0] for name, rows in found.items()} == short.totals
        awards = {(line.player, line.building): line for line in short.lines}
        ties = {(line.building, player) for line in short.lines for player, _ in line.tied}
        for name, rows in found.items():
            for building in (None, *Kind.GRANADA.buildings):
                line = awards.get((name, building))
                place = "" if line is None or line.place is None else ("1st", "2nd", "3rd")[line.place - 1]
                tied = "=" * ((building, name) in ties)
                row = "Moats" if building is None else building.label
                assert rows[row] == (0 if line is None else line.points, f"{place}{tied}")


names = st.lists(testing.names(), min_size=7, max_size=7, unique=True)


@given(st.integers(0, 99), names, shows, st.none() | st.integers(-5, 130), st.booleans())
def test_columns_stand_below_one_another_whatever_players_are_called(
    number: int,
    called: list[str],
    show: Show,
    width: int | None,
    colour: bool,  # noqa: FBT001 - as Hypothesis has it
) -> None:
    sheet = renamed(sheets()[number % len(sheets())], called)
    drawing = draw.text(sheet, width=width)
    widths = [words.width_of(line) for line in drawing.splitlines()]
    assert width is None or max(widths) <= max(width, 24)
    assert draw.text(sheet, width=width, show=show, colour=colour)
    assert drawing.count("\nTotal ") >= 1


def test_wide_names_do_not_move_the_columns_behind_them() -> None:
    sheet = renamed(scoring.score(CITIES, Scoring.A), ["城城", "Zoe\u0301", "Green"])
    header = draw.text(sheet).splitlines()[2]
    assert header == "            城城      Zoe\u0301       Green"
    assert words.width_of(header[: header.index("Green")]) == 32


def test_a_picture_of_a_sheet_says_the_same() -> None:
    for sheet in sheets()[::5]:
        picture = ET.fromstring(str(draw.svg(sheet)))  # noqa: S314 - our own drawing
        space = "{http://www.w3.org/2000/svg}"
        said = [one.text for one in picture.iter(f"{space}text")]
        assert said[0] == draw.text(sheet).splitlines()[0]
        numbers = [int(text) for text in said if text and text.isdigit()]
        assert sorted(numbers) == sorted([*(line.points for line in sheet.lines), *sheet.totals.values()])
        labels = [one.label for one in Kind.GRANADA.buildings]
        assert [text for text in said if text in ROWS] == ["Moats", *labels, "Total"]
        description = picture.find(f"{space}desc")
        assert description is not None
        assert description.text is not None
        assert description.text.startswith(f"A score sheet of Granada, scoring {sheet.scoring.value}")


def test_a_sheet_of_nobody_is_empty() -> None:
    nobody = ScoreSheet(Scoring.A, simplified=False, players=(), lines=())
    assert "Total" in draw.text(nobody)
    assert "Total" in str(draw.svg(nobody))
