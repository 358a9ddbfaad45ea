"""Events as people write them: one line each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, assert_never

from granada_rules.base import expect, short
from granada_rules.box import DIRK, Cell, Purse, Scoring, Seat, Space, single, some
from granada_rules.game import (
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
from granada_rules.notation.tiles import read_card, read_face, read_hut_type

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada_rules.box import Face, Tiles
    from granada_rules.game import Action, Draw

__all__ = ["read_event", "write_event"]


_NOTHING = "nothing"

_HIDDEN = "hidden"
"""What stands for a bonus card whose tile is not told."""

_NO_CARDS = Purse()

_Said = re.Match[str]
"""The parts of a line."""


def _face(said: _Said, tile_set: Tiles | None) -> Face:
    return read_face(said["face"], tile_set)


def _bonus(said: _Said, tile_set: Tiles | None) -> Face | None:
    return None if said["face"].lower() == _HIDDEN else _face(said, tile_set)


def _cell(said: _Said) -> Cell:
    return Cell(int(said["x"]), int(said["y"]))


def _cards(said: _Said) -> Purse:
    text = said["cards"]
    if text is None or text.lower() == _NOTHING:
        return _NO_CARDS
    words = text.split()
    return single(read_card(text)) if len(words) == 1 else Purse(map(read_card, words))


_CARDS = r"(?P<cards>.+)"

_FOR = r"(?: for (?P<cards>.+))?"

_AT = r"(?P<x>0|-?[1-9][0-9]{0,3}) ?, ?(?P<y>0|-?[1-9][0-9]{0,3})"

_TILE_AT = rf"(?P<face>.+?) at {_AT}"

_ACTIONS: dict[str, tuple[str, Callable[[Seat, _Said, Tiles | None], Action]]] = {
    "takes": (rf"takes {_CARDS}", lambda seat, said, _: TakeMoney(seat, _cards(said))),
    "buys": (
        rf"buys (?P<space>0|[1-9][0-9]{{0,3}}) for {_CARDS}",
        lambda seat, said, _: Buy(seat, Space(int(said["space"])), _cards(said)),
    ),
    "extends": (
        rf"extends {_TILE_AT}",
        lambda seat, said, tiles: Extend(seat, _face(said, tiles), _cell(said)),
    ),
    "reduces": (rf"reduces {_AT}", lambda seat, said, _: Reduce(seat, _cell(said))),
    "exchanges": (
        rf"exchanges {_TILE_AT}",
        lambda seat, said, tiles: Exchange(seat, _face(said, tiles), _cell(said)),
    ),
    "takes the": (
        r"takes the (?P<building>.+) hut",
        lambda seat, said, _: TakeHut(seat, read_hut_type(said["building"])),
    ),
    "reactivates": (r"reactivates the pawn", lambda seat, _said, _: Reactivate(seat)),
    "shows": (r"shows (?P<face>.+)", lambda seat, said, tiles: ShowBonus(seat, _face(said, tiles))),
    "passes": (r"passes", lambda seat, _said, _: Pass(seat)),
    "builds": (
        rf"builds {_TILE_AT}{_FOR}",
        lambda seat, said, tiles: Build(seat, _face(said, tiles), _cell(said), _cards(said)),
    ),
    "stores": (r"stores (?P<face>.+)", lambda seat, said, tiles: Store(seat, _face(said, tiles))),
    "gives": (
        rf"gives (?P<face>.+?) to {DIRK}{_FOR}",
        lambda seat, said, tiles: GiveToDirk(seat, _face(said, tiles), _cards(said)),
    ),
}
"""By verb, what an action looks like, and what it is."""

_DRAWS: dict[str, tuple[str, Callable[[_Said, Tiles | None], Draw]]] = {
    "tile": (r"tile (?P<face>.+)", lambda said, tiles: DrawTile(_face(said, tiles))),
    "card": (r"card (?P<card>.+)", lambda said, _: DrawCard(read_card(said["card"]))),
    "scoring": (
        r"scoring (?P<scoring>[ABC])",
        lambda said, _: DrawScoring(Scoring(said["scoring"].upper())),
    ),
    "bonus": (r"bonus (?P<face>.+)", lambda said, tiles: DrawBonus(_bonus(said, tiles))),
    "hut": (r"hut (?P<face>.+)", lambda said, tiles: DrawHut(_face(said, tiles))),
}
"""By the first word, what a draw looks like, and what it is."""

_NUMBERS = "; numbers have no plus sign and no leading zeros"

_FORMS = {
    "takes": "takes CARDS, such as takes o1 o3",
    "buys": f"buys SPACE for CARDS, such as buys 2 for g4 g6{_NUMBERS}",
    "extends": f"extends FACE at X,Y, such as extends AR4 at 1,0{_NUMBERS}",
    "reduces": f"reduces X,Y, such as reduces 1,0{_NUMBERS}",
    "exchanges": f"exchanges FACE at X,Y, such as exchanges AR4 at 1,0{_NUMBERS}",
    "takes the": "takes the BUILDING hut, such as takes the AC hut, or by its colour takes the brown hut",
    "reactivates": "reactivates the pawn",
    "shows": "shows FACE, such as shows GA10:-",
    "passes": "passes, and nothing behind it",
    "builds": f"builds FACE at X,Y, and for CARDS if it is turned, such as builds SC10 at 0,-1{_NUMBERS}",
    "stores": "stores FACE, such as stores SC10",
    "gives": f"gives FACE to {DIRK}, and for CARDS if it is turned, such as gives SC10 to {DIRK}",
}
"""By verb, what an action looks like."""


def read_event(line: str, players: Sequence[str], tile_set: Tiles | None = None) -> Event:
    """Read an event such as ``Red buys 2 for g4 g6``, or a draw such as ``card b3``; players by seat.

    With a tile set, walls may be left out if one tile of it is called so: ``tile TO13``.

    >>> from granada_rules import notation
    >>> notation.read_event("Blue passes", ["Red", "Blue"])
    Pass(seat=1)

    Raises ``ValueError``, which says what a line looks like, if it cannot be read.
    """
    expect(line, str)
    stripped, acts = line.strip(), []
    names, seats = _longest_first(_names(players))
    if stripped.startswith(names):
        for name, seat in zip(names, seats, strict=True):
            # A name, and nothing or a blank behind it.
            if stripped.startswith(name) and not stripped[len(name) : len(name) + 1].strip():
                act = " ".join(stripped.removeprefix(name).split())
                pattern, action = _ACTIONS.get(_verb(act), (None, None))
                if pattern and action and (said := _pattern(pattern).fullmatch(act)):
                    return action(seat, said, tile_set)
                acts.append(act)
    text = " ".join(line.split())
    pattern, draw = _DRAWS.get(_first_word(text), (None, None))
    if pattern and draw and (said := _pattern(pattern).fullmatch(text)):
        return draw(said, tile_set)
    raise ValueError(f"{short(text or line)}: {_expected(text, acts, players)}")


@lru_cache(maxsize=8)
def _longest_first(players: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[Seat, ...]]:
    """Return the names, the longest first, and their seats; remembered for the next line of a record."""
    # Ann may sit beside Ann Lee. And somebody may be called Tile.
    names = tuple(sorted(players, key=len, reverse=True))
    return names, tuple(Seat(players.index(name)) for name in names)


def _first_word(text: str) -> str:
    return text.partition(" ")[0].lower()


def _verb(act: str) -> str:
    verb = _first_word(act)
    # Money is taken, and so is a hut; no card is called "the".
    return "takes the" if verb == "takes" and f"{act} ".lower().startswith("takes the ") else verb


def _names(players: Sequence[str]) -> tuple[str, ...]:
    """Return the names as plain text: what is remembered must not depend on a stranger's ``__eq__``."""
    # The check of abstract kinds is slow.
    if type(players) is not tuple and type(players) is not list:
        expect(players, Sequence)
        if isinstance(players, str | bytes):
            raise TypeError(f"players: expected names by seat, got {type(players).__name__}")
    try:
        return tuple(map(str.__str__, players))
    except TypeError:
        raise TypeError(f"players: expected names, got {short(players)}") from None


