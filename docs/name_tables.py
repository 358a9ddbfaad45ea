"""The pages of the reference: the table at the head of each, and what the site adds to it.

``python -m tests.helpers.pages`` writes the tables, name, what it does and clauses, in the order of the
entries below them, from the first paragraph of each docstring and the clauses that the docstring names. The
entries are comments, such as ``.. autofunction:: granada_rules.check``: only the site shows signatures and
docstrings.
"""

from __future__ import annotations

import inspect
import re
from functools import cache
from typing import TYPE_CHECKING

import clause_pages
import open_names

from granada_rules import Clause

if TYPE_CHECKING:
    from sphinx.application import Sphinx

HEAD = "| name | what it does | clauses |\n|---|---|---|\n"
TABLE = re.compile(rf"^{re.escape(HEAD)}(?:\|.*\n)*", re.MULTILINE)
ROW = re.compile(r"^\| `(\S+)` \|", re.MULTILINE)
ENTRY = re.compile(r"^\.\. (?:auto\w+|py:module):: granada_rules\.(\S+)$", re.MULTILINE)
CLAUSE = re.compile(rf"(?<![\w-])(?:{'|'.join(sorted(Clause, key=len, reverse=True))})(?!\w)")


@cache
def things() -> dict[str, object]:
    """Return every open name, as it stands in a table, and what it names."""
    return {name.removeprefix(f"{open_names.PACKAGE}."): thing for name, thing in open_names.open_names()}


def row(name: str) -> str:
    """Return the row of a name."""
    said = open_names.said(name) or inspect.cleandoc(things()[name].__doc__ or "").splitlines()
    whole = "\n".join(said)
    first = " ".join(whole.partition("\n\n")[0].split())
    cited = {Clause(found) for found in CLAUSE.findall(whole)}
    links = " ".join(
        f"[{clause}](../rules/{clause_pages.place(clause)})" for clause in Clause if clause in cited
    )
    return f"| `{name}` | {first} | {links} |\n"


def written(page: str) -> str:
    """Return a page with its table as it is to be: a row for each entry of the page."""
    rows = "".join(row(name) for name in ENTRY.findall(page) if name in things())
    return TABLE.sub(lambda _: HEAD + rows, page)


ENTRIES = re.compile(r"^<!--\n(\.\. .*?)-->$", re.MULTILINE | re.DOTALL)
"""A comment with entries."""


def fill(_app: Sphinx, page: str, source: list[str]) -> None:
    """Fill in signatures and docstrings, and lead from the names in the table to them."""
    if page.startswith("reference/"):
        linked = rf"| {{py:obj}}`\1 <{open_names.PACKAGE}.\1>` |"
        source[0] = TABLE.sub(lambda table: ROW.sub(linked, table[0]), source[0])
        source[0] = ENTRIES.sub(r"```{eval-rst}\n\1```", source[0])
