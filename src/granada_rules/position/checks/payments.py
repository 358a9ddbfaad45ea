"""Checks of the discards: they hold what was paid for tiles, in this turn and since the beginning."""

from __future__ import annotations

from functools import cache
from itertools import compress, permutations, product, starmap
from operator import not_
from typing import TYPE_CHECKING

from granada_rules.base import count
from granada_rules.box import DIRKS_TILES, SPACES, VALUES, WINDOWS, Box, Clause, Phase, Scoring, Violation
from granada_rules.game import is_first_deck
from granada_rules.position.model import own_faces

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from granada_rules.box import ExchangeCard, Face, Purse, Ruleset
    from granada_rules.position.facts import Facts

__all__ = ["payments"]


_BEFORE_GIFTS = frozenset({Phase.ACT, Phase.PLACE, Phase.END_OF_TURN, *WINDOWS})
"""The phases in which every tile of a player was bought."""


def payments(facts: Facts) -> Iterator[Violation]:
    """Yield impossible payments: of this turn or, if those are fine, of all turns."""
    yield from [*_in_this_turn(facts), *_between_turns(facts)] or _in_all_turns(facts)


def _between_turns(facts: Facts) -> Iterator[Violation]:
    position = facts.position
    empty, discards, ruleset = facts.empty_spaces, position.discards, position.ruleset
    if position.phase is not Phase.PLACE_FAVOUR or empty is None or discards is None or ruleset is None:
        return
    if position.bought is None or len(position.bought) != 1:
        return
    face = position.bought[0].face
    spaces, prices = empty.get(face.kind, ()), _possible_prices(face)
    # VIZ-4: exactly its price, in the currency of the space where it lay, with cards that are discards now.
    if spaces and not any(_can_be_exact(ruleset, discards, space, prices) for space in spaces):
        message = "the discards do not hold an exact payment for the tile bought with the pawn"
        yield Violation(Clause.VIZ_4, message, faces=(face,))


def _can_be_exact(ruleset: Ruleset, discards: Purse, space: int, price: range) -> bool:
    """Tell whether the discards hold an exact payment for a tile that lay on a space."""
    # EXC-5: in the currency of the space, or with an exchange card.
    return _overpaid(discards.only(ruleset.yard[space]), (price,)) == 0 or (
        _mixed(ruleset, discards, discards.exchange_cards, space, price) == 0
    )


def _in_this_turn(facts: Facts) -> Iterator[Violation]:
    position = facts.position
    # TURN-5, TURN-7: while a turn lasts nothing is drawn, so no discards come back.
    empty, bought, discards, ruleset = facts.empty_spaces, facts.bought, position.discards, position.ruleset
    if ruleset is None or empty is None or bought is None or discards is None:
        return
    gone = {kind: len(empty[kind]) - len(bought[kind]) for kind in facts.kinds}
    # MIX-13: of a kind whose supply has run out a space may have been empty before.
    placed = {kind: many if facts.is_refilled(kind) else 0 for kind, many in gone.items()}
    is_act = position.phase is Phase.ACT and not any(placed.values())
    if min(gone.values()) < 0 or not (is_act or (position.phase is Phase.PLACE and position.bought)):
        return
    # A placed tile may be anywhere, and turned over, so its price is not known.
    prices = {
        kind: [*map(_possible_prices, faces), *[VALUES] * placed[kind]] for kind, faces in bought.items()
    }
    purses = [discards.only(currency) for currency in ruleset.yard]
    ways = _on_spaces([(empty[kind], prices[kind]) for kind in facts.kinds])
    # EXC-5: or in two currencies with an exchange card, which is a discard now, too.
    if discards.exchange_cards and facts.rules.has_exchange:
        overpaid = _fewest_overpaid_with_exchange_cards(ruleset, discards, purses, ways)
    else:
        overpaid = _fewest_overpaid(purses, ways)
    faces = tuple(sorted(tile.face for tile in position.bought or ()))
    # BUY-1, BUY-2, MIX-5: each was paid in the currency of its space, with cards that are discards now.
    if overpaid is None:
        message = "the discards do not hold what the tiles bought in this turn cost"
        yield Violation(facts.clause(Clause.BUY_1), message, faces=faces)
    # TURN-3: only after an exact payment there is another action, so only the last may have been another.
    # MOD-4: or not even that one, if a hut was taken after it.
    elif overpaid > (position.phase is Phase.PLACE and not facts.taken_huts):
        message = "the discards do not hold exact payments for the tiles bought in this turn"
        yield Violation(Clause.TURN_3, message, faces=faces)


def _possible_prices(face: Face) -> range:
    """Return the price of a face, or all prices for a face that the box does not have."""
    return range(face.value, face.value + 1) if _is_known(face) else VALUES


_Prices = tuple[range, ...]
"""Of each tile the prices that it may have had."""

_Way = tuple[_Prices, ...]
"""Of each space the prices of the tiles that lay there."""


def _on_spaces(wanted: Iterable[tuple[Sequence[int], Sequence[range]]]) -> set[_Way]:
    """Return all ways in which the tiles can have lain on the spaces.

    For each kind there are the spaces that are empty, and the prices of the tiles that lay on some of them.
    """
    ways: set[_Way] = {((),) * SPACES}
    for spaces, prices in wanted:
        ways = {
            tuple((*paid, prices[order.index(space)]) if space in order else paid for space, paid in asked)
            for asked in (tuple(enumerate(way)) for way in ways)
            for order in permutations(spaces, len(prices))
        }
    return ways


