"""Purses: multisets of cards, and the payments that can be made from them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator
from functools import cache, lru_cache
from itertools import chain, islice
from typing import final

import attrs

from granada_rules.base import expect, made_once, print_repr, short
from granada_rules.box.cards import EXCHANGE_CARDS, PLACES, AnyCard, Card, Currency, ExchangeCard, parse_card

__all__ = [
    "Purse",
    "exchange_codes",
    "mixed_ways_to_pay",
    "parts_of",
    "single",
    "ways_to_pay",
    "ways_to_take",
]


_FIRST_EXCHANGE_CARD = 100 * len(Currency)
"""The code of the first exchange card; like those of the others it ends with 00, because it has no value."""

_EXCHANGE_CODES = {card: _FIRST_EXCHANGE_CARD + 100 * place for place, card in enumerate(EXCHANGE_CARDS)}


@cache
def _card(code: int) -> AnyCard:
    place, value = divmod(code, 100)
    kinds = [*Currency, *EXCHANGE_CARDS]
    kind = kinds[place]
    return Card(kind, value) if isinstance(kind, Currency) else kind


def _code(card: AnyCard) -> int:
    if type(card) is Card:
        return PLACES[card.currency] * 100 + card.value
    return _EXCHANGE_CODES[card]


def _place(currency: Currency) -> int:
    if type(currency) is not Currency:
        raise TypeError(f"expected Currency, such as Currency.BLUE, got {short(currency)}")
    return PLACES[currency]


def _expect_exactly(kind: type, **named: object) -> None:
    """Refuse what is not exactly of a kind; something else might be remembered as if it were."""
    for name, given in named.items():
        if type(given) is not kind:
            raise TypeError(f"{name}: expected {kind.__name__}, got {short(given)}")


def _checked_code(card: AnyCard) -> int:
    expect(card, Card, ExchangeCard)
    return _code(card)


_Parts = tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]
"""For each currency the codes of its cards, and for each what they are worth."""

_MOST_CARDS = 10_000
"""The most cards in a purse; far more than the box has (BOX-1)."""


@final
@made_once(init=False)
class Purse(Collection[AnyCard]):
    """An immutable multiset of cards; iteration is in their order, money cards first.

    It can hold any cards, also more of a kind than the box has. Exchange cards are no money: they count in no
    total (EXC-9). ``one + other`` puts purses together, ``one - other`` takes cards out, and ``one <= other``
    tells whether all cards of one are in the other.

    Raises ``ValueError`` if there are more than 10,000 cards, or if cards are taken out that are not there.
    """

    _codes: tuple[int, ...]
    """One number for each card, sorted: the place of its currency times 100, plus its value.

    Exchange cards come after all others, each with a hundred of its own, and without a value.
    """
    _parts: _Parts | None = attrs.field(eq=False)
    """For each currency its cards and their worth; None until somebody asks."""

    def __new__(cls, cards: Iterable[AnyCard] = ()) -> Purse:
        """Make a purse of these cards."""
        return _purse_of_some(sorted(map(_checked_code, islice(cards, _MOST_CARDS + 1))))

    @classmethod
    def of(cls, cards: Iterable[AnyCard] = ()) -> Purse:
        """Return a purse of these cards; a purse is returned as it is."""
        return cards if type(cards) is cls else cls(cards)

    @classmethod
    def parse(cls, text: str) -> Purse:
        """Read card codes such as ``"b3 b3 y5 yb"``; an empty text is an empty purse.

        Raises ``ValueError`` if it is anything else.
        """
        expect(text, str)
        return cls.of(map(parse_card, text.split()))

    def total(self, currency: Currency | None = None) -> int:
        """Return the total value of the money, in one currency or in all."""
        if currency is None:
            return sum([code % 100 for code in self._codes])
        return parts_of(self)[1][_place(currency)]

    def only(self, currency: Currency) -> Purse:
        """Return the money of one currency."""
        return _purse(parts_of(self)[0][_place(currency)])

    @property
    def money(self) -> Purse:
        """The purse without its exchange cards."""
        many = len(exchange_codes(self))
        return _purse(self._codes[:-many]) if many else self

    @property
    def money_cards(self) -> tuple[Card, ...]:
        """The money cards, in their order."""
        return tuple([card for card in self if isinstance(card, Card)])

    @property
    def exchange_cards(self) -> tuple[ExchangeCard, ...]:
        """The exchange cards, in their order."""
        return tuple([EXCHANGE_CARDS[code // 100 - len(Currency)] for code in exchange_codes(self)])

    def count(self, card: AnyCard) -> int:
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
        _expect_exactly(int, price=price)
        _expect_exactly(bool, minimal=minimal)
        return iter(ways_to_pay(cards[place], price, minimal=minimal) if 0 < price <= worth[place] else ())

    def mixed_payments(
        self, currency: Currency, price: int, *, minimal: bool = False, exactly: bool = False
    ) -> Iterator[Purse]:
        """Generate every way to pay at least a price with one exchange card that shows a currency (EXC-5).

        They come by exchange card; then dearest cards first, of equal ones those of its first currency, and
        more copies of a card before fewer. There may be very many. ``minimal`` leaves out payments with a
        card that is not needed; the exchange card is not if all money is of the given currency. ``exactly``
        leaves out payments of more than the price.

        >>> hand = Purse.parse("b2 b7 y9 yb")
        >>> [str(payment) for payment in hand.mixed_payments(Currency.BLUE, 11)]
        ['y9 b2 b7 yb', 'y9 b7 yb', 'y9 b2 yb']
        >>> [str(payment) for payment in hand.mixed_payments(Currency.BLUE, 11, exactly=True)]
        ['y9 b2 yb']
        """
        _expect_exactly(int, price=price)
        _expect_exactly(bool, minimal=minimal, exactly=exactly)
        return chain.from_iterable(mixed_ways_to_pay(self, currency, price, minimal=minimal, exactly=exactly))

    def takings(self, most: int, *, with_exchange_cards: bool = False) -> Iterator[Purse]:
        """Generate every way to take one card, or several worth at most ``most``, each once (MONEY-1, EXC-4).

        Fewer cards come before more, then in the order of cards. Exchange cards are not among several, unless
        they are taken with money, and then count 0.

        >>> [str(cards) for cards in Purse.parse("y1 y1 b3 o9").takings(4)]
        ['y1', 'b3', 'o9', 'y1 y1', 'y1 b3']
        >>> [str(cards) for cards in Purse.parse("y1 o9 yb").takings(4)]
        ['y1', 'o9', 'yb']
        >>> [str(cards) for cards in Purse.parse("y1 o9 yb").takings(4, with_exchange_cards=True)]
        ['y1', 'o9', 'yb', 'y1 yb']
        """
        _expect_exactly(int, most=most)
        _expect_exactly(bool, with_exchange_cards=with_exchange_cards)
        return iter(ways_to_take(self, most, with_exchange_cards=with_exchange_cards))

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
        return isinstance(card, (Card, ExchangeCard)) and _code(card) in self._codes

    def __iter__(self) -> Iterator[AnyCard]:
        return map(_card, self._codes)

    def __getitem__(self, number: int) -> AnyCard:
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


def single(card: AnyCard) -> Purse:
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
        end = len(codes) if not codes or codes[-1] < _FIRST_EXCHANGE_CARD else _end_of_money(codes)
        cards = y, g, b, o = codes[:second], codes[second:third], codes[third:fourth], codes[fourth:end]
        worth = sum(y), sum(g) - len(g) * 100, sum(b) - len(b) * 200, sum(o) - len(o) * 300
        known = cards, worth
        _write_parts(purse, known)
    return known


def _end_of_money(codes: tuple[int, ...]) -> int:
    return bisect_left(codes, _FIRST_EXCHANGE_CARD)


def exchange_codes(purse: Purse) -> tuple[int, ...]:
    """Return the codes of the exchange cards."""
    codes = purse._codes  # noqa: SLF001 - of its own module
    return codes[_end_of_money(codes) :] if codes and codes[-1] >= _FIRST_EXCHANGE_CARD else ()


_FEW = 5
"""The ways to pay or take of so many cards are remembered; more cards have too many."""


def ways_to_pay(codes: tuple[int, ...], price: int, *, minimal: bool) -> Iterable[Purse]:
    """Return every way to pay with cards of one currency that suffice; very many are made one by one."""
    if len(codes) > _FEW:
        return _payments(codes, price, minimal=minimal)
    return (_single(codes[0]),) if len(codes) == 1 else _few_payments(codes, price, minimal=minimal)


def ways_to_take(purse: Purse, most: int, *, with_exchange_cards: bool) -> Iterable[Purse]:
    """Return every way to take one card, or several worth at most ``most``; see `Purse.takings`."""
    codes = purse._codes  # noqa: SLF001 - of its own module
    # EXC-4: exchange cards are left out of what is taken together.
    if codes and codes[-1] >= _FIRST_EXCHANGE_CARD and not with_exchange_cards:
        return _takings(codes, codes[: _end_of_money(codes)], most)
    return _few_takings(codes, most) if len(codes) <= _FEW else _takings(codes, codes, most)


@lru_cache(maxsize=4096)
def _few_payments(codes: tuple[int, ...], price: int, *, minimal: bool) -> tuple[Purse, ...]:
    return tuple(_payments(codes, price, minimal=minimal))


@lru_cache(maxsize=4096)
def _few_takings(codes: tuple[int, ...], most: int) -> tuple[Purse, ...]:
    return tuple(_takings(codes, codes, most))


@lru_cache(maxsize=1024)
def _several_of_few(codes: tuple[int, ...], most: int) -> tuple[Purse, ...]:
    return tuple(_several(codes, most))


def _payments(codes: tuple[int, ...], price: int, *, minimal: bool) -> Iterator[Purse]:
    return map(_purse, _paid(codes, price, minimal=minimal))


def mixed_ways_to_pay(
    purse: Purse, currency: Currency, price: int, *, minimal: bool, exactly: bool
) -> Iterator[Iterator[Purse]]:
    """Generate for each exchange card that shows a currency, and can help, all ways to pay with it."""
    cards, own = parts_of(purse)[0], _place(currency)
    for code in dict.fromkeys(exchange_codes(purse)):
        card = EXCHANGE_CARDS[code // 100 - len(Currency)]
        # EXC-5: a mix of its two currencies.
        if currency in card.currencies:
            mix = [code for one in reversed(card.currencies) for code in cards[PLACES[one]]]
            codes = tuple(sorted(mix, key=_value_of))
            if _can_be_paid(codes, price, exactly=exactly):
                ways = _paid_exactly(codes, price) if exactly else _paid(codes, price, minimal=minimal)
                yield _with_card(ways, code, own if minimal else None)


def _with_card(ways: Iterable[tuple[int, ...]], card: int, own: int | None) -> Iterator[Purse]:
    """Add an exchange card to payments; to those that need it, if the place of a currency is given."""
    for way in ways:
        if own is None or any(code // 100 != own for code in way):
            yield _purse((*sorted(way), card))


def _takings(codes: tuple[int, ...], together: tuple[int, ...], most: int) -> Iterator[Purse]:
    # MONEY-1, EXC-4: any one card.
    yield from map(_single, dict.fromkeys(codes))
    # MONEY-1: or several, fewer cards first.
    cheap = tuple([code for code in together if code % 100 <= most])
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


def _paid(codes: tuple[int, ...], price: int, *, minimal: bool) -> Iterator[tuple[int, ...]]:
    """Generate the codes of what is paid, of cards in the order of their values."""
    # Each distinct card, dearest first: its code, its value, its copies, the value of all cheaper cards.
    kinds, behind = [], sum([code % 100 for code in codes])
    for code in dict.fromkeys(reversed(codes)):
        value, count = code % 100, codes.count(code)
        behind -= value * count
        kinds.append((code, value, count, behind))
    # A stack of partial payments: the number of the next kind, what is left to pay, the codes paid so far.
    ahead: list[tuple[int, int, tuple[int, ...]]] = [(0, price, ())]
    while ahead:
        number, left, so_far = ahead.pop()
        if left <= 0 if minimal else number == len(kinds):
            yield so_far
            continue
        code, value, most, behind = kinds[number]
        # Of equal cards no more than needed, and no fewer than needed with all cheaper cards.
        if minimal and value * most > left:
            most = -(-left // value)
        fewest = -((behind - left) // value) if left > behind else 0
        for taken in range(fewest, most + 1):
            ahead.append((number + 1, left - value * taken, (code,) * taken + so_far))  # noqa: PERF401 - faster


def _value_of(code: int) -> int:
    """Return the value of a card."""
    return code % 100


def _can_be_paid(codes: tuple[int, ...], price: int, *, exactly: bool) -> bool:
    """Tell whether some of these cards are worth a price: just so much, or that and more."""
    if exactly:
        return price > 0 and bool(_sums(codes) >> price & 1)
    return 0 < price <= sum(map(_value_of, codes))


def _sums(codes: Iterable[int]) -> int:
    """Return the sums that some of these cards make, as bits."""
    sums = 1
    for code in codes:
        sums |= sums << code % 100
    return sums


def _paid_exactly(codes: tuple[int, ...], price: int) -> Iterator[tuple[int, ...]]:
    """Generate the codes of cards that are worth just so much, in the order of `_paid`."""
    # Each distinct card with a value, dearest first: its code, its copies, the sums of all cheaper cards.
    worthy = [code for code in codes if code % 100]
    distinct = list(dict.fromkeys(reversed(worthy)))
    kinds = []
    for code in distinct:
        behind = worthy[: worthy.index(code)]
        kinds.append((code, worthy.count(code), _sums(behind)))
    ahead: list[tuple[int, int, tuple[int, ...]]] = [(0, price, ())]
    while ahead:
        number, left, so_far = ahead.pop()
        if not left:
            yield so_far
            continue
        code, most, sums = kinds[number]
        for taken in range(min(most, left // (code % 100)) + 1):
            still = left - code % 100 * taken
            # Only as far as the cheaper cards can make up the rest.
            if sums >> still & 1:
                ahead.append((number + 1, still, (code,) * taken + so_far))
