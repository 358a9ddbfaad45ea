"""Rulesets: the options in which editions and agreements differ, as data."""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, final

import attrs
from attrs.validators import optional

from granada_rules.arguments import of_kind, short
from granada_rules.box import Box
from granada_rules.clauses import Clause, Violation, ViolationError
from granada_rules.entries import Entries
from granada_rules.money import Currency
from granada_rules.sealed import made_once
from granada_rules.state import DECK_PLAN
from granada_rules.tile_set import TileSet, shipped_tiles
from granada_rules.tiles import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from granada_rules.state import DeckPlan

__all__ = ["ALHAMBRA", "BEHAVIOUR", "EDITIONS", "GRANADA", "OPTIONS", "Ruleset"]


def _one_kind(kinds: Iterable[Kind]) -> tuple[Kind, ...]:
    if isinstance(kinds, Kind):
        raise TypeError(f"kinds: expected a list of kinds, such as [{kinds!r}], got {kinds!r}")
    given = tuple(islice(kinds, len(Kind) + 1))
    for kind in given:
        if type(kind) is not Kind:
            raise TypeError(f"kinds: expected Kind, got {short(kind)}")
    if len(given) != 1:
        raise ValueError(f"kinds: expected one kind of tiles, got {short(given)}")
    return given


def _each_currency_once(_ruleset: object, _field: object, yard: tuple[Currency, ...]) -> None:
    # BOX-7: four spaces, each of another currency.
    are_currencies = all(type(one) is Currency for one in yard)
    if not are_currencies or len(yard) != len(Currency) or len(set(yard)) != len(yard):
        given = ", ".join(one.code if type(one) is Currency else short(one) for one in yard)
        message = f"the yard has four spaces, each of another currency, not {given or 'none'}"
        raise ViolationError([Violation(Clause.BOX_7, message)])


def _unless_shipped(tile_set: TileSet | None, ruleset: attrs.AttrsInstance) -> TileSet | None:
    if not isinstance(tile_set, TileSet) or not isinstance(ruleset, Ruleset):
        return tile_set
    if tile_set.kind not in ruleset.kinds:
        raise ValueError(
            f"tile_set: expected tiles of {ruleset.kind.label}, got those of {tile_set.kind.label}"
        )
    # The shipped set is always None, so that rulesets with the same tiles are equal.
    return None if tile_set.is_shipped else tile_set


def _unless_free(ruleset: Ruleset) -> bool:
    # TURN-2: the extra action is a must in Granada's books, and none in the one of Alhambra.
    return all(Box.of(kind).extra_action_is_a_must for kind in ruleset.kinds)


def _in_a_row(currencies: Iterable[Currency]) -> tuple[Currency, ...]:
    return tuple(islice(currencies, len(Currency) + 1))


@final
@made_once(kw_only=True)
class Ruleset:
    """The kinds of tiles, and the options of a game; their meaning is in the clauses named with them.

    >>> ours = Ruleset(simplified=True)
    >>> ours.simplified, ours.extra_action_is_a_must, ours.tiles.name
    (True, True, 'reference')

    Raises ``ViolationError`` if a currency is missing in the yard (BOX-7); ``ValueError`` if an option is set
    that means nothing with these tiles, or if the tile set is of another kind.
    """

    kinds: tuple[Kind, ...] = attrs.field(default=(Kind.GRANADA,), converter=_one_kind)
    """The kinds of tiles that are played with."""

    tile_set: TileSet | None = attrs.field(
        default=None,
        converter=attrs.Converter(_unless_shipped, takes_self=True),  # type: ignore[misc] # mypy knows functions only
        validator=optional(of_kind(TileSet)),
    )
    """The building tiles (BOX-2 … BOX-4, A-BOX-2); None for the set that ships with the library."""

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

    extra_action_is_a_must: bool = attrs.field(
        default=attrs.Factory(_unless_free, takes_self=True), validator=of_kind(bool)
    )
    """Whether the extra action after an exact payment has to be taken (TURN-2); in Alhambra it need not."""

    discards_return_at_once: bool = attrs.field(default=False, validator=of_kind(bool))
    """Whether discards are shuffled as soon as the last card is drawn, not when a card is needed (TURN-8)."""

    gifts_one_by_one: bool = attrs.field(default=False, validator=of_kind(bool))
    """Whether tiles are given away one at a time in Alhambra, too (A-END-3)."""

    def __attrs_post_init__(self) -> None:
        for option, kind in OPTIONS.items():
            if kind not in {None, *self.kinds} and getattr(self, option):
                raise ValueError(f"{option}: this means nothing in {self.kind.label}")

    @property
    def kind(self) -> Kind:
        """The kind of the start tiles."""
        return self.kinds[0]

    @cached_property
    def tiles(self) -> TileSet:
        """The building tiles."""
        return shipped_tiles(self.kinds[0]) if self.tile_set is None else self.tile_set

    @cached_property
    def spaces(self) -> tuple[tuple[Currency, Kind], ...]:
        """The spaces of the yard in order: what is paid for the tile there, and its kind (BOX-7)."""
        return tuple((currency, kind) for kind in self.kinds for currency in self.yard)

    @property
    def deck_plan(self) -> DeckPlan:
        """Shuffle by shuffle, which scoring card goes into which pile of the deck (SETUP-6)."""
        return DECK_PLAN

    @cached_property
    def has_marker(self) -> bool:
        """Whether some tiles have a back, so that a marker says which face lies up (BOX-9)."""
        return any(Box.of(kind).has_backs for kind in self.kinds)

    @cached_property
    def gives_together(self) -> bool:
        """Whether a player who gets several tiles at the end gets them at once (A-END-3)."""
        return Box.of(self.kind).gives_together and not self.gifts_one_by_one


OPTIONS: Mapping[str, Kind | None] = Entries(
    {
        "simplified": Kind.GRANADA,
        "turning_takes_one_card": Kind.GRANADA,
        "extra_action_is_a_must": None,
        "discards_return_at_once": None,
        "gifts_one_by_one": Kind.ALHAMBRA,
    }
)
"""The options that are true or false, each with the kind of tiles that it needs; None if with any."""


BEHAVIOUR = 1
"""The version of the behaviour: it changes when a verdict or a score changes."""

GRANADA = Ruleset()
"""The rules of the English and the German book."""

ALHAMBRA = Ruleset(kinds=(Kind.ALHAMBRA,))
"""The rules of Alhambra, by the French big box."""

_EXTRA_ACTION_IS_FREE = Ruleset(extra_action_is_a_must=False)
_FRENCH = Ruleset(extra_action_is_a_must=False, turning_takes_one_card=True)

EDITIONS: Mapping[str, Ruleset] = Entries(
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
