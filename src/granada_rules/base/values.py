"""Values that nothing writes over, values that only the rules make, and what values remember."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from functools import wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, ParamSpec, Self, TypeVar, final

import attrs

from granada_rules.base.arguments import short

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = [
    "Entries",
    "Hashed",
    "Sealed",
    "Stamp",
    "Stamped",
    "Word",
    "bears",
    "freezer",
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
        kind.__new__ = staticmethod(_filling(kind, kind.__init__))
        del kind.__init__
    for method in ("__copy__", "__deepcopy__", "__getstate__", "__reduce__", "__repr__"):
        if method not in own:
            setattr(kind, method, getattr(Sealed, method))
    return kind


def _filling(kind: type, fill: Callable[..., None]) -> Callable[..., object]:
    """Return a ``__new__`` that fills a value by the ``__init__`` of attrs."""
    fill.__qualname__ = kind.__name__  # for error messages

    @wraps(fill)
    def make(cls: type, *given: object, **named: object) -> object:
        # Otherwise a class could fill a value of another, which has the same fields and other checks.
        if cls is not kind and not issubclass(cls, kind):
            raise TypeError(f"{kind.__name__}.__new__ makes no {cls.__name__}")
        made: object = object.__new__(cls)
        fill(made, *given, **named)
        return made

    # What `wraps` leaves behind would write over a value that is there already.
    make.__signature__ = signature(fill)  # type: ignore[attr-defined] # where `inspect` looks first
    del make.__wrapped__
    return make


@final
class Stamp:
    """What a game leaves on the events that are listed for it or for a view of it; each game has its own.

    Without stamps, every event judged, `apply` would be 0.71 times as fast.

    A playout has a new one after each event. It is not compared, shown or pickled; on an event it is no
    field, so that ``attrs.evolve`` does not take it over.
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


def stamp_of(value: object) -> Stamp:
    """Return the stamp of a game, or that of the game of a view; of anything else one of no game."""
    return getattr(value, "_stamp_to_leave", None) or Stamp()


# The functions that follow are compiled from a text, as attrs compiles its methods: with loops over the
# slots, or with the `__init__` of attrs, `apply` is 0.88 times as fast.


def maker(
    kind: type[_Value], _init: Callable[Concatenate[_Value, _Fields], None]
) -> Callable[_Fields, _Value]:
    """Return a function that makes a value of all its fields; no validator and no converter runs.

    The second argument, the ``__init__`` or ``__attrs_init__`` of the class, gives the function its
    signature. A sealed class loses its ``__attrs_init__``, which could be called on a value that is there
    already. It is no class with ``cache_hash``, whose values would have nowhere to keep their hash.
    """
    fields = _by_alias(kind).items()
    values = {alias: alias if field.init else f"_make_{alias}()" for alias, field in fields}
    make = _compiled(kind, [alias for alias, value in values.items() if value == alias], values)
    if issubclass(kind, Sealed):
        del kind.__attrs_init__
        _MAKERS[kind] = make
    return make


def freezer(kind: type[_Value]) -> Callable[[object], _Value]:
    """Return a function that makes a value of the fields of an object that has all of them, as `maker`."""
    values = {alias: f"_given.{field.name}" for alias, field in _by_alias(kind).items()}
    return _compiled(kind, ["_given"], values)


def stamper(kind: type[_Event], varying: str) -> Callable[..., list[_Event]]:
    """Return a function that makes some stamped events that differ in one field, as `maker` makes values.

    It takes the stamp, the other fields, and the varying one for each event.
    """
    values = {name: name for name in ("_stamp", *_by_alias(kind))}
    parameters = [*(name for name in values if name != varying), "_each"]
    return _compiled(kind, parameters, values, varying)


def _compiled(
    kind: type, parameters: list[str], values: dict[str, str], each: str = ""
) -> Callable[..., Any]:
    body = ["_made = _new(_kind)", *(f"_write_{name}(_made, {value})" for name, value in values.items())]
    if each:
        body = ["_all = []", f"for {each} in _each:", *(f" {line}" for line in body), " _all.append(_made)"]
    lines = [f"def make({', '.join(parameters)}):", *body, f"return {'_all' if each else '_made'}"]
    scope = {"_new": object.__new__, "_kind": kind, "_write__stamp": Stamped.__dict__["_stamp"].__set__}
    for alias, field in _by_alias(kind).items():
        scope[f"_write_{alias}"] = getattr(kind, field.name).__set__
        scope[f"_make_{alias}"] = getattr(field.default, "factory", None)
    exec("\n ".join(lines), scope)  # noqa: S102 - as said above
    make: Callable[..., Any] = scope["make"]
    return make


def _by_alias(kind: type[Any]) -> dict[str, attrs.Attribute[Any]]:
    return {field.alias: field for field in attrs.fields(kind)}


class Word(enum.Enum):
    """Base of enumerations; files and objects spell most of them as their values."""

    # A module that asks for a member at every event has a constant, such as `_ACT = Phase.ACT`: Python 3.11
    # takes ten times as long to find a member, and with members alone `apply` is 0.97 times as fast.

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    # Members are singletons, and hashing by name would be slower.
    __hash__: ClassVar[Callable[[object], int]] = object.__hash__


class Hashed:
    """Base of sealed classes that remember their hash."""

    __slots__ = ("_hash",)


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
