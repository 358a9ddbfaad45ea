"""The command ``draw``: a position as text or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import click

from granada_rules import draw as drawings
from granada_rules.box import Kind
from granada_rules.cli.files import is_same_file, printable, readable
from granada_rules.cli.moment import read_moment
from granada_rules.cli.noted import heading, notes_text, refuse
from granada_rules.cli.options import AT, FILE, JSON, TILES, sides, tile_files
from granada_rules.cli.paper import Paper
from granada_rules.cli.verdict import say_json
from granada_rules.position import facts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada_rules.box import Edges, Listed
    from granada_rules.cli.moment import Moment
    from granada_rules.cli.noted import Noted

__all__ = ["draw"]

_STANDARD_OUTPUT = "-"


@click.command()
@FILE
@TILES
@AT
@click.option("--player", metavar="NAME", help="Only this player's city.")
@click.option("--longest-moat", is_flag=True, help="Highlight the longest moat or wall.")
@click.option(
    "--legal-for",
    callback=sides,
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
    at: int | None,
    player: str | None,
    legal_for: Edges | None,
    legal_kind: str | None,
    picture: str | None,
    *,
    longest_moat: bool,
    as_json: bool,
) -> None:
    """Draw a position, and mark its violations.

    FILE is a position or a game record in TOML or JSON; - is standard input. Everything that is written down
    is drawn; of a game what everybody may see.

    Exit code: 0 if the position is legal, 1 if it breaks a clause or an event of the record is illegal, 2 if
    the file cannot be read or drawn, 3 if what is not seen decides whether a clause is broken.

    \b
    Examples:
      granada-rules draw table.toml --longest-moat
      granada-rules draw table.toml --player Red --legal-for NE
      granada-rules draw city.toml --svg city.svg
      granada-rules draw game.toml --at 40
    """
    moment = read_moment(file, tile_sets, at, as_json=as_json, is_legal=False)
    noted = moment.noted
    kind = None if legal_kind is None else Kind(legal_kind)
    show = drawings.Show(longest_moat=longest_moat, legal_for=legal_for, legal_kind=kind)
    cities = list(_cities(moment, player, show))
    table = noted.position if moment.played is None else moment.played.found.game
    whole = table, attrs.evolve(show, title=moment.title(), violations=noted.verdict.found)
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
        say_json({**moment.document, "drawings": drawn})
    else:
        if picture is None:
            click.echo(text, nl=False)
        # List what the legend had no room for. The report on an event has all that is wrong with it.
        in_legend = set(shown.violations[: drawings.MOST_LISTED])
        for violation in noted.verdict.found if moment.played is None else ():
            if violation not in in_legend:
                click.echo(str(violation), err=picture is not None)
        if noted.verdict.violations:
            click.echo(notes_text(noted.verdict, Paper.of_output()), err=picture is not None, nl=False)
    moment.finish(as_json=as_json, err=picture is not None)


def _cities(
    moment: Moment, player: str | None, show: drawings.Show
) -> Iterator[tuple[str | None, drawings.Thing, drawings.Show]]:
    """Yield the drawings of ``--json``: each city with its player; a complete position as one table."""
    noted, game = moment.noted, moment.game
    if game is not None and player is None:
        yield None, game, attrs.evolve(show, title=moment.title())
        return
    for name, each in facts_of(noted.position).named:
        city = each.city or each.seen_city
        if city is not None and player in {None, name}:
            own = tuple(found for found in noted.verdict.found if found.player == name)
            title = moment.title(heading(name, city))
            yield name, city, attrs.evolve(show, title=title, violations=own)


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
