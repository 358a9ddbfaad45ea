"""Mutation testing: every mutant of a module has to make a test fail.

``python -m verification.mutation [module ...]`` tries the mutants that were not killed before, and fails if
one survives that is not in the reviewed list, ``survivors.toml``. Killed mutants are remembered in
``build/mutation`` as long as their function stays the same; after removing or weakening a test use
``--afresh``. ``--reviewed`` also tries the mutants of the list, which have to survive.

Package and tests are copied first; no mutant is ever written to a file.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import sys
import time
import tomllib
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from verification import ROOT
from verification.mutants import Mutant, mutants
from verification.trials import KILLED, OUT_OF_TIME, SURVIVED, TESTS, clocked, judged

if TYPE_CHECKING:
    from collections.abc import Container

    from verification.mutants import Change

__all__ = ["TESTS", "compared", "reviewed", "wanted"]

REVIEWED = Path(__file__).with_name("survivors.toml")
MEMORY = ROOT / "build" / "mutation"
NEEDED = ("src", "tests", "examples", "docs", "pyproject.toml")

FUNCTIONS = {
    "game/game.py": r"((View|view)\b.*)?",
    "position/checks/sheets.py": "_rank|_barriers|_majorities|_majorities_of|_shared|_wrong_shares|_is_tie",
    "position/checks/table.py": r"(?!marker|display|points).*",
}
"""The functions that are mutated, ``""`` for statements outside functions; in other modules all are."""


def wanted(module: str, source: str) -> list[Mutant]:
    """Return the mutants of a module to try."""
    functions = re.compile(FUNCTIONS.get(module, ".*"))
    return [mutant for mutant in mutants(source) if functions.fullmatch(mutant.function)]


def survivors_of(
    module: str, source: str, memory: Path, jobs: int, known: Container[Change]
) -> tuple[dict[str, int], list[Mutant]]:
    """Try the mutants of a module that are not known to survive; return the figures and all survivors."""
    made = wanted(module, source)
    if not made:
        sys.exit(f"{module}: no mutants")
    killed: dict[str, int] = json.loads(memory.read_text("utf-8")) if memory.exists() else {}
    survivors = [mutant for mutant in made if mutant.change in known and mutant.key not in killed]
    ahead = [mutant for mutant in made if mutant.key not in killed and mutant.change not in known]
    say(f"{module}: {len(made)} mutants, {len(ahead)} to try")
    clock = clocked(module, source)
    begun = time.monotonic()
    for number, (mutant, ending) in enumerate(judged(module, ahead, clock, jobs), 1):
        if ending == SURVIVED:
            survivors.append(mutant)
            say(f"  survives: {mutant}")
        elif ending in KILLED:
            killed[mutant.key] = ending
        else:
            sys.exit(f"{module}: no verdict ({ending}) on {mutant}")
        if number % 20 == 0 or number == len(ahead):
            memory.write_text(json.dumps(killed), "utf-8")
            say(f"  {module} {number}/{len(ahead)}, {time.monotonic() - begun:.0f} s")
    endings = [killed[mutant.key] for mutant in made if mutant.key in killed]
    figure = {
        "mutants": len(made),
        "killed": len(endings),
        "of them out of time": sum(ending in OUT_OF_TIME for ending in endings),
        "survivors": len(survivors),
    }
    return figure, survivors


def say(line: str) -> None:
    """Print progress."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def reviewed(module: str) -> Counter[Change]:
    """Return the reviewed survivors of a module."""
    groups = tomllib.loads(REVIEWED.read_text("utf-8")).get("survivors", [])
    return Counter(
        (group["function"], before, after)
        for group in groups
        if group["module"] == module
        for before, after in group["changes"]
    )


def compared(module: str, survivors: list[Mutant]) -> int:
    """Compare the survivors with the reviewed list, print each difference, and return how many there are."""
    found = Counter(mutant.change for mutant in survivors)
    known = reviewed(module)
    for what, changes in (("not reviewed", found - known), ("reviewed, but no survivor", known - found)):
        for function, before, after in changes.elements():
            say(f"{what}: {module} {function}: {before!r} -> {after!r}")
    return (found - known).total() + (known - found).total()


def main() -> None:
    """Try the modules given, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*", metavar="module", help=f"of {' '.join(TESTS)}")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--afresh", action="store_true", help="forget which mutants were killed before")
    parser.add_argument("--reviewed", action="store_true", help="also try the reviewed survivors")
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
        # Tests are imported from the copy too: none is loaded yet.
        sys.path[:0] = [str(Path(folder, "src")), folder]
        for module in given.modules or TESTS:
            memory = MEMORY / f"{module.replace('/', '-')}.json"
            if given.afresh:
                memory.unlink(missing_ok=True)
            source = Path("src", "granada_rules", module).read_text("utf-8")
            known = () if given.reviewed else reviewed(module)
            figures[module], survivors = survivors_of(module, source, memory, given.jobs, known)
            problems += compared(module, survivors)
    record = MEMORY / "figures.json"
    before = json.loads(record.read_text("utf-8")) if record.exists() else {}
    record.write_text(json.dumps(before | figures, indent=1), "utf-8")
    for module, figure in figures.items():
        say(f"{module}: " + ", ".join(f"{number} {what}" for what, number in figure.items()))
    sys.exit(f"{problems} to look at" if problems else 0)


if __name__ == "__main__":
    main()
