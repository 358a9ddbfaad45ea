"""Scoring cities: moats, walls, borders and majorities in scorings A, B and C, and the final standings."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING, final

import attrs

from granada_rules import placement
from granada_rules.base import count, expect, is_printable, made_once, short
from granada_rules.box import (
    DIRK,
    FEWEST_PLAYERS,
    MOST_BONUS_CARDS,
    MOST_PLAYERS,
    TILES,
    Box,
    Clause,
    Face,
    Kind,
    Laid,
    Scoring,
    Violation,
    ViolationError,
    built,
    card_violations,
    face_violations,
    kinds_in_order,
    label_of,
    lying_hut_violations,
    tile_name,
    too_many_huts,
)
from granada_rules.city import City, faces_of
from granada_rules.sheet import Line, ScoreSheet, sheet, visible_faces

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from granada_rules.box import Cell

__all__ = [
    "DIRK",
    "MOST_PLAYERS",
    "Line",
    "ScoreSheet",
    "Scoring",
    "Standing",
    "Tally",
    "score",
    "score_if_built",
    "standings",
    "tally",
]


def score(  # noqa: PLR0913 - what counts, and by which rules
    cities: Mapping[str, City],
    scoring: Scoring,
    *,
    dirk: Iterable[Face] | None = None,
    simplified: bool = False,
    shown: Mapping[str, Iterable[Face]] | None = None,
    kinds: Iterable[Kind] | None = None,
) -> ScoreSheet:
    """Score the cities of 1 to 6 players, and Dirk's faces if he takes part.

    Only tiles in cities and Dirk's tiles count, not those in reserves or just bought (SCORE-9). A hut counts
    as the buildings of its type beside it (HUT-9). Not judged here, but by `granada_rules.validate`, is how
    many moats or walls tiles have (BOX-4, A-BOX-4).

    ``shown`` are the shown bonus cards of players, by name: each counts as one more building of its type
    (BON-5).

    ``kinds`` are the kinds of tiles that are played with. By default it is the kind of the start tiles, and
    with those of Alhambra both as soon as a city or Dirk has a tile of Granada.

    >>> from granada_rules import Cell, Edges
    >>> red = City.of({Cell(1, 0): (Face.parse("SC10"), Edges.parse("NE"))})
    >>> print(score({"Red": red, "Blue": City.of({})}, Scoring.A))
    SCORE-4: Red, longest moat (1,0:N to 1,0:E): 2
    SCORE-7: School, first is Red (SC10): 1 x 1 = 1
    total: Red 3, Blue 0

    Raises ``ViolationError`` with all violations if there is no player or too many (BOX-12), a player is
    called Dirk (DIRK-2), start tiles are of different kinds (BOX-5, MIX-2), faces are unknown or there twice
    (BOX-2, A-BOX-2), there are too many huts (HUT-1, HUT-7), a city is illegal (BUILD-1 … BUILD-5, MIX-15 …
    MIX-23), or a bonus card cannot be shown (BON-1, BON-2, BON-4, MOD-5); ``ValueError`` if a name is not
    printable, if no kind is given, if simplified scoring is asked of Alhambra alone, or if somebody without a
    city shows cards.
    """
    dirks = _sound(cities, scoring, dirk, simplified)
    cards = _sound_cards(cities, shown)
    played = _kinds(kinds, cities, dirks or (), simplified)
    if problems := [
        *_table_problems(cities, dirks or (), played),
        *_city_problems(cities),
        *_card_problems(cities, cards),
    ]:
        raise ViolationError(problems)
    return sheet(cities, scoring, dirks, simplified=simplified, kinds=played, shown=cards)


def score_if_built(  # noqa: PLR0913 - the arguments of `score`, and who builds what where
    cities: Mapping[str, City],
    scoring: Scoring,
    player: str,
    cell: Cell,
    tile: Laid,
    *,
    dirk: Iterable[Face] | None = None,
    simplified: bool = False,
    shown: Mapping[str, Iterable[Face]] | None = None,
    kinds: Iterable[Kind] | None = None,
) -> ScoreSheet:
    """Score as if that player had built that tile there.

    >>> from granada_rules import Cell, Edges, Face, Scoring, notation, scoring
    >>> cities = {"Red": notation.read_city("@ SC4:N")}
    >>> tile = Face.parse("SC8"), Edges.N
    >>> print(scoring.score_if_built(cities, Scoring.A, "Red", Cell(2, 0), tile))
    SCORE-4: Red, longest moat (1,0:N to 2,0:N): 2
    SCORE-7: School, first is Red (SC8 SC4): 1 x 2 = 2
    total: Red 4

    Raises ``ViolationError`` with all violations if the tile may not be built or lies in a city or with Dirk
    already, which has the cell there, or as `score` does; ``ValueError`` if the player has no city, or as
    `score` does.
    """
    dirks = _sound(cities, scoring, dirk, simplified)
    if player not in cities:
        raise ValueError(f"{player!r} has no city here (cities: {', '.join(map(repr, cities)) or 'none'})")
    tile = built(tile)
    played = _kinds(kinds, cities, (*(dirks or ()), tile.face), simplified)
    reasons = placement.why_not(cities[player], cell, tile)
    there = [*_lies_already(cities, dirks or (), tile.face)]
    after = cities if reasons else {**cities, player: cities[player].extended(cell, tile)}
    if not reasons and not there:
        return score(after, scoring, dirk=dirks, simplified=simplified, shown=shown, kinds=played)
    others = {name: city for name, city in cities.items() if name != player}
    own = (attrs.evolve(reason, player=player) for reason in reasons)
    table = _table_problems(cities, dirks or (), played, [] if there else [(player, [tile.face])])
    cards = () if reasons else _card_problems(after, _sound_cards(after, shown))
    raise ViolationError([*table, *there, *_city_problems(others), *own, *cards])


def _lies_already(cities: Mapping[str, City], dirk: Collection[Face], face: Face) -> Iterator[Violation]:
    """Yield where the tile that is to be built lies already; of one that does not exist, nothing."""
    if face.value not in Box.of(face.kind).prices[face.building]:
        return
    clause, once = Clause.BOX_2.of(face.kind), "and the box has it once"
    # BOX-2, A-BOX-2: a face lies in one place only.
    for player, city in _judged(cities).items():
        lying = {cell: tile for cell, tile in city.tiles.items() if tile.face == face}
        for cell in sorted(lying):
            where = f"in {player}'s {Box.of(city.start).city} already, at {cell}"
            message = f"{tile_name(lying[cell])} lies {where}, {once}"
            yield Violation(clause, message, player=player, cells=(cell,), faces=(face,))
    if face in dirk:
        yield Violation(clause, f"{face} is among {DIRK}'s tiles already, {once}", player=DIRK, faces=(face,))


def _sound(
    cities: Mapping[str, City], scoring: Scoring, dirk: Iterable[Face] | None, simplified: object
) -> tuple[Face, ...] | None:
    """Check the kinds of the arguments; return Dirk's faces, of too many only some."""
    expect(cities, Mapping)
    dirks = None if dirk is None else tuple(islice(dirk, 2 * TILES + 1))
    kinds: tuple[tuple[str, type, Iterable[object]], ...] = (
        ("scoring", Scoring, (scoring,)),
        ("simplified", bool, (simplified,)),
        ("cities", City, cities.values()),
        ("cities, a player's name", str, cities),
        ("dirk", Face, dirks or ()),
    )
    for what, kind, several in kinds:
        for given in several:
            if not isinstance(given, kind):
                raise TypeError(f"{what}: expected {kind.__name__}, got {short(given)}")
    for name in cities:
        if not (is_printable(name) and name.strip()):
            raise ValueError(f"a player's name: expected one printable line, got {short(name)}")
    return dirks


