"""Checks of the parts of a position, one by one: players, modules, tiles, money, places, cities."""

from __future__ import annotations

from collections import Counter
from operator import attrgetter
from typing import TYPE_CHECKING

import attrs

from granada_rules import placement
from granada_rules.base import count
from granada_rules.box import (
    DIRK,
    DISPLAY,
    MOST_BARRIERS,
    MOST_PLAYERS,
    PLACES,
    PLAYERS_WITH_DIRK,
    SPACES,
    VALUES,
    Box,
    Clause,
    Edges,
    ExchangeCard,
    FaceProblem,
    Violation,
    face_problems,
    no_such,
    some,
    tile_name,
    unknown_face,
    wrong_modules,
)
from granada_rules.game import CARD_VALUES
from granada_rules.position.checks.lying import at_their_cells
from granada_rules.position.model import kind_of, known_cards, tiles_built

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from granada_rules.box import Built, Face
    from granada_rules.position.facts import Facts
    from granada_rules.position.model import NotedTile

__all__ = [
    "added_modules",
    "both_faces",
    "cities",
    "lying_problems",
    "moats",
    "money",
    "open_faces",
    "places",
    "players",
    "points",
    "price_pairs",
    "scoring_cards",
    "tile_kinds",
]


def players(facts: Facts) -> Iterator[Violation]:
    """Yield what is wrong with the number of players, and with Dirk among them."""
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


def added_modules(facts: Facts) -> Iterable[Violation]:
    """Return which modules cannot be added to the game."""
    ruleset = facts.position.ruleset
    return () if ruleset is None else wrong_modules(ruleset)


def tile_kinds(facts: Facts) -> Iterator[Violation]:
    """Yield whether the tile set or the marker is of another game."""
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


def open_faces(facts: Facts) -> Iterator[Violation]:
    """Yield what is wrong with the faces that lie open: their number, their prices, their walls."""
    return at_their_cells(facts, lying_problems(facts, facts.open_faces))


def lying_problems(facts: Facts, lying: Iterable[tuple[str, Face]]) -> Iterator[FaceProblem]:
    """Yield violations of BOX-2, A-BOX-2 and A-BOX-4 among faces visible at once, given as (place, face)."""
    faces = tuple(lying)
    # BOX-2: each face once, values 2 to 13, 54 tiles. A-BOX-2: types with their prices.
    yield from face_problems(faces, *facts.kinds)
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
                left = no_such(face, box.kind, tile_set.called(face.building, face.value))
                violation = attrs.evolve(violation, message=f"{violation.message} (among {where[face]})")
                yield FaceProblem(violation, left, is_each=True)


def _patterns(faces: Iterable[Face], patterns: Mapping[Edges, int], box: Box) -> Iterator[FaceProblem]:
    alike: dict[Edges, list[Face]] = {}
    for face in faces:
        alike.setdefault(face.walls or Edges(0), []).append(face)
    # A-BOX-4: no more tiles with a pattern of walls than there are.
    for pattern in sorted(alike, key=attrgetter("value")):
        there, most = len(alike[pattern]), patterns.get(pattern, 0)
        if there > most:
            walls = f"{box.barrier}s {pattern or '-'}"
            message = f"{count(there, 'tile')} with {walls}, and the box has {most or 'none'}"
            left = message if most else f"the box has no tile with {walls}"
            violation = Violation(Clause.BOX_4.of(box.kind), message, faces=tuple(alike[pattern]))
            yield FaceProblem(violation, left, is_each=not most)


