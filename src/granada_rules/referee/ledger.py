"""`Ledger`: what happened at a table, entry by entry."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import attrs

from granada_rules.base import short
from granada_rules.box import ASKED, Seat
from granada_rules.dealer import draws
from granada_rules.game import Action, Draw, End, ShowBonus
from granada_rules.notation import read_event, write_event
from granada_rules.play import apply

if TYPE_CHECKING:
    from collections.abc import Iterable

    from granada_rules.dealer import Dealer
    from granada_rules.game import Event, Game, Table
    from granada_rules.records import Progress

__all__ = ["Ledger", "Turns", "names_of", "written"]


Turns = tuple[tuple[Seat, int], ...]
"""Whose turns were the last ones, each with the number of events until its last action."""


def names_of(game: Game) -> tuple[str, ...]:
    """Return the names of the players, seat by seat."""
    return tuple(player.name for player in game.table.players)


def written(end: End | None, resigned: Seat | None, names: tuple[str, ...]) -> str | None:
    """Return the last entry of a log, if the game ended with an entry of its own."""
    if resigned is not None:
        return f"{names[resigned]} resigns"
    return "abandoned" if end is End.ABANDONED else None


def _with_turn(turns: Turns, before: Table, event: Event, version: int) -> Turns:
    """Return the last turns after an event, one more than there are players: the table was that before."""
    # VIZ-3, BON-4: what is done between turns, or out of turn, is part of no turn.
    if not isinstance(event, Action) or isinstance(event, ShowBonus) or before.phase in ASKED:
        return turns
    earlier = turns[:-1] if turns and turns[-1][0] == event.seat else turns
    return (*earlier, (event.seat, version))[-len(before.players) - 1 :]


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
    turns: Turns
    """The last turns, one more than there are players."""
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
        self.turns = _with_turn(self.turns, before, event, len(self.events))
        self.progress.count(before, event, self.game.table, write_event(event, names_of(self.game)))
        self.end = self.progress.end

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
