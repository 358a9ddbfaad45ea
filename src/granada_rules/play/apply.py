"""What an event does, and all that follows from it without anybody's choice."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, assert_never

import attrs

from granada_rules import scoring
from granada_rules.arguments import expect
from granada_rules.clauses import ViolationError
from granada_rules.deck import piles
from granada_rules.events import (
    Build,
    Buy,
    DrawCard,
    DrawScoring,
    DrawTile,
    Exchange,
    Extend,
    GiveToDirk,
    Pass,
    Reduce,
    Store,
    TakeMoney,
)
from granada_rules.game import DirksTiles, Game, view
from granada_rules.money import Purse
from granada_rules.play.check import check, is_action, judge
from granada_rules.play.draft import Draft
from granada_rules.setup import first_player
from granada_rules.state import (
    DIRK,
    DIRKS_TILES,
    DISPLAY,
    STARTING_MONEY,
    DrawFor,
    Phase,
    Pile,
    Scoring,
    Seat,
)

if TYPE_CHECKING:
    from granada_rules.events import Event
    from granada_rules.tiles import Face

__all__ = ["apply"]


def apply(game: Game, event: Event) -> Game:  # noqa: C901, PLR0912 - one case for each kind of event
    """Return the game after an event, and after everything that follows from it without a choice.

    A ``ViolationError`` holds all reasons why it cannot happen; the game given is never changed.
    """
    expect(game, Game)
    city = None
    if is_action(event):
        found, city = judge(view(game, game.table.to_act), event)
    else:
        found = check(game, event)
    if found:
        raise ViolationError(found)
    draft = Draft.of(game)
    if city is not None and is_action(event):
        draft.change(event.seat, city=city)
    match event:
        case TakeMoney():
            _take(draft, event)
            _end_actions(draft)
        case Buy():
            _buy(draft, event)
        case Extend():
            # REBUILD-1: from the reserve.
            _unstore(draft, event.seat, event.face)
            _end_actions(draft)
        case Reduce():
            # REBUILD-2, PLACE-5: into the reserve, as it lay.
            _store(draft, event.seat, game.table.players[event.seat].city.tiles[event.cell].face)
            _end_actions(draft)
        case Exchange():
            # REBUILD-3, PLACE-5: one from the reserve, the other into it, each as it lay.
            _unstore(draft, event.seat, event.face)
            _store(draft, event.seat, game.table.players[event.seat].city.tiles[event.cell].face)
            _end_actions(draft)
        case Pass():
            _end_actions(draft)
        case Build():
            _pay(draft, event.seat, event.payment)
            _end_placing(draft, event.face)
        case Store():
            _store(draft, event.seat, event.face)
            _end_placing(draft, event.face)
        case GiveToDirk():
            _give_to_dirk(draft, event)
            _end_placing(draft, event.face)
        case DrawTile():
            _draw_tile(draft, event.face)
        case DrawCard():
            _draw_card(draft, event)
        case DrawScoring():
            _draw_scoring(draft, event.scoring)
        case _:
            assert_never(event)
    if not is_action(event):
        _go_on(draft)
    return draft.game()


# What players do.


def _take(draft: Draft, event: TakeMoney) -> None:
    # MONEY-1: from the display into the hand.
    draft.display -= event.cards
    draft.change(event.seat, hand=draft.hands[event.seat] + event.cards)


def _pay(draft: Draft, seat: Seat, payment: Purse) -> None:
    # BUY-2, PLACE-2: no change is given, and the cards go to the discards.
    if payment:
        draft.change(seat, hand=draft.hands[seat] - payment)
        draft.discards += payment


def _buy(draft: Draft, event: Buy) -> None:
    face = draft.yard[event.space - 1]
    assert face is not None
    _pay(draft, event.seat, event.payment)
    # TURN-6, BUY-3: it lies beside the city, as it lay in the yard.
    draft.yard[event.space - 1] = None
    draft.bought = _with(draft.bought, face)
    # TURN-3: only a purchase paid exactly gives another action. TURN-4: the yard has no more than four tiles.
    if event.payment.total() != face.value:
        _end_actions(draft)


def _store(draft: Draft, seat: Seat, face: Face) -> None:
    # PLACE-4, END-4: on the reserve, free of charge.
    draft.change(seat, reserve=_with(draft.players[seat].reserve, face))


def _unstore(draft: Draft, seat: Seat, face: Face) -> None:
    draft.change(seat, reserve=_without(draft.players[seat].reserve, face))


def _give_to_dirk(draft: Draft, event: GiveToDirk) -> None:
    # DIRK-7: to Dirk, for money if that turned it over.
    _pay(draft, event.seat, event.payment)
    assert draft.dirk is not None
    draft.dirk = attrs.evolve(draft.dirk, faces=_with(draft.dirk.faces, event.face))


def _end_actions(draft: Draft) -> None:
    # TURN-6: bought tiles are placed at the end of the turn.
    if draft.bought:
        draft.phase = Phase.PLACE
    else:
        _end_turn(draft)


def _end_placing(draft: Draft, face: Face) -> None:
    back = draft.ruleset.tiles.back(face)
    draft.bought = _without(_without(draft.bought, face), back)
    if draft.phase is Phase.GIFT:
        _give_away(draft)
    elif not draft.bought:
        _end_turn(draft)


_rank = attrgetter("rank")


def _with(faces: tuple[Face, ...], face: Face) -> tuple[Face, ...]:
    return tuple(sorted((*faces, face), key=_rank))


def _without(faces: tuple[Face, ...], face: Face) -> tuple[Face, ...]:
    return tuple([other for other in faces if other != face])


# What chance does.


def _draw_tile(draft: Draft, face: Face) -> None:
    draft.draws += 1
    drawn = draft.ruleset.tiles.tile(face).even
    draft.bag = tuple([tile for tile in draft.bag if tile.even != drawn])
    if draft.draw_for is DrawFor.DIRK:
        # DIRK-3, DIRK-5, DIRK-6: for Dirk. The marker stays where it is.
        assert draft.dirk is not None
        faces, owed = _with(draft.dirk.faces, face), draft.dirk.owed - 1
        draft.dirk = DirksTiles(faces, draft.dirk.points, owed)
        return
    # SETUP-2, TURN-9: on the lowest free space.
    draft.yard[draft.yard.index(None)] = face
    # SETUP-2, TURN-10: when tiles were added, and no more can be, the marker changes sides.
    if None not in draft.yard or not draft.bag:
        draft.marker = draft.marker.moved


def _draw_card(draft: Draft, event: DrawCard) -> None:
    card = Purse.of([event.card])
    draft.deck -= card
    _uncover(draft, draft.piles[0].scoring)
    if draft.draw_for is DrawFor.HAND:
        # SETUP-3: into a hand.
        assert draft.turn is not None
        draft.change(draft.turn, hand=draft.hands[draft.turn] + card)
    else:
        # SETUP-5, TURN-7: on the display.
        draft.display += card
    # TURN-8: by agreement the discards come back with the last card.
    if draft.ruleset.discards_return_at_once and not draft.piles:
        _reshuffle(draft)


def _draw_scoring(draft: Draft, which: Scoring) -> None:
    # SCORE-2: it leaves the game, and a money card is drawn in its place.
    _uncover(draft, None)
    draft.turned_up += (which,)
    draft.due = which


def _uncover(draft: Draft, scoring_left: Scoring | None) -> None:
    """Take a card from the uppermost pile, in which that scoring card is left."""
    draft.draws += 1
    top, *lower = draft.piles
    left = [Pile(top.size - 1, scoring_left)] if top.size > 1 else []
    draft.piles = (*left, *lower)


def _reshuffle(draft: Draft) -> None:
    # TURN-8: the discards become the deck.
    draft.deck, draft.discards = draft.discards, Purse()
    draft.piles = (Pile(len(draft.deck)),) if draft.deck else ()


# What follows.


def _go_on(draft: Draft) -> None:
    if draft.phase is Phase.SETUP:
        _set_up(draft)
    else:
        _end_turn(draft)


def _set_up(draft: Draft) -> None:
    """Say what is drawn next, or begin."""
    # DIRK-3: Dirk's tiles first.
    if draft.dirk is not None and draft.dirk.owed:
        draft.draw_for = DrawFor.DIRK
        return
    # SETUP-2: four tiles in the yard.
    if None in draft.yard:
        draft.draw_for = DrawFor.YARD
        return
    # SETUP-3: cards for one player after the other, until everybody has 20 or more.
    for seat, hand in enumerate(draft.hands):
        if hand.total() < STARTING_MONEY:
            draft.draw_for, draft.turn = DrawFor.HAND, Seat(seat)
            return
    # SETUP-5: four cards on the display.
    if len(draft.display) < DISPLAY:
        draft.draw_for, draft.turn = DrawFor.DISPLAY, None
        return
    # SETUP-6: the others become the deck.
    draft.piles = piles(len(draft.deck))
    # SETUP-4: who begins.
    draft.turn, draft.age_ranks = first_player(draft.hands, draft.age_ranks), ()
    # SETUP-7: with the first turn hands become secret.
    draft.phase, draft.draw_for = Phase.ACT, None


def _end_turn(draft: Draft) -> None:
    """Do what is left to do at the end of a turn, in the order of TURN-7, up to the next draw or decision."""
    draft.phase = Phase.END_OF_TURN
    if len(draft.display) < DISPLAY:
        # TURN-8: the discards are shuffled when a card is needed and the deck has none.
        if not draft.piles:
            _reshuffle(draft)
        # TURN-7: the display is refilled; if there are no discards either, it stays short.
        if draft.piles:
            draft.draw_for = DrawFor.DISPLAY
            return
    # TURN-9: then the yard, as far as the bag goes.
    if None in draft.yard and draft.bag:
        draft.draw_for = DrawFor.YARD
        return
    # SCORE-1, SCORE-2: then the scoring, if a card came.
    if draft.due is not None:
        _score(draft, draft.due)
        _owe_dirk(draft, draft.due)
        draft.due = None
    if draft.dirk is not None and draft.dirk.owed:
        draft.draw_for = DrawFor.DIRK
        return
    draft.draw_for = None
    # END-1: the game ends if the yard could not be refilled completely.
    if None in draft.yard:
        _give_away(draft)
        return
    # TURN-1: otherwise the next player's turn begins.
    assert draft.turn is not None
    draft.phase, draft.turn = Phase.ACT, Seat((draft.turn + 1) % len(draft.players))


def _score(draft: Draft, which: Scoring) -> None:
    sheet = scoring.score(
        {player.name: player.city for player in draft.players},
        which,
        dirk=None if draft.dirk is None else draft.dirk.faces,
        simplified=draft.ruleset.simplified,
    )
    draft.sheets += (sheet,)
    totals = sheet.totals
    for seat, player in enumerate(draft.players):
        draft.change(Seat(seat), points=player.points + totals[player.name])
    if draft.dirk is not None:
        draft.dirk = attrs.evolve(draft.dirk, points=draft.dirk.points + totals[DIRK])


def _owe_dirk(draft: Draft, after: Scoring) -> None:
    if draft.dirk is not None:
        # DIRK-5: six tiles after A, or what there is. DIRK-6: a third of the bag after B.
        owed = min(DIRKS_TILES, len(draft.bag)) if after is Scoring.A else len(draft.bag) // 3
        draft.dirk = attrs.evolve(draft.dirk, owed=owed)


def _give_away(draft: Draft) -> None:
    """Give away the next tile of the yard that somebody gets; after the last one the game is over."""
    for number, currency in enumerate(draft.ruleset.yard):
        face = draft.yard[number]
        money = [hand.total(currency) for hand in draft.hands]
        # END-2: to the one with the most money of its currency; on a tie to nobody.
        if face is not None and money.count(max(money)) == 1:
            draft.yard[number] = None
            draft.bought = (face,)
            draft.phase, draft.turn = Phase.GIFT, Seat(money.index(max(money)))
            return
    # END-5: scoring C, and that is all.
    draft.phase, draft.turn = Phase.OVER, None
    _score(draft, Scoring.C)
