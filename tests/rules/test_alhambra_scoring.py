"""Majorities in Alhambra: points by type and place, and places that are shared."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pytest

from granada_rules import (
    Building,
    Cell,
    City,
    Edges,
    Face,
    Kind,
    Ruleset,
    Scoring,
    ViolationError,
    scoring,
)
from granada_rules.box import Box
from granada_rules.sheet import sheet
from tests.helpers.games import NAMES, clauses

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PAVILION, SERAGLIO, ARCADES, CHAMBERS, GARDEN, TOWER = Kind.ALHAMBRA.buildings

A, B, C = Scoring


def tiles_of(building: Building) -> Iterator[Face]:
    """Generate as many faces of that type as the box has, cheapest first, with walls that are out of the way.

    Of a price that is there several times, one has no wall, one a wall in the north, one in the south.
    """
    for (one, price), many in Box.of(Kind.ALHAMBRA).many.items():
        if one is building:
            yield from (Face(building, price, Edges.parse(walls)) for walls in ("", "N", "S")[:many])


def row(faces: Iterable[Face]) -> City:
    """Lay these tiles in a row."""
    tiles = {Cell(x, 0): (face, face.walls or Edges(0)) for x, face in enumerate(faces, 1)}
    return City.of(tiles, start=Kind.ALHAMBRA)


def points(building: Building, which: Scoring, *numbers: int, dirk: int | None = None) -> list[int]:
    """Score players with so many buildings of a type, and Dirk last; return the points for that type."""
    left = tiles_of(building)
    cities = {name: row(islice(left, many)) for name, many in zip(NAMES, numbers, strict=False)}
    dirks = None if dirk is None else list(islice(left, dirk))
    scored = scoring.score(cities, which, dirk=dirks)
    totals = dict.fromkeys(scored.players, 0)
    for line in scored.lines:
        if line.building is not None:
            assert line.building is building
            totals[line.player] += line.points
    return list(totals.values())


# Points by type and place.


@pytest.mark.accepts("A-SCORE-7")
@pytest.mark.parametrize(
    ("which", "pavilion", "tower"),
    [(A, (1, 0, 0, 0), (6, 0, 0, 0)), (B, (8, 1, 0, 0), (13, 6, 0, 0)), (C, (16, 8, 1, 0), (21, 13, 6, 0))],
)
def test_points_by_place_from_the_pavilion_to_the_tower(
    which: Scoring, pavilion: tuple[int, ...], tower: tuple[int, ...]
) -> None:
    # Nobody has as many Towers as another: there are 11.
    assert points(TOWER, which, 5, 3, 2, 1) == list(tower)
    for more, building in enumerate(Kind.ALHAMBRA.buildings):
        expected = [one + more if one else 0 for one in pavilion]
        # Of the Pavilions there are seven, enough for three players with different numbers.
        assert points(building, which, 1, 4, 2) == [expected[2], expected[0], expected[1]]


@pytest.mark.accepts("A-SCORE-7")
@pytest.mark.rejects("A-SCORE-7")
def test_what_others_have_and_prices_do_not_change_the_points() -> None:
    for numbers in ((2, 1), (6, 5), (2, 1, 0, 0)):
        assert points(TOWER, B, *numbers)[:2] == [13, 6]
    # The cheap ones come first, so the one with fewer has the dearer.
    assert points(GARDEN, A, 2, 1) == [5, 0]


@pytest.mark.rejects("A-SCORE-7")
@pytest.mark.parametrize("building", Kind.ALHAMBRA.buildings)
def test_no_second_place_in_a_no_third_in_b_and_no_fourth_at_all(building: Building) -> None:
    assert points(building, A, 3, 2, 1)[1:] == [0, 0]
    assert points(building, B, 3, 2, 1)[2:] == [0]
    assert points(TOWER, C, 5, 3, 2, 1)[3:] == [0]


@pytest.mark.rejects("A-SCORE-7")
@pytest.mark.parametrize("which", list(Scoring))
def test_there_is_no_simplified_scoring(which: Scoring) -> None:
    with pytest.raises(ValueError, match="simplified: this means nothing in Alhambra"):
        scoring.score({"Red": City.of(start=Kind.ALHAMBRA)}, which, simplified=True)
    with pytest.raises(ValueError, match="simplified: this means nothing in Alhambra"):
        Ruleset(kinds=[Kind.ALHAMBRA], simplified=True)


@pytest.mark.rejects("A-SCORE-7", "SCORE-6", game="alhambra")
def test_who_has_none_gets_nothing_also_where_a_place_is_free() -> None:
    assert points(TOWER, C, 2, 0, 0) == [21, 0, 0]
    assert points(TOWER, C, 0, 0, 0) == [0, 0, 0]


# The order of the sheet.


@pytest.mark.accepts("A-SCORE-3")
@pytest.mark.rejects("A-SCORE-3")
def test_walls_come_first_and_then_the_six_types_in_their_order() -> None:
    one_each = [next(tiles_of(building)) for building in reversed(Kind.ALHAMBRA.buildings)]
    walled = Face(TOWER, 13, Edges.parse("E"))
    cities = {"Red": row([*one_each, walled]), "Blue": row([Face(GARDEN, 12, Edges.parse("NES"))])}
    lines = scoring.score(cities, C).lines
    assert [(line.clause, line.player) for line in lines[:2]] == [("SCORE-4", "Red"), ("SCORE-4", "Blue")]
    types = [line.building for line in lines[2:]]
    assert list(dict.fromkeys(types)) == [PAVILION, SERAGLIO, ARCADES, CHAMBERS, GARDEN, TOWER]
    assert None not in types


# Ties share.


@pytest.mark.accepts("A-SCORE-8")
@pytest.mark.parametrize(
    ("which", "building", "numbers", "shared"),
    [
        (C, TOWER, (4, 4, 2, 1), [17, 17, 6, 0]),
        (C, PAVILION, (2, 2, 2), [8, 8, 8]),
        (C, GARDEN, (3, 2, 2), [20, 8, 8]),
        (C, PAVILION, (2, 1, 1, 1), [16, 3, 3, 3]),
        (B, SERAGLIO, (2, 2, 1), [5, 5, 0]),
        (A, PAVILION, (1, 1), [0, 0]),
        (A, TOWER, (2, 2), [3, 3]),
        # The shares do not depend on the seats.
        (C, GARDEN, (2, 3, 2), [8, 20, 8]),
        # A tie that reaches beyond the last paid place, and one that begins after it.
        (B, TOWER, (3, 1, 1, 1), [13, 2, 2, 2]),
        (C, TOWER, (4, 3, 2, 1, 1), [21, 13, 6, 0, 0]),
        (A, TOWER, (2, 1, 1), [6, 0, 0]),
        # All six.
        (C, TOWER, (1, 1, 1, 1, 1, 1), [6, 6, 6, 6, 6, 6]),
        (A, CHAMBERS, (1, 1, 1, 1, 1, 1), [0, 0, 0, 0, 0, 0]),
    ],
)
def test_the_tied_share_the_points_of_their_places_rounded_down(
    which: Scoring, building: Building, numbers: tuple[int, ...], shared: list[int]
) -> None:
    assert points(building, which, *numbers) == shared


@pytest.mark.accepts("A-SCORE-8")
def test_three_with_three_pavilions_each_would_share_25() -> None:
    # The box has seven, so this is asked of the sheet, which does not judge.
    faces = [Face(PAVILION, price, Edges(0)) for price in range(2, 11)]
    cities = {name: row(faces[3 * seat : 3 * seat + 3]) for seat, name in enumerate(NAMES[:3])}
    assert list(sheet(cities, C, None, simplified=False, kinds=(Kind.ALHAMBRA,)).totals.values()) == [8, 8, 8]
    with pytest.raises(ViolationError) as refusal:
        scoring.score(cities, C)
    assert set(clauses(refusal.value.violations)) == {"A-BOX-2"}


@pytest.mark.rejects("A-SCORE-8")
def test_prices_break_no_tie_shares_are_not_rounded_up_and_a_place_is_not_given_twice() -> None:
    # Both have one Tower, for 7 and for 8: neither gets 6.
    assert points(TOWER, A, 1, 1) == [3, 3]
    # 13 + 6 is 19: nobody gets 10.
    assert points(TOWER, B, 2, 2) == [9, 9]
    # Two firsts take the second place too: the next is third, and B has no third place.
    assert points(TOWER, B, 2, 2, 1) == [9, 9, 0]
    # One point shared by two is none for each.
    assert points(PAVILION, A, 1, 1) == [0, 0]


@pytest.mark.accepts("A-SCORE-8", "DIRK-4", game="alhambra")
def test_dirk_shares_like_a_player() -> None:
    assert points(TOWER, C, 2, 1, dirk=2) == [17, 6, 17]
    assert points(TOWER, C, 2, 1, dirk=1) == [21, 9, 9]


@pytest.mark.accepts("A-SCORE-8")
def test_the_sheet_says_who_shares_what() -> None:
    left = tiles_of(TOWER)
    cities = {"Red": row(islice(left, 2)), "Blue": row(islice(left, 2)), "Green": row(islice(left, 1))}
    lines = [line for line in scoring.score(cities, C).lines if line.building is not None]
    assert [(line.clause, line.player, line.place, line.factor, line.shares) for line in lines] == [
        ("A-SCORE-8", "Red", 1, 34, 2),
        ("A-SCORE-8", "Blue", 1, 34, 2),
        ("A-SCORE-7", "Green", 3, 6, 1),
    ]
    assert [player for player, _ in lines[0].tied] == ["Red", "Blue"]
    assert str(lines[0]) == (
        "A-SCORE-8: Tower, first to second are shared by Red and Blue, Red (TO8:- TO7:-): 34 / 2 = 17"
    )
    assert str(lines[2]) == "A-SCORE-7: Tower, third is Green (TO9:S): 6"
