"""Mutation testing: of each module every mutant is tried, and some test has to fail.

``python -m tests.mutation [module …]`` tries those that no test has failed with before, and fails if one
survives that is not in the reviewed list, ``survivors.toml``. Those that a test failed with are remembered
under ``build/mutation``; whoever takes away or weakens a test begins afresh (``--afresh``).

The package and the tests are copied first. A mutant never gets into a file: for each of them this process,
which has loaded the tools but not the package, is forked, and finds the changed module when it imports it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import signal
import sys
import time
import tomllib
from collections import Counter
from importlib.abc import MetaPathFinder, SourceLoader
from importlib.util import spec_from_loader
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import attrs
import hypothesis
import pytest

import tests
from tests.mutants import Mutant, mutants

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

ROOT = Path(__file__).parent.parent
REVIEWED = Path(__file__).with_name("survivors.toml")
MEMORY = ROOT / "build" / "mutation"
NEEDED = ("src", "tests", "examples", "pyproject.toml")

Stages = tuple[tuple[str, ...], ...]

_GAMES = ("test_turn.py", "test_placing.py", "test_rebuilding.py", "test_end.py", "test_setup.py")
_RULEBOOK = ("rulebook/test_examples.py",)
_ROADS = ("property/test_two_roads.py", "property/test_chance.py", "property/test_order_of_actions.py")
TESTS: dict[str, Stages] = {
    "moats.py": (("test_moats.py", "rulebook/test_scoring.py"), ("property/test_moats.py",)),
    "scoring.py": (("test_scoring.py", "rulebook/test_scoring.py"), ("property/test_scoring.py",)),
    "money.py": (("test_money.py", "property/test_money.py"), _RULEBOOK, _GAMES),
    "setup.py": (("test_setup.py",), _RULEBOOK, ("test_end.py",)),
    "placement.py": (
        ("test_placement.py", "rulebook/test_building.py"),
        ("property/test_placement.py",),
        ("test_rebuilding.py",),
    ),
    "game.py": (("test_setup.py",), ("test_turn.py", "test_end.py"), ("property/test_secrets.py",)),
    "play/applying.py": (_RULEBOOK, _GAMES, ("property/test_chance.py",)),
    "play/chances.py": (("test_setup.py",), _GAMES, ("property/test_chance.py",)),
    "play/draft.py": (_RULEBOOK, _GAMES),
    "play/judging.py": (_RULEBOOK, _GAMES, _ROADS),
    "play/listing.py": (_RULEBOOK, _GAMES, _ROADS),
}
"""For each module the tests that judge it, the quickest first; what passes a stage goes on to the next."""

VIEWS = re.compile(r"((Table|View|view)\b.*)?")
"""What of ``game.py`` is mutated: what is public, what a seat may know, and what stands in no function."""

SURVIVED, NOT_LOADED = 0, 70
OUT_OF_TIME = frozenset({-signal.SIGVTALRM, -signal.SIGXCPU})
KILLED = OUT_OF_TIME | {
    pytest.ExitCode.TESTS_FAILED,
    pytest.ExitCode.INTERRUPTED,  # a file of tests could not be loaded
    pytest.ExitCode.INTERNAL_ERROR,  # a failure could not even be told
    pytest.ExitCode.USAGE_ERROR,  # the settings of all tests could not be loaded
}
"""How the tests end that noticed something; without a mistake all of them pass."""

LONGEST = 600
"""So many seconds at most for all tests together."""
MEMORY_LIMIT = 1 << 30

hypothesis.settings.register_profile(
    "mutation",
    derandomize=True,
    max_examples=40,
    database=None,
    deadline=None,
    phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
    suppress_health_check=list(hypothesis.HealthCheck),
)


@attrs.define
class Changed(MetaPathFinder, SourceLoader):  # type: ignore[misc] # two of its bases differ in an argument
    """Finds one module with another source than that of its file."""

    name: str
    path: str
    source: str
    is_loaded: bool = False

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find that module and no other."""
        del path, target
        return spec_from_loader(fullname, self, origin=self.path) if fullname == self.name else None

    def get_filename(self, fullname: str) -> str:
        """Return where the module would have been."""
        del fullname
        return self.path

    def get_data(self, path: str) -> bytes:
        """Return the changed source; nothing else is ever asked for."""
        if path != self.path:
            raise OSError(path)
        self.is_loaded = True
        return self.source.encode()


