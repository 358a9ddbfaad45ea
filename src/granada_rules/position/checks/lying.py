"""Violations about faces, told where these lie: city by city with their cells, or without."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, NamedTuple

import attrs

from granada_rules.base import remembered
from granada_rules.box import tile_name
from granada_rules.position.facts import Facts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from granada_rules.box import Cell, Face, FaceProblem, Violation
    from granada_rules.position.model import NotedPlayer

__all__ = ["at_their_cells"]


_MOST_NAMED = 4
"""How many places a message names."""


class _Lying(NamedTuple):
    """A tile somewhere on the table."""

    code: str
    """As it is written there."""
    where: str
    """Such as ``in the yard`` or ``in Red's city``."""
    player: str | None = None
    """In whose city."""
    cell: Cell | None = None
    """At which cell of it."""


def at_their_cells(facts: Facts, problems: Iterable[FaceProblem]) -> Iterator[Violation]:
    """Yield each violation for every city in which its faces lie, by seat; if in none, without cells."""
    for violation, left, is_each in problems:
        lying = [one for face in violation.faces for one in _lying(facts)[face]]
        elsewhere = [one for one in lying if one.cell is None]
        if elsewhere == lying:
            message = f"{_named(lying)}: {left}" if is_each else violation.message
            yield attrs.evolve(violation, message=message)
        for name, _ in facts.named:
            own = sorted((one for one in lying if one.player == name), key=attrgetter("cell"))
            if own:
                # What is wrong by itself is said in each of the other cities, too.
                others = elsewhere if is_each else [one for one in lying if one.player != name]
                message = f"{_named([*own, *others], name)}: {left}"
                cells = tuple(one.cell for one in own if one.cell is not None)
                yield attrs.evolve(violation, message=message, player=name, cells=cells)


def _named(lying: list[_Lying], name: str | None = None) -> str:
    """Say where tiles lie, seen by that player: ``TO9:W at -1,0 and in Blue's reserve``."""
    said, before = [], ""
    places = Counter((one.code, _place(one, name)) for one in lying)
    for (code, place), times in islice(places.items(), _MOST_NAMED):
        often = f" {times} times" if times > 1 else ""
        said.append(f"{place}{often}" if code == before else f"{code} {place}{often}")
        before = code
    more = f" and {len(places) - _MOST_NAMED} more" if len(places) > _MOST_NAMED else ""
    return " and ".join(said) + more


def _place(one: _Lying, name: str | None) -> str:
    if one.cell is None:
        return one.where
    return f"at {one.cell}" if one.player == name else f"at {one.cell} {one.where}"


@remembered(Facts)
def _lying(facts: Facts) -> Mapping[Face, list[_Lying]]:
    """Return where each face lies: in the cities, by seat and in reading order, and then elsewhere."""
    lying: dict[Face, list[_Lying]] = {}
    for name, player in facts.named:
        where = f"in {name}'s {facts.rules.city}"
        for cell, face, code in _built(player):
            lying.setdefault(face, []).append(_Lying(code, where, name, cell))
    for place, tiles in facts.open_tiles:
        where = f"{'among' if place.endswith('tiles') else 'in'} {place}"
        for tile in tiles:
            lying.setdefault(tile.face, []).append(_Lying(str(tile.face), where))
    return lying


def _built(player: NotedPlayer) -> Iterator[tuple[Cell, Face, str]]:
    """Yield the tiles of a city whose faces are certain: their cells, faces, and how they are written."""
    if player.city is not None:
        for cell, built in sorted(player.city.tiles.items(), key=itemgetter(0)):
            yield cell, built.face, tile_name(built)
    elif player.seen_city is not None:
        for cell, seen in player.seen_city.tiles.items():
            if seen.face is not None:
                # A tile of which not all moats are seen is called by its face.
                yield cell, seen.face, str(seen.face) if seen.built is None else tile_name(seen.built)
