"""The two roads to legality are separate: what lists never asks what judges, nor the other way round."""

from __future__ import annotations

import ast
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import granada_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAY = Path(granada_rules.__file__).parent / "play"

LISTS = {
    "legal_cells",
    "removable_cells",
    "exchangeable_cells",
    "payments",
    "takings",
    "chance",
    "ways",
    "way",
}
"""What generates: cells, payments, draws."""

JUDGES = {"violations", "why_not", "check", "judge", "missing_from"}
"""What judges: cities, events, cards."""


def functions(sources: list[str]) -> dict[str, set[str]]:
    """Return the functions of some modules, each with the names that it uses."""
    return {
        node.name: {
            name.id if isinstance(name, ast.Name) else name.attr
            for name in ast.walk(node)
            if isinstance(name, ast.Name | ast.Attribute)
        }
        for source in sources
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef)
    }


def reached(name: str, known: dict[str, set[str]]) -> set[str]:
    """Return every name that a function uses, itself or by way of others."""
    found: set[str] = set()
    ahead = [name]
    while ahead:
        for used in known[ahead.pop()] - found:
            found.add(used)
            if used in known:
                ahead.append(used)
    return found


def strays(sources: list[str]) -> Iterator[str]:
    """Yield where one road leads to the other."""
    known = functions(sources)
    for name in known:
        uses = reached(name, known)
        if name.startswith("legal_") and name != "legal_actions":
            wrong = {used for used in uses if used.startswith("wrong_")} | uses & JUDGES
        elif name.startswith("wrong_") or name in {"check", "judge"}:
            wrong = {used for used in uses if used.startswith("legal_")} | uses & LISTS
        else:
            continue
        yield from (f"{name} uses {used}" for used in sorted(wrong))


def sources() -> list[str]:
    return [path.read_text("utf-8") for path in sorted(PLAY.rglob("*.py"))]


def test_neither_road_asks_the_other() -> None:
    known = functions(sources())
    for road in ("legal_", "wrong_", "do_"):
        assert sum(name.startswith(road) for name in known) >= 10
    assert list(strays(sources())) == []


@pytest.mark.parametrize(
    ("source", "stray"),
    [
        ("def legal_x(): return wrong_x()", "legal_x uses wrong_x"),
        ("def legal_x(): return _own()\ndef _own(): return placement.violations", "legal_x uses violations"),
        ("def wrong_x(): return legal_x()", "wrong_x uses legal_x"),
        ("def wrong_x(): return _own()\ndef _own(): return hand.payments()", "wrong_x uses payments"),
        ("def check(): return placement.removable_cells(city)", "check uses removable_cells"),
    ],
)
def test_a_road_that_leads_to_the_other_is_found(source: str, stray: str) -> None:
    assert list(strays([source])) == [stray]


def test_acts_are_written_in_one_order() -> None:
    """What is legal, what is wrong, what it does; then the same of the next one."""
    order = ["legal_", "wrong_", "do_"]
    for path in sorted((PLAY / "acts").glob("*.py")):
        body = ast.parse(path.read_text("utf-8")).body
        names = [node.name for node in body if isinstance(node, ast.FunctionDef)]
        roads = [order.index(road) for name in names for road in order if name.startswith(road)]
        assert all(before <= road or road == 0 for before, road in pairwise(roads)), path.name
