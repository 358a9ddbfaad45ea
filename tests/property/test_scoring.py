"""What holds for the scorings of all tables."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from granada_rules import (
    Built,
    City,
    Clause,
    Edges,
    Kind,
    Scoring,
    placement,
    scoring,
)
from granada_rules.box import Box, ViolationError, shipped_tiles
from tests.helpers import plain
from tests.helpers.cities import Tables, any_cities, legal_cities, tables
from tests.property.test_moats import longest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from granada_rules import Building, Face

scorings = st.sampled_from(Scoring)


def sheet_of(table: Tables, which: Scoring, *, simplified: bool) -> scoring.ScoreSheet:
    return scoring.score(table.cities, which, dirk=table.dirk, simplified=simplified)


def majority_lines(sheet: scoring.ScoreSheet) -> Iterable[scoring.Line]:
    return (line for line in sheet.lines if line.building is not None)


@st.composite
def rules_of(draw: st.DrawFn) -> tuple[Tables, bool]:
    """Tables, and whether points are fixed, where that means something."""
    table = draw(tables())
    return table, Box.of(table.kind).simplified is not None and draw(st.booleans())


@given(rules_of(), scorings)
def test_totals_are_those_of_plain_counting(there: tuple[Tables, bool], which: Scoring) -> None:
    table, simplified = there
    expected = Counter(plain.majority_points(table.owned(), which.value, simplified=simplified))
    for player, city in table.cities.items():
        expected[player] += max(plain.moat_lengths(plain.read(city)), default=0)
    assert sheet_of(table, which, simplified=simplified).totals == expected


@given(rules_of(), scorings)
def test_the_sum_of_the_lines_is_the_total(there: tuple[Tables, bool], which: Scoring) -> None:
    table, simplified = there
    sheet = sheet_of(table, which, simplified=simplified)
    for player, total in sheet.totals.items():
        own = [line for line in sheet.lines if line.player == player]
        assert total == sum(line.factor * line.count // line.shares for line in own)
    # Only who shares can get nothing.
    assert all(line.points > 0 or line.shares > line.factor for line in sheet.lines)
    assert sheet.kinds == (table.kind,)
    assert {line.kind for line in sheet.lines} <= {table.kind}


@given(rules_of(), scorings, st.data())
def test_the_order_of_players_or_tiles_does_not_matter(
    there: tuple[Tables, bool], which: Scoring, data: st.DataObject
) -> None:
    table, simplified = there
    sheet = sheet_of(table, which, simplified=simplified)
    shuffled = {
        player: City.of(data.draw(st.permutations(list(table.cities[player].tiles.items()))), table.kind)
        for player in data.draw(st.permutations(list(table.cities)))
    }
    dirk = None if table.dirk is None else data.draw(st.permutations(table.dirk))
    again = scoring.score(shuffled, which, dirk=dirk, simplified=simplified)
    assert again.totals == sheet.totals
    # Those who share are named by seat; of tiles with the same price it says nothing which comes first.
    assert {alike(line) for line in again.lines} == {alike(line) for line in sheet.lines}
    places = [[(line.building, line.place) for line in majority_lines(one)] for one in (again, sheet)]
    assert places[0] == places[1]


def alike(line: scoring.Line) -> tuple[object, ...]:
    """Return what an award says, whatever the order."""
    tied = frozenset((player, face.value) for player, face in line.tied)
    return line.clause, line.player, line.building, line.place, line.points, frozenset(line.faces), tied


def of_type(sheet: scoring.ScoreSheet, building: Building) -> list[scoring.Line]:
    return [line for line in majority_lines(sheet) if line.building is building]


@given(tables(Kind.GRANADA), scorings)
def test_places_are_a_strict_order_and_cut_off_by_the_number_of_owners(table: Tables, which: Scoring) -> None:
    factors = plain.REGULAR[which.value]
    sheet = sheet_of(table, which, simplified=False)
    for building in table.kind.buildings:
        lines = of_type(sheet, building)
        own = {
            player: prices[building.code] for player, prices in table.owned().items() if prices[building.code]
        }
        scored = min(len(own), sum(factor > 0 for factor in factors))
        assert [line.place for line in lines] == list(range(1, scored + 1))
        assert len({line.player for line in lines}) == len(lines)
        # What is handed out for a type is the factors times the count, for as many as there are owners.
        assert sum(line.points for line in lines) == sum(factors[:scored]) * sum(map(len, own.values()))
        strength = [(len(own[line.player]), max(own[line.player])) for line in lines]
        assert strength == sorted(strength, reverse=True)
        assert len(set(strength)) == len(strength)


@pytest.mark.accepts("A-SCORE-7", "A-SCORE-8")
@given(tables(Kind.ALHAMBRA), scorings)
def test_places_are_shared_by_those_with_as_many_and_by_nobody_else(table: Tables, which: Scoring) -> None:
    sheet = sheet_of(table, which, simplified=False)
    for building in table.kind.buildings:
        lines = of_type(sheet, building)
        own = {player: len(prices[building.code]) for player, prices in table.owned().items()}
        worth = Box.of(table.kind).majorities.points[which][building]
        assert len({line.player for line in lines}) == len(lines)
        for line in lines:
            level = [player for player, many in own.items() if many == own[line.player]]
            # A place is behind all who have more, and those who share follow one another.
            assert line.place == 1 + sum(many > own[line.player] for many in own.values())
            assert [player for player, _ in line.tied] == (level if len(level) > 1 else [])
            assert line.shares == len(level)
            assert line.clause == ("A-SCORE-8" if line.shares > 1 else "A-SCORE-7")
            # Rounded down: one more point each would be more than these places are worth.
            paid = sum(worth[line.place - 1 : line.place - 1 + line.shares])
            assert line.points * line.shares <= paid < (line.points + 1) * line.shares
        # All that is handed out is what the places are worth, but for what rounding leaves.
        owners = sum(many > 0 for many in own.values())
        left = sum(worth[:owners]) - sum(line.points for line in lines)
        assert 0 <= left <= max(len(lines) - 1, 0)
        # Players with as many as one with an award have one, too; those with more have no less.
        points = {line.player: line.points for line in lines}
        for one, other in permutations(own, 2):
            if own[one] >= own[other] > 0:
                assert points.get(one, 0) >= points.get(other, 0)


@given(tables(), scorings, st.data())
def test_another_building_never_lowers_its_owners_place(
    table: Tables, which: Scoring, data: st.DataObject
) -> None:
    lying = {tile.face for city in table.cities.values() for tile in city.tiles.values()} | set(
        table.dirk or ()
    )
    named = Counter((face.building, face.value) for face in lying)
    # A tile of which no face lies open yet.
    sides = [[tile.front, *filter(None, [tile.back])] for tile in shipped_tiles(table.kind).tiles]
    left = [
        face
        for both in sides
        if not lying & set(both)
        for face in both
        if named[face.building, face.value] < Box.of(table.kind).many[face.building, face.value]
    ]
    assume(left)
    player, face = data.draw(st.sampled_from(list(table.cities))), data.draw(st.sampled_from(left))
    moats = face.walls or Edges(0)
    cells = list(placement.legal_cells(table.cities[player], moats))
    assume(cells)
    before = sheet_of(table, which, simplified=False)
    after = scoring.score_if_built(
        table.cities, which, player, data.draw(st.sampled_from(cells)), Built(face, moats), dirk=table.dirk
    )

    def placed(sheet: scoring.ScoreSheet) -> int:
        own = (line for line in of_type(sheet, face.building) if line.player == player)
        return next((line.place for line in own if line.place), 99)

    assert placed(after) <= placed(before)
    # And what others had among themselves stays as it was.
    for building in set(table.kind.buildings) - {face.building}:
        assert of_type(after, building) == of_type(before, building)


@given(tables(), scorings)
def test_the_witness_is_what_the_player_has(table: Tables, which: Scoring) -> None:
    sheet = sheet_of(table, which, simplified=False)
    for line in sheet.lines:
        if line.building is None:
            assert line.edges == longest(table.cities[line.player]).edges
            assert line.clause == Clause.SCORE_4
            continue
        own = table.owned()
        assert [face.value for face in line.faces] == sorted(
            own[line.player][line.building.code], reverse=True
        )
        equal = {
            player: max(prices[line.building.code])
            for player, prices in own.items()
            if len(prices[line.building.code]) == len(line.faces)
        }
        told = {player: face.value for player, face in line.tied}
        assert told == (equal if len(equal) > 1 else {})


@given(st.dictionaries(st.sampled_from(["Red", "Blue", "Dirk"]), any_cities, max_size=3), scorings)
def test_any_cities_give_a_sheet_or_a_refusal(cities: dict[str, City], which: Scoring) -> None:
    faces = [tile.face for city in cities.values() for tile in city.tiles.values()]
    kinds = {city.start for city in cities.values()}
    sound = (
        len(kinds) == 1
        and "Dirk" not in cities
        and len(set(faces)) == len(faces) <= 54
        and of_a_box(faces, *kinds)
        and not any(placement.violations(city) for city in cities.values())
    )
    try:
        scoring.score(cities, which)
        refused = False
    except ViolationError as error:
        refused = bool(error.violations)
    assert refused != sound


def of_a_box(faces: Iterable[Face], kind: Kind) -> bool:
    """Tell whether there are no more of each type and price than the box has."""
    return Counter((face.building, face.value) for face in faces) <= Counter(Box.of(kind).many)


@given(tables(), st.data())
def test_a_face_twice_is_always_refused(table: Tables, data: st.DataObject) -> None:
    lying = [tile.face for city in table.cities.values() for tile in city.tiles.values()]
    assume(0 < len(lying) < 54)
    twice: Face = data.draw(st.sampled_from(lying))
    with pytest.raises(ViolationError) as refused:
        scoring.score(table.cities, Scoring.A, dirk=(twice,))
    assert [(violation.clause, violation.faces) for violation in refused.value.violations] == [
        (Clause.BOX_2.of(table.kind), (twice,))
    ]


@pytest.mark.rejects("BOX-5")
@given(legal_cities(8, Kind.GRANADA), legal_cities(8, Kind.ALHAMBRA), scorings, st.booleans())
def test_start_tiles_of_two_games_are_never_scored_together(
    one: City,
    other: City,
    which: Scoring,
    swapped: bool,  # noqa: FBT001
) -> None:
    first, second = (other, one) if swapped else (one, other)
    with pytest.raises(ViolationError) as refused:
        scoring.score({"Red": first, "Blue": second}, which)
    found = [(violation.clause, violation.player) for violation in refused.value.violations]
    assert (Clause.BOX_5, "Blue") in found
    assert {clause for clause, _ in found} <= {Clause.BOX_5, Clause.BOX_2.of(first.start)}


@pytest.mark.thorough
def test_the_tables_have_ties_at_every_place_and_of_every_size() -> None:
    """Or the laws of sharing would say little."""
    seen: set[tuple[int | None, int]] = set()

    @settings(max_examples=100, database=None, derandomize=True, phases=[Phase.generate])
    @given(tables(Kind.ALHAMBRA))
    def collect(table: Tables) -> None:
        seen.update(
            (line.place, line.shares) for line in majority_lines(sheet_of(table, Scoring.C, simplified=False))
        )

    collect()
    assert seen >= {(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 1)}
