"""The score sheet: what moats and majorities of proven cities are worth, award by award."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, final

import attrs

from granada_rules.clauses import Clause
from granada_rules.moats import longest_moat
from granada_rules.state import DIRK, Scoring
from granada_rules.tiles import Building

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from granada_rules.city import City
    from granada_rules.grid import Edge
    from granada_rules.tiles import Face

__all__ = ["FACTORS", "FIXED", "Line", "ScoreSheet", "sheet", "visible_faces"]

FACTORS = {Scoring.A: (1,), Scoring.B: (2, 1), Scoring.C: (3, 2, 1)}
"""By place, how many points for each building of the type in all cities (SCORE-7)."""

FIXED = {Scoring.A: (3,), Scoring.B: (10, 3), Scoring.C: (18, 10, 3)}
"""By place, how many points in simplified scoring (SIMPLE-1)."""

_price = attrgetter("value")

_PLACES = ("first", "second", "third")


@final
@attrs.frozen
class Line:
    """One award: who gets how many points for what, and what proves it.

    Points are always ``factor * count``. For a moat the count is its length (SCORE-4); for a majority it is
    the number of such buildings in all cities (SCORE-7), or 1 where points are fixed (SIMPLE-1). A building
    without a place, or a place without a building, is a ``ValueError``.
    """

    clause: Clause
    """SCORE-4 for a moat, SCORE-7 or SIMPLE-1 for a majority."""
    player: str
    """Who gets the points, by name."""
    factor: int
    """How many points for each that is counted."""
    count: int
    """How many are counted."""
    building: Building | None = None
    """The type of building; nothing for a moat."""
    place: int | None = None
    """First, second or third; nothing for a moat."""
    faces: tuple[Face, ...] = ()
    """The player's own buildings of the type, dearest first."""
    tied: tuple[tuple[str, Face], ...] = ()
    """All who have as many, in the order that their dearest buildings, given with them, decide (SCORE-8)."""
    edges: tuple[Edge, ...] = ()
    """The edges of the moat, clockwise."""

    def __attrs_post_init__(self) -> None:
        if (self.building is None) != (self.place is None):
            raise ValueError("a majority has a building and a place, a moat has neither")

    @property
    def points(self) -> int:
        """What the award is worth."""
        return self.factor * self.count

    def __str__(self) -> str:
        if self.building is None or self.place is None:
            stretch = " to ".join(map(str, dict.fromkeys([*self.edges[:1], *self.edges[-1:]])))
            return f"{self.clause}: {self.player}, longest moat ({stretch}): {self.points}"
        faces = " ".join(map(str, self.faces))
        tie = " before ".join(f"{player} with {face}" for player, face in self.tied)
        product = "" if self.clause is Clause.SIMPLE_1 else f"{self.factor} x {self.count} = "
        return (
            f"{self.clause}: {self.building.label}, {_PLACES[self.place - 1]} is {self.player} ({faces}"
            f"{'; tie: ' if tie else ''}{tie}): {product}{self.points}"
        )


@final
@attrs.frozen
class ScoreSheet:
    """A scoring, award by award in scoring order (SCORE-3): moats, then the building types, then the places.

    Only awards have a line; whoever gets nothing for something has none.
    """

    scoring: Scoring
    """Which of the three it is."""
    simplified: bool
    """Whether majorities score fixed points."""
    players: tuple[str, ...]
    """The players as they were given; Dirk, if he takes part, is the last."""
    lines: tuple[Line, ...]
    """The awards."""

    @property
    def totals(self) -> dict[str, int]:
        """The points of everyone who takes part: the sum of their lines."""
        totals = dict.fromkeys(self.players, 0)
        for line in self.lines:
            totals[line.player] += line.points
        return totals

    def __str__(self) -> str:
        totals = ", ".join(f"{player} {points}" for player, points in self.totals.items())
        return "\n".join([*map(str, self.lines), f"total: {totals}"])


def sheet(
    cities: Mapping[str, City], scoring: Scoring, dirk: Iterable[Face] | None, *, simplified: bool
) -> ScoreSheet:
    """Score cities that are known to be legal; `granada_rules.scoring.score` judges them first."""
    owned: dict[Building, dict[str, list[Face]]] = {building: {} for building in Building}
    for player, faces in visible_faces(cities, dirk or ()):
        for face in sorted(faces, key=_price, reverse=True):
            owned[face.building].setdefault(player, []).append(face)
    # SCORE-3: moats first, then the building types in their order.
    lines = [*_moats(cities)]
    for building, owners in owned.items():
        lines += _majorities(building, owners, scoring, simplified=simplified)
    players = (*cities, *([] if dirk is None else [DIRK]))
    return ScoreSheet(scoring, simplified, players, tuple(lines))


def visible_faces(cities: Mapping[str, City], dirk: Iterable[Face]) -> Iterator[tuple[str, Iterable[Face]]]:
    """Return whose faces count: those in cities, and Dirk's (SCORE-9, DIRK-4)."""
    for player, city in cities.items():
        yield player, (tile.face for tile in city.tiles.values())
    yield DIRK, dirk


def _moats(cities: Mapping[str, City]) -> Iterator[Line]:
    # SCORE-4, SIMPLE-2: a point per edge of the longest moat in every scoring. DIRK-4: Dirk has none.
    for player, city in cities.items():
        moat = longest_moat(city)
        if moat.length:
            yield Line(Clause.SCORE_4, player, 1, moat.length, edges=moat.edges)


def _majorities(
    building: Building, owners: Mapping[str, list[Face]], scoring: Scoring, *, simplified: bool
) -> Iterator[Line]:
    # SCORE-7, SIMPLE-1: a factor times all such buildings, or fixed points.
    clause, factors, count = Clause.SCORE_7, FACTORS[scoring], sum(map(len, owners.values()))
    if simplified:
        clause, factors, count = Clause.SIMPLE_1, FIXED[scoring], 1

    # SCORE-6: most buildings first. SCORE-8: of those who have as many, the dearest building first.
    def strength(player: str) -> tuple[int, int]:
        return len(owners[player]), owners[player][0].value

    ranking = sorted(owners, key=strength, reverse=True)
    for place, (factor, player) in enumerate(zip(factors, ranking, strict=False), 1):
        faces = owners[player]
        equal = tuple((other, owners[other][0]) for other in ranking if len(owners[other]) == len(faces))
        tied = equal if len(equal) > 1 else ()
        yield Line(clause, player, factor, count, building, place, tuple(faces), tied)
