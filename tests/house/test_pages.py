"""Pages as they lie: what programs write on them is up to date, links lead somewhere, titles differ."""

from __future__ import annotations

import re
import sys
from collections import Counter
from types import FunctionType
from typing import TYPE_CHECKING

import pytest

from tests.helpers import ROOT
from tests.helpers.links import anchors, dead_links, slug
from tests.helpers.pages import PAGES, generated
from tests.house.test_reference import open_names, written_in

sys.path.insert(0, str(ROOT / "docs"))

import name_tables

if TYPE_CHECKING:
    from pathlib import Path

DOCUMENTS = sorted({*ROOT.glob("*.md"), *PAGES})


def test_what_programs_write_is_up_to_date() -> None:
    stale = [path.name for path, content in generated().items() if path.read_text("utf-8") != content]
    assert stale == [], "run python -m tests.helpers.pages"


def test_every_picture_of_a_case_is_on_a_page_of_clauses() -> None:
    rules = ROOT / "docs" / "rules"
    shown = {
        name
        for page in rules.glob("*.md")
        for name in re.findall(r"\]\((pictures/.*?)\)", page.read_text("utf-8"))
    }
    assert shown == {f"pictures/{path.name}" for path in (rules / "pictures").iterdir()}


def test_every_open_name_is_in_one_table_of_the_reference_and_no_other() -> None:
    tables = {page: names_in_table(page) for page in (ROOT / "docs" / "reference").glob("*.md")}
    listed = Counter(name for names in tables.values() for name in names)
    assert listed == Counter(name.removeprefix("granada_rules.") for name in open_names())


def names_in_table(page: Path) -> list[str]:
    table = name_tables.TABLE.search(page.read_text("utf-8"))
    assert (table is not None) == (page.name != "index.md"), page.name
    return name_tables.ROW.findall(table[0]) if table else []


SAME_PAGE = {"base": "records", "sheet": "scoring"}
"""Rooms without a page of their own: their open names stand on that of another."""


def test_a_name_is_on_the_page_of_its_room() -> None:
    for page in (ROOT / "docs" / "reference").glob("*.md"):
        for name in names_in_table(page):
            thing = open_names()[f"granada_rules.{name}"]
            if isinstance(thing, FunctionType | type) and "NewType" not in str(type(thing)):
                room = written_in(thing).split(".")[1]
                assert SAME_PAGE.get(room, room) == page.stem, name


def title(page: Path) -> str:
    """Return the title of a page as one remembers it: without article and plural."""
    (first,) = re.findall(r"\A# (.*)", page.read_text("utf-8"))
    return re.sub(r"^the |s$", "", first.lower())


def test_no_two_pages_have_one_title() -> None:
    titles = Counter(title(page) for page in PAGES if page.parent != ROOT)
    assert [name for name, number in titles.items() if number > 1] == []


@pytest.mark.parametrize("page", DOCUMENTS, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere_on_a_forge(page: Path) -> None:
    assert dead_links(page) == []


SHOWN_BY_THE_SITE = ("changelog.md", "contributing.md")
"""Pages of the site for files that lie beside `docs`; they lead there."""


def read_on_a_forge(page: str) -> str:
    """Return what is left of a page where nobody fills in comments and directives."""
    return re.sub(r"<!--.*?-->|^```\{.*?^```$", "", page, flags=re.DOTALL | re.MULTILINE)


def test_no_page_is_hollow_without_the_site() -> None:
    words = {page.name: len(read_on_a_forge(page.read_text("utf-8")).split()) for page in PAGES}
    assert {name for name, number in words.items() if number < 150} == set(SHOWN_BY_THE_SITE)
    assert len(read_on_a_forge("one <!--\nand\n--> two\n```{toctree}\nindex\n```\nthree").split()) == 3


PAGE = """
# A `code`, and _more_ of: it

See [that](#a-code-and-more-of-it), [again](#twice-1) and [other](other.md#below).
![picture](picture.svg) [no](missing.md) [no](#nowhere) [no](other.md#nowhere) [no]: missing.svg
`[code](nothing.md)` <https://example.org> [far](https://example.org/#x) [line](other.md "title")

## Twice

## Twice

```text
[code](nothing.md)
## Not a heading
```
[upper](other.md#Below) [id](#own) <a id="own"></a>
"""


def test_dead_links_are_found(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text(PAGE, "utf-8")
    (tmp_path / "other.md").write_text("# Other\n\n## [Below](page.md)\n", "utf-8")
    (tmp_path / "picture.svg").touch()
    assert dead_links(tmp_path / "page.md") == [
        "missing.md",
        "#nowhere",
        "other.md#nowhere",
        "other.md#Below",
    ]
    assert anchors(PAGE) == {"a-code-and-more-of-it", "twice", "twice-1", "own"}
    assert slug("What is judged, and what is not: 50 %") == "what-is-judged-and-what-is-not-50-"
