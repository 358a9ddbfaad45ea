"""The pages of clauses: what each says, where it stands, how it is ruled, what it looks like, and formally.

``python -m tests.helpers.pages`` writes all sections of ``rules/*.md`` whose heading is the id of a clause,
and the pictures beside them; the rest of a page is written by hand. The cases that are shown are in
``rules/cases.toml``: cities, and moments of the examples with what is said there. Each states its verdict,
and a case with another verdict is an error.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
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
    from collections.abc import Iterator, Sequence

    from sphinx.application import Sphinx

    from granada_rules import Violation

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
FORMAL = HERE.parent / "tests" / "oracle"
RULES = HERE / "rules"

HEADING = re.compile(rf"^(#+) ({'|'.join(sorted(Clause, key=len, reverse=True))})$", re.MULTILINE)
CHAPTER = re.compile(
    r"^(?P<level>##+) (?P<name>[A-Z]+)-[A-Z0-9-]+\n.*?(?=^##+ (?!(?P=name)-)|\Z)", re.MULTILINE | re.DOTALL
)
"""What a page says about the clauses of one chapter, one after the other."""
GENERAL = re.compile(r"^(One ruling applies to all clauses: ).*$", re.MULTILINE)


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

    def drawn(self) -> tuple[draw.Svg, Sequence[Violation]]:
        """Return the picture and what is wrong with the city."""
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
        return draw.svg(city, show=show), violations

    def told(self, picture: str) -> Iterator[str]:
        """Yield the paragraphs about it, with the name of the picture."""
        _, violations = self.drawn()
        yield f"- **{_verdict(violations)}.** {self.title}"
        seen = "; ".join(str(violation) for violation in violations) or self.title
        yield _indented(f"![{_plain(seen)}](pictures/{picture})")
        if self.awards:
            yield _indented(_block(self.awards))

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

    def told(self) -> Iterator[str]:
        """Yield the paragraphs about it."""
        violations = self._violations()
        if [violation.clause.value for violation in violations] != self.breaks:
            raise ValueError(f"{self.title}: breaks {[str(each) for each in violations]}, not {self.breaks}")
        where = f"positions/{self.position}.toml" if self.game is None else f"games/{self.game}.toml"
        when = "" if self.after is None else f", after {self.after} events"
        end = ":" if self.says or violations else "."
        yield f"- **{_verdict(violations)}.** {self.title} In [{where}](../../examples/{where}){when}{end}"
        if said := [*self.says, *(f"-> {violation}" for violation in violations)]:
            yield _indented(_block(said))

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


def _verdict(violations: Sequence[Violation]) -> str:
    return "Not legal" if violations else "Legal"


def _plain(text: str) -> str:
    """Return a text for between brackets, where signs of Markdown have no meaning."""
    return re.sub(r"([*_\[\]<])", r"\\\1", text)


def _block(lines: Sequence[str]) -> str:
    return "\n".join(["```text", *lines, "```"])


def _indented(paragraph: str) -> str:
    """Return a paragraph as one of an entry of a list."""
    return "\n".join(f"  {line}" for line in paragraph.splitlines())


@cache
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


@cache
def pictures() -> dict[str, Case]:
    """Return the cities that are drawn by the names of their files."""
    found: dict[str, Case] = {}
    for case in cases():
        if isinstance(case, Case):
            name = f"{case.clause.lower()}-{'illegal' if case.breaks else 'legal'}"
            names = (f"{name}{number}.svg" for number in ("", *(f"-{number}" for number in range(2, 9))))
            found[next(name for name in names if name not in found)] = case
    return found


def chapter(clause: Clause) -> str:
    """Return with what the ids of a chapter begin: `BUILD`, or `A` for all of Alhambra."""
    return clause.partition("-")[0]


@cache
def homes() -> dict[str, str]:
    """Return the page of each chapter."""
    pages = {page.name: page.read_text("utf-8") for page in sorted(RULES.glob("*.md"))}
    return {
        chapter(Clause(found[2])): name for name, page in pages.items() for found in HEADING.finditer(page)
    }


def place(clause: Clause) -> str:
    """Return the page of a clause and its anchor there, as a page of clauses links it."""
    return f"{homes()[chapter(clause)]}#{clause.lower()}"


def linked(clause: Clause) -> str:
    """Return a link to a clause, for a page of clauses."""
    return f"[{clause}]({place(clause)})"


def told(clause: Clause, level: str) -> Iterator[str]:
    """Yield the paragraphs about a clause."""
    yield f"{level} {clause}"
    yield clause.text
    if clause.replaces is not None:
        yield f"*In Alhambra, instead of* {linked(clause.replaces)}."
    if clause.in_both:
        there = "In layouts of both kinds" if clause.holds_in_both else "If both are played together"
        yield f"*{there}:* {' and '.join(linked(other) for other in clause.in_both)} *instead*."
    if clause.ruling:
        yield f"*Ruling.* {clause.ruling}"
    yield f"*Books:* {clause.editions}."
    for name, case in pictures().items():
        if case.clause is clause:
            yield from case.told(name)
    for moment in cases():
        if moment.clause is clause and isinstance(moment, Moment):
            yield from moment.told()
    if blocks := list(formally(clause)):
        yield "<details><summary>Formally</summary>"
        yield "```prolog\n{}\n```".format("\n\n".join(blocks))
        yield "</details>"


def written(page: str) -> str:
    """Return a page with the sections of its clauses as they are to be."""

    def sections(found: re.Match[str]) -> str:
        clauses = [clause for clause in Clause if chapter(clause) == found["name"]]
        paragraphs = [part for clause in clauses for part in told(clause, found["level"])]
        return "\n\n".join(paragraphs) + ("\n\n" if found.end() < len(page) else "\n")

    page = GENERAL.sub(lambda found: found[1] + general_ruling(), page)
    return CHAPTER.sub(sections, page)


def label(_app: Sphinx, page: str, source: list[str]) -> None:
    """Let docstrings find the clauses of a page that is read."""
    if page.startswith("rules/"):
        source[0] = HEADING.sub(r"(\2)=\n\n\g<0>", source[0])
