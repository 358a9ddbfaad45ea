"""Tile sets and rulesets in files, as positions and game records name them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from granada_rules.arguments import expect, short
from granada_rules.clauses import ViolationError, some
from granada_rules.fields import Fields, expected
from granada_rules.money import Currency
from granada_rules.ruleset import EDITIONS, GRANADA, Ruleset
from granada_rules.tile_set import REFERENCE, TileSet, reference
from granada_rules.toml import RecordError

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["read_ruleset", "read_tile_set", "written_ruleset"]

_UNLISTED = "unlisted"
_OPTIONS = ("simplified", "turning_takes_one_card", "extra_action_is_a_must", "discards_return_at_once")
_CURRENCIES = {word: currency for currency in Currency for word in (currency.code, currency.label)}


def read_tile_set(table: Fields, known: Iterable[TileSet]) -> TileSet | None:
    """Return the tile set that a record names; ``None`` if it names none."""
    name = table.optional("tiles", str)
    sets: dict[str, TileSet] = {}
    for tile_set in known:
        expect(tile_set, TileSet)
        if sets.setdefault(tile_set.name, tile_set) != tile_set:
            raise RecordError(f"tiles: two tile sets are called {short(tile_set.name)}")
    if name is None or name == _UNLISTED:
        return None
    if name == REFERENCE:
        return reference()
    if name not in sets:
        names = dict.fromkeys([REFERENCE, *sets])
        raise RecordError(f"tiles: no tile set is called {short(name)} ({some(map(short, names))})")
    return sets[name]


def read_ruleset(table: Fields) -> Ruleset | None:
    """Return the ruleset: an edition by name, or a table of options."""
    given = table.entries.get("ruleset")
    if isinstance(given, str):
        return table.one_of("ruleset", EDITIONS)
    entries = table.optional("ruleset", dict, "an edition or a table of options")
    if entries is None:
        return None
    options = Fields(entries, "ruleset")
    ruleset = options.one_of("edition", EDITIONS) or GRANADA
    changes = {option: options.optional(option, bool) for option in _OPTIONS}
    yard = options.listed("yard", _currency)
    options.no_others()
    noted = {option: change for option, change in changes.items() if change is not None}
    try:
        changed = attrs.evolve(ruleset, **noted)  # type: ignore[arg-type] # all of them are true or false
        return changed if yard is None else attrs.evolve(changed, yard=yard)
    except ViolationError as error:
        raise RecordError(f"{options.place('yard')}: {error}") from None


def _currency(entry: object) -> Currency:
    word = expected(str, entry, "a currency")
    currency = _CURRENCIES.get(word.strip().lower())
    if currency is None:
        raise ValueError(f"{short(word)}: no such currency ({' '.join(_CURRENCIES)})")
    return currency


def written_ruleset(ruleset: Ruleset) -> dict[str, object]:
    """Return the options that differ from the default."""
    options: dict[str, object] = {
        option: getattr(ruleset, option)
        for option in _OPTIONS
        if getattr(ruleset, option) != getattr(GRANADA, option)
    }
    if ruleset.yard != GRANADA.yard:
        options["yard"] = [currency.code for currency in ruleset.yard]
    return options
