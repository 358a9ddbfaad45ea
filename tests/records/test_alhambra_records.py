"""Positions and games of Alhambra in files: what can be said, its one form, and each message."""

from __future__ import annotations

import json
from typing import Any

import attrs
import pytest

import granada_rules as g
from granada_rules.position import NotedPlayer, NotedTile, Position
from granada_rules.records import (
    GameRecord,
    RecordError,
    read_game,
    read_position,
    replay,
    write_game,
    write_json,
    write_position,
    write_toml,
)
from granada_rules.sheet import Line, ScoreSheet
from tests.helpers import schemas
from tests.rules.test_layouts import PAIR

HEAD = 'format = "granada-position/1"\n'
OWN = g.TileSet.of(g.alhambra().tiles, name="our box")
START, PLAIN = g.City.of(start=g.Kind.ALHAMBRA), g.City.of()
NOT_GRANADA = (
    "tiles: 'alhambra' is of Alhambra, and the ruleset is of Granada; "
    'for Alhambra write ruleset = { game = "alhambra" }'
)


def refusal(**entries: Any) -> str:  # noqa: ANN401 - whatever JSON can say
    """Have a position refused, and return why."""
    with pytest.raises(RecordError) as refused:
        read_position(json.dumps({"format": "granada-position/1", **entries}))
    return str(refused.value)


def read(**entries: Any) -> Position:  # noqa: ANN401 - whatever JSON can say
    return read_position(json.dumps({"format": "granada-position/1", **entries}))


# A whole table.

WHOLE = """\
format = "granada-position/1"
tiles = "alhambra"
ruleset = { game = "alhambra", gifts_one_by_one = true }
turn = "Red"
phase = "gift"
yard = ["-", "GA10:N", "-", "TO13:E"]
bought = ["PV8:-", "AC6:SW"]
dirk = ["CH5:NSW"]
bag = []

[[player]]
name = "Red"
reserve = ["SE3:ESW"]
city = \"\"\"
.       PV6:N  .
GA10:W  @      GA9:N>
\"\"\"

[[player]]
name = "Blue"
city = \"\"\"
@
\"\"\"
"""


def test_a_table_of_alhambra_is_read_and_written() -> None:
    position = read_position(WHOLE)
    assert position.tile_set == g.alhambra()
    assert position.ruleset == attrs.evolve(g.ALHAMBRA, gifts_one_by_one=True)
    assert position.yard == (None, *noted_walls("GA10:N"), None, *noted_walls("TO13:E"))
    assert position.bought == noted_walls("PV8:- AC6:SW")
    assert [player.city and player.city.start for player in position.players] == [g.Kind.ALHAMBRA] * 2
    for write in (write_toml, write_json):
        assert read_position(write(write_position(position))) == position
    assert write_toml(write_position(position)) == WHOLE
    schemas.POSITION.validate(write_position(position))


def noted_walls(text: str) -> tuple[NotedTile, ...]:
    return tuple(NotedTile(g.Face.parse(code)) for code in text.split())


def test_walls_that_the_tile_set_says_may_be_left_out_and_are_written() -> None:
    plain = WHOLE.replace("TO13:E", "to13").replace("PV8:-", "pavillon 8").replace("PV6:N", "PV6")
    plain = plain.replace("CH5:NSW", "CH5").replace("SE3:ESW", "Seraglio 3").replace(".       PV6", ". PV6")
    assert plain != WHOLE
    assert write_toml(write_position(read_position(plain))) == WHOLE


def test_an_own_tile_set_of_alhambra_is_known_by_its_name() -> None:
    position = read_position(WHOLE.replace('"alhambra"\nruleset', '"our box"\nruleset'), [OWN])
    assert position.tile_set == OWN
    assert read_position(write_json(write_position(position)), [OWN]) == position


# The start tile.


