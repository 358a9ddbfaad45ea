"""Vizier's favour: pawns, the window between turns, exact purchases, and how they end."""

from __future__ import annotations

from itertools import islice

import attrs
import pytest

import granada_rules as g
from tests.helpers.endings import at_pile, finished
from tests.helpers.favours import (
    EVERYBODY,
    asked,
    begun,
    favoured,
    last_turn,
    last_window,
    stored,
    used,
    window,
    with_pawns,
)
from tests.helpers.games import (
    BLUE,
    CHEAP,
    DIRKS,
    GREEN,
    NAMES,
    OTHERS,
    RED,
    YELLOW,
    buy,
    clauses,
    drawn,
    each_game,
    every_game,
    faces,
    laid,
    other_face,
    played,
    refused,
    take,
)

HERE = g.Cell(1, 0)


# The pawns.


@pytest.mark.accepts("VIZ-1")
@pytest.mark.accepts("VIZ-2")
@pytest.mark.parametrize("players", range(2, 7))
@every_game
def test_everybody_begins_with_an_active_pawn(rules: g.Ruleset, players: int) -> None:
    game = g.deal(g.setup(players, favoured(rules)), g.Dealer(bytes(range(16))))
    assert game.table.modules.pawns == (True,) * players
    # VIZ-3: nobody is asked before the first turn.
    assert (game.table.phase, game.table.to_act) == (g.Phase.ACT, game.table.turn)
    assert g.setup(players, rules).table.modules.pawns == ()


@pytest.mark.rejects("VIZ-2")
@each_game
def test_without_the_module_there_is_no_pawn_to_reactivate(rules: g.Ruleset) -> None:
    game = laid(["y2 g4 b4 o4 y5 g9", *OTHERS], "y1 g8 b3 o9", CHEAP[rules.kind], ruleset=rules)
    (violation,) = refused(game, g.Reactivate(RED))
    assert (violation.clause, violation.player) == ("VIZ-2", "Red")
    assert violation.message == "there are no pawns in this game"
    assert g.Reactivate not in {type(action) for action in g.legal_actions(game)}


# When it is used.


@pytest.mark.accepts("VIZ-3")
@pytest.mark.accepts("VIZ-10")
@pytest.mark.parametrize("players", range(2, 7))
@every_game
def test_after_every_turn_everybody_is_asked_and_then_the_next_turn_begins(
    rules: g.Ruleset, players: int
) -> None:
    game = g.deal(g.setup(NAMES[:players], favoured(rules)), g.Dealer(bytes(range(16))))
    for _ in range(players + 1):
        turn = game.table.turn
        assert turn is not None
        game = drawn(g.apply(game, g.TakeMoney(turn, [game.table.display[0]])))
        order = [g.Seat((turn + step) % players) for step in range(1, players + 1)]
        assert asked(game) == [*order, order[0]]
        for seat in order:
            game = g.apply(game, g.Pass(seat))
        assert (game.table.phase, game.table.modules.asked) == (g.Phase.ACT, None)


@pytest.mark.rejects("VIZ-3")
@each_game
def test_in_a_turn_nobody_else_uses_the_pawn(rules: g.Ruleset) -> None:
    game = begun(rules)
    assert clauses(refused(game, buy(2, "g1 g3", BLUE))) == ["TURN-1"]
    # Nor while the turn is not over.
    after = g.apply(game, take("y1"))
    assert after.table.phase is g.Phase.END_OF_TURN
    assert clauses(refused(after, buy(2, "g1 g3", BLUE))) == ["TURN-7"]
    assert clauses(refused(g.apply(game, buy(1, "y5")), buy(2, "g1 g3", BLUE))) == ["TURN-1"]


