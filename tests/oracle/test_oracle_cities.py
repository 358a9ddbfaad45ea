"""The oracle on cities and scorings: both sides agree, on enough of everything; and it shares nothing."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any

import pytest

from granada_rules import Building, Cell, Cells, City, Edges, Face, Kind, Scoring, moats, placement
from granada_rules import scoring as package_scoring
from granada_rules.box import Box
from tests.helpers import ROOT
from tests.helpers.samples import SHARE, lacking, seen_in
from tests.oracle import bridge, compare_cities, compare_scorings, scoring_facts
from tests.oracle.bridge import Difference, OracleError
from tests.oracle.switched_off import PROGRAMS, rules, survivors
from tests.rulebook.test_scoring import schools

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterator, Mapping
    from random import Random

FEWEST_CITIES = {
    **dict.fromkeys((f"BUILD-{number} kept" for number in range(1, 7)), 200),
    **dict.fromkeys((f"BUILD-{number} broken" for number in range(1, 6)), 50),
    "BUILD-6 broken": 15,
    "holes of several cells": 25,
    "cities with several holes": 3,
    "groups of several tiles out of reach": 100,
    **dict.fromkeys((f"REBUILD-{number} allowed" for number in range(1, 4)), 400),
    **dict.fromkeys((f"REBUILD-{number} refused" for number in range(1, 4)), 1_500),
    "SCORE-4 moats": 100,
    "SCORE-4 several stretches": 60,
    "SCORE-4 rings": 4,
    "SCORE-4 none": 80,
    "SCORE-4 refused": 150,
    "SCORE-5 inner moats": 40,
}

FEWEST_SCORINGS = {
    **dict.fromkeys((f"scoring {letter} regular" for letter in "ABC"), 50),
    **dict.fromkeys((f"scoring {letter} simplified" for letter in "ABC"), 20),
    **{f"SCORE-7 place {place}": least for place, least in ((1, 500), (2, 200), (3, 40))},
    **{f"SIMPLE-1 place {place}": least for place, least in ((1, 200), (2, 80), (3, 10))},
    "SCORE-4 moats": 300,
    "SCORE-4 illegal city": 6,
    "SIMPLE-2 moats": 80,
    "SCORE-6 no tie": 700,
    "SCORE-8 ties": 300,
    "DIRK-4 awards": 150,
    "DIRK-4 most points": 40,
    "END-5 alone": 150,
    "END-5 shared": 80,
}


@pytest.mark.parametrize(
    ("compare", "cases", "fewest"),
    [
        (compare_cities.compare, 500, FEWEST_CITIES),
        (compare_scorings.compare, 400, FEWEST_SCORINGS),
    ],
    ids=["cities", "scorings"],
)
def test_both_sides_agree_and_see_enough_of_every_clause(
    compare: Callable[[Random], Counter[str]], cases: int, fewest: Mapping[str, int]
) -> None:
    assert lacking(seen_in(compare, cases // SHARE), fewest) == {}


def lie(answer: object) -> Callable[..., object]:
    return lambda *_arguments, **_named: answer


@pytest.mark.parametrize(
    ("module", "name", "answer"),
    [
        (placement, "legal_cells", Cells.of([Cell(9, 9)])),
        (placement, "removable_cells", Cells.of([Cell(9, 9)])),
        (placement, "exchangeable_cells", Cells.of([Cell(9, 9)])),
        (placement, "violations", ()),
        (moats, "longest_moat", moats.Moat(())),
        (moats, "outline", ()),
    ],
)
def test_a_wrong_answer_about_cities_is_a_difference(
    monkeypatch: pytest.MonkeyPatch, module: object, name: str, answer: object
) -> None:
    monkeypatch.setattr(module, name, lie(answer))
    with pytest.raises(Difference, match=r"case: .*City\.of\("):
        seen_in(compare_cities.compare, 50)


def test_a_wrong_sheet_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    factors: Any = Box.of(Kind.GRANADA).majorities.points
    monkeypatch.setitem(factors, Scoring.A, dict.fromkeys(Kind.GRANADA.buildings, (2,)))
    with pytest.raises(Difference, match="totals"):
        seen_in(compare_scorings.compare, 50)


def test_a_wrong_final_table_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package_scoring, "standings", lie(()))
    with pytest.raises(Difference, match="final table"):
        seen_in(compare_scorings.compare, 1)


@pytest.mark.parametrize(
    ("program", "comparisons"),
    [
        *(
            (f"{name}.lp", [compare_cities.compare, compare_cities.compare_both])
            for name in ("cities", "witnesses", "moats", "changes")
        ),
        (
            "scoring.lp",
            [
                compare_scorings.compare,
                compare_scorings.compare_alhambra,
                compare_scorings.compare_both,
                compare_scorings.compare_modules,
            ],
        ),
    ],
)
def test_a_rule_cannot_be_left_out(program: str, comparisons: list[Callable[[Random], Counter[str]]]) -> None:
    # The long verification leaves out each of them.
    assert list(map(str, survivors(rules(program)[::9], comparisons, range(120)))) == []


# The oracle by itself: what the books show, and that nothing is overlooked.


def broken(tiles: Mapping[tuple[int, int], str], *more: str) -> set[str]:
    """Return the clauses that the oracle finds broken in a city of tiles with these moats."""
    city = City.of({Cell(*place): (Face(Building.PARK, 2), Edges.parse(wet)) for place, wet in tiles.items()})
    (model,) = bridge.models(["cities.lp"], [*bridge.city("c", city), *more], ["violation/3"])
    return {bridge.clause(clause) for _, clause, _ in model["violation"]}


RING = dict.fromkeys([(1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)], "")


@pytest.mark.parametrize(
    ("tiles", "more", "clauses"),
    [
        ({(1, 0): ""}, ["roof(c,1,0,e)"], {"BUILD-1"}),
        ({(1, 0): "N", (0, 1): "", (1, 1): ""}, [], {"BUILD-2"}),
        ({(1, 0): "E", (2, 0): "W"}, [], {"BUILD-3"}),
        ({(1, 1): ""}, [], {"BUILD-3", "BUILD-4"}),
        (RING, [], {"BUILD-5"}),
        ({(1, 0): ""}, ["moat(c,0,0,e)"], set()),
    ],
    ids=[
        "turned",
        "moat against none",
        "behind a moat",
        "corner",
        "enclosed",
        "BUILD-6: no moat at the start",
    ],
)
def test_the_oracle_judges_the_pictures_of_the_books(
    tiles: Mapping[tuple[int, int], str], more: list[str], clauses: set[str]
) -> None:
    assert broken(tiles, *more) == clauses


@pytest.mark.parametrize(
    ("which", "prices", "points"),
    [
        ("A", [(2, 3, 4), (12, 13), (5, 6)], [7, 0, 0]),
        ("A", [(2, 3, 10), (4, 6, 13), (11, 12)], [0, 8, 0]),
        ("B", [(2, 3, 4, 5), (6, 7, 8), (9, 10)], [18, 9, 0]),
        ("C", [(2, 3, 4, 9), (5, 6, 7, 12), (8, 13)], [20, 30, 10]),
    ],
)
def test_the_oracle_scores_the_examples_of_the_books(
    which: str, prices: list[tuple[int, ...]], points: list[int]
) -> None:
    cities = [schools(*own) for own in prices]
    facts = [*scoring_facts.scored(which, simplified=False), *scoring_facts.built(cities)]
    (model,) = bridge.models(compare_scorings.PROGRAMS, facts, ["total/2"])
    assert model["total"] == set(enumerate(points))


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("reached(C,X2,Y2) :- reached(C,X,Y)", "reached(C,X2,Y2) :- raeched(C,X,Y)"),
        ("outside(C,X,Y) :- empty(C,X,Y)", "outside(C,X,Y) :- emtpy(C,X,Y)"),
        ("wet(C,X,Y,D) :-", "wett(C,X,Y,D) :-"),
        ("not reached(C,X,Y)", "not reached(C,X)"),
        ("reached(C,0,0) :-", "reached(C,0,0 :-"),
        ("reached(C,0,0) :-", "reached(C,0,Z) :-"),
    ],
    ids=["positive", "positive too", "head", "number of arguments", "syntax", "unsafe"],
)
def test_a_misspelt_program_is_an_error(text: str, wrong: str) -> None:
    program = (bridge.FOLDER / "cities.lp").read_text("utf-8")
    assert list(bridge.solve([program], ["violation/3"])) == [{"violation": set()}]
    assert text in program
    with pytest.raises(OracleError):
        list(bridge.solve([program.replace(text, wrong)], ["violation/3"]))


@pytest.mark.parametrize(
    ("facts", "wanted"),
    [(["tlie(c,0,0)"], "violation/3"), (["tile(c,0)"], "violation/3"), ([], "vioaltion/3"), ([], "tile/2")],
)
def test_a_misspelt_question_is_an_error(facts: list[str], wanted: str) -> None:
    with pytest.raises(OracleError):
        list(bridge.models(["cities.lp"], facts, [wanted]))


@pytest.mark.parametrize("program", PROGRAMS)
def test_every_rule_stands_below_a_clause_and_what_it_says(program: str) -> None:
    assert rules(program)
    assert [rule.text for rule in rules(program) if not rule.clauses] == []
    for block in (bridge.FOLDER / program).read_text("utf-8").split("\n\n"):
        # Between the rules of a block comments may go on; the first one begins with a clause.
        if any(rule.text in block for rule in rules(program)):
            assert re.match(r"\n*% ((A-)?[A-Z]+-\d+(, )?)+: \w", block), block


def test_the_documentation_shows_the_rules_as_they_are() -> None:
    page = (ROOT / "docs" / "verification.md").read_text("utf-8")
    shown = [line for line in page.splitlines() if line.startswith("%") or " :- " in line]
    programs = [(bridge.FOLDER / program).read_text("utf-8") for program in PROGRAMS]
    assert shown
    assert [line for line in shown if not any(f"\n{line}\n" in program for program in programs)] == []


# What makes facts knows nothing of the rules.

MAKING_FACTS = {
    "__init__",
    "action_facts",
    "bridge",
    "chance_facts",
    "effect_facts",
    "scoring_facts",
    "world_facts",
}
ASKING_THE_PACKAGE = {
    "compare_actions",
    "compare_chance",
    "compare_cities",
    "compare_effects",
    "compare_favours",
    "compare_games",
    "compare_gifts",
    "compare_modules",
    "compare_scorings",
    "random_cities",
    "random_decisions",
    "random_modules",
    "random_tables",
    "switched_off",
    "plain_actions",
    "compare_worlds",
}

KNOWN = {
    "granada_rules.box": {
        *("AnyCard", "Card", "Cell", "Clause", "Edge", "Edges", "Face", "Kind", "Phase", "Purse", "Tile"),
    },
    "granada_rules.position": {"NotedPlayer", "NotedTile", "Position"},
}
"""The names of the vocabulary and of positions: values, and nothing that judges them."""

TOOLS = {"__future__", "attrs", "clingo", "collections", "functools", "itertools", "pathlib", "re", "typing"}
"""What else may be imported; nothing with which a module could be had by its name."""

MAKERS = {f"tests.oracle.{name}" for name in MAKING_FACTS}


def imports(source: str) -> Iterator[tuple[str, str]]:
    """Yield what a module imports, also what is only for types: the module, and each name or nothing."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield from ((module, alias.name) for alias in node.names)
        elif isinstance(node, ast.Name) and node.id in {"__import__", "__builtins__", "eval", "exec", "vars"}:
            yield node.id, ""


