"""The command ``moves``: the legal actions of a complete position."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import click

from granada_rules.cli.moment import read_moment
from granada_rules.cli.noted import refuse
from granada_rules.cli.options import AT, FILE, JSON, TILES
from granada_rules.cli.verdict import say_json
from granada_rules.notation import write_event
from granada_rules.play import legal_actions

if TYPE_CHECKING:
    from granada_rules.box import Listed

__all__ = ["moves"]

_MOST_COUNTED = 100_000
"""Count no further than this: overpaying is legal, and there may be millions of actions."""


@click.command()
@FILE
@TILES
@click.option("--all", "every", is_flag=True, help="Include payments with unnecessary cards.")
@click.option(
    "--most",
    type=click.IntRange(0, _MOST_COUNTED),
    default=1000,
    show_default=True,
    metavar="N",
    help="List at most N actions.",
)
@AT
@JSON
def moves(
    file: str, tile_sets: tuple[Listed, ...], most: int, at: int | None, *, every: bool, as_json: bool
) -> None:
    """List the legal actions of the player to act, one per line.

    FILE is a complete position or a game record in TOML or JSON; - is standard input.

    Exit code: 0; 1 if the position breaks a clause or an event of the record is illegal, 2 if the file cannot
    be read or is not complete.

    \b
    Examples:
      granada-rules moves table.toml
      granada-rules moves table.toml --all --most 50
      granada-rules moves game.toml --at 40
    """
    moment = read_moment(file, tile_sets, at, as_json=as_json)
    noted, game = moment.noted, moment.game
    if game is None:
        error = f"not complete, so it cannot be played on; missing: {'; '.join(noted.missing)}"
        refuse(noted, as_json=as_json, error=error)
    names = [player.name for player in game.table.players]
    actions = iter(legal_actions(game, minimal_payments=not every))
    lines = [write_event(action, names) for action in islice(actions, most)]
    more = sum(1 for _ in islice(actions, _MOST_COUNTED + 1))
    if as_json:
        found = {"actions": lines, "more": more if more <= _MOST_COUNTED else None}
        say_json({**moment.document, **found})
    else:
        click.echo(moment.said + "".join(f"{line}\n" for line in lines), nl=False)
        if more:
            number = more if more <= _MOST_COUNTED else f"more than {_MOST_COUNTED}"
            click.echo(f"and {number} more", err=True)
    moment.finish(as_json=as_json)
