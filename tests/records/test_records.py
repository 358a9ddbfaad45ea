"""Position files by example: what can be said in one, its one form, and each message."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import attrs
import pytest

import granada_rules
import granada_rules as g
from benchmarks.records import drawn, full_table
from granada_rules.base import MOST_BYTES, MOST_ENTRIES
from granada_rules.position import NotedPlayer, NotedTile, Position, validate
from granada_rules.records import (
    RecordError,
    read_game,
    read_position,
    write_json,
    write_position,
    write_toml,
)
from granada_rules.testing.values import mirrored
from tests.helpers import schemas
from tests.helpers.games import money
from tests.helpers.noted import city, noted, piled, three, two

HEAD = 'format = "granada-position/1"\n'

WHOLE = """\
format = "granada-position/1"
tiles = "reference"
ruleset = { simplified = true, yard = ["g", "y", "b", "o"] }
turn = "Red"
phase = "place"
marker = "odd"
yard = ["SC10", "AR4:NE", "-", "PA6:-"]
display = ["y5", "g7", "b3", "o1"]
bought = ["DI12"]
discards = []
piles = [11, "12A", 13]
dirk = ["BA2", "HP5"]
dirks_points = 3
bag = ["MA2"]
draws = 40

[[player]]
name = "Red"
points = 12
reserve = ["LI7"]
hand = ["b4", "b6"]
city = \"\"\"
.      AR8  .
LI5:N  @    SC4>
\"\"\"

[[player]]
name = "Blue"
"""

SC4_LYING_EAST = g.reference().moats(g.Face.parse("SC4")).turned(g.Edges.E)

WHOLE_AS_VALUES = Position(
    tile_set=g.reference(),
    ruleset=g.Ruleset(
        simplified=True, yard=(g.Currency.GREEN, g.Currency.YELLOW, g.Currency.BLUE, g.Currency.ORANGE)
    ),
    turn="Red",
    phase=g.Phase.PLACE,
    marker=g.Marker.ODD,
    yard=(*noted("SC10 AR4:NE"), None, *noted("PA6:-")),
    display=money("b3 g7 o1 y5"),
    bought=noted("DI12"),
    discards=money(""),
    piles=piled("11 12A 13"),
    dirk=noted("BA2 HP5"),
    dirks_points=3,
    bag=noted("MA2"),
    draws=40,
    players=(
        NotedPlayer(
            name="Red",
            points=12,
            reserve=noted("LI7"),
            hand=money("b4 b6"),
            city=g.City.of(
                {
                    **city("0,1 AR8 N", "-1,0 LI5 N").tiles,
                    **city(
                        f"1,0 SC4 {g.reference().moats(noted('SC4')[0].face).turned(g.Edges.E) or '-'} E"
                    ).tiles,
                }
            ),
        ),
        NotedPlayer(name="Blue"),
    ),
)


def refusal(data: str | bytes, *tile_sets: g.TileSet) -> str:
    """Have a position refused, and return why."""
    with pytest.raises(RecordError) as refused:
        read_position(data, tile_sets)
    return str(refused.value)


def as_json(**entries: Any) -> str:  # noqa: ANN401 - whatever JSON can say
    return json.dumps({"format": "granada-position/1", **entries})


# What can be said.


def test_a_whole_table_is_read_and_written_in_toml() -> None:
    assert read_position(WHOLE) == WHOLE_AS_VALUES
    assert write_toml(write_position(WHOLE_AS_VALUES)) == WHOLE


def test_a_whole_table_is_read_and_written_in_json() -> None:
    written = write_json(write_position(WHOLE_AS_VALUES))
    assert read_position(written) == WHOLE_AS_VALUES
    assert written.startswith('{\n  "format": "granada-position/1",\n  "tiles": "reference",\n')
    assert json.loads(written)["piles"] == [11, "12A", 13]


def test_bytes_are_read_like_a_text() -> None:
    assert read_position(WHOLE.encode()) == WHOLE_AS_VALUES


def test_nothing_but_the_format_is_a_position_of_which_nothing_is_known() -> None:
    assert read_position(HEAD) == Position()
    assert write_toml(write_position(Position())) == HEAD + "player = []\n"


@pytest.mark.parametrize("line", ["", 'tiles = "unlisted"\n'])
def test_without_a_tile_set_a_city_says_its_moats(line: str) -> None:
    position = read_position(f'{HEAD}{line}[[player]]\ncity = "@ AR8:N"\n')
    assert position == Position(players=(NotedPlayer(city=city("1,0 AR8 N")),))
    assert (
        refusal(f'{HEAD}{line}[[player]]\ncity = "@ AR8"\n')
        == "player 1, city, row 1, AR8 does not say its moats (AR8:- for none), and there is no tile set"
    )


def test_a_city_may_be_a_list_in_toml_and_json_alike() -> None:
    laid = [{"at": [1, 0], "tile": "AR8:N"}, {"at": [0, -1], "tile": "sc4:->"}]
    expected = Position(players=(NotedPlayer(city=city("1,0 AR8 N", "0,-1 SC4 - E")),))
    assert read_position(as_json(player=[{"city": laid}])) == expected
    in_toml = '[{ at = [1, 0], tile = "AR8:N" }, { at = [0, -1], tile = "sc4:->" }]'
    assert read_position(f"{HEAD}[[player]]\ncity = {in_toml}\n") == expected


def test_an_empty_list_is_a_city_of_the_start_tile() -> None:
    assert read_position(as_json(player=[{"city": []}])).players[0].city == g.City.of()


@pytest.mark.parametrize("phase", g.Phase)
def test_every_phase_can_be_written(phase: g.Phase) -> None:
    position = Position(phase=phase)
    assert read_position(write_toml(write_position(position))) == position


@pytest.mark.parametrize(
    ("written", "ruleset"),
    [
        ('"EN"', g.GRANADA),
        ('"fr-box"', g.EDITIONS["FR-BOX"]),
        ("{}", g.GRANADA),
        ('{ edition = "NL" }', g.EDITIONS["NL"]),
        ('{ edition = "FR", simplified = true }', attrs.evolve(g.EDITIONS["FR"], simplified=True)),
        ('{ edition = "NL", extra_action_is_a_must = true }', g.GRANADA),
        ("{ discards_return_at_once = true }", g.Ruleset(discards_return_at_once=True)),
        (
            '{ yard = ["Orange", "b", "g", "yellow"] }',
            g.Ruleset(yard=(g.Currency.ORANGE, g.Currency.BLUE, g.Currency.GREEN, g.Currency.YELLOW)),
        ),
    ],
)
def test_a_ruleset_is_an_edition_or_options(written: str, ruleset: g.Ruleset) -> None:
    assert read_position(f"{HEAD}ruleset = {written}\n").ruleset == ruleset


def test_habits_are_met_and_have_one_form() -> None:
    position = read_position(
        HEAD
        + 'tiles = "reference"\nmarker = " Odd "\nphase = "ACT"\nyard = ["schule 10", " ar4:en ", "-"]\n'
        + 'display = ["B3"]\npiles = ["012a "]\n'
    )
    assert write_position(position) == {
        "format": "granada-position/1",
        "tiles": "reference",
        "phase": "act",
        "marker": "odd",
        "yard": ["SC10", "AR4:NE", "-"],
        "display": ["b3"],
        "piles": ["12A"],
        "player": [],
    }


def test_values_that_the_box_does_not_have_can_be_read() -> None:
    position = read_position(HEAD + 'yard = ["SC14:NESW"]\ndisplay = ["b99"]\npiles = ["3C"]\n')
    assert position.yard == (NotedTile(noted("SC14")[0].face, g.Edges.parse("NESW")),)
    assert position.display == money("b99")
    assert position.piles == (g.Pile(3, g.Scoring.C),)


@pytest.mark.parametrize(
    "text", ["a\nb", "\n", 'quotes """ and \\ and \\n\n', "\x00\n\x7f\r\n", "tab\t\n", "é\u2028ö\n"]
)
def test_a_text_of_several_lines_is_the_same_when_toml_is_read_back(text: str) -> None:
    import tomllib  # noqa: PLC0415 - the judge of this test alone

    assert tomllib.loads(write_toml({"a": text, "b": {text: [text]}})) == {"a": text, "b": {text: [text]}}


