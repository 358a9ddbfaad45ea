"""Checks of the parts of a position, one by one: players, tiles, money, places, cities."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import attrs

from granada_rules import placement
from granada_rules.arguments import count
from granada_rules.card import ExchangeCard
from granada_rules.clauses import Clause, Violation, some
from granada_rules.deck import CARD_VALUES
from granada_rules.position.hut_checks import hut_violations
from granada_rules.position.tile_checks import tile_violations
from granada_rules.ruleset import wrong_modules
from granada_rules.state import DIRK, DISPLAY, MOST_PLAYERS, PLAYERS_WITH_DIRK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.position.facts import Facts

__all__ = ["part_violations"]


def part_violations(facts: Facts) -> Iterator[Violation]:
    """Yield what is wrong with single parts: players, tiles, money, places, cities."""
    yield from _players(facts)
    if facts.position.ruleset is not None:
        yield from wrong_modules(facts.position.ruleset)
    yield from tile_violations(facts)
    yield from hut_violations(facts)
    yield from _money(facts)
    yield from _places(facts)
    yield from _cities(facts)


def _players(facts: Facts) -> Iterator[Violation]:
    position = facts.position
    # BOX-12: at most six players; one alone may be all that was written down.
    if len(position.players) > MOST_PLAYERS:
        yield Violation(
            Clause.BOX_12, f"{len(position.players)} players, and at most {MOST_PLAYERS} can play"
        )
    # DIRK-2: Dirk plays with two, and his name is his.
    if facts.has_dirk and len(position.players) > PLAYERS_WITH_DIRK:
        yield Violation(Clause.DIRK_2, f"he plays with two, not with {len(position.players)}", player=DIRK)
    if any(player.name == DIRK for player in position.players):
        yield Violation(Clause.DIRK_2, "he is imaginary, so no player can have his name", player=DIRK)


def _money(facts: Facts) -> Iterator[Violation]:
    position = facts.position
    places = [("the display", position.display), ("the discards", position.discards)]
    places += [(f"{name}'s hand", player.hand) for name, player in facts.named]
    counts = Counter(card for _, cards in places for card in cards or ())
    there = facts.cards
    for card in sorted(card for card, number in counts.items() if number > there.count(card)):
        among = some(place for place, cards in places if cards is not None and card in cards)
        if isinstance(card, ExchangeCard):
            # EXC-1: one for each pair of currencies, if they are played with.
            times, many = count(counts[card], "time"), there.count(card)
            message = f"{card} is there {times}, and there is {many or 'none'} ({among})"
            yield Violation(Clause.EXC_1, message, cards=(card,) * counts[card])
        elif card not in there:
            # BOX-1: values 1 to 9.
            values = f"{CARD_VALUES[0]} to {CARD_VALUES[-1]}"
            message = f"the box has no card {card}: values are {values} ({among})"
            yield Violation(Clause.BOX_1, message, cards=(card,))
        else:
            # BOX-1: three copies. DIRK-1: two play with two.
            clause = Clause.DIRK_1 if facts.is_for_two else Clause.BOX_1
            message = f"{card} is there {counts[card]} times, and there are {there.count(card)} ({among})"
            yield Violation(clause, message, cards=(card,) * counts[card])


def _places(facts: Facts) -> Iterator[Violation]:
    position = facts.position
    # BOX-7: four spaces. MIX-5: each with room for a tile of either kind, so eight are noted.
    if position.yard is not None and len(position.yard) != len(facts.rules.spaces):
        clause = Clause.BOX_7 if len(facts.kinds) == 1 else Clause.MIX_5
        yield Violation(clause, f"the yard has {len(facts.rules.spaces)} spaces, not {len(position.yard)}")
    elif facts.yard is not None and len(facts.kinds) > 1:
        spaces = ((kind, tile) for kind, row in facts.yard.items() for tile in row)
        # MIX-5: the first four are for tiles of Alhambra, the others for those of Granada.
        for space, (kind, tile) in enumerate(spaces, 1):
            if tile is not None and tile.face.kind is not kind:
                message = f"space {space} is for tiles of {kind.label}, not for {tile.face}"
                yield Violation(Clause.MIX_5, message, faces=(tile.face,))
    # BOX-8: four places.
    if position.display is not None and len(position.display) > DISPLAY:
        message = f"the display has {DISPLAY} places, not {len(position.display)}"
        yield Violation(Clause.BOX_8, message, cards=tuple(position.display))
    yield from _scoring_cards(facts)
    # SCORE-7, A-SCORE-7: nobody loses points.
    points = [(name, player.points) for name, player in facts.named]
    for name, number in (*points, (DIRK, position.dirks_points)):
        if number is not None and number < 0:
            yield Violation(facts.clause(Clause.SCORE_7), "points are never less than 0", player=name)


def _scoring_cards(facts: Facts) -> Iterator[Violation]:
    position = facts.position
    are_both = len(facts.kinds) > 1
    # BOX-6: A and B once each, and none for C. SETUP-6: A lies above B. MIX-7, MIX-11: B comes after A.
    if position.piles is not None and facts.scoring_cards is None:
        cards = some(pile.scoring.value for pile in position.piles if pile.scoring is not None)
        there = "A alone, then none, then B alone" if are_both else "A above B, then B alone"
        message = f"scoring cards in the piles: {cards}; there are {there}, then none"
        yield Violation(Clause.MIX_7 if are_both else Clause.BOX_6, message)
    # BOX-6: what was turned up is not in the deck.
    elif position.turned_up is not None and not facts.possible_turned_up:
        cards = some(scoring.value for scoring in position.turned_up) or "none"
        yield Violation(Clause.BOX_6, f"scoring cards turned up: {cards}, which the piles do not allow")


def _cities(facts: Facts) -> Iterator[Violation]:
    for name, player in facts.named:
        if player.city is not None:
            # BOX-5, MIX-2: everybody has a start tile of the game that is played, of both one of Alhambra.
            if player.city.start is not facts.kind:
                message = f"a start tile of {player.city.start.label}, and this is {facts.rules.label}"
                yield Violation(facts.clause(Clause.BOX_5), message, player=name)
            # BUILD-1 … BUILD-6, MIX-15 … MIX-23: cities are legal.
            for violation in placement.violations(player.city):
                yield attrs.evolve(violation, player=name)
