"""The book's examples of the modules, and ours that follow from their clauses."""

from __future__ import annotations

import pytest

import granada_rules as g
from granada_rules.game import Buy
from tests.helpers.favours import asked, stored, used, window
from tests.helpers.games import (
    BLUE,
    GREEN,
    OTHERS,
    RED,
    altered,
    buy,
    clauses,
    drawn,
    each_game,
    faces,
    laid,
    money,
    played,
    refused,
)


@pytest.mark.accepts("VIZ-9")
@each_game
def test_who_is_next_comes_first_and_who_has_just_played_last(rules: g.Ruleset) -> None:
    game = window(rules)
    assert game.table.turn == RED
    assert asked(game) == [BLUE, GREEN, RED, BLUE]
    assert clauses(refused(game, g.Pass(RED))) == ["VIZ-9"]


@pytest.mark.accepts("VIZ-8")
def test_the_new_tile_lies_odd_face_up_and_then_the_marker_is_on_even() -> None:
    """Ours: the marker is on odd, and a use empties space 2."""
    game = used(g.GRANADA)
    assert (game.table.marker, game.table.yard[1]) == (g.Marker.ODD, None)
    game = drawn(stored(game))
    face = game.table.yard[1]
    assert face is not None
    assert (face.value % 2, game.table.marker) == (1, g.Marker.EVEN)
    # The turn is still the one that is over, until nobody is left to be asked.
    assert (game.table.phase, game.table.turn) == (g.Phase.FAVOUR, RED)
    assert played(game, g.Pass(GREEN), g.Pass(RED)).table.turn == BLUE


# The book's examples of modules.

EXCHANGED = g.Ruleset(kinds=(g.Kind.ALHAMBRA,), modules=[g.Module.EXCHANGE])


@pytest.mark.accepts("EXC-5", "EXC-6", "EXC-7")
@pytest.mark.rejects("EXC-6")
def test_with_the_card_for_yellow_and_blue_either_the_garden_or_the_pavilion() -> None:
    # The Pavilion lies on the space of yellow, the Garden on that of blue.
    yard = "PV7:E SE3:ESW GA11:- AC4:NES"
    game = laid(["b2 b7 y9 y2", *OTHERS], "y1 g8 b3 o9", yard, ruleset=EXCHANGED)
    hand = money("b2 b7 y9 yb")
    deck = game.deck - money("yb") + money("y2")
    piles = (game.piles[0], g.Pile(game.piles[1].size, game.piles[1].scoring, 1), *game.piles[2:])
    game = altered(game, hands=(hand, *game.hands[1:]), deck=deck, piles=piles)
    garden, pavilion = buy(3, "y9 b2 yb"), buy(1, "b7 yb")
    exact = [
        action
        for action in g.legal_actions(game, minimal_payments=True)
        if isinstance(action, Buy) and action.payment.total() in {7, 11}
    ]
    assert exact == [pavilion, garden]
    for purchase, other in ((garden, pavilion), (pavilion, garden)):
        after = g.apply(game, purchase)
        assert after.table.discards == purchase.payment
        # Paid exactly, so there is another action; but the card serves once.
        assert (after.table.phase, after.table.turn) == (g.Phase.ACT, RED)
        assert refused(after, other)[0].message.startswith("not in the hand")
        assert not after.hands[RED].exchange_cards
    # Without the card neither can be bought.
    without = altered(game, hands=(g.Purse(hand.money), *game.hands[1:]))
    assert not any(isinstance(action, Buy) and action.space == 3 for action in g.legal_actions(without))
    assert faces("PV7:E GA11:-") == [game.table.yard[0], game.table.yard[2]]


# The book's examples of builders' huts, and what a hut is worth.


def award(sheet: g.ScoreSheet, building: g.Building, player: str = "Red") -> g.Line:
    return next(line for line in sheet.lines if (line.building, line.player) == (building, player))


def arcades(drawing: str, building: g.Building = g.Building.ARCADES) -> tuple[int, list[str]]:
    """Return how many buildings of a type are counted, and the sides of huts that count."""
    sheet = g.scoring.score({"Red": g.notation.read_city(drawing)}, g.Scoring.A)
    line = award(sheet, building)
    return line.owned, [str(edge) for edge in line.hut_edges]


@pytest.mark.accepts("HUT-9")
def test_a_brown_hut_beside_two_arcades_counts_as_two_and_beside_one_as_one() -> None:
    assert arcades("@ AC9:- AC*:N AC10:-") == (4, ["2,0:E", "2,0:W"])
    assert arcades("@ AC9:- AC*:N CH10:-") == (2, ["2,0:W"])


