"""The end of the game: tiles of the yard are given away, then the last scoring."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import attrs

from granada_rules.box import DIRK, DIRKS_SHARE, DIRKS_TILES, SPACES, Phase, Scoring, Seat
from granada_rules.game import richest
from granada_rules.play.draft import replaced, with_face
from granada_rules.sheet import sheet

if TYPE_CHECKING:
    from granada_rules.play.draft import Draft

__all__ = ["end_game", "give_away", "owe_dirk", "score_table"]


def give_away(draft: Draft) -> bool:
    """Give away the next tiles of the yard that somebody gets, and tell whether there were any."""
    ruleset = draft.ruleset
    # END-2: in the order of the spaces. MIX-34: with all tiles that lie there.
    receivers = {number: _receiver(draft, number) for number in ruleset.filling}
    for number, receiver in receivers.items():
        if receiver is not None:
            # END-3: one tile after the other. A-END-3: all that this player gets. MIX-35: both of a space.
            given = [number]
            if ruleset.gives_together:
                among = receivers if len(ruleset.kinds) == 1 else range(number, len(draft.yard), SPACES)
                given = [space for space in among if receivers[space] == receiver]
            for space in given:
                face = draft.yard[space]
                assert face is not None
                draft.yard = replaced(draft.yard, space, None)
                draft.bought = with_face(draft.bought, face)
            draft.phase = Phase.GIFT
            # BON-4: with bonus cards the table keeps whose turn was last.
            if draft.bonus:
                draft.modules = attrs.evolve(draft.modules, asked=receiver)
            else:
                draft.turn = receiver
            return True
    return False


def end_game(draft: Draft) -> None:
    """Hold the last scoring."""
    # END-5, MIX-36: scoring C, and that is all.
    draft.phase, draft.turn, draft.due = Phase.OVER, None, None
    score_table(draft, Scoring.C)


def _receiver(draft: Draft, number: int) -> Seat | None:
    """Return who gets the tile on a space, counted from 0; None if nobody does."""
    currency, _ = draft.ruleset.spaces[number]
    # END-2, MIX-34: the one with the most money of its currency; on a tie nobody.
    return None if draft.yard[number] is None else richest(draft.hands, currency)


def score_table(draft: Draft, which: Scoring) -> None:
    """Score all cities; the table is proven, so it is not judged again."""
    scored = sheet(
        {player.name: player.city for player in draft.players},
        which,
        None if draft.dirk is None else draft.dirk.faces,
        simplified=draft.ruleset.simplified,
        kinds=draft.ruleset.kinds,
        # BON-5: shown cards count.
        shown={player.name: faces for player, faces in zip(draft.players, draft.modules.shown, strict=False)},
    )
    draft.sheets += (scored,)
    totals = scored.totals
    for seat, player in enumerate(draft.players):
        draft.add_points(Seat(seat), totals[player.name])
    if draft.dirk is not None:
        draft.dirk = attrs.evolve(draft.dirk, points=draft.dirk.points + totals[DIRK])


def owe_dirk(draft: Draft, after: Scoring) -> None:
    """Let Dirk draw tiles after a scoring."""
    if draft.dirk is not None:
        in_bag = Counter(tile.kind for tile in draft.bag)
        # DIRK-5, A-DIRK-5: six tiles after A, or what there is. DIRK-6, A-DIRK-6: a third of the bag after B.
        # MIX-37: of each kind.
        owed = [
            min(DIRKS_TILES, in_bag[kind]) if after is Scoring.A else in_bag[kind] // DIRKS_SHARE
            for kind in draft.ruleset.kinds
        ]
        draft.dirk = attrs.evolve(draft.dirk, owed_by_kind=tuple(owed))
