"""Arguments and options that several commands share."""

from __future__ import annotations

from typing import Any, final

import click

from granada_rules.box import Edges, parse_tile_file
from granada_rules.cli.files import STANDARD_INPUT, contents, printable, readable, reason

__all__ = ["AT", "FILE", "FILES", "JSON", "TILES", "WHY", "sides", "tile_files"]


def tile_files() -> list[str]:
    """Return the tile files given to the current command."""
    files: list[str] = click.get_current_context().meta.setdefault(f"{__name__}.tile_files", [])
    return files


def _input_once(
    _context: click.Context, _parameter: click.Parameter, files: tuple[str, ...]
) -> tuple[str, ...]:
    if files.count(STANDARD_INPUT) > 1:
        raise click.BadParameter("standard input can be read only once")
    return files


@final
class _TileFile(click.Path):
    """The path of a tile file, converted to its tile set."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - as click has it
        """Read the tile set, or fail as for any wrong option."""
        tile_files().append(value)
        try:
            return parse_tile_file(contents(value))
        except (OSError, ValueError) as error:
            self.fail(f"{printable(readable(value))}: {printable(reason(error))}", param, ctx)


def sides(_context: click.Context, _parameter: click.Parameter, text: str | None) -> Edges | None:
    """Read moats or walls; None if they are not given."""
    try:
        return None if text is None else Edges.parse(text.upper())
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


# Any path is accepted: what cannot be read gets a report.
_PATH = click.Path(readable=False, allow_dash=True)

AT = click.option(
    "--at",
    type=click.IntRange(min=0),
    metavar="N",
    help="Of a game record: after event N, 0 is the beginning; by default at the end.",
)
FILE = click.argument("file", type=_PATH, metavar="FILE")
FILES = click.argument("files", nargs=-1, required=True, type=_PATH, metavar="FILE...", callback=_input_once)
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
TILES = click.option(
    "--tiles",
    "tile_sets",
    multiple=True,
    type=_TileFile(),
    metavar="FILE",
    help="A tile set, or a list of huts, of your own that positions can name; repeatable.",
)
WHY = click.option("--why", is_flag=True, help="Also list the awards, with clauses and proofs.")