@pytest.mark.accepts("VIZ-3")
@each_game
def test_a_turn_is_over_when_its_scoring_is(rules: g.Ruleset) -> None:
    usual = laid(
        ["y2 g4 b4 o4 y5 g9", OTHERS[0]], "y1 g8 b3 o9", CHEAP[rules.kind], DIRKS[rules.kind], ruleset=rules
    )
    game = with_pawns(at_pile(usual, g.Scoring.A), (True, True))
    turn = game.table.turn
    assert turn is not None
    game = played(game, g.TakeMoney(turn, [game.table.display[0]]), g.DrawScoring(g.Scoring.A))
    phases = []
    while game.is_chance:
        phases.append((game.table.phase, game.table.draw_for, len(game.sheets)))
        game = g.apply(game, g.chance(game)[-1][0])
    # A card for the display; then the scoring, and six tiles for Dirk.
    assert phases[0] == (g.Phase.END_OF_TURN, g.DrawFor.DISPLAY, 0)
    assert phases[1:] == [(g.Phase.END_OF_TURN, g.DrawFor.DIRK, 1)] * 6
    assert (game.table.phase, game.table.turn) == (g.Phase.FAVOUR, turn)
    assert [sheet.scoring for sheet in game.sheets] == [g.Scoring.A]


# What is done with it.


@pytest.mark.accepts("VIZ-4")
@each_game
def test_who_is_asked_may_buy_one_tile_for_exactly_its_price_or_pass(rules: g.Ruleset) -> None:
    game = window(rules)
    assert list(g.legal_actions(game)) == list(g.legal_actions(game, minimal_payments=True))
    assert list(g.legal_actions(game)) == [buy(2, "g3 g1", BLUE), g.Pass(BLUE)]
    green = g.apply(game, g.Pass(BLUE))
    assert list(g.legal_actions(green)) == [
        buy(3, "b4", GREEN),
        buy(3, "b3 b1", GREEN),
        g.Pass(GREEN),
    ]
    red = g.apply(green, g.Pass(GREEN))
    assert list(g.legal_actions(red)) == [buy(1, "y2"), buy(2, "g4"), buy(3, "b4"), buy(4, "o4"), g.Pass(RED)]


@pytest.mark.accepts("VIZ-9")
@each_game
def test_who_cannot_pay_is_asked_all_the_same(rules: g.Ruleset) -> None:
    # Blue has no green card that pays for the tile on the green space exactly.
    hands = ["y2 g4 b4 o4 y5 g9", "g5 g5 g5 g9", OTHERS[1]]
    game = laid(hands, "y1 g8 b3 o9", CHEAP[rules.kind], ruleset=favoured(rules))
    turn = game.table.turn
    assert turn == BLUE
    game = drawn(g.apply(game, take("y1", BLUE)), "o8")
    assert asked(game) == [GREEN, RED, BLUE, GREEN]
    last = played(game, g.Pass(GREEN), g.Pass(RED))
    assert (last.table.to_act, list(g.legal_actions(last))) == (BLUE, [g.Pass(BLUE)])


@pytest.mark.rejects("VIZ-4")
@each_game
def test_a_favour_is_paid_exactly(rules: g.Ruleset) -> None:
    game = window(rules)
    (violation,) = refused(game, buy(2, "g5", BLUE))
    face = game.table.yard[1]
    assert face is not None
    assert (violation.clause, violation.player, violation.faces) == ("VIZ-4", "Blue", (face,))
    assert violation.message == f"{face} costs 4, which has to be paid exactly, and 5 is paid"
    assert [str(card) for card in violation.cards] == ["g5"]
    assert clauses(refused(game, buy(2, "g3", BLUE))) == ["BUY-1"]
    assert clauses(refused(game, buy(1, "g2", BLUE))) == ["BUY-1", "BUY-1"]
    assert clauses(refused(game, buy(2, "g1 g3 b1", BLUE))) == ["BUY-1", "BUY-1", "VIZ-4"]
    assert clauses(refused(game, buy(5, "g1 g3", BLUE))) == ["BOX-7"]
    assert clauses(refused(game, buy(0, "g1 g3", BLUE))) == ["BOX-7"]
    # Nor is it said what the tile there would cost.
    assert clauses(refused(game, buy(0, "g5 g9", BLUE))) == ["BOX-7"]


