"""A city as SVG: tiles, moats or walls, and marks."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import attrs

from granada_rules.base import Entries
from granada_rules.box import Building, Edges, Kind
from granada_rules.city import HIDDEN
from granada_rules.draw import words
from granada_rules.draw.glyphs import (
    BATTLEMENTS,
    EMBLEMS,
    FOUNTAIN,
    HOUSE,
    JOINTS,
    ROOF,
    TILE,
    WALL_ICON,
    WAVES,
)
from granada_rules.draw.markup import (
    Drawing,
    Markup,
    badge,
    badge_width,
    class_of,
    element,
    group,
    joined,
    label,
    path,
    rect,
    worded,
)
from granada_rules.draw.plan import shape_of, tile_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from granada_rules.box import Cell, Edge
    from granada_rules.city import City, SeenCity, SeenTile
    from granada_rules.draw.plan import Plan

__all__ = ["barrier_icon", "barriers", "city_drawing", "tile_markup", "turned"]


_WHOLE = (0, 0, TILE, TILE)

_MIDDLE = TILE // 2

_GAP = 40
"""Width of a gap for rows or columns that are not drawn."""

_LEFT, _TOP, _AROUND = 38, 32, 8
"""Margins: left and top for the numbers, elsewhere for marks on outer edges."""

_LONGEST_BADGE = 7
"""The most characters in a badge."""


@final
@attrs.frozen
class _Sheet:
    """Positions of rows and columns."""

    columns: Mapping[int, float]
    rows: Mapping[int, float]

    def corner(self, cell: Cell) -> tuple[float, float]:
        """Return the upper left corner of a cell."""
        return self.columns[cell.x], self.rows[cell.y]

    def ends(self, edge: Edge) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the end points of an edge, clockwise around its cell."""
        x, y = self.corner(edge.cell)
        around = [(x, y), (x + TILE, y), (x + TILE, y + TILE), (x, y + TILE), (x, y)]
        first = list(Edges).index(edge.side)
        return around[first], around[first + 1]


def city_drawing(city: City | SeenCity, plan: Plan) -> Drawing:
    """Return a city with row and column numbers and all marks, without captions."""
    columns, column_gaps, wide = _places(plan.columns)
    rows, row_gaps, high = _places(plan.rows)
    sheet = _Sheet(columns, rows)
    across = "".join(f"M{x:g} 0V{high:g}M{x + TILE:g} 0V{high:g}" for x in columns.values())
    along = "".join(f"M0 {y:g}H{wide:g}M0 {y + TILE:g}H{wide:g}" for y in rows.values())
    pieces = [
        path(across + along, "grid"),
        *(label(x + _MIDDLE, -12, str(number), 13, "middle muted") for number, x in columns.items()),
        *(label(-12, y + _MIDDLE + 4, str(number), 13, "end muted") for number, y in rows.items()),
        *(label(x, -12, "…", 13, "middle muted") for x in column_gaps),
        *(label(-12, y + 4, "⋮", 13, "end muted") for y in row_gaps),
        *(group(_legal(cell, plan), *sheet.corner(cell)) for cell in plan.legal),
        *(group(_tile(city, plan, cell), *sheet.corner(cell)) for cell in shape_of(city).cells),
        *_longest(plan, sheet),
        *_wrong(city, plan, sheet),
    ]
    return Drawing(group(joined(pieces), _LEFT, _TOP), wide + _LEFT + _AROUND, high + _TOP + _AROUND)


def _places(numbers: Sequence[int | None]) -> tuple[dict[int, float], list[float], float]:
    """Return the begin of each row or column, the middles of the gaps, and the end."""
    places: dict[int, float] = {}
    gaps = []
    end = 0.0
    for number in numbers:
        if number is None:
            gaps.append(end + _GAP / 2)
            end += _GAP
        else:
            places[number] = end
            end += TILE
    return places, gaps, end


def tile_markup(tile: SeenTile) -> Markup:
    """Return a tile: a house with emblem and roof, type and price.

    What is not seen is shown as question marks.
    """
    building = tile.building
    if building is None:
        return _covered(tile)
    # HUT-1: a hut has no price.
    price = "hut" if tile.is_hut else HIDDEN if tile.price is None else tile.price
    colour = class_of(building)
    shown = [
        path(HOUSE, colour),
        path(ROOF, "roof"),
        group(path(EMBLEMS[building], _EMBLEM_CLASSES.get(building, "emblem")), 36, 38),
        label(_MIDDLE, 80.5, f"{building.code} {price}", 16, "middle strong"),
    ]
    ground = [rect(_WHOLE, "paper"), rect(_WHOLE, f"{_GROUNDS.get(building, colour)} tint")]
    # BUILD-1: what is on the face turns with the tile; moats or walls are given as seen.
    edges = joined(_UNKNOWN_MOATS) if tile.sides is None else barriers(building.kind, tile.sides)
    return joined([*ground, edges, turned(joined(shown), tile.roof)])


def _covered(tile: SeenTile) -> Markup:
    """Return a tile of which at most the kind is seen, and where its roof points."""
    shown = [path(ROOF, "muted"), label(_MIDDLE, 68, tile.name, 34, "middle strong muted")]
    return joined([rect(_WHOLE, "paper"), rect(_WHOLE, "muted tint"), turned(joined(shown), tile.roof)])


# White houses stand on grey ground, and their emblems are dark.
_GROUNDS = {Building.CHAMBERS: "muted"}

_EMBLEM_CLASSES = {Building.CHAMBERS: "emblem on-white"}

_UNKNOWN_MOATS = [
    label(x, y, "?", 15, "middle strong muted")
    for x, y in ((12, 15), (TILE - 8, _MIDDLE + 5), (12, TILE - 5), (8, _MIDDLE + 5))
]


