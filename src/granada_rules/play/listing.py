"""The first road to legality: all legal actions, generated one by one."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, final

import attrs

from granada_rules import placement
from granada_rules.events import (
    Build,
    Buy,
    Exchange,
    Extend,
    GiveToDirk,
    Pass,
    Reduce,
    Space,
    Store,
    TakeMoney,
)
from granada_rules.game import Game, Phase, View, view
from granada_rules.money import Currency, Purse
from granada_rules.play.judging import MOST_TOGETHER, TURNING, check, is_action, wastes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.events import Action, Seat
    from granada_rules.game import Table

__all__ = ["LegalActions", "legal_actions"]


@final
@attrs.frozen
class LegalActions:
    """The legal actions of the one who looks: iteration generates them, ``in`` judges.

    While an action is to be chosen, they come in this order: taking money, single cards first, then more of
    them, each in the order of the cards; buying, by space, with the dearest cards first; extending, by the
    face, then by the cell in reading order; reducing, by the cell; exchanging, by the face, then by the cell;
    passing. While a tile is to be placed, by its face: building it as it is, by the cell; building it turned
    over, by the payment, yellow first, then by the cell; storing it, as it is, then turned over; giving it to
    Dirk, as it is, then turned over, by the payment.
    """

    view: View
    minimal_payments: bool = False

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
    seen = view(game, game.table.to_act) if isinstance(game, Game) else game
    if not isinstance(seen, View):
        raise TypeError(f"a Game or a View is wanted, not a {type(game).__name__}")
    return LegalActions(seen, minimal_payments)


def _acting(table: Table, seat: Seat, hand: Purse, *, minimal: bool) -> Iterator[Action]:
    # TURN-2: take money, buy a tile, or rebuild the city.
    actions = chain(
        _taking(table.display, seat), _buying(table, seat, hand, minimal=minimal), _rebuilding(table, seat)
    )
    first = next(actions, None)
    if first is not None:
        yield first
        yield from actions
    # TURN-2: pass if nothing is possible, or where the extra action is no must.
    if first is None or (table.extra and not table.ruleset.extra_action_is_a_must):
        yield Pass(seat)


def _taking(display: Purse, seat: Seat) -> Iterator[Action]:
    # MONEY-1: any one card, or several that are worth at most 5 together.
    for cards in display.takings(MOST_TOGETHER):
        yield TakeMoney(seat, cards)


def _buying(table: Table, seat: Seat, hand: Purse, *, minimal: bool) -> Iterator[Action]:
    # BUY-1: at least the visible price in the currency of the space.
    for number, (face, currency) in enumerate(zip(table.yard, table.ruleset.yard, strict=True), 1):
        if face is not None:
            for payment in hand.payments(currency, face.value, minimal=minimal):
                yield Buy(seat, Space(number), payment)


def _rebuilding(table: Table, seat: Seat) -> Iterator[Action]:
    city, reserve = table.players[seat].city, table.players[seat].reserve
    moats = table.ruleset.tiles.moats
    # REBUILD-1, REBUILD-4: extend. REBUILD-6: bought tiles are not among the reserve.
    for face in reserve:
        for cell in placement.legal_cells(city, moats(face)):
            yield Extend(seat, face, cell)
    # REBUILD-2, REBUILD-4, REBUILD-5: reduce.
    for cell in placement.removable_cells(city):
        yield Reduce(seat, cell)
    # REBUILD-3, REBUILD-4, REBUILD-5: exchange.
    for face in reserve:
        for cell in placement.exchangeable_cells(city, moats(face)):
            yield Exchange(seat, face, cell)


def _placing(table: Table, seat: Seat, hand: Purse, *, minimal: bool) -> Iterator[Action]:
    city, tiles = table.players[seat].city, table.ruleset.tiles
    # END-3: a tile given at the end is not turned over, and goes to nobody else.
    given = table.phase is Phase.GIFT
    for face in table.bought:
        back = tiles.back(face)
        # PLACE-1, PLACE-2, END-3: build it as it lies, or turned over for money.
        for cell in placement.legal_cells(city, tiles.moats(face)):
            yield Build(seat, face, cell)
        if not given:
            cells = placement.legal_cells(city, tiles.moats(back))
            for payment in _turning(table, hand, minimal=minimal) if cells else ():
                for cell in cells:
                    yield Build(seat, back, cell, payment)
        # PLACE-4, END-4: or lay it on the reserve, either face up and free.
        yield Store(seat, face)
        if not given:
            yield Store(seat, back)
        # DIRK-7: or give it to Dirk, turned over for money.
        if table.dirk is not None and not given:
            yield GiveToDirk(seat, face)
            for payment in _turning(table, hand, minimal=minimal):
                yield GiveToDirk(seat, back, payment)


def _turning(table: Table, hand: Purse, *, minimal: bool) -> Iterator[Purse]:
    # PLACE-2: at least 3 money of one currency; by agreement in one card.
    if table.ruleset.turning_takes_one_card:
        for card in dict.fromkeys(hand):
            if card.value >= TURNING:
                yield Purse.of([card])
    else:
        for currency in Currency:
            yield from hand.payments(currency, TURNING, minimal=minimal)
