"""The books' examples of scoring, with the numbers they give."""

from __future__ import annotations

import pytest

from granada_rules import Building, Cell, City, Edges, Face, Scoring, moats, scoring


def schools(*prices: int) -> City:
    """Lay Schools in a row, without moats."""
    return City.of(
        {Cell(x, 0): (Face(Building.SCHOOL, price), Edges(0)) for x, price in enumerate(prices, 1)}
    )


@pytest.mark.accepts("SCORE-6", "SCORE-7")
def test_scoring_a_gives_all_schools_to_the_one_with_most() -> None:
    cities = {"Yellow": schools(2, 3, 4), "Red": schools(12, 13), "Green": schools(5, 6)}
    sheet = scoring.score(cities, Scoring.A)
    assert sheet.totals == {"Yellow": 7, "Red": 0, "Green": 0}
    (line,) = sheet.lines
    assert (line.factor, line.count, line.points) == (1, 7, 7)


@pytest.mark.accepts("SCORE-8")
@pytest.mark.parametrize(("dearest", "winner"), [(13, "Red"), (5, "Yellow")])
def test_a_tie_in_scoring_a_goes_to_the_dearest_school(dearest: int, winner: str) -> None:
    cities = {"Yellow": schools(2, 3, 10), "Red": schools(4, 6, dearest), "Green": schools(11, 12)}
    totals = scoring.score(cities, Scoring.A).totals
    assert totals[winner] == 8
    assert sum(totals.values()) == 8


@pytest.mark.accepts("SCORE-7")
def test_scoring_b() -> None:
    cities = {"Blue": schools(2, 3, 4, 5), "Green": schools(6, 7, 8), "Red": schools(9, 10)}
    assert scoring.score(cities, Scoring.B).totals == {"Blue": 18, "Green": 9, "Red": 0}


@pytest.mark.accepts("SCORE-7", "SCORE-8")
def test_scoring_c() -> None:
    cities = {"Blue": schools(2, 3, 4, 9), "Green": schools(5, 6, 7, 12), "Red": schools(8, 13)}
    assert scoring.score(cities, Scoring.C).totals == {"Green": 30, "Blue": 20, "Red": 10}


@pytest.mark.accepts("SIMPLE-1")
@pytest.mark.parametrize(
    ("which", "points"), [(Scoring.A, (3, 0, 0)), (Scoring.B, (10, 3, 0)), (Scoring.C, (18, 10, 3))]
)
def test_simplified_scoring(which: Scoring, points: tuple[int, ...]) -> None:
    cities = {"Blue": schools(2, 3, 4, 5), "Green": schools(6, 7, 8), "Red": schools(9, 10)}
    totals = scoring.score(cities, which, simplified=True).totals
    assert totals == dict(zip(("Blue", "Green", "Red"), points, strict=True))


@pytest.mark.accepts("SCORE-4", "SCORE-5")
def test_a_stretch_of_eight_edges_scores_eight_and_all_else_nothing() -> None:
    # The stretch runs from the west around the north to the east; the inner double moat and the single edge
    # in the south are of no account.
    tiles = {
        (-1, 1): "NW",
        (0, 1): "N",
        (1, 1): "NES",
        (-1, 0): "W",
        (1, 0): "NE",
        (1, -1): "E",
        (0, -1): "S",
    }
    city = City.of(
        {
            Cell(*place): (Face(Building.PARK, price), Edges.parse(sides))
            for price, (place, sides) in enumerate(tiles.items(), 2)
        }
    )
    moat = moats.longest_moat(city)
    codes = "-1,0:W -1,1:W -1,1:N 0,1:N 1,1:N 1,1:E 1,0:E 1,-1:E"
    assert " ".join(map(str, moat.edges)) == codes
    sheet = scoring.score({"Red": city}, Scoring.A)
    assert sheet.lines[0].points == 8
    assert sheet.lines[0].edges == moat.edges
