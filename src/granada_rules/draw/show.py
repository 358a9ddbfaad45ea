"""What can be drawn, and what to highlight in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import attrs
from attrs.validators import optional

from granada_rules.base import of_kind, tuple_of
from granada_rules.box import Edges, Kind, Violation
from granada_rules.city import City, SeenCity
from granada_rules.game import Game, Table, View
from granada_rules.position import Position
from granada_rules.scoring import Tally
from granada_rules.sheet import ScoreSheet

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Show", "Thing"]

Thing = City | SeenCity | Table | View | Game | Position | ScoreSheet | Tally
"""What can be drawn."""


def _all(violations: Iterable[Violation]) -> tuple[Violation, ...]:
    return tuple(violations)


@final
@attrs.frozen(kw_only=True)
class Show:
    """What to highlight in a drawing. On a table, violations are marked in the city of their player."""

    violations: tuple[Violation, ...] = attrs.field(default=(), converter=_all, validator=tuple_of(Violation))
    """Violations to mark at their cells and edges with numbers, which a legend explains."""

    longest_moat: bool = attrs.field(default=False, validator=of_kind(bool))
    """Whether to highlight the longest moat, wall (SCORE-4) and border (MIX-31). An illegal city has none."""

    legal_for: Edges | None = attrs.field(default=None, validator=optional(of_kind(Edges)))
    """Moats or walls of a tile: mark the cells where it may be built.

    On a table, for the player whose turn it is. In an illegal city no cell is legal.
    """

    legal_kind: Kind | None = attrs.field(default=None, validator=optional(of_kind(Kind)))
    """The kind of that tile; None for the kind of the start tile."""

    title: str | None = attrs.field(default=None, validator=optional(of_kind(str)))
    """A line above the drawing."""
