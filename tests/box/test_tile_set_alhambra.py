"""Sets of Alhambra tiles: the list, what is refused, owners' files."""

from __future__ import annotations

import pickle
from collections import Counter
from typing import TYPE_CHECKING, Any, cast

import attrs
import pytest

import granada_rules as g
from granada_rules.box import Backs, Box, Clause, Tile, Violation, face_violations, tile_violations
from tests.helpers.games import clauses

if TYPE_CHECKING:
    from collections.abc import Iterable


def spoiled(out: Iterable[str], into: Iterable[str]) -> list[Tile]:
    """Return the tiles of the list without some of them, and with others."""
    unwanted = [Tile.parse(code) for code in out]
    assert set(unwanted) <= set(g.alhambra().tiles)
    return [tile for tile in g.alhambra().tiles if tile not in unwanted] + [Tile.parse(code) for code in into]


def broken(clause: Clause, message: str, *faces: str) -> Violation:
    return Violation(clause, message, faces=tuple(map(g.Face.parse, faces)))


def refusal(text: str) -> str:
    with pytest.raises(ValueError, match=r".") as refused:
        g.TileSet.parse(text)
    return str(refused.value)


def in_a_file(*tiles: str, more: str = "") -> str:
    listed = "".join(f'  "{tile}",\n' for tile in tiles)
    return f'format = "granada-tiles/1"\nname = "our box"\n{more}tiles = [\n{listed}]\n'


# The list.


@pytest.mark.accepts("A-BOX-2")
def test_the_list_has_54_tiles_with_the_prices_of_their_types() -> None:
    assert tile_violations(g.alhambra().tiles) == ()
    prices: dict[g.Building, list[int]] = {}
    for tile in g.alhambra().tiles:
        assert tile.back is None
        prices.setdefault(tile.front.building, []).append(tile.front.value)
    assert {one.code: (len(found), min(found), max(found)) for one, found in prices.items()} == {
        "PV": (7, 2, 8),
        "SE": (7, 3, 9),
        "AC": (9, 4, 10),
        "CH": (9, 5, 11),
        "GA": (11, 6, 12),
        "TO": (11, 7, 13),
    }


@pytest.mark.accepts("A-BOX-2")
def test_twenty_tiles_of_the_list_need_their_walls_to_be_told_apart() -> None:
    called = Counter(f"{face.building.code}{face.value}" for face in g.alhambra().faces)
    assert {code: many for code, many in called.items() if many > 1} == {
        **dict.fromkeys(["AC6", "AC8", "CH7", "CH9"], 2),
        **dict.fromkeys(["GA8", "GA10", "TO9", "TO11"], 3),
    }
    assert len(set(g.alhambra().faces)) == 54


@pytest.mark.accepts("A-BOX-4")
def test_the_list_has_its_walls_as_often_as_the_clause_says() -> None:
    walls = [tile.moats for tile in g.alhambra().tiles]
    assert Counter(map(len, walls)) == {0: 10, 1: 16, 2: 20, 3: 8}
    assert Counter(walls) == Box.of(g.Kind.ALHAMBRA).patterns
    assert [sum(side in edges for edges in walls) for side in g.Edges.parse("NESW")] == [20] * 4
    assert not {g.Edges.parse("NS"), g.Edges.parse("EW")} & set(walls)


# What is refused.


@pytest.mark.rejects("A-BOX-2")
@pytest.mark.parametrize(
    ("out", "into", "violations"),
    [
        (
            ["PV2:NEW"],
            [],
            [
                broken(Clause.A_BOX_2, "the box has 54 building tiles, not 53"),
                broken(Clause.A_BOX_2, "Pavilion 2 is there 0 times, not 1"),
            ],
        ),
        (
            [],
            ["GA10:S"],
            [
                broken(Clause.A_BOX_2, "the box has 54 building tiles, not 55"),
                broken(Clause.A_BOX_2, "Garden 10 is there 4 times, not 3"),
            ],
        ),
        (
            ["GA10:N"],
            ["GA10:W"],
            [broken(Clause.A_BOX_2, "the face GA10:W is there 2 times, and the box has it once", "GA10:W")],
        ),
        (
            ["TO13:E"],
            ["TO14:E"],
            [
                broken(Clause.A_BOX_2, "the box has no tile TO14:E: prices of Tower are 7 to 13", "TO14:E"),
                broken(Clause.A_BOX_2, "Tower 13 is there 0 times, not 1"),
            ],
        ),
        (
            ["TO13:E"],
            ["SC12/AR13:E"],
            [broken(Clause.A_BOX_2, "SC12 is of Granada, and this is Alhambra", "SC12")],
        ),
    ],
    ids=["too few", "too many", "twice", "price", "of Granada"],
)
def test_other_tiles_than_the_box_has(out: list[str], into: list[str], violations: list[Violation]) -> None:
    assert list(tile_violations(spoiled(out, into))) == violations


