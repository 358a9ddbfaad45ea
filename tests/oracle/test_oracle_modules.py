"""The oracle on modules, one by one and together: both sides agree on decisions, windows, scorings, games."""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING

import attrs
import pytest

from granada_rules import GRANADA, Module, Pass, Phase, Ruleset, apply, chance, legal_actions, setup
from granada_rules.box import Marker
from tests.helpers.favours import stored, used, window
from tests.helpers.games import BLUE, NAMES, buy, every_game
from tests.helpers.perft import perft, reached
from tests.helpers.samples import SHARE, lacking, seen_in
from tests.oracle import (
    action_facts,
    bridge,
    compare_actions,
    compare_favours,
    compare_games,
    compare_modules,
    compare_scorings,
)
from tests.oracle.bridge import Difference
from tests.oracle.compare_effects import Step, walk
from tests.oracle.compare_favours import compare_favour_refill, compare_window
from tests.oracle.compare_modules import compare_reveal, some_reveals
from tests.oracle.random_modules import some_rules_with
from tests.oracle.switched_off import rules, survivors

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from granada_rules import Game
    from granada_rules.play.draft import Draft
    from tests.oracle.compare_modules import Reveal


FEWEST_FAVOURS = {
    "games of alhambra": 1,
    "games of granada": 2,
    "games of alhambra and granada": 1,
    "decisions in favour": 9,
    "decisions in place favour": 4,
    "decisions in act": 9,
    "VIZ-4 can pay": 4,
    "VIZ-8 refills of alhambra": 4,
    "VIZ-8 refills of both": 6,
    "VIZ-8 refills of granada": 8,
    "VIZ-9 asked anew": 15,
    "VIZ-9 asked before": 5,
    "VIZ-9 asked last": 2,
    "VIZ-9 cannot pay": 4,
    "VIZ-11 can be reactivated": 4,
    "VIZ-11 penniless": 1,
    "VIZ-12 a short yard": 1,
    # What is legal, and what is done.
    "Buy exactly legal": 4,
    "Buy exactly done": 20,
    "Reactivate legal": 4,
    "Reactivate, then end": 3,
    "Pass, then end": 9,
    "Buy, then place_favour": 2,
    # What follows a turn, and a window.
    "after a turn: favour": 50,
    "after a turn: a turn begins": 15,
    "after a window: favour": 60,
    "after a window: place favour": 20,
    "after a window: a turn begins": 30,
    "after a window: the game ends": 1,
    "Reactivate, within a turn": 4,
    # Actions that one clause alone forbids.
    "VIZ-4 alone": 200,
    "VIZ-5 alone": 20,
    "VIZ-6 alone": 60,
    "VIZ-8 alone": 1,
    "VIZ-9 alone": 100,
    "VIZ-11 alone": 3,
    "VIZ-13 alone": 30,
}

FEWEST_EXCHANGE = {
    "decisions": 30,
    "legal actions": 500,
    "actions tried": 3_000,
    # Decisions in which such an action is legal.
    "TakeMoney exchange card legal": 5,
    "TakeMoney several with exchange card legal": 3,
    "Buy exactly with exchange card legal": 6,
    "Buy overpaid with exchange card legal": 3,
    # Decisions by all kinds of rules, some of them changed.
    "exchange cards with money": 8,
    "exchange pays exactly": 6,
    "decisions unchanged": 5,
    "decisions helped": 6,
    "decisions laid_open": 3,
    "decisions stranded": 1,
    # Actions that one clause alone forbids, or several.
    "EXC-4 alone": 3,
    "EXC-5 alone": 20,
    "EXC-5 broken": 200,
}

FEWEST_EXCHANGE_GAMES = {
    "TakeMoney exchange card done": 10,
    "TakeMoney several with exchange card done": 1,
    "Buy exactly with exchange card done": 10,
    "Buy overpaid with exchange card done": 5,
    # Decks.
    "SETUP-6 decks of 5 piles": 10,
    "TURN-8 decks of 1 piles": 4,
}

