"""Checks of tables at which nobody has bought a tile yet: what they show, the setup brought."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.base import count
from granada_rules.box import STARTING_MONEY, Clause, Edges, Kind, Marker, Phase, Seat, Violation, some
from granada_rules.game import AFTER_ACTIONS, are_as_dealt, may_have_begun
from granada_rules.game import first_player as who_begins

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.box import Purse
    from granada_rules.position.facts import Facts
    from granada_rules.position.model import NotedTile

__all__ = ["discards", "first_action", "first_player", "first_yard", "hands"]

_BEFORE_REFILL = frozenset({Phase.SETUP, Phase.END_OF_TURN})
"""The phases in which tiles may be missing in the yard, so that TURN-10 says nothing of the marker."""


def first_yard(facts: Facts) -> Iterator[Violation]:
    """Yield which tiles of Granada cannot be among the first ones of the yard."""
    marker, phase, empty = facts.position.marker, facts.position.phase, facts.empty_spaces
    if not facts.nobody_has_bought or not facts.rules.has_marker:
        return
    # SETUP-2, MIX-6: when the yard is full for the first time the marker goes to odd.
    expected = Marker.ODD if empty is None or not any(empty.values()) else Marker.EVEN
    if phase in _BEFORE_REFILL and empty is not None and marker not in {None, expected}:
        message = f"nobody has bought a tile, so the marker is on {expected.value}"
        yield Violation(facts.clause(Clause.SETUP_2), message)
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


def _dealt(facts: Facts) -> tuple[Purse, ...]:
    """Return all hands if they are certainly as they were dealt, and nobody has a hut; otherwise none."""
    hands = tuple(player.hand for player in facts.position.players if player.hand is not None)
    is_known = facts.has_begun and len(hands) == len(facts.position.players)
    # HUT-4: nobody has taken a hut, and nobody can have done anything but take money.
    is_untouched = facts.nobody_has_bought and not facts.own_faces
    return hands if is_known and is_untouched and are_as_dealt(hands) else ()


def first_player(facts: Facts) -> Iterator[Violation]:
    """Yield who cannot have the first turn of all."""
    turn, everybody, dealt = facts.position.turn, facts.everybody, _dealt(facts)
    # SETUP-4: with the fewest cards, and of those the lowest total; ages are not noted.
    if dealt and turn in everybody and not may_have_begun(dealt, Seat(everybody.index(turn))):
        first = everybody[who_begins(dealt, ())]
        yield Violation(Clause.SETUP_4, f"the first turn of all is {first}'s, not {turn}'s")


def first_action(facts: Facts) -> Iterator[Violation]:
    """Yield whether a turn is over in which nobody did anything."""
    phase = facts.position.phase
    # TURN-2: the first action is a must. At first there is money to be taken.
    if phase in AFTER_ACTIONS and _dealt(facts):
        message = f"the phase {phase.value!r}, and nobody has bought or taken anything yet"
        yield Violation(Clause.TURN_2, message)


def discards(facts: Facts) -> Iterator[Violation]:
    """Yield whether cards were paid, although nobody has bought anything."""
    paid = facts.position.discards
    # BUY-2, PLACE-2, DIRK-7: cards are paid for tiles, and for turning them, by those who buy.
    if paid and facts.nobody_has_bought:
        message = f"{count(len(paid), 'card')} in the discards, and nobody has bought a tile"
        yield Violation(Clause.BUY_2, message, cards=tuple(paid))
