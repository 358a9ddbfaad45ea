"""Rulesets: the options in which editions and agreements differ, as data."""

from __future__ import annotations

from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, final

import attrs
from attrs.validators import optional

from granada_rules.arguments import of_kind, short
from granada_rules.box import REFERENCE, TileSet, reference
from granada_rules.clauses import Clause, Violation, ViolationError
from granada_rules.money import Currency
from granada_rules.sealed import made_once

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["BEHAVIOUR", "EDITIONS", "GRANADA", "Ruleset"]


def _each_currency_once(_ruleset: object, _field: object, yard: tuple[Currency, ...]) -> None:
    # BOX-7: four spaces, each of another currency.
    if len(yard) != len(Currency) or any(currency not in yard for currency in Currency):
        given = ", ".join(getattr(one, "code", short(one)) for one in yard)
        message = f"the yard has four spaces, each of another currency, not {given or 'none'}"
        raise ViolationError([Violation(Clause.BOX_7, message)])


def _unless_reference(tile_set: TileSet | None) -> TileSet | None:
    # The reference set is always None, so that rulesets with the same tiles are equal.
    return None if isinstance(tile_set, TileSet) and tile_set.name == REFERENCE else tile_set


def _in_a_row(currencies: Iterable[Currency]) -> tuple[Currency, ...]:
    return tuple(islice(currencies, len(Currency) + 1))


@final
@made_once(kw_only=True)
class Ruleset:
    """The options of a game; their meaning is in the clauses named with them.

    >>> ours = Ruleset(simplified=True)
    >>> ours.simplified, ours.extra_action_is_a_must, ours.tiles.name
    (True, True, 'reference')

    Raises ``ViolationError`` if a currency is missing in the yard (BOX-7).
    """

    tile_set: TileSet | None = attrs.field(
        default=None, converter=_unless_reference, validator=optional(of_kind(TileSet))
    )
    """The building tiles (BOX-2 … BOX-4); None for the reference set."""

    yard: tuple[Currency, ...] = attrs.field(
        default=(Currency.YELLOW, Currency.GREEN, Currency.BLUE, Currency.ORANGE),
        converter=_in_a_row,
        validator=_each_currency_once,
    )
    """The currencies of the spaces 1 to 4 (BOX-7)."""

    simplified: bool = attrs.field(default=False, validator=of_kind(bool))
    """Whether majorities score fixed points (SIMPLE-1)."""

    turning_takes_one_card: bool = attrs.field(default=False, validator=of_kind(bool))
    """Whether turning a tile over takes one card worth 3 or more, not several (PLACE-2)."""

    extra_action_is_a_must: bool = attrs.field(default=True, validator=of_kind(bool))
    """Whether the extra action after an exact payment has to be taken (TURN-2)."""

    discards_return_at_once: bool = attrs.field(default=False, validator=of_kind(bool))
    """Whether discards are shuffled as soon as the last card is drawn, not when a card is needed (TURN-8)."""

    @property
    def tiles(self) -> TileSet:
        """The building tiles."""
        return reference() if self.tile_set is None else self.tile_set


BEHAVIOUR = 1
"""The version of the behaviour: it changes when a verdict or a score changes."""

GRANADA = Ruleset()
"""The rules of the English and the German book."""

_EXTRA_ACTION_IS_FREE = Ruleset(extra_action_is_a_must=False)
_FRENCH = Ruleset(extra_action_is_a_must=False, turning_takes_one_card=True)

EDITIONS: Mapping[str, Ruleset] = MappingProxyType(
    {
        "EN": GRANADA,
        "DE": GRANADA,
        "NL": _EXTRA_ACTION_IS_FREE,
        "HU": _EXTRA_ACTION_IS_FREE,
        "FR": _FRENCH,
        "FR-BOX": _FRENCH,
    }
)
"""The rulesets of the books. They differ in TURN-2 and PLACE-2; other differences are ruled."""
