"""Rows of cases: a city, a moment of a game or a position, and what is said about it.

They stand in ``tests/cases``, in the form of ``docs/rules/cases.toml``, which is read here, too. A row says
what is looked at:

- ``city``, drawn as in files; beside it ``granada``, the Granada part of a layout of both kinds.
- ``laid``: a game is laid out as its file says under that name, with ``laid.like`` but for what is said here.
- ``game`` and ``after``: an example of a game, and how many of its events have happened.
- ``position``: an example, or one of `POSITIONS`; ``change`` says what is different in it, in the words of
  position files, and what is different of players under their names; ``left_out`` is no longer said. With
  ``change`` alone nothing else is said of the position.

``says`` are the lines said then: all are legal but for the last one, which is judged. ``(draws)`` stands for
whatever is drawn, and ``(until Red)`` for others who take the first card of the display until Red is to act.
``each`` are things said instead of one another after that: lines, changes, or a table of lines with what is
wrong.

``breaks`` are the clauses broken, in order, ``message`` what the reasons say, and ``about`` all their
witnesses. Without ``breaks`` all is legal. A row counts for its ``clause``, and for what it breaks, in the
game of its layout or its ``rules``.
"""

from __future__ import annotations

import tomllib
from copy import deepcopy
from typing import TYPE_CHECKING, Any, final

import attrs

import granada_rules as g
from tests.helpers import ROOT, noted
from tests.helpers.games import drawn, laid, refused, until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path


EXAMPLES = ROOT / "examples"
FILES = (*sorted((ROOT / "tests" / "cases").glob("*.toml")), ROOT / "docs" / "rules" / "cases.toml")

_DEALT = {"hands", "display", "yard", "dirk", "huts", "bonus", "ages"}
RULES = {"granada": g.GRANADA, "alhambra": g.ALHAMBRA, "both": g.BOTH}

_CHANGED = (
    *(noted.three, noted.two, noted.three_of_alhambra, noted.two_of_alhambra),
    *(noted.spent, noted.late, noted.in_all_hands, noted.after_a, noted.after_b),
)
POSITIONS: dict[str, Callable[[], g.Position]] = {made.__name__.replace("_", " "): made for made in _CHANGED}
"""Positions that rows change."""


