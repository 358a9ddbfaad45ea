"""Score sheets as ``score`` and ``replay`` print them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from granada_rules.cli.paper import Paper
    from granada_rules.sheet import ScoreSheet

__all__ = ["WHY", "sheet_text"]

WHY = click.option("--why", is_flag=True, help="Also list the awards, with clauses and proofs.")


def sheet_text(sheet: ScoreSheet, paper: Paper, *, why: bool) -> str:
    """Return the score pad and, with ``why``, the awards."""
    if not why:
        return paper.drawn(sheet)
    awards = "\n".join(paper.wrapped(line, "  ") for line in str(sheet).split("\n"))
    return f"{paper.drawn(sheet)}\n{awards}\n"
