"""`Progress`: how far a game has come, event by event, and whether a referee ends it there."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import attrs

from granada_rules.base import count, write_simple
from granada_rules.box import Phase
from granada_rules.game import Buy, End, end_of
from granada_rules.notation import write_line

if TYPE_CHECKING:
    from granada_rules.game import Event, Table

__all__ = ["Progress", "record_size"]


def record_size(line: str) -> int:
    """Return how many bytes an event takes in a record, with its digest: in JSON, where it takes most."""
    return len(write_simple(write_line(line, "0" * 8) + "\n").encode()) - len('""')


def _goes_on(before: Table, after: Table) -> bool:
    """Tell whether the same player is to act again."""
    return after.phase is Phase.ACT and after.turn == before.turn


@final
@attrs.define
class Progress:
    """What decides whether a game goes on. Mutable: used while something happens, or is played again."""

    size: int
    """How many bytes the record has so far as JSON."""
    idle_turns: int = 0
    """How many turns there were since the last purchase."""
    events: int = 0
    """How many events there were."""
    end: End | None = None
    """How a referee ended the game, if it did."""

    def count(self, before: Table, event: Event, after: Table, line: str) -> None:
        """Count an event: the table before and after it, and its line."""
        self.events += 1
        self.size += record_size(line)
        if isinstance(event, Buy):
            self.idle_turns = 0
        # MOD-4: any other last action of a turn. TURN-6: unless tiles wait that were bought before it.
        elif before.phase is Phase.ACT and not before.bought and not _goes_on(before, after):
            self.idle_turns += 1
        self.end = end_of(after, self.idle_turns, self.events, self.size)

    def __str__(self) -> str:
        idle, events = count(self.idle_turns, "turn"), count(self.events, "event")
        return f"{idle} without a purchase, {events} and {self.size // 1024} KiB of record"
