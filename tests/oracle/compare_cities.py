"""Compare cities: the building rules, where tiles may be added, removed or exchanged, and the moats."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import granada_rules as g
from tests.helpers import plain
from tests.oracle import bridge
from tests.oracle.bridge import agree
from tests.oracle.random_cities import any_city, any_layout

if TYPE_CHECKING:
    from tests.oracle.bridge import Model, Value

Verdict = set[tuple[g.Clause, frozenset[g.Cell]]]
"""Broken clauses, each with the cells of one violation."""

JUDGED = {
    False: [g.Clause.BUILD_1, g.Clause.BUILD_2, g.Clause.BUILD_3, g.Clause.BUILD_4, g.Clause.BUILD_5],
    True: [
        g.Clause.BUILD_1,
        g.Clause.MIX_16,
        g.Clause.MIX_17,
        g.Clause.MIX_19,
        g.Clause.MIX_21,
        g.Clause.MIX_22,
        g.Clause.MIX_23,
    ],
}
"""The building rules that can be broken, in cities of one kind and of both.

BUILD-6 and MIX-20 say how the others are read.
"""

OF_EDGES = {g.Clause.BUILD_2, g.Clause.MIX_16, g.Clause.MIX_17}
OF_GROUPS = {g.Clause.BUILD_3, g.Clause.MIX_21}
OF_HOLES = {g.Clause.BUILD_5, g.Clause.MIX_23}

PROGRAMS = ["cities.lp", "witnesses.lp", "moats.lp"]
WANTED = ["violation/3", "together/4", "outline/3", "stretch/4", "longest/3", "ring/3", "meet/3"]

BARRIERS = {"wall": g.Kind.ALHAMBRA, "moat": g.Kind.GRANADA, "border": None}
"""What can be long, and the kind of tiles that have it."""

LINES = {"wall": "MIX-28", "moat": "MIX-30", "border": "MIX-31"}
"""The clauses that say so of layouts of both kinds."""


def compare(random: Random, start: g.Kind = g.Kind.GRANADA) -> Counter[str]:
    """Compare all that both sides say about one city; return what there was to see."""
    city, edges = any_city(random, start), g.Edges(random.choice((0, random.randrange(16))))
    return compare_city(city, edges, start)


def compare_alhambra(random: Random) -> Counter[str]:
    """Compare all that both sides say about one Alhambra; return what there was to see."""
    # Of the same seed another layout than Granada's.
    return compare(Random(random.randrange(1_000_000)), g.Kind.ALHAMBRA)


def compare_both(random: Random) -> Counter[str]:
    """Compare all that both sides say about one layout of both kinds; return what there was to see."""
    city = any_layout(random)
    tile = random.choice(list(city.tiles.values()) or [None])
    # A tile like one of the layout can often take its place.
    if tile is not None and random.random() < 0.5:
        return compare_city(city, tile.moats, tile.face.kind)
    return compare_city(city, g.Edges(random.choice((0, random.randrange(16)))), random.choice(list(g.Kind)))


def compare_city(city: g.City, edges: g.Edges, kind: g.Kind) -> Counter[str]:
    """Compare all that both sides say about one city, and a tile for it; return what there was to see."""
    (model,) = bridge.models(PROGRAMS, bridge.city("c", city), WANTED)
    seen = Counter(cities=1)
    seen += compare_violations(city, model)
    seen += compare_moats(city, model)
    # Where much is wrong a change seldom makes it right, and asking takes long.
    return seen + compare_changes(city, edges, kind) if len(g.placement.violations(city)) <= 3 else seen


def compare_violations(city: g.City, model: Model) -> Counter[str]:
    """BUILD-1 … BUILD-6, MIX-15 … MIX-23: the same violations at the same cells, and none told twice."""
    found = g.placement.violations(city)
    verdict = [(violation.clause, frozenset(violation.cells)) for violation in found]
    oracle = oracle_verdict(model)
    agree("violations", city, set(verdict), oracle)
    agree("how many violations", city, len(verdict), len(oracle))
    broken = {clause for clause, _ in oracle}
    judged = JUDGED[is_both(city)]
    seen = Counter(f"{clause} {'broken' if clause in broken else 'kept'}" for clause in judged)
    against_start = any(clause in OF_EDGES and g.START in cells for clause, cells in oracle)
    if against_start or any(g.START.neighbour(side) in city.tiles for side in g.Edges):
        seen[f"BUILD-6 {'broken' if against_start else 'kept'}"] += 1
    holes = [cells for clause, cells in oracle if clause in OF_HOLES]
    seen["holes of several cells"] += sum(len(cells) > 1 for cells in holes)
    seen["cities with several holes"] += len(holes) > 1
    seen["groups of several tiles out of reach"] += sum(
        clause in OF_GROUPS and len(cells) > 1 for clause, cells in oracle
    )
    if is_both(city):
        seen["layouts of both kinds"] += 1
        seen["MIX-20 the first is not known"] += city.second is None
        seen["MIX-22 parts that do not touch"] += ("c", ("mix", 22), "parts") in model["violation"]
    return +seen


def is_both(city: g.City) -> bool:
    """Tell whether tiles of another kind lie beside the start tile."""
    return bool(second(city))


def second(city: g.City) -> set[g.Cell]:
    """Return where tiles of another kind than the start tile lie."""
    return {cell for cell, tile in city.tiles.items() if tile.face.kind is not city.start}


def oracle_verdict(model: Model) -> Verdict:
    """Return what the oracle finds broken, the cells of each violation together."""
    groups: dict[tuple[Value, Value], set[g.Cell]] = {}
    for _, clause, cell, other in model["together"]:
        groups.setdefault((clause, cell), set()).add(bridge.cell(other))
    verdict: Verdict = set()
    for _, clause, witness in model["violation"]:
        named = bridge.clause(clause)
        if named in OF_EDGES:
            edge = bridge.edge(witness)
            verdict.add((named, frozenset({edge.cell, edge.across.cell})))
        else:
            alone = set() if witness == "parts" else {bridge.cell(witness)}
            verdict.add((named, frozenset(groups.get((clause, witness), alone))))
    return verdict


def compare_moats(city: g.City, model: Model) -> Counter[str]:
    """SCORE-4, SCORE-5, MIX-28 … MIX-31: the same outline, the same longest of each, and none if illegal."""
    try:
        found = {barrier: getattr(g.moats, f"longest_{barrier}")(city) for barrier in BARRIERS}
        outline = g.moats.outline(city)
    except g.ViolationError:
        agree("the longest moat of an illegal city", city, set(), model["longest"] | model["outline"])
        return Counter({"MIX-28 refused" if is_both(city) else "SCORE-4 refused": 1})
    lines = {bridge.edge(edge) for _, _, edge in model["outline"]}
    # Of the whole layout: what lies between the parts is not among it.
    around = {edge for edge in lines if edge.across.cell not in city.cells}
    agree("outline", city, set(outline), around)
    agree("edges of the outline told twice", city, len(outline), len(set(outline)))
    seen: Counter[str] = Counter()
    for barrier, moat in found.items():
        seen += compare_longest(city, barrier, moat, model)
    wet = {(cell, side) for cell, tile in city.tiles.items() for side in tile.moats}
    if is_both(city):
        seen["MIX-28 a corner where a part meets itself"] += bool(model["meet"])
    else:
        seen["SCORE-5 inner moats"] += wet > {(edge.cell, edge.side) for edge in g.moats.outer_moats(city)}
    return +seen


def compare_longest(city: g.City, barrier: str, moat: g.moats.Moat, model: Model) -> Counter[str]:
    """SCORE-4, MIX-28, MIX-30, MIX-31: the longest wall, moat or border is one of those of the oracle."""
    lengths = {length for _, what, length in model["longest"] if what == barrier}
    agree(f"length of the longest {barrier}", city, {moat.length}, lengths)
    stretches = stretches_of(model, barrier)
    agree(
        f"the longest {barrier} is one stretch",
        city,
        {frozenset(moat.edges)} - {frozenset()} - stretches,
        set(),
    )
    rings = {bridge.edge(edge) for _, what, edge in model["ring"] if what == barrier}
    agree(f"the longest {barrier} is a ring", city, moat.is_ring, bool(rings.intersection(moat.edges)))
    if not is_both(city) and BARRIERS[barrier] is not city.start:
        return Counter()
    told, name = (LINES[barrier], f"{barrier}s") if is_both(city) else ("SCORE-4", "moats")
    return +Counter(
        {
            f"{told} {name}": moat.length > 0,
            f"{told} none": moat.length == 0,
            f"{told} rings": moat.is_ring,
            f"{told} several stretches": len(stretches) > 1,
        }
    )


def stretches_of(model: Model, barrier: str) -> set[frozenset[g.Edge]]:
    """Return the continuous walls, moats or borders that the oracle sees."""
    joined: dict[Value, set[g.Edge]] = {}
    for _, what, edge, other in model["stretch"]:
        if what == barrier:
            joined.setdefault(edge, set()).add(bridge.edge(other))
    return set(map(frozenset, joined.values()))


def compare_changes(city: g.City, edges: g.Edges, kind: g.Kind) -> Counter[str]:
    """REBUILD-1 … REBUILD-5, PLACE-1, MIX-24: the same cells for one tile more, one less, or another one."""
    facts = [*bridge.city("before", city), *bridge.new_tile(edges, kind)]
    oracle: dict[str, set[g.Cell]] = {"extend": set(), "reduce": set(), "exchange": set()}
    for model in bridge.models(["cities.lp", "changes.lp"], facts, ["change/3"]):
        for how, x, y in model["change"]:
            oracle[str(how)].add(bridge.cell((x, y)))
    for how, cells in changes(city, edges, kind).items():
        agree(f"cells to {how}", (city, edges, kind), cells, oracle[how])
    beside = {cell.neighbour(side) for cell in city.cells for side in g.Edges} - city.cells
    possible = {"extend": len(beside), "reduce": len(city.tiles), "exchange": len(city.tiles)}
    seen: Counter[str] = Counter()
    for clause, (how, cells) in zip(("REBUILD-1", "REBUILD-2", "REBUILD-3"), oracle.items(), strict=True):
        seen[f"{clause} allowed"] += len(cells)
        seen[f"{clause} refused"] += possible[how] - len(cells)
    if city.start is not kind:
        seen["MIX-19 begun"] += 0 if is_both(city) else len(oracle["extend"])
        seen["MIX-24 added to the second part"] += len(oracle["extend"]) if is_both(city) else 0
        seen["MIX-24 exchanged in the second part"] += len(oracle["exchange"])
    return +seen


def changes(city: g.City, edges: g.Edges, kind: g.Kind) -> dict[str, set[g.Cell]]:
    """Return where the package allows what; an illegal city is judged as it is afterwards (REBUILD-4)."""
    if not g.placement.violations(city):
        return {
            "extend": set(g.placement.legal_cells(city, edges, kind)),
            "reduce": set(g.placement.removable_cells(city)),
            "exchange": set(g.placement.exchangeable_cells(city, edges, kind)),
        }
    is_granada = kind is g.Kind.GRANADA
    tile = g.Built(
        g.Face(g.Building.ARENA, 2) if is_granada else g.Face(g.Building.PAVILION, 2, edges), edges
    )
    around = {g.Cell(cell.x + dx, cell.y + dy) for cell in city.cells for dx, dy in plain.RING} - city.cells
    # MIX-20: the first tile of Granada stays.
    movable = city.tiles.keys() - {city.second}
    return {
        "extend": {cell for cell in around if not g.placement.why_not(city, cell, tile)},
        "reduce": {cell for cell in movable if not g.placement.violations(city.reduced(cell))},
        "exchange": {cell for cell in movable if not g.placement.violations(city.exchanged(cell, tile))},
    }
