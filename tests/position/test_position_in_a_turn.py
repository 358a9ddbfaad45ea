"""Whole tables in a turn: gaps in the yard, what was paid, the marker, the display, tiles to place."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from granada_rules import (
    Buy,
    City,
    Game,
    Marker,
    Phase,
    Pile,
    Purse,
    Seat,
    Space,
    TakeMoney,
    apply,
)
from granada_rules.position import NotedPlayer, Position, validate
from tests.helpers.endings import money_used_up
from tests.helpers.games import clauses, faces, laid, money
from tests.helpers.noted import (
    GAP,
    but,
    changed,
    city,
    found,
    is_complete,
    is_consistent,
    late,
    noted,
    only,
    paid,
    spent,
    three,
)

# Where the turn is.


@pytest.mark.accepts("TURN-3", "TURN-5", "BUY-1", "BUY-2")
def test_after_an_exact_purchase_as_many_tiles_were_bought_as_spaces_are_empty() -> None:
    assert is_complete(paid("y2"))
    assert Game.from_position(paid("y2")).table.extra


@pytest.mark.rejects("BUY-1")
@pytest.mark.parametrize("phase", [Phase.ACT, Phase.PLACE])
@pytest.mark.parametrize("cards", ["y1", "b2", "g9"])
def test_what_was_paid_in_this_turn_is_among_the_discards(phase: Phase, cards: str) -> None:
    violation = only(but(paid(cards), phase=phase))
    assert (violation.clause, violation.faces) == ("BUY-1", tuple(faces("AR2")))
    assert violation.message == "the discards do not hold what the tiles bought in this turn cost"


@pytest.mark.accepts("TURN-3")
@pytest.mark.rejects("TURN-3")
@pytest.mark.parametrize("cards", ["y3", "y9"])
def test_who_did_not_pay_exactly_has_no_other_action(cards: str) -> None:
    violation = only(paid(cards))
    assert (violation.clause, violation.faces) == ("TURN-3", tuple(faces("AR2")))
    assert violation.message == "the discards do not hold exact payments for the tiles bought in this turn"
    assert is_complete(but(paid(cards), phase=Phase.PLACE))


def paid_twice(cards: str, phase: Phase, placed: str = "") -> Position:
    """Return a turn in which AR2 and BA4 were bought for two cards, and maybe one was placed."""
    left = changed(changed(three(), 0, hand=money("y9 y9")), 2, hand=money("g9 g9"))
    left = changed(left, 0, reserve=noted(placed))
    bought = tuple(tile for tile in noted("AR2 BA4") if tile not in noted(placed))
    return but(left, yard=(None, None, *GAP[2:]), bought=bought, discards=money(cards), phase=phase)


@pytest.mark.accepts("BUY-1", "TURN-3", "TURN-4")
@pytest.mark.rejects("BUY-1", "TURN-3")
@pytest.mark.parametrize(
    ("cards", "act", "place", "one_placed"),
    [
        ("y2 g4", "", "", ""),
        # They may have lain the other way round.
        ("y4 g2", "", "", ""),
        ("y2 g9", "TURN-3", "", ""),
        ("y9 g4", "TURN-3", "", ""),
        ("y9 g9", "TURN-3", "TURN-3", ""),
        ("y1 g9", "BUY-1", "BUY-1", "BUY-1"),
        ("y4 y9", "BUY-1", "BUY-1", "BUY-1"),
        # Each was paid with other cards.
        ("y2 y4", "BUY-1", "BUY-1", "BUY-1"),
        ("y2 b4", "BUY-1", "BUY-1", "BUY-1"),
    ],
)
def test_of_several_purchases_all_but_the_last_were_paid_exactly(
    cards: str, act: str, place: str, one_placed: str
) -> None:
    for position, clause in (
        (paid_twice(cards, Phase.ACT), act),
        (paid_twice(cards, Phase.PLACE), place),
        # What lies on the reserve may have been turned over, and so have cost something else.
        (paid_twice(cards, Phase.PLACE, placed="BA4"), one_placed),
    ):
        assert clauses(validate(position).violations) == clause.split()


@pytest.mark.rejects("BUY-2")
@pytest.mark.parametrize("phase", [Phase.ACT, Phase.END_OF_TURN])
def test_whoever_has_a_tile_has_paid_for_it(phase: Phase) -> None:
    frugal = but(changed(spent(), 0, hand=money("y2")), discards=money("y9 y9"), phase=phase)
    for position in (
        changed(frugal, 1, reserve=noted("PA12 PA8")),
        changed(frugal, 1, reserve=noted("MA2 SC2"), city=city("0,1 PA8 -")),
    ):
        violation = only(position)
        assert violation.clause == "BUY-2"
        assert violation.message.endswith(", and in the discards 2 cards worth 18")


@pytest.mark.accepts("BUY-2")
def test_a_tile_may_have_cost_as_much_as_its_back() -> None:
    assert is_complete(changed(spent(), 1, reserve=noted("PA13 HS7")))


@pytest.mark.accepts("TURN-8", "BUY-2")
def test_what_was_paid_long_ago_may_have_been_shuffled_into_the_deck() -> None:
    discards = late().discards
    assert discards
    upper, lower = late().piles or ()
    position = but(late(), discards=Purse(), piles=(Pile(upper.size + lower.size + len(discards)),))
    assert is_complete(position)


@pytest.mark.accepts("TURN-10", "SETUP-2")
@pytest.mark.rejects("TURN-10")
def test_of_the_tiles_that_were_added_last_one_at_least_shows_the_other_side_of_the_marker() -> None:
    violation = only(but(three(), marker=Marker.EVEN))
    assert violation.clause == "TURN-10"
    assert violation.message == "the marker was on odd when tiles were added, and none of them shows that"
    assert is_complete(but(spent(), marker=Marker.EVEN, yard=noted("AR2 BA4 LI6 SC9")))
    # It may be one that was bought in this turn.
    odd = (None, *noted("SC5 HS7 SC9"))
    assert is_complete(but(paid("y2"), yard=odd))
    assert clauses(found(but(paid("y3"), yard=odd, bought=noted("LI3")))) == ["TURN-10"]
    # Of two that were bought it may be the one that has been placed.
    placing = but(paid_twice("y2 g4", Phase.PLACE, placed="BA4"), yard=(None, None, *noted("SC9 HS7")))
    assert is_complete(but(placing, bought=noted("LI3"), discards=money("y3 g4")))


@pytest.mark.rejects("TURN-7")
@pytest.mark.parametrize("display", ["", "o1", "o1 o2 o3"])
def test_a_short_display_before_a_turn_while_there_is_money(display: str) -> None:
    taken = money("o1 o2 o3 o4") - money(display)
    position = changed(but(three(), display=money(display)), 0, hand=money("y9 y9 y2") + taken)
    violation = only(position)
    assert violation.clause == "TURN-7"
    cards = {"": "0 cards", "o1": "1 card", "o1 o2 o3": "3 cards"}[display]
    assert violation.message == f"{cards} on the display, and money to refill it"


def penniless(discards: str = "", **fields: Any) -> Position:  # noqa: ANN401 - any of its fields
    """Return a turn before which there is no money left for the display, but these cards of a hand."""
    position = money_used_up().to_position()
    assert (position.display, position.discards, position.piles) == (Purse(), Purse(), ())
    rich = position.players[1].hand
    assert rich is not None
    hand = rich - money(discards)
    return but(changed(position, 1, hand=hand), discards=money(discards), **fields)


@pytest.mark.accepts("TURN-7", "TURN-8")
def test_a_display_stays_short_if_all_money_is_in_hands() -> None:
    assert is_complete(penniless())


@pytest.mark.accepts("TURN-7")
def test_what_was_paid_in_this_turn_is_not_on_the_display_yet() -> None:
    bought = {"turn": "Blue", "yard": (None, *noted("LI12 MA12 PA12")), "bought": noted("BA12")}
    assert is_complete(penniless("y9 y3", **bought))
    assert is_complete(penniless("y9 y3", phase=Phase.PLACE, **bought))


@pytest.mark.rejects("TURN-7")
def test_a_short_display_before_a_turn_while_there_are_discards() -> None:
    violation = only(changed(penniless("y9"), 0, reserve=noted("MA2")))
    assert violation.clause == "TURN-7"


@pytest.mark.accepts("TURN-6", "MONEY-1")
def test_who_took_money_places_tiles_before_the_display_is_full_again() -> None:
    game = laid(["y9 y9 y2", "b9 b9 b3", "g9 g9 g4"], "o1 o2 o3 o4", "AR2 BA4 LI6 HS8")
    bought = apply(game, Buy(Seat(0), Space(1), money("y2")))
    placing = apply(bought, TakeMoney(Seat(0), money("o1 o4"))).to_position()
    assert (placing.phase, placing.display) == (Phase.PLACE, money("o2 o3"))
    assert is_complete(placing)


@pytest.mark.rejects("TURN-6")
@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, "0 bought tiles to place, and 0 empty spaces in the yard"),
        ({"yard": GAP}, "0 bought tiles to place, and 1 empty space in the yard"),
        ({"bought": noted("PA8")}, "1 bought tile to place, and 0 empty spaces in the yard"),
        (
            {"yard": GAP, "bought": noted("PA8 HS10")},
            "2 bought tiles to place, and 1 empty space in the yard",
        ),
    ],
)
def test_there_is_nothing_to_place_that_was_not_bought(fields: dict[str, Any], message: str) -> None:
    violation = only(but(spent(), phase=Phase.PLACE, **fields))
    assert (violation.clause, violation.message) == ("TURN-6", message)


# While the table is laid.


@pytest.mark.accepts("SETUP-1", "SETUP-3")
def test_while_the_table_is_laid_there_is_a_start_tile_and_money_up_to_what_makes_twenty() -> None:
    nothing = NotedPlayer(city=City.of(), reserve=(), points=0)
    for hand in ("", "y9 y9", "y9 y9 b9", "y1 y1 y1 y2 y2 y2 y3 y3 y3 y4", "y9 y9 b1 b1"):
        player = attrs.evolve(nothing, hand=money(hand))
        assert is_consistent(Position(phase=Phase.SETUP, players=(player,)))


@pytest.mark.rejects("SETUP-3")
@pytest.mark.parametrize("hand", ["y9 y9 b9 b9", "y9 y9 b5 b5 g1", "y5 b5 g5 o5 y5"])
def test_nobody_is_dealt_another_card_who_has_twenty(hand: str) -> None:
    position = Position(phase=Phase.SETUP, players=(NotedPlayer(hand=money(hand)),))
    assert only(position).clause == "SETUP-3"
    assert is_consistent(attrs.evolve(position, phase=Phase.ACT))


@pytest.mark.accepts("TURN-4")
def test_four_tiles_may_be_bought_in_a_turn() -> None:
    assert is_consistent(Position(bought=noted("AR2 AR4 AR6 AR8")))
