"""Layouts of both kinds: tiles of Granada beside an Alhambra (MIX-15 … MIX-25)."""

from __future__ import annotations

import copy
import pickle
from functools import partial
from typing import TYPE_CHECKING

import pytest

import granada_rules as g
from granada_rules.city import sites
from tests.helpers.games import clauses
from tests.helpers.layouts import both

if TYPE_CHECKING:
    from collections.abc import Callable

ANY = [g.Edges(number) for number in range(16)]
TOWER = g.Face.parse("TO9:NE"), g.Edges.parse("NE")
SCHOOL = g.Face.parse("SC4"), g.Edges.S

WALLED = "@ PV2:N PV3:N PV4:NE"
PAIR = both(WALLED, ". LI5:SW SC4:S\n@ . .", (1, 1))
"""Both parts in a row, as in the examples of MIX-28."""

AROUND = both(
    """
    CH5:- PV6:S PV7:S CH6:-
    AC6:E .     .     AC7:W
    @     PV2:N PV3:N AC5:-
    """,
    """
    . .       .
    . LI5:NSW SC4:NES
    @ .       .
    """,
    (1, 1),
)
"""Alhambra all around Granada, and nothing empty between them."""


def told(city: g.City) -> list[str]:
    return [str(violation) for violation in g.placement.violations(city)]


def fits(city: g.City, kind: g.Kind, edges: str) -> set[g.Cell]:
    return set(g.placement.legal_cells(city, g.Edges.parse(edges), kind))


# The city.


@pytest.mark.accepts("MIX-15")
def test_an_alhambra_holds_tiles_of_both_kinds_in_one_layout() -> None:
    for city in (PAIR, AROUND):
        assert told(city) == []
        kinds = {cell: tile.face.kind for cell, tile in city.tiles.items()}
        assert set(kinds.values()) == set(g.Kind)
        assert {cell for cell, kind in kinds.items() if kind is g.Kind.GRANADA} == {
            g.Cell(1, 1),
            g.Cell(2, 1),
        }
        assert city.start is g.Kind.ALHAMBRA


@pytest.mark.rejects("MIX-15")
@pytest.mark.parametrize(("alhambra", "granada"), [("@ PV2:N>", ". SC4:S"), ("@ PV2:N", ". SC4:S<")])
def test_roofs_of_both_kinds_point_up(alhambra: str, granada: str) -> None:
    city = both(alhambra, f"{granada}\n@ .")
    (violation,) = [one for one in g.placement.violations(city) if one.clause == "BUILD-1"]
    turned = [cell for cell, tile in city.tiles.items() if tile.roof is not g.Edges.N]
    assert list(violation.cells) == turned


@pytest.mark.rejects("BOX-2")
def test_around_the_start_tile_of_granada_there_is_no_tile_of_alhambra() -> None:
    message = "^BOX-2: TO9:NE is of Alhambra, and the start tile of Granada$"
    city = g.City.of({g.Cell(1, 0): SCHOOL})
    for lay in (
        lambda: g.City.of({g.Cell(1, 0): TOWER}),
        lambda: city.extended(g.Cell(2, 0), TOWER),
        lambda: city.exchanged(g.Cell(1, 0), TOWER),
        lambda: g.placement.why_not(city, g.Cell(2, 0), TOWER),
    ):
        with pytest.raises(g.ViolationError, match=message):
            lay()
    for edges in ANY:
        assert not g.placement.legal_cells(city, edges, g.Kind.ALHAMBRA)
        assert not g.placement.exchangeable_cells(city, edges, g.Kind.ALHAMBRA)
        assert g.placement.legal_cells(city, edges, g.Kind.GRANADA) == g.placement.legal_cells(city, edges)


