"""Alhambra and Granada together: the setup, turns with two bags, the deck, the end, Dirk (MIX)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING

import attrs
import pytest

from granada_rules import (
    BOTH,
    Build,
    Buy,
    Card,
    Cell,
    City,
    Dealer,
    DrawCard,
    DrawFor,
    DrawScoring,
    DrawTile,
    Edges,
    Extend,
    Face,
    GiveToDirk,
    Kind,
    Marker,
    Pass,
    Phase,
    Pile,
    Purse,
    Reduce,
    Ruleset,
    Scoring,
    Space,
    Store,
    TakeMoney,
    TileSet,
    ViolationError,
    alhambra,
    apply,
    chance,
    complete,
    deal,
    legal_actions,
    reference,
    setup,
    view,
)
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

if TYPE_CHECKING:
    from granada_rules import Event, Game

EAST, NORTH, SOUTH, WEST = Cell(1, 0), Cell(0, 1), Cell(0, -1), Cell(-1, 0)
OF_ALHAMBRA, OF_GRANADA = faces(CHEAP[Kind.ALHAMBRA]), faces(CHEAP[Kind.GRANADA])

EXACT = "y2 y2 g4 g4 b4 b4 o4 o4"
"""What the eight cheap tiles cost."""


def rich(hand: str = EXACT, players: int = 3, rules: Ruleset = BOTH) -> Game:
    """Lay out the cheap tiles of both kinds, and give Red this hand."""
    game = cheap(rules, players=players)
    return altered(game, hands=(money(hand), *game.hands[1:]))


def on_table(game: Game, **fields: object) -> Game:
    """Return the game with other things on the table."""
    return altered(game, table=altered(game.table, **fields))


def due(game: Game) -> list[Kind]:
    """Draw everything that is due, and return the kinds of the tiles."""
    kinds = []
    while game.table.draw_for is not None:
        if game.table.tile_to_draw is not None:
            kinds.append(game.table.tile_to_draw)
        game = apply(game, chance(game)[-1][0])
    return kinds


# The box and the setup.


@pytest.mark.accepts("MIX-1", "MIX-2", "MIX-4")
@pytest.mark.parametrize("players", range(2, 7))
def test_two_to_six_begin_with_a_start_tile_of_alhambra_and_nothing_of_granada(players: int) -> None:
    game = setup(players, BOTH)
    assert Counter(tile.kind for tile in game.table.bag) == {Kind.ALHAMBRA: 54, Kind.GRANADA: 54}
    assert len(game.deck) == (72 if players == 2 else 108)
    dealt = deal(game, Dealer(bytes(16)))
    assert all(player.city == City.of(start=Kind.ALHAMBRA) for player in dealt.table.players)
    assert all(player.reserve == () for player in dealt.table.players)


@pytest.mark.rejects("MIX-1")
@pytest.mark.parametrize("players", [1, 7])
def test_fewer_or_more_cannot_play(players: int) -> None:
    with pytest.raises(ViolationError) as refusal:
        setup(players, BOTH)
    assert clauses(refusal.value.violations) == ["BOX-12"]


@pytest.mark.rejects("MIX-2", "BOX-2", game="both")
def test_other_tiles_are_not_drawn() -> None:
    game = setup(3, BOTH)
    for code, clause in (("PV9:-", "A-BOX-2"), ("GA10:NES", "A-BOX-2")):
        assert clauses(refused(game, DrawTile(Face.parse(code)))) == [clause]
    game = apply(game, DrawTile(OF_ALHAMBRA[0]))
    assert clauses(refused(game, DrawTile(Face.parse("SC14")))) == ["BOX-2"]


@pytest.mark.rejects("MIX-4")
def test_nobody_can_build_or_take_away_what_nobody_has_yet() -> None:
    game = rich()
    assert clauses(refused(game, Extend(RED, OF_GRANADA[0], EAST)))[0] == "REBUILD-1"
    assert clauses(refused(game, Reduce(RED, EAST))) == ["REBUILD-2"]


@pytest.mark.accepts("MIX-2")
def test_one_set_is_enough_the_other_is_the_shipped_one() -> None:
    ours = TileSet.of(reference().tiles, name="ours")
    rules = Ruleset(kinds=Kind, tile_set=ours)
    assert [one.name for one in rules.tiles.sets] == ["alhambra", "ours"]
    assert Ruleset(kinds=Kind, tile_set=reference()) == Ruleset(kinds=Kind, tile_set=alhambra()) == BOTH
    assert attrs.evolve(rules, tile_set=rules.tiles) == rules


@pytest.mark.accepts("MIX-3", "MIX-6")
@pytest.mark.rejects("MIX-3")
def test_each_kind_comes_out_of_its_own_bag_in_turn() -> None:
    game, first = setup(3, BOTH), []
    for number in range(8):
        kind = (Kind.ALHAMBRA, Kind.GRANADA)[number % 2]
        assert (game.table.draw_for, game.table.tile_to_draw) == (DrawFor.YARD, kind)
        draws = chance(game)
        assert {draw.face.kind for draw, _ in draws if isinstance(draw, DrawTile)} == {kind}
        left = [
            tile for tile in game.table.bag if tile.kind is kind and (kind is Kind.ALHAMBRA or tile.moats)
        ]
        assert [odds for _, odds in draws] == [Fraction(1, len(left))] * len(left)
        other = next(tile.front for tile in game.table.bag if tile.kind is not kind)
        assert clauses(refused(game, DrawTile(other)))[0] == "MIX-6"
        first.append(draws[0][0])
        game = apply(game, draws[0][0])
    shown = [draw.face for draw in first if isinstance(draw, DrawTile)]
    assert game.table.yard == (*shown[::2], *shown[1::2])
    assert game.table.marker is Marker.ODD


@pytest.mark.rejects("MIX-6")
def test_at_first_no_tile_of_granada_without_a_moat_and_none_with_the_odd_face_up() -> None:
    game = apply(setup(3, BOTH), DrawTile(OF_ALHAMBRA[0]))
    dry = next(tile for tile in reference().tiles if not tile.moats)
    assert clauses(refused(game, DrawTile(dry.front))) == ["MIX-6"]
    wet = next(tile for tile in reference().tiles if tile.moats)
    assert clauses(refused(game, DrawTile(wet.odd))) == ["BOX-9"]
    # Later, and for Dirk, it may be one of them.
    for_dirk = drawn_for_dirk(setup(2, BOTH), 6)
    assert DrawTile(dry.front) in [draw for draw, _ in chance(for_dirk)]
    later = drawn(played(rich(), buy(5, "y2"), take("y1"), Store(RED, OF_GRANADA[0]))).table
    assert later.phase is Phase.ACT
    refilled = played(rich(), buy(5, "y2"), take("y1"), Store(RED, OF_GRANADA[0]), DrawCard(Card.parse("y9")))
    assert DrawTile(dry.odd) in [draw for draw, _ in chance(refilled)]


def drawn_for_dirk(game: Game, many: int) -> Game:
    for _ in range(many):
        assert game.table.draw_for is DrawFor.DIRK
        game = apply(game, chance(game)[0][0])
    return game


@pytest.mark.accepts("MIX-6")
@pytest.mark.rejects("MIX-6")
@pytest.mark.parametrize(("players", "enough"), [(3, 4), (2, 10)])
def test_a_tile_set_has_to_have_enough_tiles_with_moats(players: int, enough: int) -> None:
    def with_moats(many: int) -> Ruleset:
        tiles = [
            attrs.evolve(tile, moats=Edges.N if number < many else Edges(0))
            for number, tile in enumerate(reference().tiles)
        ]
        return Ruleset(kinds=Kind, tile_set=TileSet.of(tiles, name="dry"))

    with pytest.raises(ViolationError) as refusal:
        setup(players, with_moats(enough - 1))
    (violation,) = refusal.value.violations
    assert violation.clause == "MIX-6"
    for_dirk = ", of which Dirk may draw 6 before" if players == 2 else ""
    assert violation.message == (
        f"{enough - 1} tiles of Granada with a moat, and the yard needs {enough}{for_dirk}"
    )
    game = setup(players, with_moats(enough))
    # Even if Dirk takes as many of them as he can.
    while game.table.draw_for in {DrawFor.DIRK, DrawFor.YARD}:
        game = apply(game, chance(game)[0][0])
    assert all(game.table.yard)
    # In a game of one kind it does not matter.
    assert not setup(players, Ruleset(tile_set=with_moats(0).tiles.sets[-1])).is_over


@pytest.mark.accepts("MIX-7", "BOX-6", game="both")
@pytest.mark.rejects("MIX-7")
def test_a_goes_into_the_third_pile_and_b_is_set_aside() -> None:
    game = setup(4, BOTH)
    assert game.table.aside == (Scoring.A, Scoring.B)
    game = deal(game, Dealer(bytes(16)))
    assert [pile.scoring for pile in game.piles] == [None, None, Scoring.A, None, None]
    sizes = [pile.size - (pile.scoring is not None) for pile in game.piles]
    assert max(sizes) - min(sizes) <= 1
    assert sizes == sorted(sizes, reverse=True)
    assert game.table.aside == (Scoring.B,)
    assert game.table.deck_size == len(game.deck) + 1
    waiting = taken(game)
    assert clauses(refused(waiting, DrawScoring(Scoring.B))) == ["MIX-7"]
    assert clauses(refused(waiting, DrawScoring(Scoring.A))) == ["MIX-7"]
    assert "set aside" in refused(waiting, DrawScoring(Scoring.B))[0].message
    assert "lower pile" in refused(waiting, DrawScoring(Scoring.A))[0].message


# Turns.


@pytest.mark.accepts("MIX-5", "MIX-8", "BUY-2", game="both")
@pytest.mark.rejects("MIX-5", "MIX-8", "BUY-2", game="both")
def test_each_space_has_two_tiles_which_are_paid_in_its_currency_at_their_own_price() -> None:
    game = rich("y2 y3 y4 g4 b4 o4")
    for space, tile in enumerate((*OF_ALHAMBRA, *OF_GRANADA), 1):
        currency = BOTH.yard[(space - 1) % 4]
        own = game.hands[RED].only(currency)
        bought = apply(game, Buy(RED, Space(space), own))
        assert (bought.table.bought, bought.table.discards) == ((tile,), own)
        other = game.hands[RED].only(BOTH.yard[space % 4])
        assert clauses(refused(game, Buy(RED, Space(space), other))) == ["MIX-5", "MIX-5"]
        assert clauses(refused(game, Buy(RED, Space(space), money("y9"))))[0] == "MIX-5"
        # The tile of the other kind stays.
        assert bought.table.yard[(space + 3) % 8] is not None
        assert bought.table.yard[space - 1] is None
    (too_little,) = refused(game, buy(2, ""))
    assert (too_little.clause, too_little.faces) == ("MIX-5", (OF_ALHAMBRA[1],))
    for space in (0, 9):
        (unknown,) = refused(game, buy(space, "y2"))
        assert (unknown.clause, unknown.message) == ("MIX-5", f"the yard has spaces 1 to 8, not {space}")
    # One purchase takes one tile.
    once = apply(game, buy(1, "y2"))
    assert once.table.yard[4] == OF_GRANADA[0]
    assert apply(once, buy(5, "y3 y4")).table.bought == (OF_ALHAMBRA[0], OF_GRANADA[0])
    assert clauses(refused(once, buy(1, "y3"))) == ["TURN-5"]


@pytest.mark.accepts("MIX-9", "TURN-5", game="both")
@pytest.mark.rejects("MIX-9", "TURN-5", "TURN-6", game="both")
def test_eight_exact_purchases_and_one_more_action_make_nine() -> None:
    game = rich()
    for number, card in enumerate(EXACT.split()):
        space = number // 2 + 1 + 4 * (number % 2)
        game = apply(game, buy(space, card))
        assert (game.table.phase, game.table.extra, len(game.table.bought)) == (Phase.ACT, True, number + 1)
        assert clauses(refused(game, DrawTile(game.table.bag[0].front))) == ["TURN-5"]
        assert clauses(refused(game, Store(RED, OF_ALHAMBRA[0]))) == ["TURN-6"]
    assert game.table.yard == (None,) * 8
    assert {type(action) for action in legal_actions(game)} == {TakeMoney, Pass}
    ninth = apply(game, take("o9"))
    assert ninth.table.phase is Phase.PLACE
    assert clauses(refused(ninth, take("y1"))) == ["TURN-3"]
    assert clauses(refused(game, buy(1, ""))) == ["TURN-5"]


@pytest.mark.accepts("MIX-10", "PLACE-2", "PLACE-4", "PLACE-6", game="both")
def test_tiles_of_both_kinds_are_placed_in_any_order_and_there_is_one_reserve() -> None:
    game = played(rich("y2 y2 b4 b4"), buy(1, "y2"), buy(5, "y2"), buy(3, "b4"), buy(7, "b4"), take("b3"))
    back = BOTH.tiles.back(OF_GRANADA[2])
    assert back is not None
    acts: list[Event] = [
        Build(RED, OF_ALHAMBRA[0], NORTH),
        Store(RED, OF_GRANADA[0]),
        Build(RED, OF_ALHAMBRA[2], EAST),
        # Free on the reserve.
        Store(RED, back),
    ]
    ends = {played(game, *order) for order in permutations(acts)}
    (end,) = ends
    assert end.table.players[RED].reserve == tuple(sorted([OF_GRANADA[0], back]))
    assert set(end.table.players[RED].city.tiles) == {NORTH, EAST}
    assert {end.table.draw_for} == {DrawFor.DISPLAY}


@pytest.mark.accepts("MIX-10", "MIX-19", "PLACE-2", game="both")
@pytest.mark.rejects("MIX-10", "MIX-19", "PLACE-2", "PLACE-3", game="both")
def test_the_first_tile_of_granada_needs_a_wall_and_is_turned_over_for_one_card() -> None:
    # AR4 has moats on N and E, and so has its back; SE4:NE has walls there.
    game = played(rich("b4 b4 b3 b1 b2"), buy(3, "b4"), buy(7, "b4"), take("b3"))
    arena, library = OF_GRANADA[2], BOTH.tiles.back(OF_GRANADA[2])
    assert library is not None
    assert not any(
        isinstance(act, Build) for act in legal_actions(game) if getattr(act, "face", None) == arena
    )
    assert clauses(refused(game, Build(RED, arena, WEST))) == ["MIX-17", "MIX-19"]
    # A wall on the west side is what a moat on the east side needs.
    walled = with_wall(game)
    built = apply(walled, Build(RED, arena, Cell(-2, 0)))
    assert built.table.players[RED].city.second == Cell(-2, 0)
    for payment in ("b3", "b4"):
        if Card.parse(payment) in walled.hands[RED]:
            turned = apply(walled, Build(RED, library, Cell(-2, 0), money(payment)))
            assert turned.table.phase is Phase.PLACE
            assert money(payment) <= turned.table.discards
    assert clauses(refused(walled, Build(RED, library, Cell(-2, 0)))) == ["PLACE-2"]
    # By FR-BOX one card, not several.
    assert clauses(refused(walled, Build(RED, library, Cell(-2, 0), money("b1 b2")))) == ["PLACE-2"]
    several = on_table(walled, ruleset=attrs.evolve(BOTH, turning_takes_one_card=False))
    assert apply(several, Build(RED, library, Cell(-2, 0), money("b1 b2"))).table.phase is Phase.PLACE
    # A tile of Alhambra has no back, so nothing is paid for it.
    assert clauses(refused(walled, Build(RED, OF_ALHAMBRA[2], EAST, money("b3")))) == ["PLACE-1"]


def with_wall(game: Game) -> Game:
    """Let a tile with a wall to the west lie west of Red's start tile."""
    tile = Face.parse("TO10:W")
    red = game.table.players[RED]
    city = City.of({WEST: (tile, Edges.W)}, start=Kind.ALHAMBRA)
    others = game.table.players[1:]
    return on_table(game, players=(attrs.evolve(red, city=city), *others))


