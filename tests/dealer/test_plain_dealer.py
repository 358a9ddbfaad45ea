"""The dealer of the library and the one that was written from its page: the same in every byte and draw."""

from __future__ import annotations

import random
import tomllib
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import granada_rules as g
from tests.helpers import ROOT, plain_dealer
from tests.helpers.plain_dealer import PlainDealer
from tests.helpers.positions import some_event

if TYPE_CHECKING:
    from collections.abc import Iterator

SEED = bytes(range(16))


def tile_file(name: str) -> tuple[str | None, list[str]]:
    """Return the backs and the tiles of a file, as they are written there."""
    document = tomllib.loads((ROOT / f"src/granada_rules/data/{name}-tiles.toml").read_text("utf-8"))
    return document.get("backs"), document["tiles"]


HUTS: list[str] = tomllib.loads(
    (ROOT / "src/granada_rules/data/huts-reference-tiles.toml").read_text("utf-8")
)["huts"]
FILES = {
    "granada": [tile_file("reference")],
    "alhambra": [tile_file("alhambra")],
    "both": [tile_file("alhambra"), tile_file("reference")],
}


@pytest.mark.parametrize("rules", [g.GRANADA, g.ALHAMBRA, g.BOTH], ids=lambda rules: rules.game)
def test_digests_of_tiles_are_as_specified(rules: g.Ruleset) -> None:
    assert rules.tiles.digest == plain_dealer.tiles_digest(*FILES[rules.game])


def test_the_digest_of_tiles_and_huts_is_as_specified() -> None:
    for kinds in ([g.Kind.ALHAMBRA], [*g.Kind]):
        rules = g.Ruleset(kinds=kinds, modules=[g.Module.HUTS], house_rules=True)
        assert rules.tiles.digest == plain_dealer.tiles_digest(*FILES[rules.game], huts=HUTS)


@given(
    names=st.lists(
        st.sampled_from(["Ann", "Zoë", 'A"b', "c\\d/", "\U0001f3f0", "木"]), min_size=2, unique=True
    ),
    table=st.sampled_from(["table 7", "№ 1", "\x7e\U0001f3f0", '"']),
    ages=st.lists(st.integers(0, 4), min_size=6, max_size=6),
    has_ages=st.booleans(),
    seed=st.binary(min_size=16, max_size=40),
    simplified=st.booleans(),
)
def test_commitments_and_joint_seeds_are_as_specified(
    names: list[str],
    table: str,
    ages: list[int],
    seed: bytes,
    *,
    has_ages: bool,
    simplified: bool,
) -> None:
    given_ages = ages[: len(names)] if has_ages else []
    start = g.setup(names, g.Ruleset(simplified=simplified), ages=given_ages or None)
    terms = g.Terms.of(start, table=table)
    ruleset: dict[str, object] = {"game": "granada"} | ({"simplified": True} if simplified else {})
    digest = plain_dealer.tiles_digest(*FILES["granada"])
    text = plain_dealer.terms_text(names, given_ages, ruleset, table, digest)
    assert terms.text == text
    assert g.Dealer(seed).commitment_to(terms) == plain_dealer.commitment(text, seed)
    parts = [g.SeedPart(seed + bytes([number]) * number) for number in range(len(names) + 1)]
    parties = [*map(g.Seat, range(len(names))), None]
    published = [part.commitment(terms, party) for part, party in zip(parts, parties, strict=True)]
    assert published == [
        plain_dealer.part_commitment(text, party, part.secret) for party, part in enumerate(parts)
    ]
    assert g.joint_seed(terms, parts, published) == plain_dealer.joint(text, [part.secret for part in parts])


@given(st.binary(min_size=16, max_size=40), st.integers(0, 2**64 - 1), st.integers(1, 10**6))
def test_numbers_are_as_specified(seed: bytes, draw: int, below: int) -> None:
    assert g.Dealer(seed).number(draw, below) == plain_dealer.number(seed, draw, below)


def lines(players: int, rules: g.Ruleset, seed: int) -> Iterator[str]:
    """Yield the lines of a game that is dealt by the library and played at random to its end."""
    rng, dealer = random.Random(seed), g.Dealer(SEED + bytes([seed]))
    game = g.setup(players, rules)
    names = [player.name for player in game.table.players]
    while not game.is_over:
        for draw in g.draws(game, dealer):
            yield g.notation.write_event(draw, names)
        game = g.deal(game, dealer)
        if (action := some_event(game, rng, thrift=0.3)) is not None:
            yield g.notation.write_event(action, names)
            game = g.apply(game, action)


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("rules", [g.GRANADA, g.ALHAMBRA, g.BOTH], ids=lambda rules: rules.game)
def test_every_draw_of_a_whole_game_is_as_specified(rules: g.Ruleset, players: int, *, at_once: bool) -> None:
    plain = follows_the_library(g.Ruleset(kinds=rules.kinds, discards_return_at_once=at_once), players)
    assert plain.shuffles > 0


MODULES = [some for many in range(1, 5) for some in combinations(g.Module, many)]
# Each set of modules in one game, and vizier's favour in all three.
GAMES_WITH_MODULES = [
    *((game, (g.Module.VIZIER,)) for game in (g.GRANADA, g.BOTH)),
    *(((g.ALHAMBRA, g.BOTH)[number % 2], some) for number, some in enumerate(MODULES)),
]


@pytest.mark.parametrize(("game", "modules"), GAMES_WITH_MODULES)
def test_every_draw_of_a_game_with_modules_is_as_specified(
    game: g.Ruleset, modules: tuple[g.Module, ...]
) -> None:
    at_once = len(modules) == 2
    rules = g.Ruleset(kinds=game.kinds, modules=modules, house_rules=True, discards_return_at_once=at_once)
    plain = follows_the_library(rules, 2 + MODULES.index(modules) % 5)
    # EXC-8: exchange cards that were shuffled are drawn like money.
    assert plain.shuffles > 0 or not plain.has_exchange
    assert not plain.bonus_due


def follows_the_library(rules: g.Ruleset, players: int) -> PlainDealer:
    """Let the plain dealer say each draw of a game before the library's dealer makes it."""
    names = [f"Player {number}" for number in range(1, players + 1)]
    tiles = [tile for _, listed in FILES[rules.game] for tile in listed]
    has_bonus = g.Module.BONUS in rules.modules
    plain = PlainDealer(
        SEED + bytes([players]),
        names,
        tiles,
        at_once=rules.discards_return_at_once,
        huts=HUTS if g.Module.HUTS in rules.modules else (),
        has_bonus=has_bonus,
        has_exchange=g.Module.EXCHANGE in rules.modules,
    )
    has_drawn = False
    for line in lines(players, rules, players):
        is_draw = not line.startswith("Player ")
        # Between two draws there is no action as long as one is due. BON-4: except before a scoring.
        if is_draw or (has_drawn and not (has_bonus and plain.scoring)):
            assert plain.due() == (line if is_draw else None)
        plain.follow(line)
        has_drawn = is_draw
    assert plain.draws > 100
    return plain
