"""Complete positions with all modules, in which one thing is broken: refused, and told what to mend."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import attrs
import pytest

import granada_rules as g
from granada_rules.position import Level, noted
from tests.helpers.games import RED, drawn, faces, money
from tests.helpers.noted import alhambra_of, but, changed, found, is_complete, only
from tests.play.test_bonus import GARDEN, built, dealt

if TYPE_CHECKING:
    from collections.abc import Callable

ALL = g.Ruleset(kinds=g.ALHAMBRA.kinds, modules=g.Module)


@cache
def shown() -> g.Position:
    """Return the offer after the first turn: Red has built GA10:- and shown its card, and Blue is asked."""
    position = g.apply(drawn(built(dealt(ruleset=ALL))), g.ShowBonus(RED, GARDEN)).to_position()
    assert (position.phase, position.turn, position.to_act) == (g.Phase.FAVOUR, "Red", "Blue")
    return position


@cache
def first() -> g.Position:
    """Return the first turn: Red is to act."""
    return dealt(ruleset=ALL).to_position()


def with_huts(position: g.Position, codes: str) -> g.Position:
    """Lay huts on Red's reserve."""
    return changed(position, 0, reserve=noted(faces(codes)))


def four() -> str:
    """Return four huts of different types that do not lie open."""
    lying = {*(first().open_huts or ())}
    below = {hut.building: hut for hut in g.reference_huts().huts if hut not in lying}
    return " ".join(map(str, [*below.values()][:4]))


def with_more_bound(position: g.Position) -> g.Position:
    """Let a pile have an exchange card more and a money card less."""
    piles = list(position.piles or ())
    piles[1] = g.Pile(piles[1].size, piles[1].scoring, piles[1].exchange + 1)
    return but(position, piles=tuple(piles))


BROKEN: dict[str, tuple[Callable[[], g.Position], str, str | None, str]] = {
    "a bonus card twice": (
        lambda: changed(first(), 1, bonus=tuple(faces("GA10:- AC9:- AC10:-"))),
        *("MOD-5", "Blue", "the bonus card for GA10:- is there twice, with Red and Blue"),
    ),
    "a bonus card hidden and shown": (
        lambda: changed(shown(), 0, bonus=tuple(faces("GA10:- PV8:-"))),
        *("MOD-5", "Red", "the bonus card for GA10:- is there twice, with Red"),
    ),
    "a bonus card for another tile": (
        lambda: changed(first(), 0, bonus=tuple(faces("GA10:N PV8:- TO12:-"))),
        *("BON-1", "Red", "no bonus card is for GA10:N, but for tiles of Alhambra without walls"),
    ),
    "too many hidden bonus cards": (
        lambda: changed(first(), 0, bonus=tuple(faces("GA10:- PV8:- TO12:- TO11:-"))),
        *("BON-2", "Red", "4 bonus cards, and a player gets 3"),
    ),
    "too few bonus cards": (
        lambda: changed(first(), 0, bonus=tuple(faces("GA10:- PV8:-"))),
        *("BON-2", "Red", "2 bonus cards, and everybody got 3"),
    ),
    "a shown card without its tile": (
        lambda: changed(shown(), 0, bonus=(GARDEN, *faces("TO12:-")), shown=tuple(faces("PV8:-"))),
        *("BON-4", "Red", "the bonus card for PV8:- is shown, and its tile does not lie in the Alhambra"),
    ),
    "a hut twice": (
        lambda: with_huts(first(), "PV*:SW"),
        "HUT-1",
        None,
        "the hut PV*:SW is there 2 times (among the open huts and Red's reserve), and the list has 1",
    ),
    "four huts with a player": (
        lambda: with_huts(first(), four()),
        *("HUT-7", "Red", "4 huts, and a player has at most 3"),
    ),
    "a hut that the list lacks": (
        lambda: with_huts(first(), "PV*:NEW"),
        "HUT-1",
        None,
        "the hut PV*:NEW is there 1 time (among Red's reserve), and the list does not have it",
    ),
    "no open hut on a pile": (
        lambda: but(first(), open_huts=(None, *(first().open_huts or ())[1:])),
        *("HUT-5", None, "no open hut for Pavilion, and 3 of 3 lie below"),
    ),
    "more exchange cards in the piles than there are": (
        lambda: with_more_bound(first()),
        *("EXC-2", None, "7 exchange cards in the piles, and 6 nowhere else"),
    ),
    "an inactive pawn of somebody who never bought a tile": (
        lambda: changed(first(), 1, pawn=False),
        *("VIZ-5", "Blue", "the pawn is inactive, and no tile was bought with it"),
    ),
    "an inactive pawn of somebody who has only a hut": (
        lambda: changed(first(), 1, pawn=False, reserve=noted(faces(four().split()[0]))),
        *("VIZ-5", "Blue", "the pawn is inactive, and no tile was bought with it"),
    ),
    "an inactive pawn of somebody who has built only a hut": (
        lambda: changed(first(), 1, pawn=False, city=alhambra_of("1,0 TO*:ES")),
        *("VIZ-5", "Blue", "the pawn is inactive, and no tile was bought with it"),
    ),
    "somebody is asked whose pawn is inactive": (
        lambda: but(changed(shown(), 0, pawn=False), to_act=None),
        *("VIZ-3", "Red", "the pawn is inactive, so its owner is not asked"),
    ),
    "nobody is asked": (
        lambda: but(shown(), to_act="Pink"),
        *("TURN-1", None, "'Pink' is to act, who does not play"),
    ),
    "another player acts in a turn": (
        lambda: but(first(), to_act="Blue"),
        *("TURN-1", None, "'Blue' is to act in the turn of 'Red'"),
    ),
    "a scoring is due in a turn": (
        lambda: but(first(), due=g.Scoring.A),
        *("SCORE-2", None, "scoring A is due, and the phase is 'act'"),
    ),
}


