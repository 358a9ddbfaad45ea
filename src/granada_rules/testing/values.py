"""Strategies for small values: cells, edges, faces, cards, names, tile sets, rulesets."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import attrs
from hypothesis import strategies as st

from granada_rules.base import JOINERS, LONGEST_NAME, as_seen, is_clear_name, short
from granada_rules.box import (
    DIRK,
    DIRKS_TILES,
    EXCHANGE_CARDS,
    HUTS,
    OPTIONS,
    SPACES,
    VALUES,
    AnyCard,
    Backs,
    Box,
    Card,
    Cell,
    Currency,
    Edges,
    Face,
    HutSet,
    Kind,
    Module,
    Purse,
    Ruleset,
    Tile,
    Tiles,
    TileSet,
    TileSets,
    meaningless,
    reference,
    reference_huts,
    shipped_tiles,
    wrong_modules,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "cards",
    "cells",
    "edges",
    "faces",
    "hut_sets",
    "kinds_of",
    "mirrored",
    "names",
    "purses",
    "rulesets",
    "tile_sets",
]


def kinds_of(kind: Kind | None) -> tuple[Kind, ...]:
    """Return the kinds that are asked for, the simplest first: examples shrink to Granada."""
    if kind is None:
        return (Kind.GRANADA, Kind.ALHAMBRA)
    if not isinstance(kind, Kind):
        raise TypeError(f"kind: expected Kind, or None for both, got {short(kind)}")
    return (kind,)


def cells() -> st.SearchStrategy[Cell]:
    """Generate cells: near the start tile, or anywhere. Shrinks to the start cell."""
    near = st.integers(-3, 3)
    return st.builds(Cell, near, near) | st.builds(Cell, st.integers(), st.integers())


def edges() -> st.SearchStrategy[Edges]:
    """Generate sets of edges, from none to all four; no tile has four moats or walls (BOX-4, A-BOX-4)."""
    return st.integers(0, 15).map(Edges)


def faces(kind: Kind | None = None) -> st.SearchStrategy[Face]:
    """Generate faces that can be written down: those of the box (BOX-2, A-BOX-2), and others.

    They are of that kind of tiles, or of both. Shrinks to AR2, of Alhambra to PV2:NEW.
    """
    return st.one_of(*map(_faces_of, kinds_of(kind)))


def _faces_of(kind: Kind) -> st.SearchStrategy[Face]:
    # A-BOX-2: the walls are part of the name of a tile that has no back.
    walls = st.none() if Box.of(kind).has_backs else edges()
    any_faces = st.builds(
        Face, st.sampled_from(kind.buildings), st.sampled_from(VALUES) | st.integers(0, 99), walls
    )
    return st.sampled_from(shipped_tiles(kind).faces) | any_faces


def cards() -> st.SearchStrategy[AnyCard]:
    """Generate cards that can be written down: those of the box (BOX-1, EXC-1), and others. Shrinks to y1."""
    money = st.builds(Card, st.sampled_from(Currency), st.integers(1, 9) | st.integers(0, 99))
    return money | st.sampled_from(EXCHANGE_CARDS)


def purses() -> st.SearchStrategy[Purse]:
    """Generate purses, also with more copies of a card than the box has. Shrinks to an empty one."""
    return st.lists(cards()).map(Purse.of)


_ODD_NAMES = (
    *("tile", "card", "scoring", "Tile", "tile SC10", "takes", "passes", "nothing", "for", "at 1", "to Dirk"),
    *("Ann", "Ann Lee", "Ann  Lee", "Ann takes", "Ann takes b3", "Red passes", "builds SC10 at 0", "SC10"),
    *("@", "-", ".", "0", '"', "\\", '"""', "'", "#", "=", "[[player]]", "<b>&amp;", "{name}", "%s"),
    *("Zoë", "李", "🏰", "می\u200cکنم", "👩\u200d🚀", "🏳\ufe0f\u200d🌈", "x" * LONGEST_NAME),
)
"""Words of the notation, marks of formats, and names in other scripts."""


