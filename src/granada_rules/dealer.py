"""Fair draws from a secret seed, outside the rules; docs/dealer.md says how to rebuild it anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import attrs

from granada_rules import box
from granada_rules.events import Draw
from granada_rules.game import Game, View
from granada_rules.kinds import expect, short
from granada_rules.money import Purse
from granada_rules.play.applying import apply
from granada_rules.play.chances import unseen, way, ways
from granada_rules.position import Phase, Pile
from granada_rules.position.piles import SCORING_CARDS, STARTING_MONEY, piles, possible_piles, without_top

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada_rules.events import Event
    from granada_rules.game import Table
    from granada_rules.money import Card

__all__ = ["Audit", "Dealer", "audit", "complete", "deal", "draws"]

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


def complete(seen: View, dealer: Dealer, sample: int = 0) -> Game:
    """Return a whole game that looks like this view from its seat: what is unknown is drawn by the dealer.

    The cards that may be anywhere are dealt to the hands and the deck, all ways equally likely; as long as
    nobody can have paid anything, each hand anew until it is worth what SETUP-3 gave. The piles are those of
    a setup, played through by chance until it fits the table. ``sample`` counts from 0, and gives another
    completion each time; below 0, and from ``2**32`` on, it is a ``ValueError``.

    The dealer's numbers for this have nothing to do with those it draws in a game. The draws of the completed
    game are counted on from ``sample * 2**32``, so the same dealer can deal each of them on, and all differ;
    it must not be the dealer of the real game, whose draws a bot may not know.
    """
    expect(seen, View)
    expect(dealer, Dealer)
    if type(sample) is not int or not 0 <= sample < _MOST_SAMPLES:
        raise ValueError(f"samples are counted from 0 up to {_MOST_SAMPLES - 1}")
    numbers = _Numbers(dealer, sample * _MOST_SAMPLES)
    hands, deck = _guessed_hands(seen, numbers)
    game = Game.__new__(Game)
    game.__attrs_init__(
        table=seen.table,
        hands=hands,
        deck=deck,
        piles=_guessed_piles(seen.table, numbers),
        draws=sample * _MOST_SAMPLES,
        sheets=(),
    )
    return game


_MOST_SAMPLES = 1 << 32

_TRIES = 1000
"""How often a guess is made anew before a condition on it is given up."""


@attrs.define
class _Numbers:
    """The numbers of a dealer for one completion, one after the other."""

    dealer: Dealer
    next: int

    def below(self, number: int) -> int:
        self.next += 1
        return self.dealer.number(self.next - 1, number, purpose="completion")

    def taken(self, cards: list[Card]) -> Card:
        return cards.pop(self.below(len(cards)))


def _guessed_hands(seen: View, numbers: _Numbers) -> tuple[tuple[Purse, ...], Purse]:
    """Return hands, and what is left for the deck."""
    table = seen.table
    # SETUP-3: whoever has paid nothing has 20 or more. By the first reshuffle both scoring cards are gone.
    nobody_paid = not table.discards and len(table.turned_up) < len(SCORING_CARDS)
    least = STARTING_MONEY if nobody_paid else 0
    left, hands = unseen(seen), []
    for known, player in zip(seen.hands, table.players, strict=True):
        hand = _guessed_hand(left, player.hand_size, least, numbers) if known is None else known
        left -= hand if known is None else Purse()
        hands.append(hand)
    return tuple(hands), left


def _guessed_hand(cards: Purse, size: int, least: int, numbers: _Numbers) -> Purse:
    for _ in range(_TRIES):
        left = list(cards)
        hand = Purse(numbers.taken(left) for _ in range(size))
        if hand.total() >= least:
            break
    return hand


def _guessed_piles(table: Table, numbers: _Numbers) -> tuple[Pile, ...]:
    """Return piles that fit the table: those of a setup by chance, without the cards that are gone."""
    if table.phase is Phase.SETUP:
        return (Pile(table.deck_size),)
    layouts = list(possible_piles(len(table.players), table.deck_size, table.turned_up))
    if len(layouts) > 1:
        for _ in range(_TRIES):
            whole = piles(_cards_not_dealt(len(table.players), numbers))
            gone = sum(pile.size for pile in whole) - table.deck_size
            # SETUP-6: each scoring card is in each place of its pile equally likely.
            turned_up, above = [], 0
            for pile in whole:
                if pile.scoring is not None and above + numbers.below(pile.size) < gone:
                    turned_up.append(pile.scoring)
                above += pile.size
            if gone >= 0 and tuple(turned_up) == table.turned_up:
                return without_top(whole, gone, table.turned_up)
    return layouts[numbers.below(len(layouts))]


def _cards_not_dealt(players: int, numbers: _Numbers) -> int:
    """Return how many money cards are left when hands and display are dealt by chance (SETUP-3, SETUP-5)."""
    cards = list(box.money(players))
    for _ in range(players):
        worth = 0
        while worth < STARTING_MONEY:
            worth += numbers.taken(cards).value
    return len(cards) - box.DISPLAY
