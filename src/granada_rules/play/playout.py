"""`Playout`: a game that is played on in place, for search."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from granada_rules.arguments import expect
from granada_rules.clauses import ViolationError
from granada_rules.game import Game
from granada_rules.play.apply import EFFECTS, happen
from granada_rules.play.chance import way, ways
from granada_rules.play.check import check
from granada_rules.play.draft import Draft
from granada_rules.play.legal import actions_of
from granada_rules.sealed import bears, stamp_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada_rules.events import Action, Event
    from granada_rules.state import Seat

__all__ = ["Playout"]


@final
class Playout:
    """A working copy of a game: each event changes it, and a `Game` is made only when one is asked for.

    What is legal, and what happens, is the same as with `legal_actions` and `apply`, and takes less time. The
    game it began with stays as it is. A copy is a playout of its own.

    >>> import random
    >>> from granada_rules import Dealer, Playout, deal, setup
    >>> rng = random.Random(7)
    >>> playout = Playout(deal(setup(["Red", "Blue", "Green"]), Dealer(b"sixteen bytes or more")))
    >>> while not playout.is_over:
    ...     playout.apply(rng.choice(playout.legal_actions()))
    ...     playout.deal(rng.randrange)
    >>> sorted(playout.game().table.points)
    ['Blue', 'Green', 'Red']
    """

    __slots__ = ("_draft",)

    def __init__(self, game: Game) -> None:
        expect(game, Game)
        self._draft = Draft(game)
        self._draft.restamp()

    @property
    def to_act(self) -> Seat | None:
        """Who has to decide something; ``None`` while chance is due, and when the game is over."""
        return self._draft.to_act

    @property
    def is_chance(self) -> bool:
        """Whether a draw is due: `deal` makes it."""
        return self._draft.draw_for is not None

    @property
    def is_over(self) -> bool:
        """Whether the game is over (END-5)."""
        return self._draft.is_over

    def legal_actions(self) -> list[Action]:
        """Return the legal actions of the player to act, without payments that have a card too many.

        They are those of ``legal_actions(playout.game(), minimal_payments=True)``, in the same order.
        """
        draft = self._draft
        seat = draft.to_act
        if seat is None:
            return []
        hidden = draft.bonus[seat] if draft.bonus else ()
        return list(actions_of(draft, seat, draft.hands[seat], hidden, stamp_of(draft), True))  # noqa: FBT003 - minimal

    def apply(self, event: Event) -> None:
        """Let an event happen, and everything that follows from it without a choice.

        Raises ``ViolationError`` with all reasons if the event cannot happen; then nothing changes.
        """
        draft = self._draft
        effect = EFFECTS.get(type(event))
        # An event that was listed since the last one happened is legal; everything else is judged.
        if (effect is None or not bears(event, draft)) and (found := check(draft.game(), event)):
            raise ViolationError(found)
        assert effect is not None
        happen(draft, event, effect)
        draft.restamp()

    def deal(self, choose: Callable[[int], int]) -> None:
        """Make all draws that are due now.

        ``choose`` gets the number of equally likely ways to draw, and returns the number of one of them,
        counted from 0: ``random.Random().randrange`` does.

        Raises ``ValueError`` if it is no such number, and ``RuntimeError`` if the playout changed meanwhile;
        the draws before that have been made.
        """
        draft = self._draft
        while many := ways(draft):
            stamp = stamp_of(draft)
            number = choose(many)
            if stamp_of(draft) is not stamp:
                raise RuntimeError("the playout changed while a draw was chosen")
            draw = way(draft, number, many)
            happen(draft, draw, EFFECTS[type(draw)])
            draft.restamp()

    def game(self) -> Game:
        """Return the game as it is now."""
        return self._draft.game()

    def __reduce__(self) -> tuple[object, ...]:
        return Playout, (self.game(),)

    def __repr__(self) -> str:
        return f"<Playout: {self._draft.waits_for}>"
