"""Words and numbers of the game: players, phases, the yard, the display, the deck, Dirk."""

from __future__ import annotations

from typing import TYPE_CHECKING, NewType, final

import attrs
from attrs.validators import optional

from granada_rules.base import (
    Entries,
    Word,
    at_least,
    expect,
    is_good_name,
    made_once,
    namesakes,
    of_kind,
    short,
)
from granada_rules.box.tiles import Face, Tile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = [
    "ASKED",
    "ASKED_WITH_BONUS",
    "BONUS_CARDS",
    "DECISIONS",
    "DIRK",
    "DIRKS_SHARE",
    "DIRKS_TILES",
    "DISPLAY",
    "FEWEST_PLAYERS",
    "MOST_PLAYERS",
    "MOST_TOGETHER",
    "OPEN_HANDS",
    "PLAYERS_WITH_DIRK",
    "SCORING_CARDS",
    "SEATS",
    "SPACES",
    "SPACE_NUMBERS",
    "STARTING_MONEY",
    "TURNING",
    "WINDOWS",
    "DeckPlan",
    "DrawFor",
    "Marker",
    "Module",
    "Phase",
    "Pile",
    "Scoring",
    "Seat",
    "Shuffle",
    "Space",
    "deck_plan",
    "labels",
    "names",
]


# Players.


FEWEST_PLAYERS = 2
"""The fewest players (BOX-12)."""

MOST_PLAYERS = 6
"""The most players (BOX-12)."""

DIRK = "Dirk"
"""The name of the imaginary third player beside two, who has tiles but no city (DIRK-2)."""

PLAYERS_WITH_DIRK = 2
"""How many play if Dirk takes part (DIRK-2)."""

DIRKS_TILES = 6
"""How many tiles Dirk gets at the start and after scoring A (DIRK-3, DIRK-5)."""

DIRKS_SHARE = 3
"""After scoring B Dirk gets one third of the tiles in the bag (DIRK-6)."""

BONUS_CARDS: Mapping[int, int] = Entries({2: 3, 3: 3, 4: 2, 5: 2, 6: 1})
"""How many bonus cards everybody gets, by the number of players (BON-2)."""

Seat = NewType("Seat", int)
"""A player's seat: 0 for the first, then clockwise (TURN-1)."""

SEATS = tuple(map(Seat, range(MOST_PLAYERS)))
"""All seats; a look at them is faster than calling `Seat`."""


# Phases.


class Phase(Word):
    """What a game is waiting for."""

    SETUP = "setup"
    """Draws: the table is being set up, hands are open (SETUP-2, SETUP-3, SETUP-5)."""
    ACT = "act"
    """An action of the player whose turn it is (TURN-2)."""
    PLACE = "place"
    """A place for a bought tile, by the player whose turn it is (TURN-6)."""
    END_OF_TURN = "end of turn"
    """Draws: display and yard are being refilled, and Dirk may get tiles (TURN-7).

    Also while a hut is turned up, after which tiles are placed (HUT-5).
    """
    FAVOUR = "favour"
    """An answer of the player who is asked to use the pawn; or draws: the yard is refilled (VIZ-3, VIZ-8)."""
    PLACE_FAVOUR = "place favour"
    """A place for the tile bought with the pawn, by its buyer (VIZ-7)."""
    REVEAL = "reveal"
    """An answer of the player who is asked to show a bonus card before a scoring (BON-4).

    Before scoring C hands are open.
    """
    GIFT = "gift"
    """A place for a tile given away at the end, by its new owner; hands are open (END-2)."""
    OVER = "over"
    """The game is over; hands are open."""


DECISIONS = frozenset({Phase.ACT, Phase.PLACE, Phase.FAVOUR, Phase.PLACE_FAVOUR, Phase.REVEAL, Phase.GIFT})
"""The phases in which a player decides, unless a draw is due."""

WINDOWS = frozenset({Phase.FAVOUR, Phase.PLACE_FAVOUR})
"""The phases between turns, in which somebody else than the player whose turn it is may decide (VIZ-9)."""

ASKED = frozenset({Phase.REVEAL, *WINDOWS})
"""The phases in which somebody is asked, unless a draw is due: not always whose turn it is (VIZ-9, BON-4)."""

ASKED_WITH_BONUS = ASKED | {Phase.GIFT}
"""The same with bonus cards, for which the table keeps whose turn was last (BON-4)."""

OPEN_HANDS = frozenset({Phase.SETUP, Phase.GIFT, Phase.OVER})
"""The phases in which all hands are open (SETUP-7, END-2); `Table.hands_are_open` knows one moment more."""


class DrawFor(Word):
    """What the next draw is for."""

    DIRK = "a tile for Dirk"
    YARD = "a tile for the yard"
    HUT = "a hut"
    HAND = "a card for a hand"
    BONUS = "a bonus card"
    DISPLAY = "a card for the display"


# Tiles.


SPACES = 4
"""How many spaces the yard has (BOX-7)."""

Space = NewType("Space", int)
"""A space of the yard, 1 to 4 (BOX-7); with both kinds 5 to 8 are the tiles of Granada on these (MIX-5)."""

SPACE_NUMBERS = tuple(map(Space, range(1, 2 * SPACES + 1)))
"""All spaces; a look at them is faster than calling `Space`."""

TURNING = 3
"""The least price of turning a tile over (PLACE-2)."""


