"""The oracle on Alhambra: both sides agree on cities, scorings, decisions, gifts and whole games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from granada_rules import Building, Kind, moats
from granada_rules.sheet import _ranked
from tests.helpers.positions import PLAYERS
from tests.helpers.samples import SHARE, lacking, seen_in
from tests.oracle import (
    bridge,
    compare_actions,
    compare_cities,
    compare_games,
    compare_scorings,
    scoring_facts,
)
from tests.oracle.bridge import Difference
from tests.oracle.compare_gifts import compare_gifts
from tests.oracle.random_decisions import last_placement, played

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Mapping
    from random import Random

    from granada_rules import City

CITIES, SCORINGS, ACTIONS, GAMES = 120, 400, 20, 6

FEWEST_CITIES = {
    **dict.fromkeys((f"BUILD-{number} kept" for number in range(1, 7)), 30),
    **dict.fromkeys((f"BUILD-{number} broken" for number in range(1, 6)), 3),
    "BUILD-6 broken": 1,
    "groups of several tiles out of reach": 10,
    **dict.fromkeys((f"REBUILD-{number} allowed" for number in range(1, 4)), 50),
    **dict.fromkeys((f"REBUILD-{number} refused" for number in range(1, 4)), 200),
    "SCORE-4 moats": 10,
    "SCORE-4 several stretches": 6,
    "SCORE-4 rings": 1,
    "SCORE-4 none": 8,
    "SCORE-4 refused": 15,
    "SCORE-5 inner moats": 4,
}

CODES = [building.code for building in Kind.ALHAMBRA.buildings]

FEWEST_SCORINGS = {
    **dict.fromkeys((f"scoring {which} regular" for which in "ABC"), 60),
    # Every number of the table.
    **{f"A-SCORE-7 {which} place 1 {code}": 10 for which in "ABC" for code in CODES},
    **{f"A-SCORE-7 {which} place 2 {code}": 3 for which in "BC" for code in CODES},
    **{f"A-SCORE-7 C place 3 {code}": 1 for code in CODES},
    # Ties of two to five for every place that has points.
    **{
        f"A-SCORE-8 {which} shared by {many} from place 1": least
        for which in "ABC"
        for many, least in ((2, 50), (3, 25), (4, 12), (5, 5), (6, 1))
    },
    **{
        f"A-SCORE-8 {which} shared by {many} from place 2": least
        for which in "BC"
        for many, least in ((2, 25), (3, 15), (4, 2))
    },
    **{f"A-SCORE-8 C shared by {many} from place 3": least for many, least in ((2, 10), (3, 4))},
    "A-SCORE-8 a share of nothing": 50,
    "A-SCORE-8 a share rounded down": 200,
    "A-SCORE-8 places without points": 200,
    "A-SCORE-8 alone after a tie": 3,
    "A-SCORE-8 another tie after a tie": 10,
    "A-SCORE-8 Dirk alone": 50,
    "A-SCORE-8 Dirk shares": 50,
    "SCORE-4 walls": 150,
    "SCORE-4 illegal city": 6,
}

FEWEST_ACTIONS = {
    "decisions": 60,
    "legal actions": 1_000,
    "actions tried": 4_000,
    # Decisions in which such an action is legal.
    "TakeMoney several legal": 3,
    "Buy exactly legal": 8,
    "Buy overpaid legal": 10,
    "Extend legal": 15,
    "Reduce legal": 15,
    "Exchange legal": 10,
    "Pass extra legal": 3,
    "Pass where nothing is possible legal": 2,
    "Build as it was legal": 6,
    "Build given legal": 10,
    "Build given with others legal": 2,
    "Store as it was legal": 6,
    "Store given legal": 10,
    "Store given with others legal": 2,
    "GiveToDirk as it was legal": 1,
    # Decisions by all kinds of rules, and after all kinds of changes.
    **{f"{players} players": 4 for players in PLAYERS},
    "backs none": 60,
    "the extra action is no must": 15,
    "gifts one by one": 12,
    "15 tiles in the city": 6,
    "decisions hoarded": 3,
    "decisions sold": 2,
    "decisions grown": 10,
    # What comes after legal actions.
    "Buy, then act": 8,
    "Buy, then place": 50,
    "Build, then place": 8,
    "Build, then end": 8,
    "Build, then gift": 4,
    "Store, then gift": 2,
    "GiveToDirk, then end": 1,
    # Tiles that were given away, several at once or one by one, or to nobody.
    "END-1 ended": ACTIONS,
    "END-2 given": 25,
    "END-2 nobody has money": 2,
    "END-2 tie above somebody poorer": 4,
    "A-END-3 a gift of 2 tiles": 2,
    "A-END-3 several tiles one by one": 1,
    "A-END-3 others between the tiles of a receiver": 1,
    # Actions that one clause alone forbids, and some that several do.
    "A-BOX-2 alone": 60,
    "A-BOX-2 broken": 40,
    "A-END-3 alone": 150,
    "A-END-3 broken": 20,
    "A-DIRK-7 alone": 3,
    "A-DIRK-7 broken": 10,
    "BOX-7 alone": 30,
    "TURN-1 alone": 400,
    "TURN-2 alone": 10,
    "TURN-3 alone": 40,
    "TURN-5 alone": 8,
    "TURN-6 alone": 60,
    "MONEY-1 alone": 80,
    "BUY-1 alone": 100,
    "REBUILD-1 alone": 5,
    "REBUILD-2 alone": 60,
    "REBUILD-3 alone": 50,
    "REBUILD-5 alone": 2,
    "REBUILD-6 alone": 2,
    "PLACE-1 alone": 20,
    "PLACE-1 broken": 10,
    "BUILD-2 alone": 40,
    "BUILD-3 alone": 60,
    "BUILD-4 alone": 30,
    "BUILD-5 alone": 5,
    "DIRK-2 alone": 4,
    "END-2 alone": 5,
}

NEVER = (
    *(f"{action} turned" for action in ("Build", "Store", "GiveToDirk")),
    *(f"{clause} " for clause in ("PLACE-2", "PLACE-5", "BOX-2", "END-3", "DIRK-7")),
)
"""What Alhambra does not have: tiles to be turned over, and the clauses that its own ones replace."""

FEWEST_GAMES = {
    "games": GAMES,
    **{f"{which} regular in a game": 3 for which in "ABC"},
    "A-SCORE-8 shared places in a game": 25,
    "DIRK-4 scoring with Dirk": 3,
    "SCORE-9 tiles on reserves": 100,
    "Buy exactly done": 8,
    "Buy overpaid done": 8,
    "Extend done": 8,
    "Reduce done": 8,
    "Exchange done": 6,
    "Build as it was done": 8,
    "Build given done": 4,
    "Store as it was done": 8,
    "Store given done": 4,
    "Store given with others done": 1,
    "GiveToDirk as it was done": 1,
    **{f"TURN-10 {tiles} tiles": least for tiles, least in ((0, 4), (1, 4), (2, 3), (4, 4))},
    "TURN-1 next is another": 6,
    "TURN-1 next is the first seat": 2,
    "END-1 too few tiles": 4,
}


SAMPLES: dict[str, tuple[Callable[[Random], Counter[str]], Mapping[str, int], int]] = {
    "cities": (compare_cities.compare_alhambra, FEWEST_CITIES, CITIES),
    "scorings": (compare_scorings.compare_alhambra, FEWEST_SCORINGS, SCORINGS),
    "actions": (compare_actions.compare_alhambra, FEWEST_ACTIONS, ACTIONS),
    "games": (compare_games.compare_alhambra, FEWEST_GAMES, GAMES),
}
"""The comparisons, what they have to show how often at least, and in how many cases."""


@pytest.mark.parametrize(("compare", "fewest", "cases"), SAMPLES.values(), ids=list(SAMPLES))
def test_both_sides_agree_on_alhambra_and_see_enough_of_everything(
    compare: Callable[[Random], Counter[str]], fewest: Mapping[str, int], cases: int
) -> None:
    seen = seen_in(compare, cases // SHARE)
    assert lacking(seen, fewest) == {}
    assert {what for what in seen if what.startswith(NEVER)} == set()


# The examples of the book, and those derived from the clauses; by the oracle alone.


@pytest.mark.parametrize(
    ("which", "building", "owned", "points"),
    [
        ("A", Building.CHAMBERS, [1], [4]),
        ("B", Building.TOWER, [3, 2], [13, 6]),
        ("C", Building.PAVILION, [3, 2, 1], [16, 8, 1]),
        ("C", Building.TOWER, [4, 4, 2, 1], [17, 17, 6, 0]),
        ("C", Building.PAVILION, [3, 3, 3], [8, 8, 8]),
        ("C", Building.GARDEN, [3, 2, 2], [20, 8, 8]),
        ("C", Building.PAVILION, [2, 1, 1, 1], [16, 3, 3, 3]),
        ("B", Building.SERAGLIO, [2, 2, 1], [5, 5, 0]),
        ("A", Building.PAVILION, [1, 1], [0, 0]),
        ("A", Building.TOWER, [2, 2], [3, 3]),
    ],
)
def test_the_oracle_scores_the_examples(
    which: str, building: Building, owned: list[int], points: list[int]
) -> None:
    facts = [*scoring_facts.scored(which, simplified=False)]
    for seat, many in enumerate(owned):
        facts.append(f"plays({seat})")
        facts += [
            f"lies(face({building.code.lower()},{price},open),city({seat}))" for price in range(2, 2 + many)
        ]
    (model,) = bridge.models(compare_scorings.PROGRAMS, facts, ["total/2"])
    assert model["total"] == set(enumerate(points))


# Once more, after something has gone wrong in the package.


def shortened(city: City) -> moats.Moat:
    """Return the longest wall, a ring one edge too short."""
    wall = longest_wall(city)
    return attrs.evolve(wall, edges=wall.edges[wall.is_ring :])


longest_wall = moats.longest_wall


def test_a_ring_of_walls_that_is_one_edge_short_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moats, "longest_wall", shortened)
    with pytest.raises(Difference, match="length of the longest wall"):
        seen_in(compare_cities.compare_alhambra, 120)


def test_ties_that_the_dearest_decides_are_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("granada_rules.sheet._shared", lambda *given: _ranked(*given[:4]))
    with pytest.raises(Difference, match="totals"):
        seen_in(compare_scorings.compare_alhambra, 20)


@pytest.mark.parametrize("together", [False, True])
def test_tiles_given_one_by_one_or_together_against_the_agreement_are_a_difference(
    together: bool,  # noqa: FBT001
) -> None:
    def end_of_a_game(random: Random) -> Counter[str]:
        """Compare who gets what at the end of a game, which forgets what was agreed."""
        game = last_placement(played(random, Kind.ALHAMBRA), random).game
        object.__setattr__(game.table.ruleset, "gives_together", together)
        return compare_gifts(game, random)

    with pytest.raises(Difference, match="gifts in their order"):
        seen_in(end_of_a_game, 25)
