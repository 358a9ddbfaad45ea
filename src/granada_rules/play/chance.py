"""`chance`: what can be drawn next, and how likely it is, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from granada_rules.base import expect, short
from granada_rules.box import DrawFor
from granada_rules.game import Game
from granada_rules.play import acts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from fractions import Fraction

    from granada_rules.game import Draw
    from granada_rules.play.draft import Draft

__all__ = ["chance", "way", "way_of", "ways"]


class _Drawing(NamedTuple):
    """What is asked about one kind of draw."""

    listed: Callable[[Game | Draft], Iterable[tuple[Draw, int]]]
    """Every draw that is possible, with the number of its ways."""
    ways: Callable[[Game | Draft], int]
    """How many ways there are."""
    way: Callable[[Game | Draft, int], Draw]
    """The draw in the way of that number."""


_TILES = _Drawing(acts.legal_tile_draws, acts.tile_ways, acts.tile_way)
_CARDS = _Drawing(acts.legal_card_draws, acts.card_ways, acts.card_way)
_DRAWINGS = {
    DrawFor.DIRK: _TILES,
    DrawFor.YARD: _TILES,
    DrawFor.HUT: _Drawing(acts.legal_hut_draws, acts.hut_ways, acts.hut_way),
    DrawFor.HAND: _CARDS,
    DrawFor.BONUS: _Drawing(acts.legal_bonus_draws, acts.bonus_ways, acts.bonus_way),
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
    from fractions import Fraction

    if game.table.draw_for is None:
        return ()
    drawing = _DRAWINGS[game.table.draw_for]
    many = drawing.ways(game)
    return tuple((draw, Fraction(number, many)) for draw, number in drawing.listed(game))


def ways(game: Game | Draft) -> int:
    """Return how many equally likely ways there are to draw next; 0 if no draw is due."""
    draw_for = game.table.draw_for
    return 0 if draw_for is None else _DRAWINGS[draw_for].ways(game)


def way(game: Game | Draft, number: int) -> Draw:
    """Return what is drawn in the way of that number, counted from 0, of as many as `ways` returns."""
    return way_of(game, number, ways(game))


def way_of(game: Game | Draft, number: int, many: int) -> Draw:
    """Return what is drawn in the way of that number, given that there are ``many`` ways."""
    if type(number) is not int:
        raise TypeError(f"number of a way to draw: expected int, got {short(number)}")
    draw_for = game.table.draw_for
    if draw_for is None or not 0 <= number < many:
        raise ValueError(f"number of a way to draw: expected 0 to {many - 1}, got {short(number)}")
    return _DRAWINGS[draw_for].way(game, number)