# What is written can be read.

TILES = g.City.of((g.Cell(x, y), (g.Face.parse("AR8"), g.Edges.N)) for y in (1, 2, 3) for x in range(-50, 17))


@pytest.mark.parametrize(
    ("position", "message"),
    [
        (
            Position(players=(NotedPlayer(name=" x"),)),
            "player 1, name: expected 1 to 60 printable characters",
        ),
        (
            Position(players=(NotedPlayer(name="\ud800"),)),
            "player 1, name: expected 1 to 60 printable characters",
        ),
        (Position(turn="Red\n"), "turn: expected 1 to 60 printable characters"),
        (Position(players=(NotedPlayer(name="Red"),) * 2), "player: two players are called 'Red'"),
        (Position(players=(NotedPlayer(),) * 11), "player: more than 10 entries"),
        (Position(dirks_points=10**12), "dirks_points: numbers go from -1000000000 to 1000000000"),
        (Position(players=(NotedPlayer(points=-(10**12)),)), "player 1, points: numbers go from"),
        (Position(draws=10**12), "draws: numbers go from -1000000000 to 1000000000"),
        (Position(piles=(g.Pile(10**9, g.Scoring.A),)), "piles, entry 1, a pile: expected"),
        (Position(bag=noted("AR8") * 201), "bag: more than 200 entries"),
        (Position(display=money("b3 " * 201)), "display: more than 200 entries"),
        (Position(players=(NotedPlayer(city=TILES),)), "player 1, city, more than 200 tiles"),
        (
            Position(ruleset=g.Ruleset(tile_set=mirrored(g.Backs.MIRRORED_TOP_BOTTOM))),
            "ruleset: the tile set of",
        ),
    ],
    ids=range(13),
)
def test_what_could_not_be_read_back_is_not_written(position: Position, message: str) -> None:
    with pytest.raises(ValueError, match=r"^") as refused:
        write_position(position)
    assert str(refused.value).startswith(message)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_numbers_that_a_file_cannot_hold_are_not_written(number: float) -> None:
    with pytest.raises(RecordError, match=r"^cannot be written as JSON: "):
        write_json({"a": [number]})
    with pytest.raises(RecordError, match=f"^expected a finite number, got {number}$"):
        write_toml({"a": [number]})


