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

import granada_rules as g
from granada_rules import draws

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
    number = g.Dealer(seed).number(draw, below)
    assert 0 <= number < below
    assert number == specified(seed, draw, below)


@pytest.mark.parametrize("below", [1, 2, 3, 54, 108, 129, 257])
def test_every_number_is_equally_likely(below: int) -> None:
    dealer, draws = g.Dealer(b"fair and square!"), 200 * below
    counts = Counter(dealer.number(draw, below) for draw in range(draws))
    assert set(counts) == set(range(below))
    # Each count lies within six standard deviations of 200: with this fixed seed it always does or never.
    assert all(abs(count - 200) <= 6 * sqrt(200) for count in counts.values())


@given(seeds, seeds)
def test_a_commitment_binds_to_one_seed(one: bytes, other: bytes) -> None:
    dealer = g.Dealer(one)
    assert dealer.keeps(dealer.commitment)
    assert g.Dealer(other).keeps(dealer.commitment) == (one == other)
    assert not dealer.keeps("")
    assert not dealer.keeps("ä" * 64)
    assert dealer.commitment == shake_256(b"granada-dealer/1 commitment\n" + one).hexdigest(32)


@given(seeds)
def test_nothing_that_is_printed_shows_the_seed(seed: bytes) -> None:
    dealer = g.Dealer(seed)
    for printed in (repr(dealer), str(dealer), f"{dealer}"):
        assert printed == f"<Dealer committed to {dealer.commitment}>"


def test_a_fresh_dealer_is_one_of_a_kind() -> None:
    assert len({g.Dealer.fresh() for _ in range(50)}) == 50
    assert len(g.Dealer.fresh().seed) == 32


def test_a_dealer_is_a_value() -> None:
    dealer = g.Dealer(bytes(16))
    assert dealer == g.Dealer(bytes(16))
    assert dealer != g.Dealer(bytes(17))
    assert pickle.loads(pickle.dumps(dealer)) == dealer  # noqa: S301 - its own pickle


@pytest.mark.parametrize("seed", [b"", bytes(15), bytes(1025)])
def test_a_seed_is_long_enough_and_not_endless(seed: bytes) -> None:
    with pytest.raises(ValueError, match=f"seed: expected 16 to 1024 bytes, got {len(seed)}"):
        g.Dealer(seed)
    assert g.Dealer(bytes(1024)).number(0, 1) == 0


@pytest.mark.parametrize("seed", ["a text that is long enough", 12345678901234567890, None])
def test_a_seed_is_made_of_bytes(seed: object) -> None:
    with pytest.raises(TypeError):
        g.Dealer(cast("Any", seed))


@pytest.mark.parametrize(("draw", "below"), [(0, 0), (0, -1), (-1, 5), (2**64, 5)])
def test_there_is_no_draw_from_nothing_and_none_before_the_first(draw: int, below: int) -> None:
    with pytest.raises(ValueError, match="draw: expected 0 to"):
        g.Dealer(bytes(16)).number(draw, below)


def ordered(face: g.Face) -> tuple[int, ...]:
    """Return the place of a tile by its even or only face, as docs/dealer.md orders them."""
    walls = sum({"N": 1, "E": 2, "S": 4, "W": 8}[side] for side in str(face.walls or ""))
    return list(face.kind.buildings).index(face.building), face.value, walls


@pytest.mark.parametrize("players", [2, 3])
def test_the_tiles_of_both_together_are_dealt_by_the_words_of_the_page(players: int) -> None:
    seed = b"sixteen bytes, and both together"
    bags = {one.kind: sorted((tile.front for tile in one.tiles), key=ordered) for one in g.BOTH.tiles.sets}
    drawn: list[g.Face] = []

    def draw(kind: g.Kind, *, wet: bool = False) -> None:
        possible = [face for face in bags[kind] if not wet or g.BOTH.tiles.moats(face)]
        face = possible[specified(seed, len(drawn), len(possible))]
        bags[kind].remove(face)
        drawn.append(face)

    for _ in range(6 if players == 2 else 0):
        draw(g.Kind.ALHAMBRA)
    for _ in range(6 if players == 2 else 0):
        draw(g.Kind.GRANADA)
    for _ in range(4):
        draw(g.Kind.ALHAMBRA)
        draw(g.Kind.GRANADA, wet=True)
    dealt = [
        each.face for each in draws(g.setup(players, g.BOTH), g.Dealer(seed)) if isinstance(each, g.DrawTile)
    ]
    assert dealt == drawn


