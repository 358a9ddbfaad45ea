"""Argument checks, and short reprs for error messages."""

from __future__ import annotations

import reprlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    import attrs

__all__ = ["at_least", "count", "expect", "of_kind", "print_repr", "short", "tuple_of", "up_to_99", "whole"]


def short(value: object) -> str:
    """Return a bounded repr of any value, for error messages."""
    try:
        return reprlib.repr(value)
    except ValueError:
        return "integer too long to print"


def count(number: int, thing: str) -> str:
    """Return a number with its noun: ``1 tile``, ``2 tiles``."""
    return f"{short(number)} {thing}{'s' * (number != 1)}"


def print_repr(value: object, printer: Any, _cycle: object) -> None:  # noqa: ANN401 - any pretty printer
    """Print a value as its ``repr``. Used as ``_repr_pretty_``: Hypothesis would print the fields instead."""
    printer.text(repr(value))


def expect(given: object, *kinds: type) -> None:
    """Raise ``TypeError`` if a value is an instance of none of these kinds."""
    if not _is_a(given, kinds):
        names = " or ".join(kind.__name__ for kind in kinds)
        # The type only, not the value: it may be a secret.
        raise TypeError(f"expected {names}, got {type(given).__name__}")


def of_kind(*kinds: type) -> Callable[[object, attrs.Attribute[Any], object], None]:
    """Return a validator: the field has to be an instance of one of these kinds."""

    def check(_value: object, field: attrs.Attribute[Any], given: object) -> None:
        if type(given) is not kinds[0] and not _is_a(given, kinds):
            names = " or ".join(kind.__name__ for kind in kinds)
            raise TypeError(f"{field.name}: expected {names}, got {short(given)}")

    return check


def tuple_of(*kinds: type) -> Callable[[object, attrs.Attribute[Any], object], None]:
    """Return a validator: the field has to be a tuple of instances of these kinds."""

    def check(_value: object, field: attrs.Attribute[Any], given: object) -> None:
        if type(given) is not tuple or not all(_is_a(each, kinds) for each in given):
            raise TypeError(f"{field.name}: expected tuple of {kinds[0].__name__}, got {short(given)}")

    return check


def _is_a(given: object, kinds: tuple[type, ...]) -> bool:
    """Tell whether a value is an instance of one of these kinds; final classes have only their own."""
    own = type(given)
    # Not ``own in kinds``: a metaclass could let a class pass for another.
    for kind in kinds:
        if own is kind:
            return True
    return issubclass(own, kinds) and not any(hasattr(kind, "__final__") for kind in kinds)


def up_to_99(_value: object, field: attrs.Attribute[Any], number: int) -> None:
    """Validate that a field is an int from 0 to 99."""
    if type(number) is not int:
        whole(_value, field, number)
    if not 0 <= number <= 99:
        raise ValueError(f"{field.name}: expected a number from 0 to 99, got {short(number)}")


def at_least(least: int) -> Callable[[object, attrs.Attribute[Any], int], None]:
    """Return a validator: the field has to be an int, and not less."""

    def check(_value: object, field: attrs.Attribute[Any], number: int) -> None:
        whole(_value, field, number)
        if number < least:
            raise ValueError(f"{field.name}: expected {least} or more, got {short(number)}")

    return check


def whole(_value: object, field: attrs.Attribute[Any], number: object) -> None:
    """Validate that a field is an int; neither ``True`` nor 2.0 is one."""
    if type(number) is not int:
        raise TypeError(f"{field.name}: expected int, got {short(number)}")
