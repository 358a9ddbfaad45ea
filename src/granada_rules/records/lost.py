"""What of a position with slips is left out, so that nothing wrong follows from what is missing."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from granada_rules.base import MOST_SLIPS, nearest
from granada_rules.position import NotedPlayer, Position
from granada_rules.records.rulesets import IN_RULESET

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from granada_rules.base import Fields

__all__ = ["SAYING_THE_GAME", "lost_at_table", "lost_of_player", "without"]


_Noted = TypeVar("_Noted", Position, NotedPlayer)

SAYING_THE_GAME = frozenset({"format", "tiles", "ruleset"})
"""Without them nothing can be judged."""

_DEPENDING = {"to_act": "turn", "bag": "bought"}
"""By key, what would be judged wrongly if that were missing: whose decision it is, what is in the bag."""

_SHOWING_THE_GAME = frozenset(
    {"player", "yard", "marker", "dirk", "bag", "bought", "huts", "sheets", "city", "reserve", "second"}
)
"""Where tiles or the marker can be seen, if nothing says which game it is."""

_OF_ANY_GAME = frozenset({"player", "display", "discards"})
"""What is judged alike whichever game it is."""

_FIELDS = {"open_huts": "huts", "players": "player", "tile_set": "tiles"}
"""Fields that have other keys in files."""


def lost_of_player(fields: Fields, *, says_game: bool) -> set[str]:
    """Return what of a player does not count as noted; ``says_game`` is whether the table says the game."""
    lost = {*fields.lost, *_meant(fields)}
    # A hand of which not all cards can be read is no shorter one.
    if lost & {"hand", "cards"}:
        lost |= {"hand", "cards"}
    # MIX-20: if nothing else says so, it says that tiles of both kinds lie there.
    if "second" in lost and not says_game:
        lost.add("city")
    return lost


def lost_at_table(table: Fields, players: Sequence[Fields], *, says_game: bool) -> list[str] | None:
    """Add to what is lost of the table whatever depends on it; return the places of all that is left out.

    It is None if nothing can be judged. ``says_game`` is whether ruleset or tile set say the game.
    """
    # In TOML what follows a player is that player's.
    strays = {key for fields in players for key in fields.entries if key not in fields.taken}
    table.lost |= {*_meant(table), *(strays & table.taken)}
    if not IN_RULESET.keys().isdisjoint(strays.union(table.entries.keys() - table.taken)):
        table.lost.add("ruleset")
    if not table.lost.isdisjoint(SAYING_THE_GAME):
        return None
    table.lost |= {_DEPENDING[key] for key in table.lost & _DEPENDING.keys()}
    lost = table.lost.union(*(fields.lost for fields in players))
    if not says_game and not lost.isdisjoint(_SHOWING_THE_GAME):
        table.lost |= table.taken - _OF_ANY_GAME - SAYING_THE_GAME
    return [*_places(table, players)]


def _places(table: Fields, players: Sequence[Fields]) -> Iterator[str]:
    for key in table.entries:
        if key in table.lost & table.taken:
            yield key
        elif key == "player":
            for fields in players:
                known = fields.lost & fields.taken
                yield from (fields.place(own) for own in fields.entries if own in known)


def _meant(fields: Fields) -> Iterator[str]:
    """Yield missing entries for which those that nobody knows were probably meant."""
    unknown = (key for key in fields.entries if key not in fields.taken)
    for key in islice(unknown, MOST_SLIPS):
        near = nearest(key, fields.taken - fields.entries.keys())
        if near is not None:
            yield near


def without(noted: _Noted, lost: AbstractSet[str]) -> _Noted:
    """Return a position or a player without what has these keys."""
    left_out: dict[str, Any] = {}
    for field in attrs.fields(type(noted)):
        key = field.name.removeprefix("seen_")
        if _FIELDS.get(key, key) in lost:
            left_out[field.name] = field.default
    return attrs.evolve(noted, **left_out)
