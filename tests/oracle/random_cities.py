"""Random cities for comparisons: legal ones, legal ones with mistakes, and arbitrary ones."""

from __future__ import annotations

from collections import deque
from itertools import islice, product
from typing import TYPE_CHECKING

import attrs

from granada_rules import START, Building, Built, Cell, City, Edges, Face, Kind
from tests.helpers import layouts, plain, plain_layouts
from tests.helpers.cities import FACES, grow

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from tests.helpers.plain import Place, Tiles


LIKELY_WALLS = [edges for edges in map(Edges, range(16)) if len(edges) <= 3]
"""All that a tile can have (BOX-4, A-BOX-4)."""


def any_city(random: Random, start: Kind = Kind.GRANADA) -> City:
    """Return a city of any sort, legal or not."""
    make = random.choices((legal_city, spoiled_city, thrown_city), (4, 5, 2))[0]
    return make(random, start=start)


def any_layout(random: Random) -> City:
    """Return a layout around a start tile of Alhambra, nearly always of both kinds, legal or not."""
    ways = (legal_layout, spoiled_layout, parted_layout, hollowed_layout, layouts.thrown)
    return random.choices(ways, (6, 4, 1, 1, 2))[0](random)


def legal_layout(random: Random, most: int = 30) -> City:
    """Return a legal layout, grown or with one part around the other; small ones are the most frequent."""
    if random.random() < 0.3:
        return surrounding_layout(random)
    size, granada, wet = int(random.random() ** 2 * most), random.choice((0.3, 0.6, 0.8)), random.random()
    return layouts.grown(random, 4 + size, granada, 0.2 + 0.6 * wet)


def surrounding_layout(random: Random) -> City:
    """Return a legal layout with one part around the other; often a part meets itself at a corner."""
    some = [layouts.surrounding(random) for _ in range(4)]
    city = next(filter(meets_itself, some), some[0])
    if random.random() < 0.5:
        return city
    # Fewer walls and moats outside, so that some end at a corner.
    layout = plain_layouts.read(city)
    barriers = {
        place: "".join(
            side for side in sides if plain.beside(place, side) in layout.barriers or random.random() < 0.3
        )
        for place, sides in layout.barriers.items()
    }
    return layouts.lay(attrs.evolve(layout, barriers=barriers))


def meets_itself(city: City) -> bool:
    """Tell whether two tiles of a part touch at a corner, and no other tile of it touches both there."""
    kinds = kinds_in(city)
    corners = (
        (cell, Cell(cell.x + dx, cell.y + 1), [Cell(cell.x + dx, cell.y), Cell(cell.x, cell.y + 1)])
        for cell in kinds
        for dx in (-1, 1)
    )
    return any(
        kinds[cell] is kinds.get(other) and kinds[cell] not in map(kinds.get, between)
        for cell, other, between in corners
    )


def kinds_in(city: City) -> dict[Cell, Kind]:
    """Return the kinds of all tiles, with the start tile."""
    return {START: city.start} | {cell: tile.face.kind for cell, tile in city.tiles.items()}


def spoiled_layout(random: Random, most: int = 16) -> City:
    """Return a legal layout to which some things were done."""
    return layouts.spoiled(random, legal_layout(random, most))


def parted_layout(random: Random) -> City:
    """Return a legal layout without the tiles of a part that touch the other, or with one of them left."""
    city = legal_layout(random, 16)
    kinds, kind = kinds_in(city), random.choice(list(Kind))
    contacts = [
        cell
        for cell in sorted(city.tiles)
        if kinds[cell] is kind and any(kinds.get(cell.neighbour(side), kind) is not kind for side in Edges)
    ]
    gone = contacts[random.choice((0, 0, 1)) :]
    return City.of({cell: tile for cell, tile in city.tiles.items() if cell not in gone}, city.start)


