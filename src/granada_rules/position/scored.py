"""`score_position`: the score sheet of a position, also if some of its tiles are not seen as a whole.

Then it is the sheet on which all fillings agree that break nothing; if they do not agree there is none.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import islice
from math import prod
from typing import TYPE_CHECKING, final

import attrs

from granada_rules import placement
from granada_rules.base import expect
from granada_rules.box import DIRK, TILES, Building, Cell, Face, Kind, Scoring, ViolationError, some
from granada_rules.city import City, changed
from granada_rules.position.fillings import unknown_tiles
from granada_rules.position.judgement import fitting_sides
from granada_rules.position.model import Position, faces_built
from granada_rules.position.validation import facts_of, validate
from granada_rules.scoring import score
from granada_rules.sheet import Line, ScoreSheet, sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from granada_rules.box import Built
    from granada_rules.position.facts import Facts
    from granada_rules.position.fillings import Unknown

__all__ = ["UndecidedError", "score_position"]

_LIMIT = 1000
"""How many fillings of a city, and of the whole table, are looked at."""

_MOST_UNKNOWN = TILES * len(Kind)
"""As many tiles as there are in both boxes (BOX-2, A-BOX-2)."""


@final
class UndecidedError(ValueError):
    """Raised if points depend on tiles of which not everything is seen."""

    __module__ = "granada_rules"  # where users find it, for tracebacks

    cells: tuple[tuple[str, Cell], ...]
    """The cells to look at, each with the player in whose city it is."""

    def __init__(self, message: str, cells: Iterable[tuple[str, Cell]] = ()) -> None:
        self.cells: tuple[tuple[str, Cell], ...] = tuple(cells)
        super().__init__(message, self.cells)

    def __str__(self) -> str:
        return str(self.args[0])


def score_position(position: Position, scoring: Scoring, *, simplified: bool | None = None) -> ScoreSheet:
    """Score the cities of a position, and Dirk's tiles if they are noted.

    Majorities score fixed points if ``simplified`` says so or, by default, the ruleset. If tiles are not seen
    as a whole, all that they could be have to give the same points and places, as far as it breaks nothing;
    what is not certain, such as the price of a building, is left out of the sheet.

    >>> from granada_rules import Building, Edges, NotedPlayer, SeenCity, SeenTile
    >>> school = SeenTile(building=Building.SCHOOL, sides=Edges.N)
    >>> red = NotedPlayer(name="Red", seen_city=SeenCity({Cell(1, 0): school}))
    >>> score_position(Position(players=(red,)), Scoring.A).totals
    {'Red': 2}

    Raises ``ViolationError`` if the position breaks a clause; ``UndecidedError`` with the cells to look at if
    the points are not certain; ``ValueError`` if the city of a player is not noted, or as `score` does.
    """
    expect(position, Position)
    expect(scoring, Scoring)
    if violations := validate(position).violations:
        raise ViolationError(violations)
    facts = facts_of(position)
    if simplified is None:
        simplified = position.ruleset is not None and position.ruleset.simplified
    shown = {name: player.shown for name, player in facts.named if player.shown}
    cities = {name: player.city for name, player in facts.named if player.city is not None}
    names = [name for name, player in facts.named if player.city or player.seen_city]
    if not names or len(names) < len(position.players):
        raise ValueError("the city of every player is needed")
    if len(cities) == len(names) and position.seen_dirk is None:
        dirk = None if position.dirk is None else [tile.face for tile in position.dirk]
        return score(cities, scoring, dirk=dirk, simplified=simplified, shown=shown, kinds=facts.kinds)
    # Whether there is such a scoring does not depend on the tiles.
    score(dict.fromkeys(names, City.of({}, facts.kind)), scoring, simplified=simplified, kinds=facts.kinds)

    table = _Table(facts)

    def sheet_of(filling: Mapping[int, Built]) -> ScoreSheet:
        every = {name: table.city(name, filling) for name in names}
        dirks = table.dirks_faces(filling)
        return sheet(every, scoring, dirks, simplified=simplified, kinds=facts.kinds, shown=shown)

    return _agreed(table, sheet_of)


@final
class _Table:
    """The unknown tiles that count, by number, and what they could be together."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        # SCORE-9: those in cities. DIRK-4: and his.
        dirks = f"{DIRK}'s tiles"
        self.unknown = [one for one in unknown_tiles(facts) if one.cell is not None or one.where == dirks]
        self.buildings = [frozenset(tile.face.building for tile in one.could) for one in self.unknown]
        self.contested = {building for building, owners in self._owners().items() if len(owners) > 1}
        self.legal: dict[tuple[object, ...], bool] = {}

    @cached_property
    def could(self) -> list[list[Built]]:
        """What each of them could be, and of what is worth the same only one."""
        return [self._different(one) for one in self.unknown]

    def _different(self, unknown: Unknown) -> list[Built]:
        """Return what a tile could be beside others, and of those that are worth the same only one."""
        facts, fitting = self.facts, unknown.sides
        city = dict(facts.named)[unknown.player].seen_city if unknown.player is not None else None
        if city is not None and unknown.cell is not None:
            own = {one.cell: one.sides for one in self.unknown if one.player == unknown.player and one.cell}
            fitting = fitting_sides(city, own, unknown.cell)
        often = Counter(building for buildings in self.buildings for building in buildings)
        shown = {face for _, player in facts.named for face in player.shown or ()}
        known = [face for _, face in facts.open_faces]
        alike: dict[tuple[object, ...], Built] = {}
        for built in unknown.could:
            face = built.face
            if face.kind is Kind.ALHAMBRA:
                # A-SCORE-8: prices decide nothing. BON-5: that a card is shown for it may.
                worth: object = (face.is_hut, face if face in shown else None)
            elif face.building not in self.contested:
                worth = None
            elif often[face.building] > 1:
                worth = face.value
            else:
                # SCORE-8: in a tie only whether it is dearer than others.
                worth = sum(one.value < face.value for one in known if one.building is face.building)
            # DIRK-4: he has no moats.
            if city is None:
                alike.setdefault((face.building, worth), built)
            elif built.moats in fitting:
                alike.setdefault((face.building, worth, built.moats), built)
        return [*alike.values()]

    def _owners(self) -> dict[Building, set[str | None]]:
        """Return who has buildings of a type, or may; None is Dirk."""
        owners: dict[Building, set[str | None]] = {building: set() for building in Building}
        for name, player in self.facts.named:
            for face in faces_built(player):
                owners[face.building].add(name)
        for face in self.dirks_faces({}) or ():
            owners[face.building].add(None)
        for one, buildings in zip(self.unknown, self.buildings, strict=True):
            for building in buildings:
                owners[building].add(one.player)
        return owners

    def city(self, name: str, filling: Mapping[int, Built]) -> City:
        """Return the city of a player, filled in."""
        player = dict(self.facts.named)[name]
        if player.seen_city is None:
            return player.city or City.of()
        city = player.seen_city.shape
        for number, one in enumerate(self.unknown):
            if one.player == name and one.cell is not None:
                city = changed(city, one.cell, filling.get(number, self.could[number][0]))
        return city

    def dirks_faces(self, filling: Mapping[int, Built]) -> list[Face] | None:
        """Return the faces that Dirk has, filled in; None if they are not noted."""
        position = self.facts.position
        if position.dirk is None and position.seen_dirk is None:
            return None
        known = (tile.face for tile in position.dirk or position.seen_dirk or ())
        new = (tile.face for number, tile in filling.items() if self.unknown[number].cell is None)
        return [face for face in (*known, *new) if face is not None]

    def has_sides(self, number: int) -> bool:
        """Tell whether it is unknown which moats or walls a tile in a city has."""
        return self.unknown[number].cell is not None and len(self.unknown[number].sides) > 1

    def groups(self) -> Iterator[list[int]]:
        """Yield the unknown tiles, split so that what those of one group are does not matter for another.

        Majorities go by types, and moats by cities.
        """
        left = [*range(len(self.unknown))]
        while left:
            group, ahead = [left[0]], [left.pop(0)]
            while ahead:
                joined = [other for other in left if self._are_joined(ahead[0], other)]
                left = [other for other in left if other not in joined]
                group += joined
                ahead = ahead[1:] + joined
            yield sorted(group)

    def _are_joined(self, one: int, other: int) -> bool:
        is_one_city = self.unknown[one].player == self.unknown[other].player
        has_sides = self.has_sides(one) and self.has_sides(other)
        return (is_one_city and has_sides) or bool(self.buildings[one] & self.buildings[other])

    def is_legal(self, filling: Mapping[int, Built]) -> bool:
        """Tell whether the sides of the tiles of a group break nothing."""
        # Where all sides are known the city is legal.
        shown = tuple((number, tile.moats) for number, tile in filling.items() if self.has_sides(number))
        if shown not in self.legal:
            cities = {self.unknown[number].player for number, _ in shown}
            broken = (placement.violations(self.city(name, filling)) for name in cities if name is not None)
            self.legal[shown] = not any(broken)
        return self.legal[shown]

    def fillings(self, group: list[int]) -> Iterator[dict[int, Built]]:
        """Yield what the tiles of a group could be together, up to the limit."""
        # Enough to try all, if that is not too much.
        steps = iter(range(_LIMIT * len(group)))
        return filter(self.is_legal, islice(self._combined(group, {}, steps), _LIMIT))

    def _combined(
        self, group: list[int], filling: dict[int, Built], steps: Iterator[int]
    ) -> Iterator[dict[int, Built]]:
        """Yield what is left for these tiles beside the others, as long as there are steps."""
        if not group:
            yield filling
            return
        number, *others = group
        for tile in self.could[number]:
            if next(steps, None) is None:
                return
            if not self._is_taken(tile, filling):
                yield from self._combined(others, {**filling, number: tile}, steps)

    def _is_taken(self, tile: Built, filling: Mapping[int, Built]) -> bool:
        """Tell whether a face was filled in already (BOX-2)."""
        # Where prices do not matter one face stands for others.
        is_itself = tile.face.building in self.contested and tile.face.kind is Kind.GRANADA
        return is_itself and any(other.face == tile.face for other in filling.values())

    def alone(self, number: int, usual: Mapping[int, Built], most: int | None) -> Iterator[dict[int, Built]]:
        """Yield what one tile of a group could be beside what the others usually are, up to a limit."""
        others = {other: tile for other, tile in usual.items() if other != number}
        for tile in self.could[number][:most]:
            filling = {**others, number: tile}
            if not self._is_taken(tile, others) and self.is_legal(filling):
                yield filling

    def is_too_much(self, group: list[int]) -> bool:
        """Tell whether not all of it can be tried."""
        return prod(len(self.could[number]) for number in group) > _LIMIT

    def undecided(self, said: str, numbers: Iterable[int]) -> UndecidedError:
        """Return that the points are not certain, and where one has to look."""
        tiles = [self.unknown[number] for number in sorted(numbers)]
        named = [
            f"{one.tile} at {one.cell} in {one.where}" if one.cell else f"{one.tile} among {one.where}"
            for one in tiles
        ]
        cells = [(one.player, one.cell) for one in tiles if one.player is not None and one.cell is not None]
        return UndecidedError(f"{said} {some(named)}", cells)


