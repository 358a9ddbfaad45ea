"""The command ``score``: the score sheet of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, final

import click

from granada_rules.box import Scoring, written_cell
from granada_rules.cli.files import printable
from granada_rules.cli.moment import read_moment
from granada_rules.cli.noted import LACKS_DIRK, refuse
from granada_rules.cli.options import AT, FILE, JSON, TILES, WHY
from granada_rules.cli.paper import Paper
from granada_rules.cli.tally import next_scoring, tally
from granada_rules.cli.verdict import say_json
from granada_rules.position import UndecidedError, facts_of, score_position
from granada_rules.wire import write_sheet, write_standing

if TYPE_CHECKING:
    from granada_rules.box import Listed
    from granada_rules.cli.moment import Moment
    from granada_rules.position import Position
    from granada_rules.scoring import Tally
    from granada_rules.sheet import ScoreSheet

__all__ = ["score"]


@final
class _Letter(click.Choice):  # type: ignore[type-arg] # before click 8.2 it takes none
    """A choice of capital letters, in either case."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - as click has it
        """Return the capital letter."""
        return super().convert(value.upper(), param, ctx)


def _one(_context: click.Context, _parameter: click.Parameter, letters: tuple[str, ...]) -> Scoring | None:
    """Return the scoring that was given, if one was."""
    if len(letters) > 1:
        given = ", ".join(letters)
        raise click.BadParameter(f"one scoring at a time, got {given}: run score once for each")
    return Scoring(letters[0]) if letters else None


@click.command()
@FILE
@TILES
@click.option(
    "--scoring",
    type=_Letter([scoring.value for scoring in Scoring]),
    multiple=True,
    callback=_one,
    help="The scoring; by default the next one, as the position says.",
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
    scoring: Scoring | None,
    at: int | None,
    *,
    simplified: bool | None,
    why: bool,
    as_json: bool,
) -> None:
    """Score the cities of a position, and print the score pad.

    FILE is a position in TOML or JSON with the cities of all players, or a game record; - is standard input.
    If the points of the players are written down, these are added, and it says who wins.

    Exit code: 0; 1 if the position breaks a clause or an event of the record is illegal, 2 if the file cannot
    be read or scored, 3 if the points depend on something that is not seen.

    \b
    Examples:
      granada-rules score table.toml
      granada-rules score table.toml --scoring B --why
      granada-rules score table.toml --scoring C --simplified --json
      granada-rules score game.toml --at 40 --scoring A
    """
    # What is undecided may be worth the same in any case.
    moment = read_moment(file, tile_sets, at, as_json=as_json, is_legal=False)
    noted, position = moment.noted, moment.noted.position
    if moment.played is None and noted.verdict.violations:
        refuse(noted, as_json=as_json)
    are_noted = [player.city is not None or player.seen_city is not None for player in position.players]
    # SCORE-6, SCORE-7: places and points depend on all cities.
    if not are_noted or not all(are_noted):
        error = "cannot be scored: the city of every player is needed"
        refuse(noted, as_json=as_json, error=error)
    if facts_of(position).lacks_dirk:
        click.echo(f"{LACKS_DIRK}, so he is left out", err=True)
    if scoring is None:
        scoring = _next_scoring(moment, as_json=as_json)
    try:
        sheet = score_position(position, scoring, simplified=simplified)
    except UndecidedError as error:
        _leave_undecided(moment, error, as_json=as_json)
    except ValueError as error:
        refuse(noted, as_json=as_json, error=f"cannot be scored: {error}")
    added, said = tally(position, sheet, moment.scored)
    if said:
        click.echo(said, err=True)
    if as_json:
        say_json({**moment.document, **_document(position, sheet, added)})
    else:
        paper = Paper.of_output()
        click.echo(moment.said + paper.scored(sheet, why=why), nl=False)
        if added is not None:
            click.echo("\n" + paper.drawn(added), nl=False)
    if position.seen_dirk is not None or any(player.seen_city is not None for player in position.players):
        click.echo("not everything is seen, but the points are certain", err=True)
        return
    moment.finish(as_json=as_json)


def _document(position: Position, sheet: ScoreSheet, added: Tally | None) -> dict[str, object]:
    """Return the score sheet as JSON has it, with the points from before, if they are known."""
    has_dirk = position.dirk is not None or position.seen_dirk is not None
    document: dict[str, object] = {"dirk": has_dirk, **write_sheet(sheet)}
    if added is not None and added.before is not None:
        document["before"] = dict(zip(added.players, added.before, strict=True))
        document["standings"] = [write_standing(row) for row in added.standings]
    return document


def _leave_undecided(moment: Moment, error: UndecidedError, *, as_json: bool) -> NoReturn:
    """Say at which cells one has to look, and exit."""
    if as_json:
        cells = [{"player": player, "cell": written_cell(cell)} for player, cell in error.cells]
        say_json({**moment.document, "look_at": cells})
    else:
        click.echo(printable(f"{moment.noted.verdict.file}: undecided: {error}"))
    click.get_current_context().exit(3)


def _next_scoring(moment: Moment, *, as_json: bool) -> Scoring:
    """Return the scoring that comes next, or refuse."""
    noted, position = moment.noted, moment.noted.position
    scoring = next_scoring(facts_of(position), moment.scored)
    if scoring is None:
        refuse(
            noted,
            as_json=as_json,
            error="cannot be scored: the position does not say which scoring is next; give --scoring A, B or "
            'C, or write down piles (with their scoring cards), turned_up, or phase = "gift"',
        )
    if position.phase is None and scoring is not Scoring.A:
        # SCORE-2: the last card may have been turned up just now.
        last = tuple(Scoring)[tuple(Scoring).index(scoring) - 1].value
        said = f"card {last} was turned up, so scoring {scoring.value} is next"
        click.echo(f"{said}; if {last} is yet to be scored, give --scoring {last}", err=True)
    return scoring
