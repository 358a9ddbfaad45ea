"""Drawings as SVG: well-formed whatever they show, complete, accessible, and on good terms with a page."""

from __future__ import annotations

import colorsys
import re
import runpy
import subprocess
import sys
from itertools import pairwise
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

import granada_rules as g
from granada_rules.box import Box
from granada_rules.draw import Show, glyphs
from granada_rules.draw.markup import element
from granada_rules.draw.plan import line
from tests.helpers import ROOT
from tests.helpers.cities import all_edges, any_cities, lay, legal_cities
from tests.helpers.drawn import (
    Tile,
    all_games,
    few,
    games,
    in_kind,
    lying,
    of_both_kinds,
    shows,
    with_all_marks,
    with_city,
)
from tests.helpers.games import laid
from tests.helpers.samples import fewer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SPACE = "{http://www.w3.org/2000/svg}"


def parsed(svg: g.draw.Svg) -> ET.Element:
    return ET.fromstring(str(svg))  # noqa: S314 - our own drawing


def drawn(thing: g.draw.Thing, show: Show | None = None) -> ET.Element:
    return parsed(g.draw.svg(thing, show=show or Show()))


def having(root: ET.Element, name: str) -> list[ET.Element]:
    """Return the elements of a class."""
    return [one for one in root.iter() if f"gr-{name}" in one.get("class", "").split()]


def hints(root: ET.Element) -> dict[g.Cell, tuple[str, ET.Element]]:
    """Return what a pointer that rests on a cell is told, and what is drawn there."""
    found = {}
    for one in root.iter(f"{SPACE}g"):
        if (hint := one.find(f"{SPACE}title")) is not None:
            cell, _, said = (hint.text or "").partition(": ")
            found[g.Cell.parse(cell)] = said, one
    return found


def words_in(root: ET.Element) -> list[str]:
    return [one.text or "" for one in root.iter(f"{SPACE}text")]


def told(root: ET.Element) -> tuple[str, str]:
    """Return title and description, found as the picture says."""
    by_id = {one.get("id"): one.text or "" for one in root.iter() if one.get("id")}
    title, description = root.get("aria-labelledby", "").split()
    return by_id[title], by_id[description]


ROOFS = {0: g.Edges.N, 90: g.Edges.E, 180: g.Edges.S, 270: g.Edges.W}


def angle(element: ET.Element) -> int:
    match = re.fullmatch(r"rotate\((\d+) 48 48\)", element.get("transform", ""))
    assert match is not None
    return int(match[1])


def read_tile(said: str, tile: ET.Element) -> Tile:
    """Read a tile from its drawing, and hold what a pointer is told against it."""
    name, _, rest = said.partition(", ")
    if name == "the start tile":
        return "START", g.Edges(0), g.Edges(0)
    kind = g.Building(name[:2]).kind
    # HUT-1: a hut has no price.
    assert words_in(tile) == [f"{name[:2]} {'hut' if name[2:] == '*' else name[2:]}"]
    seen = {one: sides(tile, BARRIERS[one]) for one in g.Kind}
    (other,) = set(g.Kind) - {kind}
    assert not seen[other]
    word = Box.of(kind).barrier
    assert re.match(rf"(no {word}s|{word}s? {' '.join(str(seen[kind]))})(, violation|$)", rest)
    return name, seen[kind], ROOFS[angle(tile[-1])]


BARRIERS = {g.Kind.GRANADA: "water", g.Kind.ALHAMBRA: "brick"}
"""Classes of shapes along the sides."""


def sides(tile: ET.Element, name: str) -> g.Edges:
    """Return the sides of a tile along which there is something of a class."""
    seen = g.Edges(0)
    for one in tile:
        if having(one, name):
            seen |= ROOFS[angle(one)]
    return seen


@few
@given(of_both_kinds(any_cities))
def test_any_city_can_be_read_back_from_its_picture(city: g.City) -> None:
    root = drawn(city)
    found = hints(root)
    assert {cell: read_tile(*hint) for cell, hint in found.items()} == lying(city)
    places = {}
    for cell, (_, tile) in found.items():
        x, y = map(float, re.findall(r"[\d.]+", tile.get("transform", "")))
        places[cell] = x, y
    # East is right and north is up.
    assert sorted(places, key=lambda cell: (places[cell][1], places[cell][0])) == sorted(places)
    assert len(having(root, "emblem")) == len(city.tiles)


