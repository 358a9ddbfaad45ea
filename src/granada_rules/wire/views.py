"""Views as objects, ``granada-view/1``: what is sent to a seat or to a spectator."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from granada_rules.base import (
    LARGEST,
    MOST_LISTED,
    Fields,
    Given,
    RecordError,
    an_object,
    by_word,
    count,
    expect,
    expected,
    good_name,
    is_null,
    namesakes,
    number,
    one_of,
    several,
    short,
    there,
)
from granada_rules.box import (
    FEWEST_PLAYERS,
    HUT_BUILDINGS,
    MOST_BONUS_CARDS,
    MOST_PLAYERS,
    DrawFor,
    Edges,
    Face,
    Marker,
    Module,
    Phase,
    Scoring,
    Seat,
    huts_left,
    tiles_left,
    unknown_face,
    written_cell,
    written_ruleset,
)
from granada_rules.city import City
from granada_rules.game import DirksTiles, ModuleState, Player, View, module_state, new_table, new_view
from granada_rules.notation import WrittenTile, read_tile, write_tile
from granada_rules.records import read_played, written_tiles
from granada_rules.wire.events import a_purse, cell_of
from granada_rules.wire.view_checks import refuse_impossible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from granada_rules.box import Built, Cell, Listed, Purse, Ruleset, Tiles

__all__ = ["read_view", "write_view"]


_Thing = TypeVar("_Thing")

_FORMAT = "granada-view/1"

_DRAWS = {draw_for.name.lower(): draw_for for draw_for in DrawFor}

_SCORINGS = by_word(Scoring)


def read_view(data: Given, tile_sets: Iterable[Listed] = ()) -> View:
    """Read a view from an object of JSON: as text, or as plain data.

    ``tile_sets`` are those that a view may name besides the shipped ones; no other file is opened. The view
    is judged as a position is: some game looks like it.

    >>> from granada_rules import Dealer, Seat, deal, read_view, setup, view, write_json, write_view
    >>> game = deal(setup(["Red", "Blue"]), Dealer(b"sixteen bytes or more"))
    >>> read_view(write_json(write_view(view(game, Seat(1))))) == view(game, Seat(1))
    True

    Raises ``RecordError`` if it cannot be read, with the place and the reason; ``ViolationError`` with all
    violations if no game looks like that.
    """
    fields = an_object(data, _FORMAT, "a view")
    there(fields, "format", str)
    seen = _view(fields, read_played(fields, tile_sets))
    fields.no_others()
    refuse_impossible(seen)
    return seen


def write_view(seen: View) -> dict[str, object]:
    """Return a view as plain data for JSON: all that this seat may know, and nothing else.

    >>> from granada_rules import Dealer, Seat, deal, setup, view, write_view
    >>> game = deal(setup(["Red", "Blue"]), Dealer(b"sixteen bytes or more"))
    >>> written = write_view(view(game, Seat(1)))
    >>> written["format"], written["seat"], [player["hand"] is None for player in written["players"]]
    ('granada-view/1', 1, [True, False])

    Raises ``RecordError`` if a tile set has the name of another.
    """
    expect(seen, View)
    table = seen.table
    tiles, dirk = table.ruleset.tiles, table.dirk
    return {
        "format": _FORMAT,
        "tiles": written_tiles(tiles),
        "ruleset": written_ruleset(table.ruleset),
        "seat": seen.seat,
        "phase": table.phase.value,
        "turn": table.turn,
        **_written_modules(table.modules),
        **({"bonus": list(map(str, seen.bonus))} if table.modules.shown else {}),
        "draw_for": None if table.draw_for is None else table.draw_for.name.lower(),
        "players": [
            _written_player(player, hand, tiles)
            for player, hand in zip(table.players, seen.hands, strict=True)
        ],
        "yard": [None if face is None else _written_tile(face, tiles) for face in table.yard],
        "display": _codes(table.display),
        "marker": None if table.marker is None else table.marker.value,
        "bought": [_written_tile(face, tiles) for face in table.bought],
        "dirk": None
        if dirk is None
        else {
            "tiles": [_written_tile(face, tiles) for face in dirk.faces],
            "points": dirk.points,
            "owed": list(dirk.owed_by_kind),
        },
        "deck_size": table.deck_size,
        "discards": _codes(table.discards),
        "turned_up": [scoring.value for scoring in table.turned_up],
        "aside": [scoring.value for scoring in table.aside],
        "due": None if table.due is None else table.due.value,
        "age_ranks": list(table.age_ranks),
    }


def _written_modules(modules: ModuleState) -> dict[str, object]:
    """Return what modules add; a game without them adds nothing."""
    written: dict[str, object] = {"asked": modules.asked} if modules.pawns or modules.shown else {}
    if modules.pawns:
        written["pawns"] = list(modules.pawns)
    if modules.shown:
        written["shown"] = [list(map(str, cards)) for cards in modules.shown]
        written["hidden"] = list(modules.hidden)
    # HUT-3: the open huts by type.
    if modules.open_huts:
        written["huts"] = [None if hut is None else str(hut) for hut in modules.open_huts]
    return written


def _codes(cards: Purse) -> list[str]:
    return [str(card) for card in cards]


def _written_tile(face: Face, tiles: Tiles) -> str:
    """Return a tile with its moats or walls, so that it can be drawn without the tile set."""
    return write_tile(WrittenTile(face, None if face.walls is not None else tiles.moats(face)))


def _written_player(player: Player, hand: Purse | None, tiles: Tiles) -> dict[str, object]:
    return {
        "name": player.name,
        "points": player.points,
        "reserve": [_written_tile(face, tiles) for face in player.reserve],
        "hand_size": player.hand_size,
        "hand": None if hand is None else _codes(hand),
        "city": [
            {"at": written_cell(cell), "tile": _written_tile(tile.face, tiles)}
            for cell, tile in sorted(player.city.tiles.items())
        ],
        "second": written_cell(player.city.second),
    }


# Reading.


def _view(fields: Fields, ruleset: Ruleset) -> View:
    """Return a view that is not proven yet."""
    tiles, phase = ruleset.tiles, one_of(fields, "phase", by_word(Phase))
    players, hands = _players(fields, ruleset)
    seat = _seat(fields, "seat", players)
    yard, bought, dirk = _yard(fields, ruleset), _faces(fields, "bought", tiles), _dirk(fields, tiles)
    placed = list(bought)
    for player in players:
        placed += [*player.reserve, *(tile.face for tile in player.city.tiles.values())]
    table = new_table(
        ruleset=ruleset,
        phase=phase,
        turn=_seat(fields, "turn", players),
        draw_for=_unless_null(fields, "draw_for", _DRAWS),
        players=players,
        yard=yard,
        display=a_purse(fields, "display"),
        marker=_unless_null(fields, "marker", by_word(Marker)),
        bought=bought,
        dirk=dirk,
        bag=tiles_left(tiles, [*filter(None, yard), *(() if dirk is None else dirk.faces), *placed]),
        deck_size=number(fields, "deck_size", 0, MOST_LISTED),
        discards=a_purse(fields, "discards"),
        turned_up=_scorings(fields, "turned_up"),
        aside=_scorings(fields, "aside"),
        due=_unless_null(fields, "due", _SCORINGS),
        age_ranks=_entries(fields, "age_ranks", lambda rank: expected(int, rank, "a rank"), MOST_PLAYERS),
        modules=_modules(fields, ruleset, players, placed),
    )
    # SETUP-7: hands are secret while the game goes on, and everybody knows the own one.
    is_open = table.hands_are_open
    for owner, (player, hand) in enumerate(zip(players, hands, strict=True)):
        if (hand is None) == (is_open or owner == seat):
            wanted = "null, for it is secret" if hand is not None else "its cards, for they are known"
            raise RecordError(f"players, entry {owner + 1}, hand: expected {wanted} (SETUP-7)")
        if hand is not None and len(hand) != player.hand_size:
            size = f"{count(len(hand), 'card')}, and hand_size is {player.hand_size}"
            raise RecordError(f"players, entry {owner + 1}, hand: {size}")
    opened = tuple(hand for hand in hands if hand is not None) if is_open else None
    bonus = _bonus(fields, table.modules, seat) if table.modules.shown else ()
    return new_view(table, seat, None if seat is None else hands[seat], bonus, opened)


def _bonus(fields: Fields, modules: ModuleState, seat: Seat | None) -> tuple[Face, ...]:
    there(fields, "bonus", list)
    bonus = tuple(sorted(several(fields, "bonus", "a bonus card", Face.parse)))
    # BON-2: everybody knows the own cards, and nobody those of others.
    known = 0 if seat is None else modules.hidden[seat]
    if len(bonus) != known:
        raise RecordError(f"bonus: expected {count(known, 'card')}, the own hidden ones, got {len(bonus)}")
    return bonus


def _modules(
    fields: Fields, ruleset: Ruleset, players: Sequence[Player], placed: Iterable[Face]
) -> ModuleState:
    """Return what modules add to the table."""
    open_huts = _huts(fields, ruleset.tiles) if ruleset.tiles.huts is not None else ()

    def by_seat(key: str, read: Callable[[object], _Thing], clause: str) -> Iterator[_Thing]:
        entries = _entries(fields, key, read, MOST_PLAYERS)
        if len(entries) != len(players):
            raise RecordError(f"{key}: expected {len(players)} entries, got {len(entries)} ({clause})")
        yield from entries

    return module_state(
        ruleset,
        asked=_seat(fields, "asked", players) if {Module.VIZIER, Module.BONUS} & {*ruleset.modules} else None,
        # VIZ-2: everybody has a pawn.
        pawns=by_seat("pawns", lambda pawn: expected(bool, pawn, "a pawn"), "VIZ-2"),
        # BON-2: everybody has cards, hidden or shown.
        shown=by_seat("shown", _cards, "BON-2"),
        hidden=by_seat("hidden", _up_to(MOST_BONUS_CARDS), "BON-2"),
        open_huts=open_huts,
        huts_below=huts_left(ruleset.tiles, [*filter(None, open_huts), *placed]),
    )


def _cards(entry: object) -> tuple[Face, ...]:
    fields = Fields({"cards": expected(list, entry, "bonus cards")}, "")
    return tuple(sorted(several(fields, "cards", "a bonus card", Face.parse)))


def _up_to(most: int) -> Callable[[object], int]:
    """Return what reads a number of a list."""

    def read(entry: object) -> int:
        many = expected(int, entry, "a number")
        if not 0 <= many <= most:
            raise ValueError(f"expected 0 to {most}, got {many}")
        return many

    return read


def _huts(fields: Fields, tiles: Tiles) -> tuple[Face | None, ...]:
    huts = _spaces(fields, "huts", tiles)
    # HUT-3: a pile for each type.
    if len(huts) != len(HUT_BUILDINGS):
        raise RecordError(f"huts: expected {len(HUT_BUILDINGS)} entries, got {len(huts)} (HUT-3)")
    return huts


def _entries(
    fields: Fields, key: str, read: Callable[[object], _Thing], most: int = MOST_LISTED
) -> tuple[_Thing, ...]:
    """Take a list, which may not be missing."""
    there(fields, key, list)
    return fields.listed(key, read, most) or ()


def _unless_null(fields: Fields, key: str, choices: Mapping[str, _Thing]) -> _Thing | None:
    return None if is_null(fields, key) else one_of(fields, key, choices)


def _seat(fields: Fields, key: str, players: Sequence[object]) -> Seat | None:
    return None if is_null(fields, key) else Seat(number(fields, key, 0, len(players) - 1))


def _scorings(fields: Fields, key: str) -> tuple[Scoring, ...]:
    def scoring(word: str) -> Scoring:
        if word not in _SCORINGS:
            raise RecordError(f"expected one of {', '.join(_SCORINGS)}, got {short(word)}")
        return _SCORINGS[word]

    there(fields, key, list)
    return several(fields, key, "a scoring card", scoring, len(Scoring))


def _face(entry: object, tiles: Tiles) -> Face:
    """Read a tile that lies with its roof up: its face and, if they are there, its moats or walls."""
    tile = read_tile(expected(str, entry, "a tile"), tiles)
    face = tile.face
    # BOX-2, A-BOX-2: the tiles of the game.
    if face not in tiles:
        raise RecordError(str(unknown_face(face, *tiles.kinds)))
    # BUILD-1: all roofs point the same way. BOX-4: a tile has the moats that it has.
    if tile.roof is not Edges.N or tile.moats not in {None, tiles.moats(face)}:
        raise RecordError(f"expected {_written_tile(face, tiles)}, got {short(entry)}")
    return face


def _faces(fields: Fields, key: str, tiles: Tiles) -> tuple[Face, ...]:
    return tuple(sorted(_entries(fields, key, lambda entry: _face(entry, tiles))))


def _spaces(fields: Fields, key: str, tiles: Tiles) -> tuple[Face | None, ...]:
    """Take what lies on some spaces; null for what is empty."""
    return _entries(fields, key, lambda entry: None if entry is None else _face(entry, tiles))


def _yard(fields: Fields, ruleset: Ruleset) -> tuple[Face | None, ...]:
    many, yard = len(ruleset.spaces), _spaces(fields, "yard", ruleset.tiles)
    # BOX-7, MIX-5: a space for each currency, and if both kinds are played for each kind.
    if len(yard) != many:
        raise RecordError(f"yard: expected {many} entries, got {len(yard)}")
    for space, (face, (_, kind)) in enumerate(zip(yard, ruleset.spaces, strict=True), 1):
        if face is not None and face.kind is not kind:
            raise RecordError(f"yard, entry {space}: expected a tile of {kind.label}, got {face} (MIX-5)")
    return yard


def _dirk(fields: Fields, tiles: Tiles) -> DirksTiles | None:
    if is_null(fields, "dirk"):
        return None
    his = Fields(there(fields, "dirk", dict), "dirk")
    dirk = DirksTiles(
        faces=_faces(his, "tiles", tiles),
        points=number(his, "points", 0, LARGEST),
        owed_by_kind=his.listed("owed", _up_to(MOST_LISTED)) or (),
    )
    # MIX-37: a number for each kind.
    if len(dirk.owed_by_kind) != len(tiles.kinds):
        raise RecordError(f"dirk, owed: expected {count(len(tiles.kinds), 'number')}, one for each kind")
    his.no_others()
    return dirk


def _players(fields: Fields, ruleset: Ruleset) -> tuple[tuple[Player, ...], tuple[Purse | None, ...]]:
    """Return the players, and the hands that are there."""
    read = fields.listed("players", lambda entry: _player(entry, ruleset), MOST_PLAYERS) or ()
    # BOX-12: 2 to 6 players.
    if len(read) < FEWEST_PLAYERS:
        raise RecordError(f"players: expected {FEWEST_PLAYERS} to {MOST_PLAYERS}, got {len(read)} (BOX-12)")
    if alike := namesakes([player.name for player, _ in read]):
        raise RecordError(f"players: two players are called {short(alike[0])}")
    return tuple(player for player, _ in read), tuple(hand for _, hand in read)


def _player(entry: object, ruleset: Ruleset) -> tuple[Player, Purse | None]:
    fields = Fields(expected(dict, entry, "a player"), "")
    player = Player(
        name=good_name(there(fields, "name", str), "name"),
        city=_city(fields, ruleset),
        reserve=_faces(fields, "reserve", ruleset.tiles),
        points=number(fields, "points", 0, LARGEST),
        hand_size=number(fields, "hand_size", 0, MOST_LISTED),
    )
    hand = None if is_null(fields, "hand") else a_purse(fields, "hand")
    fields.no_others()
    return player, hand


def _city(fields: Fields, ruleset: Ruleset) -> City:
    laid = _entries(fields, "city", lambda entry: _laid(entry, ruleset.tiles))
    second = None if is_null(fields, "second") else cell_of(fields, "second")
    try:
        city = City.of(laid, ruleset.kind, second)
    except ValueError as error:
        raise RecordError(f"city, {error}") from None
    # MIX-20: whoever plays knows where the second kind began.
    if city.other and second is None:
        raise RecordError("second: expected the cell of the first tile of Granada, got null (MIX-20)")
    return city


def _laid(entry: object, tiles: Tiles) -> tuple[Cell, Built]:
    fields = Fields(expected(dict, entry, "a tile and where it lies"), "")
    cell, text = cell_of(fields, "at"), there(fields, "tile", str)
    fields.no_others()
    return cell, tiles.built(_face(text, tiles))
