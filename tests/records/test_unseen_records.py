"""Positions in files of which something is not seen."""

from __future__ import annotations

import pytest

import granada_rules as g
from granada_rules import RecordError, SeenCards, SeenTile, read_position, write_position, write_toml

COVERED = SeenTile()

TABLE = """\
format = "granada-position/1"
yard = ["SC10", "?", "-", "PA?:N"]
display = ["y5", "b3", "?"]
bought = ["?"]
discards = ["o1", "o?", "?", "?"]
dirk = ["G?"]
bag = ["AR8", "?"]

[[player]]
name = "Red"
reserve = ["SC4", "LI?:?"]
hand = ["b3", "y?", "b?"]
city = \"\"\"
.       ?>  .
HP3:NE  @   SC12:?
\"\"\"

[[player]]
name = "Blue"
reserve = ["SC5", "SC6:W"]
hand = ["b4"]
cards = 7
city = \"\"\"
@
\"\"\"

[[player]]
name = "Green"
cards = 3
"""


def test_what_is_not_seen_is_noted_beside_the_old_fields() -> None:
    position = read_position(TABLE)
    school, park = g.NotedTile(g.Face.parse("SC10")), SeenTile(None, g.Building.PARK, None, g.Edges.N)
    assert position.seen_yard == (school, COVERED, None, park)
    assert position.seen_display == SeenCards(g.Purse.parse("b3 y5"), (), 1)
    assert position.seen_bought == (COVERED,)
    assert position.seen_discards == SeenCards(g.Purse.parse("o1"), (g.Currency.ORANGE,), 2)
    assert position.seen_dirk == (SeenTile(g.Kind.GRANADA),)
    assert position.seen_bag == (g.NotedTile(g.Face.parse("AR8")), COVERED)
    whole = (position.yard, position.display, position.bought, position.discards, position.dirk, position.bag)
    assert whole == (None,) * 6
    red, blue, green = position.players
    assert red.seen_reserve == (
        g.NotedTile(g.Face.parse("SC4")),
        SeenTile(building=g.Building.LIBRARY),
    )
    assert red.seen_hand == SeenCards(g.Purse.parse("b3"), (g.Currency.BLUE, g.Currency.YELLOW))
    assert red.seen_city is not None
    assert red.seen_city.unknown == (g.Cell(0, 1), g.Cell(1, 0))
    assert (red.city, red.reserve, red.hand) == (None, None, None)
    assert blue.seen_hand == SeenCards(g.Purse.parse("b4"), (), 6)
    assert (blue.seen_city, blue.seen_reserve) == (None, None)
    assert green.seen_hand == SeenCards(more=3)


def test_what_is_not_seen_is_written_as_it_was_read() -> None:
    position = read_position(TABLE)
    assert write_toml(write_position(position)) == TABLE


def test_a_city_may_be_listed() -> None:
    tiles = '[{ at = [1, 0], tile = "SC?:N" }, { at = [0, 1], tile = "AR8:N" }, { at = [2, 0], tile = "?<" }]'
    position = read_position(f'format = "granada-position/1"\n[[player]]\ncity = {tiles}')
    drawn = g.notation.read_seen_city("AR8:N . .\n@ SC?:N ?<")
    assert position.players[0].seen_city == drawn


@pytest.mark.parametrize(
    ("entries", "field", "found"),
    [
        ("cards = 0", "hand", g.Purse()),
        ('hand = ["b3"]\ncards = 1', "hand", g.Purse.parse("b3")),
        ('hand = ["b3", "?", "?"]\ncards = 7', "seen_hand", SeenCards(g.Purse.parse("b3"), (), 6)),
        ('hand = ["?"]', "seen_hand", SeenCards(more=1)),
        # Moats that are not seen are moats that are not noted; drawings show them so.
        ('reserve = ["SC10:?"]', "reserve", (g.NotedTile(g.Face.parse("SC10")),)),
        ('reserve = ["GA10:?"]', "seen_reserve", (SeenTile(None, g.Building.GARDEN, 10),)),
    ],
)
def test_what_is_known_all_the_same_is_noted_as_ever(entries: str, field: str, found: object) -> None:
    position = read_position(f'format = "granada-position/1"\n[[player]]\n{entries}')
    assert getattr(position.players[0], field) == found
    assert read_position(write_toml(write_position(position))) == position