class Marker(Word):
    """The black marker: which face of new tiles is up (BOX-9)."""

    EVEN = "even"
    ODD = "odd"

    @property
    def moved(self) -> Marker:
        """The marker turned to its other side."""
        return Marker.ODD if self is Marker.EVEN else Marker.EVEN

    def up(self, tile: Tile) -> Face:
        """Return the face of a new tile that is up."""
        expect(tile, Tile)
        return tile.front if self is Marker.EVEN or tile.back is None else tile.back

    def shows(self, face: Face) -> bool:
        """Tell whether new tiles show this kind of face, even or odd, while the marker is on this side."""
        expect(face, Face)
        return face.value % 2 == (self is Marker.ODD)


# Money.


DISPLAY = 4
"""How many places the money display has (BOX-8)."""

MOST_TOGETHER = 5
"""The most that several cards taken from the display are worth together (MONEY-1)."""

STARTING_MONEY = 20
"""Cards are dealt until a hand is worth this much (SETUP-3)."""


class Scoring(Word):
    """The three scorings (SCORE-1)."""

    A = "A"
    B = "B"
    C = "C"


SCORING_CARDS = (Scoring.A, Scoring.B)
"""The scorings that have a card (BOX-6)."""


@final
@made_once(eq=False)
class Shuffle:
    """What goes into which pile when a deck is made, by the number of the pile from 1."""

    scoring: Mapping[int, Scoring]
    """Scoring cards (SETUP-6, MIX-7, MIX-11)."""
    exchange: Mapping[int, int] = Entries({})
    """How many exchange cards (EXC-2)."""

    @property
    def scorings(self) -> tuple[Scoring, ...]:
        """The scoring cards, the uppermost first."""
        return tuple(self.scoring.values())


DeckPlan = tuple[Shuffle, ...]
"""Shuffle by shuffle, what goes into which pile."""

_DECK_PLAN = ({2: Scoring.A, 4: Scoring.B},)
"""The first deck has A in the second pile and B in the fourth (SETUP-6)."""

_DECK_PLAN_OF_BOTH = ({3: Scoring.A}, {2: Scoring.B})
"""With both kinds A is in the third pile, and B in the second of the first reshuffle (MIX-7, MIX-11)."""

_EXCHANGE_PLAN = {2: 2, 3: 2, 4: 2}
"""Of the exchange cards two are in each of the second, third and fourth pile of the first deck (EXC-2)."""


def deck_plan(kinds: int, *, has_exchange: bool) -> DeckPlan:
    """Return the plan of a game with that number of kinds of tiles."""
    return _DECK_PLANS[kinds > 1, has_exchange]


def _planned(*, are_both: bool, has_exchange: bool) -> DeckPlan:
    first, *later = _DECK_PLAN_OF_BOTH if are_both else _DECK_PLAN
    exchange = _EXCHANGE_PLAN if has_exchange else {}
    return (
        Shuffle(Entries(first), Entries(exchange)),
        *(Shuffle(Entries(scoring)) for scoring in later),
    )


_DECK_PLANS = {
    (are_both, has_exchange): _planned(are_both=are_both, has_exchange=has_exchange)
    for are_both in (False, True)
    for has_exchange in (False, True)
}


def _within_size(pile: Pile, _field: object, exchange: int) -> None:
    others = pile.size - (pile.scoring is not None)
    if exchange > others:
        raise ValueError(f"exchange: expected {others} or fewer in a pile of {short(pile.size)}")


@final
@made_once
class Pile:
    """A pile of the money deck (SETUP-6).

    Raises ``ValueError`` if it has no card, or not as many as it says.
    """

    size: int = attrs.field(validator=at_least(1))
    """The number of cards left, including scoring and exchange cards."""
    scoring: Scoring | None = attrs.field(default=None, validator=optional(of_kind(Scoring)))
    """The scoring card somewhere in the pile, if there is one."""

    exchange: int = attrs.field(default=0, validator=[at_least(0), _within_size])
    """The number of exchange cards that are certainly in this pile, and not in another (EXC-2)."""

    @property
    def hides(self) -> bool:
        """Whether something is certainly in this pile: a scoring card, or exchange cards."""
        return self.scoring is not None or self.exchange > 0

    def __str__(self) -> str:
        """Return the size, the scoring card and the exchange cards, such as ``12``, ``12A`` or ``14A+2``."""
        scoring = "" if self.scoring is None else self.scoring.value
        return f"{short(self.size)}{scoring}{f'+{short(self.exchange)}' if self.exchange else ''}"


class Module(Word):
    """A module of the big box, which can be added to a game (MOD-1)."""

    VIZIER = "vizier"
    """A pawn lets players buy a tile between turns."""
    EXCHANGE = "exchange"
    """Cards let players pay a tile in two currencies."""
    BONUS = "bonus"
    """Secret cards count as one more building."""
    HUTS = "huts"
    """Tiles without a price count as the buildings beside them."""

    @property
    def label(self) -> str:
        """The name for people, such as ``bonus cards``."""
        return _LABELS[self]


_LABELS = {
    Module.VIZIER: "vizier's favour",
    Module.EXCHANGE: "currency exchange",
    Module.BONUS: "bonus cards",
    Module.HUTS: "builders' huts",
}


def names(given: Sequence[str | None]) -> tuple[str | None, ...]:
    """Return the names by which players can be told apart; None for any other.

    Such a name is good, no other player has it, and it is not Dirk's (DIRK-2).
    """
    good = [name for name in given if name is not None and is_good_name(name)]
    usable = set(good) - {DIRK, *namesakes(good)}
    return tuple(name if name in usable else None for name in given)


def labels(given: Sequence[str | None], usable: Sequence[str | None]) -> tuple[str, ...]:
    """Return what players are called in reports, by seat: all different.

    They have the names that are given; ``usable`` is what `names` returns for these.
    """
    called = []
    for number, name in enumerate(usable, 1):
        label = name or f"player {number}"
        while name is None and label in given:
            label = f"unnamed {label}"
        called.append(label)
    return tuple(called)
