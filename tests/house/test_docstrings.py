"""The examples in docstrings: each runs and gives what it says."""

from __future__ import annotations

import doctest
import inspect
import pkgutil
from importlib import import_module
from typing import Any

import pytest

import granada_rules
from granada_rules import draw, moats, notation, placement, records, scoring, testing

MODULES = sorted(
    name
    for _, name, _ in pkgutil.walk_packages(granada_rules.__path__, "granada_rules.")
    if not name.endswith("__main__")
)


def examples(module: str) -> list[doctest.DocTest]:
    """Return the docstrings of a module that have examples."""
    finder = doctest.DocTestFinder(exclude_empty=True)
    return [found for found in finder.find(import_module(module)) if found.examples]


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings_are_right(module: str) -> None:
    runner = doctest.DocTestRunner(verbose=False)
    report: list[str] = []
    for example in examples(module):
        runner.run(example, out=report.append)
    assert "".join(report) == ""


PROMISED = (granada_rules, draw, moats, notation, placement, records, scoring, testing)

WITHOUT = {
    # It returns a text of several lines, which the pages show.
    granada_rules.general_ruling,
    # They look at the stream and the environment of the caller.
    *(draw.wants_ascii, draw.wants_colour),
    # Their page shows how to use strategies; what they draw is chance.
    *(testing.cards, testing.cells, testing.cities, testing.edges, testing.events, testing.faces),
    *(
        testing.hut_sets,
        testing.layouts,
        testing.legal_events,
        testing.names,
        testing.positions,
        testing.purses,
        testing.rulesets,
    ),
    testing.tile_sets,
    # Their page shows a whole service.
    *(testing.assert_refuses, testing.assert_restores, testing.assert_sends_no_secrets),
}
"""Functions that need no example."""


def promised() -> set[Any]:
    """Return the functions that the package promises."""
    return {
        function
        for module in PROMISED
        for name in module.__all__
        if inspect.isfunction(function := getattr(module, name))
    }


def test_every_promised_function_has_an_example_except_a_few() -> None:
    lacking = {function for function in promised() if ">>> " not in (function.__doc__ or "")}
    assert {function.__name__ for function in lacking ^ WITHOUT} == set()


def test_the_main_methods_have_an_example() -> None:
    named = {
        example.name.removeprefix("granada_rules.") for module in MODULES for example in examples(module)
    }
    assert named >= {
        *("box.tile_set.TileSet.of", "box.tile_set.TileSet.parse", "box.ruleset.Ruleset"),
        *("box.money.Purse.payments", "box.money.Purse.takings", "city.city.City.of"),
        *("game.game.Game.from_position", "records.games.GameRecord.of"),
    }
