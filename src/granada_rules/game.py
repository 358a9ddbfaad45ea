"""A game: what is public (`Table`), what is not (`Game`), and what one seat may know of it (`View`).

All three are immutable, and only the rules make them: `setup`, `apply`, `view`, `complete` and
`Game.from_position`; `read_view` makes a view of one that was sent. Reserves, bought tiles, Dirk's tiles and
the bag are kept sorted, so that equal positions are equal values.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, TypeVar, final

import attrs

from granada_rules.arguments import expect, print_repr
from granada_rules.clauses import ViolationError, some
from granada_rules.deck import all_cards, money
from granada_rules.desk import Desk
from granada_rules.module import Module
from granada_rules.module_state import NO_MODULES, ModuleState
from granada_rules.money import Purse
from granada_rules.player import DirksTiles, Player
from granada_rules.sealed import Sealed, Stamp, give_stamp, hashed_once, maker
from granada_rules.state import (
    DIRK,
    PLAYERS_WITH_DIRK,
    WINDOWS,
    DrawFor,
    Marker,
    Phase,
    Pile,
    Scoring,
    Seat,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from granada_rules.position import NotedTile, Position
    from granada_rules.ruleset import Ruleset
    from granada_rules.sheet import ScoreSheet
    from granada_rules.tiles import Face, Tile

__all__ = [
    "Game",
    "Table",
    "View",
    "new_game",
    "new_table",
    "new_view",
    "unseen",
    "unseen_bonus",
    "view",
    "view_to_act",
]

_Thing = TypeVar("_Thing")

_MADE_BY = "use setup, apply, view, complete or Game.from_position"


@final
@attrs.frozen(init=False, repr=False, getstate_setstate=False)
class Table(Sealed, Desk):
    """All that is public (SETUP-7). Of tiles both faces are, wherever they lie open (BOX-13)."""

    ruleset: Ruleset
    """What is played by."""
    phase: Phase
    """What the game waits for."""
    turn: Seat | None
    """Whose turn it is; also who is dealt cards in the setup, and who gets a tile at the end.

    With bonus cards it is at the end whose turn was last (BON-4), and `to_act` says who gets a tile.
    """
    draw_for: DrawFor | None
    """What the next draw is for; ``None`` while somebody decides, and when the game is over."""
    players: tuple[Player, ...]
    """By seat."""
    yard: tuple[Face | None, ...]
    """What lies on the spaces, the first one first (BOX-7)."""
    display: Purse
    marker: Marker | None
    """Which face of new tiles lies up (BOX-9); None if tiles have no backs."""
    bought: tuple[Face, ...]
    """Tiles bought in this turn, or given at the end, yet to be placed (TURN-6, END-3, A-END-3, MIX-35)."""
    dirk: DirksTiles | None
    """Dirk's part, if two play."""
    bag: tuple[Tile, ...]
    """The tiles that lie nowhere else, in order; BOX-13 makes them known to everybody."""
    deck_size: int
    """How many cards the deck holds, scoring cards included."""
    discards: Purse
    turned_up: tuple[Scoring, ...]
    """Scoring cards that have left the deck, and the game (SCORE-2)."""
    aside: tuple[Scoring, ...]
    """Scoring cards that are set aside until a shuffle brings them into the deck (SETUP-3, MIX-7)."""
    due: Scoring | None
    """A scoring that has not taken place yet: its card came in this refill, or it is the last one."""
    age_ranks: tuple[int, ...]
    """By seat, 0 for the youngest; empty if no ages were given, and once it is known who begins (SETUP-4)."""
    modules: ModuleState
    """What modules add (MOD-6)."""

    _made_by = _MADE_BY

    @property
    def points(self) -> dict[str, int]:
        """The points of everyone by name; Dirk, if he takes part, is the last."""
        points = {player.name: player.points for player in self.players}
        return points if self.dirk is None else {**points, DIRK: self.dirk.points}

    def __hash__(self) -> int:
        return hashed_once(self)

    def __repr__(self) -> str:
        return f"<Table of {', '.join(self.points)}: {self.waits_for}>"

    _repr_pretty_ = print_repr


