"""Whatever is handed in: a clear refusal in few words, or a right answer."""

from __future__ import annotations

import re
from itertools import repeat
from typing import TYPE_CHECKING, Any

import pytest

import granada_rules as g
from granada_rules.base import maker
from tests.helpers.games import laid, money

if TYPE_CHECKING:
    from collections.abc import Callable

HUGE = 10**5000
DEALER = g.Dealer(bytes(16))
GAME = laid(["y9 y9 y2", "b9 b9 b3", "g9 g9 g4"], display="o1 o2 o3 o4")
RED = g.Seat(0)
FACE, CELL = g.Face.parse("AR4"), g.Cell(1, 0)


def anything(value: object) -> Any:  # noqa: ANN401 - what no type checker would let through
    return value


@pytest.mark.parametrize(
    "call",
    [
        lambda: g.Purse(anything([1])),
        lambda: g.Purse(anything((301, 101))),
        lambda: g.Purse(anything([1.0])),
        lambda: g.Purse(anything(5)),
        lambda: g.TakeMoney(RED, anything([None])),
        lambda: g.Store(RED, anything("x" * 10**6)),
        lambda: g.Build(RED, FACE, anything((1, 0))),
        lambda: g.Pass(anything("Red")),
        lambda: g.Pass(anything(bool(1))),
        lambda: g.Card(g.Currency.BLUE, anything("3")),
        lambda: g.Ruleset(simplified=anything(1)),
        lambda: g.Ruleset(tile_set=anything("reference")),
        lambda: g.check(GAME, anything(HUGE)),
        lambda: g.check(anything(None), g.Pass(RED)),
        lambda: g.apply(anything(g.view(GAME, RED)), g.Pass(RED)),
        lambda: g.view(anything(g.view(GAME, RED)), RED),
        lambda: g.chance(anything(g.view(GAME, RED))),
        lambda: g.legal_actions(anything(None)),
        lambda: g.legal_actions(GAME, minimal_payments=anything("no")),
        lambda: g.LegalActions(anything(GAME)),
        lambda: g.deal(anything(g.view(GAME, RED)), DEALER),
        lambda: g.deal(GAME, anything(bytes(16))),
        lambda: next(g.draws(GAME, anything(None))),
        lambda: g.complete(anything(GAME), DEALER),
        lambda: g.complete(g.view(GAME, RED), anything(None)),
        lambda: g.audit(anything(None), [], DEALER, ""),
        lambda: g.audit(g.setup(3), [], DEALER, anything(None)),
        lambda: DEALER.number(anything(1.5), 3),
        lambda: DEALER.number(0, anything("3")),
        lambda: g.setup(anything(None)),
        lambda: g.setup(anything(2.0)),
        lambda: g.setup(3, ages=anything(5)),
        lambda: g.setup(3, anything("EN")),
        lambda: g.Card.parse(anything(5)),
        lambda: g.Purse() + anything(5),
        lambda: g.Purse() - anything(5),
        lambda: g.Purse() <= anything(5),
        lambda: g.Cells(anything("a"), 0),
        lambda: g.Cells(1, anything("b")),
        lambda: g.City.of(anything(None)),
        lambda: g.draw.text(g.City.of(), width=anything("a")),
    ],
)
def test_what_is_of_the_wrong_kind_is_refused_in_few_words(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError) as refusal:
        call()
    assert 10 < len(str(refusal.value)) < 200


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: g.Card.parse(anything(5)), "expected str, got int"),
        (lambda: g.Cells(anything("a"), 0), "bits, top and left: expected int, got 'a'"),
        (lambda: g.City.of(anything(None)), "expected Mapping or Iterable, got NoneType"),
        (lambda: g.draw.text(g.City.of(), width=anything("a")), "expected int, got str"),
        (lambda: g.Purse() + anything(5), "unsupported operand type(s) for +: 'Purse' and 'int'"),
    ],
)
def test_a_refusal_says_what_is_expected(call: Callable[[], object], message: str) -> None:
    with pytest.raises(TypeError, match=f"^{re.escape(message)}$"):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: g.Purse(repeat(g.Card(g.Currency.BLUE, 3))),
        lambda: g.Card(g.Currency.BLUE, HUGE),
        lambda: g.Card(g.Currency.BLUE, -1),
        lambda: g.Face(FACE.building, HUGE),
        lambda: g.view(GAME, g.Seat(HUGE)),
        lambda: g.view(GAME, g.Seat(-1)),
        lambda: g.complete(g.view(GAME, RED), DEALER, -1),
        lambda: g.complete(g.view(GAME, RED), DEALER, 1 << 32),
        lambda: g.complete(g.view(GAME, RED), DEALER, anything(bool(1))),
        lambda: g.audit(GAME, [], DEALER, DEALER.commitment),
        lambda: g.setup(["é", "e\u0301"]),
        lambda: g.setup(["Red", "Red"]),
    ],
)
def test_what_is_out_of_bounds_is_refused_in_few_words(call: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"\w") as refusal:
        call()
    assert 10 < len(str(refusal.value)) < 200