def test_the_start_tile_is_of_the_game_that_is_played() -> None:
    cities: list[dict[str, object]] = [{"city": "@"}, {"city": []}]
    for said in ({"tiles": "alhambra"}, {"ruleset": {"game": "alhambra"}}):
        assert [player.city for player in read(player=cities, **said).players] == [START, START]
    for other in ({"tiles": "reference"}, {"ruleset": "FR"}, {"yard": ["AR8"]}, {}):
        assert [player.city for player in read(player=cities, **other).players] == [PLAIN, PLAIN]


@pytest.mark.parametrize(
    "entries",
    [
        {"yard": ["-", "GA10:N"]},
        {"bag": ["GA10:N"]},
        {"bought": ["GA10:N"]},
        {"dirk": ["GA10:N"]},
        {"player": [{"city": "@"}, {"reserve": ["GA10:N"]}]},
        {"player": [{"city": "@"}, {"city": "@ GA10:N"}]},
        {"player": [{"city": "@"}, {"city": [{"at": [1, 0], "tile": "GA10:N"}]}]},
        {
            "sheets": [
                {"scoring": "A", "simplified": False, "players": [], "lines": [], "kinds": ["alhambra"]}
            ]
        },
    ],
)
def test_if_nothing_says_the_game_tiles_and_sheets_do(entries: dict[str, Any]) -> None:
    position = read(**({"player": [{"city": "@"}]} | entries))
    assert position.players[0].city == START
    assert (position.ruleset, position.tile_set) == (None, None)
    assert read_position(write_toml(write_position(position))) == position


def test_a_start_tile_that_would_be_read_as_another_is_not_written() -> None:
    alone = Position(players=(NotedPlayer(name="Red", city=START),))
    with pytest.raises(
        RecordError, match=r"^Red, city: the start tile of Alhambra would be read as one of Granada$"
    ):
        write_position(alone)
    assert write_position(attrs.evolve(alone, ruleset=g.ALHAMBRA))
    granada = Position(tile_set=g.alhambra(), players=(NotedPlayer(city=PLAIN),))
    with pytest.raises(RecordError, match=r"^player 1, city: the start tile of Granada would be"):
        write_position(granada)


@pytest.mark.rejects("A-BOX-2")
@pytest.mark.parametrize(
    ("city", "message"),
    [
        ("@\nSC10:-", "row 2, SC10 is of Granada, and the start tile of Alhambra"),
        (
            [{"at": [1, 0], "tile": "SC10:-"}],
            "A-BOX-2: SC10 is of Granada, and the start tile of Alhambra",
        ),
    ],
)
def test_a_tile_of_granada_in_an_alhambra_is_refused_with_its_place(city: object, message: str) -> None:
    for said in ({"tiles": "alhambra"}, {"ruleset": {"game": "alhambra"}}):
        assert refusal(**said, player=[{"name": "Red", "city": city}]) == f"Red, city, {message}"


@pytest.mark.rejects("A-BOX-2")
def test_a_list_of_tiles_of_both_games_is_refused_in_a_game_of_one() -> None:
    both = [{"at": [1, 0], "tile": "TO12:-"}, {"at": [0, 1], "tile": "AR8:N"}]
    message = "player 1, city, A-BOX-2: AR8 is of Granada, and the start tile of Alhambra"
    assert refusal(ruleset={"game": "alhambra"}, player=[{"city": both}]) == message


# Walls.


@pytest.mark.rejects("A-BOX-2")
@pytest.mark.parametrize(
    ("entries", "place"),
    [
        ({"yard": ["TO13", "GA10"]}, "yard, entry 2, "),
        ({"bag": ["GA10"]}, "bag, entry 1, "),
        ({"bought": ["GA10"]}, "bought, entry 1, "),
        ({"dirk": ["GA10"]}, "dirk, entry 1, "),
        ({"player": [{"name": "Red", "reserve": ["GA10"]}]}, "Red, reserve, entry 1, "),
        ({"player": [{"name": "Red", "city": "@ GA10"}]}, "Red, city, row 1, "),
        ({"player": [{"name": "Red", "city": [{"at": [1, 0], "tile": "GA10"}]}]}, "Red, city, entry 1, "),
    ],
)
def test_a_tile_that_could_be_several_is_refused_with_its_place(entries: dict[str, Any], place: str) -> None:
    several = "GA10: expected its walls too, 3 tiles are called so: GA10:-; GA10:N; GA10:W"
    assert refusal(tiles="alhambra", **entries) == place + several
    unlisted = "GA10: expected its walls too, such as GA10:N, or GA10:- for none"
    assert (
        refusal(**entries | ({"yard": ["TO13:E", "GA10"]} if "yard" in entries else {})) == place + unlisted
    )
    assert not schemas.POSITION.is_valid({"format": "granada-position/1", **entries}) or "city" in str(
        entries
    )


