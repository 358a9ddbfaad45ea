"""Checks of the tiles of a position: which ones there are, and their moats or walls."""

from __future__ import annotations

from collections import Counter
from operator import attrgetter
from typing import TYPE_CHECKING

import attrs

from granada_rules.arguments import count
from granada_rules.box import MOST_BARRIERS, VALUES, Box
from granada_rules.clauses import Clause, Violation
from granada_rules.grid import Edges
from granada_rules.tile_set import face_violations, unknown_face

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from granada_rules.city import Built
    from granada_rules.position.facts import Facts
    from granada_rules.position.model import NotedTile
    from granada_rules.tile_sets import Tiles
    from granada_rules.tiles import Face

__all__ = ["lying_violations", "tile_violations"]


def tile_violations(facts: Facts) -> Iterator[Violation]:
    """Yield what is wrong with the tiles: their number, faces, backs, moats or walls."""
    position, faces = facts.position, facts.open_faces
    yield from _of_the_game(facts)
    yield from lying_violations(facts, faces)
    for box in facts.boxes:
        if box.has_backs:
            yield from _price_pairs({face for _, face in faces if face.kind is box.kind}, position.tile_set)
    if position.tile_set is not None:
        yield from _both_faces(position.tile_set, faces)
    yield from _moats(facts)


def _of_the_game(facts: Facts) -> Iterator[Violation]:
    position, clause = facts.position, Clause.BOX_2.of(facts.kind)
    tile_set = position.tile_set
    # BOX-2, A-BOX-2: the tiles of the game that is played.
    if tile_set is not None and not {*tile_set.kinds} <= {*facts.kinds}:
        others = " and ".join(kind.label for kind in tile_set.kinds if kind not in facts.kinds)
        yield Violation(clause, f"the tile set is of {others}, and this is {facts.rules.label}")
    # A-BOX-2: tiles have one face, so no marker says which one lies up.
    if position.marker is not None and not facts.rules.has_marker:
        message = (
            f"a marker on {position.marker.value}, and {facts.rules.label} has none: its tiles have one face"
        )
        yield Violation(clause, message)


def lying_violations(facts: Facts, lying: Iterable[tuple[str, Face]]) -> Iterator[Violation]:
    """Yield violations of BOX-2, A-BOX-2 and A-BOX-4 among faces visible at once, given as (place, face)."""
    faces = tuple(lying)
    # BOX-2: each face once, values 2 to 13, 54 tiles. A-BOX-2: types with their prices.
    yield from face_violations(faces, *facts.kinds)
    tile_set = facts.position.tile_set
    for box in facts.boxes:
        if box.patterns is None:
            continue
        # What is wrong with other faces is said above.
        where = {face: place for place, face in faces if (face.building, face.value) in box.many}
        if tile_set is None or (len(facts.kinds) > 1 and box.kind not in tile_set.kinds):
            yield from _patterns(sorted(where, key=attrgetter("rank")), box.patterns, box)
        elif box.kind in tile_set.kinds:
            # A-BOX-2: the tile set has them, with these walls.
            for face in sorted(face for face in where if face not in tile_set):
                violation = unknown_face(face, box.kind)
                yield attrs.evolve(violation, message=f"{violation.message} (among {where[face]})")


def _patterns(faces: Iterable[Face], patterns: Mapping[Edges, int], box: Box) -> Iterator[Violation]:
    alike: dict[Edges, list[Face]] = {}
    for face in faces:
        alike.setdefault(face.walls or Edges(0), []).append(face)
    # A-BOX-4: no more tiles with a pattern of walls than there are.
    for pattern in sorted(alike, key=attrgetter("value")):
        there, most = len(alike[pattern]), patterns.get(pattern, 0)
        if there > most:
            walls = f"{box.barrier}s {pattern or '-'}"
            message = f"{count(there, 'tile')} with {walls}, and the box has {most or 'none'}"
            yield Violation(Clause.BOX_4.of(box.kind), message, faces=tuple(alike[pattern]))


