"""A strategy for tables that a referee keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from granada_rules.box import Seat
from granada_rules.dealer import Dealer
from granada_rules.referee import Referee
from granada_rules.testing.games import PLAYERS, beginnings, chosen_action
from granada_rules.testing.values import names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from granada_rules.box import Ruleset
    from granada_rules.game import Game

__all__ = ["referees"]

_MOST_ACTIONS = 400


def referees(
    players: int | Iterable[int] = PLAYERS,
    ruleset: Ruleset | st.SearchStrategy[Ruleset] | None = None,
    max_actions: int = 40,
) -> st.SearchStrategy[Referee]:
    """Generate tables: some played on, some to their end, some where somebody resigned, some abandoned.

    ``players`` and ``ruleset`` are those of `games`. ``max_actions`` is how many actions of players there
    are at most: 40 for quick tests, 400 for whole games. Shrinks to few players, the default ruleset and a
    table at which nobody has acted.

    >>> from hypothesis import given
    >>> from granada_rules import Referee
    >>> from granada_rules.testing import referees
    >>> @given(referees())
    ... def test_somebody_is_to_act_until_the_game_is_over(referee):
    ...     assert (referee.to_act is None) == referee.is_over

    Raises ``ValueError`` as `games` does, or if ``max_actions`` is not 0 to 400.
    """
    if type(max_actions) is not int or not 0 <= max_actions <= _MOST_ACTIONS:
        raise ValueError(f"max_actions: expected 0 to {_MOST_ACTIONS}, got {max_actions!a}")
    return _referees(beginnings(players, ruleset).filter(_tells_tiles_apart), max_actions)


def _tells_tiles_apart(start: Game) -> bool:
    """Tell whether a record can name the tile sets of a game."""
    sets = start.table.ruleset.tiles.sets
    return len({tiles.name for tiles in sets}) == len(sets)


@st.composite
def _referees(draw: st.DrawFn, starts: st.SearchStrategy[Game], max_actions: int) -> Referee:
    start = draw(starts)
    table = start.table
    referee = Referee.open(
        [player.name for player in table.players],
        table.ruleset,
        dealer=Dealer(b"a seed for tests: " + draw(st.binary(max_size=40))),
        table_id=draw(names()),
        ages=table.age_ranks or None,
    )
    many = draw(st.integers(0, max_actions))
    choices = draw(st.lists(st.integers(0, 255), min_size=1, max_size=50))
    for number in range(many):
        seat = referee.to_act
        action = chosen_action(referee.game, choices[number % len(choices)] * (number + 1))
        if seat is None or action is None:
            break
        referee = referee.hear(seat, action)
    end = draw(st.sampled_from([None, None, None, "abandon", "resign"]))
    if end is None or referee.is_over:
        return referee
    seat = Seat(draw(st.integers(0, len(table.players) - 1)))
    return referee.abandon() if end == "abandon" else referee.resign(seat)
