"""Compare games with vizier's favour: decisions, what they do, who is asked, and what follows."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import attrs

import granada_rules as g
from granada_rules.play.acts.timing import is_action
from tests.helpers.games import NAMES
from tests.helpers.noted import changed as with_player
from tests.helpers.positions import PLAYERS
from tests.oracle import action_facts, bridge, effect_facts
from tests.oracle.bridge import agree
from tests.oracle.compare_actions import candidates, compare_judged, compare_legal
from tests.oracle.compare_effects import compare_effects, tile_put_back, values, walk
from tests.oracle.compare_games import has_ended
from tests.oracle.plain_actions import Case, plain
from tests.oracle.random_decisions import MOST_ACTIONS, attempt, some_rules, without_money

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from tests.oracle.compare_effects import Step

TURN = frozenset({g.Phase.ACT, g.Phase.PLACE, g.Phase.END_OF_TURN, g.Phase.REVEAL})
WINDOW = frozenset({g.Phase.FAVOUR, g.Phase.PLACE_FAVOUR})
DECISIONS = 1
"""So many decisions of each kind are compared in a game."""

STEPS = 4
"""So many steps of each kind, at most, are compared in a game."""


def compare(random: Random) -> Counter[str]:
    """Compare some decisions and steps of a game with vizier's favour; return what there was to see."""
    game = random.choice([(g.Kind.GRANADA,), (g.Kind.ALHAMBRA,), tuple(g.Kind)])
    steps = list(walk(g.setup(NAMES[: random.choice(PLAYERS)], favoured(random, game)), random))
    seen = Counter([f"games of {' and '.join(kind.value for kind in game)}"])
    for before in some_decisions(steps, random):
        seen += compare_legal(before)
        seen += compare_judged(before, candidates(before, random))
        seen += Counter(told(before)) + compare_poor(before, random)
    for step, answers in some_windows(steps, random):
        seen += compare_window(step, answers)
        if is_action(step.event) and step.before.table.phase in WINDOW:
            seen += compare_effects(step)
        if isinstance(step.event, g.DrawTile) and step.before.table.phase is g.Phase.FAVOUR:
            seen += compare_favour_refill(step)
    return seen


def favoured(random: Random, game: tuple[g.Kind, ...]) -> g.Ruleset:
    """Return a ruleset with vizier's favour and any options."""
    return attrs.evolve(
        some_rules(random, *game),
        modules=[g.Module.VIZIER],
        favour_until_yard_short=random.random() < 0.4,
        house_rules=len(game) > 1,
    )


# Decisions.


def some_decisions(steps: list[Step], random: Random) -> Iterator[g.Game]:
    """Choose some in the window, some after a use, and some in which a pawn can be reactivated."""
    alike: dict[object, list[g.Game]] = {}
    for step in steps:
        table = step.before.table
        if table.to_act is None or table.phase in {g.Phase.PLACE, g.Phase.GIFT}:
            continue
        is_used = not table.modules.pawns[table.to_act]
        is_short = not all(table.yard) and not table.bag
        can_pay = table.phase is g.Phase.FAVOUR and len(list(g.legal_actions(step.before))) > 1
        alike.setdefault((table.phase, is_used, is_short, can_pay), []).append(step.before)
    for same in alike.values():
        for game in random.sample(same, min(len(same), DECISIONS)):
            if sum(1 for _ in zip(g.legal_actions(game), range(MOST_ACTIONS), strict=False)) < MOST_ACTIONS:
                yield game


def compare_poor(game: g.Game, random: Random) -> Counter[str]:
    """VIZ-11: who has nothing but an inactive pawn cannot pass."""
    seat, table = game.table.to_act, game.table
    if seat is None or table.phase is not g.Phase.ACT or table.modules.pawns[seat]:
        return Counter()
    poor = attempt(game, penniless, random)
    return compare_judged(poor.game, [g.Pass(seat), g.Reactivate(seat)]) + Counter([f"VIZ-11 {poor.change}"])


def penniless(game: g.Game, _random: Random) -> g.Position:
    """Let the one to act have neither money nor tiles; what was bought with the pawn Dirk may have."""
    position, seat = game.to_position(), game.table.turn or 0
    heir = (seat + 1) % len(game.hands)
    money = game.hands[seat] + game.hands[heir] + game.deck + game.table.display
    position = with_player(position, heir, hand=money)
    bare = g.City.of(start=game.table.ruleset.kind)
    position = with_player(position, seat, hand=g.Purse(), city=bare, reserve=())
    return without_money(position, game, game.table.discards)


def told(game: g.Game) -> Iterator[str]:
    """Say what there is to see about a decision."""
    table = game.table
    yield f"decisions in {table.phase.value}"
    if table.phase is g.Phase.FAVOUR:
        yield "VIZ-9 asked last" if table.to_act == table.turn else "VIZ-9 asked before"
        yield "VIZ-4 can pay" if len(list(g.legal_actions(game))) > 1 else "VIZ-9 cannot pay"
        if not all(table.yard):
            yield "VIZ-12 a short yard"
    if table.phase is g.Phase.ACT and not table.modules.pawns[table.to_act or 0]:
        yield "VIZ-11 can be reactivated"


# The window.


