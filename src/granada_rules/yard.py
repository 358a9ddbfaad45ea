"""The yard: which space is filled next, and whether one is empty (TURN-9, END-1).

With both kinds of tiles each of the four spaces has room for one of either kind, and numbers of its own for
these: 1 and 5, 2 and 6, 3 and 7, 4 and 8.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.state import SPACES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from granada_rules.ruleset import Ruleset
    from granada_rules.tiles import Face, Kind, Tile

__all__ = ["has_empty_space", "kinds_in", "space_to_fill"]


def kinds_in(bag: Sequence[Tile]) -> set[Kind]:
    """Return the kinds of the tiles in a bag, which is sorted by kind."""
    return {bag[0].kind, bag[-1].kind} if bag else set()


def space_to_fill(yard: Sequence[Face | None], bag: Sequence[Tile], ruleset: Ruleset) -> int | None:
    """Return the space that is filled next, counted from 0; None if none can be.

    TURN-9, A-TURN-9: the lowest free space. MIX-13: for the tile of Alhambra before that of Granada, as far
    as there are any.
    """
    left = kinds_in(bag)
    for space in ruleset.filling:
        if yard[space] is None and ruleset.spaces[space][1] in left:
            return space
    return None


def has_empty_space(yard: Sequence[object]) -> bool:
    """Tell whether some space has no tile at all: of both kinds one is enough (END-1, MIX-33)."""
    return not all(yard) and any(not any(yard[space::SPACES]) for space in range(SPACES))