@few
@given(of_both_kinds(any_cities))
def test_every_cell_and_every_edge_of_a_violation_is_marked(city: g.City) -> None:
    violations = g.placement.violations(city)
    root = drawn(city, with_all_marks(city))
    found = hints(root)
    edges, cells = set(), set()
    for number, violation in enumerate(violations, 1):
        edges |= {line(edge) for edge in violation.edges}
        cells |= set() if violation.edges else set(violation.cells)
        for cell in violation.cells:
            assert str(number) in found[cell][0].partition("violation ")[2].split()
    assert len(having(root, "wrong")) == len(cells)
    assert len(having(root, "hatch")) == len(cells - city.cells)
    assert len(having(root, "wrong-edge")) == len(edges)
    listed = min(len(violations), 40)
    assert len(having(root, "badge")) == len(cells) + len(edges) + listed
    assert all(violation.clause in told(root)[1] for violation in violations[:10])


@few
@given(of_both_kinds(legal_cities()), all_edges)
def test_the_longest_moat_and_the_legal_cells_are_drawn(city: g.City, edges: g.Edges) -> None:
    root = drawn(city, Show(longest_moat=True, legal_for=edges))
    legal = {cell for cell, (said, _) in hints(root).items() if said.startswith("legal for")}
    assert legal == set(g.placement.legal_cells(city, edges))
    assert len(having(root, "legal")) == len(legal)
    moat = g.moats.longest_barrier(city, city.start)
    lines = [one.get("d", "") for one in having(root, "longest")]
    assert len(lines) == bool(moat.length)
    if lines:
        points = [tuple(map(float, point.split())) for point in re.findall(r"[\d.]+ [\d.]+", lines[0])]
        steps = [abs(x - u) + abs(y - v) for (x, y), (u, v) in pairwise(points)]
        assert steps == [96] * moat.length
        assert lines[0].endswith("Z") == moat.is_ring


def test_a_moat_is_drawn_along_its_edges() -> None:
    root = drawn(lay([((1, 0), "NE")]), Show(longest_moat=True))
    assert [one.get("d") for one in having(root, "longest")] == ["M96 0L192 0L192 96"]


def test_a_moat_that_closes_into_a_ring_is_drawn_closed() -> None:
    ring = lay([((0, 1), "NEW"), ((1, 0), "NES"), ((0, -1), "ESW"), ((-1, 0), "NSW")])
    (closed,) = having(drawn(ring, Show(longest_moat=True)), "longest")
    assert closed.get("d", "").endswith("Z")


@pytest.mark.parametrize(("roof", "east", "south"), [("N", 1, 0), ("E", 1, 0), ("S", 1, 1), ("W", 0, 0)])
def test_the_badge_of_a_tile_is_beside_its_roof_and_covers_no_price(roof: str, east: int, south: int) -> None:
    city = g.City.of({g.Cell(0, -1): (g.Face.parse("SC4"), g.Edges(0), g.Edges.parse(roof))})
    wrong = g.Violation(g.Clause.BUILD_1, "turned", cells=(g.Cell(0, -1),))
    badge = having(drawn(city, Show(violations=[wrong])), "on-badge")[0]
    place = float(badge.get("x", "")) // 48, (float(badge.get("y", "")) - 96) // 48
    assert place == (east, south)


@few
@given(of_both_kinds(any_cities), shows)
def test_a_picture_is_well_formed_whatever_it_shows(city: g.City, show: Show) -> None:
    root = drawn(city, show)
    assert root.tag == f"{SPACE}svg"
    assert all(told(root))


@few
@given(games, shows)
def test_the_picture_of_a_table_is_well_formed_whatever_it_shows(game: g.Game, show: Show) -> None:
    assert all(told(drawn(game, show)))


def test_markup_and_control_characters_come_to_nothing() -> None:
    evil = '</text><script>alert("&")</script>\x1b[31m\ud800]]>'
    harmless = '</text><script>alert("&")</script>�[31m�]]>'
    wrong = g.Violation(g.Clause.BUILD_4, evil, cells=(g.Cell(0, 0),))
    root = drawn(g.City.of(), Show(title=evil, violations=[wrong]))
    assert not list(root.iter(f"{SPACE}script"))
    assert told(root)[0] == harmless
    assert harmless in "".join(words_in(root))
    assert "<script>x&y" in words_in(drawn(g.setup(["<script>x&y", "\"'>"])))


