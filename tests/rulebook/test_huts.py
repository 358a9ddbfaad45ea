"""The book's examples of builders' huts, and what a hut is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from granada_rules import Building, Cell, Edges, Scoring, ViolationError, moats, notation, scoring
from tests.helpers.games import clauses, faces

if TYPE_CHECKING:
    from granada_rules import Line, ScoreSheet


def award(sheet: ScoreSheet, building: Building, player: str = "Red") -> Line:
    return next(line for line in sheet.lines if (line.building, line.player) == (building, player))


def arcades(drawing: str, building: Building = Building.ARCADES) -> tuple[int, list[str]]:
    """Return how many buildings of a type are counted, and the sides of huts that count."""
    sheet = scoring.score({"Red": notation.read_city(drawing)}, Scoring.A)
    line = award(sheet, building)
    return line.owned, [str(edge) for edge in line.hut_edges]


@pytest.mark.accepts("HUT-9")
def test_a_brown_hut_beside_two_arcades_counts_as_two_and_beside_one_as_one() -> None:
    assert arcades("@ AC9:- AC*:N AC10:-") == (4, ["2,0:E", "2,0:W"])
    assert arcades("@ AC9:- AC*:N CH10:-") == (2, ["2,0:W"])


@pytest.mark.rejects("HUT-9")
def test_a_purple_hut_behind_a_wall_and_huts_beside_huts_count_nothing() -> None:
    # The Tower is reached around the corner, and there is a wall between it and the hut.
    city = notation.read_city("CH10:-  CH11:-  AC9:-  \n@       TO*:S   AC10:- \n.       TO11:N  CH9:S")
    line = award(scoring.score({"Red": city}, Scoring.A), Building.TOWER)
    assert (line.owned, line.hut_edges) == (1, ())
    assert arcades("@ AC9:- AC*:N AC*:S") == (2, ["2,0:W"])
    # A hut alone is no building.
    sheet = scoring.score({"Red": notation.read_city("@ AC*:N")}, Scoring.C)
    assert [line.building for line in sheet.lines] == [None]


@pytest.mark.accepts("HUT-9")
def test_each_neighbour_counts_by_its_own_edge_and_may_serve_several_huts() -> None:
    around = ".  AC9:-  .  \nAC10:-  AC*:S  AC8:E\n@ . ."
    assert arcades(around) == (6, ["1,1:N", "1,1:E", "1,1:W"])
    assert arcades("@ AC*:N AC9:- AC*:S") == (3, ["1,0:E", "3,0:W"])
    # HUT-9: a hut without walls, which no list has, ends at three.
    no_walls = ". AC9:- .\nAC10:- AC*:- AC8:E\n@ AC7:ES ."
    assert arcades(no_walls) == (7, ["1,1:N", "1,1:E", "1,1:S"])


@pytest.mark.accepts("HUT-9")
def test_a_hut_decides_a_majority_and_says_how() -> None:
    red = notation.read_city("@ AC9:- AC*:N")
    blue = notation.read_city("@ AC10:-")
    sheet = scoring.score({"Red": red, "Blue": blue}, Scoring.B)
    assert [str(line) for line in sheet.lines if line.building is Building.ARCADES] == [
        "A-SCORE-7: Arcades, first is Red (AC9:-; by huts 1 more: 2,0:W): 10",
        "A-SCORE-7: Arcades, second is Blue (AC10:-): 3",
    ]
    # A-SCORE-8: or ties it.
    two = notation.read_city("@ AC10:- AC8:E")
    tied = scoring.score({"Red": red, "Blue": two}, Scoring.B)
    assert [line.shares for line in tied.lines if line.building is Building.ARCADES] == [2, 2]


@pytest.mark.accepts("HUT-10")
@pytest.mark.rejects("HUT-10")
def test_walls_of_huts_count_for_the_longest_wall() -> None:
    outer = notation.read_city("@ AC*:N GA*:N")
    assert moats.longest_wall(outer).length == 2
    # Between two tiles a wall is an inner one, and counts nothing.
    huts = notation.read_city("CH10:-  GA*:S \n@       TO*:N")
    assert moats.longest_wall(huts).length == 0


@pytest.mark.accepts("HUT-11")
@pytest.mark.rejects("HUT-11")
def test_only_what_is_built_is_scored() -> None:
    city = notation.read_city("@ AC9:-")
    assert award(scoring.score({"Red": city}, Scoring.A), Building.ARCADES).owned == 1
    hut = faces("AC*:N")[0]
    built = scoring.score_if_built({"Red": city}, Scoring.A, "Red", Cell(2, 0), (hut, Edges.N))
    assert award(built, Building.ARCADES).owned == 2


@pytest.mark.accepts("HUT-7")
@pytest.mark.rejects("HUT-7", "HUT-1", "HUT-4")
def test_more_huts_than_there_are_or_somebody_may_have_are_not_scored() -> None:
    three = "@ AC*:N AC*:S GA*:N"
    assert scoring.score({"Red": notation.read_city(three)}, Scoring.A).totals == {"Red": 1}
    with pytest.raises(ViolationError) as refusal:
        scoring.score({"Red": notation.read_city(f"{three} TO*:S")}, Scoring.A)
    assert clauses(refusal.value.violations) == ["HUT-7"]
    pavilions = {name: notation.read_city("@ PV*:N PV*:S") for name in ("Red", "Blue")}
    with pytest.raises(ViolationError) as refusal:
        scoring.score(pavilions, Scoring.A)
    assert clauses(refusal.value.violations) == ["HUT-1"]
    with pytest.raises(ViolationError) as refusal:
        scoring.score({"Red": notation.read_city("@ AC9:-")}, Scoring.A, dirk=faces("AC*:N"))
    assert clauses(refusal.value.violations) == ["HUT-4"]


@pytest.mark.rejects("HUT-4")
def test_in_granada_too_dirk_has_no_hut() -> None:
    with pytest.raises(ViolationError) as refusal:
        scoring.score({"Red": notation.read_city("@ SC4:-")}, Scoring.A, dirk=faces("AC*:N"))
    *_, violation = refusal.value.violations
    assert (violation.clause, violation.player) == ("HUT-4", "Dirk")
    assert violation.message == "Dirk has no huts, and here AC*:N"
