"""The oracle on whole games: what actions do, refills, who begins, scorings, and the end."""

from __future__ import annotations

from collections import Counter
from functools import cache
from importlib import import_module
from itertools import takewhile
from random import Random
from typing import TYPE_CHECKING, TypeVar

import attrs
import pytest

import granada_rules as g
from granada_rules.box import Marker
from granada_rules.game import piles
from granada_rules.play.acts.place import do_store
from granada_rules.play.flow.end import score_table
from tests.helpers.endings import bag_emptied, enriched
from tests.helpers.games import NAMES
from tests.helpers.samples import SHARE, lacking, seen_in
from tests.oracle import bridge, chance_facts
from tests.oracle.bridge import Difference
from tests.oracle.compare_chance import compare_bonus_deals, compare_chance, compare_hut_draws, told
from tests.oracle.compare_effects import Step, compare_effects, some_actions, walk
from tests.oracle.compare_games import (
    compare,
    compare_beginning,
    compare_course,
    compare_draw,
    compare_refill,
    some_draws,
    some_refills,
)
from tests.oracle.random_decisions import some_rules
from tests.oracle.random_modules import some_rules_with
from tests.oracle.switched_off import rules, survivors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from granada_rules.play.draft import Draft
    from tests.oracle.compare_games import Refill
    from tests.oracle.switched_off import Comparison

Case = TypeVar("Case")

CASES = 14

FEWEST = {
    "games": CASES,
    # Scorings as they came in games.
    **{f"{which} {kind} in a game": 4 for which in "ABC" for kind in ("regular", "simplified")},
    "DIRK-4 scoring with Dirk": 3,
    "SCORE-9 tiles on reserves": 300,
    "END-5 alone": 10,
    # Actions that were done.
    "TakeMoney done": 40,
    "TakeMoney several done": 20,
    "Buy exactly done": 20,
    "Buy overpaid done": 20,
    "Extend done": 20,
    "Reduce done": 20,
    "Exchange done": 15,
    "Pass extra done": 5,
    "Build as it was done": 20,
    "Build turned done": 20,
    "Build turned for several cards done": 5,
    "Build given done": 10,
    "Store as it was done": 20,
    "Store turned done": 20,
    "Store given done": 10,
    "GiveToDirk as it was done": 2,
    "GiveToDirk turned done": 2,
    # Refills with so many tiles.
    **{f"TURN-10 {tiles} tiles": least for tiles, least in ((0, 10), (1, 10), (2, 8), (3, 1), (4, 10))},
    # Who comes next.
    "TURN-1 next is another": 15,
    "TURN-1 next is the first seat": 5,
    "END-1 too few tiles": CASES,
    # What decided who begins.
    **{f"SETUP-4 {what}": 1 for what in ("fewest cards", "lowest total", "age", "lowest seat")},
}
"""What the sample has to show, how often at least."""


