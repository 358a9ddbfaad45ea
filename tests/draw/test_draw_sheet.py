"""Score sheets as the score pad has them: every award in its place, in any width, for any names."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

import granada_rules as g
from granada_rules.base import is_good_name
from granada_rules.box import Box
from granada_rules.draw import Show, columns
from tests.helpers.drawn import all_games, shows
from tests.rules.test_layouts import PAIR


def city(*faces: str) -> g.City:
    """Return a city with a row of tiles, the easternmost with a moat."""
    edges = [g.Edges(0)] * (len(faces) - 1) + [g.Edges.parse("E")]
    return g.City.of(
        {
            g.Cell(x, 0): (g.Face.parse(face), moats)
            for x, (face, moats) in enumerate(zip(faces, edges, strict=True), 1)
        }
    )


def alhambra(*faces: str) -> g.City:
    """Return an Alhambra with a row of tiles without walls, but for one to the east of the last."""
    codes = [f"{face}:-" for face in faces[:-1]] + [f"{face}:E" for face in faces[-1:]]
    tiles = enumerate(map(g.Face.parse, codes), 1)
    return g.City.of(
        {g.Cell(x, 0): (face, face.walls or g.Edges(0)) for x, face in tiles}, start=g.Kind.ALHAMBRA
    )


CITIES = {"Red": city("AR8", "PA6"), "Blue": city("AR9", "LI5"), "Green": g.City.of()}
DIRK = [g.Face.parse("PA12"), g.Face.parse("PA10")]


def sheets() -> list[g.ScoreSheet]:
    """Return sheets of all kinds."""
    return [sheet for game in all_games()[::17] for sheet in game.sheets]


def test_a_sheet() -> None:
    sheet = g.scoring.score(CITIES, g.Scoring.B, dirk=DIRK)
    assert (
        g.draw.text(sheet)
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


def test_who_loses_a_tie_and_gets_nothing_is_not_marked() -> None:
    drawing = g.draw.text(g.scoring.score(CITIES, g.Scoring.A, simplified=True), show=Show(title="Ours"))
    assert drawing.startswith("Ours\n\nScoring A, fixed points (SIMPLE-1)\n\n")
    assert "\nArena         -         3 1st=    -\n" in drawing
    assert "SCORE-8" not in g.draw.text(g.scoring.score({"Red": CITIES["Red"]}, g.Scoring.C))


ALHAMBRAS = {
    "Red": alhambra("TO9", "TO11", "GA8"),
    "Blue": alhambra("TO12", "TO13"),
    "Green": alhambra("PV5", "TO8"),
    "Yellow": alhambra("PV2", "GA12"),
}


def test_a_sheet_of_alhambra_says_who_shares_what() -> None:
    sheet = g.scoring.score(ALHAMBRAS, g.Scoring.A)
    assert (
        g.draw.text(sheet, width=50)
        == """\
Scoring A

            Red       Blue      Green     Yellow
──────────────────────────────────────────────────
Walls         1         1         1         1
Pavilion      -         -         0 1-2&    0 1-2&
Seraglio      -         -         -         -
Arcades       -         -         -         -
Chambers      -         -         -         -
Garden        2 1-2&    -         -         2 1-2&
Tower         3 1-2&    3 1-2&    -         -
──────────────────────────────────────────────────
Total         6         4         1         3
& as many buildings as another: they share the
  points of their places (A-SCORE-8)
