"""Slips: what cannot be read in a file, told all at once in the order of the file."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Any, final

import attrs

from granada_rules.base.values import made_once

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["MOST_SLIPS", "RecordError", "Slip", "Slips"]


MOST_SLIPS = 40
"""Of more slips an error says only how many there are."""


@final
@made_once
class Slip:
    """An entry of a file that cannot be read, or one that is missing."""

    place: str
    """Where it stands, such as ``Red, city, row 2`` or ``line 3``; empty if it is not known."""
    given: str
    """What is written there, shortened; empty if something is missing."""
    message: str
    """The place, what is written there and what was expected.

    One line; of a text that is no TOML or JSON also the line with a caret below it, and the cure.
    """


@final
class RecordError(ValueError):
    """Raised if a file cannot be read: one line for each reason, with the place.

    ``slips`` has the reasons as data, in the order of the file: 40 of them at most, and ``more`` is how many
    there are besides. ``readable`` is what could be read without them, a `Position` if the file is one; None
    if that says nothing. What it lacks for this is in ``left_out``, by places such as ``Red, city``.
    """

    __module__ = "granada_rules"  # where users find it, for tracebacks

    def __init__(
        self,
        message: str = "",
        *,
        slips: Iterable[Slip] = (),
        more: int = 0,
        readable: Any = None,  # noqa: ANN401 - whatever the file is
        left_out: Iterable[str] = (),
    ) -> None:
        super().__init__(message)
        self.slips: tuple[Slip, ...] = tuple(slips) or (Slip("", "", message),)
        self.more = more
        self.readable = readable
        self.left_out: tuple[str, ...] = tuple(left_out)


@final
@attrs.define
class Slips:
    """What could not be read so far: the first slips of the file are kept, the others counted."""

    number: int = 0
    _first: list[tuple[tuple[int, ...], Slip]] = attrs.field(factory=list)

    def note(self, order: tuple[int, ...], slip: Slip) -> None:
        """Note a slip; those with a lower order stand before it."""
        self.number += 1
        self._first.append((order, slip))
        # Sorted now and then, so that a file full of slips takes no memory.
        if len(self._first) > 2 * MOST_SLIPS:
            self._first = self._sorted()

    def _sorted(self) -> list[tuple[tuple[int, ...], Slip]]:
        return sorted(self._first, key=itemgetter(0))[:MOST_SLIPS]

    def refuse(self, readable: object = None, left_out: Iterable[str] = ()) -> None:
        """Tell all slips, if there are any.

        Raises ``RecordError`` with them.
        """
        if self.number:
            slips = tuple(slip for _, slip in self._sorted())
            more = self.number - len(slips)
            lines = [*(slip.message for slip in slips), *([f"and {more} more"] if more else [])]
            raise RecordError("\n".join(lines), slips=slips, more=more, readable=readable, left_out=left_out)
