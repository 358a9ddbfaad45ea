"""`chance`: what can be drawn next, and how likely it is, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.arguments import expect
from granada_rules.game import Game
from granada_rules.play.acts import (
    TILE_DRAWS,
    bonus_way,
    bonus_ways,
    card_way,
    card_ways,
    hut_way,
    hut_ways,
    legal_bonus_draws,
    legal_card_draws,
    legal_hut_draws,
    legal_tile_draws,
    tile_way,
    tile_ways,
)
from granada_rules.state import DrawFor

if TYPE_CHECKING:
    from fractions import Fraction

    from granada_rules.events import Draw

__all__ = ["chance", "way", "ways"]

# On Python 3.11 a constant takes a tenth of the time of an enum member.
_BONUS, _HUT = DrawFor.BONUS, DrawFor.HUT


def chance(game: Game) -> tuple[tuple[Draw, Fraction], ...]:
    """Return every draw that is possible now with its probability; none if no draw is due.

    Tiles come in the order of their even faces, bonus cards in that of their tiles, and huts in order; a
    scoring card comes first, then money cards in their order. The probabilities are exact, and their sum is
    1.

    >>> from granada_rules import chance, setup
    >>> draw, odds = chance(setup(3))[0]
    >>> print(draw.face, odds)
    AR2 1/54
    """
    expect(game, Game)
    from fractions import Fraction  # noqa: PLC0415 - importing the package stays fast

    many = ways(game)
    if not many:
        return ()
    if game.table.draw_for in TILE_DRAWS:
        return tuple((draw, Fraction(1, many)) for draw in legal_tile_draws(game))
    if game.table.draw_for is _BONUS:
        return tuple((draw, Fraction(1, many)) for draw in legal_bonus_draws(game))
    if game.table.draw_for is _HUT:
        return tuple((draw, Fraction(number, many)) for draw, number in legal_hut_draws(game))
    return tuple((draw, Fraction(number, many)) for draw, number in legal_card_draws(game))


def ways(game: Game) -> int:
    """Return how many equally likely ways there are to draw next; 0 if no draw is due."""
    if game.table.draw_for is None:
        return 0
    if game.table.draw_for in TILE_DRAWS:
        return tile_ways(game)
    if game.table.draw_for is _BONUS:
        return bonus_ways(game)
    return hut_ways(game) if game.table.draw_for is _HUT else card_ways(game)


def way(game: Game, number: int) -> Draw:
    """Return what is drawn in the way of that number, counted from 0."""
    many = ways(game)
    if not 0 <= number < many:
        raise ValueError(f"number: expected 0 to {many - 1}, got {number}")
    if game.table.draw_for in TILE_DRAWS:
        return tile_way(game, number)
    if game.table.draw_for is _BONUS:
        return bonus_way(game, number)
    if game.table.draw_for is _HUT:
        return hut_way(game, number)
    return card_way(game, number)
