"""Messages and docstrings are plain English, and say in one form what is raised."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import granada_rules
from tests.helpers import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(granada_rules.__file__).parent
MODULES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))

FOLDERS = ("benchmarks", "docs", "examples", "src", "tests", "verification")
TEXTS = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in FOLDERS
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".md", ".py", ".toml"}
    and path.name not in {"test_english.py", "clauses.toml"}
    and path.parent != ROOT / "docs" / "rules"
)
"""What people read. Not this file, which has the phrases, nor the clauses, which say "whoever" of players."""

BANNED = re.compile(
    r"\b(?:is|are) wanted\b|\bwhoever\b|\bwhosoever\b|\bnothing (?:if|where|when)\b|\bas long as that\b"
    r"|\bbe it\b|\bof a crowd\b|\bwithout end\b",
    re.IGNORECASE,
)
"""Phrases of a translation: say what was expected and what was given, and None for None."""

ERROR = re.compile(r"``\w+Error``")


def texts(source: str) -> Iterator[tuple[int, str]]:
    """Yield every string of a module, docstrings among them, and every comment, with its line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
    for number, line in enumerate(source.splitlines(), 1):
        # A comment with a clause says the rule as the clause does.
        if (found := re.search(r"(?<!\S)#\s(.*)", line)) and not re.match(r"[A-Z]+-\d", found[1]):
            yield number, found[1]


def docstrings(source: str) -> Iterator[tuple[int, str]]:
    """Yield docstrings, and the strings that describe a field or a constant."""
    for node in ast.walk(ast.parse(source)):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            yield node.lineno, node.value.value


def foreign(source: str, *, is_code: bool = True) -> list[str]:
    read = texts(source) if is_code else enumerate(source.splitlines(), 1)
    return [f"{line}: {found[0]}" for line, text in read if (found := BANNED.search(text))]


def other_forms(source: str) -> list[str]:
    """Return the sentences that name an error and do not begin with "Raises"."""
    return [
        f"{line}: {sentence}"
        for line, text in docstrings(source)
        for paragraph in text.split("\n\n")
        for sentence in re.split(r"(?<=[.:])\s+(?=[A-Z`])", " ".join(paragraph.split()))
        if ERROR.search(sentence) and not re.match(r"Raises? (?:an? )?``", sentence)
    ]


@pytest.mark.parametrize("path", TEXTS)
def test_no_phrase_of_a_translation(path: str) -> None:
    assert foreign((ROOT / path).read_text("utf-8"), is_code=path.endswith(".py")) == []


@pytest.mark.parametrize("module", MODULES)
def test_what_is_raised_is_said_in_one_form(module: str) -> None:
    # The error itself says what it is.
    if module != "box/clauses.py":
        assert other_forms((PACKAGE / module).read_text("utf-8")) == []


def test_a_phrase_and_another_form_are_found() -> None:
    source = (
        'def f():\n  """Return x.\n\n  A ``ValueError`` if y is wanted.\n\n  Raises ``KeyError`` if z."""\n'
    )
    source += "  # Whoever asks.\n  raise ValueError(f'a {x} is wanted')\n"
    source += "  # TURN-2: whoever has the turn.\n"
    assert sorted(foreign(source)) == ["2: is wanted", "7: Whoever", "8: is wanted"]
    assert foreign("A page.\nWhoever reads it.\n", is_code=False) == ["2: Whoever"]
    assert other_forms(source) == ["2: A ``ValueError`` if y is wanted."]
