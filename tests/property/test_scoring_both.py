"""What holds for the scorings of all tables on which both kinds lie."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from granada_rules import DIRK, Building, City, Face, Kind, Scoring, moats, scoring
from granada_rules.box import Box
from granada_rules.testing.cities import laid
from tests.helpers import plain, plain_layouts
from tests.helpers.cities import Tables
from tests.helpers.layouts import legal_layouts
from tests.helpers.plain_layouts import A, G

if TYPE_CHECKING:
    from granada_rules import ScoreSheet

scorings = st.sampled_from(Scoring)
fixed = st.booleans()


def scored(table: Tables, which: Scoring, *, simplified: bool) -> ScoreSheet:
    return scoring.score(table.cities, which, dirk=table.dirk, simplified=simplified, kinds=Kind)


def names_in_a_box(kind: Kind) -> list[tuple[Building, int]]:
    """Return type and price of every tile; Granada's with one of its two prices."""
    many = Counter(Box.of(kind).many)
    return [name for name in many.elements() if not Box.of(kind).has_backs or name[1] % 2 == 0]


@st.composite
def tables(draw: st.DrawFn) -> Tables:
    """Layouts of 1 to 4 players, with faces of few or of many types so that there are ties."""
    few = draw(st.sampled_from([2, 4, 9]))
    left = {
        kind: draw(
            st.permutations([name for name in names_in_a_box(kind) if name[0] in kind.buildings[:few]])
        )
        for kind in Kind
    }
    lying = set[Face]()
    cities = {}
    for player in ["Red", "Blue", "Green", "Yellow"][: draw(st.integers(1, 4))]:
        layout, tiles = draw(legal_layouts), {}
        for cell, tile in layout.tiles.items():
            named = (Face(*name, tile.face.walls) for name in left[tile.face.kind])
            # A-BOX-2: no two tiles agree in type, price and walls.
            fits = [new for new in (laid(face, tile.moats) for face in named) if new.face not in lying]
            if not fits:
                break
            tiles[cell] = fits[0]
            left[tile.face.kind].remove((fits[0].face.building, fits[0].face.value))
            lying.add(fits[0].face)
        else:
            cities[player] = City.of(tiles, layout.start, layout.second)
    if not draw(st.booleans()):
        return Tables(cities or {"Red": City.of(start=Kind.ALHAMBRA)}, None)
    dirks = [Face(*name) for name in left[Kind.GRANADA][: draw(st.integers(0, 6))]]
    return Tables(cities or {"Red": City.of(start=Kind.ALHAMBRA)}, tuple(dirks))


@pytest.mark.accepts("MIX-26", "MIX-27", "MIX-28", "MIX-29", "MIX-30", "MIX-31")
@given(tables(), scorings, fixed)
def test_totals_are_those_of_plain_counting(table: Tables, which: Scoring, simplified: bool) -> None:  # noqa: FBT001 - drawn
    expected = Counter(plain.majority_points(table.owned(), which.value, simplified=simplified))
    for player, city in table.cities.items():
        layout = plain_layouts.read(city)
        for kind in (A, G):
            expected[player] += max(plain_layouts.lengths(layout, kind), default=0)
        expected[player] += 2 * max(plain_layouts.border_lengths(layout), default=0)
    assert scored(table, which, simplified=simplified).totals == expected


@pytest.mark.accepts("MIX-32")
@given(tables(), scorings, fixed)
def test_the_lines_are_in_order_and_add_up(table: Tables, which: Scoring, simplified: bool) -> None:  # noqa: FBT001 - drawn
    sheet = scored(table, which, simplified=simplified)
    seats = list(sheet.players)
    order = []
    for line in sheet.lines:
        part = 2 if line.is_border else list(Kind).index(line.kind)
        types = -1 if line.building is None else line.kind.buildings.index(line.building)
        order.append((part, types, line.place or 0, seats.index(line.player) if line.place is None else 0))
    assert order == sorted(order)
    for player, total in sheet.totals.items():
        assert total == sum(line.points for line in sheet.lines if line.player == player)
    assert sheet.kinds == tuple(Kind)
    # As soon as Granada has a tile the kinds need not be said.
    if any(city.other for city in table.cities.values()) or table.dirk:
        again = scoring.score(table.cities, which, dirk=table.dirk, simplified=simplified)
        assert again == sheet


@pytest.mark.accepts("MIX-31", "MIX-37")
@pytest.mark.rejects("MIX-37")
@given(tables(), scorings)
def test_walls_moats_and_borders_are_those_of_the_players(table: Tables, which: Scoring) -> None:
    stretches = {
        (player, clause): (factor, find(city).edges)
        for player, city in table.cities.items()
        for clause, factor, find in (
            ("MIX-28", 1, moats.longest_wall),
            ("MIX-30", 1, moats.longest_moat),
            ("MIX-31", 2, moats.longest_border),
        )
        if find(city).length
    }
    lines = [line for line in scored(table, which, simplified=False).lines if line.building is None]
    assert {(line.player, str(line.clause)): (line.factor, line.edges) for line in lines} == stretches
    assert len(lines) == len(stretches)
    for line in lines:
        assert (line.count, line.shares, line.faces, line.tied) == (len(line.edges), 1, (), ())


@pytest.mark.thorough
def test_the_tables_have_borders_ties_and_dirk() -> None:
    """Or the laws above would say little."""
    seen = Counter[str]()

    @settings(max_examples=100, database=None, derandomize=True, phases=[Phase.generate])
    @given(tables())
    def collect(table: Tables) -> None:
        sheet = scored(table, Scoring.C, simplified=False)
        seen["border"] += sum(line.is_border for line in sheet.lines)
        seen["shared"] += sum(line.shares > 1 for line in sheet.lines)
        seen["tied"] += sum(bool(line.tied) and line.shares == 1 for line in sheet.lines)
        seen["dirk"] += sum(line.player == DIRK for line in sheet.lines)

    collect()
    assert min(seen.values()) > 20
    assert len(seen) == 4
