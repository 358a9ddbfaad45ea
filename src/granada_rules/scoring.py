"""What cities are worth: moats and majorities in the scorings A, B and C, as an itemised sheet."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING, final

import attrs

from granada_rules import placement
from granada_rules.box import TILES, face_violations
from granada_rules.city import City, Laid, built
from granada_rules.clauses import Clause, Violation, ViolationError
from granada_rules.kinds import expect, short
from granada_rules.moats import longest_moat
from granada_rules.tiles import Building, Face

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada_rules.grid import Cell, Edge

__all__ = [
    "DIRK",
    "MOST_PLAYERS",
    "Line",
    "ScoreSheet",
    "Scoring",
    "Standing",
    "score",
    "score_if_built",
    "standings",
]

DIRK = "Dirk"
"""The imaginary third player of two, who has tiles but no city (DIRK-2)."""


class Scoring(enum.Enum):
    """The three scorings (SCORE-1)."""

    A = "A"
    B = "B"
    C = "C"

    def __repr__(self) -> str:
        return f"Scoring.{self.name}"


# SCORE-7: by place, how many points for each building of the type in all cities.
_FACTORS = {Scoring.A: (1,), Scoring.B: (2, 1), Scoring.C: (3, 2, 1)}

# SIMPLE-1: by place, how many points.
_FIXED = {Scoring.A: (3,), Scoring.B: (10, 3), Scoring.C: (18, 10, 3)}


MOST_PLAYERS = 6
"""How many can play (BOX-12)."""

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


def score(
    cities: Mapping[str, City],
    scoring: Scoring,
    *,
    dirk: Iterable[Face] | None = None,
    simplified: bool = False,
) -> ScoreSheet:
    """Score the cities of 1 to 6 players, and Dirk's faces if he takes part.

    Only what lies in the cities and with Dirk counts: nothing on reserves, nothing bought (SCORE-9).

    A ``ViolationError`` holds all reasons at once: no player or too many (BOX-12), one called Dirk (DIRK-2),
    faces the box does not have or has once (BOX-2), illegal cities (BUILD-1 … BUILD-5). A name that cannot be
    read in one line is a ``ValueError``.
    """
    dirks = _sound(cities, scoring, dirk, simplified)
    if problems := [*_table_problems(cities, dirks or ()), *_city_problems(cities)]:
        raise ViolationError(problems)
    owned: dict[Building, dict[str, list[Face]]] = {building: {} for building in Building}
    for player, faces in _visible(cities, dirks or ()):
        for face in sorted(faces, key=_price, reverse=True):
            owned[face.building].setdefault(player, []).append(face)
    # SCORE-3: moats first, then the building types in their order.
    lines = [*_moats(cities)]
    for building, owners in owned.items():
        lines += _majorities(building, owners, scoring, simplified=simplified)
    players = (*cities, *([] if dirks is None else [DIRK]))
    return ScoreSheet(scoring, simplified, players, tuple(lines))


def score_if_built(  # noqa: PLR0913 - the question of `score`, and who builds what where
    cities: Mapping[str, City],
    scoring: Scoring,
    player: str,
    cell: Cell,
    tile: Laid,
    *,
    dirk: Iterable[Face] | None = None,
    simplified: bool = False,
) -> ScoreSheet:
    """Score as if that player had built that tile there.

    A ``ViolationError`` holds all reasons if it may not be built, and what `score` refuses; a player without
    a city is a ``ValueError``.
    """
    dirks = _sound(cities, scoring, dirk, simplified)
    if player not in cities:
        raise ValueError(f"{player!r} has no city here (cities: {', '.join(map(repr, cities)) or 'none'})")
    tile = built(tile)
    if reasons := placement.why_not(cities[player], cell, tile):
        others = {name: city for name, city in cities.items() if name != player}
        own = (attrs.evolve(reason, player=player) for reason in reasons)
        table = _table_problems(cities, dirks or (), [(player, [tile.face])])
        raise ViolationError([*table, *_city_problems(others), *own])
    extended = cities[player].extended(cell, tile)
    return score({**cities, player: extended}, scoring, dirk=dirks, simplified=simplified)


def _sound(
    cities: Mapping[str, City], scoring: Scoring, dirk: Iterable[Face] | None, simplified: object
) -> tuple[Face, ...] | None:
    """Refuse what is of the wrong kind; return Dirk's faces, and of endlessly many just too many."""
    expect(cities, Mapping)
    kinds: list[tuple[object, type, str]] = [
        (scoring, Scoring, "a scoring"),
        (simplified, bool, "simplified"),
        *((city, City, "a city") for city in cities.values()),
        *((name, str, "a player's name") for name in cities),
    ]
    dirks = None if dirk is None else tuple(islice(dirk, 2 * TILES + 1))
    kinds += [(face, Face, "each of Dirk's faces") for face in dirks or ()]
    for given, kind, what in kinds:
        if not isinstance(given, kind):
            raise TypeError(f"{what} is a {kind.__name__}, not {short(given)}")
    for name in cities:
        if not (name.isprintable() and name.strip()):
            raise ValueError(f"a player's name can be read in one line, not {short(name)}")
    return dirks


