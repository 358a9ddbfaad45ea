"""Checks of the parts of a position, one by one: players, tiles, money, places, cities."""

from __future__ import annotations

from collections import Counter
from operator import attrgetter
from typing import TYPE_CHECKING

import attrs

from granada_rules import placement
from granada_rules.box import MOST_BARRIERS, VALUES, Box
from granada_rules.clauses import Clause, Violation, some
from granada_rules.deck import CARD_VALUES
from granada_rules.grid import Edges
from granada_rules.state import DIRK, DISPLAY, MOST_PLAYERS, PLAYERS_WITH_DIRK, SPACES
from granada_rules.tile_set import face_violations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada_rules.city import Built
    from granada_rules.position.facts import Facts
    from granada_rules.tile_set import TileSet
    from granada_rules.tiles import Face

__all__ = ["part_violations"]


def part_violations(facts: Facts) -> Iterator[Violation]:
    """Yield what is wrong with single parts: players, tiles, money, places, cities."""
    yield from _players(facts)
    yield from _tiles(facts)
    yield from _money(facts)
    yield from _places(facts)
    yield from _cities(facts)


def _players(facts: Facts) -> Iterator[Violation]:
    position = facts.position
    # BOX-12: at most six players; one alone may be all that was written down.
    if len(position.players) > MOST_PLAYERS:
        yield Violation(
            Clause.BOX_12, f"{len(position.players)} players, and at most {MOST_PLAYERS} can play"
        )
    # DIRK-2: Dirk plays with two, and his name is his.
    if facts.has_dirk and len(position.players) > PLAYERS_WITH_DIRK:
        yield Violation(Clause.DIRK_2, f"he plays with two, not with {len(position.players)}", player=DIRK)
    if any(player.name == DIRK for player in position.players):
        yield Violation(Clause.DIRK_2, "he is imaginary, so no player can have his name", player=DIRK)


