"""What an edition or an agreement changes about the rules, as data."""

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
@attrs.frozen(kw_only=True)
class Ruleset:
    """The options of a game; what they mean is in the clauses named with them."""

    tile_set: TileSet | None = attrs.field(
        default=None, converter=_unless_reference, validator=optional(of_kind(TileSet))
    )
    """The building tiles (BOX-2 … BOX-4), if it is not the reference set."""

    yard: tuple[Currency, ...] = attrs.field(
        default=(Currency.YELLOW, Currency.GREEN, Currency.BLUE, Currency.ORANGE),
        converter=_in_a_row,
        validator=_each_currency_once,
    )
    """The currencies of the spaces 1 to 4; a ``ViolationError`` if one is missing (BOX-7)."""

    simplified: bool = attrs.field(default=False, validator=of_kind(bool))
    """Whether majorities score fixed points (SIMPLE-1)."""

    turning_takes_one_card: bool = attrs.field(default=False, validator=of_kind(bool))
    """Whether a tile is turned for one card worth 3 or more, not for several (PLACE-2)."""

    extra_action_is_a_must: bool = attrs.field(default=True, validator=of_kind(bool))
    """Whether the action that an exact payment gives has to be taken (TURN-2)."""

    discards_return_at_once: bool = attrs.field(default=False, validator=of_kind(bool))
    """Whether discards are shuffled as soon as the last card is drawn, not when one is needed (TURN-8)."""

    @property
    def tiles(self) -> TileSet:
        """The building tiles."""
        return reference() if self.tile_set is None else self.tile_set


BEHAVIOUR = 1
"""The version of the rules as this library reads them: it changes when a verdict or a score changes."""

GRANADA = Ruleset()
"""The rules as the English and the German book have them."""

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
"""The books, as far as their differences are options: TURN-2 and PLACE-2 (other differences are ruled)."""
