"""Checks of the score sheets of a position: scorings, players, awards, points.

Cities change after a scoring, so sheets are not compared with them.
"""

from __future__ import annotations

from collections import Counter
from itertools import groupby, pairwise
from operator import attrgetter
from typing import TYPE_CHECKING

import attrs

from granada_rules.base import is_good_name, short
from granada_rules.box import (
    DIRK,
    FEWEST_PLAYERS,
    MOST_BARRIERS,
    MOST_HUTS,
    MOST_PLAYERS,
    PLAYERS_WITH_DIRK,
    REACH,
    VALUES,
    Box,
    Building,
    Clause,
    Edges,
    Kind,
    Module,
    Violation,
    card_violations,
    names,
    some,
)
from granada_rules.city import START
from granada_rules.position.checks.parts import lying_problems

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from granada_rules.box import Edge, Face, Majorities
    from granada_rules.position.facts import Facts
    from granada_rules.sheet import Line, ScoreSheet

__all__ = ["score_sheets"]


def score_sheets(facts: Facts) -> Iterator[Violation]:
    """Yield what is wrong with the sheets or, if they are fine, with the points."""
    sheets = facts.position.sheets
    if not sheets:
        return
    found = [*_scorings(facts, sheets)]
    for sheet in sheets:
        found += [*_players(facts, sheet)] or [*_awards(facts, sheet)]
    yield from found or _points(facts, sheets)


def _scorings(facts: Facts, sheets: Sequence[ScoreSheet]) -> Iterator[Violation]:
    # SCORE-1, SCORE-2: the last scorings that took place, in their order.
    if not facts.scorings_before_sheets:
        noted = some(sheet.scoring.value for sheet in sheets)
        yield Violation(Clause.SCORE_1, f"sheets of {noted}, and these cannot be the last scorings so far")
    agreed = {sheet.simplified for sheet in sheets}
    if facts.position.ruleset is not None:
        agreed.add(facts.position.ruleset.simplified)
    # A-SCORE-7: there are no fixed points beside the table.
    if all(box.simplified is None for box in facts.boxes):
        if True in agreed:
            message = f"sheets with fixed points by agreement, which {facts.rules.label} does not have"
            yield Violation(facts.clause(Clause.SCORE_7), message)
    # SIMPLE-1: fixed points are agreed on for the whole game.
    elif len(agreed) > 1:
        yield Violation(Clause.SIMPLE_1, "sheets with fixed points, and others or a ruleset without")


def _players(facts: Facts, sheet: ScoreSheet) -> Iterator[Violation]:
    title, own = _title(sheet), tuple(name for name in sheet.players if name != DIRK)
    # BOX-12: two to six players, who can be told apart.
    if not FEWEST_PLAYERS <= len(own) <= MOST_PLAYERS or None in names(own):
        names_given = some(map(short, own)) or "none"
        message = f"expected {FEWEST_PLAYERS} to {MOST_PLAYERS} names, each once, got {names_given}"
        yield Violation(Clause.BOX_12, f"{title}: {message}")
    # DIRK-4, MIX-37: Dirk takes part if two play, and comes last.
    elif sheet.players != (own if len(own) != PLAYERS_WITH_DIRK else (*own, DIRK)):
        message = f"{title}: {DIRK} is scored last if two play, else not"
        yield Violation(facts.clause(Clause.DIRK_4), message, player=DIRK)
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


