"""Passing, where the rules allow it (TURN-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules import placement
from granada_rules.base import stamper
from granada_rules.box import MOST_HUTS, Clause, Edges, Phase, Violation, some
from granada_rules.city import can_be_laid
from granada_rules.game import Pass
from granada_rules.play.acts.bonus import do_decline_to_show
from granada_rules.play.acts.buy import can_mix
from granada_rules.play.acts.favour import do_decline_favour
from granada_rules.play.acts.huts import own_huts
from granada_rules.play.flow import end_actions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from granada_rules.base import Stamp
    from granada_rules.box import Cell, Currency, Face, Purse, Seat
    from granada_rules.city import City
    from granada_rules.game import Player, Table
    from granada_rules.play.decision import Decision
    from granada_rules.play.draft import Draft

__all__ = ["do_pass", "legal_passes", "wrong_pass"]


_FAVOUR, _REVEAL = Phase.FAVOUR, Phase.REVEAL

_passes: Callable[[Stamp, Iterable[Seat]], list[Pass]] = stamper(Pass, "seat")


def legal_passes(decision: Decision, others: Iterable[Iterable[object]]) -> list[Pass]:
    """Return the pass, if it is legal beside these groups of other actions; empty ones do not count."""
    table = decision.table
    # TURN-2: pass if nothing is possible, or where the extra action is no must. TURN-3: only for that do
    # bought tiles wait.
    if (table.bought and not table.ruleset.extra_action_is_a_must) or not any(others):
        return _passes(decision.stamp, [decision.seat])
    return []


def wrong_pass(table: Table, seat: Seat, hand: Purse) -> Iterator[Violation]:
    """Yield what could be done instead: of each kind of action one that is possible."""
    # VIZ-9, BON-4: an offer may be declined.
    if table.phase in {Phase.FAVOUR, Phase.REVEAL}:
        return
    player = table.players[seat]
    # TURN-2: the extra action may be declined by agreement.
    if table.extra and not table.ruleset.extra_action_is_a_must:
        return
    # TURN-2: otherwise one passes only if nothing at all is possible.
    if table.display:
        yield Violation(Clause.TURN_2, "there is money to take", cards=(table.display[0],))
    spaces = zip(table.yard, table.ruleset.spaces, strict=True)
    if tiles := [face for face, (currency, _) in spaces if face and _can_pay(table, hand, currency, face)]:
        yield Violation(Clause.TURN_2, f"the hand can pay for {some(tiles)}", faces=(tiles[0],))
    if (cell := next(_dispensable(player.city), None)) is not None:
        message = f"the {table.ruleset.city} can be reduced, such as at {cell}"
        yield Violation(Clause.TURN_2, message, cells=(cell,))
    if (face := next(_fitting(table, player), None)) is not None:
        message = f"the {table.ruleset.city} can be rebuilt, such as with {face}"
        yield Violation(Clause.TURN_2, message, faces=(face,))
    # HUT-4: to take a hut is an action, too.
    if (hut := next(_huts_to_take(table, player), None)) is not None:
        yield Violation(Clause.TURN_2, f"{hut} can be taken", faces=(hut,))
    # VIZ-11: to reactivate the pawn is an action, too.
    if table.modules.pawns and not table.modules.pawns[seat]:
        yield Violation(Clause.TURN_2, "the pawn can be reactivated")


def _can_pay(table: Table, hand: Purse, currency: Currency, face: Face) -> bool:
    # EXC-5: in the currency of the space, or with an exchange card.
    return hand.total(currency) >= face.value or can_mix(table, hand, currency, face.value)


# The second road: a tile is taken out or laid down, and the whole city is judged.


def _dispensable(city: City) -> Iterator[Cell]:
    """Yield the cells of tiles that can be taken out."""
    return (cell for cell in _movable(city) if not placement.violations(city.reduced(cell)))


def _movable(city: City) -> list[Cell]:
    # MIX-20: the first tile of Granada stays.
    return [cell for cell in sorted(city.tiles) if cell != city.second]


def _fitting(table: Table, player: Player) -> Iterator[Face]:
    """Yield the faces of the reserve that fit somewhere, beside the city or in the place of a tile."""
    city = player.city
    beside = {cell.neighbour(side) for cell in city.cells for side in Edges}
    sites = [cell for cell in sorted(beside) if can_be_laid(city, cell)]
    for face in player.reserve:
        tile = face, table.ruleset.tiles.moats(face)
        cities = [(city.extended, sites), (city.exchanged, _movable(city))]
        if any(not placement.violations(change(cell, tile)) for change, cells in cities for cell in cells):
            yield face


def _huts_to_take(table: Table, player: Player) -> Iterator[Face]:
    """Yield the open huts, unless the player has as many as can be (HUT-7)."""
    if len(own_huts(table, player)) < MOST_HUTS:
        yield from (hut for hut in table.modules.open_huts if hut is not None)


def do_pass(draft: Draft, action: Pass) -> None:
    """Do nothing."""
    if draft.phase is _FAVOUR:
        do_decline_favour(draft, action.seat)
    elif draft.phase is _REVEAL:
        do_decline_to_show(draft, action.seat)
    else:
        end_actions(draft)
