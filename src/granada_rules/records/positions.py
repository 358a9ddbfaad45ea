"""Positions in files: ``granada-position/1``."""

from __future__ import annotations

import re
from contextlib import suppress
from difflib import get_close_matches
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar, final

import attrs

from granada_rules.base import (
    MOST_SLIPS,
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
    OPTIONS,
    Built,
    Cell,
    Edges,
    Face,
    Kind,
    Marker,
    Phase,
    Pile,
    Purse,
    Scoring,
    kinds_in_order,
    labels,
    names,
    written_cell,
    written_ruleset,
)
from granada_rules.city import City, of_one_kind
from granada_rules.notation import (
    DrawingError,
    WrittenTile,
    read_card,
    read_city,
    read_face,
    read_tile,
    seen_moats,
    write_city,
    write_tile,
)
from granada_rules.position import NotedPlayer, NotedTile, Position, facts_of, kinds_noted
from granada_rules.records.rulesets import read_ruleset, read_tiles, refuse_other_tiles, written_tiles
from granada_rules.records.sheets import read_sheets, written_sheets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from granada_rules.box import Listed, Ruleset, Tiles

__all__ = ["read_position", "write_position"]


_Thing = TypeVar("_Thing")

_FORMAT = "granada-position/1"

_MOST_NOTED = 10
"""More than six players can be written, and break BOX-12."""

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


@final
@attrs.frozen
class _Tiles:
    """By what the tiles of a position are read."""

    tile_set: Tiles | None
    ruleset: Ruleset | None
    is_sure: bool = True
    """Whether neither of them is written down in a way that cannot be read."""

    @property
    def kinds(self) -> tuple[Kind, ...] | None:
        """The kinds of the tiles; None if neither ruleset nor tile set say it."""
        if not self.is_sure:
            return tuple(Kind)
        said = self.ruleset or self.tile_set
        return None if said is None else said.kinds

    def read(self, read: Callable[[str, Tiles | None], _Thing], text: str) -> _Thing:
        """Read a tile. If its tile set cannot be read, that may have said its moats or walls."""
        try:
            return read(text, self.tile_set)
        except ValueError:
            if self.is_sure or self.tile_set is not None:
                raise
            with suppress(ValueError):
                return read(f"{text}:-", None)
            with suppress(ValueError):
                return read(f"{text[:-1]}:-{text[-1:]}", None)
            raise

    def may_have(self, text: str) -> bool:
        """Tell whether a tile of a city can be read if the tile set is one that cannot be read."""
        try:
            self.read(read_tile, text)
        except ValueError:
            return False
        return not self.is_sure and self.tile_set is None


