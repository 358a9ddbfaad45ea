"""How fast moats and scorings are, in one run, with their results compared with plain searches."""

from __future__ import annotations

import random
import sys

from benchmarks.placement import shapes
from benchmarks.timing import ROUNDS, anew, best
from granada_rules import City, Scoring, moats, placement, reference, scoring
from tests.helpers import plain
from tests.helpers.cities import Tables, grown_at_random, lay

SAMPLES = 20


def known(city: City) -> City:
    """Build an equal city that remembers only that it is legal."""
    city = anew(city)
    placement.violations(city)
    return city


def walled(city: City) -> City:
    """Dig a moat along the whole outline, but for the start tile, which has none."""
    tiles = plain.read(city)
    for place, side in plain.outline(tiles):
        if place != plain.START and side not in tiles[place]:
            tiles[place] += side
    return lay((place, wet) for place, wet in tiles.items() if place != plain.START)


def line_of_two_arms() -> City:
    """Lay a line from north to south with the start tile in the middle: two moats, equally long."""
    return lay(((0, y), "") for y in range(-27, 28) if y)


def six_players(rng: random.Random) -> Tables:
    """Give all 54 tiles to six players, nine in each city."""
    faces = [rng.choice([tile.even, tile.odd]) for tile in reference().tiles]
    rng.shuffle(faces)
    cities = {}
    for seat in range(6):
        own, grown = faces[seat * 9 : seat * 9 + 9], grown_at_random(rng, 9)
        built = zip(grown.tiles.items(), own, strict=True)
        cities[f"player {seat}"] = City.of({cell: (face, tile.moats) for (cell, tile), face in built})
    return Tables(cities, None)


def fresh(table: Tables) -> Tables:
    """Build equal cities that remember nothing."""
    return Tables({player: anew(city) for player, city in table.cities.items()}, table.dirk)


def final(table: Tables) -> scoring.ScoreSheet:
    """Hold the last scoring."""
    return scoring.score(table.cities, Scoring.C)


def find(city: City) -> object:
    """Ask for the longest moat."""
    return moats.longest_moat(city)


def compare_moats(city: City) -> None:
    """Assert that the longest moat is as long as plain searches say, and made of outer moats."""
    moat = moats.longest_moat(city)
    assert moat.length == max(plain.moat_lengths(plain.read(city)), default=0)
    wet = plain.outer_moats(plain.read(city))
    assert {((edge.cell.x, edge.cell.y), str(edge.side)) for edge in moat.edges} <= set(wet)


def compare_scores(table: Tables) -> None:
    """Assert that the points are those of plain counting."""
    expected = plain.majority_points(table.owned(), "C", simplified=False)
    for player, city in table.cities.items():
        expected[player] += max(plain.moat_lengths(plain.read(city)), default=0)
    assert final(table).totals == expected


def main() -> None:
    """Compare, measure, print."""
    rng = random.Random(54)
    grown = [grown_at_random(rng, 54) for _ in range(SAMPLES)]
    groups = {"54 tiles grown": grown, "… every moat": [walled(city) for city in grown]}
    awkward = shapes() | {"two arms": line_of_two_arms()}
    groups |= {f"54 tiles, {name}": [walled(city)] * SAMPLES for name, city in awkward.items()}
    tables = [six_players(rng) for _ in range(SAMPLES)]

    for cities in groups.values():
        for city in cities:
            compare_moats(city)
    for table in tables:
        compare_scores(table)
    print(f"Python {sys.version.split()[0]}; microseconds, best of {ROUNDS} rounds")
    print("results are those of plain searches\n")
    print(f"{'longest_moat':>18}{'known to be legal':>20}{'with the check':>20}")
    figures = {}
    for name, cities in groups.items():
        figures[name] = best(find, cities, known)
        print(f"{name:>18}{figures[name]:20.1f}{best(find, cities, anew):20.1f}", flush=True)
    whole = best(final, tables, fresh)
    searched = best(compare_moats, grown, known, rounds=3)
    print(f"\nscoring C of six players with 54 tiles: {whole:.1f}")
    print(f"plain search to longest_moat, 54 tiles grown: {searched / figures['54 tiles grown']:.0f} times")


if __name__ == "__main__":
    main()
