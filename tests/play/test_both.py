"""Alhambra and Granada together: the setup, turns with two bags, the deck, the end, Dirk (MIX)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import attrs
import pytest

import granada_rules as g
from tests.helpers.games import (
    BLUE,
    CHEAP,
    GREEN,
    RED,
    altered,
    buy,
    cheap,
    clauses,
    dirk,
    drawn,
    faces,
    money,
    played,
    refused,
    take,
    taken,
)

EAST, NORTH, SOUTH, WEST = g.Cell(1, 0), g.Cell(0, 1), g.Cell(0, -1), g.Cell(-1, 0)
OF_ALHAMBRA, OF_GRANADA = faces(CHEAP[g.Kind.ALHAMBRA]), faces(CHEAP[g.Kind.GRANADA])

EXACT = "y2 y2 g4 g4 b4 b4 o4 o4"
"""What the eight cheap tiles cost."""


def rich(hand: str = EXACT, players: int = 3, rules: g.Ruleset = g.BOTH) -> g.Game:
    """Lay out the cheap tiles of both kinds, and give Red this hand."""
    game = cheap(rules, players=players)
    return altered(game, hands=(money(hand), *game.hands[1:]))


def on_table(game: g.Game, **fields: object) -> g.Game:
    """Return the game with other things on the table."""
    return altered(game, table=altered(game.table, **fields))


def due(game: g.Game) -> list[g.Kind]:
    """Draw everything that is due, and return the kinds of the tiles."""
    kinds = []
    while game.table.draw_for is not None:
        if game.table.tile_to_draw is not None:
            kinds.append(game.table.tile_to_draw)
        game = g.apply(game, g.chance(game)[-1][0])
    return kinds


# The box and the setup.


@pytest.mark.accepts("MIX-1", "MIX-2", "MIX-4")
@pytest.mark.parametrize("players", range(2, 7))
def test_two_to_six_begin_with_a_start_tile_of_alhambra_and_nothing_of_granada(players: int) -> None:
    game = g.setup(players, g.BOTH)
    assert Counter(tile.kind for tile in game.table.bag) == {g.Kind.ALHAMBRA: 54, g.Kind.GRANADA: 54}
    assert len(game.deck) == (72 if players == 2 else 108)
    dealt = g.deal(game, g.Dealer(bytes(16)))
    assert all(player.city == g.City.of(start=g.Kind.ALHAMBRA) for player in dealt.table.players)
    assert all(player.reserve == () for player in dealt.table.players)


@pytest.mark.rejects("MIX-1")
@pytest.mark.parametrize("players", [1, 7])
def test_fewer_or_more_cannot_play(players: int) -> None:
    with pytest.raises(g.ViolationError) as refusal:
        g.setup(players, g.BOTH)
    assert clauses(refusal.value.violations) == ["BOX-12"]


@pytest.mark.rejects("MIX-2", "BOX-2", game="both")
def test_other_tiles_are_not_drawn() -> None:
    game = g.setup(3, g.BOTH)
    for code, clause in (("PV9:-", "A-BOX-2"), ("GA10:NES", "A-BOX-2")):
        assert clauses(refused(game, g.DrawTile(g.Face.parse(code)))) == [clause]
    game = g.apply(game, g.DrawTile(OF_ALHAMBRA[0]))
    assert clauses(refused(game, g.DrawTile(g.Face.parse("SC14")))) == ["BOX-2"]


@pytest.mark.rejects("MIX-4")
def test_nobody_can_build_or_take_away_what_nobody_has_yet() -> None:
    game = rich()
    assert clauses(refused(game, g.Extend(RED, OF_GRANADA[0], EAST)))[0] == "REBUILD-1"
    assert clauses(refused(game, g.Reduce(RED, EAST))) == ["REBUILD-2"]


@pytest.mark.accepts("MIX-2")
def test_one_set_is_enough_the_other_is_the_shipped_one() -> None:
    ours = g.TileSet.of(g.reference().tiles, name="ours")
    rules = g.Ruleset(kinds=g.Kind, tile_set=ours)
    assert [one.name for one in rules.tiles.sets] == ["alhambra", "ours"]
    assert (
        g.Ruleset(kinds=g.Kind, tile_set=g.reference())
        == g.Ruleset(kinds=g.Kind, tile_set=g.alhambra())
        == g.BOTH
    )
    assert attrs.evolve(rules, tile_set=rules.tiles) == rules


@pytest.mark.accepts("MIX-3", "MIX-6")
@pytest.mark.rejects("MIX-3")
def test_each_kind_comes_out_of_its_own_bag_in_turn() -> None:
    game, first = g.setup(3, g.BOTH), []
    for number in range(8):
        kind = (g.Kind.ALHAMBRA, g.Kind.GRANADA)[number % 2]
        assert (game.table.draw_for, game.table.tile_to_draw) == (g.DrawFor.YARD, kind)
        draws = g.chance(game)
        assert {draw.face.kind for draw, _ in draws if isinstance(draw, g.DrawTile)} == {kind}
        left = [
            tile for tile in game.table.bag if tile.kind is kind and (kind is g.Kind.ALHAMBRA or tile.moats)
        ]
        assert [odds for _, odds in draws] == [Fraction(1, len(left))] * len(left)
        other = next(tile.front for tile in game.table.bag if tile.kind is not kind)
        assert clauses(refused(game, g.DrawTile(other)))[0] == "MIX-6"
        first.append(draws[0][0])
        game = g.apply(game, draws[0][0])
    shown = [draw.face for draw in first if isinstance(draw, g.DrawTile)]
    assert game.table.yard == (*shown[::2], *shown[1::2])
    assert game.table.marker is g.Marker.ODD


@pytest.mark.rejects("MIX-6")
def test_at_first_no_tile_of_granada_without_a_moat_and_none_with_the_odd_face_up() -> None:
    game = g.apply(g.setup(3, g.BOTH), g.DrawTile(OF_ALHAMBRA[0]))
    dry = next(tile for tile in g.reference().tiles if not tile.moats)
    assert clauses(refused(game, g.DrawTile(dry.front))) == ["MIX-6"]
    wet = next(tile for tile in g.reference().tiles if tile.moats)
    assert clauses(refused(game, g.DrawTile(wet.odd))) == ["BOX-9"]
    # Later, and for Dirk, it may be one of them.
    for_dirk = drawn_for_dirk(g.setup(2, g.BOTH), 6)
    assert g.DrawTile(dry.front) in [draw for draw, _ in g.chance(for_dirk)]
    later = drawn(played(rich(), buy(5, "y2"), take("y1"), g.Store(RED, OF_GRANADA[0]))).table
    assert later.phase is g.Phase.ACT
    refilled = played(
        rich(), buy(5, "y2"), take("y1"), g.Store(RED, OF_GRANADA[0]), g.DrawCard(g.Card.parse("y9"))
    )
    assert g.DrawTile(dry.odd) in [draw for draw, _ in g.chance(refilled)]


def drawn_for_dirk(game: g.Game, many: int) -> g.Game:
    for _ in range(many):
        assert game.table.draw_for is g.DrawFor.DIRK
        game = g.apply(game, g.chance(game)[0][0])
    return game


@pytest.mark.accepts("MIX-6")
@pytest.mark.rejects("MIX-6")
@pytest.mark.parametrize(("players", "enough"), [(3, 4), (2, 10)])
def test_a_tile_set_has_to_have_enough_tiles_with_moats(players: int, enough: int) -> None:
    def with_moats(many: int) -> g.Ruleset:
        tiles = [
            attrs.evolve(tile, moats=g.Edges.N if number < many else g.Edges(0))
            for number, tile in enumerate(g.reference().tiles)
        ]
        return g.Ruleset(kinds=g.Kind, tile_set=g.TileSet.of(tiles, name="dry"))

    with pytest.raises(g.ViolationError) as refusal:
        g.setup(players, with_moats(enough - 1))
    (violation,) = refusal.value.violations
    assert violation.clause == "MIX-6"
    for_dirk = ", of which Dirk may draw 6 before" if players == 2 else ""
    assert violation.message == (
        f"{enough - 1} tiles of Granada with a moat, and the yard needs {enough}{for_dirk}"
    )
    game = g.setup(players, with_moats(enough))
    # Even if Dirk takes as many of them as he can.
    while game.table.draw_for in {g.DrawFor.DIRK, g.DrawFor.YARD}:
        game = g.apply(game, g.chance(game)[0][0])
    assert all(game.table.yard)
    # In a game of one kind it does not matter.
    assert not g.setup(players, g.Ruleset(tile_set=with_moats(0).tiles.sets[-1])).is_over


@pytest.mark.accepts("MIX-7", "BOX-6", game="both")
@pytest.mark.rejects("MIX-7")
def test_a_goes_into_the_third_pile_and_b_is_set_aside() -> None:
    game = g.setup(4, g.BOTH)
    assert game.table.aside == (g.Scoring.A, g.Scoring.B)
    game = g.deal(game, g.Dealer(bytes(16)))
    assert [pile.scoring for pile in game.piles] == [None, None, g.Scoring.A, None, None]
    sizes = [pile.size - (pile.scoring is not None) for pile in game.piles]
    assert max(sizes) - min(sizes) <= 1
    assert sizes == sorted(sizes, reverse=True)
    assert game.table.aside == (g.Scoring.B,)
    assert game.table.deck_size == len(game.deck) + 1
    waiting = taken(game)
    assert clauses(refused(waiting, g.DrawScoring(g.Scoring.B))) == ["MIX-7"]
    assert clauses(refused(waiting, g.DrawScoring(g.Scoring.A))) == ["MIX-7"]
    assert "set aside" in refused(waiting, g.DrawScoring(g.Scoring.B))[0].message
    assert "lower pile" in refused(waiting, g.DrawScoring(g.Scoring.A))[0].message


# Turns.


@pytest.mark.accepts("MIX-5", "MIX-8", "BUY-2", game="both")
@pytest.mark.rejects("MIX-5", "MIX-8", "BUY-2", game="both")
def test_each_space_has_two_tiles_which_are_paid_in_its_currency_at_their_own_price() -> None:
    game = rich("y2 y3 y4 g4 b4 o4")
    for space, tile in enumerate((*OF_ALHAMBRA, *OF_GRANADA), 1):
        currency = g.BOTH.yard[(space - 1) % 4]
        own = game.hands[RED].only(currency)
        bought = g.apply(game, g.Buy(RED, g.Space(space), own))
        assert (bought.table.bought, bought.table.discards) == ((tile,), own)
        other = game.hands[RED].only(g.BOTH.yard[space % 4])
        assert clauses(refused(game, g.Buy(RED, g.Space(space), other))) == ["MIX-5", "MIX-5"]
        assert clauses(refused(game, g.Buy(RED, g.Space(space), money("y9"))))[0] == "MIX-5"
        # The tile of the other kind stays.
        assert bought.table.yard[(space + 3) % 8] is not None
        assert bought.table.yard[space - 1] is None
    (too_little,) = refused(game, buy(2, ""))
    assert (too_little.clause, too_little.faces) == ("MIX-5", (OF_ALHAMBRA[1],))
    for space in (0, 9):
        (unknown,) = refused(game, buy(space, "y2"))
        assert (unknown.clause, unknown.message) == ("MIX-5", f"the yard has spaces 1 to 8, not {space}")
    # One purchase takes one tile.
    once = g.apply(game, buy(1, "y2"))
    assert once.table.yard[4] == OF_GRANADA[0]
    assert g.apply(once, buy(5, "y3 y4")).table.bought == (OF_ALHAMBRA[0], OF_GRANADA[0])
    assert clauses(refused(once, buy(1, "y3"))) == ["TURN-5"]


@pytest.mark.accepts("MIX-9", "TURN-5", game="both")
@pytest.mark.rejects("MIX-9", "TURN-5", "TURN-6", game="both")
def test_eight_exact_purchases_and_one_more_action_make_nine() -> None:
    game = rich()
    for number, card in enumerate(EXACT.split()):
        space = number // 2 + 1 + 4 * (number % 2)
        game = g.apply(game, buy(space, card))
        assert (game.table.phase, game.table.extra, len(game.table.bought)) == (g.Phase.ACT, True, number + 1)
        assert clauses(refused(game, g.DrawTile(game.table.bag[0].front))) == ["TURN-5"]
        assert clauses(refused(game, g.Store(RED, OF_ALHAMBRA[0]))) == ["TURN-6"]
    assert game.table.yard == (None,) * 8
    assert {type(action) for action in g.legal_actions(game)} == {g.TakeMoney, g.Pass}
    ninth = g.apply(game, take("o9"))
    assert ninth.table.phase is g.Phase.PLACE
    assert clauses(refused(ninth, take("y1"))) == ["TURN-3"]
    assert clauses(refused(game, buy(1, ""))) == ["TURN-5"]


@pytest.mark.accepts("MIX-10", "PLACE-2", "PLACE-4", "PLACE-6", game="both")
def test_tiles_of_both_kinds_are_placed_in_any_order_and_there_is_one_reserve() -> None:
    game = played(rich("y2 y2 b4 b4"), buy(1, "y2"), buy(5, "y2"), buy(3, "b4"), buy(7, "b4"), take("b3"))
    back = g.BOTH.tiles.back(OF_GRANADA[2])
    assert back is not None
    acts: list[g.Event] = [
        g.Build(RED, OF_ALHAMBRA[0], NORTH),
        g.Store(RED, OF_GRANADA[0]),
        g.Build(RED, OF_ALHAMBRA[2], EAST),
        # Free on the reserve.
        g.Store(RED, back),
    ]
    ends = {played(game, *order) for order in permutations(acts)}
    (end,) = ends
    assert end.table.players[RED].reserve == tuple(sorted([OF_GRANADA[0], back]))
    assert set(end.table.players[RED].city.tiles) == {NORTH, EAST}
    assert {end.table.draw_for} == {g.DrawFor.DISPLAY}


@pytest.mark.accepts("MIX-10", "MIX-19", "PLACE-2", game="both")
@pytest.mark.rejects("MIX-10", "MIX-19", "PLACE-2", "PLACE-3", game="both")
def test_the_first_tile_of_granada_needs_a_wall_and_is_turned_over_for_one_card() -> None:
    # AR4 has moats on N and E, and so has its back; SE4:NE has walls there.
    game = played(rich("b4 b4 b3 b1 b2"), buy(3, "b4"), buy(7, "b4"), take("b3"))
    arena, library = OF_GRANADA[2], g.BOTH.tiles.back(OF_GRANADA[2])
    assert library is not None
    assert not any(
        isinstance(act, g.Build) for act in g.legal_actions(game) if getattr(act, "face", None) == arena
    )
    assert clauses(refused(game, g.Build(RED, arena, WEST))) == ["MIX-17", "MIX-19"]
    # A wall on the west side is what a moat on the east side needs.
    walled = with_wall(game)
    built = g.apply(walled, g.Build(RED, arena, g.Cell(-2, 0)))
    assert built.table.players[RED].city.second == g.Cell(-2, 0)
    for payment in ("b3", "b4"):
        if g.Card.parse(payment) in walled.hands[RED]:
            turned = g.apply(walled, g.Build(RED, library, g.Cell(-2, 0), money(payment)))
            assert turned.table.phase is g.Phase.PLACE
            assert money(payment) <= turned.table.discards
    assert clauses(refused(walled, g.Build(RED, library, g.Cell(-2, 0)))) == ["PLACE-2"]
    # By FR-BOX one card, not several.
    assert clauses(refused(walled, g.Build(RED, library, g.Cell(-2, 0), money("b1 b2")))) == ["PLACE-2"]
    several = on_table(walled, ruleset=attrs.evolve(g.BOTH, turning_takes_one_card=False))
    assert g.apply(several, g.Build(RED, library, g.Cell(-2, 0), money("b1 b2"))).table.phase is g.Phase.PLACE
    # A tile of Alhambra has no back, so nothing is paid for it.
    assert clauses(refused(walled, g.Build(RED, OF_ALHAMBRA[2], EAST, money("b3")))) == ["PLACE-1"]


def with_wall(game: g.Game) -> g.Game:
    """Let a tile with a wall to the west lie west of Red's start tile."""
    tile = g.Face.parse("TO10:W")
    red = game.table.players[RED]
    city = g.City.of({WEST: (tile, g.Edges.W)}, start=g.Kind.ALHAMBRA)
    others = game.table.players[1:]
    return on_table(game, players=(attrs.evolve(red, city=city), *others))


