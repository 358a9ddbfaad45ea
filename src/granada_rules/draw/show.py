"""What to show besides the thing itself, and what of a thing may be shown at all."""

from __future__ import annotations

import reprlib
from typing import TYPE_CHECKING, final

import attrs
from attrs.validators import deep_iterable, instance_of, optional

from granada_rules.city import City
from granada_rules.clauses import Violation
from granada_rules.game import Game, Table, View
from granada_rules.grid import Edges

if TYPE_CHECKING:
    from collections.abc import Iterable

    from granada_rules.money import Purse

__all__ = ["Seen", "Show", "Thing", "seen"]

Thing = City | Table | View | Game
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


@final
@attrs.frozen
class Seen:
    """What of a game is drawn."""

    table: Table
    hands: tuple[Purse | None, ...]
    """By seat; nothing where a hand may not be shown."""


def seen(thing: Table | View | Game) -> Seen:
    """Return what of a game may be shown: of a view the hands that it knows, otherwise the table alone.

    SETUP-7: hands are secret, so none of a `Game` is ever drawn.
    """
    if isinstance(thing, View):
        return Seen(thing.table, thing.hands)
    if isinstance(thing, Game):
        return seen(thing.table)
    if isinstance(thing, Table):
        return Seen(thing, (None,) * len(thing.players))
    raise TypeError(f"a City, a Table, a View or a Game can be drawn, not {reprlib.repr(thing)}")
