"""Placing bought tiles: in the city, on the reserve, with Dirk; as they lay, or turned over."""

from __future__ import annotations

from itertools import combinations

import pytest

import granada_rules as g
from tests.helpers.games import clauses, drawn, faces, laid, money, played, refused, until

RED, BLUE = g.Seat(0), g.Seat(1)
EAST, NORTH, SOUTH, WEST = g.Cell(1, 0), g.Cell(0, 1), g.Cell(0, -1), g.Cell(-1, 0)

PARK, SCHOOL = faces("PA2 SC3")
"""The faces of a tile with moats everywhere but in the north."""
BATH_HOUSE, LIBRARY = faces("BA2 LI3")
"""Those of a tile with moats everywhere but in the east."""

HAND = "y2 g1 g2 g3 b2 y9 o9"
ONE_CARD = g.Ruleset(turning_takes_one_card=True)


def begun(ruleset: g.Ruleset = g.GRANADA, *, players: int = 3) -> g.Game:
    """Lay out a game in which Red begins, with a little of every currency."""
    others = ["g1 g2 g3 g4 g4 g5 g9", "b1 b2 b3 b4 b4 b5 b9"][: players - 1]
    game = laid([HAND, *others], "y1 g8 b3 o4", "PA2 BA2 LI2 HS2", ruleset=ruleset)
    assert game.table.to_act == RED
    return game


def bought(ruleset: g.Ruleset = g.GRANADA, *, players: int = 3) -> g.Game:
    """Let Red buy the Park for 9 yellow; so that is to be placed, and nothing else is to be done."""
    return g.apply(begun(ruleset, players=players), g.Buy(RED, g.Space(1), money("y9")))


def bought_two(ruleset: g.Ruleset = g.GRANADA) -> g.Game:
    """Let Red buy the Park and the Bath House."""
    return g.apply(
        g.apply(begun(ruleset), g.Buy(RED, g.Space(1), money("y2"))), g.Buy(RED, g.Space(2), money("g1 g3"))
    )


def subsets(hand: g.Purse) -> set[g.Purse]:
    cards = list(hand)
    return {g.Purse.of(some) for number in range(len(cards) + 1) for some in combinations(cards, number)}


def turns(payment: g.Purse, *, one_card: bool) -> bool:
    """Judge a payment for turning by the words of the clause."""
    currencies = {card.currency for card in payment.money_cards}
    return len(currencies) == 1 and payment.total() >= 3 and not (one_card and len(payment) > 1)


# Where bought tiles go.


@pytest.mark.accepts("PLACE-1")
def test_each_bought_tile_is_built_or_stored() -> None:
    game = bought_two()
    placed = played(game, g.Build(RED, PARK, SOUTH), g.Store(RED, BATH_HOUSE))
    red = placed.table.players[RED]
    assert {cell: (tile.face, tile.moats) for cell, tile in red.city.tiles.items()} == {
        SOUTH: (PARK, g.reference().moats(PARK))
    }
    assert (red.reserve, placed.table.bought) == ((BATH_HOUSE,), ())
    assert placed.hands == game.hands
    other = played(game, g.Build(RED, BATH_HOUSE, WEST), g.Build(RED, PARK, SOUTH))
    assert other.table.players[RED].city.cells == {g.START, WEST, SOUTH}


@pytest.mark.accepts("PLACE-1")
def test_a_tile_may_be_built_beside_one_that_was_just_built() -> None:
    # The Library lies east of the start tile, open to the south; the Hostel below it.
    game = played(begun(), g.Buy(RED, g.Space(3), money("b2")), g.Buy(RED, g.Space(4), money("o9")))
    library, hostel = game.table.bought
    there = g.Build(RED, hostel, g.Cell(1, -1))
    assert [violation.clause for violation in refused(game, there)] == ["BUILD-3", "BUILD-4", "BUILD-4"]
    built = played(game, g.Build(RED, library, EAST), there)
    assert built.table.players[RED].city.cells == {g.START, EAST, g.Cell(1, -1)}


