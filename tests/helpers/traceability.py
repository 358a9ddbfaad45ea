"""Which code and which tests stand behind each clause: ``python -m tests.helpers.traceability``.

Tests name their clauses with the markers ``accepts`` and ``rejects``; code names them in comments,
docstrings and as members of ``Clause``. Every clause is in exactly one state: enforced (cited in the
code, with an accepting and a rejecting test in each game in which it is in force), nothing to enforce, or
pending. The games are Alhambra, Granada, and both together, which has clauses of its own.

A test of a clause that holds in several games counts for Granada, unless it says something else: decorated
with ``each_game`` it is run in both and counts for both, with ``every_game`` also for both together; marked
with ``game="alhambra"`` it counts for that game, and with ``game="any"`` (for what is drawn over all
rulesets) for all.

A row in ``tests/cases`` rejects by its clause and by what it breaks, and accepts by its clause if something
in it breaks nothing; it counts for its ``rules``, or else for the game of its layout, or else for Granada.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from granada_rules.box import Clause, Kind
from tests.helpers import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

NOTHING_TO_ENFORCE: dict[Clause, str] = {
    Clause.BOX_10: "a reserve without a limit cannot be overfilled",
    Clause.SCORE_10: "points are plain numbers; the track is only a way to write them down",
}
"""Clauses that nothing can break, and why."""

_PARTS: dict[str, str] = {}

PENDING: dict[Clause, str] = {Clause(name): part for part, names in _PARTS.items() for name in names.split()}
"""Clauses whose enforcement is still to come, and the part that brings it."""

_IDS = frozenset(map(str, Clause))
_CITATION = re.compile(r"(?<![\w-])(?:A-)?[A-Z]{2,}-\d+|\bClause\.(?:A_)?[A-Z]+_\d+")
_OTHER_NAMES = {"SHAKE-256", "UTF-8", "UTF-16", "UTF-32"}
"""What looks like an id and is none."""
_CITING_PLACES = ("src", "tests", "verification", "docs", "examples", "benchmarks")
_CITING_PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")
_CITING_SUFFIXES = {".py", ".md", ".toml", ".lp"}
_BOTH = "both"
GAMES = (*(kind.value for kind in Kind), _BOTH)
_ANY_GAME = "any"
_DECORATED = {"each_game": "each", "every_game": _ANY_GAME}
_MEANT = {_ANY_GAME: GAMES, "each": GAMES[:-1]}
_DEFINITIONS = Path("src/granada_rules/box/clauses.py")


Tests = dict[tuple[str, str], list[str]]
"""Tests by clause and game."""

_Mark = tuple[str, str, str, str | None]
"""Test, marker, argument and game."""


@attrs.frozen
class Trace:
    """What a tree says about the clauses."""

    code: Mapping[str, list[str]]
    accepting: Tests
    rejecting: Tests
    unknown: list[str]

    def lacking(self, clause: Clause) -> list[str]:
        """Return what the clause lacks to be enforced in every game in which it is in force."""
        lacking = [] if self.code.get(clause) else ["citation in the code"]
        for game in _in_force(clause):
            if not self.accepting.get((clause, game)):
                lacking.append(f"accepting test in {game.title()}")
            if not self.rejecting.get((clause, game)):
                lacking.append(f"rejecting test in {game.title()}")
        return lacking


def _citations(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and id of the citations in a file, once a line; ``Clause.BUILD_2`` reads as ``BUILD-2``."""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        names = (citation.removeprefix("Clause.").replace("_", "-") for citation in _CITATION.findall(line))
        yield from ((number, name) for name in dict.fromkeys(names))


def _citing_files(root: Path) -> Iterator[Path]:
    for place in _CITING_PLACES + _CITING_PAGES:
        path = root / place
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.suffix in _CITING_SUFFIXES and file.is_file():
                yield file


def _marks(path: Path) -> Iterator[_Mark]:
    """Yield test, marker, argument and game for every clause marker of the tests in a file.

    An argument that is no string literal comes as its source text, which is no clause and no game.
    """
    for function in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if not function.name.startswith("test_"):
            continue
        in_games = [
            _DECORATED[name] for one in function.decorator_list if (name := ast.unparse(one)) in _DECORATED
        ]
        for decorator in function.decorator_list:
            call = decorator if isinstance(decorator, ast.Call) else None
            marker = ast.unparse(call.func if call else decorator)
            if marker in {"pytest.mark.accepts", "pytest.mark.rejects"}:
                keywords = {word.arg: _literal(word.value) for word in call.keywords} if call else {}
                game = keywords.get("game", in_games[0] if in_games else None)
                arguments = [each for argument in call.args for each in _unpacked(argument)] if call else []
                for argument in arguments or [ast.Constant("")]:
                    yield function.name, marker.removeprefix("pytest.mark."), _literal(argument), game


def _rows(file: Path) -> Iterator[_Mark]:
    """Yield the titles of the rows of cases in a file, as tests are."""
    document = tomllib.loads(file.read_text("utf-8"))
    for row in document["case"]:
        laid = row.get("laid", {})
        like = laid if isinstance(laid, str) else laid.get("like")
        game = row.get("rules") or document.get("laid", {}).get(like, {}).get("rules")
        each = row.get("each", ())
        reasons = [row.get("breaks", [])]
        if isinstance(each, dict):
            reasons = [[reason] if isinstance(reason, str) else reason for reason in each.values()]
        broken = {reason.partition(":")[0] for told in reasons for reason in told}
        for clause in sorted(broken | {row["clause"]}) if broken else ():
            yield row["title"], "rejects", clause, game
        if [] in reasons:
            yield row["title"], "accepts", row["clause"], game