def test_walls_beside_those_of_the_face_are_not_written() -> None:
    tile = NotedTile(g.Face.parse("GA10:N"), g.Edges.E)
    for position, place in (
        (Position(yard=(None, tile)), "yard"),
        (Position(players=(NotedPlayer(name="Red", reserve=(tile,)),)), "Red, reserve"),
    ):
        with pytest.raises(
            RecordError, match=rf"^{place}, moats: GA10:N says its walls, expected None, got E$"
        ):
            write_position(position)


def test_a_turned_tile_is_only_in_a_city() -> None:
    message = "yard, entry 1, 'GA10:N>': only in a city does it matter where a roof points"
    assert refusal(yard=["GA10:N>"]) == message


# Rulesets.


@pytest.mark.parametrize(
    ("written", "ruleset"),
    [
        ('{ game = "alhambra" }', g.ALHAMBRA),
        ('{ game = " Alhambra " }', g.ALHAMBRA),
        ('{ game = "granada" }', g.GRANADA),
        ('{ game = "granada", edition = "FR" }', g.EDITIONS["FR"]),
        ('{ game = "alhambra", gifts_one_by_one = true }', attrs.evolve(g.ALHAMBRA, gifts_one_by_one=True)),
        ('{ game = "alhambra", edition = "FR-BOX" }', g.ALHAMBRA),
        (
            '{ game = "alhambra", edition = "EN" }',
            attrs.evolve(g.ALHAMBRA, extra_action_is_a_must=True),
        ),
        ('{ game = "alhambra", edition = "EN", extra_action_is_a_must = false }', g.ALHAMBRA),
        (
            '{ game = "alhambra", yard = ["o", "b", "g", "y"], discards_return_at_once = true }',
            g.Ruleset(kinds=(g.Kind.ALHAMBRA,), yard=tuple(g.Currency)[::-1], discards_return_at_once=True),
        ),
    ],
)
def test_a_ruleset_says_the_game_and_what_means_nothing_in_it_is_taken_from_no_edition(
    written: str, ruleset: g.Ruleset
) -> None:
    position = read_position(f"{HEAD}ruleset = {written}\n")
    assert position.ruleset == ruleset
    assert read_position(write_toml(write_position(position))) == position
    schemas.POSITION.validate(write_position(position))


@pytest.mark.parametrize(
    ("ruleset", "written"),
    [
        (g.GRANADA, {}),
        (g.ALHAMBRA, {"game": "alhambra"}),
        (
            attrs.evolve(g.ALHAMBRA, extra_action_is_a_must=True, gifts_one_by_one=True),
            {"game": "alhambra", "extra_action_is_a_must": True, "gifts_one_by_one": True},
        ),
        (
            attrs.evolve(g.ALHAMBRA, yard=tuple(g.Currency)[::-1]),
            {"game": "alhambra", "yard": ["o", "b", "g", "y"]},
        ),
    ],
)
def test_a_ruleset_is_written_with_what_differs_from_its_game(
    ruleset: g.Ruleset, written: dict[str, object]
) -> None:
    assert write_position(Position(ruleset=ruleset))["ruleset"] == written


