"""`Terms`: what is agreed before a game, so that a dealer can commit to it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, final

import attrs

from granada_rules.base import (
    GOOD_NAME,
    canonical_json,
    expect,
    is_good_name,
    made_once,
    of_kind,
    short,
    tuple_of,
)
from granada_rules.box import Ruleset, written_ruleset
from granada_rules.game.game import Game

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["DEALER_2", "Terms"]


DEALER_2 = "granada-dealer/2"
"""The version of the dealer that commits to seed and terms."""


def _good_names(_terms: Terms, field: attrs.Attribute[Any], names: tuple[str, ...] | str) -> None:
    for name in (names,) if isinstance(names, str) else names:
        # Nor is there a lone surrogate in such a name, so that each text has one canonical form.
        if not is_good_name(name):
            raise ValueError(f"{field.name}: expected {GOOD_NAME}, got {short(name)}")


def _one_each(terms: Terms, _field: object, ages: tuple[int, ...]) -> None:
    in_order = sorted(set(ages))
    if ages and len(ages) != len(terms.players):
        raise ValueError(f"ages: expected one for each of {len(terms.players)} players, got {len(ages)}")
    if in_order != list(range(len(in_order))):
        raise ValueError(f"ages: expected ranks, 0 for the youngest and none left out, got {short(ages)}")


@final
@made_once(kw_only=True)
class Terms:
    """What is agreed before a game: the table, the players by seat, their ages, the rules, the tiles.

    >>> from granada_rules import Terms, setup
    >>> terms = Terms.of(setup(["Ann", "Bo"]), table="table 7")
    >>> terms.players, terms.table
    (('Ann', 'Bo'), 'table 7')

    Raises ``ValueError`` if a name cannot be written in a record, or if the ages are not ranks, one for each
    player.
    """

    table: str = attrs.field(validator=[of_kind(str), _good_names])
    """The id of the table: 1 to 60 printable characters. No two games have the same."""
    players: tuple[str, ...] = attrs.field(validator=[tuple_of(str), _good_names])
    """The names, seat by seat."""
    ages: tuple[int, ...] = attrs.field(default=(), validator=[tuple_of(int), _one_each])
    """Ranks by seat, 0 for the youngest (SETUP-4); empty if ages are not known."""
    ruleset: Ruleset = attrs.field(validator=of_kind(Ruleset))
    """The rules, with the tile set."""

    @classmethod
    def of(cls, start: Game, *, table: str) -> Terms:
        """Return the terms of a game, as `setup` began it, at the table with that id.

        Raises ``ValueError`` if ``start`` is a game after its first draw.
        """
        expect(start, Game)
        if start.draws:
            raise ValueError("expected a game as `setup` returns it, before the first draw")
        names = tuple(player.name for player in start.table.players)
        return cls(table=table, players=names, ages=start.table.age_ranks, ruleset=start.table.ruleset)

    @property
    def document(self) -> dict[str, object]:
        """The terms as plain data; the tiles by their digest."""
        return {
            "ages": list(self.ages),
            "dealer": DEALER_2,
            "players": list(self.players),
            "ruleset": {"game": self.ruleset.game, **written_ruleset(self.ruleset)},
            "table": self.table,
            "tiles": self.ruleset.tiles.digest,
        }

    @cached_property
    def text(self) -> str:
        """The canonical JSON that a commitment covers, in ASCII; terms that differ have different texts."""
        return canonical_json(self.document)

    def differences(self, other: Terms) -> tuple[str, ...]:
        """Return in words what of these terms was changed in others; empty if nothing was.

        >>> from granada_rules import Terms, setup
        >>> agreed = Terms.of(setup(["Ann", "Bo"]), table="table 7")
        >>> print(*agreed.differences(Terms.of(setup(["Bo", "Ann"]), table="table 7")))
        players: another order of seats: ["Ann","Bo"] was agreed, not ["Bo","Ann"]
        """
        expect(other, Terms)
        return tuple(self._changed(other))

    def _changed(self, other: Terms) -> Iterator[str]:
        played = other.document
        for key, agreed in self.document.items():
            found = played[key]
            if found != agreed:
                is_order = key == "players" and sorted(self.players) == sorted(other.players)
                what = f"{key}: another order of seats" if is_order else key
                yield f"{what}: {canonical_json(agreed)} was agreed, not {canonical_json(found)}"
