"""What a file was found to be: a verdict, its exit code, and its report for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import attrs

if TYPE_CHECKING:
    from granada_rules.clauses import Violation
    from granada_rules.position import Level


__all__ = ["Verdict"]


@final
@attrs.frozen
class Verdict:
    """What a file was found to be, and everything that is wrong with it."""

    file: str
    level: Level
    violations: tuple[Violation, ...] = ()
    error: str | None = None
    """Why it cannot be read, or not be used for what was asked."""

    @property
    def exit_code(self) -> int:
        """0 if it is legal, 1 if it breaks a clause, 2 if it cannot be read or used."""
        return 2 if self.error is not None else 1 if self.violations else 0

    @property
    def document(self) -> dict[str, object]:
        """The report for programs."""
        found: dict[str, object] = {
            "file": self.file,
            "level": self.level.value,
            "violations": [
                {
                    "clause": str(violation.clause),
                    "player": violation.player,
                    "cells": [[cell.x, cell.y] for cell in violation.cells],
                    "message": violation.message,
                }
                for violation in self.violations
            ],
        }
        return found if self.error is None else {**found, "error": self.error}
