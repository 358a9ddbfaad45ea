"""Score sheets: the points of legal cities for moats, walls, borders and majorities, award by award."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, cast, final

import attrs
from attrs.validators import ge, optional

from granada_rules import moats
from granada_rules.base import Entries, made_once, maker, of_kind, short, tuple_of, whole
from granada_rules.box import DIRK, MOST_BARRIERS, Box, Building, Clause, Edge, Edges, Face, Kind, Scoring
from granada_rules.city import faces_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from granada_rules.box import Majorities
    from granada_rules.city import City
    from granada_rules.moats import Moat

__all__ = ["Line", "ScoreSheet", "sheet", "visible_faces"]

_price, _rank = attrgetter("value"), attrgetter("rank")

_NONE_SHOWN: Mapping[str, Iterable[Face]] = Entries({})

_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")


def _pairs(_line: object, field: attrs.Attribute[Any], given: object) -> None:
    tuple_of(tuple)(_line, field, given)
    for pair in cast("tuple[tuple[object, ...], ...]", given):
        if list(map(type, pair)) != [str, Face]:
            raise TypeError(f"{field.name}: expected pairs of name and Face, got {short(pair)}")


@final
@made_once
class Line:
    """One award: the player, the points, and the evidence.

    Points are ``factor * count // shares``. For a moat or a wall the count is its length (SCORE-4), and for a
    border, where wall and moat lie side by side (MIX-31), too; for a majority it is the number of such
    buildings in all cities (SCORE-7), or 1 where points do not depend on that (SIMPLE-1, A-SCORE-7). Tied
    players of Alhambra share the points of their places (A-SCORE-8): the factor is the sum of these.

    Raises ``ValueError`` if it has a building but no place, or a place but no building, if the building is of
    another kind, or if fewer than one share.
    """

    clause: Clause = attrs.field(validator=of_kind(Clause))
    """SCORE-4 for a moat or wall; SCORE-7, SIMPLE-1, A-SCORE-7 or, if shared, A-SCORE-8 for a majority.

    If both kinds are played, MIX-28 for a wall, MIX-30 for a moat, MIX-31 for a border.
    """
    player: str = attrs.field(validator=of_kind(str))
    """The name of the player who gets the points."""
    factor: int = attrs.field(validator=whole)
    """The points for each edge or building counted."""
    count: int = attrs.field(validator=whole)
    """The number of edges or buildings counted."""
    building: Building | None = attrs.field(default=None, validator=optional(of_kind(Building)))
    """The building type; None for a moat, wall or border."""
    place: int | None = attrs.field(default=None, validator=optional(whole))
    """From 1 up, the first one if places are shared; None for a moat, wall or border."""
    faces: tuple[Face, ...] = attrs.field(default=(), validator=tuple_of(Face))
    """The player's own buildings of the type, dearest first."""
    tied: tuple[tuple[str, Face], ...] = attrs.field(default=(), validator=_pairs)
    """All players with as many, each with the dearest building.

    In Granada in the order that these decide (SCORE-8); in Alhambra, where they share, by seat.
    """
    edges: tuple[Edge, ...] = attrs.field(default=(), validator=tuple_of(Edge))
    """The edges of the moat or wall, clockwise; of a border those of the wall."""
    shares: int = attrs.field(default=1, validator=[whole, ge(1)])
    """How many players share the points."""
    kind: Kind = attrs.field(default=Kind.GRANADA, validator=of_kind(Kind))
    """The kind of the buildings, moats or walls; for a border Alhambra, whose edges it names."""
    shown: tuple[Face, ...] = attrs.field(default=(), validator=tuple_of(Face))
    """The player's shown bonus cards for the type, each one more (BON-5)."""
    hut_edges: tuple[Edge, ...] = attrs.field(default=(), validator=tuple_of(Edge))
    """The sides of the player's huts of the type that are open to such a building, each one more (HUT-9)."""

    def __attrs_post_init__(self) -> None:
        if (self.building is None) != (self.place is None):
            raise ValueError("a majority has a building and a place, a moat or wall has neither")
        if self.building is not None and self.building.kind is not self.kind:
            raise ValueError(f"kind: {self.building.label} is of {self.building.kind.label}")

    @property
    def owned(self) -> int:
        """How many buildings of the type the player has, with shown bonus cards and huts (BON-5, HUT-9)."""
        return len(self.faces) + len(self.shown) + len(self.hut_edges)

    @property
    def is_border(self) -> bool:
        """Whether it is for a stretch of wall beside moat (MIX-31)."""
        return self.clause is Clause.MIX_31 and self.building is None

    @property
    def barrier(self) -> str | None:
        """What is scored, ``"moat"``, ``"wall"`` or ``"border"``; None for a majority."""
        if self.building is not None:
            return None
        return "border" if self.is_border else Box.of(self.kind).barrier

    @property
    def points(self) -> int:
        """The points of the award."""
        return self.factor * self.count // self.shares

    def __str__(self) -> str:
        if self.building is None or self.place is None:
            stretch = " to ".join(map(str, dict.fromkeys([*self.edges[:1], *self.edges[-1:]])))
            product = f"{self.factor} x {self.count} = " if self.is_border else ""
            return f"{self.clause}: {self.player}, longest {self.barrier} ({stretch}): {product}{self.points}"
        faces = " ".join(map(str, self.faces))
        if self.shown:
            faces += f"; by bonus cards {len(self.shown)} more: {' '.join(map(str, self.shown))}"
        if self.hut_edges:
            faces += f"; by huts {len(self.hut_edges)} more: {' '.join(map(str, self.hut_edges))}"
        if self.shares > 1:
            places = f"{_place(self.place)} to {_place(self.place + self.shares - 1)}"
            # Who they are is left out if their buildings are not certain.
            others = " and ".join(player for player, _ in self.tied) or f"{self.shares} players"
            return (
                f"{self.clause}: {self.building.label}, {places} are shared by {others}, "
                f"{self.player} ({faces}): {self.factor} / {self.shares} = {self.points}"
            )
        tie = " before ".join(f"{player} with {face}" for player, face in self.tied)
        product = f"{self.factor} x {self.count} = " if self.clause is Clause.SCORE_7 else ""
        return (
            f"{self.clause}: {self.building.label}, {_place(self.place)} is {self.player} ({faces}"
            f"{'; tie: ' if tie else ''}{tie}): {product}{self.points}"
        )


