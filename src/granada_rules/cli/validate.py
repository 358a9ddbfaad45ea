"""``validate`` and ``tiles check``: whether it is right, and if not, why."""

from __future__ import annotations

import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING

import click

from granada_rules.cli.files import contents_here
from granada_rules.cli.noted import read
from granada_rules.cli.options import FILES, JSON, TILES
from granada_rules.cli.paper import Judged, Paper, finish, is_terminal, verdict_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from granada_rules.box import TileSet

__all__ = ["validate"]


def _judged(file: str, data: bytes | OSError | None, tile_sets: tuple[TileSet, ...], paper: Paper) -> Judged:
    noted = read(file, tile_sets, data)
    return noted.verdict, verdict_text(noted, paper)


def _with_progress(judged: Iterable[Judged], length: int) -> list[Judged]:
    """Wait for all verdicts; on a terminal that waits for several, a bar says how far it is."""
    if length < 2 or not is_terminal(sys.stderr):
        return list(judged)
    with click.progressbar(judged, length=length, label="Validating", file=sys.stderr) as bar:
        return list(bar)


@click.command()
@FILES
@TILES
@click.option("--jobs", type=click.IntRange(1, 64), default=1, metavar="N", help="How many processes judge.")
@JSON
def validate(files: tuple[str, ...], tile_sets: tuple[TileSet, ...], jobs: int, *, as_json: bool) -> None:
    """Judge positions, and show what is wrong.

    A FILE is a position in TOML or JSON; - is standard input.

    Ends with 0 if all are legal, 1 if a clause is broken, 2 if a file cannot be read.

    \b
    Examples:
      granada-rules validate table.toml
      granada-rules validate --jobs 4 --json games/*.json
      granada-rules validate --tiles our-box.toml - < table.toml
    """  # noqa: D301 - click reads \b, which keeps the lines
    judge = partial(_judged, tile_sets=tile_sets, paper=Paper.of_output())
    # Another process has another standard input and other pipes, so this one reads them.
    data = [contents_here(file) for file in files]
    processes = min(jobs, len(files))
    # Started anew, as everywhere: a fork of a program with threads may hang.
    anew = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, anew) if processes > 1 else nullcontext() as pool:
        each: Callable[..., Iterator[Judged]] = map if pool is None else partial(pool.map, chunksize=8)
        judged = _with_progress(each(judge, files, data), len(files))
    finish(judged, as_json=as_json)
