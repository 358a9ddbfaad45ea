"""What is wrong with a position: all of it."""

from __future__ import annotations

import unicodedata
from collections import Counter
from operator import attrgetter
from typing import TYPE_CHECKING

import attrs

from granada_rules import box, placement
from granada_rules.clauses import Clause, Violation, some
from granada_rules.grid import short
from granada_rules.money import Purse
from granada_rules.position.piles import SCORING_CARDS, can_be_left
from granada_rules.position.values import DECISIONS, Level, Phase, Position, Report
from granada_rules.scoring import DIRK, MOST_PLAYERS, Scoring
from granada_rules.tiles import Building

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada_rules.box import TileSet
    from granada_rules.grid import Edges
    from granada_rules.money import Currency
    from granada_rules.position.values import NotedPlayer, NotedTile
    from granada_rules.tiles import Face

__all__ = ["validate"]

FEWEST_PLAYERS = 2
"""How many have to play (BOX-12)."""

SPACES = 4
"""How many spaces the yard has (BOX-7)."""

DIRKS_TILES = 6
"""How many tiles Dirk gets at the start and after scoring A (DIRK-3, DIRK-5)."""

LONGEST_NAME = 60
"""How many letters a player's name has at most."""


def validate(position: Position) -> Report:
    """Return everything that is wrong with a position.

    First the players, then the tiles over the whole table, the money, the table, and the cities one by one;
    and of a position that is complete, whether all of it can be so at once.
    """
    if not isinstance(position, Position):
        raise TypeError(f"a Position is wanted, not {short(position)}")
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
        "a phase in which somebody decides": position.phase if position.phase in DECISIONS else None,
        "turn": position.turn,
    }
    if len(position.players) < FEWEST_PLAYERS:
        yield "two players or more"
    if len(position.players) == FEWEST_PLAYERS:
        wanted |= {"dirk": position.dirk, "dirks_points": position.dirks_points}
    yield from (name for name, given in wanted.items() if given is None)
    names = [unicodedata.normalize("NFC", name) for player in position.players if (name := _name(player))]
    if len(set(names)) < len(names):
        yield "different names"
    for number, player in enumerate(position.players, 1):
        fields = attrs.asdict(player, recurse=False) | {"name": _name(player)}
        yield from (f"{name} of player {number}" for name, given in fields.items() if given is None)


def _name(player: NotedPlayer) -> str | None:
    """Return what a player is called, if it can be read in one line."""
    name = player.name or ""
    is_good = name.isprintable() and name == name.strip() and 1 <= len(name) <= LONGEST_NAME
    return name if is_good else None


def _named(position: Position) -> Iterator[tuple[str, NotedPlayer]]:
    return (
        (_name(player) or f"player {number}", player) for number, player in enumerate(position.players, 1)
    )