@pytest.mark.rejects("PLACE-1")
def test_each_placement_is_legal_when_it_is_made() -> None:
    unlike, unreachable = refused(bought(), g.Build(RED, PARK, NORTH))
    assert (unlike.clause, unlike.cells, unlike.faces, unlike.player) == (
        "BUILD-2",
        (NORTH, g.START),
        (PARK,),
        "Red",
    )
    assert (unreachable.clause, unreachable.cells) == ("BUILD-3", (NORTH,))
    (taken,) = refused(bought(), g.Build(RED, PARK, g.START))
    assert (taken.clause, taken.cells) == ("BUILD-4", (g.START,))
    for far in (g.Cell(55, 0), g.Cell(10**30, 0)):
        assert clauses(refused(bought(), g.Build(RED, PARK, far))) == ["BOX-2", "BUILD-3", "BUILD-4"]


# Turning over.


@pytest.mark.accepts("PLACE-2")
@pytest.mark.rejects("PLACE-2")
@pytest.mark.parametrize("ruleset", [g.GRANADA, ONE_CARD])
def test_a_tile_is_turned_over_for_three_money_of_one_currency_and_for_nothing_else(
    ruleset: g.Ruleset,
) -> None:
    game = bought(ruleset)
    one_card = ruleset.turning_takes_one_card
    listed = {
        action.payment
        for action in g.legal_actions(game)
        if isinstance(action, g.Build) and action.face == SCHOOL
    }
    assert listed == {payment for payment in subsets(game.hands[RED]) if turns(payment, one_card=one_card)}
    assert len(listed) == (2 if one_card else 6)
    for payment in subsets(game.hands[RED]):
        building = g.Build(RED, SCHOOL, SOUTH, payment)
        if payment in listed:
            built = g.apply(game, building)
            assert built.table.players[RED].city.tiles[SOUTH].face == SCHOOL
            assert built.hands[RED] == game.hands[RED] - payment
            assert built.table.discards == game.table.discards + payment
        else:
            found = refused(game, building)
            assert set(clauses(found)) == {"PLACE-2"}
            assert all(violation.faces == (SCHOOL,) for violation in found)
            assert all(g.Purse.of(violation.cards) <= payment for violation in found)


@pytest.mark.accepts("PLACE-2")
def test_payments_for_turning_are_minimal_if_each_card_is_needed() -> None:
    game = bought()
    minimal = g.legal_actions(game, minimal_payments=True)
    turning = {action.payment for action in minimal if isinstance(action, g.Build) and action.face == SCHOOL}
    assert turning == set(map(money, ["g3", "g1 g2", "o9"]))
    for payment in subsets(game.hands[RED]):
        assert (g.Build(RED, SCHOOL, SOUTH, payment) in minimal) == (payment in turning)


@pytest.mark.rejects("PLACE-2")
def test_turning_is_paid_with_cards_of_the_own_hand() -> None:
    # Paid already, on the display, in another hand, in no box, too often.
    for payment, missing in (("y9", "y9"), ("g8", "g8"), ("b4", "b4"), ("o99", "o99"), ("o9 o9", "o9")):
        violation = refused(bought(), g.Build(RED, SCHOOL, SOUTH, money(payment)))[0]
        assert (violation.clause, violation.cards) == ("PLACE-2", tuple(money(missing)))
        assert violation.message == f"not in the hand: {missing}"
    many = g.Purse.of([g.Card.parse("y9")] * 500)
    (violation,) = refused(bought(), g.Build(RED, SCHOOL, SOUTH, many))
    assert len(violation.cards) == 500
    assert len(violation.message) < 100


@pytest.mark.accepts("PLACE-2")
def test_each_tile_pays_for_itself() -> None:
    game = bought_two()
    once = g.apply(game, g.Build(RED, SCHOOL, SOUTH, money("o9")))
    twice = g.apply(once, g.Build(RED, LIBRARY, WEST, money("y9")))
    assert twice.table.players[RED].city.tiles[WEST].face == LIBRARY
    assert twice.table.discards == money("y2 g1 g3 o9 y9")


@pytest.mark.rejects("PLACE-2")
def test_one_payment_does_not_turn_two_tiles() -> None:
    game = g.apply(bought_two(), g.Build(RED, SCHOOL, SOUTH, money("o9")))
    assert clauses(refused(game, g.Build(RED, LIBRARY, WEST))) == ["PLACE-2"]
    assert clauses(refused(game, g.Build(RED, LIBRARY, WEST, money("o9")))) == ["PLACE-2"]


