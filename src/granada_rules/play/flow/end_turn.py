"""The end of a turn: bought tiles are placed, display and yard are refilled, a scoring takes place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.deck import piles
from granada_rules.money import Purse
from granada_rules.play.draft import without_face
from granada_rules.play.flow.give_away import give_away
from granada_rules.play.flow.score_table import owe_dirk, score_table
from granada_rules.ruleset import tiles_of
from granada_rules.state import DISPLAY, SEATS, DrawFor, Phase, Pile
from granada_rules.yard import has_empty_space, space_to_fill

if TYPE_CHECKING:
    from granada_rules.play.draft import Draft
    from granada_rules.tiles import Face

__all__ = ["end_actions", "end_placing", "end_turn", "reshuffle"]

# On Python 3.11 a constant takes a tenth of the time of an enum member.
_ACT, _PLACE, _END_OF_TURN, _GIFT = Phase.ACT, Phase.PLACE, Phase.END_OF_TURN, Phase.GIFT
_FOR_THE_DISPLAY, _FOR_THE_YARD = DrawFor.DISPLAY, DrawFor.YARD


def end_actions(draft: Draft) -> None:
    """Go on after the last action of a turn."""
    # TURN-6: bought tiles are placed at the end of the turn.
    if draft.bought:
        draft.phase = _PLACE
    else:
        end_turn(draft)


def end_placing(draft: Draft, face: Face) -> None:
    """Go on after the tile with that face was placed, as it lay or turned over."""
    back = tiles_of(draft.ruleset).back(face)
    draft.bought = without_face(draft.bought, face if back is None or face in draft.bought else back)
    if draft.bought:
        return
    if draft.phase is _GIFT:
        give_away(draft)
    else:
        end_turn(draft)


def end_turn(draft: Draft) -> None:
    """Do what is left to do at the end of a turn, in the order of TURN-7, up to the next draw or decision."""
    draft.phase = _END_OF_TURN
    if len(draft.display) < DISPLAY:
        # TURN-8: the discards are shuffled when a card is needed and the deck has none.
        if not draft.piles:
            reshuffle(draft)
        # TURN-7: the display is refilled; if there are no discards either, it stays short.
        if draft.piles:
            draft.draw_for = _FOR_THE_DISPLAY
            return
    # TURN-9, A-TURN-9, MIX-13: then the yard, as far as the bag goes.
    is_full = all(draft.yard)
    if not is_full and space_to_fill(draft.yard, draft.bag, draft.ruleset) is not None:
        draft.draw_for = _FOR_THE_YARD
        return
    # SCORE-1, SCORE-2: then the scoring, if a card came.
    if draft.due is not None:
        score_table(draft, draft.due)
        owe_dirk(draft, draft.due)
        draft.due = None
    if draft.dirk is not None and draft.dirk.owed:
        draft.draw_for = DrawFor.DIRK
        return
    draft.draw_for = None
    # END-1: the game ends if the yard could not be refilled completely. MIX-33: if a space has no tile.
    if not is_full and has_empty_space(draft.yard):
        give_away(draft)
        return
    # TURN-1: otherwise the next player's turn begins.
    assert draft.turn is not None
    draft.phase, draft.turn = _ACT, SEATS[(draft.turn + 1) % len(draft.players)]


def reshuffle(draft: Draft) -> None:
    """Make the discards the deck."""
    if not draft.discards:
        return
    # TURN-8, MIX-12: the discards become the deck.
    draft.deck, draft.discards = draft.discards, Purse()
    many = len(draft.deck)
    if draft.aside:
        # MIX-11: the first time in five piles, with the scoring card that was set aside.
        draft.stack(piles(many, draft.ruleset.deck_plan[1]))
        draft.aside = ()
    else:
        draft.stack((Pile(many),))
