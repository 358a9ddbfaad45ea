"""`violations_of`: all checks of a position, in their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.position.facts import Facts
from granada_rules.position.part_checks import part_violations
from granada_rules.position.table_checks import whole_violations
from granada_rules.sealed import remembered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.clauses import Violation

__all__ = ["violations_of"]


@remembered(Facts)
def violations_of(facts: Facts) -> tuple[Violation, ...]:
    """Return what is wrong with the parts, with the table as a whole, with the score sheets."""
    return tuple(_violations(facts))


def _violations(facts: Facts) -> Iterator[Violation]:
    yield from part_violations(facts)
    yield from whole_violations(facts)
    if facts.position.sheets:
        # Imported here, because few positions have sheets.
        from granada_rules.position.sheet_checks import sheet_violations  # noqa: PLC0415 - as said above

        yield from sheet_violations(facts, facts.position.sheets)
