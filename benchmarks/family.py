"""How fast Alhambra is beside Granada, in one run.

Both games take turns, so that other work on the machine slows both; a ratio is the median of all rounds. The
cities of both have the same shapes and barriers, so their answers have to be the same.
"""

from __future__ import annotations

import random
import sys
import time
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.timing import anew, shown
from granada_rules import (
    ALHAMBRA,
    GRANADA,
    Building,
    City,
    Edges,
    Face,
    Kind,
    Phase,
    Scoring,
    apply,
    legal_actions,
    moats,
    placement,
    scoring,
    setup,
)
from granada_rules.play import way, ways
from tests.helpers.cities import grown_at_random

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada_rules import Game, Ruleset

ROUNDS = 40
GAMES = 10
SIZE = 40
EDGES = Edges.parse("ES")


def twin(city: City) -> City:
    """Return the same city with walls for moats."""
    tiles = {
        cell: (Face(Building.TOWER, tile.face.value, tile.moats), tile.moats)
        for cell, tile in city.tiles.items()
    }
    return City.of(tiles, start=Kind.ALHAMBRA)


def compare(granada: City, alhambra: City) -> None:
    """Assert that both are judged alike."""
    assert placement.violations(granada) == placement.violations(alhambra) == ()
    assert placement.legal_cells(granada, EDGES) == placement.legal_cells(alhambra, EDGES)
    assert placement.removable_cells(granada) == placement.removable_cells(alhambra)
    assert moats.longest_moat(granada) == moats.longest_wall(alhambra)


def duration(call: Callable[[City], object], cities: list[City]) -> float:
    """Return the time that calls take, of this process alone."""
    fresh = [anew(city) for city in cities]
    begin = time.process_time()
    for city in fresh:
        call(city)
    return time.process_time() - begin


def played(ruleset: Ruleset, players: int, rng: random.Random) -> tuple[Game, int]:
    """Play a game at random; return its end, and how many events it had."""
    game, events = setup(players, ruleset), 0
    while game.table.phase is not Phase.OVER:
        if many := ways(game):
            game = apply(game, way(game, rng.randrange(many)))
        else:
            game = apply(game, rng.choice(list(legal_actions(game, minimal_payments=True))))
        events += 1
    return game, events


def rate(ruleset: Ruleset, seed: int) -> tuple[float, Game]:
    """Return how many events of random play there are in a second, and the last game."""
    rng = random.Random(seed)
    begin, events = time.process_time(), 0
    for players in range(2, 7):
        game, many = played(ruleset, players, rng)
        events += many
    return events / (time.process_time() - begin), game


def score_time(game: Game) -> float:
    """Return the time of scoring the end of a game."""
    cities = {player.name: player.city for player in game.table.players}
    begin = time.process_time()
    for _ in range(5):
        scoring.score(cities, Scoring.C)
    return time.process_time() - begin


MEASURES: dict[str, Callable[[City], object]] = {
    "legal cells": lambda city: placement.legal_cells(city, EDGES),
    "building rules": placement.violations,
    "removable cells": placement.removable_cells,
}


def main() -> None:
    """Compare, measure, print."""
    rng = random.Random(54)
    granada = [grown_at_random(rng, SIZE) for _ in range(20)]
    alhambra = [twin(city) for city in granada]
    for city, its_twin in zip(granada, alhambra, strict=True):
        compare(city, its_twin)
    print(f"Python {sys.version.split()[0]}; Alhambra to Granada, medians of rounds in turn")
    for name, call in MEASURES.items():
        ratios = [duration(call, alhambra) / duration(call, granada) for _ in range(ROUNDS)]
        shown(f"{name}, {SIZE} tiles", median(ratios), "at most 1.1", digits=2)
    rates, scored = [], []
    for seed in range(GAMES):
        (ours, game), (theirs, other) = rate(ALHAMBRA, seed), rate(GRANADA, seed)
        rates.append(ours / theirs)
        scored += [score_time(game) / score_time(other) for _ in range(5)]
    shown("scoring C for six", median(scored), "at most 1.1", digits=2)
    shown("events of random play in a second", median(rates), "at least 0.9", digits=2)


if __name__ == "__main__":
    main()