VECTORS = {
    "alhambra, 2 players": (
        g.Ruleset(kinds=[g.Kind.ALHAMBRA], modules=g.Module),
        (
            "tile TO11:S GA11:- PV2:NEW GA8:NW GA10:N CH7:SW TO11:N PV8:- GA10:W AC10:- "
            "hut PV*:SW SE*:NE AC*:NW CH*:W GA*:NES TO*:NSW "
            "card y8 y2 b6 o4 o7 b3 b9 b9 bonus GA10:- AC9:- GA11:- CH10:- TO12:- TO11:- card y3 g7 o6 b4"
        ),
        "12 15A+2 14+2 15B+2 12",
    ),
    "granada, 2 players": (
        g.Ruleset(modules=[g.Module.VIZIER, g.Module.EXCHANGE], house_rules=True),
        "tile DI8 PA12 AR2 MA12 PA8 HP6 DI6 BA2 PA10 HS10 card b7 y5 g3 g9 b1 g5 y9 y2 b9 b3 b6 o7 g3",
        "12 15A+2 14+2 15B+2 11",
    ),
    "both, 2 players": (
        g.Ruleset(kinds=g.Kind, modules=g.Module, house_rules=True),
        (
            "tile TO11:S GA11:- PV2:NEW GA8:NW GA10:N CH7:SW SC8 AR12 PA2 HS8 HP2 BA8 "
            "CH5:NSW SC12 AC8:N HP4 AC6:NE AR6 PV5:NW DI4 hut PV*:SW SE*:S AC*:ESW CH*:W GA*:W TO*:ES "
            "card y3 o9 b6 b1 o9 g6 y6 g5 b1 b7 bonus CH11:- AC10:- SE9:- TO12:- GA11:- AC9:- "
            "card o5 y6 g8 g2"
        ),
        "12 14+2 15A+2 13+2 11",
    ),
}
"""By what is played: the rules, the draws of the setup from the seed 00 01 02 ... 0f, and the piles then."""


@pytest.mark.parametrize("played", VECTORS)
def test_deals_with_modules_are_what_they_were(played: str) -> None:
    rules, expected, piles = VECTORS[played]
    dealer = g.Dealer(bytes(range(16)))
    words: list[str] = []
    for draw in draws(g.setup(2, rules), dealer):
        word, what = g.notation.write_event(draw, ["Ann", "Bo"]).split()
        # What is drawn is said once for all draws in a row.
        last = next((one for one in reversed(words) if one in {"tile", "hut", "card", "bonus"}), None)
        words += [what] if word == last else [word, what]
    assert " ".join(words) == expected
    assert " ".join(map(str, g.deal(g.setup(2, rules), dealer).piles)) == piles


# Joint seeds: nobody can choose one, not even by speaking last, and a part that does not fit is refused.

NAMES = ["Ann", "Bo", "Cy"]
TERMS = g.Terms.of(g.setup(NAMES), table="table 7")
PARTIES = [g.Seat(0), g.Seat(1), g.Seat(2), None]
PARTS = [g.SeedPart(bytes([number]) * 32) for number in range(4)]
secrets = st.binary(min_size=16, max_size=64)


def committed(parts: list[g.SeedPart], terms: g.Terms = TERMS) -> list[str]:
    """Return what everybody publishes first."""
    return [part.commitment(terms, party) for part, party in zip(parts, PARTIES, strict=True)]


PUBLISHED = committed(PARTS)


@given(st.lists(secrets, min_size=4, max_size=4), st.lists(secrets, min_size=4, max_size=4))
def test_a_joint_seed_depends_on_every_part(some: list[bytes], others: list[bytes]) -> None:
    one, other = list(map(g.SeedPart, some)), list(map(g.SeedPart, others))
    seeds = [g.joint_seed(TERMS, parts, committed(parts)) for parts in (one, other)]
    assert (seeds[0] == seeds[1]) is (one == other)
    assert {len(seed) for seed in seeds} == {32}


def test_a_joint_seed_depends_on_the_terms() -> None:
    seeds = set()
    for start, table in (
        (g.setup(NAMES), "table 7"),
        (g.setup(NAMES), "table 8"),
        (g.setup(NAMES[::-1]), "table 7"),
    ):
        terms = g.Terms.of(start, table=table)
        seeds.add(g.joint_seed(terms, PARTS, committed(PARTS, terms)))
    assert len(seeds) == 3


def test_parts_have_borders() -> None:
    """What one party said cannot be taken for the end of what another said."""
    moved = [g.SeedPart(bytes(20)), g.SeedPart(bytes(16)), *PARTS[2:]]
    other = [g.SeedPart(bytes(16)), g.SeedPart(bytes(20)), *PARTS[2:]]
    assert b"".join(part.secret for part in moved) == b"".join(part.secret for part in other)
    assert g.joint_seed(TERMS, moved, committed(moved)) != g.joint_seed(TERMS, other, committed(other))


