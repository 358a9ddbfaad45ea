"""Actions and draws as objects, such as ``{"type": "buy", "seat": 0, "space": 3, "payment": ["b4"]}``."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

import attrs

from granada_rules.base import (
    FARTHEST,
    Fields,
    Given,
    RecordError,
    an_object,
    by_word,
    coded,
    expected,
    is_null,
    number,
    one_of,
    several,
    short,
    there,
)
from granada_rules.box import CODES, MOST_PLAYERS, Cell, Face, Purse, Scoring, parse_card, written_cell
from granada_rules.game import Action, Event, event_class, events

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["a_cell", "a_purse", "cell_of", "read_action", "read_event", "write_action", "write_event"]


_FORMAT = "granada-event/1"

_ACTIONS: dict[str, type[Action]] = {
    "take": events.TakeMoney,
    "buy": events.Buy,
    "extend": events.Extend,
    "reduce": events.Reduce,
    "exchange": events.Exchange,
    "take_hut": events.TakeHut,
    "reactivate": events.Reactivate,
    "show": events.ShowBonus,
    "pass": events.Pass,
    "build": events.Build,
    "store": events.Store,
    "give": events.GiveToDirk,
}

_EVENTS: dict[str, type[Event]] = {
    **_ACTIONS,
    "tile": events.DrawTile,
    "card": events.DrawCard,
    "scoring": events.DrawScoring,
    "bonus": events.DrawBonus,
    "hut": events.DrawHut,
}
"""By type, what an event is. Its other keys are its fields."""

_TYPES = {kind: word for word, kind in _EVENTS.items()}

_FIELDS = {kind: attrs.fields(kind) for kind in _EVENTS.values()}


def read_action(data: Given) -> Action:
    """Read what a player does, from an object of JSON: as text, or as plain data.

    Whether the action is legal, and whether the one who sent it sits on its seat, is not judged here.

    >>> from granada_rules import read_action
    >>> read_action('{"type": "buy", "seat": 0, "space": 3, "payment": ["b4"]}')
    Buy(seat=0, space=3, payment=Purse.parse('b4'))

    Raises ``RecordError`` if it cannot be read, with the place and the reason, or if it is a draw.
    """
    event = read_event(data)
    if not isinstance(event, Action):
        raise RecordError(f"type: expected one of {', '.join(_ACTIONS)}, got a draw")
    return event


def read_event(data: Given) -> Event:
    """Read what a player does or what chance draws, from an object of JSON: as text, or as plain data.

    >>> from granada_rules import wire
    >>> wire.read_event({"type": "scoring", "scoring": "A"})
    DrawScoring(scoring=Scoring.A)

    Raises ``RecordError`` if it cannot be read, with the place and the reason.
    """
    fields = an_object(data, _FORMAT, "an event")
    event = _read(one_of(fields, "type", _EVENTS), fields)
    fields.no_others()
    return event


def _read(kind: type[Event], fields: Fields) -> Event:
    # BON-2: of the cards of others it is told only that they got one.
    if kind is events.DrawBonus and is_null(fields, "face"):
        return events.DrawBonus(None)
    make: Callable[..., Event] = kind
    # What has a default may be missing: the payment for a tile that is not turned over.
    return make(
        **{
            field.name: _READERS[field.name](fields, field.name)
            for field in _FIELDS[kind]
            if field.default is attrs.NOTHING or field.name in fields.entries
        }
    )


def write_action(action: Action) -> dict[str, object]:
    """Return what a player does as plain data for JSON.

    >>> from granada_rules import Buy, Purse, Seat, Space, write_action
    >>> write_action(Buy(Seat(0), Space(3), Purse.parse("b4")))
    {'type': 'buy', 'seat': 0, 'space': 3, 'payment': ['b4']}

    Raises ``RecordError`` if it could not be read back, with the place and the reason.
    """
    if not isinstance(action, Action):
        raise TypeError(f"expected an action, got {short(action)}")
    return write_event(action)


def write_event(event: Event) -> dict[str, object]:
    """Return what a player does or what chance draws as plain data for JSON.

    >>> from granada_rules import DrawTile, Face, wire
    >>> wire.write_event(DrawTile(Face.parse("SC10")))
    {'type': 'tile', 'face': 'SC10'}

    Raises ``RecordError`` if it could not be read back, with the place and the reason.
    """
    if not isinstance(event, Event):
        raise TypeError(f"expected an event, got {short(event)}")
    kind = event_class(event)
    written = {field.name: _WRITERS[field.name](getattr(event, field.name)) for field in _FIELDS[kind]}
    # Faces, cards and buildings are as they can be read; numbers and the size of a purse have no limit.
    read_back = Fields(written, "")
    for key in written:
        if key in _LIMITED:
            _LIMITED[key](read_back, key)
    return {"type": _TYPES[kind], **written}


def a_purse(fields: Fields, key: str) -> Purse:
    """Take a list of cards, which may not be missing."""
    there(fields, key, list)
    return Purse.of(several(fields, key, "a card", parse_card))


def a_cell(entry: object) -> Cell:
    """Read a cell such as ``[1, -2]``."""
    match expected(list, entry, "a cell"):
        case [x, y]:
            return Cell(_coordinate(x), _coordinate(y))
        case _:
            raise RecordError("a cell: expected x and y, such as [1, -2]")


def cell_of(fields: Fields, key: str) -> Cell:
    """Take a cell."""
    cell = there(fields, key, list)
    try:
        return a_cell(cell)
    except RecordError as error:
        raise RecordError(f"{fields.place(key)}, {error}") from None


def _coordinate(entry: object) -> int:
    value = expected(int, entry, "a cell")
    if abs(value) > FARTHEST:
        raise RecordError(f"a cell: expected {-FARTHEST} to {FARTHEST}, got {value}")
    return value


_READERS: dict[str, Callable[[Fields, str], Any]] = {
    "seat": lambda fields, key: number(fields, key, 0, MOST_PLAYERS - 1),
    "space": lambda fields, key: number(fields, key, 0, FARTHEST),
    "face": lambda fields, key: coded(fields, key, Face.parse),
    "cell": cell_of,
    "cards": a_purse,
    "payment": a_purse,
    "building": lambda fields, key: one_of(fields, key, CODES),
    "card": lambda fields, key: coded(fields, key, parse_card),
    "scoring": lambda fields, key: one_of(fields, key, by_word(Scoring)),
}
"""By key, how it is read."""

_WRITERS: dict[str, Callable[[Any], object]] = {
    "seat": int,
    "space": int,
    "face": lambda face: None if face is None else str(face),
    "cell": written_cell,
    "cards": lambda cards: [str(card) for card in cards],
    "payment": lambda cards: [str(card) for card in cards],
    "building": attrgetter("code"),
    "card": str,
    "scoring": attrgetter("value"),
}
"""By key, how it is written."""

_LIMITED: dict[str, Callable[[Fields, str], object]] = {
    **{key: _READERS[key] for key in ("seat", "space", "cell")},
    **dict.fromkeys(("cards", "payment"), Fields.items),
}
"""By key, what may be too large to be read, and how that is found."""
