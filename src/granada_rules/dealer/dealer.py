"""`Dealer`: fair draws from a secret seed; docs/dealer.md specifies it byte by byte."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any, final

import attrs

from granada_rules.base import expect, framed, labelled, made_once, of_kind, short
from granada_rules.game import DEALER_2, Draw, Game, Terms
from granada_rules.play import apply, way, ways

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada_rules.game import Event

__all__ = ["DEALER_1", "Audit", "Dealer", "audit", "deal", "draws", "good_seed"]


DEALER_1 = "granada-dealer/1"
"""The version of the dealer whose commitment covers the seed alone; its numbers are those of all versions."""

_SHORTEST_SEED = 16

_LONGEST_SEED = 1024


def good_seed(_value: object, field: attrs.Attribute[Any], seed: bytes) -> None:
    """Validate that a field is a secret of 16 to 1024 bytes; no message shows it."""
    if not isinstance(seed, bytes):
        raise TypeError(f"{field.name}: expected bytes, got {type(seed).__name__}")
    if not _SHORTEST_SEED <= len(seed) <= _LONGEST_SEED:
        raise ValueError(f"{field.name}: expected {_SHORTEST_SEED} to {_LONGEST_SEED} bytes, got {len(seed)}")


@final
@made_once
class Dealer:
    """Draws fairly: a value that depends on nothing but its seed and the number of draws before.

    The seed decides everything, so it stays secret until the game is over; the repr never shows it.
    """

    seed: bytes = attrs.field(validator=good_seed)
    """16 to 1024 bytes. Raises ``ValueError`` if it is shorter or longer."""

    @classmethod
    def fresh(cls) -> Dealer:
        """Return a dealer with a new random seed."""
        import secrets

        return cls(secrets.token_bytes(32))

    @property
    def commitment(self) -> str:
        """A commitment to the seed alone (``granada-dealer/1``): the table can still be changed.

        Publish `commitment_to` instead.
        """
        return self._stream("commitment", b"", 32).hex()

    def commitment_to(self, terms: Terms) -> str:
        """Return what to publish before the game: it binds the dealer to its seed and to the terms.

        It is of ``granada-dealer/2``, and tells nothing about draws.

        >>> from granada_rules import Dealer, Terms, setup
        >>> dealer, terms = Dealer(bytes(range(16))), Terms.of(setup(["Ann", "Bo"]), table="table 7")
        >>> dealer.commitment_to(terms)[:16]
        'a006744bdee917db'
        """
        expect(terms, Terms)
        return labelled(f"{DEALER_2} commitment", framed(terms.text.encode()) + self.seed).hex()

    def keeps(self, commitment: str, terms: Terms | None = None) -> bool:
        """Tell whether this dealer, with these terms, is what was committed to; without terms, the seed."""
        if not isinstance(commitment, str):
            raise TypeError(f"commitment: expected str, got {type(commitment).__name__}")
        import hmac

        own = self.commitment if terms is None else self.commitment_to(terms)
        return hmac.compare_digest(own.encode(), commitment.encode("utf-8", "replace"))

    def number(self, draw: int, below: int, purpose: str = "draw") -> int:
        """Return the number of a draw, from 0 to ``below - 1``, all equally likely.

        ``draw`` is the number of draws before: 0 for the first. Draws for another purpose are independent of
        those of a game.

        Raises ``ValueError`` if ``draw`` is not 0 to ``2**64 - 1``, or if ``below`` is less than 1.
        """
        for number in (draw, below):
            if type(number) is not int:
                raise TypeError(f"draw, below: expected int, got {short(number)}")
        if below < 1 or not 0 <= draw < 1 << 64:
            raise ValueError("draw: expected 0 to 2**64 - 1; below: expected 1 or more")
        bits = (below - 1).bit_length()
        size = -(-bits // 8)
        asked = 8 * max(size, 1)
        while True:
            stream = self._stream(purpose, draw.to_bytes(8, "big"), asked)
            for first in range(0, asked - size + 1, max(size, 1)):
                # Reject what is too large and take the next bytes, so that all numbers are equally likely.
                number = int.from_bytes(stream[first : first + size], "big") & (1 << bits) - 1
                if number < below:
                    return number
            asked *= 2

    def _stream(self, purpose: str, counter: bytes, length: int) -> bytes:
        return labelled(f"{DEALER_1} {purpose}", counter + self.seed, length)

    def __repr__(self) -> str:
        return f"<Dealer committed to {self.commitment}>"


def draws(game: Game, dealer: Dealer) -> Iterator[Draw]:
    """Generate the draws that are due now; none if somebody is to act or the game is over.

    >>> from granada_rules import Dealer, draws, setup
    >>> [type(draw).__name__ for draw in draws(setup(3), Dealer(b"sixteen bytes or more"))][:5]
    ['DrawTile', 'DrawTile', 'DrawTile', 'DrawTile', 'DrawCard']
    """
    expect(game, Game)
    expect(dealer, Dealer)
    while number := ways(game):
        draw = way(game, dealer.number(game.draws, number))
        yield draw
        game = apply(game, draw)


def deal(game: Game, dealer: Dealer) -> Game:
    """Return the game after all draws that are due now.

    >>> from granada_rules import Dealer, deal, setup
    >>> game = deal(setup(3), Dealer(b"sixteen bytes or more"))
    >>> game.is_chance, game.table.to_act is None
    (False, False)
    """
    expect(game, Game)
    expect(dealer, Dealer)
    while number := ways(game):
        game = apply(game, way(game, dealer.number(game.draws, number)))
    return game


@final
@made_once
class Audit:
    """The result of comparing a game with the dealer that is said to have dealt it."""

    commitment_kept: bool
    """Whether the seed, and the terms if they were given, are those that were committed to."""
    foreign_draw: int | None
    """The first event, counted from 0, that is a draw and not the dealer's; ``None`` if there is none."""
    game: Game
    """The game after the last event that was compared."""
    wrong_terms: tuple[str, ...] = attrs.field(default=(), validator=of_kind(tuple))
    """In words, what of the table is not as it was agreed or committed to, as far as that is known."""

    @property
    def fair(self) -> bool:
        """Whether every draw was the dealer's, and seed and terms those that were committed to."""
        return self.commitment_kept and self.foreign_draw is None and not self.wrong_terms

    @property
    def complaints(self) -> tuple[str, ...]:
        """In words, everything that is wrong; empty if the game is fair."""
        return tuple(self._complaints())

    def _complaints(self) -> Iterator[str]:
        yield from self.wrong_terms
        if not self.commitment_kept and not self.wrong_terms:
            if self.foreign_draw is None and self.game.draws:
                yield (
                    "commitment: the seed gives every draw, but not this commitment; it is another game's, "
                    "or it covers another table (granada-dealer/2: names, seats, ages, ruleset, tiles, id)"
                )
            else:
                yield "seed: this is not the seed that was committed to"
        if self.foreign_draw is not None:
            yield f"event {self.foreign_draw + 1}: the seed does not give this draw"