def price_pairs(facts: Facts) -> Iterator[Violation]:
    """Yield which open faces cannot all be fronts and backs of tiles with two prices."""
    lying = sorted({face for _, face in facts.open_faces}, key=attrgetter("rank"))
    for box in facts.boxes:
        pairs: dict[int, list[Face]] = {}
        for face in lying if box.has_backs else ():
            if face.kind is box.kind:
                pairs.setdefault(face.value // 2 * 2, []).append(face)
        for price in sorted(pairs.keys() & set(VALUES)):
            yield from _price_pair(facts, price, pairs[price])


def _price_pair(facts: Facts, price: int, faces: list[Face]) -> Iterator[Violation]:
    types, tile_set = len(faces[0].kind.buildings), facts.position.tile_set
    # BOX-2: nine tiles of each price pair.
    if len(faces) > types:
        message = f"{len(faces)} tiles of the prices {price} and {price + 1}, and the box has {types}"
        violation = Violation(Clause.BOX_2, message, faces=tuple(faces))
        yield from at_their_cells(facts, [FaceProblem(violation, message)])
    elif len(faces) == types and (tile_set is None or faces[0].kind not in tile_set.kinds):
        # BOX-3: two different types. When all nine lie open, and only one of them with its price up, the back
        # of that one is the only face of the other price that does not.
        prices = Counter(face.value for face in faces)
        alone = [face for face in faces if prices[face.value] == 1]
        if alone and len({face.building for face in faces}) == types:
            message = f"all tiles of the prices {price} and {price + 1} lie open, so {alone[0]} has "
            message += f"{alone[0].building.label} on its back, too"
            yield Violation(Clause.BOX_3, message, faces=tuple(faces))


def both_faces(facts: Facts) -> Iterator[Violation]:
    """Yield which tiles show both of their faces, as far as it is known which ones these are."""
    tile_set, where = facts.position.tile_set, {face: place for place, face in facts.open_faces}
    for tile in () if tile_set is None else tile_set.tiles:
        # BOX-11: a tile is in one place, and shows one face.
        if tile.front in where and tile.back is not None and tile.back in where:
            faces = tile.front, tile.back
            pair = " and ".join(f"{face} (among {where[face]})" for face in faces)
            violation = Violation(Clause.BOX_11, f"{pair} are the two faces of one tile", faces=faces)
            yield from at_their_cells(facts, [FaceProblem(violation, "the two faces of one tile")])


def moats(facts: Facts) -> Iterator[Violation]:
    """Yield which tiles have other moats or walls than they can have."""
    for name, player in facts.named:
        found = [
            attrs.evolve(violation, player=name, cells=(cell,))
            for cell, built in tiles_built(player)
            for violation in _moats_of(facts, built.face, _roof_up(built), _named(built))
        ]
        yield from sorted(found, key=attrgetter("cells"))
    for where, tiles in facts.open_tiles:
        # Those of Alhambra first, so that clauses do not depend on the order in which tiles are noted.
        for tile in sorted(tiles, key=_is_of_granada):
            if tile.moats is not None:
                for violation in _moats_of(facts, tile.face, tile.moats, str(tile.face)):
                    yield attrs.evolve(violation, message=f"{violation.message} (among {where})")


def _is_of_granada(tile: NotedTile) -> bool:
    return tile.face.walls is None


def _roof_up(built: Built) -> Edges:
    return built.moats if built.roof is Edges.N else built.moats.turned_back(built.roof)


def _named(built: Built) -> str:
    """Return the name of a tile in a city, and that its moats are told as they are with the roof up."""
    return tile_name(built) if built.roof is Edges.N else f"{tile_name(built)}, roof up,"


def _moats_of(facts: Facts, face: Face, moats: Edges, name: str) -> Iterator[Violation]:
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
        message = f"{name} with {len(moats)} {barrier}s, and a tile has at most {MOST_BARRIERS}"
        yield Violation(Clause.BOX_4.of(kind), message, faces=(face,))
    elif tile_set is not None and face in tile_set and moats != (listed := tile_set.moats(face)):
        message = f"{name} with {barrier}s {moats or '-'}, and the tile set has it with {listed or '-'}"
        yield Violation(Clause.BOX_4.of(kind), message, faces=(face,))


def money(facts: Facts) -> Iterator[Violation]:
    """Yield which cards are there too often, or do not exist."""
    places = facts.open_cards
    counts = Counter(facts.noted_cards)
    there = facts.cards
    for card in sorted(card for card, number in counts.items() if number > there.count(card)):
        among = some(place for place, cards in places if card in cards)
        if isinstance(card, ExchangeCard):
            # EXC-1: one for each pair of currencies, if they are played with.
            times, many = count(counts[card], "time"), there.count(card)
            message = f"{card} is there {times}, and there is {many or 'none'} ({among})"
            yield Violation(Clause.EXC_1, message, cards=(card,) * counts[card])
        elif card not in there:
            # BOX-1: values 1 to 9.
            values = f"{CARD_VALUES[0]} to {CARD_VALUES[-1]}"
            message = f"the box has no card {card}: values are {values} ({among})"
            yield Violation(Clause.BOX_1, message, cards=(card,))
        else:
            message = f"{card} is there {counts[card]} times, and there are {there.count(card)} ({among})"
            yield Violation(_how_many(facts), message, cards=(card,) * counts[card])
    if facts.seen_cards:
        yield from _hidden_money(facts)


def _how_many(facts: Facts) -> Clause:
    # BOX-1: three copies. DIRK-1: two play with two.
    return Clause.DIRK_1 if facts.is_for_two else Clause.BOX_1


def _hidden_money(facts: Facts) -> Iterator[Violation]:
    """Yield whether there are too many cards, also if not everything of them is seen."""
    among, there = some(place for place, _ in facts.seen_cards), facts.cards
    hidden = Counter(currency for _, cards in facts.seen_cards for currency in cards.hidden)
    for currency in sorted(hidden, key=PLACES.__getitem__):
        many, most = hidden[currency] + len(facts.noted_cards.only(currency)), len(there.only(currency))
        if many > most:
            message = f"{many} {currency.label} cards, and there are {most} (among {among})"
            yield Violation(_how_many(facts), message)
    many, most = facts.hidden_cards + len(facts.noted_cards), len(there)
    if many > most + facts.may_be_more:
        # EXC-1: six more if exchange cards are played with.
        mostly = f"{most} or {most + facts.may_be_more}" if facts.may_be_more else str(most)
        yield Violation(_how_many(facts), f"{many} cards, and there are {mostly} (among {among})")


def places(facts: Facts) -> Iterator[Violation]:
    """Yield what is wrong with the spaces of the yard, and with the places of the display."""
    position = facts.position
    yard = position.seen_yard if position.yard is None else position.yard
    # BOX-7: four spaces. MIX-5: each with room for a tile of either kind, so eight are noted.
    if yard is not None and len(yard) != len(facts.rules.spaces):
        clause = Clause.BOX_7 if len(facts.kinds) == 1 else Clause.MIX_5
        yield Violation(clause, f"the yard has {len(facts.rules.spaces)} spaces, not {len(yard)}")
    elif yard is not None and len(facts.kinds) > 1:
        kinds = (kind for kind in facts.kinds for _ in range(SPACES))
        # MIX-5: the first four are for tiles of Alhambra, the others for those of Granada.
        for space, (kind, tile) in enumerate(zip(kinds, yard, strict=True), 1):
            if tile is not None and kind_of(tile) not in {None, kind}:
                message = f"space {space} is for tiles of {kind.label}, not for {tile.face or tile}"
                yield Violation(Clause.MIX_5, message, faces=() if tile.face is None else (tile.face,))
    display = position.seen_display if position.display is None else position.display
    # BOX-8: four places.
    if display is not None and len(display) > DISPLAY:
        message = f"the display has {DISPLAY} places, not {len(display)}"
        cards = known_cards(position.display, position.seen_display)
        yield Violation(Clause.BOX_8, message, cards=tuple(cards))


def scoring_cards(facts: Facts) -> Iterator[Violation]:
    """Yield what is wrong with the scoring cards in the piles, and with those that are gone."""
    position = facts.position
    are_both = len(facts.kinds) > 1
    # BOX-6: A and B once each, and none for C. SETUP-6: A lies above B. MIX-7, MIX-11: B comes after A.
    if position.piles is not None and facts.scoring_cards is None:
        cards = some(pile.scoring.value for pile in position.piles if pile.scoring is not None)
        there = "A alone, then none, then B alone" if are_both else "A above B, then B alone"
        message = f"scoring cards in the piles: {cards}; there are {there}, then none"
        yield Violation(Clause.MIX_7 if are_both else Clause.BOX_6, message)
    # BOX-6: what was turned up is not in the deck.
    elif position.turned_up is not None and not facts.possible_turned_up:
        cards = some(scoring.value for scoring in position.turned_up) or "none"
        yield Violation(Clause.BOX_6, f"scoring cards turned up: {cards}, which the piles do not allow")


def points(facts: Facts) -> Iterator[Violation]:
    """Yield who has less than no points."""
    everybody = [(name, player.points) for name, player in facts.named]
    for name, number in (*everybody, (DIRK, facts.position.dirks_points)):
        # SCORE-7, A-SCORE-7: nobody loses points.
        if number is not None and number < 0:
            yield Violation(facts.clause(Clause.SCORE_7), "points are never less than 0", player=name)


def cities(facts: Facts) -> Iterator[Violation]:
    """Yield what is wrong with each city by itself."""
    for name, player in facts.named:
        if player.city is not None:
            # BOX-5, MIX-2: everybody has a start tile of the game that is played, of both one of Alhambra.
            if player.city.start is not facts.kind:
                message = f"a start tile of {player.city.start.label}, and this is {facts.rules.label}"
                yield Violation(facts.clause(Clause.BOX_5), message, player=name)
            # BUILD-1 … BUILD-6, MIX-15 … MIX-23: cities are legal.
            for violation in placement.violations(player.city):
                yield attrs.evolve(violation, player=name)
