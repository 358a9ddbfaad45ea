"""`setup`: a game that waits for its first draw."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

from granada_rules.base import (
    CLEAR_NAME,
    GOOD_NAME,
    as_seen,
    as_written,
    count,
    expect,
    is_clear_name,
    is_good_name,
    namesakes,
    short,
)
from granada_rules.box import (
    DIRK,
    DIRKS_TILES,
    FEWEST_PLAYERS,
    GRANADA,
    HUT_BUILDINGS,
    MOST_PLAYERS,
    PLAYERS_WITH_DIRK,
    SPACES,
    STARTING_MONEY,
    Clause,
    DrawFor,
    Marker,
    Phase,
    Pile,
    Purse,
    Ruleset,
    Seat,
    Violation,
    ViolationError,
    huts_left,
    some,
    wrong_modules,
)
from granada_rules.city import City
from granada_rules.game.deck import aside_after, money
from granada_rules.game.game import new_game
from granada_rules.game.table import DirksTiles, Player, module_state, new_table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from granada_rules.game.game import Game

__all__ = ["AFTER_ACTIONS", "are_as_dealt", "first_player", "may_have_begun", "setup", "setup_as_written"]


AFTER_ACTIONS = frozenset({Phase.END_OF_TURN, Phase.FAVOUR, Phase.REVEAL})
"""The phases that only follow a turn."""


def setup(
    players: int | Iterable[str], ruleset: Ruleset = GRANADA, *, ages: Iterable[float] | None = None
) -> Game:
    """Return a game that waits for its first draw.

    ``players`` are the names, seat by seat, or the number of players. ``ages`` break ties for who begins
    (SETUP-4): any numbers, smaller for the younger; without them the lowest of the tied seats begins.

    >>> from granada_rules import setup
    >>> game = setup(["Ann", "Bo", "Cleo"])
    >>> game.is_chance, game.table.draw_for
    (True, DrawFor.YARD)

    Raises ``ViolationError`` if there are not 2 to 6 players (BOX-12), if a name looks like Dirk's (DIRK-2),
    if too few tiles have a moat (MIX-6), or if a module cannot be added (MOD-3); ``ValueError`` if names look
    alike, or cannot be seen or printed, or if there is not one age for each.
    """
    expect(ruleset, Ruleset)
    names = _names(players)
    for name in names:
        if not is_clear_name(name):
            raise ValueError(f"a player's name: expected {CLEAR_NAME}, got {name!a}")
    _refuse_alike(names, as_seen)
    return _beginning(names, ruleset, ages)


def setup_as_written(players: Iterable[str], ruleset: Ruleset, ages: Iterable[float] | None) -> Game:
    """Return the beginning of a game that was written down.

    Records may hold names that `setup` refuses: invisible ones, or Ann beside ANN.
    """
    names = _names(players)
    _refuse_alike(names, as_written)
    return _beginning(names, ruleset, ages)


def _beginning(names: tuple[str, ...], ruleset: Ruleset, ages: Iterable[float] | None) -> Game:
    # MOD-1, MOD-2, MOD-3: modules that a book adds to this game, others by house rules.
    if wrong := wrong_modules(ruleset):
        raise ViolationError(wrong)
    age_ranks = () if ages is None else _age_ranks(ages, len(names))
    dirk = None
    # DIRK-2: Dirk plays with two.
    if len(names) == PLAYERS_WITH_DIRK:
        # DIRK-3, A-DIRK-3: he begins with six tiles. MIX-37: with six of each kind.
        dirk = DirksTiles(owed_by_kind=(DIRKS_TILES,) * len(ruleset.kinds))
    _refuse_few_moats(ruleset, fewest=SPACES + (0 if dirk is None else DIRKS_TILES))
    # SETUP-3: the money is one heap, for A and B are set aside.
    deck = money(len(names))
    table = new_table(
        ruleset=ruleset,
        phase=Phase.SETUP,
        turn=None,
        draw_for=DrawFor.YARD if dirk is None else DrawFor.DIRK,
        # SETUP-1, MIX-2, MIX-4: a city that is just the start tile, an empty reserve, no points.
        players=tuple(Player(name, City.of(start=ruleset.kind)) for name in names),
        yard=(None,) * len(ruleset.spaces),
        display=Purse(),
        # SETUP-2, DIRK-3, MIX-6: the first tiles lie with their even faces up.
        marker=Marker.EVEN if ruleset.has_marker else None,
        bought=(),
        dirk=dirk,
        # MIX-3: the tiles of each kind, one after the other.
        bag=ruleset.tiles.tiles,
        deck_size=len(deck),
        discards=Purse(),
        turned_up=(),
        aside=aside_after(0, ruleset.deck_plan),
        due=None,
        age_ranks=age_ranks,
        modules=module_state(
            ruleset,
            # VIZ-2: everybody gets a pawn, which is active.
            pawns=[True for _ in names],
            # BON-2: bonus cards are dealt soon.
            shown=[() for _ in names],
            hidden=[0 for _ in names],
            # HUT-3: the huts of each type are a pile, of which one is turned up soon.
            open_huts=[None for _ in HUT_BUILDINGS],
            huts_below=huts_left(ruleset.tiles),
        ),
    )
    hands = (Purse(),) * len(names)
    piles = (Pile(len(deck)),)
    bonus = table.modules.shown
    return new_game(table=table, hands=hands, bonus=bonus, deck=deck, piles=piles, draws=0, sheets=())


def _refuse_few_moats(ruleset: Ruleset, fewest: int) -> None:
    """Raise ``ViolationError`` if the first yard cannot be filled with tiles that have a moat (MIX-6)."""
    if len(ruleset.kinds) == 1:
        return
    many = sum(tile.back is not None and bool(tile.moats) for tile in ruleset.tiles.tiles)
    # MIX-6: there have to be enough of them, also if Dirk draws six first.
    if many < fewest:
        for_dirk = f", of which {DIRK} may draw {DIRKS_TILES} before" if fewest > SPACES else ""
        message = f"{count(many, 'tile')} of Granada with a moat, and the yard needs {fewest}{for_dirk}"
        raise ViolationError([Violation(Clause.MIX_6, message)])


def _refuse_set(given: object, what: str) -> None:
    if isinstance(given, set | frozenset):
        raise TypeError(
            f"{what}: expected a list or another sequence, by seat, got a set, which has no order"
        )


def _names(players: int | Iterable[str]) -> tuple[str, ...]:
    _refuse_set(players, "players")
    names: tuple[str, ...] = ()
    if isinstance(players, int) and not isinstance(players, bool):
        many = players
    elif isinstance(players, Iterable) and not isinstance(players, str | bytes):
        names = tuple(islice(players, MOST_PLAYERS + 1))
        many = len(names)
    else:
        raise TypeError(f"players: expected names or a number, got {short(players)}")
    # BOX-12, MIX-1: 2 to 6 players.
    if not FEWEST_PLAYERS <= many <= MOST_PLAYERS:
        message = f"the game is for {FEWEST_PLAYERS} to {MOST_PLAYERS} players"
        raise ViolationError([Violation(Clause.BOX_12, message)])
    if not names:
        return tuple(f"Player {number}" for number in range(1, many + 1))
    for name in names:
        if type(name) is not str:
            raise TypeError(f"a player's name: expected str, got {short(name)}")
        if not is_good_name(name):
            raise ValueError(f"a player's name: expected {GOOD_NAME}, got {short(name)}")
    return names


def _refuse_alike(names: tuple[str, ...], look: Callable[[str], str]) -> None:
    if alike := namesakes(names, look):
        raise ValueError(f"players: these names look alike: {some(map(ascii, alike))}")
    # DIRK-2: his name is his.
    if look(DIRK) in map(look, names):
        message = "he is imaginary, so no player can have his name"
        raise ViolationError([Violation(Clause.DIRK_2, message, player=DIRK)])


def _age_ranks(given: Iterable[float], players: int) -> tuple[int, ...]:
    """Return for each player how many different ages are below: nothing else about ages matters."""
    from numbers import Real

    _refuse_set(given, "ages")
    if not isinstance(given, Iterable):
        raise TypeError(f"ages: expected one for each player, got {short(given)}")
    ages = tuple(islice(given, MOST_PLAYERS + 1))
    for age in ages:
        if not isinstance(age, Real) or isinstance(age, bool) or age != age:  # noqa: PLR0124 - only NaN is not
            raise TypeError(f"ages: expected numbers, got {short(age)}")
    if len(ages) != players:
        raise ValueError(f"{count(len(ages), 'age')} for {count(players, 'player')}")
    in_order = sorted(set(ages))
    return tuple(map(in_order.index, ages))


def first_player(hands: Sequence[Purse], age_ranks: Sequence[int]) -> Seat:
    """Return the seat that begins (SETUP-4)."""

    def precedence(seat: int) -> tuple[int, ...]:
        # Fewest cards; among the tied the lowest total, then the youngest, then the lowest seat.
        return len(hands[seat]), hands[seat].total(), age_ranks[seat] if age_ranks else 0, seat

    return Seat(min(range(len(hands)), key=precedence))


def may_have_begun(hands: Sequence[Purse], seat: Seat) -> bool:
    """Tell whether a seat can have the first turn, whatever the ages; nobody has bought or taken a tile.

    It is not the first turn any more if somebody may have taken a card.
    """
    # SETUP-4: as the youngest it begins, or not at all.
    youngest = [other != seat for other in range(len(hands))]
    return not are_as_dealt(hands) or first_player(hands, youngest) == seat


def are_as_dealt(hands: Sequence[Purse]) -> bool:
    """Tell whether all hands are certainly those that were dealt, if nobody has paid anything."""
    return all(map(_was_dealt, hands))


def _was_dealt(hand: Purse) -> bool:
    """Tell whether a hand may have been dealt, and certainly holds no card that was taken."""
    # SETUP-3: without the last card it was worth less than 20. EXC-2: no exchange card was dealt.
    values = [card.value for card in hand.money_cards]
    return not hand.exchange_cards and sum(values) - min(values, default=0) < STARTING_MONEY <= sum(values)
