"""What a command prints: verdicts with drawings for people, JSON for programs."""

from __future__ import annotations

import json
import shutil
import sys
from typing import TYPE_CHECKING, NoReturn, final

import attrs
import click

from granada_rules import draw
from granada_rules.cli.files import printable
from granada_rules.draw import MOST_LISTED
from granada_rules.position import named

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO

    from granada_rules.clauses import Violation
    from granada_rules.cli.noted import Noted
    from granada_rules.cli.verdict import Verdict
    from granada_rules.sheet import ScoreSheet

__all__ = [
    "Judged",
    "Paper",
    "finish",
    "is_terminal",
    "leave",
    "say",
    "say_json",
    "sheet_document",
    "verdict_text",
]


def is_terminal(stream: TextIO | None) -> bool:
    """Tell whether somebody looks at a stream, which may be closed."""
    return stream is not None and stream.isatty()


@final
@attrs.frozen
class Paper:
    """What is drawn on: how wide it is, if that matters, and whether it takes colour."""

    colour: bool = False
    width: int | None = None

    @classmethod
    def of_output(cls) -> Paper:
        """Return what standard output is: a terminal, or plain where it is piped or ``NO_COLOR`` is set."""
        if not is_terminal(sys.stdout):
            return cls()
        return cls(draw.wants_colour(sys.stdout), shutil.get_terminal_size().columns)

    def drawn(self, thing: draw.Thing, show: draw.Show) -> str:
        """Return a drawing."""
        return draw.text(thing, colour=self.colour, width=self.width, show=show)

    def stressed(self, text: str, colour: str) -> str:
        """Return a text in a colour, if there is any."""
        return click.style(text, fg=colour, bold=True) if self.colour else text


def verdict_text(noted: Noted, paper: Paper) -> str:
    """Say what was found: first what no city can show, then each city that is wrong, with the witnesses."""
    verdict = noted.verdict
    file = printable(verdict.file)
    if not verdict.violations:
        return f"{file}: {paper.stressed('legal', 'green')} ({verdict.level.value})\n"
    number = len(verdict.violations)
    wrong = f"{number} violation{'s' * (number > 1)}"
    lines, drawings = _cities(noted, paper)
    listed = "".join(f"  {violation}\n" for violation in lines)
    return f"{file}: {paper.stressed(wrong, 'red')}\n{listed}" + "".join(f"\n{each}\n" for each in drawings)


def _cities(noted: Noted, paper: Paper) -> tuple[list[Violation], list[str]]:
    """Return the violations that no legend lists, and drawings of the cities with the others."""
    unlisted, drawings = list(noted.verdict.violations), []
    for name, player in named(noted.position):
        own = [each for each in noted.verdict.violations if each.player == name and each.cells]
        if player.city is not None and own:
            show = draw.Show(title=f"{name}'s city", violations=own)
            drawings.append(paper.drawn(player.city, show))
            # A legend has an end, and everything is listed.
            in_legend = set(own[:MOST_LISTED])
            unlisted = [each for each in unlisted if each not in in_legend]
    return unlisted, drawings


def say(verdict: Verdict, text: str) -> None:
    """Print what was found; what cannot be read or used goes to standard error."""
    if verdict.error is None:
        click.echo(text, nl=False)
    else:
        # A file without a name is named, too.
        file, *lines = f"{verdict.file or repr('')}: {verdict.error}".split("\n")
        click.echo("\n  ".join(map(printable, (file, *lines))), err=True)


def say_json(document: object, verdicts: Iterable[Verdict] = ()) -> None:
    """Print a document for programs; what cannot be read or used is told on standard error, too."""
    click.echo(json.dumps(document, indent=2))
    for verdict in verdicts:
        if verdict.error is not None:
            say(verdict, "")


Judged = tuple["Verdict", str]
"""A verdict, and how it reads."""


def finish(judged: Iterable[Judged], *, as_json: bool) -> None:
    """Print all verdicts, and leave with the worst."""
    found = list(judged)
    verdicts = [verdict for verdict, _ in found]
    if as_json:
        say_json([verdict.document for verdict in verdicts], verdicts)
    else:
        for verdict, text in found:
            say(verdict, text)
    click.get_current_context().exit(max(verdict.exit_code for verdict in verdicts))


def leave(verdict: Verdict, text: str, *, as_json: bool, **more: object) -> NoReturn:
    """Say what was found, for people or, with what else there is, for programs; and end."""
    if as_json:
        say_json({**verdict.document, **more}, [verdict])
    else:
        say(verdict, text)
    click.get_current_context().exit(verdict.exit_code)


def sheet_document(sheet: ScoreSheet) -> dict[str, object]:
    """Return a score sheet for programs."""
    lines = [
        {
            "clause": str(line.clause),
            "player": line.player,
            "building": None if line.building is None else line.building.code,
            "place": line.place,
            "factor": line.factor,
            "count": line.count,
            "points": line.points,
            "faces": [str(face) for face in line.faces],
            "edges": [str(edge) for edge in line.edges],
        }
        for line in sheet.lines
    ]
    return {
        "scoring": sheet.scoring.value,
        "simplified": sheet.simplified,
        "lines": lines,
        "totals": sheet.totals,
    }