def is_strange(module: str, name: str) -> bool:
    """Tell whether what makes facts should not import that."""
    if module == "tests.oracle":
        return f"{module}.{name}" not in MAKERS
    return not (name in KNOWN.get(module, ()) or module in MAKERS or module.partition(".")[0] in TOOLS)


def strange_imports(source: str) -> list[tuple[str, str]]:
    """Return what a module that makes facts should not import."""
    return sorted({(module, name) for module, name in imports(source) if is_strange(module, name)})


def test_every_module_of_the_oracle_makes_facts_or_compares() -> None:
    modules = {str(path.relative_to(bridge.FOLDER).with_suffix("")) for path in bridge.FOLDER.rglob("*.py")}
    tests = {module for module in modules if module.startswith("test_")}
    assert modules - tests == MAKING_FACTS | ASKING_THE_PACKAGE


@pytest.mark.parametrize("module", sorted(MAKING_FACTS))
def test_what_makes_facts_imports_the_vocabulary_and_positions_only(module: str) -> None:
    assert strange_imports((bridge.FOLDER / f"{module}.py").read_text("utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "import granada_rules",
        "import granada_rules.position",
        "from granada_rules import City",
        "from granada_rules import position",
        "from granada_rules.placement import violations",
        "from granada_rules.position import validate",
        "from granada_rules.position import *",
        "from granada_rules.box.money import payments",
        "def f():\n    import granada_rules.city",
        "import importlib",
        "from importlib import import_module",
        "import sys",
        "import pkgutil",
        "rules = __import__('granada_rules')",
        "eval('1')",
        "from tests.helpers import plain",
        "from . import compare_cities",
        "from tests.oracle import compare_cities",
        "from tests.oracle.random_cities import any_city",
    ],
)
def test_an_import_of_the_rules_is_found(source: str) -> None:
    assert strange_imports(source)
