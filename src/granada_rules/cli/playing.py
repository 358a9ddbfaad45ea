"""``play``: a whole game of players who act at random."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING

import attrs
import click

from granada_rules.box import reference
from granada_rules.cli.asking import sheet_document
from granada_rules.cli.options import JSON, TILES
from granada_rules.cli.showing import say_json
from granada_rules.dealer import Dealer, draws
from granada_rules.notation import write_event
from granada_rules.play import apply, legal_actions
from granada_rules.position.validating import FEWEST_PLAYERS
from granada_rules.ruleset import Ruleset
from granada_rules.scoring import MOST_PLAYERS, standings
from granada_rules.setup import setup

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.box import TileSet
    from granada_rules.events import Action, Event
    from granada_rules.game import Game

__all__ = ["play"]


@click.command()
@click.option(
    "--players",
    type=click.IntRange(FEWEST_PLAYERS, MOST_PLAYERS),
    default=2,
    show_default=True,
    metavar="N",
    help="How many play.",
)
@click.option(
    "--seed", metavar="TEXT", help="The same seed gives the same game; otherwise a new one is made up."
)
@click.option("--simplified", is_flag=True, help="Score with fixed points.")
@TILES
@JSON
def play(
    players: int, seed: str | None, tile_sets: tuple[TileSet, ...], *, simplified: bool, as_json: bool
) -> None:
    """Play a game at random and print it, one event a line.

    Lines that begin with # are no events: the seed, the score sheets and the final table.

    \b
    Examples:
      granada-rules play
      granada-rules play --players 4 --seed "a rainy evening" --json
    """  # noqa: D301 - click reads \b, which keeps the lines
    if len(tile_sets) > 1:
        raise click.UsageError("a game is played with one tile set")
    seed = secrets.token_hex(8) if seed is None else seed
    # A dealer wants more bytes than people like to write.
    dealer = Dealer(hashlib.sha256(seed.encode("utf-8", "surrogateescape")).digest())
    ruleset = Ruleset(tile_set=next(iter(tile_sets), reference()), simplified=simplified)
    game = setup(players, ruleset)
    if as_json:
        say_json({"seed": seed, **_document(game, dealer)})
    else:
        click.echo(f"# {players} players, seed {seed!r}")
        for line in _lines(game, dealer):
            click.echo(line)


def _names(game: Game) -> list[str]:
    return [player.name for player in game.table.players]


def _lines(game: Game, dealer: Dealer) -> Iterator[str]:
    """Play and yield what there is to print."""
    names = _names(game)
    for event, after in _played(game, dealer):
        yield write_event(event, names)
        for sheet in after.sheets[len(game.sheets) :]:
            yield f"# Scoring {sheet.scoring.value}"
            yield from (f"# {award}" for award in str(sheet).splitlines())
        game = after
    for row in standings(game.table.points):
        yield f"# {row.rank}. {row.player}: {row.points}{' wins' * row.wins}"


def _document(game: Game, dealer: Dealer) -> dict[str, object]:
    """Play and return the game for programs."""
    names, lines = _names(game), []
    for event, after in _played(game, dealer):
        lines.append(write_event(event, names))
        game = after
    return {
        "players": names,
        "events": lines,
        "sheets": [sheet_document(sheet) for sheet in game.sheets],
        "standings": [attrs.asdict(row) for row in standings(game.table.points)],
    }


def _played(game: Game, dealer: Dealer) -> Iterator[tuple[Event, Game]]:
    """Yield each event of a game, and the game after it, until nobody has anything left to do."""
    actions = 0
    while True:
        for draw in draws(game, dealer):
            game = apply(game, draw)
            yield draw, game
        if game.table.to_act is None:
            return
        action = _choice(game, dealer, actions)
        actions += 1
        game = apply(game, action)
        yield action, game


def _choice(game: Game, dealer: Dealer, number: int) -> Action:
    """Return an action: any kind that is legal is as likely as any other, then any action of that kind."""
    by_kind: dict[type, list[Action]] = {}
    for action in legal_actions(game, minimal_payments=True):
        by_kind.setdefault(type(action), []).append(action)
    kinds = list(by_kind.values())
    kind = kinds[dealer.number(2 * number, len(kinds), purpose="action")]
    return kind[dealer.number(2 * number + 1, len(kind), purpose="action")]
