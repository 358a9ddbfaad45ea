"""Whatever is handed in: a clear refusal in few words, or a right answer."""

from __future__ import annotations

import re
from itertools import repeat
from typing import TYPE_CHECKING, Any

import pytest

from granada_rules import (
    Build,
    Buy,
    Card,
    Cell,
    Cells,
    City,
    Currency,
    Dealer,
    DrawTile,
    Exchange,
    Extend,
    Face,
    GiveToDirk,
    LegalActions,
    Pass,
    Purse,
    Reduce,
    Ruleset,
    Seat,
    Space,
    Store,
    TakeMoney,
    ViolationError,
    apply,
    audit,
    chance,
    check,
    complete,
    deal,
    draw,
    draws,
    legal_actions,
    reference,
    setup,
    view,
)
from granada_rules.base import maker
from tests.helpers.games import laid, money

if TYPE_CHECKING:
    from collections.abc import Callable

HUGE = 10**5000
DEALER = Dealer(bytes(16))
GAME = laid(["y9 y9 y2", "b9 b9 b3", "g9 g9 g4"], display="o1 o2 o3 o4")
RED = Seat(0)
FACE, CELL = Face.parse("AR4"), Cell(1, 0)


def anything(value: object) -> Any:  # noqa: ANN401 - what no type checker would let through
    return value


@pytest.mark.parametrize(
    "call",
    [
        lambda: Purse(anything([1])),
        lambda: Purse(anything((301, 101))),
        lambda: Purse(anything([1.0])),
        lambda: Purse(anything(5)),
        lambda: TakeMoney(RED, anything([None])),
        lambda: Store(RED, anything("x" * 10**6)),
        lambda: Build(RED, FACE, anything((1, 0))),
        lambda: Pass(anything("Red")),
        lambda: Pass(anything(bool(1))),
        lambda: Card(Currency.BLUE, anything("3")),
        lambda: Ruleset(simplified=anything(1)),
        lambda: Ruleset(tile_set=anything("reference")),
        lambda: check(GAME, anything(HUGE)),
        lambda: check(anything(None), Pass(RED)),
        lambda: apply(anything(view(GAME, RED)), Pass(RED)),
        lambda: view(anything(view(GAME, RED)), RED),
        lambda: chance(anything(view(GAME, RED))),
        lambda: legal_actions(anything(None)),
        lambda: legal_actions(GAME, minimal_payments=anything("no")),
        lambda: LegalActions(anything(GAME)),
        lambda: deal(anything(view(GAME, RED)), DEALER),
        lambda: deal(GAME, anything(bytes(16))),
        lambda: next(draws(GAME, anything(None))),
        lambda: complete(anything(GAME), DEALER),
        lambda: complete(view(GAME, RED), anything(None)),
        lambda: audit(anything(None), [], DEALER, ""),
        lambda: audit(setup(3), [], DEALER, anything(None)),
        lambda: DEALER.number(anything(1.5), 3),
        lambda: DEALER.number(0, anything("3")),
        lambda: setup(anything(None)),
        lambda: setup(anything(2.0)),
        lambda: setup(3, ages=anything(5)),
        lambda: setup(3, anything("EN")),
        lambda: Card.parse(anything(5)),
        lambda: Purse() + anything(5),
        lambda: Purse() - anything(5),
        lambda: Purse() <= anything(5),
        lambda: Cells(anything("a"), 0),
        lambda: Cells(1, anything("b")),
        lambda: City.of(anything(None)),
        lambda: draw.text(City.of(), width=anything("a")),
    ],
)
def test_what_is_of_the_wrong_kind_is_refused_in_few_words(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError) as refusal:
        call()
    assert 10 < len(str(refusal.value)) < 200


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Card.parse(anything(5)), "expected str, got int"),
        (lambda: Cells(anything("a"), 0), "bits, top and left: expected int, got 'a'"),
        (lambda: City.of(anything(None)), "expected Mapping or Iterable, got NoneType"),
        (lambda: draw.text(City.of(), width=anything("a")), "expected int, got str"),
        (lambda: Purse() + anything(5), "unsupported operand type(s) for +: 'Purse' and 'int'"),
    ],
)
def test_a_refusal_says_what_is_expected(call: Callable[[], object], message: str) -> None:
    with pytest.raises(TypeError, match=f"^{re.escape(message)}$"):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: Purse(repeat(Card(Currency.BLUE, 3))),
        lambda: Card(Currency.BLUE, HUGE),
        lambda: Card(Currency.BLUE, -1),
        lambda: Face(FACE.building, HUGE),
        lambda: view(GAME, Seat(HUGE)),
        lambda: view(GAME, Seat(-1)),
        lambda: complete(view(GAME, RED), DEALER, -1),
        lambda: complete(view(GAME, RED), DEALER, 1 << 32),
        lambda: complete(view(GAME, RED), DEALER, anything(bool(1))),
        lambda: audit(GAME, [], DEALER, DEALER.commitment),
        lambda: setup(["é", "e\u0301"]),
        lambda: setup(["Red", "Red"]),
    ],
)
def test_what_is_out_of_bounds_is_refused_in_few_words(call: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"\w") as refusal:
        call()
    assert 10 < len(str(refusal.value)) < 200


