"""The oracle on both games together: both sides agree on layouts, scorings, decisions and whole games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from granada_rules import Cell, City, Edges, Face, Kind, Line, moats, placement
from granada_rules.box import Marker
from tests.helpers.samples import SHARE, lacking, seen_in
from tests.oracle import (
    bridge,
    compare_actions,
    compare_cities,
    compare_games,
    compare_scorings,
)
from tests.oracle.bridge import Difference
from tests.rules.test_layouts import AROUND, PAIR

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Mapping
    from random import Random

FEWEST_CITIES = {
    "layouts of both kinds": 90,
    "BUILD-1 kept": 60,
    "BUILD-1 broken": 6,
    **dict.fromkeys((f"MIX-{number} kept" for number in (16, 17, 19, 21, 22, 23)), 30),
    **{
        f"MIX-{number} broken": least
        for number, least in ((16, 12), (17, 15), (19, 2), (21, 20), (22, 3), (23, 5))
    },
    "MIX-19 begun": 2,
    "MIX-20 the first is not known": 10,
    "MIX-22 parts that do not touch": 1,
    "MIX-24 added to the second part": 15,
    "MIX-24 exchanged in the second part": 15,
    "MIX-28 a corner where a part meets itself": 5,
    "MIX-28 refused": 20,
    **dict.fromkeys(("MIX-28 walls", "MIX-30 moats", "MIX-31 borders"), 20),
    **dict.fromkeys((f"MIX-{number} rings" for number in (28, 30, 31)), 5),
    **dict.fromkeys((f"MIX-{number} several stretches" for number in (28, 30)), 8),
    "holes of several cells": 1,
    "groups of several tiles out of reach": 10,
    **dict.fromkeys((f"REBUILD-{number} allowed" for number in range(1, 4)), 50),
    **dict.fromkeys((f"REBUILD-{number} refused" for number in range(1, 4)), 300),
}

CODES = [building.code for building in Kind.ALHAMBRA.buildings]

FEWEST_SCORINGS = {
    **dict.fromkeys((f"scoring {which} regular" for which in "ABC"), 15),
    **dict.fromkeys((f"scoring {which} simplified" for which in "ABC"), 4),
    **{f"A-SCORE-7 {which} place 1 {code}": 3 for which in "ABC" for code in CODES},
    **{f"A-SCORE-8 {which} shared by {many} from place 1": 2 for which in "ABC" for many in (2, 3, 4)},
    "A-SCORE-8 Dirk alone": 10,
    "A-SCORE-8 Dirk shares": 10,
    "A-SCORE-8 a share rounded down": 60,
    **{f"SCORE-7 place {place}": least for place, least in ((1, 100), (2, 30), (3, 5))},
    **{f"SIMPLE-1 place {place}": least for place, least in ((1, 25), (2, 4))},
    "SCORE-6 no tie": 100,
    "SCORE-8 ties": 40,
    "DIRK-4 awards": 40,
    "MIX-28 walls": 100,
    "MIX-30 moats": 80,
    "MIX-31 borders": 80,
    "SIMPLE-2 moats": 60,
    "SCORE-4 illegal city": 2,
}

FEWEST_ACTIONS = {
    "decisions": 48,
    "legal actions": 400,
    "actions tried": 2_000,
    # Decisions in which such an action is legal.
    "TakeMoney several legal": 3,
    "Buy exactly legal": 5,
    "Buy overpaid legal": 6,
    "Extend legal": 6,
    "Reduce legal": 6,
    "Exchange legal": 5,
    "Pass extra legal": 1,
    "Build as it was legal": 4,
    "Build turned legal": 1,
    "Build given legal": 3,
    "Store as it was legal": 5,
    "Store turned legal": 2,
    "Store given legal": 4,
    "turning takes one card": 10,
    "the extra action is no must": 10,
    "gifts one by one": 5,
    # After all kinds of changes.
    "decisions grown": 4,
    "decisions hoarded": 1,
    "decisions sold": 1,
    "last turn levelled": 3,
    # What comes after legal actions.
    "Buy, then act": 6,
    "Buy, then place": 50,
    "Build, then place": 1,
    "Build, then end": 20,
    # Tiles that were given away, one by one or both of a space.
    "END-1 ended": 16,
    "END-1 not yet": 16,
    "END-2 given": 16,
    "MIX-35 a gift of 2 tiles": 1,
    "MIX-35 several tiles one by one": 2,
    # Actions that one clause alone forbids, and some that several do.
    "A-BOX-2 alone": 15,
    "BOX-2 alone": 8,
    "BUILD-2 broken": 6,
    "BUILD-3 broken": 12,
    "BUILD-4 broken": 8,
    "MIX-5 alone": 95,
    "MIX-16 alone": 8,
    "MIX-17 alone": 10,
    "MIX-19 alone": 2,
    "MIX-20 alone": 12,
    "MIX-21 alone": 30,
    "MIX-22 alone": 15,
    "MIX-23 alone": 1,
    "MIX-34 alone": 1,
    "MIX-35 alone": 100,
    "MIX-37 broken": 20,
    "PLACE-1 alone": 30,
    "PLACE-2 alone": 7,
    "PLACE-5 broken": 10,
    "REBUILD-5 alone": 1,
    "REBUILD-6 broken": 5,
    "TURN-3 alone": 60,
    "TURN-5 alone": 10,
}

REPLACED = ("BUY-1 ", "END-3 ", "DIRK-7 ", "A-END-3 ", "A-DIRK-7 ")
"""Clauses in whose place others stand, so that none of them forbids anything."""

FEWEST_GAMES = {
    "games": 8,
    **{f"{which} {how} in a game": 2 for which in "ABC" for how in ("regular", "simplified")},
    "A-SCORE-8 shared places in a game": 40,
    "DIRK-4 scoring with Dirk": 3,
    "SCORE-9 tiles on reserves": 250,
    "Buy exactly done": 8,
    "Buy overpaid done": 8,
    "Build as it was done": 8,
    "Build turned done": 8,
    "Build given done": 3,
    "Store given done": 5,
    "Store given with others done": 1,
    "GiveToDirk as it was done": 1,
    "GiveToDirk turned done": 1,
    "Exchange done": 8,
    # What comes into the yard.
    "MIX-13 kinds in turn": 5,
    "MIX-14 tiles of Alhambra alone": 6,
    "MIX-14 tiles of Granada": 15,
    "MIX-33 a space lacks a kind, and the game goes on": 6,
    "SETUP-2 draws of 2 kinds": 16,
    "TURN-9 draws of 2 kinds": 16,
    "TURN-10 8 tiles": 8,
    "END-1 too few tiles": 8,
    # Decks, and Dirk's tiles.
    "SETUP-6 decks of 5 piles": 8,
    "TURN-8 decks of 5 piles": 8,
    "TURN-8 decks of 1 piles": 3,
    **{f"DIRK-{number} 2 kinds": 1 for number in (3, 5, 6)},
}

SAMPLES: dict[str, tuple[Callable[[Random], Counter[str]], Mapping[str, int], int]] = {
    "cities": (compare_cities.compare_both, FEWEST_CITIES, 120),
    "scorings": (compare_scorings.compare_both, FEWEST_SCORINGS, 150),
    "actions": (compare_actions.compare_both, FEWEST_ACTIONS, 16),
    "games": (compare_games.compare_both, FEWEST_GAMES, 8),
}
"""The comparisons, what they have to show how often at least, and in how many cases."""


@pytest.mark.parametrize(("compare", "fewest", "cases"), SAMPLES.values(), ids=list(SAMPLES))
def test_both_sides_agree_on_both_together_and_see_enough_of_everything(
    compare: Callable[[Random], Counter[str]], fewest: Mapping[str, int], cases: int
) -> None:
    seen = seen_in(compare, cases // SHARE)
    assert lacking(seen, fewest) == {}
    assert {what for what in seen if what.startswith(REPLACED)} == set()


# The examples derived from the clauses; by the oracle alone.

CORNER = AROUND.reduced(Cell(0, 2))
WALLED_CORNER = CORNER.exchanged(Cell(0, 1), (Face.parse("AC8:NE"), Edges.parse("NE")))


@pytest.mark.parametrize(
    ("city", "lengths"),
    [
        (PAIR, (4, 3, 2)),
        (AROUND, (6, 6, 6)),
        (CORNER, (6, 6, 6)),
        (WALLED_CORNER, (7, 6, 6)),
    ],
    ids=["in a row", "around", "without a corner", "around the corner of a tile"],
)
def test_the_oracle_measures_the_examples(city: City, lengths: tuple[int, int, int]) -> None:
    programs = ["cities.lp", "moats.lp"]
    (model,) = bridge.models(programs, bridge.city("c", city), ["violation/3", "longest/3"])
    assert model["violation"] == set()
    assert model["longest"] == {
        ("c", barrier, length) for barrier, length in zip(("wall", "moat", "border"), lengths, strict=True)
    }


# Once more, after something has gone wrong in the package.


def shortened(city: City) -> moats.Moat:
    """Return the longest border, one edge too short."""
    border = longest_border(city)
    return attrs.evolve(border, edges=border.edges[1:])


longest_border = moats.longest_border


def test_a_border_that_is_one_edge_short_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moats, "longest_border", shortened)
    with pytest.raises(Difference, match="length of the longest border"):
        seen_in(compare_cities.compare_both, 20)


@pytest.mark.parametrize(
    ("name", "told"),
    [("removable_cells", "cells to reduce"), ("exchangeable_cells", "cells to exchange")],
)
def test_a_first_tile_of_granada_that_can_be_moved_is_a_difference(
    monkeypatch: pytest.MonkeyPatch, name: str, told: str
) -> None:
    ask = getattr(placement, name)

    def forgetful(city: City, *given: object) -> object:
        return ask(City.of(city.tiles, city.start) if len(compare_cities.second(city)) > 1 else city, *given)

    monkeypatch.setattr(placement, name, forgetful)
    with pytest.raises(Difference, match=told):
        seen_in(compare_cities.compare_both, 120)


def test_tiles_of_another_kind_are_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    ask = placement.legal_cells
    monkeypatch.setattr(placement, "legal_cells", lambda city, edges, _kind: ask(city, edges, Kind.ALHAMBRA))
    with pytest.raises(Difference, match="cells to extend"):
        seen_in(compare_cities.compare_both, 60)


def test_a_border_that_counts_once_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    def halved(line: Line) -> int:
        return line.factor * line.count // (2 if line.is_border else line.shares)

    monkeypatch.setattr(Line, "points", property(halved))
    with pytest.raises(Difference, match="totals"):
        seen_in(compare_scorings.compare_both, 20)


def test_a_marker_that_stays_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Marker, "moved", property(lambda marker: marker))
    with pytest.raises(Difference, match="the marker after a refill"):
        seen_in(compare_games.compare_both, 1)
