"""Positions read from files and validated, with the report on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, final

import attrs

from granada_rules import draw
from granada_rules.base import RecordError, count
from granada_rules.box import DIRK, Box
from granada_rules.cli.files import GAME, contents, printable, reason, use_instead
from granada_rules.cli.paper import Paper
from granada_rules.cli.verdict import Verdict, leave
from granada_rules.position import Level, Position, facts_of, tile_list_notes, validate
from granada_rules.records import read_position

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from granada_rules.box import Listed
    from granada_rules.city import City, SeenCity

__all__ = ["LACKS_DIRK", "Noted", "heading", "notes_text", "read", "refuse", "verdict_text"]


LACKS_DIRK = f"{DIRK}'s tiles are not written down"
"""What is said of a game for two without them."""


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
    except RecordError as error:
        wrong = use_instead(file, data, GAME)
        return Noted(Verdict(file, Level.UNREADABLE, error=wrong)) if wrong else _beside_slips(file, error)
    return _judged(file, position)


def _judged(file: str, position: Position, left_out: Collection[str] = ()) -> Noted:
    """Validate what was read."""
    report = validate(position)
    verdict = Verdict(
        file,
        report.level,
        report.violations,
        lost=report.lost,
        notes=tuple(_notes(position, left_out)),
        undecided=report.undecided,
    )
    return Noted(verdict, position, report.missing)


def _notes(position: Position, left_out: Collection[str]) -> Iterator[str]:
    """Yield what is not judged, and what the violations rest on."""
    # DIRK-4: he takes part. What is written down and cannot be read is told as left out.
    if facts_of(position).lacks_dirk and "dirk" not in left_out:
        yield f"{LACKS_DIRK}, so they are not judged"
    yield from tile_list_notes(position)


def _beside_slips(file: str, error: RecordError) -> Noted:
    """Validate what can be read of a position."""
    told: dict[str, Any] = {"error": str(error), "slips": error.slips, "more": error.more}
    if error.readable is None:
        return Noted(Verdict(file, Level.UNREADABLE, **told))
    noted = _judged(file, error.readable, error.left_out)
    told |= {"level": Level.UNREADABLE, "left_out": error.left_out, "lost": ()}
    return attrs.evolve(noted, verdict=attrs.evolve(noted.verdict, **told))


def refuse(noted: Noted, *, as_json: bool, error: str | None = None) -> NoReturn:
    """Print the report on a position, or the error, and exit."""
    verdict = noted.verdict if error is None else attrs.evolve(noted.verdict, error=error)
    text = verdict_text(noted, Paper.of_output()) if verdict.error is None else ""
    leave(verdict, text, as_json=as_json)


def heading(name: str, city: City | SeenCity) -> str:
    """Return the heading of a player's city: ``Red's city`` or ``Red's Alhambra``."""
    return f"{name}'s {Box.of(city.start).city}"


def verdict_text(noted: Noted, paper: Paper) -> str:
    """Return the report: violations outside cities first, then drawings of the cities with violations.

    What is undecided comes after what is certain.
    """
    verdict = noted.verdict
    file, found, left_out = printable(verdict.file), verdict.found, ""
    if verdict.error is not None:
        if verdict.left_out is None:
            return ""
        file = f"{file}, as far as it can be read"
        places = "; ".join(map(printable, verdict.left_out))
        left_out = f"  left out: {places}\n" if places else ""
    if not found:
        lost = ", ".join(verdict.lost)
        note = f"  not noted, so lost when played on: {lost}\n" if lost else ""
        legal = f"{paper.stressed('legal', 'green')} ({verdict.level.value})"
        said = legal if verdict.error is None else "no violations"
        return f"{file}: {said}\n{left_out}{note}{notes_text(verdict, paper)}"
    unlisted, drawings = list(found), []
    for name, player in facts_of(noted.position).named:
        own = [each for each in found if each.player == name and each.cells]
        city = player.city or player.seen_city
        if city is not None and own:
            show = draw.Show(title=heading(name, city), violations=own)
            drawings.append(paper.drawn(city, show))
            # What a legend has no room for is listed above the drawings.
            in_legend = set(own[: draw.MOST_LISTED])
            unlisted = [each for each in unlisted if each not in in_legend]
    listed = "".join(f"  {violation}\n" for violation in unlisted)
    drawn = "".join(f"\n{each}\n" for each in drawings)
    return f"{file}: {_summary(verdict, paper)}\n{left_out}{listed}{drawn}{notes_text(verdict, paper)}"


def notes_text(verdict: Verdict, paper: Paper) -> str:
    """Return what the violations rest on and what is not judged, a line each."""
    return "".join(f"{paper.wrapped(printable(f'note: {note}'), '  ')}\n" for note in verdict.notes)


def _summary(verdict: Verdict, paper: Paper) -> str:
    """Return how many violations there are, and how many more may be."""
    number, may_be = len(verdict.violations), len(verdict.undecided)
    if not number:
        return f"{paper.stressed('undecided', 'yellow')} ({verdict.level.value})"
    more = f", {may_be} undecided" if may_be else ""
    return f"{paper.stressed(count(number, 'violation'), 'red')}{more}"
