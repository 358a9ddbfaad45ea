"""Whole tables later on: tiles that are given away, points, and what Dirk has."""

from __future__ import annotations

from itertools import combinations

import pytest

import granada_rules as g
from granada_rules.box import Phase
from granada_rules.position import NotedPlayer, NotedTile, Position
from tests.helpers.games import NAMES, clauses, drawn, laid, money
from tests.helpers.noted import (
    YARDS,
    after_a,
    after_b,
    but,
    changed,
    ending,
    found,
    given,
    in_all_hands,
    is_complete,
    is_consistent,
    late,
    noted,
    only,
    players,
    two,
    with_dirks,
)

# Tiles that are given away.


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
    assert violation.message == "the game is at its end, and the bag is not empty"


@pytest.mark.rejects("BOX-2")
def test_if_there_are_too_many_tiles_the_bag_is_empty_all_the_same() -> None:
    reserve = in_all_hands().players[0].reserve or ()
    position = changed(in_all_hands(), 0, reserve=(*reserve, reserve[0]))
    assert set(clauses(found(position))) == {"BOX-2"}


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
    moved = g.Purse.of([position.display[0]])
    violation = only(but(position, display=position.display - moved, discards=position.discards + moved))
    assert violation.clause == "TURN-7"


@pytest.mark.rejects("TURN-7", "TURN-8")
def test_the_display_is_filled_with_discards_before_gifts_are_given() -> None:
    position = in_all_hands()
    assert position.display is not None
    assert position.discards is not None
    deck = g.Game.from_position(position).deck
    all_up = but(position, piles=(), discards=position.discards + deck, sheets=None)
    assert is_complete(all_up)
    moved = g.Purse.of([position.display[0]])
    short = but(all_up, display=position.display - moved, discards=position.discards + deck + moved)
    assert clauses(found(short)) == ["TURN-7"]


# Points, and Dirk's tiles.


@pytest.mark.accepts("SCORE-1")
def test_there_may_be_points_after_scoring_a() -> None:
    assert is_complete(changed(but(late(), sheets=None), 2, points=1000))


def given_to_dirk() -> Position:
    """Return the turn of Blue after Red bought PA8 for Dirk."""
    game = laid(["y9 y9 y2", "b9 b9 b3"], "o1 o2 o3 o4", "PA8 BA4 LI6 HS8", "HP10 MA10 PA10 SC10 DI10 AR10")
    bought = g.apply(game, g.Buy(g.Seat(0), g.Space(1), money("y9")))
    return drawn(g.apply(bought, g.GiveToDirk(g.Seat(0), g.Face.parse("PA8"), g.Purse()))).to_position()


@pytest.mark.accepts("DIRK-3", "DIRK-7", "BUY-2")
def test_dirk_may_have_six_tiles_and_more() -> None:
    assert len(given_to_dirk().dirk or ()) == 7
    assert is_complete(given_to_dirk())


@pytest.mark.rejects("BUY-2", "DIRK-7")
def test_what_dirk_did_not_draw_was_paid_for() -> None:
    six = two().dirk or ()
    violation = only(but(two(), dirk=(*six, *noted("PA9"))))
    assert violation.clause == "BUY-2"
    assert violation.message == "1 tile bought for at least 8, and in the discards 0 cards worth 0"
    # The dearest of his tiles may be those that he drew.
    one_more = but(given_to_dirk(), dirk=(*six, *noted("PA8 MA2")))
    assert only(one_more).message == ("2 tiles bought for at least 10, and in the discards 1 card worth 9")


@pytest.mark.accepts("DIRK-5", "BUY-2")
@pytest.mark.rejects("BUY-2")
def test_nothing_was_paid_for_the_tiles_that_dirk_drew() -> None:
    thirteen = noted("HP10 MA10 PA10 SC10 DI10 AR10 AR3 BA3 LI3 HS3 HP3 MA3 PA3")
    drew = Position(players=players(), phase=Phase.ACT, piles=after_a().piles, discards=g.Purse())
    assert is_consistent(but(drew, dirk=thirteen[:12]))
    assert only(but(drew, dirk=thirteen)).clause == "BUY-2"


@pytest.mark.accepts("DIRK-5")
def test_dirk_may_have_fewer_if_the_bag_is_empty() -> None:
    position = after_b()
    open_tiles = {g.reference().tile(face) for face in lying_open(position)}
    rest = tuple(NotedTile(tile.even) for tile in g.reference().tiles if tile not in open_tiles)
    assert rest
    emptied = changed(position, 0, reserve=(*(position.players[0].reserve or ()), *rest))
    assert is_complete(with_dirks(emptied, 7))


