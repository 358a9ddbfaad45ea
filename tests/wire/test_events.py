"""Actions and draws as JSON objects."""

from __future__ import annotations

import re

import pytest

import granada_rules as g
from granada_rules.box import Card
from granada_rules.game import events
from tests.helpers import schemas

RED, CELL, FACE = g.Seat(0), g.Cell(1, -2), g.Face.parse("SC10")
EVENTS: dict[str, tuple[g.Event, dict[str, object]]] = {
    "Red takes g2 b1": (
        events.TakeMoney(RED, g.Purse.parse("b1 g2")),
        {"type": "take", "seat": 0, "cards": ["g2", "b1"]},
    ),
    "Red takes nothing": (events.TakeMoney(RED, g.Purse()), {"type": "take", "seat": 0, "cards": []}),
    "Red buys 3 for b4": (
        events.Buy(RED, g.Space(3), g.Purse.parse("b4")),
        {"type": "buy", "seat": 0, "space": 3, "payment": ["b4"]},
    ),
    "Red buys 3 for nothing": (
        events.Buy(RED, g.Space(3), g.Purse()),
        {"type": "buy", "seat": 0, "space": 3, "payment": []},
    ),
    "Red extends SC10 at 1,-2": (
        events.Extend(RED, FACE, CELL),
        {"type": "extend", "seat": 0, "face": "SC10", "cell": [1, -2]},
    ),
    "Red reduces 1,-2": (events.Reduce(RED, CELL), {"type": "reduce", "seat": 0, "cell": [1, -2]}),
    "Red exchanges SC10 at 1,-2": (
        events.Exchange(RED, FACE, CELL),
        {"type": "exchange", "seat": 0, "face": "SC10", "cell": [1, -2]},
    ),
    "Red takes the AC hut": (
        events.TakeHut(RED, g.Building.ARCADES),
        {"type": "take_hut", "seat": 0, "building": "AC"},
    ),
    "Red reactivates the pawn": (events.Reactivate(RED), {"type": "reactivate", "seat": 0}),
    "Red shows GA10:-": (
        events.ShowBonus(RED, g.Face.parse("GA10:-")),
        {"type": "show", "seat": 0, "face": "GA10:-"},
    ),
    "Red passes": (events.Pass(RED), {"type": "pass", "seat": 0}),
    "Red builds SC10 at 1,-2": (
        events.Build(RED, FACE, CELL),
        {"type": "build", "seat": 0, "face": "SC10", "cell": [1, -2], "payment": []},
    ),
    "Red builds SC10 at 1,-2 for o3": (
        events.Build(RED, FACE, CELL, g.Purse.parse("o3")),
        {"type": "build", "seat": 0, "face": "SC10", "cell": [1, -2], "payment": ["o3"]},
    ),
    "Red stores GA10:N": (
        events.Store(RED, g.Face.parse("GA10:N")),
        {"type": "store", "seat": 0, "face": "GA10:N"},
    ),
    "Red gives SC10 to Dirk": (
        events.GiveToDirk(RED, FACE),
        {"type": "give", "seat": 0, "face": "SC10", "payment": []},
    ),
    "Red gives SC10 to Dirk for o1 o2": (
        events.GiveToDirk(RED, FACE, g.Purse.parse("o1 o2")),
        {"type": "give", "seat": 0, "face": "SC10", "payment": ["o1", "o2"]},
    ),
    "tile SC10": (events.DrawTile(FACE), {"type": "tile", "face": "SC10"}),
    "card b3": (events.DrawCard(Card.parse("b3")), {"type": "card", "card": "b3"}),
    "scoring A": (events.DrawScoring(g.Scoring.A), {"type": "scoring", "scoring": "A"}),
    "bonus GA10:-": (events.DrawBonus(g.Face.parse("GA10:-")), {"type": "bonus", "face": "GA10:-"}),
    "bonus hidden": (events.DrawBonus(None), {"type": "bonus", "face": None}),
    "hut AC*:N": (events.DrawHut(g.Face.parse("AC*:N")), {"type": "hut", "face": "AC*:N"}),
}


@pytest.mark.parametrize("line", EVENTS)
def test_an_event_is_an_object_and_a_line(line: str) -> None:
    event, document = EVENTS[line]
    assert g.notation.read_event(line, ["Red"]) == event
    assert g.notation.write_event(event, ["Red"]) == line
    assert g.wire.write_event(event) == document
    assert g.wire.read_event(document) == g.wire.read_event(g.write_json(document)) == event
    schemas.EVENT.validate(document)
    schemas.EVENT.validate({"format": "granada-event/1", **document})
    assert g.wire.read_event({"format": "granada-event/1", **document}) == event


def test_every_event_is_there() -> None:
    assert {type(event) for event, _ in EVENTS.values()} == set(g.Event.__args__)


def test_actions_and_draws_are_told_apart() -> None:
    for event, document in EVENTS.values():
        if isinstance(event, g.Action):
            assert g.read_action(document) == event
            assert g.write_action(event) == document
        else:
            with pytest.raises(g.RecordError, match=r"^type: expected one of take, buy, .*, got a draw$"):
                g.read_action(document)
            with pytest.raises(TypeError, match=r"^expected an action, got Draw"):
                g.write_action(event)  # type: ignore[arg-type] # on purpose