def test_a_text_that_is_too_long_to_be_read_or_no_utf_8_is_not_written() -> None:
    for write in (write_toml, write_json):
        assert len(write({"a": "x" * (MOST_BYTES - 100)})) < MOST_BYTES
        with pytest.raises(ValueError, match=f"^{LONG}$"):
            write({"a": "é" * (MOST_BYTES // 2)})
        with pytest.raises(ValueError, match="not UTF-8"):
            write({"a": "\ud800"})


def test_what_a_position_is_shown_as_can_be_pasted_back() -> None:
    own = mirrored(g.Backs.MIRRORED_TOP_BOTTOM)
    names = {name: getattr(granada_rules, name) for name in granada_rules.__all__}
    for position in (WHOLE_AS_VALUES, attrs.evolve(WHOLE_AS_VALUES, tile_set=own), two(), Position()):
        assert eval(repr(position), names) == position  # noqa: S307 - our own text


# Tile sets.


def test_an_own_tile_set_is_known_by_its_name() -> None:
    own = mirrored(g.Backs.MIRRORED_LEFT_RIGHT)
    position = read_position(f'{HEAD}tiles = "{own.name}"\n', [own])
    assert position.tile_set == own
    assert read_position(write_json(write_position(position)), [own]) == position


def test_an_unknown_tile_set_is_refused_with_those_that_are_known() -> None:
    own = mirrored(g.Backs.AS_SEEN)
    assert (
        refusal(HEAD + 'tiles = "ours"\n')
        == "tiles: no tile set is called 'ours' ('alhambra'; 'reference'; 'huts-reference')"
    )
    assert (
        refusal(HEAD + 'tiles = "ours"\n', own)
        == "tiles: no tile set is called 'ours' ('alhambra'; 'reference'; 'huts-reference'; 'as-seen')"
    )


def test_the_reference_set_is_read_only_if_somebody_names_it() -> None:
    own = mirrored(g.Backs.AS_SEEN)
    before = g.reference.cache_info()
    validate(read_position(HEAD + '[[player]]\nname = "Red"\ncity = "@ SC4:-"\n'))
    validate(read_position(HEAD + 'tiles = "as-seen"\n', [own]))
    assert refusal(HEAD + 'tiles = "ours"\n')
    assert g.reference.cache_info() == before
    read_position(HEAD + 'tiles = "reference"\n')
    assert g.reference.cache_info() != before


def test_two_own_tile_sets_of_one_name_are_refused_unless_they_are_the_same() -> None:
    one, other = (g.TileSet.of(g.reference().tiles, name="ours", backs=backs) for backs in list(g.Backs)[:2])
    assert read_position(HEAD + 'tiles = "ours"\n', [one, one, g.reference()]).tile_set == one
    assert refusal(HEAD, one, other) == "tiles: two tile sets are called 'ours'"


@pytest.mark.accepts("MIX-2")
def test_tiles_of_both_kinds_are_named_each_under_its_kind() -> None:
    both = g.TileSets([g.reference(), g.alhambra()])
    for named in (
        'alhambra = "alhambra", granada = "reference"',
        'granada = "reference", alhambra = "alhambra"',
    ):
        assert read_position(f"{HEAD}tiles = {{ {named} }}\n").tile_set == both
    for one in both.sets:
        assert read_position(f'{HEAD}tiles = {{ {one.kind.value} = "{one.name}" }}\n').tile_set == one


@pytest.mark.rejects("MIX-2")
def test_a_tile_set_under_the_other_kind_is_refused() -> None:
    own = mirrored(g.Backs.AS_SEEN)
    wrong = "tiles, alhambra: 'as-seen' is of Granada"
    assert refusal(f'{HEAD}tiles = {{ alhambra = "as-seen", granada = "reference" }}\n', own) == wrong
    assert (
        refusal(f'{HEAD}tiles = {{ granada = "alhambra" }}\n') == "tiles, granada: 'alhambra' is of Alhambra"
    )


# What cannot be read: the file.


@pytest.mark.parametrize("data", [None, 5, bytearray(b"{}"), ["{}"], {}])
def test_what_is_neither_text_nor_bytes_is_a_type_error(data: Any) -> None:  # noqa: ANN401 - anything else
    with pytest.raises(TypeError, match=r"^expected str or bytes, got "):
        read_position(data)


LONG = "longer than 1 MiB"
MANY = "more than 30000 entries"
FORMAT = 'format: expected "granada-position/1", got '


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("", 'format is missing: a position says format = "granada-position/1"'),
        ("{}", 'format is missing: a position says format = "granada-position/1"'),
        ('format = "granada-position/2"', FORMAT + "'granada-position/2'"),
        ('{"format": "granada-game/1"}', FORMAT + "'granada-game/1'"),
        ("format = 1", "format: expected a string, got 1"),
        ('{"format": [[1]]}', "format: expected a string, got a list"),
        ("\ufeff", 'format is missing: a position says format = "granada-position/1"'),
        (b"\xef\xbb\xbf{}", 'format is missing: a position says format = "granada-position/1"'),
        (HEAD.encode("utf-16"), "line 1: not UTF-8 but UTF-16"),
        (HEAD.encode() + b'turn = "Ren\xe9"\n', "line 2: not UTF-8 (byte 0xe9)"),
        ("format = ", "not TOML: Invalid value (at end of document)"),
        ("[1]", 'format is missing: a position says format = "granada-position/1"'),
        ('turn = "a"\nturn = "b"', "not TOML: Cannot overwrite a value (at end of document)"),
        (
            f'["{"a" * 3000}"]\n["{"a" * 3000}"]\n',
            f"not TOML: Cannot declare ('{'a' * 143} (at line 2, column 3004)",
        ),
        ("{,}", "not JSON: line 1, column 2: Expecting property name enclosed in double quotes"),
        ('{\n"format": "a"\n', "not JSON: line 3, column 1: Expecting ',' delimiter"),
        ('{"format": "a", "format": "a"}', "format: duplicate key"),
        ('{"format": NaN}', "format: expected a whole number, got NaN"),
        (HEAD + "draws = nan", "draws: expected an integer, got nan"),
        (HEAD + "draws = inf", "draws: expected an integer, got inf"),
        (HEAD + "draws = 1.0", "draws: expected an integer, got 1.0"),
        (HEAD + f"draws = {'9' * 100}", "draws: numbers go from -1000000000 to 1000000000"),
        (HEAD + f"draws = 0x{'f' * 98}", "draws: numbers go from -1000000000 to 1000000000"),
        (HEAD + f"draws = {'9' * 101}", "line 2: a word of more than 100 characters"),
        (
            HEAD + f"turn = {'9' * 100}",
            "turn: expected a string, got 999999999999999999...9999999999999999999",
        ),
        (HEAD + "turn = 2020-01-01", "turn: expected a string, got 2020-01-01"),
        ('{"a": ' + "[" * 12 + "]" * 12 + "}", "line 1: more than 12 nested brackets"),
        ('{"a":\n' + '{"a":' * 50_000, "line 2: more than 12 nested brackets"),
        ("a = " + "[" * 3000, "not TOML: nested too deeply"),
        ("a = '\"' # [\n" * 2, "not TOML: Cannot overwrite a value (at line 2, column 8)"),
        (HEAD + "a" * 101, "line 2: a word of more than 100 characters"),
        (HEAD + "a." * 21 + "a = 1", "line 2: more than 20 dots in keys"),
        (HEAD + "[a.a.a.a.a]\n" * 9, "line 7: more than 20 dots in keys"),
        ("x" * (MOST_BYTES + 1), LONG),
        (b"\xff" * 10_000_000, LONG),
        ("a=1\n" * (MOST_ENTRIES + 1), MANY),
        ('{"a": [' + "1," * MOST_ENTRIES, MANY),
        ('{"a": [' + "[]" * MOST_ENTRIES, MANY),
        ('{"a": [' + '"1",' * MOST_ENTRIES, MANY),
        ('{"' + '\\"' * 500_000, "not JSON: line 1, column 2: Unterminated string starting at"),
        ("\x00", "not TOML: Invalid statement (at line 1, column 1)"),
    ],
    ids=range(41),
)
def test_a_file_that_cannot_be_read_is_refused_with_where_and_why(data: str | bytes, message: str) -> None:
    # Behind it stand the line and the cure, which tests of documents compare.
    assert refusal(data).partition("\n  ")[0] == message


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ('"points": 1, "points": 1', "points: duplicate key"),
        ('"points": NaN', "points: expected a whole number, got NaN"),
        ('"points": -Infinity', "points: expected a whole number, got -Infinity"),
        ('"points": 1.0', "points: expected a whole number, got 1.0"),
        ('"points": 1e999', "points: expected a whole number, got 1e999"),
        ('"points": 1234567890123456', "points: a number of 16 digits, at most 15 are read"),
        (f'"points": {"9" * 9999}', "points: a number of 9999 digits, at most 15 are read"),
        (f'"points": 0.{"9" * 9999}', "points: expected a whole number, got 0.9999999999...9999999999999"),
        ('"city": 1.5', "city: expected a whole number, got 1.5"),
        ('"hand": ["b3", NaN]', "hand, entry 2, a card: expected a whole number, got NaN"),
        (
            '"city": [{"at": [1, 0.5], "tile": "AR8:N"}]',
            "city, entry 1, at, entry 2, a number: expected a whole number, got 0.5",
        ),
        (
            '"city": [{"at": [1, 0], "tile": "AR8:N", "at": [1, 0]}]',
            "city, entry 1, at: duplicate key",
        ),
    ],
    ids=range(12),
)
def test_what_json_alone_can_say_is_refused_with_player_entry_and_key(entry: str, reason: str) -> None:
    head = '{"format": "granada-position/1", "player": '
    assert refusal(f'{head}[{{"name": "Red", {entry}}}]}}') == f"Red, {reason}"
    assert refusal(f"{head}[{{}}, {{{entry}}}]}}") == f"player 2, {reason}"


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ('"turn": "a", "turn": "b"', "turn: duplicate key"),
        ('"ruleset": {"simplified": true, "simplified": true}', "ruleset, simplified: duplicate key"),
        ('"draws": 12345678901234567890', "draws: a number of 20 digits, at most 15 are read"),
        (
            '"piles": [11, 2.5]',
            "piles, entry 2, a pile: expected a whole number, got 2.5",
        ),
        ('"player": [], "player": []', "player: duplicate key"),
        ('"player": [NaN]', "player, entry 1, a player: expected a whole number, got NaN"),
        ('"player": [{"name": "Red", "name": "Red"}]', "player 1, name: duplicate key"),
    ],
)
def test_what_json_alone_can_say_is_refused_with_its_place(entries: str, message: str) -> None:
    assert refusal(f'{{"format": "granada-position/1", {entries}}}') == message


