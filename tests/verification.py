"""The parts of the long verification, each cut into portions that any process can do."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar, final

import attrs

from tests.fuzz import LAWS
from tests.misreadings import misreadings, survives
from tests.oracle import comparing_actions, comparing_cities, comparing_scoring, worlds
from tests.oracle.teeth import WATCHED, difference, of_clause, rules
from tests.test_oracle import FEWEST_CITIES, FEWEST_SCORINGS
from tests.test_oracle_actions import CASES, FEWEST

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from granada_rules import Clause
    from tests.misreadings import Misreading
    from tests.oracle.teeth import Comparison, Rule

LAWS_FOLDER = Path(__file__).parent / "property"

PORTION = 50
"""So many cases of a comparison are done at a time."""

Thing = TypeVar("Thing")


class Part(Protocol):
    """A part of the verification."""

    def portions(self, cases: int) -> int:
        """Return in how many portions it is done, if so many cases of each comparison are wanted."""

    def work(self, portion: int, seed: int) -> Counter[str]:
        """Do a portion, and raise if anything is wrong; return what there was to see."""

    def missing(self, seen: Counter[str], cases: int) -> Iterator[str]:
        """Yield what was not seen often enough."""


@final
@attrs.frozen
class Compared:
    """Generated cases before the package and the oracle."""

    compare: Comparison
    fewest: Mapping[str, int]
    """What has to be seen how often, if there are as many cases as in the tests."""
    sample: int

    def portions(self, cases: int) -> int:
        """As many as the cases need."""
        return -(-cases // PORTION)

    def work(self, portion: int, seed: int) -> Counter[str]:
        """Compare some cases; each has a seed of its own."""
        first = seed + portion * PORTION
        return sum((self.compare(Random(number)) for number in range(first, first + PORTION)), Counter())

    def missing(self, seen: Counter[str], cases: int) -> Iterator[str]:
        """Yield what a blind generator would miss."""
        for what, fewest in self.fewest.items():
            if cases >= self.sample and seen[what] < fewest:
                yield f"{what}: seen {seen[what]} times, and {fewest} are wanted"


@final
@attrs.frozen
class Each(Generic[Thing]):
    """A list of things, each tried by itself."""

    things: Sequence[Thing]
    attempt: Callable[[Thing], Counter[str]]

    def portions(self, _cases: int) -> int:
        """One for each thing, whatever is wanted of the comparisons."""
        return len(self.things)

    def work(self, portion: int, _seed: int) -> Counter[str]:
        """Try one thing."""
        return self.attempt(self.things[portion])

    def missing(self, _seen: Counter[str], _cases: int) -> Iterator[str]:
        """Nothing: each was tried."""
        yield from ()


SEEDS = range(300)
"""So many cases at most show that a rule of the oracle is missing."""

FUZZING = 600
"""Seconds for each target."""


def rule_is_missed(rule: Rule) -> Counter[str]:
    """Leave a rule of the oracle out: a comparison has to notice."""
    if difference([rule], WATCHED[rule.program], SEEDS) is None:
        raise AssertionError(f"nothing notices that this is missing: {rule}")
    return Counter({f"rules of {rule.program} left out and missed": 1})


def clause_is_missed(clause: Clause) -> Counter[str]:
    """Switch a clause off in the oracle: a comparison has to notice."""
    comparisons = dict.fromkeys(compare for program in WATCHED for compare in WATCHED[program])
    if difference(of_clause(clause, WATCHED), list(comparisons), SEEDS) is None:
        raise AssertionError(f"nothing notices that {clause} is switched off")
    return Counter({f"{clause} switched off and missed": 1})


def misreading_is_noticed(misreading: Misreading) -> Counter[str]:
    """Misread the rules in a copy of the package: the named test has to notice."""
    if survives(misreading):
        raise AssertionError(f"{misreading.test} passes with the misreading: {misreading.name}")
    return Counter({"misreadings noticed": 1})


def passed(*program: str) -> str:
    """Run a module in a process of its own, which has to end well; return what it printed."""
    run = subprocess.run(  # noqa: S603 - this interpreter
        [sys.executable, "-m", *program], capture_output=True, text=True, check=False
    )
    if run.returncode:
        raise AssertionError(f"{' '.join(program)}: {run.stdout[-3000:]}{run.stderr[-3000:]}")
    return run.stdout + run.stderr


def fuzzed(target: str) -> Counter[str]:
    """Fuzz a target for a long time."""
    told = passed("tests.fuzz", target, "--seconds", str(FUZZING))
    counts = dict(re.findall(r"stat::(\w+): +(\d+)", told))
    return Counter(
        {
            f"inputs for {target}": int(counts["number_of_executed_units"]),
            f"inputs for {target} that led elsewhere": int(counts["new_units_added"]),
        }
    )


def laws_hold(module: str) -> Counter[str]:
    """Try the laws of a module on twenty times as many examples as the tests do."""
    told = passed("pytest", "-q", "-p", "no:cacheprovider", "--hypothesis-profile=thorough", module)
    return Counter({"laws tried thoroughly": int(re.findall(r"(\d+) passed", told)[-1])})


RULES = [rule for program in WATCHED for rule in rules(program)]

PARTS: dict[str, Part] = {
    "cities": Compared(comparing_cities.compare, FEWEST_CITIES, 500),
    "scorings": Compared(comparing_scoring.compare, FEWEST_SCORINGS, 400),
    "actions": Compared(comparing_actions.compare, FEWEST, CASES),
    "worlds": Each(worlds.WORLDS, worlds.explore),
    "rules": Each(RULES, rule_is_missed),
    "clauses": Each(sorted({clause for rule in RULES for clause in rule.clauses}), clause_is_missed),
    "misreadings": Each(misreadings(), misreading_is_noticed),
    "fuzz": Each(sorted(LAWS), fuzzed),
    "laws": Each([str(path) for path in sorted(LAWS_FOLDER.glob("test_*.py"))], laws_hold),
}
