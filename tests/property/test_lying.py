"""Laws of violations about tiles: city by city, by seat, with all cells and no others (BOX-2, BOX-11)."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter

from hypothesis import given

import granada_rules as g
from granada_rules import testing
from granada_rules.position import facts_of, validate

OF_TILES = {"BOX-2", "A-BOX-2", "BOX-11"}


@given(testing.positions())
def test_what_is_wrong_with_tiles_is_said_in_each_city_where_they_lie(position: g.Position) -> None:
    cities = [
        (name, {cell: tile.face for cell, tile in lying.tiles.items()})
        for name, player in facts_of(position).named
        if (lying := player.city or player.seen_city) is not None
    ]
    wrong = [
        violation
        for violation in validate(position).violations
        # Sheets are not compared with the cities.
        if violation.clause in OF_TILES and violation.faces and not violation.message.startswith("sheet ")
    ]
    for (_, faces), said in groupby(wrong, attrgetter("clause", "faces")):
        expected: list[tuple[str | None, tuple[g.Cell, ...]]] = []
        for name, city in cities:
            if own := tuple(sorted(cell for cell, face in city.items() if face in faces)):
                expected.append((name, own))
        expected = expected or [(None, ())]
        # Of a tile that no list has it is also said if it lies twice.
        assert [(violation.player, violation.cells) for violation in said] in (expected, expected * 2)