def test_a_city_may_be_drawn_in_one_line() -> None:
    row = ".  " * 108
    drawing = f"@  {row}\n" + f".  {row}\n" * 50
    expected = Position(players=(NotedPlayer(city=g.City.of()),))
    in_one_line = json.dumps(drawing)
    assert read_position(f"{HEAD}[[player]]\ncity = {in_one_line}\n") == expected
    assert read_position(f"{HEAD}player = [{{ city = {in_one_line} }}]\n") == expected
    assert read_position(f"{HEAD}player = [{{ city = '{'. ' * 50}@' }}] # {row}\n") == expected


# What cannot be read: an entry.

NAME = "expected 1 to 60 printable characters without blanks around them, got "
KEYS = (
    "bag bought dirk dirks_points discards display draws due format huts marker phase "
    "piles player ruleset sheets tiles to_act turn turned_up yard"
)
NO_LIST = "player: expected a list of players, [[player]] above each, got a table"
PLAYERS_KEYS = "bonus cards city hand name pawn points reserve second shown"
TABLES_KEYS = " ".join(key for key in KEYS.split() if key not in {"format", "player", "sheets"})
FOUR_SPACES = "BOX-7: the yard has four spaces, each of another currency, not y, y, g, b"
PHASES = "setup, act, place, end of turn, favour, place favour, reveal, gift, over"
OPTIONS = (
    "discards_return_at_once edition exchange_cards_with_money exchange_pays_exactly extra_action_is_a_must "
    "favour_until_yard_short game gifts_one_by_one house_rules modules simplified turning_takes_one_card yard"
)
NO_SX = "'SX10': no building has the code SX (PV SE AC CH GA TO AR BA LI HS HP MA PA SC DI)"
TILE = "expected a tile such as SC10, SC10:NE or SC10:->"
EDITION = "expected one of EN, DE, NL, HU, FR, FR-BOX"
CURRENCY = "no such currency (y yellow g green b blue o orange)"
PILE = 'a pile: expected a number of cards such as 11, or with a scoring card a text such as "12A"'


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"colour": 1}, f"'colour': no such entry ({KEYS})"),
        ({"x" * 5000: 1}, f"'xxxxxxxxxxxx...xxxxxxxxxxxxx': no such entry ({KEYS})"),
        ({"turn": None}, "turn: expected a string, got null"),
        ({"turn": ""}, f"turn: {NAME}''"),
        ({"turn": "\ud800"}, f"turn: {NAME}'\\ud800'"),
        ({"tiles": 5}, "tiles: expected a name, or a table of names, got 5"),
        ({"marker": "up"}, "marker: expected one of even, odd, got 'up'"),
        ({"marker": True}, "marker: expected a string, got true"),
        (
            {"phase": "deal"},
            f"phase: expected one of {PHASES}, got 'deal'",
        ),
        (
            {"phase": "\u017fetup"},
            f"phase: expected one of {PHASES}, got '\u017fetup'",
        ),
        ({"draws": -1}, "draws: expected 0 or more, got -1"),
        ({"draws": True}, "draws: expected an integer, got true"),
        ({"draws": 10**9 + 1}, "draws: numbers go from -1000000000 to 1000000000"),
        ({"dirks_points": "3"}, "dirks_points: expected an integer, got '3'"),
        ({"dirks_points": -(10**10)}, "dirks_points: numbers go from -1000000000 to 1000000000"),
        ({"yard": "SC10"}, "yard: expected a list, got 'SC10'"),
        ({"yard": [5]}, "yard, entry 1, a tile: expected a string, got 5"),
        ({"yard": ["-", "SX10"]}, f"yard, entry 2, {NO_SX}"),
        ({"yard": ["@"]}, f"yard, entry 1, '@': {TILE}"),
        ({"yard": ["SC10>"]}, "yard, entry 1, 'SC10>': only in a city does it matter where a roof points"),
        ({"bag": ["-"]}, f"bag, entry 1, '-': {TILE}"),
        ({"bag": ["SC10"] * 201}, "bag: more than 200 entries"),
        ({"bought": [{}]}, "bought, entry 1, a tile: expected a string, got a table"),
        ({"dirk": [["SC10"] * 150]}, "dirk, entry 1, a tile: expected a string, got a list"),
        (
            {"display": ["b"]},
            "display, entry 1, card 'b': expected a currency and a value from 0 to 99, such as b3",
        ),
        ({"display": ["b3", 3]}, "display, entry 2, a card: expected a string, got 3"),
        ({"discards": ["x3"]}, "discards, entry 1, card 'x3': no currency has the code x (y g b o)"),
        ({"piles": [0]}, "piles, entry 1, 0: expected a pile of 1 card or more"),
        ({"piles": ["0A"]}, "piles, entry 1, '0A': expected a pile of 1 card or more"),
        ({"piles": [True]}, f"piles, entry 1, {PILE}, got true"),
        ({"piles": ["12D"]}, f"piles, entry 1, {PILE}, got '12D'"),
        ({"ruleset": 5}, "ruleset: expected an edition or a table of options, got 5"),
        ({"ruleset": "ES"}, f"ruleset: {EDITION}, got 'ES'"),
        ({"ruleset": {"edition": "ES"}}, f"ruleset, edition: {EDITION}, got 'ES'"),
        ({"ruleset": {"simplified": 1}}, "ruleset, simplified: expected true or false, got 1"),
        ({"ruleset": {"yard": ["x"]}}, f"ruleset, yard, entry 1, 'x': {CURRENCY}"),
        ({"ruleset": {"yard": [1]}}, "ruleset, yard, entry 1, a currency: expected a string, got 1"),
        (
            {"ruleset": {"yard": ["y", "y", "g", "b"]}},
            f"ruleset, yard: {FOUR_SPACES}",
        ),
        (
            {"ruleset": {"tiles": 1}},
            "ruleset, 'tiles': no such entry here; write it beside the ruleset, not in it",
        ),
        ({"player": {"name": "Red"}}, NO_LIST),
        ({"player": ["Red"]}, "player, entry 1, a player: expected a table, got 'Red'"),
        ({"player": [{}] * 11}, "player: more than 10 entries"),
        ({"player": [{"name": "Red"}, {"name": "Red"}]}, "player: two players are called 'Red'"),
        ({"player": [{"name": "e\u0301"}, {"name": "\u00e9"}]}, "player: two players are called 'e\u0301'"),
        ({"player": [{"name": "player 2"}, {"hand": 5}]}, "unnamed player 2, hand: expected a list, got 5"),
        ({"player": [{}, {"name": 5}]}, "player 2, name: expected a string, got 5"),
        ({"player": [{"name": ""}]}, f"player 1, name: {NAME}''"),
        ({"player": [{"name": " Red"}]}, f"player 1, name: {NAME}' Red'"),
        ({"player": [{"name": "a\nb"}]}, f"player 1, name: {NAME}'a\\nb'"),
        ({"player": [{"name": "\x1b[2J"}]}, f"player 1, name: {NAME}'\\x1b[2J'"),
        (
            {"player": [{"name": "x" * 61}]},
            f"player 1, name: {NAME}'xxxxxxxxxxxx...xxxxxxxxxxxxx'",
        ),
    ],
    ids=range(51),
)
def test_an_entry_that_cannot_be_read_is_refused_with_where_and_why(
    entries: dict[str, object], message: str
) -> None:
    assert refusal(as_json(**entries)) == message
    assert len(message) < 400