def test_what_is_not_turned_needs_no_payment() -> None:
    assert g.read_action({"type": "give", "seat": 0, "face": "SC10"}) == events.GiveToDirk(RED, FACE)
    built = {"type": "build", "seat": 0, "face": "SC10", "cell": [1, -2]}
    assert g.read_action(built) == events.Build(RED, FACE, CELL)
    schemas.EVENT.validate(built)


REFUSED: dict[str, str] = {
    "type is missing": "{}",
    "type: expected one of take, buy, extend, reduce, exchange, take_hut, reactivate, show, pass, build, "
    "store, give, tile, card, scoring, bonus, hut, got 'Buy'": '{"type": "Buy"}',
    "type: expected a string, got null": '{"type": null}',
    "seat is missing": '{"type": "pass"}',
    "seat: expected 0 to 5, got 6": '{"type": "pass", "seat": 6}',
    "seat: expected an integer, got true": '{"type": "pass", "seat": true}',
    "seat: expected a whole number, got 0.5": '{"type": "pass", "seat": 0.5}',
    "seat: expected a whole number, got NaN": '{"type": "pass", "seat": NaN}',
    "seat: a number of 16 digits, at most 15 are read": '{"type": "pass", "seat": 1000000000000000}',
    "seat: duplicate key": '{"type": "pass", "seat": 0, "seat": 1}',
    "'space': no such entry (format seat type)": '{"type": "pass", "seat": 0, "space": 1}',
    "format: expected \"granada-event/1\", got 'granada-event/2'": (
        '{"format": "granada-event/2", "type": "pass", "seat": 0}'
    ),
    "space: expected 0 to 9999, got 10000": '{"type": "buy", "seat": 0, "space": 10000, "payment": []}',
    "payment is missing": '{"type": "buy", "seat": 0, "space": 1}',
    "cards is missing": '{"type": "take", "seat": 0}',
    "cards, entry 1, card 'B3': expected": '{"type": "take", "seat": 0, "cards": ["B3"]}',
    "face, face 'sc10': expected": '{"type": "store", "seat": 0, "face": "sc10"}',
    "cell, a cell: expected x and y, such as [1, -2]": '{"type": "reduce", "seat": 0, "cell": []}',
    "cell, a cell: expected an integer, got '0'": '{"type": "reduce", "seat": 0, "cell": ["0", 0]}',
    "cell: expected a list, got '0,0'": '{"type": "reduce", "seat": 0, "cell": "0,0"}',
    "scoring: expected one of A, B, C, got 'a'": '{"type": "scoring", "scoring": "a"}',
    "line 1: more than 12 nested brackets": '{"type": ' + "[" * 13,
    "not JSON: line 1, column 9: Expecting value": '{"type":}',
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_is_no_event_is_refused_with_its_place(message: str) -> None:
    with pytest.raises(g.RecordError) as refusal:
        g.wire.read_event(REFUSED[message])
    assert str(refusal.value).startswith(message)


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (events.Pass(g.Seat(6)), "seat: expected 0 to 5, got 6"),
        (events.Pass(g.Seat(-1)), "seat: expected 0 to 5, got -1"),
        (events.Pass(g.Seat(10**30)), "seat: numbers go from -1000000000 to 1000000000"),
        (events.Buy(RED, g.Space(-1), g.Purse()), "space: expected 0 to 9999, got -1"),
        (events.Reduce(RED, g.Cell(0, 10**4)), "cell, a cell: expected -9999 to 9999, got 10000"),
        (events.Reduce(RED, g.Cell(0, 10**400)), "cell, a cell: numbers go from -1000000000 to 1000000000"),
        (events.TakeMoney(RED, g.Purse.of([Card.parse("b3")] * 201)), "cards: more than 200 entries"),
        (
            events.GiveToDirk(RED, FACE, g.Purse.of([Card.parse("b3")] * 201)),
            "payment: more than 200 entries",
        ),
        # The first that is wrong is told, in the order of the entries.
        (events.Buy(g.Seat(6), g.Space(-1), g.Purse()), "seat: expected 0 to 5, got 6"),
        (
            events.Build(RED, FACE, g.Cell(10**4, 0), g.Purse.of([Card.parse("b3")] * 201)),
            "cell, a cell: expected -9999",
        ),
    ],
)
def test_what_could_not_be_read_back_is_not_written(event: g.Event, message: str) -> None:
    with pytest.raises(g.RecordError, match=f"^{re.escape(message)}"):
        g.wire.write_event(event)


def test_an_event_of_a_subclass_is_written_as_one_of_its_class() -> None:
    class Declined(events.Pass):  # type: ignore[misc] # on purpose
        pass

    assert g.wire.write_event(Declined(RED)) == {"type": "pass", "seat": 0}
    assert g.notation.write_event(Declined(RED), ["Red"]) == "Red passes"


def test_only_events_are_written() -> None:
    with pytest.raises(TypeError, match=r"^expected an event, got 'Red passes'$"):
        g.wire.write_event("Red passes")  # type: ignore[arg-type] # on purpose
