"""Drawings of layouts of both kinds: walls and moats, each by its own kind."""

# ruff: noqa: RUF001 - a roof is no slash

from __future__ import annotations

from granada_rules import (
    BOTH,
    City,
    Edges,
    Kind,
    NotedPlayer,
    Position,
    apply,
    chance,
    draw,
    placement,
    setup,
)
from granada_rules.draw import Show
from tests.helpers.layouts import both
from tests.rules.test_layouts import AROUND, PAIR, WALLED


def test_walls_and_moats_are_each_drawn_as_such() -> None:
    assert draw.text(PAIR) == (
        "       0       1       2       3\n"
        "            ╓──╱╲──┐┌──╱╲──┐\n"
        "  1         ║ LI5  ││ SC4  │\n"
        "            ╚══════╛╘══════╛\n"
        "    ┌──────┐┍━━╱╲━━┑┍━━╱╲━━┑┍━━╱╲━━┓\n"
        "  0 │START ││ PV2  ││ PV3  ││ PV4  ┃\n"
        "    └──────┘└──────┘└──────┘└──────┚\n"
    )


def test_the_longest_wall_and_moat_are_marked_and_the_border_is_told() -> None:
    drawing = draw.text(PAIR, show=Show(longest_moat=True, legal_for=Edges.parse("N")))
    assert drawing.splitlines()[1:7] == [
        "                    ╓──╱╲──┐┌──╱╲──┐",
        "  1                 ▐ LI5  ││ SC4  │",
        "                    ╚▀▀▀▀▀▀╛╘▀▀▀▀▀▀╛",
        "    ┍━━━━━━┑┌──────┐┍▓▓╱╲▓▓┑┍▓▓╱╲▓▓┑┍▓▓╱╲▓▓┓",
        "  0 ╎  +   ╎│START ││ PV2  ││ PV3  ││ PV4  ▓",
        "    └╌╌╌╌╌╌┘└──────┘└──────┘└──────┘└──────┚",
    ]
    assert drawing.splitlines()[7:] == [
        "Longest wall (MIX-28): 4 edges",
        "Longest moat (MIX-30): 3 edges",
        "Longest border (MIX-31): 2 edges, 1,0:N to 2,0:N",
        "A tile with wall N may be built at -1,0",
    ]


def test_where_a_tile_of_granada_may_be_built_is_asked_with_its_kind() -> None:
    show = Show(legal_for=Edges.parse("SW"), legal_kind=Kind.GRANADA)
    drawing = draw.text(both(WALLED, "@"), show=show)
    assert drawing.splitlines()[1:4] == [
        "            ╓╌╌╌╌╌╌┐╓╌╌╌╌╌╌┐╓╌╌╌╌╌╌┐",
        "  1         ║  +   ╎║  +   ╎║  +   ╎",
        "            ╚══════╛╚══════╛╚══════╛",
    ]
    assert drawing.splitlines()[-1] == "A tile with moats S W may be built at 1,1; 2,1; 3,1; 4,0"
    assert "legal for a tile with moats S W" in str(draw.svg(both(WALLED, "@"), show=show))


def test_around_a_start_tile_of_granada_no_tile_of_alhambra_may_be_built() -> None:
    show = Show(legal_for=Edges(0), legal_kind=Kind.ALHAMBRA)
    assert draw.text(City.of(), show=show).splitlines()[-1] == "A tile with no walls may be built nowhere"


def test_rings_are_called_rings() -> None:
    captions = draw.text(AROUND, show=Show(longest_moat=True)).splitlines()[-3:]
    assert captions == [
        "Longest wall (MIX-28): 6 edges, a ring",
        "Longest moat (MIX-30): 6 edges, a ring",
        "Longest border (MIX-31): 6 edges, a ring",
    ]


def test_an_illegal_layout_has_its_violations_marked_and_no_longest() -> None:
    city = both("@ PV2:-", ". LI5:S\n@ .")
    drawing = draw.text(city, show=Show(violations=placement.violations(city), longest_moat=True))
    assert (
        "Longest wall (MIX-28): none\nLongest moat (MIX-30): none\nLongest border (MIX-31): none\n" in drawing
    )
    assert "!1 MIX-17: LI5 at 1,1 has a moat to the south against PV2:- at 1,0" in drawing


def test_svg_has_ties_under_the_longest_border_and_only_with_both_kinds() -> None:
    picture = str(draw.svg(PAIR, show=Show(longest_moat=True)))
    # From the north-west corner of PV2 to the north-east corner of PV3, below the lines of wall and moat.
    assert picture.count('<path class="gr-border" d="M96 96L192 96L288 96"/>') == 1
    assert picture.index('class="gr-border"') < picture.index('class="gr-casing"')
    assert 'class="gr-border"' not in str(draw.svg(PAIR))
    for city in (City.of(), both(WALLED, "@")):
        assert "gr-border" not in str(draw.svg(city, show=Show(longest_moat=True)))


def test_svg_has_bricks_and_water_each_with_its_colour_and_both_lines() -> None:
    picture, alhambra = (
        str(draw.svg(city, show=Show(longest_moat=True))) for city in (PAIR, both(WALLED, "@"))
    )
    assert ">Alhambra and Granada</title>" in picture
    assert ">A layout of 5 tiles around the start tile, x from 0 to 3," in picture
    assert ">An Alhambra of 3 tiles around the start tile, x from 0 to 3," in alhambra
    assert [shown.count('class="gr-longest"') for shown in (picture, alhambra)] == [2, 1]
    # Three moats, and as many walls as without them.
    assert [shown.count('class="gr-water"') for shown in (picture, alhambra)] == [3, 0]
    assert picture.count('class="gr-brick"') == alhambra.count('class="gr-brick"') == 4
    for colour in ("--gr-brick:", "--gr-pavilion:", "--gr-library:"):
        assert colour in picture


def test_a_position_with_such_a_layout_can_be_drawn() -> None:
    position = Position(players=(NotedPlayer(name="Red", city=PAIR),))
    assert "╚══════╛╘══════╛" in draw.text(position)
    assert "--gr-library:" in str(draw.svg(position))


def test_a_table_of_both_says_of_which_kind_the_next_tile_is() -> None:
    game = setup(3, BOTH)
    assert draw.text(game.table).startswith("Setup: a tile of Alhambra for the yard is drawn\n")
    game = apply(game, chance(game)[0][0])
    assert draw.text(game.table).startswith("Setup: a tile of Granada for the yard is drawn\n")
