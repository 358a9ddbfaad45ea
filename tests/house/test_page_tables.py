"""Tables in the documentation that list data say what the data say."""

from __future__ import annotations

import re

import attrs
import pytest

import granada_rules as g
from granada_rules.box import OPTIONS, meaningless
from tests.helpers import ROOT

LANGUAGES = tuple(g.notation.building_names(g.Building.ARENA))


def rows(page: str, heading: str) -> list[list[str]]:
    """Return the rows of the table below a heading, without the titles."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    _, section = re.split(rf"^#+ {re.escape(heading)}$", text, maxsplit=1, flags=re.MULTILINE)
    lines = [line for line in section.partition("\n#")[0].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line[1:-1].split("|")] for line in lines[2:]]


def test_the_page_lists_the_reference_tiles_in_order() -> None:
    listed = [
        g.Tile.parse(f"{even}/{odd}:{moats}") for even, odd, moats in rows("tiles.md", "The reference set")
    ]
    assert listed == list(g.reference().tiles)
    assert g.reference().backs is g.Backs.AS_SEEN


def test_the_page_lists_the_tiles_of_alhambra_in_order() -> None:
    listed = [g.Tile.parse(f"{code}:{walls}") for code, walls in rows("tiles.md", "The tiles of Alhambra")]
    assert listed == list(g.alhambra().tiles)


def test_the_page_lists_the_reference_huts_in_order() -> None:
    listed = [g.Face.parse(f"{code}:{walls}") for code, walls in rows("tiles.md", "The reference huts")]
    assert listed == list(g.reference_huts().huts)


def test_the_page_says_what_each_option_is_in_each_game() -> None:
    listed = {
        cells[0].partition("`:")[0].strip("`"): cells[1:] for cells in rows("positions.md", "Ruleset options")
    }
    assert listed.keys() == {"game", "edition", "modules", "yard", *OPTIONS}
    for option in OPTIONS:
        for ruleset, said in zip((g.GRANADA, g.ALHAMBRA, g.BOTH), listed[option], strict=True):
            is_meant = meaningless(ruleset, option) is None
            assert said == (f"`{str(getattr(ruleset, option)).lower()}`" if is_meant else "refused")


def test_the_page_says_what_each_edition_sets() -> None:
    listed = {
        edition.strip("`"): attrs.evolve(
            g.GRANADA, extra_action_is_a_must=must == "`true`", turning_takes_one_card=one_card == "`true`"
        )
        for edition, must, one_card in rows("records.md", "Editions")
    }
    assert listed == dict(g.EDITIONS)


@pytest.mark.parametrize(
    ("heading", "kind"),
    [("Names of buildings", g.Kind.GRANADA), ("Names in Alhambra", g.Kind.ALHAMBRA)],
)
def test_the_page_lists_the_names_of_buildings_by_language(heading: str, kind: g.Kind) -> None:
    listed = {
        code: {language: name for language, name in zip(LANGUAGES, names, strict=True) if name}
        for code, *names in rows("positions.md", heading)
    }
    assert listed == {
        building.code: {language: names[0] for language, names in g.notation.building_names(building).items()}
        for building in kind.buildings
    }
