"""The values of a position: whatever somebody may have noted, right or wrong."""

from __future__ import annotations

from functools import cached_property
from types import NoneType
from typing import TYPE_CHECKING, Any, final

import attrs
from attrs.validators import optional

from granada_rules.base import LARGEST, Word, at_least, count, made_once, of_kind, short, tuple_of, whole
from granada_rules.box import (
    PLACES,
    SPACES,
    Currency,
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
    some,
)
from granada_rules.city import HIDDEN, City, SeenCity, SeenTile, faces_of
from granada_rules.sheet import ScoreSheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from granada_rules.box import Built, Cell, Violation

__all__ = [
    "Level",
    "NotedPlayer",
    "NotedTile",
    "Position",
    "Report",
    "SeenCards",
    "cities_noted",
    "faces_built",
    "kind_of",
    "kinds_noted",
    "known_cards",
    "may_be_of_both",
    "noted",
    "own_faces",
    "tiles_built",
]


@final
@made_once
class NotedTile:
    """A tile outside a city: the face that lies up and, if noted, its moats or walls."""

    face: Face = attrs.field(validator=of_kind(Face))
    moats: Edges | None = attrs.field(default=None, validator=optional(of_kind(Edges)))


def _in_order(currencies: Iterable[Currency]) -> tuple[Currency, ...]:
    given = tuple(currencies)
    are_all = all(type(currency) is Currency for currency in given)
    return tuple(sorted(given, key=PLACES.__getitem__)) if are_all else given


_noted_tiles = optional(tuple_of(NotedTile))

_seen_tiles = optional(tuple_of(NotedTile, SeenTile))


def noted(faces: Iterable[Face]) -> tuple[NotedTile, ...]:
    """Note tiles by their faces alone."""
    return tuple(NotedTile(face) for face in faces)


@final
@made_once
class SeenCards:
    """Cards of which not everything is seen.

    >>> from granada_rules import Currency, Purse, SeenCards
    >>> print(SeenCards(Purse.parse("b3"), (Currency.BLUE,), 5))
    b3; b?; 5 cards

    Raises ``ValueError`` if the number is negative or too large, or if every card is seen: that is a `Purse`.
    """

    known: Purse = attrs.field(default=Purse(), validator=of_kind(Purse))
    """The cards that are seen."""
    hidden: tuple[Currency, ...] = attrs.field(default=(), validator=tuple_of(Currency), converter=_in_order)
    """The currencies of cards whose value is not seen."""
    more: int = attrs.field(default=0, validator=at_least(0))
    """How many cards more there are, of which nothing is seen."""

    def __attrs_post_init__(self) -> None:
        if not self.hidden and not self.more:
            raise ValueError("expected a card that is not seen, got none")
        # More cannot be in a file, and a length has a limit, too.
        if self.more > LARGEST:
            raise ValueError(f"more: expected a number up to {LARGEST}, got {short(self.more)}")

    @property
    def codes(self) -> tuple[str, ...]:
        """The cards of which something is seen, as they are written."""
        return (*map(str, self.known), *(f"{currency.code}{HIDDEN}" for currency in self.hidden))

    def __len__(self) -> int:
        return len(self.known) + len(self.hidden) + self.more

    def __str__(self) -> str:
        return some([*self.codes, count(self.more, "card")] if self.more else self.codes)


@final
@made_once(kw_only=True)
class NotedPlayer:
    """What is noted about a player; ``None`` for what is not, which is not judged.

    Where something is written down that is not seen, ``city``, ``reserve`` or ``hand`` is ``None``, and
    ``seen_city``, ``seen_reserve`` or ``seen_hand`` has what is seen.

    Raises ``ValueError`` if both are noted.
    """

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
    seen_city: SeenCity | None = attrs.field(default=None, validator=optional(of_kind(SeenCity)))
    """What is seen of a city that has a tile of which something is not seen."""
    seen_reserve: tuple[NotedTile | SeenTile, ...] | None = attrs.field(default=None, validator=_seen_tiles)
    """What is seen of a reserve that has such a tile."""
    seen_hand: SeenCards | None = attrs.field(default=None, validator=optional(of_kind(SeenCards)))
    """What is seen of a hand that has such a card."""

    def __attrs_post_init__(self) -> None:
        _refuse_unsound(self)


def _refuse_unsound(noted: NotedPlayer | Position) -> None:
    """Refuse what is noted twice, and what is noted as seen in part and is seen as a whole."""
    for name in (field.name for field in attrs.fields(type(noted)) if field.name.startswith("seen_")):
        part, entry = getattr(noted, name), name.removeprefix("seen_")
        if part is None:
            continue
        if getattr(noted, entry) is not None:
            raise ValueError(f"{name}: expected None beside {entry}, got both")
        is_whole = isinstance(part, SeenCity) and not part.unknown
        if isinstance(part, tuple):
            tiles = [tile for tile in part if isinstance(tile, SeenTile)]
            is_whole = not tiles
            for tile in tiles:
                if tile.face is not None or tile.roof is not Edges.N:
                    raise ValueError(f"{name}: expected tiles whose face is not certain, roof up, got {tile}")
        if is_whole:
            raise ValueError(f"{name}: everything in it is seen; expected {entry} instead")