def _tiles(facts: Facts) -> Iterator[Violation]:
    position = facts.position
    faces = facts.open_faces
    # BOX-2: each face once, values 2 to 13, 54 tiles. A-BOX-2: types with their prices.
    yield from face_violations(faces, facts.kind)
    if Box.of(facts.kind).has_backs:
        pairs: dict[int, list[Face]] = {}
        for face in sorted({face for _, face in faces}, key=attrgetter("rank")):
            pairs.setdefault(face.value // 2 * 2, []).append(face)
        for price in sorted(pairs.keys() & set(VALUES)):
            yield from _price_pair(price, pairs[price], position.tile_set)
    if position.tile_set is not None:
        yield from _both_faces(position.tile_set, faces)
    yield from _moats(facts)


def _price_pair(price: int, faces: list[Face], tile_set: TileSet | None) -> Iterator[Violation]:
    types = len(faces[0].kind.buildings)
    # BOX-2: nine tiles of each price pair.
    if len(faces) > types:
        message = f"{len(faces)} tiles of the prices {price} and {price + 1}, and the box has {types}"
        yield Violation(Clause.BOX_2, message, faces=tuple(faces))
    elif len(faces) == types and tile_set is None:
        # BOX-3: two different types. When all nine lie open, and only one of them with its price up, the back
        # of that one is the only face of the other price that does not.
        prices = Counter(face.value for face in faces)
        alone = [face for face in faces if prices[face.value] == 1]
        if alone and len({face.building for face in faces}) == types:
            message = f"all tiles of the prices {price} and {price + 1} lie open, so {alone[0]} has "
            message += f"{alone[0].building.label} on its back, too"
            yield Violation(Clause.BOX_3, message, faces=tuple(faces))


def _both_faces(tile_set: TileSet, lying: Iterable[tuple[str, Face]]) -> Iterator[Violation]:
    where = {face: place for place, face in lying}
    for tile in tile_set.tiles:
        # BOX-11: a tile is in one place, and shows one face.
        if tile.front in where and tile.back is not None and tile.back in where:
            faces = tile.front, tile.back
            pair = " and ".join(f"{face} (among {where[face]})" for face in faces)
            message = f"{pair} are the two faces of one tile"
            yield Violation(Clause.BOX_11, message, faces=faces)


def _moats(facts: Facts) -> Iterator[Violation]:
    position = facts.position
    for name, player in facts.named:
        found = [
            attrs.evolve(violation, player=name, cells=(cell,))
            for cell, built in (player.city.tiles.items() if player.city is not None else ())
            for violation in _moats_of(position.tile_set, built.face, _roof_up(built))
        ]
        yield from sorted(found, key=attrgetter("cells"))
    for where, tiles in facts.open_tiles:
        for tile in tiles:
            if tile.moats is not None:
                for violation in _moats_of(position.tile_set, tile.face, tile.moats):
                    yield attrs.evolve(violation, message=f"{violation.message} (among {where})")


def _roof_up(built: Built) -> Edges:
    return built.moats if built.roof is Edges.N else built.moats.turned_back(built.roof)


def _moats_of(tile_set: TileSet | None, face: Face, moats: Edges) -> Iterator[Violation]:
    barriers, clause = f"{Box.of(face.kind).barrier}s", Clause.BOX_4.of(face.kind)
    # BOX-4, A-BOX-4: at most three moats or walls, and those that the tile has.
    if len(moats) > MOST_BARRIERS:
        message = f"{face} with {len(moats)} {barriers}, and a tile has at most {MOST_BARRIERS}"
        yield Violation(clause, message, faces=(face,))
    elif tile_set is not None and face in tile_set and moats != (listed := tile_set.moats(face)):
        message = f"{face} with {barriers} {moats or '-'}, and the tile set has it with {listed or '-'}"
        yield Violation(clause, message, faces=(face,))


def _money(facts: Facts) -> Iterator[Violation]:
    position = facts.position
    places = [("the display", position.display), ("the discards", position.discards)]
    places += [(f"{name}'s hand", player.hand) for name, player in facts.named]
    counts = Counter(card for _, cards in places for card in cards or ())
    there = facts.money
    for card in sorted(card for card, count in counts.items() if count > there.count(card)):
        among = some(place for place, cards in places if cards is not None and card in cards)
        if card not in there:
            # BOX-1: values 1 to 9.
            values = f"{CARD_VALUES[0]} to {CARD_VALUES[-1]}"
            message = f"the box has no card {card}: values are {values} ({among})"
            yield Violation(Clause.BOX_1, message, cards=(card,))
        else:
            # BOX-1: three copies. DIRK-1: two play with two.
            clause = Clause.DIRK_1 if facts.is_for_two else Clause.BOX_1
            message = f"{card} is there {counts[card]} times, and there are {there.count(card)} ({among})"
            yield Violation(clause, message, cards=(card,) * counts[card])


def _places(facts: Facts) -> Iterator[Violation]:
    position = facts.position
    # BOX-7: four spaces.
    if position.yard is not None and len(position.yard) != SPACES:
        yield Violation(Clause.BOX_7, f"the yard has {SPACES} spaces, not {len(position.yard)}")
    # BOX-8: four places.
    if position.display is not None and len(position.display) > DISPLAY:
        message = f"the display has {DISPLAY} places, not {len(position.display)}"
        yield Violation(Clause.BOX_8, message, cards=tuple(position.display))
    # BOX-6: A and B once each, and none for C. SETUP-6: A lies above B.
    if position.piles is not None and facts.scoring_cards is None:
        cards = some(pile.scoring.value for pile in position.piles if pile.scoring is not None)
        message = f"scoring cards in the piles: {cards}; there are A above B, then B alone, then none"
        yield Violation(Clause.BOX_6, message)
    # SCORE-7: nobody loses points.
    points = [(name, player.points) for name, player in facts.named]
    for name, number in (*points, (DIRK, position.dirks_points)):
        if number is not None and number < 0:
            yield Violation(Clause.SCORE_7, "points are never less than 0", player=name)


def _cities(facts: Facts) -> Iterator[Violation]:
    # BUILD-1 … BUILD-6: cities are legal.
    for name, player in facts.named:
        if player.city is not None:
            for violation in placement.violations(player.city):
                yield attrs.evolve(violation, player=name)