def _players(position: Position) -> Iterator[Violation]:
    # BOX-12: at most six players; one alone may be all that was written down.
    if len(position.players) > MOST_PLAYERS:
        yield Violation(
            Clause.BOX_12, f"{len(position.players)} players, and at most {MOST_PLAYERS} can play"
        )
    # DIRK-2: Dirk plays with two, and his name is his.
    takes_part = position.dirk is not None or position.dirks_points is not None
    if takes_part and len(position.players) > FEWEST_PLAYERS:
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
    pairs: dict[int, list[Face]] = {}
    for face in sorted({face for _, face in faces}, key=attrgetter("rank")):
        pairs.setdefault(face.value // 2 * 2, []).append(face)
    for price in sorted(pairs.keys() & set(box.VALUES)):
        yield from _price_pair(price, pairs[price], position.tile_set)
    if position.tile_set is not None:
        yield from _both_faces(position.tile_set, faces)
    yield from _moats(position)


def _price_pair(price: int, faces: list[Face], tile_set: TileSet | None) -> Iterator[Violation]:
    # BOX-2: nine tiles of each price pair.
    if len(faces) > len(Building):
        message = f"{len(faces)} tiles of the prices {price} and {price + 1}, and the box has {len(Building)}"
        yield Violation(Clause.BOX_2, message, faces=tuple(faces))
    elif len(faces) == len(Building) and tile_set is None:
        # BOX-3: two different types. When all nine lie open, and only one of them with its price up, the back
        # of that one is the only face of the other price that does not.
        prices = Counter(face.value for face in faces)
        alone = [face for face in faces if prices[face.value] == 1]
        if alone and len({face.building for face in faces}) == len(Building):
            message = f"all tiles of the prices {price} and {price + 1} lie open, so {alone[0]} has "
            message += f"{alone[0].building.label} on its back, too"
            yield Violation(Clause.BOX_3, message, faces=tuple(faces))


def _both_faces(tile_set: TileSet, faces: Iterable[tuple[str, Face]]) -> Iterator[Violation]:
    where = {face: place for place, face in faces}
    for tile in tile_set.tiles:
        # BOX-11: a tile is in one place, and shows one face.
        if tile.even in where and tile.odd in where:
            pair = " and ".join(f"{face} (among {where[face]})" for face in (tile.even, tile.odd))
            message = f"{pair} are the two faces of one tile"
            yield Violation(Clause.BOX_11, message, faces=(tile.even, tile.odd))


def _moats(position: Position) -> Iterator[Violation]:
    for name, player in _named(position):
        found = [
            attrs.evolve(violation, player=name, cells=(cell,))
            for cell, built in (player.city.tiles.items() if player.city is not None else ())
            for violation in _moats_of(position.tile_set, built.face, built.moats.turned_back(built.roof))
        ]
        yield from sorted(found, key=attrgetter("cells"))
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
    places = [("the display", position.display), ("the discards", position.discards)]
    places += [(f"{name}'s hand", player.hand) for name, player in _named(position)]
    counts = Counter(card for _, cards in places for card in cards or ())
    is_for_two = len(position.players) == FEWEST_PLAYERS
    there = Counter(box.money(FEWEST_PLAYERS if is_for_two else MOST_PLAYERS))
    for card in sorted(card for card, count in counts.items() if count > there[card]):
        among = some(place for place, cards in places if cards is not None and card in cards)
        if card not in there:
            # BOX-1: values 1 to 9.
            values = f"{box.CARD_VALUES[0]} to {box.CARD_VALUES[-1]}"
            message = f"the box has no card {card}: values are {values} ({among})"
            yield Violation(Clause.BOX_1, message, cards=(card,))
        else:
            # BOX-1: three copies. DIRK-1: two play with two.
            clause = Clause.DIRK_1 if is_for_two else Clause.BOX_1
            message = f"{card} is there {counts[card]} times, and there are {there[card]} ({among})"
            yield Violation(clause, message, cards=(card,) * counts[card])


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
    if scorings not in {(), (Scoring.B,), (Scoring.A, Scoring.B)}:
        named = some(scoring.value for scoring in scorings)
        message = f"scoring cards in the piles: {named}; there are A above B, then B alone, then none"
        yield Violation(Clause.BOX_6, message)
    # SCORE-7: nobody loses points.
    points = [(name, player.points) for name, player in _named(position)]
    for name, number in (*points, (DIRK, position.dirks_points)):
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
        yield Violation(Clause.TURN_1, f"it is the turn of {short(position.turn)}, who does not play")
    # BOX-11: what is nowhere else is in the bag.
    if position.bag is not None and (tiles := len(list(open_faces(position)))) < box.TILES:
        yield Violation(Clause.BOX_11, f"{box.TILES - tiles} tiles are neither in the bag nor anywhere else")
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
        message = f"{short(money)} money cards in the piles, and {left} are nowhere else"
        yield Violation(Clause.BOX_11, message)
    # SETUP-6: the piles are what is left of five equal ones.
    elif not can_be_left(piles, len(position.players), up):
        yield Violation(Clause.SETUP_6, "no deal leads to piles of these sizes")


def _progress(position: Position) -> Iterator[Violation]:
    yard, bought, display = position.yard or (), position.bought or (), position.display or Purse()
    gaps, phase = yard.count(None), position.phase
    # TURN-5, TURN-9: a turn begins with a full yard, and only purchases empty a space.
    if phase is Phase.ACT and gaps != len(bought):
        message = f"{gaps} spaces of the yard are empty, and {len(bought)} tiles were bought in this turn"
        yield Violation(Clause.TURN_9, message)
    # TURN-6: tiles that were bought in this turn are placed.
    if phase is Phase.PLACE and not 1 <= len(bought) <= gaps:
        message = f"{len(bought)} bought tiles to place, and {gaps} empty spaces in the yard"
        yield Violation(Clause.TURN_6, message)
    # TURN-7, TURN-8: a turn begins and ends with a full display, if there is money for it. Who has taken
    # money has nothing left but to place tiles; what was paid in this turn is not back yet.
    is_paid = phase is Phase.ACT and bought
    money = position.piles or (position.discards and not is_paid)
    if phase is not Phase.PLACE and len(display) < box.DISPLAY and money:
        yield Violation(Clause.TURN_7, f"{len(display)} cards on the display, and money to refill it")
    if phase is Phase.GIFT:
        yield from _gift(position)
    # SCORE-1: there are no points before the first scoring.
    points = [player.points for player in position.players] + [position.dirks_points]
    if Scoring.A not in turned_up(position) and any(points):
        yield Violation(Clause.SCORE_1, "there are points, and no scoring has taken place")
    if position.dirk is not None:
        yield from _dirk(position, len(position.dirk))


def _dirk(position: Position, tiles: int) -> Iterator[Violation]:
    # DIRK-3: six tiles at the start.
    if tiles < DIRKS_TILES:
        message = f"{DIRK} has {tiles} tiles, and got {DIRKS_TILES} at the start"
        yield Violation(Clause.DIRK_3, message, player=DIRK)
    # DIRK-5: six more after scoring A, or all that there were.
    elif tiles < 2 * DIRKS_TILES and Scoring.A in turned_up(position) and _in_bag(position):
        message = (
            f"{DIRK} has {tiles} tiles, and got {DIRKS_TILES} at the start and {DIRKS_TILES} after scoring A"
        )
        yield Violation(Clause.DIRK_5, message, player=DIRK)


def _in_bag(position: Position) -> int:
    """Return how many tiles are nowhere else, and so in the bag."""
    return box.TILES - len(list(open_faces(attrs.evolve(position, bag=None))))


def _gift(position: Position) -> Iterator[Violation]:
    yard, bought = position.yard or (), position.bought or ()
    # END-1: the game ends only when the bag is empty.
    if _in_bag(position):
        yield Violation(Clause.END_1, "tiles are given away, and the bag is not empty")
    # END-3: one at a time.
    if len(bought) != 1:
        yield Violation(Clause.END_3, f"{len(bought)} tiles are given at once, and it is one after the other")
        return
    # END-1: a space that cannot be refilled, beside the one of the tile that is given away.
    if yard.count(None) <= len(bought):
        yield Violation(Clause.END_1, "tiles are given away, and the yard was full")
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
    message = f"{short(position.turn)} has the most money of no currency whose tile is given away"
    yield Violation(Clause.END_2, message)


def _richest(position: Position, currency: Currency) -> str | None:
    """Return who has the most money of a currency; nobody on a tie."""
    money = {player.name: (player.hand or Purse()).total(currency) for player in position.players}
    richest = [name for name, worth in money.items() if worth == max(money.values())]
    return richest[0] if len(richest) == 1 else None
