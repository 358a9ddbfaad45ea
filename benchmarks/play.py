"""How fast whole games are played, beside random chess in the same run, and how much memory that takes.

Rounds of both games take turns, so that other work on the machine slows both. Every game is a new one, so
nothing is remembered of it. What happens is asserted: games end, and the player to act has something to do.
"""

from __future__ import annotations

import gc
import random
import sys
import time
import tracemalloc
from collections import Counter, deque
from itertools import islice
from statistics import median, quantiles
from typing import TYPE_CHECKING

import attrs
import chess

from benchmarks.timing import shown
from granada_rules import (
    Build,
    Buy,
    Card,
    Currency,
    DrawCard,
    Extend,
    Game,
    Phase,
    Playout,
    Purse,
    Reduce,
    Store,
    TakeMoney,
    apply,
    chance,
    legal_actions,
    setup,
)
from granada_rules.play import way, ways
from tests.helpers.games import laid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from granada_rules import Action, Draw, Event

PLAYERS = range(2, 7)
ROUNDS = 45
MOST_EVENTS = 20_000
FEW, MANY = 1_000, 100_000
FLAT = 500_000
"""So many bytes more are still the same memory: interpreters keep up to 2000 freed tuples of a length."""


def chosen(game: Game, rng: random.Random) -> Event | None:
    """Return what happens next if every legal action is equally likely; None if the game is over."""
    if possible := ways(game):
        return way(game, rng.randrange(possible))
    if game.is_over:
        return None
    actions = list(legal_actions(game, minimal_payments=True))
    assert actions
    return rng.choice(actions)


def by_games(players: int, rng: random.Random) -> int:
    """Play at random, with a new `Game` after each event; return how many events there were."""
    game = setup(players)
    for number in range(MOST_EVENTS):
        event = chosen(game, rng)
        if event is None:
            return number
        game = apply(game, event)
    raise AssertionError(f"not over after {MOST_EVENTS} events")


def by_playout(players: int, rng: random.Random) -> int:
    """Play at random, with one `Playout`; return how many events there were."""
    playout = Playout(setup(players))
    playout.deal(rng.randrange)
    for number in range(MOST_EVENTS):
        if playout.is_over:
            return number + playout.game().draws
        playout.apply(rng.choice(playout.legal_actions(minimal_payments=True)))
        playout.deal(rng.randrange)
    raise AssertionError(f"not over after {MOST_EVENTS} actions")


def random_chess(board: chess.Board, plies: int, rng: random.Random) -> tuple[chess.Board, int]:
    """Play on for so many plies of chess at random; return the board, and how many games came to an end.

    They end by mate, stalemate, seventy-five moves without progress, or when nobody can mate any more; the
    last is only asked where it can be new. Repetitions are not looked for: that would slow chess down.
    """
    ended = 0
    for _ in range(plies):
        moves = list(board.legal_moves)
        clock = board.halfmove_clock
        if not moves or clock >= 150 or (clock == 0 and board.is_insufficient_material()):
            board, ended = chess.Board(), ended + 1
            moves = list(board.legal_moves)
        board.push(rng.choice(moves))
    return board, ended


ROADS: dict[str, Callable[[int, random.Random], int]] = {"Playout": by_playout, "apply": by_games}
"""How a game is played: in place, or with a value after each event."""


def beside_chess(rng: random.Random) -> None:
    """Let all play in turn, equally many events and plies, and print how many there are in a second."""
    rates: dict[str, list[float]] = {road: [] for road in (*ROADS, "chess")}
    board, plies, ended = chess.Board(), 0, 0
    for _ in range(ROUNDS):
        events, seconds = dict.fromkeys(rates, 0), dict.fromkeys(rates, 0.0)
        for players in PLAYERS:
            # The time of this process alone: others would hit one of the short stretches harder.
            for road, play in ROADS.items():
                begin = time.process_time()
                events[road] += play(players, rng)
                seconds[road] += time.process_time() - begin
            # So many plies that there are as many as events in the mean of both roads.
            many = (events["apply"] + events["Playout"]) // 2 - events["chess"]
            begin = time.process_time()
            board, just_ended = random_chess(board, many, rng)
            seconds["chess"] += time.process_time() - begin
            events["chess"] += many
            ended += just_ended
        for road, times in rates.items():
            times.append(events[road] / seconds[road])
        plies += events["chess"]
    # At random a game of chess takes a few hundred plies.
    assert ended > plies / 1000
    print(f"\n{ROUNDS} rounds of ten games, for 2 to 6 players, and of chess: {plies} plies")
    for road, times in rates.items():
        what = "plies of chess" if road == "chess" else f"events with {road}"
        shown(f"{what} in a second, median", median(times), digits=0)
    for road in ROADS:
        ratios = [ours / theirs for ours, theirs in zip(rates[road], rates["chess"], strict=True)]
        shown(f"{road} beside chess, median", median(ratios), "at least 1.3", digits=2)
        shown("lowest and highest round", min(ratios), digits=2)
        shown("", max(ratios), digits=2)


