"""What is drawn of a table, view, game or position: the parts that are known and may be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import attrs

from granada_rules.base import count
from granada_rules.box import DIRK, Purse
from granada_rules.city import SeenTile
from granada_rules.draw import words
from granada_rules.draw.plan import kinds_in
from granada_rules.game import Game, Table, View
from granada_rules.position import NotedTile, Position, SeenCards, facts_of, kind_of, noted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from granada_rules.box import Currency, Face, Kind, Marker, Ruleset, Scoring, Tiles
    from granada_rules.city import City, SeenCity

__all__ = ["Scene", "SceneDirk", "ScenePlayer", "scene"]

_Tiles = tuple[NotedTile | SeenTile, ...]

_Cards = Purse | SeenCards


@final
@attrs.frozen(kw_only=True)
class ScenePlayer:
    """What is drawn of a player; ``None`` for what is unknown or hidden."""

    name: str
    points: int | None
    hand_size: int | None
    hand: _Cards | None
    reserve: _Tiles | None
    city: City | SeenCity | None
    pawn: bool | None
    """Whether the pawn is active (VIZ-1)."""
    bonus: str
    """The bonus cards that are known, and how many are hidden, in words; empty if there are none (BON-2)."""
    is_turn: bool
    shows_legal_cells: bool
    """Whether legal cells are marked; if it is known who is to act, only in the city of that player."""

    @property
    def counts(self) -> str:
        """The known points, cards and pawn, and whether it is the player's turn, in words."""
        known = [(self.points, "point"), (self.hand_size, "card")]
        said = [count(number, thing) for number, thing in known if number is not None]
        said += [] if self.pawn is None else ["pawn active" if self.pawn else "pawn inactive"]
        said += [self.bonus] if self.bonus else []
        return ", ".join([*said, *(["has the turn"] if self.is_turn else [])])


@final
@attrs.frozen(kw_only=True)
class SceneDirk:
    """What is drawn of Dirk; ``None`` for what is unknown."""

    points: int | None
    tiles: _Tiles | None


@final
@attrs.frozen(kw_only=True)
class Scene:
    """What is drawn of a table; ``None`` for what is unknown."""

    state: str
    """What the game waits for; empty if unknown."""
    players: tuple[ScenePlayer, ...]
    yard: tuple[NotedTile | SeenTile | None, ...] | None
    currencies: tuple[Currency, ...]
    """The currencies of the spaces of the yard (BOX-7, MIX-5); empty if unknown."""
    display: _Cards | None
    marker: Marker | None
    heaps: tuple[tuple[str, str], ...]
    """The known ones of bag, deck and discards, each with its size; not those that are listed."""
    turned_up: str = ""
    """The scoring cards that were turned up."""
    piles: tuple[str, ...] | None = None
    """The piles of the deck, such as ``19A``, if noted."""
    bought: _Tiles | None
    huts: tuple[NotedTile | None, ...] | None = None
    """The open huts by type; ``None`` for an empty pile (HUT-3)."""
    dirk: SceneDirk | None
    bag: _Tiles | None = None
    """The tiles in the bag, if noted; not an empty one."""
    discards: _Cards | None = None
    """The discarded cards, if noted; not an empty heap."""
    notes: tuple[str, ...] = ()
    """The ruleset, the number of draws and the totals of score sheets, in words, if noted."""
    tile_set: Tiles | None
    played: tuple[Kind, ...]
    """The kinds of tiles that are played with."""

    def seen(self, tile: NotedTile | SeenTile) -> SeenTile:
        """Return what is known of a tile: moats or walls are its own, noted or from the tile set."""
        if isinstance(tile, SeenTile):
            return tile
        face, moats = tile.face, tile.moats
        # A-BOX-2: walls belong to the name of a tile.
        if face.walls is not None:
            moats = face.walls
        elif moats is None and self.tile_set is not None and face in self.tile_set:
            moats = self.tile_set.moats(face)
        return SeenTile(face.kind, face.building, face.value, moats)

    def back(self, tile: NotedTile | SeenTile) -> Face | None:
        """Return the back of a tile, if the tile set has it (BOX-13)."""
        if isinstance(tile, SeenTile):
            return None
        is_listed = self.tile_set is not None and tile.face in self.tile_set
        return self.tile_set.back(tile.face) if self.tile_set is not None and is_listed else None

    @property
    def kinds(self) -> frozenset[Kind]:
        """The kinds of all that is drawn: in a position not only that of the game."""
        players = self.players
        heaps = [self.yard, self.bag, self.bought, self.dirk and self.dirk.tiles]
        heaps += [player.reserve for player in players]
        tiles = (tile for heap in heaps for tile in heap or () if tile is not None)
        kinds = {kind for tile in tiles if (kind := kind_of(tile)) is not None}
        built = (kinds_in(player.city) for player in players if player.city)
        return frozenset({*self.played, *kinds}).union(*built)

    @property
    def title(self) -> str:
        """What is drawn, such as ``A table of Granada``."""
        return f"A table of {words.games(self.played)}"

    @property
    def description(self) -> str:
        """The players, their points, and what lies on the table, in words."""
        points = [(player.name, player.points) for player in self.players]
        points += [] if self.dirk is None else [(DIRK, self.dirk.points)]
        players = ", ".join(
            words.name_of(name) + ("" if number is None else f" with {count(number, 'point')}")
            for name, number in points
        )
        said = [f"{self.title}: {players}" if players else self.title, self.state]
        if self.yard is not None:
            yard = ", ".join("nothing" if tile is None else _said(tile) for tile in self.yard)
            said.append(f"In the yard: {yard}")
        if self.huts is not None:
            huts = ", ".join("nothing" if hut is None else _said(hut) for hut in self.huts)
            said.append(f"Open huts: {huts or 'nothing'}")
        if self.display is not None:
            said.append(f"On the display: {str(self.display) or 'nothing'}")
        return "".join(f"{sentence}. " for sentence in said if sentence).rstrip()