FEWEST_BONUS = {
    "decisions": 40,
    "legal actions": 300,
    "actions tried": 2_500,
    "decisions rightly_dealt": 12,
    "decisions unchanged": 8,
    # Decisions in which a card can be shown, by the one to act or by somebody else.
    "ShowBonus in act legal": 3,
    "ShowBonus in place legal": 3,
    "ShowBonus in reveal legal": 2,
    "ShowBonus of another legal": 8,
    "ShowBonus of the one to act legal": 4,
    "ShowBonus, then act": 6,
    "ShowBonus, then place": 6,
    "Pass in reveal legal": 5,
    "END-2 given": 8,
    # Actions that one clause alone forbids, or several.
    "BON-1 alone": 15,
    "BON-2 alone": 20,
    "BON-4 alone": 300,
    "BON-4 broken": 500,
}

FEWEST_BONUS_GAMES = {
    "games with bonus": 6,
    "games of alhambra": 2,
    "games of both": 1,
    "BON-2 cards dealt": 20,
    "BON-3 no more": 6,
    "BON-4 asked": 20,
    "BON-4 asked anew": 1,
    "BON-4 all declined": 12,
    "ShowBonus in act done": 2,
    "ShowBonus in place done": 2,
    "ShowBonus in reveal done": 1,
    "ShowBonus of another done": 3,
    "ShowBonus of the one to act done": 2,
    "Pass in reveal done": 6,
    # BON-6: the card goes back to the hand.
    "Exchange with a shown card done": 2,
    "Reduce with a shown card done": 1,
    "BON-5 shown cards in a game": 6,
}

FEWEST_HUTS = {
    "decisions": 32,
    "legal actions": 200,
    "actions tried": 1_500,
    "TakeHut legal": 3,
    "TakeHut, then place": 10,
    "Build a hut legal": 6,
    "Store a hut legal": 6,
    # Actions that one clause alone forbids, or several.
    "HUT-4 alone": 2,
    "HUT-4 broken": 15,
    "HUT-5 alone": 10,
    "HUT-7 alone": 8,
}

FEWEST_HUTS_GAMES = {
    "games with huts": 5,
    "games of alhambra": 2,
    "games of both": 1,
    "HUT-3 huts turned up": 10,
    "HUT-5 huts turned up": 5,
    "HUT-5 none turned up": 5,
    "TakeHut done": 8,
    "Build a hut done": 5,
    "Store a hut done": 5,
    "HUT-9 open sides in a game": 2,
}

FEWEST_SCORINGS = {
    "scorings": 150,
    "BON-5 shown cards": 100,
    "HUT-9 open sides": 60,
    "MIX-31 borders": 40,
    "A-SCORE-8 Dirk shares": 4,
}

FEWEST_TOGETHER = {
    "games": 8,
    **{f"games with {module.value}": 2 for module in Module},
    **{f"games with {many} modules": 1 for many in (2, 4)},
    "games of alhambra": 2,
    "games of both": 1,
    "decisions": 16,
    "actions tried": 500,
    "TakeHut done": 4,
    "ShowBonus done": 3,
    "Reactivate done": 4,
    "Buy exactly with exchange card done": 4,
    "VIZ-9 asked anew": 5,
    "BON-4 asked": 8,
    "BON-4 all declined": 3,
    "HUT-5 huts turned up": 4,
    "after a window: place favour": 5,
    "A-SCORE-8 shared places in a game": 30,
}

SAMPLES: dict[str, tuple[Callable[[Random], Counter[str]], Mapping[str, int], int]] = {
    "vizier": (compare_favours.compare, FEWEST_FAVOURS, 7),
    "exchange": (compare_actions.compare_exchange, FEWEST_EXCHANGE, 10),
    "exchange-games": (compare_games.compare_exchange, FEWEST_EXCHANGE_GAMES, 10),
    "bonus": (compare_actions.compare_bonus, FEWEST_BONUS, 10),
    "bonus-games": (compare_modules.compare_bonus, FEWEST_BONUS_GAMES, 6),
    "huts": (compare_actions.compare_huts, FEWEST_HUTS, 8),
    "huts-games": (compare_modules.compare_huts, FEWEST_HUTS_GAMES, 5),
    "scorings": (compare_scorings.compare_modules, FEWEST_SCORINGS, 25),
    "together": (compare_modules.compare, FEWEST_TOGETHER, 8),
}
"""The comparisons, what they have to show how often at least, and in how many cases."""


TRIED = ("vizier", "scorings", "together")
"""Of the comparisons, those of the ordinary tests; the long verification makes all of them."""


