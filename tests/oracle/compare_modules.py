"""Compare whole games with one module or several: draws, windows, effects, scorings, and the end."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from granada_rules import DrawTile, Module, Pass, Phase, ShowBonus, apply, legal_actions, setup
from granada_rules.play.acts.timing import is_action
from tests.helpers.games import NAMES
from tests.helpers.positions import PLAYERS, others_shows
from tests.oracle import action_facts, bridge, effect_facts
from tests.oracle.bridge import agree
from tests.oracle.compare_actions import candidates, compare_judged, compare_legal
from tests.oracle.compare_chance import compare_bonus_deals, compare_hut_draws
from tests.oracle.compare_effects import Step, walk
from tests.oracle.compare_favours import WINDOW, compare_favour_refill, compare_window, some_windows
from tests.oracle.compare_games import compare_steps
from tests.oracle.plain_actions import Case, plain
from tests.oracle.random_decisions import Decision, attempt, with_few_actions
from tests.oracle.random_modules import rightly_dealt, some_modules, some_rules_with

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from random import Random

    from granada_rules import Game

Reveal = tuple[Step, tuple[str, ...]]
"""A step around a scoring, and the answers since that is due, as facts."""

STEPS = 2
"""So many steps of each kind, at most, are compared in a game."""


def compare(random: Random) -> Counter[str]:
    """Compare all there is to see about one game with any modules; return what there was to see."""
    return compare_game(some_modules(random), random)


def compare_bonus(random: Random) -> Counter[str]:
    """Compare all there is to see about one game with bonus cards."""
    return compare_game([Module.BONUS], random)


def compare_huts(random: Random) -> Counter[str]:
    """Compare all there is to see about one game with huts."""
    return compare_game([Module.HUTS], random)


def compare_game(modules: list[Module], random: Random) -> Counter[str]:
    """Compare a game with these modules, and some of its decisions."""
    rules = some_rules_with(random, modules)
    players = random.choice(PLAYERS)
    steps = list(walk(setup(NAMES[:players], rules), random))
    seen = Counter(
        [
            *(f"games with {module.value}" for module in modules),
            f"games with {len(modules)} modules",
            f"games of {rules.game}",
            f"games of {players}",
        ]
    )
    seen += compare_steps(steps, random)
    if Module.VIZIER in modules:
        for step, answers in some_windows(steps, random, STEPS):
            seen += compare_window(step, answers)
            if isinstance(step.event, DrawTile) and step.before.table.phase in WINDOW:
                seen += compare_favour_refill(step)
    if Module.BONUS in modules:
        seen += compare_bonus_deals(steps)
        for step, answers in some_reveals(steps, random):
            seen += compare_reveal(step, answers)
    if Module.HUTS in modules:
        seen += compare_hut_draws(steps, STEPS)
    for game in some_decisions(steps, random):
        seen += compare_legal(game) + compare_judged(game, candidates(game, random))
        seen[f"decisions in {game.table.phase.value}"] += 1
    return seen


def some_decisions(steps: list[Step], random: Random) -> Iterator[Game]:
    """Choose a decision of each kind of a few kinds."""
    alike: dict[object, list[Game]] = {}
    for step in steps:
        table = step.before.table
        if table.to_act is not None:
            alike.setdefault((table.phase, table.extra, table.to_act == table.turn), []).append(step.before)
    for same in random.sample(list(alike.values()), min(len(alike), STEPS)):
        yield with_few_actions(Decision(random.choice(same)), random).game


# Before a scoring.


def some_reveals(steps: list[Step], random: Random) -> list[Reveal]:
    """Choose some steps around scorings, and all before the last one, with other cards."""
    alike: dict[object, list[Reveal]] = {}
    for step, answers in with_answers(steps):
        is_scored = len(step.after.sheets) > len(step.before.sheets)
        kind = step.before.table.phase is Phase.REVEAL, is_scored, type(step.event)
        alike.setdefault(kind, []).append((step, answers))
    chosen = [one for same in alike.values() for one in random.sample(same, min(len(same), STEPS))]
    begun = [step.after for step in steps if begins(step)]
    if not begun:
        return chosen
    # Before the last one most is built.
    game = attempt(begun[-1], rightly_dealt, random).game
    return chosen + list(with_answers(asked_again(game, random)))


def asked_again(game: Game, random: Random) -> Iterator[Step]:
    """Let players decline, or sometimes show a card, until the scoring takes place."""
    while game.table.phase is Phase.REVEAL:
        assert game.table.to_act is not None
        shows = [action for action in legal_actions(game) if isinstance(action, ShowBonus)] + others_shows(
            game
        )
        event = random.choice(shows) if shows and random.random() < 0.3 else Pass(game.table.to_act)
        after = apply(game, event)
        yield Step(game, event, after)
        game = after


def begins(step: Step) -> bool:
    """Tell whether players begin to be asked."""
    return step.after.table.phase is Phase.REVEAL and step.before.table.phase is not Phase.REVEAL


def with_answers(steps: Iterable[Step]) -> Iterator[Reveal]:
    """Yield the steps around scorings, each with the answers since the scoring is due, as facts."""
    answers: list[str] = []
    for step in steps:
        is_scored = len(step.after.sheets) > len(step.before.sheets)
        if step.before.table.phase is not Phase.REVEAL:
            answers = []
        if is_scored or Phase.REVEAL in {step.before.table.phase, step.after.table.phase}:
            yield step, tuple(answers)
        if step.before.table.phase is Phase.REVEAL:
            is_shown = isinstance(step.event, ShowBonus)
            assert isinstance(step.event, ShowBonus | Pass)
            number = len(answers)
            answers.append(f"showed({number})" if is_shown else f"declined({step.event.seat},{number})")


def compare_reveal(step: Step, answers: tuple[str, ...] = ()) -> Counter[str]:
    """BON-4: the same player is asked to show a card, or the scoring takes place."""
    before, after = step.before.table, step.after.table
    position = step.before.to_position()
    # BON-4: before the last scoring the table knows whose turn was last.
    facts = [*(f"seat({seat})" for seat in range(len(before.players))), f"last({before.turn})", *answers]
    facts += action_facts.bonus_cards(position)
    facts += [*effect_facts.tiles(position), *effect_facts.waiting(position)]
    if is_action(step.event):
        (seat,), (action,), _ = plain(step.event)
        facts.append(f"acts({seat},{action})")
    (model,) = bridge.models(["effects.lp", "reveals.lp"], facts, ["asked/1", "takes_place/0"])
    case = Case(step.before) if before.to_act is not None else position, step.event, answers
    is_asked = after.phase is Phase.REVEAL
    agree("who is asked to show a card", case, {(after.to_act,)} if is_asked else set(), model["asked"])
    agree("whether the scoring takes place", case, not is_asked, bool(model["takes_place"]))
    anew = any(answer.startswith(f"declined({after.to_act},") for answer in answers)
    seen = ["BON-4 asked anew" if anew and is_asked else "BON-4 asked" if is_asked else "BON-4 all declined"]
    return Counter(seen)