def audit(
    game: Game, events: Iterable[Event], dealer: Dealer, commitment: str, terms: Terms | None = None
) -> Audit:
    """Compare a game, given as its beginning and its events, with the opened seed and the commitment.

    With the terms that were agreed before the game the commitment is one to seed and terms
    (``granada-dealer/2``), and the game has to be played by these terms. Without them it is one to the seed
    alone (``granada-dealer/1``).

    A draw that is not the dealer's is found whether the rules allow it or not.

    >>> from granada_rules import Dealer, Terms, audit, draws, setup
    >>> start, dealer = setup(["Red", "Blue"]), Dealer(b"sixteen bytes or more")
    >>> terms = Terms.of(start, table="table 7")
    >>> audit(start, draws(start, dealer), dealer, dealer.commitment_to(terms), terms).fair
    True
    >>> other = setup(["Blue", "Red"])
    >>> print(*audit(other, draws(other, dealer), dealer, dealer.commitment_to(terms), terms).complaints)
    players: another order of seats: ["Red","Blue"] was agreed, not ["Blue","Red"]

    Raises ``ViolationError`` if the rules do not allow an action, as `apply` does; ``ValueError`` if the game
    given is past its first draw.
    """
    expect(game, Game)
    expect(dealer, Dealer)
    if game.draws:
        raise ValueError("expected a game as `setup` returns it, before the first draw")
    kept = dealer.keeps(commitment, terms)
    wrong = () if terms is None else _wrong_terms(game, dealer, commitment, terms, kept=kept)
    for number, event in enumerate(events):
        if isinstance(event, Draw) and event != next(draws(game, dealer), None):
            return Audit(kept, number, game, wrong)
        game = apply(game, event)
    return Audit(kept, None, game, wrong)


def _wrong_terms(
    start: Game, dealer: Dealer, commitment: str, terms: Terms, *, kept: bool
) -> tuple[str, ...]:
    played = Terms.of(start, table=terms.table)
    if kept or terms.text != played.text:
        return terms.differences(played)
    # The seats are what is worth changing, so every order of them is tried: 720 at most.
    for seats in permutations(range(len(terms.players))):
        ages = tuple(terms.ages[seat] for seat in seats if terms.ages)
        other = attrs.evolve(terms, players=tuple(terms.players[seat] for seat in seats), ages=ages)
        if dealer.keeps(commitment, other):
            return other.differences(terms)
    return ()
