"""What tiles could be of which not everything is seen: what fits, and what the box still has of it."""

from __future__ import annotations

from collections import Counter
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, final

from granada_rules.base import remembered
from granada_rules.box import (
    DIRK,
    FEWEST_HUT_WALLS,
    HUTS,
    MOST_BARRIERS,
    MOST_HUTS,
    Box,
    Built,
    Cell,
    Edges,
    Face,
    Kind,
)
from granada_rules.city import SeenTile
from granada_rules.position.facts import Facts
from granada_rules.position.model import own_faces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


__all__ = ["Unknown", "too_many", "unknown_tiles"]

_SIDES = tuple(sides for sides in map(Edges, range(16)) if len(sides) <= MOST_BARRIERS)
"""What the sides of a tile may be (BOX-4, A-BOX-4)."""

_NO_HUTS = frozenset({"the yard", "the bag", f"{DIRK}'s tiles"})
"""Where no hut lies (HUT-4, MOD-5)."""


@final
class Unknown(NamedTuple):
    """A tile of which not everything is seen."""

    tile: SeenTile
    where: str
    """Where it lies, in words."""
    player: str | None
    """Whose it is, if it lies in a city."""
    cell: Cell | None
    """Where in the city."""
    fitting: tuple[Built, ...]
    """All tiles of the game that show what is seen."""
    could: tuple[Built, ...]
    """Those among them that the box still has: what it could be."""
    sides: frozenset[Edges]
    """What its sides may be; if it could be nothing, anything."""


@remembered(Facts)
def unknown_tiles(facts: Facts) -> tuple[Unknown, ...]:
    """Return the tiles of which not everything is seen: those in cities by seat, then all others."""
    return tuple(_unknown_tiles(facts))


def _unknown_tiles(facts: Facts) -> Iterator[Unknown]:
    is_left = _left(facts)

    @cache
    def shown(
        tile: SeenTile, *, with_huts: bool = True, may_be_hut: bool = True
    ) -> tuple[tuple[Built, ...], tuple[Built, ...]]:
        """Return all tiles that show what is seen, and those of them that the box still has."""
        fits = _fitting(facts, tile, tile.kind or facts.kind)
        fitting = tuple(built for built in fits if with_huts or not built.face.is_hut)
        could = (
            built
            for built in fitting
            # What is seen to lie here lies nowhere else, or that is judged elsewhere.
            if built.face == tile.face or (is_left(built.face) and (may_be_hut or not built.face.is_hut))
        )
        return fitting, tuple(could)

    for name, player in facts.named:
        city = player.seen_city
        if city is None:
            continue
        where = f"{name}'s {facts.rules.city}"
        # HUT-7: three at most.
        may_be_hut = sum(face.is_hut for face in own_faces(player)) < MOST_HUTS
        for cell in city.unknown:
            tile = city.tiles[cell]
            fitting, could = shown(tile, may_be_hut=may_be_hut)
            yield Unknown(tile, where, name, cell, fitting, could, _sides(tile, could))
    for place, tiles in facts.tiles_elsewhere:
        for lying in tiles:
            if isinstance(lying, SeenTile):
                # HUT-4, MOD-5: no hut lies with Dirk, in the yard or in the bag.
                fitting, could = shown(lying, with_huts=place not in _NO_HUTS)
                yield Unknown(lying, place, None, None, fitting, could, _sides(lying, could))


@remembered(Facts)
def too_many(facts: Facts) -> tuple[Unknown, ...]:
    """Return the unknown tiles for which nothing is left beside those before them, whatever these are.

    Each takes what it could be from an earlier one that could be something else, if there is such a tile.
    """
    tiles = facts.position.tile_set

    def tile_of(face: Face) -> Face:
        # BOX-11: a tile lies in one place, and shows one face.
        back = None if tiles is None or face not in tiles else tiles.back(face)
        return face if back is None else min(face, back, key=attrgetter("rank"))

    # HUT-1: of huts there are several alike. A face that is seen is judged as any other.
    counted = [
        (one, frozenset(tile_of(built.face) for built in one.could))
        for one in unknown_tiles(facts)
        if one.could and one.tile.face is None and not any(built.face.is_hut for built in one.could)
    ]
    wanted = [could for _, could in counted]
    owners: dict[Face, int] = {}
    taken: dict[int, Face] = {}
    in_vain: set[frozenset[Face]] = set()
    for number, could in enumerate(wanted):
        if could in in_vain or not _takes_one(number, wanted, owners, taken):
            in_vain.add(could)
    return tuple(one for number, (one, _) in enumerate(counted) if number not in taken)


