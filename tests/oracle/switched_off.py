"""The oracle with a rule left out or a clause switched off, and whether a comparison notices."""

from __future__ import annotations

import re
import tomllib
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from unittest.mock import patch

import attrs
from clingo.ast import AST, ASTType, parse_string

from granada_rules import Clause
from tests.oracle import (
    bridge,
    compare_actions,
    compare_cities,
    compare_favours,
    compare_games,
    compare_modules,
    compare_scorings,
    compare_worlds,
)
from tests.oracle.bridge import Difference

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    Comparison = Callable[[Random], Counter[str]]

PROGRAMS = sorted(path.name for path in bridge.FOLDER.glob("*.lp"))

WATCHED: dict[str, tuple[Comparison, ...]] = {
    **dict.fromkeys(
        ("cities.lp", "witnesses.lp", "moats.lp", "changes.lp"),
        (compare_cities.compare, compare_cities.compare_alhambra, compare_cities.compare_both),
    ),
    "scoring.lp": (
        compare_scorings.compare,
        compare_scorings.compare_alhambra,
        compare_scorings.compare_both,
        compare_games.compare,
        compare_games.compare_alhambra,
        compare_scorings.compare_modules,
        compare_modules.compare_bonus,
    ),
    **dict.fromkeys(
        ("effects.lp", "chance.lp"),
        (
            compare_games.compare,
            compare_games.compare_alhambra,
            compare_games.compare_both,
            compare_favours.compare,
            compare_games.compare_exchange,
            compare_modules.compare_bonus,
            compare_modules.compare_huts,
        ),
    ),
    **dict.fromkeys(
        ("actions.lp", "legal_actions.lp", "tried_actions.lp", "gifts.lp"),
        (
            compare_actions.compare,
            compare_actions.compare_alhambra,
            compare_actions.compare_both,
            compare_favours.compare,
            compare_actions.compare_exchange,
            compare_actions.compare_bonus,
            compare_actions.compare_huts,
        ),
    ),
    "favours.lp": (compare_favours.compare,),
    "reveals.lp": (compare_modules.compare_bonus,),
    **dict.fromkeys(("areas.lp", "handful.lp"), (compare_worlds.compare,)),
}
"""The programs, and the comparisons that put cases to them."""

SOON = 8
"""How many seeds the comparisons that are asked first get before the others get their first one."""

OF_CHAPTERS: dict[str, tuple[Comparison, ...]] = {
    "A": (
        compare_cities.compare_alhambra,
        compare_scorings.compare_alhambra,
        compare_games.compare_alhambra,
        compare_actions.compare_alhambra,
    ),
    "MIX": (
        compare_cities.compare_both,
        compare_scorings.compare_both,
        compare_games.compare_both,
        compare_actions.compare_both,
    ),
    "VIZ": (compare_favours.compare,),
    "EXC": (compare_actions.compare_exchange, compare_games.compare_exchange),
    "BON": (compare_actions.compare_bonus, compare_scorings.compare_modules, compare_modules.compare_bonus),
    "HUT": (compare_actions.compare_huts, compare_scorings.compare_modules, compare_modules.compare_huts),
}
"""The comparisons that are asked first about clauses that begin so, because they notice most."""

_CLAUSE = re.compile(r"\b(?:A-)?[A-Z]+-[0-9]+\b")


@attrs.frozen
class Rule:
    """A rule of a program: where it stands, what it says, what it derives, and its clauses."""

    program: str
    begin: int
    end: int
    text: str
    derives: frozenset[str]
    """The predicates of its head, each with the number of its arguments."""
    clauses: tuple[Clause, ...]
    """The clauses named in the comment above."""

    def __str__(self) -> str:
        return f"{self.program} [{' '.join(self.clauses)}] {self.text}"


@cache
def rules(program: str) -> tuple[Rule, ...]:
    """Return the rules of a program in order."""
    text = (bridge.FOLDER / program).read_text("utf-8")
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found: list[Rule] = []

    def collect(statement: AST) -> None:
        if statement.ast_type is ASTType.Rule:
            first, last = statement.location.begin, statement.location.end
            begin, end = (starts[place.line - 1] + place.column - 1 for place in (first, last))
            derives = frozenset(_predicates(statement.head))
            found.append(Rule(program, begin, end, text[begin:end], derives, _label(text[:begin])))

    parse_string(text, collect)
    return tuple(found)


def _label(above: str) -> tuple[Clause, ...]:
    """Return the clauses named in the comments between a rule and the blank line above it."""
    block = above.rpartition("\n\n")[2].splitlines()
    comments = [line for line in block if line.startswith("%")]
    return tuple(Clause(name) for name in _CLAUSE.findall("\n".join(comments)))


