"""Values that only the rules make, how they are made, and what they remember."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Self, TypeVar, cast

import attrs

from granada_rules.arguments import short

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Sealed", "maker", "remembered"]

_Fields = ParamSpec("_Fields")
_Value = TypeVar("_Value", bound=attrs.AttrsInstance)
_Fact = TypeVar("_Fact")


class Sealed:
    """Base of classes whose values only the rules make, so that they can be relied on.

    A copy of such a value is the value itself.
    """

    __slots__ = ()

    def __init__(self, *_args: object, **_fields: object) -> None:
        raise TypeError(f"{type(self).__name__} cannot be made from its fields; {self._made_by}")

    _made_by = "the rules make it"

    def __init_subclass__(cls) -> None:
        for base in cls.__mro__[1:]:
            if base is not Sealed and issubclass(base, Sealed):
                raise TypeError(f"{base.__name__} cannot be subclassed")

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        # Not by `__setstate__`, which could be called on a value that is there already.
        kind: Any = type(self)
        return _remade, (kind, *(getattr(self, field.name) for field in attrs.fields(kind) if field.init))


_MAKERS: dict[type, Callable[..., Any]] = {}


def _remade(kind: type, *fields: object) -> object:
    """Make a sealed value from its pickle."""
    return _MAKERS[kind](*fields)


def maker(
    kind: type[_Value], _init: Callable[Concatenate[_Value, _Fields], None]
) -> Callable[_Fields, _Value]:
    """Return a function that makes a value of its fields; no validator and no converter runs.

    It writes each field straight into its slot, which takes half as long as ``__init__`` does. The second
    argument, the ``__init__`` or ``__attrs_init__`` of the class, gives the function its signature. A sealed
    class loses its ``__attrs_init__``, which could be called on a value that is there already.
    """
    if issubclass(kind, Sealed):
        del kind.__attrs_init__
    fields = attrs.fields(kind)
    taken = [field.alias for field in fields if field.init]
    # A field that is not an argument has a factory.
    values = [field.alias if field.init else f"{field.name}_factory()" for field in fields]
    writes = [f"write_{field.name}(made_, {given})" for field, given in zip(fields, values, strict=True)]
    source = "\n ".join([f"def make({', '.join(taken)}):", "made_ = new_(kind_)", *writes, "return made_"])
    scope: dict[str, Any] = {"new_": object.__new__, "kind_": kind}
    scope |= {f"write_{field.name}": getattr(kind, field.name).__set__ for field in fields}
    scope |= {f"{field.name}_factory": field.default.factory for field in fields if not field.init}
    exec(source, scope)  # noqa: S102 - attrs writes its methods in the same way
    _MAKERS[kind] = scope["make"]
    return cast("Callable[_Fields, _Value]", scope["make"])


def remembered(kind: type[_Value]) -> Callable[[Callable[[_Value], _Fact]], Callable[[_Value], _Fact]]:
    """Let values of a kind, which never change, remember what a function of them returns.

    Such a value has a dict called ``_memory``.
    """

    def decorate(find: Callable[[_Value], _Fact]) -> Callable[[_Value], _Fact]:
        @wraps(find)
        def recall(value: Any) -> _Fact:  # noqa: ANN401 - anybody may call it with anything
            if type(value) is not kind:
                raise TypeError(f"expected {kind.__name__}, got {short(value)}")
            memory: dict[object, Any] = value._memory  # type: ignore[attr-defined] # noqa: SLF001 - as said above
            if find not in memory:
                memory[find] = find(value)
            fact: _Fact = memory[find]
            return fact

        return recall

    return decorate