def _position(document: Mapping[str, object], tile_sets: Iterable[Listed]) -> Position:
    slips = Slips()
    table = Fields(document, "", slips=slips)
    table.expect_format(_FORMAT, "a position")
    tile_set, ruleset = read_tiles(table, tile_sets), read_ruleset(table)
    if "ruleset" not in table.lost:
        table.attempt("tiles", lambda: refuse_other_tiles(tile_set, ruleset))
    tiles = _Tiles(tile_set, ruleset, is_sure=table.lost.isdisjoint(_SAYING_THE_GAME))
    players = _players(table, tiles)
    position = Position(
        tile_set=tiles.tile_set,
        players=tuple(player for _, player in players),
        yard=table.listed("yard", lambda entry: None if entry == "-" else _noted_tile(entry, tiles)),
        display=_purse(table, "display"),
        marker=table.one_of("marker", by_word(Marker)),
        dirk=_tiles(table, "dirk", tiles),
        dirks_points=table.optional("dirks_points", int),
        bag=_tiles(table, "bag", tiles),
        bought=_tiles(table, "bought", tiles),
        open_huts=table.listed("huts", lambda entry: None if entry == "-" else _hut(entry, tiles)),
        discards=_purse(table, "discards"),
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
    # A file without a format and without anything that a position has is of another kind.
    if "format" not in table.lost or table.entries.keys() & table.taken - {"format"}:
        table.no_others()
    if slips.number:
        slips.refuse(*_rest(table, [fields for fields, _ in players], position, tiles))
    return position if tiles.kinds is not None else _started(position)


# What can be read beside slips.

_SAYING_THE_GAME = frozenset({"format", "tiles", "ruleset"})
"""Without them nothing can be judged."""

_DEPENDING: Mapping[str, str] = {"to_act": "turn", "bag": "bought"}
"""By key, what would be judged wrongly if that were missing: who is to act, or what is in the bag."""

_SHOWING_THE_GAME = frozenset(
    {"player", "yard", "marker", "dirk", "bag", "bought", "huts", "sheets", "city", "reserve", "second"}
)
"""Where the tiles of a game can be seen, if nothing says which it is."""

_OF_ANY_GAME = frozenset({"player", "display", "discards"})
"""What is judged alike whichever game it is."""

_OF_A_RULESET = frozenset({"game", "edition", "modules", *OPTIONS})

_FIELDS = {"huts": "open_huts", "player": "players", "tiles": "tile_set"}
"""Keys of the table that are called otherwise in a position."""


def _rest(
    table: Fields, players: Sequence[Fields], position: Position, tiles: _Tiles
) -> tuple[Position | None, list[str]]:
    """Return what can be read, from which nothing wrong follows, and the places of what is left out.

    What cannot be read is not noted. If it would mean something that it is not there, more is left out.
    """
    lost = {*table.lost, *_strays(table, players)}
    if not lost.isdisjoint(_SAYING_THE_GAME):
        return None, []
    lost.update(_DEPENDING[key] for key in lost & _DEPENDING.keys())
    if tiles.kinds is None and _SHOWING_THE_GAME & lost.union(*(fields.lost for fields in players)):
        lost |= table.taken - _OF_ANY_GAME - _SAYING_THE_GAME
    places = []
    for key in table.entries:
        if key in lost & table.taken:
            places.append(key)
        elif key == "player":
            places += [
                fields.place(own) for fields in players for own in fields.entries if own in fields.lost
            ]
    unnoted: dict[str, Any] = {field.name: field.default for field in attrs.fields(Position)}
    unknown = {_FIELDS.get(key, key) for key in lost & table.taken}
    rest = attrs.evolve(position, **{field: unnoted[field] for field in unknown})
    return rest if tiles.kinds is not None else _started(rest), places


def _strays(table: Fields, players: Sequence[Fields]) -> Iterator[str]:
    """Yield entries of the table for which another one was certainly or probably meant."""
    for fields in players:
        # In TOML what follows a player is that player's.
        yield from (key for key in fields.entries if key in table.taken - fields.taken)
    for key in islice((key for key in table.entries if key not in table.taken), MOST_SLIPS):
        if key in _OF_A_RULESET:
            yield "ruleset"
        else:
            yield from get_close_matches(key, table.taken - table.entries.keys(), n=1)


def _started(position: Position) -> Position:
    """Give players whose city is just the start tile that of the game of which tiles or sheets are noted."""
    cities = [player.city for player in position.players if player.city is not None]
    kinds = kinds_noted(position, [city for city in cities if city.tiles])
    if not kinds:
        return position
    players = [
        attrs.evolve(player, city=City.of(start=kinds[0]))
        if player.city is not None and not player.city.tiles
        else player
        for player in position.players
    ]
    return attrs.evolve(position, players=tuple(players))


def _scoring(entry: object) -> Scoring:
    return chosen(expected(str, entry, "a scoring card"), by_word(Scoring))


def _draws(table: Fields) -> int:
    draws = table.optional("draws", int) or 0
    if draws < 0:
        table.refuse("draws", f"{table.place('draws')}: expected 0 or more, got {draws}")
    return max(0, draws)


def _noted_tile(entry: object, tiles: _Tiles) -> NotedTile:
    """Read a tile that lies open outside a city."""
    tile = tiles.read(read_tile, expected(str, entry, "a tile"))
    if tile.roof is not Edges.N:
        raise ValueError(f"{short(entry)}: only in a city does it matter where a roof points")
    return NotedTile(tile.face, tile.moats)


def _hut(entry: object, tiles: _Tiles) -> Face:
    """Read a hut that lies open on its pile."""
    face = _noted_tile(entry, tiles).face
    # HUT-1: it has no price.
    if not face.is_hut:
        raise ValueError(f"{short(entry)}: expected a hut such as AC*:N, or - for an empty pile")
    return face


def _tiles(fields: Fields, key: str, tiles: _Tiles) -> tuple[NotedTile, ...] | None:
    return fields.listed(key, lambda entry: _noted_tile(entry, tiles))


def _cards(fields: Fields, key: str, tiles: _Tiles) -> tuple[Face, ...] | None:
    """Read bonus cards: the faces of the tiles that they are for."""
    return fields.listed(key, lambda entry: tiles.read(read_face, expected(str, entry, "a bonus card")))


def _purse(fields: Fields, key: str) -> Purse | None:
    cards = fields.listed(key, lambda entry: read_card(expected(str, entry, "a card")))
    return None if cards is None else Purse(cards)


def _pile(entry: object) -> Pile:
    match = _PILE.fullmatch(entry.strip().upper()) if isinstance(entry, str) else None
    size = expected(int, entry, "a pile", _A_PILE) if match is None else int(match[1])
    if size < 1:
        raise ValueError(f"{short(entry)}: expected a pile of 1 card or more")
    if match is None:
        return Pile(size)
    # EXC-2: a number of exchange cards that are among them.
    return Pile(size, Scoring(match[2]) if match[2] else None, int(match[3] or 0))


def _players(table: Fields, tiles: _Tiles) -> list[tuple[Fields, NotedPlayer]]:
    """Read the players, each with the entries."""
    entries = table.items("player", _MOST_NOTED) or []
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
    return _called_apart(players)


def _called_apart(players: Sequence[tuple[Fields, NotedPlayer]]) -> list[tuple[Fields, NotedPlayer]]:
    """Refuse names that two players have; neither counts as noted."""
    seats: dict[str, list[int]] = {}
    for seat, (_, player) in enumerate(players):
        if player.name is not None:
            seats.setdefault(as_written(player.name), []).append(seat)
    found = [*players]
    for first, *others in seats.values():
        if others:
            name = short(players[first][1].name)
            players[others[0]][0].refuse("name", f"player: two players are called {name}")
        for seat in (first, *others) if others else ():
            fields, player = players[seat]
            fields.lost.add("name")
            found[seat] = fields, attrs.evolve(player, name=None)
    return found


def _player(fields: Fields, tiles: _Tiles) -> NotedPlayer:
    player = NotedPlayer(
        name=fields.name("name"),
        city=_city(fields, tiles),
        reserve=_tiles(fields, "reserve", tiles),
        hand=_purse(fields, "hand"),
        points=fields.optional("points", int),
        pawn=fields.one_of("pawn", _PAWNS),
        bonus=_cards(fields, "bonus", tiles),
        shown=_cards(fields, "shown", tiles),
    )
    fields.no_others()
    if player.city is None and "second" in fields.entries and fields.lost.isdisjoint({"city", "second"}):
        fields.refuse("second", f"{fields.place('second')}: expected a city beside it, got none")
    return player


def _city(fields: Fields, tiles: _Tiles) -> City | None:
    """Return a city: a drawing, or a list of tiles and where they lie."""
    second = _cell(fields, "second")
    city = fields.attempt("city", lambda: _drawn_or_listed(fields, second, tiles))
    # MIX-20: where no game is said, it is said by that cell that tiles of both kinds lie there.
    if city is not None and "second" in fields.lost and tiles.kinds is None:
        fields.lost.add("city")
        return None
    return city


def _drawn_or_listed(fields: Fields, second: Cell | None, tiles: _Tiles) -> City | None:
    try:
        if isinstance(fields.entries.get("city"), str):
            drawing = fields.optional("city", str) or ""
            return read_city(drawing, tiles.tile_set, kinds=tiles.kinds, second=second)
        wanted = "a drawing or a list of tiles"
        laid = fields.tables(
            "city", lambda entry: _laid(entry, tiles), "a tile and where it lies", wanted=wanted
        )
        return None if laid is None else _listed(fields, laid, second, tiles)
    except RecordError:
        raise
    except DrawingError as error:
        for unread in error.unread:
            # With column 0 it is the whole row.
            if not (unread.column and tiles.may_have(unread.given)):
                part, at = f", row {unread.row}" if unread.row else "", (unread.row, unread.column)
                fields.refuse("city", f"{fields.place('city')}, {unread.message}", part, at, unread.given)
        return None
    except ValueError as error:
        raise RecordError(f"{fields.place('city')}, {error}") from None


def _listed(
    fields: Fields, laid: Sequence[tuple[Cell, Built]], second: Cell | None, tiles: _Tiles
) -> City | None:
    """Return the city with these tiles."""
    # MIX-15: tiles of both kinds lie around a start tile of Alhambra.
    lying = {tile.face.kind for _, tile in laid} if second is None else {*Kind}
    kinds = tiles.kinds or kinds_in_order(lying or {Kind.GRANADA})

    def city(laid: Iterable[tuple[Cell, Built]], second: Cell | None = None) -> City:
        built = ((cell, tile if len(kinds) > 1 else of_one_kind(kinds[0], tile)) for cell, tile in laid)
        return City.of(built, kinds[0], second)

    try:
        return city(laid, second)
    except ValueError:
        # Each entry that cannot lie there by itself.
        for number, one in enumerate(laid, 1):
            try:
                city([one])
            except ValueError as error:
                message = f"{fields.place('city')}, {error}"
                fields.refuse("city", message, f", entry {number}", (number,), str(one[1].face))
        if "city" in fields.lost:
            return None
        raise


def _cell(fields: Fields, key: str) -> Cell | None:
    """Read a cell; None if it is missing."""
    where = fields.listed(key, lambda number: expected(int, number, "a number"))
    if where is None:
        return None
    if len(where) != 2:
        fields.refuse(key, f"{fields.place(key)}: expected two numbers such as [1, 0], got {len(where)}")
        return None
    return Cell(*where)


def _laid(fields: Fields, tiles: _Tiles) -> tuple[Cell, Built]:
    where = fields.listed("at", lambda number: expected(int, number, "a number"))
    text = fields.optional("tile", str)
    fields.no_others()
    if fields.lost:
        return fields.made(tuple)
    if where is None or len(where) != 2 or text is None:
        raise RecordError('expected at and tile, such as { at = [1, 0], tile = "AR8:N" }')
    tile = tiles.read(read_tile, text)
    return Cell(*where), Built(tile.face, seen_moats(tile, tiles.tile_set), tile.roof)


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
        "yard": _written_tiles("yard", position.yard),
        "display": _written(position.display, str),
        "bought": _written_tiles("bought", position.bought),
        "huts": _written(position.open_huts, lambda hut: "-" if hut is None else str(hut)),
        "discards": _written(position.discards, str),
        "piles": _written(position.piles, _written_pile),
        "turned_up": _written(position.turned_up, lambda scoring: scoring.value),
        "dirk": _written_tiles("dirk", position.dirk),
        "dirks_points": position.dirks_points,
        "bag": _written_tiles("bag", position.bag),
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
        if player.city is not None and again.city is not None and player.city.start is not again.city.start:
            start, other = player.city.start.label, again.city.start.label
            raise RecordError(f"{label}, city: the start tile of {start} would be read as one of {other}")
    return written


def _labels(position: Position) -> tuple[str, ...]:
    return tuple(label for label, _ in facts_of(position).named)


def _written(things: Iterable[_Thing] | None, write: Callable[[_Thing], object]) -> list[object] | None:
    return None if things is None else [write(thing) for thing in things]


def _written_tiles(place: str, tiles: Iterable[NotedTile | None] | None) -> list[object] | None:
    try:
        return _written(
            tiles, lambda tile: "-" if tile is None else write_tile(WrittenTile(tile.face, tile.moats))
        )
    except ValueError as error:
        raise RecordError(f"{place}, {error}") from None


def _written_pile(pile: Pile) -> object:
    return str(pile) if pile.hides else pile.size


def _written_player(player: NotedPlayer, tile_set: Tiles | None, label: str) -> dict[str, object]:
    written = {
        "name": player.name,
        "points": player.points,
        "pawn": None if player.pawn is None else "active" if player.pawn else "inactive",
        "bonus": _written(player.bonus, str),
        "shown": _written(player.shown, str),
        "reserve": _written_tiles(f"{label}, reserve", player.reserve),
        "hand": _written(player.hand, str),
        "city": None if player.city is None else write_city(player.city, tile_set),
        # MIX-20: where the tiles of Granada began in a layout of both kinds.
        "second": None if player.city is None else written_cell(player.city.second),
    }
    return {key: value for key, value in written.items() if value is not None}