def test_the_first_tile_of_granada_is_remembered() -> None:
    alhambra = g.City.of({g.Cell(1, 0): TOWER}, start=g.Kind.ALHAMBRA)
    begun = alhambra.extended(g.Cell(1, 1), SCHOOL)
    more = begun.extended(g.Cell(0, 1), (g.Face.parse("SC6"), g.Edges.S))
    assert (alhambra.second, begun.second, more.second) == (None, g.Cell(1, 1), g.Cell(1, 1))
    assert alhambra.exchanged(g.Cell(1, 0), SCHOOL).second == g.Cell(1, 0)
    assert g.City.of(more.tiles, start=g.Kind.ALHAMBRA).second is None
    assert g.City.of(more.tiles, start=g.Kind.ALHAMBRA, second=g.Cell(1, 1)) == more


def test_a_single_tile_of_granada_is_the_first() -> None:
    unknown = g.City.of(PAIR.tiles, start=g.Kind.ALHAMBRA)
    assert unknown.second is None
    assert unknown.reduced(g.Cell(1, 1)).second == g.Cell(2, 1)
    assert g.City.of({g.Cell(1, 1): SCHOOL}, start=g.Kind.ALHAMBRA).second == g.Cell(1, 1)
    far = g.City.of({g.Cell(1, 1): SCHOOL}, start=g.Kind.ALHAMBRA).extended(g.Cell(-80, 0), TOWER)
    assert far.second == g.Cell(1, 1)
    assert g.City.of({}, start=g.Kind.ALHAMBRA).extended(g.Cell(-80, 0), SCHOOL).second == g.Cell(-80, 0)


def test_cities_that_began_elsewhere_are_different() -> None:
    cities = [g.City.of(PAIR.tiles, g.Kind.ALHAMBRA, second) for second in (None, g.Cell(1, 1), g.Cell(2, 1))]
    assert len(set(cities)) == 3
    assert cities[1] == PAIR
    assert hash(PAIR) == hash(cities[1])
    for city in cities:
        names = {
            "City": g.City,
            "Cell": g.Cell,
            "Built": g.Built,
            "Face": g.Face,
            "Edges": g.Edges,
            "Kind": g.Kind,
            "Building": g.Building,
        }
        assert eval(repr(city), names) == city  # noqa: S307 - its own repr
        again = pickle.loads(pickle.dumps(city))  # noqa: S301 - its own pickle
        assert (again, again.second, again.other) == (city, city.second, city.other)
        assert copy.deepcopy(city) is city
    assert "second" not in repr(cities[0])


def test_bits_of_the_other_kind_agree_with_the_tiles() -> None:
    city = g.City.of({}, start=g.Kind.ALHAMBRA)
    for cell, tile in AROUND.tiles.items():
        city = city.extended(cell, tile)
        assert city.other == g.City.of(city.tiles, g.Kind.ALHAMBRA).other
    assert city.other.bit_count() == 2
    swapped = city.exchanged(g.Cell(2, 1), TOWER)
    assert (swapped.other.bit_count(), city.exchanged(g.Cell(0, 1), SCHOOL).other.bit_count()) == (1, 3)
    assert swapped.exchanged(g.Cell(0, 2), TOWER).other == swapped.other
    assert city.reduced(g.Cell(2, 1)).other == swapped.other


@pytest.mark.parametrize("second", [g.Cell(0, 0), g.Cell(1, 0), g.Cell(5, 5)])
def test_where_granada_began_lies_a_tile_of_granada(second: g.Cell) -> None:
    with pytest.raises(ValueError, match=f"^second: no tile of the other kind lies at {second}$"):
        g.City.of(PAIR.tiles, g.Kind.ALHAMBRA, second)
    with pytest.raises(ValueError, match=r"^second: no tile of the other kind lies at 1,0$"):
        g.City.of({g.Cell(1, 0): SCHOOL}, g.Kind.GRANADA, g.Cell(1, 0))
    with pytest.raises(TypeError, match=r"^expected Cell"):
        g.City.of(PAIR.tiles, g.Kind.ALHAMBRA, (1, 1))  # type: ignore[call-overload] # that is what is refused


