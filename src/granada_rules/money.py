"""Currencies and money cards."""

from __future__ import annotations

import enum
import re
import reprlib
from typing import final

import attrs
from attrs.validators import ge, instance_of, le

from granada_rules.grid import whole

__all__ = ["Card", "Currency"]


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


_ORDER = {currency: place for place, currency in enumerate(Currency)}
_CODES = {currency.code: currency for currency in Currency}

_CARD_CODE = re.compile(r"([a-z])(0|[1-9][0-9]?)")


@final
@attrs.frozen(order=True)
class Card:
    """A money card. The box has the values 1 to 9, three times in each currency (BOX-1).

    Any value from 0 to 99 can be written down; which values exist is for the box to say.
    """

    currency: Currency = attrs.field(validator=instance_of(Currency), order=_ORDER.__getitem__)
    value: int = attrs.field(validator=[whole, ge(0), le(99)])

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a code such as ``"b3"``."""
        match = _CARD_CODE.fullmatch(text)
        if match is None:
            raise ValueError(f"card {reprlib.repr(text)}: a currency and a value such as b3 are wanted")
        currency = _CODES.get(match[1])
        if currency is None:
            raise ValueError(f"card {text!r}: no currency has the code {match[1]} ({' '.join(_CODES)})")
        return cls(currency, int(match[2]))

    def __str__(self) -> str:
        return f"{self.currency.code}{self.value}"
