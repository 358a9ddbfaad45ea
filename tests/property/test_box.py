"""Tile sets: what holds for all tiles, all sets and all bytes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from granada_rules.clauses import ViolationError
from granada_rules.grid import Edges
from granada_rules.testing import edges, faces, tile_sets
from granada_rules.tile_set import TileSet, reference, tile_violations
from granada_rules.tiles import Backs, Face, Kind, Tile
from granada_rules.toml import RecordError
from tests.helpers.games import other_face

if TYPE_CHECKING:
    from random import Random

TILES = st.builds(Tile, faces(), faces(), edges())
NAMES = st.text(min_size=1, max_size=60).filter(
    lambda name: name.isprintable() and name == name.strip() and name not in {"reference", "unlisted"}
)
NOTES = st.text(st.characters(exclude_categories=["Cc", "Cs"], include_characters="\n\t"), max_size=249)


def obeys(tiles: list[Tile]) -> bool:
    """Judge by the words of the clauses."""
    faces = Counter(face for tile in tiles for face in (tile.even, tile.odd))
    return (
        faces == Counter(Face(one, value) for one in Kind.GRANADA.buildings for value in range(2, 14))
        and all(tile.even.value % 2 == 0 and tile.odd.value == tile.even.value + 1 for tile in tiles)
        and all(tile.even.building is not tile.odd.building for tile in tiles)
        and all(tile.moats != Edges.parse("NESW") for tile in tiles)
    )


correct_tiles = tile_sets().flatmap(lambda tile_set: st.permutations(tile_set.tiles))


@st.composite
def nearly_correct_tiles(draw: st.DrawFn) -> list[Tile]:
    """Draw the reference tiles with a few exchanges, changes, additions and losses."""
    tiles = list(reference().tiles)
    near = st.builds(Face, st.sampled_from(Kind.GRANADA.buildings), st.integers(1, 14))
    for place in draw(st.lists(st.integers(0, 53), max_size=3)):
        tile, other = tiles[place], tiles[draw(st.integers(0, 53))]
        tiles[place] = draw(
            st.sampled_from(
                [
                    tile,
                    other,
                    Tile(tile.odd, tile.even, tile.moats),
                    Tile(tile.even, other.odd, tile.moats),
                    Tile(tile.even, tile.odd, Edges(15)),
                    Tile(draw(near), tile.odd, tile.moats),
                ]
            )
        )
    tiles += draw(st.lists(st.sampled_from(reference().tiles), max_size=1))
    return tiles[draw(st.integers(0, 1)) :]


@pytest.mark.accepts("BOX-2", "BOX-3", "BOX-4")
@settings(deadline=None)  # drawing all tiles of a box takes its time
@given(correct_tiles, NAMES, NOTES, st.sampled_from(Backs))
def test_every_correct_set_is_accepted_and_survives_its_file(
    tiles: list[Tile], name: str, note: str, backs: Backs
) -> None:
    assert obeys(tiles)
    ours = TileSet.of(tiles, name=name, note=note, backs=backs)
    assert ours.tiles == tuple(sorted(tiles, key=lambda tile: tile.even))
    again = TileSet.parse(ours.to_toml().encode())
    assert again == ours == eval(repr(ours))  # noqa: S307 - our own text
    assert str(again) == str(ours)


@settings(deadline=None)  # drawing all tiles of a box takes its time
@given(correct_tiles, st.sampled_from(Backs))
def test_faces_backs_and_moats_agree_with_the_tiles(tiles: list[Tile], backs: Backs) -> None:
    ours = TileSet.of(tiles, name="mine", backs=backs)
    for tile in tiles:
        assert ours.tile(tile.even) == ours.tile(tile.odd) == tile
        assert ours.moats(tile.even) == tile.moats
        assert ours.back(tile.even) == tile.odd
    assert set(ours.faces) == {face for tile in tiles for face in (tile.even, tile.odd)}
    for face in ours.faces:
        back = other_face(ours, face)
        assert ours.back(back) == face
        assert ours.moats(back) == backs.turned(ours.moats(face))


@given(edges(), st.sampled_from(Backs))
def test_turning_twice_changes_nothing(moats: Edges, backs: Backs) -> None:
    assert backs.turned(backs.turned(moats)) == moats
    assert len(backs.turned(moats)) == len(moats)


@pytest.mark.rejects("BOX-2", "BOX-3", "BOX-4")
@settings(deadline=None)  # drawing all tiles of a box takes its time
@given(nearly_correct_tiles() | st.lists(TILES, max_size=60), st.randoms())
def test_there_are_violations_exactly_where_a_clause_is_broken(tiles: list[Tile], random: Random) -> None:
    found = tile_violations(tiles)
    assert (not found) == obeys(tiles)
    assert len(set(found)) == len(found)
    random.shuffle(tiles)
    assert tile_violations(tiles) == found
    if found:
        with pytest.raises(ViolationError) as refused:
            TileSet.of(tiles, name="mine")
        assert refused.value.violations == found


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
    text = str(reference())
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        stop = start + data.draw(st.sampled_from([0, 0, 1, 1, 2, 20, len(text)]))
        text = text[:start] + data.draw(SCRAPS) + text[stop:]
    read_or_refused(text)
    read_or_refused(text.encode("utf-8", "surrogatepass"))


WORDS = ["", "mine", "AR2/BA3:NEW", "granada-tiles/1", "as-seen"]
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
