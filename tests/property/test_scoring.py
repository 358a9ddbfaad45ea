"""What holds for the scorings of all tables."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from granada_rules import (
    Built,
    City,
    Clause,
    Edges,
    Face,
    Kind,
    Scoring,
    moats,
    placement,
    reference,
    scoring,
)
from granada_rules.clauses import ViolationError
from tests.helpers import plain
from tests.helpers.cities import Tables, any_cities, tables

if TYPE_CHECKING:
    from collections.abc import Iterable

scorings = st.sampled_from(Scoring)


def sheet_of(table: Tables, which: Scoring, *, simplified: bool) -> scoring.ScoreSheet:
    return scoring.score(table.cities, which, dirk=table.dirk, simplified=simplified)


def majority_lines(sheet: scoring.ScoreSheet) -> Iterable[scoring.Line]:
    return (line for line in sheet.lines if line.building is not None)


@given(tables(), scorings, st.booleans())
def test_totals_are_those_of_plain_counting(table: Tables, which: Scoring, simplified: bool) -> None:  # noqa: FBT001
    expected = Counter(plain.majority_points(table.owned(), which.value, simplified=simplified))
    for player, city in table.cities.items():
        expected[player] += max(plain.moat_lengths(plain.read(city)), default=0)
    assert sheet_of(table, which, simplified=simplified).totals == expected


@given(tables(), scorings, st.booleans())
def test_the_sum_of_the_lines_is_the_total(table: Tables, which: Scoring, simplified: bool) -> None:  # noqa: FBT001
    sheet = sheet_of(table, which, simplified=simplified)
    for player, total in sheet.totals.items():
        assert total == sum(line.factor * line.count for line in sheet.lines if line.player == player)
    assert all(line.points > 0 for line in sheet.lines)


@given(tables(), scorings, st.booleans(), st.data())
def test_the_order_of_players_or_tiles_does_not_matter(
    table: Tables,
    which: Scoring,
    simplified: bool,  # noqa: FBT001
    data: st.DataObject,
) -> None:
    sheet = sheet_of(table, which, simplified=simplified)
    shuffled = {
        player: City.of(data.draw(st.permutations(list(table.cities[player].tiles.items()))))
        for player in data.draw(st.permutations(list(table.cities)))
    }
    dirk = None if table.dirk is None else data.draw(st.permutations(table.dirk))
    again = scoring.score(shuffled, which, dirk=dirk, simplified=simplified)
    assert again.totals == sheet.totals
    assert set(again.lines) == set(sheet.lines)
    assert list(majority_lines(again)) == list(majority_lines(sheet))


@given(tables(), scorings)
def test_places_are_a_strict_order_and_cut_off_by_the_number_of_owners(table: Tables, which: Scoring) -> None:
    factors = plain.REGULAR[which.value]
    sheet = sheet_of(table, which, simplified=False)
    for building in Kind.GRANADA.buildings:
        lines = [line for line in majority_lines(sheet) if line.building is building]
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


@given(tables(), scorings, st.data())
def test_another_building_never_lowers_its_owners_place(
    table: Tables, which: Scoring, data: st.DataObject
) -> None:
    lying = {tile.face for city in table.cities.values() for tile in city.tiles.values()} | set(
        table.dirk or ()
    )
    # A tile of which no face lies open yet.
    left = [
        face
        for tile in reference().tiles
        if not lying & {tile.even, tile.odd}
        for face in (tile.even, tile.odd)
    ]
    assume(left)
    player, face = data.draw(st.sampled_from(list(table.cities))), data.draw(st.sampled_from(left))
    cells = list(placement.legal_cells(table.cities[player], Edges(0)))
    assume(cells)
    before = sheet_of(table, which, simplified=False)
    after = scoring.score_if_built(
        table.cities, which, player, data.draw(st.sampled_from(cells)), Built(face, Edges(0)), dirk=table.dirk
    )

    def placed(sheet: scoring.ScoreSheet) -> int:
        own = (
            line for line in majority_lines(sheet) if line.player == player and line.building is face.building
        )
        return next((line.place for line in own if line.place), 99)

    assert placed(after) <= placed(before)
    # And what others had among themselves stays as it was.
    for building in set(Kind.GRANADA.buildings) - {face.building}:
        unchanged = [line for line in majority_lines(before) if line.building is building]
        assert [line for line in majority_lines(after) if line.building is building] == unchanged


@given(tables(), scorings)
def test_the_witness_is_what_the_player_has(table: Tables, which: Scoring) -> None:
    sheet = sheet_of(table, which, simplified=False)
    for line in sheet.lines:
        if line.building is None:
            assert line.edges == moats.longest_moat(table.cities[line.player]).edges
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
    sound = (
        len(cities) > 0
        and "Dirk" not in cities
        and len(set(faces)) == len(faces) <= 54
        and all(2 <= face.value <= 13 for face in faces)
        and not any(placement.violations(city) for city in cities.values())
    )
    try:
        scoring.score(cities, which)
        refused = False
    except ViolationError as error:
        refused = bool(error.violations)
    assert refused != sound


@given(tables(), st.data())
def test_a_face_twice_is_always_refused(table: Tables, data: st.DataObject) -> None:
    lying = [tile.face for city in table.cities.values() for tile in city.tiles.values()]
    assume(0 < len(lying) < 54)
    twice: Face = data.draw(st.sampled_from(lying))
    with pytest.raises(ViolationError) as refused:
        scoring.score(table.cities, Scoring.A, dirk=(twice,))
    assert [(violation.clause, violation.faces) for violation in refused.value.violations] == [
        ("BOX-2", (twice,))
    ]
