"""`facts_of`: the facts of a position, by the game that it is of."""

from __future__ import annotations

from granada_rules.position.facts import Facts
from granada_rules.position.kinds_noted import kinds_noted, may_be_of_both
from granada_rules.position.model import Position
from granada_rules.sealed import remembered
from granada_rules.tiles import Kind

__all__ = ["facts_of"]


@remembered(Position)
def facts_of(position: Position) -> Facts:
    """Return the facts of a position, which remembers them.

    It is of the game that the ruleset says, or else the tile set, or what is noted first; if nothing is, of
    Granada. Without ruleset and tile set it is of both kinds if it may be and only then nothing is
    wrong.
    """
    for said in (position.ruleset, position.tile_set):
        if said is not None:
            return Facts(position, said.kinds)
    cities = [player.city for player in position.players if player.city is not None]
    facts = Facts(position, kinds_noted(position, cities) or (Kind.GRANADA,))
    if len(facts.kinds) > 1 or not may_be_of_both(position, cities):
        return facts
    # Imported here to keep the import of the package fast.
    from granada_rules.position.violations_of import violations_of  # noqa: PLC0415 - as said above

    together = Facts(position, tuple(Kind))
    return together if violations_of(facts) and not violations_of(together) else facts
