"""What chance can bring next, how likely it is, exactly, and what it cannot bring."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, assert_never

from granada_rules import box
from granada_rules.arguments import expect
from granada_rules.clauses import Clause, Violation
from granada_rules.deck import money
from granada_rules.events import DrawCard, DrawScoring, DrawTile
from granada_rules.game import Game
from granada_rules.money import Purse
from granada_rules.state import DrawFor, Phase, Scoring

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from granada_rules.events import Draw
    from granada_rules.game import Table, View
    from granada_rules.money import Card
    from granada_rules.tiles import Face

__all__ = ["chance", "draw_clause", "draw_violations", "unseen", "way", "ways"]

_TILES = frozenset({DrawFor.DIRK, DrawFor.YARD})


def chance(game: Game) -> tuple[tuple[Draw, Fraction], ...]:
    """Return every draw that is possible now with its probability; nothing if no draw is due.

    Tiles in the order of their even faces; a scoring card first, then money cards in their order. The
    probabilities are exact, and their sum is 1.
    """
    expect(game, Game)
    from fractions import Fraction  # noqa: PLC0415 - who only imports the package does not wait for it

    table = game.table
    if table.draw_for is None:
        return ()
    if table.draw_for in _TILES:
        # Every tile of the bag is as likely as another, and lies as the marker shows (BOX-9).
        likely = Fraction(1, len(table.bag))
        return tuple((DrawTile(table.marker.up(tile)), likely) for tile in table.bag)
    # SETUP-6: a scoring card is in each place of its pile equally likely.
    top, scoring = game.piles[0].size, game.piles[0].scoring
    draws: list[tuple[Draw, Fraction]] = []
    money = Fraction(1)
    if scoring is not None:
        draws.append((DrawScoring(scoring), Fraction(1, top)))
        money -= Fraction(1, top)
    if money:
        each = money / len(game.deck)
        draws += [(DrawCard(card), count * each) for card, count in Counter(game.deck).items()]
    return tuple(draws)


def ways(game: Game) -> int:
    """Return how many equally likely ways there are to draw next; 0 if no draw is due."""
    table = game.table
    if table.draw_for is None:
        return 0
    if table.draw_for in _TILES:
        return len(table.bag)
    pile = game.piles[0]
    return len(game.deck) * (1 if pile.scoring is None else pile.size)


def way(game: Game, number: int) -> Draw:
    """Return what is drawn in the way of that number, counted from 0.

    If a pile of k cards hides a scoring card, and there are m money cards, the first m of the k * m ways
    bring the scoring card, and then each money card has k - 1 ways.
    """
    table = game.table
    if not 0 <= number < ways(game):
        raise ValueError(f"there are {ways(game)} ways to draw, so there is none of number {number}")
    if table.draw_for in _TILES:
        return DrawTile(table.marker.up(table.bag[number]))
    pile = game.piles[0]
    if pile.scoring is None:
        return DrawCard(game.deck[number])
    if number < len(game.deck):
        return DrawScoring(pile.scoring)
    return DrawCard(game.deck[(number - len(game.deck)) // (pile.size - 1)])


_BEFORE_PLAY = {
    DrawFor.DIRK: Clause.DIRK_3,
    DrawFor.YARD: Clause.SETUP_2,
    DrawFor.HAND: Clause.SETUP_3,
    DrawFor.DISPLAY: Clause.SETUP_5,
}
_BEFORE_NEXT_TURN = {
    DrawFor.DIRK: Clause.TURN_7,
    DrawFor.YARD: Clause.TURN_9,
    DrawFor.DISPLAY: Clause.TURN_7,
}


def draw_clause(table: Table) -> Clause:
    """Return the clause by which a draw is due, or by which there is no draw any more."""
    if table.draw_for is None:
        return Clause.END_5
    return (_BEFORE_PLAY if table.phase is Phase.SETUP else _BEFORE_NEXT_TURN)[table.draw_for]


def draw_violations(game: Game | View, draw: Draw) -> tuple[Violation, ...]:
    """Return every reason why that cannot be drawn now; a view only judges by what everybody knows."""
    return tuple(_unexpected(game.table, draw) or _impossible(game, draw))


def _unexpected(table: Table, draw: Draw) -> list[Violation]:
    """Return why nothing, or something else, is drawn now."""
    if table.draw_for is None:
        if table.to_act is None or table.phase is Phase.GIFT:
            return [Violation(Clause.END_1, "the game has ended, and nothing is drawn any more")]
        # TURN-5: the yard is not refilled while the turn lasts, and TURN-7 neither is the display.
        clause = Clause.TURN_5 if isinstance(draw, DrawTile) else Clause.TURN_7
        return [Violation(clause, f"{table.players[table.to_act].name} is to act first")]
    is_tile = table.draw_for in _TILES
    if is_tile is not isinstance(draw, DrawTile):
        return [Violation(draw_clause(table), f"{table.draw_for.value} is drawn first")]
    return []


def _impossible(game: Game | View, draw: Draw) -> Iterator[Violation]:
    match draw:
        case DrawTile():
            return _draw_tile(game.table, draw.face)
        case DrawCard():
            return _draw_card(game, draw.card)
        case DrawScoring():
            return _draw_scoring(game, draw.scoring)
        case _:
            assert_never(draw)


def _draw_tile(table: Table, face: Face) -> Iterator[Violation]:
    tiles = table.ruleset.tiles
    if face not in tiles:
        yield box.unknown_face(face)
        return
    tile = tiles.tile(face)
    # BOX-11: a tile that lies elsewhere is not in the bag.
    if tile not in table.bag:
        yield Violation(Clause.BOX_11, f"{face} is not in the bag", faces=(face,))
    # BOX-9, TURN-9, DIRK-5, DIRK-6: with the face that the marker shows.
    if face != table.marker.up(tile):
        message = f"the marker shows {table.marker.value}: {table.marker.up(tile)} lies up, not {face}"
        yield Violation(Clause.BOX_9, message, faces=(face,))


def _draw_card(game: Game | View, card: Card) -> Iterator[Violation]:
    # BOX-11: a card that is elsewhere is not in the deck.
    if card not in (game.deck if isinstance(game, Game) else unseen(game)):
        yield Violation(Clause.BOX_11, f"{card} is not in the deck", cards=(card,))
    # SETUP-6: of a pile nothing but its scoring card is left.
    if isinstance(game, Game) and game.piles[0].size == 1 and game.piles[0].scoring is not None:
        message = f"the last card of this pile is the scoring card {game.piles[0].scoring.value}"
        yield Violation(Clause.SETUP_6, message, cards=(card,))


def _draw_scoring(game: Game | View, scoring: Scoring) -> Iterator[Violation]:
    table = game.table
    # BOX-6: two scoring cards, A and B.
    if scoring is Scoring.C:
        yield Violation(Clause.BOX_6, "there is no card for scoring C, which takes place at the end")
    # SETUP-3: no hand and no first display can hold one.
    if table.phase is Phase.SETUP:
        yield Violation(Clause.SETUP_3, "the scoring cards are set aside until the deck is made")
    # SCORE-2: it has left the game.
    elif scoring in table.turned_up:
        yield Violation(Clause.SCORE_2, f"the scoring card {scoring.value} has left the game")
    # SETUP-6: it is further down.
    elif scoring is not Scoring.C and scoring is not _next_scoring(game):
        yield Violation(Clause.SETUP_6, f"the scoring card {scoring.value} is in a lower pile")


def _next_scoring(game: Game | View) -> Scoring | None:
    """Return which scoring card may be next: that of the uppermost pile or, for a view, A before B."""
    if isinstance(game, Game):
        return game.piles[0].scoring
    return Scoring.B if game.table.turned_up else Scoring.A


def unseen(seen: View) -> Purse:
    """Return the money cards that are in the deck or in hands that may not be known."""
    left = money(len(seen.hands)) - seen.table.display - seen.table.discards
    for hand in seen.hands:
        left -= hand or Purse()
    return left
