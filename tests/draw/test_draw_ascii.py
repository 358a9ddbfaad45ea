"""Drawings for encodings without box characters: the same places, other characters."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from granada_rules import Cell, Edge, Edges, Kind, draw, moats, setup
from granada_rules.draw import Show
from granada_rules.draw.canvas import BOX_CHARACTERS
from tests.helpers.cities import any_cities, legal_cities
from tests.helpers.drawn import all_games, few, lying, of_both_kinds, shows
from tests.helpers.samples import fewer

if TYPE_CHECKING:
    from granada_rules import City

PLAIN = "-|"
BARRIERS, LONGEST = {Kind.GRANADA: "=#", Kind.ALHAMBRA: "%"}, {Kind.GRANADA: "*", Kind.ALHAMBRA: "@"}


def sides(drawing: str, cells: set[Cell]) -> dict[Edge, str]:
    """Read the sides of the cells of a city that was drawn in one band, without marks or gaps."""
    header, *lines = drawing.splitlines()
    columns = {int(name): 4 + 8 * place for place, name in enumerate(header.split())}
    rows = {int(line[:3]): number for number, line in enumerate(lines) if line[:3].strip(" -").isdigit()}
    found = {}
    for cell in cells:
        column, row = columns[cell.x], rows[cell.y]
        found[Edge(cell, Edges.N)] = lines[row - 1][column + 1]
        found[Edge(cell, Edges.S)] = lines[row + 1][column + 1]
        # Where a roof points west or east it covers the side.
        found[Edge(cell, Edges.W)] = lines[row][column]
        found[Edge(cell, Edges.E)] = lines[row][column + 7]
    return found


@few
@given(of_both_kinds(legal_cities()))
def test_moats_and_walls_can_be_told_from_plain_edges_and_the_longest_from_others(city: City) -> None:
    drawing = draw.text(city, ascii_lines=True, show=Show(longest_moat=True))
    assert drawing.isascii()
    longest, kind = set(moats.longest_barrier(city, city.start).edges), city.start
    for edge, letter in sides(drawing, set(city.cells)).items():
        is_barrier = edge.side in lying(city)[edge.cell][1]
        assert letter in (LONGEST[kind] if edge in longest else BARRIERS[kind] if is_barrier else PLAIN)


@few
@given(of_both_kinds(any_cities), shows)
def test_every_character_stands_where_its_box_character_stood(city: City, show: Show) -> None:
    boxes, plain = draw.text(city, show=show), draw.text(city, show=show, ascii_lines=True)
    assert len(boxes) == len(plain)
    for before, after in zip(boxes, plain, strict=True):
        assert before == after or before in BOX_CHARACTERS
    assert not set(plain) & set(BOX_CHARACTERS)


def test_tables_and_score_sheets_have_no_others() -> None:
    for game in all_games()[:: fewer(83, 37)]:
        things: list[draw.Thing] = [game, game.to_position(), *game.sheets]
        for thing in things:
            assert draw.text(thing, ascii_lines=True, width=80).isascii()


def test_names_stay_as_they_are() -> None:
    assert "Ren\xe9: 0 points" in draw.text(setup(["Ren\xe9", "Ann"]), ascii_lines=True)


@pytest.mark.parametrize(
    ("encoding", "wanted"),
    [
        ("utf-8", False),
        ("utf-16", False),
        ("gb18030", False),
        ("latin-1", True),
        ("ascii", True),
        ("cp437", True),
    ],
)
def test_ascii_is_for_streams_that_cannot_take_box_characters(encoding: str, *, wanted: bool) -> None:
    assert draw.wants_ascii(io.TextIOWrapper(io.BytesIO(), encoding)) is wanted


def test_a_stream_without_an_encoding_takes_everything_and_one_nobody_knows_nothing() -> None:
    assert not draw.wants_ascii(io.StringIO())

    class Strange(io.StringIO):
        encoding = "klingon"

    assert draw.wants_ascii(Strange())
