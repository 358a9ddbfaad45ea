"""Violations as objects: the broken clause, what is wrong, and the witness."""

from __future__ import annotations

from granada_rules.base import Given, RecordError, a_text, an_object, expect, one_of, several
from granada_rules.box import Clause, Edge, Face, Violation, parse_card, written_cell
from granada_rules.wire.events import a_cell

__all__ = ["read_violation", "write_violation"]


_FORMAT = "granada-violation/1"

_CLAUSES = {str(clause): clause for clause in Clause}

_MOST_SHOWN = 12_000
"""How many cells a witness has at most: no city has more places around it."""


def read_violation(data: Given) -> Violation:
    """Read a violation from an object of JSON: as text, or as plain data.

    >>> from granada_rules import read_violation
    >>> print(read_violation('{"clause": "BUILD-2", "message": "moats do not match", "cells": [[1, 0]]}'))
    BUILD-2: moats do not match

    Raises ``RecordError`` if it cannot be read, with the place and the reason.
    """
    fields = an_object(data, _FORMAT, "a violation")
    violation = Violation(
        clause=one_of(fields, "clause", _CLAUSES),
        message=a_text(fields, "message"),
        player=None if fields.entries.get("player") is None else a_text(fields, "player"),
        cells=fields.listed("cells", a_cell, _MOST_SHOWN) or (),
        edges=several(fields, "edges", "an edge", Edge.parse, _MOST_SHOWN),
        faces=several(fields, "faces", "a face", Face.parse, _MOST_SHOWN),
        cards=several(fields, "cards", "a card", parse_card, _MOST_SHOWN),
    )
    fields.taken.add("player")
    fields.no_others()
    return violation


def write_violation(violation: Violation) -> dict[str, object]:
    """Return a violation as plain data for JSON.

    >>> from granada_rules import notation, placement, write_violation
    >>> violation = placement.violations(notation.read_city("@ SC4:W"))[0]
    >>> written = write_violation(violation)
    >>> written["clause"], written["cells"], written["edges"]
    ('BUILD-2', [[0, 0], [1, 0]], ['0,0:E'])

    Raises ``RecordError`` if it could not be read back, with the place and the reason.
    """
    expect(violation, Violation)
    written: dict[str, object] = {
        "clause": str(violation.clause),
        "player": violation.player,
        "cells": [written_cell(cell) for cell in violation.cells],
        "edges": [str(edge) for edge in violation.edges],
        "faces": [str(face) for face in violation.faces],
        "cards": [str(card) for card in violation.cards],
        "message": violation.message,
    }
    # Nothing judges the fields of a violation when it is made.
    if read_violation(written) != violation:
        raise RecordError("the violation would be read as something else")
    return written
