"""The beginning of a game: from a ruleset and players to the first draw, and how the deck is made up."""

from __future__ import annotations

import math
import reprlib
from itertools import accumulate, islice
from typing import TYPE_CHECKING

from granada_rules import box
from granada_rules.clauses import Clause, Violation, ViolationError
from granada_rules.events import Seat
from granada_rules.game import DirksTiles, DrawFor, Game, Marker, Phase, Pile, Player, Table
from granada_rules.money import Purse
from granada_rules.ruleset import GRANADA, Ruleset
from granada_rules.scoring import DIRK, MOST_PLAYERS, Scoring

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["setup"]

FEWEST_PLAYERS = 2
"""How many have to play (BOX-12)."""

LONGEST_NAME = 60

STARTING_MONEY = 20
"""With less than this another card is dealt (SETUP-3)."""

DIRKS_TILES = 6
"""How many tiles Dirk gets at the start and after scoring A (DIRK-3, DIRK-5)."""

_PILES = 5
_SCORING_IN_PILE = {1: Scoring.A, 3: Scoring.B}


def setup(
    players: int | Iterable[str], ruleset: Ruleset = GRANADA, *, ages: Iterable[float] | None = None
) -> Game:
    """Return a game that waits for its first draw.

    ``players`` are the names, seat by seat, or how many they are. ``ages`` decide who of the tied begins
    (SETUP-4), and may be any numbers that are smaller for the younger; without them the lowest seat begins.
    """
    if not isinstance(ruleset, Ruleset):
        raise TypeError(f"a Ruleset is wanted, not {reprlib.repr(ruleset)}")
    names = _names(players)
    known_ages = () if ages is None else _ages(ages, len(names))
    # DIRK-2: Dirk plays with two. DIRK-3: he begins with six tiles.
    dirk = DirksTiles(owed=DIRKS_TILES) if len(names) == 2 else None
    # SETUP-3: the money is one heap, for A and B are set aside.
    deck = box.money(len(names))
    table = Table.__new__(Table)
    table.__attrs_init__(
        ruleset=ruleset,
        phase=Phase.SETUP,
        turn=None,
        draw_for=DrawFor.YARD if dirk is None else DrawFor.DIRK,
        # SETUP-1: a city that is just the start tile, an empty reserve, no points.
        players=tuple(Player(name) for name in names),
        yard=(None,) * len(ruleset.yard),
        display=Purse(),
        # SETUP-2, DIRK-3: the first tiles lie with their even faces up.
        marker=Marker.EVEN,
        bought=(),
        dirk=dirk,
        bag=ruleset.tiles.tiles,
        deck=len(deck),
        discards=Purse(),
        turned_up=(),
        due=None,
        ages=known_ages,
    )
    game = Game.__new__(Game)
    hands = (Purse(),) * len(names)
    game.__attrs_init__(table=table, hands=hands, deck=deck, piles=(Pile(len(deck)),), draws=0, sheets=())
    return game


def _names(players: int | Iterable[str]) -> tuple[str, ...]:
    if isinstance(players, str | bytes | bool):
        raise TypeError(f"names of players are wanted, or how many they are, not {reprlib.repr(players)}")
    many = players if isinstance(players, int) else None
    names = tuple(islice(players, MOST_PLAYERS + 1)) if not isinstance(players, int) else ()
    # BOX-12: 2 to 6 players.
    if not FEWEST_PLAYERS <= (len(names) if many is None else many) <= MOST_PLAYERS:
        message = f"the game is for {FEWEST_PLAYERS} to {MOST_PLAYERS} players"
        raise ViolationError([Violation(Clause.BOX_12, message)])
    if many is not None:
        return tuple(f"Player {number}" for number in range(1, many + 1))
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"a player's name is a str, not {reprlib.repr(name)}")
        if not (name.isprintable() and name == name.strip() and 1 <= len(name) <= LONGEST_NAME):
            wanted = f"1 to {LONGEST_NAME} printable characters without blanks around them"
            raise ValueError(f"a player's name has {wanted}, not {reprlib.repr(name)}")
    if len(set(names)) < len(names):
        raise ValueError(f"players need different names, not {', '.join(names)}")
    # DIRK-2: his name is his.
    if DIRK in names:
        message = f"{DIRK} is imaginary, so no player can have his name"
        raise ViolationError([Violation(Clause.DIRK_2, message, player=DIRK)])
    return names


def _ages(given: Iterable[float], players: int) -> tuple[float, ...]:
    ages = tuple(islice(given, MOST_PLAYERS + 1))
    for age in ages:
        if type(age) is not int and (type(age) is not float or not math.isfinite(age)):
            raise TypeError(f"an age is a number, not {reprlib.repr(age)}")
    if len(ages) != players:
        raise ValueError(f"{len(ages)} ages for {players} players")
    return ages


def first_player(hands: Sequence[Purse], ages: Sequence[float]) -> Seat:
    """Return who begins (SETUP-4)."""

    def precedence(seat: int) -> tuple[float, ...]:
        # Fewest cards; among the tied the lowest total, then the youngest, then the lowest seat.
        return len(hands[seat]), hands[seat].total(), ages[seat] if ages else 0, seat

    return Seat(min(range(len(hands)), key=precedence))


def piles(cards: int) -> tuple[Pile, ...]:
    """Split money cards into five piles, larger ones first, A in the second, B in the fourth (SETUP-6)."""
    sizes = [(cards + _PILES - 1 - number) // _PILES for number in range(_PILES)]
    return tuple(
        Pile(size + (number in _SCORING_IN_PILE), _SCORING_IN_PILE.get(number))
        for number, size in enumerate(sizes)
    )


def possible_piles(table: Table) -> Iterator[tuple[Pile, ...]]:
    """Generate the ways in which the deck may lie in piles, as far as the table tells."""
    if table.phase is Phase.SETUP or len(table.turned_up) == len(_SCORING_IN_PILE):
        # Without a scoring card piles make no difference.
        yield (Pile(table.deck),) if table.deck else ()
        return
    players = len(table.players)
    money = sorted(card.value for card in box.money(players))
    # SETUP-3: everybody gets at least three cards; and all but one of a hand are worth less than 20.
    most = sum(worth <= players * (STARTING_MONEY - 1) for worth in accumulate(money)) + players
    for dealt in range(players * 3, most + 1):
        whole = piles(len(money) - dealt - box.DISPLAY)
        gone = sum(pile.cards for pile in whole) - table.deck
        left = None if gone < 0 else _left(whole, gone, table.turned_up)
        if left is not None:
            yield left


def _left(whole: tuple[Pile, ...], gone: int, turned_up: Sequence[Scoring]) -> tuple[Pile, ...] | None:
    """Return what is left of piles without so many cards from the top; nothing if that cannot be."""
    left = []
    for pile in whole:
        taken = min(gone, pile.cards)
        gone -= taken
        is_up = pile.scoring in turned_up
        if pile.scoring is not None and not (taken if is_up else taken < pile.cards):
            return None
        if taken < pile.cards:
            left.append(Pile(pile.cards - taken, None if is_up else pile.scoring))
    return tuple(left)
