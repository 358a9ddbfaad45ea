"""The pages of clauses: where each clause stands. `tests/helpers/rule_pages.py` writes them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from granada_rules import Clause

if TYPE_CHECKING:
    from sphinx.application import Sphinx

RULES = Path(__file__).parent / "rules"

HEADING = re.compile(rf"^(#+) ({'|'.join(sorted(Clause, key=len, reverse=True))})$", re.MULTILINE)


def chapter(clause: Clause) -> str:
    """Return with what the ids of a chapter begin: `BUILD`, or `A` for all of Alhambra."""
    return clause.partition("-")[0]


@cache
def homes() -> dict[str, str]:
    """Return the page of each chapter."""
    pages = {page.name: page.read_text("utf-8") for page in sorted(RULES.glob("*.md"))}
    return {
        chapter(Clause(found[2])): name for name, page in pages.items() for found in HEADING.finditer(page)
    }


def place(clause: Clause) -> str:
    """Return the page of a clause and its anchor there, as a page of clauses links it."""
    return f"{homes()[chapter(clause)]}#{clause.lower()}"


def label(_app: Sphinx, page: str, source: list[str]) -> None:
    """Let docstrings find the clauses of a page that is read."""
    if page.startswith("rules/"):
        source[0] = HEADING.sub(r"(\2)=\n\n\g<0>", source[0])
