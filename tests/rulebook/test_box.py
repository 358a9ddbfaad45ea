"""What the books' examples say about the tiles."""

from __future__ import annotations

import pytest

from granada_rules.box import Building, reference
from tests.helpers.games import other_face


@pytest.mark.accepts("BOX-3")
def test_a_face_of_price_2_has_3_on_its_back() -> None:
    cheapest = [face for face in reference().faces if face.value == 2]
    assert len(cheapest) == 9
    assert {other_face(reference(), face).value for face in cheapest} == {3}


@pytest.mark.accepts("BOX-3")
def test_an_arena_turned_is_a_hospital_and_a_library_turned_is_a_district() -> None:
    turned = {(tile.even.building, tile.odd.building) for tile in reference().tiles}
    assert (Building.ARENA, Building.HOSPITAL) in turned
    assert (Building.LIBRARY, Building.DISTRICT) in turned
