"""What is given: whether it is of the kind that is wanted, and how it is shown if it is not."""

from __future__ import annotations

import reprlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    import attrs

__all__ = [
    "expect",
    "of_kind",
    "print_repr",
    "short",
    "up_to_99",
    "whole",
]


def short(value: object) -> str:
    """Show a value in a message, whatever it is: never much of it."""
    try:
        return reprlib.repr(value)
    except ValueError:
        return "a number without end"


def print_repr(value: object, printer: Any, _cycle: object) -> None:  # noqa: ANN401 - whoever prints brings it
    """Print a value as its ``repr``: as ``_repr_pretty_``, for Hypothesis, which would print the fields."""
    printer.text(repr(value))


def expect(given: object, *kinds: type) -> None:
    """Refuse what is of none of these kinds, in few words."""
    if not isinstance(given, kinds):
        wanted = " or a ".join(kind.__name__ for kind in kinds)
        # Not what it is: it may be a secret.
        raise TypeError(f"a {wanted} is wanted, not {type(given).__name__}")


def of_kind(kind: type) -> Callable[[object, attrs.Attribute[Any], object], None]:
    """Return a validator that refuses what is not of a kind, in few words."""

    def check(_value: object, field: attrs.Attribute[Any], given: object) -> None:
        if not isinstance(given, kind):
            raise TypeError(f"{field.name}: a {kind.__name__} is wanted, not {short(given)}")

    return check


def up_to_99(_value: object, field: attrs.Attribute[Any], number: int) -> None:
    """Refuse what is no whole number from 0 to 99."""
    whole(_value, field, number)
    if not 0 <= number <= 99:
        raise ValueError(f"{field.name}: a number from 0 to 99 is wanted, not {short(number)}")


def whole(_value: object, field: attrs.Attribute[Any], number: object) -> None:
    """Refuse what is no whole number; True is none, and neither is 2.0."""
    if type(number) is not int:
        raise TypeError(f"{field.name}: a whole number is wanted, not {short(number)}")
