"""Joint seeds: nobody can choose one, not even by speaking last, and a part that does not fit is refused."""

from __future__ import annotations

import pickle
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from granada_rules import Dealer, Seat, SeedPart, Terms, deal, joint_seed, setup

NAMES = ["Ann", "Bo", "Cy"]
TERMS = Terms.of(setup(NAMES), table="table 7")
PARTIES = [Seat(0), Seat(1), Seat(2), None]
PARTS = [SeedPart(bytes([number]) * 32) for number in range(4)]
secrets = st.binary(min_size=16, max_size=64)


def committed(parts: list[SeedPart], terms: Terms = TERMS) -> list[str]:
    """Return what everybody publishes first."""
    return [part.commitment(terms, party) for part, party in zip(parts, PARTIES, strict=True)]


PUBLISHED = committed(PARTS)


@given(st.lists(secrets, min_size=4, max_size=4), st.lists(secrets, min_size=4, max_size=4))
def test_a_joint_seed_depends_on_every_part(some: list[bytes], others: list[bytes]) -> None:
    one, other = list(map(SeedPart, some)), list(map(SeedPart, others))
    seeds = [joint_seed(TERMS, parts, committed(parts)) for parts in (one, other)]
    assert (seeds[0] == seeds[1]) is (one == other)
    assert {len(seed) for seed in seeds} == {32}


def test_a_joint_seed_depends_on_the_terms() -> None:
    seeds = set()
    for start, table in (
        (setup(NAMES), "table 7"),
        (setup(NAMES), "table 8"),
        (setup(NAMES[::-1]), "table 7"),
    ):
        terms = Terms.of(start, table=table)
        seeds.add(joint_seed(terms, PARTS, committed(PARTS, terms)))
    assert len(seeds) == 3


def test_parts_have_borders() -> None:
    """What one party said cannot be taken for the end of what another said."""
    moved = [SeedPart(bytes(20)), SeedPart(bytes(16)), *PARTS[2:]]
    other = [SeedPart(bytes(16)), SeedPart(bytes(20)), *PARTS[2:]]
    assert b"".join(part.secret for part in moved) == b"".join(part.secret for part in other)
    assert joint_seed(TERMS, moved, committed(moved)) != joint_seed(TERMS, other, committed(other))


def test_a_commitment_is_of_one_party_at_one_table() -> None:
    """Nobody can copy the commitment of another, and then what the other reveals."""
    there = Terms.of(setup(NAMES), table="table 8")
    found = {PARTS[0].commitment(terms, party) for terms in (TERMS, there) for party in PARTIES}
    assert len(found) == 8
    copied = [PUBLISHED[0], PUBLISHED[0], *PUBLISHED[2:]]
    with pytest.raises(ValueError, match="'Bo' has revealed another part than was committed to"):
        joint_seed(TERMS, [PARTS[0], PARTS[0], *PARTS[2:]], copied)


@pytest.mark.parametrize("party", range(4))
def test_who_reveals_another_part_or_none_is_named(party: int) -> None:
    name = [*map(repr, NAMES), "the dealer"][party]
    for part, said in (
        (SeedPart(b"what pleases more"), "has revealed another part than was committed to"),
        (None, "has not revealed a part"),
    ):
        parts: list[SeedPart | None] = [*PARTS]
        parts[party] = part
        with pytest.raises(ValueError, match=r"^the seed is not complete: ") as refused:
            joint_seed(TERMS, parts, PUBLISHED)
        assert str(refused.value) == f"the seed is not complete: {name} {said}"


def test_all_who_did_not_keep_to_it_are_named() -> None:
    with pytest.raises(ValueError, match="'Ann' has not revealed a part; the dealer has revealed another"):
        joint_seed(TERMS, [None, *PARTS[1:3], SeedPart.fresh()], PUBLISHED)


def pleases(seed: bytes) -> bool:
    """Tell whether the last player begins with 27 or more, which is rare."""
    return deal(setup(NAMES), Dealer(seed)).hands[2].total() >= 27


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
            joint_seed(TERMS, [*PARTS[:2], SeedPart(last), PARTS[3]], PUBLISHED)
    assert not pleases(joint_seed(TERMS, PARTS, PUBLISHED))


@given(secrets)
def test_nothing_that_is_printed_shows_a_part(secret: bytes) -> None:
    part = SeedPart(secret)
    for printed in (repr(part), str(part), f"{part}"):
        assert printed == f"<SeedPart of {len(secret)} bytes>"
    assert pickle.loads(pickle.dumps(part)) == part  # noqa: S301 - its own pickle


def test_a_message_shows_no_part() -> None:
    for secret in (b"short secret", bytes(1025), "a secret that is a text"):
        with pytest.raises((TypeError, ValueError)) as refused:
            SeedPart(cast("Any", secret))
        assert str(refused.value).startswith("secret: expected ")
        assert "secret that" not in str(refused.value)
        assert "short" not in str(refused.value)


def test_fresh_parts_are_all_different_and_of_full_strength() -> None:
    parts = {SeedPart.fresh() for _ in range(50)}
    assert len(parts) == 50
    assert {len(part.secret) for part in parts} == {32}


@pytest.mark.parametrize("seat", [-1, 3, 10**30])
def test_there_are_as_many_seats_as_players(seat: int) -> None:
    with pytest.raises(ValueError, match="seat: expected 0 to 2, or None for the dealer, got "):
        PARTS[0].commitment(TERMS, Seat(seat))


@pytest.mark.parametrize("seat", [True, "0", 1.0])
def test_a_seat_is_a_number(seat: object) -> None:
    with pytest.raises(TypeError, match="seat: expected int or None"):
        PARTS[0].commitment(TERMS, cast("Any", seat))


def test_there_is_one_part_and_one_commitment_of_each() -> None:
    with pytest.raises(ValueError, match="parts: expected 4, of the players and of the dealer, got 3"):
        joint_seed(TERMS, PARTS[:3], PUBLISHED)
    with pytest.raises(ValueError, match="commitments: expected 4, of the players and of the dealer, got 5"):
        joint_seed(TERMS, PARTS, [*PUBLISHED, PUBLISHED[0]])
    for parts, commitments in (
        ([*PARTS[:3], bytes(32)], PUBLISHED),
        (PARTS, [*PUBLISHED[:3], None]),
        (set(PARTS), PUBLISHED),
        (PARTS, "abcd"),
        (b"abcd", PUBLISHED),
    ):
        with pytest.raises(TypeError, match="expected"):
            joint_seed(TERMS, cast("Any", parts), cast("Any", commitments))
