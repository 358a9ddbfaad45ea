"""Fair draws from a secret seed, outside the rules; docs/dealer.md says how to rebuild it anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import attrs

from granada_rules.arguments import expect, short
from granada_rules.events import Draw
from granada_rules.game import Game
from granada_rules.play import apply, way, ways

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada_rules.events import Event

__all__ = ["Audit", "Dealer", "audit", "deal", "draws"]

_VERSION = "granada-dealer/1"
_SHORTEST_SEED = 16
_LONGEST_SEED = 1024


def _good_seed(_dealer: object, _field: object, seed: bytes) -> None:
    # A seed is secret, so no message shows it.
    if not isinstance(seed, bytes):
        raise TypeError(f"a seed is made of bytes, not of {type(seed).__name__}")
    if not _SHORTEST_SEED <= len(seed) <= _LONGEST_SEED:
        raise ValueError(f"a seed has {_SHORTEST_SEED} to {_LONGEST_SEED} bytes, not {len(seed)}")


@final
@attrs.frozen(repr=False)
class Dealer:
    """A dealer is a value: what it draws depends on its seed and on how many draws were made before.

    The seed decides everything, so it stays secret until the game is over; what is printed never shows it.
    """

    seed: bytes = attrs.field(validator=_good_seed)
    """16 to 1024 bytes; shorter or longer ones are a ``ValueError``."""

    @classmethod
    def fresh(cls) -> Dealer:
        """Return a dealer with a seed that nobody knows."""
        import secrets  # noqa: PLC0415 - not needed where a seed is given

        return cls(secrets.token_bytes(32))

    @property
    def commitment(self) -> str:
        """What to publish before the game: it binds the dealer to its seed, and tells nothing of any draw."""
        return self._stream("commitment", b"", 32).hex()

    def keeps(self, commitment: str) -> bool:
        """Tell whether this dealer is the one that was committed to."""
        if not isinstance(commitment, str):
            raise TypeError(f"a commitment is a str, not a {type(commitment).__name__}")
        import hmac  # noqa: PLC0415 - only who audits waits for it

        return hmac.compare_digest(self.commitment.encode(), commitment.encode("utf-8", "replace"))

    def number(self, draw: int, below: int, purpose: str = "draw") -> int:
        """Return the number that this draw gives, from 0 up to one less than ``below``, each equally likely.

        ``draw`` says how many draws were made before: 0 for the first. Draws for another purpose have nothing
        to do with those of a game. A ``ValueError`` if ``draw`` is negative or has more than 64 bits, or if
        ``below`` is not positive.
        """
        for number in (draw, below):
            if type(number) is not int:
                raise TypeError(f"whole numbers are wanted, not {short(number)}")
        if below < 1 or not 0 <= draw < 1 << 64:
            raise ValueError("draws are counted from 0 up to 2**64, and from nothing nothing can be drawn")
        bits = (below - 1).bit_length()
        size = -(-bits // 8)
        asked = 8 * max(size, 1)
        while True:
            stream = self._stream(purpose, draw.to_bytes(8, "big"), asked)
            for first in range(0, asked - size + 1, max(size, 1)):
                # What does not fit is thrown away and the next bytes taken, so that nothing is favoured.
                number = int.from_bytes(stream[first : first + size], "big") & (1 << bits) - 1
                if number < below:
                    return number
            asked *= 2

    def _stream(self, purpose: str, counter: bytes, length: int) -> bytes:
        label = f"{_VERSION} {purpose}\n".encode()
        import hashlib  # noqa: PLC0415 - who only imports the package does not wait for it

        return hashlib.shake_256(label + counter + self.seed).digest(length)

    def __repr__(self) -> str:
        return f"<Dealer committed to {self.commitment}>"


def draws(game: Game, dealer: Dealer) -> Iterator[Draw]:
    """Generate the draws that are due now, one by one; none if somebody is to act, or the game is over."""
    expect(game, Game)
    expect(dealer, Dealer)
    while number := ways(game):
        draw = way(game, dealer.number(game.draws, number))
        yield draw
        game = apply(game, draw)


def deal(game: Game, dealer: Dealer) -> Game:
    """Return the game after all draws that are due now."""
    expect(game, Game)
    expect(dealer, Dealer)
    while number := ways(game):
        game = apply(game, way(game, dealer.number(game.draws, number)))
    return game


@final
@attrs.frozen
class Audit:
    """What came out when a game was compared with the dealer that is said to have dealt it."""

    commitment_kept: bool
    """Whether the seed is the one that was committed to."""
    foreign_draw: int | None
    """The first event, counted from 0, that is a draw and not the dealer's; ``None`` if there is none."""
    game: Game
    """The game after the last event that was compared."""

    @property
    def fair(self) -> bool:
        """Whether every draw was the dealer's, and the dealer the one that was committed to."""
        return self.commitment_kept and self.foreign_draw is None


def audit(game: Game, events: Iterable[Event], dealer: Dealer, commitment: str) -> Audit:
    """Compare a game, given as its beginning and its events, with the opened seed and the commitment.

    A draw that is not the dealer's is found whether the rules allow it or not; an action that they do not
    allow is a ``ViolationError``, as with `apply`. A game after its first draw is a ``ValueError``.
    """
    expect(game, Game)
    expect(dealer, Dealer)
    if game.draws:
        raise ValueError("an audit begins with the game as `setup` gave it, before the first draw")
    kept = dealer.keeps(commitment)
    for number, event in enumerate(events):
        if isinstance(event, Draw) and event != next(draws(game, dealer), None):
            return Audit(kept, number, game)
        game = apply(game, event)
    return Audit(kept, None, game)
