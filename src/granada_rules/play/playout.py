"""`Playout`: a game that is played on in place, for search."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, NoReturn, final

from granada_rules.base import Stamp, expect, short
from granada_rules.box import ViolationError
from granada_rules.game import Game
from granada_rules.play.apply import happen, is_trusted
from granada_rules.play.chance import way_of, ways
from granada_rules.play.check import check
from granada_rules.play.decision import Decision
from granada_rules.play.draft import Draft
from granada_rules.play.legal import groups_of_actions

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada_rules.box import Seat
    from granada_rules.game import Action, Event

__all__ = ["Playout"]


def _interrupted() -> NoReturn:
    raise RuntimeError("the playout was interrupted while an event happened; begin a new one")


def _changed() -> NoReturn:
    raise RuntimeError("the playout changed in the meantime")


def _begun(game: Game | Draft) -> Playout:
    playout = object.__new__(Playout)
    playout._open, playout._stamp = Draft(game), Stamp()
    return playout


@final
class Playout:
    """A working copy of a game: each event changes it, and a `Game` is made only when one is asked for.

    What is legal, and what happens, is the same as with `legal_actions` and `apply`, and takes less time. The
    game it began with stays as it is. A copy is a playout of its own. It is not for several threads at once.

    Raises ``RuntimeError`` from everything once something interrupted it in the middle of an event, such as
    Ctrl-C or an alarm: half an event is never seen.

    >>> import random
    >>> from granada_rules import Playout, setup
    >>> rng = random.Random(7)
    >>> playout = Playout(setup(["Red", "Blue", "Green"]))
    >>> playout.deal(rng.randrange)
    >>> while not playout.is_over:
    ...     playout.apply(rng.choice(playout.legal_actions(minimal_payments=True)))
    ...     playout.deal(rng.randrange)
    >>> sorted(playout.game().table.points)
    ['Blue', 'Green', 'Red']
    """

    __slots__ = ("_open", "_stamp")

    _open: Draft | None
    """The working copy; ``None`` while an event changes it, so that half an event is never seen."""
    _stamp: Stamp
    """What it leaves on the actions that it lists; a new one after each event."""

    def __new__(cls, game: Game) -> Playout:
        """Begin with a game; not in ``__init__``, which could be called on a playout that has begun."""
        expect(game, Game)
        return _begun(game)

    def __init_subclass__(cls) -> None:
        raise TypeError("Playout cannot be subclassed")

    @property
    def to_act(self) -> Seat | None:
        """Who has to decide something; ``None`` while chance is due, and when the game is over."""
        return (self._open or _interrupted()).to_act

    @property
    def is_chance(self) -> bool:
        """Whether a draw is due: `deal` makes it."""
        return (self._open or _interrupted()).is_chance

    @property
    def is_over(self) -> bool:
        """Whether the game is over (END-5)."""
        return (self._open or _interrupted()).is_over

    def legal_actions(self, minimal_payments: bool = False) -> list[Action]:  # noqa: FBT001, FBT002 - as the function
        """Return the legal actions of the player to act, in the order of the function of that name.

        There may be very many, because overpaying is legal; ``minimal_payments`` leaves out payments with a
        card that is not needed.
        """
        if type(minimal_payments) is not bool:
            expect(minimal_payments, bool)
        # Read the stamp first: if the playout changes in between, the list bears an old stamp, and is judged.
        stamp, draft = self._stamp, self._open or _interrupted()
        seat = draft.to_act
        if seat is None:
            return []
        hidden = draft.bonus[seat] if draft.bonus else ()
        decision = Decision(draft, seat, draft.hands[seat], hidden, stamp, minimal_payments)
        found: list[Action] = []
        for group in groups_of_actions(decision):
            found += group
        return found

    def apply(self, event: Event) -> None:
        """Let an event happen, and everything that follows from it without a choice.

        Raises ``ViolationError`` with all reasons if the event cannot happen, and ``RuntimeError`` if
        something else changed the playout in the meantime; then nothing changes.
        """
        stamp = self._stamp
        # An event that was listed since the last one happened is legal; everything else is judged.
        if not is_trusted(event, stamp) and (found := check(self.game(), event)):
            raise ViolationError(found)
        self._happen(event, stamp)

    def deal(self, choose: Callable[[int], int]) -> None:
        """Make all draws that are due now.

        For each draw ``choose`` is called with the number of equally likely ways, and returns the one that
        happens, counted from 0: ``random.Random().randrange`` does. The order of the ways is that of
        `Dealer`.

        Raises ``TypeError`` or ``ValueError`` if it returns no such number, and ``RuntimeError`` if it
        changed the playout; the draws before that have been made.
        """
        if not callable(choose):
            raise TypeError(f"choose: expected a function, got {short(choose)}")
        draft = self._open or _interrupted()
        while many := ways(draft):
            stamp = self._stamp
            number = choose(many)
            if self._stamp is not stamp:
                _changed()
            self._happen(way_of(draft, number, many), stamp)

    def game(self) -> Game:
        """Return the game as it is now."""
        return (self._open or _interrupted()).game()

    def _happen(self, event: Event, stamp: Stamp) -> None:
        """Let an event happen that is legal at the moment of that stamp."""
        new = Stamp()
        # An alarm may have changed it; from here to the next call nothing can.
        if self._stamp is not stamp:
            _changed()
        draft, self._open, self._stamp = self._open or _interrupted(), None, new
        happen(draft, event)
        self._open = draft

    def __copy__(self) -> Playout:
        return _begun(self._open or _interrupted())

    def __deepcopy__(self, _memo: object) -> Playout:
        return copy(self)

    def __getstate__(self) -> object:
        # That of `object` would hand out the working copy.
        raise TypeError("Playout hands out no state; pickle it as a whole")

    def __reduce__(self) -> tuple[object, ...]:
        return Playout, (self.game(),)

    def __repr__(self) -> str:
        return f"<Playout: {'interrupted' if self._open is None else self._open.waits_for}>"
