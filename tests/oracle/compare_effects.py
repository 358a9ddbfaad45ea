"""Compare what actions do: where cards and tiles are afterwards, and what is due."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import attrs
import clingo

from granada_rules import (
    DrawFor,
    Phase,
    ShowBonus,
    apply,
)
from granada_rules.play.acts.timing import is_action
from tests.helpers.positions import some_event
from tests.oracle import action_facts, bridge, effect_facts
from tests.oracle.bridge import agree
from tests.oracle.compare_actions import still_due
from tests.oracle.plain_actions import Case, kinds, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from random import Random

    from granada_rules import Action, Event, Game, Position
    from tests.oracle.bridge import Model, Value

PROGRAMS = ["effects.lp"]

RELUCTANCE = 0.8
"""How often a bonus card is not shown before a scoring, although it could be."""

MOST_ALIKE = 2
"""So many actions of a kind are compared in a game."""


@attrs.frozen
class Step:
    """An event, and the game before and after it."""

    before: Game
    event: Event
    after: Game


def walk(game: Game, random: Random) -> Iterator[Step]:
    """Play to the end at random, sometimes thriftily, so that there are exact purchases.

    Some bonus cards are hidden until a scoring is due.
    """
    thrift = random.choice((0, 0.4, 0.8))
    while (event := some_event(game, random, thrift)) is not None:
        is_early = isinstance(event, ShowBonus) and game.table.phase is not Phase.REVEAL
        if is_early and random.random() < RELUCTANCE:
            continue
        after = apply(game, event)
        yield Step(game, event, after)
        game = after


def some_actions(steps: list[Step], random: Random) -> Iterator[Step]:
    """Choose a few actions of each kind."""
    alike: dict[frozenset[str], list[Step]] = {}
    for step in steps:
        if is_action(step.event):
            alike.setdefault(frozenset(kinds(step.before, step.event)), []).append(step)
    for same in alike.values():
        yield from random.sample(same, min(len(same), MOST_ALIKE))


def compare_effects(step: Step) -> Counter[str]:
    """BUY-2, MONEY-1, REBUILD-1 … REBUILD-3, PLACE-1 …: the same cards and tiles are in the same places."""
    assert is_action(step.event)
    before, action, after = step.before, step.event, step.after
    model = effects(before, action)
    now = as_the_action_left_it(step)
    case = Case(before), action
    shown = values(action_facts.bonus_cards(now))
    agree("bonus cards after an action", case, shown, model["bonus_then"])
    agree("cards after an action", case, values(effect_facts.cards(now)), model["holds"])
    agree("tiles after an action", case, values(effect_facts.tiles(now)), model["then"])
    agree("the bag after an action", case, after.table.bag, before.table.bag)
    agree("what is due after an action", case, due_after(step), model["due"])
    return Counter(f"{kind} done" for kind in kinds(before, action))


def due_after(step: Step) -> set[tuple[str]]:
    """TURN-3, TURN-6, HUT-5, VIZ-7, A-END-3: say what is due before a turn or a gift is over."""
    before, after = step.before, step.after
    # BON-4: after a card was shown the same is due.
    if isinstance(step.event, ShowBonus):
        return {(due,) for due in still_due(before, after)}
    # HUT-5: the next hut is turned up first.
    if after.table.draw_for is DrawFor.HUT:
        return {("hut",)}
    # VIZ-7: a tile that was bought with a pawn is placed at once.
    if after.table.phase is Phase.PLACE_FAVOUR:
        return {("place_favour",)}
    # A-END-3: of several tiles that were given the others wait.
    if before.table.phase is Phase.GIFT and set(before.table.bought) & set(after.table.bought):
        return {("gift",)}
    return {("act",)} if after.table.extra else {("place",)} if after.table.phase is Phase.PLACE else set()


def effects(game: Game, action: Action) -> Model:
    """Ask the oracle what an action does."""
    position = game.to_position()
    (seat,), (term,), with_it = plain(action)
    facts = [*effect_facts.cards(position), *effect_facts.tiles(position), *effect_facts.waiting(position)]
    facts += [*action_facts.bonus_cards(position), *effect_facts.huts_below(game.table.modules.huts_below)]
    facts += [f"acts({seat},{term})", *(f"with({card})" for card in with_it)]
    (model,) = bridge.models(PROGRAMS, facts, ["holds/3", "then/2", "bonus_then/3", "due/1"])
    return model


def as_the_action_left_it(step: Step) -> Position:
    """Return the position after an action, without what the end of the turn has changed already.

    If the discards have become the deck (TURN-8) they are discards again: nothing is drawn in between.
    """
    position = tile_put_back(step.after, step.before)
    return attrs.evolve(position, discards=step.after.table.discards + (step.after.deck - step.before.deck))


def tile_put_back(after: Game, before: Game) -> Position:
    """Return the position after; if tiles of the yard have been given away since (END-2), before that."""
    position = after.to_position()
    if after.table.phase is not Phase.GIFT:
        return position
    lay, bought = before.to_position().yard or (), position.bought or ()
    yard = [there if there in bought else left for there, left in zip(lay, position.yard or (), strict=True)]
    waiting = tuple(tile for tile in bought if tile not in lay)
    return attrs.evolve(position, yard=tuple(yard), bought=waiting)


def values(facts: Iterable[str]) -> set[tuple[Value, ...]]:
    """Return the arguments of facts, as models have them."""
    return {tuple(map(bridge.value, clingo.parse_term(fact).arguments)) for fact in facts}
