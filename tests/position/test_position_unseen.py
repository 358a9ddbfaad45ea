"""Positions of which something is not seen: the values, and what is certain all the same."""

from __future__ import annotations

from typing import Any

import pytest

import granada_rules as g
from granada_rules import (
    Building,
    Built,
    Cell,
    City,
    Currency,
    Edges,
    Face,
    NotedPlayer,
    NotedTile,
    Position,
    Purse,
    SeenCards,
    SeenCity,
    SeenTile,
    validate,
)
from granada_rules.position import Level, facts_of
from tests.helpers.noted import but, changed, found, is_consistent, noted, only, players, three

COVERED = SeenTile()
SCHOOL = Face.parse("SC4")
CITY = SeenCity({Cell(1, 0): COVERED})


def test_cards_that_are_not_seen_are_counted() -> None:
    cards = SeenCards(Purse.parse("b3"), (Currency.ORANGE, Currency.BLUE), 5)
    assert len(cards) == 8
    assert str(cards) == "b3; b?; o?; 5 cards"
    assert str(SeenCards(more=1)) == "1 card"
    assert cards == SeenCards(Purse.parse("b3"), (Currency.BLUE, Currency.ORANGE), 5)
    with pytest.raises(ValueError, match=r"^expected a card that is not seen, got none$"):
        SeenCards(Purse.parse("b3"))
    with pytest.raises(ValueError, match=r"^more: expected 0 or more, got -1$"):
        SeenCards(more=-1)
    with pytest.raises(ValueError, match=r"^more: expected a number up to 1000000000, got 1000000001$"):
        SeenCards(more=1_000_000_001)
    assert len(SeenCards(more=1_000_000_000)) == 1_000_000_000
    with pytest.raises(TypeError, match=r"^hidden: expected tuple of Currency, got \('b',\)$"):
        SeenCards(hidden=("b",))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "given", "message"),
    [
        (
            NotedPlayer,
            {"city": City.of(), "seen_city": CITY},
            "seen_city: expected None beside city, got both",
        ),
        (Position, {"bag": (), "seen_bag": (COVERED,)}, "seen_bag: expected None beside bag, got both"),
        (
            NotedPlayer,
            {"seen_city": SeenCity({Cell(1, 0): SeenTile.of(Built(SCHOOL, Edges.E))})},
            "seen_city: everything in it is seen; expected city instead",
        ),
        (
            Position,
            {"seen_yard": (NotedTile(SCHOOL), None)},
            "seen_yard: everything in it is seen; expected yard instead",
        ),
        (
            Position,
            {"seen_dirk": (SeenTile(building=Building.SCHOOL, price=4),)},
            "seen_dirk: expected tiles whose face is not certain, roof up, got SC4:?",
        ),
        (
            NotedPlayer,
            {"seen_reserve": (SeenTile(roof=Edges.E),)},
            "seen_reserve: expected tiles whose face is not certain, roof up, got ?>",
        ),
    ],
)
def test_what_is_seen_in_part_is_noted_once_and_lacks_something(
    kind: type, given: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011 - the message is compared
        kind(**given)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("fields", "missing"),
    [
        ({"yard": None, "seen_yard": (COVERED, *noted("BA4 LI6 HS8"))}, "yard (not seen: ?)"),
        (
            {"display": None, "seen_display": SeenCards(Purse.parse("o1 o2"), (Currency.BLUE,), 1)},
            "display (not seen: b?; 1 card)",
        ),
        ({"bought": None, "seen_bought": (COVERED, COVERED)}, "bought (not seen: ?; ?)"),
        ({"seen_bag": (*noted("SC10"), COVERED)}, "bag (not seen: ?)"),
        ({"city": None, "seen_city": CITY}, "city of Red (not seen: ? at 1,0)"),
        ({"hand": None, "seen_hand": SeenCards(more=3)}, "hand of Red (not seen: 3 cards)"),
        (
            {"reserve": None, "seen_reserve": (SeenTile(building=Building.PARK, sides=Edges.N),)},
            "reserve of Red (not seen: PA?:N)",
        ),
    ],
)
def test_what_is_not_seen_is_missing_and_no_game_is_made(fields: dict[str, Any], missing: str) -> None:
    is_of_a_player = "seen_city" in fields or "seen_hand" in fields or "seen_reserve" in fields
    position = changed(three(), 0, **fields) if is_of_a_player else but(three(), **fields)
    report = validate(position)
    assert (report.level, report.violations, report.missing) == (Level.CONSISTENT, (), (missing,))
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 - the message is compared
        g.Game.from_position(position)
    assert str(refusal.value) == f"the position is not complete: {missing} missing"


def hand(cards: SeenCards, **fields: Any) -> Position:  # noqa: ANN401 - any of its fields
    return Position(players=players(NotedPlayer(name="Red", seen_hand=cards), of=3), **fields)


ALL_BLUE = (Currency.BLUE,) * 26


