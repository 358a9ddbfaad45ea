"""Which tiles of a city cannot be reached on foot if not all sides of its tiles are seen (BUILD-3, MIX-21).

Moats and walls only stop walking. So of all that an unknown tile may be those with the fewest tell what
cannot be reached in any case, and those with the most what cannot be reached in some case.
"""

from __future__ import annotations

from functools import cached_property, lru_cache, reduce
from itertools import product
from operator import and_, or_
from typing import TYPE_CHECKING, final

from granada_rules.box import Cell, Edge, Edges, cells_of
from granada_rules.city import START, City, tile_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

__all__ = ["Could", "Reach"]

Could = dict[Cell, frozenset[int]]
"""What the sides of unknown tiles may be, as numbers of `Edges`."""

_LIMIT = 1024
"""How many cities are looked at when one tile is unknown, for an answer; of more tiles fewer for each."""

_SIDES = {side: side.value for side in Edges}


@final
class Reach:
    """A city with what the sides of its unknown tiles may be."""

    def __init__(self, city: City, could: Could) -> None:
        self.city = city
        self.could = could

    @cached_property
    def ways(self) -> dict[Cell, list[tuple[int, Cell, int]]]:
        """By tile those of its kind beside it: on which side, at which cell, and on which side of theirs."""
        city, cells = self.city, self.city.cells
        granadas = {*cells_of(city.other, city.top, city.left)}
        return {
            cell: [
                (number, other, side.opposite.value)
                for side, number in _SIDES.items()
                if (other := cell.neighbour(side)) in cells and (cell in granadas) is (other in granadas)
            ]
            for cell in cells
        }

    @cached_property
    def firsts(self) -> list[Cell]:
        """From where one walks: the start tile, and the first tile of the other kind (MIX-21)."""
        city = self.city
        others = cells_of(city.other, city.top, city.left)
        return [START, *([city.second or min(others)] if others else [])]

    @cached_property
    def seen(self) -> dict[Cell, int]:
        """The moats or walls of all tiles that are known; the start tile has none (BUILD-6)."""
        return {cell: 0 if cell == START else tile_at(self.city, cell).moats.value for cell in self.ways}

    def lost(self, shown: Mapping[Cell, int]) -> frozenset[Cell]:
        """Return the tiles that cannot be reached if unknown tiles show these sides."""
        moats, ways = {**self.seen, **shown}, self.ways
        reached, ahead = {*self.firsts}, [*self.firsts]
        while ahead:
            cell = ahead.pop()
            barred = moats[cell]
            for side, other, opposite in ways[cell]:
                if other not in reached and not barred & side and not moats[other] & opposite:
                    reached.add(other)
                    ahead.append(other)
        return frozenset(ways.keys() - reached)

    def certain(self, could: Could) -> frozenset[Cell]:
        """Return the tiles that cannot be reached whichever of these sides unknown tiles have."""
        return frozenset.intersection(*map(self.lost, _combined(self, could, _fewest, and_)))

    def perhaps(self) -> list[tuple[dict[Cell, int], frozenset[Cell]]]:
        """Return what unknown tiles may show, each with the tiles that cannot be reached then."""
        return [(shown, self.lost(shown)) for shown in _combined(self, self.could, _most, or_)]

    def narrowed(self, sides: Iterable[Edge]) -> Could:
        """Return what unknown tiles may be if they have a moat or wall on these sides."""
        barred: dict[Cell, int] = {}
        for edge in sides:
            barred[edge.cell] = barred.get(edge.cell, 0) | edge.side.value
        could = dict(self.could)
        for cell, wanted in barred.items():
            # Beyond the limit no tile may have all of them.
            having = frozenset(one for one in could[cell] if one & wanted == wanted)
            could[cell] = having or frozenset({wanted})
        return could

    def needed(self, cell: Cell, sides: list[Edge]) -> list[Edge]:
        """Return of sides that make a tile unreachable those without which it could be reached."""
        # The tile's own sides are given up last: then there are fewer cells to look at.
        for side in sorted(sides, key=lambda side: side.cell == cell):
            others = [other for other in sides if other != side]
            if cell in self.certain(self.narrowed(others)):
                sides = others
        return sides


def _combined(
    reach: Reach,
    could: Could,
    extremes: Callable[[frozenset[int], int], tuple[int, ...]],
    joined: Callable[[int, int], int],
) -> Iterator[dict[Cell, int]]:
    """Yield what unknown tiles may show together, each one of its extremes.

    Beyond the limit some show these joined, which they may not be.
    """
    limit, number = _LIMIT // len(could) ** 2, 1
    shown: list[tuple[int, ...]] = []
    for cell, sides in could.items():
        own = extremes(sides, sum(side for side, _, _ in reach.ways[cell]))
        if number * len(own) > limit:
            own = (reduce(joined, own),)
        number *= len(own)
        shown.append(own)
    for combination in product(*shown):
        yield dict(zip(could, combination, strict=True))


@lru_cache(maxsize=1024)
def _fewest(sides: frozenset[int], touching: int) -> tuple[int, ...]:
    """Return the moats or walls towards other tiles of which no others are a part."""
    each = {one & touching for one in sides}
    return tuple(one for one in each if not any(other & one == other != one for other in each))


@lru_cache(maxsize=1024)
def _most(sides: frozenset[int], touching: int) -> tuple[int, ...]:
    """Return the moats or walls towards other tiles that are no part of others."""
    each = {one & touching for one in sides}
    return tuple(one for one in each if not any(other & one == one != other for other in each))
