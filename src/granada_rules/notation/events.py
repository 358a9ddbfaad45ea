"""Events as people write them: one line each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, final

import attrs

from granada_rules.base import NUMBER, expect, short
from granada_rules.box import DIRK, Cell, Purse, Scoring, Seat, Space, single, some
from granada_rules.game import Action, Event, event_class, events
from granada_rules.notation.tiles import read_card, read_face, read_hut_type

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from granada_rules.box import Face, Tiles

__all__ = ["read_event", "write_event"]


_WORDS: dict[type[Event], tuple[str, str]] = {
    events.TakeMoney: ("takes {cards}", "such as takes o1 o3"),
    events.Buy: ("buys {space} for {cards}", "such as buys 2 for g4 g6"),
    events.Extend: ("extends {face} at {cell}", "such as extends AR4 at 1,0"),
    events.Reduce: ("reduces {cell}", "such as reduces 1,0"),
    events.Exchange: ("exchanges {face} at {cell}", "such as exchanges AR4 at 1,0"),
    events.TakeHut: (
        "takes the {building} hut",
        "such as takes the AC hut, or by its colour takes the brown hut",
    ),
    events.Reactivate: ("reactivates the pawn", ""),
    events.ShowBonus: ("shows {face}", "such as shows GA10:-"),
    events.Pass: ("passes", "and nothing behind it"),
    events.Build: ("builds {face} at {cell}{turned}", "such as builds SC10 at 0,-1"),
    events.Store: ("stores {face}", "such as stores SC10"),
    events.GiveToDirk: (f"gives {{face}} to {DIRK}{{turned}}", f"such as gives SC10 to {DIRK}"),
    events.DrawTile: ("tile {face}", ""),
    events.DrawCard: ("card {card}", ""),
    events.DrawScoring: ("scoring {scoring}", ""),
    events.DrawBonus: ("bonus {bonus}", ""),
    events.DrawHut: ("hut {face}", ""),
}
"""What is said of an event, of an action after a name, and what is added in messages for actions.