def _visible(cities: Mapping[str, City], dirk: Iterable[Face]) -> Iterator[tuple[str, Iterable[Face]]]:
    """Return whose faces count: those in cities, and Dirk's (SCORE-9, DIRK-4)."""
    for player, city in cities.items():
        yield player, (tile.face for tile in city.tiles.values())
    yield DIRK, dirk


def _judged(cities: Mapping[str, City]) -> dict[str, City]:
    """Of a crowd one city too many is looked at, and no more."""
    return dict(islice(cities.items(), MOST_PLAYERS + 1))


def _table_problems(
    cities: Mapping[str, City], dirk: tuple[Face, ...], more: Iterable[tuple[str, Iterable[Face]]] = ()
) -> Iterator[Violation]:
    # BOX-12: at most six players; one alone is enough to ask what a city is worth.
    if not 1 <= len(cities) <= MOST_PLAYERS:
        yield Violation(Clause.BOX_12, f"{len(cities)} players, where 1 to {MOST_PLAYERS} can be scored")
    # DIRK-2: his name is his.
    if DIRK in cities:
        yield Violation(Clause.DIRK_2, f"{DIRK} builds no city, so no player can have his name", player=DIRK)
    # BOX-2: a face lies in one place only.
    visible = (*_visible(_judged(cities), dirk), *more)
    yield from face_violations((f"{player}'s tiles", face) for player, faces in visible for face in faces)


def _city_problems(cities: Mapping[str, City]) -> Iterator[Violation]:
    # BUILD-1 … BUILD-6: cities are legal.
    for player, city in _judged(cities).items():
        for violation in placement.violations(city):
            yield attrs.evolve(violation, player=player)


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
    clause, factors, count = Clause.SCORE_7, _FACTORS[scoring], sum(map(len, owners.values()))
    if simplified:
        clause, factors, count = Clause.SIMPLE_1, _FIXED[scoring], 1

    # SCORE-6: most buildings first. SCORE-8: of those who have as many, the dearest building first.
    def strength(player: str) -> tuple[int, int]:
        return len(owners[player]), owners[player][0].value

    ranking = sorted(owners, key=strength, reverse=True)
    for place, (factor, player) in enumerate(zip(factors, ranking, strict=False), 1):
        faces = owners[player]
        equal = tuple((other, owners[other][0]) for other in ranking if len(owners[other]) == len(faces))
        tied = equal if len(equal) > 1 else ()
        yield Line(clause, player, factor, count, building, place, tuple(faces), tied)


@final
@attrs.frozen
class Standing:
    """A row of the final table: equal points share a rank."""

    rank: int
    """Counted from 1."""
    player: str
    points: int
    wins: bool
    """Whether the player wins, alone or together with others."""


def standings(points: Mapping[str, int]) -> tuple[Standing, ...]:
    """Rank players by their points at the end, most first; whoever is level stays in the order given.

    END-5: most points win, and those who are level there win together. DIRK-4: Dirk is ranked but never wins.
    """
    expect(points, Mapping)
    for player, number in points.items():
        if type(number) is not int:
            raise TypeError(f"points are whole numbers, not {short(number)} ({short(player)})")
    table = sorted(points, key=points.__getitem__, reverse=True)
    most = max((points[player] for player in points if player != DIRK), default=None)
    rows: list[Standing] = []
    for place, player in enumerate(table, 1):
        is_level = bool(rows) and rows[-1].points == points[player]
        wins = player != DIRK and points[player] == most
        rows.append(Standing(rows[-1].rank if is_level else place, player, points[player], wins))
    return tuple(rows)
