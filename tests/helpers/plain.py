"""The building rules once more, by plain searches over dictionaries and sets: slow and obvious.

They are the judge of the bits. Places are pairs of numbers and moats are letters, so that nothing of the
package's reasoning is shared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from granada_rules import City

Place = tuple[int, int]
Group = frozenset[Place]
Tiles = dict[Place, str]
"""The moats of the tile at each place, as letters; the start tile lies at (0, 0) and has none."""

START = (0, 0)
SIDES = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
RING = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


def read(city: City) -> Tiles:
    """Return where the tiles of a city lie and their moats."""
    return {START: ""} | {(cell.x, cell.y): str(tile.moats) for cell, tile in city.tiles.items()}


def beside(place: Place, side: str) -> Place:
    """Return the place on that side."""
    return place[0] + SIDES[side][0], place[1] + SIDES[side][1]


def neighbours(place: Place) -> list[Place]:
    """Return the places on the four sides."""
    x, y = place
    return [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)]


def runs_around(tiles: Tiles, place: Place) -> int:
    """Count the runs of tiles in the ring of eight places around a place."""
    ring = [(place[0] + dx, place[1] + dy) in tiles for dx, dy in RING]
    return sum(ring[i] and not ring[i - 1] for i in range(8))


def search(start: Place, steps: Callable[[Place], Iterable[Place]]) -> set[Place]:
    """Return all places that steps lead to."""
    seen, ahead = {start}, [start]
    while ahead:
        for place in steps(ahead.pop()):
            if place not in seen:
                seen.add(place)
                ahead.append(place)
    return seen


def split(places: Iterable[Place], steps: Callable[[Place], Iterable[Place]]) -> set[Group]:
    """Split places into groups that steps connect."""
    groups, left = set(), set(places)
    while left:
        group = search(next(iter(left)), steps)
        groups.add(frozenset(group))
        left -= group
    return groups


def on_foot(tiles: Tiles) -> Callable[[Place], Iterable[Place]]:
    """Return the steps one can walk: over edges without a moat on either side."""

    def steps(place: Place) -> Iterator[Place]:
        for side in SIDES:
            other = beside(place, side)
            if other in tiles and side not in tiles[place] and OPPOSITE[side] not in tiles[other]:
                yield other

    return steps


def unlike(tiles: Tiles) -> set[Group]:
    """BUILD-2: the pairs of places whose common edge has a moat on one side only."""
    pairs = set()
    for place, moats in tiles.items():
        for side in "NE":
            other = beside(place, side)
            if other in tiles and (side in moats) != (OPPOSITE[side] in tiles[other]):
                pairs.add(frozenset({place, other}))
    return pairs


def unreachable(tiles: Tiles) -> set[Group]:
    """BUILD-3: the groups of tiles connected on foot that lack the start tile."""
    return {group for group in split(tiles, on_foot(tiles)) if START not in group}


def alone(tiles: Tiles) -> set[Group]:
    """BUILD-4: the tiles without a neighbour, if there is more than one tile."""
    if len(tiles) == 1:
        return set()
    return {frozenset({place}) for place in tiles if not any(other in tiles for other in neighbours(place))}


def enclosed(tiles: Mapping[Place, object]) -> set[Group]:
    """BUILD-5: the empty areas from which no path of empty places leads outside."""
    xs, ys = [x for x, _ in tiles], [y for _, y in tiles]
    west, east, south, north = min(xs) - 1, max(xs) + 1, min(ys) - 1, max(ys) + 1
    frame = {(x, y) for x in range(west, east + 1) for y in range(south, north + 1)}
    empty = frame - tiles.keys()

    def steps(place: Place) -> list[Place]:
        return [other for other in neighbours(place) if other in empty]

    return split(empty - search((west, south), steps), steps)


def verdict(city: City) -> set[tuple[str, Group]]:
    """Return every broken clause with the places concerned."""
    tiles = read(city)
    turned = {frozenset({(cell.x, cell.y)}) for cell, tile in city.tiles.items() if str(tile.roof) != "N"}
    by_clause = {
        "BUILD-1": turned,
        "BUILD-2": unlike(tiles),
        "BUILD-3": unreachable(tiles),
        "BUILD-4": alone(tiles),
        "BUILD-5": enclosed(tiles),
    }
    return {(clause, group) for clause, groups in by_clause.items() for group in groups}


def is_legal(tiles: Tiles) -> bool:
    """Tell whether tiles with these moats, all roofs up, obey the building rules."""
    return not (
        unlike(tiles) or len(search(START, on_foot(tiles))) < len(tiles) or alone(tiles) or enclosed(tiles)
    )


def empty_beside(tiles: Tiles) -> set[Place]:
    """Return the empty places that touch a tile."""
    return {place for tile in tiles for place in neighbours(tile) if place not in tiles}


def legal_cells(city: City, moats: str) -> set[Place]:
    """Put the tile on every place beside the city, and check everything."""
    tiles = read(city)
    return {
        (x, y)
        for x, y in empty_beside(tiles)
        if max(abs(x), abs(y)) <= 54 and is_legal({**tiles, (x, y): moats})
    }


def removable_cells(city: City) -> set[Place]:
    """Take every tile away in turn, and check everything."""
    tiles = read(city)
    without = {taken: {place: tiles[place] for place in tiles if place != taken} for taken in tiles}
    return {taken for taken in tiles if taken != START and is_legal(without[taken])}


def exchangeable_cells(city: City, moats: str) -> set[Place]:
    """Exchange every tile in turn, and check everything."""
    tiles = read(city)
    return {place for place in tiles if place != START and is_legal({**tiles, place: moats})}


def outline(tiles: Tiles) -> list[tuple[Place, str]]:
    """Return the edges between a tile and an empty place, as sides of the tile."""
    return [(place, side) for place in tiles for side in SIDES if beside(place, side) not in tiles]


CORNERS = {"N": ((0, 1), (1, 1)), "E": ((1, 1), (1, 0)), "S": ((1, 0), (0, 0)), "W": ((0, 0), (0, 1))}


def ends(edge: tuple[Place, str]) -> list[Place]:
    """Return the two corners at the ends of an edge; going from one to the other is going clockwise."""
    (x, y), side = edge
    return [(x + dx, y + dy) for dx, dy in CORNERS[side]]


def outer_moats(tiles: Tiles) -> list[tuple[Place, str]]:
    """Return the edges of the outline that have a moat."""
    return [(place, side) for place, side in outline(tiles) if side in tiles[place]]


def moat_lengths(tiles: Tiles) -> list[int]:
    """SCORE-4, SCORE-5: how long the continuous outer moats are: edges joined by common corners."""
    left, lengths = outer_moats(tiles), []
    while left:
        chain = [left.pop()]
        for edge in chain:
            joined = [other for other in left if set(ends(other)) & set(ends(edge))]
            chain += joined
            left = [other for other in left if other not in joined]
        lengths.append(len(chain))
    return sorted(lengths)


REGULAR = {"A": (1, 0, 0), "B": (2, 1, 0), "C": (3, 2, 1)}
SIMPLIFIED = {"A": (3, 0, 0), "B": (10, 3, 0), "C": (18, 10, 3)}
OF_A_PAVILION = {"A": (1,), "B": (8, 1), "C": (16, 8, 1)}
ALHAMBRAS = ("PV", "SE", "AC", "CH", "GA", "TO")
"""Where ties share; each type is worth a point more than the one before, at each place."""


def majority_points(
    owned: Mapping[str, Mapping[str, list[int]]], scoring: str, *, simplified: bool
) -> dict[str, int]:
    """SCORE-6 to A-SCORE-8: points per player from the prices of the buildings that each has of each type."""
    points = dict.fromkeys(owned, 0)
    for building in {building for own in owned.values() for building in own}:
        prices = {player: own[building] for player, own in owned.items() if own.get(building)}
        for player in prices:
            if building in ALHAMBRAS:
                points[player] += _shared_points(prices, player, building, scoring)
            else:
                points[player] += _own_points(prices, player, scoring, simplified=simplified)
    return points


def _own_points(prices: Mapping[str, list[int]], player: str, scoring: str, *, simplified: bool) -> int:
    """SCORE-7, SCORE-8, SIMPLE-1: everybody has a place, because the dearest building breaks ties."""
    own = prices[player]
    ahead = [
        other
        for other, theirs in prices.items()
        if len(theirs) > len(own) or (len(theirs) == len(own) and max(theirs) > max(own))
    ]
    if len(ahead) > 2:
        return 0
    fixed, factor = SIMPLIFIED[scoring][len(ahead)], REGULAR[scoring][len(ahead)]
    return fixed if simplified else factor * sum(map(len, prices.values()))


def _shared_points(prices: Mapping[str, list[int]], player: str, building: str, scoring: str) -> int:
    """A-SCORE-7, A-SCORE-8: those who have as many share what their places are worth."""
    worth = [points + ALHAMBRAS.index(building) for points in OF_A_PAVILION[scoring]]
    ahead = sum(len(theirs) > len(prices[player]) for theirs in prices.values())
    level = sum(len(theirs) == len(prices[player]) for theirs in prices.values())
    return sum(worth[ahead : ahead + level]) // level
