"""SVG elements, wrapped text and badges, with all text escaped; and the style sheet, light and dark."""

from __future__ import annotations

import re
from html import escape
from itertools import accumulate
from typing import TYPE_CHECKING, NewType, final

import attrs

from granada_rules.base import columns_of
from granada_rules.box import Building, Currency, Kind
from granada_rules.draw.glyphs import DARK, LIGHT
from granada_rules.draw.words import wrapped

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

__all__ = [
    "PREFIX",
    "Drawing",
    "Markup",
    "badge",
    "badge_width",
    "class_of",
    "element",
    "group",
    "joined",
    "label",
    "lines",
    "path",
    "rect",
    "style",
    "worded",
]

Markup = NewType("Markup", str)
"""Escaped SVG source."""

_NOTHING = Markup("")

PREFIX = "gr-"
"""Prefix of all class names, so that the style sheet of a page does not match them."""

_NARROW, _WIDE = frozenset(" .,:;!|'ijlftr()[]"), frozenset("MWmw@%&#")
"""Characters narrower and wider than the average."""

_LINE = 1.4
"""Line height, relative to the font size."""


@final
@attrs.frozen
class Drawing:
    """A piece of SVG with its origin at 0, 0, and its size."""

    markup: Markup
    width: float
    height: float


def joined(pieces: Iterable[Markup]) -> Markup:
    """Concatenate pieces."""
    return Markup("".join(pieces))


