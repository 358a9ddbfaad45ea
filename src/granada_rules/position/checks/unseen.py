"""Checks of tiles of which not everything is seen, and of the cities in which they lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from granada_rules.box import Clause, Violation
from granada_rules.position.fillings import too_many, unknown_tiles
from granada_rules.position.judgement import judgements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.position.facts import Facts
    from granada_rules.position.fillings import Unknown

__all__ = ["cities", "tiles"]


def tiles(facts: Facts) -> Iterator[Violation]:
    """Yield which tiles of which not everything is seen cannot be any that is left."""
    for unknown in unknown_tiles(facts):
        # A face that is seen is judged as any other.
        if not unknown.could and unknown.tile.face is None:
            yield _nothing_left(facts, unknown)
    # BOX-11: nor can several be the same tile.
    for unknown in too_many(facts):
        message = f"{_name(unknown)}: the box has none left for it beside the others that are not seen"
        cells = (unknown.cell,) if unknown.cell else ()
        yield Violation(Clause.BOX_11, message, player=unknown.player, cells=cells)


def _name(unknown: Unknown) -> str:
    return f"{unknown.tile} at {unknown.cell}" if unknown.cell else f"{unknown.tile} (among {unknown.where})"


def _nothing_left(facts: Facts, unknown: Unknown) -> Violation:
    tile, player, cells = unknown.tile, unknown.player, (unknown.cell,) if unknown.cell else ()
    name = _name(unknown)
    # BOX-11: a tile lies in one place.
    if unknown.fitting:
        message = f"{name}: everything that it could be lies elsewhere"
        return Violation(Clause.BOX_11, message, player=player, cells=cells)
    kind = facts.kind if tile.kind is None else tile.kind
    # BOX-2, A-BOX-2: there is such a tile.
    if kind in facts.kinds:
        return Violation(Clause.BOX_2.of(kind), f"{name}: no such tile", player=player, cells=cells)
    message = f"{name} is of {kind.label}, and this is {facts.rules.label}"
    return Violation(Clause.BOX_2.of(facts.kind), message, player=player, cells=cells)


def cities(facts: Facts) -> Iterator[Violation]:
    """Yield what is certainly wrong with each city of which not everything is seen."""
    for name, player in facts.named:
        if player.seen_city is None:
            continue
        # BOX-5, MIX-2: everybody has a start tile of the game that is played, of both one of Alhambra.
        if player.seen_city.start is not facts.kind:
            message = f"a start tile of {player.seen_city.start.label}, and this is {facts.rules.label}"
            yield Violation(facts.clause(Clause.BOX_5), message, player=name)
        # BUILD-1 … BUILD-6, MIX-15 … MIX-23: cities are legal.
        for violation in judgements(facts)[name].certain:
            yield attrs.evolve(violation, player=name)
