"""The command ``draw``: a position as text or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import click

from granada_rules import draw as drawings
from granada_rules.box import Edges, Kind
from granada_rules.cli.files import is_same_file, printable, readable
from granada_rules.cli.noted import Noted, heading, read, refuse
from granada_rules.cli.options import FILE, JSON, TILES, tile_files
from granada_rules.cli.paper import Paper
from granada_rules.cli.verdict import say_json
from granada_rules.game import Game
from granada_rules.position import Level, facts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada_rules.box import Listed

__all__ = ["draw"]

_STANDARD_OUTPUT = "-"


def _edges(_context: click.Context, _parameter: click.Parameter, text: str | None) -> Edges | None:
    try:
        return None if text is None else Edges.parse(text.upper())
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


@click.command()
@FILE
@TILES
@click.option("--player", metavar="NAME", help="Only this player's city.")
@click.option("--longest-moat", is_flag=True, help="Highlight the longest moat or wall.")
@click.option(
    "--legal-for",
    callback=_edges,
    metavar="MOATS",
    help="Mark where a tile with these moats or walls (NE, or -) fits.",
)
@click.option(
    "--legal-kind",
    type=click.Choice([kind.value for kind in Kind]),
    help="The kind of that tile; by default that of the start tile.",
)
@click.option(
    "--svg",
    "picture",
    type=click.Path(),
    metavar="OUT",
    help="Write an SVG file instead of text; - is standard output.",
)
@JSON
def draw(
    file: str,
    tile_sets: tuple[Listed, ...],
    player: str | None,
    legal_for: Edges | None,
    legal_kind: str | None,
    picture: str | None,
    *,
    longest_moat: bool,
    as_json: bool,
) -> None:
    """Draw a position, and mark its violations.

    FILE is a position in TOML or JSON; - is standard input. Everything that is written down is drawn.

    Exit code: 0 if the position is legal, 1 if it breaks a clause, 2 if it cannot be read or drawn, 3 if what
    is not seen decides whether it breaks a clause.

    \b
    Examples:
      granada-rules draw table.toml --longest-moat
      granada-rules draw table.toml --player Red --legal-for NE
      granada-rules draw city.toml --svg city.svg
    """
    noted = read(file, tile_sets)
    if noted.verdict.error is not None:
        refuse(noted, as_json=as_json)
    kind = None if legal_kind is None else Kind(legal_kind)
    show = drawings.Show(longest_moat=longest_moat, legal_for=legal_for, legal_kind=kind)
    cities = list(_cities(noted, player, show))
    found = (*noted.verdict.violations, *noted.verdict.undecided)
    whole = noted.position, attrs.evolve(show, violations=found)
    thing, shown = whole if player is None or not cities else cities[0][1:]
    text = Paper.of_output().drawn(thing, shown)
    if not text or (not cities and (player is not None or as_json)):
        refuse(noted, as_json=as_json, error=_why_not(noted, player, text))
    if picture is not None:
        if picture == _STANDARD_OUTPUT and as_json:
            raise click.UsageError("--svg - and --json would both go to standard output")
        _write(picture, str(drawings.svg(thing, show=shown)), inputs=(file, *tile_files()))
    if as_json:
        drawn = [{"player": name, "text": drawings.text(city, show=own)} for name, city, own in cities]
        say_json({**noted.verdict.document, "drawings": drawn})
    else:
        if picture is None:
            click.echo(text, nl=False)
        # List what the legend had no room for.
        in_legend = set(shown.violations[: drawings.MOST_LISTED])
        for violation in found:
            if violation not in in_legend:
                click.echo(str(violation), err=picture is not None)
    click.get_current_context().exit(noted.verdict.exit_code)


def _cities(
    noted: Noted, player: str | None, show: drawings.Show
) -> Iterator[tuple[str | None, drawings.Thing, drawings.Show]]:
    """Yield the drawings of ``--json``: each city with its player; a complete position as one table."""
    if noted.verdict.level is Level.COMPLETE and player is None:
        yield None, Game.from_position(noted.position), show
        return
    for name, each in facts_of(noted.position).named:
        city = each.city or each.seen_city
        if city is not None and player in {None, name}:
            found = (*noted.verdict.violations, *noted.verdict.undecided)
            own = tuple(violation for violation in found if violation.player == name)
            yield name, city, attrs.evolve(show, title=heading(name, city), violations=own)


def _why_not(noted: Noted, player: str | None, text: str) -> str | None:
    """Return the error if nothing is drawn; ``None`` if the violations are answer enough."""
    if player is not None:
        return f"cannot be drawn: no city of {readable(player)} is written down"
    if not text:
        return "cannot be drawn: the position is empty"
    return None if noted.verdict.violations else "cannot be drawn: no city is written down"


def _write(picture: str, source: str, inputs: Iterable[str]) -> None:
    if picture == _STANDARD_OUTPUT:
        # As bytes: a picture is UTF-8, whatever the terminal uses.
        click.echo(source.encode())
        return
    name = printable(readable(picture))
    if any(is_same_file(file, picture) for file in inputs):
        raise click.BadParameter(f"{name}: the picture would replace what was read", param_hint="--svg")
    try:
        Path(picture).write_text(source, "utf-8")
    except OSError as error:
        raise click.BadParameter(f"{name}: {error.strerror}", param_hint="--svg") from None
