"""The reference has every open name once, used in an example of its page, and says what each raises."""

from __future__ import annotations

import ast
import doctest
import inspect
import re
import sys
from collections import Counter
from functools import cache
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING

import pytest

import granada_rules
from granada_rules import City, Face, moats, placement, scoring, setup, testing
from tests.helpers import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

PAGES = {page.name: page.read_text("utf-8") for page in sorted((ROOT / "docs/reference").glob("*.md"))}

ENTRY = re.compile(
    r"^\.\. (?:auto\w+|py:module):: (?P<name>\S+)\n(?P<content>(?:[ ].*\n|\n(?=[ ]))*)", re.MULTILINE
)
NOT_REPEATED = {"TypeError"}
"""What the front page of the reference says for all names."""

ALSO = {"ValueError": ["RecordError"]}
"""What is a kind of another error: readers of files make the one out of the other."""


def open_names() -> dict[str, object]:
    """Return every open name once, and what it names: at the front, or else with its module."""
    front = {f"granada_rules.{name}": getattr(granada_rules, name) for name in granada_rules.__all__}
    front[testing.__name__] = testing
    modules = [thing for thing in front.values() if isinstance(thing, ModuleType)]
    return front | {
        f"{module.__name__}.{name}": getattr(module, name)
        for module in modules
        for name in module.__all__
        if name not in granada_rules.__all__
    }


def entries(page: str) -> list[tuple[str, str]]:
    """Return the names that have an entry on a page, with what the page adds to their docstrings."""
    return [(entry["name"], entry["content"]) for entry in ENTRY.finditer(page)]


def used(page: str) -> set[str]:
    """Return the names that the examples of a page use; to import one is not enough, but for a module."""
    found = set()
    for example in doctest.DocTestParser().get_examples(page):
        for node in ast.walk(ast.parse(example.source)):
            if isinstance(node, ast.Name):
                found.add(node.id)
            elif isinstance(node, ast.Attribute):
                found.add(node.attr)
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module.rpartition(".")[2])
    return found


def problems(pages: Iterable[str], wanted: Iterable[str]) -> list[str]:
    """Return which of the wanted names are not there once, or in no example, and which are not wanted."""
    number: Counter[str] = Counter()
    found = []
    for page in pages:
        names = [name for name, _ in entries(page)]
        number.update(names)
        in_examples = used(page)
        found += [f"{name}: no example" for name in names if name.rpartition(".")[2] not in in_examples]
    wanted = set(wanted)
    found += [f"{name}: {number[name]} entries" for name in wanted if number[name] != 1]
    return sorted(found + [f"{name}: not open" for name in number.keys() - wanted])


@cache
def definitions(module: str) -> dict[str, ast.stmt]:
    """Return the functions and classes that a module defines."""
    source = inspect.getsource(sys.modules[module])
    return {
        node.name: node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }


