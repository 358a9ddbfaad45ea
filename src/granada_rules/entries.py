"""`Entries`: an immutable mapping of names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar, final

import attrs

from granada_rules.sealed import made_once

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Entries"]

_Thing = TypeVar("_Thing")


def _copied(entries: Mapping[str, _Thing]) -> dict[str, _Thing]:
    return dict(entries)


@final
@made_once(eq=False)
class Entries(Mapping[str, _Thing]):
    """An immutable mapping of names, shown and compared like a dict.

    A ``MappingProxyType`` would be compared by its dict, so the ``__eq__`` of a stranger could change that.
    """

    _entries: dict[str, _Thing] = attrs.field(converter=_copied)

    def __getitem__(self, name: str) -> _Thing:
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __hash__(self) -> int:
        return hash(frozenset(self._entries.items()))

    def __repr__(self) -> str:
        return repr(self._entries)