# Edges.


@pytest.mark.accepts("MIX-16")
@pytest.mark.rejects("MIX-16")
def test_tiles_of_one_kind_match_as_ever() -> None:
    upper = ". BA2:- MA3:-\n. LI5:SE SC4:SW\n@ . ."
    assert told(both("@ PV2:NE PV3:NW\n. CH5:- CH6:-", upper, (1, 1))) == []
    assert told(both("@ PV2:NE PV3:N\n. CH5:- CH6:-", ". LI5:SE SC4:S\n@ . .", (1, 1))) == [
        "MIX-16: LI5 at 1,1 has a moat to the east against SC4 at 2,1, which has none there",
        "MIX-16: PV2:NE at 1,0 has a wall to the east against PV3:N at 2,0, which has none there",
        "MIX-21: SC4 at 2,1 cannot be reached on foot from LI5 at 1,1",
    ]
    assert told(both("@ PV2:NW", ". LI5:S\n@ .")) == [
        "MIX-16: PV2:NW at 1,0 has a wall to the west against the start tile, which never has one (BUILD-6)",
        "MIX-21: PV2:NW at 1,0 cannot be reached on foot from the start tile",
    ]


@pytest.mark.accepts("MIX-16")
def test_a_tile_may_touch_several_of_its_kind() -> None:
    city = both("CH5:- .\n@ PV2:S\n. .", "@ .\n. LI5:N")
    assert g.Cell(1, 1) in fits(city, g.Kind.ALHAMBRA, "")
    assert g.Cell(1, 1) not in fits(city, g.Kind.ALHAMBRA, "S")


@pytest.mark.accepts("MIX-17")
def test_a_wall_against_a_moat() -> None:
    assert told(both("@ PV2:N", ". LI5:S\n@ .")) == []
    assert told(both("@ PV2:E", "@ . LI5:W")) == []


@pytest.mark.rejects("MIX-17")
@pytest.mark.parametrize(
    ("alhambra", "granada", "reason"),
    [
        (
            "PV2:-",
            "LI5:S",
            "LI5 at 1,1 has a moat to the south against PV2:- at 1,0, which has no wall there",
        ),
        (
            "PV2:N",
            "LI5:-",
            "PV2:N at 1,0 has a wall to the north against LI5 at 1,1, which has no moat there",
        ),
        (
            "PV2:-",
            "LI5:-",
            "PV2:- at 1,0 has no wall to the north against LI5 at 1,1, which has no moat there",
        ),
    ],
)
def test_kinds_touch_by_wall_and_moat_only(alhambra: str, granada: str, reason: str) -> None:
    city = both(f"@ {alhambra}", f". {granada}\n@ .")
    unlike, unjoined = g.placement.violations(city)
    assert str(unlike) == f"MIX-17: {reason}"
    assert unlike.cells == (g.Cell(1, 1), g.Cell(1, 0))
    assert [str(edge) for edge in unlike.edges] == ["1,0:N"]
    assert [face.kind for face in unlike.faces] == [g.Kind.GRANADA, g.Kind.ALHAMBRA]
    assert unjoined.clause == "MIX-19"


@pytest.mark.accepts("MIX-18")
def test_nothing_fits_between_an_open_edge_of_either_kind() -> None:
    city = both("@ PV2:N AC5:-", ". LI5:S .\n@ . .")
    assert told(city) == []
    for kind in g.Kind:
        for edges in ANY:
            assert g.Cell(2, 1) not in g.placement.legal_cells(city, edges, kind)


