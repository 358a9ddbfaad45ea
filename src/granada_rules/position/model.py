"""The values of a position: whatever somebody may have noted, right or wrong."""

from __future__ import annotations

from functools import cached_property
from types import NoneType
from typing import TYPE_CHECKING, Any, final

import attrs
from attrs.validators import optional

from granada_rules.base import Word, at_least, made_once, of_kind, tuple_of, whole
from granada_rules.box import (
    SPACES,
    Edges,
    Face,
    Kind,
    Marker,
    Phase,
    Pile,
    Purse,
    Ruleset,
    Scoring,
    Tiles,
    TileSet,
    TileSets,
)
from granada_rules.city import City
from granada_rules.sheet import ScoreSheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from granada_rules.box import Violation

__all__ = [
    "Level",
    "NotedPlayer",
    "NotedTile",
    "Position",
    "Report",
    "kinds_noted",
    "may_be_of_both",
    "noted",
    "own_faces",
]


@final
@made_once
class NotedTile:
    """A tile outside a city: the face that lies up and, if noted, its moats or walls."""

    face: Face = attrs.field(validator=of_kind(Face))
    moats: Edges | None = attrs.field(default=None, validator=optional(of_kind(Edges)))


_noted_tiles = optional(tuple_of(NotedTile))


def noted(faces: Iterable[Face]) -> tuple[NotedTile, ...]:
    """Note tiles by their faces alone."""
    return tuple(NotedTile(face) for face in faces)


@final
@made_once(kw_only=True)
class NotedPlayer:
    """What is noted about a player; ``None`` for what is not, which is not judged."""

    name: str | None = attrs.field(default=None, validator=optional(of_kind(str)))
    city: City | None = attrs.field(default=None, validator=optional(of_kind(City)))
    reserve: tuple[NotedTile, ...] | None = attrs.field(default=None, validator=_noted_tiles)
    """In any order."""
    hand: Purse | None = attrs.field(default=None, validator=optional(of_kind(Purse)))
    """The cards, if somebody saw them."""
    points: int | None = attrs.field(default=None, validator=optional(whole))
    pawn: bool | None = attrs.field(default=None, validator=optional(of_kind(bool)))
    """Whether the pawn is active, in a game with vizier's favour (VIZ-1)."""
    bonus: tuple[Face, ...] | None = attrs.field(default=None, validator=optional(tuple_of(Face)))
    """The hidden bonus cards, if somebody saw them, in any order (BON-2)."""
    shown: tuple[Face, ...] | None = attrs.field(default=None, validator=optional(tuple_of(Face)))
    """The bonus cards that are shown, in any order (BON-4)."""


def own_faces(player: NotedPlayer) -> list[Face]:
    """Return the faces in the city and on the reserve of a player, as far as they are noted."""
    built = () if player.city is None else player.city.tiles.values()
    return [tile.face for tile in (*built, *(player.reserve or ()))]


@final
@made_once(kw_only=True)
class Position:
    """A position, from a single city to a whole table; ``None`` for what is not noted, which is not judged.

    Two or more players are all who play. Raises ``ValueError`` if ``draws`` is negative.
    """

    tile_set: Tiles | None = attrs.field(default=None, validator=optional(of_kind(TileSet, TileSets)))
    """The tiles of the game; ``None`` if there is no list of them."""
    players: tuple[NotedPlayer, ...] = attrs.field(default=(), validator=tuple_of(NotedPlayer))
    """By seat."""
    yard: tuple[NotedTile | None, ...] | None = attrs.field(
        default=None, validator=optional(tuple_of(NotedTile, NoneType))
    )
    """What lies on the spaces 1 to 4 (BOX-7); if both kinds are played, on 1 to 8 (MIX-5)."""
    display: Purse | None = attrs.field(default=None, validator=optional(of_kind(Purse)))
    """The cards of the money display (BOX-8)."""
    marker: Marker | None = attrs.field(default=None, validator=optional(of_kind(Marker)))
    """Which face of new tiles lies up (BOX-9); there is none in Alhambra."""
    dirk: tuple[NotedTile, ...] | None = attrs.field(default=None, validator=_noted_tiles)
    """Dirk's tiles, if two play."""
    dirks_points: int | None = attrs.field(default=None, validator=optional(whole))
    bag: tuple[NotedTile, ...] | None = attrs.field(default=None, validator=_noted_tiles)
    """The tiles in the bag, either face up."""
    bought: tuple[NotedTile, ...] | None = attrs.field(default=None, validator=_noted_tiles)
    """Tiles bought in this turn, or given at the end, that are still to be placed."""
    open_huts: tuple[Face | None, ...] | None = attrs.field(
        default=None, validator=optional(tuple_of(Face, NoneType))
    )
    """By type, the open hut of each pile; ``None`` where a pile is empty (HUT-3)."""
    discards: Purse | None = attrs.field(default=None, validator=optional(of_kind(Purse)))
    piles: tuple[Pile, ...] | None = attrs.field(default=None, validator=optional(tuple_of(Pile)))
    """The piles of the money deck, the uppermost first."""
    turned_up: tuple[Scoring, ...] | None = attrs.field(default=None, validator=optional(tuple_of(Scoring)))
    """The scoring cards that have left the game, where the piles do not tell that (MIX-7)."""
    ruleset: Ruleset | None = attrs.field(default=None, validator=optional(of_kind(Ruleset)))
    """The rules of the game; its tile set does not count here."""
    turn: str | None = attrs.field(default=None, validator=optional(of_kind(str)))
    """Whose turn it is, by name."""
    to_act: str | None = attrs.field(default=None, validator=optional(of_kind(str)))
    """Who is to act, by name (VIZ-9, BON-4); ``None`` for who has the turn, and if a draw is due."""
    due: Scoring | None = attrs.field(default=None, validator=optional(of_kind(Scoring)))
    """Before which scoring bonus cards are shown (BON-4)."""
    phase: Phase | None = attrs.field(default=None, validator=optional(of_kind(Phase)))
    """What the game waits for."""
    draws: int = attrs.field(default=0, validator=at_least(0))
    """How many draws there were; 0 if that is not noted."""
    sheets: tuple[ScoreSheet, ...] | None = attrs.field(
        default=None, validator=optional(tuple_of(ScoreSheet))
    )
    """The sheets of the last scorings, or of all."""

    @cached_property
    def _memory(self) -> dict[object, Any]:
        # No field: it is neither compared nor printed, copied or pickled, and a changed position has its own.
        return {}


