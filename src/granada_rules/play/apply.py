"""`apply`: the game after an event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from granada_rules.base import bears, expect, kind_of_event, stamp_of
from granada_rules.box import Phase, ViolationError
from granada_rules.game import Game, events
from granada_rules.play import acts
from granada_rules.play.check import check
from granada_rules.play.draft import Draft
from granada_rules.play.flow import end_turn, lay_table, offer_favours

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada_rules.base import Stamp
    from granada_rules.game import Event

__all__ = ["apply", "happen", "is_trusted"]

_EFFECTS: dict[type[Event], Callable[[Draft, Any], None]] = {
    events.TakeMoney: acts.do_take_money,
    events.Buy: acts.do_buy,
    events.Extend: acts.do_extend,
    events.Reduce: acts.do_reduce,
    events.Exchange: acts.do_exchange,
    events.TakeHut: acts.do_take_hut,
    events.Reactivate: acts.do_reactivate,
    events.ShowBonus: acts.do_show,
    events.Pass: acts.do_pass,
    events.Build: acts.do_build,
    events.Store: acts.do_store,
    events.GiveToDirk: acts.do_give_to_dirk,
    events.DrawTile: acts.do_draw_tile,
    events.DrawCard: acts.do_draw_card,
    events.DrawScoring: acts.do_draw_scoring,
    events.DrawBonus: acts.do_draw_bonus,
    events.DrawHut: acts.do_draw_hut,
}
"""What changes a draft, by event class: of these classes exactly, since a subclass may behave differently."""

_GO_ON = {Phase.SETUP: lay_table, Phase.END_OF_TURN: end_turn, Phase.FAVOUR: offer_favours}
"""What follows a draw, by phase."""


def apply(game: Game, event: Event) -> Game:
    """Return the game after an event and after everything that follows from it without a choice.

    >>> from granada_rules import Dealer, apply, deal, legal_actions, setup
    >>> game = deal(setup(["Red", "Blue", "Green"]), Dealer(b"sixteen bytes or more"))
    >>> after = apply(game, next(iter(legal_actions(game))))
    >>> after == game, after.is_chance
    (False, True)

    Raises ``ViolationError`` with all reasons if the event cannot happen; the game given never changes.
    """
    if type(game) is not Game:
        expect(game, Game)
    # An event that was listed for this very game is legal; everything else is judged.
    if not is_trusted(event, stamp_of(game)) and (found := check(game, event)):
        raise ViolationError(found)
    draft = Draft(game)
    happen(draft, event)
    return draft.game()


def is_trusted(event: Event, stamp: Stamp) -> bool:
    """Tell whether an event is of one of the event classes, and bears this stamp."""
    return kind_of_event(event) in _EFFECTS and bears(event, stamp)


def happen(draft: Draft, event: Event) -> None:
    """Change a draft by a legal event, and by everything that follows from it without a choice."""
    is_draw = draft.draw_for is not None
    _EFFECTS[type(event)](draft, event)
    # After a draw the game goes on to the next draw or decision.
    if is_draw:
        _GO_ON[draft.phase](draft)
