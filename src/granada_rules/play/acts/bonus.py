"""Bonus cards: dealt face down, shown at any decision, and taken back with their tile (BON-1 … BON-7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from granada_rules.base import stamp_of, stamper
from granada_rules.box import Clause, Phase, Violation
from granada_rules.city import faces_of
from granada_rules.game import DrawBonus, Game, ShowBonus
from granada_rules.play.draft import replaced, with_face, without_face
from granada_rules.play.flow import offer_to_show

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from granada_rules.base import Stamp
    from granada_rules.box import Face, Seat
    from granada_rules.game import Table, View
    from granada_rules.play.decision import Decision
    from granada_rules.play.draft import Draft

__all__ = [
    "bonus_way",
    "bonus_ways",
    "do_decline_to_show",
    "do_draw_bonus",
    "do_return_bonus",
    "do_show",
    "legal_bonus_draws",
    "legal_shows",
    "wrong_bonus_draw",
    "wrong_show",
]

_shows: Callable[[Stamp, Seat, Iterable[Face]], list[ShowBonus]] = stamper(ShowBonus, "face")
_bonus_draws: Callable[[Stamp, Iterable[Face]], list[DrawBonus]] = stamper(DrawBonus, "face")


def legal_shows(decision: Decision) -> list[ShowBonus]:
    """Return every way to show one of the hidden cards."""
    if not decision.hidden:
        return []
    # BON-4: while its tile lies in the own Alhambra.
    built = {*faces_of(decision.table.players[decision.seat].city)}
    return _shows(decision.stamp, decision.seat, [face for face in decision.hidden if face in built])


def wrong_show(table: Table, cards: Collection[Face], action: ShowBonus) -> Iterator[Violation]:
    """Yield why that player, who may hide these cards, cannot show that one."""
    seat, face = action.seat, action.face
    # BON-2: there are bonus cards only if the module is played.
    if not table.modules.shown:
        yield Violation(Clause.BON_2, "there are no bonus cards in this game", faces=(face,))
        return
    # BON-1: a card for each of the ten tiles without walls.
    if face not in table.ruleset.bonus_faces:
        yield Violation(Clause.BON_1, f"no bonus card is for {face}", faces=(face,))
        return
    # BON-4: a card is shown once, until its tile leaves.
    if face in table.modules.shown[seat]:
        yield Violation(Clause.BON_4, f"the bonus card for {face} is shown already", faces=(face,))
    # BON-2: only one's own cards.
    elif not table.modules.hidden[seat] or face not in cards:
        yield Violation(Clause.BON_2, f"the bonus card for {face} is not in this hand", faces=(face,))
    # BON-4: only while its tile lies in the own Alhambra. BON-7: the reserve is no part of it.
    if face not in faces_of(table.players[seat].city):
        message = f"{face} does not lie in the own {table.ruleset.city}"
        yield Violation(Clause.BON_4, message, faces=(face,))


def do_show(draft: Draft, action: ShowBonus) -> None:
    """Lay the card open."""
    # BON-4: at any moment; it is no action of a turn, and changes nothing else.
    seat, face = action.seat, action.face
    _keep(draft, seat, without_face(draft.bonus[seat], face), with_face(draft.modules.shown[seat], face))
    # BON-4: before a scoring everybody may then decide anew.
    if draft.phase is Phase.REVEAL:
        offer_to_show(draft)


def do_decline_to_show(draft: Draft, seat: Seat) -> None:
    """Go on to the next one who is asked."""
    offer_to_show(draft, after=seat)


def do_return_bonus(draft: Draft, seat: Seat, face: Face) -> None:
    """Take back the card for a tile that has left the city, if it was shown."""
    shown = draft.modules.shown[seat]
    # BON-6: it goes back to the hand, and may be shown again.
    if face in shown:
        _keep(draft, seat, with_face(draft.bonus[seat], face), without_face(shown, face))


def legal_bonus_draws(game: Game | Draft) -> Iterator[tuple[DrawBonus, int]]:
    """Generate the bonus cards that can be dealt, in order, each with the number of ways: one."""
    return ((draw, 1) for draw in _bonus_draws(stamp_of(game), _undealt(game)))


def bonus_way(game: Game | Draft, number: int) -> DrawBonus:
    """Return the bonus card that is dealt in the way of that number, counted from 0."""
    return _bonus_draws(stamp_of(game), (_undealt(game)[number],))[0]


def bonus_ways(game: Game | Draft) -> int:
    """Return how many bonus cards can be dealt."""
    return len(_undealt(game))


def _undealt(game: Game | Draft) -> list[Face]:
    # BON-2: they are shuffled. BON-3: what is left after the deal leaves the game.
    dealt = {face for cards in game.bonus for face in cards}
    return [face for face in game.table.ruleset.bonus_faces if face not in dealt]


def wrong_bonus_draw(game: Game | View, face: Face | None) -> Iterator[Violation]:
    """Yield why that bonus card cannot be dealt."""
    # BON-2: others are not told which card it is, and what they are told is not enough to play.
    if face is None:
        yield Violation(Clause.BON_2, "a bonus card is dealt, and it is not said which one")
        return
    # BON-1: a card for each of the ten tiles without walls.
    if face not in game.table.ruleset.bonus_faces:
        yield Violation(Clause.BON_1, f"no bonus card is for {face}", faces=(face,))
    # MOD-5: a card that somebody has is not dealt again.
    elif any(face in cards for cards in (game.bonus if isinstance(game, Game) else (game.bonus,))):
        yield Violation(Clause.MOD_5, f"the bonus card for {face} is dealt already", faces=(face,))


def do_draw_bonus(draft: Draft, draw: DrawBonus) -> None:
    """Deal the card to the player who is due."""
    assert draft.turn is not None
    assert draw.face is not None
    # BON-2: face down.
    draft.draws += 1
    _keep(draft, draft.turn, with_face(draft.bonus[draft.turn], draw.face), ())


def _keep(draft: Draft, seat: Seat, hidden: tuple[Face, ...], shown: tuple[Face, ...]) -> None:
    """Make these the cards of a player."""
    modules = draft.modules
    draft.bonus = replaced(draft.bonus, seat, hidden)
    draft.modules = attrs.evolve(
        modules,
        shown=replaced(modules.shown, seat, shown),
        hidden=replaced(modules.hidden, seat, len(hidden)),
    )