@pytest.mark.rejects("VIZ-4")
@each_game
def test_nothing_else_can_be_done_with_the_pawn(rules: g.Ruleset) -> None:
    face = faces(CHEAP[rules.kind])[0]
    acts: list[g.Action] = [
        take("g8", BLUE),
        g.Extend(BLUE, face, HERE),
        g.Reduce(BLUE, HERE),
        g.Exchange(BLUE, face, HERE),
        g.Reactivate(BLUE),
        g.Build(BLUE, face, HERE),
        g.Store(BLUE, face),
        g.GiveToDirk(BLUE, face),
    ]
    for act in acts:
        (violation,) = refused(window(rules), act)
        assert violation.clause == "VIZ-4"
        assert violation.message == "the pawn is used to buy a tile, and for nothing else"


@pytest.mark.accepts("VIZ-5")
@pytest.mark.accepts("VIZ-9")
@each_game
def test_a_used_pawn_is_inactive_and_the_others_are_asked_anew(rules: g.Ruleset) -> None:
    # Blue and Green decline, Red buys; then both are asked again.
    game = played(window(rules), g.Pass(BLUE), g.Pass(GREEN), buy(1, "y2"))
    assert game.table.modules.pawns == (False, True, True)
    game = drawn(stored(game))
    assert (game.table.phase, game.table.modules.pawns) == (g.Phase.FAVOUR, (False, True, True))
    assert asked(game) == [BLUE, GREEN, BLUE]
    # Blue buys now, and Green is asked once more.
    game = drawn(stored(g.apply(game, buy(2, "g1 g3", BLUE))))
    assert (game.table.modules.pawns, asked(game)) == ((False, False, True), [GREEN, BLUE])
    game = drawn(stored(g.apply(game, buy(3, "b4", GREEN))))
    # Nobody is left, so the next turn begins at once.
    assert game.table.modules.pawns == (False, False, False)
    assert (game.table.phase, game.table.turn, game.table.to_act) == (g.Phase.ACT, BLUE, BLUE)
    # And after it nobody is asked.
    game = drawn(g.apply(game, g.TakeMoney(BLUE, [game.table.display[0]])))
    assert (game.table.phase, game.table.turn) == (g.Phase.ACT, GREEN)


@pytest.mark.rejects("VIZ-1")
@pytest.mark.rejects("VIZ-5")
@each_game
def test_an_inactive_pawn_cannot_be_used(rules: g.Ruleset) -> None:
    game = drawn(stored(used(rules)))
    assert game.table.to_act == GREEN
    for act in (buy(2, "g2", BLUE), g.Pass(BLUE), take("g8", BLUE)):
        (violation,) = refused(game, act)
        assert (violation.clause, violation.player) == ("VIZ-5", "Blue")
        assert violation.message == "the pawn is inactive; Green is to act"
    assert list(g.legal_actions(g.view(game, BLUE))) == []


@pytest.mark.accepts("VIZ-6")
@pytest.mark.accepts("VIZ-7")
@each_game
def test_the_tile_is_placed_at_once_and_there_is_no_extra_action(rules: g.Ruleset) -> None:
    game = used(rules)
    face = faces(CHEAP[rules.kind])[1]
    assert (game.table.bought, game.table.yard[1], game.table.extra) == ((face,), None, False)
    kinds = {type(action) for action in g.legal_actions(game)}
    assert kinds == {g.Build, g.Store}
    cell = next(action.cell for action in g.legal_actions(game) if isinstance(action, g.Build))
    built = g.apply(game, g.Build(BLUE, face, cell))
    assert built.table.players[BLUE].city.tiles[cell].face == face
    assert stored(game).table.players[BLUE].reserve == (face,)
    for after in (built, stored(game)):
        assert (after.table.phase, after.table.draw_for, after.table.to_act) == (
            g.Phase.FAVOUR,
            g.DrawFor.YARD,
            None,
        )


