"""``draw``: how a position looks, and what is wrong with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click

from granada_rules import draw as drawings
from granada_rules.cli.files import printable
from granada_rules.cli.noted import Noted, read, refuse
from granada_rules.cli.options import FILE, JSON, TILES
from granada_rules.cli.paper import Paper, say_json
from granada_rules.draw import MOST_LISTED
from granada_rules.game import Game
from granada_rules.grid import Edges
from granada_rules.position import Level, named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.box import TileSet

__all__ = ["draw"]


def _edges(_context: click.Context, _parameter: click.Parameter, text: Any) -> Any:  # noqa: ANN401 - as click has it
    try:
        return None if text is None else Edges.parse(text.upper())
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


@click.command()
@FILE
@TILES
@click.option("--player", metavar="NAME", help="Only this player's city.")
@click.option("--longest-moat", is_flag=True, help="Point out the longest moat.")
@click.option(
    "--legal-for",
    callback=_edges,
    metavar="MOATS",
    help="Mark where a tile with these moats (NE, or -) fits.",
)
@click.option(
    "--svg",
    "picture",
    type=click.Path(),
    metavar="OUT",
    help="Write an SVG file instead; - is standard output.",
)
@JSON
def draw(  # noqa: PLR0913 - one for each option
    file: str,
    tile_sets: tuple[TileSet, ...],
    player: str | None,
    legal_for: Edges | None,
    picture: str | None,
    *,
    longest_moat: bool,
    as_json: bool,
) -> None:
    """Draw a position, and mark what is wrong.

    FILE is a position in TOML or JSON; - is standard input. A complete one is drawn as a table, of any other
    the cities are.

    Ends with 0 if the position is legal, 1 if it breaks a clause, 2 if it cannot be read or drawn.

    \b
    Examples:
      granada-rules draw table.toml --longest-moat
      granada-rules draw table.toml --player Red --legal-for NE
      granada-rules draw city.toml --svg city.svg
    """  # noqa: D301 - click reads \b, which keeps the lines
    noted = read(file, tile_sets)
    if noted.verdict.error is not None:
        refuse(noted, as_json=as_json)
    show = drawings.Show(longest_moat=longest_moat, legal_for=legal_for)
    things = list(_things(noted, player, show))
    if not things:
        refuse(noted, as_json=as_json, error=_why_nothing(noted, player))
    if picture is not None:
        if len(things) > 1:
            raise click.UsageError(
                "there are several cities, and a picture shows one: say whose with --player"
            )
        if picture == "-" and as_json:
            raise click.UsageError("--svg - and --json would both go to standard output")
        _write(picture, str(drawings.svg(things[0][1], show=things[0][2])))
    if as_json:
        drawn = [{"player": name, "text": drawings.text(thing, show=shown)} for name, thing, shown in things]
        say_json({**noted.verdict.document, "drawings": drawn})
    else:
        if picture is None:
            paper = Paper.of_output()
            click.echo("\n".join(paper.drawn(thing, shown) for _, thing, shown in things), nl=False)
        # A legend has an end, and everything is listed.
        listed = {found for _, _, shown in things for found in shown.violations[:MOST_LISTED]}
        for violation in noted.verdict.violations:
            if violation not in listed:
                click.echo(str(violation), err=picture is not None)
    click.get_current_context().exit(noted.verdict.exit_code)


def _things(
    noted: Noted, player: str | None, show: drawings.Show
) -> Iterator[tuple[str | None, drawings.Thing, drawings.Show]]:
    """Yield what there is to draw, with whose it is, and what to point out in it."""
    if noted.verdict.level is Level.COMPLETE and player is None:
        yield None, Game.from_position(noted.position), show
        return
    for name, each in named(noted.position):
        if each.city is not None and player in {None, name}:
            own = tuple(found for found in noted.verdict.violations if found.player == name)
            yield name, each.city, attrs.evolve(show, title=f"{name}'s city", violations=own)


def _why_nothing(noted: Noted, player: str | None) -> str | None:
    """Say why nothing can be drawn, unless that something is wrong is answer enough."""
    if player is not None:
        return f"cannot be drawn: no city of {player} is written down"
    return None if noted.verdict.violations else "cannot be drawn: no city is written down"


def _write(picture: str, source: str) -> None:
    if picture == "-":
        # As bytes: whatever a terminal writes, a picture is UTF-8.
        click.echo(source.encode())
        return
    try:
        Path(picture).write_text(source, "utf-8")
    except OSError as error:
        raise click.BadParameter(f"{printable(picture)}: {error.strerror}", param_hint="--svg") from None