class Level(Word):
    """How far validation got with a record."""

    UNREADABLE = "unreadable"
    """It could not be read."""
    WELL_FORMED = "well-formed"
    """It could be read, and breaks a clause."""
    CONSISTENT = "consistent"
    """It breaks no clause, but is not a whole table at a decision."""
    COMPLETE = "complete"
    """It breaks no clause, and can be played on."""


@final
@made_once
class Report:
    """The result of `validate`: the level of a position, all violations, and what it lacks."""

    level: Level
    """How far validation got."""
    violations: tuple[Violation, ...]
    """All broken clauses, in a fixed order."""
    missing: tuple[str, ...]
    """What is not noted, and is needed to play on."""
    lost: tuple[str, ...] = ()
    """What a complete position does not note about the game so far, so that playing on loses it.

    ``"draws"``: the same dealer begins again with its first number. ``"sheets"``: awards of past scorings.
    """

    def __str__(self) -> str:
        lost = f" (not noted: {', '.join(self.lost)})" if self.lost else ""
        return "\n".join([*map(str, self.violations), self.level.value + lost])


# Of which game it may be.


def kinds_noted(position: Position, cities: Sequence[City]) -> tuple[Kind, ...]:
    """Return the kind of the first city, the first tile or the first sheet; empty if there is none.

    It is both if one of these cities, a sheet or a yard of eight spaces has both.
    """
    yard, noted = position.yard or (), _noted(position, cities)
    mixed = [frozenset(sheet.kinds) for sheet in position.sheets or ()]
    # MIX-5: four spaces for each kind.
    if len(yard) == SPACES * len(Kind):
        mixed.append(frozenset(tile.face.kind for tile in yard if tile is not None))
    # MIX-15: tiles of both kinds lie around a start tile of Alhambra.
    if any(city.other for city in cities) or frozenset(Kind) in mixed:
        has_granadas_start = any(city.start is Kind.GRANADA for city in cities[:1])
        return (Kind.GRANADA,) if has_granadas_start else tuple(Kind)
    return tuple(noted[:1])


def may_be_of_both(position: Position, cities: Sequence[City]) -> bool:
    """Tell whether something of Alhambra is noted and something that it lacks, but no other start tile."""
    noted = {*_noted(position, cities)}
    # MIX-2: both kinds are played with start tiles of Alhambra, and with the marker.
    has_start = all(city.start is Kind.ALHAMBRA for city in cities)
    return has_start and Kind.ALHAMBRA in noted and (Kind.GRANADA in noted or position.marker is not None)


def _noted(position: Position, cities: Sequence[City]) -> list[Kind]:
    """Return the kinds of start tiles, of tiles outside the cities and of sheets, in this order."""
    places = [position.yard, position.bought, position.dirk, position.bag]
    places += [player.reserve for player in position.players]
    noted = [city.start for city in cities]
    noted += [tile.face.kind for tiles in places for tile in tiles or () if tile is not None]
    noted += [hut.kind for hut in position.open_huts or () if hut is not None]
    return noted + [kind for sheet in position.sheets or () for kind in sheet.kinds]
