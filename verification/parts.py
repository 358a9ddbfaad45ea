"""The parts of the long verification, split into portions that run in any process."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar, final

import attrs

from tests.helpers import fillings
from tests.helpers.combinations import combinations, missed, play
from tests.helpers.written_down import rarely_seen, write_down
from tests.oracle import (
    compare_actions,
    compare_cities,
    compare_games,
    compare_scorings,
    compare_worlds,
    test_oracle_alhambra,
    test_oracle_both,
    test_oracle_games,
    test_oracle_modules,
)
from tests.oracle.bridge import Difference
from tests.oracle.switched_off import SWITCHED_OFF, WATCHED, difference, noticed, rules
from tests.oracle.test_oracle_actions import CASES, FEWEST
from tests.oracle.test_oracle_cities import FEWEST_CITIES, FEWEST_SCORINGS
from verification import ROOT
from verification.fuzz import LAWS
from verification.misreadings import misreadings, survives
from verification.mutation import TESTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tests.helpers.combinations import Combination
    from tests.oracle.switched_off import Comparison, Rule, SwitchedOff
    from verification.misreadings import Misreading

OTHER_LAWS = ("testing/test_printed.py", "play/test_chance.py")
"""Property tests outside ``tests/property``."""

_SAMPLED = re.compile(
    r"pytest\.mark\.thorough|^from tests\.helpers\.samples import .*\b(every|fewer)\b", re.MULTILINE
)
LAW_FILES = sorted(
    {
        *(ROOT / "tests" / "property").glob("test_*.py"),
        *(ROOT / "tests" / name for name in OTHER_LAWS),
        *(path for path in ROOT.glob("tests/*/test_*.py") if _SAMPLED.search(path.read_text("utf-8"))),
    }
)
"""Property tests, and whatever ordinary tests try only a part of."""

PORTION = 50
"""How many cases of a comparison a portion has."""

GAMES = 20
"""How many random games a portion has."""

Thing = TypeVar("Thing")


class Part(Protocol):
    """A part of the verification."""

    def portions(self, cases: int) -> int:
        """Return the number of portions, given the number of cases of each comparison."""

    def work(self, portion: int, seed: int) -> Counter[str]:
        """Do a portion; return what was seen how often. Raises ``AssertionError`` if anything is wrong."""

    def missing(self, seen: Counter[str], portions: int) -> Iterator[str]:
        """Yield what was not seen often enough in that many portions."""

    def seeds(self, portions: Sequence[int], seed: int) -> str:
        """Describe the seeds used, if any."""


@final
@attrs.frozen
class Compared:
    """Generated cases, put to the package and to the oracle."""

    compare: Comparison
    fewest: Mapping[str, int]
    """How often each thing has to be seen in ``sample`` cases."""
    sample: int

    def portions(self, cases: int) -> int:
        """Round up."""
        return -(-cases // PORTION)

    def work(self, portion: int, seed: int) -> Counter[str]:
        """Compare ``PORTION`` cases; each has its own seed."""
        seen: Counter[str] = Counter()
        for number in range(seed + portion * PORTION, seed + (portion + 1) * PORTION):
            try:
                seen += self.compare(Random(number))  # noqa: S311 - it only has to repeat
            except Difference as difference:
                raise AssertionError(f"seed {number}: {difference}") from None
            except Exception as error:
                raise AssertionError(f"seed {number}: {type(error).__name__}: {error}") from error
        return seen

    def missing(self, seen: Counter[str], portions: int) -> Iterator[str]:
        """Yield what was seen less than half as often, per case, as the tests expect."""
        for what, fewest in self.fewest.items():
            wanted = fewest * portions * PORTION // (2 * self.sample)
            # Fewer cases may miss something rare by chance.
            if seen[what] < wanted and portions * PORTION >= self.sample:
                yield f"{what}: expected {wanted}, seen {seen[what]}"

    def seeds(self, portions: Sequence[int], seed: int) -> str:
        """Each case has its own seed."""
        numbers = [seed + PORTION * portion for portion in portions]
        return f"Seeds {min(numbers)} to {max(numbers) + PORTION - 1}" if numbers else ""


@final
@attrs.frozen
class Each(Generic[Thing]):
    """A list of things, one portion each."""

    things: Sequence[Thing]
    attempt: Callable[[Thing, int], Counter[str]]
    """Tries a thing with a seed."""
    seeded: str = ""
    """Describes the seeds, if any are used."""

    def portions(self, _cases: int) -> int:
        """One for each thing, whatever the number of cases."""
        return len(self.things)

    def work(self, portion: int, seed: int) -> Counter[str]:
        """Try one thing."""
        return self.attempt(self.things[portion], seed)

    def missing(self, _seen: Counter[str], _portions: int) -> Iterator[str]:
        """Nothing is missing: each thing was tried."""
        yield from ()

    def seeds(self, _portions: Sequence[int], seed: int) -> str:
        """Fill in the seed."""
        return self.seeded.format(seed=seed)


@final
@attrs.frozen
class Played:
    """Random games, one for each case: every combination of game, modules, options and number of players."""

    play: Callable[[Combination, Random], Counter[str]]
    """Plays a game and looks at it."""
    rare: Callable[[Counter[str], int], Iterator[str]]
    """Says what was not seen often enough in the first so many games."""

    def portions(self, cases: int) -> int:
        """Round up."""
        return -(-cases // GAMES)

    def work(self, portion: int, seed: int) -> Counter[str]:
        """Play ``GAMES`` games; which ones does not depend on the seed."""
        seen: Counter[str] = Counter()
        every = combinations()
        for number in range(portion * GAMES, (portion + 1) * GAMES):
            combination = every[number % len(every)]
            try:
                seen += self.play(combination, Random(seed + number))  # noqa: S311 - it only has to repeat
            except Exception as error:
                where = f"game {number} with seed {seed + number}, {combination}, {combination.ruleset}"
                raise AssertionError(f"{where}: {type(error).__name__}: {error}") from error
        return seen

    def missing(self, seen: Counter[str], portions: int) -> Iterator[str]:
        """Yield which combination, or which event of a module, is missing."""
        return self.rare(seen, portions * GAMES)

    def seeds(self, portions: Sequence[int], seed: int) -> str:
        """Each game has its own seed."""
        numbers = [seed + GAMES * portion for portion in portions]
        return f"Seeds {min(numbers)} to {max(numbers) + GAMES - 1}" if numbers else ""


MOST_SEEDS = 300
"""How many cases may pass before a missing rule of the oracle is noticed."""

FUZZING, TIMES = 60, 10
"""How many seconds a target is fuzzed at a time, and how many times."""


def rule_is_missed(rule: Rule, seed: int) -> Counter[str]:
    """Leave out a rule of the oracle; a comparison has to notice."""
    if difference([rule], WATCHED[rule.program], range(seed, seed + MOST_SEEDS)) is None:
        raise AssertionError(f"no comparison notices that this rule is missing: {rule}")
    return Counter({f"rules of {rule.program} left out and missed": 1})


def clause_is_missed(off: SwitchedOff, seed: int) -> Counter[str]:
    """Switch off a clause in the oracle; a comparison has to notice."""
    noticed(off, range(seed, seed + MOST_SEEDS))
    return Counter({"clauses switched off and missed": 1})


def misreading_is_noticed(misreading: Misreading, _seed: int) -> Counter[str]:
    """Misread the rules in a copy of the package; the named test has to notice."""
    if survives(misreading):
        raise AssertionError(f"{misreading.test} passes with the misreading: {misreading.name}")
    return Counter({"misreadings noticed": 1})


def passed(*program: str) -> str:
    """Run a module in its own process; return what it printed. Raises ``AssertionError`` if it fails."""
    run = subprocess.run(  # noqa: S603 - this interpreter
        [sys.executable, "-m", *program], capture_output=True, text=True, check=False
    )
    if run.returncode:
        raise AssertionError(f"{' '.join(program)}: {run.stdout[-3000:]}{run.stderr[-3000:]}")
    return run.stdout + run.stderr


def world_is_compared(world: compare_worlds.World, _seed: int) -> Counter[str]:
    """Compare all cities of a small world."""
    return compare_worlds.explore(world)


def fuzzed(fuzzing: tuple[str, int], seed: int) -> Counter[str]:
    """Fuzz a target for ``FUZZING`` seconds, each time with another seed."""
    target, number = fuzzing
    told = passed("verification.fuzz", target, "--seconds", str(FUZZING), "--seed", str(seed + 1 + number))
    counts = dict(re.findall(r"stat::(\w+): +(\d+)", told))
    return Counter(
        {
            f"inputs for {target}": int(counts["number_of_executed_units"]),
            f"inputs for {target} that reached new code": int(counts["new_units_added"]),
        }
    )


def laws_hold(module: str, seed: int) -> Counter[str]:
    """Try the laws of a module with many more examples than in the tests."""
    options = ("-q", "-p", "no:cacheprovider", "-m", "thorough or not thorough")
    profile = ("--hypothesis-profile=thorough", f"--hypothesis-seed={seed}")
    told = passed("pytest", *options, *profile, module)
    return Counter({"laws tried thoroughly": int(re.findall(r"(\d+) passed", told)[-1])})


FIGURES = re.compile(r"(\d+) (mutants|killed|of them out of time|survivors)\b")


def mutants_are_noticed(module: str, _seed: int) -> Counter[str]:
    """Mutate a module; each mutant that is not in the reviewed list has to be noticed.

    Starts afresh, because the tests may have changed.
    """
    told = passed("verification.mutation", "--afresh", "--jobs", "1", module)
    *_, figures = told.splitlines()
    return Counter({f"mutants: {what}": int(number) for number, what in FIGURES.findall(figures)})


RULES = [rule for program in WATCHED for rule in rules(program)]
FUZZED = [(target, number) for number in range(TIMES) for target in sorted(LAWS)]
FROM_SEED = f"Seeds from {{seed}} on, {MOST_SEEDS} at most"

PARTS: dict[str, Part] = {
    "cities": Compared(compare_cities.compare, FEWEST_CITIES, 500),
    "scorings": Compared(compare_scorings.compare, FEWEST_SCORINGS, 400),
    "actions": Compared(compare_actions.compare, FEWEST, CASES),
    "games": Compared(compare_games.compare, test_oracle_games.FEWEST, test_oracle_games.CASES),
    **{
        f"alhambra-{name}": Compared(compare, fewest, cases)
        for name, (compare, fewest, cases) in test_oracle_alhambra.SAMPLES.items()
    },
    **{
        f"both-{name}": Compared(compare, fewest, cases)
        for name, (compare, fewest, cases) in test_oracle_both.SAMPLES.items()
    },
    **{
        f"modules-{name}": Compared(compare, fewest, cases)
        for name, (compare, fewest, cases) in test_oracle_modules.SAMPLES.items()
    },
    "fillings": Compared(fillings.compare, fillings.FEWEST, fillings.CASES),
    "combinations": Played(play, missed),
    "positions": Played(write_down, rarely_seen),
    "worlds": Each(compare_worlds.WORLDS, world_is_compared),
    "rules": Each(RULES, rule_is_missed, FROM_SEED),
    "clauses": Each(SWITCHED_OFF, clause_is_missed, FROM_SEED),
    "misreadings": Each(misreadings(), misreading_is_noticed),
    "fuzz": Each(FUZZED, fuzzed, f"Each {TIMES} times {FUZZING} seconds, seeds from {{seed}} + 1 on"),
    "laws": Each([str(path) for path in LAW_FILES], laws_hold, "Seed {seed}"),
    "mutants": Each(sorted(TESTS), mutants_are_noticed),
}
