"""`TileSets`: what a game is played with besides one tile set: those of both kinds, or huts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, final

import attrs
from attrs.validators import optional

from granada_rules.base import made_once, of_kind, short
from granada_rules.box.hut_set import HutSet, reference_huts
from granada_rules.box.tile_set import Lookups, TileSet, digest_of, shipped_tiles
from granada_rules.box.tiles import Built, Face, Kind, Tile, label_of

if TYPE_CHECKING:
    from collections.abc import Mapping

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


@final
@made_once(cache_hash=True)
class TileSets(Lookups):
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
        kinds = tuple(one.kind for one in self.sets)
        # MIX-2: one set of each kind. MOD-3: huts need tiles of Alhambra, and no others.
        if kinds != _KINDS and (self.huts is None or kinds != _KINDS[:1]):
            with_huts = "" if self.huts is None else ", or with huts that of Alhambra alone"
            expected = f"one of {_KINDS[0].label} and one of {_KINDS[1].label}{with_huts}"
            raise ValueError(f"sets: expected {expected}, got {label_of(kinds) or 'none'}")
        by_face = {
            face: (one.tile(face), one.back(face), one.built(face)) for one in self.sets for face in one.faces
        }
        for hut in () if self.huts is None else self.huts.distinct:
            tile = Tile.of(hut)
            by_face[hut] = tile, None, Built(hut, tile.moats)
        self._remember(by_face)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles, those of Alhambra first."""
        return tuple(tile for one in self.sets for tile in one.tiles)

    @property
    def digest(self) -> str:
        """64 hexadecimal digits that stand for tiles, backs and huts; names do not matter."""
        return digest_of(self.sets, None if self.huts is None else self.huts.huts)

    def __repr__(self) -> str:
        huts = "" if self.huts is None else f", huts={self.huts!r}"
        return f"TileSets(sets={self.sets!r}{huts})"


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
