"""How many sequences of events there are: ``python -m tests.helpers.perft --players 3 --depth 2``.

The deals are fixed. docs/perft.md says what is counted, and has the table. With ``--divide`` the count is
split up by the first event; ``--after`` begins in the middle of a playthrough, after so many events.
"""

from __future__ import annotations

import argparse
from itertools import islice
from typing import TYPE_CHECKING

import granada_rules as g
from tests.helpers.playthroughs import WHOLE_GAMES, told

if TYPE_CHECKING:
    from collections.abc import Iterator


PLAYERS = (2, 3, 4, 6)

ALL_MODULES = g.Ruleset(kinds=[g.Kind.ALHAMBRA], modules=g.Module)

GAMES = {rules.game: rules for rules in (g.GRANADA, g.ALHAMBRA, g.BOTH)} | {"modules": ALL_MODULES}


def dealer(players: int, rules: g.Ruleset = g.GRANADA) -> g.Dealer:
    """Return who deals for so many."""
    game = "" if rules == g.GRANADA else f" of {rules.label}"
    return g.Dealer(f"perft, {players} players{game}".encode())


def dealt(players: int, rules: g.Ruleset = g.GRANADA) -> Iterator[g.Draw]:
    """Generate the draws of the deal for so many."""
    return g.draws(g.setup(players, rules), dealer(players, rules))


def start(players: int, rules: g.Ruleset = g.GRANADA) -> g.Game:
    """Return the game for so many, as it was dealt."""
    return g.deal(g.setup(players, rules), dealer(players, rules))


def reached(name: str, events: int) -> g.Game:
    """Return the game after so many events of a playthrough."""
    playthrough = next(each for each in WHOLE_GAMES if each.name == name)
    game, _ = next(islice(playthrough.events(), events, None))
    return game


def events(game: g.Game) -> Iterator[g.Event]:
    """Generate all that can happen next: every legal action, or every draw that is possible."""
    if game.table.draw_for is None:
        yield from g.legal_actions(game)
    else:
        yield from (draw for draw, _ in g.chance(game))


def perft(game: g.Game, depth: int) -> int:
    """Count the sequences of so many events."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in events(game))
    return sum(perft(g.apply(game, event), depth - 1) for event in events(game))


def divide(game: g.Game, depth: int) -> Iterator[tuple[str, int]]:
    """Split the count up by the first event, in the order in which they are listed."""
    names = [player.name for player in game.table.players]
    for event in events(game):
        yield told(event, names), perft(g.apply(game, event), depth - 1)


def main() -> None:
    """Count what is asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.helpers.perft", description="Count sequences of events."
    )
    parser.add_argument("--players", type=int, choices=PLAYERS, default=3)
    parser.add_argument("--game", choices=GAMES, default="granada")
    parser.add_argument("--depth", type=int, required=True)
    parser.add_argument("--divide", action="store_true", help="split the count up by the first event")
    parser.add_argument(
        "--after",
        nargs=2,
        metavar=("PLAYTHROUGH", "EVENTS"),
        help="begin in the middle of a playthrough (players and game do not matter then)",
    )
    asked = parser.parse_args()
    if asked.after is None:
        game = start(asked.players, GAMES[asked.game])
    else:
        game = reached(asked.after[0], int(asked.after[1]))
    if asked.divide:
        parts = list(divide(game, asked.depth))
        for words, count in parts:
            print(f"{words}: {count}")  # noqa: T201 - what it is for
        print(f"total: {sum(count for _, count in parts)}")  # noqa: T201
    else:
        for depth in range(1, asked.depth + 1):
            print(f"depth {depth}: {perft(game, depth)}")  # noqa: T201


if __name__ == "__main__":
    main()
