"""Checks of the parts of a table against each other; each runs as soon as its inputs are noted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.arguments import count, short
from granada_rules.box import TILES
from granada_rules.clauses import Clause, Violation, some
from granada_rules.deck import can_be_left, turned_up
from granada_rules.position.payment_checks import payment_violations
from granada_rules.state import (
    DIRK,
    DIRKS_SHARE,
    DIRKS_TILES,
    DISPLAY,
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    PLAYERS_WITH_DIRK,
    SPACES,
    STARTING_MONEY,
    Marker,
    Phase,
    Scoring,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from granada_rules.money import Currency, Purse
    from granada_rules.position.facts import Facts

__all__ = ["whole_violations"]


def whole_violations(facts: Facts) -> Iterator[Violation]:
    """Yield contradictions: setup, turn, bag, deck, yard, payments, marker, display, gifts, points, Dirk."""
    yield from _setup(facts)
    yield from _turn(facts)
    yield from _bag(facts)
    yield from _deck(facts)
    yield from _spaces(facts)
    yield from payment_violations(facts)
    yield from _marker(facts)
    yield from _display(facts)
    yield from _gift(facts)
    yield from _points(facts)
    yield from _dirk(facts)


def _setup(facts: Facts) -> Iterator[Violation]:
    position = facts.position
    if position.phase is not Phase.SETUP:
        return
    for name, player in facts.named:
        # SETUP-1: a city that is just the start tile, an empty reserve, no points.
        if player.reserve or player.points or (player.city is not None and player.city.tiles):
            yield Violation(Clause.SETUP_1, "nobody has tiles or points while the table is laid", player=name)
        # SETUP-3: nobody is dealt another card who has 20 or more.
        if player.hand and player.hand.total() - max(card.value for card in player.hand) >= STARTING_MONEY:
            message = f"cards worth {player.hand.total()}, and nobody gets more who has {STARTING_MONEY}"
            yield Violation(Clause.SETUP_3, message, player=name, cards=tuple(player.hand))


def _turn(facts: Facts) -> Iterator[Violation]:
    position = facts.position
    everybody = facts.everybody
    # TURN-1: it is somebody's turn.
    if everybody and position.turn is not None and position.turn not in everybody:
        yield Violation(Clause.TURN_1, f"it is the turn of {short(position.turn)}, who does not play")


def _bag(facts: Facts) -> Iterator[Violation]:
    position = facts.position
    # BOX-11: what is nowhere else is in the bag.
    if position.bag is not None and facts.all_lie_open:
        missing = TILES - len(facts.open_faces)
        if missing > 0:
            yield Violation(Clause.BOX_11, f"{count(missing, 'tile')} not in the bag, nor anywhere else")


def _deck(facts: Facts) -> Iterator[Violation]:
    position = facts.position
    piles, scorings = position.piles, facts.scoring_cards
    if piles is None or scorings is None:
        return
    many = len(position.players)
    places = [position.display, position.discards, *(player.hand for player in position.players)]
    is_all_known = many >= FEWEST_PLAYERS and None not in places
    money, left = sum(pile.size for pile in piles) - len(scorings), len(facts.deck_money)
    # BOX-11: what is nowhere else is in the deck.
    if money > left or (is_all_known and money < left):
        message = f"{count(money, 'money card')} in the piles, and {left} nowhere else"
        yield Violation(Clause.BOX_11, message)
    # SETUP-6: the piles are what is left of five equal ones.
    elif FEWEST_PLAYERS <= many <= MOST_PLAYERS and not can_be_left(
        piles, many, turned_up(piles), facts.deck_plan
    ):
        yield Violation(Clause.SETUP_6, "no deal leads to piles of these sizes")


# The turn.


def _spaces(facts: Facts) -> Iterator[Violation]:
    position = facts.position
    empty, bought = facts.empty_spaces, position.bought
    # TURN-4: the yard is not refilled while the turn lasts, so there are four purchases at most.
    if bought is not None and len(bought) > SPACES:
        yield Violation(Clause.TURN_4, f"{len(bought)} tiles were bought in one turn, and {SPACES} can be")
    if empty is None or bought is None:
        return
    gaps, tiles = len(empty), len(bought)
    # TURN-5, TURN-9, A-TURN-9: a turn begins with a full yard, and only purchases empty a space.
    if position.phase is Phase.ACT and gaps != tiles:
        message = f"{count(gaps, 'empty space')} in the yard, and {count(tiles, 'tile')} bought in this turn"
        yield Violation(Clause.TURN_9.of(facts.kind), message)
    # TURN-6: tiles that were bought in this turn are placed.
    if position.phase is Phase.PLACE and not 1 <= tiles <= gaps:
        message = f"{count(tiles, 'bought tile')} to place, and {count(gaps, 'empty space')} in the yard"
        yield Violation(Clause.TURN_6, message)


def _marker(facts: Facts) -> Iterator[Violation]:
    position = facts.position
    if position.marker is None or position.phase not in {Phase.ACT, Phase.PLACE} or not facts.box.has_backs:
        return
    yard, empty, bought = position.yard, facts.empty_spaces, position.bought
    # A tile that was placed may be anywhere, so all have to be in the yard or bought.
    if yard is None or empty is None or bought is None or len(empty) != len(bought):
        return
    before = position.marker.moved
    # SETUP-2, TURN-9, TURN-10: the marker moves when tiles with the face that it showed were added; and who
    # buys one of them has it until the yard is refilled, and the marker moves again.
    if not any(before.shows(tile.face) for tile in (*yard, *bought) if tile is not None):
        message = f"the marker was on {before.value} when tiles were added, and none of them shows that"
        yield Violation(Clause.TURN_10, message)


def _display(facts: Facts) -> Iterator[Violation]:
    position = facts.position
    display, phase = position.display, position.phase
    # After taking money a player can only place tiles, so the display may be short.
    if display is None or len(display) >= DISPLAY or phase not in {Phase.ACT, Phase.GIFT}:
        return
    # TURN-7, TURN-8: a turn begins and ends with a full display, if there is money for it; and what was paid
    # in this turn is not back yet.
    may_be_paid = phase is Phase.ACT and position.bought != ()
    if position.piles or (position.discards and not may_be_paid):
        yield Violation(
            Clause.TURN_7, f"{count(len(display), 'card')} on the display, and money to refill it"
        )


# The end, points, Dirk.


def _gift(facts: Facts) -> Iterator[Violation]:
    position = facts.position
    # END-1: the game ends only when the bag is empty.
    if position.phase in {Phase.GIFT, Phase.OVER} and facts.in_bag:
        yield Violation(Clause.END_1, "the game is at its end, and the bag is not empty")
    if position.phase is not Phase.GIFT:
        return
    empty = SPACES if facts.empty_spaces is None else len(facts.empty_spaces)
    tiles = 1 if position.bought is None else len(position.bought)
    # END-3: one at a time. A-END-3: or all that somebody gets, of which one or more are to be placed.
    if not tiles or (tiles > 1 and not facts.gives_together):
        expected = "one or more are to be placed" if facts.gives_together else "it is one after the other"
        message = f"{tiles} tiles are given at once, and {expected}"
        yield Violation(Clause.END_3.of(facts.kind), message)
    # END-1: a space that cannot be refilled, beside those of the tiles that are given away.
    elif empty <= tiles:
        yield Violation(Clause.END_1, "tiles are given away, and the yard was full")
    else:
        yield from _receiver(facts, tiles)


def _receiver(facts: Facts, tiles: int) -> Iterator[Violation]:
    position = facts.position
    hands = [player.hand for player in position.players if player.hand is not None]
    everybody, yard = facts.everybody, position.yard
    if position.ruleset is None or yard is None or facts.empty_spaces is None:
        return
    if position.turn not in everybody or len(hands) != len(everybody):
        return
    won = [_richest(hands, currency) for currency, _ in position.ruleset.spaces]
    spaces = [(tile, everybody[seat]) for tile, seat in zip(yard, won, strict=True) if seat is not None]
    # END-2: in the order of the spaces, each to whoever has the most money of its currency.
    for tile, receiver in spaces:
        if tile is not None:
            message = f"{tile.face} goes to {receiver} before any tile of a later space"
            yield Violation(Clause.END_2, message, faces=(tile.face,))
            return
        if receiver == position.turn:
            break
    own = [tile for tile, receiver in spaces if receiver == position.turn]
    given, left = own.count(None), tuple(tile.face for tile in own if tile is not None)
    # END-2: nobody else gets them.
    if not given:
        message = f"{short(position.turn)} has the most money of no currency whose tile is given away"
        yield Violation(Clause.END_2, message)
    elif tiles > given:
        message = f"{tiles} tiles are given to {position.turn}, who can have won {given}"
        yield Violation(Clause.END_2, message)
    # A-END-3: all that somebody gets is given at once.
    elif left and facts.gives_together:
        message = f"{some(left)} goes to {position.turn} together with what is given now"
        yield Violation(Clause.END_3.of(facts.kind), message, faces=left)


def _richest(hands: Sequence[Purse], currency: Currency) -> int | None:
    """Return the seat with the most money of a currency; None on a tie (END-2)."""
    money = [hand.total(currency) for hand in hands]
    return money.index(max(money)) if money.count(max(money)) == 1 else None


def _points(facts: Facts) -> Iterator[Violation]:
    position = facts.position
    points = [player.points for player in position.players] + [position.dirks_points]
    is_on = position.phase not in {None, Phase.OVER}
    # SCORE-1: there are no points before the first scoring; if the game ends before A, that is C.
    if is_on and Scoring.A in (facts.scoring_cards or ()) and any((many or 0) > 0 for many in points):
        yield Violation(Clause.SCORE_1, "there are points, and no scoring has taken place")


def _dirk(facts: Facts) -> Iterator[Violation]:
    position = facts.position
    if position.dirk is None or len(position.players) > PLAYERS_WITH_DIRK or not facts.has_begun:
        return
    tiles, first, kind = len(position.dirk), DIRKS_TILES, facts.kind
    even = sum(Marker.EVEN.shows(tile.face) for tile in position.dirk)
    after_a, after_b = _drawn_after_scorings(facts)
    # DIRK-3: six tiles at the start, even face up. PLACE-5: they are never turned over.
    if facts.box.has_backs and even < first:
        message = f"{count(even, 'tile')} with the even face up, and he got {first} at the start"
        yield Violation(Clause.DIRK_3, message, player=DIRK)
    # A-DIRK-3: six tiles at the start.
    elif tiles < first:
        message = f"{count(tiles, 'tile')}, and he got {first} at the start"
        yield Violation(Clause.DIRK_3.of(kind), message, player=DIRK)
    # DIRK-5, A-DIRK-5: six more after scoring A.
    elif tiles < first + after_a:
        message = f"{count(tiles, 'tile')}, and he got {first} at the start and {after_a} after scoring A"
        yield Violation(Clause.DIRK_5.of(kind), message, player=DIRK)
    # DIRK-6, A-DIRK-6: and then a third of the bag.
    elif tiles < first + after_a + after_b:
        message = f"{count(tiles, 'tile')}, and he got {first} at the start, {after_a} after scoring A and "
        yield Violation(Clause.DIRK_6.of(kind), f"{message}at least {after_b} after scoring B", player=DIRK)


def _drawn_after_scorings(facts: Facts) -> tuple[int, int]:
    """Return how many tiles Dirk drew after A and after B, or the least number where that is not certain."""
    position = facts.position
    scorings, bag = facts.scoring_cards, facts.in_bag
    # If the bag is empty, it may have been so before.
    if scorings is None or not bag or position.phase not in {Phase.ACT, Phase.PLACE}:
        return 0, 0
    after_a = 0 if Scoring.A in scorings else DIRKS_TILES
    if Scoring.B in scorings:
        return after_a, 0
    # The fewest tiles that leave what is in the bag now, or more, when a third, rounded down, is drawn.
    before = next(tiles for tiles in range(2 * bag + 1) if tiles - tiles // DIRKS_SHARE >= bag)
    return after_a, before // DIRKS_SHARE