new_table: Final = maker(Table, Table.__attrs_init__)
"""Makes a table of proven fields; for the rules alone."""


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
class Game(Sealed):
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

    _made_by = _MADE_BY

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
        from granada_rules.position import Level, validate  # noqa: PLC0415 - to keep the import fast

        report = validate(position)
        if report.violations:
            raise ViolationError(report.violations)
        if report.level is not Level.COMPLETE:
            raise ValueError(f"the position is not complete: {some(report.missing)} missing")
        return _from_complete(position)

    def to_position(self) -> Position:
        """Return the game as a position; `from_position` takes it back if somebody has to decide."""
        # MIX-7: as long as B is set aside, and once it is gone, the piles do not tell which it is.
        is_told = len(self.table.ruleset.deck_plan) == 1 or any(
            pile.scoring is not None for pile in self.piles
        )
        hidden = {Seat(seat): cards for seat, cards in enumerate(self.bonus)}
        return attrs.evolve(
            _public_position(self.table, self.hands, hidden),
            piles=self.piles,
            turned_up=None if is_told else self.table.turned_up,
            draws=self.draws,
            sheets=self.sheets or None,
        )

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
        own = {} if self.seat is None or not self.table.modules.shown else {self.seat: self.bonus}
        return _public_position(self.table, self.hands, own)

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
"""Makes a view of proven fields, which bears no stamp; for the rules and readers alone."""


def _public_position(
    table: Table, hands: tuple[Purse | None, ...], bonus: Mapping[Seat, tuple[Face, ...]]
) -> Position:
    """Return a table with the hands and the hidden bonus cards that are known as a position."""
    from granada_rules.position import NotedPlayer, NotedTile, Position, noted  # noqa: PLC0415 - to keep the import fast

    dirk, to_act = table.dirk, table.to_act
    return Position(
        tile_set=table.ruleset.tiles,
        players=tuple(
            NotedPlayer(
                name=player.name,
                city=player.city,
                reserve=noted(player.reserve),
                hand=hand,
                points=player.points,
                pawn=table.modules.pawns[seat] if table.modules.pawns else None,
                bonus=bonus.get(Seat(seat)),
                shown=table.modules.shown[seat] if table.modules.shown else None,
            )
            for seat, (player, hand) in enumerate(zip(table.players, hands, strict=True))
        ),
        yard=tuple(None if face is None else NotedTile(face) for face in table.yard),
        display=table.display,
        marker=table.marker,
        dirk=None if dirk is None else noted(dirk.faces),
        dirks_points=None if dirk is None else dirk.points,
        bought=noted(table.bought),
        open_huts=table.modules.open_huts or None,
        discards=table.discards,
        turned_up=table.turned_up,
        ruleset=attrs.evolve(table.ruleset, tile_set=None),
        turn=None if table.turn is None else table.players[table.turn].name,
        # VIZ-9, BON-4: it is noted only if somebody else than the player whose turn it is decides.
        to_act=None if to_act is None or to_act == table.turn else table.players[to_act].name,
        due=table.due if table.phase is Phase.REVEAL else None,
        phase=table.phase,
    )


def _known(given: _Thing | None) -> _Thing:
    """Return what every complete position has."""
    if given is None:
        raise ValueError("a position found complete lacks something")
    return given


def _sorted(tiles: tuple[NotedTile, ...] | None) -> tuple[Face, ...]:
    return tuple(sorted(tile.face for tile in _known(tiles)))


