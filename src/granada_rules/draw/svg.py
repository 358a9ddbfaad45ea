"""Drawings as SVG for pages and notebooks, with style, title and description inside."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, final, get_args

import attrs

from granada_rules.base import count, expect
from granada_rules.city import City, SeenCity
from granada_rules.draw import words
from granada_rules.draw.markup import Drawing, badge, element, group, joined, lines, rect, style, worded
from granada_rules.draw.pad import pad, sheet_drawing
from granada_rules.draw.plan import kinds_in, numbered, plan
from granada_rules.draw.scene import scene
from granada_rules.draw.show import Show, Thing
from granada_rules.draw.svg_city import city_drawing
from granada_rules.draw.svg_table import table_drawing
from granada_rules.scoring import Tally
from granada_rules.sheet import ScoreSheet

if TYPE_CHECKING:
    from collections.abc import Collection

    from granada_rules.box import Kind
    from granada_rules.draw.markup import Markup
    from granada_rules.draw.plan import Numbered

__all__ = ["Svg", "svg"]

_PADDING = 18

_NARROWEST_WITH_WORDS = 460
_WIDEST = 1120
"""Wider cities are scaled down, so that the text below stays readable."""

_MOST_DESCRIBED = 10
"""How many violations the description lists."""

_NOTHING = Show()


@final
@attrs.frozen(repr=False)
class Svg:
    """An SVG picture. Notebooks show it; ``str(picture)`` is the source for a file or a page."""

    source: str

    def _repr_svg_(self) -> str:
        return self.source

    def __str__(self) -> str:
        return self.source

    def __repr__(self) -> str:
        return f"<Svg of {len(self.source)} characters>"


def svg(thing: Thing, *, show: Show = _NOTHING) -> Svg:
    """Draw a city, a table, a view, a game, a position, a score sheet or a tally as SVG.

    A game is drawn without hands, a view with the hands that it knows, a position with everything noted.
    Equal things give equal pictures. Several can be on one page: ids are made from the content.

    >>> from granada_rules import draw, notation
    >>> str(draw.svg(notation.read_city("@ SC4:N"))).startswith("<svg ")
    True
    """
    expect(thing, *get_args(Thing))
    expect(show, Show)
    violations = numbered(show.violations)
    captions: list[str] = []
    if isinstance(thing, City | SeenCity):
        whole = plan(thing, show, violations)
        picture = _fitted(city_drawing(thing, whole))
        captions = words.captions(whole, longest_moat=show.longest_moat)
        title, described = words.city_title(thing), words.described_city(thing)
        kinds: Collection[Kind] = kinds_in(thing)
    elif isinstance(thing, ScoreSheet | Tally):
        table = pad(thing)
        picture = sheet_drawing(table)
        title, described = table.heading, table.description
        kinds = table.kinds
    else:
        known = scene(thing)
        picture = table_drawing(known, show, violations)
        title, described = known.title, known.description
        kinds = known.kinds
    heading = words.title_of(show.title or "")
    told = " ".join([described, *(f"{said}." for said in captions), *_marked(violations)])
    return _page(_stacked(picture, heading, captions, violations), heading or title, told, kinds)


def _fitted(picture: Drawing) -> Drawing:
    scale = min(1, _WIDEST / picture.width)
    return Drawing(group(picture.markup, 0, 0, scale), picture.width * scale, picture.height * scale)


def _marked(violations: Numbered) -> list[str]:
    """Describe the violations, for screen readers."""
    if not violations:
        return []
    said = [f"{count(len(violations), 'violation')} marked."]
    return said + [f"{number}: {message}." for number, message in words.legend(violations)[:_MOST_DESCRIBED]]


def _stacked(picture: Drawing, heading: str, captions: list[str], violations: Numbered) -> Drawing:
    """Stack heading, picture, captions and legend."""
    width = picture.width
    if heading or captions or violations:
        width = max(width, _NARROWEST_WITH_WORDS)
    pieces: list[Markup] = []
    y = 0.0

    def add(drawing: Drawing, *, indent: float = 0, above: float = 0) -> None:
        nonlocal y
        pieces.append(group(drawing.markup, indent, y + above))
        y += drawing.height + above

    if heading:
        add(lines(heading, width, 20, "strong"))
    add(picture, above=8 if heading else 0)
    for said in captions:
        add(lines(said, width, 14), above=6)
    for number, message in words.legend(violations):
        pieces.append(badge(18, y + 19, str(number)))
        add(lines(message, width - 48, 14), indent=48, above=10)
    if more := words.others(violations):
        add(lines(more, width - 48, 14), indent=48, above=10)
    return Drawing(joined(pieces), width, y)


def _page(content: Drawing, title: str, description: str, kinds: Collection[Kind]) -> Svg:
    width, height = content.width + 2 * _PADDING, content.height + 2 * _PADDING
    ground = rect((0, 0, width, height), "ground", 10)
    body = joined([ground, group(content.markup, _PADDING, _PADDING)])
    # From the content: equal drawings are equal, and ids on one page do not collide.
    digest = hashlib.sha256(f"{title}\0{description}\0{body}".encode()).hexdigest()
    name = f"granada-{digest[:16]}"
    attributes: dict[str, str | float] = {
        "xmlns": "http://www.w3.org/2000/svg",
        "class": name,
        "viewBox": f"0 0 {width:g} {height:g}",
        "width": width,
        "height": height,
        "role": "img",
        "aria-labelledby": f"{name}-title {name}-desc",
    }
    pieces = [
        worded("title", {"id": f"{name}-title"}, title),
        worded("desc", {"id": f"{name}-desc"}, description),
        style(name, kinds),
        body,
    ]
    return Svg(f"{element('svg', attributes, joined(pieces))}\n")