AT_AND_TILE = 'city, entry 1, expected at and tile, such as { at = [1, 0], tile = "AR8:N" }'
NO_MOATS = "AR8 does not say its moats (AR8:- for none), and there is no tile set"
MANY_TILES = "more than 200 tiles; the box has 54"
TOO_FAR = "more than 54 away from the start, which the tiles of the box cannot reach"


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"seat": 1}, "'seat': no such entry (bonus cards city hand name pawn points reserve second shown)"),
        ({"points": "1"}, "points: expected an integer, got '1'"),
        ({"reserve": ["SC"]}, f"reserve, entry 1, 'SC': {TILE}"),
        ({"hand": "b3"}, "hand: expected a list, got 'b3'"),
        ({"city": 5}, "city: expected a drawing or a list of tiles, got 5"),
        ({"city": "@\nSX10:N"}, f"city, row 2, {NO_SX}"),
        (
            {"city": "@ AR8:N" + "\n. AR8:N" * 200},
            "city, more than 109 rows or columns, which no city can have",
        ),
        ({"city": "@" + " AR8:N" * 100 + "\n." + " AR8:N" * 101}, f"city, {MANY_TILES}"),
        ({"city": [{"at": [1, 0], "tile": "AR8:-"}] * 201}, "city: more than 200 entries"),
        ({"city": ""}, "city, expected one start tile (@), got 0"),
        ({"city": [5]}, "city, entry 1, a tile and where it lies: expected a table, got 5"),
        ({"city": [{"tile": "AR8:N"}]}, AT_AND_TILE),
        ({"city": [{"at": [1, 0]}]}, AT_AND_TILE),
        ({"city": [{"at": [1], "tile": "AR8:N"}]}, AT_AND_TILE),
        (
            {"city": [{"at": [1, "0"], "tile": "AR8:N"}]},
            "city, entry 1, at, entry 2, a number: expected an integer, got '0'",
        ),
        (
            {"city": [{"at": [1, 0], "tile": "AR8", "roof": "N"}]},
            "city, entry 1, 'roof': no such entry (at tile)",
        ),
        ({"city": [{"at": [1, 0], "tile": "AR8"}]}, f"city, entry 1, {NO_MOATS}"),
        ({"city": [{"at": [55, 0], "tile": "AR8:-"}]}, f"city, cell 55,0: {TOO_FAR}"),
        ({"city": [{"at": [10**9, 0], "tile": "AR8:-"}]}, f"city, cell ?,0: {TOO_FAR}"),
        (
            {"city": [{"at": [0, 0], "tile": "AR8:-"}]},
            "city, BOX-5: the start tile lies at 0,0, no other tile can",
        ),
        ({"city": [{"at": [1, 0], "tile": "AR8:-"}] * 2}, "city, cell 1,0: two tiles at one cell"),
    ],
)
def test_an_entry_about_a_player_is_refused_with_the_name(entries: dict[str, object], message: str) -> None:
    assert refusal(as_json(player=[{"name": "Red", **entries}])) == f"Red, {message}"
    assert refusal(as_json(player=[{}, entries])) == f"player 2, {message}"


