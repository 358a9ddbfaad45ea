"""What happens in a game because of its modules, in few words, to be counted."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import granada_rules as g

if TYPE_CHECKING:
    from collections.abc import Iterator


__all__ = ["OFTEN", "SELDOM", "seen_in"]

OFTEN: Final = {
    g.Module.VIZIER: (
        "a pawn is used",
        "an offer is declined",
        "a pawn is reactivated",
        "a favour is placed",
    ),
    g.Module.EXCHANGE: ("an exchange card is drawn", "an exchange card is taken", "an exchange card pays"),
    g.Module.BONUS: ("a bonus card is dealt", "a bonus card is shown", "a round is declined"),
    g.Module.HUTS: (
        "a hut is drawn in the setup",
        "a hut is taken",
        "a hut is drawn in a turn",
        "a hut is built",
    ),
}
"""What happens in most games with a module."""

SELDOM: Final = {
    g.Module.VIZIER: (
        "a pawn is used after the last turn",
        "a favour is given to Dirk",
        "whose turn is over buys",
    ),
    g.Module.EXCHANGE: (
        "an exchange card pays in both currencies",
        "an exchange card pays in the other currency",
        "an exchange card pays exactly",
        "an exchange card is shuffled back",
        "an exchange card is held at the end",
    ),
    g.Module.BONUS: (
        "a bonus card is shown in a round",
        "a bonus card is shown at the decision of another",
        "a bonus card goes back",
        "a bonus card counts",
    ),
    g.Module.HUTS: (
        "a hut is stored",
        "a hut is added",
        "a hut is taken out",
        "a hut is exchanged",
        "a pile of huts is empty",
        "a player has three huts",
        "a hut counts",
    ),
}
"""What happens in some of them."""


def seen_in(before: g.Game, event: g.Event, after: g.Game) -> Counter[str]:
    """Return what an event was, as far as modules have to do with it."""
    modules = before.table.ruleset.modules
    seen: Counter[str] = Counter()
    for module, tell in _TOLD.items():
        if module in modules:
            seen.update(tell(before, event, after))
    return seen


def _of_pawns(before: g.Game, event: g.Event, after: g.Game) -> Iterator[str]:
    table = before.table
    match event:
        case g.Buy(seat=seat) if table.phase is g.Phase.FAVOUR:
            yield "a pawn is used"
            if not table.bag:
                yield "a pawn is used after the last turn"
            if seat == table.turn:
                yield "whose turn is over buys"
        case g.Pass() if table.phase is g.Phase.FAVOUR:
            yield "an offer is declined"
        case g.Reactivate():
            yield "a pawn is reactivated"
        case g.Build() | g.Store() if table.phase is g.Phase.PLACE_FAVOUR:
            yield "a favour is placed"
        case _ if table.phase is g.Phase.PLACE_FAVOUR and after.table.phase is not g.Phase.PLACE_FAVOUR:
            yield "a favour is given to Dirk"


def _of_exchange_cards(before: g.Game, event: g.Event, after: g.Game) -> Iterator[str]:
    match event:
        case g.DrawCard(card=g.ExchangeCard()):
            yield "an exchange card is drawn"
        case g.TakeMoney(cards=cards) if cards.exchange_cards:
            yield "an exchange card is taken"
            if len(cards) > 1:
                yield "an exchange card is taken with money"
        case g.Buy(payment=payment) if payment.exchange_cards:
            yield "an exchange card pays"
            face = before.table.yard[event.space - 1]
            assert face is not None
            of_space = before.table.ruleset.spaces[event.space - 1][0]
            paid = {card.currency for card in payment.money_cards}
            if len(paid) > 1:
                yield "an exchange card pays in both currencies"
            if of_space not in paid:
                yield "an exchange card pays in the other currency"
            if payment.total() == face.value:
                yield "an exchange card pays exactly"
    if before.table.discards.exchange_cards and not after.table.discards:
        yield "an exchange card is shuffled back"
    if after.is_over and any(hand.exchange_cards for hand in after.hands):
        yield "an exchange card is held at the end"


def _of_bonus_cards(before: g.Game, event: g.Event, after: g.Game) -> Iterator[str]:
    table = before.table
    match event:
        case g.DrawBonus():
            yield "a bonus card is dealt"
        case g.ShowBonus(seat=seat):
            yield "a bonus card is shown"
            if table.phase is g.Phase.REVEAL:
                yield "a bonus card is shown in a round"
            if seat != table.to_act:
                yield "a bonus card is shown at the decision of another"
        case g.Pass() if table.phase is g.Phase.REVEAL:
            yield "a round is declined"
        case g.Reduce() | g.Exchange() if after.table.modules.shown != table.modules.shown:
            yield "a bonus card goes back"
    for sheet in after.sheets[len(before.sheets) :]:
        if any(line.shown for line in sheet.lines):
            yield "a bonus card counts"


def _of_huts(before: g.Game, event: g.Event, after: g.Game) -> Iterator[str]:
    table, huts = before.table, after.table.modules.open_huts
    match event:
        case g.DrawHut():
            yield (
                "a hut is drawn in the setup" if table.phase is g.Phase.SETUP else "a hut is drawn in a turn"
            )
        case g.TakeHut():
            yield "a hut is taken"
            if after.table.draw_for is not g.DrawFor.HUT and None in huts:
                yield "a pile of huts is empty"
        case g.Build(face=face) if face.is_hut:
            yield "a hut is built"
        case g.Store(face=face) if face.is_hut:
            yield "a hut is stored"
        case g.Extend(face=face) if face.is_hut:
            yield "a hut is added"
        case g.Exchange(face=face) if face.is_hut:
            yield "a hut is exchanged"
        case g.Reduce(seat=seat, cell=cell) if table.players[seat].city.tiles[cell].face.is_hut:
            yield "a hut is taken out"
    if after.is_over:
        for player in after.table.players:
            own = [*player.reserve, *(tile.face for tile in player.city.tiles.values())]
            if sum(face.is_hut for face in own) == 3:
                yield "a player has three huts"
    for sheet in after.sheets[len(before.sheets) :]:
        if any(line.hut_edges for line in sheet.lines):
            yield "a hut counts"


_TOLD: Final = {
    g.Module.VIZIER: _of_pawns,
    g.Module.EXCHANGE: _of_exchange_cards,
    g.Module.BONUS: _of_bonus_cards,
    g.Module.HUTS: _of_huts,
}
