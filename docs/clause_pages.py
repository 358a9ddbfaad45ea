"""The pages of clauses: what each says, where it stands, how it is ruled, what it looks like, and formally.

A page has a line ``<!-- clauses: BUILD -->`` where the clauses with that beginning go. The cases that are
shown are in ``rules/cases.toml``: cities, and moments of the examples with what is said there. Each states
its verdict, and a case with another verdict is an error.
"""

from __future__ import annotations

import html
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, final

import attrs

from granada_rules import (
    City,
    Clause,
    Edges,
    Face,
    Game,
    Kind,
    Scoring,
    apply,
    check,
    draw,
    general_ruling,
    moats,
    notation,
    placement,
    read_game,
    read_position,
    replay,
    scoring,
    setup,
    validate,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sphinx.application import Sphinx

    from granada_rules import Violation

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
FORMAL = HERE.parent / "tests" / "oracle"
PLACE = re.compile(r"^<!-- clauses: ([A-Z]+) -->$", re.MULTILINE)


@final
@attrs.frozen(kw_only=True)
class Case:
    """A city that shows a clause: legal, or with what is wrong."""

    clause: Clause = attrs.field(converter=Clause)
    title: str
    city: str
    granada: str | None = None
    """The Granada part of a layout of both kinds; ``city`` is then its Alhambra part."""
    breaks: list[str] = attrs.field(factory=list)
    """The clauses that it breaks, each as often as it is broken."""
    legal_for: str | None = None
    """Moats or walls of a tile: the cells where it may be built are marked."""
    moat: int | None = None
    """The length of the longest moat or wall, which is marked."""
    shown: list[str] = attrs.field(factory=list)
    """The bonus cards that are shown."""
    awards: list[str] = attrs.field(factory=list)
    """What scoring A gives for buildings, line by line, if the city is scored alone."""

    def drawn(self) -> str:
        """Return the picture with its verdict as a piece of a page."""
        city = self._city()
        violations = placement.violations(city)
        if [violation.clause.value for violation in violations] != self.breaks:
            raise ValueError(f"{self.title}: breaks {[str(each) for each in violations]}, not {self.breaks}")
        if self.moat is not None and (longest := moats.longest_barrier(city, city.start).length) != self.moat:
            raise ValueError(f"{self.title}: the longest moat is {longest}")
        if self.awards and (awards := self._majorities(city)) != self.awards:
            raise ValueError(f"{self.title}: the awards are {awards}")
        show = draw.Show(
            violations=violations,
            longest_moat=self.moat is not None,
            legal_for=None if self.legal_for is None else Edges.parse(self.legal_for),
        )
        picture = " ".join(str(draw.svg(city, show=show)).split("\n"))
        return _figure(picture + _lines(self.awards), self.title, violations)

    def _majorities(self, city: City) -> list[str]:
        cards = [Face.parse(card) for card in self.shown]
        sheet = scoring.score({"Red": city}, Scoring.A, shown={"Red": cards})
        return [str(line) for line in sheet.lines if line.building is not None]

    def _city(self) -> City:
        if self.granada is None:
            return notation.read_city(self.city)
        parts = [notation.read_city(self.city, start=Kind.ALHAMBRA), notation.read_city(self.granada)]
        tiles = {cell: tile for part in parts for cell, tile in part.tiles.items()}
        # The first tile that is drawn is where Granada began.
        return City.of(tiles, start=Kind.ALHAMBRA, second=next(iter(parts[1].tiles)))


@final
@attrs.frozen(kw_only=True)
class Moment:
    """A moment of an example, and what is said there: the last line is judged, or the whole file."""

    clause: Clause = attrs.field(converter=Clause)
    title: str
    position: str | None = None
    """The name of a position, or"""
    game: str | None = None
    """that of a game."""
    after: int | None = None
    """How many events of the game have happened; left out: all of them, which are judged."""
    says: list[str] = attrs.field(factory=list)
    """What is said then, line by line; all lines but the last one are legal."""
    breaks: list[str] = attrs.field(factory=list)
    """The clauses that it breaks, each as often as it is broken."""

    def drawn(self) -> str:
        """Return the lines with their verdict as a piece of a page."""
        violations = self._violations()
        if [violation.clause.value for violation in violations] != self.breaks:
            raise ValueError(f"{self.title}: breaks {[str(each) for each in violations]}, not {self.breaks}")
        where = f"positions/{self.position}.toml" if self.game is None else f"games/{self.game}.toml"
        when = "" if self.after is None else f", after {self.after} events"
        told = f"<p>In <code>examples/{where}</code>{when}:</p>{_lines(self.says)}"
        reasons = "<br>".join(html.escape(str(violation)) for violation in violations)
        return _figure(told + (f"<p>{reasons}</p>" if reasons else ""), self.title, violations)

    def _violations(self) -> Sequence[Violation]:
        if not self.says:
            return self._of_the_file()
        game = self._game()
        names = [player.name for player in game.table.players]
        *before, last = (notation.read_event(line, names, game.table.ruleset.tiles) for line in self.says)
        for event in before:
            game = apply(game, event)
        return check(game, last)

    def _of_the_file(self) -> Sequence[Violation]:
        if self.game is None:
            return validate(read_position(self._data())).violations
        bad = replay(read_game(self._data())).bad_event
        return () if bad is None else bad.violations

    def _game(self) -> Game:
        if self.game is None:
            return Game.from_position(read_position(self._data()))
        record = read_game(self._data())
        game = setup(record.players, record.ruleset, ages=record.ages)
        for event in replay(record).events[: self.after]:
            game = apply(game, event)
        return game

    def _data(self) -> bytes:
        folder, name = ("positions", self.position) if self.game is None else ("games", self.game)
        return (EXAMPLES / folder / f"{name}.toml").read_bytes()


def _lines(lines: Iterable[str]) -> str:
    said = "<br>".join(html.escape(line) for line in lines)
    return f"<p><code>{said}</code></p>" if said else ""


def _figure(shown: str, title: str, violations: Sequence[Violation]) -> str:
    verdict = "not legal" if violations else "legal"
    return (
        f'<figure class="case {verdict.replace(" ", "-")}">{shown}'
        f"<figcaption><b>{verdict.capitalize()}.</b> {html.escape(title)}</figcaption></figure>"
    )


def cases() -> list[Case | Moment]:
    """Return all cases that are shown."""
    listed = tomllib.loads((HERE / "rules" / "cases.toml").read_text("utf-8"))["case"]
    return [Case(**case) if "city" in case else Moment(**case) for case in listed]


def formally(clause: Clause) -> Iterator[str]:
    """Yield the blocks of the formal rules that have this clause in their comment, with where they stand."""
    for path in sorted(FORMAL.glob("*.lp")):
        for block in path.read_text("utf-8").split("\n\n"):
            lines = block.strip().splitlines()
            comments = [line for line in lines if line.startswith("%")]
            # SCORE-7 is not meant where A-SCORE-7 stands.
            if re.search(rf"(?<![A-Z]-)\b{clause}\b", "\n".join(comments)) and len(comments) < len(lines):
                yield f"% {path.name}\n{block.strip()}"


def told(clause: Clause) -> Iterator[str]:
    """Yield the paragraphs about a clause."""
    yield f"({clause})="
    yield f"## {clause}"
    yield clause.text
    if clause.replaces is not None:
        yield f"*In Alhambra, instead of* [{clause.replaces}](#{clause.replaces})."
    if clause.in_both:
        there = "In layouts of both kinds" if clause.holds_in_both else "If both are played together"
        yield f"*{there}:* {' and '.join(f'[{other}](#{other})' for other in clause.in_both)} *instead*."
    if clause.ruling:
        yield f"*Ruling.* {clause.ruling}"
    yield f"*Books:* {clause.editions}."
    if pictures := [case.drawn() for case in cases() if case.clause is clause]:
        yield f'<div class="cases">{"".join(pictures)}</div>'
    if blocks := list(formally(clause)):
        yield "<details><summary>Formally</summary>"
        yield "```prolog\n{}\n```".format("\n\n".join(blocks))
        yield "</details>"


def filled(page: str) -> str:
    """Put the clauses where a page wants them."""

    def chapter(wanted: re.Match[str]) -> str:
        clauses = [clause for clause in Clause if clause.startswith(f"{wanted[1]}-")]
        if not clauses:
            raise ValueError(f"no clauses begin with {wanted[1]}")
        return "\n\n".join(part for clause in clauses for part in told(clause))

    return PLACE.sub(chapter, page.replace("<!-- ruling on all clauses -->", general_ruling()))


def fill(_app: Sphinx, _page: str, source: list[str]) -> None:
    """Fill a page that is read."""
    source[0] = filled(source[0])
