"""The box: sets of building tiles, the clauses about them (BOX-2 to BOX-4), and the reference set.

No list of the printed tiles is public. Owners of the box describe their tiles in a file; the reference set
is used instead of one.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, cached_property
from itertools import islice
from typing import TYPE_CHECKING, final

import attrs

from granada_rules.arguments import expect, of_kind, print_repr, short
from granada_rules.clauses import Clause, Violation, ViolationError, shipped
from granada_rules.grid import REACH
from granada_rules.names import GOOD_NAME, as_seen, is_good_name
from granada_rules.sealed import made_once
from granada_rules.tiles import Backs, Building, Face, Tile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada_rules.grid import Edges

__all__ = [
    "MOST_MOATS",
    "REFERENCE",
    "TILES",
    "VALUES",
    "TileSet",
    "face_violations",
    "reference",
    "tile_violations",
    "unknown_face",
]

TILES = REACH
"""The number of building tiles in the box (BOX-2): no city reaches further."""

VALUES = range(2, 14)
"""The prices on the faces (BOX-2)."""

_FACES = tuple(Face(building, value) for building in Building for value in VALUES)

MOST_MOATS = 3
"""The most edges of a tile with moats (BOX-4)."""

REFERENCE = "reference"
"""The name of the set that ships with the library."""

# Bounds on untrusted input, far above what a box needs.
_MOST_TILES = 200
_MOST_NAMED = 3
_LONGEST_NOTE = 1500
_NOT_IN_A_NOTE = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


def _box_2(tiles: tuple[Tile, ...]) -> Iterator[Violation]:
    faces = Counter(face for tile in tiles for face in (tile.even, tile.odd))

    # BOX-2: there are 54 tiles.
    if len(tiles) != TILES:
        yield Violation(Clause.BOX_2, f"the box has {TILES} building tiles, not {len(tiles)}")
    # BOX-2: values are 2 to 13.
    for face in sorted(faces.keys() - set(_FACES)):
        yield unknown_face(face)
    # BOX-2: no face exists twice.
    for face in _FACES:
        if faces[face] > 1:
            message = f"the face {face} is there {faces[face]} times, and the box has it once"
            yield Violation(Clause.BOX_2, message, faces=(face,))
    # BOX-2: every face exists.
    for face in _FACES:
        if not faces[face]:
            yield Violation(Clause.BOX_2, f"the face {face} is missing", faces=(face,))


def _box_3(tile: Tile) -> Iterator[Violation]:
    even, odd = tile.even, tile.odd
    # BOX-3: an even value n and the odd value n+1.
    if even.value % 2 or odd.value != even.value + 1:
        message = (
            f"tile {tile}: an even price and then the odd one above it, not {even.value} and {odd.value}"
        )
        yield Violation(Clause.BOX_3, message, faces=(even, odd))
    # BOX-3: two different types.
    if even.building is odd.building:
        message = f"tile {tile}: {even.building.label} on both faces, where two different buildings belong"
        yield Violation(Clause.BOX_3, message, faces=(even, odd))


def _box_4(tile: Tile) -> Iterator[Violation]:
    # BOX-4: moats on 0 to 3 edges.
    if len(tile.moats) > MOST_MOATS:
        message = f"tile {tile}: {len(tile.moats)} moats, and a tile has at most {MOST_MOATS}"
        yield Violation(Clause.BOX_4, message, faces=(tile.even, tile.odd))


def tile_violations(tiles: Iterable[Tile]) -> tuple[Violation, ...]:
    """Return all violations of BOX-2, BOX-3 and BOX-4 by these tiles, in any order given.

    Clause by clause: for BOX-2 the number of tiles, unknown faces, repeated faces, missing faces; for BOX-3
    and BOX-4 tile by tile, equal tiles once. More than 200 tiles are a single violation.
    """
    looked_at = tuple(islice(tiles, _MOST_TILES + 1))
    if len(looked_at) > _MOST_TILES:
        return (Violation(Clause.BOX_2, f"the box has {TILES} building tiles, not more than {_MOST_TILES}"),)
    distinct = sorted(set(looked_at), key=_canonical)
    return (
        *_box_2(looked_at),
        *(violation for tile in distinct for violation in _box_3(tile)),
        *(violation for tile in distinct for violation in _box_4(tile)),
    )


def face_violations(lying: Iterable[tuple[str, Face]]) -> tuple[Violation, ...]:
    """Return the violations of BOX-2 among faces that are visible at once, given as (place, face)."""
    where: dict[Face, list[str]] = {}
    for place, face in lying:
        where.setdefault(face, []).append(place)
    found = []
    # BOX-2: there are 54 tiles, and each shows one face.
    if (tiles := sum(map(len, where.values()))) > TILES:
        found.append(
            Violation(Clause.BOX_2, f"{tiles} faces lie open, and the box has {TILES} building tiles")
        )
    for face in sorted(face for face, places in where.items() if len(places) > 1 or face.value not in VALUES):
        often = Counter(where[face]).items()
        named = [
            f"among {place}" + f" {times} times" * (times > 1) for place, times in islice(often, _MOST_NAMED)
        ]
        among = " and ".join(named) + f" and {len(often) - _MOST_NAMED} more" * (len(often) > _MOST_NAMED)
        # BOX-2: values are 2 to 13.
        if face.value not in VALUES:
            message = f"{_no_such_face(face)} ({among})"
        # BOX-2: no face exists twice.
        else:
            message = f"the face {face} is {among}, and the box has it once"
        found.append(Violation(Clause.BOX_2, message, faces=(face,)))
    return tuple(found)


def unknown_face(face: Face) -> Violation:
    """Return the violation for a face that the box does not have (BOX-2)."""
    return Violation(Clause.BOX_2, _no_such_face(face), faces=(face,))


def _no_such_face(face: Face) -> str:
    return f"the box has no face {face}: prices are {VALUES[0]} to {VALUES[-1]}"


def _canonical(tile: Tile) -> tuple[Face, Face, int]:
    expect(tile, Tile)
    return tile.even, tile.odd, tile.moats.value


def _in_order(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    return tuple(sorted(islice(tiles, _MOST_TILES + 1), key=_canonical))


def _correct(_set: TileSet, _field: attrs.Attribute[tuple[Tile, ...]], tiles: tuple[Tile, ...]) -> None:
    if found := tile_violations(tiles):
        raise ViolationError(found)


def _good_name(_set: TileSet, _field: attrs.Attribute[str], name: str) -> None:
    expect(name, str)
    if name == "unlisted":
        raise ValueError("name: 'unlisted' is reserved for records without a tile set")
    if not is_good_name(name):
        raise ValueError(f"name: expected {GOOD_NAME}, got {short(name)}")
    if as_seen(name) == REFERENCE != name:
        raise ValueError(f"name: {name!a} looks like {REFERENCE!r}, which is the shipped set")


def _good_note(_set: TileSet, _field: attrs.Attribute[str], note: str) -> None:
    expect(note, str)
    if stray := _NOT_IN_A_NOTE.search(note):
        kind = "lone surrogate" if stray[0] >= "\ud800" else "control character"
        raise ValueError(f"note: {kind} U+{ord(stray[0]):04X}")
    if len(note) > _LONGEST_NOTE:
        raise ValueError(f"note: expected at most {_LONGEST_NOTE} characters, got {len(note)}")


@final
@made_once
class TileSet:
    """The 54 building tiles of a box, proven to obey BOX-2, BOX-3 and BOX-4.

    Each face is on exactly one tile, so a face identifies its tile.

    Raises ``ViolationError`` if the tiles break a clause, or if a method is given a face that the box does
    not have (BOX-2); ``ValueError`` if the name or the note is not allowed.
    """

    name: str = attrs.field(validator=_good_name)
    """The name in records: 1 to 60 printable characters, not ``unlisted``; ``reference`` is reserved."""
    note: str = attrs.field(validator=_good_note)
    """A remark of up to 1500 characters, without control characters except newline and tab."""
    backs: Backs = attrs.field(validator=of_kind(Backs))
    """How the moats appear on the odd faces."""
    tiles: tuple[Tile, ...] = attrs.field(converter=_in_order, validator=_correct)
    """Sorted by their even faces."""

    def __attrs_post_init__(self) -> None:
        # Records identify a set by its name, so no other set can have this one.
        if self.name == REFERENCE and (self.note, self.backs, self.tiles) != _shipped():
            raise ValueError(f"name: {REFERENCE!r} is reserved for the set that ships with the library")

    @classmethod
    def of(cls, tiles: Iterable[Tile], *, name: str, backs: Backs = Backs.AS_SEEN, note: str = "") -> TileSet:
        """Make a set of tiles, given in any order.

        >>> ours = TileSet.of(reference().tiles, name="our box", backs=Backs.MIRRORED_LEFT_RIGHT)
        >>> print(ours.moats(Face.parse("SC10")), ours.moats(Face.parse("HP11")))
        NE NW

        Raises ``ViolationError`` with all violations if the tiles break a clause; ``ValueError`` if the name
        or the note is not allowed.
        """
        return cls(name, note, backs, tiles)

    @classmethod
    def parse(cls, text: str | bytes) -> TileSet:
        """Read a tile file, ``granada-tiles/1``.

        >>> TileSet.parse(reference().to_toml()) == reference()
        True

        Raises ``ViolationError`` if the tiles break a clause; ``RecordError``, a ``ValueError``, if the file
        cannot be read, with one line for each reason.
        """
        return cls(*_read(text))

    @cached_property
    def _by_face(self) -> dict[Face, tuple[Tile, Face, Edges]]:
        even = {tile.even: (tile, tile.odd, tile.moats) for tile in self.tiles}
        return even | {tile.odd: (tile, tile.even, self.backs.turned(tile.moats)) for tile in self.tiles}

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, self.note, self.backs, self.tiles))

    def __hash__(self) -> int:
        return self._hash

    @property
    def faces(self) -> tuple[Face, ...]:
        """All 108 faces, in order."""
        return _FACES

    def __contains__(self, face: object) -> bool:
        return face in self._by_face

    def tile(self, face: Face) -> Tile:
        """Return the tile with this face."""
        return self._known(face)[0]

    def back(self, face: Face) -> Face:
        """Return the face on the other side of this one (BOX-13)."""
        return self._known(face)[1]

    def moats(self, face: Face) -> Edges:
        """Return the moats as seen on this face, roof up (BOX-4)."""
        return self._known(face)[2]

    def _known(self, face: Face) -> tuple[Tile, Face, Edges]:
        expect(face, Face)
        known = self._by_face.get(face)
        if known is None:
            raise ViolationError([unknown_face(face)])
        return known

    def to_toml(self) -> str:
        """Return the tile file; equal sets have the same."""
        from granada_rules.tile_file import write_tile_file  # noqa: PLC0415 - to keep the import fast

        return write_tile_file(self.name, self.note, self.backs, self.tiles)

    def __str__(self) -> str:
        return self.to_toml()

    def __repr__(self) -> str:
        return "reference()" if self.name == REFERENCE else f"TileSet.parse({self.to_toml()!r})"

    _repr_pretty_ = print_repr


@cache
def reference() -> TileSet:
    """Return the set that ships with the library. It obeys every clause, but is not the printed set."""
    return TileSet(REFERENCE, *_shipped())


@cache
def _shipped() -> tuple[str, Backs, tuple[Tile, ...]]:
    _, note, backs, tiles = _read(shipped("reference-tiles.toml"))
    return note, backs, _in_order(tiles)


def _read(text: str | bytes) -> tuple[str, str, Backs, tuple[Tile, ...]]:
    from granada_rules.tile_file import read_tile_file  # noqa: PLC0415 - to keep the import fast

    return read_tile_file(text)
