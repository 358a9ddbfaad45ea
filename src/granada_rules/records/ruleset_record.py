"""Tile sets and rulesets in files, as positions and game records name them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from granada_rules.arguments import expect, short
from granada_rules.clauses import ViolationError, some
from granada_rules.fields import Fields, expected
from granada_rules.money import Currency
from granada_rules.ruleset import EDITIONS, GRANADA, OPTIONS, Ruleset
from granada_rules.tile_set import ALHAMBRA_TILES, REFERENCE, TileSet, alhambra, reference
from granada_rules.tiles import Kind
from granada_rules.toml import RecordError

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["read_ruleset", "read_tile_set", "refuse_other_tiles", "written_ruleset"]

_UNLISTED = "unlisted"
_SHIPPED = {ALHAMBRA_TILES: alhambra, REFERENCE: reference}
_GAMES = {kind.value: kind for kind in Kind}
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
    if name in _SHIPPED:
        return _SHIPPED[name]()
    if name not in sets:
        names = dict.fromkeys([*_SHIPPED, *sets])
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
    kind = options.one_of("game", _GAMES) or GRANADA.kind
    noted = _of_edition(options.one_of("edition", EDITIONS), kind)
    for option, needed in OPTIONS.items():
        change = options.optional(option, bool)
        if change is not None and needed not in {None, kind}:
            raise RecordError(f"{options.place(option)}: this means nothing in {kind.label}")
        noted |= {} if change is None else {option: change}
    yard = options.listed("yard", _currency)
    options.no_others()
    ruleset = Ruleset(kinds=(kind,), **noted)  # type: ignore[arg-type] # all of them are true or false
    try:
        return ruleset if yard is None else attrs.evolve(ruleset, yard=yard)
    except ViolationError as error:
        raise RecordError(f"{options.place('yard')}: {error}") from None


def _of_edition(edition: Ruleset | None, kind: Kind) -> dict[str, bool]:
    """Return the options of an edition that mean something in this game."""
    if edition is None:
        return {}
    return {option: getattr(edition, option) for option, needed in OPTIONS.items() if needed in {None, kind}}


def refuse_other_tiles(
    tile_set: TileSet | None, ruleset: Ruleset | None, said: str = "the ruleset is of"
) -> None:
    """Raise ``RecordError`` if the tiles are not of the game that the ruleset is of."""
    if tile_set is None or ruleset is None or tile_set.kind in ruleset.kinds:
        return
    kind = tile_set.kind
    raise RecordError(
        f"tiles: {short(tile_set.name)} is of {kind.label}, and {said} {ruleset.kind.label}; "
        f'for {kind.label} write ruleset = {{ game = "{kind.value}" }}'
    )


def _currency(entry: object) -> Currency:
    word = expected(str, entry, "a currency")
    currency = _CURRENCIES.get(word.strip().lower())
    if currency is None:
        raise ValueError(f"{short(word)}: no such currency ({' '.join(_CURRENCIES)})")
    return currency


def written_ruleset(ruleset: Ruleset) -> dict[str, object]:
    """Return the game if it is not Granada, and the options that differ from its default."""
    default = Ruleset(kinds=ruleset.kinds)
    written: dict[str, object] = {} if default == GRANADA else {"game": ruleset.kind.value}
    for option in OPTIONS:
        if getattr(ruleset, option) != getattr(default, option):
            written[option] = getattr(ruleset, option)
    if ruleset.yard != default.yard:
        written["yard"] = [currency.code for currency in ruleset.yard]
    return written
