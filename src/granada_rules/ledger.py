"""`Ledger`: what happened at a table, entry by entry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

import attrs

from granada_rules.arguments import short
from granada_rules.dealer import draws
from granada_rules.events import Action, Draw, ShowBonus
from granada_rules.notation import read_event, write_event
from granada_rules.play import apply
from granada_rules.result import End
from granada_rules.state import WINDOWS, Phase, Seat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from granada_rules.dealer import Dealer
    from granada_rules.events import Event
    from granada_rules.game import Game, Table
    from granada_rules.progress import Progress

__all__ = ["Ledger", "names_of", "written"]

_NO_TURN: Final = frozenset({*WINDOWS, Phase.REVEAL})
"""The phases in which players are asked one after the other."""


def names_of(game: Game) -> tuple[str, ...]:
    """Return the names of the players, seat by seat."""
    return tuple(player.name for player in game.table.players)


def written(end: End | None, resigned: Seat | None, names: tuple[str, ...]) -> str | None:
    """Return the last entry of a log, if the game ended with an entry of its own."""
    if resigned is not None:
        return f"{names[resigned]} resigns"
    return "abandoned" if end is End.ABANDONED else None


@final
@attrs.define
class Ledger:
    """What happened so far at a table. Mutable: used while something happens, and inside a referee only."""

    game: Game
    """The game as it is."""
    events: list[Event]
    """All events so far."""
    progress: Progress
    """How far the game has come."""
    turns: list[tuple[Seat, int]]
    """Whose turns there were lately, each with the number of events after its last action."""
    end: End | None = None
    """How the game ended, if it did."""
    resigned: Seat | None = None
    """Who resigned."""

    def happen(self, event: Event) -> None:
        """Let an event happen.

        Raises ``ViolationError`` if the rules forbid it; then nothing has changed.
        """
        before = self.game.table
        self.game = apply(self.game, event)
        self.events.append(event)
        self._count_turn(before, event)
        self.progress.count(before, event, self.game.table, write_event(event, names_of(self.game)))
        self.end = self.progress.end

    def _count_turn(self, before: Table, event: Event) -> None:
        # VIZ-3, BON-4: what is done between turns and before a scoring is part of no turn, nor is a bonus
        # card that somebody shows. END-2: tiles given to somebody count like a turn.
        if before.phase not in _NO_TURN and isinstance(event, Action) and not isinstance(event, ShowBonus):
            if self.turns and self.turns[-1][0] == event.seat:
                self.turns.pop()
            self.turns.append((event.seat, len(self.events)))

    def deal(self, dealer: Dealer) -> None:
        """Let all draws happen that are due."""
        for draw in draws(self.game, dealer):
            self.happen(draw)

    def enter(self, lines: Iterable[str], dealer: Dealer) -> None:
        """Let everything happen that a log says, draws of this dealer included.

        Raises ``ValueError`` with the number of the entry that cannot be one of this log.
        """
        for number, line in enumerate(lines, 1):
            try:
                self._enter(line, dealer)
            except ValueError as error:
                raise ValueError(f"log, entry {number}: {error}") from None

    def _enter(self, line: str, dealer: Dealer) -> None:
        if self.end is not None:
            raise ValueError("the game was over before it")
        if not isinstance(line, str):
            raise TypeError(f"log: expected lines, got {short(line)}")
        names = names_of(self.game)
        if not self.game.is_chance and self._leaves(line, names):
            return
        event = read_event(line, names, self.game.table.ruleset.tiles)
        # No message shows the draw that was expected: it would tell a draw to come.
        if isinstance(event, Draw) and event != next(draws(self.game, dealer), None):
            raise ValueError("a draw that is not this dealer's: another seed, or a changed log")
        self.happen(event)

    def _leaves(self, line: str, names: tuple[str, ...]) -> bool:
        """End the game if an entry says that somebody resigned, or that the table was abandoned."""
        for seat in map(Seat, range(len(names))):
            if line == written(End.RESIGNED, seat, names):
                self.leave(End.RESIGNED, seat)
                return True
        if line == written(End.ABANDONED, None, names):
            self.leave(End.ABANDONED)
            return True
        return False

    def leave(self, end: End, resigned: Seat | None = None) -> None:
        """End the game outside the rules."""
        self.end, self.resigned = end, resigned
