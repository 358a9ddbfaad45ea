"""Who wins: the points that are written down, and those of a scoring, added up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules import scoring as scorings
from granada_rules.box import DIRK, Phase, Scoring
from granada_rules.position import facts_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from granada_rules.position import Facts, Position
    from granada_rules.scoring import Tally
    from granada_rules.sheet import ScoreSheet

__all__ = ["next_scoring", "tally"]


def tally(
    position: Position, sheet: ScoreSheet, taken_place: Collection[Scoring] | None = None
) -> tuple[Tally | None, str | None]:
    """Return the points written down and those of the sheet, added up; and what has to be said about them.

    ``taken_place`` are the scorings so far, if a record tells them; otherwise the position has to.
    There is no tally if no player's points are written down, or if they do not tell what was before.
    """
    facts = facts_of(position)
    noted = {name: player.points for name, player in facts.named}
    before = {name: points for name, points in noted.items() if points is not None}
    if not before:
        return None, None
    if lacking := [name for name in noted if name not in before]:
        return None, f"the points of {' and '.join(lacking)} are not written down, so there are no sums"
    said = None
    if DIRK in sheet.players:
        if position.dirks_points is None:
            said = f"{DIRK}'s points are not written down, so he is not ranked"
        else:
            before[DIRK] = position.dirks_points
    letter = sheet.scoring.value
    if position.phase is Phase.OVER and sheet.scoring is Scoring.C:
        # END-5: it has taken place, and nothing has moved since.
        before = {name: points - sheet.totals[name] for name, points in before.items()}
        said = said or "the game is over, so the points that are written down hold scoring C"
        simplified = None if position.ruleset is None else position.ruleset.simplified
        if min(before.values()) < 0 or simplified not in {None, sheet.simplified}:
            return None, "the game is over, and its points do not hold such a scoring C, so there are no sums"
    elif all(sheet.scoring in scored for scored in _scored(facts, taken_place)):
        return None, f"scoring {letter} has taken place, so the points hold it, and there are no sums"
    elif position.phase is Phase.GIFT and sheet.scoring is Scoring.C:
        # END-3, SCORE-9: it counts once it is built.
        said = said or "a tile that is given away is yet to be placed, and does not count"
    elif position.phase is not None and next_scoring(facts, taken_place) not in {None, sheet.scoring}:
        said = said or f"scoring {letter} is not the next one: the sums are those if it were"
    return scorings.tally(sheet, before=before), said


def next_scoring(facts: Facts, taken_place: Collection[Scoring] | None) -> Scoring | None:
    """Return the scoring that comes next, or after the game scoring C; ``None`` if nothing tells it."""
    if taken_place is None:
        return facts.next_scoring
    return tuple(Scoring)[min(len(taken_place), len(Scoring) - 1)]


def _scored(facts: Facts, taken_place: Collection[Scoring] | None) -> Iterable[Collection[Scoring]]:
    """Return which scorings may have taken place."""
    return facts.possible_scorings if taken_place is None else (taken_place,)
