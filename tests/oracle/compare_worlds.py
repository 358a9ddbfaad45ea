"""Small worlds, and all of each: clingo enumerates them, one solve for each, and every model is compared.

An area is everything that can lie in a few cells around the start tile. A handful is all legal cities that
can be built with a few tiles; there the package's answers about changes are compared with what is among them.
Or it is all that one can lay out with these tiles, legal or not.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from granada_rules import Building, Built, Cell, City, Edges, Face, moats, placement
from tests.oracle import bridge
from tests.oracle.compare_cities import PROGRAMS, WANTED, compare_moats, compare_violations
from tests.oracle.difference import agree
from tests.oracle.world_facts import Area, Handful

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from tests.oracle.bridge import Model

FACE = Face(Building.ARENA, 2)
"""In areas the faces are of no account."""

Laid = frozenset[tuple[str, Cell]]
"""Which tiles, called by their moats, lie where; tiles with equal moats are interchangeable."""


def explore_every(world: World, program: str) -> Counter[str]:
    """Compare every city that a program lays out in this world; return what there was to see."""
    wanted = [*WANTED, "tile/3", "moat/4", "roof/4"]
    seen: Counter[str] = Counter()
    for model in bridge.models([*PROGRAMS, program], world.facts(), wanted):
        city = city_of(model)
        seen.update(compare_violations(city, model))
        seen.update(compare_moats(city, model))
        seen["cities"] += 1
    agree("number of cities", world, world.cases, seen["cities"])
    return seen


def city_of(model: Model) -> City:
    """Return the city that a model has laid."""
    sides: dict[tuple[object, ...], Edges] = {}
    roofs: dict[tuple[object, ...], Edges] = {}
    for _, x, y, side in model["moat"]:
        sides[x, y] = sides.get((x, y), Edges(0)) | SIDES[side]
    for _, x, y, side in model["roof"]:
        roofs[x, y] = SIDES[side]
    places = ((x, y) for _, x, y in model["tile"] if (x, y) != (0, 0))
    return City.of(
        {
            bridge.cell(place): Built(FACE, sides.get(place, Edges(0)), roofs.get(place, Edges.N))
            for place in places
        }
    )


SIDES: dict[object, Edges] = {str(side).lower(): side for side in Edges}


def all_legal(world: Handful) -> set[Laid]:
    """Return all legal cities, as the oracle finds them."""
    return {
        frozenset((world.tiles[bridge.number(tile)], bridge.cell((x, y))) for tile, x, y in model["built"])
        for model in bridge.models(["cities.lp", "handful.lp"], world.facts(), ["built/3"])
    }


def explore_handful(world: Handful) -> Counter[str]:
    """Compare all changes of all legal cities, and all moats; return what there was to see."""
    legal = all_legal(world)
    agree("number of legal cities", world, world.cases, len(legal))
    seen = Counter(cities=len(legal))
    for laid in legal:
        seen.update(compare_changes(world, laid, legal))
    for some in in_portions(sorted(legal, key=sorted), 100):
        compare_longest_moats(some)
    return seen


def compare_changes(world: Handful, laid: Laid, legal: set[Laid]) -> Counter[str]:
    """Compare where the package allows a change with whether the city afterwards is among the legal ones.

    From the start tile alone, tile by tile, every legal city can be built; so none is missing either.
    """
    city, taken = built(laid), {cell: (tile, cell) for tile, cell in laid}
    agree("violations", city, placement.violations(city), ())
    removable = {cell for cell in taken if laid - {taken[cell]} in legal}
    agree("cells to reduce", city, set(placement.removable_cells(city)), removable)
    seen = Counter({"REBUILD-2 allowed": len(removable), "REBUILD-2 refused": len(taken) - len(removable)})
    for tile in Counter(world.tiles) - Counter(tile for tile, _ in laid):
        edges = Edges.parse(tile)
        exchangeable = {cell for cell in taken if laid - {taken[cell]} | {(tile, cell)} in legal}
        agree(
            "cells to exchange",
            (city, edges),
            set(placement.exchangeable_cells(city, edges)),
            exchangeable,
        )
        seen["REBUILD-3 allowed"] += len(exchangeable)
        seen["REBUILD-3 refused"] += len(taken) - len(exchangeable)
        if len(laid) < world.most:
            empty = [cell for cell in world.cells if cell not in taken]
            extendable = {cell for cell in empty if laid | {(tile, cell)} in legal}
            agree("cells to extend", (city, edges), set(placement.legal_cells(city, edges)), extendable)
            seen["REBUILD-1 allowed"] += len(extendable)
            seen["REBUILD-1 refused"] += len(empty) - len(extendable)
    return seen


def built(laid: Laid) -> City:
    """Return the city in which these tiles lie."""
    return City.of({cell: Built(FACE, Edges.parse(tile)) for tile, cell in laid})


def compare_longest_moats(some: list[Laid]) -> None:
    """Compare the longest moats of several cities in one solve."""
    cities = list(map(built, some))
    facts = [fact for number, city in enumerate(cities) for fact in bridge.city(number, city.tiles)]
    (model,) = bridge.models(["cities.lp", "moats.lp"], facts, ["longest/2"])
    package = {(number, moats.longest_moat(city).length) for number, city in enumerate(cities)}
    agree("longest moats", cities, package, model["longest"])


def in_portions(cities: list[Laid], size: int) -> Iterator[list[Laid]]:
    """Yield some cities at a time."""
    yield from (cities[first : first + size] for first in range(0, len(cities), size))


World = Area | Handful

SAMPLE: list[World] = [
    Area(2, 2, (0, 0), moats=True),
    Area(1, 3, (0, 1), moats=True, turned=True),
    Area(3, 4, (0, 0)),
    Handful(("-", "N", "SW", "NE"), 4, cases=830),
    Handful(("-", "-", "NE", "NE"), 4, cases=217),
    Handful(("-", "SW", "NE"), 3, cases=1753, anyhow=True),
]
"""What there is time for in the tests."""

SMALLEST: list[World] = [
    Area(2, 1, (0, 0), moats=True, turned=True),
    Handful(("-", "N", "E"), 2, cases=74),
    Handful(("-", "N", "E"), 2, cases=433, anyhow=True),
]
"""Enough to notice whether a rule is missing by which worlds are laid out."""

WORLDS: list[World] = [
    *SAMPLE,
    *Area(3, 2, (0, 0), moats=True).parts(),
    *Area(3, 2, (1, 0), moats=True).parts(),
    *Area(2, 3, (0, 0), moats=True).parts(),
    *Area(2, 3, (0, 1), moats=True).parts(),
    Area(2, 2, (0, 0), moats=True, turned=True),
    Area(4, 4, (1, 1)),
    Area(4, 4, (0, 0)),
    Area(5, 4, (2, 1)),
    Handful(("-", "N", "E", "SW", "NE", "NES", "ESW"), 4, cases=6161),
    Handful(("-", "-", "-", "E", "E", "SW"), 4, cases=3462),
    Handful(("-", "N", "SW", "NE"), 4, cases=18_001, anyhow=True),
    Handful(("-", "N", "E", "SW", "NES"), 4, cases=73_981, anyhow=True),
]
"""All worlds; the larger ones take minutes each, so those with every moat come in parts."""


def explore(world: World) -> Counter[str]:
    """Compare all there is in a world; return what there was to see."""
    if isinstance(world, Area):
        return explore_every(world, "areas.lp")
    return explore_every(world, "handful.lp") if world.anyhow else explore_handful(world)


def compare(_random: Random) -> Counter[str]:
    """Explore the smallest worlds; return what there was to see."""
    return sum(map(explore, SMALLEST), Counter())
