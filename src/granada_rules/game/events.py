"""Events: what players do, and what chance draws. A closed list of small values."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, final, get_args

import attrs
from attrs.validators import optional

from granada_rules.base import Stamped, made_once, of_kind, short, whole
from granada_rules.box import Building, Card, Cell, ExchangeCard, Face, Purse, Scoring, Seat, Space

if TYPE_CHECKING:
    from collections.abc import Iterable

    from granada_rules.box import AnyCard

__all__ = [
    "Action",
    "Build",
    "Buy",
    "Draw",
    "DrawBonus",
    "DrawCard",
    "DrawHut",
    "DrawScoring",
    "DrawTile",
    "Event",
    "Exchange",
    "Extend",
    "GiveToDirk",
    "Pass",
    "Reactivate",
    "Reduce",
    "ShowBonus",
    "Store",
    "TakeHut",
    "TakeMoney",
    "by_kind",
    "event_class",
]


def _purse(cards: Iterable[AnyCard]) -> Purse:
    return Purse.of(cards)


_NOTHING = Purse()


@final
@made_once
class TakeMoney(Stamped):
    """Take cards from the display: money, or an exchange card (MONEY-1, EXC-4)."""

    seat: Seat = attrs.field(validator=whole, repr=short)
    cards: Purse = attrs.field(converter=_purse)


@final
@made_once
class Buy(Stamped):
    """Buy the tile on a space of the yard (BUY-1)."""

    seat: Seat = attrs.field(validator=whole, repr=short)
    space: Space = attrs.field(validator=whole, repr=short)
    payment: Purse = attrs.field(converter=_purse)


@final
@made_once
class Extend(Stamped):
    """Add a tile of the reserve, as it lies there, to the city (REBUILD-1)."""

    seat: Seat = attrs.field(validator=whole, repr=short)
    face: Face = attrs.field(validator=of_kind(Face))
    cell: Cell = attrs.field(validator=of_kind(Cell))


@final
@made_once
class Reduce(Stamped):
    """Take a tile out of the city into the reserve (REBUILD-2)."""

    seat: Seat = attrs.field(validator=whole, repr=short)
    cell: Cell = attrs.field(validator=of_kind(Cell))


@final
@made_once
class Exchange(Stamped):
    """Swap the tile at a cell of the city with one of the reserve (REBUILD-3)."""

    seat: Seat = attrs.field(validator=whole, repr=short)
    face: Face = attrs.field(validator=of_kind(Face))
    cell: Cell = attrs.field(validator=of_kind(Cell))


@final
@made_once
class TakeHut(Stamped):
    """Take the open hut for a building type (HUT-4)."""

    seat: Seat = attrs.field(validator=whole, repr=short)
    building: Building = attrs.field(validator=of_kind(Building))


@final
@made_once
class Reactivate(Stamped):
    """Turn the own pawn picture up again (VIZ-11)."""

    seat: Seat = attrs.field(validator=whole, repr=short)


@final
@made_once
class ShowBonus(Stamped):
    """Show the bonus card for a tile of the own Alhambra (BON-4)."""

    seat: Seat = attrs.field(validator=whole, repr=short)
    face: Face = attrs.field(validator=of_kind(Face))


@final
@made_once
class Pass(Stamped):
    """Do nothing, where the rules allow it (TURN-2), or decline an offer (VIZ-9, BON-4)."""

    seat: Seat = attrs.field(validator=whole, repr=short)


@final
@made_once
class Build(Stamped):
    """Build a bought or given tile, this face up; if that turns it over, for a payment (PLACE-2, END-3)."""

    seat: Seat = attrs.field(validator=whole, repr=short)
    face: Face = attrs.field(validator=of_kind(Face))
    cell: Cell = attrs.field(validator=of_kind(Cell))
    payment: Purse = attrs.field(default=_NOTHING, converter=_purse)


@final
@made_once
class Store(Stamped):
    """Lay a bought or given tile on the reserve with this face up (PLACE-4, END-4)."""

    seat: Seat = attrs.field(validator=whole, repr=short)
    face: Face = attrs.field(validator=of_kind(Face))


@final
@made_once
class GiveToDirk(Stamped):
    """Give a bought tile to Dirk with this face up; if that turns it over, for a payment (DIRK-7)."""

    seat: Seat = attrs.field(validator=whole, repr=short)
    face: Face = attrs.field(validator=of_kind(Face))
    payment: Purse = attrs.field(default=_NOTHING, converter=_purse)


@final
@made_once
class DrawTile(Stamped):
    """A tile comes out of the bag, and lies with this face up."""

    face: Face = attrs.field(validator=of_kind(Face))


@final
@made_once
class DrawCard(Stamped):
    """A money card or an exchange card comes off the deck."""

    card: AnyCard = attrs.field(validator=of_kind(Card, ExchangeCard))


@final
@made_once
class DrawScoring(Stamped):
    """A scoring card comes off the deck (SCORE-2)."""

    scoring: Scoring = attrs.field(validator=of_kind(Scoring))


@final
@made_once
class DrawBonus(Stamped):
    """A bonus card is dealt face down (BON-2); ``None`` is what others are told, and cannot be played."""

    face: Face | None = attrs.field(validator=optional(of_kind(Face)))


@final
@made_once
class DrawHut(Stamped):
    """A hut is turned up on its pile (HUT-3, HUT-5)."""

    face: Face = attrs.field(validator=of_kind(Face))


Action = (
    TakeMoney
    | Buy
    | Extend
    | Reduce
    | Exchange
    | TakeHut
    | Reactivate
    | ShowBonus
    | Pass
    | Build
    | Store
    | GiveToDirk
)
"""What a player does."""

Draw = DrawTile | DrawCard | DrawScoring | DrawBonus | DrawHut
"""What chance does."""

Event = Action | Draw
"""Everything that can happen."""


def event_class(event: Event) -> type[Event]:
    """Return which of the classes above an event is of."""
    # Most are of one itself, and not of a subclass.
    return type(event) if type(event) in _KINDS else next(kind for kind in _KINDS if isinstance(event, kind))


_KINDS: tuple[type[Event], ...] = get_args(Event)

_Happening = TypeVar("_Happening", bound=Event)


def by_kind(events: Iterable[_Happening]) -> dict[type[_Happening], list[_Happening]]:
    """Group events by their class, each group in the order in which its events come."""
    sorted_out: dict[type[_Happening], list[_Happening]] = {}
    for event in events:
        sorted_out.setdefault(type(event), []).append(event)
    return sorted_out
