"""Layouts of both kinds for tests and benchmarks: grown by building as plain searches allow it, or thrown."""

from __future__ import annotations

import random
from itertools import cycle

from hypothesis import strategies as st

from granada_rules import Cell, City, Edges, Kind, notation
from granada_rules.box import shipped_tiles
from granada_rules.testing.cities import laid
from tests.helpers import plain
from tests.helpers.plain_layouts import A, G, Layout, is_legal, read

KINDS = {A: Kind.ALHAMBRA, G: Kind.GRANADA}
EMPTY = Layout({plain.START: ""}, {plain.START: A})


def both(alhambra: str, granada: str, second: tuple[int, int] | None = None) -> City:
    """Read a layout of two drawings, one for each part, with the start tile in both."""
    parts = [notation.read_city(alhambra, start=Kind.ALHAMBRA), notation.read_city(granada)]
    tiles = {cell: tile for part in parts for cell, tile in part.tiles.items()}
    return City.of(tiles, start=Kind.ALHAMBRA, second=None if second is None else Cell(*second))


def lay(layout: Layout, roofs: dict[plain.Place, Edges] | None = None) -> City:
    """Make a city of a layout; the faces are of no account, and may come again."""
    faces = {kind: cycle(shipped_tiles(KINDS[kind]).faces) for kind in (A, G)}
    return City.of(
        {
            Cell(*place): laid(
                next(faces[layout.kinds[place]]), Edges.parse(barriers), (roofs or {}).get(place, Edges.N)
            )
            for place, barriers in layout.barriers.items()
            if place != plain.START
        },
        start=Kind.ALHAMBRA,
        second=None if layout.first is None else Cell(*layout.first),
    )


def matching(layout: Layout, place: plain.Place, kind: str, wanted: str) -> str:
    """Return the barriers of a tile there: what its neighbours ask for and, where it has none, the wanted."""
    barriers = ""
    for side, opposite in plain.OPPOSITE.items():
        other = plain.beside(place, side)
        if other not in layout.barriers:
            has = side in wanted
        else:
            has = layout.kinds[other] != kind or opposite in layout.barriers[other]
        barriers += side if has else ""
    return barriers


def grown(rng: random.Random, size: int, granada: float = 0.5, wet: float = 0.4) -> City:
    """Build that many legal tiles as plain searches judge it, each time of a kind by chance.

    It ends earlier if many in a row do not fit. Half of the time it is not told where Granada began.
    """
    layout, misses = EMPTY, 0
    while len(layout.barriers) <= size and misses < 300:
        kind = G if rng.random() < granada else A
        beside = sorted(plain.empty_beside(layout.barriers))
        # Cells inside bays too, so that one part comes to surround the other.
        place = min(
            (rng.choice(beside) for _ in range(rng.choice([1, 3]))),
            key=lambda place: -sum(other in layout.barriers for other in plain.neighbours(place)),
        )
        wanted = "".join(side for side in "NESW" if rng.random() < wet)
        extended = layout.with_tile(place, matching(layout, place, kind, wanted), kind)
        if is_legal(extended):
            layout, misses = extended, 0
        else:
            misses += 1
    if rng.random() < 0.5 and len(layout.part(G)) > 1:
        layout = Layout(layout.barriers, layout.kinds)
    return lay(layout)


def thrown(rng: random.Random) -> City:
    """Throw tiles of both kinds on a small table, with any barriers, any way up."""
    wide, high = rng.randint(1, 5), rng.randint(1, 5)
    density, dry = rng.random(), rng.random()
    barriers, kinds, roofs = {plain.START: ""}, {plain.START: A}, {}
    west, south = rng.randint(-wide, 0), rng.randint(-high, 0)
    for x in range(west, west + wide + 1):
        for y in range(south, south + high + 1):
            if (x, y) != plain.START and rng.random() < density:
                barriers[x, y] = "".join(side for side in "NESW" if rng.random() > dry)
                kinds[x, y] = rng.choice([A, G])
                roofs[x, y] = rng.choice([Edges.N, Edges.N, Edges.N, *Edges])
    granada = [place for place, kind in kinds.items() if kind == G]
    first = rng.choice(granada) if granada and rng.random() < 0.6 else None
    return lay(Layout(barriers, kinds, first), roofs)


