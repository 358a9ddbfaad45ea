"""Values that nothing writes over, values that only the rules make, and what values remember."""

from __future__ import annotations

from collections.abc import Mapping
from functools import wraps
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Self, TypeVar, cast, final

import attrs

from granada_rules.base.arguments import short

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = [
    "Entries",
    "Sealed",
    "Stamp",
    "Stamped",
    "bears",
    "freezer",
    "give_stamp",
    "hashed_once",
    "kind_of_event",
    "made_once",
    "maker",
    "remembered",
    "stamp_of",
    "stamper",
]


_Fields = ParamSpec("_Fields")

_Value = TypeVar("_Value", bound=attrs.AttrsInstance)

_Fact = TypeVar("_Fact")

_Event = TypeVar("_Event", bound="Stamped")


def _remade(kind: type, fields: dict[str, object]) -> object:
    """Make a value from its pickle."""
    return _MAKERS.get(kind, kind)(**fields)


_CACHED_HASH = "_attrs_cached_hash"
"""Where attrs keeps the hash of a value whose class has ``cache_hash``; None as long as nobody asked."""

_MAKERS: dict[type, Callable[..., Any]] = {}
"""By sealed class, what makes its values."""


class Sealed:
    """Base of classes whose values only the rules make, so that they can be relied on.

    A copy of such a value is the value itself.
    """

    __slots__ = ("_hash", "_stamp_to_leave")

    def __init__(self, *_args: object, **_fields: object) -> None:
        raise TypeError(f"{type(self).__name__} cannot be made from its fields; {self._made_by}")

    _made_by = "the rules make it"

    def __init_subclass__(cls) -> None:
        for base in cls.__mro__[1:]:
            # Classes with fields are sealed; a base that has slots alone can be inherited from.
            if issubclass(base, Sealed) and attrs.has(base):
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
            if field.repr
        ]
        return f"{kind.__name__}({', '.join(shown)})"

    def __getstate__(self) -> object:
        # That of `object` would hand out the dicts behind a value.
        raise TypeError(f"{type(self).__name__} hands out no state; pickle it as a whole")

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
    for method in ("__copy__", "__deepcopy__", "__getstate__", "__reduce__", "__repr__"):
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


@final
class Stamp:
    """What a game leaves on the events that are listed for it or for a view of it; each game has its own.

    A playout has a new one after each event. On a view and on an event it is no field: not compared, shown,
    pickled or taken over by ``attrs.evolve``.
    """

    __slots__ = ()


class Stamped:
    """Base of events. One that the rules listed for a game bears its stamp, and is not judged again."""

    __slots__ = ("_stamp",)


def kind_of_event(event: object) -> type:
    """Return the class of an event; `object` if a metaclass could let that class pass for another."""
    kind = type(event)
    return kind if type(kind) is type else object


def bears(event: Stamped, stamp: Stamp) -> bool:
    """Tell whether an event bears a stamp. It is of one of the event classes: others may lie."""
    return getattr(event, "_stamp", None) is stamp


give_stamp: Callable[[Sealed, Stamp], None] = Sealed.__dict__["_stamp_to_leave"].__set__
"""Gives a view the stamp of its game."""


def stamp_of(value: object) -> Stamp:
    """Return the stamp of a game, or that of the game of a view; a pickled view has one of no game."""
    return getattr(value, "_stamp_to_leave", None) or Stamp()


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


def freezer(kind: type[_Value]) -> Callable[[object], _Value]:
    """Return a function that makes a value of the fields of an object that has all of them.

    As with `maker`, no validator and no converter runs.
    """
    fields: tuple[attrs.Attribute[Any], ...] = attrs.fields(kind)
    given = {field.alias: f"_given.{field.name}" for field in fields}
    body = [f" _write_{name}(_made, {value})" for name, value in given.items()]
    lines = ["def make(_given):", " _made = _new(_kind)", *body, " return _made"]
    return cast("Callable[[object], _Value]", _compiled(lines, _scope(kind)))


def stamper(kind: type[_Event], varying: str) -> Callable[..., list[_Event]]:
    """Return a function that makes some stamped events that differ in one field.

    It takes the stamp, the other fields, and the varying one for each event. As with `maker`, no validator
    and no converter runs.
    """
    fields: tuple[attrs.Attribute[Any], ...] = attrs.fields(cast("Any", kind))
    names = [field.alias for field in fields]
    same = [name for name in names if name != varying]
    writes = [f"_write_{name}(_made, {name})" for name in (*names, "_stamp")]
    body = [
        f"def make(_stamp, {''.join(f'{name}, ' for name in same)}_each):",
        " _many = []",
        f" for {varying} in _each:",
        "  _made = _new(_kind)",
        *(f"  {write}" for write in writes),
        "  _many.append(_made)",
        " return _many",
    ]
    return cast("Callable[..., list[_Event]]", _compiled(body, _scope(kind)))


def _function(kind: Any, *, is_checked: bool) -> Any:  # noqa: ANN401 - a class of attrs, and a function
    """Compile what makes a value: with all checks, for ``__new__``, or of all fields as they are.

    It writes each field straight into its slot, which takes half as long as the ``__init__`` of attrs does.
    """
    fields = attrs.fields(kind)
    taken = [field for field in fields if field.init]
    lines = [f"_write_{field.alias}(_made, {_value(field, is_checked=is_checked)})" for field in fields]
    parameters = [field.alias for field in taken]
    if is_checked:
        parameters = ["_kind", *("*" for field in taken[:1] if field.kw_only), *map(_parameter, taken)]
        lines += map(_check, filter(attrgetter("validator"), fields))
        lines += ["_made.__attrs_post_init__()"] if hasattr(kind, "__attrs_post_init__") else []
    if hasattr(kind, _CACHED_HASH):
        lines.insert(0, "_write_hash(_made, None)")
    if issubclass(kind, Stamped):
        lines.insert(0, "_write__stamp(_made, None)")
    body = ["_made = _new(_kind)", *lines, "return _made"]
    return _compiled([f"def make({', '.join(parameters)}):", *(f" {line}" for line in body)], _scope(kind))