def names() -> st.SearchStrategy[str]:
    """Generate names that `granada_rules.setup` accepts. Shrinks to Red.

    Some are odd: other scripts, symbols of file formats, words of the notation.
    """
    printable = st.characters(exclude_categories=("C", "Z"), include_characters=" ")
    any_text = st.text(printable, min_size=1, max_size=LONGEST_NAME)
    joined = st.builds("{}{}{}".format, st.text(printable, max_size=20), st.sampled_from(JOINERS), any_text)
    clear = (any_text | joined).filter(lambda name: is_clear_name(name) and as_seen(name) != as_seen(DIRK))
    return (
        st.sampled_from(["Red", "Blue", "Green", "Yellow", "White", "Orange"])
        | clear
        | st.sampled_from(_ODD_NAMES)
    )


def tile_sets(kind: Kind | None = None) -> st.SearchStrategy[TileSet]:
    """Generate tile sets: those that ship with the library, and any other legal ones; mirrored backs, too.

    They are of that kind of tiles, or of both. Shrinks to the reference set, of Alhambra to its own tiles.
    """
    return st.one_of(*map(_tile_sets_of, kinds_of(kind)))


def _tile_sets_of(kind: Kind) -> st.SearchStrategy[TileSet]:
    shipped, name = st.just(shipped_tiles(kind)), st.just("another box")
    if not Box.of(kind).has_backs:
        return shipped | st.builds(TileSet.of, _tiles_without_backs(kind), name=name)
    backs = st.sampled_from(Backs)
    others = st.builds(TileSet.of, _tiles_with_backs(kind), name=name, backs=backs)
    return st.one_of(shipped, backs.map(mirrored), others)


@cache
def mirrored(backs: Backs) -> TileSet:
    """Return the reference set with backs of that kind."""
    return TileSet.of(reference().tiles, name=backs.code, backs=backs)


_seeded = st.builds(random.Random, st.integers(0, 2**64))
"""A source of choices of which none is simpler than another; it only has to be repeatable."""


@st.composite
def _tiles_with_backs(draw: st.DrawFn, kind: Kind) -> list[Tile]:
    """Generate any 54 tiles that obey the clauses, from a random seed."""
    # BOX-4: moats on 0 to 3 edges.
    moats = draw(st.lists(st.integers(0, 14).map(Edges), min_size=1, unique=True))
    rng = draw(_seeded)
    tiles = []
    for value in VALUES[::2]:
        # BOX-3: two different types, so no building stays in its place.
        backs = rng.sample(list(kind.buildings), len(kind.buildings))
        for place, building in enumerate(kind.buildings):
            if backs[place] is building:
                backs[place], backs[place - 1] = backs[place - 1], backs[place]
        tiles += [
            Tile(Face(even, value), Face(odd, value + 1), rng.choice(moats))
            for even, odd in zip(kind.buildings, backs, strict=True)
        ]
    return tiles


@st.composite
def _tiles_without_backs(draw: st.DrawFn, kind: Kind) -> list[Tile]:
    """Generate any 54 tiles that obey the clauses, from a random seed."""
    box, rng = Box.of(kind), draw(_seeded)
    # A-BOX-2, A-BOX-4: the numbers of tiles of each type and price, and with each pattern of walls.
    called = [name for name, many in box.many.items() for _ in range(many)]
    walls = [pattern for pattern, many in (box.patterns or {}).items() for _ in range(many)]
    while True:
        rng.shuffle(walls)
        shown = {Face(*name, pattern) for name, pattern in zip(called, walls, strict=True)}
        # A-BOX-2: no two agree in type, price and walls.
        if len(shown) == len(called):
            return [Tile.of(face) for face in sorted(shown)]


def hut_sets() -> st.SearchStrategy[HutSet]:
    """Generate lists of huts: the one that ships with the library, and any other legal ones.

    Equal huts are there several times in some of them. Shrinks to the reference list.
    """
    return st.just(reference_huts()) | st.builds(HutSet.of, _huts(), name=st.just("other huts"))