def element(
    name: str, attributes: Mapping[str, str | float], content: Markup = _NOTHING, classes: str = ""
) -> Markup:
    """Return an element; classes are given without their prefix."""
    given = dict(attributes)
    if classes:
        given = {"class": " ".join(f"{PREFIX}{one}" for one in classes.split()), **given}
    written = "".join(
        f' {key}="{escape(value) if isinstance(value, str) else format(value, "g")}"'
        for key, value in given.items()
    )
    return Markup(f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>")


def worded(name: str, attributes: Mapping[str, str | float], text: str, classes: str = "") -> Markup:
    """Return an element that contains text."""
    return element(name, attributes, Markup(escape(text, quote=False)), classes)


def group(content: Markup, x: float, y: float, scale: float = 1) -> Markup:
    """Return content, moved and scaled."""
    size = f" scale({scale:g})" if scale != 1 else ""
    return element("g", {"transform": f"translate({x:g} {y:g}){size}"}, content)


def rect(box: tuple[float, float, float, float], classes: str, radius: float = 0) -> Markup:
    """Return a rectangle; ``box`` is x, y, width and height."""
    x, y, width, height = box
    sides: dict[str, str | float] = {"x": x, "y": y, "width": width, "height": height, "rx": radius}
    return element("rect", sides, classes=classes)


def path(line: str, classes: str) -> Markup:
    """Return a path."""
    return element("path", {"d": line}, classes=classes)


def label(x: float, y: float, text: str, size: float, classes: str = "") -> Markup:
    """Return a text with its base line at ``y``."""
    return worded("text", {"x": x, "y": y, "font-size": size}, text, classes)


def _ems(text: str) -> float:
    """Estimate the width of a text in a wide font, relative to the font size."""
    return sum(
        0.41
        if letter in _NARROW
        else 1
        if letter in _WIDE
        else (0.78 if letter.isupper() else 0.65) * columns_of(letter)
        for letter in text
    )


def _fitting(text: str, room: float) -> int:
    """Return how many characters of a text fit, at least one."""
    for number, used in enumerate(accumulate(map(_ems, text))):
        if used > room:
            return max(number, 1)
    return len(text)


def lines(text: str, width: float, size: float, classes: str = "") -> Drawing:
    """Return a text wrapped to a width that common fonts keep."""
    bold = 1.12 if "strong" in classes else 1
    broken = list(wrapped(text, width / size / bold, measure=_ems, fitting=_fitting))
    high = size * _LINE
    shown = (label(0, number * high + size, line, size, classes) for number, line in enumerate(broken))
    return Drawing(joined(shown), width, high * len(broken))


def badge_width(text: str) -> float:
    """Return the width of a badge."""
    return 13 + 9 * len(text)


def badge(x: float, y: float, text: str) -> Markup:
    """Return a badge with a text, centred at a point."""
    wide = badge_width(text)
    shape = rect((x - wide / 2, y - 11, wide, 22), "badge", 11)
    return joined([shape, label(x, y + 5, text, 14, "on-badge")])


def class_of(kind: Building | Currency) -> str:
    """Return the class name for the colour of a building type or currency."""
    return kind.name.lower().replace("_", "-")


# Declarations by class; @ marks the name of a colour.
_RULES = {
    "ground": "fill:@ground",
    "panel": "fill:@panel",
    "turn": "fill:none;stroke:@legal;stroke-width:2.5",
    "paper": "fill:@paper;stroke:@line;stroke-width:1.5",
    "tint": "fill-opacity:.13",
    "muted": "fill:@muted",
    "middle": "text-anchor:middle",
    "end": "text-anchor:end",
    "strong": "font-weight:700",
    "grid": "fill:none;stroke:@grid;stroke-width:1",
    "bank": "fill:@bank",
    "water": "fill:@water",
    "wave": "fill:none;stroke:@wave;stroke-width:2;stroke-linecap:round",
    "roof": "fill:@roof",
    "emblem": "fill:@paper;fill-rule:evenodd",
    "on-white": "fill:@card-ink",
    "brick": "fill:@brick",
    "joint": "fill:none;stroke:@joint;stroke-width:.8",
    "stone": "fill:@stone",
    "space": "fill:none;stroke:@line;stroke-width:1.5;stroke-dasharray:5 4",
    "legal": "fill:@legal;fill-opacity:.1;stroke:@legal;stroke-width:2.5;stroke-dasharray:7 5",
    "plus": "fill:none;stroke:@legal;stroke-width:5;stroke-linecap:round",
    "ghost": "opacity:.55",
    "border": "fill:none;stroke:@casing;stroke-width:24;stroke-dasharray:6 10;stroke-dashoffset:-5",
    "casing": "fill:none;stroke:@casing;stroke-width:10;stroke-linejoin:round;stroke-linecap:round",
    "longest": "fill:none;stroke:@longest;stroke-width:6;stroke-linejoin:round;stroke-linecap:round",
    "wrong": "fill:@wrong;fill-opacity:.14;stroke:@wrong;stroke-width:4",
    "wrong-edge": "fill:none;stroke:@wrong;stroke-width:8;stroke-linecap:round",
    "hatch": "fill:none;stroke:@wrong;stroke-width:2;stroke-opacity:.55",
    "badge": "fill:@wrong;stroke:@ground;stroke-width:2",
    "on-badge": "fill:@on-wrong;font-weight:700;text-anchor:middle",
    "card": "stroke:@line;stroke-width:1",
    "on-card": "fill:@card-ink;font-weight:700;text-anchor:middle",
    **{class_of(kind): f"fill:@{class_of(kind)}" for kind in (*Building, *Currency)},
    "chambers": "fill:@chambers;stroke:@chambers-edge;stroke-width:1.5",
}

_ONLY = {
    Kind.ALHAMBRA: {"on-white", "brick", "joint", *map(class_of, Kind.ALHAMBRA.buildings)},
    Kind.GRANADA: {"bank", "water", "wave", *map(class_of, Kind.GRANADA.buildings)},
}
"""Classes that only pictures with tiles of a kind have."""

_ONLY_IN_BOTH = {"border"}
"""Classes that only pictures with tiles of both kinds have."""

_FONT = "font-family:system-ui,'Segoe UI','DejaVu Sans',Helvetica,Arial,sans-serif;fill:@ink"

_COLOUR = re.compile(r"@([a-z-]+)")


def style(scope: str, kinds: Collection[Kind]) -> Markup:
    """Return the style sheet of one picture with tiles of these kinds, limited to the class ``scope``.

    In a page a style element applies to the whole page, so every rule begins with the scope.
    """
    others = {name for kind, names in _ONLY.items() if kind not in kinds for name in names}
    others |= _ONLY_IN_BOTH if len(kinds) < len(Kind) else set()
    needed = {name: rule for name, rule in _RULES.items() if name not in others}
    used = {name for rule in (_FONT, *needed.values()) for name in _COLOUR.findall(rule)}
    light = {name: colour for name, colour in LIGHT.items() if name in used}
    differing = {name: DARK[name] for name, colour in light.items() if colour != DARK[name]}
    rules = [
        f".{scope}{{{_properties(light)};max-width:100%;height:auto}}",
        f".{scope} text{{{_declared(_FONT)}}}",
        *(f".{scope} .{PREFIX}{name}{{{_declared(rule)}}}" for name, rule in needed.items()),
        f"@media (prefers-color-scheme:dark){{.{scope}{{{_properties(differing)}}}}}",
    ]
    return element("style", {}, Markup("".join(rules)))


def _properties(colours: Mapping[str, str]) -> str:
    return ";".join(f"--{PREFIX}{name}:{colour}" for name, colour in colours.items())


def _declared(rule: str) -> str:
    """Return the declarations of a rule, with light colours for readers without custom properties."""
    declared = []
    for declaration in rule.split(";"):
        if _COLOUR.search(declaration):
            declared.append(_COLOUR.sub(lambda name: LIGHT[name[1]], declaration))
        declared.append(_COLOUR.sub(rf"var(--{PREFIX}\1)", declaration))
    return ";".join(declared)