def _takes_one(
    number: int, wanted: list[frozenset[Face]], owners: dict[Face, int], taken: dict[int, Face]
) -> bool:
    """Give an unknown tile something that it could be, if need be from another that takes something else."""
    ahead, asked_by = [number], dict[Face, int]()
    for other in ahead:
        free = next((face for face in wanted[other] if face not in owners), None)
        if free is None:
            for face in wanted[other] - asked_by.keys():
                asked_by[face] = other
                ahead.append(owners[face])
            continue
        # Along the way that led here, each takes what the one after it had.
        taker, face_left = other, free
        while (before := taken.get(taker)) is not None:
            owners[face_left], taken[taker] = taker, face_left
            taker, face_left = asked_by[before], before
        owners[face_left], taken[taker] = taker, face_left
        return True
    return False


def _sides(tile: SeenTile, could: Iterable[Built]) -> frozenset[Edges]:
    seen = _SIDES if tile.sides is None else (tile.sides,)
    return frozenset(built.moats for built in could) or frozenset(seen)


def _fitting(facts: Facts, tile: SeenTile, kind: Kind) -> Iterator[Built]:
    """Yield all tiles of the game that show what is seen, as they lie then."""
    for built in _tiles(facts, kind) if kind in facts.kinds else ():
        face, sides = built.face, built.moats.turned(tile.roof)
        # HUT-1: a hut has no price that could be hidden.
        is_priced = tile.building is None or tile.price is not None or not face.is_hut
        if (
            is_priced
            and tile.building in {None, face.building}
            and tile.price in {None, face.value}
            and tile.sides in {None, sides}
        ):
            yield built if tile.roof is Edges.N else Built(face, sides, tile.roof)


def _tiles(facts: Facts, kind: Kind) -> Iterator[Built]:
    """Yield all tiles of a kind, roof up: those of the list or, without one, all that there may be."""
    tiles = facts.position.tile_set
    if tiles is not None and kind in tiles.kinds:
        yield from (tiles.built(face) for face in tiles.faces if face.kind is kind)
    else:
        yield from _of_any_box(kind)
    # HUT-1: huts are of Alhambra.
    if kind is Kind.ALHAMBRA and facts.has_huts:
        listed = None if tiles is None else tiles.huts
        yield from (
            _any_huts() if listed is None else (Built(hut, hut.walls or Edges(0)) for hut in listed.distinct)
        )


@cache
def _of_any_box(kind: Kind) -> tuple[Built, ...]:
    box = Box.of(kind)
    # BOX-2, BOX-4: each face, and any moats on 0 to 3 sides.
    if box.patterns is None:
        return tuple(Built(Face(*face), moats) for face in box.many for moats in _SIDES)
    # A-BOX-2, A-BOX-4: types with their prices, and patterns of walls.
    return tuple(Built(Face(*face, walls), walls) for face in box.many for walls in box.patterns)


@cache
def _any_huts() -> tuple[Built, ...]:
    # HUT-1, HUT-2: types, and walls on one to three sides.
    return tuple(
        Built(Face(building, 0, walls), walls)
        for building in HUTS
        for walls in _SIDES
        if len(walls) >= FEWEST_HUT_WALLS
    )


def _left(facts: Facts) -> Callable[[Face], bool]:
    """Return what tells whether the box still has a tile with that face, beside all that are known."""
    tiles = facts.position.tile_set
    faces = Counter(face for _, face in facts.open_faces)
    huts = None if tiles is None or tiles.huts is None else Counter(tiles.huts.huts)
    own_huts = Counter(face.building for face in faces.elements() if face.is_hut)
    priced = [face for face in faces if not face.is_hut]
    called = Counter((face.building, face.value) for face in priced)
    pairs = Counter((face.kind, face.value // 2) for face in priced)
    patterns = Counter(face.walls for face in priced)

    def is_left(face: Face) -> bool:
        if face.is_hut:
            # HUT-1: those of the list, or so many of each type.
            most = None if huts is None else huts[face]
            return own_huts[face.building] < HUTS[face.building] if most is None else faces[face] < most
        if tiles is not None and face in tiles:
            # BOX-11: a tile lies in one place, and shows one face.
            return not faces[face] and not faces[tiles.back(face) or face]
        box = Box.of(face.kind)
        if box.patterns is None:
            # BOX-2: each face once, and as many tiles of two prices as there are types.
            return not faces[face] and pairs[face.kind, face.value // 2] < len(face.kind.buildings)
        # A-BOX-2, A-BOX-4: so many of a type and price, and with a pattern of walls.
        is_there = called[face.building, face.value] < box.many[face.building, face.value]
        return not faces[face] and is_there and patterns[face.walls] < box.patterns[face.walls or Edges(0)]

    return is_left