def test_a_dotted_key_is_a_table_and_no_list() -> None:
    assert refusal(HEAD + 'player.name = "Red"\n') == NO_LIST


@pytest.mark.parametrize("lines", ['[player]\nname = "Red"\n', "[[player]]\n[player]\n", "[player]\n" * 2])
def test_of_players_in_a_single_table_the_cure_is_told(lines: str) -> None:
    assert "[[player]] above each" in refusal(HEAD + lines)


GAMES_ENTRIES = {
    "house_rules": "write it into the ruleset: ruleset = { …, house_rules = true }",
    "simplified": "write it into the ruleset: ruleset = { …, simplified = true }",
    "modules": 'write it into the ruleset: ruleset = { …, modules = ["vizier"] }',
    "edition": 'write it into the ruleset: ruleset = { edition = "EN", … }',
    "game": 'write it into the ruleset: ruleset = { game = "alhambra", … }',
}
BELOW, ABOVE = "write it below [[player]], where it is that player's", "write it above the first [[player]]"


@pytest.mark.parametrize(
    ("key", "cure"), [*GAMES_ENTRIES.items(), *dict.fromkeys(PLAYERS_KEYS.split(), BELOW).items()]
)
def test_an_entry_of_the_ruleset_or_of_a_player_at_the_top_is_told_where_it_belongs(
    key: str, cure: str
) -> None:
    assert refusal(f"{HEAD}{key} = 1\n") == f"{key!r}: no such entry here; {cure}"


@pytest.mark.parametrize(
    ("key", "cure"), [*GAMES_ENTRIES.items(), *dict.fromkeys(TABLES_KEYS.split(), ABOVE).items()]
)
def test_an_entry_of_the_ruleset_or_of_the_table_below_a_player_is_told_where_it_belongs(
    key: str, cure: str
) -> None:
    lines = f"{HEAD}[[player]]\nname = 'Red'\n{key} = 1\n"
    assert refusal(lines) == f"Red, {key!r}: no such entry here; {cure}"


