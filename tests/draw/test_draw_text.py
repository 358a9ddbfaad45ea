"""Drawings in text: what is in the city is there, and nothing that should not be, nor in pictures."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import granada_rules as g
from granada_rules.box import Box
from granada_rules.draw import Show, columns, words
from granada_rules.draw.canvas import BUILDINGS
from tests.helpers.cities import all_edges, any_cities, lay, legal_cities
from tests.helpers.drawn import (
    BARRIERS,
    FACE,
    all_games,
    code_of,
    codes,
    faces_in,
    few,
    games,
    in_kind,
    is_harmless,
    lying,
    of_both_kinds,
    read,
    shows,
    square,
    texts,
    with_all_marks,
)
from tests.helpers.games import altered, laid
from tests.helpers.samples import fewer

if TYPE_CHECKING:
    from collections.abc import Callable

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")

SMALL = g.City.of(
    {
        g.Cell(0, 1): (g.Face.parse("AR8"), g.Edges.parse("NW")),
        g.Cell(1, 1): (g.Face.parse("PA6"), g.Edges.parse("N")),
        g.Cell(1, 0): (g.Face.parse("SC10"), g.Edges.parse("E")),
    }
)


def test_a_legal_city() -> None:
    assert g.draw.text(SMALL) == square("""
               0       1
            ╔══╱╲══╕╒══╱╲══╕
          1 ║ AR8  ││ PA6  │
            ╙──────┘└──────┘
            ┌──────┐┌──╱╲──╖
          0 │START ││ SC10 ║
            └──────┘└──────╜
        """)  # noqa: RUF001 - a roof is no slash


def test_an_illegal_city_with_all_that_is_wrong() -> None:
    city = g.City.of(
        {
            **SMALL.tiles,
            g.Cell(-1, 0): (g.Face.parse("LI5"), g.Edges(0), g.Edges.E),
            g.Cell(0, -1): (g.Face.parse("BA2"), g.Edges.parse("N")),
            g.Cell(1, -2): (g.Face.parse("HP9"), g.Edges(0), g.Edges.S),
            g.Cell(2, -1): (g.Face.parse("DI11"), g.Edges(0), g.Edges.W),
        }
    )
    assert g.draw.text(city, width=72, show=with_all_marks(city)) == square("""
               -1      0       1       2
                    ╔══╱╲══╕╒══╱╲══╕
          1         ║ AR8  ││ PA6  │
                    ║      ││      │
                    ╙──────┘└──────┘
            ┌──────┐┌──────┐┌──╱╲──╖
          0 │ LI5  >│START ││ SC10 ║
            │  !1  ││  !4  ││      ║
            └──────┘└!────!┘└──────╜
                    ╒!═╱╲═!╕┌╌╌╌╌╌╌┐┌──────┐
         -1         │ BA2  │╎      ╎< DI11 │
                    │ !4,5 │╎ !10  ╎│!2,6,8│
                    └──────┘└╌╌╌╌╌╌┘└──────┘
                            ┌──────┐
         -2                 │ HP9  │
                            │!3,7,9│
                            └──╲╱──┘
        !1 BUILD-1: LI5:-> at -1,0 lies turned: its roof points east, not north
        !2 BUILD-1: DI11:-< at 2,-1 lies turned: its roof points west, not north
        !3 BUILD-1: HP9:-v at 1,-2 lies turned: its roof points south, not north
        !4 BUILD-2: BA2 at 0,-1 has a moat to the north against the start tile,
            which never has one (BUILD-6)
        !5 BUILD-3: BA2 at 0,-1 cannot be reached on foot from the start tile
        !6 BUILD-3: DI11:-< at 2,-1 cannot be reached on foot from the start
            tile
        !7 BUILD-3: HP9:-v at 1,-2 cannot be reached on foot from the start tile
        !8 BUILD-4: DI11:-< at 2,-1 touches no other tile edge to edge
        !9 BUILD-4: HP9:-v at 1,-2 touches no other tile edge to edge
        !10 BUILD-5: tiles enclose the empty cell 1,-1
        """)  # noqa: RUF001 - a roof is no slash


def test_the_longest_moat_is_thick_and_legal_cells_have_a_plus() -> None:
    show = Show(longest_moat=True, legal_for=g.Edges.parse("NE"), title="Red")
    assert g.draw.text(SMALL, show=show) == square("""
        Red

               0       1       2
            ╔▄▄╱╲▄▄╕╒▄▄╱╲▄▄╕╒══════╗
          1 ▐ AR8  ││ PA6  │╎  +   ║
            ╙──────┘└──────┘└╌╌╌╌╌╌╜
            ┌──────┐┌──╱╲──╖
          0 │START ││ SC10 ║
            └──────┘└──────╜
        Longest moat (SCORE-4): 3 edges
        A tile with moats N E may be built at 2,1
        """)  # noqa: RUF001 - a roof is no slash


def test_a_legal_alhambra_has_heavy_lines_for_walls() -> None:
    city = g.City.of(
        {
            g.Cell(0, 1): (g.Face.parse("GA8:NW"), g.Edges.parse("NW")),
            g.Cell(1, 1): (g.Face.parse("TO11:N"), g.Edges.parse("N")),
            g.Cell(1, 0): (g.Face.parse("PV7:E"), g.Edges.parse("E")),
        },
        start=g.Kind.ALHAMBRA,
    )
    assert g.draw.text(city) == square("""
               0       1
            ┏━━╱╲━━┑┍━━╱╲━━┑
          1 ┃ GA8  ││ TO11 │
            ┖──────┘└──────┘
            ┌──────┐┌──╱╲──┒
          0 │START ││ PV7  ┃
            └──────┘└──────┚
        """)  # noqa: RUF001 - a roof is no slash
    show = Show(longest_moat=True, legal_for=g.Edges.parse("NE"))
    assert g.draw.text(city, show=show) == square("""
               0       1       2
            ┏▓▓╱╲▓▓┑┍▓▓╱╲▓▓┑┍━━━━━━┓
          1 ▓ GA8  ││ TO11 │╎  +   ┃
            ┖──────┘└──────┘└╌╌╌╌╌╌┚
            ┌──────┐┌──╱╲──┒
          0 │START ││ PV7  ┃
            └──────┘└──────┚
        Longest wall (SCORE-4): 3 edges
        A tile with walls N E may be built at 2,1
        """)  # noqa: RUF001 - a roof is no slash


def test_walls_of_a_turned_tile_are_drawn_as_they_are_seen() -> None:
    turned = g.City.of(
        {g.Cell(1, 0): (g.Face.parse("AC6:NE"), g.Edges.parse("NW"), g.Edges.W)}, start=g.Kind.ALHAMBRA
    )
    assert g.draw.text(turned, width=72, show=with_all_marks(turned)) == square("""
               0       1
            ┌──────┐┏━━━━━━┑
          0 │START │< AC6  │
            │  !2  !!!1,2,3│
            └──────┘┖──────┘
        !1 BUILD-1: AC6:NW< at 1,0 lies turned: its roof points west, not north
        !2 BUILD-2: AC6:NW< at 1,0 has a wall to the west against the start
            tile, which never has one (BUILD-6)
        !3 BUILD-3: AC6:NW< at 1,0 cannot be reached on foot from the start tile
        """)


@few
@given(any_cities, shows, st.booleans())
def test_a_city_and_an_alhambra_of_the_same_shape_differ_wherever_there_is_a_barrier(
    city: g.City,
    show: Show,
    in_ascii: bool,  # noqa: FBT001 - as Hypothesis has it
) -> None:
    def drawn(kind: g.Kind) -> str:
        alone = Show(longest_moat=show.longest_moat, legal_for=show.legal_for)
        drawing = g.draw.text(in_kind(city, kind), show=alone, ascii_lines=in_ascii)
        return FACE.sub("XX", drawing).partition("\nLongest ")[0].partition("\nA tile ")[0]

    granada, alhambra = drawn(g.Kind.GRANADA), drawn(g.Kind.ALHAMBRA)
    # In ASCII a roof that points east or west hides the side where it stands.
    hiding = {g.Edges.E, g.Edges.W} if in_ascii else set()
    has_barriers = any(
        side in tile.moats and not (side in hiding and side is tile.roof)
        for tile in city.tiles.values()
        for side in g.Edges
    )
    if show.legal_for is not None and not g.placement.violations(city):
        has_barriers |= bool(show.legal_for and g.placement.legal_cells(city, show.legal_for))
    assert (granada != alhambra) == has_barriers
    # Everything else is the same.
    for one, other in zip(granada, alhambra, strict=True):
        assert one == other or {one, other} <= {*"".join(BARRIERS.values()), *"=#%*@"}


def test_a_city_too_wide_is_drawn_in_bands() -> None:
    line = lay([((x, 0), "N") for x in range(1, 55)])
    drawing = g.draw.text(line, width=80)
    headers = [row.split() for row in drawing.splitlines() if re.fullmatch(r"[ \d]+", row)]
    assert [int(number) for row in headers for number in row] == list(range(55))
    assert [len(row) for row in headers] == [9, 9, 9, 9, 9, 9, 1]
    assert faces_in(drawing) == codes(line)


def test_in_colour_moats_are_blue_and_what_is_plain_stays_so() -> None:
    lower = g.draw.text(SMALL, colour=True).splitlines()[3]
    assert lower == "    \x1b[38;5;33m╙\x1b[0m──────┘└──────┘"


@pytest.mark.accepts("A-BOX-14")
def test_in_colour_walls_are_brown_and_the_types_of_alhambra_have_their_colours() -> None:
    wall = g.City.of({g.Cell(1, 0): (g.Face.parse("PV7:E"), g.Edges.E)}, start=g.Kind.ALHAMBRA)
    drawing = g.draw.text(wall, colour=True)
    assert "\x1b[38;5;130m┃\x1b[0m" in drawing
    assert "\x1b[1;38;5;69m PV7  \x1b[0m" in drawing
    assert len({style.value for style in BUILDINGS.values()}) == len(BUILDINGS) == len(g.Building)


def test_no_drawing_is_made_narrower_than_the_yard() -> None:
    game = laid(["y9 g9 b9", "o9 o9 y1 y2"])
    assert g.draw.text(game, width=-1) == g.draw.text(game, width=48) != g.draw.text(game, width=60)


def test_long_empty_stretches_are_left_out() -> None:
    city = lay([((-54, 54), ""), ((3, 0), ""), ((0, -4), "")])
    assert g.draw.text(city) == square("""
              -54    …    0       1       2       3
            ┌──╱╲──┐
         54 │ AR2  │
            └──────┘
          ⋮
                       ┌──────┐                ┌──╱╲──┐
          0            │START │                │ AR3  │
                       └──────┘                └──────┘
          ⋮
                       ┌──╱╲──┐
         -4            │ AR4  │
                       └──────┘
        """)  # noqa: RUF001 - a roof is no slash


@few
@given(of_both_kinds(any_cities))
def test_any_city_can_be_read_back_from_its_drawing(city: g.City) -> None:
    drawn = read(g.draw.text(city))
    assert drawn.tiles == lying(city)
    assert drawn.kinds == {city.start for tile in city.tiles.values() if tile.moats}
    assert not any((drawn.legal, drawn.empty, drawn.longest, drawn.wrong, drawn.numbers))


@few
@given(of_both_kinds(any_cities))
def test_every_cell_and_every_edge_of_a_violation_is_marked(city: g.City) -> None:
    drawing = g.draw.text(city, show=with_all_marks(city))
    drawn = read(drawing)
    assert drawn.tiles == lying(city)
    expected: dict[g.Cell, list[int]] = {}
    edges = set()
    for number, violation in enumerate(g.placement.violations(city), 1):
        edges |= {side for edge in violation.edges for side in (edge, edge.across)}
        for cell in violation.cells:
            expected.setdefault(cell, []).append(number)
    assert drawn.wrong == edges
    assert drawn.empty == expected.keys() - city.cells
    assert drawn.numbers.keys() == expected.keys()
    for cell, numbers in drawn.numbers.items():
        assert numbers == expected[cell][: len(numbers)]
        assert (cell in drawn.more) == (len(numbers) < len(expected[cell]))


@few
@given(of_both_kinds(legal_cities()), all_edges)
def test_the_longest_moat_and_the_legal_cells_can_be_read_back(city: g.City, edges: g.Edges) -> None:
    drawing = g.draw.text(city, show=Show(longest_moat=True, legal_for=edges))
    drawn = read(drawing)
    moat, box = g.moats.longest_barrier(city, city.start), Box.of(city.start)
    assert drawn.tiles == lying(city)
    assert drawn.kinds <= {city.start}
    assert drawn.longest == set(moat.edges)
    assert drawn.legal == dict.fromkeys(g.placement.legal_cells(city, edges), edges)
    assert f"Longest {box.barrier} (SCORE-4): {moat.length or 'none'}" in drawing
    assert re.search(rf"^A tile with (no )?{box.barrier}", drawing, re.MULTILINE)


def test_a_ring_of_moat_is_called_one() -> None:
    ring = lay([((0, 1), "NEW"), ((1, 0), "NES"), ((0, -1), "ESW"), ((-1, 0), "NSW")])
    assert "Longest moat (SCORE-4): 12 edges, a ring\n" in g.draw.text(ring, show=Show(longest_moat=True))


@pytest.mark.parametrize(
    ("edges", "said"),
    [
        ("", "A tile with no moats may be built at 0,1; -1,0; 1,0; 0,-1\n"),
        ("E", "A tile with moat E may be built at 0,1; 1,0; 0,-1\n"),
        ("NESW", "A tile with moats N E S W may be built nowhere\n"),
    ],
)
def test_where_a_tile_may_be_built_is_said(edges: str, said: str) -> None:
    assert g.draw.text(g.City.of(), show=Show(legal_for=g.Edges.parse(edges))).endswith(said)


def test_in_an_illegal_city_neither_a_longest_moat_nor_a_legal_cell_is_shown() -> None:
    city = lay([((2, 0), "N")])
    drawing = g.draw.text(city, show=Show(longest_moat=True, legal_for=g.Edges(0)))
    drawn = read(drawing)
    assert not any((drawn.longest, drawn.legal))
    assert drawing.endswith("Longest moat (SCORE-4): none\nA tile with no moats may be built nowhere\n")


@few
@given(of_both_kinds(any_cities), shows, st.none() | st.integers(-5, 200))
def test_nothing_that_is_shown_makes_a_drawing_fail(city: g.City, show: Show, width: int | None) -> None:
    plain = g.draw.text(city, show=show, width=width)
    assert all(is_harmless(line) and line == line.rstrip() for line in plain.removesuffix("\n").split("\n"))
    if width is not None:
        assert max(map(columns.width_of, plain.split("\n"))) <= max(width, 48)
    coloured = g.draw.text(city, show=show, width=width, colour=True)
    assert ESCAPE.sub("", coloured) == plain
    assert "\x1b" in coloured


@given(texts)
def test_what_people_wrote_is_made_harmless_and_short(text: str) -> None:
    shown = words.clean(text, 60)
    assert is_harmless(shown)
    assert len(shown) <= 60
    assert shown == text or not text.isprintable() or len(text) > 60 or shown == " ".join(text.split())


def test_persian_names_and_emoji_stay_whole() -> None:
    for name, wide in (("\u0645\u06cc\u200c\u062e\u0648", 4), ("\U0001f468\u200d\U0001f469", 2)):
        assert words.name_of(name) == name
        assert columns.width_of(name) == wide


def test_a_text_that_is_cut_says_so() -> None:
    assert words.clean("abcdef", 6) == "abcdef"
    assert words.clean("abcdefg", 6) == "abcde…"
    assert words.clean("a\x1b[1m\u202e b\n c", 20) == "a�[1m� b c"


@given(texts, st.integers(1, 90))
def test_broken_lines_hold_every_word_and_are_not_too_wide(text: str, width: int) -> None:
    lines = list(columns.wrapped(text, width))
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(columns.width_of(line) <= width or len(line) == 1 for line in lines)


def test_wide_letters_take_two_columns_and_accents_none() -> None:
    assert columns.width_of("城e\u0301a") == 4
    assert list(columns.wrapped("城" * 5, 4)) == ["城城", "城城", "城"]
    assert list(columns.wrapped("城城", 1)) == ["城", "城"]


def test_what_is_joined_is_broken_only_if_a_line_cannot_hold_it() -> None:
    family, of_india = "\U0001f469\u200d\U0001f469\u200d\U0001f467", "\u0915\u094d\u0937"
    assert list(columns.wrapped(family * 3, 4)) == [family * 2, family]
    assert list(columns.wrapped(of_india * 3, 4)) == [of_india * 2, of_india]
    assert "".join(columns.wrapped(family, 1)) == family
    assert len(list(columns.wrapped(of_india * 3, 1))) > 3


def test_accents_alone_take_no_column() -> None:
    drawing = g.draw.text(g.City.of(), show=Show(title="\u0301"))
    assert drawing.splitlines()[0] == "\u0301"
    sheet = g.ScoreSheet(g.Scoring.A, simplified=False, players=("\u0301", "Zoe"), lines=())
    assert g.draw.text(sheet).splitlines()[2] == f"{' ' * 12}\u0301{' ' * 10}Zoe"


def test_a_legend_lists_forty_violations_and_says_how_many_more_there_are() -> None:
    wrong = [g.Violation(g.Clause.BOX_2, f"no {number}") for number in range(1, 43)]
    drawing = g.draw.text(g.City.of(), show=Show(violations=wrong))
    assert drawing.endswith("!39 BOX-2: no 39\n!40 BOX-2: no 40\nand 2 more\n")


def test_cells_where_no_city_can_lead_are_named_only() -> None:
    far = g.Violation(
        g.Clause.BOX_2, "far", cells=(g.Cell(9999, 0),), edges=(g.Edge(g.Cell(0, 999), g.Edges.N),)
    )
    assert read(g.draw.text(g.City.of(), show=Show(violations=[far]))).numbers == {}


def test_an_edge_and_a_cell_without_a_tile_can_be_wrong_too() -> None:
    wrong = g.Violation(
        g.Clause.BUILD_2, "", cells=(g.Cell(3, 0),), edges=(g.Edge(g.Cell(1, 1), g.Edges.S),) * 2
    )
    drawn = read(g.draw.text(g.City.of(), show=Show(violations=[wrong])))
    assert drawn.numbers == {g.Cell(1, 0): [1], g.Cell(3, 0): [1]}
    assert drawn.wrong == {g.Edge(g.Cell(1, 0), g.Edges.N)}


def test_a_table() -> None:
    game = laid(["y9 g9 b9", "o9 o9 y1 y2", "g8 b8 o8"], "y3 g4 b5 o6", "AR8 SC10 LI6 HP12")
    assert g.draw.text(g.view(game, g.Seat(1)), width=60) == square("""
        Green is to act

        Yard
        1 yellow    2 green     3 blue      4 orange
        ╒══╱╲══╕    ╒══╱╲══╗    ╒══╱╲══╗    ┌──╱╲──╖
        │ AR8  │    │ SC10 ║    │ LI6  ║    │ HP12 ║
        └──────┘    └──────╜    └──────╜    └──────╜
        price 8     price 10    price 6     price 12
        back HP9    back HP11   back MA7    back PA13

        Display y3 g4 b5 o6
        Marker odd
        Bag 50 tiles, deck 96 cards, discards 0 cards

        Red: 0 points, 3 cards
               0
            ┌──────┐
          0 │START │
            └──────┘

        Blue: 0 points, 4 cards
          Hand y1 y2 o9 o9
               0
            ┌──────┐
          0 │START │
            └──────┘

        Green: 0 points, 3 cards, has the turn
               0
            ┌──────┐
          0 │START │
            └──────┘
        """)  # noqa: RUF001 - a roof is no slash


def test_a_table_of_alhambra_has_neither_marker_nor_backs_and_shows_walls_once() -> None:
    hands = ["y9 g9 b9", "o9 o9 y1 y2", "g8 b8 o8"]
    game = laid(hands, "y3 g4 b5 o6", "GA10:N GA10:- TO9:ES PV2:NEW", ruleset=g.ALHAMBRA)
    table = altered(game.table, bought=tuple(map(g.Face.parse, ["CH9:S", "CH9:W"])), phase=g.Phase.GIFT)
    first, *others = table.players
    stored = attrs.evolve(first, reserve=tuple(map(g.Face.parse, ["AC8:N", "AC8:E"])))
    drawing = g.draw.text(altered(table, players=(stored, *others)), width=48)
    assert drawing.startswith(
        square("""
        End of the game: Green is to place a tile given
        away

        Yard
        1 yellow    2 green     3 blue      4 orange
        ┍━━╱╲━━┑    ┌──╱╲──┐    ┌──╱╲──┒    ┏━━╱╲━━┓
        │ GA10 │    │ GA10 │    │ TO9  ┃    ┃ PV2  ┃
        └──────┘    └──────┘    ┕━━━━━━┛    ┖──────┚
        price 10    price 10    price 9     price 2

        Display y3 g4 b5 o6
        Bag 50 tiles, deck 96 cards, discards 0 cards
        To be placed CH9:S CH9:W

        Red: 0 points, 3 cards
          Reserve AC8:N AC8:E
        """)  # noqa: RUF001 - a roof is no slash
    )


def test_the_hands_in_a_drawing_are_those_the_view_knows() -> None:
    for game in all_games()[:: fewer(83, 37)]:
        for seat in (None, *map(g.Seat, range(len(game.hands)))):
            seen = g.view(game, seat)
            shown = re.findall(r"^  Hand (.*)$", g.draw.text(seen), re.MULTILINE)
            assert shown == [str(hand) or "none" for hand in seen.hands if hand is not None]
        assert "Hand" not in g.draw.text(game)


@pytest.mark.parametrize("drawn", [g.draw.text, g.draw.svg])
def test_of_a_game_only_the_table_is_drawn_and_nothing_that_is_hidden(
    drawn: Callable[[g.draw.Thing], object],
) -> None:
    dealer, differing = g.Dealer(b"of another world"), 0
    for game in all_games()[:: fewer(53, 23)]:
        seen = g.view(game, g.Seat(0))
        other = g.complete(seen, dealer)
        differing += other.hands != game.hands
        assert drawn(other) == drawn(game) == drawn(game.table)
        assert drawn(g.view(other, g.Seat(0))) == drawn(seen)
        assert drawn(g.view(other, None)) == drawn(g.view(game, None))
    assert differing > 5


def test_every_face_on_the_table_is_in_the_drawing() -> None:
    for game in all_games()[:: fewer(53, 23)]:
        table = game.table
        lying_open = [*table.bought, *(table.dirk.faces if table.dirk else ())]
        for player in table.players:
            lying_open += [*player.reserve, *(tile.face for tile in player.city.tiles.values())]
        lying_open += [hut for hut in table.modules.open_huts if hut is not None]
        lying_open += [card for shown in table.modules.shown for card in shown]
        yard = [face for face in table.yard if face is not None]
        backs = [back for face in yard if (back := table.ruleset.tiles.back(face)) is not None]
        drawing = g.draw.text(game)
        assert faces_in(drawing) == sorted(map(code_of, [*lying_open, *yard, *backs]))
        # Walls are drawn or written once.
        assert not re.search(r":[NESW-]+:", drawing)


@few
@given(games, shows, st.none() | st.integers(30, 120))
def test_nothing_makes_the_drawing_of_a_table_fail(game: g.Game, show: Show, width: int | None) -> None:
    plain = g.draw.text(game, show=show, width=width)
    assert all(is_harmless(line) for line in plain.split("\n"))
    assert width is None or max(map(columns.width_of, plain.split("\n"))) <= max(width, 48)
    assert ESCAPE.sub("", g.draw.text(game, show=show, width=width, colour=True)) == plain


def test_all_moments_of_a_game_have_words() -> None:
    said = {game.table.phase: words.state(game.table) for game in all_games()}
    assert said.keys() == set(g.Phase)
    assert all("None" not in sentence for sentence in said.values())


def test_a_violation_is_marked_in_the_city_of_its_player_only() -> None:
    game = laid(["y9 g9 b9", "o9 o9 y1 y2"])
    wrong = g.Violation(g.Clause.BUILD_4, "alone", player="Blue", cells=(g.Cell(0, 0),))
    nobodys = attrs.evolve(wrong, player=None)
    red, blue = g.draw.text(game, show=Show(violations=[nobodys, wrong])).split("\nBlue: ")
    assert "!" not in red
    assert "│  !2  │" in blue
    assert "│  !1  │" not in blue
    assert blue.endswith("!1 BUILD-4: alone\n!2 BUILD-4: Blue: alone\n")


def test_legal_cells_are_shown_for_the_one_whose_turn_it_is() -> None:
    game = laid(["y9 g9 b9", "o9 o9 y1 y2"])
    assert game.table.turn == 0
    red, blue = g.draw.text(game, show=Show(legal_for=g.Edges(0))).split("\nBlue: ")
    assert red.count("│  +   │".replace("│", "╎")) == 4
    assert "+" not in blue


def test_names_with_markup_or_wide_letters_stand_in_a_table_as_they_are() -> None:
    drawing = g.draw.text(g.setup(["<b>&", "城"]), width=50)
    assert "\n<b>&: 0 points, 0 cards\n" in drawing
    assert "\n城: 0 points, 0 cards\n" in drawing


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "no_color", "wanted"),
    [
        (Terminal(), None, True),
        (Terminal(), "", True),
        (Terminal(), "1", False),
        (io.StringIO(), None, False),
        (io.StringIO(), "1", False),
    ],
)
def test_colour_is_for_terminals_unless_no_color_is_set(
    monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, no_color: str | None, *, wanted: bool
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    if no_color is not None:
        monkeypatch.setenv("NO_COLOR", no_color)
    assert g.draw.wants_colour(stream) is wanted


@pytest.mark.parametrize(("drawn", "thing", "kind"), [(g.draw.text, "AR8", "str"), (g.draw.svg, (), "tuple")])
def test_what_cannot_be_drawn_is_refused(drawn: Callable[[object], object], thing: object, kind: str) -> None:
    with pytest.raises(TypeError, match=rf"City.*Table.*View.*Game.*Position.*ScoreSheet.* {kind}"):
        drawn(thing)


@pytest.mark.parametrize(
    "wrong", [{"violations": ["BUILD-2"]}, {"longest_moat": 1}, {"legal_for": "N"}, {"title": 3}]
)
def test_what_cannot_be_shown_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(TypeError):
        Show(**wrong)  # type: ignore[arg-type]


def test_violations_may_come_one_by_one() -> None:
    wrong = g.Violation(g.Clause.BUILD_4, "alone")
    assert Show(violations=iter([wrong])) == Show(violations=(wrong,))