@pytest.mark.rejects("PLACE-4", "PLACE-5", "PLACE-6", "BUY-3", "MIX-20", game="both")
@pytest.mark.accepts("PLACE-5", "BUY-3", "PLACE-3", "MIX-20", game="both")
def test_a_tile_of_granada_is_not_turned_over_later_and_the_first_one_stays() -> None:
    game = played(rich("b4 b4 b3"), buy(7, "b4"))
    # As it lay in the yard; paying three while placing gives no other action.
    assert game.table.bought == (OF_GRANADA[2],)
    game = with_wall(g.apply(game, g.Pass(RED)))
    library = g.BOTH.tiles.back(OF_GRANADA[2])
    assert library is not None
    assert clauses(refused(game, g.Store(RED, g.Face.parse("SC13"))))[0] == "PLACE-1"
    not_held = refused(game, g.Build(RED, library, g.Cell(-2, 0), money("y3")))
    assert clauses(not_held) == ["PLACE-2"]
    turned = g.apply(game, g.Build(RED, library, g.Cell(-2, 0), money("b3")))
    assert turned.table.phase is g.Phase.END_OF_TURN
    with_tile = attrs.evolve(turned.table.players[RED], reserve=(OF_GRANADA[0],))
    later = on_table(
        turned,
        phase=g.Phase.ACT,
        draw_for=None,
        turn=RED,
        yard=game.table.yard,
        players=(with_tile, *turned.table.players[1:]),
    )
    assert clauses(refused(later, g.Reduce(RED, g.Cell(-2, 0)))) == ["MIX-20"]
    other = g.BOTH.tiles.back(OF_GRANADA[0])
    assert other is not None
    assert clauses(refused(later, g.Extend(RED, other, g.Cell(-3, 0))))[0] == "PLACE-5"
    assert not [action for action in g.legal_actions(later) if isinstance(action, g.Reduce)]


