"""The way to the logic programs: facts in, models out.

Nothing here knows a rule. Of the package only the vocabulary and positions may be imported, here and wherever
else facts are made.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import clingo

from granada_rules.box import Cell, Clause, Edge, Edges

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from granada_rules.box import Face, Kind


FOLDER = Path(__file__).parent

Value = int | str | tuple["Value", ...]
"""A term: a number, a name, a tuple, or a function as a tuple that begins with its name."""

Model = dict[str, set[tuple[Value, ...]]]
"""What is true in an answer set: for each predicate asked for, the arguments."""

_INPUT = re.compile(r"^#defined (\w+/\d+)\.$", re.MULTILINE)


class OracleError(Exception):
    """A program, or what was given to it, is not as it should be."""


class Lying(Protocol):
    """A tile in a city: the face that is up, its moats or walls as seen, and where its roof points."""

    @property
    def face(self) -> Face: ...
    @property
    def moats(self) -> Edges: ...
    @property
    def roof(self) -> Edges: ...


class Layout(Protocol):
    """A city: its tiles, the kind of its start tile, and where the other kind began, if that is known."""

    @property
    def tiles(self) -> Mapping[Cell, Lying]: ...
    @property
    def start(self) -> Kind: ...
    @property
    def second(self) -> Cell | None: ...


def models(programs: Iterable[str], facts: Iterable[str], wanted: Iterable[str]) -> Iterator[Model]:
    """Return every model of the programs, files of this folder, with these facts.

    Facts are atoms such as ``tile(c,0,0)``, of predicates that a program declares as ``#defined``. Of the
    models there comes what is ``wanted``: predicates with the number of their arguments, such as ``wet/4``.
    Whatever clingo has to say, also that an atom occurs in no head, is an error: it would be a misspelling.
    """
    texts = [_text(FOLDER / program) for program in programs]
    inputs = {name for text in texts for name in _INPUT.findall(text)}
    yield from solve([*texts, _given(facts, inputs)], wanted)


def solve(texts: Iterable[str], wanted: Iterable[str]) -> Iterator[Model]:
    """Return every model of programs that are given as text."""
    predicates = [(name, int(arity)) for name, _, arity in (one.partition("/") for one in wanted)]
    messages: list[str] = []
    control = clingo.Control(["--models=0"], logger=lambda _code, message: messages.append(message))
    try:
        for text in [*texts, *(_shown(*predicate) for predicate in predicates)]:
            control.add("base", [], text)
        control.ground([("base", [])])
    except RuntimeError as error:
        raise OracleError("\n".join([*messages, str(error)])) from error
    if messages:
        raise OracleError("\n".join(messages))
    with control.solve(yield_=True) as handle:
        for model in handle:
            found: Model = {name: set() for name, _ in predicates}
            for symbol in model.symbols(shown=True):
                name, arguments = _atom(symbol)
                found[name].add(arguments)
            yield found


def _shown(name: str, arity: int) -> str:
    """Return a program that shows a predicate; as a rule, so that clingo complains about an unknown one."""
    variables = ",".join(f"V{number}" for number in range(arity))
    atom = f"{name}({variables})" if arity else name
    return f"#show. #show {atom} : {atom}."


@lru_cache(maxsize=1 << 14)
def _atom(symbol: clingo.Symbol) -> tuple[str, tuple[Value, ...]]:
    return symbol.name, tuple(map(value, symbol.arguments))


@lru_cache(maxsize=1 << 16)
def value(symbol: clingo.Symbol) -> Value:
    """Return a term as plain numbers, names and tuples."""
    if symbol.type is clingo.SymbolType.Number:
        return symbol.number
    arguments = tuple(map(value, symbol.arguments))
    if not symbol.name:
        return arguments
    return (symbol.name, *arguments) if arguments else symbol.name


def city(name: object, layout: Layout) -> Iterator[str]:
    """Yield the facts of a city: all tiles with the start tile, kinds, moats, where turned roofs point."""
    yield from (f"tile({name},0,0)", f"of({name},0,0,{layout.start.value})")
    for where, tile in layout.tiles.items():
        here = f"{name},{where.x},{where.y}"
        yield from (f"tile({here})", f"of({here},{tile.face.kind.value})")
        yield from (f"moat({here},{side})" for side in str(tile.moats).lower())
        if (roof := str(tile.roof).lower()) != "n":
            yield f"roof({here},{roof})"
    # A single one need not be told.
    others = sum(tile.face.kind is not layout.start for tile in layout.tiles.values())
    if layout.second is not None and others > 1:
        yield f"began({name},{layout.second.x},{layout.second.y})"


def new_tile(moats: Edges, kind: Kind) -> Iterator[str]:
    """Yield the facts of a tile that is to come into a city."""
    yield f"new_of({kind.value})"
    yield from (f"new({side})" for side in str(moats).lower())


def face(shown: Face) -> str:
    """Return the term of a face: type, price, and the walls that belong to the name of an Alhambra tile."""
    walls = "none" if shown.walls is None else str(shown.walls).lower() or "open"
    return f"face({shown.building.code.lower()},{shown.value},{walls})"


def face_term(shown: Face) -> Value:
    """Return a face as models have it."""
    return value(clingo.parse_term(face(shown)))


@cache
def clause(term: Value) -> Clause:
    """Return the clause of a term such as build(5) or, of Alhambra, a_end(3)."""
    match term:
        case (str(part), int(counted)):
            return Clause(f"{part.upper().replace('_', '-')}-{counted}")
        case _:
            raise OracleError(f"{term} is no clause")


def number(term: Value) -> int:
    """Return the number of a term that is one."""
    if not isinstance(term, int):
        raise OracleError(f"{term} is no number")
    return term


@cache
def cell(term: Value) -> Cell:
    """Return the cell of a term such as (1,-2)."""
    match term:
        case (int(x), int(y)):
            return Cell(x, y)
        case _:
            raise OracleError(f"{term} is no cell")


@cache
def edge(term: Value) -> Edge:
    """Return the edge of a term: its cell and the side."""
    match term:
        case ("edge", where, str(side)):
            return Edge(cell(where), Edges.parse(side.upper()))
        case _:
            raise OracleError(f"{term} is no edge")


@cache
def _text(program: Path) -> str:
    return program.read_text("utf-8")


def _given(facts: Iterable[str], inputs: set[str]) -> str:
    """Return facts as a program; refuse those that no program asks for."""
    atoms = [clingo.parse_term(fact) for fact in facts]
    if strangers := {f"{atom.name}/{len(atom.arguments)}" for atom in atoms} - inputs:
        raise OracleError(f"no program asks for {', '.join(sorted(strangers))}")
    return "".join(f"{atom}.\n" for atom in atoms)


# `Difference`: the package and the oracle disagree.


class Difference(AssertionError):  # noqa: N818 - it is what a comparison looks for
    """The package and the oracle disagree about a case."""


def agree(question: str, case: object, package: object, oracle: object) -> None:
    """Raise a Difference unless both sides give the same answer; it shows the case, to be pasted back."""
    if package != oracle:
        raise Difference(f"{question}\n  case: {case!r}\n  package: {package}\n  oracle: {oracle}")