def _from_complete(position: Position) -> Game:
    """Return the game of a complete position."""
    from granada_rules.position import facts_of  # noqa: PLC0415 - to keep the import fast

    names = [_known(player.name) for player in position.players]
    ruleset = attrs.evolve(_known(position.ruleset), tile_set=_known(position.tile_set))
    facts = facts_of(position)
    out = {face for _, face in facts.open_faces}.difference(tile.face for tile in position.bag or ())
    hands = tuple(_known(player.hand) for player in position.players)
    piles = _known(position.piles)
    table = new_table(
        ruleset=ruleset,
        phase=_known(position.phase),
        turn=Seat(names.index(_known(position.turn))),
        draw_for=None,
        players=tuple(
            Player(name, _known(player.city), _sorted(player.reserve), _known(player.points), len(hand))
            for name, player, hand in zip(names, position.players, hands, strict=True)
        ),
        yard=tuple(None if tile is None else tile.face for tile in _known(position.yard)),
        display=_known(position.display),
        marker=_known(position.marker) if ruleset.has_marker else None,
        bought=_sorted(position.bought),
        dirk=DirksTiles(_sorted(position.dirk), _known(position.dirks_points), (0,) * len(ruleset.kinds))
        if len(names) == PLAYERS_WITH_DIRK
        else None,
        bag=tuple(tile for tile in ruleset.tiles.tiles if not {tile.front, tile.back} & out),
        deck_size=sum(pile.size for pile in piles),
        discards=_known(position.discards),
        turned_up=_known(facts.turned_up),
        aside=facts.aside,
        due=position.due,
        age_ranks=(),
        modules=_modules(position, names, ruleset),
    )
    return new_game(
        table=table,
        hands=hands,
        bonus=_hidden(position) if table.modules.shown else (),
        deck=facts.deck_cards,
        piles=piles,
        draws=position.draws,
        sheets=position.sheets or (),
    )


def _modules(position: Position, names: list[str], ruleset: Ruleset) -> ModuleState:
    """Return what modules add to the table of a complete position."""
    if not ruleset.modules:
        return NO_MODULES
    has_bonus, huts = Module.BONUS in ruleset.modules, ruleset.tiles.huts
    # VIZ-9: between turns, BON-4: and before a scoring somebody is asked; and with bonus cards at the end.
    is_window = position.phase in {*WINDOWS, Phase.REVEAL} or (has_bonus and position.phase is Phase.GIFT)
    return ModuleState(
        asked=Seat(names.index(_known(position.to_act or position.turn))) if is_window else None,
        pawns=tuple(_known(player.pawn) for player in position.players)
        if Module.VIZIER in ruleset.modules
        else (),
        shown=tuple(tuple(sorted(_known(player.shown))) for player in position.players) if has_bonus else (),
        hidden=tuple(map(len, _hidden(position))) if has_bonus else (),
        open_huts=() if huts is None else _known(position.open_huts),
        huts_below=() if huts is None else _huts_below(position, huts.huts),
    )


def _hidden(position: Position) -> tuple[tuple[Face, ...], ...]:
    """Return the hidden bonus cards of a complete position by seat, in order."""
    return tuple(tuple(sorted(_known(player.bonus))) for player in position.players)


def _huts_below(position: Position, huts: tuple[Face, ...]) -> tuple[Face, ...]:
    """Return the huts that lie nowhere else (MOD-5)."""
    from granada_rules.position import facts_of  # noqa: PLC0415 - to keep the import fast

    below = Counter(huts)
    below.subtract(face for _, face in facts_of(position).open_faces if face.is_hut)
    return tuple(sorted(below.elements()))


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
    give_stamp(seen, game._stamp_to_leave)  # noqa: SLF001 - of its own module
    return seen


def unseen_bonus(seen: View) -> list[Face]:
    """Return the bonus cards that may be hidden with others, or out of the game."""
    known = {*seen.bonus, *(face for faces in seen.table.modules.shown for face in faces)}
    return [face for face in seen.table.ruleset.bonus_faces if face not in known]


def unseen(seen: View) -> Purse:
    """Return the cards that are in the deck or in hands that may not be known."""
    table = seen.table
    # EXC-2: exchange cards are set aside until the deck is made.
    is_dealt = table.phase is not Phase.SETUP
    there = all_cards(len(seen.hands), table.ruleset) if is_dealt else money(len(seen.hands))
    left = there - table.display - table.discards
    for hand in seen.hands:
        left -= hand or Purse()
    return left