def _predicates(head: AST) -> Iterator[str]:
    """Yield the predicates of atoms anywhere in a head."""
    if head.ast_type is ASTType.SymbolicAtom:
        terms = head.symbol.arguments if head.symbol.ast_type is ASTType.Pool else [head.symbol]
        yield from (f"{term.name}/{len(term.arguments)}" for term in terms)
    elif head.ast_type is ASTType.Literal:
        yield from _predicates(head.atom)
    elif head.ast_type is ASTType.Aggregate:
        for element in head.elements:
            yield from _predicates(element.literal)


@attrs.frozen
class SwitchedOff:
    """A clause that does not hold: what that means, the rules left out of a program, and those added."""

    clause: Clause = attrs.field(converter=Clause)
    means: str
    program: str
    out: list[str] = attrs.field(factory=list)
    add: list[str] = attrs.field(factory=list)

    def __str__(self) -> str:
        return f"{self.clause} off: {self.means}"

    @property
    def dropped(self) -> list[Rule]:
        """The rules that are left out; each must be one of the program."""
        by_text = {rule.text: rule for rule in rules(self.program)}
        return [by_text[text] for text in self.out]


_LISTED = tomllib.loads(Path(__file__).with_name("switched_off.toml").read_text("utf-8"))

SWITCHED_OFF = [SwitchedOff(**listed) for listed in _LISTED["off"]]
"""Every clause that the oracle models, switched off in one way or in several."""

NAMED_BESIDES: dict[str, str] = _LISTED["named_besides"]
"""Clauses that are named beside a rule and cannot be switched off, and why."""


@contextmanager
def changed(dropped: Collection[Rule], program: str = "", added: Collection[str] = ()) -> Iterator[None]:
    """Ask the oracle without these rules for a while, and with others added to a program.

    What only they derived is declared, so that the comparison has to notice, not clingo.
    """
    with TemporaryDirectory() as folder:
        for path in bridge.FOLDER.glob("*.lp"):
            text = path.read_text("utf-8")
            gone = [rule for rule in dropped if rule.program == path.name]
            for rule in sorted(gone, key=lambda rule: rule.begin, reverse=True):
                text = text[: rule.begin] + text[rule.end :]
            more = sorted({f"#defined {name}." for rule in gone for name in rule.derives})
            more += added if path.name == program else ()
            Path(folder, path.name).write_text("\n".join([text, *more]), "utf-8")
        with patch.object(bridge, "FOLDER", Path(folder)):
            yield


def difference(
    dropped: Collection[Rule], comparisons: Collection[Comparison], seeds: Sequence[int]
) -> str | None:
    """Return the first difference that is found when these rules are missing; None if there is none."""
    clauses = [clause for rule in dropped for clause in rule.clauses]
    with changed(dropped):
        return first_of_chapters(comparisons, clauses, seeds)


def first_difference(comparisons: Collection[Comparison], seeds: Iterable[int]) -> str | None:
    """Return the first difference that is found; None if there is none."""
    for seed in seeds:
        for compare in comparisons:
            try:
                compare(Random(seed))
            except Difference as found:
                return str(found)
    return None


def first_of_chapters(
    comparisons: Collection[Comparison], clauses: Iterable[Clause], seeds: Sequence[int]
) -> str | None:
    """Return the first difference; the comparisons that are about the chapters of these clauses come first.

    Before they get many seeds the others get one: they may notice at once what these never see.
    """
    own = [compare for clause in clauses for compare in OF_CHAPTERS.get(clause.partition("-")[0], ())]
    first = [compare for compare in comparisons if compare in own]
    others = [compare for compare in comparisons if compare not in own]
    for compare, some in (
        (first, seeds[:SOON]),
        (others, seeds[:1]),
        (first, seeds[SOON:]),
        (others, seeds[1:]),
    ):
        if found := first_difference(compare, some):
            return found
    return None


def noticed(off: SwitchedOff, seeds: Sequence[int]) -> str:
    """Return the difference that a clause makes that is switched off; raise if nothing notices."""
    with changed(off.dropped, off.program, off.add):
        found = first_of_chapters(WATCHED[off.program], [off.clause], seeds)
    if found is None:
        raise AssertionError(f"nothing notices {off}")
    return found


def survivors(
    tried: Iterable[Rule], comparisons: Collection[Comparison], seeds: Collection[int]
) -> Iterator[Rule]:
    """Yield the rules without which the comparisons find no difference.

    A case that has noticed a rule comes first for the next one: it may notice more of them.
    """
    cases = [(compare, seed) for seed in seeds for compare in comparisons]
    for rule in tried:
        with changed([rule]):
            found = next((case for case in cases if first_difference(case[:1], case[1:]) is not None), None)
        if found is None:
            yield rule
        else:
            cases.remove(found)
            cases.insert(0, found)