def _agreed(table: _Table, sheet_of: Callable[[Mapping[int, Built]], ScoreSheet]) -> ScoreSheet:
    """Return the sheet of all fillings that break nothing, if they agree."""
    said = "too many tiles are unknown to try all that they could be:"
    if len(table.unknown) > _MOST_UNKNOWN:
        raise table.undecided(said, range(len(table.unknown)))
    if not all(table.could):
        raise _nothing_legal()
    groups = [*table.groups()]
    usual: dict[int, Built] = {}
    too_much = [number for group in groups if table.is_too_much(group) for number in group]
    is_too_much = table.undecided(said, too_much)
    for group in groups:
        filling = next(table.fillings(group), None)
        if filling is None and table.is_too_much(group):
            raise is_too_much
        if filling is None:
            raise _nothing_legal()
        usual |= filling
    sheets = [sheet_of(usual)]
    differing = set[int]()

    def differs(filling: Mapping[int, Built]) -> bool:
        sheets.append(sheet_of({**usual, **filling}))
        return _awards(sheets[-1]) != _awards(sheets[0])

    for group in groups:
        own = {number: usual[number] for number in group}
        most = _LIMIT // len(group) if table.is_too_much(group) else None
        alone = {
            number for number in group if any(differs(filling) for filling in table.alone(number, own, most))
        }
        # What makes a difference by itself is told.
        differing |= alone
        if not alone and any(differs(filling) for filling in table.fillings(group)):
            differing |= {*group}
    if differing:
        raise table.undecided("the points depend on", differing)
    if too_much:
        raise is_too_much
    return _common(sheets, frozenset(face for _, face in table.facts.open_faces))


def _nothing_legal() -> ValueError:
    return ValueError("whatever the unknown tiles are, a clause is broken")


def _awards(sheet: ScoreSheet) -> list[tuple[object, ...]]:
    """Return the points and places."""
    return [
        (line.clause, line.kind, line.player, line.building, line.place, line.shares, line.points)
        for line in sheet.lines
    ]


def _common(sheets: list[ScoreSheet], known: frozenset[Face]) -> ScoreSheet:
    """Return a sheet with what is the same on all of these."""
    lines = zip(*(one.lines for one in sheets), strict=True)
    return attrs.evolve(sheets[0], lines=tuple(_common_line(each, known) for each in lines))


def _common_line(lines: Sequence[Line], known: frozenset[Face]) -> Line:
    line, *others = lines
    faces = (face for face in line.faces if face in known)
    are_known = all(face in known for _, face in line.tied)
    return attrs.evolve(
        line,
        faces=tuple(face for face in faces if all(face in other.faces for other in others)),
        tied=line.tied if are_known and all(other.tied == line.tied for other in others) else (),
        edges=line.edges if all(other.edges == line.edges for other in others) else (),
        hut_edges=line.hut_edges if all(other.hut_edges == line.hut_edges for other in others) else (),
    )
