"""Small worlds, and all of each: clingo enumerates them, one solve for each, and every model is compared.

An area is everything that can lie in a few cells around the start tile. A set is all legal cities that can be
built with a few tiles; there the package's answers about changes are compared with what is among them.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

import attrs

from granada_rules import Building, Built, Cell, City, Edges, Face, moats, placement
from tests.oracle import bridge
from tests.oracle.comparing import agree
from tests.oracle.comparing_cities import PROGRAMS, WANTED, compare_moats, compare_violations

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.oracle.bridge import Model

FACE = Face(Building.ARENA, 2)
"""In areas the faces are of no account."""

Laid = frozenset[tuple[str, Cell]]
"""Which tiles, called by their moats, lie where."""


@attrs.frozen
class Area:
    """A rectangle of cells, and what the tiles in it may be like besides dry and roof up."""

    wide: int
    high: int
    start: tuple[int, int]
    """Where in the rectangle the start tile lies, counted from the south-west."""
    moats: bool = False
    turned: bool = False

    def __str__(self) -> str:
        kind = f"{', with every moat' * self.moats}{', turned every way' * self.turned}"
        return f"area {self.wide} x {self.high} with the start tile at {self.start}{kind}"

    @property
    def cells(self) -> list[Cell]:
        """The cells where a tile may lie, all but that of the start tile."""
        west, south = (-steps for steps in self.start)
        places = product(range(west, west + self.wide), range(south, south + self.high))
        return [Cell(x, y) for x, y in places if (x, y) != (0, 0)]

    @property
    def cases(self) -> int:
        """How many cities there are: each cell is empty, or has a tile with any moats, turned anyhow."""
        ways = 1 + (16 if self.moats else 1) * (4 if self.turned else 1)
        return int(ways ** len(self.cells))

    def facts(self) -> Iterator[str]:
        """Yield the area in the terms of the oracle."""
        yield from (f"area({cell.x},{cell.y})" for cell in self.cells)
        yield from ["moats"] * self.moats
        yield from (f"turned({side})" for side in "esw" if self.turned)

    def explore(self) -> Counter[str]:
        """Compare every city of this area; return what there was to see."""
        wanted = [*WANTED, "tile/3", "moat/4", "roof/4"]
        seen: Counter[str] = Counter()
        for model in bridge.models([*PROGRAMS, "areas.lp"], self.facts(), wanted):
            city = city_of(model)
            seen.update(compare_violations(city, model))
            seen.update(compare_moats(city, model))
            seen["cities"] += 1
        agree("number of cities", self, self.cases, seen["cities"])
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


@attrs.frozen(slots=False)
class Set:
    """A few tiles, given by their different moats, of which some are built."""

    tiles: tuple[str, ...]
    most: int

    def __str__(self) -> str:
        return f"set of {' '.join(self.tiles)}, at most {self.most} built"

    @cached_property
    def cells(self) -> list[Cell]:
        """The cells that so many tiles can reach."""
        reach = range(-self.most, self.most + 1)
        return [Cell(x, y) for x, y in product(reach, reach) if 0 < abs(x) + abs(y) <= self.most]

    def facts(self) -> Iterator[str]:
        """Yield the set in the terms of the oracle, where a tile is a number."""
        yield f"most({self.most})"
        yield from (f"area({cell.x},{cell.y})" for cell in self.cells)
        for number, tile in enumerate(self.tiles):
            yield f"given({number})"
            yield from (f"wet_side({number},{side.lower()})" for side in str(Edges.parse(tile)))

    def legal(self) -> set[Laid]:
        """Return all legal cities, as the oracle finds them."""
        return {
            frozenset((self.tiles[bridge.number(tile)], bridge.cell((x, y))) for tile, x, y in model["built"])
            for model in bridge.models(["cities.lp", "sets.lp"], self.facts(), ["built/3"])
        }

    def explore(self) -> Counter[str]:
        """Compare all changes of all legal cities, and all moats; return what there was to see."""
        legal = self.legal()
        agree("the start tile alone is legal", self, frozenset() in legal, True)  # noqa: FBT003
        seen = Counter(cities=len(legal))
        for laid in legal:
            seen.update(self.compare_changes(laid, legal))
        for some in in_portions(sorted(legal, key=sorted), 100):
            compare_longest_moats(some)
        return seen

    def compare_changes(self, laid: Laid, legal: set[Laid]) -> Counter[str]:
        """Compare where the package allows a change with whether the city afterwards is among the legal ones.

        From the start tile alone, tile by tile, every legal city can be built; so none is missing either.
        """
        city, taken = built(laid), {cell: (tile, cell) for tile, cell in laid}
        agree("violations", city, placement.violations(city), ())
        removable = {cell for cell in taken if laid - {taken[cell]} in legal}
        agree("cells to reduce", city, set(placement.removable_cells(city)), removable)
        seen = Counter(
            {"REBUILD-2 allowed": len(removable), "REBUILD-2 refused": len(taken) - len(removable)}
        )
        for tile in set(self.tiles) - {tile for tile, _ in laid}:
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
            if len(laid) < self.most:
                empty = [cell for cell in self.cells if cell not in taken]
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


SAMPLE: list[Area | Set] = [
    Area(2, 2, (0, 0), moats=True),
    Area(1, 3, (0, 1), moats=True, turned=True),
    Area(3, 4, (0, 0)),
    Set(("-", "N", "SW", "NE"), 4),
]
"""What there is time for in the tests."""

WORLDS: list[Area | Set] = [
    *SAMPLE,
    Area(3, 2, (0, 0), moats=True),
    Area(3, 2, (1, 0), moats=True),
    Area(2, 3, (0, 0), moats=True),
    Area(2, 3, (0, 1), moats=True),
    Area(2, 2, (0, 0), moats=True, turned=True),
    Area(4, 4, (1, 1)),
    Area(4, 4, (0, 0)),
    Area(5, 4, (2, 1)),
    Set(("-", "N", "E", "SW", "NE", "NES", "ESW"), 4),
]
"""All worlds; the larger ones take minutes each."""


def run(progress: Callable[[str], object]) -> Counter[str]:
    """Explore all worlds, telling after each what it was; return what there was to see in all together."""
    seen: Counter[str] = Counter()
    for world in WORLDS:
        found = world.explore()
        progress(f"{world}: {found['cities']} cities")
        seen.update(found)
    return seen