@pytest.mark.rejects("A-BOX-2")
def test_a_tile_of_alhambra_among_those_of_granada() -> None:
    tiles = [*g.reference().tiles[1:], Tile.parse("TO13:E")]
    assert tile_violations(tiles) == (
        broken(Clause.BOX_2, "TO13:E is of Alhambra, and this is Granada", "TO13:E"),
    )


@pytest.mark.rejects("A-BOX-4")
@pytest.mark.parametrize(
    ("out", "into", "violations"),
    [
        (
            ["GA6:ESW"],
            ["GA6:NESW"],
            [broken(Clause.A_BOX_4, "tile GA6:NESW: 4 walls, and a tile has at most 3", "GA6:NESW")],
        ),
        (
            ["TO13:E"],
            ["TO13:N"],
            [
                broken(Clause.A_BOX_4, "5 tiles with walls N, and the box has 4"),
                broken(Clause.A_BOX_4, "3 tiles with walls E, and the box has 4"),
            ],
        ),
        (
            ["TO12:-"],
            ["TO12:NS"],
            [
                broken(Clause.A_BOX_4, "9 tiles with no walls, and the box has 10"),
                broken(Clause.A_BOX_4, "1 tile with walls NS, and the box has none"),
            ],
        ),
    ],
    ids=["four", "another side", "opposite sides"],
)
def test_other_walls_than_the_box_has(out: list[str], into: list[str], violations: list[Violation]) -> None:
    assert list(tile_violations(spoiled(out, into))) == violations


@pytest.mark.accepts("A-BOX-2", "A-BOX-4")
def test_walls_may_be_on_other_tiles_as_long_as_there_are_as_many_of_each() -> None:
    # Our list is not the only one that the clauses allow.
    other = g.TileSet.of(spoiled(["TO13:E", "TO10:W"], ["TO13:W", "TO10:E"]), name="our box")
    assert other != g.TileSet.of(g.alhambra().tiles, name="our box")
    assert other.called(g.Building.TOWER, 13) == (g.Face.parse("TO13:W"),)


@pytest.mark.rejects("A-BOX-2")
def test_of_a_price_no_more_tiles_lie_open_than_there_are() -> None:
    walls = ["-", "N", "E", "S"]
    lying = [("the yard", g.Face.parse(f"GA10:{edges}")) for edges in walls]
    assert face_violations(lying[:3], g.Kind.ALHAMBRA) == ()
    (violation,) = face_violations(lying, g.Kind.ALHAMBRA)
    assert violation.message == "4 tiles Garden 10 with different walls, and the box has 3"
    assert violation.faces == tuple(sorted(face for _, face in lying))


# Owners' files.

CODES = [str(tile) for tile in g.alhambra().tiles]


def test_a_file_is_read_and_has_one_form() -> None:
    own = g.TileSet.parse(in_a_file(*reversed(CODES)))
    assert (own.name, own.kind, own.backs, own.tiles) == (
        "our box",
        g.Kind.ALHAMBRA,
        None,
        g.alhambra().tiles,
    )
    assert own.to_toml() == in_a_file(*CODES, more='note = ""\n')
    assert g.TileSet.parse(own.to_toml()) == own
    assert eval(repr(own), {"TileSet": g.TileSet}) == own  # noqa: S307 - our own text


def test_the_list_as_a_file_is_itself() -> None:
    assert g.TileSet.parse(g.alhambra().to_toml()) is not g.alhambra()
    assert g.TileSet.parse(g.alhambra().to_toml()) == g.alhambra()
    assert repr(g.alhambra()) == "alhambra()"


