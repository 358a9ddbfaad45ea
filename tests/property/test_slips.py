"""Whatever cannot be read in a file is told at once, and nothing wrong follows from what is left."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings

import granada_rules as g
from granada_rules.testing import positions as any_positions
from tests.helpers.positions import WITHOUT_SHRINKING, positions, rngs
from tests.helpers.spoiled import spoil


def rest_of(document: dict[str, Any], places: list[str], tile_sets: list[Any]) -> g.Position | None:
    """Read a document with slips at these places, and return what can be read."""
    with pytest.raises(g.RecordError) as error:
        g.read_position(json.dumps(document), tile_sets)
    assert [slip.place for slip in error.value.slips] == places
    rest = error.value.readable
    assert rest is None or isinstance(rest, g.Position)
    return rest


def test_what_can_be_read_of_a_legal_position_is_legal() -> None:
    rng, judged = random.Random(28), 0
    for game in positions()[::8]:
        position = game.to_position()
        left_out = rng.choice([(), (), ("ruleset",), ("ruleset", "tiles")])
        document = {
            key: value
            for key, value in g.write_position(position).items()
            if key in {"format", "player"} or (key not in left_out and rng.random() < 0.9)
        }
        tile_sets: list[Any] = [position.tile_set]
        try:
            whole = g.read_position(json.dumps(document), tile_sets)
        except g.RecordError:
            continue
        # To have left something out can be wrong by itself: who is to act is then who has the turn.
        if g.validate(whole).violations:
            continue
        spoiled, places = spoil(document, rng, rng.randint(1, 4))
        rest = rest_of(spoiled, places, tile_sets)
        assert rest is not None
        assert g.validate(rest).violations == ()
        judged += 1
    assert judged > 90


@given(any_positions(), rngs)
@settings(max_examples=30, phases=WITHOUT_SHRINKING)
def test_what_is_wrong_with_the_rest_is_wrong_with_the_whole(
    position: g.Position, rng: random.Random
) -> None:
    try:
        document = g.write_position(position)
    except g.RecordError:
        return
    spoiled, places = spoil(document, rng, rng.randint(1, 4))
    # Without a phase that contradicts it, other things contradict each other.
    if not places or "phase" in places:
        return
    tile_sets = [] if position.tile_set is None else [position.tile_set]
    rest = rest_of(spoiled, places, tile_sets)
    assert rest is not None
    whole = {violation.clause for violation in g.validate(position).violations}
    assert {violation.clause for violation in g.validate(rest).violations} <= whole