@pytest.mark.rejects("BOX-1", game="granada")
@pytest.mark.rejects("DIRK-1", game="granada")
def test_more_cards_than_there_are_are_counted_also_if_they_are_not_seen() -> None:
    assert is_consistent(hand(SeenCards(Purse.parse("b3"), ALL_BLUE)))
    many = hand(SeenCards(Purse.parse("b3 y1"), (*ALL_BLUE, Currency.BLUE)))
    assert str(only(many)) == "BOX-1: 28 blue cards, and there are 27 (among Red's hand)"
    two_play = but(many, players=many.players[:2])
    assert str(only(two_play)) == "DIRK-1: 28 blue cards, and there are 18 (among Red's hand)"
    assert is_consistent(hand(SeenCards(Purse.parse("b3"), (), 107), ruleset=g.GRANADA))
    all_of_them = hand(SeenCards(Purse.parse("b3"), (), 108), ruleset=g.GRANADA)
    assert str(only(all_of_them)) == "BOX-1: 109 cards, and there are 108 (among Red's hand)"
    # Six exchange cards may be played with.
    assert is_consistent(hand(SeenCards(more=114)))
    assert (
        str(only(hand(SeenCards(more=115))))
        == "BOX-1: 115 cards, and there are 108 or 114 (among Red's hand)"
    )


@pytest.mark.rejects("BOX-11", game="granada")
def test_cards_that_are_not_seen_are_not_in_the_deck() -> None:
    dealt = three().players[0].hand
    assert dealt is not None
    many = SeenCards(more=len(dealt))
    assert is_consistent(changed(three(), 0, hand=None, seen_hand=many))
    more = changed(three(), 0, hand=None, seen_hand=SeenCards(more=len(dealt) + 1))
    assert only(more).clause is g.Clause.BOX_11


@pytest.mark.parametrize(
    ("position", "message"),
    [
        (Position(seen_yard=(COVERED,) * 5), "BOX-7: the yard has 4 spaces, not 5"),
        (
            Position(ruleset=g.BOTH, seen_yard=(SeenTile(g.Kind.GRANADA), *[None] * 7)),
            "MIX-5: space 1 is for tiles of Alhambra, not for G?",
        ),
        (
            Position(ruleset=g.BOTH, seen_yard=(*noted("SC10"), *[None] * 6, SeenTile(g.Kind.GRANADA))),
            "MIX-5: space 1 is for tiles of Alhambra, not for SC10",
        ),
        (Position(seen_display=SeenCards(more=5)), "BOX-8: the display has 4 places, not 5"),
        (
            Position(phase=g.Phase.SETUP, players=(NotedPlayer(name="Red", seen_reserve=(COVERED,)),)),
            "SETUP-1: Red: nobody has tiles or points while the table is laid",
        ),
        (
            Position(phase=g.Phase.SETUP, players=(NotedPlayer(name="Red", seen_city=CITY),)),
            "SETUP-1: Red: nobody has tiles or points while the table is laid",
        ),
        (
            Position(seen_dirk=(COVERED,), players=players(NotedPlayer(name="Red"), of=3)),
            "DIRK-2: Dirk: he plays with two, not with 3",
        ),
        (
            Position(seen_yard=(*noted("SC4"), COVERED), seen_bag=(*noted("SC4"), COVERED)),
            "BOX-2: the face SC4 is among the yard and among the bag, and the box has it once",
        ),
        (
            Position(
                seen_bought=(*noted("SC4"), COVERED),
                players=(
                    NotedPlayer(
                        name="Red",
                        seen_city=SeenCity({Cell(1, 0): SeenTile(building=Building.SCHOOL, price=4)}),
                    ),
                ),
            ),
            "BOX-2: Red: SC4 at 1,0 and among the bought tiles: the box has it once",
        ),
    ],
)
def test_what_is_seen_is_judged_all_the_same(position: Position, message: str) -> None:
    assert message in [str(violation) for violation in found(position)]


def test_tiles_that_are_not_seen_prove_that_the_game_has_begun() -> None:
    assert not facts_of(Position()).has_begun
    for fields in ({"seen_bought": (COVERED,)}, {"seen_discards": SeenCards(more=1)}):
        assert facts_of(Position(**fields)).has_begun
    for own in ({"seen_city": CITY}, {"seen_reserve": (COVERED,)}):
        assert facts_of(Position(players=(NotedPlayer(**own),))).has_begun


def test_both_kinds_are_noted_also_in_what_is_not_seen() -> None:
    both = (g.Kind.ALHAMBRA, g.Kind.GRANADA)
    yard = Position(seen_yard=(SeenTile(g.Kind.ALHAMBRA), *[None] * 6, SeenTile(g.Kind.GRANADA)))
    assert facts_of(yard).kinds == both
    layout = SeenCity({Cell(1, 0): SeenTile(g.Kind.GRANADA)}, g.Kind.ALHAMBRA)
    assert facts_of(Position(players=(NotedPlayer(seen_city=layout),))).kinds == both
    assert facts_of(Position(seen_bag=(SeenTile(g.Kind.ALHAMBRA),))).kinds == both[:1]
    assert facts_of(Position(seen_bag=(COVERED,))).kinds == both[1:]
