"""How people write tiles, cities and events: each habit that is met, and each message, by example."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from granada_rules import (
    Building,
    Card,
    City,
    Currency,
    Edges,
    Face,
    Purse,
    Seat,
    reference,
)
from granada_rules.game import events
from granada_rules.notation import (
    WrittenTile,
    read_card,
    read_city,
    read_event,
    read_face,
    read_tile,
    write_city,
    write_event,
    write_tile,
)
from tests.helpers.noted import city

if TYPE_CHECKING:
    from granada_rules import Event

SC10 = Face(Building.SCHOOL, 10)
RED, BLUE = Seat(0), Seat(1)
CODES = "PV SE AC CH GA TO AR BA LI HS HP MA PA SC DI"
LONG = "xxxxxxxxxxxx...xxxxxxxxxxxxx"
"""How a text of many letters is shown."""

# Faces, cards, tiles.


@pytest.mark.parametrize("text", ["SC10", "sc10", "Sc 10", " sC\t10 ", "school 10", "S C 10"])
def test_a_face_is_read_in_small_and_capital_letters_and_with_blanks(text: str) -> None:
    assert read_face(text) == SC10


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'': expected a building and a price from 0 to 99, such as SC10"),
        ("SC", "'SC': expected a building and a price from 0 to 99, such as SC10"),
        ("10", "'10': expected a building and a price from 0 to 99, such as SC10"),
        ("SC100", "'SC100': expected a building and a price from 0 to 99, such as SC10"),
        ("SC04", "'SC04': expected a building and a price from 0 to 99, such as SC10"),
        ("SC10 SC10", "'SC10 SC10': expected a building and a price from 0 to 99, such as SC10"),
        ("SX10", f"'SX10': no building has the code SX ({CODES})"),
        ("sc-10", f"'sc-10': no building has the code sc- ({CODES})"),
        ("$SC10", f"'$SC10': no building has the code $SC ({CODES})"),
        (
            "x" * 5000 + "1",
            f"'{LONG[:-1]}1': no building has the code {LONG} ({CODES})",
        ),
    ],
)
def test_what_is_no_face_is_refused_with_what_was_written(text: str, message: str) -> None:
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 - the message is compared below
        read_face(text)
    assert str(refusal.value) == message


NOT_ASCII = [
    "SC\u0661\u0660",
    "SC\uff11\uff10",
    "\uff33\uff2310",
    "S\u0308C10",
    "\u017fC10",
    "\u017fchool 10",
    "Schoo\u217c 10",
]


@pytest.mark.parametrize("text", NOT_ASCII)
def test_digits_and_codes_are_ascii_and_only_names_have_accents(text: str) -> None:
    for read in (read_face, read_tile):
        with pytest.raises(ValueError, match=r"no building has the code|expected a "):
            read(text)
    with pytest.raises(ValueError, match=r"no building has the code|expected a "):
        read_event(f"tile {text}", [])


def test_a_price_that_the_box_does_not_have_can_be_written_up_to_99() -> None:
    assert [read_face(f"SC{price}").value for price in (0, 1, 14, 99)] == [0, 1, 14, 99]
    for price in ("100", "-1", "1000000"):
        with pytest.raises(ValueError, match="SC"):
            read_face(f"SC{price}")


def test_a_card_is_read_in_small_and_capital_letters() -> None:
    assert read_card("b3") == read_card(" B3 ") == Card(Currency.BLUE, 3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("b", "card 'b': expected a currency and a value from 0 to 99, such as b3"),
        ("x3", "card 'x3': no currency has the code x (y g b o)"),
    ],
)
def test_what_is_no_card_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 - the message is compared below
        read_card(text)
    assert str(refusal.value) == message


@pytest.mark.parametrize(
    ("text", "tile"),
    [
        ("SC10", WrittenTile(SC10)),
        ("SC10:-", WrittenTile(SC10, Edges(0))),
        ("SC10:NE", WrittenTile(SC10, Edges.parse("NE"))),
        ("SC10:NESW", WrittenTile(SC10, Edges.parse("NESW"))),
        ("SC10>", WrittenTile(SC10, None, Edges.E)),
        ("SC10:NEv", WrittenTile(SC10, Edges.parse("NE"), Edges.S)),
        ("SC10:-<", WrittenTile(SC10, Edges(0), Edges.W)),
    ],
)
def test_a_tile_is_a_face_and_if_need_be_its_moats_and_where_its_roof_points(
    text: str, tile: WrittenTile
) -> None:
    assert read_tile(text) == tile
    assert write_tile(tile) == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("sc10:en", "SC10:NE"),
        ("sc10:neV", "SC10:NEv"),
        ("Schule10:-^", "SC10:-"),
        (" SC10^ ", "SC10"),
    ],
)
def test_a_tile_written_by_habit_has_one_form(text: str, canonical: str) -> None:
    assert write_tile(read_tile(text)) == canonical


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'': expected a tile such as SC10, SC10:NE or SC10:->"),
        ("SC10:", "'SC10:': expected a tile such as SC10, SC10:NE or SC10:->"),
        ("SC10:X", "'SC10:X': expected a tile such as SC10, SC10:NE or SC10:->"),
        ("SC10:N:E", "'SC10:N:E': expected a tile such as SC10, SC10:NE or SC10:->"),
        ("SC10>>", "'SC10>>': expected a tile such as SC10, SC10:NE or SC10:->"),
        ("SC10:NN", "edges 'NN': expected any of N E S W, each at most once, or -"),
        ("SX10:N", f"'SX10': no building has the code SX ({CODES})"),
    ],
)
def test_what_is_no_tile_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 - the message is compared below
        read_tile(text)
    assert str(refusal.value) == message


# Cities.

DRAWING = """\
.      AR8:N  .
LI5:W  @      SC4:->
"""
DRAWN = city("0,1 AR8 N", "-1,0 LI5 W", "1,0 SC4 - E")


def test_a_drawing_shows_the_start_tile_empty_places_and_tiles_from_north_to_south() -> None:
    assert read_city(DRAWING) == DRAWN
    assert write_city(DRAWN) == DRAWING


def test_extra_blanks_and_empty_lines_around_a_drawing_do_not_matter() -> None:
    assert read_city("\n\n  . ar8:n\t.\r\n   li5:w   @ sc4:->  \n \n") == DRAWN


def test_a_city_of_nothing_but_the_start_tile_is_one_sign() -> None:
    assert read_city("@") == City.of()
    assert write_city(City.of()) == "@\n"


def test_moats_that_are_not_written_are_those_of_the_tile_set_as_the_tile_lies() -> None:
    # In the reference set AR8 has its one moat to the north.
    drawn = read_city("AR8 @ HP9>", reference())
    assert drawn == city("-1,0 AR8 N", "1,0 HP9 E E")
    assert write_city(drawn, reference()) == "AR8  @  HP9>\n"


def test_moats_are_written_where_the_tile_set_has_others() -> None:
    drawn = city("1,0 AR8 S")
    assert write_city(drawn, reference()) == "@  AR8:S\n"
    assert read_city("@ AR8:S", reference()) == drawn


def test_a_face_that_the_tile_set_does_not_have_is_taken_without_moats() -> None:
    drawn = read_city("@ SC14", reference())
    assert drawn == city("1,0 SC14 -")
    assert write_city(drawn, reference()) == "@  SC14\n"
    assert write_city(city("1,0 SC14 N"), reference()) == "@  SC14:N\n"


@pytest.mark.parametrize(
    ("drawing", "message"),
    [
        ("", "expected one start tile (@), got 0"),
        (". .", "expected one start tile (@), got 0"),
        ("@ AR8:N @", "expected one start tile (@), got 2"),
        ("@ .\nAR8:N", "row 2: 1 columns, and row 1 has 2"),
        ("@\n\nAR8:N", "row 2: 0 columns, and row 1 has 1"),
        ("@\nSX10:N", f"row 2, 'SX10': no building has the code SX ({CODES})"),
        ("@ AR8:NN", "row 1, edges 'NN': expected any of N E S W, each at most once, or -"),
        ("@ ??", "row 1, '??': expected a tile such as SC10, SC10:NE or SC10:->"),
        ("@ AR8", "row 1, AR8 does not say its moats (AR8:- for none), and there is no tile set"),
        ("@ " + ". " * 109, "more than 109 rows or columns, which no city can have"),
        ("@\n" + ".\n" * 109, "more than 109 rows or columns, which no city can have"),
        (
            "@ " + ". " * 54 + "AR8:N",
            "cell 55,0: more than 54 away from the start, which the tiles of the box cannot reach",
        ),
        ("@" + " " * 150_000, "a drawing of more than 150000 characters"),
        ("@" + " AR8:N" * 100 + "\n." + " AR8:N" * 101, "more than 200 tiles; the box has 54"),
        ("@" + " ??" * 100 + "\n." + " ??" * 101, "more than 200 tiles; the box has 54"),
    ],
)
def test_what_is_no_drawing_is_refused_with_row_and_tile(drawing: str, message: str) -> None:
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 - the message is compared below
        read_city(drawing)
    assert str(refusal.value) == message


def test_as_many_tiles_as_can_be_are_drawn() -> None:
    cells = [f"{x},{y}" for y in (1, -1) for x in range(-50, 50)]
    drawn = city(*(f"{cell} AR8 N" for cell in cells))
    assert len(drawn.tiles) == 200
    assert read_city(write_city(drawn)) == drawn


def test_the_longest_drawing_is_read() -> None:
    tiles = [f"{x},{54 if x % 2 else -54} AR99 NESW E" for x in range(-54, 55)]
    drawn = city(*tiles, "-54,53 SC4 -", "54,53 SC4 -")
    rows = write_city(drawn).split("\n")
    assert sum(len(row.ljust(109 * 12)) + 1 for row in rows) < 150_000
    assert read_city("\n".join(rows)) == drawn


def test_a_tile_as_far_away_as_can_be_is_drawn() -> None:
    drawn = city("54,54 AR8 N", "-54,-54 SC4 -")
    assert read_city(write_city(drawn)) == drawn


# Events.


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("  Red   TAKES  B3\tB3 ", "Red takes b3 b3"),
        ("Red buys 2 for G6 g4", "Red buys 2 for g4 g6"),
        ("Red takes Nothing", "Red takes nothing"),
        ("Red builds Schule 10 at 0 , -1 for nothing", "Red builds SC10 at 0,-1"),
        ("Red gives bath house 4 to dirk", "Red gives BA4 to Dirk"),
        ("Red stores école 10", "Red stores SC10"),
        ("Tile library 4", "tile LI4"),
        ("SCORING b", "scoring B"),
        ("Card B3", "card b3"),
    ],
)
def test_an_event_written_by_habit_has_one_form(line: str, canonical: str) -> None:
    assert write_event(read_event(line, ["Red"]), ["Red"]) == canonical


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("Ann takes b3", events.TakeMoney(Seat(0), Purse.parse("b3"))),
        ("Ann Lee takes b3", events.TakeMoney(Seat(1), Purse.parse("b3"))),
        ("Ann takes takes b3", events.TakeMoney(Seat(2), Purse.parse("b3"))),
        ("Ann takes passes", events.Pass(Seat(2))),
        ("tile passes", events.Pass(Seat(3))),
        ("tile SC10", events.DrawTile(SC10)),
        ("tile SC10 passes", events.Pass(Seat(4))),
        ("Ann  Lee passes", events.Pass(Seat(5))),
    ],
)
def test_names_that_look_like_something_else_are_told_apart(line: str, event: Event) -> None:
    assert read_event(line, ["Ann", "Ann Lee", "Ann takes", "tile", "tile SC10", "Ann  Lee"]) == event


BEGINNING = "a line begins with tile, card, scoring, bonus, hut, or one of 'Red'; 'Blue'"
ACTION = (
    "expected one of takes, buys, extends, reduces, exchanges, reactivates, shows, passes, builds, "
    "stores, gives after the name, "
    "such as takes b3, buys 2 for g4 g6, extends AR4 at 1,0, builds SC10 at 0,-1 for o3, gives SC10 to Dirk"
)
NUMBERS = "numbers have no plus sign and no leading zeros"
BUYS = f"expected buys SPACE for CARDS, such as buys 2 for g4 g6; {NUMBERS}"
REDUCES = f"expected reduces X,Y, such as reduces 1,0; {NUMBERS}"
BUILDS = "expected builds FACE at X,Y, and for CARDS if it is turned, such as builds SC10 at 0,-1; " + NUMBERS
GIVES = "expected gives FACE to Dirk, and for CARDS if it is turned, such as gives SC10 to Dirk"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "'': expected an event, got blanks only"),
        ("\u3000 ", "'\\u3000 ': expected an event, got blanks only"),
        ("Green takes b3", f"'Green takes b3': {BEGINNING}"),
        ("Redtakes b3", f"'Redtakes b3': {BEGINNING}"),
        ("Red", f"'Red': {ACTION}"),
        ("Red ", f"'Red': {ACTION}"),
        ("scoring D", "'scoring D': expected a draw such as tile SC10, card b3, scoring A, hut AC*:N"),
        (" Tile ", "'Tile': expected a draw such as tile SC10, card b3, scoring A, hut AC*:N"),
        ("Red steals b3", f"'Red steals b3': {ACTION}"),
        ("Red takes", "'Red takes': expected takes CARDS, such as takes o1 o3"),
        ("Red reduces at 1,0", f"'Red reduces at 1,0': {REDUCES}"),
        (
            "Red Extends AR4 at +1,0",
            f"'Red Extends AR4 at +1,0': expected extends FACE at X,Y, such as extends AR4 at 1,0; {NUMBERS}",
        ),
        (
            "Red exchanges AR4",
            f"'Red exchanges AR4': expected exchanges FACE at X,Y, such as exchanges AR4 at 1,0; {NUMBERS}",
        ),
        ("Red passes on", "'Red passes on': expected passes, and nothing behind it"),
        (
            "Red builds SC10",
            f"'Red builds SC10': {BUILDS}",
        ),
        ("Red stores", "'Red stores': expected stores FACE, such as stores SC10"),
        ("Red reduces 1,20000", f"'Red reduces 1,20000': {REDUCES}"),
        ("Red reduces 01,0", f"'Red reduces 01,0': {REDUCES}"),
        ("Red reduces -0,0", f"'Red reduces -0,0': {REDUCES}"),
        ("Red reduces \u0661,\u0660", f"'Red reduces \u0661,\u0660': {REDUCES}"),
        ("Red buys 02 for y1", f"'Red buys 02 for y1': {BUYS}"),
        ("Red buys \uff12 for y1", f"'Red buys \uff12 for y1': {BUYS}"),
        ("Red take\u017f b3", f"'Red take\u017f b3': {ACTION}"),
        ("\u017fcoring A", f"'\u017fcoring A': {BEGINNING}"),
        ("Red gives SC10 to Dir\u212a", f"'Red gives SC10 to Dir\u212a': {GIVES}"),
        (
            "tile Mar\u212at 4",
            f"'Mar\u212at 4': no building has the code Mar\u212at ({CODES})",
        ),
        ("Red takes b3, b4", "card 'b3,': expected a currency and a value from 0 to 99, such as b3"),
        ("Red stores SX10", f"'SX10': no building has the code SX ({CODES})"),
        ("tile 10", "'10': expected a building and a price from 0 to 99, such as SC10"),
        ("card x3", "card 'x3': no currency has the code x (y g b o)"),
        ("Red takes " + "b3 " * 10_001, "expected at most 10000 cards"),
        ("x" * 10_000, f"'{LONG}': {BEGINNING}"),
    ],
    ids=range(32),
)
def test_what_is_no_event_is_refused(line: str, message: str) -> None:
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 - the message is compared below
        read_event(line, ["Red", "Blue"])
    assert str(refusal.value) == message


@pytest.mark.parametrize("players", ["Red", b"Red"])
def test_players_are_a_list_of_names(players: Any) -> None:  # noqa: ANN401 - what no type checker lets through
    for call in (lambda: read_event("Red passes", players), lambda: write_event(events.Pass(RED), players)):
        with pytest.raises(TypeError, match=r"^players: expected names by seat, got (str|bytes)$"):
            call()


@pytest.mark.parametrize("seat", [-1, 2, 10**9])
def test_what_nobody_does_is_not_written(seat: int) -> None:
    with pytest.raises(ValueError, match=rf"^nobody sits at seat {seat}$"):
        write_event(events.Pass(Seat(seat)), ["Red", "Blue"])


@pytest.mark.parametrize("players", [["Red", 7], (None,), [b"Red"]])
def test_names_are_text(players: Any) -> None:  # noqa: ANN401 - as above
    for call in (lambda: read_event("Red passes", players), lambda: write_event(events.Pass(RED), players)):
        with pytest.raises(TypeError, match=r"^players: expected names, got [(\[].*[)\]]$"):
            call()


def test_names_that_pass_for_others_are_not_remembered() -> None:
    class Other(str):
        __slots__ = ()

        def __eq__(self, other: object) -> bool:
            return str(other) in {"Ann", "Bo"}

        def __hash__(self) -> int:
            return hash("Bo" if str.__str__(self) == "Ann" else "Ann")

    assert read_event("Ann passes", (Other("Ann"), Other("Bo"))) == events.Pass(RED)
    assert read_event("Ann passes", ("Bo", "Ann")) == events.Pass(Seat(1))


def test_a_message_stays_short_whatever_players_are_called() -> None:
    with pytest.raises(ValueError, match="a line begins with") as refusal:
        read_event("?" * 1000, [letter * 60 for letter in "abcdef"])
    assert len(str(refusal.value)) < 400