def _awards(facts: Facts, sheet: ScoreSheet) -> Iterator[Violation]:
    title, clause = _title(sheet), facts.clause(Clause.SCORE_3)
    # SCORE-3, A-SCORE-3, MIX-32: the moats, walls and types of the game that is played.
    if sheet.kinds != facts.kinds or not all(_is_of_the_game(line, facts) for line in sheet.lines):
        yield Violation(clause, f"{title}: expected awards of {facts.rules.label} and nothing else")
        return
    # SCORE-6: places are for those who take part.
    if strangers := {line.player for line in sheet.lines}.difference(sheet.players):
        message = f"{title}: awards for {some(sorted(map(short, strangers)))}, who is not scored"
        yield Violation(Clause.SCORE_6, message)
        return
    # SCORE-3, A-SCORE-3, MIX-32: moats or walls by seat, then the types, then the places; borders last.
    if any(one >= other for one, other in pairwise(_rank(sheet, line) for line in sheet.lines)):
        yield Violation(clause, f"{title}: awards in another order, or one of them twice")
        return
    for building, group in groupby(sheet.lines, attrgetter("building")):
        lines = [*group]
        yield from _barriers(facts, sheet, lines) if building is None else _majorities(sheet, building, lines)
    yield from _borders(sheet)
    yield from _huts(facts, sheet)
    # BOX-2, A-BOX-2, A-BOX-4: no face is there twice.
    lying = {(line.player, face) for line in sheet.lines for face in line.faces}
    lying.update(pair for line in sheet.lines for pair in line.tied)
    named = {player: player if is_good_name(player) else short(player) for player, _ in lying}
    faces = ((f"{named[player]}'s tiles", face) for player, face in sorted(lying))
    wrong_faces = (problem.violation for problem in lying_problems(facts, faces))
    for violation in (*wrong_faces, *_cards(facts, sheet)):
        yield attrs.evolve(violation, message=f"{title}: {violation.message}")


def _cards(facts: Facts, sheet: ScoreSheet) -> Iterator[Violation]:
    """Yield what is wrong with the bonus cards that a sheet counts."""
    shown: dict[str, list[Face]] = {}
    for line in sheet.lines:
        if line.shown:
            shown.setdefault(line.player, []).extend(line.shown)
        # BON-4, BON-5: a card counts with its tile, for the type of that.
        for face in sorted({*line.shown} - {*line.faces}):
            message = f"the bonus card for {face} counts, and its tile does not"
            yield Violation(Clause.BON_4, message, player=line.player, faces=(face,))
    ruleset = facts.position.ruleset
    # BON-2: there are bonus cards only if the module is played; Dirk never has one.
    if shown and ((ruleset is not None and Module.BONUS not in ruleset.modules) or DIRK in shown):
        yield Violation(Clause.BON_2, f"bonus cards of {some(shown)}, who can have none")
    else:
        yield from card_violations(shown, sum(name != DIRK for name in sheet.players))


def _title(sheet: ScoreSheet) -> str:
    return f"sheet {sheet.scoring.value}"


def _is_of_the_game(line: Line, facts: Facts) -> bool:
    return line.kind in facts.kinds and not (
        line.is_border and (len(facts.kinds) == 1 or line.kind is not facts.kind)
    )


_PARTS = {kind: place for place, kind in enumerate(Kind)}

_TYPES = {building: place for place, building in enumerate(Building)}


def _rank(sheet: ScoreSheet, line: Line) -> tuple[int, int, int, int]:
    seat = sheet.players.index(line.player)
    part = len(_PARTS) if line.is_border else _PARTS[line.kind]
    if line.building is None or line.place is None:
        return part, -1, 0, seat
    # A-SCORE-8: those who share a place come by seat.
    shares = _majorities_of(sheet, line.building).ties_share
    return part, _TYPES[line.building], line.place, seat if shares else 0


# Moats and walls.

# The corners of a cell where a side begins and ends, going around the cell clockwise.
_CORNERS = {
    Edges.N: ((0, 1), (1, 1)),
    Edges.E: ((1, 1), (1, 0)),
    Edges.S: ((1, 0), (0, 0)),
    Edges.W: ((0, 0), (0, 1)),
}


def _barriers(facts: Facts, sheet: ScoreSheet, lines: Sequence[Line]) -> Iterator[Violation]:
    title, reach = _title(sheet), REACH * len(facts.kinds) + (MOST_HUTS if facts.may_have_huts else 0)
    for line in lines:
        barrier, clause, points = line.barrier or "", Box.of(line.kind).barrier_clause(facts.kinds), 1
        if line.is_border:
            clause, points = Clause.MIX_31, 2
        # DIRK-4, MIX-37: no moats, walls or borders for Dirk.
        if line.player == DIRK:
            message = f"{title}: {DIRK} builds no {facts.rules.city}, so he has no {barrier}"
            yield Violation(facts.clause(Clause.DIRK_4), message, player=DIRK)
        # SCORE-4, MIX-28, MIX-30: a point per edge of a continuous moat or wall. MIX-31: two of a border.
        elif (line.clause, line.factor, line.count, line.shares) != (clause, points, len(line.edges), 1) or (
            not _is_continuous(line.edges, reach) or line.faces or line.tied or line.shown or line.hut_edges
        ):
            worth = "a point" if points == 1 else f"{points} points"
            message = f"{title}: expected {worth} for each edge of one {barrier}"
            yield Violation(clause, message, player=line.player, edges=line.edges)


