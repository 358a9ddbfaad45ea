"""Actions and draws as objects, such as ``{"type": "buy", "seat": 0, "space": 3, "payment": ["b4"]}``."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from granada_rules.base import (
    Fields,
    Given,
    RecordError,
    an_object,
    coded,
    expected,
    is_null,
    number,
    one_of,
    several,
    short,
    there,
)
from granada_rules.box import CODES, MOST_PLAYERS, Cell, Face, Purse, Scoring, Seat, Space, parse_card
from granada_rules.game import (
    Action,
    Build,
    Buy,
    DrawBonus,
    DrawCard,
    DrawHut,
    DrawScoring,
    DrawTile,
    Event,
    Exchange,
    Extend,
    GiveToDirk,
    Pass,
    Reactivate,
    Reduce,
    ShowBonus,
    Store,
    TakeHut,
    TakeMoney,
)

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["a_cell", "a_purse", "cell_of", "read_action", "read_event", "write_action", "write_event"]


_FORMAT = "granada-event/1"

_MOST_SPACES = 9999
"""The largest number of a space, as in lines."""

_SCORINGS = {scoring.value: scoring for scoring in Scoring}


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
    event = one_of(fields, "type", _EVENTS)(fields)
    fields.no_others()
    return event


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
    written = _written(event)
    read_event(written)
    return written


# Reading.


def _seat(fields: Fields) -> Seat:
    return Seat(number(fields, "seat", 0, MOST_PLAYERS - 1))


def _space(fields: Fields) -> Space:
    return Space(number(fields, "space", 0, _MOST_SPACES))


def _face(fields: Fields) -> Face:
    return coded(fields, "face", Face.parse)


def _paid(fields: Fields) -> Purse:
    return a_purse(fields, "payment") if "payment" in fields.entries else Purse()


_ACTIONS: dict[str, Callable[[Fields], Action]] = {
    "take": lambda fields: TakeMoney(_seat(fields), a_purse(fields, "cards")),
    "buy": lambda fields: Buy(_seat(fields), _space(fields), a_purse(fields, "payment")),
    "extend": lambda fields: Extend(_seat(fields), _face(fields), cell_of(fields, "cell")),
    "reduce": lambda fields: Reduce(_seat(fields), cell_of(fields, "cell")),
    "exchange": lambda fields: Exchange(_seat(fields), _face(fields), cell_of(fields, "cell")),
    "take_hut": lambda fields: TakeHut(_seat(fields), one_of(fields, "building", CODES)),
    "reactivate": lambda fields: Reactivate(_seat(fields)),
    "show": lambda fields: ShowBonus(_seat(fields), _face(fields)),
    "pass": lambda fields: Pass(_seat(fields)),
    "build": lambda fields: Build(_seat(fields), _face(fields), cell_of(fields, "cell"), _paid(fields)),
    "store": lambda fields: Store(_seat(fields), _face(fields)),
    "give": lambda fields: GiveToDirk(_seat(fields), _face(fields), _paid(fields)),
}
"""By type, what an action is."""

_EVENTS: dict[str, Callable[[Fields], Event]] = {
    **_ACTIONS,
    "tile": lambda fields: DrawTile(_face(fields)),
    "card": lambda fields: DrawCard(coded(fields, "card", parse_card)),
    "scoring": lambda fields: DrawScoring(one_of(fields, "scoring", _SCORINGS)),
    "bonus": lambda fields: DrawBonus(None if is_null(fields, "face") else _face(fields)),
    "hut": lambda fields: DrawHut(_face(fields)),
}
"""By type, what an event is."""


# Writing.


def _written(event: Event) -> dict[str, object]:
    match event:
        case DrawTile(face):
            return {"type": "tile", "face": str(face)}
        case DrawCard(card):
            return {"type": "card", "card": str(card)}
        case DrawScoring(scoring):
            return {"type": "scoring", "scoring": scoring.value}
        case DrawBonus(face):
            return {"type": "bonus", "face": None if face is None else str(face)}
        case DrawHut(face):
            return {"type": "hut", "face": str(face)}
        case _:
            return _written_action(event)


def _written_action(action: Action) -> dict[str, object]:  # noqa: PLR0911 - one for each kind
    match action:
        case TakeMoney(seat, cards):
            return {"type": "take", "seat": seat, "cards": _cards(cards)}
        case Buy(seat, space, payment):
            return {"type": "buy", "seat": seat, "space": space, "payment": _cards(payment)}
        case Extend(seat, face, cell):
            return {"type": "extend", "seat": seat, "face": str(face), "cell": [cell.x, cell.y]}
        case Reduce(seat, cell):
            return {"type": "reduce", "seat": seat, "cell": [cell.x, cell.y]}
        case Exchange(seat, face, cell):
            return {"type": "exchange", "seat": seat, "face": str(face), "cell": [cell.x, cell.y]}
        case TakeHut(seat, building):
            return {"type": "take_hut", "seat": seat, "building": building.code}
        case Reactivate(seat):
            return {"type": "reactivate", "seat": seat}
        case ShowBonus(seat, face):
            return {"type": "show", "seat": seat, "face": str(face)}
        case Pass(seat):
            return {"type": "pass", "seat": seat}
        case Build(seat, face, cell, payment):
            built = {"type": "build", "seat": seat, "face": str(face), "cell": [cell.x, cell.y]}
            return {**built, "payment": _cards(payment)}
        case Store(seat, face):
            return {"type": "store", "seat": seat, "face": str(face)}
        case GiveToDirk(seat, face, payment):
            return {"type": "give", "seat": seat, "face": str(face), "payment": _cards(payment)}
        case _:
            assert_never(action)


def _cards(purse: Purse) -> list[str]:
    return [str(card) for card in purse]


_FARTHEST = 9999
"""The largest number of a cell, as in lines."""


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
    if abs(value) > _FARTHEST:
        raise RecordError(f"a cell: expected {-_FARTHEST} to {_FARTHEST}, got {value}")
    return value
