"""Whole tables that somebody wrote down: what they lack, what cannot be so at once, and the games of them."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from granada_rules import (
    GRANADA,
    Backs,
    Build,
    Buy,
    Cell,
    City,
    Face,
    Game,
    GiveToDirk,
    Marker,
    Phase,
    Pile,
    Purse,
    Ruleset,
    Scoring,
    Seat,
    Space,
    TakeMoney,
    ViolationError,
    apply,
    legal_actions,
    reference,
    setup,
)
from granada_rules.position import Level, NotedPlayer, NotedTile, Position, Report, validate
from tests.endings import bag_emptied, enriched, finished, money_used_up
from tests.games import NAMES, at_decisions, clauses, drawn, faces, laid, money
from tests.noted import (
    EVENS,
    but,
    changed,
    city,
    found,
    is_complete,
    is_consistent,
    noted,
    only,
    piled,
    three,
    two,
)
from tests.positions import mirrored

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

# What is left out.

LABELS = {"tile_set": "a listed tile set", "phase": "a phase in which somebody decides"}
LEFT_OUT = sorted(set(attrs.fields_dict(Position)) - {"players", "bag", "draws", "dirk", "dirks_points"})


@pytest.mark.parametrize("field", LEFT_OUT)
def test_a_whole_table_without_one_thing_is_consistent_and_lacks_just_that(field: str) -> None:
    position = but(three(), **{field: None})
    assert is_complete(three())
    assert is_consistent(position)
    assert validate(position).missing == (LABELS.get(field, field),)
    with pytest.raises(ValueError, match=r"^the position is not complete: .* missing$") as refusal:
        Game.from_position(position)
    assert not isinstance(refusal.value, ViolationError)
    assert LABELS.get(field, field) in str(refusal.value)


@pytest.mark.parametrize("field", attrs.fields_dict(NotedPlayer))
def test_a_whole_table_lacks_what_is_not_known_about_a_player(field: str) -> None:
    report = validate(changed(three(), 1, **{field: None}))
    assert (report.level, report.missing) == (Level.CONSISTENT, (f"{field} of player 2",))


@pytest.mark.accepts("DIRK-2")
@pytest.mark.parametrize("field", ["dirk", "dirks_points"])
def test_with_two_players_dirk_has_to_be_known(field: str) -> None:
    assert is_complete(two())
    assert validate(but(two(), **{field: None})).missing == (field,)
    assert getattr(three(), field) is None


@pytest.mark.parametrize("phase", [Phase.SETUP, Phase.END_OF_TURN, Phase.OVER])
def test_a_table_at_which_nobody_decides_is_not_complete(phase: Phase) -> None:
    report = validate(but(three(), phase=phase))
    assert (report.level, report.missing) == (Level.CONSISTENT, ("a phase in which somebody decides",))


@pytest.mark.parametrize("name", ["", " ", "Red ", "Re\nd", "\u200b", "R" * 61])
def test_a_name_that_cannot_be_read_in_one_line_is_none(name: str) -> None:
    position = changed(three(), 0, name=name)
    assert validate(position).missing == ("name of player 1",)
    spoiled = changed(position, 0, points=-1)
    assert only(spoiled).player == "player 1"


@pytest.mark.parametrize("name", ["R", "R" * 60, "Rød 1", "赤"])
def test_any_other_name_is_a_name(name: str) -> None:
    position = but(changed(three(), 0, name=name), turn=name)
    assert is_complete(position)
    assert Game.from_position(position).table.players[0].name == name


@pytest.mark.parametrize(("one", "other"), [("Red", "Red"), ("é", "e\u0301")])
def test_a_name_by_which_a_player_cannot_be_told_apart_is_none(one: str, other: str) -> None:
    position = changed(changed(three(), 0, name=one), 2, name=other)
    assert validate(position).missing == ("name of player 1", "name of player 3")
    assert is_consistent(position)


# Whole tables.


def many_things_wrong() -> Position:
    wrong = but(two(), turn="Pink", phase=Phase.PLACE, piles=piled("5A 5B"))
    return but(wrong, dirk=noted("HP10 MA10"), dirks_points=7)


@pytest.mark.rejects("TURN-1", "BOX-11", "TURN-6", "SCORE-1", "DIRK-3", "SCORE-7", "BUILD-3", "SETUP-6")
def test_nothing_that_is_wrong_or_not_known_hides_anything_else() -> None:
    everything = ["TURN-1", "BOX-11", "TURN-6", "SCORE-1", "DIRK-3"]
    assert clauses(found(many_things_wrong())) == everything
    loser = changed(many_things_wrong(), 0, points=-1)
    assert clauses(found(loser)) == ["SCORE-7", *everything]
    built = changed(many_things_wrong(), 0, city=city("2,0 AR8 N"))
    assert clauses(found(built)) == [
        "BUILD-3",
        "BUILD-4",
        "BUILD-4",
        *everything[:3],
        "BUY-2",
        *everything[3:],
    ]
    # Without the hand nobody can tell how much money is left, but no deal leads to such piles either.
    without_hand = changed(many_things_wrong(), 0, hand=None)
    assert clauses(found(without_hand)) == ["TURN-1", "SETUP-6", "TURN-6", "SCORE-1", "DIRK-3"]


@pytest.mark.rejects("BOX-1", "BOX-6", "BOX-7", "SCORE-7", "BOX-2", "BUY-1")
def test_what_only_follows_from_something_wrong_is_not_told() -> None:
    assert only(changed(three(), 1, hand=money("b9 b9 b3 b10"))).clause == "BOX-1"
    too_many = changed(three(), 1, hand=money("b9 b9 b9 b9 b3"))
    assert only(but(too_many, piles=piled("18 20A 19 20B 19"))).clause == "BOX-1"
    assert only(changed(three(), 0, points=-1)).clause == "SCORE-7"
    assert only(but(three(), piles=piled("19 20B 19 20A 19"))).clause == "BOX-6"
    assert only(but(three(), yard=noted("AR2 BA4 LI6"))).clause == "BOX-7"
    assert only(but(paid("y2"), bought=noted("AR99"))).clause == "BOX-2"
    assert clauses(found(but(paid(""), bought=noted("AR2")))) == ["BOX-11", "BUY-1"]
    assert only(changed(three(), 1, name="Dirk", points=0)).clause == "DIRK-2"


@pytest.mark.accepts("TURN-1")
@pytest.mark.parametrize("turn", NAMES[:3])
def test_it_may_be_the_turn_of_anybody_who_plays(turn: str) -> None:
    position = but(three(), turn=turn)
    assert is_complete(position)
    assert Game.from_position(position).table.turn == NAMES.index(turn)


@pytest.mark.rejects("TURN-1")
@pytest.mark.parametrize("turn", ["Yellow", "red", "", "x" * 10**6])
def test_it_is_nobodys_turn_who_does_not_play(turn: str) -> None:
    violation = only(but(three(), turn=turn))
    assert violation.clause == "TURN-1"
    assert "who does not play" in violation.message
    assert len(violation.message) < 100


@pytest.mark.rejects("BOX-11")
def test_money_that_is_nowhere_or_there_is_too_much_of_it() -> None:
    for position, left in (
        (changed(three(), 0, hand=money("y9 y9")), 96),
        (changed(three(), 0, hand=money("y9 y9 y2 y3")), 94),
    ):
        violation = only(position)
        assert violation.clause == "BOX-11"
        assert violation.message == f"95 money cards in the piles, and {left} are nowhere else"


@pytest.mark.rejects("BOX-11")
def test_piles_with_more_or_fewer_cards_than_are_left() -> None:
    whole = three().piles
    assert whole is not None
    for piles in ((), whole[1:], (Pile(18), *whole[1:]), (Pile(10**5000), *whole[1:])):
        violation = only(but(three(), piles=piles))
        assert violation.clause == "BOX-11"
        assert len(violation.message) < 150


@pytest.mark.accepts("SETUP-6", "BOX-11")
def test_five_piles_of_equal_height() -> None:
    assert three().piles == piled("19 20A 19 20B 19")
    assert is_complete(three())
    # Red took four cards. If those that are discards by now had been dealt, the piles had been smaller.
    richer = changed(three(), 0, hand=money("y9 y9 y2 o5 o6 o7 o8"))
    assert is_complete(but(richer, piles=piled("15 20A 19 20B 19")))
    assert is_complete(but(richer, piles=piled("16 20A 19 20B 18")))


@pytest.mark.rejects("SETUP-6")
@pytest.mark.parametrize(
    "piles",
    [
        "18 21A 19 20B 19",
        "19 20A 19 19B 20",
        "20A 19 19 20B 19",
        "19 20A 19 19 20B",
        "19 39A 20B 19",
        "19 20A 19 39B",
        "1A 96B",
        "96B",
        "1 94",
        "77 18",
    ],
)
def test_piles_that_no_deal_leads_to(piles: str) -> None:
    violation = only(but(three(), piles=piled(piles)))
    assert violation.clause == "SETUP-6"
    assert violation.message == "no deal leads to piles of these sizes"


@cache
def late() -> Position:
    """Return a decision of three players after both scorings, with two piles left."""
    for game in at_decisions(setup(NAMES[:3]), random.Random(0)):
        if len(game.table.turned_up) == len(game.piles) == 2:
            return game.to_position()
    raise AssertionError("the fourth pile never lasts longer than its scoring card")


@pytest.mark.accepts("SETUP-6", "TURN-8")
def test_without_scoring_cards_the_deck_is_what_is_left_of_two_piles_or_one_of_shuffled_discards() -> None:
    assert is_complete(late())
    upper, lower = late().piles or ()
    assert is_complete(but(late(), piles=(Pile(upper.size + lower.size),)))
    assert clauses(found(but(late(), piles=(lower, upper)))) == ["SETUP-6"]
    assert clauses(found(but(late(), piles=(Pile(1), Pile(upper.size - 1), lower)))) == ["SETUP-6"]


@pytest.mark.accepts("BOX-11")
def test_a_bag_may_be_written_down_with_either_face_up() -> None:
    lie = faces("AR2 BA4 LI6 HS8")
    left = [tile for tile in reference().tiles if tile.even not in lie]
    for bag in ([tile.even for tile in left], [tile.odd for tile in left[::-1]]):
        position = but(three(), bag=tuple(map(NotedTile, bag)))
        assert is_complete(position)
        assert Game.from_position(position) == Game.from_position(three())


@pytest.mark.rejects("BOX-11")
def test_a_bag_without_a_tile_that_is_nowhere_else() -> None:
    left = [NotedTile(face) for face in EVENS if face not in faces("AR2 BA4 LI6 HS8")]
    violation = only(but(three(), bag=tuple(left[2:])))
    assert violation.clause == "BOX-11"
    assert violation.message == "2 tiles are neither in the bag nor anywhere else"


# Where the turn is.

GAP = (None, *noted("BA4 LI6 HS8"))


def spent() -> Position:
    """Return a turn of Red, who has paid y9 and y9 for something."""
    return but(changed(three(), 0, hand=money("y2")), discards=money("y9 y9"))


def paid(cards: str) -> Position:
    """Return a turn in which Red bought AR2, the tile on the space of yellow, for these cards."""
    left = changed(three(), 0, hand=money("y9 y9"))
    return but(left, yard=GAP, bought=noted("AR2"), discards=money(cards))


@pytest.mark.accepts("TURN-3", "TURN-5", "BUY-1", "BUY-2")
def test_after_an_exact_purchase_as_many_tiles_were_bought_as_spaces_are_empty() -> None:
    assert is_complete(paid("y2"))
    assert Game.from_position(paid("y2")).table.extra


@pytest.mark.rejects("BUY-1")
@pytest.mark.parametrize("phase", [Phase.ACT, Phase.PLACE])
@pytest.mark.parametrize("cards", ["y1", "b2", "g9"])
def test_what_was_paid_in_this_turn_is_among_the_discards(phase: Phase, cards: str) -> None:
    violation = next(found for found in found(but(paid(cards), phase=phase)) if found.clause != "BUY-2")
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
    for position in (
        changed(but(spent(), phase=phase), 1, reserve=noted("PA12 PA8")),
        changed(but(spent(), phase=phase), 1, reserve=noted("MA2 SC2"), city=city("0,1 PA8 -")),
    ):
        violation = only(position)
        assert violation.clause == "BUY-2"
        assert violation.message.endswith("were bought, and the discards are 2 cards worth 18")


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
    assert is_complete(but(three(), marker=Marker.EVEN, yard=noted("AR2 BA4 LI6 SC9")))
    # It may be one that was bought in this turn.
    odd = (None, *noted("SC5 HS7 SC9"))
    assert is_complete(but(paid("y2"), yard=odd))
    assert clauses(found(but(paid("y3"), yard=odd, bought=noted("LI3")))) == ["TURN-10"]
    # Of two that were bought it may be the one that has been placed.
    placing = but(paid_twice("y2 g4", Phase.PLACE, placed="BA4"), yard=(None, None, *noted("SC9 HS7")))
    assert is_complete(but(placing, bought=noted("LI3"), discards=money("y3 g4")))


@pytest.mark.rejects("TURN-9")
@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"yard": GAP}, "1 spaces of the yard are empty, and 0 tiles were bought in this turn"),
        ({"bought": noted("PA8")}, "0 spaces of the yard are empty, and 1 tiles were bought in this turn"),
        (
            {"yard": GAP, "bought": noted("PA8 HS10")},
            "1 spaces of the yard are empty, and 2 tiles were bought in this turn",
        ),
    ],
)
def test_gaps_in_the_yard_that_no_purchase_explains(fields: dict[str, Any], message: str) -> None:
    violation = only(but(spent(), **fields))
    assert (violation.clause, violation.message) == ("TURN-9", message)


@pytest.mark.rejects("TURN-7")
@pytest.mark.parametrize("display", ["", "o1", "o1 o2 o3"])
def test_a_short_display_before_a_turn_while_there_is_money(display: str) -> None:
    taken = money("o1 o2 o3 o4") - money(display)
    position = changed(but(three(), display=money(display)), 0, hand=money("y9 y9 y2") + taken)
    violation = only(position)
    assert violation.clause == "TURN-7"
    assert violation.message == f"{len(money(display))} cards on the display, and money to refill it"


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
    violation = only(penniless("y9"))
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
        ({"yard": GAP}, "0 bought tiles to place, and 1 empty spaces in the yard"),
        ({"bought": noted("PA8")}, "1 bought tiles to place, and 0 empty spaces in the yard"),
        (
            {"yard": GAP, "bought": noted("PA8 HS10")},
            "2 bought tiles to place, and 1 empty spaces in the yard",
        ),
    ],
)
def test_there_is_nothing_to_place_that_was_not_bought(fields: dict[str, Any], message: str) -> None:
    violation = only(but(spent(), phase=Phase.PLACE, **fields))
    assert (violation.clause, violation.message) == ("TURN-6", message)


# Tiles that are given away.


@cache
def given(*hands: str) -> Position:
    """Return the first gift of a game that ended because Blue bought the last tile, with this money in hands.

    Four play; MA2 was bought, and LI3, HP3 and LI2 were left on the spaces of green, blue and orange.
    """
    game, purchase = enriched(bag_emptied(4), Space(1), *hands)
    position = finished(apply(game, purchase)).to_position()
    assert position.phase is Phase.GIFT
    return position


def in_all_hands() -> Position:
    return given("g3", "", "b3", "o3")


@pytest.mark.accepts("END-1", "END-2", "END-3")
def test_gifts_go_space_by_space() -> None:
    first = in_all_hands()
    assert (first.turn, first.bought, first.yard) == (
        "Red",
        noted("LI3"),
        (None, None, *noted("HP3 LI2")),
    )
    assert is_complete(first)
    # If nobody has any green, the next one is blue.
    assert is_complete(given("", "", "b3", "o3"))
    assert given("", "", "b3", "o3").yard == (None, *noted("LI3"), None, *noted("LI2"))


@pytest.mark.rejects("END-1")
def test_nothing_is_given_away_before_the_bag_is_empty() -> None:
    owner = in_all_hands().players[0]
    assert owner.reserve
    violation = only(changed(in_all_hands(), 0, reserve=owner.reserve[1:]))
    assert violation.clause == "END-1"
    assert violation.message == "tiles are given away, and the bag is not empty"


@pytest.mark.rejects("END-1")
def test_nothing_is_given_away_if_the_yard_was_full() -> None:
    owner = in_all_hands().players[0]
    assert owner.reserve
    position = changed(in_all_hands(), 0, reserve=owner.reserve[1:])
    violation = only(but(position, yard=(owner.reserve[0], None, *noted("HP3 LI2"))))
    assert violation.clause == "END-1"
    assert violation.message == "tiles are given away, and the yard was full"


@pytest.mark.rejects("END-3")
def test_gifts_are_given_one_by_one() -> None:
    first, *others = in_all_hands().players[0].reserve or ()
    none = but(changed(in_all_hands(), 0, reserve=(*noted("LI3"), first, *others)), bought=())
    both = but(changed(in_all_hands(), 0, reserve=tuple(others)), bought=(*noted("LI3"), first))
    for position, many in ((none, 0), (both, 2)):
        violation = only(position)
        assert violation.clause == "END-3"
        assert violation.message == f"{many} tiles are given at once, and it is one after the other"


@pytest.mark.rejects("END-2")
@pytest.mark.parametrize("turn", ["Blue", "Yellow"])
def test_a_gift_does_not_go_to_somebody_while_an_earlier_one_is_left(turn: str) -> None:
    violation = only(but(in_all_hands(), turn=turn))
    assert (violation.clause, violation.faces) == ("END-2", tuple(faces("HP3")))
    assert violation.message == "HP3 goes to Green before any tile of a later space"


@pytest.mark.rejects("END-2")
def test_a_gift_does_not_go_to_somebody_without_the_most_money() -> None:
    violation = only(but(given("g3", "", "", ""), turn="Blue"))
    assert violation.clause == "END-2"
    assert violation.message == "'Blue' has the most money of no currency whose tile is given away"


@pytest.mark.rejects("END-2")
def test_on_a_tie_nobody_gets_a_gift() -> None:
    position = given("g3", "", "", "")
    assert position.discards is not None
    tied = changed(position, 1, hand=money("g3"))
    assert clauses(found(but(tied, discards=position.discards - money("g3")))) == ["END-2"]


@pytest.mark.rejects("TURN-7")
def test_the_display_is_full_again_before_gifts_are_given() -> None:
    position = in_all_hands()
    assert position.display is not None
    assert position.discards is not None
    moved = Purse.of([position.display[0]])
    violation = only(but(position, display=position.display - moved, discards=position.discards + moved))
    assert violation.clause == "TURN-7"


@pytest.mark.rejects("TURN-7", "TURN-8")
def test_the_display_is_filled_with_discards_before_gifts_are_given() -> None:
    position = in_all_hands()
    assert position.display is not None
    assert position.discards is not None
    deck = Game.from_position(position).deck
    all_up = but(position, piles=(), discards=position.discards + deck)
    assert is_complete(all_up)
    moved = Purse.of([position.display[0]])
    short = but(all_up, display=position.display - moved, discards=position.discards + deck + moved)
    assert clauses(found(short)) == ["TURN-7"]


# Points, and Dirk's tiles.


@pytest.mark.rejects("SCORE-1")
def test_there_are_no_points_before_scoring_a() -> None:
    for position in (changed(three(), 2, points=1), but(two(), dirks_points=1)):
        violation = only(position)
        assert violation.clause == "SCORE-1"
        assert violation.message == "there are points, and no scoring has taken place"


@pytest.mark.accepts("SCORE-1")
def test_there_may_be_points_after_scoring_a() -> None:
    assert is_complete(changed(late(), 2, points=1000))


@pytest.mark.rejects("DIRK-3", "PLACE-5")
def test_dirk_keeps_the_six_even_faces_of_the_start() -> None:
    dirk = two().dirk
    assert dirk is not None
    for other in (dirk[1:], (*dirk[1:], *noted("PA11"))):
        violation = next(each for each in found(but(two(), dirk=other)) if each.clause != "BUY-2")
        assert (violation.clause, violation.player) == ("DIRK-3", "Dirk")
        assert violation.message == "Dirk has 5 tiles with their even face up, and got 6 at the start"


def given_to_dirk() -> Position:
    """Return the turn of Blue after Red bought PA8 for Dirk."""
    game = laid(["y9 y9 y2", "b9 b9 b3"], "o1 o2 o3 o4", "PA8 BA4 LI6 HS8", "HP10 MA10 PA10 SC10 DI10 AR10")
    bought = apply(game, Buy(Seat(0), Space(1), money("y9")))
    return drawn(apply(bought, GiveToDirk(Seat(0), Face.parse("PA8"), Purse()))).to_position()


@pytest.mark.accepts("DIRK-3", "DIRK-7", "BUY-2")
def test_dirk_may_have_six_tiles_and_more() -> None:
    assert len(given_to_dirk().dirk or ()) == 7
    assert is_complete(given_to_dirk())


@pytest.mark.rejects("BUY-2", "DIRK-7")
def test_what_dirk_did_not_draw_was_paid_for() -> None:
    six = two().dirk or ()
    violation = only(but(two(), dirk=(*six, *noted("PA9"))))
    assert violation.clause == "BUY-2"
    assert violation.message == "1 tiles for at least 8 were bought, and the discards are 0 cards worth 0"
    # The dearest of his tiles may be those that he drew.
    one_more = but(given_to_dirk(), dirk=(*six, *noted("PA8 MA2")))
    assert only(one_more).message == (
        "2 tiles for at least 10 were bought, and the discards are 1 cards worth 9"
    )


@cache
def after_a() -> Position:
    """Return a decision of two players after scoring A, with tiles in the bag."""
    for game in at_decisions(setup(NAMES[:2]), random.Random(0)):
        if game.table.turned_up:
            assert game.table.bag
            return game.to_position()
    raise AssertionError("scoring A takes place in this game")


@pytest.mark.rejects("DIRK-5")
def test_dirk_has_twelve_tiles_after_scoring_a() -> None:
    assert is_complete(after_a())
    violation = only(but(after_a(), dirk=(after_a().dirk or ())[:11]))
    assert (violation.clause, violation.player) == ("DIRK-5", "Dirk")
    assert violation.message == "Dirk has 11 tiles, and got 6 at the start and 6 after scoring A"


@pytest.mark.accepts("DIRK-5")
def test_dirk_may_have_fewer_if_the_bag_is_empty() -> None:
    position = after_b()
    open_tiles = {reference().tile(face) for face in lying_open(position)}
    rest = tuple(NotedTile(tile.even) for tile in reference().tiles if tile not in open_tiles)
    assert rest
    emptied = changed(position, 0, reserve=(*(position.players[0].reserve or ()), *rest))
    assert is_complete(with_dirks(emptied, 7))


@cache
def after_b() -> Position:
    """Return a decision of two players after scoring B, with tiles in the bag."""
    for game in at_decisions(setup(NAMES[:2]), random.Random(0)):
        if len(game.table.turned_up) == 2:
            assert game.table.bag
            return game.to_position()
    raise AssertionError("scoring B takes place in this game")


def with_dirks(position: Position, many: int) -> Position:
    """Leave Dirk so many tiles, even faces first; Red has the others."""
    dirk = sorted(position.dirk or (), key=lambda tile: tile.face.value % 2)
    reserve = (*(position.players[0].reserve or ()), *dirk[many:])
    return but(changed(position, 0, reserve=reserve), dirk=tuple(dirk[:many]))


@pytest.mark.accepts("DIRK-6")
@pytest.mark.rejects("DIRK-6", "DIRK-5")
def test_dirk_has_a_third_of_the_bag_after_scoring_b() -> None:
    bag = len(Game.from_position(after_b()).table.bag)
    third = min(before // 3 for before in range(54) if before - before // 3 >= bag)
    assert third > 1
    assert is_complete(with_dirks(after_b(), 12 + third))
    for many in (12, 11 + third):
        violation = only(with_dirks(after_b(), many))
        assert (violation.clause, violation.player) == ("DIRK-6", "Dirk")
        assert violation.message == (
            f"Dirk has {many} tiles, and got 6 at the start, 6 after scoring A "
            f"and at least {third} after scoring B"
        )
    assert only(with_dirks(after_b(), 11)).clause == "DIRK-5"


def lying_open(position: Position) -> set[Face]:
    """Return the faces that lie open, whoever has them."""
    tiles = [*(position.dirk or ()), *(position.bought or ()), *filter(None, position.yard or ())]
    for player in position.players:
        tiles += player.reserve or ()
        tiles += [NotedTile(tile.face) for tile in (player.city or City.of()).tiles.values()]
    return {tile.face for tile in tiles}


# What each check takes.


def reduced(position: Position, kept: Collection[str]) -> Position:
    """Leave out all but these fields of a position and of its players."""
    players = tuple(
        NotedPlayer(
            **{field: getattr(player, field) for field in attrs.fields_dict(NotedPlayer) if field in kept}
        )
        for player in position.players
    )
    fields = {field: getattr(position, field) for field in attrs.fields_dict(Position) if field in kept}
    return Position(**{**fields, "players": players})


def with_little_in_the_bag() -> Position:
    return but(three(), bag=noted("PA8 HS10"))


CHECKS: list[tuple[str, Callable[[], Position], str]] = [
    ("TURN-1", lambda: but(three(), turn="Pink"), "turn name"),
    ("BOX-11", with_little_in_the_bag, "bag yard bought city reserve"),
    ("BOX-11", lambda: changed(three(), 0, hand=money("y9 y9")), "piles display discards hand"),
    ("BOX-11", lambda: but(three(), piles=piled("999")), "piles"),
    ("SETUP-6", lambda: but(three(), piles=piled("20A 19 19 20B 19")), "piles"),
    ("TURN-9", lambda: but(three(), bought=noted("PA8 HS10")), "phase yard bought"),
    ("TURN-6", lambda: but(three(), phase=Phase.PLACE), "phase yard bought"),
    ("BUY-1", lambda: paid("b2"), "phase yard bought discards ruleset"),
    ("TURN-3", lambda: paid("y3"), "phase yard bought discards ruleset"),
    ("BUY-2", lambda: changed(three(), 0, reserve=noted("PA8")), "phase piles discards reserve"),
    ("BUY-2", lambda: changed(three(), 0, city=city("1,0 PA8 -")), "phase piles discards city"),
    ("BUY-2", lambda: but(two(), dirk=noted("PA8 HS8 HS10 PA10 PA12 AR2 HP2")), "phase piles discards dirk"),
    ("TURN-10", lambda: but(three(), marker=Marker.EVEN), "phase yard bought marker"),
    ("TURN-7", lambda: but(three(), display=money("o1")), "phase display piles"),
    ("TURN-7", lambda: but(spent(), display=money("o1"), piles=()), "phase display discards bought"),
    ("END-1", lambda: but(in_all_hands(), bag=noted("PA8")), "phase bag"),
    (
        "END-1",
        lambda: but(three(), phase=Phase.GIFT, yard=(None, *GAP[:3])),
        "phase yard bought city reserve",
    ),
    ("END-1", lambda: but(in_all_hands(), yard=noted("AR2 BA4 LI6 HS8")), "phase yard"),
    ("END-3", lambda: but(in_all_hands(), bought=noted("PA8 HS10")), "phase bought"),
    ("END-2", lambda: but(in_all_hands(), turn="Blue"), "phase yard hand turn name ruleset"),
    ("SCORE-1", lambda: changed(three(), 0, points=3), "phase piles points"),
    ("SCORE-1", lambda: but(two(), dirks_points=3), "phase piles dirks_points"),
    ("DIRK-3", lambda: but(two(), dirk=noted("PA8 HS8 HS10")), "phase dirk"),
    ("DIRK-5", lambda: with_dirks(after_a(), 11), "phase piles dirk yard bought city reserve"),
    ("DIRK-6", lambda: with_dirks(after_b(), 12), "phase piles dirk yard bought city reserve"),
    ("DIRK-6", lambda: but(with_dirks(after_b(), 12), bag=noted("PA8 HS8 HS10")), "phase piles dirk bag"),
]


@pytest.mark.parametrize(("clause", "wrong", "takes"), CHECKS)
def test_each_check_is_made_as_soon_as_what_it_takes_is_known(
    clause: str, wrong: Callable[[], Position], takes: str
) -> None:
    position, kept = wrong(), set(takes.split())
    assert clause in clauses(validate(position).violations)
    assert clause in clauses(validate(reduced(position, kept)).violations)
    for field in kept:
        assert clause not in clauses(validate(reduced(position, kept - {field})).violations)


@pytest.mark.accepts("SCORE-1", "BUY-2", "BOX-11")
def test_what_is_left_of_a_game_that_was_never_scored_is_judged_by_what_is_known() -> None:
    position = changed(three(), 0, points=3, reserve=noted("PA8"))
    for phase in (None, Phase.OVER):
        assert is_consistent(but(position, phase=phase))
    # There may be as much money in hands that are not known.
    assert is_consistent(changed(but(three(), piles=piled("19 20A 19 20B 19")), 1, hand=None))


# Games of positions, and positions of games.


@pytest.mark.parametrize("field", [*LEFT_OUT, "dirk", "dirks_points", *attrs.fields_dict(NotedPlayer)])
def test_no_game_is_made_up_where_something_is_missing(field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    everything = Report(Level.COMPLETE, (), ())
    monkeypatch.setattr("granada_rules.game.validate", lambda _position: everything)
    assert Game.from_position(two()) == Game.from_position(two())
    if field in attrs.fields_dict(NotedPlayer):
        hole = changed(two(), 1, **{field: None})
    else:
        hole = but(two(), **{field: None})
    with pytest.raises(ValueError, match="found complete, and something is missing"):
        Game.from_position(hole)


def test_a_game_is_made_of_what_was_written_down() -> None:
    game = Game.from_position(two())
    table = game.table
    assert (table.phase, table.turn, table.draw_for, table.due) == (Phase.ACT, 0, None, None)
    assert table.yard == tuple(faces("AR2 BA4 LI6 HS8"))
    assert table.display == money("o1 o2 o3 o4")
    assert table.marker is Marker.ODD
    assert table.dirk is not None
    assert table.dirk.faces == tuple(sorted(faces("HP10 MA10 PA10 SC10 DI10 AR10")))
    assert [player.name for player in table.players] == ["Red", "Blue"]
    assert [player.hand_size for player in table.players] == [3, 3]
    assert game.hands == (money("y9 y9 y2"), money("b9 b9 b3"))
    assert len(table.bag) == 54 - 4 - 6
    assert len(game.deck) == 72 - 6 - 4
    assert table.deck_size == 72 - 6 - 4 + 2
    assert table.turned_up == ()
    assert game.draws == 6 + 4 + 6 + 4
    assert game.sheets == ()
    assert late().piles == Game.from_position(late()).piles
    assert Game.from_position(late()).table.turned_up == (Scoring.A, Scoring.B)


def test_the_order_in_which_tiles_were_written_down_does_not_matter() -> None:
    game = Game.from_position(late())
    back_to_front = late()
    for seat, player in enumerate(late().players):
        assert player.reserve is not None
        assert player.city is not None
        tiles = dict(reversed(list(player.city.tiles.items())))
        back_to_front = changed(back_to_front, seat, reserve=player.reserve[::-1], city=City.of(tiles))
    assert Game.from_position(back_to_front) == game
    assert hash(Game.from_position(back_to_front)) == hash(game)


def test_a_game_is_played_with_the_tile_set_of_the_position() -> None:
    other = mirrored(Backs.MIRRORED_TOP_BOTTOM)
    assert three().ruleset == GRANADA
    assert Game.from_position(but(three(), tile_set=other)).table.ruleset == Ruleset(tile_set=other)
    of_the_rules = but(three(), ruleset=Ruleset(tile_set=other, simplified=True))
    assert Game.from_position(of_the_rules).table.ruleset == Ruleset(simplified=True)


def test_a_game_that_was_written_down_is_played_on() -> None:
    game = Game.from_position(three())
    assert list(legal_actions(game))
    bought = apply(game, Buy(Seat(0), Space(1), money("y2")))
    assert bought.table.extra
    taken = apply(bought, TakeMoney(Seat(0), money("o4")))
    built = drawn(apply(taken, Build(Seat(0), Face.parse("AR2"), Cell(0, 1), Purse())))
    assert built.table.to_act == 1
    assert is_complete(built.to_position())


def test_a_game_that_waits_for_chance_can_be_written_down_but_not_played_on() -> None:
    for game in (setup(2), setup(3), apply(Game.from_position(three()), TakeMoney(Seat(0), money("o4")))):
        position = game.to_position()
        assert is_consistent(position)
        with pytest.raises(ValueError, match="a phase in which somebody decides"):
            Game.from_position(position)