@pytest.mark.rejects("BOX-7")
@pytest.mark.parametrize("yard", [repeat(g.Currency.YELLOW), ["x" * 10**6], [], list(g.Currency) * 2])
def test_a_yard_has_each_currency_once(yard: object) -> None:
    with pytest.raises(g.ViolationError) as refusal:
        g.Ruleset(yard=anything(yard))
    assert len(str(refusal.value)) < 250


def test_huge_numbers_can_be_judged_and_shown() -> None:
    for action in (
        g.Pass(g.Seat(HUGE)),
        g.Buy(RED, g.Space(HUGE), money("y9")),
        g.Reduce(RED, g.Cell(HUGE, -HUGE)),
    ):
        (violation,) = g.check(GAME, action)
        assert len(f"{action!r} {violation!r} {violation}") < 1000


def test_a_subclass_is_no_event() -> None:
    class Stranger(g.DrawTile):  # type: ignore[misc] # it is final, and that is why
        pass

    with pytest.raises(TypeError, match="expected an event"):
        g.apply(g.setup(3), Stranger(g.Face.parse("AR2")))


def test_a_name_is_a_plain_text() -> None:
    class Name(str):
        __slots__ = ()

    with pytest.raises(TypeError, match="a player's name: expected str"):
        g.setup(["Red", Name("Blue")])


def test_the_reference_set_has_one_form_only() -> None:
    assert g.Ruleset(tile_set=g.reference()) == g.Ruleset()
    assert g.setup(3, g.Ruleset(tile_set=g.reference())) == g.setup(3)


def test_the_seed_is_not_shown_when_it_is_refused() -> None:
    for seed in (bytearray(b"a secret of many bytes"), "a secret of many letters"):
        with pytest.raises(TypeError) as refusal:
            g.Dealer(anything(seed))
        assert "secret" not in f"{refusal.value!r} {refusal.value.args}"


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (g.TakeMoney, (RED, money("y1"))),
        (g.Buy, (RED, g.Space(1), money("y1"))),
        (g.Extend, (RED, FACE, CELL)),
        (g.Reduce, (RED, CELL)),
        (g.Exchange, (RED, FACE, CELL)),
        (g.Build, (RED, FACE, CELL, money("y1 y2"))),
        (g.Store, (RED, FACE)),
        (g.GiveToDirk, (RED, FACE, money("y1 y2"))),
    ],
)
def test_unchecked_events_are_the_same_as_checked_ones(kind: type, fields: tuple[object, ...]) -> None:
    make: Callable[..., object] = maker(kind, kind.__init__)  # type: ignore[misc] # of the class itself
    made = make(*fields)
    assert type(made) is kind
    assert made == kind(*fields)
    assert hash(made) == hash(kind(*fields))
