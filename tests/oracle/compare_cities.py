"""Compare cities: the building rules, where tiles may be added, removed or exchanged, and the moats."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from granada_rules import (
    START,
    Building,
    Built,
    Cell,
    City,
    Clause,
    Edge,
    Edges,
    Face,
    Kind,
    ViolationError,
    moats,
    placement,
)
from tests.helpers import plain
from tests.oracle import bridge
from tests.oracle.difference import agree
from tests.oracle.random_cities import any_city

if TYPE_CHECKING:
    from tests.oracle.bridge import Model, Value

Verdict = set[tuple[Clause, frozenset[Cell]]]
"""Broken clauses, each with the cells of one violation."""

JUDGED = [Clause.BUILD_1, Clause.BUILD_2, Clause.BUILD_3, Clause.BUILD_4, Clause.BUILD_5]
"""The building rules that can be broken: BUILD-6 says how the others are read."""

PROGRAMS = ["cities.lp", "witnesses.lp", "moats.lp"]
WANTED = ["violation/3", "together/4", "outline/2", "stretch/3", "longest/2", "ring/1"]


def compare(random: Random, start: Kind = Kind.GRANADA) -> Counter[str]:
    """Compare all that both sides say about one city; return what there was to see."""
    city, edges = any_city(random, start), Edges(random.choice((0, random.randrange(16))))
    (model,) = bridge.models(PROGRAMS, bridge.city("c", city.tiles), WANTED)
    seen = Counter(cities=1)
    seen += compare_violations(city, model)
    seen += compare_moats(city, model)
    # Where much is wrong a change seldom makes it right, and asking takes long.
    return seen + compare_changes(city, edges) if len(placement.violations(city)) <= 3 else seen


def compare_alhambra(random: Random) -> Counter[str]:
    """Compare all that both sides say about one Alhambra; return what there was to see."""
    # Of the same seed another layout than Granada's.
    return compare(Random(random.randrange(1_000_000)), Kind.ALHAMBRA)


def compare_violations(city: City, model: Model) -> Counter[str]:
    """BUILD-1 … BUILD-6: the same violations at the same cells, and none told twice."""
    found = placement.violations(city)
    verdict = [(violation.clause, frozenset(violation.cells)) for violation in found]
    oracle = oracle_verdict(model)
    agree("violations", city, set(verdict), oracle)
    agree("how many violations", city, len(verdict), len(oracle))
    broken = {clause for clause, _ in oracle}
    seen = Counter(f"{clause} {'broken' if clause in broken else 'kept'}" for clause in JUDGED)
    against_start = any(clause is Clause.BUILD_2 and START in cells for clause, cells in oracle)
    if against_start or any(START.neighbour(side) in city.tiles for side in Edges):
        seen[f"BUILD-6 {'broken' if against_start else 'kept'}"] += 1
    holes = [cells for clause, cells in oracle if clause is Clause.BUILD_5]
    seen["holes of several cells"] += sum(len(cells) > 1 for cells in holes)
    seen["cities with several holes"] += len(holes) > 1
    seen["groups of several tiles out of reach"] += sum(
        clause is Clause.BUILD_3 and len(cells) > 1 for clause, cells in oracle
    )
    return +seen


def oracle_verdict(model: Model) -> Verdict:
    """Return what the oracle finds broken, the cells of each violation together."""
    groups: dict[tuple[Value, Value], set[Cell]] = {}
    for _, clause, cell, other in model["together"]:
        groups.setdefault((clause, cell), set()).add(bridge.cell(other))
    verdict: Verdict = set()
    for _, clause, witness in model["violation"]:
        named = bridge.clause(clause)
        if named is Clause.BUILD_2:
            edge = bridge.edge(witness)
            verdict.add((named, frozenset({edge.cell, edge.across.cell})))
        else:
            verdict.add((named, frozenset(groups.get((clause, witness), {bridge.cell(witness)}))))
    return verdict


def compare_moats(city: City, model: Model) -> Counter[str]:
    """SCORE-4, SCORE-5: the same outline, the same longest moat, and neither for an illegal city."""
    try:
        moat, outline = longest(city), moats.outline(city)
    except ViolationError:
        agree("the longest moat of an illegal city", city, set(), model["longest"] | model["outline"])
        return Counter({"SCORE-4 refused": 1})
    agree("length of the longest moat", city, {("c", moat.length)}, model["longest"])
    agree("outline", city, set(outline), {bridge.edge(edge) for _, edge in model["outline"]})
    agree("edges of the outline told twice", city, len(outline), len(set(outline)))
    agree("a ring", city, moat.is_ring, bool(model["ring"]))
    stretches = stretches_of(model)
    agree("the longest moat is one stretch", city, not moat.edges or set(moat.edges) in stretches, True)  # noqa: FBT003
    wet = {(cell, side) for cell, tile in city.tiles.items() for side in tile.moats}
    return +Counter(
        {
            "SCORE-4 moats": moat.length > 0,
            "SCORE-4 none": moat.length == 0,
            "SCORE-4 rings": moat.is_ring,
            "SCORE-4 several stretches": len(stretches) > 1,
            "SCORE-5 inner moats": wet > {(edge.cell, edge.side) for edge in moats.outer_moats(city)},
        }
    )


def longest(city: City) -> moats.Moat:
    """Return the longest moat or wall, whichever the city has."""
    return moats.longest_wall(city) if city.start is Kind.ALHAMBRA else moats.longest_moat(city)


def stretches_of(model: Model) -> list[set[Edge]]:
    """Return the continuous moats that the oracle sees."""
    joined: dict[Value, set[Edge]] = {}
    for _, edge, other in model["stretch"]:
        joined.setdefault(edge, set()).add(bridge.edge(other))
    return [set(edges) for edges in {frozenset(edges) for edges in joined.values()}]


def compare_changes(city: City, edges: Edges) -> Counter[str]:
    """REBUILD-1 … REBUILD-5, PLACE-1: the same cells for one tile more, one less, or another one."""
    facts = [*bridge.city("before", city.tiles), *bridge.new_tile(edges)]
    oracle: dict[str, set[Cell]] = {"extend": set(), "reduce": set(), "exchange": set()}
    for model in bridge.models(["cities.lp", "changes.lp"], facts, ["change/3"]):
        for how, x, y in model["change"]:
            oracle[str(how)].add(bridge.cell((x, y)))
    for how, cells in changes(city, edges).items():
        agree(f"cells to {how}", (city, edges), cells, oracle[how])
    beside = {cell.neighbour(side) for cell in city.cells for side in Edges} - city.cells
    possible = {"extend": len(beside), "reduce": len(city.tiles), "exchange": len(city.tiles)}
    seen: Counter[str] = Counter()
    for clause, (how, cells) in zip(("REBUILD-1", "REBUILD-2", "REBUILD-3"), oracle.items(), strict=True):
        seen[f"{clause} allowed"] += len(cells)
        seen[f"{clause} refused"] += possible[how] - len(cells)
    return seen


def changes(city: City, edges: Edges) -> dict[str, set[Cell]]:
    """Return where the package allows what; an illegal city is judged as it is afterwards (REBUILD-4)."""
    if not placement.violations(city):
        return {
            "extend": set(placement.legal_cells(city, edges)),
            "reduce": set(placement.removable_cells(city)),
            "exchange": set(placement.exchangeable_cells(city, edges)),
        }
    is_granada = city.start is Kind.GRANADA
    tile = Built(Face(Building.ARENA, 2) if is_granada else Face(Building.PAVILION, 2, edges), edges)
    around = {Cell(cell.x + dx, cell.y + dy) for cell in city.cells for dx, dy in plain.RING} - city.cells
    return {
        "extend": {cell for cell in around if not placement.why_not(city, cell, tile)},
        "reduce": {cell for cell in city.tiles if not placement.violations(city.reduced(cell))},
        "exchange": {cell for cell in city.tiles if not placement.violations(city.exchanged(cell, tile))},
    }
