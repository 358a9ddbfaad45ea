"""Score sheets in files, as positions hold them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.base import Fields, RecordError, by_word, chosen, expected, good_name, several, short
from granada_rules.box import CODES, Clause, Edge, Face, Kind, Scoring
from granada_rules.sheet import Line, ScoreSheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["noted_sheet", "read_sheets", "written_sheet", "written_sheets"]


_MOST_SHEETS = 10
"""More than three sheets can be written, and break SCORE-1."""

_CLAUSES = {
    str(clause): clause
    for clause in (
        Clause.SCORE_4,
        Clause.SCORE_7,
        Clause.SIMPLE_1,
        Clause.A_SCORE_7,
        Clause.A_SCORE_8,
        Clause.MIX_28,
        Clause.MIX_30,
        Clause.MIX_31,
    )
}

_KINDS = by_word(Kind)

_GRANADA = (Kind.GRANADA,)


def read_sheets(table: Fields) -> tuple[ScoreSheet, ...] | None:
    """Return the score sheets of a position; ``None`` if it has no entry for them."""
    return table.tables("sheets", noted_sheet, "a score sheet", _MOST_SHEETS)


def noted_sheet(fields: Fields) -> ScoreSheet:
    """Return the score sheet with these entries, and refuse others that were not taken before."""
    sheet = fields.made(
        ScoreSheet,
        scoring=fields.needed("scoring", fields.one_of("scoring", by_word(Scoring))),
        simplified=fields.needed("simplified", fields.optional("simplified", bool)),
        players=fields.needed("players", fields.listed("players", lambda name: good_name(name, "a name"))),
        lines=fields.needed("lines", fields.tables("lines", _line, "an award")),
        kinds=_GRANADA if (kinds := fields.listed("kinds", _kind)) is None else kinds,
    )
    fields.no_others()
    return sheet


def _kind(entry: object) -> Kind:
    return chosen(expected(str, entry, "a game"), _KINDS)


def _line(fields: Fields) -> Line:
    line = fields.made(
        Line,
        clause=fields.needed("clause", fields.one_of("clause", _CLAUSES)),
        player=fields.needed("player", fields.name("player")),
        factor=fields.needed("factor", fields.optional("factor", int)),
        count=fields.needed("count", fields.optional("count", int)),
        building=fields.one_of("building", CODES),
        place=fields.optional("place", int),
        faces=several(fields, "faces", "a face", Face.parse),
        tied=fields.listed("tied", _tied) or (),
        edges=several(fields, "edges", "an edge", Edge.parse),
        shares=_shares(fields),
        kind=fields.one_of("kind", _KINDS) or Kind.GRANADA,
        shown=several(fields, "shown", "a face", Face.parse),
        hut_edges=several(fields, "hut_edges", "an edge", Edge.parse),
    )
    points = fields.optional("points", int)
    if points is not None and not fields.lost and points != line.points:
        product = f"{short(line.factor)} x {short(line.count)}"
        product += f" / {short(line.shares)}" if line.shares > 1 else ""
        fields.refuse("points", f"points: expected {product} = {short(line.points)}, got {points}")
    fields.no_others()
    return line


def _shares(fields: Fields) -> int:
    shares = fields.optional("shares", int)
    if shares is not None and shares < 1:
        fields.refuse("shares", f"shares: expected 1 or more, got {shares}")
    return 1 if shares is None else shares


def _tied(entry: object) -> tuple[str, Face]:
    match expected(list, entry, "a player and a face"):
        case [player, face]:
            return good_name(player, "a player"), Face.parse(expected(str, face, "a face"))
        case _:
            raise RecordError('expected a player and a face, such as ["Red", "SC10"]')


def written_sheets(sheets: Iterable[ScoreSheet] | None) -> list[Mapping[str, object]] | None:
    """Return score sheets as positions hold them: what an award does not have is left out."""
    return None if sheets is None else [_short(sheet) for sheet in sheets]


def _short(sheet: ScoreSheet) -> dict[str, object]:
    left_out = {"totals", "kinds"} if sheet.kinds == _GRANADA else {"totals"}
    lines = [
        {key: value for key, value in _written_line(line).items() if value not in _LEFT_OUT.get(key, ())}
        for line in sheet.lines
    ]
    written = {**written_sheet(sheet), "lines": lines}
    return {key: value for key, value in written.items() if key not in left_out}


_LEFT_OUT: Mapping[str, tuple[object, ...]] = {
    "kind": (Kind.GRANADA.value,),
    **dict.fromkeys(("building", "place"), (None,)),
    **dict.fromkeys(("faces", "tied", "edges"), ([],)),
}
"""By key of an award, what it is if it is not written into a position."""


def written_sheet(sheet: ScoreSheet) -> dict[str, object]:
    """Return a score sheet as plain data, with all keys and the totals."""
    return {
        "scoring": sheet.scoring.value,
        "kinds": [kind.value for kind in sheet.kinds],
        "simplified": sheet.simplified,
        "players": list(sheet.players),
        "lines": [_written_line(line) for line in sheet.lines],
        "totals": sheet.totals,
    }


def _written_line(line: Line) -> dict[str, object]:
    return {
        "clause": str(line.clause),
        "player": line.player,
        "kind": line.kind.value,
        "building": None if line.building is None else line.building.code,
        "place": line.place,
        "factor": line.factor,
        "count": line.count,
        **({"shares": line.shares} if line.shares > 1 else {}),
        "points": line.points,
        "faces": [str(face) for face in line.faces],
        "tied": [[player, str(face)] for player, face in line.tied],
        "edges": [str(edge) for edge in line.edges],
        **({"shown": [str(face) for face in line.shown]} if line.shown else {}),
        **({"hut_edges": [str(edge) for edge in line.hut_edges]} if line.hut_edges else {}),
    }