@pytest.mark.rejects("A-BOX-2")
def test_a_file_that_breaks_a_clause_says_which() -> None:
    with pytest.raises(g.ViolationError) as refused:
        g.TileSet.parse(in_a_file(*CODES[1:]))
    assert [str(violation) for violation in refused.value.violations] == [
        "A-BOX-2: the box has 54 building tiles, not 53",
        "A-BOX-2: Pavilion 2 is there 0 times, not 1",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            in_a_file(*CODES, more='backs = "as-seen"\n'),
            "backs: expected for tiles with two faces, and for no others",
        ),
        (
            in_a_file("GA10"),
            "tiles, entry 1, face 'GA10': expected its walls too, such as GA10:N, or GA10:- for none",
        ),
        (
            in_a_file("GA10:NN"),
            "tiles, entry 1, edges 'NN': expected any of N E S W, each at most once, or -",
        ),
        (
            in_a_file("SC10:N"),
            "tiles, entry 1, tile 'SC10:N': expected two faces and moats such as AR8/HP9:NE",
        ),
    ],
)
def test_what_cannot_be_read_says_where_and_why(text: str, message: str) -> None:
    assert refusal(text) == message


@pytest.mark.parametrize("name", ["alhambra", "huts-reference", "reference"])
def test_names_of_shipped_sets_are_their_own(name: str) -> None:
    other = spoiled(["TO13:E", "TO10:W"], ["TO13:W", "TO10:E"])
    with pytest.raises(ValueError, match=rf"^name: '{name}' is reserved for a set that ships with the"):
        g.TileSet.of(other, name=name)
    with pytest.raises(ValueError, match=rf"^name: '{name}' is reserved for a set that ships with the"):
        g.TileSet.of(g.reference().tiles, name=name, note="another one")


def test_tiles_with_two_faces_say_how_their_backs_are() -> None:
    with pytest.raises(ValueError, match=r"^backs: expected for tiles with two faces, and for no others$"):
        g.TileSet("our box", "", None, g.reference().tiles)
    with pytest.raises(ValueError, match=r"^backs: expected for tiles with two faces, and for no others$"):
        g.TileSet.of(g.alhambra().tiles, name="our box", backs=Backs.AS_SEEN)


def test_a_face_is_found_by_its_code() -> None:
    assert g.alhambra().coded("GA10:N") == g.Face.parse("GA10:N")
    assert g.reference().coded("SC10") == g.Face.parse("SC10")
    # As it is written canonically, and only if the set has it.
    for code in ("GA10", "GA10:E", "ga10:n", "SC10"):
        assert g.alhambra().coded(code) is None
    with pytest.raises(TypeError, match=r"^expected str, got Face$"):
        g.alhambra().coded(cast("Any", g.Face.parse("GA10:N")))


# `TileSets`: the tiles of a game with both kinds.

SETS = g.TileSets([g.alhambra(), g.reference()])
MIRRORED = g.TileSet.of(g.reference().tiles, name="ours", backs=Backs.MIRRORED_LEFT_RIGHT)


@pytest.mark.accepts("BOX-2", "BOX-3", "BOX-4", "A-BOX-2", "A-BOX-4", game="both")
def test_every_face_is_told_by_the_set_of_its_kind() -> None:
    assert SETS.kinds == tuple(g.Kind)
    assert len(SETS.tiles) == 108
    assert SETS.faces == (*g.alhambra().faces, *g.reference().faces) == tuple(sorted(SETS.faces))
    for one in (g.alhambra(), g.reference()):
        for face in one.faces:
            assert face in SETS
            assert SETS.coded(str(face)) == face
            assert (SETS.tile(face), SETS.back(face)) == (one.tile(face), one.back(face))
            assert (SETS.moats(face), SETS.built(face)) == (one.moats(face), one.built(face))
            assert face in SETS.called(face.building, face.value)
    assert len(SETS.called(g.Building.GARDEN, 10)) == 3
    assert SETS.called(g.Building.GARDEN, 5) == ()
    assert SETS.coded("XX1") is None
    assert "SC10" not in SETS


@pytest.mark.rejects("BOX-2", "A-BOX-2", game="both")
@pytest.mark.parametrize(
    ("code", "clause"), [("SC14", "BOX-2"), ("GA5:-", "A-BOX-2"), ("GA10:NES", "A-BOX-2")]
)
def test_a_face_that_neither_box_has_is_refused(code: str, clause: str) -> None:
    face = g.Face.parse(code)
    for asked in (SETS.tile, SETS.back, SETS.moats, SETS.built):
        with pytest.raises(g.ViolationError) as refusal:
            asked(face)
        assert clauses(refusal.value.violations) == [clause]
        with pytest.raises(TypeError, match="expected Face, got str"):
            asked(cast("Any", "SC10"))


