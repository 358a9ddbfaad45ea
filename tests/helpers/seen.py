"""Cities of which not everything is seen, for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from granada_rules import (
    Building,
    Cell,
    Edges,
    Kind,
    NotedPlayer,
    Position,
    SeenCity,
    SeenTile,
    validate,
)

if TYPE_CHECKING:
    from typing import Any

KINDS = {"A": Kind.ALHAMBRA, "G": Kind.GRANADA}


def tile(code: str, roof: str = "N") -> SeenTile:
    """Read a tile such as ``?``, ``G?``, ``SC?:N``, ``SC10:?`` or ``AC*:N``."""
    if code.endswith("?") and ":" not in code:
        return SeenTile(KINDS.get(code[0]), roof=Edges.parse(roof))
    face, _, sides = code.partition(":")
    price = {"?": None, "*": 0}.get(face[2:]) if face[2:] in {"?", "*"} else int(face[2:])
    seen = None if sides == "?" else Edges.parse(sides)
    return SeenTile(building=Building(face[:2]), price=price, sides=seen, roof=Edges.parse(roof))


def seen_city(*tiles: str, start: Kind = Kind.GRANADA, second: str | None = None) -> SeenCity:
    """Read tiles such as ``"1,0 SC10:?"``: cell, tile and, if it lies turned, where the roof points."""
    parts = (each.split() for each in tiles)
    laid = {Cell.parse(cell): tile(*rest) for cell, *rest in parts}
    return SeenCity(laid, start, None if second is None else Cell.parse(second))


def with_city(*tiles: str, start: Kind = Kind.GRANADA, **fields: Any) -> Position:  # noqa: ANN401 - any of a position's
    """Return a position in which Red has that city."""
    city = seen_city(*tiles, start=start)
    red = NotedPlayer(name="Red", seen_city=city)
    return Position(**{"players": (red,), **fields})


def told(position: Position) -> list[str]:
    """Return what a report says, without the name of the player."""
    report = validate(position)
    return [str(attrs.evolve(each, player=None)) for each in (*report.violations, *report.undecided)]
