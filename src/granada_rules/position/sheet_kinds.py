"""Kinds of the fields of a score sheet, which is made without checks."""

from __future__ import annotations

from types import NoneType
from typing import TYPE_CHECKING, Any

from granada_rules.clauses import Clause
from granada_rules.grid import Cell, Edge
from granada_rules.sheet import Line, ScoreSheet
from granada_rules.state import Scoring
from granada_rules.tiles import Building, Face

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    _Check = Callable[[Any], bool]

__all__ = ["is_sheet"]


def is_sheet(given: object) -> bool:
    """Tell whether this is a score sheet with fields of the right kinds."""
    return isinstance(given, ScoreSheet) and _fields_are(given, _SHEET)


def _fields_are(given: object, checks: Mapping[str, _Check]) -> bool:
    return all(check(getattr(given, name)) for name, check in checks.items())


def _a(*kinds: type) -> _Check:
    return lambda given: isinstance(given, kinds)


def _tuple_of(check: _Check) -> _Check:
    return lambda given: isinstance(given, tuple) and all(map(check, given))


def _is_whole(given: object) -> bool:
    return type(given) is int


def _is_place(given: object) -> bool:
    return given is None or _is_whole(given)


def _is_pair(given: object) -> bool:
    match given:
        case (str(), Face()):
            return isinstance(given, tuple)
        case _:
            return False


def _is_edge(given: object) -> bool:
    return isinstance(given, Edge) and isinstance(given.cell, Cell)


def _is_line(given: object) -> bool:
    return isinstance(given, Line) and _fields_are(given, _LINE)


_LINE: dict[str, _Check] = {
    "clause": _a(Clause),
    "player": _a(str),
    "factor": _is_whole,
    "count": _is_whole,
    "building": _a(Building, NoneType),
    "place": _is_place,
    "faces": _tuple_of(_a(Face)),
    "tied": _tuple_of(_is_pair),
    "edges": _tuple_of(_is_edge),
}
_SHEET: dict[str, _Check] = {
    "scoring": _a(Scoring),
    "simplified": _a(bool),
    "players": _tuple_of(_a(str)),
    "lines": _tuple_of(_is_line),
}