# The deck.


def used_up(discards: str | g.Purse, rules: g.Ruleset = g.BOTH) -> g.Game:
    """Return a game of three in which A is gone, and the deck holds just one card."""
    game = rich(rules=rules)
    cards = discards if isinstance(discards, g.Purse) else money(discards)
    return altered(
        game,
        table=altered(game.table, discards=cards, turned_up=(g.Scoring.A,), deck_size=1),
        deck=money("g2"),
        piles=(g.Pile(1),),
    )


@pytest.mark.accepts("MIX-11", "MIX-12")
@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("many", range(1, 14))
def test_at_the_first_reshuffle_b_goes_into_the_second_of_five_piles(many: int, *, at_once: bool) -> None:
    discards = g.Purse.of([g.Card.parse("y1")] * many)
    game = used_up(discards, attrs.evolve(g.BOTH, discards_return_at_once=at_once))
    game = g.apply(taken(game), g.DrawCard(g.Card.parse("g2")))
    if not at_once:
        assert (game.piles, game.table.aside, game.table.discards) == ((), (g.Scoring.B,), discards)
        game = taken(game)
    assert game.table.aside == ()
    assert game.table.discards == g.Purse()
    sizes = [-(-(many - number) // 5) for number in range(5)]
    piles = [
        (size + (number == 1), g.Scoring.B if number == 1 else None) for number, size in enumerate(sizes)
    ]
    assert [(pile.size, pile.scoring) for pile in game.piles] == [pile for pile in piles if pile[0]]
    assert game.table.deck_size == many + 1
    # All of it comes, and B among it where it can be.
    came = []
    game = game if game.table.is_chance else taken(game)
    while game.piles:
        draw = g.chance(game)[0][0]
        assert sum(odds for _, odds in g.chance(game)) == 1
        came.append(draw)
        game = g.apply(game, draw)
        game = taken(game) if game.table.to_act is not None and game.piles else game
    place = came.index(g.DrawScoring(g.Scoring.B))
    assert place == sizes[0]
    assert len(came) == many + 1
    # MIX-12: later there is one pile.
    game = drawn(game) if game.table.is_chance else game
    paid = on_table(game, discards=money("b5 b6"))
    again = taken(paid)
    assert [(pile.size, pile.scoring) for pile in again.piles] == [(2, None)]


@pytest.mark.rejects("MIX-11", "MIX-12")
def test_b_does_not_come_from_another_pile_and_not_a_second_time() -> None:
    game = g.apply(taken(used_up("y1 y2 y3 y4 y5 y6")), g.DrawCard(g.Card.parse("g2")))
    game = taken(game)
    assert [str(pile) for pile in game.piles] == ["2", "2B", "1", "1", "1"]
    (lower,) = refused(game, g.DrawScoring(g.Scoring.B))
    assert (lower.clause, lower.message) == ("MIX-11", "the scoring card B is in a lower pile")
    assert clauses(refused(game, g.DrawScoring(g.Scoring.A))) == ["SCORE-2"]
    game = taken(g.apply(game, g.DrawCard(g.Card.parse("y1"))))
    game = taken(g.apply(game, g.DrawCard(g.Card.parse("y2"))))
    assert str(game.piles[0]) == "2B"
    game = taken(g.apply(game, g.DrawCard(g.Card.parse("y3"))))
    (last,) = refused(game, g.DrawCard(g.Card.parse("y4")))
    assert (last.clause, last.message) == ("MIX-11", "the last card of this pile is the scoring card B")
    assert g.chance(game) == ((g.DrawScoring(g.Scoring.B), Fraction(1)),)
    game = g.apply(game, g.DrawScoring(g.Scoring.B))
    assert clauses(refused(game, g.DrawScoring(g.Scoring.B))) == ["SCORE-2"]
    # Without any discards nothing is shuffled.
    empty = g.apply(taken(used_up("")), g.DrawCard(g.Card.parse("g2")))
    short = taken(empty)
    assert (short.piles, short.table.aside, len(short.table.display)) == ((), (g.Scoring.B,), 3)


@pytest.mark.accepts("SCORE-1", "SCORE-2", "SCORE-9", "TURN-7", "MIX-26", game="both")
@pytest.mark.rejects("TURN-7", "SCORE-1", "SCORE-9", game="both")
def test_a_scoring_comes_after_both_refills_and_before_dirks_tiles() -> None:
    game = used_up("")
    game = on_table(game, turned_up=(), aside=(g.Scoring.B,), deck_size=2)
    game = altered(game, piles=(g.Pile(2, g.Scoring.A),))
    game = played(game, buy(1, "y2"), buy(5, "y2"), take("y1"))
    game = played(game, g.Build(RED, OF_ALHAMBRA[0], NORTH), g.Store(RED, OF_GRANADA[0]))
    assert clauses(refused(game, take("g8", BLUE))) == ["TURN-7"]
    game = g.apply(game, g.DrawScoring(g.Scoring.A))
    assert (game.sheets, game.table.due) == ((), g.Scoring.A)
    game = g.apply(game, g.DrawCard(g.Card.parse("g2")))
    assert due(game) == [g.Kind.ALHAMBRA, g.Kind.GRANADA]
    game = drawn(game)
    (sheet,) = game.sheets
    assert (sheet.scoring, sheet.kinds) == (g.Scoring.A, tuple(g.Kind))
    # The tile of Granada is on the reserve.
    assert [line.clause for line in sheet.lines] == ["MIX-28", "A-SCORE-7"]
    assert game.table.points["Red"] == sum(line.points for line in sheet.lines)


# Refilling.


@pytest.mark.accepts("MIX-13", "MIX-14", "BOX-9", "BOX-13", game="both")
@pytest.mark.rejects("MIX-13", "BOX-9", "BOX-13", game="both")
def test_spaces_are_refilled_in_order_and_on_each_the_tile_of_alhambra_first() -> None:
    game = played(rich(), buy(6, "g4"), buy(4, "o4"), buy(2, "g4"), buy(8, "o4"), take("y1"))
    for face in game.table.bought:
        game = g.apply(game, g.Store(RED, face))
    game = g.apply(game, g.DrawCard(g.Card.parse("y9")))
    assert game.table.marker is g.Marker.ODD
    for space, kind in ((2, g.Kind.ALHAMBRA), (6, g.Kind.GRANADA), (4, g.Kind.ALHAMBRA), (8, g.Kind.GRANADA)):
        assert game.table.tile_to_draw is kind
        other = next(tile for tile in game.table.bag if tile.kind is not kind)
        assert refused(game, g.DrawTile(other.front))[0].clause == "MIX-13"
        draw = g.chance(game)[0][0]
        assert isinstance(draw, g.DrawTile)
        if kind is g.Kind.GRANADA:
            assert draw.face.value % 2 == 1
            up = g.BOTH.tiles.back(draw.face)
            assert up is not None
            assert clauses(refused(game, g.DrawTile(up))) == ["BOX-9"]
        game = g.apply(game, draw)
        assert game.table.yard[space - 1] == draw.face
    assert (game.table.marker, game.table.phase) == (g.Marker.EVEN, g.Phase.ACT)


@pytest.mark.accepts("MIX-14")
@pytest.mark.rejects("MIX-14")
@pytest.mark.parametrize(
    ("space", "payment", "after"), [(1, "y2", g.Marker.ODD), (5, "y2", g.Marker.EVEN), (0, "", g.Marker.ODD)]
)
def test_the_marker_moves_only_if_a_tile_of_granada_was_added(
    space: int, payment: str, after: g.Marker
) -> None:
    game = rich()
    assert game.table.marker is g.Marker.ODD
    if space:
        game = g.apply(game, buy(space, payment))
    game = g.apply(game, take("y1"))
    for face in game.table.bought:
        game = g.apply(game, g.Store(RED, face))
    assert drawn(game).table.marker is after


@pytest.mark.accepts("MIX-13")
def test_the_yard_is_refilled_as_far_as_each_bag_goes() -> None:
    game = rich()
    last = next(tile for tile in game.table.bag if tile.kind is g.Kind.GRANADA)
    game = on_table(game, bag=(last,))
    game = played(game, buy(1, "y2"), buy(5, "y2"), buy(2, "g4"), buy(6, "g4"), take("y1"))
    for face in game.table.bought:
        game = g.apply(game, g.Store(RED, face))
    game = g.apply(game, g.DrawCard(g.Card.parse("y9")))
    # No tile of Alhambra is left, and one of Granada, for space 1.
    assert game.table.tile_to_draw is g.Kind.GRANADA
    # Nobody has any money, so nothing is given away.
    game = g.apply(altered(game, hands=(g.Purse(),) * 3), g.chance(game)[0][0])
    lies_there = [number for number, face in enumerate(game.table.yard, 1) if face is not None]
    assert lies_there == [3, 4, 5, 7, 8]
    # Space 2 has neither, so the game is at its end.
    assert game.table.phase is g.Phase.OVER


# The end.


def at_the_end(*hands: str, yard: str, rules: g.Ruleset = g.BOTH) -> g.Game:
    """Return a game with empty bags, hands such as these, and these tiles in the yard; Red is to act."""
    game = rich(rules=rules)
    tiles = tuple(None if code == "-" else g.Face.parse(code) for code in yard.split())
    return altered(
        on_table(game, bag=(), yard=tiles, discards=money("y3 y4")),
        hands=tuple(map(money, hands)),
    )


GRANADA_ON_3 = "PV2:NEW PV4:ES - AC4:NES AR2 BA4 AR4 LI4"


@pytest.mark.accepts("MIX-33")
def test_a_space_that_lacks_one_kind_ends_nothing() -> None:
    game = at_the_end("b4", "", "", yard=GRANADA_ON_3)
    after = drawn(g.apply(game, take("y1")))
    assert (after.table.phase, after.table.to_act) == (g.Phase.ACT, BLUE)
    # Nor do empty bags: nobody has bought anything.
    assert after.table.bag == ()


@pytest.mark.rejects("MIX-33")
def test_the_game_ends_when_a_space_has_neither() -> None:
    game = at_the_end("b4", "", "", yard=GRANADA_ON_3)
    game = drawn(played(game, buy(7, "b4"), take("y1"), g.Store(RED, OF_GRANADA[2])))
    assert game.table.phase is not g.Phase.ACT
    over = game
    while over.table.phase is g.Phase.GIFT:
        assert over.table.turn is not None
        over = g.apply(over, g.Store(over.table.turn, over.table.bought[0]))
    assert over.table.phase is g.Phase.OVER
    assert clauses(refused(over, take("g8", BLUE))) == ["END-5"]
    assert clauses(refused(over, g.DrawTile(OF_ALHAMBRA[0]))) == ["MIX-33"]


@pytest.mark.accepts("MIX-34", "MIX-35", "MIX-36", "END-4", "END-5", game="both")
@pytest.mark.rejects("MIX-34", "MIX-35", "MIX-36", "END-4", "END-5", game="both")
def test_both_tiles_of_a_space_go_to_the_richest_as_one_gift() -> None:
    # Space 1 has both, space 2 is tied, space 4 has Granada's alone; on space 3 the last tile is bought.
    game = at_the_end("b4", "y5 o2", "g1 o1", yard="PV2:NEW PV4:ES SE4:NE - AR2 BA4 - LI4")
    game = altered(game, hands=(money("b4 g1"), *game.hands[1:]))
    game = drawn(played(game, buy(3, "b4"), take("y1"), g.Store(RED, OF_ALHAMBRA[2])))
    assert (game.table.phase, game.table.to_act) == (g.Phase.GIFT, BLUE)
    assert game.table.bought == (OF_ALHAMBRA[0], OF_GRANADA[0])
    assert game.table.yard[1] == OF_ALHAMBRA[1]
    # In either order; nothing is turned over or paid.
    back = g.BOTH.tiles.back(OF_GRANADA[0])
    assert back is not None
    assert clauses(refused(game, g.Store(BLUE, back))) == ["MIX-35"]
    assert clauses(refused(game, g.Pass(BLUE))) == ["MIX-35"]
    assert clauses(refused(game, g.Store(RED, OF_ALHAMBRA[0]))) == ["TURN-1"]
    assert clauses(refused(game, g.Build(BLUE, OF_ALHAMBRA[0], NORTH, money("y5")))) == ["MIX-34"]
    first = played(game, g.Build(BLUE, OF_ALHAMBRA[0], NORTH), g.Store(BLUE, OF_GRANADA[0]))
    other = played(game, g.Store(BLUE, OF_GRANADA[0]), g.Build(BLUE, OF_ALHAMBRA[0], NORTH))
    assert first == other
    # Then those of the next space that somebody gets; tied ones stay.
    assert (first.table.to_act, first.table.bought) == (BLUE, (OF_GRANADA[3],))
    over = g.apply(first, g.Store(BLUE, OF_GRANADA[3]))
    assert over.table.yard[1::4] == (OF_ALHAMBRA[1], OF_GRANADA[1])
    assert over.table.phase is g.Phase.OVER
    assert [sheet.scoring for sheet in over.sheets] == [g.Scoring.C]
    assert clauses(refused(over, g.Pass(BLUE))) == ["END-5"]
    assert over.table.points["Blue"] > 0


@pytest.mark.accepts("MIX-35")
def test_by_agreement_the_tiles_of_a_space_are_given_one_by_one() -> None:
    rules = attrs.evolve(g.BOTH, gifts_one_by_one=True)
    game = at_the_end("b4", "y5", "", yard="PV2:NEW - SE4:NE - AR2 - - LI4", rules=rules)
    game = drawn(played(game, buy(3, "b4"), take("g8"), g.Store(RED, OF_ALHAMBRA[2])))
    assert (game.table.to_act, game.table.bought) == (BLUE, (OF_ALHAMBRA[0],))
    game = g.apply(game, g.Store(BLUE, OF_ALHAMBRA[0]))
    assert (game.table.to_act, game.table.bought) == (BLUE, (OF_GRANADA[0],))


# Two players.


@pytest.mark.accepts("MIX-37")
@pytest.mark.rejects("MIX-37")
def test_dirk_begins_with_six_tiles_of_each_kind_those_of_alhambra_first() -> None:
    game = g.setup(2, g.BOTH)
    for number in range(12):
        kind = g.Kind.ALHAMBRA if number < 6 else g.Kind.GRANADA
        assert (game.table.draw_for, game.table.tile_to_draw) == (g.DrawFor.DIRK, kind)
        assert dirk(game).owed == 12 - number
        other = next(tile.front for tile in game.table.bag if tile.kind is not kind)
        assert clauses(refused(game, g.DrawTile(other))) == ["MIX-37"]
        game = g.apply(game, g.chance(game)[-1][0])
    assert game.table.draw_for is g.DrawFor.YARD
    assert Counter(face.kind for face in dirk(game).faces) == {g.Kind.ALHAMBRA: 6, g.Kind.GRANADA: 6}
    assert all(face.value % 2 == 0 for face in dirk(game).faces if face.kind is g.Kind.GRANADA)


@pytest.mark.accepts("MIX-37")
@pytest.mark.parametrize(
    ("scoring", "left", "drawn_after"),
    [
        (g.Scoring.A, (20, 20), (6, 6)),
        (g.Scoring.A, (2, 9), (2, 6)),
        (g.Scoring.A, (0, 5), (0, 5)),
        (g.Scoring.B, (20, 19), (6, 6)),
        (g.Scoring.B, (2, 3), (0, 1)),
        (g.Scoring.B, (0, 2), (0, 0)),
    ],
)
def test_dirk_gets_tiles_of_each_bag_after_a_scoring(
    scoring: g.Scoring, left: tuple[int, int], drawn_after: tuple[int, int]
) -> None:
    game = rich(players=2)
    tiles = {kind: [tile for tile in game.table.bag if tile.kind is kind] for kind in g.Kind}
    bag = (*tiles[g.Kind.ALHAMBRA][: left[0]], *tiles[g.Kind.GRANADA][: left[1]])
    is_a = scoring is g.Scoring.A
    game = altered(
        on_table(
            game,
            bag=bag,
            turned_up=() if is_a else (g.Scoring.A,),
            aside=(g.Scoring.B,) if is_a else (),
            deck_size=2,
        ),
        piles=(g.Pile(2, scoring),),
        deck=money("g2"),
    )
    before = Counter(face.kind for face in dirk(game).faces)
    game = played(taken(game), g.DrawScoring(scoring), g.DrawCard(g.Card.parse("g2")))
    assert due(game) == [g.Kind.ALHAMBRA] * drawn_after[0] + [g.Kind.GRANADA] * drawn_after[1]
    after = Counter(face.kind for face in dirk(drawn(game)).faces)
    assert tuple(after[kind] - before[kind] for kind in g.Kind) == drawn_after


@pytest.mark.accepts("MIX-37")
@pytest.mark.rejects("MIX-37")
def test_bought_tiles_of_both_kinds_may_be_given_to_dirk() -> None:
    game = played(rich("y2 y2 y3 y1 y2", players=2), buy(1, "y2"), buy(5, "y2"), take("o9"))
    back = g.BOTH.tiles.back(OF_GRANADA[0])
    assert back is not None
    for gift in (g.GiveToDirk(RED, OF_ALHAMBRA[0]), g.GiveToDirk(RED, back, money("y3"))):
        assert gift.face in dirk(g.apply(game, gift)).faces
    assert clauses(refused(game, g.GiveToDirk(RED, back))) == ["MIX-37"]
    assert clauses(refused(game, g.GiveToDirk(RED, OF_ALHAMBRA[0], money("y3")))) == ["MIX-37"]
    assert clauses(refused(game, g.GiveToDirk(RED, OF_ALHAMBRA[1]))) == ["MIX-37"]


# Views and completions.


@pytest.mark.accepts("SETUP-7", game="both")
@pytest.mark.rejects("SETUP-7", game="both")
def test_a_view_tells_nothing_of_hands_and_completions_look_alike() -> None:
    game = rich()
    for seat in (RED, BLUE, GREEN, None):
        seen = g.view(game, seat)
        assert [hand is not None for hand in seen.hands] == [other == seat for other in (RED, BLUE, GREEN)]
    game = cheap(g.BOTH)
    seen = g.view(game, RED)
    for sample in range(5):
        guess = g.complete(seen, g.Dealer(bytes(16)), sample)
        assert g.view(guess, RED) == seen
        assert [pile.scoring for pile in guess.piles] == [None, None, g.Scoring.A, None, None]


def test_a_completion_after_the_reshuffle_has_b_in_the_second_pile_of_some_number_of_cards() -> None:
    game = g.apply(taken(used_up("y1 y2 y3 y4 y5 y6 y7 y8 y9 g1 g2")), g.DrawCard(g.Card.parse("g2")))
    game = drawn(taken(game), "y1")
    seen = g.view(game, BLUE)
    found = {g.complete(seen, g.Dealer(bytes(16)), sample).piles for sample in range(40)}
    assert len(found) > 1
    for piles in found:
        assert sum(pile.size for pile in piles) == game.table.deck_size
        assert [pile.scoring for pile in piles].count(g.Scoring.B) == 1
        assert g.Scoring.B in {pile.scoring for pile in piles[:2]}
