"""Pieces of SVG: elements, words in lines, badges. Every text is escaped on its way in."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NewType, final

import attrs

from granada_rules.draw.words import width_of, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = [
    "PREFIX",
    "Drawing",
    "Markup",
    "badge",
    "badge_width",
    "element",
    "group",
    "joined",
    "label",
    "lines",
    "path",
    "rect",
    "worded",
]

Markup = NewType("Markup", str)
"""Text that is SVG already."""

_NOTHING = Markup("")

PREFIX = "gr-"
"""What the names of all classes begin with, so that the style of a page does not meet them by chance."""

_NARROW, _WIDE = frozenset(" .,:;!|'ijlftr()[]"), frozenset("MWmw@%&#")
"""Letters that are less, and more, wide than others."""

_LINE = 1.4
"""How far lines are apart, in proportion to the size of letters."""


@final
@attrs.frozen
class Drawing:
    """A piece of SVG that begins at 0, 0, and how much room it takes."""

    markup: Markup
    width: float
    height: float


def joined(pieces: Iterable[Markup]) -> Markup:
    """Put pieces one behind the other."""
    return Markup("".join(pieces))


def element(
    name: str, attributes: Mapping[str, str | float], content: Markup = _NOTHING, classes: str = ""
) -> Markup:
    """Return an element; its classes are given without their prefix."""
    given = dict(attributes)
    if classes:
        given = {"class": " ".join(f"{PREFIX}{one}" for one in classes.split()), **given}
    written = "".join(
        f' {key}="{escape(value) if isinstance(value, str) else format(value, "g")}"'
        for key, value in given.items()
    )
    return Markup(f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>")


def worded(name: str, attributes: Mapping[str, str | float], text: str, classes: str = "") -> Markup:
    """Return an element with words in it."""
    return element(name, attributes, Markup(escape(text, quote=False)), classes)


def group(content: Markup, x: float, y: float, scale: float = 1) -> Markup:
    """Return something at another place, larger or smaller."""
    size = f" scale({scale:g})" if scale != 1 else ""
    return element("g", {"transform": f"translate({x:g} {y:g}){size}"}, content)


def rect(box: tuple[float, float, float, float], classes: str, radius: float = 0) -> Markup:
    """Return a rectangle, given by its corner, width and height."""
    x, y, width, height = box
    sides: dict[str, str | float] = {"x": x, "y": y, "width": width, "height": height, "rx": radius}
    return element("rect", sides, classes=classes)


def path(line: str, classes: str) -> Markup:
    """Return a line or an area."""
    return element("path", {"d": line}, classes=classes)


def label(x: float, y: float, text: str, size: float, classes: str = "") -> Markup:
    """Return words, their base line at that height."""
    return worded("text", {"x": x, "y": y, "font-size": size}, text, classes)


def _ems(text: str) -> float:
    """Return about how wide a text is in a wide font, in proportion to its size."""
    return sum(
        0.41
        if letter in _NARROW
        else 1
        if letter in _WIDE
        else (0.78 if letter.isupper() else 0.65) * width_of(letter)
        for letter in text
    )


def lines(text: str, width: float, size: float, classes: str = "") -> Drawing:
    """Return words broken into lines that are no wider than that in common fonts."""
    bold = 1.12 if "strong" in classes else 1
    broken = list(wrapped(text, width / size / bold, measure=_ems))
    high = size * _LINE
    shown = (label(0, number * high + size, line, size, classes) for number, line in enumerate(broken))
    return Drawing(joined(shown), width, high * len(broken))


def badge_width(text: str) -> float:
    """Return how wide a badge with that text is."""
    return 13 + 9 * width_of(text)


def badge(x: float, y: float, text: str) -> Markup:
    """Return a badge with numbers in it, its middle at that place."""
    wide = badge_width(text)
    shape = rect((x - wide / 2, y - 11, wide, 22), "badge", 11)
    return joined([shape, label(x, y + 5, text, 14, "on-badge")])
