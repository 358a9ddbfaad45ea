"""Every slip of a file is told at once, in the order of the file, and the rest can be judged."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest

from granada_rules import Position, RecordError, Slip, read_position, validate
from granada_rules.base import MOST_ENTRIES, MOST_SLIPS
from granada_rules.box import parse_tile_file

HEAD = 'format = "granada-position/1"\n'


def slips(text: str) -> RecordError:
    with pytest.raises(RecordError) as error:
        read_position(text)
    return error.value


def of(**entries: object) -> RecordError:
    return slips(json.dumps({"format": "granada-position/1", **entries}))


def places(error: RecordError) -> list[str]:
    return [slip.place for slip in error.slips]


def rest(error: RecordError) -> Any:  # noqa: ANN401 - as it is declared
    assert error.readable is not None
    return error.readable


def test_all_slips_are_told_in_the_order_of_the_file() -> None:
    text = """
        phase = "sleep"
        yard = ["SC10:N", "SX10:N", "-", 5]
        [[player]]
        name = "Red"
        hand = ["b3", "z3"]
        points = "12"
        city = '''
        AR8:N  SX3:N  SC4
        LI5    @      .
        '''
        colour = "red"
        [[player]]
        name = "Blue"
        city = "@ SC4:W"
    """
    error = slips(HEAD + text)
    no_moats = "does not say its moats ({0}:- for none), and there is no tile set"
    codes = "(PV SE AC CH GA TO AR BA LI HS HP MA PA SC DI)"
    assert str(error).split("\n") == [slip.message for slip in error.slips]
    assert [(slip.place, slip.given) for slip in error.slips] == [
        ("phase", "sleep"),
        ("yard, entry 2", "SX10:N"),
        ("yard, entry 4", "5"),
        ("Red, hand, entry 2", "z3"),
        ("Red, points", "12"),
        ("Red, city, row 1", "SX3:N"),
        ("Red, city, row 1", "SC4"),
        ("Red, city, row 2", "LI5"),
        ("Red, colour", "red"),
    ]
    assert error.slips[4].message == "Red, points: expected an integer, got '12'"
    assert error.slips[5].message == f"Red, city, row 1, 'SX3': no building has the code SX {codes}"
    assert error.slips[7].message == f"Red, city, row 2, LI5 {no_moats.format('LI5')}"
    assert (error.more, error.left_out) == (0, ("phase", "yard", "Red, hand", "Red, points", "Red, city"))
    # What can be read is judged.
    found = validate(rest(error)).violations
    assert {(str(violation.clause), violation.player) for violation in found} == {
        ("BUILD-2", "Blue"),
        ("BUILD-3", "Blue"),
    }


def test_a_single_slip_is_the_whole_message_and_can_be_sent_on() -> None:
    error = of(marker="blue")
    (slip,) = error.slips
    assert slip == Slip("marker", "blue", "marker: expected one of even, odd, got 'blue'")
    assert str(error) == slip.message
    assert (error.readable, error.left_out) == (read_position(HEAD), ("marker",))
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):  # noqa: S301 - our own
        assert (str(again), again.slips, again.more) == (str(error), error.slips, 0)
    # What is no TOML has one slip without a place.
    assert slips("[").slips[0].place == ""


def test_at_most_forty_slips_are_told_and_the_others_counted() -> None:
    wrong = {f"wrong {number}": number for number in range(9_000)}
    error = of(yard=["X"] * 100, **wrong, bag=["X"] * 100)
    assert places(error) == [f"yard, entry {number}" for number in range(1, MOST_SLIPS + 1)]
    assert error.more == 9_160
    assert str(error).endswith("\nand 9160 more")
    wrong = {f"wrong {number}": number for number in range(MOST_ENTRIES // 2 - 100)}
    assert of(**wrong).more == len(wrong) - MOST_SLIPS


@pytest.mark.parametrize(
    ("entries", "told", "left_out"),
    [
        # Who is to act, if that is not written down, is who has the turn.
        ({"turn": "Red", "to_act": 5, "phase": "act"}, ["to_act"], ["turn", "to_act"]),
        ({"turn": "Red", "to_akt": "Blue", "phase": "act"}, ["to_akt"], ["turn"]),
        # What is in the bag, if that is not written down, is what lies nowhere else.
        ({"bag": ["X"], "bought": []}, ["bag, entry 1"], ["bag", "bought"]),
        # A hand is as large as is written.
        (
            {"player": [{"hand": ["b3"], "cards": "x"}]},
            ["player 1, cards"],
            ["player 1, hand", "player 1, cards"],
        ),
        (
            {"player": [{"hand": ["b3", "b4"], "cards": 1}]},
            ["player 1, cards"],
            ["player 1, hand", "player 1, cards"],
        ),
        (
            {"player": [{"hand": ["b3", "x"], "cards": 3}]},
            ["player 1, hand, entry 2"],
            ["player 1, hand", "player 1, cards"],
        ),
        ({"player": [{"hand": ["b3"], "card": 3}]}, ["player 1, card"], ["player 1, hand"]),
        # Two players of one name.
        (
            {"player": [{"name": "Red"}, {"name": "Blue"}, {"name": "Red"}, {"name": "Red"}]},
            ["player 3, name"],
            ["player 1, name", "player 3, name", "player 4, name"],
        ),
        # What follows [[player]] is that player's.
        ({"turn": "Red", "player": [{"to_act": "Blue"}]}, ["player 1, to_act"], ["turn"]),
        # Where tiles of both kinds began tells the game if nothing else does.
        (
            {"player": [{"city": "@ SC4:N", "second": [1]}]},
            ["player 1, second"],
            ["player 1, city", "player 1, second"],
        ),
        (
            {"ruleset": {"game": "both"}, "player": [{"city": "@ GA10:-", "second": [1]}]},
            ["player 1, second"],
            ["player 1, second"],
        ),
        # Without the city nobody knows what is played.
        (
            {"piles": [6, 18], "hand": 1, "display": ["b3"], "player": [{"city": "@ SX3:N"}, {"points": 3}]},
            ["hand", "player 1, city, row 1"],
            ["piles", "player 1, city"],
        ),
        ({"player": "Red", "display": ["b3"]}, ["player"], ["player"]),
        ({"player": [{"name": "Red", "points": "x"}, 5]}, ["Red, points", "player, entry 2"], ["player"]),
        ({"draws": -1, "ruleset": "EN"}, ["draws"], ["draws"]),
        (
            {"ruleset": "EN", "sheets": [5, {"scoring": "D", "lines": [{"faces": ["X"], "points": 3}, 7]}]},
            [
                "sheets, entry 1",
                "sheets, entry 2, simplified",
                "sheets, entry 2, players",
                "sheets, entry 2, scoring",
                "sheets, entry 2, lines, entry 1, clause",
                "sheets, entry 2, lines, entry 1, player",
                "sheets, entry 2, lines, entry 1, factor",
                "sheets, entry 2, lines, entry 1, count",
                "sheets, entry 2, lines, entry 1, faces, entry 1",
                "sheets, entry 2, lines, entry 2",
            ],
            ["sheets"],
        ),
    ],
)
def test_what_cannot_be_read_counts_as_not_noted_with_what_depends_on_it(
    entries: dict[str, Any], told: list[str], left_out: list[str]
) -> None:
    error = of(**entries)
    assert places(error) == told
    assert list(error.left_out) == left_out
    position = rest(error)
    assert validate(position).violations == ()
    for place in left_out:
        seat, _, key = place.rpartition(", ")
        players = {"name": 0, "player 1": 0, "player 3": 2, "player 4": 3}
        if key == "player":
            assert position.players == ()
        elif key not in {"cards", "second"}:
            assert not getattr(position.players[players[seat]] if seat else position, key)


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        # Moats and walls that a tile set says are no slips where it cannot be read.
        (
            {"tiles": "refrence", "yard": ["SC10", "X", "SC10>"], "player": [{"city": "@ SC10> GA10 SX3 ?"}]},
            ["tiles", "yard, entry 2", "yard, entry 3", "player 1, city, row 1"],
        ),
        (
            {"tiles": "x", "player": [{"city": [{"at": [1, 0], "tile": "GA10"}, {"at": [1, 0], "tile": 5}]}]},
            ["tiles", "player 1, city, entry 2, tile"],
        ),
        ({"tiles": "x", "huts": ["AC*", "SC9"], "player": [{"bonus": ["GA10"]}]}, ["tiles", "huts, entry 2"]),
        # Nor are tiles of either kind, whichever the ruleset says.
        (
            {
                "ruleset": "x",
                "tiles": "alhambra",
                "yard": ["?", "GA10:N"],
                "player": [{"city": "@ SC10:N ?"}],
            },
            ["ruleset"],
        ),
        (
            {
                "ruleset": {
                    "game": "x",
                    "house_rules": True,
                    "simplified": 1,
                    "yard": ["y"] * 4,
                    "modules": ["x", "y"],
                }
            },
            [
                "ruleset, game",
                "ruleset, simplified",
                "ruleset, yard",
                "ruleset, modules, entry 1",
                "ruleset, modules, entry 2",
            ],
        ),
        (
            {"tiles": {"alhambra": "x", "granada": "alhambra", "huts": "reference", "more": 1}},
            ["tiles, alhambra", "tiles, granada", "tiles, huts", "tiles, more"],
        ),
        ({"tiles": {"huts": "huts-reference"}, "draws": "x"}, ["tiles, huts", "draws"]),
        ({"tiles": "alhambra", "ruleset": "EN", "draws": "x"}, ["tiles", "draws"]),
        ({"house_rules": True, "draws": "x"}, ["house_rules", "draws"]),
        ({"player": [{"game": "alhambra"}]}, ["player 1, game"]),
        ({"rulset": "EN", "draws": "x"}, ["rulset", "draws"]),
    ],
)
def test_if_the_game_cannot_be_read_slips_are_told_and_nothing_is_judged(
    entries: dict[str, Any], told: list[str]
) -> None:
    error = of(**entries)
    assert places(error) == told
    assert (error.readable, error.left_out) == (None, ())


def test_without_a_format_the_slips_of_a_position_are_told_and_those_of_another_file_are_not() -> None:
    assert places(slips("draws = 1.5\nmore = 1")) == ["format", "draws", "more"]
    assert places(slips('format = "position"\ndraws = 1.5')) == ["format", "draws"]
    assert str(slips("more = 1")) == 'format is missing: a position says format = "granada-position/1"'
    other = "format: expected \"granada-position/1\", got 'granada-game/1'"
    assert str(slips('format = "granada-game/1"\ndraws = 1.5')) == other


@pytest.mark.parametrize(
    ("city", "told"),
    [
        ("@ SC4:N .\n. X\n. . Y", [("row 2", ". X"), ("row 2", "X"), ("row 3", "Y")]),
        (". SC4:N\n. X", [("", ""), ("row 2", "X")]),
        (
            [{"at": [1, 0], "tile": "X"}, {"at": [1], "tile": "SC4:N"}, {"at": ["x", "y"]}, 5],
            [
                ("entry 1", "a table"),
                ("entry 2", "a table"),
                ("entry 3, at, entry 1", "x"),
                ("entry 3, at, entry 2", "y"),
                ("entry 4", "5"),
            ],
        ),
        (
            [
                {"at": [0, 0], "tile": "SC4:N"},
                {"at": [1, 0], "tile": "SC5:N"},
                {"at": [500, 0], "tile": "SC6:N"},
            ],
            [("entry 1", "SC4"), ("entry 3", "SC6")],
        ),
    ],
)
def test_in_a_city_every_entry_that_cannot_be_read_is_told(city: object, told: list[tuple[str, str]]) -> None:
    error = of(player=[{"name": "Red", "city": city}])
    found = [(slip.place.removeprefix("Red, city").removeprefix(", "), slip.given) for slip in error.slips]
    assert found == told
    assert error.left_out == ("Red, city",)


def test_covered_tiles_that_may_be_of_either_kind_are_all_told() -> None:
    players = [{"city": "@ GA10:N SC4:N"}, {"city": "@ ?", "reserve": ["?"]}]
    error = of(yard=["?"], player=players)
    assert places(error) == ["yard", "player 2, city", "player 2, reserve"]
    assert rest(error).players[0].city is not None


def test_below_a_single_player_all_slips_are_told_too_and_nobody_is_judged() -> None:
    error = slips('format = "granada-position/1"\n[player]\nname = "Red"\npoints = "4"\nhand = ["r1"]')
    assert places(error) == ["player", "Red, points", "Red, hand, entry 1"]
    assert error.readable == Position()
    assert error.left_out[0] == "player"


def test_a_tile_file_tells_all_slips_with_their_places() -> None:
    with pytest.raises(RecordError) as error:
        parse_tile_file('format = "granada-tiles/1"\nnote = 5\ntiles = ["X", "Y"]\nbacks = "no"\n')
    assert places(error.value) == ["name", "note", "tiles, entry 1", "tiles, entry 2", "backs"]
    assert error.value.readable is None
