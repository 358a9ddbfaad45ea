"""A game: what is public (`Table`), what is not (`Game`), and what one seat may know of it (`View`).

All three are frozen values that only the rules make: `granada_rules.setup`, `granada_rules.play`. Where
an order has no meaning (reserves, bought tiles, Dirk's tiles, the bag) things are kept sorted, so that
equal positions are equal values.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, final

import attrs

from granada_rules.city import City
from granada_rules.scoring import DIRK

if TYPE_CHECKING:
    from granada_rules.events import Seat
    from granada_rules.money import Purse
    from granada_rules.ruleset import Ruleset
    from granada_rules.scoring import ScoreSheet, Scoring
    from granada_rules.tiles import Face, Tile

__all__ = ["DirksTiles", "DrawFor", "Game", "Marker", "Phase", "Pile", "Player", "Table", "View", "view"]


class Phase(enum.Enum):
    """What a game is waiting for."""

    SETUP = "setup"
    """Chance: the table is being laid, hands are open (SETUP-2, SETUP-3, SETUP-5)."""
    ACT = "act"
    """The player whose turn it is: an action (TURN-2)."""
    PLACE = "place"
    """The player whose turn it is: the place of a bought tile (TURN-6)."""
    END_OF_TURN = "end of turn"
    """Chance: display and yard are being refilled, and Dirk may get tiles (TURN-7)."""
    GIFT = "gift"
    """A player: the place of a tile given away at the end; hands are open (END-2)."""
    OVER = "over"
    """Nothing any more; hands are open."""

    def __repr__(self) -> str:
        return f"Phase.{self.name}"


_CHOICES = frozenset({Phase.ACT, Phase.PLACE, Phase.GIFT})
_OPEN_HANDS = frozenset({Phase.SETUP, Phase.GIFT, Phase.OVER})


class DrawFor(enum.Enum):
    """What the next draw is for."""

    DIRK = "a tile for Dirk"
    YARD = "a tile for the yard"
    HAND = "a card for a hand"
    DISPLAY = "a card for the display"

    def __repr__(self) -> str:
        return f"DrawFor.{self.name}"


class Marker(enum.Enum):
    """The black marker: which face of new tiles lies up (BOX-9)."""

    EVEN = "even"
    ODD = "odd"

    @property
    def moved(self) -> Marker:
        """The marker on its other side."""
        return Marker.ODD if self is Marker.EVEN else Marker.EVEN

    def up(self, tile: Tile) -> Face:
        """Return the face of a new tile that lies up."""
        return tile.even if self is Marker.EVEN else tile.odd

    def __repr__(self) -> str:
        return f"Marker.{self.name}"


@final
@attrs.frozen
class Player:
    """What all can see of a player (SETUP-1)."""

    name: str
    city: City = attrs.field(factory=City.of)
    reserve: tuple[Face, ...] = ()
    """In order, with the faces that lie up."""
    points: int = 0
    hand_size: int = 0
    """How many cards the hand holds."""


@final
@attrs.frozen
class DirksTiles:
    """What Dirk has (DIRK-2)."""

    faces: tuple[Face, ...] = ()
    points: int = 0
    owed: int = 0
    """How many tiles he is about to draw (DIRK-3, DIRK-5, DIRK-6)."""


@final
@attrs.frozen
class Pile:
    """A pile of the money deck (SETUP-6)."""

    size: int
    """How many cards are left in it, a scoring card included."""
    scoring: Scoring | None = None
    """The scoring card that is somewhere in it."""


class _Made:
    """Values that only the rules make, with ``__attrs_init__``, so that they can be relied on."""

    __slots__ = ()

    def __init__(self, *_args: object, **_fields: object) -> None:
        kind = type(self).__name__
        raise TypeError(f"a {kind} is never put together by hand: `setup`, `apply` and `view` make them")


@final
@attrs.frozen(init=False)
class Table(_Made):
    """All that is public (SETUP-7). Of tiles both faces are, wherever they lie open (BOX-13)."""

    ruleset: Ruleset
    phase: Phase
    turn: Seat | None
    """Whose turn it is; also who is dealt money in the setup, and who gets a tile at the end."""
    draw_for: DrawFor | None
    """What chance has to draw for; nothing while somebody decides, or when the game is over."""
    players: tuple[Player, ...]
    """By seat."""
    yard: tuple[Face | None, ...]
    """What lies on the spaces 1 to 4 (BOX-7)."""
    display: Purse
    marker: Marker
    bought: tuple[Face, ...]
    """Tiles bought in this turn, or the one given at the end, that are still to be placed (TURN-6, END-3)."""
    dirk: DirksTiles | None
    """Dirk's part, if two play."""
    bag: tuple[Tile, ...]
    """The tiles that lie nowhere else, in order; BOX-13 makes them known to everybody."""
    deck_size: int
    """How many cards the deck holds, scoring cards included."""
    discards: Purse
    turned_up: tuple[Scoring, ...]
    """Scoring cards that have left the deck, and the game (SCORE-2)."""
    due: Scoring | None
    """A scoring whose card was turned up in this refill, and that is yet to take place."""
    age_ranks: tuple[int, ...]
    """By seat, 0 for the youngest; if ages were given, and until it is known who begins (SETUP-4)."""

    @property
    def to_act(self) -> Seat | None:
        """Who has to decide something; nobody while chance draws, or when the game is over."""
        return self.turn if self.phase in _CHOICES else None

    @property
    def extra(self) -> bool:
        """Whether the action that is waited for is one that an exact payment gave (TURN-3).

        Only after an exact payment does a turn go on with an action while bought tiles wait.
        """
        return self.phase is Phase.ACT and bool(self.bought)

    @property
    def points(self) -> dict[str, int]:
        """The points of everyone; Dirk, if he takes part, is the last."""
        points = {player.name: player.points for player in self.players}
        return points if self.dirk is None else {**points, DIRK: self.dirk.points}


