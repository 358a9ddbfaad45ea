"""Checks of the score sheets of a position: scorings, players, awards, points.

Cities change after a scoring, so sheets are not compared with them.
"""

from __future__ import annotations

from collections import Counter
from itertools import groupby, pairwise
from operator import attrgetter
from typing import TYPE_CHECKING

import attrs

from granada_rules.arguments import short
from granada_rules.box import MOST_BARRIERS, VALUES, Box
from granada_rules.city import START
from granada_rules.clauses import Clause, Violation, some
from granada_rules.grid import REACH, Edges
from granada_rules.names import names
from granada_rules.state import DIRK, FEWEST_PLAYERS, MOST_PLAYERS, PLAYERS_WITH_DIRK
from granada_rules.tile_set import face_violations
from granada_rules.tiles import Building

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from granada_rules.grid import Edge
    from granada_rules.position.facts import Facts
    from granada_rules.sheet import Line, ScoreSheet
    from granada_rules.tiles import Face, Kind

__all__ = ["sheet_violations"]


def sheet_violations(facts: Facts, sheets: Sequence[ScoreSheet]) -> Iterator[Violation]:
    """Yield what is wrong with the sheets or, if they are fine, with the points."""
    found = [*_scorings(facts, sheets)]
    for sheet in sheets:
        found += [*_players(facts, sheet)] or [*_awards(sheet, facts.kind)]
    yield from found or _points(facts, sheets)


def _scorings(facts: Facts, sheets: Sequence[ScoreSheet]) -> Iterator[Violation]:
    # SCORE-1, SCORE-2: the last scorings that took place, in their order.
    if not facts.scorings_before_sheets:
        noted = some(sheet.scoring.value for sheet in sheets)
        yield Violation(Clause.SCORE_1, f"sheets of {noted}, and these cannot be the last scorings so far")
    agreed = {sheet.simplified for sheet in sheets}
    if facts.position.ruleset is not None:
        agreed.add(facts.position.ruleset.simplified)
    # SIMPLE-1: fixed points are agreed on for the whole game.
    if len(agreed) > 1:
        yield Violation(Clause.SIMPLE_1, "sheets with fixed points, and others or a ruleset without")


def _players(facts: Facts, sheet: ScoreSheet) -> Iterator[Violation]:
    title, own = _title(sheet), tuple(name for name in sheet.players if name != DIRK)
    # BOX-12: two to six players, who can be told apart.
    if not FEWEST_PLAYERS <= len(own) <= MOST_PLAYERS or None in names(own):
        names_given = some(map(short, own)) or "none"
        message = f"expected {FEWEST_PLAYERS} to {MOST_PLAYERS} names, each once, got {names_given}"
        yield Violation(Clause.BOX_12, f"{title}: {message}")
    # DIRK-4: Dirk takes part if two play, and comes last.
    elif sheet.players != (own if len(own) != PLAYERS_WITH_DIRK else (*own, DIRK)):
        yield Violation(Clause.DIRK_4, f"{title}: {DIRK} is scored last if two play, else not", player=DIRK)
    # SCORE-1: all players are scored.
    elif not _are_the_players(own, facts):
        message = f"{title}: {some(own)} are scored, and others play"
        yield Violation(Clause.SCORE_1, message)


def _are_the_players(scored: tuple[str, ...], facts: Facts) -> bool:
    """Tell whether these can be the players by seat, as far as those are known."""
    if facts.everybody:
        return facts.everybody == scored
    noted = PLAYERS_WITH_DIRK if facts.is_for_two else len(facts.names)
    return noted in {0, 1, len(scored)} and {*facts.names} <= {None, *scored}


def _awards(sheet: ScoreSheet, kind: Kind) -> Iterator[Violation]:
    title = _title(sheet)
    # SCORE-6: places are for those who take part.
    if strangers := {line.player for line in sheet.lines}.difference(sheet.players):
        message = f"{title}: awards for {some(sorted(map(short, strangers)))}, who is not scored"
        yield Violation(Clause.SCORE_6, message)
        return
    # SCORE-3: moats by seat, then the types, then the places.
    if any(one >= other for one, other in pairwise(_rank(sheet, line) for line in sheet.lines)):
        yield Violation(Clause.SCORE_3, f"{title}: awards in another order, or one of them twice")
        return
    for building, group in groupby(sheet.lines, attrgetter("building")):
        lines = [*group]
        yield from _moats(sheet, lines) if building is None else _majorities(sheet, building, lines)
    # BOX-2: no face is there twice.
    lying = {(line.player, face) for line in sheet.lines for face in line.faces}
    lying.update(pair for line in sheet.lines for pair in line.tied)
    faces = ((f"{player}'s tiles", face) for player, face in sorted(lying))
    for violation in face_violations(faces, kind):
        yield attrs.evolve(violation, message=f"{title}: {violation.message}")


def _title(sheet: ScoreSheet) -> str:
    return f"sheet {sheet.scoring.value}"


def _rank(sheet: ScoreSheet, line: Line) -> tuple[int, int]:
    if line.building is None or line.place is None:
        return -1, sheet.players.index(line.player)
    return [*Building].index(line.building), line.place


# Moats.

# The corners of a cell where a side begins and ends, going around the cell clockwise.
_CORNERS = {
    Edges.N: ((0, 1), (1, 1)),
    Edges.E: ((1, 1), (1, 0)),
    Edges.S: ((1, 0), (0, 0)),
    Edges.W: ((0, 0), (0, 1)),
}


