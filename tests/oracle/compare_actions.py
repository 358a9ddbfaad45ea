"""Compare decisions: which actions are legal, why others are not, and what comes next."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import attrs

import granada_rules as g
from granada_rules.box import EXCHANGE_CARDS
from granada_rules.game import by_kind
from tests.helpers.candidates import mutations, neighbourhood, some_of
from tests.helpers.positions import others_shows
from tests.oracle import action_facts, bridge
from tests.oracle.bridge import agree
from tests.oracle.compare_gifts import compare_gifts
from tests.oracle.plain_actions import Case, kinds, moments, plain, plain_model
from tests.oracle.random_decisions import (
    last_placement,
    placement_halfway,
    played,
    some_decisions,
)
from tests.oracle.random_modules import some_rules_with, with_bonus_cards, with_exchange_cards, with_huts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tests.oracle.random_decisions import Decision

FAR = {g.Kind.ALHAMBRA: (54, 55, 109, 110, 111, 112, 200), g.Kind.GRANADA: (53, 54, 55, 60, 200)}
"""Steps from the start tile, about as many as all tiles can lead."""

LAW = ["cities.lp", "actions.lp"]


def compare(random: Random, *kinds: g.Kind) -> Counter[str]:
    """Compare some decisions of one game, and how it ends; return what there was to see."""
    course = played(random, *kinds)
    last = last_placement(course, random)
    seen = compare_gifts(last.game, random) + Counter([f"last turn {last.change}"])
    # Somewhere before the game does not end; any tiles may be drawn then.
    seen += compare_gifts(placement_halfway(course), Random(0))
    return seen + compare_decisions(some_decisions(course, random, 3), random)


def compare_decisions(
    decisions: Iterable[Decision],
    random: Random,
    more: Callable[[g.Game, Random], list[g.Action]] = lambda _game, _random: [],
) -> Counter[str]:
    """Compare decisions: what is legal, and what somebody might try, and some more; what there was to see."""
    seen: Counter[str] = Counter()
    for decision in decisions:
        tried = dict.fromkeys(candidates(decision.game, random) + more(decision.game, random))
        seen += compare_legal(decision.game) + compare_judged(decision.game, list(tried))
        seen[f"decisions {decision.change}"] += 1
    return seen


def compare_alhambra(random: Random) -> Counter[str]:
    """Compare some decisions of one game of Alhambra, and how it ends; return what there was to see."""
    return compare(random, g.Kind.ALHAMBRA)


def compare_both(random: Random) -> Counter[str]:
    """Compare some decisions of one game of both kinds, and how it ends; return what there was to see."""
    return compare(random, *g.Kind)


def compare_exchange(random: Random) -> Counter[str]:
    """Compare decisions with exchange cards of one game, and how it ends; return what there was to see."""
    course = played(random, ruleset=some_rules_with(random, [g.Module.EXCHANGE]))
    seen = compare_gifts(last_placement(course, random).game, random)
    return seen + compare_decisions(with_exchange_cards(course, random, 4), random, mixes)


def compare_bonus(random: Random) -> Counter[str]:
    """Compare decisions of one game with bonus cards, and how it ends; return what there was to see."""
    course = played(random, ruleset=some_rules_with(random, [g.Module.BONUS]))
    seen = compare_gifts(last_placement(course, random).game, random)
    return seen + compare_decisions(with_bonus_cards(course, random, 4), random, shows)


def compare_huts(random: Random) -> Counter[str]:
    """Compare decisions of one game with huts; return what there was to see."""
    course = played(random, ruleset=some_rules_with(random, [g.Module.HUTS]))
    return compare_decisions(with_huts(course, random, 4), random, takings)


def takings(game: g.Game, _random: Random) -> list[g.Action]:
    """Return every way to take a hut, right or wrong."""
    seat = game.table.to_act
    assert seat is not None
    return [g.TakeHut(seat, building) for building in g.Kind.ALHAMBRA.buildings]


def shows(game: g.Game, _random: Random) -> list[g.Action]:
    """Return every way to show a card for a tile without walls, right or wrong."""
    cards = [face for face in game.table.ruleset.tiles.faces if face.walls == g.Edges(0)]
    return [g.ShowBonus(g.Seat(seat), face) for seat in range(len(game.hands)) for face in cards]


def mixes(game: g.Game, random: Random) -> list[g.Action]:
    """Return purchases, takings and turnings with exchange cards, right or wrong."""
    seat = game.table.to_act
    assert seat is not None
    hand, display = game.hands[seat], game.table.display
    tried: list[g.Action] = []
    for _ in range(25):
        paid = random.sample(list(hand.money), min(len(hand.money), random.randint(1, 4)))
        cards = random.sample(EXCHANGE_CARDS, random.choice((0, 1, 1, 2)))
        held = random.sample(hand.exchange_cards, min(len(hand.exchange_cards), random.choice((1, 1, 2))))
        payment = g.Purse([*paid, *(held or cards)])
        tried.append(g.Buy(seat, g.Space(random.randint(1, len(game.table.yard))), payment))
        tried.append(g.TakeMoney(seat, random.sample(list(display), random.randint(0, len(display)))))
        for face in game.table.bought:
            back = game.table.ruleset.tiles.back(face)
            tried += [g.Build(seat, back, g.Cell(1, 0), payment)] if back is not None else []
    for payment in hand.mixed_payments(random.choice(list(g.Currency)), random.randint(2, 13)):
        tried.append(g.Buy(seat, g.Space(random.randint(1, len(game.table.yard))), payment))
        if len(tried) > 120:
            break
    return tried


def compare_legal(game: g.Game) -> Counter[str]:
    """TURN-2, PLACE-1, END-3: the legal actions are the answer sets, one for each.

    BON-4: also those of players who are not to act.
    """
    actions: list[g.Action] = [*g.legal_actions(game), *others_shows(game)]
    facts = action_facts.decision(game.to_position())
    models = bridge.models([*LAW, "legal_actions.lp"], facts, ["actor/1", "action/1", "cards/2"])
    # One too many proves a difference, and an oracle gone wrong may have very many.
    found = list(islice(models, len(actions) + 1))
    package, oracle = {plain(action) for action in actions}, {plain_model(model) for model in found}
    agree("legal actions, those of one side only", Case(game), package - oracle, oracle - package)
    agree("how many legal actions", Case(game), len(actions), len(found))
    return Counter({"decisions": 1, "legal actions": len(actions)}) + Counter(
        {f"{kind} legal" for action in actions for kind in kinds(game, action)} | moments(game)
    )


def compare_judged(game: g.Game, tried: list[g.Action]) -> Counter[str]:
    """Each of these actions is legal for both sides or for neither, by the same clauses; the same follows."""
    facts = list(action_facts.decision(game.to_position()))
    for number, action in enumerate(tried):
        (seat,), (term,), cards = plain(action)
        facts.append(f"tries({number},{seat},{term})")
        facts += [f"with({number},{card})" for card in cards]
    asked = ["judged/1", "forbidden/2", "named/1", "then/1"]
    models = bridge.models([*LAW, "tried_actions.lp"], facts, asked)
    found = {number: model for model in models for (number,) in model["judged"]}
    agree("actions that are judged", Case(game), set(range(len(tried))), set(found))
    seen = Counter({"actions tried": len(tried)})
    for number, action in enumerate(tried):
        model = found[number]
        clauses = {violation.clause for violation in g.check(game, action)}
        agree(f"whether {action} is legal", Case(game), not clauses, not model["forbidden"])
        named = {bridge.clause(clause) for (clause,) in model["named"]}
        agree(f"clauses that forbid {action}", Case(game), clauses, named)
        seen.update(f"{clause} {'broken' if len(named) > 1 else 'alone'}" for clause in named)
        if not clauses:
            after = g.apply(game, action)
            is_shown = isinstance(action, g.ShowBonus)
            following = still_due(game, after) if is_shown else comes_next(game, after)
            agree(f"what comes after {action}", Case(game), following, {name for (name,) in model["then"]})
            seen.update(f"{type(action).__name__}, then {name}" for name in following)
    return seen


def comes_next(game: g.Game, after: g.Game) -> set[str]:
    """TURN-3, TURN-6, A-END-3: say what the same player decides next in this turn, or of this gift."""
    if game.table.phase is g.Phase.GIFT:
        return {"gift"} if set(game.table.bought) & set(after.table.bought) else set()
    # BON-4: before a scoring others are asked, or it takes place.
    if game.table.phase is g.Phase.REVEAL:
        return set()
    # VIZ-7: what was bought with a pawn is placed at once.
    if game.table.phase in {g.Phase.FAVOUR, g.Phase.PLACE_FAVOUR}:
        return {"place_favour"} if after.table.phase is g.Phase.PLACE_FAVOUR else {"end"}
    # HUT-5: the next hut is turned up before the one that was taken is placed.
    if after.table.draw_for is g.DrawFor.HUT:
        return {"place"}
    is_same_turn = after.table.turn == game.table.turn and after.draws == game.draws
    if is_same_turn and after.table.phase in {g.Phase.ACT, g.Phase.PLACE}:
        return {after.table.phase.value}
    return {"end"}


def still_due(game: g.Game, after: g.Game) -> set[str]:
    """BON-4: say what is due after a bonus card was shown: the same, if nothing else has changed."""
    if game.table.phase is g.Phase.REVEAL:
        return set()
    is_same = without_cards(after) == without_cards(game)
    return {game.table.phase.value.replace(" ", "_") if is_same else "something else"}


def without_cards(game: g.Game) -> g.Position:
    """Return the position without bonus cards."""
    position = game.to_position()
    players = [attrs.evolve(player, bonus=None, shown=None) for player in position.players]
    return attrs.evolve(position, players=tuple(players))


def candidates(game: g.Game, random: Random) -> list[g.Action]:
    """Return actions that somebody might try, so many of each way to make them up."""
    seat = game.table.to_act
    assert seat is not None
    legal = some_of(random, g.legal_actions(game), 15)
    tried = [*legal, *some_of(random, placements(game, seat), 40), *far_away(game, seat, random)]
    tried += well_paid(game, seat)
    for actions in by_kind(neighbourhood(game, seat, random, 12)).values():
        tried += some_of(random, actions, 5)
    tried += some_of(random, neighbourhood(game, g.Seat((seat + 1) % len(game.hands)), random, 1), 5)
    for action in legal[:6]:
        tried += some_of(random, mutations(game, action, random), 5)
    return list(dict.fromkeys(tried))


def placements(game: g.Game, seat: g.Seat) -> Iterator[g.Action]:
    """Generate every change of the city with the tiles at hand, so that only building rules may forbid it."""
    table, city = game.table, game.table.players[seat].city
    beside = sorted({cell.neighbour(side) for cell in city.cells for side in g.Edges} - city.cells)
    if table.phase is g.Phase.ACT:
        yield from (g.Reduce(seat, cell) for cell in city.tiles)
        for face in table.players[seat].reserve:
            yield from (g.Extend(seat, face, cell) for cell in beside)
            yield from (g.Exchange(seat, face, cell) for cell in city.tiles)
        return
    for face in table.bought:
        yield from (g.Build(seat, face, cell, g.Purse()) for cell in beside)
        dear = [card for card in game.hands[seat].money_cards if card.value >= 3]
        if table.phase in {g.Phase.PLACE, g.Phase.PLACE_FAVOUR} and dear:
            back = table.ruleset.tiles.back(face)
            yield from (g.Build(seat, back, cell, g.Purse(dear[:1])) for cell in beside if back is not None)


def well_paid(game: g.Game, seat: g.Seat) -> Iterator[g.Action]:
    """Generate purchases with all the money there is for them, and tiles for Dirk as they were bought."""
    for space, (currency, _) in enumerate(game.table.ruleset.spaces, 1):
        yield g.Buy(seat, g.Space(space), game.hands[seat].only(currency))
    yield from (g.GiveToDirk(seat, face, g.Purse()) for face in game.table.bought)


def far_away(game: g.Game, seat: g.Seat, random: Random) -> Iterator[g.Action]:
    """Generate attempts to lay a tile about as far away as all tiles can lead, or further (BOX-2)."""
    table = game.table
    for steps in random.sample(FAR[table.ruleset.kind], 2):
        cell = g.Cell(*random.choice(((steps, 0), (0, -steps), (-steps, steps), (2, steps))))
        yield from (g.Extend(seat, face, cell) for face in table.players[seat].reserve[:1])
        yield from (g.Build(seat, face, cell, g.Purse()) for face in table.bought[:1])