def by_call(rng: random.Random) -> None:
    """Time each call over new games at random, and print how long they take."""
    times: dict[str, list[float]] = {"listed": [], "other": [], "draw": []}
    listing: list[float] = []
    listed: Counter[int] = Counter()
    for players in PLAYERS:
        for _ in range(ROUNDS // 3):
            game = setup(players)
            while game.table.phase is not Phase.OVER:
                event: Event
                if possible := ways(game):
                    event, kind = way(game, rng.randrange(possible)), "draw"
                else:
                    begin = time.perf_counter()
                    actions = list(legal_actions(game, minimal_payments=True))
                    listing.append(time.perf_counter() - begin)
                    listed[len(actions)] += 1
                    event, kind = rng.choice(actions), "listed"
                    # An equal action that was not listed is judged.
                    if rng.random() < 1 / 2:
                        event, kind = attrs.evolve(event), "other"
                begin = time.perf_counter()
                game = apply(game, event)
                times[kind].append(time.perf_counter() - begin)
    assert min(listed) > 0
    middle, most = median(listed.elements()), max(listed)
    print(f"\n{len(listing)} decisions, {middle:.0f} legal actions in the median, {most} at most")
    print(f"{sum(map(len, times.values()))} events; microseconds for each call")
    shown("legal_actions listed, median", median(listing) * 1e6, "at most 30")
    shown("95 of 100 within", quantiles(listing, n=20)[-1] * 1e6)
    targets = {"listed": ("a listed action", 15), "other": ("any other action", 28), "draw": ("a draw", 15)}
    for kind, (what, target) in targets.items():
        shown(f"apply of {what}, median", median(times[kind]) * 1e6, f"at most {target}")
        shown("95 of 100 within", quantiles(times[kind], n=20)[-1] * 1e6)


def kept(players: int, rng: random.Random) -> tuple[int, int]:
    """Play at random and keep the game as it was after each event; return how many, and their bytes."""
    gc.collect()
    tracemalloc.start()
    games = [setup(players)]
    while (event := chosen(games[-1], rng)) is not None:
        games.append(apply(games[-1], event))
    del event
    gc.collect()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(set(games)) > 1
    return len(games), size


def memory(rng: random.Random) -> None:
    """Print what it takes to keep all games of one whole play."""
    print("\nmegabytes for keeping the game as it was after each event; the largest of three plays")
    for players in PLAYERS:
        events, size = max((kept(players, rng) for _ in range(3)), key=lambda play: play[1])
        shown(f"{players} players, {events} games", size / 1e6, "less than 5", digits=2)


def ways_to_pay(purse: Purse, price: int) -> int:
    """Count the payments of at least a price, by adding card after card: not as the library finds them."""
    sums = Counter({0: 1})
    for card, copies in Counter(purse.money_cards).items():
        sums = sum(
            (Counter({s + card.value * n: w for s, w in sums.items()}) for n in range(copies + 1)), Counter()
        )
    return sum(number for worth, number in sums.items() if worth >= price)


def rich() -> Game:
    """Let Red take every yellow card there is, as the rules allow it, while the others rebuild."""
    game = laid(["y9 y9 y9", "g9 g9 g9", "b9 b9 b9"], "y8 y8 y8 y7", "AR2 BA4 LI2 HS2")
    while not (game.table.phase is Phase.ACT and game.table.turn == 0 and len(game.hands[0]) == 27):
        event: Event = helpful_draw(game) if game.table.draw_for is not None else helpful_action(game)
        game = apply(game, event)
    assert game.hands[0] == game.hands[0].only(Currency.YELLOW)
    return game


def helpful_draw(game: Game) -> Draw:
    """Draw the dearest yellow card, if there is one."""
    possible = [draw for draw, _ in chance(game)]
    yellow = [d for d in possible if isinstance(d, DrawCard) and Purse([d.card]).only(Currency.YELLOW)]
    return (yellow or possible)[-1]


def helpful_action(game: Game) -> Action:
    """Let Red take yellow cards, and the others anything but cards."""

    def helps(action: Action) -> bool:
        if isinstance(action, TakeMoney):
            return action.seat == 0 and action.cards == action.cards.only(Currency.YELLOW)
        return action.seat != 0 and isinstance(action, Buy | Store | Build | Extend | Reduce)

    return next(action for action in legal_actions(game) if helps(action))


def laziness() -> None:
    """Print what it takes to go through the first of very many payments, and whether it grows."""
    game = rich()
    hand = game.hands[0]
    face = game.table.yard[0]
    assert face is not None
    assert hand == Purse.of([Card(Currency.YELLOW, value) for value in range(1, 10)] * 3)

    def payments() -> Iterable[Purse]:
        return hand.payments(Currency.YELLOW, face.value)

    def purchases() -> Iterable[Action]:
        return (action for action in legal_actions(game) if isinstance(action, Buy) and action.space == 1)

    number = ways_to_pay(hand, face.value)
    print(f"\n27 yellow cards in hand: {number} payments for {face}, taken one after the other")
    for what, generate in (("payments", payments), ("legal_actions", purchases)):
        assert sum(1 for _ in generate()) == number
        assert len(set(islice(generate(), FEW))) == FEW
        begin = time.perf_counter()
        deque(islice(generate(), FEW), maxlen=0)
        shown(f"{what}, the first {FEW}, microseconds for each", (time.perf_counter() - begin) / FEW * 1e6)
        begin = time.perf_counter()
        deque(islice(generate(), MANY), maxlen=0)
        shown(f"{what}, the first {MANY}, microseconds for each", (time.perf_counter() - begin) / MANY * 1e6)
        few, many = peak(generate, FEW), peak(generate, MANY)
        shown(f"{what}, the first {FEW}, most kilobytes at once", few / 1e3)
        shown(
            f"{what}, the first {MANY}, most kilobytes at once", many / 1e3, f"at most {FLAT / 1e3:.0f} more"
        )
        assert many <= few + FLAT


def peak(generate: Callable[[], Iterable[object]], number: int) -> int:
    """Return how many bytes were in use at most while going through the first of them."""
    gc.collect()
    tracemalloc.start()
    deque(islice(generate(), number), maxlen=0)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def main() -> None:
    """Play, measure, print."""
    print(f"Python {sys.version.split()[0]}, python-chess {chess.__version__}")
    rng = random.Random(54)
    beside_chess(rng)
    by_call(rng)
    memory(rng)
    laziness()


if __name__ == "__main__":
    main()