Pavilion: Green and Yellow share 1 point, 0 each
Garden: Red and Yellow share 5 points, 2 each
Tower: Red and Blue share 6 points, 3 each
"""
    )


def test_the_place_after_a_shared_one_is_the_next_that_is_free() -> None:
    drawing = g.draw.text(g.scoring.score(ALHAMBRAS, g.Scoring.C))
    assert "\nTower        17 1-2&   17 1-2&    6 3rd     -\n" in drawing
    crowd = {"Red": alhambra("PV5"), "Blue": alhambra("PV6"), "Green": alhambra("PV7")}
    drawing = g.draw.text(g.scoring.score(crowd, g.Scoring.C))
    assert "\nPavilion      8 1-3&    8 1-3&    8 1-3&\n" in drawing
    assert "\nPavilion: Red, Blue and Green share 25 points, 8 each\n" in drawing


def test_places_that_no_game_has_do_not_move_the_columns() -> None:
    lines = (
        g.Line(g.Clause.A_SCORE_8, "Red", 1, 1, g.Building.TOWER, 10**9, shares=10**6, kind=g.Kind.ALHAMBRA),
        g.Line(g.Clause.A_SCORE_7, "Blue", 1, 1, g.Building.TOWER, -4, kind=g.Kind.ALHAMBRA),
    )
    drawing = g.draw.text(g.ScoreSheet(g.Scoring.A, simplified=False, players=("Red", "Blue"), lines=lines))
    assert "\nTower         0 100…    1 -4th\n" in drawing


def test_a_sheet_without_ties_has_no_notes() -> None:
    assert g.draw.text(g.scoring.score({"Red": alhambra("PV5")}, g.Scoring.C)).endswith("\nTotal        17\n")


ROWS = {
    "Total",
    "Borders",
    *(f"{Box.of(kind).barrier.title()}s" for kind in g.Kind),
    *(building.label for building in g.Building),
}


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


def renamed(sheet: g.ScoreSheet, names: list[str]) -> g.ScoreSheet:
    """Return a sheet of players with other names."""
    called = dict(zip(sheet.players, names, strict=False))
    return g.ScoreSheet(
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
        sheet.kinds,
    )


@pytest.mark.parametrize("width", [None, 80, 40, 24, 1])
def test_every_award_can_be_read_back(width: int | None) -> None:
    for sheet in sheets():
        short = renamed(sheet, list("UVWXYZ"))
        found = entries(g.draw.text(short, width=width))
        assert {name: rows["Total"][0] for name, rows in found.items()} == short.totals
        awards = {(line.player, _row(line)): line for line in short.lines}
        # SCORE-8, A-SCORE-8: the dearest decides, or they share.
        ties = {
            (_row(line), player): "&" if line.shares > 1 else "="
            for line in short.lines
            for player, _ in line.tied
        }
        for name, rows in found.items():
            assert list(rows) == [*_rows(short), "Total"]
            for row in _rows(short):
                line = awards.get((name, row))
                tied = ties.get((row, name), "")
                # Who gets nothing has no place.
                assert rows[row] == ((0, "") if line is None else (line.points, f"{_place(line)}{tied}"))


def _row(line: g.Line) -> str:
    """Return the row of an award."""
    if line.is_border:
        return "Borders"
    return _barriers(line.kind) if line.building is None else line.building.label


def _rows(sheet: g.ScoreSheet) -> list[str]:
    """Return all rows of a sheet but the last (SCORE-3, A-SCORE-3, MIX-32)."""
    rows = []
    for kind in sheet.kinds:
        rows += [_barriers(kind), *(building.label for building in kind.buildings)]
    return [*rows, "Borders"] if len(sheet.kinds) > 1 else rows


def _barriers(kind: g.Kind) -> str:
    return f"{Box.of(kind).barrier.title()}s"


def _place(line: g.Line | None) -> str:
    if line is None or line.place is None:
        return ""
    if line.shares > 1:
        return f"{line.place}-{line.place + line.shares - 1}"
    return ("1st", "2nd", "3rd")[line.place - 1]


names = st.lists(g.testing.names(), min_size=7, max_size=7, unique=True)


@given(st.integers(0, 99), names, shows, st.none() | st.integers(-5, 130), st.booleans())
def test_columns_stand_below_one_another_whatever_players_are_called(
    number: int,
    called: list[str],
    show: Show,
    width: int | None,
    colour: bool,  # noqa: FBT001 - as Hypothesis has it
) -> None:
    sheet = renamed(sheets()[number % len(sheets())], called)
    drawing = g.draw.text(sheet, width=width)
    assert width is None or max(map(columns.width_of, drawing.splitlines())) <= max(width, 24)
    assert g.draw.text(sheet, width=width, show=show, colour=colour)
    assert drawing.count("\nTotal ") >= 1


ODD = [
    "\u0930\u093e\u0927\u093f\u0915\u093e",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467",
    "\u2764\ufe0f",
    "城",
    "\u093e",
    "\u0301",
]
"""Letters of India, a joined emoji, one that is wide by a selector, a wide letter, mere accents."""

any_names = st.text(
    st.characters(exclude_categories=("C", "Z"), include_characters=" \u200c\u200d"), max_size=9
)
odd_names = (
    st.lists(st.sampled_from(ODD) | any_names, min_size=1, max_size=3).map("".join).filter(is_good_name)
)


@given(st.lists(odd_names, min_size=1, max_size=6, unique=True))
def test_all_rows_are_equally_wide_whatever_players_are_called(called: list[str]) -> None:
    last = " ".join(["Z" * 12] * 4)
    lines = g.draw.text(_nothing(*called, last)).splitlines()
    begin = lines[-1].rindex("0") - 2
    assert [wcswidth(line) for line in lines if line.endswith("Z" * 12)] == [begin + 12] * 4
    assert {len(line) for line in lines if line.startswith("──")} == {begin + 12}
    assert {len(line) for line in lines[-11:-2]} == {begin + 3}


def test_emoji_and_letters_of_india_take_the_columns_that_terminals_give_them() -> None:
    drawing = g.draw.text(_nothing("".join(ODD[:2]), "".join(ODD[2:4]), "Zoe"))
    assert drawing.splitlines()[2] == f"            {ODD[0]}{ODD[1]}  {ODD[2]}{ODD[3]}      Zoe"


def _nothing(*players: str) -> g.ScoreSheet:
    """Return a sheet on which nobody has a point."""
    return g.ScoreSheet(g.Scoring.A, simplified=False, players=players, lines=())


def test_wide_names_do_not_move_the_columns_behind_them() -> None:
    sheet = renamed(g.scoring.score(CITIES, g.Scoring.A), ["城城", "Zoe\u0301", "Green"])
    header = g.draw.text(sheet).splitlines()[2]
    assert header == "            城城      Zoe\u0301       Green"
    assert columns.width_of(header[: header.index("Green")]) == 32


def test_a_picture_of_a_sheet_says_the_same() -> None:
    for sheet in sheets()[::5]:
        picture = ET.fromstring(str(g.draw.svg(sheet)))  # noqa: S314 - our own drawing
        space = "{http://www.w3.org/2000/svg}"
        said = [one.text for one in picture.iter(f"{space}text")]
        assert said[0] == g.draw.text(sheet).splitlines()[0]
        numbers = [int(text) for text in said if text and text.isdigit()]
        assert sorted(numbers) == sorted([*(line.points for line in sheet.lines), *sheet.totals.values()])
        assert [text for text in said if text in ROWS] == [*_rows(sheet), "Total"]
        description = picture.find(f"{space}desc")
        assert description is not None
        assert description.text is not None
        played = " and ".join(kind.label for kind in sheet.kinds)
        assert description.text.startswith(f"A score sheet of {played}, scoring {sheet.scoring.value}")


def test_a_tally_is_drawn_like_a_sheet() -> None:
    sheet = g.scoring.score(CITIES, g.Scoring.C, dirk=DIRK)
    found = g.tally(sheet, before={"Red": 90, "Blue": 1, "Green": 90, "Dirk": 100})
    assert (
        g.draw.text(found)
        == """\
