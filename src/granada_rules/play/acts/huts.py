"""Taking a builder's hut (HUT-4, HUT-5, HUT-7)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import attrs

from granada_rules.base import stamp_of, stamper
from granada_rules.box import HUT_BUILDINGS, MOST_HUTS, Clause, DrawFor, Phase, Violation, some, unknown_face
from granada_rules.city import faces_of
from granada_rules.game import DrawHut, TakeHut
from granada_rules.play.draft import replaced, with_face, without_face
from granada_rules.play.flow import end_actions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from granada_rules.base import Stamp
    from granada_rules.box import Building, Face, Seat
    from granada_rules.game import Desk, Game, Player, Table
    from granada_rules.play.decision import Decision
    from granada_rules.play.draft import Draft

__all__ = [
    "do_draw_hut",
    "do_take_hut",
    "hut_way",
    "hut_ways",
    "legal_hut_draws",
    "legal_hut_takings",
    "own_huts",
    "wrong_hut_draw",
    "wrong_hut_taking",
]


_takings: Callable[[Stamp, Seat, Iterable[Building]], list[TakeHut]] = stamper(TakeHut, "building")


def legal_hut_takings(decision: Decision) -> list[TakeHut]:
    """Return every way to take a hut, in the order of the types."""
    table, seat = decision.table, decision.seat
    open_huts = table.modules.open_huts
    # HUT-7: with three huts no more can be taken. MOD-4: after exact purchases one may be.
    if not open_huts or _number_of_huts(table, seat) >= MOST_HUTS:
        return []
    # HUT-4: one of the open huts.
    return _takings(decision.stamp, seat, [hut.building for hut in open_huts if hut is not None])


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
    own = own_huts(table, player)
    if len(own) >= MOST_HUTS:
        message = f"a player has at most {MOST_HUTS} huts, and these are there: {some(map(str, own))}"
        yield Violation(Clause.HUT_7, message, faces=tuple(own))


def own_huts(table: Table, player: Player) -> list[Face]:
    """Return the huts of the player to act, in order: the second road, which asks what each tile is."""
    own = [*faces_of(player.city), *player.reserve, *table.bought]
    return sorted(face for face in own if face.is_hut)


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


_draws: Callable[[Stamp, Iterable[Face]], list[DrawHut]] = stamper(DrawHut, "face")


def _below(game: Game | Draft) -> list[Face]:
    """Return the huts that lie below in the pile of which one is turned up, in order."""
    modules = game.table.modules
    building = modules.hut_to_draw
    return [hut for hut in modules.huts_below if hut.building is building]


def legal_hut_draws(game: Game | Draft) -> Iterator[tuple[DrawHut, int]]:
    """Generate the huts that can be turned up, in order, each with the number of ways."""
    # HUT-3: the pile was shuffled, so each hut is equally likely.
    many = Counter(_below(game))
    return zip(_draws(stamp_of(game), many), many.values(), strict=True)


def hut_ways(game: Game | Draft) -> int:
    """Return how many equally likely ways there are to turn up a hut."""
    return len(_below(game))


def hut_way(game: Game | Draft, number: int) -> DrawHut:
    """Return the hut that is turned up in the way of that number, counted from 0."""
    return _draws(stamp_of(game), (_below(game)[number],))[0]


def wrong_hut_draw(table: Table, hut: Face) -> Iterator[Violation]:
    """Yield why that hut cannot be turned up."""
    tiles, modules = table.ruleset.tiles, table.modules
    if hut not in tiles or not hut.is_hut:
        yield (
            unknown_face(hut, *tiles.kinds)
            if hut not in tiles
            else Violation(Clause.HUT_3, f"{hut} is a building tile, and a hut is turned up", faces=(hut,))
        )
        return
    # MOD-5: a hut that lies elsewhere is in no pile.
    if hut not in modules.huts_below:
        yield Violation(Clause.MOD_5, f"{hut} is not in the pile", faces=(hut,))
    # HUT-3: one for each type, in order. HUT-5: of the pile from which one was taken.
    lying = {one.building for one in modules.open_huts if one is not None}
    left = {one.building for one in modules.huts_below}
    due = next(building for building in HUT_BUILDINGS if building in left - lying)
    if hut.building is not due:
        clause = Clause.HUT_3 if table.phase is Phase.SETUP else Clause.HUT_5
        yield Violation(clause, f"a hut for {due.label} is turned up, not {hut}", faces=(hut,))


def do_draw_hut(draft: Draft, draw: DrawHut) -> None:
    """Turn up the hut."""
    draft.draws += 1
    modules, hut = draft.modules, draw.face
    # HUT-3, HUT-5: it lies open on its pile.
    draft.modules = attrs.evolve(
        modules,
        open_huts=replaced(modules.open_huts, HUT_BUILDINGS.index(hut.building), hut),
        huts_below=without_face(modules.huts_below, hut),
    )
