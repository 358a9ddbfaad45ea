"""Fair draws from a secret seed, outside the rules; docs/dealer.md says how to rebuild it anywhere."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import final

import attrs
from attrs.validators import instance_of

__all__ = ["Dealer"]

VERSION = "granada-dealer/1"
SHORTEST_SEED = 16
LONGEST_SEED = 1024


def _long_enough(_dealer: object, _field: object, seed: bytes) -> None:
    if not SHORTEST_SEED <= len(seed) <= LONGEST_SEED:
        raise ValueError(f"a seed has {SHORTEST_SEED} to {LONGEST_SEED} bytes, not {len(seed)}")


@final
@attrs.frozen(repr=False)
class Dealer:
    """A dealer is a value: what it draws depends on its seed and on how many draws were made before.

    The seed decides everything, so it stays secret until the game is over; what is printed never shows it.
    """

    seed: bytes = attrs.field(validator=[instance_of(bytes), _long_enough])

    @classmethod
    def fresh(cls) -> Dealer:
        """Return a dealer with a seed that nobody knows."""
        return cls(secrets.token_bytes(32))

    @property
    def commitment(self) -> str:
        """What to publish before the game: it binds the dealer to its seed, and tells nothing of any draw."""
        return self._stream("commitment", b"", 32).hex()

    def keeps(self, commitment: str) -> bool:
        """Tell whether this dealer is the one that was committed to."""
        return hmac.compare_digest(self.commitment.encode(), commitment.encode())

    def number(self, draw: int, below: int) -> int:
        """Return the number that this draw gives, from 0 up to one less than ``below``, each equally likely.

        ``draw`` says how many draws were made before: 0 for the first.
        """
        if below < 1 or not 0 <= draw < 1 << 64:
            raise ValueError("draws are counted from 0 up to 2**64, and from nothing nothing can be drawn")
        bits = (below - 1).bit_length()
        size = -(-bits // 8)
        asked = 8 * max(size, 1)
        while True:
            stream = self._stream("draw", draw.to_bytes(8, "big"), asked)
            for first in range(0, asked - size + 1, max(size, 1)):
                # What does not fit is thrown away and the next bytes taken, so that nothing is favoured.
                number = int.from_bytes(stream[first : first + size], "big") & (1 << bits) - 1
                if number < below:
                    return number
            asked *= 2

    def _stream(self, purpose: str, counter: bytes, length: int) -> bytes:
        label = f"{VERSION} {purpose}\n".encode()
        return hashlib.shake_256(label + counter + self.seed).digest(length)

    def __repr__(self) -> str:
        return f"<Dealer committed to {self.commitment}>"