@pytest.mark.parametrize(
    ("ruleset", "message"),
    [
        ({"game": "atlantis"}, "ruleset, game: expected one of alhambra, granada, both, got 'atlantis'"),
        ({"game": ["alhambra"]}, "ruleset, game: expected a string, got a list"),
        ({"game": "alhambra", "simplified": True}, "ruleset, simplified: this means nothing in Alhambra"),
        ({"game": "alhambra", "simplified": False}, "ruleset, simplified: this means nothing in Alhambra"),
        (
            {"game": "alhambra", "turning_takes_one_card": True},
            "ruleset, turning_takes_one_card: this means nothing in Alhambra",
        ),
        ({"gifts_one_by_one": True}, "ruleset, gifts_one_by_one: this means nothing in Granada"),
        (
            {"game": "granada", "gifts_one_by_one": False},
            "ruleset, gifts_one_by_one: this means nothing in Granada",
        ),
    ],
)
def test_what_no_game_has_or_means_nothing_in_it_is_refused(ruleset: dict[str, object], message: str) -> None:
    assert refusal(ruleset=ruleset) == message
    assert not schemas.POSITION.is_valid({"format": "granada-position/1", "ruleset": ruleset})


def test_tiles_and_ruleset_are_of_one_game() -> None:
    assert refusal(tiles="alhambra", ruleset={}) == NOT_GRANADA
    assert refusal(tiles="alhambra", ruleset="FR-BOX") == NOT_GRANADA
    assert (
        refusal(tiles="reference", ruleset={"game": "alhambra"})
        == "tiles: 'reference' is of Granada, and the ruleset is of Alhambra; "
        'for Granada write ruleset = { game = "granada" }'
    )
    for position in (
        Position(tile_set=g.alhambra(), ruleset=g.GRANADA),
        Position(tile_set=g.reference(), ruleset=g.ALHAMBRA),
    ):
        with pytest.raises(RecordError, match=r"^tiles: '\w+' is of \w+, and the ruleset is of \w+; for "):
            write_position(position)


# Score sheets.

SHARED = Line(
    g.Clause.A_SCORE_8,
    "Red",
    factor=34,
    count=1,
    building=g.Face.parse("TO13:E").building,
    place=1,
    faces=(g.Face.parse("TO13:E"),),
    tied=(("Red", g.Face.parse("TO13:E")), ("Blue", g.Face.parse("TO12:-"))),
    shares=2,
    kind=g.Kind.ALHAMBRA,
)
SHEET = ScoreSheet(
    g.Scoring.C,
    simplified=False,
    players=("Red", "Blue"),
    lines=(
        Line(g.Clause.SCORE_4, "Red", 1, 0, kind=g.Kind.ALHAMBRA),
        Line(g.Clause.A_SCORE_7, "Red", 16, 1, g.Face.parse("PV8:-").building, 1, kind=g.Kind.ALHAMBRA),
        SHARED,
    ),
    kinds=(g.Kind.ALHAMBRA,),
)


def test_a_sheet_of_alhambra_says_who_shares_what() -> None:
    (written,) = json.loads(write_json(write_position(Position(sheets=(SHEET,)))))["sheets"]
    assert written["kinds"] == ["alhambra"]
    assert written["lines"][0] == {
        "clause": "SCORE-4",
        "player": "Red",
        "kind": "alhambra",
        "factor": 1,
        "count": 0,
        "points": 0,
    }
    assert written["lines"][2] == {
        "clause": "A-SCORE-8",
        "player": "Red",
        "kind": "alhambra",
        "building": "TO",
        "place": 1,
        "factor": 34,
        "count": 1,
        "shares": 2,
        "points": 17,
        "faces": ["TO13:E"],
        "tied": [["Red", "TO13:E"], ["Blue", "TO12:-"]],
    }
    schemas.POSITION.validate({"format": "granada-position/1", "sheets": [written]})
    for write in (write_toml, write_json):
        assert read_position(write(write_position(Position(sheets=(SHEET,))))).sheets == (SHEET,)


