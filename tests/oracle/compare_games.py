"""Compare whole games: what actions do, refills, who begins, every scoring, and the end."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

import attrs

import granada_rules as g
from granada_rules.play.acts.timing import is_action
from tests.helpers.games import NAMES, laid
from tests.helpers.positions import PLAYERS
from tests.oracle import bridge, effect_facts
from tests.oracle.bridge import agree
from tests.oracle.compare_chance import compare_chance
from tests.oracle.compare_effects import (
    Step,
    compare_effects,
    effects,
    some_actions,
    tile_put_back,
    values,
    walk,
)
from tests.oracle.compare_scorings import compare_final_table, compare_scored
from tests.oracle.plain_actions import Case
from tests.oracle.random_decisions import some_rules
from tests.oracle.random_modules import some_rules_with

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random


PROGRAMS = ["effects.lp"]

STARTING_HANDS = ("987", "976", "9643", "9634", "9645")
"""Values of cards; so few that often some have equally many, or as much money too."""

ASKED = frozenset({g.Phase.FAVOUR, g.Phase.PLACE_FAVOUR, g.Phase.REVEAL})
"""When others than the player whose turn it is may decide (VIZ-9, BON-4)."""


@attrs.frozen
class Refill:
    """The tiles that are drawn for the yard, often none, and the game once nothing is drawn any more."""

    last: Step | None
    """The action before; None while the table is being laid."""
    before: g.Position
    bag: tuple[g.Tile, ...]
    """The tiles that are in the bag before the first draw."""
    drawn: tuple[g.Face, ...]
    after: g.Game


def compare(random: Random, *kinds: g.Kind) -> Counter[str]:
    """Compare all there is to see about one game from the beginning to the end, and another beginning."""
    steps = list(walk(g.setup(NAMES[: random.choice(PLAYERS)], some_rules(random, *kinds)), random))
    return compare_beginning(random, *kinds) + compare_steps(steps, random)


def compare_steps(steps: list[Step], random: Random) -> Counter[str]:
    """Compare the course of a game and its draws, and some of its refills and actions."""
    seen = compare_course(steps) + compare_chance(steps)
    for refill in some_refills(steps, random):
        seen += compare_refill(refill)
    for game in some_draws(steps, random):
        seen += compare_draw(game)
    for step in some_actions(steps, random):
        seen += compare_effects(step)
    return seen


def compare_alhambra(random: Random) -> Counter[str]:
    """Compare all there is to see about one game of Alhambra, and another beginning."""
    return compare(random, g.Kind.ALHAMBRA)


def compare_both(random: Random) -> Counter[str]:
    """Compare all there is to see about one game of both kinds, and another beginning."""
    return compare(random, *g.Kind)


def compare_exchange(random: Random) -> Counter[str]:
    """Compare decks with exchange cards, and what actions do with them, in one game."""
    steps = list(
        walk(g.setup(NAMES[: random.choice(PLAYERS)], some_rules_with(random, [g.Module.EXCHANGE])), random)
    )
    seen = compare_chance(steps)
    for step in some_actions(steps, random):
        seen += compare_effects(step)
    return seen


def compare_beginning(random: Random, *kinds: g.Kind) -> Counter[str]:
    """SETUP-4: the same player begins when a table has been laid."""
    hands = [
        " ".join(currency + value for value in random.choice(STARTING_HANDS))
        for currency in "ygboyg"[: random.choice(PLAYERS)]
    ]
    ages = random.choice((None, [random.randint(20, 22) for _ in hands]))
    game = laid(hands, ages=ages, ruleset=g.Ruleset(kinds=kinds or (g.Kind.GRANADA,)))
    position = game.to_position()
    facts = [*effect_facts.cards(position), *effect_facts.ages(position, ages)]
    (model,) = bridge.models(PROGRAMS, facts, ["begins/1"])
    agree("who begins", (Case(game), ages), {(game.table.to_act,)}, model["begins"])
    dealt = [(len(hand), hand.total()) for hand in game.hands]
    fewest = [many for many, _ in dealt].count(min(dealt)[0])
    lowest = dealt.count(min(dealt))
    tied = "lowest seat" if ages is None else "age"
    return Counter([f"SETUP-4 {'fewest cards' if fewest == 1 else 'lowest total' if lowest == 1 else tied}"])


def compare_refill(refill: Refill) -> Counter[str]:
    """TURN-5, TURN-9, TURN-10, SETUP-2, A-TURN-9: the same tiles on the same spaces, the marker alike.

    TURN-1, END-1: and the same player is next, or none.
    """
    before, after, table = refill.before, refill.after.to_position(), refill.after.table
    facts = [*effect_facts.yard(before), *effect_facts.refill(before, refill.bag, refill.drawn)]
    turn = whose_turn_ended(refill.last)
    facts += [] if turn is None else effect_facts.ended(before, turn)
    asked = ["then/2", "marker_then/1", "as_shown/1", "refilled/1", "next/1"]
    (model,) = bridge.models(PROGRAMS, facts, asked)
    case = Case(refill.after), refill.drawn
    seen = Counter([f"TURN-10 {len(refill.drawn)} tiles", *moments_of_refill(refill)])
    if refill.last is not None and turn is None:
        agree("tiles drawn within a turn", case, refill.drawn, ())
    else:
        agree("how many tiles are drawn", case, {(len(refill.drawn),)}, model["refilled"])
    if turn is not None:
        is_over = has_ended(table)
        # VIZ-3, BON-4: before the next turn others may be asked, which is compared by itself.
        if is_over or table.phase is g.Phase.ACT:
            agree("whose turn is next", case, set() if is_over else {(table.turn,)}, model["next"])
            who = "next is the first seat" if table.turn == 0 else "next is another"
            seen["END-1 too few tiles" if is_over else f"TURN-1 {who}"] += 1
    # A tile that has been given away since does not lie there any more (END-2).
    given = table.bought if table.phase is g.Phase.GIFT else ()
    yard = {(face, where) for face, where in model["then"] if face not in map(bridge.face_term, given)}
    agree("the yard after a refill", case, values(effect_facts.yard(after)), yard)
    drawn = {(bridge.face_term(face),) for face in refill.drawn}
    agree("faces that lie as the marker shows", case, drawn, model["as_shown"])
    marker = set() if table.marker is None else {(table.marker.value,)}
    agree("the marker after a refill", case, marker, model["marker_then"])
    return seen


def moments_of_refill(refill: Refill) -> Iterator[str]:
    """Say what there is to see about a refill with tiles of both kinds."""
    table = refill.after.table
    kinds = {face.kind for face in refill.drawn}
    if len(table.ruleset.kinds) > 1:
        if kinds == {g.Kind.ALHAMBRA}:
            yield "MIX-14 tiles of Alhambra alone"
        if g.Kind.GRANADA in kinds:
            yield "MIX-14 tiles of Granada"
        if len(kinds) > 1 and sorted(face.kind.value for face in refill.drawn) != [
            face.kind.value for face in refill.drawn
        ]:
            yield "MIX-13 kinds in turn"
        if not all(table.yard) and table.phase is g.Phase.ACT:
            yield "MIX-33 a space lacks a kind, and the game goes on"


def some_draws(steps: list[Step], random: Random) -> list[g.Game]:
    """Choose some moments at which a tile is drawn for the yard: while the table is laid, and later."""
    alike: dict[object, list[g.Game]] = {}
    for step in steps:
        table = step.before.table
        if table.draw_for is g.DrawFor.YARD and isinstance(step.event, g.DrawTile):
            alike.setdefault((table.phase is g.Phase.SETUP, step.event.face.kind), []).append(step.before)
    return [random.choice(same) for same in alike.values()]


def compare_draw(game: g.Game) -> Counter[str]:
    """TURN-9, SETUP-2, A-TURN-9, MIX-6, MIX-13: the same faces may be drawn for the yard, each as likely."""
    position = game.to_position()
    facts = [*effect_facts.yard(position), *effect_facts.refill(position, game.table.bag, [])]
    facts += effect_facts.in_bag(game.table.bag)
    (model,) = bridge.models(PROGRAMS, facts, ["may_come/1"])
    draws = {
        bridge.face_term(draw.face): odds for draw, odds in g.chance(game) if isinstance(draw, g.DrawTile)
    }
    agree("tiles that may be drawn", Case(game), {(face,) for face in draws}, model["may_come"])
    agree("how likely they are", Case(game), {*draws.values()}, {Fraction(1, len(draws))})
    is_first = game.table.phase is g.Phase.SETUP
    return Counter([f"{'SETUP-2' if is_first else 'TURN-9'} draws of {len(game.table.ruleset.kinds)} kinds"])


def whose_turn_ended(last: Step | None) -> g.Seat | None:
    """Ask the oracle whether nothing more is due after an action; return whose turn it was then."""
    if last is None or not is_action(last.event) or effects(last.before, last.event)["due"]:
        return None
    return last.before.table.turn


def has_ended(table: g.Table) -> bool:
    """Tell whether the last turn is over: tiles are given away, or the last scoring is due (BON-4)."""
    return table.phase in {g.Phase.GIFT, g.Phase.OVER} or table.due is g.Scoring.C


def some_refills(steps: list[Step], random: Random) -> list[Refill]:
    """Choose one for each number of tiles, and the last one before the end."""
    alike: dict[object, list[Refill]] = {}
    for refill in refills(steps):
        table = refill.after.table
        # VIZ-8: what comes after the use of a pawn is compared by itself.
        if refill.last is not None and refill.last.before.table.phase in ASKED:
            continue
        is_over = has_ended(table)
        kinds = frozenset(face.kind for face in refill.drawn)
        what = "over" if is_over else (len(refill.drawn), kinds, all(table.yard))
        alike.setdefault(what, []).append(refill)
    return [random.choice(same) for same in alike.values()]


def refills(steps: list[Step]) -> Iterator[Refill]:
    """Yield what comes into the yard between the end of an action and the next decision, often nothing."""
    last, game = None, steps[0].before
    before = game.to_position()
    drawn: list[g.Face] = []
    for step in steps:
        if is_action(step.event):
            last, game, drawn = step, step.after, []
            before = tile_put_back(game, step.before)
        elif isinstance(step.event, g.DrawTile) and step.before.table.draw_for is g.DrawFor.YARD:
            drawn.append(step.event.face)
        if step.after.table.draw_for is None:
            yield Refill(last, before, game.table.bag, tuple(drawn), step.after)


def compare_course(steps: list[Step]) -> Counter[str]:
    """SCORE-1, SCORE-2, END-5: the same scorings take place in time, with the same result, and the end."""
    seen = Counter(games=1)
    due: list[g.Scoring] = []
    for step in steps:
        if isinstance(step.event, g.DrawScoring):
            due.append(step.event.scoring)
        table = step.after.table
        is_over = table.phase is g.Phase.OVER
        # SCORE-2: before the next player's turn, and before anything is given away; DIRK-5, DIRK-6: or drawn
        # for Dirk, whose first tiles come when the table is laid. SCORE-1: and C at the end. BON-4: and when
        # everybody has declined to show a bonus card.
        is_decision = table.draw_for is None and table.phase is not g.Phase.REVEAL
        if is_decision or (table.draw_for is g.DrawFor.DIRK and table.phase is not g.Phase.SETUP):
            due += [g.Scoring.C] * is_over
            seen += compare_scored((Case(step.before), step.event), step.before, due, step.after)
            due = []
        else:
            agree("scorings before their time", Case(step.before), step.after.sheets, step.before.sheets)
    seen += compare_final_table(steps[-1].after.table.points)
    return seen