def test_a_commitment_is_of_one_party_at_one_table() -> None:
    """Nobody can copy the commitment of another, and then what the other reveals."""
    there = g.Terms.of(g.setup(NAMES), table="table 8")
    found = {PARTS[0].commitment(terms, party) for terms in (TERMS, there) for party in PARTIES}
    assert len(found) == 8
    copied = [PUBLISHED[0], PUBLISHED[0], *PUBLISHED[2:]]
    with pytest.raises(ValueError, match="'Bo' has revealed another part than was committed to"):
        g.joint_seed(TERMS, [PARTS[0], PARTS[0], *PARTS[2:]], copied)


@pytest.mark.parametrize("party", range(4))
def test_who_reveals_another_part_or_none_is_named(party: int) -> None:
    name = [*map(repr, NAMES), "the dealer"][party]
    for part, said in (
        (g.SeedPart(b"what pleases more"), "has revealed another part than was committed to"),
        (None, "has not revealed a part"),
    ):
        parts: list[g.SeedPart | None] = [*PARTS]
        parts[party] = part
        with pytest.raises(ValueError, match=r"^the seed is not complete: ") as refused:
            g.joint_seed(TERMS, parts, PUBLISHED)
        assert str(refused.value) == f"the seed is not complete: {name} {said}"


def test_all_who_did_not_keep_to_it_are_named() -> None:
    with pytest.raises(ValueError, match="'Ann' has not revealed a part; the dealer has revealed another"):
        g.joint_seed(TERMS, [None, *PARTS[1:3], g.SeedPart.fresh()], PUBLISHED)


def pleases(seed: bytes) -> bool:
    """Tell whether the last player begins with 27 or more, which is rare."""
    return g.deal(g.setup(NAMES), g.Dealer(seed)).hands[2].total() >= 27


def test_who_speaks_last_cannot_search() -> None:
    """A dealer and the player who speaks last, together: they know everything that the others said."""
    # Before: the dealer's secret, then what the players named. They try until the deal pleases.
    known = bytes(range(16)) + b"what Ann said" + b"what Bo said"
    tries = [number.to_bytes(32, "big") for number in range(400)]
    assert not pleases(known + tries[0])
    assert any(pleases(known + last) for last in tries)
    # Today: Cy has committed to a part, so every other one is refused, and only one seed is left.
    for last in tries:
        with pytest.raises(ValueError, match="'Cy' has revealed another part than was committed to"):
            g.joint_seed(TERMS, [*PARTS[:2], g.SeedPart(last), PARTS[3]], PUBLISHED)
    assert not pleases(g.joint_seed(TERMS, PARTS, PUBLISHED))


@given(secrets)
def test_nothing_that_is_printed_shows_a_part(secret: bytes) -> None:
    part = g.SeedPart(secret)
    for printed in (repr(part), str(part), f"{part}"):
        assert printed == f"<SeedPart of {len(secret)} bytes>"
    assert pickle.loads(pickle.dumps(part)) == part  # noqa: S301 - its own pickle


def test_a_message_shows_no_part() -> None:
    for secret in (b"short secret", bytes(1025), "a secret that is a text"):
        with pytest.raises((TypeError, ValueError)) as refused:
            g.SeedPart(cast("Any", secret))
        assert str(refused.value).startswith("secret: expected ")
        assert "secret that" not in str(refused.value)
        assert "short" not in str(refused.value)


def test_fresh_parts_are_all_different_and_of_full_strength() -> None:
    parts = {g.SeedPart.fresh() for _ in range(50)}
    assert len(parts) == 50
    assert {len(part.secret) for part in parts} == {32}


@pytest.mark.parametrize("seat", [-1, 3, 10**30])
def test_there_are_as_many_seats_as_players(seat: int) -> None:
    with pytest.raises(ValueError, match="seat: expected 0 to 2, or None for the dealer, got "):
        PARTS[0].commitment(TERMS, g.Seat(seat))


@pytest.mark.parametrize("seat", [True, "0", 1.0])
def test_a_seat_is_a_number(seat: object) -> None:
    with pytest.raises(TypeError, match="seat: expected int or None"):
        PARTS[0].commitment(TERMS, cast("Any", seat))


def test_there_is_one_part_and_one_commitment_of_each() -> None:
    with pytest.raises(ValueError, match="parts: expected 4, of the players and of the dealer, got 3"):
        g.joint_seed(TERMS, PARTS[:3], PUBLISHED)
    with pytest.raises(ValueError, match="commitments: expected 4, of the players and of the dealer, got 5"):
        g.joint_seed(TERMS, PARTS, [*PUBLISHED, PUBLISHED[0]])
    for parts, commitments in (
        ([*PARTS[:3], bytes(32)], PUBLISHED),
        (PARTS, [*PUBLISHED[:3], None]),
        (set(PARTS), PUBLISHED),
        (PARTS, "abcd"),
        (b"abcd", PUBLISHED),
    ):
        with pytest.raises(TypeError, match="expected"):
            g.joint_seed(TERMS, cast("Any", parts), cast("Any", commitments))
