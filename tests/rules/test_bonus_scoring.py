"""Shown bonus cards in a scoring: what they count for, and which cannot be shown."""

from __future__ import annotations

import pytest

from granada_rules import (
    DIRK,
    Cell,
    City,
    Edges,
    Face,
    Kind,
    Line,
    Scoring,
    ViolationError,
    scoring,
)
from granada_rules.box import card_violations, most_cards
from tests.helpers.games import clauses, faces

GARDEN = Face.parse("GA10:-")


def alhambra(*codes: str) -> City:
    """Return tiles without walls in a row, east of the start tile."""
    tiles = {Cell(place, 0): (Face.parse(code), Edges(0)) for place, code in enumerate(codes, 1)}
    return City.of(tiles, start=Kind.ALHAMBRA)


CITIES = {"Red": alhambra("GA10:-", "TO11:-"), "Blue": alhambra("GA11:-", "TO12:-")}


def points(shown: dict[str, list[Face]] | None, building: str, which: Scoring = Scoring.B) -> list[int]:
    sheet = scoring.score(CITIES, which, shown=shown)
    lines = [line for line in sheet.lines if line.building is not None and line.building.code == building]
    return [sum(line.points for line in lines if line.player == name) for name in CITIES]


@pytest.mark.accepts("BON-5")
def test_a_shown_card_breaks_a_tie() -> None:
    assert points(None, "GA") == points({}, "GA") == points({"Red": []}, "GA") == [8, 8]
    assert points({"Red": [GARDEN]}, "GA") == [12, 5]
    assert points({"Blue": faces("GA11:-")}, "GA") == [5, 12]
    assert points({"Red": [GARDEN], "Blue": faces("GA11:-")}, "GA") == [8, 8]


@pytest.mark.rejects("BON-5")
def test_it_counts_for_its_type_and_its_owner_alone() -> None:
    assert points({"Red": [GARDEN]}, "TO") == points(None, "TO") == [9, 9]


@pytest.mark.accepts("BON-5")
def test_a_line_says_what_was_counted() -> None:
    sheet = scoring.score(CITIES, Scoring.B, shown={"Red": [GARDEN], "Blue": faces("GA11:- TO12:-")})
    told = {(line.player, str(line.building)): line for line in sheet.lines if line.building is not None}
    lines = [line for line in sheet.lines if line.shown]
    assert [(line.player, line.faces, line.shown, line.owned) for line in lines] == [
        ("Red", (GARDEN,), (GARDEN,), 2),
        ("Blue", (Face.parse("GA11:-"),), (Face.parse("GA11:-"),), 2),
        ("Blue", (Face.parse("TO12:-"),), (Face.parse("TO12:-"),), 2),
    ]
    assert len(told) == 4
    assert str(lines[0]) == (
        "A-SCORE-8: Garden, first to second are shared by Red and Blue, "
        "Red (GA10:-; by bonus cards 1 more: GA10:-): 17 / 2 = 8"
    )
    assert str(lines[2]) == "A-SCORE-7: Tower, first is Blue (TO12:-; by bonus cards 1 more: TO12:-): 13"


@pytest.mark.accepts("BON-2")
def test_dirks_tiles_make_no_card_count() -> None:
    dirk = faces("GA10:N GA10:S")
    sheet = scoring.score(CITIES, Scoring.B, dirk=dirk, shown={"Red": [GARDEN]})
    shares = {line.player: line.points for line in sheet.lines if line.building is GARDEN.building}
    assert shares == {"Red": 8, DIRK: 8}


@pytest.mark.rejects("BON-4")
@pytest.mark.rejects("BON-7")
@pytest.mark.parametrize("code", ["GA11:-", "PV8:-"])
def test_a_card_counts_only_with_its_tile_in_the_own_alhambra(code: str) -> None:
    with pytest.raises(ViolationError) as refused:
        scoring.score(CITIES, Scoring.A, shown={"Red": faces(code)})
    (violation,) = refused.value.violations
    assert (violation.clause, violation.player, violation.faces) == ("BON-4", "Red", tuple(faces(code)))


@pytest.mark.rejects("BON-1")
@pytest.mark.parametrize("code", ["GA10:N", "AR4"])
def test_no_card_is_for_a_tile_with_walls_or_of_granada(code: str) -> None:
    with pytest.raises(ViolationError) as refused:
        scoring.score(CITIES, Scoring.A, shown={"Red": faces(code)})
    assert clauses(refused.value.violations) == ["BON-1", "BON-4"]


@pytest.mark.rejects("MOD-5")
def test_a_card_is_not_shown_twice() -> None:
    with pytest.raises(ViolationError) as refused:
        scoring.score(CITIES, Scoring.A, shown={"Red": [GARDEN, GARDEN]})
    assert clauses(refused.value.violations) == ["MOD-5"]
    with pytest.raises(ViolationError) as refused:
        scoring.score(CITIES, Scoring.A, shown={"Red": [GARDEN], "Blue": [GARDEN]})
    assert clauses(refused.value.violations) == ["MOD-5", "BON-4"]


@pytest.mark.rejects("BON-2")
@pytest.mark.accepts("BON-2")
def test_nobody_shows_more_than_were_dealt() -> None:
    ten = faces("PV8:- SE9:- AC9:- AC10:-")
    assert [most_cards(players) for players in range(1, 7)] == [3, 3, 3, 2, 2, 1]
    for players in range(1, 7):
        most = most_cards(players)
        assert list(card_violations({"Red": ten[:most]}, players)) == []
        assert clauses(card_violations({"Red": ten[: most + 1]}, players)) == ["BON-2"]


def test_strange_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="shown: 'Green' has no city here"):
        scoring.score(CITIES, Scoring.A, shown={"Green": []})
    with pytest.raises(TypeError, match="shown: expected Face, got 'GA10:-'"):
        scoring.score(CITIES, Scoring.A, shown={"Red": ["GA10:-"]})  # type: ignore[list-item]
    with pytest.raises(TypeError, match="expected Mapping"):
        scoring.score(CITIES, Scoring.A, shown=[GARDEN])  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Line(*_ANY, shown=[GARDEN])  # type: ignore[arg-type]


_LINE = scoring.score(CITIES, Scoring.A).lines[0]
_ANY = (_LINE.clause, _LINE.player, _LINE.factor, _LINE.count, _LINE.building, _LINE.place)


@pytest.mark.accepts("BON-5")
def test_what_a_tile_would_be_worth_with_cards_shown() -> None:
    sheet = scoring.score_if_built(
        CITIES,
        Scoring.A,
        "Red",
        Cell(3, 0),
        (Face.parse("PV8:-"), Edges(0)),
        shown={"Red": faces("PV8:-")},
    )
    (line,) = [line for line in sheet.lines if line.shown]
    assert (line.player, line.owned, line.points) == ("Red", 2, 1)


@pytest.mark.accepts("BON-5")
def test_in_a_game_of_both_kinds_cards_count_for_alhambra_alone() -> None:
    sheet = scoring.score(CITIES, Scoring.A, shown={"Red": [GARDEN]}, kinds=Kind)
    assert sheet.totals == {"Red": 8, "Blue": 3}
