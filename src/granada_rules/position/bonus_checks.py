"""Checks of bonus cards: which, how many, shown with their tiles, and who is asked (BON-1 … BON-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.arguments import count
from granada_rules.bonus_cards import card_violations, most_cards
from granada_rules.clauses import Clause, Violation, some
from granada_rules.state import FEWEST_PLAYERS, MOST_PLAYERS, SCORING_CARDS, Phase, Scoring
from granada_rules.tiles import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.position.facts import Facts

__all__ = ["bonus_violations"]


def bonus_violations(facts: Facts) -> Iterator[Violation]:
    """Yield what is wrong with bonus cards, and with what happens before a scoring."""
    yield from _cards(facts)
    yield from _due(facts)
    if facts.position.phase is Phase.REVEAL:
        yield from _reveal(facts)


def _cards(facts: Facts) -> Iterator[Violation]:
    position, tiles = facts.position, facts.position.tile_set
    held = {name: [*(player.bonus or ()), *(player.shown or ())] for name, player in facts.named}
    # BON-2: there are bonus cards only if the module is played.
    if not facts.has_bonus:
        for name, player in facts.named:
            if player.bonus is not None or player.shown is not None:
                yield Violation(Clause.BON_2, "bonus cards, which are not played with", player=name)
        return
    yield from card_violations(held, len(position.players))
    # MIX-2: there may be a list of the other tiles alone.
    listed = tiles if tiles is not None and Kind.ALHAMBRA in tiles.kinds else None
    for name, player in facts.named:
        # BON-1: each card is for a tile of the game.
        if listed is not None and (strange := [face for face in held[name] if face not in listed]):
            message = f"bonus cards for {some(strange)}, which the tile set does not have"
            yield Violation(Clause.BON_1, message, player=name, faces=tuple(strange))
        built = None if player.city is None else {tile.face for tile in player.city.tiles.values()}
        # BON-4, BON-6: a card is shown while its tile lies in the own Alhambra.
        for face in player.shown or ():
            if built is not None and face not in built:
                message = (
                    f"the bonus card for {face} is shown, and its tile does not lie in the {facts.rules.city}"
                )
                yield Violation(Clause.BON_4, message, player=name, faces=(face,))
        yield from _too_few(facts, name, len(held[name]))


def _too_few(facts: Facts, name: str, many: int) -> Iterator[Violation]:
    players = facts.position.players
    player = dict(facts.named)[name]
    is_known = player.bonus is not None and player.shown is not None and facts.has_begun
    # BON-2: everybody keeps the cards that were dealt.
    if is_known and FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS and many < most_cards(len(players)):
        message = f"{count(many, 'bonus card')}, and everybody got {most_cards(len(players))}"
        yield Violation(Clause.BON_2, message, player=name)


def _due(facts: Facts) -> Iterator[Violation]:
    due, phase = facts.position.due, facts.position.phase
    # BON-4, SCORE-2: a scoring waits only while bonus cards are shown, or at the end of a turn.
    if due is not None and phase not in {None, Phase.REVEAL, Phase.END_OF_TURN}:
        message = f"scoring {due.value} is due, and the phase is {phase.value!r}"
        yield Violation(Clause.SCORE_2, message)
    # SCORE-2: its card was turned up last.
    elif due in SCORING_CARDS and not any(cards[-1:] == (due,) for cards in facts.possible_turned_up):
        yield Violation(Clause.SCORE_2, f"scoring {due.value} is due, and its card was not the last to come")


def _hides_none(facts: Facts, name: str) -> bool:
    """Tell whether this player has certainly shown all cards."""
    player, many = dict(zip(facts.names, facts.position.players, strict=True))[name], len(facts.names)
    is_for_all = FEWEST_PLAYERS <= many <= MOST_PLAYERS
    return player.bonus == () or (is_for_all and len(player.shown or ()) == most_cards(many))


def _reveal(facts: Facts) -> Iterator[Violation]:
    position, to_act = facts.position, facts.to_act
    # BON-4: only with the module somebody is asked before a scoring.
    if not facts.has_bonus:
        message = "the phase 'reveal', and bonus cards are not played with"
        yield Violation(Clause.BON_4, message)
    # TURN-6, TURN-7, END-3: all tiles are placed before a scoring.
    if position.bought:
        message = f"{count(len(position.bought), 'tile')} to place, and that comes before a scoring"
        yield Violation(Clause.BON_4, message, faces=tuple(sorted(tile.face for tile in position.bought)))
    # BON-4: only who holds hidden cards is asked.
    if to_act is not None and to_act in facts.names and _hides_none(facts, to_act):
        yield Violation(Clause.BON_4, "hides no bonus card, and is asked to show one", player=to_act)
    # TURN-9, A-TURN-9, MIX-13: the yard is refilled before A and B.
    if position.due in SCORING_CARDS and facts.fillable:
        message = f"{count(len(facts.fillable), 'empty space')} to refill, and that comes before a scoring"
        yield Violation(facts.clause(Clause.TURN_9), message)
    # END-1, MIX-33: scoring C comes when a space has no tile.
    if position.due is Scoring.C and facts.bare_spaces == frozenset():
        yield Violation(facts.clause(Clause.END_1), "scoring C is due, and no space is without a tile")
