"""Names that one module takes from another are open: its ``__all__`` has them."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import granada_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(granada_rules.__file__).parent


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
        if name not in import_module(module).__all__ and not is_module(f"{module}.{name}")
    )


def test_what_a_module_takes_from_another_is_open() -> None:
    sources = [path.read_text("utf-8") for path in PACKAGE.rglob("*.py")]
    assert sum(len(list(taken(source))) for source in sources) > 300
    assert {name for source in sources for name in closed(source)} == set()


def test_a_name_that_is_not_open_is_found() -> None:
    source = "from granada_rules import box\nfrom granada_rules.grid import Cell, _CELL_CODE\n"
    source += "box.money, box._correct"
    assert closed(source) == ["granada_rules.box._correct", "granada_rules.grid._CELL_CODE"]
