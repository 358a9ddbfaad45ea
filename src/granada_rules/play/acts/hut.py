"""Taking a builder's hut (HUT-4, HUT-5, HUT-7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from granada_rules.city import faces_of
from granada_rules.clauses import Clause, Violation, some
from granada_rules.events import TakeHut
from granada_rules.hut_set import HUT_BUILDINGS, MOST_HUTS
from granada_rules.play.draft import replaced, with_face
from granada_rules.play.flow import end_actions
from granada_rules.sealed import stamper
from granada_rules.state import DrawFor, Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from granada_rules.desk import Desk
    from granada_rules.game import Table
    from granada_rules.play.draft import Draft
    from granada_rules.player import Player
    from granada_rules.sealed import Stamp
    from granada_rules.state import Seat
    from granada_rules.tiles import Building

__all__ = ["do_take_hut", "legal_hut_takings", "wrong_hut_taking"]

_takings: Callable[[Stamp, Seat, Iterable[Building]], list[TakeHut]] = stamper(TakeHut, "building")


def legal_hut_takings(table: Desk, seat: Seat, stamp: Stamp) -> list[TakeHut]:
    """Return every way to take a hut, in the order of the types."""
    open_huts = table.modules.open_huts
    # HUT-7: with three huts no more can be taken. MOD-4: after exact purchases one may be.
    if not open_huts or _number_of_huts(table, seat) >= MOST_HUTS:
        return []
    # HUT-4: one of the open huts.
    return _takings(stamp, seat, [hut.building for hut in open_huts if hut is not None])


def _number_of_huts(table: Desk, seat: Seat) -> int:
    """Return how many huts a player has, who is to act: they are the tiles that cost nothing."""
    player = table.players[seat]
    built = faces_of(player.city)
    return [face.value for face in (*built, *player.reserve, *table.bought)].count(0)


def wrong_hut_taking(table: Table, player: Player, action: TakeHut) -> Iterator[Violation]:
    """Yield what is wrong with taking a hut."""
    piles, building = table.modules.open_huts, action.building
    # HUT-3: there are huts only if the module is played.
    if not piles:
        yield Violation(Clause.HUT_3, "there are no huts in this game")
        return
    # HUT-3, HUT-5: an open hut of that type; an empty pile stays empty.
    if all(hut is None or hut.building is not building for hut in piles):
        there = "has no huts" if building not in HUT_BUILDINGS else "has no hut left"
        yield Violation(Clause.HUT_5, f"{building.label} {there}")
    # HUT-7: three at most, those on the reserve and those taken in this turn included.
    own = [face for face in faces_of(player.city) if face.is_hut]
    own += [face for face in (*player.reserve, *table.bought) if face.is_hut]
    own.sort()
    if len(own) >= MOST_HUTS:
        message = f"a player has at most {MOST_HUTS} huts, and these are there: {some(map(str, own))}"
        yield Violation(Clause.HUT_7, message, faces=tuple(own))


def do_take_hut(draft: Draft, action: TakeHut) -> None:
    """Take the open hut of that type."""
    modules, place = draft.modules, HUT_BUILDINGS.index(action.building)
    hut = modules.open_huts[place]
    assert hut is not None
    # HUT-4, HUT-6: free of charge; it waits beside the city with the bought tiles.
    draft.bought = with_face(draft.bought, hut)
    draft.modules = attrs.evolve(modules, open_huts=replaced(modules.open_huts, place, None))
    # HUT-5: the next hut of the pile is turned up, before anything is placed.
    if draft.modules.hut_to_draw is not None:
        draft.phase, draft.draw_for = Phase.END_OF_TURN, DrawFor.HUT
        return
    # MOD-4: this was the last action of the turn.
    end_actions(draft)