def _expected(text: str, acts: Sequence[str], players: Sequence[str]) -> str:
    """Return what was expected of a line; ``acts`` is what follows the names that it begins with."""
    if not text:
        return "expected an event, got blanks only"
    for act in acts:
        if form := _FORMS.get(_verb(act)):
            return f"expected {form}"
    if acts:
        verbs = dict.fromkeys(map(_first_word, _FORMS))
        return f"expected one of {', '.join(verbs)} after the name, such as {_EXAMPLE}"
    if text.lower().startswith("bonus"):
        return f"expected a bonus card such as bonus GA10:-, or bonus {_HIDDEN}"
    if text.lower().startswith(("tile", "card", "scoring", "hut")):
        return "expected a draw such as tile SC10, card b3, scoring A, hut AC*:N"
    return f"a line begins with tile, card, scoring, bonus, hut, or one of {some(map(short, players))}"


@cache
def _pattern(text: str) -> re.Pattern[str]:
    # Compiled when the first line is read, so that importing the package stays fast.
    return re.compile(text, re.IGNORECASE | re.ASCII)


_EXAMPLE = "takes b3, buys 2 for g4 g6, extends AR4 at 1,0, builds SC10 at 0,-1 for o3, gives SC10 to Dirk"


def write_event(event: Event, players: Sequence[str]) -> str:
    """Write an event in its canonical form, without a line break; players are in seat order.

    A tile of Alhambra is written with its walls.

    >>> from granada_rules import Pass, Seat, notation
    >>> notation.write_event(Pass(Seat(1)), ["Red", "Blue"])
    'Blue passes'

    Raises ``ValueError`` if nobody sits at the seat of an action.
    """
    if not isinstance(event, Event):
        raise TypeError(f"expected an event, got {short(event)}; notation.read_event reads a line")
    players = _names(players)
    match event:
        case DrawTile(face):
            return f"tile {face}"
        case DrawCard(card):
            return f"card {card}"
        case DrawScoring(scoring):
            return f"scoring {scoring.value}"
        case DrawBonus(face):
            return f"bonus {face or _HIDDEN}"
        case DrawHut(face):
            return f"hut {face}"
        case _ if 0 <= event.seat < len(players):
            return f"{players[event.seat]} {_written_action(event)}"
        case _:
            raise ValueError(f"nobody sits at seat {short(event.seat)}")


def _written_action(action: Action) -> str:  # noqa: PLR0911 - one for each kind
    match action:
        case TakeMoney(_, cards):
            return f"takes {cards or _NOTHING}"
        case Buy(_, space, payment):
            return f"buys {space} for {payment or _NOTHING}"
        case Extend(_, face, cell):
            return f"extends {face} at {cell}"
        case Reduce(_, cell):
            return f"reduces {cell}"
        case Exchange(_, face, cell):
            return f"exchanges {face} at {cell}"
        case TakeHut(_, building):
            return f"takes the {building.code} hut"
        case Reactivate():
            return "reactivates the pawn"
        case ShowBonus(_, face):
            return f"shows {face}"
        case Pass():
            return "passes"
        case Build(_, face, cell, payment):
            return f"builds {face} at {cell}{_paid(payment)}"
        case Store(_, face):
            return f"stores {face}"
        case GiveToDirk(_, face, payment):
            return f"gives {face} to {DIRK}{_paid(payment)}"
        case _:
            assert_never(action)


def _paid(payment: Purse) -> str:
    return f" for {payment}" if payment else ""
