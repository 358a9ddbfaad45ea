"""Currencies, money cards, and purses: multisets of cards, and the payments that can be made from them."""

from __future__ import annotations

import enum
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache, lru_cache
from itertools import islice
from typing import ClassVar, final

import attrs

from granada_rules.arguments import expect, of_kind, print_repr, short, up_to_99
from granada_rules.sealed import made_once

__all__ = ["PLACES", "Card", "Currency", "Purse", "parts_of", "single", "ways_to_pay"]


class Currency(enum.Enum):
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

    def __repr__(self) -> str:
        return f"Currency.{self.name}"

    # Members are singletons, and hashing by name would be slower.
    __hash__: ClassVar[Callable[[object], int]] = object.__hash__


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


@cache
def _card(code: int) -> Card:
    place, value = divmod(code, 100)
    return Card(list(Currency)[place], value)


def _code(card: Card) -> int:
    return PLACES[card.currency] * 100 + card.value


def _place(currency: Currency) -> int:
    if type(currency) is not Currency:
        raise TypeError(f"expected Currency, such as Currency.BLUE, got {short(currency)}")
    return PLACES[currency]


def _checked_code(card: Card) -> int:
    expect(card, Card)
    return _code(card)


_Parts = tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]
"""For each currency the codes of its cards, and for each what they are worth."""

_MOST_CARDS = 10_000
"""The most cards in a purse; far more than the box has (BOX-1)."""


@final
@made_once(init=False)
class Purse(Collection[Card]):
    """An immutable multiset of money cards; iteration is in the order of cards.

    It can hold any cards, also more of a kind than the box has. ``one + other`` puts purses together,
    ``one - other`` takes cards out, and ``one <= other`` tells whether all cards of one are in the other.

    Raises ``ValueError`` if there are more than 10,000 cards, or if cards are taken out that are not there.
    """

    _codes: tuple[int, ...]
    """One number for each card, sorted: the place of its currency times 100, plus its value."""
    _parts: _Parts | None = attrs.field(eq=False)
    """For each currency its cards and their worth; None until somebody asks."""

    def __new__(cls, cards: Iterable[Card] = ()) -> Purse:
        """Make a purse of these cards."""
        return _purse_of_some(sorted(map(_checked_code, islice(cards, _MOST_CARDS + 1))))

    @classmethod
    def of(cls, cards: Iterable[Card] = ()) -> Purse:
        """Return a purse of these cards; a purse is returned as it is."""
        return cards if type(cards) is cls else cls(cards)

    @classmethod
    def parse(cls, text: str) -> Purse:
        """Read card codes such as ``"b3 b3 y5"``; an empty text is an empty purse.

        Raises ``ValueError`` if it is anything else.
        """
        expect(text, str)
        return cls.of(map(Card.parse, text.split()))

    def total(self, currency: Currency | None = None) -> int:
        """Return the total value of the cards, in one currency or in all."""
        if currency is None:
            return sum([code % 100 for code in self._codes])
        return parts_of(self)[1][_place(currency)]

    def only(self, currency: Currency) -> Purse:
        """Return the cards of one currency."""
        return _purse(parts_of(self)[0][_place(currency)])

    def count(self, card: Card) -> int:
        """Return how many copies of a card there are."""
        return self._codes.count(_checked_code(card))

    def payments(self, currency: Currency, price: int, *, minimal: bool = False) -> Iterator[Purse]:
        """Generate every way to pay at least a price in one currency (BUY-1, PLACE-2), each once.

        Dearest cards come first, and more copies of a card before fewer. Overpaying is legal, so there may be
        very many; ``minimal`` leaves out payments with a card that is not needed.

        >>> hand = Purse.parse("b2 b3 b5 g9")
        >>> [str(payment) for payment in hand.payments(Currency.BLUE, 6)]
        ['b2 b3 b5', 'b3 b5', 'b2 b5']
        >>> [str(payment) for payment in hand.payments(Currency.BLUE, 6, minimal=True)]
        ['b3 b5', 'b2 b5']
        """
        (cards, worth), place = parts_of(self), _place(currency)
        if type(price) is not int:
            raise TypeError(f"price: expected int, got {short(price)}")
        return iter(ways_to_pay(cards[place], price, minimal) if 0 < price <= worth[place] else ())

    def takings(self, most: int) -> Iterator[Purse]:
        """Generate every way to take one card, or several worth at most ``most``, each once (MONEY-1).

        Fewer cards come before more, then in the order of cards.

        >>> [str(cards) for cards in Purse.parse("y1 y1 b3 o9").takings(4)]
        ['y1', 'b3', 'o9', 'y1 y1', 'y1 b3']
        """
        if type(most) is not int:
            raise TypeError(f"most: expected int, got {short(most)}")
        codes = self._codes
        return iter(_few_takings(codes, most)) if len(codes) <= _FEW else _takings(codes, most)

    def __add__(self, other: Purse) -> Purse:
        if type(other) is not Purse:
            return NotImplemented
        codes, more = self._codes, other._codes
        if len(more) == 1 and len(codes) < _MOST_CARDS:
            place = bisect_left(codes, more[0])
            return _purse(codes[:place] + more + codes[place:])
        return _purse_of_some(sorted(codes + more))

    def __sub__(self, other: Purse) -> Purse:
        if type(other) is not Purse:
            return NotImplemented
        left = self._codes
        for code in other._codes:
            place = bisect_left(left, code)
            if place == len(left) or left[place] != code:
                raise ValueError(f"fewer than {other._codes.count(code)} of {_card(code)}")
            left = left[:place] + left[place + 1 :]
        return _purse(left)

    def __le__(self, other: Purse) -> bool:
        """Tell whether all cards are in the other purse."""
        if type(other) is not Purse:
            return NotImplemented
        return all(other._codes.count(code) >= self._codes.count(code) for code in set(self._codes))

    def missing_from(self, other: Purse) -> Purse:
        """Return the cards of this purse that are not in the other one, with the number of missing copies."""
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

    def __reduce__(self) -> tuple[object, ...]:
        return Purse.parse, (str(self),)

    _repr_pretty_ = print_repr