def tiles_built(player: NotedPlayer) -> list[tuple[Cell, Built]]:
    """Return the tiles in the city of a player by their cells, as far as they are noted and certain."""
    if player.city is not None:
        return [*player.city.tiles.items()]
    seen = {} if player.seen_city is None else player.seen_city.tiles
    return [(cell, tile.built) for cell, tile in seen.items() if tile.built is not None]


def faces_built(player: NotedPlayer) -> list[Face]:
    """Return the faces in the city of a player, as far as they are noted and certain."""
    if player.city is not None:
        return faces_of(player.city)
    seen = () if player.seen_city is None else player.seen_city.tiles.values()
    return [tile.face for tile in seen if tile.face is not None]


def known_cards(cards: Purse | None, seen: SeenCards | None) -> Purse:
    """Return the cards that are noted and seen."""
    return cards or (Purse() if seen is None else seen.known)


def own_faces(player: NotedPlayer) -> list[Face]:
    """Return the faces in the city and on the reserve of a player, as far as they are noted and certain."""
    reserve = player.reserve or player.seen_reserve or ()
    return [*faces_built(player), *(tile.face for tile in reserve if tile.face is not None)]


@final
@made_once(kw_only=True)
class Position:
    """A position, from a single city to a whole table; ``None`` for what is not noted, which is not judged.

    Two or more players are all who play. Where something is written down that is not seen, such as a covered
    tile in the yard, ``yard`` is ``None``, and ``seen_yard`` has what is seen.

    Raises ``ValueError`` if ``draws`` is negative, or if the same is noted twice, seen as a whole and not.
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
    seen_yard: tuple[NotedTile | SeenTile | None, ...] | None = attrs.field(
        default=None, validator=optional(tuple_of(NotedTile, SeenTile, NoneType))
    )
    """What is seen of a yard with a tile of which something is not seen; ``yard`` is then ``None``."""
    seen_display: SeenCards | None = attrs.field(default=None, validator=optional(of_kind(SeenCards)))
    seen_discards: SeenCards | None = attrs.field(default=None, validator=optional(of_kind(SeenCards)))
    seen_dirk: tuple[NotedTile | SeenTile, ...] | None = attrs.field(default=None, validator=_seen_tiles)
    seen_bag: tuple[NotedTile | SeenTile, ...] | None = attrs.field(default=None, validator=_seen_tiles)
    seen_bought: tuple[NotedTile | SeenTile, ...] | None = attrs.field(default=None, validator=_seen_tiles)

    def __attrs_post_init__(self) -> None:
        _refuse_unsound(self)

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
    undecided: tuple[Violation, ...] = ()
    """What is broken or not depending on tiles of which not everything is seen, with the cells to look at."""

    def __str__(self) -> str:
        lost = f" (not noted: {', '.join(self.lost)})" if self.lost else ""
        return "\n".join([*map(str, (*self.violations, *self.undecided)), self.level.value + lost])


# Of which game it may be.


def cities_noted(position: Position) -> list[City]:
    """Return the cities that are noted, by seat, with their shapes if they are seen in part."""
    seen = (player.city or player.seen_city for player in position.players)
    return [city.shape if isinstance(city, SeenCity) else city for city in seen if city is not None]


def kind_of(tile: NotedTile | SeenTile) -> Kind | None:
    """Return the kind of a tile, if it is known."""
    return tile.face.kind if isinstance(tile, NotedTile) else tile.kind


def kinds_noted(position: Position, cities: Sequence[City]) -> tuple[Kind, ...]:
    """Return the kind of the first city, the first tile or the first sheet; empty if there is none.

    It is both if one of these cities, a sheet or a yard of eight spaces has both.
    """
    yard, noted = position.yard or position.seen_yard or (), _noted(position, cities)
    mixed = [frozenset(sheet.kinds) for sheet in position.sheets or ()]
    # MIX-5: four spaces for each kind.
    if len(yard) == SPACES * len(Kind):
        mixed.append(frozenset(kind for tile in yard if tile and (kind := kind_of(tile))))
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
    places: list[Sequence[NotedTile | SeenTile | None] | None] = [
        position.yard or position.seen_yard,
        position.bought or position.seen_bought,
        position.dirk or position.seen_dirk,
        position.bag or position.seen_bag,
    ]
    places += [player.reserve or player.seen_reserve for player in position.players]
    kinds = [kind_of(tile) for tiles in places for tile in tiles or () if tile is not None]
    noted = [city.start for city in cities]
    noted += [kind for kind in kinds if kind is not None]
    noted += [hut.kind for hut in position.open_huts or () if hut is not None]
    return noted + [kind for sheet in position.sheets or () for kind in sheet.kinds]