def _moats(sheet: ScoreSheet, lines: Sequence[Line]) -> Iterator[Violation]:
    for line in lines:
        # DIRK-4: no moats for Dirk.
        if line.player == DIRK:
            message = f"{_title(sheet)}: {DIRK} builds no city, so he has no moat"
            yield Violation(Clause.DIRK_4, message, player=DIRK)
        # SCORE-4: a point per edge of a continuous moat.
        elif (line.clause, line.factor, line.count) != (Clause.SCORE_4, 1, len(line.edges)) or not (
            _is_continuous(line.edges) and not line.faces and not line.tied
        ):
            message = f"{_title(sheet)}: expected a point for each edge of one moat"
            yield Violation(Clause.SCORE_4, message, player=line.player, edges=line.edges)


def _is_continuous(edges: tuple[Edge, ...]) -> bool:
    """Tell whether edges follow one another clockwise, and tiles can have them (BOX-4, BOX-5)."""
    ends = [[(edge.cell.x + x, edge.cell.y + y) for x, y in _CORNERS[edge.side]] for edge in edges]
    moats = Counter(edge.cell for edge in {*edges})
    return (
        0 < len(edges) == moats.total()
        and START not in moats
        and all(max(abs(cell.x), abs(cell.y)) <= REACH for cell in moats)
        and max(moats.values()) <= MOST_BARRIERS
        and all(one[1] == other[0] for one, other in pairwise(ends))
    )


# Majorities.


def _majorities(sheet: ScoreSheet, building: Building, lines: Sequence[Line]) -> Iterator[Violation]:
    title = f"{_title(sheet)}, {building.label}"
    majorities = Box.of(building.kind).scored_by(simplified=sheet.simplified)
    clause, factors = majorities.clause, majorities.points[sheet.scoring][building]
    awards = [(line.clause, line.place, line.factor, line.edges) for line in lines]
    # SCORE-7, SIMPLE-1: the points for each place, the first one first.
    if awards != [(clause, place, factor, ()) for place, factor in enumerate(factors[: len(lines)], 1)]:
        expected = " ".join(map(str, factors))
        yield Violation(clause, f"{title}: expected the factors {expected}, the first place first")
    # SCORE-6: at least one building of the type.
    elif not all(line.faces and _are_dearest_first(building, line.faces) for line in lines):
        yield Violation(Clause.SCORE_6, f"{title}: expected buildings of the type, the dearest first")
    # SCORE-6: most buildings first. SCORE-8: of those who have as many, the dearest building first.
    elif not _is_ranking(lines):
        yield Violation(Clause.SCORE_6, f"{title}: the places do not follow from the buildings")
    elif not _are_ties(sheet, building, lines, places=len(factors)):
        yield Violation(Clause.SCORE_8, f"{title}: the ties do not follow from the buildings")
    # SCORE-7: all such buildings count. SIMPLE-1: points are fixed.
    elif any(line.count not in _possible_counts(sheet, lines, len(factors)) for line in lines):
        counts = some(short(line.count) for line in lines)
        yield Violation(clause, f"{title}: {counts} buildings in all cities, which cannot be")


def _are_dearest_first(building: Building, faces: Sequence[Face]) -> bool:
    is_of_type = all(face.building is building for face in faces)
    return is_of_type and all(one.value > other.value for one, other in pairwise(faces))


def _is_ranking(lines: Sequence[Line]) -> bool:
    strengths = [(len(line.faces), line.faces[0].value) for line in lines]
    is_ordered = all(one > other for one, other in pairwise(strengths))
    return is_ordered and len({line.player for line in lines}) == len(lines)


def _tied_without_place(lines: Sequence[Line]) -> list[tuple[str, Face]]:
    """Return who has as many buildings as the last with a place, and has none."""
    placed = {line.player for line in lines}
    return [(player, face) for player, face in lines[-1].tied if player not in placed]


def _are_ties(sheet: ScoreSheet, building: Building, lines: Sequence[Line], *, places: int) -> bool:
    others = _tied_without_place(lines)
    owners = [(len(line.faces), (line.player, line.faces[0])) for line in lines]
    owners += [(len(lines[-1].faces), other) for other in others]
    equal = [tuple(pair for many, pair in owners if many == len(line.faces)) for line in lines]
    names = {player for player, _ in others}
    return (
        [line.tied for line in lines] == [tied if len(tied) > 1 else () for tied in equal]
        and _are_dearest_first(building, [face for _, face in lines[-1].tied])
        and len(names) == len(others) <= (MOST_PLAYERS if len(lines) == places else 0)
        and names <= {*sheet.players}
    )


def _possible_counts(sheet: ScoreSheet, lines: Sequence[Line], places: int) -> Iterable[int]:
    """Return how many buildings may be counted."""
    if sheet.simplified:
        return (1,)
    fewest, tied = len(lines[-1].faces), len(_tied_without_place(lines))
    least = sum(len(line.faces) for line in lines) + fewest * tied
    # If there are places left, nobody else has such a building; else all others have fewer.
    others = len(sheet.players) - len(lines) - tied if len(lines) == places else 0
    most = min(len(VALUES), least + (fewest - 1) * others)
    # All lines say the same.
    return {lines[0].count}.intersection(range(least, most + 1))


def _points(facts: Facts, sheets: Sequence[ScoreSheet]) -> Iterator[Violation]:
    position, scored = facts.position, Counter[str]()
    for sheet in sheets:
        scored.update(sheet.totals)
    noted = [(name, player.points) for name, player in zip(facts.names, position.players, strict=True)]
    for name, points in (*noted, (DIRK, position.dirks_points)):
        if name is None or points is None or name not in scored:
            continue
        # SCORE-7: points are the sum of all awards; those before the first sheet are not known.
        if points < scored[name] or (points > scored[name] and facts.scorings_before_sheets == {0}):
            message = f"sheets with {scored[name]} points in all, and {short(points)} are noted"
            yield Violation(Clause.SCORE_7, message, player=name)
