"""Strategies for small values: cells, edges, faces, cards, names, tile sets, rulesets."""

from __future__ import annotations

import random
from functools import cache

from hypothesis import strategies as st

from granada_rules.box import VALUES
from granada_rules.grid import Cell, Edges
from granada_rules.money import Card, Currency, Purse
from granada_rules.names import JOINERS, LONGEST_NAME, as_seen, is_clear_name
from granada_rules.ruleset import Ruleset
from granada_rules.state import DIRK
from granada_rules.tile_set import TileSet, reference
from granada_rules.tiles import Backs, Face, Kind, Tile

__all__ = ["cards", "cells", "edges", "faces", "mirrored", "names", "purses", "rulesets", "tile_sets"]


def cells() -> st.SearchStrategy[Cell]:
    """Generate cells: near the start tile, or anywhere. Shrinks to the start cell."""
    near = st.integers(-3, 3)
    return st.builds(Cell, near, near) | st.builds(Cell, st.integers(), st.integers())


def edges() -> st.SearchStrategy[Edges]:
    """Generate sets of edges, from none to all four; no tile of the box has four moats (BOX-4)."""
    return st.integers(0, 15).map(Edges)


def faces() -> st.SearchStrategy[Face]:
    """Generate faces that can be written down: those of the box (BOX-2), and others. Shrinks to AR2."""
    return st.builds(Face, st.sampled_from(Kind.GRANADA.buildings), st.integers(2, 13) | st.integers(0, 99))


def cards() -> st.SearchStrategy[Card]:
    """Generate cards that can be written down: those of the box (BOX-1), and others. Shrinks to y1."""
    return st.builds(Card, st.sampled_from(Currency), st.integers(1, 9) | st.integers(0, 99))


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


def tile_sets() -> st.SearchStrategy[TileSet]:
    """Generate tile sets: the reference set, the same with mirrored backs, and any other legal one.

    Shrinks to the reference set.
    """
    return st.one_of(
        st.just(reference()),
        st.sampled_from(Backs).map(mirrored),
        st.builds(TileSet.of, _tiles_of_a_box(), name=st.just("another box"), backs=st.sampled_from(Backs)),
    )


@cache
def mirrored(backs: Backs) -> TileSet:
    """Return the reference set with backs of that kind."""
    return TileSet.of(reference().tiles, name=backs.code, backs=backs)


@st.composite
def _tiles_of_a_box(draw: st.DrawFn) -> list[Tile]:
    """Generate any 54 tiles that obey the clauses, from a random seed: no choice is simpler than another."""
    # BOX-4: moats on 0 to 3 edges.
    moats = draw(st.lists(st.integers(0, 14).map(Edges), min_size=1, unique=True))
    rng = random.Random(draw(st.integers(0, 2**64)))  # noqa: S311 - it only has to be repeatable
    tiles = []
    for value in VALUES[::2]:
        # BOX-3: two different types, so no building stays in its place.
        backs = rng.sample(list(Kind.GRANADA.buildings), len(Kind.GRANADA.buildings))
        for place, building in enumerate(Kind.GRANADA.buildings):
            if backs[place] is building:
                backs[place], backs[place - 1] = backs[place - 1], backs[place]
        tiles += [
            Tile(Face(even, value), Face(odd, value + 1), rng.choice(moats))
            for even, odd in zip(Kind.GRANADA.buildings, backs, strict=True)
        ]
    return tiles


def rulesets() -> st.SearchStrategy[Ruleset]:
    """Generate rulesets: every option, every yard, every tile set. Shrinks to the default ruleset."""
    return st.builds(
        Ruleset,
        tile_set=st.none() | tile_sets(),
        yard=st.permutations(list(Currency)),
        simplified=st.booleans(),
        turning_takes_one_card=st.booleans(),
        extra_action_is_a_must=st.booleans().map(lambda changed: not changed),
        discards_return_at_once=st.booleans(),
    )
