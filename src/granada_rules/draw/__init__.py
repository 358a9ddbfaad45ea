"""Drawings of cities, tables, positions and score sheets: text for terminals, SVG for pages and notebooks."""

from granada_rules.draw.show import Show, Thing
from granada_rules.draw.svg import Svg, svg
from granada_rules.draw.text import text, wants_ascii, wants_colour
from granada_rules.draw.words import MOST_LISTED

__all__ = ["MOST_LISTED", "Show", "Svg", "Thing", "svg", "text", "wants_ascii", "wants_colour"]
