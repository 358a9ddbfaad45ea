"""Tables at which nobody has bought a tile yet: the yard, hands, discards and turn are those of the setup."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import granada_rules as g
from granada_rules.box import Clause
from granada_rules.position import Position, validate
from tests.helpers.games import (
    NAMES,
    at_decisions,
    at_random,
    clauses,
    each_game,
    every_game,
    faces,
    laid,
    money,
)
from tests.helpers.noted import (
    but,
    changed,
    ending,
    first_decision,
    is_complete,
    noted,
    only,
    piled,
    three,
)
from tests.position.test_position_both import three as three_of_both

if TYPE_CHECKING:
    from collections.abc import Callable

HANDS = ("y9 y9 y2", "b9 b9 b3", "g9 g9 g4")
WITH_EXCHANGE = g.Ruleset(kinds=(g.Kind.ALHAMBRA,), modules=[g.Module.EXCHANGE])
WITH_HUTS = g.Ruleset(kinds=(g.Kind.ALHAMBRA,), modules=[g.Module.HUTS])


def untouched(position: Position, **fields: Any) -> Position:  # noqa: ANN401 - any of its fields
    """Return a position whose piles and draws nobody has noted, with something different."""
    return but(position, piles=None, draws=0, **fields)


def begun(rules: g.Ruleset, *hands: str) -> Position:
    """Return the first turn of so many players, of whom Red is to act."""
    return untouched(laid(hands or HANDS, "o1 o2 o3 o4", ruleset=rules).to_position())


def wrong(position: Position) -> list[str]:
    return clauses(validate(position).violations)


# Hands.


@pytest.mark.rejects("SETUP-3")
@every_game
def test_everybody_begins_with_twenty(rules: g.Ruleset) -> None:
    violation = only(changed(begun(rules), 1, hand=money("b9 b8 b2")))
    assert (violation.clause, violation.player) == ("SETUP-3", "Blue")
    message = "cards worth 19, and nobody has bought a tile: everybody begins with 20 or more"
    assert violation.message == message
    assert violation.cards == tuple(money("b9 b8 b2"))


@pytest.mark.accepts("SETUP-3")
@every_game
def test_twenty_is_enough_and_cards_may_have_been_taken(rules: g.Ruleset) -> None:
    assert wrong(changed(begun(rules), 1, hand=money("b9 b8 b3"))) == []
    assert wrong(changed(begun(rules), 1, hand=money("b9 b9 b3 y1 y2 y3"))) == []


@pytest.mark.rejects("SETUP-3", game="alhambra")
@pytest.mark.rejects("EXC-9")
def test_an_exchange_card_is_worth_nothing() -> None:
    assert only(changed(begun(WITH_EXCHANGE), 1, hand=money("b9 b9 b1 yg"))).clause == "SETUP-3"
    assert wrong(changed(begun(WITH_EXCHANGE), 1, hand=money("b9 b9 b2 yg"))) == []


@pytest.mark.accepts("SETUP-3")
def test_hands_may_be_worth_less_while_they_are_dealt() -> None:
    dealing = changed(begun(g.GRANADA), 1, hand=money("b9"))
    for phase in (g.Phase.SETUP, None):
        assert wrong(but(dealing, phase=phase, turn=None)) == []
    assert only(but(dealing, phase=g.Phase.ACT, turn=None)).clause == "SETUP-3"


# The yard.


@pytest.mark.rejects("SETUP-2")
def test_the_first_tiles_show_their_even_faces() -> None:
    yard = noted("AR2 BA4 LI7 HS9")
    violation = only(but(three(), yard=yard))
    assert (violation.clause, violation.faces) == ("SETUP-2", tuple(faces("LI7 HS9")))
    message = "LI7; HS9 in the yard, and nobody has bought a tile: the first ones show even prices"
    assert violation.message == message


@pytest.mark.rejects("MIX-6")
def test_the_first_tiles_of_granada_show_their_even_faces_in_both_together_too() -> None:
    position = three_of_both()
    assert position.yard is not None
    odd = but(position, yard=(*position.yard[:7], *noted("LI5")))
    assert (only(odd).clause, only(odd).faces) == ("MIX-6", tuple(faces("LI5")))


@pytest.mark.rejects("MIX-6")
def test_the_first_tiles_of_granada_have_a_moat_in_both_together() -> None:
    position = three_of_both()
    assert position.yard is not None
    tiles = position.tile_set
    assert tiles is not None
    dry = next(
        tile.front
        for tile in tiles.tiles
        if tile.back is not None and not tile.moats and tile.front.value > 2
    )
    violation = only(but(position, yard=(*position.yard[:7], g.NotedTile(dry))))
    assert (violation.clause, violation.faces) == ("MIX-6", (dry,))
    message = f"{dry} in the yard, and nobody has bought a tile: the first ones have a moat"
    assert violation.message == message
    # Without a list it is as it is noted, if it is.
    unlisted = but(position, tile_set=None, yard=(*position.yard[:7], *noted("LI4:-")))
    assert only(unlisted).clause == "MIX-6"
    assert wrong(but(unlisted, yard=(*position.yard[:7], *noted("LI4:N")))) == []
    assert wrong(but(unlisted, yard=(*position.yard[:7], *noted("LI4")))) == []


@pytest.mark.accepts("SETUP-2", "MIX-6")
def test_in_granada_the_first_tiles_may_have_no_moat_and_alhambra_has_odd_prices() -> None:
    assert is_complete(three())
    assert not g.reference().moats(g.Face.parse("HS8"))
    assert is_complete(but(three(), yard=noted("AR2 BA4 LI6 HS8")))
    prices = {tile.face.value % 2 for tile in begun(g.ALHAMBRA).yard or () if tile is not None}
    assert prices == {0, 1}
    assert wrong(begun(g.ALHAMBRA)) == []


# Discards.


@pytest.mark.rejects("BUY-2")
@every_game
def test_nothing_is_paid_before_somebody_buys(rules: g.Ruleset) -> None:
    violation = only(untouched(begun(rules), discards=money("o9 o8")))
    assert (violation.clause, violation.cards) == ("BUY-2", tuple(money("o8 o9")))
    assert violation.message == "2 cards in the discards, and nobody has bought a tile"


@pytest.mark.accepts("BUY-2", "HUT-4")
@pytest.mark.rejects("BUY-2", game="alhambra")
def test_a_hut_is_no_purchase() -> None:
    hut = begun(WITH_HUTS).open_huts
    assert hut is not None
    taken = changed(begun(WITH_HUTS), 2, reserve=noted(str(hut[0])))
    assert only(but(taken, discards=money("o9"), open_huts=None)).clause == "BUY-2"


# Who begins.


@pytest.mark.rejects("SETUP-4")
@every_game
@pytest.mark.parametrize("turn", NAMES[1:3])
def test_who_has_more_cards_or_more_money_does_not_begin(rules: g.Ruleset, turn: str) -> None:
    violation = only(but(begun(rules), turn=turn))
    assert violation.clause == "SETUP-4"
    assert violation.message == f"the first turn of all is Red's, not {turn}'s"


@pytest.mark.accepts("SETUP-4")
@every_game
def test_of_equal_hands_anybody_may_be_the_youngest(rules: g.Ruleset) -> None:
    for turn in NAMES[:2]:
        position = begun(rules, "y9 y9 y2", "b9 b8 b3", "g9 g9 g4")
        assert wrong(but(position, turn=turn)) == []
    assert only(but(position, turn="Green")).clause == "SETUP-4"


@pytest.mark.accepts("SETUP-4")
def test_it_is_not_the_first_turn_if_a_card_may_have_been_taken() -> None:
    later = but(begun(g.GRANADA), turn="Blue")
    # Without its lowest card it is worth 20: that may have been taken.
    assert wrong(changed(later, 0, hand=money("y9 y9 y2 o1"))) == []
    assert only(changed(but(later, turn="Green"), 0, hand=money("y9 y9 y1 o1"))).clause == "SETUP-4"
    # Or a hut, or an exchange card.
    huts = but(begun(WITH_HUTS), turn="Blue", open_huts=None)
    assert wrong(changed(huts, 0, reserve=noted("AC*:N"))) == []
    exchange = but(begun(WITH_EXCHANGE), turn="Blue")
    assert wrong(changed(exchange, 0, hand=money("y9 y9 y2 yg"))) == []


@pytest.mark.accepts("SETUP-4")
def test_without_the_phase_hands_may_still_be_dealt() -> None:
    assert wrong(but(begun(g.GRANADA), turn="Blue", phase=None)) == []
    assert wrong(but(begun(g.GRANADA), turn=None)) == []


@pytest.mark.rejects("TURN-2")
@every_game
@pytest.mark.parametrize("phase", [g.Phase.END_OF_TURN, g.Phase.FAVOUR, g.Phase.REVEAL])
def test_no_turn_is_over_before_somebody_does_something(rules: g.Ruleset, phase: g.Phase) -> None:
    position = but(begun(rules), phase=phase)
    assert "TURN-2" in wrong(position)
    message = f"the phase {phase.value!r}, and nobody has bought or taken anything yet"
    assert message in [violation.message for violation in validate(position).violations]
    taken = changed(position, 0, hand=money("y9 y9 y2 o1"))
    assert "TURN-2" not in wrong(taken)
    assert "TURN-2" not in wrong(changed(position, 1, hand=None))


# While the table is laid.


@pytest.mark.rejects("SETUP-1", game="any")
def test_while_the_table_is_laid_nobody_has_bought_anything() -> None:
    violation = only(Position(phase=g.Phase.SETUP, bought=noted("AR2 BA4")))
    message = "2 tiles to place, and nobody buys while the table is laid"
    assert (violation.clause, violation.message) == ("SETUP-1", message)
    assert wrong(Position(phase=g.Phase.SETUP, bought=())) == []


@pytest.mark.rejects("SETUP-2", "MIX-6")
@pytest.mark.accepts("SETUP-2", "MIX-6")
@pytest.mark.parametrize("rules", [g.GRANADA, g.BOTH], ids=lambda rules: rules.game)
def test_the_marker_goes_to_odd_when_the_yard_is_full(rules: g.Ruleset) -> None:
    full, even = begun(rules), g.Marker.EVEN
    clause = Clause.SETUP_2.of(*rules.kinds)
    assert full.yard is not None
    laying = but(full, phase=g.Phase.SETUP, turn=None, display=None)
    hands = [changed(laying, seat, hand=None) for seat in range(3)][-1]
    violation = validate(but(hands, marker=even)).violations[0]
    message = "nobody has bought a tile, so the marker is on odd"
    assert (violation.clause, violation.message) == (clause, message)
    short = but(laying, yard=(*full.yard[:-1], None))
    assert validate(short).violations[0].message == "nobody has bought a tile, so the marker is on even"
    assert clause not in wrong(laying)
    assert clause not in wrong(but(short, marker=even))
    assert clause not in wrong(but(short, marker=None))
    assert clause not in wrong(but(short, yard=None))


@pytest.mark.rejects("DIRK-3", "A-DIRK-3", "MIX-37")
@every_game
def test_while_the_table_is_laid_dirk_gets_six_tiles_with_their_even_faces_up(rules: g.Ruleset) -> None:
    clause = Clause.DIRK_3.of(*rules.kinds)
    tiles = [tile for tile in rules.tiles.tiles if tile.kind is rules.kinds[-1]]
    first = tuple(g.NotedTile(tile.front) for tile in tiles[:7])
    laying = Position(phase=g.Phase.SETUP, ruleset=rules, dirk=first)
    violation = only(laying)
    kind = " of Granada" if len(rules.kinds) > 1 else ""
    assert (violation.clause, violation.player) == (clause, "Dirk")
    assert violation.message == f"7 tiles{kind}, and he gets 6 at the start"
    assert wrong(but(laying, dirk=first[:6])) == []
    if (back := tiles[0].back) is not None:
        odd = only(but(laying, dirk=(g.NotedTile(back), *first[1:3])))
        assert (odd.clause, odd.faces) == (clause, (back,))
        assert odd.message == f"{back} among his first tiles, which show even prices"


# What is not known.

WRONG: dict[str, Callable[[], Position]] = {
    "SETUP-3": lambda: changed(begun(g.GRANADA), 1, hand=money("b9 b8 b2")),
    "SETUP-2": lambda: untouched(three(), yard=noted("AR2 BA4 LI7 HS9")),
    "MIX-6": lambda: untouched(three_of_both(), yard=((three_of_both().yard or ())[:7] + noted("LI5"))),
    "BUY-2": lambda: untouched(begun(g.GRANADA), discards=money("o9")),
    "SETUP-4": lambda: but(begun(g.GRANADA), turn="Blue"),
}


@pytest.mark.parametrize("clause", WRONG)
def test_nothing_is_said_where_somebody_may_have_bought_a_tile(clause: str) -> None:
    position = WRONG[clause]()
    assert only(position).clause == clause
    assert wrong(but(position, bought=None)) == []
    for seat in range(3):
        assert wrong(changed(position, seat, city=None)) == []
        assert wrong(changed(position, seat, reserve=None)) == []
    # One player may be all that was written down.
    assert wrong(but(position, players=position.players[1:2])) == []


@each_game
@pytest.mark.accepts("DIRK-7", "DIRK-5", "DIRK-6")
def test_a_tile_of_dirks_may_have_been_bought(rules: g.Ruleset) -> None:
    position = but(laid(HANDS[:2], "o1 o2 o3 o4", ruleset=rules).to_position(), draws=0)
    poor = changed(position, 1, hand=money("b9 b8 b2"))
    spare = next(tile for tile in g.Game.from_position(position).table.bag)
    dirk = (*(poor.dirk or ()), g.NotedTile(spare.front))
    assert "SETUP-3" in wrong(poor)
    assert "SETUP-3" not in wrong(but(poor, dirk=dirk))
    # As long as the scorings so far are not known, he may have drawn fewer.
    assert wrong(but(poor, piles=None)) == []
    assert wrong(but(poor, dirk=None)) == []


@pytest.mark.accepts("SETUP-3", "DIRK-5", "DIRK-6")
def test_dirk_draws_tiles_though_nobody_buys() -> None:
    game, seen = laid(HANDS[:2], "o1 o2 o3 o4"), set[int]()
    while len(game.table.turned_up) < 2 or game.table.phase is not g.Phase.ACT:
        actions = g.legal_actions(game)
        draws = g.chance(game)
        game = g.apply(game, draws[0][0] if draws else next(a for a in actions if isinstance(a, g.TakeMoney)))
        position = game.to_position()
        assert wrong(position) == []
        if position.phase is g.Phase.ACT and position.dirk is not None and len(position.dirk) not in seen:
            seen.add(len(position.dirk))
            poor = but(position, discards=money("o9"), piles=position.piles)
            assert "BUY-2" in wrong(poor)
            spare = g.NotedTile(game.table.bag[0].front)
            assert "BUY-2" not in wrong(but(poor, dirk=(*position.dirk, spare)))
    assert seen == {6, 12, 24}


# Draws.


@pytest.mark.rejects("BOX-11")
@every_game
def test_no_more_was_drawn_than_the_table_shows(rules: g.Ruleset) -> None:
    position = laid(HANDS, "o1 o2 o3 o4", ruleset=rules).to_position()
    many = position.draws
    assert many == 4 * len(rules.kinds) + 9 + 4
    violation = only(but(position, draws=many + 1))
    assert (violation.clause, violation.message) == (
        "BOX-11",
        f"{many + 1} draws, and the table shows {many}",
    )
    # Of a game that began with a position that did not note them there are fewer.
    assert all(is_complete(but(position, draws=fewer)) for fewer in range(many + 1))


@pytest.mark.accepts("BOX-11", "MOD-5")
@pytest.mark.rejects("BOX-11", "MOD-5", game="any")
def test_scoring_cards_huts_and_bonus_cards_are_drawn_too() -> None:
    rules = g.Ruleset(kinds=g.Kind, modules=g.Module, house_rules=True)
    turned_up = set[int]()
    for game in islice(at_decisions(g.setup(NAMES[:2], rules), Random(2)), 0, 300, 10):
        position = game.to_position()
        assert wrong(position) == []
        if game.table.aside:
            turned_up.add(len(game.table.turned_up))
            more = but(position, draws=position.draws + 1)
            assert wrong(more) == ["BOX-11"]
            # Of a player whose bonus cards are hidden the number is known all the same.
            assert wrong(changed(more, 0, bonus=None)) == ["BOX-11"]
            assert wrong(but(more, open_huts=None)) == []
            assert wrong(but(more, ruleset=None)) == []
    assert turned_up == {0, 1}


@pytest.mark.accepts("BOX-11", "TURN-8")
def test_discards_that_came_back_are_drawn_again() -> None:
    position = first_decision(3, lambda game: len(game.table.turned_up) == 2)
    assert wrong(but(position, draws=position.draws + 1)) == []


@pytest.mark.accepts("BOX-11")
def test_a_completed_game_counts_its_draws_from_a_number_of_its_own() -> None:
    game = laid(HANDS, "o1 o2 o3 o4")
    guessed = g.complete(g.view(game, g.Seat(0)), g.Dealer(bytes(16)), 3)
    assert guessed.draws == 3 << 32
    assert is_complete(guessed.to_position())
    assert wrong(but(guessed.to_position(), draws=guessed.draws + 18)) == ["BOX-11"]


@pytest.mark.accepts("SETUP-4")
def test_a_completed_game_is_begun_by_whose_turn_it_is() -> None:
    for turn in range(3):
        hands = [HANDS[seat - turn] for seat in range(3)]
        game = laid(hands, "o1 o2 o3 o4")
        assert game.table.turn == turn
        for sample in range(20):
            guessed = g.complete(g.view(game, None), g.Dealer(bytes(16)), sample)
            assert is_complete(guessed.to_position())


# The end.


@pytest.mark.rejects("TURN-6", game="any")
def test_tiles_are_placed_before_the_turn_is_over() -> None:
    violation = only(Position(phase=g.Phase.END_OF_TURN, bought=noted("AR2")))
    message = "1 tile to place, and that comes before the end of the turn"
    assert (violation.clause, violation.message) == ("TURN-6", message)
    # HUT-5: but after the next hut of a pile is turned up.
    assert wrong(Position(phase=g.Phase.END_OF_TURN, bought=noted("PV2:NEW AC*:N"))) == []


@pytest.mark.rejects("END-3", "A-END-3", "MIX-35")
@every_game
def test_tiles_are_placed_before_the_last_scoring(rules: g.Ruleset) -> None:
    tile = rules.tiles.tiles[0].front
    violation = only(Position(phase=g.Phase.OVER, ruleset=rules, bought=(g.NotedTile(tile),)))
    message = "1 tile to place, and that comes before the last scoring"
    assert (violation.clause, violation.message) == (Clause.END_3.of(*rules.kinds), message)
    assert violation.faces == (tile,)


@pytest.mark.rejects("END-1", "MIX-33")
@every_game
def test_a_game_ends_when_a_space_has_no_tile(rules: g.Ruleset) -> None:
    yard = begun(rules).yard
    assert yard is not None
    violation = only(Position(phase=g.Phase.OVER, ruleset=rules, yard=yard))
    message = "the game is over, and no space is without a tile"
    assert (violation.clause, violation.message) == (Clause.END_1.of(*rules.kinds), message)
    for kind in rules.kinds:
        first = 4 * rules.kinds.index(kind)
        yard = (*yard[:first], None, *yard[first + 1 :])
    assert wrong(Position(phase=g.Phase.OVER, ruleset=rules, yard=yard)) == []


@pytest.mark.rejects("TURN-7")
def test_the_display_was_refilled_before_the_end() -> None:
    position = Position(phase=g.Phase.OVER, display=money("o1"), piles=(g.Pile(9),))
    assert only(position).clause == "TURN-7"
    assert wrong(but(position, piles=())) == []


@pytest.mark.rejects("END-5")
@pytest.mark.accepts("END-5")
@every_game
@pytest.mark.parametrize("players", [2, 3])
def test_the_points_hold_what_the_last_scoring_brings(rules: g.Ruleset, players: int) -> None:
    game = ended(rules, players)
    position = but(game.to_position(), draws=0)
    assert wrong(position) == []
    last = game.sheets[-1].totals
    brings = last["Red"]
    assert brings
    short = changed(but(position, sheets=None), 0, points=brings - 1)
    violation = only(short)
    assert (violation.clause, violation.player) == ("END-5", "Red")
    assert violation.message == f"{brings - 1} points, and scoring C brings {brings}"
    assert wrong(changed(short, 0, points=brings)) == []
    assert wrong(changed(short, 0, points=None)) == []
    # What is not known may bring less.
    for unknown in (changed(short, 1, city=None), but(short, ruleset=None), changed(short, 1, name=None)):
        assert wrong(unknown) == []
    if position.dirk is not None:
        assert wrong(but(short, dirk=None)) == []
        assert only(but(but(position, sheets=None), dirks_points=0)).player == "Dirk"
    # On a sheet it is the same.
    assert position.players[0].city is not None
    other = changed(
        position,
        0,
        city=g.City.of(start=rules.kind),
        reserve=tuple(g.NotedTile(built.face) for built in position.players[0].city.tiles.values())
        + (position.players[0].reserve or ()),
    )
    assert {violation.clause for violation in validate(other).violations} == {"END-5"}
    message = f"{brings} points on the sheet of scoring C, which brings "
    assert validate(other).violations[0].message.startswith(message)


def ended(rules: g.Ruleset, players: int) -> g.Game:
    """Return a game at its end, in which Red has something that counts."""
    (*_, (game, event)) = at_random(g.setup(NAMES[:players], rules), Random(1))
    return g.apply(game, event)


@pytest.mark.rejects("END-5")
def test_if_the_game_ends_before_any_card_there_are_no_other_points() -> None:
    over = ending("", "", "Red", "y3", "y2", "y1", ruleset=g.ALHAMBRA, phase=g.Phase.OVER)
    over = but(over, draws=0, piles=piled("18 20A 19 20B 19"))
    over = changed(changed(over, 1, hand=None), 0, points=1)
    assert [str(violation) for violation in validate(over).violations] == [
        "END-5: Red: 1 point, and scoring C brings 0"
    ]
    assert wrong(but(over, piles=None)) == []


@pytest.mark.accepts("END-5")
def test_shown_bonus_cards_count_in_the_last_scoring() -> None:
    rules = g.Ruleset(kinds=(g.Kind.ALHAMBRA,), modules=[g.Module.BONUS])
    position = but(ended(rules, 3).to_position(), sheets=None, draws=0)
    short = changed(position, 0, points=0)
    assert wrong(short) == ["END-5"]
    assert wrong(changed(short, 1, shown=None)) == []


@pytest.mark.rejects("END-2")
@every_game
def test_in_the_end_a_tile_lies_where_nobody_has_the_most_money_alone(rules: g.Ruleset) -> None:
    left = "1" if len(rules.kinds) == 1 else "15"
    over = ending(left, "", "Red", "y3 b2", "y2", "y1", ruleset=rules, phase=g.Phase.OVER)
    over = but(over, piles=None)
    for seat in range(3):
        over = changed(over, seat, city=g.City.of(start=rules.kind))
    assert set(wrong(over)) == {str(Clause.END_2.of(*rules.kinds))}
    assert validate(over).violations[0].message.endswith(" goes to Red before the last scoring")
    assert wrong(changed(over, 1, hand=money("y1 y2"))) == []
    assert wrong(changed(over, 1, hand=None)) == []
    assert wrong(but(over, ruleset=None)) == []
    assert wrong(but(over, players=over.players[:1])) == []
