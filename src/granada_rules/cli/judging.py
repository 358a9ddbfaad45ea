"""``validate`` and ``tiles check``: whether it is right, and if not, why."""

from __future__ import annotations

import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING

import click

from granada_rules.cli.options import FILES, JSON, TILES
from granada_rules.cli.reading import Noted, Verdict, contents_here, judged_tiles, read
from granada_rules.cli.showing import Paper, is_terminal, say, say_json, verdict_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from granada_rules.box import TileSet

__all__ = ["tiles", "validate"]

_Judged = tuple[Verdict, str]
"""A verdict, and how it reads."""


def _judged(file: str, data: bytes | OSError | None, tile_sets: tuple[TileSet, ...], paper: Paper) -> _Judged:
    noted = read(file, tile_sets, data)
    return noted.verdict, verdict_text(noted, paper)


def _with_progress(judged: Iterable[_Judged], length: int) -> list[_Judged]:
    """Wait for all verdicts; on a terminal that waits for several, a bar says how far it is."""
    if length < 2 or not is_terminal(sys.stderr):
        return list(judged)
    with click.progressbar(judged, length=length, label="Validating", file=sys.stderr) as bar:
        return list(bar)


def _finish(judged: Iterable[_Judged], *, as_json: bool) -> None:
    """Print all verdicts, and leave with the worst."""
    found = list(judged)
    verdicts = [verdict for verdict, _ in found]
    if as_json:
        say_json([verdict.document for verdict in verdicts], verdicts)
    else:
        for verdict, text in found:
            say(verdict, text)
    click.get_current_context().exit(max(verdict.exit_code for verdict in verdicts))


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
        each: Callable[..., Iterator[_Judged]] = map if pool is None else partial(pool.map, chunksize=8)
        judged = _with_progress(each(judge, files, data), len(files))
    _finish(judged, as_json=as_json)


@click.group()
def tiles() -> None:
    """Tile sets of your own."""


@tiles.command("check")
@FILES
@JSON
def _check(files: tuple[str, ...], *, as_json: bool) -> None:
    """Judge tile files: what breaks a clause, and what cannot be read.

    A FILE describes the 54 tiles of a box; - is standard input.

    Ends with 0 if all are legal, 1 if a clause is broken, 2 if a file cannot be read.

    \b
    Example:
      granada-rules tiles check our-box.toml
    """  # noqa: D301 - click reads \b, which keeps the lines
    verdicts = [judged_tiles(file) for file in files]
    paper = Paper.of_output()
    _finish(((verdict, verdict_text(Noted(verdict), paper)) for verdict in verdicts), as_json=as_json)
