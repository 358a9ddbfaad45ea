"""The list of checks in `validate` is true: all are there, in order, with the clauses that they give."""

from __future__ import annotations

import dis
import inspect
import re
import sys
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING

import pytest

from granada_rules.box import Clause
from granada_rules.position import CHECKS, validate

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = [f"{check.__module__.rpartition('.')[2]}.{check.__name__}" for check in CHECKS]
ENTRY = re.compile(r"^    (\w+\.\w+),", re.MULTILINE)
RANGE = re.compile(r"([A-Z]+)-(\d+)(?: … \1-(\d+))?")


def listed() -> dict[str, set[str]]:
    """Return the entries of the list as it is written, each with the clauses beside it."""
    source = inspect.getsource(sys.modules[validate.__module__])
    _, *parts = ENTRY.split(source[source.index("CHECKS:") : source.index('"""All checks')])
    return {name: set(clauses(text)) for name, text in zip(parts[::2], parts[1::2], strict=True)}


def clauses(text: str) -> Iterator[str]:
    for chapter, first, last in RANGE.findall(text):
        yield from (f"{chapter}-{number}" for number in range(int(first), int(last or first) + 1))


def loads(function: FunctionType) -> list[tuple[str, str]]:
    """Return what a function loads by name, with the kind of name: a global, or an attribute."""
    codes = [function.__code__]
    for code in codes:
        codes += [part for part in code.co_consts if isinstance(part, CodeType)]
    steps = (step for code in codes for step in dis.get_instructions(code))
    return [(step.opname, str(step.argval)) for step in steps]


def called(function: FunctionType) -> Iterator[FunctionType]:
    """Yield the functions and methods of the package that a function may call."""
    steps = loads(function)
    things = [function.__globals__.get(name) for kind, name in steps if kind == "LOAD_GLOBAL"]
    attributes = {name for kind, name in steps if kind in {"LOAD_ATTR", "LOAD_METHOD"}}
    owners = [thing for thing in things if isinstance(thing, ModuleType | type) and thing is not Clause]
    things += [inspect.getattr_static(owner, name, None) for owner in owners for name in attributes]
    for thing in things:
        known = inspect.unwrap(getattr(thing, "__func__", thing)) if thing is not None else None
        if isinstance(known, FunctionType) and str(known.__module__).startswith("granada_rules."):
            yield known


def given(check: FunctionType) -> set[str]:
    """Return the clauses that the code names which a check runs."""
    reached = [check]
    for function in reached:
        reached += [other for other in dict.fromkeys(called(function)) if other not in reached]
    pairs = (pair for function in reached for pair in pairwise(loads(function)))
    named = {after for (_, name), (_, after) in pairs if name == "Clause"}
    return {str(Clause[name]) for name in named & {*Clause.__members__}}


def test_the_list_is_read_as_it_is_run() -> None:
    assert [*listed()] == NAMES
    assert len({*NAMES}) == len(CHECKS) > 30


def test_every_check_is_listed() -> None:
    room = CHECKS[0].__module__.rpartition(".")[0]
    files = Path(inspect.getfile(CHECKS[0])).parent.glob("[a-z]*.py")
    modules = {file.stem: import_module(f"{room}.{file.stem}") for file in files}
    opened = {
        f"{stem}.{name}": getattr(module, name) for stem, module in modules.items() for name in module.__all__
    }
    # What judges some tiles for several checks is given them besides.
    assert {name for name, it in opened.items() if [*inspect.signature(it).parameters] == ["facts"]} == {
        *NAMES
    }


@pytest.mark.parametrize("number", range(len(CHECKS)), ids=NAMES)
def test_the_clauses_beside_a_check_are_those_of_its_code(number: int) -> None:
    check = CHECKS[number]
    assert isinstance(check, FunctionType)
    assert listed()[NAMES[number]] == given(check)


def test_another_clause_in_the_code_is_found() -> None:
    def of_one(kind: str) -> Clause:
        return Clause.BOX_1 if kind else Clause.BOX_2

    assert isinstance(of_one, FunctionType)
    assert given(of_one) == {"BOX-1", "BOX-2"}
    assert [*clauses("SCORE-6 … SCORE-8, MIX-31")] == ["SCORE-6", "SCORE-7", "SCORE-8", "MIX-31"]
