"""The first road to legality: all legal actions, generated one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import attrs

from granada_rules import placement
from granada_rules.arguments import expect, of_kind
from granada_rules.events import (
    Build,
    Buy,
    Exchange,
    Extend,
    GiveToDirk,
    Pass,
    Reduce,
    Store,
    TakeMoney,
    unchecked,
)
from granada_rules.game import Game, View, view
from granada_rules.money import Currency, Purse
from granada_rules.play.check import check, is_action, wastes
from granada_rules.state import MOST_TOGETHER, TURNING, Phase, Space

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.events import Action
    from granada_rules.game import Table
    from granada_rules.state import Seat

__all__ = ["LegalActions", "legal_actions"]


@final
@attrs.frozen
class LegalActions:
    """The legal actions of the one who looks: iteration generates them, ``in`` judges.

    While an action is to be chosen, they come in this order: taking money, single cards first, then more of
    them, each in the order of the cards; buying, by space, with the dearest cards first; extending, by the
    face, then by the cell in reading order; reducing, by the cell; exchanging, by the face, then by the cell;
    passing. While a tile is to be placed, by its face: building it as it is, by the cell; building it turned
    over, by the payment, yellow first and dearest cards first, then by the cell; storing it, as it is, then
    turned over; giving it to Dirk, as it is, then turned over, by the payment.
    """

    view: View = attrs.field(validator=of_kind(View))
    """What the one who looks knows."""
    minimal_payments: bool = attrs.field(default=False, validator=of_kind(bool))
    """Whether payments with a card that was not needed are left out."""

    def __iter__(self) -> Iterator[Action]:
        table, seat, hand = self.view.table, self.view.seat, self.view.hand
        if seat is None or hand is None or seat != table.to_act:
            return iter(())
        if table.phase is Phase.ACT:
            return _acting(table, seat, hand, minimal=self.minimal_payments)
        return _placing(table, seat, hand, minimal=self.minimal_payments)

    def __contains__(self, action: object) -> bool:
        return (
            is_action(action)
            and action.seat == self.view.seat
            and not (self.minimal_payments and wastes(self.view, action))
            and not check(self.view, action)
        )

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None


def legal_actions(game: Game | View, minimal_payments: bool = False) -> LegalActions:  # noqa: FBT001, FBT002 - so it is called
    """Return the legal actions of whoever is to act, or of the one whose view it is.

    There may be very many, because overpaying is legal: iterate over them as far as needed.
    ``minimal_payments`` leaves out payments with a card that was not needed.
    """
    expect(game, Game, View)
    seen = view(game, game.table.to_act) if isinstance(game, Game) else game
    return LegalActions(seen, minimal_payments)


_take, _buy, _store, _give = unchecked(TakeMoney), unchecked(Buy), unchecked(Store), unchecked(GiveToDirk)
_build, _extend, _reduce, _exchange = (
    unchecked(Build),
    unchecked(Extend),
    unchecked(Reduce),
    unchecked(Exchange),
)


def _acting(table: Table, seat: Seat, hand: Purse, *, minimal: bool) -> Iterator[Action]:
    city, moats = table.players[seat].city, table.ruleset.tiles.moats
    reserve = [(face, moats(face)) for face in table.players[seat].reserve]
    # MONEY-1: take any one card, or several that are worth at most 5 together.
    takings = [_take(seat, cards) for cards in table.display.takings(MOST_TOGETHER)]
    yield from takings
    # BUY-1: buy for at least the visible price in the currency of the space.
    can_buy = False
    for number, currency in enumerate(table.ruleset.yard):
        face = table.yard[number]
        if face is not None:
            for payment in hand.payments(currency, face.value, minimal=minimal):
                can_buy = True
                yield _buy(seat, Space(number + 1), payment)
    # REBUILD-1, REBUILD-4: extend by a tile of the reserve. REBUILD-6: bought tiles are not among them.
    extensions = [
        _extend(seat, face, cell) for face, edges in reserve for cell in placement.legal_cells(city, edges)
    ]
    yield from extensions
    # REBUILD-2, REBUILD-4, REBUILD-5: reduce by a tile that can be missed.
    reductions = [_reduce(seat, cell) for cell in placement.removable_cells(city)]
    yield from reductions
    # REBUILD-3, REBUILD-4, REBUILD-5: exchange a tile for one of the reserve.
    exchanges = [
        _exchange(seat, face, cell)
        for face, edges in reserve
        for cell in placement.exchangeable_cells(city, edges)
    ]
    yield from exchanges
    # TURN-2: pass if nothing is possible, or where the extra action is no must.
    is_stuck = not (takings or can_buy or extensions or reductions or exchanges)
    if is_stuck or (table.extra and not table.ruleset.extra_action_is_a_must):
        yield Pass(seat)


def _placing(table: Table, seat: Seat, hand: Purse, *, minimal: bool) -> Iterator[Action]:
    city, tiles = table.players[seat].city, table.ruleset.tiles
    # END-3: a tile given at the end is not turned over, and goes to nobody else.
    is_given = table.phase is Phase.GIFT
    for face in table.bought:
        # PLACE-1, PLACE-2, END-3: build it as it lies, or turned over for money.
        yield from [
            _build(seat, face, cell, Purse()) for cell in placement.legal_cells(city, tiles.moats(face))
        ]
        back = tiles.back(face)
        if not is_given and (cells := list(placement.legal_cells(city, tiles.moats(back)))):
            for payment in _turning(table, hand, minimal=minimal):
                yield from [_build(seat, back, cell, payment) for cell in cells]
        # PLACE-4, END-4: or lay it on the reserve, free, and with either face up unless it was given.
        yield _store(seat, face)
        if not is_given:
            yield _store(seat, back)
        # DIRK-7: or give it to Dirk, turned over for money.
        if table.dirk is not None and not is_given:
            yield _give(seat, face, Purse())
            for payment in _turning(table, hand, minimal=minimal):
                yield _give(seat, back, payment)


def _turning(table: Table, hand: Purse, *, minimal: bool) -> Iterator[Purse]:
    # PLACE-2: at least 3 money of one currency; by agreement in one card.
    for currency in Currency:
        if table.ruleset.turning_takes_one_card:
            dearest_first = dict.fromkeys(reversed(list(hand.only(currency))))
            yield from (Purse.of([card]) for card in dearest_first if card.value >= TURNING)
        else:
            yield from hand.payments(currency, TURNING, minimal=minimal)
