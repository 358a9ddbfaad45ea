"""`check`: the second road to legality, which judges any event."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

import attrs

from granada_rules.base import expect, short
from granada_rules.box import Purse
from granada_rules.game import (
    Build,
    Buy,
    DrawBonus,
    DrawCard,
    DrawHut,
    DrawScoring,
    DrawTile,
    Exchange,
    Extend,
    Game,
    GiveToDirk,
    Pass,
    Reactivate,
    Reduce,
    ShowBonus,
    Store,
    TakeHut,
    TakeMoney,
    View,
    unseen,
    unseen_bonus,
)
from granada_rules.play.acts import (
    is_action,
    is_draw,
    wrong_bonus_draw,
    wrong_build,
    wrong_buy,
    wrong_card_draw,
    wrong_exchange,
    wrong_extension,
    wrong_gift_to_dirk,
    wrong_hut_draw,
    wrong_hut_taking,
    wrong_pass,
    wrong_reactivation,
    wrong_reduction,
    wrong_scoring_draw,
    wrong_show,
    wrong_store,
    wrong_taking,
    wrong_tile_draw,
    wrong_time,
    wrong_time_to_draw,
)

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
    if is_action(event):
        return _judged(game, event)
    if is_draw(event):
        return tuple(wrong_time_to_draw(game.table, event) or _wrong_draw(game, event))
    raise TypeError(f"expected an event, got {short(event)}")


def _judged(game: Game | View, action: Action) -> tuple[Violation, ...]:
    """Return what is wrong with an action."""
    table, seat = game.table, action.seat
    if untimely := wrong_time(table, action):
        return tuple(untimely)
    # SETUP-7, BON-2: of what is secret, only what the one who acts may know.
    hand, cards = game.hands[seat], _possible_cards(game, seat) if type(action) is ShowBonus else ()
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
        case TakeMoney():
            return wrong_taking(table, action)
        # PLACE-6: with money taken in this turn.
        case Buy():
            return wrong_buy(table, player, possible, action)
        case Extend():
            return wrong_extension(table, player, action)
        case Reduce():
            return wrong_reduction(table, player, action)
        case Exchange():
            return wrong_exchange(table, player, action)
        case TakeHut():
            return wrong_hut_taking(table, player, action)
        case Reactivate():
            return wrong_reactivation(table, action.seat)
        case ShowBonus():
            return wrong_show(table, cards, action)
        case Pass():
            return wrong_pass(table, action.seat, hand)
        case Build():
            return wrong_build(table, player, possible, action)
        case Store():
            return wrong_store(table, action)
        case GiveToDirk():
            return wrong_gift_to_dirk(table, player, possible, action)
        case _:
            assert_never(action)


def _wrong_draw(game: Game | View, draw: Draw) -> Iterator[Violation]:
    match draw:
        case DrawTile():
            return wrong_tile_draw(game.table, draw.face)
        case DrawCard():
            return wrong_card_draw(game, draw.card)
        case DrawScoring():
            return wrong_scoring_draw(game, draw.scoring)
        case DrawBonus():
            return wrong_bonus_draw(game, draw.face)
        case DrawHut():
            return wrong_hut_draw(game.table, draw.face)
        case _:
            assert_never(draw)
