"""What a game waits for: a player, chance, or nothing any more; and how that reads."""

from __future__ import annotations

import random

import pytest

import granada_rules as g
from tests.helpers.games import at_random

NAMES = ["Red", "Blue"]
DEALER = g.Dealer(bytes(range(16)))


def test_of_acting_chance_and_the_end_exactly_one_is_so() -> None:
    seen = []
    for before, event in at_random(g.setup(NAMES), random.Random(1)):
        for game in (before, g.apply(before, event)):
            table = game.table
            assert [table.to_act is not None, game.is_chance, game.is_over].count(True) == 1
            assert (game.is_chance, game.is_over) == (table.is_chance, table.is_over)
            assert game.is_chance == bool(g.chance(game))
            assert game.is_over == (table.phase is g.Phase.OVER)
            assert bool(g.legal_actions(game)) == (table.to_act is not None)
            seen.append((game.is_chance, game.is_over))
    assert set(seen) == {(True, False), (False, False), (False, True)}
    assert seen.index((False, True)) == len(seen) - 1
    assert repr(g.legal_actions(game)) == "<LegalActions of a spectator: none, the game is over>"


def test_what_is_empty_says_why() -> None:
    start = g.setup(NAMES)
    assert repr(g.legal_actions(start)) == (
        "<LegalActions of a spectator: none, a tile for Dirk is to be drawn>"
    )
    game = g.deal(start, DEALER)
    first, second = (g.Seat(0), g.Seat(1)) if game.table.turn == 0 else (g.Seat(1), g.Seat(0))
    assert repr(g.legal_actions(game)) == f"<LegalActions of {NAMES[first]}>"
    assert repr(g.legal_actions(g.view(game, second))) == (
        f"<LegalActions of {NAMES[second]}: none, {NAMES[first]} is to act>"
    )
    assert repr(g.legal_actions(g.view(game, None))) == (
        f"<LegalActions of a spectator: none, {NAMES[first]} is to act>"
    )


@pytest.mark.parametrize("name", NAMES)
def test_tables_and_views_do_not_look_as_if_they_could_be_pasted(name: str) -> None:
    start = g.setup(NAMES)
    assert repr(start.table) == "<Table of Red, Blue, Dirk: a tile for Dirk is to be drawn>"
    seen: g.View = g.view(start, g.Seat(NAMES.index(name)))
    assert repr(seen) == f"<View of {name}: a tile for Dirk is to be drawn>"
    assert repr(g.view(start, None)) == "<View of a spectator: a tile for Dirk is to be drawn>"
    assert len(list(g.draws(start, DEALER))) > 10


def test_with_both_kinds_it_says_of_which_the_next_tile_is() -> None:
    game, said = g.setup(NAMES, g.BOTH), []
    for draw in g.draws(game, DEALER):
        said.append(game.table.waits_for)
        game = g.apply(game, draw)
    # MIX-37, MIX-6: Dirk's tiles of Alhambra, those of Granada, then one of each kind for every space.
    kinds = ["Alhambra", "Granada"]
    dirks = [f"a tile of {kind} for Dirk is to be drawn" for kind in kinds for _ in range(6)]
    yards = [f"a tile of {kind} for the yard is to be drawn" for _ in range(4) for kind in kinds]
    assert said[:20] == dirks + yards
    assert said[20] == "a card for a hand is to be drawn"
