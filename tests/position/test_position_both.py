"""Positions of Alhambra and Granada together: what is played, yard, bags, payments, marker, deck, Dirk."""

from __future__ import annotations

from functools import cache

import pytest

import granada_rules as g
from granada_rules.position import NotedPlayer, NotedTile, facts_of
from tests.helpers.games import cheap, clauses, money
from tests.helpers.layouts import both
from tests.helpers.noted import (
    but,
    changed,
    found,
    is_complete,
    is_consistent,
    noted,
    only,
    piled,
)
from tests.rules.test_layouts import AROUND, PAIR, WALLED

TABLE = g.Position(ruleset=g.BOTH)
"""A table of which nothing but the game is known."""

BARE = g.City.of(start=g.Kind.ALHAMBRA)
TILES = g.TileSets([g.alhambra(), g.reference()])


@cache
def three() -> g.Position:
    """Return the first turn of three players: PV2 PV4 SE4 AC4 and AR2 BA4 AR4 LI4 are in the yard."""
    return cheap(g.BOTH).to_position()


@cache
def two() -> g.Position:
    """Return the first turn of two players."""
    return cheap(g.BOTH, players=2).to_position()


def without(spaces: str) -> tuple[NotedTile | None, ...]:
    """Return the yard of the first turn without the tiles on these spaces."""
    return tuple(None if str(number) in spaces else tile for number, tile in enumerate(three().yard or (), 1))


def bought(spaces: str, discards: str, phase: g.Phase = g.Phase.ACT, placed: str = "") -> g.Position:
    """Return a turn in which Red bought the tiles on these spaces, and has placed some others."""
    tiles = tuple(tile for tile in three().yard or () if tile not in without(spaces) and tile is not None)
    stored = tuple(tile for tile in three().yard or () if tile not in without(placed) and tile is not None)
    # Red paid with cards that he did not begin with: what is on hand then is what the box has left.
    hand = money("y9 y9") if discards else money("y9 y9 y2")
    position = changed(three(), 0, hand=hand, reserve=stored)
    yard, gone = without(spaces + placed), money(discards)
    return but(position, yard=yard, bought=tiles, discards=gone, piles=None, phase=phase)


# What is played.


def test_both_are_played_if_ruleset_tile_sets_a_layout_a_sheet_or_the_yard_say_so() -> None:
    red = NotedPlayer(name="Red", city=PAIR)
    sheet = g.scoring.score({"Red": PAIR, "Blue": BARE}, g.Scoring.A)
    for position in (
        TABLE,
        g.Position(tile_set=TILES),
        g.Position(players=(red,)),
        g.Position(players=(NotedPlayer(city=BARE), red)),
        g.Position(sheets=(sheet,)),
        g.Position(yard=three().yard),
        g.Position(yard=three().yard, players=(NotedPlayer(city=BARE),)),
        # Only then nothing is wrong.
        g.Position(players=(NotedPlayer(city=BARE, reserve=noted("SC4")),)),
        g.Position(bag=noted("SC4 PV2:NEW")),
        g.Position(players=(NotedPlayer(city=BARE),), marker=g.Marker.ODD),
    ):
        assert facts_of(position).kinds == tuple(g.Kind)
    for position, kind in (
        (but(TABLE, ruleset=g.GRANADA), g.Kind.GRANADA),
        (g.Position(ruleset=g.ALHAMBRA, players=(red,)), g.Kind.ALHAMBRA),
        (g.Position(tile_set=g.alhambra(), players=(red,)), g.Kind.ALHAMBRA),
        (g.Position(players=(NotedPlayer(city=g.City.of()), red)), g.Kind.GRANADA),
        # Nothing of Alhambra is noted.
        (g.Position(piles=piled("12A 11 11")), g.Kind.GRANADA),
        (g.Position(piles=piled("11 12A 13"), marker=g.Marker.EVEN, bought=noted("SC4")), g.Kind.GRANADA),
        (g.Position(yard=(three().yard or ())[2:6]), g.Kind.ALHAMBRA),
        (g.Position(players=(NotedPlayer(city=BARE, reserve=noted("SC4")),), yard=(None,)), g.Kind.ALHAMBRA),
    ):
        assert facts_of(position).kinds == (kind,)


