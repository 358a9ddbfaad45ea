"""Pictures in a real browser: nothing is cut off, water is blue, dark is dark, a narrow page is enough."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

import granada_rules as g
from granada_rules.draw import Show, glyphs
from tests.helpers import browser
from tests.helpers.cities import lay
from tests.helpers.drawn import all_games, in_kind

pytestmark = pytest.mark.skipif(
    browser.command() is None,
    reason="no browser: neither GRANADA_BROWSER nor chromium or chrome among the commands",
)

EVERY_BUILDING = g.City.of(
    {
        g.Cell(x, 0): (g.Face(building, 13), g.Edges.parse("NS"))
        for x, building in enumerate(g.Kind.GRANADA.buildings, 1)
    }
)
EVERY_ALHAMBRA_BUILDING = g.City.of(
    {
        g.Cell(x, 0): (g.Face(building, 13, g.Edges.parse("NS")), g.Edges.parse("NS"))
        for x, building in enumerate(g.Kind.ALHAMBRA.buildings, 1)
    },
    start=g.Kind.ALHAMBRA,
)
WRONG = g.City.of(
    {**lay([((0, 1), "S"), ((0, 3), "")]).tiles, g.Cell(1, 0): (g.Face.parse("SC4"), g.Edges(0), g.Edges.W)}
)


@cache
def busy(kind: g.Kind = g.Kind.GRANADA) -> g.Game:
    """Return the game with most on the table."""
    games = [game for game in all_games() if game.table.ruleset.kind is kind]
    return max(games, key=lambda game: len(g.draw.text(game)))


def noted() -> g.Position:
    """Return a position in which much is unknown."""
    tiles = tuple(g.NotedTile(g.Face(kind, 13)) for kind in g.Kind.GRANADA.buildings)
    nobody = g.NotedPlayer(reserve=tiles, hand=g.Purse.parse("y1 o9"))
    return g.Position(yard=(*tiles[:5], None), bag=tiles, players=(nobody, g.NotedPlayer(name="W" * 60)))


def crowded() -> g.ScoreSheet:
    """Return the score sheet of seven with long names."""
    names = [letter * 60 for letter in "WMi\u57ce10"]
    line = g.Line(g.Clause.SCORE_7, names[0], 3, 333, g.Building.ARENA, 1)
    return g.ScoreSheet(g.Scoring.C, simplified=False, players=(*names, "Dirk"), lines=(line,))


def shared() -> g.ScoreSheet:
    """Return the score sheet of an Alhambra for six with long names, of whom all share."""
    names = [letter * 60 for letter in "WMi\u57ce10"]
    tied = tuple((name, g.Face.parse("TO13:E")) for name in names)
    rest = (36, 1, g.Building.TOWER, 1)
    lines = [
        g.Line(g.Clause.A_SCORE_8, name, *rest, tied=tied, shares=6, kind=g.Kind.ALHAMBRA) for name in names
    ]
    return g.ScoreSheet(
        g.Scoring.C, simplified=False, players=tuple(names), lines=tuple(lines), kinds=(g.Kind.ALHAMBRA,)
    )


@cache
def pictures() -> tuple[g.draw.Svg, ...]:
    wrong = g.Violation(g.Clause.BOX_2, "WM" * 200)
    return (
        g.draw.svg(EVERY_BUILDING, show=Show(longest_moat=True, title="All of them")),
        g.draw.svg(g.City.of(), show=Show(legal_for=g.Edges.parse("N"))),
        g.draw.svg(g.view(busy(), g.Seat(0)), show=Show(longest_moat=True)),
        g.draw.svg(g.setup(["W" * 60, "\u57ce" * 60]), show=Show(title="W" * 120)),
        g.draw.svg(noted()),
        g.draw.svg(busy().to_position()),
        g.draw.svg(crowded(), show=Show(title="The last")),
        g.draw.svg(EVERY_ALHAMBRA_BUILDING, show=Show(longest_moat=True, title="All of them")),
        g.draw.svg(g.City.of(start=g.Kind.ALHAMBRA), show=Show(legal_for=g.Edges.parse("N"))),
        g.draw.svg(g.view(busy(g.Kind.ALHAMBRA), g.Seat(0)), show=Show(longest_moat=True)),
        g.draw.svg(busy(g.Kind.ALHAMBRA).to_position()),
        g.draw.svg(shared()),
        g.draw.svg(WRONG, show=Show(violations=[*g.placement.violations(WRONG), wrong])),
    )


def on_one_page(width: int) -> str:
    return f'<div style="width:{width}px">{"<hr>".join(map(str, pictures()))}</div>'


LAYOUT = """
  const inside = (box, frame) => box.left >= frame.left - 0.5 && box.right <= frame.right + 0.5
    && box.top >= frame.top - 0.5 && box.bottom <= frame.bottom + 0.5;
  const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top + 0.25 * one.height < other.bottom && other.top + 0.25 * other.height < one.bottom;
  const found = [];
  for (const svg of document.querySelectorAll("svg")) {
    const frame = svg.getBoundingClientRect();
    const shapes = Array.from(svg.querySelectorAll("text, rect, path"));
    const boxes = shapes.map((one) => [one, one.getBoundingClientRect()]);
    const outside = boxes.filter(([, box]) => !inside(box, frame)).map(([one]) => one.outerHTML);
    const texts = boxes.filter(([one]) => one.tagName === "text");
    const colliding = texts.flatMap(([one, box], place) => texts.slice(place + 1)
      .filter(([, other]) => meet(box, other)).map(([other]) => [one.textContent, other.textContent]));
    const straying = Array.from(svg.querySelectorAll(".gr-paper")).filter((paper) =>
      !Array.from(paper.parentNode.querySelectorAll("text"))
        .every((one) => inside(one.getBoundingClientRect(), paper.getBoundingClientRect()))).length;
    const labels = svg.getAttribute("aria-labelledby").split(" ").map((id) => svg.querySelector("#" + id));
    const fill = (name) => { const one = svg.querySelector(name); return one && getComputedStyle(one).fill; };
    found.push({outside, colliding, straying, width: frame.width,
      labelled: labels.every((label) => label && label.textContent),
      ground: fill(".gr-ground"), water: fill(".gr-water"), brick: fill(".gr-brick"),
      ink: fill("text:not([class])")});
  }
  return found;