@pytest.mark.parametrize("key", GAMES_ENTRIES)
def test_an_entry_of_the_ruleset_in_a_game_record_is_told_where_it_belongs(key: str) -> None:
    with pytest.raises(RecordError) as refused:
        read_game(f'format = "granada-game/1"\ntiles = "reference"\nplayers = ["A", "B"]\n{key} = 1\n')
    assert str(refused.value) == f"{key!r}: no such entry here; {GAMES_ENTRIES[key]}"


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("markr", "marker"),
        ("MARKER", "marker"),
        ("players", "player"),
        ("rules", "ruleset"),
        ("tile_set", "tiles"),
    ],
)
def test_of_an_unknown_entry_the_nearest_known_one_is_told(given: str, meant: str) -> None:
    assert refusal(f"{HEAD}{given} = 1\n") == f"{given!r}: no such entry; did you mean {meant}? ({KEYS})"


@pytest.mark.parametrize("key", ["house", "márker", "marker" * 7, "x"])
def test_of_an_entry_that_is_like_no_other_none_is_named(key: str) -> None:
    assert "did you mean" not in refusal(f"{HEAD}'{key}' = 1\n")


def test_the_module_that_an_option_needs_is_told() -> None:
    option = "ruleset = { game = 'alhambra', exchange_pays_exactly = true }\n"
    assert refusal(HEAD + option) == (
        "ruleset, exchange_pays_exactly: this means nothing without currency exchange; "
        'write ruleset = { …, modules = ["exchange"] }'
    )


# The published schema.


@pytest.mark.parametrize("position", [Position(), WHOLE_AS_VALUES, two(), three()])
def test_written_positions_validate_against_the_schema(position: Position) -> None:
    schemas.POSITION.validate(write_position(position))


def test_a_city_as_a_list_validates_against_the_schema() -> None:
    laid = [{"at": [1, -54], "tile": "AR8:NEv"}, {"at": [0, 1], "tile": "SC4"}]
    schemas.POSITION.validate({"format": "granada-position/1", "player": [{"city": laid}]})


@pytest.mark.parametrize(
    "entries",
    [
        {"colour": 1},
        {"turn": ""},
        {"marker": "up"},
        {"phase": "deal"},
        {"draws": -1},
        {"draws": 1.5},
        {"dirks_points": 10**10},
        {"yard": ["@"]},
        {"yard": ["SC10>"]},
        {"bag": ["SC10:"]},
        {"bag": ["SC10:NN"]},
        {"bag": ["SC10"] * 201},
        {"display": ["x3"]},
        {"piles": [0]},
        {"piles": ["0A"]},
        {"ruleset": "ES"},
        {"ruleset": {"simplified": 1}},
        {"ruleset": {"yard": ["y", "y", "g", "b"]}},
        {"player": {"name": "Red"}},
        {"player": [{}] * 11},
        {"player": [{"city": "@" + " " * 150_000}]},
        {"player": [{"name": "x" * 61}]},
        {"player": [{"seat": 1}]},
        {"player": [{"city": ""}]},
        {"player": [{"city": [{"at": [1], "tile": "AR8:N"}]}]},
        {"player": [{"city": [{"at": [112, 0], "tile": "AR8:N"}]}]},
        {"player": [{"city": "@ PV2:N", "second": [1]}]},
        {"player": [{"city": "@ PV2:N", "second": [0, 112]}]},
        {"player": [{"second": [1, 0]}]},
        {"turned_up": ["D"]},
        {"player": [{"city": [{"tile": "AR8:N"}]}]},
    ],
)
def test_what_the_schema_refuses_is_refused_when_read(entries: dict[str, object]) -> None:
    assert not schemas.POSITION.is_valid({"format": "granada-position/1", **entries})
    assert refusal(as_json(**entries))


# Score sheets.

AWARD: dict[str, Any] = {
    "clause": "SCORE-7",
    "player": "Red",
    "building": "SC",
    "place": 1,
    "factor": 1,
    "count": 2,
    "points": 2,
    "faces": ["SC13"],
    "tied": [["Red", "SC13"], ["Blue", "SC9"]],
}
SHEET: dict[str, Any] = {
    "scoring": "A",
    "simplified": False,
    "players": ["Red", "Blue", "Green"],
    "lines": [AWARD],
}


def without(key: str, entries: dict[str, Any]) -> dict[str, Any]:
    return {other: value for other, value in entries.items() if other != key}


def test_a_sheet_is_read_in_toml_and_json_alike() -> None:
    data = as_json(sheets=[SHEET])
    position = read_position(data)
    assert write_position(position)["sheets"] == [SHEET]
    assert read_position(write_toml(write_position(position))) == position
    schemas.POSITION.validate(json.loads(data))
    # What follows from the rest may be left out, and what is not there has to be.
    assert read_position(as_json(sheets=[SHEET | {"lines": [without("points", AWARD)]}])) == position
    small = AWARD | {"clause": "score-7", "building": "sc"}
    assert read_position(as_json(sheets=[SHEET | {"scoring": "a", "lines": [small]}])) == position
    assert read_position(as_json(sheets=[])) == Position(sheets=())
    assert read_position(write_toml(write_position(Position(sheets=())))) == Position(sheets=())


