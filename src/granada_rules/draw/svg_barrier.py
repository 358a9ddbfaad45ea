"""What moats and walls look like in SVG, by kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.draw.glyphs import BATTLEMENTS, JOINTS, TILE, WALL_ICON, WAVES
from granada_rules.draw.markup import Markup, element, group, joined, path, rect
from granada_rules.entries import Entries
from granada_rules.grid import Edges
from granada_rules.tiles import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["barrier_icon", "barriers", "turned"]

_MOAT, _BANK = 11, 2
_ANGLES = {Edges.N: 0, Edges.E: 90, Edges.S: 180, Edges.W: 270}
_MIDDLE = TILE // 2

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
