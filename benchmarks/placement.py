"""How fast the building rules are, beside plain searches, in one run.

Every figure is the best of several rounds; before each call the city is built anew, outside the clock, so that
nothing it remembered is measured. Results are compared with the plain searches: a wrong answer is not fast.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from granada_rules import City

ROUNDS = 7
"""Rounds per figure; the best counts, the machine's other work only ever adds."""


def anew(city: City) -> City:
    """Build an equal city that remembers nothing."""
    return City.of(city.tiles)


def best(call: Callable[[City], object], cities: list[City]) -> float:
    """Return the microseconds a call takes, averaged over the cities, in the best of the rounds."""
    rounds = []
    for _ in range(ROUNDS):
        fresh = [anew(city) for city in cities]
        begin = time.perf_counter()
        for city in fresh:
            call(city)
        rounds.append((time.perf_counter() - begin) / len(cities))
    return min(rounds) * 1e6