def _price_pairs(faces: Iterable[Face], tile_set: Tiles | None) -> Iterator[Violation]:
    pairs: dict[int, list[Face]] = {}
    for face in sorted(faces, key=attrgetter("rank")):
        pairs.setdefault(face.value // 2 * 2, []).append(face)
    for price in sorted(pairs.keys() & set(VALUES)):
        yield from _price_pair(price, pairs[price], tile_set)


def _price_pair(price: int, faces: list[Face], tile_set: Tiles | None) -> Iterator[Violation]:
    types = len(faces[0].kind.buildings)
    # BOX-2: nine tiles of each price pair.
    if len(faces) > types:
        message = f"{len(faces)} tiles of the prices {price} and {price + 1}, and the box has {types}"
        yield Violation(Clause.BOX_2, message, faces=tuple(faces))
    elif len(faces) == types and (tile_set is None or faces[0].kind not in tile_set.kinds):
        # BOX-3: two different types. When all nine lie open, and only one of them with its price up, the back
        # of that one is the only face of the other price that does not.
        prices = Counter(face.value for face in faces)
        alone = [face for face in faces if prices[face.value] == 1]
        if alone and len({face.building for face in faces}) == types:
            message = f"all tiles of the prices {price} and {price + 1} lie open, so {alone[0]} has "
            message += f"{alone[0].building.label} on its back, too"
            yield Violation(Clause.BOX_3, message, faces=tuple(faces))


def _both_faces(tile_set: Tiles, lying: Iterable[tuple[str, Face]]) -> Iterator[Violation]:
    where = {face: place for place, face in lying}
    for tile in tile_set.tiles:
        # BOX-11: a tile is in one place, and shows one face.
        if tile.front in where and tile.back is not None and tile.back in where:
            faces = tile.front, tile.back
            pair = " and ".join(f"{face} (among {where[face]})" for face in faces)
            message = f"{pair} are the two faces of one tile"
            yield Violation(Clause.BOX_11, message, faces=faces)


def _moats(facts: Facts) -> Iterator[Violation]:
    for name, player in facts.named:
        found = [
            attrs.evolve(violation, player=name, cells=(cell,))
            for cell, built in (player.city.tiles.items() if player.city is not None else ())
            for violation in _moats_of(facts, built.face, _roof_up(built))
        ]
        yield from sorted(found, key=attrgetter("cells"))
    for where, tiles in facts.open_tiles:
        # Those of Alhambra first, so that clauses do not depend on the order in which tiles are noted.
        for tile in sorted(tiles, key=_is_of_granada):
            if tile.moats is not None:
                for violation in _moats_of(facts, tile.face, tile.moats):
                    yield attrs.evolve(violation, message=f"{violation.message} (among {where})")


def _is_of_granada(tile: NotedTile) -> bool:
    return tile.face.walls is None


def _roof_up(built: Built) -> Edges:
    return built.moats if built.roof is Edges.N else built.moats.turned_back(built.roof)


def _moats_of(facts: Facts, face: Face, moats: Edges) -> Iterator[Violation]:
    tile_set, kind = facts.position.tile_set, face.kind
    # BOX-2, A-BOX-2: tiles of another game do not belong here, whatever they look like.
    if kind not in facts.kinds:
        return
    barrier = Box.of(kind).barrier
    # A-BOX-4: a tile has the walls that it is named with.
    if face.walls is not None and moats is not face.walls:
        message = f"{face} with {barrier}s {moats or '-'}, and it is named with {face.walls or '-'}"
        yield Violation(Clause.BOX_4.of(kind), message, faces=(face,))
    # BOX-4: at most three moats, and those that the tile has.
    elif face.walls is None and len(moats) > MOST_BARRIERS:
        message = f"{face} with {len(moats)} {barrier}s, and a tile has at most {MOST_BARRIERS}"
        yield Violation(Clause.BOX_4.of(kind), message, faces=(face,))
    elif tile_set is not None and face in tile_set and moats != (listed := tile_set.moats(face)):
        message = f"{face} with {barrier}s {moats or '-'}, and the tile set has it with {listed or '-'}"
        yield Violation(Clause.BOX_4.of(kind), message, faces=(face,))
