"""What keeps the house easy to inherit, in numbers: functions, rooms, and switched-off lint rules."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import granada_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(granada_rules.__file__).parent

LONGEST_FUNCTION = 55
"""Lines with the signature, without decorators and docstring."""
LONGEST_EXEC = 50
"""Lines of the functions in the one module that compiles what it wrote."""
MOST_ROOMS = 19
MOST_SWITCHED_OFF = 100

ARGUMENTS = ("PLR0913", "PLR0917", "FBT001", "FBT002", "FBT003")
"""Rules on the number of arguments, and on positional booleans."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def sources(folder: Path) -> dict[Path, str]:
    """Return the sources of a folder by path."""
    return {path.relative_to(folder): path.read_text("utf-8") for path in sorted(folder.rglob("*.py"))}


def functions(source: str) -> Iterator[Function]:
    return (node for node in ast.walk(ast.parse(source)) if isinstance(node, Function))


def length(function: Function) -> int:
    """Return the number of lines, without decorators and docstring."""
    lines = (function.end_lineno or 0) - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function) is not None:
        lines -= (first.end_lineno or 0) - first.lineno + 1
    return lines


def long_functions(folder: Path) -> list[str]:
    return [
        f"{path}:{function.lineno}: {function.name} has {length(function)} lines"
        for path, source in sources(folder).items()
        for function in functions(source)
        if length(function) > LONGEST_FUNCTION
    ]


def compiling(folder: Path) -> dict[str, int]:
    """Return by file how many lines the functions have that call `exec`, `eval` or `compile`."""
    found = {}
    for path, source in sources(folder).items():
        lines = [
            length(function)
            for function in functions(source)
            if any(
                isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"exec", "eval", "compile"}
                for node in ast.walk(function)
            )
        ]
        if lines:
            found[str(path)] = sum(lines)
    return found


def rooms(folder: Path) -> list[str]:
    """Return the modules and rooms at the top."""
    beside = {"__init__", "__main__", "__pycache__", "data", "py.typed"}
    return sorted({path.name.removesuffix(".py") for path in folder.iterdir()} - beside)


def switched_off(folder: Path) -> Iterator[tuple[str, int, list[str]]]:
    """Yield file, line and rules of everything that lint does not look at."""
    for path, source in sources(folder).items():
        for number, line in enumerate(source.splitlines(), 1):
            if found := re.search(r"# noqa: ([A-Z0-9, ]+)", line):
                yield str(path), number, re.findall(r"[A-Z]+\d+", found[1])


def hidden_signatures(folder: Path) -> list[str]:
    """Return where a rule on arguments is switched off where nobody else calls the function."""
    found = []
    for path, line, rules in switched_off(folder):
        if set(rules) & set(ARGUMENTS):
            inside = [
                function
                for function in functions((folder / path).read_text("utf-8"))
                if function.lineno <= line < function.body[0].lineno
            ]
            if not inside or inside[-1].name.startswith("_"):
                found.append(f"{path}:{line}: {', '.join(rules)}")
    return found


def test_no_function_is_longer_than_a_screen() -> None:
    assert long_functions(PACKAGE) == []


def test_what_is_compiled_from_text_is_in_one_place_and_short() -> None:
    found = compiling(PACKAGE)
    assert list(found) == ["base/values.py"]
    assert found["base/values.py"] <= LONGEST_EXEC


def test_there_are_not_too_many_rooms() -> None:
    assert len(rooms(PACKAGE)) <= MOST_ROOMS


def test_few_lint_rules_are_switched_off_and_those_on_arguments_where_others_call() -> None:
    assert sum(len(rules) for _, _, rules in switched_off(PACKAGE)) <= MOST_SWITCHED_OFF
    assert hidden_signatures(PACKAGE) == []


SOURCE = '''
@decorated
def long(a):
    """Tell.

    Much.
    """
{lines}
def _hidden(a, b, c, d, e, f):  # noqa: PLR0913 - as above
    return exec(a)
def open_one(  # noqa: PLR0913, PLR0917 - all that counts
    a: bool,  # noqa: FBT001 - so it is called
): ...
'''


@pytest.mark.parametrize(("lines", "is_long"), [(54, False), (55, True)])
def test_what_is_too_much_is_found(tmp_path: Path, lines: int, *, is_long: bool) -> None:
    (tmp_path / "sheet.py").write_text(SOURCE.format(lines="    a += 1\n" * lines), "utf-8")
    (tmp_path / "box").mkdir()
    (tmp_path / "__init__.py").touch()
    assert rooms(tmp_path) == ["box", "sheet"]
    assert long_functions(tmp_path) == ["sheet.py:3: long has 56 lines"] * is_long
    assert compiling(tmp_path) == {"sheet.py": 2}
    assert [rules for _, _, rules in switched_off(tmp_path)] == [
        ["PLR0913"],
        ["PLR0913", "PLR0917"],
        ["FBT001"],
    ]
    (hidden,) = hidden_signatures(tmp_path)
    assert hidden.endswith(": PLR0913")
