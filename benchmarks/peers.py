"""The calls of a bot beside those of other libraries, in one run: whole games, list, apply, copy, judge.

Games are played at random, one of each library after the other, so that other work on the machine slows all
of them. OpenSpiel is written in C++ and called from Python; it is left out if it is not installed
(``pip install open_spiel``).
"""

from __future__ import annotations

import copy
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

import chess

from benchmarks.timing import anew
from granada_rules import Action, City, Game, Playout, apply, legal_actions, placement, setup
from granada_rules.play import way, ways

try:
    import pyspiel
except ImportError:
    pyspiel = None

PLAYERS = range(2, 7)
ROUNDS = 12
PLIES = 400
"""A random game of chess may take far longer; so many plies are enough here."""

CALLS = ("list", "apply", "copy", "judge")

Timer = Callable[..., Any]
"""Calls a function with arguments, notes how long that took under a name, and returns what it returned."""
Play = Callable[[random.Random, Timer], int]
"""Plays at random, and returns how many events or plies there were."""


def listed(played: Game | Playout) -> list[Action]:
    """Return all legal actions, with minimal payments."""
    if isinstance(played, Game):
        return list(legal_actions(played, minimal_payments=True))
    return played.legal_actions(minimal_payments=True)


def judged(given: City | chess.Board) -> None:
    """Judge what may have been written down; here it is legal."""
    assert not (placement.violations(given) if isinstance(given, City) else given.status())


def with_games(rng: random.Random, timed: Timer) -> int:
    """Play Granada with a new `Game` after each event."""
    game, number = setup(rng.choice(PLAYERS)), 0
    while not game.is_over:
        if possible := ways(game):
            game = apply(game, way(game, rng.randrange(possible)))
        else:
            event = rng.choice(timed("list", listed, game))
            # Built anew, the city remembers nothing.
            city = timed("prepare", anew, game.table.players[event.seat].city)
            timed("judge", judged, city)
            timed("copy", copy.copy, game)
            game = timed("apply", apply, game, event)
        number += 1
    return number


def with_playout(rng: random.Random, timed: Timer) -> int:
    """Play Granada with one `Playout`."""
    playout, number = Playout(setup(rng.choice(PLAYERS))), 0
    playout.deal(rng.randrange)
    while not playout.is_over:
        event = rng.choice(timed("list", listed, playout))
        timed("copy", copy.copy, playout)
        timed("apply", playout.apply, event)
        playout.deal(rng.randrange)
        number += 1
    return number + playout.game().draws


def with_chess(rng: random.Random, timed: Timer) -> int:
    """Play chess with python-chess."""
    board, number = chess.Board(), 0
    while number < PLIES and (moves := timed("list", list, board.legal_moves)):
        move = rng.choice(moves)
        timed("judge", judged, board)
        timed("copy", partial(board.copy, stack=False))
        timed("apply", board.push, move)
        number += 1
    return number


def with_open_spiel(name: str) -> Play:
    """Return what plays a game of OpenSpiel."""
    game = pyspiel.load_game(name)

    def play(rng: random.Random, timed: Timer) -> int:
        state, number = game.new_initial_state(), 0
        while number < PLIES and not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
            else:
                action = rng.choice(timed("list", state.legal_actions))
                timed("copy", state.clone)
                timed("apply", state.apply_action, action)
            number += 1
        return number

    return play


def timed(noted: dict[str, list[float]], what: str, call: Callable[..., Any], *arguments: object) -> Any:  # noqa: ANN401 - as it returns
    """Call, and note how long it took."""
    begin = time.perf_counter()
    result = call(*arguments)
    noted[what].append(time.perf_counter() - begin)
    return result


def played(what: str, call: Callable[..., Any], *arguments: object) -> Any:  # noqa: ANN401 - as it returns
    """Call what a game needs, and nothing else."""
    return call(*arguments) if what in {"list", "apply"} else None


def main() -> None:
    """Play, measure, print."""
    plays: dict[str, Play] = {
        "Granada, a value after each event": with_games,
        "Granada, Playout": with_playout,
        "chess, python-chess": with_chess,
    }
    if pyspiel is not None:
        plays |= {
            f"{name}, OpenSpiel": with_open_spiel(name) for name in ("chess", "backgammon", "gin_rummy")
        }
    times: dict[str, defaultdict[str, list[float]]] = {peer: defaultdict(list) for peer in plays}
    rates: defaultdict[str, list[float]] = defaultdict(list)
    rng = random.Random(54)
    for _ in range(ROUNDS):
        for peer, play in plays.items():
            assert play(rng, partial(timed, times[peer])) > 0
            begin = time.process_time()
            number = play(rng, played)
            rates[peer].append(number / (time.process_time() - begin))
    print(f"Python {sys.version.split()[0]}; events in a second, and microseconds for a call; medians")
    print(f"{'':>36}{'events':>9}" + "".join(f"{what:>9}" for what in CALLS))
    for peer, noted in times.items():
        figures = [f"{median(noted[what]) * 1e6:9.1f}" if noted[what] else f"{'-':>9}" for what in CALLS]
        print(f"{peer:>36}{median(rates[peer]):9.0f}" + "".join(figures), flush=True)


if __name__ == "__main__":
    main()
