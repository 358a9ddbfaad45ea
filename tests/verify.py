"""The long verification: ``python -m tests.verify`` compares, enumerates, misreads and fuzzes.

All work is cut into portions, which processes share. What is done is kept in ``build/verification.json``, so
a run that was stopped goes on where it was; if the package or the tests have changed since, it begins anew.
What was compared, how often and with which seeds is written to ``build/verification.md``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import os
import platform
import sys
import time
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

import attrs

from tests.verification import PARTS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Future

ROOT = Path(__file__).parent.parent
STATE, REPORT = ROOT / "build" / "verification.json", ROOT / "build" / "verification.md"


def sources() -> str:
    """Return a digest of the package and of everything that judges it."""
    chain_of = hashlib.sha256()
    for folder in ("src", "tests"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in {".py", ".lp", ".toml"}:
                chain_of.update(path.read_bytes())
    return chain_of.hexdigest()[:16]


@final
@attrs.define
class Done:
    """What of a part is done."""

    portions: list[int] = attrs.field(factory=list)
    seconds: float = 0.0
    seen: Counter[str] = attrs.field(factory=Counter, converter=Counter)


@final
@attrs.define
class Progress:
    """What is done of all parts, with what, and what went wrong."""

    seed: int
    sources: str = attrs.field(factory=sources)
    parts: dict[str, Done] = attrs.field(factory=dict)
    failures: list[str] = attrs.field(factory=list)

    @classmethod
    def kept(cls, seed: int) -> Progress:
        """Return what an earlier run kept, if it was of the same sources and seed."""
        progress = cls(seed)
        if STATE.exists():
            kept: dict[str, Any] = json.loads(STATE.read_text("utf-8"))
            if (kept["sources"], kept["seed"]) == (progress.sources, seed):
                progress.parts = {name: Done(**done) for name, done in kept["parts"].items()}
        return progress

    def keep(self) -> None:
        """Write down what is done; at no moment is there half a file."""
        STATE.parent.mkdir(exist_ok=True)
        beside = STATE.with_suffix(".new")
        beside.write_text(json.dumps(attrs.asdict(self)), "utf-8")
        beside.replace(STATE)
        REPORT.write_text(self.report(), "utf-8")

    def report(self) -> str:
        """Say what was done, how often, and with which seeds."""
        tools = f"Python {platform.python_version()}, clingo {version('clingo')}"
        lines = ["# Verification", "", f"{tools}, sources {self.sources}, first seed {self.seed}.", ""]
        for name, done in self.parts.items():
            lines += [
                f"## {name}",
                "",
                f"{len(done.portions)} portions, {done.seconds:.0f} s of one core.",
                "",
            ]
            lines += ["| what | how often |", "|---|---:|"]
            lines += [f"| {what} | {number:,} |" for what, number in sorted(done.seen.items())] + [""]
        lines += ["## What went wrong", "", *(self.failures or ["Nothing."]), ""]
        return "\n".join(lines)


def work(part: str, portion: int, seed: int) -> tuple[Counter[str], float]:
    """Do one portion; return what there was to see, and how many seconds it took."""
    begin = time.perf_counter()
    seen = PARTS[part].work(portion, seed)
    return seen, time.perf_counter() - begin


def portions(names: list[str], cases: int) -> Iterator[tuple[str, int]]:
    """Yield all portions: of each part one after the other, so that all go forward together."""
    lists = [iter([(name, number) for number in range(PARTS[name].portions(cases))]) for name in names]
    while lists:
        step = [next(each, None) for each in lists]
        yield from (each for each in step if each is not None)
        lists = [each for each, found in zip(lists, step, strict=True) if found is not None]


def told(progress: Progress, names: list[str], cases: int) -> None:
    """Say how far it is."""
    far = (f"{name} {len(progress.parts[name].portions)}/{PARTS[name].portions(cases)}" for name in names)
    end = "\r" if sys.stderr.isatty() else "\n"
    sys.stderr.write(f"{'  '.join(far)}{end}")
    sys.stderr.flush()


def run(progress: Progress, names: list[str], cases: int, minutes: float, jobs: int) -> None:
    """Do all portions that are not done yet, or as many as there is time for."""
    for name in names:
        progress.parts.setdefault(name, Done())
    waiting = (
        (name, number)
        for name, number in portions(names, cases)
        if number not in progress.parts[name].portions
    )
    end = time.monotonic() + 60 * minutes
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        running: dict[Future[tuple[Counter[str], float]], tuple[str, int]] = {}
        while True:
            free = jobs + 1 - len(running) if time.monotonic() < end else 0
            for name, number in islice(waiting, free):
                running[pool.submit(work, name, number, progress.seed)] = name, number
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                name, number = running.pop(future)
                finished(progress, future, name, number)
            progress.keep()
            told(progress, names, cases)


def finished(progress: Progress, future: Future[tuple[Counter[str], float]], name: str, number: int) -> None:
    """Note what came of a portion; one that failed is tried again by the next run."""
    if (error := future.exception()) is not None:
        progress.failures.append(f"{name}, portion {number}: {type(error).__name__}: {error}")
        sys.stderr.write(f"\n{progress.failures[-1]}\n")
        return
    seen, seconds = future.result()
    done = progress.parts[name]
    done.portions.append(number)
    done.seen += seen
    done.seconds += seconds


def main() -> None:
    """Verify; end with 1 if anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; all if none is named")
    parser.add_argument("--cases", type=int, default=5000, help="of each comparison (5000)")
    parser.add_argument("--minutes", type=float, default=24 * 60, help="begin nothing after so many")
    parser.add_argument("--seed", type=int, default=0, help="of the first case (0)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (one for each core)")
    given = parser.parse_args()
    if strangers := set(given.parts) - PARTS.keys():
        parser.error(f"no such part: {', '.join(sorted(strangers))}")
    names = given.parts or list(PARTS)
    progress = Progress.kept(given.seed)
    run(progress, names, given.cases, given.minutes, given.jobs)
    for name in names:
        part, done = PARTS[name], progress.parts[name]
        if len(done.portions) == part.portions(given.cases):
            progress.failures += [f"{name}: {missing}" for missing in part.missing(done.seen, given.cases)]
    progress.keep()
    sys.stderr.write(f"\n{REPORT.relative_to(ROOT)}: {len(progress.failures)} failures\n")
    sys.exit(1 if progress.failures else 0)


if __name__ == "__main__":
    main()
