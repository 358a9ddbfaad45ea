"""Which tiles of a city cannot be reached on foot if not all sides of its tiles are seen (BUILD-3, MIX-21).

Moats and walls only stop walking. So of all that an unknown tile may be those with the fewest tell what
cannot be reached in any case, and those with the most what cannot be reached in some case.
"""

from __future__ import annotations

from functools import cache, cached_property, reduce
from itertools import product
from operator import and_, or_
from typing import TYPE_CHECKING, final

import attrs

from granada_rules.box import Cell, Edge, Edges, cells_of
from granada_rules.city import START, City, tile_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["Could", "Reach"]

Could = dict[Cell, frozenset[int]]
"""What the sides of unknown tiles may be, as numbers of `Edges`."""

_LIMIT = 1024
"""How many cities are looked at when one tile is unknown, for an answer; of more tiles fewer for each."""

_SIDES = {side: side.value for side in Edges}


@final
@attrs.frozen(eq=False, slots=False)
class Reach:
    """A city with what the sides of its unknown tiles may be."""

    city: City
    could: Could

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
        return frozenset.intersection(*map(self.lost, self._combined(could, fewest=True)))

    def perhaps(self) -> list[tuple[dict[Cell, int], frozenset[Cell]]]:
        """Return what unknown tiles may show, each with the tiles that cannot be reached then."""
        return [(shown, self.lost(shown)) for shown in self._combined(self.could, fewest=False)]

    def _combined(self, could: Could, *, fewest: bool) -> Iterator[dict[Cell, int]]:
        """Yield what unknown tiles may show together: the fewest moats or walls, or the most.

        Beyond the limit some show what all that they may be have in common, or what any of them has.
        """
        limit, number = _LIMIT // len(could) ** 2, 1
        shown: list[tuple[int, ...]] = []
        for cell, sides in could.items():
            extremes = _extremes(sides, sum(side for side, _, _ in self.ways[cell]), fewest)
            if number * len(extremes) > limit:
                extremes = (reduce(and_ if fewest else or_, extremes),)
            number *= len(extremes)
            shown.append(extremes)
        for combination in product(*shown):
            yield dict(zip(could, combination, strict=True))

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


@cache
def _extremes(sides: frozenset[int], touching: int, fewest: bool) -> tuple[int, ...]:  # noqa: FBT001 - for the cache
    """Return the sides towards other tiles of which no others have fewer, or of which no others have more."""
    each = {one & touching for one in sides}
    if fewest:
        return tuple(one for one in each if not any(other & one == other != one for other in each))
    return tuple(one for one in each if not any(other & one == one != other for other in each))
