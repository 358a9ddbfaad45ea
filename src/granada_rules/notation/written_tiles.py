"""Faces, cards and tiles as people write them.

Values carry their own codes (`Face.parse`, `str(face)`). Here also small letters, extra blanks, and the names
of the buildings in the languages of the books are read, as long as they leave no doubt.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, final

import attrs
from attrs.validators import optional

from granada_rules.arguments import expect, of_kind, short
from granada_rules.city import one_way
from granada_rules.grid import Edges
from granada_rules.money import Card
from granada_rules.tiles import CODES, Building, Face

if TYPE_CHECKING:
    from granada_rules.tile_set import TileSet

__all__ = ["WrittenTile", "read_card", "read_face", "read_tile", "seen_moats", "write_tile"]

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

_FACE = re.compile(r"([^0-9:]+)(0|[1-9][0-9]?)")
_TILE = re.compile(r"([^:]*?[0-9])(?::([NESWnesw]+|-))?([\^>vV<])?")
_ROOFS = {"^": Edges.N, ">": Edges.E, "v": Edges.S, "<": Edges.W}
_ROOF_MARKS = {Edges.N: "", Edges.E: ">", Edges.S: "v", Edges.W: "<"}


@final
@attrs.frozen
class WrittenTile:
    """A tile as it was written; moats that were left out are ``None``.

    Raises ``ValueError`` if the roof does not point to one side.
    """

    face: Face = attrs.field(validator=of_kind(Face))
    moats: Edges | None = attrs.field(default=None, validator=optional(of_kind(Edges)))
    roof: Edges = attrs.field(default=Edges.N, validator=one_way)


def _building(text: str) -> Building | None:
    """Return the building of a code or a name, with or without accents; blanks do not matter."""
    word = "".join(text.split())
    if word.isascii() and word.upper() in CODES:
        return CODES[word.upper()]
    # The Kelvin sign is no K, though it becomes one when it is decomposed.
    if not all(unicodedata.is_normalized("NFC", letter) for letter in word):
        return None
    letters = unicodedata.normalize("NFD", word.lower())
    return _BY_NAME.get("".join(letter for letter in letters if not unicodedata.combining(letter)))


def read_face(text: str) -> Face:
    """Read a face such as ``SC10``, ``sc10`` or ``Schule 10``.

    >>> print(read_face("Schule 10"))
    SC10

    Raises ``ValueError`` if it is anything else.
    """
    expect(text, str)
    match = _FACE.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{short(text)}: expected a building and a price from 0 to 99, such as SC10")
    building = _building(match[1])
    if building is None:
        codes = " ".join(CODES)
        raise ValueError(f"{short(text)}: no building has the code {short(match[1].strip())[1:-1]} ({codes})")
    return Face(building, int(match[2]))


def read_card(text: str) -> Card:
    """Read a card such as ``b3`` or ``B3``.

    >>> print(read_card("B3"))
    b3

    Raises ``ValueError`` if it is anything else.
    """
    expect(text, str)
    return Card.parse(text.strip().lower())


def read_tile(text: str) -> WrittenTile:
    """Read a tile such as ``SC10``, ``SC10:NE`` or, if its roof points south, ``SC10:NEv``.

    >>> tile = read_tile("sc10:nev")
    >>> print(tile.face, tile.moats, tile.roof)
    SC10 NE S

    Raises ``ValueError`` if it is anything else.
    """
    expect(text, str)
    match = _TILE.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{short(text)}: expected a tile such as SC10, SC10:NE or SC10:->")
    moats = None if match[2] is None else Edges.parse(match[2].upper())
    return WrittenTile(read_face(match[1]), moats, _ROOFS[(match[3] or "^").lower()])


def write_tile(tile: WrittenTile) -> str:
    """Write a tile in its canonical form.

    >>> write_tile(read_tile("schule10:en"))
    'SC10:NE'
    """
    expect(tile, WrittenTile)
    moats = "" if tile.moats is None else f":{tile.moats or '-'}"
    return f"{tile.face}{moats}{_ROOF_MARKS[tile.roof]}"


def seen_moats(tile: WrittenTile, tile_set: TileSet | None) -> Edges:
    """Return the moats of a tile as seen: those written, or else those of the tile set.

    A face that the set does not have is taken without moats.

    >>> from granada_rules.tile_set import reference
    >>> print(seen_moats(read_tile("SC10"), reference()), seen_moats(read_tile("SC10:W"), None))
    NE W

    Raises ``ValueError`` if the tile does not say its moats and there is no tile set.
    """
    expect(tile, WrittenTile)
    if tile.moats is not None:
        return tile.moats
    if tile_set is None:
        raise ValueError(
            f"{tile.face} does not say its moats ({tile.face}:- for none), and there is no tile set"
        )
    return tile_set.moats(tile.face).turned(tile.roof) if tile.face in tile_set else Edges(0)