def hollowed_layout(random: Random) -> City:
    """Return a layout with one part around the other, and some tiles inside taken away."""
    city = layouts.surrounding(random)
    inside = [
        cell for cell in sorted(city.tiles) if all(cell.neighbour(side) in city.cells for side in Edges)
    ]
    gone = set(random.sample(inside, min(len(inside), 1)))
    gone |= {cell.neighbour(random.choice(list(Edges))) for cell in gone}
    return City.of({cell: tile for cell, tile in city.tiles.items() if cell not in gone}, city.start)


def legal_city(random: Random, most: int = 40, start: Kind = Kind.GRANADA) -> City:
    """Return a legal city; small ones are the most frequent."""
    return laid(legal_tiles(random, most), start=start)


def spoiled_city(random: Random, most: int = 24, start: Kind = Kind.GRANADA) -> City:
    """Return a legal city to which one or two things were done, or a tile turned."""
    tiles = legal_tiles(random, most)
    for spoil in random.choices(SPOILING, k=random.randint(1, 2)):
        spoil(random, tiles)
    turned = random.sample(sorted(tiles), min(len(tiles), random.choice((0, 0, 0, 1, 2))))
    return laid(tiles, {place: random.choice("ESW") for place in turned}, start)


def thrown_city(random: Random, start: Kind = Kind.GRANADA) -> City:
    """Return tiles thrown on a small area, with moats anywhere, and turned anyhow."""
    wide, high, full = random.randint(1, 5), random.randint(1, 5), random.choice((0.5, 0.75, 0.95))
    west, south, wet = random.randint(-wide, 0), random.randint(-high, 0), random.choice((0, 0.05, 0.4))
    area = product(range(west, west + wide + 1), range(south, south + high + 1))
    tiles = {place: some_sides(random, wet) for place in area if random.random() < full}
    turned = {place: random.choice("NESW") for place in tiles} if random.random() < 0.2 else {}
    return laid({**tiles, plain.START: ""}, turned, start)


def laid(tiles: Tiles, roofs: dict[Place, str] | None = None, start: Kind = Kind.GRANADA) -> City:
    """Return the city of these tiles; the faces are of no account."""
    built = {}
    for number, (place, moats) in enumerate(tiles.items()):
        if place != plain.START:
            seen, roof = Edges.parse(moats), roof_of(place, roofs or {})
            # A face of Alhambra has its walls as they are with the roof up.
            granadas = start is Kind.GRANADA
            face = FACES[number % len(FACES)] if granadas else Face(Building.TOWER, 9, seen.turned_back(roof))
            built[Cell(*place)] = Built(face, seen, roof)
    return City.of(built, start=start)


def roof_of(place: Place, roofs: dict[Place, str]) -> Edges:
    """Return where the roof of a tile points: north, unless something else is said."""
    return Edges.parse(roofs.get(place, "N"))


def legal_tiles(random: Random, most: int) -> Tiles:
    """Return tiles that are grown, in a block, or winding through an area; perhaps with moats all around."""
    tiles = random.choices((grown, block, maze), (6, 2, 2))[0](random, most)
    if random.random() < 0.4:
        wet = random.choice((0.5, 0.9, 1))
        for place, side in plain.outline(tiles):
            if place != plain.START and side not in tiles[place] and random.random() < wet:
                tiles[place] += side
    return tiles


def grown(random: Random, most: int) -> Tiles:
    """Grow tiles, compact or winding, wet or dry; few are the most frequent."""
    size, winding, wet = int(random.random() ** 2 * (most + 1)), random.random(), random.choice((0, 0.3, 0.5))
    choices = [
        (
            -random.randint(1, 3) if random.random() < winding else random.randrange(1000),
            some_sides(random, wet),
        )
        for _ in range(2 * size)
    ]
    return next(iter(deque(islice(grow(choices), size), maxlen=1)), {plain.START: ""})


def block(random: Random, _most: int) -> Tiles:
    """Lay a block of dry tiles."""
    columns, rows = (range(-random.randint(0, 2), random.randint(1, 3)) for _ in "xy")
    return {plain.START: "", **dict.fromkeys(product(columns, rows), "")}


