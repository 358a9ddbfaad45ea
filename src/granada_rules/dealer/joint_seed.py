"""`joint_seed`: a seed that players and dealer make together, by commit and reveal (docs/dealer.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

import attrs

from granada_rules.base import expect, framed, labelled, made_once, short
from granada_rules.box import Seat
from granada_rules.dealer.dealer import good_seed
from granada_rules.game import DEALER_2, Terms

__all__ = ["SeedPart", "joint_seed", "part_commitments"]


_THE_DEALER = "the dealer"


@final
@made_once
class SeedPart:
    """What one party adds to a joint seed; secret until it is revealed, so the repr never shows it."""

    secret: bytes = attrs.field(validator=good_seed)
    """16 to 1024 bytes. Raises ``ValueError`` if there are fewer or more."""

    @classmethod
    def fresh(cls) -> SeedPart:
        """Return a new random part of 32 bytes."""
        import secrets

        return cls(secrets.token_bytes(32))

    def commitment(self, terms: Terms, seat: Seat | None) -> str:
        """Return what the player on that seat publishes first; for the dealer the seat is ``None``.

        It binds the party to this part at this table, and tells nothing about it.

        >>> from granada_rules import Seat, SeedPart, Terms, setup
        >>> terms = Terms.of(setup(["Ann", "Bo"]), table="table 7")
        >>> SeedPart(bytes(range(32))).commitment(terms, Seat(0))[:16]
        'dde0883ad7170a4d'

        Raises ``ValueError`` if there is no such seat.
        """
        expect(terms, Terms)
        if seat is not None and type(seat) is not int:
            raise TypeError(f"seat: expected int or None, got {short(seat)}")
        players = len(terms.players)
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"seat: expected 0 to {players - 1}, or None for the dealer, got {short(seat)}")
        party = (players if seat is None else seat).to_bytes(8, "big")
        return labelled(f"{DEALER_2} part", framed(terms.text.encode()) + party + self.secret).hex()

    def __repr__(self) -> str:
        return f"<SeedPart of {len(self.secret)} bytes>"


def joint_seed(terms: Terms, parts: Sequence[SeedPart | None], commitments: Sequence[str]) -> bytes:
    """Return the seed that all parts make together: those of the players by seat, then that of the dealer.

    ``commitments`` were published in the same order, all of them before the first part was revealed. A part
    that was not revealed is ``None``.

    >>> from granada_rules import Dealer, Seat, SeedPart, Terms, joint_seed, setup
    >>> terms = Terms.of(setup(["Ann", "Bo"]), table="table 7")
    >>> parts = [SeedPart.fresh() for _ in ("Ann", "Bo", "the dealer")]
    >>> seats = [Seat(0), Seat(1), None]
    >>> published = [part.commitment(terms, seat) for part, seat in zip(parts, seats)]
    >>> dealer = Dealer(joint_seed(terms, parts, published))
    >>> joint_seed(terms, [parts[0], None, parts[2]], published)
    Traceback (most recent call last):
      ...
    ValueError: the seed is not complete: 'Bo' has not revealed a part

    Raises ``ValueError`` with the names of all who did not reveal a part, or another than they committed to.
    """
    expect(terms, Terms)
    parties = (*map(short, terms.players), _THE_DEALER)
    _refuse_others(parts, "parts", len(parties), SeedPart, type(None))
    _refuse_others(commitments, "commitments", len(parties), str)
    seats = _seats(terms)
    revealed: list[bytes] = []
    wrong: list[str] = []
    for party, seat, part, commitment in zip(parties, seats, parts, commitments, strict=True):
        if part is None:
            wrong.append(f"{party} has not revealed a part")
        elif part.commitment(terms, seat) != commitment:
            wrong.append(f"{party} has revealed another part than was committed to")
        else:
            revealed.append(part.secret)
    if wrong:
        raise ValueError(f"the seed is not complete: {'; '.join(wrong)}")
    return labelled(f"{DEALER_2} joint seed", framed(terms.text.encode(), *revealed))


def part_commitments(terms: Terms, parts: Sequence[SeedPart]) -> tuple[str, ...]:
    """Return the commitments to all parts of a joint seed, those of the players by seat, then the dealer's.

    Raises ``ValueError`` if there are not as many parts.
    """
    seats = _seats(terms)
    _refuse_others(parts, "seed_parts", len(seats), SeedPart)
    return tuple(part.commitment(terms, seat) for part, seat in zip(parts, seats, strict=True))


def _seats(terms: Terms) -> tuple[Seat | None, ...]:
    return (*map(Seat, range(len(terms.players))), None)


def _refuse_others(given: Sequence[object], what: str, parties: int, *kinds: type) -> None:
    if isinstance(given, str | bytes) or not isinstance(given, Sequence):
        raise TypeError(f"{what}: expected a list or another sequence, got {type(given).__name__}")
    if len(given) != parties:
        raise ValueError(f"{what}: expected {parties}, of the players and of the dealer, got {len(given)}")
    for one in given:
        expect(one, *kinds)
