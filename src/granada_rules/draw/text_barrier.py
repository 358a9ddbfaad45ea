"""What moats and walls look like in text: their lines, corners and colours, by kind."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, final

import attrs

from granada_rules.draw.canvas import Style
from granada_rules.entries import Entries
from granada_rules.grid import Edges
from granada_rules.tiles import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["TEXT_BARRIERS", "TextBarrier"]

_Corners = dict[Edges, dict[tuple[bool, bool], str]]


@final
@attrs.frozen(kw_only=True)
class TextBarrier:
    """The characters of a kind of barrier."""

    corners: _Corners
    """By corner, then by whether the lying side and the standing side there have the barrier."""
    lines: Mapping[Edges, str]
    """Sides with the barrier."""
    longest: Mapping[Edges, str]
    """Sides of the longest one."""
    style: Style
    longest_style: Style


def _sides(letters: str) -> dict[Edges, str]:
    return dict(zip(Edges, letters, strict=True))


def _corners(*letters: str) -> _Corners:
    """Return corners: upper left, upper right, lower left, lower right; none, standing, lying, both."""
    corners = (Edges.N | Edges.W, Edges.N | Edges.E, Edges.S | Edges.W, Edges.S | Edges.E)
    sides = list(product([False, True], [False, True]))
    return {
        corner: dict(zip(sides, four, strict=True)) for corner, four in zip(corners, letters, strict=True)
    }


TEXT_BARRIERS: Mapping[Kind, TextBarrier] = Entries(
    {
        Kind.ALHAMBRA: TextBarrier(
            corners=_corners("┌┎┍┏", "┐┒┑┓", "└┖┕┗", "┘┚┙┛"),
            lines=_sides("━┃━┃"),
            longest=_sides("▓▓▓▓"),
            style=Style.BRICK,
            longest_style=Style.LONGEST_BRICK,
        ),
        Kind.GRANADA: TextBarrier(
            corners=_corners("┌╓╒╔", "┐╖╕╗", "└╙╘╚", "┘╜╛╝"),
            lines=_sides("═║═║"),
            longest=_sides("▄▌▀▐"),
            style=Style.WATER,
            longest_style=Style.LONGEST,
        ),
    }
)
"""Walls are heavy lines, moats are double ones."""