def _compiled(lines: list[str], scope: dict[str, Any]) -> Any:  # noqa: ANN401 - a function
    exec("\n".join(lines), scope)  # noqa: S102 - attrs writes its methods in the same way
    return scope["make"]


def _scope(kind: Any) -> dict[str, Any]:  # noqa: ANN401 - a class of attrs
    scope: dict[str, Any] = {"_new": object.__new__, "_kind": kind, "_NOTHING": attrs.NOTHING}
    if hasattr(kind, _CACHED_HASH):
        scope["_write_hash"] = getattr(kind, _CACHED_HASH).__set__
    if issubclass(kind, Stamped):
        scope["_write__stamp"] = Stamped.__dict__["_stamp"].__set__
    for field in attrs.fields(kind):
        scope |= {
            f"_write_{field.alias}": getattr(kind, field.name).__set__,
            f"_default_{field.alias}": getattr(field.default, "factory", field.default),
            f"_convert_{field.alias}": getattr(field.converter, "converter", field.converter),
            f"_check_{field.alias}": field.validator,
            f"_field_{field.alias}": field,
        }
    return scope


def _check(field: Any) -> str:  # noqa: ANN401 - a field of attrs
    return f"_check_{field.alias}(_made, _field_{field.alias}, _made.{field.name})"


def _parameter(field: Any) -> str:  # noqa: ANN401 - as above
    name: str = field.alias
    if field.default is attrs.NOTHING:
        return name
    return f"{name}=_NOTHING" if hasattr(field.default, "factory") else f"{name}=_default_{name}"


def _value(field: Any, *, is_checked: bool) -> str:  # noqa: ANN401 - as above
    """Return what is written into a field: a factory's value if there is no other, and converted."""
    name: str = field.alias
    if not field.init:
        return _made(field)
    if not is_checked:
        return name
    has_factory = hasattr(field.default, "factory")
    given = f"{_made(field)} if {name} is _NOTHING else {name}" if has_factory else name
    if field.converter is None:
        return given
    return f"_convert_{name}({given}{', _made' if getattr(field.converter, 'takes_self', False) else ''})"


def _made(field: Any) -> str:  # noqa: ANN401 - as above
    """Return what the factory of a field makes."""
    return f"_default_{field.alias}({'_made' if field.default.takes_self else ''})"


def hashed_once(value: Any) -> int:  # noqa: ANN401 - of any sealed class
    """Return the hash of a sealed value, of all fields that are compared; its ``_hash`` remembers that."""
    known: int | None = getattr(value, "_hash", None)
    if known is None:
        compared = [field for field in attrs.fields(type(value)) if field.eq]
        given = [(field.eq_key or _as_it_is)(getattr(value, field.name)) for field in compared]
        known = hash(tuple(given))
        object.__setattr__(value, "_hash", known)
    return known


def _as_it_is(given: object) -> object:
    return given


def remembered(kind: type[_Value]) -> Callable[[Callable[[_Value], _Fact]], Callable[[_Value], _Fact]]:
    """Let values of a kind, which never change, remember what a function of them returns; not None.

    Such a value has a dict called ``_memory``.
    """

    def decorate(find: Callable[[_Value], _Fact]) -> Callable[[_Value], _Fact]:
        @wraps(find)
        def recall(value: Any) -> _Fact:  # noqa: ANN401 - anybody may call it with anything
            if type(value) is not kind:
                raise TypeError(f"expected {kind.__name__}, got {short(value)}")
            memory: dict[object, _Fact] = value._memory  # type: ignore[attr-defined] # noqa: SLF001 - as said above
            fact = memory.get(find)
            if fact is None:
                fact = memory[find] = find(value)
            return fact

        return recall

    return decorate


_Key = TypeVar("_Key")

_Thing = TypeVar("_Thing")


class _Kept:
    """What is no field of `Entries`: fields are handed out by ``match`` and by functions of attrs."""

    __slots__ = ("_entries",)


_write_entries = _Kept.__dict__["_entries"].__set__


@final
@made_once(eq=False, init=False)
class Entries(_Kept, Mapping[_Key, _Thing]):
    """An immutable mapping, shown and compared like a dict.

    A ``MappingProxyType`` would be compared by its dict, so the ``__eq__`` of a stranger could change that.
    """

    if TYPE_CHECKING:
        _entries: dict[_Key, _Thing]

    def __new__(cls, entries: Mapping[_Key, _Thing]) -> Entries[_Key, _Thing]:
        """Make a mapping with these entries."""
        made = object.__new__(cls)
        _write_entries(made, dict(entries))
        return made

    def __getitem__(self, key: _Key) -> _Thing:
        return self._entries[key]

    def __iter__(self) -> Iterator[_Key]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __hash__(self) -> int:
        return hash(frozenset(self._entries.items()))

    def __repr__(self) -> str:
        return repr(self._entries)

    def __reduce__(self) -> tuple[object, ...]:
        return Entries, (self._entries.copy(),)
