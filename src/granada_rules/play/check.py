"""`check`: the second road to legality, which judges any event."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

import attrs

from granada_rules.base import expect, short
from granada_rules.box import Purse
from granada_rules.game import Game, View, events, unseen, unseen_bonus
from granada_rules.play import acts

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from granada_rules.box import Face, Seat, Violation
    from granada_rules.game import Action, Draw, Event, Table

__all__ = ["check"]


def check(game: Game | View, event: Event) -> tuple[Violation, ...]:
    """Return every reason why an event cannot happen now; none if it can.

    An event at the wrong time is not judged further. A view judges as far as it can know: not which cards are
    in the deck or in the hand of somebody else, nor which bonus cards others hide.

    >>> from granada_rules import Dealer, Pass, Seat, check, deal, setup
    >>> game = deal(setup(["Red", "Blue", "Green"]), Dealer(b"sixteen bytes or more"))
    >>> print(check(game, Pass(game.table.turn))[0].clause)
    TURN-2
    """
    expect(game, Game, View)
    if acts.is_action(event):
        return _judged(game, event)
    if acts.is_draw(event):
        return tuple(acts.wrong_time_to_draw(game.table, event) or _wrong_draw(game, event))
    raise TypeError(f"expected an event, got {short(event)}")


def _judged(game: Game | View, action: Action) -> tuple[Violation, ...]:
    """Return what is wrong with an action."""
    table, seat = game.table, action.seat
    if untimely := acts.wrong_time(table, action):
        return tuple(untimely)
    # SETUP-7, BON-2: of what is secret, only what the one who acts may know.
    hand, cards = game.hands[seat], _possible_cards(game, seat) if type(action) is events.ShowBonus else ()
    # An unknown hand may hold every card that is not seen.
    possible = unseen(game) if hand is None and isinstance(game, View) else hand or _EMPTY
    found = _wrong_action(table, hand or _EMPTY, possible, cards, action)
    return tuple([attrs.evolve(violation, player=table.players[seat].name) for violation in found])


_EMPTY = Purse()


def _possible_cards(game: Game | View, seat: Seat) -> Collection[Face]:
    """Return the bonus cards that the one who acts may hide."""
    if isinstance(game, Game):
        return game.bonus[seat] if game.bonus else ()
    # MOD-6: the hidden cards of others are secret, so they may be any that are not seen.
    return game.bonus if seat == game.seat else unseen_bonus(game)


def _wrong_action(  # noqa: PLR0911 - one for each kind
    table: Table, hand: Purse, possible: Purse, cards: Collection[Face], action: Action
) -> Iterable[Violation]:
    """Return what is wrong with an action, given the hand that is known, or may be, and hidden cards."""
    player = table.players[action.seat]
    match action:
        case events.TakeMoney():
            return acts.wrong_taking(table, action)
        # PLACE-6: with money taken in this turn.
        case events.Buy():
            return acts.wrong_buy(table, player, possible, action)
        case events.Extend():
            return acts.wrong_extension(table, player, action)
        case events.Reduce():
            return acts.wrong_reduction(table, player, action)
        case events.Exchange():
            return acts.wrong_exchange(table, player, action)
        case events.TakeHut():
            return acts.wrong_hut_taking(table, player, action)
        case events.Reactivate():
            return acts.wrong_reactivation(table, action.seat)
        case events.ShowBonus():
            return acts.wrong_show(table, cards, action)
        case events.Pass():
            return acts.wrong_pass(table, action.seat, hand)
        case events.Build():
            return acts.wrong_build(table, player, possible, action)
        case events.Store():
            return acts.wrong_store(table, action)
        case events.GiveToDirk():
            return acts.wrong_gift_to_dirk(table, player, possible, action)
        case _:
            assert_never(action)


def _wrong_draw(game: Game | View, draw: Draw) -> Iterator[Violation]:
    match draw:
        case events.DrawTile():
            return acts.wrong_tile_draw(game.table, draw.face)
        case events.DrawCard():
            return acts.wrong_card_draw(game, draw.card)
        case events.DrawScoring():
            return acts.wrong_scoring_draw(game, draw.scoring)
        case events.DrawBonus():
            return acts.wrong_bonus_draw(game, draw.face)
        case events.DrawHut():
            return acts.wrong_hut_draw(game.table, draw.face)
        case _:
            assert_never(draw)