@pytest.mark.rejects("HUT-9")
def test_a_purple_hut_behind_a_wall_and_huts_beside_huts_count_nothing() -> None:
    # The Tower is reached around the corner, and there is a wall between it and the hut.
    city = g.notation.read_city("CH10:-  CH11:-  AC9:-  \n@       TO*:S   AC10:- \n.       TO11:N  CH9:S")
    line = award(g.scoring.score({"Red": city}, g.Scoring.A), g.Building.TOWER)
    assert (line.owned, line.hut_edges) == (1, ())
    assert arcades("@ AC9:- AC*:N AC*:S") == (2, ["2,0:W"])
    # A hut alone is no building.
    sheet = g.scoring.score({"Red": g.notation.read_city("@ AC*:N")}, g.Scoring.C)
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
    red = g.notation.read_city("@ AC9:- AC*:N")
    blue = g.notation.read_city("@ AC10:-")
    sheet = g.scoring.score({"Red": red, "Blue": blue}, g.Scoring.B)
    assert [str(line) for line in sheet.lines if line.building is g.Building.ARCADES] == [
        "A-SCORE-7: Arcades, first is Red (AC9:-; by huts 1 more: 2,0:W): 10",
        "A-SCORE-7: Arcades, second is Blue (AC10:-): 3",
    ]
    # A-SCORE-8: or ties it.
    two = g.notation.read_city("@ AC10:- AC8:E")
    tied = g.scoring.score({"Red": red, "Blue": two}, g.Scoring.B)
    assert [line.shares for line in tied.lines if line.building is g.Building.ARCADES] == [2, 2]


@pytest.mark.accepts("HUT-10")
@pytest.mark.rejects("HUT-10")
def test_walls_of_huts_count_for_the_longest_wall() -> None:
    outer = g.notation.read_city("@ AC*:N GA*:N")
    assert g.moats.longest_wall(outer).length == 2
    # Between two tiles a wall is an inner one, and counts nothing.
    huts = g.notation.read_city("CH10:-  GA*:S \n@       TO*:N")
    assert g.moats.longest_wall(huts).length == 0


@pytest.mark.accepts("HUT-11")
@pytest.mark.rejects("HUT-11")
def test_only_what_is_built_is_scored() -> None:
    city = g.notation.read_city("@ AC9:-")
    assert award(g.scoring.score({"Red": city}, g.Scoring.A), g.Building.ARCADES).owned == 1
    hut = faces("AC*:N")[0]
    built = g.scoring.score_if_built({"Red": city}, g.Scoring.A, "Red", g.Cell(2, 0), (hut, g.Edges.N))
    assert award(built, g.Building.ARCADES).owned == 2


@pytest.mark.accepts("HUT-7")
@pytest.mark.rejects("HUT-7", "HUT-1", "HUT-4")
def test_more_huts_than_there_are_or_somebody_may_have_are_not_scored() -> None:
    three = "@ AC*:N AC*:S GA*:N"
    assert g.scoring.score({"Red": g.notation.read_city(three)}, g.Scoring.A).totals == {"Red": 1}
    with pytest.raises(g.ViolationError) as refusal:
        g.scoring.score({"Red": g.notation.read_city(f"{three} TO*:S")}, g.Scoring.A)
    assert clauses(refusal.value.violations) == ["HUT-7"]
    pavilions = {name: g.notation.read_city("@ PV*:N PV*:S") for name in ("Red", "Blue")}
    with pytest.raises(g.ViolationError) as refusal:
        g.scoring.score(pavilions, g.Scoring.A)
    assert clauses(refusal.value.violations) == ["HUT-1"]
    with pytest.raises(g.ViolationError) as refusal:
        g.scoring.score({"Red": g.notation.read_city("@ AC9:-")}, g.Scoring.A, dirk=faces("AC*:N"))
    assert clauses(refusal.value.violations) == ["HUT-4"]


@pytest.mark.rejects("HUT-4")
def test_in_granada_too_dirk_has_no_hut() -> None:
    with pytest.raises(g.ViolationError) as refusal:
        g.scoring.score({"Red": g.notation.read_city("@ SC4:-")}, g.Scoring.A, dirk=faces("AC*:N"))
    *_, violation = refusal.value.violations
    assert (violation.clause, violation.player) == ("HUT-4", "Dirk")
    assert violation.message == "Dirk has no huts, and here AC*:N"
