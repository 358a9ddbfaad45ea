"""Drawings of what is not seen: question marks, and nothing that would be a guess."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import granada_rules as g
from granada_rules import draw
from granada_rules.draw import Show
from granada_rules.notation import read_seen_city
from tests.helpers.drawn import square

CITY = read_seen_city("""
    HP3:NE  @       SC12:?  SC4:E
    .       ?>      .       PA?:N
""")


def pictured(thing: draw.Thing, part: str, show: Show | None = None) -> list[str]:
    """Return the texts, titles or descriptions in a picture."""
    picture = ET.fromstring(str(draw.svg(thing, show=show or Show())))  # noqa: S314 - our own drawing
    return [each.text or "" for each in picture.iter(f"{{http://www.w3.org/2000/svg}}{part}")]


def test_a_tile_whose_sides_are_not_seen_has_a_dashed_frame() -> None:
    assert draw.text(CITY) == square("""
               -1      0       1       2
            ╒══╱╲══╗┌──────┐┌╌╌╱╲╌╌┐┌──╱╲──╖
          0 │ HP3  ║│START │╎ SC12 ╎│ SC4  ║
            └──────╜└──────┘└╌╌╌╌╌╌┘└──────╜
                    ┌╌╌╌╌╌╌┐        ╒══╱╲══╕
         -1         ╎  ?   >        │ PA?  │
                    └╌╌╌╌╌╌┘        └──────┘
        """)  # noqa: RUF001 - a roof is no slash


def test_a_picture_has_question_marks_for_what_is_not_seen() -> None:
    words = pictured(CITY, "text")
    assert [word for word in words if "?" in word] == [*"????", "?", "PA ?"]
    hints = pictured(CITY, "title")
    assert "0,-1: covered" in hints
    assert "1,0: SC12, moats ?" in hints
    assert "2,-1: PA?, moat N" in hints
    assert pictured(CITY, "desc") == [
        (
            "A city of 5 tiles around the start tile, x from -1 to 2, y from -1 to 0:"
            " 1 Hospital, 1 Park, 2 School, 1 covered; 1 of them turned."
        )
    ]


def test_what_is_not_certain_is_not_shown() -> None:
    show = Show(longest_moat=True, legal_for=g.Edges.N)
    said = "Longest moats and legal cells are not certain: not everything is seen at 1,0; 0,-1; 2,-1"
    assert said in " ".join(draw.text(CITY, show=show).split())
    assert f"{said}." in pictured(CITY, "desc", show)[0]
    assert "+" not in draw.text(CITY, show=show)
    known = g.SeenCity({g.Cell(1, 0): (g.Face.parse("SC4"), g.Edges.E)})
    assert draw.text(known, show=show) == draw.text(known.shape, show=show)


def test_what_is_wrong_is_marked_in_a_city_that_is_not_seen_as_a_whole() -> None:
    wrong = g.Violation(g.Clause.BUILD_5, "open", cells=(g.Cell(0, -1),))
    assert "!1" in draw.text(CITY, show=Show(violations=[wrong]))
    assert "1" in pictured(CITY, "text", Show(violations=[wrong]))


TABLE = """\
format = "granada-position/1"
yard = ["?", "PA?:N", "-", "SC10:?"]
display = ["b3", "y?", "?"]
bought = ["?"]
discards = ["o?"]
dirk = ["?", "SC4"]
bag = ["AR?:?", "LI5:W"]

[[player]]
name = "Red"
reserve = ["?"]
hand = ["b3"]
cards = 7
city = "@ PA?:N ?"
"""


def test_tables_show_what_is_not_seen() -> None:
    position = g.read_position(TABLE)
    assert draw.text(position) == square("""
        Yard
        1           2           3           4
        ┌╌╌╱╲╌╌┐    ╒══╱╲══╕    ┌╌╌╌╌╌╌┐    ┌╌╌╱╲╌╌┐
        ╎  ?   ╎    │ PA?  │    ╎      ╎    ╎ SC10 ╎
        └╌╌╌╌╌╌┘    └──────┘    └╌╌╌╌╌╌┘    └╌╌╌╌╌╌┘
        price ?     price ?                 price 10
        moats ?                             moats ?

        Display b3 y? 1 not seen
        Bag 2 tiles: AR?:? LI5:W
        Discards 1 card: o?
        To be placed ?

        Red: 7 cards
          Hand b3 6 not seen
          Reserve ?
               0       1       2
            ┌──────┐╒══╱╲══╕┌╌╌╱╲╌╌┐
          0 │START ││ PA?  │╎  ?   ╎
            └──────┘└──────┘└╌╌╌╌╌╌┘

        Dirk
          Tiles ? SC4:?
        """)  # noqa: RUF001 - a roof is no slash
    words = pictured(position, "text")
    assert {"?", "PA ?", "price ?", "y?", "o?", "1 ?", "6 ?", "AR ?"} <= {*words}
    assert "In the yard: ?, PA?:N, nothing, SC10" in pictured(position, "desc")[0]


def test_covered_tiles_of_alhambra_have_walls() -> None:
    position = g.Position(seen_yard=(g.SeenTile(g.Kind.ALHAMBRA), None, None, None))
    assert "walls ?" in draw.text(position)
    assert "walls ?" in pictured(position, "text")
    hut = read_seen_city("@ AC*:?")
    assert "1 hut for Arcades" in pictured(hut, "desc")[0]
    assert "AC hut" in pictured(hut, "text")