def _sound_cards(
    cities: Mapping[str, City], shown: Mapping[str, Iterable[Face]] | None
) -> dict[str, tuple[Face, ...]]:
    """Check the kinds of what is given as shown bonus cards; return them by player, of too many only some."""
    if shown is None:
        return {}
    expect(shown, Mapping)
    most = MOST_BONUS_CARDS + 1
    cards = {name: tuple(islice(faces, most)) for name, faces in islice(shown.items(), MOST_PLAYERS + 1)}
    for name, faces in cards.items():
        if name not in cities:
            raise ValueError(f"shown: {short(name)} has no city here")
        for face in faces:
            if not isinstance(face, Face):
                raise TypeError(f"shown: expected Face, got {short(face)}")
    return cards


def _card_problems(cities: Mapping[str, City], shown: Mapping[str, tuple[Face, ...]]) -> Iterator[Violation]:
    """Yield which bonus cards cannot be shown: without a list of tiles, as far as that can be known."""
    yield from card_violations(shown, len(cities))
    for player, faces in shown.items():
        # BON-4, BON-7: only while its tile lies in the own Alhambra.
        for face in sorted({*faces}.difference(faces_of(cities[player]))):
            message = f"the bonus card for {face} is shown, and its tile does not lie in the own city"
            yield Violation(Clause.BON_4, message, player=player, faces=(face,))


