"""How fast game records are read and replayed, beside games of chess in the same run.

Each round has new games. What is read is asserted: the games are right, and played to their end.
"""

from __future__ import annotations

import io
import time
from statistics import median
from typing import TYPE_CHECKING

import chess.pgn

from benchmarks.play import PLAYERS, ROUNDS, chosen
from benchmarks.timing import shown
from granada_rules import Event, GameRecord, apply, read_game, replay, setup, write_game, write_toml

if TYPE_CHECKING:
    import random


def record_at_random(players: int, rng: random.Random) -> bytes:
    """Play a game at random, and write it down."""
    start = game = setup(players)
    events: list[Event] = []
    while event := chosen(game, rng):
        events.append(event)
        game = apply(game, event)
    return write_toml(write_game(GameRecord.of(start, events, result=game.table.points))).encode()


def chess_at_random(rng: random.Random) -> str:
    """Play a game of chess at random, and write it down."""
    board = chess.Board()
    while not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
    return str(chess.pgn.Game.from_board(board))


def beside_chess(rng: random.Random) -> None:
    """Read new games of Granada and of chess in turn, and print how many events and plies in a second."""
    rates: list[tuple[float, float]] = []
    for _ in range(ROUNDS):
        records = [record_at_random(players, rng) for players in PLAYERS]
        games = [chess_at_random(rng) for _ in PLAYERS]
        # The time of this process alone: others would hit one of two short stretches harder.
        begin = time.process_time()
        ours = [replay(read_game(record)) for record in records]
        between = time.process_time()
        theirs = [chess.pgn.read_game(io.StringIO(game)) for game in games]
        end = time.process_time()
        assert all(found.is_right and found.is_over for found in ours)
        assert all(found and found.end().board().is_game_over() for found in theirs)
        events = sum(len(found.events) for found in ours)
        plies = sum(found.end().ply() for found in theirs if found)
        rates.append((events / (between - begin), plies / (end - between)))
    shown("events replayed in a second, median", median(rate for rate, _ in rates), "30000", digits=0)
    shown("plies of chess read in a second, median", median(rate for _, rate in rates), digits=0)
    ratios = [rate / other for rate, other in rates]
    shown("ratio, median", median(ratios), digits=2)
    shown("ratio, lowest and highest round", min(ratios), digits=2)
    shown("", max(ratios), digits=2)
