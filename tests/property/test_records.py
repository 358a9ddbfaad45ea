"""What is written is read back the same, and any bytes give a position or an error in few words."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

import attrs
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import granada_rules as g
from granada_rules.base import MOST_SLIPS
from granada_rules.box import Cell, TileSets, shipped_tiles
from granada_rules.notation import (
    WrittenTile,
    read_card,
    read_city,
    read_event,
    read_face,
    read_tile,
    seen_moats,
    write_city,
    write_event,
    write_tile,
)
from granada_rules.position import NotedPlayer, NotedTile, Position, validate
from granada_rules.records import RecordError, read_position, write_json, write_position, write_toml
from granada_rules.testing import (
    cards,
    cities,
    edges,
    faces,
    layouts,
    names,
    purses,
    rulesets,
    tile_sets,
)
from granada_rules.testing.events import events_of
from granada_rules.testing.positions import _seen_in_part
from tests.helpers import schemas
from tests.helpers.cities import any_cities, roofs
from tests.helpers.games import NAMES
from tests.helpers.noted import three, two
from tests.helpers.positions import WITHOUT_SHRINKING, decisions, positions
from tests.helpers.schemas import anything

if TYPE_CHECKING:
    from collections.abc import Iterable

    from granada_rules.box import Tiles

LONGEST_MESSAGE = 500

# Tiles and cities.


def written(face: g.Face, moats: g.Edges | None, roof: g.Edges) -> WrittenTile:
    """Return a tile with these moats; one of Alhambra has its walls."""
    return WrittenTile(face, moats if face.walls is None else None, roof)


written_tiles = st.builds(written, faces(), st.none() | edges(), roofs)


@given(faces())
def test_a_face_is_read_back(face: g.Face) -> None:
    assert read_face(str(face)) == read_face(str(face).lower()) == face
    _, colon, walls = str(face).partition(":")
    assert read_face(f" {face.building.label}  {face.value}{colon}{walls} ") == face


@given(st.data())
def test_a_face_without_its_walls_is_read_where_one_tile_is_called_so(data: st.DataObject) -> None:
    tile_set = data.draw(tile_sets())
    face = data.draw(st.sampled_from(tile_set.faces))
    called = tile_set.called(face.building, face.value)
    text = f"{face.building.code}{face.value}"
    if len(called) == 1:
        assert read_face(text, tile_set) == face
        assert read_tile(f"{text}>", tile_set) == WrittenTile(face, None, g.Edges.E)
        assert read_event(f"tile {text}", [], tile_set) == g.DrawTile(face)
    else:
        with pytest.raises(ValueError, match=f"^{text}: expected its walls too, ") as refusal:
            read_face(text, tile_set)
        assert all(str(one) in str(refusal.value) for one in called)


@given(cards())
def test_a_card_is_read_back(card: object) -> None:
    assert read_card(str(card)) == read_card(f" {str(card).upper()} ") == card


@given(written_tiles)
def test_a_tile_is_read_back_and_has_one_form(tile: WrittenTile) -> None:
    assert read_tile(write_tile(tile)) == tile
    if tile.face.walls is not None:
        assert read_tile(write_tile(tile)).face.walls == seen_moats(tile, None).turned_back(tile.roof)
    assert write_tile(read_tile(write_tile(tile).lower())) == write_tile(tile)


@given(any_cities | cities(), st.booleans())
def test_a_city_is_read_back_and_has_one_form(city: g.City, listed: bool) -> None:  # noqa: FBT001 - drawn
    tile_set = shipped_tiles(city.start) if listed else None
    drawing = write_city(city, tile_set)
    again = read_city(drawing, tile_set, city.start)
    assert again == city
    assert write_city(again, tile_set) == drawing
    assert read_city(drawing.lower().replace("  ", " \t "), tile_set, city.start) == city
    # Who does not say the game is told it by the set or the tiles.
    if listed or city.tiles:
        assert read_city(drawing, tile_set) == city


# Events.

any_names = names() | st.just("Dirk")
any_players = st.lists(any_names, min_size=1, max_size=6, unique=True)
written_cells = st.builds(Cell, st.integers(-9999, 9999), st.integers(-9999, 9999))
spaces = st.integers(0, 9999).map(g.Space)


@st.composite
def seated_events(draw: st.DrawFn) -> tuple[list[str], g.Event]:
    """Draw players, and something that one of them does or that chance draws."""
    players = draw(any_players)
    seats = st.integers(0, len(players) - 1).map(g.Seat)
    return players, draw(events_of(seats, spaces, faces(), cards(), written_cells))


@given(seated_events())
@settings(max_examples=40)
def test_an_event_is_read_back_whatever_players_are_called(seated: tuple[list[str], g.Event]) -> None:
    players, event = seated
    line = write_event(event, players)
    assert read_event(line, players) == event
    assert read_event(f"  {line}\t\n", players) == event
    assert write_event(read_event(line, players), players) == line


@given(st.text() | st.from_regex(r"(Ann|tile|card|scoring) [a-z]+ .*( for | at | to ).*"), any_players)
def test_any_line_is_an_event_or_a_short_refusal(line: str, players: list[str]) -> None:
    try:
        event = read_event(line, players)
    except ValueError as error:
        message = str(error)
    else:
        message = "read"
        assert read_event(write_event(event, players), players) == event
    assert all(0 < len(line) < LONGEST_MESSAGE for line in message.split("\n"))


# Positions.

noted_tiles = st.builds(
    lambda face, moats: NotedTile(face, moats if face.walls is None else None), faces(), st.none() | edges()
)
lists_of_tiles = st.none() | st.lists(noted_tiles, max_size=5).map(tuple)
some_money = st.none() | purses()
points = st.none() | st.integers(-(10**9), 10**9)
piles = st.builds(
    g.Pile, st.integers(1, 40) | st.integers(1, 10**9 - 1), st.none() | st.sampled_from(g.Scoring)
)
_rest: dict[str, st.SearchStrategy[Any]] = {
    "yard": st.none() | st.lists(st.none() | noted_tiles, max_size=9).map(tuple),
    "display": some_money,
    "marker": st.none() | st.sampled_from(g.Marker),
    "dirk": lists_of_tiles,
    "dirks_points": points,
    "bag": lists_of_tiles,
    "bought": lists_of_tiles,
    "discards": some_money,
    "piles": st.none() | st.lists(piles, max_size=6).map(tuple),
    "turned_up": st.none() | st.lists(st.sampled_from(g.Scoring), max_size=3).map(tuple),
    "turn": st.none() | any_names,
    "phase": st.none() | st.sampled_from(g.Phase),
    "draws": st.integers(0, 10**9),
}


def noted_players(*kinds: g.Kind) -> st.SearchStrategy[NotedPlayer]:
    return st.builds(
        NotedPlayer,
        name=st.none() | any_names,
        city=st.none() | (cities(*kinds) if len(kinds) == 1 else layouts()),
        reserve=lists_of_tiles,
        hand=some_money,
        points=points,
    )


def _called_apart(sets: Iterable[g.TileSet]) -> TileSets:
    """Return tile sets of both kinds; in a record no two have the same name."""
    return TileSets(
        one if one.is_shipped else attrs.evolve(one, name=f"{one.kind.label} of {one.name}") for one in sets
    )


def any_positions(*kinds: g.Kind) -> st.SearchStrategy[Position]:
    """Generate positions of a game: their tiles outside of cities may be of the other one, too."""
    players = st.lists(
        noted_players(*kinds), max_size=3, unique_by=lambda player: player.name or id(player)
    ).map(tuple)
    options = rulesets(*kinds).map(lambda ruleset: attrs.evolve(ruleset, tile_set=None))
    each = [tile_sets(kind) for kind in kinds]
    listed: st.SearchStrategy[Tiles] = each[0] if len(each) == 1 else st.tuples(*each).map(_called_apart)
    # One of them says the game: a lone start tile does not.
    said = st.tuples(st.one_of(st.none(), listed, *each), options) | st.tuples(listed, st.none())
    return st.builds(
        lambda said, position: attrs.evolve(position, tile_set=said[0], ruleset=said[1]),
        said,
        st.builds(Position, players=players, **_rest),
    )


def check_is_read_back(position: Position) -> None:
    """Write a position in both ways, and read it back; the one form is the same each time."""
    tile_sets = () if position.tile_set is None else (position.tile_set,)
    document = write_position(position)
    schemas.POSITION.validate(document)
    for write in (write_toml, write_json):
        text = write(document)
        again = read_position(text, tile_sets)
        assert again == position
        assert read_position(text.encode(), tile_sets) == position
        assert write(write_position(again)) == text


@pytest.mark.parametrize("kinds", [(g.Kind.GRANADA,), (g.Kind.ALHAMBRA,), tuple(g.Kind)], ids=str)
@given(st.data())
def test_any_position_is_read_back_from_toml_and_json(kinds: tuple[g.Kind, ...], data: st.DataObject) -> None:
    position = data.draw(any_positions(*kinds))
    check_is_read_back(position)
    # The same with tiles and cards of which not everything is seen.
    check_is_read_back(data.draw(_seen_in_part(position)))


@given(
    st.lists(
        noted_players(g.Kind.GRANADA) | noted_players(g.Kind.ALHAMBRA) | noted_players(*g.Kind),
        max_size=3,
    ),
    lists_of_tiles,
)
def test_if_nothing_says_the_game_a_start_tile_is_read_back_or_not_written(
    players: list[NotedPlayer], bag: tuple[NotedTile, ...] | None
) -> None:
    unnamed = tuple(attrs.evolve(player, name=None) for player in players)
    position = Position(players=unnamed, bag=bag)
    message = ""
    try:
        document = write_position(position)
    except RecordError as error:
        message = str(error)
    else:
        assert read_position(write_json(document)) == position
    if message:
        assert re.fullmatch(r"player \d, city: the start tile of \w+ would be read as one of \w+", message)
        # A start tile of Alhambra with nothing but tiles of Granada around it is written like one of Granada.
        assert any(
            player.city is not None and all(tile.face.walls is None for tile in player.city.tiles.values())
            for player in unnamed
        )


def test_games_are_read_back_from_toml_and_json_and_played_on() -> None:
    of_each_phase = {(game.table.ruleset.game, game.table.phase): game for game in positions()}
    every = set(product(["alhambra", "granada", "both"], g.Phase))
    # MOD-3: there are no bonus cards in Granada, so none are shown.
    assert of_each_phase.keys() == every - {("granada", g.Phase.REVEAL)}
    for game in (*of_each_phase.values(), *positions()[::60]):
        check_is_read_back(game.to_position())
        if game.table.to_act is not None:
            text = write_toml(write_position(game.to_position()))
            assert g.Game.from_position(read_position(text, [game.table.ruleset.tiles])) == game


# Anything at all.


def check_is_position_or_error(data: str | bytes) -> None:
    """Have data read, or refused in few words; and what was read can be judged and written."""
    lines = ["read"]
    try:
        position = read_position(data)
    except RecordError as error:
        lines, position = str(error).split("\n"), error.readable
    assert len(lines) <= MOST_SLIPS + 1
    assert all(0 < len(line) < LONGEST_MESSAGE for line in lines)
    if position is not None:
        for violation in validate(position).violations:
            assert 0 < len(violation.message) < len(str(violation)) < LONGEST_MESSAGE
        assert read_position(write_json(write_position(position))) == position


KEYS = ["format", "tiles", "ruleset", "turn", "phase", "marker", "yard", "display", "bought", "discards"]
KEYS += ["sheets", "game", "edition", "kinds", "lines", "kind", "shares", "gifts_one_by_one"]
KEYS += ["piles", "dirk", "dirks_points", "bag", "draws", "player", "city", "hand", "at", "tile", "name"]


WORDS = ["0", "-1", "99999999999", "nan", "true", "null", "AR8", "GA10", "TO13", "b3", "@", ".", "A"]
WORDS += ["alhambra", "granada", "both", "reference", "unlisted", "game", "shares", "kind", "kinds"]


@given(st.binary() | st.text())
@example('{"format": "granada-position/1", "turn": "\\ud800"}')
@example("a = [[[[")
@example("\ufeff{}")
def test_any_bytes_give_a_position_or_an_error(data: str | bytes) -> None:
    check_is_position_or_error(data)


@given(st.dictionaries(st.sampled_from(KEYS), anything, max_size=3), st.booleans())
def test_anything_in_any_entry_gives_a_position_or_an_error(
    entries: dict[str, object],
    of_a_player: bool,  # noqa: FBT001 - drawn
) -> None:
    document = {"player": [entries]} if of_a_player else entries
    check_is_position_or_error(json.dumps({**document, "format": "granada-position/1"}))


@cache
def valid_texts() -> list[str]:
    """Return whole tables as files."""
    whole = [two(), three(), *(game.to_position() for game in decisions()[1::40])]
    known = [position for position in whole if position.tile_set in {g.reference(), g.alhambra()}]
    return [write(write_position(position)) for position in known for write in (write_toml, write_json)]


@given(st.data())
@settings(max_examples=100, phases=WITHOUT_SHRINKING)
def test_files_with_bytes_changed_give_a_position_or_an_error(data: st.DataObject) -> None:
    octets = bytearray(data.draw(st.sampled_from(valid_texts())).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(octets) - 1))
        octets[place : place + 1] = data.draw(
            st.binary(max_size=2) | st.sampled_from([b'"', b"[", b"}", b"-"])
        )
    check_is_position_or_error(bytes(octets))


@given(st.data())
@settings(max_examples=100, phases=WITHOUT_SHRINKING)
def test_files_with_lines_dropped_or_doubled_give_a_position_or_an_error(data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from(valid_texts())).splitlines(keepends=True)
    for _ in range(data.draw(st.integers(1, 3))):
        number = data.draw(st.integers(0, len(lines) - 1))
        lines[number : number + 1] = [lines[number]] * data.draw(st.sampled_from([0, 2]))
    check_is_position_or_error("".join(lines))


@given(st.data())
@settings(max_examples=100, phases=WITHOUT_SHRINKING)
def test_files_with_words_exchanged_give_a_position_or_an_error(data: st.DataObject) -> None:
    words = re.split(r"(\w+)", data.draw(st.sampled_from(valid_texts())))
    odd = st.sampled_from([*NAMES, *WORDS])
    for _ in range(data.draw(st.integers(1, 3))):
        words[data.draw(st.integers(0, len(words) - 1))] = data.draw(odd | st.sampled_from(words))
    check_is_position_or_error("".join(words))
