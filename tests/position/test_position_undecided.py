"""Cities of which not everything is seen: what is certainly wrong with them, and what is open."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import granada_rules as g
from granada_rules import Cell, Clause, Edge, Kind, Level, NotedPlayer, Position, validate
from granada_rules.position import noted
from tests.helpers.games import faces
from tests.helpers.seen import seen_city, tile, told, with_city

NOR = "to the north or"
AGAINST_THE_START = "against the start tile, which never has one (BUILD-6)"


def test_what_depends_on_a_hidden_side_is_open_and_names_the_cell_to_look_at() -> None:
    report = validate(with_city("1,0 SC10:?"))
    assert report.level is Level.CONSISTENT
    assert report.violations == ()
    across, on_foot = report.undecided
    assert str(across) == "BUILD-2: Red: open: broken if SC10 at 1,0 has a moat to the west"
    assert str(on_foot) == "BUILD-3: Red: open: broken if SC10 at 1,0 has a moat to the west"
    for violation in report.undecided:
        assert violation.player == "Red"
        assert violation.cells == (Cell(1, 0),)
        assert violation.edges == (Edge.parse("1,0:W"),)
    assert str(report) == f"{across}\n{on_foot}\nconsistent"


def test_without_unknown_tiles_nothing_is_open() -> None:
    city = g.notation.read_city("@ SC4:W")
    report = validate(Position(players=(NotedPlayer(name="Red", city=city),)))
    assert report.undecided == ()
    assert [violation.clause for violation in report.violations] == [Clause.BUILD_2, Clause.BUILD_3]


def test_a_tile_set_tells_hidden_sides() -> None:
    # SC10 has moats to the north and the east in the reference set.
    assert told(with_city("1,0 SC10:?", tile_set=g.reference())) == []
    assert told(with_city("-1,0 SC10:?", tile_set=g.reference())) == [
        f"BUILD-2: SC10 at -1,0 has a moat to the east {AGAINST_THE_START}",
        "BUILD-3: SC10 at -1,0 cannot be reached on foot from the start tile",
    ]


CASES = {
    "turned tiles": (
        ["1,0 ? E"],
        [
            "BUILD-1: ? at 1,0 lies turned: its roof points east, not north",
            "BUILD-2: open: broken if ? at 1,0 has a moat to the west",
            "BUILD-3: open: broken if ? at 1,0 has a moat to the west",
        ],
    ),
    "far away": (
        ["2,0 ?"],
        [
            "BUILD-3: ? at 2,0 cannot be reached on foot from the start tile",
            "BUILD-4: the start tile touches no other tile edge to edge",
            "BUILD-4: ? at 2,0 touches no other tile edge to edge",
        ],
    ),
    "holes": (
        [
            f"{x},{y} SC{2 + 3 * y + x}:-"
            for x in range(3)
            for y in range(3)
            if (x, y) not in {(0, 0), (1, 1), (2, 2)}
        ]
        + ["2,2 SC?:-"],
        ["BUILD-5: tiles enclose the empty cell 1,1"],
    ),
    "behind a moat": (
        ["1,0 SC10:?", "2,0 PA4:W", "3,0 PA6:-"],
        [
            "BUILD-3: PA4 at 2,0 cannot be reached on foot from the start tile",
            "BUILD-3: PA6 at 3,0 cannot be reached on foot from the start tile",
            "BUILD-2: open: broken if SC10 at 1,0 has a moat to the west",
            "BUILD-2: open: broken if SC10 at 1,0 has no moat to the east",
            "BUILD-3: open: broken if SC10 at 1,0 has a moat to the west",
        ],
    ),
    "seen moats": (
        ["1,0 SC?:W", "1,1 PA?:NE"],
        [
            f"BUILD-2: SC? at 1,0 has a moat to the west {AGAINST_THE_START}",
            "BUILD-3: PA? at 1,1 cannot be reached on foot from the start tile",
            "BUILD-3: SC? at 1,0 cannot be reached on foot from the start tile",
        ],
    ),
    "side by side": (
        ["0,1 AR?:?", "1,0 PA4:-", "1,1 ?"],
        [
            "BUILD-2: open: broken if only one of AR? at 0,1 and ? at 1,1 has a moat between them",
            "BUILD-2: open: broken if AR? at 0,1 has a moat to the south",
            "BUILD-2: open: broken if ? at 1,1 has a moat to the south",
            "BUILD-3: open: broken if AR? at 0,1 has moats to the east and south",
            "BUILD-3: open: broken if ? at 1,1 has moats to the south and west",
        ],
    ),
}


@pytest.mark.parametrize(("tiles", "expected"), CASES.values(), ids=CASES)
def test_cities_with_unknown_tiles(tiles: list[str], expected: list[str]) -> None:
    assert told(with_city(*tiles)) == expected


BOTH_CASES = {
    "first tile of the other kind": (
        ["1,0 TO9:NE", "1,1 G?"],
        [
            "MIX-17: open: broken if G? at 1,1 has no moat to the south",
            "MIX-19: open: broken if G? at 1,1 touches no wall with a moat",
        ],
    ),
    "first tile with a moat": (
        ["1,0 TO9:?", "1,1 SC4:S"],
        [
            "MIX-16: open: broken if TO9:? at 1,0 has a wall to the west",
            "MIX-17: open: broken if TO9:? at 1,0 has no wall to the north",
            "MIX-21: open: broken if TO9:? at 1,0 has a wall to the west",
            "MIX-19: open: broken if SC4 at 1,1 touches no wall with a moat",
        ],
    ),
    "nothing certain on either side": (
        ["1,0 A?", "1,1 SC?:?", "2,1 SC6:-"],
        [
            "MIX-16: open: broken if SC? at 1,1 has a moat to the east",
            "MIX-16: open: broken if A? at 1,0 has a wall to the west",
            f"MIX-17: open: broken if A? at 1,0 has no wall {NOR} SC? at 1,1 has no moat to the south",
            "MIX-21: open: broken if SC? at 1,1 has a moat to the east",
            "MIX-21: open: broken if A? at 1,0 has a wall to the west",
        ],
    ),
    "an open side": (
        ["1,0 TO9:E", "1,1 G?"],
        [
            "MIX-17: TO9:E at 1,0 has no wall to the north against G? at 1,1, which is of Granada",
            "MIX-19: G? at 1,1 is the first tile of Granada, and touches no wall with a moat",
        ],
    ),
    "beside the start tile": (
        ["0,1 G?", "1,1 SC4:S"],
        [
            "MIX-17: the start tile has no wall to the north against G? at 0,1, which is of Granada",
            "MIX-16: open: broken if G? at 0,1 has a moat to the east",
            "MIX-21: open: broken if G? at 0,1 has a moat to the east",
        ],
    ),
    "a wall against a moat": (
        ["1,0 TO9:NE", "1,1 SC?:S"],
        [],
    ),
    "apart": (
        ["2,1 G?"],
        [
            "MIX-19: G? at 2,1 is the first tile of Granada, and touches no wall with a moat",
            "MIX-22: the start tile touches no other tile edge to edge",
        ],
    ),
}


@pytest.mark.parametrize(("tiles", "expected"), BOTH_CASES.values(), ids=BOTH_CASES)
def test_layouts_of_both_kinds_with_unknown_tiles(tiles: list[str], expected: list[str]) -> None:
    assert told(with_city(*tiles, start=Kind.ALHAMBRA, ruleset=g.BOTH)) == expected


ALL_SCHOOLS = " ".join(f"SC{price}" for price in range(2, 14))


def test_a_tile_that_nothing_is_left_for_is_named_and_the_rest_judged_as_if_anything_could_lie_there() -> (
    None
):
    """BOX-2, A-BOX-2 if there is no such tile; BOX-11 if all lie elsewhere."""
    assert told(with_city("1,0 PV?:NESW", start=Kind.ALHAMBRA)) == [
        "A-BOX-2: PV?:NESW at 1,0: no such tile",
        f"BUILD-2: PV?:NESW at 1,0 has a wall to the west {AGAINST_THE_START}",
        "BUILD-3: PV?:NESW at 1,0 cannot be reached on foot from the start tile",
    ]
    open_west = [f"BUILD-{rule}: open: broken if SC? at 1,0 has a moat to the west" for rule in (2, 3)]
    schools = NotedPlayer(name="Blue", reserve=noted(faces(ALL_SCHOOLS)))
    red = NotedPlayer(name="Red", seen_city=seen_city("1,0 SC?:?"))
    for tile_set in (None, g.reference()):
        position = Position(players=(red, schools), tile_set=tile_set)
        assert told(position) == [
            "BOX-11: SC?:? at 1,0: everything that it could be lies elsewhere",
            *open_west,
        ]
        assert validate(position).violations[0].cells == (Cell(1, 0),)


def test_a_list_without_such_a_tile_says_so() -> None:
    # The reference set has no School with a moat on all sides but the west.
    assert told(with_city("1,0 SC?:NES", tile_set=g.reference())) == ["BOX-2: SC?:NES at 1,0: no such tile"]
    assert told(with_city("1,0 SC14:?"))[0].startswith("BOX-2: SC14 at 1,0: no such face")


def test_what_is_covered_outside_the_cities_is_asked_for_too() -> None:
    """A tile of a price that the box does not have, and one of another game."""
    assert told(Position(seen_yard=(tile("TO14:?"), None, None, None), ruleset=g.ALHAMBRA)) == [
        "A-BOX-2: TO14:? (among the yard): no such tile"
    ]
    assert told(Position(seen_dirk=(tile("TO?:N"),), ruleset=g.GRANADA)) == [
        "BOX-2: TO?:N (among Dirk's tiles) is of Alhambra, and this is Granada"
    ]
    blue = NotedPlayer(name="Blue", seen_reserve=(tile("?"), *noted(faces("SC4"))))
    assert told(Position(players=(blue,), seen_bag=(tile("SC?:?"),), seen_bought=(tile("?"),))) == []


def test_what_is_seen_is_judged_as_in_any_city() -> None:
    """BOX-5, BOX-2, BOX-4: the start tile, the faces, the moats that are seen."""
    assert told(with_city("1,0 ?", start=Kind.ALHAMBRA, ruleset=g.GRANADA))[0] == (
        "BOX-5: a start tile of Alhambra, and this is Granada"
    )
    twice = with_city("1,0 SC10:?", "2,0 SC10:-", "0,1 ?")
    assert "BOX-2: SC10 at 1,0 and at 2,0: the box has it once" in told(twice)
    (violation,) = validate(with_city("1,0 SC10:N", "-1,0 SC13:?", tile_set=g.reference())).violations
    assert str(violation) == "BOX-4: Red: SC10 with moats N, and the tile set has it with NE"
    assert violation.cells == (Cell(1, 0),)


def test_a_covered_tile_may_be_a_hut() -> None:
    """HUT-7: as long as the player has fewer than three; without a price that is only hidden."""
    of_huts = g.Ruleset(kinds=[Kind.ALHAMBRA], modules=[g.Module.HUTS])
    tiles = " ".join(map(str, g.alhambra().faces)).split()
    others = NotedPlayer(name="Blue", reserve=noted(map(g.Face.parse, tiles)))
    for with_list in (None, g.TileSets([g.alhambra()], g.reference_huts())):
        for own, is_possible in (((), True), (("AC*:N",) * 2, True), (("AC*:N", "CH*:ES", "GA*:W"), False)):
            red = NotedPlayer(
                name="Red",
                seen_city=seen_city("1,0 ?", start=Kind.ALHAMBRA),
                reserve=noted(map(g.Face.parse, own)),
            )
            report = validate(Position(players=(red, others), ruleset=of_huts, tile_set=with_list))
            lines = [each.message for each in report.violations]
            assert ("? at 1,0: everything that it could be lies elsewhere" in lines) is not is_possible
        red = NotedPlayer(name="Red", seen_city=seen_city("1,0 AC?:?", "0,1 AC*:?", start=Kind.ALHAMBRA))
        report = validate(Position(players=(red, others), ruleset=of_huts, tile_set=with_list))
        assert "AC?:? at 1,0: everything that it could be lies elsewhere" in [
            each.message for each in report.violations
        ]
        assert (Cell(0, 1),) in [each.cells for each in report.undecided]


TOWERS = "TO11:? TO?:N TO?:S TO?:- TO9:? TO?:NE TO?:W TO12:? TO10:? TO?:E"
NONE_LEFT = "the box has none left for it beside the others that are not seen"


@pytest.mark.rejects("BOX-11")
def test_there_are_tiles_for_all_that_are_not_seen_or_the_last_of_them_are_told() -> None:
    """One Tower for 13, and of those for 11 one has no walls, one a wall to the north, one to the south."""
    both = [
        NotedPlayer(name=name, seen_city=seen_city("1,0 TO12:-", "2,0 TO13:?", start=Kind.ALHAMBRA))
        for name in ("Red", "Blue")
    ]
    both[1] = NotedPlayer(name="Blue", seen_city=seen_city("1,0 TO13:?", start=Kind.ALHAMBRA))
    report = validate(Position(players=tuple(both), tile_set=g.alhambra()))
    assert [str(each) for each in report.violations] == [f"BOX-11: Blue: TO13:? at 1,0: {NONE_LEFT}"]
    assert [each.cells for each in report.violations] == [(Cell(1, 0),)]
    # Whichever of three Towers for 9 the first one took, another has it if it has to be that one.
    for text in ("TO?:NE", "TO?:ES", "TO?:NW"):
        pair = tuple(map(g.notation.read_seen_tile, ("TO9:?", text)))
        assert validate(Position(seen_bag=pair, tile_set=g.alhambra())).violations == ()


@pytest.mark.accepts("BOX-11")
@given(written=st.lists(st.sampled_from(TOWERS.split()), max_size=6), is_bought=st.booleans())
def test_as_many_are_told_as_find_no_tile_in_any_filling(*, written: list[str], is_bought: bool) -> None:
    """Against all ways to give each of them a tile of its own, or none."""
    listed = g.alhambra()
    tiles = [g.notation.read_seen_tile(text) for text in written]
    towers = [face for face in listed.faces if face.building is g.Building.TOWER]
    could = [
        [
            face
            for face in towers
            if tile.price in {None, face.value} and tile.sides in {None, face.walls or g.Edges(0)}
        ]
        for tile in tiles
    ]
    given_tiles = product(*([None, *faces] for faces in could))
    most = max(
        len(own)
        for own in ([face for face in one if face is not None] for one in given_tiles)
        if len(own) == len({*own})
    )
    place: dict[str, Any] = {"seen_bought" if is_bought else "seen_bag": tuple(tiles)} if tiles else {}
    report = validate(Position(tile_set=listed, **place))
    assert sum(NONE_LEFT in each.message for each in report.violations) == len(tiles) - most


@pytest.mark.accepts("HUT-1")
def test_a_hut_whose_walls_are_not_seen_says_that_huts_are_played_with() -> None:
    """As one does of which everything is seen, if neither ruleset nor tile set say it."""
    hut, with_hut = g.SeenTile(building=g.Building.ARCADES, price=0), "1,0 AC*:?"
    players = (
        NotedPlayer(name="Red", seen_city=seen_city(with_hut, start=Kind.ALHAMBRA)),
        NotedPlayer(name="Red", city=g.City.of({}, Kind.ALHAMBRA), seen_reserve=(hut,)),
    )
    for tile_set in (None, g.alhambra()):
        for red in players:
            assert validate(Position(players=(red,), tile_set=tile_set)).violations == ()


def test_many_unknown_tiles_are_judged_in_bounded_time() -> None:
    """Beyond a limit more is told as open, and what is certain stays certain."""
    cells = [Cell(x, y) for x in range(7) for y in range(7) if (x, y) != (0, 0)]
    report = validate(with_city(*(f"{cell} ?" for cell in cells[:-1]), f"{cells[-1]} SC4:NESW"))
    assert [each.cells for each in report.violations if each.clause is Clause.BUILD_3] == [(cells[-1],)]
    assert {cell for each in report.undecided for cell in each.cells} == {*cells[:-1]}
    *_, last = report.undecided
    assert last.message.startswith("open: broken if ? at 0,6; ? at 1,6; ")
    assert last.message.endswith(" and 41 more have moats or walls on some sides")


def test_many_tiles_with_few_walls_are_judged_by_the_walls_that_all_may_have() -> None:
    towers = [f"{x},{y} TO{9 + 2 * y}:?" for y in range(2) for x in range(1, 4)]
    report = validate(with_city(*towers, tile_set=g.alhambra(), start=Kind.ALHAMBRA))
    assert not report.violations
    assert {cell for each in report.undecided for cell in each.cells} == {
        Cell(x, y) for y in range(2) for x in range(1, 4)
    }
