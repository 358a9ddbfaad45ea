"""The two kinds of tiles, building types, faces, tiles, and how moats appear on their backs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import final

import attrs
from attrs.validators import optional

from granada_rules.base import Word, expect, made_once, of_kind, print_repr, short, up_to_99
from granada_rules.box.grid import NO_O, Edges, says_o

__all__ = [
    "CODES",
    "HUT_MARK",
    "ONE_FACE",
    "ROOF_MARKS",
    "Backs",
    "Building",
    "Built",
    "Face",
    "Kind",
    "Laid",
    "Tile",
    "built",
    "kinds_in_order",
    "label_of",
    "one_way",
    "tile_name",
    "walls_expected",
    "written_tile",
]


class Kind(Word):
    """A kind of building tiles, and the game that is played with it."""

    ALHAMBRA = "alhambra"
    GRANADA = "granada"

    @property
    def label(self) -> str:
        """The name for people, such as ``Granada``."""
        return self.name.title()

    @property
    def buildings(self) -> tuple[Building, ...]:
        """The building types in the order in which they are scored (SCORE-3, A-SCORE-3)."""
        return _BUILDINGS[self]


def label_of(kinds: Iterable[Kind]) -> str:
    """Return the name for people of a game of these kinds, such as ``Alhambra and Granada``."""
    return " and ".join(kind.label for kind in kinds)


def kinds_in_order(kinds: Iterable[Kind]) -> tuple[Kind, ...]:
    """Return the kinds of tiles that are played with, Alhambra before Granada.

    Raises ``ValueError`` if there is none, or one of them twice.
    """
    if isinstance(kinds, Kind):
        raise TypeError(f"kinds: expected a list of kinds, such as [{kinds!r}], got {kinds!r}")
    if not isinstance(kinds, Iterable):
        raise TypeError(f"kinds: expected a list of kinds, got {short(kinds)}")
    given = tuple(islice(kinds, len(Kind) + 1))
    for kind in given:
        if type(kind) is not Kind:
            raise TypeError(f"kinds: expected Kind, got {short(kind)}")
    played = tuple(kind for kind in Kind if kind in given)
    if not given or len(given) != len(played):
        raise ValueError(f"kinds: expected one kind of tiles, or both, got {short(given)}")
    return played


class Building(Word):
    """The building types: the six of Alhambra, then the nine of Granada, each in scoring order."""

    PAVILION = "PV"
    SERAGLIO = "SE"
    ARCADES = "AC"
    CHAMBERS = "CH"
    GARDEN = "GA"
    TOWER = "TO"
    ARENA = "AR"
    BATH_HOUSE = "BA"
    LIBRARY = "LI"
    HOSTEL = "HS"
    HOSPITAL = "HP"
    MARKET = "MA"
    PARK = "PA"
    SCHOOL = "SC"
    DISTRICT = "DI"

    @property
    def code(self) -> str:
        """The two letters that face codes begin with."""
        return self.value

    @property
    def kind(self) -> Kind:
        """The kind of tiles that show it."""
        return _KINDS[self]

    @property
    def label(self) -> str:
        """The name for people, such as ``Bath House``."""
        return self.name.replace("_", " ").title()

    @property
    def colour(self) -> str | None:
        """The colour by which its huts are told, such as ``"brown"`` (A-BOX-14); None for Granada."""
        return _COLOURS.get(self)


_ORDER = {building: place for place, building in enumerate(Building)}

_RANKS = {building: place * 1600 for building, place in _ORDER.items()}

CODES = {building.code: building for building in Building}
"""Building types by their codes."""

_KINDS = {
    building: Kind.ALHAMBRA if place < _ORDER[Building.ARENA] else Kind.GRANADA
    for building, place in _ORDER.items()
}

# A-BOX-14: the types of Alhambra have colours.
_COLOURS = dict(zip(Building, ("blue", "red", "brown", "white", "green", "purple"), strict=False))

_GRANADAS = frozenset(building for building, kind in _KINDS.items() if kind is Kind.GRANADA)

_WITHOUT_BACK = frozenset(code for code, building in CODES.items() if building not in _GRANADAS)

_BUILDINGS = {kind: tuple(one for one in Building if _KINDS[one] is kind) for kind in Kind}

ONE_FACE = "one face with its walls, any of N E S W, such as GA10:NE, or GA10:- for none"
"""How a tile without a back is written."""


def walls_expected(code: str) -> str:
    """Return how a tile without a back, or a hut, is written whose walls were left out."""
    # HUT-2: a hut without walls does not exist.
    none = "" if code.endswith(HUT_MARK) else f", or {code}:- for none"
    return f"expected its walls too, such as {code}:N{none}"


def _bits(edges: Edges | None) -> int:
    return 0 if edges is None else edges.value


HUT_MARK = "*"
"""What the code of a hut has where that of a tile has its price (HUT-1)."""

_FACE_CODE = re.compile(r"([A-Z]{2})(0|[1-9][0-9]?|\*)(?::(-|[NESW]+))?")

_building = of_kind(Building)


def _with_own_walls(face: Face, field: attrs.Attribute[Building], building: Building) -> None:
    _building(face, field, building)
    walls = face.walls
    # BOX-2: type and price name a face of Granada. A-BOX-2: an Alhambra tile is named with its walls.
    if building in _GRANADAS:
        if walls is not None:
            raise ValueError(f"walls: a face of Granada has none of its own, got {short(walls)}")
    elif type(walls) is not Edges:
        example = "such as Edges.parse('NE'), or Edges(0) for none"
        raise (ValueError if walls is None else TypeError)(
            f"walls: a tile of Alhambra is named with its walls, {example}, got {short(walls)}"
        )


class _Place:
    """What follows from a face: no fields, since it is not chosen."""

    # A slot is read in a sixth of the time of a cached property of attrs, and far faster than a property.
    __slots__ = ("is_hut", "kind", "rank")

    is_hut: bool
    """Whether it is a hut: a tile of Alhambra without a price (HUT-1)."""
    kind: Kind
    """The kind of tiles that show it."""
    rank: int
    """A number that sorts like the face, and faster."""


@final
@made_once(order=True, cache_hash=True)
class Face(_Place):
    """One side of a tile: a building type and its price; of an Alhambra tile also its walls.

    Granada has each building type with each price once (BOX-2). In Alhambra tiles of the same type and price
    differ in their walls (A-BOX-2), which are always given, as seen with the roof up. Any value from 0 to 99
    can be written down; which ones exist is for the box to say. A face of Alhambra with the value 0, which no
    tile has, is a hut (HUT-1).

    >>> print(Face(Building.SCHOOL, 10), Face(Building.GARDEN, 10, Edges.parse("N")))
    SC10 GA10:N
    >>> print(Face(Building.ARCADES, 0, Edges.parse("N")))
    AC*:N

    Raises ``ValueError`` if the value is not from 0 to 99, if an Alhambra face has no walls given, or if a
    face of Granada has.
    """

    building: Building = attrs.field(validator=_with_own_walls, order=_ORDER.__getitem__)
    value: int = attrs.field(validator=up_to_99)
    walls: Edges | None = attrs.field(default=None, order=_bits)

    def __attrs_post_init__(self) -> None:
        # HUT-1: a hut has walls, and no price.
        object.__setattr__(self, "is_hut", self.value == 0 and self.walls is not None)
        object.__setattr__(self, "kind", _KINDS[self.building])
        rank = _RANKS[self.building] + self.value * 16
        object.__setattr__(self, "rank", rank if self.walls is None else rank + self.walls.value)

    @classmethod
    def parse(cls, text: str) -> Face:
        """Read a code such as ``"SC10"``, or ``"GA10:N"`` for Alhambra, with ``:-`` for no walls.

        A hut has a star instead of a price: ``"AC*:N"``.

        Raises ``ValueError`` if it is anything else.
        """
        match = _FACE_CODE.fullmatch(text)
        if match is None and says_o(text.partition(":")[2]):
            raise ValueError(f"face {short(text)}: expected sides N E S W; {NO_O}")
        if match is None:
            expected = ONE_FACE if text[:2] in _WITHOUT_BACK else "a building and a price such as SC10"
            raise ValueError(f"face {short(text)}: expected {expected}")
        building = CODES.get(match[1])
        if building is None:
            raise ValueError(f"face {text!r}: no building has the code {match[1]} ({' '.join(CODES)})")
        price, walls = match[2], match[3]
        if building in _GRANADAS:
            if walls is not None or price == HUT_MARK:
                raise ValueError(f"face {text!r}: expected a building and a price such as SC10")
            return cls(building, int(price))
        # HUT-1: a hut has no price, so none is written.
        if price == "0":
            raise ValueError(f"face {text!r}: no tile costs 0; a hut is written {building.code}{HUT_MARK}:N")
        if walls is None:
            raise ValueError(f"face {text!r}: {walls_expected(text)}")
        return cls(building, 0 if price == HUT_MARK else int(price), Edges.parse(walls))

    @property
    def name(self) -> str:
        """The code without walls, such as ``GA10``, or ``AC*`` for a hut."""
        return f"{self.building.code}{HUT_MARK if self.is_hut else self.value}"

    def __str__(self) -> str:
        walls = "" if self.walls is None else f":{self.walls or '-'}"
        return f"{self.name}{walls}"

    def __repr__(self) -> str:
        walls = "" if self.walls is None else f", walls={self.walls!r}"
        return f"Face(building={self.building!r}, value={self.value!r}{walls})"


@final
@made_once
class Tile:
    """A building tile: its front, its back if it has one, and its moats or walls as seen on the front.

    A tile of Granada has the even face in front and the odd face on its back (BOX-3). A tile of Alhambra has
    no back, and its walls are those of its face.

    Raises ``ValueError`` if a tile of Alhambra has a back or other walls than its face, or a tile of Granada
    has no back.
    """

    front: Face = attrs.field(validator=of_kind(Face))
    back: Face | None = attrs.field(validator=optional(of_kind(Face)))
    moats: Edges = attrs.field(validator=of_kind(Edges))

    def __attrs_post_init__(self) -> None:
        if self.front.walls is None and self.back is None:
            raise ValueError(f"back: expected the other face of {self.front}, got None")
        if self.front.walls is not None and (self.back is not None or self.moats is not self.front.walls):
            raise ValueError(f"expected a tile of Alhambra without a back, with the walls of {self.front}")

    @classmethod
    def of(cls, face: Face) -> Tile:
        """Return the tile of Alhambra that shows this face.

        Raises ``ValueError`` if it is a face of Granada, whose tile has a back.
        """
        expect(face, Face)
        return cls(face, None, Edges(0) if face.walls is None else face.walls)

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Read a code such as ``"AR8/HP9:NE"`` or, of Alhambra, ``"GA10:NE"``, with ``:-`` for no edges.

        Raises ``ValueError`` if it is anything else.
        """
        expect(text, str)
        faces, colon, moats = text.partition(":")
        front, slash, back = faces.partition("/")
        # A-BOX-2: a tile without a back is called what its face is.
        if front[:2] in _WITHOUT_BACK:
            return cls.of(Face.parse(text))
        if not (colon and slash and moats):
            raise ValueError(f"tile {short(text)}: expected two faces and moats such as AR8/HP9:NE")
        return cls(Face.parse(front), Face.parse(back), Edges.parse(moats))

    @property
    def kind(self) -> Kind:
        """The kind of the tile."""
        return self.front.kind

    @property
    def even(self) -> Face:
        """The even face of a Granada tile: its front."""
        return self.front

    @property
    def odd(self) -> Face:
        """The odd face of a Granada tile: its back. Raises ``ValueError`` if the tile has none."""
        if self.back is None:
            raise ValueError(f"{self} has no back")
        return self.back

    def __str__(self) -> str:
        return str(self.front) if self.back is None else f"{self.front}/{self.back}:{self.moats or '-'}"

    _repr_pretty_ = print_repr