@pytest.mark.accepts("DIRK-6")
@pytest.mark.rejects("DIRK-6", "DIRK-5")
def test_dirk_has_a_third_of_the_bag_after_scoring_b() -> None:
    bag = len(g.Game.from_position(after_b()).table.bag)
    third = min(before // 3 for before in range(54) if before - before // 3 >= bag)
    assert third > 1
    assert is_complete(with_dirks(after_b(), 12 + third))
    for many in (12, 11 + third):
        violation = only(with_dirks(after_b(), many))
        assert (violation.clause, violation.player) == ("DIRK-6", "Dirk")
        assert violation.message == (
            f"{many} tiles, and he got 6 at the start, 6 after scoring A and at least {third} after scoring B"
        )
    assert only(with_dirks(after_b(), 11)).clause == "DIRK-5"


def lying_open(position: Position) -> set[g.Face]:
    """Return the faces that lie open anywhere."""
    tiles = [*(position.dirk or ()), *(position.bought or ()), *filter(None, position.yard or ())]
    for player in position.players:
        tiles += player.reserve or ()
        tiles += [NotedTile(tile.face) for tile in (player.city or g.City.of()).tiles.values()]
    return {tile.face for tile in tiles}


@pytest.mark.accepts("END-1")
def test_the_game_is_over_when_the_bag_is_empty() -> None:
    assert is_consistent(Position(phase=Phase.OVER, bag=()))
    assert is_consistent(Position(phase=Phase.ACT, bag=noted("BA2")))


# Gifts of Alhambra: which tiles can lie where while somebody places what was given (END-2, A-END-3).

ONE_BY_ONE = g.Ruleset(kinds=(g.Kind.ALHAMBRA,), gifts_one_by_one=True)
YARD = YARDS[g.Kind.ALHAMBRA]


def giving(left: str, given: str, turn: str, *hands: str, ruleset: g.Ruleset = g.ALHAMBRA) -> Position:
    """Return a gift: the spaces with a tile, those whose tile is given, whose gift it is, the hands."""
    return ending(left, given, turn, *hands, ruleset=ruleset)


HANDS = "y5 b5", "g5", "o5"
"""Red has the most yellow and blue, Blue the most green, Green the most orange."""


@pytest.mark.accepts("A-END-3", "END-2")
def test_all_that_somebody_gets_is_given_at_once() -> None:
    """Orange could not be refilled; Red gets the first and the third, and the second is for Blue."""
    assert is_complete(giving("2", "13", "Red", *HANDS))
    for placed in ("1", "3"):
        assert is_complete(giving("2", placed, "Red", *HANDS))
    assert is_complete(giving("", "2", "Blue", *HANDS))


@pytest.mark.rejects("A-END-3")
def test_nothing_is_left_on_a_space_of_the_one_who_is_given_tiles() -> None:
    violation = only(giving("23", "1", "Red", *HANDS))
    assert (violation.clause, violation.faces) == ("A-END-3", (noted(YARD[2])[0].face,))
    assert violation.message == "AC5:NW goes to Red together with what is given now"


@pytest.mark.accepts("A-END-3")
@pytest.mark.rejects("A-END-3")
def test_by_agreement_gifts_are_given_one_by_one() -> None:
    assert is_complete(giving("23", "1", "Red", *HANDS, ruleset=ONE_BY_ONE))
    for placed in ("", "13"):
        violation = only(giving("2", placed, "Red", *HANDS, ruleset=ONE_BY_ONE))
        assert violation.clause == "A-END-3"
        assert violation.message == f"{len(placed)} tiles are given at once, and it is one after the other"


@pytest.mark.rejects("A-END-3")
def test_something_is_given() -> None:
    violation = only(giving("2", "", "Red", *HANDS))
    assert violation.clause == "A-END-3"
    assert violation.message == "0 tiles are given at once, and one or more are to be placed"


@pytest.mark.rejects("END-2")
def test_nobody_gets_more_tiles_than_spaces_of_a_currency_of_which_nobody_has_more() -> None:
    violation = only(giving("", "13", "Blue", *HANDS))
    assert violation.clause == "END-2"
    assert violation.message == "2 tiles are given to Blue, who can have won 1"
    assert only(giving("", "1", "Red", "", "g5", "o5")).message == (
        "'Red' has the most money of no currency whose tile is given away"
    )


@pytest.mark.rejects("END-2")
def test_those_who_get_tiles_come_in_the_order_of_their_lowest_space() -> None:
    violation = only(giving("1", "2", "Blue", *HANDS))
    assert (violation.clause, violation.faces) == ("END-2", (noted(YARD[0])[0].face,))
    assert violation.message == "PV2:NEW goes to Red before any tile of a later space"
    # Of the first space nobody has the most: it stays.
    assert is_complete(giving("1", "2", "Blue", "b5", "g5", "o5"))


@pytest.mark.accepts("END-1")
@pytest.mark.rejects("END-1")
def test_a_space_could_not_be_refilled() -> None:
    richest = "y5 g5 b5", "", "o5"
    assert is_complete(giving("", "123", "Red", *richest))
    violation = only(giving("4", "123", "Red", *richest))
    assert violation.clause == "END-1"
    assert violation.message == "tiles are given away, and the yard was full"
    # Even if nothing is known of the yard: four tiles were all of it.
    four = Position(ruleset=g.ALHAMBRA, phase=Phase.GIFT, bought=noted(" ".join(YARD)))
    assert only(four).clause == "END-1"
    assert is_consistent(but(four, bought=noted(" ".join(YARD[1:]))))
    last = changed(giving("2", "13", "Red", *HANDS), 2, reserve=())
    assert "END-1" in clauses(found(last))


def test_without_a_ruleset_tiles_may_be_given_at_once_or_one_by_one() -> None:
    for position in (giving("2", "13", "Red", *HANDS), giving("23", "1", "Red", *HANDS)):
        assert is_consistent(but(position, ruleset=None))


# All gifts there can be.

Gift = tuple[frozenset[int], int, int]
"""The spaces on which tiles lie, how many tiles are to be placed, and whose they are."""


def gifts(receivers: tuple[int | None, ...], *, together: bool) -> set[Gift]:
    """Return all gifts there can be if those are the receivers of the spaces, by playing every end."""
    seen: set[Gift] = set()
    for many in range(len(receivers)):
        for yard in map(set, combinations(range(len(receivers)), many)):
            while given := [space for space in sorted(yard) if receivers[space] is not None]:
                receiver = receivers[given[0]]
                assert receiver is not None
                own = [space for space in given if receivers[space] == receiver]
                yard -= set(own if together else own[:1])
                placed = range(1, len(own) + 1 if together else 2)
                seen |= {(frozenset(yard), number, receiver) for number in placed}
    return seen


def judged(receivers: tuple[int | None, ...], gift: Gift, ruleset: g.Ruleset) -> bool:
    """Tell whether a table can be at this gift."""
    left, many, receiver = gift
    purses = ["", "", ""]
    for currency, seat in zip("ygbo", receivers, strict=True):
        if seat is not None:
            purses[seat] += f" {currency}5"
    position = Position(
        ruleset=ruleset,
        players=tuple(
            NotedPlayer(name=name, hand=money(purse.strip()))
            for name, purse in zip(NAMES, purses, strict=False)
        ),
        yard=tuple(noted(code)[0] if space in left else None for space, code in enumerate(YARD)),
        bought=noted(" ".join(["PV3:SW", "PV4:ES", "PV5:NW", "PV6:N"][:many])),
        turn=NAMES[receiver],
        phase=Phase.GIFT,
    )
    return not g.validate(position).violations


EVERY_GIFT = [
    (frozenset(left), many, receiver)
    for number in range(5)
    for left in combinations(range(4), number)
    for many in range(5)
    for receiver in range(3)
]


@pytest.mark.accepts("END-1", "END-2", "A-END-3")
@pytest.mark.rejects("END-1", "END-2", "A-END-3")
@pytest.mark.parametrize("ruleset", [g.ALHAMBRA, ONE_BY_ONE], ids=["together", "one by one"])
@pytest.mark.parametrize(
    "receivers", [(0, 1, 0, 2), (0, 0, 1, 1), (None, 2, 1, 2), (1, None, 1, 1), (0, 1, 2, 0), (2, 1, 1, 2)]
)
def test_a_table_can_be_at_a_gift_exactly_if_some_end_leads_to_it(
    receivers: tuple[int | None, ...], ruleset: g.Ruleset
) -> None:
    can_be = gifts(receivers, together=ruleset.gives_together)
    assert {gift for gift in EVERY_GIFT if judged(receivers, gift, ruleset)} == can_be
    assert can_be
