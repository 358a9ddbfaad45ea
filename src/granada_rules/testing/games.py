"""Strategies for games, played from the setup to some moment."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from hypothesis import reject
from hypothesis import strategies as st

from granada_rules.base import as_seen, short
from granada_rules.box import FEWEST_PLAYERS, MOST_PLAYERS, WINDOWS, Module, Phase, Ruleset
from granada_rules.game import by_kind, events, setup
from granada_rules.play import apply, legal_actions, way, ways
from granada_rules.testing.values import names, rulesets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.game import Action, Event, Game, Table

__all__ = ["PLAYERS", "beginnings", "chosen_action", "games", "is_exact"]

PLAYERS = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
"""How many can play (BOX-12)."""

_MOMENTS = {
    Phase.SETUP: 50,
    Phase.ACT: 700,
    Phase.PLACE: 110,
    Phase.END_OF_TURN: 400,
    Phase.FAVOUR: 500,
    Phase.PLACE_FAVOUR: 60,
    Phase.REVEAL: 15,
    Phase.GIFT: 6,
    Phase.OVER: 1,
}
"""How many moments of each phase can be chosen; a game has fewer, so the number wraps around."""

_LAST = 10
"""How many moments at the end of a phase are chosen more often than others."""


def games(
    players: int | Iterable[int] = PLAYERS,
    ruleset: Ruleset | st.SearchStrategy[Ruleset] | None = None,
    phases: Phase | Iterable[Phase] = Phase,
) -> st.SearchStrategy[Game]:
    """Generate games at any moment, played from the setup; each phase equally often.

    ``players`` is how many play, or several such numbers. ``ruleset`` is a ruleset or a strategy for them,
    such as ``rulesets(Kind.GRANADA)``; by default any, of all games. ``phases`` is the phase the games are
    in, or several: for decisions ``[Phase.ACT, Phase.PLACE, Phase.GIFT]``. Phases that a module adds come in
    games with it only. The last moments of a phase are chosen more often than others. Shrinks to few players,
    the default ruleset, an early phase and an early moment.

    >>> from hypothesis import given
    >>> from granada_rules import Phase, legal_actions
    >>> from granada_rules.testing import games
    >>> @given(games(players=3, phases=Phase.ACT))
    ... def test_there_is_always_a_legal_action(game):
    ...     assert legal_actions(game)

    Raises ``ValueError`` if a number of players is not 2 to 6, or if there is no number or no phase.
    """
    starts = beginnings(players, ruleset)
    wanted = list(phases) if isinstance(phases, Iterable) else [phases]
    if not wanted or not all(isinstance(phase, Phase) for phase in wanted):
        raise ValueError(f"phases: expected one Phase or more, such as [Phase.ACT], got {short(phases)}")
    earliest_first = [phase for phase in Phase if phase in wanted]
    return _games(starts, earliest_first)


@st.composite
def _games(draw: st.DrawFn, starts: st.SearchStrategy[Game], phases: list[Phase]) -> Game:
    start = draw(starts.filter(lambda game: bool(_possible(game, phases))))
    phase = draw(st.sampled_from(_possible(start, phases)))
    anywhere, last = st.integers(0, _MOMENTS[phase] - 1), st.integers(-_LAST, -1)
    moment = draw(st.one_of(anywhere, anywhere, last))
    choices = draw(st.lists(st.integers(0, 255), min_size=1, max_size=50))
    game = _played(start, tuple(choices), phase, moment)
    # END-2: a game may have no tile to give away.
    return reject() if game is None else game


def _possible(game: Game, phases: list[Phase]) -> list[Phase]:
    """Return those of these phases that a game can come to."""
    modules = game.table.ruleset.modules
    # VIZ-3: only with a pawn players are asked between turns. BON-4: only with bonus cards before a scoring.
    never = WINDOWS if Module.VIZIER not in modules else frozenset[Phase]()
    never |= {Phase.REVEAL} if Module.BONUS not in modules else set()
    return [phase for phase in phases if phase not in never]


def beginnings(
    players: int | Iterable[int], ruleset: Ruleset | st.SearchStrategy[Ruleset] | None
) -> st.SearchStrategy[Game]:
    """Generate games before their first draw."""
    numbers = list(players) if isinstance(players, Iterable) else [players]
    if not numbers or not all(type(number) is int and number in PLAYERS for number in numbers):
        raise ValueError(
            f"players: expected {PLAYERS[0]} to {PLAYERS[-1]}, or several of these, got {short(players)}"
        )
    if isinstance(ruleset, Ruleset):
        ruleset = st.just(ruleset)
    elif ruleset is not None and not isinstance(ruleset, st.SearchStrategy):
        raise TypeError(f"ruleset: expected Ruleset, or a strategy for rulesets, got {short(ruleset)}")
    return _beginnings(sorted(numbers), rulesets() if ruleset is None else ruleset)


@st.composite
def _beginnings(draw: st.DrawFn, numbers: list[int], ruleset: st.SearchStrategy[Ruleset]) -> Game:
    many = draw(st.sampled_from(numbers))
    players = draw(st.just(many) | st.lists(names(), min_size=many, max_size=many, unique_by=as_seen))
    ages = st.lists(st.integers(0, 9) | st.floats(0, 120), min_size=many, max_size=many)
    return setup(players, draw(ruleset), ages=draw(st.none() | ages))


# While Hypothesis shrinks an example, it asks for the same game many times.
@lru_cache(maxsize=64)
def _played(beginning: Game, choices: tuple[int, ...], phase: Phase, moment: int) -> Game | None:
    """Return the game at a moment of a phase; ``None`` if it has no such phase.

    Moments are counted from 0, negative ones from the end; the number wraps around.
    """
    stages = _stages(beginning, choices)
    if phase is Phase.SETUP:
        # The setup never comes again, so stop there.
        stages = takewhile(lambda game: game.table.phase is phase, stages)
    moments = (game for game in stages if game.table.phase is phase)
    found = list(islice(moments, moment + 1 if moment >= 0 else None))
    return found[moment % len(found)] if found else None


def _stages(game: Game, choices: tuple[int, ...]) -> Iterator[Game]:
    """Play to the end, and yield each game on the way, the first and the last included.

    The choices are used again and again. Each is multiplied by the number of the event, so that few choices
    make many different games; 0 always takes the first event. Offers that are declined do not count: with
    them the numbers of turns might repeat so that a game never ends.
    """
    number = 0
    yield game
    while (
        event := _chosen(game, choices[number % len(choices)] * (number + 1 + _offered(game)))
    ) is not None:
        number += not (isinstance(event, events.Pass) and game.table.modules.asked is not None)
        game = apply(game, event)
        yield game


def _offered(game: Game) -> int:
    """Return the seat that is asked between turns, so that not all answers are alike; 0 if none is."""
    return game.table.modules.asked or 0


_FIRST_TO_LAST = (
    events.Build,
    events.Buy,
    events.TakeMoney,
    events.TakeHut,
    events.Extend,
    events.Exchange,
    events.Reduce,
    events.Store,
    events.GiveToDirk,
    events.Reactivate,
    events.ShowBonus,
    events.Pass,
)
"""Building and buying come first, because they bring the game to its end."""


def _chosen(game: Game, number: int) -> Event | None:
    """Return a draw, or an action. ``None`` if the game is over."""
    many = ways(game)
    return way(game, number % many) if many else chosen_action(game, number)


def chosen_action(game: Game, number: int) -> Action | None:
    """Return an action: first its kind, then one of that kind. ``None`` if nobody is to act."""
    actions = by_kind(legal_actions(game, minimal_payments=True))
    if not actions:
        return None
    place, kind = divmod(number, len(actions))
    of_a_kind = actions[sorted(actions, key=_FIRST_TO_LAST.index)[kind]]
    # TURN-3: an exact payment gives another action; it would be rare among all payments.
    if place % 2 and (exact := [action for action in of_a_kind if is_exact(game.table, action)]):
        of_a_kind = exact
    return of_a_kind[place % len(of_a_kind)]


def is_exact(table: Table, action: Action) -> bool:
    """Tell whether an action is a purchase that is paid exactly (TURN-3)."""
    if not isinstance(action, events.Buy):
        return False
    face = table.yard[action.space - 1]
    return face is not None and action.payment.total() == face.value