def test_what_stands_in_attributes_is_escaped_like_words() -> None:
    made = element("g", {"id": '"><script/>', "x": 1.5})
    assert ET.fromstring(made).attrib == {"id": '"><script/>', "x": "1.5"}  # noqa: S314 - written above


def test_long_texts_are_cut_and_many_violations_are_counted() -> None:
    wrong = [g.Violation(g.Clause.BUILD_4, "x" * 10_000)] * 10_000
    picture = g.draw.svg(g.City.of(), show=Show(title="y" * 10_000, violations=wrong))
    assert len(str(picture)) < 60_000
    assert "and 9960 more" in words_in(parsed(picture))
    assert "10000 violations marked." in told(parsed(picture))[1]


def test_a_large_hole_and_a_badge_with_many_numbers_stay_within_bounds() -> None:
    cells = tuple(g.Cell(x, y) for x in range(-20, 21) for y in range(-20, 21))
    wrong = [g.Violation(g.Clause.BUILD_5, "all", cells=cells)]
    assert len(str(g.draw.svg(g.City.of(), show=Show(violations=wrong)))) < 1_000_000
    many = [g.Violation(g.Clause.BUILD_4, "many", cells=(g.Cell(0, 0),))] * 200
    badges = [one.text for one in having(drawn(g.City.of(), Show(violations=many)), "on-badge")]
    assert badges[0] == "1 2 3+"
    some = [g.Violation(g.Clause.BUILD_4, "some", cells=(g.Cell(0, 0),))] * 4
    assert having(drawn(g.City.of(), Show(violations=some)), "on-badge")[0].text == "1 2 3 4"


def test_a_wide_city_becomes_smaller_so_that_words_below_it_stay_readable() -> None:
    root = drawn(lay([((x, 0), "") for x in range(1, 55)]), Show(title="A line"))
    assert float(root.get("width", "0")) < 1200
    assert "A line" in words_in(root)


def test_long_empty_stretches_are_left_out() -> None:
    root = drawn(lay([((-54, 54), ""), ((3, 0), "")]))
    assert {"-54", "54", "0", "1", "2", "3", "…", "⋮"} < set(words_in(root))
    assert "-20" not in words_in(root)
    assert float(root.get("height", "")) < 400


def test_title_and_description_say_what_is_there() -> None:
    city = lay([((1, 0), "N"), ((2, 0), "")])
    wrong = with_all_marks(city)
    title, description = told(drawn(city, wrong))
    assert title == "A city of Granada"
    assert description == ("A city of 2 tiles around the start tile, x from 0 to 2, y from 0 to 0: 2 Arena.")
    assert told(drawn(g.City.of(), Show(title="Mine"))) == ("Mine", "A city that is just the start tile.")
    turned = g.City.of({g.Cell(1, 0): (g.Face.parse("SC4"), g.Edges(0), g.Edges.S)})
    assert told(drawn(turned, with_all_marks(turned)))[1] == (
        "A city of 1 tile around the start tile, x from 0 to 1, y from 0 to 0: 1 School; 1 of them turned."
        " 1 violation marked. 1: BUILD-1: SC4:-v at 1,0 lies turned: its roof points south, not north."
    )


def test_of_an_alhambra_title_and_description_say_so() -> None:
    city = in_kind(lay([((1, 0), "N"), ((2, 0), "")]), g.Kind.ALHAMBRA)
    title, description = told(drawn(city, Show(longest_moat=True, legal_for=g.Edges.parse("NES"))))
    assert title == "An Alhambra"
    assert description == (
        "An Alhambra of 2 tiles around the start tile, x from 0 to 2, y from 0 to 0: 1 Pavilion, 1 Seraglio. "
        "Longest wall (SCORE-4): 1 edge. A tile with walls N E S may be built at 3,0."
    )
    assert told(drawn(g.City.of(start=g.Kind.ALHAMBRA)))[1] == "An Alhambra that is just the start tile."
    assert told(drawn(g.setup(3, g.ALHAMBRA)))[0] == "A table of Alhambra"
    assert told(drawn(g.setup(3, g.ALHAMBRA)))[1].startswith("A table of Alhambra: Player 1 with 0 points, ")


@few
@given(any_cities)
def test_a_city_and_an_alhambra_of_the_same_shape_have_other_shapes_for_barriers(city: g.City) -> None:
    pictures = {kind: drawn(in_kind(city, kind)) for kind in g.Kind}
    many = sum(len(tile.moats) for tile in city.tiles.values())
    for kind, root in pictures.items():
        assert {other: len(having(root, name)) for other, name in BARRIERS.items()} == {
            other: many if other is kind else 0 for other in g.Kind
        }
    assert {one.get("d") for one in having(pictures[g.Kind.ALHAMBRA], "brick")} <= {glyphs.BATTLEMENTS}