The parts in braces are the fields of the event but for the seat, in their order.
"""

_NOTHING = "nothing"

_HIDDEN = "hidden"
"""What stands for a bonus card whose tile is not told."""


@final
@attrs.frozen
class _Part:
    """What changes from line to line."""

    pattern: str
    """With a group for what is read; that may be left out."""
    shown: str
    """What stands for it in messages."""
    read: Callable[[str, Tiles | None], object]
    write: Callable[[Any], str] = str


def _cell(text: str, _tiles: Tiles | None) -> Cell:
    x, y = text.split(",")
    return Cell(int(x), int(y))


def _cards(text: str, _tiles: Tiles | None) -> Purse:
    if text.lower() == _NOTHING:
        return Purse()
    words = text.split()
    return single(read_card(text)) if len(words) == 1 else Purse(map(read_card, words))


def _bonus(text: str, tile_set: Tiles | None) -> Face | None:
    return None if text.lower() == _HIDDEN else read_face(text, tile_set)


_PARTS = {
    "face": _Part("(.+?)", "FACE", read_face),
    "bonus": _Part("(.+)", "FACE", _bonus, lambda face: _HIDDEN if face is None else str(face)),
    "cell": _Part(f"((?:0|-?{NUMBER}) ?, ?(?:0|-?{NUMBER}))", "X,Y", _cell),
    "space": _Part(f"(0|{NUMBER})", "SPACE", lambda text, _: Space(int(text))),
    "cards": _Part("(.+)", "CARDS", _cards, lambda cards: str(cards) or _NOTHING),
    # PLACE-2: turning a tile over is paid for.
    "turned": _Part(
        "(?: for (.+))?",
        ", and for CARDS if it is turned",
        _cards,
        lambda cards: f" for {cards}" if cards else "",
    ),
    "building": _Part("(.+)", "BUILDING", lambda text, _: read_hut_type(text), attrgetter("code")),
    "card": _Part("(.+)", "CARD", lambda text, _: read_card(text)),
    "scoring": _Part("([ABC])", "SCORING", lambda text, _: Scoring(text.upper()), attrgetter("value")),
}

_PART = re.compile(r"\{(\w+)\}")


@final
@attrs.frozen
class _Form:
    """How the events of one class are read and written."""

    make: Callable[..., Event]
    pattern: str
    readers: tuple[Callable[[str, Tiles | None], object], ...]
    text: str
    """With ``{}`` for each part."""
    writers: tuple[tuple[str, Callable[[Any], str]], ...]
    """Each with the field that it writes."""
    shown: str
    """For messages."""


def _form(kind: type[Event], words: str, more: str) -> _Form:
    parts = {name: _PARTS[name] for name in _PART.findall(words)}
    fields = [field.name for field in attrs.fields(kind) if field.name != "seat"]
    shown = [words.format(**{name: part.shown for name, part in parts.items()}), *filter(None, [more])]
    numbers = "; numbers have no plus sign and no leading zeros" if {"space", "cell"} & {*parts} else ""
    return _Form(
        make=kind,
        pattern=words.format(**{name: part.pattern for name, part in parts.items()}),
        readers=tuple(part.read for part in parts.values()),
        text=_PART.sub("{}", words),
        writers=tuple((field, part.write) for field, part in zip(fields, parts.values(), strict=True)),
        shown=", ".join(shown) + numbers,
    )


def _first_word(text: str) -> str:
    return text.partition(" ")[0].lower()


def _verb(act: str) -> str:
    verb = _first_word(act)
    # Money is taken, and so is a hut; no card is called "the".
    return "takes the" if verb == "takes" and f"{act} ".lower().startswith("takes the ") else verb


_FORMS = {kind: _form(kind, *words) for kind, words in _WORDS.items()}

_ACTIONS = {_verb(form.text): form for kind, form in _FORMS.items() if issubclass(kind, Action)}

_DRAWS = {_verb(form.text): form for kind, form in _FORMS.items() if not issubclass(kind, Action)}


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
                if found := _read(_ACTIONS, act, tile_set, seat):
                    return found
                acts.append(act)
    text = " ".join(line.split())
    if found := _read(_DRAWS, text, tile_set):
        return found
    raise ValueError(f"{short(text or line)}: {_expected(text, acts, players)}")


def _read(forms: Mapping[str, _Form], text: str, tiles: Tiles | None, *seat: Seat) -> Event | None:
    """Read what is said of an event; None if no event is told so."""
    form = forms.get(_verb(text))
    said = form and _pattern(form.pattern).fullmatch(text)
    if form is None or said is None:
        return None
    given = zip(form.readers, said.groups(), strict=True)
    return form.make(*seat, *[read(part, tiles) for read, part in given if part is not None])


@cache
def _pattern(text: str) -> re.Pattern[str]:
    # Compiled when the first line is read, so that importing the package stays fast.
    return re.compile(text, re.IGNORECASE | re.ASCII)


@lru_cache(maxsize=8)
def _longest_first(players: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[Seat, ...]]:
    """Return the names, the longest first, and their seats; remembered for the next line of a record."""
    # Ann may sit beside Ann Lee. And somebody may be called Tile.
    names = tuple(sorted(players, key=len, reverse=True))
    return names, tuple(Seat(players.index(name)) for name in names)


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
        if form := _ACTIONS.get(_verb(act)):
            return f"expected {form.shown}"
    if acts:
        verbs = dict.fromkeys(map(_first_word, _ACTIONS))
        return f"expected one of {', '.join(verbs)} after the name, such as {_EXAMPLE}"
    if text.lower().startswith("bonus"):
        return f"expected a bonus card such as bonus GA10:-, or bonus {_HIDDEN}"
    if text.lower().startswith(tuple(_DRAWS)):
        return "expected a draw such as tile SC10, card b3, scoring A, hut AC*:N"
    return f"a line begins with {', '.join(_DRAWS)}, or one of {some(map(short, players))}"


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
    name = ""
    if hasattr(event, "seat"):
        if not 0 <= event.seat < len(players):
            raise ValueError(f"nobody sits at seat {short(event.seat)}")
        name = f"{players[event.seat]} "
    form = _FORMS[event_class(event)]
    return name + form.text.format(*[write(getattr(event, field)) for field, write in form.writers])
