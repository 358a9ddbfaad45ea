"""The commands ``tiles``: ``tiles check`` validates tile files, ``tiles list`` shows tiles."""

from __future__ import annotations

import click

from granada_rules.box import ViolationError, parse_tile_file
from granada_rules.cli.files import contents, reason
from granada_rules.cli.noted import Noted, verdict_text
from granada_rules.cli.options import FILES, JSON
from granada_rules.cli.paper import Paper
from granada_rules.cli.tile_list import tile_list
from granada_rules.cli.verdict import Verdict, finish
from granada_rules.position import Level

__all__ = ["tiles"]


@click.group()
def tiles() -> None:
    """List tiles, and check tile sets of your own."""


tiles.add_command(tile_list)


@tiles.command("check")
@FILES
@JSON
def _check(files: tuple[str, ...], *, as_json: bool) -> None:
    """Validate tile files, and show every violation.

    A FILE lists the 54 tiles of a box, or its 24 huts; - is standard input.

    Exit code: 0 if all are legal, 1 if a clause is broken, 2 if a file cannot be read.

    \b
    Example:
      granada-rules tiles check our-box.toml
    """
    verdicts = [_judged_tiles(file) for file in files]
    paper = Paper.of_output()
    finish(((verdict, verdict_text(Noted(verdict), paper)) for verdict in verdicts), as_json=as_json)


def _judged_tiles(file: str) -> Verdict:
    """Read and validate a tile file (BOX-2, BOX-3, BOX-4), or one that lists huts (HUT-1, HUT-2)."""
    try:
        parse_tile_file(contents(file))
    except ViolationError as error:
        return Verdict(file, Level.WELL_FORMED, error.violations)
    except (OSError, ValueError) as error:
        return Verdict(file, Level.UNREADABLE, error=reason(error))
    return Verdict(file, Level.CONSISTENT)