def _fewest_overpaid(purses: Sequence[Purse], ways: Iterable[_Way]) -> int | None:
    """Return the least number of tiles that were not paid exactly; ``None`` if one cannot have been paid.

    Each space is paid from its own purse.
    """
    ways = list(ways)
    each = {(space, prices) for way in ways for space, prices in enumerate(way) if prices}
    overpaid = {(space, prices): _overpaid(purses[space], prices) for space, prices in each}
    sums = ([overpaid.get(asked, 0) for asked in enumerate(way)] for way in ways)
    return min((sum(filter(None, many)) for many in sums if None not in many), default=None)


def _fewest_overpaid_with_exchange_cards(
    ruleset: Ruleset, discards: Purse, purses: Sequence[Purse], ways: Iterable[_Way]
) -> int | None:
    """Return the least number of tiles that were not paid exactly, if exchange cards may have helped.

    A tile that was paid so is judged by itself: its cards may be counted for another tile, too.
    """
    cards = tuple(dict.fromkeys(discards.exchange_cards))

    # The spaces do not depend on each other, so what was paid on one is computed once for all ways.
    @cache
    def mixed(space: int, price: range) -> int | None:
        return _mixed(ruleset, discards, cards, space, price)

    @cache
    def unmixed(space: int, prices: _Prices) -> int | None:
        return _overpaid(purses[space], prices)

    @cache
    def on_space(space: int, prices: _Prices) -> tuple[tuple[int, int], ...]:
        """Return how many exchange cards may have helped there, and how many were not paid exactly then."""
        found = []
        for helped in product((False, True), repeat=len(prices)):
            others = tuple(compress(prices, map(not_, helped)))
            parts = [*(mixed(space, price) for price in compress(prices, helped)), unmixed(space, others)]
            if None not in parts:
                found.append((sum(helped), sum(filter(None, parts))))
        return tuple(found)

    each = (choice for way in ways for choice in product(*starmap(on_space, enumerate(way))))
    fits = (choice for choice in each if sum(helped for helped, _ in choice) <= len(cards))
    return min((sum(overpaid for _, overpaid in choice) for choice in fits), default=None)


def _mixed(
    ruleset: Ruleset, discards: Purse, cards: tuple[ExchangeCard, ...], space: int, price: range
) -> int | None:
    """Return 0 if the tile on a space was paid exactly with an exchange card, or 1; None if with none."""
    shown = [card.currencies for card in cards if ruleset.yard[space] in card.currencies]
    overpaid = [_overpaid(discards.only(first) + discards.only(second), (price,)) for first, second in shown]
    # EXC-5: by agreement exactly.
    allowed = {0} if ruleset.exchange_pays_exactly else {0, 1}
    return min((many for many in overpaid if many in allowed), default=None)


def _overpaid(purse: Purse, prices: _Prices) -> int | None:
    """Return the least number of these prices that were not paid exactly; ``None`` if not all can be paid."""
    paid = {(0,) * len(prices)}
    for card in purse.money_cards:
        paid |= {
            (*sums[:place], min(sums[place] + card.value, VALUES.stop), *sums[place + 1 :])
            for sums in paid
            for place in range(len(prices))
        }
    enough = (
        [*zip(sums, prices, strict=True)]
        for sums in paid
        if all(total >= price[0] for total, price in zip(sums, prices, strict=True))
    )
    return min((sum(total not in price for total, price in each) for each in enough), default=None)


def _in_all_turns(facts: Facts) -> Iterator[Violation]:
    position = facts.position
    turned_up, discards = facts.turned_up, position.discards
    # TURN-8, MIX-11: no discards have come back before the scoring cards of the first deck were turned up.
    if (
        turned_up is None
        or discards is None
        or not is_first_deck(turned_up, facts.aside, facts.rules.deck_plan)
    ):
        return
    # END-2: at the end tiles are given away for nothing.
    if position.phase not in _BEFORE_GIFTS and not facts.is_before_scoring:
        return
    bought = {tile.face for tile in position.bought or ()}.union(*map(own_faces, position.players))
    prices = _least_prices(bought)
    # DIRK-3, DIRK-5, DIRK-7, A-DIRK-3, A-DIRK-5, A-DIRK-7: what Dirk did not draw was bought for him. MIX-37:
    # of each kind he drew as many.
    drawn = 2 * DIRKS_TILES if Scoring.A in (facts.scored or ()) else DIRKS_TILES
    for kind in facts.kinds:
        dirk = _least_prices(facts.among({tile.face for tile in position.dirk or ()}, kind))
        prices += dirk[: max(0, len(dirk) - drawn)]
    # BUY-1, BUY-2: a card or more was paid for each, worth its price.
    paid = discards.money
    if len(paid) < len(prices) or paid.total() < sum(prices):
        message = f"{count(len(prices), 'tile')} bought for at least {sum(prices)}, and in the discards "
        yield Violation(Clause.BUY_2, f"{message}{count(len(paid), 'card')} worth {paid.total()}")
    # EXC-6: each served for one of these purchases; how many tiles were bought for Dirk is not certain.
    elif len(discards) - len(paid) > len(prices) and facts.all_lie_open and not facts.is_for_two:
        message = f"{count(len(discards) - len(paid), 'exchange card')} in the discards, and "
        yield Violation(Clause.EXC_6, f"{message}{count(len(prices), 'tile')} bought")


def _least_prices(faces: Iterable[Face]) -> list[int]:
    """Return the least prices of tiles, cheapest first: a tile with a back may have shown that."""
    return sorted(
        face.value // 2 * 2 if Box.of(face.kind).has_backs else face.value
        for face in faces
        if _is_known(face)
    )


def _is_known(face: Face) -> bool:
    """Tell whether a box has this type with this price (BOX-2, A-BOX-2)."""
    return (face.building, face.value) in Box.of(face.kind).many
