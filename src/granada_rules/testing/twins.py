"""Tables that a seat cannot tell apart: only what it may not know differs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from granada_rules.box import EXCHANGE_CARDS, Card, Currency, ExchangeCard, Purse
from granada_rules.dealer import Dealer
from granada_rules.game import DrawBonus
from granada_rules.referee import Referee, as_told, with_fields
from granada_rules.testing.invariants import SAMPLES, looking_alike, with_past

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.box import AnyCard, Seat
    from granada_rules.game import Event

__all__ = ["twins"]

_MANY = 1000
"""More draws than there are before the end of most games."""


def twins(referee: Referee, seat: Seat | None) -> Iterator[tuple[str, str, Referee]]:
    """Yield tables of a game that goes on: what a seat may not tell, how they differ in that, and the table.

    Events, commitment and header stay what they are, though they would be others with other cards or another
    seed: a service that makes the game or the commitment anew does not keep the table that it was given.
    """
    for sample in range(SAMPLES):
        alike = looking_alike(referee.game, seat, sample)
        yield "what is hidden", "with other cards", with_fields(referee, game=alike)
        # With another seed the referee draws something else, and with another number of draws every dealer.
        seed = b"another seed for tests: %d" % sample
        yield "what will be drawn", "with another seed", with_fields(referee, dealer=Dealer(seed))
        game = referee.game
        later = with_past(game, game.draws + _MANY * (sample + 1), game.sheets)
        yield "what will be drawn", "with other draws to come", with_fields(referee, game=later)
    old = referee.told_from
    if old:
        events = (*map(_with_other_cards, referee.events[:old]), *referee.events[old:])
        what = "what happened before the last round"
        yield what, "with other cards in old events", with_fields(referee, events=events)
    # BON-2: the bonus cards of others were dealt face down.
    if faces := referee.table.ruleset.bonus_faces:
        told = as_told(referee.events, seat, players=len(referee.players))
        cards: dict[Event, Event] = {
            DrawBonus(face): DrawBonus(faces[place - 1]) for place, face in enumerate(faces)
        }
        pairs = zip(referee.events, told, strict=True)
        dealt = tuple(event if event == one else cards[event] for event, one in pairs)
        yield "which bonus cards others got", "with others dealt", with_fields(referee, events=dealt)


def _with_other_cards(event: Event) -> Event:
    """Return an event with each card of another currency."""
    changes: dict[str, Any] = {}
    for field in attrs.fields(type(event)):
        value = getattr(event, field.name)
        if isinstance(value, Card | ExchangeCard):
            changes[field.name] = _other(value)
        elif isinstance(value, Purse):
            changes[field.name] = Purse.of(map(_other, value))
    kind: Any = event  # a type checker does not know which event it is
    other: Event = attrs.evolve(kind, **changes)
    return other


_FOLLOWING = dict(zip(Currency, [*Currency][1:] + [*Currency][:1], strict=True))


def _other(card: AnyCard) -> AnyCard:
    return (
        EXCHANGE_CARDS[EXCHANGE_CARDS.index(card) - 1]
        if isinstance(card, ExchangeCard)
        else Card(_FOLLOWING[card.currency], card.value)
    )
