"""A game: what is public (`Table`), what is not (`Game`), and what one seat may know of it (`View`).

All three are immutable, and only the rules make them: `setup`, `apply`, `view`, `complete` and
`Game.from_position`; `read_view` makes a view of one that was sent. Reserves, bought tiles, Dirk's tiles and
the bag are kept sorted, so that equal positions are equal values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

import attrs

from granada_rules.base import Hashed, Sealed, Stamp, expect, hashed_once, maker, print_repr
from granada_rules.box import (
    Phase,
    Pile,
    Purse,
    Seat,
)
from granada_rules.game.deck import EXCHANGE, FEWEST_DEALT, all_cards, is_first_deck, possible_piles
from granada_rules.game.table import MADE_BY, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from granada_rules.box import Face
    from granada_rules.position import Position
    from granada_rules.sheet import ScoreSheet

__all__ = [
    "DRAWS_OF_A_SAMPLE",
    "Game",
    "View",
    "are_bound",
    "most_exchange_cards",
    "new_game",
    "new_view",
    "nobody_paid",
    "possible_decks",
    "unseen",
    "unseen_bonus",
    "view",
    "view_to_act",
]


DRAWS_OF_A_SAMPLE = 1 << 32
"""So far apart completed games begin to count their draws, of which none has as many."""


def _without_borders(piles: tuple[Pile, ...]) -> tuple[Pile, ...]:
    """Return piles as they are compared: a border between two that hide no certain card does not count."""
    counted: list[Pile] = []
    for pile in piles:
        if counted and not (pile.hides or counted[-1].hides):
            counted[-1] = Pile(counted[-1].size + pile.size)
        else:
            counted.append(pile)
    return tuple(counted)


@final
@attrs.frozen(init=False, getstate_setstate=False)
class Game(Sealed, Hashed):
    """A game proven legal: the table, and what is hidden.

    Two games are equal if they are the same position, whatever happened before.
    """

    table: Table
    """All that is public."""
    hands: tuple[Purse, ...]
    """By seat."""
    bonus: tuple[tuple[Face, ...], ...]
    """By seat, the bonus cards that are hidden, in order; empty if there are none in this game (BON-2)."""
    deck: Purse
    """The money cards and exchange cards of the deck; their order is for chance to say."""
    piles: tuple[Pile, ...] = attrs.field(eq=_without_borders)
    """The piles of the deck, the uppermost first (SETUP-6)."""
    draws: int = attrs.field(eq=False)
    """How many draws there were."""
    sheets: tuple[ScoreSheet, ...] = attrs.field(eq=False)
    """The scorings that took place."""
    _stamp_to_leave: Stamp = attrs.field(factory=Stamp, init=False, eq=False)
    """What marks the events that are listed for this very game."""

    _made_by = MADE_BY

    @property
    def is_chance(self) -> bool:
        """Whether a draw is due: `deal` makes it, `chance` says what it can be."""
        return self.table.is_chance

    @property
    def is_over(self) -> bool:
        """Whether the game is over (END-5)."""
        return self.table.is_over

    @classmethod
    def from_position(cls, position: Position) -> Game:
        """Return the game of a complete position, to be played on.

        The position is validated, unless that was done before: it remembers its report.

        >>> from granada_rules import Dealer, Game, deal, setup
        >>> game = deal(setup(["Red", "Blue"]), Dealer(b"sixteen bytes or more"))
        >>> Game.from_position(game.to_position()) == game
        True

        Raises ``ViolationError`` if the position breaks a clause; ``ValueError`` if it is not complete.
        """
        from granada_rules.position import game_of

        return game_of(position)

    def to_position(self) -> Position:
        """Return the game as a position; `from_position` takes it back if somebody has to decide."""
        from granada_rules.position import position_of_game

        return position_of_game(self)

    def __hash__(self) -> int:
        return hashed_once(self)

    def _brackets(self) -> tuple[str, str]:
        # Only a game at a decision can be made from its position.
        return ("Game.from_position(", ")") if self.table.to_act is not None else ("<Game at ", ">")

    def __repr__(self) -> str:
        before, after = self._brackets()
        return f"{before}{self.to_position()!r}{after}"

    def _repr_pretty_(self, printer: Any, _cycle: object) -> None:  # noqa: ANN401 - of IPython or Hypothesis
        with printer.group(1, *self._brackets()):
            printer.pretty(self.to_position())


new_game: Final = maker(Game, Game.__attrs_init__)
"""Makes a game of proven fields; for the rules alone."""


@final
@attrs.frozen(init=False, repr=False, getstate_setstate=False)
class View(Sealed):
    """What one seat, or a spectator, may know: the table, and the hands that are not secret (SETUP-7).

    A view is a snapshot without history.
    """

    table: Table
    """All that is public."""
    seat: Seat | None
    """Who looks; ``None`` for a spectator."""
    hand: Purse | None
    """The hand of the one who looks; a spectator has none."""
    bonus: tuple[Face, ...]
    """The hidden bonus cards of the one who looks (BON-2); those of others are never known."""
    _open_hands: tuple[Purse, ...] | None
    """The hands of all, if they are laid open."""
    _stamp_to_leave: Stamp = attrs.field(factory=Stamp, init=False, eq=False)
    """That of its game; of no game if the view was sent."""

    _made_by = "use view, or read_view for what was sent"

    @property
    def hands(self) -> tuple[Purse | None, ...]:
        """By seat; ``None`` where a hand may not be known. For END-2 all hands are laid open."""
        if self._open_hands is not None:
            return self._open_hands
        return tuple([self.hand if seat == self.seat else None for seat in range(len(self.table.players))])

    def to_position(self) -> Position:
        """Return what is known as a position: a hand that may not be known, and the piles, are not noted.

        A position has no room for some of a view; `lost` says for what.

        >>> from granada_rules import Dealer, Seat, deal, setup, view
        >>> seen = view(deal(setup(["Red", "Blue"]), Dealer(b"sixteen bytes or more")), Seat(1))
        >>> [player.hand is None for player in seen.to_position().players], seen.lost
        ([True, False], ('seat', 'deck_size', 'hand_size'))
        """
        from granada_rules.position import position_of_view

        return position_of_view(self)

    @property
    def lost(self) -> tuple[str, ...]:
        """What is known and `to_position` does not note, by the names of the fields."""
        table, dirk = self.table, self.table.dirk
        known: dict[str, object] = {
            "seat": self.seat is not None,
            "deck_size": True,
            "hand_size": None in self.hands,
            "draw_for": table.draw_for,
            "aside": len(table.ruleset.deck_plan) > 1 and table.aside,
            "due": table.due and table.phase is not Phase.REVEAL,
            "hidden": any(table.modules.hidden),
            "owed": dirk is not None and dirk.owed,
            "age_ranks": table.age_ranks,
        }
        return tuple(name for name, given in known.items() if given)

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else self.table.players[self.seat].name
        return f"<View of {who}: {self.table.waits_for}>"

    _repr_pretty_ = print_repr


new_view: Final = maker(View, View.__attrs_init__)
"""Makes a view of proven fields, with the stamp of no game; for the rules and readers alone."""

_give_stamp: Callable[[View, Stamp], None] = View.__dict__["_stamp_to_leave"].__set__


def view(game: Game, seat: Seat | None) -> View:
    """Return what that seat may know of a game (SETUP-7); for ``None``, what a spectator may know.

    >>> from granada_rules import Dealer, Seat, deal, setup, view
    >>> game = deal(setup(["Red", "Blue"]), Dealer(b"sixteen bytes or more"))
    >>> view(game, Seat(1)).hands[0] is None, view(game, Seat(1)).hand == game.hands[1]
    (True, True)

    Raises ``ValueError`` if nobody sits at that seat.
    """
    expect(game, Game)
    if seat is not None and (type(seat) is not int or not 0 <= seat < len(game.hands)):
        raise ValueError(f"seat: expected 0 to {len(game.hands) - 1}, or None for a spectator")
    return _view(game, seat)


def view_to_act(game: Game) -> View:
    """Return what the player to act may know; if nobody is to act, what a spectator may know."""
    return _view(game, game.table.to_act)


def _view(game: Game, seat: Seat | None) -> View:
    table, hands = game.table, game.hands
    hand = None if seat is None else hands[seat]
    # BON-2, MOD-6: hidden bonus cards are secret, also where hands are open.
    bonus = game.bonus[seat] if game.bonus and seat is not None else ()
    seen = new_view(table, seat, hand, bonus, hands if table.hands_are_open else None)
    _give_stamp(seen, game._stamp_to_leave)  # noqa: SLF001 - of its own module
    return seen


def unseen_bonus(seen: View) -> list[Face]:
    """Return the bonus cards that may be hidden with others, or out of the game."""
    known = {*seen.bonus, *(face for faces in seen.table.modules.shown for face in faces)}
    return [face for face in seen.table.ruleset.bonus_faces if face not in known]


def unseen(seen: View) -> Purse:
    """Return the cards that are in the deck or in hands that may not be known."""
    table = seen.table
    left = all_cards(len(seen.hands), table.ruleset, table.phase) - table.display - table.discards
    for hand in seen.hands:
        left -= hand or Purse()
    return left


def possible_decks(seen: View) -> Iterator[tuple[Pile, ...]]:
    """Generate the piles that the deck may have, once it is made (SETUP-6, EXC-2)."""
    table = seen.table
    left = possible_piles(
        len(table.players), table.deck_size, table.turned_up, table.aside, table.ruleset.deck_plan
    )
    if not table.ruleset.has_exchange:
        return left
    known = [table.display, table.discards, *(hand for hand in seen.hands if hand is not None)]
    shown = sum(len(cards.exchange_cards) for cards in known)
    # EXC-2: what is not in its pile any more has been seen, or is in a hand.
    come = range(shown, shown + sum(most_exchange_cards(seen).values()) + 1)
    return (piles for piles in left if not are_bound(seen, piles) or len(EXCHANGE) - _bound(piles) in come)


def most_exchange_cards(seen: View) -> dict[Seat, int]:
    """Return how many cards of each unknown hand can be exchange cards, once the deck is made."""
    # SETUP-3, EXC-2: a hand is dealt without exchange cards, and who has paid nothing still has that money.
    money = FEWEST_DEALT if nobody_paid(seen.table) else 0
    players = enumerate(zip(seen.table.players, seen.hands, strict=True))
    return {Seat(seat): max(0, player.hand_size - money) for seat, (player, hand) in players if hand is None}


def nobody_paid(table: Table) -> bool:
    """Tell whether nobody can have paid anything."""
    # What was paid is among the discards, until these are shuffled.
    return not table.discards and is_first_deck(table.turned_up, table.aside, table.ruleset.deck_plan)


def are_bound(seen: View, piles: tuple[Pile, ...]) -> bool:
    """Tell whether exchange cards in these piles are where EXC-2 puts them, not shuffled with discards."""
    table = seen.table
    is_first = is_first_deck(table.turned_up, table.aside, table.ruleset.deck_plan)
    return table.ruleset.has_exchange and (is_first or _bound(piles) > 0)


def _bound(piles: tuple[Pile, ...]) -> int:
    return sum(pile.exchange for pile in piles)