def test_both_sides_agree_on_whole_games_and_see_enough_of_everything() -> None:
    assert lacking(seen_in(compare, CASES // SHARE), FEWEST) == {}


def test_a_tile_given_away_right_after_a_late_scoring_does_not_count_for_it() -> None:
    game, purchase = enriched(bag_emptied(4), g.Space(2), "", "", "b3", "o3")
    buyer, tile = purchase.seat, game.table.yard[1]
    assert tile is not None
    steps = []
    for event in (
        purchase,
        g.TakeMoney(buyer, [game.table.display[0]]),
        g.Store(buyer, tile),
        g.DrawScoring(g.Scoring.B),
    ):
        steps.append(Step(game, event, g.apply(game, event)))
        game = steps[-1].after
    seen = compare_course([*steps, *walk(game, Random(0))])
    assert (seen["B regular in a game"], seen["SCORE-9 tiles given and not placed"]) == (1, 1)


EXCHANGE = [
    g.Ruleset(kinds=kinds, modules=[g.Module.EXCHANGE], house_rules=True)
    for kinds in ((g.Kind.ALHAMBRA,), (g.Kind.GRANADA,), tuple(g.Kind))
]


@pytest.mark.parametrize("rules", [g.ALHAMBRA, g.GRANADA, g.BOTH, *EXCHANGE], ids=lambda rules: rules.label)
@pytest.mark.parametrize("number", [0, 1, 2])
def test_decks_of_any_size_have_the_same_piles(rules: g.Ruleset, number: int) -> None:
    """With few discards some piles are empty, and B may be alone in its pile (MIX-11)."""
    shuffle = dict(enumerate(rules.deck_plan)).get(number)
    for cards in range(115):
        facts = chance_facts.shuffled(g.Position(ruleset=rules), number, cards)
        (model,) = bridge.models(["chance.lp"], facts, ["pile/3", "bound/2"])
        bound = {place: many for place, many in model["bound"]}  # noqa: C416 - of any length
        oracle = [(*pile[1:], bound.get(pile[0], 0)) for pile in sorted(model["pile"])]
        whole = [(cards, "none", 0)] * (cards > 0)
        package = whole if shuffle is None else list(map(told, piles(cards, shuffle)))
        assert package == oracle


# Once more, after something has gone wrong.


@cache
def games() -> list[list[Step]]:
    """Return a few games of two, step by step, in which everything occurs."""
    granada, alhambra, both = [g.Kind.GRANADA], [g.Kind.ALHAMBRA], list(g.Kind)
    played = [*((seed, granada) for seed in range(4)), (0, alhambra), *((seed, both) for seed in range(2))]
    modules = g.setup(NAMES[:2], some_rules_with(Random(0), g.Module))
    return [
        list(walk(modules, Random(0))),
        *(list(game_of_two(Random(seed), kinds)) for seed, kinds in played),
    ]


def game_of_two(random: Random, kinds: list[g.Kind]) -> Iterator[Step]:
    """Play a game of two with these kinds of tiles."""
    return walk(g.setup(NAMES[:2], some_rules(random, *kinds)), random)


@cache
def chosen_actions() -> list[Step]:
    """Return some actions of these games."""
    return list(some_actions([step for game in games() for step in game], Random(0)))


@cache
def chosen_refills() -> list[Refill]:
    """Return some refills of these games, those of both kinds first."""
    return [refill for game in reversed(games()) for refill in some_refills(game, Random(0))]


@cache
def chosen_draws() -> list[g.Game]:
    """Return some moments at which a tile is drawn, those of games of both kinds first."""
    return [draw for game in reversed(games()) for draw in some_draws(game, Random(0))]


def do_again(_random: Random) -> Counter[str]:
    """Do some actions of these games again, and compare what they change."""
    again = (attrs.evolve(step, after=g.apply(step.before, step.event)) for step in chosen_actions())
    return sum(map(compare_effects, again), Counter())


def shuffle_again(_random: Random) -> Counter[str]:
    """Compare the decks of some of these games, and what Dirk draws."""
    return sum(map(compare_chance, [games()[0], *games()[-3:]]), Counter())


@cache
def deals() -> list[list[Step]]:
    """Return how tables are laid for three, four and six who play with bonus cards, up to the first turn."""
    laid = []
    for players in (3, 4, 6):
        steps = walk(g.setup(NAMES[:players], some_rules_with(Random(0), [g.Module.BONUS])), Random(0))
        laid.append(
            list(takewhile(lambda step: not step.before.sheets and not step.before.table.bought, steps))
        )
    return laid


def hut_again(_random: Random) -> Counter[str]:
    """Compare which huts are turned up in a game."""
    return compare_hut_draws(games()[0], 3)


def play_again(random: Random) -> Counter[str]:
    """Play another game of two, and compare its course."""
    return compare_course(list(walk(g.setup(NAMES[:2], some_rules(random)), random)))


def test_these_games_have_every_kind_of_action() -> None:
    done = do_again(Random(0))
    wanted = {what for what in FEWEST if what.endswith("done")}
    assert {what for what in wanted if not done[what]} == set()


def begin_again(random: Random) -> Counter[str]:
    """Compare some beginnings."""
    return sum((compare_beginning(random) for _ in range(20)), Counter())


def each(compare: Callable[[Case], Counter[str]], cases: Iterable[Case]) -> list[Comparison]:
    """Return a comparison for each case."""

    def of(case: Case) -> Comparison:
        return lambda _random: compare(case)

    return list(map(of, cases))


@pytest.mark.thorough
def test_a_rule_on_effects_cannot_be_left_out() -> None:
    comparisons = each(compare_effects, chosen_actions()) + each(compare_refill, chosen_refills())
    comparisons += [*each(compare_draw, chosen_draws()), begin_again]
    # The long verification leaves out each of them.
    assert list(map(str, survivors(rules("effects.lp")[::9], comparisons, [0]))) == []


def test_no_rule_on_chance_can_be_left_out() -> None:
    comparisons = [shuffle_again, hut_again, *each(compare_bonus_deals, [games()[0], *deals()])]
    assert list(map(str, survivors(rules("chance.lp"), comparisons, [0]))) == []


def nothing(*_arguments: object) -> None:
    """Do nothing at all."""


def change_is_given(draft: Draft, seat: g.Seat, payment: g.Purse) -> None:
    kept = g.Purse(list(payment)[1:])
    draft.change_hand(seat, draft.hands[seat] - payment + kept)
    draft.discards += payment - kept


def on_the_next_reserve(draft: Draft, action: g.Store) -> None:
    do_store(draft, attrs.evolve(action, seat=g.Seat((action.seat + 1) % len(draft.hands))))


def as_they_were(faces: tuple[g.Face, ...], _face: g.Face) -> tuple[g.Face, ...]:
    return faces


@pytest.mark.parametrize(
    ("modules", "name", "wrong"),
    [
        ("apply", g.TakeMoney, nothing),
        ("acts.buy acts.place", "do_pay", nothing),
        ("acts.buy acts.place", "do_pay", change_is_given),
        ("apply", g.Store, nothing),
        ("apply", g.Store, on_the_next_reserve),
        ("acts.rebuild", "without_face", as_they_were),
        ("apply", g.GiveToDirk, nothing),
        ("acts.place", "end_placing", nothing),
        ("acts.rebuild", "do_return_bonus", nothing),
        ("apply", g.TakeHut, nothing),
        ("apply", g.ShowBonus, nothing),
    ],
)
def test_an_action_that_does_something_else_is_a_difference(
    monkeypatch: pytest.MonkeyPatch, modules: str, name: str | type[g.Event], wrong: Callable[..., object]
) -> None:
    games()
    for module in modules.split():
        changed = import_module(f"granada_rules.play.{module}")
        if isinstance(name, str):
            monkeypatch.setattr(changed, name, wrong)
        else:
            monkeypatch.setitem(changed._EFFECTS, name, wrong)  # noqa: SLF001 - what it does is changed
    with pytest.raises(Difference, match="after an action"):
        do_again(Random(0))


def with_reserves(draft: Draft, which: g.Scoring) -> None:
    """Score as if the tiles on reserves were built, dry, wherever they can be (SCORE-9)."""
    cities = [player.city for player in draft.players]
    for seat, player in enumerate(draft.players):
        city, dry = player.city, g.Edges(0)
        for face in player.reserve:
            city = city.extended(next(iter(g.placement.legal_cells(city, dry))), (face, dry))
        draft.change_tiles(g.Seat(seat), city, player.reserve)
    score_table(draft, which)
    for seat, city in enumerate(cities):
        draft.change_tiles(g.Seat(seat), city, draft.players[seat].reserve)


def without_dirk(draft: Draft, which: g.Scoring) -> None:
    """Score as if Dirk had no tiles (DIRK-4)."""
    dirk = draft.dirk
    if dirk is not None:
        draft.dirk = attrs.evolve(dirk, faces=())
    score_table(draft, which)
    if dirk is not None and draft.dirk is not None:
        draft.dirk = attrs.evolve(draft.dirk, faces=dirk.faces)


def as_the_first(draft: Draft, _which: g.Scoring) -> None:
    """Score everything as A (SCORE-1)."""
    score_table(draft, g.Scoring.A)


def by_the_other_points(draft: Draft, which: g.Scoring) -> None:
    """Score regularly where simplified scoring was agreed on, and the other way round (SIMPLE-1)."""
    ruleset = draft.ruleset
    draft.ruleset = attrs.evolve(ruleset, simplified=not ruleset.simplified)
    score_table(draft, which)
    draft.ruleset = ruleset


def without_points(draft: Draft, which: g.Scoring) -> None:
    """Keep a sheet, and give no points."""
    players, dirk = draft.players, draft.dirk
    score_table(draft, which)
    draft.players, draft.dirk = players, dirk


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (nothing, "which scorings take place"),
        (as_the_first, "which scorings take place"),
        (with_reserves, "totals"),
        (without_dirk, "totals"),
        (by_the_other_points, "totals"),
        (without_points, "points"),
    ],
)
def test_a_scoring_in_a_game_that_goes_wrong_is_a_difference(
    monkeypatch: pytest.MonkeyPatch, wrong: Callable[..., None], told: str
) -> None:
    for module in ("turn", "end"):
        monkeypatch.setattr(import_module(f"granada_rules.play.flow.{module}"), "score_table", wrong)
    with pytest.raises(Difference, match=told):
        play_again(Random(2))


def test_a_marker_that_does_not_move_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Marker, "moved", property(lambda marker: marker))
    with pytest.raises(Difference, match="the marker after a refill"):
        compare(Random(0))


def test_another_first_player_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = import_module("granada_rules.play.flow.begin")
    monkeypatch.setattr(deal, "first_player", lambda _hands, _ranks: g.Seat(0))
    with pytest.raises(Difference, match="who begins"):
        begin_again(Random(0))
