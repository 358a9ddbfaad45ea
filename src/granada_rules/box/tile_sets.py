"""`TileSets`: what a game is played with besides one tile set: those of both kinds, or huts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, final

import attrs
from attrs.validators import optional

from granada_rules.base import expect, made_once, of_kind, short
from granada_rules.box.clauses import ViolationError
from granada_rules.box.hut_set import HutSet, reference_huts
from granada_rules.box.tile_set import TileSet, digest_of, shipped_tiles, unknown_face
from granada_rules.box.tiles import Built, Face, Kind, Tile, label_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from granada_rules.box.grid import Edges
    from granada_rules.box.tiles import Building

__all__ = [
    "Listed",
    "TileSets",
    "Tiles",
    "edges_of",
    "huts_left",
    "shipped_with",
    "tiles_left",
    "unless_shipped",
]


_KINDS = tuple(Kind)


def _one_of_each(sets: Iterable[TileSet]) -> tuple[TileSet, ...]:
    if not isinstance(sets, Iterable):
        raise TypeError(f"sets: expected a list of tile sets, got {short(sets)}")
    given = tuple(islice(sets, len(_KINDS) + 1))
    for one in given:
        if type(one) is not TileSet:
            raise TypeError(f"sets: expected TileSet, got {short(one)}")
    return tuple(sorted(given, key=lambda one: _KINDS.index(one.kind)))


class _Lookups:
    """What two sets are asked for often; no fields, since all of it follows from the sets."""

    __slots__ = ("_by_code", "_by_face", "_edges", "_huts", "faces", "tiles")

    tiles: tuple[Tile, ...]
    """All tiles, those of Alhambra first."""
    faces: tuple[Face, ...]
    """All faces, in order."""
    _by_face: dict[Face, TileSet]
    _by_code: dict[str, Face]
    _edges: dict[int, int]
    _huts: dict[Face, Built]


@final
@made_once(cache_hash=True)
class TileSets(_Lookups):
    """The tiles of Alhambra and those of Granada, for a game with both (MIX-2), or tiles with huts (HUT-1).

    It has what a `TileSet` tells of its tiles: ``sets``, ``kinds``, ``tiles``, ``faces``, ``in``, ``tile``,
    ``back``, ``moats``, ``built``, ``called`` and ``coded``. Names, notes and backs are those of its sets.
    Huts are no building tiles: they are not among ``tiles`` and ``faces``, but everything else knows them.

    >>> from granada_rules import TileSets, alhambra, reference, reference_huts
    >>> both = TileSets([reference(), alhambra()])
    >>> len(both.tiles), [one.name for one in both.sets]
    (108, ['alhambra', 'reference'])
    >>> with_huts = TileSets([alhambra()], reference_huts())
    >>> len(with_huts.tiles), len(with_huts.huts.huts)
    (54, 24)

    Raises ``ValueError`` if there is not one set of each kind or, with huts, that of Alhambra;
    ``ViolationError`` if a method is given a face that is not there (BOX-2, A-BOX-2).
    """

    sets: tuple[TileSet, ...] = attrs.field(converter=_one_of_each)
    """That of Alhambra first."""
    huts: HutSet | None = attrs.field(default=None, validator=optional(of_kind(HutSet)))
    """The builders' huts; None if the game is played without them."""

    def __attrs_post_init__(self) -> None:
        kinds = self.kinds
        # MIX-2: one set of each kind. MOD-3: huts need tiles of Alhambra, and no others.
        if kinds != _KINDS and (self.huts is None or kinds != _KINDS[:1]):
            with_huts = "" if self.huts is None else ", or with huts that of Alhambra alone"
            expected = f"one of {_KINDS[0].label} and one of {_KINDS[1].label}{with_huts}"
            raise ValueError(f"sets: expected {expected}, got {label_of(kinds) or 'none'}")
        huts = () if self.huts is None else self.huts.distinct
        edges = {hut.rank: Tile.of(hut).moats.value for hut in huts}
        for one in self.sets:
            edges |= edges_of(one)
        for name, lookup in {
            "tiles": tuple(tile for one in self.sets for tile in one.tiles),
            "faces": tuple(face for one in self.sets for face in one.faces),
            "_by_face": {face: one for one in self.sets for face in one.faces},
            "_edges": edges,
            "_by_code": {str(face): face for one in self.sets for face in one.faces}
            | {str(hut): hut for hut in huts},
            "_huts": {hut: Built(hut, Tile.of(hut).moats) for hut in huts},
        }.items():
            object.__setattr__(self, name, lookup)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of the tiles."""
        return tuple(one.kind for one in self.sets)

    def __contains__(self, face: object) -> bool:
        return face in self._by_face or face in self._huts

    def called(self, building: Building, value: int) -> tuple[Face, ...]:
        """Return the faces with this building type and price: of Alhambra up to three; huts cost 0."""
        called = tuple(face for one in self.sets for face in one.called(building, value))
        return called or tuple(hut for hut in self._huts if (hut.building, hut.value) == (building, value))

    def coded(self, code: str) -> Face | None:
        """Return the face with this code, such as ``SC10`` or ``GA10:N``; None if there is no such face."""
        expect(code, str)
        return self._by_code.get(code)

    def tile(self, face: Face) -> Tile:
        """Return the tile with this face."""
        return Tile.of(face) if face in self._huts else self._of(face).tile(face)

    def back(self, face: Face) -> Face | None:
        """Return the face on the other side of this one (BOX-13); None if the tile has one face."""
        return None if face in self._huts else self._of(face).back(face)

    def moats(self, face: Face) -> Edges:
        """Return the moats, or the walls, as seen on this face, roof up (BOX-4, A-BOX-4)."""
        return self.built(face).moats

    def built(self, face: Face) -> Built:
        """Return the tile as it lies in a city with this face up (BUILD-1)."""
        return self._huts.get(face) or self._of(face).built(face)

    @property
    def digest(self) -> str:
        """64 hexadecimal digits that stand for tiles, backs and huts; names do not matter."""
        return digest_of(self.sets, None if self.huts is None else self.huts.huts)

    def __repr__(self) -> str:
        huts = "" if self.huts is None else f", huts={self.huts!r}"
        return f"TileSets(sets={self.sets!r}{huts})"

    def _of(self, face: Face) -> TileSet:
        try:
            return self._by_face[face]
        except (KeyError, TypeError):
            expect(face, Face)
            raise ViolationError([unknown_face(face, *self.kinds)]) from None


Tiles = TileSet | TileSets
"""What a game is played with: the tiles of one kind, or of both; also with huts."""

Listed = Tiles | HutSet
"""What a file may name: tile sets, and lists of huts."""


def edges_of(tiles: Tiles) -> Mapping[int, int]:
    """Return by rank the bits of the moats or walls on each face, as `Edges` has them; for the rules."""
    return tiles._edges  # noqa: SLF001 - of its own module, and of the one for a single kind


def tiles_left(tiles: Tiles, lying: Iterable[Face]) -> tuple[Tile, ...]:
    """Return the tiles that are in the bag: those of which neither face lies anywhere (BOX-11)."""
    there = {*lying}
    return tuple(tile for tile in tiles.tiles if not {tile.front, tile.back} & there)


def huts_left(tiles: Tiles, lying: Iterable[Face] = ()) -> tuple[Face, ...]:
    """Return the huts that are in their piles, in order: those that lie nowhere else (MOD-5)."""
    huts = () if tiles.huts is None else tiles.huts.huts
    return tuple((Counter(huts) - Counter(lying)).elements())


def shipped_with(kinds: tuple[Kind, ...], *, has_huts: bool) -> Tiles:
    """Return the tiles that ship with the library for a game of these kinds."""
    return _completed((), None, kinds, has_huts=has_huts)


def _completed(
    sets: tuple[TileSet, ...], huts: HutSet | None, kinds: tuple[Kind, ...], *, has_huts: bool
) -> Tiles:
    """Return the tiles of a game with these sets; what is missing is taken from the shipped ones."""
    own = {one.kind: one for one in sets}
    whole = [own.get(kind) or shipped_tiles(kind) for kind in kinds]
    # HUT-1, MOD-3: huts are of Alhambra.
    if has_huts and Kind.ALHAMBRA in kinds:
        return TileSets(whole, huts or reference_huts())
    return whole[0] if len(whole) == 1 else TileSets(whole)


def unless_shipped(tiles: Tiles, kinds: tuple[Kind, ...], *, has_huts: bool) -> Tiles | None:
    """Return the tiles of a game of these kinds; None if they are those that ship with the library.

    One set in a game of both kinds is completed with the shipped one of the other kind, and so are huts.

    Raises ``ValueError`` if the tiles are of another game.
    """
    if tiles.kinds != kinds and not {*tiles.kinds} < {*kinds}:
        expected, given = label_of(kinds), label_of(tiles.kinds)
        raise ValueError(f"tile_set: expected tiles of {expected}, got those of {given}")
    if tiles.huts is not None and not has_huts:
        raise ValueError("tile_set: expected tiles alone, got huts, which need the module Module.HUTS")
    # The shipped sets are always None, so that rulesets with the same tiles are equal.
    if all(one.is_shipped for one in tiles.sets) and (tiles.huts is None or tiles.huts.is_shipped):
        return None
    return _completed(tiles.sets, tiles.huts, kinds, has_huts=has_huts)