@pytest.mark.accepts("MIX-2", "MIX-4", "MIX-5", "MIX-37")
def test_the_first_turn_is_complete() -> None:
    for position in (three(), two()):
        assert is_complete(position)
        assert g.Game.from_position(position).to_position() == position


def test_what_is_not_noted_is_missing() -> None:
    assert g.validate(but(three(), tile_set=None)).missing == ("a listed tile set",)
    # One set alone does not list the tiles of the other kind.
    for one in (g.alhambra(), g.reference()):
        assert g.validate(but(three(), tile_set=one)).missing == ("a listed tile set",)
    assert g.validate(but(three(), marker=None)).missing == ("marker",)


@pytest.mark.accepts("MIX-20")
def test_where_granada_began_is_missing_only_if_it_cannot_be_seen() -> None:
    unknown = g.City.of(PAIR.tiles, PAIR.start)
    assert unknown.second is None
    for layout, missing in ((PAIR, False), (unknown, True), (both(WALLED, ". LI5:SW .\n@ . ."), False)):
        report = g.validate(g.Position(players=(NotedPlayer(name="Red", city=layout),)))
        assert report.level is g.Level.CONSISTENT
        assert ("second of Red" in report.missing) is missing


@pytest.mark.accepts("MIX-23", "MIX-28")
def test_a_layout_alone_is_judged() -> None:
    for layout in (PAIR, AROUND, BARE):
        assert is_consistent(g.Position(players=(NotedPlayer(name="Red", city=layout),)))
    wrong = both("@ PV2:-", ". LI5:S\n@ .")
    violations = found(g.Position(players=(NotedPlayer(name="Red", city=wrong),)))
    assert clauses(violations) == ["MIX-17", "MIX-19"]
    assert {violation.player for violation in violations} == {"Red"}


@pytest.mark.rejects("MIX-2")
def test_everybody_has_a_start_tile_of_alhambra() -> None:
    violation = only(but(TABLE, players=(NotedPlayer(name="Red", city=g.City.of()),)))
    assert (violation.clause, violation.player) == ("MIX-2", "Red")
    assert violation.message == "a start tile of Granada, and this is Alhambra and Granada"


# Tiles.


@pytest.mark.accepts("A-BOX-2", "BOX-2", "BOX-11")
def test_the_bag_has_the_tiles_of_both_kinds_that_are_nowhere_else() -> None:
    position = three()
    lying = {tile.face for tile in position.yard or () if tile is not None}
    bag = tuple(NotedTile(tile.front) for tile in TILES.tiles if tile.front not in lying)
    assert is_complete(but(position, bag=bag))
    assert only(but(position, bag=bag[1:])).message == (
        "1 tile of Alhambra not in the bag, nor anywhere else"
    )
    violation = only(but(position, bag=bag[:-2]))
    assert violation.clause == "BOX-11"
    assert violation.message == "2 tiles of Granada not in the bag, nor anywhere else"