@pytest.mark.rejects("VIZ-6")
@pytest.mark.rejects("VIZ-7")
@each_game
def test_before_it_is_placed_nothing_else_happens(rules: g.Ruleset) -> None:
    game = used(rules)
    face = game.table.bought[0]
    acts: list[g.Action] = [buy(2, "g2", BLUE), take("g8", BLUE), g.Reactivate(BLUE), g.Reduce(BLUE, HERE)]
    for act in acts:
        (violation,) = refused(game, act)
        assert violation.clause == "VIZ-6"
        expected = "the pawn gives no extra action, the tile bought with it is placed now"
        assert violation.message == expected
    assert clauses(refused(game, g.Pass(BLUE))) == ["PLACE-1"]
    assert clauses(refused(game, g.Pass(GREEN))) == ["VIZ-9"]
    assert clauses(refused(game, g.Store(RED, face))) == ["VIZ-9"]
    # By the building rules, and no other tile.
    assert "BUILD-3" in clauses(refused(game, g.Build(BLUE, face, g.Cell(5, 5))))
    other = faces(CHEAP[rules.kind])[0]
    assert clauses(refused(game, g.Store(BLUE, other))) == ["PLACE-1"]
    assert clauses(refused(game, g.GiveToDirk(BLUE, face))) == ["DIRK-2"]


@pytest.mark.accepts("VIZ-7")
def test_a_tile_of_granada_may_be_turned_over_for_money_that_need_not_be_exact() -> None:
    game = used(g.GRANADA)
    face = game.table.bought[0]
    back = other_face(g.GRANADA.tiles, face)
    turned = [
        action for action in g.legal_actions(game) if isinstance(action, g.Build) and action.face == back
    ]
    assert {action.payment.total() for action in turned} >= {3, 5, 9}
    built = g.apply(game, turned[0])
    assert built.table.players[BLUE].city.tiles[turned[0].cell].face == back
    assert g.Store(BLUE, back) in g.legal_actions(game)
    assert clauses(refused(game, attrs.evolve(turned[0], payment=()))) == ["PLACE-2"]


@pytest.mark.accepts("VIZ-7")
@each_game
def test_with_two_players_it_may_be_given_to_dirk(rules: g.Ruleset) -> None:
    game = used(rules, players=2)
    face = game.table.bought[0]
    given = g.apply(game, g.GiveToDirk(BLUE, face))
    assert given.table.dirk is not None
    assert face in given.table.dirk.faces
    assert given.table.modules.pawns == (True, False)
    assert asked(drawn(given)) == [RED, BLUE]


# The yard.


@pytest.mark.accepts("VIZ-8")
@each_game
def test_after_a_use_the_yard_is_refilled_and_nothing_else(rules: g.Ruleset) -> None:
    game = stored(used(rules))
    before = game.table
    assert (before.draw_for, before.modules.asked, len(before.display)) == (g.DrawFor.YARD, None, 4)
    bag = {tile.front for tile in before.bag}
    assert all(isinstance(draw, g.DrawTile) for draw, _ in g.chance(game))
    assert len(g.chance(game)) == len(bag)
    after = drawn(game).table
    assert all(after.yard)
    assert [new == old for new, old in zip(after.yard, before.yard, strict=True)] == [True, False, True, True]
    assert (after.display, after.deck_size, after.discards) == (
        before.display,
        before.deck_size,
        before.discards,
    )
    assert (after.phase, after.turn, after.to_act) == (g.Phase.FAVOUR, RED, GREEN)


@pytest.mark.rejects("VIZ-8")
@each_game
def test_only_a_tile_is_drawn_and_only_after_a_use(rules: g.Ruleset) -> None:
    game = stored(used(rules))
    card = game.deck[0]
    assert clauses(refused(game, g.DrawCard(card))) == ["VIZ-8"]
    assert clauses(refused(game, g.Pass(GREEN))) == ["VIZ-8"]
    assert clauses(refused(game, buy(3, "b4", GREEN))) == ["VIZ-8"]
    tile = game.table.bag[0]
    for early in (window(rules), used(rules)):
        for draw in (g.DrawTile(tile.front), g.DrawCard(card)):
            assert clauses(refused(early, draw)) == ["VIZ-8"]


