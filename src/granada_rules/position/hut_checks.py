"""Checks of the builders' huts of a position: which there are, where they lie, how many somebody has."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from granada_rules.clauses import Clause, Violation, some
from granada_rules.hut_set import (
    HUT_BUILDINGS,
    HUTS,
    lying_hut_violations,
    too_many_huts,
    wrong_hut_walls,
)
from granada_rules.state import DIRK, Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.position.facts import Facts
    from granada_rules.tiles import Face

__all__ = ["hut_violations"]

_NO_PLACES = ("the yard", "the bag")
"""Where no hut lies (MOD-5)."""


def hut_violations(facts: Facts) -> Iterator[Violation]:
    """Yield what is wrong with the huts of a position."""
    position = facts.position
    lying = tuple((where, face) for where, face in facts.open_faces if face.is_hut)
    if not facts.has_huts:
        # HUT-1: there are none if the game is played without them.
        if lying or position.open_huts is not None:
            huts = tuple(sorted(hut for _, hut in lying))
            yield Violation(Clause.HUT_1, "huts are noted, and the game is played without them", faces=huts)
        return
    # HUT-2: walls on one, two or three edges.
    for hut in sorted({hut for _, hut in lying}):
        yield from wrong_hut_walls(hut)
    # HUT-1: no more of a type than there are, and those of the list.
    yield from lying_hut_violations(lying, None if position.tile_set is None else position.tile_set.huts)
    # MOD-5: in its pile, open on it, taken in this turn, in a city or on a reserve.
    for where, hut in lying:
        if where in _NO_PLACES:
            yield Violation(Clause.MOD_5, f"the hut {hut} is in {where}, where none can be", faces=(hut,))
    yield from _piles(facts)
    yield from _taken(facts)
    yield from _players(facts)


def _piles(facts: Facts) -> Iterator[Violation]:
    piles = facts.position.open_huts
    if piles is None:
        return
    # HUT-3: one pile for each type.
    if len(piles) != len(HUT_BUILDINGS):
        yield Violation(Clause.HUT_3, f"there are {len(HUT_BUILDINGS)} piles of huts, not {len(piles)}")
        return
    for building, hut in zip(HUT_BUILDINGS, piles, strict=True):
        # HUT-3: of its own type.
        if hut is not None and (hut.building is not building or not hut.is_hut):
            message = f"{hut} lies open on the pile for {building.label}"
            yield Violation(Clause.HUT_3, message, faces=(hut,))
    yield from _empty_piles(facts, piles)


def _empty_piles(facts: Facts, piles: tuple[Face | None, ...]) -> Iterator[Violation]:
    """Yield piles of which a hut should lie open."""
    phase = facts.position.phase
    if not facts.all_lie_open or phase in {None, Phase.SETUP}:
        return
    there = Counter(face.building for _, face in facts.open_faces if face.is_hut)
    taken = {face.building for face in facts.taken_huts} if phase is Phase.END_OF_TURN else set()
    for building, hut in zip(HUT_BUILDINGS, piles, strict=True):
        below = HUTS[building] - there[building]
        # HUT-5: the next one is turned up at once; an empty pile stays empty.
        if hut is None and below > 0 and building not in taken:
            message = f"no open hut for {building.label}, and {below} of {HUTS[building]} lie below"
            yield Violation(Clause.HUT_5, message)


def _taken(facts: Facts) -> Iterator[Violation]:
    """Yield what is wrong with huts among the tiles that are to be placed."""
    position, taken = facts.position, facts.taken_huts
    if not taken or position.phase is None:
        return
    # VIZ-13: not with the pawn.
    if position.phase is Phase.PLACE_FAVOUR:
        message = f"{some(map(str, taken))} is to be placed, and the pawn cannot be used to take a hut"
        yield Violation(Clause.VIZ_13, message, faces=taken)
    # MOD-4: it is the last action of a turn, so no other follows. END-2: nor is one given away.
    elif position.phase not in {Phase.PLACE, Phase.END_OF_TURN}:
        message = f"{some(map(str, taken))} is to be placed, and a hut is taken as the last action of a turn"
        yield Violation(Clause.MOD_4, message, faces=taken)
    # HUT-4: it gives no extra action.
    elif len(taken) > 1:
        message = f"{some(map(str, taken))} were taken in one turn, and one can be"
        yield Violation(Clause.HUT_4, message, faces=taken)


def _players(facts: Facts) -> Iterator[Violation]:
    position = facts.position
    # HUT-4: Dirk has none.
    yield from too_many_huts(DIRK, [tile.face for tile in position.dirk or ()])
    for seat, (name, player) in enumerate(facts.named):
        built = () if player.city is None else player.city.tiles.values()
        own = [tile.face for tile in (*built, *(player.reserve or ()))]
        # HUT-7: a hut taken in this turn counts.
        is_own_turn = position.turn is not None and position.turn == facts.names[seat]
        yield from too_many_huts(name, [*own, *(facts.taken_huts if is_own_turn else ())])