@pytest.mark.rejects("A-BOX-2", "BOX-2", "A-BOX-4", "BOX-4")
def test_tiles_are_judged_by_the_box_of_their_kind() -> None:
    assert only(but(TABLE, bag=noted("PV2:NEW PV2:NEW"))).clause == "A-BOX-2"
    assert only(but(TABLE, bag=noted("SC14"))).message == "SC14 in the bag: no such face; prices are 2 to 13"
    assert only(but(TABLE, tile_set=TILES, bag=noted("PV2:-"))).clause == "A-BOX-2"
    assert only(but(TABLE, tile_set=g.alhambra(), bag=noted("PV2:-"))).clause == "A-BOX-2"
    # Without a list of the tiles of Alhambra only their numbers can be wrong.
    assert is_consistent(but(TABLE, tile_set=g.reference(), bag=noted("PV2:-")))
    violation = only(but(TABLE, tile_set=g.reference(), bag=noted("PV2:NS")))
    assert (violation.clause, violation.message) == (
        "A-BOX-4",
        "PV2:NS in the bag: the box has no tile with walls NS",
    )
    assert only(but(TABLE, tile_set=TILES, bag=noted("AR8:E"))).message == (
        "AR8 with moats E, and the tile set has it with N (among the bag)"
    )
    assert is_consistent(but(TABLE, tile_set=g.alhambra(), bag=noted("AR8:E")))
    assert only(but(TABLE, bag=noted("AR8:NESW"))).clause == "BOX-4"


@pytest.mark.rejects("BOX-3", "BOX-11")
def test_a_tile_of_granada_shows_one_face() -> None:
    assert only(but(TABLE, tile_set=TILES, bag=noted("AR8 HP9 PV2:NEW"))).clause == "BOX-11"
    nine = "AR2 BA2 LI2 HS2 HP2 MA2 PA2 SC2 DI3"
    assert only(but(TABLE, bag=noted(nine))).clause == "BOX-3"
    assert is_consistent(but(TABLE, tile_set=g.alhambra(), bag=noted(nine.replace("DI3", "DI2"))))


@pytest.mark.rejects("A-BOX-2")
def test_tile_sets_are_of_kinds_that_are_played() -> None:
    violation = only(g.Position(ruleset=g.ALHAMBRA, tile_set=TILES))
    assert violation.message == "the tile set is of Granada, and this is Alhambra"


# The yard and the turn.


@pytest.mark.rejects("MIX-5")
def test_the_yard_has_eight_spaces_four_for_each_kind() -> None:
    violation = only(but(TABLE, yard=(three().yard or ())[:4]))
    assert (violation.clause, violation.message) == ("MIX-5", "the yard has 8 spaces, not 4")
    yard = (*(three().yard or ())[4:], *(three().yard or ())[:4])
    violations = found(but(TABLE, yard=yard))
    assert set(clauses(violations)) == {"MIX-5"}
    assert len(violations) == 8
    assert violations[0].message == "space 1 is for tiles of Alhambra, not for AR2"
    assert violations[0].faces == (g.Face.parse("AR2"),)


@pytest.mark.accepts("MIX-8", "MIX-9")
@pytest.mark.parametrize(
    ("spaces", "discards"),
    [
        ("", ""),
        ("1", "y2"),
        ("15", "y2 y2"),
        ("15", "y2 y1 y1"),
        ("26", "g4 g4"),
        ("16", "y2 g4"),
        ("12345678", "y2 y2 g4 g4 b4 b1 b3 o4 o4"),
    ],
)
def test_one_may_buy_either_tile_of_a_space_or_both(spaces: str, discards: str) -> None:
    assert is_consistent(bought(spaces, discards))


@pytest.mark.rejects("MIX-5", "TURN-3")
@pytest.mark.parametrize(
    ("spaces", "discards", "clause"),
    [
        # The tile of Granada was not paid, or in another currency.
        ("15", "y2", "MIX-5"),
        ("15", "y2 g2", "MIX-5"),
        ("26", "g4 y4", "MIX-5"),
        ("15", "y1 y1", "MIX-5"),
        # One card cannot pay both, and what is not exact ends the turn.
        ("15", "y4", "MIX-5"),
        ("15", "y2 y3", "TURN-3"),
        ("15", "y3 y3", "TURN-3"),
        ("5", "y3", "TURN-3"),
    ],
)
def test_each_is_paid_in_the_currency_of_its_space(spaces: str, discards: str, clause: str) -> None:
    assert clauses(found(bought(spaces, discards))) == [clause]


