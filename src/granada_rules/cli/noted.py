"""Positions read from files and validated, with the report on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, final

import attrs

from granada_rules import draw
from granada_rules.box import Box
from granada_rules.cli.files import GAME, contents, printable, reason, use_instead
from granada_rules.cli.paper import Paper
from granada_rules.cli.verdict import Verdict, leave
from granada_rules.position import Level, Position, facts_of, validate
from granada_rules.records import read_position

if TYPE_CHECKING:
    from collections.abc import Iterable

    from granada_rules.box import Listed
    from granada_rules.city import City

__all__ = ["Noted", "heading", "read", "refuse", "verdict_text"]


@final
@attrs.frozen
class Noted:
    """A position file after validation; the position is empty if the file cannot be read."""

    verdict: Verdict
    position: Position = attrs.field(factory=Position)
    missing: tuple[str, ...] = ()
    """What a complete position would also have."""


def read(file: str, tile_sets: Iterable[Listed] = (), data: bytes | OSError | None = None) -> Noted:
    """Read and validate a position; ``data`` is what `contents_here` returned for the file."""
    try:
        if isinstance(data, OSError):
            raise data
        data = contents(file) if data is None else data
    except OSError as error:
        return Noted(Verdict(file, Level.UNREADABLE, error=reason(error)))
    try:
        position = read_position(data, tile_sets)
    except ValueError as error:
        wrong = use_instead(file, data, GAME) or reason(error)
        return Noted(Verdict(file, Level.UNREADABLE, error=wrong))
    report = validate(position)
    verdict = Verdict(file, report.level, report.violations, lost=report.lost)
    return Noted(verdict, position, report.missing)


def refuse(noted: Noted, *, as_json: bool, error: str | None = None) -> NoReturn:
    """Print the report on a position, or the error, and exit."""
    verdict = noted.verdict if error is None else attrs.evolve(noted.verdict, error=error)
    leave(verdict, verdict_text(noted, Paper.of_output()), as_json=as_json)


def heading(name: str, city: City) -> str:
    """Return the heading of a player's city: ``Red's city`` or ``Red's Alhambra``."""
    return f"{name}'s {Box.of(city.start).city}"


def verdict_text(noted: Noted, paper: Paper) -> str:
    """Return the report: violations outside cities first, then drawings of the cities with violations."""
    verdict = noted.verdict
    file = printable(verdict.file)
    if not verdict.violations:
        lost = ", ".join(verdict.lost)
        note = f"  not noted, so lost when played on: {lost}\n" if lost else ""
        return f"{file}: {paper.stressed('legal', 'green')} ({verdict.level.value})\n{note}"
    unlisted, drawings = list(verdict.violations), []
    for name, player in facts_of(noted.position).named:
        own = [each for each in verdict.violations if each.player == name and each.cells]
        if player.city is not None and own:
            show = draw.Show(title=heading(name, player.city), violations=own)
            drawings.append(paper.drawn(player.city, show))
            # What a legend has no room for is listed above the drawings.
            in_legend = set(own[: draw.MOST_LISTED])
            unlisted = [each for each in unlisted if each not in in_legend]
    number = len(verdict.violations)
    wrong = paper.stressed(f"{number} violation{'s' * (number > 1)}", "red")
    listed = "".join(f"  {violation}\n" for violation in unlisted)
    return f"{file}: {wrong}\n{listed}" + "".join(f"\n{each}\n" for each in drawings)