def raised(part: ast.AST, module: str, seen: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield what a piece of a module raises, itself or in what it hands over to."""
    for node in ast.walk(part):
        if isinstance(node, ast.Raise) and node.exc is not None:
            names = (name.id for name in ast.walk(node.exc) if isinstance(name, ast.Name))
            yield from (name for name in names if name.endswith("Error"))
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in seen:
            home = at_home(node.id, module, of_a_field=isinstance(part, ast.AnnAssign))
            called = definitions(home).get(node.id) if home else None
            if isinstance(called, ast.FunctionDef):
                yield from raised(called, home, seen | {node.id})


def at_home(name: str, module: str, *, of_a_field: bool) -> str:
    """Return the module of a function that is private, or that checks a field; nothing of others."""
    if name.startswith("_"):
        return module
    thing = vars(sys.modules[module]).get(name) if of_a_field else None
    return thing.__module__ if isinstance(thing, FunctionType) else ""


def written_in(thing: FunctionType | type) -> str:
    """Return the module that defines a function or a class; errors say the front, where users find them."""
    if thing.__module__ != "granada_rules":
        return thing.__module__
    modules = (name for name in sys.modules if name.startswith("granada_rules."))
    return next(name for name in modules if thing.__name__ in definitions(name))


def silent(thing: object, content: str) -> set[str]:
    """Return what a function or a class raises without saying so: in its docstrings, or on its page."""
    if not isinstance(thing, FunctionType | type):
        return set()
    module = written_in(thing)
    node = definitions(module)[thing.__name__]
    parts = [(node, "")]
    if isinstance(node, ast.ClassDef):
        parts = list(zip(node.body, map(told, node.body, [*node.body[1:], ast.Pass()]), strict=True))
    everything = " ".join(said for _, said in parts)
    return {
        error
        for part, said in parts
        for error in raised(part, module)
        if error not in NOT_REPEATED
        # What is private is there for something else, which says it.
        and not any(
            kind in f"{thing.__doc__} {content} {everything if is_private(part) else said}"
            for kind in (error, *ALSO.get(error, ()))
        )
    }


def told(part: ast.stmt, after: ast.stmt) -> str:
    """Return what a method or, below it, a field of a class says about itself."""
    if isinstance(part, ast.FunctionDef):
        return ast.get_docstring(part) or ""
    return ast.unparse(after) if isinstance(part, ast.AnnAssign) and isinstance(after, ast.Expr) else ""


def is_private(part: ast.stmt) -> bool:
    return isinstance(part, ast.FunctionDef) and part.name.startswith("_") and not part.name.startswith("__")


def test_every_open_name_has_one_entry_and_an_example_on_its_page() -> None:
    assert len(open_names()) > 130
    assert problems(PAGES.values(), open_names()) == []


def test_what_is_missing_doubled_or_only_imported_is_found() -> None:
    page = ".. autofunction:: one\n\n.. autoclass:: two.three\n   :members:\n\n"
    page += ">>> from two import three\n>>> one\n"
    assert entries(page) == [("one", ""), ("two.three", "   :members:\n")]
    assert problems([page], ["one", "two.three"]) == ["two.three: no example"]
    assert problems([page, page], ["one"]) == [
        *["one: 2 entries", "two.three: no example", "two.three: no example", "two.three: not open"]
    ]
    assert problems([page + ">>> two.three\n"], ["one", "two.three", "four"]) == ["four: 0 entries"]
    without_check = [text.replace(".. autofunction:: granada_rules.check\n", "") for text in PAGES.values()]
    assert problems(without_check, open_names()) == ["granada_rules.check: 0 entries"]


def inherited(kind: object) -> set[str]:
    """Return the public names that a class has from other classes of the package."""
    bases = kind.__mro__[1:] if isinstance(kind, type) else ()
    own = [base for base in bases if base.__module__.startswith("granada_rules.")]
    return {name for base in own for name in vars(base) if not name.startswith("_")}


def test_what_a_class_inherits_is_on_its_page() -> None:
    things = open_names()
    heirs = {
        name: content
        for page in PAGES.values()
        for name, content in entries(page)
        if ":members:" in content and inherited(things[name])
    }
    assert "granada_rules.Table" in heirs
    assert {name for name, content in heirs.items() if ":inherited-members:" not in content} == set()


@pytest.mark.parametrize("page", PAGES)
def test_what_raises_says_so(page: str) -> None:
    things = open_names()
    assert {name: found for name, text in entries(PAGES[page]) if (found := silent(things[name], text))} == {}


def test_what_is_raised_is_found_wherever_it_is_raised() -> None:
    def errors(thing: Callable[..., object]) -> set[str]:
        return set(raised(definitions(thing.__module__)[thing.__name__], thing.__module__))

    assert errors(placement.legal_cells) == set()
    assert errors(moats.longest_border) == {"ViolationError"}, "by way of a private function"
    assert errors(scoring.score) == {"ViolationError", "TypeError", "ValueError"}
    assert {"ViolationError", "ValueError"} <= errors(City), "in methods"


class Silent:
    """Says nothing."""

    def refuse(self, *, which: bool) -> None:
        """Refuse with a ``KeyError``."""
        raise KeyError(self) if which else LookupError(self)


def test_what_raises_in_silence_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert silent(Silent, "") == {"LookupError"}
    assert silent(Silent, ":raises LookupError: always") == set()
    for thing, errors in ((setup, {"ViolationError", "ValueError"}), (Face, {"ValueError"})):
        assert silent(thing, "") == set()
        monkeypatch.setattr(thing, "__doc__", "Says nothing.")
        assert silent(thing, "") == errors