def _borders(sheet: ScoreSheet) -> Iterator[Violation]:
    barriers = {(line.player, line.kind): line for line in sheet.lines if line.barrier and not line.is_border}
    for border in sheet.lines:
        if border.is_border:
            longest = (barriers.get((border.player, kind)) for kind in Kind)
            # MIX-28, MIX-30, MIX-31: along a border there are a wall and a moat, each at least as long.
            if any(line is None or line.count < border.count for line in longest):
                message = f"{_title(sheet)}: a border longer than the longest wall or moat"
                yield Violation(Clause.MIX_31, message, player=border.player, edges=border.edges)


def _is_continuous(edges: tuple[Edge, ...], reach: int) -> bool:
    """Tell whether edges follow one another clockwise, and tiles can have them (BOX-4, A-BOX-4, BOX-5)."""
    ends = [[(edge.cell.x + x, edge.cell.y + y) for x, y in _CORNERS[edge.side]] for edge in edges]
    moats = Counter(edge.cell for edge in {*edges})
    return (
        0 < len(edges) == moats.total()
        and START not in moats
        and all(max(abs(cell.x), abs(cell.y)) <= reach for cell in moats)
        and max(moats.values()) <= MOST_BARRIERS
        and all(one[1] == other[0] for one, other in pairwise(ends))
    )


# Majorities.


def _majorities_of(sheet: ScoreSheet, building: Building) -> Majorities:
    return Box.of(building.kind).scored_by(simplified=sheet.simplified)


def _majorities(sheet: ScoreSheet, building: Building, lines: Sequence[Line]) -> Iterator[Violation]:
    shares = _majorities_of(sheet, building).ties_share
    yield from (_shared if shares else _ranked)(sheet, building, lines)


def _are_buildings(building: Building, faces: Sequence[Face]) -> bool:
    """Tell whether these are buildings of the type, one or more, each once, the dearest first."""
    prices = [face.value for face in faces if face.building is building and not face.is_hut]
    return 0 < len(faces) == len(prices) == len({*faces}) and prices == sorted(prices, reverse=True)


def _ranked(sheet: ScoreSheet, building: Building, lines: Sequence[Line]) -> Iterator[Violation]:
    """Yield what is wrong with the awards of a type where the dearest building breaks ties."""
    title, majorities = f"{_title(sheet)}, {building.label}", _majorities_of(sheet, building)
    clause, factors = majorities.clause, majorities.points[sheet.scoring][building]
    awards = [
        (line.clause, line.place, line.factor, (*line.edges, *line.hut_edges), line.shares) for line in lines
    ]
    # SCORE-7, SIMPLE-1: the points for each place, the first one first.
    if awards != [(clause, place, factor, (), 1) for place, factor in enumerate(factors[: len(lines)], 1)]:
        expected = " ".join(map(str, factors))
        yield Violation(clause, f"{title}: expected the factors {expected}, the first place first")
    # SCORE-6: at least one building of the type.
    elif not all(_are_buildings(building, line.faces) for line in lines):
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
        and (not lines[-1].tied or _are_buildings(building, [face for _, face in lines[-1].tied]))
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


