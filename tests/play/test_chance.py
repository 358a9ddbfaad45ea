"""Chance: what can be drawn, how likely it is, exactly; and that dealers draw as likely as that."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, TypeVar

import pytest

import granada_rules as g
from granada_rules.play import way, ways
from tests.helpers.candidates import ALL_DRAWS
from tests.helpers.games import NAMES, each_game, laid
from tests.helpers.positions import PLAYERS, draws_due, positions, stages

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


PLAYING = {g.Phase.ACT, g.Phase.PLACE, g.Phase.END_OF_TURN}

Outcome = TypeVar("Outcome")


def as_likely(counts: Mapping[Outcome, int], exact: Mapping[Outcome, Fraction]) -> bool:
    """Tell whether counts fit probabilities, by Pearson's sum of squares.

    It is about as large as there are degrees of freedom; six of its standard deviations more are allowed.
    All seeds are fixed, so a test that passes once passes always.
    """
    total, freedom = sum(counts.values()), len(exact) - 1
    assert set(counts) <= set(exact)
    squares = sum((counts.get(what, 0) - total * p) ** 2 / (total * p) for what, p in exact.items())
    return float(squares) <= freedom + 6 * sqrt(2 * freedom)


def dealers(number: int, label: str = "") -> Iterable[g.Dealer]:
    return (g.Dealer(f"dealer {label} number {each}".encode()) for each in range(number))


def expected(game: g.Game) -> dict[g.Draw, Fraction]:
    """Count once more what may come, and how likely it is."""
    table = game.table
    if table.draw_for in {g.DrawFor.DIRK, g.DrawFor.YARD}:
        tiles = list(table.bag)
        if len(table.ruleset.kinds) == 2:
            # MIX-3, MIX-6: from the bag that is due; the first tiles of Granada in the yard have a moat.
            tiles = [tile for tile in tiles if tile.kind is table.tile_to_draw]
            if (table.phase, table.draw_for) == (g.Phase.SETUP, g.DrawFor.YARD):
                tiles = [tile for tile in tiles if tile.kind is g.Kind.ALHAMBRA or tile.moats]
        is_turned = table.marker is g.Marker.ODD
        faces = [tile.odd if is_turned and tile.back else tile.front for tile in tiles]
        return {g.DrawTile(face): Fraction(1, len(faces)) for face in faces}
    if table.draw_for is g.DrawFor.HUT:
        # HUT-3, HUT-5: the huts of the first pile without an open one, if it is not empty, however they lie.
        piles = dict(zip(["PV", "SE", "AC", "CH", "GA", "TO"], table.modules.open_huts, strict=True))
        below = [[hut for hut in table.modules.huts_below if str(hut)[:2] == code] for code in piles]
        due = next(huts for huts, hut in zip(below, piles.values(), strict=True) if huts and hut is None)
        return {g.DrawHut(hut): Fraction(many, len(due)) for hut, many in Counter(due).items()}
    if table.draw_for is g.DrawFor.BONUS:
        # BON-1, BON-2: any card for a tile without walls that nobody has got.
        faces = [face for face in table.ruleset.tiles.faces if face.walls == g.Edges(0)]
        left = [face for face in faces if not any(face in cards for cards in game.bonus)]
        return {g.DrawBonus(face): Fraction(1, len(left)) for face in left}
    # SETUP-6: if there are k cards in the pile, the scoring card is the uppermost once in k times.
    pile = game.piles[0]
    scoring = Fraction(0) if pile.scoring is None else Fraction(1, pile.size)
    # EXC-2: cards that are bound to it are exchange cards. EXC-8: or any card is where it may be.
    is_bound = any(pile.exchange for pile in game.piles)
    bound = Fraction(pile.exchange, pile.size)
    others = game.deck.money if is_bound else game.deck
    found: dict[g.Draw, Fraction] = {
        g.DrawCard(card): (1 - scoring - bound) * Fraction(count, len(others))
        for card, count in Counter(others).items()
    }
    if is_bound:
        cards = game.deck.exchange_cards
        found |= {g.DrawCard(card): bound / len(cards) for card in cards}
    if pile.scoring is not None:
        found[g.DrawScoring(pile.scoring)] = scoring
    return {draw: likely for draw, likely in found.items() if likely}


def test_chances_are_positive_distinct_and_sum_up_to_one() -> None:
    for game in draws_due():
        possible = g.chance(game)
        assert sum(likely for _, likely in possible) == 1
        assert all(likely > 0 for _, likely in possible)
        assert len(dict(possible)) == len(possible)
        assert dict(possible) == expected(game)


def test_nothing_is_drawn_while_somebody_decides_or_when_all_is_over() -> None:
    for game in positions():
        if game.table.draw_for is None:
            assert g.chance(game) == ()
            assert ways(game) == 0
            assert list(g.draws(game, g.Dealer(bytes(16)))) == []
            assert all(g.check(game, draw) for draw in ALL_DRAWS)


@pytest.mark.accepts("BOX-11")
@pytest.mark.rejects("BOX-11")
def test_what_may_come_passes_and_all_else_is_refused() -> None:
    for game in draws_due():
        possible = dict(g.chance(game))
        tiles = game.table.ruleset.tiles
        own: list[g.Draw] = [*map(g.DrawTile, tiles.faces)]
        own += map(g.DrawHut, () if tiles.huts is None else tiles.huts.huts)
        refused = {draw: g.check(game, draw) for draw in (*ALL_DRAWS, *own)}
        assert {draw for draw, found in refused.items() if not found} == set(possible)
        in_deck = set(game.deck)
        for draw, found in refused.items():
            clauses = {violation.clause for violation in found}
            if isinstance(draw, g.DrawCard) and game.table.draw_for in {g.DrawFor.HAND, g.DrawFor.DISPLAY}:
                # EXC-2: exchange cards are set aside until the deck is made.
                is_aside = "EXC-2" in clauses and game.table.phase is g.Phase.SETUP
                assert ("BOX-11" in clauses) == (draw.card not in in_deck and not is_aside)


def test_ways_are_as_many_as_is_likely() -> None:
    for game in draws_due():
        number = ways(game)
        counted = Counter(way(game, each) for each in range(number))
        assert {draw: Fraction(count, number) for draw, count in counted.items()} == dict(g.chance(game))
        if game.table.draw_for is not g.DrawFor.DISPLAY or any(pile.exchange for pile in game.piles):
            continue
        if (scoring := game.piles[0].scoring) is not None:
            # In this order, because a dealer's numbers mean the same everywhere.
            money = [g.DrawCard(card) for card in game.deck for _ in range(game.piles[0].size - 1)]
            in_order: list[g.Draw] = [*[g.DrawScoring(scoring)] * len(game.deck), *money]
            assert [way(game, place) for place in range(number)] == in_order


def test_there_are_no_other_ways() -> None:
    for game in draws_due():
        number = ways(game)
        for beyond in (-1, number, number + 1, 2 * number):
            with pytest.raises(ValueError, match=f"number of a way to draw: expected 0 to {number - 1}"):
                way(game, beyond)


def test_the_chances_are_in_the_documented_order() -> None:
    for game in draws_due():
        possible = [draw for draw, _ in g.chance(game)]
        scorings = [draw for draw in possible if isinstance(draw, g.DrawScoring)]
        cards = [draw.card for draw in possible if isinstance(draw, g.DrawCard)]
        tiles = [
            game.table.ruleset.tiles.tile(draw.face) for draw in possible if isinstance(draw, g.DrawTile)
        ]
        assert possible[: len(scorings)] == scorings
        # EXC-2: exchange cards that are bound to a pile come first.
        first = any(pile.exchange for pile in game.piles)
        assert cards == sorted(cards, key=lambda card: (isinstance(card, g.ExchangeCard) != first, card))
        assert tiles == sorted(tiles, key=lambda tile: tile.front)


@pytest.mark.rejects("SETUP-6")
def test_a_scoring_card_left_alone_in_its_pile_is_certain() -> None:
    """However it was until then, the last card of the second pile is A if A has not come."""
    game = laid(["y9 g9 b2", "o9 b9 o1 y5"])
    while game.piles[0].scoring is None or game.piles[0].size > 1:
        game = next_turn(game, avoid=g.Scoring.A)
    game = one_taken(game)
    assert g.chance(game) == ((g.DrawScoring(g.Scoring.A), Fraction(1)),)
    for card in game.deck:
        assert [violation.clause for violation in g.check(game, g.DrawCard(card))] == ["SETUP-6"]


def one_taken(game: g.Game) -> g.Game:
    """Let the one whose turn it is take a single card."""
    return g.apply(game, next(iter(g.legal_actions(game))))


def next_turn(game: g.Game, avoid: g.Scoring) -> g.Game:
    game = one_taken(game)
    while game.table.draw_for is not None:
        game = g.apply(game, next(draw for draw, _ in g.chance(game) if draw != g.DrawScoring(avoid)))
    return game


@pytest.mark.parametrize("kind", [g.DrawFor.YARD, g.DrawFor.HAND, g.DrawFor.DISPLAY, "a scoring card"])
def test_dealers_draw_as_likely_as_chances_say(kind: g.DrawFor | str) -> None:
    is_wanted = [
        game
        for game in draws_due()
        # HUT-5: a hut may be turned up while the deck is empty.
        if (game.table.draw_for is kind and not (game.piles and game.piles[0].scoring))
        or (kind == "a scoring card" and game.table.draw_for is g.DrawFor.DISPLAY and game.piles[0].scoring)
    ]
    game = is_wanted[len(is_wanted) // 2]
    drawn = Counter(next(g.draws(game, dealer)) for dealer in dealers(3000))
    assert as_likely(drawn, dict(g.chance(game)))


def test_the_judge_of_likeliness_is_not_blind() -> None:
    fair = {face: Fraction(1, 6) for face in range(6)}
    rng = random.Random(0)
    assert as_likely(Counter(rng.randrange(6) for _ in range(3000)), fair)
    assert not as_likely(Counter(max(rng.randrange(6), rng.randrange(2)) for _ in range(3000)), fair)
    assert not as_likely(Counter(range(6)) + Counter({0: 60}), fair)


@pytest.mark.accepts("SETUP-2", "SETUP-5")
def test_every_tile_and_every_card_is_dealt_as_often_as_another() -> None:
    begun = g.setup(NAMES[:3])
    tiles: Counter[g.Face] = Counter()
    cards: Counter[g.AnyCard] = Counter()
    for dealer in dealers(250, "deals"):
        game = g.deal(begun, dealer)
        assert game.table.phase is g.Phase.ACT
        tiles.update(face for face in game.table.yard if face is not None)
        cards.update(game.table.display)
    assert as_likely(tiles, {tile.even: Fraction(1, 54) for tile in begun.table.bag})
    assert as_likely(cards, {card: Fraction(1, 36) for card in set(begun.deck)})


# SETUP-6: where the scoring cards lie.


def scorings_come(game: g.Game, dealer: g.Dealer) -> dict[g.Scoring, int]:
    """Let everybody take single cards, and tell after how many cards of the deck each scoring card came."""
    whole = game.table.deck_size
    came: dict[g.Scoring, int] = {}
    while len(came) < 2:
        game = one_taken(game)
        for draw in g.draws(game, dealer):
            if isinstance(draw, g.DrawScoring):
                came[draw.scoring] = whole - game.table.deck_size
            game = g.apply(game, draw)
    return came


def places(money: int) -> dict[g.Scoring, range]:
    """Return after how many cards A and B may come, if that many money cards are split into five piles."""
    small, larger = divmod(money, 5)
    sizes = [small + (number < larger) for number in range(5)]
    second, fourth = sizes[0], sum(sizes[:3]) + 1
    return {
        g.Scoring.A: range(second, second + sizes[1] + 1),
        g.Scoring.B: range(fourth, fourth + sizes[3] + 1),
    }


@pytest.mark.accepts("SETUP-6")
@pytest.mark.parametrize("players", PLAYERS)
@each_game
def test_a_comes_within_the_second_pile_and_b_within_the_fourth(rules: g.Ruleset, players: int) -> None:
    for dealer in dealers(12, f"{players} players"):
        game = g.deal(g.setup(players, rules), dealer)
        expected_places = places(game.table.deck_size - 2)
        assert all(
            place in expected_places[scoring] for scoring, place in scorings_come(game, dealer).items()
        )


@pytest.mark.accepts("SETUP-6")
def test_scoring_cards_are_equally_likely_in_all_places_of_their_piles() -> None:
    game = laid(["y9 g9 b2", "o9 b9 o1 y5"], "y1 y2 g1 g2")
    came = [scorings_come(game, dealer) for dealer in dealers(400, "piles")]
    for scoring, where in places(game.table.deck_size - 2).items():
        likely = {place: Fraction(1, len(where)) for place in where}
        assert as_likely(Counter(each[scoring] for each in came), likely)


@pytest.mark.rejects("SETUP-6")
@pytest.mark.parametrize("players", PLAYERS)
@each_game
def test_a_scoring_card_of_a_lower_pile_cannot_come(rules: g.Ruleset, players: int) -> None:
    game = one_taken(g.deal(g.setup(players, rules), g.Dealer(b"lower piles ......")))
    for scoring in (g.Scoring.A, g.Scoring.B):
        assert [violation.clause for violation in g.check(game, g.DrawScoring(scoring))] == ["SETUP-6"]


@pytest.mark.accepts("SETUP-6")
def test_by_the_first_reshuffle_both_scoring_cards_are_gone() -> None:
    rng = random.Random(5)
    for players in PLAYERS:
        before = None
        for game in stages(g.setup(players), rng):
            if (
                before is not None
                and game.table.deck_size > before.table.deck_size
                and before.table.phase in PLAYING
            ):
                assert game.table.turned_up == (g.Scoring.A, g.Scoring.B)
                break
            before = game
        else:
            raise AssertionError("the discards were never shuffled")
