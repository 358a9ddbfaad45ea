"""Faces, cards and tiles as people write them.

Values carry their own codes (`Face.parse`, `str(face)`). Here also small letters, extra blanks, and the names
of the buildings in the languages of the books are read, as long as they leave no doubt. A face of Alhambra is
named with its walls (A-BOX-2); they may be left out if one tile of the tile set is called so.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import final

import attrs
from attrs.validators import optional

from granada_rules.base import expect, made_once, of_kind, short
from granada_rules.box import (
    HUT_MARK,
    NO_O,
    ONE_FACE,
    AnyCard,
    Box,
    Building,
    Built,
    Currency,
    Edges,
    Face,
    Kind,
    Tiles,
    TileSet,
    TileSets,
    one_way,
    parse_card,
    says_o,
    some,
    walls_expected,
    written_tile,
)
from granada_rules.city import HIDDEN, SeenTile
from granada_rules.notation.buildings import building_called

__all__ = [
    "WrittenTile",
    "named",
    "read_card",
    "read_face",
    "read_hut_type",
    "read_seen_card",
    "read_seen_tile",
    "read_tile",
    "seen_moats",
    "write_seen_tile",
    "write_tile",
]


_BY_COLOUR = {building.colour: building for building in Kind.ALHAMBRA.buildings}

_HIDDEN_CARD = re.compile(rf"([{''.join(currency.code for currency in Currency)}])?\s*\?")

_A_FACE = "a building and a price from 0 to 99, such as SC10"

_NAME = re.compile(r"[^0-9:/*]+")

_FACE = re.compile(r"([^0-9:*]+)(0|[1-9][0-9]?|\*)")

_TILE = re.compile(r"([^:]*?[0-9*])(?::([NESWOneswo]+|-))?([\^>vV<])?")

_COVERED = re.compile(r"([AGag])?\s*\?([\^>vV<])?")

_HIDING = re.compile(r"([^:]*?)(\?|[1-9][0-9]?|0|\*)(?::([NESWOneswo]+|-|\?))?([\^>vV<])?")

_BY_LETTER = {kind.label[0]: kind for kind in Kind}

_ROOFS = {"^": Edges.N, ">": Edges.E, "v": Edges.S, "<": Edges.W}


@final
@made_once
class WrittenTile:
    """A tile as it was written; moats that were left out are ``None``.

    The walls of an Alhambra tile are those of its face, roof up; then ``moats`` is ``None``.

    Raises ``ValueError`` if the roof does not point to one side, or if there are moats beside such walls.
    """

    face: Face = attrs.field(validator=of_kind(Face))
    moats: Edges | None = attrs.field(default=None, validator=optional(of_kind(Edges)))
    roof: Edges = attrs.field(default=Edges.N, validator=one_way)

    def __attrs_post_init__(self) -> None:
        if self.face.walls is not None and self.moats is not None:
            raise ValueError(f"moats: {self.face} says its walls, expected None, got {self.moats or '-'}")


def read_face(text: str, tile_set: Tiles | None = None) -> Face:
    """Read a face such as ``SC10``, ``sc10`` or ``Schule 10``, or ``GA10:N`` with its walls; a hut ``AC*:N``.

    A face of Alhambra is read without its walls if one tile of the tile set is called so (A-BOX-2).

    >>> from granada_rules import alhambra, notation
    >>> print(notation.read_face("garden 10:n"), notation.read_face("Tower 13", alhambra()))
    GA10:N TO13:E

    >>> print(read_face("Schule 10"))
    SC10

    Raises ``ValueError`` if it is anything else.
    """
    expect(text, str)
    if (known := _coded(text, tile_set)) is not None:
        return known
    # Most are written in their canonical form, which is read faster.
    try:
        return Face.parse(text)
    except ValueError:
        match = _TILE.fullmatch(text.strip())
    tile = None if match is None or match[3] else read_tile(text, tile_set)
    if tile is None or tile.moats is not None:
        raise _unreadable(text, _A_FACE, tile_set)
    return tile.face


def _coded(text: str, tile_set: Tiles | None) -> Face | None:
    """Return the face of the tile set with this code: most texts are one, which is found faster than read."""
    if tile_set is None:
        return None
    expect(tile_set, TileSet, TileSets)
    return tile_set.coded(text)


def read_card(text: str) -> AnyCard:
    """Read a card such as ``b3`` or ``B3``.

    >>> print(read_card("B3"))
    b3

    Raises ``ValueError`` if it is anything else.
    """
    expect(text, str)
    return _card(text.strip().lower())


def read_seen_card(text: str) -> AnyCard | Currency | None:
    """Read what is seen of a card: as `read_card`, or the currency of ``b?``, or None for ``?``.

    >>> read_seen_card("b?"), read_seen_card("?"), str(read_seen_card("b3"))
    (Currency.BLUE, None, 'b3')

    Raises ``ValueError`` if it is anything else.
    """
    expect(text, str)
    match = _HIDDEN_CARD.fullmatch(text.strip().lower())
    if match is None:
        return read_card(text)
    return None if match[1] is None else Currency(match[1])


_card = lru_cache(maxsize=406)(parse_card)
"""Cards by their codes; as many as there are."""


def read_tile(text: str, tile_set: Tiles | None = None) -> WrittenTile:
    """Read a tile such as ``SC10``, ``SC10:NE`` or, if its roof points south, ``SC10:NEv``.

    Moats and walls are as seen: ``GA10:N>``, with its roof to the east, is the tile called ``GA10:W``. Walls
    are left out as in `read_face`.

    >>> tile = read_tile("sc10:nev")
    >>> print(tile.face, tile.moats, tile.roof)
    SC10 NE S

    Raises ``ValueError`` if it is anything else.
    """
    expect(text, str)
    if (known := _coded(text, tile_set)) is not None:
        return WrittenTile(known)
    match = _TILE.fullmatch(text.strip())
    if match is None:
        raise _unreadable(text, "a tile such as SC10, SC10:NE or SC10:->", tile_set)
    seen = None if match[2] is None else _sides(match[2], text)
    roof = _ROOFS[(match[3] or "^").lower()]
    building, value = _named(match[1], tile_set)
    if Box.of(building.kind).has_backs:
        return WrittenTile(Face(building, value), seen, roof)
    # A-BOX-2: a tile with one face is named with its walls.
    if seen is not None:
        return WrittenTile(Face(building, value, seen.turned_back(roof)), None, roof)
    return WrittenTile(_called(building, value, tile_set), None, roof)


def _sides(letters: str, text: str) -> Edges:
    """Return the sides of a tile with this text."""
    if says_o(letters.upper()):
        raise ValueError(f"{short(text)}: expected sides N E S W; {NO_O}")
    return Edges.parse(letters.upper())


def _named(text: str, tile_set: Tiles | None) -> tuple[Building, int]:
    """Return the building and the price of a text such as ``SC10``."""
    match = _FACE.fullmatch(text)
    if match is None:
        raise _unreadable(text, _A_FACE, tile_set)
    building = _known_building(match[1], text, tile_set)
    is_hut, has_back = match[2] == HUT_MARK, Box.of(building.kind).has_backs
    # HUT-1: a hut of Alhambra has a mark in the place of its price, and no tile costs 0.
    if is_hut and has_back:
        raise _unreadable(text, _A_FACE, tile_set)
    if match[2] == "0" and not has_back:
        message = f"no tile costs 0; a hut is written {building.code}{HUT_MARK}:N"
        raise ValueError(f"{short(text)}: {message}")
    return building, 0 if is_hut else int(match[2])


def _known_building(name: str, text: str, tile_set: Tiles | None) -> Building:
    """Return the building of a code or a name with which a text begins."""
    building = building_called(name)
    if building is None:
        kinds = Kind if tile_set is None else tile_set.kinds
        codes = " ".join(one.code for kind in kinds for one in kind.buildings)
        raise ValueError(f"{short(text)}: no building has the code {short(name.strip())[1:-1]} ({codes})")
    return building


def _unreadable(text: str, expected: str, tile_set: Tiles | None) -> ValueError:
    """Return the error for a text that is not as expected; of a tile without a back that is one face."""
    named = _NAME.match(text)
    building = None if named is None else building_called(named[0])
    kinds = tuple(Kind) if tile_set is None else tile_set.kinds
    kind = kinds[-1] if building is None else building.kind
    has_back = Box.of(kind).has_backs
    return ValueError(f"{short(text)}: expected {expected if has_back else ONE_FACE}")


def _called(building: Building, value: int, tile_set: Tiles | None) -> Face:
    """Return the one face of the tile set with this building and price, whatever its walls."""
    called = () if tile_set is None else tile_set.called(building, value)
    code = f"{building.code}{value or HUT_MARK}"
    if len(called) > 1:
        raise ValueError(f"{code}: expected its walls too, {len(called)} tiles are called so: {some(called)}")
    prices = Box.of(building.kind).prices[building]
    # A-BOX-2: types with their prices.
    if value and value not in prices:
        expected = f"prices of {building.label} are {prices[0]} to {prices[-1]}"
        raise ValueError(f"{code}: no tile is called so, {expected}")
    if not called:
        raise ValueError(f"{code}: {walls_expected(code)}")
    return called[0]


def read_hut_type(text: str) -> Building:
    """Read the type of a hut: its code, its name or its colour.

    >>> read_hut_type("AC"), read_hut_type("brown")
    (Building.ARCADES, Building.ARCADES)

    Raises ``ValueError`` if it is anything else.
    """
    expect(text, str)
    # A-BOX-14: huts are told by the colours of their types.
    building = _BY_COLOUR.get(text.strip().lower()) or building_called(text)
    if building is None:
        types = " ".join(f"{one.code} {one.colour}" for one in Kind.ALHAMBRA.buildings)
        raise ValueError(f"{short(text)}: expected the type of a hut ({types})")
    return building


def write_tile(tile: WrittenTile) -> str:
    """Write a tile in its canonical form.

    >>> write_tile(read_tile("schule10:en"))
    'SC10:NE'
    """
    expect(tile, WrittenTile)
    face = tile.face
    return written_tile(face, tile.moats if face.walls is None else face.walls.turned(tile.roof), tile.roof)


def named(tile: WrittenTile) -> str:
    """Return what messages call a tile: its face or, if it lies turned, the tile as it was written."""
    return str(tile.face) if tile.roof is Edges.N else write_tile(tile)


def read_seen_tile(text: str, tile_set: Tiles | None = None) -> SeenTile:
    """Read what is seen of a tile: as `read_tile`, with ``?`` for what is not.

    ``?`` is a covered tile, of Alhambra ``A?`` and of Granada ``G?``; of ``SC?:N`` the price is not seen, of
    ``SC10:?`` the moats. A tile of which everything is seen has its moats or those of the tile set, as from
    `seen_moats`.

    >>> from granada_rules import notation
    >>> tile = notation.read_seen_tile("school ?:n>")
    >>> print(tile, tile.building.label, tile.price, tile.sides, tile.roof)
    SC?:N> School None N E

    Raises ``ValueError`` if it is anything else.
    """
    expect(text, str)
    hidden = _hidden(text, tile_set) if HIDDEN in text else None
    if hidden is not None:
        return hidden
    tile = read_tile(text, tile_set)
    return SeenTile.of(Built(tile.face, seen_moats(tile, tile_set), tile.roof))


def _hidden(text: str, tile_set: Tiles | None = None) -> SeenTile | None:
    """Return what is seen of a tile of which something is not; None if nothing of it is written so."""
    if covered := _COVERED.fullmatch(text.strip()):
        kind = None if covered[1] is None else _BY_LETTER[covered[1].upper()]
        return SeenTile(kind, roof=_ROOFS[(covered[2] or "^").lower()])
    match = _HIDING.fullmatch(text.strip())
    if match is None or HIDDEN in match[1] or not match[1].strip():
        return None
    seen = None if match[3] in {None, HIDDEN} else _sides(match[3], text)
    roof = _ROOFS[(match[4] or "^").lower()]
    if match[2] == HIDDEN:
        return SeenTile(None, _known_building(match[1], text, tile_set), None, seen, roof)
    return SeenTile(None, *_named(f"{match[1]}{match[2]}", tile_set), seen, roof)


def write_seen_tile(tile: SeenTile) -> str:
    """Write what is seen of a tile, with ``?`` for what is not.

    >>> write_seen_tile(read_seen_tile("g ?"))
    'G?'
    """
    expect(tile, SeenTile)
    return str(tile)


def seen_moats(tile: WrittenTile, tile_set: Tiles | None) -> Edges:
    """Return the moats or walls of a tile as seen: those written, or else those of the tile set.

    A face that the set does not have is taken without moats, if the set has tiles of its kind.

    >>> from granada_rules import reference
    >>> print(seen_moats(read_tile("SC10"), reference()), seen_moats(read_tile("SC10:W"), None))
    NE W

    Raises ``ValueError`` if the tile does not say its moats and there is no tile set of its kind.
    """
    expect(tile, WrittenTile)
    if tile_set is not None:
        expect(tile_set, TileSet, TileSets)
    if tile.face.walls is not None:
        return tile.face.walls.turned(tile.roof)
    if tile.moats is not None:
        return tile.moats
    if tile_set is None or tile.face.kind not in tile_set.kinds:
        others = "" if tile_set is None else f" of {tile.face.kind.label}"
        none = written_tile(tile.face, Edges(0), tile.roof)
        raise ValueError(
            f"{named(tile)} does not say its moats ({none} for none), and there is no tile set{others}"
        )
    moats = tile_set.moats(tile.face) if tile.face in tile_set else Edges(0)
    return moats if tile.roof is Edges.N else moats.turned(tile.roof)
