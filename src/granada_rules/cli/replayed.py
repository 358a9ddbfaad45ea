"""What ``replay`` and ``audit`` say alike of a game record that was played again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.cli.files import printable
from granada_rules.cli.verdict import Verdict
from granada_rules.position import Level

if TYPE_CHECKING:
    from granada_rules.records import Replay

__all__ = ["OTHER_BEHAVIOUR", "game_verdict", "how_it_ended"]

OTHER_BEHAVIOUR = "the record was written for another version of the behaviour, which may explain differences"


def game_verdict(file: str, found: Replay, *, is_right: bool) -> Verdict:
    """Return the verdict on a record."""
    bad = found.bad_event
    if bad is not None and not bad.violations:
        return Verdict(file, Level.UNREADABLE, error=f"event {bad.number}: {'; '.join(bad.reasons)}")
    level = Level.CONSISTENT if is_right else Level.WELL_FORMED
    return Verdict(file, level, () if bad is None else bad.violations)


def how_it_ended(found: Replay, stated: str | None) -> str:
    """Return in a few words whether the game is over, by the rules or as the record states."""
    if found.is_over:
        return "the game is over"
    if stated is None or found.wrong_end is not None or found.bad_event is not None:
        return "the game is not over"
    return f"the game ended: {printable(stated)}"
