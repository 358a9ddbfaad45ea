"""The clock of the benchmarks."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeVar

from granada_rules import City

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

ROUNDS = 150
"""How often each figure is taken; the best counts, because other work on a machine only ever adds."""

Given = TypeVar("Given")
Ready = TypeVar("Ready")


def anew(city: City) -> City:
    """Build an equal city that remembers nothing."""
    return City.of(city.tiles, city.start, city.second)


def best(
    call: Callable[[Ready], object],
    inputs: Iterable[Given],
    prepare: Callable[[Given], Ready],
    rounds: int = ROUNDS,
) -> float:
    """Return the microseconds of a call, averaged over inputs made ready off the clock, in the best round."""
    given = list(inputs)
    times = []
    for _ in range(rounds):
        prepared = [prepare(one) for one in given]
        begin = time.perf_counter()
        for one in prepared:
            call(one)
        times.append((time.perf_counter() - begin) / len(given))
    return min(times) * 1e6


def shown(what: str, figure: float, target: str = "", digits: int = 1) -> None:
    """Print a figure and its target."""
    print(f"{what:>52}{figure:12.{digits}f}{f'   target: {target}' if target else ''}", flush=True)