class Backs(Word):
    """How the moats of a tile appear on its odd face, compared with its even face (BOX-4)."""

    AS_SEEN = "as-seen"
    MIRRORED_LEFT_RIGHT = "mirrored-left-right"
    MIRRORED_TOP_BOTTOM = "mirrored-top-bottom"

    @property
    def code(self) -> str:
        """The word in tile files."""
        return self.value

    def turned(self, moats: Edges) -> Edges:
        """Return the moats on the other face of a tile that shows these, roof up on both."""
        if self is Backs.AS_SEEN:
            return moats
        if self is Backs.MIRRORED_LEFT_RIGHT:
            return moats.mirrored_left_right
        return moats.mirrored_top_bottom


def one_way(_tile: object, _field: attrs.Attribute[Edges], roof: Edges) -> None:
    """Refuse a roof that does not point to one side."""
    if not isinstance(roof, Edges):
        raise TypeError(f"roof: expected Edges, got {short(roof)}")
    if roof.value.bit_count() != 1:
        raise ValueError(f"roof: expected one of N E S W, got {roof!r}")


def _as_seen(tile: Built, field: attrs.Attribute[Edges], moats: Edges) -> None:
    if type(moats) is not Edges:
        raise TypeError(f"{field.name}: expected Edges, got {short(moats)}")
    walls = tile.face.walls
    if walls is not None and moats is not walls.turned(tile.roof):
        raise ValueError(f"{tile.face}: expected these walls as they are seen, got {moats or '-'}")


