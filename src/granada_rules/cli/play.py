"""The command ``play``: a game by random or scripted players, as a record."""

from __future__ import annotations

import hashlib
import re
import secrets
from contextlib import contextmanager
from typing import TYPE_CHECKING, final

import attrs
import click

from granada_rules.base import RecordError, count, read_text, short, write_json, write_toml
from granada_rules.box import (
    FEWEST_PLAYERS,
    GAMES,
    GRANADA,
    MOST_PLAYERS,
    HutSet,
    Module,
    Ruleset,
    TileSet,
    TileSets,
    ViolationError,
    wrong_modules,
)
from granada_rules.cli.files import contents, printable, readable, reason
from granada_rules.cli.options import JSON, TILES
from granada_rules.cli.verdict import Verdict, leave
from granada_rules.dealer import Dealer, draws
from granada_rules.game import Draw, Terms, by_kind, setup
from granada_rules.notation import digests, read_event, read_line, write_event
from granada_rules.play import apply, legal_actions
from granada_rules.position import Level
from granada_rules.records import GameRecord, write_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.box import Listed
    from granada_rules.game import Action, Event, Game

__all__ = ["play"]


def _modules(
    _context: click.Context, _parameter: click.Parameter, given: tuple[str, ...]
) -> tuple[Module, ...]:
    """Return the modules of these names, with commas between them."""
    words = [word.strip().lower() for names in given for word in names.split(",")]
    known = {module.value: module for module in Module}
    for word in words:
        if word not in known:
            raise click.BadParameter(f"{printable(short(word))}: no such module ({' '.join(known)})")
    return tuple(known[word] for word in dict.fromkeys(words))


@click.command()
@click.option(
    "--players",
    type=click.IntRange(FEWEST_PLAYERS, MOST_PLAYERS),
    metavar="N",
    help="Number of players; 2 by default.",
)
@click.option("--name", "names", multiple=True, metavar="NAME", help="A player's name, seat by seat.")
@click.option("--seed", metavar="TEXT", help="The same seed gives the same game; random by default.")
@click.option("--table", metavar="ID", default="play", show_default=True, help="The id of the table.")
@click.option(
    "--script",
    type=click.Path(allow_dash=True),
    metavar="FILE",
    help="Events to play, one per line; - is standard input.",
)
@click.option(
    "--game",
    type=click.Choice([*GAMES]),
    default=GRANADA.game,
    show_default=True,
    help="What is played.",
)
@click.option(
    "--with",
    "modules",
    callback=_modules,
    multiple=True,
    metavar="MODULE,...",
    help=f"Modules to add: {', '.join(module.value for module in Module)}.",
)
@click.option("--house-rules", is_flag=True, help="Add modules also where no book describes it.")
@click.option("--simplified", is_flag=True, help="Score with fixed points.")
@TILES
@JSON
def play(
    players: int | None,
    names: tuple[str, ...],
    seed: str | None,
    script: str | None,
    tile_sets: tuple[Listed, ...],
    *,
    table: str,
    game: str,
    modules: tuple[Module, ...],
    house_rules: bool,
    simplified: bool,
    as_json: bool,
) -> None:
    """Play a game, and print its record.

    The players act at random until the game is over. With a script, one event per line, the game ends where
    the script does. Draws that the script leaves out come from the seed. The commitment to seed and table is
    printed on standard error before the game, the seed after it; when the game is over, the record has both.

    Exit code: 0; 1 if the script breaks a clause, 2 if it cannot be read.

    \b
    Examples:
      granada-rules play > game.toml
      granada-rules play --players 4 --seed "a rainy evening" --json
      granada-rules play --game alhambra --players 3
      granada-rules play --game both --tiles our-granada.toml
      granada-rules play --game alhambra --with vizier,huts
      granada-rules play --name Ann --name Bo --seed x --script moves.txt
    """
    kinds = GAMES[game].kinds
    own, huts = _own_tiles(tile_sets, GAMES[game])
    seated = _seated(names, players)
    try:
        # MIX-2: tiles of each kind; what is not given is the shipped set.
        tiles = TileSets(own) if len(own) > 1 else next(iter(own), None)
        ruleset = Ruleset(
            kinds=kinds, modules=modules, tile_set=tiles, house_rules=house_rules, simplified=simplified
        )
        # HUT-1: huts of one's own, beside the tiles.
        if huts is not None:
            ruleset = attrs.evolve(ruleset, tile_set=TileSets(ruleset.tiles.sets, huts))
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if wrong := wrong_modules(ruleset):
        raise click.BadParameter("; ".join(map(str, wrong)), param_hint="--with")
    with _blamed_on("--name"):
        start = setup(seated, ruleset)
    with _blamed_on("--table"):
        terms = Terms.of(start, table=table)
    seed = secrets.token_hex(32) if seed is None else seed
    dealer = Dealer(_as_bytes(seed))
    commitment = dealer.commitment_to(terms)
    click.echo(f"commitment: {commitment}", err=True)
    try:
        steps = list(_at_random(start, dealer) if script is None else _scripted(start, dealer, script))
    except _BadLineError as bad:
        leave(bad.verdict, bad.text, as_json=as_json, line=bad.number)
    end = steps[-1][1]
    record = GameRecord.of(
        start,
        (event for event, _ in steps),
        result=end.table.points,
        commitment=commitment,
        table=table,
        # As long as the game can go on the seed is a secret.
        seed=dealer.seed if end.is_over else None,
    )
    # As bytes: a record is UTF-8, whatever the terminal uses.
    click.echo((write_json if as_json else write_toml)(write_game(record)).encode(), nl=False)
    click.echo(f"seed: {printable(seed)}", err=True)