@pytest.mark.rejects("BOX-3", "BOX-4", "A-BOX-4", game="both")
def test_tiles_that_break_a_clause_are_in_no_set() -> None:
    first, *others = g.reference().tiles
    same = [Tile(first.front, attrs.evolve(first.odd, building=first.front.building), first.moats), *others]
    closed = [attrs.evolve(first, moats=g.Edges.parse("NESW")), *others]
    for tiles, clause in ((same, "BOX-3"), (closed, "BOX-4")):
        with pytest.raises(g.ViolationError) as refusal:
            g.TileSets([g.alhambra(), g.TileSet.of(tiles, name="ours")])
        assert clause in clauses(refusal.value.violations)
    walled = [
        Tile.of(g.Face(tile.front.building, tile.front.value, g.Edges.N)) for tile in g.alhambra().tiles[:7]
    ]
    with pytest.raises(g.ViolationError) as refusal:
        g.TileSets([g.TileSet.of([*walled, *g.alhambra().tiles[7:]], name="ours"), g.reference()])
    assert set(clauses(refusal.value.violations)) == {"A-BOX-4"}


@pytest.mark.parametrize(
    ("sets", "given"),
    [
        ([], "none"),
        ([g.reference()], "Granada"),
        ([g.reference(), MIRRORED], "Granada and Granada"),
        ([g.alhambra(), g.reference(), MIRRORED], "Alhambra and Granada and Granada"),
    ],
)
def test_there_is_one_set_of_each_kind(sets: list[g.TileSet], given: str) -> None:
    expected = f"^sets: expected one of Alhambra and one of Granada, got {given}$"
    with pytest.raises(ValueError, match=expected):
        g.TileSets(sets)


def test_only_tile_sets_are_taken() -> None:
    with pytest.raises(TypeError, match=r"^sets: expected TileSet, got 'reference'$"):
        g.TileSets(cast("Any", ["reference", "alhambra"]))
    with pytest.raises(TypeError, match=r"^sets: expected a list of tile sets, got 5$"):
        g.TileSets(cast("Any", 5))


def test_equal_sets_are_equal_in_whatever_order_they_are_given() -> None:
    assert g.TileSets([g.reference(), g.alhambra()]) == SETS
    assert hash(g.TileSets([g.reference(), g.alhambra()])) == hash(SETS)
    assert pickle.loads(pickle.dumps(SETS)) == SETS  # noqa: S301 - its own pickle
    assert g.TileSets([g.alhambra(), MIRRORED]) != SETS
    assert repr(SETS) == "TileSets(sets=(alhambra(), reference()))"


def test_a_ruleset_has_the_tiles_of_its_kinds() -> None:
    assert g.BOTH.tiles == SETS
    assert g.Ruleset(kinds=g.Kind, tile_set=SETS) == g.BOTH
    ours = g.Ruleset(kinds=g.Kind, tile_set=MIRRORED)
    assert ours.tile_set == g.TileSets([g.alhambra(), MIRRORED])
    assert ours.tiles.moats(g.Face.parse("SC11")) == MIRRORED.moats(g.Face.parse("SC11"))
    for kind in g.Kind:
        with pytest.raises(
            ValueError, match=f"^tile_set: expected tiles of {kind.label}, got those of Alhambra and"
        ):
            g.Ruleset(kinds=[kind], tile_set=SETS)
    assert g.GRANADA.tiles.sets == (g.reference(),)
    assert g.BOTH.tiles.sets == (g.alhambra(), g.reference())


def test_the_game_has_a_name_and_a_label() -> None:
    assert [(rules.game, rules.label) for rules in (g.GRANADA, g.BOTH)] == [
        ("granada", "Granada"),
        ("both", "Alhambra and Granada"),
    ]
    assert g.BOTH.filling == (0, 4, 1, 5, 2, 6, 3, 7)
    assert g.GRANADA.filling == (0, 1, 2, 3)
    assert [kind for _, kind in g.BOTH.spaces] == [g.Kind.ALHAMBRA] * 4 + [g.Kind.GRANADA] * 4
    assert [currency for currency, _ in g.BOTH.spaces] == [*g.BOTH.yard, *g.BOTH.yard]
