"""Checks of the parts of a table against each other; each runs as soon as its inputs are noted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.base import count, short
from granada_rules.box import (
    ASKED,
    ASKED_WITH_BONUS,
    DECISIONS,
    DIRK,
    DIRKS_SHARE,
    DIRKS_TILES,
    DISPLAY,
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    PLAYERS_WITH_DIRK,
    SPACES,
    STARTING_MONEY,
    TILES,
    WINDOWS,
    Clause,
    Kind,
    Marker,
    Phase,
    Purse,
    Scoring,
    Violation,
    most_cards,
    some,
)
from granada_rules.game import DRAWS_OF_A_SAMPLE, all_cards, can_be_left, is_first_deck

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from granada_rules.box import Box, Face
    from granada_rules.position.facts import Facts

__all__ = ["bag", "deck", "dirk", "display", "draws", "marker", "placed", "points", "setup", "turn", "yard"]


_AFTER_REFILL = frozenset({Phase.ACT, Phase.PLACE, *WINDOWS})
"""The phases after which nothing was added to the yard but what the marker told."""

_AFTER_TURNS = frozenset({Phase.ACT, Phase.REVEAL, Phase.GIFT, Phase.OVER, *WINDOWS})
"""The phases in which the display was refilled, and nobody has taken money since."""


def setup(facts: Facts) -> Iterator[Violation]:
    """Yield what is wrong while the table is laid: tiles, points, hands."""
    position = facts.position
    if position.phase is not Phase.SETUP:
        return
    for name, player in facts.named:
        # SETUP-1, MIX-4: a city that is just the start tile, an empty reserve, no points.
        has_tiles = player.reserve or player.seen_reserve or player.seen_city
        if has_tiles or player.points or (player.city is not None and player.city.tiles):
            message = "nobody has tiles or points while the table is laid"
            yield Violation(facts.clause(Clause.SETUP_1), message, player=name)
        # SETUP-3: nobody is dealt another card who has 20 or more.
        hand = player.hand or Purse()
        if hand.money and hand.total() - max(card.value for card in hand.money_cards) >= STARTING_MONEY:
            message = f"cards worth {hand.total()}, and nobody gets more who has {STARTING_MONEY}"
            yield Violation(Clause.SETUP_3, message, player=name, cards=tuple(hand))
    if position.bought:
        message = f"{count(len(position.bought), 'tile')} to place, and nobody buys while the table is laid"
        yield Violation(facts.clause(Clause.SETUP_1), message)
    # EXC-2: they are set aside until the deck is made.
    if (early := facts.noted_cards.exchange_cards) and facts.rules.has_exchange:
        message = "no starting hand and no first display holds an exchange card"
        yield Violation(Clause.EXC_2, message, cards=early)


def turn(facts: Facts) -> Iterator[Violation]:
    """Yield who cannot have the turn, or be to act."""
    position = facts.position
    everybody = facts.everybody
    # TURN-1: it is somebody's turn.
    if everybody and position.turn is not None and position.turn not in everybody:
        yield Violation(Clause.TURN_1, f"it is the turn of {short(position.turn)}, who does not play")
    if position.to_act is None:
        return
    asked = ASKED_WITH_BONUS if facts.may_have_bonus else ASKED
    if everybody and position.to_act not in everybody:
        yield Violation(Clause.TURN_1, f"{short(position.to_act)} is to act, who does not play")
    # TURN-1: only whose turn it is decides. VIZ-9: but between turns others are asked. BON-4: and before a
    # scoring; with bonus cards others get tiles at the end.
    elif position.phase is not None and position.phase not in DECISIONS:
        phase = position.phase.value
        message = f"{short(position.to_act)} is to act, and nobody decides in the phase {phase!r}"
        yield Violation(Clause.TURN_1, message)
    elif position.phase not in {None, *asked} and position.turn not in {None, position.to_act}:
        message = f"{short(position.to_act)} is to act in the turn of {short(position.turn)}"
        yield Violation(Clause.TURN_1, message)


def bag(facts: Facts) -> Iterator[Violation]:
    """Yield whether tiles are missing."""
    position = facts.position
    # BOX-11: what is nowhere else is in the bag.
    if position.bag is not None and facts.all_lie_open:
        faces = [face for _, face in facts.open_faces]
        for kind in facts.kinds:
            missing = TILES - len(facts.among(faces, kind))
            if missing > 0:
                tiles = f"{count(missing, 'tile')}{facts.of_kind(kind)}"
                yield Violation(Clause.BOX_11, f"{tiles} not in the bag, nor anywhere else")


def deck(facts: Facts) -> Iterator[Violation]:
    """Yield whether the piles have other sizes than they can have."""
    position = facts.position
    piles, scorings = position.piles, facts.scoring_cards
    if piles is None or scorings is None:
        return
    many = len(position.players)
    places = [position.display, position.discards, *(player.hand for player in position.players)]
    is_all_known = many >= FEWEST_PLAYERS and None not in places
    money = sum(pile.size for pile in piles) - len(scorings)
    left = max(0, len(facts.deck_cards) - facts.hidden_cards)
    # EXC-2: exchange cards are set aside while hands are dealt.
    least = len(facts.deck_cards.money) if facts.may_be_dealing else left
    # BOX-11, MOD-5: what is nowhere else is in the deck.
    if money > left + facts.may_be_more or (is_all_known and money < left and money != least):
        kind = "card" if facts.rules.has_exchange else "money card"
        message = f"{count(money, kind)} in the piles, and {left} nowhere else"
        yield Violation(Clause.BOX_11, message)
    # EXC-2: exchange cards that have not come yet are in their piles, until the discards are shuffled.
    elif not _are_bound_so(facts, is_all_known=is_all_known):
        there = len(facts.deck_cards.exchange_cards)
        message = f"{count(facts.bound, 'exchange card')} in the piles, and {there} nowhere else"
        yield Violation(Clause.EXC_2, message)
    # SETUP-6, MIX-7, MIX-11: the piles are what is left of five equal ones.
    elif (
        FEWEST_PLAYERS <= many <= MOST_PLAYERS
        and facts.turned_up is not None
        and not facts.may_be_dealing
        and not can_be_left(piles, many, facts.turned_up, facts.aside, facts.rules.deck_plan)
    ):
        is_reshuffled = len(facts.rules.deck_plan) > 1 and not facts.aside
        clause = Clause.MIX_11 if is_reshuffled else facts.clause(Clause.SETUP_6)
        yield Violation(clause, "no deal leads to piles of these sizes")


def draws(facts: Facts) -> Iterator[Violation]:
    """Yield whether there were more draws than the table shows; fewer may have been counted."""
    position, scorings = facts.position, facts.scoring_cards
    # SETUP-3: while hands are dealt the scoring cards lie aside.
    turned_up = () if position.phase is Phase.SETUP else facts.turned_up
    is_all_noted = facts.all_lie_open and not (facts.has_huts and position.open_huts is None)
    if position.ruleset is None or not is_all_noted or turned_up is None or scorings is None:
        return
    # TURN-8, MIX-11: discards that came back are drawn once more.
    if not is_first_deck(turned_up, facts.aside, facts.rules.deck_plan):
        return
    tiles = sum(where != "the bag" for where, _ in facts.open_faces)
    left = sum(pile.size for pile in position.piles or ()) - len(scorings)
    there = all_cards(facts.most_players, facts.rules, position.phase)
    cards = max(len(there) - left, len(facts.noted_cards))
    # BOX-11, MOD-5: what was drawn is out of the bag, the deck and the piles of huts.
    shown = tiles + cards + len(turned_up) + sum(_bonus_cards(facts))
    if (drawn := position.draws % DRAWS_OF_A_SAMPLE) > shown:
        yield Violation(Clause.BOX_11, f"{count(drawn, 'draw')}, and the table shows {shown}")


def _bonus_cards(facts: Facts) -> Iterator[int]:
    """Yield how many bonus cards each player has got, or gets at most (BON-2)."""
    players = facts.position.players if facts.has_bonus else ()
    for player in players:
        if player.bonus is None or player.shown is None:
            yield most_cards(len(players))
        else:
            yield len(player.bonus) + len(player.shown)


def _are_bound_so(facts: Facts, *, is_all_known: bool) -> bool:
    """Tell whether so many exchange cards can be in certain piles."""
    there, turned_up = len(facts.deck_cards.exchange_cards), facts.turned_up
    is_first = turned_up is not None and is_first_deck(turned_up, facts.aside, facts.rules.deck_plan)
    if facts.bound > there or facts.position.phase is Phase.SETUP:
        return facts.bound == 0
    # EXC-8: shuffled with the discards they may be anywhere.
    is_open = not is_all_known or facts.may_be_dealing
    return facts.bound == there or is_open or not (facts.bound or is_first)


# The turn.


def yard(facts: Facts) -> Iterator[Violation]:
    """Yield whether spaces are empty, or full, that cannot be so."""
    position, empty, bought = facts.position, facts.empty_spaces, facts.bought
    for kind, faces in (bought or {}).items():
        # TURN-4, MIX-9: the yard is not refilled while the turn lasts, so there are four purchases at most,
        # or eight.
        if len(faces) > SPACES:
            message = f"{len(faces)} tiles{facts.of_kind(kind)} were bought in one turn, and {SPACES} can be"
            yield Violation(facts.clause(Clause.TURN_4), message)
    if empty is None or bought is None:
        return
    for kind in facts.kinds:
        gaps, tiles = len(empty[kind]), len(bought[kind])
        spaces = f"{count(gaps, 'empty space')}{facts.of_kind(kind)} in the yard"
        # TURN-5, TURN-9, A-TURN-9: a turn begins with a full yard, and only purchases empty a space. MIX-13:
        # as far as the supply of the kind goes.
        if position.phase is Phase.ACT and (gaps < tiles or (gaps > tiles and facts.is_refilled(kind))):
            message = f"{spaces}, and {count(tiles, 'tile')} bought in this turn"
            yield Violation(facts.clause(Clause.TURN_9), message)
        # TURN-6: tiles that were bought in this turn are placed.
        is_none = not position.bought and kind is facts.kind
        if position.phase is Phase.PLACE and (tiles > gaps or is_none):
            message = f"{count(tiles, 'bought tile')} to place, and {spaces}"
            yield Violation(Clause.TURN_6, message)
    # MIX-33: a turn begins with a tile on every space, of either kind.
    bare = len(facts.bare_spaces or ())
    if position.phase is Phase.ACT and len(facts.kinds) > 1 and bare > len(position.bought or ()):
        message = f"{count(bare, 'space')} of the yard without any tile, and the game ends before such a turn"
        yield Violation(Clause.MIX_33, message)


def placed(facts: Facts) -> Iterator[Violation]:
    """Yield whether there are tiles to place when all have been placed."""
    phase, bought = facts.position.phase, facts.position.bought or ()
    tiles = tuple(sorted(tile.face for tile in bought))
    # TURN-6, TURN-7: tiles are placed before anything is drawn. HUT-5: but for the next hut of a pile.
    if phase is Phase.END_OF_TURN and tiles and not facts.taken_huts:
        message = f"{count(len(tiles), 'tile')} to place, and that comes before the end of the turn"
        yield Violation(Clause.TURN_6, message, faces=tiles)
    # END-3: and those that are given away before the last scoring.
    if phase is Phase.OVER and tiles:
        message = f"{count(len(tiles), 'tile')} to place, and that comes before the last scoring"
        yield Violation(facts.clause(Clause.END_3), message, faces=tiles)


def marker(facts: Facts) -> Iterator[Violation]:
    """Yield whether the marker is where it cannot be."""
    position, empty, bought = facts.position, facts.empty_spaces, facts.bought
    is_refilled = position.phase in _AFTER_REFILL or facts.is_before_scoring
    if position.marker is None or not is_refilled or not facts.rules.has_marker:
        return
    kind = next(box.kind for box in facts.boxes if box.has_backs)
    # A tile that was placed may be anywhere, so all have to be in the yard or bought.
    if facts.yard is None or empty is None or bought is None or len(empty[kind]) != len(bought[kind]):
        return
    before = position.marker.moved
    there = (*(tile.face for tile in facts.yard[kind] if tile is not None), *bought[kind])
    # SETUP-2, TURN-9, TURN-10, VIZ-8, MIX-6, MIX-14: the marker moves when tiles with the face that it showed
    # were added; and who buys one of them has it until the yard is refilled, and the marker moves again.
    if not any(map(before.shows, there)):
        message = f"the marker was on {before.value} when tiles were added, and none of them shows that"
        yield Violation(facts.clause(Clause.TURN_10), message)


def display(facts: Facts) -> Iterator[Violation]:
    """Yield whether the display should have been refilled."""
    position = facts.position
    display, phase = position.display, position.phase
    # After taking money a player can only place tiles, so the display may be short. MOD-4: unless a hut was
    # taken instead.
    is_full = phase in _AFTER_TURNS or (phase is Phase.PLACE and facts.taken_huts)
    if display is None or len(display) >= DISPLAY or not is_full:
        return
    # TURN-7, TURN-8: a turn begins and ends with a full display, if there is money for it; and what was paid
    # in this turn is not back yet. VIZ-8: nor is what was paid between turns.
    in_this_turn = phase in {Phase.ACT, Phase.PLACE} and position.bought != ()
    may_be_paid = in_this_turn or facts.may_have_used_pawns
    if position.piles or (position.discards and not may_be_paid):
        yield Violation(
            Clause.TURN_7, f"{count(len(display), 'card')} on the display, and money to refill it"
        )


# Points, Dirk.


def points(facts: Facts) -> Iterator[Violation]:
    """Yield whether there are points too early."""
    position = facts.position
    points = [player.points for player in position.players] + [position.dirks_points]
    is_on = position.phase not in {None, Phase.OVER}
    # SCORE-1: there are no points before the first scoring; if the game ends before A, that is C.
    if is_on and facts.scored == () and any((many or 0) > 0 for many in points):
        yield Violation(Clause.SCORE_1, "there are points, and no scoring has taken place")


def dirk(facts: Facts) -> Iterator[Violation]:
    """Yield whether Dirk has fewer tiles than he got."""
    position = facts.position
    if position.dirk is None or len(position.players) > PLAYERS_WITH_DIRK:
        return
    if position.phase is Phase.SETUP:
        yield from _dirks_first(facts, [tile.face for tile in position.dirk])
    for box in facts.boxes if facts.has_begun else ():
        # MIX-37: the same numbers of each kind.
        yield from _dirks(facts, facts.among((tile.face for tile in position.dirk), box.kind), box)


def _dirks_first(facts: Facts, faces: Sequence[Face]) -> Iterator[Violation]:
    """Yield what is wrong with Dirk's tiles while the table is laid."""
    clause = facts.clause(Clause.DIRK_3)
    # DIRK-3, A-DIRK-3, MIX-37: six tiles of each kind, even face up.
    for kind in facts.kinds:
        if (many := len(facts.among(faces, kind))) > DIRKS_TILES:
            message = f"{count(many, 'tile')}{facts.of_kind(kind)}, and he gets {DIRKS_TILES} at the start"
            yield Violation(clause, message, player=DIRK)
    if odd := tuple(face for face in faces if face.kind is Kind.GRANADA and Marker.ODD.shows(face)):
        message = f"{some(odd)} among his first tiles, which show even prices"
        yield Violation(clause, message, player=DIRK, faces=odd)