def maze(random: Random, most: int) -> Tiles:
    """Lay dry tiles in which each has come beside one other only, so that narrow empty ways lead inside."""
    columns, rows = (range(-random.randint(1, 4), random.randint(2, 5)) for _ in "xy")
    area = list(product(columns, rows))
    tiles = {plain.START: ""}
    for place in random.choices(area, k=4 * len(area)):
        beside = sum(other in tiles for other in plain.neighbours(place))
        if place not in tiles and beside == 1 and plain.runs_around(tiles, place) == 1 and len(tiles) <= most:
            tiles[place] = ""
    return tiles


def some_sides(random: Random, wet: float) -> str:
    """Return sides for moats, each with that chance."""
    return "".join(side for side in "NESW" if random.random() < wet)


def matching(random: Random, tiles: Tiles, place: Place, wet: float = 0.3) -> str:
    """Return moats for a tile there that go with its neighbours, and any others elsewhere."""
    chosen = some_sides(random, wet)
    beyond = {side: plain.beside(place, side) for side in plain.SIDES}
    return "".join(
        side
        for side, other in beyond.items()
        if (plain.OPPOSITE[side] in tiles[other] if other in tiles else side in chosen)
    )


def change_a_moat(random: Random, tiles: Tiles) -> None:
    """Change one moat of one tile."""
    place = random.choice(sorted(tiles))
    if place != plain.START:
        toggle(tiles, place, random.choice("NESW"))


def change_both_sides(random: Random, tiles: Tiles) -> None:
    """Change the moats on both sides of an inner edge or two: a wall across the way, or a gap in one."""
    inner = [(place, side) for place in sorted(tiles) for side in "NE" if plain.beside(place, side) in tiles]
    for place, side in random.sample(inner, min(len(inner), random.randint(1, 3))):
        if plain.START not in (place, plain.beside(place, side)):
            toggle(tiles, place, side)
            toggle(tiles, plain.beside(place, side), plain.OPPOSITE[side])


def toggle(tiles: Tiles, place: Place, side: str) -> None:
    """Give a tile a moat on that side, or take it away."""
    moats = tiles[place]
    tiles[place] = moats.replace(side, "") if side in moats else moats + side


def take_a_tile(random: Random, tiles: Tiles) -> None:
    """Take a tile away, whatever depends on it."""
    place = random.choice(sorted(tiles))
    if place != plain.START:
        del tiles[place]


def add_a_tile(random: Random, tiles: Tiles) -> None:
    """Add a tile beside another, at a corner of one, or anywhere, with moats that match or do not."""
    x, y = random.choice(sorted(tiles))
    near = random.choice(
        ((1, 0), (0, -1), (1, 1), (-1, 1), (2, -1), (random.randint(-9, 9), random.randint(-9, 9)))
    )
    place = x + near[0], y + near[1]
    if place not in tiles and max(map(abs, place)) <= 54:
        tiles[place] = matching(random, tiles, place) if random.random() < 0.7 else some_sides(random, 0.3)


def enclose(random: Random, tiles: Tiles) -> None:
    """Lay tiles around an area beside a tile: with or without the corners, closed or open at one cell."""
    x, y = random.choice(sorted(tiles))
    wide, high = random.randint(1, 3), random.randint(1, 3)
    inside = set(product(range(x + 1, x + 1 + wide), range(y, y + high))) - {plain.START}
    if random.random() < 0.3:
        inside -= {random.choice(sorted(inside))} if inside else set()
    around = {other for place in inside for other in plain.neighbours(place)}
    if random.random() < 0.5:
        around |= {(px + dx, py + dy) for px, py in inside for dx, dy in plain.RING}
    missing = {random.choice(sorted(around))} if around and random.random() < 0.3 else set()
    for place in inside & tiles.keys():
        del tiles[place]
    for place in sorted(around - inside - tiles.keys() - missing):
        tiles[place] = matching(random, tiles, place, wet=0.05)


SPOILING: tuple[Callable[[Random, Tiles], None], ...] = (
    change_a_moat,
    change_both_sides,
    take_a_tile,
    add_a_tile,
    enclose,
)
