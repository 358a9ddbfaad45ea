"""Values that nothing writes over, values that only the rules make, and what values remember."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Self, TypeVar, cast

import attrs

from granada_rules.arguments import short

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Sealed", "made_once", "maker", "remembered"]

_Fields = ParamSpec("_Fields")
_Value = TypeVar("_Value", bound=attrs.AttrsInstance)
_Fact = TypeVar("_Fact")


def _remade(kind: type, fields: dict[str, object]) -> object:
    """Make a value from its pickle."""
    return _MAKERS.get(kind, kind)(**fields)


_MAKERS: dict[type, Callable[..., Any]] = {}
"""By sealed class, what makes its values."""


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

    def __repr__(self) -> str:
        kind: Any = type(self)
        shown = [
            f"{field.name}={(field.repr if callable(field.repr) else repr)(getattr(self, field.name))}"
            for field in attrs.fields(kind)
        ]
        return f"{kind.__name__}({', '.join(shown)})"

    def __reduce__(self) -> tuple[object, ...]:
        # Not by `__setstate__`, which could be called on a value that is there already.
        kind: Any = type(self)
        fields = {field.alias: getattr(self, field.name) for field in attrs.fields(kind) if field.init}
        return _remade, (kind, fields)


if TYPE_CHECKING:
    from attrs import frozen as made_once
else:

    def made_once(kind: type | None = None, **options: bool) -> object:
        """Freeze a class that fills its values in ``__new__``, as ``tuple`` does: nothing writes over them.

        ``__init__`` then does nothing, and there is no ``__setstate__``. A copy of a value is the value
        itself. Options are those of ``attrs.frozen``.
        """
        # One `__repr__` for all, because compiling one for each class would take a third of the import.
        freeze = attrs.frozen(repr=False, getstate_setstate=False, **options)
        return _filled_once(freeze(kind)) if kind is not None else lambda kind: _filled_once(freeze(kind))


def _filled_once(kind: Any) -> Any:  # noqa: ANN401 - a class of attrs
    own = vars(kind)
    if "__attrs_init__" in own:
        del kind.__attrs_init__
    else:
        kind.__new__ = staticmethod(_compiled_when_called(kind, kind.__init__))
        del kind.__init__
    for method in ("__copy__", "__deepcopy__", "__reduce__", "__repr__"):
        if method not in own:
            setattr(kind, method, getattr(Sealed, method))
    return kind


def _compiled_when_called(kind: Any, init: Callable[..., None]) -> Callable[..., object]:  # noqa: ANN401 - of attrs
    # Not when the package is imported, because few programs use every class.
    @wraps(init)
    def first(cls: type, *given: object, **named: object) -> object:
        make = _function(kind, is_checked=True)
        make.__wrapped__, make.__qualname__ = init, kind.__name__  # for `inspect`, and for error messages
        kind.__new__ = staticmethod(make)
        return make(cls, *given, **named)

    return first


def maker(
    kind: type[_Value], _init: Callable[Concatenate[_Value, _Fields], None]
) -> Callable[_Fields, _Value]:
    """Return a function that makes a value of all its fields; no validator and no converter runs.

    The second argument, the ``__init__`` or ``__attrs_init__`` of the class, gives the function its
    signature. A sealed class loses its ``__attrs_init__``, which could be called on a value that is there
    already.
    """
    make = _function(kind, is_checked=False)
    if issubclass(kind, Sealed):
        del kind.__attrs_init__
        _MAKERS[kind] = make
    return cast("Callable[_Fields, _Value]", make)


def _function(kind: Any, *, is_checked: bool) -> Any:  # noqa: ANN401 - a class of attrs, and a function
    """Compile what makes a value: with all checks, for ``__new__``, or of all fields as they are.

    It writes each field straight into its slot, which takes half as long as the ``__init__`` of attrs does.
    """
    fields = attrs.fields(kind)
    scope: dict[str, Any] = {"_new": object.__new__, "_kind": kind, "_NOTHING": attrs.NOTHING}
    for field in fields:
        scope |= _parts(kind, field)
    taken = [field for field in fields if field.init]
    if is_checked:
        parameters = ["_kind", *("*" for field in taken[:1] if field.kw_only), *map(_parameter, taken)]
        lines = [*map(_converted, taken), *map(_written, fields), *map(_checked, fields)]
        lines += ["_made.__attrs_post_init__()"] if hasattr(kind, "__attrs_post_init__") else []
    else:
        parameters, lines = [field.alias for field in taken], [*map(_written, fields)]
    body = ["_made = _new(_kind)", *filter(None, lines), "return _made"]
    exec("\n ".join([f"def make({', '.join(parameters)}):", *body]), scope)  # noqa: S102 - as attrs does it
    return scope["make"]


def _parts(kind: type, field: Any) -> dict[str, object]:  # noqa: ANN401 - a field of attrs
    name, default = field.alias, field.default
    if _has_factory(field):
        default = default.factory
    return {
        f"_write_{name}": getattr(kind, field.name).__set__,
        f"_default_{name}": default,
        f"_convert_{name}": field.converter,
        f"_check_{name}": field.validator,
        f"_field_{name}": field,
    }


def _has_factory(field: Any) -> bool:  # noqa: ANN401 - as above
    return hasattr(field.default, "factory")


def _parameter(field: Any) -> str:  # noqa: ANN401 - as above
    name: str = field.alias
    if field.default is attrs.NOTHING:
        return name
    return f"{name}=_NOTHING" if _has_factory(field) else f"{name}=_default_{name}"


def _converted(field: Any) -> str:  # noqa: ANN401 - as above
    name = field.alias
    if _has_factory(field):
        return f"{name} = _default_{name}() if {name} is _NOTHING else {name}"
    return f"{name} = _convert_{name}({name})" if field.converter else ""


def _written(field: Any) -> str:  # noqa: ANN401 - as above
    # A field that is not an argument has a factory.
    given = field.alias if field.init else f"_default_{field.alias}()"
    return f"_write_{field.alias}(_made, {given})"


def _checked(field: Any) -> str:  # noqa: ANN401 - as above
    name = field.alias
    return f"_check_{name}(_made, _field_{name}, {name})" if field.validator else ""


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