def _tile(city: City | SeenCity, plan: Plan, cell: Cell) -> Markup:
    """Return a tile of a city, with a tooltip."""
    tile = tile_in(city, cell)
    if tile is None:
        name = label(_MIDDLE, 86, "START", 11, "middle strong muted")
        shown = [rect(_WHOLE, "paper"), rect(_WHOLE, "stone tint"), path(FOUNTAIN, "stone"), name]
        return joined([_hint("the start tile", cell, plan), *shown])
    sides = words.barriers_of(tile.sides, tile.kind or city.start)
    what = "covered" if tile.building is None else f"{tile.name}, {sides}"
    return joined([_hint(what, cell, plan), tile_markup(tile)])


def _hint(what: str, cell: Cell, plan: Plan) -> Markup:
    numbers = plan.numbers(cell)
    wrong = f", violation {' '.join(map(str, numbers))}" if numbers else ""
    return worded("title", {}, f"{cell}: {what}{wrong}")


def _legal(cell: Cell, plan: Plan) -> Markup:
    moats = plan.legal_for or Edges(0)
    return joined(
        [
            _hint(f"legal for a tile with {words.barriers_of(moats, plan.kind)}", cell, plan),
            element("g", {}, barriers(plan.kind, moats), "ghost"),
            rect((4, 4, TILE - 8, TILE - 8), "legal", 6),
            path(f"M{_MIDDLE - 14} {_MIDDLE}h28M{_MIDDLE} {_MIDDLE - 14}v28", "plus"),
        ]
    )


def _longest(plan: Plan, sheet: _Sheet) -> Iterator[Markup]:
    """Yield the longest moat or wall as a line along the outline, over the ties of the longest border."""
    for longest in sorted(plan.longest, key=lambda longest: not longest.is_border):
        if not longest.moat.edges:
            continue
        ends = [sheet.ends(edge) for edge in longest.moat.edges]
        points = [ends[0][0], *(end for _, end in ends)]
        line = "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + "Z" * longest.moat.is_ring
        yield from (
            path(line, style) for style in (["border"] if longest.is_border else ["casing", "longest"])
        )


def _wrong(city: City | SeenCity, plan: Plan, sheet: _Sheet) -> Iterator[Markup]:
    """Yield the marks of violations: cells, then edges, then badges on top."""
    badges = []
    for cell, numbers in plan.cells.items():
        x, y = sheet.corner(cell)
        mark = rect((3, 3, TILE - 6, TILE - 6), "wrong", 4)
        if cell in shape_of(city).cells:
            yield group(element("g", {"pointer-events": "none"}, mark), x, y)
        else:
            yield group(joined([_hint("empty", cell, plan), mark, path(_HATCH, "hatch")]), x, y)
        badges.append(_in_corner(city, cell, words.listed(numbers, " ", _LONGEST_BADGE), x, y))
    for edge, numbers in plan.edges.items():
        (x, y), (to_x, to_y) = sheet.ends(edge)
        yield path(f"M{x:g} {y:g}L{to_x:g} {to_y:g}", "wrong-edge")
        badges.append(badge((x + to_x) / 2, (y + to_y) / 2, words.listed(numbers, " ", _LONGEST_BADGE)))
    yield from badges


def _in_corner(city: City | SeenCity, cell: Cell, text: str, x: float, y: float) -> Markup:
    """Return a badge in a corner beside the roof, where it covers neither emblem nor price."""
    roof = city.tiles[cell].roof if cell in city.tiles else Edges.N
    inset = badge_width(text) / 2 + 6
    right, low = x + (inset if roof is Edges.W else TILE - inset), y + (TILE - 17 if roof is Edges.S else 17)
    return badge(right, low, text)


_HATCH = "M3 27L27 3M3 51L51 3M3 75L75 3M6 93L93 6M30 93L93 30M54 93L93 54M78 93L93 78"

_MOAT, _BANK = 11, 2

_ANGLES = {Edges.N: 0, Edges.E: 90, Edges.S: 180, Edges.W: 270}

_LAYERS: Mapping[Kind, tuple[Markup, ...]] = Entries(
    {
        # Bricks with battlements.
        Kind.ALHAMBRA: (path(BATTLEMENTS, "brick"), path(JOINTS, "joint")),
        # Water between banks.
        Kind.GRANADA: (
            rect((0, 0, TILE, _MOAT + _BANK), "bank"),
            rect((0, 0, TILE, _MOAT), "water"),
            path(WAVES, "wave"),
        ),
    }
)
"""Along the north side of a tile, the lowest layer first."""

_ICONS: Mapping[tuple[Kind, ...], Markup] = Entries(
    {
        (Kind.ALHAMBRA,): group(path(WALL_ICON, "brick"), 8, 8),
        (Kind.GRANADA,): rect((8, 10, 22, 10), "water", 2),
        # A wall beside a moat.
        tuple(Kind): joined([group(path(WALL_ICON, "brick"), 8, 3), rect((8, 18, 22, 9), "water", 2)]),
    }
)


def turned(content: Markup, side: Edges) -> Markup:
    """Turn what belongs to the north side of a tile to another side."""
    return element("g", {"transform": f"rotate({_ANGLES[side]} {_MIDDLE} {_MIDDLE})"}, content)


def barriers(kind: Kind, edges: Edges) -> Markup:
    """Return the moats or walls of a tile."""
    # Layer by layer, so that they join at corners.
    return joined(turned(layer, side) for layer in _LAYERS[kind] for side in edges)


def barrier_icon(kinds: tuple[Kind, ...]) -> Markup:
    """Return a sign for moats, walls, or both side by side, in the row of a score pad."""
    return _ICONS[kinds]
