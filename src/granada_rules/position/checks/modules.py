"""Checks of what modules add: vizier's favour, bonus cards, builders' huts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from granada_rules.base import count, short
from granada_rules.box import (
    DIRK,
    FEWEST_PLAYERS,
    HUT_BUILDINGS,
    HUTS,
    MOST_PLAYERS,
    PLAYERS_WITH_DIRK,
    SCORING_CARDS,
    WINDOWS,
    Clause,
    Kind,
    Phase,
    Scoring,
    Violation,
    card_violations,
    lying_hut_violations,
    most_cards,
    some,
    too_many_huts,
    wrong_hut_walls,
)
from granada_rules.position.model import own_faces

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.box import Face
    from granada_rules.position.facts import Facts
    from granada_rules.position.model import NotedPlayer

__all__ = [
    "asked",
    "bonus_cards",
    "bought_with_pawn",
    "due",
    "hut_piles",
    "huts",
    "own_huts",
    "pawns",
    "reveal",
    "taken_huts",
    "yard_in_window",
]


def pawns(facts: Facts) -> Iterator[Violation]:
    """Yield which pawns cannot be there, or be inactive."""
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
    if facts.nobody_has_bought:
        return True
    # DIRK-7: of two players each may have given it to Dirk; and one alone may be one of them.
    if player.city is None or player.reserve is None or len(facts.position.players) <= PLAYERS_WITH_DIRK:
        return False
    # Who places a tile may be a player without a name.
    is_placed_by_another = facts.to_act in facts.names and facts.to_act not in {None, player.name}
    is_placing = facts.position.phase in {None, Phase.PLACE_FAVOUR} and not is_placed_by_another
    # HUT-4: a hut is free of charge, and no purchase.
    return not is_placing and all(face.is_hut for face in own_faces(player))


def asked(facts: Facts) -> Iterator[Violation]:
    """Yield why somebody cannot be asked between turns, or cannot place a tile then."""
    position, to_act = facts.position, facts.to_act
    # VIZ-3: only with the module somebody is asked between turns.
    if position.phase in WINDOWS and not facts.has_pawns:
        message = f"the phase {position.phase.value!r}, and vizier's favour is not played"
        yield Violation(Clause.VIZ_3, message)
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


def bought_with_pawn(facts: Facts) -> Iterator[Violation]:
    """Yield whether there are too many tiles to place between turns, or too few."""
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


def yard_in_window(facts: Facts) -> Iterator[Violation]:
    """Yield whether spaces of the yard are empty, or full, that cannot be so between turns."""
    position, empty, bare = facts.position, facts.empty_spaces, facts.bare_spaces
    if position.phase not in WINDOWS or empty is None or bare is None:
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


_NO_PLACES = ("the yard", "the bag")
"""Where no hut lies (MOD-5)."""


def huts(facts: Facts) -> Iterator[Violation]:
    """Yield what is wrong with each hut, and with their number."""
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


def hut_piles(facts: Facts) -> Iterator[Violation]:
    """Yield what is wrong with the open huts."""
    piles = facts.position.open_huts
    if piles is None or not facts.has_huts:
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


def taken_huts(facts: Facts) -> Iterator[Violation]:
    """Yield what is wrong with huts among the tiles that are to be placed."""
    position, taken = facts.position, facts.taken_huts
    if not taken or position.phase is None or not facts.has_huts:
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


def own_huts(facts: Facts) -> Iterator[Violation]:
    """Yield who has too many huts."""
    position = facts.position
    if not facts.has_huts:
        return
    # HUT-4: Dirk has none.
    yield from too_many_huts(DIRK, [tile.face for tile in position.dirk or ()])
    for seat, (name, player) in enumerate(facts.named):
        # HUT-7: a hut taken in this turn counts.
        is_own_turn = position.turn is not None and position.turn == facts.names[seat]
        yield from too_many_huts(name, [*own_faces(player), *(facts.taken_huts if is_own_turn else ())])


def bonus_cards(facts: Facts) -> Iterator[Violation]:
    """Yield what is wrong with the bonus cards of each player, and with their number."""
    position, tiles = facts.position, facts.position.tile_set
    held = {name: [*(player.bonus or ()), *(player.shown or ())] for name, player in facts.named}
    # BON-2: there are bonus cards only if the module is played.
    if not facts.has_bonus:
        for name, player in facts.named:
            if player.bonus is not None or player.shown is not None:
                yield Violation(Clause.BON_2, "bonus cards, which are not played with", player=name)
        return
    yield from card_violations(held, len(position.players))
    # MIX-2: there may be a list of the other tiles alone.
    listed = tiles if tiles is not None and Kind.ALHAMBRA in tiles.kinds else None
    for name, player in facts.named:
        # BON-1: each card is for a tile of the game.
        if listed is not None and (strange := [face for face in held[name] if face not in listed]):
            message = f"bonus cards for {some(strange)}, which the tile set does not have"
            yield Violation(Clause.BON_1, message, player=name, faces=tuple(strange))
        built = None if player.city is None else {tile.face for tile in player.city.tiles.values()}
        # BON-4, BON-6: a card is shown while its tile lies in the own Alhambra.
        for face in player.shown or ():
            if built is not None and face not in built:
                message = (
                    f"the bonus card for {face} is shown, and its tile does not lie in the {facts.rules.city}"
                )
                yield Violation(Clause.BON_4, message, player=name, faces=(face,))
        yield from _too_few(facts, name, len(held[name]))


def _too_few(facts: Facts, name: str, many: int) -> Iterator[Violation]:
    players = facts.position.players
    player = dict(facts.named)[name]
    is_known = player.bonus is not None and player.shown is not None and facts.has_begun
    # BON-2: everybody keeps the cards that were dealt.
    if is_known and FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS and many < most_cards(len(players)):
        message = f"{count(many, 'bonus card')}, and everybody got {most_cards(len(players))}"
        yield Violation(Clause.BON_2, message, player=name)


def due(facts: Facts) -> Iterator[Violation]:
    """Yield whether a scoring is due that cannot be."""
    next_scoring, phase = facts.position.due, facts.position.phase
    # BON-4, SCORE-2: a scoring waits only while bonus cards are shown, or at the end of a turn.
    if next_scoring is not None and phase not in {None, Phase.REVEAL, Phase.END_OF_TURN}:
        message = f"scoring {next_scoring.value} is due, and the phase is {phase.value!r}"
        yield Violation(Clause.SCORE_2, message)
    # SCORE-2: its card was turned up last.
    elif next_scoring in SCORING_CARDS and not any(
        cards[-1:] == (next_scoring,) for cards in facts.possible_turned_up
    ):
        yield Violation(
            Clause.SCORE_2, f"scoring {next_scoring.value} is due, and its card was not the last to come"
        )


def _hides_none(facts: Facts, name: str) -> bool:
    """Tell whether this player has certainly shown all cards."""
    player, many = dict(zip(facts.names, facts.position.players, strict=True))[name], len(facts.names)
    is_for_all = FEWEST_PLAYERS <= many <= MOST_PLAYERS
    return player.bonus == () or (is_for_all and len(player.shown or ()) == most_cards(many))


def reveal(facts: Facts) -> Iterator[Violation]:
    """Yield what is wrong while bonus cards are shown before a scoring."""
    position, to_act = facts.position, facts.to_act
    if position.phase is not Phase.REVEAL:
        return
    # BON-4: only with the module somebody is asked before a scoring.
    if not facts.has_bonus:
        message = "the phase 'reveal', and bonus cards are not played with"
        yield Violation(Clause.BON_4, message)
    # TURN-6, TURN-7, END-3: all tiles are placed before a scoring.
    if position.bought:
        message = f"{count(len(position.bought), 'tile')} to place, and that comes before a scoring"
        yield Violation(Clause.BON_4, message, faces=tuple(sorted(tile.face for tile in position.bought)))
    # BON-4: only who holds hidden cards is asked.
    if to_act is not None and to_act in facts.names and _hides_none(facts, to_act):
        yield Violation(Clause.BON_4, "hides no bonus card, and is asked to show one", player=to_act)
    # TURN-9, A-TURN-9, MIX-13: the yard is refilled before A and B.
    if position.due in SCORING_CARDS and facts.fillable:
        message = f"{count(len(facts.fillable), 'empty space')} to refill, and that comes before a scoring"
        yield Violation(facts.clause(Clause.TURN_9), message)
    # END-1, MIX-33: scoring C comes when a space has no tile.
    if position.due is Scoring.C and facts.bare_spaces == frozenset():
        yield Violation(facts.clause(Clause.END_1), "scoring C is due, and no space is without a tile")