@pytest.mark.parametrize(("compare", "fewest", "cases"), [SAMPLES[name] for name in TRIED], ids=TRIED)
def test_both_sides_agree_on_modules_and_see_enough_of_everything(
    compare: Callable[[Random], Counter[str]], fewest: Mapping[str, int], cases: int
) -> None:
    assert lacking(seen_in(compare, max(1, cases // SHARE)), fewest) == {}


# Once more, after something has gone wrong.


def pawn_stays_active(draft: Draft, _seat: int) -> None:
    draft.phase = Phase.PLACE_FAVOUR


def asks_the_same_again(draft: Draft, after: int | None = None) -> None:
    del after
    draft.phase, draft.draw_for = Phase.FAVOUR, None


def both_ways(game: Game) -> None:
    """Let Blue use the pawn, or decline, and compare what follows."""
    for event in (buy(2, "g1 g3", BLUE), Pass(BLUE)):
        compare_window(Step(game, event, apply(game, event)))


@pytest.mark.parametrize(
    ("what", "wrong"),
    [("acts.buy.do_use_pawn", pawn_stays_active), ("acts.favour.offer_favours", asks_the_same_again)],
)
@every_game
def test_a_window_that_goes_wrong_is_a_difference(
    monkeypatch: pytest.MonkeyPatch, rules: Ruleset, what: str, wrong: Callable[..., None]
) -> None:
    game = window(rules)
    both_ways(game)
    monkeypatch.setattr(f"granada_rules.play.{what}", wrong)
    with pytest.raises(Difference, match=r"^(pawns|who is asked)\n"):
        both_ways(game)


def test_a_marker_that_does_not_move_after_a_use_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    game = stored(used(GRANADA))
    draw = chance(game)[0][0]
    assert compare_favour_refill(Step(game, draw, apply(game, draw))) == {"VIZ-8 refills of granada": 1}
    monkeypatch.setattr(Marker, "moved", property(lambda marker: marker))
    with pytest.raises(Difference, match="the marker after a use"):
        compare_favour_refill(Step(game, draw, apply(game, draw)))


@pytest.mark.parametrize(
    ("name", "events"),
    [
        ("bonus-both-2-players", 210),
        ("bonus-alhambra-4-players", 452),
        ("huts-both-2-players-all-options", 40),
    ],
)
def test_the_oracle_counts_as_many_sequences_of_two_events(name: str, events: int) -> None:
    game = reached(name, events)
    assert number_of_events(game) == perft(game, 1)
    assert sum(number_of_events(apply(game, action)) for action in legal_actions(game)) == perft(game, 2)


def number_of_events(game: Game) -> int:
    """Ask the oracle how many legal actions the player to act has; count draws, if one is due."""
    if game.is_chance or game.table.to_act is None:
        return len(chance(game))
    facts = action_facts.decision(game.to_position())
    models = bridge.models([*compare_actions.LAW, "legal_actions.lp"], facts, ["actor/1"])
    return sum(model["actor"] == {(game.table.to_act,)} for model in models)


# The oracle on what happens before a scoring: who is asked to show a bonus card.


@cache
def reveals() -> list[Reveal]:
    """Return what happens before scorings in a few games with bonus cards."""
    rules = some_rules_with(Random(0), [Module.BONUS])
    return [
        reveal
        for seed in range(4)
        for reveal in some_reveals(list(walk(setup(NAMES[:3], rules), Random(seed))), Random(seed))
    ]


def reveal_again() -> Counter[str]:
    """Do what happened before these scorings again, and compare who is asked to show a bonus card."""
    again = [(attrs.evolve(step, after=apply(step.before, step.event)), told) for step, told in reveals()]
    return sum((compare_reveal(step, answers) for step, answers in again), Counter())


def compared(reveal: Reveal, _random: Random) -> Counter[str]:
    """Compare one step."""
    return compare_reveal(*reveal)


def test_no_rule_on_who_is_asked_to_show_a_card_can_be_left_out() -> None:
    comparisons = [partial(compared, reveal) for reveal in reveals()]
    assert list(map(str, survivors(rules("reveals.lp"), comparisons, [0]))) == []


def test_somebody_else_who_is_asked_to_show_a_card_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    assert reveal_again()["BON-4 asked anew"] > 0
    turn = import_module("granada_rules.play.flow.turn")
    ask = vars(turn)["_ask"]
    # As if everybody had declined up to the one who had the last turn.
    monkeypatch.setattr(turn, "_ask", lambda draft, phase, _after=None: ask(draft, phase, draft.turn))
    with pytest.raises(Difference, match="who is asked to show a card"):
        reveal_again()
