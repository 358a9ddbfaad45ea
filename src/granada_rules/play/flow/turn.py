"""The end of a turn: bought tiles are placed, display and yard are refilled, a scoring takes place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from granada_rules.box import DISPLAY, SEATS, DrawFor, Phase, Pile, Purse, Scoring, Seat, tiles_of
from granada_rules.game import has_empty_space, piles, space_to_fill
from granada_rules.play.draft import without_face
from granada_rules.play.flow.end import end_game, give_away, owe_dirk, score_table

if TYPE_CHECKING:
    from granada_rules.box import Face
    from granada_rules.play.draft import Draft

__all__ = ["end_actions", "end_placing", "end_turn", "offer_favours", "offer_to_show", "reshuffle"]


_ACT, _PLACE, _END_OF_TURN, _GIFT = Phase.ACT, Phase.PLACE, Phase.END_OF_TURN, Phase.GIFT

_FAVOUR, _PLACE_FAVOUR, _REVEAL = Phase.FAVOUR, Phase.PLACE_FAVOUR, Phase.REVEAL

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
        _end_game(draft)
    elif draft.phase is _PLACE_FAVOUR:
        offer_favours(draft)
    else:
        end_turn(draft)


def end_turn(draft: Draft) -> None:
    """Do what is left to do at the end of a turn, in the order of TURN-7, up to the next draw or decision."""
    # HUT-5, HUT-6: a hut was turned up; now the one that was taken is placed with the bought tiles.
    if draft.bought:
        draft.phase, draft.draw_for = _PLACE, None
        return
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
    if space_to_fill(draft.yard, draft.bag, draft.ruleset) is not None:
        draft.draw_for = _FOR_THE_YARD
        return
    # SCORE-1, SCORE-2: then the scoring, if a card came.
    if draft.due is not None:
        offer_to_show(draft)
    else:
        _end_scoring(draft)


def offer_to_show(draft: Draft, after: Seat | None = None) -> None:
    """Ask who wants to show a bonus card: everybody in order, or those after a player who declined.

    When all have declined the scoring that is due takes place.
    """
    # BON-4: before each scoring.
    if draft.bonus and _ask(draft, _REVEAL, after):
        return
    assert draft.due is not None
    if draft.due is Scoring.C:
        end_game(draft)
        return
    draft.phase = _END_OF_TURN
    score_table(draft, draft.due)
    owe_dirk(draft, draft.due)
    draft.due = None
    _end_scoring(draft)


def _end_scoring(draft: Draft) -> None:
    """Go on after a scoring, or where none is due."""
    if draft.dirk is not None and draft.dirk.owed:
        draft.draw_for = DrawFor.DIRK
        return
    draft.draw_for = None
    # VIZ-3: a turn is over when all this is done; a game with the module has pawns.
    if draft.modules.pawns:
        offer_favours(draft)
    else:
        _begin_turn(draft)


def offer_favours(draft: Draft, after: Seat | None = None) -> None:
    """Ask who wants to use a pawn: everybody in order, or those after a player who declined."""
    # VIZ-8: after a use the yard is refilled.
    if space_to_fill(draft.yard, draft.bag, draft.ruleset) is not None:
        _ask_nobody(draft)
        draft.phase, draft.draw_for = _FAVOUR, _FOR_THE_YARD
        return
    # VIZ-3: when a turn is over. VIZ-12: also the last one, unless agreed otherwise.
    is_short = draft.ruleset.favour_until_yard_short and has_empty_space(draft.yard)
    if is_short or not _ask(draft, _FAVOUR, after):
        _ask_nobody(draft)
        draft.draw_for = None
        _begin_turn(draft)


def _begin_turn(draft: Draft) -> None:
    """Begin the next turn, or end the game."""
    # END-1: the game ends if the yard could not be refilled completely. MIX-33: if a space has no tile.
    if has_empty_space(draft.yard):
        _end_game(draft)
        return
    # TURN-1, VIZ-10: otherwise the next player's turn begins.
    assert draft.turn is not None
    draft.phase, draft.turn = _ACT, SEATS[(draft.turn + 1) % len(draft.players)]


def _end_game(draft: Draft) -> None:
    """Give away the next tiles of the yard; after the last ones the last scoring is due (END-2, END-5)."""
    if not give_away(draft):
        draft.due = Scoring.C
        offer_to_show(draft)


def reshuffle(draft: Draft) -> None:
    """Make the discards the deck."""
    if not draft.discards:
        return
    # TURN-8, MIX-12: the discards become the deck. EXC-8: with the exchange cards among them.
    draft.deck, draft.discards = draft.discards, Purse()
    many = len(draft.deck)
    if draft.aside:
        # MIX-11: the first time in five piles, with the scoring card that was set aside.
        draft.stack(piles(many, draft.ruleset.deck_plan[1]))
        draft.aside = ()
    else:
        draft.stack((Pile(many),))


def _ask(draft: Draft, window: Phase, after: Seat | None = None) -> bool:
    """Ask the first player who may be asked in this window, or the next one after a player who declined.

    The window is open then; otherwise nobody is left to be asked.
    """
    assert draft.turn is not None
    many = len(draft.players)
    # VIZ-9, BON-4: first the player whose turn is next, then clockwise, last the one whose turn is over.
    order = [Seat((draft.turn + step) % many) for step in range(1, many + 1)]
    for seat in order[0 if after is None else order.index(after) + 1 :]:
        # VIZ-9: everybody with an active pawn, able to pay or not. BON-4: with hidden cards, whichever.
        if (draft.modules.hidden if window is Phase.REVEAL else draft.modules.pawns)[seat]:
            draft.phase, draft.draw_for = window, None
            draft.modules = attrs.evolve(draft.modules, asked=seat)
            return True
    _ask_nobody(draft)
    return False


def _ask_nobody(draft: Draft) -> None:
    """Close the window, or interrupt it for a draw."""
    draft.modules = attrs.evolve(draft.modules, asked=None)