Points

            Red       Blue      Green     Dirk
──────────────────────────────────────────────────
Before       90         1        90       100
Scoring C    11        10         0         9
──────────────────────────────────────────────────
Total       101 2nd    11 4th    90 3rd   109 1st
Red wins by 11 points; Dirk has more points, and never wins (DIRK-4)
"""
    )
    picture = ET.fromstring(str(g.draw.svg(found)))  # noqa: S314 - our own drawing
    said = [one.text or "" for one in picture.iter("{http://www.w3.org/2000/svg}text")]
    words_said = " ".join(said)
    assert words_said.startswith("Points Red Blue Green Dirk Before 90 1 90 100 Scoring C ")
    assert " Total 101 2nd 11 4th 90 3rd 109 1st " in words_said
    assert words_said.endswith("Red wins by 11 points; Dirk has more points, and never wins (DIRK-4)")
    assert "A tally: Dirk 109 points, Red 101 points, Green 90 points, Blue 11 points." in str(
        g.draw.svg(found)
    )


def test_a_tally_of_one_player_says_nothing_of_a_win() -> None:
    drawing = g.draw.text(g.tally(g.scoring.score({"Red": CITIES["Red"]}, g.Scoring.A)))
    assert drawing.endswith("\nTotal         3 1st\n")


@pytest.mark.accepts("MIX-32")
def test_a_sheet_of_both_kinds() -> None:
    sheet = g.scoring.score({"Red": PAIR, "Blue": alhambra("TO9")}, g.Scoring.B, dirk=DIRK)
    assert (
        g.draw.text(sheet)
        == """\
