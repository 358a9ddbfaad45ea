"""`RefusedError`: what a referee refuses, and why; and what a seat says, as an action of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast, final, get_args

from granada_rules.game import Action, Draw
from granada_rules.notation import LONGEST_LINE, read_event

if TYPE_CHECKING:
    from collections.abc import Iterable

    from granada_rules.box import Seat, Tiles, Violation

__all__ = ["RefusedError", "own_action"]


_ACTIONS: Final = frozenset(get_args(Action))


@final
class RefusedError(ValueError):
    """Raised if a referee refuses what a seat says; nothing has changed. The text has a line a reason."""

    __module__ = "granada_rules"  # where users find it, for tracebacks

    reasons: tuple[str, ...]
    """All reasons, one line each. They may be sent to the seat that was refused."""
    violations: tuple[Violation, ...]
    """The reasons as values, if the rules forbid it; else empty."""

    def __init__(self, *reasons: str, violations: Iterable[Violation] = ()) -> None:
        self.violations = tuple(violations)
        self.reasons = (*reasons, *map(str, self.violations))
        super().__init__(*self.reasons)

    def __str__(self) -> str:
        return "\n".join(self.reasons)


def own_action(seat: Seat, said: object, names: tuple[str, ...], tiles: Tiles) -> Action:
    """Return the action that a seat says, as a value or as a line.

    Raises ``RefusedError`` if it is none, or not one of that seat.
    """
    name = names[seat]
    event = said
    if isinstance(said, str):
        if len(said) > LONGEST_LINE:
            raise RefusedError(f"a line has at most {LONGEST_LINE} characters")
        try:
            event = read_event(said, names, tiles)
        except ValueError as error:
            raise RefusedError(str(error)) from None
    if isinstance(event, Draw):
        raise RefusedError(f"{name} cannot draw: draws are the dealer's")
    # Not `isinstance`: a subclass may say one thing now and another later.
    if type(event) not in _ACTIONS:
        raise RefusedError(f"expected an action or its line, got {type(event).__name__}")
    action = cast("Action", event)
    if action.seat != seat:
        raise RefusedError(f"{name} acts for {name}, and for nobody else")
    return action