@pytest.mark.accepts("MOD-5")
def test_both_are_complete() -> None:
    assert is_complete(first())
    assert is_complete(shown())


@pytest.mark.rejects("MOD-5", "BON-1", "BON-2", "BON-4", "HUT-1", "HUT-5", "HUT-7", "EXC-2")
@pytest.mark.rejects("VIZ-3", "VIZ-5", "TURN-1", "SCORE-2")
@pytest.mark.parametrize("what", BROKEN)
def test_one_thing_is_broken_and_one_thing_is_said(what: str) -> None:
    make, clause, player, message = BROKEN[what]
    violation = only(make())
    assert (violation.clause, violation.player, violation.message) == (clause, player, message)


@pytest.mark.rejects("EXC-1")
def test_an_exchange_card_twice_is_one_card_too_many() -> None:
    twice, too_many = found(changed(first(), 0, hand=money("y9 y1 g9 g8 yb yb")))
    assert (twice.clause, twice.cards) == ("EXC-1", tuple(money("yb yb")))
    assert twice.message == "yb is there 2 times, and there is 1 (Red's hand)"
    assert (too_many.clause, too_many.message) == ("BOX-11", "92 cards in the piles, and 91 nowhere else")


@pytest.mark.rejects("VIZ-2")
@pytest.mark.parametrize("pawn", [True, False])
def test_a_pawn_where_there_are_none(pawn: bool) -> None:  # noqa: FBT001 - active or not
    without = attrs.evolve(ALL, modules=[g.Module.EXCHANGE, g.Module.BONUS, g.Module.HUTS])
    position = but(first(), ruleset=without)
    for seat in range(3):
        position = changed(position, seat, pawn=None)
    assert is_complete(position)
    violation = only(changed(position, 1, pawn=pawn))
    assert (violation.clause, violation.player) == ("VIZ-2", "Blue")
    assert violation.message == "a pawn, and vizier's favour is not played"


@pytest.mark.parametrize(
    ("field", "missing"),
    [
        ("pawn", "pawn of Blue"),
        ("bonus", "bonus of Blue"),
        ("shown", "shown of Blue"),
        ("hand", "hand of Blue"),
    ],
)
def test_what_is_missing_is_named(field: str, missing: str) -> None:
    position = changed(first(), 1, **{field: None})
    report = g.validate(position)
    assert (report.level, report.violations, report.missing) == (Level.CONSISTENT, (), (missing,))
    with pytest.raises(ValueError, match=f"^the position is not complete: {missing} missing$"):
        g.Game.from_position(position)
