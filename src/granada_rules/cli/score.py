"""The command ``score``: the score sheet of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

import click

from granada_rules import scoring as scorings
from granada_rules.box import PLAYERS_WITH_DIRK, Scoring
from granada_rules.cli.moment import read_moment
from granada_rules.cli.noted import refuse
from granada_rules.cli.options import AT, FILE, JSON, TILES, WHY
from granada_rules.cli.paper import Paper
from granada_rules.cli.verdict import say_json
from granada_rules.position import facts_of
from granada_rules.wire import write_sheet

if TYPE_CHECKING:
    from granada_rules.box import Listed

__all__ = ["score"]


@final
class _Letter(click.Choice):  # type: ignore[type-arg] # before click 8.2 it takes none
    """A choice of capital letters, in either case."""

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
    help="The scoring.",
)
@click.option(
    "--simplified/--regular",
    default=None,
    help="Fixed points or not; by default as the ruleset of the position says.",
)
@AT
@WHY
@JSON
def score(
    file: str,
    tile_sets: tuple[Listed, ...],
    scoring: str,
    at: int | None,
    *,
    simplified: bool | None,
    why: bool,
    as_json: bool,
) -> None:
    """Score the cities of a position, and print the score pad.

    FILE is a position in TOML or JSON with the cities of all players, or a game record; - is standard input.

    Exit code: 0; 1 if the position breaks a clause or an event of the record is illegal, 2 if the file cannot
    be read or scored.

    \b
    Examples:
      granada-rules score table.toml --scoring B --why
      granada-rules score table.toml --scoring C --simplified --json
      granada-rules score game.toml --at 40 --scoring A
    """
    moment = read_moment(file, tile_sets, at, as_json=as_json)
    noted, position = moment.noted, moment.noted.position
    facts = facts_of(position)
    cities = {name: player.city for name, player in facts.named if player.city is not None}
    # SCORE-6, SCORE-7: places and points depend on all cities.
    if not cities or len(cities) < len(position.players):
        error = "cannot be scored: the city of every player is needed"
        refuse(noted, as_json=as_json, error=error)
    if len(cities) == PLAYERS_WITH_DIRK and position.dirk is None:
        # DIRK-4: he takes part.
        click.echo("Dirk's tiles are not written down, so he is left out", err=True)
    if simplified is None:
        simplified = position.ruleset is not None and position.ruleset.simplified
    dirk = None if position.dirk is None else [tile.face for tile in position.dirk]
    try:
        # BON-5: shown bonus cards count.
        shown = {name: player.shown for name, player in facts.named if player.shown}
        sheet = scorings.score(
            cities, Scoring(scoring), dirk=dirk, simplified=simplified, shown=shown, kinds=facts.kinds
        )
    except ValueError as error:
        refuse(noted, as_json=as_json, error=f"cannot be scored: {error}")
    if as_json:
        say_json({**moment.document, "dirk": dirk is not None, **write_sheet(sheet)})
    else:
        click.echo(moment.said + Paper.of_output().scored(sheet, why=why), nl=False)
    moment.finish(as_json=as_json)
