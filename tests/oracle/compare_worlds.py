"""Small worlds, and all of each: clingo enumerates them, one solve for each, and every model is compared.

An area is everything that can lie in a few cells around the start tile. A handful is all legal cities that
can be built with a few tiles. The package's answers about changes are compared with what is among the legal
ones of a world. Or a handful is all that one can lay out with these tiles, legal or not.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from granada_rules import Building, Built, Cell, City, Edges, Face, Kind, moats, placement
from tests.oracle import bridge
from tests.oracle.bridge import agree
from tests.oracle.compare_cities import BARRIERS, PROGRAMS, WANTED, compare_moats, compare_violations
from tests.oracle.world_facts import BOTH, Area, Handful, Piece, every_piece

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from random import Random

    from tests.oracle.bridge import Model

Laid = frozenset[tuple[Piece, Cell]]
"""Which tiles, called by their kinds and moats, lie where; tiles with equal moats are interchangeable."""


def explore_every(world: World, program: str) -> Counter[str]:
    """Compare every city that a program lays out in this world; return what there was to see."""
    wanted = [*WANTED, "tile/3", "of/4", "began/3", "moat/4", "roof/4"]
    seen: Counter[str] = Counter()
    legal: set[Laid] = set()
    for model in bridge.models([*PROGRAMS, program], world.facts(), wanted):
        city = city_of(model, start_of(world))
        seen.update(compare_violations(city, model))
        seen.update(compare_moats(city, model))
        seen["cities"] += 1
        seen["legal cities"] += not model["violation"]
        if has_all_changes(world) and not model["violation"]:
            legal.add(laid_in(city))
    agree("number of cities", world, world.cases, seen["cities"])
    if isinstance(world, Area) and world.legal is not None:
        agree("number of legal cities", world, world.legal, seen["legal cities"])
    for laid in legal:
        seen.update(compare_changes(world, laid, legal))
    return seen


def has_all_changes(world: World) -> bool:
    """Tell whether every change of a city of this world that stays within its cells is in it, too."""
    return isinstance(world, Area) and world.moats and world.first is None


def city_of(model: Model, start: Kind) -> City:
    """Return the city that a model has laid; a tile of which it says no kind is of that of the start tile."""
    sides: dict[tuple[object, ...], Edges] = {}
    roofs: dict[tuple[object, ...], Edges] = {}
    for _, x, y, side in model["moat"]:
        sides[x, y] = sides.get((x, y), Edges(0)) | SIDES[side]
    for _, x, y, side in model["roof"]:
        roofs[x, y] = SIDES[side]
    kinds = {(x, y): Kind(kind) for _, x, y, kind in model["of"]}
    tiles = {
        bridge.cell((x, y)): tile_of(
            kinds.get((x, y), start), sides.get((x, y), Edges(0)), roofs.get((x, y), Edges.N)
        )
        for _, x, y in model["tile"]
        if (x, y) != (0, 0)
    }
    firsts = [bridge.cell((x, y)) for _, x, y in model["began"]]
    return City.of(tiles, start, firsts[0] if firsts else None)


SIDES: dict[object, Edges] = {str(side).lower(): side for side in Edges}


def tile_of(kind: Kind, seen: Edges, roof: Edges = Edges.N) -> Built:
    """Return a tile of that kind; what else is on its face is of no account."""
    if kind is Kind.GRANADA:
        return Built(Face(Building.ARENA, 2), seen, roof)
    return Built(Face(Building.TOWER, 9, seen.turned_back(roof)), seen, roof)


def laid_in(city: City) -> Laid:
    """Return which tiles lie where in a city, all roofs up."""
    return frozenset(((tile.face.kind, str(tile.moats) or "-"), cell) for cell, tile in city.tiles.items())


def all_legal(world: Handful) -> set[Laid]:
    """Return all legal cities, as the oracle finds them."""
    return {
        frozenset((world.pieces[bridge.number(tile)], bridge.cell((x, y))) for tile, x, y in model["built"])
        for model in bridge.models(["cities.lp", "handful.lp"], world.facts(), ["built/3"])
    }


def explore_handful(world: Handful) -> Counter[str]:
    """Compare all changes of all legal cities, and all moats; return what there was to see."""
    legal = all_legal(world)
    agree("number of legal cities", world, world.cases, len(legal))
    seen = Counter(cities=len(legal))
    for laid in legal:
        seen.update(compare_changes(world, laid, legal))
    for some in in_portions(sorted(legal, key=str), 100):
        compare_longest_moats(world, some)
    return seen


def compare_changes(world: World, laid: Laid, legal: set[Laid]) -> Counter[str]:
    """Compare where the package allows a change with whether the city afterwards is among the legal ones.

    From the start tile alone, tile by tile, every legal city can be built; so none is missing either. MIX-20:
    any tile of the second kind may have been the first, or it is not known which one was.
    """
    second = [cell for (kind, _), cell in laid if kind is not start_of(world)]
    firsts: list[Cell | None] = [None, *second] if len(second) > 1 else [None]
    return sum((compare_changes_of(world, laid, legal, first) for first in firsts), Counter())


def compare_changes_of(world: World, laid: Laid, legal: set[Laid], first: Cell | None) -> Counter[str]:
    """Compare changes of a city whose second kind began there."""
    taken = {cell: (piece, cell) for piece, cell in laid}
    second = [cell for (kind, _), cell in laid if kind is not start_of(world)]
    # MIX-20: the first tile of Granada stays, and a single one must be that.
    fixed = {first} if len(second) > 1 else set(second)
    movable = taken.keys() - fixed
    city = built(laid, start_of(world), first)
    agree("violations", city, placement.violations(city), ())
    removable = {cell for cell in movable if laid - {taken[cell]} in legal}
    agree("cells to reduce", city, set(placement.removable_cells(city)), removable)
    seen = Counter({"REBUILD-2 allowed": len(removable), "REBUILD-2 refused": len(taken) - len(removable)})
    for piece in left_over(world, laid):
        kind, edges = piece[0], Edges.parse(piece[1])
        exchangeable = {cell for cell in movable if laid - {taken[cell]} | {(piece, cell)} in legal}
        allowed = set(placement.exchangeable_cells(city, edges, kind))
        agree("cells to exchange", (city, piece), allowed, exchangeable)
        seen["REBUILD-3 allowed"] += len(exchangeable)
        seen["REBUILD-3 refused"] += len(taken) - len(exchangeable)
        if isinstance(world, Area) or len(laid) < world.most:
            empty = {cell for cell in world.cells if cell not in taken}
            extendable = {cell for cell in empty if laid | {(piece, cell)} in legal}
            allowed = set(placement.legal_cells(city, edges, kind))
            agree("cells to extend", (city, piece), allowed & empty, extendable)
            seen["REBUILD-1 allowed"] += len(extendable)
            seen["REBUILD-1 refused"] += len(empty) - len(extendable)
    return seen


def start_of(world: World) -> Kind:
    """Return the kind of the start tile."""
    return world.kinds[0] if isinstance(world, Area) else world.start


def left_over(world: World, laid: Laid) -> Collection[Piece]:
    """Return the tiles that may come into a city: all there are, or the rest of a handful."""
    if isinstance(world, Area):
        return every_piece(world.kinds)
    return Counter(world.pieces) - Counter(piece for piece, _ in laid)


def built(laid: Laid, start: Kind = Kind.GRANADA, first: Cell | None = None) -> City:
    """Return the city in which these tiles lie."""
    return City.of({cell: tile_of(kind, Edges.parse(sides)) for (kind, sides), cell in laid}, start, first)


def compare_longest_moats(world: Handful, some: list[Laid]) -> None:
    """Compare the longest moats, walls and borders of several cities in one solve."""
    cities = [built(laid, world.start) for laid in some]
    facts = [fact for number, city in enumerate(cities) for fact in bridge.city(number, city)]
    (model,) = bridge.models(["cities.lp", "moats.lp"], facts, ["longest/3"])
    package = {
        (number, barrier, getattr(moats, f"longest_{barrier}")(city).length)
        for number, city in enumerate(cities)
        for barrier in BARRIERS
    }
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
    Area(3, 1, (0, 0), moats=True, kinds=BOTH, remembered=True),
    Area(3, 3, (0, 0), kinds=BOTH, fenced="around", legal=574),
    Handful(("NE", "-"), 4, cases=98, others=("SW", "S")),
    Handful(("N", "E"), 3, cases=1753, anyhow=True, others=("S",)),
]
"""What there is time for in the tests."""

SMALLEST: list[World] = [
    Area(2, 1, (0, 0), moats=True, turned=True),
    Handful(("-", "N", "E"), 2, cases=74),
    Handful(("-", "N", "E"), 2, cases=433, anyhow=True),
    Area(3, 1, (0, 0), moats=True, kinds=BOTH, remembered=True),
    Area(2, 2, (0, 0), kinds=BOTH, fenced="between", legal=10),
    Area(2, 2, (0, 0), kinds=BOTH, fenced="around", legal=10),
    Handful(("N", "E"), 3, cases=37, others=("S",)),
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
    Area(2, 2, (0, 0), moats=True, kinds=BOTH, remembered=True),
    Area(4, 1, (1, 0), moats=True, kinds=BOTH, remembered=True),
    Area(3, 1, (0, 0), moats=True, turned=True, kinds=BOTH, remembered=True),
    Area(3, 3, (0, 0), kinds=BOTH, fenced="between", remembered=True),
    Area(3, 3, (1, 1), kinds=BOTH, fenced="around", remembered=True),
    Area(4, 3, (0, 0), kinds=BOTH, fenced="between"),
    Area(4, 3, (0, 0), kinds=BOTH, fenced="around"),
    Area(3, 4, (1, 1), kinds=BOTH, fenced="around"),
    Handful(("-", "N", "NE"), 5, cases=2145, others=("-", "S", "SW")),
    Handful(("E", "NE"), 4, cases=18_001, anyhow=True, others=("W", "SW")),
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
