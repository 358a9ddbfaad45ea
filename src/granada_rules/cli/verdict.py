"""Verdicts on files, and printing them as text or JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NoReturn, final

import attrs
import click

from granada_rules.cli.files import printable, readable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from granada_rules.box import Violation
    from granada_rules.position import Level


__all__ = ["Judged", "Verdict", "finish", "leave", "say", "say_json"]


@final
@attrs.frozen
class Verdict:
    """The verdict on a file: its level, all violations, or the error."""

    file: str = attrs.field(converter=readable)
    level: Level
    violations: tuple[Violation, ...] = ()
    error: str | None = None
    """Why the file cannot be read, or cannot be used for the command."""
    lost: tuple[str, ...] = ()
    """What a complete position does not note, so that playing on loses it."""
    notes: tuple[str, ...] = ()
    """What the violations rest on, and what is not judged."""
    undecided: tuple[Violation, ...] = ()
    """What is broken or not, depending on what is not seen."""

    @property
    def found(self) -> tuple[Violation, ...]:
        """What is broken for certain, then what may be."""
        return *self.violations, *self.undecided

    @property
    def exit_code(self) -> int:
        """0 if it is legal, 1 if it breaks a clause, 2 if it cannot be read or used, 3 if undecided."""
        if self.error is not None:
            return 2
        return 1 if self.violations else 3 if self.undecided else 0

    @property
    def document(self) -> dict[str, object]:
        """The JSON document."""
        from granada_rules.wire import write_violation

        found: dict[str, object] = {
            "file": self.file,
            "level": self.level.value,
            "violations": [write_violation(violation) for violation in self.violations],
        }
        if self.undecided:
            found["undecided"] = [write_violation(violation) for violation in self.undecided]
        if self.lost:
            found["lost"] = list(self.lost)
        if self.notes:
            found["notes"] = list(self.notes)
        return found if self.error is None else {**found, "error": self.error}


_FROM_BEST_TO_WORST = (0, 3, 1, 2)
"""Exit codes."""

Judged = tuple[Verdict, str]
"""A verdict and its report as text."""


def say(verdict: Verdict, text: str) -> None:
    """Print a report; errors go to standard error."""
    if verdict.error is None:
        click.echo(text, nl=False)
    else:
        # An empty file name is shown as ''.
        file, *lines = f"{verdict.file or repr('')}: {verdict.error}".split("\n")
        click.echo("\n  ".join(map(printable, (file, *lines))), err=True)


def say_json(document: object, verdicts: Iterable[Verdict] = ()) -> None:
    """Print a JSON document; errors go to standard error as well."""
    click.echo(json.dumps(document, indent=2))
    for verdict in verdicts:
        if verdict.error is not None:
            say(verdict, "")


def finish(judged: Iterable[Judged], *, as_json: bool) -> None:
    """Print all verdicts, and exit with the worst code."""
    found = list(judged)
    verdicts = [verdict for verdict, _ in found]
    if as_json:
        say_json([verdict.document for verdict in verdicts], verdicts)
    else:
        for verdict, text in found:
            say(verdict, text)
    codes = {verdict.exit_code for verdict in verdicts}
    click.get_current_context().exit(max(codes, key=_FROM_BEST_TO_WORST.index))


def leave(verdict: Verdict, text: str, *, as_json: bool, **more: object) -> NoReturn:
    """Print a verdict and exit; ``more`` is added to the JSON document."""
    if as_json:
        say_json({**verdict.document, **more}, [verdict])
    else:
        say(verdict, text)
    click.get_current_context().exit(verdict.exit_code)