@attrs.define
class Clock:
    """Gives each test five times as long as it took without a mistake, and a second more."""

    before: dict[str, float]
    """By test; of those not named a test takes no time."""
    now: dict[str, float] = attrs.field(factory=dict)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Measure a test, and end the process when its time is over."""
        signal.setitimer(signal.ITIMER_VIRTUAL, 1 + 5 * self.before.get(item.nodeid, 0) if self.before else 0)
        begun = time.process_time()
        result = yield
        self.now[item.nodeid] = time.process_time() - begun
        return result


def fork(module: str, source: str, clock: Clock, measured: Path | None = None) -> int:
    """Run the tests of a module, with that source, in a new process; return its number."""
    child = os.fork()
    if child:
        return child
    # Whatever happens, nothing of it may go on after this.
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
        # Tests have their clock; this is for what is made while they are collected.
        resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST + 5))
        ending = verdict(module, source, clock)
        if measured is not None:
            measured.write_text(json.dumps(clock.now), "utf-8")
        os._exit(ending)
    finally:
        os._exit(NOT_LOADED)


def verdict(module: str, source: str, clock: Clock) -> int:
    """Run the tests of a module with that source in place of its file, here; return how they end."""
    name = f"granada_rules.{module.removesuffix('.py').replace('/', '.')}"
    changed = Changed(name, str(Path("src", "granada_rules", module).resolve()), source)
    sys.meta_path.insert(0, changed)
    sys.dont_write_bytecode = True
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "_hypothesis_pytestplugin"]
    # Hypothesis was loaded before pytest could look at its assertions; nobody needs that.
    options += ["-W", "ignore::pytest.PytestAssertRewriteWarning", "--hypothesis-profile=mutation"]
    for stage in TESTS[module]:
        ending = int(pytest.main([*options, *(f"tests/{name}" for name in stage)], plugins=[clock]))
        if not changed.is_loaded:
            return NOT_LOADED
        if ending != SURVIVED:
            return ending
    return SURVIVED


def judged(module: str, wanted: Sequence[Mutant], clock: Clock, jobs: int) -> Iterator[tuple[Mutant, int]]:
    """Try mutants, several at once, and tell how each ends as soon as it is known."""
    ahead = list(reversed(wanted))
    running: dict[int, Mutant] = {}
    while ahead or running:
        while ahead and len(running) < jobs:
            mutant = ahead.pop()
            running[fork(module, mutant.source, clock)] = mutant
        child, status = os.wait()
        yield running.pop(child), os.waitstatus_to_exitcode(status)


def clocked(module: str, source: str) -> Clock:
    """Measure the tests of a module, which have to pass."""
    measured = Path("measured.json")
    _, status = os.waitpid(fork(module, source, Clock({}), measured), 0)
    if os.waitstatus_to_exitcode(status) != SURVIVED:
        sys.exit(f"{module}: its tests do not pass, or never load it")
    return Clock(json.loads(measured.read_text("utf-8")))


def wanted(module: str, source: str) -> list[Mutant]:
    """Return the mutants of a module that are to be tried."""
    made = mutants(source)
    return [mutant for mutant in made if module != "game.py" or VIEWS.fullmatch(mutant.function) is not None]


def survivors_of(module: str, source: str, memory: Path, jobs: int) -> tuple[int, list[Mutant]]:
    """Try all mutants of a module; return how many there are, and those that survive."""
    tried = wanted(module, source)
    if not tried:
        sys.exit(f"{module}: no mutants")
    killed = set(json.loads(memory.read_text("utf-8"))) if memory.exists() else set()
    ahead = [mutant for mutant in tried if mutant.key not in killed]
    say(f"{module}: {len(tried)} mutants, {len(ahead)} to try")
    clock = clocked(module, source)
    survivors, begun = [], time.monotonic()
    for number, (mutant, ending) in enumerate(judged(module, ahead, clock, jobs), 1):
        if ending == SURVIVED:
            survivors.append(mutant)
            say(f"  survives: {mutant}")
        elif ending in KILLED:
            killed.add(mutant.key)
        else:
            sys.exit(f"{module}: no verdict ({ending}) on {mutant}")
        if number % 20 == 0 or number == len(ahead):
            memory.write_text(json.dumps(sorted(killed)), "utf-8")
            say(f"  {module} {number}/{len(ahead)}, {time.monotonic() - begun:.0f} s")
    return len(tried), survivors


def say(line: str) -> None:
    """Show progress."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def reviewed(module: str) -> Counter[tuple[str, str, str]]:
    """Return the mutants of a module that are known to change nothing: function, before and after."""
    groups = tomllib.loads(REVIEWED.read_text("utf-8")).get("survivors", [])
    return Counter(
        (group["function"], before, after)
        for group in groups
        if group["module"] == module
        for before, after in group["changes"]
    )


def compared(module: str, survivors: list[Mutant]) -> int:
    """Compare the survivors with the reviewed list, tell each difference, and return how many there are."""
    found = Counter((mutant.function, mutant.before, mutant.after) for mutant in survivors)
    known = reviewed(module)
    for what, changes in (("not reviewed", found - known), ("reviewed, but no survivor", known - found)):
        for function, before, after in changes.elements():
            say(f"{what}: {module} {function}: {before!r} -> {after!r}")
    return (found - known).total() + (known - found).total()


def main() -> None:
    """Try the modules that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*", metavar="module", help=f"of {' '.join(TESTS)}")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--afresh", action="store_true", help="forget what was found before")
    given = parser.parse_args()
    if unknown := set(given.modules) - set(TESTS):
        parser.error(f"no such module: {' '.join(unknown)}")
    MEMORY.mkdir(parents=True, exist_ok=True)
    figures, problems = {}, 0
    with TemporaryDirectory() as folder:
        for name in NEEDED:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, Path(folder, name))
        os.chdir(folder)
        sys.path[:0] = [str(Path(folder, "src")), folder]
        # The tests too are those of the copy.
        tests.__path__ = [str(Path(folder, "tests"))]
        for module in given.modules or TESTS:
            memory = MEMORY / f"{module.replace('/', '-')}.json"
            if given.afresh:
                memory.unlink(missing_ok=True)
            source = Path("src", "granada_rules", module).read_text("utf-8")
            number, survivors = survivors_of(module, source, memory, given.jobs)
            problems += compared(module, survivors)
            figure = {"mutants": number, "killed": number - len(survivors), "survivors": len(survivors)}
            figures[module] = figure
    record = MEMORY / "figures.json"
    before = json.loads(record.read_text("utf-8")) if record.exists() else {}
    record.write_text(json.dumps(before | figures, indent=1), "utf-8")
    for module, figure in figures.items():
        say(f"{module}: " + ", ".join(f"{number} {what}" for what, number in figure.items()))
    sys.exit(f"{problems} to look at" if problems else 0)


if __name__ == "__main__":
    main()
