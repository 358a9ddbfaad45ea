"""How people write: tiles, cities as drawings, events as lines. Reading and writing are inverse.

Values carry their own codes (`Face.parse`, `str(face)`); here people's habits are met where they leave no
doubt: small or capital letters, extra blanks, and the names of the buildings in the languages of the books.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, assert_never, final

import attrs
from attrs.validators import optional

from granada_rules.city import START, City, one_way
from granada_rules.clauses import some
from granada_rules.events import (
    Build,
    Buy,
    DrawCard,
    DrawScoring,
    DrawTile,
    Event,
    Exchange,
    Extend,
    GiveToDirk,
    Pass,
    Reduce,
    Seat,
    Space,
    Store,
    TakeMoney,
)
from granada_rules.grid import REACH, Cell, Edges
from granada_rules.kinds import expect, of_kind, short
from granada_rules.money import Card, Purse
from granada_rules.scoring import DIRK, Scoring
from granada_rules.tiles import Building, Face

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada_rules.box import TileSet
    from granada_rules.events import Action, Draw

__all__ = [
    "WrittenTile",
    "read_card",
    "read_city",
    "read_event",
    "read_face",
    "read_tile",
    "seen_moats",
    "write_city",
    "write_event",
    "write_tile",
]

# In the order of the books: English, German, French, Dutch, Hungarian.
_NAMES = {
    Building.ARENA: "arena arena arene arena arena",
    Building.BATH_HOUSE: "bathhouse badehaus thermes badhuis kozfurdo",
    Building.LIBRARY: "library bibliothek bibliotheque bibliotheek konyvtar",
    Building.HOSTEL: "hostel herberge auberge herberg fogado",
    Building.HOSPITAL: "hospital hospital hopital hospitaal korhaz",
    Building.MARKET: "market markt marche markt piac",
    Building.PARK: "park park parc park park",
    Building.SCHOOL: "school schule ecole school iskola",
    Building.DISTRICT: "district wohnviertel quartierresidentiel woonwijk lakonegyed",
}
_BY_NAME = {name: building for building, names in _NAMES.items() for name in names.split()}
_BY_CODE = {building.code: building for building in Building}

_FACE = re.compile(r"([^0-9:]+)(0|[1-9][0-9]?)")
_TILE = re.compile(r"([^:]*?[0-9])(?::([NESWnesw]+|-))?([\^>vV<])?")
_ROOFS = {"^": Edges.N, ">": Edges.E, "v": Edges.S, "<": Edges.W}
_ROOF_MARKS = {Edges.N: "", Edges.E: ">", Edges.S: "v", Edges.W: "<"}

_WIDEST = 2 * REACH + 1
"""How many rows and columns a city can have."""

_LONGEST_DRAWING = 150_000
"""More characters than any drawing in its one form has."""

_MOST_DRAWN = 200
"""No drawing has more tiles; the box has 54 (BOX-2)."""


@final
@attrs.frozen
class WrittenTile:
    """A tile as it was written: what was left out about its moats is ``None``.

    A roof that does not point to one side is a ``ValueError``.
    """

    face: Face = attrs.field(validator=of_kind(Face))
    moats: Edges | None = attrs.field(default=None, validator=optional(of_kind(Edges)))
    roof: Edges = attrs.field(default=Edges.N, validator=one_way)


def _building(text: str) -> Building | None:
    """Return the building of a code, or of a name, with or without its accents; blanks do not matter."""
    word = "".join(text.split())
    if word.isascii() and word.upper() in _BY_CODE:
        return _BY_CODE[word.upper()]
    letters = unicodedata.normalize("NFD", word.lower())
    return _BY_NAME.get("".join(letter for letter in letters if not unicodedata.combining(letter)))


def read_face(text: str) -> Face:
    """Read a face such as ``SC10``, ``sc10`` or ``Schule 10``; anything else is a ``ValueError``."""
    expect(text, str)
    match = _FACE.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{short(text)}: a building and a price from 0 to 99 such as SC10 are wanted")
    building = _building(match[1])
    if building is None:
        codes = " ".join(_BY_CODE)
        raise ValueError(f"{short(text)}: no building has the code {short(match[1].strip())[1:-1]} ({codes})")
    return Face(building, int(match[2]))


def read_card(text: str) -> Card:
    """Read a card such as ``b3`` or ``B3``; anything else is a ``ValueError``."""
    expect(text, str)
    return Card.parse(text.strip().lower())


def read_tile(text: str) -> WrittenTile:
    """Read a tile such as ``SC10``, ``SC10:NE`` or, if its roof points south, ``SC10:NEv``.

    Anything else is a ``ValueError``.
    """
    expect(text, str)
    match = _TILE.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{short(text)}: a tile such as SC10, SC10:NE or SC10:-> is wanted")
    moats = None if match[2] is None else Edges.parse(match[2].upper())
    return WrittenTile(read_face(match[1]), moats, _ROOFS[(match[3] or "^").lower()])


def write_tile(tile: WrittenTile) -> str:
    """Write a tile in its one form."""
    expect(tile, WrittenTile)
    moats = "" if tile.moats is None else f":{tile.moats or '-'}"
    return f"{tile.face}{moats}{_ROOF_MARKS[tile.roof]}"


def read_city(drawing: str, tile_set: TileSet | None = None) -> City:
    """Read a city: ``@`` is the start tile, ``.`` an empty place, rows from north to south.

    Moats that are not written are those of the tile set; without a set every tile has to say them. A face
    that the set does not have is taken without moats. What is no such drawing is a ``ValueError``.
    """
    expect(drawing, str)
    if len(drawing) > _LONGEST_DRAWING:
        raise ValueError(f"a drawing of more than {_LONGEST_DRAWING} characters")
    rows = [line.split() for line in drawing.strip().split("\n")]
    if len(rows) > _WIDEST or any(len(row) > _WIDEST for row in rows):
        raise ValueError(f"more than {_WIDEST} rows or columns, where no city can lead")
    if sum(tile not in {"@", "."} for row in rows for tile in row) > _MOST_DRAWN:
        raise ValueError(f"more than {_MOST_DRAWN} tiles, and the box has 54")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise ValueError(f"row {number}: {len(row)} columns, and row 1 has {len(rows[0])}")
    grid = {(x, y): tile for y, row in enumerate(rows) for x, tile in enumerate(row)}
    starts = [place for place, tile in grid.items() if tile == "@"]
    if len(starts) != 1:
        raise ValueError(f"{len(starts)} start tiles (@), where there is one")
    (east, south), tiles = starts[0], {}
    for (x, y), text in grid.items():
        if text not in {"@", "."}:
            try:
                tile = read_tile(text)
                tiles[Cell(x - east, south - y)] = tile.face, seen_moats(tile, tile_set), tile.roof
            except ValueError as error:
                raise ValueError(f"row {y + 1}, {error}") from None
    return City.of(tiles)


def seen_moats(tile: WrittenTile, tile_set: TileSet | None) -> Edges:
    """Return the moats of a tile as seen: those written, or else those of the tile set.

    Without either it is a ``ValueError``; a face that the set does not have is taken without moats.
    """
    expect(tile, WrittenTile)
    if tile.moats is not None:
        return tile.moats
    if tile_set is None:
        raise ValueError(
            f"{tile.face} does not say its moats ({tile.face}:- for none), and there is no tile set"
        )
    return tile_set.moats(tile.face).turned(tile.roof) if tile.face in tile_set else Edges(0)


def write_city(city: City, tile_set: TileSet | None = None) -> str:
    """Draw a city in its one form; moats that the tile set says as well are left out."""
    expect(city, City)
    tokens = {START: "@"}
    for cell, tile in city.tiles.items():
        plain = WrittenTile(tile.face, None, tile.roof)
        is_said = tile_set is not None and seen_moats(plain, tile_set) == tile.moats
        tokens[cell] = write_tile(plain if is_said else attrs.evolve(plain, moats=tile.moats))
    xs, ys = [cell.x for cell in tokens], [cell.y for cell in tokens]
    rows, columns = range(max(ys), min(ys) - 1, -1), range(min(xs), max(xs) + 1)
    widths = {x: max(len(tokens.get(Cell(x, y), ".")) for y in rows) for x in columns}
    lines = ("  ".join(tokens.get(Cell(x, y), ".").ljust(widths[x]) for x in columns) for y in rows)
    return "".join(f"{line.rstrip()}\n" for line in lines)


_CARDS = r"(?P<cards>.+)"
_FOR = r"(?: for (?P<cards>.+))?"
_AT = r"(?P<x>0|-?[1-9][0-9]{0,3}) ?, ?(?P<y>0|-?[1-9][0-9]{0,3})"
_TILE_AT = rf"(?P<face>.+?) at {_AT}"
_ACTIONS: dict[str, Callable[[Seat, re.Match[str]], Action]] = {
    rf"takes {_CARDS}": lambda seat, said: TakeMoney(seat, _cards(said)),
    rf"buys (?P<space>0|[1-9][0-9]{{0,3}}) for {_CARDS}": (
        lambda seat, said: Buy(seat, Space(int(said["space"])), _cards(said))
    ),
    rf"extends {_TILE_AT}": lambda seat, said: Extend(seat, _face(said), _cell(said)),
    rf"reduces {_AT}": lambda seat, said: Reduce(seat, _cell(said)),
    rf"exchanges {_TILE_AT}": lambda seat, said: Exchange(seat, _face(said), _cell(said)),
    r"passes": lambda seat, _: Pass(seat),
    rf"builds {_TILE_AT}{_FOR}": lambda seat, said: Build(seat, _face(said), _cell(said), _cards(said)),
    r"stores (?P<face>.+)": lambda seat, said: Store(seat, _face(said)),
    rf"gives (?P<face>.+?) to {DIRK}{_FOR}": lambda seat, said: GiveToDirk(seat, _face(said), _cards(said)),
}
_DRAWS: dict[str, Callable[[re.Match[str]], Draw]] = {
    r"tile (?P<face>.+)": lambda said: DrawTile(_face(said)),
    r"card (?P<card>.+)": lambda said: DrawCard(read_card(said["card"])),
    r"scoring (?P<scoring>[ABC])": lambda said: DrawScoring(Scoring(said["scoring"].upper())),
}
_VERBS = "takes, buys, extends, reduces, exchanges, passes, builds, stores, gives"


def read_event(line: str, players: Sequence[str]) -> Event:
    """Read an event such as ``Red buys 2 for g4 g6``, or a draw such as ``card b3``; players by seat.

    A ``ValueError`` says what a line looks like.
    """
    expect(line, str)
    expect(players, Sequence)
    # The longest name first: Ann may sit beside Ann Lee. And somebody may be called Tile.
    owners = [name for name in sorted(players, key=len, reverse=True) if _begins(line.strip(), name)]
    for name in owners:
        act = " ".join(line.strip().removeprefix(name).split())
        for pattern, action in _ACTIONS.items():
            if said := _pattern(pattern).fullmatch(act):
                return action(Seat(players.index(name)), said)
    text = " ".join(line.split())
    for pattern, draw in _DRAWS.items():
        if said := _pattern(pattern).fullmatch(text):
            return draw(said)
    if owners:
        raise ValueError(f"{short(text)}: an action is one of {_VERBS}, such as {_EXAMPLE}")
    if text.lower().startswith(("tile", "card", "scoring")):
        raise ValueError(f"{short(text)}: a draw is such as tile SC10, card b3, scoring A")
    wanted = f"tile, card, scoring, or one of {some(map(short, players))}"
    raise ValueError(f"{short(text)}: a line begins with {wanted}")


@cache
def _pattern(text: str) -> re.Pattern[str]:
    # Compiled when the first line is read, not for everybody who imports the package.
    return re.compile(text, re.IGNORECASE | re.ASCII)


def _begins(line: str, name: str) -> bool:
    """Tell whether a line begins with a name, and a blank after it."""
    return line.startswith(name) and line[len(name) : len(name) + 1].isspace()


def _face(said: re.Match[str]) -> Face:
    return read_face(said["face"])


def _cell(said: re.Match[str]) -> Cell:
    return Cell(int(said["x"]), int(said["y"]))


_NOTHING = "nothing"


def _cards(said: re.Match[str]) -> Purse:
    text = said["cards"] or _NOTHING
    return Purse() if text.lower() == _NOTHING else Purse(map(read_card, text.split()))


_EXAMPLE = "takes b3, buys 2 for g4 g6, extends AR4 at 1,0, builds SC10 at 0,-1 for o3, gives SC10 to Dirk"


def write_event(event: Event, players: Sequence[str]) -> str:
    """Write an event in its one form, as a line without an end; players are in seat order.

    An action of a seat where nobody sits is a ``ValueError``.
    """
    if not isinstance(event, Event):
        raise TypeError(f"an event is wanted, not {short(event)}: notation.read_event reads a line")
    match event:
        case DrawTile(face):
            return f"tile {face}"
        case DrawCard(card):
            return f"card {card}"
        case DrawScoring(scoring):
            return f"scoring {scoring.value}"
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
