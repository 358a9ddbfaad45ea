"""`Dealer`: fair draws from a secret seed; docs/dealer.md specifies it byte by byte."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import attrs

from granada_rules.arguments import expect, short
from granada_rules.events import Draw
from granada_rules.game import Game
from granada_rules.play import apply, way, ways
from granada_rules.sealed import made_once

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
        raise TypeError(f"seed: expected bytes, got {type(seed).__name__}")
    if not _SHORTEST_SEED <= len(seed) <= _LONGEST_SEED:
        raise ValueError(f"seed: expected {_SHORTEST_SEED} to {_LONGEST_SEED} bytes, got {len(seed)}")


@final
@made_once
class Dealer:
    """Draws fairly: a value that depends on nothing but its seed and the number of draws before.

    The seed decides everything, so it stays secret until the game is over; the repr never shows it.
    """

    seed: bytes = attrs.field(validator=_good_seed)
    """16 to 1024 bytes. Raises ``ValueError`` if it is shorter or longer."""

    @classmethod
    def fresh(cls) -> Dealer:
        """Return a dealer with a new random seed."""
        import secrets  # noqa: PLC0415 - not needed where a seed is given

        return cls(secrets.token_bytes(32))

    @property
    def commitment(self) -> str:
        """To publish before the game: it binds the dealer to its seed and tells nothing about draws."""
        return self._stream("commitment", b"", 32).hex()

    def keeps(self, commitment: str) -> bool:
        """Tell whether this dealer is the one that was committed to."""
        if not isinstance(commitment, str):
            raise TypeError(f"commitment: expected str, got {type(commitment).__name__}")
        import hmac  # noqa: PLC0415 - only who audits waits for it

        return hmac.compare_digest(self.commitment.encode(), commitment.encode("utf-8", "replace"))

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
        label = f"{_VERSION} {purpose}\n".encode()
        import hashlib  # noqa: PLC0415 - importing the package stays fast

        return hashlib.shake_256(label + counter + self.seed).digest(length)

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
    """Whether the seed is the one that was committed to."""
    foreign_draw: int | None
    """The first event, counted from 0, that is a draw and not the dealer's; ``None`` if there is none."""
    game: Game
    """The game after the last event that was compared."""

    @property
    def fair(self) -> bool:
        """Whether every draw was the dealer's, and the seed the one that was committed to."""
        return self.commitment_kept and self.foreign_draw is None


def audit(game: Game, events: Iterable[Event], dealer: Dealer, commitment: str) -> Audit:
    """Compare a game, given as its beginning and its events, with the opened seed and the commitment.

    A draw that is not the dealer's is found whether the rules allow it or not.

    >>> from granada_rules import Dealer, audit, draws, setup
    >>> start, dealer = setup(["Red", "Blue"]), Dealer(b"sixteen bytes or more")
    >>> told = audit(start, draws(start, dealer), dealer, dealer.commitment)
    >>> told.commitment_kept, told.foreign_draw
    (True, None)

    Raises ``ViolationError`` if the rules do not allow an action, as `apply` does; ``ValueError`` if the game
    given is past its first draw.
    """
    expect(game, Game)
    expect(dealer, Dealer)
    if game.draws:
        raise ValueError("expected a game as `setup` returns it, before the first draw")
    kept = dealer.keeps(commitment)
    for number, event in enumerate(events):
        if isinstance(event, Draw) and event != next(draws(game, dealer), None):
            return Audit(kept, number, game)
        game = apply(game, event)
    return Audit(kept, None, game)
