"""Building types, faces, tiles with two faces, and how moats appear on their backs."""

from __future__ import annotations

import enum
import re
from typing import TYPE_CHECKING, ClassVar, final

import attrs

from granada_rules.arguments import expect, of_kind, print_repr, short, up_to_99
from granada_rules.grid import Edges
from granada_rules.sealed import made_once

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Backs", "Building", "Face", "Tile"]


class Building(enum.Enum):
    """The nine building types, in the order in which they are scored (SCORE-3)."""

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
    def label(self) -> str:
        """The name for people, such as ``Bath House``."""
        return self.name.replace("_", " ").title()

    def __repr__(self) -> str:
        return f"Building.{self.name}"

    # Members are singletons, and hashing by name would be slower.
    __hash__: ClassVar[Callable[[object], int]] = object.__hash__


_ORDER = {building: place for place, building in enumerate(Building)}
_CODES = {building.code: building for building in Building}

_FACE_CODE = re.compile(r"([A-Z]{2})(0|[1-9][0-9]?)")


@final
@made_once(order=True)
class Face:
    """One side of a tile: a building type and its price. The box has each face once (BOX-2).

    Any value from 0 to 99 can be written down; which ones exist is for the box to say.

    Raises ``ValueError`` if the value is not from 0 to 99.
    """

    building: Building = attrs.field(validator=of_kind(Building), order=_ORDER.__getitem__)
    value: int = attrs.field(validator=up_to_99)

    @classmethod
    def parse(cls, text: str) -> Face:
        """Read a code such as ``"SC10"``.

        Raises ``ValueError`` if it is anything else.
        """
        match = _FACE_CODE.fullmatch(text)
        if match is None:
            raise ValueError(f"face {short(text)}: expected a building and a price such as SC10")
        building = _CODES.get(match[1])
        if building is None:
            raise ValueError(f"face {text!r}: no building has the code {match[1]} ({' '.join(_CODES)})")
        return cls(building, int(match[2]))

    @property
    def rank(self) -> int:
        """A number that sorts like the face, and faster."""
        return _ORDER[self.building] * 100 + self.value

    def __str__(self) -> str:
        return f"{self.building.code}{self.value}"


@final
@made_once
class Tile:
    """A building tile: an even face, the odd face on its back, and the moats as seen on the even face."""

    even: Face = attrs.field(validator=of_kind(Face))
    odd: Face = attrs.field(validator=of_kind(Face))
    moats: Edges = attrs.field(validator=of_kind(Edges))

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Read a code such as ``"AR8/HP9:NE"``, with ``:-`` for no moats.

        Raises ``ValueError`` if it is anything else.
        """
        expect(text, str)
        faces, colon, moats = text.partition(":")
        even, slash, odd = faces.partition("/")
        if not (colon and slash and moats):
            raise ValueError(f"tile {short(text)}: expected two faces and moats such as AR8/HP9:NE")
        return cls(Face.parse(even), Face.parse(odd), Edges.parse(moats))

    def __str__(self) -> str:
        return f"{self.even}/{self.odd}:{self.moats or '-'}"

    _repr_pretty_ = print_repr


class Backs(enum.Enum):
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

    def __repr__(self) -> str:
        return f"Backs.{self.name}"
