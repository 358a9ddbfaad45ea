"""Positions as somebody writes them down, for tests."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING, Any

import attrs
import pytest

import granada_rules as g
from granada_rules.game import money as all_money
from granada_rules.position import Level, NotedPlayer, NotedTile, Position, validate
from tests.helpers.endings import bag_emptied, enriched, finished
from tests.helpers.games import NAMES, at_decisions, faces, laid, money

if TYPE_CHECKING:
    from collections.abc import Callable


EVENS = tuple(tile.even for tile in g.reference().tiles)
AR8, HP9 = faces("AR8 HP9")
"""The two faces of one tile of the reference set, which has one moat, to the north."""


def noted(text: str) -> tuple[NotedTile, ...]:
    """Read tiles such as ``"AR8 LI5:W HS8:-"``, or of Alhambra ``"GA10:N GA10:-"``."""
    return tuple(map(_noted, text.split()))


def _noted(code: str) -> NotedTile:
    face, colon, moats = code.partition(":")
    if g.Building(face[:2]).kind is g.Kind.ALHAMBRA:
        return NotedTile(g.Face.parse(code))
    return NotedTile(g.Face.parse(face), g.Edges.parse(moats) if colon else None)


def city(*tiles: str) -> g.City:
    """Read tiles such as ``"1,0 AR8 N"``: cell, face, moats and, if it lies turned, where the roof points."""
    parts = (tile.split() for tile in tiles)
    return g.City.of(
        (g.Cell.parse(cell), (g.Face.parse(face), *map(g.Edges.parse, edges)))  # type: ignore[misc] # two or three
        for cell, face, *edges in parts
    )


def alhambra_of(*tiles: str) -> g.City:
    """Read tiles such as ``"1,0 GA10:N"``: cell and face, around the start tile of Alhambra."""
    parts = (tile.split() for tile in tiles)
    laid = {g.Cell.parse(cell): g.Face.parse(face) for cell, face in parts}
    return g.City.of({cell: (face, face.walls or g.Edges(0)) for cell, face in laid.items()}, g.Kind.ALHAMBRA)


def players(*named: NotedPlayer, of: int = 2) -> tuple[NotedPlayer, ...]:
    """Return so many players, of whom these come first."""
    return (*named, *(NotedPlayer(name=name) for name in NAMES[len(named) : of]))


def changed(position: Position, seat: int, **fields: Any) -> Position:  # noqa: ANN401 - any of its fields
    """Return a position in which something is different about one player."""
    listed = list(position.players)
    listed[seat] = attrs.evolve(listed[seat], **fields)
    return attrs.evolve(position, players=tuple(listed))


def but(position: Position, **fields: Any) -> Position:  # noqa: ANN401 - any of its fields
    """Return a position in which something is different."""
    return attrs.evolve(position, **fields)


def found(position: Position) -> tuple[g.Violation, ...]:
    """Return what is wrong with a position, of which something is."""
    report = validate(position)
    assert report.violations
    assert report.level is Level.WELL_FORMED
    with pytest.raises(g.ViolationError) as refusal:
        g.Game.from_position(position)
    assert refusal.value.violations == report.violations
    return report.violations


def only(position: Position) -> g.Violation:
    """Return the only thing that is wrong with a position."""
    (violation,) = found(position)
    return violation


def is_consistent(position: Position) -> bool:
    report = validate(position)
    assert report.missing
    return report.level is Level.CONSISTENT and not report.violations


def is_complete(position: Position) -> bool:
    report = validate(position)
    return report.level is Level.COMPLETE and not report.violations and not report.missing


def piled(text: str) -> tuple[g.Pile, ...]:
    """Read piles such as ``"11 12A 13"``."""
    return tuple(
        g.Pile(int(pile.rstrip("ABC")), g.Scoring(pile[-1]) if pile[-1].isalpha() else None)
        for pile in text.split()
    )


HANDS = ("y9 y9 y2", "b9 b9 b3", "g9 g9 g4")


def first_turn(players: int, yard: str, dirk: str = "", ruleset: g.Ruleset = g.GRANADA) -> Position:
    """Return the first turn of so many players; Red is to act."""
    return laid(HANDS[:players], "o1 o2 o3 o4", yard, dirk, ruleset=ruleset).to_position()


@cache
def three() -> Position:
    return first_turn(3, "AR2 BA4 LI6 HS8")


@cache
def two() -> Position:
    return first_turn(2, "AR2 BA4 LI6 HS8", "HP10 MA10 PA10 SC10 DI10 AR10")


@cache
def three_of_alhambra() -> Position:
    return first_turn(3, "PV2:NEW SE3:ESW AC5:NW GA10:N", ruleset=g.ALHAMBRA)


@cache
def two_of_alhambra() -> Position:
    dirk = "GA10:- GA10:W TO9:NE TO13:E CH5:NSW PV8:-"
    return first_turn(2, "PV2:NEW SE3:ESW AC5:NW GA10:N", dirk, g.ALHAMBRA)


GAP = (None, *noted("BA4 LI6 HS8"))


def spent() -> Position:
    """Return a turn of Red, who has paid all his money; Blue has a tile."""
    bought = changed(three(), 1, reserve=noted("MA2"))
    return but(changed(bought, 0, hand=money("")), discards=money("y9 y9 y2"))


def paid(cards: str) -> Position:
    """Return a turn in which Red bought AR2, the tile on the space of yellow, for these cards."""
    left = changed(three(), 0, hand=money("y9 y9"))
    return but(left, yard=GAP, bought=noted("AR2"), discards=money(cards))


def first_decision(players: int, fits: Callable[[g.Game], bool]) -> Position:
    """Return the first decision of a game by so many that is such."""
    return next(filter(fits, at_decisions(g.setup(NAMES[:players]), random.Random(0)))).to_position()


@cache
def late() -> Position:
    """Return a decision of three players after both scorings, with two piles left."""
    return first_decision(3, lambda game: len(game.table.turned_up) == len(game.piles) == 2)


@cache
def given(*hands: str) -> Position:
    """Return the first gift of a game that ended because Blue bought the last tile, with this money in hands.

    Four play; MA2 was bought, and LI3, HP3 and LI2 were left on the spaces of green, blue and orange.
    """
    game, purchase = enriched(bag_emptied(4), g.Space(1), *hands)
    position = finished(g.apply(game, purchase)).to_position()
    assert position.phase is g.Phase.GIFT
    return position


def in_all_hands() -> Position:
    return given("g3", "", "b3", "o3")


@cache
def after_a() -> Position:
    """Return a decision of two players after scoring A, with tiles in the bag."""
    return first_decision(2, lambda game: bool(game.table.turned_up and game.table.bag))


@cache
def after_b() -> Position:
    """Return a decision of two players after scoring B, with tiles in the bag."""
    return first_decision(2, lambda game: len(game.table.turned_up) == 2 and bool(game.table.bag))


def with_dirks(position: Position, many: int) -> Position:
    """Leave Dirk so many tiles, even faces first; Red has the others."""
    dirk = sorted(position.dirk or (), key=lambda tile: tile.face.value % 2)
    reserve = (*(position.players[0].reserve or ()), *dirk[many:])
    return but(changed(position, 0, reserve=reserve), dirk=tuple(dirk[:many]))


YARDS = {
    g.Kind.ALHAMBRA: ("PV2:NEW", "SE3:ESW", "AC5:NW", "GA10:N"),
    g.Kind.GRANADA: ("AR2", "BA4", "LI6", "HS8"),
}
"""What lies on the spaces of yellow, green, blue and orange, unless it was given away or never came."""


def ending(
    left: str, waiting: str, turn: str, *hands: str, ruleset: g.Ruleset, phase: g.Phase = g.Phase.GIFT
) -> Position:
    """Return a table without supplies: the spaces with a tile, those whose tile is to be placed, the hands.

    Spaces are counted from 1, and on from there for the second kind. All other tiles are on the reserve of
    the last player.
    """
    codes = [noted(code)[0] for kind in ruleset.kinds for code in YARDS[kind]]
    yard = tuple(tile if str(space) in left else None for space, tile in enumerate(codes, 1))
    bought = tuple(codes[int(space) - 1] for space in waiting)
    lying = {tile.face for tile in (*yard, *bought) if tile is not None}
    reserve = tuple(NotedTile(tile.front) for tile in ruleset.tiles.tiles if tile.front not in lying)
    names = NAMES[: len(hands)]
    display = money("y1 g1 b1 o1")
    deck = all_money(len(hands)) - display
    for hand in hands:
        deck -= money(hand)
    return Position(
        tile_set=ruleset.tiles,
        ruleset=ruleset,
        players=tuple(
            NotedPlayer(
                name=name,
                city=alhambra_of(),
                reserve=reserve if name == names[-1] else (),
                hand=money(hand),
                points=0,
            )
            for name, hand in zip(names, hands, strict=True)
        ),
        yard=yard,
        bought=bought,
        display=display,
        discards=g.Purse(),
        piles=(g.Pile(len(deck)),),
        turn=turn,
        phase=phase,
        draws=1,
    )


def lone(sheet: g.ScoreSheet) -> Position:
    """Return a position in which nothing is noted but a sheet."""
    return Position(sheets=(sheet,))


def tied(text: str) -> tuple[tuple[str, g.Face], ...]:
    """Read players and faces, such as ``"Red SC9 Blue SC5"``."""
    words = text.split()
    return tuple(zip(words[::2], faces(" ".join(words[1::2])), strict=True))


def award(sheet: g.ScoreSheet, which: str) -> int:
    """Return the number of an award: ``"Red"`` for Red's moat or wall, ``"SC 2"`` for the second of Schools.

    Where places are shared, ``"TO Red"`` is Red's place by Towers.
    """
    kinds = [line.building and line.building.code for line in sheet.lines]
    keys = [
        {line.player} if kind is None else {f"{kind} {line.place}", f"{kind} {line.player}"}
        for kind, line in zip(kinds, sheet.lines, strict=True)
    ]
    return next(number for number, names in enumerate(keys) if which in names)


def spoiled(sheet: g.ScoreSheet, which: str, **fields: Any) -> g.ScoreSheet:  # noqa: ANN401 - any of its fields
    """Return a sheet with something changed about an award."""
    lines = list(sheet.lines)
    number = award(sheet, which)
    lines[number] = attrs.evolve(lines[number], **fields)
    return attrs.evolve(sheet, lines=tuple(lines))
