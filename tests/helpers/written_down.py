"""Positions of random games, whole and with entries left out: none of them may be refused.

``make verify`` looks at very many of them, and the tests at a few.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import attrs

from granada_rules import (
    Buy,
    Dealer,
    NotedPlayer,
    Phase,
    Position,
    Seat,
    TakeMoney,
    apply,
    complete,
    legal_actions,
    setup,
    validate,
    view,
)
from granada_rules.position import facts_of
from tests.helpers.combinations import Combination, with_tiles
from tests.helpers.games import NAMES
from tests.helpers.positions import some_event

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from granada_rules import Event, Game

__all__ = ["rarely_seen", "with_things_left_out", "write_down"]

LOOKS: Final = {Phase.REVEAL: 0.3, Phase.GIFT: 0.5, Phase.OVER: 1, Phase.SETUP: 0.1, Phase.PLACE_FAVOUR: 0.2}
"""How likely a moment of a phase is written down; of others every thirtieth is."""

AT_FIRST: Final = 0.2
"""How likely a moment is written down after the setup, as long as nobody has bought a tile."""

TIMES: Final = 4
"""How often entries of a position are left out, each time others."""

IDLE: Final = 400
"""In some games nobody buys anything within a part of so many events."""

_DEALER = Dealer(b"whatever the others have in their hands")


def with_things_left_out(position: Position, rng: Random) -> Position:
    """Leave out some of what is known, and maybe all players but one."""
    share = rng.random()

    def some_of(kind: type[attrs.AttrsInstance], kept: set[str]) -> dict[str, Any]:
        fields = set(attrs.fields_dict(kind)) - kept
        return {field: None for field in sorted(fields) if rng.random() < share}

    noted = tuple(attrs.evolve(player, **some_of(NotedPlayer, set())) for player in position.players)
    if noted and rng.random() < 0.2:
        noted = (rng.choice(noted),)
    # VIZ-9, BON-4: who decides is noted only if it is somebody else than the player whose turn it is.
    return attrs.evolve(position, players=noted, **some_of(Position, {"players", "draws", "to_act"}))


def _events(game: Game, rng: Random) -> Iterator[tuple[Event, Game]]:
    """Play at random to the end; in some games nobody buys anything for a while."""
    thrift, idle, number = rng.choice([0, 0.4, 0.8]), rng.choice([0, 0, rng.randrange(IDLE)]), 0
    while (event := some_event(game, rng, thrift)) is not None:
        number += 1
        if isinstance(event, Buy) and number < idle:
            takings = [
                action
                for action in legal_actions(game, minimal_payments=True)
                if isinstance(action, TakeMoney)
            ]
            event = rng.choice(takings) if takings else event
        game = apply(game, event)
        yield event, game


def write_down(combination: Combination, rng: Random) -> Counter[str]:
    """Play a game, and write it down at many moments; return what was seen.

    Raises ``AssertionError`` with a position that is refused, if one is.
    """
    game = setup(NAMES[: combination.players], with_tiles(combination.ruleset, rng))
    seen, has_bought = Counter({"games": 1}), False
    for event, after in _events(game, rng):
        game, phase = after, after.table.phase
        has_bought = has_bought or isinstance(event, Buy)
        often = LOOKS.get(phase, 1 / 30 if has_bought else AT_FIRST)
        if rng.random() < often:
            seen += _looked_at(game, rng)
            seen[f"positions in the phase {phase.value!r}"] += 1
            seen["positions before the first purchase"] += not has_bought and phase is not Phase.SETUP
            seen["positions after a scoring, before any purchase"] += not has_bought and bool(game.sheets)
    return seen


def _looked_at(game: Game, rng: Random) -> Counter[str]:
    """Write down a game, what a seat sees of it, and what that seat may take it for."""
    seat = rng.choice([None, *map(Seat, range(len(game.hands)))])
    seen = view(game, seat)
    guessed = complete(seen, _DEALER, rng.randrange(1000))
    for position in (game.to_position(), seen.to_position(), guessed.to_position()):
        _is_accepted(position)
    parts = [with_things_left_out(game.to_position(), rng) for _ in range(TIMES)]
    for part in parts:
        _is_accepted(part, of=game)
    return Counter({"positions": 1, "views": 1, "completions": 1, "positions with entries left out": TIMES})


def _is_accepted(position: Position, of: Game | None = None) -> None:
    # What shows nothing that only both together have is taken for a game of one kind.
    is_mistaken = of is not None and {*of.table.ruleset.kinds} != {*facts_of(position).kinds}
    if not is_mistaken or position.ruleset is not None or position.tile_set is not None:
        found = validate(position).violations
        assert not found, f"{'; '.join(map(str, found))}: {position!r}"


def rarely_seen(seen: Counter[str], games: int) -> Iterator[str]:
    """Yield what was seen less often than in the first so many games of all combinations."""
    fewest = {
        "positions": 20,
        "positions before the first purchase": 2,
        **{f"positions in the phase {phase.value!r}": 0.1 for phase in Phase},
        "positions after a scoring, before any purchase": 0.1,
    }
    for what, each in fewest.items():
        if seen[what] < int(each * games):
            yield f"{what}: expected {int(each * games)}, seen {seen[what]}"
