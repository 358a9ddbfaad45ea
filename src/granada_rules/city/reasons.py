"""What is wrong with a city, as violations with words and witnesses; `granada_rules.placement` finds it.

In a layout of both kinds the clauses of both together are cited, MIX-16 to MIX-23; otherwise BUILD-2 to
BUILD-5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from granada_rules.box import SPAN, Box, Clause, Edges, Kind, Violation, cells_of, some, tile_name
from granada_rules.city.city import START, tile_at

if TYPE_CHECKING:
    from collections.abc import Iterable

    from granada_rules.box import Built, Cell, Cells, Edge, Face
    from granada_rules.city.city import City

__all__ = ["TOWARDS", "alone", "apart", "enclosed", "lies_on", "too_far", "turned", "unlike", "unreachable"]


TOWARDS = {Edges.N: "north", Edges.E: "east", Edges.S: "south", Edges.W: "west"}
"""What messages call the sides of a tile."""


class _Witness(NamedTuple):
    """The names of tiles, their cells, and their faces; the start tile has no face."""

    names: list[str]
    cells: tuple[Cell, ...]
    faces: tuple[Face, ...]


def _witness(city: City, cells: Iterable[Cell]) -> _Witness:
    where = tuple(cells)
    faces = (tile_at(city, cell).face for cell in where if cell != START)
    return _Witness([_name(city, cell) for cell in where], where, tuple(faces))


def turned(cell: Cell, tile: Built) -> Violation:
    """Return that a roof does not point north (BUILD-1, MIX-15)."""
    message = f"{tile_name(tile)} at {cell} lies turned: its roof points {TOWARDS[tile.roof]}, not north"
    return Violation(Clause.BUILD_1, message, cells=(cell,), faces=(tile.face,))


def unlike(city: City, edge: Edge) -> Violation:
    """Return that the two sides of an edge do not go together (BUILD-2, MIX-16, MIX-17)."""
    # A side with a moat or wall first, the start tile last.
    side, other = sorted(
        (edge, edge.across), key=lambda side: (not _has_barrier(city, side), side.cell == START)
    )
    barrier, others = (Box.of(_kind(city, each.cell)).barrier for each in (side, other))
    if barrier == others:
        clause = Clause.MIX_16 if city.other else Clause.BUILD_2
        never, none = "one (BUILD-6)", "none"
    else:
        clause = Clause.MIX_17
        never, none = f"a {others} (MIX-18)", f"no {others}"
    lacks = f"which never has {never}" if other.cell == START else f"which has {none} there"
    has = f"has {'a' if _has_barrier(city, side) else 'no'} {barrier} to the {TOWARDS[side.side]}"
    message = f"{_name(city, side.cell)} {has} against {_name(city, other.cell)}, {lacks}"
    witness = _witness(city, sorted((edge.cell, edge.across.cell)))
    return Violation(clause, message, cells=witness.cells, edges=(edge,), faces=witness.faces)


def unreachable(city: City, group: Iterable[Cell]) -> Violation:
    """Return that one cannot walk from the first tile of a part to others of it (BUILD-3, MIX-21)."""
    witness = _witness(city, group)
    first = _first(city, _kind(city, witness.cells[0]))
    return _unreachable(witness, _name(city, first or START), is_both=bool(city.other))


def _unreachable(witness: _Witness, first: str, *, is_both: bool) -> Violation:
    message = f"{some(witness.names)} cannot be reached on foot from {first}"
    clause = Clause.MIX_21 if is_both else Clause.BUILD_3
    return Violation(clause, message, cells=witness.cells, faces=witness.faces)


def alone(city: City, cell: Cell) -> Violation:
    """Return that a tile touches no other (BUILD-4, MIX-22)."""
    return _alone(_witness(city, [cell]), is_both=bool(city.other))


def _alone(witness: _Witness, *, is_both: bool) -> Violation:
    (name,) = witness.names
    message = f"{name} touches no other tile edge to edge"
    clause = Clause.MIX_22 if is_both else Clause.BUILD_4
    return Violation(clause, message, cells=witness.cells, faces=witness.faces)


def apart(city: City, part: Iterable[Cell]) -> Violation:
    """Return that the tiles of the other kind do not touch the Alhambra as they have to (MIX-19, MIX-22)."""
    witness = _witness(city, part)
    if len(witness.cells) == 1:
        return _first_apart(witness)
    message = f"{some(witness.names)} touch no tile of Alhambra edge to edge"
    return Violation(Clause.MIX_22, message, cells=witness.cells, faces=witness.faces)


def _first_apart(witness: _Witness) -> Violation:
    (name,) = witness.names
    message = f"{name} is the first tile of Granada, and touches no wall with a moat"
    return Violation(Clause.MIX_19, message, cells=witness.cells, faces=witness.faces)


def enclosed(city: City, area: Cells) -> Violation:
    """Return that tiles enclose an empty area (BUILD-5, MIX-23)."""
    message = f"tiles enclose the empty {'cell' if len(area) == 1 else 'cells'} {some(map(str, area))}"
    return Violation(Clause.MIX_23 if city.other else Clause.BUILD_5, message, cells=tuple(area))


def lies_on(city: City, cell: Cell, tile: Built) -> Violation:
    """Return that a tile would lie on another, where they touch edge to edge only (BUILD-4, MIX-22)."""
    message = f"{_name(city, cell)} lies there already, and tiles touch edge to edge only"
    clause = Clause.MIX_22 if _makes_both(city, tile) else Clause.BUILD_4
    return Violation(clause, message, cells=(cell,), faces=(tile.face,))


def too_far(city: City, cell: Cell, tile: Built) -> list[Violation]:
    """Return what is wrong with a tile that is further away than the tiles of the box can lead.

    That alone (BOX-2, A-BOX-2), if it touches another; its edges are not compared.
    """
    reach = Box.of(city.start).reach
    reason = (
        f"{cell} is further from the start tile than {reach}"
        if max(abs(cell.x), abs(cell.y)) > reach
        else f"with {cell} tiles lie in more than {SPAN} rows or columns"
    )
    message = f"{reason}, where the tiles of the box cannot lead"
    wrong = [Violation(Clause.BOX_2.of(city.start), message, cells=(cell,), faces=(tile.face,))]
    if any(cell.neighbour(side) in city.cells for side in Edges):
        return wrong
    witness = _Witness([f"{tile_name(tile)} at {cell}"], (cell,), (tile.face,))
    is_both = _makes_both(city, tile)
    first = _first(city, tile.face.kind)
    if first is None:
        return [*wrong, _first_apart(witness)]
    lost = _unreachable(witness, _name(city, first), is_both=is_both)
    return [*wrong, lost, _alone(witness, is_both=is_both)]


def _first(city: City, kind: Kind) -> Cell | None:
    """Return where a part began or, if that is not known, its first tile in reading order; None if empty."""
    # BOX-2: beside a start tile of Granada the other kind has no part of its own.
    if city.start in {kind, Kind.GRANADA}:
        return START
    return city.second or next(iter(cells_of(city.other, city.top, city.left)), None)


def _makes_both(city: City, tile: Built) -> bool:
    """Tell whether a city with this tile has tiles of both kinds."""
    return city.start is Kind.ALHAMBRA and (bool(city.other) or tile.face.kind is not city.start)


def _kind(city: City, cell: Cell) -> Kind:
    return city.start if cell == START else tile_at(city, cell).face.kind


def _has_barrier(city: City, edge: Edge) -> bool:
    return edge.cell != START and edge.side in tile_at(city, edge.cell).moats


def _name(city: City, cell: Cell) -> str:
    return "the start tile" if cell == START else f"{tile_name(tile_at(city, cell))} at {cell}"
