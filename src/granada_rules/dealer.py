"""Fair draws from a secret seed, outside the rules; docs/dealer.md says how to rebuild it anywhere."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING, final

import attrs
from attrs.validators import instance_of

from granada_rules.events import Draw
from granada_rules.game import Game, View
from granada_rules.money import Purse
from granada_rules.play.applying import apply
from granada_rules.play.chances import unseen, way, ways
from granada_rules.setup import possible_piles

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada_rules.events import Event

__all__ = ["Audit", "Dealer", "audit", "complete", "deal", "draws"]

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

    def number(self, draw: int, below: int, purpose: str = "draw") -> int:
        """Return the number that this draw gives, from 0 up to one less than ``below``, each equally likely.

        ``draw`` says how many draws were made before: 0 for the first. Draws for another purpose have nothing
        to do with those of a game.
        """
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
        label = f"{VERSION} {purpose}\n".encode()
        return hashlib.shake_256(label + counter + self.seed).digest(length)

    def __repr__(self) -> str:
        return f"<Dealer committed to {self.commitment}>"


def draws(game: Game, dealer: Dealer) -> Iterator[Draw]:
    """Generate the draws that are due now, one by one; none if somebody is to act, or the game is over."""
    while number := ways(game):
        draw = way(game, dealer.number(game.draws, number))
        yield draw
        game = apply(game, draw)


def deal(game: Game, dealer: Dealer) -> Game:
    """Return the game after all draws that are due now."""
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
    allow is a ``ViolationError``, as with `apply`.
    """
    kept = dealer.keeps(commitment)
    for number, event in enumerate(events):
        if isinstance(event, Draw) and event != next(draws(game, dealer), None):
            return Audit(kept, number, game)
        game = apply(game, event)
    return Audit(kept, None, game)


def complete(seen: View, dealer: Dealer, sample: int = 0) -> Game:
    """Return a whole game that looks like this view from its seat: what is unknown is drawn by the dealer.

    The cards that may be anywhere are dealt to the hands and the deck, all ways equally likely; likewise the
    piles in which the deck may lie. ``sample`` counts from 0, and gives another completion each time.

    The dealer's numbers for this have nothing to do with those it draws in a game. The draws of the completed
    game are counted from 0 again, so it is to be dealt by a dealer of its own.
    """
    if type(sample) is not int or not 0 <= sample < 1 << 32:
        raise ValueError("samples are counted from 0 up to 2**32")
    cards = list(unseen(seen))
    first = sample << 16

    def number(below: int) -> int:
        nonlocal first
        first += 1
        return dealer.number(first - 1, below, purpose="completion")

    hands = [
        Purse.of(cards.pop(number(len(cards))) for _ in range(player.cards)) if hand is None else hand
        for hand, player in zip(seen.hands, seen.table.players, strict=True)
    ]
    layouts = list(possible_piles(seen.table))
    piles = layouts[number(len(layouts))]
    game = Game.__new__(Game)
    game.__attrs_init__(seen.table, tuple(hands), Purse.of(cards), piles, 0, ())
    return game
