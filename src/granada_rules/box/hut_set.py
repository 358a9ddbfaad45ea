"""`HutSet`: the builders' huts of a box, the clauses about them, and the list that ships with the library.

Which walls the printed huts have is not public: owners describe theirs in a file, and the reference list is
used instead of one.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, cached_property
from itertools import islice
from typing import TYPE_CHECKING, final

import attrs

from granada_rules.base import count, expect, made_once, print_repr
from granada_rules.box.box import MOST_BARRIERS
from granada_rules.box.clauses import Clause, Violation, ViolationError, shipped, some
from granada_rules.box.tile_set import HUTS_REFERENCE, MOST_TILES, TileSet, good_note, good_set_name
from granada_rules.box.tiles import Building, Face, Kind
from granada_rules.box.words import DIRK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = [
    "FEWEST_HUT_WALLS",
    "HUTS",
    "HUT_BUILDINGS",
    "MOST_HUTS",
    "HutSet",
    "lying_hut_violations",
    "parse_tile_file",
    "reference_huts",
    "too_many_huts",
    "wrong_hut_walls",
]


HUT_BUILDINGS = Kind.ALHAMBRA.buildings
"""The types that huts are for, in the order of their piles."""

HUTS: Mapping[Building, int] = {
    Building.PAVILION: 3,
    Building.SERAGLIO: 3,
    Building.ARCADES: 4,
    Building.CHAMBERS: 4,
    Building.GARDEN: 5,
    Building.TOWER: 5,
}
"""How many huts each type has (HUT-1)."""

MOST_HUTS = 3
"""How many huts a player can have (HUT-7)."""

FEWEST_HUT_WALLS = 1
"""The fewest walls of a hut (HUT-2)."""


def wrong_hut_walls(hut: Face) -> Iterator[Violation]:
    """Yield why no hut has these walls (HUT-2)."""
    walls = len(hut.walls or ())
    # HUT-2: walls on one, two or three edges.
    if not FEWEST_HUT_WALLS <= walls <= MOST_BARRIERS:
        message = f"{hut}: {count(walls, 'wall')}, and a hut has {FEWEST_HUT_WALLS} to {MOST_BARRIERS}"
        yield Violation(Clause.HUT_2, message, faces=(hut,))


def _violations(huts: tuple[Face, ...]) -> Iterator[Violation]:
    # HUT-1: they have no price.
    if tiles := [face for face in dict.fromkeys(huts) if not face.is_hut]:
        for face in tiles:
            message = f"{face} has a price, and a hut has none: it is written such as AC*:N"
            yield Violation(Clause.HUT_1, message, faces=(face,))
        return
    # HUT-1: so many of each type, 24 in all.
    there = Counter(hut.building for hut in huts)
    for building, expected in HUTS.items():
        if there[building] != expected:
            message = f"{count(there[building], 'hut')} for {building.label}, and the box has {expected}"
            yield Violation(Clause.HUT_1, message)
    for hut in dict.fromkeys(huts):
        yield from wrong_hut_walls(hut)


def lying_hut_violations(
    lying: Iterable[tuple[str, Face]], huts: HutSet | None = None
) -> Iterator[Violation]:
    """Yield the violations of HUT-1 among huts visible at once, given as (place, face).

    With a list also those by huts that it does not have.
    """
    where: dict[Face, list[str]] = {}
    for place, face in lying:
        if face.is_hut:
            where.setdefault(face, []).append(place)
    many = Counter({hut: len(places) for hut, places in where.items()})
    for building, most in HUTS.items():
        own = tuple(sorted(hut for hut in many.elements() if hut.building is building))
        # HUT-1: no more of a type than there are.
        if len(own) > most:
            message = f"{len(own)} huts for {building.label}, and the box has {most}"
            yield Violation(Clause.HUT_1, message, faces=own)
    listed = many if huts is None else Counter(huts.huts)
    # HUT-1: those of the list, each as often as it has it.
    for hut in sorted(hut for hut in where if many[hut] > listed[hut]):
        among = " and ".join(dict.fromkeys(where[hut]))
        has = f"has {listed[hut]}" if listed[hut] else "does not have it"
        times = count(many[hut], "time")
        message = f"the hut {hut} is there {times} (among {among}), and the list {has}"
        yield Violation(Clause.HUT_1, message, faces=(hut,))


def too_many_huts(player: str, faces: Iterable[Face]) -> Iterator[Violation]:
    """Yield why a player, or Dirk, cannot have the huts among these faces."""
    huts = tuple(sorted(face for face in faces if face.is_hut))
    # HUT-4: nobody gives Dirk a hut, and he takes none.
    if huts and player == DIRK:
        yield Violation(Clause.HUT_4, f"{DIRK} has no huts, and here {some(huts)}", player=DIRK, faces=huts)
    # HUT-7: three at most.
    elif len(huts) > MOST_HUTS:
        message = f"{len(huts)} huts, and a player has at most {MOST_HUTS}"
        yield Violation(Clause.HUT_7, message, player=player, faces=huts)


def _in_order(huts: Iterable[Face]) -> tuple[Face, ...]:
    looked_at = tuple(islice(huts, MOST_TILES + 1))
    for hut in looked_at:
        expect(hut, Face)
    return tuple(sorted(looked_at))


def _correct(_set: HutSet, _field: object, huts: tuple[Face, ...]) -> None:
    if found := tuple(_violations(huts)):
        raise ViolationError(found)


@final
@made_once(cache_hash=True)
class HutSet:
    """The 24 builders' huts of a box, proven to obey HUT-1 and HUT-2.

    Equal huts can be there several times.

    Raises ``ViolationError`` if the huts break a clause; ``ValueError`` if the name or the note is not
    allowed.
    """

    name: str = attrs.field(validator=good_set_name)
    """The name in records: 1 to 60 printable characters. ``unlisted`` and names of shipped sets are taken."""
    note: str = attrs.field(validator=good_note)
    """A remark of up to 1500 characters, without control characters except newline and tab."""
    huts: tuple[Face, ...] = attrs.field(converter=_in_order, validator=_correct)
    """In order."""

    def __attrs_post_init__(self) -> None:
        # Records identify a list by its name, so no other can have the name of a shipped one.
        if TileSet.is_reserved(self.name) and (self.name, self.note, self.huts) != _shipped_content():
            raise ValueError(f"name: {self.name!r} is reserved for a set that ships with the library")

    @classmethod
    def of(cls, huts: Iterable[Face], *, name: str, note: str = "") -> HutSet:
        """Make a list of huts, given in any order.

        >>> ours = HutSet.of(reference_huts().huts, name="our huts")
        >>> len(ours.huts), str(ours.huts[0])
        (24, 'PV*:N')

        Raises ``ViolationError`` with all violations if the huts break a clause; ``ValueError`` if the name
        or the note is not allowed.
        """
        return cls(name, note, huts)

    @classmethod
    def parse(cls, text: str | bytes) -> HutSet:
        """Read a tile file, ``granada-tiles/1``, that lists huts.

        >>> HutSet.parse(reference_huts().to_toml()) == reference_huts()
        True

        Raises ``ViolationError`` if the huts break a clause; ``RecordError``, a ``ValueError``, if the file
        cannot be read, with one line for each reason.
        """
        return cls(*_read(text))

    @property
    def is_shipped(self) -> bool:
        """Whether it ships with the library: no other list has its name."""
        return self.name == HUTS_REFERENCE

    @cached_property
    def distinct(self) -> tuple[Face, ...]:
        """The huts in order, equal ones once."""
        return tuple(dict.fromkeys(self.huts))

    def to_toml(self) -> str:
        """Return the tile file; equal lists have the same."""
        from granada_rules.box.tile_file import write_hut_file

        return write_hut_file(self.name, self.note, self.huts)

    def __str__(self) -> str:
        return self.to_toml()

    def __repr__(self) -> str:
        return "reference_huts()" if self.is_shipped else f"HutSet.parse({self.to_toml()!r})"

    _repr_pretty_ = print_repr


@cache
def _shipped_content() -> tuple[str, str, tuple[Face, ...]]:
    name, note, huts = _read(shipped(f"{HUTS_REFERENCE}-tiles.toml"))
    return name, note, _in_order(huts)


@cache
def reference_huts() -> HutSet:
    """Return the huts that ship with the library. They obey every clause, but are not the printed ones."""
    return HutSet(*_shipped_content())


def _read(text: str | bytes) -> tuple[str, str, tuple[Face, ...]]:
    from granada_rules.box.tile_file import read_hut_file

    return read_hut_file(text)


def parse_tile_file(text: str | bytes) -> TileSet | HutSet:
    """Read a tile file, ``granada-tiles/1``: the tiles of a box, or its huts.

    Raises ``ViolationError`` if they break a clause; ``RecordError`` if the file cannot be read.
    """
    from granada_rules.box.tile_file import lists_huts

    return HutSet.parse(text) if lists_huts(text) else TileSet.parse(text)
