"""Currencies, and the cards: money cards, and exchange cards of two currencies."""

from __future__ import annotations

import re
from functools import total_ordering
from itertools import combinations
from typing import final

import attrs

from granada_rules.base import Word, expect, made_once, of_kind, short, up_to_99

__all__ = ["EXCHANGE_CARDS", "PLACES", "AnyCard", "Card", "Currency", "ExchangeCard", "parse_card"]


class Currency(Word):
    """The four currencies (BOX-1)."""

    YELLOW = "y"
    GREEN = "g"
    BLUE = "b"
    ORANGE = "o"

    @property
    def code(self) -> str:
        """The letter that card codes begin with."""
        return self.value

    @property
    def label(self) -> str:
        """The name for people."""
        return self.name.lower()


PLACES = {currency: place for place, currency in enumerate(Currency)}
"""The places of currencies in their order."""

_CODES = {currency.code: currency for currency in Currency}

_CARD_CODE = re.compile(r"([a-z])(0|[1-9][0-9]?)")


@final
@made_once(order=True)
class Card:
    """A money card. The box has the values 1 to 9, three times in each currency (BOX-1).

    Any value from 0 to 99 can be written down; which ones exist is for the box to say.

    Raises ``ValueError`` if the value is not from 0 to 99.
    """

    currency: Currency = attrs.field(validator=of_kind(Currency), order=PLACES.__getitem__)
    value: int = attrs.field(validator=up_to_99)

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a code such as ``"b3"``.

        Raises ``ValueError`` if it is anything else.
        """
        expect(text, str)
        match = _CARD_CODE.fullmatch(text)
        if match is None:
            raise ValueError(f"card {short(text)}: expected a currency and a value from 0 to 99, such as b3")
        currency = _CODES.get(match[1])
        if currency is None:
            raise ValueError(f"card {text!r}: no currency has the code {match[1]} ({' '.join(_CODES)})")
        return cls(currency, int(match[2]))

    def __str__(self) -> str:
        return f"{self.currency.code}{self.value}"


def _after_first(card: ExchangeCard, _field: object, second: Currency) -> None:
    if PLACES[second] <= PLACES[card.first]:
        given = f"{card.first.label} and {second.label}"
        raise ValueError(f"expected two currencies in the order {' '.join(_CODES)}, got {given}")


@final
@total_ordering
@made_once
class ExchangeCard:
    """A card that lets its owner pay for a tile in two currencies (EXC-5). It is no money (EXC-9).

    The box has one for each pair of currencies (EXC-1). In order they come after all money cards.

    Raises ``ValueError`` if the currencies are not in the order of ``Currency``.
    """

    first: Currency = attrs.field(validator=of_kind(Currency))
    second: Currency = attrs.field(validator=[of_kind(Currency), _after_first])

    @classmethod
    def parse(cls, text: str) -> ExchangeCard:
        """Read a code such as ``"yb"``.

        Raises ``ValueError`` if it is anything else.
        """
        expect(text, str)
        card = _EXCHANGE_CODES.get(text)
        if card is None:
            raise ValueError(f"exchange card {short(text)}: expected one of {' '.join(_EXCHANGE_CODES)}")
        return card

    @property
    def currencies(self) -> tuple[Currency, Currency]:
        """Both currencies."""
        return self.first, self.second

    def __lt__(self, other: object) -> bool:
        if isinstance(other, ExchangeCard):
            return self._places < other._places
        return False if isinstance(other, Card) else NotImplemented

    @property
    def _places(self) -> tuple[int, int]:
        return PLACES[self.first], PLACES[self.second]

    def __str__(self) -> str:
        return f"{self.first.code}{self.second.code}"


AnyCard = Card | ExchangeCard
"""A card that a hand can hold."""

EXCHANGE_CARDS = tuple(ExchangeCard(*pair) for pair in combinations(Currency, 2))
"""The exchange cards of the box, in their order: one for each pair of currencies (EXC-1)."""

_EXCHANGE_CODES = {str(card): card for card in EXCHANGE_CARDS}


def parse_card(text: str) -> AnyCard:
    """Read the code of a money card or of an exchange card, such as ``"b3"`` or ``"yb"``.

    Raises ``ValueError`` if it is anything else.
    """
    expect(text, str)
    is_pair = len(text) == 2 and set(text) <= {*_CODES}
    return ExchangeCard.parse(text) if is_pair else Card.parse(text)
