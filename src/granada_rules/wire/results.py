"""Results as objects: how a game ended, by the rules or outside them, and who stands where."""

from __future__ import annotations

from granada_rules.base import (
    LARGEST,
    Given,
    RecordError,
    a_text,
    an_object,
    expect,
    expected,
    is_null,
    number,
    one_of,
    short,
    there,
)
from granada_rules.box import DIRK, MOST_PLAYERS
from granada_rules.game import End, Result, ranked
from granada_rules.scoring import Standing

__all__ = ["read_result", "read_standing", "write_result", "write_standing"]


_FORMAT = "granada-result/1"

_ENDS = {end.name.lower().replace("_", " "): end for end in End}

_WORDS = {end: word for word, end in _ENDS.items()}


def read_result(data: Given) -> Result:
    """Read how a game ended from an object of JSON: as text, or as plain data.

    Ranks and winners are compared with what the points and the end make; the points are not judged here.

    >>> from granada_rules import read_result
    >>> row = {"rank": 1, "player": "Bo", "points": 126, "wins": False}
    >>> print(read_result({"end": "abandoned", "resigned": None, "standings": [row]}))
    abandoned

    Raises ``RecordError`` if it cannot be read, with the place and the reason.
    """
    fields = an_object(data, _FORMAT, "a result")
    end = one_of(fields, "end", _ENDS)
    resigned = None if is_null(fields, "resigned") else a_text(fields, "resigned")
    there(fields, "standings", list)
    # Dirk is ranked, too.
    rows = fields.listed("standings", _row, MOST_PLAYERS + 1) or ()
    fields.no_others()
    if (resigned is None) == (end is End.RESIGNED):
        wanted = "a name" if resigned is None else "null"
        raise RecordError(f"resigned: expected {wanted}, for the end is {short(_WORDS[end])}")
    points = {row.player: row.points for row in rows}
    if len(points) < len(rows):
        raise RecordError("standings: expected each player once")
    if resigned is not None and (resigned not in points or resigned == DIRK):
        raise RecordError(f"resigned: expected one of the players in standings, got {short(resigned)}")
    for place, (row, right) in enumerate(zip(rows, ranked(points, end, resigned), strict=True), 1):
        if row != right:
            raise RecordError(f"standings, entry {place}: expected {_told(right)}, got {_told(row)}")
    return Result(end, rows, resigned)


def _row(entry: object) -> Standing:
    return read_standing(expected(dict, entry, "a standing"))


def _told(row: Standing) -> str:
    return f"rank {row.rank} for {short(row.player)}, {'who wins' if row.wins else 'who does not win'}"


def write_result(result: Result) -> dict[str, object]:
    """Return how a game ended as plain data for JSON.

    >>> from granada_rules import Dealer, Referee, Seat, write_result
    >>> table = Referee.open(["Ann", "Bo"], dealer=Dealer(b"sixteen bytes or more"), table_id="table 7")
    >>> written = write_result(table.resign(Seat(0)).result)
    >>> written["end"], written["resigned"], [row["player"] for row in written["standings"]]
    ('resigned', 'Ann', ['Bo', 'Dirk', 'Ann'])

    Raises ``RecordError`` if it could not be read back, with the place and the reason.
    """
    expect(result, Result)
    written: dict[str, object] = {
        "end": _WORDS[result.end],
        "resigned": result.resigned,
        "standings": [write_standing(row) for row in result.standings],
    }
    # A result may have any ranks and any winners.
    read_result(written)
    return written


_STANDING_FORMAT = "granada-standing/1"


def read_standing(data: Given) -> Standing:
    """Read a row of the final table from an object of JSON: as text, or as plain data.

    >>> from granada_rules import read_standing
    >>> read_standing('{"rank": 1, "player": "Bo", "points": 126, "wins": true}')
    Standing(rank=1, player='Bo', points=126, wins=True)

    Raises ``RecordError`` if it cannot be read, with the place and the reason.
    """
    fields = an_object(data, _STANDING_FORMAT, "a standing")
    standing = Standing(
        rank=number(fields, "rank", 1, LARGEST),
        player=a_text(fields, "player"),
        points=there(fields, "points", int),
        wins=there(fields, "wins", bool),
    )
    fields.no_others()
    return standing


def write_standing(standing: Standing) -> dict[str, object]:
    """Return a row of the final table as plain data for JSON.

    >>> from granada_rules import standings, write_standing
    >>> [write_standing(row) for row in standings({"Ann": 98, "Bo": 126})][0]
    {'rank': 1, 'player': 'Bo', 'points': 126, 'wins': True}

    Raises ``RecordError`` if it could not be read back, with the place and the reason.
    """
    expect(standing, Standing)
    written: dict[str, object] = {
        "rank": standing.rank,
        "player": standing.player,
        "points": standing.points,
        "wins": standing.wins,
    }
    # Nothing judges the fields of a standing when it is made.
    read_standing(written)
    return written