def _said(tile: NotedTile | SeenTile) -> str:
    return str(tile if isinstance(tile, SeenTile) else tile.face)


def scene(thing: Table | View | Game | Position) -> Scene:
    """Return what may be shown. Views have the hands that they know, positions those that were noted.

    SETUP-7: hands are secret, so none of a `Game` is ever drawn.
    """
    if isinstance(thing, Position):
        return _of_position(thing)
    if isinstance(thing, View):
        own = {} if thing.seat is None else {int(thing.seat): thing.bonus}
        return _of_table(thing.table, thing.hands, own)
    table = thing.table if isinstance(thing, Game) else thing
    return _of_table(table, (None,) * len(table.players), {})


def _of_table(table: Table, hands: tuple[Purse | None, ...], bonus: Mapping[int, tuple[Face, ...]]) -> Scene:
    dirk, modules = table.dirk, table.modules
    return Scene(
        state=words.state(table),
        players=tuple(
            ScenePlayer(
                name=player.name,
                points=player.points,
                hand_size=player.hand_size,
                hand=hand,
                reserve=noted(player.reserve) or None,
                city=player.city,
                pawn=modules.pawns[seat] if modules.pawns else None,
                bonus=words.bonus_cards(modules.shown[seat], bonus.get(seat), modules.hidden[seat])
                if modules.shown
                else "",
                is_turn=seat == table.turn,
                shows_legal_cells=seat == (table.turn if table.to_act is None else table.to_act),
            )
            for seat, (player, hand) in enumerate(zip(table.players, hands, strict=True))
        ),
        yard=tuple(None if face is None else NotedTile(face) for face in table.yard),
        currencies=_currencies(table.ruleset),
        display=table.display,
        marker=table.marker,
        heaps=(*_heaps(_bag(table), table.deck_size, len(table.discards)), *_huts_below(table)),
        turned_up=_turned_up(table.turned_up),
        bought=noted(table.bought) or None,
        huts=_open_huts(table.modules.open_huts or None),
        dirk=dirk and SceneDirk(points=dirk.points, tiles=noted(dirk.faces)),
        tile_set=table.ruleset.tiles,
        played=table.ruleset.kinds,
    )


def _of_position(position: Position) -> Scene:
    facts = facts_of(position)
    hands = [player.seen_hand if player.hand is None else player.hand for player in position.players]
    players = tuple(
        ScenePlayer(
            name=name,
            points=player.points,
            hand_size=None if hand is None else len(hand),
            hand=hand,
            reserve=player.seen_reserve if player.reserve is None else player.reserve,
            city=player.city or player.seen_city,
            pawn=player.pawn,
            bonus=words.bonus_cards(player.shown, player.bonus),
            is_turn=player.name is not None and player.name == position.turn,
            shows_legal_cells=(position.to_act or position.turn) in {None, player.name},
        )
        for (name, player), hand in zip(facts.named, hands, strict=True)
    )
    piles = position.piles
    return Scene(
        state=words.noted_state(position),
        players=players,
        yard=position.seen_yard if position.yard is None else position.yard,
        currencies=() if position.ruleset is None else _currencies(position.ruleset),
        display=position.seen_display if position.display is None else position.display,
        marker=position.marker,
        heaps=_heaps(
            "0" if position.bag == () else None,
            None if piles is None else sum(pile.size for pile in piles),
            0 if position.discards == Purse() else None,
        ),
        turned_up="" if position.turned_up is None else _turned_up(position.turned_up) or "none",
        piles=None if piles is None else tuple(map(str, piles)),
        bought=position.seen_bought if position.bought is None else position.bought,
        huts=_open_huts(position.open_huts),
        dirk=SceneDirk(
            points=position.dirks_points,
            tiles=position.seen_dirk if position.dirk is None else position.dirk,
        )
        if facts.has_dirk
        else None,
        bag=position.bag or position.seen_bag,
        discards=position.discards or position.seen_discards,
        notes=tuple(words.noted_beside(position)),
        tile_set=position.tile_set,
        played=facts.kinds,
    )


def _currencies(ruleset: Ruleset) -> tuple[Currency, ...]:
    return tuple(currency for currency, _ in ruleset.spaces)


def _turned_up(scorings: tuple[Scoring, ...]) -> str:
    return ", ".join(scoring.value for scoring in scorings)


def _bag(table: Table) -> str:
    """Return how many tiles are in the bag, of both kinds each (MIX-3)."""
    kinds = [tile.kind for tile in table.bag]
    return " + ".join(str(kinds.count(kind)) for kind in table.ruleset.kinds)


def _open_huts(huts: tuple[Face | None, ...] | None) -> tuple[NotedTile | None, ...] | None:
    return None if huts is None else tuple(None if hut is None else NotedTile(hut) for hut in huts)


def _huts_below(table: Table) -> tuple[tuple[str, str], ...]:
    """Return how many huts lie below the open ones, if huts are played with (MOD-6)."""
    modules = table.modules
    return (("Huts below", str(len(modules.huts_below))),) if modules.open_huts else ()


def _heaps(bag: str | None, deck: int | None, discards: int | None) -> tuple[tuple[str, str], ...]:
    cards = (("Deck", deck), ("Discards", discards))
    said = [] if bag is None else [("Bag", f"{bag} tile{'s' * (bag != '1')}")]
    return (*said, *((name, count(number, "card")) for name, number in cards if number is not None))
