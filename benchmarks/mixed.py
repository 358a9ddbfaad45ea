"""How fast the rules of layouts of both kinds are, beside plain searches, in one run.

As in `benchmarks.placement`, layouts are built anew before each call, every answer is compared with plain
searches, and each figure is the best of several rounds.
"""

from __future__ import annotations

import random
import sys
from functools import partial

from benchmarks.timing import ROUNDS, anew, best, shown
from granada_rules import Cells, City, Edges, Kind, moats, placement
from tests.helpers import plain, plain_layouts
from tests.helpers.layouts import KINDS, grown
from tests.helpers.plain_layouts import A, G

SIZE = 60
FEWEST = 15
"""Of each kind."""
SAMPLES = 12
EDGES = [Edges.parse(edges) for edges in ("", "N", "ES", "NEW")]
LONGEST = {A: moats.longest_wall, G: moats.longest_moat}


def layouts(rng: random.Random) -> list[City]:
    """Grow layouts of 60 tiles, many of each kind."""
    found: list[City] = []
    while len(found) < SAMPLES:
        city = grown(rng, SIZE)
        if len(city.tiles) == SIZE and FEWEST <= city.other.bit_count() <= SIZE - FEWEST:
            found.append(city)
    return found


def compare(city: City) -> int:
    """Assert that bits and plain searches agree on this legal layout; return how many answers."""
    layout = plain_layouts.read(city)

    def places(cells: Cells) -> set[plain.Place]:
        return {(cell.x, cell.y) for cell in cells}

    assert placement.violations(city) == () == tuple(plain_layouts.verdict(city))
    assert places(placement.removable_cells(city)) == plain_layouts.removable_cells(layout)
    assert [moats.longest_border(city).length] == plain_layouts.border_lengths(layout)
    for letter, kind in KINDS.items():
        longest = max(plain_layouts.lengths(layout, letter), default=0)
        assert LONGEST[letter](city).length == longest
        for edges in EDGES:
            legal = placement.legal_cells(city, edges, kind)
            assert places(legal) == plain_layouts.legal_cells(layout, str(edges), letter)
            exchangeable = placement.exchangeable_cells(city, edges, kind)
            assert places(exchangeable) == plain_layouts.exchangeable_cells(layout, str(edges), letter)
    return 3 + len(KINDS) * (1 + 2 * len(EDGES))


def judged(city: City) -> City:
    """Build an equal layout that is known to be legal."""
    city = anew(city)
    placement.violations(city)
    return city


def main() -> None:
    """Compare, measure, print."""
    grown_layouts = layouts(random.Random(60))
    answers = sum(map(compare, grown_layouts))
    print(f"Python {sys.version.split()[0]}; layouts of {SIZE} tiles of both kinds")
    print(f"{answers} answers are those of plain searches; microseconds, best of {ROUNDS} rounds\n")
    for kind in Kind:
        ask = partial(placement.legal_cells, edges=EDGES[2], kind=kind)
        shown(f"legal_cells of {kind.label}", best(ask, grown_layouts, anew), "15")
    checked = best(placement.violations, grown_layouts, anew)
    shown("violations", checked, "30")
    shown("removable_cells", best(placement.removable_cells, grown_layouts, anew))
    for longest in (*LONGEST.values(), moats.longest_border):
        shown(f"{longest.__name__}, known to be legal", best(longest, grown_layouts, judged))
    plainly = best(plain_layouts.verdict, grown_layouts, anew, rounds=3)
    shown("plain searches to violations", plainly / checked, digits=0)


if __name__ == "__main__":
    main()