def _place(number: int) -> str:
    return _PLACES[number - 1] if 1 <= number <= len(_PLACES) else f"place {number}"


@final
@made_once
class ScoreSheet:
    """A scoring, award by award in scoring order (SCORE-3): moats or walls, then building types, then places.

    If both kinds are played those of Alhambra come before those of Granada, and borders last (MIX-32).
    There is no line where a player gets no points, unless the points of a place are shared (A-SCORE-8).
    """

    scoring: Scoring = attrs.field(validator=of_kind(Scoring))
    """Which of the three scorings it is."""
    simplified: bool = attrs.field(validator=of_kind(bool))
    """Whether majorities score fixed points."""
    players: tuple[str, ...] = attrs.field(validator=tuple_of(str))
    """The players in the order given; Dirk, if he takes part, is last."""
    lines: tuple[Line, ...] = attrs.field(validator=tuple_of(Line))
    """The awards."""
    kinds: tuple[Kind, ...] = attrs.field(default=(Kind.GRANADA,), validator=tuple_of(Kind))
    """The kinds of tiles that are scored."""

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


def sheet(  # noqa: PLR0913 - as `score`
    cities: Mapping[str, City],
    scoring: Scoring,
    dirk: Collection[Face] | None,
    *,
    simplified: bool,
    kinds: tuple[Kind, ...],
    shown: Mapping[str, Iterable[Face]] = _NONE_SHOWN,
) -> ScoreSheet:
    """Score legal cities in a game of these kinds; `granada_rules.scoring.score` checks them first.

    ``shown`` are the shown bonus cards of players.
    """
    owned: dict[Building, dict[str, list[Face]]] = {}
    # A-BOX-2: of equally dear buildings the walls decide which comes first, so that equal cities have equal
    # sheets. BOX-2: where tiles have backs no two are equally dear.
    order = _price if all(Box.of(kind).has_backs for kind in kinds) else _rank
    with_huts: dict[str, None] = {}
    for player, faces in visible_faces(cities, dirk or ()):
        for face in sorted(faces, key=order, reverse=True):
            # HUT-1: a hut is no building, and has no price.
            if not face.value:
                with_huts[player] = None
                continue
            owned.setdefault(face.building, {}).setdefault(player, []).append(face)
    # HUT-9: huts count by the buildings beside them. HUT-11: only those that are built.
    by_huts = {player: _hut_edges(cities[player]) for player in with_huts}
    lines: list[Line] = []
    # SCORE-3, A-SCORE-3, MIX-32: moats or walls, then the building types in order, Alhambra before Granada.
    for kind in kinds:
        box = Box.of(kind)
        # SCORE-4, SIMPLE-2, MIX-28, MIX-30: a point per edge in every scoring. DIRK-4: Dirk has none. HUT-10:
        # walls of huts are walls as any others.
        barriers = ((player, moats.longest_barrier(city, kind)) for player, city in cities.items())
        lines += _stretch_lines(barriers, box.barrier_clause(kinds), 1, kind)
        # MIX-27, MIX-29: buildings by the rules of their kind.
        majorities = box.scored_by(simplified=simplified)
        worth = majorities.points[scoring]
        for building in kind.buildings:
            if building not in owned:
                continue
            if majorities.ties_share:
                # BON-5, HUT-9: shown cards and the open sides of huts count as buildings.
                edges = {player: huts.get(building, ()) for player, huts in by_huts.items()}
                more = _More(_of_type(building, shown), edges)
                lines += _shared(building, owned[building], majorities, worth[building], more)
            else:
                lines += _ranked(building, owned[building], majorities, worth[building])
    # MIX-26, MIX-31, MIX-32: two points per edge of wall beside moat in every scoring, after all else.
    if len(kinds) > 1:
        borders = ((player, moats.longest_border(city)) for player, city in cities.items())
        lines += _stretch_lines(borders, Clause.MIX_31, 2, Kind.ALHAMBRA)
    players = (*cities, *([] if dirk is None else [DIRK]))
    return _new_sheet(scoring, simplified, players, tuple(lines), kinds)


