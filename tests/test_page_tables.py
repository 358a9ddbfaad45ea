"""Tables in the documentation that list data say what the data say."""

from __future__ import annotations

import re

from granada_rules import Backs, Tile, reference
from tests.pages import ROOT


def rows(page: str, heading: str) -> list[list[str]]:
    """Return the rows of the table below a heading, without the titles."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    _, section = re.split(rf"^#+ {re.escape(heading)}$", text, maxsplit=1, flags=re.MULTILINE)
    lines = [line for line in section.partition("\n#")[0].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line[1:-1].split("|")] for line in lines[2:]]


def test_the_page_lists_the_reference_tiles_in_order() -> None:
    listed = [
        Tile.parse(f"{even}/{odd}:{moats}") for even, odd, moats in rows("tiles.md", "The reference set")
    ]
    assert listed == list(reference().tiles)
    assert reference().backs is Backs.AS_SEEN
