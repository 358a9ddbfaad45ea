"""How fast the building rules are, beside plain searches, in one run.

Cities are built anew before each call, outside the clock, so that nothing they remember is measured. Each
figure is the best of several rounds. Every answer is compared with plain searches: a wrong one is not fast.
"""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING

from benchmarks.timing import ROUNDS, anew, best
from granada_rules import Built, Cell, City, Edges, placement
from tests.helpers import plain
from tests.helpers.cities import FACES, grown_at_random, lay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

SIZES = (0, 1, 10, 30, 54)
SAMPLES = 20
MOATS = [Edges.parse(moats) for moats in ("", "N", "ES", "NEW")]
DRY = Edges.parse("")


def shapes() -> dict[str, City]:
    """Return the awkward cities of 54 tiles: long walks and tall pictures."""
    lines = {name: [(i * dx, i * dy) for i in range(1, 55)] for name, (dx, dy) in plain.SIDES.items()}
    stairs = [((i + 1) // 2, i // 2) for i in range(1, 55)]
    comb = [(0, i) for i in range(1, 28)] + [(x, i) for i in range(1, 28, 2) for x in (-1, 1)]
    spiral, (x, y) = [], (0, 0)
    for turn in range(9):
        dx, dy = list(plain.SIDES.values())[turn % 4]
        for _ in range(2 + turn // 2 * 2):
            x, y = x + dx, y + dy
            spiral.append((x, y))
    bend = [(-i, 0) for i in range(1, 15)] + [(-14, i) for i in range(1, 41)]
    named = {f"line {name}": line for name, line in lines.items()}
    named |= {"stairs": stairs, "comb": comb[:54], "bend": bend, "spiral": spiral[:54]}
    return {name: lay((place, "") for place in places) for name, places in named.items()}


def places(cells: Iterable[Cell]) -> set[plain.Place]:
    """Return cells as plain searches name them."""
    return {(cell.x, cell.y) for cell in cells}


def compare(cities: Iterable[City]) -> int:
    """Assert that bits and plain searches agree on these legal cities; return how many answers."""
    answers = 0
    for city in cities:
        assert placement.violations(city) == () == tuple(plain.verdict(city))
        assert places(placement.removable_cells(city)) == plain.removable_cells(city)
        for moats in MOATS:
            assert places(placement.legal_cells(city, moats)) == plain.legal_cells(city, str(moats))
            assert places(placement.exchangeable_cells(city, moats)) == plain.exchangeable_cells(
                city, str(moats)
            )
        answers += 2 + 2 * len(MOATS)
    return answers


def ask(city: City) -> None:
    """Ask for the legal cells of one tile."""
    placement.legal_cells(city, MOATS[2])


def list_legal(city: City) -> None:
    """Ask for the legal cells of one tile, and go through them."""
    list(placement.legal_cells(city, MOATS[2]))


def try_each(city: City) -> None:
    """Find the legal cells of one tile by trying each with plain searches."""
    plain.legal_cells(city, str(MOATS[2]))


def extend(city: City) -> None:
    """Build one tile."""
    city.extended(Cell(-54, 54), Built(FACES[0], DRY))


MEASURES: dict[str, Callable[[City], object]] = {
    "legal_cells": ask,
    "… listed": list_legal,
    "violations": placement.violations,
    "removable_cells": placement.removable_cells,
    "extended": extend,
}


def main() -> None:
    """Compare, measure, print."""
    rng = random.Random(54)
    grown = {size: [grown_at_random(rng, size) for _ in range(SAMPLES)] for size in SIZES}
    awkward = shapes()
    groups = {f"{size} tiles grown": cities for size, cities in grown.items()}
    groups |= {f"54 tiles, {name}": [city] * SAMPLES for name, city in awkward.items()}

    print(f"Python {sys.version.split()[0]}; microseconds, best of {ROUNDS} rounds")
    answers = compare(city for cities in groups.values() for city in set(cities))
    print(f"{answers} answers are those of plain searches\n")
    print("".join(f"{name:>18}" for name in ("", *MEASURES)))
    figures: dict[tuple[str, str], float] = {}
    for group, cities in groups.items():
        for name, call in MEASURES.items():
            figures[group, name] = best(call, cities, anew)
        print(f"{group:>18}" + "".join(f"{figures[group, name]:18.1f}" for name in MEASURES), flush=True)

    tried = best(try_each, grown[30], anew, rounds=3)
    checked = best(plain.verdict, grown[54], anew, rounds=3)
    taken = best(plain.removable_cells, grown[54], anew, rounds=3)
    small, middle, full = (f"{size} tiles grown" for size in (10, 30, 54))
    ratios = {
        "legal_cells, 54 tiles to 10": figures[full, "legal_cells"] / figures[small, "legal_cells"],
        "trying each cell to legal_cells listed, 30 tiles": tried / figures[middle, "… listed"],
        "plain searches to violations, 54 tiles": checked / figures[full, "violations"],
        "plain searches to removable_cells, 54 tiles": taken / figures[full, "removable_cells"],
    }
    print("\nratios")
    for name, ratio in ratios.items():
        print(f"{name:>50}{ratio:10.2f}")


if __name__ == "__main__":
    main()
