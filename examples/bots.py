"""A greedy bot against one that rolls dice, over several games, and how they came out.

``python examples/bots.py [--games N] [--seed TEXT] [--game granada|alhambra|both]``
"""

import argparse
import hashlib
import random
from collections import Counter
from collections.abc import Callable, Iterator

from granada_rules import (
    ALHAMBRA,
    BOTH,
    GRANADA,
    Action,
    Build,
    Buy,
    Cell,
    Dealer,
    Extend,
    Face,
    Ruleset,
    Scoring,
    Seat,
    Table,
    TakeMoney,
    View,
    apply,
    deal,
    legal_actions,
    placement,
    scoring,
    setup,
    standings,
    view,
)

Bot = Callable[[View], Action]
"""A bot sees what its seat may see, and says what it does."""


def dice(numbers: random.Random) -> Bot:
    """Return a bot that does anything that is legal."""

    def act(seen: View) -> Action:
        return numbers.choice(list(legal_actions(seen, minimal_payments=True)))

    return act


def greedy(seen: View) -> Action:
    """Buy and build what would bring most in scoring C; otherwise take money."""

    def liking(action: Action) -> tuple[int, int, int]:
        # What is equally good is decided by the money: rather much taken, rather little paid.
        match action:
            case Build(seat, face, cell, payment):
                return 3, lead(seen.table, seat, face, cell), -payment.total()
            case Extend(seat, face, cell):
                return 3, lead(seen.table, seat, face, cell), 0
            case Buy(seat, space, payment):
                found = leads(seen.table, seat, seen.table.yard[space - 1])
                # A tile that fits nowhere is bought only when there is no money left to take.
                return (3, max(found), -payment.total()) if found else (1, 0, -payment.total())
            case TakeMoney(_, cards):
                return 2, 0, cards.total()
            case _:
                return 0, 0, 0

    return max(legal_actions(seen, minimal_payments=True), key=liking)


def lead(table: Table, seat: Seat, face: Face, cell: Cell) -> int:
    """Return how far a seat would be ahead of the best other in scoring C if it built a tile there."""
    cities = {player.name: player.city for player in table.players}
    own = table.players[seat].name
    tile = face, table.ruleset.tiles.moats(face)
    dirk = None if table.dirk is None else table.dirk.faces
    kinds = table.ruleset.kinds
    totals = scoring.score_if_built(cities, Scoring.C, own, cell, tile, dirk=dirk, kinds=kinds).totals
    return totals.pop(own) - max(totals.values())


def leads(table: Table, seat: Seat, face: Face | None) -> list[int]:
    """Return the lead for each cell where a tile could be built."""
    if face is None:
        return []
    cells = placement.legal_cells(table.players[seat].city, table.ruleset.tiles.moats(face), face.kind)
    return [lead(table, seat, face, cell) for cell in cells]


def played(bots: dict[str, Bot], dealer: Dealer, ruleset: Ruleset) -> dict[str, int]:
    """Play a game to its end, and return everybody's points."""
    acting = list(bots.values())
    game = deal(setup(list(bots), ruleset), dealer)
    while (seat := game.table.to_act) is not None:
        game = deal(apply(game, acting[seat](view(game, seat))), dealer)
    return game.table.points


def tournament(games: int, seed: str, ruleset: Ruleset = GRANADA) -> Iterator[dict[str, int]]:
    """Play games with a seed each; who sits first changes from one to the next."""
    for number in range(games):
        own_seed = hashlib.sha256(f"{seed} {number}".encode()).digest()
        seats: list[tuple[str, Bot]] = [("Greedy", greedy), ("Dice", dice(random.Random(own_seed)))]  # noqa: S311
        yield played(dict(seats if number % 2 == 0 else reversed(seats)), Dealer(own_seed), ruleset)


def main() -> None:
    """Play, and print a row as soon as a game is over."""
    parser = argparse.ArgumentParser(description="A greedy bot against one that rolls dice.")
    parser.add_argument("--games", type=int, default=10, metavar="N", help="how many; 10 if nothing is said")
    parser.add_argument("--seed", default="bots", metavar="TEXT", help="the same seed gives the same games")
    rulesets = {ruleset.game: ruleset for ruleset in (GRANADA, ALHAMBRA, BOTH)}
    parser.add_argument("--game", choices=rulesets, default="granada", help="what is played")
    asked = parser.parse_args()
    names = ["Greedy", "Dice", "Dirk"]
    print("game", *(f"{name:>8}" for name in names), "  winner")
    sums, wins = Counter[str](), Counter[str]()
    for number, points in enumerate(tournament(asked.games, asked.seed, rulesets[asked.game]), 1):
        winners = [row.player for row in standings(points) if row.wins]
        sums.update(points)
        wins.update(winners)
        print(f"{number:>4}", *(f"{points[name]:>8}" for name in names), " ", *winners, flush=True)
    print("mean", *(f"{sums[name] / max(asked.games, 1):>8.1f}" for name in names))
    print("wins", *(f"{wins[name]:>8}" for name in names))


if __name__ == "__main__":
    main()