@pytest.mark.rejects("MIX-18")
@pytest.mark.parametrize("moats", ["", "S", "NESW"])
def test_no_tile_of_granada_touches_the_start_tile(moats: str) -> None:
    city = both("PV2:N\n@", f"@ LI5:{moats or '-'}", (1, 0))
    (reason,) = [one for one in g.placement.violations(city) if one.clause == "MIX-17"]
    assert reason.cells == (g.START, g.Cell(1, 0))
    has = "a moat" if "W" in moats else "no moat"
    against = "to the west against the start tile, which never has a wall (MIX-18)"
    assert reason.message == f"LI5 at 1,0 has {has} {against}"
    for edges in ANY:
        assert not {g.Cell(1, 0), g.Cell(-1, 0), g.Cell(0, -1)} & fits(
            g.City.of({}, g.Kind.ALHAMBRA), g.Kind.GRANADA, str(edges)
        )


# The first tile of Granada.


@pytest.mark.accepts("MIX-19")
def test_the_first_tile_of_granada_lies_beside_a_wall() -> None:
    alhambra = both(WALLED, "@")
    assert fits(alhambra, g.Kind.GRANADA, "S") == {g.Cell(1, 1), g.Cell(2, 1), g.Cell(3, 1)}
    assert fits(alhambra, g.Kind.GRANADA, "W") == {g.Cell(4, 0)}
    assert fits(alhambra, g.Kind.GRANADA, "SW") == fits(alhambra, g.Kind.GRANADA, "S") | {g.Cell(4, 0)}
    for cell in fits(alhambra, g.Kind.GRANADA, "S"):
        assert g.placement.why_not(alhambra, cell, SCHOOL) == ()
    # Alhambra goes on as before.
    for edges in ANY:
        assert g.placement.legal_cells(alhambra, edges, g.Kind.ALHAMBRA) == g.placement.legal_cells(
            alhambra, edges
        )


@pytest.mark.accepts("MIX-19")
@pytest.mark.parametrize("side", list(g.Edges))
def test_granada_begins_on_any_side_of_a_tile_with_a_wall_there(side: g.Edges) -> None:
    beside = g.START.neighbour(side)
    alhambra = g.City.of({beside: (g.Face(g.Building.TOWER, 9, side), side)}, g.Kind.ALHAMBRA)
    assert fits(alhambra, g.Kind.GRANADA, str(side.opposite)) == {beside.neighbour(side)}
    assert fits(alhambra, g.Kind.GRANADA, str(side)) == set()


@pytest.mark.accepts("MIX-19")
@pytest.mark.parametrize(("along", "across"), [("N", "E"), ("E", "S"), ("S", "W"), ("W", "N")])
def test_granada_begins_in_a_corner_between_two_walls(along: str, across: str) -> None:
    one, other = g.Edges.parse(along), g.Edges.parse(across)
    tiles = {
        g.START.neighbour(one): (g.Face(g.Building.TOWER, 9, other), other),
        g.START.neighbour(other): (g.Face(g.Building.TOWER, 9, one), one),
    }
    alhambra = g.City.of(tiles, g.Kind.ALHAMBRA)
    corner = g.START.neighbour(one).neighbour(other)
    assert fits(alhambra, g.Kind.GRANADA, str(one.opposite | other.opposite)) == {corner}


@pytest.mark.rejects("MIX-19")
def test_without_a_wall_that_faces_a_free_place_granada_cannot_begin() -> None:
    for alhambra in (g.City.of({}, g.Kind.ALHAMBRA), both("@ PV2:- CH5:-", "@")):
        for edges in ANY:
            assert not fits(alhambra, g.Kind.GRANADA, str(edges))
    alone = both("@ PV2:N", ". . LI5:S\n@ . .")
    assert told(alone) == ["MIX-19: LI5 at 2,1 is the first tile of Granada, and touches no wall with a moat"]
    assert told(both("@", ". LI5:S\n@ .")) == [
        "MIX-19: LI5 at 1,1 is the first tile of Granada, and touches no wall with a moat",
        "MIX-22: the start tile touches no other tile edge to edge",
    ]