_new = object.__new__
_write_codes, _write_parts = Purse.__dict__["_codes"].__set__, Purse.__dict__["_parts"].__set__
"""Write the fields of a frozen purse."""


def _purse(codes: tuple[int, ...]) -> Purse:
    """Make a purse of sorted codes, without checks."""
    purse = _new(Purse)
    _write_codes(purse, codes)
    _write_parts(purse, None)
    return purse


@cache
def _single(code: int) -> Purse:
    return _purse((code,))


def single(card: Card) -> Purse:
    """Return the purse that holds just this card; there is one for each card."""
    return _single(_code(card))


def _purse_of_some(codes: list[int]) -> Purse:
    """Make a purse of sorted codes if they are not too many."""
    if len(codes) > _MOST_CARDS:
        raise ValueError(f"expected at most {_MOST_CARDS} cards")
    return _purse(tuple(codes))


def parts_of(purse: Purse) -> _Parts:
    """Return for each currency the codes of its cards, and for each what they are worth."""
    known = purse._parts  # noqa: SLF001 - of its own module
    if known is None:
        codes = purse._codes  # noqa: SLF001 - as above
        second = bisect_left(codes, 100)
        third = bisect_left(codes, 200, second)
        fourth = bisect_left(codes, 300, third)
        cards = y, g, b, o = codes[:second], codes[second:third], codes[third:fourth], codes[fourth:]
        worth = sum(y), sum(g) - len(g) * 100, sum(b) - len(b) * 200, sum(o) - len(o) * 300
        known = cards, worth
        _write_parts(purse, known)
    return known


_FEW = 5
"""The ways to pay or take of so many cards are remembered; more cards have too many."""


def ways_to_pay(codes: tuple[int, ...], price: int, minimal: bool) -> Iterable[Purse]:  # noqa: FBT001 - as below
    """Return every way to pay with cards of one currency that suffice; very many are made one by one."""
    if len(codes) > _FEW:
        return _payments(codes, price, minimal)
    return (_single(codes[0]),) if len(codes) == 1 else _few_payments(codes, price, minimal)


@lru_cache(maxsize=4096)
def _few_payments(codes: tuple[int, ...], price: int, minimal: bool) -> tuple[Purse, ...]:  # noqa: FBT001 - positional arguments are remembered faster
    return tuple(_payments(codes, price, minimal))


@lru_cache(maxsize=4096)
def _few_takings(codes: tuple[int, ...], most: int) -> tuple[Purse, ...]:
    return tuple(_takings(codes, most))


@lru_cache(maxsize=1024)
def _several_of_few(codes: tuple[int, ...], most: int) -> tuple[Purse, ...]:
    return tuple(_several(codes, most))


def _payments(codes: tuple[int, ...], price: int, minimal: bool) -> Iterator[Purse]:  # noqa: FBT001 - as above
    # Each distinct card, dearest first: its code, its value, its copies, the value of all cheaper cards.
    kinds, behind = [], sum([code % 100 for code in codes])
    for code in dict.fromkeys(reversed(codes)):
        value, count = code % 100, codes.count(code)
        behind -= value * count
        kinds.append((code, value, count, behind))
    # A stack of partial payments: the number of the next kind, what is left to pay, the codes paid so far.
    ahead: list[tuple[int, int, tuple[int, ...]]] = [(0, price, ())]
    while ahead:
        number, left, paid = ahead.pop()
        if left <= 0 if minimal else number == len(kinds):
            yield _purse(paid)
            continue
        code, value, most, behind = kinds[number]
        # Of equal cards no more than needed, and no fewer than needed with all cheaper cards.
        if minimal and value * most > left:
            most = -(-left // value)
        fewest = -((behind - left) // value) if left > behind else 0
        for taken in range(fewest, most + 1):
            ahead.append((number + 1, left - value * taken, (code,) * taken + paid))  # noqa: PERF401 - faster


def _takings(codes: tuple[int, ...], most: int) -> Iterator[Purse]:
    # MONEY-1: any one card.
    yield from map(_single, dict.fromkeys(codes))
    # MONEY-1: or several, fewer cards first.
    cheap = tuple([code for code in codes if code % 100 <= most])
    yield from _several_of_few(cheap, most) if len(cheap) <= _FEW else _several(cheap, most)


def _several(codes: tuple[int, ...], most: int) -> Iterator[Purse]:
    # All choices of one size: the codes, the index after the last of them, and the value still allowed.
    choices: list[tuple[tuple[int, ...], int, int]] = [
        ((code,), codes.index(code) + 1, most - code % 100) for code in dict.fromkeys(codes)
    ]
    while choices:
        larger = []
        for chosen, behind, left in choices:
            # Add one later card; among equal cards only the first, so that no choice comes twice.
            place = behind
            while place < len(codes):
                code = codes[place]
                if code % 100 <= left:
                    choice = *chosen, code
                    yield _purse(choice)
                    larger.append((choice, place + 1, left - code % 100))
                place = bisect_right(codes, code, place)
        choices = larger
