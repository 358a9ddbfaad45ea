"""The command ``explain``: the text of clauses, their editions and rulings; and the names of buildings."""

from __future__ import annotations

from contextlib import suppress
from difflib import get_close_matches
from textwrap import fill
from typing import TYPE_CHECKING

import click

from granada_rules.box import Box, Building, Clause, Kind, general_ruling
from granada_rules.cli.options import JSON
from granada_rules.cli.paper import Paper
from granada_rules.cli.verdict import say_json
from granada_rules.notation import building_names, read_building

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["explain"]

_ALL = "ALL"
_CHAPTERS = tuple(dict.fromkeys(clause.partition("-")[0] for clause in Clause))
_WIDTH, _NARROWEST = 100, 30


def _completed(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """Return the clauses and chapters that begin with what was typed."""
    return [name for name in (*Clause, *_CHAPTERS, _ALL) if name.startswith(begun.upper())]


@click.command()
@click.argument("clauses", nargs=-1, required=True, metavar="CLAUSE...", shell_complete=_completed)
@JSON
def explain(clauses: tuple[str, ...], *, as_json: bool) -> None:
    """Show what a clause says, and how it was ruled.

    CLAUSE is an id such as BUILD-5, a chapter such as BUILD, or all; upper or lower case. Of a building, such
    as GA or Garten, it shows names and prices.

    Exit code: 0, or 2 if there is no such clause or building.

    \b
    Examples:
      granada-rules explain BUILD-5
      granada-rules explain end score-4
      granada-rules explain all
      granada-rules explain Garten
    """
    wanted = dict.fromkeys(each for name in clauses for each in _meant(name))
    is_all = sum(isinstance(each, Clause) for each in wanted) == len(Clause)
    if as_json:
        entries = list(map(_entry, wanted))
        if is_all:
            entries.append({"clause": "all", "text": None, "editions": None, "ruling": general_ruling()})
        say_json(entries)
        return
    paper = Paper.of_output()
    parts = ["\n".join(_lines(each, paper)) for each in wanted]
    if is_all:
        parts.append(
            f"{paper.stressed('All clauses', 'cyan')}\n{_wrapped(f'Ruling: {general_ruling()}', paper)}"
        )
    click.echo("\n\n".join(parts))


def _entry(each: Clause | Building) -> dict[str, object]:
    """Return a clause or a building, for programs."""
    if isinstance(each, Building):
        return {
            "building": each.code,
            "label": each.label,
            "kind": each.kind.value,
            "colour": each.colour,
            "prices": list(Box.of(each.kind).prices[each]),
            "names": {language: list(names) for language, names in building_names(each).items()},
        }
    return {
        "clause": str(each),
        "text": each.text,
        "editions": each.editions,
        "ruling": each.ruling,
        **({} if each.replaces is None else {"replaces": str(each.replaces)}),
        **({"in_both": list(map(str, each.in_both))} if each.in_both else {}),
    }


def _meant(name: str) -> Sequence[Clause | Building]:
    """Return the clauses of an id, a chapter or ``all``; or a building."""
    word = name.upper().replace("_", "-")
    found = [clause for clause in Clause if word in {_ALL, clause, clause.partition("-")[0]}]
    if not found:
        with suppress(ValueError):
            return [read_building(name)]
        near = get_close_matches(word, [*Clause, *_CHAPTERS], n=3)
        hint = f"did you mean {', '.join(map(str, near))}?" if near else f"chapters are {' '.join(_CHAPTERS)}"
        raise click.BadParameter(f"there is no clause {name[:40]!r}; {hint}", param_hint="CLAUSE")
    return found


def _lines(clause: Clause | Building, paper: Paper) -> Iterator[str]:
    if isinstance(clause, Building):
        yield from _lines_of_building(clause, paper)
        return
    yield paper.stressed(str(clause), "cyan")
    yield _wrapped(clause.text, paper)
    yield _wrapped(f"Editions: {clause.editions}", paper)
    if where := _in_force(clause):
        yield _wrapped(where, paper)
    if clause.ruling is not None:
        yield _wrapped(f"Ruling: {clause.ruling}", paper)


def _lines_of_building(building: Building, paper: Paper) -> Iterator[str]:
    yield paper.stressed(f"{building.code} {building.label}", "cyan")
    box = Box.of(building.kind)
    prices = box.prices[building]
    huts = "" if building.colour is None else f"; its huts are {building.colour} (A-BOX-14)"
    tiles = sum(number for (each, _), number in box.many.items() if each is building)
    yield _wrapped(
        f"Of {building.kind.label}: {tiles} tiles, prices {prices[0]} to {prices[-1]} "
        f"({Clause.BOX_2.of(building.kind)}){huts}",
        paper,
    )
    names = (f"{language} {', '.join(names)}" for language, names in building_names(building).items())
    yield _wrapped(f"Names: {'; '.join(names)}", paper)
    yield _wrapped(f"Tiles: granada-rules tiles list {building.code}", paper)


def _in_force(clause: Clause) -> str:
    """Say in which games a clause holds; empty if it holds in all of them."""
    if clause.module is not None:
        books = " and in ".join(kind.label for kind in clause.kinds)
        return f"With {clause.module.label}: by a book in {books}, elsewhere by house rule (MOD-3)"
    if not clause.kinds:
        replaced = [other for other in Clause if clause in other.in_both]
        instead = f", instead of {', '.join(replaced)}" if replaced else ""
        return f"Only if both are played together{instead}"
    if clause.replaces is not None:
        where = f"In Alhambra, instead of {clause.replaces}"
    else:
        where = f"In {clause.kinds[0].label}" if len(clause.kinds) < len(Kind) else ""
    if clause.in_both:
        there = "in layouts of both kinds" if clause.holds_in_both else "if both are played together"
        instead = f"{there}, {' and '.join(clause.in_both)} instead"
        return f"{where}; {instead}" if where else instead[0].upper() + instead[1:]
    return f"{where}, and for its tiles if both are played together" if where else ""


def _wrapped(text: str, paper: Paper) -> str:
    width = min(_WIDTH, max(_NARROWEST, paper.width or _WIDTH))
    return fill(text, width, initial_indent="  ", subsequent_indent="    ", break_long_words=False)