@pytest.mark.accepts("PLACE-2", "BUILD-1")
@pytest.mark.parametrize(
    ("backs", "cell"),
    [
        # The Bath House can only lie in the west.
        (g.Backs.AS_SEEN, WEST),
        (g.Backs.MIRRORED_LEFT_RIGHT, EAST),
        (g.Backs.MIRRORED_TOP_BOTTOM, WEST),
    ],
)
def test_the_moats_of_the_back_are_as_the_tile_set_says(backs: g.Backs, cell: g.Cell) -> None:
    own = g.Ruleset(tile_set=g.TileSet.of(g.reference().tiles, name="own", backs=backs))
    game = g.apply(bought_two(own), g.Store(RED, PARK))
    payment = money("o9")
    assert {
        action.cell
        for action in g.legal_actions(game)
        if isinstance(action, g.Build) and action.face == LIBRARY
    } == {cell}
    built = g.apply(game, g.Build(RED, LIBRARY, cell, payment))
    assert built.table.players[RED].city.tiles[cell].moats == backs.turned(g.reference().moats(BATH_HOUSE))
    for other in {EAST, NORTH, SOUTH, WEST} - {cell}:
        assert clauses(refused(game, g.Build(RED, LIBRARY, other, payment))) == ["BUILD-2", "BUILD-3"]


@pytest.mark.accepts("PLACE-3")
def test_paying_exactly_three_for_turning_ends_the_turn_like_any_other_payment() -> None:
    ends = [
        g.apply(bought(), g.Build(RED, SCHOOL, SOUTH, money(payment))) for payment in ("g3", "g1 g2", "o9")
    ]
    assert {end.table.phase for end in ends} == {g.Phase.END_OF_TURN}
    assert {drawn(end).table.to_act for end in ends} == {BLUE}


@pytest.mark.rejects("PLACE-3")
def test_paying_exactly_three_for_turning_gives_no_action() -> None:
    two = played(begun(), g.Buy(RED, g.Space(3), money("b2")), g.Buy(RED, g.Space(1), money("y9")))
    for payment in ("g3", "g1 g2"):
        exactly = g.apply(two, g.Build(RED, SCHOOL, SOUTH, money(payment)))
        assert exactly.table.phase is g.Phase.PLACE
        for action in (
            g.TakeMoney(RED, money("y1")),
            g.Buy(RED, g.Space(4), money("o9")),
            g.Reduce(RED, SOUTH),
        ):
            (violation,) = refused(exactly, action)
            assert (violation.clause, violation.player) == ("TURN-3", "Red")
        last = g.apply(exactly, g.Store(RED, g.Face.parse("LI2")))
        assert last.table.to_act is None
        assert clauses(refused(last, g.TakeMoney(RED, money("y1")))) == ["TURN-9"]


# The reserve.


@pytest.mark.accepts("PLACE-4")
@pytest.mark.parametrize("face", [PARK, SCHOOL])
def test_on_the_reserve_a_tile_lies_with_either_face_up_free_of_charge(face: g.Face) -> None:
    game = bought()
    assert [action for action in g.legal_actions(game) if isinstance(action, g.Store)] == [
        g.Store(RED, PARK),
        g.Store(RED, SCHOOL),
    ]
    stored = g.apply(game, g.Store(RED, face))
    assert stored.table.players[RED].reserve == (face,)
    assert (stored.hands, stored.table.discards) == (game.hands, game.table.discards)
    assert stored.table.bought == ()


@pytest.mark.accepts("PLACE-5")
@pytest.mark.parametrize("face", [PARK, SCHOOL])
def test_a_tile_keeps_its_face_from_reserve_to_city_and_back(face: g.Face) -> None:
    game = until(drawn(g.apply(bought(), g.Store(RED, face))), RED)
    built = until(drawn(g.apply(game, g.Extend(RED, face, SOUTH))), RED)
    assert built.table.players[RED].city.tiles[SOUTH].face == face
    back = g.apply(built, g.Reduce(RED, SOUTH))
    assert back.table.players[RED].reserve == (face,)