@pytest.mark.accepts("A-BOX-14")
@pytest.mark.parametrize("colours", [glyphs.LIGHT, glyphs.DARK], ids=["light", "dark"])
def test_the_types_of_alhambra_have_their_colours(colours: dict[str, str]) -> None:
    hues = {"pavilion": (200, 230), "seraglio": (0, 10), "arcades": (20, 35), "garden": (110, 135)}
    hues["tower"] = (255, 280)
    for name, (least, most) in hues.items():
        parts = [int(colours[name][place : place + 2], 16) / 255 for place in (1, 3, 5)]
        hue, _, saturation = colorsys.rgb_to_hls(*parts)
        assert least <= hue * 360 <= most
        assert saturation > 0.3
    assert colours["chambers"] == "#ffffff"


def test_a_picture_has_styles_only_for_its_kinds() -> None:
    tile = g.NotedTile(g.Face.parse("GA10:N"))
    both = g.Position(yard=(tile, g.NotedTile(g.Face.parse("AR8"), g.Edges.N)))
    things: list[tuple[g.draw.Thing, set[g.Kind]]] = [
        (g.City.of(), {g.Kind.GRANADA}),
        (g.City.of(start=g.Kind.ALHAMBRA), {g.Kind.ALHAMBRA}),
        (g.Position(), {g.Kind.GRANADA}),
        (g.Position(bag=(tile,)), {g.Kind.ALHAMBRA}),
        (both, set(g.Kind)),
    ]
    for thing, kinds in things:
        rules = drawn(thing).findtext(f"{SPACE}style", "")
        assert {kind for kind, name in BARRIERS.items() if f"-{name}{{" in rules} == kinds
    assert (len(having(drawn(both), "brick")), len(having(drawn(both), "water"))) == (1, 1)


def test_the_description_of_a_table_says_who_plays_and_what_can_be_bought() -> None:
    game = laid(["y9 g9 b9", "o9 o9 y1 y2", "g8 b8 o8"], "y3 g4 b5 o6", "AR8 SC10 LI6 HP12")
    assert told(drawn(game)) == (
        "A table of Granada",
        (
            "A table of Granada: Red with 0 points, Blue with 0 points, Green with 0 points. "
            "Green is to act. In the yard: AR8, SC10, LI6, HP12. On the display: y3 g4 b5 o6."
        ),
    )


def test_it_is_an_image_to_those_who_have_it_read_aloud() -> None:
    root = drawn(g.City.of())
    assert root.get("role") == "img"
    assert [one.tag for one in root][:2] == [f"{SPACE}title", f"{SPACE}desc"]


@pytest.mark.parametrize("kind", g.Kind)
def test_building_types_differ_without_colour(kind: g.Kind) -> None:
    assert len(set(glyphs.EMBLEMS.values())) == len(glyphs.EMBLEMS) == len(g.Building)
    walls = None if Box.of(kind).has_backs else g.Edges(0)
    types = enumerate(kind.buildings, 1)
    root = drawn(
        g.City.of({g.Cell(x, 0): (g.Face(one, 2, walls), g.Edges(0)) for x, one in types}, start=kind)
    )
    assert [one.get("d") for one in having(root, "emblem")] == [glyphs.EMBLEMS[one] for one in kind.buildings]
    assert {f"{one.code} 2" for one in kind.buildings} <= set(words_in(root))


def test_equal_cities_have_equal_pictures_in_whatever_order_they_were_built() -> None:
    tiles = list(lay([((1, 0), ""), ((2, 0), ""), ((0, 1), "N")]).tiles.items())
    assert g.draw.svg(g.City.of(tiles)) == g.draw.svg(g.City.of(tiles[::-1]))


def scope(root: ET.Element) -> str:
    return root.get("class", "")


