"""Decisions before both judges: which actions are legal, why others are not, and who gets the last tiles."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, assert_never

import attrs

from granada_rules import (
    Build,
    Buy,
    Exchange,
    Extend,
    GiveToDirk,
    Pass,
    Phase,
    Purse,
    Reduce,
    Seat,
    Store,
    TakeMoney,
    apply,
    check,
    legal_actions,
)
from granada_rules.records import write_position, write_toml
from tests.candidates import mutations, neighbourhood, some_of
from tests.oracle import action_facts, bridge
from tests.oracle.comparing import agree
from tests.oracle.making_decisions import some_decisions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from random import Random

    from granada_rules import Action, Game
    from tests.oracle.bridge import Model, Value

Plain = tuple[frozenset[str], ...]
"""An action as both sides can tell it: whose it is, what it is, and the cards that go with it, as terms."""


@attrs.frozen(repr=False)
class Case:
    """A decision as files to paste back: ``read_position(first, [TileSet.parse(second)])``."""

    game: Game

    def __repr__(self) -> str:
        position = self.game.to_position()
        return f"{write_toml(write_position(position))!r}, {str(position.tile_set)!r}"


LAW = ["cities.lp", "actions.lp"]


def compare(random: Random) -> Counter[str]:
    """Compare some decisions of one game; return what there was to see."""
    seen: Counter[str] = Counter()
    for game in some_decisions(random, 3):
        seen += compare_legal(game)
        seen += compare_judged(game, candidates(game, random))
        seen += compare_gifts(game)
    return seen


def compare_legal(game: Game) -> Counter[str]:
    """TURN-2, PLACE-1, END-3: the legal actions are the answer sets, one for each."""
    actions = list(legal_actions(game))
    facts = action_facts.decision(game.to_position())
    models = bridge.models([*LAW, "choosing.lp"], facts, ["actor/1", "action/1", "cards/2"])
    # One too many proves a difference, and an oracle gone wrong may have very many.
    found = list(islice(models, len(actions) + 1))
    package, oracle = {plain(action) for action in actions}, {plain_model(model) for model in found}
    agree("legal actions, those of one side only", Case(game), package - oracle, oracle - package)
    agree("how many legal actions", Case(game), len(actions), len(found))
    return Counter({"decisions": 1, "legal actions": len(actions)}) + Counter(
        {f"{kind} legal" for action in actions for kind in kinds(game, action)} | moments(game)
    )


def compare_judged(game: Game, tried: list[Action]) -> Counter[str]:
    """Each of these actions is forbidden by the same clauses, or by none."""
    facts = list(action_facts.decision(game.to_position()))
    for number, action in enumerate(tried):
        (seat,), (term,), cards = plain(action)
        facts.append(f"tries({number},{seat},{term})")
        facts += [f"with({number},{card})" for card in cards]
    asked = ["judged/1", "forbidden/1", "another_action/0"]
    models = bridge.models([*LAW, "judging.lp"], facts, asked)
    found = {number: model for model in models for (number,) in model["judged"]}
    agree("actions that are judged", Case(game), set(range(len(tried))), set(found))
    seen = Counter({"actions tried": len(tried)})
    for number, action in enumerate(tried):
        model = found[number]
        clauses = {violation.clause for violation in check(game, action)}
        oracle = {bridge.clause(clause) for (clause,) in model["forbidden"]}
        agree(f"clauses that forbid {action}", Case(game), clauses, oracle)
        if not clauses:
            goes_on = apply(game, action).table.extra
            agree(f"another action after {action}", Case(game), goes_on, bool(model["another_action"]))
            seen["TURN-3 kept"] += goes_on
        seen.update(f"{clause} broken" for clause in clauses)
    return seen


def compare_gifts(game: Game) -> Counter[str]:
    """END-2: this tile and the next go to the same players, or there is none to give any more."""
    table = game.table
    if table.phase is not Phase.GIFT or table.turn is None:
        return Counter()
    facts = list(action_facts.table(game.to_position()))
    after = apply(game, Store(table.turn, table.bought[0])).table
    given = after.bought[0] if after.phase is Phase.GIFT else None
    package = {(space, after.turn) for space, face in enumerate(table.yard, 1) if face == given is not None}
    agree("the next gift", Case(game), package, _gifts(facts))
    # This tile lay on a space that is empty now; if it still did, it would be the next gift.
    tile = bridge.face(table.bought[0])
    empty = [space for space, face in enumerate(table.yard, 1) if face is None]
    befores = [_gifts([*facts, f"yard({space},{tile})"]) == {(space, table.turn)} for space in empty]
    agree("this gift", Case(game), True, any(befores))  # noqa: FBT003 - that is what the package claims
    left = [face for face in table.yard if face is not None]
    return Counter({"END-2 kept": len(package), "END-2 tie": not package and bool(left)})


def _gifts(facts: Iterable[str]) -> set[tuple[Value, ...]]:
    (model,) = bridge.models(["gifts.lp"], facts, ["gift/2"])
    return model["gift"]


def candidates(game: Game, random: Random) -> list[Action]:
    """Return actions that somebody might try: a few for each set of clauses that forbids some of them."""
    seat = game.table.to_act
    assert seat is not None
    legal = some_of(random, legal_actions(game), 40)
    near = [*legal, *neighbourhood(game, seat, random, 16)]
    near += neighbourhood(game, Seat((seat + 1) % len(game.hands)), random, 1)
    for action in legal[:6]:
        near += some_of(random, mutations(game, action, random), 10)
    random.shuffle(near)
    alike: dict[object, list[Action]] = {}
    for action in near:
        clauses = frozenset(violation.clause for violation in check(game, action))
        what = type(action) if clauses else frozenset(kinds(game, action))
        alike.setdefault((what, clauses), []).append(action)
    return some_of(random, (action for actions in alike.values() for action in actions[:2]), 40)


def plain(action: Action) -> Plain:
    """Return an action of the package in plain words."""
    cards = Purse()
    match action:
        case TakeMoney(cards=cards):
            term = "take"
        case Buy(space=space, payment=cards):
            term = f"buy({space})"
        case Extend(face=face, cell=cell):
            term = f"extend({bridge.face(face)},{cell.x},{cell.y})"
        case Reduce(cell=cell):
            term = f"reduce({cell.x},{cell.y})"
        case Exchange(face=face, cell=cell):
            term = f"exchange({bridge.face(face)},{cell.x},{cell.y})"
        case Pass():
            term = "pass"
        case Build(face=face, cell=cell, payment=cards):
            term = f"build({bridge.face(face)},{cell.x},{cell.y})"
        case Store(face=face):
            term = f"store({bridge.face(face)})"
        case GiveToDirk(face=face, payment=cards):
            term = f"give({bridge.face(face)})"
        case _:
            assert_never(action)
    return frozenset([str(action.seat)]), frozenset([term]), frozenset(action_facts.counted(cards))


def plain_model(model: Model) -> Plain:
    """Return the action of an answer set in plain words."""
    return tuple(
        frozenset(",".join(map(_told, arguments)) for arguments in model[name])
        for name in ("actor", "action", "cards")
    )


def _told(value: Value) -> str:
    match value:
        case (name, *arguments):
            return f"{name}({','.join(map(_told, arguments))})"
        case _:
            return str(value)


def kinds(game: Game, action: Action) -> Iterator[str]:
    """Say what kind of action it is, and what else there is to see about it."""
    table, kind = game.table, type(action).__name__
    yield kind
    match action:
        case TakeMoney(cards=cards) if len(cards) > 1:
            yield f"{kind} several"
        case Buy(payment=payment):
            face = table.yard[action.space - 1]
            yield f"{kind} {'exactly' if face and payment.total() == face.value else 'overpaid'}"
        case Pass():
            yield f"{kind} {'extra' if table.extra and table.display else 'where nothing is possible'}"
        case Build(face=face) | Store(face=face) | GiveToDirk(face=face):
            how = "turned" if face not in table.bought else "as it was"
            yield f"{kind} {'given' if table.phase is Phase.GIFT else how}"
            if not isinstance(action, Store) and len(action.payment) > 1:
                yield f"{kind} turned for several cards"
        case _:
            pass


def moments(game: Game) -> set[str]:
    """Say by which rules a decision is taken, and what is used up."""
    table, ruleset = game.table, game.table.ruleset
    holds = {
        f"{len(table.players)} players": True,
        f"backs {ruleset.tiles.backs.code}": True,
        "turning takes one card": ruleset.turning_takes_one_card,
        "the extra action is no must": not ruleset.extra_action_is_a_must,
        "empty display": not table.display,
        "empty yard": not any(table.yard),
        "empty bag": not table.bag,
        "empty hand": not game.hands[table.turn or 0],
        "empty reserve": not table.players[table.turn or 0].reserve,
    }
    return {what for what, is_so in holds.items() if is_so}