def _kinds(
    given: Iterable[Kind] | None, cities: Mapping[str, City], faces: Iterable[Face], simplified: object
) -> tuple[Kind, ...]:
    """Return what is played, in the order of scoring; ``faces`` are those that lie outside the cities."""
    if given is None:
        start = next((city.start for city in cities.values()), Kind.GRANADA)
        # MIX-2: tiles of both kinds are played with start tiles of Alhambra.
        has_others = start is Kind.ALHAMBRA and (
            any(city.other for city in cities.values()) or any(face.kind is not start for face in faces)
        )
        played = tuple(Kind) if has_others else (start,)
    else:
        played = kinds_in_order(given)
    if simplified and all(Box.of(kind).simplified is None for kind in played):
        raise ValueError(f"simplified: this means nothing in {label_of(played)}")
    return played


def _judged(cities: Mapping[str, City]) -> dict[str, City]:
    """Look at ``MOST_PLAYERS + 1`` cities at most, so that refusing a huge mapping is cheap."""
    return dict(islice(cities.items(), MOST_PLAYERS + 1))


def _table_problems(
    cities: Mapping[str, City],
    dirk: tuple[Face, ...],
    kinds: tuple[Kind, ...],
    more: Iterable[tuple[str, Collection[Face]]] = (),
) -> Iterator[Violation]:
    # BOX-12: at most six players; one alone is enough to ask what a city is worth.
    if not 1 <= len(cities) <= MOST_PLAYERS:
        yield Violation(Clause.BOX_12, f"{len(cities)} players, where 1 to {MOST_PLAYERS} can be scored")
    # BOX-5, MIX-2: everybody has a start tile of the game, of both together one of Alhambra.
    for player, city in _judged(cities).items():
        if city.start is not kinds[0]:
            message = f"a start tile of {city.start.label}, and this is {label_of(kinds)}"
            yield Violation(Clause.BOX_5.of(*kinds), message, player=player)
    # DIRK-2: his name is his.
    if DIRK in cities:
        yield Violation(Clause.DIRK_2, f"{DIRK} builds no city, so no player can have his name", player=DIRK)
    # BOX-2, A-BOX-2: a face lies in one place only.
    visible = [*visible_faces(_judged(cities), dirk), *more]
    lying = [(place, face) for player, faces in visible for place in [f"{player}'s tiles"] for face in faces]
    yield from face_violations(lying, *kinds)
    # HUT-1, HUT-4, HUT-7: no more huts of a type than there are, none for Dirk, three for a player.
    if [face for _, face in lying if face.is_hut]:
        yield from _hut_problems(visible, kinds)


def _hut_problems(
    visible: Iterable[tuple[str, Collection[Face]]], kinds: tuple[Kind, ...]
) -> Iterator[Violation]:
    huts: dict[str, list[Face]] = {}
    for player, faces in visible:
        huts.setdefault(player, []).extend(face for face in faces if face.is_hut)
    # MOD-3: huts are of Alhambra, so other games have none.
    if Kind.ALHAMBRA in kinds:
        yield from lying_hut_violations(
            (f"{player}'s tiles", hut) for player, own in huts.items() for hut in own
        )
    for player, own in huts.items():
        yield from too_many_huts(player, own)


def _city_problems(cities: Mapping[str, City]) -> Iterator[Violation]:
    # BUILD-1 … BUILD-6, MIX-15 … MIX-23: cities are legal.
    for player, city in _judged(cities).items():
        for violation in placement.violations(city):
            yield attrs.evolve(violation, player=player)


@final
@made_once
class Standing:
    """A row of the final table; equal points share a rank."""

    rank: int
    """From 1 up."""
    player: str
    points: int
    wins: bool
    """Whether the player wins, alone or with others."""


def standings(points: Mapping[str, int]) -> tuple[Standing, ...]:
    """Rank players by their final points, most first; players with equal points stay in the order given.

    END-5: most points win, and players with equal points win together. DIRK-4: Dirk is ranked but never wins.

    >>> for standing in standings({"Ann": 98, "Bo": 126, "Dirk": 130}):
    ...     print(standing.rank, standing.player, standing.points, standing.wins)
    1 Dirk 130 False
    2 Bo 126 True
    3 Ann 98 False
    """
    _expect_points(points)
    table = sorted(points, key=points.__getitem__, reverse=True)
    most = max((points[player] for player in points if player != DIRK), default=None)
    rows: list[Standing] = []
    for place, player in enumerate(table, 1):
        is_level = bool(rows) and rows[-1].points == points[player]
        wins = player != DIRK and points[player] == most
        rows.append(Standing(rows[-1].rank if is_level else place, player, points[player], wins))
    return tuple(rows)


def _expect_points(points: Mapping[str, int]) -> None:
    expect(points, Mapping)
    for player, number in points.items():
        if type(number) is not int:
            raise TypeError(f"points of {short(player)}: expected int, got {short(number)}")