def visible_faces(
    cities: Mapping[str, City], dirk: Collection[Face]
) -> Iterator[tuple[str, Collection[Face]]]:
    """Yield each player with the faces that count: those in cities, and Dirk's (SCORE-9, DIRK-4)."""
    for player, city in cities.items():
        yield player, faces_of(city)
    yield DIRK, dirk


def _stretch_lines(
    longest: Iterable[tuple[str, Moat]], clause: Clause, points: int, kind: Kind
) -> Iterator[Line]:
    """Yield the awards for the edges of the players' longest stretches; where there is none, none."""
    for player, stretch in longest:
        edges = stretch.edges
        if edges:
            yield _line(clause, player, points, len(edges), None, None, (), (), edges, 1, kind, (), ())


_Owners = Mapping[str, list[Face]]
"""Who has buildings of a type, and which, dearest first."""


def _ranked(
    building: Building, owners: _Owners, majorities: Majorities, worth: tuple[int, ...]
) -> Iterator[Line]:
    """Yield the awards of a type where the dearest building breaks ties."""
    # SCORE-7, SIMPLE-1: a factor times all such buildings, or fixed points.
    count = sum(map(len, owners.values())) if majorities.per_building else 1
    # SCORE-6: most buildings first. SCORE-8: of those who have as many, the dearest building first. BOX-2: no
    # two are equally dear.
    strengths = [(len(faces), faces[0].value, player) for player, faces in owners.items()]
    ranking = sorted(strengths, reverse=True)
    equal: dict[int, list[tuple[str, Face]]] = {}
    for number, _, player in ranking:
        equal.setdefault(number, []).append((player, owners[player][0]))
    clause, kind = majorities.clause, building.kind
    for place, (factor, (number, _, player)) in enumerate(zip(worth, ranking, strict=False), 1):
        tied = tuple(equal[number]) if len(equal[number]) > 1 else ()
        faces = tuple(owners[player])
        yield _line(clause, player, factor, count, building, place, faces, tied, (), 1, kind, (), ())


def _of_type(building: Building, shown: Mapping[str, Iterable[Face]]) -> dict[str, tuple[Face, ...]]:
    """Return the shown bonus cards for a building type, by player."""
    return {
        player: tuple([face for face in faces if face.building is building])
        for player, faces in shown.items()
    }


def _hut_edges(city: City) -> dict[Building, tuple[Edge, ...]]:
    """Return by type the sides of huts that are open to a building of that type (HUT-9)."""
    tiles = city.tiles
    found: dict[Building, tuple[Edge, ...]] = {}
    for cell in sorted(cell for cell, tile in tiles.items() if tile.face.is_hut):
        building, walls = tiles[cell].face.building, tiles[cell].moats
        # HUT-9: edge to edge, without a wall between.
        open_sides = [Edge(cell, side) for side in Edges if not side & walls]
        neighbours = ((edge, tiles.get(cell.neighbour(edge.side))) for edge in open_sides)
        # HUT-9: building tiles of that type, and no huts.
        beside = [
            edge
            for edge, tile in neighbours
            if tile is not None and tile.face.building is building and not tile.face.is_hut
        ]
        # HUT-9: at most three, also if a hut had no wall.
        found[building] = (*found.get(building, ()), *beside[:MOST_BARRIERS])
    return found


@final
@made_once
class _More:
    """What counts as buildings of a type besides those built, by player."""

    cards: Mapping[str, tuple[Face, ...]]
    """The shown bonus cards (BON-5)."""
    edges: Mapping[str, tuple[Edge, ...]]
    """The open sides of huts (HUT-9)."""


def _shared(
    building: Building, owners: _Owners, majorities: Majorities, worth: tuple[int, ...], more: _More
) -> Iterator[Line]:
    """Yield the awards of a type where tied players share."""
    cards, edges = more.cards, more.edges
    # SCORE-6: most buildings first; those who have as many by seat. BON-5, HUT-9: each shown card and each
    # open side of a hut is one more; a building belongs to either, so who counts one has a building.
    equal: dict[int, list[tuple[str, Face]]] = {}
    for player, faces in owners.items():
        number = len(faces) + len(cards.get(player, ())) + len(edges.get(player, ()))
        equal.setdefault(number, []).append((player, faces[0]))
    place, kind = 1, building.kind
    for _, tied in sorted(equal.items(), reverse=True):
        if place > len(worth):
            return
        # A-SCORE-8: they take as many places as they are, and share what these are worth.
        factor, shares = sum(worth[place - 1 : place - 1 + len(tied)]), len(tied)
        clause, told = (majorities.clause, ()) if shares == 1 else (Clause.A_SCORE_8, tuple(tied))
        for player, _ in tied:
            built, own, sides = tuple(owners[player]), cards.get(player, ()), edges.get(player, ())
            yield _line(clause, player, factor, 1, building, place, built, told, (), shares, kind, own, sides)
        place += shares
