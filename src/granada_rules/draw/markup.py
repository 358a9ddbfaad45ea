"""SVG elements, wrapped text and badges. All text is escaped."""

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
        else (0.78 if letter.isupper() else 0.65) * width_of(letter)
        for letter in text
    )


def lines(text: str, width: float, size: float, classes: str = "") -> Drawing:
    """Return a text wrapped to a width that common fonts keep."""
    bold = 1.12 if "strong" in classes else 1
    broken = list(wrapped(text, width / size / bold, measure=_ems))
    high = size * _LINE
    shown = (label(0, number * high + size, line, size, classes) for number, line in enumerate(broken))
    return Drawing(joined(shown), width, high * len(broken))


def badge_width(text: str) -> float:
    """Return the width of a badge."""
    return 13 + 9 * width_of(text)


def badge(x: float, y: float, text: str) -> Markup:
    """Return a badge with a text, centred at a point."""
    wide = badge_width(text)
    shape = rect((x - wide / 2, y - 11, wide, 22), "badge", 11)
    return joined([shape, label(x, y + 5, text, 14, "on-badge")])
