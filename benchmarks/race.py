"""Several trees of the package in one race: the same random games of all three kinds, and the same ends.

    git worktree add ../before COMMIT
    python -m benchmarks.race 6 ../before/src src

Each tree has a process of its own. They take turns in every round, so that other work on the machine slows
all of them, and only the time of the processor counts. Ratios are to the first tree.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
import zlib
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import granada_rules
from granada_rules import (
    ALHAMBRA,
    BOTH,
    GRANADA,
    Playout,
    apply,
    legal_actions,
    setup,
    write_json,
    write_position,
)
from granada_rules.play import way, ways

if TYPE_CHECKING:
    from granada_rules import Game, Ruleset

TABLES = [*((players, GRANADA) for players in range(2, 7)), (2, ALHAMBRA), (4, ALHAMBRA), (3, BOTH)]


def by_apply(players: int, ruleset: Ruleset, rng: random.Random) -> tuple[int, Game]:
    """Play a random game with a `Game` after each event."""
    game, events = setup(players, ruleset), 0
    while not game.is_over:
        if possible := ways(game):
            game = apply(game, way(game, rng.randrange(possible)))
        else:
            game = apply(game, rng.choice(list(legal_actions(game, minimal_payments=True))))
        events += 1
    return events, game


def by_playout(players: int, ruleset: Ruleset, rng: random.Random) -> tuple[int, Game]:
    """Play a random game with a `Playout`."""
    playout, actions = Playout(setup(players, ruleset)), 0
    playout.deal(rng.randrange)
    while not playout.is_over:
        playout.apply(rng.choice(playout.legal_actions(minimal_payments=True)))
        playout.deal(rng.randrange)
        actions += 1
    return actions + playout.game().draws, playout.game()


PLAYED = {"apply": by_apply, "Playout": by_playout}


def run() -> None:
    """Play a round for each line that comes in: events a second, and what the last positions add up to."""
    assert Path(granada_rules.__file__).is_relative_to(os.environ["PYTHONPATH"])
    for line in sys.stdin:
        how, seed = line.split()
        rng, begin = random.Random(seed), time.process_time()
        played = [PLAYED[how](players, ruleset, rng) for players, ruleset in TABLES]
        used = time.process_time() - begin
        ends = "".join(write_json(write_position(game.to_position())) for _, game in played)
        print(sum(events for events, _ in played) / used, zlib.crc32(ends.encode()), flush=True)


def started(tree: str) -> subprocess.Popen[str]:
    """Start the process of a tree."""
    return subprocess.Popen(
        [sys.executable, "-m", "benchmarks.race"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(tree).resolve()), "PYTHONHASHSEED": "0"},
    )


def main(rounds: int, trees: list[str]) -> None:
    """Race trees, and print what each round gave."""
    runners = [started(tree) for tree in trees]
    speeds: dict[tuple[int, str], list[float]] = {}
    for number in range(-1, rounds):
        for how in PLAYED:
            ends = set()
            for place, runner in enumerate(runners):
                assert runner.stdin is not None
                assert runner.stdout is not None
                runner.stdin.write(f"{how} {number}\n")
                runner.stdin.flush()
                speed, end = runner.stdout.readline().split()
                ends.add(end)
                # The first round warms up.
                if number >= 0:
                    speeds.setdefault((place, how), []).append(float(speed))
            assert len(ends) == 1, f"{how}: the trees play different games"
    for (place, how), own in speeds.items():
        ratios = [speed / first for speed, first in zip(own, speeds[0, how], strict=True)]
        spread = f"x{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
        print(f"{how:>10}{median(own):10,.0f} events a second   {spread}   {trees[place]}")
    for runner in runners:
        runner.communicate()


if __name__ == "__main__":
    if sys.argv[1:]:
        main(int(sys.argv[1]), sys.argv[2:])
    else:
        run()
