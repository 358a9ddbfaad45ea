"""Score sheets in files, as positions hold them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from granada_rules.arguments import short
from granada_rules.clauses import Clause
from granada_rules.fields import Fields, expected, good_name
from granada_rules.grid import Edge
from granada_rules.sheet import Line, ScoreSheet
from granada_rules.state import Scoring
from granada_rules.tiles import CODES, Face
from granada_rules.toml import RecordError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["read_sheets", "written_sheets"]

_Thing = TypeVar("_Thing")

_MOST_SHEETS = 10
"""More than three sheets can be written, and break SCORE-1."""

_SCORINGS = {scoring.value: scoring for scoring in Scoring}
_CLAUSES = {str(clause): clause for clause in (Clause.SCORE_4, Clause.SCORE_7, Clause.SIMPLE_1)}


def read_sheets(table: Fields) -> tuple[ScoreSheet, ...] | None:
    """Return the score sheets of a position; ``None`` if it has no entry for them."""
    return table.listed("sheets", _sheet, _MOST_SHEETS)


def _sheet(entry: object) -> ScoreSheet:
    fields = Fields(expected(dict, entry, "a score sheet"), "")
    sheet = ScoreSheet(
        scoring=_there("scoring", fields.one_of("scoring", _SCORINGS)),
        simplified=_there("simplified", fields.optional("simplified", bool)),
        players=_there("players", fields.listed("players", lambda name: good_name(name, "a name"))),
        lines=_there("lines", fields.listed("lines", _line)),
    )
    fields.no_others()
    return sheet


def _line(entry: object) -> Line:
    fields = Fields(expected(dict, entry, "an award"), "")
    line = Line(
        clause=_there("clause", fields.one_of("clause", _CLAUSES)),
        player=_there("player", fields.name("player")),
        factor=_there("factor", fields.optional("factor", int)),
        count=_there("count", fields.optional("count", int)),
        building=fields.one_of("building", CODES),
        place=fields.optional("place", int),
        faces=fields.listed("faces", _face) or (),
        tied=fields.listed("tied", _tied) or (),
        edges=fields.listed("edges", lambda edge: Edge.parse(expected(str, edge, "an edge"))) or (),
    )
    points = fields.optional("points", int)
    if points is not None and points != line.points:
        product = f"{short(line.factor)} x {short(line.count)}"
        raise RecordError(f"points: expected {product} = {short(line.points)}, got {points}")
    fields.no_others()
    return line


def _there(key: str, value: _Thing | None) -> _Thing:
    if value is None:
        raise RecordError(f"{key} is missing")
    return value


def _face(entry: object) -> Face:
    return Face.parse(expected(str, entry, "a face"))


def _tied(entry: object) -> tuple[str, Face]:
    match expected(list, entry, "a player and a face"):
        case [player, face]:
            return good_name(player, "a player"), _face(face)
        case _:
            raise RecordError('expected a player and a face, such as ["Red", "SC10"]')


def written_sheets(sheets: Iterable[ScoreSheet] | None) -> list[Mapping[str, object]] | None:
    """Return score sheets as plain data: what an award does not have is left out."""
    return None if sheets is None else [_written_sheet(sheet) for sheet in sheets]


def _written_sheet(sheet: ScoreSheet) -> dict[str, object]:
    return {
        "scoring": sheet.scoring.value,
        "simplified": sheet.simplified,
        "players": list(sheet.players),
        "lines": [_written_line(line) for line in sheet.lines],
    }


def _written_line(line: Line) -> dict[str, object]:
    written = {
        "clause": str(line.clause),
        "player": line.player,
        "building": None if line.building is None else line.building.code,
        "place": line.place,
        "factor": line.factor,
        "count": line.count,
        "points": line.points,
        "faces": [str(face) for face in line.faces] or None,
        "tied": [[player, str(face)] for player, face in line.tied] or None,
        "edges": [str(edge) for edge in line.edges] or None,
    }
    return {key: value for key, value in written.items() if value is not None}
