"""`chance`: what can be drawn next, and how likely it is, exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from granada_rules.arguments import expect, short
from granada_rules.game import Game
from granada_rules.play.acts import (
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
    from granada_rules.play.draft import Draft

__all__ = ["chance", "way", "ways"]

_Drawing = tuple[
    Callable[["Game | Draft"], Iterable[tuple["Draw", int]]],
    Callable[["Game | Draft"], int],
    Callable[["Game | Draft", int], "Draw"],
]
"""Every draw with its number of ways, the number of all ways, and the draw of a way."""

_TILES: _Drawing = legal_tile_draws, tile_ways, tile_way
_CARDS: _Drawing = legal_card_draws, card_ways, card_way
_DRAWINGS: dict[DrawFor, _Drawing] = {
    DrawFor.DIRK: _TILES,
    DrawFor.YARD: _TILES,
    DrawFor.HUT: (legal_hut_draws, hut_ways, hut_way),
    DrawFor.HAND: _CARDS,
    DrawFor.BONUS: (legal_bonus_draws, bonus_ways, bonus_way),
    DrawFor.DISPLAY: _CARDS,
}


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

    if game.table.draw_for is None:
        return ()
    listed, count, _ = _DRAWINGS[game.table.draw_for]
    many = count(game)
    return tuple((draw, Fraction(number, many)) for draw, number in listed(game))


def ways(game: Game | Draft) -> int:
    """Return how many equally likely ways there are to draw next; 0 if no draw is due."""
    draw_for = game.table.draw_for
    return 0 if draw_for is None else _DRAWINGS[draw_for][1](game)


def way(game: Game | Draft, number: int, many: int | None = None) -> Draw:
    """Return what is drawn in the way of that number, counted from 0, of so many as `ways` returned."""
    if many is None:
        many = ways(game)
    draw_for = game.table.draw_for
    if draw_for is None or type(number) is not int or not 0 <= number < many:
        raise ValueError(f"number: expected 0 to {many - 1}, got {short(number)}")
    return _DRAWINGS[draw_for][2](game, number)