@pytest.mark.rejects("PLACE-4", "PLACE-5", "PLACE-6", "BUY-3", "MIX-20", game="both")
@pytest.mark.accepts("PLACE-5", "BUY-3", "PLACE-3", "MIX-20", game="both")
def test_a_tile_of_granada_is_not_turned_over_later_and_the_first_one_stays() -> None:
    game = played(rich("b4 b4 b3"), buy(7, "b4"))
    # As it lay in the yard; paying three while placing gives no other action.
    assert game.table.bought == (OF_GRANADA[2],)
    game = with_wall(apply(game, Pass(RED)))
    library = BOTH.tiles.back(OF_GRANADA[2])
    assert library is not None
    assert clauses(refused(game, Store(RED, Face.parse("SC13"))))[0] == "PLACE-1"
    not_held = refused(game, Build(RED, library, Cell(-2, 0), money("y3")))
    assert clauses(not_held) == ["PLACE-2"]
    turned = apply(game, Build(RED, library, Cell(-2, 0), money("b3")))
    assert turned.table.phase is Phase.END_OF_TURN
    with_tile = attrs.evolve(turned.table.players[RED], reserve=(OF_GRANADA[0],))
    later = on_table(
        turned,
        phase=Phase.ACT,
        draw_for=None,
        turn=RED,
        yard=game.table.yard,
        players=(with_tile, *turned.table.players[1:]),
    )
    assert clauses(refused(later, Reduce(RED, Cell(-2, 0)))) == ["MIX-20"]
    other = BOTH.tiles.back(OF_GRANADA[0])
    assert other is not None
    assert clauses(refused(later, Extend(RED, other, Cell(-3, 0))))[0] == "PLACE-5"
    assert not [action for action in legal_actions(later) if isinstance(action, Reduce)]