@final
@made_once
class Built:
    """A tile as it lies in a city: the face that is up, its moats or walls as seen, where its roof points.

    Raises ``ValueError`` if the roof does not point to one side, or if the walls seen are not those of an
    Alhambra tile.
    """

    face: Face = attrs.field(validator=of_kind(Face))
    moats: Edges = attrs.field(validator=_as_seen)
    roof: Edges = attrs.field(default=Edges.N, validator=one_way)


Laid = Built | tuple[Face, Edges] | tuple[Face, Edges, Edges]
"""A built tile: a `Built`, or a tuple of face, moats and, if the tile lies turned, its roof."""


def built(tile: Laid) -> Built:
    """Return a tile as a `Built`."""
    if type(tile) is Built:
        return tile
    given: object = tile
    if not isinstance(given, tuple) or len(given) not in (2, 3):
        raise TypeError(f"expected Built or a tuple (face, moats) or (face, moats, roof), got {short(given)}")
    return Built(*tile)


ROOF_MARKS = {Edges.N: "", Edges.E: ">", Edges.S: "v", Edges.W: "<"}
"""What is written behind a tile in a city for where its roof points."""


def written_tile(face: Face, seen: Edges | None, roof: Edges) -> str:
    """Return a tile as it is written: with moats or walls as seen, if they are said, and its roof."""
    edges = "" if seen is None else f":{seen or '-'}"
    return f"{face.name}{edges}{ROOF_MARKS[roof]}"


def tile_name(tile: Built) -> str:
    """Return what messages call a tile in a city: its face or, if it lies turned, what is written there.

    The walls of a turned tile are seen on other sides than those with which it is named (A-BOX-2).

    >>> tile_name(Built(Face.parse("TO9:NE"), Edges.parse("ES"), Edges.E))
    'TO9:ES>'
    """
    return str(tile.face) if tile.roof is Edges.N else written_tile(tile.face, tile.moats, tile.roof)