@pytest.mark.accepts("MIX-20")
def test_the_first_tile_of_granada_is_where_one_walks_from_and_keeps_its_moats() -> None:
    for second in (g.Cell(1, 1), g.Cell(2, 1)):
        assert told(g.City.of(PAIR.tiles, g.Kind.ALHAMBRA, second)) == []
    assert g.Cell(2, 1) in g.placement.removable_cells(PAIR)
    assert g.Cell(2, 1) in g.placement.exchangeable_cells(PAIR, g.Edges.S, g.Kind.GRANADA)
    assert PAIR.tiles[g.Cell(1, 1)].moats == g.Edges.parse("SW")


@pytest.mark.rejects("MIX-20")
def test_the_first_tile_of_granada_is_never_moved_or_removed() -> None:
    only = PAIR.reduced(g.Cell(2, 1))
    for city in (PAIR, only):
        assert g.Cell(1, 1) not in g.placement.removable_cells(city)
        for kind in g.Kind:
            for edges in ANY:
                assert g.Cell(1, 1) not in g.placement.exchangeable_cells(city, edges, kind)
        for change in (partial(city.reduced, g.Cell(1, 1)), partial(city.exchanged, g.Cell(1, 1), SCHOOL)):
            with pytest.raises(
                g.ViolationError, match=r"^MIX-20: LI5 at 1,1 is the first tile of "
            ) as refusal:
                change()
            assert refusal.value.violations[0].cells == (g.Cell(1, 1),)
    # If it is not known which was the first, it can be each of several.
    unknown = g.City.of(PAIR.tiles, g.Kind.ALHAMBRA)
    assert {g.Cell(1, 1), g.Cell(2, 1)} <= g.placement.removable_cells(unknown)


# Walking, touching, holes.


@pytest.mark.accepts("MIX-21")
@pytest.mark.rejects("MIX-21")
def test_one_walks_through_each_part_from_its_own_first_tile() -> None:
    assert told(PAIR) == []
    split = both(WALLED, ". LI5:SE SC4:SW\n@ . .", (2, 1))
    (violation,) = g.placement.violations(split)
    assert str(violation) == "MIX-21: LI5 at 1,1 cannot be reached on foot from SC4 at 2,1"
    assert violation.cells == (g.Cell(1, 1),)
    # Nobody walks from one kind to the other, even where nothing is in the way.
    through = both("@ PV2:- . CH5:-", "@ . LI5:- .")
    assert "MIX-21: CH5:- at 3,0 cannot be reached on foot from the start tile" in told(through)


def test_without_knowing_the_first_tile_the_first_group_in_reading_order_holds_it() -> None:
    split = both(WALLED, ". LI5:SE SC4:SW DI6:S\n@ . . .")
    assert split.second is None
    assert told(split) == ["MIX-21: SC4 at 2,1; DI6 at 3,1 cannot be reached on foot from LI5 at 1,1"]
    assert told(g.City.of(split.tiles, g.Kind.ALHAMBRA, g.Cell(3, 1))) == [
        "MIX-21: LI5 at 1,1 cannot be reached on foot from DI6 at 3,1"
    ]


@pytest.mark.accepts("MIX-22")
def test_parts_that_touch_at_one_edge_are_one_layout() -> None:
    city = both("@ PV2:N\nCH5:- .", ". SC4:-\n. LI5:S\n@ .\n. .", (1, 2))
    assert told(city) == []
    # Nobody walks across the two tiles there, but without them the parts would not touch.
    assert g.placement.removable_cells(city) == {g.Cell(0, -1)}
    for cell in (g.Cell(1, 0), g.Cell(1, 1)):
        assert clauses(g.placement.violations(city.reduced(cell))) in (["MIX-22"], ["MIX-19"])


