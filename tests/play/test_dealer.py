"""The dealer: fair, bound to its seed, silent about it, and as specified."""

from __future__ import annotations

import pickle
from collections import Counter
from hashlib import shake_256
from math import sqrt
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from granada_rules import BOTH, Dealer, DrawTile, Face, Kind, draws, setup

seeds = st.binary(min_size=16, max_size=64)


def specified(seed: bytes, draw: int, below: int) -> int:
    """Draw by the words of the specification, with all bytes at once."""
    bits = len(f"{below - 1:b}") if below > 1 else 0
    size = (bits + 7) // 8
    stream = shake_256(b"granada-dealer/1 draw\n" + draw.to_bytes(8, "big") + seed).digest(4096)
    while True:
        number, stream = int.from_bytes(stream[:size], "big") % (1 << bits), stream[size:]
        if number < below:
            return number


@given(seeds, st.integers(0, 2**64 - 1), st.one_of(st.integers(1, 300), st.integers(1, 2**80)))
def test_draws_are_as_specified(seed: bytes, draw: int, below: int) -> None:
    number = Dealer(seed).number(draw, below)
    assert 0 <= number < below
    assert number == specified(seed, draw, below)


@pytest.mark.parametrize("below", [1, 2, 3, 54, 108, 129, 257])
def test_every_number_is_equally_likely(below: int) -> None:
    dealer, draws = Dealer(b"fair and square!"), 200 * below
    counts = Counter(dealer.number(draw, below) for draw in range(draws))
    assert set(counts) == set(range(below))
    # Each count lies within six standard deviations of 200: with this fixed seed it always does or never.
    assert all(abs(count - 200) <= 6 * sqrt(200) for count in counts.values())


@given(seeds, seeds)
def test_a_commitment_binds_to_one_seed(one: bytes, other: bytes) -> None:
    dealer = Dealer(one)
    assert dealer.keeps(dealer.commitment)
    assert Dealer(other).keeps(dealer.commitment) == (one == other)
    assert not dealer.keeps("")
    assert not dealer.keeps("ä" * 64)
    assert dealer.commitment == shake_256(b"granada-dealer/1 commitment\n" + one).hexdigest(32)


@given(seeds)
def test_nothing_that_is_printed_shows_the_seed(seed: bytes) -> None:
    dealer = Dealer(seed)
    for printed in (repr(dealer), str(dealer), f"{dealer}"):
        assert printed == f"<Dealer committed to {dealer.commitment}>"


def test_a_fresh_dealer_is_one_of_a_kind() -> None:
    assert len({Dealer.fresh() for _ in range(50)}) == 50
    assert len(Dealer.fresh().seed) == 32


def test_a_dealer_is_a_value() -> None:
    dealer = Dealer(bytes(16))
    assert dealer == Dealer(bytes(16))
    assert dealer != Dealer(bytes(17))
    assert pickle.loads(pickle.dumps(dealer)) == dealer  # noqa: S301 - its own pickle


@pytest.mark.parametrize("seed", [b"", bytes(15), bytes(1025)])
def test_a_seed_is_long_enough_and_not_endless(seed: bytes) -> None:
    with pytest.raises(ValueError, match=f"seed: expected 16 to 1024 bytes, got {len(seed)}"):
        Dealer(seed)
    assert Dealer(bytes(1024)).number(0, 1) == 0


@pytest.mark.parametrize("seed", ["a text that is long enough", 12345678901234567890, None])
def test_a_seed_is_made_of_bytes(seed: object) -> None:
    with pytest.raises(TypeError):
        Dealer(cast("Any", seed))


@pytest.mark.parametrize(("draw", "below"), [(0, 0), (0, -1), (-1, 5), (2**64, 5)])
def test_there_is_no_draw_from_nothing_and_none_before_the_first(draw: int, below: int) -> None:
    with pytest.raises(ValueError, match="draw: expected 0 to"):
        Dealer(bytes(16)).number(draw, below)


def ordered(face: Face) -> tuple[int, ...]:
    """Return the place of a tile by its even or only face, as docs/dealer.md orders them."""
    walls = sum({"N": 1, "E": 2, "S": 4, "W": 8}[side] for side in str(face.walls or ""))
    return list(face.kind.buildings).index(face.building), face.value, walls


@pytest.mark.parametrize("players", [2, 3])
def test_the_tiles_of_both_together_are_dealt_by_the_words_of_the_page(players: int) -> None:
    seed = b"sixteen bytes, and both together"
    bags = {one.kind: sorted((tile.front for tile in one.tiles), key=ordered) for one in BOTH.tiles.sets}
    drawn: list[Face] = []

    def draw(kind: Kind, *, wet: bool = False) -> None:
        possible = [face for face in bags[kind] if not wet or BOTH.tiles.moats(face)]
        face = possible[specified(seed, len(drawn), len(possible))]
        bags[kind].remove(face)
        drawn.append(face)

    for _ in range(6 if players == 2 else 0):
        draw(Kind.ALHAMBRA)
    for _ in range(6 if players == 2 else 0):
        draw(Kind.GRANADA)
    for _ in range(4):
        draw(Kind.ALHAMBRA)
        draw(Kind.GRANADA, wet=True)
    dealt = [each.face for each in draws(setup(players, BOTH), Dealer(seed)) if isinstance(each, DrawTile)]
    assert dealt == drawn
