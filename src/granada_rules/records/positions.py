"""Positions in files: ``granada-position/1``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from granada_rules.base import (
    MOST_LISTED,
    Fields,
    RecordError,
    Slips,
    as_written,
    by_word,
    chosen,
    expected,
    read_document,
    short,
)
from granada_rules.box import (
    Currency,
    Edges,
    Face,
    Kind,
    Marker,
    Phase,
    Pile,
    Purse,
    Scoring,
    labels,
    names,
    written_cell,
    written_ruleset,
)
from granada_rules.city import HIDDEN, WHICH_KIND, City, SeenTile
from granada_rules.notation import (
    WrittenTile,
    read_face,
    read_seen_card,
    read_seen_tile,
    read_tile,
    write_city,
    write_seen_city,
    write_seen_tile,
    write_tile,
)
from granada_rules.position import (
    NotedPlayer,
    NotedTile,
    Position,
    SeenCards,
    cities_noted,
    facts_of,
    kinds_noted,
)
from granada_rules.records.cities import TileReader, read_city_of
from granada_rules.records.lost import SAYING_THE_GAME, lost_at_table, lost_of_player, without
from granada_rules.records.rulesets import (
    IN_RULESET,
    read_ruleset,
    read_tiles,
    refuse_other_tiles,
    written_tiles,
)
from granada_rules.records.sheets import read_sheets, written_sheets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from granada_rules.box import Listed, Tiles

__all__ = ["read_position", "write_position"]


_Thing = TypeVar("_Thing")

_FORMAT = "granada-position/1"

_MOST_NOTED = 10
"""More than six players can be written, and break BOX-12."""

_OF_A_PLAYER = ("name", "points", "pawn", "bonus", "shown", "reserve", "hand", "cards", "city", "second")

_OF_THE_TABLE = (
    *("tiles", "ruleset", "turn", "to_act", "due", "phase", "marker", "yard", "display", "discards"),
    *("bought", "huts", "piles", "turned_up", "dirk", "dirks_points", "bag", "draws"),
)

_IN_PLAYER = {**IN_RULESET} | dict.fromkeys(_OF_THE_TABLE, "write it above the first [[player]]")
"""Entries that do not belong to a player, and what to do with them."""

_AT_TABLE = {**IN_RULESET} | dict.fromkeys(
    _OF_A_PLAYER, "write it below [[player]], where it is that player's"
)
"""Entries that do not belong to the whole table, and what to do with them."""

_PLAYERS = "a list of players, [[player]] above each"

_PAWNS = {"active": True, "inactive": False}

_A_PILE = 'a number of cards such as 11, or with a scoring card a text such as "12A"'

_PILE = re.compile(r"([0-9]{1,9})(?=.)([ABC]?)(?:\+([1-9][0-9]{0,8}))?")


def read_position(data: str | bytes, tile_sets: Iterable[Listed] = ()) -> Position:
    r"""Read a position from TOML or JSON.

    ``tile_sets`` are those that a file may name besides the shipped ones; no other file is opened.

    >>> from granada_rules import read_position
    >>> lines = ['format = "granada-position/1"', "[[player]]", 'name = "Red"', 'city = "@ SC4:N"']
    >>> position = read_position("\n".join(lines))
    >>> position.players[0].name, len(position.players[0].city.tiles)
    ('Red', 1)

    Raises ``RecordError`` if it cannot be read, with the place and the reason.
    """
    return _position(read_document(data), tile_sets)


def _position(document: Mapping[str, object], tile_sets: Iterable[Listed]) -> Position:
    slips = Slips()
    table = Fields(document, "", slips=slips)
    table.expect_format(_FORMAT, "a position")
    tile_set, ruleset = read_tiles(table, tile_sets), read_ruleset(table)
    if "ruleset" not in table.lost:
        table.attempt("tiles", lambda: refuse_other_tiles(tile_set, ruleset))
    tiles = TileReader(tile_set, ruleset, is_sure=table.lost.isdisjoint(SAYING_THE_GAME))
    players = _players(table, tiles)
    yard = table.listed("yard", lambda entry: None if entry == "-" else _noted_tile(entry, tiles))
    position = Position(
        tile_set=tiles.tile_set,
        players=tuple(player for _, player in players),
        **_whole_or_seen("yard", yard),
        **_cards(table, "display"),
        marker=table.one_of("marker", by_word(Marker)),
        **_tiles(table, "dirk", tiles),
        dirks_points=table.optional("dirks_points", int),
        **_tiles(table, "bag", tiles),
        **_tiles(table, "bought", tiles),
        open_huts=table.listed("huts", lambda entry: None if entry == "-" else _hut(entry, tiles)),
        **_cards(table, "discards"),
        piles=table.listed("piles", _pile),
        turned_up=table.listed("turned_up", _scoring),
        ruleset=tiles.ruleset,
        turn=table.name("turn"),
        to_act=table.name("to_act"),
        due=table.one_of("due", by_word(Scoring)),
        phase=table.one_of("phase", by_word(Phase)),
        draws=_draws(table),
        sheets=read_sheets(table),
    )
    table.elsewhere = _AT_TABLE
    # A file without a format and without anything that a position has is of another kind.
    if "format" not in table.lost or table.entries.keys() & table.taken - {"format"}:
        table.no_others()
    owners = [fields for fields, _ in players]
    if tiles.kinds is None and len(_kinds_told(position)) > 1:
        _refuse_untold(table, owners, position)
    if slips.number:
        left_out = lost_at_table(table, owners, says_game=tiles.kinds is not None)
        slips.refuse(None if left_out is None else _rest(position, table, players, tiles), left_out or ())
    return position if tiles.kinds is not None else _started(position)


def _rest(
    position: Position, table: Fields, players: Sequence[tuple[Fields, NotedPlayer]], tiles: TileReader
) -> Position:
    """Return a position without what is lost."""
    kept = tuple(without(player, fields.lost) for fields, player in players)
    rest = without(attrs.evolve(position, players=kept), table.lost)
    return rest if tiles.kinds is not None else _started(rest)


def _whole_or_seen(key: str, tiles: tuple[object, ...] | None) -> dict[str, Any]:
    """Return the field that has these tiles: another one if something of them is not seen."""
    is_seen = any(isinstance(tile, SeenTile) for tile in tiles or ())
    return {f"seen_{key}" if is_seen else key: tiles}


def _started(position: Position) -> Position:
    """Give players in whose city nothing tells the game that of which tiles or sheets are noted."""
    kinds = _kinds_told(position)
    if not kinds:
        return position
    players = [
        player if _tells_kind(player) else _with_start(player, kinds[0]) for player in position.players
    ]
    return attrs.evolve(position, players=tuple(players))


def _kinds_told(position: Position) -> tuple[Kind, ...]:
    """Return the kinds that tiles or sheets tell; empty if none do."""
    told = attrs.evolve(position, players=tuple(p for p in position.players if _tells_kind(p)))
    return kinds_noted(position, cities_noted(told))


def _tells_kind(player: NotedPlayer) -> bool:
    """Tell whether a city is noted in which a tile tells its kind."""
    if player.seen_city is not None:
        return any(tile.kind is not None for tile in player.seen_city.tiles.values())
    return player.city is not None and bool(player.city.tiles)


def _with_start(player: NotedPlayer, start: Kind) -> NotedPlayer:
    if player.seen_city is not None:
        return attrs.evolve(player, seen_city=attrs.evolve(player.seen_city, start=start))
    return player if player.city is None else attrs.evolve(player, city=City.of(start=start))


def _refuse_untold(table: Fields, players: Sequence[Fields], position: Position) -> None:
    """Refuse covered tiles that may be of either kind."""
    places: list[tuple[Fields, str, Iterable[object]]] = [
        (table, "yard", position.seen_yard or ()),
        (table, "dirk", position.seen_dirk or ()),
        (table, "bag", position.seen_bag or ()),
        (table, "bought", position.seen_bought or ()),
    ]
    for fields, player in zip(players, position.players, strict=True):
        places.append((fields, "reserve", player.seen_reserve or ()))
        if player.seen_city is not None:
            places.append((fields, "city", player.seen_city.tiles.values()))
    for fields, key, tiles in places:
        if any(isinstance(tile, SeenTile) and tile.kind is None for tile in tiles):
            fields.refuse(key, f"{fields.place(key)}, {WHICH_KIND}")


def _scoring(entry: object) -> Scoring:
    return chosen(expected(str, entry, "a scoring card"), by_word(Scoring))


def _draws(table: Fields) -> int:
    draws = table.optional("draws", int) or 0
    if draws < 0:
        table.refuse("draws", f"{table.place('draws')}: expected 0 or more, got {draws}")
    return max(0, draws)


def _noted_tile(entry: object, tiles: TileReader) -> NotedTile | SeenTile:
    """Read a tile that lies open outside a city."""
    text = expected(str, entry, "a tile")
    tile = tiles.read(read_seen_tile, text) if HIDDEN in text else tiles.read(read_tile, text)
    if tile.roof is not Edges.N:
        raise ValueError(f"{short(entry)}: only in a city does it matter where a roof points")
    if isinstance(tile, WrittenTile):
        return NotedTile(tile.face, tile.moats)
    if tile.kind is None and len(tiles.kinds or ()) > 1 and tiles.is_sure:
        raise ValueError(WHICH_KIND)
    # Moats that are not seen are like moats that are not noted.
    return tile if tile.face is None else NotedTile(tile.face)


def _hut(entry: object, tiles: TileReader) -> Face:
    """Read a hut that lies open on its pile."""
    face = _noted_tile(entry, tiles).face
    # HUT-1: it has no price.
    if face is None or not face.is_hut:
        raise ValueError(f"{short(entry)}: expected a hut such as AC*:N, or - for an empty pile")
    return face


def _tiles(fields: Fields, key: str, tiles: TileReader) -> dict[str, Any]:
    """Read tiles outside a city, and return the field that has them."""
    return _whole_or_seen(key, fields.listed(key, lambda entry: _noted_tile(entry, tiles)))


def _bonus_cards(fields: Fields, key: str, tiles: TileReader) -> tuple[Face, ...] | None:
    """Read bonus cards: the faces of the tiles that they are for."""
    return fields.listed(key, lambda entry: tiles.read(read_face, expected(str, entry, "a bonus card")))


def _cards(fields: Fields, key: str, number: int | None = None) -> dict[str, Any]:
    """Read cards, and return the field that has them; ``number`` is how many there are, if it is noted."""
    cards = fields.listed(key, lambda entry: read_seen_card(expected(str, entry, "a card")))
    if cards is None and number is None:
        return {key: None}
    seen = [card for card in cards or () if card is not None]
    hidden = [card for card in seen if isinstance(card, Currency)]
    known = Purse(card for card in seen if not isinstance(card, Currency))
    # Those of which nothing is seen: written as ?, or only counted.
    covered = len(cards or ()) - len(seen)
    more = covered if number is None else number - len(seen)
    if more < covered:
        least = f"{len(cards or ())}, the cards of {key}, or more" if cards else "0 or more"
        fields.refuse("cards", f"{fields.place('cards')}: expected {least}, got {number}")
        return {key: None}
    return {f"seen_{key}": SeenCards(known, hidden, more)} if hidden or more else {key: known}


def _pile(entry: object) -> Pile:
    match = _PILE.fullmatch(entry.strip().upper()) if isinstance(entry, str) else None
    size = expected(int, entry, "a pile", _A_PILE) if match is None else int(match[1])
    if size < 1:
        raise ValueError(f"{short(entry)}: expected a pile of 1 card or more")
    if match is None:
        return Pile(size)
    # EXC-2: a number of exchange cards that are among them.
    return Pile(size, Scoring(match[2]) if match[2] else None, int(match[3] or 0))


def _players(table: Fields, tiles: TileReader) -> list[tuple[Fields, NotedPlayer]]:
    """Read the players, each with the entries."""
    entries, alone = table.items("player", _MOST_NOTED, _PLAYERS), table.entries.get("player")
    if entries is None:
        # Below [player] there may be more slips.
        entries = [alone] if isinstance(alone, dict) else []
    given = [entry.get("name") if isinstance(entry, dict) else None for entry in entries]
    written = [name if isinstance(name, str) else None for name in given]
    players = []
    for number, (entry, label) in enumerate(zip(entries, labels(written, names(written)), strict=True), 1):
        part = f", entry {number}"
        try:
            fields = table.inner(expected(dict, entry, "a player"), label, "player", number)
        except RecordError as error:
            table.refuse("player", f"player{part}, {error}", part, (number,), entry)
        else:
            players.append((fields, _player(fields, tiles)))
    _refuse_namesakes(players)
    return players


def _refuse_namesakes(players: Sequence[tuple[Fields, NotedPlayer]]) -> None:
    """Refuse names that two players have; neither counts as noted."""
    called: dict[str, list[tuple[Fields, str]]] = {}
    for fields, player in players:
        if player.name is not None:
            called.setdefault(as_written(player.name), []).append((fields, player.name))
    for (first, name), *others in called.values():
        for fields, _ in others[:1]:
            fields.refuse("name", f"player: two players are called {short(name)}")
        for fields, _ in others:
            first.lost.add("name")
            fields.lost.add("name")


def _player(fields: Fields, tiles: TileReader) -> NotedPlayer:
    player = NotedPlayer(
        name=fields.name("name"),
        **read_city_of(fields, tiles),
        **_tiles(fields, "reserve", tiles),
        **_cards(fields, "hand", fields.optional("cards", int)),
        points=fields.optional("points", int),
        pawn=fields.one_of("pawn", _PAWNS),
        bonus=_bonus_cards(fields, "bonus", tiles),
        shown=_bonus_cards(fields, "shown", tiles),
    )
    fields.elsewhere = _IN_PLAYER
    fields.no_others()
    has_city = player.city is not None or player.seen_city is not None
    if not has_city and "second" in fields.entries and fields.lost.isdisjoint({"city", "second"}):
        fields.refuse("second", f"{fields.place('second')}: expected a city beside it, got none")
    fields.lost |= lost_of_player(fields, says_game=tiles.kinds is not None)
    return player


def write_position(position: Position) -> dict[str, object]:
    r"""Return a position as plain data in its canonical form, without what is not noted.

    >>> from granada_rules import NotedPlayer, Position, notation, write_position
    >>> red = NotedPlayer(name="Red", city=notation.read_city("@ SC4:N"))
    >>> write_position(Position(players=(red,)))["player"]
    [{'name': 'Red', 'city': '@  SC4:N\n'}]

    Raises ``RecordError`` if it could not be read back, with the place and the reason.
    """
    if not isinstance(position, Position):
        raise TypeError(f"expected Position, such as game.to_position(), got {type(position).__name__}")
    if position.ruleset is not None and position.ruleset.tile_set is not None:
        raise RecordError("ruleset: the tile set of a position is noted beside its ruleset, not in it")
    tile_set = position.tile_set
    document: dict[str, object] = {"format": _FORMAT}
    if tile_set is not None:
        document["tiles"] = written_tiles(tile_set)
    if position.ruleset is not None:
        document["ruleset"] = written_ruleset(position.ruleset)
    document |= {
        "turn": position.turn,
        "to_act": position.to_act,
        "due": None if position.due is None else position.due.value,
        "phase": None if position.phase is None else position.phase.value,
        "marker": None if position.marker is None else position.marker.value,
        "yard": _written_tiles("yard", position.yard, position.seen_yard),
        "display": _written_cards(position.display, position.seen_display),
        "bought": _written_tiles("bought", position.bought, position.seen_bought),
        "huts": _written(position.open_huts, lambda hut: "-" if hut is None else str(hut)),
        "discards": _written_cards(position.discards, position.seen_discards),
        "piles": _written(position.piles, _written_pile),
        "turned_up": _written(position.turned_up, lambda scoring: scoring.value),
        "dirk": _written_tiles("dirk", position.dirk, position.seen_dirk),
        "dirks_points": position.dirks_points,
        "bag": _written_tiles("bag", position.bag, position.seen_bag),
        "draws": position.draws or None,
        "player": [
            _written_player(player, tile_set, label)
            for player, label in zip(position.players, _labels(position), strict=True)
        ],
        "sheets": written_sheets(position.sheets),
    }
    written = {key: value for key, value in document.items() if value is not None}
    read = _position(written, () if tile_set is None else [tile_set])
    for player, again, label in zip(position.players, read.players, _labels(position), strict=True):
        # A lone start tile is drawn alike in both games.
        given, found = player.city or player.seen_city, again.city or again.seen_city
        if given is not None and found is not None and given.start is not found.start:
            start, other = given.start.label, found.start.label
            raise RecordError(f"{label}, city: the start tile of {start} would be read as one of {other}")
    return written


def _labels(position: Position) -> tuple[str, ...]:
    return tuple(label for label, _ in facts_of(position).named)


def _written(things: Iterable[_Thing] | None, write: Callable[[_Thing], object]) -> list[object] | None:
    return None if things is None else [write(thing) for thing in things]


def _written_tiles(
    place: str,
    tiles: Iterable[NotedTile | None] | None,
    seen: Iterable[NotedTile | SeenTile | None] | None,
) -> list[object] | None:
    try:
        return _written(tiles if seen is None else seen, _written_tile)
    except ValueError as error:
        raise RecordError(f"{place}, {error}") from None


def _written_tile(tile: NotedTile | SeenTile | None) -> str:
    if isinstance(tile, SeenTile):
        return write_seen_tile(tile)
    return "-" if tile is None else write_tile(WrittenTile(tile.face, tile.moats))


def _written_cards(cards: Purse | None, seen: SeenCards | None) -> list[object] | None:
    if seen is None:
        return _written(cards, str)
    # One more than a list may have is enough to be refused.
    return [*seen.codes, *[HIDDEN] * min(seen.more, MOST_LISTED + 1)]


def _written_pile(pile: Pile) -> object:
    return str(pile) if pile.hides else pile.size


def _written_player(player: NotedPlayer, tile_set: Tiles | None, label: str) -> dict[str, object]:
    city, seen = player.city or player.seen_city, player.seen_hand
    written = {
        "name": player.name,
        "points": player.points,
        "pawn": None if player.pawn is None else "active" if player.pawn else "inactive",
        "bonus": _written(player.bonus, str),
        "shown": _written(player.shown, str),
        "reserve": _written_tiles(f"{label}, reserve", player.reserve, player.seen_reserve),
        "hand": _written(player.hand, str) if seen is None else [*seen.codes] or None,
        "cards": len(seen) if seen is not None and seen.more else None,
        "city": _written_city(player, tile_set),
        # MIX-20: where the tiles of Granada began in a layout of both kinds.
        "second": None if city is None else written_cell(city.second),
    }
    return {key: value for key, value in written.items() if value is not None}


def _written_city(player: NotedPlayer, tile_set: Tiles | None) -> str | None:
    if player.seen_city is not None:
        return write_seen_city(player.seen_city, tile_set)
    return None if player.city is None else write_city(player.city, tile_set)