@pytest.mark.rejects("MIX-22")
def test_parts_that_do_not_touch_are_two_layouts() -> None:
    city = both("@ PV2:N", ". . LI5:S SC4:S\n. . . .\n@ . . .", (2, 2))
    (violation,) = g.placement.violations(city)
    assert str(violation) == "MIX-22: LI5 at 2,2; SC4 at 3,2 touch no tile of Alhambra edge to edge"
    assert violation.cells == (g.Cell(2, 2), g.Cell(3, 2))
    scattered = both("@ . PV2:N", ". LI5:- . SC4:-\n. . . .\n@ . . .", (1, 2))
    assert told(scattered) == [
        "MIX-21: SC4 at 3,2 cannot be reached on foot from LI5 at 1,2",
        "MIX-21: PV2:N at 2,0 cannot be reached on foot from the start tile",
        "MIX-22: LI5 at 1,2 touches no other tile edge to edge",
        "MIX-22: LI5 at 1,2; SC4 at 3,2 touch no tile of Alhambra edge to edge",
        "MIX-22: SC4 at 3,2 touches no other tile edge to edge",
        "MIX-22: the start tile touches no other tile edge to edge",
        "MIX-22: PV2:N at 2,0 touches no other tile edge to edge",
    ]


@pytest.mark.accepts("MIX-23")
def test_one_part_may_surround_the_other() -> None:
    assert told(AROUND) == []
    assert told(AROUND.reduced(g.Cell(0, 2))) == []


@pytest.mark.rejects("MIX-23")
def test_an_empty_place_between_the_parts_is_a_hole() -> None:
    hole = AROUND.reduced(g.Cell(2, 1))
    (violation,) = g.placement.violations(hole)
    assert str(violation) == "MIX-23: tiles enclose the empty cell 2,1"
    # Neither part alone encloses it.
    closed = both(
        """
        CH5:- PV6:- PV7:E .
        AC6:- .     .     .
        @     PV2:- PV3:E .
        """,
        """
        . . . SC6:W
        . . . LI5:-
        @ . . SC4:W
        """,
        (3, 0),
    )
    assert told(closed) == ["MIX-23: tiles enclose the empty cells 1,1; 2,1"]
    opened = closed.reduced(g.Cell(3, 1))
    assert g.Cell(3, 1) not in fits(opened, g.Kind.GRANADA, "")


# Rebuilding.


@pytest.mark.accepts("MIX-24")
@pytest.mark.rejects("MIX-24")
def test_layouts_of_both_kinds_are_rebuilt_as_ever() -> None:
    assert g.placement.removable_cells(PAIR) == {g.Cell(2, 1), g.Cell(3, 0)}
    for cell in PAIR.tiles.keys() - {PAIR.second}:
        assert (cell in g.placement.removable_cells(PAIR)) is (told(PAIR.reduced(cell)) == [])
    assert g.placement.exchangeable_cells(PAIR, g.Edges.parse("NES"), g.Kind.ALHAMBRA) == {g.Cell(3, 0)}
    assert g.placement.exchangeable_cells(PAIR, g.Edges.parse("NES"), g.Kind.GRANADA) == {g.Cell(2, 1)}
    assert g.placement.exchangeable_cells(PAIR, g.Edges.parse("NS")) == {
        g.Cell(1, 0),
        g.Cell(2, 0),
        g.Cell(3, 0),
    }


@pytest.mark.accepts("MIX-25")
@pytest.mark.rejects("MIX-25")
@pytest.mark.parametrize("city", [PAIR, AROUND, g.City.of(AROUND.tiles, g.Kind.ALHAMBRA)])
def test_an_exchange_never_swaps_kinds(city: g.City) -> None:
    both_kinds = {g.Kind.ALHAMBRA: "TO9", g.Kind.GRANADA: "SC4"}
    for cell, old in city.tiles.items():
        if cell == city.second:
            continue
        for kind, face in both_kinds.items():
            for edges in ANY:
                name = f"{face}:{edges or '-'}" if kind is g.Kind.ALHAMBRA else face
                is_legal = told(city.exchanged(cell, (g.Face.parse(name), edges))) == []
                assert is_legal is (cell in g.placement.exchangeable_cells(city, edges, kind))
                assert old.face.kind is kind or not is_legal


