"""Rows of the final table as objects."""

from __future__ import annotations

from granada_rules.arguments import expect
from granada_rules.fields import LARGEST
from granada_rules.scoring import Standing
from granada_rules.wire.given import Given, a_text, an_object, number, there

__all__ = ["read_standing", "write_standing"]

_FORMAT = "granada-standing/1"


def read_standing(data: Given) -> Standing:
    """Read a row of the final table from an object of JSON: as text, or as plain data.

    >>> from granada_rules import read_standing
    >>> read_standing('{"rank": 1, "player": "Bo", "points": 126, "wins": true}')
    Standing(rank=1, player='Bo', points=126, wins=True)

    Raises ``RecordError`` if it cannot be read, with the place and the reason.
    """
    fields = an_object(data, _FORMAT, "a standing")
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
    read_standing(written)
    return written
