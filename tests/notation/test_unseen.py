"""Tiles, cards and cities of which not everything is seen, as text."""

from __future__ import annotations

import pytest

from granada_rules import Card, Cell, City, Currency, ExchangeCard, Kind, SeenCity, alhambra, reference
from granada_rules.notation import (
    read_city,
    read_seen_card,
    read_seen_city,
    read_seen_tile,
    read_tile,
    write_seen_city,
    write_seen_tile,
)

WHICH_KIND = r"\?: tiles of both kinds are played with, expected A\? or G\?"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("?", "?"),
        (" a ? ", "A?"),
        ("G?^", "G?"),
        ("?>", "?>"),
        ("g?V", "G?v"),
        ("SC?", "SC?:?"),
        ("school ?:n", "SC?:N"),
        ("Schule ?:en<", "SC?:NE<"),
        ("sc?:-", "SC?:-"),
        ("SC?:?>", "SC?:?>"),
        ("sc10:?", "SC10:?"),
        ("sc 0:?", "SC0:?"),
        ("Garden 10:?", "GA10:?"),
        ("ga?:nw>", "GA?:NW>"),
        ("GA?:?", "GA?:?"),
        ("GA*:?", "GA*:?"),
        ("SC10:NE>", "SC10:NE>"),
        ("GA10:N>", "GA10:N>"),
        ("GA*:N", "GA*:N"),
    ],
)
def test_what_is_seen_of_a_tile_is_read_and_written(text: str, written: str) -> None:
    tile = read_seen_tile(text)
    assert write_seen_tile(tile) == written
    assert read_seen_tile(written) == tile
    assert (tile.built is None) == ("?" in written)


def test_moats_of_a_tile_that_is_seen_as_a_whole_may_be_those_of_the_tile_set() -> None:
    assert str(read_seen_tile("SC10", reference())) == "SC10:NE"
    assert str(read_seen_tile("TO13", alhambra())) == "TO13:E"
    assert str(read_seen_tile("SC10:?", reference())) == "SC10:?"


@pytest.mark.parametrize(
    "text",
    [
        "??",
        "B?",
        "?:N",
        "SC?10",
        "SC10?",
        "?10:N",
        "SC?:Q",
        "SC100:?",
        "SX?:N",
        "SC*:?",
        "GA0:?",
        "SC?:NN",
        ":?",
    ],
)
def test_what_is_no_tile_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^(edges )?'"):
        read_seen_tile(text)


def test_what_is_not_seen_of_a_tile_is_no_tile_where_all_is_seen() -> None:
    for text in ("?", "SC?:N", "SC10:?"):
        with pytest.raises(ValueError, match="expected a tile such as SC10"):
            read_tile(text)
        with pytest.raises(ValueError, match="expected a tile such as SC10"):
            read_city(f"@ {text}")


def test_what_is_seen_of_a_card_is_read() -> None:
    assert read_seen_card(" B ?") is Currency.BLUE
    assert read_seen_card("?") is None
    assert read_seen_card("B3") == Card(Currency.BLUE, 3)
    assert read_seen_card("yb") == ExchangeCard.parse("yb")
    with pytest.raises(ValueError, match=r"^card 'x\?': no currency has the code x|expected a currency"):
        read_seen_card("x?")


DRAWING = """
.    SC?:N  ?>
?    @      PA6:?
HP3  .      .
"""


def test_what_is_seen_of_a_city_is_drawn() -> None:
    city = read_seen_city(DRAWING, reference())
    assert city.unknown == (Cell(0, 1), Cell(1, 1), Cell(-1, 0), Cell(1, 0))
    assert city.start is Kind.GRANADA
    assert write_seen_city(city, reference()) == DRAWING[1:]
    assert write_seen_city(city).count("HP3:") == 1
    assert read_seen_city(write_seen_city(city)) == city


def test_a_city_of_which_everything_is_seen_is_drawn_like_any_other() -> None:
    drawing = "@  SC4:N  SC5:E>\n"
    city = read_seen_city(drawing)
    assert city.city == read_city(drawing)
    assert write_seen_city(city) == drawing
    assert read_seen_city("@").city == City.of()


def test_the_start_tile_is_of_the_kind_of_tiles_that_tell_it() -> None:
    assert read_seen_city("@ ?").start is Kind.GRANADA
    assert read_seen_city("@ ? GA10:?").start is Kind.ALHAMBRA
    assert read_seen_city("@ ?", alhambra()).start is Kind.ALHAMBRA
    layout = read_seen_city("@ A? G?")
    assert (layout.start, layout.second) == (Kind.ALHAMBRA, Cell(2, 0))


def test_where_both_kinds_may_lie_a_covered_tile_says_its_kind() -> None:
    with pytest.raises(ValueError, match=f"^{WHICH_KIND}$"):
        read_seen_city("@ GA10:? SC4:? ?")
    with pytest.raises(ValueError, match=f"^row 1, {WHICH_KIND}$"):
        read_seen_city("@ ?", kinds=Kind)
    assert read_seen_city("@ G?", kinds=Kind).second == Cell(1, 0)


@pytest.mark.parametrize(
    ("drawing", "message"),
    [
        ("@ GA?:N>", r"^row 1, GA\?:N> is of Alhambra, and the start tile of Granada$"),
        ("@ SC4:N\nA? .", r"^row 2, A\? is of Alhambra, and the start tile of Granada$"),
        ("@ ? GA10:N", r"^row 1, GA10:N is of Alhambra, and the start tile of Granada$"),
        ("? ?", r"^expected one start tile \(@\), got 0$"),
    ],
)
def test_what_is_no_city_is_refused(drawing: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_seen_city(drawing, start=Kind.GRANADA)


def test_only_what_is_seen_of_a_city_is_written() -> None:
    with pytest.raises(TypeError, match="expected SeenCity, got City"):
        write_seen_city(City.of())  # type: ignore[arg-type]
    assert write_seen_city(SeenCity({})) == "@\n"