@pytest.mark.accepts("MIX-10", "TURN-6", game="both")
@pytest.mark.rejects("TURN-3", "MIX-5")
def test_while_tiles_are_placed_one_of_them_may_have_been_paid_for_with_more() -> None:
    assert is_consistent(bought("15", "y2 y3", g.Phase.PLACE))
    assert only(bought("15", "y3 y3", g.Phase.PLACE)).clause == "TURN-3"
    # What was placed cost something, too.
    assert is_consistent(bought("5", "y2 y2", g.Phase.PLACE, placed="1"))
    assert only(bought("5", "y2", g.Phase.PLACE, placed="1")).clause == "MIX-5"


@pytest.mark.rejects("MIX-13")
@pytest.mark.parametrize(
    ("spaces", "tiles", "message"),
    [
        ("1", "", "1 empty space of Alhambra in the yard, and 0 tiles bought in this turn"),
        ("6", "", "1 empty space of Granada in the yard, and 0 tiles bought in this turn"),
        ("", "SC4", "0 empty spaces of Granada in the yard, and 1 tile bought in this turn"),
    ],
)
def test_a_turn_begins_with_a_full_yard_as_far_as_there_are_tiles(
    spaces: str, tiles: str, message: str
) -> None:
    violation = found(but(three(), yard=without(spaces), bought=noted(tiles)))[0]
    assert (violation.clause, violation.message) == ("MIX-13", message)


@pytest.mark.rejects("MIX-13")
def test_a_tile_of_one_kind_leaves_no_space_of_the_other() -> None:
    yard = (None, *(three().yard or ())[1:4], *noted("SC6"), *(three().yard or ())[5:])
    violations = found(but(bought("5", "y2"), yard=yard))
    assert clauses(violations) == ["MIX-13", "MIX-13"]


@pytest.mark.rejects("TURN-6", game="both")
def test_what_is_placed_was_bought() -> None:
    violations = found(but(three(), phase=g.Phase.PLACE))
    assert set(clauses(violations)) == {"TURN-6"}
    one_kind = but(three(), phase=g.Phase.PLACE, yard=without("1"), bought=noted("SC4"), discards=money("y2"))
    assert "TURN-6" in clauses(found(one_kind))


@pytest.mark.accepts("MIX-14")
@pytest.mark.rejects("MIX-14")
def test_the_marker_moved_when_tiles_of_granada_were_added() -> None:
    # All tiles of Granada show even prices, so it was on even.
    violation = only(but(three(), marker=g.Marker.EVEN))
    assert violation.clause == "MIX-14"
    assert violation.message == "the marker was on odd when tiles were added, and none of them shows that"
    # Odd prices of Alhambra prove nothing.
    yard = (*noted("PV3:SW"), *(three().yard or ())[1:])
    assert only(but(three(), marker=g.Marker.EVEN, yard=yard)).clause == "MIX-14"
    # Somebody bought a tile, and the next one lies with its odd face up.
    odd = (*(three().yard or ())[:4], *noted("BA3 BA4 AR4 LI4"))
    later = changed(three(), 0, hand=money("g4 b4 o4 y5 g9"), reserve=noted("MA2"))
    for marker in g.Marker:
        assert is_complete(but(later, discards=money("y2"), marker=marker, yard=odd))


# The deck.


@pytest.mark.accepts("MIX-7")
@pytest.mark.rejects("MIX-7")
def test_a_is_in_the_third_pile_and_b_is_set_aside() -> None:
    assert [str(pile) for pile in three().piles or ()] == ["17", "17", "18A", "17", "16"]
    for piles in ("17 17A 17 17 17", "17 17 18A 17B 16", "17 17 18A 17 16B"):
        assert "MIX-7" in clauses(found(but(three(), piles=piled(piles))))
    violation = only(but(TABLE, piles=piled("12A 12B")))
    assert violation.message == (
        "scoring cards in the piles: A; B; there are A alone, then none, then B alone, then none"
    )
    for piles in ("12A 11 11", "11 11", "12B 11", "30"):
        assert is_consistent(but(TABLE, piles=piled(piles)))