@pytest.mark.accepts("VIZ-8")
def test_the_marker_changes_sides_after_each_use() -> None:
    game = window(g.GRANADA)
    markers = [game.table.marker]
    for act in (buy(2, "g1 g3", BLUE), buy(3, "b4", GREEN), buy(1, "y2", RED)):
        game = stored(g.apply(game, act))
        assert game.table.marker is markers[-1]
        game = drawn(game)
        face = game.table.yard[act.space - 1]
        assert face is not None
        assert markers[-1] is not None
        assert markers[-1].shows(face)
        markers.append(game.table.marker)
    assert markers == [g.Marker.ODD, g.Marker.EVEN, g.Marker.ODD, g.Marker.EVEN]
    assert game.table.phase is g.Phase.ACT


def test_of_both_kinds_the_marker_changes_sides_with_tiles_of_granada_only() -> None:
    game = window(g.BOTH)
    assert game.table.marker is g.Marker.ODD
    alhambra = drawn(stored(g.apply(game, buy(2, "g1 g3", BLUE))))
    assert alhambra.table.marker is g.Marker.ODD
    granada = drawn(stored(g.apply(game, buy(6, "g1 g3", BLUE))))
    assert granada.table.marker is g.Marker.EVEN
    assert asked(granada) == asked(alhambra) == [GREEN, RED, BLUE]


# In which order.


@pytest.mark.rejects("VIZ-9")
@each_game
def test_nobody_is_asked_out_of_order_or_decides_again_before_a_use(rules: g.Ruleset) -> None:
    game = window(rules)
    for act in (buy(3, "b4", GREEN), g.Pass(GREEN), buy(1, "y2", RED), g.Pass(RED)):
        (violation,) = refused(game, act)
        assert violation.clause == "VIZ-9"
        name = NAMES[act.seat]
        assert (violation.player, violation.message) == (name, f"Blue is to act, not {name}")
    declined = g.apply(game, g.Pass(BLUE))
    assert clauses(refused(declined, buy(2, "g1 g3", BLUE))) == ["VIZ-9"]
    assert clauses(refused(declined, g.Pass(BLUE))) == ["VIZ-9"]
    (violation,) = refused(game, g.Pass(g.Seat(3)))
    assert (violation.clause, violation.player) == ("VIZ-9", None)
    assert violation.message == "nobody sits at seat 3; Blue is to act"


@pytest.mark.rejects("VIZ-10")
@each_game
def test_whoever_used_a_pawn_the_turn_is_the_next_players(rules: g.Ruleset) -> None:
    game = played(window(rules), g.Pass(BLUE), buy(3, "b4", GREEN))
    game = played(drawn(stored(game)), g.Pass(BLUE), g.Pass(RED))
    assert (game.table.phase, game.table.turn, game.table.to_act) == (g.Phase.ACT, BLUE, BLUE)
    for seat in (GREEN, RED):
        assert clauses(refused(game, g.TakeMoney(seat, [game.table.display[0]]))) == ["TURN-1"]
    assert list(g.legal_actions(g.view(game, GREEN))) == []


# Reactivating.


@pytest.mark.accepts("VIZ-11")
@pytest.mark.accepts("MOD-4")
@each_game
def test_an_inactive_pawn_is_reactivated_by_an_action_and_can_be_used_after_that_turn(
    rules: g.Ruleset,
) -> None:
    game = played(drawn(stored(used(rules))), g.Pass(GREEN), g.Pass(RED))
    assert (game.table.turn, game.table.modules.pawns) == (BLUE, (True, False, True))
    assert g.Reactivate(BLUE) in list(g.legal_actions(game))
    # It comes after all others, but for a pass.
    assert list(islice(g.legal_actions(game), 2000))[-1] == g.Reactivate(BLUE)
    game = drawn(g.apply(game, g.Reactivate(BLUE)))
    assert game.table.modules.pawns == (True, True, True)
    assert (game.table.phase, game.table.turn) == (g.Phase.FAVOUR, BLUE)
    assert asked(game) == [GREEN, RED, BLUE, GREEN]
    last = played(game, g.Pass(GREEN), g.Pass(RED))
    assert g.Pass(BLUE) in g.legal_actions(last)


