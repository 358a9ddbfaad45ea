"""`apply`: the game after an event."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from granada_rules.arguments import expect
from granada_rules.clauses import ViolationError
from granada_rules.events import (
    Build,
    Buy,
    DrawCard,
    DrawScoring,
    DrawTile,
    Exchange,
    Extend,
    GiveToDirk,
    Pass,
    Reduce,
    Store,
    TakeMoney,
)
from granada_rules.game import Game
from granada_rules.play.acts import (
    do_build,
    do_buy,
    do_draw_card,
    do_draw_scoring,
    do_draw_tile,
    do_exchange,
    do_extend,
    do_give_to_dirk,
    do_pass,
    do_reduce,
    do_store,
    do_take_money,
    is_action,
    is_event,
)
from granada_rules.play.check import check
from granada_rules.play.draft import Draft
from granada_rules.play.flow import end_turn, lay_table
from granada_rules.sealed import bears, stamp_of
from granada_rules.state import Phase

if TYPE_CHECKING:
    from granada_rules.events import Action, Draw, Event

__all__ = ["apply"]

# On Python 3.11 a constant takes a tenth of the time of an enum member.
_SETUP = Phase.SETUP


def apply(game: Game, event: Event) -> Game:
    """Return the game after an event and after everything that follows from it without a choice.

    >>> from granada_rules import Dealer, apply, deal, legal_actions, setup
    >>> game = deal(setup(["Red", "Blue", "Green"]), Dealer(b"sixteen bytes or more"))
    >>> after = apply(game, next(iter(legal_actions(game))))
    >>> after == game, after.is_chance
    (False, True)

    Raises ``ViolationError`` with all reasons if the event cannot happen; the game given never changes.
    """
    expect(game, Game)
    # An event that was listed for this very game is legal; everything else is judged.
    if not (is_event(event) and bears(event, stamp_of(game))) and (found := check(game, event)):
        raise ViolationError(found)
    draft = Draft(game)
    if is_action(event):
        _act(draft, event)
    else:
        _draw(draft, event)
    return draft.game()


def _act(draft: Draft, action: Action) -> None:
    """Change the draft by an action."""
    match action:
        case TakeMoney():
            do_take_money(draft, action)
        case Buy():
            do_buy(draft, action)
        case Extend():
            do_extend(draft, action)
        case Reduce():
            do_reduce(draft, action)
        case Exchange():
            do_exchange(draft, action)
        case Pass():
            do_pass(draft)
        case Build():
            do_build(draft, action)
        case Store():
            do_store(draft, action)
        case GiveToDirk():
            do_give_to_dirk(draft, action)
        case _:
            assert_never(action)


def _draw(draft: Draft, draw: Draw) -> None:
    """Change the draft by a draw, and go on to the next draw or decision."""
    match draw:
        case DrawTile():
            do_draw_tile(draft, draw)
        case DrawCard():
            do_draw_card(draft, draw)
        case DrawScoring():
            do_draw_scoring(draft, draw)
        case _:
            assert_never(draw)
    if draft.phase is _SETUP:
        lay_table(draft)
    else:
        end_turn(draft)
