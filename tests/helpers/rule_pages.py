"""The pages of clauses: what each says, where it stands, how it is ruled, what it looks like, and formally.

`written` gives all sections of ``docs/rules/*.md`` whose heading is the id of a clause; the rest of a page is
written by hand. The cases that are shown are the rows of ``docs/rules/cases.toml``, and those of
``tests/cases`` that lay out a game. A test judges them all.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from itertools import chain, islice
from typing import TYPE_CHECKING

from granada_rules import Clause, Edges, Face, Scoring, draw, general_ruling, moats, scoring
from tests.helpers import ROOT
from tests.helpers.cases import FILES, Case, read_cases

sys.path.insert(0, str(ROOT / "docs"))

from clause_pages import chapter, place

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from granada_rules import City, Violation

FORMAL = ROOT / "tests" / "oracle"

SECTIONS = re.compile(
    r"^(?P<level>##+) (?P<name>[A-Z]+)-[A-Z0-9-]+\n.*?(?=^##+ (?!(?P=name)-)|\Z)", re.MULTILINE | re.DOTALL
)
"""What a page says about the clauses of one chapter, one after the other."""

GENERAL = re.compile(r"^(One ruling applies to all clauses: ).*$", re.MULTILINE)

MOST_SHOWN = 3
"""How many things are shown of those that are said instead of one another."""


@cache
def cases() -> tuple[Case, ...]:
    """Return all cases that are shown; of those with one title the first."""
    *others, pages = map(read_cases, FILES)
    laid: dict[tuple[Clause, str], Case] = {}
    for case in chain.from_iterable(others):
        if case.laid is not None:
            laid.setdefault((case.clause, case.title), case)
    return (*pages, *laid.values())


@cache
def pictures() -> dict[str, Case]:
    """Return the cities that are drawn by the names of their files."""
    found: dict[str, Case] = {}
    for case in cases():
        if case.city is not None:
            name = f"{case.clause.lower()}-{'illegal' if case.breaks else 'legal'}"
            names = (f"{name}{number}.svg" for number in ("", *(f"-{number}" for number in range(2, 9))))
            found[next(name for name in names if name not in found)] = case
    return found


def drawn(case: Case) -> draw.Svg:
    """Return the picture of a city."""
    city = case.read_city()
    if case.moat is not None and (longest := moats.longest_barrier(city, city.start).length) != case.moat:
        raise ValueError(f"{case.title}: the longest moat is {longest}")
    if case.awards and (awards := _majorities(city, case.shown)) != case.awards:
        raise ValueError(f"{case.title}: the awards are {awards}")
    (violations,) = case.judged()
    show = draw.Show(
        violations=violations,
        longest_moat=case.moat is not None,
        legal_for=None if case.legal_for is None else Edges.parse(case.legal_for),
    )
    return draw.svg(city, show=show)


def _majorities(city: City, shown: Sequence[str]) -> list[str]:
    cards = [Face.parse(card) for card in shown]
    sheet = scoring.score({"Red": city}, Scoring.A, shown={"Red": cards})
    return [str(line) for line in sheet.lines if line.building is not None]


def told_case(case: Case, picture: str | None = None) -> Iterator[str]:
    """Yield the paragraphs about a case: what is said, and with ``->`` why it is refused."""
    try:
        found = list(case.judged())
    except ValueError as error:
        error.add_note(f"This is what happens in the case of {case.clause}: {case.title}")
        raise
    entry = f"- **{'Not legal' if any(found) else 'Legal'}.** {case.title}"
    if picture is not None:
        yield entry
        seen = "; ".join(str(violation) for violation in found[0]) or case.title
        yield _indented(f"![{_plain(seen)}](pictures/{picture})")
        lines = case.awards
    else:
        lines = [*_laid(case), *case.says, *_answers(case, found)]
        yield f"{entry}{_where(case)}{':' if lines and case.laid is None else '.' * (case.laid is None)}"
    if lines:
        yield _indented("\n".join(["```text", *lines, "```"]))


def _where(case: Case) -> str:
    if case.laid is not None:
        return ""
    where = f"positions/{case.position}.toml" if case.game is None else f"games/{case.game}.toml"
    when = "" if case.after is None else f", after {case.after} events"
    return f" In [{where}](../../examples/{where}){when}"


def _laid(case: Case) -> Iterator[str]:
    """Yield how a game is laid out: its rules and options, hands by seat, what lies open."""
    for key, value in (case.laid or {}).items():
        if key != "like":
            shown = "; ".join(value) if isinstance(value, list) else value
            options = value.items() if isinstance(value, dict) else [(key, shown)]
            yield from (f"# {name}: {option}" for name, option in options)


def _answers(case: Case, found: Sequence[Sequence[Violation]]) -> Iterator[str]:
    if not case.each:
        yield from (f"-> {violation}" for violation in found[0])
        return
    for line, violations in islice(zip(case.each, found, strict=True), MOST_SHOWN):
        yield str(line)
        yield from (f"-> {violation}" for violation in violations)


def _plain(text: str) -> str:
    """Return a text for between brackets, where signs of Markdown have no meaning."""
    return re.sub(r"([*_\[\]<])", r"\\\1", text)


def _indented(paragraph: str) -> str:
    """Return a paragraph as one of an entry of a list."""
    return "\n".join(f"  {line}" for line in paragraph.splitlines())


def formally(clause: Clause) -> Iterator[str]:
    """Yield the blocks of the formal rules that have this clause in their comment, with where they stand."""
    for path in sorted(FORMAL.glob("*.lp")):
        for block in path.read_text("utf-8").split("\n\n"):
            lines = block.strip().splitlines()
            comments = [line for line in lines if line.startswith("%")]
            # SCORE-7 is not meant where A-SCORE-7 stands.
            if re.search(rf"(?<![A-Z]-)\b{clause}\b", "\n".join(comments)) and len(comments) < len(lines):
                yield f"% {path.name}\n{block.strip()}"


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
            yield from told_case(case, name)
    for case in cases():
        if case.clause is clause and case.city is None:
            yield from told_case(case)
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
    return SECTIONS.sub(sections, page)