def test_nothing_collides_where_several_pictures_are_on_one_page() -> None:
    things: list[g.draw.Thing] = [g.City.of(), lay([((1, 0), "")]), g.setup(2), g.setup(3)]
    roots = [drawn(thing) for thing in things] + [drawn(g.City.of(), Show(title="Mine"))]
    ids = [one.get("id") for root in roots for one in root.iter() if one.get("id")]
    assert len(set(ids)) == len(ids) == 2 * len(roots)
    for root in roots:
        assert all(one.get("id", scope(root)).startswith(scope(root)) for one in root.iter())
        classes = {name for one in root.iter() for name in one.get("class", "").split()}
        assert all(name.startswith("gr-") for name in classes - {scope(root)})
        rules = root.findtext(f"{SPACE}style", "")
        selectors = re.findall(
            r"(?:^|\}|\{)([^{}:;]+)\{", rules.replace("@media (prefers-color-scheme:dark){", "")
        )
        assert len(selectors) > 40
        assert all(selector.startswith(f".{scope(root)}") for selector in selectors)


@pytest.mark.parametrize("kind", g.Kind)
def test_every_class_has_its_rule_and_every_colour_its_value_light_and_dark(kind: g.Kind) -> None:
    games = [game for game in all_games() if game.table.ruleset.kind is kind]
    things: list[g.draw.Thing] = [games[-1], *(sheet for game in games[-9:] for sheet in game.sheets)]
    for thing in things:
        root = drawn(thing, Show(legal_for=g.Edges(0), longest_moat=True))
        rules = root.findtext(f"{SPACE}style", "")
        light, dark = rules.split("@media (prefers-color-scheme:dark)")
        for name in {name for one in root.iter() for name in one.get("class", "").split()}:
            assert f".{name}{{" in light
        for name in set(re.findall(r"var\((--gr-[a-z-]+)\)", rules)):
            assert f"{name}:#" in light
        barrier, first = BARRIERS[kind], kind.buildings[0].name.lower()
        for name in ("ground", "paper", "ink", barrier, "wrong", first):
            assert f"--gr-{name}:{glyphs.DARK[name]}" in dark


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def pairs() -> Iterator[tuple[str, str, float]]:
    """Yield what is seen on what, and the contrast it needs: 4.5 for words, 3 for shapes (WCAG 2)."""
    for ground in ("ground", "panel", "paper"):
        yield "ink", ground, 4.5
        yield "muted", ground, 4.5
        yield "wrong", ground, 3
    yield "on-wrong", "wrong", 4.5
    yield "water", "paper", 3
    yield "wave", "water", 3
    yield "brick", "paper", 3
    yield "joint", "brick", 3
    # White houses are told from their ground by their outline, and have dark emblems.
    yield "chambers-edge", "chambers", 3
    yield "card-ink", "chambers", 3
    yield "longest", "casing", 3
    # The ties of a border lie on wall and moat.
    yield "casing", "brick", 3
    yield "casing", "water", 3
    yield "legal", "ground", 3
    yield "legal", "panel", 3
    yield "stone", "paper", 3
    for currency in g.Currency:
        yield "card-ink", currency.label, 4.5
    for building in set(g.Building) - {g.Building.CHAMBERS}:
        yield building.name.lower().replace("_", "-"), "paper", 3


@pytest.mark.parametrize("colours", [glyphs.LIGHT, glyphs.DARK], ids=["light", "dark"])
def test_everything_can_be_made_out_on_its_ground(colours: dict[str, str]) -> None:
    weak = [
        (one, ground) for one, ground, least in pairs() if contrast(colours[one], colours[ground]) < least
    ]
    assert weak == []


def test_a_notebook_shows_the_picture_and_the_core_knows_nothing_of_it() -> None:
    picture = g.draw.svg(g.City.of())
    assert picture._repr_svg_() == str(picture) == picture.source
    assert repr(picture) == f"<Svg of {len(str(picture))} characters>"
    assert not any(hasattr(kind, "_repr_svg_") for kind in (g.City, g.Table, g.View, g.Game))


def test_a_table_shows_yard_display_heaps_and_players() -> None:
    game = laid(["y9 g9 b9", "o9 o9 y1 y2", "g8 b8 o8"], "y3 g4 b5 o6", "AR8 SC10 LI6 HP12")
    said = words_in(drawn(g.view(game, g.Seat(1)), Show(title="Three")))
    expected = """Three/Green is to act/1 yellow/AR 8/price 8/back HP9/2 green/SC 10/price 10/back HP11
        /3 blue/4 orange/y3/g4/b5/o6/Marker on odd/Bag: 50 tiles/Deck: 96 cards/Discards: 0 cards/Red
        /0 points, 3 cards/START/Blue/0 points, 4 cards/Hand/y1/y2/o9/Green/0 points, 3 cards, has the turn"""
    assert {one.strip() for one in expected.split("/")} <= set(said)
    assert said.count("o9") == 2
    assert said.count("Hand") == 1


