"""Placing a bought or given tile: in the city, on the reserve, with Dirk (PLACE-1, END-3, DIRK-7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from granada_rules.base import stamper
from granada_rules.box import (
    DIRK,
    Clause,
    Kind,
    Phase,
    Purse,
    Violation,
    edges_of,
    some,
    tiles_of,
    unknown_face,
)
from granada_rules.city import changed, sites
from granada_rules.game import Build, GiveToDirk, Store
from granada_rules.play.acts.pay import do_pay, legal_turnings, wrong_payment, wrong_turning
from granada_rules.play.acts.rebuild import wrong_place
from granada_rules.play.draft import with_face
from granada_rules.play.flow import end_placing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from granada_rules.base import Stamp
    from granada_rules.box import Cell, Face, Seat
    from granada_rules.game import Desk, Player, Table
    from granada_rules.play.decision import Decision
    from granada_rules.play.draft import Draft

__all__ = [
    "do_build",
    "do_give_to_dirk",
    "do_store",
    "legal_builds",
    "legal_gifts_to_dirk",
    "legal_stores",
    "wrong_build",
    "wrong_gift_to_dirk",
    "wrong_store",
]

_builds: Callable[[Stamp, Seat, Face, Purse, Iterable[Cell]], list[Build]] = stamper(Build, "cell")
_stores: Callable[[Stamp, Seat, Iterable[Face]], list[Store]] = stamper(Store, "face")
_gifts: Callable[[Stamp, Seat, Face, Iterable[Purse]], list[GiveToDirk]] = stamper(GiveToDirk, "payment")
_FREE = Purse()
_GIFT = Phase.GIFT


def legal_builds(decision: Decision, face: Face) -> Iterator[list[Build]]:
    """Generate every way to build the tile that shows this face, for each payment those by cell."""
    stamp, seat = decision.stamp, decision.seat
    # PLACE-1, PLACE-2, MIX-10, END-3, HUT-6, HUT-8: build it as it lies, or turned over for money.
    yield _builds(stamp, seat, face, _FREE, _free_cells(decision, face))
    back = _turned(decision.table, face)
    if back is not None and (cells := _free_cells(decision, back)):
        for payment in legal_turnings(decision):
            yield _builds(stamp, seat, back, payment, cells)


def wrong_build(table: Table, player: Player, hand: Purse, action: Build) -> Iterator[Violation]:
    """Yield what is wrong with building a tile."""
    yield from _not_waiting(table, action.face, Clause.PLACE_1)
    # END-2, MIX-34: for a tile that is given nothing is paid. PLACE-1: nor for one that has no back.
    kinds, kind = table.ruleset.kinds, action.face.kind
    # A face of another game is judged by the clauses of this one.
    can_be_turned = table.phase is not _GIFT and (kind if kind in kinds else kinds[0]) is Kind.GRANADA
    given = Clause.END_2.of(*kinds) if table.phase is _GIFT else Clause.PLACE_1
    clause = Clause.PLACE_2 if can_be_turned else given
    yield from wrong_payment(table, player, hand, action.payment, clause)
    yield from wrong_turning(table, action.face, action.payment, clause)
    yield from wrong_place(table, player, action.face, action.cell)


def do_build(draft: Draft, action: Build) -> None:
    """Build the tile."""
    player, tile = draft.players[action.seat], tiles_of(draft.ruleset).built(action.face)
    draft.change_tiles(action.seat, changed(player.city, action.cell, tile), player.reserve)
    do_pay(draft, action.seat, action.payment)
    end_placing(draft, action.face)


def legal_stores(decision: Decision, face: Face) -> list[Store]:
    """Return every way to store the tile that shows this face."""
    # PLACE-4, END-4: on the reserve, free, and with either face up unless it was given.
    back = _turned(decision.table, face)
    faces = [face] if back is None else [face, back]
    return _stores(decision.stamp, decision.seat, faces)


def wrong_store(table: Table, action: Store) -> Iterator[Violation]:
    """Yield what is wrong with storing a tile."""
    yield from _not_waiting(table, action.face, Clause.PLACE_1)


def do_store(draft: Draft, action: Store) -> None:
    """Store the tile."""
    player = draft.players[action.seat]
    # PLACE-4, END-4: on the reserve, free of charge.
    draft.change_tiles(action.seat, player.city, with_face(player.reserve, action.face))
    end_placing(draft, action.face)


def legal_gifts_to_dirk(decision: Decision, face: Face) -> Iterator[list[GiveToDirk]]:
    """Generate every way to give Dirk the tile that shows this face, for each payment one."""
    table, stamp, seat = decision.table, decision.stamp, decision.seat
    # DIRK-7, A-DIRK-7, MIX-37: or give it to Dirk, turned over for money. END-3: but none that was given.
    # HUT-4: nor a hut, which was not bought.
    if table.dirk is not None and table.phase is not _GIFT and face.value:
        yield _gifts(stamp, seat, face, (_FREE,))
        back = _turned(table, face)
        if back is not None:
            for payment in legal_turnings(decision):
                yield _gifts(stamp, seat, back, (payment,))


def wrong_gift_to_dirk(table: Table, player: Player, hand: Purse, action: GiveToDirk) -> Iterator[Violation]:
    """Yield what is wrong with giving Dirk a tile."""
    # DIRK-2: he plays with two.
    if table.dirk is None:
        yield Violation(Clause.DIRK_2, "Dirk takes part only if two play")
    # HUT-4: a hut was not bought.
    if action.face.is_hut:
        message = f"{action.face} was taken, not bought, so {DIRK} cannot get it"
        yield Violation(Clause.HUT_4, message, faces=(action.face,))
    clause = Clause.DIRK_7.of(*table.ruleset.kinds)
    yield from _not_waiting(table, action.face, clause)
    yield from wrong_payment(table, player, hand, action.payment, clause)
    yield from wrong_turning(table, action.face, action.payment, clause)


def do_give_to_dirk(draft: Draft, action: GiveToDirk) -> None:
    """Give Dirk the tile."""
    # DIRK-7, A-DIRK-7: to Dirk, for money if that turned it over.
    do_pay(draft, action.seat, action.payment)
    assert draft.dirk is not None
    draft.dirk = attrs.evolve(draft.dirk, faces=with_face(draft.dirk.faces, action.face))
    end_placing(draft, action.face)


def _free_cells(decision: Decision, face: Face) -> tuple[Cell, ...]:
    """Return where the tile that shows this face may be built."""
    table = decision.table
    edges = edges_of(tiles_of(table.ruleset))[face.rank]
    free, _ = sites(table.players[decision.seat].city, face.kind).listed(edges)
    return free


def _turned(table: Desk, face: Face) -> Face | None:
    """Return the other face of a tile that may be turned over."""
    # END-3: a tile given at the end is not turned over.
    return None if table.phase is _GIFT else tiles_of(table.ruleset).back(face)


def _not_waiting(table: Table, face: Face, clause: Clause) -> Iterator[Violation]:
    """Return why that face cannot be placed: no tile that waits has it, or one that is not turned over."""
    tiles = tiles_of(table.ruleset)
    if face not in tiles:
        yield unknown_face(face, *tiles.kinds)
    elif face not in table.bought:
        back = tiles.back(face)
        is_back = back is not None and back in table.bought
        # END-3, A-END-3, MIX-35: that tile and no other, and never turned over.
        if table.phase is Phase.GIFT:
            turned = f", and is not turned over to {face}" if is_back else f", not {face}"
            were = "was" if len(table.bought) == 1 else "were"
            message = f"{some(table.bought)} {were} given{turned}"
            yield Violation(Clause.END_3.of(*tiles.kinds), message, faces=(face,))
        # PLACE-1, DIRK-7, A-DIRK-7: only what was bought in this turn.
        elif not is_back:
            yield Violation(
                clause, f"{face} was not bought in this turn, or is placed already", faces=(face,)
            )
