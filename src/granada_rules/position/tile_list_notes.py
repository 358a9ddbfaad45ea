"""`tile_list_notes`: which violations of a position rest on a list of tiles, and on which one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from granada_rules.base import expect, remembered
from granada_rules.box import HUTS_REFERENCE, REFERENCE, Clause, Edges
from granada_rules.position.facts import Facts
from granada_rules.position.model import Position
from granada_rules.position.validation import facts_of, violations_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada_rules.box import Built, Tiles, TileSet, Violation

__all__ = ["tile_list_notes"]

_NOT_PRINTED = {REFERENCE: "the printed set", HUTS_REFERENCE: "the printed list"}

_OF_EDGES = frozenset(
    {
        Clause.BUILD_2,
        Clause.BUILD_3,
        Clause.MIX_16,
        Clause.MIX_17,
        Clause.MIX_19,
        Clause.MIX_21,
        Clause.MIX_22,
    }
)
"""The clauses about cities that depend on moats."""


def tile_list_notes(position: Position) -> tuple[str, ...]:
    r"""Return on which lists of tiles violations of a position rest; empty if none does.

    A violation rests on a list if it would not be there without: the list does not have a face, or has it
    with other moats, or has two faces on one tile. Where moats of Granada are as the list has them, a file
    may have left them out, so that what is wrong with edges may rest on the list, too. The reference set and
    the reference huts are not the printed ones, and the notes say so.

    >>> from granada_rules import read_position, tile_list_notes
    >>> lines = ['format = "granada-position/1"', 'tiles = "reference"', "[[player]]", 'city = "@ AR8:E"']
    >>> print(*tile_list_notes(read_position("\n".join(lines))), sep="\n")
    BOX-4 rests on the tile list "reference"
    "reference" is not the printed set; without tiles no list is used
    """
    expect(position, Position)
    return _notes(position)


@remembered(Position)
def _notes(position: Position) -> tuple[str, ...]:
    tiles, facts = position.tile_set, facts_of(position)
    found = violations_of(facts)
    if tiles is None or not found:
        return ()
    without = Facts(attrs.evolve(position, tile_set=None), facts.kinds)
    known = {_key(violation) for violation in violations_of(without)}
    notes: list[str] = []
    resting = [violation for violation in found if _key(violation) not in known]
    listed = list(_lists(tiles, resting))
    for name in dict.fromkeys(name for name, _ in listed):
        clauses = dict.fromkeys(str(clause) for one, clause in listed if one == name)
        rest = "rests" if len(clauses) == 1 else "rest"
        notes.append(f'{", ".join(clauses)} {rest} on the tile list "{name}"')
    for one in tiles.sets:
        clauses = dict.fromkeys(str(violation.clause) for violation in _of_moats(facts, one, found))
        if clauses:
            left_out = f'moats that are not written are those of the tile list "{one.name}"'
            notes.append(f"{', '.join(clauses)}: {left_out}")
    for name, printed in _NOT_PRINTED.items():
        if any(f'"{name}"' in note for note in notes):
            notes.append(f'"{name}" is not {printed}; without tiles no list is used')
    return tuple(notes)


def _key(violation: Violation) -> object:
    # Words may say what the list has.
    return violation.clause, violation.player, violation.cells, violation.edges, violation.faces


def _lists(tiles: Tiles, resting: Iterable[Violation]) -> Iterator[tuple[str, Clause]]:
    """Yield the name of each list on which a violation rests, with its clause."""
    for violation in resting:
        huts = [face.is_hut for face in violation.faces]
        kinds = {face.kind for face in violation.faces}
        if tiles.huts is not None and any(huts):
            yield tiles.huts.name, violation.clause
        if not huts or not all(huts):
            for one in tiles.sets:
                if one.kind in (kinds or tiles.kinds):
                    yield one.name, violation.clause


def _of_moats(facts: Facts, listed: TileSet, found: Iterable[Violation]) -> Iterator[Violation]:
    """Yield what is wrong with edges of a city that has moats as the list has them."""
    may_rest = {
        name
        for name, player in facts.named
        if player.city is not None
        and any(_may_be_left_out(built, listed) for built in player.city.tiles.values())
    }
    for violation in found:
        if violation.clause in _OF_EDGES and violation.player in may_rest:
            yield violation


def _may_be_left_out(built: Built, listed: TileSet) -> bool:
    """Tell whether a tile has the moats that are read if none are written; walls belong to a name."""
    if built.face.walls is not None or built.face not in listed:
        return False
    moats = listed.moats(built.face)
    return built.moats == (moats if built.roof is Edges.N else moats.turned(built.roof))
