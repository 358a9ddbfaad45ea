"""`Result`: how a game at a table ended, by the rules or outside them, and who stands where."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, final

import attrs

from granada_rules.base import made_once, of_kind, tuple_of
from granada_rules.box import Phase
from granada_rules.scoring import Standing, standings

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from granada_rules.game.table import Table

__all__ = [
    "LARGEST_RECORD",
    "LONGEST_GAME",
    "LONGEST_STANDSTILL",
    "NO_PROGRESS",
    "OUTSIDE",
    "End",
    "Result",
    "end_of",
    "ranked",
    "read_end",
    "result_of",
]


LONGEST_STANDSTILL: Final = 60
"""After how many turns without a purchase a game ends."""

LONGEST_GAME: Final = 15_000
"""After how many events a game ends."""

LARGEST_RECORD: Final = 900 * 1024
"""After how many bytes of its record a game ends."""


@final
class End(Enum):
    """How a game ended. All but the first are outside the rules, which let a game go on for ever."""

    RULES = "by the rules"
    """The game was played to its end (END-5)."""
    RESIGNED = "resigned"
    """Somebody resigned."""
    ABANDONED = "abandoned"
    """The table was given up."""
    STANDSTILL = f"{LONGEST_STANDSTILL} turns without a purchase"
    """Nobody bought anything for 60 turns."""
    TOO_LONG = f"{LONGEST_GAME} events"
    """There were 15,000 events or more when a turn began."""
    TOO_LARGE = f"{LARGEST_RECORD // 1024} KiB of record"
    """The record had 900 KiB or more when a turn began."""


OUTSIDE: Final = frozenset({End.RESIGNED, End.ABANDONED})
"""The ends that somebody wanted, which are entries of a log; all others follow from the events before."""

NO_PROGRESS: Final = frozenset({End.STANDSTILL, End.TOO_LONG, End.TOO_LARGE})
"""The ends of games that go nowhere: when a turn is about to begin."""


@final
@made_once
class Result:
    """How a game ended, and who stands where.

    - By the rules: as `standings` ranks the final points.
    - Resigned: the game is over for all. Who resigned is last, whatever the points; the others are ranked by
      their points so far, and who has most of these wins.
    - Abandoned: all are ranked by their points so far, and nobody wins.
    - No progress (a standstill, too long, too large): all are ranked by their points so far, and who has most
      wins.

    Outside the rules no scoring is added, and no tile is given away.
    """

    end: End = attrs.field(validator=of_kind(End))
    """How it ended."""
    standings: tuple[Standing, ...] = attrs.field(validator=tuple_of(Standing))
    """Everybody, the winners first; Dirk, if he takes part, among them."""
    resigned: str | None = attrs.field(default=None, validator=of_kind(str, type(None)))
    """The name of the player who resigned."""

    def __str__(self) -> str:
        return self.end.value if self.resigned is None else f"{self.resigned} {self.end.value}"


def read_end(words: str, names: Iterable[str]) -> tuple[End, str | None] | None:
    """Read how a result is written: how the game ended, and who resigned; ``None`` for other words."""
    for end in End:
        if words == end.value and end is not End.RESIGNED:
            return end, None
    gone = (name for name in names if words == f"{name} {End.RESIGNED.value}")
    return next(((End.RESIGNED, name) for name in gone), None)


def end_of(table: Table, idle_turns: int, events: int, size: int) -> End | None:
    """Return how a game has ended, if it has, after so many events; resigning is not considered."""
    if table.is_over:
        return End.RULES
    # A turn that has begun is played to its end, and so are the last gifts.
    if table.phase is not Phase.ACT or table.extra:
        return None
    if idle_turns >= LONGEST_STANDSTILL:
        return End.STANDSTILL
    if events >= LONGEST_GAME:
        return End.TOO_LONG
    return End.TOO_LARGE if size >= LARGEST_RECORD else None


def result_of(table: Table, end: End, resigned: str | None = None) -> Result:
    """Return the result of a game that ended with this table."""
    return Result(end, ranked(table.points, end, resigned), resigned)


def ranked(points: Mapping[str, int], end: End, resigned: str | None) -> tuple[Standing, ...]:
    """Return who stands where with these points after a game that ended so."""
    if resigned is not None:
        rows = standings({name: number for name, number in points.items() if name != resigned})
        return (*rows, Standing(len(rows) + 1, resigned, points[resigned], wins=False))
    rows = standings(points)
    return tuple(attrs.evolve(row, wins=False) for row in rows) if end is End.ABANDONED else rows
