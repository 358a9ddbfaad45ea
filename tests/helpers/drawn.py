"""Drawings read back into what they show, and what to show in them, for tests."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import TYPE_CHECKING

import attrs
from hypothesis import settings
from hypothesis import strategies as st

import granada_rules as g
from granada_rules.draw import Show
from tests.helpers.cities import all_edges, cells
from tests.helpers.games import NAMES, altered
from tests.helpers.positions import positions, stages

if TYPE_CHECKING:
    from collections.abc import Iterator


few = settings(max_examples=25)
"""For whole cities and tables: each takes its time to build, and more are drawn in every run."""

Tile = tuple[str, g.Edges, g.Edges]
"""A code such as ``GA10``, or ``START``; moats or walls; where the roof points, nowhere at the start."""


@attrs.frozen
class Drawn:
    """What can be read from a city in box characters."""

    tiles: dict[g.Cell, Tile]
    legal: dict[g.Cell, g.Edges]
    """Cells with a plus, and the moats or walls drawn there."""
    kinds: set[g.Kind]
    """Whether moats, walls or both are drawn."""
    empty: set[g.Cell]
    """Other cells without a tile that have a frame."""
    longest: set[g.Edge]
    wrong: set[g.Edge]
    numbers: dict[g.Cell, list[int]]
    more: set[g.Cell]
    """Cells with more violations than there was room for."""


def lying(city: g.City) -> dict[g.Cell, Tile]:
    """Return the tiles of a city as they should be read."""
    built = {cell: (code_of(tile.face), tile.moats, tile.roof) for cell, tile in city.tiles.items()}
    return {g.Cell(0, 0): ("START", g.Edges(0), g.Edges(0)), **built}


def code_of(face: g.Face) -> str:
    """Return a face as it stands beside its moats or walls."""
    return str(face).partition(":")[0]


def in_kind(city: g.City, kind: g.Kind) -> g.City:
    """Return a city of the same shape, of that kind: as many tiles with the same barriers, lying alike."""

    def built(place: int, tile: g.Built) -> g.Built:
        building = kind.buildings[place % len(kind.buildings)]
        walls = tile.moats.turned_back(tile.roof) if kind is g.Kind.ALHAMBRA else None
        return g.Built(g.Face(building, tile.face.value, walls), tile.moats, tile.roof)

    if city.start is kind:
        return city
    numbered = enumerate(city.tiles.items())
    return g.City.of({cell: built(place, tile) for place, (cell, tile) in numbered}, start=kind)


def of_both_kinds(cities: st.SearchStrategy[g.City]) -> st.SearchStrategy[g.City]:
    """Cities as given, or of the same shape of the other kind."""
    return st.builds(in_kind, cities, st.sampled_from(g.Kind))


# Corners by the lines that are barriers there: none, the lying one, the standing one, both.
UPPER_LEFT = {g.Kind.GRANADA: "┌╒╓╔", g.Kind.ALHAMBRA: "┌┍┎┏"}
LOWER_RIGHT = {g.Kind.GRANADA: "┘╛╜╝", g.Kind.ALHAMBRA: "┘┙┚┛"}
BARRIERS = {g.Kind.GRANADA: "═║╒╕╘╛╓╖╙╜╔╗╚╝▄▀▌▐", g.Kind.ALHAMBRA: "━┃┍┑┕┙┎┒┖┚┏┓┗┛▓"}
"""Characters that only one kind has."""


def read(drawing: str) -> Drawn:
    """Read a city that was drawn in one band, without a title."""
    header, *lines = drawing.splitlines()
    drawn = Drawn({}, {}, _kinds_in(drawing), set(), set(), set(), {}, set())
    high = 4 if re.search(r"^.{3} .*!", drawing, re.MULTILINE) else 3
    while lines and lines[0][:3].strip(" ⋮") == "":
        if lines[0].strip() == "⋮":
            lines.pop(0)
            continue
        rows, lines = lines[:high], lines[high:]
        y = int(rows[1][:4])
        for x, column in _columns(header):
            box = [row[column : column + 8].ljust(8) for row in rows]
            if box[0][0] != " ":
                _read_box(drawn, g.Cell(x, y), box)
    return drawn


def _kinds_in(drawing: str) -> set[g.Kind]:
    return {kind for kind, letters in BARRIERS.items() if set(letters) & set(drawing)}


def _corner(letter: str, by_kind: dict[g.Kind, str], sides: list[str]) -> g.Edges:
    """Return the sides of a corner that have a barrier."""
    (meant,) = {sides[letters.index(letter)] for letters in by_kind.values() if letter in letters}
    return g.Edges.parse(meant)


def _columns(header: str) -> Iterator[tuple[int, int]]:
    column = 4
    for name in header.split():
        if name == "…":
            column += 3
        else:
            yield int(name), column
            column += 8


def _read_box(drawn: Drawn, cell: g.Cell, box: list[str]) -> None:
    top, middle, bottom = box[0], box[1], box[-1]
    moats = _corner(top[0], UPPER_LEFT, ["", "N", "W", "NW"])
    moats |= _corner(bottom[-1], LOWER_RIGHT, ["", "S", "E", "SE"])
    roofs = {
        g.Edges.N: "╱╲" in top,  # noqa: RUF001 - a roof is no slash
        g.Edges.S: "╲╱" in bottom,  # noqa: RUF001 - as above
        g.Edges.E: ">" in middle,
        g.Edges.W: "<" in middle,
    }
    roof = next((side for side, is_there in roofs.items() if is_there), g.Edges(0))
    name = middle[1:-1].strip()
    if name == "+":
        drawn.legal[cell] = moats
    elif name:
        drawn.tiles[cell] = name, moats, roof
    else:
        drawn.empty.add(cell)
    sides = {g.Edges.N: top, g.Edges.S: bottom}
    sides |= {g.Edges.W: "".join(row[0] for row in box), g.Edges.E: "".join(row[-1] for row in box)}
    for side, line in sides.items():
        if set(line) & set("▄▀▌▐▓"):
            drawn.longest.add(g.Edge(cell, side))
        if "!" in line:
            drawn.wrong.add(g.Edge(cell, side))
    if len(box) == 4 and (marks := box[2][1:-1].strip()):
        assert marks[0] == "!"
        drawn.numbers[cell] = [int(number) for number in marks.strip("!+").split(",")]
        if marks[-1] == "+":
            drawn.more.add(cell)


texts = st.text(max_size=400) | st.sampled_from(
    [
        "\x1b[31mred\x1b[0m",
        "<script>&amp;\"']]>-->",
        "a\nb\r\tc",
        "\ud800\ufffe\x00",
        "\u202eback",
        "x" * 9999,
        " ",
    ]
)

anywhere = cells | st.builds(g.Cell, st.integers(-10_000, 10_000), st.integers(-10_000, 10_000))

any_violations = st.builds(
    g.Violation,
    st.sampled_from(g.Clause),
    texts,
    st.none() | texts | st.sampled_from(["Red", "Blue"]),
    st.lists(anywhere, max_size=5).map(tuple),
    st.lists(st.builds(g.Edge, anywhere, st.sampled_from(list(g.Edges))), max_size=3).map(tuple),
)
"""Violations of anything anywhere, whatever they say."""

shows = st.builds(
    Show,
    violations=st.lists(any_violations, max_size=6),
    longest_moat=st.booleans(),
    legal_for=st.none() | all_edges,
    title=st.none() | texts,
)


@cache
def all_games() -> tuple[g.Game, ...]:
    """Return games of both kinds at all kinds of moments."""
    played = (
        stage
        for players in (2, 3, 6)
        for stage in stages(g.setup(NAMES[:players], g.ALHAMBRA), random.Random(players), thrift=0.3)
    )
    gifts = (game for game in _endings() if game.table.phase is g.Phase.GIFT and len(game.table.bought) > 1)
    return (*positions(), *list(played)[::11], next(gifts))


def _endings() -> Iterator[g.Game]:
    for seed in range(99):
        yield from stages(g.setup(NAMES[:3], g.ALHAMBRA), random.Random(seed))


games = st.integers(0, 9999).map(lambda number: all_games()[number % len(all_games())])
"""Games at all kinds of moments, made when the first of them is asked for."""


def with_all_marks(city: g.City) -> Show:
    """Return what shows all that is wrong with a city."""
    return Show(violations=g.placement.violations(city))


def with_city(table: g.Table, city: g.City) -> g.Table:
    """Return a table at which the first player has that city, however it came about."""
    first, *others = table.players
    return altered(table, players=(attrs.evolve(first, city=city), *others))


def codes(city: g.City) -> list[str]:
    """Return the codes of all faces of a city, in order."""
    return sorted(code_of(tile.face) for tile in city.tiles.values())


FACE = re.compile(rf"\b(?:{'|'.join(building.code for building in g.Building)})(?:\d+\b|\*)")


def faces_in(text: str) -> list[str]:
    """Return all codes of faces in a text, without moats or walls, in order."""
    return sorted(FACE.findall(text))


def is_harmless(text: str) -> bool:
    """Tell whether a text can be printed; what joins letters does no harm, though it is no letter."""
    return text.replace("\u200c", "").replace("\u200d", "").isprintable()


def square(drawing: str) -> str:
    """Take away what an indented drawing in a test has too much."""
    return (
        "\n".join(line.removeprefix("        ") for line in drawing.strip("\n").splitlines()).rstrip() + "\n"
    )
