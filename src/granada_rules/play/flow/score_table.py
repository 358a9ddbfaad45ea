"""A scoring takes place, and what Dirk is owed after it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import attrs

from granada_rules.sheet import sheet
from granada_rules.state import DIRK, DIRKS_SHARE, DIRKS_TILES, Scoring, Seat

if TYPE_CHECKING:
    from granada_rules.play.draft import Draft

__all__ = ["owe_dirk", "score_table"]


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