def _shared(sheet: ScoreSheet, building: Building, lines: Sequence[Line]) -> Iterator[Violation]:
    """Yield what is wrong with the awards of a type where tied players share."""
    title = f"{_title(sheet)}, {building.label}"
    groups = [[*group] for _, group in groupby(lines, attrgetter("place"))]
    # BON-5: shown cards count as buildings.
    numbers = [line.owned for line in lines]
    # A-SCORE-7, A-SCORE-8: the points for each place, or for the places that are shared.
    if wrong := next(_wrong_shares(sheet, building, groups), None):
        clause, message = wrong
        yield Violation(clause, f"{title}: {message}")
    # SCORE-6: at least one building of the type.
    elif not all(_are_buildings(building, line.faces) for line in lines):
        yield Violation(Clause.SCORE_6, f"{title}: expected buildings of the type, the dearest first")
    # SCORE-6: most buildings first.
    elif numbers != sorted(numbers, reverse=True) or len({line.player for line in lines}) < len(lines):
        yield Violation(Clause.SCORE_6, f"{title}: the places do not follow from the buildings")
    # A-SCORE-8: those who have as many share, and nobody else.
    elif len({*numbers}) < len(groups) or not all(map(_is_tie, groups)):
        message = f"{title}: the ties do not follow from the buildings"
        yield Violation(Clause.SCORE_8.of(building.kind), message)


def _wrong_shares(
    sheet: ScoreSheet, building: Building, groups: Iterable[Sequence[Line]]
) -> Iterator[tuple[Clause, str]]:
    majorities = _majorities_of(sheet, building)
    worth, place = majorities.points[sheet.scoring][building], 1
    for group in groups:
        # A-SCORE-8: those who are tied take as many places as they are, and share what these are worth.
        shares, tied = len(group), Clause.SCORE_8.of(building.kind)
        points, last = sum(worth[place - 1 : place - 1 + shares]), place + shares - 1
        clause = majorities.clause if shares == 1 else tied
        given = [(line.clause, line.place, line.factor, line.count, line.shares) for line in group]
        if place > len(worth):
            yield majorities.clause, f"expected no award after place {len(worth)}"
        elif given != [(clause, place, points, 1, shares)] * shares:
            alone = f"place {place}, not shared"
            places = alone if shares == 1 else f"the places {place} to {last}, shared by {shares}"
            yield (
                clause if group[0].shares == 1 else tied,
                f"expected {points} points for {places} ({clause})",
            )
        elif any(line.edges for line in group):
            yield clause, "expected no edges"
        place += shares


def _is_tie(group: Sequence[Line]) -> bool:
    """Tell whether lines of one place, or of several that are shared, have equally many buildings."""
    tied = tuple((line.player, line.faces[0]) for line in group) if len(group) > 1 else ()
    return len({line.owned for line in group}) == 1 and all(line.tied == tied for line in group)


# Huts.


def _huts(facts: Facts, sheet: ScoreSheet) -> Iterator[Violation]:
    """Yield what is wrong with the sides of huts that count as buildings."""
    sides: dict[str, list[Edge]] = {}
    for line in sheet.lines:
        if line.hut_edges:
            sides.setdefault(line.player, []).extend(line.hut_edges)
    reach = REACH * len(facts.kinds) + MOST_HUTS
    for player, own in sides.items():
        huts = Counter(edge.cell for edge in own)
        # HUT-9: a hut counts as three buildings at most. HUT-7: there are three huts at most.
        can_be = (
            facts.may_have_huts
            and player != DIRK
            and len({*own}) == len(own)
            and START not in huts
            and len(huts) <= MOST_HUTS
            and max(huts.values()) <= MOST_BARRIERS
            and all(max(abs(cell.x), abs(cell.y)) <= reach for cell in huts)
        )
        if not can_be:
            message = f"{_title(sheet)}: no huts can have all of these sides open to buildings"
            yield Violation(Clause.HUT_9, message, player=player, edges=tuple(own))


def _points(facts: Facts, sheets: Sequence[ScoreSheet]) -> Iterator[Violation]:
    position, scored = facts.position, Counter[str]()
    for sheet in sheets:
        scored.update(sheet.totals)
    noted = [(name, player.points) for name, player in zip(facts.names, position.players, strict=True)]
    for name, points in (*noted, (DIRK, position.dirks_points)):
        if name is None or points is None or name not in scored:
            continue
        # SCORE-7, A-SCORE-7: points are the sum of all awards; those before the first sheet are not known.
        if points < scored[name] or (points > scored[name] and facts.scorings_before_sheets == {0}):
            message = f"sheets with {scored[name]} points in all, and {short(points)} are noted"
            yield Violation(facts.clause(Clause.SCORE_7), message, player=name)
