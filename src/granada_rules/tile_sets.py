"""`TileSets`: the tile sets of a game that is played with both kinds of tiles."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, final

import attrs

from granada_rules.arguments import expect, short
from granada_rules.clauses import ViolationError
from granada_rules.sealed import made_once
from granada_rules.tile_set import TileSet, shipped_tiles, unknown_face
from granada_rules.tiles import Face, Kind, label_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from granada_rules.city import Built
    from granada_rules.grid import Edges
    from granada_rules.tiles import Building, Tile

__all__ = ["TileSets", "Tiles", "edges_of", "unless_shipped"]

_KINDS = tuple(Kind)


def _one_of_each(sets: Iterable[TileSet]) -> tuple[TileSet, ...]:
    if not isinstance(sets, Iterable):
        raise TypeError(f"sets: expected a list of tile sets, got {short(sets)}")
    given = tuple(islice(sets, len(_KINDS) + 1))
    for one in given:
        if type(one) is not TileSet:
            raise TypeError(f"sets: expected TileSet, got {short(one)}")
    in_order = tuple(sorted(given, key=lambda one: _KINDS.index(one.kind)))
    if [one.kind for one in in_order] != [*_KINDS]:
        kinds = label_of(one.kind for one in given) or "none"
        raise ValueError(f"sets: expected one of {_KINDS[0].label} and one of {_KINDS[1].label}, got {kinds}")
    return in_order


@final
@made_once(cache_hash=True)
class TileSets:
    """The tiles of Alhambra and those of Granada, for a game with both (MIX-2).

    It has what a `TileSet` tells of its tiles: ``sets``, ``kinds``, ``tiles``, ``faces``, ``in``, ``tile``,
    ``back``, ``moats``, ``built``, ``called`` and ``coded``. Names, notes and backs are those of its sets.

    >>> from granada_rules import TileSets, alhambra, reference
    >>> both = TileSets([reference(), alhambra()])
    >>> len(both.tiles), [one.name for one in both.sets]
    (108, ['alhambra', 'reference'])

    Raises ``ValueError`` if there is not one set of each kind; ``ViolationError`` if a method is given a face
    that neither box has (BOX-2, A-BOX-2).
    """

    sets: tuple[TileSet, ...] = attrs.field(converter=_one_of_each)
    """That of Alhambra first."""

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of the tiles."""
        return _KINDS

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles, those of Alhambra first."""
        return tuple(tile for one in self.sets for tile in one.tiles)

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        """All faces, in order."""
        return tuple(face for one in self.sets for face in one.faces)

    @cached_property
    def _by_face(self) -> dict[Face, TileSet]:
        return {face: one for one in self.sets for face in one.faces}

    @cached_property
    def _edges(self) -> dict[Face, int]:
        return {**edges_of(self.sets[0]), **edges_of(self.sets[1])}

    def __contains__(self, face: object) -> bool:
        return face in self._by_face

    def called(self, building: Building, value: int) -> tuple[Face, ...]:
        """Return the faces with this building type and price: of Alhambra up to three."""
        return tuple(face for one in self.sets for face in one.called(building, value))

    def coded(self, code: str) -> Face | None:
        """Return the face with this code, such as ``SC10`` or ``GA10:N``; None if there is no such face."""
        return self.sets[0].coded(code) or self.sets[1].coded(code)

    def tile(self, face: Face) -> Tile:
        """Return the tile with this face."""
        return self._of(face).tile(face)

    def back(self, face: Face) -> Face | None:
        """Return the face on the other side of this one (BOX-13); None if the tile has one face."""
        return self._of(face).back(face)

    def moats(self, face: Face) -> Edges:
        """Return the moats, or the walls, as seen on this face, roof up (BOX-4, A-BOX-4)."""
        return self._of(face).moats(face)

    def built(self, face: Face) -> Built:
        """Return the tile as it lies in a city with this face up (BUILD-1)."""
        return self._of(face).built(face)

    @cached_property
    def digest(self) -> str:
        """64 hexadecimal digits that stand for the tiles and backs of both sets; names do not matter."""
        from granada_rules.tile_file import tiles_digest  # noqa: PLC0415 - to keep the import fast

        return tiles_digest((one.backs, one.tiles) for one in self.sets)

    def _of(self, face: Face) -> TileSet:
        try:
            return self._by_face[face]
        except (KeyError, TypeError):
            expect(face, Face)
            raise ViolationError([unknown_face(face, *_KINDS)]) from None


Tiles = TileSet | TileSets
"""What a game is played with: the tiles of one kind, or of both."""


def edges_of(tiles: Tiles) -> Mapping[Face, int]:
    """Return the bits of the moats or walls on each face, as `Edges` has them; for the rules."""
    return tiles._edges  # noqa: SLF001 - of its own module, and of the one for a single kind


def unless_shipped(tiles: Tiles, kinds: tuple[Kind, ...]) -> Tiles | None:
    """Return the tiles of a game of these kinds; None if they are those that ship with the library.

    One set in a game of both kinds is completed with the shipped one of the other kind.

    Raises ``ValueError`` if the tiles are of another game.
    """
    if tiles.kinds != kinds and not {*tiles.kinds} < {*kinds}:
        expected, given = label_of(kinds), label_of(tiles.kinds)
        raise ValueError(f"tile_set: expected tiles of {expected}, got those of {given}")
    sets = tiles.sets
    # The shipped sets are always None, so that rulesets with the same tiles are equal.
    if all(one.is_shipped for one in sets):
        return None
    if len(sets) == len(kinds):
        return tiles
    return TileSets([*sets, *(shipped_tiles(kind) for kind in kinds if kind not in tiles.kinds)])