@pytest.mark.parametrize(
    ("sheet", "message"),
    [
        ("A", "sheets, entry 1, a score sheet: "),
        ({}, "sheets, entry 1, scoring is missing"),
        (without("simplified", SHEET), "sheets, entry 1, simplified is missing"),
        (without("players", SHEET), "sheets, entry 1, players is missing"),
        (without("lines", SHEET), "sheets, entry 1, lines is missing"),
        (SHEET | {"scoring": "D"}, "sheets, entry 1, scoring: "),
        (SHEET | {"simplified": 1}, "sheets, entry 1, simplified: "),
        (SHEET | {"players": ["Red", ""]}, "sheets, entry 1, players, entry 2, a name: "),
        (SHEET | {"players": "Red"}, "sheets, entry 1, players: "),
        (
            SHEET | {"totals": {}},
            "sheets, entry 1, 'totals': no such entry (kinds lines players scoring simplified)",
        ),
        (SHEET | {"lines": [AWARD] * 201}, "sheets, entry 1, lines: more than 200 entries"),
    ],
)
def test_a_sheet_that_cannot_be_read_is_refused_with_where_and_why(sheet: object, message: str) -> None:
    assert not schemas.POSITION.is_valid({"format": "granada-position/1", "sheets": [sheet]})
    assert refusal(as_json(sheets=[sheet])).startswith(message)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (7, "an award: "),
        *((without(key, AWARD), f"{key} is missing") for key in ("clause", "player", "factor", "count")),
        (AWARD | {"clause": "SCORE-1"}, "clause: "),
        (AWARD | {"player": "x" * 61}, "player: "),
        (AWARD | {"factor": 1.5}, "factor: "),
        (AWARD | {"count": True}, "count: "),
        (AWARD | {"count": 10**10}, "count: "),
        (AWARD | {"building": "XX"}, "building: "),
        (AWARD | {"building": None}, "building: "),
        (without("building", AWARD), "a majority has a building and a place, a moat or wall has neither"),
        (without("place", AWARD), "a majority has a building and a place, a moat or wall has neither"),
        (AWARD | {"faces": ["SC"]}, "faces, entry 1, face 'SC': "),
        (AWARD | {"faces": [1]}, "faces, entry 1, a face: "),
        (AWARD | {"faces": ["SC13"] * 201}, "faces: more than 200 entries"),
        (AWARD | {"tied": [["Red"]]}, "tied, entry 1, expected a player and a face, such as "),
        (AWARD | {"tied": [["Red", "SC13", 1]]}, "tied, entry 1, expected a player and a face, such as "),
        (AWARD | {"tied": ["Red"]}, "tied, entry 1, a player and a face: "),
        (AWARD | {"tied": [["", "SC13"]]}, "tied, entry 1, a player: "),
        (AWARD | {"tied": [["Red", "SC"]]}, "tied, entry 1, face 'SC': "),
        (AWARD | {"edges": ["1,0"]}, "edges, entry 1, "),
        (AWARD | {"edges": ["1,0:NE"]}, "edges, entry 1, "),
        (AWARD | {"edges": [[1, 0]]}, "edges, entry 1, an edge: "),
        (AWARD | {"edges": ["99999,0:N"]}, "edges, entry 1, cell '99999,0': "),
        (
            AWARD | {"colour": "red"},
            "'colour': no such entry (building clause count edges faces factor hut_edges kind place ",
        ),
    ],
)
def test_an_award_that_cannot_be_read_is_refused_with_where_and_why(line: object, message: str) -> None:
    sheet = SHEET | {"lines": [AWARD, line]}
    assert not schemas.POSITION.is_valid({"format": "granada-position/1", "sheets": [sheet]})
    assert refusal(as_json(sheets=[SHEET, sheet])).startswith(f"sheets, entry 2, lines, entry 2, {message}")


def test_points_of_an_award_are_its_product() -> None:
    sheet = SHEET | {"lines": [AWARD | {"points": 3}]}
    message = "sheets, entry 1, lines, entry 1, points: expected 1 x 2 = 2, got 3"
    assert refusal(as_json(sheets=[sheet])) == message


def test_only_so_many_sheets_are_read() -> None:
    assert len(read_position(as_json(sheets=[SHEET] * 10)).sheets or ()) == 10
    assert refusal(as_json(sheets=[SHEET] * 11)) == "sheets: more than 10 entries"
    assert not schemas.POSITION.is_valid({"format": "granada-position/1", "sheets": [SHEET] * 11})


# What a hostile file costs.

MEMORY = 100_000_000

ONE_OF_EACH = [
    '{"a": ' + '"\\' * 500_000,
    '{"' + '\\"' * 500_000,
    '{"a": [' + '"b",' * 29_000,
    "a=1\n" * 29_000,
    "[[a]]\n" * 14_000,
    "a = " + "9" * 1_000_000,
    'a = """' + "\\n" * 500_000 + '"""',
    HEAD + '[[player]]\ncity = """\n' + ". " * 500_000 + '"""',
    drawn(44, "AR2:-", 1).decode(),
    drawn(10, "AR2:-", 1).decode(),
    drawn(10, "AR99:NESW>", 60).decode(),
    full_table("-", 2).decode(),
]


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded as Linux does it")
@pytest.mark.parametrize("data", ONE_OF_EACH, ids=range(len(ONE_OF_EACH)))
def test_a_hostile_file_takes_little_memory(data: str) -> None:
    program = f"""if True:
        import json, resource, sys, tomllib
        from granada_rules import RecordError, read_game, read_position, validate
        data = sys.stdin.read()
        now = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + {MEMORY}, now + {MEMORY}))
        try:
            print(*(len(str(violation)) for violation in validate(read_position(data)).violations))
        except RecordError as error:
            print(*map(len, str(error).split("\\n")))
        try:
            read_game(data)
        except RecordError as error:
            print(len(str(error)))
    """
    run = subprocess.run(  # noqa: S603 - this interpreter, and a program written above
        [sys.executable, "-c", program], input=data, capture_output=True, text=True, check=False, timeout=60
    )
    assert run.returncode == 0, run.stderr
    # Ten lines that are no TOML may be told.
    assert max(map(int, run.stdout.split())) < 10 * 400