def surrounding(rng: random.Random) -> City:
    """Lay one part around the other, a tile thick, with gaps here and there, as plain searches allow it.

    So the outline of a part has an inner line, and may meet itself at a corner.
    """
    while True:
        layout = _around(rng, *rng.choice([(A, G), (G, A)]))
        if layout.barriers.get(plain.START) == "" and layout.part(G) and is_legal(layout):
            return lay(layout)


def _around(rng: random.Random, outer: str, inner: str) -> Layout:
    # The start tile has no walls: inside it needs neighbours on all sides, outside a place at a corner.
    blob = {plain.START, *plain.neighbours(plain.START)} if inner == A else {(rng.choice([-1, 1]), 1)}
    for _ in range(rng.randrange(4)):
        blob.add(rng.choice(sorted(plain.empty_beside(dict.fromkeys(blob, "")) - {plain.START})))
    ring = {(x + dx, y + dy) for x, y in blob for dx, dy in plain.RING} - blob
    missing = set(rng.sample(sorted(ring - {plain.START}), rng.choice([0, 1, 1, 2])))
    layout = Layout({}, {})
    for place in sorted(blob | ring - missing):
        kind = inner if place in blob else outer
        wanted = "" if place == plain.START else "".join(side for side in "NESW" if rng.random() < 0.6)
        barriers = matching(layout, place, kind, wanted)
        # Open to the own part, closed to the other; the wanted ones face empty places only.
        for side in plain.SIDES:
            other = plain.beside(place, side)
            if other in blob or other in ring - missing:
                barriers = barriers.replace(side, "") + ("" if (other in blob) == (place in blob) else side)
        layout = layout.with_tile(place, barriers, kind)
    granada = sorted(layout.part(G))
    return Layout(layout.barriers, layout.kinds, rng.choice(granada) if granada else None)


def spoiled(rng: random.Random, city: City) -> City:
    """Take away, add or exchange up to three tiles of a layout, also for one of the other kind."""
    layout = read(city)
    for _ in range(rng.randint(1, 3)):
        barriers = "".join(side for side in "NESW" if rng.random() < 0.5)
        tiles = sorted(layout.barriers.keys() - {plain.START})
        if rng.random() < 0.4 or not tiles:
            places = sorted(plain.empty_beside(layout.barriers))
            layout = layout.with_tile(rng.choice(places), barriers, rng.choice([A, G]))
            continue
        place = rng.choice(tiles)
        if rng.random() < 0.5:
            layout = layout.without(place)
        else:
            layout = layout.with_tile(place, barriers, rng.choice([A, G]))
        if layout.first not in layout.part(G):
            layout = Layout(layout.barriers, layout.kinds)
    return lay(layout)


def mirrored(layout: Layout) -> Layout:
    """Change west and east."""
    change = str.maketrans("EW", "WE")
    return Layout(
        {(-x, y): "".join(sorted(sides.translate(change))) for (x, y), sides in layout.barriers.items()},
        {(-x, y): kind for (x, y), kind in layout.kinds.items()},
        None if layout.first is None else (-layout.first[0], layout.first[1]),
    )


chances = st.integers(0, 2**32 - 1).map(random.Random)
legal_layouts = st.one_of(
    st.builds(grown, chances, st.integers(0, 25)),
    st.builds(surrounding, chances),
)
"""Layouts that plain searches call legal, some of one kind."""

any_layouts = st.one_of(legal_layouts, st.builds(spoiled, chances, legal_layouts), st.builds(thrown, chances))