@final
@attrs.frozen(init=False)
class Game(_Made):
    """A game proven legal: the table, and what is hidden.

    Two games are equal if they are the same position, however it came about.
    """

    table: Table
    hands: tuple[Purse, ...]
    """By seat."""
    deck: Purse
    """The money cards of the deck, without an order: that is for chance to say."""
    piles: tuple[Pile, ...]
    """The piles of the deck, the uppermost first (SETUP-6)."""
    draws: int = attrs.field(eq=False)
    """How many draws there were."""
    sheets: tuple[ScoreSheet, ...] = attrs.field(eq=False)
    """The scorings that took place."""


@final
@attrs.frozen(init=False)
class View(_Made):
    """What one seat may know, or a spectator: the table, and the hands that are not secret (SETUP-7).

    It is a snapshot without history.
    """

    table: Table
    seat: Seat | None
    """Who looks; ``None`` for a spectator."""
    hands: tuple[Purse | None, ...]
    """By seat; nothing where a hand may not be known. For END-2 all hands are laid open."""

    @property
    def hand(self) -> Purse | None:
        """The hand of the one who looks; a spectator has none."""
        return None if self.seat is None else self.hands[self.seat]


def view(game: Game, seat: Seat | None) -> View:
    """Return what that seat may know of a game; what a spectator may know if there is no seat."""
    if not isinstance(game, Game):
        raise TypeError(f"a Game is wanted, not a {type(game).__name__}")
    if seat is not None and (type(seat) is not int or not 0 <= seat < len(game.hands)):
        raise ValueError(f"seats are 0 to {len(game.hands) - 1}, or None for a spectator")
    if game.table.phase in _OPEN_HANDS:
        known: tuple[Purse | None, ...] = game.hands
    else:
        hands: list[Purse | None] = [None] * len(game.hands)
        if seat is not None:
            hands[seat] = game.hands[seat]
        known = tuple(hands)
    seen = View.__new__(View)
    seen.__attrs_init__(game.table, seat, known)
    return seen
