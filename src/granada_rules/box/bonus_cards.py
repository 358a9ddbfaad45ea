"""Bonus cards: which there are, and how many a player has (BON-1, BON-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.base import count
from granada_rules.box.clauses import Clause, Violation
from granada_rules.box.words import BONUS_CARDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from granada_rules.box.tiles import Face

__all__ = ["MOST_BONUS_CARDS", "card_violations", "has_card", "most_cards"]


MOST_BONUS_CARDS = 10
"""How many bonus cards there are (BON-1)."""


def has_card(face: Face) -> bool:
    """Tell whether a bonus card can be for the tile with this face: one of Alhambra without walls."""
    # BON-1: of tiles with the same type and price it is the one without walls.
    return face.walls is not None and not face.walls and not face.is_hut


def most_cards(players: int) -> int:
    """Return how many bonus cards a player has if so many play; of any other number, the most of all."""
    return BONUS_CARDS.get(players, max(BONUS_CARDS.values()))


def card_violations(held: Mapping[str, Iterable[Face]], players: int) -> Iterator[Violation]:
    """Yield what is wrong with the bonus cards that players have, given by name."""
    seen: dict[Face, str] = {}
    for player, cards in held.items():
        own = [*cards]
        for face in own:
            # BON-1: each card is for a tile of Alhambra without walls.
            if not has_card(face):
                message = f"no bonus card is for {face}, but for tiles of Alhambra without walls"
                yield Violation(Clause.BON_1, message, player=player, faces=(face,))
            # MOD-5: each card is in one place.
            elif face in seen:
                owners = " and ".join(dict.fromkeys((seen[face], player)))
                message = f"the bonus card for {face} is there twice, with {owners}"
                yield Violation(Clause.MOD_5, message, player=player, faces=(face,))
            seen.setdefault(face, player)
        # BON-2: three for two or three players, two for four or five, one for six.
        if len(own) > most_cards(players):
            cards_there = count(len(own), "bonus card")
            message = f"{cards_there}, and a player gets {most_cards(players)}"
            yield Violation(Clause.BON_2, message, player=player, faces=tuple(own))
