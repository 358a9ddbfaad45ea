"""``score``, ``moves`` and ``draw``: what a position is worth, what may be done in it, how it looks."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, final

import attrs
import click

from granada_rules import draw as drawings
from granada_rules import scoring as scorings
from granada_rules.clauses import some
from granada_rules.cli.options import FILE, JSON, TILES
from granada_rules.cli.reading import Noted, printable, read
from granada_rules.cli.showing import Paper, leave, say_json, sheet_document, verdict_text
from granada_rules.draw.words import MOST_LISTED
from granada_rules.game import Game
from granada_rules.grid import Edges
from granada_rules.notation import write_event
from granada_rules.play import legal_actions
from granada_rules.position import Level
from granada_rules.position.naming import named
from granada_rules.scoring import Scoring

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.box import TileSet

__all__ = ["draw", "moves", "score"]

_MOST_COUNTED = 100_000
"""So many more moves are counted and no more: overpaying is legal, and there may be millions."""


def _refuse(noted: Noted, *, as_json: bool, error: str | None = None) -> NoReturn:
    """Say what is wrong with a position, or why it cannot be used, and end."""
    verdict = noted.verdict if error is None else attrs.evolve(noted.verdict, error=error)
    leave(verdict, verdict_text(noted, Paper.of_output()), as_json=as_json)


def _legal(file: str, tile_sets: tuple[TileSet, ...], *, as_json: bool) -> Noted:
    """Read a position that is legal; any other ends the program with a report."""
    noted = read(file, tile_sets)
    if noted.verdict.exit_code:
        _refuse(noted, as_json=as_json)
    return noted


@final
class _Letter(click.Choice):  # type: ignore[type-arg] # before click 8.2 it takes none
    """A choice of capital letters, which may be given as small ones."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - as click has it
        """Return the capital letter."""
        return super().convert(value.upper(), param, ctx)


@click.command()
@FILE
@TILES
@click.option(
    "--scoring",
    type=_Letter([scoring.value for scoring in Scoring]),
    required=True,
    help="Which scoring.",
)
@click.option(
    "--simplified/--regular",
    default=None,
    help="Fixed points or not; otherwise as the position's ruleset says.",
)
@JSON
def score(
    file: str, tile_sets: tuple[TileSet, ...], scoring: str, *, simplified: bool | None, as_json: bool
) -> None:
    """Score the cities of a position, award by award.

    FILE is a position in TOML or JSON with the cities of all players; - is standard input.

    Ends with 0, or as validate does if the position is not legal or cannot be scored.

    \b
    Examples:
      granada-rules score table.toml --scoring B
      granada-rules score table.toml --scoring C --simplified --json
    """  # noqa: D301 - click reads \b, which keeps the lines
    noted = _legal(file, tile_sets, as_json=as_json)
    position = noted.position
    cities = {name: player.city for name, player in named(position) if player.city is not None}
    # SCORE-6, SCORE-7: places and points depend on all cities.
    if not cities or len(cities) < len(position.players):
        error = "cannot be scored: the city of every player is wanted, and a name for each"
        _refuse(noted, as_json=as_json, error=error)
    if len(cities) == 2 and position.dirk is None:
        # DIRK-4: he takes part.
        click.echo("Dirk's tiles are not written down: scored without him", err=True)
    if simplified is None:
        simplified = position.ruleset is not None and position.ruleset.simplified
    dirk = None if position.dirk is None else [tile.face for tile in position.dirk]
    sheet = scorings.score(cities, Scoring(scoring), dirk=dirk, simplified=simplified)
    if as_json:
        say_json({**noted.verdict.document, "dirk": dirk is not None, **sheet_document(sheet)})
    else:
        click.echo(str(sheet))


@click.command()
@FILE
@TILES
@click.option("--all", "every", is_flag=True, help="Also payments with cards that are not needed.")
@click.option(
    "--most",
    type=click.IntRange(0, _MOST_COUNTED),
    default=1000,
    show_default=True,
    metavar="N",
    help="How many are listed.",
)
@JSON
def moves(file: str, tile_sets: tuple[TileSet, ...], most: int, *, every: bool, as_json: bool) -> None:
    """List what the one to act may do, one action a line.

    FILE is a complete position in TOML or JSON; - is standard input.

    Ends with 0, or as validate does if the position is not legal or not complete.

    \b
    Examples:
      granada-rules moves table.toml
      granada-rules moves table.toml --all --most 50
    """  # noqa: D301 - click reads \b, which keeps the lines
    noted = _legal(file, tile_sets, as_json=as_json)
    if noted.verdict.level is not Level.COMPLETE:
        error = f"not complete, so it cannot be played on; missing: {some(noted.missing)}"
        _refuse(noted, as_json=as_json, error=error)
    game = Game.from_position(noted.position)
    names = [player.name for player in game.table.players]
    actions = iter(legal_actions(game, minimal_payments=not every))
    lines = [write_event(action, names) for action in islice(actions, most)]
    more = sum(1 for _ in islice(actions, _MOST_COUNTED + 1))
    if as_json:
        found = {"actions": lines, "more": more if more <= _MOST_COUNTED else None}
        say_json({**noted.verdict.document, **found})
        return
    click.echo("".join(f"{line}\n" for line in lines), nl=False)
    if more:
        number = more if more <= _MOST_COUNTED else f"more than {_MOST_COUNTED}"
        click.echo(f"and {number} more", err=True)


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
        _refuse(noted, as_json=as_json)
    show = drawings.Show(longest_moat=longest_moat, legal_for=legal_for)
    things = list(_things(noted, player, show))
    if not things:
        _refuse(noted, as_json=as_json, error=_why_nothing(noted, player))
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
