"""`legal_actions`: the first road to legality, which lists."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, final

import attrs

from granada_rules.base import expect, made_once, maker, of_kind, stamp_of
from granada_rules.box import Phase
from granada_rules.game import Game, View, view_to_act
from granada_rules.play import acts
from granada_rules.play.check import check
from granada_rules.play.decision import Decision

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada_rules.game import Action

__all__ = ["LegalActions", "groups_of_actions", "legal_actions"]

_joined = chain.from_iterable


@final
@made_once
class LegalActions:
    """The legal actions of one seat: iteration generates them, ``in`` judges.

    Empty for a spectator, for a seat that is not to act, while chance is due, and when the game is over; the
    repr says which. While somebody else is to act a seat may still show a bonus card (BON-4).

    Order while an action is to be chosen: taking money, single cards first, then more of them, in the order
    of the cards; buying, by space, dearest cards first, with an exchange card after all others; extending, by
    face, then by cell in reading order; reducing, by cell; exchanging, by face, then by cell; taking a hut,
    by type; reactivating the pawn; showing a bonus card, by face; passing. Who is asked to use the pawn buys
    by space, dearest cards first, shows a bonus card, or passes; who is asked to show a bonus card does, or
    passes. Order while a tile is to be placed, for each face: building it as it is, by cell; building it
    turned over, by payment, yellow first and dearest cards first, then by cell; storing it as it is, then
    turned over; giving it to Dirk as it is, then turned over, by payment; and after all faces showing a bonus
    card.
    """

    view: View = attrs.field(validator=of_kind(View))
    """What the seat may know."""
    minimal_payments: bool = attrs.field(default=False, validator=of_kind(bool))
    """Whether to leave out payments with a card that is not needed."""

    def __iter__(self) -> Iterator[Action]:
        seen = self.view
        table, seat, hand, to_act = seen.table, seen.seat, seen.hand, seen.table.to_act
        if seat is None or hand is None or to_act is None:
            return iter(())
        decision = Decision(table, seat, hand, seen.bonus, stamp_of(seen), self.minimal_payments)
        # BON-4: a bonus card may be shown while somebody else is to act.
        return _joined(groups_of_actions(decision)) if seat == to_act else iter(acts.legal_shows(decision))

    def __contains__(self, action: object) -> bool:
        return (
            acts.is_action(action)
            and action.seat == self.view.seat
            and not (self.minimal_payments and acts.wastes(self.view.table, action))
            and not check(self.view, action)
        )

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __repr__(self) -> str:
        table, seat = self.view.table, self.view.seat
        who = "a spectator" if seat is None else table.players[seat].name
        if seat is None or (seat != table.to_act and not self):
            return f"<LegalActions of {who}: none, {table.waits_for}>"
        return f"<LegalActions of {who}>"


_legal_actions = maker(LegalActions, LegalActions.__init__)


def legal_actions(game: Game | View, minimal_payments: bool = False) -> LegalActions:  # noqa: FBT001, FBT002 - so it is called
    """Return the legal actions of the player to act, or of the seat of a view.

    There may be very many, because overpaying is legal: iterate only as far as needed.
    ``minimal_payments`` leaves out payments with a card that is not needed.

    >>> from granada_rules import Dealer, deal, legal_actions, setup
    >>> game = setup(["Red", "Blue", "Green"])
    >>> legal_actions(game)
    <LegalActions of a spectator: none, a tile for the yard is to be drawn>
    >>> game = deal(game, Dealer(b"sixteen bytes or more"))
    >>> len(list(legal_actions(game, minimal_payments=True))) > 0
    True
    """
    if type(minimal_payments) is not bool:
        expect(minimal_payments, bool)
    if type(game) is Game:
        return _legal_actions(view_to_act(game), minimal_payments)
    expect(game, Game, View)
    return _legal_actions(game, minimal_payments)


def groups_of_actions(decision: Decision) -> Iterable[Iterable[Action]]:
    """Return the legal actions of the player to act.

    They come in groups: passing on each action by itself would take longer than making it.
    """
    return _LISTINGS.get(decision.table.phase, _placing)(decision)


def _acting(decision: Decision) -> list[Iterable[Action]]:
    """Return what can be done in a turn (TURN-2)."""
    groups: list[Iterable[Action]] = [
        acts.legal_takings(decision),
        *acts.legal_buys(decision),
        *acts.legal_rebuilds(decision),
        acts.legal_hut_takings(decision),
        acts.legal_reactivations(decision),
    ]
    # BON-4: showing a card is no action of a turn, so one may pass although it is possible.
    return [*groups, acts.legal_shows(decision), acts.legal_passes(decision, groups)]


def _answering(decision: Decision) -> list[Iterable[Action]]:
    """Return what can be done with the pawn; the offer may be declined (VIZ-9)."""
    return [*acts.legal_buys(decision), acts.legal_shows(decision), acts.legal_passes(decision, ())]


def _revealing(decision: Decision) -> list[Iterable[Action]]:
    """Return which cards can be shown before a scoring; none must be (BON-4)."""
    return [acts.legal_shows(decision), acts.legal_passes(decision, ())]


def _placing(decision: Decision) -> Iterator[Iterable[Action]]:
    """Generate what can be done with the tiles that wait, one after the other (PLACE-1, END-3)."""
    for face in decision.table.bought:
        yield from acts.legal_builds(decision, face)
        yield acts.legal_stores(decision, face)
        yield from acts.legal_gifts_to_dirk(decision, face)
    yield acts.legal_shows(decision)


_LISTINGS = {Phase.ACT: _acting, Phase.FAVOUR: _answering, Phase.REVEAL: _revealing}
"""What lists the actions of a phase; in all others tiles are placed."""
