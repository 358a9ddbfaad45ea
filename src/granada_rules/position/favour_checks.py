"""Checks of vizier's favour: pawns, who is asked, what is bought between turns (VIZ-2 … VIZ-12)."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from granada_rules.arguments import count, short
from granada_rules.clauses import Clause, Violation
from granada_rules.state import PLAYERS_WITH_DIRK, WINDOWS, Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.position.facts import Facts
    from granada_rules.position.model import NotedPlayer

__all__ = ["favour_violations"]


def favour_violations(facts: Facts) -> Iterator[Violation]:
    """Yield what is wrong with pawns, and with what happens between turns."""
    yield from _pawns(facts)
    position = facts.position
    if position.phase not in WINDOWS:
        return
    # VIZ-3: only with the module somebody is asked between turns.
    if not facts.has_pawns:
        message = f"the phase {position.phase.value!r}, and vizier's favour is not played"
        yield Violation(Clause.VIZ_3, message)
    yield from _asked(facts)
    yield from _bought(facts)
    yield from _yard(facts)


def _pawns(facts: Facts) -> Iterator[Violation]:
    phase = facts.position.phase
    for name, player in facts.named:
        # VIZ-2: everybody has a pawn if the module is played, and nobody without it.
        if player.pawn is not None and not facts.has_pawns:
            yield Violation(Clause.VIZ_2, "a pawn, and vizier's favour is not played", player=name)
        # VIZ-2: it is active at the beginning.
        elif player.pawn is False and phase is Phase.SETUP:
            yield Violation(Clause.VIZ_2, "the pawn is inactive, and the first turn is to come", player=name)
        # VIZ-4, VIZ-5: it is inactive after a tile was bought with it.
        elif player.pawn is False and _has_no_tile(facts, player):
            message = "the pawn is inactive, and no tile was bought with it"
            yield Violation(Clause.VIZ_5, message, player=name)


def _has_no_tile(facts: Facts, player: NotedPlayer) -> bool:
    """Tell whether this player certainly never bought a tile, but for those that are placed now."""
    # DIRK-7: of two players each may have given it to Dirk; and one alone may be one of them.
    if player.city is None or player.reserve is None or len(facts.position.players) <= PLAYERS_WITH_DIRK:
        return False
    # Who places a tile may be a player without a name.
    is_placed_by_another = facts.to_act in facts.names and facts.to_act not in {None, player.name}
    is_placing = facts.position.phase in {None, Phase.PLACE_FAVOUR} and not is_placed_by_another
    # HUT-4: a hut is free of charge, and no purchase.
    faces = chain((tile.face for tile in player.reserve), (tile.face for tile in player.city.tiles.values()))
    return not is_placing and all(face.is_hut for face in faces)


def _asked(facts: Facts) -> Iterator[Violation]:
    position, to_act = facts.position, facts.to_act
    # VIZ-8: first the yard is refilled, then somebody is asked.
    if facts.is_refilling and position.to_act is not None:
        message = f"{short(position.to_act)} is asked, and the yard is to be refilled first"
        yield Violation(Clause.VIZ_8, message)
    if to_act is None or to_act not in facts.names:
        return
    pawn = position.players[facts.names.index(to_act)].pawn
    # VIZ-5: the pawn with which a tile was bought is inactive.
    if position.phase is Phase.PLACE_FAVOUR and pawn is True:
        yield Violation(Clause.VIZ_5, "a tile was bought with the pawn, and it is active", player=to_act)
    # VIZ-3, VIZ-9: only who has an active pawn is asked.
    if position.phase is Phase.FAVOUR and pawn is False:
        yield Violation(Clause.VIZ_3, "the pawn is inactive, so its owner is not asked", player=to_act)


def _bought(facts: Facts) -> Iterator[Violation]:
    bought = facts.position.bought
    if bought is None:
        return
    # VIZ-3: a turn is over when all tiles are placed. VIZ-7: and so is the use of a pawn.
    if facts.position.phase is Phase.FAVOUR and bought:
        message = f"{count(len(bought), 'tile')} to place, and that comes before anybody is asked"
        yield Violation(Clause.VIZ_7, message, faces=tuple(sorted(tile.face for tile in bought)))
    # VIZ-4: one tile is bought with a pawn.
    if facts.position.phase is Phase.PLACE_FAVOUR and len(bought) != 1:
        message = f"{count(len(bought), 'tile')} to place, and with a pawn one is bought"
        yield Violation(Clause.VIZ_4, message, faces=tuple(sorted(tile.face for tile in bought)))


def _yard(facts: Facts) -> Iterator[Violation]:
    position, empty, bare = facts.position, facts.empty_spaces, facts.bare_spaces
    if empty is None or bare is None:
        return
    is_used = position.phase is Phase.PLACE_FAVOUR
    kinds = {tile.face.kind for tile in position.bought or ()} if is_used else {*facts.kinds}
    # VIZ-7, VIZ-8: the space of the tile that was bought is empty until it is placed.
    if is_used and not any(empty.get(kind) for kind in kinds or facts.kinds):
        yield Violation(Clause.VIZ_8, "a tile was bought with a pawn, and its space is not empty")
    # VIZ-8: after each use the yard is refilled, as far as the bag goes, so one tile at most is missing.
    elif len(facts.fillable) > 1 or not kinds.issuperset(facts.fillable):
        message = f"{count(len(facts.fillable), 'empty space')}, and the yard is refilled after each use"
        yield Violation(Clause.VIZ_8, message)
    # VIZ-8: and that is missing only because a pawn was used.
    elif facts.is_refilling and not facts.may_have_used_pawns:
        yield Violation(Clause.VIZ_8, "an empty space to refill, and all pawns are active")
    # VIZ-12: by agreement nobody is asked once the yard cannot be filled.
    elif facts.rules.favour_until_yard_short and len(bare) > (is_used or facts.may_be_refilling):
        message = f"{count(len(bare), 'empty space')}, so that pawns cannot be used any more"
        yield Violation(Clause.VIZ_12, message)
