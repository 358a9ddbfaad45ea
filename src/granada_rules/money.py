"""Currencies, money cards, and purses: what money there is together, and what one can pay with it."""

from __future__ import annotations

import enum
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from itertools import islice
from typing import ClassVar, final

import attrs

from granada_rules.arguments import expect, of_kind, print_repr, short, up_to_99

__all__ = ["Card", "Currency", "Purse"]


class Currency(enum.Enum):
    """The four currencies (BOX-1)."""

    YELLOW = "y"
    GREEN = "g"
    BLUE = "b"
    ORANGE = "o"

    @property
    def code(self) -> str:
        """One letter, as cards are written with."""
        return self.value

    @property
    def label(self) -> str:
        """The name as people write it."""
        return self.name.lower()

    def __repr__(self) -> str:
        return f"Currency.{self.name}"

    # Each is there once, and the hash of its name would take longer.
    __hash__: ClassVar[Callable[[object], int]] = object.__hash__


_ORDER = {currency: place for place, currency in enumerate(Currency)}
_CODES = {currency.code: currency for currency in Currency}

_CARD_CODE = re.compile(r"([a-z])(0|[1-9][0-9]?)")


@final
@attrs.frozen(order=True)
class Card:
    """A money card. The box has the values 1 to 9, three times in each currency (BOX-1).

    Any value from 0 to 99 can be written down, others are a ``ValueError``; which values exist is for the box
    to say.
    """

    currency: Currency = attrs.field(validator=of_kind(Currency), order=_ORDER.__getitem__)
    value: int = attrs.field(validator=up_to_99)

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a code such as ``"b3"``; anything else is a ``ValueError``."""
        match = _CARD_CODE.fullmatch(text)
        if match is None:
            raise ValueError(f"card {short(text)}: a currency and a value such as b3 are wanted")
        currency = _CODES.get(match[1])
        if currency is None:
            raise ValueError(f"card {text!r}: no currency has the code {match[1]} ({' '.join(_CODES)})")
        return cls(currency, int(match[2]))

    def __str__(self) -> str:
        return f"{self.currency.code}{self.value}"


@cache
def _card(code: int) -> Card:
    place, value = divmod(code, 100)
    return Card(list(Currency)[place], value)


@cache
def _code(card: Card) -> int:
    return _ORDER[card.currency] * 100 + card.value


def _checked_code(card: Card) -> int:
    expect(card, Card)
    return _code(card)


_MOST_CARDS = 10_000
"""No purse holds more; the box has 108 cards (BOX-1)."""


@final
@attrs.frozen(repr=False, init=False)
class Purse(Collection[Card]):
    """Money cards together, each as often as it is there: an immutable multiset, in order when iterated.

    Any cards can be in it, also more of a kind than the box has; more than 10,000 are a ``ValueError``.
    ``one + other`` puts purses together, ``one - other`` takes cards out, a ``ValueError`` if they are not
    there, and ``one <= other`` tells whether all cards of one are in the other.
    """

    _codes: tuple[int, ...]
    """A number for each card, in order: the place of its currency times 100, plus its value."""

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        codes = sorted(map(_checked_code, islice(cards, _MOST_CARDS + 1)))
        if len(codes) > _MOST_CARDS:
            raise ValueError(f"more than {_MOST_CARDS} cards, where the box has 108")
        _write_codes(self, tuple(codes))

    @classmethod
    def of(cls, cards: Iterable[Card] = ()) -> Purse:
        """Put cards together; a purse stays what it is."""
        return cards if type(cards) is cls else cls(cards)

    @classmethod
    def parse(cls, text: str) -> Purse:
        """Read codes of cards such as ``"b3 b3 y5"``, nothing for an empty purse; else a ``ValueError``."""
        expect(text, str)
        return cls.of(map(Card.parse, text.split()))

    def total(self, currency: Currency | None = None) -> int:
        """Return what the cards are worth together, in one currency or in all."""
        if currency is None:
            return sum([code % 100 for code in self._codes])
        codes = self._only(currency)
        return sum(codes) - len(codes) * _ORDER[currency] * 100

    def only(self, currency: Currency) -> Purse:
        """Return the cards of one currency."""
        return _purse(self._only(currency))

    def _only(self, currency: Currency) -> tuple[int, ...]:
        if type(currency) is not Currency:
            raise TypeError(f"a Currency is wanted, such as Currency.BLUE, not {short(currency)}")
        codes, first = self._codes, _ORDER[currency] * 100
        return codes[bisect_left(codes, first) : bisect_left(codes, first + 100)]

    def count(self, card: Card) -> int:
        """Return how often a card is there."""
        return self._codes.count(_checked_code(card))

    def payments(self, currency: Currency, price: int, *, minimal: bool = False) -> Iterator[Purse]:
        """Generate every way to pay at least a price in one currency (BUY-1, PLACE-2), each once.

        With the dearest cards first, and more of a card before fewer. Overpaying is legal, so there may be
        very many; ``minimal`` leaves out payments with a card that was not needed.
        """
        codes = self._only(currency)
        behind = sum(codes) - len(codes) * _ORDER[currency] * 100
        if not 0 < price <= behind:
            return iter(())
        # Each kind of card, the dearest first: its code, how many there are, what the kinds behind are worth.
        kinds = []
        for code in dict.fromkeys(reversed(codes)):
            count = codes.count(code)
            behind -= code % 100 * count
            kinds.append((code, count, behind))
        return _payments(kinds, price, minimal=minimal)

    def takings(self, most: int) -> Iterator[Purse]:
        """Generate every way to take one card, or several worth at most so much, each once (MONEY-1)."""
        yield from [_purse((code,)) for code in dict.fromkeys(self._codes)]
        yield from _takings([code for code in self._codes if code % 100 <= most], most)

    def __add__(self, other: Purse) -> Purse:
        return _purse(tuple(sorted(self._codes + other._codes)))

    def __sub__(self, other: Purse) -> Purse:
        left = self._codes
        for code in other._codes:
            place = bisect_left(left, code)
            if left[place : place + 1] != (code,):
                raise ValueError(f"{_card(code)} is not there {other._codes.count(code)} times")
            left = left[:place] + left[place + 1 :]
        return _purse(left)

    def __le__(self, other: Purse) -> bool:
        """Tell whether all these cards are in the other purse."""
        return all(other._codes.count(code) >= self._codes.count(code) for code in set(self._codes))

    def missing_from(self, other: Purse) -> Purse:
        """Return the cards, each as often as need be, that the other purse lacks to have all of these."""
        expect(other, Purse)
        left, missing = list(other._codes), []
        for code in self._codes:
            if code in left:
                left.remove(code)
            else:
                missing.append(code)
        return _purse(tuple(missing))

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and _code(card) in self._codes

    def __iter__(self) -> Iterator[Card]:
        return map(_card, self._codes)

    def __getitem__(self, number: int) -> Card:
        return _card(self._codes[number])

    def __len__(self) -> int:
        return len(self._codes)

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Purse.parse({str(self)!r})"

    _repr_pretty_ = print_repr


_write_codes = Purse.__dict__["_codes"].__set__
"""Writes once into a purse that is being made."""


def _purse(codes: tuple[int, ...]) -> Purse:
    """Make a purse of codes in order."""
    purse = object.__new__(Purse)
    _write_codes(purse, codes)
    return purse


def _payments(kinds: list[tuple[int, int, int]], price: int, *, minimal: bool) -> Iterator[Purse]:
    # What is still to decide, the next on top: from which kind on, what is left to pay, what is paid.
    ahead: list[tuple[int, int, tuple[int, ...]]] = [(0, price, ())]
    while ahead:
        number, left, paid = ahead.pop()
        if left <= 0 if minimal else number == len(kinds):
            yield _purse(paid)
            continue
        code, count, behind = kinds[number]
        value = code % 100
        # Of equal cards no more than are needed; and no fewer than it takes with all cards behind.
        most, fewest = count, 0
        if minimal and value * count > left:
            most = -(-left // value)
        if left > behind:
            fewest = -((behind - left) // value)
        ahead += [
            (number + 1, left - value * taken, (code,) * taken + paid) for taken in range(fewest, most + 1)
        ]


def _takings(codes: list[int], most: int) -> Iterator[Purse]:
    """Generate the choices of two cards or more, smaller ones first."""
    # Choices of one size: their cards, the place behind the last of them, and what more they can be worth.
    choices: list[tuple[tuple[int, ...], int, int]] = [
        ((code,), codes.index(code) + 1, most - code % 100) for code in dict.fromkeys(codes)
    ]
    while choices:
        larger = []
        for chosen, behind, left in choices:
            # The choices of one card more that begin with these; of equal cards the first will do.
            place = behind
            while place < len(codes):
                code = codes[place]
                if code % 100 <= left:
                    choice = *chosen, code
                    yield _purse(choice)
                    larger.append((choice, place + 1, left - code % 100))
                place = bisect_right(codes, code, place)
        choices = larger