Scoring B

            Red       Blue      Dirk
────────────────────────────────────────
Walls         4         1         -
Pavilion      8 1st     -         -
Seraglio      -         -         -
Arcades       -         -         -
Chambers      -         -         -
Garden        -         -         -
Tower         -        13 1st     -
Moats         3         -         -
Arena         -         -         -
Bath House    -         -         -
Library       2 1st     -         -
Hostel        -         -         -
Hospital      -         -         -
Market        -         -         -
Park          -         -         4 1st
School        2 1st     -         -
District      -         -         -
Borders       4         -         -
────────────────────────────────────────
Total        23        14         4
"""
    )
    picture = str(g.draw.svg(sheet))
    assert "A score sheet of Alhambra and Granada, scoring B: Red 23 points" in picture
    # Of the three rows for barriers the last has a wall and water.
    assert picture.count('class="brick"') - picture.count('class="water"') == 0


def test_a_border_on_a_sheet_of_one_kind_has_its_row() -> None:
    border = g.Line(g.Clause.MIX_31, "Red", 2, 3)
    sheet = g.ScoreSheet(g.Scoring.A, simplified=False, players=("Red",), lines=(border,))
    assert "Borders       6\n" in g.draw.text(sheet)
    assert "Moats         -\n" in g.draw.text(sheet)


def test_a_sheet_of_nobody_is_empty() -> None:
    nobody = g.ScoreSheet(g.Scoring.A, simplified=False, players=(), lines=())
    assert "Total" in g.draw.text(nobody)
    assert "Total" in str(g.draw.svg(nobody))


def test_a_sheet_of_both_kinds_has_the_rows_of_both_and_one_of_none_those_of_its_lines() -> None:
    lines = (
        g.Line(g.Clause.MIX_28, "Red", 1, 4, kind=g.Kind.ALHAMBRA),
        g.Line(g.Clause.MIX_30, "Red", 1, 2),
        g.Line(g.Clause.A_SCORE_7, "Red", 7, 1, g.Building.TOWER, 7, kind=g.Kind.ALHAMBRA),
    )
    both = g.ScoreSheet(g.Scoring.A, simplified=False, players=("Red",), lines=lines, kinds=tuple(g.Kind))
    rows = [line.split() for line in g.draw.text(both).splitlines() if line[:1].isalpha()]
    assert [name for name, *_ in rows[1:]] == [
        "Walls",
        *(building.label for building in g.Kind.ALHAMBRA.buildings),
        "Moats",
        *(building.label.split()[0] for building in g.Kind.GRANADA.buildings),
        "Borders",
        "Total",
    ]
    assert ["Walls", "4"] in rows
    assert ["Moats", "2"] in rows
    assert ["Borders", "-"] in rows
    assert ["Tower", "7", "7th"] in rows
    assert "A score sheet of Alhambra and Granada, scoring A" in str(g.draw.svg(both))
    assert g.draw.text(attrs.evolve(both, kinds=())) == g.draw.text(both)
    nothing = g.ScoreSheet(g.Scoring.A, simplified=False, players=("Red",), lines=(), kinds=())
    assert "Moats" not in g.draw.text(nothing)
    assert "A score sheet, scoring A: Red 0 points." in str(g.draw.svg(nothing))
