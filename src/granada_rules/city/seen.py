"""`SeenCity`: a city of which not everything is seen, such as one with a covered tile on a photo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import final

import attrs
from attrs.validators import optional

from granada_rules.base import Entries, expect, made_once, of_kind, up_to_99
from granada_rules.box import (
    HUT_MARK,
    ROOF_MARKS,
    VALUES,
    Building,
    Built,
    Cell,
    Clause,
    Edges,
    Face,
    Kind,
    Laid,
    Violation,
    ViolationError,
    built,
    one_way,
)
from granada_rules.city.city import City, of_another_kind

__all__ = ["HIDDEN", "WHICH_KIND", "SeenCity", "SeenTile"]


HIDDEN = "?"
"""What is written in the place of what is not seen."""

WHICH_KIND = "?: tiles of both kinds are played with, expected A? or G?"
"""What is wrong with a covered tile that does not say its kind."""


@final
@made_once
class SeenTile:
    """What is seen of a tile; ``None`` for what is not.

    >>> from granada_rules import Building, Edges, SeenTile
    >>> print(SeenTile(building=Building.SCHOOL, sides=Edges.N), SeenTile())
    SC?:N ?

    Raises ``ValueError`` if the kind is not that of the building, if a price or sides are seen and the
    building is not, or if the roof does not point to one side.
    """

    kind: Kind | None = attrs.field(default=None, validator=optional(of_kind(Kind)))
    """The kind of tiles; ``None`` if nothing tells it."""
    building: Building | None = attrs.field(default=None, validator=optional(of_kind(Building)))
    """The building type; ``None`` if the tile is covered."""
    price: int | None = attrs.field(default=None, validator=optional(up_to_99))
    """The price; 0 for a hut (HUT-1)."""
    sides: Edges | None = attrs.field(default=None, validator=optional(of_kind(Edges)))
    """The moats or walls as seen."""
    roof: Edges = attrs.field(default=Edges.N, validator=one_way)

    def __attrs_post_init__(self) -> None:
        if self.building is None:
            if self.price is not None or self.sides is not None:
                raise ValueError("building: expected it beside a price, moats or walls, got None")
        elif self.kind is None:
            object.__setattr__(self, "kind", self.building.kind)
        elif self.kind is not self.building.kind:
            kind = self.building.kind
            raise ValueError(f"kind: {self.building.label} is of {kind.label}, got {self.kind!r}")

    @classmethod
    def of(cls, tile: Built) -> SeenTile:
        """Return what is seen of a tile of which everything is seen."""
        expect(tile, Built)
        return cls(tile.face.kind, tile.face.building, tile.face.value, tile.moats, tile.roof)

    @property
    def face(self) -> Face | None:
        """The face, if it is certain: building and price, in Alhambra with the walls (A-BOX-2)."""
        if self.building is None or self.price is None:
            return None
        if self.building.kind is Kind.GRANADA:
            return Face(self.building, self.price)
        walls = None if self.sides is None else self.sides.turned_back(self.roof)
        return None if walls is None else Face(self.building, self.price, walls)

    @property
    def built(self) -> Built | None:
        """The tile, if everything of it is seen."""
        face = self.face
        return None if face is None or self.sides is None else Built(face, self.sides, self.roof)

    @property
    def is_hut(self) -> bool:
        """Whether it is certainly a hut: a tile of Alhambra without a price (HUT-1)."""
        return self.price == 0 and self.kind is Kind.ALHAMBRA

    @property
    def name(self) -> str:
        """The code without moats or walls, such as ``SC10``, ``SC?`` or ``?``."""
        if self.building is None:
            return f"{'' if self.kind is None else self.kind.label[0]}{HIDDEN}"
        price = HIDDEN if self.price is None else HUT_MARK if self.is_hut else self.price
        return f"{self.building.code}{price}"

    def __str__(self) -> str:
        sides = "" if self.building is None else f":{HIDDEN if self.sides is None else self.sides or '-'}"
        return f"{self.name}{sides}{ROOF_MARKS[self.roof]}"


def _in_order(
    tiles: Mapping[Cell, SeenTile | Laid] | Iterable[tuple[Cell, SeenTile | Laid]],
) -> Mapping[Cell, SeenTile]:
    expect(tiles, Mapping, Iterable)
    given: dict[Cell, SeenTile] = {}
    for cell, tile in tiles.items() if isinstance(tiles, Mapping) else tiles:
        expect(cell, Cell)
        if cell in given:
            raise ValueError(f"cell {cell}: two tiles at one cell")
        given[cell] = tile if isinstance(tile, SeenTile) else SeenTile.of(built(tile))
    return Entries(dict(sorted(given.items())))


@final
@made_once
class SeenCity:
    """A city of which not everything is seen: what is seen of each tile, by its cell, in reading order.

    Tiles are given as for `City.of`, or as `SeenTile`, by cell or in pairs. A tile whose kind nothing tells
    is of the kind of the start tile.

    >>> from granada_rules import Cell, Kind, SeenCity, SeenTile
    >>> city = SeenCity({Cell(1, 0): SeenTile(), Cell(0, 1): SeenTile(Kind.GRANADA)})
    >>> print(*city.unknown)
    0,1 1,0

    Raises ``ViolationError`` and ``ValueError`` as `City.of` does.
    """

    tiles: Mapping[Cell, SeenTile] = attrs.field(converter=_in_order)
    """Without the start tile."""
    start: Kind = attrs.field(default=Kind.GRANADA, validator=of_kind(Kind))
    """The kind of the start tile."""
    second: Cell | None = attrs.field(default=None, validator=optional(of_kind(Cell)))
    """Where the tiles of the other kind began (MIX-20); None if there are none, or if it is not known."""

    def __attrs_post_init__(self) -> None:
        # BOX-2: around the start tile of Granada all tiles are of Granada.
        for cell, tile in self.tiles.items():
            if self.start is Kind.GRANADA and tile.kind is Kind.ALHAMBRA:
                message = of_another_kind(str(tile), tile.kind, self.start)
                raise ViolationError([Violation(Clause.BOX_2, message, cells=(cell,))])
        object.__setattr__(self, "second", self.shape.second)

    @property
    def unknown(self) -> tuple[Cell, ...]:
        """The cells with tiles of which something is not seen, in reading order."""
        return tuple(cell for cell, tile in self.tiles.items() if tile.built is None)

    @property
    def city(self) -> City | None:
        """The city, if everything is seen."""
        return None if self.unknown else self.shape

    @cached_property
    def shape(self) -> City:
        """A city with the sides that are seen, and no others.

        Where a building or a price is not seen, it has any of the kind.
        """
        tiles = {cell: tile.built or _stand_in(tile, self.start) for cell, tile in self.tiles.items()}
        return City.of(tiles, self.start, self.second)


def _stand_in(tile: SeenTile, start: Kind) -> Built:
    """Return some tile with the sides that are seen."""
    building = tile.building or (tile.kind or start).buildings[0]
    sides = Edges(0) if tile.sides is None else tile.sides
    walls = None if building.kind is Kind.GRANADA else sides.turned_back(tile.roof)
    price = VALUES[0] if tile.price is None else tile.price
    return Built(Face(building, price, walls), sides, tile.roof)
