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
from granada_rules.game import Game, view
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
)
from granada_rules.play.check import check, judge
from granada_rules.play.draft import Draft
from granada_rules.play.flow import end_turn, lay_table
from granada_rules.state import Phase

if TYPE_CHECKING:
    from granada_rules.city import City
    from granada_rules.events import Action, Draw, Event

__all__ = ["apply"]


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
    city = None
    if is_action(event):
        found, city = judge(view(game, game.table.to_act), event)
    else:
        found = check(game, event)
    if found:
        raise ViolationError(found)
    draft = Draft.of(game)
    if is_action(event):
        _act(draft, event, city)
    else:
        _draw(draft, event)
    return draft.game()


def _act(draft: Draft, action: Action, city: City | None) -> None:
    """Change the draft by an action; ``city`` is the player's city after it, if it changes."""
    match action:
        case TakeMoney():
            do_take_money(draft, action)
        case Buy():
            do_buy(draft, action)
        case Extend():
            do_extend(draft, action, _laid(city))
        case Reduce():
            do_reduce(draft, action, _laid(city))
        case Exchange():
            do_exchange(draft, action, _laid(city))
        case Pass():
            do_pass(draft)
        case Build():
            do_build(draft, action, _laid(city))
        case Store():
            do_store(draft, action)
        case GiveToDirk():
            do_give_to_dirk(draft, action)
        case _:
            assert_never(action)


def _laid(city: City | None) -> City:
    assert city is not None
    return city


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
    if draft.phase is Phase.SETUP:
        lay_table(draft)
    else:
        end_turn(draft)
