"""Positions as somebody writes them down, for tests."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from granada_rules import Cell, City, Edges, Face, Game, Pile, Scoring, ViolationError, reference
from granada_rules.position import Level, NotedPlayer, NotedTile, Position, validate
from tests.games import NAMES, faces, laid

if TYPE_CHECKING:
    from granada_rules import Violation

EVENS = tuple(tile.even for tile in reference().tiles)
AR8, HP9 = faces("AR8 HP9")
"""The two faces of one tile of the reference set, which has one moat, to the north."""


def noted(text: str) -> tuple[NotedTile, ...]:
    """Read tiles such as ``"AR8 LI5:W HS8:-"``."""
    parts = (code.partition(":") for code in text.split())
    return tuple(
        NotedTile(Face.parse(face), Edges.parse(moats) if colon else None) for face, colon, moats in parts
    )


def city(*tiles: str) -> City:
    """Read tiles such as ``"1,0 AR8 N"``: cell, face, moats and, if it lies turned, where the roof points."""
    parts = (tile.split() for tile in tiles)
    return City.of(
        (Cell.parse(cell), (Face.parse(face), *map(Edges.parse, edges)))  # type: ignore[misc] # two or three
        for cell, face, *edges in parts
    )


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


def found(position: Position) -> tuple[Violation, ...]:
    """Return what is wrong with a position, of which something is."""
    report = validate(position)
    assert report.violations
    assert report.level is Level.WELL_FORMED
    with pytest.raises(ViolationError) as refusal:
        Game.from_position(position)
    assert refusal.value.violations == report.violations
    return report.violations


def only(position: Position) -> Violation:
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


def piled(text: str) -> tuple[Pile, ...]:
    """Read piles such as ``"11 12A 13"``."""
    return tuple(
        Pile(int(pile.rstrip("ABC")), Scoring(pile[-1]) if pile[-1].isalpha() else None)
        for pile in text.split()
    )


@cache
def three() -> Position:
    """Return the first turn of three players; Red is to act."""
    return laid(["y9 y9 y2", "b9 b9 b3", "g9 g9 g4"], "o1 o2 o3 o4", "AR2 BA4 LI6 HS8").to_position()


@cache
def two() -> Position:
    """Return the first turn of two players; Red is to act."""
    return laid(
        ["y9 y9 y2", "b9 b9 b3"], "o1 o2 o3 o4", "AR2 BA4 LI6 HS8", "HP10 MA10 PA10 SC10 DI10 AR10"
    ).to_position()