@pytest.mark.accepts("MIX-11", "MIX-12")
@pytest.mark.rejects("MIX-11")
def test_b_is_in_the_second_pile_of_the_first_reshuffle() -> None:
    facts = facts_of(but(TABLE, piles=piled("3 12B 11 11 11")))
    assert (facts.turned_up, facts.aside) == ((g.Scoring.A,), ())
    players = three().players
    # All other money is in hands, on the display or among the discards, whatever they hold.
    unknown = tuple(NotedPlayer(name=player.name) for player in players)
    for piles in ("3 12B 11 11 11", "12B 11 11 11", "1B", "11 11 11"):
        assert is_consistent(but(TABLE, players=unknown, piles=piled(piles), turned_up=None))
    for piles in ("3 11B 11 11 12", "11 11 12B", "12B 12 12 12 12"):
        assert only(but(TABLE, players=unknown, piles=piled(piles))).clause == "MIX-11"


@pytest.mark.accepts("MIX-7", "MIX-11")
def test_without_a_scoring_card_in_the_deck_somebody_has_to_say_whether_b_is_gone() -> None:
    facts = facts_of(but(TABLE, piles=piled("11 11")))
    assert facts.turned_up is None
    assert facts.possible_turned_up == {(g.Scoring.A,), (g.Scoring.A, g.Scoring.B)}
    assert "turned_up" in g.validate(but(TABLE, piles=piled("11 11"))).missing
    assert "turned_up" not in g.validate(but(TABLE, piles=piled("11 11"), turned_up=(g.Scoring.A,))).missing
    assert facts_of(but(TABLE, piles=piled("11 11"), turned_up=(g.Scoring.A,))).aside == (g.Scoring.B,)
    # If the piles are not known, B may be in one of them.
    assert facts_of(but(TABLE, turned_up=(g.Scoring.A,))).aside == ()
    assert facts_of(but(TABLE, turned_up=())).aside == (g.Scoring.B,)


@pytest.mark.rejects("BOX-6")
@pytest.mark.parametrize(
    ("position", "cards"),
    [
        (but(TABLE, piles=piled("12A"), turned_up=(g.Scoring.A,)), "A"),
        (but(TABLE, piles=piled("12B"), turned_up=()), "none"),
        (but(TABLE, piles=piled("12"), turned_up=()), "none"),
        (but(TABLE, turned_up=(g.Scoring.B,)), "B"),
        (but(TABLE, turned_up=(g.Scoring.A, g.Scoring.A)), "A; A"),
        (but(TABLE, turned_up=(g.Scoring.C,)), "C"),
        (g.Position(ruleset=g.GRANADA, piles=piled("12B"), turned_up=()), "none"),
    ],
)
def test_what_was_turned_up_is_not_in_the_deck(position: g.Position, cards: str) -> None:
    violation = only(position)
    assert violation.clause == "BOX-6"
    assert violation.message == f"scoring cards turned up: {cards}, which the piles do not allow"


@pytest.mark.accepts("BOX-6")
def test_what_was_turned_up_may_be_said_twice() -> None:
    assert is_consistent(g.Position(ruleset=g.GRANADA, piles=piled("12B"), turned_up=(g.Scoring.A,)))
    assert is_consistent(but(TABLE, piles=piled("12B"), turned_up=(g.Scoring.A,)))
    assert is_consistent(but(TABLE, turned_up=(g.Scoring.A, g.Scoring.B)))
    # SETUP-3: while the hands are dealt both are aside.
    assert is_consistent(but(TABLE, piles=piled("60"), turned_up=(), phase=g.Phase.SETUP))


