"""Violations about faces, told where these lie: city by city with their cells, or without."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada_rules.box import FaceProblem, Violation
    from granada_rules.position.facts import Facts, Lying

__all__ = ["at_their_cells"]


_MOST_NAMED = 4
"""How many places a message names."""


def at_their_cells(facts: Facts, problems: Iterable[FaceProblem]) -> Iterator[Violation]:
    """Yield each violation for every city in which its faces lie, by seat; as it is if they lie in none."""
    for violation, left, is_each in problems:
        lying = [one for face in violation.faces for one in facts.lying[face]]
        if not any(one.cell for one in lying):
            yield violation
        for name, _ in facts.named:
            own = sorted((one for one in lying if one.player == name), key=attrgetter("cell"))
            if own:
                # What is wrong by itself is said in each of the other cities, too.
                others = [one for one in lying if one.player is None or (one.player != name and not is_each)]
                message = f"{_named([*own, *others], name)}: {left}"
                cells = tuple(one.cell for one in own if one.cell is not None)
                yield attrs.evolve(violation, message=message, player=name, cells=cells)


def _named(lying: list[Lying], name: str) -> str:
    """Say where tiles lie: ``TO9:W at -1,0 and in Blue's reserve``."""
    said, before = [], ""
    for one in lying[:_MOST_NAMED]:
        where = one.where if one.cell is None else f"at {one.cell}"
        if one.player not in {None, name}:
            where += f" {one.where}"
        said.append(where if one.code == before else f"{one.code} {where}")
        before = one.code
    more = f" and {len(lying) - _MOST_NAMED} more" if len(lying) > _MOST_NAMED else ""
    return " and ".join(said) + more
