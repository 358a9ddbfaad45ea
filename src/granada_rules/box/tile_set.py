"""`TileSet`: the building tiles of a box, the clauses about them, and the sets that ship with the library.

The tiles of Alhambra are public. No list of Granada's printed tiles is: owners of the box describe theirs in
a file, and the reference set is used instead of one.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, final

import attrs
from attrs.validators import optional

from granada_rules.base import (
    GOOD_NAME,
    as_seen,
    count,
    expect,
    is_good_name,
    made_once,
    of_kind,
    print_repr,
    short,
)
from granada_rules.box.box import MOST_BARRIERS, TILES, VALUES, Box
from granada_rules.box.clauses import Clause, Violation, ViolationError, shipped
from granada_rules.box.grid import Edges
from granada_rules.box.tiles import Backs, Building, Built, Face, Kind, Tile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = [
    "ALHAMBRA_TILES",
    "HUTS_REFERENCE",
    "MOST_TILES",
    "REFERENCE",
    "FaceProblem",
    "Lookups",
    "TileSet",
    "alhambra",
    "digest_of",
    "face_problems",
    "face_violations",
    "good_note",
    "good_set_name",
    "no_such",
    "reference",
    "shipped_tiles",
    "tile_violations",
    "unknown_face",
]


REFERENCE = "reference"
"""The name of the set of Granada tiles that ships with the library."""

ALHAMBRA_TILES = "alhambra"
"""The name of the set of Alhambra tiles."""

HUTS_REFERENCE = "huts-reference"
"""The name of the list of huts that ships with the library."""

_SHIPPED = {Kind.ALHAMBRA: ALHAMBRA_TILES, Kind.GRANADA: REFERENCE}

_RESERVED = frozenset({*_SHIPPED.values(), HUTS_REFERENCE})

# Bounds on untrusted input, far above what a box needs.
MOST_TILES = 200
"""How many tiles of a list are looked at."""

_MOST_NAMED = 3

_LONGEST_NOTE = 1500

# A string, because `re` need not compile it when the package is imported.
_NOT_IN_A_NOTE = r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"


def _kind_of(tiles: Iterable[Tile]) -> Kind:
    """Return the kind of most of these tiles; of as many of both, or of none, it is Granada."""
    kinds = Counter(tile.kind for tile in tiles)
    return Kind.ALHAMBRA if kinds[Kind.ALHAMBRA] > kinds[Kind.GRANADA] else Kind.GRANADA


def _box_2(tiles: tuple[Tile, ...], box: Box) -> Iterator[Violation]:
    clause = Clause.BOX_2.of(box.kind)
    # BOX-2, A-BOX-2: there are 54 tiles.
    if len(tiles) != TILES:
        yield Violation(clause, f"the box has {TILES} building tiles, not {len(tiles)}")
    faces = Counter(face for tile in tiles for face in (tile.front, tile.back) if face is not None)
    many = Counter((face.building, face.value) for face in faces.elements())
    # BOX-2: values are 2 to 13. A-BOX-2: types with their prices.
    for face in sorted(face for face in faces if (face.building, face.value) not in box.many):
        yield unknown_face(face, box.kind)
    # BOX-2: no face exists twice. A-BOX-2: no two tiles agree in type, price and walls.
    for face, times in sorted(faces.items()):
        if times > 1 and (face.building, face.value) in box.many:
            message = f"the face {face} is there {times} times, and the box has it once"
            yield Violation(clause, message, faces=(face,))
    # BOX-2: every face exists. A-BOX-2: the number of tiles of each type and price is right.
    for (building, value), expected in box.many.items():
        there = many[building, value]
        if box.has_backs and not there:
            face = Face(building, value)
            yield Violation(clause, f"the face {face} is missing", faces=(face,))
        elif not box.has_backs and there != expected:
            yield Violation(clause, f"{building.label} {value} is there {there} times, not {expected}")


def _box_3(tile: Tile) -> Iterator[Violation]:
    if tile.back is None:
        return
    even, odd = tile.front, tile.back
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


def _box_4(tile: Tile, box: Box) -> Iterator[Violation]:
    # BOX-4, A-BOX-4: a tile has 0 to 3 moats or walls.
    if len(tile.moats) > MOST_BARRIERS:
        message = f"tile {tile}: {len(tile.moats)} {box.barrier}s, and a tile has at most {MOST_BARRIERS}"
        faces = (tile.front,) if tile.back is None else (tile.front, tile.back)
        yield Violation(Clause.BOX_4.of(box.kind), message, faces=faces)


def _patterns(tiles: tuple[Tile, ...], box: Box) -> Iterator[Violation]:
    if box.patterns is None:
        return
    there = Counter(tile.moats for tile in tiles)
    # A-BOX-4: the number of tiles with each pattern of walls is right.
    for pattern in sorted({*box.patterns, *there}, key=lambda edges: (len(edges), edges.value)):
        expected = box.patterns.get(pattern, 0)
        if there[pattern] != expected:
            walls = f"walls {pattern}" if pattern else "no walls"
            message = f"{count(there[pattern], 'tile')} with {walls}, and the box has {expected or 'none'}"
            yield Violation(Clause.BOX_4.of(box.kind), message)


def tile_violations(tiles: Iterable[Tile]) -> tuple[Violation, ...]:
    """Return all violations of BOX-2, BOX-3 and BOX-4, or of A-BOX-2 and A-BOX-4, by these tiles.

    The tiles may be in any order; they are judged as what most of them are. Clause by clause: for BOX-2
    tiles of the other kind, the number of tiles, unknown faces, repeated faces, missing faces; for BOX-3 and
    BOX-4 tile by tile, equal tiles once. More than 200 tiles are a single violation.

    >>> for violation in tile_violations(reference().tiles[1:]):
    ...     print(violation)
    BOX-2: the box has 54 building tiles, not 53
    BOX-2: the face AR2 is missing
    BOX-2: the face BA3 is missing
    """
    looked_at = tuple(islice(tiles, MOST_TILES + 1))
    distinct = sorted(set(looked_at), key=_canonical)
    kind = _kind_of(looked_at)
    box = Box.of(kind)
    if len(looked_at) > MOST_TILES:
        message = f"the box has {TILES} building tiles, not more than {MOST_TILES}"
        return (Violation(Clause.BOX_2.of(kind), message),)
    if foreign := dict.fromkeys(tile.front for tile in distinct if tile.kind is not kind):
        return tuple(_foreign(face, kind) for face in foreign)
    single = (
        *(violation for tile in distinct for violation in _box_3(tile)),
        *(violation for tile in distinct for violation in _box_4(tile, box)),
    )
    found = (*_box_2(looked_at, box), *single)
    # Patterns are counted only if the tiles are right one by one.
    return found or tuple(_patterns(looked_at, box))


class FaceProblem(NamedTuple):
    """A violation among faces, and what is left to say of it where their cells are named."""

    violation: Violation
    left: str
    is_each: bool = False
    """Whether each of the faces is wrong, wherever the others lie."""


def face_violations(lying: Iterable[tuple[str, Face]], *kinds: Kind) -> tuple[Violation, ...]:
    """Return the violations of BOX-2 or A-BOX-2 among faces visible at once, given as (place, face).

    Faces of each kind that is played are judged by their own box.
    """
    return tuple(problem.violation for problem in face_problems(lying, *kinds))


def face_problems(lying: Iterable[tuple[str, Face]], *kinds: Kind) -> tuple[FaceProblem, ...]:
    """Return the same violations, with what is left to say of them where the cells of faces are named."""
    if len(kinds) == 1:
        return tuple(_of_a_box(lying, *kinds))
    placed = tuple(lying)
    own = (([pair for pair in placed if pair[1].kind is kind], kind) for kind in kinds)
    return tuple(problem for faces, kind in own for problem in _of_a_box(faces, kind))


def _of_a_box(lying: Iterable[tuple[str, Face]], kind: Kind) -> Iterator[FaceProblem]:
    box = Box.of(kind)
    where: dict[Face, list[str]] = {}
    for place, face in lying:
        # HUT-1: huts are judged by their own clauses.
        if not face.is_hut:
            where.setdefault(face, []).append(place)
    # BOX-2, A-BOX-2: there are 54 tiles, and each shows one face.
    if (tiles := sum(map(len, where.values()))) > TILES:
        message = f"{tiles} faces lie open, and the box has {TILES} building tiles"
        yield FaceProblem(Violation(Clause.BOX_2.of(kind), message), message)
    prices = box.prices
    wrong = [
        face
        for face, places in where.items()
        if len(places) > 1 or face.value not in prices.get(face.building, ())
    ]
    for face in sorted(wrong):
        often = Counter(where[face]).items()
        named = [
            f"among {place}" + f" {times} times" * (times > 1) for place, times in islice(often, _MOST_NAMED)
        ]
        among = " and ".join(named) + f" and {len(often) - _MOST_NAMED} more" * (len(often) > _MOST_NAMED)
        # BOX-2: values are 2 to 13. A-BOX-2: types with their prices.
        if is_unknown := face.value not in prices.get(face.building, ()):
            message, left = f"{unknown_face(face, kind).message} ({among})", no_such(face, kind)
        # BOX-2, A-BOX-2: no face exists twice.
        else:
            message, left = f"the face {face} is {among}, and the box has it once", "the box has it once"
        yield FaceProblem(Violation(Clause.BOX_2.of(kind), message, faces=(face,)), left, is_unknown)
    # A-BOX-2: no more tiles of a type and a price than there are. BOX-2: a face is named by these two.
    many = {} if box.has_backs else Counter((face.building, face.value) for face in where)
    too_many = [name for name, times in many.items() if times > box.many.get(name, times)]
    # In the order of the box, whatever the order in which they lie.
    for building, value in sorted(too_many, key=list(box.many).index):
        faces = tuple(sorted(face for face in where if (face.building, face.value) == (building, value)))
        times, most = many[building, value], box.many[building, value]
        message = f"{times} tiles {building.label} {value} with different walls, and the box has {most}"
        yield FaceProblem(Violation(Clause.BOX_2.of(kind), message, faces=faces), message)


def unknown_face(face: Face, *kinds: Kind) -> Violation:
    """Return the violation for a face that is not on the tiles of these kinds (BOX-2, A-BOX-2)."""
    kind = face.kind
    if kind not in kinds:
        return _foreign(face, kinds[0])
    prices = Box.of(kind).prices[face.building]
    if face.is_hut:
        message = f"{face} is a hut, which is not among the tiles that are played with"
    elif face.value in prices:
        message = f"the box has no tile {face}: none of this type and price has these walls"
    elif Box.of(kind).has_backs:
        message = f"the box has no face {face}: prices are {VALUES[0]} to {VALUES[-1]}"
    else:
        label = face.building.label
        message = f"the box has no tile {face}: prices of {label} are {prices[0]} to {prices[-1]}"
    return Violation(Clause.BOX_2.of(kind), message, faces=(face,))


def no_such(face: Face, kind: Kind, called: Iterable[Face] = ()) -> str:
    """Return what is said of a face that the box does not have: which ones it has (BOX-2, A-BOX-2).

    ``called`` are the tiles of a list with the same type and price.
    """
    if face.kind is not kind:
        return f"a tile of {face.kind.label}, and this is {kind.label}"
    if walls := [one.walls or Edges(0) for one in called]:
        return f"no such tile; {face.name} has {_walls(walls)}"
    box = Box.of(kind)
    if box.has_backs:
        return f"no such face; prices are {VALUES[0]} to {VALUES[-1]}"
    prices = box.prices[face.building]
    return f"no such tile; prices of {face.building.label} are {prices[0]} to {prices[-1]}"


def _walls(each: Iterable[Edges]) -> str:
    """Say which walls tiles have: ``walls on NE, on ES, or on NW``."""
    said: list[str] = []
    before = ""
    for walls in each:
        number = "a wall " if len(walls) == 1 else "walls "
        said.append(f"{'' if number == before else number}on {walls}" if walls else "no walls")
        before = number if walls else ""
    *others, last = said
    commas = "," * (len(others) > 1)
    return f"{', '.join(others)}{commas} or {last}" if others else last


def _foreign(face: Face, kind: Kind) -> Violation:
    message = f"{face} is of {face.kind.label}, and this is {kind.label}"
    return Violation(Clause.BOX_2.of(kind), message, faces=(face,))


def _canonical(tile: Tile) -> tuple[Face, Face, int]:
    expect(tile, Tile)
    # A tile without a back is sorted by its front alone.
    return tile.front, tile.back or tile.front, tile.moats.value


def _in_order(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    return tuple(sorted(islice(tiles, MOST_TILES + 1), key=_canonical))


def _correct(_set: TileSet, _field: attrs.Attribute[tuple[Tile, ...]], tiles: tuple[Tile, ...]) -> None:
    if found := tile_violations(tiles):
        raise ViolationError(found)


def good_set_name(_set: object, _field: attrs.Attribute[str], name: str) -> None:
    """Refuse a name that a set of tiles or huts cannot have in records."""
    expect(name, str)
    if name == "unlisted":
        raise ValueError("name: 'unlisted' is reserved for records without a tile set")
    if not is_good_name(name):
        raise ValueError(f"name: expected {GOOD_NAME}, got {short(name)}")
    if name not in _RESERVED and as_seen(name) in _RESERVED:
        raise ValueError(f"name: {name!a} looks like {as_seen(name)!r}, which is a shipped set")


def good_note(_set: object, _field: attrs.Attribute[str], note: str) -> None:
    """Refuse a remark that is too long, or has control characters."""
    expect(note, str)
    if stray := re.search(_NOT_IN_A_NOTE, note):
        kind = "lone surrogate" if stray[0] >= "\ud800" else "control character"
        raise ValueError(f"note: {kind} U+{ord(stray[0]):04X}")
    if len(note) > _LONGEST_NOTE:
        raise ValueError(f"note: expected at most {_LONGEST_NOTE} characters, got {len(note)}")


_Known = tuple[Tile, Face | None, Built]
"""Of a face its tile, the face on the other side, and the tile as it lies with this face up."""


class Lookups:
    """What tile sets are asked for by face; no fields, since all of it follows from the tiles."""

    __slots__ = ("_by_code", "_by_face", "_called", "_edges", "faces", "kinds")

    kinds: tuple[Kind, ...]
    """The kinds of the tiles, Alhambra before Granada."""
    faces: tuple[Face, ...]
    """All faces, in order: 108 of Granada, 54 of Alhambra, without those of huts."""
    _by_face: dict[Face, _Known]
    _by_code: dict[str, Face]
    _called: dict[tuple[Building, int], tuple[Face, ...]]
    _edges: dict[int, int]

    def _remember(self, by_face: dict[Face, _Known]) -> None:
        called: dict[tuple[Building, int], tuple[Face, ...]] = {}
        for face in by_face:
            key = face.building, face.value
            called[key] = (*called.get(key, ()), face)
        # HUT-1: huts are no building tiles.
        faces = tuple(face for face in by_face if not face.is_hut)
        for name, lookup in {
            "kinds": tuple(dict.fromkeys(face.kind for face in faces)),
            "faces": faces,
            "_by_face": by_face,
            "_by_code": {str(face): face for face in by_face},
            "_called": called,
            "_edges": {face.rank: built.moats.value for face, (_, _, built) in by_face.items()},
        }.items():
            object.__setattr__(self, name, lookup)

    def __contains__(self, face: object) -> bool:
        return face in self._by_face

    def called(self, building: Building, value: int) -> tuple[Face, ...]:
        """Return the faces with this building type and price: of Alhambra up to three; huts cost 0."""
        expect(building, Building)
        expect(value, int)
        return self._called.get((building, value), ())

    def coded(self, code: str) -> Face | None:
        """Return the face with this code, such as ``SC10`` or ``GA10:N``; None if there is no such face."""
        expect(code, str)
        return self._by_code.get(code)

    def tile(self, face: Face) -> Tile:
        """Return the tile with this face."""
        return self._known(face)[0]

    def back(self, face: Face) -> Face | None:
        """Return the face on the other side of this one (BOX-13); None if the tile has one face."""
        return self._known(face)[1]

    def moats(self, face: Face) -> Edges:
        """Return the moats, or the walls, as seen on this face, roof up (BOX-4, A-BOX-4)."""
        return self._known(face)[2].moats

    def built(self, face: Face) -> Built:
        """Return the tile as it lies in a city with this face up (BUILD-1)."""
        return self._known(face)[2]

    def _known(self, face: Face) -> _Known:
        try:
            return self._by_face[face]
        except (KeyError, TypeError):
            expect(face, Face)
            raise ViolationError([unknown_face(face, *self.kinds)]) from None


@final
@made_once(cache_hash=True)
class TileSet(Lookups):
    """The 54 building tiles of a box, proven to obey BOX-2, BOX-3 and BOX-4, or A-BOX-2 and A-BOX-4.

    Each face is on exactly one tile, so a face identifies its tile.

    Raises ``ViolationError`` if the tiles break a clause, or if a method is given a face that the box does
    not have (BOX-2, A-BOX-2); ``ValueError`` if the name, the note or ``backs`` is not allowed.
    """

    name: str = attrs.field(validator=good_set_name)
    """The name in records: 1 to 60 printable characters. ``unlisted`` and names of shipped sets are taken."""
    note: str = attrs.field(validator=good_note)
    """A remark of up to 1500 characters, without control characters except newline and tab."""
    backs: Backs | None = attrs.field(validator=optional(of_kind(Backs)))
    """How the moats appear on the odd faces; None for Alhambra, whose tiles have no backs."""
    tiles: tuple[Tile, ...] = attrs.field(converter=_in_order, validator=_correct)
    """Sorted by their fronts."""

    def __attrs_post_init__(self) -> None:
        if (self.backs is not None) != Box.of(self.kind).has_backs:
            raise ValueError("backs: expected for tiles with two faces, and for no others")
        # Records identify a set by its name, so no other set can have the name of a shipped one.
        if self.name in _RESERVED and (
            self.name != _SHIPPED[self.kind] or (self.note, self.backs, self.tiles) != _content(self.name)
        ):
            raise ValueError(f"name: {self.name!r} is reserved for a set that ships with the library")
        by_face: dict[Face, _Known] = {}
        for tile in self.tiles:
            by_face[tile.front] = tile, tile.back, Built(tile.front, tile.moats)
            if tile.back is not None and self.backs is not None:
                by_face[tile.back] = tile, tile.front, Built(tile.back, self.backs.turned(tile.moats))
        self._remember({face: by_face[face] for face in sorted(by_face, key=attrgetter("rank"))})

    @classmethod
    def of(cls, tiles: Iterable[Tile], *, name: str, backs: Backs | None = None, note: str = "") -> TileSet:
        """Make a set of tiles, given in any order; the backs of Granada tiles are as seen unless given.

        >>> ours = TileSet.of(reference().tiles, name="our box", backs=Backs.MIRRORED_LEFT_RIGHT)
        >>> print(ours.moats(Face.parse("SC10")), ours.moats(Face.parse("HP11")))
        NE NW

        Raises ``ViolationError`` with all violations if the tiles break a clause; ``ValueError`` if the name
        or the note is not allowed.
        """
        looked_at = _in_order(tiles)
        if backs is None and Box.of(_kind_of(looked_at)).has_backs:
            backs = Backs.AS_SEEN
        return cls(name, note, backs, looked_at)

    @classmethod
    def parse(cls, text: str | bytes) -> TileSet:
        """Read a tile file, ``granada-tiles/1``.

        >>> TileSet.parse(reference().to_toml()) == reference()
        True

        Raises ``ViolationError`` if the tiles break a clause; ``RecordError``, a ``ValueError``, if the file
        cannot be read, with one line for each reason.
        """
        name, note, backs, tiles = _read(text)
        return cls.of(tiles, name=name, note=note, backs=backs)

    @property
    def kind(self) -> Kind:
        """The kind of its tiles."""
        return self.tiles[0].kind

    @property
    def sets(self) -> tuple[TileSet, ...]:
        """This set alone; `TileSets` has two."""
        return (self,)

    @property
    def huts(self) -> None:
        """None: `TileSets` may have a list of huts beside its tiles."""
        return None

    @property
    def is_shipped(self) -> bool:
        """Whether it ships with the library: no other set has its name."""
        return self.name in _RESERVED

    @staticmethod
    def is_reserved(name: str) -> bool:
        """Tell whether a name is kept for a set or a list that ships with the library."""
        return name in _RESERVED

    @property
    def digest(self) -> str:
        """64 hexadecimal digits that stand for its tiles and backs; name and note do not matter.

        >>> TileSet.of(reference().tiles, name="our box").digest == reference().digest
        True
        """
        return digest_of((self,))

    def to_toml(self) -> str:
        """Return the tile file; equal sets have the same."""
        from granada_rules.box.tile_file import write_tile_file

        return write_tile_file(self.name, self.note, self.backs, self.tiles)

    def __str__(self) -> str:
        return self.to_toml()

    def __repr__(self) -> str:
        shipped = {REFERENCE: "reference()", ALHAMBRA_TILES: "alhambra()"}
        return shipped.get(self.name) or f"TileSet.parse({self.to_toml()!r})"

    _repr_pretty_ = print_repr


@lru_cache(maxsize=8)
def digest_of(sets: tuple[TileSet, ...], huts: tuple[Face, ...] | None = None) -> str:
    """Return the digest of the tiles of one set, or of several, and of huts."""
    from granada_rules.box.tile_file import tiles_digest

    return tiles_digest(((one.backs, one.tiles) for one in sets), huts)


@cache
def reference() -> TileSet:
    """Return Granada's set that ships with the library. It obeys every clause, but is not the printed set."""
    return shipped_tiles(Kind.GRANADA)


@cache
def alhambra() -> TileSet:
    """Return the tiles of Alhambra, which are public (A-BOX-2)."""
    return shipped_tiles(Kind.ALHAMBRA)


class _ShippedTiles(dict[Kind, TileSet]):
    """The sets that ship with the library, by kind; each is read on first use."""

    def __missing__(self, kind: Kind) -> TileSet:
        name = _SHIPPED[kind]
        tiles = self[kind] = TileSet(name, *_content(name))
        return tiles


_SHIPPED_TILES = _ShippedTiles()


def shipped_tiles(kind: Kind) -> TileSet:
    """Return the set of that kind that ships with the library."""
    return _SHIPPED_TILES[kind]


@cache
def _content(name: str) -> tuple[str, Backs | None, tuple[Tile, ...]]:
    _, note, backs, tiles = _read(shipped(f"{name}-tiles.toml"))
    return note, backs, _in_order(tiles)


def _read(text: str | bytes) -> tuple[str, str, Backs | None, tuple[Tile, ...]]:
    from granada_rules.box.tile_file import read_tile_file

    return read_tile_file(text)