BOTH = 'ruleset = { game = "both" }\n'
WHICH = "?: tiles of both kinds are played with, expected A? or G?"


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        (BOTH + 'yard = ["?"]', f"yard, entry 1, {WHICH}"),
        (BOTH + '[[player]]\nname = "Red"\nreserve = ["?"]', f"Red, reserve, entry 1, {WHICH}"),
        (BOTH + '[[player]]\nname = "Red"\ncity = "@ ?"', f"Red, city, row 1, {WHICH}"),
        (
            BOTH + '[[player]]\nname = "Red"\ncity = [{ at = [1, 0], tile = "?" }]',
            f"Red, city, {WHICH}",
        ),
        # Both kinds are played because tiles of both lie in a city.
        ('bag = ["?"]\n[[player]]\ncity = "@ GA10:N SC4:N"', f"bag, {WHICH}"),
        ('[[player]]\ncity = "@ GA10:N SC4:N"\n[[player]]\ncity = "@ ?"', f"player 2, city, {WHICH}"),
        ('[[player]]\ncity = "@ GA10:N SC4:N ?"', f"player 1, city, {WHICH}"),
        ('[[player]]\ncity = "@ GA10:N SC4:N"\nreserve = ["?"]', f"player 1, reserve, {WHICH}"),
        (
            'ruleset = { game = "granada" }\n[[player]]\ncity = [{ at = [1, 0], tile = "GA?:N" }]',
            "player 1, city, GA?:N is of Alhambra, and the start tile of Granada",
        ),
        ('yard = ["?>"]', "yard, entry 1, '?>': only in a city does it matter where a roof points"),
        ('huts = ["AC*:?"]', "huts, entry 1, 'AC*:?': expected a hut such as AC*:N, or - for an empty pile"),
        ("[[player]]\ncards = -1", "player 1, cards: expected 0 or more, got -1"),
        (
            '[[player]]\nhand = ["b3", "b?", "?"]\ncards = 2',
            "player 1, cards: expected 3, the cards of hand, or more, got 2",
        ),
        (
            '[[player]]\nhand = ["z?"]',
            "player 1, hand, entry 1, card 'z?': expected a currency and a value from 0 to 99, such as b3",
        ),
        ('[[player]]\ncity = "? ?"', "player 1, city, expected one start tile (@), got 0"),
        (
            '[[player]]\ncity = [{ at = [1, 0], tile = "?" }, { at = [1, 0], tile = "?" }]',
            "player 1, city, cell 1,0: two tiles at one cell",
        ),
        ("[[player]]\nsecond = [1, 0]", "player 1, second: expected a city beside it, got none"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(entries: str, message: str) -> None:
    with pytest.raises(RecordError) as error:
        read_position(f'format = "granada-position/1"\n{entries}')
    assert str(error.value) == message


def test_a_city_in_which_nothing_tells_its_kind_is_of_the_game_of_other_tiles() -> None:
    position = read_position(
        'format = "granada-position/1"\nyard = ["GA10:?"]\n[[player]]\ncity = "@ ?"\n[[player]]\ncity = "@"\n'
        '[[player]]\nname = "Red"'
    )
    first, second, third = position.players
    assert first.seen_city is not None
    assert second.city is not None
    assert (first.seen_city.start, second.city.start) == (g.Kind.ALHAMBRA, g.Kind.ALHAMBRA)
    assert third.city is None
    assert read_position(write_toml(write_position(position))) == position


def test_a_start_tile_that_would_be_read_as_another_is_not_written() -> None:
    covered = g.SeenCity({g.Cell(1, 0): COVERED}, g.Kind.ALHAMBRA)
    with pytest.raises(
        RecordError,
        match=r"^Red, city: the start tile of Alhambra would be read as one of Granada$",
    ):
        write_position(g.Position(players=(g.NotedPlayer(name="Red", seen_city=covered),)))


def test_more_cards_than_a_list_may_have_are_not_written() -> None:
    with pytest.raises(RecordError, match=r"^display: more than 200 entries$"):
        write_position(g.Position(seen_display=SeenCards(more=10**9)))
