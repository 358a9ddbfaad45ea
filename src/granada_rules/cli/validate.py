"""The command ``validate``: whether positions are legal, and if not, why."""

from __future__ import annotations

import signal
import sys
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, final

import click

from granada_rules.cli.files import contents_here
from granada_rules.cli.noted import read, verdict_text
from granada_rules.cli.options import FILES, JSON, TILES
from granada_rules.cli.paper import Paper, is_terminal
from granada_rules.cli.verdict import finish

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from granada_rules.box import Listed
    from granada_rules.cli.verdict import Judged

    _Data = bytes | OSError | None

__all__ = ["validate"]


@click.command()
@FILES
@TILES
@click.option("--jobs", type=click.IntRange(1, 64), default=1, metavar="N", help="Number of processes.")
@JSON
def validate(files: tuple[str, ...], tile_sets: tuple[Listed, ...], jobs: int, *, as_json: bool) -> None:
    """Validate positions, and show every violation.

    A FILE is a position in TOML or JSON; - is standard input.

    Exit code: 0 if all are legal, 1 if a clause is broken, 2 if a file cannot be read, 3 if what is not seen
    decides whether a clause is broken.

    \b
    Examples:
      granada-rules validate table.toml
      granada-rules validate --jobs 4 --json games/*.json
      granada-rules validate --tiles our-box.toml - < table.toml
    """
    judge = partial(_judged, tile_sets=tile_sets, paper=Paper.of_output())
    # Other processes cannot read our standard input or pipes, so they are read here.
    data = [contents_here(file) for file in files]
    processes = min(jobs, len(files))
    if processes > 1:
        judged = _judged_in_processes(processes, judge, files, data)
    else:
        judged = _with_progress(map(judge, files, data), len(files))
    finish(judged, as_json=as_json)


@final
class _EndedError(click.ClickException):
    exit_code = 2


def _judged(file: str, data: _Data, tile_sets: tuple[Listed, ...], paper: Paper) -> Judged:
    noted = read(file, tile_sets, data)
    return noted.verdict, verdict_text(noted, paper)


def _with_progress(judged: Iterable[Judged], length: int) -> list[Judged]:
    """Collect the verdicts; with several files, show a progress bar on a terminal."""
    if length < 2 or not is_terminal(sys.stderr):
        return list(judged)
    with click.progressbar(judged, length=length, label="Validating", file=sys.stderr) as bar:
        return list(bar)


def _judged_in_processes(
    processes: int, judge: Callable[[str, _Data], Judged], files: Sequence[str], data: Sequence[_Data]
) -> list[Judged]:
    """Validate in several processes; Ctrl-C ends them all."""
    # Imported here: most calls need one process, and these modules are slow to load.
    import multiprocessing
    from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor

    # Use spawn on every platform: forking a process with threads can deadlock.
    spawn = multiprocessing.get_context("spawn")
    with _ctrl_c_waits():
        pool = ProcessPoolExecutor(processes, spawn)
    with pool, _on_ctrl_c(signal.default_int_handler):
        try:
            with _ctrl_c_waits():
                judged = pool.map(judge, files, data, chunksize=8)
            return _with_progress(judged, len(files))
        except BrokenProcessPool:
            raise _EndedError("a worker process was killed") from None
        except KeyboardInterrupt:
            # They end when they have judged what they began: killed ones make the executor print tracebacks.
            pool.shutdown(cancel_futures=True)
            raise


@contextmanager
def _on_ctrl_c(handler: Callable[..., object]) -> Iterator[None]:
    """Handle Ctrl-C, unless it is ignored."""
    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, before if before is signal.SIG_IGN else handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """Raise ``KeyboardInterrupt`` at the end: multiprocessing must not be interrupted while it starts.

    Processes started meanwhile inherit the blocked signal for good, and print no tracebacks.
    """
    pressed: list[object] = []
    # Windows has no signal masks.
    mask = getattr(signal, "pthread_sigmask", lambda *_: ())
    with _on_ctrl_c(lambda *_: pressed.append(True)):
        before = mask(getattr(signal, "SIG_BLOCK", 0), {signal.SIGINT})
        try:
            yield
        finally:
            mask(getattr(signal, "SIG_SETMASK", 0), before)
    if pressed:
        raise KeyboardInterrupt