def _unpacked(argument: ast.expr) -> list[ast.expr]:
    """Return the parts of an argument such as ``*("BUILD-1", "BUILD-2")``, or the argument itself."""
    whole = argument.value if isinstance(argument, ast.Starred) else None
    return whole.elts if isinstance(whole, ast.Tuple | ast.List) else [argument]


def _literal(argument: ast.expr) -> str:
    literal = argument.value if isinstance(argument, ast.Constant) else None
    return literal if isinstance(literal, str) else ast.unparse(argument)


def _in_force(clause: Clause) -> list[str]:
    """Return the games in which a clause is in force; of a module, those to which a book adds it."""
    if clause.partition("-")[0] == "MOD":
        return [Kind.ALHAMBRA.value]
    if clause.module is not None:
        return [kind.value for kind in clause.kinds]
    return [kind.value for kind in clause.kinds] + [_BOTH] * clause.holds_in_both


def _games(clause: Clause, game: str | None) -> list[str]:
    """Return the games that a test counts for."""
    in_force = _in_force(clause)
    if clause.partition("-")[0] == "MOD":
        return in_force
    if game is None:
        # Granada's is the older game here.
        return [kind.value for kind in clause.kinds][-1:] or in_force
    meant = _MEANT.get(game, (game,))
    # A clause of both together needs no word about it.
    return [one for one in in_force if one in meant] or ([] if clause.kinds or game in GAMES else in_force)


def trace(root: Path) -> Trace:
    """Scan a project for what it says about the clauses."""
    code: defaultdict[str, list[str]] = defaultdict(list)
    tests: dict[str, Tests] = {"accepts": {}, "rejects": {}}
    unknown = []
    for file in _citing_files(root):
        path = file.relative_to(root)
        for line, name in _citations(file):
            if name in _OTHER_NAMES:
                continue
            if name not in _IDS:
                unknown.append(f"{path.as_posix()}:{line}: there is no clause {name}")
            elif path.parts[0] == "src" and path.suffix == ".py" and path != _DEFINITIONS:
                code[name].append(f"{path.as_posix()}:{line}")
        # A function elsewhere is not run by pytest, whatever its name.
        if path.parts[0] == "tests" and path.match("test_*.py"):
            unknown += _note_tests(_marks(file), path, tests)
    for file in sorted((root / "tests" / "cases").glob("*.toml")):
        unknown += _note_tests(_rows(file), file.relative_to(root), tests)
    return Trace(code, tests["accepts"], tests["rejects"], unknown)


def _note_tests(marks: Iterable[_Mark], path: Path, tests: dict[str, Tests]) -> Iterator[str]:
    """Note the tests of a file by what they accept and reject; yield what is wrong with their markers."""
    for test, marker, name, game in marks:
        place = f"{path.as_posix()}::{test}"
        if name not in _IDS:
            yield f"{place}: {marker} {name!r}, which is no clause"
            continue
        games = _games(Clause(name), game)
        if not games:
            yield f"{place}: {marker} {name!r} in {game!r}, where it is not in force"
        for counted in games:
            tests[marker].setdefault((name, counted), []).append(place)


def problems(found: Trace, nothing: Mapping[Clause, str], pending: Mapping[Clause, str]) -> list[str]:
    """Return everything that is wrong: clauses in no state or in two, and citations of no clause."""
    wrong = []
    for clause in Clause:
        lacking = found.lacking(clause)
        if clause in nothing and clause in pending:
            wrong.append(f"{clause}: both pending and nothing to enforce")
        elif clause in nothing and any(found.rejecting.get((clause, game)) for game in GAMES):
            wrong.append(f"{clause}: nothing to enforce, but a test rejects by it")
        elif clause in pending and not lacking:
            wrong.append(f"{clause}: no longer pending")
        elif clause not in nothing and clause not in pending and lacking:
            wrong.append(f"{clause}: no {', no '.join(lacking)}")
    return wrong + found.unknown


def table(found: Trace, nothing: Mapping[Clause, str], pending: Mapping[Clause, str]) -> Iterator[str]:
    """Yield the lines of a table: clause, state, counts, and below them the places and tests.

    For each game there are two numbers: of tests that accept, and of tests that reject.
    """
    yield f"{'clause':<12}{'code':>4}" + "".join(f"{game.title():>11}" for game in GAMES) + "  state"
    for clause in Clause:
        if clause in nothing:
            state = f"nothing to enforce: {nothing[clause]}"
        elif clause in pending:
            state = f"pending: {pending[clause]}"
        else:
            state = "INCOMPLETE" if found.lacking(clause) else "enforced"
        code = found.code.get(clause, [])
        tests = {
            game: [column.get((clause, game), []) for column in (found.accepting, found.rejecting)]
            for game in _in_force(clause)
        }
        counts = ("+".join(str(len(names)) for names in tests.get(game, [])) for game in GAMES)
        yield (
            f"{clause:<12}{len(code):>4}" + "".join(f"{count or '-':>11}" for count in counts) + f"  {state}"
        )
        yield from (f"    code     {place}" for place in code)
        for game, named in tests.items():
            for column, names in zip(("accepts", "rejects"), named, strict=True):
                yield from (f"    {column:<8} {game.title():<9} {name}" for name in names)


def main(root: Path = ROOT) -> int:
    """Print the table and the problems; return 1 if there are any."""
    found = trace(root)
    wrong = problems(found, NOTHING_TO_ENFORCE, PENDING)
    lines = [*table(found, NOTHING_TO_ENFORCE, PENDING), "", *wrong, f"{len(wrong)} problems"]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
