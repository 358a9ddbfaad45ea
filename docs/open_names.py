"""Names in the reference: each stands and is linked where it is open, wherever it is defined."""

from __future__ import annotations

import enum
import re
import sys
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, cast

import attrs
from sphinx.pycode import ModuleAnalyzer

import granada_rules
from granada_rules import Clause, Purse, draw, testing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from docutils import nodes
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

PACKAGE = "granada_rules"

RESULTS = {
    "Audit",
    "BadEvent",
    "Cells",
    "City",
    "DirksTiles",
    "Game",
    "LegalActions",
    "Line",
    "Moat",
    "Player",
    "Referee",
    "Replay",
    "Report",
    "Result",
    "ScoreSheet",
    "Standing",
    "draw.Svg",
    "Table",
    "Tally",
    "TileSet",
    "View",
    "Violation",
}
"""Classes that one hardly calls: functions and class methods make them."""

_LINKED = re.compile(
    rf"``(?P<code>.*?)``|(?<![\w-])(?P<id>{'|'.join(sorted(Clause, key=len, reverse=True))})(?!\w)"
)
_FIELD_DEFAULT = re.compile(r"attr_dict\['(\w+)'\]\.default")
_CONSTANT = re.compile(r"(?<== )[A-Z_]+(?=[,)])")
_DOTTED = re.compile(r"\w+(?:\.\w+)+")


def open_names() -> Iterator[tuple[str, object]]:
    """Yield every open name once, with what it names: those of the front, then the others of open modules."""
    front = {name: getattr(granada_rules, name) for name in granada_rules.__all__}
    for name, thing in front.items():
        yield f"{PACKAGE}.{name}", thing
    yield testing.__name__, testing
    for module in [*(thing for thing in front.values() if isinstance(thing, ModuleType)), testing]:
        for name in module.__all__:
            if name not in front:
                yield f"{module.__name__}.{name}", getattr(module, name)


@cache
def homes() -> dict[str, str]:
    """Return where each open name is defined, and under which name it is open."""
    return {
        f"{thing.__module__}.{thing.__qualname__}": name
        for name, thing in open_names()
        if not isinstance(thing, ModuleType) and hasattr(thing, "__qualname__")
    }


def lead(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.TextElement
) -> nodes.reference | None:
    """Find a name that is written where it is defined, or short, as the front shows it."""
    if node.get("refdomain") != "py":
        return None
    target = str(node.get("reftarget", ""))
    open_name = homes().get(target, target if target.startswith(PACKAGE) else f"{PACKAGE}.{target}")
    python = env.domains["py"]
    found: nodes.reference | None = python.resolve_xref(
        env, node["refdoc"], app.builder, "obj", open_name, node, content
    )
    return found


def signature(
    _app: Sphinx,
    _what: str,
    name: str,
    thing: object,
    _options: object,
    given: str | None,
    returns: str | None,
) -> tuple[str, str | None] | None:
    """Write types short and defaults as one would type them; nobody calls what functions return."""
    if given is None:
        return None
    if isinstance(thing, enum.EnumType) or name.removeprefix(f"{PACKAGE}.") in RESULTS:
        return "", None
    given = _FIELD_DEFAULT.sub(
        lambda field: _default(cast("type[attrs.AttrsInstance]", thing), field[1]), given
    )
    given = _CONSTANT.sub(lambda name: _constant(thing, name[0]), given)
    return _DOTTED.sub(_short, given), returns and _DOTTED.sub(_short, returns)


def _default(kind: type[attrs.AttrsInstance], field: str) -> str:
    return _written(attrs.fields_dict(kind)[field].default)


def _constant(function: object, name: str) -> str:
    """Return the value of a constant, unless it is open itself; a default that depends on others is dots."""
    if name == "NOTHING":
        return "..."
    module = sys.modules[str(function.__module__)]
    return name if name in granada_rules.__all__ else _written(getattr(module, name))


def _written(value: object) -> str:
    """Return a value as one would type it."""
    short = {"GRANADA": granada_rules.GRANADA, "Purse()": Purse(), "Show()": draw.Show()}
    return next((name for name, known in short.items() if value == known), repr(value))


def _short(name: re.Match[str]) -> str:
    return (
        homes()
        .get(name[0], name[0])
        .removeprefix(f"{PACKAGE}.")
        .removeprefix("collections.abc.")
        .removeprefix("st.")
    )


def docstring(_app: Sphinx, what: str, name: str, _thing: object, _options: object, lines: list[str]) -> None:
    """Take what a value says from where it is defined; link clauses, and names of the front."""
    if what == "data":
        lines[:] = said(name)
    lines[:] = [line if is_example else _LINKED.sub(_linked, line) for line, is_example in _marked(lines)]


def _marked(lines: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Yield lines, and whether each is of an example, which ends with a blank line."""
    is_example = False
    for line in lines:
        is_example = bool(line.strip()) and (is_example or line.lstrip().startswith(">>> "))
        yield line, is_example


def said(name: str) -> list[str]:
    """Return what a module says below a value that it defines."""
    return _said().get(name.rpartition(".")[2], [])


@cache
def _said() -> dict[str, list[str]]:
    """Return what the modules of the package say below the values that they define."""
    homes()  # loads those that wait until somebody wants them
    found: dict[str, list[str]] = {}
    for module in sorted(name for name in sys.modules if name.startswith(f"{PACKAGE}.")):
        for (owner, name), lines in ModuleAnalyzer.for_module(module).find_attr_docs().items():
            if not owner:
                found.setdefault(name, lines)
    return found


def _linked(found: re.Match[str]) -> str:
    if found["id"]:
        return f":ref:`{found['id']} <{found['id']}>`"
    return f":py:obj:`{found['code']}`" if found["code"] in granada_rules.__all__ else found[0]
