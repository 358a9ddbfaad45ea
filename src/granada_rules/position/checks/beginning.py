"""Checks of tables at which nobody has bought a tile yet: what they show, the setup brought."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.base import count
from granada_rules.box import STARTING_MONEY, Clause, Edges, Kind, Marker, Seat, Violation, some
from granada_rules.game import first_player as who_begins
from granada_rules.game import may_have_begun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.position.facts import Facts
    from granada_rules.position.model import NotedTile

__all__ = ["discards", "first_player", "first_yard", "hands"]


def first_yard(facts: Facts) -> Iterator[Violation]:
    """Yield which tiles of Granada cannot be among the first ones of the yard."""
    if not facts.nobody_has_bought or not facts.rules.has_marker:
        return
    lying = [tile for tile in facts.position.yard or () if tile and tile.face.kind is Kind.GRANADA]
    # SETUP-2, MIX-6: they lie even face up.
    if odd := tuple(tile.face for tile in lying if Marker.ODD.shows(tile.face)):
        message = f"{some(odd)} in the yard, and nobody has bought a tile: the first ones show even prices"
        yield Violation(facts.clause(Clause.SETUP_2), message, faces=odd)
    # MIX-6: one without any moat goes back.
    dry = tuple(tile.face for tile in lying if _moats(facts, tile) == Edges(0))
    if dry and len(facts.kinds) > 1:
        message = f"{some(dry)} in the yard, and nobody has bought a tile: the first ones have a moat"
        yield Violation(Clause.MIX_6, message, faces=dry)


def _moats(facts: Facts, tile: NotedTile) -> Edges | None:
    """Return the moats of a tile, if they are noted or listed."""
    tile_set = facts.position.tile_set
    if tile.moats is not None or tile_set is None or tile.face not in tile_set:
        return tile.moats
    return tile_set.moats(tile.face)


def hands(facts: Facts) -> Iterator[Violation]:
    """Yield which hands are worth too little, although nobody has paid anything."""
    if not facts.nobody_has_bought or not facts.has_begun:
        return
    for name, player in facts.named:
        # SETUP-3: cards are dealt until they are worth 20 or more. EXC-9: exchange cards are worth nothing.
        if player.hand is not None and player.hand.total() < STARTING_MONEY:
            worth = f"cards worth {player.hand.total()}, and nobody has bought a tile"
            message = f"{worth}: everybody begins with {STARTING_MONEY} or more"
            yield Violation(Clause.SETUP_3, message, player=name, cards=tuple(player.hand))


def first_player(facts: Facts) -> Iterator[Violation]:
    """Yield who cannot have the first turn of all."""
    turn, everybody = facts.position.turn, facts.everybody
    noted = [player.hand for player in facts.position.players if player.hand is not None]
    if not facts.nobody_has_bought or not facts.has_begun or facts.own_faces or turn not in everybody:
        return
    # SETUP-4: with the fewest cards, and of those the lowest total; ages are not noted. HUT-4: nobody has
    # taken a hut, and nobody can have done anything but take money.
    if len(noted) == len(everybody) and not may_have_begun(noted, Seat(everybody.index(turn))):
        first = everybody[who_begins(noted, ())]
        yield Violation(Clause.SETUP_4, f"the first turn of all is {first}'s, not {turn}'s")


def discards(facts: Facts) -> Iterator[Violation]:
    """Yield whether cards were paid, although nobody has bought anything."""
    paid = facts.position.discards
    # BUY-2, PLACE-2, DIRK-7: cards are paid for tiles, and for turning them, by those who buy.
    if paid and facts.nobody_has_bought:
        message = f"{count(len(paid), 'card')} in the discards, and nobody has bought a tile"
        yield Violation(Clause.BUY_2, message, cards=tuple(paid))
