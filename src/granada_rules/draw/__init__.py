"""Drawings of cities, tables, positions and score sheets: text for terminals, SVG for pages and notebooks.

`show` says what can be drawn, `scene` what of it is known, `plan` where the tiles of a city come, and `words`
what is written beside. From there `text_…` draws on a `canvas` of characters, and `svg_…` with `markup` and
`glyphs`; `pad` is the score sheet in both.
"""

from granada_rules.draw.show import Show, Thing
from granada_rules.draw.svg import Svg, svg
from granada_rules.draw.text import text, wants_ascii, wants_colour
from granada_rules.draw.text_tiles import tiles
from granada_rules.draw.words import MOST_LISTED

__all__ = ["MOST_LISTED", "Show", "Svg", "Thing", "svg", "text", "tiles", "wants_ascii", "wants_colour"]
