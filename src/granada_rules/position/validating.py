"""What is wrong with a position: all of it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import attrs

from granada_rules import box, placement
from granada_rules.clauses import Clause, Violation, some
from granada_rules.money import Purse
from granada_rules.position.piles import SCORING_CARDS, possible_piles
from granada_rules.position.values import Level, Phase, Report
from granada_rules.scoring import DIRK, MOST_PLAYERS, Scoring
from granada_rules.tiles import Building

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada_rules.box import TileSet
    from granada_rules.grid import Edges
    from granada_rules.money import Currency
    from granada_rules.position.values import NotedPlayer, NotedTile, Position
    from granada_rules.tiles import Face

__all__ = ["validate"]

FEWEST_PLAYERS = 2
"""How many have to play (BOX-12)."""

SPACES = 4
"""How many spaces the yard has (BOX-7)."""

DIRKS_TILES = 6
"""How many tiles Dirk gets at the start and after scoring A (DIRK-3, DIRK-5)."""


def validate(position: Position) -> Report:
    """Return everything that is wrong with a position.

    First the players, then the tiles over the whole table, the money, the table, and the cities one by one;
    and of a position that is complete, whether all of it can be so at once.
    """
    missing = tuple(_missing(position))
    violations = [*_players(position), *_tiles(position), *_money(position), *_places(position)]
    violations += _cities(position)
    if not missing and not violations:
        violations += _whole_table(position)
    level = Level.WELL_FORMED if violations else Level.CONSISTENT if missing else Level.COMPLETE
    return Report(level, tuple(violations), missing)


def _missing(position: Position) -> Iterator[str]:
    wanted: dict[str, object] = {
        "a listed tile set": position.tile_set,
        "ruleset": position.ruleset,
        "marker": position.marker,
        "yard": position.yard,
        "display": position.display,
        "discards": position.discards,
        "piles": position.piles,
        "bought": position.bought,
        "phase": position.phase,
        "turn": position.turn,
    }
    if len(position.players) < FEWEST_PLAYERS:
        yield "two players or more"
    if len(position.players) == FEWEST_PLAYERS:
        wanted |= {"dirk": position.dirk, "dirks_points": position.dirks_points}
    yield from (name for name, given in wanted.items() if given is None)
    for number, player in enumerate(position.players, 1):
        fields = attrs.asdict(player, recurse=False)
        yield from (f"{name} of player {number}" for name, given in fields.items() if given is None)


def _name(number: int, player: NotedPlayer) -> str:
    return player.name or f"player {number}"


def _named(position: Position) -> Iterator[tuple[str, NotedPlayer]]:
    return ((_name(number, player), player) for number, player in enumerate(position.players, 1))


def _players(position: Position) -> Iterator[Violation]:
    # BOX-12: at most six players; one alone may be all that was written down.
    if len(position.players) > MOST_PLAYERS:
        yield Violation(
            Clause.BOX_12, f"{len(position.players)} players, and at most {MOST_PLAYERS} can play"
        )
    # DIRK-2: Dirk plays with two, and his name is his.
    if position.dirk is not None and len(position.players) > FEWEST_PLAYERS:
        yield Violation(
            Clause.DIRK_2, f"{DIRK} plays with two, not with {len(position.players)}", player=DIRK
        )
    if any(player.name == DIRK for player in position.players):
        yield Violation(Clause.DIRK_2, f"{DIRK} is imaginary, so no player can have his name", player=DIRK)


def _open_tiles(position: Position) -> Iterator[tuple[str, Iterable[NotedTile]]]:
    """Yield the tiles that were written down, cities aside, with where they are."""
    yield "the yard", (tile for tile in position.yard or () if tile is not None)
    yield "the bought tiles", position.bought or ()
    yield f"{DIRK}'s tiles", position.dirk or ()
    yield "the bag", position.bag or ()
    for name, player in _named(position):
        yield f"{name}'s reserve", player.reserve or ()


def open_faces(position: Position) -> Iterator[tuple[str, Face]]:
    """Yield every face that was written down, with where it is."""
    for name, player in _named(position):
        for built in player.city.tiles.values() if player.city is not None else ():
            yield f"{name}'s city", built.face
    for where, tiles in _open_tiles(position):
        for tile in tiles:
            yield where, tile.face


def _tiles(position: Position) -> Iterator[Violation]:
    faces = list(open_faces(position))
    # BOX-2: each face once, values 2 to 13, 54 tiles.
    yield from box.face_violations(faces)
    # BOX-2: nine tiles of each price pair.
    yield from _price_pairs({face for _, face in faces})
    if position.tile_set is not None:
        yield from _twoopen_faces(position.tile_set, faces)
    yield from _moats(position)


def _price_pairs(faces: Iterable[Face]) -> Iterator[Violation]:
    pairs: dict[int, list[Face]] = {}
    for face in sorted(faces):
        pairs.setdefault(face.value // 2 * 2, []).append(face)
    for price, of_pair in sorted(pairs.items()):
        if price in box.VALUES and len(of_pair) > len(Building):
            message = (
                f"{len(of_pair)} tiles of the prices {price} and {price + 1}, and the box has {len(Building)}"
            )
            yield Violation(Clause.BOX_2, message, faces=tuple(of_pair))


def _twoopen_faces(tile_set: TileSet, faces: Iterable[tuple[str, Face]]) -> Iterator[Violation]:
    where = {face: place for place, face in faces}
    for tile in tile_set.tiles:
        # BOX-11: a tile is in one place, and shows one face.
        if tile.even in where and tile.odd in where:
            pair = " and ".join(f"{face} (among {where[face]})" for face in (tile.even, tile.odd))
            message = f"{pair} are the two faces of one tile"
            yield Violation(Clause.BOX_11, message, faces=(tile.even, tile.odd))


def _moats(position: Position) -> Iterator[Violation]:
    for name, player in _named(position):
        for cell, built in sorted(player.city.tiles.items()) if player.city is not None else ():
            for violation in _moats_of(position.tile_set, built.face, built.moats.turned_back(built.roof)):
                yield attrs.evolve(violation, player=name, cells=(cell,))
    for where, tiles in _open_tiles(position):
        for tile in tiles:
            if tile.moats is not None:
                for violation in _moats_of(position.tile_set, tile.face, tile.moats):
                    yield attrs.evolve(violation, message=f"{violation.message} (among {where})")


def _moats_of(tile_set: TileSet | None, face: Face, moats: Edges) -> Iterator[Violation]:
    # BOX-4: at most three moats, and those that the tile has.
    if len(moats) > box.MOST_MOATS:
        yield Violation(
            Clause.BOX_4,
            f"{face} with {len(moats)} moats, and a tile has at most {box.MOST_MOATS}",
            faces=(face,),
        )
    elif tile_set is not None and face in tile_set and moats != (listed := tile_set.moats(face)):
        message = f"{face} with moats {moats or '-'}, and the tile set has it with {listed or '-'}"
        yield Violation(Clause.BOX_4, message, faces=(face,))


def _money(position: Position) -> Iterator[Violation]:
    places = {"the display": position.display, "the discards": position.discards}
    places |= {f"{name}'s hand": player.hand for name, player in _named(position)}
    counts = Counter(card for cards in places.values() for card in cards or ())
    is_for_two = len(position.players) == FEWEST_PLAYERS
    there = Counter(box.money(FEWEST_PLAYERS if is_for_two else MOST_PLAYERS))
    for card, count in sorted(counts.items()):
        among = some(place for place, cards in places.items() if cards is not None and card in cards)
        if card not in there:
            # BOX-1: values 1 to 9.
            values = f"{box.CARD_VALUES[0]} to {box.CARD_VALUES[-1]}"
            message = f"the box has no card {card}: values are {values} ({among})"
            yield Violation(Clause.BOX_1, message, cards=(card,))
        elif count > there[card]:
            # BOX-1: three copies. DIRK-1: two play with two.
            clause = Clause.DIRK_1 if is_for_two else Clause.BOX_1
            message = f"{card} is there {count} times, and there are {there[card]} ({among})"
            yield Violation(clause, message, cards=(card,) * count)


def _places(position: Position) -> Iterator[Violation]:
    # BOX-7: four spaces.
    if position.yard is not None and len(position.yard) != SPACES:
        yield Violation(Clause.BOX_7, f"the yard has {SPACES} spaces, not {len(position.yard)}")
    # BOX-8: four places.
    if position.display is not None and len(position.display) > box.DISPLAY:
        message = f"the display has {box.DISPLAY} places, not {len(position.display)}"
        yield Violation(Clause.BOX_8, message, cards=tuple(position.display))
    # BOX-6: A and B once each, and none for C. SETUP-6: A lies above B.
    scorings = tuple(pile.scoring for pile in position.piles or () if pile.scoring is not None)
    if scorings not in {(), (Scoring.B,), (Scoring.A, Scoring.B)} and position.piles is not None:
        named = some(scoring.value for scoring in scorings)
        message = f"scoring cards in the piles: {named}; there are A above B, then B alone, then none"
        yield Violation(Clause.BOX_6, message)
    # SCORE-7: nobody loses points.
    points = {name: player.points for name, player in _named(position)} | {DIRK: position.dirks_points}
    for name, number in points.items():
        if number is not None and number < 0:
            yield Violation(Clause.SCORE_7, "points are never less than 0", player=name)


def _cities(position: Position) -> Iterator[Violation]:
    # BUILD-1 … BUILD-6: cities are legal.
    for name, player in _named(position):
        if player.city is not None:
            for violation in placement.violations(player.city):
                yield attrs.evolve(violation, player=name)


def _whole_table(position: Position) -> Iterator[Violation]:
    """Return what cannot be so at once in a position of which all is known and nothing else is wrong."""
    names = [player.name for player in position.players]
    # TURN-1: it is somebody's turn.
    if position.turn not in names:
        yield Violation(Clause.TURN_1, f"it is the turn of {position.turn}, who does not play")
    yield from _deck(position)
    yield from _progress(position)


def deck_money(position: Position) -> Purse:
    """Return the money that is nowhere else, and so in the deck."""
    left = box.money(len(position.players)) - (position.display or Purse()) - (position.discards or Purse())
    for player in position.players:
        left -= player.hand or Purse()
    return left


def turned_up(position: Position) -> tuple[Scoring, ...]:
    """Return the scoring cards that are not in the deck any more."""
    hidden = [pile.scoring for pile in position.piles or ()]
    return tuple(scoring for scoring in (Scoring.A, Scoring.B) if scoring not in hidden)


def _deck(position: Position) -> Iterator[Violation]:
    piles = position.piles or ()
    cards, up = sum(pile.size for pile in piles), turned_up(position)
    money = cards - (len(SCORING_CARDS) - len(up))
    # BOX-11: what is nowhere else is in the deck.
    if money != (left := len(deck_money(position))):
        message = f"{money} money cards in the piles, and {left} are nowhere else"
        yield Violation(Clause.BOX_11, message)
    # SETUP-6: the piles are what is left of five equal ones.
    elif len(up) < len(SCORING_CARDS) and piles not in possible_piles(len(position.players), cards, up):
        yield Violation(Clause.SETUP_6, "no deal leads to piles of these sizes")


def _progress(position: Position) -> Iterator[Violation]:
    yard, bought, display = position.yard or (), position.bought or (), position.display or Purse()
    gaps, deck_size = yard.count(None), sum(pile.size for pile in position.piles or ())
    if position.phase is Phase.ACT:
        # TURN-5, TURN-9: a turn begins with a full yard, and only purchases empty a space.
        if gaps != len(bought):
            message = f"{gaps} spaces of the yard are empty, and {len(bought)} tiles were bought in this turn"
            yield Violation(Clause.TURN_9, message)
        # TURN-7, TURN-8: it begins with a full display, too, if there is money for it.
        if len(display) < box.DISPLAY and (deck_size or (position.discards and not bought)):
            yield Violation(Clause.TURN_7, f"{len(display)} cards on the display, and money to refill it")
    # TURN-6: tiles that were bought in this turn are placed.
    if position.phase is Phase.PLACE and not 1 <= len(bought) <= gaps:
        message = f"{len(bought)} bought tiles to place, and {gaps} empty spaces in the yard"
        yield Violation(Clause.TURN_6, message)
    if position.phase is Phase.GIFT:
        yield from _gift(position)
    # SCORE-1: there are no points before the first scoring.
    points = [player.points for player in position.players] + [position.dirks_points]
    if Scoring.A not in turned_up(position) and any(points):
        yield Violation(Clause.SCORE_1, "there are points, and no scoring has taken place")
    # DIRK-3: he never has fewer tiles than at the start.
    if position.dirk is not None and len(position.dirk) < DIRKS_TILES:
        message = f"{DIRK} has {len(position.dirk)} tiles, and got {DIRKS_TILES} at the start"
        yield Violation(Clause.DIRK_3, message, player=DIRK)


def _gift(position: Position) -> Iterator[Violation]:
    yard, bought = position.yard or (), position.bought or ()
    # END-1: the game ends only when the bag is empty.
    if len(list(open_faces(attrs.evolve(position, bag=None)))) < box.TILES:
        yield Violation(Clause.END_1, "tiles are given away, and the bag is not empty")
    # END-3: one at a time.
    if len(bought) != 1:
        yield Violation(Clause.END_3, f"{len(bought)} tiles are given at once, and it is one after the other")
        return
    # END-2: in the order of the spaces, each to whoever has the most money of its currency.
    currencies = position.ruleset.yard if position.ruleset is not None else ()
    for tile, currency in zip(yard, currencies, strict=True):
        richest = _richest(position, currency)
        if tile is None and richest == position.turn:
            return
        if tile is not None and richest is not None:
            message = f"{tile.face} goes to {richest} before any tile of a later space"
            yield Violation(Clause.END_2, message, faces=(tile.face,))
            return
    yield Violation(
        Clause.END_2, f"{position.turn} has the most money of no currency whose tile is given away"
    )


def _richest(position: Position, currency: Currency) -> str | None:
    """Return who has the most money of a currency; nobody on a tie."""
    money = {player.name: (player.hand or Purse()).total(currency) for player in position.players}
    richest = [name for name, worth in money.items() if worth == max(money.values())]
    return richest[0] if len(richest) == 1 else None
