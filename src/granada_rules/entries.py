"""`Entries`: an immutable mapping."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar, final

from granada_rules.sealed import made_once

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Entries"]

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
