"""Tile sets: what holds for all tiles, all sets and all bytes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from granada_rules.base import RecordError
from granada_rules.box import (
    Backs,
    Clause,
    Edges,
    Face,
    Kind,
    Tile,
    TileSet,
    ViolationError,
    shipped_tiles,
    tile_violations,
)
from granada_rules.testing import edges, faces, tile_sets

if TYPE_CHECKING:
    from random import Random

NAMES = st.text(min_size=1, max_size=60).filter(
    lambda name: (
        name.isprintable() and name == name.strip() and name not in {"reference", "alhambra", "unlisted"}
    )
)
NOTES = st.text(st.characters(exclude_categories=["Cc", "Cs"], include_characters="\n\t"), max_size=249)

any_tiles = st.one_of(
    st.builds(Tile, faces(Kind.GRANADA), faces(Kind.GRANADA), edges()), faces(Kind.ALHAMBRA).map(Tile.of)
)

PRICES = {"PV": (2, 7), "SE": (3, 7), "AC": (4, 9), "CH": (5, 9), "GA": (6, 11), "TO": (7, 11)}
"""Of each type of Alhambra the lowest price, and how many tiles there are; the prices are seven in a row."""

SEVERAL = {"AC6": 2, "AC8": 2, "CH7": 2, "CH9": 2, "GA8": 3, "GA10": 3, "TO9": 3, "TO11": 3}


def obeys(tiles: list[Tile]) -> bool:
    """Judge by the words of the clauses."""
    return obeys_granada(tiles) or obeys_alhambra(tiles)


def obeys_granada(tiles: list[Tile]) -> bool:
    """BOX-2, BOX-3, BOX-4."""
    faces = Counter(face for tile in tiles for face in (tile.front, tile.back))
    return (
        faces == Counter(Face(one, value) for one in Kind.GRANADA.buildings for value in range(2, 14))
        and all(tile.even.value % 2 == 0 and tile.odd.value == tile.even.value + 1 for tile in tiles)
        and all(tile.even.building is not tile.odd.building for tile in tiles)
        and all(tile.moats != Edges.parse("NESW") for tile in tiles)
    )


def obeys_alhambra(tiles: list[Tile]) -> bool:
    """A-BOX-2, A-BOX-4: numbers of tiles by type and price, and by their walls; no two are alike."""
    named = Counter(str(tile).partition(":")[0] for tile in tiles)
    expected = {
        f"{code}{price}": SEVERAL.get(f"{code}{price}", 1)
        for code, (lowest, _) in PRICES.items()
        for price in range(lowest, lowest + 7)
    }
    walls = Counter(str(tile).partition(":")[2] for tile in tiles)
    patterns = {"-": 10, **dict.fromkeys("NESW", 4), **dict.fromkeys(("NE", "ES", "SW", "NW"), 5)}
    patterns |= dict.fromkeys(("ESW", "NSW", "NEW", "NES"), 2)
    return named == expected and walls == patterns and len(set(tiles)) == 54


correct_tiles = tile_sets().flatmap(lambda tile_set: st.permutations(tile_set.tiles))


def changed(tile: Tile, other: Tile, near: Face) -> list[Tile]:
    """Return what might lie in the box in the place of a tile; another one is there, too."""
    if tile.back is None or other.back is None:
        assert other.front.walls is not None
        walls = attrs.evolve(tile.front, walls=other.front.walls)
        turned = attrs.evolve(tile.front, walls=other.front.walls.turned(Edges.E))
        return [tile, other, *map(Tile.of, (walls, turned, attrs.evolve(tile.front, walls=Edges(15)), near))]
    return [
        tile,
        other,
        Tile(tile.back, tile.front, tile.moats),
        Tile(tile.front, other.back, tile.moats),
        Tile(tile.front, tile.back, Edges(15)),
        Tile(near, tile.back, tile.moats),
    ]


@st.composite
def nearly_correct_tiles(draw: st.DrawFn) -> list[Tile]:
    """Draw the shipped tiles of a kind with a few exchanges, changes, additions and losses."""
    kind = draw(st.sampled_from(Kind))
    shipped = shipped_tiles(kind).tiles
    tiles = list(shipped)
    walls = st.none() if tiles[0].back else edges()
    near = st.builds(Face, st.sampled_from(kind.buildings), st.integers(1, 14), walls)
    for place in draw(st.lists(st.integers(0, 53), max_size=3)):
        other = tiles[draw(st.integers(0, 53))]
        tiles[place] = draw(st.sampled_from(changed(tiles[place], other, draw(near))))
    tiles += draw(st.lists(st.sampled_from(shipped), max_size=1))
    tiles += draw(st.lists(any_tiles, max_size=1))
    return tiles[draw(st.integers(0, 1)) :]


@pytest.mark.accepts("BOX-2", "BOX-3", "BOX-4", "A-BOX-2", "A-BOX-4")
@settings(deadline=None)  # drawing all tiles of a box takes its time
@given(correct_tiles, NAMES, NOTES, st.sampled_from(Backs))
def test_every_correct_set_is_accepted_and_survives_its_file(
    tiles: list[Tile], name: str, note: str, backs: Backs
) -> None:
    assert obeys(tiles)
    ours = TileSet.of(tiles, name=name, note=note, backs=backs if tiles[0].back else None)
    assert ours.tiles == tuple(sorted(tiles, key=lambda tile: tile.front))
    again = TileSet.parse(ours.to_toml().encode())
    assert again == ours == eval(repr(ours))  # noqa: S307 - our own text
    assert str(again) == str(ours)


@settings(deadline=None)  # drawing all tiles of a box takes its time
@given(correct_tiles, st.sampled_from(Backs))
def test_faces_backs_and_moats_agree_with_the_tiles(tiles: list[Tile], backs: Backs) -> None:
    ours = TileSet.of(tiles, name="mine", backs=backs if tiles[0].back else None)
    for tile in tiles:
        assert ours.tile(tile.front) == tile
        assert ours.moats(tile.front) == tile.moats
        assert ours.back(tile.front) == tile.back
    assert set(ours.faces) == {face for tile in tiles for face in (tile.front, tile.back)} - {None}
    for face in ours.faces:
        assert face in ours
        assert face in ours.called(face.building, face.value)
        back = ours.back(face)
        assert (back is None) == (ours.kind is Kind.ALHAMBRA)
        if back is not None:
            assert ours.tile(back) == ours.tile(face)
            assert ours.back(back) == face
            assert ours.moats(back) == backs.turned(ours.moats(face))


@given(correct_tiles, faces())
def test_a_face_that_the_box_lacks_is_refused_by_its_own_clause(tiles: list[Tile], face: Face) -> None:
    ours = TileSet.of(tiles, name="mine")
    if face in ours:
        assert ours.tile(face) in tiles
        return
    for ask in (ours.tile, ours.back, ours.moats):
        with pytest.raises(ViolationError) as refused:
            ask(face)
        (violation,) = refused.value.violations
        assert (violation.clause, violation.faces) == (Clause.BOX_2.of(ours.kind), (face,))


@given(edges(), st.sampled_from(Backs))
def test_turning_twice_changes_nothing(moats: Edges, backs: Backs) -> None:
    assert backs.turned(backs.turned(moats)) == moats
    assert len(backs.turned(moats)) == len(moats)


@pytest.mark.rejects("BOX-2", "BOX-3", "BOX-4", "A-BOX-2", "A-BOX-4")
@settings(deadline=None)  # drawing all tiles of a box takes its time
@given(nearly_correct_tiles() | st.lists(any_tiles, max_size=60), st.randoms())
def test_there_are_violations_exactly_where_a_clause_is_broken(tiles: list[Tile], random: Random) -> None:
    found = tile_violations(tiles)
    assert (not found) == obeys(tiles)
    assert len(set(found)) == len(found)
    # Of a box that is mostly of one kind only clauses of that kind are broken.
    many = Counter(tile.kind for tile in tiles)
    kind = max(Kind, key=lambda one: (many[one], one is Kind.GRANADA))
    assert {violation.clause for violation in found} <= {
        Clause.BOX_2.of(kind),
        Clause.BOX_3,
        Clause.BOX_4.of(kind),
    }
    assert all(kind in violation.clause.kinds for violation in found)
    random.shuffle(tiles)
    assert tile_violations(tiles) == found
    if found:
        with pytest.raises(ViolationError) as refused:
            TileSet.of(tiles, name="mine")
        assert refused.value.violations == found


@pytest.mark.rejects("A-BOX-2")
def test_foreign_tiles_with_the_same_front_are_told_once() -> None:
    foreign = [Tile.parse("AR2/BA3:N"), Tile.parse("AR2/LI3:N"), Tile.parse("AR2/LI3:N")]
    (violation,) = tile_violations([*shipped_tiles(Kind.ALHAMBRA).tiles, *foreign])
    assert (violation.clause, violation.faces) == ("A-BOX-2", (Face.parse("AR2"),))


def read_or_refused(text: str | bytes) -> None:
    """Read, and see a clear refusal or a set that writes itself back; anything else is a failure."""
    try:
        ours = TileSet.parse(text)
    except ValueError as refused:
        reason = refused
    else:
        assert TileSet.parse(str(ours)) == ours
        return
    assert type(reason) in {RecordError, ValueError, ViolationError}
    assert 0 < len(str(reason)) < 100 * 110
    assert all(line.isprintable() for line in str(reason).split("\n"))


@given(st.binary() | st.text())
def test_any_input_is_read_or_refused(text: str | bytes) -> None:
    read_or_refused(text)


SCRAPS = (
    st.sampled_from("\n\r\"'[]{}=.,#-/:NA2\\\ufeff\x7f\ud800\x00")
    | st.sampled_from(
        ['"""', "'''\n", "\\u0000", "\\ud800", "name", "tiles = [", "[[tiles]]\n", "1979-05-27", "nan"]
    )
    | st.text(max_size=3)
)


