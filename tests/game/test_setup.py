"""The beginning of a game: who plays, and how yard, hands, display and deck are laid out."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import count, repeat
from typing import TYPE_CHECKING, Any, cast

import pytest

import granada_rules as g
from granada_rules import draws
from tests.helpers.endings import bag_emptied, enriched, finished
from tests.helpers.games import (
    NAMES,
    clauses,
    each_game,
    every_game,
    faces,
    laid,
    money,
    played,
    refused,
    until,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

RED, BLUE, GREEN = g.Seat(0), g.Seat(1), g.Seat(2)

CHEAP = ["y1 g1 b1 o1 y2 g2 b2 o2 y3 o4 g9", "y1 g1 b1 o1 y2 g2 b2 o2 b3 o4 y9"]
"""Hands with as many cards as two can be dealt, and worth as much as can be."""

THREE = ["y9 y8 y7", "g9 g8 g7", "b9 b8 b7"]


def dealt(number: int, players: int, rules: g.Ruleset = g.GRANADA) -> Iterator[g.Game]:
    """Lay out a game by chance, and show it before each draw and at the end."""
    game = g.setup(players, rules)
    yield game
    for draw in draws(game, g.Dealer(number.to_bytes(16))):
        game = g.apply(game, draw)
        yield game


def at(due: g.DrawFor, players: int = 3, rules: g.Ruleset = g.GRANADA) -> g.Game:
    """Lay out a game as far as the first draw of that kind."""
    game = g.setup(players, rules)
    while game.table.draw_for is not due:
        game = g.apply(game, g.chance(game)[0][0])
    return game


# Who plays.


@pytest.mark.accepts("BOX-12")
@pytest.mark.parametrize("players", range(2, 7))
@every_game
def test_two_to_six_can_play(rules: g.Ruleset, players: int) -> None:
    assert [player.name for player in g.setup(NAMES[:players], rules).table.players] == list(NAMES[:players])
    by_number = g.setup(players, rules).table.players
    assert [player.name for player in by_number] == [f"Player {number}" for number in range(1, players + 1)]


@pytest.mark.rejects("BOX-12")
@pytest.mark.parametrize(
    "players",
    [0, 1, 7, -5, 10**30, [], ["Red"], [*NAMES, "Black"], map(str, count()), repeat("Red")],
)
@every_game
def test_fewer_or_more_cannot_play(rules: g.Ruleset, players: int | Iterable[str]) -> None:
    with pytest.raises(g.ViolationError) as refusal:
        g.setup(players, rules)
    assert clauses(refusal.value.violations) == ["BOX-12"]
    assert refusal.value.violations[0].message == "the game is for 2 to 6 players"


@pytest.mark.parametrize(
    "players", ["Red", b"Red", True, None, 2.0, [1, 2], ["Red", None], [b"Red", b"Blue"]]
)
def test_players_are_names_or_how_many_they_are(players: object) -> None:
    with pytest.raises(TypeError, match=r"name|player"):
        g.setup(cast("Any", players))


@pytest.mark.parametrize("kind", [set, frozenset])
def test_what_has_no_order_says_nothing_about_seats(kind: type[set[Any]]) -> None:
    message = r"^{}: expected a list or another sequence, by seat, got a set, which has no order$"
    with pytest.raises(TypeError, match=message.format("players")):
        g.setup(kind(["Red", "Blue"]))
    with pytest.raises(TypeError, match=message.format("ages")):
        g.setup(2, ages=kind([7, 8]))
    # The keys of a dict have one.
    ages = {"Red": 8, "Blue": 7}
    assert g.setup(ages.keys(), ages=ages.values()) == g.setup(["Red", "Blue"], ages=[8, 7])


@pytest.mark.parametrize("name", ["", " ", " Red", "Red ", "Re\nd", "\x1b[31mRed", "x" * 61, "\ud800"])
def test_a_name_can_be_read_in_one_line(name: str) -> None:
    with pytest.raises(ValueError, match="1 to 60 printable characters without blanks around them"):
        g.setup([name, "Blue"])


def test_names_of_any_script_and_length_up_to_the_bound() -> None:
    names = ["x" * 60, "Zoë", "红", "O'Neill, the 2nd"]
    assert [player.name for player in g.setup(names).table.players] == names


def test_names_are_different() -> None:
    with pytest.raises(ValueError, match=r"these names look alike: 'Red'; 'Red'$"):
        g.setup(["Red", "Blue", "Red"])


@pytest.mark.rejects("DIRK-2")
@pytest.mark.parametrize("names", [["Dirk", "Red"], ["Red", "Blue", "Dirk"]])
@every_game
def test_nobody_has_the_name_of_dirk(rules: g.Ruleset, names: list[str]) -> None:
    with pytest.raises(g.ViolationError) as refusal:
        g.setup(names, rules)
    (violation,) = refusal.value.violations
    assert (violation.clause, violation.player) == ("DIRK-2", "Dirk")


def test_a_ruleset_is_wanted() -> None:
    with pytest.raises(TypeError, match="expected Ruleset, got str"):
        g.setup(2, cast("Any", "EN"))


@pytest.mark.parametrize("ages", [[True, 7], ["7", 8], [None, 8], [float("nan"), 8], [7 + 0j, 8]])
def test_ages_are_numbers(ages: list[object]) -> None:
    with pytest.raises(TypeError, match=r"^ages: expected numbers, got "):
        g.setup(2, ages=cast("Any", ages))


@pytest.mark.parametrize("ages", [[], [7], [7, 8, 9], range(100), count()])
def test_everybody_has_one_age(ages: Iterable[float]) -> None:
    with pytest.raises(ValueError, match=r"ages? for 2 players"):
        g.setup(2, ages=ages)


@pytest.mark.parametrize("players", range(2, 7))
def test_each_player_up_to_the_sixth_has_an_age(players: int) -> None:
    assert g.setup(players, ages=range(players)).table.age_ranks == tuple(range(players))
    with pytest.raises(ValueError, match=f"{players + 1} ages for {players} players"):
        g.setup(players, ages=range(players + 1))


def test_of_too_many_names_or_ages_one_too_many_is_looked_at() -> None:
    names, ages = map(str, count()), count()
    with pytest.raises(g.ViolationError):
        g.setup(names)
    with pytest.raises(ValueError, match="7 ages for 6 players"):
        g.setup(6, ages=ages)
    assert (next(names), next(ages)) == ("7", 7)


def test_one_age_for_all_is_none_for_each() -> None:
    with pytest.raises(TypeError, match="ages: expected one for each player, got 7"):
        g.setup(2, ages=cast("Any", 7))


def test_ages_may_be_any_numbers_however_large() -> None:
    assert laid(["y9 y8 y7", "g9 g8 g7", "b9 b8 b7"], ages=[10**400, -(10**400), 0.5]).table.turn == BLUE


# What everybody begins with.


@pytest.mark.accepts("SETUP-1")
@pytest.mark.parametrize("players", range(2, 7))
@every_game
def test_everybody_begins_with_the_start_tile_and_nothing_else(rules: g.Ruleset, players: int) -> None:
    for game in dealt(players, players, rules):
        for player in game.table.players:
            assert (player.city, player.reserve, player.points) == (g.City.of(start=rules.kind), (), 0)
            assert player.city.cells == {g.START}


@pytest.mark.rejects("SETUP-1", "REBUILD-1", "REBUILD-2", "REBUILD-3")
@every_game
def test_nobody_can_rebuild_with_what_they_do_not_have_at_first(rules: g.Ruleset) -> None:
    game = laid(THREE, ruleset=rules)
    face, cell = rules.tiles.faces[0], g.Cell(0, 1)
    assert clauses(refused(game, g.Extend(RED, face, cell))) == ["REBUILD-1"]
    assert clauses(refused(game, g.Reduce(RED, cell))) == ["REBUILD-2"]
    assert clauses(refused(game, g.Exchange(RED, face, cell))) == ["REBUILD-3", "REBUILD-3"]


@pytest.mark.rejects("SETUP-1")
@pytest.mark.parametrize("kind", [g.Game, g.Table, g.View])
def test_no_other_beginning_can_be_made_up(kind: type[object]) -> None:
    with pytest.raises(TypeError, match=f"^{kind.__name__} cannot be made from its fields; use "):
        kind()
    rich = (g.Player("Red", points=100), g.Player("Blue"))
    with pytest.raises(TypeError, match="cannot be made from its fields"):
        cast("Any", kind)(players=rich)


# The yard.


@pytest.mark.accepts("SETUP-2", "BOX-9")
def test_four_tiles_to_the_spaces_in_order_even_faces_up_and_then_the_marker_moves() -> None:
    game = g.setup(3)
    for number, face in enumerate(faces("SC10 AR4 DI2 PA6"), 1):
        assert game.table.draw_for is g.DrawFor.YARD
        assert game.table.marker is g.Marker.EVEN
        assert {draw.face.value % 2 for draw, _ in g.chance(game) if isinstance(draw, g.DrawTile)} == {0}
        game = g.apply(game, g.DrawTile(face))
        assert list(game.table.yard[:number]) == faces("SC10 AR4 DI2 PA6")[:number]
        assert game.table.yard[number:] == (None,) * (4 - number)
    assert game.table.marker is g.Marker.ODD
    assert game.table.draw_for is g.DrawFor.HAND


@pytest.mark.rejects("SETUP-2", "BOX-9")
def test_no_first_tile_lies_with_its_odd_face_up() -> None:
    (violation,) = refused(g.setup(3), g.DrawTile(g.Face.parse("AR5")))
    assert (violation.clause, violation.faces) == ("BOX-9", (g.Face.parse("AR5"),))
    assert violation.message == "the marker shows even: LI4 lies up, not AR5"


@pytest.mark.rejects("SETUP-2")
def test_nothing_comes_before_the_yard_is_laid() -> None:
    game = g.apply(g.setup(3), g.DrawTile(g.Face.parse("SC10")))
    for event in (
        g.DrawCard(g.Card.parse("y1")),
        g.DrawScoring(g.Scoring.A),
        g.TakeMoney(RED, []),
        g.Pass(BLUE),
    ):
        (violation,) = refused(game, event)
        assert (violation.clause, violation.message) == ("SETUP-2", "a tile for the yard is drawn first")


@pytest.mark.accepts("BOX-11", "BOX-13")
def test_each_tile_is_in_the_bag_until_it_is_drawn() -> None:
    for players in (2, 5):
        for game in dealt(7, players):
            table = game.table
            lying = [face for face in table.yard if face is not None]
            lying += table.dirk.faces if table.dirk is not None else ()
            open_tiles = {g.reference().tile(face) for face in lying}
            assert len(open_tiles) == len(lying)
            assert {*table.bag, *open_tiles} == set(g.reference().tiles)
            assert len(table.bag) + len(lying) == 54


@pytest.mark.rejects("BOX-11", "BOX-13")
def test_neither_face_of_a_tile_that_lies_open_can_be_drawn() -> None:
    game = g.apply(g.setup(3), g.DrawTile(g.Face.parse("SC10")))
    assert g.reference().back(g.Face.parse("SC10")) == g.Face.parse("HP11")
    (again,) = refused(game, g.DrawTile(g.Face.parse("SC10")))
    assert (again.clause, again.faces, again.message) == (
        "BOX-11",
        (g.Face.parse("SC10"),),
        "SC10 is not in the bag",
    )
    assert clauses(refused(game, g.DrawTile(g.Face.parse("HP11")))) == ["BOX-11", "BOX-9"]
    assert {face for tile in game.table.bag for face in (tile.even, tile.odd)} == set(g.reference().faces) - {
        g.Face.parse("SC10"),
        g.Face.parse("HP11"),
    }


@pytest.mark.parametrize("code", ["SC99", "SC0", "SC1", "SC14"])
def test_faces_that_the_box_does_not_have_are_not_drawn(code: str) -> None:
    (violation,) = refused(g.setup(3), g.DrawTile(g.Face.parse(code)))
    assert (violation.clause, violation.faces) == ("BOX-2", (g.Face.parse(code),))


# Starting money.


@pytest.mark.accepts("SETUP-3")
@every_game
def test_cards_come_one_by_one_and_to_one_player_after_the_other_until_there_are_20(rules: g.Ruleset) -> None:
    game = at(g.DrawFor.HAND, rules=rules)
    hands = ["y9 g9 b1 o1", "y5 b5 o5 g5", "y1 y1 b9 o9"]
    for seat, hand in enumerate(hands):
        for code in hand.split():
            assert (game.table.draw_for, game.table.turn) == (g.DrawFor.HAND, seat)
            assert game.hands[seat].total() < 20
            game = g.apply(game, g.DrawCard(g.Card.parse(code)))
            assert game.table.players[seat].hand_size == len(game.hands[seat])
    assert game.table.draw_for is g.DrawFor.DISPLAY
    assert game.hands == tuple(map(money, hands))


@pytest.mark.accepts("SETUP-3")
@pytest.mark.parametrize("players", range(2, 7))
def test_everybody_begins_with_20_to_28_and_would_have_less_than_20_without_the_last_card(
    players: int,
) -> None:
    for number in range(15):
        *before, game = dealt(number, players)
        assert all(20 <= hand.total() <= 28 for hand in game.hands)
        for earlier in before:
            if earlier.table.draw_for is g.DrawFor.HAND and earlier.table.turn is not None:
                assert earlier.hands[earlier.table.turn].total() < 20


@pytest.mark.accepts("SETUP-3")
@every_game
def test_the_most_and_the_least_that_anybody_begins_with(rules: g.Ruleset) -> None:
    game = laid(["y9 y9 y1 y9", "g9 g9 g2", "b8 b8 b3 b8"], ruleset=rules)
    assert [hand.total() for hand in game.hands] == [28, 20, 27]


@pytest.mark.rejects("SETUP-3", "BOX-6")
@pytest.mark.parametrize("due", [g.DrawFor.HAND, g.DrawFor.DISPLAY])
@pytest.mark.parametrize("scoring", list(g.Scoring))
@every_game
def test_neither_a_hand_nor_the_first_display_holds_a_scoring_card(
    rules: g.Ruleset, due: g.DrawFor, scoring: g.Scoring
) -> None:
    game = at(due, rules=rules)
    assert clauses(refused(game, g.DrawScoring(scoring))) == ["BOX-6"] * (scoring is g.Scoring.C) + [
        "SETUP-3"
    ]
    assert all(isinstance(draw, g.DrawCard) for draw, _ in g.chance(game))


@pytest.mark.rejects("SETUP-3", "BOX-1", "BOX-11")
@every_game
def test_a_card_is_dealt_as_often_as_the_box_has_it(rules: g.Ruleset) -> None:
    three = at(g.DrawFor.HAND, rules=rules)
    for _ in range(3):
        three = g.apply(three, g.DrawCard(g.Card.parse("y1")))
    (violation,) = refused(three, g.DrawCard(g.Card.parse("y1")))
    assert (violation.clause, violation.cards) == ("BOX-11", (g.Card.parse("y1"),))
    two = played(at(g.DrawFor.HAND, players=2, rules=rules), *[g.DrawCard(g.Card.parse("y1"))] * 2)
    assert clauses(refused(two, g.DrawCard(g.Card.parse("y1")))) == ["BOX-11"]


@pytest.mark.rejects("BOX-1")
@pytest.mark.parametrize("code", ["y0", "g10", "b99"])
@every_game
def test_cards_that_the_box_does_not_have_are_not_dealt(rules: g.Ruleset, code: str) -> None:
    assert clauses(refused(at(g.DrawFor.HAND, rules=rules), g.DrawCard(g.Card.parse(code)))) == ["BOX-11"]


@pytest.mark.rejects("SETUP-3")
@every_game
def test_nobody_acts_and_no_tile_comes_while_money_is_dealt(rules: g.Ruleset) -> None:
    game = at(g.DrawFor.HAND, rules=rules)
    for event in (
        g.TakeMoney(RED, [g.Card.parse("y1")]),
        g.Buy(RED, g.Space(1), []),
        g.DrawTile(rules.tiles.faces[0]),
    ):
        (violation,) = refused(game, event)
        assert (violation.clause, violation.message) == ("SETUP-3", "a card for a hand is drawn first")
    assert list(g.legal_actions(game)) == []


@pytest.mark.accepts("BOX-1", "BOX-6")
@pytest.mark.parametrize("players", range(3, 7))
@each_game
def test_three_and_more_play_with_108_cards_and_two_scoring_cards(rules: g.Ruleset, players: int) -> None:
    game = g.setup(players, rules)
    assert len(game.deck) == game.table.deck_size == 108
    assert set(Counter(game.deck).values()) == {3}
    assert {(card.currency.code, card.value) for card in game.deck.money_cards} == {
        (colour, value) for colour in "bgoy" for value in range(1, 10)
    }
    whole = g.deal(game, g.Dealer(bytes(16)))
    assert [pile.scoring for pile in whole.piles if pile.scoring] == [g.Scoring.A, g.Scoring.B]
    assert whole.table.deck_size == len(whole.deck) + 2
    assert len(whole.deck) + len(whole.table.display) + sum(map(len, whole.hands)) == 108


# Who begins.


@pytest.mark.accepts("SETUP-4")
@pytest.mark.parametrize(
    ("hands", "first"),
    [
        # The fewest cards, however dear they are.
        (["y1 y1 y9 y9", "g9 g9 g9", "b8 b8 b3 b1"], 1),
        # Of those with the fewest the lowest total; that others have less does not matter.
        (["y9 y9 y8", "g6 g6 g6 g2", "b9 b8 b7"], 2),
        (["y9 y9 y8", "g9 g9 g8", "b6 b6 b6 b2"], 0),
        # Of those who have that, the lowest seat if ages are not known.
        (["y9 y9 y9", "g9 g8 g7", "b9 b8 b7"], 1),
        (["y9 y8 y7", "g9 g8 g7", "b9 b8 b7"], 0),
    ],
)
@every_game
def test_the_fewest_cards_then_the_lowest_total_then_the_lowest_seat(
    rules: g.Ruleset, hands: list[str], first: int
) -> None:
    game = laid(hands, ruleset=rules)
    assert game.table.turn == game.table.to_act == first


@pytest.mark.accepts("SETUP-4")
@pytest.mark.parametrize(
    ("hands", "ages", "first"),
    [
        (["y9 y8 y7", "g9 g8 g7", "b9 b8 b7"], [40, 8, 7.5], 2),
        (["y9 y8 y7", "g9 g8 g7", "b9 b8 b7"], [9, 8, 8], 1),
        (["y9 y8 y7", "g9 g8 g7", "b9 b8 b7"], [5, 5, 5], 0),
        (["y9 y8 y7", "g9 g8 g7", "b9 b8 b7"], [0, -1, -2], 2),
        # The youngest of the tied only.
        (["y9 y9 y9", "g9 g8 g7", "b9 b8 b7"], [1, 30, 20], 2),
        (["y6 y6 y6 y2", "g9 g8 g7", "b9 b8 b7"], [1, 20, 30], 1),
    ],
)
@every_game
def test_the_youngest_of_those_still_tied(
    rules: g.Ruleset, hands: list[str], ages: list[float], first: int
) -> None:
    assert laid(hands, ages=ages, ruleset=rules).table.turn == first


@pytest.mark.rejects("SETUP-4", "TURN-1")
@every_game
def test_nobody_else_begins(rules: g.Ruleset) -> None:
    game = laid(["y9 y9 y9", "g9 g8 g7", "b9 b8 b7"], ages=[1, 30, 20], ruleset=rules)
    for seat in (RED, BLUE):
        (violation,) = refused(game, g.TakeMoney(seat, [game.table.display[0]]))
        assert (violation.clause, violation.player) == ("TURN-1", NAMES[seat])
    assert g.check(game, g.TakeMoney(GREEN, [game.table.display[0]])) == ()


def test_ages_are_forgotten_once_it_is_known_who_begins() -> None:
    assert g.setup(3, ages=[30, 10, 20]).table.age_ranks == (2, 0, 1)
    assert laid(THREE, ages=[30, 10, 20]).table.age_ranks == ()
    assert laid(THREE, ages=[1, 2, 3]) == laid(THREE)


# The display.


@pytest.mark.accepts("SETUP-5", "BOX-8")
@every_game
def test_four_cards_are_turned_up(rules: g.Ruleset) -> None:
    game = laid(THREE, "o1 o2 y3 b4", ruleset=rules)
    assert game.table.display == money("o1 o2 y3 b4")
    assert game.table.phase is g.Phase.ACT


@pytest.mark.rejects("SETUP-5", "BOX-8")
@every_game
def test_a_turn_begins_with_four_cards_turned_up_no_fewer_and_no_more(rules: g.Ruleset) -> None:
    game = at(g.DrawFor.DISPLAY, rules=rules)
    for number in range(4):
        assert len(game.table.display) == number
        for event in (g.TakeMoney(RED, game.table.display), g.Pass(RED), g.DrawTile(rules.tiles.faces[0])):
            (violation,) = refused(game, event)
            assert (violation.clause, violation.message) == (
                "SETUP-5",
                "a card for the display is drawn first",
            )
        game = g.apply(game, g.chance(game)[0][0])
    assert g.chance(game) == ()
    (fifth,) = refused(game, g.DrawCard(game.deck[0]))
    assert fifth.clause == "TURN-7"


# The deck.


def fits(piles: tuple[g.Pile, ...], cards: int) -> bool:
    """Judge piles by the words of the ruling."""
    sizes = [pile.size - (pile.scoring is not None) for pile in piles]
    return (
        sum(sizes) == cards
        and max(sizes) - min(sizes) <= 1
        and sizes == sorted(sizes, reverse=True)
        and [pile.scoring for pile in piles] == [None, g.Scoring.A, None, g.Scoring.B, None]
        and min(sizes) >= 9
    )


@pytest.mark.accepts("SETUP-6", "BOX-6")
@pytest.mark.parametrize("players", range(2, 7))
def test_five_piles_of_equal_height_with_a_in_the_second_and_b_in_the_fourth(players: int) -> None:
    sizes = set()
    for number in range(25):
        *before, game = dealt(number, players)
        assert [earlier.draws for earlier in before] == list(range(game.draws))
        assert fits(game.piles, len(game.deck))
        assert game.table.deck_size == len(game.deck) + 2
        sizes.add(len(game.deck) % 5)
    assert len(sizes) > 2


@pytest.mark.accepts("SETUP-6")
@each_game
def test_however_many_cards_are_dealt_each_pile_has_nine_so_a_and_b_never_come_in_one_refill(
    rules: g.Ruleset,
) -> None:
    # The cheapest cards of the box, one after the other: no more cards can be dealt.
    for players in range(2, 7):
        game = g.setup(players, rules)
        while game.table.phase is g.Phase.SETUP:
            draws = [draw for draw, _ in g.chance(game)]
            game = g.apply(
                game,
                min(
                    draws,
                    key=lambda draw: g.Purse([draw.card]).total() if isinstance(draw, g.DrawCard) else 0,
                ),
            )
        assert fits(game.piles, len(game.deck))
    assert [len(hand) for hand in laid(CHEAP, ruleset=rules).hands] == [11, 11]


@pytest.mark.accepts("SETUP-6")
def test_a_scoring_card_is_equally_likely_in_each_place_of_its_pile() -> None:
    game = until_pile(laid(THREE), g.Scoring.A)
    places = game.piles[0].size
    money_so_far = Fraction(1)
    for _ in range(places):
        odds = dict(g.chance(game))
        assert sum(odds.values()) == 1
        assert money_so_far * odds[g.DrawScoring(g.Scoring.A)] == Fraction(1, places)
        money_so_far *= 1 - odds[g.DrawScoring(g.Scoring.A)]
        if money_so_far:
            game = one_more_card(game)
    assert money_so_far == 0
    assert g.chance(game) == ((g.DrawScoring(g.Scoring.A), Fraction(1)),)


def one_more_card(game: g.Game) -> g.Game:
    """Have a money card drawn, and the next one be due."""
    game = g.apply(game, next(draw for draw, _ in g.chance(game) if isinstance(draw, g.DrawCard)))
    if game.table.draw_for is None:
        assert game.table.to_act is not None
        game = g.apply(game, g.TakeMoney(game.table.to_act, [game.table.display[0]]))
    return game


def until_pile(game: g.Game, scoring: g.Scoring) -> g.Game:
    """Take money until that scoring card is in the uppermost pile, and a card is due."""
    assert game.table.to_act is not None
    game = g.apply(game, g.TakeMoney(game.table.to_act, [game.table.display[0]]))
    while game.piles[0].scoring is not scoring:
        game = one_more_card(game)
    return game


@pytest.mark.rejects("SETUP-6")
@each_game
def test_scoring_cards_come_from_their_own_piles_only(rules: g.Ruleset) -> None:
    game = laid(THREE, ruleset=rules)
    game = g.apply(game, g.TakeMoney(RED, [game.table.display[0]]))
    for scoring in (g.Scoring.A, g.Scoring.B):
        (violation,) = refused(game, g.DrawScoring(scoring))
        assert violation.clause == "SETUP-6"
        assert violation.message == f"the scoring card {scoring.value} is in a lower pile"
    in_second = until_pile(laid(THREE, ruleset=rules), g.Scoring.A)
    assert g.check(in_second, g.DrawScoring(g.Scoring.A)) == ()
    assert clauses(refused(in_second, g.DrawScoring(g.Scoring.B))) == ["SETUP-6"]
    in_third = g.apply(in_second, g.DrawScoring(g.Scoring.A))
    assert clauses(refused(in_third, g.DrawScoring(g.Scoring.B))) == ["SETUP-6"]
    assert clauses(refused(in_third, g.DrawScoring(g.Scoring.A))) == ["SCORE-2"]


@pytest.mark.rejects("SETUP-6")
@each_game
def test_of_a_pile_its_scoring_card_cannot_be_left_over(rules: g.Ruleset) -> None:
    game = until_pile(laid(THREE, ruleset=rules), g.Scoring.A)
    while game.piles[0].size > 1:
        game = one_more_card(game)
    card = game.deck[0]
    (violation,) = refused(game, g.DrawCard(card))
    assert (violation.clause, violation.cards) == ("SETUP-6", (card,))
    assert violation.message == "the last card of this pile is the scoring card A"
    assert g.apply(game, g.DrawScoring(g.Scoring.A)).piles[0] == g.Pile(19)


@pytest.mark.rejects("BOX-6")
@every_game
def test_there_is_no_card_for_scoring_c(rules: g.Ruleset) -> None:
    assert clauses(
        refused(until_pile(laid(THREE, ruleset=rules), g.Scoring.A), g.DrawScoring(g.Scoring.C))
    ) == ["BOX-6"]


# What is secret.


@pytest.mark.accepts("SETUP-7")
@every_game
def test_in_play_everybody_sees_the_own_hand_and_how_many_cards_the_others_have(rules: g.Ruleset) -> None:
    game = laid(THREE, ruleset=rules)
    assert g.view(game, BLUE).hands == (None, money("g9 g8 g7"), None)
    assert g.view(game, BLUE).hand == money("g9 g8 g7")
    assert g.view(game, None).hands == (None, None, None)
    assert g.view(game, None).hand is None
    for seat in (None, RED, BLUE, GREEN):
        assert g.view(game, seat).table == game.table
    assert [player.hand_size for player in game.table.players] == [3, 3, 3]


@pytest.mark.accepts("SETUP-7")
def test_hands_are_open_while_they_are_dealt_and_after_the_last_turn() -> None:
    dealing = g.apply(at(g.DrawFor.HAND), g.DrawCard(g.Card.parse("y9")))
    assert g.view(dealing, BLUE).hands == dealing.hands
    before_the_end, purchase = enriched(bag_emptied(3), g.Space(1), "g3", "", "b3")
    assert g.view(before_the_end, BLUE).hands[RED] is None
    placing = g.apply(before_the_end, purchase)
    assert g.view(placing, None).hands == (None, None, None)
    ended = finished(placing)
    assert ended.table.phase is g.Phase.GIFT
    assert g.view(ended, None).hands == ended.hands
    assert ended.hands[RED] == money("g3")


@pytest.mark.rejects("SETUP-7")
def test_games_that_differ_in_what_is_hidden_look_the_same() -> None:
    one = laid(["y9 y8 y7", "g9 g8 g7", "b9 b8 b7"], "o1 o2 o3 o4", "AR2 AR4 AR6 AR8")
    other = laid(["y9 y8 y7", "b9 b8 b7", "g9 g8 g7"], "o1 o2 o3 o4", "AR2 AR4 AR6 AR8")
    assert one != other
    for seat in (RED, None):
        assert g.view(one, seat) == g.view(other, seat)
        assert hash(g.view(one, seat)) == hash(g.view(other, seat))
        assert repr(g.view(one, seat)) == repr(g.view(other, seat))
    assert g.view(one, BLUE) != g.view(other, BLUE)


@pytest.mark.rejects("SETUP-7")
def test_whoever_cannot_see_a_hand_is_not_told_what_is_in_it() -> None:
    game = laid(THREE, yard="HS8 PA8 AR2 BA2")
    owned, not_owned = (g.Buy(RED, g.Space(1), money(payment)) for payment in ("y8", "y2 y6"))
    assert (g.check(g.view(game, RED), owned), clauses(g.check(g.view(game, RED), not_owned))) == (
        (),
        ["BUY-1"],
    )
    for seat in (BLUE, None):
        assert g.check(g.view(game, seat), owned) == g.check(g.view(game, seat), not_owned) == ()
        # What everybody can see is judged.
        assert clauses(g.check(g.view(game, seat), g.Buy(RED, g.Space(1), money("g8")))) == ["BUY-1", "BUY-1"]
        assert list(g.legal_actions(g.view(game, seat))) == []
        assert owned not in g.legal_actions(g.view(game, seat))


@pytest.mark.rejects("SETUP-7")
@each_game
def test_a_view_does_not_tell_whether_an_unseen_card_is_in_a_hand_or_in_the_deck(rules: g.Ruleset) -> None:
    game = g.apply(
        laid(["y9 y9 y9", "g9 g9 g9", "b9 b9 b9"], "o1 o2 o3 o4", ruleset=rules),
        g.TakeMoney(RED, money("o1")),
    )
    nine = g.DrawCard(g.Card.parse("y9"))
    assert clauses(g.check(game, nine)) == clauses(g.check(g.view(game, RED), nine)) == ["BOX-11"]
    assert g.check(g.view(game, BLUE), nine) == g.check(g.view(game, None), nine) == ()
    # What lies on the table or is in no box is known to all; so is which scoring card comes first.
    for draw, clause in ((g.DrawCard(g.Card.parse("y0")), "BOX-11"), (g.DrawScoring(g.Scoring.B), "SETUP-6")):
        assert clauses(g.check(g.view(game, None), draw)) == [clause]


@pytest.mark.accepts("SETUP-7")
def test_a_view_has_no_history() -> None:
    one, other = (laid(THREE, display, yard="AR2 AR4 AR6 AR8") for display in ("o1 y1 g1 b1", "b1 g1 y1 o1"))
    assert one == other
    taken = g.apply(one, g.TakeMoney(RED, money("o1 y1")))
    either = played(taken, g.DrawCard(g.Card.parse("o2")), g.DrawCard(g.Card.parse("o3")))
    or_other = played(taken, g.DrawCard(g.Card.parse("o3")), g.DrawCard(g.Card.parse("o2")))
    assert either == or_other
    assert g.view(either, None) == g.view(or_other, None)


@pytest.mark.parametrize("seat", [-1, 3, 99, 10**30, True, 1.0, "Red"])
def test_seats_that_do_not_exist_have_no_view(seat: object) -> None:
    with pytest.raises(ValueError, match="seat: expected 0 to 2, or None for a spectator"):
        g.view(laid(THREE), cast("Any", seat))


def test_only_a_game_has_views() -> None:
    with pytest.raises(TypeError, match="expected Game, got View"):
        g.view(cast("Any", g.view(g.setup(3), RED)), RED)


# Options.


@pytest.mark.accepts("BOX-7")
def test_the_yard_of_a_ruleset_says_in_which_currency_a_space_is_paid() -> None:
    for yard in (g.GRANADA.yard, tuple(reversed(g.GRANADA.yard))):
        game = laid(
            ["y4 g4 b4 o4 y9", "g9 g8 g7", "b9 b8 b7"], "", "AR2 BA2 LI4 HS4", ruleset=g.Ruleset(yard=yard)
        )
        game = until(game, RED)
        for number, currency in enumerate(yard, 1):
            purchases = [
                action
                for action in g.legal_actions(game)
                if isinstance(action, g.Buy) and action.space == number
            ]
            assert {card.currency for purchase in purchases for card in purchase.payment.money_cards} == {
                currency
            }


@every_game
def test_all_games_without_modules_share_one_empty_state(rules: g.Ruleset) -> None:
    game = laid(THREE, ruleset=rules)
    read = g.read_view(g.write_view(g.view(game, RED)))
    tables = (game.table, g.setup(2).table, g.Game.from_position(game.to_position()).table, read.table)
    assert len({id(table.modules) for table in tables}) == 1
