"""`Box`: what differs between Alhambra and Granada, as data: prices, barriers, majorities, ties."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, final

from granada_rules.base import made_once
from granada_rules.box.clauses import Clause
from granada_rules.box.grid import REACH, SPAN, Edges
from granada_rules.box.tiles import Building, Kind
from granada_rules.box.words import Scoring

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

__all__ = ["MOST_BARRIERS", "TILES", "VALUES", "Box", "Majorities"]


TILES = REACH
"""The number of building tiles of each kind (BOX-2, A-BOX-2): no city reaches further."""

VALUES = range(2, 14)
"""The prices of building tiles (BOX-2, A-BOX-2)."""

MOST_BARRIERS = 3
"""The most edges of a tile with a moat or a wall (BOX-4, A-BOX-4)."""


@final
@made_once
class Majorities:
    """What the places of building types are worth, and how ties go."""

    clause: Clause
    """The clause that awards the points."""
    points: Mapping[Scoring, Mapping[Building, tuple[int, ...]]]
    """By scoring and type, the points of the places, the first place first."""
    per_building: bool
    """Whether the points are for each such building in all cities (SCORE-7)."""
    ties_share: bool
    """Whether tied players share the points of their places (A-SCORE-8), or the dearest decides (SCORE-8)."""


@final
@made_once
class Box:
    """The data of a kind of tiles."""

    kind: Kind
    reach: int
    """How far from the start a tile can lie, in x and in y: in Alhambra tiles of Granada may lie beyond."""
    barrier: str
    """What stops walking: ``"wall"`` or ``"moat"``."""
    barrier_in_both: Clause
    """The clause that scores the longest one if both kinds are played (MIX-28, MIX-30)."""
    city: str
    """What players call their city: ``"Alhambra"`` or ``"city"``."""
    has_backs: bool
    """Whether tiles have two faces (BOX-2)."""
    extra_action_is_a_must: bool
    """Whether the books ask for the extra action after an exact payment (TURN-2)."""
    gives_together: bool
    """Whether a player gets all tiles at once that are given away at the end (A-END-3)."""
    many: Mapping[tuple[Building, int], int]
    """How many faces there are of each type and price, in the order of faces."""
    prices: Mapping[Building, range]
    """The prices of each type."""
    patterns: Mapping[Edges, int] | None
    """How many tiles there are with each pattern of barriers; None if that is not known."""
    majorities: Majorities
    simplified: Majorities | None
    """The majorities of simplified scoring, where there is one (SIMPLE-1)."""

    @staticmethod
    @cache
    def of(kind: Kind) -> Box:
        """Return the box of that kind."""
        return _ALHAMBRA if kind is Kind.ALHAMBRA else _GRANADA

    def scored_by(self, *, simplified: bool) -> Majorities:
        """Return how majorities are scored."""
        return self.simplified if simplified and self.simplified is not None else self.majorities

    def barrier_clause(self, kinds: Collection[Kind]) -> Clause:
        """Return the clause that scores the longest moat or wall if these kinds are played."""
        return Clause.SCORE_4 if len(kinds) == 1 else self.barrier_in_both


def _each(
    kind: Kind, points: Mapping[Scoring, tuple[int, ...]]
) -> Mapping[Scoring, Mapping[Building, tuple[int, ...]]]:
    """Return the same points for all types."""
    return {scoring: dict.fromkeys(kind.buildings, places) for scoring, places in points.items()}


def _rising(places: Iterable[int]) -> dict[Building, tuple[int, ...]]:
    """Return these points for the Pavilion, and one more for each type after it."""
    return {
        building: tuple(points + more for points in places)
        for more, building in enumerate(Kind.ALHAMBRA.buildings)
    }


# SCORE-7: a factor for each building in all cities. SCORE-8: ties go to the dearest. SIMPLE-1: fixed points.
_GRANADA = Box(
    kind=Kind.GRANADA,
    reach=REACH,
    barrier="moat",
    barrier_in_both=Clause.MIX_30,
    city="city",
    has_backs=True,
    extra_action_is_a_must=True,
    gives_together=False,
    many=({(one, value): 1 for one in Kind.GRANADA.buildings for value in VALUES}),
    prices=(dict.fromkeys(Kind.GRANADA.buildings, VALUES)),
    patterns=None,
    majorities=Majorities(
        Clause.SCORE_7,
        _each(Kind.GRANADA, {Scoring.A: (1,), Scoring.B: (2, 1), Scoring.C: (3, 2, 1)}),
        per_building=True,
        ties_share=False,
    ),
    simplified=Majorities(
        Clause.SIMPLE_1,
        _each(Kind.GRANADA, {Scoring.A: (3,), Scoring.B: (10, 3), Scoring.C: (18, 10, 3)}),
        per_building=False,
        ties_share=False,
    ),
)

# A-BOX-2: a type has seven prices, the lowest from 2 for the Pavilion to 7 for the Tower; some of them twice
# or three times.
_AGAIN = {
    Building.ARCADES: {6: 2, 8: 2},
    Building.CHAMBERS: {7: 2, 9: 2},
    Building.GARDEN: {8: 3, 10: 3},
    Building.TOWER: {9: 3, 11: 3},
}

_PRICES = {
    building: range(lowest, lowest + 7) for lowest, building in enumerate(Kind.ALHAMBRA.buildings, VALUES[0])
}

# A-BOX-4: no wall 10 times, each side alone 4 times, each corner 5 times, each three sides twice.
_PATTERNS = {
    Edges(0): 10,
    **{Edges.parse(side): 4 for side in "NESW"},
    **{Edges.parse(corner): 5 for corner in ("NE", "ES", "SW", "NW")},
    **{Edges.parse(open_once): 2 for open_once in ("ESW", "NSW", "NEW", "NES")},
}

# A-SCORE-7: points by type and place. A-SCORE-8: ties share.
_ALHAMBRA = Box(
    kind=Kind.ALHAMBRA,
    reach=SPAN - 1,
    barrier="wall",
    barrier_in_both=Clause.MIX_28,
    city="Alhambra",
    has_backs=False,
    extra_action_is_a_must=False,
    gives_together=True,
    many=(
        {
            (building, value): _AGAIN.get(building, {}).get(value, 1)
            for building, prices in _PRICES.items()
            for value in prices
        }
    ),
    prices=(_PRICES),
    patterns=(_PATTERNS),
    majorities=Majorities(
        Clause.A_SCORE_7,
        {Scoring.A: _rising([1]), Scoring.B: _rising([8, 1]), Scoring.C: _rising([16, 8, 1])},
        per_building=False,
        ties_share=True,
    ),
    simplified=None,
)
