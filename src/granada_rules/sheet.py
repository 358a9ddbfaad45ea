"""Score sheets: the points of legal cities for moats and majorities, award by award."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, cast, final

import attrs
from attrs.validators import optional

from granada_rules.arguments import of_kind, short, tuple_of, whole
from granada_rules.clauses import Clause
from granada_rules.grid import Edge
from granada_rules.moats import longest_moat
from granada_rules.sealed import made_once, maker
from granada_rules.state import DIRK, Scoring
from granada_rules.tiles import Building, Face

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from granada_rules.city import City

__all__ = ["FACTORS", "FIXED", "Line", "ScoreSheet", "sheet", "visible_faces"]

FACTORS = {Scoring.A: (1,), Scoring.B: (2, 1), Scoring.C: (3, 2, 1)}
"""By place, how many points for each building of the type in all cities (SCORE-7)."""

FIXED = {Scoring.A: (3,), Scoring.B: (10, 3), Scoring.C: (18, 10, 3)}
"""By place, how many points in simplified scoring (SIMPLE-1)."""

_price = attrgetter("value")

_PLACES = ("first", "second", "third")


def _pairs(_line: object, field: attrs.Attribute[Any], given: object) -> None:
    tuple_of(tuple)(_line, field, given)
    for pair in cast("tuple[tuple[object, ...], ...]", given):
        if list(map(type, pair)) != [str, Face]:
            raise TypeError(f"{field.name}: expected pairs of name and Face, got {short(pair)}")


@final
@made_once
class Line:
    """One award: the player, the points, and the evidence.

    Points are always ``factor * count``. For a moat the count is its length (SCORE-4); for a majority it is
    the number of such buildings in all cities (SCORE-7), or 1 if points are fixed (SIMPLE-1).

    Raises ``ValueError`` if it has a building but no place, or a place but no building.
    """

    clause: Clause = attrs.field(validator=of_kind(Clause))
    """SCORE-4 for a moat, SCORE-7 or SIMPLE-1 for a majority."""
    player: str = attrs.field(validator=of_kind(str))
    """The name of the player who gets the points."""
    factor: int = attrs.field(validator=whole)
    """The points for each edge or building counted."""
    count: int = attrs.field(validator=whole)
    """The number of edges or buildings counted."""
    building: Building | None = attrs.field(default=None, validator=optional(of_kind(Building)))
    """The building type; None for a moat."""
    place: int | None = attrs.field(default=None, validator=optional(whole))
    """1, 2 or 3; None for a moat."""
    faces: tuple[Face, ...] = attrs.field(default=(), validator=tuple_of(Face))
    """The player's own buildings of the type, dearest first."""
    tied: tuple[tuple[str, Face], ...] = attrs.field(default=(), validator=_pairs)
    """All players with as many, each with the dearest building, in the order that these decide (SCORE-8)."""
    edges: tuple[Edge, ...] = attrs.field(default=(), validator=tuple_of(Edge))
    """The edges of the moat, clockwise."""

    def __attrs_post_init__(self) -> None:
        if (self.building is None) != (self.place is None):
            raise ValueError("a majority has a building and a place, a moat has neither")

    @property
    def points(self) -> int:
        """The points of the award."""
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
@made_once
class ScoreSheet:
    """A scoring, award by award in scoring order (SCORE-3): moats, then building types, then places.

    There is no line where a player gets no points.
    """

    scoring: Scoring = attrs.field(validator=of_kind(Scoring))
    """Which of the three scorings it is."""
    simplified: bool = attrs.field(validator=of_kind(bool))
    """Whether majorities score fixed points."""
    players: tuple[str, ...] = attrs.field(validator=tuple_of(str))
    """The players in the order given; Dirk, if he takes part, is last."""
    lines: tuple[Line, ...] = attrs.field(validator=tuple_of(Line))
    """The awards."""

    @property
    def totals(self) -> dict[str, int]:
        """The total points of each player; a line of somebody who does not take part counts nothing."""
        totals = dict.fromkeys(self.players, 0)
        for line in self.lines:
            if line.player in totals:
                totals[line.player] += line.points
        return totals

    def __str__(self) -> str:
        totals = ", ".join(f"{player} {points}" for player, points in self.totals.items())
        return "\n".join([*map(str, self.lines), f"total: {totals}"])


_line, _new_sheet = maker(Line, Line.__init__), maker(ScoreSheet, ScoreSheet.__init__)


def sheet(
    cities: Mapping[str, City], scoring: Scoring, dirk: Iterable[Face] | None, *, simplified: bool
) -> ScoreSheet:
    """Score cities that are known to be legal; `granada_rules.scoring.score` checks them first."""
    owned: dict[Building, dict[str, list[Face]]] = {building: {} for building in Building}
    for player, faces in visible_faces(cities, dirk or ()):
        for face in sorted(faces, key=_price, reverse=True):
            owned[face.building].setdefault(player, []).append(face)
    # SCORE-3: moats first, then the building types in their order.
    lines = [*_moats(cities)]
    for building, owners in owned.items():
        lines += _majorities(building, owners, scoring, simplified=simplified)
    players = (*cities, *([] if dirk is None else [DIRK]))
    return _new_sheet(scoring=scoring, simplified=simplified, players=players, lines=tuple(lines))


def visible_faces(cities: Mapping[str, City], dirk: Iterable[Face]) -> Iterator[tuple[str, Iterable[Face]]]:
    """Yield each player with the faces that count: those in cities, and Dirk's (SCORE-9, DIRK-4)."""
    for player, city in cities.items():
        yield player, (tile.face for tile in city.tiles.values())
    yield DIRK, dirk


def _moats(cities: Mapping[str, City]) -> Iterator[Line]:
    # SCORE-4, SIMPLE-2: a point per edge of the longest moat in every scoring. DIRK-4: Dirk has none.
    for player, city in cities.items():
        moat = longest_moat(city)
        if moat.length:
            yield _line(Clause.SCORE_4, player, 1, moat.length, None, None, (), (), moat.edges)


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
        yield _line(clause, player, factor, count, building, place, tuple(faces), tied, ())