def some_windows(steps: list[Step], random: Random, most: int = STEPS) -> list[tuple[Step, tuple[str, ...]]]:
    """Choose some steps at the end of turns and in windows, each with the answers before it, as facts."""
    alike: dict[object, list[tuple[Step, tuple[str, ...]]]] = {}
    answers: list[str] = []
    for step in steps:
        before, after = step.before.table, step.after.table
        if before.phase in TURN:
            answers = []
        # BON-4: a card that is shown changes nothing here.
        if isinstance(step.event, g.ShowBonus) and before.phase is not g.Phase.REVEAL:
            continue
        if is_over(step) or is_action(step.event):
            is_anew = any(answer.startswith("used") for answer in answers[1:])
            kind = before.phase, after.phase, after.draw_for, type(step.event), is_anew
            alike.setdefault(kind, []).append((step, tuple(answers)))
        if before.phase is g.Phase.FAVOUR and isinstance(step.event, g.Buy):
            answers.append(f"used({len(answers)})")
        if before.phase is g.Phase.FAVOUR and isinstance(step.event, g.Pass):
            answers.append(f"declined({step.event.seat},{len(answers)})")
    return [one for same in alike.values() for one in random.sample(same, min(len(same), most))]


def is_over(step: Step) -> bool:
    """Tell whether the turn is over after this step, as the comparisons of actions and games find it."""
    before, after = step.before.table, step.after.table
    if before.phase in WINDOW:
        return True
    # A tile that was drawn last may be given away at once, and the yard is not known then.
    is_given = after.phase in {g.Phase.GIFT, g.Phase.OVER} and isinstance(step.event, g.DrawTile)
    # BON-4: before the last scoring the game has ended.
    if before.phase not in TURN or before.due is g.Scoring.C or is_given:
        return False
    return after.phase not in TURN or after.due is g.Scoring.C or after.turn != before.turn


def compare_window(step: Step, answers: tuple[str, ...] = ()) -> Counter[str]:
    """VIZ-3 … VIZ-12: the same pawns are active, the same player is asked, and the same follows."""
    before, after = step.before.table, step.after.table
    position = tile_put_back(step.after, step.before)
    facts = [f"seat({seat})" for seat in range(len(before.players))]
    facts += [
        *action_facts.pawns(step.before.to_position()),
        f"phase({before.phase.value.replace(' ', '_')})",
    ]
    facts += answers
    if is_over(step):
        bag = Counter(tile.kind for tile in after.bag)
        facts += [f"ended({before.turn})", *action_facts.played(position), *effect_facts.yard(position)]
        facts += [f"bag({kind.value},{bag[kind]})" for kind in before.ruleset.kinds]
        facts += [f"space({space})" for space, _ in enumerate(before.yard, 1)]
    if is_action(step.event):
        (seat,), (action,), _ = plain(step.event)
        facts.append(f"acts({seat},{action})")
    if before.ruleset.favour_until_yard_short:
        facts.append("option(favour_until_yard_short)")
    asked = ["pawn_then/2", "places/1", "refills/0", "asked/1", "next/1", "ends/0"]
    (model,) = bridge.models(["favours.lp"], facts, asked)
    case = Case(step.before) if before.to_act is not None else step.before.to_position(), step.event
    is_favour = after.phase is g.Phase.FAVOUR
    pawns = values(action_facts.pawns(step.after.to_position()))
    agree("pawns", case, pawns, model["pawn_then"])
    if not is_over(step):
        return Counter(f"{kind}, within a turn" for kind in [type(step.event).__name__])
    agree(
        "who is asked",
        case,
        {(after.to_act,)} if is_favour and not step.after.is_chance else set(),
        model["asked"],
    )
    agree(
        "who places",
        case,
        {(after.to_act,)} if after.phase is g.Phase.PLACE_FAVOUR else set(),
        model["places"],
    )
    agree("whether the yard is refilled", case, is_favour and step.after.is_chance, bool(model["refills"]))
    agree("whose turn is next", case, {(after.turn,)} if after.phase is g.Phase.ACT else set(), model["next"])
    ends = has_ended(after)
    agree("whether the game ends", case, ends, bool(model["ends"]))
    what = "the game ends" if ends else "a turn begins" if after.phase is g.Phase.ACT else after.phase.value
    when = "window" if before.phase in WINDOW else "turn"
    is_anew = is_favour and after.to_act is not None and _asked_before(answers, after.to_act)
    return Counter([f"after a {when}: {what}", *(["VIZ-9 asked anew"] if is_anew else [])])


def _asked_before(answers: tuple[str, ...], seat: g.Seat) -> bool:
    """Tell whether somebody declined before in this window."""
    return any(answer.startswith(f"declined({seat},") for answer in answers)


def compare_favour_refill(step: Step) -> Counter[str]:
    """VIZ-8: the same tile comes to the same space, and the marker moves alike."""
    before, after, drawn = step.before, step.after, step.event
    assert isinstance(drawn, g.DrawTile)
    position = before.to_position()
    facts = [*effect_facts.yard(position), *effect_facts.refill(position, before.table.bag, [drawn.face])]
    (model,) = bridge.models(["effects.lp"], facts, ["then/2", "marker_then/1", "as_shown/1", "refilled/1"])
    case = position, drawn
    yard = effect_facts.yard(tile_put_back(after, g.apply(before, drawn)))
    agree("the yard after a use", case, values(yard), model["then"])
    marker = set() if after.table.marker is None else {(after.table.marker.value,)}
    agree("the marker after a use", case, marker, model["marker_then"])
    agree("the face of the new tile", case, {(bridge.face_term(drawn.face),)}, model["as_shown"])
    agree("how many tiles are drawn", case, {(1,)}, model["refilled"])
    return Counter([f"VIZ-8 refills of {after.table.ruleset.game}"])
