"""Events as values: made of the right things, equal by what they say, and a closed list."""

from __future__ import annotations

import pickle
from typing import Any, assert_never, cast, get_args

import attrs
import pytest

from granada_rules import (
    Build,
    Building,
    Buy,
    Card,
    Cell,
    DrawBonus,
    DrawCard,
    DrawHut,
    DrawScoring,
    DrawTile,
    Event,
    Exchange,
    Extend,
    Face,
    GiveToDirk,
    Pass,
    Purse,
    Reactivate,
    Reduce,
    Scoring,
    Seat,
    ShowBonus,
    Space,
    Store,
    TakeHut,
    TakeMoney,
)

ME = Seat(0)
SCHOOL = Face.parse("SC10")
HERE = Cell(1, 0)
MONEY = Purse.parse("b3 b7")

EVENTS: list[Event] = [
    TakeMoney(ME, MONEY),
    Buy(ME, Space(2), MONEY),
    Extend(ME, SCHOOL, HERE),
    Reduce(ME, HERE),
    Exchange(ME, SCHOOL, HERE),
    TakeHut(ME, Building.ARCADES),
    Reactivate(ME),
    Pass(ME),
    Build(ME, SCHOOL, HERE),
    Build(ME, SCHOOL, HERE, MONEY),
    Store(ME, SCHOOL),
    GiveToDirk(ME, SCHOOL),
    GiveToDirk(ME, SCHOOL, MONEY),
    DrawTile(SCHOOL),
    DrawCard(Card.parse("b3")),
    DrawScoring(Scoring.A),
    ShowBonus(Seat(1), Face.parse("GA10:-")),
    DrawBonus(Face.parse("GA10:-")),
    DrawHut(Face.parse("AC*:N")),
]


def kind(event: Event) -> str:
    """Tell events apart: the type checker proves that no case is missing."""
    match event:
        case TakeMoney() | Buy():
            return "money"
        case Extend() | Reduce() | Exchange():
            return "rebuilding"
        case Build() | Store() | GiveToDirk():
            return "placing"
        case Reactivate() | ShowBonus() | Pass():
            return "nothing"
        case TakeHut():
            return "hut"
        case DrawTile() | DrawCard() | DrawScoring() | DrawBonus() | DrawHut():
            return "chance"
        case _:
            assert_never(event)


def test_the_list_is_closed_and_all_of_it_is_here() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(Event))
    assert {kind(event) for event in EVENTS} == {"money", "rebuilding", "placing", "hut", "nothing", "chance"}


def test_events_are_equal_by_what_they_say() -> None:
    assert len(set(EVENTS)) == len(EVENTS)
    for event in EVENTS:
        assert pickle.loads(pickle.dumps(event)) == event  # noqa: S301 - its own pickle
        assert attrs.evolve(event) == event
    assert Build(ME, SCHOOL, HERE) == Build(ME, SCHOOL, HERE, Purse())


def test_money_may_be_given_as_cards() -> None:
    assert TakeMoney(ME, [Card.parse("b7"), Card.parse("b3")]) == TakeMoney(ME, MONEY)
    assert Buy(ME, Space(2), iter(MONEY)) == Buy(ME, Space(2), MONEY)


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [
        (Pass, ("Red",)),
        (Pass, (True,)),
        (Buy, (0, "2", MONEY)),
        (Extend, (0, "SC10", HERE)),
        (Extend, (0, SCHOOL, (1, 0))),
        (Reduce, (0, None)),
        (Exchange, (0, HERE, SCHOOL)),
        (Build, (0, SCHOOL, "1,0")),
        (Store, (0, HERE)),
        (GiveToDirk, (0, None)),
        (DrawTile, ("SC10",)),
        (DrawCard, ("b3",)),
        (DrawScoring, ("A",)),
    ],
)
def test_events_are_made_of_the_right_things(kind: type[object], arguments: tuple[object, ...]) -> None:
    with pytest.raises(TypeError):
        kind(*cast("Any", arguments))
