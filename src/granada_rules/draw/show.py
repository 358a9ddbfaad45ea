"""What can be drawn, and what to point out in the drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import attrs
from attrs.validators import deep_iterable, instance_of, optional

from granada_rules.city import City
from granada_rules.clauses import Violation
from granada_rules.game import Game, Table, View
from granada_rules.grid import Edges
from granada_rules.position import Position
from granada_rules.sheet import ScoreSheet

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Show", "Thing"]

Thing = City | Table | View | Game | Position | ScoreSheet
"""What can be drawn."""


def _all(violations: Iterable[Violation]) -> tuple[Violation, ...]:
    return tuple(violations)


@final
@attrs.frozen(kw_only=True)
class Show:
    """What to point out in a drawing. On a table, a violation is marked in the city of its player."""

    violations: tuple[Violation, ...] = attrs.field(
        default=(), converter=_all, validator=deep_iterable(instance_of(Violation))
    )
    """What is wrong: cells and edges are marked with the number of the violation, and a legend says why."""

    longest_moat: bool = attrs.field(default=False, validator=instance_of(bool))
    """Whether the longest moat stands out (SCORE-4). An illegal city has none."""

    legal_for: Edges | None = attrs.field(default=None, validator=optional(instance_of(Edges)))
    """Moats of a tile: the cells where it may be built are marked; on a table, for the one whose turn it is.

    In an illegal city none is: what may be built there depends on what is put right first.
    """

    title: str | None = attrs.field(default=None, validator=optional(instance_of(str)))
    """What stands above the drawing."""