def test_a_sheet_of_both_kinds_is_read_back_with_its_borders() -> None:
    sheet = g.scoring.score({"Red": PAIR, "Blue": g.City.of(start=g.Kind.ALHAMBRA)}, g.Scoring.B, dirk=[])
    written = write_position(Position(sheets=(sheet,)))
    schemas.POSITION.validate(written)
    assert read_position(write_json(written)).sheets == read_position(write_toml(written)).sheets == (sheet,)
    (entry,) = json.loads(write_json(written))["sheets"]
    assert entry["kinds"] == ["alhambra", "granada"]
    assert [line["clause"] for line in entry["lines"]] == [
        *("MIX-28", "A-SCORE-7", "MIX-30", "SCORE-7", "SCORE-7", "MIX-31"),
    ]
    assert entry["lines"][-1] == {
        "clause": "MIX-31",
        "player": "Red",
        "kind": "alhambra",
        "factor": 2,
        "count": 2,
        "points": 4,
        "edges": ["1,0:N", "2,0:N"],
    }


def test_the_kinds_of_a_sheet_may_be_none_or_both() -> None:
    for kinds in ((), tuple(g.Kind)):
        sheets = (attrs.evolve(SHEET, kinds=kinds),)
        assert read_position(write_json(write_position(Position(sheets=sheets)))).sheets == sheets


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"points": 16}, "points: expected 34 x 1 / 2 = 17, got 16"),
        ({"shares": 0}, "shares: expected 1 or more, got 0"),
        ({"shares": "2"}, "shares: expected an integer, got '2'"),
        ({"kind": "both"}, "kind: expected one of alhambra, granada, got 'both'"),
        ({"kind": "granada"}, "kind: Tower is of Alhambra"),
        ({"building": "SC"}, "kind: School is of Granada"),
        ({"faces": ["TO13"]}, "faces, entry 1, face 'TO13': expected its walls too, such as TO13:N, or"),
        (
            {"clause": "A-SCORE-3"},
            "clause: expected one of SCORE-4, SCORE-7, SIMPLE-1, A-SCORE-7, A-SCORE-8,",
        ),
    ],
)
def test_an_award_that_cannot_be_read_is_refused_with_where_and_why(
    entries: dict[str, object], message: str
) -> None:
    (sheet,) = json.loads(write_json(write_position(Position(sheets=(SHEET,)))))["sheets"]
    sheet["lines"][2] |= entries
    assert refusal(sheets=[sheet]).startswith(f"sheets, entry 1, lines, entry 3, {message}")
    beyond_a_schema = "points" in entries
    assert schemas.POSITION.is_valid({"format": "granada-position/1", "sheets": [sheet]}) == beyond_a_schema


@pytest.mark.parametrize(
    ("kinds", "message"),
    [
        ("alhambra", "kinds: expected a list, got 'alhambra'"),
        ([1], "kinds, entry 1, a game: expected a string, got 1"),
        (["both"], "kinds, entry 1, expected one of alhambra, granada, got 'both'"),
    ],
)
def test_the_kinds_of_a_sheet_are_games(kinds: object, message: str) -> None:
    sheet = {"scoring": "A", "simplified": False, "players": [], "lines": [], "kinds": kinds}
    assert refusal(sheets=[sheet]) == f"sheets, entry 1, {message}"
    assert not schemas.POSITION.is_valid({"format": "granada-position/1", "sheets": [sheet]})


# Games.


def test_a_game_with_an_own_tile_set_of_alhambra_is_recorded() -> None:
    start = g.setup(3, g.Ruleset(kinds=(g.Kind.ALHAMBRA,), tile_set=OWN))
    record = GameRecord.of(start, g.draws(start, g.Dealer(bytes(16))))
    written = write_toml(write_game(record))
    assert 'tiles = "our box"\nruleset = { game = "alhambra" }\n' in written
    assert read_game(written, [OWN]) == record
    assert replay(record).game == g.deal(start, g.Dealer(bytes(16)))


def test_a_game_names_the_ruleset_of_its_tiles() -> None:
    record = GameRecord(players=("Red", "Blue"), ruleset=g.ALHAMBRA)
    assert write_game(record)["ruleset"] == {"game": "alhambra"}
    document = write_game(record)
    schemas.GAME.validate(document)
    assert read_game(write_json(document)) == record
    del document["ruleset"]
    with pytest.raises(RecordError) as refused:
        read_game(write_json(document))
    assert str(refused.value) == NOT_GRANADA.replace("the ruleset is of", "without a ruleset this is")
