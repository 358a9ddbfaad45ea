"""Drawings of cities and tables: text for terminals, SVG for pages and notebooks."""

from granada_rules.draw.page import Svg, svg
from granada_rules.draw.show import Show, Thing
from granada_rules.draw.terminal import text, wants_colour

__all__ = ["Show", "Svg", "Thing", "svg", "text", "wants_colour"]
