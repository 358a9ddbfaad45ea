"""The long verification: ``python -m verification.verify`` compares, enumerates, misreads and fuzzes.

The work is split into portions for several processes. Finished portions are kept in
``build/verification.json``, so that a stopped run continues where it was; if the package or the tests have
changed, it starts again. ``build/verification.md`` reports what was compared, how often and with which seeds.
Other seeds than 0 are part of the file names.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import os
import platform
import signal
import sys
import time
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from importlib.metadata import version
from itertools import islice
from typing import TYPE_CHECKING, Any, final

import attrs

from verification import ROOT
from verification.parts import PARTS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor, Future
    from pathlib import Path

__all__ = ["PARTS", "Done", "Progress", "run"]


def state_of(seed: int) -> Path:
    """Return the file that keeps the progress with a seed; the report is beside it."""
    return ROOT / "build" / f"verification{f'-{seed}' if seed else ''}.json"


def sources() -> str:
    """Return a digest of the package and of everything that tests it."""
    chain = hashlib.sha256()
    folders = [ROOT / name for name in ("examples", "src", "tests", "verification")]
    files = (path for folder in folders for path in sorted(folder.rglob("*")))
    for path in [ROOT / "requirements-dev.txt", *files]:
        if path.suffix in {".py", ".lp", ".toml", ".txt", ".json"}:
            chain.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return chain.hexdigest()[:16]


@final
@attrs.define
class Done:
    """The progress of a part."""

    wanted: int
    """The number of portions."""
    portions: list[int] = attrs.field(factory=list)
    failures: dict[str, str] = attrs.field(factory=dict)
    """By portion, until it passes."""
    missing: list[str] = attrs.field(factory=list)
    """What was not seen often enough."""
    seconds: float = 0.0
    seen: Counter[str] = attrs.field(factory=Counter, converter=Counter)

    @property
    def is_finished(self) -> bool:
        """Whether all portions are done."""
        return len(self.portions) >= self.wanted

    def told(self, name: str, seed: int) -> list[str]:
        """Return the lines of the report."""
        lines = [
            f"## {name}",
            "",
            f"{len(self.portions)} of {self.wanted} portions, {self.seconds:.0f} s of one core.",
        ]
        lines += [f"{what}." for what in [PARTS[name].seeds(self.portions, seed)] if what]
        lines += ["", "| what | how often |", "|---|---:|"]
        lines += [f"| {what} | {number:,} |" for what, number in sorted(self.seen.items())]
        wrong = [*(f"Portion {portion}: {why}" for portion, why in self.failures.items()), *self.missing]
        return [*lines, "", *(wrong or ["Nothing went wrong." if self.is_finished else "Not finished."]), ""]


@final
@attrs.define
class Progress:
    """The progress of all parts, with seed and sources."""

    seed: int
    sources: str
    parts: dict[str, Done] = attrs.field(factory=dict)

    @classmethod
    def kept(cls, seed: int, state: Path) -> Progress:
        """Return the progress of an earlier run with the same sources and seed, or an empty one.

        Raises ``ValueError`` if the file cannot be read.
        """
        progress = cls(seed, sources())
        if state.exists():
            try:
                kept: dict[str, Any] = json.loads(state.read_text("utf-8"))
                if (kept["sources"], kept["seed"]) == (progress.sources, seed):
                    progress.parts = {name: Done(**done) for name, done in kept["parts"].items()}
            except (ValueError, KeyError, TypeError, AttributeError):
                raise ValueError(f"{state}: cannot be read; delete it to start again") from None
        return progress

    def keep(self, state: Path) -> None:
        """Write progress and report; the file is replaced in one step."""
        state.parent.mkdir(exist_ok=True)
        beside = state.with_suffix(".new")
        beside.write_text(json.dumps(attrs.asdict(self)), "utf-8")
        beside.replace(state)
        state.with_suffix(".md").write_text(self.report(), "utf-8")

    def report(self) -> str:
        """Return the report: what was done, how often, with which seeds."""
        tools = f"Python {platform.python_version()}, clingo {version('clingo')}"
        lines = ["# Verification", "", f"{tools}, sources {self.sources}.", ""]
        return "\n".join(
            [*lines, *(line for name in self.parts for line in self.parts[name].told(name, self.seed))]
        )

    def exit_code(self, names: list[str]) -> int:
        """Return 1 if anything went wrong, 3 if something is not finished, else 0."""
        parts = [self.parts[name] for name in names]
        if any(done.failures or done.missing for done in parts):
            return 1
        return 0 if all(done.is_finished for done in parts) else 3


def work(part: str, portion: int, seed: int) -> tuple[Counter[str], float]:
    """Do one portion; return what was seen, and how many seconds it took."""
    begin = time.perf_counter()
    seen = PARTS[part].work(portion, seed)
    return seen, time.perf_counter() - begin


def portions(progress: Progress, names: list[str]) -> Iterator[tuple[str, int]]:
    """Yield all portions that are not done, from the parts in turn."""
    lists = [
        iter([(name, number) for number in range(done.wanted) if number not in done.portions])
        for name, done in ((name, progress.parts[name]) for name in names)
    ]
    while lists:
        step = [next(each, None) for each in lists]
        yield from (each for each in step if each is not None)
        lists = [each for each, found in zip(lists, step, strict=True) if found is not None]


def told(progress: Progress, names: list[str]) -> None:
    """Print the progress."""
    far = (f"{name} {len(progress.parts[name].portions)}/{progress.parts[name].wanted}" for name in names)
    sys.stderr.write(f"{'  '.join(far)}{chr(13) if sys.stderr.isatty() else chr(10)}")
    sys.stderr.flush()


def run(progress: Progress, names: list[str], end: float, pool: Executor, jobs: int) -> Iterator[None]:
    """Do all portions that are not done yet and begin before the end; yield after each."""
    waiting = portions(progress, names)
    running: dict[Future[tuple[Counter[str], float]], tuple[str, int]] = {}
    while True:
        free = jobs + 1 - len(running) if time.monotonic() < end else 0
        for name, number in islice(waiting, free):
            running[pool.submit(work, name, number, progress.seed)] = name, number
        if not running:
            return
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            finished(progress.parts[running[future][0]], future, running.pop(future)[1])
        yield


def finished(done: Done, future: Future[tuple[Counter[str], float]], number: int) -> None:
    """Note the result of a portion; the next run tries a failed one again."""
    if (error := future.exception()) is not None:
        done.failures[str(number)] = f"{type(error).__name__}: {error}"
        sys.stderr.write(f"\n{done.failures[str(number)]}\n")
        return
    seen, seconds = future.result()
    done.failures.pop(str(number), None)
    done.portions.append(number)
    done.seen += seen
    done.seconds += seconds


def positive(text: str) -> int:
    """Parse a number above 0."""
    if (number := int(text)) < 1:
        raise ValueError(text)
    return number


def main() -> None:
    """Verify; exit with 1 if anything went wrong, with 3 if the time was not enough."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; default: all")
    parser.add_argument(
        "--cases", type=positive, default=5000, help="cases of each comparison (default 5000)"
    )
    parser.add_argument(
        "--minutes", type=float, default=24 * 60, help="start no portion after this many minutes"
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the first case (default 0)")
    parser.add_argument(
        "--jobs", type=positive, default=os.cpu_count() or 1, help="processes (default: one for each core)"
    )
    given = parser.parse_args()
    if strangers := set(given.parts) - PARTS.keys():
        parser.error(f"no such part: {', '.join(sorted(strangers))}")
    names, state = list(dict.fromkeys(given.parts or PARTS)), state_of(given.seed)
    try:
        progress = Progress.kept(given.seed, state)
        for name in names:
            progress.parts.setdefault(name, Done(0)).wanted = PARTS[name].portions(given.cases)
        progress.keep(state)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    end = time.monotonic() + 60 * given.minutes
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with ProcessPoolExecutor(given.jobs, multiprocessing.get_context("spawn")) as pool:
        try:
            for _ in run(progress, names, end, pool, given.jobs):
                progress.keep(state)
                told(progress, names)
        except KeyboardInterrupt:
            for process in multiprocessing.active_children():
                process.terminate()
            pool.shutdown(wait=False, cancel_futures=True)
            sys.stderr.write("\nStopped. The same command continues from here.\n")
            sys.exit(130)
    for name in names:
        done = progress.parts[name]
        done.missing = list(PARTS[name].missing(done.seen, len(done.portions))) if done.is_finished else []
    progress.keep(state)
    code = progress.exit_code(names)
    sys.stderr.write(f"\n{state.with_suffix('.md').relative_to(ROOT)}: {ENDS[code]}\n")
    sys.exit(code)


ENDS = {0: "nothing went wrong", 1: "something went wrong", 3: "not finished"}


if __name__ == "__main__":
    main()
