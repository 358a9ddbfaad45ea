"""Positions of which something is not seen: the values, and what is certain all the same."""

from __future__ import annotations

from typing import Any

import pytest

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
)

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