@pytest.mark.rejects("BOX-7")
@pytest.mark.parametrize("yard", [repeat(Currency.YELLOW), ["x" * 10**6], [], list(Currency) * 2])
def test_a_yard_has_each_currency_once(yard: object) -> None:
    with pytest.raises(ViolationError) as refusal:
        Ruleset(yard=anything(yard))
    assert len(str(refusal.value)) < 250


def test_huge_numbers_can_be_judged_and_shown() -> None:
    for action in (Pass(Seat(HUGE)), Buy(RED, Space(HUGE), money("y9")), Reduce(RED, Cell(HUGE, -HUGE))):
        (violation,) = check(GAME, action)
        assert len(f"{action!r} {violation!r} {violation}") < 1000


def test_a_subclass_is_no_event() -> None:
    class Stranger(DrawTile):  # type: ignore[misc] # it is final, and that is why
        pass

    with pytest.raises(TypeError, match="expected an event"):
        apply(setup(3), Stranger(Face.parse("AR2")))


def test_a_name_is_a_plain_text() -> None:
    class Name(str):
        __slots__ = ()

    with pytest.raises(TypeError, match="a player's name: expected str"):
        setup(["Red", Name("Blue")])


def test_the_reference_set_has_one_form_only() -> None:
    assert Ruleset(tile_set=reference()) == Ruleset()
    assert setup(3, Ruleset(tile_set=reference())) == setup(3)


def test_the_seed_is_not_shown_when_it_is_refused() -> None:
    for seed in (bytearray(b"a secret of many bytes"), "a secret of many letters"):
        with pytest.raises(TypeError) as refusal:
            Dealer(anything(seed))
        assert "secret" not in f"{refusal.value!r} {refusal.value.args}"


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (TakeMoney, (RED, money("y1"))),
        (Buy, (RED, Space(1), money("y1"))),
        (Extend, (RED, FACE, CELL)),
        (Reduce, (RED, CELL)),
        (Exchange, (RED, FACE, CELL)),
        (Build, (RED, FACE, CELL, money("y1 y2"))),
        (Store, (RED, FACE)),
        (GiveToDirk, (RED, FACE, money("y1 y2"))),
    ],
)
def test_unchecked_events_are_the_same_as_checked_ones(kind: type, fields: tuple[object, ...]) -> None:
    make: Callable[..., object] = maker(kind, kind.__init__)  # type: ignore[misc] # of the class itself
    made = make(*fields)
    assert type(made) is kind
    assert made == kind(*fields)
    assert hash(made) == hash(kind(*fields))