# The deck.


def used_up(discards: str | Purse, rules: Ruleset = BOTH) -> Game:
    """Return a game of three in which A is gone, and the deck holds just one card."""
    game = rich(rules=rules)
    cards = discards if isinstance(discards, Purse) else money(discards)
    return altered(
        game,
        table=altered(game.table, discards=cards, turned_up=(Scoring.A,), deck_size=1),
        deck=money("g2"),
        piles=(Pile(1),),
    )


@pytest.mark.accepts("MIX-11", "MIX-12")
@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("many", range(1, 14))
def test_at_the_first_reshuffle_b_goes_into_the_second_of_five_piles(many: int, *, at_once: bool) -> None:
    discards = Purse.of([Card.parse("y1")] * many)
    game = used_up(discards, attrs.evolve(BOTH, discards_return_at_once=at_once))
    game = apply(taken(game), DrawCard(Card.parse("g2")))
    if not at_once:
        assert (game.piles, game.table.aside, game.table.discards) == ((), (Scoring.B,), discards)
        game = taken(game)
    assert game.table.aside == ()
    assert game.table.discards == Purse()
    sizes = [-(-(many - number) // 5) for number in range(5)]
    piles = [(size + (number == 1), Scoring.B if number == 1 else None) for number, size in enumerate(sizes)]
    assert [(pile.size, pile.scoring) for pile in game.piles] == [pile for pile in piles if pile[0]]
    assert game.table.deck_size == many + 1
    # All of it comes, and B among it where it can be.
    came = []
    game = game if game.table.is_chance else taken(game)
    while game.piles:
        draw = chance(game)[0][0]
        assert sum(odds for _, odds in chance(game)) == 1
        came.append(draw)
        game = apply(game, draw)
        game = taken(game) if game.table.to_act is not None and game.piles else game
    place = came.index(DrawScoring(Scoring.B))
    assert place == sizes[0]
    assert len(came) == many + 1
    # MIX-12: later there is one pile.
    game = drawn(game) if game.table.is_chance else game
    paid = on_table(game, discards=money("b5 b6"))
    again = taken(paid)
    assert [(pile.size, pile.scoring) for pile in again.piles] == [(2, None)]


@pytest.mark.rejects("MIX-11", "MIX-12")
def test_b_does_not_come_from_another_pile_and_not_a_second_time() -> None:
    game = apply(taken(used_up("y1 y2 y3 y4 y5 y6")), DrawCard(Card.parse("g2")))
    game = taken(game)
    assert [str(pile) for pile in game.piles] == ["2", "2B", "1", "1", "1"]
    (lower,) = refused(game, DrawScoring(Scoring.B))
    assert (lower.clause, lower.message) == ("MIX-11", "the scoring card B is in a lower pile")
    assert clauses(refused(game, DrawScoring(Scoring.A))) == ["SCORE-2"]
    game = taken(apply(game, DrawCard(Card.parse("y1"))))
    game = taken(apply(game, DrawCard(Card.parse("y2"))))
    assert str(game.piles[0]) == "2B"
    game = taken(apply(game, DrawCard(Card.parse("y3"))))
    (last,) = refused(game, DrawCard(Card.parse("y4")))
    assert (last.clause, last.message) == ("MIX-11", "the last card of this pile is the scoring card B")
    assert chance(game) == ((DrawScoring(Scoring.B), Fraction(1)),)
    game = apply(game, DrawScoring(Scoring.B))
    assert clauses(refused(game, DrawScoring(Scoring.B))) == ["SCORE-2"]
    # Without any discards nothing is shuffled.
    empty = apply(taken(used_up("")), DrawCard(Card.parse("g2")))
    short = taken(empty)
    assert (short.piles, short.table.aside, len(short.table.display)) == ((), (Scoring.B,), 3)


@pytest.mark.accepts("SCORE-1", "SCORE-2", "SCORE-9", "TURN-7", "MIX-26", game="both")
@pytest.mark.rejects("TURN-7", "SCORE-1", "SCORE-9", game="both")
def test_a_scoring_comes_after_both_refills_and_before_dirks_tiles() -> None:
    game = used_up("")
    game = on_table(game, turned_up=(), aside=(Scoring.B,), deck_size=2)
    game = altered(game, piles=(Pile(2, Scoring.A),))
    game = played(game, buy(1, "y2"), buy(5, "y2"), take("y1"))
    game = played(game, Build(RED, OF_ALHAMBRA[0], NORTH), Store(RED, OF_GRANADA[0]))
    assert clauses(refused(game, take("g8", BLUE))) == ["TURN-7"]
    game = apply(game, DrawScoring(Scoring.A))
    assert (game.sheets, game.table.due) == ((), Scoring.A)
    game = apply(game, DrawCard(Card.parse("g2")))
    assert due(game) == [Kind.ALHAMBRA, Kind.GRANADA]
    game = drawn(game)
    (sheet,) = game.sheets
    assert (sheet.scoring, sheet.kinds) == (Scoring.A, tuple(Kind))
    # The tile of Granada is on the reserve.
    assert [line.clause for line in sheet.lines] == ["MIX-28", "A-SCORE-7"]
    assert game.table.points["Red"] == sum(line.points for line in sheet.lines)


# Refilling.


@pytest.mark.accepts("MIX-13", "MIX-14", "BOX-9", "BOX-13", game="both")
@pytest.mark.rejects("MIX-13", "BOX-9", "BOX-13", game="both")
def test_spaces_are_refilled_in_order_and_on_each_the_tile_of_alhambra_first() -> None:
    game = played(rich(), buy(6, "g4"), buy(4, "o4"), buy(2, "g4"), buy(8, "o4"), take("y1"))
    for face in game.table.bought:
        game = apply(game, Store(RED, face))
    game = apply(game, DrawCard(Card.parse("y9")))
    assert game.table.marker is Marker.ODD
    for space, kind in ((2, Kind.ALHAMBRA), (6, Kind.GRANADA), (4, Kind.ALHAMBRA), (8, Kind.GRANADA)):
        assert game.table.tile_to_draw is kind
        other = next(tile for tile in game.table.bag if tile.kind is not kind)
        assert refused(game, DrawTile(other.front))[0].clause == "MIX-13"
        draw = chance(game)[0][0]
        assert isinstance(draw, DrawTile)
        if kind is Kind.GRANADA:
            assert draw.face.value % 2 == 1
            up = BOTH.tiles.back(draw.face)
            assert up is not None
            assert clauses(refused(game, DrawTile(up))) == ["BOX-9"]
        game = apply(game, draw)
        assert game.table.yard[space - 1] == draw.face
    assert (game.table.marker, game.table.phase) == (Marker.EVEN, Phase.ACT)


@pytest.mark.accepts("MIX-14")
@pytest.mark.rejects("MIX-14")
@pytest.mark.parametrize(
    ("space", "payment", "after"), [(1, "y2", Marker.ODD), (5, "y2", Marker.EVEN), (0, "", Marker.ODD)]
)
def test_the_marker_moves_only_if_a_tile_of_granada_was_added(
    space: int, payment: str, after: Marker
) -> None:
    game = rich()
    assert game.table.marker is Marker.ODD
    if space:
        game = apply(game, buy(space, payment))
    game = apply(game, take("y1"))
    for face in game.table.bought:
        game = apply(game, Store(RED, face))
    assert drawn(game).table.marker is after


@pytest.mark.accepts("MIX-13")
def test_the_yard_is_refilled_as_far_as_each_bag_goes() -> None:
    game = rich()
    last = next(tile for tile in game.table.bag if tile.kind is Kind.GRANADA)
    game = on_table(game, bag=(last,))
    game = played(game, buy(1, "y2"), buy(5, "y2"), buy(2, "g4"), buy(6, "g4"), take("y1"))
    for face in game.table.bought:
        game = apply(game, Store(RED, face))
    game = apply(game, DrawCard(Card.parse("y9")))
    # No tile of Alhambra is left, and one of Granada, for space 1.
    assert game.table.tile_to_draw is Kind.GRANADA
    # Nobody has any money, so nothing is given away.
    game = apply(altered(game, hands=(Purse(),) * 3), chance(game)[0][0])
    lies_there = [number for number, face in enumerate(game.table.yard, 1) if face is not None]
    assert lies_there == [3, 4, 5, 7, 8]
    # Space 2 has neither, so the game is at its end.
    assert game.table.phase is Phase.OVER


# The end.


def at_the_end(*hands: str, yard: str, rules: Ruleset = BOTH) -> Game:
    """Return a game with empty bags, hands such as these, and these tiles in the yard; Red is to act."""
    game = rich(rules=rules)
    tiles = tuple(None if code == "-" else Face.parse(code) for code in yard.split())
    return altered(
        on_table(game, bag=(), yard=tiles, discards=money("y3 y4")),
        hands=tuple(map(money, hands)),
    )


GRANADA_ON_3 = "PV2:NEW PV4:ES - AC4:NES AR2 BA4 AR4 LI4"


@pytest.mark.accepts("MIX-33")
def test_a_space_that_lacks_one_kind_ends_nothing() -> None:
    game = at_the_end("b4", "", "", yard=GRANADA_ON_3)
    after = drawn(apply(game, take("y1")))
    assert (after.table.phase, after.table.to_act) == (Phase.ACT, BLUE)
    # Nor do empty bags: nobody has bought anything.
    assert after.table.bag == ()


@pytest.mark.rejects("MIX-33")
def test_the_game_ends_when_a_space_has_neither() -> None:
    game = at_the_end("b4", "", "", yard=GRANADA_ON_3)
    game = drawn(played(game, buy(7, "b4"), take("y1"), Store(RED, OF_GRANADA[2])))
    assert game.table.phase is not Phase.ACT
    over = game
    while over.table.phase is Phase.GIFT:
        assert over.table.turn is not None
        over = apply(over, Store(over.table.turn, over.table.bought[0]))
    assert over.table.phase is Phase.OVER
    assert clauses(refused(over, take("g8", BLUE))) == ["END-5"]
    assert clauses(refused(over, DrawTile(OF_ALHAMBRA[0]))) == ["MIX-33"]


@pytest.mark.accepts("MIX-34", "MIX-35", "MIX-36", "END-4", "END-5", game="both")
@pytest.mark.rejects("MIX-34", "MIX-35", "MIX-36", "END-4", "END-5", game="both")
def test_both_tiles_of_a_space_go_to_the_richest_as_one_gift() -> None:
    # Space 1 has both, space 2 is tied, space 4 has Granada's alone; on space 3 the last tile is bought.
    game = at_the_end("b4", "y5 o2", "g1 o1", yard="PV2:NEW PV4:ES SE4:NE - AR2 BA4 - LI4")
    game = altered(game, hands=(money("b4 g1"), *game.hands[1:]))
    game = drawn(played(game, buy(3, "b4"), take("y1"), Store(RED, OF_ALHAMBRA[2])))
    assert (game.table.phase, game.table.to_act) == (Phase.GIFT, BLUE)
    assert game.table.bought == (OF_ALHAMBRA[0], OF_GRANADA[0])
    assert game.table.yard[1] == OF_ALHAMBRA[1]
    # In either order; nothing is turned over or paid.
    back = BOTH.tiles.back(OF_GRANADA[0])
    assert back is not None
    assert clauses(refused(game, Store(BLUE, back))) == ["MIX-35"]
    assert clauses(refused(game, Pass(BLUE))) == ["MIX-35"]
    assert clauses(refused(game, Store(RED, OF_ALHAMBRA[0]))) == ["TURN-1"]
    assert clauses(refused(game, Build(BLUE, OF_ALHAMBRA[0], NORTH, money("y5")))) == ["MIX-34"]
    first = played(game, Build(BLUE, OF_ALHAMBRA[0], NORTH), Store(BLUE, OF_GRANADA[0]))
    other = played(game, Store(BLUE, OF_GRANADA[0]), Build(BLUE, OF_ALHAMBRA[0], NORTH))
    assert first == other
    # Then those of the next space that somebody gets; tied ones stay.
    assert (first.table.to_act, first.table.bought) == (BLUE, (OF_GRANADA[3],))
    over = apply(first, Store(BLUE, OF_GRANADA[3]))
    assert over.table.yard[1::4] == (OF_ALHAMBRA[1], OF_GRANADA[1])
    assert over.table.phase is Phase.OVER
    assert [sheet.scoring for sheet in over.sheets] == [Scoring.C]
    assert clauses(refused(over, Pass(BLUE))) == ["END-5"]
    assert over.table.points["Blue"] > 0


@pytest.mark.accepts("MIX-35")
def test_by_agreement_the_tiles_of_a_space_are_given_one_by_one() -> None:
    rules = attrs.evolve(BOTH, gifts_one_by_one=True)
    game = at_the_end("b4", "y5", "", yard="PV2:NEW - SE4:NE - AR2 - - LI4", rules=rules)
    game = drawn(played(game, buy(3, "b4"), take("g8"), Store(RED, OF_ALHAMBRA[2])))
    assert (game.table.to_act, game.table.bought) == (BLUE, (OF_ALHAMBRA[0],))
    game = apply(game, Store(BLUE, OF_ALHAMBRA[0]))
    assert (game.table.to_act, game.table.bought) == (BLUE, (OF_GRANADA[0],))


# Two players.


@pytest.mark.accepts("MIX-37")
@pytest.mark.rejects("MIX-37")
def test_dirk_begins_with_six_tiles_of_each_kind_those_of_alhambra_first() -> None:
    game = setup(2, BOTH)
    for number in range(12):
        kind = Kind.ALHAMBRA if number < 6 else Kind.GRANADA
        assert (game.table.draw_for, game.table.tile_to_draw) == (DrawFor.DIRK, kind)
        assert dirk(game).owed == 12 - number
        other = next(tile.front for tile in game.table.bag if tile.kind is not kind)
        assert clauses(refused(game, DrawTile(other))) == ["MIX-37"]
        game = apply(game, chance(game)[-1][0])
    assert game.table.draw_for is DrawFor.YARD
    assert Counter(face.kind for face in dirk(game).faces) == {Kind.ALHAMBRA: 6, Kind.GRANADA: 6}
    assert all(face.value % 2 == 0 for face in dirk(game).faces if face.kind is Kind.GRANADA)


@pytest.mark.accepts("MIX-37")
@pytest.mark.parametrize(
    ("scoring", "left", "drawn_after"),
    [
        (Scoring.A, (20, 20), (6, 6)),
        (Scoring.A, (2, 9), (2, 6)),
        (Scoring.A, (0, 5), (0, 5)),
        (Scoring.B, (20, 19), (6, 6)),
        (Scoring.B, (2, 3), (0, 1)),
        (Scoring.B, (0, 2), (0, 0)),
    ],
)
def test_dirk_gets_tiles_of_each_bag_after_a_scoring(
    scoring: Scoring, left: tuple[int, int], drawn_after: tuple[int, int]
) -> None:
    game = rich(players=2)
    tiles = {kind: [tile for tile in game.table.bag if tile.kind is kind] for kind in Kind}
    bag = (*tiles[Kind.ALHAMBRA][: left[0]], *tiles[Kind.GRANADA][: left[1]])
    is_a = scoring is Scoring.A
    game = altered(
        on_table(
            game,
            bag=bag,
            turned_up=() if is_a else (Scoring.A,),
            aside=(Scoring.B,) if is_a else (),
            deck_size=2,
        ),
        piles=(Pile(2, scoring),),
        deck=money("g2"),
    )
    before = Counter(face.kind for face in dirk(game).faces)
    game = played(taken(game), DrawScoring(scoring), DrawCard(Card.parse("g2")))
    assert due(game) == [Kind.ALHAMBRA] * drawn_after[0] + [Kind.GRANADA] * drawn_after[1]
    after = Counter(face.kind for face in dirk(drawn(game)).faces)
    assert tuple(after[kind] - before[kind] for kind in Kind) == drawn_after


@pytest.mark.accepts("MIX-37")
@pytest.mark.rejects("MIX-37")
def test_bought_tiles_of_both_kinds_may_be_given_to_dirk() -> None:
    game = played(rich("y2 y2 y3 y1 y2", players=2), buy(1, "y2"), buy(5, "y2"), take("o9"))
    back = BOTH.tiles.back(OF_GRANADA[0])
    assert back is not None
    for gift in (GiveToDirk(RED, OF_ALHAMBRA[0]), GiveToDirk(RED, back, money("y3"))):
        assert gift.face in dirk(apply(game, gift)).faces
    assert clauses(refused(game, GiveToDirk(RED, back))) == ["MIX-37"]
    assert clauses(refused(game, GiveToDirk(RED, OF_ALHAMBRA[0], money("y3")))) == ["MIX-37"]
    assert clauses(refused(game, GiveToDirk(RED, OF_ALHAMBRA[1]))) == ["MIX-37"]


# Views and completions.


@pytest.mark.accepts("SETUP-7", game="both")
@pytest.mark.rejects("SETUP-7", game="both")
def test_a_view_tells_nothing_of_hands_and_completions_look_alike() -> None:
    game = rich()
    for seat in (RED, BLUE, GREEN, None):
        seen = view(game, seat)
        assert [hand is not None for hand in seen.hands] == [other == seat for other in (RED, BLUE, GREEN)]
    game = cheap(BOTH)
    seen = view(game, RED)
    for sample in range(5):
        guess = complete(seen, Dealer(bytes(16)), sample)
        assert view(guess, RED) == seen
        assert [pile.scoring for pile in guess.piles] == [None, None, Scoring.A, None, None]


def test_a_completion_after_the_reshuffle_has_b_in_the_second_pile_of_some_number_of_cards() -> None:
    game = apply(taken(used_up("y1 y2 y3 y4 y5 y6 y7 y8 y9 g1 g2")), DrawCard(Card.parse("g2")))
    game = drawn(taken(game), "y1")
    seen = view(game, BLUE)
    found = {complete(seen, Dealer(bytes(16)), sample).piles for sample in range(40)}
    assert len(found) > 1
    for piles in found:
        assert sum(pile.size for pile in piles) == game.table.deck_size
        assert [pile.scoring for pile in piles].count(Scoring.B) == 1
        assert Scoring.B in {pile.scoring for pile in piles[:2]}