@final
@attrs.frozen(kw_only=True)
class Case:
    """A row, as it is written."""

    clause: g.Clause = attrs.field(converter=g.Clause)
    title: str
    rules: str | None = None
    city: str | None = None
    granada: str | None = None
    laid: dict[str, Any] | None = None
    game: str | None = None
    after: int | None = None
    position: str | None = None
    change: dict[str, Any] = attrs.field(factory=dict)
    left_out: list[str] = attrs.field(factory=list)
    says: list[str] = attrs.field(factory=list)
    each: list[str] | list[dict[str, Any]] | dict[str, str | list[str]] = attrs.field(factory=list)
    breaks: list[str] = attrs.field(factory=list)
    message: str | list[str] | None = None
    about: list[str] | None = None
    # What pages show besides.
    legal_for: str | None = None
    moat: int | None = None
    shown: list[str] = attrs.field(factory=list)
    awards: list[str] = attrs.field(factory=list)

    def expected(self) -> list[list[str]]:
        """Return what each thing that is judged breaks: clauses, with the reasons if they are said."""
        if isinstance(self.each, dict):
            return [[reasons] if isinstance(reasons, str) else reasons for reasons in self.each.values()]
        messages = [self.message] if isinstance(self.message, str) else self.message
        told = self.breaks
        if messages is not None:
            told = [f"{clause}: {message}" for clause, message in zip(self.breaks, messages, strict=True)]
        return [told] * (len(self.each) or 1)

    def judged(self) -> Iterator[Sequence[g.Violation]]:
        """Yield what is wrong with each thing that is judged."""
        if self.city is not None:
            yield g.placement.violations(self.read_city())
        elif self.says or self.laid is not None:
            *before, last = self.says if not self.each else (*self.says, "")
            game = after(self.begun(), before)
            for line in self.each or [last]:
                assert isinstance(line, str)
                event = _event(game, line)
                yield refused(game, event) if g.check(game, event) else ()
        elif self.game is not None:
            bad = g.replay(g.read_game(self._example("games", self.game))).bad_event
            yield () if bad is None else bad.violations
        else:
            for change in self.each or [{}]:
                assert isinstance(change, dict)
                position = self.noted(change)
                yield noted.found(position) if self.breaks else g.validate(position).violations

    def read_city(self) -> g.City:
        """Return the city, or the layout of both parts."""
        assert self.city is not None
        if self.granada is None:
            return g.notation.read_city(self.city, start=None if self.rules is None else g.Kind(self.rules))
        parts = [g.notation.read_city(self.city, start=g.Kind.ALHAMBRA), g.notation.read_city(self.granada)]
        tiles = {cell: tile for part in parts for cell, tile in part.tiles.items()}
        # The first tile that is drawn is where Granada began.
        return g.City.of(tiles, start=g.Kind.ALHAMBRA, second=next(iter(parts[1].tiles)))

    def begun(self) -> g.Game:
        """Return the game before anything is said."""
        if self.laid is not None:
            ruleset = attrs.evolve(RULES[self.laid.get("rules", "granada")], **self.laid.get("options", {}))
            if "modules" in self.laid:
                ruleset = attrs.evolve(ruleset, modules=[g.Module(module) for module in self.laid["modules"]])
            dealt = {key: self.laid[key] for key in self.laid.keys() & _DEALT}
            return laid(**dealt, ruleset=ruleset)
        if self.game is None:
            return g.Game.from_position(self.noted({}))
        record = g.read_game(self._example("games", self.game))
        game = g.setup(record.players, record.ruleset, ages=record.ages)
        for event in g.replay(record).events[: self.after]:
            game = g.apply(game, event)
        return game

    def noted(self, change: dict[str, Any]) -> g.Position:
        """Return the position, with another change after its own."""
        if self.position in POSITIONS:
            document = g.write_position(POSITIONS[self.position]())
        elif self.position is not None:
            document = tomllib.loads(self._example("positions", self.position).decode())
        else:
            document = {"format": "granada-position/1"}
        for one, left_out in ((self.change, self.left_out), (change, [])):
            document = changed(document, one, left_out)
        return g.read_position(g.write_toml(document))

    def _example(self, folder: str, name: str) -> bytes:
        return (EXAMPLES / folder / f"{name}.toml").read_bytes()


def changed(document: dict[str, Any], change: dict[str, Any], left_out: Sequence[str]) -> dict[str, Any]:
    """Return a position file with a change; what is said of players stands under their names."""
    document = deepcopy(document)
    players = {player.get("name"): player for player in document.get("player", ())}
    for key, value in change.items():
        if key in players:
            players[key].update(value)
        else:
            document[key] = value
    for place in left_out:
        name, _, key = place.rpartition(".")
        del (players[name] if name else document)[key]
    return document


def after(game: g.Game, lines: Sequence[str]) -> g.Game:
    """Return the game after these lines, each of which is legal."""
    for line in lines:
        if line == "(draws)":
            game = drawn(game)
        elif line.startswith("(until "):
            names = [player.name for player in game.table.players]
            game = until(drawn(game), g.Seat(names.index(line[len("(until ") : -1])))
        else:
            game = g.apply(game, _event(game, line))
    return game


def _event(game: g.Game, line: str) -> g.Event:
    return g.notation.read_event(
        line, [player.name for player in game.table.players], game.table.ruleset.tiles
    )


def told(violations: Sequence[g.Violation], expected: Sequence[str]) -> list[str]:
    """Return what is wrong in the words in which it is expected: clauses alone, or with what they say."""
    has_reasons = any(": " in reason for reason in expected)
    return [str(violation) if has_reasons else violation.clause for violation in violations]


def witnesses(violations: Sequence[g.Violation]) -> list[str]:
    """Return what the violations point at, in order."""
    return [
        str(witness) for one in violations for witness in (*one.cells, *one.edges, *one.faces, *one.cards)
    ]


def read_cases(path: Path) -> list[Case]:
    """Return the rows of a file."""
    document = tomllib.loads(path.read_text("utf-8"))
    rows = []
    for row in document["case"]:
        if isinstance(given := row.pop("laid", None), str):
            given = {"like": given}
        filled = {} if given is None else {"laid": document["laid"][given["like"]] | given}
        rows.append(Case(**row, **filled))
    return rows
