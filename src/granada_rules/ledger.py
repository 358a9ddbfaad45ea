"""`Ledger`: what happened at a table, entry by entry, and how far that is from the ends outside the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

import attrs

from granada_rules.arguments import short
from granada_rules.dealer import draws
from granada_rules.events import Buy, Draw, DrawBonus
from granada_rules.lines import write_line
from granada_rules.notation import read_event, write_event
from granada_rules.play import apply
from granada_rules.result import End, end_of
from granada_rules.state import BONUS_CARDS, Phase, Seat
from granada_rules.toml import write_simple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from granada_rules.dealer import Dealer
    from granada_rules.events import Event
    from granada_rules.game import Game

__all__ = ["OUTSIDE", "Ledger", "as_told", "names_of", "record_size", "written"]

OUTSIDE: Final = frozenset({End.RESIGNED, End.ABANDONED})
"""The ends that are entries of a log; all others follow from the entries before."""

_TURN: Final = frozenset({Phase.ACT, Phase.PLACE})


def names_of(game: Game) -> tuple[str, ...]:
    """Return the names of the players, seat by seat."""
    return tuple(player.name for player in game.table.players)


def record_size(line: str) -> int:
    """Return how many bytes an event takes in a record, with its digest: in JSON, where it takes most."""
    return len(write_simple(write_line(line, "0" * 8) + "\n").encode()) - len('""')


def as_told(events: tuple[Event, ...], seat: Seat | None, *, players: int) -> tuple[Event, ...]:
    """Return events from the first draw on as a seat, or a spectator, may be told."""
    # BON-2: dealt seat by seat, and face down: of others it is told only that they got a card.
    dealt = [place for place, event in enumerate(events) if type(event) is DrawBonus]
    others = {place for number, place in enumerate(dealt) if number // BONUS_CARDS[players] != seat}
    return tuple(DrawBonus(None) if place in others else event for place, event in enumerate(events))


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
    size: int
    """How many bytes the record has so far, at most."""
    idle_turns: int = 0
    """How many turns there were since the last purchase."""
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
        self.size += record_size(write_event(event, names_of(self.game)))
        after = self.game.table
        if isinstance(event, Buy):
            self.idle_turns = 0
        # TURN-6: a turn with a purchase ends with placing, and any other with an action.
        elif before.phase is Phase.ACT and (after.turn != before.turn or after.phase not in _TURN):
            self.idle_turns += 1
        self.end = end_of(after, self.idle_turns, len(self.events), self.size)

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