@pytest.mark.rejects("SCORE-1", game="both")
def test_there_are_no_points_before_scoring_a() -> None:
    assert clauses(found(changed(three(), 0, points=3))) == ["SCORE-1"]
    assert clauses(found(but(TABLE, turned_up=(), phase=g.Phase.ACT, dirks_points=3))) == ["SCORE-1"]


# All payments.


@pytest.mark.rejects("BUY-2", game="both")
def test_the_discards_pay_for_all_tiles_until_they_are_shuffled() -> None:
    rich = changed(three(), 1, reserve=noted("SC12 TO13:E"))
    violation = only(rich)
    assert violation.clause == "BUY-2"
    assert violation.message == "2 tiles bought for at least 25, and in the discards 0 cards worth 0"
    # As long as B is set aside nothing has come back; afterwards it may have.
    aside = but(rich, piles=piled("20 20"), turned_up=(g.Scoring.A,))
    assert "BUY-2" in clauses(found(aside))
    assert "BUY-2" not in clauses(found(but(rich, piles=piled("4 12B 11 11 11"))))


# Dirk.


@pytest.mark.rejects("MIX-37")
def test_dirk_got_six_tiles_of_each_kind() -> None:
    position = two()
    own = position.dirk or ()
    for dirk, message in (
        (own[1:], "5 tiles of Alhambra, and he got 6 at the start"),
        (own[:-1], "5 tiles of Granada with the even face up, and he got 6 at the start"),
    ):
        violation = only(but(position, dirk=dirk))
        assert (violation.clause, violation.player, violation.message) == ("MIX-37", "Dirk", message)


@pytest.mark.accepts("MIX-37")
@pytest.mark.rejects("MIX-37")
def test_dirk_got_six_more_of_each_kind_after_a_and_a_third_of_each_bag_after_b() -> None:
    after_a = but(two(), piles=piled("9 9"), turned_up=(g.Scoring.A,))
    assert [found_.message for found_ in found(after_a) if found_.clause == "MIX-37"] == [
        f"6 tiles of {kind}, and he got 6 at the start and 6 after scoring A"
        for kind in ("Alhambra", "Granada")
    ]
    after_b = but(two(), piles=(), turned_up=(g.Scoring.A, g.Scoring.B))
    more = tuple(NotedTile(tile.front) for tile in TILES.tiles[20:26] + TILES.tiles[80:86])
    messages = [found_.message for found_ in found(but(after_b, dirk=(*(two().dirk or ()), *more)))]
    assert [message for message in messages if "after scoring B" in message] == [
        f"12 tiles of {kind}, and he got 6 at the start, 6 after scoring A and at least 18 after scoring B"
        for kind in ("Alhambra", "Granada")
    ]


# Drawings.


def test_a_position_is_drawn_with_its_eight_spaces_in_pairs() -> None:
    drawing = g.draw.text(three())
    assert "1 yellow    2 green     3 blue      4 orange\n" in drawing
    assert "5 yellow    6 green     7 blue      8 orange\n" in drawing
    assert "Ruleset: Alhambra and Granada\n" in drawing
    assert "A table of Alhambra and Granada" in str(g.draw.svg(three()))
    assert "Bag 50 + 50 tiles, deck 85 cards" in g.draw.text(g.Game.from_position(three()))
    told = g.draw.text(but(TABLE, turned_up=(), yard=(None,) * 8))
    assert "Scoring cards turned up: none\n" in told
    assert "Scoring cards turned up: A\n" in g.draw.text(but(TABLE, turned_up=(g.Scoring.A,)))


def test_a_layout_on_a_table_is_drawn_with_where_a_tile_of_granada_fits() -> None:
    show = g.draw.Show(
        legal_for=g.City.of(PAIR.tiles, PAIR.start).tiles[g.Cell(2, 1)].moats, legal_kind=g.Kind.GRANADA
    )
    assert "A tile with moat S may be built at" in g.draw.text(
        g.Position(players=(NotedPlayer(city=PAIR),)), show=show
    )