def _dirks(facts: Facts, faces: Sequence[Face], box: Box) -> Iterator[Violation]:
    """Yield what is wrong with Dirk's tiles of a kind."""
    tiles, even, first = len(faces), sum(map(Marker.EVEN.shows, faces)), DIRKS_TILES
    after_a, after_b = _drawn_after_scorings(facts, box.kind)
    there = f"{count(tiles, 'tile')}{facts.of_kind(box.kind)}, and he got {first} at the start"
    # DIRK-3: six tiles at the start, even face up. PLACE-5: they are never turned over.
    if box.has_backs and even < first:
        shown = f"{count(even, 'tile')}{facts.of_kind(box.kind)} with the even face up"
        message = f"{shown}, and he got {first} at the start"
        yield Violation(facts.clause(Clause.DIRK_3), message, player=DIRK)
    # A-DIRK-3: six tiles at the start.
    elif tiles < first:
        yield Violation(facts.clause(Clause.DIRK_3), there, player=DIRK)
    # DIRK-5, A-DIRK-5: six more after scoring A.
    elif tiles < first + after_a:
        message = f"{there} and {after_a} after scoring A"
        yield Violation(facts.clause(Clause.DIRK_5), message, player=DIRK)
    # DIRK-6, A-DIRK-6: and then a third of the bag.
    elif tiles < first + after_a + after_b:
        message = f"{there}, {after_a} after scoring A and at least {after_b} after scoring B"
        yield Violation(facts.clause(Clause.DIRK_6), message, player=DIRK)


def _drawn_after_scorings(facts: Facts, kind: Kind) -> tuple[int, int]:
    """Return how many tiles of a kind Dirk drew after A and after B, or the least number if not certain."""
    turned_up, bag = facts.scored, (facts.in_bag or {}).get(kind)
    is_refilled = facts.position.phase in _AFTER_REFILL or facts.is_before_scoring
    # If the bag is empty, it may have been so before.
    if turned_up is None or not bag or not is_refilled:
        return 0, 0
    after_a = DIRKS_TILES if Scoring.A in turned_up else 0
    if Scoring.B not in turned_up:
        return after_a, 0
    # The fewest tiles that leave what is in the bag now, or more, when a third, rounded down, is drawn.
    before = next(tiles for tiles in range(2 * bag + 1) if tiles - tiles // DIRKS_SHARE >= bag)
    return after_a, before // DIRKS_SHARE
