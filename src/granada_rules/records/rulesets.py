"""Tile sets and rulesets in files, as positions and game records name them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import attrs

from granada_rules.base import Fields, RecordError, by_word, expect, expected, short
from granada_rules.box import (
    ALHAMBRA_TILES,
    EDITIONS,
    GAMES,
    GRANADA,
    HUTS_REFERENCE,
    OPTIONS,
    REFERENCE,
    Currency,
    HutSet,
    Kind,
    Listed,
    Module,
    Ruleset,
    Tiles,
    TileSet,
    TileSets,
    ViolationError,
    alhambra,
    meaningless,
    reference,
    reference_huts,
    some,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

__all__ = ["IN_RULESET", "read_played", "read_ruleset", "read_tiles", "refuse_other_tiles", "written_tiles"]


_UNLISTED = "unlisted"

_HUTS = "huts"

_SHIPPED: Mapping[str, Callable[[], TileSet | HutSet]] = {
    ALHAMBRA_TILES: alhambra,
    REFERENCE: reference,
    HUTS_REFERENCE: reference_huts,
}

_MODULES = by_word(Module)

_INSIDE = "write it into the ruleset: ruleset ="

IN_RULESET: Mapping[str, str] = {
    "game": f'{_INSIDE} {{ game = "alhambra", … }}',
    "edition": f'{_INSIDE} {{ edition = "EN", … }}',
    "modules": f'{_INSIDE} {{ …, modules = ["vizier"] }}',
} | {option: f"{_INSIDE} {{ …, {option} = true }}" for option in OPTIONS}
"""Entries that belong into a ruleset: what to do where they stand outside."""

_BESIDE = ("tiles", "turn", "phase", "marker", "player", "players", "piles", "format")
"""Entries that stand beside a ruleset."""

_CURRENCIES = {word: currency for currency in Currency for word in (currency.code, currency.label)}


def _parts(tiles: Listed) -> tuple[TileSet | HutSet, ...]:
    """Return the sets, each with a name of its own."""
    expect(tiles, TileSet, TileSets, HutSet)
    if isinstance(tiles, HutSet):
        return (tiles,)
    return tiles.sets if tiles.huts is None else (*tiles.sets, tiles.huts)


def read_tiles(table: Fields, known: Iterable[Listed]) -> Tiles | None:
    """Return the tiles that a record names: one set, or a table with huts and one set for each kind.

    It is ``None`` if no tiles are named.
    """
    sets: dict[str, TileSet | HutSet] = {}
    for tiles in known:
        for one in _parts(tiles):
            if sets.setdefault(one.name, one) != one:
                raise RecordError(f"tiles: two tile sets are called {short(one.name)}")
    if not isinstance(table.entries.get("tiles"), dict):
        name = table.optional("tiles", str, "a name, or a table of names")
        return table.attempt("tiles", lambda: _tiles_named(name, sets, "tiles"))
    entries = table.optional("tiles", dict) or {}
    return table.attempt("tiles", lambda: _tiles_of(table.inner(entries, "tiles", "tiles"), sets))


def _tiles_of(names: Fields, sets: Mapping[str, TileSet | HutSet]) -> Tiles | None:
    """Return the tiles of a table of names."""
    listed = []
    for kind in Kind:
        # MIX-2: tiles of each kind.
        found = names.attempt(kind.value, partial(_tiles_of_kind, names, kind, sets))
        listed += [] if found is None else [found]
    # HUT-1: and huts.
    place = names.place(_HUTS)
    huts = names.attempt(_HUTS, lambda: _named(names.optional(_HUTS, str), sets, place))
    names.no_others()
    if isinstance(huts, TileSet):
        names.refuse(_HUTS, f"{place}: {short(huts.name)} is a tile set, and lists no huts")
    elif huts is not None and Kind.ALHAMBRA not in [one.kind for one in listed] and not names.lost:
        wanted = f"expected a tile set of {Kind.ALHAMBRA.label} beside huts, got none"
        names.refuse(_HUTS, f"{place}: {wanted}")
    if names.lost or isinstance(huts, TileSet):
        return None
    return TileSets(listed, huts) if huts or len(listed) > 1 else next(iter(listed), None)


def _tiles_of_kind(names: Fields, kind: Kind, sets: Mapping[str, TileSet | HutSet]) -> TileSet | None:
    place = names.place(kind.value)
    found = _tiles_named(names.optional(kind.value, str), sets, place)
    if found is not None and found.kind is not kind:
        raise RecordError(f"{place}: {short(found.name)} is of {found.kind.label}")
    return found


def _tiles_named(name: str | None, sets: Mapping[str, TileSet | HutSet], place: str) -> TileSet | None:
    found = _named(name, sets, place)
    if isinstance(found, HutSet):
        example = f'such as {{ alhambra = "{ALHAMBRA_TILES}", huts = {short(found.name)} }}'
        raise RecordError(f"{place}: {short(found.name)} lists huts, which are named beside tiles, {example}")
    return found


def _named(name: str | None, sets: Mapping[str, TileSet | HutSet], place: str) -> TileSet | HutSet | None:
    """Return the tile set, or the list of huts, of that name."""
    if name is None or name == _UNLISTED:
        return None
    if name in _SHIPPED:
        return _SHIPPED[name]()
    if name not in sets:
        names = dict.fromkeys([*_SHIPPED, *sets])
        raise RecordError(f"{place}: no tile set is called {short(name)} ({some(map(short, names))})")
    return sets[name]


def written_tiles(tiles: Tiles) -> str | dict[str, str]:
    """Return the name of the tile set, or the names by kind, and that of the huts.

    Raises ``RecordError`` if a set has the name of another.
    """
    names: str | dict[str, str]
    if isinstance(tiles, TileSet):
        names = tiles.name
    else:
        names = {one.kind.value: one.name for one in tiles.sets}
        names |= {} if tiles.huts is None else {_HUTS: tiles.huts.name}
    # No other set can be meant by a name.
    read_tiles(Fields({"tiles": names}, ""), [tiles])
    return names


def read_ruleset(table: Fields) -> Ruleset | None:
    """Return the ruleset: an edition by name, or a table of options."""
    given = table.entries.get("ruleset")
    if isinstance(given, str):
        return table.one_of("ruleset", EDITIONS)
    entries = table.optional("ruleset", dict, "an edition or a table of options")
    if entries is None:
        return None
    return table.attempt("ruleset", lambda: _of_options(table.inner(entries, "ruleset", "ruleset")))


def _of_options(options: Fields) -> Ruleset:
    """Return the ruleset of a table of options."""
    default = options.one_of("game", GAMES) or GRANADA
    modules = options.listed("modules", _module) or ()
    try:
        default = Ruleset(kinds=default.kinds, modules=modules)
    except ValueError as error:
        options.refuse("modules", f"{options.place('modules')}: {error}")
    # Without game and modules nobody knows which options mean something.
    is_known = not options.lost
    noted = _of_edition(options.one_of("edition", EDITIONS), default)
    for option in OPTIONS:
        change = options.optional(option, bool)
        if change is not None and is_known and (reason := meaningless(default, option)):
            options.refuse(option, f"{options.place(option)}: {reason}{_adding(OPTIONS[option])}")
        noted |= {} if change is None else {option: change}
    listed = options.listed("yard", _currency)
    yard = GRANADA.yard if listed is None else listed
    options.elsewhere = dict.fromkeys(_BESIDE, "write it beside the ruleset, not in it")
    options.no_others()
    try:
        attrs.evolve(GRANADA, yard=yard)
    except ViolationError as error:
        options.refuse("yard", f"{options.place('yard')}: {error}")
    return options.made(Ruleset, kinds=default.kinds, modules=modules, yard=yard, **noted)


def _adding(needed: Kind | Module | None) -> str:
    """Return how to add the module that an option needs, if it needs one."""
    return f'; write ruleset = {{ …, modules = ["{needed.value}"] }}' if isinstance(needed, Module) else ""


def _of_edition(edition: Ruleset | None, game: Ruleset) -> dict[str, bool]:
    """Return the options of an edition that mean something in this game."""
    if edition is None:
        return {}
    return {option: getattr(edition, option) for option in OPTIONS if meaningless(game, option) is None}


def refuse_other_tiles(tiles: Tiles | None, ruleset: Ruleset | None, said: str = "the ruleset is of") -> None:
    """Raise ``RecordError`` if the tiles are not of the game that the ruleset is of."""
    # HUT-1: huts are played with only if their module is.
    if tiles is None or ruleset is None:
        return
    if tiles.huts is not None and Module.HUTS not in ruleset.modules:
        wanted = 'write modules = ["huts"] into the ruleset'
        raise RecordError(f"tiles, {_HUTS}: the game is played without huts; to add them {wanted}")
    if {*tiles.kinds} <= {*ruleset.kinds}:
        return
    other = Ruleset(kinds=tiles.kinds)
    named = short(tiles.name) if isinstance(tiles, TileSet) else "this table"
    raise RecordError(
        f"tiles: {named} is of {other.label}, and {said} {ruleset.label}; "
        f'for {other.label} write ruleset = {{ game = "{other.game}" }}'
    )


def read_played(table: Fields, known: Iterable[Listed]) -> Ruleset:
    """Return the ruleset of a game with its tiles; without an entry for it, that of Granada."""
    if "tiles" not in table.entries:
        raise RecordError("tiles is missing")
    tiles = read_tiles(table, known)
    if tiles is None:
        raise RecordError("tiles: a game needs a listed tile set")
    ruleset = read_ruleset(table)
    # Tiles of another game do not make a record without a ruleset one of that game: nothing is guessed.
    if ruleset is None:
        refuse_other_tiles(tiles, ruleset := GRANADA, "without a ruleset this is")
    refuse_other_tiles(tiles, ruleset)
    # MIX-2: tiles of both kinds are named one by one.
    if tiles.kinds != ruleset.kinds:
        example = 'such as { alhambra = "alhambra", granada = "reference" }'
        raise RecordError(f"tiles: a game of {ruleset.label} needs a listed tile set of each, {example}")
    # HUT-1: nor is a list of huts guessed.
    if Module.HUTS in ruleset.modules and Kind.ALHAMBRA in ruleset.kinds and tiles.huts is None:
        example = f'such as {{ alhambra = "{ALHAMBRA_TILES}", huts = "{HUTS_REFERENCE}" }}'
        raise RecordError(f"tiles: a game with huts needs a list of them, {example}")
    return attrs.evolve(ruleset, tile_set=tiles)


def _module(entry: object) -> Module:
    word = expected(str, entry, "a module")
    if word not in _MODULES:
        raise ValueError(f"{short(word)}: no such module ({' '.join(_MODULES)})")
    return _MODULES[word]


def _currency(entry: object) -> Currency:
    word = expected(str, entry, "a currency")
    currency = _CURRENCIES.get(word.strip().lower())
    if currency is None:
        raise ValueError(f"{short(word)}: no such currency ({' '.join(_CURRENCIES)})")
    return currency
