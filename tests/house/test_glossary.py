"""The glossary has the words of the game, each once and in one line, and all that the code calls a word."""

from __future__ import annotations

import ast
import re
from operator import attrgetter
from pathlib import Path
from typing import Any

import attrs
import pytest

import granada_rules
from granada_rules import Clause
from tests.helpers import ROOT

WORDS = Path(granada_rules.__file__).parent / "box" / "words.py"
ROW = re.compile(
    r"^\| (?P<word>[^|`]+) \| (?P<meaning>[^|]+) \| `(?P<code>[\w.]+)` \| (?P<clause>[^|]*)\|$", re.MULTILINE
)
PAGE = (ROOT / "docs" / "glossary.md").read_text("utf-8")
ROWS = [{name: cell.strip() for name, cell in row.groupdict().items()} for row in ROW.finditer(PAGE)]
"""Every row of the table, by its titles."""


def test_the_words_are_in_order_and_each_is_there_once() -> None:
    named = [row["word"].lower() for row in ROWS]
    assert len(named) >= 40
    assert named == sorted(set(named))
    assert PAGE.count("\n|") == len(ROWS) + 2, "a row that cannot be read"
    assert all(row["meaning"].endswith(".") for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["word"])
def test_a_word_is_where_the_glossary_says(row: dict[str, str]) -> None:
    owner, _, name = row["code"].rpartition(".")
    home: Any = attrgetter(owner)(granada_rules) if owner else granada_rules
    assert hasattr(home, name) or name in attrs.fields_dict(home)
    if row["clause"]:
        (clause,) = re.findall(r"\[([A-Z0-9-]+)\]", row["clause"])
        assert Clause(clause)


NOT_WORDS = {"DrawFor"}
"""What a class says of another word."""


def test_the_open_words_of_the_box_are_in_the_glossary() -> None:
    defined = definitions(WORDS) & set(granada_rules.__all__)
    assert len(defined) >= 8
    assert defined - {row["code"].partition(".")[0] for row in ROWS} == NOT_WORDS


def definitions(module: Path) -> set[str]:
    """Return the classes and values that a module defines."""
    body = ast.parse(module.read_text("utf-8")).body
    classes = {node.name for node in body if isinstance(node, ast.ClassDef)}
    values = {node.targets[0] for node in body if isinstance(node, ast.Assign)}
    return classes | {target.id for target in values if isinstance(target, ast.Name)}


OTHER_WORDS = {
    "back": "the other one",
    "border": "wall and moat lie side by side",
    "draw": "at random from the bag",
    "extra action": "one more action",
    "gift": "given away",
    "majority": "ranked by how many buildings",
    "seat": "clockwise",
    "sheet": "in this order",
    "store": "onto the buyer's own reserve",
    "table": "public",
    "tally": "most points",
    "turn over": "turning it over",
    "view": "secret",
}
"""How the clause beside a word says it, if not by the word."""


def test_the_clause_beside_a_word_uses_it_or_says_the_same_in_other_words() -> None:
    beside = {
        row["word"].lower(): Clause(cited[0]).text.lower()
        for row in ROWS
        if (cited := re.findall(r"\[([A-Z0-9-]+)\]", row["clause"]))
    }
    # A plural has another ending: cities, scorings.
    stems = {word: word.removeprefix("to ").rstrip("y") for word in beside}
    assert {word for word, stem in stems.items() if stem not in beside[word]} == OTHER_WORDS.keys()
    assert [word for word, other in OTHER_WORDS.items() if other not in beside[word]] == []
