"""What a newcomer hands in by mistake is refused with what is expected instead."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

import pytest

import granada_rules as g

if TYPE_CHECKING:
    from collections.abc import Callable

TILE = g.Face(g.Building.SCHOOL, 10), g.Edges.parse("")
EAST = cast("Any", (1, 0))


@pytest.mark.parametrize(
    "lay",
    [
        lambda: g.City.of({EAST: TILE}),
        lambda: g.City.of().extended(EAST, TILE),
        lambda: g.City.of({g.Cell(1, 0): TILE}).reduced(EAST),
        lambda: g.City.of({g.Cell(1, 0): TILE}).exchanged(EAST, TILE),
    ],
)
def test_a_cell_is_wanted_not_its_two_numbers(lay: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match=r"^expected Cell, such as Cell\(1, 0\), got \(1, 0\)$"):
        lay()


def test_a_position_is_written_not_a_game() -> None:
    game = g.setup(3)
    with pytest.raises(TypeError, match=r"^expected Position, such as game\.to_position\(\), got Game$"):
        g.write_position(cast("Any", game))
    assert g.write_position(game.to_position())["phase"] == "setup"


def test_a_record_is_written_not_a_game() -> None:
    wanted = "expected GameRecord, such as GameRecord.of(start, events), got Game"
    with pytest.raises(TypeError, match=f"^{re.escape(wanted)}$"):
        g.write_game(cast("Any", g.setup(3)))


def test_a_record_is_made_of_events_not_of_their_lines() -> None:
    wanted = "expected an event, got 'Ann passes'; notation.read_event reads a line"
    with pytest.raises(TypeError, match=f"^{re.escape(wanted)}$"):
        g.GameRecord.of(g.setup(["Ann", "Bo", "Cy"]), [cast("Any", "Ann passes")])


@pytest.mark.parametrize("read", [g.read_position, g.read_game, g.TileSet.parse])
@pytest.mark.parametrize("name", ["table.toml", "my tables/x.json", "C:\\tables\\TABLE.TOML"])
def test_the_content_of_a_file_is_wanted_not_its_name(read: Callable[[str], object], name: str) -> None:
    wanted = "expected the content of a file, got its name: "
    with pytest.raises(g.RecordError) as refusal:
        read(name)
    assert str(refusal.value) == wanted + repr(name)


@pytest.mark.parametrize("text", ["# see table.toml\nx", "x\n# table.toml", "table.txt"])
def test_what_looks_like_no_name_is_read_as_toml(text: str) -> None:
    with pytest.raises(g.RecordError, match=r"^not TOML: "):
        g.read_position(text)


def test_a_long_name_is_not_repeated() -> None:
    with pytest.raises(g.RecordError) as refusal:
        g.read_position("a/" * 10_000 + ".toml")
    assert len(str(refusal.value)) < 200
