"""Events as values: made of the right things, equal by what they say, and a closed list."""

from __future__ import annotations

import pickle
from typing import Any, assert_never, cast, get_args

import attrs
import pytest

from granada_rules import (
    Building,
    Card,
    Cell,
    Event,
    Face,
    Purse,
    Scoring,
    Seat,
    Space,
)
from granada_rules.game import events

ME = Seat(0)
SCHOOL = Face.parse("SC10")
HERE = Cell(1, 0)
MONEY = Purse.parse("b3 b7")

EVENTS: list[Event] = [
    events.TakeMoney(ME, MONEY),
    events.Buy(ME, Space(2), MONEY),
    events.Extend(ME, SCHOOL, HERE),
    events.Reduce(ME, HERE),
    events.Exchange(ME, SCHOOL, HERE),
    events.TakeHut(ME, Building.ARCADES),
    events.Reactivate(ME),
    events.Pass(ME),
    events.Build(ME, SCHOOL, HERE),
    events.Build(ME, SCHOOL, HERE, MONEY),
    events.Store(ME, SCHOOL),
    events.GiveToDirk(ME, SCHOOL),
    events.GiveToDirk(ME, SCHOOL, MONEY),
    events.DrawTile(SCHOOL),
    events.DrawCard(Card.parse("b3")),
    events.DrawScoring(Scoring.A),
    events.ShowBonus(Seat(1), Face.parse("GA10:-")),
    events.DrawBonus(Face.parse("GA10:-")),
    events.DrawHut(Face.parse("AC*:N")),
]


def kind(event: Event) -> str:
    """Tell events apart: the type checker proves that no case is missing."""
    match event:
        case events.TakeMoney() | events.Buy():
            return "money"
        case events.Extend() | events.Reduce() | events.Exchange():
            return "rebuilding"
        case events.Build() | events.Store() | events.GiveToDirk():
            return "placing"
        case events.Reactivate() | events.ShowBonus() | events.Pass():
            return "nothing"
        case events.TakeHut():
            return "hut"
        case (
            events.DrawTile()
            | events.DrawCard()
            | events.DrawScoring()
            | events.DrawBonus()
            | events.DrawHut()
        ):
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
    assert events.Build(ME, SCHOOL, HERE) == events.Build(ME, SCHOOL, HERE, Purse())


def test_money_may_be_given_as_cards() -> None:
    assert events.TakeMoney(ME, [Card.parse("b7"), Card.parse("b3")]) == events.TakeMoney(ME, MONEY)
    assert events.Buy(ME, Space(2), iter(MONEY)) == events.Buy(ME, Space(2), MONEY)


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [
        (events.Pass, ("Red",)),
        (events.Pass, (True,)),
        (events.Buy, (0, "2", MONEY)),
        (events.Extend, (0, "SC10", HERE)),
        (events.Extend, (0, SCHOOL, (1, 0))),
        (events.Reduce, (0, None)),
        (events.Exchange, (0, HERE, SCHOOL)),
        (events.Build, (0, SCHOOL, "1,0")),
        (events.Store, (0, HERE)),
        (events.GiveToDirk, (0, None)),
        (events.DrawTile, ("SC10",)),
        (events.DrawCard, ("b3",)),
        (events.DrawScoring, ("A",)),
    ],
)
def test_events_are_made_of_the_right_things(kind: type[object], arguments: tuple[object, ...]) -> None:
    with pytest.raises(TypeError):
        kind(*cast("Any", arguments))
