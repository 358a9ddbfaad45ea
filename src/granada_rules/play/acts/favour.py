"""Vizier's favour: to use the pawn, to decline, to reactivate it (VIZ-1 … VIZ-13)."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import attrs

from granada_rules.base import stamper
from granada_rules.box import Clause, Phase, Violation
from granada_rules.game import Reactivate
from granada_rules.play.draft import replaced
from granada_rules.play.flow import end_actions, offer_favours

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from granada_rules.base import Stamp
    from granada_rules.box import Seat
    from granada_rules.game import Buy, Desk, Table
    from granada_rules.play.decision import Decision
    from granada_rules.play.draft import Draft

__all__ = [
    "do_decline_favour",
    "do_reactivate",
    "do_use_pawn",
    "legal_favours",
    "legal_reactivations",
    "wrong_favour",
    "wrong_reactivation",
]

_reactivations: Callable[[Stamp, Iterable[Seat]], list[Reactivate]] = stamper(Reactivate, "seat")


def legal_favours(table: Desk, buys: Iterable[Iterable[Buy]]) -> Iterator[Buy]:
    """Generate the purchases that can be made with the pawn, of those that pay no money too much."""
    # VIZ-4: one tile, for exactly its price.
    for buy in chain.from_iterable(buys):
        face = table.yard[buy.space - 1]
        if face is not None and buy.payment.total() == face.value:
            yield buy


def wrong_favour(table: Table, action: Buy) -> Iterator[Violation]:
    """Yield what is wrong with a purchase with the pawn, beside what is wrong with any purchase."""
    face, paid = table.yard[action.space - 1], action.payment.total()
    # VIZ-4: exactly the price is paid.
    if face is not None and paid > face.value:
        message = f"{face} costs {face.value}, which has to be paid exactly, and {paid} is paid"
        yield Violation(Clause.VIZ_4, message, faces=(face,), cards=tuple(action.payment))


def do_use_pawn(draft: Draft, seat: Seat) -> None:
    """Turn over the pawn with which a tile was bought."""
    # VIZ-5: it is inactive. VIZ-6: there is no extra action. VIZ-7: the tile is placed at once.
    pawns = replaced(draft.modules.pawns, seat, new=False)
    draft.modules = attrs.evolve(draft.modules, pawns=pawns)
    draft.phase = Phase.PLACE_FAVOUR


def do_decline_favour(draft: Draft, seat: Seat) -> None:
    """Go on to the next one who is asked."""
    # VIZ-9: whoever declines may decide anew only after somebody's use.
    offer_favours(draft, after=seat)


def legal_reactivations(decision: Decision) -> list[Reactivate]:
    """Return the action that turns the pawn picture up, if it is inactive."""
    pawns, seat = decision.table.modules.pawns, decision.seat
    # VIZ-11: only an inactive pawn can be reactivated.
    return _reactivations(decision.stamp, [seat]) if pawns and not pawns[seat] else []


def wrong_reactivation(table: Table, seat: Seat) -> Iterator[Violation]:
    """Yield why the pawn cannot be reactivated."""
    # VIZ-2: there are pawns only if the module is played.
    if not table.modules.pawns:
        yield Violation(Clause.VIZ_2, "there are no pawns in this game")
    # VIZ-11: only an inactive pawn can be reactivated.
    elif table.modules.pawns[seat]:
        yield Violation(Clause.VIZ_11, "the pawn is active already")


def do_reactivate(draft: Draft, action: Reactivate) -> None:
    """Turn the pawn picture up."""
    # VIZ-11: it can be used from now on. MOD-4: this is the last action of the turn.
    pawns = replaced(draft.modules.pawns, action.seat, new=True)
    draft.modules = attrs.evolve(draft.modules, pawns=pawns)
    end_actions(draft)
