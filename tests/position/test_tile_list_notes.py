"""Which violations rest on a list of tiles, and on which one."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given

import granada_rules as g
from granada_rules.testing import positions

NOT_PRINTED = '"reference" is not the printed set; without tiles no list is used'
OUR_BOX = g.TileSet.of(g.reference().tiles, name="our box")
OUR_HUTS = g.HutSet.of(g.reference_huts().huts, name="our huts")


def notes(*lines: str) -> list[str]:
    """Return the notes on a position."""
    text = "\n".join(['format = "granada-position/1"', *lines])
    return list(g.tile_list_notes(g.read_position(text, [OUR_BOX, OUR_HUTS])))


REFERENCE, OWN = 'tiles = "reference"', 'tiles = "our box"'
BOTH = 'tiles = { alhambra = "alhambra", granada = "reference" }'
HUTS = 'tiles = { alhambra = "alhambra", huts = "huts-reference" }'
WITH_HUTS = 'ruleset = { game = "alhambra", modules = ["huts"] }'


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        # BOX-4: moats that the list has otherwise. BOX-11: two faces of one tile.
        ([REFERENCE, 'yard = ["AR8:E"]'], ['BOX-4 rests on the tile list "reference"', NOT_PRINTED]),
        (
            [REFERENCE, 'bag = ["AR8", "HP9", "SC4:-"]'],
            ['BOX-11, BOX-4 rest on the tile list "reference"', NOT_PRINTED],
        ),
        ([OWN, 'bag = ["AR8", "HP9"]'], ['BOX-11 rests on the tile list "our box"']),
        # A-BOX-2: a tile that is not in the list, which is the printed one.
        (['tiles = "alhambra"', 'bag = ["GA10:NE"]'], ['A-BOX-2 rests on the tile list "alhambra"']),
        (
            [BOTH, 'ruleset = { game = "both" }', 'bag = ["GA10:NE", "AR8:E"]'],
            [
                'A-BOX-2 rests on the tile list "alhambra"',
                'BOX-4 rests on the tile list "reference"',
                NOT_PRINTED,
            ],
        ),
        # HUT-1: a hut that the list does not have, or not so often.
        (
            [HUTS, WITH_HUTS, "[[player]]", 'reserve = ["GA*:NESW", "PV*:N", "PV*:N"]'],
            [
                'HUT-1 rests on the tile list "huts-reference"',
                '"huts-reference" is not the printed list; without tiles no list is used',
            ],
        ),
        (
            [HUTS.replace("huts-reference", "our huts"), WITH_HUTS, "[[player]]", 'reserve = ["PV*:ES"]'],
            ['HUT-1 rests on the tile list "our huts"'],
        ),
        # BUILD-2, BUILD-3: moats that were left out are those of the list.
        (
            [REFERENCE, "[[player]]", 'name = "Red"', 'city = "@ SC10 MA3"'],
            [
                'BUILD-2, BUILD-3: moats that are not written are those of the tile list "reference"',
                NOT_PRINTED,
            ],
        ),
        (
            [OWN, "[[player]]", 'name = "Red"', 'city = ". SC10>\\n@ DI2"'],
            ['BUILD-2, BUILD-3: moats that are not written are those of the tile list "our box"'],
        ),
    ],
)
def test_a_violation_that_rests_on_a_list_is_noted_with_its_name(
    lines: list[str], expected: list[str]
) -> None:
    assert notes(*lines) == expected


@pytest.mark.parametrize(
    "lines",
    [
        # Without a list, or if nothing is wrong.
        ["[[player]]", 'city = "@ SC10:W"'],
        [REFERENCE, 'yard = ["AR8", "SC10:NE"]'],
        # What the box does not have whatever the list.
        [REFERENCE, 'yard = ["SC14"]'],
        [REFERENCE, 'yard = ["PA6:NESW"]'],
        [REFERENCE, 'yard = ["SC10", "SC10"]'],
        [REFERENCE, 'display = ["b1", "b1", "b1", "b1"]'],
        # All moats are written, and none as the list has them; or moats do not matter.
        [REFERENCE.replace("reference", "alhambra"), "[[player]]", 'city = "@ GA10:W"'],
        [REFERENCE, "[[player]]", 'name = "Red"', 'city = ". . .\\n@ . ."', "points = -1"],
        [HUTS, WITH_HUTS, "[[player]]", 'reserve = ["GA*:N", "GA*:NE", "GA*:W", "TO*:E"]'],
    ],
)
def test_a_violation_that_rests_on_no_list_is_not_noted(lines: list[str]) -> None:
    assert notes(*lines) == []


def test_a_list_of_another_game_is_named() -> None:
    position = g.Position(tile_set=g.reference(), ruleset=g.ALHAMBRA)
    assert g.tile_list_notes(position) == ('A-BOX-2 rests on the tile list "reference"', NOT_PRINTED)


def test_the_report_itself_says_nothing_of_lists() -> None:
    position = g.read_position('format = "granada-position/1"\ntiles = "reference"\nyard = ["AR8:E"]')
    assert g.tile_list_notes(position)
    assert "list" not in str(g.validate(position))


@given(position=positions())
def test_without_its_list_a_position_breaks_no_clause_that_was_not_noted(position: g.Position) -> None:
    # Without a list, tiles that it has not may break other clauses.
    if position.tile_set is None or position.ruleset is None:
        return
    without = {str(each.clause) for each in g.validate(attrs.evolve(position, tile_set=None)).violations}
    gone = {str(each.clause) for each in g.validate(position).violations} - without
    said = " ".join(g.tile_list_notes(position))
    assert all(clause in said for clause in gone)
