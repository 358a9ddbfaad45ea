"""`TileSets`: the tiles of a game with both kinds."""

import pickle
from typing import Any, cast

import attrs
import pytest

from granada_rules import (
    BOTH,
    GRANADA,
    Backs,
    Building,
    Edges,
    Face,
    Kind,
    Ruleset,
    Tile,
    TileSet,
    TileSets,
    ViolationError,
    alhambra,
    reference,
)
from tests.helpers.games import clauses

SETS = TileSets([alhambra(), reference()])
MIRRORED = TileSet.of(reference().tiles, name="ours", backs=Backs.MIRRORED_LEFT_RIGHT)


@pytest.mark.accepts("BOX-2", "BOX-3", "BOX-4", "A-BOX-2", "A-BOX-4", game="both")
def test_every_face_is_told_by_the_set_of_its_kind() -> None:
    assert SETS.kinds == tuple(Kind)
    assert len(SETS.tiles) == 108
    assert SETS.faces == (*alhambra().faces, *reference().faces) == tuple(sorted(SETS.faces))
    for one in (alhambra(), reference()):
        for face in one.faces:
            assert face in SETS
            assert SETS.coded(str(face)) == face
            assert (SETS.tile(face), SETS.back(face)) == (one.tile(face), one.back(face))
            assert (SETS.moats(face), SETS.built(face)) == (one.moats(face), one.built(face))
            assert face in SETS.called(face.building, face.value)
    assert len(SETS.called(Building.GARDEN, 10)) == 3
    assert SETS.called(Building.GARDEN, 5) == ()
    assert SETS.coded("XX1") is None
    assert "SC10" not in SETS


@pytest.mark.rejects("BOX-2", "A-BOX-2", game="both")
@pytest.mark.parametrize(
    ("code", "clause"), [("SC14", "BOX-2"), ("GA5:-", "A-BOX-2"), ("GA10:NES", "A-BOX-2")]
)
def test_a_face_that_neither_box_has_is_refused(code: str, clause: str) -> None:
    face = Face.parse(code)
    for asked in (SETS.tile, SETS.back, SETS.moats, SETS.built):
        with pytest.raises(ViolationError) as refusal:
            asked(face)
        assert clauses(refusal.value.violations) == [clause]
        with pytest.raises(TypeError, match="expected Face, got str"):
            asked(cast("Any", "SC10"))


@pytest.mark.rejects("BOX-3", "BOX-4", "A-BOX-4", game="both")
def test_tiles_that_break_a_clause_are_in_no_set() -> None:
    first, *others = reference().tiles
    same = [Tile(first.front, attrs.evolve(first.odd, building=first.front.building), first.moats), *others]
    closed = [attrs.evolve(first, moats=Edges.parse("NESW")), *others]
    for tiles, clause in ((same, "BOX-3"), (closed, "BOX-4")):
        with pytest.raises(ViolationError) as refusal:
            TileSets([alhambra(), TileSet.of(tiles, name="ours")])
        assert clause in clauses(refusal.value.violations)
    walled = [Tile.of(Face(tile.front.building, tile.front.value, Edges.N)) for tile in alhambra().tiles[:7]]
    with pytest.raises(ViolationError) as refusal:
        TileSets([TileSet.of([*walled, *alhambra().tiles[7:]], name="ours"), reference()])
    assert set(clauses(refusal.value.violations)) == {"A-BOX-4"}


@pytest.mark.parametrize(
    ("sets", "given"),
    [
        ([], "none"),
        ([reference()], "Granada"),
        ([reference(), MIRRORED], "Granada and Granada"),
        ([alhambra(), reference(), MIRRORED], "Alhambra and Granada and Granada"),
    ],
)
def test_there_is_one_set_of_each_kind(sets: list[TileSet], given: str) -> None:
    expected = f"^sets: expected one of Alhambra and one of Granada, got {given}$"
    with pytest.raises(ValueError, match=expected):
        TileSets(sets)


def test_only_tile_sets_are_taken() -> None:
    with pytest.raises(TypeError, match=r"^sets: expected TileSet, got 'reference'$"):
        TileSets(cast("Any", ["reference", "alhambra"]))
    with pytest.raises(TypeError, match=r"^sets: expected a list of tile sets, got 5$"):
        TileSets(cast("Any", 5))


def test_equal_sets_are_equal_in_whatever_order_they_are_given() -> None:
    assert TileSets([reference(), alhambra()]) == SETS
    assert hash(TileSets([reference(), alhambra()])) == hash(SETS)
    assert pickle.loads(pickle.dumps(SETS)) == SETS  # noqa: S301 - its own pickle
    assert TileSets([alhambra(), MIRRORED]) != SETS
    assert repr(SETS) == "TileSets(sets=(alhambra(), reference()))"


def test_a_ruleset_has_the_tiles_of_its_kinds() -> None:
    assert BOTH.tiles == SETS
    assert Ruleset(kinds=Kind, tile_set=SETS) == BOTH
    ours = Ruleset(kinds=Kind, tile_set=MIRRORED)
    assert ours.tile_set == TileSets([alhambra(), MIRRORED])
    assert ours.tiles.moats(Face.parse("SC11")) == MIRRORED.moats(Face.parse("SC11"))
    for kind in Kind:
        with pytest.raises(
            ValueError, match=f"^tile_set: expected tiles of {kind.label}, got those of Alhambra and"
        ):
            Ruleset(kinds=[kind], tile_set=SETS)
    assert GRANADA.tiles.sets == (reference(),)
    assert BOTH.tiles.sets == (alhambra(), reference())


def test_the_game_has_a_name_and_a_label() -> None:
    assert [(rules.game, rules.label) for rules in (GRANADA, BOTH)] == [
        ("granada", "Granada"),
        ("both", "Alhambra and Granada"),
    ]
    assert BOTH.filling == (0, 4, 1, 5, 2, 6, 3, 7)
    assert GRANADA.filling == (0, 1, 2, 3)
    assert [kind for _, kind in BOTH.spaces] == [Kind.ALHAMBRA] * 4 + [Kind.GRANADA] * 4
    assert [currency for currency, _ in BOTH.spaces] == [*BOTH.yard, *BOTH.yard]
