"""Compare what chance is given: the piles of the deck whenever it is made, and the tiles that Dirk draws."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from granada_rules import DrawBonus, DrawFor, DrawHut, DrawTile, Phase, chance
from tests.oracle import bridge, chance_facts
from tests.oracle.bridge import agree
from tests.oracle.plain_actions import Case

if TYPE_CHECKING:
    from granada_rules import Face, Game, Pile
    from tests.oracle.bridge import Value
    from tests.oracle.compare_effects import Step

PROGRAMS = ["chance.lp"]


def compare_chance(steps: list[Step]) -> Counter[str]:
    """Compare each deck and each of Dirk's draws in a game; return what there was to see."""
    return compare_decks(steps) + compare_dirk(steps)


def compare_bonus_deals(steps: list[Step]) -> Counter[str]:
    """BON-1 … BON-3: the same player gets a bonus card, any that is left is as likely, and then no more."""
    seen: Counter[str] = Counter()
    for step in steps:
        game = step.before
        is_first_turn = game.table.phase is Phase.ACT and not seen["BON-3 no more"]
        if game.table.draw_for is not DrawFor.BONUS and not is_first_turn:
            continue
        (model,) = bridge.models(
            PROGRAMS, chance_facts.bonus(game.to_position()), ["dealt_to/1", "may_be_dealt/1"]
        )
        is_dealt = game.table.draw_for is DrawFor.BONUS
        case = game.to_position()
        agree("who gets a bonus card", case, {(game.table.turn,)} if is_dealt else set(), model["dealt_to"])
        compare_odds(game if is_dealt else None, case, model["may_be_dealt"])
        seen["BON-2 cards dealt" if is_dealt else "BON-3 no more"] += 1
    return seen


def compare_hut_draws(steps: list[Step], most: int) -> Counter[str]:
    """HUT-3, HUT-5: the same huts may be turned up, each as likely; and no other is drawn."""
    seen: Counter[str] = Counter()
    for step in steps:
        game = step.before
        is_laid = game.table.phase is Phase.SETUP
        what = "HUT-3 huts turned up" if is_laid else "HUT-5 huts turned up"
        is_drawn = game.table.draw_for is DrawFor.HUT
        if not is_drawn and not (
            game.table.phase is Phase.PLACE and any(one.is_hut for one in game.table.bought)
        ):
            continue
        if seen[what := what if is_drawn else "HUT-5 none turned up"] == most:
            continue
        (model,) = bridge.models(PROGRAMS, chance_facts.huts(game.to_position()), ["may_turn_up/1"])
        compare_odds(game if is_drawn else None, game.to_position(), model["may_turn_up"])
        seen[what] += 1
    return seen


def compare_odds(game: Game | None, case: object, faces: set[tuple[Value, ...]]) -> None:
    """Compare what may be drawn, each as likely; without a game, nothing is."""
    draws = () if game is None else chance(game)
    package = {
        (bridge.face_term(draw.face),)
        for draw, _ in draws
        if isinstance(draw, DrawBonus | DrawHut) and draw.face
    }
    agree("what may be drawn", case, package, faces)
    agree(
        "how likely it is", case, {odds for _, odds in draws}, {Fraction(1, len(draws))} if draws else set()
    )


def compare_decks(steps: list[Step]) -> Counter[str]:
    """SETUP-6, TURN-8, MIX-7, MIX-11, MIX-12: the same piles with the same scoring cards, and none else.

    When a deck is made is not asked.
    """
    seen: Counter[str] = Counter()
    number = 0
    for step in steps:
        before, after = step.before, step.after
        if is_made(before, after):
            facts = chance_facts.shuffled(after.to_position(), number, _shuffled(after, number))
            (model,) = bridge.models(PROGRAMS, facts, ["pile/3", "bound/2"])
            bound = {place: many for place, many in model["bound"]}  # noqa: C416 - of any length
            oracle = [(*pile[1:], bound.get(pile[0], 0)) for pile in sorted(model["pile"])]
            agree("piles of a new deck", (Case(after), number), list(map(told, after.piles)), oracle)
            seen[f"{'SETUP-6' if number == 0 else 'TURN-8'} decks of {len(after.piles)} piles"] += 1
            number += 1
    return seen


def _shuffled(game: Game, number: int) -> int:
    # EXC-2: exchange cards are put into the piles of the first deck afterwards.
    return len(game.deck.money if number == 0 else game.deck)


def told(pile: Pile) -> tuple[int, str, int]:
    """Return how many cards a pile has, its scoring card, and its exchange cards, as the oracle tells it."""
    return pile.size, "none" if pile.scoring is None else pile.scoring.value.lower(), pile.exchange


def is_made(before: Game, after: Game) -> bool:
    """Tell whether the deck is made between these two games."""
    is_laid = before.table.phase is Phase.SETUP and after.table.phase is not Phase.SETUP
    return is_laid or len(after.deck) > len(before.deck)


def compare_dirk(steps: list[Step]) -> Counter[str]:
    """DIRK-3, DIRK-5, DIRK-6, A-DIRK-3, MIX-37: as many tiles of each kind, in order, the same face up."""
    seen: Counter[str] = Counter()
    begun: Game | None = None
    drawn: list[Face] = []
    for step in steps:
        if isinstance(step.event, DrawTile) and step.before.table.draw_for is DrawFor.DIRK:
            begun = begun or step.before
            drawn.append(step.event.face)
        if begun is not None and step.after.table.draw_for is not DrawFor.DIRK:
            seen += compare_draws(begun, drawn)
            begun, drawn = None, []
    return seen


def compare_draws(game: Game, drawn: list[Face]) -> Counter[str]:
    """Compare the tiles that Dirk draws at one time."""
    is_setup = game.table.phase is Phase.SETUP
    occasion = "setup" if is_setup else game.sheets[-1].scoring.value.lower()
    facts = chance_facts.dirk(game.to_position(), occasion, game.table.bag, drawn)
    (model,) = bridge.models(PROGRAMS, facts, ["dirks/2", "up/1"])
    case = Case(game), drawn
    kinds = {(number, face.kind.value) for number, face in enumerate(drawn, 1)}
    agree("kinds of Dirk's tiles", case, kinds, model["dirks"])
    agree("Dirk's tiles with the right face up", case, len(drawn), len(model["up"]))
    return Counter([f"DIRK-{AFTER[occasion]} {len({kind for _, kind in kinds})} kinds"])


AFTER = {"setup": 3, "a": 5, "b": 6}
"""The clauses that say when he gets tiles."""
