"""Documents of positions with entries that cannot be read, by chance."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from granada_rules.box import labels, names

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

__all__ = ["spoil"]

_UNREADABLE: tuple[Any, ...] = (1.5, {"a": 1}, [[]])
"""What no entry of a position can be, nor an entry of one of its lists."""

_SAYING_THE_GAME = ("format", "tiles", "ruleset")


def spoil(document: dict[str, Any], rng: random.Random, number: int) -> tuple[dict[str, Any], list[str]]:
    """Return a document with so many entries that cannot be read, and their places in its order.

    Entries that say which game it is are let alone, and no entry is spoiled twice.
    """
    spoiled = copy.deepcopy(document)
    ways = [
        *((spoiled, key, key) for key in spoiled if key not in {*_SAYING_THE_GAME, "player"}),
        *(
            (player, key, f"{number}/{key}")
            for number, player in enumerate(spoiled["player"])
            for key in player
        ),
    ]
    chosen = sorted(rng.sample(range(len(ways)), min(number, len(ways))))
    found = {}
    for table, key, place in (ways[one] for one in chosen):
        found[place] = _spoil_entry(table, key, rng)
    return spoiled, [*_in_order(spoiled, found)]


def _spoil_entry(table: dict[str, Any], key: str, rng: random.Random) -> str:
    """Spoil an entry of a table, or something in it; return what is added to its place."""
    value = table[key]
    if isinstance(value, list) and value and rng.random() < 0.6:
        number = rng.randrange(len(value))
        value[number] = rng.choice(_UNREADABLE[::2])
        return f", entry {number + 1}"
    if key == "city" and isinstance(value, str) and rng.random() < 0.9:
        rows = [row.split() for row in value.strip().split("\n")]
        row, column = rng.randrange(len(rows)), rng.randrange(len(rows[0]))
        if rows[row][column] != "@":
            rows[row][column] = "SX10:N"
            table[key] = "\n".join(" ".join(each) for each in rows)
            return f", row {row + 1}"
    # A list is what some entries are.
    table[key] = rng.choice(_UNREADABLE[:2])
    return ""


def _in_order(spoiled: dict[str, Any], found: dict[str, str]) -> Iterator[str]:
    given = [player.get("name") for player in spoiled["player"]]
    written = [name if isinstance(name, str) else None for name in given]
    called = labels(written, names(written))
    for key in spoiled:
        if key in found:
            yield f"{key}{found[key]}"
        if key == "player":
            for number, player in enumerate(spoiled["player"]):
                for own in player:
                    if (place := f"{number}/{own}") in found:
                        yield f"{called[number]}, {own}{found[place]}"