def cards_in(root: ET.Element) -> list[str]:
    return sorted(word for word in words_in(root) if re.fullmatch(r"[ygbo][ygbo\d]", word))


def test_the_cards_in_a_picture_are_those_of_the_display_and_of_the_hands_the_view_knows() -> None:
    for game in all_games()[:: fewer(83, 37)]:
        display = [str(card) for card in game.table.display]
        assert cards_in(drawn(game)) == sorted(display)
        for seat in (None, g.Seat(0)):
            seen = g.view(game, seat)
            known = [str(card) for hand in seen.hands for card in hand or ()]
            assert cards_in(drawn(seen)) == sorted(display + known)


def test_every_tile_on_the_table_is_in_the_picture() -> None:
    for game in all_games()[:: fewer(83, 37)]:
        table = game.table
        lies = [
            *table.bought,
            *(table.dirk.faces if table.dirk else ()),
            *(face for face in (*table.yard, *table.modules.open_huts) if face),
        ]
        for player in table.players:
            lies += [*player.reserve, *(tile.face for tile in player.city.tiles.values())]
        said = [word for word in words_in(drawn(game)) if re.fullmatch(r"[A-Z]{2} (\d+|hut)", word)]
        prices = [(face, "hut" if face.is_hut else face.value) for face in lies]
        assert sorted(said) == sorted(f"{face.building.code} {price}" for face, price in prices)


def test_a_violation_is_marked_in_the_city_of_its_player_only() -> None:
    game = laid(["y9 g9 b9", "o9 o9 y1 y2"])
    wrong = g.Violation(g.Clause.BUILD_4, "alone", player="Blue", cells=(g.Cell(0, 0),))
    assert len(having(drawn(game, Show(violations=[wrong])), "wrong")) == 1
    assert len(having(drawn(game, Show(violations=[wrong, wrong])), "badge")) == 3


def test_legal_cells_are_shown_for_the_one_whose_turn_it_is() -> None:
    assert len(having(drawn(laid(["y9 g9 b9", "o9 o9 y1 y2"]), Show(legal_for=g.Edges(0))), "legal")) == 4


@pytest.mark.parametrize(("columns", "width"), [(4, 374), (5, 760), (54, 760)])
def test_a_long_low_city_has_a_row_of_the_table_to_itself(columns: int, width: float) -> None:
    table = with_city(
        laid(["y9 g9 b9", "o9 o9 y1 y2", "g8 b8 o8"]).table, lay([((x, 0), "") for x in range(1, columns)])
    )
    assert panels(table)[2:] == [width, 374, 374]


def test_a_tall_city_becomes_smaller() -> None:
    table = with_city(g.setup(3).table, lay([((0, y), "") for y in range(1, 55)]))
    assert float(drawn(table).get("height", "0")) < 2000


def panels(table: g.Table) -> list[float]:
    return [float(one.get("width", "0")) for one in having(drawn(table), "panel")]


def test_an_edge_of_an_empty_cell_can_be_wrong_too() -> None:
    wrong = g.Violation(g.Clause.BUILD_2, "", edges=(g.Edge(g.Cell(1, 1), g.Edges.W),))
    assert len(having(drawn(g.City.of(), Show(violations=[wrong])), "wrong-edge")) == 1


def test_a_picture_is_the_same_in_every_process() -> None:
    program = "from granada_rules import draw, setup; print(draw.svg(setup(2)), end='')"
    runs = {
        subprocess.run(  # noqa: S603 # this interpreter, and a program written above
            [sys.executable, "-c", program],
            capture_output=True,
            encoding="utf-8",
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
        ).stdout
        for seed in ("1", "2")
    }
    assert runs == {str(g.draw.svg(g.setup(2)))}


def test_the_pictures_of_the_documentation_are_what_the_example_draws_beside_texts(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = ROOT / "examples" / "drawings.py"
    monkeypatch.setattr(sys, "argv", [str(script), str(tmp_path)])
    runpy.run_path(str(script), run_name="__main__")
    printed = capsys.readouterr().out
    assert "BUILD-5" in printed
    assert "\x1b" not in printed
    pictures = {path.name: path.read_bytes() for path in (ROOT / "docs" / "pictures").iterdir()}
    assert pictures.keys() >= {"alhambra.svg", "huts.svg", "illegal.svg", "legal.svg", "table.svg"}
    assert pictures == {path.name: path.read_bytes() for path in tmp_path.iterdir()}
