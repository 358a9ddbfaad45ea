"""Rulesets: the options in which editions and agreements differ, as data."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, final

import attrs
from attrs.validators import optional

from granada_rules.base import Entries, made_once, of_kind, short
from granada_rules.box.bonus_cards import has_card
from granada_rules.box.box import Box
from granada_rules.box.cards import PLACES, Currency
from granada_rules.box.clauses import Clause, Violation, ViolationError
from granada_rules.box.tile_set import TileSet
from granada_rules.box.tile_sets import Tiles, TileSets, shipped_with, unless_shipped
from granada_rules.box.tiles import Kind, kinds_in_order, label_of
from granada_rules.box.words import SPACES, Module, deck_plan

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from granada_rules.box.tiles import Face
    from granada_rules.box.words import DeckPlan

__all__ = [
    "ALHAMBRA",
    "BEHAVIOUR",
    "BOTH",
    "EDITIONS",
    "GAMES",
    "GRANADA",
    "OPTIONS",
    "Ruleset",
    "meaningless",
    "tiles_of",
    "written_ruleset",
    "wrong_modules",
]


def _each_currency_once(_ruleset: object, _field: object, yard: tuple[Currency, ...]) -> None:
    # BOX-7: four spaces, each of another currency.
    are_currencies = all(type(one) is Currency for one in yard)
    if not are_currencies or len(yard) != len(Currency) or len(set(yard)) != len(yard):
        given = ", ".join(one.code if type(one) is Currency else short(one) for one in yard)
        message = f"the yard has four spaces, each of another currency, not {given or 'none'}"
        raise ViolationError([Violation(Clause.BOX_7, message)])


def _unless_shipped(tiles: Tiles | None, ruleset: attrs.AttrsInstance) -> Tiles | None:
    if isinstance(tiles, TileSet | TileSets) and isinstance(ruleset, Ruleset):
        return unless_shipped(tiles, ruleset.kinds, has_huts=Module.HUTS in ruleset.modules)
    return tiles


def _unless_free(ruleset: Ruleset) -> bool:
    # TURN-2: the extra action is a must in Granada's books, and none in the one of Alhambra.
    return all(Box.of(kind).extra_action_is_a_must for kind in ruleset.kinds)


def _by_the_book(ruleset: Ruleset) -> bool:
    # PLACE-2: the only book of both together is the French one, which asks for one card.
    return len(ruleset.kinds) > 1


def _option(
    needs: Kind | Module | None = None, *, by_default: Callable[[Ruleset], bool] | None = None
) -> bool:
    """Declare an option that is true or false, with the kind of tiles or the module that it needs, if any."""
    default = False if by_default is None else attrs.Factory(by_default, takes_self=True)
    return attrs.field(default=default, validator=of_kind(bool), metadata={"needs": needs})


def _modules_in_order(modules: Iterable[Module]) -> tuple[Module, ...]:
    if isinstance(modules, Module | str) or not isinstance(modules, Iterable):
        raise TypeError(f"modules: expected a list of modules, such as [Module.VIZIER], got {short(modules)}")
    given = tuple(islice(modules, len(Module) + 1))
    for module in given:
        if type(module) is not Module:
            raise TypeError(f"modules: expected Module, got {short(module)}")
    played = tuple(module for module in Module if module in given)
    if len(given) != len(played):
        raise ValueError(f"modules: expected each at most once, got {short(given)}")
    return played


def _in_a_row(currencies: Iterable[Currency]) -> tuple[Currency, ...]:
    if not isinstance(currencies, Iterable):
        raise TypeError(f"yard: expected a list of currencies, got {short(currencies)}")
    return tuple(islice(currencies, len(Currency) + 1))


class _Consequences:
    """What follows from a ruleset: no fields, since it is not chosen; in slots, as that of a face."""

    __slots__ = (
        "_tiles",
        "currency_places",
        "filling",
        "gives_together",
        "has_exchange",
        "has_marker",
        "spaces",
    )

    _tiles: Tiles | None
    spaces: tuple[tuple[Currency, Kind], ...]
    """The spaces of the yard in order: what is paid for the tile there, and its kind (BOX-7, MIX-5)."""
    currency_places: tuple[int, ...]
    """For each space the place of its currency among all currencies, counted from 0."""
    filling: tuple[int, ...]
    """The spaces, counted from 0, in the order in which they are filled (TURN-9, A-TURN-9, MIX-13)."""
    has_marker: bool
    """Whether some tiles have a back, so that a marker says which face lies up (BOX-9)."""
    gives_together: bool
    """Whether a player may get several tiles at once at the end (A-END-3, MIX-35)."""
    has_exchange: bool
    """Whether exchange cards are played with (EXC-1)."""


@final
@made_once(kw_only=True)
class Ruleset(_Consequences):
    """The kinds of tiles, and the options of a game; their meaning is in the clauses named with them.

    >>> ours = Ruleset(simplified=True)
    >>> ours.simplified, ours.extra_action_is_a_must, ours.tiles.name
    (True, True, 'reference')

    Raises ``ViolationError`` if a currency is missing in the yard (BOX-7); ``ValueError`` if an option is set
    that means nothing with these tiles, or if the tile set is of another kind.
    """

    kinds: tuple[Kind, ...] = attrs.field(default=(Kind.GRANADA,), converter=kinds_in_order)
    """The kinds of tiles that are played with."""

    modules: tuple[Module, ...] = attrs.field(default=(), converter=_modules_in_order)
    """The modules that are added (MOD-1)."""

    tile_set: Tiles | None = attrs.field(
        default=None,
        converter=attrs.Converter(_unless_shipped, takes_self=True),  # type: ignore[misc] # mypy knows functions only
        validator=optional(of_kind(TileSet, TileSets)),
    )
    """The building tiles (BOX-2 … BOX-4, A-BOX-2), and huts (HUT-1); None for those of the library.

    If both kinds are played, one set is enough: the other one is then the shipped set. So are huts that are
    played with and not given.
    """

    yard: tuple[Currency, ...] = attrs.field(
        default=(Currency.YELLOW, Currency.GREEN, Currency.BLUE, Currency.ORANGE),
        converter=_in_a_row,
        validator=_each_currency_once,
    )
    """The currencies of the spaces 1 to 4 (BOX-7)."""

    simplified: bool = _option(Kind.GRANADA)
    """Whether majorities score fixed points (SIMPLE-1)."""

    turning_takes_one_card: bool = _option(Kind.GRANADA, by_default=_by_the_book)
    """Whether turning a tile over takes one card worth 3 or more, not several (PLACE-2).

    By default it does if both kinds are played, and else not.
    """

    extra_action_is_a_must: bool = _option(by_default=_unless_free)
    """Whether the extra action after an exact payment has to be taken (TURN-2).

    By default it has to in Granada alone.
    """

    discards_return_at_once: bool = _option()
    """Whether discards are shuffled as soon as the last card is drawn, not when a card is needed (TURN-8)."""

    gifts_one_by_one: bool = _option(Kind.ALHAMBRA)
    """Whether tiles are given away one at a time in Alhambra, too (A-END-3), and with both kinds (MIX-35)."""

    favour_until_yard_short: bool = _option(Module.VIZIER)
    """Whether pawns cannot be used any more once the yard cannot be filled (VIZ-12)."""

    exchange_cards_with_money: bool = _option(Module.EXCHANGE)
    """Whether exchange cards may be taken with money cards and count 0 in the sum of MONEY-1 (EXC-4)."""

    exchange_pays_exactly: bool = _option(Module.EXCHANGE)
    """Whether a price that is paid with an exchange card has to be paid exactly (EXC-5)."""

    house_rules: bool = _option()
    """Whether modules may be added to a game for which no book describes them (MOD-3)."""

    def __attrs_post_init__(self) -> None:
        for option in OPTIONS:
            if getattr(self, option) and (reason := meaningless(self, option)):
                raise ValueError(f"{option}: {reason}")
        spaces = tuple((currency, kind) for kind in self.kinds for currency in self.yard)
        for name, fact in {
            "_tiles": self.tile_set,
            "spaces": spaces,
            "currency_places": tuple(PLACES[currency] for currency, _ in spaces),
            "filling": tuple(sorted(range(len(spaces)), key=lambda space: (space % SPACES, space))),
            "has_marker": any(Box.of(kind).has_backs for kind in self.kinds),
            "gives_together": Box.of(self.kind).gives_together and not self.gifts_one_by_one,
            "has_exchange": Module.EXCHANGE in self.modules,
        }.items():
            object.__setattr__(self, name, fact)

    @property
    def kind(self) -> Kind:
        """The kind of the start tiles."""
        return self.kinds[0]

    @property
    def game(self) -> str:
        """What is played, as files name it: ``"alhambra"``, ``"granada"`` or ``"both"``."""
        return self.kind.value if len(self.kinds) == 1 else "both"

    @property
    def label(self) -> str:
        """What is played, for people: ``Alhambra``, ``Granada``, or ``Alhambra and Granada``."""
        return label_of(self.kinds)

    @property
    def city(self) -> str:
        """What players call what they build: ``"city"``, ``"Alhambra"`` or, of both kinds, ``"layout"``."""
        return Box.of(self.kind).city if len(self.kinds) == 1 else "layout"

    @property
    def tiles(self) -> Tiles:
        """The building tiles."""
        return tiles_of(self)

    @property
    def bonus_faces(self) -> tuple[Face, ...]:
        """What bonus cards are for, in order: tiles without walls; nothing without that module (BON-1)."""
        return _with_cards(tiles_of(self)) if Module.BONUS in self.modules else ()

    @property
    def deck_plan(self) -> DeckPlan:
        """Shuffle by shuffle, what goes into which pile (SETUP-6, MIX-7, MIX-11, EXC-2)."""
        return deck_plan(len(self.kinds), has_exchange=self.has_exchange)


@lru_cache(maxsize=8)
def _with_cards(tiles: Tiles) -> tuple[Face, ...]:
    # BON-1: a card for each tile of Alhambra without walls.
    return tuple(filter(has_card, tiles.faces))


def tiles_of(ruleset: Ruleset) -> Tiles:
    """Return the building tiles; for the rules, faster than ``ruleset.tiles``."""
    known = ruleset._tiles  # noqa: SLF001 - of its own module
    if known is None:
        # Shipped ones are read when somebody asks for them, because that takes longer than the import.
        known = shipped_with(ruleset.kinds, has_huts=Module.HUTS in ruleset.modules)
        object.__setattr__(ruleset, "_tiles", known)
    return known


OPTIONS: Mapping[str, Kind | Module | None] = Entries(
    {field.name: field.metadata["needs"] for field in attrs.fields(Ruleset) if "needs" in field.metadata}
)
"""The options that are true or false, each with the kind of tiles or the module that it needs, if any."""

_IN_BOOKS: Mapping[Module, tuple[tuple[Kind, ...], ...]] = {
    # MOD-1: each of them can be added to Alhambra. MOD-2: vizier's favour to Granada, too.
    module: ((Kind.ALHAMBRA,), (Kind.GRANADA,)) if module is Module.VIZIER else ((Kind.ALHAMBRA,),)
    for module in Module
}

_WITH_ALHAMBRA = frozenset({Module.BONUS, Module.HUTS})
"""Modules that need tiles of Alhambra."""


def wrong_modules(ruleset: Ruleset) -> list[Violation]:
    """Return which modules cannot be added to this game."""
    found = []
    for module in ruleset.modules:
        # MOD-3: bonus cards and huts are of Alhambra.
        if module in _WITH_ALHAMBRA and Kind.ALHAMBRA not in ruleset.kinds:
            message = f"{module.label} need tiles of {Kind.ALHAMBRA.label}, which {ruleset.label} lacks"
            found.append(Violation(Clause.MOD_3, message))
        # MOD-3: what no book describes is played by house rules only.
        elif ruleset.kinds not in _IN_BOOKS[module] and not ruleset.house_rules:
            added = f"no book adds {module.label} to {ruleset.label}"
            message = f"{added}; house_rules allows it: ruleset = {{ …, house_rules = true }}"
            found.append(Violation(Clause.MOD_3, message))
    return found


def meaningless(ruleset: Ruleset, option: str) -> str | None:
    """Return why an option means nothing in this game; None if it means something."""
    needed = OPTIONS[option]
    if needed in {None, *ruleset.kinds, *ruleset.modules}:
        return None
    where = f"without {needed.label}" if isinstance(needed, Module) else f"in {ruleset.label}"
    return f"this means nothing {where}"


BEHAVIOUR = 2
"""The version of the behaviour: it changes when a verdict or a score changes."""

GRANADA = Ruleset()
"""The rules of the English and the German book."""

ALHAMBRA = Ruleset(kinds=(Kind.ALHAMBRA,))
"""The rules of Alhambra, by the French big box."""

BOTH = Ruleset(kinds=Kind)
"""The rules of Alhambra and Granada together, by the French big box."""

GAMES: Mapping[str, Ruleset] = Entries({ruleset.game: ruleset for ruleset in (ALHAMBRA, GRANADA, BOTH)})
"""The games by their names in files, each as its book has it."""

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


def written_ruleset(ruleset: Ruleset) -> dict[str, object]:
    """Return what records hold: the game if it is not Granada, modules, options that differ from defaults."""
    default = Ruleset(kinds=ruleset.kinds, modules=ruleset.modules)
    written: dict[str, object] = {} if ruleset.kinds == GRANADA.kinds else {"game": ruleset.game}
    if ruleset.modules:
        written["modules"] = [module.value for module in ruleset.modules]
    for option in OPTIONS:
        if getattr(ruleset, option) != getattr(default, option):
            written[option] = getattr(ruleset, option)
    if ruleset.yard != default.yard:
        written["yard"] = [currency.code for currency in ruleset.yard]
    return written