@st.composite
def _huts(draw: st.DrawFn) -> list[Face]:
    """Generate any 24 huts that obey the clauses, from a random seed."""
    # HUT-2: walls on 1 to 3 edges.
    walls = draw(st.lists(st.integers(1, 14).map(Edges), min_size=1, unique=True))
    rng = draw(_seeded)
    # HUT-1: so many of each type.
    return [Face(building, 0, rng.choice(walls)) for building, many in HUTS.items() for _ in range(many)]


_GAMES = ((Kind.GRANADA,), (Kind.ALHAMBRA,), tuple(Kind))
"""The kinds that can be played with, the simplest game first: examples shrink to Granada."""

_FEWEST_MOATS = SPACES + DIRKS_TILES
"""How many tiles of Granada with a moat a game of both kinds needs, if Dirk gets six of them (MIX-6)."""


def rulesets(*kinds: Kind, modules: Iterable[Module] = Module) -> st.SearchStrategy[Ruleset]:
    """Generate rulesets: every game, every option that means something in it, every yard, every tile set.

    They are for a game with these kinds of tiles: ``rulesets(Kind.ALHAMBRA)``, ``rulesets(*Kind)``; without
    arguments for any of the three games. They have any of these modules, or none: ``rulesets(modules=())``
    are without modules. With both kinds there are always enough tiles of Granada that have a moat (MIX-6).
    Shrinks to the default ruleset of the game, ``GRANADA``, ``ALHAMBRA`` or ``BOTH``.
    """
    wanted = [Ruleset(kinds=kinds)] if kinds else [Ruleset(kinds=game) for game in _GAMES]
    # Judges the modules, and puts them in order.
    may_have = Ruleset(modules=modules).modules
    return st.one_of(*(_rulesets_like(game, may_have) for game in wanted))


def _rulesets_like(game: Ruleset, modules: tuple[Module, ...]) -> st.SearchStrategy[Ruleset]:
    """Generate rulesets of that game with those of the modules that it can have."""
    sets = [tuple(some) for many in range(len(modules) + 1) for some in combinations(modules, many)]
    usual = [Ruleset(kinds=game.kinds, modules=some, house_rules=True) for some in sets]
    return st.sampled_from([one for one in usual if not wrong_modules(one)]).flatmap(_with_options)


@st.composite
def _with_options(draw: st.DrawFn, usual: Ruleset) -> Ruleset:
    # For every game there are equally many choices, so that examples of one shrink to those of another.
    changed = {option for option in OPTIONS if draw(st.booleans())}
    options = {
        option: getattr(usual, option) != (option in changed)
        for option in OPTIONS
        if meaningless(usual, option) is None
    }
    # MOD-3: what no book describes needs the house rules.
    options["house_rules"] = "house_rules" in changed or bool(
        wrong_modules(attrs.evolve(usual, house_rules=False))
    )
    yard = draw(st.permutations(list(Currency)))
    tile_set = draw(st.none() | _tiles_of(usual))
    return Ruleset(kinds=usual.kinds, modules=usual.modules, tile_set=tile_set, yard=yard, **options)


def _tiles_of(usual: Ruleset) -> st.SearchStrategy[Tiles]:
    kinds = usual.kinds
    sets = st.tuples(*map(tile_sets, kinds))
    # HUT-1: huts lie beside tiles.
    if Module.HUTS in usual.modules:
        with_huts = st.builds(TileSets, sets, hut_sets())
        return with_huts.filter(_has_enough_moats) if len(kinds) > 1 else with_huts
    if len(kinds) == 1:
        return tile_sets(*kinds)
    return sets.map(TileSets).filter(_has_enough_moats)


def _has_enough_moats(tiles: TileSets) -> bool:
    # MIX-6: the first tiles of Granada in the yard have a moat.
    return sum(tile.back is not None and bool(tile.moats) for tile in tiles.tiles) >= _FEWEST_MOATS
