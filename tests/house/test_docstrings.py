"""The examples in docstrings: each runs and gives what it says."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

import granada_rules

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


def test_the_main_functions_have_an_example() -> None:
    named = {
        example.name.removeprefix("granada_rules.") for module in MODULES for example in examples(module)
    }
    assert named >= {
        *("tile_set.TileSet.of", "tile_set.TileSet.parse", "money.Purse.payments", "money.Purse.takings"),
        *("moats.longest_moat", "placement.legal_cells", "placement.violations", "placement.why_not"),
        *("ruleset.Ruleset", "scoring.score", "scoring.standings", "setup.setup"),
    }
