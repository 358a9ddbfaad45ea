"""Checks of the discards: they hold what was paid for tiles, in this turn and since the beginning."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from granada_rules.arguments import count
from granada_rules.box import VALUES, Box
from granada_rules.clauses import Clause, Violation
from granada_rules.state import DIRKS_TILES, Phase, Scoring

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from granada_rules.money import Purse
    from granada_rules.position.facts import Facts
    from granada_rules.tiles import Face

__all__ = ["payment_violations"]


def payment_violations(facts: Facts) -> Iterator[Violation]:
    """Yield impossible payments: of this turn or, if those are fine, of all turns."""
    yield from list(_in_this_turn(facts)) or _in_all_turns(facts)


def _in_this_turn(facts: Facts) -> Iterator[Violation]:
    position = facts.position
    # TURN-5, TURN-7: while a turn lasts nothing is drawn, so no discards come back.
    empty, bought, discards = facts.empty_spaces, position.bought, position.discards
    if position.ruleset is None or empty is None or bought is None or discards is None:
        return
    placed = len(empty) - len(bought)
    if not (position.phase is Phase.ACT and placed == 0) and not (
        position.phase is Phase.PLACE and bought and placed >= 0
    ):
        return
    # A placed tile may be anywhere, and turned over, so its price is not known.
    prices = [_possible_prices(tile.face) for tile in bought] + [VALUES] * placed
    overpaid = _fewest_overpaid([discards.only(position.ruleset.yard[space]) for space in empty], prices)
    faces = tuple(tile.face for tile in bought)
    # BUY-1, BUY-2: each was paid in the currency of its space, with cards that are discards now.
    if overpaid is None:
        message = "the discards do not hold what the tiles bought in this turn cost"
        yield Violation(Clause.BUY_1, message, faces=faces)
    # TURN-3: only after an exact payment there is another action, so only the last may have been another.
    elif overpaid > (position.phase is Phase.PLACE):
        message = "the discards do not hold exact payments for the tiles bought in this turn"
        yield Violation(Clause.TURN_3, message, faces=faces)


def _possible_prices(face: Face) -> range:
    """Return the price of a face, or all prices for a face that the box does not have."""
    return range(face.value, face.value + 1) if _is_known(face) else VALUES


def _fewest_overpaid(purses: Sequence[Purse], prices: Iterable[range]) -> int | None:
    """Return the least number of prices, each paid from another purse, that were not paid exactly.

    ``None`` if one of them cannot have been paid.
    """
    able = [(purse.total(), _sums(purse)) for purse in purses]
    ways = (list(zip(able, order, strict=True)) for order in permutations(prices))
    return min(
        (
            sum(not any(sums >> price & 1 for price in asked) for (_, sums), asked in way)
            for way in ways
            if all(worth >= asked[0] for (worth, _), asked in way)
        ),
        default=None,
    )


def _sums(purse: Purse) -> int:
    """Return the sums that some of these cards make, as bits, up to the highest price."""
    sums = 1
    for card in purse:
        sums |= sums << card.value & (1 << VALUES.stop) - 1
    return sums


def _in_all_turns(facts: Facts) -> Iterator[Violation]:
    position = facts.position
    scorings, discards = facts.scoring_cards, position.discards
    # TURN-8: no discards have come back before both scoring cards were turned up.
    if not scorings or discards is None:
        return
    # END-2: at the end tiles are given away for nothing.
    if position.phase not in {Phase.ACT, Phase.PLACE, Phase.END_OF_TURN}:
        return
    bought = {tile.face for tile in position.bought or ()}
    for player in position.players:
        bought |= {tile.face for tile in player.reserve or ()}
        if player.city is not None:
            bought |= {tile.face for tile in player.city.tiles.values()}
    # DIRK-3, DIRK-5, DIRK-7, A-DIRK-3, A-DIRK-5, A-DIRK-7: what Dirk did not draw was bought for him.
    drawn = DIRKS_TILES if Scoring.A in scorings else 2 * DIRKS_TILES
    dirk = _least_prices({tile.face for tile in position.dirk or ()})
    prices = _least_prices(bought) + dirk[: max(0, len(dirk) - drawn)]
    # BUY-1, BUY-2: a card or more was paid for each, worth its price.
    if len(discards) < len(prices) or discards.total() < sum(prices):
        message = f"{count(len(prices), 'tile')} bought for at least {sum(prices)}, and in the discards "
        yield Violation(Clause.BUY_2, f"{message}{count(len(discards), 'card')} worth {discards.total()}")


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
