"""Gifts of Alhambra: which tiles can lie where while somebody places what was given (END-2, A-END-3)."""

from __future__ import annotations

from itertools import combinations

import pytest

from granada_rules import ALHAMBRA, Kind, Phase, Pile, Purse, Ruleset, alhambra, validate
from granada_rules.game import money as all_money
from granada_rules.position import NotedPlayer, NotedTile, Position
from tests.helpers.games import NAMES, clauses, money
from tests.helpers.noted import (
    alhambra_of,
    but,
    changed,
    found,
    is_complete,
    is_consistent,
    noted,
    only,
)

ONE_BY_ONE = Ruleset(kinds=(Kind.ALHAMBRA,), gifts_one_by_one=True)
YARD = ("PV2:NEW", "SE3:ESW", "AC5:NW", "GA10:N")
"""What lies on the spaces of yellow, green, blue and orange, unless it was given away or never came."""


def giving(left: str, given: str, turn: str, *hands: str, ruleset: Ruleset = ALHAMBRA) -> Position:
    """Return a gift: the spaces with a tile, those whose tile is to be placed, whose gift it is, the hands.

    All other tiles are on the reserve of the last player.
    """
    yard = tuple(noted(code)[0] if str(space) in left else None for space, code in enumerate(YARD, 1))
    bought = tuple(noted(YARD[int(space) - 1])[0] for space in given)
    elsewhere = {*yard, *bought}
    reserve = tuple(tile for tile in map(NotedTile, alhambra().faces) if tile not in elsewhere)
    everybody = [
        NotedPlayer(
            name=name,
            city=alhambra_of(),
            reserve=reserve if name == NAMES[len(hands) - 1] else (),
            hand=money(hand),
            points=0,
        )
        for name, hand in zip(NAMES, hands, strict=False)
    ]
    display = money("y1 g1 b1 o1")
    deck = all_money(len(hands)) - display
    for hand in hands:
        deck -= money(hand)
    return Position(
        tile_set=alhambra(),
        ruleset=ruleset,
        players=tuple(everybody),
        yard=yard,
        bought=bought,
        display=display,
        discards=Purse(),
        piles=(Pile(len(deck)),),
        turn=turn,
        phase=Phase.GIFT,
        draws=1,
    )


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
    for given in ("", "13"):
        violation = only(giving("2", given, "Red", *HANDS, ruleset=ONE_BY_ONE))
        assert violation.clause == "A-END-3"
        assert violation.message == f"{len(given)} tiles are given at once, and it is one after the other"


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
    four = Position(ruleset=ALHAMBRA, phase=Phase.GIFT, bought=noted(" ".join(YARD)))
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


def judged(receivers: tuple[int | None, ...], gift: Gift, ruleset: Ruleset) -> bool:
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
    return not validate(position).violations


EVERY_GIFT = [
    (frozenset(left), many, receiver)
    for number in range(5)
    for left in combinations(range(4), number)
    for many in range(5)
    for receiver in range(3)
]


@pytest.mark.accepts("END-1", "END-2", "A-END-3")
@pytest.mark.rejects("END-1", "END-2", "A-END-3")
@pytest.mark.parametrize("ruleset", [ALHAMBRA, ONE_BY_ONE], ids=["together", "one by one"])
@pytest.mark.parametrize(
    "receivers", [(0, 1, 0, 2), (0, 0, 1, 1), (None, 2, 1, 2), (1, None, 1, 1), (0, 1, 2, 0), (2, 1, 1, 2)]
)
def test_a_table_can_be_at_a_gift_exactly_if_some_end_leads_to_it(
    receivers: tuple[int | None, ...], ruleset: Ruleset
) -> None:
    can_be = gifts(receivers, together=ruleset.gives_together)
    assert {gift for gift in EVERY_GIFT if judged(receivers, gift, ruleset)} == can_be
    assert can_be
