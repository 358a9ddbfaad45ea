"""`paid`: which cards pay a price, by their codes: a hundred for each kind of card, plus the value."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["can_be_paid", "paid", "paid_exactly", "value_of"]


def paid(codes: tuple[int, ...], price: int, minimal: bool) -> Iterator[tuple[int, ...]]:  # noqa: FBT001 - positional arguments are faster
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


def value_of(code: int) -> int:
    """Return the value of a card."""
    return code % 100


def can_be_paid(codes: tuple[int, ...], price: int, *, exactly: bool) -> bool:
    """Tell whether some of these cards are worth a price: just so much, or that and more."""
    if exactly:
        return price > 0 and bool(_sums(codes) >> price & 1)
    return 0 < price <= sum(map(value_of, codes))


def _sums(codes: Iterable[int]) -> int:
    """Return the sums that some of these cards make, as bits."""
    sums = 1
    for code in codes:
        sums |= sums << code % 100
    return sums


def paid_exactly(codes: tuple[int, ...], price: int) -> Iterator[tuple[int, ...]]:
    """Generate the codes of cards that are worth just so much, in the order of `paid`."""
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