@final
@made_once
class Tally:
    """What scorings gave, one after the other, with what everybody had before, and who stands where then."""

    players: tuple[str, ...]
    """Who is ranked, in the order of the sheets."""
    before: tuple[int, ...] | None
    """The points of each player before the first of these scorings; None if all had none."""
    sheets: tuple[ScoreSheet, ...]
    """The scorings, in their order."""
    standings: tuple[Standing, ...]
    """Who stands where after them. Somebody wins only after scoring C (END-5)."""

    @property
    def totals(self) -> dict[str, int]:
        """The points of each player after these scorings."""
        totals = dict(zip(self.players, self.before or [0] * len(self.players), strict=True))
        for given in (one.totals for one in self.sheets):
            for player in totals:
                totals[player] += given[player]
        return totals

    @property
    def outcome(self) -> str:
        """Who wins or leads, and by how many points, in words; empty with fewer than two players."""
        # DIRK-4: he is ranked, and nobody has to beat him.
        rows = [row for row in self.standings if row.player != DIRK]
        if len(rows) < FEWEST_PLAYERS:
            return ""
        first = [row for row in rows if row.wins] or [row for row in rows if row.rank == rows[0].rank]
        *others, last = (row.player for row in first)
        wins = any(row.wins for row in first)
        if others:
            # END-5: they win together.
            who = f"{', '.join(others)} and {last}"
            said = f"{who} share the win" if wins else f"{who} lead together"
        else:
            lead = first[0].points - max(row.points for row in rows if row is not first[0])
            # Who resigned is last with any number of points.
            by = f" by {count(lead, 'point')}" if lead > 0 else ""
            said = f"{last} {'wins' if wins else 'leads'}{by}"
        is_passed = any(row.player == DIRK and row.points > first[0].points for row in self.standings)
        return f"{said}; {DIRK} has more points, and never wins (DIRK-4)" if is_passed else said

    def __str__(self) -> str:
        parts = [dict(zip(self.players, self.before, strict=True))] if self.before is not None else []
        parts += [one.totals for one in self.sheets]
        rows = []
        for row in self.standings:
            points = " + ".join(str(part[row.player]) for part in parts)
            rows.append(f"{row.rank}. {row.player}: {points} = {row.points}")
        return "\n".join([*rows, self.outcome] if self.outcome else rows)


def tally(*sheets: ScoreSheet, before: Mapping[str, int] | None = None) -> Tally:
    """Add up scorings, and rank the players by what they have then.

    ``before`` are the points that they had before the first of these scorings; by default all had none. Dirk
    may be left out there, if his points are not known: then he is not ranked, and he never wins (DIRK-4).
    After scoring C players win (END-5), if it is said what they had before, or the sheets begin with A.

    >>> from granada_rules import notation
    >>> cities = {"Red": notation.read_city("@ SC4:N SC5:N"), "Blue": notation.read_city("@ MA3:-")}
    >>> print(tally(score(cities, Scoring.C), before={"Red": 60, "Blue": 72}))
    1. Blue: 72 + 3 = 75
    2. Red: 60 + 8 = 68
    Blue wins by 7 points
    >>> tally(score(cities, Scoring.A), score(cities, Scoring.B)).totals
    {'Red': 10, 'Blue': 3}

    Raises ``ValueError`` if there is no sheet, if the scorings are not in their order, if others take part in
    one than in another, or if points from before are not those of the players.
    """
    for one in sheets:
        expect(one, ScoreSheet)
    scorings = [one.scoring for one in sheets]
    if not sheets or scorings != [scoring for scoring in Scoring if scoring in scorings]:
        given = ", ".join(scoring.value for scoring in scorings) or "none"
        raise ValueError(f"sheets: expected scorings in their order, each once, got {given}")
    players = tuple(dict.fromkeys(sheets[0].players))
    for one in sheets:
        if {*one.players} != {*players}:
            raise ValueError(f"sheets: one is of {_listed(players)}, another of {_listed(one.players)}")
    if before is not None:
        _expect_points(before)
        # DIRK-4: who wins does not depend on him.
        if {*before, DIRK} != {*players, DIRK} or (DIRK in before and DIRK not in players):
            raise ValueError(f"before: expected the points of {_listed(players)}, got {_listed(before)}")
        players = tuple(player for player in players if player in before)
    had = None if before is None else tuple(before[player] for player in players)
    added = Tally(players, had, sheets, ())
    # END-5: after scoring C, and only then.
    is_final = scorings[-1] is Scoring.C and (before is not None or scorings[0] is Scoring.A)
    ranked = standings(added.totals)
    rows = ranked if is_final else tuple(attrs.evolve(row, wins=False) for row in ranked)
    return attrs.evolve(added, standings=rows)


def _listed(players: Iterable[str]) -> str:
    return ", ".join(short(player) for player in islice(players, MOST_PLAYERS + 2)) or "nobody"
