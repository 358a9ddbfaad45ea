"""Names are open, which is to say in the ``__all__`` of their module, or nobody else takes them.

A module opens what it defines, and the front of a package what it takes from inside. What examples and pages
take is open in one of the modules that are promised to others (docs/versioning.md).
"""

from __future__ import annotations

import ast
import doctest
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, get_args

import pytest

import granada_rules
from tests.helpers import ROOT
from tests.helpers.pages import PAGES
from tests.house.test_rooms import opened

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(granada_rules.__file__).parent
INNER_DOORS = [
    "base",
    "box",
    "city",
    "dealer",
    "game",
    "play",
    "play/acts",
    "play/flow",
    "position",
    "position/checks",
    "referee",
]
"""Rooms that nothing is promised of: their doors open what they import, and need no ``__all__``."""
NOT_LISTED = {PACKAGE / "__main__.py", *(PACKAGE / room / "__init__.py" for room in INNER_DOORS)}
MODULES = sorted(set(PACKAGE.rglob("*.py")) - NOT_LISTED)


def taken(source: str) -> Iterator[tuple[str, str]]:
    """Yield the modules of ours and the names that a program takes from them, also as ``module.NAME``."""
    modules: dict[str, str] = {}
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "granada_rules":
            for alias in node.names:
                if is_module(f"{node.module}.{alias.name}"):
                    modules[alias.asname or alias.name] = f"{node.module}.{alias.name}"
                elif node.module is not None:
                    yield node.module, alias.name
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            yield modules[node.value.id], node.attr


def is_module(name: str) -> bool:
    path = PACKAGE.parent.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def closed(source: str) -> list[str]:
    """Return what a program takes that is not open."""
    return sorted(
        f"{module}.{name}"
        for module, name in set(taken(source))
        if name != "*" and name not in open_names(module) and not is_module(f"{module}.{name}")
    )


def open_names(module: str) -> set[str]:
    """Return what a module opens: what its ``__all__`` names; a door also what it imports."""
    there = import_module(module)
    path = Path(str(there.__file__))
    return set(getattr(there, "__all__", ())) | (
        opened(path.parent, PACKAGE) if path.stem == "__init__" else set()
    )


def own(body: list[ast.stmt]) -> Iterator[str]:
    """Yield the names that a module defines."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.For):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (part.id for each in targets for part in ast.walk(each) if isinstance(part, ast.Name))
        if isinstance(node, ast.If | ast.For):
            yield from own([*node.body, *node.orelse])


def to_be_open(path: Path) -> list[str]:
    """Return what a module is to open: its own public names; a promised door also what it takes by name."""
    source = path.read_text("utf-8")
    names = set(own(ast.parse(source).body))
    if path.name == "__init__.py":
        imports = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom))
        ours = (node for node in imports if (node.module or "").startswith("granada_rules"))
        names.update(alias.name for node in ours for alias in node.names if alias.name != "*")
    # Set for type checkers where `typing` would take too long to load.
    return sorted(name for name in names - {"TYPE_CHECKING"} if not name.startswith("_"))


def named(path: Path) -> str:
    """Return the dotted name of a module."""
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def snippets(page: Path) -> str:
    """Return all Python that a page shows, as one program."""
    return "".join(
        example.source for example in doctest.DocTestParser().get_examples(page.read_text("utf-8"))
    )


PROMISED = {"granada_rules", "granada_rules.testing"} | {
    f"granada_rules.{name}"
    for name in granada_rules.__all__
    if isinstance(getattr(granada_rules, name), ModuleType)
}


KEPT = {
    "granada_rules.scoring": ["DIRK", "Line", "MOST_PLAYERS", "ScoreSheet", "Scoring"],
}
"""Names that a promised module opens although another room defines them: they keep their place of import."""


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_a_module_opens_every_public_name_of_its_own_and_no_other(path: Path) -> None:
    assert sorted(import_module(named(path)).__all__) == sorted(to_be_open(path) + KEPT.get(named(path), []))


def test_a_name_too_many_or_too_few_is_found(tmp_path: Path) -> None:
    source = "from granada_rules.box import Cell\nimport re\nA, (B, _c) = 1, (2, 3)\nD: int = 4\n"
    source += "if A:\n  def e(): f = 5\nelse:\n  class G: h = 6\nfor i in [j for j in 'k']: pass\n"
    (tmp_path / "grid.py").write_text(source, "utf-8")
    assert to_be_open(tmp_path / "grid.py") == ["A", "B", "D", "G", "e", "i"]
    (tmp_path / "__init__.py").write_text(source, "utf-8")
    assert to_be_open(tmp_path / "__init__.py") == ["A", "B", "Cell", "D", "G", "e", "i"]


def test_examples_and_pages_take_only_what_is_promised() -> None:
    sources = {path: path.read_text("utf-8") for path in (ROOT / "examples").rglob("*.py")}
    sources |= {page: snippets(page) for page in PAGES}
    wrong = []
    for path, source in sources.items():
        unpromised = {f"{module}.{name}" for module, name in taken(source) if module not in PROMISED}
        wrong += [f"{path.name}: {name}" for name in {*unpromised, *closed(source)}]
    assert wrong == []
    assert sum(len(list(taken(source))) for source in sources.values()) > 200


def test_everything_that_can_happen_is_at_the_front() -> None:
    assert {kind.__name__ for kind in get_args(granada_rules.Event)} <= set(granada_rules.__all__)


def test_the_page_on_versions_lists_what_is_promised() -> None:
    page = (ROOT / "docs" / "versioning.md").read_text("utf-8")
    assert set(re.findall(r"^\| `(granada_rules[\w.]*)` \|", page, re.MULTILINE)) == PROMISED


def test_what_a_module_takes_from_another_is_open() -> None:
    sources = [path.read_text("utf-8") for path in PACKAGE.rglob("*.py")]
    assert sum(len(list(taken(source))) for source in sources) > 300
    assert {name for source in sources for name in closed(source)} == set()


def test_a_name_that_is_not_open_is_found() -> None:
    source = "from granada_rules import box\nfrom granada_rules.box.grid import Cell, _CELL_CODE\n"
    source += "box.TILES, box._correct"
    assert closed(source) == ["granada_rules.box._correct", "granada_rules.box.grid._CELL_CODE"]