@given(st.data())
def test_any_spoiled_file_is_read_or_refused(data: st.DataObject) -> None:
    text = str(shipped_tiles(data.draw(st.sampled_from(Kind))))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        stop = start + data.draw(st.sampled_from([0, 0, 1, 1, 2, 20, len(text)]))
        text = text[:start] + data.draw(SCRAPS) + text[stop:]
    read_or_refused(text)
    read_or_refused(text.encode("utf-8", "surrogatepass"))


WORDS = ["", "mine", "AR2/BA3:NEW", "GA10:N", "granada-tiles/1", "as-seen"]
VALUES = st.recursive(
    st.sampled_from([f'"{word}"' for word in WORDS] + ["1", "-inf", "true", "07:32:00"]),
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda many: f"[{', '.join(many)}]")
        | inner.map(lambda one: f"{{ name = {one} }}")
    ),
)


@given(
    st.dictionaries(
        st.sampled_from(["name", "note", "backs", "tiles", "tile", '""', '"\\n"', "a.b"]), VALUES, max_size=8
    )
)
def test_any_document_of_this_format_is_read_or_refused(document: dict[str, str]) -> None:
    lines = [f"{key} = {value}" for key, value in document.items()]
    read_or_refused("\n".join(['format = "granada-tiles/1"', *lines]))