@pytest.mark.rejects("VIZ-11")
@each_game
def test_an_active_pawn_is_not_reactivated(rules: g.Ruleset) -> None:
    game = begun(rules)
    (violation,) = refused(game, g.Reactivate(RED))
    assert (violation.clause, violation.player) == ("VIZ-11", "Red")
    assert violation.message == "the pawn is active already"
    assert g.Reactivate(RED) not in list(islice(g.legal_actions(game), 2000))
    assert clauses(refused(game, g.Reactivate(BLUE))) == ["TURN-1"]


@pytest.mark.rejects("MOD-4")
@each_game
def test_reactivating_may_follow_an_exact_purchase_and_is_the_last_action(rules: g.Ruleset) -> None:
    inactive = with_pawns(_with_a_tile(rules), (False, True, True))
    game = g.apply(inactive, buy(1, "y2"))
    assert game.table.extra
    after = g.apply(game, g.Reactivate(RED))
    assert (after.table.phase, after.table.modules.pawns) == (g.Phase.PLACE, (True, True, True))
    for act in (take("y1"), buy(2, "g4"), g.Reactivate(RED)):
        assert clauses(refused(after, act)) == ["TURN-3"]
    # After a purchase that was overpaid there is no action at all.
    over = g.apply(inactive, buy(1, "y5"))
    assert clauses(refused(over, g.Reactivate(RED))) == ["TURN-3"]


def _with_a_tile(rules: g.Ruleset) -> g.Game:
    """Return the first turn, but Red has a tile on the reserve, for which g9 was paid."""
    game = laid(["y2 g4 b4 o4 y5 g9", *OTHERS], "y1 g8 b3 o9", CHEAP[rules.kind], ruleset=rules)
    position, paid = game.to_position(), g.Purse.parse("g9")
    face = next(tile.front for tile in game.table.bag if tile.front.value == 8)
    red = attrs.evolve(position.players[0], hand=game.hands[0] - paid, reserve=(g.NotedTile(face),))
    return g.Game.from_position(attrs.evolve(position, players=(red, *position.players[1:]), discards=paid))


@pytest.mark.rejects("TURN-2")
def test_who_can_reactivate_the_pawn_does_not_pass() -> None:
    game = played(drawn(stored(used(g.GRANADA))), g.Pass(GREEN), g.Pass(RED))
    messages = [violation.message for violation in refused(game, g.Pass(BLUE))]
    assert "the pawn can be reactivated" in messages
    active = begun(g.GRANADA)
    assert "the pawn can be reactivated" not in [wrong.message for wrong in refused(active, g.Pass(RED))]


# The end.


@pytest.mark.accepts("VIZ-12")
@each_game
def test_pawns_can_be_used_after_the_last_turn_before_tiles_are_given_away(rules: g.Ruleset) -> None:
    game = last_window(rules)
    assert (game.table.phase, game.table.turn, game.table.to_act) == (g.Phase.FAVOUR, BLUE, GREEN)
    assert asked(game)[:-1] == [GREEN, YELLOW, RED, BLUE]
    # Red gets the tile on the green space at the end, or buys it now.
    declined = played(game, g.Pass(GREEN), g.Pass(YELLOW), g.Pass(RED), g.Pass(BLUE))
    assert (declined.table.phase, declined.table.turn) == (g.Phase.GIFT, RED)
    bought = stored(played(game, g.Pass(GREEN), g.Pass(YELLOW), buy(2, "g3", RED)))
    # The space stays empty; and all others are asked anew.
    assert (bought.table.phase, bought.table.draw_for, bought.table.yard[:2]) == (
        g.Phase.FAVOUR,
        None,
        (None,) * 2,
    )
    assert asked(bought)[:-1] == [GREEN, YELLOW, BLUE]
    ended = played(bought, g.Pass(GREEN), g.Pass(YELLOW), g.Pass(BLUE))
    assert (ended.table.phase, ended.table.turn) == (g.Phase.GIFT, GREEN)