@pytest.mark.rejects("PLACE-5")
@pytest.mark.parametrize(("face", "other"), [(PARK, SCHOOL), (SCHOOL, PARK)])
def test_a_tile_on_the_reserve_is_never_turned_over_again(face: g.Face, other: g.Face) -> None:
    game = until(drawn(g.apply(bought(), g.Store(RED, face))), RED)
    violation = refused(game, g.Extend(RED, other, SOUTH))[0]
    assert (violation.clause, violation.faces, violation.player) == ("PLACE-5", (other,), "Red")
    assert violation.message == f"{face} lies on the reserve, and is not turned over to {other}"
    again = until(drawn(g.apply(game, g.Extend(RED, face, SOUTH))), RED)
    reduced = until(drawn(g.apply(again, g.Reduce(RED, SOUTH))), RED)
    assert clauses(refused(reduced, g.Extend(RED, other, SOUTH))) == ["PLACE-5"]
    assert clauses(refused(reduced, g.Exchange(RED, other, SOUTH))) == ["PLACE-5", "REBUILD-3"]


# Where the money comes from.


@pytest.mark.accepts("PLACE-6")
def test_money_taken_in_the_same_turn_pays_for_turning() -> None:
    game = played(begun(), g.Buy(RED, g.Space(1), money("y2")), g.TakeMoney(RED, money("b3")))
    built = g.apply(game, g.Build(RED, SCHOOL, SOUTH, money("b3")))
    assert built.hands[RED] == money("g1 g2 g3 b2 y9 o9")
    assert g.apply(game, g.Build(RED, SCHOOL, SOUTH, money("b2 b3"))).table.discards == money("y2 b2 b3")


# Dirk.


@pytest.mark.accepts("DIRK-7")
def test_a_bought_tile_may_be_given_to_dirk_as_it_was_bought() -> None:
    game = bought(players=2)
    before = game.table.dirk
    assert before is not None
    given = g.apply(game, g.GiveToDirk(RED, PARK))
    assert given.table.dirk is not None
    assert given.table.dirk.faces == tuple(sorted([*before.faces, PARK]))
    assert given.hands == game.hands
    assert (given.table.bought, given.table.players[RED].reserve) == ((), ())
    assert drawn(given).table.to_act == BLUE


@pytest.mark.accepts("DIRK-7")
@pytest.mark.rejects("DIRK-7")
@pytest.mark.parametrize("ruleset", [g.GRANADA, ONE_CARD])
def test_a_tile_for_dirk_is_turned_over_for_three_money_of_one_currency(ruleset: g.Ruleset) -> None:
    game = bought(ruleset, players=2)
    one_card = ruleset.turning_takes_one_card
    giving = [action for action in g.legal_actions(game) if isinstance(action, g.GiveToDirk)]
    assert giving[0] == g.GiveToDirk(RED, PARK)
    listed = {action.payment for action in giving[1:]}
    assert listed == {payment for payment in subsets(game.hands[RED]) if turns(payment, one_card=one_card)}
    for payment in subsets(game.hands[RED]):
        action = g.GiveToDirk(RED, SCHOOL, payment)
        if payment in listed:
            given = g.apply(game, action)
            assert given.table.dirk is not None
            assert SCHOOL in given.table.dirk.faces
            assert (given.hands[RED], given.table.discards) == (
                game.hands[RED] - payment,
                money("y9") + payment,
            )
        else:
            assert set(clauses(refused(game, action))) == {"DIRK-7"}


@pytest.mark.rejects("DIRK-2", "DIRK-7")
def test_with_three_there_is_no_dirk_to_give_to() -> None:
    game = bought()
    assert game.table.dirk is None
    (violation,) = refused(game, g.GiveToDirk(RED, PARK))
    assert (violation.clause, violation.message) == ("DIRK-2", "Dirk takes part only if two play")
    assert clauses(refused(game, g.GiveToDirk(RED, SCHOOL))) == ["DIRK-2", "DIRK-7"]
    assert not any(isinstance(action, g.GiveToDirk) for action in g.legal_actions(game))


@pytest.mark.rejects("PLACE-5", "DIRK-2")
def test_what_dirk_has_stays_with_him_as_it_lies() -> None:
    game = g.apply(bought(players=2), g.GiveToDirk(RED, PARK))
    game = until(drawn(game), RED)
    game = g.apply(game, g.Buy(RED, g.Space(2), game.hands[RED].only(g.Currency.GREEN)))
    for action in (g.Store(RED, PARK), g.Store(RED, SCHOOL), g.Build(RED, PARK, SOUTH)):
        assert refused(game, action)[0].clause == "PLACE-1"
    assert clauses(refused(game, g.GiveToDirk(RED, SCHOOL, money("o9")))) == ["DIRK-7", "DIRK-7"]