def _own_tiles(given: tuple[Listed, ...], game: Ruleset) -> tuple[list[TileSet], HutSet | None]:
    """Return the tile sets and the list of huts that the options name, if they are not too many."""
    own = [one for one in given if isinstance(one, TileSet)]
    huts = [one for one in given if isinstance(one, HutSet)]
    if len(huts) > 1:
        raise click.UsageError("a game takes one list of huts")
    if len(own) > len(game.kinds):
        raise click.UsageError(f"{game.label} takes {count(len(game.kinds), 'tile set')}")
    return own, next(iter(huts), None)


def _seated(names: tuple[str, ...], players: int | None) -> tuple[str, ...] | int:
    """Return the players' names, or how many they are if they have none."""
    if names and players is not None and players != len(names):
        raise click.UsageError(f"{count(players, 'player')}, and {count(len(names), 'name')}")
    return names or players or FEWEST_PLAYERS


@contextmanager
def _blamed_on(option: str) -> Iterator[None]:
    """Say which option an error is about."""
    try:
        yield
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint=option) from None


def _as_bytes(seed: str) -> bytes:
    # As it is printed and written into records.
    if re.fullmatch(r"[0-9a-f]{64}", seed):
        return bytes.fromhex(seed)
    try:
        # A dealer needs a longer seed than people like to type.
        return hashlib.sha256(seed.encode()).digest()
    except UnicodeEncodeError:
        # It could not be shown so that typing it again gives the same game.
        raise click.BadParameter(f"expected UTF-8, got {readable(seed)}", param_hint="--seed") from None


def _at_random(game: Game, dealer: Dealer) -> Iterator[tuple[Event, Game]]:
    """Yield each event of a random game, and the game after it, to the end."""
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
    """Return a random action: first a legal kind of action, then an action of that kind, each uniformly."""
    kinds = list(by_kind(legal_actions(game, minimal_payments=True)).values())
    kind = kinds[dealer.number(2 * number, len(kinds), purpose="action")]
    return kind[dealer.number(2 * number + 1, len(kind), purpose="action")]


@final
@attrs.frozen
class _BadLineError(Exception):
    """A line of a script that cannot be played; the whole script if ``number`` is ``None``."""

    script: str
    number: int | None
    line: str
    error: Exception

    @property
    def _where(self) -> str:
        return f"line {self.number}, {short(self.line)}"

    @property
    def verdict(self) -> Verdict:
        if isinstance(self.error, ViolationError):
            return Verdict(self.script, Level.WELL_FORMED, self.error.violations)
        why = reason(self.error)
        if self.number is None:
            return Verdict(self.script, Level.UNREADABLE, error=why)
        # Most errors of reading begin with the line.
        is_quoted = why.startswith(f"{short(' '.join(self.line.split()))}: ")
        place = f"line {self.number}, " if is_quoted else f"{self._where}: "
        return Verdict(self.script, Level.UNREADABLE, error=f"{place}{why}")

    @property
    def text(self) -> str:
        """The report on a line that breaks a clause."""
        reasons = "".join(f"\n  {violation}" for violation in self.verdict.violations)
        return printable(f"{self.script}: {self._where}{reasons}\n")


def _scripted(game: Game, dealer: Dealer, script: str) -> Iterator[tuple[Event, Game]]:
    """Yield each event of a script and the draws between them, and the game after each."""
    names = [player.name for player in game.table.players]
    written: list[str] = []
    for number, line, digest in _script_lines(script):
        try:
            event = read_event(line, names, game.table.ruleset.tiles) if line else None
            for draw in () if isinstance(event, Draw) else draws(game, dealer):
                game = apply(game, draw)
                written.append(write_event(draw, names))
                yield draw, game
            if event is not None:
                game = apply(game, event)
                written.append(line)
                yield event, game
            if digest is not None and digest != digests(written)[-1]:
                raise RecordError(f"digest #{digest} does not match")
        except ValueError as error:
            raise _BadLineError(script, number, line, error) from None


def _script_lines(script: str) -> Iterator[tuple[int, str, str | None]]:
    """Yield number, text and digest of each line that is not blank; at the end an empty line."""
    try:
        lines = read_text(contents(script)).split("\n")
        read = [(number, *read_line(line, number)) for number, line in enumerate(lines, 1)]
    except (OSError, ValueError) as error:
        raise _BadLineError(script, None, "", error) from None
    yield from (line for line in read if line[1])
    # The empty line lets the draws after the last event happen.
    yield len(lines), "", None