@pytest.mark.accepts("VIZ-12")
@each_game
def test_a_use_that_leaves_a_space_empty_ends_the_game_when_nobody_is_left_to_ask(rules: g.Ruleset) -> None:
    game, _ = last_turn(rules)
    game = finished(with_pawns(game, EVERYBODY))
    assert (game.table.phase, all(game.table.yard), game.table.bag) == (g.Phase.FAVOUR, True, ())
    # If nobody buys, the next turn begins.
    assert asked(game) == [GREEN, YELLOW, RED, BLUE, GREEN]
    used = stored(played(game, g.Pass(GREEN), g.Pass(YELLOW), buy(2, "g3", RED)))
    assert (used.table.phase, used.table.to_act, used.table.yard[1]) == (g.Phase.FAVOUR, GREEN, None)
    ended = played(used, g.Pass(GREEN), g.Pass(YELLOW), g.Pass(BLUE))
    assert ended.table.phase is g.Phase.GIFT
    # If nobody else has an active pawn, it ends at once.
    alone = finished(with_pawns(last_turn(rules)[0], (True, False, False, False)))
    assert alone.table.to_act == RED
    assert stored(g.apply(alone, buy(2, "g3", RED))).table.phase is g.Phase.GIFT


@pytest.mark.accepts("VIZ-12")
@each_game
def test_by_agreement_nobody_is_asked_once_the_yard_is_short(rules: g.Ruleset) -> None:
    game = last_window(rules, short=True)
    assert (game.table.phase, game.table.turn) == (g.Phase.GIFT, RED)
    full = finished(with_pawns(last_turn(rules)[0], EVERYBODY, short=True))
    assert full.table.phase is g.Phase.FAVOUR
    used = stored(played(full, g.Pass(GREEN), g.Pass(YELLOW), buy(2, "g3", RED)))
    assert used.table.phase is g.Phase.GIFT


@pytest.mark.rejects("VIZ-12")
@each_game
def test_when_tiles_are_given_away_no_pawn_is_used(rules: g.Ruleset) -> None:
    game = played(last_window(rules), g.Pass(GREEN), g.Pass(YELLOW), g.Pass(RED), g.Pass(BLUE))
    for act in (buy(3, "b3", RED), g.Pass(RED), g.Reactivate(RED)):
        assert clauses(refused(game, act)) == [str(g.Clause.END_3.of(*rules.kinds))]
    while game.table.phase is g.Phase.GIFT:
        game = stored(game)
    assert game.is_over
    # VIZ-12: what pawns are worth at the end is nothing.
    assert game.table.modules.pawns == EVERYBODY
    assert clauses(refused(game, buy(3, "b3", RED))) == ["END-5"]


@pytest.mark.rejects("VIZ-8")
@each_game
def test_what_cannot_be_refilled_cannot_be_bought(rules: g.Ruleset) -> None:
    game = last_window(rules)
    (violation,) = refused(game, g.Buy(GREEN, g.Space(1), ()))
    assert (violation.clause, violation.player) == ("VIZ-8", "Green")
    assert violation.message == "space 1 of the yard is empty and cannot be refilled"


def test_whoever_has_no_pawn_left_to_use_is_not_asked_at_the_end() -> None:
    assert last_window(g.GRANADA, (False,) * 4).table.phase is g.Phase.GIFT
    assert asked(last_window(g.GRANADA, (False, True, False, True)))[:-1] == [YELLOW, BLUE]