"""


def rgb(colour: str) -> str:
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return f"rgb({red}, {green}, {blue})"


@pytest.mark.parametrize(("dark", "width"), [(False, 1000), (True, 360)], ids=["light", "dark and narrow"])
def test_pictures_on_one_page_are_whole_and_in_its_colours(*, dark: bool, width: int) -> None:
    found: list[dict[str, Any]] = browser.ask(on_one_page(width), LAYOUT, dark=dark)
    colours = glyphs.DARK if dark else glyphs.LIGHT
    assert len(found) == len(pictures())
    assert {one["brick"] for one in found} == {None, rgb(colours["brick"])}
    for one in found:
        assert one["outside"] == []
        assert one["straying"] == 0
        assert one["labelled"]
        assert one["width"] <= width
        assert one["ground"] == rgb(colours["ground"])
        assert one["water"] in (None, rgb(colours["water"]))
        assert one["brick"] in (None, rgb(colours["brick"]))
        assert one["ink"] in (None, rgb(colours["ink"]))
    # Badges may cover words; nothing else may.
    assert [one["colliding"] for one in found[:-1]] == [[]] * (len(found) - 1)


PIXELS = """
  const image = new Image();
  image.src = "data:image/svg+xml," + encodeURIComponent(%s);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const colour = ([red, green, blue]) => `rgb(${red}, ${green}, ${blue})`;
  return %s.map(([x, y]) => colour(context.getImageData(x, y, 1, 1).data));
"""


@pytest.mark.parametrize(
    ("kind", "barrier", "house"), [(g.Kind.GRANADA, "water", "arena"), (g.Kind.ALHAMBRA, "brick", "pavilion")]
)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_picture_stands_alone_as_an_image_like_in_a_notebook(
    kind: g.Kind, barrier: str, house: str, *, dark: bool
) -> None:
    city = in_kind(lay([((1, 0), "N")]), kind)
    # The first tile begins at 56, 50, and the next is 96 further: ground, barrier, roof, house, fountain.
    points = [[100, 8], [154, 51], [200, 80], [182, 100], [104, 106]]
    shown = g.draw.svg(city)
    seen = browser.ask("", PIXELS % (json.dumps(str(shown)), points), dark=dark)
    colours = glyphs.DARK if dark else glyphs.LIGHT
    assert seen == [rgb(colours[name]) for name in ("ground", barrier, "roof", house, "stone")]