@pytest.mark.parametrize("city", [PAIR, AROUND, both(WALLED, "@")])
def test_what_is_listed_for_a_kind_is_what_may_be_built_and_exchanged(city: g.City) -> None:
    for kind in g.Kind:
        for edges in ANY:
            free, taken = sites(city, kind).listed(edges.value)
            assert set(free) == g.placement.legal_cells(city, edges, kind)
            assert set(taken) == g.placement.exchangeable_cells(city, edges, kind)


# Why not.


def test_why_not_judges_the_layout_afterwards() -> None:
    library = g.Face.parse("LI5"), g.Edges.S
    alhambra = g.City.of({}, g.Kind.ALHAMBRA)
    assert clauses(g.placement.why_not(alhambra, g.Cell(1, 0), library)) == ["MIX-17", "MIX-19"]
    assert clauses(g.placement.why_not(alhambra, g.START, library)) == ["MIX-22"]
    assert clauses(g.placement.why_not(alhambra, g.START, TOWER)) == ["BUILD-4"]
    assert clauses(g.placement.why_not(PAIR, g.Cell(1, 1), TOWER)) == ["MIX-22"]
    far = g.Cell(200, 0)
    assert clauses(g.placement.why_not(alhambra, far, library)) == ["A-BOX-2", "MIX-19"]
    assert clauses(g.placement.why_not(alhambra, far, TOWER)) == ["A-BOX-2", "BUILD-3", "BUILD-4"]
    assert [str(reason) for reason in g.placement.why_not(PAIR, far, library)[1:]] == [
        "MIX-21: LI5 at 200,0 cannot be reached on foot from LI5 at 1,1",
        "MIX-22: LI5 at 200,0 touches no other tile edge to edge",
    ]
    assert [str(reason) for reason in g.placement.why_not(PAIR, far, TOWER)[1:]] == [
        "MIX-21: TO9:NE at 200,0 cannot be reached on foot from the start tile",
        "MIX-22: TO9:NE at 200,0 touches no other tile edge to edge",
    ]


@pytest.mark.parametrize("ask", [g.placement.legal_cells, g.placement.exchangeable_cells])
def test_a_kind_is_a_kind(ask: Callable[..., object]) -> None:
    with pytest.raises(TypeError, match=r"^expected Kind, got str$"):
        ask(PAIR, g.Edges.N, "granada")


# In games with tiles of one kind.


@pytest.mark.rejects("A-BOX-2")
def test_in_alhambra_alone_a_tile_of_granada_does_not_belong() -> None:
    reason, *_ = g.validate(g.Position(ruleset=g.ALHAMBRA, players=(g.NotedPlayer(city=PAIR),))).violations
    assert reason.clause is g.Clause.A_BOX_2
    alone = [g.Kind.ALHAMBRA]
    with pytest.raises(g.ViolationError) as refusal:
        g.scoring.score({"Red": PAIR}, g.Scoring.A, kinds=alone)
    assert set(clauses(refusal.value.violations)) == {"A-BOX-2"}
    with pytest.raises(g.ViolationError) as refusal:
        g.scoring.score_if_built({"Red": PAIR}, g.Scoring.A, "Red", g.Cell(3, 1), SCHOOL, kinds=alone)
    assert "A-BOX-2" in clauses(refusal.value.violations)


def test_beside_a_start_tile_of_granada_a_tower_is_no_first_tile_of_granada() -> None:
    tower = g.Face.parse("TO9:NE"), g.Edges.parse("NE")
    granada = g.City.of({})
    assert [reason.clause for reason in g.placement.why_not(granada, g.Cell(200, 0), tower)] == [
        g.Clause.BOX_2,
        g.Clause.BUILD_3,
        g.Clause.BUILD_4,
    ]
    assert [reason.clause for reason in g.placement.why_not(granada, g.Cell(0, 0), tower)] == [
        g.Clause.BUILD_4
    ]
